//! Reading acts.

use affray_kernel::grid::Cell;
use affray_kernel::notation::Unread;

use super::DEPTH_MAX;
use super::names::{Reader, Wanted};
use crate::threeaction::act::{Act, Aim, Event, Hold, Maneuver, Trigger};
use crate::threeaction::sheet::{AreaShape, Attribute, Components, ItemKind, Use};
use crate::threeaction::state::{Arm, ItemId, Mode, SpellId};

/// Words that begin acts, for suggestions.
const VERBS: &[&str] = &[
    "strike",
    "shoot",
    "throw",
    "volley",
    "break",
    "disarm",
    "feint",
    "grapple",
    "push",
    "trip",
    "move",
    "crawl",
    "swim",
    "climb",
    "fly",
    "burrow",
    "pass",
    "stand",
    "jump",
    "prepare",
    "mount",
    "dismount",
    "cast",
    "control",
    "command",
    "focus",
    "dodge",
    "ready",
    "sneak",
    "investigate",
    "medicine",
    "intimidate",
    "escape",
    "free",
    "stabilize",
    "roll",
    "choke",
    "draw",
    "stow",
    "pick",
    "reload",
    "give",
    "open",
    "close",
    "light",
    "put",
    "work",
    "interact",
    "drop",
    "grip",
    "release",
    "delay",
    "end",
    "flee",
    "surrender",
    "enter",
    "trigger",
    "grab",
    "square",
    "take",
    "lock",
    "next",
    "after",
];

/// Acts that are nothing but fixed words. Longer ones stand before their own beginnings.
const FIXED: &[(&str, Act)] = &[
    ("roll initiative", Act::RollInitiative),
    ("next turn", Act::NextTurn),
    ("after turn", Act::AfterTurn),
    ("stand up", Act::Stand),
    ("stand", Act::Stand),
    ("prepare jump", Act::PrepareJump),
    ("prepare a jump", Act::PrepareJump),
    ("focus", Act::Focus),
    ("dodge", Act::Dodge),
    ("sneak", Act::Sneak),
    ("investigate", Act::Investigate),
    ("stabilize", Act::Stabilize),
    ("roll on the ground", Act::RollOnGround),
    ("drop prone", Act::DropProne),
    ("delay", Act::Delay),
    ("end turn", Act::EndTurn),
    ("flee", Act::Flee),
    ("surrender", Act::Surrender),
    ("pass", Act::Pass),
    ("enter", Act::Enter),
    ("grab", Act::Grab),
    ("take", Act::Take),
    ("lock hand", Act::LockHand),
];

const MODES: &[(&str, Mode)] = &[
    ("move", Mode::Run),
    ("crawl", Mode::Crawl),
    ("swim", Mode::Swim),
    ("climb", Mode::Climb),
    ("fly", Mode::Fly),
    ("burrow", Mode::Burrow),
];

const EVENTS: &[(&str, Event)] = &[
    ("comes in reach", Event::ComesInReach),
    ("moves", Event::Moves),
    ("attacks", Event::Attacks),
    ("casts", Event::Casts),
    ("uses an item", Event::UsesItem),
    ("stands up", Event::StandsUp),
    ("appears", Event::Appears),
    ("takes damage", Event::TakesDamage),
    ("starts turn", Event::StartsTurn),
    ("ends turn", Event::EndsTurn),
];

impl Reader<'_, '_> {
    /// Takes an act.
    pub(in crate::threeaction) fn act(&mut self) -> Result<Act, Unread> {
        if self.depth > DEPTH_MAX {
            return Err(Unread::new("too many acts inside one another"));
        }
        if self.take("pass through") {
            return Ok(Act::PassThrough(self.creature()?));
        }
        for (words, act) in FIXED {
            if self.take(words) {
                return Ok(act.clone());
            }
        }
        for (word, mode) in MODES {
            if self.take(word) {
                return self.movement(*mode);
            }
        }
        match self.attack().transpose() {
            None => {}
            Some(read) => return read,
        }
        match self.handling().transpose() {
            None => {}
            Some(read) => return read,
        }
        self.other()
    }

