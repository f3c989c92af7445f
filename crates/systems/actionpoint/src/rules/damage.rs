//! Damage: types, resistances, armor, shields, and the one sum of them (`damage-types/*`, `resistance/*`, `armor/*`, `shields/*`,
//! `damage-pipeline/*`).

use affray_kernel::dice::Pool;
use affray_kernel::modifier::{Modifier, Stacking, Tally};
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};
use smallvec::SmallVec;

use crate::ActionPoint;
use crate::ids::rule;
use crate::sheet::{Damage, DamageType, Effect, Protection, VulnerabilityCounts, Ward};
use crate::state::State;

/// Dice of damage and their type.
pub(crate) type Dice = SmallVec<[(Pool, DamageType); 2]>;

/// Rolled damage, type by type.
pub(crate) type Rolled = SmallVec<[(DamageType, i16); 2]>;

/// The dice of a weapon or a spell: of its first component the type that was picked, and the dice for both hands where it is held so
/// (`damage-types/every-source-has-one`).
pub(crate) fn dice(
    damage: &[Damage],
    two_handed: Option<Pool>,
    picked: Option<DamageType>,
) -> Dice {
    let components = damage.iter().enumerate();
    components
        .filter_map(|(place, component)| {
            let usual = component.types.first().copied()?;
            let first = place == 0;
            let kind = picked.filter(|_| first).unwrap_or(usual);
            let dice = two_handed.filter(|_| first).unwrap_or(component.dice);
            Some((dice, kind))
        })
        .collect()
}

/// Rolls damage, or takes the highest faces with Precision (`damage-pipeline/roll`, `maneuvers/precision`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, ActionPoint>,
    by: Option<CreatureId>,
    dice: &Dice,
    precision: bool,
) -> Play<Rolled> {
    let mut rolled = Rolled::new();
    if precision {
        scene.because(
            "Precision: every die at its highest",
            rule!("maneuvers/precision"),
        );
    }
    for (pool, kind) in dice {
        let total = match pool.most().filter(|_| precision) {
            Some(most) => {
                let what = if dice.len() > 1 {
                    kind.name()
                } else {
                    "damage"
                };
                at_its_highest(scene, by, (*pool, what), most)
            }
            None => scene.sum(Roll {
                pool: *pool,
                by,
                what: "damage",
                rule: rule!("damage-pipeline/roll"),
                audience: Audience::Everyone,
            })?,
        };
        add(&mut rolled, *kind, total.clamp(0, 3_000) as i16);
    }
    Ok(rolled)
}

/// What dice give at their highest, told in its parts (`maneuvers/precision`).
fn at_its_highest(
    scene: &mut Scene<'_, ActionPoint>,
    by: Option<CreatureId>,
    (pool, what): (Pool, &'static str),
    most: i32,
) -> i32 {
    let mut tally = scene.tally();
    let bonus = pool.bonus();
    if bonus != 0 {
        tally.add("added to the dice", bonus, rule!("damage-pipeline/roll"));
    }
    let sum = Sum {
        by,
        what,
        dice: most - i32::from(bonus),
        total: most,
        against: None,
        verdict: "",
        rule: rule!("maneuvers/precision"),
    };
    scene.explain(|| sum, &tally);
    most
}

/// Adds damage of a type to what there is of it: a resistance lowers all of that type, and once (`resistance/fire-example`).
fn add(rolled: &mut Rolled, kind: DamageType, amount: i16) {
    match rolled.iter_mut().find(|(other, _)| *other == kind) {
        Some((_, sum)) => *sum = sum.saturating_add(amount),
        None => rolled.push((kind, amount)),
    }
}

/// A source of Armor Rating.
#[derive(Clone, Copy)]
enum Source<'s> {
    /// Armor that is worn, a hide, a perk; what it is called.
    Lasting(&'static str, &'s Protection),
    /// A spell, against physical damage.
    Spell(i16),
}

impl Source<'_> {
    fn against(self, kind: DamageType) -> i16 {
        match self {
            Self::Lasting(_, protection) => protection.against(kind),
            Self::Spell(rating) if kind.is_physical() => rating,
            Self::Spell(_) => 0,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Lasting(name, _) => name,
            Self::Spell(_) => "spell",
        }
    }
}

