//! Facts as they read.

use affray_kernel::Ask;
use affray_kernel::condition::{Held, Until};
use affray_kernel::dice::Pool;
use affray_kernel::grid::Cell;
use affray_kernel::story::Depth;

use super::{answer, question, tell, thing};
use crate::act::{Act, Aim, Event, Maneuver, Target, Trigger, Window};
use crate::fact::{Doing, Fact, Flag, Harm, Number, Verdict, apply};
use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, fight};
use crate::sheet::{AreaShape, Components, DamageType};
use crate::state::{
    Altered, Arm, Condition, Dose, Drift, ItemId, Mode, Moving, Phase, Place, Presence, Running,
    SpellId,
};

fn held(kind: Condition) -> Held<Condition> {
    Held {
        on: OGRE,
        kind,
        toward: None,
        parent: None,
        cause: None,
        until: Until::Cleared,
        amount: 0,
    }
}

/// The same, held toward Garret.
fn toward(kind: Condition) -> Held<Condition> {
    Held {
        toward: Some(GARRET),
        ..held(kind)
    }
}

fn fog() -> Running {
    Running {
        number: 1,
        spell: SpellId(2),
        caster: OGRE,
        energy: Components::default(),
        target: None,
        spread: None,
        area: Vec::new(),
        left: 10,
        anchor: OGRE,
        settled: false,
        controlled: false,
    }
}

