//! From the entry of a creature to its sheet and its situation.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Shape, Space, Terrain};
use affray_kernel::scenario::{MOST_THINGS, Piece, PresenceFile, Wanted, pieces};

use super::super::content::{ItemFile, Record, unarmed};
use super::super::scenario::CreatureFile;
use super::super::sheet::{Sheet, Size};
use super::super::state::{Drift, Place, Presence};
use super::CreatureSetup;
use super::compose::Composer;
use super::equip::{self, kind_number, spell_number};

impl<'f> Composer<'f> {
    /// Puts a creature of the file into the setup.
    pub(super) fn creature(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let record = self.record(who, file, &path);
        let sheet = self.sheet(file, &path, &member.name, &record);
        let at = self.place(who, sheet.size, file);
        if at.is_none() && file.presence == PresenceFile::Here {
            self.mistake(path.clone(), "the key `at` is missing here");
            self.draft.doubt(who);
        }
        let hands = sheet.hands;
        let creature = self.situation(file, &path, sheet, at.unwrap_or_default());
        self.setup.creatures.push(creature);
        self.equip(
            who,
            hands,
            file.ammunition,
            own_pieces(file, &record, &path),
        );
        self.conditions(who, file, &path);
    }

    /// Puts a creature into the setup that somebody can summon.
    pub(super) fn summonable(&mut self, caster: CreatureId, kind: &str) {
        let Some(content) = self.library.creature(kind) else {
            return;
        };
        let master = &self.setup.creatures[caster.index()];
        let (at, side, policy) = (master.at, master.sheet.side, master.sheet.policy.clone());
        let name = format!("{kind} of {}", master.sheet.name);
        let record = content.record();
        let mut sheet = sheet(&record, name, kind.to_owned());
        sheet.side = side;
        sheet.policy = policy;
        sheet.owner = Some(caster);
        sheet.spells = self.spells(&record, None);
        let hands = sheet.hands;
        let who = CreatureId(self.setup.creatures.len() as u16);
        let creature = fresh(sheet, at, Presence::Elsewhere);
        self.setup.creatures.push(creature);
        let entry = self.draft.roster.members[caster.index()].path();
        let pieces = record.items.iter().flatten().map(|item| Piece {
            file: &item.0,
            path: entry.clone(),
            wanted: Wanted::Anywhere,
        });
        self.equip(who, hands, None, pieces.collect());
    }

    fn record(&mut self, who: CreatureId, file: &CreatureFile, path: &str) -> Record {
        let Some(kind) = &file.kind else {
            let record = file.record();
            let missing = record.missing();
            if !missing.is_empty() {
                let message = format!(
                    "`{}` has no `kind`, so that {} must be written here",
                    file.name,
                    missing.join(", ")
                );
                self.mistake(path, message);
                self.draft.doubt(who);
            }
            return record;
        };
        match self.draft.kind_of(who, self.library, kind, path) {
            Some(content) => file.record().over(&content.record()),
            None => file.record(),
        }
    }

    fn sheet(&mut self, file: &CreatureFile, path: &str, name: &str, record: &Record) -> Sheet {
        let kind = file.kind.as_ref().unwrap_or(&file.name);
        let mut sheet = sheet(record, name.to_owned(), kind.clone());
        sheet.side = self.side(file, path);
        sheet.neutral = file.neutral;
        sheet.policy = self
            .draft
            .policy(file.policy.as_ref(), file.side.as_deref());
        sheet.owner = self.other(file.owner.as_deref(), path, "owner");
        sheet.spells = self.spells(record, file.spells.is_some().then_some(path));
        sheet
    }

    /// The numbers of the Spells of a record; those of the scenario, which stand at `path`, may not exist.
    fn spells(&mut self, record: &Record, path: Option<&str>) -> Vec<u8> {
        let mut spells = Vec::new();
        for (index, name) in record.spells.iter().flatten().enumerate() {
            let place = format!("{}.spells[{index}]", path.unwrap_or_default());
            let mistakes = &mut self.draft.mistakes;
            let spell = self.library.spell_at(name, &place, mistakes);
            let number = spell.map(|spell| spell_number(&mut self.setup, spell));
            spells.extend(number.filter(|number| !spells.contains(number)));
        }
        spells
    }

    fn side(&mut self, file: &CreatureFile, path: &str) -> u8 {
        let owner = file
            .owner
            .as_ref()
            .and_then(|owner| self.draft.roster.creature(owner));
        let of_owner = owner.and_then(|owner| self.written_side(owner));
        let of_owner = of_owner.map(str::to_owned);
        let side = file.side.as_deref().or(of_owner.as_deref());
        self.draft.side(side, path)
    }

    /// Another creature, named under `key`; without a name nobody, so that what lies over a scenario can take somebody away.
    pub(super) fn other(
        &mut self,
        name: Option<&str>,
        path: &str,
        key: &str,
    ) -> Option<CreatureId> {
        self.draft.creature_at(name, format!("{path}.{key}"))
    }

    /// Where a creature is: at its own square, or at that of the creature that carries it.
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

