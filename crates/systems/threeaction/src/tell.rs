//! Facts, answers and questions in plain English.

mod bodies;
mod casting;
mod doing;
#[cfg(test)]
mod tests;
mod things;
mod words;

use affray_kernel::condition::Held;
use affray_kernel::notation::item_name;
use affray_kernel::prose::{capital, count, sentence, with_article};
use affray_kernel::story::{Sentence, Several};
use affray_kernel::{Ask, CreatureId, RuleId};

use super::ThreeAction;
use super::act::{Act, Event, Maneuver, Target, Trigger, Window};
use super::actions::shoot::ranged_use;
use super::fact::{Fact, Harm, Number, Verdict};
use super::ids::{self, rule};
use super::notation;
use super::rules::command::anchor;
use super::rules::numbers::bearer;
use super::rules::turns::actions_left;
use super::sheet::Use;
use super::state::{Arm, Condition, ItemId, Phase, SpellId, State};
use words::{lasting, square, the};

/// What a condition is called: its kebab-case name with capitals and spaces, as the book writes it.
pub(super) use words::condition_name;

/// What is said first of a fight that begins in its middle; whose Turn it is is told as it begins.
pub(super) fn opening(start: &State) -> Vec<Sentence> {
    let round = (start.clock.round > 0).then_some(Fact::Round(start.clock.round));
    round
        .iter()
        .filter_map(|round| tell(start, round))
        .collect()
}

/// How a fact reads; `state` is the state just before it. `None` if there is nothing to say.
#[must_use]
pub fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let (text, about) = match fact {
        Fact::Order(order) => return order_of(state, order),
        Fact::Round(round) => return Some(Sentence::heading(format!("Round {round}"))),
        Fact::TurnBegins(who) => {
            let passes = if state.body(*who).unaware {
                " passes: unaware of the fight"
            } else {
                ""
            };
            let name = the(state, *who);
            if let Some(other) = shares_turn_of(state, *who) {
                let text = format!("{name}'s Turn starts with that of {}", the(state, other));
                return Some(event(text, vec![*who, other]));
            }
            let heading = capital(format!("{name}'s Turn{passes}"));
            return Some(Sentence::heading(heading).about(vec![*who]));
        }
        Fact::Phase(Phase::Over(winner)) => {
            return Some(Sentence::fight_over(&state.cast.sides, *winner));
        }
        Fact::Phase(_) if matches!(state.clock.phase, Phase::Over(_)) => {
            return Some(event("the fight goes on".to_owned(), Vec::new()));
        }
        Fact::Phase(_) | Fact::Place(_) | Fact::HadTurn(..) => return None,
        Fact::AnchorStarts(who) | Fact::AnchorEnds(who) => {
            let starts = matches!(fact, Fact::AnchorStarts(_));
            return run_out(state, *who, starts);
        }
        Fact::Attacks(who, target, arm) => {
            (strikes(state, *who, *target, *arm), both(*who, *target))
        }
        Fact::Shoots(who, target, arm) => (shoots(state, *who, *target, *arm), both(*who, *target)),
        Fact::Tries(who, maneuver, target, arm) => (
            tries(state, *who, *maneuver, *target, *arm),
            both(*who, *target),
        ),
        Fact::Came(who, target, verdict) => {
            let verb = match verdict {
                Verdict::Miss => "misses",
                Verdict::Hit => "hits",
                Verdict::Critical => "critically hits",
            };
            let target_words = match target {
                Target::Guess(on, _) => the(state, *on),
                other => aimed(state, *other),
            };
            (
                format!("{} {verb} {target_words}", the(state, *who)),
                both(*who, *target),
            )
        }
        Fact::Casts(who, spell, energy, aim) => (
            casting::casts(state, *who, (*spell, *energy, aim)),
            casting::about(*who, aim),
        ),
        Fact::Does(who, doing) => return doing::tell(state, *who, doing),
        Fact::Lost(who, rule) => {
            let why = why_lost(*rule);
            (
                format!("{}'s act comes to nothing{why}", the(state, *who)),
                vec![*who],
            )
        }
        other => return bodies::tell(state, other).or_else(|| things::tell(state, other)),
    };
    Some(event(text, about))
}

/// Why acts come to nothing, where that can be said in a few words.
const WHY_LOST: &[(RuleId, &str)] = &[
    (
        rule!("reactions/interrupt"),
        "something has come in between",
    ),
    (rule!("hidden/reveal-discovery"), "somebody is found there"),
    (rule!("hidden/wrong-square"), "the square is the wrong one"),
    (rule!("push/stay-adjacent"), "following is not possible"),
    (rule!("push/blocked-by-creature"), "somebody is in the way"),
    (rule!("push/direction"), "there is no way to push"),
    (
        rule!("line-of-effect/required"),
        "something solid is in between",
    ),
    (
        rule!("dead/definition"),
        "whoever does it or suffers it is no longer there",
    ),
    (rule!("entangled/no-move"), "nobody moves Entangled"),
    (rule!("command/mounts"), "riding does not allow it"),
    (
        rule!("spell-attack/from-item"),
        "the item is no longer in hand",
    ),
    (rule!("unconscious/no-acts"), "nobody acts Unconscious"),
    (rule!("stunned/no-acts"), "nobody acts Stunned"),
];

