//! What a state of Three Actions keeps summed up is what counting it out gives, in every state that random legal play reaches.

use affray_kernel::fight::Fight;
use affray_kernel::silent::{End, play_out};
use affray_kernel::tape::Answers;
use affray_kernel::{Arm, Ask, ItemId, System};
use affray_threeaction::ThreeAction;
use affray_threeaction::act::{Act, Target, Window};
use affray_threeaction::state::{Condition, Place, State};
use affray_threeaction::summary::{Equipped, SidesLeft, Waiting};
use affray_trial::repository::{AnyLegal, setups};

/// Fights of each scenario.
const FIGHTS: u64 = 4;
const ACTS: usize = 50;

const CONDITIONS: [Condition; 21] = [
    Condition::FlatFooted,
    Condition::Hidden,
    Condition::Undetected,
    Condition::Bleeding,
    Condition::Blinded,
    Condition::Dead,
    Condition::Entangled,
    Condition::Shaken,
    Condition::Grappled,
    Condition::Grappling,
    Condition::Choked,
    Condition::Invisible,
    Condition::OnFire,
    Condition::Poisoned,
    Condition::Prone,
    Condition::Slowed,
    Condition::Stunned,
    Condition::Unconscious,
    Condition::Destabilized,
    Condition::Buried,
    Condition::SeesThrough,
];

fn assert_summed_up(state: &State) {
    assert_eq!(state.waiting, Waiting::of(&state.bodies));
    assert_eq!(state.sides_left, SidesLeft::of(state));
    assert_eq!(state.calm, state.is_calm());
    for who in state.creatures() {
        let counted = Equipped::of(who, &state.items, &state.cast.kinds);
        assert_eq!(state.body(who).equipped, counted, "the things of {who:?}");
        assert_eq!(state.body(who).room, state.room(who), "the room of {who:?}");
        for condition in CONDITIONS {
            let held = state
                .conditions
                .iter()
                .any(|held| held.on == who && held.kind == condition);
            assert_eq!(state.has(who, condition), held, "{condition:?} of {who:?}");
        }
    }
}

#[test]
fn summaries_are_true_in_every_state_of_random_play() {
    let mut conditions_met = 0;
    let mut things_moved = false;
    for setup in setups::<ThreeAction>() {
        let mut used = ThreeAction::set_up(&setup).expect("a scenario");
        for seed in 0..FIGHTS {
            let mut fight = Fight::<ThreeAction>::new(setup.clone(), seed, 0).expect("a scenario");
            let mut players = AnyLegal::new(seed);
            let start: Vec<Equipped> = equipment(fight.settled());
            for _ in 0..ACTS {
                assert_summed_up(fight.settled());
                used.clone_from(fight.settled());
                assert_eq!(&used, fight.settled(), "taken by a used state");
                assert_summed_up(&used);
                if !fight.advance(&mut players).expect("a fight that goes on") {
                    break;
                }
            }
            conditions_met += fight.settled().conditions.iter().count();
            things_moved |= start != equipment(fight.settled());
        }
    }
    assert!(
        conditions_met > 100 && things_moved,
        "play that changes nothing proves nothing"
    );
}

/// A player who looks before every decision whether an Attack that was possible is so still, as a copy finds that knows of nothing yet.
struct LooksAgain {
    player: AnyLegal,
    /// Turned round every time: what was asked last, and is known therefore, is asked first.
    strikes: Vec<(Ask<ThreeAction>, Act)>,
    possible: usize,
}

impl Answers<ThreeAction> for LooksAgain {
    fn answer(&mut self, state: &State, ask: &Ask<ThreeAction>) -> Option<Act> {
        self.strikes.reverse();
        let unknowing = state.clone();
        for (by, strike) in &self.strikes {
            let found = ThreeAction::check(&unknowing, by, strike);
            assert_eq!(ThreeAction::check(state, by, strike), found, "{strike:?}");
            self.possible += usize::from(found.is_ok());
        }
        self.player.answer(state, ask)
    }
}

/// Every creature with everything that it has now against everybody.
fn strikes(state: &State) -> Vec<(Ask<ThreeAction>, Act)> {
    let mut strikes = Vec::new();
    for who in state.creatures() {
        let has = |item: &ItemId| match state.item(*item).place {
            Place::Held(by, _) | Place::Carried(by) => by == who,
            _ => false,
        };
        let items = (0..state.items.len()).map(|item| ItemId(item as u16));
        let items = items.filter(has).map(Arm::Item);
        let natural = (0..state.sheet(who).natural.len()).map(|arm| Arm::Natural(arm as u8));
        for with in items.chain(natural) {
            for target in state.creatures().map(Target::Creature) {
                let using = None;
                let strike = Act::Strike {
                    target,
                    with,
                    using,
                };
                strikes.push((Ask::open(who, Window::Turn), strike));
            }
        }
    }
    strikes
}

#[test]
fn an_attack_is_known_to_be_possible_as_long_as_it_is() {
    let mut possible = 0;
    for setup in setups::<ThreeAction>() {
        let mut state = ThreeAction::set_up(&setup).expect("a scenario");
        let mut player = LooksAgain {
            player: AnyLegal::new(5),
            strikes: strikes(&state),
            possible: 0,
        };
        let (end, _) = play_out::<ThreeAction>(&mut state, 5, 0, &mut player, ACTS as u32);
        assert!(matches!(end, End::Over(_) | End::Unfinished), "{end:?}");
        possible += player.possible;
    }
    assert!(possible > 100, "nobody came near anybody");
}

/// Every condition has a bit of its own.
#[test]
fn conditions_are_told_apart_by_their_bits() {
    let all = CONDITIONS
        .iter()
        .map(|condition| Condition::bits(&[*condition]));
    assert_eq!(
        all.map(u32::count_ones).sum::<u32>(),
        Condition::bits(&CONDITIONS).count_ones()
    );
    assert_eq!(
        Condition::bits(&CONDITIONS).count_ones() as usize,
        CONDITIONS.len()
    );
}

fn equipment(state: &State) -> Vec<Equipped> {
    let bodies = state.bodies.iter();
    bodies.map(|body| body.equipped).collect()
}
