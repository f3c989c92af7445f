//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::meaning::Meaning;
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Defence, Location, Quarry, Strike, Utility, Window, With};
use super::ids::rule;
use super::rules::called_shots::{called_by, category, difficulty};
use super::rules::defence::rule_of;
use super::rules::numbers::family;
use super::sheet::{Category, DefendSkill, Family, InitiativeSkill, SegmentCommitment};
use super::state::{Stance, State};

/// The rule by which somebody is asked.
pub(crate) const fn asked_by(_: &State, _: CreatureId, window: &Window) -> RuleId {
    match window {
        Window::Ambush => rule!("ambush/definition"),
        Window::OnGuard => rule!("on-guard/announce"),
        Window::Stance(_) => rule!("stances/declared-per-segment"),
        Window::Item => rule!("stances/exchange"),
        Window::Opportunity { .. } => rule!("reaction/attack-of-opportunity"),
        Window::Defend { .. } => rule!("defence/timing"),
    }
}

/// What an act means that answers in a window.
pub(crate) fn meaning(state: &State, who: CreatureId, window: &Window, act: &Act) -> Meaning {
    let of = Meaning::of;
    match act {
        Act::Attack(strike) => attack(state, who, strike),
        Act::Guess(_) => of(rule!("modifiers/blindness"), "Strikes or shoots into a space where somebody hidden may be, at −8; a hit finds it, and a miss tells nothing."),
        Act::Move(_) => of(rule!("movement-segment/moves"), "Goes along that way; each stretch of your move rate, whole or begun, takes an action. Enemies next to you hold you back unless you disengage first."),
        Act::Feat(feat) => by_skill(feat.skill),
        Act::Disengage => of(rule!("defence/disengage"), "Tries to get away from whoever threatens you, by a Disengage check: with success your moves of this segment are free."),
        Act::Flee => of(rule!("attack/flee"), "Leaves the fight for good; it takes all actions that are left."),
        Act::Use(utility) => by_utility(*utility),
        Act::Pass => pass(window),

        Act::Drop(_) => of(rule!("actions/utility"), "Lets it fall into your own space."),
        Act::Release(_) => of(rule!("other-melee/concentration"), "Lets an effect end that you keep up by concentration.").instead("release", "let go of the effect"),
        Act::Surrender => of(rule!("attack/surrender"), "Gives up: the fight is over for you."),

        Act::Ambush(targets) => ambush(targets.is_empty()),
        Act::OnGuard(_) => of(rule!("on-guard/when-hit"), "Guards with this skill all round: each attack that hits you may be checked away at no further cost until three checks have failed. No Aggressive stance meanwhile.").instead("on-guard with", "go On-Guard with"),
        Act::Stance(stance) => by_stance(*stance, state.cast.options.segment_commitment),
        Act::Defend(defence) => by_defence(defence, state.cast.options.strict_defend),
        Act::Opportunity(_) => of(rule!("reaction/opportunity-resolution"), "Attacks at once whoever shoots or casts next to you, before that attack is rolled. Once a round.").instead("strike with", "strike first with"),

        Act::Call(_)
        | Act::Idle(_)
        | Act::BeginRound
        | Act::Ambushes
        | Act::OnGuards
        | Act::Settle
        | Act::Close
        | Act::EndRound
        | Act::EndCombat => of(rule!("round/start-sequence"), "Happens by itself."),
    }
}

const fn ambush(on_all: bool) -> Meaning {
    let meaning = Meaning::of(
        rule!("ambush/definition"),
        "Attacks out of hiding before everybody else this round; those who notice it in time may react.",
    );
    if on_all {
        meaning.instead("ambush", "lie in ambush")
    } else {
        meaning.instead("ambush", "lie in ambush for")
    }
}

