//! What the crates of all systems have in common. A system whose files and parts are called as here gives them to the kernel by these
//! macros, and the compiler says where one is missing.

mod corrections;
mod newcomers;

/// The part of `impl System` that follows from the files of a system: what each function of the trait is called in which file.
#[macro_export]
macro_rules! by_its_files {
    () => {
        type Setup = setup::Setup;
        type State = state::State;
        type Fact = fact::Fact;
        type Act = act::Act;
        type Window = act::Window;

        const OCCASIONS: &'static [affray_kernel::occasion::Occasion] = occasion::ALL;

        fn occasion(window: &Self::Window) -> affray_kernel::occasion::Occasion {
            occasion::of(window)
        }

        fn catalogue() -> &'static affray_kernel::catalogue::Catalogue {
            ids::catalogue()
        }

        fn compose(
            scenario: &affray_kernel::content::Source,
            library: &[affray_kernel::content::Source],
        ) -> Result<Self::Setup, affray_kernel::content::AllProblems> {
            setup::compose(scenario, library)
        }

        fn set_up(setup: &Self::Setup) -> Result<Self::State, Vec<String>> {
            setup::set_up(setup)
        }

        fn next(state: &Self::State) -> affray_kernel::Next<Self> {
            flow::next(state)
        }

        fn check(
            state: &Self::State,
            ask: &affray_kernel::Ask<Self>,
            act: &Self::Act,
        ) -> Result<(), affray_kernel::Refusal> {
            actions::check(state, ask.who, &ask.window, act)
        }

        fn offers(
            state: &Self::State,
            ask: &affray_kernel::Ask<Self>,
            found: &mut dyn FnMut(Self::Act) -> std::ops::ControlFlow<()>,
        ) {
            offers::sift(state, (ask.who, &ask.window), found, &mut |_, _| {});
        }

        fn refused(
            state: &Self::State,
            ask: &affray_kernel::Ask<Self>,
            refused: &mut dyn FnMut(Self::Act, affray_kernel::Refusal),
        ) {
            let mut passed_over = |_| std::ops::ControlFlow::Continue(());
            offers::sift(state, (ask.who, &ask.window), &mut passed_over, refused);
            offers::sought(state, (ask.who, &ask.window), &mut |act| {
                if let Err(refusal) = actions::check(state, ask.who, &ask.window, &act) {
                    refused(act, refusal);
                }
            });
        }

        fn aspect(
            state: &Self::State,
            who: affray_kernel::CreatureId,
            act: &Self::Act,
        ) -> affray_kernel::Aspect {
            aspect::aspect(state, who, act)
        }

        fn meaning(
            state: &Self::State,
            ask: &affray_kernel::Ask<Self>,
            act: &Self::Act,
        ) -> affray_kernel::meaning::Meaning {
            meaning::meaning(state, ask.who, &ask.window, act)
        }

        #[inline(always)]
        fn apply(state: &mut Self::State, fact: &Self::Fact) {
            fact::apply(state, fact);
        }

        fn knows_fact(state: &Self::State, fact: &Self::Fact) -> bool {
            known::knows_fact(state, fact)
        }

        fn knows_act(state: &Self::State, act: &Self::Act) -> bool {
            known::knows_act(state, act)
        }

        fn simple(state: &Self::State, ask: &affray_kernel::Ask<Self>) -> Option<Self::Act> {
            bot::simple(state, ask.who, &ask.window)
        }

        fn vigour(state: &Self::State, who: affray_kernel::CreatureId) -> i32 {
            bot::vigour(state, who)
        }

        fn policy(state: &Self::State, who: affray_kernel::CreatureId) -> Option<&str> {
            state.sheet(who).policy.as_deref()
        }

        fn print(
            state: &Self::State,
            who: Option<affray_kernel::CreatureId>,
            act: &Self::Act,
        ) -> String {
            notation::print_for(state, who, act)
        }

        fn parse(
            state: &Self::State,
            who: Option<affray_kernel::CreatureId>,
            text: &str,
        ) -> Result<Self::Act, affray_kernel::notation::Unread> {
            notation::parse_for(state, who, text)
        }

        fn parse_knowing(
            state: &Self::State,
            who: Option<affray_kernel::CreatureId>,
            unknown: &affray_kernel::notation::Unknown,
            text: &str,
        ) -> Result<Self::Act, affray_kernel::notation::Unread> {
            notation::parse_knowing(state, who, unknown, text)
        }

        fn question(state: &Self::State, ask: &affray_kernel::Ask<Self>) -> String {
            tell::question(state, ask.who, &ask.window)
        }

        fn asked_by(state: &Self::State, ask: &affray_kernel::Ask<Self>) -> affray_kernel::RuleId {
            meaning::asked_by(state, ask.who, &ask.window)
        }

        fn newcomers(
            state: &Self::State,
            entries: &affray_kernel::content::Source,
            library: &[affray_kernel::content::Source],
        ) -> Result<Vec<Self::Fact>, affray_kernel::content::AllProblems> {
            let newcomers = setup::joining::compose(state, entries, library)?;
            Ok(vec![fact::Fact::Joins(Box::new(newcomers))])
        }

        fn removed(state: &Self::State, who: affray_kernel::CreatureId) -> bool {
            state.body(who).presence == state::Presence::Removed
        }

        fn leaves(
            state: &Self::State,
            who: affray_kernel::CreatureId,
        ) -> Result<Vec<Self::Fact>, affray_kernel::notation::Unread> {
            affray_kernel::notation::Corrections::leaves(state, who)
        }

        fn switches(state: &Self::State) -> Vec<affray_kernel::switch::Switch> {
            affray_kernel::switch::switches(&state.cast.options, ids::catalogue())
        }

        fn correction(
            state: &Self::State,
            text: &str,
        ) -> Result<Vec<Self::Fact>, affray_kernel::notation::Unread> {
            correct::correction(state, text)
        }

        fn settable(
            state: &Self::State,
            who: affray_kernel::CreatureId,
        ) -> Vec<affray_kernel::amend::Settable> {
            affray_kernel::notation::settable(state, who)
        }

        fn tell(
            state: &Self::State,
            note: &affray_kernel::story::Note<Self>,
        ) -> Option<affray_kernel::story::Sentence> {
            use affray_kernel::story::Note;
            match note {
                Note::Fact(fact::Fact::Joins(newcomers)) => newcomers.told(state),
                Note::Fact(fact::Fact::Rules(options)) => {
                    affray_kernel::switch::told(&state.cast.options, options)
                }
                Note::Fact(fact::Fact::Sheet(who, sheet)) => {
                    let (before, names) =
                        affray_kernel::notation::Corrections::sheet_of(state, *who);
                    let told = affray_kernel::amend::told(before, &**sheet, &names)?;
                    let name = Self::spoken(state, *who);
                    let text = affray_kernel::prose::sentence(format!("{name}: {told}"));
                    let sentence = affray_kernel::story::Sentence::event(text).about(vec![*who]);
                    Some(affray_kernel::story::Sentence {
                        without_numbers: Some(String::new()),
                        ..sentence
                    })
                }
                Note::Fact(fact::Fact::Kind(item, kind)) => {
                    let (before, names) =
                        affray_kernel::notation::Corrections::kind_of(state, *item);
                    let told = affray_kernel::amend::told(before, &**kind, &names)?;
                    let thing = affray_kernel::notation::Nouns::thing(state, *item)?;
                    let text = format!("the {}: {told}", thing.name);
                    let text = affray_kernel::prose::sentence(text);
                    Some(affray_kernel::story::Sentence {
                        without_numbers: Some(String::new()),
                        numbers_of: thing.place.bearer(),
                        ..affray_kernel::story::Sentence::event(text)
                    })
                }
                Note::Fact(fact) => Some(tell::veiled(state, fact, tell::tell(state, fact)?)),
                Note::Answer(ask, act) => tell::answer(state, ask, act),
                _ => None,
            }
        }

        fn sheet(
            state: &Self::State,
            who: affray_kernel::CreatureId,
        ) -> Vec<affray_kernel::sheet::SheetSection> {
            figures::sheet(state, who)
        }

        fn toll(state: &Self::State, fact: &Self::Fact) -> Option<affray_kernel::account::Toll> {
            account::toll(state, fact)
        }

        fn bytes(state: &Self::State) -> usize {
            let parts = size_of_val(state.bodies.as_slice()) + size_of_val(state.items.as_slice());
            size_of_val(state) + parts
        }

        fn takes_part(state: &Self::State, who: affray_kernel::CreatureId) -> bool {
            rules::numbers::takes_part(state, who)
        }

        fn name(state: &Self::State, who: affray_kernel::CreatureId) -> &str {
            &state.sheet(who).name
        }

        fn spoken(state: &Self::State, who: affray_kernel::CreatureId) -> String {
            match state.cast.sheets.get(who.index()) {
                Some(sheet) => affray_kernel::prose::the(&sheet.name, &sheet.kind),
                None => "somebody".to_owned(),
            }
        }

        fn side(state: &Self::State, who: affray_kernel::CreatureId) -> u8 {
            state.sheet(who).side
        }

        fn sides(state: &Self::State) -> &[String] {
            &state.cast.sides
        }

        fn count(state: &Self::State) -> usize {
            state.bodies.len()
        }

        fn thing(state: &Self::State, number: u16) -> String {
            tell::thing(state, number)
        }

        fn item(
            state: &Self::State,
            item: affray_kernel::ItemId,
        ) -> Option<affray_kernel::notation::Thing<'_>> {
            affray_kernel::notation::Nouns::thing(state, item)
        }

        fn look(state: &Self::State, path: &str) -> Option<serde_json::Value> {
            look::look(state, path)
        }

        fn gauges(
            state: &Self::State,
            who: affray_kernel::CreatureId,
        ) -> Vec<(&'static str, affray_kernel::gauge::Gauge)> {
            view::gauges(state, who)
        }

        fn seen(
            state: &Self::State,
            who: affray_kernel::CreatureId,
        ) -> Option<affray_kernel::view::CreatureView> {
            (who.index() < state.bodies.len()).then(|| view::creature(state, who))
        }

        fn hidden_from(
            state: &Self::State,
            who: affray_kernel::CreatureId,
        ) -> Vec<affray_kernel::CreatureId> {
            view::hidden_from(state, who)
        }

        fn is_boon(state: &Self::State, condition: &str) -> bool {
            view::is_boon(state, condition)
        }

        fn view(state: &Self::State) -> affray_kernel::view::View {
            view::view(state)
        }

        fn schemas() -> Vec<(String, serde_json::Value)> {
            let scenario =
                affray_kernel::content::schema_with::<scenario::Scenario>(setup::bounds::DEMANDS);
            let mut schemas = vec![("scenario".to_owned(), scenario)];
            schemas.extend(content::file_schemas());
            schemas
        }
    };
}

