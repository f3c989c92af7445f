//! Facts as they read.

mod asked;
mod bodies;
mod cited;
mod things;

use affray_kernel::condition::{Held, Until};
use affray_kernel::story::Depth;
use smallvec::smallvec;

use super::{tell, veiled};
use crate::act::{Action, Aim, Defence, Handling, Maneuver, Manner, Manual, Means, Strike};
use crate::fact::{Contest, Fact, Flag, Harm, Number, Verdict, apply, rule_number};
use crate::ids::rule;
use crate::notation::sample::{GARRET, OGRE, fight};
use crate::sheet::{Attribute, DamageType, Skill};
use crate::state::{Arm, Condition, ItemId, Location, Phase, Presence, State};

/// The sword in Garret's hand.
const SWORD: ItemId = ItemId(0);
/// The javelin in Garret's hand.
const JAVELIN: ItemId = ItemId(4);
/// The club in the ogre's hand.
const CLUB: ItemId = ItemId(5);

/// What a thing of the sample fight is called.
fn name(item: ItemId) -> String {
    super::thing(&fight(), item.0)
}

fn held(kind: Condition) -> Held<Condition> {
    Held::plain(OGRE, kind)
}

fn toward(kind: Condition) -> Held<Condition> {
    Held {
        toward: Some(GARRET),
        ..held(kind)
    }
}

fn strike(with: ItemId, thrown: bool) -> Action {
    Action::Strike(Strike {
        target: OGRE,
        with: Arm::Item(with),
        thrown,
        manual: Manual::default(),
    })
}

fn came(verdict: Verdict) -> Fact {
    Fact::Came(GARRET, Means::Melee(Arm::Item(SWORD)), OGRE, verdict)
}

fn harmed(amount: i16, why: Harm) -> Fact {
    Fact::Harmed {
        who: OGRE,
        amount,
        kind: Some(DamageType::Slashing),
        why,
    }
}