/// All that gives a creature an Armor Rating (`armor/one-source`).
fn sources(state: &State, who: CreatureId) -> impl Iterator<Item = Source<'_>> {
    let sheet = state.sheet(who);
    let worn = state
        .worn(who)
        .filter_map(|item| state.kind(item).armor())
        .map(|armor| Source::Lasting("worn armor", &armor.protection));
    let natural = sheet.natural_armor.iter();
    let natural = natural.map(|hide| Source::Lasting("natural armor", hide));
    let perks = sheet.perks.iter().filter_map(|perk| perk.armor.as_ref());
    let running = state.running.iter().filter(move |spell| spell.on == who);
    let spells = running.filter_map(|running| match state.spell(running.spell).effect {
        Some(Effect::Armor(rating)) => Some(Source::Spell(rating)),
        _ => None,
    });
    worn.chain(natural)
        .chain(perks.map(|armor| Source::Lasting("perk", armor)))
        .chain(spells)
}

/// The best Armor Rating against a type of damage (`armor/reduces-physical`, `armor/rare-materials`).
#[must_use]
pub(crate) fn armor_against(state: &State, who: CreatureId, kind: DamageType) -> i16 {
    let ratings = sources(state, who).map(|source| source.against(kind));
    ratings.max().unwrap_or_default()
}

/// All Armor Ratings against a type of damage, of which only the best counts (`armor/one-source`).
#[must_use]
pub(crate) fn armor_parts(state: &State, who: CreatureId, kind: DamageType) -> Tally {
    let mut tally = Tally::new();
    for source in sources(state, who) {
        tally.push(Modifier {
            value: source.against(kind),
            stacking: Stacking::Group(0),
            rule: rule!("armor/one-source"),
            source: source.name(),
        });
    }
    tally
}

/// The highest value among wards against a type, and how many cover it (`resistance/no-stacking`).
fn strongest<'w>(wards: impl Iterator<Item = &'w Ward>, kind: DamageType) -> (i16, usize) {
    let covering = wards.filter(|ward| ward.against.covers(kind));
    covering.fold((0, 0), |(best, count), ward| {
        (best.max(ward.value), count + 1)
    })
}

/// Everything that a creature is resistant to: by nature, perks and spells.
pub(crate) fn resistances(state: &State, who: CreatureId) -> impl Iterator<Item = &Ward> {
    let sheet = state.sheet(who);
    let perks = sheet.perks.iter().flat_map(|perk| &perk.resistances);
    let running = state.running.iter().filter(move |spell| spell.on == who);
    let spells = running.filter_map(|running| match &state.spell(running.spell).effect {
        Some(Effect::Ward(ward)) => Some(ward),
        _ => None,
    });
    sheet.resistances.iter().chain(perks).chain(spells)
}

/// Everything that a creature is vulnerable to: by nature and perks.
pub(crate) fn vulnerabilities(state: &State, who: CreatureId) -> impl Iterator<Item = &Ward> {
    let sheet = state.sheet(who);
    let perks = sheet.perks.iter().flat_map(|perk| &perk.vulnerabilities);
    sheet.vulnerabilities.iter().chain(perks)
}

/// What resistance and vulnerability to a type come to together: above 0 it harms more (`resistance/both`).
#[must_use]
pub(crate) fn ward_balance(state: &State, who: CreatureId, kind: DamageType) -> i16 {
    let vulnerable = strongest(vulnerabilities(state, who), kind).0;
    vulnerable - strongest(resistances(state, who), kind).0
}

/// The groups of damage, each of which is reduced as a whole (`damage-pipeline/several-types`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    Physical,
    Magical,
    Other,
}

impl Group {
    const ALL: [Self; 3] = [Self::Physical, Self::Magical, Self::Other];

    const fn of(kind: DamageType) -> Self {
        if kind.is_physical() {
            Self::Physical
        } else if kind.is_magical() {
            Self::Magical
        } else {
            Self::Other
        }
    }

    /// What a blocking shield takes off (`shields/adds-to-armor`, `shields/magic-half`, `shields/other-damage`).
    const fn shield(self, block_rating: i16) -> i16 {
        match self {
            Self::Physical => block_rating,
            Self::Magical => half_up(block_rating),
            Self::Other => 0,
        }
    }
}

