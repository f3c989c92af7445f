//! Movement rates, and the spaces they allow on each count (`movement-rate/*`, `movement-in-combat/table`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::Sum;
use affray_kernel::{CreatureId, RuleId, Scene};

use super::numbers::{armor, shield};
use super::{running, sprinting};
use crate::TimeCount;
use crate::ids::rule;
use crate::sheet::Race;
use crate::state::{Movement, Pace, Stance, State, Underway};

/// Feet in a space.
pub(crate) const SPACE_FT: i16 = 5;

/// Spaces on each of four successive counts, for the rates of 5, 10, 15 ft and so on (`movement-in-combat/table`).
const TABLE: [[u8; 4]; 12] = [
    [0, 1, 0, 0],
    [1, 0, 1, 0],
    [1, 1, 0, 1],
    [1, 1, 1, 1],
    [1, 2, 1, 1],
    [2, 1, 2, 1],
    [2, 2, 1, 2],
    [2, 2, 2, 2],
    [2, 3, 2, 2],
    [3, 2, 3, 2],
    [3, 3, 3, 2],
    [3, 3, 3, 3],
];

/// The spaces that a rate allows on a count of a movement, counted from 0; after the fourth it begins again
/// (`movement-in-combat/table`, `movement-in-combat/beyond-table`, `movement-in-combat/count-sequence`).
pub(crate) fn spaces(rate_ft: i16, count: u16) -> u8 {
    let rate = usize::from(rate_ft.max(0).unsigned_abs()) / 5;
    let column = usize::from(count % 4);
    let row = |rate: usize| match rate {
        0 => 0,
        rate => TABLE[rate - 1][column],
    };
    if rate <= TABLE.len() {
        row(rate)
    } else {
        u8::try_from(rate / 4).unwrap_or(u8::MAX - 3) + row(rate % 4)
    }
}

/// What a count of a movement allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allowance {
    /// Spaces by the row of the rate.
    pub(crate) row: u8,
    /// Spaces that can be entered.
    pub(crate) spaces: u8,
    /// Spaces of them that count as walked.
    pub(crate) walked: u8,
}

impl Allowance {
    /// The row of a rate as it stands.
    pub(crate) fn of_row(rate_ft: i16, count: u16) -> Self {
        let row = spaces(rate_ft, count);
        Self {
            row,
            spaces: row,
            walked: row,
        }
    }
}

/// What the next count of a movement allows at that pace and its rate. Slowing down in between leads nobody farther than the fastest walk
/// that is open to it would have led since the first count (`movement-in-combat/count-sequence`).
pub(crate) fn allowance(
    state: &State,
    who: CreatureId,
    (pace, own_ft): (Pace, i16),
    movement: Movement,
) -> Allowance {
    let count = movement.counts;
    let own = Allowance::of_row(own_ft, count);
    let walk_ft = || rate_ft(state, who, fastest_walk(state, who));
    match pace {
        Pace::Base => own,
        Pace::Run | Pace::Sprint => Allowance {
            walked: spaces(walk_ft(), count),
            ..own
        },
        Pace::Half | Pace::Sneak => {
            let left = since_first(walk_ft(), count).saturating_sub(movement.allowed_before());
            let spaces = own.row.min(left);
            Allowance {
                spaces,
                walked: spaces,
                ..own
            }
        }
    }
}

/// The spaces that a rate allows from the first count of the table to this one.
fn since_first(rate_ft: i16, count: u16) -> u8 {
    let counts = 0..=count % 4;
    counts.fold(0, |sum: u8, count| {
        sum.saturating_add(spaces(rate_ft, count))
    })
}

/// The fastest that a creature can walk: half its speed where it prepares a spell or parries (`stances/spellcasting-drawback`,
/// `stances/parrying-drawback`).
fn fastest_walk(state: &State, who: CreatureId) -> Pace {
    let body = state.body(who);
    let prepares = matches!(body.underway, Underway::Prepare { .. });
    if prepares || body.posture.stance == Stance::Parrying {
        Pace::Half
    } else {
        Pace::Base
    }
}

/// Whether the table ends before that rate (`movement-in-combat/beyond-table`).
pub(crate) fn is_beyond_table(rate_ft: i16) -> bool {
    rate_ft / SPACE_FT > TABLE.len() as i16
}

