//! The best commands of a creature, with their odds, as far as a viewer may know them.

use std::ops::ControlFlow;

use affray_kernel::account::Toll;
use affray_kernel::notation::is_ordinal;
use affray_kernel::odds::{odds_heard, ratio, sampled};
use affray_kernel::story::Note;
use affray_kernel::tape::UnderWay;
use affray_kernel::{Ask, CreatureId, System};
use affray_sim::Policy;
use affray_sim::policy::{Moment, Surety, searched, weighed};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::assumed::Assumed;
use crate::chances::{self, Change, Deciders, Effect, OddsBudget, Silence, VerdictChance};
use crate::controls::Bots;
use crate::offers::OfferGroup;
use crate::secrecy::{Knowledge, Matter, Viewer};
use crate::sight::Sight;
use crate::table::Table;

/// How many commands are named.
const COMMANDS_SHOWN: usize = 5;

/// So many others that are like a command are looked for, and named.
const ALIKE_MAX: usize = 12;

/// After so many guesses of which nothing comes no others are looked at: of a good one more would come, and it would come first.
const FUTILE_GUESSES: usize = 4;

/// The most courses of dice that are gone through for one command by what players know.
const COURSES_MAX: u64 = 2_000;

/// How often a command is played in which somebody is asked who leaves the answer to chance.
const PLAYS: u64 = 500;

/// What a creature had best do.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct Advice {
    /// Whose commands these are.
    #[schemars(with = "u16")]
    pub who: CreatureId,
    /// Its name.
    pub name: String,
    /// The policy that weighed them: `greedy`, `search:400`; `harm` where a player asks.
    pub policy: String,
    /// What the policy goes by and may spend, in words.
    pub budget: String,
    /// How many commands are offered, as far as who asks may know.
    pub of: usize,
    /// The best of them: the one that the policy would take, then the others, the more worth the earlier; by `search` the more they are surely
    /// worth, one and a half times `error` taken off.
    pub commands: Vec<Advised>,
}

/// A command, what it is worth, and its odds.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct Advised {
    /// The command as it is typed.
    pub words: String,
    /// The same as it is offered, with its price and what it does.
    pub offered: OfferGroup,
    /// What it is worth: by the policies from −1 to 1, and a quarter less or more where the fight may be over; by `harm` points of harm on
    /// average.
    pub worth: f64,
    /// The standard error of how much more or less that is than what the command is worth that `search` begins with; 0 of that one, and where
    /// there is no doubt. `budget` names it. By `harm` it is not worked out: 0.
    pub error: f64,
    /// How often the rules were run for that, or the fight was played on, for game masters: it depends on what players may not know.
    pub runs: Option<u64>,
    /// Whether that is exact and no sample.
    pub exact: bool,
    /// What its rolls may come to, each with the chance that it does at least once.
    pub verdicts: Vec<VerdictChance>,
    /// What may be different afterwards, gauges apart.
    pub effects: Vec<Effect>,
    /// Gauges that may change.
    pub changes: Vec<Change>,
    /// Other commands, as they are typed, that differ in nothing but whom or which place they are aimed at, or which of several alike things
    /// is used, and come to the same. They are worth just as much; where there is an `error`, as far as that tells.
    pub alike: Vec<String>,
    /// Whether there may be more of these: after a dozen no others are looked for.
    pub more_alike: bool,
}

/// A command that is weighed.
struct Command<A> {
    act: A,
    worth: f64,
    error: f64,
    runs: u64,
    exact: bool,
}

