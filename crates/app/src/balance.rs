//! `affray balance`: the value that makes a fight as hard as it should be.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use affray_kernel::content::Source;
use affray_kernel::notation::closest;
use affray_sim::Tally;
use affray_sim::balance::{Balance, Counts, Goal, balance};
use affray_sim::batch::{self, Beside, Done, Orders, Pool};
use affray_sim::knob::{Knob, Setting};
use affray_sim::study::{Arm, FORMAT, Study};
use affray_sim::summary::Counted;

use crate::figures::{interval, percent};
use crate::input::Input;
use crate::interrupt::STOP;
use crate::numbers::whole;
use crate::output::{Balanced, Found, OneOrMany, Point};
use crate::report::Aim;
use crate::screen::{Screen, Style};
use crate::settings::Settings;
use crate::sim::{self, Fraction, How, Planned, Progress, Sketch};
use crate::telling;
use crate::trouble::{FAULT, INTERRUPTED, Trouble};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario: a file, or the name of one that the program carries.
    scenario: String,
    /// The chance to win that is wanted, such as 65%.
    #[arg(long, value_name = "PERCENT")]
    target: Fraction,
    /// What may be changed: CREATURE.KEY=FROM..TO/STEP, such as ogre.max_hp=10..80. Of several, each is tried by itself (a plot shows one;
    /// with --json `balance` is a list).
    #[arg(long, value_name = "KNOB", required = true)]
    by: Vec<String>,
    /// The side that is to win so often [default: the first].
    #[arg(long, value_name = "NAME")]
    side: Option<String>,
    /// How many fights are played at each value that matters.
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = whole::<u64>(1..=1_000_000_000))]
    fights: u64,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    sketch: Sketch,
}

/// What is the same for all knobs.
struct Table<'a> {
    args: &'a Args,
    input: &'a Input,
    scenario: Source,
    side: String,
    seed: u64,
    pool: Pool,
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let scenario = input.scenario(&args.scenario)?;
    // What is set may be whose side somebody is on.
    let set = args.settings.apply(input, scenario.clone())?;
    let arena = input.arena(&set, args.how.policy())?;
    let table = Table {
        side: side(&arena.cast().sides, args.side.as_deref())?,
        args,
        input,
        scenario,
        seed: args.how.seed(),
        pool: args.how.pool()?,
    };
    let knobs: Vec<Knob> = args
        .by
        .iter()
        .map(|text| knob(text))
        .collect::<Result<_, _>>()?;
    let mut set = args.settings.knobs().iter();
    if let Some((path, _)) = set.find(|(path, _)| knobs.iter().any(|knob| knob.path == *path)) {
        let message = format!("`{path}` cannot be set and looked for at once");
        return Err(Trouble::Input(message));
    }
    let report = args.sketch.create()?;
    if report.is_some() && knobs.len() > 1 {
        let message = "a report shows one knob: give --by once";
        return Err(Trouble::Input(message.to_owned()));
    }
    let benches: Vec<Bench<'_>> = knobs
        .iter()
        .map(|knob| Bench::open(&table, knob))
        .collect::<Result<_, _>>()?;
    let mut beyond = Vec::new();
    let mut studies = Vec::new();
    let mut aims = Vec::new();
    let mut values = Vec::new();
    let mut is_stopped = false;
    for (mut bench, knob) in benches.into_iter().zip(&knobs) {
        let found = match bench.search() {
            Err(Trouble::Stopped(_)) => {
                is_stopped = true;
                bench.so_far()
            }
            found => found?,
        };
        let study = bench.study();
        if args.sketch.json {
            values.push(as_json(&table, knob, (&found, is_stopped), &study));
        } else {
            if !studies.is_empty() {
                screen.line("")?;
            }
            show(screen, &table, knob, (&found, is_stopped), &study)?;
        }
        aims.push(aim(&table, knob, (&found, is_stopped), &study));
        if found.best.is_none() {
            beyond.push(reachable(knob, &found));
        }
        studies.push(study);
        if is_stopped {
            break;
        }
    }
    if args.sketch.json {
        let balance = OneOrMany::of(values, knobs.len());
        telling::json(screen, &Balanced { balance })?;
    }
    if let (Some(report), [study]) = (report, studies.as_slice())
        && !study.arms.is_empty()
    {
        report.finish(study, aims.first())?;
    }
    if studies.iter().any(sim::has_failed) {
        return Ok(ExitCode::from(FAULT));
    }
    if is_stopped {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if beyond.len() < knobs.len() {
        return Ok(ExitCode::SUCCESS);
    }
    Err(Trouble::NotFound(format!(
        "the {} cannot be made to win {} of the fights: {}",
        table.side,
        args.target,
        beyond.join("; ")
    )))
}

/// A knob with its values; numbers are tried from the least to the highest, each once.
fn knob(text: &str) -> Result<Knob, Trouble> {
    let mut knob = Knob::read(text).map_err(|error| Trouble::Input(error.to_string()))?;
    let number = |setting: &Setting| match setting {
        Setting::Number(number) => Some(*number),
        _ => None,
    };
    let numbers: Option<BTreeSet<i64>> = knob.values.iter().map(number).collect();
    if let Some(numbers) = numbers {
        knob.values = numbers.into_iter().map(Setting::Number).collect();
    }
    Ok(knob)
}