fn attack(state: &State, who: CreatureId, strike: &Strike) -> Meaning {
    let of = Meaning::of;
    let family = family(state, who, strike.with).unwrap_or(Family::Armed);
    let unarmed = family == Family::Unarmed;
    match (strike.location, strike.with) {
        _ if strike.kill_shot => of(
            rule!("damage-effects/general-kill-shot"),
            "Tries to kill somebody Damaged outright: a very hard attack.",
        ),
        (Location::Item(_), _) => of(
            rule!("hit-location/weapon-target-valid"),
            "Attacks the weapon or shield in its hand instead of the body: it may be knocked away or break.",
        ),
        (Location::Vitals, _) => of(
            rule!("hit-location/vitals-kill-shot-factors"),
            "Aims at an organ that you have found: hard to hit, and deadly.",
        ),
        (Location::Vulnerability, _) if unarmed => of(
            rule!("unarmed/vulnerability-needs-no-search"),
            "Strikes where nothing covers the body: without a weapon that is as hard as any other blow, and does no more.",
        ),
        (Location::Vulnerability, _) => of(
            rule!("hit-location/vulnerability-changes-type"),
            "Aims at the weak point of its armour that you have found.",
        ),
        (Location::Part(_), with) => {
            let category = category(state, strike.target, strike.location);
            let harder = difficulty(strike.location, category, family) < 0;
            of(called_by(with, family), at_part(category, harder))
        }
        (Location::Torso, With::Melee(_)) => of(
            rule!("attack/procedure"),
            "Attacks hand to hand: a d20 not above your target score hits, unless it is defended. With a step you first go one space.",
        ),
        (Location::Torso, With::Ranged(_)) => of(
            rule!("ranged/scope"),
            "Shoots or throws: a d20 not above your target score hits, unless it is defended. Enemies next to you may strike first.",
        ),
        (Location::Torso, With::Power(_)) => of(
            rule!("other-ranged/scope"),
            "Attacks with magic or the mind: a d20 not above your target score works, unless it is defended.",
        ),
    }
}

/// What a blow called at a part of the body does.
const fn at_part(category: Option<Category>, harder: bool) -> &'static str {
    match (category, harder) {
        (Some(Category::Head), true) => {
            "Aims at the head: harder to hit, and it may knock out for some rounds."
        }
        (Some(Category::Head), false) => "Aims at the head: it may knock out for some rounds.",
        (_, true) => "Aims at one part of the body: harder to hit, and it may disable the part.",
        (_, false) => {
            "Aims at one part of the body: no harder to hit, and it may disable the part."
        }
    }
}

const fn pass(window: &Window) -> Meaning {
    let of = Meaning::of;
    match window {
        Window::Ambush => of(rule!("round/start-sequence"), "Fights openly this round.").instead("pass", "no ambush"),
        Window::OnGuard => of(rule!("on-guard/announce"), "Keeps the actions; to defend then takes an action each time.").instead("pass", "do not go On-Guard"),
        Window::Stance(_) | Window::Item => of(rule!("stances/pass"), "Does nothing more in this segment; actions that are left can be used for defence and in later segments.").instead("pass", "nothing more in this segment"),
        Window::Opportunity { .. } => of(rule!("reaction/opportunity-timing"), "Lets it happen, and keeps the blow for another time this round.").instead("pass", "let it happen"),
        Window::Defend { .. } => of(rule!("defence/who-cannot"), "Takes the hit, and keeps the action.").instead("pass", "do not defend"),
    }
}

