//! The interface to a fight at the table, the same for every system.

use std::sync::atomic::AtomicBool;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_kernel::grid::Cell;
use affray_kernel::occasion::{self, Occasion};
use affray_sim::Policy;
use affray_sim::policy::NEVER;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;
use ts_rs::TS;

use crate::account::AccountSeen;
use crate::advice::Advice;
use crate::chances::{ChanceReport, OddsBudget};
use crate::controls::{Control, Habit};
use crate::discretion::Numbers;
use crate::farther::Farther;
use crate::impossible::Impossible;
use crate::library::Library;
use crate::log::{Heard, LogLine};
use crate::offers::OfferGroup;
use crate::preview::Preview;
use crate::roster::{CannotJoin, SwitchSeen};
use crate::rulebook::RuleText;
use crate::secrecy::Viewer;
use crate::sheet::{SectionSeen, SettableSeen};
use crate::verification::Verification;
use crate::wording::TableView;

/// How many steps [`Session::advance`] takes before people are heard again.
pub const STEPS_MAX: usize = 2_000;

/// Which system a session plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SystemInfo {
    /// The word for it in files.
    pub id: &'static str,
    /// Its full name.
    pub name: &'static str,
    /// The edition of its facts.
    pub edition: u32,
}

/// Where a fight stands, as far as a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Standing {
    /// It is over.
    Over {
        /// The winning side by name, if there is one.
        winner: Option<String>,
    },
    /// Somebody has to roll dice and say what they show.
    Roll {
        /// Who rolls; `None`: the game master.
        by: Option<CreatureId>,
        /// Its name.
        name: String,
        /// The dice.
        pool: String,
        /// What the roll is called.
        what: String,
        /// The id of the rule that asks for it.
        rule: String,
    },
    /// Somebody has to decide.
    Asks {
        /// The questions that the viewer may hear.
        questions: Vec<Question>,
    },
    /// Something will happen by itself at the next [`Session::advance`].
    Busy,
}

/// A question to a creature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Question {
    /// Whom it is put to.
    pub who: CreatureId,
    /// Its name.
    pub name: String,
    /// The question in words.
    pub question: String,
    /// The id of the rule by which it is asked.
    pub rule: String,
    /// The kind of window it is asked in, such as `turn`: what a [`Habit`] is about.
    pub window: String,
    /// Whether the fight waits for it.
    pub must: bool,
    /// Whether the answer stays secret until all have answered.
    pub secret: bool,
    /// What giving no answer would mean, as it would be typed.
    pub silence: Option<String>,
    /// The same in plain words, where those that are typed are not.
    pub silence_plain: Option<String>,
}

/// A course of the fight that was left for another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
pub struct BranchSeen {
    /// Its number, from 1, among those that the viewer may hear of.
    pub number: usize,
    /// How many entries it shares with the present course, those that can be redone included: for the game master alone, as entries that others
    /// may not hear of would show in it.
    pub shared: Option<usize>,
    /// How many events of it the viewer may hear of.
    pub events: usize,
    /// Where it ends in the system's own idea of time: "Round 3".
    pub time: String,
    /// What happened first in it, if the viewer may hear anything of it.
    pub first: Option<String>,
    /// What happened last in it.
    pub last: Option<String>,
}