#[test]
fn facts_about_time_and_acts() {
    let state = fight();
    let energy = Components {
        effect: 2,
        range: 1,
        duration: 0,
        area: 0,
    };
    let ogre = Target::Creature(OGRE);
    let sword = Arm::Item(ItemId(0));
    for (fact, text) in [
        (Fact::Round(3), "Round 3"),
        (Fact::TurnBegins(OGRE), "The ogre's Turn"),
        (
            Fact::Order(vec![GARRET, OGRE]),
            "The order of Initiative: Garret 12, the ogre 12.",
        ),
        (
            Fact::Phase(Phase::Over(Some(0))),
            "The fight is over: the heroes win",
        ),
        (
            Fact::Attacks(GARRET, ogre, sword),
            "Garret strikes at the ogre with a longsword.",
        ),
        (
            Fact::Attacks(OGRE, Target::Creature(GARRET), Arm::Natural(3)),
            "The ogre strikes at Garret unarmed.",
        ),
        (
            Fact::Shoots(GARRET, ogre, Arm::Item(ItemId(3))),
            "Garret shoots at the ogre with a longbow.",
        ),
        (
            Fact::Shoots(GARRET, ogre, Arm::Item(ItemId(4))),
            "Garret throws a javelin at the ogre.",
        ),
        (
            Fact::Attacks(GARRET, ogre, Arm::Item(ItemId(4))),
            "Garret strikes at the ogre with a javelin.",
        ),
        (
            Fact::Shoots(
                GARRET,
                Target::Guess(OGRE, Cell::new(4, 7)),
                Arm::Item(ItemId(4)),
            ),
            "Garret throws a javelin at 4,7, suspecting the ogre there.",
        ),
        (
            Fact::Attacks(GARRET, Target::Guess(OGRE, Cell::new(4, 7)), sword),
            "Garret strikes at 4,7, suspecting the ogre there, with a longsword.",
        ),
        (
            Fact::Attacks(GARRET, Target::Ice(Cell::new(4, 7)), sword),
            "Garret strikes at the ice at 4,7 with a longsword.",
        ),
        (
            Fact::Tries(GARRET, Maneuver::Disarm(ItemId(5)), ogre, sword),
            "Garret tries to disarm the ogre of the club with a longsword.",
        ),
        (
            Fact::Came(GARRET, ogre, Verdict::Critical),
            "Garret critically hits the ogre.",
        ),
        (
            Fact::Came(OGRE, Target::Object(ItemId(11)), Verdict::Miss),
            "The ogre misses the crate.",
        ),
        (
            Fact::Casts(GARRET, SpellId(0), energy, Aim::Target(ogre)),
            "Garret casts evoke fire on the ogre (effect 2, range 1).",
        ),
        (
            Fact::Casts(
                GARRET,
                SpellId(0),
                energy,
                Aim::Target(Target::Guess(OGRE, Cell::new(4, 7))),
            ),
            "Garret casts evoke fire at 4,7, suspecting the ogre there (effect 2, range 1).",
        ),
        (
            Fact::Casts(
                GARRET,
                SpellId(0),
                energy,
                Aim::Area(AreaShape::Cone, Cell::new(2, 1), Cell::new(4, 7)),
            ),
            "Garret casts evoke fire in a cone from 2,1 toward 4,7 (effect 2, range 1).",
        ),
        (
            Fact::Casts(
                GARRET,
                SpellId(0),
                energy,
                Aim::Guess(OGRE, Cell::new(4, 7), Cell::new(5, 7)),
            ),
            "Garret casts evoke fire at 4,7, suspecting the ogre there, toward 5,7 (effect 2, range 1).",
        ),
        (
            Fact::Does(
                GARRET,
                Doing::Control(
                    1,
                    Aim::Area(AreaShape::Blast, Cell::new(4, 7), Cell::new(4, 7)),
                ),
            ),
            "Garret controls a Spell around 4,7.",
        ),
        (
            Fact::Does(
                GARRET,
                Doing::Control(9, Aim::Place(Some(OGRE), Cell::new(5, 7))),
            ),
            "Garret controls a Spell on the ogre toward 5,7.",
        ),
        (
            Fact::Does(GARRET, Doing::Draw(ItemId(3))),
            "Garret draws a longbow.",
        ),
        (
            Fact::Does(OGRE, Doing::Give(ItemId(5), CHIEF)),
            "The ogre gives the club to the ogre chief.",
        ),
        (
            Fact::Does(OGRE, Doing::Move(Mode::Crawl)),
            "The ogre crawls.",
        ),
        (
            Fact::Does(
                GARRET,
                Doing::Ready(
                    Box::new(Act::Dodge),
                    Trigger {
                        who: Some(OGRE),
                        event: Event::Moves,
                    },
                ),
            ),
            "Garret readies: dodge when ogre moves.",
        ),
    ] {
        let told = tell(&state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        assert_eq!(told.text, text);
    }
    let lost = tell(
        &state,
        &Fact::Lost(GARRET, crate::ids::rule!("reactions/interrupt").0),
    );
    assert_eq!(
        lost.map(|told| told.text).as_deref(),
        Some("Garret's act comes to nothing: something has come in between.")
    );
}

#[test]
fn facts_about_bodies() {
    let state = fight();
    let pool: Pool = "2d6".parse().expect("a pool");
    for (fact, text) in [
        (
            Fact::Damaged(OGRE, 11, DamageType::Physical, Harm::Attack),
            "The ogre takes 11 damage (23 of 34 HP left).",
        ),
        (
            Fact::Damaged(OGRE, 40, DamageType::Fire, Harm::Burning),
            "The ogre takes 40 fire damage from burning (−6 of 34 HP left) and is Incapacitated.",
        ),
        (
            Fact::Unhurt(OGRE, Harm::Attack),
            "The ogre takes no damage.",
        ),
        (
            Fact::Healed(GARRET, 3),
            "Garret regains 3 HP (37 of 34 HP left).",
        ),
        (Fact::Set(GARRET, Number::Hp, 7), "Garret has 7 HP now."),
        (
            Fact::Set(GARRET, Number::Energy, 4),
            "Garret has 4 of 6 Energy.",
        ),
        (
            Fact::Set(OGRE, Number::ActionsGranted, -2),
            "The ogre has 2 Actions fewer this Turn.",
        ),
        (
            Fact::Set(OGRE, Number::BleedPenalty, 2),
            "The ogre's Bleed Penalty is 2.",
        ),
        (
            Fact::Flag(OGRE, Flag::Flying, true),
            "The ogre takes to the air.",
        ),
        (Fact::Gains(held(Condition::Prone)), "The ogre falls Prone."),
        (Fact::Gains(held(Condition::OnFire)), "The ogre is On fire."),
        (
            Fact::Gains(Held {
                until: Until::TurnStart(GARRET, 1),
                ..toward(Condition::FlatFooted)
            }),
            "The ogre is Flat Footed towards Garret until the start of Garret's next Turn.",
        ),
        (
            Fact::Gains(Held {
                until: Until::TurnStart(GARRET, 3),
                ..held(Condition::Shaken)
            }),
            "The ogre is Shaken for 3 Rounds.",
        ),
        (
            Fact::Gains(toward(Condition::Hidden)),
            "The ogre is Hidden from Garret.",
        ),
        (
            Fact::Loses(held(Condition::Prone)),
            "The ogre is no longer Prone.",
        ),
        (
            Fact::Loses(toward(Condition::Grappled)),
            "The ogre is no longer Grappled by Garret.",
        ),
        (
            Fact::Dose(Dose {
                on: GARRET,
                level: 2,
                rounds: 3,
                dice: pool,
            }),
            "A poison of level 2 will deal Garret 2d6 damage at the start of its next 3 Turns.",
        ),
        (
            Fact::Renews(Box::new([
                held(Condition::Shaken),
                Held {
                    until: Until::TurnStart(GARRET, 3),
                    ..held(Condition::Shaken)
                },
            ])),
            "The ogre is Shaken for 3 Rounds.",
        ),
        (Fact::Moved(OGRE, Cell::new(5, 7)), "The ogre comes to 5,7."),
        (Fact::Falling(GARRET, Some(40)), "Garret falls."),
        (
            Fact::Task(GARRET, Some((0, 2))),
            "Garret has done 2 of 3 Actions: winch.",
        ),
        (
            Fact::Mounted(GARRET, Some(HORSE)),
            "Garret rides the horse.",
        ),
        (
            Fact::Drifts(
                GARRET,
                Some(Drift {
                    step: (1, 0, 0),
                    feet: 10,
                }),
            ),
            "Garret drifts, 10 ft at each start of Turn.",
        ),
        (
            Fact::Presence(OGRE, Presence::Fled),
            "The ogre has left the fight.",
        ),
    ] {
        let told = tell(&state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        assert_eq!(told.text, text);
        assert_eq!(told.depth, Depth::Event);
        assert!(!told.about.is_empty(), "{text}");
    }
}

#[test]
fn facts_about_things() {
    let mut state = fight();
    state.spells.push(fog());
    let (a, b) = (Cell::new(3, 4), Cell::new(4, 4));
    for (fact, text) in [
        (
            Fact::Item(ItemId(5), Place::Ground(a)),
            "The club lies at 3,4.",
        ),
        (
            Fact::Item(ItemId(5), Place::Held(GARRET, 1)),
            "Garret has the club now.",
        ),
        (Fact::Item(ItemId(9), Place::Nowhere), "The potion is gone."),
        (Fact::ItemHp(ItemId(5), 3), "The club has 3 HP left."),
        (Fact::ItemHp(ItemId(5), 0), "The club is Destroyed."),
        (Fact::Lit(ItemId(8), true), "The torch burns."),
        (
            Fact::Alters(Altered::Door(a, b, true)),
            "The door between 3,4 and 4,4 opens.",
        ),
        (Fact::Alters(Altered::Ice(a, 0)), "The ice at 3,4 breaks."),
        (
            Fact::Restores(Altered::Tunnel(a, OGRE, OGRE)),
            "The tunnel at 3,4 collapses.",
        ),
        (
            Fact::SpellRuns(Box::new(fog())),
            "The ogre's fog (Spell 1) lasts 10 Rounds.",
        ),
        (Fact::SpellEnds(1), "The ogre's fog ends."),
        (
            Fact::Does(OGRE, Doing::Control(1, Aim::Area(AreaShape::Blast, a, a))),
            "The ogre controls fog around 3,4.",
        ),
    ] {
        let told = tell(&state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        assert_eq!(told.text, text);
    }
}

#[test]
fn bookkeeping_is_not_told() {
    let state = fight();
    for fact in [
        Fact::Place(2),
        Fact::HadTurn(OGRE, 1),
        Fact::AnchorStarts(OGRE),
        Fact::Phase(Phase::Between),
        Fact::Set(OGRE, Number::ActionsUsed, 1),
        Fact::Set(OGRE, Number::Hp, 34),
        Fact::Flag(OGRE, Flag::ReactionReady, true),
        Fact::Moving(OGRE, None),
        Fact::Moved(OGRE, Cell::new(4, 7)),
        Fact::Sneak(OGRE, Some(12)),
        Fact::Readies(OGRE, None),
        Fact::DosesActed(OGRE),
        Fact::Item(ItemId(3), Place::Held(GARRET, 2)),
        Fact::Loaded(ItemId(3), 0, Some(9)),
    ] {
        assert_eq!(tell(&state, &fact), None, "{fact:?}");
    }
}

#[test]
fn whoever_is_no_longer_undetected_is_told_to_be_merely_hidden() {
    let mut state = fight();
    apply(&mut state, &Fact::Gains(toward(Condition::Undetected)));
    let hidden = Fact::Gains(toward(Condition::Hidden));
    assert_eq!(
        tell(&state, &hidden),
        None,
        "who is Undetected is Hidden too"
    );
    apply(&mut state, &hidden);
    let told = tell(&state, &Fact::Loses(toward(Condition::Undetected))).expect("a change");
    assert_eq!(told.text, "The ogre is now merely Hidden from Garret.");
    assert_eq!(
        told.list_at,
        Some("The ogre is now merely Hidden from ".len())
    );
    let mut state = fight();
    apply(&mut state, &Fact::Gains(toward(Condition::Undetected)));
    let told = tell(&state, &Fact::Loses(toward(Condition::Undetected))).expect("a change");
    assert_eq!(told.text, "The ogre is no longer Undetected by Garret.");
}

#[test]
fn the_turn_of_the_unaware_passes() {
    let mut state = fight();
    apply(&mut state, &Fact::Flag(OGRE, Flag::Unaware, true));
    let told = tell(&state, &Fact::TurnBegins(OGRE)).expect("a heading");
    assert_eq!(told.text, "The ogre's Turn passes: unaware of the fight");
}

#[test]
fn what_runs_out_is_told_when_the_turn_starts() {
    let mut state = fight();
    for kind in [Condition::Slowed, Condition::Shaken] {
        apply(
            &mut state,
            &Fact::Gains(Held {
                until: Until::TurnStart(GARRET, 1),
                ..held(kind)
            }),
        );
    }
    let told = tell(&state, &Fact::AnchorStarts(GARRET)).expect("two conditions end");
    assert_eq!(
        told.text,
        "The ogre is no longer Shaken; the ogre is no longer Slowed."
    );
    assert_eq!(tell(&state, &Fact::AnchorEnds(GARRET)), None);
}

#[test]
fn steps_of_a_move_are_details() {
    let mut state = fight();
    let moving = Moving {
        mode: Mode::Run,
        left_ft: 30,
        spent_ft: 0,
    };
    apply(&mut state, &Fact::Moving(OGRE, Some(moving)));
    let told = tell(&state, &Fact::Moved(OGRE, Cell::new(5, 7))).expect("a step");
    assert_eq!(told.text, "The ogre moves to 5,7.");
    assert_eq!(told.depth, Depth::Number);
    let told = tell(&state, &Fact::Shifted(OGRE, Cell::new(5, 7))).expect("no step of its own");
    assert_eq!(told.text, "The ogre comes to 5,7.");
}

#[test]
fn questions_and_answers() {
    let state = fight();
    assert_eq!(
        question(&state, OGRE, &Window::Turn),
        "The ogre's Turn, 3 Actions left: what does the ogre do?"
    );
    assert_eq!(
        question(
            &state,
            GARRET,
            &Window::PushDistance {
                target: OGRE,
                most_ft: 10
            }
        ),
        "How far does Garret push the ogre, up to 10 ft?"
    );
    let window = Window::PushDistance {
        target: OGRE,
        most_ft: 10,
    };
    let asked = Ask::open(GARRET, window);
    let said = answer(&state, &asked, &Act::Feet(10)).map(|said| said.text);
    assert_eq!(said.as_deref(), Some("Garret chooses 10 ft."));
    assert_eq!(thing(&state, 7), "wand of fire");
    assert_eq!(thing(&state, 700), "#700");
}