    fn movement(&mut self, mode: Mode) -> Result<Act, Unread> {
        let mut path = Vec::new();
        if self.take("via") {
            while let Some(cell) = self.square() {
                path.push(cell);
            }
            self.expect("to")?;
        } else {
            self.take("to");
        }
        path.push(self.cell()?);
        Ok(Act::Move {
            mode,
            path: path.into(),
        })
    }

    fn attack(&mut self) -> Result<Option<Act>, Unread> {
        Ok(Some(if self.take("strike") {
            let target = self.target()?;
            let with = self.with(&[Use::Melee])?;
            let using = if self.take("using") {
                Some(self.attribute()?)
            } else {
                None
            };
            Act::Strike {
                target,
                with,
                using,
            }
        } else if self.take("shoot") {
            let target = self.target()?;
            let with = self.with(&[Use::Launched, Use::Thrown])?;
            Act::Shoot { target, with }
        } else if self.take("throw") {
            let with = self.arm()?;
            self.expect("at")?;
            let target = self.target()?;
            Act::Shoot { target, with }
        } else if self.take("volley") {
            self.expect("at")?;
            let at = self.cell()?;
            let with = self.with(&[Use::Launched, Use::Thrown])?;
            Act::Volley { at, with }
        } else if self.take("push off") {
            self.push_off()?
        } else if let Some(act) = self.maneuver()? {
            act
        } else {
            return Ok(None);
        }))
    }

    fn maneuver(&mut self) -> Result<Option<Act>, Unread> {
        for (word, which) in [
            ("feint", Maneuver::Feint),
            ("grapple", Maneuver::Grapple),
            ("push", Maneuver::Push),
            ("trip", Maneuver::Trip),
        ] {
            if self.take(word) {
                if which == Maneuver::Push
                    && let Some(feet) = self.feet()
                {
                    return Ok(Some(Act::Feet(feet)));
                }
                let target = self.target()?;
                let with = if which == Maneuver::Grapple && !self.clone().take("with") {
                    self.unarmed()?
                } else {
                    self.with(&[Use::Melee])?
                };
                return Ok(Some(Act::Maneuver {
                    which,
                    target,
                    with,
                }));
            }
        }
        let (item, target, broken) = if self.take("break") {
            let phrase = self.phrase()?;
            self.expect("of")?;
            (phrase, self.target()?, true)
        } else if self.take("disarm") {
            let target = self.target()?;
            self.expect("of")?;
            (self.phrase()?, target, false)
        } else {
            return Ok(None);
        };
        let item = self.settle(&item, super::print::holder(target), Wanted::InUse)?;
        Ok(Some(Act::Maneuver {
            which: if broken {
                Maneuver::Break(item)
            } else {
                Maneuver::Disarm(item)
            },
            target,
            with: self.with(&[Use::Melee])?,
        }))
    }

    fn with(&mut self, usual: &[Use]) -> Result<Arm, Unread> {
        if self.take("with") {
            self.arm()
        } else {
            self.usual_arm(usual)
        }
    }

    fn unarmed(&self) -> Result<Arm, Unread> {
        let Some(who) = self.who else {
            return Err(Unread::new("`with` and a weapon are missing"));
        };
        let last = self.state.sheet(who).natural.len().saturating_sub(1);
        Ok(Arm::Natural(last as u8))
    }

    fn attribute(&mut self) -> Result<Attribute, Unread> {
        const KNOWN: [(&str, Attribute); 4] = [
            ("str", Attribute::Str),
            ("dex", Attribute::Dex),
            ("ess", Attribute::Ess),
            ("mnd", Attribute::Mnd),
        ];
        for (word, attribute) in KNOWN {
            if self.take(word) {
                return Ok(attribute);
            }
        }
        let word = self.need("an Attribute")?;
        Err(Unread::unknown(
            "Attribute",
            word,
            KNOWN.map(|(word, _)| word),
        ))
    }

    fn feet(&mut self) -> Option<i16> {
        let mut ahead = self.clone();
        let feet = ahead.number("number of feet").ok()?;
        if !ahead.take("ft") && !ahead.take("feet") {
            return None;
        }
        *self = ahead;
        Some(feet)
    }

