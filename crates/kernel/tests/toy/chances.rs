//! Exact odds of acts and of whole fights.

use affray_kernel::dice::Faces;
use affray_kernel::odds::{
    Budget, Course, Forks, Grain, NoOdds, Odds, odds, odds_heard, odds_of_verdicts, sampled,
};
use affray_kernel::story::{Note, Sum, Verdict};
use affray_kernel::tape::{Answers, Draw, People, Simple, Stop};
use affray_kernel::{Ask, Next, System};

use crate::brawl::{Act, Brawl, State, Window};
use crate::{ANN, ELF, ORC, fight, first_turn, rolled, submit};

#[test]
fn the_odds_of_a_strike_are_exact() {
    let fight = first_turn();
    let odds = odds::<Brawl, i16>(
        fight.state(),
        Some(ANN),
        &Act::Strike(ORC),
        &mut Simple,
        10_000,
        |state| state.body(ORC).hp,
    )
    .expect("odds");
    let sum: num_bigint::BigUint = odds.outcomes.iter().map(|(_, weight)| weight).sum();
    assert_eq!(sum, odds.total);
    // 8 to 20 hit with might 3; the parry turns half of them; 7 is the most likely damage.
    let unhurt = odds.chance(|&hp| hp == 15);
    assert!((unhurt - (7.0 / 20.0 + 13.0 / 40.0)).abs() < 1e-12);
    let seven = odds.chance(|&hp| hp == 15 - 7);
    assert!((seven - 13.0 / 40.0 / 6.0).abs() < 1e-12);
    assert_eq!(odds.outcomes.len(), 12);
}

#[test]
fn odds_can_tell_what_was_rolled() {
    let fight = first_turn();
    let course = Course::<Brawl>::of(fight.state(), Some(ANN), &Act::Strike(ORC));
    let odds = odds_heard(&course, &mut Simple, 10_000, |_, notes| {
        let hit = |note: &Note<Brawl>| matches!(note, Note::Sum(sum) if sum.verdict == "hit");
        notes.iter().any(hit)
    })
    .expect("odds");
    assert!((odds.chance(|&hit| hit) - 13.0 / 20.0).abs() < 1e-12);
}

#[test]
fn an_act_in_progress_has_odds_for_each_answer() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    rolled(&mut fight, &[20]);
    let open = fight.open().expect("in progress");
    let unhurt = |answer: Act| {
        let course = Course::<Brawl> {
            state: fight.settled(),
            who: open.who,
            act: &open.act,
            draws: &open.draws,
            partial: &[(ORC, answer)],
            grain: Grain::Merged,
        };
        let odds = odds_heard(&course, &mut Simple, 10_000, |state, _| state.body(ORC).hp);
        odds.expect("odds").chance(|&hp| hp == 15)
    };
    assert!((unhurt(Act::Parry) - 0.5).abs() < 1e-12);
    assert!(unhurt(Act::Pass) == 0.0);
}

#[test]
fn exploding_dice_total_exactly_too() {
    let fight = first_turn();
    let odds = odds::<Brawl, i16>(
        fight.state(),
        Some(ANN),
        &Act::Frenzy(ELF),
        &mut Simple,
        10_000,
        |state| 7 - state.body(ELF).hp,
    )
    .expect("odds");
    let sum: num_bigint::BigUint = odds.outcomes.iter().map(|(_, weight)| weight).sum();
    assert_eq!(sum + &odds.tail, odds.total);
    assert!((odds.chance(|&harm| harm == 5) - 1.0 / 6.0).abs() < 1e-12);
    assert!((odds.chance(|&harm| harm == 6 + 6 + 3) - 1.0 / 216.0).abs() < 1e-12);
}

#[test]
fn odds_say_why_there_are_none() {
    let fight = first_turn();
    let why = |act: &Act, budget| {
        odds::<Brawl, ()>(fight.state(), Some(ANN), act, &mut Simple, budget, |_| ()).err()
    };
    assert_eq!(why(&Act::Sweep, 3), Some(NoOdds::Budget(3)));
    assert_eq!(why(&Act::Deeper, 100), Some(NoOdds::Fault(Stop::Cap)));
    let open = odds::<Brawl, ()>(
        fight.state(),
        Some(ANN),
        &Act::Strike(ORC),
        &mut People,
        100,
        |_| (),
    );
    assert_eq!(open.err(), Some(NoOdds::Undecided));
}