/// What `ask.who` had best do or answer. A game master is advised by the policy; whoever may not see everybody's numbers by the harm
/// that a command does on average, which needs no knowledge of what the others have left.
pub(crate) fn advice<S: System>(
    table: &Table<S>,
    ask: &Ask<S>,
    policy: Policy,
    bots: &mut Bots<'_>,
    (viewer, known): (&Viewer, &Knowledge),
) -> Advice {
    let fight = &table.as_known_to(viewer, ask.who);
    let state = fight.state();
    let is_master = *viewer == Viewer::GameMaster;
    let (of, commands) = if is_master {
        let commands = by_policy(fight, ask, policy, bots);
        (offered(state, ask).max(commands.len()), commands)
    } else {
        by_harm((table, fight), ask, bots, (viewer, known))
    };
    let silence = S::silence(state, ask);
    let words = |act: &S::Act| S::print(state, Some(ask.who), act);
    let (policy, budget) = if is_master {
        let begun = begun_with(&commands).map(words);
        (policy.name(), budget(policy, begun.as_deref()))
    } else {
        ("harm".to_owned(), budget_of_harm(&commands))
    };
    let best = worthwhile(commands, silence.as_ref());
    let name = S::name(state, ask.who);
    let (mut shown, mut futile): (Vec<Advised>, _) = (Vec::new(), 0);
    let mut nothing = None;
    for command in best {
        if shown.len() == COMMANDS_SHOWN || bots.is_stopped() {
            break;
        }
        let is_guess = !shown.is_empty() && S::is_guess(&command.act);
        if is_guess && futile == FUTILE_GUESSES {
            continue;
        }
        let mut advised = advised(state, ask, &command, viewer);
        if let Some(one) = shown.iter_mut().find(|one| one.is_full_of(&advised)) {
            one.more_alike = true;
            continue;
        }
        if !is_master {
            // What a player sees of the fight may be another thing for each act.
            nothing = None;
        }
        let sight = table.sight(viewer, ask.who, &command.act);
        let (of, seat) = ((ask.who, &command.act), (viewer, known));
        advised.find_odds(&sight, of, bots, seat, &mut nothing);
        if is_guess && !advised.changes_others(name) {
            futile += 1;
        } else {
            show(advised, name, &mut shown);
        }
    }
    Advice {
        who: ask.who,
        name: S::name(state, ask.who).to_owned(),
        policy,
        budget,
        of,
        commands: shown,
    }
}

impl Advised {
    /// What the command may come to. Where there are no odds it is named without them.
    fn find_odds<S: System>(
        &mut self,
        sight: &Sight<'_, S>,
        (who, act): (CreatureId, &S::Act),
        bots: &mut Bots<'_>,
        seat: (&Viewer, &Knowledge),
        nothing: &mut Silence,
    ) {
        let budget = OddsBudget::quick();
        let report = chances::report_beside(sight, who, act, bots, seat, &budget, nothing);
        if let Ok(report) = report {
            self.changes = report.changes;
            self.verdicts = report.verdicts;
            self.effects = report.effects;
        }
    }

    /// Whether anything may come of it for others than whoever does it.
    fn changes_others(&self, name: &str) -> bool {
        let effects = self.effects.iter().map(|effect| &effect.name);
        let changes = self.changes.iter().map(|change| &change.name);
        effects.chain(changes).any(|of| of != name)
    }

    /// Whether the other is the same at somebody or somewhere else, or with another thing of the same name: it comes to the same, and is worth as
    /// much as far as that is known.
    fn is_like(&self, other: &Self, own: &str) -> bool {
        self.is_like_in_kind(other) && self.outcome(own) == other.outcome(own)
    }

    /// Whether it may well be like this one, and enough of those are known.
    fn is_full_of(&self, other: &Self) -> bool {
        self.alike.len() == ALIKE_MAX && self.is_like_in_kind(other)
    }

    fn is_like_in_kind(&self, other: &Self) -> bool {
        let difference = (self.worth - other.worth).abs();
        difference <= self.error + other.error + ROUNDING && self.kind() == other.kind()
    }

    /// What is done, whoever it is done to.
    fn kind(&self) -> String {
        let labels = self.offered.offers.iter().map(|offer| &*offer.label);
        let words = labels.flat_map(str::split_whitespace);
        // Things of one name are told apart by a number: `second dagger`, `dagger #12`.
        let counts = |word: &str| word.starts_with('#') || is_ordinal(word);
        let words: Vec<&str> = words.filter(|word| !counts(word)).collect();
        words.join(" ")
    }