    fn push_off(&mut self) -> Result<Act, Unread> {
        let mut ahead = self.clone();
        let hold = if ahead.take("wall")
            && let Some(cell) = ahead.square()
        {
            *self = ahead;
            Hold::Wall(cell)
        } else if let Some(who) = self.maybe_creature() {
            Hold::Creature(who)
        } else {
            let phrase = self.phrase()?;
            Hold::Object(self.settle(&phrase, None, Wanted::Lying)?)
        };
        self.expect("toward")?;
        Ok(Act::PushOff(hold, self.cell()?))
    }

    /// Everything that handles things.
    fn handling(&mut self) -> Result<Option<Act>, Unread> {
        use Wanted::{InUse, Lying, Stored};
        Ok(Some(if self.take("draw") {
            Act::Draw(self.item(Stored)?)
        } else if self.take("stow") {
            Act::Stow(self.item(InUse)?)
        } else if self.take("pick up") {
            Act::PickUp(self.item(Lying)?)
        } else if self.take("reload") {
            Act::Reload(self.item(InUse)?)
        } else if self.take("give") {
            let item = self.item(InUse)?;
            self.expect("to")?;
            Act::Give(item, self.creature()?)
        } else if self.take("open door") {
            Act::Door(self.cell()?, self.cell()?, true)
        } else if self.take("close door") {
            Act::Door(self.cell()?, self.cell()?, false)
        } else if self.take("light") {
            Act::Light(self.item(InUse)?, true)
        } else if self.take("put out") {
            Act::Light(self.item(InUse)?, false)
        } else if self.take("work on") {
            Act::Work(self.task()?)
        } else if self.take("interact") {
            Act::Interact(self.free_words()?)
        } else if self.take("drop") {
            Act::Drop(self.item(InUse)?)
        } else if self.take("grip") {
            let item = self.item(InUse)?;
            self.expect("with")?;
            let hands = self.number("number of hands")?;
            if !self.take("hands") {
                self.expect("hand")?;
            }
            Act::Grip(item, hands)
        } else if self.take("lock") {
            Act::Lock(self.arm()?)
        } else {
            return Ok(None);
        }))
    }

    /// Words in quotes, or everything up to `when` inside another act, or everything.
    fn free_words(&mut self) -> Result<String, Unread> {
        if let Some(words) = self.quoted()? {
            return Ok(words);
        }
        let rest = self.rest();
        let until = if self.depth == 0 {
            rest.len()
        } else {
            rest.find(" when ").unwrap_or(rest.len())
        };
        let words = rest[..until].trim();
        if words.is_empty() {
            return Err(Unread::new("words for what is done are missing"));
        }
        self.jump_to(&rest[until..]);
        Ok(words.to_owned())
    }

    fn other(&mut self) -> Result<Act, Unread> {
        Ok(if self.take("jump") {
            self.take("to");
            Act::Jump(self.cell()?)
        } else if self.take("mount") {
            Act::Mount(self.creature()?)
        } else if self.take("dismount") {
            self.take("to");
            Act::Dismount(self.cell()?)
        } else if self.take("cast") {
            self.cast()?
        } else if self.take("control") {
            let number = self.number("number of a running Spell")?;
            Act::Control(number, self.aim()?)
        } else if self.take("command") {
            Act::Command(self.creature()?)
        } else if self.take("ready") {
            let act = self.inner()?;
            self.expect("when")?;
            Act::Ready(Box::new(act), self.trigger()?)
        } else if self.take("medicine") {
            self.take("on");
            Act::Medicine(self.creature()?)
        } else if self.take("intimidate") {
            Act::Intimidate(self.creature()?)
        } else if self.take("escape") {
            Act::Escape(
                self.who.ok_or_else(|| {
                    Unread::new("`escape` does not say who: write `free` and a name")
                })?,
            )
        } else if self.take("free") {
            Act::Escape(self.creature()?)
        } else if self.take("choke") {
            Act::Choke(self.creature()?)
        } else if self.take("release") {
            Act::Release(self.creature()?)
        } else if self.take("trigger") {
            Act::Trigger(Box::new(self.inner()?))
        } else if self.take("square") {
            Act::Square(self.cell()?)
        } else if let Some(feet) = self.feet() {
            Act::Feet(feet)
        } else {
            let word = self.need("an act")?;
            return Err(Unread::unknown("act", word, VERBS.iter().copied()));
        })
    }

