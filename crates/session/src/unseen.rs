//! Whom the game master hides from players: no rule knows of it, so what players are offered, and what it would come to, is worked out as
//! if they were not there, until somebody comes up against them.

use std::sync::Arc;

use affray_kernel::fight::Rejected;
use affray_kernel::story::{Depth, Roll};
use affray_kernel::view::MapView;
use affray_kernel::{Ask, CreatureId, Refusal, System, fight, prose};

use crate::assumed::Assumed;
use crate::names::{SOMEBODY, hushed, is_named, things};
use crate::secrecy::{Knowledge, Matter, Viewer};
use crate::session::{Declined, Session as _};
use crate::table::Table;

/// Whether a creature notices what it is asked about, though the game master hides these from other sides.
pub(crate) fn is_noticed<S: System>(state: &S::State, ask: &Ask<S>, hidden: &[CreatureId]) -> bool {
    let side = S::side(state, ask.who);
    let knows = |one: CreatureId| !hidden.contains(&one) || S::side(state, one) == side;
    hidden.is_empty() || S::notices(state, ask, &knows)
}

/// A creature in a sentence that the viewer reads.
fn called<S: System>(
    state: &S::State,
    who: CreatureId,
    (known, viewer): (&Knowledge, &Viewer),
) -> String {
    if known.allows(viewer, Matter::Name(who)) {
        S::spoken(state, who)
    } else {
        SOMEBODY.to_owned()
    }
}

impl<S: System> Table<S> {
    /// What is asked at this moment, as far as the viewer may know. Whoever does not notice what it is about is not asked.
    pub(crate) fn asks_heard(&self, viewer: &Viewer) -> Vec<Ask<S>> {
        let mut asks = self.fight.asks();
        if *viewer != Viewer::GameMaster {
            let (state, known) = (self.fight.state(), self.known());
            let hidden = self.kept.now().hidden;
            asks.retain(|ask| {
                known.allows(viewer, Matter::Question(ask.who)) && is_noticed(state, ask, &hidden)
            });
        }
        asks
    }

    /// Whom the game master hides from the viewer, those included whom he has taken out of the fight.
    pub(crate) fn hidden_from(&self, viewer: &Viewer) -> Vec<CreatureId> {
        let mut hidden = self.kept.now().hidden;
        if hidden.is_empty() || *viewer == Viewer::GameMaster {
            return Vec::new();
        }
        let unnamed = self.unnamed_to(viewer);
        hidden.retain(|who| unnamed.contains(who));
        hidden
    }

    /// Everybody whom the viewer does not see, be they hidden by the game master or by the rules.
    pub(crate) fn unnamed_to(&self, viewer: &Viewer) -> Vec<CreatureId> {
        let known = self.known();
        let all = S::creatures(self.fight.state());
        let unnamed = all.filter(|who| !known.allows(viewer, Matter::Name(*who)));
        unnamed.collect()
    }

    /// For each viewer the map as it is without those whom the game master hides from that viewer: what they carry lights nothing. `None`
    /// where nobody is hidden, or a fight has no map.
    pub(crate) fn maps_without_hidden(&self, viewers: &[&Viewer]) -> Vec<Option<Arc<MapView>>> {
        let unseen: Vec<_> = viewers.iter().map(|one| self.unseen_by(one)).collect();
        let mut maps: Vec<Option<Arc<MapView>>> = Vec::new();
        for (index, them) in unseen.iter().enumerate() {
            // The same ones are hidden from most viewers, and to leave them out takes a copy of the whole fight.
            let same = unseen[..index].iter().position(|before| before == them);
            maps.push(match same {
                Some(before) => maps[before].clone(),
                None => self.map_without(them),
            });
        }
        maps
    }

    /// The map as it is without these. `None` where these are nobody, or a fight has no map.
    fn map_without(&self, unseen: &[CreatureId]) -> Option<Arc<MapView>> {
        if unseen.is_empty() {
            return None;
        }
        let mut state = self.fight.state().clone();
        for who in unseen {
            // Whoever has left already is not on it.
            for fact in S::leaves(&state, *who).unwrap_or_default() {
                S::apply(&mut state, &fact);
            }
        }
        S::view(&state).map
    }

    /// Whom the game master hides from the viewer, without those whom he has taken out of the fight.
    fn unseen_by(&self, viewer: &Viewer) -> Vec<CreatureId> {
        let mut unseen = self.hidden_from(viewer);
        unseen.retain(|who| !S::removed(self.fight.state(), *who));
        unseen
    }