/// Why something was not taken. The fight is as it was, but that [`Declined::ComesUpon`] tells of somebody who was hidden until now.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, TS)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Declined {
    /// A rule forbids it.
    #[error("{message} ({rule})")]
    Refused {
        /// The rule's id.
        rule: String,
        /// Why, with the figures.
        message: String,
    },
    /// It comes up against somebody whom the game master has hidden: they are hidden no longer, also if something is undone. Nothing else has
    /// happened, and whoever acts may decide again.
    #[error("{message}")]
    ComesUpon {
        /// Who was come upon, as far as the one who acts may know of them now: the rules may hide them still.
        who: Vec<CreatureId>,
        /// The same in a sentence.
        message: String,
    },
    /// The words were not understood.
    #[error("{message}")]
    Unread {
        /// What was not, with a suggestion.
        message: String,
    },
    /// There is no such creature.
    #[error("there is no creature `{name}`{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Nobody {
        /// The name.
        name: String,
        /// The name that was perhaps meant.
        near: Option<String>,
    },
    /// It is not this creature's moment.
    #[error("it is not {name}'s moment to act")]
    NotAsked {
        /// The creature's name.
        name: String,
    },
    /// Somebody else plays this creature.
    #[error("{name} is not yours to play")]
    NotYours {
        /// The creature's name.
        name: String,
    },
    /// No creature that the asker knows of has this number.
    #[error("there is no creature with the number {number}")]
    NoSuch {
        /// The number.
        number: u16,
    },
    /// Something has happened since the sender last looked.
    #[error("meanwhile: {}", .changed.join(" "))]
    Stale {
        /// The moment that the table is at.
        moment: u64,
        /// What has happened since, in sentences.
        changed: Vec<String>,
    },
    /// The game master has paused the game.
    #[error("the game is paused")]
    Paused,
    /// The fight is over.
    #[error("the fight is over")]
    Over,
    /// Something else has to come first.
    #[error("an act in progress waits for {first} first")]
    Waiting {
        /// What.
        first: String,
    },
    /// An act is in progress.
    #[error("an act is in progress: finish it or `withdraw` it first")]
    InProgress,
    /// A correction that the act in progress does not fit.
    #[error("the act in progress is in the way: {message}")]
    Unfit {
        /// Why it does not go on from there.
        message: String,
    },
    /// There is no such branch.
    #[error("there is no branch {number}; there are {count}")]
    NoBranch {
        /// What was asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// These dice cannot be.
    #[error("{message}")]
    Dice {
        /// Why.
        message: String,
    },
    /// There is nothing to undo, redo or withdraw.
    #[error("there is nothing to {what}")]
    Nothing {
        /// What cannot be done.
        what: String,
    },
    /// There are no odds.
    #[error("{message}")]
    NoOdds {
        /// Why.
        message: String,
    },
    /// The rules ran into a limit.
    #[error("{message}")]
    Fault {
        /// Which.
        message: String,
    },
}

/// One fight with those who play it.
pub trait Session: Send {
    /// The system.
    fn system(&self) -> SystemInfo;

    /// The number of the present moment. It grows with everything that happens, but not with single answers to a question that was put to
    /// several at once.
    fn moment(&self) -> u64;

    /// What the viewer sees.
    fn view(&self, viewer: &Viewer) -> TableView;

    /// What several viewers see at this moment, in their order; the state is looked at once for all of them.
    fn views(&self, viewers: &[&Viewer]) -> Vec<TableView>;

    /// Where the fight stands.
    fn standing(&self, viewer: &Viewer) -> Standing;

    /// Whether it is plain that nothing happens until people do something: where it is not, the next [`Session::advance_by`] tells.
    fn waits(&self) -> bool;

    /// What the creature may do now, sorted by kind; empty if it is not asked, or if the viewer may not know.
    fn offers(&self, who: CreatureId, viewer: &Viewer) -> Vec<OfferGroup>;

    /// What a player may look for and the creature may not do now, each once for all targets and places, with the reason; empty as
    /// [`Session::offers`].
    fn impossible(&self, who: CreatureId, viewer: &Viewer) -> Vec<Impossible>;

    /// The acts that the creature is offered for some place, each aimed at one that was not listed for it; nothing as [`Session::offers`].
    fn aimed_at(&self, who: CreatureId, place: Cell, viewer: &Viewer) -> Farther;

    /// The sheet of a creature; nothing where its numbers are not for the viewer, and nothing of one that the viewer does not know of.
    fn sheet(&self, who: CreatureId, viewer: &Viewer) -> Vec<SectionSeen>;

    /// What of a creature's sheet, and of what the things are that it has, can be corrected: for the game master alone.
    fn settable(&self, who: CreatureId, viewer: &Viewer) -> Vec<SettableSeen>;

    /// The creature of that name.
    ///
    /// # Errors
    /// [`Declined::Nobody`].
    fn creature(&self, name: &str) -> Result<CreatureId, Declined>;

    /// The names of all creatures, by id.
    fn names(&self) -> Vec<String>;

    /// Who sits at the table's own screen, as the journal keeps it; a game master where nothing was agreed.
    fn seat(&self) -> &Viewer;

    /// Says who sits at the table's own screen.
    fn set_seat(&mut self, seat: Viewer);

    /// Who plays a creature.
    fn control(&self, who: CreatureId) -> Control;

    /// Gives a creature to people or to a bot.
    fn set_control(&mut self, who: CreatureId, control: Control);

    /// The kinds of windows of the system, in words.
    fn occasions(&self) -> &'static [Occasion];

