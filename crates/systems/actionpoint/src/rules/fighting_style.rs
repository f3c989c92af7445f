//! Fighting Style: tests, trained and untrained gear (`fighting-style/*`, `multiple-styles/*`, `untrained-gear/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::core_rules::{add_perks, add_prone, read};
use super::luck::{Keeps, Luck};
use crate::ActionPoint;
use crate::ids::{refuse, rule};
use crate::sheet::{
    Armor, Attribute, ItemKind, Level, Options, Sheet, Skill, Style, StyleSkill, UntrainedArmor,
};
use crate::state::{GearId, State};

/// The most entries of a style's list (`fighting-style/max-gear`).
pub(crate) const MOST_GEAR: usize = 10;

/// The most entries that are free when a style is learned (`fighting-style/initial-gear`).
pub(crate) const FREE_GEAR: u8 = 5;

/// XP for one more entry (`fighting-style/expansion-cost`).
pub(crate) const XP_FOR_GEAR: i16 = 25;

/// What a Fighting Style test is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Use {
    /// The attributes to choose from.
    pub(crate) attributes: &'static [Attribute],
    /// Whether the bare body is used (`fighting-style/unarmed`).
    pub(crate) unarmed: bool,
}

impl Use {
    /// With Strength or Agility (`attack/melee-attribute`, `defend/parry`).
    pub(crate) const EITHER: &'static [Attribute] = &[Attribute::Strength, Attribute::Agility];
    /// With Strength (`defend/block`).
    pub(crate) const STRENGTH: &'static [Attribute] = &[Attribute::Strength];
    /// With Agility (`attack/ranged-attribute`).
    pub(crate) const AGILITY: &'static [Attribute] = &[Attribute::Agility];
}

/// A style and an attribute chosen for a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// The style, by its place on the sheet.
    pub(crate) style: u8,
    /// The governing attribute.
    pub(crate) attribute: Attribute,
}

/// The book's example styles: what they are called and their five entries (`style-examples/table`).
const EXAMPLES: [(&str, [&str; 5]); 6] = [
    (
        "Baldrian Noble",
        ["rapier", "dagger", "whip", "arbolest", "hand crossbow"],
    ),
    (
        "Classical Knight",
        ["full armor", "shield", "longsword", "lance", "flail"],
    ),
    (
        "Elven Ashlander",
        [
            "partial armor",
            "twinblade",
            "shortsword",
            "javelin",
            "bola",
        ],
    ),
    (
        "Forest Bandit",
        [
            "partial armor",
            "dagger",
            "shortbow",
            "unarmed fighting",
            "club",
        ],
    ),
    (
        "Nordling Hunter",
        ["partial armor", "hatchet", "spear", "longbow", "net"],
    ),
    (
        "Sahani Rider",
        ["partial armor", "shield", "glaive", "shortsword", "spear"],
    ),
];

/// Whether a style is one of the book's examples, all of its entries free (`style-examples/table`).
pub(crate) fn is_example(state: &State, style: &Style) -> bool {
    let word = |gear: &GearId| state.cast.gear.get(usize::from(gear.0));
    let has = |entry: &&str| {
        let mut listed = style.gear.iter().filter_map(word);
        listed.any(|word| word == entry)
    };
    EXAMPLES.iter().any(|(name, entries)| {
        *name == style.name && style.free == FREE_GEAR && entries.iter().all(has)
    })
}

/// What a style comes to with an attribute, without gear and situation (`core-rules/target-number`).
pub(crate) fn value(sheet: &Sheet, style: u8, attribute: Attribute) -> i16 {
    match sheet.styles[usize::from(style)].skilled {
        StyleSkill::Rank(rank) => sheet.attribute(attribute) + rank.bonus(),
        StyleSkill::Finished(strength, agility) => match attribute {
            Attribute::Strength => strength,
            _ => agility,
        },
    }
}

/// The types of gear on the list of a style, those added in this scene at the end (`fighting-style/gear-list`).
pub(crate) fn gear_list(state: &State, who: CreatureId, style: u8) -> impl Iterator<Item = GearId> {
    let listed = state.sheet(who).styles[usize::from(style)].gear.iter();
    let learnt = state.body(who).learnt.iter();
    let learnt = learnt.filter(move |(widened, _)| *widened == style);
    listed.chain(learnt.map(|(_, gear)| gear)).copied()
}

