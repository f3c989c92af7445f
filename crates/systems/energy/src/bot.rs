//! The policy `simple`: what a creature of this system does when a bot plays it.

mod arming;
mod barriers;
#[cfg(test)]
mod choices;
#[cfg(test)]
mod daring;
mod hiding;
mod known;
mod leaping;
mod magic;
mod moving;
mod shoving;
#[cfg(test)]
mod staged;
mod surviving;
mod worth;

use affray_kernel::CreatureId;

use super::act::{Act, Action, Claim, Interrupt, Pay, Step, Struggle, Window};
use super::actions::{self, answers, interrupts};
use super::rules::defenses::Seen;
use super::rules::maneuvers::{exposed, fling_spaces};
use super::rules::numbers::{
    able, conscious, enemies, fortitude_tally, metres_between, present, unaware,
};
use super::rules::price::{most_swaps, ways_to_pay};
use super::rules::rounds::FULL_ENERGY;
use super::sheet::Skill;
use super::state::{Condition, State, Watch};
use super::volley;
use known::Known;

/// Stamina that a creature can do without: a bot keeps what grants all the Energy of a Round, for whatever is below costs Energy in every
/// later Round (`stamina/energy-table`).
fn spare_stamina(state: &State, who: CreatureId) -> i16 {
    (state.body(who).stamina - FULL_ENERGY).max(0)
}

/// Ways to pay without Stamina that would be missed: Energy alone first (`stamina/stamina-for-energy`).
fn affordable(state: &State, who: CreatureId) -> impl Iterator<Item = Pay> + use<> {
    let most = spare_stamina(state, who).min(i16::from(most_swaps(state, who)));
    ways_to_pay(state, who).take(1 + usize::try_from(most).unwrap_or(0))
}

/// Aura left, and what harm it takes on average to fell somebody without, of both at its best (`System::vigour`).
pub(crate) fn vigour(state: &State, who: CreatureId) -> i32 {
    let (body, sheet) = (state.body(who), state.sheet(who));
    if sheet.traits.object {
        return 0;
    }
    let aura = if body.aura_off {
        0
    } else {
        i32::from(body.aura.max(0))
    };
    let life = worth::LAST_LIFE - worth::WOUND * i32::from(body.injuries);
    let most = i32::from(sheet.aura_strength) + worth::LAST_LIFE;
    (aura + life.max(1)) * 1000 / most
}

/// The choice of a sensible creature, made without dice. `None`: it leaves the moment to others.
pub(crate) fn simple(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    Some(match window {
        Window::Floor => floor(state, who),
        Window::Answer { actor, step } => answer(state, who, *actor, *step),
        Window::Ally { .. } => Act::PassOn(None),
        Window::Own { step } => own(state, who, *step),
        Window::Initiative { by } if surviving::keeps_roll(state, who, *by) => Act::Decline,
        Window::Initiative { .. } => Act::Roll,
        Window::Claim { .. } => match floor(state, who) {
            Act::Do(claim) => Act::Do(claim),
            _ => Act::Pass,
        },
        Window::Struggle { .. } => Act::Struggle(firmest(state, who)),
        Window::Fling { from, .. } => fling(state, who, *from),
        Window::Push { target, .. } => shoving::into(state, who, *target),
        Window::Take { .. } => arming::takes_in_passing(state, who).map_or(Act::Pass, Act::Take),
    })
}

/// The roll that promises the higher total: an exploding d10 comes to 6 on average, a d20 to 10.
fn firmest(state: &State, who: CreatureId) -> Struggle {
    let fortitude = 6 + fortitude_tally(state, who).total();
    let arms = 10 + i32::from(state.sheet(who).skill(Skill::ArmStrength));
    if fortitude >= arms {
        Struggle::Fortitude
    } else {
        Struggle::ArmStrength
    }
}

