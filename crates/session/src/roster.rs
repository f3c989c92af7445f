//! Who comes to a fight under way and who is taken out of it, and how its rulings stand.

use affray_kernel::content::{AllProblems, Source};
use affray_kernel::prose;
use affray_kernel::switch::{Choice, Switch};
use affray_kernel::{CreatureId, System};
use serde::Serialize;
use thiserror::Error;
use ts_rs::TS;

use crate::agreement::Agreement;
use crate::controls::{Control, Habit};
use crate::session::{Declined, Session};
use crate::table::{Table, written};

/// Why creatures cannot join. The fight is as it was.
#[derive(Debug, Error)]
pub enum CannotJoin {
    /// Mistakes in their entries or in content files, with their places.
    #[error("{0}")]
    Problems(AllProblems),
    /// It is not the moment.
    #[error(transparent)]
    Declined(#[from] Declined),
}

/// A word that a switch can be set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct ChoiceSeen {
    /// The word.
    pub word: String,
    /// What it means; empty where the word says it.
    pub about: String,
}

/// A switch of the rulings, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct SwitchSeen {
    /// Its name, as in the `options` of a scenario.
    pub name: String,
    /// What it decides.
    pub about: String,
    /// Where it stands.
    pub value: String,
    /// Where it stands unless a scenario says otherwise.
    pub usual: String,
    /// Words that it can be set to.
    pub choices: Vec<ChoiceSeen>,
    /// Whether it can be set to a number.
    pub takes_number: bool,
    /// The id of the rule that it decides.
    pub rule: Option<String>,
    /// What the ruling says.
    pub ruling: Option<String>,
}

/// All switches of a fight.
pub(crate) fn switches<S: System>(state: &S::State) -> Vec<SwitchSeen> {
    let catalogue = S::catalogue();
    let choice = |choice: Choice| ChoiceSeen {
        word: choice.word,
        about: choice.about,
    };
    let seen = |switch: Switch| {
        let rule = switch.rule.and_then(|rule| catalogue.get(rule));
        SwitchSeen {
            name: switch.name,
            about: switch.about,
            value: switch.value,
            usual: switch.usual,
            choices: switch.choices.into_iter().map(choice).collect(),
            takes_number: switch.takes_number,
            rule: rule.map(|rule| rule.id.clone()),
            ruling: rule.map(|rule| rule.ruling.as_ref().unwrap_or(&rule.text).clone()),
        }
    };
    S::switches(state).into_iter().map(seen).collect()
}

/// The entries as they are read: a line in braces stands for the table of one creature.
fn entries(source: &Source) -> Source {
    let text = source.text.trim();
    if text.starts_with('{') {
        return Source::new(source.name.clone(), format!("creature = [{text}]"));
    }
    source.clone()
}

/// Mistakes in the entries of newcomers; of a side that there is not, with those that there are.
fn with_sides<S: System>(state: &S::State, mut mistakes: AllProblems) -> AllProblems {
    let sides = S::sides(state).iter().map(|side| format!("`{side}`"));
    let sides = prose::list(&sides.collect::<Vec<_>>());
    let all = mistakes.files.iter_mut().flat_map(|file| &mut file.list);
    for problem in all.filter(|problem| problem.message.starts_with(NO_SIDE)) {
        let known = format!(
            "the sides of this fight are {sides}; one that nobody is of yet stands among the `sides` of the scenario"
        );
        problem.hint = Some(match problem.hint.take() {
            Some(near) => format!("{near} {}", prose::capital(known)),
            None => known,
        });
    }
    mistakes
}

/// How the mistake begins that there is no such side.
const NO_SIDE: &str = "there is no side called ";

impl<S: System> Table<S> {
    /// Creatures join the fight; hidden ones without the players of other sides hearing of it.
    pub(crate) fn bring(
        &mut self,
        source: &Source,
        content: &[Source],
        hidden: bool,
    ) -> Result<Vec<CreatureId>, CannotJoin> {
        let state = self.fight.settled();
        let facts = S::newcomers(state, &entries(source), content);
        let facts =
            facts.map_err(|mistakes| CannotJoin::Problems(with_sides::<S>(state, mistakes)))?;
        let fits = self.fight.can_correct(&facts);
        fits.map_err(|rejected| self.declined(rejected))?;
        let mut after = state.clone();
        for fact in &facts {
            S::apply(&mut after, fact);
        }
        let new = S::count(self.fight.state())..S::count(&after);
        let new: Vec<CreatureId> = new.map(CreatureId::at).collect();
        let names = new.iter().map(|who| S::name(&after, *who).to_owned());
        let names = prose::list(&names.collect::<Vec<_>>());
        let verb = if new.len() == 1 { "joins" } else { "join" };
        self.forget_all_about(&new, &after);
        self.hide_from_now(&new, hidden);
        let players: Vec<_> = new
            .iter()
            .map(|who| self.player_for(*who, &after))
            .collect();
        self.put_right(&format!("{names} {verb}"), facts)?;
        for (who, control) in new.iter().zip(players) {
            self.fight.set_dice_of(*who, None);
            self.say(Agreement::Plays(*who, control));
        }
        Ok(new)
    }

    /// Who plays a newcomer: whom its entry names, or else the bot that plays all the others of its side, or people.
    fn player_for(&self, who: CreatureId, after: &S::State) -> Control {
        let state = self.fight.state();
        let side = S::side(after, who);
        let mut others = S::creatures(state)
            .filter(|other| S::side(state, *other) == side && !S::removed(state, *other));
        let written = written::<S>(after, who);
        let first = others.next().map(|other| self.control(other));
        match first {
            Some(first) if S::policy(after, who).is_none() => {
                let alike = others.all(|other| self.control(other) == first);
                if alike { first } else { written }
            }
            _ => written,
        }
    }

    /// What was agreed on about others who had these numbers, and were taken back, does not hold for those who have them now.
    fn forget_all_about(&mut self, new: &[CreatureId], after: &S::State) {
        for who in new {
            if self.said.contains_key(who) {
                self.say(Agreement::Plays(*who, written::<S>(after, *who)));
            }
        }
        let about = self.habits.all().filter(|(who, ..)| new.contains(who));
        let about: Vec<_> = about
            .map(|(who, window, _)| Agreement::Habit(who, window.to_owned(), Habit::Ask))
            .collect();
        for agreement in about {
            self.say(agreement);
        }
    }

    /// Newcomers are hidden before the log tells of them, or are not.
    fn hide_from_now(&mut self, new: &[CreatureId], hidden: bool) {
        let before = self.kept.now();
        let mut now = before.clone();
        now.hidden.retain(|who| !new.contains(who));
        if hidden {
            now.hidden.extend_from_slice(new);
        }
        if now != before {
            self.keep(now);
        }
    }
}
