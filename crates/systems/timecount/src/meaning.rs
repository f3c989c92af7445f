//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::meaning::Meaning;
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Extra, Facing, Window};
use super::actions::magic::spell_at_work;
use super::ids::rule;
use super::notation::prose_for;
use super::sheet::Defense;
use super::state::{Pace, Stance, State, Underway};

/// The rule by which somebody is asked.
pub(crate) fn asked_by(state: &State, who: CreatureId, window: &Window) -> RuleId {
    match *window {
        Window::Turn => rule!("actions/one-per-turn"),
        Window::Underway | Window::Holding => taking_time(&state.body(who).underway),
        Window::Hold => rule!("wrestling/release"),
        Window::Readied => rule!("actions/ready"),
        Window::Defend { rush: true, .. } => rule!("special-actions/bull-rush"),
        Window::Defend { rush: false, .. } => rule!("special-actions/approach"),
        Window::Admit(_) => rule!("occupied-spaces/entry"),
        Window::Enter(_) => rule!("entering-spaces/withdraw"),
        Window::Facing { .. } => rule!("flanking/set-facing"),
        Window::Split { .. } => rule!("healing/split"),
        Window::Push { .. } => rule!("special-actions/bull-rush-distance"),
        Window::Extra { extra, .. } => extra_of(extra),
        Window::Place { by, .. } => by,
        Window::Reroll => rule!("sprinting/reroll"),
    }
}

/// The rule of what takes time.
const fn taking_time(underway: &Underway) -> RuleId {
    match underway {
        Underway::Nothing => rule!("actions/one-per-turn"),
        Underway::Walk(..) => rule!("movement-in-combat/as-action"),
        Underway::Wait(_) => rule!("movement-in-combat/wait"),
        Underway::Prepare { .. } => rule!("abandoning/during-casting"),
        Underway::Scroll { .. } => rule!("actions/read-scroll"),
        Underway::CoupDeGrace { .. } => rule!("special-actions/coup-de-grace-preparation"),
        Underway::Ready { .. } => rule!("actions/ready"),
        Underway::Set { .. } => rule!("actions/set-against-charge"),
        Underway::Rest(..) => rule!("healing/overnight-rest"),
        Underway::Treat(..) => rule!("impairments/heal-discipline"),
    }
}

/// The rule of an extra that a hit offers.
const fn extra_of(extra: Extra) -> RuleId {
    match extra {
        Extra::BreakGrab => rule!("wrestling/drag-great-success"),
        Extra::KeepGrab => rule!("wrestling/shunt-grab-choice"),
        Extra::Slide => rule!("wrestling/shunt-great-success"),
        Extra::HurtTarget | Extra::HurtItem => rule!("special-actions/disarm-great-success-5"),
        Extra::TakeItem => rule!("special-actions/disarm-great-success-8"),
        Extra::PinBody => rule!("special-actions/staple-great-success"),
        Extra::Grab => rule!("special-actions/tackle-grab"),
    }
}

/// Where charges go that are put into a spell's attack roll, as it is typed and as it is read.
const CHARGES: &[(&str, &str)] = &[(" charging attack ", " with charges for its attack roll: ")];

/// What strikes that is no weapon, as it is typed and as it is read.
const BARE: &[(&str, &str)] = &[
    (" unarmed and unarmed kicking", " a fist and a kick"),
    (" unarmed kicking and unarmed", " a kick and a fist"),
    (" unarmed and unarmed", " both fists"),
    (" unarmed kicking", " a kick"),
    (" with unarmed", " unarmed"),
];

/// An act in plain words as it stands in a sentence: `attack the ogre with a long sword`.
pub(crate) fn plainly(state: &State, who: CreatureId, act: &Act) -> String {
    let words = prose_for(state, Some(who), act);
    if let (Act::Alternate(_), Some(target)) = (act, words.strip_prefix("alternate ")) {
        return format!("attack {target}, in turn");
    }
    let plain = meaning(state, who, &Window::Turn, act).plain(&words);
    plain.unwrap_or(words)
}