#[test]
fn a_budget_counts_lines_as_well_as_courses() {
    let fight = first_turn();
    let course = Course::<Brawl>::of(fight.state(), Some(ANN), &Act::Strike(ORC));
    let lines = |lines| Budget {
        runs: 10_000,
        lines,
    };
    let why = |lines| odds_heard(&course, &mut Simple, lines, |_, _| ()).err();
    assert_eq!(why(lines(5)), Some(NoOdds::Lines(5)));
    assert_eq!(why(lines(100_000)), None);
    // A sample has enough plays to say something, however long each is.
    let plays = |lines| {
        let sample = sampled(&course, &mut Simple, lines, 1, |_, _| (), |_, _| ());
        sample.expect("plays").plays
    };
    assert_eq!(plays(lines(5)), 200);
    assert_eq!(plays(Budget::from(50)), 50);
    assert!((201..10_000).contains(&plays(lines(10_000))));
}

#[test]
fn a_budget_holds_to_the_last_course() {
    let fight = first_turn();
    for act in [Act::Strike(ORC), Act::Wager(ORC), Act::Charge(ORC)] {
        let course = Course::<Brawl>::of(fight.state(), Some(ANN), &act);
        let courses = |budget: Budget| {
            let key = |state, verdicts| (state, verdicts);
            let odds = odds_of_verdicts(&course, &mut Simple, budget, |_| Ok(()), key);
            odds.map(|odds| odds.runs)
        };
        let all = courses(Budget::from(10_000)).expect("few enough courses");
        // Courses that go on from the beginning of a stage count as all others do.
        assert_eq!(courses(Budget::from(all)), Ok(all));
        assert_eq!(
            courses(Budget::from(all - 1)),
            Err(NoOdds::Budget(all - 1)),
            "one more course than the budget allows"
        );
    }
}

#[test]
fn a_budget_holds_to_the_last_line() {
    let fight = first_turn();
    for act in [Act::Strike(ORC), Act::Sweep] {
        let course = Course::<Brawl>::of(fight.state(), Some(ANN), &act);
        let mut all = 0;
        let count = |_: State, notes: &[Note<Brawl>]| all += notes.len() as u64;
        odds_heard(&course, &mut Simple, 10_000, count).expect("few enough courses");
        let within = |lines| {
            let runs = 10_000;
            odds_heard(&course, &mut Simple, Budget { runs, lines }, |_, _| ()).err()
        };
        assert_eq!(within(all), None);
        assert_eq!(within(all - 1), Some(NoOdds::Lines(all - 1)));
    }
}

#[test]
fn acts_can_be_followed_one_after_the_other() {
    let fight = first_turn();
    let mut forks = Forks::default();
    let mut chances = |act: Act| {
        let course = Course::<Brawl>::of(fight.state(), Some(ANN), &act);
        let followed = forks.each(&course, &mut Simple, 10_000, |state| state);
        followed.map(|followed| {
            let found = followed.outcomes;
            assert!(followed.runs >= found.len() as u64);
            let sum: f64 = found.iter().map(|(_, chance)| chance).sum();
            (sum, found.len(), followed.beyond)
        })
    };
    let (sum, states, beyond) = chances(Act::Strike(ORC)).expect("chances");
    assert!((sum - 1.0).abs() < 1e-12 && states > 12);
    assert!(beyond == 0.0);
    let (sum, _, beyond) = chances(Act::Frenzy(ELF)).expect("dice that explode are followed");
    assert!(beyond > 0.0 && (sum + beyond - 1.0).abs() < 1e-12);
    assert_eq!(chances(Act::Deeper).err(), Some(NoOdds::Fault(Stop::Cap)));
}

#[test]
fn whoever_follows_an_act_may_end_it_between_two_courses() {
    let fight = first_turn();
    let course = Course::<Brawl>::of(fight.state(), Some(ANN), &Act::Strike(ORC));
    let mut forks = Forks::default();
    let mut courses = 0;
    let followed = forks.try_each(&course, &mut Simple, 10_000, |_| {
        courses += 1;
        if courses < 5 { Ok(()) } else { Err(None) }
    });
    let why: Option<Option<NoOdds>> = followed.err();
    assert_eq!(why, Some(None));
    assert_eq!(courses, 5);
    // Nothing of it is left over in what comes next.
    let again = forks.each(&course, &mut Simple, 10_000, |state| state);
    let anew = Forks::default().each(&course, &mut Simple, 10_000, |state| state);
    assert_eq!(again, anew);
    let limited = forks.try_each(&course, &mut Simple, 3, |_| Ok::<(), Option<NoOdds>>(()));
    assert_eq!(limited.err(), Some(Some(NoOdds::Budget(3))));
}

