//! Every value of a sheet and of a kind of things can be changed alone, and is as it was said afterwards.

use std::collections::BTreeSet;

use affray_kernel::amend::{Amendable, amendable, shown};
use affray_kernel::notation::{Corrections, Reader};
use affray_kernel::{CreatureId, ItemId, System};
use serde_json::Value;

use crate::repository;

/// Of every kind of creature and of thing in the scenarios of a system, all values can be set: to what they are, which changes nothing,
/// and numbers to the next, if that is possible at all.
#[track_caller]
pub fn can_be_changed<S: System>()
where
    S::State: Corrections<Fact = S::Fact>,
{
    let root = repository::content::<S>();
    let library = repository::files(&root, "toml");
    let mut kinds = BTreeSet::new();
    let mut changed = 0;
    for scenario in repository::files(&root.join("scenarios"), "toml") {
        let setup = S::compose(&scenario, &library).unwrap_or_else(|found| panic!("{found}"));
        let state = S::set_up(&setup).unwrap_or_else(|found| panic!("{found:?}"));
        for who in S::creatures(&state) {
            let name = S::name(&state, who);
            let values = of_sheet(&state, who);
            let names: Vec<&str> = values.iter().map(|value| &*value.name).collect();
            are_read_as_what_they_are::<S>(&state, who);
            if kinds.insert(format!("{names:?}")) {
                are_no_others::<S>(&state, who, &names);
                let look = |state: &S::State| of_sheet(state, who);
                changed += all_change::<S>(&state, &format!("{name}."), &values, look);
            }
        }
        for (item, name) in named(&state) {
            let values = of_kind(&state, item);
            let names: Vec<&str> = values.iter().map(|value| &*value.name).collect();
            if kinds.insert(format!("{names:?}")) {
                let before = format!("{name} kind.");
                let look = |state: &S::State| of_kind(state, item);
                changed += all_change::<S>(&state, &before, &values, look);
            }
        }
    }
    assert!(changed > 50, "only {changed} numbers could be changed");
}

fn of_sheet<N: Corrections>(state: &N, who: CreatureId) -> Vec<Amendable> {
    let (sheet, names) = state.sheet_of(who);
    amendable(sheet, &names)
}

fn of_kind<N: Corrections>(state: &N, item: ItemId) -> Vec<Amendable> {
    let (kind, names) = state.kind_of(item);
    amendable(kind, &names)
}

/// What the game master is shown as settable is read back, and changes nothing with the value that is shown.
#[track_caller]
fn are_read_as_what_they_are<S: System>(state: &S::State, who: CreatureId) {
    let shown = S::settable(state, who);
    assert!(!shown.is_empty(), "{}", S::name(state, who));
    for one in &shown {
        let words = format!("{} {}", one.words, one.value);
        let after = made::<S>(state, &words).unwrap_or_else(|error| panic!("{words}: {error}"));
        assert_eq!(S::settable(&after, who), shown, "{words}");
    }
}

/// No value of a sheet is called as another one, or as something else that can be set of a creature.
#[track_caller]
fn are_no_others<S: System>(state: &S::State, who: CreatureId, names: &[&str])
where
    S::State: Corrections<Fact = S::Fact>,
{
    let all: BTreeSet<&&str> = names.iter().collect();
    assert_eq!(all.len(), names.len(), "{names:?}");
    for name in names {
        let mut nothing = Reader::new(state, None, "");
        let error = match S::State::value(&mut nothing, who, name) {
            Ok(_) => String::new(),
            Err(error) => error.message,
        };
        let unknown = format!("`{name}` is no value that can be set here");
        assert_eq!(error, unknown, "{}", S::name(state, who));
    }
}

/// How many of the numbers can be set to the next, each alone; `before` is what stands before the name of a value.
#[track_caller]
fn all_change<S: System>(
    state: &S::State,
    before: &str,
    values: &[Amendable],
    look: impl Fn(&S::State) -> Vec<Amendable>,
) -> usize {
    let mut changed = 0;
    for value in values {
        let words = format!("{before}{} {}", value.name, shown(&value.value));
        let same = made::<S>(state, &words).unwrap_or_else(|error| panic!("{words}: {error}"));
        assert_eq!(look(&same), values, "{words}");
        let Some(next) = value.value.as_i64().map(|number| number + 1) else {
            continue;
        };
        let words = format!("{before}{} {next}", value.name);
        match made::<S>(state, &words) {
            Ok(after) => {
                let mut expected = values.to_vec();
                let own = expected.iter_mut().find(|one| one.name == value.name);
                own.expect("the value").value = Value::from(next);
                assert_eq!(look(&after), expected, "{words}");
                changed += 1;
            }
            Err(error) => println!("{words}: {error}"),
        }
    }
    changed
}

/// The state after a correction, all of which a journal may hold.
fn made<S: System>(state: &S::State, words: &str) -> Result<S::State, String> {
    let facts = S::correction(state, words).map_err(|error| error.to_string())?;
    let mut after = state.clone();
    for fact in &facts {
        assert!(S::knows_fact(&after, fact), "{words}: {fact:?}");
        S::apply(&mut after, fact);
    }
    Ok(after)
}

/// The things that are meant by their names alone.
fn named<N: Corrections>(state: &N) -> Vec<(ItemId, String)> {
    let all = (0..=u16::MAX).map(ItemId);
    let all = all.map_while(|item| state.thing(item).map(|thing| (item, thing.name.to_owned())));
    // A creature of that name is meant before a thing.
    let is_meant = |(item, name): &(ItemId, String)| {
        let mut reader = Reader::new(state, None, name);
        reader.clone().maybe_creature().is_none() && reader.item_of() == Ok(*item)
    };
    all.filter(is_meant).collect()
}
