//! When somebody is asked, in words.

use crate::act::Window;

affray_kernel::occasions! { Window:
    Turn = "turn", "when its count comes";
    Underway = "underway", "while it walks, waits or prepares something";
    Holding = "holding", "while it holds something ready";
    Hold = "hold", "while it grabs somebody";
    Readied = "readied", "when what it has readied for may have happened";
    Defend = "defend", "when it chooses Vigor or Celerity against being pushed";
    Admit = "admit", "when somebody wants to enter its space";
    Enter = "enter", "when the space that it enters has filled up";
    Facing = "facing", "when it is pressed and may turn";
    Split = "split", "when it splits healing";
    Push = "push", "when it chooses how far to push";
    Extra = "extra", "when a hit offers an extra";
    Place = "place", "when it chooses into which space somebody goes";
    Reroll = "reroll", "when it may roll its sprinting speed anew";
}
