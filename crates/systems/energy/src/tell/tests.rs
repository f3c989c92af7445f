//! Facts as they read.

use affray_kernel::Ask;
use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::{Cell, Heading};
use affray_kernel::story::Depth;

use super::{answer, question, tell, thing, veiled};
use crate::act::{
    Act, Action, Aim, Approach, Attempt, Boost, Claim, Interrupt, Maneuver, Pay, Rest, Step,
    Strike, Struggle, Window,
};
use crate::fact::{Fact, Flag, Harm, Number, Price, Verdict, What, apply};
use crate::mishap::Failure;
use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, declared, fight};
use crate::sheet::DamageType;
use crate::state::{
    Altered, Arm, Cause, Condition, ItemId, Pace, Phase, Place, PowerId, Presence, State, Watch,
    Zone,
};

const SWORD: Arm = Arm::Item(ItemId(0));
const BOW: Arm = Arm::Item(ItemId(3));
const SPEAR: Arm = Arm::Item(ItemId(4));

fn held(kind: Condition) -> Held<Condition> {
    Held::plain(OGRE, kind)
}

fn toward(kind: Condition) -> Held<Condition> {
    Held {
        toward: Some(GARRET),
        ..held(kind)
    }
}

fn strike(with: Arm) -> Strike {
    Strike {
        target: OGRE,
        with,
        thrown: false,
        nonlethal: None,
        boost: None,
        approach: Approach::new(),
    }
}

fn attempt(maneuver: Maneuver) -> Attempt {
    Attempt {
        maneuver,
        target: OGRE,
        with: SWORD,
        approach: Approach::new(),
    }
}

fn run() -> Action {
    Action::Move {
        pace: Pace::Run,
        path: [Cell::new(4, 4), Cell::new(6, 4)].into(),
        push: None,
        straight: false,
    }
}

fn harmed(amount: i16, why: Harm) -> Fact {
    Fact::Harmed {
        who: OGRE,
        amount,
        kind: DamageType::Slashing,
        why,
    }
}

fn mire() -> Zone {
    Zone {
        number: 1,
        power: PowerId(2),
        by: OGRE,
        at: Cell::new(9, 3),
        until: 3,
    }
}

