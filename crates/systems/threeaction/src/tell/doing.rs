//! Actions in a word.

use affray_kernel::CreatureId;
use affray_kernel::prose::{count, list, with_article};
use affray_kernel::story::Sentence;

use super::words::{condition_name, square, the};
use super::{casting, event, spell_name, thing};
use crate::act::{Act, Aim, Hold, Target};
use crate::aspect::aimed;
use crate::fact::Doing;
use crate::notation::{print_for, trigger_words};
use crate::state::{Condition, Mode, State};

/// How the beginning of an Action reads.
pub(super) fn tell(state: &State, who: CreatureId, doing: &Doing) -> Option<Sentence> {
    let mut about = match doing {
        Doing::Control(_, aim) => casting::about(who, aim),
        _ => vec![who],
    };
    about.extend(other(doing));
    if let Doing::Ready(act, trigger) = doing {
        about.extend(named(state, act));
        about.extend(trigger.who);
    }
    let what = predicate(state, who, doing);
    let is_typed = matches!(
        doing,
        Doing::Interact(_) | Doing::Ready(..) | Doing::Work(_)
    );
    let told = event(format!("{} {what}", the(state, who)), about);
    Some(told.as_typed(is_typed))
}

/// Whom else an Action is about.
fn other(doing: &Doing) -> Option<CreatureId> {
    match doing {
        Doing::Mount(other)
        | Doing::Command(other)
        | Doing::Medicine(other)
        | Doing::Intimidate(other)
        | Doing::Escape(other)
        | Doing::Choke(other)
        | Doing::Give(_, other)
        | Doing::Release(other)
        | Doing::PushOff(Hold::Creature(other)) => Some(*other),
        _ => None,
    }
}

/// Whom an act that is told whole names, those included who are guessed to be somewhere.
fn named(state: &State, act: &Act) -> impl Iterator<Item = CreatureId> {
    let guessed = match act {
        Act::Strike { target, .. } | Act::Shoot { target, .. } | Act::Maneuver { target, .. } => {
            guessed(*target)
        }
        Act::Cast {
            aim: Aim::Target(target),
            ..
        } => guessed(*target),
        _ => None,
    };
    aimed(state, act).targets.into_iter().chain(guessed)
}

fn guessed(target: Target) -> Option<CreatureId> {
    match target {
        Target::Guess(who, _) => Some(who),
        _ => None,
    }
}

fn predicate(state: &State, who: CreatureId, doing: &Doing) -> String {
    let a = |item: &crate::state::ItemId| with_article(&thing(state, item.0));
    let the_item = |item: &crate::state::ItemId| format!("the {}", thing(state, item.0));
    match doing {
        Doing::Move(mode) => match mode {
            Mode::Run => "moves",
            Mode::Crawl => "crawls",
            Mode::Swim => "swims",
            Mode::Climb => "climbs",
            Mode::Fly => "flies",
            Mode::Burrow => "burrows",
        }
        .into(),
        Doing::Stand => "stands up".into(),
        Doing::PrepareJump => "prepares to jump".into(),
        Doing::Jump(cell) => format!("jumps to {}", square(state, *cell)),
        Doing::PushOff(hold) => format!("pushes off from {}", holds(state, *hold)),
        Doing::Mount(mount) => format!("mounts {}", the(state, *mount)),
        Doing::Dismount => "dismounts".into(),
        Doing::Control(number, aim) => {
            let running = state.spells.iter().find(|spell| spell.number == *number);
            let spell = running.map_or("a Spell", |running| spell_name(state, running.spell));
            format!("controls {spell} {}", casting::whereto(state, who, aim))
        }
        Doing::Command(other) => format!("commands {}", the(state, *other)),
        Doing::Focus => "focuses".into(),
        Doing::Volley(at) => format!("shoots a volley at {}", square(state, *at)),
        Doing::Dodge => "dodges".into(),
        Doing::Ready(act, trigger) => format!(
            "readies: {} when {}",
            print_for(state, Some(who), act),
            trigger_words(state, trigger)
        ),
        Doing::Triggered => "carries out what was readied".into(),
        Doing::Sneak => "sneaks".into(),
        Doing::Investigate => "searches".into(),
        Doing::Medicine(other) if *other == who => "treats its own wounds".into(),
        Doing::Medicine(other) => format!("treats {}", the(state, *other)),
        Doing::Intimidate(other) => format!("tries to intimidate {}", the(state, *other)),
        Doing::Escape(other) if *other == who => "struggles to get free".into(),
        Doing::Escape(other) => format!("tries to free {}", the(state, *other)),
        Doing::Stabilize => "steadies itself".into(),
        Doing::RollOnGround => "rolls on the ground".into(),
        Doing::Choke(other) => format!("chokes {}", the(state, *other)),
        Doing::Draw(item) => format!("draws {}", a(item)),
        Doing::Stow(item) => format!("stows {}", the_item(item)),
        Doing::PickUp(item) => format!("picks up {}", the_item(item)),
        Doing::Reload(item) => format!("loads {}", the_item(item)),
        Doing::Give(item, other) => format!("gives {} to {}", the_item(item), the(state, *other)),
        Doing::Door(true) => "opens a door".into(),
        Doing::Door(false) => "closes a door".into(),
        Doing::Light(item, true) => format!("lights {}", the_item(item)),
        Doing::Light(item, false) => format!("puts out {}", the_item(item)),
        Doing::Work(task) => match state.cast.tasks.get(usize::from(*task)) {
            Some((name, _)) => format!("works on a task: {name}"),
            None => "works".into(),
        },
        Doing::Interact(words) => format!("does something else: {words}"),
        Doing::Drop(item) => format!("drops {}", the_item(item)),
        Doing::Grip(item, hands) => format!(
            "takes {} in {}",
            the_item(item),
            count(i32::from(*hands), "hand")
        ),
        Doing::DropProne => "drops to the ground".into(),
        Doing::Release(other) => format!("lets go of {}", the(state, *other)),
        Doing::Delay => "delays".into(),
        Doing::Enter => "enters the order here".into(),
        Doing::EndTurn => "ends the Turn".into(),
        Doing::Flee => "flees".into(),
        Doing::Surrender => "surrenders".into(),
        Doing::Grab => "tries to catch hold".into(),
        Doing::Nothing => helpless(state, who),
        Doing::FallsIn => "falls into the water".into(),
        Doing::Collapses => "collapses for want of air".into(),
        Doing::Suffocates => "suffocates".into(),
        Doing::Lapses => "lets what was readied lapse".into(),
        Doing::LosesReadied => "loses what was readied".into(),
        Doing::DodgeEnds => "dodges no longer".into(),
    }
}

/// What somebody pushes off from.
fn holds(state: &State, hold: Hold) -> String {
    match hold {
        Hold::Wall(cell) => format!("the wall at {}", square(state, cell)),
        Hold::Object(item) => format!("the {}", thing(state, item.0)),
        Hold::Creature(other) => the(state, other),
    }
}

/// Why a Turn goes by.
fn helpless(state: &State, who: CreatureId) -> String {
    let reasons: Vec<String> = [Condition::Unconscious, Condition::Stunned]
        .into_iter()
        .filter(|condition| state.has(who, *condition))
        .map(|condition| condition_name(condition).to_owned())
        .collect();
    format!("can do nothing: {}", list(&reasons))
}
