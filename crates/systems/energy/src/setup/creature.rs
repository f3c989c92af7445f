//! From the entry of a creature to its sheet, its things, and a body to which nothing has happened yet.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading, Shape};
use affray_kernel::scenario::{Piece, Wanted, pieces};
use smallvec::SmallVec;

use super::CreatureSetup;
use super::check::MOST_THINGS;
use super::compose::Composer;
use super::conditions::is_out;
use super::equip::{self, kind_number};
use crate::content::{ItemFile, Record, unarmed};
use crate::scenario::{CreatureFile, PresenceFile};
use crate::sheet::Sheet;
use crate::state::{Body, Gait, Place, Presence, Watch};

impl<'f> Composer<'f> {
    /// Puts a creature of the file into the setup, as yet without its situation.
    pub(super) fn creature(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let record = self.record(who, file, &path);
        let sheet = self.sheet(file, &path, &member.name, &record);
        let side = sheet.size.side(self.setup.map.grid.shape);
        let at = self.draft.place(who, side, None, |_| side);
        if at.is_none() && file.presence == PresenceFile::Here {
            self.draft
                .mistakes
                .add(path.clone(), "the key `at` is missing here");
            self.draft.doubt(who);
        }
        let presence = match file.presence {
            PresenceFile::Here => Presence::Here,
            PresenceFile::Elsewhere => Presence::Elsewhere,
        };
        let heading = first_heading(self.setup.map.grid.shape);
        let body = fresh(&sheet, at.unwrap_or_default(), presence, heading);
        self.setup.creatures.push(CreatureSetup { sheet, body });
        self.equip(who, file, own_pieces(file, &record, &path));
    }

    fn record(&mut self, who: CreatureId, file: &CreatureFile, path: &str) -> Record {
        let record = match &file.kind {
            None => file.record(),
            Some(kind) => match self.draft.kind_of(who, self.library, kind, path) {
                Some(content) => file.record().over_kind(&content.record()),
                None => file.record(),
            },
        };
        for (field, message) in record.faults() {
            self.draft.mistakes.add(format!("{path}.{field}"), message);
        }
        record
    }

    fn sheet(&mut self, file: &CreatureFile, path: &str, name: &str, record: &Record) -> Sheet {
        let figures = record.figures(self.setup.options.negative_rounding);
        let mut natural = record.natural.clone().unwrap_or_default();
        natural.push(unarmed());
        Sheet {
            name: name.to_owned(),
            kind: file.kind.as_ref().unwrap_or(&file.name).clone(),
            side: self.side(file, path),
            policy: self
                .draft
                .policy(file.policy.as_ref(), file.side.as_deref()),
            size: figures.size,
            level: figures.level,
            martial_proficiency: figures.martial_proficiency,
            modifiers: figures.modifiers,
            skills: figures.skills,
            inherent_evasion: figures.inherent_evasion,
            inherent_fortitude: figures.inherent_fortitude,
            inherent_will: figures.inherent_will,
            speed_m: figures.speed_m,
            stamina: figures.stamina,
            aura_strength: figures.aura_strength,
            recovery_value: figures.recovery_value,
            surges: figures.surges,
            natural_armor: figures.natural_armor,
            resistances: record.resistances.clone().unwrap_or_default(),
            weaknesses: record.weaknesses.clone().unwrap_or_default(),
            attack_abilities: record.attack_abilities.clone().unwrap_or_default(),
            damage_abilities: record.damage_abilities.clone().unwrap_or_default(),
            named: record.named.clone().unwrap_or_default(),
            advantages: record.advantages.clone().unwrap_or_default(),
            natural,
            powers: self.powers(record, path),
            hands: figures.hands,
            traits: record.traits.whole(),
        }
    }

    /// The numbers of the powers of a record.
    fn powers(&mut self, record: &Record, path: &str) -> Vec<u8> {
        let mut powers = Vec::new();
        for (index, name) in record.powers.iter().flatten().enumerate() {
            let power = self.power_at(name, &format!("{path}.powers[{index}]"));
            let number = power.map(|power| power.0);
            powers.extend(number.filter(|number| !powers.contains(number)));
        }
        powers
    }