#[test]
fn face_by_face_the_odds_are_the_same() {
    let fight = first_turn();
    for act in [Act::Strike(ORC), Act::Sweep] {
        let harm = |grain| {
            let course = Course::<Brawl> {
                grain,
                ..Course::of(fight.state(), Some(ANN), &act)
            };
            let odds = odds_heard(&course, &mut Simple, 100_000, |state, _| {
                [ELF, ORC].map(|who| state.body(who).hp)
            });
            let odds = odds.expect("odds");
            let mut shares: Vec<_> = odds
                .outcomes
                .iter()
                .map(|(hp, _)| (*hp, odds.chance(|other| other == hp)))
                .collect();
            shares.sort_by_key(|(hp, _)| *hp);
            shares
        };
        assert_eq!(harm(Grain::Merged), harm(Grain::Faces));
    }
}

/// An outcome as far as courses go on as one: what became of everybody, and what the rolls came to.
type Merged = (State, Vec<Verdict>);

/// The orc strikes back, and others parry that.
struct StrikesBack;

impl Answers<Brawl> for StrikesBack {
    fn answer(&mut self, state: &State, ask: &Ask<Brawl>) -> Option<Act> {
        match ask.window {
            Window::Struck { .. } if ask.who == ORC => Some(Act::Riposte),
            _ => Simple.answer(state, ask),
        }
    }
}

/// Odds where courses go on as one, and those where each is followed to its end, with all totals that are heard of.
fn merged_and_not(act: &Act, policy: &mut dyn Answers<Brawl>) -> [(Odds<Merged>, Vec<i32>); 2] {
    let fight = first_turn();
    let course = Course::<Brawl>::of(fight.state(), Some(ANN), act);
    let mut heard = Vec::new();
    let hear = |sums: &[Sum]| {
        heard.extend(sums.iter().map(|sum| sum.total));
        Ok(())
    };
    let key = |state, verdicts| (state, verdicts);
    let merged = odds_of_verdicts(&course, policy, 100_000, hear, key).expect("odds");
    let mut all = Vec::new();
    let each = odds_heard(&course, policy, 100_000, |state, notes| {
        let sums = notes.iter().filter_map(|note| match note {
            Note::Sum(sum) => Some(sum),
            _ => None,
        });
        all.extend(sums.clone().map(|sum| sum.total));
        (state, sums.filter_map(Sum::judged).collect())
    });
    [(merged, heard), (each.expect("odds"), all)].map(|(odds, mut totals)| {
        totals.sort_unstable();
        totals.dedup();
        (odds, totals)
    })
}

#[test]
fn courses_that_come_to_the_same_in_a_stage_go_on_as_one() {
    // One after the other; none; one in another; one before a tie that is rolled again; one before dice that explode.
    let (simple, back): (&mut dyn Answers<Brawl>, &mut dyn Answers<Brawl>) =
        (&mut Simple, &mut StrikesBack);
    let same = |act: Act, policy: &mut dyn Answers<Brawl>| {
        let [(merged, heard), (each, all)] = merged_and_not(&act, policy);
        assert_eq!(heard, all, "every roll is heard of");
        assert_eq!(merged.outcomes.len(), each.outcomes.len());
        for (outcome, weight) in &merged.outcomes {
            let other = each.outcomes.iter().find(|(other, _)| other == outcome);
            let (_, other) = other.expect("the same outcomes");
            assert_eq!(weight * &each.total, other * &merged.total);
        }
        assert_eq!(&merged.tail * &each.total, &each.tail * &merged.total);
        (merged.runs, each.runs)
    };
    let fewer = |(merged, each): (u64, u64), most: u64| {
        assert!(merged <= most && merged < each, "{merged} of {each}");
    };
    fewer(same(Act::Strike(ORC), simple), 20 + 2 * 12);
    let (merged, each) = same(Act::Sweep, simple);
    assert_eq!(merged, each, "without stages");
    fewer(same(Act::Strike(ORC), back), 200);
    fewer(same(Act::Wager(ORC), simple), 6 + 3 * 36);
    fewer(same(Act::Charge(ORC), simple), 20 + 200);
}

