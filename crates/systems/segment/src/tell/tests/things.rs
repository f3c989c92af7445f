//! Conditions, items, the map and effects.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::Cell;

use super::super::thing;
use super::{after, held, read_so, silent, toward};
use crate::fact::{Fact, Handling};
use crate::notation::sample::{GARRET, OGRE, fight};
use crate::state::{Altered, Condition, ItemId, Maintained, Place, PowerId};

/// A shield.
const SHIELD: ItemId = ItemId(6);

#[test]
fn conditions_begin_and_end() {
    let knocked_out = Held {
        until: Until::Round(3),
        ..held(Condition::KnockedOut)
    };
    let state = fight();
    read_so(
        &state,
        [
            (
                Fact::Gains(knocked_out),
                "The ogre is knocked out until the end of the next Round.",
            ),
            (Fact::Gains(held(Condition::Dead)), "The ogre dies."),
            (
                Fact::Gains(held(Condition::Unconscious)),
                "The ogre falls unconscious.",
            ),
            (
                Fact::Gains(held(Condition::Surrendered)),
                "The ogre surrenders.",
            ),
            (Fact::Gains(held(Condition::Prone)), "The ogre falls prone."),
            (
                Fact::Gains(held(Condition::Concealed)),
                "The ogre is concealed.",
            ),
            (
                Fact::Gains(toward(Condition::Noticed)),
                "The ogre notices Garret.",
            ),
            (
                Fact::Gains(toward(Condition::FoundVitals)),
                "The ogre finds the vitals of Garret.",
            ),
            (
                Fact::Gains(held(Condition::ClearShot)),
                "Everybody has a clear shot at the ogre.",
            ),
            (
                Fact::Loses(held(Condition::Unconscious)),
                "The ogre comes to.",
            ),
            (
                Fact::Loses(held(Condition::Concealed)),
                "The ogre is no longer concealed.",
            ),
        ],
    );
    let noticed = Fact::Loses(toward(Condition::Noticed));
    silent(&state, [noticed.clone()]);
    let hidden = after([Fact::Gains(Held::plain(GARRET, Condition::Concealed))]);
    read_so(&hidden, [(noticed, "The ogre loses sight of Garret.")]);
    let down = after([
        Fact::Gains(knocked_out),
        Fact::Gains(held(Condition::Unconscious)),
    ]);
    read_so(
        &down,
        [(
            Fact::Loses(knocked_out),
            "The ogre is no longer knocked out.",
        )],
    );
}

#[test]
fn what_happens_to_things() {
    let (a, b) = (Cell::new(3, 4), Cell::new(4, 4));
    let ward = |number, on: CreatureId| Maintained {
        number,
        power: PowerId(4),
        by: GARRET,
        on,
        since: 2,
    };
    read_so(
        &fight(),
        [
            (
                Fact::Item(ItemId(0), Place::Ground(a)),
                "The arming sword of Garret falls at 3,4.",
            ),
            (
                Fact::Item(ItemId(2), Place::Held(GARRET, 2)),
                "Garret has the arming sword in hand.",
            ),
            (
                Fact::Handles(GARRET, Handling::Draws, ItemId(2), Place::Held(GARRET, 2)),
                "Garret draws the arming sword.",
            ),
            (
                Fact::Handles(GARRET, Handling::PicksUp, ItemId(2), Place::Held(GARRET, 2)),
                "Garret picks up the arming sword.",
            ),
            (
                Fact::Handles(GARRET, Handling::HandsOver, ItemId(0), Place::Held(OGRE, 1)),
                "Garret hands the arming sword to the ogre.",
            ),
            (
                Fact::Handles(GARRET, Handling::Drops, ItemId(0), Place::Ground(a)),
                "Garret drops the arming sword at 3,4.",
            ),
            (
                Fact::Item(ItemId(0), Place::Carried(GARRET)),
                "Garret puts the arming sword away.",
            ),
            (
                Fact::Loaded(ItemId(3), true),
                "The short bow of Garret is loaded.",
            ),
            (
                Fact::Left(ItemId(3), Some(7)),
                "7 left for the short bow of Garret.",
            ),
            (
                Fact::Broken(SHIELD, true),
                "The medium shield of the ogre chief breaks.",
            ),
            (
                Fact::Drinks(GARRET, ItemId(5), GARRET),
                "Garret drinks the mace.",
            ),
            (
                Fact::Drinks(GARRET, ItemId(5), OGRE),
                "Garret gives the ogre the mace to drink.",
            ),
            (
                Fact::Item(SHIELD, Place::Nowhere),
                "The medium shield of the ogre chief is gone.",
            ),
            (
                Fact::Alters(Altered::Door(a, b, true)),
                "The door between 3,4 and 4,4 opens.",
            ),
            (
                Fact::Maintains(ward(1, OGRE)),
                "Garret keeps up holy ward on the ogre.",
            ),
            (
                Fact::Maintains(ward(1, GARRET)),
                "Garret keeps up holy ward.",
            ),
        ],
    );
    let warded = after([Fact::Maintains(ward(1, OGRE))]);
    read_so(&warded, [(Fact::Lapses(1), "Holy ward on the ogre ends.")]);
    silent(&warded, [Fact::Lapses(2), Fact::Broken(SHIELD, false)]);
    assert_eq!(thing(&warded, 5), "mace");
    assert_eq!(thing(&warded, 99), "#99");
}