#[track_caller]
fn read_so(state: &State, facts: impl IntoIterator<Item = (Fact, &'static str)>) {
    for (fact, text) in facts {
        let told = tell(state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        assert_eq!(told.text, text);
    }
}

fn after(facts: impl IntoIterator<Item = Fact>) -> State {
    let mut state = fight();
    for fact in facts {
        apply(&mut state, &fact);
    }
    state
}

#[test]
fn facts_about_time() {
    let state = fight();
    read_so(
        &state,
        [
            (Fact::Round(3), "Round 3"),
            (
                Fact::Phase(Phase::Aftermath(Some(0))),
                "The fight is over: the heroes win",
            ),
            (
                Fact::Phase(Phase::Over(None)),
                "The fight is over: nobody wins",
            ),
            (Fact::Idle(2), "Nobody has spent anything for 2 Rounds."),
        ],
    );
    assert_eq!(tell(&state, &Fact::Idle(1)), None);
    assert_eq!(
        tell(&state, &Fact::RoundOver(2)),
        None,
        "nothing ends with it"
    );
    let this_round = Until::Round(2);
    let state = after([
        Fact::Gains(Held {
            until: this_round,
            ..held(Condition::Unguarded)
        }),
        Fact::Gains(Held {
            parent: Some(Condition::Unguarded),
            ..held(Condition::Exposed)
        }),
        Fact::Gains(Held {
            until: this_round,
            ..held(Condition::Slowed)
        }),
        Fact::Gains(held(Condition::Slowed)),
        Fact::Gains(Held {
            until: this_round,
            ..Held::plain(GARRET, Condition::Unguarded)
        }),
        Fact::Gains(Held {
            until: this_round,
            ..Held::plain(HORSE, Condition::Surprised)
        }),
    ]);
    read_so(
        &state,
        [(
            Fact::RoundOver(2),
            "The Round ends: Garret and the ogre are no longer Unguarded; the horse is no longer Surprised.",
        )],
    );
}

#[test]
fn what_is_declared() {
    let state = fight();
    let declares = |action| Fact::Declares(declared(GARRET, action));
    let boost = Some(Boost {
        power: PowerId(3),
        stamina: 2,
    });
    read_so(
        &state,
        [
            (
                declares(Action::Attack(strike(SWORD))),
                "Garret attacks the ogre with a longsword.",
            ),
            (
                declares(Action::Attack(strike(Arm::Natural(0)))),
                "Garret attacks the ogre unarmed.",
            ),
            (
                declares(Action::Attack(strike(BOW))),
                "Garret shoots at the ogre with a shortbow.",
            ),
            (
                declares(Action::Attack(Strike {
                    thrown: true,
                    ..strike(SPEAR)
                })),
                "Garret throws a spear at the ogre.",
            ),
            (
                declares(Action::Attack(Strike {
                    nonlethal: Some(1),
                    boost,
                    ..strike(SWORD)
                })),
                "Garret attacks the ogre with a longsword and power strike, not to kill.",
            ),
            (
                declares(Action::Maneuver(attempt(Maneuver::Disarm(ItemId(5))))),
                "Garret tries to disarm the ogre of the greatclub with a longsword.",
            ),
            (declares(run()), "Garret runs to 6,4."),
            (
                declares(Action::Move {
                    pace: Pace::Sprint,
                    path: [Cell::new(4, 6)].into(),
                    push: Some((OGRE, [].into())),
                    straight: false,
                }),
                "Garret sprints to 4,6 to push the ogre.",
            ),
            (declares(Action::Kneel), "Garret begins to get up."),
            (
                declares(Action::Escape(Some(OGRE), Struggle::Fortitude)),
                "Garret tries to get free from the ogre.",
            ),
            (
                declares(Action::Use(PowerId(2), Aim::Place(Cell::new(9, 3)))),
                "Garret casts mire at 9,3.",
            ),
            (
                declares(Action::Consume(ItemId(9), Aim::Creature(HORSE))),
                "Garret uses the potion on the horse.",
            ),
            (Fact::Ends(GARRET, true), "Garret lets it be."),
        ],
    );
    let told = tell(&state, &declares(Action::Attack(strike(SWORD)))).expect("a sentence");
    assert_eq!(told.about, [GARRET, OGRE]);
}

#[test]
fn what_came_of_it() {
    read_so(
        &fight(),
        [
            (
                Fact::Came(GARRET, What::Attack, OGRE, Verdict::Critical),
                "Garret critically hits the ogre.",
            ),
            (
                Fact::Came(GARRET, What::Maneuver(Maneuver::Trip), OGRE, Verdict::Miss),
                "Garret's Trip misses the ogre.",
            ),
            (
                Fact::Came(OGRE, What::Power(PowerId(0)), GARRET, Verdict::Hit),
                "The ogre's aura lance hits Garret.",
            ),
            (
                Fact::Came(OGRE, What::Attack, GARRET, Verdict::CriticalFailure),
                "The ogre fails critically against Garret.",
            ),
            (Fact::Unhurt(OGRE), "The ogre takes no damage."),
            (
                Fact::Fails(GARRET, Failure::Resisted(OGRE, Maneuver::Trip)),
                "The ogre resists Garret's Trip.",
            ),
            (
                Fact::Rests(
                    GARRET,
                    Rest::Short {
                        blocks: 3,
                        surges: 1,
                        repair: Some(ItemId(14)),
                    },
                ),
                "Garret takes a Short Rest of 15 minutes and mends the leather.",
            ),
            (
                Fact::Rests(
                    GARRET,
                    Rest::Long {
                        hours: 8,
                        surges: 0,
                        repair: None,
                    },
                ),
                "Garret takes a Long Rest.",
            ),
        ],
    );
}

#[test]
fn pools_read_with_numbers_and_without() {
    let state = fight();
    let spends = Price {
        energy: 2,
        swaps: 1,
        stamina: 1,
        ..Price::default()
    };
    for (fact, open, without) in [
        (
            harmed(7, Harm::Lethal),
            "The ogre takes 7 slashing damage (Aura 27 of 34).",
            Some("The ogre takes 7 slashing damage."),
        ),
        (
            harmed(50, Harm::NonLethal),
            "The ogre takes 50 Non-Lethal slashing damage (Aura 0 of 34).",
            Some("The ogre takes 50 Non-Lethal slashing damage."),
        ),
        (
            Fact::Regains(GARRET, 0),
            "Garret regains 0 Aura (Aura 34 of 34).",
            Some("Garret regains Aura."),
        ),
        (
            Fact::Set(GARRET, Number::Stamina, 3),
            "Garret's Stamina is 3 now.",
            Some("Garret loses Stamina."),
        ),
        (
            Fact::Set(GARRET, Number::Energy, 2),
            "Garret has 2 Energy.",
            Some(""),
        ),
        (
            Fact::Spends(GARRET, spends, true),
            "Garret spends 2 Energy and 2 Stamina (3 Energy and 12 Stamina left).",
            Some(""),
        ),
        (
            Fact::Set(GARRET, Number::AgilityBonus, 2),
            "Garret is quicker: 2 more Agility until the end of the Round.",
            Some("Garret is quicker."),
        ),
        (
            Fact::Set(GARRET, Number::Injuries, 1),
            "Garret has 1 major injury.",
            None,
        ),
        (
            Fact::Flag(GARRET, Flag::Bleeding, true),
            "Garret begins to bleed out.",
            None,
        ),
    ] {
        let told = tell(&state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        let told = veiled(&state, &fact, told);
        assert_eq!(told.text, open);
        assert_eq!(told.without_numbers.as_deref(), without, "{open}");
    }
    let told = tell(&state, &Fact::Set(GARRET, Number::Energy, 2)).expect("a sentence");
    assert_eq!(told.depth, Depth::Number);
    assert_eq!(
        tell(&state, &Fact::Set(GARRET, Number::Energy, 5)),
        None,
        "as before"
    );
    let off = after([Fact::Flag(OGRE, Flag::AuraOff, true)]);
    read_so(
        &off,
        [(
            harmed(7, Harm::Lethal),
            "The ogre takes 7 slashing damage (Aura 34 of 34, switched off).",
        )],
    );
}

#[test]
fn what_happens_to_bodies() {
    read_so(
        &fight(),
        [
            (Fact::Flag(GARRET, Flag::Passed, true), "Garret waits."),
            (Fact::Flag(GARRET, Flag::Defending, true), "Garret defends."),
            (Fact::Flag(GARRET, Flag::Kneeling, true), "Garret kneels."),
            (
                Fact::Cause(OGRE, Cause::Stamina, true),
                "The ogre is unconscious for want of Stamina.",
            ),
            (Fact::Turns(GARRET, Heading::East), "Garret faces east."),
            (
                Fact::Watches(GARRET, Watch::Creature(CHIEF)),
                "Garret keeps an eye on the ogre chief.",
            ),
            (Fact::Moved(GARRET, Cell::new(4, 3)), "Garret comes to 4,3."),
            (
                Fact::Used(GARRET, PowerId(2), true),
                "Garret cannot use mire again for now.",
            ),
            (
                Fact::Submits(OGRE, Some(GARRET)),
                "The ogre will not resist the next attack of Garret.",
            ),
            (
                Fact::Ignores(GARRET, Condition::Slowed, 1),
                "Garret is not Slowed here until the end of the Round.",
            ),
            (
                Fact::Presence(OGRE, Presence::Elsewhere),
                "The ogre is gone.",
            ),
            (
                Fact::Owes(GARRET, OGRE),
                "The ogre may answer before Garret attacks again.",
            ),
            (Fact::Falls(OGRE), "The ogre is knocked down again."),
        ],
    );
    let kneels = after([Fact::Flag(GARRET, Flag::Kneeling, true)]);
    let down = Fact::Flag(GARRET, Flag::Kneeling, false);
    assert_eq!(tell(&kneels, &down), None, "whoever falls does not stand");
    let rises = after([
        Fact::Flag(GARRET, Flag::Kneeling, true),
        Fact::Declares(declared(GARRET, Action::Stand)),
    ]);
    read_so(&rises, [(down, "Garret stands.")]);
    let turns = after([Fact::Declares(declared(GARRET, run()))]);
    read_so(
        &turns,
        [(
            Fact::Metres(GARRET, 3, None),
            "Garret gives up 2 m by turning.",
        )],
    );
}

#[test]
fn conditions_begin_and_end() {
    let next = Held {
        until: Until::Round(3),
        ..held(Condition::Exposed)
    };
    let daughter = Held {
        parent: Some(Condition::Prone),
        ..held(Condition::Exposed)
    };
    let bonds = Held {
        amount: 15,
        ..held(Condition::Restrained)
    };
    let state = fight();
    read_so(
        &state,
        [
            (
                Fact::Gains(next),
                "The ogre is Exposed until the end of the next Round.",
            ),
            (Fact::Gains(daughter), "The ogre is Exposed, being Prone."),
            (Fact::Gains(held(Condition::Prone)), "The ogre falls Prone."),
            (Fact::Gains(held(Condition::Dead)), "The ogre dies."),
            (
                Fact::Gains(toward(Condition::Restrained)),
                "The ogre is Restrained by Garret.",
            ),
            (Fact::Gains(bonds), "The ogre is Restrained (DC 15)."),
            (
                Fact::Gains(toward(Condition::Unaware)),
                "The ogre does not notice Garret.",
            ),
            (Fact::Loses(held(Condition::Unconscious)), "The ogre wakes."),
            (
                Fact::Loses(toward(Condition::Unaware)),
                "The ogre notices Garret.",
            ),
            (
                Fact::Loses(held(Condition::Dazed)),
                "The ogre is no longer Dazed.",
            ),
        ],
    );
    let exposed = after([Fact::Gains(next)]);
    let sooner = Held {
        until: Until::Round(2),
        ..next
    };
    read_so(
        &exposed,
        [
            (
                Fact::Gains(sooner),
                "The ogre has one more reason to be Exposed.",
            ),
            (
                Fact::Gains(Held {
                    until: Until::Round(4),
                    ..next
                }),
                "The ogre is Exposed until the end of Round 4.",
            ),
        ],
    );
    let depth = |held| tell(&state, &Fact::Gains(held)).map(|told| told.depth);
    assert_eq!(
        depth(daughter),
        Some(Depth::Number),
        "it goes without saying"
    );
    assert_eq!(depth(next), Some(Depth::Event));
}

#[test]
fn what_happens_to_things() {
    let (a, b) = (Cell::new(3, 4), Cell::new(4, 4));
    read_so(
        &fight(),
        [
            (
                Fact::Item(ItemId(0), Place::Ground(a, false)),
                "The longsword lies at 3,4.",
            ),
            (
                Fact::Item(ItemId(2), Place::Held(GARRET)),
                "Garret has the longsword in hand.",
            ),
            (
                Fact::Item(ItemId(0), Place::Carried(GARRET)),
                "Garret puts the longsword away.",
            ),
            (Fact::Loaded(ItemId(3), true), "The shortbow is loaded."),
            (
                Fact::Draw(ItemId(3), 4),
                "The shortbow is built for an Arm Strength of 12 now.",
            ),
            (Fact::Broken(ItemId(6), true), "The round shield breaks."),
            (
                Fact::Alters(Altered::Door(a, b, true)),
                "The door between 3,4 and 4,4 opens.",
            ),
            (
                Fact::Zone(mire()),
                "A mire begins around 9,3 until the end of the next Round.",
            ),
        ],
    );
    let mired = after([Fact::Zone(mire())]);
    read_so(&mired, [(Fact::ZoneEnds(1), "The mire around 9,3 ends.")]);
    assert_eq!(thing(&mired, 5), "greatclub");
    assert_eq!(thing(&mired, 99), "#99");
}

#[test]
fn answers_read_as_what_is_done() {
    let state = fight();
    let claim = Claim {
        action: Action::Attack(strike(SWORD)),
        pay: Pay::PLAIN,
    };
    for (act, text) in [
        (
            Act::Challenge(claim.clone()),
            "Garret tries to be first: Garret attacks the ogre with a longsword.",
        ),
        (
            Act::Interrupt(Interrupt::Strike(strike(SWORD), Pay::PLAIN)),
            "Garret makes a Swift Attack: attacks the ogre with a longsword.",
        ),
        (
            Act::Interrupt(Interrupt::AgileMove(Cell::new(4, 3))),
            "Garret makes an Agile Move to 4,3.",
        ),
        (Act::Stop, "Garret breaks off."),
        (Act::Decline, "Garret does not roll Initiative."),
        (
            Act::Struggle(Struggle::ArmStrength),
            "Garret holds on by Arm Strength.",
        ),
        (
            Act::Reroute([Cell::new(4, 3)].into()),
            "Garret takes another way to 4,3.",
        ),
    ] {
        let told = answer(&state, &Ask::open(GARRET, Window::Floor), &act).expect("a sentence");
        assert_eq!(told.text, text);
    }
    for act in [Act::Pass, Act::PassOn(Some(2)), Act::Roll] {
        assert_eq!(
            answer(&state, &Ask::open(GARRET, Window::Floor), &act),
            None,
            "nothing is said of {act:?}"
        );
    }
}

#[test]
fn questions_say_what_is_going_on() {
    let state = after([Fact::Declares(declared(OGRE, run()))]);
    let moving = after([
        Fact::Declares(declared(OGRE, run())),
        Fact::Metres(OGRE, 1, Some(Cell::new(4, 6))),
    ]);
    let declared = Window::Answer {
        actor: OGRE,
        step: Step::Declared,
    };
    let metre = Window::Answer {
        actor: OGRE,
        step: Step::Metre,
    };
    for (state, window, text) in [
        (&state, Window::Floor, "Round 2: what does Garret do?"),
        (
            &state,
            declared,
            "The ogre runs to 6,4: does Garret step in?",
        ),
        (
            &moving,
            metre,
            "The ogre runs to 6,4, next from 4,7 to 4,6: does Garret step in?",
        ),
        (
            &state,
            Window::Own {
                step: Step::Unguarded,
            },
            "Garret acts: does Garret go on?",
        ),
        (
            &state,
            Window::Initiative { by: OGRE },
            "The ogre wants to act first: does Garret roll Initiative?",
        ),
        (
            &state,
            Window::Claim { by: OGRE },
            "The ogre wants to act at the same moment: what does Garret want to do?",
        ),
        (
            &state,
            Window::Struggle { by: OGRE },
            "The ogre struggles: by which roll does Garret hold on?",
        ),
        (
            &state,
            Window::Fling {
                item: ItemId(5),
                from: OGRE,
            },
            "The greatclub of the ogre falls: does Garret fling it away, and where to?",
        ),
        (
            &state,
            Window::Push {
                target: OGRE,
                optional: true,
            },
            "Into which space does Garret push the ogre, or no farther?",
        ),
        (
            &state,
            Window::Take { item: ItemId(11) },
            "Does Garret take the scroll in passing?",
        ),
    ] {
        assert_eq!(question(state, GARRET, &window), text);
    }
}