/// Why an act comes to nothing: in words, else by which rule.
fn why_lost(rule: u16) -> String {
    let mut known = WHY_LOST.iter();
    if let Some((_, why)) = known.find(|(known, _)| known.0 == rule) {
        return format!(": {why}");
    }
    match ids::IDS.get(usize::from(rule)) {
        Some(id) => format!(" ({id})"),
        None => String::new(),
    }
}

/// How an answer reads.
#[must_use]
pub fn answer(state: &State, ask: &Ask<ThreeAction>, act: &Act) -> Option<Sentence> {
    let who = ask.who;
    let name = the(state, who);
    let mut about = vec![who];
    if let (Window::Enter(by) | Window::Readied(by), Act::Pass) = (&ask.window, act) {
        about.push(*by);
    }
    let text = match act {
        // What comes of it begins with the same words.
        Act::Grab => return None,
        Act::Pass => format!("{name} lets it pass"),
        Act::Square(cell) => format!("{name} chooses {}", square(state, *cell)),
        Act::Feet(feet) => format!("{name} chooses {feet} ft"),
        act => format!(
            "{name} answers: {}",
            notation::prose_for(state, Some(who), act)
        ),
    };
    Some(event(text, about))
}

/// Whether a creature carries out what it has readied. Of something that is put in words people judge in every Turn: whose it is says nothing.
fn readied(state: &State, who: CreatureId, by: CreatureId) -> String {
    let (name, readied) = (the(state, who), state.body(who).readied.as_ref());
    let what = readied
        .map(|readied| notation::prose_for(state, Some(who), &readied.act))
        .map(|act| format!(" ({act})"))
        .unwrap_or_default();
    let trigger = readied.map(|readied| &readied.trigger);
    if let Some(Trigger {
        who: of,
        event: Event::Words(words),
    }) = trigger
    {
        let of = of.map(|of| format!("{} ", the(state, of)));
        let of = of.unwrap_or_default();
        return format!("is this the moment for what {name} has readied{what}: {of}\"{words}\"?");
    }
    format!(
        "{} sets off what {name} has readied{what}: is it carried out?",
        the(state, by)
    )
}

/// The question of a window.
#[must_use]
pub fn question(state: &State, who: CreatureId, window: &Window) -> String {
    let name = the(state, who);
    capital(match *window {
        Window::Turn => {
            let left = actions_left(state, who);
            let left = count(i32::from(left), "Action");
            format!("{name}'s Turn, {left} left: what does {name} do?")
        }
        Window::Enter(after) => format!(
            "{}'s Turn is over: does {name}, who is delaying, enter now?",
            the(state, after)
        ),
        Window::Readied(by) => readied(state, who, by),
        Window::Fall { dc } => {
            format!("{name} falls: does {name} try to catch hold (Climb check against {dc})?")
        }
        Window::PushDistance { target, most_ft } => format!(
            "how far does {name} push {}, up to {most_ft} ft?",
            the(state, target)
        ),
        Window::PushDirection { target } => {
            format!("which way does {name} push {}?", the(state, target))
        }
        Window::DisarmCritical { target, item } => format!(
            "{name} has disarmed {} of the {}: is it taken, flung to a square, or left where it falls?",
            the(state, target),
            thing(state, item.0)
        ),
        Window::Lock { other } => format!(
            "what does the grapple between {name} and {} lock: an item in hand, a natural weapon or an empty hand?",
            the(state, other)
        ),
        Window::Place { .. } => format!("to which square does {name} go?"),
    })
}

/// The name of an item by its number; `#12` if there is none.
#[must_use]
pub fn thing(state: &State, number: u16) -> String {
    item_name(state, ItemId(number))
}

/// An event: a sentence with a capital and a full stop.
fn event(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::event(sentence(text)).about(about)
}

/// The same, as a detail.
fn detail(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::number(sentence(text)).about(about)
}

/// The sentence of a fact with the way it reads to those who may not know the creatures' numbers.
#[must_use]
pub fn veiled(state: &State, fact: &Fact, mut told: Sentence) -> Sentence {
    let without = match fact {
        Fact::Damaged(who, _, _, Harm::Bleeding) => format!("{} loses blood", the(state, *who)),
        // What is left, and what is paid for a Spell, stands in parentheses.
        Fact::Damaged(..) | Fact::Casts(..) => match told.text.rsplit_once(" (") {
            Some((happened, _)) => happened.to_owned(),
            None => return told,
        },
        Fact::Healed(who, _) => format!("{} regains HP", the(state, *who)),
        Fact::ItemHp(item, hp) if *hp > 0 => {
            told.numbers_of = bearer(state.item(*item).place);
            format!("the {} is damaged", thing(state, item.0))
        }
        Fact::Set(
            _,
            Number::Hp | Number::Energy | Number::BleedPenalty | Number::Initiative,
            _,
        ) => String::new(),
        _ => return told,
    };
    let is_silent = without.is_empty();
    told.without_numbers = Some(if is_silent {
        String::new()
    } else {
        sentence(without)
    });
    told
}

