//! When somebody is asked, in words.

use crate::act::Window;

affray_kernel::occasions! { Window:
    Turn = "turn", "on its own turn";
    Attacked = "attacked", "when it is attacked";
    Exposed = "exposed", "when a foe exposes itself to an opportunity attack";
    Declared = "declared", "when somebody declares an action or sets out";
    TurnEnds = "turnends", "when the turn of somebody else ends";
    Won = "won", "when it wins critically and may choose a maneuver";
    Resist = "resist", "when it is about to be grappled or disarmed";
}
