//! Facts as they read.

mod asked;
mod given;
mod guesses;
mod things;

use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::Cell;
use affray_kernel::story::Depth;
use smallvec::smallvec;

use super::{tell, veiled};
use crate::act::{Location, Strike, With};
use crate::fact::{Fact, Fate, Flag, Force, Harm, Number, Occasion, Undefended, Verdict, apply};
use crate::notation::sample::{CHIEF, GARRET, OGRE, fight};
use crate::sheet::{CheckSkill, DamageType, DefendSkill, InitiativeSkill};
use crate::state::{
    Arm, Charging, Condition, Cover, Fitness, Guard, ItemId, Pending, Phase, PowerId, Presence,
    Segment, Stance, State,
};

const SWORD: Arm = Arm::Item(ItemId(0));
const SPEAR: Arm = Arm::Item(ItemId(4));
const MACE: ItemId = ItemId(5);
/// The left arm of a humanoid.
const LEFT_ARM: u8 = 2;
const STORM_CALL: PowerId = PowerId(5);

fn held(kind: Condition) -> Held<Condition> {
    Held::plain(OGRE, kind)
}

fn toward(kind: Condition) -> Held<Condition> {
    Held {
        toward: Some(GARRET),
        ..held(kind)
    }
}

fn strike(with: With, location: Location) -> Strike {
    Strike {
        target: OGRE,
        with,
        location,
        step: None,
        kill_shot: false,
    }
}

fn came(strike: Strike, verdict: Verdict) -> Fact {
    Fact::Came(GARRET, strike, verdict, Occasion::Item)
}

fn guard(failures: u8) -> Guard {
    Guard {
        skill: DefendSkill::Block,
        failures,
        in_segment: failures,
    }
}

fn harmed(amount: i16, why: Harm) -> Fact {
    Fact::Harmed {
        who: OGRE,
        amount,
        kind: DamageType::Impact,
        why,
    }
}

