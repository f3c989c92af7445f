//! Printing acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Shape, Terrain};

use super::names::{Reader, Wanted, item_name};
use crate::threeaction::act::{Act, Aim, Event, Hold, Maneuver, Target, Trigger};
use crate::threeaction::rules::numbers::bearer;
use crate::threeaction::sheet::{AreaShape, Attribute, Components, Use};
use crate::threeaction::state::{Arm, ItemId, Mode, SpellId, State};

/// The creature that bears what a Break or Disarm is about.
pub(super) fn holder(target: Target) -> Option<CreatureId> {
    match target {
        Target::Creature(who) | Target::Guess(who, _) => Some(who),
        Target::Object(_) | Target::Ice(_) => None,
    }
}

/// A square as it is written: column and row of the drawn map, and the height if it is not 0.
pub(in crate::threeaction) fn cell_words(state: &State, cell: Cell) -> String {
    match state.cast.map.grid().shape {
        Shape::Square => cell.to_string(),
        Shape::Hex => {
            let (column, row) = cell.column_row();
            Cell::at_height(column, row, cell.z).to_string()
        }
    }
}

/// What triggers a readied Action, in words.
pub(in crate::threeaction) fn trigger_words(state: &State, trigger: &Trigger) -> String {
    Printer::new(state, None, false).trigger(trigger)
}

/// Words for acts, either by names or, where names mislead, by numbers.
#[derive(Clone, Copy)]
pub(super) struct Printer<'s> {
    state: &'s State,
    who: Option<CreatureId>,
    by_number: bool,
    nested: bool,
}

impl<'s> Printer<'s> {
    pub(super) fn new(state: &'s State, who: Option<CreatureId>, by_number: bool) -> Self {
        Self {
            state,
            who,
            by_number,
            nested: false,
        }
    }

    pub(super) fn act(self, act: &Act) -> String {
        match act {
            Act::RollInitiative => "roll initiative".into(),
            Act::NextTurn => "next turn".into(),
            Act::AfterTurn => "after turn".into(),
            Act::Strike {
                target,
                with,
                using,
            } => {
                let using = using.map_or("", |attribute| match attribute {
                    Attribute::Str => " using str",
                    Attribute::Dex => " using dex",
                    Attribute::Ess => " using ess",
                    Attribute::Mnd => " using mnd",
                });
                let with = self.arm(*with);
                format!("strike {} with {with}{using}", self.target(*target))
            }
            Act::Shoot { target, with } if self.is_thrown(*with) => {
                format!("throw {} at {}", self.arm(*with), self.target(*target))
            }
            Act::Shoot { target, with } => {
                format!("shoot {} with {}", self.target(*target), self.arm(*with))
            }
            Act::Volley { at, with } => {
                format!("volley at {} with {}", self.cell(*at), self.arm(*with))
            }
            Act::Maneuver {
                which,
                target,
                with,
            } => self.maneuver(*which, *target, *with),
            Act::Move { mode, path } => self.movement(*mode, path),
            Act::PassThrough(who) => format!("pass through {}", self.creature(*who)),
            Act::Stand => "stand".into(),
            Act::Jump(cell) => format!("jump to {}", self.cell(*cell)),
            Act::PrepareJump => "prepare jump".into(),
            Act::PushOff(hold, toward) => {
                let hold = match *hold {
                    Hold::Wall(cell) => format!("wall {}", self.cell(cell)),
                    Hold::Object(item) => self.item(item, None, Wanted::Lying),
                    Hold::Creature(who) => self.creature(who),
                };
                format!("push off {hold} toward {}", self.cell(*toward))
            }
            Act::Mount(who) => format!("mount {}", self.creature(*who)),
            Act::Dismount(cell) => format!("dismount to {}", self.cell(*cell)),
            Act::Cast {
                spell,
                item,
                energy,
                aim,
            } => self.cast(*spell, *item, *energy, aim),
            Act::Control(number, aim) => format!("control {number} {}", self.aim(aim)),
            Act::Command(who) => format!("command {}", self.creature(*who)),
            Act::Focus => "focus".into(),
            Act::Dodge => "dodge".into(),
            Act::Ready(act, trigger) => {
                let act = self.inner().act(act);
                format!("ready {act} when {}", self.trigger(trigger))
            }
            Act::Sneak => "sneak".into(),
            Act::Investigate => "investigate".into(),
            Act::Medicine(who) => format!("medicine on {}", self.creature(*who)),
            Act::Intimidate(who) => format!("intimidate {}", self.creature(*who)),
            Act::Escape(who) if self.who == Some(*who) => "escape".into(),
            Act::Escape(who) => format!("free {}", self.creature(*who)),
            Act::Stabilize => "stabilize".into(),
            Act::RollOnGround => "roll on the ground".into(),
            Act::Choke(who) => format!("choke {}", self.creature(*who)),
            Act::Draw(item) => format!("draw {}", self.own(*item, Wanted::Stored)),
            Act::Stow(item) => format!("stow {}", self.own(*item, Wanted::InUse)),
            Act::PickUp(item) => format!("pick up {}", self.own(*item, Wanted::Lying)),
            Act::Reload(item) => format!("reload {}", self.own(*item, Wanted::InUse)),
            Act::Give(item, who) => {
                let item = self.own(*item, Wanted::InUse);
                format!("give {item} to {}", self.creature(*who))
            }
            Act::Door(a, b, open) => {
                let verb = if *open { "open" } else { "close" };
                format!("{verb} door {} {}", self.cell(*a), self.cell(*b))
            }
            Act::Light(item, lit) => {
                let verb = if *lit { "light" } else { "put out" };
                format!("{verb} {}", self.own(*item, Wanted::InUse))
            }
            Act::Work(task) => match self.state.cast.tasks.get(usize::from(*task)) {
                Some((name, _)) if !self.by_number => format!("work on {name}"),
                _ => format!("work on #{task}"),
            },
            Act::Interact(words) => format!("interact {}", self.free_words(words)),
            Act::Drop(item) => format!("drop {}", self.own(*item, Wanted::InUse)),
            Act::Grip(item, hands) => {
                let item = self.own(*item, Wanted::InUse);
                let noun = if *hands == 1 { "hand" } else { "hands" };
                format!("grip {item} with {hands} {noun}")
            }
            Act::DropProne => "drop prone".into(),
            Act::Release(who) => format!("release {}", self.creature(*who)),
            Act::Delay => "delay".into(),
            Act::EndTurn => "end turn".into(),
            Act::Flee => "flee".into(),
            Act::Surrender => "surrender".into(),
            Act::Pass => "pass".into(),
            Act::Enter => "enter".into(),
            Act::Trigger(act) => format!("trigger {}", self.inner().act(act)),
            Act::Grab => "grab".into(),
            Act::Feet(feet) => format!("{feet} ft"),
            Act::Square(cell) => format!("square {}", self.cell(*cell)),
            Act::Take => "take".into(),
            Act::Lock(arm) => format!("lock {}", self.arm(*arm)),
            Act::LockHand => "lock hand".into(),
        }
    }

