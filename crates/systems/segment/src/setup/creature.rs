//! From the entry of a creature to its sheet, its things, and a body to which nothing has happened yet.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::scenario::{MOST_THINGS, Piece, Wanted, pieces};

use super::compose::Composer;
use super::conditions::is_out;
use super::equip::{self, kind_number};
use super::{CreatureSetup, place};
use crate::content::{ItemFile, Record};
use crate::scenario::{CreatureFile, PresenceFile};
use crate::sheet::{DefendSkill, Sheet};
use crate::state::{Body, Cover, Fitness, Place, Presence};

impl<'f> Composer<'f> {
    /// Puts a creature of the file into the setup, as yet without its situation.
    pub(super) fn creature(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let record = self.record(who, file, &path);
        let sheet = self.sheet(file, &path, &member.name, &record);
        let presence = Presence::from(file.presence);
        let mounted = file.mounted.unwrap_or(sheet.mount.is_some());
        let mut body = fresh(&sheet, Cell::default(), presence);
        body.mounted = mounted;
        body.disabled = self.disabled(file, &path, &sheet);
        let mut creature = CreatureSetup { sheet, body };
        creature.body.at = self.place(who, file, &path, &creature);
        self.setup.creatures.push(creature);
        self.equip(who, file, own_pieces(file, &record, &path));
    }

    fn record(&mut self, who: CreatureId, file: &CreatureFile, path: &str) -> Record {
        let record = match &file.kind {
            None => file.record(),
            Some(kind) => match self.draft.kind_of(who, self.library, kind, path) {
                Some(content) => file.record().over(&content.record()),
                None => file.record(),
            },
        };
        self.check_skills(file, &record, path);
        let parts = record.parts();
        for (index, natural) in file.natural.iter().flatten().enumerate() {
            for (place, message) in natural.use_faults(&parts) {
                let path = format!("{path}.natural[{index}].uses[{place}]");
                self.draft.mistakes.add(path, message);
            }
        }
        record
    }

    /// Scores are for skills that something is used with.
    fn check_skills(&mut self, file: &CreatureFile, record: &Record, path: &str) {
        let natural = record.natural.iter().flatten();
        let own: Vec<&str> = natural.map(|natural| natural.skill_name()).collect();
        for skill in record.attacks.iter().flatten().map(|(skill, _)| skill) {
            let named = skill.to_lowercase();
            let mut known = self
                .skills
                .iter()
                .map(|known| &**known)
                .chain(own.iter().copied());
            if known.any(|known| known.to_lowercase() == named) {
                continue;
            }
            let written = file.attacks.as_ref();
            let path = match written.is_some_and(|scores| scores.contains_key(skill)) {
                true => format!("{path}.attacks.{skill:?}"),
                false => format!("{path}.kind"),
            };
            let known = self
                .skills
                .iter()
                .map(|known| &**known)
                .chain(own.iter().copied());
            let mistakes = &mut self.draft.mistakes;
            mistakes.unknown(path, "attack skill", skill, known);
        }
    }