/// What a stance means; by the usual ruling those that attack first select the segment for all attacks (`segments/selection-commits`).
const fn by_stance(stance: Stance, selected_by: SegmentCommitment) -> Meaning {
    let of = Meaning::of;
    let selects = matches!(selected_by, SegmentCommitment::Stance);
    match stance {
        Stance::Aggressive if selects => of(rule!("stances/aggressive"), "You act before all others in this segment; against others who are Aggressive neither of you can defend. If you can attack now, you attack in no later segment of the round.").instead("aggressive", "aggressive: act first"),
        Stance::ReadyTrade if selects => of(rule!("stances/ready-trade"), "You act after the Aggressive, one attack for one attack of your opponents. If you can attack now, you attack in no later segment of the round.").instead("ready trade", "ready: blow for blow"),
        Stance::ReadyWait if selects => of(rule!("stances/ready-wait"), "You let the Aggressive and those who trade blows make all their attacks, and attack afterwards. If you can attack now, you attack in no later segment of the round.").instead("ready wait", "ready: let them attack first"),
        Stance::Aggressive => of(rule!("stances/aggressive"), "You act before all others in this segment; against others who are Aggressive neither of you can defend.").instead("aggressive", "aggressive: act first"),
        Stance::ReadyTrade => of(rule!("stances/ready-trade"), "You act after the Aggressive, one attack for one attack of your opponents.").instead("ready trade", "ready: blow for blow"),
        Stance::ReadyWait => of(rule!("stances/ready-wait"), "You let the Aggressive and those who trade blows make all their attacks, and attack afterwards.").instead("ready wait", "ready: let them attack first"),
        Stance::Defensive => of(rule!("stances/defensive"), "You act last in this segment; whoever goes On-Guard is Defensive in the first one of the round.").instead("defensive", "defensive: act last"),
        Stance::Hold => of(rule!("stances/hold"), "You do nothing in this segment and wait for a later one of the round; you may still defend.").instead("hold", "hold: wait for a later segment"),
    }
}

/// What a defence means; strictly, a d20 at the target score is too much (`defence/strict-defend`).
const fn by_defence(defence: &Defence, strictly: bool) -> Meaning {
    let does = match (defence.on_guard, defence.skill, strictly) {
        (true, _, false) => {
            "Your guard against this hit, at no cost: a d20 not above your target score undoes it."
        }
        (true, _, true) => {
            "Your guard against this hit, at no cost: a d20 below your target score undoes it."
        }
        (false, DefendSkill::Sidestep, false) => {
            "A d20 not above your target score undoes the hit, and you may step aside."
        }
        (false, DefendSkill::Sidestep, true) => {
            "A d20 below your target score undoes the hit, and you may step aside."
        }
        (false, skill, false) if skill.averts() => {
            "Stops the hit with what you hold: a d20 not above your target score undoes it. It is harder against bigger weapons."
        }
        (false, skill, true) if skill.averts() => {
            "Stops the hit with what you hold: a d20 below your target score undoes it. It is harder against bigger weapons."
        }
        (false, _, false) => "A d20 not above your target score undoes the hit.",
        (false, _, true) => "A d20 below your target score undoes the hit.",
    };
    Meaning::of(rule_of(defence.skill), does).within(&[(" on guard", ", On-Guard")])
}

const fn by_utility(utility: Utility) -> Meaning {
    let of = Meaning::of;
    let rule = rule!("actions/utility");
    match utility {
        Utility::Draw(_) => of(rule, "Takes something you carry into the hand."),
        Utility::Stow(_) => of(rule, "Puts away what you hold, which frees the hand."),
        Utility::PickUp(_) => of(rule, "Picks it up from the ground."),
        Utility::HandOver(..) => of(rule, "Hands it to somebody next to you."),
        Utility::Drink(_, None) => of(rule, "Drinks it."),
        Utility::Drink(_, Some(_)) => of(rule, "Gives it to somebody next to you to drink."),
        Utility::StandUp => of(rule, "Gets up."),
        Utility::Reload(_) => of(
            rule!("ranged/ammunition"),
            "Loads the weapon, so that it can shoot again.",
        ),
        Utility::Search(_, Quarry::Vitals) => of(
            rule!("hit-location/search-action"),
            "Looks for where an organ can be hit, by a Search check: then you may aim at it.",
        ),
        Utility::Search(_, Quarry::Vulnerability) => of(
            rule!("hit-location/search-action"),
            "Looks for a weak point of its armour, by a Search check: then you may aim at it.",
        ),
        Utility::Hide => of(
            rule!("ambush/concealment"),
            "Hides by a Stealth check where nobody sees you: out of hiding one may lie in ambush.",
        ),
        Utility::Door(_, _, true) => of(rule, "Opens a door next to you."),
        Utility::Door(_, _, false) => of(rule, "Closes a door next to you."),
        Utility::Ride(true) => of(rule, "Gets on the mount."),
        Utility::Ride(false) => of(rule, "Gets off the mount."),
        Utility::Power(..) => of(
            rule!("other-melee/skill-list"),
            "Uses a power that is no attack.",
        ),
        Utility::Other(_) => of(
            rule,
            "Does something else that the game master grants, for so many actions.",
        )
        .instead("other", "something else, actions:"),
    }
}

