//! The moment of a fight that a question is about.

use std::collections::BTreeSet;
use std::path::PathBuf;

use affray_kernel::CreatureId;
use affray_table::{Control, Declined, Question, Session, Standing, Viewer, open_journal};

use crate::input::{self, Input};
use crate::numbers::{ANY, whole};
use crate::settings::Settings;
use crate::trouble::Trouble;

/// How often others may be silent until it is the moment of the one who acts.
const SILENCES_MAX: usize = 200;

/// When it is, and whose moment.
#[derive(clap::Args)]
pub(crate) struct Moment {
    /// A scenario: a file, or the name of one that the program carries. `--after JOURNAL` does as well.
    scenario: Option<String>,
    /// Who acts; without it the first who can do what is asked about, and whoever has to act where it is about no act.
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Where a journal of the scenario ends, instead of where it begins. A journal holds its own scenario.
    #[arg(long, value_name = "JOURNAL")]
    after: Option<PathBuf>,
    /// The number that the dice before the act follow from, such as those that say who begins; and those of a sample.
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(ANY))]
    pub(crate) seed: u64,
    #[command(flatten)]
    settings: Settings,
}

impl Moment {
    /// The fight at that moment, and who acts. Who plays whom is as the fight says again, for what is decided within an act.
    /// `act` is what is asked about, if it is about an act.
    pub(crate) fn reach(&self, input: &Input, act: Option<&str>) -> Result<Reached, Trouble> {
        let mut asked = self.ask_everybody(input)?;
        let possible =
            |session: &dyn Session, who| act.is_none_or(|act| is_possible(session, who, act));
        let mut who = self.find(asked.session.as_mut(), &possible)?;
        if let Some(act) = act.filter(|act| !is_possible(asked.session.as_ref(), who, act)) {
            if let Some(reached) = self.declare(input, act)? {
                return Ok(reached);
            }
            // It never is: why not is said at its first turn, or by whoever is asked first.
            asked = self.ask_everybody(input)?;
            let is_first =
                |session: &dyn Session, who| self.who.is_none() || has_turn(session, who);
            who = self.find(asked.session.as_mut(), &is_first)?;
        }
        Ok(asked.hand_back(who, None))
    }

