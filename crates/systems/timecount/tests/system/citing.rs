//! Which rules the log gives for what happens where several act on one count.

use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::story::{self, Told};
use affray_kernel::tape::People;
use affray_kernel::{CreatureId, System};
use affray_timecount::TimeCount;
use affray_trial::repository;

const SCENE: &str = "
system = 'timecount'
name = 'Citing'
start = { count = 10 }
creature = [
  { name = 'brann', side = 'heroes', at = [3, 3], accuracy = 40, max_hp = 20, next = 10 },
  { name = 'oda', side = 'heroes', at = [5, 3], accuracy = 40, max_hp = 20, next = 10 },
  { name = 'hroth', side = 'foes', at = [4, 3], max_hp = 20, next = 90 },
]
";

/// What is told of a count on which those two do these things.
fn told(acts: [(CreatureId, &str); 2]) -> Vec<Told> {
    let library = repository::files(&repository::content::<TimeCount>(), "toml");
    let setup = TimeCount::compose(&Source::new("citing.toml", SCENE.to_owned()), &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut fight = Fight::<TimeCount>::new(setup, 1, 0).expect("a scenario that can be played");
    fight.settle(&mut People).expect("the count begins");
    for (who, text) in acts {
        let act = TimeCount::parse(fight.state(), Some(who), text).expect("an act");
        fight.submit(who, act, &mut People).expect("it is possible");
    }
    let mut before = fight.state_after(fight.entries().len() - 1);
    story::tell(&mut before, fight.last_notes())
}

/// The rules behind the sentence with these words.
#[track_caller]
fn behind<'a>(told: &'a [Told], words: &str) -> Vec<&'a str> {
    let all = || {
        told.iter()
            .map(|one| &one.sentence.text)
            .collect::<Vec<_>>()
    };
    let one = told.iter().find(|one| one.sentence.text.contains(words));
    let one = one.unwrap_or_else(|| panic!("nobody says {words}: {:#?}", all()));
    let id = |rule| TimeCount::catalogue().id(rule);
    one.rules.iter().copied().map(id).collect()
}

#[test]
fn a_rule_stands_with_what_came_of_it() {
    let [brann, oda] = [0, 1].map(CreatureId);
    let told = told([
        (brann, "trip hroth with unarmed"),
        (oda, "distract hroth with unarmed hampering attack on brann"),
    ]);
    assert!(!behind(&told, "tries to distract").contains(&"special-actions/trip"));
    assert!(!behind(&told, "by the effort").contains(&"special-actions/distract"));
    assert!(behind(&told, "falls prone").contains(&"special-actions/trip"));
    assert!(behind(&told, "is distracted").contains(&"special-actions/distract"));
}