    fn side(&mut self, file: &CreatureFile, path: &str) -> u8 {
        let Some(side) = &file.side else {
            self.draft
                .mistakes
                .add(path, "the key `side` is missing here");
            return 0;
        };
        let path = format!("{path}.side");
        let found = self
            .draft
            .roster
            .side_at(side, path, &mut self.draft.mistakes);
        found.unwrap_or_default()
    }

    fn equip(&mut self, who: CreatureId, file: &CreatureFile, pieces: Vec<Piece<'_, ItemFile>>) {
        if self.setup.items.len() > MOST_THINGS {
            return;
        }
        let mut known = Vec::with_capacity(pieces.len());
        // Too many things are refused when the setup is checked as a whole.
        for piece in pieces.into_iter().take(MOST_THINGS) {
            let number = kind_number(
                &mut self.setup,
                self.library,
                piece.file,
                &piece.path,
                &mut self.draft.mistakes,
            );
            known.extend(number.map(|number| (piece, number)));
        }
        let CreatureSetup { sheet, body } = &self.setup.creatures[who.index()];
        let (at, out) = (body.at, is_out(file, sheet));
        let places = equip::places(&self.setup, who, &known);
        for ((piece, number), place) in known.into_iter().zip(places) {
            let kind = &self.setup.kinds[usize::from(number)];
            if piece.file.draw.is_some() && equip::draw_of(kind).is_none() {
                let message = "this has no draw weight (`draw/table`)";
                let path = format!("{}.draw", piece.path);
                self.draft.mistakes.add(path, message);
            }
            let strapped = kind.shield().is_some_and(|shield| shield.strapped);
            let falls = out && piece.wanted == Wanted::Anywhere && !strapped;
            let place = match place {
                Place::Held(_) if falls => Place::Ground(at, false),
                place => place,
            };
            let written = ItemFile {
                left: piece.file.left.or(equip::missiles(kind, file.ammunition)),
                ..piece.file.clone()
            };
            let item = equip::item(&self.setup, number, place, Some(who), &written);
            self.setup.items.push(item);
            self.draft.comes_from("item", piece.path);
        }
    }
}

/// The direction that everybody faces about whom nothing is known; on hexes one looks toward a side (`facing/test`).
pub(super) const fn first_heading(shape: Shape) -> Heading {
    match shape {
        Shape::Square => Heading::North,
        Shape::Hex => Heading::NorthEast,
    }
}

/// A creature to which nothing has happened yet.
pub(crate) fn fresh(sheet: &Sheet, at: Cell, presence: Presence, heading: Heading) -> Body {
    Body {
        at,
        presence,
        heading,
        watch: Watch::Heading(heading),
        aura: sheet.aura_strength,
        aura_off: false,
        stamina: sheet.stamina,
        energy: 0,
        granted: 0,
        spent: false,
        agility: 0,
        agility_bonus: 0,
        credits: 0,
        swaps: 0,
        swift: false,
        initiative: false,
        passed: false,
        defending: false,
        kneeling: false,
        falls: 0,
        moved: 0,
        gait: Gait::Still,
        course: None,
        surges: sheet.surges,
        causes: 0,
        bleeding: false,
        awakens: false,
        injuries: 0,
        death_needs: 0,
        shot_modifier: 0,
        used: SmallVec::new(),
        submits: None,
        ignores: SmallVec::new(),
    }
}

/// What a creature has: what the scenario says, or else what its kind has.
fn own_pieces<'r>(
    file: &'r CreatureFile,
    record: &'r Record,
    path: &str,
) -> Vec<Piece<'r, ItemFile>> {
    let own = [
        ("held", &file.held, Wanted::Held),
        ("worn", &file.worn, Wanted::Worn),
        ("carried", &file.carried, Wanted::Carried),
        ("items", &file.items, Wanted::Anywhere),
    ];
    pieces(own, &record.items, path)
}
