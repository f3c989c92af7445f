//! What is in view, with the eyes of those who may see some of it.

use affray_kernel::CreatureId;
use affray_kernel::view::{CreatureView, TimeRow, TimeView, Underway, View};

use super::{CreatureSeen, GaugeSeen, TableView};
use crate::controls::Control;
use crate::discretion::Discretion;
use crate::names::is_named;
use crate::secrecy::{Knowledge, Matter, Viewer};

/// All that is in view at a table, whoever may see it.
pub(crate) struct InView<'t> {
    /// The fight as its system shows it.
    pub(crate) view: View,
    /// Those who are gone and no longer seen.
    pub(crate) gone: &'t [CreatureId],
    /// The names of the sides, by number.
    pub(crate) sides: Vec<String>,
    /// Those who are asked.
    pub(crate) asked: Vec<CreatureId>,
    /// Who plays each creature.
    pub(crate) controls: &'t [Control],
    /// What the game master keeps.
    pub(crate) kept: &'t Discretion,
}

impl InView<'_> {
    /// What the viewer is allowed to see of it.
    pub(crate) fn seen_by(self, viewer: &Viewer) -> TableView {
        let eyes = Eyes::new(viewer, &self);
        let View {
            creatures,
            time,
            map,
            things,
        } = self.view;
        let mut asked = self.asked;
        asked.retain(|who| eyes.hears(*who));
        let seen = |creature: CreatureView| {
            let control = self.controls.get(creature.id.index()).copied();
            let is_kept_hidden = self.kept.hidden.contains(&creature.id);
            eyes.creature(creature, control.unwrap_or_default(), is_kept_hidden)
        };
        TableView {
            time: eyes.time(time, &creatures),
            sides: eyes.sides(self.sides, &creatures),
            creatures: creatures
                .into_iter()
                .filter(|one| eyes.visible.contains(&one.id))
                .map(seen)
                .collect(),
            map,
            things,
            asked,
        }
    }
}

/// A viewer, and whom it sees.
struct Eyes<'v> {
    viewer: &'v Viewer,
    known: Knowledge,
    visible: Vec<CreatureId>,
}

impl<'v> Eyes<'v> {
    fn new(viewer: &'v Viewer, all: &InView<'_>) -> Self {
        let known = Knowledge::in_view(&all.view, all.kept);
        let is_there = |one: &&CreatureView| {
            known.allows(viewer, Matter::Presence(one)) && !all.gone.contains(&one.id)
        };
        let visible = all.view.creatures.iter().filter(is_there);
        Self {
            visible: visible.map(|one| one.id).collect(),
            viewer,
            known,
        }
    }

    fn may(&self, matter: Matter<'_>) -> bool {
        self.known.allows(self.viewer, matter)
    }

    /// Whether it may know what the creature is called.
    fn names(&self, who: CreatureId) -> bool {
        self.may(Matter::Name(who))
    }

    /// Whether it hears what the creature is asked.
    fn hears(&self, who: CreatureId) -> bool {
        self.may(Matter::Question(who))
    }

    fn creature(
        &self,
        creature: CreatureView,
        control: Control,
        is_kept_hidden: bool,
    ) -> CreatureSeen {
        let is_exact = self.may(Matter::Numbers(&creature));
        CreatureSeen {
            gauges: self.gauges(&creature, is_exact),
            id: creature.id,
            name: creature.name,
            side: creature.side,
            space: creature.space,
            facing: creature.facing,
            size: creature.size,
            reach: creature.reach.filter(|_| is_exact),
            control: self.hears(creature.id).then(|| control.name()),
            conditions: self.conditions(creature.conditions),
            holding: creature.holding,
            active: creature.active,
            // From whom it does not know of nobody looks hidden to it: that would tell of them.
            hidden: is_kept_hidden || creature.hidden_from.iter().any(|who| self.names(*who)),
        }
    }

    fn gauges(&self, creature: &CreatureView, is_exact: bool) -> Vec<(&'static str, GaugeSeen)> {
        if !self.may(Matter::Gauges(creature)) {
            return Vec::new();
        }
        let seen = |gauge| {
            if is_exact {
                GaugeSeen::Exact(gauge)
            } else {
                GaugeSeen::roughly(gauge)
            }
        };
        let all = creature.gauges.iter();
        all.map(|(name, gauge)| (*name, seen(*gauge))).collect()
    }

    /// Conditions in words, but for those in which somebody is named who may not be.
    fn conditions(&self, all: Vec<(String, Option<CreatureId>)>) -> Vec<String> {
        let open = all
            .into_iter()
            .filter(|(_, named)| self.may(Matter::Condition(*named)));
        open.map(|(words, _)| words).collect()
    }

    fn time(&self, time: TimeView, all: &[CreatureView]) -> TimeView {
        let mut rows = self.rows(time.rows, all);
        let axis = time.axis.map(|axis| axis.over(&mut rows));
        let underway = time.underway.into_iter();
        TimeView {
            rows,
            axis,
            underway: underway
                .filter_map(|action| self.underway(action))
                .collect(),
            ..time
        }
    }

    /// The rows of those who are visible. A remark in which somebody else is named is left out.
    fn rows(&self, mut rows: Vec<TimeRow>, all: &[CreatureView]) -> Vec<TimeRow> {
        let unnamed: Vec<&str> = all
            .iter()
            .filter(|one| !self.names(one.id))
            .map(|one| one.name.as_str())
            .collect();
        let things = all.iter().flat_map(|one| &one.holding);
        let all: Vec<String> = all
            .iter()
            .map(|one| &one.name)
            .chain(things)
            .cloned()
            .collect();
        rows.retain(|row| self.visible.contains(&row.who));
        for row in &mut rows {
            if unnamed.iter().any(|name| is_named(&row.remark, name, &all)) {
                row.remark.clear();
            }
        }
        rows
    }

