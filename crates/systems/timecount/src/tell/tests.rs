//! Facts as they read.

use affray_kernel::Ask;
use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::{Cell, Heading};
use affray_kernel::story::Depth;

use super::{answer, question, tell, thing, veiled};
use crate::act::{Act, Event, Extra, Facing, Trigger, Window};
use crate::fact::{Attempt, Barrier, Fact, Flag, Harm, Number, Verdict, When, apply};
use crate::notation::sample::{CHIEF, GARRET, HORSE, NOW, OGRE, fight};
use crate::sheet::{Attribute, DamageType, PoisonHarm, Skill};
use crate::state::{
    Active, Altered, Arm, BonusPool, Condition, ItemId, Kept, NEVER, Pace, Paralysis, Pending,
    PendingHarm, Phase, Place, Posture, Prepared, Presence, Run, SpellId, Stance, Stapled, State,
    Underway,
};

const SWORD: Arm = Arm::Item(ItemId(0));
const BOW: Arm = Arm::Item(ItemId(3));

fn held(kind: Condition) -> Held<Condition> {
    Held::plain(OGRE, kind)
}

fn toward(kind: Condition) -> Held<Condition> {
    Held {
        toward: Some(GARRET),
        ..held(kind)
    }
}

fn damaged(fatigue: i16, hp: i16, kind: Option<DamageType>, why: Harm) -> Fact {
    Fact::Damaged {
        who: OGRE,
        fatigue,
        hp,
        kind,
        why,
    }
}

fn stance(stance: Stance, from: u32) -> Fact {
    Fact::Posture(OGRE, Posture { stance, from })
}