/// Rounded down to whole spaces, but never below one (`engine/rounding`).
pub(crate) fn whole_spaces(feet: i16) -> i16 {
    (feet / SPACE_FT * SPACE_FT).max(SPACE_FT)
}

/// What armor, shield and petrification change about the speed of the sheet (`movement-rate/definition`,
/// `movement-rate/encumbrance`, `petrification/speed`).
fn changes(state: &State, who: CreatureId) -> Tally {
    let mut tally = Tally::new();
    let speed = state.sheet(who).speed_ft;
    if speed <= 0 {
        return tally;
    }
    let worn = armor(state, who).map_or(0, |armor| armor.speed_ft);
    let carried = shield(state, who).map_or(0, |shield| shield.speed_ft);
    tally.add("armor", worn, rule!("movement-rate/encumbrance"));
    tally.add("shield", carried, rule!("movement-rate/encumbrance"));
    let laden = speed + worn + carried;
    let least = laden.max(SPACE_FT);
    tally.add(
        "at least 5 ft",
        least - laden,
        rule!("movement-rate/definition"),
    );
    let left = match state.body(who).petrification {
        0 => least,
        8.. => 0,
        points => whole_spaces(least * (4 - points / 2) / 4),
    };
    tally.add("petrification", left - least, rule!("petrification/speed"));
    tally
}

/// The speed of the sheet with what changes it (`movement-rate/definition`).
pub(crate) fn speed_parts(state: &State, who: CreatureId) -> Tally {
    let mut tally = unencumbered(state, who);
    tally.extend(&changes(state, who));
    tally
}

/// The speed of the sheet, by the table of its race if it is of one.
fn unencumbered(state: &State, who: CreatureId) -> Tally {
    let sheet = state.sheet(who);
    let race = sheet.race.filter(|race| race.speed_ft() == sheet.speed_ft);
    let rule = race.map_or(rule!("movement-rate/definition"), of_race);
    let mut tally = Tally::new();
    tally.add("unencumbered", sheet.speed_ft, rule);
    tally
}

/// Base speed in feet per 4 counts: armor, shield and petrification counted (`movement-rate/definition`).
pub(crate) fn speed_ft(state: &State, who: CreatureId) -> i16 {
    state.sheet(who).speed_ft + changes(state, who).total() as i16
}

/// The rate at which a creature moves, in feet per 4 counts, going at that pace (`movement-rate/definition`).
pub(crate) fn rate_ft(state: &State, who: CreatureId, pace: Pace) -> i16 {
    let speed = speed_ft(state, who);
    if speed == 0 {
        return 0;
    }
    at_pace(state, who, pace, speed).0
}

/// The rate at a pace, and the rule that makes it differ from the base speed.
fn at_pace(state: &State, who: CreatureId, pace: Pace, speed: i16) -> (i16, RuleId) {
    let body = state.body(who);
    match pace {
        Pace::Run => (running::speed_ft(speed), rule!("running/speed")),
        Pace::Sprint => {
            let gain = body.run.and_then(|run| run.sprint_gain_ft);
            (
                sprinting::speed_ft(speed, gain.unwrap_or(SPACE_FT)),
                rule!("sprinting/speed"),
            )
        }
        _ if body.posture.stance == Stance::Prone => (SPACE_FT, rule!("stances/prone-movement")),
        Pace::Sneak => (whole_spaces(speed / 4), rule!("movement-rate/sneaking")),
        Pace::Half => {
            let rule = if matches!(body.underway, Underway::Prepare { .. }) {
                rule!("stances/spellcasting-drawback")
            } else if body.posture.stance == Stance::Parrying {
                rule!("stances/parrying-drawback")
            } else {
                rule!("movement-rate/hustle")
            };
            (whole_spaces(speed / 2), rule)
        }
        Pace::Base => (speed, rule!("movement-rate/definition")),
    }
}

/// What changes about the speed of the sheet going at a pace, and the rule of that pace.
fn changes_at(state: &State, who: CreatureId, pace: Pace) -> (Tally, RuleId) {
    let speed = speed_ft(state, who);
    let (rate, reason) = at_pace(state, who, pace, speed);
    let mut tally = changes(state, who);
    let crawls = reason == rule!("stances/prone-movement");
    let name = if crawls { "crawling" } else { pace_name(pace) };
    tally.add(name, rate - speed, reason);
    (tally, reason)
}