    /// The kind of windows that somebody means.
    ///
    /// # Errors
    /// That nothing or more than one thing fits, and what there is.
    fn occasion(&self, words: &str) -> Result<&'static Occasion, Declined> {
        let named = occasion::named(self.occasions(), words);
        named.map_err(|unread| Declined::Unread {
            message: unread.to_string(),
        })
    }

    /// What a creature that people play does in windows of that kind.
    fn habit(&self, who: CreatureId, window: &str) -> Habit;

    /// All habits that are not to ask.
    fn habits(&self) -> Vec<(CreatureId, String, Habit)>;

    /// Has a creature that people play answer of itself in windows of that kind, or no longer. What is answered so is no decision that undo
    /// goes back to. Where `window` is no kind of [`Session::occasions`], nobody is ever asked in one, and nothing is kept.
    fn set_habit(&mut self, who: CreatureId, window: &str, habit: Habit);

    /// Does or answers something for a creature; `seen` is the moment that the sender has seen. Afterwards the fight goes on by itself
    /// until people have to decide.
    ///
    /// # Errors
    /// Why it was not taken; nothing has changed then.
    fn act(&mut self, who: CreatureId, words: &str, seen: Option<u64>) -> Result<(), Declined>;

    /// As [`Session::act`], from somebody's seat: what only a creature forbids whom the game master hides from the seat reveals that
    /// creature, and is refused with that.
    ///
    /// # Errors
    /// Why it was not taken.
    fn act_by(
        &mut self,
        by: &Viewer,
        who: CreatureId,
        words: &str,
        seen: Option<u64>,
    ) -> Result<(), Declined>;

    /// Gives what a creature's silence means as its answer.
    ///
    /// # Errors
    /// As [`Session::act`], and if silence means nothing here.
    fn pass(&mut self, who: CreatureId, seen: Option<u64>) -> Result<(), Declined> {
        self.pass_by(&Viewer::GameMaster, who, seen)
    }

    /// As [`Session::pass`], from somebody's seat, to whatever is asked there: see [`Session::standing`].
    ///
    /// # Errors
    /// As [`Session::pass`].
    fn pass_by(&mut self, by: &Viewer, who: CreatureId, seen: Option<u64>) -> Result<(), Declined>;

    /// Takes dice that people rolled: faces (`4 3`) or a total (`=7`).
    ///
    /// # Errors
    /// If no dice are awaited or these cannot be.
    fn rolled(&mut self, words: &str) -> Result<(), Declined>;

    /// Lets everything happen that needs no people. At most [`STEPS_MAX`] steps are taken at once; `true` if there is more to come.
    ///
    /// # Errors
    /// If the rules run into a limit.
    fn advance(&mut self) -> Result<bool, Declined> {
        self.advance_by(STEPS_MAX)
    }

    /// As [`Session::advance`], with at most so many steps: entries, or answers to an act in progress.
    ///
    /// # Errors
    /// If the rules run into a limit.
    fn advance_by(&mut self, steps_max: usize) -> Result<bool, Declined>;

    /// Whether everything that needs no people happens right after each act, answer and correction, as it does unless said otherwise. Who
    /// wants to look in between says no, and goes on with [`Session::advance_by`].
    fn set_flowing(&mut self, flowing: bool);

    /// Whether anybody has decided anything in this fight, be it a bot.
    fn has_begun(&self) -> bool;

    /// Whether nothing has happened in this fight yet, be it by itself, of which the viewer could read. What the game master sets beforehand
    /// is no part of it.
    fn is_untouched(&self, viewer: &Viewer) -> bool;

    /// Has bots rest: [`Session::advance`] does no more than what needs nobody to decide; or wakes them.
    fn set_resting(&mut self, resting: bool);

    /// Takes back the last decision of a person.
    ///
    /// # Errors
    /// If there is none.
    fn undo(&mut self) -> Result<(), Declined>;

    /// Takes back the entry in force that the line of that number tells of in the game master's log, whoever decided it, with all that followed,
    /// and pauses the game.
    ///
    /// # Errors
    /// If the line tells of nothing in force.
    fn undo_from(&mut self, line: u64) -> Result<(), Declined>;

    /// Takes back everything that people or bots have decided, and pauses the game. Answers that nobody decided, as there was no other or as a
    /// habit gave them, are none.
    ///
    /// # Errors
    /// If nobody has decided anything.
    fn undo_all(&mut self) -> Result<(), Declined>;

    /// Puts the last undone step in force again.
    ///
    /// # Errors
    /// If there is none.
    fn redo(&mut self) -> Result<(), Declined>;

    /// What the fight has come to: who fell when and by whose doing, harm done and taken, what was spent.
    fn account(&self, viewer: &Viewer) -> AccountSeen;

    /// The courses of the fight that were left by going on differently after an undo. What was undone and can be redone is the last one.
    fn branches(&self, viewer: &Viewer) -> Vec<BranchSeen>;

    /// Goes back to a course that was left, by its number in [`Session::branches`] as the viewer sees them; the present one becomes a branch
    /// itself. Nothing goes on by itself before the next [`Session::advance`].
    ///
    /// # Errors
    /// If there is no such branch or an act is in progress.
    fn take_branch(&mut self, number: usize, viewer: &Viewer) -> Result<(), Declined>;

    /// Drops the act in progress.
    ///
    /// # Errors
    /// If there is none that anybody has begun.
    fn withdraw(&mut self) -> Result<(), Declined>;

    /// Whether the act in progress would be begun again at once if it were dropped, as it was not a person who has begun it.
    fn begins_again(&self) -> bool;

    /// Corrects something: the game master's word, such as `garret.hp 7`. It holds from before the act in progress on, which is begun anew with
    /// the dice and answers that it has.
    ///
    /// # Errors
    /// If it was not understood, or the act in progress does not go on so.
    fn correct(&mut self, words: &str) -> Result<(), Declined>;

    /// Drops the act in progress, whoever has begun it, and corrects something.
    ///
    /// # Errors
    /// If it was not understood; the act is not dropped then.
    fn correct_instead(&mut self, words: &str) -> Result<(), Declined>;

    /// Creatures join the fight, written as the entries of a scenario, or each in braces; hidden ones without the players of other
    /// sides hearing of it. Who they are.
    ///
    /// # Errors
    /// Every mistake in their entries, or that the act in progress does not go on with them.
    fn join(
        &mut self,
        entries: &Source,
        library: &Library,
        hidden: bool,
    ) -> Result<Vec<CreatureId>, CannotJoin>;

    /// A creature is taken out of the fight for good: it has no place on the map, nobody waits for it, and views leave it out.
    ///
    /// # Errors
    /// If it is out already, or the act in progress does not go on without it.
    fn remove(&mut self, who: CreatureId) -> Result<(), Declined>;

    /// Whether a creature was taken out of the fight.
    fn is_removed(&self, who: CreatureId) -> bool;

    /// The switches of the rulings, as they stand.
    fn switches(&self) -> Vec<SwitchSeen>;

    /// Sets a switch, from now on.
    ///
    /// # Errors
    /// If there is no such switch, it cannot stand so or cannot change now, or the act in progress does not go on so.
    fn set_switch(&mut self, name: &str, value: &str) -> Result<(), Declined>;

    /// Where dice come from.
    fn dice(&self) -> DiceMode;

    /// Changes where dice come from.
    fn set_dice(&mut self, dice: DiceMode);

    /// Where the dice come from that are rolled for a creature.
    fn dice_of(&self, who: CreatureId) -> DiceMode;

    /// The same as it was said of that creature alone; nothing where its dice are those of all.
    fn own_dice(&self, who: CreatureId) -> Option<DiceMode>;

    /// Has a creature's dice come from elsewhere than those of the fight, or (without) no longer.
    fn set_dice_of(&mut self, who: CreatureId, dice: Option<DiceMode>);

    /// What players are told of the numbers of creatures of other sides.
    fn numbers(&self) -> Numbers;

    /// Says what they are told from now on.
    fn set_numbers(&mut self, numbers: Numbers);

    /// Whether the game master hides a creature from the players of other sides.
    fn is_hidden(&self, who: CreatureId) -> bool;

    /// Hides a creature from the players of other sides, whatever the rules say, or reveals it. What happens with it meanwhile they do not
    /// hear of afterwards either.
    fn set_hidden(&mut self, who: CreatureId, hidden: bool);

    /// Whether nobody but the game master may act.
    fn is_paused(&self) -> bool;

    /// Pauses the game, or has it go on.
    fn set_paused(&mut self, paused: bool);

    /// Whether somebody may act for a creature with these words at all: not while the game is paused, for creatures of their own alone, and
    /// in words that can be read and name nobody of whom they cannot know: such a name is answered like one that nobody has. The rules are
    /// asked by [`Session::act`].
    ///
    /// # Errors
    /// Why not.
    fn admits(&self, by: &Viewer, who: CreatureId, words: &str) -> Result<(), Declined>;

    /// The log from line number `since` on, as far as the viewer may hear it.
    fn log(&self, since: u64, viewer: &Viewer) -> Vec<LogLine>;

    /// What the viewer may hear of the log after what was heard, and how far that is. It takes no longer in a long fight.
    fn log_after(&self, heard: Heard, viewer: &Viewer) -> (Vec<LogLine>, Heard);

    /// What the act in progress has shown so far. These lines are numbered from `first`, that is how many lines of the log the viewer can read:
    /// the log will have them under these numbers when the act is finished, but now they tell of no entry.
    fn in_progress(&self, first: u64, viewer: &Viewer) -> Vec<LogLine>;

    /// The dice, sums and rules behind what happened last, in the act in progress or else in the last entry of the log: its lines and the
    /// texts of their rules.
    fn why(&self, viewer: &Viewer) -> (Vec<LogLine>, Vec<RuleText>);

    /// The odds of an act, all further decisions in it made by the policies of the creatures; those of people decide sensibly.
    ///
    /// # Errors
    /// If it was not understood, is not allowed or none of the viewer's business.
    fn odds(
        &self,
        who: CreatureId,
        words: &str,
        viewer: &Viewer,
    ) -> Result<ChanceReport, Declined> {
        self.odds_within(who, words, viewer, &OddsBudget::default())
    }

    /// As [`Session::odds`], exact within a budget and from a sample beyond it.
    ///
    /// # Errors
    /// As [`Session::odds`].
    fn odds_within(
        &self,
        who: CreatureId,
        words: &str,
        viewer: &Viewer,
        budget: &OddsBudget,
    ) -> Result<ChanceReport, Declined> {
        self.odds_until(who, words, viewer, budget, &NEVER)
    }

    /// The same until `stop` is set: then there are none.
    ///
    /// # Errors
    /// As [`Session::odds`].
    fn odds_until(
        &self,
        who: CreatureId,
        words: &str,
        viewer: &Viewer,
        budget: &OddsBudget,
        stop: &AtomicBool,
    ) -> Result<ChanceReport, Declined>;

    /// Whether the viewer knows of a creature with that number.
    ///
    /// # Errors
    /// [`Declined::NoSuch`] if not: whoever is unseen is as one who is not there.
    fn knows_of(&self, viewer: &Viewer, who: CreatureId) -> Result<(), Declined>;

    /// What an act would be made of, before any dice are thrown: the sum that it turns on, what its magic does, what it covers.
    ///
    /// # Errors
    /// If it was not understood, is not allowed or none of the viewer's business.
    fn preview(&self, who: CreatureId, words: &str, viewer: &Viewer) -> Result<Preview, Declined>;

    /// What a creature that is asked had best do, the commands weighed by `policy` for a game master (`greedy` or `search`), and by the harm
    /// they do for everybody else; without a name of whoever has to act first.
    ///
    /// # Errors
    /// If it is not asked, or that is none of the viewer's business.
    fn advise(
        &self,
        who: Option<CreatureId>,
        policy: Policy,
        viewer: &Viewer,
    ) -> Result<Advice, Declined> {
        self.advise_until(who, policy, viewer, &AtomicBool::new(false))
    }

    /// The same until `stop` is set: then what is found says nothing, and comes soon.
    ///
    /// # Errors
    /// As [`Session::advise`].
    fn advise_until(
        &self,
        who: Option<CreatureId>,
        policy: Policy,
        viewer: &Viewer,
        stop: &AtomicBool,
    ) -> Result<Advice, Declined>;

    /// A copy of the present moment, without log and journal, that can be asked for odds and advice elsewhere while the fight goes on.
    fn present(&self) -> Box<dyn Session>;

    /// Rules whose id begins with, or whose text contains, all words of the query.
    fn rules(&self, query: &str) -> Vec<RuleText>;

    /// The value at a path such as `garret.hp`, for game masters.
    fn look(&self, path: &str) -> Option<serde_json::Value>;

    /// What has to be appended to the journal: everything since the last call, for a new fight with its header.
    fn journal_changes(&mut self) -> String;

    /// The whole journal without what was undone and left.
    fn journal(&self) -> String;

    /// Replays everything by the rules and compares.
    fn verify(&self) -> Verification;

    /// How many entries the fight has.
    fn entries(&self) -> usize;

    /// About how many bytes the log takes, with what was undone or left.
    fn log_bytes(&self) -> usize;

    /// What all that was taken back, put in force again and left has cost up to now, about in facts that were applied. Going on costs next to
    /// nothing.
    fn effort(&self) -> u64;

    /// Has everybody read a remark in the log. It is not kept.
    fn announce(&mut self, text: &str);

    /// Has those who decide for a creature, and the game master, read a remark about it. It is not kept.
    fn announce_to(&mut self, who: CreatureId, text: &str);
}