#[track_caller]
fn read_so(state: &State, facts: impl IntoIterator<Item = (Fact, &'static str)>) {
    for (fact, text) in facts {
        let told = tell(state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        assert_eq!(told.text, text);
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

#[test]
fn rounds_and_segments_are_headings() {
    let state = fight();
    for (fact, text) in [
        (Fact::Round(3), "Round 3"),
        (Fact::Called(Segment::Ranged), "Ranged segment"),
        (
            Fact::Phase(Phase::Over(Some(0))),
            "The fight is over: the heroes win",
        ),
    ] {
        let told = tell(&state, &fact).expect("a heading");
        assert_eq!((told.depth, told.text.as_str()), (Depth::Heading, text));
    }
    read_so(
        &state,
        [
            (
                Fact::Ordered(Some(Segment::Multiform)),
                "The Multiform segment comes next.",
            ),
            (
                Fact::Environment(-2),
                "The surroundings give everybody −2 on attack and defend checks.",
            ),
            (
                Fact::SideEnvironment(1, -4),
                "The surroundings give the monsters −4 on attack and defend checks.",
            ),
        ],
    );
    silent(
        &state,
        [
            Fact::Phase(Phase::Calling),
            Fact::Closed(Segment::Melee),
            Fact::Ordered(None),
            Fact::Environment(0),
            Fact::SideEnvironment(1, 0),
            Fact::Ambushed(true),
            Fact::Took(GARRET),
            Fact::RoundOver(2),
        ],
    );
}

#[test]
fn the_end_of_a_round_says_what_ends() {
    let until = |round, kind| Held {
        until: Until::Round(round),
        ..held(kind)
    };
    let state = after([
        Fact::Gains(until(2, Condition::Surprised)),
        Fact::Gains(until(2, Condition::KnockedOut)),
        Fact::Gains(until(2, Condition::Prone)),
        Fact::Gains(held(Condition::Prone)),
        Fact::Gains(until(3, Condition::Blinded)),
    ]);
    read_so(
        &state,
        [(
            Fact::RoundOver(2),
            "The Round ends: the ogre is no longer Surprised; the ogre comes to.",
        )],
    );
}

#[test]
fn the_dead_do_not_come_to() {
    let knocked_out = Held {
        until: Until::Round(2),
        ..held(Condition::KnockedOut)
    };
    let state = after([Fact::Gains(knocked_out), Fact::Gains(held(Condition::Dead))]);
    silent(&state, [Fact::Loses(knocked_out), Fact::RoundOver(2)]);
}

#[test]
fn stances_are_revealed_one_sentence_each() {
    let state = fight();
    for (stance, text) in [
        (Stance::Aggressive, "Garret is Aggressive."),
        (Stance::ReadyTrade, "Garret is Ready, to trade attacks."),
        (
            Stance::ReadyWait,
            "Garret is Ready, and waits for the attacks of others.",
        ),
        (Stance::Defensive, "Garret is Defensive."),
        (Stance::Hold, "Garret holds."),
    ] {
        let told = tell(&state, &Fact::Stance(GARRET, Some(stance))).expect("a sentence");
        assert_eq!((told.depth, told.text.as_str()), (Depth::Event, text));
        assert_eq!(told.about, [GARRET]);
    }
    silent(&state, [Fact::Stance(GARRET, None)]);
    let spent = after([Fact::Spends(GARRET, 4)]);
    let told = tell(&spent, &Fact::Stance(GARRET, Some(Stance::Hold))).expect("a sentence");
    assert_eq!(told.depth, Depth::Number, "it goes without saying");
}

#[test]
fn what_is_selected_and_given_up() {
    let aggressive = after([Fact::Stance(GARRET, Some(Stance::Aggressive))]);
    read_so(
        &aggressive,
        [
            (
                Fact::Commits(GARRET, Some(Segment::Melee)),
                "Garret can attack in the Melee segment alone this Round.",
            ),
            (
                Fact::Flag(GARRET, Flag::Done, true),
                "Garret does no more in this segment.",
            ),
        ],
    );
    silent(
        &fight(),
        [
            Fact::Commits(GARRET, None),
            Fact::Flag(GARRET, Flag::Done, true),
            Fact::Flag(GARRET, Flag::Stepped, true),
        ],
    );
}

#[test]
fn ambushes_and_on_guard() {
    read_so(
        &fight(),
        [
            (
                Fact::Ambush(OGRE, Some(smallvec![])),
                "The ogre lies in ambush.",
            ),
            (
                Fact::Ambush(OGRE, Some(smallvec![GARRET, CHIEF])),
                "The ogre lies in ambush for Garret and the ogre chief.",
            ),
            (
                Fact::Guard(GARRET, Some(guard(0))),
                "Garret goes On-Guard with Block.",
            ),
        ],
    );
    let guarded = after([
        Fact::Guard(GARRET, Some(guard(1))),
        Fact::Ambush(OGRE, Some(smallvec![])),
    ]);
    read_so(
        &guarded,
        [
            (
                Fact::Guard(GARRET, Some(guard(2))),
                "Garret has failed 2 of 3 On-Guard checks.",
            ),
            (Fact::Guard(GARRET, None), "Garret is no longer On-Guard."),
            (Fact::Ambush(OGRE, None), "The ogre gives up the ambush."),
        ],
    );
    silent(&guarded, [Fact::Guard(GARRET, Some(guard(1)))]);
    let told = tell(&guarded, &Fact::Ambush(OGRE, Some(smallvec![GARRET]))).expect("a sentence");
    assert_eq!(told.about, [OGRE], "who does not see it hears nothing");
    let besides = told.besides.expect("it names whom it lies in wait for");
    assert_eq!(besides.names, [GARRET]);
    assert_eq!(besides.without, "The ogre lies in ambush.");
}

#[test]
fn what_came_of_an_attack() {
    let torso = strike(With::Melee(SWORD), Location::Torso);
    let arm = strike(With::Melee(SWORD), Location::Part(LEFT_ARM));
    let kill = Strike {
        kill_shot: true,
        ..torso
    };
    read_so(
        &fight(),
        [
            (
                came(torso, Verdict::Miss),
                "Garret misses the ogre with an arming sword.",
            ),
            (
                came(arm, Verdict::Hit),
                "Garret hits the ogre's left arm with an arming sword.",
            ),
            (
                came(strike(With::Ranged(SPEAR), Location::Vitals), Verdict::Hit),
                "Garret hits the ogre's vitals with a thrown spear.",
            ),
            (
                came(
                    strike(With::Melee(SPEAR), Location::Item(MACE)),
                    Verdict::Hit,
                ),
                "Garret hits the ogre's mace with a spear.",
            ),
            (
                came(
                    strike(With::Power(PowerId(0)), Location::Torso),
                    Verdict::Avoided,
                ),
                "The ogre avoids Garret's attack with arcane bolt.",
            ),
            (
                came(
                    strike(With::Melee(Arm::Natural(0)), Location::Vulnerability),
                    Verdict::Averted,
                ),
                "The ogre averts Garret's attack on the ogre's vulnerability with a punch.",
            ),
            (
                came(torso, Verdict::Undefended(Undefended::BothAggressive)),
                "Garret hits the ogre with an arming sword, undefended: both are Aggressive.",
            ),
            (
                Fact::Came(
                    GARRET,
                    kill,
                    Verdict::Undefended(Undefended::Spent),
                    Occasion::Ambush,
                ),
                "Garret hits the ogre with an arming sword, to kill, out of an ambush, undefended: the ogre has no action left.",
            ),
            (
                came(torso, Verdict::Lost),
                "Garret's attack on the ogre with an arming sword comes to nothing.",
            ),
            (
                came(kill, Verdict::Hit),
                "Garret hits the ogre with an arming sword, to kill.",
            ),
            (
                Fact::Came(GARRET, torso, Verdict::Hit, Occasion::Ambush),
                "Garret hits the ogre with an arming sword, out of an ambush.",
            ),
            (
                Fact::Came(GARRET, torso, Verdict::Miss, Occasion::Opportunity),
                "Garret misses the ogre with an arming sword, in an attack of opportunity.",
            ),
        ],
    );
    let told = tell(&fight(), &came(torso, Verdict::Hit)).expect("a sentence");
    assert_eq!(told.about, [GARRET, OGRE]);
}

#[test]
fn what_attacks_leave_behind() {
    let felled = |dead, knocked_out| Pending {
        dead,
        knocked_out,
        damaged: false,
        disabled: 0,
        cycle: 0,
    };
    let state = fight();
    read_so(
        &state,
        [
            (Fact::Unhurt(OGRE), "The ogre takes no damage."),
            (
                Fact::Withstood(OGRE),
                "The ogre takes the damage and no more.",
            ),
            (
                Fact::KeepsHold(OGRE, MACE),
                "The ogre keeps hold of the mace.",
            ),
            (
                Fact::Invokes(GARRET, STORM_CALL, OGRE),
                "Garret uses storm call on the ogre.",
            ),
            (
                Fact::Invokes(GARRET, STORM_CALL, GARRET),
                "Garret uses storm call.",
            ),
            (
                Fact::Failed(GARRET, CheckSkill::Search),
                "Garret searches in vain.",
            ),
            (
                Fact::Failed(GARRET, CheckSkill::Disengage),
                "Garret cannot disengage.",
            ),
            (
                Fact::Failed(GARRET, CheckSkill::Stealth),
                "Garret finds no way to hide.",
            ),
            (
                Fact::Uses(GARRET, InitiativeSkill::Charge),
                "Garret uses Charge (Basic).",
            ),
            (
                Fact::Uses(GARRET, InitiativeSkill::RideByStrike),
                "Garret uses Ride-By Strike (Expert).",
            ),
            (
                Fact::Other(GARRET, 2),
                "Garret does something else for 2 actions.",
            ),
            (
                Fact::Disabled(OGRE, LEFT_ARM, true),
                "The ogre's left arm is disabled.",
            ),
            (
                Fact::Pending(OGRE, Some(felled(false, None))),
                "The ogre is felled, but not before this cycle ends.",
            ),
            (
                Fact::Pending(OGRE, Some(felled(true, None))),
                "The ogre is killed, but not before this cycle ends.",
            ),
            (
                Fact::Pending(OGRE, Some(felled(false, Some(3)))),
                "The ogre is knocked out, but not before this cycle ends.",
            ),
        ],
    );
    silent(
        &state,
        [
            Fact::Disabled(OGRE, LEFT_ARM, false),
            Fact::Pending(OGRE, None),
        ],
    );
    let worse = after([
        Fact::Pending(OGRE, Some(felled(false, None))),
        Fact::Disabled(OGRE, LEFT_ARM, true),
    ]);
    silent(&worse, [Fact::Pending(OGRE, Some(felled(false, None)))]);
    read_so(
        &worse,
        [
            (
                Fact::Pending(OGRE, Some(felled(true, None))),
                "The ogre is killed, but not before this cycle ends.",
            ),
            (
                Fact::Disabled(OGRE, LEFT_ARM, false),
                "The ogre's left arm is no longer disabled.",
            ),
        ],
    );
    for (fate, text) in [
        (Fate::Dead, "The ogre is dead."),
        (Fate::Maimed, "The ogre is maimed."),
        (Fate::Captured, "The ogre is captured."),
        (Fate::Fled, "The ogre has got away."),
        (Fate::Wounded, "The ogre is wounded."),
        (Fate::Unharmed, "The ogre is unharmed."),
    ] {
        read_so(&state, [(Fact::Fate(OGRE, fate), text)]);
    }
}

#[test]
fn preparing_takes_its_time() {
    let prepares = |paid| {
        let charging = Charging {
            strike: strike(With::Power(STORM_CALL), Location::Torso),
            paid,
        };
        Fact::Charging(OGRE, Some(Box::new(charging)))
    };
    let state = fight();
    let told = tell(&state, &prepares(1)).expect("a sentence");
    assert_eq!(
        told.depth,
        Depth::Number,
        "how far it has come is not for all"
    );
    assert!(told.text.starts_with("The ogre prepares storm call (1 of "));
    let prepared = after([prepares(1)]);
    silent(&prepared, [prepares(1)]);
    read_so(
        &prepared,
        [(
            Fact::Charging(OGRE, None),
            "The ogre no longer prepares storm call.",
        )],
    );
    silent(&state, [Fact::Charging(OGRE, None)]);
}

#[test]
fn pools_read_with_numbers_and_without() {
    let state = fight();
    for (fact, open, without) in [
        (
            harmed(7, Harm::Hit),
            "The ogre takes 7 Impact damage (17 of 24 hits).",
            Some("The ogre takes 7 Impact damage."),
        ),
        (
            harmed(25, Harm::Fall),
            "The ogre takes 25 Impact damage from the fall (−1 of 24 hits).",
            Some("The ogre takes 25 Impact damage from the fall."),
        ),
        (
            Fact::Heals(GARRET, 0),
            "Garret regains 0 hits (24 of 24 hits).",
            Some("Garret regains hits."),
        ),
        (
            Fact::Set(GARRET, Number::Hits, 3),
            "Garret has 3 of 24 hits.",
            Some("Garret loses hits."),
        ),
        (
            Fact::Set(GARRET, Number::Actions, 1),
            "Garret has 1 action left.",
            Some(""),
        ),
        (
            Fact::Set(GARRET, Number::Order, 9),
            "Garret's place among those of the same stance is 9.",
            Some(""),
        ),
        (
            Fact::Set(GARRET, Number::Modifier, -4),
            "Garret has −4 on the next check.",
            Some(""),
        ),
        (
            Fact::Set(GARRET, Number::Environment, -2),
            "The surroundings give Garret −2 on attack and defend checks.",
            None,
        ),
        (
            Fact::Spends(GARRET, 2),
            "Garret spends 2 actions (2 left).",
            Some(""),
        ),
        (
            Fact::Disabled(OGRE, LEFT_ARM, true),
            "The ogre's left arm is disabled.",
            None,
        ),
    ] {
        let told = tell(&state, &fact).unwrap_or_else(|| panic!("{fact:?} says nothing"));
        let told = veiled(&state, &fact, told);
        assert_eq!(told.text, open);
        assert_eq!(told.without_numbers.as_deref(), without, "{open}");
    }
    silent(
        &state,
        [
            Fact::Set(GARRET, Number::Hits, 24),
            Fact::Set(GARRET, Number::Modifier, 0),
            Fact::Set(GARRET, Number::Moved, 3),
            Fact::Set(GARRET, Number::Environment, 0),
            Fact::Spends(GARRET, 0),
        ],
    );
}

#[test]
fn what_happens_to_bodies() {
    let state = fight();
    read_so(
        &state,
        [
            (
                Fact::Flag(GARRET, Flag::Mounted, true),
                "Garret mounts the pony.",
            ),
            (
                Fact::Flag(GARRET, Flag::Disengaged, true),
                "Garret disengages.",
            ),
            (
                Fact::Fitness(GARRET, Fitness::Fatigued),
                "Garret is Fatigued now.",
            ),
            (
                Fact::Cover(GARRET, Cover::Partial),
                "Garret has partial cover.",
            ),
            (
                Fact::Alert(GARRET, Some(true)),
                "Garret is on the alert for an ambush.",
            ),
            (
                Fact::Moved(GARRET, Cell::new(4, 3), 1),
                "Garret moves to 4,3.",
            ),
            (
                Fact::Moved(GARRET, Cell::at_height(4, 3, 2), 0),
                "Garret is at 4,3,2 now.",
            ),
            (
                Fact::Forced(GARRET, Cell::new(4, 3), Force::Push),
                "Garret is pushed to 4,3.",
            ),
            (
                Fact::Forced(GARRET, Cell::new(4, 3), Force::Drag),
                "Garret is dragged to 4,3.",
            ),
            (
                Fact::Forced(GARRET, Cell::new(4, 3), Force::Fall),
                "Garret falls to 4,3.",
            ),
            (
                Fact::Blocked(GARRET),
                "Garret goes no farther: the way is no longer open.",
            ),
            (Fact::Presence(GARRET, Presence::Fled), "Garret flees."),
            (
                Fact::Presence(OGRE, Presence::Elsewhere),
                "The ogre is gone.",
            ),
        ],
    );
    silent(
        &state,
        [
            Fact::Flag(GARRET, Flag::Mounted, false),
            Fact::Flag(OGRE, Flag::Mounted, true),
            Fact::Flag(GARRET, Flag::Disengaged, false),
            Fact::Fitness(GARRET, Fitness::Active),
            Fact::Cover(GARRET, Cover::None),
            Fact::Alert(GARRET, None),
            Fact::Moved(GARRET, Cell::new(3, 3), 0),
            Fact::Presence(GARRET, Presence::Here),
        ],
    );
    let riding = after([Fact::Flag(GARRET, Flag::Mounted, true)]);
    let off = Fact::Flag(GARRET, Flag::Mounted, false);
    read_so(&riding, [(off.clone(), "Garret dismounts from the pony.")]);
    let out = after([
        Fact::Flag(GARRET, Flag::Mounted, true),
        Fact::Gains(Held::plain(GARRET, Condition::Unconscious)),
    ]);
    read_so(&out, [(off, "Garret falls off the pony.")]);
}
