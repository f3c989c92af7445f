//! From the entry of a creature to its sheet, its things, and a body to which nothing has happened yet.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::scenario::{MOST_THINGS, Piece, PresenceFile, Wanted, pieces};

use super::CreatureSetup;
use super::compose::Composer;
use super::equip::{self, kind_number};
use crate::act::Facing;
use crate::content::{ItemFile, Record, unarmed};
use crate::scenario::CreatureFile;
use crate::sheet::{Control, ItemKind, Sheet, Size, SpeedFactors};
use crate::state::{Body, Movement, NEVER, Posture, Presence, Stance, Underway};

impl<'f> Composer<'f> {
    /// Puts a creature of the file into the setup, as yet without its situation.
    pub(super) fn creature(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let record = self.record(who, file, &path);
        let sheet = self.sheet(file, &path, &member.name, &record);
        let at = self.place(who, sheet.size, file);
        if at.is_none() && file.presence == PresenceFile::Here {
            self.draft
                .mistakes
                .add(path.clone(), "the key `at` is missing here");
            self.draft.doubt(who);
        }
        let hands = sheet.hands;
        let body = fresh(&sheet, at.unwrap_or_default(), file.presence.into());
        self.setup.creatures.push(CreatureSetup { sheet, body });
        self.equip(
            who,
            hands,
            file.ammunition,
            own_pieces(file, &record, &path),
        );
    }

    fn record(&mut self, who: CreatureId, file: &CreatureFile, path: &str) -> Record {
        let Some(kind) = &file.kind else {
            return file.record();
        };
        match self.draft.kind_of(who, self.library, kind, path) {
            Some(content) => file.record().over(&content.record()),
            None => file.record(),
        }
    }

    fn sheet(&mut self, file: &CreatureFile, path: &str, name: &str, record: &Record) -> Sheet {
        let figures = record.figures();
        let mut natural = record.natural.clone().unwrap_or_default();
        natural.push(unarmed(figures.size));
        let group = file.group.clone();
        Sheet {
            name: name.to_owned(),
            kind: file.kind.as_ref().unwrap_or(&file.name).clone(),
            side: self.draft.side(file.side.as_deref(), path),
            policy: self
                .draft
                .policy(file.policy.as_ref(), file.side.as_deref()),
            control: file.control,
            speed_factors: file.speed_factors.unwrap_or(match file.control {
                Control::PlayerCharacter => SpeedFactors::Rolled,
                Control::NonPlayerCharacter => SpeedFactors::Static,
            }),
            group: group.or_else(|| file.count.map(|_| file.name.clone())),
            size: figures.size,
            reach_ft: figures.reach_ft,
            race: record.race,
            speed_ft: figures.speed_ft,
            attributes: figures.attributes,
            accuracy: figures.accuracy,
            power: figures.power,
            fortitude: figures.fortitude,
            agility: figures.agility,
            willpower: figures.willpower,
            threshold: figures.threshold,
            max_hp: figures.max_hp,
            natural_armor: figures.natural_armor,
            reduction: figures.reduction,
            spell_resistance: figures.spell_resistance,
            skills: figures.skills,
            proficiencies: record
                .proficiencies
                .iter()
                .flatten()
                .map(|(category, level)| (*category, *level))
                .collect(),
            natural,
            spells: self.spells(record, path),
            hands: figures.hands,
            traits: record.traits.whole(),
            regeneration: record.regeneration.clone(),
        }
    }

    /// The numbers of the spells of a record.
    fn spells(&mut self, record: &Record, path: &str) -> Vec<u8> {
        let mut spells = Vec::new();
        for (index, name) in record.spells.iter().flatten().enumerate() {
            let spell = self.spell_at(name, &format!("{path}.spells[{index}]"));
            let number = spell.map(|spell| spell.0);
            spells.extend(number.filter(|number| !spells.contains(number)));
        }
        spells
    }

    /// Where a creature is: at its own space, or at that of the creature that carries it.
    fn place(&self, who: CreatureId, size: Size, file: &CreatureFile) -> Option<Cell> {
        let side_of = |entry: usize| {
            let file: &CreatureFile = &self.file.creature[entry];
            let kind = file.kind.as_ref();
            let kind = kind.and_then(|kind| self.library.creature(kind));
            let size = file.size.or(kind.and_then(|kind| kind.size));
            size.unwrap_or(Size::Medium).side()
        };
        let mount = file.mount.as_deref();
        self.draft.place(who, size.side(), mount, side_of)
    }

    fn equip(
        &mut self,
        who: CreatureId,
        hands: u8,
        ammunition: Option<u16>,
        pieces: Vec<Piece<'_, ItemFile>>,
    ) {
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
        let places = equip::places(&self.setup, who, hands, &known);
        for ((piece, number), place) in known.into_iter().zip(places) {
            let kind = &self.setup.kinds[usize::from(number)];
            if piece.file.readied.is_some() && !matches!(kind, ItemKind::Shield(_)) {
                let path = format!("{}.readied", piece.path);
                self.draft.mistakes.add(path, "only a shield is readied");
            }
            let item = equip::item(kind, number, place, piece.file, ammunition);
            self.setup.items.push(item);
            self.draft.comes_from("item", piece.path);
        }
    }
}

/// A creature to which nothing has happened yet.
pub(crate) fn fresh(sheet: &Sheet, at: Cell, presence: Presence) -> Body {
    Body {
        at,
        presence,
        hp: sheet.max_hp,
        fatigue: 0,
        invigoration: 0,
        bonus: Vec::new(),
        poison_fatigue: 0,
        poison_hp: 0,
        wear: 0,
        impairments: [0; 3],
        attribute_damage: [0; 6],
        attribute_poison: [0; 6],
        paralysis: Vec::new(),
        petrification: 0,
        unpetrifies: NEVER,
        next: NEVER,
        surprise_settled: false,
        acted: [NEVER; 4],
        decided: false,
        declared: None,
        underway: Underway::Nothing,
        asked: true,
        posture: Posture {
            stance: Stance::Basic,
            from: 0,
        },
        facing: Facing::Around,
        pressed_by: Vec::new(),
        movement: Movement::default(),
        run: None,
        run_penalty: 0,
        waits_since: NEVER,
        as_begun: None,
        last_arm: None,
        castings: Vec::new(),
        prepared: None,
        waking: None,
        dying_since: None,
        stabilized: false,
        stapled: None,
        mount: None,
        controls: false,
        resistance_lowered: false,
        regenerates: NEVER,
        treated: false,
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