/// The rate at a pace with what it is made of, and the rule of the pace; `None` for those who cannot move.
pub(crate) fn rate_parts(state: &State, who: CreatureId, pace: Pace) -> Option<(Tally, RuleId)> {
    if speed_ft(state, who) == 0 {
        return None;
    }
    let (changes, reason) = changes_at(state, who, pace);
    let mut tally = unencumbered(state, who);
    tally.extend(&changes);
    Some((tally, reason))
}

/// Shows how the rate comes about, from the speed of the race on.
pub(crate) fn explain(scene: &mut Scene<'_, TimeCount>, who: CreatureId, pace: Pace) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    let sheet = state.sheet(who);
    let (written, race) = (sheet.speed_ft, sheet.race);
    let (tally, _) = changes_at(state, who, pace);
    let rate = written + tally.total() as i16;
    if let Some(race) = race.filter(|race| race.speed_ft() == written) {
        scene.cite(of_race(race));
    }
    if is_beyond_table(rate) {
        scene.cite(rule!("movement-in-combat/beyond-table"));
    }
    scene.explain(
        || Sum {
            by: Some(who),
            what: "movement rate",
            dice: i32::from(written),
            total: i32::from(rate),
            against: None,
            verdict: "",
            rule: rule!("movement-rate/definition"),
        },
        &tally,
    );
}

/// What a pace is called where it changes the rate.
pub(crate) fn pace_name(pace: Pace) -> &'static str {
    match pace {
        Pace::Sneak => "sneaking",
        Pace::Half => "half speed",
        Pace::Base => "base speed",
        Pace::Run => "running",
        Pace::Sprint => "sprinting",
    }
}

/// The table that gives the speed of a race.
fn of_race(race: Race) -> RuleId {
    match race {
        Race::Halfling | Race::Gnome | Race::Dwarf => rule!("movement-rate/slow-races"),
        Race::Human | Race::Drow | Race::Aleiram | Race::Niera | Race::HalfElf => {
            rule!("movement-rate/normal-races")
        }
        Race::Alidran | Race::Lyorae => rule!("movement-rate/fast-races"),
    }
}

#[cfg(test)]
mod tests {
    use super::{since_first, spaces, whole_spaces};

    /// Else whoever walks at half speed or sneaks would be stopped where it has gone at no other pace.
    #[test]
    fn a_slower_pace_is_ahead_of_a_faster_one_on_no_count() {
        for rate in (5..=300).step_by(5) {
            let (half, quarter) = (whole_spaces(rate / 2), whole_spaces(rate / 4));
            for count in 0..4 {
                let [all, half, quarter] = [rate, half, quarter].map(|ft| since_first(ft, count));
                assert!(half <= all && quarter <= half, "{rate} ft");
            }
        }
    }

    fn row(rate_ft: i16) -> [u8; 4] {
        [0, 1, 2, 3].map(|count| spaces(rate_ft, count))
    }

    #[test]
    fn the_table_is_read_literally() {
        assert_eq!(row(0), [0, 0, 0, 0]);
        assert_eq!(row(5), [0, 1, 0, 0]);
        assert_eq!(row(15), [1, 1, 0, 1]);
        assert_eq!(row(25), [1, 2, 1, 1]);
        assert_eq!(row(55), [3, 3, 3, 2]);
        assert_eq!(row(60), [3, 3, 3, 3]);
    }

    #[test]
    fn the_rows_of_the_table_add_up_to_their_rates() {
        for rate in 1..=40 {
            let total: u8 = row(5 * rate).iter().sum();
            assert_eq!(i16::from(total), rate, "{} ft", 5 * rate);
        }
    }

    #[test]
    fn beyond_the_table_the_pattern_goes_on() {
        assert_eq!(row(65), [3, 4, 3, 3]);
        assert_eq!(row(70), [4, 3, 4, 3]);
        assert_eq!(row(75), [4, 4, 3, 4]);
        assert_eq!(row(80), [4, 4, 4, 4]);
    }

    #[test]
    fn after_the_fourth_count_the_first_comes_again() {
        assert_eq!(spaces(25, 5), 2);
        assert_eq!(spaces(25, 8), 1);
    }
}
