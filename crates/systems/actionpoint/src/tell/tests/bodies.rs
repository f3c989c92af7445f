//! Facts about where creatures are and what covers them as they read.

use affray_kernel::grid::Cell;
use affray_kernel::story::Depth;

use super::{SWORD, after, read_so, silent};
use crate::fact::{Fact, Motion, Needless, rule_number};
use crate::ids::rule;
use crate::notation::sample::{CHIEF, GARRET, OGRE, fight};
use crate::state::{Cover, Place, Presence};
use crate::tell::{tell, veiled};

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

#[test]
fn what_is_needless_says_why() {
    let rule = rule_number(rule!("conditions/grappled"));
    let end = "what Garret has begun comes to nothing (conditions/grappled).";
    for (why, text) in [
        (Needless::Held(Some(OGRE)), "The ogre holds it no longer"),
        (Needless::Held(None), "No net holds it any more"),
        (Needless::There, "It is there already"),
    ] {
        let fact = Fact::Needless(GARRET, why, rule);
        read_so(&fight(), [(fact, format!("{text}: {end}"))]);
    }
}

#[test]
fn a_feint_that_counts_no_longer_is_told_of_without_numbers() {
    let fact = Fact::NoFeint(GARRET, OGRE);
    silent(&fight(), [fact.clone()]);
    let state = after([Fact::Feints(GARRET, Some(OGRE))]);
    let told = tell(&state, &fact).expect("a sentence");
    let text = "Garret no longer has a boon on a Strike at the ogre.";
    assert_eq!((told.depth, told.text.as_str()), (Depth::Number, text));
    let told = veiled(&state, &fact, told);
    assert_eq!(told.without_numbers.as_deref(), Some(""));
}