    /// What a rule is against, as the viewer may read it.
    fn refused_to(&self, viewer: &Viewer, refusal: &Refusal, state: &S::State) -> Declined {
        let rule = S::catalogue().id(refusal.rule).to_owned();
        let known = self.known();
        let call = |who| called::<S>(state, who, (&known, viewer));
        let message = refusal.render_calling::<S>(state, &call);
        Declined::Refused { rule, message }
    }

    /// A text as the viewer may read it.
    pub(crate) fn hushed(&self, text: String, viewer: &Viewer) -> String {
        if *viewer == Viewer::GameMaster {
            return text;
        }
        let unnamed = self.unnamed_to(viewer);
        if unnamed.is_empty() {
            return text;
        }
        let state = self.fight.state();
        let spoken = |who: CreatureId| [S::spoken(state, who), self.name_of(who).to_owned()];
        let names = unnamed.into_iter().flat_map(|who| {
            let [spoken, name] = spoken(who);
            [spoken, name, format!("@{}", who.0)]
        });
        hushed(text, names, &self.all_names())
    }

    /// All names of creatures, as sentences have them as well, and those of things.
    fn all_names(&self) -> Vec<String> {
        let state = self.fight.state();
        let spoken = |who: CreatureId| [S::spoken(state, who), S::name(state, who).to_owned()];
        let creatures = S::creatures(state).flat_map(spoken);
        creatures.chain(things::<S>(state)).collect()
    }

    /// Whether there is such a creature, as far as the viewer may know.
    pub(crate) fn is_known(&self, who: CreatureId, viewer: &Viewer) -> bool {
        S::knows_creature(self.fight.state(), who) && self.known().allows(viewer, Matter::Name(who))
    }

    /// What is answered where a creature is not asked, or that is none of the viewer's business: of somebody unseen the same as of a number
    /// that nobody has.
    pub(crate) fn not_asked(&self, who: CreatureId, viewer: &Viewer) -> Declined {
        if !self.is_known(who, viewer) {
            return Declined::NoSuch { number: who.0 };
        }
        let name = self.spoken_of(who);
        if self.known().allows(viewer, Matter::Question(who)) {
            Declined::NotAsked { name }
        } else {
            Declined::NotYours { name }
        }
    }