    fn inner(self) -> Self {
        Self {
            nested: true,
            ..self
        }
    }

    fn maneuver(self, which: Maneuver, target: Target, with: Arm) -> String {
        let aimed = self.target(target);
        let with = self.arm(with);
        let item = |item| self.item(item, holder(target), Wanted::InUse);
        match which {
            Maneuver::Break(broken) => format!("break {} of {aimed} with {with}", item(broken)),
            Maneuver::Disarm(lost) => format!("disarm {aimed} of {} with {with}", item(lost)),
            Maneuver::Feint => format!("feint {aimed} with {with}"),
            Maneuver::Grapple => format!("grapple {aimed} with {with}"),
            Maneuver::Push => format!("push {aimed} with {with}"),
            Maneuver::Trip => format!("trip {aimed} with {with}"),
        }
    }

    fn movement(self, mode: Mode, path: &[Cell]) -> String {
        let verb = match mode {
            Mode::Run => "move",
            Mode::Crawl => "crawl",
            Mode::Swim => "swim",
            Mode::Climb => "climb",
            Mode::Fly => "fly",
            Mode::Burrow => "burrow",
        };
        let Some((goal, way)) = path.split_last() else {
            return verb.into();
        };
        let mut text = String::from(verb);
        if !way.is_empty() {
            text.push_str(" via");
            for cell in way {
                text.push(' ');
                text.push_str(&self.cell(*cell));
            }
        }
        text.push_str(" to ");
        text.push_str(&self.cell(*goal));
        text
    }

    fn cast(self, spell: SpellId, item: Option<ItemId>, energy: Components, aim: &Aim) -> String {
        let mut text = match self.state.cast.spells.get(usize::from(spell.0)) {
            Some(spell) if !self.by_number => format!("cast {}", spell.name),
            _ => format!("cast #{}", spell.0),
        };
        if let Some(item) = item {
            text.push_str(&format!(" from {}", self.own(item, Wanted::InUse)));
        }
        text.push_str(&format!(" {} effect {}", self.aim(aim), energy.effect));
        for (name, value) in [
            ("range", energy.range),
            ("duration", energy.duration),
            ("area", energy.area),
        ] {
            if value != 0 {
                text.push_str(&format!(" {name} {value}"));
            }
        }
        text
    }

    fn aim(self, aim: &Aim) -> String {
        match *aim {
            Aim::Target(target) => format!("at {}", self.target(target)),
            Aim::Area(AreaShape::Blast, at, toward) if at == toward => {
                format!("blast at {}", self.cell(at))
            }
            Aim::Area(AreaShape::Blast, at, toward) => {
                format!("blast at {} toward {}", self.cell(at), self.cell(toward))
            }
            Aim::Area(AreaShape::Cone, from, toward) => {
                format!("cone from {} toward {}", self.cell(from), self.cell(toward))
            }
            Aim::Area(AreaShape::Line, from, toward) => {
                format!("line from {} toward {}", self.cell(from), self.cell(toward))
            }
            Aim::Place(Some(who), cell) => {
                format!("on {} to {}", self.creature(who), self.cell(cell))
            }
            Aim::Place(None, cell) => format!("at {}", self.cell(cell)),
        }
    }