/// The skills that join moves and attacks, or have them come earlier.
const fn by_skill(skill: InitiativeSkill) -> Meaning {
    use InitiativeSkill as Skill;
    let of = Meaning::of;
    match skill {
        Skill::Charge => of(
            rule!("initiative-skills/charge"),
            "Runs at a foe in a straight line, already in the Melee segment, and attacks with a weapon.",
        ),
        Skill::DiligentPath => of(
            rule!("initiative-skills/diligent-path"),
            "Goes up to half a move already in the Melee segment, past enemies.",
        ),
        Skill::Hopping => of(
            rule!("initiative-skills/hopping"),
            "Goes up to one move already in the Ranged segment, over difficult ground and low obstacles.",
        ),
        Skill::Pounce => of(
            rule!("initiative-skills/pounce"),
            "Leaps up to one move already in the Melee segment and attacks with the body.",
        ),
        Skill::RushMoves => of(
            rule!("initiative-skills/rush-moves"),
            "Moves already in the Ranged segment, at the usual cost.",
        ),
        Skill::Swoop => of(
            rule!("initiative-skills/swoop"),
            "Flies up to two moves already in the Melee segment and attacks.",
        ),
        Skill::Bounding => of(
            rule!("initiative-skills/bounding"),
            "Goes up to one move already in the Melee segment; an attack may follow in it.",
        ),
        Skill::MobileShot => of(
            rule!("initiative-skills/mobile-shot"),
            "Goes up to one move before or after a shot, already in the Ranged segment.",
        ),
        Skill::MobileStrike => of(
            rule!("initiative-skills/mobile-strike"),
            "Goes up to one move before or after a blow, already in the Melee segment.",
        ),
        Skill::Ram => of(
            rule!("initiative-skills/ram"),
            "Runs at a foe in a straight line and attacks with the body; a hit also pushes it back.",
        ),
        Skill::Rapidity => of(
            rule!("initiative-skills/rapidity"),
            "Attacks from outside melee already in the Melee segment.",
        ),
        Skill::RideByStrike => of(
            rule!("initiative-skills/ride-by-strike"),
            "Rides past a foe and strikes it on the way.",
        ),
        Skill::RollingStrike => of(
            rule!("initiative-skills/rolling-strike"),
            "Rolls up to half a move, past enemies, and attacks.",
        ),
        Skill::RunningCast => of(
            rule!("initiative-skills/running-cast"),
            "Goes up to one move before or after a magic attack, already in the Ranged segment.",
        ),
        Skill::RunningShot => of(
            rule!("initiative-skills/running-shot"),
            "Goes up to two moves with a shot anywhere on the way, at −4.",
        ),
        Skill::Trample => of(
            rule!("initiative-skills/trample"),
            "Goes right through smaller enemies and attacks one of them.",
        ),
        Skill::Acrobatic => of(
            rule!("initiative-skills/acrobatic"),
            "Goes up to one move already in the Melee segment, past enemies.",
        ),
        Skill::Aerobatics => of(
            rule!("initiative-skills/aerobatics"),
            "Flies up to two moves already in the Melee segment, past enemies.",
        ),
        Skill::Backstab => of(
            rule!("initiative-skills/backstab"),
            "Steals up to half a move nearer and attacks out of the ambush.",
        ),
        Skill::CollidingStrike => of(
            rule!("initiative-skills/colliding-strike"),
            "Runs at a foe in a straight line and strikes; a hit also drives it 2 yards back.",
        ),
        Skill::DivingStrike => of(
            rule!("initiative-skills/diving-strike"),
            "Comes down on a foe from above and strikes.",
        ),
        Skill::Drag => of(
            rule!("initiative-skills/drag"),
            "Attacks with the body, and with a hit drags the foe along.",
        ),
        Skill::GreatLeap => of(
            rule!("initiative-skills/great-leap"),
            "Leaps up to two moves over creatures and obstacles.",
        ),
        Skill::RapidCast => of(
            rule!("initiative-skills/rapid-cast"),
            "Casts with one action less.",
        ),
        Skill::Skipping => of(
            rule!("initiative-skills/skipping"),
            "Goes up to one move already in the Ranged segment, past enemies.",
        ),
    }
}