/// What an act means that answers in a window.
pub(crate) const fn meaning(_: &State, _: CreatureId, window: &Window, act: &Act) -> Meaning {
    let of = Meaning::of;
    match act {
        Act::Attack(strike) if strike.thrown => of(rule!("actions/attack"), "Throws or shoots it: a d20 and the attack bonus against the target's defense. The weapon's speed says after how many counts you act again."),
        Act::Attack(_) => of(rule!("actions/attack"), "Attacks once: a d20 and the attack bonus against the target's defense. The weapon's speed says after how many counts you act again.").within(BARE),
        Act::Alternate(_) => of(rule!("two-weapon/alternate"), "Attacks with the other weapon than the last time: at −4, but you act again sooner.").instead("alternate", "attack with the other weapon:").within(BARE),
        Act::Both { .. } => of(rule!("two-weapon/both"), "Attacks with two weapons at once, each at −6; the slower one says when you act again.").within(BARE),
        Act::QuickStrike(_) => of(rule!("special-actions/quick-strike"), "Attacks hastily: half the damage, but you act again sooner.").within(BARE),
        Act::Feint { .. } => of(rule!("special-actions/feint"), "Misleads the target, against its Spirit: your next attack on it has +2 if it is your very next action. Takes half as long as an attack."),
        Act::Distract { .. } => of(rule!("special-actions/distract"), "Disturbs the target, against its Spirit: −2 for it against the ally you name, on attacks or on defense as you choose, until you act again."),
        Act::Disarm { .. } => of(rule!("special-actions/disarm"), "Makes the target drop it, at −4 against its Celerity. Tires you by 1."),
        Act::Staple { .. } => of(rule!("special-actions/staple"), "Pins the target's clothes to the wall behind it with a piercing weapon, at −4 against its Celerity: it cannot move until the weapon is out. Tires you by 1.").instead("staple", "pin to the wall:"),
        Act::Trip { .. } => of(rule!("special-actions/trip"), "Throws the target down, against its Vigor: prone, it defends badly and needs an action to get up. Tires you by 1."),
        Act::Tackle(_) => of(rule!("special-actions/tackle"), "Runs the target down after moving towards it, against its Vigor: your Strength in damage, and it is prone. Tires you by 1."),
        Act::BullRush(_) => of(rule!("special-actions/bull-rush"), "Pushes the target 5 ft back, farther with a good roll, against its Vigor or Celerity as it chooses. Tires you by 1."),
        Act::Approach(..) => of(rule!("special-actions/approach"), "Gets into the target's own space, against its Vigor or Celerity as it chooses.").instead("approach", "squeeze into the space of"),
        Act::CoupDeGrace { .. } => of(rule!("special-actions/coup-de-grace"), "Prepares a deadly blow at somebody helpless. It takes long, and comes to nothing if the target is moved or recovers meanwhile.").instead("coup de grace", "prepare a deadly blow at (coup de grace)"),
        Act::Deliver { .. } => of(rule!("special-actions/coup-de-grace"), "Delivers the deadly blow that was prepared.").instead("deliver to", "strike the deadly blow at"),

        Act::Grab(_) => of(rule!("wrestling/grab"), "Takes hold of the target, against its Celerity: it cannot move, attacks at −2 and hardly casts until released."),
        Act::BreakGrab { .. } => of(rule!("wrestling/break-grab"), "Breaks a grab on you or an ally by strength, against the grabber's Vigor.").instead("break grab of", "break the grab of"),
        Act::EscapeGrab(_) => of(rule!("wrestling/escape-grab"), "Wriggles out of a grab by skill, against the grabber's Celerity.").instead("escape grab of", "wriggle out of the grab of"),
        Act::Drag(..) => of(rule!("wrestling/drag"), "Drags whoever grabs you 5 ft along, at −2 against its Vigor, and hurts it by your Strength; it still holds you. Tires you by 1.").instead("drag", "drag along"),
        Act::Grapple(..) => of(rule!("wrestling/grapple"), "Hurts whoever you are grabbing, against its Vigor, with bare hands or a light weapon."),
        Act::Shunt(..) => of(rule!("wrestling/shunt"), "Shoves whoever you are grabbing 5 ft aside and goes along, against its Vigor. Tires you by 1.").instead("shunt", "shove aside"),
        Act::Throw(..) => of(rule!("wrestling/throw"), "Throws whoever you are grabbing, against its Vigor and its Celerity at once. Tires you by 2."),

        Act::Move { pace, .. } => by_pace(*pace),
        Act::Wait(_) => of(rule!("movement-in-combat/wait"), "Does nothing for so many counts; you may break off earlier."),
        Act::Mount(_) => of(rule!("actions/mount"), "Mounts it."),
        Act::Dismount(_) => of(rule!("actions/mount"), "Gets off the mount."),

        Act::Shift(stance) => by_stance(*stance),
        Act::Basic => of(rule!("stances/revert"), "Leaves the stance: neither its benefits nor its drawbacks hold any more.").instead("basic stance", "back to the basic stance"),
        Act::StandUp => of(rule!("stances/prone-stand"), "Gets up at once; until you act again some counts go by."),
        Act::Face(Facing::Around) => of(rule!("flanking/set-facing"), "Looks all around: enemies on both sides have +2 to hit you.").instead("face all around", "look all around"),
        Act::Face(_) => of(rule!("flanking/set-facing"), "Looks that way until your next turn: while you are flanked, those in front lose their +2, but those behind gain."),

        Act::Draw(_) => of(rule!("actions/draw-weapon"), "Takes something you carry into a free hand; out of a pouch or a backpack it takes longer."),
        Act::Sheathe(_) => of(rule!("actions/sheathe-weapon"), "Puts away what you hold, which frees the hand."),
        Act::PickUp(_) => of(rule!("actions/pick-up"), "Picks it up from your own or a neighbouring space."),
        Act::Drop(_) => of(rule!("actions/drop-item"), "Lets it fall into your own space."),
        Act::ReadyShield(_) => of(rule!("actions/shield"), "Straps the shield on: its bonus counts from now on.").instead("ready the", "strap on the"),
        Act::LooseShield(_) => of(rule!("actions/shield"), "Takes the shield off the arm: its bonus ends, and the hand is free.").instead("loose the", "take off the"),
        Act::Door(_, _, true) => of(rule!("actions/door"), "Opens a door next to you."),
        Act::Door(_, _, false) => of(rule!("actions/door"), "Closes a door next to you."),
        Act::Drink(_) => of(rule!("actions/drink-potion"), "Drinks the potion in your hand; it works at once."),
        Act::Activate(..) => of(rule!("actions/activate-item"), "Uses the magic of the thing, without a check."),
        Act::Light(_) => of(rule!("actions/light-torch"), "Lights the torch."),

        Act::Stabilize(_) => of(rule!("actions/stabilize"), "Keeps a dying friend next to you from dying."),
        Act::EscapeNet => of(rule!("actions/escape-net"), "Gets out of the net; it always succeeds.").instead("escape net", "get out of the net"),
        Act::Extinguish(_) => of(rule!("actions/extinguish"), "Puts out the flames on you or a neighbour.").instead("extinguish", "put out the flames on"),
        Act::Unstaple(..) => of(rule!("special-actions/staple-escape"), "Pulls out the weapon that pins somebody to the wall, or tears loose, by a check against the roll that pinned.").instead("unstaple", "free from the wall:"),
        Act::Release(_) => of(rule!("wrestling/release"), "Lets go of whoever you grab."),

        Act::Prepare(_) => of(rule!("actions/prepare-spell"), "Prepares a spell, to be cast when the casting time is over. Meanwhile you defend passively and can only walk; you may break off."),
        Act::Charge => of(rule!("preparing/step-6-charge"), "Puts a charge into the prepared spell: casting it is harder by 1 and tires by 1 more.").instead("charge", "add a charge to the spell"),
        Act::ReleaseCharge => of(rule!("preparing/step-6-release"), "Lets a charge of the prepared spell go again.").instead("release charge", "let a charge of the spell go"),
        Act::Cast { take_ten: true, .. } => of(rule!("preparing/step-7-take-ten"), "Casts the prepared spell with a 10 in place of the roll. It tires you, whether it works or not.").instead("cast", "cast the prepared spell").within(CHARGES),
        Act::Cast { .. } => of(rule!("preparing/step-7-cost"), "Casts the prepared spell by an Arcana check against its casting DC. It tires you, whether it works or not.").instead("cast", "cast the prepared spell").within(CHARGES),
        Act::ReadScroll(..) => of(rule!("actions/read-scroll"), "Casts the spell of a scroll, without a check and without tiring; the scroll is used up."),
        Act::ScrollWorks(..) => of(rule!("actions/read-scroll"), "The scroll that was read takes effect."),
        Act::Direct(..) => of(rule!("actions/direct-spell"), "Turns a spell of yours that is going on to another target.").instead("direct", "direct the running spell"),
        Act::Cease(_) => of(rule!("actions/cease-concentration"), "Lets a spell of yours end.").instead("cease", "end the running spell"),
        Act::LowerResistance => of(rule!("actions/lower-spell-resistance"), "Lets magic through, so that friends can help you with it; enemies as well.").instead("lower resistance", "lower the spell resistance"),
        Act::RaiseResistance => of(rule!("actions/lower-spell-resistance"), "Keeps magic out again.").instead("raise resistance", "raise the spell resistance"),

        Act::Ready(..) => of(rule!("actions/ready"), "Prepares one action, to be done when what you name happens. Until then you wait, and may give up."),
        Act::Set(_) => of(rule!("actions/set-against-charge"), "Braces the weapon: the first enemy that comes 10 ft straight at you is attacked at once, for double weapon damage."),
        Act::ControlMount => of(rule!("actions/control-mount"), "Keeps the frightened mount in hand, so that it obeys.").instead("control mount", "calm the mount"),

        Act::Rest(_) => of(rule!("healing/overnight-rest"), "Rests: fatigue goes away, and wounds heal a little."),
        Act::Treat(..) => of(rule!("impairments/heal-discipline"), "Treats a lasting injury, once a day, by a Heal check."),
        Act::Flee => of(rule!("time-count/end"), "Leaves the fight for good at the edge of the map."),
        Act::Surrender => of(rule!("time-count/end"), "Gives up: the fight is over for you."),

        Act::Pass => pass(window),
        Act::Yes => yes(window),
        Act::GoOn(false) => of(rule!("movement-in-combat/as-action"), "Goes on; you are asked again on the next count."),
        Act::GoOn(true) => of(rule!("movement-in-combat/as-action"), "Goes on; you are asked again only when something happens to you.").instead("go on undisturbed", "go on without being asked again"),
        Act::BreakOff => break_off(window),
        Act::Defend(Defense::Vigor) => of(rule!("defenses/vigor"), "Stands firm: the roll is made against your Vigor.").instead("defend with vigor", "stand firm (Vigor)"),
        Act::Defend(Defense::Celerity) => of(rule!("defenses/celerity"), "Gives way: the roll is made against your Celerity.").instead("defend with celerity", "dodge it (Celerity)"),
        Act::Defend(_) => of(rule!("defenses/five"), "The roll is made against this defense."),
        Act::Invigorate(_) => of(rule!("healing/split"), "So many points become Invigoration, hit points that last until the night; the rest takes away fatigue for good.").instead("invigorate", "points of Invigoration:"),
        Act::Space(_) => of(rule!("special-actions/format"), "Into this space.").instead("space", "send it to"),
        Act::Feet(_) => of(rule!("special-actions/bull-rush-distance"), "Pushes it so far; you go along and stay next to it.").instead("", "push "),
        Act::Trigger(_) => of(rule!("actions/ready"), "Does what was prepared: what it waited for has happened.").instead("trigger", "carry it out:"),
        Act::RollInitiative | Act::Advance | Act::EndEncounter | Act::CarryOut => of(rule!("time-count/procedure"), "Happens by itself."),
    }
}