/// The side of that name, or the first.
fn side(sides: &[String], name: Option<&str>) -> Result<String, Trouble> {
    let found = match name {
        Some(name) => sides.iter().find(|side| *side == name),
        None => sides.first(),
    };
    found.cloned().ok_or_else(|| {
        let name = name.unwrap_or_default();
        let near = closest(name, sides.iter().map(String::as_str));
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", sides.join(", ")),
        };
        Trouble::Input(format!("there is no side `{name}` in the scenario; {hint}"))
    })
}

/// The scenario with a knob at its values, as far as they were played.
struct Bench<'t> {
    table: &'t Table<'t>,
    knob: &'t Knob,
    played: BTreeMap<usize, (Planned, Tally, Done)>,
}

impl<'t> Bench<'t> {
    /// Says whatever the first and the last value make impossible, before anything is played.
    fn open(table: &'t Table<'t>, knob: &'t Knob) -> Result<Self, Trouble> {
        let mut bench = Self {
            table,
            knob,
            played: BTreeMap::new(),
        };
        for place in [0, knob.values.len().saturating_sub(1)] {
            bench.at(place)?;
        }
        Ok(bench)
    }

    fn search(&mut self) -> Result<Balance, Trouble> {
        let args = self.table.args;
        let goal = Goal {
            values: self.knob.values.len(),
            target: args.target.0,
            fights: args.fights,
        };
        let progress = Progress::open(args.sketch.json);
        let found = balance(goal, &mut |place, numbers| {
            self.sample(place, numbers, &progress)
        });
        progress.finish();
        found
    }

    /// The scenario with the value of that place.
    fn at(&mut self, place: usize) -> Result<&mut (Planned, Tally, Done), Trouble> {
        let table = self.table;
        if !self.played.contains_key(&place) {
            let mut knobs = table.args.settings.knobs().to_vec();
            knobs.push((self.knob.path.clone(), self.knob.values[place].clone()));
            let policy = table.args.how.policy();
            let planned = sim::variation(
                table.input,
                (&table.args.scenario, &table.scenario),
                knobs,
                policy,
            )?;
            let tally = Tally::new(planned.arena.cast());
            self.played.insert(place, (planned, tally, Done::default()));
        }
        let known = self.played.get_mut(&place);
        known.ok_or_else(|| Trouble::Fault("a value was lost".to_owned()))
    }

    fn sample(
        &mut self,
        place: usize,
        numbers: Range<u64>,
        progress: &Progress,
    ) -> Result<Counts, Trouble> {
        let table = self.table;
        let (planned, tally, done) = self.at(place)?;
        let orders = Orders {
            seed: table.seed,
            numbers,
            limits: table.args.how.limits(),
            until: None,
            stop: &STOP,
            progress: &|count| progress.add(count),
            row: None,
            beside: Beside::Nothing,
        };
        let arenas = [&*planned.arena];
        let played = table
            .pool
            .install(|| batch::play(&arenas, &orders, &mut |_| Ok::<(), Trouble>(())))?;
        let mut counts = Counts::default();
        for new in &played.tallies {
            tally.merge(new);
            counts.wins += won(planned, new, &table.side);
            counts.fights += new.fights;
        }
        done.merge(&played.done);
        if STOP.load(Ordering::Relaxed) {
            return Err(Trouble::Stopped("stopped before the value was found"));
        }
        Ok(counts)
    }

    /// What was counted where when it was stopped.
    fn so_far(&self) -> Balance {
        let side = &self.table.side;
        let played = self.played.iter();
        let played = played.filter(|(_, (_, tally, _))| tally.fights > 0);
        let points = played.map(|(place, (planned, tally, _))| {
            let counts = Counts {
                wins: won(planned, tally, side),
                fights: tally.fights,
            };
            (*place, counts)
        });
        Balance {
            best: None,
            points: points.collect(),
            is_monotone: true,
        }
    }

    fn study(self) -> Study {
        let played = self.played.into_values();
        let played = played.filter(|(_, tally, _)| tally.fights > 0);
        Study {
            format: FORMAT,
            seed: self.table.seed,
            limits: self.table.args.how.limits(),
            policy: self.table.args.how.policy_name(),
            content: self.table.input.content.clone(),
            fights: self.table.args.fights,
            until: None,
            arms: played
                .map(|(planned, tally, done)| planned.played(tally, done))
                .collect(),
        }
    }
}

/// How often a side has won.
fn won(planned: &Planned, tally: &Tally, side: &str) -> u64 {
    let mut sides = planned.arena.cast().sides.iter();
    let place = sides.position(|known| known == side);
    let wins = place.and_then(|place| tally.wins.get(place));
    wins.copied().unwrap_or(0)
}

fn value(knob: &Knob, place: usize) -> String {
    knob.values
        .get(place)
        .map(Setting::to_string)
        .unwrap_or_default()
}