    /// What comes of it, whoever else it comes to, in an order that does not depend on who comes first among the creatures.
    fn outcome(&self, own: &str) -> Vec<String> {
        let of = |name: &str| if name == own { own } else { "…" }.to_owned();
        let effects = self.effects.iter().map(|effect| {
            let (what, chance) = (&effect.what, &effect.chance.fraction);
            format!("{} {what} {chance}", of(&effect.name))
        });
        let changes = self.changes.iter().map(|change| {
            let (gauge, mean, chance) = (&change.gauge, change.mean, &change.chance.fraction);
            format!("{} {gauge} {mean:.9} {chance}", of(&change.name))
        });
        let verdicts = self.verdicts.iter().map(|one| {
            let by = one.by.as_deref().map(of).unwrap_or_default();
            format!("{by} {} {} {}", one.roll, one.verdict, one.chance.fraction)
        });
        let mut all: Vec<String> = effects.chain(changes).chain(verdicts).collect();
        all.sort_unstable();
        all
    }
}

/// So far apart are equal numbers that were worked out in different ways.
const ROUNDING: f64 = 1e-9;

/// Puts a command to those that are shown, or to the one of them that it is like.
fn show(command: Advised, own: &str, shown: &mut Vec<Advised>) {
    match shown.iter_mut().find(|one| one.is_like(&command, own)) {
        Some(one) => one.alike.push(command.words),
        None => shown.push(command),
    }
}

