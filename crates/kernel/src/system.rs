//! What a combat system gives to the kernel: its state, its acts, its windows and its rules.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;

use crate::account::Toll;
use crate::amend::Settable;
use crate::aspect::{Aspect, Covered};
use crate::catalogue::Catalogue;
use crate::content::AllProblems;
use crate::gauge::Gauge;
use crate::id::{CreatureId, ItemId, RuleId};
use crate::lots::Below;
use crate::meaning::Meaning;
use crate::notation::{Thing, Unknown, Unread};
use crate::occasion::Occasion;
use crate::refusal::Refusal;
use crate::scene::{Play, Scene};
use crate::sheet::SheetSection;
use crate::story::{Note, Sentence};
use crate::switch::Switch;
use crate::view::{CreatureView, MapDamage, View};

/// Somebody who is asked for an act, and in which window.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ask<S: System> {
    /// The creature whose decision it is.
    pub who: CreatureId,
    /// What is being asked.
    pub window: S::Window,
    /// Whether others may learn of the answer only when all answers are in.
    pub secret: bool,
}

impl<S: System> Ask<S> {
    /// An ask whose answer everybody may see at once.
    #[must_use]
    pub fn open(who: CreatureId, window: S::Window) -> Self {
        Self {
            who,
            window,
            secret: false,
        }
    }

    /// An ask whose answer stays secret until the whole set is answered.
    #[must_use]
    pub fn secret(who: CreatureId, window: S::Window) -> Self {
        Self {
            who,
            window,
            secret: true,
        }
    }
}

impl<S: System> Ask<S> {
    /// The word for the window's kind, such as `turn`, as journals have it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        S::occasion(&self.window).kind
    }
}

/// How a fight goes on from a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next<S: System> {
    /// The fight is over; the winning side, or `None` for a draw.
    Over(Option<u8>),
    /// Something happens by itself: an act of nobody.
    Auto(S::Act),
    /// Somebody has to decide. The first act given by any of them is taken.
    Await {
        /// Without an act of this one the fight stands still.
        must: Ask<S>,
        /// These may act as well, if they like.
        may: Others<S>,
    },
}

/// Those who may act besides the one who has to decide; a single one, as in a duel, takes no memory.
pub type Others<S> = SmallVec<[Ask<S>; 1]>;

/// Answers of several who were asked at once, in the order of the asks; those of two take no memory.
pub type Acts<S> = SmallVec<[<S as System>::Act; 2]>;

/// What a system counts game time in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeUnit {
    /// Its word: "round", "count".
    pub name: &'static str,
    /// How long it is in thousandths of a second; 0 where the book does not say.
    pub milliseconds: u32,
}

