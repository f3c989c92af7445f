//! Exact odds of acts and of whole fights.

use affray_kernel::odds::{Course, NoOdds, ends, odds, odds_heard};
use affray_kernel::story::Note;
use affray_kernel::tape::{People, Simple, Stop};

use crate::brawl::{Act, Brawl};
use crate::{ANN, ELF, ORC, first_turn, rolled, submit};

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
    let course = Course::<Brawl> {
        state: fight.state(),
        who: Some(ANN),
        act: &Act::Strike(ORC),
        draws: &[],
        partial: &[],
    };
    let odds = odds_heard(course, &mut Simple, 10_000, |_, notes| {
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
        };
        let odds = odds_heard(course, &mut Simple, 10_000, |state, _| state.body(ORC).hp);
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
fn the_chances_of_a_whole_fight_add_up() {
    let mut setup = crate::setup();
    setup.fighter.remove(1);
    setup.fighter.remove(2);
    let fight = affray_kernel::fight::Fight::<Brawl>::new(setup, 0, 0).expect("a fight");
    let ends = ends::<Brawl>(fight.start(), &mut Simple, 1e-6, 200_000).expect("ends");
    let sum: f64 = ends.wins.iter().sum::<f64>() + ends.draw + ends.unfinished;
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(ends.unfinished < 1e-6);
    assert!(ends.wins[0] > 0.3 && ends.wins[1] > 0.3, "{:?}", ends.wins);
}
