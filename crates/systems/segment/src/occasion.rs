//! When somebody is asked, in words.

use crate::act::Window;

affray_kernel::occasions! { Window:
    Ambush = "ambush", "when a Round begins and it may lie in ambush";
    OnGuard = "onguard", "when it may go On-Guard";
    Stance = "stance", "when it chooses a stance";
    Item = "item", "when it acts in a segment";
    Opportunity = "opportunity", "when somebody shoots or casts within its reach";
    Defend = "defend", "when an attack hits it";
}
