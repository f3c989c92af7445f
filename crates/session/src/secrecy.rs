//! What a viewer may see and hear: the only place where that is decided.

use affray_kernel::story::{Audience, Depth, Roll};
use affray_kernel::view::{CreatureView, View};
use affray_kernel::{CreatureId, System};
use serde::{Deserialize, Serialize};

use crate::discretion::{Discretion, Numbers};

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
pub(crate) enum Matter<'m> {
    /// That the creature is there, where it is and what it does.
    Presence(&'m CreatureView),
    /// What somebody is called, wherever they are spoken of.
    Name(CreatureId),
    /// About how full its gauges are.
    Gauges(&'m CreatureView),
    /// Its exact numbers.
    Numbers(&'m CreatureView),
    /// The exact numbers of all these creatures.
    NumbersOf(&'m [CreatureId]),
    /// A creature's condition in which another one is named.
    Condition(Option<CreatureId>),
    /// That it is being asked something, what it is, and what it may answer.
    Question(CreatureId),
    /// That dice are awaited, and which.
    Roll(&'m Roll),
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

/// What the rules and the game master say about who is hidden from whom and what is told of numbers, at one moment: all that secrecy
/// depends on.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Knowledge {
    creatures: Vec<Known>,
    /// Whom the game master hides, be they there already or not.
    hidden: Vec<CreatureId>,
    numbers: Numbers,
}

#[derive(Clone, PartialEq, Debug)]
struct Known {
    side: u8,
    hidden_from: Vec<CreatureId>,
}

impl Known {
    fn of(creature: &CreatureView) -> Self {
        Self {
            side: creature.side,
            hidden_from: creature.hidden_from.clone(),
        }
    }
}

/// Hides from all other sides whom the game master hides.
fn hide(creatures: &mut [Known], hidden: &[CreatureId]) {
    for who in hidden {
        let Some(side) = creatures.get(who.index()).map(|known| known.side) else {
            continue;
        };
        let others = creatures.iter().enumerate();
        let others = others.filter(|(_, other)| other.side != side);
        let others: Vec<CreatureId> = others.map(|(index, _)| CreatureId::at(index)).collect();
        creatures[who.index()].hidden_from.extend(others);
    }
}

impl Knowledge {
    /// What is to be known of a state, of which the game master keeps something to himself.
    #[must_use]
    pub(crate) fn of<S: System>(state: &S::State, kept: &Discretion) -> Self {
        let known = |who| Known {
            side: S::side(state, who),
            hidden_from: S::hidden_from(state, who),
        };
        Self::from_all(S::creatures(state).map(known).collect(), kept)
    }

    /// What is to be known of a view, of which the game master keeps something to himself.
    #[must_use]
    pub(crate) fn in_view(view: &View, kept: &Discretion) -> Self {
        Self::from_all(view.creatures.iter().map(Known::of).collect(), kept)
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let creatures = self.creatures.iter();
        let of_creatures = creatures
            .map(|known| size_of::<Known>() + size_of_val(known.hidden_from.as_slice()))
            .sum::<usize>();
        size_of::<Self>() + of_creatures + size_of_val(self.hidden.as_slice())
    }

    fn from_all(mut creatures: Vec<Known>, kept: &Discretion) -> Self {
        hide(&mut creatures, &kept.hidden);
        Self {
            creatures,
            hidden: kept.hidden.clone(),
            numbers: kept.numbers,
        }
    }

    /// Whether the viewer may see or hear the matter.
    #[must_use]
    pub(crate) fn allows(&self, viewer: &Viewer, matter: Matter<'_>) -> bool {
        let Viewer::GameMaster = viewer else {
            return match matter {
                Matter::Presence(creature) => self.sees(viewer, creature.id),
                Matter::Name(who) => self.sees(viewer, who),
                Matter::Gauges(creature) => {
                    self.numbers != Numbers::Nothing || self.knows_numbers(viewer, creature.id)
                }
                Matter::Numbers(creature) => self.knows_numbers(viewer, creature.id),
                Matter::NumbersOf(creatures) => {
                    creatures.iter().all(|who| self.knows_numbers(viewer, *who))
                }
                Matter::Condition(named) => named.is_none_or(|who| self.sees(viewer, who)),
                Matter::Question(who) => plays(viewer).contains(&who),
                Matter::Roll(roll) => {
                    roll.audience == Audience::Everyone
                        && roll.by.is_none_or(|who| self.sees(viewer, who))
                }
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
            // It has not come yet: whoever is hidden when it comes is not seen coming.
            return own.contains(&who) || !self.hidden.contains(&who);
        };
        if own.is_empty() {
            return known.hidden_from.is_empty();
        }
        own.contains(&who) || own.iter().any(|seer| !known.hidden_from.contains(seer))
    }

    /// The numbers of one's own side are open, those of the others where the game master tells them.
    fn knows_numbers(&self, viewer: &Viewer, who: CreatureId) -> bool {
        if self.numbers == Numbers::Numbers && self.sees(viewer, who) {
            return true;
        }
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

#[cfg(test)]
mod tests {
    use affray_kernel::view::TimeView;
    use affray_kernel::{RuleId, pool};

    use super::*;

    const HERO: CreatureId = CreatureId(0);
    const SCOUT: CreatureId = CreatureId(1);
    const THIEF: CreatureId = CreatureId(2);

    fn creature(id: CreatureId, side: u8, hidden_from: &[CreatureId]) -> CreatureView {
        CreatureView {
            id,
            name: String::new(),
            side,
            space: None,
            facing: None,
            size: String::new(),
            reach: None,
            gauges: Vec::new(),
            conditions: Vec::new(),
            holding: Vec::new(),
            active: true,
            hidden_from: hidden_from.to_vec(),
        }
    }

    /// The hero does not see the thief, the scout does.
    fn view() -> View {
        View {
            creatures: vec![
                creature(HERO, 0, &[]),
                creature(SCOUT, 0, &[]),
                creature(THIEF, 1, &[HERO]),
            ],
            time: TimeView {
                heading: String::new(),
                rows: Vec::new(),
                axis: None,
                stages: None,
                underway: Vec::new(),
            },
            map: None,
            things: Vec::new(),
        }
    }

    fn viewers() -> [Viewer; 5] {
        [
            Viewer::GameMaster,
            Viewer::Player(vec![HERO]),
            Viewer::Player(vec![HERO, SCOUT]),
            Viewer::Player(vec![THIEF]),
            Viewer::Watcher,
        ]
    }

    fn allowed(matter: Matter<'_>) -> [bool; 5] {
        allowed_by(&Discretion::default(), matter)
    }

    fn allowed_by(kept: &Discretion, matter: Matter<'_>) -> [bool; 5] {
        let known = Knowledge::in_view(&view(), kept);
        viewers().map(|viewer| known.allows(&viewer, matter))
    }

    #[test]
    fn whom_the_game_master_hides_other_sides_do_not_know() {
        let kept = Discretion {
            hidden: vec![SCOUT],
            ..Discretion::default()
        };
        let scout = creature(SCOUT, 0, &[]);
        assert_eq!(
            allowed_by(&kept, Matter::Presence(&scout)),
            [true, true, true, false, false]
        );
    }

    #[test]
    fn numbers_are_told_as_the_game_master_likes() {
        let thief = creature(THIEF, 1, &[HERO]);
        let told = |numbers, matter| {
            let kept = Discretion {
                numbers,
                ..Discretion::default()
            };
            allowed_by(&kept, matter)
        };
        let own = [true, false, false, true, false];
        let (exact, roughly) = (Matter::Numbers(&thief), Matter::Gauges(&thief));
        assert_eq!(told(Numbers::Nothing, exact), own);
        assert_eq!(told(Numbers::Nothing, roughly), own);
        assert_eq!(told(Numbers::Words, exact), own);
        assert_eq!(told(Numbers::Words, roughly), [true; 5]);
        // Whom one does not see one does not know in numbers either.
        assert_eq!(
            told(Numbers::Numbers, exact),
            [true, false, true, true, false]
        );
    }

    #[test]
    fn the_hidden_are_seen_by_whom_they_are_not_hidden_from() {
        let thief = creature(THIEF, 1, &[HERO]);
        assert_eq!(
            allowed(Matter::Presence(&thief)),
            [true, false, true, true, false]
        );
        assert_eq!(
            allowed(Matter::Name(THIEF)),
            [true, false, true, true, false]
        );
        let hero = creature(HERO, 0, &[]);
        assert_eq!(allowed(Matter::Presence(&hero)), [true; 5]);
    }

    #[test]
    fn numbers_are_open_to_their_own_side() {
        let scout = creature(SCOUT, 0, &[]);
        assert_eq!(
            allowed(Matter::Numbers(&scout)),
            [true, true, true, false, false]
        );
    }

    #[test]
    fn conditions_do_not_name_the_hidden() {
        assert_eq!(allowed(Matter::Condition(None)), [true; 5]);
        assert_eq!(
            allowed(Matter::Condition(Some(THIEF))),
            [true, false, true, true, false]
        );
    }

    #[test]
    fn questions_are_open_to_whom_they_are_put() {
        assert_eq!(
            allowed(Matter::Question(SCOUT)),
            [true, false, true, false, false]
        );
    }

    #[test]
    fn secret_rolls_are_the_game_masters() {
        let roll = |by, audience| Roll {
            pool: pool!("d20"),
            by,
            what: "sneak",
            rule: RuleId(0),
            audience,
        };
        let secret = roll(Some(HERO), Audience::GameMaster);
        assert_eq!(
            allowed(Matter::Roll(&secret)),
            [true, false, false, false, false]
        );
        let hidden = roll(Some(THIEF), Audience::Everyone);
        assert_eq!(
            allowed(Matter::Roll(&hidden)),
            [true, false, true, true, false]
        );
        let open = roll(None, Audience::Everyone);
        assert_eq!(allowed(Matter::Roll(&open)), [true; 5]);
    }

    #[test]
    fn sentences_are_heard_by_those_who_know_everybody_in_them() {
        let sentence = |audience, depth, about| {
            allowed(Matter::Sentence {
                audience,
                depth,
                about,
            })
        };
        let everyone = Audience::Everyone;
        assert_eq!(sentence(everyone, Depth::Event, &[SCOUT]), [true; 5]);
        assert_eq!(
            sentence(everyone, Depth::Event, &[SCOUT, THIEF]),
            [true, false, true, true, false]
        );
        assert_eq!(
            sentence(everyone, Depth::Number, &[SCOUT]),
            [true, true, true, false, false]
        );
        assert_eq!(
            sentence(Audience::GameMaster, Depth::Event, &[]),
            [true, false, false, false, false]
        );
    }
}
