//! When somebody is asked, in words.

use crate::act::Window;

affray_kernel::occasions! { Window:
    Floor = "floor", "when no action is in progress";
    Answer = "answer", "when an enemy acts";
    Ally = "ally", "when somebody of its own side acts";
    Own = "own", "in the middle of its own action";
    Initiative = "initiative", "when somebody else wants to act first";
    Claim = "claim", "when somebody wants to act at the same moment";
    Struggle = "struggle", "when its captive struggles";
    Fling = "fling", "when it has disarmed somebody";
    Push = "push", "when it chooses into which space to push";
    Take = "take", "when it passes something that it could take";
}