    /// The moment at which the act is possible to whoever has declared something for it before, where everybody declares at the same time what
    /// they are going to do: after the first declaration that leads there. Where none does, the first moment at which one may act for having
    /// declared something, which says best why not.
    fn declare(&self, input: &Input, act: &str) -> Result<Option<Reached>, Trouble> {
        if self.after.is_some() {
            return Ok(None);
        }
        let mut asked = self.ask_everybody(input)?;
        let named = self.who.as_ref();
        let named = named.map(|name| asked.session.creature(name)).transpose()?;
        let is_meant = |question: &Question| {
            question.secret && named.is_none_or(|named| named == question.who)
        };
        let (mut found, mut nearest) = (None, None);
        let mut choices = Choices::default();
        'course: for _ in 0..SILENCES_MAX {
            let questions = questions(asked.session.as_ref());
            choices.go_on();
            for question in questions.iter().filter(|question| is_meant(question)) {
                if is_unread(asked.session.as_ref(), question, act) {
                    break 'course;
                }
                match choices.ask(asked.session.as_ref(), question) {
                    Choice::New => {}
                    Choice::Known => continue,
                    Choice::Exhausted => break 'course,
                }
                for declared in declarations(asked.session.as_ref(), question, act) {
                    if is_possible(declared.0.as_ref(), question.who, act) {
                        found = Some((question.who, declared));
                        break 'course;
                    }
                    nearest.get_or_insert((question.who, declared));
                }
            }
            if !pass_one(asked.session.as_mut(), &questions) {
                break;
            }
        }
        let reached = found.or(nearest);
        Ok(reached.map(|(who, declared)| asked.reached(who, declared)))
    }

    /// Why the act is not possible, and who was asked where nobody was named.
    pub(crate) fn refused(&self, session: &dyn Session, who: CreatureId, because: &str) -> Trouble {
        let questions = questions(session);
        let asked = questions.iter().find(|question| question.who == who);
        Trouble::Input(match asked.filter(|_| self.who.is_none()) {
            Some(asked) => format!(
                "{} ({}): {because}; `--who NAME` asks about another one",
                asked.name, asked.question
            ),
            None => because.to_owned(),
        })
    }

    /// The fight as it begins, or as its journal ends, in the hands of people.
    fn ask_everybody(&self, input: &Input) -> Result<Asked, Trouble> {
        let mut session = self.open(input)?;
        let creatures = (0..session.names().len()).map(CreatureId::at);
        let controls: Vec<(CreatureId, Control)> = creatures
            .map(|creature| (creature, session.control(creature)))
            .collect();
        for (creature, _) in &controls {
            session.set_control(*creature, Control::People);
        }
        session.advance()?;
        Ok(Asked { session, controls })
    }

    /// The fight as it begins, or as its journal ends.
    fn open(&self, input: &Input) -> Result<Box<dyn Session>, Trouble> {
        if self.after.is_some() && !self.settings.is_empty() {
            let message = "--set changes a scenario where it begins; a journal holds its own";
            return Err(Trouble::Input(message.to_owned()));
        }
        let new = match &self.scenario {
            Some(name) => {
                let scenario = self.settings.apply(input, input.scenario(name)?)?;
                Some(input.open_source(&scenario, self.seed)?)
            }
            None => None,
        };
        let after = match &self.after {
            Some(path) => {
                let source = input::journal(path)?;
                let resumed = open_journal(&source.text)
                    .map_err(|error| Trouble::Input(format!("{}: {error}", source.name)))?;
                Some(resumed.session)
            }
            None => None,
        };
        Ok(match (new, after) {
            (Some(new), Some(after)) if !is_same(new.as_ref(), after.as_ref()) => {
                let message = "the journal is of another fight than the scenario".to_owned();
                return Err(Trouble::Input(message));
            }
            (_, Some(after)) => after,
            (Some(new), None) => new,
            (None, None) => {
                let message = "name a scenario, or a journal with `--after JOURNAL`";
                return Err(Trouble::Input(message.to_owned()));
            }
        })
    }

    /// The one who acts; in a new fight everybody is silent until the moment is the one that is looked for.
    fn find(
        &self,
        session: &mut dyn Session,
        is_moment: &dyn Fn(&dyn Session, CreatureId) -> bool,
    ) -> Result<CreatureId, Trouble> {
        let named = self.who.as_ref().map(|name| session.creature(name));
        let named = named.transpose()?;
        if self.after.is_some()
            && let Some(named) = named
        {
            return Ok(named);
        }
        let silences = if self.after.is_some() {
            0
        } else {
            SILENCES_MAX
        };
        for _ in 0..silences {
            let questions = questions(session);
            let mut meant = questions.iter().map(|question| question.who);
            let is_meant = |who: &CreatureId| named.is_none_or(|named| named == *who);
            if let Some(who) = meant.find(|who| is_meant(who) && is_moment(session, *who)) {
                return Ok(who);
            }
            if !pass_one(session, &questions) {
                break;
            }
        }
        match named {
            Some(named) => Ok(named),
            None => first_asked(session, is_moment),
        }
    }
}

/// Whoever can do it of those who are asked, or else the first who has to do something.
fn first_asked(
    session: &dyn Session,
    is_moment: &dyn Fn(&dyn Session, CreatureId) -> bool,
) -> Result<CreatureId, Trouble> {
    let questions = questions(session);
    let able = questions
        .iter()
        .find(|question| is_moment(session, question.who));
    let first = able.or_else(|| questions.iter().find(|question| question.must));
    let nobody = || match session.standing(&Viewer::GameMaster) {
        Standing::Over { .. } => "the fight is over",
        _ => "nobody is asked to act",
    };
    first
        .map(|question| question.who)
        .ok_or_else(|| Trouble::Input(nobody().to_owned()))
}

/// Whether it is somebody's turn.
fn has_turn(session: &dyn Session, who: CreatureId) -> bool {
    let questions = questions(session);
    let mut own = questions.iter().filter(|question| question.who == who);
    own.any(|question| question.window == "turn")
}

/// A fight at the moment that was looked for.
pub(crate) struct Reached {
    /// The fight.
    pub(crate) session: Box<dyn Session>,
    /// Who acts.
    pub(crate) who: CreatureId,
    /// What that one had to declare on the way, as it is typed, where silence would not have led there.
    pub(crate) declared: Option<String>,
}

/// A fight in which people are asked for everybody, and who plays whom by the fight itself.
struct Asked {
    session: Box<dyn Session>,
    controls: Vec<(CreatureId, Control)>,
}

impl Asked {
    /// The fight after a declaration.
    fn reached(self, who: CreatureId, (session, declared): Declaration) -> Reached {
        Self { session, ..self }.hand_back(who, Some(declared))
    }

    /// The fight, played again by whom it says, at the moment of that creature.
    fn hand_back(mut self, who: CreatureId, declared: Option<String>) -> Reached {
        for (creature, control) in self.controls {
            self.session.set_control(creature, control);
        }
        Reached {
            session: self.session,
            who,
            declared,
        }
    }
}