const fn break_off(window: &Window) -> Meaning {
    match window {
        Window::Holding => Meaning::of(
            rule!("actions/ready"),
            "Waits for it no longer: you have your turn now.",
        ),
        _ => Meaning::of(
            rule!("spell-timing/cancel"),
            "Stops what you are doing. Walking or waiting you have your turn now, otherwise on the next count.",
        ),
    }
}

const fn by_pace(pace: Pace) -> Meaning {
    let of = Meaning::of;
    match pace {
        Pace::Sneak => of(
            rule!("movement-rate/sneaking"),
            "Creeps at a quarter of your speed, so as not to be heard.",
        ),
        Pace::Half => of(
            rule!("movement-rate/hustle"),
            "Walks at half your speed, as one does who parries or prepares a spell.",
        ),
        Pace::Base => of(
            rule!("movement-in-combat/as-action"),
            "Goes there count by count, the faster the more spaces a count. You may stop on any count.",
        ),
        Pace::Run => of(
            rule!("running/speed"),
            "Runs, half as fast again; it takes four counts of moving that way first, and tires in the end.",
        ),
        Pace::Sprint => of(
            rule!("sprinting/start-check"),
            "Runs as fast as you can; it takes four counts of running first and an Athletics check.",
        ),
    }
}

const fn by_stance(stance: Stance) -> Meaning {
    let of = Meaning::of;
    let meaning = match stance {
        Stance::Basic => of(rule!("stances/revert"), "Stands as usual."),
        Stance::Cautious => of(
            rule!("stances/cautious-benefit"),
            "Fights warily: +2 to your Primary defense, −2 on all attacks.",
        ),
        Stance::Crouch => of(
            rule!("stances/crouch-benefit"),
            "Goes down on one knee: +2 against what is shot, −2 in melee both ways; getting up takes an action.",
        ),
        Stance::Parrying => of(
            rule!("stances/parrying-benefit"),
            "Only wards off: half your attack bonus is added to your Primary defense, but you cannot attack or cast, and go at half speed.",
        ),
        Stance::Poised => of(
            rule!("stances/poised-benefit"),
            "Crouches to start: you may run or sprint at once, but until then you defend passively.",
        ),
        Stance::Prone => of(
            rule!("stances/prone-benefit"),
            "Lies down flat: +4 against what is shot, −4 in melee both ways; getting up takes an action.",
        ),
    };
    meaning.instead("shift into", "take the stance")
}