/// As [`firmest`], legs included, for whoever wants to get free.
fn strongest(state: &State, who: CreatureId) -> Struggle {
    let legs = state.sheet(who).skill(Skill::LegStrength);
    let arms = state.sheet(who).skill(Skill::ArmStrength);
    match firmest(state, who) {
        Struggle::ArmStrength if legs > arms => Struggle::LegStrength,
        other => other,
    }
}

/// Whether an act is possible on the open floor now.
fn legal(state: &State, who: CreatureId, act: &Act) -> bool {
    actions::check(state, who, &Window::Floor, act).is_ok()
}

/// A claim that Energy alone pays for.
fn plainly(state: &State, who: CreatureId, action: Action) -> Option<Act> {
    let plain = Act::Do(Claim {
        action,
        pay: Pay::PLAIN,
    });
    legal(state, who, &plain).then_some(plain)
}

/// A claim that Energy pays for, with Stamina in its place where there is enough of it.
fn claim(state: &State, who: CreatureId, action: Action) -> Option<Act> {
    let mut claim = Claim {
        action,
        pay: Pay::PLAIN,
    };
    for pay in affordable(state, who) {
        claim.pay = pay;
        let act = Act::Do(claim);
        if legal(state, who, &act) {
            return Some(act);
        }
        let Act::Do(unpaid) = act else { break };
        claim = unpaid;
    }
    None
}

/// Enemies that can still fight and that it knows of, the nearest first (`gaps/awareness`); nobody is to be fought once the combat is over
/// (`rounds/rest-outside`).
fn foes(state: &State, who: CreatureId) -> Vec<CreatureId> {
    if state.clock.phase.is_aftermath() {
        return Vec::new();
    }
    let mut foes: Vec<CreatureId> = state
        .creatures()
        .filter(|other| {
            enemies(state, who, *other) && conscious(state, *other) && !unaware(state, who, *other)
        })
        .collect();
    foes.sort_by_key(|other| {
        (
            !able(state, *other),
            metres_between(state, who, *other),
            *other,
        )
    });
    foes
}

fn floor(state: &State, who: CreatureId) -> Act {
    if !able(state, who) {
        return Act::Wait;
    }
    let deed = at_hand(state, who).filter(|act| legal(state, who, act));
    // Whoever attacks turns to its target with that.
    if let Some(attack) = deed.as_ref().filter(|act| rolls_attack(state, act)) {
        return attack.clone();
    }
    watch(state, who)
        .or(deed)
        .or_else(|| go_on(state, who))
        .or_else(|| surviving::brace(state, who))
        .filter(|act| legal(state, who, act))
        .unwrap_or(Act::Wait)
}

/// Goes to its foes, unless it has something to take up here or near; where no way leads to them it takes what shoots in hand.
fn go_on(state: &State, who: CreatureId) -> Option<Act> {
    if magic::stays_beside(state, who) || arming::awaits_bow(state, who) {
        return None;
    }
    arming::fetch(state, who)
        .or_else(|| moving::close_in(state, who))
        .or_else(|| barriers::pass(state, who))
        .or_else(|| arming::takes_what_shoots(state, who))
}

/// What can be done without going anywhere; when the combat is over, whoever bleeds out is helped before breath is caught.
fn at_hand(state: &State, who: CreatureId) -> Option<Act> {
    if state.clock.phase.is_aftermath() {
        return magic::act(state, who).or_else(|| surviving::act(state, who));
    }
    swift_at_once(state, who)
        .or_else(|| surviving::shake(state, who, None).map(Act::Interrupt))
        .or_else(|| surviving::act(state, who))
        .or_else(|| surviving::let_go(state, who))
        .or_else(|| surviving::rouse(state, who))
        .or_else(|| magic::act(state, who))
        .or_else(|| arming::draw(state, who))
        .or_else(|| arming::takes_bow(state, who))
        .or_else(|| arming::takes_blade(state, who))
        .or_else(|| worth::best(state, who))
        .or_else(|| arming::arm_oneself(state, who))
        .or_else(|| arming::takes_shield(state, who))
}