    /// An action in progress, if all who are named in it are visible.
    fn underway(&self, mut action: Underway) -> Option<Underway> {
        let is_open = self.visible.contains(&action.who)
            && action.names.iter().all(|who| self.visible.contains(who));
        action.passed.retain(|who| self.hears(*who));
        is_open.then_some(action)
    }

    /// The names of the sides of those whom it knows of, each at its number: that there are others may be a secret.
    fn sides(&self, mut sides: Vec<String>, all: &[CreatureView]) -> Vec<String> {
        let known = all.iter().filter(|one| self.names(one.id));
        let known: Vec<u8> = known.map(|one| one.side).collect();
        for (side, name) in (0..).zip(&mut sides) {
            if !known.contains(&side) {
                name.clear();
            }
        }
        sides
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::view::{Axis, Mark};

    use super::*;
    use crate::discretion::Numbers;

    const HERO: CreatureId = CreatureId(0);
    const ORC: CreatureId = CreatureId(1);
    const THIEF: CreatureId = CreatureId(2);

    /// A hero from whom a thief is hidden, and an orc that attacks one of them.
    fn view(attacked: CreatureId) -> View {
        let creature = |id, side, hidden_from: &[CreatureId]| CreatureView {
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
        };
        View {
            creatures: vec![
                creature(HERO, 0, &[]),
                creature(ORC, 1, &[]),
                creature(THIEF, 1, &[HERO]),
            ],
            time: TimeView {
                heading: String::new(),
                rows: Vec::new(),
                axis: None,
                stages: None,
                underway: vec![Underway {
                    who: ORC,
                    words: "attacks".to_owned(),
                    names: vec![attacked],
                    passed: vec![HERO, THIEF],
                }],
            },
            map: None,
            things: Vec::new(),
        }
    }

    static KEPT: Discretion = Discretion {
        numbers: Numbers::Words,
        hidden: Vec::new(),
    };

    /// What a viewer sees of that where these are asked and everybody is played by people.
    fn seen(view: View, sides: &[&str], asked: &[CreatureId], viewer: &Viewer) -> TableView {
        let all = InView {
            view,
            gone: &[],
            sides: sides.iter().map(|side| (*side).to_owned()).collect(),
            asked: asked.to_vec(),
            controls: &[],
            kept: &KEPT,
        };
        all.seen_by(viewer)
    }

    #[test]
    fn who_is_asked_and_who_let_it_pass_is_known_to_those_who_play_them() {
        for (viewer, known) in [
            (Viewer::GameMaster, vec![HERO, THIEF]),
            (Viewer::Player(vec![HERO]), vec![HERO]),
            (Viewer::Watcher, Vec::new()),
        ] {
            let seen = seen(view(HERO), &[], &[HERO, THIEF], &viewer);
            assert_eq!(seen.asked, known);
            assert_eq!(seen.time.underway[0].passed, known);
        }
    }

    /// A row in which somebody busies himself with the thief, and what lies ahead of the thief.
    fn rows() -> Vec<TimeRow> {
        let row = |who, remark: &str, count| TimeRow {
            who,
            label: String::new(),
            pips: Vec::new(),
            active: false,
            remark: remark.to_owned(),
            marks: vec![(count, Mark::Acts), (count + 1, Mark::Busy)],
            stages: Vec::new(),
        };
        vec![
            row(ORC, "treats Snik until 9", 9),
            row(HERO, "waits for snikering", 8),
            row(THIEF, "", 30),
        ]
    }

    fn seen_by(viewer: &Viewer) -> TableView {
        let mut view = view(HERO);
        view.creatures[THIEF.index()].name = "snik".to_owned();
        view.creatures[THIEF.index()].side = 2;
        view.time.rows = rows();
        let axis = Axis {
            from: 0,
            now: 4,
            to: 30,
            to_at_least: 6,
        };
        view.time.axis = Some(axis);
        seen(view, &["heroes", "orcs", "thieves"], &[], viewer)
    }

    #[test]
    fn remarks_and_the_axis_tell_nothing_of_the_hidden() {
        let remarks = |viewer| {
            let rows = seen_by(&viewer).time.rows;
            let remarks = rows.into_iter().map(|row| row.remark);
            remarks.collect::<Vec<_>>()
        };
        let all = ["treats Snik until 9", "waits for snikering", ""];
        assert_eq!(remarks(Viewer::GameMaster), all);
        let seen = ["", "waits for snikering"];
        assert_eq!(remarks(Viewer::Player(vec![HERO])), seen);
        let last = |viewer| seen_by(&viewer).time.axis.expect("an axis").to;
        assert_eq!(last(Viewer::GameMaster), 30);
        assert_eq!(last(Viewer::Player(vec![HERO])), 9);
    }

    #[test]
    fn sides_of_which_nobody_is_known_have_no_name() {
        let sides = |viewer| seen_by(&viewer).sides;
        assert_eq!(sides(Viewer::GameMaster), ["heroes", "orcs", "thieves"]);
        assert_eq!(sides(Viewer::Watcher), ["heroes", "orcs", ""]);
        assert_eq!(
            sides(Viewer::Player(vec![THIEF])),
            ["heroes", "orcs", "thieves"]
        );
    }

    #[test]
    fn actions_that_name_the_hidden_are_not_seen() {
        let actions = |viewer| {
            let seen = seen(view(THIEF), &[], &[], &viewer);
            seen.time.underway.len()
        };
        assert_eq!(actions(Viewer::GameMaster), 1);
        assert_eq!(actions(Viewer::Player(vec![HERO])), 0);
        assert_eq!(actions(Viewer::Player(vec![ORC])), 1);
    }
}
