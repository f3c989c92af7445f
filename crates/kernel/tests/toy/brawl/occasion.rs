//! When somebody is asked, in words.

use super::Window;

affray_kernel::occasions! { Window:
    Turn = "turn", "on its own turn";
    Guard = "guard", "when it chooses a guard";
    Struck = "struck", "when somebody strikes it";
    Scared = "scared", "when it is yelled at";
    Cheer = "cheer", "when a friend acts";
}
