//! The moment of a fight that a question is about.

use std::path::PathBuf;

use affray_kernel::CreatureId;
use affray_table::{Control, Question, Session, Standing, Viewer, open_journal};

use crate::input::{self, Input};
use crate::settings::Settings;
use crate::trouble::Trouble;

/// How often others may be silent until it is the moment of the one who acts.
const SILENCES_MAX: usize = 200;

/// When it is, and whose moment.
#[derive(clap::Args)]
pub(crate) struct Moment {
    /// A scenario: a file, or the name of one that the program carries.
    #[arg(required_unless_present = "after")]
    scenario: Option<String>,
    /// Who acts; without it whoever has to.
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Where a journal of the scenario ends, instead of where it begins. A journal holds its own scenario.
    #[arg(long, value_name = "JOURNAL")]
    after: Option<PathBuf>,
    /// The number that the dice before the act follow from, such as those that say who begins; and those of a sample.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    settings: Settings,
}

impl Moment {
    /// The fight at that moment, and who acts.
    pub(crate) fn reach(&self, input: &Input) -> Result<(Box<dyn Session>, CreatureId), Trouble> {
        let mut session = self.open(input)?;
        let who = self.find(session.as_mut())?;
        Ok((session, who))
    }

    /// The fight up to the moment of the act: everybody is asked, whoever played it so far.
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
            Some(path) => Some(open_journal(&input::source(path)?.text)?.session),
            None => None,
        };
        let mut session = match (new, after) {
            (Some(new), Some(after)) if !is_same(new.as_ref(), after.as_ref()) => {
                let message = "the journal is of another fight than the scenario".to_owned();
                return Err(Trouble::Input(message));
            }
            (_, Some(after)) => after,
            (Some(new), None) => new,
            (None, None) => return Err(Trouble::Input("no scenario and no journal".to_owned())),
        };
        for index in 0..session.names().len() {
            session.set_control(CreatureId(index as u16), Control::People);
        }
        session.advance()?;
        Ok(session)
    }

    /// The one who acts; in a new fight others are silent until it is that one's moment.
    fn find(&self, session: &mut dyn Session) -> Result<CreatureId, Trouble> {
        let Some(name) = &self.who else {
            let questions = questions(session);
            let first = questions.iter().find(|question| question.must);
            return first
                .map(|question| question.who)
                .ok_or_else(|| Trouble::Input("nobody is asked to act".to_owned()));
        };
        let who = session.creature(name)?;
        if self.after.is_some() {
            return Ok(who);
        }
        for _ in 0..SILENCES_MAX {
            let questions = questions(session);
            if questions.iter().any(|question| question.who == who) {
                break;
            }
            let Some(other) = questions.iter().find(|question| question.must) else {
                break;
            };
            session.pass(other.who, None)?;
        }
        Ok(who)
    }
}

/// Whether two fights are of the same system and the same people.
fn is_same(one: &dyn Session, other: &dyn Session) -> bool {
    one.system() == other.system() && one.names() == other.names()
}

fn questions(session: &dyn Session) -> Vec<Question> {
    match session.standing(&Viewer::GameMaster) {
        Standing::Asks { questions } => questions,
        _ => Vec::new(),
    }
}