/// Half of a number; fractions go up (`core-rules/rounding`).
pub(crate) const fn half_up(number: i16) -> i16 {
    (number + 1).div_euclid(2)
}

/// Damage on its way to a creature.
struct Incoming<'d> {
    on: CreatureId,
    rolled: &'d Rolled,
    /// The Block Rating where the attack was blocked.
    block: Option<i16>,
}

/// One group of damage reckoned up.
struct Reckoned {
    /// Dice of the group.
    rolled: i16,
    /// The parts that are added and taken off.
    tally: Tally,
    /// What is left.
    taken: i16,
    /// The type of which all that is left is.
    kind: Option<DamageType>,
}

impl Reckoned {
    /// Says so among the parts where they come to less than nothing (`damage-pipeline/order`).
    fn floor(&mut self) {
        let nothing = -self.rolled;
        if self.tally.total() < i32::from(nothing) {
            let rule = rule!("damage-pipeline/order");
            self.tally.come_to("at least 0", nothing, rule);
        }
    }
}

/// Damage that reaches a creature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Taken {
    /// How much.
    pub(crate) amount: i16,
    /// Of which type; `None`: of several.
    pub(crate) kind: Option<DamageType>,
}

impl Taken {
    const NOTHING: Self = Self {
        amount: 0,
        kind: None,
    };

    /// The damage of another group besides.
    fn and(self, reckoned: &Reckoned) -> Self {
        let both = self.amount > 0 && reckoned.taken > 0;
        Self {
            amount: self.amount.saturating_add(reckoned.taken),
            kind: match (both, self.amount > 0) {
                (true, _) => None,
                (false, true) => self.kind,
                (false, false) => reckoned.kind,
            },
        }
    }
}

/// Components of a group that a source of Armor Rating covers, or those that it does not.
#[derive(Default)]
struct Lot {
    /// What is left of them.
    left: i16,
    /// Vulnerabilities that are added once they have got through.
    late: i16,
}

/// What is left of the components of a group when a source of Armor Rating meets them: it is taken off once, from those that it covers.
#[derive(Default)]
struct Met {
    rating: i16,
    covered: Lot,
    open: Lot,
    /// The types of what is left, and whether the source covers them.
    kinds: SmallVec<[(DamageType, bool); 2]>,
}

impl Met {
    fn add(&mut self, kind: DamageType, (left, late): (i16, i16), rating: i16) {
        let covered = rating > 0;
        self.rating = self.rating.max(rating);
        if left == 0 {
            return;
        }
        let lot = if covered {
            &mut self.covered
        } else {
            &mut self.open
        };
        lot.left = lot.left.saturating_add(left);
        lot.late = lot.late.saturating_add(late);
        self.kinds.push((kind, covered));
    }

    fn takes_off(&self) -> i16 {
        if self.open.left > 0 {
            self.rating.min(self.covered.left)
        } else {
            self.rating
        }
    }

    /// Whether nothing gets through of what the source covers.
    const fn stops_all(&self) -> bool {
        self.covered.left <= self.rating
    }

    /// Vulnerabilities to what gets through (`damage-pipeline/order`).
    const fn late(&self) -> i16 {
        if self.stops_all() {
            self.open.late
        } else {
            self.open.late.saturating_add(self.covered.late)
        }
    }

    /// The type of all that can get through, if there is one.
    fn single(&self) -> Option<DamageType> {
        let stopped = self.stops_all();
        let mut kinds = self
            .kinds
            .iter()
            .filter(|(_, covered)| !(*covered && stopped));
        let first = kinds.next()?.0;
        kinds.all(|(kind, _)| *kind == first).then_some(first)
    }
}