    fn trigger(self, trigger: &Trigger) -> String {
        let who = match trigger.who {
            Some(who) => self.creature(who),
            None => "any enemy".to_owned(),
        };
        let event = match &trigger.event {
            Event::Enters(cell) => return format!("{who} enters {}", self.cell(*cell)),
            Event::Words(words) if trigger.who.is_none() => return quote(words),
            Event::Words(words) => return format!("{who} {}", quote(words)),
            Event::ComesInReach => "comes in reach",
            Event::Moves => "moves",
            Event::Attacks => "attacks",
            Event::Casts => "casts",
            Event::UsesItem => "uses an item",
            Event::StandsUp => "stands up",
            Event::Appears => "appears",
            Event::TakesDamage => "takes damage",
            Event::StartsTurn => "starts turn",
            Event::EndsTurn => "ends turn",
        };
        format!("{who} {event}")
    }

    fn free_words(self, words: &str) -> String {
        let plain = !words.is_empty()
            && words.trim() == words
            && !words.starts_with('"')
            && !words.contains(|sign: char| sign.is_control())
            && (!self.nested || !words.contains("when"));
        if plain {
            words.to_owned()
        } else {
            quote(words)
        }
    }

    fn cell(self, cell: Cell) -> String {
        cell_words(self.state, cell)
    }

    fn creature(self, who: CreatureId) -> String {
        match self.state.cast.sheets.get(who.index()) {
            Some(sheet) if !self.by_number => sheet.name.clone(),
            _ => format!("@{}", who.0),
        }
    }

    fn target(self, target: Target) -> String {
        match target {
            Target::Creature(who) => self.creature(who),
            Target::Guess(who, cell) => format!("{} at {}", self.creature(who), self.cell(cell)),
            Target::Object(item) => self.item(item, None, Wanted::Lying),
            Target::Ice(cell) => format!("ice at {}", self.cell(cell)),
        }
    }

    fn own(self, item: ItemId, wanted: Wanted) -> String {
        self.item(item, self.who, wanted)
    }

    /// The shortest name that means this item.
    fn item(self, item: ItemId, whose: Option<CreatureId>, wanted: Wanted) -> String {
        let number = format!("#{}", item.0);
        let Some(place) = self.state.items.get(usize::from(item.0)) else {
            return number;
        };
        if self.by_number {
            return number;
        }
        let name = item_name(self.state, item);
        let owned = bearer(place.place)
            .and_then(|owner| self.state.cast.sheets.get(owner.index()))
            .map(|owner| format!("{}'s {name}", owner.name));
        let means = |text: &str| {
            let mut reader = Reader::new(self.state, self.who, text);
            reader.phrase().is_ok_and(|phrase| {
                reader.is_empty() && reader.settle(&phrase, whose, wanted) == Ok(item)
            })
        };
        std::iter::once(name.clone())
            .chain(owned)
            .chain([format!("{name} {number}")])
            .find(|text| means(text))
            .unwrap_or(number)
    }

    fn arm(self, arm: Arm) -> String {
        let means = |text: &str| {
            let mut reader = Reader::new(self.state, self.who, text);
            reader.arm() == Ok(arm) && reader.is_empty()
        };
        match arm {
            Arm::Item(item) => {
                let name = self.own(item, Wanted::InUse);
                if means(&name) {
                    name
                } else {
                    format!("#{}", item.0)
                }
            }
            Arm::Natural(number) => self
                .who
                .filter(|_| !self.by_number)
                .and_then(|who| self.state.cast.sheets.get(who.index()))
                .and_then(|sheet| sheet.natural.get(usize::from(number)))
                .map(|weapon| weapon.name.clone())
                .filter(|name| means(name))
                .unwrap_or_else(|| format!("natural {number}")),
        }
    }

    fn is_thrown(self, arm: Arm) -> bool {
        let weapon = match (arm, self.who) {
            (Arm::Item(item), _) => self
                .state
                .items
                .get(usize::from(item.0))
                .and_then(|at| self.state.cast.kinds.get(usize::from(at.kind)))
                .and_then(|kind| kind.weapon()),
            (Arm::Natural(number), Some(who)) => self
                .state
                .cast
                .sheets
                .get(who.index())
                .and_then(|sheet| sheet.natural.get(usize::from(number))),
            (Arm::Natural(_), None) => None,
        };
        weapon.is_some_and(|weapon| {
            weapon.uses.contains(&Use::Thrown) && !weapon.uses.contains(&Use::Launched)
        })
    }
}

/// Words in quotation marks, with `\` before marks inside.
fn quote(words: &str) -> String {
    serde_json::Value::from(words).to_string()
}
