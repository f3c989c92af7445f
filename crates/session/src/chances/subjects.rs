//! Whoever and whatever may be different after an act: creatures, and things that wear and break.

use std::collections::BTreeMap;

use affray_kernel::notation::{Thing, Whereabouts, name_among};
use affray_kernel::view::{CreatureView, MapDamage};
use affray_kernel::{CreatureId, ItemId, System};

use super::difference::Difference;
use super::report::EffectKind;

/// Somebody or something, as it is called before an act.
pub(super) struct Subject {
    /// The creature; `None` for a thing.
    pub(super) id: Option<CreatureId>,
    /// What it is called.
    pub(super) name: String,
    /// Its gauges, each with whether it rises as things go badly.
    pub(super) gauges: Vec<(&'static str, bool)>,
    /// Of a thing, who has it and what it is called by that one.
    pub(super) owned: Option<(CreatureId, String)>,
}

impl Subject {
    /// A creature.
    pub(super) fn creature(creature: &CreatureView) -> Self {
        let gauges = creature.gauges.iter();
        Self {
            id: Some(creature.id),
            name: creature.name.clone(),
            gauges: gauges.map(|(name, gauge)| (*name, gauge.rises)).collect(),
            owned: None,
        }
    }

    /// A thing that is called so; `owner` says what its bearer is called.
    fn thing(called: String, thing: &Thing<'_>, owner: impl Fn(CreatureId) -> String) -> Self {
        let bearer = thing.place.bearer();
        let name = match bearer {
            Some(who) => format!("{called} of {}", owner(who)),
            None => called.clone(),
        };
        Self {
            id: None,
            name,
            gauges: thing
                .withstands
                .map(|(of, _)| (of, false))
                .into_iter()
                .collect(),
            owned: bearer.map(|who| (who, called)),
        }
    }
}

/// What of the map an act may harm, by where it stands among the subjects. It is found in what the act may come to: of a map nobody would go
/// through all that stands on it.
#[derive(Default)]
pub(super) struct Scenery(Vec<(String, usize)>);

impl Scenery {
    /// Takes whatever of the map is harmed in one of these outcomes among the subjects.
    pub(super) fn among<'o, S: System>(
        state: &S::State,
        outcomes: impl Iterator<Item = &'o S::State>,
        subjects: &mut Vec<Subject>,
    ) -> Self {
        let mut found: BTreeMap<String, Option<&'static str>> = BTreeMap::new();
        for MapDamage { name, lost, .. } in outcomes.flat_map(|after| S::map_damage(state, after)) {
            found.insert(name, lost.map(|(of, _)| of));
        }
        let taken = found.into_iter().map(|(name, of)| {
            subjects.push(Subject {
                id: None,
                name: name.clone(),
                gauges: of.map(|of| (of, false)).into_iter().collect(),
                owned: None,
            });
            (name, subjects.len() - 1)
        });
        Self(taken.collect())
    }

    /// Notes what has become of it.
    pub(super) fn compare<S: System>(
        &self,
        (before, after): (&S::State, &S::State),
        difference: &mut Difference,
    ) {
        if self.0.is_empty() {
            return;
        }
        for MapDamage { name, lost, broken } in S::map_damage(before, after) {
            let Some((_, index)) = self.0.iter().find(|(known, _)| *known == name) else {
                continue;
            };
            if let Some((_, points)) = lost {
                difference.gauges.push((*index, 0, -i32::from(points)));
            }
            if broken {
                let told = (*index, EffectKind::Breaks, S::BROKEN.to_owned());
                difference.effects.push(told);
            }
        }
    }
}

/// A thing that may break, and how it is before the act.
pub(super) struct Watched {
    item: ItemId,
    /// Its place among the subjects.
    index: usize,
    fate: Fate,
}

/// What has become of a thing.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fate {
    broken: bool,
    left: Option<i16>,
}

impl Fate {
    fn of(thing: &Thing<'_>) -> Self {
        Self {
            broken: thing.broken,
            left: thing.withstands.map(|(_, left)| left),
        }
    }
}

impl Watched {
    /// Takes all things that the viewer sees, or whose bearer's numbers are open to the viewer, among the subjects.
    pub(super) fn among<S: System>(
        state: &S::State,
        subjects: &mut Vec<Subject>,
        is_open: impl Fn(CreatureId) -> bool,
    ) -> Vec<Self> {
        let all = (0..=u16::MAX).map(ItemId);
        let things = all.map_while(|item| Some((item, S::item(state, item)?)));
        let seen = things.filter(|(_, thing)| match thing.place {
            Whereabouts::Gone => false,
            place => place.bearer().is_none_or(&is_open),
        });
        let seen: Vec<(ItemId, Thing<'_>)> = seen.collect();
        let watched = seen.iter().map(|(item, thing)| {
            let owner = |who| S::name(state, who).to_owned();
            subjects.push(Subject::thing(
                name_among(*item, thing, &seen),
                thing,
                owner,
            ));
            Self {
                item: *item,
                index: subjects.len() - 1,
                fate: Fate::of(thing),
            }
        });
        watched.collect()
    }

    /// Notes what has become of it.
    pub(super) fn compare<S: System>(&self, after: &S::State, difference: &mut Difference) {
        let Some(thing) = S::item(after, self.item) else {
            return;
        };
        let (was, is) = (self.fate, Fate::of(&thing));
        if was == is {
            return;
        }
        if let (Some(was), Some(is)) = (was.left, is.left)
            && was != is
        {
            let change = i32::from(is) - i32::from(was);
            difference.gauges.push((self.index, 0, change));
        }
        let told = match (was.broken, is.broken) {
            (false, true) => (EffectKind::Breaks, S::BROKEN.to_owned()),
            (true, false) => (EffectKind::Mends, "whole again".to_owned()),
            _ => return,
        };
        difference.effects.push((self.index, told.0, told.1));
    }
}