impl Incoming<'_> {
    fn of(&self, group: Group) -> impl Iterator<Item = (DamageType, i16)> + '_ {
        let rolled = self.rolled.iter().copied();
        rolled.filter(move |(kind, _)| Group::of(*kind) == group)
    }

    /// One sum of a group, floored at 0 (`damage-pipeline/order`). Where it has several components, what is resistant to one of them takes
    /// nothing off the others (`damage-pipeline/several-types`).
    fn reckon(&self, state: &State, group: Group, source: Option<Source<'_>>) -> Reckoned {
        let mut tally = Tally::new();
        let mut rolled = 0_i16;
        let mut met = Met::default();
        let alone = self.of(group).nth(1).is_none();
        let sum = state.cast.options.vulnerability == VulnerabilityCounts::Sum;
        for (kind, amount) in self.of(group) {
            rolled = rolled.saturating_add(amount);
            let vulnerable = strongest(vulnerabilities(state, self.on), kind).0;
            let added = if sum { vulnerable } else { 0 };
            tally.add("vulnerability", added, rule!("resistance/vulnerability"));
            let open = amount.saturating_add(added);
            let resistant = strongest(resistances(state, self.on), kind).0;
            let resistant = if alone {
                resistant
            } else {
                resistant.min(open)
            };
            tally.add("resistance", -resistant, rule!("resistance/notation"));
            let left = (open - resistant).max(0);
            let rating = source.map_or(0, |source| source.against(kind));
            met.add(kind, (left, vulnerable - added), rating);
        }
        let armor = met.takes_off();
        let (name, rule) = match group {
            Group::Physical => ("Armor Rating", rule!("armor/reduces-physical")),
            _ => ("armor against magic", rule!("armor/rare-materials")),
        };
        tally.add(name, -armor, rule);
        let (name, rule) = match group {
            Group::Physical => ("Block Rating", rule!("shields/adds-to-armor")),
            _ => ("half the Block Rating", rule!("shields/magic-half")),
        };
        let block = self.block.map_or(0, |rating| group.shield(rating));
        tally.add(name, -block, rule);
        let mut taken = (i32::from(rolled) + tally.total()).clamp(0, 3_000) as i16;
        let late = met.late();
        if taken > 0 && late > 0 {
            tally.add("vulnerability", late, rule!("resistance/vulnerability"));
            taken = taken.saturating_add(late);
        }
        Reckoned {
            rolled,
            tally,
            taken,
            kind: met.single(),
        }
    }

    fn total(&self, state: &State, source: Option<Source<'_>>) -> Taken {
        let groups = Group::ALL.into_iter();
        let groups = groups.map(|group| self.reckon(state, group, source));
        groups.fold(Taken::NOTHING, |taken, group| taken.and(&group))
    }

    /// The source of Armor Rating that leaves the least damage: only one counts (`armor/one-source`).
    fn best_source<'s>(&self, state: &'s State) -> (Option<Source<'s>>, usize) {
        let mut best: Option<(i16, Source<'s>)> = None;
        let mut count = 0;
        for source in sources(state, self.on) {
            count += 1;
            let total = self.total(state, Some(source)).amount;
            if best.is_none_or(|(least, _)| total < least) {
                best = Some((total, source));
            }
        }
        (best.map(|(_, source)| source), count)
    }
}

/// What rolled damage comes to for a creature, with its parts in the log (`damage-pipeline/order`).
pub(crate) fn taken(
    scene: &mut Scene<'_, ActionPoint>,
    on: CreatureId,
    rolled: &Rolled,
    block: Option<i16>,
) -> Taken {
    let incoming = Incoming { on, rolled, block };
    let state = scene.state();
    let (source, count) = incoming.best_source(state);
    if !scene.listened() {
        return incoming.total(state, source);
    }
    let mut groups: SmallVec<[(Group, Reckoned); 3]> = Group::ALL
        .into_iter()
        .filter(|group| incoming.of(*group).next().is_some())
        .map(|group| (group, incoming.reckon(state, group, source)))
        .collect();
    cite(scene, &incoming, count);
    let several = groups.len() > 1;
    let mut total = Taken::NOTHING;
    for (group, reckoned) in &mut groups {
        total = total.and(reckoned);
        reckoned.floor();
        let what = match group {
            _ if !several => "damage",
            Group::Physical => "physical damage",
            Group::Magical => "magical damage",
            Group::Other => "other damage",
        };
        let sum = Sum {
            by: None,
            what,
            dice: i32::from(reckoned.rolled),
            total: i32::from(reckoned.taken),
            against: None,
            verdict: "",
            rule: rule!("damage-pipeline/order"),
        };
        scene.explain(|| sum, &reckoned.tally);
    }
    total
}

