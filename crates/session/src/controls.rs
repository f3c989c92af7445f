//! Who plays which creature, and the bots.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::dice::Seeded;
use affray_kernel::tape::{Answers, UnderWay};
use affray_kernel::{Ask, CreatureId, System};
use affray_sim::Policy;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::unseen::is_noticed;

/// Who plays a creature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Control {
    /// People.
    #[default]
    People,
    /// A bot.
    Bot(Policy),
}

impl Control {
    /// The control of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            PEOPLE => Some(Self::People),
            _ => Policy::named(name).map(Self::Bot),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::People => PEOPLE.to_owned(),
            Self::Bot(policy) => policy.name(),
        }
    }
}

const PEOPLE: &str = "person";

impl TryFrom<String> for Control {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("nobody plays as `{name}`"))
    }
}

impl From<Control> for String {
    fn from(control: Control) -> Self {
        control.name()
    }
}

/// What a creature that people play does where it is asked in windows of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Habit {
    /// It is asked, but not where all that it could do may as well wait for its own turn.
    #[default]
    Ask,
    /// It is asked every time, in windows of every kind of which nothing else is said.
    Every,
    /// It is silent, where silence means something.
    Never,
    /// It does what a sensible creature does.
    Always,
}

impl Habit {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Ask, Self::Every, Self::Never, Self::Always];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Every => "every",
            Self::Never => "never",
            Self::Always => "always",
        }
    }

    /// The habit of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|habit| habit.name() == name)
    }
}

/// The habits of all creatures: whose, in which kind of window, and which. What is not said is [`Habit::Ask`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Habits(BTreeMap<CreatureId, BTreeMap<String, Habit>>);

impl Habits {
    pub(crate) fn get(&self, who: CreatureId, window: &str) -> Habit {
        let Some(own) = self.0.get(&who) else {
            return Habit::Ask;
        };
        let every = || own.values().find(|habit| **habit == Habit::Every);
        let known = own.get(window).or_else(every);
        known.copied().unwrap_or_default()
    }

    /// All that is not [`Habit::Ask`].
    pub(crate) fn all(&self) -> impl Iterator<Item = (CreatureId, &str, Habit)> {
        self.0.iter().flat_map(|(who, own)| {
            let own = own.iter();
            own.map(|(window, habit)| (*who, window.as_str(), *habit))
        })
    }

    pub(crate) fn set(&mut self, who: CreatureId, window: &str, habit: Habit) {
        let of_all_kinds = matches!(habit, Habit::Ask | Habit::Every);
        let own = self.0.entry(who).or_default();
        own.retain(|kind, known| kind != window && !(of_all_kinds && *known == Habit::Every));
        if habit != Habit::Ask {
            own.insert(window.to_owned(), habit);
        }
    }

    fn of<S: System>(&self, ask: &Ask<S>) -> Habit {
        // What kind of window it is takes longer to tell than that nothing is said of any.
        if self.0.contains_key(&ask.who) {
            self.get(ask.who, ask.word())
        } else {
            Habit::Ask
        }
    }
}

/// Answers for creatures that bots play; the others' answers come from people.
pub(crate) struct Bots<'c> {
    pub(crate) controls: &'c [Control],
    pub(crate) habits: &'c Habits,
    /// Whom the game master hides: others are asked nothing that they do not notice.
    pub(crate) hidden: Vec<CreatureId>,
    /// Choices of random bots: a function of seed, fight and entry, and of the situation.
    pub(crate) chance: Seeded,
    /// For odds: creatures played by people decide sensibly as well, and bots as they do within odds.
    pub(crate) for_all: bool,
    /// Set once nobody waits any longer for what they are asked for.
    pub(crate) stop: &'c AtomicBool,
}