/// `ogre.max_hp from 10 to 80 gives 12.0% to 55.3%`.
fn reachable(knob: &Knob, found: &Balance) -> String {
    let by_chance = |one: &(usize, f64), other: &(usize, f64)| one.1.total_cmp(&other.1);
    let chances = || {
        let points = found.points.iter();
        points.map(|(place, counts)| (*place, counts.chance().value))
    };
    let told = |point: Option<(usize, f64)>| match point {
        Some((place, chance)) => format!("{} (at {})", percent(chance), value(knob, place)),
        None => "nothing".to_owned(),
    };
    format!(
        "{} from {} to {} gives {} to {}",
        knob.path,
        value(knob, 0),
        value(knob, knob.values.len() - 1),
        told(chances().min_by(by_chance)),
        told(chances().max_by(by_chance))
    )
}

/// Whether the chances of all values that were played lie on the same side of what is wanted.
fn is_beyond(found: &Balance, target: f64) -> bool {
    let chances = || found.points.values().map(|counts| counts.chance().value);
    chances().all(|chance| chance < target) || chances().all(|chance| chance > target)
}

fn as_json<'t>(
    table: &'t Table<'_>,
    knob: &'t Knob,
    (found, is_stopped): (&Balance, bool),
    study: &Study,
) -> Found<'t> {
    let sum = |of: fn(&Tally) -> u64| {
        let counts = study.arms.iter().map(|arm| of(&arm.tally));
        counts.fold(0, u64::saturating_add)
    };
    let count = |of: fn(&Tally) -> u64| Counted::of(sum(of), sum(|tally| tally.fights));
    let point = |place: usize, counts: &Counts| Point {
        value: value(knob, place),
        fights: counts.fights,
        wins: Counted::of(counts.wins, counts.fights),
    };
    let best = found.best.and_then(|best| {
        let counts = found.points.get(&best)?;
        Some(point(best, counts))
    });
    let points = found.points.iter();
    Found {
        side: &table.side,
        target: table.args.target.0,
        knob: &knob.path,
        seed: table.seed,
        best,
        beyond: !is_stopped && is_beyond(found, table.args.target.0),
        stopped: is_stopped,
        monotone: found.is_monotone,
        unfinished: count(|tally| tally.unfinished),
        failed: count(|tally| tally.failed),
        points: points
            .map(|(place, counts)| point(*place, counts))
            .collect(),
    }
}

fn show(
    screen: &mut Screen,
    table: &Table<'_>,
    knob: &Knob,
    (found, is_stopped): (&Balance, bool),
    study: &Study,
) -> Result<(), Trouble> {
    let summary = study.summary();
    sim::sweep(screen, study, &summary)?;
    let Verdict { words, more } = verdict(table, knob, (found, is_stopped));
    let style = match found.best {
        Some(_) => Style::Good,
        None => Style::Bad,
    };
    screen.wrapped("", &(screen.styled(style, &words) + more))?;
    if !found.is_monotone {
        screen.line("The chance goes up and down between these values: others may fit as well.")?;
    }
    if let Some(place) = place_of(knob, found, study) {
        sim::surprises(screen, study, &summary.arms[place])?;
    }
    sim::troubles(screen, study, &summary)
}

/// What was found for a knob, in words.
struct Verdict {
    words: String,
    /// What is to be said of it besides.
    more: &'static str,
}

fn verdict(table: &Table<'_>, knob: &Knob, (found, is_stopped): (&Balance, bool)) -> Verdict {
    let target = table.args.target;
    let best = found
        .best
        .and_then(|best| Some((best, found.points.get(&best)?)));
    let Some((best, counts)) = best else {
        let words = match is_stopped {
            true => "Stopped before the value was found.".to_owned(),
            false => format!("{target} is out of reach."),
        };
        return Verdict { words, more: "" };
    };
    let chance = counts.chance();
    Verdict {
        words: format!(
            "{} = {}: the {} wins {} ({}), for {target} wanted.",
            knob.path,
            value(knob, best),
            table.side,
            percent(chance.value),
            interval(&chance)
        ),
        more: match (is_beyond(found, target.0), chance.holds(target.0)) {
            (true, _) => {
                " All that was played stays on that side of it: a wider range may come nearer."
            }
            (false, true) => "",
            (false, false) => " No value that was played comes nearer.",
        },
    }
}

/// Which arm has the value that was found.
fn place_of(knob: &Knob, found: &Balance, study: &Study) -> Option<usize> {
    let best = value(knob, found.best?);
    let has_it = |arm: &Arm| arm.knobs.last().is_some_and(|set| set.value == best);
    study.arms.iter().position(has_it)
}

/// What was looked for and found, for the report.
fn aim(table: &Table<'_>, knob: &Knob, of: (&Balance, bool), study: &Study) -> Aim {
    let Verdict { words, more } = verdict(table, knob, of);
    Aim {
        verdict: words + more,
        share: table.args.target.0,
        found: place_of(knob, of.0, study),
    }
}
