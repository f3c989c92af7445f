//! Every act prints and reads back, and what is not understood is said.

use std::fmt::Debug;

use affray_kernel::grid::{Cell, Grid, Unit};
use affray_kernel::{Arm, CreatureId, ItemId, System};
use proptest::prelude::*;

use super::sample::{GARRET, NAMES, squares};

/// Cells on the map and around it.
pub fn cell() -> impl Strategy<Value = Cell> {
    (-9i16..30, -9i16..30, -2i16..3).prop_map(|(x, y, z)| Cell::at_height(x, y, z))
}

/// Creatures of the sample.
pub fn creature() -> impl Strategy<Value = CreatureId> {
    (0u16..4).prop_map(CreatureId)
}

/// Things of the sample.
pub fn item() -> impl Strategy<Value = ItemId> {
    (0u16..14).prop_map(ItemId)
}

/// What a creature strikes with, its own or of the sample's things.
pub fn arm() -> impl Strategy<Value = Arm> {
    prop_oneof![item().prop_map(Arm::Item), (0u8..4).prop_map(Arm::Natural)]
}

/// One of these values.
pub fn one_of<T: Clone + Debug + 'static>(values: &[T]) -> impl Strategy<Value = T> + use<T> {
    proptest::sample::select(values.to_vec())
}

/// Words of a player's own, among them such as look like words of acts.
pub fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}( [a-z]{1,6}){0,3}",
        Just("pull it when ogre moves".to_owned()),
        Just("say \"when\"".to_owned()),
        any::<String>(),
    ]
}

/// Acts about other acts: one readied for when somebody does something, and one that is triggered.
pub fn nested<A: Clone + Debug + 'static, E: Debug + 'static>(
    plain: impl Strategy<Value = A> + 'static,
    event: impl Strategy<Value = E> + 'static,
    ready: fn(Box<A>, Option<CreatureId>, E) -> A,
    trigger: fn(Box<A>) -> A,
) -> impl Strategy<Value = A> {
    let event = event.boxed();
    plain.prop_recursive(2, 4, 1, move |inner| {
        let who = proptest::option::of(creature());
        prop_oneof![
            (inner.clone(), who, event.clone()).prop_map(move |(act, who, event)| ready(
                Box::new(act),
                who,
                event
            )),
            inner.prop_map(move |act| trigger(Box::new(act))),
        ]
    })
}

/// The act prints to one line, which is read back as the same act.
#[track_caller]
pub fn round_trip<S: System>(state: &S::State, who: Option<CreatureId>, act: &S::Act) {
    let text = S::print(state, who, act);
    assert_eq!(
        S::parse(state, who, &text).as_ref(),
        Ok(act),
        "`{text}` for {who:?}"
    );
    assert!(!text.contains('\n'), "`{text}` is one line");
}

/// Each act is said in those words, and read back.
pub fn are_said<'t, S: System>(
    state: &S::State,
    cases: impl IntoIterator<Item = (CreatureId, S::Act, &'t str)>,
) {
    for (who, act, text) in cases {
        assert_eq!(S::print(state, Some(who), &act), text);
        round_trip::<S>(state, Some(who), &act);
    }
}

/// The first words mean the same as the second ones.
pub fn are_understood<S: System>(state: &S::State, cases: &[(CreatureId, &str, &str)]) {
    for (who, text, printed) in cases {
        let act = S::parse(state, Some(*who), text);
        let act = act.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(S::print(state, Some(*who), &act), *printed);
    }
}

/// What Garret says is not understood, and why.
pub fn are_not_understood<S: System>(state: &S::State, cases: &[(&str, &str)]) {
    for (text, message) in cases {
        let error = S::parse(state, Some(GARRET), text).expect_err(text);
        assert_eq!(error.to_string(), *message);
    }
}

/// Acts read back in fights of all these names; on hexes the usual ones do.
pub fn read_back<S: System>(
    named: fn([&str; 4], Grid) -> S::State,
    misleading: &[[&str; 4]],
    who: Option<CreatureId>,
    act: &S::Act,
) {
    round_trip::<S>(&named(NAMES, squares()), who, act);
    round_trip::<S>(&named(NAMES, Grid::hexes(5, Unit::Feet)), who, act);
    for names in misleading {
        round_trip::<S>(&named(*names, squares()), who, act);
    }
}

/// The laws of words, for the acts of a system in its [sample](super::sample).
#[macro_export]
macro_rules! laws_of_words {
    ($system:ty, $acts:expr, $named:path, misleading: $misleading:expr) => {
        proptest::proptest! {
            #![proptest_config(ProptestConfig::with_cases(600))]

            #[test]
            fn acts_read_back(act in $acts, who in proptest::option::of($crate::words::creature())) {
                $crate::words::read_back::<$system>($named, &$misleading, who, &act);
            }

            #[test]
            fn no_text_panics(text in "([a-z]{1,8}|#?[0-9]{1,3}|[0-9],[0-9]|\"|ogre|long ?sword|ready|when|at|with|\\PC| ){0,12}") {
                use affray_kernel::System;
                let state = $named($crate::sample::NAMES, $crate::sample::squares());
                let garret = Some($crate::sample::GARRET);
                let _ = <$system>::parse(&state, garret, &text.replace("  ", " "));
                let _ = <$system>::parse(&state, None, &text);
            }
        }

        #[test]
        fn no_text_is_too_deep() {
            use affray_kernel::System;
            let state = $named($crate::sample::NAMES, $crate::sample::squares());
            assert!(<$system>::parse(&state, None, &"trigger ".repeat(100_000)).is_err());
        }
    };
}