#[track_caller]
fn read_so(state: &State, facts: impl IntoIterator<Item = (Fact, &'static str)>) {
    for (fact, text) in facts {
        let told = tell(state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        assert_eq!(told.text, text);
    }
}

#[test]
fn facts_about_time_and_attempts() {
    let state = fight();
    read_so(
        &state,
        [
            (Fact::Phase(Phase::Count), "Initiative"),
            (Fact::Count(14), "Count 14"),
            (
                Fact::Phase(Phase::Over(Some(0))),
                "The fight is over: the heroes win",
            ),
            (
                Fact::Tries(GARRET, Attempt::Attack, OGRE, Some(SWORD), false),
                "Garret attacks the ogre with a long sword.",
            ),
            (
                Fact::Tries(GARRET, Attempt::Attack, OGRE, Some(BOW), false),
                "Garret shoots at the ogre with a shortbow.",
            ),
            (
                Fact::Tries(OGRE, Attempt::Trip, GARRET, Some(Arm::Natural(3)), false),
                "The ogre tries to trip Garret unarmed.",
            ),
            (
                Fact::Tries(GARRET, Attempt::Spell(SpellId(0)), OGRE, None, false),
                "Garret tries to cast fire bolt on the ogre.",
            ),
            (
                Fact::Came(GARRET, Attempt::Attack, OGRE, Verdict::Critical),
                "Garret critically hits the ogre.",
            ),
            (
                Fact::Came(GARRET, Attempt::BullRush, OGRE, Verdict::Miss),
                "Garret's Bull Rush fails against the ogre.",
            ),
            (
                Fact::Came(OGRE, Attempt::Attack, GARRET, Verdict::Fumble),
                "The ogre fumbles against Garret.",
            ),
            (
                Fact::Declares(GARRET, Act::Tackle(OGRE)),
                "Garret means to tackle the ogre.",
            ),
            (
                Fact::Lost(GARRET, crate::ids::rule!("initiative/ties").0),
                "Garret's act comes to nothing: it is possible no longer.",
            ),
        ],
    );
}

#[test]
fn a_fight_under_way_begins_with_its_count() {
    let mut state = fight();
    apply(&mut state, &Fact::Phase(Phase::UnderWay));
    let begins = tell(&state, &Fact::Phase(Phase::Count)).expect("a heading");
    assert_eq!(begins.text, format!("Count {NOW}"));
}

#[test]
fn actions_in_a_word() {
    let state = fight();
    let does = |act| Fact::Does(GARRET, act);
    let trigger = Trigger {
        who: Some(OGRE),
        event: Event::Moves,
    };
    read_so(
        &state,
        [
            (does(Act::Draw(ItemId(3))), "Garret draws a shortbow."),
            (does(Act::Wait(3)), "Garret waits 3 counts."),
            (
                does(Act::Move {
                    pace: Pace::Run,
                    path: [Cell::new(3, 4), Cell::new(4, 5)].into(),
                }),
                "Garret runs toward 4,5.",
            ),
            (
                does(Act::Shift(Stance::Parrying)),
                "Garret shifts into Parrying.",
            ),
            (
                does(Act::Prepare(SpellId(1))),
                "Garret begins to prepare fire bolt volley.",
            ),
            (
                does(Act::Extinguish(GARRET)),
                "Garret puts out the flames on itself.",
            ),
            (
                does(Act::Unstaple(HORSE, Skill::Athletics)),
                "Garret tries to free the horse by Athletics.",
            ),
            (
                does(Act::Ready(Box::new(Act::Tackle(OGRE)), trigger)),
                "Garret readies: tackle the ogre when the ogre moves.",
            ),
        ],
    );
}

#[test]
fn facts_about_health() {
    let state = fight();
    let slashing = Some(DamageType::Slashing);
    read_so(
        &state,
        [
            (
                damaged(5, 3, slashing, Harm::Hit),
                "The ogre takes 8 slashing damage: the ogre loses 3 HP and gains 5 fatigue (21 of 24 HP, fatigue 5).",
            ),
            (
                damaged(1, 0, None, Harm::Running),
                "The ogre gains 1 fatigue from running (24 of 24 HP, fatigue 1).",
            ),
            (
                damaged(0, 1, None, Harm::Dying),
                "The ogre loses 1 HP by dying (23 of 24 HP, fatigue 0).",
            ),
            (Fact::Unhurt(OGRE), "The ogre takes no damage."),
            (Fact::Uncured(OGRE), "The ogre has nothing to be cured of."),
            (
                Fact::Stays(OGRE, Barrier::Room),
                "There is no room for the ogre, which is moved no farther.",
            ),
            (
                Fact::Stays(OGRE, Barrier::Distance),
                "The ogre is too far away by now to be moved.",
            ),
            (
                Fact::Stays(OGRE, Barrier::Grip),
                "The ogre has been moved away and is not held.",
            ),
            (
                Fact::Stays(OGRE, Barrier::Lying),
                "The ogre lies on the ground already.",
            ),
            (
                Fact::Healed(GARRET, 5, 3),
                "Garret gains 5 Invigoration and loses 3 fatigue (29 of 24 HP, fatigue −3).",
            ),
            (
                Fact::Regains(GARRET, 3),
                "Garret regains 3 HP (27 of 24 HP, fatigue 0).",
            ),
            (
                Fact::Bonus(
                    GARRET,
                    BonusPool {
                        until: 40,
                        points: 5,
                    },
                ),
                "Garret has 5 bonus hit points until count 40.",
            ),
            (
                Fact::Paralysed(
                    OGRE,
                    Paralysis {
                        every: 120,
                        next: 130,
                        points: 4,
                    },
                ),
                "The ogre takes 4 paralysis damage (4 in all).",
            ),
            (
                Fact::Set(OGRE, Number::Wear, 1),
                "The ogre's Threshold of Pain is 4.",
            ),
            (
                Fact::Set(OGRE, Number::Wear, 5),
                "The ogre is wounded (Threshold of Pain 0).",
            ),
            (
                Fact::Set(OGRE, Number::Impairments(2), 1),
                "The ogre's slashing impairment is 1.",
            ),
            (
                Fact::Set(OGRE, Number::AttributeDamage(Attribute::Strength), 4),
                "The ogre's Strength is −1 now.",
            ),
            (Fact::Dying(OGRE, Some(NOW)), "The ogre is dying."),
            (
                Fact::Flag(OGRE, Flag::Stabilized, true),
                "The ogre is stabilized.",
            ),
            (
                Fact::Wakes(OGRE, Some(42)),
                "The ogre may wake at count 42.",
            ),
            (
                Fact::At(OGRE, When::Next, 21),
                "The ogre acts next at count 21.",
            ),
        ],
    );
}

#[test]
fn facts_about_bodies() {
    let state = fight();
    let run = Run {
        pace: Pace::Run,
        counts: 0,
        since_check: 0,
        sprinted: 0,
        failures: 0,
        sprint_gain_ft: None,
        tried: false,
    };
    let stapled = Stapled {
        item: Some(ItemId(0)),
        dc: 14,
        body: false,
    };
    read_so(
        &state,
        [
            (stance(Stance::Prone, NOW), "The ogre falls prone."),
            (
                stance(Stance::Cautious, 15),
                "The ogre has the benefits of Cautious from count 15.",
            ),
            (
                Fact::Faces(OGRE, Facing::Heading(Heading::West)),
                "The ogre faces west.",
            ),
            (Fact::Moved(OGRE, Cell::new(5, 7)), "The ogre comes to 5,7."),
            (Fact::Runs(OGRE, Some(run)), "The ogre begins to run."),
            (
                Fact::Stapled(OGRE, Some(stapled)),
                "The ogre is pinned by the long sword through the clothing (DC 14).",
            ),
            (
                Fact::Mounted(GARRET, Some(HORSE)),
                "Garret rides the horse.",
            ),
            (
                Fact::Gains(toward(Condition::Grabbed)),
                "The ogre is grabbed by Garret.",
            ),
            (
                Fact::Gains(Held {
                    until: Until::TurnStart(OGRE, 1),
                    ..held(Condition::Unsteady)
                }),
                "The ogre is unsteady until the ogre's next turn.",
            ),
            (
                Fact::Gains(Held {
                    until: Until::At(30),
                    amount: -2,
                    ..held(Condition::Shaken)
                }),
                "The ogre is shaken (−2) until count 30.",
            ),
            (Fact::Loses(held(Condition::Unconscious)), "The ogre wakes."),
            (
                Fact::Loses(toward(Condition::Grabbed)),
                "The ogre is no longer grabbed by Garret.",
            ),
            (
                Fact::Presence(OGRE, Presence::Fled),
                "The ogre has left the fight.",
            ),
        ],
    );
}

#[test]
fn facts_about_things_and_spells() {
    let mut state = fight();
    let active = Active {
        number: 1,
        spell: SpellId(0),
        caster: OGRE,
        until: 99,
    };
    apply(&mut state, &Fact::Active(active.clone()));
    let (a, b) = (Cell::new(3, 4), Cell::new(4, 4));
    let prepared = Prepared {
        spell: SpellId(0),
        charges: 0,
        failure: None,
        hindered: 0,
        until: None,
    };
    read_so(
        &state,
        [
            (
                Fact::Item(ItemId(5), Place::Ground(a)),
                "The club lies at 3,4.",
            ),
            (
                Fact::Item(ItemId(5), Place::Held(GARRET)),
                "Garret has the club now.",
            ),
            (
                Fact::Item(ItemId(0), Place::Stuck(OGRE)),
                "The long sword sticks in the ogre.",
            ),
            (Fact::Item(ItemId(9), Place::Nowhere), "The potion is gone."),
            (
                Fact::Durability(ItemId(5), 4),
                "The club has 4 Durability Points left.",
            ),
            (Fact::Durability(ItemId(5), 0), "The club breaks."),
            (
                Fact::Readied(ItemId(6), true),
                "The ogre chief readies the round shield.",
            ),
            (Fact::Lit(ItemId(8), true), "The torch burns."),
            (
                Fact::Alters(Altered::Door(a, b, true)),
                "The door between 3,4 and 4,4 opens.",
            ),
            (
                Fact::Casts(GARRET, SpellId(2), false),
                "Garret fails to cast mend.",
            ),
            (
                Fact::Prepares(GARRET, Some(prepared)),
                "Garret has fire bolt prepared.",
            ),
            (
                Fact::Underway(
                    GARRET,
                    Underway::Prepare {
                        spell: SpellId(0),
                        ready: 24,
                        failure: None,
                        hindered: 0,
                    },
                ),
                "Garret's fire bolt is prepared at count 24.",
            ),
            (
                Fact::Active(active),
                "The ogre's fire bolt (spell 1) is active until count 99.",
            ),
            (Fact::Ends(1), "The ogre's fire bolt ends."),
            (
                Fact::Will(Pending {
                    at: 20,
                    on: OGRE,
                    what: PendingHarm::Poison(2, PoisonHarm::Fatigue),
                }),
                "The poison acts on the ogre at count 20.",
            ),
        ],
    );
}

#[test]
fn bookkeeping_is_not_told() {
    let state = fight();
    for fact in [
        Fact::TurnComes(OGRE),
        Fact::CarriedOut,
        Fact::Set(OGRE, Number::Hp, 24),
        Fact::At(OGRE, When::Regenerates, 20),
        Fact::At(OGRE, When::Next, 15),
        Fact::At(OGRE, When::Next, NEVER),
        Fact::Flag(OGRE, Flag::Decided, true),
        Fact::Moved(OGRE, Cell::new(4, 7)),
        Fact::LastArm(OGRE, Some(SWORD)),
        Fact::Castings(OGRE, SpellId(0), 1),
        Fact::Prepares(OGRE, None),
        Fact::Underway(OGRE, Underway::Nothing),
        Fact::Item(ItemId(3), Place::Carried(GARRET, Kept::Pouch)),
        Fact::Item(ItemId(3), Place::Held(GARRET)),
        stance(Stance::Basic, 0),
    ] {
        assert_eq!(tell(&state, &fact), None, "{fact:?}");
    }
}

#[test]
fn what_runs_out_is_told_when_its_time_comes() {
    let mut state = fight();
    for (kind, until) in [
        (Condition::Unsteady, Until::TurnStart(GARRET, 1)),
        (Condition::Shaken, Until::At(14)),
    ] {
        apply(
            &mut state,
            &Fact::Gains(Held {
                until,
                ..held(kind)
            }),
        );
    }
    read_so(
        &state,
        [
            (Fact::TurnComes(GARRET), "The ogre is no longer unsteady."),
            (Fact::Count(14), "Count 14: the ogre is no longer shaken"),
            (Fact::Count(13), "Count 13"),
        ],
    );
}

#[test]
fn numbers_are_left_out_for_those_who_may_not_know_them() {
    let state = fight();
    for (fact, text) in [
        (
            damaged(5, 3, Some(DamageType::Fire), Harm::Fire),
            "The ogre takes 8 fire damage from the fire.",
        ),
        (
            damaged(2, 0, None, Harm::Cost),
            "The ogre tires by the effort.",
        ),
        (
            damaged(0, 2, None, Harm::Poison),
            "The ogre is harmed from poison.",
        ),
        (Fact::Healed(OGRE, 5, 3), "The ogre is healed."),
        (Fact::Set(OGRE, Number::Wear, 5), "The ogre is wounded."),
        (Fact::Set(OGRE, Number::Hp, 5), ""),
        (
            Fact::Set(OGRE, Number::Petrification, 10),
            "The ogre is stone.",
        ),
        (
            Fact::Paralysed(
                OGRE,
                Paralysis {
                    every: 120,
                    next: 130,
                    points: 300,
                },
            ),
            "The ogre can move and act no longer.",
        ),
    ] {
        let told = tell(&state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        let told = veiled(&state, &fact, told);
        assert_eq!(told.without_numbers.as_deref(), Some(text));
    }
    let next = tell(&state, &Fact::At(OGRE, When::Next, 21)).expect("a sentence");
    assert_eq!(next.depth, Depth::Number);
}

#[test]
fn questions_and_answers() {
    let mut state = fight();
    let prepares = Underway::Prepare {
        spell: SpellId(0),
        ready: 24,
        failure: None,
        hindered: 0,
    };
    apply(&mut state, &Fact::Underway(CHIEF, prepares));
    for (who, window, text) in [
        (OGRE, Window::Turn, "Count 12: what does the ogre do?"),
        (
            CHIEF,
            Window::Underway,
            "Count 12: the ogre chief prepares fire bolt until count 24: go on, walk or break off?",
        ),
        (
            GARRET,
            Window::Split {
                patient: HORSE,
                points: 8,
            },
            "8 points of healing for the horse: how many become Invigoration (the rest takes away fatigue)?",
        ),
        (
            GARRET,
            Window::Push {
                target: OGRE,
                most_ft: 10,
            },
            "How far does Garret push the ogre, up to 10 ft?",
        ),
    ] {
        assert_eq!(question(&state, who, &window), text);
    }
    let ready = Underway::Ready {
        act: Box::new(Act::Tackle(OGRE)),
        trigger: Box::new(Trigger {
            who: Some(OGRE),
            event: Event::Moves,
        }),
        from: 14,
    };
    for (underway, window, text) in [
        (
            Underway::Wait(20),
            Window::Underway,
            "Count 12: Garret waits until count 20: go on or break off?",
        ),
        (
            Underway::Walk(Pace::Base, [Cell::new(4, 4)].into()),
            Window::Underway,
            "Count 12: Garret moves toward 4,4: go on or break off?",
        ),
        (
            ready,
            Window::Holding,
            "Count 12: Garret is ready to tackle the ogre when the ogre moves: go on or give up?",
        ),
    ] {
        apply(&mut state, &Fact::Underway(GARRET, underway));
        assert_eq!(question(&state, GARRET, &window), text);
    }
    assert_eq!(thing(&state, 7), "wand of fire");
    assert_eq!(thing(&state, 700), "#700");
}

#[test]
fn answers_say_what_was_asked() {
    let state = fight();
    let said = |who, window, act| answer(&state, &Ask::open(who, window), &act);
    let push = Window::Push {
        target: OGRE,
        most_ft: 10,
    };
    let hold = Window::Extra {
        target: OGRE,
        extra: Extra::KeepGrab,
    };
    for (who, window, act, text) in [
        (
            GARRET,
            push,
            Act::Feet(10),
            "Garret chooses to push the ogre 10 ft.",
        ),
        (
            OGRE,
            Window::Admit(GARRET),
            Act::Pass,
            "The ogre keeps Garret out.",
        ),
        (
            GARRET,
            Window::Enter(Cell::new(4, 4)),
            Act::Pass,
            "Garret stays out of 4,4, which has filled up.",
        ),
        (
            GARRET,
            hold,
            Act::Pass,
            "Garret chooses not to keep holding the ogre.",
        ),
        (GARRET, Window::Readied, Act::Pass, "Garret lets it pass."),
    ] {
        let said = said(who, window, act).expect("something to say");
        assert_eq!(said.text, text);
    }
    assert_eq!(said(OGRE, Window::Admit(CHIEF), Act::Yes), None);
}