    fn sheet(&mut self, file: &CreatureFile, path: &str, name: &str, record: &Record) -> Sheet {
        let figures = record.figures();
        let skills = &mut self.setup.skills;
        let (scores, natural) = (record.scores(skills), record.natural(skills));
        Sheet {
            name: name.to_owned(),
            kind: file.kind.as_ref().unwrap_or(&file.name).clone(),
            side: self.draft.side(file.side.as_deref(), path),
            policy: self
                .draft
                .policy(file.policy.as_ref(), file.side.as_deref()),
            level: figures.level,
            size: figures.size,
            agility: figures.agility,
            constitution: figures.constitution,
            basic_hits: figures.basic_hits,
            hits: figures.hits,
            actions: figures.actions,
            move_yd: figures.move_yd,
            fly_yd: figures.fly_yd,
            reach_bonus: figures.reach_bonus,
            scores,
            defends: DefendSkill::ALL.map(|skill| record.defends.of(skill)),
            checks: record.checks(),
            skills: record.skill_bits(),
            natural,
            natural_armor: figures.natural_armor,
            totals: figures.totals,
            parts: record.parts(),
            hands: figures.hands,
            powers: self.powers(record, path),
            mount: record.mount.clone(),
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

    /// Where a creature is, in the air where it says so.
    fn place(
        &mut self,
        who: CreatureId,
        file: &CreatureFile,
        path: &str,
        creature: &CreatureSetup,
    ) -> Cell {
        let side = place::side(creature, self.setup.map.grid.shape);
        let at = self.draft.place(who, side, None, |_| side);
        if at.is_none() && file.presence == PresenceFile::Here {
            let message = "the key `at` is missing here";
            self.draft.mistakes.add(path, message);
            self.draft.doubt(who);
        }
        let at = at.unwrap_or_default();
        let Some(aloft) = file.aloft_yd else {
            return at;
        };
        let square = self.draft.roster.members[who.index()].square;
        if square.is_some_and(|square| square.height.is_some()) {
            let message = "the height is written as the third number of `at` already";
            self.draft.mistakes.add(format!("{path}.aloft_yd"), message);
        } else if aloft < 0 {
            let message = format!("{aloft} is not from 0");
            self.draft.mistakes.add(format!("{path}.aloft_yd"), message);
        }
        at.with_height(at.z.saturating_add(aloft.max(0)))
    }

    /// Disabled parts, as bits.
    fn disabled(&mut self, file: &CreatureFile, path: &str, sheet: &Sheet) -> u32 {
        let mut bits = 0;
        for (index, name) in file.disabled.iter().enumerate() {
            let mut parts = sheet.parts.iter();
            match parts.position(|part| part.name == *name) {
                Some(place) => bits |= 1_u32.checked_shl(place as u32).unwrap_or(0),
                None => {
                    let path = format!("{path}.disabled[{index}]");
                    let known = sheet.parts.iter().map(|part| &*part.name);
                    self.draft.mistakes.unknown(path, "part", name, known);
                }
            }
        }
        bits
    }

    fn equip(&mut self, who: CreatureId, file: &CreatureFile, pieces: Vec<Piece<'_, ItemFile>>) {
        if self.setup.items.len() > MOST_THINGS {
            return;
        }
        let mut known = Vec::with_capacity(pieces.len());
        // Too many things are refused when the setup is checked as a whole.
        for piece in pieces.into_iter().take(MOST_THINGS) {
            let (setup, draft) = (&mut self.setup, &mut self.draft);
            let number = kind_number(setup, self.library, draft, piece.file, &piece.path);
            known.extend(number.map(|number| (piece, number)));
        }
        let at = self.setup.creatures[who.index()].body.at;
        let places = equip::places(&self.setup, who, &known);
        for ((piece, number), place) in known.into_iter().zip(places) {
            let falls = is_out(file) && piece.wanted == Wanted::Anywhere;
            let place = match place {
                Place::Held(..) if falls => Place::Ground(at),
                place => place,
            };
            let item = equip::item(&self.setup, number, place, piece.file);
            self.setup.items.push(item);
            self.draft.comes_from("item", piece.path);
        }
    }
}

/// A creature to which nothing has happened yet.
fn fresh(sheet: &Sheet, at: Cell, presence: Presence) -> Body {
    Body {
        at,
        presence,
        hits: sheet.hits,
        actions: sheet.actions,
        fitness: Fitness::Active,
        order: sheet.agility,
        modifier: 0,
        environment: 0,
        cover: Cover::None,
        alert: None,
        disabled: 0,
        mounted: false,
        stepped: false,
        reacted: false,
        moved: 0,
        moved_in_segment: 0,
        stirred: false,
        ambushed: false,
        stance: None,
        taken: 0,
        done: false,
        attacked: None,
        committed: None,
        guard: None,
        guarded: false,
        ambush: None,
        disengaged: false,
        pending: None,
        charging: None,
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