/// Has one of those who must answer be silent, and says whether that is possible.
fn pass_one(session: &mut dyn Session, questions: &[Question]) -> bool {
    let other = questions.iter().find(|question| question.must);
    other.is_some_and(|other| session.pass(other.who, None).is_ok())
}

/// At so many questions it is tried what a declaration leads to.
const DECLARATIONS_MAX: usize = 60;

/// Whether it is worth trying what a declaration leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    New,
    /// It led nowhere before: where everybody is silent a round is like another.
    Known,
    /// So it has been with everybody since: nothing new will come.
    Exhausted,
}

/// After so many questions in a row that are like earlier ones it may be that nothing new will come; of few, not all is known.
const SILENT_MIN: usize = 12;

/// A question: whose, and in which words.
type Asking = (CreatureId, String);

/// What somebody has chosen from in a course in which everybody is silent.
#[derive(Default)]
struct Choices {
    /// With what there was to choose from.
    known: BTreeSet<(Asking, Vec<String>)>,
    /// How many questions in a row have been like earlier ones.
    again: usize,
    /// What is asked at this moment, and what was just before: of several who declare at the same time those who have not yet done so are
    /// still asked when one of them has.
    now: Vec<Asking>,
    before: Vec<Asking>,
}

impl Choices {
    /// Somebody was silent: another moment has come.
    fn go_on(&mut self) {
        self.before = std::mem::take(&mut self.now);
    }

    fn ask(&mut self, session: &dyn Session, question: &Question) -> Choice {
        let asking = (question.who, question.question.clone());
        let is_open = self.before.contains(&asking);
        self.now.push(asking.clone());
        if is_open {
            return Choice::Known;
        }
        let groups = session.offers(question.who, &Viewer::GameMaster);
        let offers = groups.into_iter().flat_map(|group| group.offers);
        if self
            .known
            .insert((asking, offers.map(|offer| offer.words).collect()))
        {
            self.again = 0;
        } else {
            self.again += 1;
        }
        let enough = self.known.len().max(SILENT_MIN);
        if self.known.len() > DECLARATIONS_MAX || self.again >= enough {
            Choice::Exhausted
        } else if self.again == 0 {
            Choice::New
        } else {
            Choice::Known
        }
    }
}

/// Whether nobody understands the words of the act, whenever they are said.
fn is_unread(session: &dyn Session, question: &Question, act: &str) -> bool {
    let declined = session
        .preview(question.who, act, &Viewer::GameMaster)
        .err();
    matches!(declined, Some(Declined::Unread { .. }))
}

/// How often others may be silent after a declaration until what it was for comes.
const SILENCES_AFTER: usize = 40;

/// A fight some time after somebody has declared something, and what.
type Declaration = (Box<dyn Session>, String);

/// Each answer to the question that costs nothing and leads to a moment at which whoever gave it may do something else, all others being
/// silent; that at which the act is possible, if there is one.
fn declarations(
    session: &dyn Session,
    question: &Question,
    act: &str,
) -> impl Iterator<Item = Declaration> {
    let groups = session
        .offers(question.who, &Viewer::GameMaster)
        .into_iter();
    let offers = groups.flat_map(|group| group.offers);
    let free = offers.filter(|offer| offer.cost.is_none());
    free.filter_map(move |offer| {
        let mut tried = session.present();
        tried.act(question.who, &offer.words, None).ok()?;
        for _ in 0..SILENCES_AFTER {
            let questions = questions(tried.as_ref());
            let own = questions.iter().find(|own| own.who == question.who);
            let may_act = own.is_some_and(|own| !own.secret);
            if may_act || is_possible(tried.as_ref(), question.who, act) {
                return Some((tried, offer.words));
            }
            // Asked to declare something anew, it has had no moment.
            if own.is_some() || !pass_one(tried.as_mut(), &questions) {
                return None;
            }
        }
        None
    })
}

fn is_possible(session: &dyn Session, who: CreatureId, act: &str) -> bool {
    session.preview(who, act, &Viewer::GameMaster).is_ok()
}

/// Whether the second fight may have begun as the first: it is of the same system, and of the same creatures, but for those that have joined.
pub(crate) fn is_same(new: &dyn Session, after: &dyn Session) -> bool {
    new.system() == after.system() && after.names().starts_with(&new.names())
}

fn questions(session: &dyn Session) -> Vec<Question> {
    match session.standing(&Viewer::GameMaster) {
        Standing::Asks { questions } => questions,
        _ => Vec::new(),
    }
}