/// What can be asked of every `State`: one with `bodies` and `items` by their ids and a `cast` of `sheets`, `kinds` of items and a `map`.
#[macro_export]
macro_rules! state_parts {
    () => {
        impl State {
            /// What changes about a creature.
            #[inline(always)]
            #[must_use]
            pub fn body(&self, who: affray_kernel::CreatureId) -> &Body {
                &self.bodies[who.index()]
            }

            /// A creature's sheet.
            #[inline(always)]
            #[must_use]
            pub fn sheet(&self, who: affray_kernel::CreatureId) -> &Sheet {
                &self.cast.sheets[who.index()]
            }

            /// The grid of the map.
            #[inline]
            #[must_use]
            pub fn grid(&self) -> affray_kernel::grid::Grid {
                self.cast.map.grid()
            }

            /// All creatures, in roster order.
            pub fn creatures(&self) -> impl Iterator<Item = affray_kernel::CreatureId> + use<> {
                (0..self.bodies.len() as u16).map(affray_kernel::CreatureId)
            }

            /// The kind of an item.
            #[inline(always)]
            #[must_use]
            pub fn kind(&self, item: affray_kernel::ItemId) -> &ItemKind {
                &self.cast.kinds[usize::from(self.items[usize::from(item.0)].kind)]
            }

            /// An item.
            #[inline(always)]
            #[must_use]
            pub fn item(&self, item: affray_kernel::ItemId) -> &Item {
                &self.items[usize::from(item.0)]
            }

            /// Where an item lies, if it lies anywhere.
            #[must_use]
            pub fn lies_at(
                &self,
                item: affray_kernel::ItemId,
            ) -> Option<affray_kernel::grid::Cell> {
                match self.items.get(usize::from(item.0))?.place {
                    Place::Ground(cell, ..) => Some(cell),
                    _ => None,
                }
            }

            /// Items, with their ids.
            pub fn all_items(&self) -> impl Iterator<Item = (affray_kernel::ItemId, &Item)> {
                let numbered = self.items.iter().enumerate();
                numbered.map(|(index, item)| (affray_kernel::ItemId(index as u16), item))
            }

            /// What a creature has, with the word for where it has it.
            pub(crate) fn belongings(
                &self,
                who: affray_kernel::CreatureId,
            ) -> impl Iterator<Item = (affray_kernel::ItemId, &'static str)> {
                self.all_items().filter_map(move |(id, item)| {
                    let place = match item.place {
                        Place::Held(by, ..) if by == who => "in hand",
                        Place::Worn(by) if by == who => "worn",
                        Place::Carried(by, ..) if by == who => "carried",
                        _ => return None,
                    };
                    Some((id, place))
                })
            }

            /// The weapon that a creature strikes with; `None` if the item is none or is not there.
            #[inline(always)]
            #[must_use]
            pub fn weapon(
                &self,
                who: affray_kernel::CreatureId,
                arm: affray_kernel::Arm,
            ) -> Option<&Weapon> {
                match arm {
                    affray_kernel::Arm::Item(item) => self
                        .items
                        .get(usize::from(item.0))
                        .and_then(|_| self.kind(item).weapon()),
                    affray_kernel::Arm::Natural(number) => {
                        self.sheet(who).natural.get(usize::from(number))
                    }
                }
            }
        }
    };
}