/// In whose Turn a creature takes its own (`command/turn-start`).
fn shares_turn_of(state: &State, who: CreatureId) -> Option<CreatureId> {
    anchor(state, who).filter(|_| !state.clock.order.contains(&who))
}

/// Each place is told to those who know of whoever has it.
fn order_of(state: &State, order: &[CreatureId]) -> Option<Sentence> {
    let mut places = Several::beginning("the order of Initiative: ").between(", ");
    for who in order {
        let place = format!("{} {}", the(state, *who), state.body(*who).initiative);
        places.add("", &place, vec![*who]);
    }
    places.event()
}

/// What the start or end of a Turn ends.
fn run_out(state: &State, who: CreatureId, starts: bool) -> Option<Sentence> {
    let mut over = Several::beginning("");
    let ended = |held: Held<Condition>| {
        let text = bodies::loses(state, &held);
        over.add(&the(state, held.on), &text, held.about());
    };
    let mut conditions = state.conditions.clone();
    if starts {
        conditions.turn_starts(who, ended);
    } else {
        conditions.turn_ends(who, ended);
    }
    over.event()
}

fn both(who: CreatureId, target: Target) -> Vec<CreatureId> {
    match target {
        Target::Creature(on) | Target::Guess(on, _) => vec![who, on],
        Target::Square(_) | Target::Object(_) | Target::Ice(_) => vec![who],
    }
}

/// A target as the object of a sentence.
fn aimed(state: &State, target: Target) -> String {
    match target {
        Target::Creature(on) => the(state, on),
        Target::Guess(on, cell) => {
            format!(
                "{}, suspecting {} there,",
                square(state, cell),
                the(state, on)
            )
        }
        Target::Square(cell) => format!("whoever may be at {}", square(state, cell)),
        Target::Object(item) => format!("the {}", thing(state, item.0)),
        Target::Ice(cell) => format!("the ice at {}", square(state, cell)),
    }
}

/// `with a longsword`, `unarmed`.
fn armed(state: &State, who: CreatureId, arm: Arm) -> String {
    let Some(weapon) = state.weapon(who, arm) else {
        return match arm {
            Arm::Item(item) => format!("with {}", with_article(&thing(state, item.0))),
            Arm::Natural(_) => "unarmed".to_owned(),
        };
    };
    if weapon.name.starts_with("unarmed") {
        return "unarmed".to_owned();
    }
    format!("with {}", with_article(&weapon.name))
}

fn strikes(state: &State, who: CreatureId, target: Target, arm: Arm) -> String {
    format!(
        "{} strikes at {} {}",
        the(state, who),
        aimed(state, target),
        armed(state, who, arm)
    )
}

/// What is thrown leaves the hand; what shoots stays in it.
fn shoots(state: &State, who: CreatureId, target: Target, arm: Arm) -> String {
    let (name, aimed) = (the(state, who), aimed(state, target));
    match state.weapon(who, arm) {
        Some(weapon) if ranged_use(weapon) == Some(Use::Thrown) => {
            let aimed = aimed.trim_end_matches(',');
            format!("{name} throws {} at {aimed}", with_article(&weapon.name))
        }
        _ => format!("{name} shoots at {aimed} {}", armed(state, who, arm)),
    }
}

fn tries(state: &State, who: CreatureId, which: Maneuver, target: Target, arm: Arm) -> String {
    let name = the(state, who);
    let aimed = aimed(state, target);
    let with = armed(state, who, arm);
    match which {
        Maneuver::Break(item) => format!(
            "{name} tries to break the {} of {aimed} {with}",
            thing(state, item.0)
        ),
        Maneuver::Disarm(item) => format!(
            "{name} tries to disarm {aimed} of the {} {with}",
            thing(state, item.0)
        ),
        Maneuver::Feint => format!("{name} feints at {aimed} {with}"),
        Maneuver::Grapple => format!("{name} tries to grapple {aimed} {with}"),
        Maneuver::Push => format!("{name} tries to push {aimed} {with}"),
        Maneuver::Trip => format!("{name} tries to trip {aimed} {with}"),
    }
}

/// A Spell's name.
fn spell_name(state: &State, spell: SpellId) -> &str {
    let spell = state.cast.spells.get(usize::from(spell.0));
    spell.map_or("a Spell", |spell| spell.name.as_str())
}
