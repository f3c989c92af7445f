//! What is different between a state and one that may follow from it.

use affray_kernel::CreatureId;
use affray_kernel::view::CreatureView;

use super::report::EffectKind;
use crate::wording::drawn;

/// A change of a gauge: whose, by its place among the subjects; which, by its place among the gauges; by how much.
pub(super) type GaugeChange = (usize, usize, i32);

/// What stands before a condition that somebody is rid of.
pub(super) const NO_LONGER: &str = "no longer ";

/// What is different about creatures and things; each by its place among the subjects.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Difference {
    pub(super) gauges: Vec<GaugeChange>,
    pub(super) effects: Vec<(usize, EffectKind, String)>,
}

impl Difference {
    /// What is different about a creature, by its place among them; conditions are left out in which somebody is named who may not be.
    pub(super) fn of(
        index: usize,
        (was, is): (&CreatureView, &CreatureView),
        may_name: impl Fn(Option<CreatureId>) -> bool,
        hexes: &dyn Fn() -> bool,
    ) -> Self {
        let mut difference = Self::default();
        for (place, ((_, old), (_, new))) in was.gauges.iter().zip(&is.gauges).enumerate() {
            let change = i32::from(new.available()) - i32::from(old.available());
            if change != 0 {
                difference.gauges.push((index, place, change));
            }
        }
        let mut note = |change, what| difference.effects.push((index, change, what));
        standing(was, is, &mut note);
        conditions(was, is, &may_name, &mut note);
        holding(was, is, &mut note);
        place(was, is, hexes, &mut note);
        difference
    }

    /// Adds what is different about a further creature.
    pub(super) fn append(&mut self, other: &Self) {
        self.gauges.extend_from_slice(&other.gauges);
        self.effects.extend_from_slice(&other.effects);
    }
}

fn standing(was: &CreatureView, is: &CreatureView, note: &mut impl FnMut(EffectKind, String)) {
    match (was.active, is.active) {
        (true, false) => note(EffectKind::Drops, "out of the fight".to_owned()),
        (false, true) => note(EffectKind::Rises, "back in the fight".to_owned()),
        _ => {}
    }
}

fn conditions(
    was: &CreatureView,
    is: &CreatureView,
    may_name: impl Fn(Option<CreatureId>) -> bool,
    note: &mut impl FnMut(EffectKind, String),
) {
    let gained = is.conditions.iter().filter(|(_, named)| may_name(*named));
    for (words, _) in gained.filter(|condition| !was.conditions.contains(condition)) {
        note(EffectKind::Gains, words.clone());
    }
    let lost = was.conditions.iter().filter(|(_, named)| may_name(*named));
    for (words, _) in lost.filter(|condition| !is.conditions.contains(condition)) {
        note(EffectKind::Loses, format!("{NO_LONGER}{words}"));
    }
}

fn holding(was: &CreatureView, is: &CreatureView, note: &mut impl FnMut(EffectKind, String)) {
    for item in was.holding.iter().filter(|one| !is.holding.contains(one)) {
        note(EffectKind::LetsGo, format!("no longer holds {item}"));
    }
    for item in is.holding.iter().filter(|one| !was.holding.contains(one)) {
        note(EffectKind::Holds, format!("holds {item}"));
    }
}

fn place(
    was: &CreatureView,
    is: &CreatureView,
    hexes: &dyn Fn() -> bool,
    note: &mut impl FnMut(EffectKind, String),
) {
    let words = match (was.space, is.space) {
        (Some(from), Some(to)) if from != to => format!("at {}", drawn(to.at, hexes())),
        (Some(_), None) => "no longer on the map".to_owned(),
        (None, Some(to)) => format!("on the map, at {}", drawn(to.at, hexes())),
        _ => return,
    };
    note(EffectKind::Moves, words);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn creature(conditions: &[(&str, Option<CreatureId>)]) -> CreatureView {
        let owned = |(words, named): &(&str, Option<CreatureId>)| ((*words).to_owned(), *named);
        CreatureView {
            id: CreatureId(0),
            name: String::new(),
            side: 0,
            space: None,
            facing: None,
            size: String::new(),
            reach: None,
            gauges: Vec::new(),
            conditions: conditions.iter().map(owned).collect(),
            holding: Vec::new(),
            active: true,
            hidden_from: Vec::new(),
        }
    }

    #[test]
    fn conditions_name_nobody_who_may_not_be_named() {
        let thief = Some(CreatureId(1));
        let was = creature(&[("grabbed (thief)", thief), ("prone", None)]);
        let is = creature(&[("feint (thief)", thief), ("dazed", None)]);
        let effects = |may_name: &dyn Fn(Option<CreatureId>) -> bool| -> Vec<String> {
            let difference = Difference::of(0, (&was, &is), may_name, &|| false);
            let effects = difference.effects.into_iter();
            effects.map(|(_, _, what)| what).collect()
        };
        assert_eq!(effects(&|_| true).len(), 4);
        assert_eq!(
            effects(&|named| named != thief),
            ["dazed", "no longer prone"]
        );
    }
}