/// Whether a creature is trained in a type of gear through one of its styles (`fighting-style/gear-list`).
pub(crate) fn is_trained(state: &State, who: CreatureId, style: u8, gear: GearId) -> bool {
    gear_list(state, who, style).any(|listed| listed == gear)
}

/// How many types of gear are on the list of a style (`fighting-style/max-gear`).
pub(crate) fn entries(state: &State, who: CreatureId, style: u8) -> usize {
    gear_list(state, who, style).count()
}

/// Whether some weapon or shield in use is untrained; several count as one (`untrained-gear/weapon`).
fn uses_untrained_weapon(state: &State, who: CreatureId, style: u8, unarmed: bool) -> bool {
    let untrained = |gear| !is_trained(state, who, style, gear);
    let wielded = |item| matches!(state.kind(item), ItemKind::Weapon(_) | ItemKind::Shield(_));
    (unarmed && untrained(GearId::UNARMED))
        || state
            .held(who)
            .filter(|(item, _)| wielded(*item))
            .filter_map(|(item, _)| state.gear_of(item))
            .any(untrained)
}

/// The type of gear of a suit of armour (`fighting-style/armor-levels`).
const fn gear_of_armor(armor: &Armor) -> GearId {
    match armor.level {
        Level::Partial => GearId::PARTIAL_ARMOR,
        Level::Full => GearId::FULL_ARMOR,
    }
}

/// Whether worn armour is untrained; by the style named, or by every one (`untrained-gear/armor`, `fighting-style/no-armor`).
fn wears_untrained(state: &State, who: CreatureId, style: Option<u8>) -> bool {
    let trained = |gear| match style {
        Some(style) => is_trained(state, who, style, gear),
        None => {
            let mut styles = 0..state.sheet(who).styles.len() as u8;
            styles.any(|style| is_trained(state, who, style, gear))
        }
    };
    state
        .worn(who)
        .filter_map(|item| state.kind(item).armor())
        .any(|armor| !trained(gear_of_armor(armor)))
}

/// The bane of untrained armour (`untrained-gear/armor`).
pub(crate) fn add_untrained_armor(
    state: &State,
    who: CreatureId,
    style: Option<u8>,
    luck: &mut Luck,
) {
    if wears_untrained(state, who, style) {
        luck.bane("bane: untrained armor", rule!("untrained-gear/armor"));
    }
}

/// The parts of a Fighting Style test with a style and an attribute, without what the occasion adds.
pub(crate) fn parts(
    state: &State,
    who: CreatureId,
    used: Use,
    choice: Choice,
    tally: &mut Tally,
) -> Luck {
    let Choice { style, attribute } = choice;
    let mut luck = Luck::default();
    let sheet = state.sheet(who);
    match sheet.styles[usize::from(style)].skilled {
        StyleSkill::Rank(rank) => {
            tally.add(
                attribute.name(),
                sheet.attribute(attribute),
                rule!("character-stats/attributes"),
            );
            tally.add(
                rank.name(),
                rank.bonus(),
                rule!("character-stats/skill-ranks"),
            );
        }
        StyleSkill::Finished(..) => tally.add(
            match attribute {
                Attribute::Strength => "Fighting Style with Strength",
                _ => "Fighting Style with Agility",
            },
            value(sheet, style, attribute),
            rule!("fighting-style/definition"),
        ),
    }
    add_prone(state, who, tally);
    let weapon = uses_untrained_weapon(state, who, style, used.unarmed);
    let armor = wears_untrained(state, who, Some(style));
    if weapon {
        tally.add("untrained weapon", -2, rule!("untrained-gear/weapon"));
    }
    if armor {
        luck.bane("bane: untrained armor", rule!("untrained-gear/armor"));
        let penalty = state.cast.options.untrained_armor == UntrainedArmor::BaneAndPenalty;
        if penalty && !weapon {
            tally.add("untrained armor", -2, rule!("attack/untrained-reminder"));
        }
    }
    add_perks(sheet, Skill::FightingStyle, tally, &mut luck);
    luck
}

