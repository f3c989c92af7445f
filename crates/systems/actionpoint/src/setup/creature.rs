//! From the entry of a creature to its sheet, its things, and a body to which nothing has happened yet.

use affray_kernel::CreatureId;
use affray_kernel::dice::pool;
use affray_kernel::grid::Cell;
use affray_kernel::scenario::{MOST_THINGS, Piece, PresenceFile, Wanted, pieces};
use smallvec::SmallVec;

use super::CreatureSetup;
use super::compose::Composer;
use super::equip::{self, kind_number};
use crate::content::{ItemFile, Record};
use crate::scenario::CreatureFile;
use crate::sheet::{Damage, DamageType, Hands, Sheet, Weapon};
use crate::state::{Body, Place, Presence};

impl<'f> Composer<'f> {
    /// Puts a creature of the file into the setup, as yet without its situation.
    pub(super) fn creature(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let record = self.record(who, file, &path);
        let mut sheet = self.sheet(file, &path, &member.name, &record);
        let with = format!("{path}.initiative_with");
        let with = self
            .draft
            .creature_at(file.initiative_with.as_deref(), with);
        sheet.initiative_with = with.filter(|other| *other != who);
        let side = sheet.size.side();
        let at = self.draft.place(who, side, None, |_| side);
        let presence = file.is_there();
        if at.is_none() && presence == PresenceFile::Here {
            let message = "the key `at` is missing here";
            self.draft.mistakes.add(path.clone(), message);
            self.draft.doubt(who);
        }
        let mut body = fresh(&sheet, at.unwrap_or_default(), presence.into());
        body.xp = record.xp.unwrap_or_default();
        self.setup.creatures.push(CreatureSetup {
            sheet,
            body,
            turn_taken: file.turn_taken,
        });
        self.equip(who, own_pieces(file, &record, &path));
        let styles = self.styles(who, file, &record, &path);
        self.setup.creatures[who.index()].sheet.styles = styles;
    }

    fn record(&mut self, who: CreatureId, file: &CreatureFile, path: &str) -> Record {
        let own = file.whole_record();
        let record = match &file.kind {
            None => own,
            Some(kind) => match self.draft.kind_of(who, self.library, kind, path) {
                Some(content) => own.over_kind(&content.whole_record()),
                None => own,
            },
        };
        let mistakes = &mut self.draft.mistakes;
        let player = record.player.unwrap_or_default();
        let own = file.presence_faults().into_iter();
        for (field, message) in own.chain(file.record().initiative_faults(player)) {
            mistakes.add(format!("{path}.{field}"), message);
        }
        for (field, message) in record.faults() {
            mistakes.add(format!("{path}.{field}"), message);
        }
        for (index, natural) in file.natural.iter().flatten().enumerate() {
            for (field, message) in natural.faults() {
                mistakes.add(format!("{path}.natural[{index}].{field}"), message);
            }
        }
        record
    }

    /// The sheet, as yet without fighting styles.
    fn sheet(&mut self, file: &CreatureFile, path: &str, name: &str, record: &Record) -> Sheet {
        let figures = record.figures();
        let natural = record.natural.iter().flatten();
        let bare = (figures.hands > 0).then(bare_hands);
        let perks = record.perks.iter().flatten();
        Sheet {
            name: name.to_owned(),
            kind: file.kind.as_ref().unwrap_or(&file.name).clone(),
            side: self.draft.side(file.side.as_deref(), path),
            policy: self
                .draft
                .policy(file.policy.as_ref(), file.side.as_deref()),
            player: record.player.unwrap_or_default(),
            size: record.size.unwrap_or_default(),
            attributes: figures.attributes,
            skills: figures.skills,
            styles: Vec::new(),
            initiative: figures.initiative,
            initiative_with: None,
            speed_m: figures.speed_m,
            health: figures.health,
            mana: figures.mana,
            hands: figures.hands,
            natural: natural.map(|one| one.weapon()).chain(bare).collect(),
            natural_armor: record.natural_armor(),
            resistances: record.resistances(),
            vulnerabilities: record.vulnerabilities(),
            spells: self.spells(file, record, path),
            perks: perks.map(|perk| perk.perk()).collect(),
            traits: record.traits.whole(),
        }
    }

    /// The numbers of the spells of a record, and of the abilities that its perks grant.
    fn spells(&mut self, file: &CreatureFile, record: &Record, path: &str) -> Vec<u8> {
        let mut spells = Vec::new();
        for (index, name) in record.spells.iter().flatten().enumerate() {
            let path = match file.spells {
                Some(_) => format!("{path}.spells[{index}]"),
                None => format!("{path}.kind"),
            };
            let number = self.spell_at(name, &path);
            spells.extend(number.filter(|number| !spells.contains(number)));
        }
        for (index, perk) in record.perks.iter().flatten().enumerate() {
            let Some(ability) = &perk.ability else {
                continue;
            };
            let path = match file.perks {
                Some(_) => format!("{path}.perks[{index}].ability"),
                None => format!("{path}.kind"),
            };
            let number = self.spell_at(ability, &path);
            let record = self.library.spell(ability);
            if record.is_some_and(|spell| !spell.ability) {
                let message = format!("{ability} is a spell and no ability");
                self.draft.mistakes.add(path, message);
            }
            spells.extend(number.filter(|number| !spells.contains(number)));
        }
        spells
    }

    fn equip(&mut self, who: CreatureId, pieces: Vec<Piece<'_, ItemFile>>) {
        if self.setup.items.len() > MOST_THINGS {
            return;
        }
        let mut known = Vec::with_capacity(pieces.len());
        // Too many things are refused when the setup is checked as a whole.
        for piece in pieces.into_iter().take(MOST_THINGS) {
            let kind = kind_number(self, piece.file, &piece.path);
            known.extend(kind.map(|(kind, uses)| (piece, kind, uses)));
        }
        let places = equip::places(&self.setup, who, &known);
        for ((piece, kind, uses), place) in known.into_iter().zip(places) {
            if piece.file.hands.is_some() && !matches!(place, Place::Held(..)) {
                let message = "it is not held";
                let path = format!("{}.hands", piece.path);
                self.draft.mistakes.add(path, message);
            }
            let item = equip::item(kind, uses, place, piece.file);
            self.setup.items.push(item);
            self.draft.comes_from("item", piece.path);
        }
    }
}

/// What everybody with hands can strike with (`fighting-style/unarmed`, `equipment/weapon-data`).
fn bare_hands() -> Weapon {
    Weapon {
        name: "bare hands".to_owned(),
        gear: None,
        unarmed: true,
        damage: vec![Damage {
            dice: pool!("1d4"),
            types: vec![DamageType::Crushing],
        }],
        two_handed: None,
        reach_m: Some(1),
        range_m: None,
        thrown_m: None,
        hands: Hands::One,
        heavy: false,
        load: 0,
        on_hit: None,
    }
}

/// A creature to which nothing has happened yet.
fn fresh(sheet: &Sheet, at: Cell, presence: Presence) -> Body {
    Body {
        at,
        presence,
        health: sheet.health,
        mana: sheet.mana,
        xp: 0,
        initiative: None,
        ap: 0,
        attacks: 0,
        free_used: false,
        turn: 0,
        after: None,
        moved: 0,
        dashes: 0,
        disengaged: false,
        teleported: false,
        braced: false,
        feints: SmallVec::new(),
        cover: None,
        test_modifier: 0,
        may_sneak: false,
        failures: 0,
        hurt: false,
        stable: false,
        learnt: SmallVec::new(),
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
