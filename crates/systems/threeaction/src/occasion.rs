//! When somebody is asked, in words.

use crate::act::Window;

affray_kernel::occasions! { Window:
    Turn = "turn", "on its own Turn";
    Enter = "enter", "when a Turn ends while it delays";
    Readied = "readied", "when the trigger of its readied Action comes";
    Fall = "fall", "when it begins to fall";
    PushDistance = "pushdistance", "when it chooses how far to push";
    PushDirection = "pushdirection", "when it chooses which way to push";
    DisarmCritical = "disarmcritical", "when it has disarmed somebody critically";
    Lock = "lock", "when it chooses what a grapple locks";
    Place = "place", "when it chooses to which square it goes";
}
