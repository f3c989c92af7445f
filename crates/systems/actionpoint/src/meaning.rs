//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::meaning::Meaning;
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Action, Defence, Handling, Maneuver, Manner, Resisted, Window};
use super::ids::rule;
use super::rules::price::magic_of;
use super::state::{SpellId, State};

/// The rule by which somebody is asked.
pub(crate) const fn asked_by(_: &State, _: CreatureId, window: &Window) -> RuleId {
    match window {
        Window::Turn => rule!("initiative-structure/active-uses-primary-actions"),
        Window::Attacked { .. } => rule!("reactions/defend"),
        Window::Exposed { .. } => rule!("opportunity-attacks/definition"),
        Window::Declared { .. } | Window::TurnEnds { .. } => {
            rule!("actions-in-combat/reaction-trigger")
        }
        Window::Won { .. } => rule!("maneuvers/trigger"),
        Window::Resist {
            what: Resisted::Grapple,
            ..
        } => rule!("primary-actions/grapple-contest"),
        Window::Resist {
            what: Resisted::Disarm(_),
            ..
        } => rule!("maneuvers/disarm"),
    }
}

/// What an act means that answers in a window.
pub(crate) const fn meaning(_: &State, _: CreatureId, window: &Window, act: &Act) -> Meaning {
    let of = Meaning::of;
    match act {
        Act::Do(Action::Strike(_)) if matches!(window, Window::Exposed { .. }) => of(
            rule!("opportunity-attacks/definition"),
            "Strikes at the foe who exposes itself, before it goes on; one of your two attacks of the round.",
        ),
        Act::Do(action) => by_action(action),
        Act::Freely(_) => of(
            rule!("free-actions/no-ap"),
            "Does this for no Action Points; once a round.",
        )
        .instead("freely", "for nothing:"),

        Act::Move(_) => of(
            rule!("initiative-structure/turn-movement"),
            "Goes there out of this turn's movement, which may be used in parts. Leaving or crossing a foe's reach lets it strike.",
        ),
        Act::Stand => of(
            rule!("conditions/prone"),
            "Gets up, which takes half your Speed of this turn's movement; foes within reach may strike.",
        ),
        Act::DropProne => of(
            rule!("conditions/prone"),
            "Lies down, for nothing: −2 on Fighting Style, Dodge and Sorcery, and every metre costs two.",
        ),
        Act::Release(_) => of(
            rule!("quick-reference/release"),
            "Lets go of whoever you hold, for nothing.",
        ),
        Act::Drop(_) => of(
            rule!("quick-reference/release"),
            "Lets it fall into your own space, for nothing.",
        ),
        Act::Save(_) => of(
            rule!("saving-your-turn/option"),
            "Puts your turn off until after that creature's; you keep your Action Points.",
        )
        .instead("save turn until after", "wait with the turn until after"),
        Act::EndTurn => of(
            rule!("initiative-structure/pass-the-turn"),
            "Ends the turn; Action Points that are left pay for reactions until the round is over.",
        ),
        Act::Widen(..) => of(
            rule!("fighting-style/expansion-cost"),
            "Adds a kind of gear to a fighting style, for experience.",
        )
        .instead("widen", "learn: add to"),

        Act::Pass => pass(window),
        Act::Defend(defence) => by_defence(*defence),
        Act::Maneuver(maneuver) => by_maneuver(*maneuver),
        Act::Resist(_) => resist(window),
        Act::SetStage
        | Act::Surprise
        | Act::RollInitiative
        | Act::Arrive(_)
        | Act::BeginRound
        | Act::NextTurn
        | Act::EndRound => of(rule!("combat-overview/steps"), "Happens by itself."),
    }
}

