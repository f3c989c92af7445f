//! What the game master may correct.

/// How corrections are read: by `correct/conditions.rs`, `correct/leaving.rs`, `correct/sheets.rs`, and functions `value`, `can_rule`, `scene`
/// and `item` that are there by these names. Where more follows from a sheet than that pools are cut, a function says so that makes the facts
/// of a creature having it.
#[macro_export]
macro_rules! corrections {
    () => {
        $crate::corrections!(with_sheet);

        /// The creature has that sheet, and no more in its pools than it allows.
        fn with_sheet(state: &State, who: CreatureId, sheet: super::sheet::Sheet) -> Vec<Fact> {
            let fact = Fact::Sheet(who, Box::new(sheet));
            let mut after = state.clone();
            super::fact::apply(&mut after, &fact);
            let mut facts = sheets::cut(&after, who);
            facts.push(fact);
            facts
        }
    };
    ($with_sheet:path) => {
        impl affray_kernel::notation::Corrections for State {
            type Fact = Fact;

            type Sheet = super::sheet::Sheet;
            type Kind = super::sheet::ItemKind;

            const OF_SCENE: &'static [&'static str] = OF_SCENE;

            fn sheet_of(&self, who: CreatureId) -> (&Self::Sheet, affray_kernel::amend::Names) {
                (self.sheet(who), sheets::names(self, who))
            }

            fn has_sheet(&self, who: CreatureId, sheet: Self::Sheet) -> Result<Vec<Fact>, Unread> {
                possible(self, $with_sheet(self, who, sheet))
            }

            fn kind_of(&self, item: ItemId) -> (&Self::Kind, affray_kernel::amend::Names) {
                (self.kind(item), sheets::kind_names())
            }

            fn is_of_kind(&self, item: ItemId, kind: Self::Kind) -> Result<Vec<Fact>, Unread> {
                let mut facts = sheets::worn_down(self, item, &kind);
                facts.push(Fact::Kind(item, Box::new(kind)));
                possible(self, facts)
            }

            fn value(
                reader: &mut Reader<'_, '_>,
                who: CreatureId,
                key: &str,
            ) -> Result<Vec<Fact>, Unread> {
                self::value(reader.nouns, who, key, reader)
            }

            fn gains(reader: &mut Reader<'_, '_>, who: CreatureId) -> Result<Vec<Fact>, Unread> {
                conditions::gains(reader.nouns, who, reader)
            }

            fn loses(reader: &mut Reader<'_, '_>, who: CreatureId) -> Result<Vec<Fact>, Unread> {
                conditions::loses(reader.nouns, who, reader)
            }

            fn leaves(nouns: &Self, who: CreatureId) -> Result<Vec<Fact>, Unread> {
                leaving::leaves(nouns, who)
            }

            fn ruling(reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
                let state = reader.nouns;
                let options = affray_kernel::switch::read(reader, &state.cast.options)?;
                can_rule(state, &options)?;
                Ok(vec![Fact::Rules(Box::new(options))])
            }

            fn scene(reader: &mut Reader<'_, '_>) -> Result<Option<Vec<Fact>>, Unread> {
                self::scene(reader.nouns, reader)
            }

            fn item(reader: &mut Reader<'_, '_>, item: ItemId) -> Result<Vec<Fact>, Unread> {
                self::item(reader.nouns, item, reader)
            }
        }

        /// These facts, if nothing about the fight is impossible after them that was not before.
        fn possible(state: &State, facts: Vec<Fact>) -> Result<Vec<Fact>, Unread> {
            let mut after = state.clone();
            for fact in &facts {
                super::fact::apply(&mut after, fact);
            }
            let faults = super::setup::joining::new_faults(state, &after);
            match faults.into_iter().next() {
                Some(fault) => Err(Unread::new(fault)),
                None => Ok(facts),
            }
        }
    };
}
