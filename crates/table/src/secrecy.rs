//! What a viewer may see and hear: the only place where that is decided.

use affray_kernel::story::{Audience, Depth};
use affray_kernel::view::{CreatureView, View};
use affray_kernel::{CreatureId, System};
use serde::{Deserialize, Serialize};

/// Somebody who looks at a fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// Sees everything.
    GameMaster,
    /// Plays these creatures.
    Player(Vec<CreatureId>),
    /// Plays nobody.
    Watcher,
}

/// What can be asked about.
#[derive(Clone, Copy, Debug)]
pub enum Matter<'m> {
    /// That the creature is there, where it is and what it does.
    Presence(&'m CreatureView),
    /// Its exact numbers.
    Numbers(&'m CreatureView),
    /// That it is being asked something, and what.
    Question(CreatureId),
    /// A sentence of the log.
    Sentence {
        /// Who may hear its roll.
        audience: Audience,
        /// How deep it stands.
        depth: Depth,
        /// The creatures it speaks of.
        about: &'m [CreatureId],
    },
}

/// What the rules say about who is hidden from whom, at one moment: all that secrecy depends on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Knowledge {
    creatures: Vec<Known>,
}

#[derive(Clone, PartialEq, Debug)]
struct Known {
    side: u8,
    hidden_from: Vec<CreatureId>,
}

impl Knowledge {
    /// What is to be known of a state.
    #[must_use]
    pub fn of<S: System>(state: &S::State) -> Self {
        Self::in_view(&S::view(state))
    }

    /// What is to be known of a view.
    #[must_use]
    pub fn in_view(view: &View) -> Self {
        let known = |creature: &CreatureView| Known {
            side: creature.side,
            hidden_from: creature.hidden_from.clone(),
        };
        Self {
            creatures: view.creatures.iter().map(known).collect(),
        }
    }

    /// Whether the viewer may see or hear the matter.
    #[must_use]
    pub fn allows(&self, viewer: &Viewer, matter: Matter<'_>) -> bool {
        let Viewer::GameMaster = viewer else {
            return match matter {
                Matter::Presence(creature) => self.sees(viewer, creature.id),
                Matter::Numbers(creature) => self.knows_numbers(viewer, creature.id),
                Matter::Question(who) => plays(viewer).contains(&who),
                Matter::Sentence {
                    audience,
                    depth,
                    about,
                } => {
                    audience == Audience::Everyone
                        && about.iter().all(|who| self.sees(viewer, *who))
                        && (depth != Depth::Number
                            || about.iter().all(|who| self.knows_numbers(viewer, *who)))
                }
            };
        };
        true
    }

    /// A player sees what any of their creatures sees; a watcher what nobody is kept from seeing.
    fn sees(&self, viewer: &Viewer, who: CreatureId) -> bool {
        let own = plays(viewer);
        let Some(known) = self.creatures.get(who.index()) else {
            return true;
        };
        if own.is_empty() {
            return known.hidden_from.is_empty();
        }
        own.contains(&who) || own.iter().any(|seer| !known.hidden_from.contains(seer))
    }

    /// The numbers of one's own side are open, those of the others are not.
    fn knows_numbers(&self, viewer: &Viewer, who: CreatureId) -> bool {
        let side = |who: &CreatureId| self.creatures.get(who.index()).map(|known| known.side);
        plays(viewer).iter().any(|own| side(own) == side(&who))
    }
}

/// The creatures that the viewer plays.
fn plays(viewer: &Viewer) -> &[CreatureId] {
    match viewer {
        Viewer::Player(own) => own,
        Viewer::GameMaster | Viewer::Watcher => &[],
    }
}