/// How many commands are offered.
fn offered<S: System>(state: &S::State, ask: &Ask<S>) -> usize {
    let mut count = 0;
    S::offers(state, ask, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

/// The command that all others were compared with, if they were: it alone is in no doubt.
fn begun_with<A>(commands: &[Command<A>]) -> Option<&A> {
    let is_doubted = |command: &Command<A>| command.error > 0.0;
    let mut sure = commands.iter().filter(|command| !is_doubted(command));
    let first = sure.next().filter(|_| commands.iter().any(is_doubted));
    first.map(|command| &command.act)
}

/// Without what is worth no more than letting the moment pass, but for the first one and for letting it pass: nobody needs to be told of
/// all that changes nothing.
fn worthwhile<A: PartialEq>(commands: Vec<Command<A>>, silence: Option<&A>) -> Vec<Command<A>> {
    let is_silence = |command: &Command<A>| Some(&command.act) == silence;
    let Some(idle) = commands.iter().find(|command| is_silence(command)) else {
        return commands;
    };
    let idle = idle.worth;
    let ranked = commands.into_iter().enumerate();
    let kept =
        ranked.filter(|(rank, command)| *rank == 0 || command.worth > idle || is_silence(command));
    kept.map(|(_, command)| command).collect()
}

/// What a policy goes by and may spend; `begun` is what it compares the others with.
fn budget(policy: Policy, begun: Option<&str>) -> String {
    match policy {
        Policy::Search(rollouts) => {
            let rollouts = match rollouts {
                1 => "1 rollout".to_owned(),
                many => format!("{many} rollouts"),
            };
            let begun = begun.map_or_else(String::new, |begun| {
                format!(", `{begun}` unless another is surely better")
            });
            format!(
                "what the fight comes to a little later, in {rollouts} shared among the likeliest commands{begun}"
            )
        }
        _ => "what the state after each command is worth: in 24 samples, and of those that seem best, by exact odds as far as 500 courses of dice go, by 100 samples beyond".to_owned(),
    }
}

/// What harm is counted in. Where a blow is to be met, what it does all the same is counted as well: the best may be worth less than nothing
/// then, and is better than to let the blow come.
fn budget_of_harm<A>(commands: &[Command<A>]) -> String {
    let mut budget = format!(
        "harm to others less harm to one's own side, on average, in up to {COURSES_MAX} courses of dice"
    );
    if !commands.iter().all(|command| command.exact) {
        budget.push_str(&format!(
            ", or in {PLAYS} plays where others leave choices to chance"
        ));
    }
    budget
}

fn by_policy<S: System>(
    fight: &Assumed<'_, S>,
    ask: &Ask<S>,
    policy: Policy,
    bots: &Bots<'_>,
) -> Vec<Command<S::Act>> {
    let state = fight.state();
    let moment = fight.open().map_or(Moment::Own, |open| Moment::Answer {
        under_way: UnderWay {
            state: fight.settled(),
            who: open.who,
            act: &open.act,
            draws: &open.draws,
        },
        partial: &open.partial,
    });
    let found = match policy {
        Policy::Search(rollouts) => {
            searched((state, ask), &moment, &bots.chance, rollouts, bots.stop)
        }
        _ => weighed((state, ask), &moment, &bots.chance, bots.stop),
    };
    let command = |weighed: affray_sim::policy::Weighed<S::Act>| {
        let (runs, exact) = match weighed.surety {
            Surety::Exact(runs) => (runs, true),
            Surety::Sampled(samples) => (samples.into(), false),
        };
        Command {
            act: weighed.act,
            worth: weighed.worth,
            error: weighed.error,
            runs,
            exact,
        }
    };
    found.into_iter().map(command).collect()
}

/// The commands that do harm, or save one's own side some, the most harmful first, and among how many.
fn by_harm<S: System>(
    (table, fight): (&Table<S>, &Assumed<'_, S>),
    ask: &Ask<S>,
    bots: &mut Bots<'_>,
    (viewer, known): (&Viewer, &Knowledge),
) -> (usize, Vec<Command<S::Act>>) {
    let state = fight.state();
    let view = S::view(state);
    let sees = |who: CreatureId| {
        let creature = view.creatures.get(who.index());
        creature.is_some_and(|creature| known.allows(viewer, Matter::Presence(creature)))
    };
    let own = S::side(state, ask.who);
    let sign = |on: CreatureId| match S::side(state, on) == own {
        true => -1,
        false if sees(on) => 1,
        false => 0,
    };
    let known_harm = fight
        .open()
        .map_or(0, |open| harm::<S>(state, &open.notes, sign));
    let mut found: Vec<Command<S::Act>> = Vec::new();
    let mut of = 0;
    S::offers(state, ask, &mut |act| {
        if bots.is_stopped() {
            return ControlFlow::Break(());
        }
        let mut targets = S::aspect(state, ask.who, &act).targets.into_iter();
        // What a guess comes to would tell whether it is right.
        if !targets.all(sees) || fight.turns_on_guess(&act) {
            return ControlFlow::Continue(());
        }
        of += 1;
        let sight = table.sight(viewer, ask.who, &act);
        let points = |notes: &[Note<S>]| harm::<S>(sight.state(), notes, sign) - known_harm;
        if let Some(mean) = mean(&sight, (ask.who, &act), bots, (viewer, known), points) {
            found.push(Command {
                act,
                worth: mean.points,
                error: 0.0,
                runs: mean.runs,
                exact: mean.exact,
            });
        }
        ControlFlow::Continue(())
    });
    // Where harm comes to whoever does nothing, what lessens it is worth doing.
    let silence = S::silence(state, ask);
    let idle = found.iter().find(|one| Some(&one.act) == silence.as_ref());
    let idle = idle.map_or(0.0, |one| one.worth.min(0.0));
    found.retain(|command| command.worth > idle);
    found.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    (of, found)
}

/// What an act comes to on average.
struct Mean {
    points: f64,
    runs: u64,
    exact: bool,
}

/// The mean of the points in the log of an act; `None` where it has too many courses. Of what somebody leaves to chance nothing shows that the
/// fight would bring.
fn mean<S: System>(
    sight: &Sight<'_, S>,
    (who, act): (CreatureId, &S::Act),
    bots: &mut Bots<'_>,
    seat: (&Viewer, &Knowledge),
    points: impl Fn(&[Note<S>]) -> i32,
) -> Option<Mean> {
    let beginning = sight.beginning((who, act), seat);
    let course = sight.course(&beginning, (who, act));
    let mut deciders = Deciders::new(bots);
    let key = |_: S::State, notes: &[Note<S>]| points(notes);
    let odds = odds_heard(&course, &mut deciders, COURSES_MAX, key);
    if deciders.unsettled().is_some() {
        let seed = OddsBudget::quick().seed;
        let begin = Deciders::draw_from;
        let sample = sampled(&course, &mut deciders, PLAYS, seed, begin, key).ok()?;
        let outcomes = sample.outcomes.iter();
        let sum: f64 = outcomes
            .map(|(points, count)| f64::from(*points) * *count as f64)
            .sum();
        return Some(Mean {
            points: sum / sample.plays as f64,
            runs: sample.plays,
            exact: false,
        });
    }
    let odds = odds.ok()?;
    let share = |(points, weight): &(i32, _)| f64::from(*points) * ratio(weight, &odds.total);
    Some(Mean {
        points: odds.outcomes.iter().map(share).sum(),
        runs: odds.runs,
        exact: true,
    })
}

/// The points of harm in a log, each counted as `sign` says of whom it comes to.
fn harm<S: System>(state: &S::State, notes: &[Note<S>], sign: impl Fn(CreatureId) -> i32) -> i32 {
    let toll = |note: &Note<S>| match note {
        Note::Fact(fact) => S::toll(state, fact),
        _ => None,
    };
    let points = notes.iter().filter_map(toll).map(|toll| match toll {
        Toll::Harm { on, points, .. } => sign(on) * points,
        _ => 0,
    });
    points.sum()
}

/// A command as it is named in that state, without its odds.
fn advised<S: System>(
    state: &S::State,
    ask: &Ask<S>,
    command: &Command<S::Act>,
    viewer: &Viewer,
) -> Advised {
    Advised {
        words: S::print(state, Some(ask.who), &command.act),
        offered: OfferGroup::of_one(state, ask, &command.act),
        worth: command.worth,
        error: command.error,
        runs: (*viewer == Viewer::GameMaster).then_some(command.runs),
        exact: command.exact,
        verdicts: Vec::new(),
        effects: Vec::new(),
        changes: Vec::new(),
        alike: Vec::new(),
        more_alike: false,
    }
}

#[cfg(test)]
mod tests {
    use affray_sim::Policy;

    use super::{Command, begun_with, budget, worthwhile};

    fn sampled(act: &'static str, worth: f64, error: f64) -> Command<&'static str> {
        Command {
            act,
            worth,
            error,
            runs: 1,
            exact: false,
        }
    }

    #[test]
    fn the_budget_names_what_others_are_compared_with() {
        let all = [
            sampled("strike", 0.3, 0.1),
            sampled("wait", 0.1, 0.0),
            sampled("run", 0.0, 0.2),
        ];
        assert_eq!(begun_with(&all), Some(&"wait"));
        assert_eq!(begun_with(&all[1..2]), None);
        let told = budget(Policy::Search(1), Some("wait"));
        assert!(
            told.contains("`wait` unless") && told.contains("in 1 rollout shared"),
            "{told}"
        );
    }

    #[test]
    fn what_changes_nothing_is_no_advice() {
        let command = |(act, worth)| Command {
            act,
            worth,
            error: 0.0,
            runs: 1,
            exact: true,
        };
        let advised = |all: &[(&'static str, f64)], silence: Option<&'static str>| -> Vec<&str> {
            let commands = all.iter().copied().map(command).collect();
            let kept = worthwhile(commands, silence.as_ref());
            kept.iter().map(|command| command.act).collect()
        };
        let all = [
            ("strike", 0.2),
            ("drop", 0.1),
            ("end turn", 0.1),
            ("feint", 0.15),
        ];
        assert_eq!(
            advised(&all, Some("end turn")),
            ["strike", "end turn", "feint"]
        );
        assert_eq!(advised(&all, Some("pass")).len(), 4, "that was not weighed");
        assert_eq!(
            advised(&[("move", 0.0), ("end turn", 0.0)], Some("end turn")).len(),
            2
        );
    }
}
