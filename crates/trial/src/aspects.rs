//! What acts are to a player who looks for them: their kinds and prices.

use affray_kernel::{Group, System};

use super::sample::GARRET;

/// Each act in Garret's words is of that kind and costs that; nothing where the price is empty.
pub fn are_of_kind<S: System>(state: &S::State, cases: &[(&str, Group, &str)]) {
    let seen = |words: &str| match S::parse(state, Some(GARRET), words) {
        Ok(act) => {
            let aspect = S::aspect(state, GARRET, &act);
            (aspect.group.word(), aspect.cost.unwrap_or_default())
        }
        Err(unread) => ("not understood", unread.to_string()),
    };
    let (mut right, mut found) = (Vec::new(), Vec::new());
    for (words, group, cost) in cases {
        right.push((*words, (group.word(), (*cost).to_owned())));
        found.push((*words, seen(words)));
    }
    assert_eq!(found, right);
}
