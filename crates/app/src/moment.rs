//! The moment of a fight that a question is about.

use std::path::PathBuf;

use affray_kernel::CreatureId;
use affray_table::{Control, Question, Session, Standing, Viewer, open_journal};

use crate::input::{self, Input};
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
    /// Where a journal ends, instead of where a scenario begins.
    #[arg(long, value_name = "JOURNAL", conflicts_with = "scenario")]
    after: Option<PathBuf>,
    /// The number that the dice before the act follow from, such as those that say who begins.
    #[arg(long, default_value_t = 0, conflicts_with = "after")]
    seed: u64,
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
        let mut session = match &self.after {
            Some(path) => open_journal(&input::source(path)?.text)?.session,
            None => {
                let scenario = self.scenario.as_deref().unwrap_or_default();
                input.open(scenario, self.seed)?
            }
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

fn questions(session: &dyn Session) -> Vec<Question> {
    match session.standing(&Viewer::GameMaster) {
        Standing::Asks { questions } => questions,
        _ => Vec::new(),
    }
}