#[track_caller]
fn read_so<T: AsRef<str>>(state: &State, facts: impl IntoIterator<Item = (Fact, T)>) {
    for (fact, text) in facts {
        let told = tell(state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        assert_eq!(told.text, text.as_ref());
    }
}

#[track_caller]
fn silent(state: &State, facts: impl IntoIterator<Item = Fact>) {
    for fact in facts {
        assert_eq!(tell(state, &fact), None, "{fact:?}");
    }
}

fn after(facts: impl IntoIterator<Item = Fact>) -> State {
    let mut state = fight();
    for fact in facts {
        apply(&mut state, &fact);
    }
    state
}

/// Garret's turn.
fn his_turn() -> Fact {
    Fact::Phase(Phase::Turn {
        who: GARRET,
        begun: true,
    })
}

#[test]
fn rounds_and_turns_are_headings() {
    for (fact, text) in [
        (Fact::Round(3), "Round 3"),
        (Fact::TurnBegins(GARRET), "Garret's turn"),
        (Fact::TurnBegins(OGRE), "The ogre's turn"),
        (
            Fact::Phase(Phase::Over(Some(0))),
            "The fight is over: the heroes win",
        ),
    ] {
        let told = tell(&fight(), &fact).expect("a heading");
        assert_eq!((told.depth, told.text.as_str()), (Depth::Heading, text));
    }
    silent(
        &fight(),
        [
            Fact::Phase(Phase::Between),
            Fact::Prolonged(false),
            Fact::TurnOver(GARRET),
            Fact::RoundOver(2),
            Fact::Saves(GARRET, None),
            Fact::Sneaking(None),
            Fact::Initiative(GARRET, Some(12)),
        ],
    );
}

#[test]
fn the_order_of_initiative_is_told_with_its_results() {
    let state = after([
        Fact::Initiative(OGRE, Some(12)),
        Fact::Initiative(GARRET, Some(9)),
    ]);
    read_so(
        &state,
        [
            (
                Fact::Order(smallvec![OGRE, GARRET]),
                "The order of initiative: the ogre 12, Garret 9.",
            ),
            (
                Fact::Saves(GARRET, Some(OGRE)),
                "Garret saves its turn until after the ogre's turn.",
            ),
            (Fact::Sneaking(Some(1)), "The monsters try to sneak up."),
            (Fact::Prolonged(true), "The fight goes on."),
        ],
    );
}

#[test]
fn a_turn_is_skipped_for_a_reason_and_surprise_ends_with_the_round() {
    let surprised = Held {
        until: Until::Round(1),
        ..held(Condition::Surprised)
    };
    let state = after([Fact::Gains(surprised)]);
    read_so(
        &state,
        [
            (
                Fact::TurnSkipped(OGRE),
                "The ogre is surprised: its turn is skipped.",
            ),
            (
                Fact::RoundOver(1),
                "The round ends: the ogre is no longer Surprised.",
            ),
        ],
    );
    let out = after([Fact::Gains(held(Condition::Unconscious))]);
    read_so(
        &out,
        [(
            Fact::TurnSkipped(OGRE),
            "The ogre is out of action: its turn is skipped.",
        )],
    );
    let gone = after([Fact::Presence(OGRE, Presence::Fled)]);
    silent(&gone, [Fact::TurnSkipped(OGRE)]);
}

#[test]
fn what_is_done_is_announced() {
    let state = after([his_turn()]);
    let does = |action, free| Fact::Does(GARRET, action, free);
    let (sword, javelin) = (name(SWORD), name(JAVELIN));
    read_so(
        &state,
        [
            (
                does(strike(SWORD, false), false),
                format!("Garret strikes at the ogre with a {sword}."),
            ),
            (
                does(strike(JAVELIN, true), false),
                format!("Garret throws a {javelin} at the ogre."),
            ),
            (
                does(Action::Dash, true),
                "Garret dashes, as a free action.".to_owned(),
            ),
            (
                does(Action::Disengage, false),
                "Garret disengages.".to_owned(),
            ),
            (
                does(Action::Grapple(OGRE), false),
                "Garret tries to grapple the ogre.".to_owned(),
            ),
            (
                does(Action::Escape(Some(OGRE), None), false),
                "Garret tries to get free of the ogre.".to_owned(),
            ),
            (
                does(Action::Escape(None, None), false),
                "Garret tries to get free.".to_owned(),
            ),
            (does(Action::Search, false), "Garret searches.".to_owned()),
            (
                does(Action::Sneak, false),
                "Garret tries to go unnoticed.".to_owned(),
            ),
            (
                does(
                    Action::Activate(ItemId(7), Aim::Creature(OGRE), Manual::USUAL),
                    false,
                ),
                format!("Garret uses the {} on the ogre.", name(ItemId(7))),
            ),
            (
                does(Action::Manipulate(Handling::Draw(ItemId(2))), true),
                format!("Garret draws the {}, as a free action.", name(ItemId(2))),
            ),
        ],
    );
    silent(
        &state,
        [does(Action::Manipulate(Handling::Draw(ItemId(2))), false)],
    );
}

#[test]
fn an_opportunity_attack_is_told_as_one_on_whoevers_turn() {
    let Action::Strike(sword) = strike(SWORD, false) else {
        panic!("a Strike");
    };
    read_so(
        &after([his_turn()]),
        [(
            Fact::Opportunity(GARRET, sword),
            format!(
                "Garret makes an opportunity attack on the ogre with a {}.",
                name(SWORD)
            ),
        )],
    );
}

#[test]
fn combat_rolls_say_what_they_came_to() {
    let with = format!("with a {}", name(SWORD));
    read_so(
        &fight(),
        [
            (
                came(Verdict::Nothing),
                format!("Garret misses the ogre {with}."),
            ),
            (
                came(Verdict::CriticalHit),
                format!("Garret hits the ogre {with}: a critical win."),
            ),
            (
                came(Verdict::Negated),
                format!("The ogre negates Garret's attack {with}: a critical win."),
            ),
            (
                came(Verdict::Blocked),
                format!("The ogre blocks Garret's attack {with}."),
            ),
            (came(Verdict::Hit), format!("Garret hits the ogre {with}.")),
            (
                came(Verdict::Miss),
                format!("The ogre dodges Garret's attack {with}."),
            ),
            (
                came(Verdict::Parried),
                format!("The ogre parries Garret's attack {with}."),
            ),
            (
                came(Verdict::Withstood),
                format!("The ogre withstands Garret's attack {with}."),
            ),
            (Fact::Unhurt(OGRE), "The ogre takes no damage.".to_owned()),
        ],
    );
}

#[test]
fn defences_name_attribute_and_style_where_they_were_chosen() {
    let plain = Defence {
        manner: Manner::Block,
        using: None,
        style: None,
    };
    let parry = Defence {
        manner: Manner::Parry,
        using: Some(Attribute::Agility),
        style: None,
    };
    read_so(
        &fight(),
        [
            (
                Fact::Defends(OGRE, GARRET, plain),
                "The ogre tries to block.",
            ),
            (
                Fact::Defends(OGRE, GARRET, parry),
                "The ogre tries to parry with Agility.",
            ),
        ],
    );
    let styled = Defence {
        style: Some(0),
        ..parry
    };
    let style = &fight().sheet(OGRE).styles[0].name.clone();
    read_so(
        &fight(),
        [(
            Fact::Defends(OGRE, GARRET, styled),
            format!("The ogre tries to parry with Agility, as {style}."),
        )],
    );
}

#[test]
fn maneuvers_are_tried_and_come_to_something_or_not() {
    let tries = |maneuver| Fact::Maneuvers(GARRET, maneuver, OGRE);
    let managed = |maneuver, done| Fact::Managed(GARRET, maneuver, OGRE, done);
    read_so(
        &fight(),
        [
            (
                tries(Maneuver::Bash),
                "Garret tries to bash the ogre.".to_owned(),
            ),
            (
                tries(Maneuver::Brace),
                "Garret braces for what comes.".to_owned(),
            ),
            (
                tries(Maneuver::Disarm(CLUB)),
                format!("Garret tries to disarm the ogre of the {}.", name(CLUB)),
            ),
            (
                tries(Maneuver::Feint),
                "Garret tries to feint against the ogre.".to_owned(),
            ),
            (
                tries(Maneuver::Precision(Location::LeftLeg)),
                "Garret strikes with precision at the ogre's left leg.".to_owned(),
            ),
            (
                tries(Maneuver::Push),
                "Garret tries to push the ogre.".to_owned(),
            ),
            (
                tries(Maneuver::Trip),
                "Garret tries to trip the ogre.".to_owned(),
            ),
            (
                managed(Maneuver::Trip, false),
                "Garret's Trip fails.".to_owned(),
            ),
            (
                managed(Maneuver::Push, true),
                "Garret's Push succeeds.".to_owned(),
            ),
            (
                Fact::Unneeded(GARRET, Maneuver::Push, OGRE),
                "Garret's Push is no longer needed: the ogre is out of action.".to_owned(),
            ),
        ],
    );
}

#[test]
fn contests_and_tests_are_told_where_nothing_else_tells_of_them() {
    let contest = |about, wins| Fact::Contested(GARRET, about, OGRE, wins);
    read_so(
        &fight(),
        [
            (
                contest(Contest::Grapple, false),
                "Garret does not get hold of the ogre.",
            ),
            (
                contest(Contest::Escape, false),
                "Garret does not get free of the ogre.",
            ),
            (
                contest(Contest::Sneak, false),
                "Garret does not escape the ogre's notice.",
            ),
            (
                contest(Contest::StillHidden, false),
                "Garret stays hidden from the ogre.",
            ),
            (
                contest(Contest::Surprise, false),
                "Garret does not escape the ogre's notice.",
            ),
            (
                Fact::ByItself(OGRE, Skill::Athletics, true),
                "The ogre's Athletics test passes automatically.",
            ),
            (
                Fact::ByItself(OGRE, Skill::Dodge, false),
                "The ogre's Dodge test fails automatically.",
            ),
            (
                Fact::Stopped(GARRET, OGRE),
                "Full cover hides the ogre: Garret's attack fails automatically.",
            ),
            (
                Fact::Tested(GARRET, Skill::Sorcery, false),
                "Garret's spell fails.",
            ),
            (
                Fact::Tested(GARRET, Skill::Observation, false),
                "Garret finds nothing.",
            ),
            (
                Fact::Tested(GARRET, Skill::Endurance, true),
                "Garret holds on to life.",
            ),
            (
                Fact::Tested(GARRET, Skill::Endurance, false),
                "Garret is a step nearer to death.",
            ),
            (
                Fact::Lost(GARRET, rule_number(rule!("space/reach"))),
                "What Garret has begun comes to nothing (space/reach).",
            ),
            (
                Fact::Lost(GARRET, rule_number(rule!("magic/casting-test"))),
                "The item is out of its hand: what Garret has begun comes to nothing (magic/casting-test).",
            ),
        ],
    );
    silent(
        &fight(),
        [
            contest(Contest::Grapple, true),
            contest(Contest::Search, false),
            Fact::Tested(GARRET, Skill::Sorcery, true),
            Fact::Tested(GARRET, Skill::Athletics, false),
        ],
    );
}

#[test]
fn damage_stands_with_what_is_left_and_others_hear_no_numbers() {
    let most = fight().sheet(OGRE).health;
    let state = after([Fact::Set(OGRE, Number::Health, 10)]);
    for (fact, text, veil) in [
        (
            harmed(4, Harm::Attack(GARRET, Some(Location::RightArm))),
            format!("The ogre takes 4 slashing damage to the right arm (6 of {most} Health)."),
            "The ogre takes 4 slashing damage to the right arm.",
        ),
        (
            harmed(40, Harm::Attack(GARRET, None)),
            format!("The ogre takes 40 slashing damage (0 of {most} Health)."),
            "The ogre takes 40 slashing damage.",
        ),
        (
            harmed(3, Harm::Fall(4)),
            format!("The ogre takes 3 slashing damage from a fall of 4 m (7 of {most} Health)."),
            "The ogre takes 3 slashing damage from a fall of 4 m.",
        ),
        (
            Fact::Regains(OGRE, 2),
            format!("The ogre regains 2 Health (12 of {most} Health)."),
            "The ogre regains Health.",
        ),
        (
            Fact::Set(OGRE, Number::Health, 8),
            format!("The ogre has 8 of {most} Health."),
            "The ogre loses Health.",
        ),
        (
            Fact::Set(OGRE, Number::Health, 11),
            format!("The ogre has 11 of {most} Health."),
            "The ogre regains Health.",
        ),
    ] {
        let told = tell(&state, &fact).expect("a sentence");
        let told = veiled(&state, &fact, told);
        assert_eq!(told.text, text);
        assert_eq!(told.without_numbers.as_deref(), Some(veil));
    }
}

#[test]
fn what_is_spent_and_counted_is_a_detail() {
    let state = after([
        Fact::Set(GARRET, Number::Ap, 3),
        Fact::Set(GARRET, Number::Attacks, 0),
        his_turn(),
    ]);
    for (fact, text) in [
        (
            Fact::Spends(GARRET, 1),
            "Garret spends 1 Action Point (2 left).",
        ),
        (
            Fact::Set(GARRET, Number::Attacks, 1),
            "Garret has made 1 of 2 attacks of this round.",
        ),
        (
            Fact::Set(GARRET, Number::Ap, 2),
            "Garret has 2 Action Points.",
        ),
        (
            Fact::Set(GARRET, Number::TestModifier, -2),
            "Garret has −2 on its next attack or defence test.",
        ),
        (
            Fact::Set(GARRET, Number::Failures, 1),
            "Garret has failed 1 of 3 Endurance tests.",
        ),
        (
            Fact::Flag(GARRET, Flag::Braced, true),
            "Garret has a boon on its next defence.",
        ),
        (Fact::Flag(GARRET, Flag::Stable, true), "Garret is stable."),
        (
            Fact::Feints(GARRET, Some(OGRE)),
            "Garret has a boon on a Strike at the ogre next.",
        ),
    ] {
        let told = tell(&state, &fact).expect("a sentence");
        assert_eq!((told.depth, told.text.as_str()), (Depth::Number, text));
        let told = veiled(&state, &fact, told);
        assert_eq!(told.without_numbers.as_deref(), Some(""));
    }
    silent(
        &state,
        [
            Fact::Spends(GARRET, 0),
            Fact::Set(GARRET, Number::Moved, 3),
            Fact::Set(GARRET, Number::Dashes, 1),
            Fact::Set(GARRET, Number::TestModifier, 0),
            Fact::Flag(GARRET, Flag::FreeUsed, true),
            Fact::Flag(GARRET, Flag::Stable, false),
            Fact::Feints(GARRET, None),
        ],
    );
}

#[test]
fn only_a_reduced_pool_is_spoken_of_when_a_round_begins() {
    let state = after([Fact::RoundOver(2), Fact::Phase(Phase::RoundBegins)]);
    silent(&state, [Fact::Set(GARRET, Number::Ap, 3)]);
    read_so(
        &state,
        [(
            Fact::Set(GARRET, Number::Ap, 2),
            "Garret has 2 Action Points.",
        )],
    );
}

#[test]
fn conditions_begin_and_end() {
    read_so(
        &fight(),
        [
            (Fact::Gains(held(Condition::Dazed)), "The ogre is Dazed."),
            (Fact::Gains(held(Condition::Prone)), "The ogre falls prone."),
            (Fact::DropsProne(OGRE), "The ogre drops prone."),
            (
                Fact::Gains(held(Condition::Unconscious)),
                "The ogre falls unconscious.",
            ),
            (Fact::Gains(held(Condition::Dead)), "The ogre dies."),
            (
                Fact::Gains(held(Condition::Grappled)),
                "The ogre is caught and cannot move.",
            ),
            (
                Fact::Gains(toward(Condition::Grappled)),
                "The ogre is grappled by Garret.",
            ),
            (
                Fact::Gains(toward(Condition::Hidden)),
                "The ogre is hidden from Garret.",
            ),
            (
                Fact::Loses(held(Condition::Dazed)),
                "The ogre is no longer Dazed.",
            ),
            (
                Fact::Loses(held(Condition::Prone)),
                "The ogre is on its feet again.",
            ),
            (
                Fact::Loses(held(Condition::Unconscious)),
                "The ogre comes to.",
            ),
            (Fact::Loses(held(Condition::Grappled)), "The ogre is free."),
            (
                Fact::Loses(toward(Condition::Grappled)),
                "The ogre is free of Garret.",
            ),
            (
                Fact::Loses(toward(Condition::Hidden)),
                "The ogre is no longer hidden from Garret.",
            ),
        ],
    );
    let told = tell(&fight(), &Fact::Gains(toward(Condition::Hidden))).expect("a sentence");
    assert_eq!(told.about, [OGRE, GARRET]);
}