#[test]
fn a_sample_is_the_same_every_time_and_near_the_odds() {
    let fight = first_turn();
    let course = Course::<Brawl>::of(fight.state(), Some(ANN), &Act::Strike(ORC));
    let play = |seed| {
        let unhurt = |state: <Brawl as affray_kernel::System>::State, _: &[Note<Brawl>]| {
            state.body(ORC).hp == 15
        };
        sampled(&course, &mut Simple, 20_000, seed, |_, _| (), unhurt).expect("a sample")
    };
    let sample = play(1);
    assert_eq!(sample, play(1));
    assert_ne!(sample, play(2));
    let unhurt = sample.outcomes.iter().find(|(unhurt, _)| *unhurt);
    let share = unhurt.expect("it happens").1 as f64 / 20_000.0;
    let chance = 7.0 / 20.0 + 13.0 / 40.0;
    assert!((share - chance).abs() < 5.0 * (chance * (1.0 - chance) / 20_000.0_f64).sqrt());
    let open = sampled(&course, &mut People, 10, 1, |_, _| (), |_, _| ());
    assert_eq!(open.err(), Some(NoOdds::Undecided));
}

/// The bot of the system, and how often it was asked.
struct Counted {
    asked: u32,
    is_settled: bool,
}

impl Answers<Brawl> for Counted {
    fn answer(&mut self, state: &<Brawl as System>::State, ask: &Ask<Brawl>) -> Option<Act> {
        self.asked += 1;
        Simple.answer(state, ask)
    }

    fn is_settled(&self) -> bool {
        self.is_settled
    }
}

#[test]
fn what_was_answered_after_the_same_dice_is_not_asked_again() {
    let fight = first_turn();
    let mut counted = Counted {
        asked: 0,
        is_settled: false,
    };
    let odds = odds::<Brawl, i16>(
        fight.state(),
        Some(ANN),
        &Act::Strike(ORC),
        &mut counted,
        10_000,
        |state| state.body(ORC).hp,
    );
    let runs = odds.expect("odds").runs;
    // 8 to 20 hit; what follows then is asked once, whatever falls later.
    assert_eq!(counted.asked, 13);
    assert!(runs > 13 * 11, "{runs}");
}

#[test]
fn plays_decide_once_what_comes_before_their_dice() {
    let fight = fight(1);
    let Next::Auto(begin) = Brawl::next(fight.state()) else {
        panic!("a round begins of itself");
    };
    let course = Course::<Brawl>::of(fight.state(), None, &begin);
    let asked = |is_settled| {
        let mut counted = Counted {
            asked: 0,
            is_settled,
        };
        let first = |state, _: &[Note<Brawl>]| match Brawl::next(&state) {
            Next::Await { must, .. } => Some(must.who),
            Next::Auto(_) | Next::Over(_) => None,
        };
        let sample = sampled(&course, &mut counted, 50, 1, |_, _| (), first).expect("plays");
        assert_eq!(sample.outcomes.len(), 2, "each play has dice of its own");
        counted.asked
    };
    assert_eq!((asked(true), asked(false)), (4, 4 * 50));
}

#[test]
fn a_tie_that_is_rolled_again_takes_nothing_from_the_odds() {
    let fight = first_turn();
    let act = Act::Wager(ORC);
    let before = fight.state().body(ORC).hp;
    let harm = |state: &<Brawl as affray_kernel::System>::State| before - state.body(ORC).hp;
    let odds = odds::<Brawl, i16>(fight.state(), Some(ANN), &act, &mut Simple, 10_000, harm)
        .expect("odds");
    assert_eq!(odds.tail, num_bigint::BigUint::ZERO);
    for (harm, weight) in &odds.outcomes {
        let parts = if *harm == 0 { 3_u8 } else { 1_u8 };
        assert_eq!(weight * 6_u8, &odds.total * parts, "harm {harm}");
    }
    let course = Course::<Brawl>::of(fight.state(), Some(ANN), &act);
    let followed = Forks::default().each(&course, &mut Simple, 10_000, |state| harm(&state));
    let followed = followed.expect("chances");
    let unhurt = followed.outcomes.iter().find(|(harm, _)| *harm == 0);
    assert!((unhurt.expect("it happens").1 - 0.5).abs() < 1e-12 && followed.beyond == 0.0);
    let harm = |state, _: &[Note<Brawl>]| harm(&state);
    let sample = sampled(&course, &mut Simple, 2_000, 1, |_, _| (), harm).expect("a sample");
    let unhurt = sample.outcomes.iter().find(|(harm, _)| *harm == 0);
    assert!(unhurt.is_some_and(|(_, plays)| plays.abs_diff(1_000) < 5 * 22));
}

