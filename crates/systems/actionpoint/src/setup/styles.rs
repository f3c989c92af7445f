//! From the entry of a creature to its fighting styles (`fighting-style/*`).

use affray_kernel::CreatureId;
use affray_kernel::scenario::number_in;

use super::compose::Composer;
use crate::content::{self, GEAR, Record, STYLE, StyleFile};
use crate::rules::fighting_style::{FREE_GEAR, MOST_GEAR};
use crate::scenario::CreatureFile;
use crate::sheet::{ItemKind, Level, Rank, Style, StyleSkill};
use crate::state::GearId;

impl Composer<'_> {
    /// The fighting styles of a creature, whose things are known already; at least one.
    pub(super) fn styles(
        &mut self,
        who: CreatureId,
        file: &CreatureFile,
        record: &Record,
        path: &str,
    ) -> Vec<Style> {
        let short = record.fighting_style;
        let short = short.map(|[strength, agility]| StyleSkill::Finished(strength, agility));
        let mut styles = Vec::new();
        for (index, style) in record.styles.iter().flatten().enumerate() {
            let path = match file.styles {
                Some(_) => format!("{path}.styles[{index}]"),
                None => format!("{path}.kind"),
            };
            styles.push(self.style(style, short, &path));
        }
        if styles.is_empty() {
            styles.push(short.map_or_else(untrained, |skilled| self.in_everything(who, skilled)));
        }
        styles
    }

    fn style(&mut self, file: &StyleFile, short: Option<StyleSkill>, path: &str) -> Style {
        let gear = self.gear_of_style(file, path);
        let novice = StyleSkill::Rank(Rank::Novice);
        Style {
            name: file.name.clone(),
            skilled: file.skilled().or(short).unwrap_or(novice),
            free: file.free.unwrap_or(usual_free(&gear)),
            gear,
        }
    }

    /// The types of gear that are written, or those of the style of that name (`fighting-style/gear-list`).
    fn gear_of_style(&mut self, file: &StyleFile, path: &str) -> Vec<GearId> {
        let known = self.library.item(&file.name);
        let known = known.and_then(|record| record.style());
        let (words, path) = match (&file.gear, known) {
            (Some(words), _) => (words, format!("{path}.gear")),
            (None, Some(style)) => (&style.gear, path.to_owned()),
            (None, None) => {
                self.unknown(format!("{path}.name"), STYLE, &file.name);
                return Vec::new();
            }
        };
        let known = content::words(self.library, GEAR);
        let mut gear = Vec::with_capacity(words.len());
        for (index, word) in words.iter().enumerate() {
            // What a style of the content trains in is looked at where it is written.
            if file.gear.is_some() && !known.contains(word) {
                self.unknown(format!("{path}[{index}]"), GEAR, word);
            }
            gear.push(self.gear_id(word));
        }
        gear
    }

    fn unknown(&mut self, path: String, what: &'static str, word: &str) {
        let known = content::words(self.library, what);
        let known = known.iter().map(String::as_str);
        self.draft.mistakes.unknown(path, what, word, known);
    }

    /// A type of gear by its word, which the setup gets to know.
    pub(super) fn gear_id(&mut self, word: &str) -> GearId {
        let general = GearId::GENERAL.iter();
        let place = match general.clone().position(|known| *known == word) {
            Some(place) => place,
            None => general.len() + number_in(&mut self.setup.gear, &word.to_owned()),
        };
        // Too many types are refused when the setup is checked as a whole.
        GearId(u16::try_from(place).unwrap_or(u16::MAX))
    }

    /// A style that trains in everything a creature has, and in unarmed fighting, called as its kind.
    fn in_everything(&mut self, who: CreatureId, skilled: StyleSkill) -> Style {
        let mut gear = vec![GearId::UNARMED];
        for index in 0..self.setup.items.len() {
            let item = self.setup.items[index];
            if item.place.bearer() != Some(who) {
                continue;
            }
            let known = match &self.setup.kinds[usize::from(item.kind)] {
                ItemKind::Weapon(weapon) => {
                    let word = weapon.gear().to_owned();
                    Some(self.gear_id(&word))
                }
                ItemKind::Shield(_) => Some(GearId::SHIELD),
                ItemKind::Armor(armor) => Some(match armor.level {
                    Level::Partial => GearId::PARTIAL_ARMOR,
                    Level::Full => GearId::FULL_ARMOR,
                }),
                ItemKind::Gear(_) => None,
            };
            gear.extend(known.filter(|id| !gear.contains(id)));
        }
        gear.truncate(MOST_GEAR);
        Style {
            name: self.setup.creatures[who.index()].sheet.kind.clone(),
            skilled,
            free: usual_free(&gear),
            gear,
        }
    }
}

/// As many entries as can be were free (`fighting-style/initial-gear`).
fn usual_free(gear: &[GearId]) -> u8 {
    gear.len().min(usize::from(FREE_GEAR)) as u8
}

/// The style of whoever has none.
fn untrained() -> Style {
    Style {
        name: "untrained".to_owned(),
        skilled: StyleSkill::Rank(Rank::Untrained),
        gear: Vec::new(),
        free: 0,
    }
}
