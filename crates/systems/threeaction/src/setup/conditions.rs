//! Conditions, poisons and grapples in force when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::dice::Pool;
use affray_kernel::scenario::MOST_THINGS;

use super::super::rules::conditions::USUAL_DC;
use super::super::rules::hands::Locked;
use super::super::scenario::{ConditionFile, CreatureFile};
use super::super::state::{Condition, Dose, ItemId, Place};
use super::compose::Composer;
use super::fields::MOST_DC;

/// Said of a number that a condition does not have.
pub(crate) const NO_AMOUNT: &str = "this condition has no number";

impl Composer<'_> {
    pub(super) fn conditions(&mut self, who: CreatureId, file: &CreatureFile, path: &str) {
        for (index, condition) in file.conditions.iter().enumerate() {
            self.condition(who, condition, format!("{path}.conditions[{index}]"));
        }
        for (key, kind, names) in [
            ("hidden_from", Condition::Hidden, &file.hidden_from),
            ("undetected_by", Condition::Undetected, &file.undetected_by),
        ] {
            for (index, name) in names.iter().enumerate() {
                let place = format!("{path}.{key}[{index}]");
                if self.roster_side(name).is_some()
                    && self.side_name(who.index()) == Some(name.as_str())
                {
                    let message = format!("`{name}` is its own side");
                    let hint = Some("name creatures, or a side that it is hidden from".to_owned());
                    self.draft.mistakes.add_with_hint(place, message, hint);
                    continue;
                }
                for other in self.one_or_side(name, &place) {
                    self.hold(toward(who, kind, other), &place);
                }
            }
        }
        for (index, poison) in file.poisons.iter().enumerate() {
            let place = format!("{path}.poisons[{index}]");
            let level = u8::try_from(poison.level).unwrap_or_default();
            let Some(dice) = poison.dice.or(Pool::new(level, 6).ok()) else {
                self.mistake(place, format!("{} is no level of a poison", poison.level));
                continue;
            };
            self.setup.doses.push(Dose {
                on: who,
                level: poison.level,
                rounds: poison.rounds,
                dice,
            });
            self.draft.comes_from("poison", place);
        }
    }

    /// The side of that name, if no creature is called so.
    fn roster_side(&self, name: &str) -> Option<u8> {
        let is_creature = self.draft.roster.creature(name).is_some();
        self.draft.roster.side(name).filter(|_| !is_creature)
    }

    /// The creature of that name, or the creatures of the side of that name.
    fn one_or_side(&mut self, name: &str, path: &str) -> Vec<CreatureId> {
        match self.roster_side(name) {
            Some(_) => (0..self.draft.roster.members.len())
                .filter(|index| self.side_name(*index) == Some(name))
                .map(|index| CreatureId(index as u16))
                .collect(),
            None => self
                .draft
                .creature_at(Some(name), path)
                .into_iter()
                .collect(),
        }
    }

    /// The side that the file gives a creature, be it its owner's.
    fn side_name(&self, index: usize) -> Option<&str> {
        let who = CreatureId(index as u16);
        if self.draft.was_there(who) {
            return self.written_side(who);
        }
        let file = &self.file.creature[self.draft.roster.members[index].entry];
        let owner = file
            .owner
            .as_ref()
            .and_then(|owner| self.draft.roster.creature(owner));
        self.written_side(who)
            .or(owner.and_then(|owner| self.written_side(owner)))
    }

    /// The side that is written for a creature itself; that of one who was there before is known.
    pub(super) fn written_side(&self, who: CreatureId) -> Option<&str> {
        if self.draft.was_there(who) {
            let side = self.setup.creatures[who.index()].sheet.side;
            return self.setup.sides.get(usize::from(side)).map(String::as_str);
        }
        let entry = self.draft.roster.members[who.index()].entry;
        self.file.creature[entry].side.as_deref()
    }

    fn condition(&mut self, who: CreatureId, file: &ConditionFile, path: String) {
        if file.kind == Condition::Poisoned {
            let hint = Some("write `poisons = [{ level = 1, rounds = 3 }]`".to_owned());
            let message = "a poison has a level and lasts a number of Rounds".to_owned();
            self.draft.mistakes.add_with_hint(path, message, hint);
            return;
        }
        if let Some(amount) = file.amount
            && let Err(message) = can_amount_to(file.kind, amount)
        {
            self.mistake(format!("{path}.amount"), message);
            return;
        }
        if file.kind == Condition::SeesThrough && file.amount.is_none() {
            let hint = Some("write `{ kind = \"sees-through\", amount = 0 }`".to_owned());
            let message =
                "what is seen through is the thing of the number `amount`, counted from 0";
            self.draft.mistakes.add_with_hint(path, message, hint);
            return;
        }
        let toward = self.other(file.toward.as_deref(), &path, "toward");
        let cause = self.other(file.cause.as_deref(), &path, "cause");
        let held = Held {
            on: who,
            kind: file.kind,
            toward,
            parent: None,
            cause,
            until: self.until(cause.unwrap_or(who), file, &path),
            amount: file.amount.unwrap_or_else(|| usual_amount(file.kind)),
        };
        match &file.locks {
            Some(locks) if is_grapple(file.kind) => {
                self.locks
                    .push((self.setup.conditions.len(), locks.clone()));
            }
            Some(_) => self.mistake(format!("{path}.locks"), "only a grapple locks anything"),
            None => {}
        }
        let of_each = matches!(file.kind, Condition::Hidden | Condition::Undetected);
        if !of_each || file.toward.is_some() {
            if file.toward.is_none() || toward.is_some() {
                self.hold(held, &path);
            }
            return;
        }
        // What is subjective holds toward each Enemy by itself.
        let own = self.side_name(who.index()).map(str::to_owned);
        for index in 0..self.draft.roster.members.len() {
            if self.side_name(index) != own.as_deref() {
                let toward = Some(CreatureId(index as u16));
                self.hold(Held { toward, ..held }, &path);
            }
        }
    }

    fn until(&mut self, anchor: CreatureId, file: &ConditionFile, path: &str) -> Until {
        let place = format!("{path}.until");
        let Some(until) = &file.until else {
            return file
                .rounds
                .map_or(Until::Cleared, |rounds| Until::TurnStart(anchor, rounds));
        };
        let start = self.other(until.turn_start.as_deref(), &place, "turn_start");
        let end = self.other(until.turn_end.as_deref(), &place, "turn_end");
        let written = [
            until.turn_start.is_some(),
            until.turn_end.is_some(),
            until.round.is_some(),
            file.rounds.is_some(),
        ];
        if written.into_iter().filter(|written| *written).count() != 1 {
            let message = "an end is one of `turn_start`, `turn_end`, `round`, or `rounds` in place of `until`";
            self.mistake(place, message);
        }
        match (start, end, until.round) {
            (Some(anchor), ..) => Until::TurnStart(anchor, until.turns),
            (_, Some(anchor), _) => Until::TurnEnd(anchor, until.turns),
            (.., Some(round)) => Until::Round(round),
            _ => Until::Cleared,
        }
    }

    fn hold(&mut self, held: Held<Condition>, path: &str) {
        // Too many are refused when the setup is checked as a whole.
        let room = self.setup.conditions.len() <= MOST_THINGS;
        if room && !self.setup.conditions.contains(&held) {
            self.setup.conditions.push(held);
            self.draft.comes_from("condition", path.to_owned());
        }
    }

    /// Whoever is Grappled is so by somebody who is Grappling it, and the other way round.
    pub(super) fn pair_grapples(&mut self) {
        for index in 0..self.setup.conditions.len() {
            let held = self.setup.conditions[index];
            let other_kind = match held.kind {
                Condition::Grappled => Condition::Grappling,
                Condition::Grappling => Condition::Grappled,
                _ => continue,
            };
            let Some(other) = held.toward else {
                continue;
            };
            let paired = self.setup.conditions.iter().any(|one| {
                one.on == other && one.kind == other_kind && one.toward == Some(held.on)
            });
            if !paired {
                let path = self.draft.path_of("condition", index).to_owned();
                let partner = Held {
                    until: held.until,
                    ..toward(other, other_kind, held.on)
                };
                self.hold(partner, &path);
            }
        }
    }

    /// Finds what every grapple locks: what the file says, or a free hand, a natural weapon, something in hand.
    pub(super) fn lock_grapples(&mut self) {
        for (index, name) in std::mem::take(&mut self.locks) {
            let Some(held) = self.setup.conditions.get(index) else {
                continue;
            };
            let found = self.ways_to_lock(held.on, index).into_iter();
            let mut named = found.filter(|(called, _)| *called == name);
            match named.next() {
                Some((_, locked)) => self.setup.conditions[index].amount = locked.amount(),
                None => {
                    let path = format!("{}.locks", self.draft.path_of("condition", index));
                    self.mistake(
                        path,
                        format!("`{name}` is nothing that a grapple could lock"),
                    );
                }
            }
        }
        for index in 0..self.setup.conditions.len() {
            let held = self.setup.conditions[index];
            // An amount that is written, or found above, stays; that of a hand has to be found in any case.
            if is_grapple(held.kind) && held.amount == Locked::Hand.amount() {
                let ways = self.ways_to_lock(held.on, index);
                let locked = ways.first().map_or(Locked::Nothing, |(_, locked)| *locked);
                self.setup.conditions[index].amount = locked.amount();
            }
        }
    }

    /// What the grapple that is the `index`-th condition could lock, each with its name, the likeliest first.
    fn ways_to_lock(&self, who: CreatureId, index: usize) -> Vec<(String, Locked)> {
        let sheet = &self.setup.creatures[who.index()].sheet;
        let held = self
            .setup
            .items
            .iter()
            .enumerate()
            .filter_map(|(index, item)| match item.place {
                Place::Held(holder, hands) if holder == who => Some((index, hands, item.kind)),
                _ => None,
            });
        let full: u32 = held.clone().map(|(_, hands, _)| u32::from(hands)).sum();
        let mut ways = Vec::new();
        let locked: Vec<Locked> = self.setup.conditions[..index]
            .iter()
            .filter(|held| held.on == who && is_grapple(held.kind))
            .map(|held| Locked::of(held.amount))
            .collect();
        let locked_hands = locked.iter().filter(|one| **one == Locked::Hand).count() as u32;
        if full + locked_hands < u32::from(sheet.hands) {
            ways.push(("hand".to_owned(), Locked::Hand));
        }
        // The unarmed strike, which is the last, is the hand itself.
        let natural = sheet
            .natural
            .iter()
            .take(sheet.natural.len().saturating_sub(1));
        for (number, weapon) in natural.enumerate() {
            ways.push((weapon.name.clone(), Locked::Natural(number as u8)));
        }
        for (index, _, kind) in held {
            let name = self.setup.kinds[usize::from(kind)].name();
            ways.push((name.to_owned(), Locked::Item(ItemId(index as u16))));
        }
        ways.retain(|(_, way)| *way == Locked::Hand || !locked.contains(way));
        ways.push(("nothing".to_owned(), Locked::Nothing));
        ways
    }
}

/// Whether that number can be said of a condition (`entangled/no-move`).
pub(crate) fn can_amount_to(kind: Condition, amount: i16) -> Result<(), String> {
    match kind {
        Condition::Entangled if !(1..=MOST_DC).contains(&amount.into()) => {
            Err(format!("{amount} is not from 1 to {MOST_DC}"))
        }
        Condition::Entangled
        | Condition::Grappled
        | Condition::Grappling
        | Condition::SeesThrough
        | Condition::Poisoned => Ok(()),
        _ => Err(NO_AMOUNT.to_owned()),
    }
}

/// The number of a condition of which none is said.
fn usual_amount(kind: Condition) -> i16 {
    match kind {
        Condition::Entangled => USUAL_DC,
        _ => 0,
    }
}

fn is_grapple(kind: Condition) -> bool {
    matches!(kind, Condition::Grappled | Condition::Grappling)
}

fn toward(who: CreatureId, kind: Condition, other: CreatureId) -> Held<Condition> {
    Held {
        on: who,
        kind,
        toward: Some(other),
        parent: None,
        cause: None,
        until: Until::Cleared,
        amount: 0,
    }
}