fn cite(scene: &mut Scene<'_, ActionPoint>, incoming: &Incoming<'_>, sources: usize) {
    scene.cite_all(
        const {
            &[
                rule!("damage-types/every-source-has-one"),
                rule!("damage-types/no-own-rules"),
                rule!("damage-types/table"),
            ]
        },
    );
    if incoming.rolled.len() > 1 {
        scene.cite(rule!("damage-pipeline/several-types"));
    }
    for (kind, _) in incoming.rolled {
        cite_type(scene, *kind);
        cite_wards(scene, incoming.on, *kind, sources > 0);
    }
    cite_armor(scene, incoming.on, sources);
    if incoming.block.is_some() {
        scene.cite(rule!("shields/block-rating"));
        scene.cite(rule!("equipment/shield-table"));
        scene.cite(rule!("shields/only-when-damage-is-rolled"));
        if sources == 0 {
            scene.cite(rule!("armor/shield-with-any-armor"));
        }
        let other = incoming.of(Group::Other).next().is_some();
        if other {
            scene.cite(rule!("shields/other-damage"));
        }
        if incoming.of(Group::Magical).next().is_some() {
            scene.cite(rule!("core-rules/rounding"));
        }
    }
}

fn cite_type(scene: &mut Scene<'_, ActionPoint>, kind: DamageType) {
    scene.cite(rule_of(kind));
    match Group::of(kind) {
        Group::Physical => scene.cite(rule!("damage-types/physical")),
        Group::Magical => scene.cite(rule!("damage-types/magical")),
        Group::Other => {
            scene.cite(rule!("damage-types/other"));
            scene.cite(rule!("damage-types/mind-damage-ignores-shield-and-armor"));
        }
    }
}

/// The rule of a type of damage (`damage-types/table`).
const fn rule_of(kind: DamageType) -> RuleId {
    match kind {
        DamageType::Crushing => rule!("damage-types/crushing"),
        DamageType::Piercing => rule!("damage-types/piercing"),
        DamageType::Slashing => rule!("damage-types/slashing"),
        DamageType::Fire => rule!("damage-types/fire"),
        DamageType::Frost => rule!("damage-types/frost"),
        DamageType::Shock => rule!("damage-types/shock"),
        DamageType::Acid => rule!("damage-types/acid"),
        DamageType::Force => rule!("damage-types/force"),
        DamageType::Necrotic => rule!("damage-types/necrotic"),
        DamageType::Radiant => rule!("damage-types/radiant"),
        DamageType::Poison => rule!("damage-types/poison"),
        DamageType::Psychic => rule!("damage-types/psychic"),
    }
}

fn cite_wards(scene: &mut Scene<'_, ActionPoint>, on: CreatureId, kind: DamageType, armored: bool) {
    let state = scene.state();
    let (resistant, several_resistances) = strongest(resistances(state, on), kind);
    let (vulnerable, several_vulnerabilities) = strongest(vulnerabilities(state, on), kind);
    let group = resistances(state, on)
        .any(|ward| ward.against.covers(kind) && ward.against.single().is_none());
    if several_resistances > 1 {
        scene.cite(rule!("resistance/no-stacking"));
    }
    if several_vulnerabilities > 1 {
        scene.cite(rule!("resistance/vulnerability-no-stacking"));
    }
    if group {
        scene.cite(rule!("resistance/groups"));
    }
    if resistant > 0 && vulnerable > 0 {
        scene.cite(rule!("resistance/both"));
    }
    if resistant > 0 && armored {
        scene.cite(rule!("resistance/with-armor"));
    }
}

fn cite_armor(scene: &mut Scene<'_, ActionPoint>, on: CreatureId, sources: usize) {
    let state = scene.state();
    let worn = state
        .worn(on)
        .any(|item| state.kind(item).armor().is_some());
    if sources == 0 {
        scene.cite(rule!("armor/unarmored"));
    } else if sources > 1 || !worn {
        scene.cite(rule!("armor/one-source"));
    }
    if worn {
        scene.cite_all(
            const {
                &[
                    rule!("armor/rating"),
                    rule!("armor/levels"),
                    rule!("armor/material"),
                    rule!("armor/full-beats-partial"),
                    rule!("equipment/armor-table"),
                ]
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_block_rating_goes_up() {
        assert_eq!([5, 6, 7, 10].map(half_up), [3, 3, 4, 5]);
        assert_eq!(Group::Other.shield(6), 0);
    }
}