/// Whether an act of the open floor is an attack that is rolled (`facing/attack-only-front`).
fn rolls_attack(state: &State, act: &Act) -> bool {
    match act {
        Act::Do(claim) => volley::is_attack(state, &claim.action),
        Act::Interrupt(given) => matches!(given, Interrupt::Strike(..) | Interrupt::Maneuver(..)),
        _ => false,
    }
}

/// Watches the foe that is nearest.
fn watch(state: &State, who: CreatureId) -> Option<Act> {
    let foe = foes(state, who).first().copied()?;
    let wanted = Watch::Creature(foe);
    (state.body(who).watch != wanted).then_some(Act::Face(wanted))
}

/// A Swift Attack on whoever lies open now.
fn swift_at_once(state: &State, who: CreatureId) -> Option<Act> {
    worth::best_swift(state, who, None).map(Act::Interrupt)
}

fn answer(state: &State, who: CreatureId, actor: CreatureId, step: Step) -> Act {
    let window = Window::Answer { actor, step };
    let ok = |act: &Act| answers::check(state, who, &window, act).is_ok();
    let best = worth::best_swift(state, who, Some((actor, step))).map(Act::Interrupt);
    if let Some(act) = best.filter(ok) {
        return act;
    }
    if let Some(act) = surviving::evade(state, who, actor).filter(ok) {
        return act;
    }
    if let Some(act) = surviving::forestall(state, who, actor, step).filter(ok) {
        return act;
    }
    if watches_every_metre(state, who, actor) {
        Act::Pass
    } else {
        Act::PassOn(None)
    }
}

/// Whether something may still change for it while that action goes on: a mover may come through its Reach.
fn watches_every_metre(state: &State, who: CreatureId, actor: CreatureId) -> bool {
    !state.body(who).swift
        && state
            .doing(actor)
            .is_some_and(|doing| matches!(doing.action, Action::Move { .. } | Action::Jump(_)))
}

/// In the middle of its own action: shakes off what slows it on its way, follows a target that has stepped away if an Agile Move reaches
/// it, or gives up what has become hopeless.
fn own(state: &State, who: CreatureId, step: Step) -> Act {
    let Some(doing) = state.doing(who) else {
        return Act::Pass;
    };
    if let Action::Move { .. } = doing.action {
        let shaken = surviving::shake(state, who, Some((who, step)));
        return shaken.map_or(Act::Pass, Act::Interrupt);
    }
    let Some(target) = doing.action.attacked() else {
        return Act::Pass;
    };
    let with = match &doing.action {
        Action::Attack(strike) if actions::strike::is_ranged(state, who, strike) => {
            return Act::Pass;
        }
        Action::Attack(strike) => strike.with,
        Action::Maneuver(attempt) => attempt.with,
        _ => return Act::Pass,
    };
    if !present(state, target) {
        return Act::Stop;
    }
    if actions::strike::reached(state, who, target, with).is_ok() {
        return Act::Pass;
    }
    let window = Window::Own { step };
    moving::agile_step_into_reach(&Known::new(state), who, target, with)
        .map(|to| Act::Interrupt(Interrupt::AgileMove(to)))
        .filter(|act| answers::check(state, who, &window, act).is_ok())
        .unwrap_or(Act::Stop)
}

/// Flings a weapon as far from its owner as it goes.
fn fling(state: &State, who: CreatureId, from: CreatureId) -> Act {
    let space = state.space(from);
    let far = fling_spaces(state, who, from).max_by_key(|cell| {
        let there = affray_kernel::grid::Space::cell(*cell);
        (
            state.grid().distance(space, there),
            std::cmp::Reverse(*cell),
        )
    });
    far.map_or(Act::Pass, Act::Space)
}

/// Whether a maneuver on somebody has no drawback now: it is Exposed (`maneuvers/target-not-exposed`).
fn lies_open(state: &State, who: CreatureId, target: CreatureId) -> bool {
    exposed(state, target, who, Seen::default())
}