    /// The fight as the viewer takes it to be where `who` is asked something: without whom the game master hides, but for those who have a
    /// part in the act in progress or in the question.
    pub(crate) fn as_known_to(&self, viewer: &Viewer, who: CreatureId) -> Assumed<'_, S> {
        let mut unseen = self.unseen_by(viewer);
        if unseen.is_empty() {
            return Assumed::whole(&self.fight);
        }
        let mut asks = self.fight.asks();
        asks.retain(|ask| ask.who == who);
        let state = self.fight.state();
        let questions: Vec<String> = asks.iter().map(|ask| S::question(state, ask)).collect();
        let all = self.all_names();
        let is_named = |one: &CreatureId| {
            let mut questions = questions.iter();
            let name = self.name_of(*one);
            questions.any(|question| is_named(question, name, &all))
        };
        unseen.retain(|one| !is_named(one));
        if unseen.is_empty() {
            return Assumed::whole(&self.fight);
        }
        let without = |absent: &[CreatureId]| Assumed::without(&self.fight, absent, &asks);
        without(&unseen).unwrap_or_else(|| {
            let mut known = Assumed::whole(&self.fight);
            for one in unseen {
                let absent = [known.absent(), &[one]].concat();
                known = without(&absent).unwrap_or(known);
            }
            known
        })
    }

    /// The fight as the viewer sees it, without those whom the rules hide either: what an act that is possible so would come to tells nothing
    /// of them. `None` where that is nothing else than the fight as the viewer knows it, or the act has to do with one of them.
    pub(crate) fn as_seen_by(
        &self,
        viewer: &Viewer,
        who: CreatureId,
        act: &S::Act,
    ) -> Option<Assumed<'_, S>> {
        if *viewer == Viewer::GameMaster {
            return None;
        }
        let mut unseen = self.unnamed_to(viewer);
        unseen.retain(|one| !S::removed(self.fight.state(), *one));
        if unseen.is_empty() {
            return None;
        }
        let mut asks = self.fight.asks();
        asks.retain(|ask| ask.who == who);
        let seen = Assumed::without(&self.fight, &unseen, &asks)?;
        self.check_in(&seen, who, act).ok()?;
        Some(seen)
    }

    fn awaits_secret_dice(&self, viewer: &Viewer) -> bool {
        match self.fight.standing() {
            fight::Standing::Roll(roll) => !self.hears_of(viewer, &roll),
            _ => false,
        }
    }

    /// Whether the viewer learns that these dice are awaited: those of others against somebody of whom the viewer does not know are thrown
    /// in an act that the viewer does not hear of.
    pub(crate) fn hears_of(&self, viewer: &Viewer, roll: &Roll) -> bool {
        let known = self.known();
        if !known.allows(viewer, Matter::Roll(roll)) {
            return false;
        }
        let is_own = |who: CreatureId| known.allows(viewer, Matter::Question(who));
        let is_told = |who: &CreatureId| known.allows(viewer, Matter::Name(*who));
        if roll.by.is_none_or(is_own) {
            return true;
        }
        let lines = self.in_progress(0, &Viewer::GameMaster);
        let events = lines.iter().filter(|line| line.depth == Depth::Event);
        events.flat_map(|line| &line.about).all(is_told)
    }

    /// Has somebody at this seat act. Whoever comes up against somebody hidden, so that the rules refuse only for that one's sake, has
    /// found it: it is revealed, and nothing else has happened.
    pub(crate) fn act_from(
        &mut self,
        by: &Viewer,
        who: CreatureId,
        words: &str,
        seen: Option<u64>,
    ) -> Result<(), Declined> {
        let is_asked = |asks: Vec<Ask<S>>| asks.iter().any(|ask| ask.who == who);
        let is_heard = is_asked(self.asks_heard(by));
        if is_asked(self.fight.asks()) && !is_heard {
            return Err(self.not_asked(who, by));
        }
        self.is_fresh(seen)?;
        // How words are read of which nothing can come may tell of others.
        if !is_heard && let fight::Standing::Acts { .. } = self.fight.standing() {
            return Err(self.not_asked(who, by));
        }
        let act = self.reader(by, who).read(words)?;
        let given = self.try_change(|fight, bots| fight.submit(who, act.clone(), bots));
        let refused = match given {
            Ok(()) => {
                self.go_on();
                return Ok(());
            }
            Err(Rejected::Refused(refusal)) => self.refused_to(by, &refusal, self.fight.state()),
            Err(Rejected::NotAsked(_)) => return Err(self.not_asked(who, by)),
            // Of dice that the seat may not know of it does not learn that they are awaited.
            Err(Rejected::Waiting(_)) if self.awaits_secret_dice(by) => {
                return Err(self.not_asked(who, by));
            }
            Err(rejected) => return Err(self.declined(rejected)),
        };
        let known = self.as_known_to(by, who);
        if known.absent().is_empty() {
            return Err(refused);
        }
        // The rules may refuse because of somebody hidden as well, of whom the seat must not hear.
        self.allowed_in(&known, who, &act, by)?;
        let absent = known.absent();
        let in_the_way = |one: &CreatureId| {
            let others = absent.iter().copied().filter(|other| other != one);
            let alone = Assumed::without(&self.fight, &others.collect::<Vec<_>>(), &[]);
            alone.is_some_and(|alone| self.check_in(&alone, who, &act).is_err())
        };
        let mut met: Vec<CreatureId> = absent.iter().copied().filter(in_the_way).collect();
        if met.is_empty() {
            met = absent.to_vec();
        }
        Err(self.come_upon(who, &met, by))
    }

    /// Whether the creature may do that as things are in that fight.
    pub(crate) fn allowed_in(
        &self,
        fight: &Assumed<'_, S>,
        who: CreatureId,
        act: &S::Act,
        viewer: &Viewer,
    ) -> Result<(), Declined> {
        let checked = self.check_in(fight, who, act);
        checked.map_err(|refusal| self.refused_to(viewer, &refusal, fight.state()))
    }

    /// Whether any ask of the creature allows the act, as things are in that fight.
    fn check_in(
        &self,
        fight: &Assumed<'_, S>,
        who: CreatureId,
        act: &S::Act,
    ) -> Result<(), Refusal> {
        let asks = self.fight.asks();
        let own = asks.iter().filter(|ask| ask.who == who);
        let mut checks = own.map(|ask| S::check(fight.state(), ask, act));
        let first = checks.next().unwrap_or(Ok(()));
        if checks.any(|check| check.is_ok()) {
            Ok(())
        } else {
            first
        }
    }

    fn come_upon(&mut self, who: CreatureId, met: &[CreatureId], by: &Viewer) -> Declined {
        for one in met {
            self.set_hidden(*one, false);
        }
        // The rules may hide them still.
        let (state, known) = (self.fight.state(), self.known());
        let names = met.iter().map(|one| called::<S>(state, *one, (&known, by)));
        let message = format!(
            "{} comes upon {}, hidden until now, and may decide again",
            self.spoken_of(who),
            prose::list(&names.collect::<Vec<_>>())
        );
        let is_known = |one: &&CreatureId| self.is_known(**one, by);
        Declined::ComesUpon {
            who: met.iter().filter(is_known).copied().collect(),
            message,
        }
    }
}