impl<S: System> Answers<S> for Bots<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        if !is_noticed(state, ask, &self.hidden) {
            return S::silence(state, ask);
        }
        let control = self.controls.get(ask.who.index()).copied();
        match control.unwrap_or_default() {
            Control::People if self.for_all => {
                S::simple(state, ask).or_else(|| S::silence(state, ask))
            }
            Control::People => match self.habits.of(ask) {
                Habit::Ask => spared::<S>(state, ask),
                Habit::Every => None,
                Habit::Never => S::silence(state, ask),
                Habit::Always => S::simple(state, ask),
            },
            Control::Bot(policy) => self.decides_by(policy).decide(state, ask, &self.chance),
        }
    }

    fn is_settled(&self) -> bool {
        let mut controls = self.controls.iter();
        controls.all(|control| match control {
            Control::People => true,
            Control::Bot(policy) => self.decides_by(*policy).is_settled(),
        })
    }

    fn looks_back(&self) -> bool {
        let mut controls = self.controls.iter();
        controls.any(|control| match control {
            Control::People => false,
            Control::Bot(policy) => self.decides_by(*policy).looks_back(),
        })
    }

    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        match self.controls.get(ask.who.index()) {
            Some(Control::Bot(policy)) if is_noticed(state, ask, &self.hidden) => {
                let policy = self.decides_by(*policy);
                policy.decide_within((state, ask), under_way, &self.chance)
            }
            _ => self.answer(state, ask),
        }
    }
}

/// Silence, where everything else that could be answered may as well wait: nobody is asked for that alone.
fn spared<S: System>(state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
    let silence = S::silence(state, ask)?;
    let mut all_can_wait = true;
    S::offers(state, ask, &mut |act| {
        if act == silence || S::can_wait(ask, &act) {
            ControlFlow::Continue(())
        } else {
            all_can_wait = false;
            ControlFlow::Break(())
        }
    });
    all_can_wait.then_some(silence)
}

impl Bots<'_> {
    /// Whether nobody waits any longer.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// By which policy a creature decides within odds.
    pub(crate) fn policy(&self, who: CreatureId) -> Policy {
        match self.controls.get(who.index()) {
            Some(Control::Bot(policy)) => policy.within_odds(),
            Some(Control::People) | None => Policy::Simple,
        }
    }

    /// By which policy a bot decides whose own it is.
    fn decides_by(&self, policy: Policy) -> Policy {
        if self.for_all {
            policy.within_odds()
        } else {
            policy
        }
    }

    /// Whether a creature that people play leaves the answer to them.
    pub(crate) fn asks<S: System>(&self, state: &S::State, ask: &Ask<S>) -> bool {
        if !is_noticed(state, ask, &self.hidden) {
            return false;
        }
        match self.habits.of(ask) {
            Habit::Ask => spared::<S>(state, ask).is_none(),
            Habit::Every => true,
            Habit::Never | Habit::Always => false,
        }
    }

    pub(crate) fn plays(&self, who: CreatureId) -> bool {
        self.for_all || !matches!(self.controls.get(who.index()), None | Some(Control::People))
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::policy::POLICIES;

    use super::*;

    #[test]
    fn habits_are_kept_by_creature_and_kind_of_window() {
        let (one, other) = (CreatureId(0), CreatureId(1));
        let mut habits = Habits::default();
        habits.set(one, "fall", Habit::Never);
        habits.set(one, "fall", Habit::Always);
        assert_eq!(habits.get(one, "fall"), Habit::Always);
        assert_eq!(habits.get(one, "turn"), Habit::Ask);
        assert_eq!(habits.get(other, "fall"), Habit::Ask);
        habits.set(one, "fall", Habit::Ask);
        assert_eq!(habits.get(one, "fall"), Habit::Ask);
    }

    #[test]
    fn who_wants_to_be_asked_every_time_is_asked_in_windows_of_every_kind() {
        let (one, other) = (CreatureId(0), CreatureId(1));
        let mut habits = Habits::default();
        habits.set(one, "hit", Habit::Never);
        habits.set(one, "fall", Habit::Every);
        assert_eq!(habits.get(one, "shot"), Habit::Every);
        assert_eq!(habits.get(one, "hit"), Habit::Never);
        assert_eq!(habits.get(other, "fall"), Habit::Ask);
        habits.set(one, "shot", Habit::Ask);
        assert!(habits.all().eq([(one, "hit", Habit::Never)]));
    }

    #[test]
    fn names_are_read_back() {
        for name in POLICIES.into_iter().chain(["search:30"]) {
            assert_eq!(
                Control::named(name).map(Control::name).as_deref(),
                Some(name)
            );
        }
        assert_eq!(Control::named("genius"), None);
        assert_eq!(Habit::named("sometimes"), None);
    }
}
