//! Facts about where creatures are and what covers them as they read.

use affray_kernel::grid::Cell;

use super::{SWORD, read_so, silent};
use crate::fact::{Fact, Motion};
use crate::notation::sample::{CHIEF, GARRET, OGRE, fight};
use crate::state::{Cover, Place, Presence};

#[test]
fn movement_says_how() {
    let to = Cell::new(6, 2);
    let place = fight().grid().drawn(to).to_string();
    let moved = |how| Fact::Moved(OGRE, to, how);
    read_so(
        &fight(),
        [
            (
                Fact::Leg(OGRE, to),
                format!("The ogre moves toward {place}."),
            ),
            (moved(Motion::Step), format!("The ogre is at {place} now.")),
            (
                moved(Motion::Pushed),
                format!("The ogre is driven back to {place}."),
            ),
            (
                moved(Motion::Teleported),
                format!("The ogre vanishes and comes to {place}."),
            ),
            (moved(Motion::Fell), format!("The ogre falls to {place}.")),
            (
                moved(Motion::Back),
                format!("The ogre goes back to {place}."),
            ),
            (moved(Motion::Placed), format!("The ogre comes to {place}.")),
            (
                Fact::Barred(OGRE),
                "Its way is barred: what the ogre has begun comes to nothing (space/occupied)."
                    .to_owned(),
            ),
        ],
    );
    let here = fight().body(OGRE).at;
    silent(&fight(), [Fact::Moved(OGRE, here, Motion::Step)]);
}

#[test]
fn presence_and_cover_by_the_game_masters_word() {
    read_so(
        &fight(),
        [
            (
                Fact::Presence(CHIEF, Presence::Surrendered),
                "The ogre chief surrenders.",
            ),
            (
                Fact::Presence(CHIEF, Presence::Fled),
                "The ogre chief flees.",
            ),
            (
                Fact::Covers(OGRE, Some(Cover::High)),
                "The ogre has high cover from everybody.",
            ),
            (
                Fact::Covers(OGRE, Some(Cover::None)),
                "The ogre has no cover from anybody.",
            ),
        ],
    );
    silent(
        &fight(),
        [
            Fact::Presence(CHIEF, Presence::Here),
            Fact::Covers(OGRE, None),
            Fact::Item(SWORD, Place::Held(GARRET, 1)),
        ],
    );
}
