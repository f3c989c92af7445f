//! Exact odds of Combat Rolls in Action Points & Fighting Styles against counts made by hand, however tests are read.

use affray_actionpoint::ActionPoint;
use affray_actionpoint::act::{Act, Action, Defence, Manner, Manual, Strike, Window};
use affray_actionpoint::fact::{Fact, Verdict};
use affray_actionpoint::state::{Arm, ItemId, State};
use affray_kernel::content::Source;
use affray_kernel::odds::{Course, Grain, Odds, odds_heard, odds_of_verdicts};
use affray_kernel::story::Note;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, CreatureId, System};
use affray_trial::repository;

/// The attacker: 14 with a longsword.
const KNIGHT: CreatureId = CreatureId(0);
/// The defender: 12 with a club.
const ORK: CreatureId = CreatureId(1);

/// Whoever is attacked parries, and nobody tries a maneuver.
struct Parries;

impl Answers<ActionPoint> for Parries {
    fn answer(&mut self, _: &State, ask: &Ask<ActionPoint>) -> Option<Act> {
        Some(match ask.window {
            Window::Attacked { .. } => Act::Defend(Defence {
                manner: Manner::Parry,
                using: None,
                style: None,
            }),
            _ => Act::Pass,
        })
    }
}

fn fight(options: &str, knight: &str, ork: &str) -> State {
    let text = format!(
        r#"
        system = "actionpoint"
        [options]
        {options}
        [start]
        round = 2
        turn = "garret"
        [[creature]]
        name = "garret"
        kind = "knight"
        side = "heroes"
        at = [5, 5]
        {knight}
        [[creature]]
        name = "ork"
        kind = "ork bandit"
        side = "monsters"
        at = [6, 5]
        {ork}
        "#
    );
    let library = repository::files(&repository::content::<ActionPoint>(), "toml");
    let setup = ActionPoint::compose(&Source::new("fight.toml", text), &library);
    let setup = setup.unwrap_or_else(|problems| panic!("{problems}"));
    ActionPoint::set_up(&setup).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The knight strikes at the ork.
fn blow() -> Act {
    Act::Do(Action::Strike(Strike {
        target: ORK,
        with: Arm::Item(ItemId(0)),
        thrown: false,
        manual: Manual::default(),
    }))
}

fn strike(state: &State) -> Odds<Option<Verdict>> {
    let act = blow();
    let course = Course::of(state, Some(KNIGHT), &act);
    let verdict = |_: State, notes: &[Note<ActionPoint>]| {
        notes.iter().find_map(|note| match note {
            Note::Fact(Fact::Came(_, _, _, verdict)) => Some(*verdict),
            _ => None,
        })
    };
    odds_heard(&course, &mut Parries, 100_000, verdict).expect("few enough courses")
}

/// Critical hits, hits, misses, negated attacks and mere failures, out of so many courses of the dice of both tests.
#[track_caller]
fn expect(state: &State, courses: u32, counts: [u32; 5]) {
    assert_eq!(counts.iter().sum::<u32>(), courses, "the counts themselves");
    let odds = strike(state);
    let verdicts = [
        Verdict::CriticalHit,
        Verdict::Hit,
        Verdict::Parried,
        Verdict::Negated,
        Verdict::Nothing,
    ];
    for (verdict, count) in verdicts.into_iter().zip(counts) {
        let chance = odds.chance(|found| *found == Some(verdict));
        let expected = f64::from(count) / f64::from(courses);
        assert!(
            (chance - expected).abs() < 1e-12,
            "{verdict:?}: {chance} instead of {expected}"
        );
    }
}

#[test]
fn damage_is_gone_through_once_for_all_that_two_tests_come_to() {
    let (state, act) = (fight("", "", ""), blow());
    let odds = |grain| {
        let course = Course {
            grain,
            ..Course::of(&state, Some(KNIGHT), &act)
        };
        let key = |state, verdicts| (state, verdicts);
        let odds = odds_of_verdicts(&course, &mut Parries, 100_000, |_| Ok(()), key);
        odds.expect("few enough courses")
    };
    let (merged, faces) = (odds(Grain::Merged), odds(Grain::Faces));
    // Both tests have 58 outcomes, of which three hit, miss and fail alike; damage has eight of its own after a hit of either kind.
    assert!(merged.runs < 58 + 2 * 8, "{} courses", merged.runs);
    assert!(merged.runs * 3 < strike(&state).runs);
    assert_eq!(merged.outcomes.len(), faces.outcomes.len());
    for (outcome, weight) in &merged.outcomes {
        let other = faces.outcomes.iter().find(|(other, _)| other == outcome);
        let (_, other) = other.expect("the same outcomes");
        assert_eq!(weight * &faces.total, other * &merged.total);
    }
}

#[test]
fn a_strike_with_14_against_a_parry_with_12() {
    // 14 of 20 pass and 12 of 20; of the 168 pairs that both pass, the higher die wins in 14 - d for each d from 1 to 12.
    let counts = [112, 90, 78, 72, 48];
    expect(&fight("", "", ""), 400, counts);
    expect(&fight("successes = \"margin\"", "", ""), 400, counts);
}

#[test]
fn over_a_target_successes_are_coarser_and_ties_favour_the_defender() {
    // Attacks with 1, 2 and 3 Successes: 5, 5 and 4 faces; Parries: 5, 5 and 2. Hits: 5 * 5 + 4 * 10.
    let state = fight("core-test = \"over-target\"", "", "");
    expect(&state, 400, [112, 65, 103, 72, 48]);
    // Steps of 1 are as fine as the die.
    let options = "core-test = \"over-target\"\nsuccess-step = 1";
    expect(&fight(options, "", ""), 400, [112, 90, 78, 72, 48]);
    // Against 25 with steps of 3: 10 and 8 faces pass, with 3, 3, 3, 1 and 3, 3, 2 of 1, 2, 3, 4 Successes. Hits: 9 + 3 * 6 + 1 * 8.
    let options = "core-test = \"over-target\"\ntarget-number = 25\nsuccess-step = 3";
    expect(&fight(options, "", ""), 400, [120, 35, 45, 80, 120]);
}

#[test]
fn a_boon_of_the_defender() {
    // Two dice, of which both fail in 64 of 400; the better pass is k in 2k + 15, which 14 - k dice of the attacker beat.
    let counts = [14 * 64, 2234, 2470, 6 * 336, 6 * 64];
    expect(&fight("", "", "braced = true"), 8000, counts);
    let margin = fight("successes = \"margin\"", "", "braced = true");
    expect(&margin, 8000, counts);
    // Over a target the better of two has 1, 2 and 3 Successes in 105, 155 and 76. Hits: 5 * 105 + 4 * 260.
    let over = fight("core-test = \"over-target\"", "", "braced = true");
    expect(&over, 8000, [14 * 64, 1565, 3139, 6 * 336, 6 * 64]);
}

#[test]
fn a_bane_of_the_defender() {
    // The ork is a bandit trained in partial armor alone. Both dice pass in 144 of 400; the lower one is k in 25 - 2k.
    let ork = "items = [\"club\", \"full iron armor\"]";
    let counts = [14 * 256, 1366, 650, 6 * 144, 6 * 256];
    expect(&fight("", "", ork), 8000, counts);
    expect(&fight("successes = \"margin\"", "", ork), 8000, counts);
}

#[test]
fn boon_and_bane_cancel_for_both() {
    let knight = "items = []\nheld = [{ kind = \"longsword\", hands = 1 }]\nworn = [\"partial iron armor\"]\nfeint = \"ork\"";
    let ork = "items = [\"club\", \"full iron armor\"]\nbraced = true";
    expect(&fight("", knight, ork), 400, [112, 90, 78, 72, 48]);
}