/// Whether a creature lies or is held, so that nothing more is gained by knocking it down.
fn is_down(state: &State, target: CreatureId) -> bool {
    state.has(target, Condition::Prone) || state.has(target, Condition::Restrained)
}

/// Interrupts that are possible, for those who weigh them.
fn possible(
    state: &State,
    who: CreatureId,
    given: &Interrupt,
    during: super::rules::swift::During,
) -> bool {
    interrupts::possible(state, who, given, during).is_ok()
}

#[cfg(test)]
mod tests {
    use affray_kernel::CreatureId;

    use super::simple;
    use crate::Energy;
    use crate::act::{Act, Action, Claim, Window};
    use crate::actions::way::route;
    use crate::aspect::aspect;
    use crate::notation::print_for;
    use crate::rules::zones::hampers;
    use crate::state::{Place, State, Watch};
    use affray_trial::files;

    const ALDA: CreatureId = CreatureId(0);
    const DURN: CreatureId = CreatureId(1);

    /// Durn turns his back on Alda, who is in cover 2 m behind him.
    fn durn(conditions: &str) -> State {
        files::state::<Energy>(&format!(
            "
[start]
round = 2
[map]
columns = 16
rows = 12
patches = [{{ from = [6, 5], to = [6, 5], conceals = true }}]
[[creature]]
name = 'alda'
kind = 'fighter'
side = 'a'
at = [6, 5]
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [8, 5]
facing = 'east'
conditions = [{conditions}]
"
        ))
    }

    /// Alda has a shortsword in her bag and that in hand, Durn before her, and an empty bow at her feet.
    fn alda(held: &str) -> State {
        files::state::<Energy>(&format!(
            "
[start]
round = 2
[map]
columns = 16
rows = 12
[[creature]]
name = 'alda'
kind = 'archer'
side = 'a'
at = [6, 5]
items = []
held = [{held}]
carried = ['shortsword']
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [7, 5]
[[item]]
kind = 'shortbow'
at = [6, 6]
left = 0
"
        ))
    }

    /// What Alda does then, as it is typed.
    fn deed(state: &State) -> String {
        let act = simple(state, ALDA, &Window::Floor).unwrap();
        print_for(state, Some(ALDA), &act)
    }

    /// Alda can mend; her friends are there, and Durn is not near.
    fn mender(friends: &str) -> State {
        files::state::<Energy>(&format!(
            "
[start]
round = 2
[map]
columns = 24
rows = 12
[[creature]]
name = 'alda'
kind = 'adept'
side = 'a'
at = [4, 3]
facing = 'durn'
used = ['mire']
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [23, 11]
{friends}
"
        ))
    }

    /// A friend without Aura in that place, who bleeds out or not.
    fn hurt(name: &str, at: [i16; 2], bleeds: bool) -> String {
        let bleeding = if bleeds {
            "bleeding = true\nunconscious = ['death']"
        } else {
            ""
        };
        format!(
            "
[[creature]]
name = '{name}'
kind = 'fighter'
side = 'a'
at = {at:?}
aura = 0
{bleeding}
"
        )
    }

    #[test]
    fn whoever_bleeds_out_is_healed_first_and_from_a_step_away() {
        let near = hurt("bram", [5, 3], false);
        let dying = hurt("ezra", [6, 4], true);
        assert_eq!(deed(&mender(&near)), "use mend aura on bram");
        let both = deed(&mender(&format!("{near}{dying}")));
        assert!(both.starts_with("use mend aura on ezra moving"), "{both}");
    }

    #[test]
    fn a_healer_runs_to_whoever_bleeds_out_far_away() {
        let dying = hurt("ezra", [9, 3], true);
        assert!(deed(&mender(&dying)).contains("run to"));
    }

