//! The moment of a fight that a question is about.

use std::path::PathBuf;

use affray_kernel::CreatureId;
use affray_table::{Control, Question, Session, Standing, Viewer, open_journal};

use crate::input::{self, Input};
use crate::numbers::{ANY, whole};
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
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(ANY))]
    pub(crate) seed: u64,
    #[command(flatten)]
    settings: Settings,
}

impl Moment {
    /// The fight at that moment, and who acts. Who plays whom is as the fight says again, for what is decided within an act.
    /// `act` is what is asked about, if it is about an act.
    pub(crate) fn reach(
        &self,
        input: &Input,
        act: Option<&str>,
    ) -> Result<(Box<dyn Session>, CreatureId), Trouble> {
        let mut asked = self.ask_everybody(input)?;
        let possible =
            |session: &dyn Session, who| act.is_none_or(|act| is_possible(session, who, act));
        let mut who = self.find(asked.session.as_mut(), &possible)?;
        if act.is_some_and(|act| !is_possible(asked.session.as_ref(), who, act)) {
            // Never: why not is said at its first turn.
            asked = self.ask_everybody(input)?;
            let turn = |session: &dyn Session, who| {
                let questions = questions(session);
                let mut own = questions.iter().filter(|question| question.who == who);
                own.any(|question| question.window == "turn")
            };
            who = self.find(asked.session.as_mut(), &turn)?;
        }
        Ok((asked.hand_back(), who))
    }

    /// The fight as it begins, or as its journal ends, in the hands of people.
    fn ask_everybody(&self, input: &Input) -> Result<Asked, Trouble> {
        let mut session = self.open(input)?;
        let creatures = (0..session.names().len()).map(|index| CreatureId(index as u16));
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
            (None, None) => return Err(Trouble::Input("no scenario and no journal".to_owned())),
        })
    }

    /// The one who acts; in a new fight everybody is silent until it is asked and the moment is the one that is looked for.
    fn find(
        &self,
        session: &mut dyn Session,
        is_moment: &dyn Fn(&dyn Session, CreatureId) -> bool,
    ) -> Result<CreatureId, Trouble> {
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
            let is_asked = questions.iter().any(|question| question.who == who);
            if is_asked && is_moment(session, who) {
                break;
            }
            let Some(other) = questions.iter().find(|question| question.must) else {
                break;
            };
            if session.pass(other.who, None).is_err() {
                break;
            }
        }
        Ok(who)
    }
}

/// A fight in which people are asked for everybody, and who plays whom by the fight itself.
struct Asked {
    session: Box<dyn Session>,
    controls: Vec<(CreatureId, Control)>,
}

impl Asked {
    /// The fight, played again by whom it says.
    fn hand_back(mut self) -> Box<dyn Session> {
        for (creature, control) in self.controls {
            self.session.set_control(creature, control);
        }
        self.session
    }
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