/// The style and the attribute of a test: those that are named, else those with the best chance together with what the `occasion` adds,
/// the first of equal ones (`multiple-styles/allowed`, `attack/melee-attribute`).
pub(crate) fn choose(
    state: &State,
    who: CreatureId,
    used: Use,
    (style, attribute): (Option<u8>, Option<Attribute>),
    occasion: impl Fn(&mut Tally, &mut Luck),
) -> Choice {
    let count = state.sheet(who).styles.len() as u8;
    let with_best = |style| Choice {
        style,
        attribute: attribute.unwrap_or_else(|| best_attribute(state.sheet(who), style, used)),
    };
    let named = style.filter(|style| *style < count);
    if count <= 1 || named.is_some() {
        return with_best(named.unwrap_or_default());
    }
    let chance = |choice| {
        let mut tally = Tally::new();
        let mut luck = parts(state, who, used, choice, &mut tally);
        occasion(&mut tally, &mut luck);
        chance(&state.cast.options, tally.total(), luck.keeps())
    };
    let mut best = with_best(0);
    let mut most = chance(best);
    for choice in (1..count).map(with_best) {
        let chance = chance(choice);
        if chance > most {
            (best, most) = (choice, chance);
        }
    }
    best
}

/// The attribute with the higher value, the first of equal ones: whatever else counts is the same for both (`attack/melee-attribute`).
fn best_attribute(sheet: &Sheet, style: u8, used: Use) -> Attribute {
    let mut best = used.attributes[0];
    for attribute in &used.attributes[1..] {
        if value(sheet, style, *attribute) > value(sheet, style, best) {
            best = *attribute;
        }
    }
    best
}

/// The chance to pass in parts of 400, and below that the value, which decides between values beyond the die.
fn chance(options: &Options, value: i32, keeps: Keeps) -> i32 {
    let passes = (1..=20).filter(|die| read(options, value, *die).passed);
    let passes = passes.count() as i32;
    let chance = match keeps {
        Keeps::Single => 20 * passes,
        Keeps::Better => 400 - (20 - passes) * (20 - passes),
        Keeps::Worse => passes * passes,
    };
    chance * 1_000 + value.clamp(-400, 400)
}

/// Whether the style and the attribute that somebody names are possible.
///
/// # Errors
/// The rule against it.
pub(crate) fn can_choose(
    state: &State,
    who: CreatureId,
    used: Use,
    style: Option<u8>,
    attribute: Option<Attribute>,
) -> Result<(), Refusal> {
    if style.is_some_and(|style| usize::from(style) >= state.sheet(who).styles.len()) {
        return Err(refuse!(
            "multiple-styles/allowed",
            "{} has no such fighting style",
            Figure::Creature(who)
        ));
    }
    match attribute {
        Some(attribute) if !used.attributes.contains(&attribute) => {
            Err(if used.attributes == Use::AGILITY {
                refuse!(
                    "attack/ranged-attribute",
                    "a ranged or thrown attack is governed by Agility"
                )
            } else if used.attributes == Use::STRENGTH {
                refuse!("defend/block", "a Block is governed by Strength")
            } else {
                refuse!(
                    "attack/melee-attribute",
                    "Strength or Agility governs that, not {}",
                    Figure::Word(attribute.name())
                )
            })
        }
        _ => Ok(()),
    }
}

/// What a Fighting Style test cites besides its parts.
pub(crate) fn cite(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, used: Use, choice: Choice) {
    if !scene.listened() {
        return;
    }
    scene.cite_all(
        const {
            &[
                rule!("fighting-style/definition"),
                rule!("fighting-style/gear-list"),
                rule!("character-stats/skills"),
            ]
        },
    );
    let state = scene.state();
    let several = state.sheet(who).styles.len() > 1;
    let weapon = uses_untrained_weapon(state, who, choice.style, used.unarmed);
    let armor = wears_untrained(state, who, Some(choice.style));
    let bare = state
        .worn(who)
        .all(|item| state.kind(item).armor().is_none());
    if several {
        scene.cite(rule!("multiple-styles/allowed"));
    }
    if used.unarmed {
        scene.cite(rule!("fighting-style/unarmed"));
    }
    if weapon || armor {
        scene.cite(rule!("untrained-gear/allowed"));
        scene.cite(rule!("attack/untrained-reminder"));
    }
    if weapon && armor {
        scene.cite(rule!("untrained-gear/both"));
    }
    if bare {
        scene.cite(rule!("fighting-style/no-armor"));
    } else {
        scene.cite(rule!("fighting-style/armor-levels"));
    }
}
