//! What the bots of Three Actions do where it is plain what ought to be done.

use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, CreatureId, System};
use affray_threeaction::ThreeAction;
use affray_threeaction::act::Act;
use affray_threeaction::state::State;
use affray_trial::repository;

const OGRE: CreatureId = CreatureId(0);
const GUARD: CreatureId = CreatureId(1);

/// The ogre is played by its bot, the guard waits.
struct OgreAlone;

impl Answers<ThreeAction> for OgreAlone {
    fn answer(&mut self, state: &State, ask: &Ask<ThreeAction>) -> Option<Act> {
        if ask.who == OGRE {
            ThreeAction::simple(state, ask)
        } else {
            ThreeAction::silence(state, ask)
        }
    }
}

/// An ogre and a guard on either side of a wall between the columns 7 and 8, which is open in two rows from `gap` on; the ogre's Turn.
fn beside_a_wall(ogre: [u8; 2], guard: [u8; 2], gap: u8) -> Fight<ThreeAction> {
    let creature = |name: &str, kind: &str, side: &str, at: [u8; 2]| {
        format!("[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = {at:?}\n")
    };
    let wall = |from: u8, until: u8| {
        let between = format!("between = [[7, {from}], [8, {from}]]");
        format!("[[map.edges]]\n{between}\nuntil = [7, {until}]\nkind = 'wall'\n")
    };
    let text = [
        "system = 'threeaction'\nname = 'Sense'\nstart = { round = 1, turn = 'ogre' }\n".to_owned(),
        creature("ogre", "ogre", "foes", ogre),
        creature("guard", "town guard", "heroes", guard),
        "[map]\nrows = 30\ncolumns = 20\n".to_owned(),
        wall(0, gap - 1),
        wall(gap + 2, 29),
    ];
    let library = repository::files(&repository::content::<ThreeAction>(), "toml");
    let setup = ThreeAction::compose(&Source::new("sense.toml", text.concat()), &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    Fight::<ThreeAction>::new(setup, 1, 0).expect("a scenario that can be played")
}

/// The guard is struck sooner or later.
fn strikes_at_last(mut fight: Fight<ThreeAction>) {
    let unhurt = fight.settled().body(GUARD).hp;
    for _ in 0..100 {
        if fight.settled().body(GUARD).hp != unhurt {
            return;
        }
        fight.advance(&mut OgreAlone).expect("the ogre goes on");
    }
    panic!("the ogre is at {:?}", fight.settled().body(OGRE).at);
}

#[test]
fn who_stands_behind_a_wall_is_not_in_reach() {
    strikes_at_last(beside_a_wall([8, 2], [7, 2], 6));
}

#[test]
fn a_way_round_a_wall_is_not_walked_back() {
    strikes_at_last(beside_a_wall([8, 1], [5, 1], 24));
}