const fn by_action(action: &Action) -> Meaning {
    let of = Meaning::of;
    match action {
        Action::Strike(strike) if strike.thrown => of(
            rule!("attack/thrown-counts-as-ranged"),
            "Throws the weapon: a Fighting Style test, against the target's defence if it makes one. One of two attacks a round.",
        ),
        Action::Strike(_) => of(
            rule!("primary-actions/strike"),
            "Attacks: a Fighting Style test, against the target's defence if it makes one. Two attacks a round at most.",
        ),
        Action::Cast(..) => of(
            rule!("magic/casting-test"),
            "Casts the spell by a test; one that attacks can be defended against.",
        ),
        Action::Activate(..) => of(
            rule!("primary-actions/use-magic"),
            "Uses the magic of the thing.",
        ),
        Action::Manipulate(handling) => by_handling(*handling),
        Action::Dash => of(
            rule!("primary-actions/dash"),
            "Adds another full speed to this turn's movement.",
        ),
        Action::Disengage => of(
            rule!("primary-actions/disengage"),
            "For the rest of this turn nothing you do lets foes make opportunity attacks.",
        ),
        Action::Grapple(_) => of(
            rule!("primary-actions/grapple-contest"),
            "Takes hold of a foe with a free hand: Athletics against its Athletics or Acrobatics. It cannot move until it gets free.",
        ),
        Action::Escape(..) => of(
            rule!("conditions/grappled"),
            "Tries to get free of what holds you, by Athletics or Acrobatics.",
        ),
        Action::Search => of(
            rule!("adventuring/search"),
            "Looks for what is hidden: Observation against its Stealth.",
        ),
        Action::Sneak => of(
            rule!("adventuring/sneak"),
            "Hides behind cover or out of sight: Stealth against the Observation of each foe.",
        ),
    }
}

const fn by_handling(handling: Handling) -> Meaning {
    let of = Meaning::of;
    let rule = rule!("reactions/manipulate");
    match handling {
        Handling::Draw(_) => of(rule, "Takes something you carry into the hand."),
        Handling::Stow(_) => of(rule, "Puts away what you hold, which frees the hand."),
        Handling::PickUp(_) => of(
            rule,
            "Takes it up from the floor, or from somebody who lies there, within touch.",
        ),
        Handling::Load(_) => of(rule, "Takes one step of loading the weapon."),
        Handling::Door(_, _, true) => {
            of(rule, "Opens a door next to you.").instead("open", "open the door between")
        }
        Handling::Door(_, _, false) => {
            of(rule, "Closes a door next to you.").instead("close", "close the door between")
        }
        Handling::Fixture(_) => of(rule, "Works what the place has within touch."),
    }
}

const fn by_defence(defence: Defence) -> Meaning {
    let meaning = by_manner(defence.manner);
    match (defence.manner, defence.using) {
        (Manner::Parry, None) => meaning.instead("parry", "parry by the better attribute"),
        (Manner::Parry, Some(_)) => meaning.within(&[
            (" using strength", " by Strength"),
            (" using agility", " by Agility"),
        ]),
        _ => meaning,
    }
}

const fn by_manner(manner: Manner) -> Meaning {
    let of = Meaning::of;
    match manner {
        Manner::Block => of(
            rule!("defend/block"),
            "Catches the attack with the shield: a Fighting Style test by Strength. Where both pass, the shield takes off damage.",
        ),
        Manner::Dodge => of(
            rule!("defend/dodge"),
            "Gets out of the way: a Dodge test. Where both pass, the attack needs more Successes to hit.",
        ),
        Manner::Parry => of(
            rule!("defend/parry"),
            "Turns the blow aside with what you hold: a Fighting Style test by Strength or Agility. Where both pass, the attack needs more Successes to hit.",
        ),
        Manner::Withstand => of(
            rule!("defend/withstand"),
            "Resists in the mind: a Focus test.",
        ),
    }
}

