//! Those who join a fight.

/// Those who join a fight: the part of a setup that stands behind all that is there. Named are the lists besides creatures, each with the
/// word by which faults call its members. `standing` makes a setup of the fight as it stands; `settle` sees to what follows from sheets and
/// kinds once some are new.
#[macro_export]
macro_rules! newcomers {
    ($($(#[$doc:meta])* $list:ident: $member:ty as $called:literal),+ $(,)?) => {
        /// Those who join a fight, and what they bring. Numbers are those that all have in the fight once they are there.
        #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Newcomers {
            /// The creatures.
            pub creatures: Vec<CreatureSetup>,
            $(
                $(#[$doc])*
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                pub $list: Vec<$member>,
            )+
        }

        impl Newcomers {
            /// What a setup has beyond the fight as it stands.
            fn beyond(standing: &Setup, mut setup: Setup) -> Self {
                Self {
                    creatures: setup.creatures.split_off(standing.creatures.len()),
                    $($list: setup.$list.split_off(standing.$list.len()),)+
                }
            }

            /// The fight as it stands, and they in it.
            fn within(&self, mut standing: Setup) -> Setup {
                standing.creatures.extend_from_slice(&self.creatures);
                $(standing.$list.extend_from_slice(&self.$list);)+
                standing
            }

            /// Whether they can join the fight. Rules and people bring no others, but a journal may say anything.
            pub(crate) fn can_join(&self, state: &State) -> bool {
                let standing = standing(state);
                let before = before(&standing);
                let setup = self.within(standing);
                !self.creatures.is_empty() && faults(&setup, &before, &state.cast.map).is_empty()
            }

            /// That they join, as the log has it; `state` is the one before.
            pub(crate) fn told(&self, state: &State) -> Option<affray_kernel::story::Sentence> {
                let (here, later): (Vec<_>, Vec<_>) = self
                    .creatures
                    .iter()
                    .zip(state.bodies.len()..)
                    .partition(|(one, _)| presence(one) == Presence::Here);
                let mut all = affray_kernel::story::Several::beginning("");
                for (one, index) in here.into_iter().chain(later) {
                    let name = affray_kernel::prose::the(&one.sheet.name, &one.sheet.kind);
                    let verb = match presence(one) {
                        Presence::Here => "joins",
                        _ => "may join",
                    };
                    let text = format!("{name} {verb} the fight");
                    all.add(&name, &text, vec![affray_kernel::CreatureId::at(index)]);
                }
                all.event()
            }
        }

        /// What is impossible about the fight as it stands afterwards, and was not before.
        pub(crate) fn new_faults(state: &State, after: &State) -> Vec<String> {
            let setup = standing(after);
            let known = super::check::faults(&standing(state), Some(&state.cast.map));
            let faults = super::check::faults(&setup, Some(&after.cast.map));
            let is_new = |fault: &affray_kernel::scenario::Fault| {
                let place = (fault.part, fault.field);
                known.iter().all(|known| (known.part, known.field) != place)
            };
            let new = faults.into_iter().filter(is_new);
            new.map(|fault| fault.in_words(|part| super::check::name(&setup, part)))
                .collect()
        }

        /// Whether a creature can have that sheet. People change nothing but values of the one it has; a journal may say anything.
        pub(crate) fn can_have(
            state: &State,
            who: affray_kernel::CreatureId,
            sheet: &Sheet,
        ) -> bool {
            let Some(old) = state.cast.sheets.get(who.index()) else {
                return false;
            };
            let mut after = state.clone();
            give_sheet(&mut after, who, sheet);
            let is_same = old.name == sheet.name && old.natural.len() == sheet.natural.len();
            is_same && new_faults(state, &after).is_empty()
        }

        /// Whether a thing can be of that kind, likewise.
        pub(crate) fn can_be(state: &State, item: affray_kernel::ItemId, kind: &ItemKind) -> bool {
            if usize::from(item.0) >= state.items.len() {
                return false;
            }
            let mut after = state.clone();
            give_kind(&mut after, item, kind);
            let is_same = std::mem::discriminant(state.kind(item)) == std::mem::discriminant(kind);
            is_same && new_faults(state, &after).is_empty()
        }

        /// A creature's sheet is this from now on.
        pub(crate) fn give_sheet(
            state: &mut State,
            who: affray_kernel::CreatureId,
            sheet: &Sheet,
        ) {
            let mut cast = Cast::clone(&state.cast);
            cast.sheets[who.index()] = sheet.clone();
            state.cast = affray_kernel::Shared::new(cast);
            settle(state);
        }

        /// A thing is of that kind from now on, which is made known if it is new.
        pub(crate) fn give_kind(
            state: &mut State,
            item: affray_kernel::ItemId,
            kind: &ItemKind,
        ) {
            let mut cast = Cast::clone(&state.cast);
            let known = cast.kinds.iter().position(|known| known == kind);
            let number = known.unwrap_or(cast.kinds.len());
            if known.is_none() {
                cast.kinds.push(kind.clone());
            }
            state.cast = affray_kernel::Shared::new(cast);
            state.items[usize::from(item.0)].kind = number as u16;
            settle(state);
        }

        /// How much there is of all that newcomers may bring.
        fn before(standing: &Setup) -> affray_kernel::scenario::Before {
            affray_kernel::scenario::Before {
                creatures: standing.creatures.len(),
                lists: vec![$(($called, standing.$list.len())),+],
            }
        }

        /// Everything impossible about those who join; where they stand is looked at if all else is right.
        fn faults(
            setup: &Setup,
            before: &affray_kernel::scenario::Before,
            map: &affray_kernel::grid::Map,
        ) -> Vec<affray_kernel::scenario::Fault> {
            let mut faults = super::check::faults(setup, None);
            faults.retain(|fault| before.is_new(fault.part));
            if faults.is_empty() {
                super::place::place_faults(setup, map, &mut faults);
                faults.retain(|fault| before.is_new(fault.part));
            }
            faults
        }
    };
}

/// How creatures join a fight of a system, from their entries and the content that these refer to. `Composer::with` begins with a setup of
/// the fight as it stands, and `Composer::join` adds them.
#[macro_export]
macro_rules! joining {
    ($system:ty) => {
        /// Creatures that join the fight, from their entries and the content that these refer to.
        ///
        /// # Errors
        /// Every mistake in the entries and in the content files.
        pub(crate) fn compose(
            state: &State,
            entries: &affray_kernel::content::Source,
            sources: &[affray_kernel::content::Source],
        ) -> Result<Newcomers, affray_kernel::content::AllProblems> {
            use affray_kernel::scenario::{self, Company, Draft};
            let library = content::library(sources);
            scenario::join(entries, SYSTEM, library, |file: &Scenario, library| {
                let (standing, map) = (standing(state), &state.cast.map);
                let before = before(&standing);
                let at = |who| state.body(who).at;
                let company = Company::of::<$system>(state, map, before.clone(), at);
                let entries: Vec<_> = file.creature.iter().map(CreatureFile::entry).collect();
                let draft = Draft::joining(&entries, company);
                let mut composer = Composer::with(file, library, draft, standing.clone());
                composer.join(state);
                composer.report(faults(&composer.setup, &before, map));
                (composer.draft, Newcomers::beyond(&standing, composer.setup))
            })
        }
    };
}