/// What the spell, psionic or priestly skill does that an act uses.
pub(crate) fn magic(state: &State, act: &Act) -> Option<String> {
    let power = match act {
        Act::Attack(strike) => match strike.with {
            With::Power(power) => power,
            With::Melee(_) | With::Ranged(_) => return None,
        },
        Act::Use(Utility::Power(power, _)) => *power,
        _ => return None,
    };
    Some(state.cast.powers.get(usize::from(power.0))?.in_words())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sample::{GARRET, OGRE, fight};
    use crate::state::{Arm, ItemId};

    /// What is said of a blow at a part of somebody, and by which rule.
    fn said(by: CreatureId, on: CreatureId, with: With, part: &str) -> Meaning {
        let state = fight();
        let parts = state.sheet(on).parts.iter();
        let part = parts.enumerate().find(|(_, known)| known.name == part);
        let strike = Strike {
            target: on,
            with,
            location: Location::Part(part.expect("a part").0 as u8),
            step: None,
            kill_shot: false,
        };
        meaning(&state, by, &Window::Item, &Act::Attack(strike))
    }

    /// The first of somebody's natural attacks of a family.
    fn natural(who: CreatureId, family: Family) -> With {
        let state = fight();
        let mut all = state.sheet(who).natural.iter();
        let place = all.position(|weapon| weapon.family == family);
        With::Melee(Arm::Natural(place.expect("such an attack") as u8))
    }

    #[test]
    fn a_called_shot_says_what_its_place_does() {
        let sword = With::Melee(Arm::Item(ItemId(0)));
        let head = said(GARRET, OGRE, sword, "head");
        assert_eq!(head.rule, rule!("armed/called-shot"));
        assert!(head.does.contains("harder to hit") && head.does.contains("knock out"));
        let arm = said(GARRET, OGRE, sword, "left arm");
        assert!(arm.does.contains("disable the part"), "{}", arm.does);
    }

    #[test]
    fn without_a_weapon_a_limb_is_no_harder_to_hit() {
        let punch = natural(GARRET, Family::Unarmed);
        let arm = said(GARRET, OGRE, punch, "left arm");
        assert_eq!(arm.rule, rule!("unarmed/called-shot"));
        assert!(arm.does.contains("no harder to hit"), "{}", arm.does);
    }

    #[test]
    fn a_defence_on_guard_is_called_so() {
        let defence = Defence {
            skill: DefendSkill::Parry,
            on_guard: true,
            with: None,
            to: None,
        };
        let plain = by_defence(&defence, false).plain("parry with spear on guard");
        assert_eq!(plain.as_deref(), Some("parry with spear, On-Guard"));
    }

    #[test]
    fn strictly_a_defence_needs_less_than_its_score() {
        for skill in DefendSkill::ALL {
            for on_guard in [false, true] {
                let defence = Defence {
                    skill,
                    on_guard,
                    with: None,
                    to: None,
                };
                let plain = by_defence(&defence, false).does;
                let strict = by_defence(&defence, true).does;
                assert_eq!(plain.replace("not above", "below"), strict);
                assert_ne!(plain, strict);
            }
        }
    }
}