/// The part of `impl Nouns for State` that its sheets decide: all but `thing`.
#[macro_export]
macro_rules! names_by_sheets {
    () => {
        fn grid(&self) -> affray_kernel::grid::Grid {
            Self::grid(self)
        }

        fn creature_name(&self, who: affray_kernel::CreatureId) -> Option<&str> {
            let sheet = self.cast.sheets.get(who.index())?;
            Some(&sheet.name)
        }

        fn creature_spoken(&self, who: affray_kernel::CreatureId) -> Option<String> {
            let sheet = self.cast.sheets.get(who.index())?;
            Some(affray_kernel::prose::the(&sheet.name, &sheet.kind))
        }

        fn natural_name(&self, who: affray_kernel::CreatureId, number: u8) -> Option<&str> {
            let sheet = self.cast.sheets.get(who.index())?;
            let weapon = sheet.natural.get(usize::from(number))?;
            Some(&weapon.name)
        }
    };
}

/// Things are alike whose whole condition is the same: kind, place and all that wears off.
#[macro_export]
macro_rules! alike_by_items {
    () => {
        fn are_alike(&self, one: affray_kernel::ItemId, other: affray_kernel::ItemId) -> bool {
            self.items.get(usize::from(one.0)) == self.items.get(usize::from(other.0))
        }
    };
}

/// The words of acts as `notation/print.rs` writes and `notation/read.rs` reads them.
#[macro_export]
macro_rules! notation {
    () => {
        /// A cursor over the words of an act.
        pub(super) type Reader<'s, 't> = affray_kernel::notation::Reader<'s, 't, State>;

        /// Names for what acts are about.
        pub(super) type Namer<'s> = affray_kernel::notation::Namer<'s, State>;

        impl affray_kernel::notation::Notation for State {
            type Act = Act;

            fn print(namer: Namer<'_>, act: &Act) -> String {
                print::act(namer, act)
            }

            fn read(reader: &mut Reader<'_, '_>) -> Result<Act, affray_kernel::notation::Unread> {
                read::act(reader)
            }
        }
    };
}