    #[test]
    fn whoever_has_a_way_to_go_shakes_off_what_slows_it() {
        let duelist = |x: i16| {
            files::state::<Energy>(&format!(
                "
[start]
round = 2
[map]
columns = 24
rows = 12
[[creature]]
name = 'alda'
kind = 'duelist'
side = 'a'
at = [4, 3]
facing = 'durn'
conditions = ['slowed']
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [{x}, 3]
"
            ))
        };
        let shakes = |state: &State| deed(state).contains("free stride");
        assert!(shakes(&duelist(12)));
        assert!(!shakes(&duelist(5)));
    }

    #[test]
    fn nobody_strikes_with_bare_hands_who_has_a_weapon() {
        assert_eq!(deed(&alda("")), "equip shortsword");
        let empty = "{ kind = 'shortbow', name = 'bow', left = 0 }";
        assert_eq!(deed(&alda(empty)), "drop bow");
    }

    #[test]
    fn nobody_takes_up_what_is_empty() {
        let mut state = alda("");
        let sword = state
            .all_items()
            .find(|(_, item)| item.place.bearer() == Some(ALDA));
        let (sword, _) = sword.unwrap();
        state.items[usize::from(sword.0)].place = Place::Nowhere;
        assert!(deed(&state).starts_with("attack durn with body"));
    }

    #[test]
    fn a_bow_is_loaded_for_the_next_shot_before_fists_are_used() {
        let bow = "{ kind = 'longbow', loaded = false, left = 5 }";
        assert_eq!(deed(&alda(bow)), "load longbow");
    }

    #[test]
    fn nobody_pays_for_turns_on_the_way_to_a_foe() {
        let state = files::state::<Energy>(
            "
[start]
round = 2
[map]
columns = 16
rows = 12
[[creature]]
name = 'alda'
kind = 'fighter'
side = 'a'
at = [2, 5]
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [7, 7]
",
        );
        let act = simple(&state, ALDA, &Window::Floor).unwrap();
        let Act::Do(Claim {
            action: Action::Move { path, .. },
            ..
        }) = act
        else {
            panic!("no movement: {act:?}");
        };
        assert_eq!(path.len(), 1, "only the goal is named: {path:?}");
    }

    /// Whether Alda wades on her way to Durn through a bog between the two that is open from a row on.
    fn wades(open_from: usize) -> bool {
        let row = |y: usize| {
            if y < open_from {
                "...~~..........."
            } else {
                "................"
            }
        };
        let rows: Vec<&str> = (0..24).map(row).collect();
        let state = files::state::<Energy>(&format!(
            "
[start]
round = 2
[map]
rows = {rows:?}
legend.'~' = {{ imposes = 'slowed' }}
[[creature]]
name = 'alda'
kind = 'fighter'
side = 'a'
at = [2, 3]
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [6, 3]
"
        ));
        let act = simple(&state, ALDA, &Window::Floor).unwrap();
        let Act::Do(Claim {
            action: Action::Move { path, .. },
            ..
        }) = act
        else {
            panic!("no movement: {act:?}");
        };
        let way = route(&state, ALDA, &path, false).unwrap();
        way.iter()
            .any(|cell| hampers(&state, ALDA, state.space_at(ALDA, *cell)))
    }

    #[test]
    fn a_bog_is_gone_round_where_that_is_not_much_longer() {
        assert!(!wades(5));
        assert!(wades(20));
    }

    #[test]
    fn nobody_goes_for_whom_it_does_not_know_of() {
        let state = durn("{ kind = 'unaware', toward = 'alda' }");
        let act = simple(&state, DURN, &Window::Floor).unwrap();
        assert!(!matches!(act, Act::Face(Watch::Creature(_))));
        assert!(aspect(&state, DURN, &act).targets.is_empty());
        let state = durn("");
        let act = simple(&state, DURN, &Window::Floor).unwrap();
        assert_eq!(aspect(&state, DURN, &act).targets.as_slice(), [ALDA]);
    }
}