const fn pass(window: &Window) -> Meaning {
    let of = Meaning::of;
    match window {
        Window::Hold => {
            of(rule!("wrestling/release"), "Keeps holding on.").instead("pass", "keep holding")
        }
        Window::Readied => of(
            rule!("actions/ready"),
            "It has not happened: goes on waiting for it.",
        )
        .instead("pass", "go on waiting"),
        Window::Admit(_) => of(
            rule!("occupied-spaces/entry"),
            "Does not let it in: it has to stay outside.",
        )
        .instead("pass", "keep it out"),
        Window::Enter(_) => of(
            rule!("entering-spaces/withdraw"),
            "Stays where you are; the count is spent.",
        )
        .instead("pass", "hold back"),
        Window::Facing { .. } => of(
            rule!("flanking/set-facing"),
            "Goes on looking all around: enemies on both sides have +2 to hit you.",
        )
        .instead("pass", "look all around"),
        Window::Place { .. } => of(rule!("special-actions/format"), "Leaves it where it is.")
            .instead("pass", "no farther"),
        Window::Reroll => of(rule!("sprinting/reroll"), "Keeps the speed you have.")
            .instead("pass", "keep the speed"),
        Window::Extra {
            extra: Extra::KeepGrab,
            ..
        } => of(
            extra_of(Extra::KeepGrab),
            "Lets go: a free attack may throw it down.",
        )
        .instead("pass", "let go"),
        Window::Extra { extra, .. } => {
            of(extra_of(*extra), "Does without it.").instead("pass", "no")
        }
        _ => of(rule!("engine/decision-defaults"), "Does nothing.").instead("pass", "do nothing"),
    }
}