const fn by_maneuver(maneuver: Maneuver) -> Meaning {
    let of = Meaning::of;
    match maneuver {
        Maneuver::Bash => of(
            rule!("maneuvers/bash"),
            "It becomes Dazed unless it passes an Athletics test.",
        )
        .instead("bash", "bash: daze it"),
        Maneuver::Brace => of(
            rule!("maneuvers/brace"),
            "Your next defence has a boon: a better chance.",
        )
        .instead("brace", "brace: your next defence is better"),
        Maneuver::Disarm(_) => of(
            rule!("maneuvers/disarm"),
            "It loses that thing unless it passes an Athletics or Sleight of Hand test.",
        ),
        Maneuver::Feint => of(
            rule!("maneuvers/feint"),
            "If you pass a Deception test, your next Strike at it has a boon: a better chance.",
        )
        .instead("feint", "feint: your next Strike is better"),
        Maneuver::Precision(_) => of(
            rule!("maneuvers/precision"),
            "You choose where it hits, and the damage dice count as their highest.",
        )
        .instead("precision at", "strike exactly, with full damage: at"),
        Maneuver::Push => of(
            rule!("maneuvers/push"),
            "It is driven back 1 m unless it passes an Athletics test.",
        )
        .instead("push", "push it back"),
        Maneuver::Trip => of(
            rule!("maneuvers/trip"),
            "It falls prone unless it passes an Acrobatics test.",
        )
        .instead("trip", "trip it"),
    }
}

const fn resist(window: &Window) -> Meaning {
    match window {
        Window::Resist {
            what: Resisted::Disarm(_),
            ..
        } => Meaning::of(
            rule!("maneuvers/disarm"),
            "Tries to keep the thing by this skill.",
        ),
        _ => Meaning::of(
            rule!("primary-actions/grapple-contest"),
            "Tries not to be caught, by this skill; it costs nothing.",
        ),
    }
}

const fn pass(window: &Window) -> Meaning {
    let of = Meaning::of;
    match window {
        Window::Attacked { .. } => of(
            rule!("defend/decline"),
            "Does not defend, and keeps the Action Point: any success of the attacker hits.",
        )
        .instead("pass", "do not defend"),
        Window::Exposed { .. } => of(
            rule!("opportunity-attacks/definition"),
            "Lets it go on, and keeps the Action Point.",
        )
        .instead("pass", "let it go on"),
        Window::Declared { .. } | Window::TurnEnds { .. } => of(
            rule!("actions-in-combat/reaction-trigger"),
            "Does not react, and keeps the Action Points.",
        )
        .instead("pass", "do not react"),
        Window::Won { .. } => of(rule!("maneuvers/may-fail"), "Does without a maneuver.")
            .instead("pass", "no maneuver"),
        Window::Turn | Window::Resist { .. } => {
            of(rule!("initiative-structure/pass-the-turn"), "Does nothing.")
                .instead("pass", "do nothing")
        }
    }
}

/// What the spell, the ability or the magic of the item does that an act uses.
pub(crate) fn magic(state: &State, act: &Act) -> Option<String> {
    let known = |spell: SpellId| state.cast.spells.get(usize::from(spell.0));
    match act {
        Act::Do(Action::Cast(spell, ..)) | Act::Freely(Action::Cast(spell, ..)) => {
            Some(known(*spell)?.in_words())
        }
        Act::Do(Action::Activate(item, ..)) | Act::Freely(Action::Activate(item, ..)) => {
            let spell = magic_of(state, *item)?;
            Some(known(spell)?.in_words_through_item())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Attribute;

    #[test]
    fn parries_say_in_which_they_differ() {
        let parry = |using| Defence {
            manner: Manner::Parry,
            using,
            style: None,
        };
        for (using, typed, read) in [
            (None, "parry", "parry by the better attribute"),
            (
                Some(Attribute::Agility),
                "parry using agility",
                "parry by Agility",
            ),
            (
                Some(Attribute::Strength),
                "parry using strength as Guard",
                "parry by Strength as Guard",
            ),
        ] {
            let plain = by_defence(parry(using)).plain(typed);
            assert_eq!(plain.as_deref(), Some(read));
        }
    }
}
