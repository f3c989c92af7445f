//! Acts as they are typed by whoever may not know of everybody.

use std::cell::OnceCell;

use affray_kernel::{CreatureId, ItemId, System};

use crate::names::{Names, carried_by, items_of};
use crate::offers::{self, Offer, OfferGroup};
use crate::secrecy::{Matter, Viewer};
use crate::session::{Declined, Session as _};
use crate::table::Table;

/// Reads what is typed at a seat for a creature. Whoever is hidden from the viewer is nobody, by whatever name, and what only the hidden have
/// about them is nothing: what is answered is the same as to a name that nobody has, and suggests nobody else who is hidden. Whom the rules
/// hide is so as well, unless the creature is offered something that has to do with that one. Spells and the like have names where the viewer
/// is told whose they are. There alone has a name what somebody carries and neither holds nor wears, or where just that is offered.
pub(crate) struct Reader<'t, S: System> {
    table: &'t Table<S>,
    viewer: &'t Viewer,
    who: CreatureId,
    /// Whom the viewer does not see.
    unnamed: Vec<CreatureId>,
    /// Whose spells and the like may be named, and what they carry.
    open: OnceCell<Vec<CreatureId>>,
    /// What may be named without a look at what is offered.
    names: OnceCell<Names>,
    /// What may be named besides because it is offered; `None` where that is nothing.
    offered: OnceCell<Option<Names>>,
    /// The names of what the others carry, too; `None` where nobody carries anything unseen.
    all: OnceCell<Option<Names>>,
    /// What is offered.
    groups: OnceCell<Vec<OfferGroup>>,
}

impl<S: System> Table<S> {
    pub(crate) fn reader<'t>(&'t self, viewer: &'t Viewer, who: CreatureId) -> Reader<'t, S> {
        Reader {
            table: self,
            viewer,
            who,
            unnamed: self.unnamed_to(viewer),
            open: OnceCell::new(),
            names: OnceCell::new(),
            offered: OnceCell::new(),
            all: OnceCell::new(),
            groups: OnceCell::new(),
        }
    }
}

impl<S: System> Reader<'_, S> {
    pub(crate) fn read(&self, words: &str) -> Result<S::Act, Declined> {
        if *self.viewer == Viewer::GameMaster {
            return self.table.read(self.who, words);
        }
        self.table.is_here(self.who)?;
        let without = || {
            let items = items_of::<S>(self.table.fight.state(), &self.unnamed);
            self.names_but_for(&self.unnamed, items)
        };
        let read = self.read_knowing(self.names.get_or_init(without), words);
        // All offers are looked through only where that matters, and once.
        let read =
            read.or_else(
                |declined| match self.offered.get_or_init(|| self.names_with_offered()) {
                    Some(names) => self.read_knowing(names, words),
                    None => Err(declined),
                },
            );
        let offered = self.offered_act(words, read.as_ref().ok());
        offered.map_or(read, Ok)
    }

    /// The names that may be used by somebody who knows of all but these creatures and things, and of nothing that is carried unseen.
    fn names_but_for(&self, unknown: &[CreatureId], mut items: Vec<ItemId>) -> Names {
        items.extend(self.carried());
        Names::but_for(self.table, unknown, items)
    }

    /// What those who are seen carry and neither hold nor wear, where the viewer is not told of it.
    fn carried(&self) -> Vec<ItemId> {
        let state = self.table.fight.state();
        let open = self.open.get_or_init(|| self.open());
        carried_by::<S>(state, |who| {
            !open.contains(&who) && !self.unnamed.contains(&who)
        })
    }

    /// What is read of words by somebody who knows what the others carry, if it is another act and just that is offered: to be told of it there
    /// tells no more.
    fn offered_act(&self, words: &str, read: Option<&S::Act>) -> Option<S::Act> {
        let all = || {
            let is_more = !self.carried().is_empty();
            is_more.then(|| Names::without(self.table, &self.unnamed))
        };
        let names = self.all.get_or_init(all).as_ref()?;
        let act = self.read_knowing(names, words).ok()?;
        if Some(&act) == read {
            return None;
        }
        let state = self.table.fight.state();
        let printed = S::print(state, Some(self.who), &act);
        let mut offers = self.offers().iter().flat_map(|group| &group.offers);
        offers.any(|offer| offer.words == printed).then_some(act)
    }

    /// What the viewer is shown that the creature may do; looked for once.
    fn offers(&self) -> &[OfferGroup] {
        let look = || self.table.offers(self.who, self.viewer);
        self.groups.get_or_init(look)
    }

    /// What may be named by somebody who looks through the offers.
    fn names_with_offered(&self) -> Option<Names> {
        let hidden = self.table.hidden_from(self.viewer);
        if self.unnamed.iter().all(|one| hidden.contains(one)) {
            return None;
        }
        let offers: Vec<&Offer> = self
            .offers()
            .iter()
            .flat_map(|group| &group.offers)
            .collect();
        let is_offered = |one: &CreatureId| {
            let name = Names::without(self.table, &[*one]);
            let mut offers = offers.iter();
            offers
                .any(|offer| offer.targets.contains(one) || name.secret_in(&offer.words).is_some())
        };
        let mut unknown = self.unnamed.clone();
        unknown.retain(|one| hidden.contains(one) || !is_offered(one));
        if unknown.len() == self.unnamed.len() {
            return None;
        }
        // To know of somebody is not to know what that one carries.
        let state = self.table.fight.state();
        let mut items = items_of::<S>(state, &self.unnamed);
        items.retain(|item| {
            let number = [format!("#{}", item.0)];
            let name = S::item(state, *item).map(|thing| [thing.name.to_owned()]);
            let is_told = |offer: &&Offer| {
                let mut names = name.iter().chain([&number]);
                names.any(|name| offers::names(&offer.words, name, &[]))
            };
            !offers.iter().any(is_told)
        });
        Some(self.names_but_for(&unknown, items))
    }

    /// Whose figures are told to the viewer, and with them what spells and the like they have.
    fn open(&self) -> Vec<CreatureId> {
        let known = self.table.known();
        let is_open = |who: &CreatureId| {
            let all = std::slice::from_ref(who);
            known.allows(self.viewer, Matter::NumbersOf(all))
        };
        S::creatures(self.table.fight.state())
            .filter(|who| !self.unnamed.contains(who))
            .filter(is_open)
            .collect()
    }

    /// Reads an act as it is typed by somebody who knows these names.
    fn read_knowing(&self, names: &Names, words: &str) -> Result<S::Act, Declined> {
        let state = self.table.fight.state();
        let unknown = names.unknown(self.open.get_or_init(|| self.open()));
        let read = S::parse_knowing(state, Some(self.who), &unknown, words);
        read.map_err(|unread| names.unread(unread, words))
    }
}