const fn yes(window: &Window) -> Meaning {
    let of = Meaning::of;
    match window {
        Window::Admit(_) => of(
            rule!("occupied-spaces/entry"),
            "Lets it in: you share the space.",
        )
        .instead("yes", "let it in"),
        Window::Enter(_) => of(
            rule!("entering-spaces/others"),
            "Tries to get in all the same: whoever is there may keep you out.",
        )
        .instead("yes", "try to get in"),
        Window::Reroll => of(
            rule!("sprinting/reroll"),
            "Rolls for the speed once more; the new one counts, and who fails runs on.",
        )
        .instead("yes", "roll anew"),
        Window::Extra { extra, .. } => extra_taken(*extra),
        _ => of(rule!("engine/decision-defaults"), "Does it."),
    }
}

const fn extra_taken(extra: Extra) -> Meaning {
    let of = Meaning::of;
    let rule = extra_of(extra);
    match extra {
        Extra::BreakGrab => of(rule, "You are free as well.").instead("yes", "break the grab"),
        Extra::KeepGrab => of(
            rule,
            "Goes on holding it; whoever lets go may throw it down instead.",
        )
        .instead("yes", "keep holding"),
        Extra::Slide => {
            of(rule, "It slides another 5 ft, without you.").instead("yes", "slide it farther")
        }
        Extra::HurtTarget => {
            of(rule, "Deals damage to it by your Dexterity.").instead("yes", "hurt it")
        }
        Extra::HurtItem => {
            of(rule, "Deals that damage to the thing.").instead("yes", "damage the thing")
        }
        Extra::TakeItem => of(rule, "Takes it into your own hand.").instead("yes", "take it"),
        Extra::PinBody => {
            of(rule, "Pins the body: it is hurt besides.").instead("yes", "pin the body")
        }
        Extra::Grab => {
            of(rule, "Tries to take hold of it as well.").instead("yes", "try to grab it")
        }
    }
}

/// What the spell does that an act prepares, casts or reads.
pub(crate) fn magic(state: &State, who: CreatureId, act: &Act) -> Option<String> {
    let spell = match act {
        Act::Prepare(spell) => *spell,
        Act::Trigger(readied) | Act::Ready(readied, _) => return magic(state, who, readied),
        act => spell_at_work(state, who, act)?,
    };
    let spell = state.cast.spells.get(usize::from(spell.0))?;
    Some(spell.in_words())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strikes_that_is_no_weapon_reads_as_people_say_it() {
        let meaning = Meaning::of(rule!("actions/attack"), "Attacks.").within(BARE);
        for (typed, read) in [
            ("attack ulf with unarmed", "attack ulf unarmed"),
            ("attack ulf with unarmed kicking", "attack ulf with a kick"),
            (
                "attack ulf with unarmed and unarmed",
                "attack ulf with both fists",
            ),
            (
                "attack ulf with unarmed and unarmed kicking",
                "attack ulf with a fist and a kick",
            ),
        ] {
            assert_eq!(meaning.plain(typed).as_deref(), Some(read));
        }
        assert_eq!(meaning.plain("attack ulf with club"), None);
    }
}