    fn situation(
        &mut self,
        file: &CreatureFile,
        path: &str,
        sheet: Sheet,
        at: Cell,
    ) -> CreatureSetup {
        let shape = self.setup.map.grid.shape;
        let reactions = 1_i8.saturating_add(sheet.feats.extra_reactions);
        let usual = fresh(sheet, at, file.presence.into());
        CreatureSetup {
            hp: file.hp.unwrap_or(usual.hp),
            energy: file.energy.unwrap_or(usual.energy),
            initiative: file.initiative,
            actions_used: file.actions.map_or(0, |left| 3_i8.saturating_sub(left)),
            reactions_used: file
                .reactions
                .map_or(0, |left| reactions.saturating_sub(left)),
            reaction_ready: file.reactions.is_some(),
            bleed_penalty: file.bleed_penalty,
            airless: file.airless,
            began_airless: file.began_airless,
            dodges: file.dodges,
            attacks: file.attacks,
            flown_ft: file.flown_ft,
            flying: file.flying.unwrap_or_else(|| self.must_fly(file, &usual)),
            heading: self.heading(file, path, shape),
            hanging: file.hanging,
            falling_ft: file.falling_ft,
            jump_prepared: file.jump_prepared,
            task: self.task(file, path),
            sneak: file.sneak,
            mount: self.other(file.mount.as_deref(), path, "mount"),
            commanded: file.commanded,
            commander: self
                .other(file.commander.as_deref(), path, "commander")
                .or(usual.sheet.owner.filter(|_| file.commanded)),
            drift: file.drift.as_ref().map(|drift| Drift {
                step: drift.step.into(),
                feet: drift.feet,
            }),
            delaying: file.delaying,
            unaware: file.unaware,
            ..usual
        }
    }

    /// Whether a creature with wings has nothing else to hold it up.
    fn must_fly(&self, file: &CreatureFile, creature: &CreatureSetup) -> bool {
        let feats = creature.sheet.feats;
        let held_up = file.hanging || file.falling_ft.is_some() || file.mount.is_some();
        let shape = self.setup.map.grid.shape;
        let Some(map) = &self.draft.map else {
            return false;
        };
        let mut below = Space::cube(creature.at, creature.sheet.size.side()).cells(shape);
        (feats.flight || feats.improved_flight)
            && !held_up
            && below.all(|cell| map.ground(cell).surface() < creature.at.z)
    }

    fn heading(&mut self, file: &CreatureFile, path: &str, shape: Shape) -> Option<u8> {
        let heading = file.heading?.neighbour(shape);
        if heading.is_none() {
            let message = "hexes have no neighbour in that direction";
            self.mistake(format!("{path}.heading"), message);
        }
        heading
    }

    fn task(&mut self, file: &CreatureFile, path: &str) -> Option<(u8, u8)> {
        let work = file.working.as_ref()?;
        let tasks = &self.file.task;
        let Some(place) = tasks.iter().position(|task| task.name == work.task) else {
            let known = tasks.iter().map(|task| &*task.name);
            self.draft
                .mistakes
                .unknown(format!("{path}.working.task"), "task", &work.task, known);
            return None;
        };
        u8::try_from(place).ok().map(|place| (place, work.actions))
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
                &piece.file.kind,
                piece.file.name.as_deref(),
                &piece.path,
                &mut self.draft.mistakes,
            );
            known.extend(number.map(|number| (piece, number)));
        }
        let places = equip::places(&self.setup, who, hands, &known);
        for ((piece, number), place) in known.into_iter().zip(places) {
            if piece.file.hands.is_some() && !matches!(place, Place::Held(..)) {
                self.mistake(format!("{}.hands", piece.path), "this is not in hand");
            }
            let kind = &self.setup.kinds[usize::from(number)];
            let item = equip::item(kind, number, place, piece.file, ammunition);
            self.setup.items.push(item);
            self.draft.comes_from("item", piece.path);
        }
    }
}

/// A sheet of that record, on side 0 and without Spells.
fn sheet(record: &Record, name: String, kind: String) -> Sheet {
    let figures = record.figures();
    let [str, dex, ess, mnd] = figures.attributes;
    let mut natural = record.natural.clone().unwrap_or_default();
    natural.push(unarmed());
    Sheet {
        name,
        kind,
        side: 0,
        neutral: false,
        owner: None,
        level: figures.level,
        size: figures.size,
        str,
        dex,
        ess,
        mnd,
        max_hp: figures.max_hp,
        physical_defense: figures.physical_defense,
        mental_defense: figures.mental_defense,
        max_energy: figures.max_energy,
        speed_ft: figures.speed_ft,
        reach_ft: figures.reach_ft,
        hands: figures.hands,
        hide: figures.hide,
        natural,
        spells: Vec::new(),
        breath: record.breath,
        feats: record.feats.whole(),
        senses: record.senses.whole(),
        vulnerable: record.vulnerable.clone().unwrap_or_default(),
        policy: None,
    }
}

/// A creature to whom nothing has happened yet.
fn fresh(sheet: Sheet, at: Cell, presence: Presence) -> CreatureSetup {
    CreatureSetup {
        at,
        presence,
        hp: sheet.max_hp,
        energy: sheet.max_energy,
        sheet,
        initiative: None,
        actions_used: 0,
        reactions_used: 0,
        reaction_ready: false,
        bleed_penalty: 0,
        airless: 0,
        began_airless: false,
        dodges: 0,
        attacks: 0,
        flown_ft: None,
        flying: false,
        heading: None,
        hanging: false,
        falling_ft: None,
        jump_prepared: false,
        task: None,
        sneak: None,
        mount: None,
        commanded: false,
        commander: None,
        drift: None,
        delaying: false,
        unaware: false,
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