    fn inner(&mut self) -> Result<Act, Unread> {
        self.depth += 1;
        let act = self.act();
        self.depth -= 1;
        act
    }

    fn cast(&mut self) -> Result<Act, Unread> {
        let spell = self.spell()?;
        let mut ahead = self.clone();
        let item = if ahead.take("from") {
            let item = ahead.item(Wanted::InUse)?;
            *self = ahead;
            Some(item)
        } else {
            None
        };
        let aim = self.aim()?;
        let energy = self.energy(spell, item)?;
        Ok(Act::Cast {
            spell,
            item,
            energy,
            aim,
        })
    }

    /// The Energy of each component; if none is named, what the item fixes or the least that the Spell takes.
    fn energy(&mut self, spell: SpellId, item: Option<ItemId>) -> Result<Components, Unread> {
        let mut energy = Components::default();
        let mut named = false;
        loop {
            let part = if self.take("effect") {
                &mut energy.effect
            } else if self.take("range") {
                &mut energy.range
            } else if self.take("duration") {
                &mut energy.duration
            } else if self.take("area") {
                &mut energy.area
            } else {
                break;
            };
            named = true;
            *part = self.number("amount of Energy")?;
        }
        if named {
            return Ok(energy);
        }
        if let Some(item) = item
            && let ItemKind::Gear(gear) = self.state.kind(item)
            && let Some(fixed) = &gear.spell
        {
            return Ok(fixed.energy);
        }
        let least = self.state.cast.spells.get(usize::from(spell.0));
        Ok(Components {
            effect: 1,
            range: 0,
            duration: least.map_or(0, |spell| spell.least_duration),
            area: least.map_or(0, |spell| spell.least_area),
        })
    }

    fn aim(&mut self) -> Result<Aim, Unread> {
        if self.take("blast at") {
            let centre = self.cell()?;
            let toward = if self.take("toward") {
                self.cell()?
            } else {
                centre
            };
            return Ok(Aim::Area(AreaShape::Blast, centre, toward));
        }
        for (word, shape) in [("cone", AreaShape::Cone), ("line", AreaShape::Line)] {
            if self.take(word) {
                self.expect("from")?;
                let from: Cell = self.cell()?;
                self.expect("toward")?;
                return Ok(Aim::Area(shape, from, self.cell()?));
            }
        }
        if self.take("on") {
            let who = self.creature()?;
            if self.take("to") {
                return Ok(Aim::Place(Some(who), self.cell()?));
            }
            return Ok(Aim::Target(crate::threeaction::act::Target::Creature(who)));
        }
        self.expect("at")?;
        if let Some(cell) = self.square() {
            return Ok(Aim::Place(None, cell));
        }
        Ok(Aim::Target(self.target()?))
    }

    /// Takes what sets off a readied Action.
    pub(in crate::threeaction) fn trigger(&mut self) -> Result<Trigger, Unread> {
        if let Some(words) = self.quoted()? {
            return Ok(Trigger {
                who: None,
                event: Event::Words(words),
            });
        }
        let who = if self.take("any enemy") {
            None
        } else {
            Some(self.creature()?)
        };
        Ok(Trigger {
            who,
            event: self.event()?,
        })
    }

    fn event(&mut self) -> Result<Event, Unread> {
        if let Some(words) = self.quoted()? {
            return Ok(Event::Words(words));
        }
        if self.take("enters") {
            return Ok(Event::Enters(self.cell()?));
        }
        for (words, event) in EVENTS {
            if self.take(words) {
                return Ok(event.clone());
            }
        }
        let word = self.need("an event")?;
        let known = EVENTS.iter().map(|(words, _)| *words).chain(["enters"]);
        Err(Unread::unknown("event", word, known))
    }
}