/// A combat system. Nobody "has the turn" here: a turn is a window like any other.
///
/// Implementations are empty marker types; all behaviour is in associated functions.
pub trait System: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that names the system in files.
    const ID: &'static str;
    /// The system's full name.
    const NAME: &'static str;
    /// Raised when old facts would no longer fold to the same state.
    const EDITION: u32;
    /// The kinds of windows, in words.
    const OCCASIONS: &'static [Occasion];
    /// What a thing is that is broken, in a word.
    const BROKEN: &'static str = "broken";
    /// What it counts game time in.
    const TIME: TimeUnit = TimeUnit {
        name: "round",
        milliseconds: 0,
    };

    /// Everything about one fight before it starts, complete in itself: what a journal's header keeps.
    type Setup: Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// All that can change in a fight, and shared access to what cannot. Equality and hash leave out what is shared.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// What happened: applied without rules.
    type Fact: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What somebody does, on their own account or as an answer.
    type Act: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The occasions on which somebody is asked.
    type Window: Clone + Eq + Hash + Debug + Send + Sync;

    /// The kind of a window: one of [`System::OCCASIONS`].
    fn occasion(window: &Self::Window) -> Occasion;

    /// The rules of the system, in the order of the book.
    fn catalogue() -> &'static Catalogue;

    /// Turns a scenario (TOML text) and the content it may refer to into a setup.
    ///
    /// # Errors
    /// Every mistake found in the scenario and in all content files, each at its place.
    fn compose(
        scenario: &crate::content::Source,
        library: &[crate::content::Source],
    ) -> Result<Self::Setup, AllProblems>;

    /// The state a fight starts from.
    ///
    /// # Errors
    /// Every reason at once why the setup is impossible.
    fn set_up(setup: &Self::Setup) -> Result<Self::State, Vec<String>>;

    /// How the fight goes on.
    fn next(state: &Self::State) -> Next<Self>;

    /// Whether the act is a legal answer to the ask.
    ///
    /// # Errors
    /// The first rule against it; the state is untouched.
    fn check(state: &Self::State, ask: &Ask<Self>, act: &Self::Act) -> Result<(), Refusal>;

    /// Lists legal answers, one by one, until told to stop. Everything listed passes [`System::check`].
    fn offers(
        state: &Self::State,
        ask: &Ask<Self>,
        found: &mut dyn FnMut(Self::Act) -> ControlFlow<()>,
    );

    /// One of the acts that [`System::offers`] lists, each as likely as every other; `None` where it lists none. A system may draw it
    /// without looking at all that it would list.
    fn any(state: &Self::State, ask: &Ask<Self>, below: &mut Below<'_>) -> Option<Self::Act> {
        let mut acts = Vec::new();
        Self::offers(state, ask, &mut |act| {
            acts.push(act);
            ControlFlow::Continue(())
        });
        if acts.is_empty() {
            return None;
        }
        let chosen = below(acts.len() as u32);
        Some(acts.swap_remove(chosen as usize))
    }

    /// Lists what somebody who is asked might look for and may not do now, each with the first rule against it. What nobody would look for
    /// is left out: it is for people, not complete.
    fn refused(state: &Self::State, ask: &Ask<Self>, refused: &mut dyn FnMut(Self::Act, Refusal));

    /// What an act is to a player who looks for it: its kind, its price, and where on the board one would point. Asked of acts that
    /// somebody may do, and of those that are refused.
    fn aspect(state: &Self::State, who: CreatureId, act: &Self::Act) -> Aspect;

    /// What an act covers that affects an area; `None` of all others, and of those that are refused. It is no part of the aspect, which is
    /// looked up for everything that is offered.
    fn covered(_state: &Self::State, _who: CreatureId, _act: &Self::Act) -> Option<Covered> {
        None
    }

    /// What an act means to somebody who has not read the book. Asked of acts that somebody may do, and of those that are refused.
    fn meaning(state: &Self::State, ask: &Ask<Self>, act: &Self::Act) -> Meaning;

    /// What the spell, the power or the magic of a thing does that an act uses, from its own figures; `None` of acts that use none.
    fn magic(_state: &Self::State, _who: CreatureId, _act: &Self::Act) -> Option<String> {
        None
    }

    /// Whether what a rule does to a roll comes of where everybody is: who flanks, what covers, who looks where. Whoever aims wants to see it
    /// on the map.
    fn is_of_places(_rule: RuleId) -> bool {
        false
    }

    /// Whether an act is aimed where somebody is only suspected whom the rules hide from the one who acts: what it would come to, so the odds
    /// of it, would tell whether somebody is there.
    fn is_guess(_act: &Self::Act) -> bool {
        false
    }

    /// Lets everybody who has yet to decide for the same moment as `who` do nothing there, so that what `who` does comes about at once and
    /// is not only declared: odds are worked out on such a state. Gives who they are: nobody, where nobody is waited for.
    fn without_others(_state: &mut Self::State, _who: CreatureId) -> Vec<CreatureId> {
        Vec::new()
    }

    /// What no answer means: pass, decline, hold. `None` where an answer must be given.
    fn silence(state: &Self::State, ask: &Ask<Self>) -> Option<Self::Act>;

    /// Whether somebody who knows of those creatures alone, and of itself, notices what it is asked about. To be asked what one does in
    /// somebody's doing tells that somebody is there, and where; what is done to oneself, or in an attack on somebody of whom one knows, is
    /// noticed in any case.
    fn notices(
        _state: &Self::State,
        _ask: &Ask<Self>,
        _knows: &dyn Fn(CreatureId) -> bool,
    ) -> bool {
        true
    }

    /// Whether an answer may as well wait for the own turn: people need not be asked where nothing else can be done.
    fn can_wait(_ask: &Ask<Self>, _act: &Self::Act) -> bool {
        false
    }

    /// Carries the act out: the rules. `who` is `None` for acts of nobody. It cannot refuse.
    ///
    /// # Errors
    /// Stops where a draw is missing; the caller runs it again when the draw is there.
    fn resolve(scene: &mut Scene<'_, Self>, who: Option<CreatureId>, act: &Self::Act) -> Play;

    /// The same act with everything written out that rules would look for anew each time it is carried out from this state, such as the
    /// way to a place; `None` where there is nothing of the kind. With the same draws it comes to the same.
    fn spelled_out(_state: &Self::State, _who: CreatureId, _act: &Self::Act) -> Option<Self::Act> {
        None
    }

    /// Applies a fact. Holds no rules and cannot fail.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// Whether a fact is known to own no memory, so that it is let go of without looking into it.
    #[inline(always)]
    fn is_plain(_fact: &Self::Fact) -> bool {
        false
    }

    /// Whether an act is known to own no memory, so that it is let go of without looking into it.
    #[inline(always)]
    fn owns_nothing(_act: &Self::Act) -> bool {
        false
    }

    /// As [`System::owns_nothing`], of a window.
    #[inline(always)]
    fn window_owns_nothing(_window: &Self::Window) -> bool {
        false
    }

    /// Whether an act is known to throw no dice, so that none are made ready for it.
    #[inline(always)]
    fn rolls_nothing(_act: &Self::Act) -> bool {
        false
    }

    /// Whether everything that a fact names is part of the fight. Rules emit no others, but a journal may hold what somebody wrote into it:
    /// a system whose [`System::apply`] would fail on such a fact has to say so here.
    fn knows_fact(_state: &Self::State, _fact: &Self::Fact) -> bool {
        true
    }

    /// Whether everything that an act names is part of the fight, whether or not the act is possible; as [`System::knows_fact`].
    fn knows_act(_state: &Self::State, _act: &Self::Act) -> bool {
        true
    }

    /// Whether there is a creature of that number.
    fn knows_creature(state: &Self::State, who: CreatureId) -> bool {
        who.index() < Self::count(state)
    }

    /// About how many bytes a state takes, without what all states of a fight share.
    fn bytes(state: &Self::State) -> usize {
        size_of_val(state)
    }

    /// Drops what can no longer matter (counters that nobody reads), so that equal situations become equal states.
    fn forget(state: &mut Self::State);

    /// A sensible choice, made without dice: what a bot of this system does by default. `None`: it leaves the moment to others
    /// who are asked as well.
    fn simple(state: &Self::State, ask: &Ask<Self>) -> Option<Self::Act>;

    /// The name of the policy that plays the creature, as its scenario says; `None`: a person does.
    fn policy(state: &Self::State, who: CreatureId) -> Option<&str>;

    /// The rule by which the game master may correct anything.
    fn corrected_by() -> RuleId;

    /// The act in words, as `who` would say it if it is known. [`System::parse`] for the same creature reads them back.
    fn print(state: &Self::State, who: Option<CreatureId>, act: &Self::Act) -> String;

    /// Reads an act from the words of `who`, whose own things are meant first; `None`: nobody in particular.
    ///
    /// # Errors
    /// What was not understood, with a suggestion.
    fn parse(state: &Self::State, who: Option<CreatureId>, text: &str)
    -> Result<Self::Act, Unread>;

    /// As [`System::parse`], from the words of somebody who does not know of everything: what is unknown has no name.
    ///
    /// # Errors
    /// What was not understood, with a suggestion of nothing unknown.
    fn parse_knowing(
        state: &Self::State,
        who: Option<CreatureId>,
        unknown: &Unknown,
        text: &str,
    ) -> Result<Self::Act, Unread>;

    /// The question of a window in words: "the ogre strikes at you with its club; how do you answer?"
    fn question(state: &Self::State, ask: &Ask<Self>) -> String;

    /// The rule by which that is asked.
    fn asked_by(state: &Self::State, ask: &Ask<Self>) -> RuleId;

    /// Reads a correction by the game master (`garret.hp 7`) as the facts that make it so.
    ///
    /// # Errors
    /// What was not understood or cannot be set.
    fn correction(state: &Self::State, text: &str) -> Result<Vec<Self::Fact>, Unread>;

    /// What of a creature's sheet, and of what the things are that it has, can be corrected, each with the words that stand before its value.
    fn settable(_state: &Self::State, _who: CreatureId) -> Vec<Settable> {
        Vec::new()
    }

    /// Creatures that join the fight, written as the entries of a scenario, as the facts that make them part of it.
    ///
    /// # Errors
    /// Every mistake in the entries and in all content files, each at its place.
    fn newcomers(
        state: &Self::State,
        entries: &crate::content::Source,
        library: &[crate::content::Source],
    ) -> Result<Vec<Self::Fact>, AllProblems>;

    /// Whether the game master has taken a creature out of the fight.
    fn removed(state: &Self::State, who: CreatureId) -> bool;

    /// A creature is taken out of the fight for good, by the game master's word.
    ///
    /// # Errors
    /// If it has left already.
    fn leaves(state: &Self::State, who: CreatureId) -> Result<Vec<Self::Fact>, Unread>;

    /// The switches of the rulings, as they stand.
    fn switches(state: &Self::State) -> Vec<Switch>;

    /// What is said first of a fight that begins in its middle: the round, whose turn it is, and what was declared before. Nothing of one
    /// that begins with its beginning.
    fn opening(_start: &Self::State) -> Vec<Sentence> {
        Vec::new()
    }

    /// How a note reads, `state` being the state just before it. `None` if there is nothing to say.
    fn tell(state: &Self::State, note: &Note<Self>) -> Option<Sentence>;

    /// What a fact means for the account of the fight, `state` being the state just before it; `None` for most.
    fn toll(state: &Self::State, fact: &Self::Fact) -> Option<Toll>;

    /// How much a creature has left of what keeps it in the fight, in thousandths of what it has at its best: 0 or less where harm has
    /// brought it down. What policies weigh states by; it is asked for all the time and takes no memory.
    fn vigour(state: &Self::State, who: CreatureId) -> i32;

    /// Whether a creature still fights: the fight is over when no two sides have somebody left who does.
    fn takes_part(state: &Self::State, who: CreatureId) -> bool;

    /// The name of a creature.
    fn name(state: &Self::State, who: CreatureId) -> &str;

    /// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
    fn spoken(state: &Self::State, who: CreatureId) -> String;

    /// The creature of that name.
    fn creature(state: &Self::State, name: &str) -> Option<CreatureId> {
        Self::creatures(state).find(|who| Self::name(state, *who) == name)
    }

    /// The side a creature fights on.
    fn side(state: &Self::State, who: CreatureId) -> u8;

    /// The names of the sides, by number.
    fn sides(state: &Self::State) -> &[String];

    /// How many creatures there are; their ids are `0..count`.
    fn count(state: &Self::State) -> usize;

    /// All creatures, in the order of the roster.
    fn creatures(state: &Self::State) -> impl Iterator<Item = CreatureId> + Clone + use<Self> {
        (0..Self::count(state)).map(CreatureId::at)
    }

    /// A thing named in refusals and the like by its number.
    fn thing(state: &Self::State, number: u16) -> String;

    /// The visible value at a path such as `garret.hp` or `round`.
    fn look(state: &Self::State, path: &str) -> Option<serde_json::Value>;

    /// How many units of game time ([`System::TIME`]) have begun.
    fn time(state: &Self::State) -> u32 {
        let time = Self::look(state, Self::TIME.name).and_then(|time| time.as_u64());
        time.map_or(0, |time| u32::try_from(time).unwrap_or(u32::MAX))
    }

    /// How many units of game time ([`System::TIME`]) have begun since the fight was decided, where a system goes on for those who may still
    /// die or wake: they are no part of its length.
    fn afterwards(_: &Self::State) -> u32 {
        0
    }

    /// How many units of game time ([`System::TIME`]) the fight has lasted: until it was decided, or until this moment.
    fn length(state: &Self::State) -> u32 {
        Self::time(state).saturating_sub(Self::afterwards(state))
    }

    /// The gauges of a creature with their names, as [`System::view`] has them.
    fn gauges(state: &Self::State, who: CreatureId) -> Vec<(&'static str, Gauge)> {
        let creature = Self::view(state).creatures.into_iter().nth(who.index());
        creature.map_or_else(Vec::new, |creature| creature.gauges)
    }

    /// A creature as [`System::view`] has it.
    fn seen(state: &Self::State, who: CreatureId) -> Option<CreatureView> {
        Self::view(state).creatures.into_iter().nth(who.index())
    }

    /// The creatures to whom a creature's place is unknown, as [`System::view`] has them.
    fn hidden_from(state: &Self::State, who: CreatureId) -> Vec<CreatureId> {
        Self::seen(state, who).map_or_else(Vec::new, |creature| creature.hidden_from)
    }

    /// A thing and what has become of it; `None` where there is no such thing.
    fn item(_state: &Self::State, _item: ItemId) -> Option<Thing<'_>> {
        None
    }

    /// What of the map has come to harm between a state and one that follows from it; nothing in systems whose acts break nothing of it.
    fn map_damage(_before: &Self::State, _after: &Self::State) -> Vec<MapDamage> {
        Vec::new()
    }

    /// Whether a creature is known to be seen alike ([`System::seen`]) in two states of a fight, so that nobody needs to look.
    fn looks_alike(_one: &Self::State, _other: &Self::State, _who: CreatureId) -> bool {
        false
    }

    /// Whether a condition, in the words of [`System::seen`], is good for whoever has it.
    fn is_boon(_state: &Self::State, _condition: &str) -> bool {
        false
    }

    /// The sheet of a creature: every figure, and what those that are worked out are made of. It says nothing of other creatures.
    fn sheet(state: &Self::State, who: CreatureId) -> Vec<SheetSection>;

    /// What can be shown of the state. Who may see what is decided by the table, not here.
    fn view(state: &Self::State) -> View;

    /// The JSON Schema of scenarios and of each kind of content file, by file name.
    fn schemas() -> Vec<(String, serde_json::Value)>;
}