#[test]
fn a_tie_that_people_have_rolled_is_rolled_again() {
    let fight = first_turn();
    let before = fight.state().body(ORC).hp;
    let one = |face| Draw::Faces(Faces::try_from(&[face][..]).expect("few faces"));
    // A stake of 3, and both roll a 3.
    let course = Course::<Brawl> {
        draws: &[one(5), one(3), one(3)],
        ..Course::of(fight.state(), Some(ANN), &Act::Wager(ORC))
    };
    let key = |state: State, _| before - state.body(ORC).hp;
    let odds = odds_of_verdicts(&course, &mut Simple, 10_000, |_| Ok(()), key).expect("odds");
    assert_eq!(odds.outcomes.len(), 2);
    for harm in [0, 3] {
        assert!((odds.chance(|&came| came == harm) - 0.5).abs() < 1e-12);
    }
}

/// The odds of a course where courses go on as one, which are the same as if each face were followed to the end.
fn as_face_by_face(course: &Course<'_, Brawl>, policy: &mut dyn Answers<Brawl>) -> Odds<Merged> {
    let mut odds = |grain| {
        let course = Course { grain, ..*course };
        let key = |state, verdicts| (state, verdicts);
        let odds = odds_of_verdicts(&course, policy, 100_000, |_| Ok(()), key);
        odds.expect("few enough courses")
    };
    let (merged, faces) = (odds(Grain::Merged), odds(Grain::Faces));
    assert!(
        merged.runs < faces.runs,
        "{} of {} courses",
        merged.runs,
        faces.runs
    );
    assert_eq!(merged.tail, num_bigint::BigUint::ZERO);
    assert_eq!(merged.outcomes.len(), faces.outcomes.len());
    for (outcome, weight) in &merged.outcomes {
        let other = faces.outcomes.iter().find(|(other, _)| other == outcome);
        let (_, other) = other.expect("the same outcomes");
        assert_eq!(weight * &faces.total, other * &merged.total);
    }
    merged
}

#[test]
fn stages_in_a_stage_with_ties_come_to_the_same_as_face_by_face() {
    let fight = first_turn();
    let one = |face| Draw::Faces(Faces::try_from(&[face][..]).expect("few faces"));
    // A stake of 3, a die of the wager, a tie, and the blow of the winner.
    let thrown = [5, 3, 3, 6, 2, 20].map(one);
    let act = Act::Bout(ORC);
    let unhurt = |draws| {
        let course = Course::<Brawl> {
            draws,
            ..Course::of(fight.state(), Some(ANN), &act)
        };
        as_face_by_face(&course, &mut Simple).chance(|(state, _)| state.body(ORC).hp == 15)
    };
    for rolled in 0..2 {
        let chance = unhurt(&thrown[..rolled]);
        assert!((chance - 0.5).abs() < 1e-12, "{rolled}: {chance}");
    }
    // Against a 3 there are two lower faces and three higher ones; a tie is rolled again from the beginning.
    let chance = unhurt(&thrown[..2]);
    assert!(
        (chance - (3.0 / 6.0 + 1.0 / 12.0)).abs() < 1e-12,
        "{chance}"
    );
    assert!((unhurt(&thrown[..3]) - 0.5).abs() < 1e-12);
    // Ann wins with a 6 over all but a tie.
    let chance = unhurt(&thrown[..4]);
    assert!((chance - 1.0 / 12.0).abs() < 1e-12, "{chance}");
    assert!(unhurt(&thrown[..5]) == 0.0);
}

#[test]
fn answers_that_have_come_are_taken_up_in_a_stage() {
    let fight = first_turn();
    let one = |face| Draw::Faces(Faces::try_from(&[face][..]).expect("few faces"));
    // Ann hits, and the orc strikes back in a stage, be that rolled already or not: 10 to 20 hit.
    let draws = [one(20), Draw::Act(ORC, Act::Riposte), one(20)];
    let unhurt = |rolled: usize, answer| {
        let partial = [(ANN, answer)];
        let course = Course::<Brawl> {
            draws: &draws[..rolled],
            partial: &partial,
            ..Course::of(fight.state(), Some(ANN), &Act::Strike(ORC))
        };
        as_face_by_face(&course, &mut StrikesBack).chance(|(state, _)| state.body(ANN).hp == 12)
    };
    let hits = 11.0 / 20.0;
    for (rolled, hits) in [(2, hits), (3, 1.0)] {
        let (passes, parries) = (unhurt(rolled, Act::Pass), unhurt(rolled, Act::Parry));
        assert!((passes - (1.0 - hits)).abs() < 1e-12, "{rolled}: {passes}");
        assert!(
            (parries - (1.0 - hits / 2.0)).abs() < 1e-12,
            "{rolled}: {parries}"
        );
    }
}
