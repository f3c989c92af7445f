//! A table as a session.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use affray_kernel::content::Source;
use affray_kernel::fight::{self, Deed, DiceMode, Entry, Open};
use affray_kernel::grid::Cell;
use affray_kernel::notation::closest;
use affray_kernel::occasion::Occasion;
use affray_kernel::story::Depth;
use affray_kernel::{Ask, CreatureId, System, journal, prose};
use affray_sim::Policy;

use super::going_back::{is_done, is_somebodys};
use super::{Resting, Table, unread};
use crate::account::{self, AccountSeen};
use crate::advice::{self, Advice};
use crate::agreement::Agreement;
use crate::chances::{self, ChanceReport, OddsBudget};
use crate::circumstances;
use crate::controls::{Control, Habit};
use crate::discretion::{Discretion, Numbers};
use crate::farther::Farther;
use crate::fortune;
use crate::impossible::{self, Impossible};
use crate::library::Library;
use crate::log::{Heard, LogLine, Telling};
use crate::names::Names;
use crate::offers::{self, OfferGroup};
use crate::preview::{self, AreaSeen, Preview};
use crate::roster::{self, CannotJoin, SwitchSeen};
use crate::rulebook::{self, RuleText};
use crate::secrecy::{Matter, Viewer};
use crate::session::{BranchSeen, Declined, Session, Standing, SystemInfo};
use crate::sheet::{self, SectionSeen, SettableSeen};
use crate::verification::Verification;
use crate::wording::TableView;

impl<S: System> Session for Table<S> {
    fn system(&self) -> SystemInfo {
        SystemInfo {
            id: S::ID,
            name: S::NAME,
            edition: S::EDITION,
        }
    }

    fn moment(&self) -> u64 {
        self.moment
    }

    fn view(&self, viewer: &Viewer) -> TableView {
        self.views(&[viewer]).remove(0)
    }

    fn views(&self, viewers: &[&Viewer]) -> Vec<TableView> {
        self.seen_by(viewers)
    }

    fn standing(&self, viewer: &Viewer) -> Standing {
        self.standing_for(viewer)
    }

    fn waits(&self) -> bool {
        let (bots, state) = (self.bots(), self.fight.state());
        let is_left = |ask: &Ask<S>| !bots.plays(ask.who) && bots.asks(state, ask);
        match self.fight.standing() {
            fight::Standing::Over(_) => true,
            // Dice that were to be typed in may be virtual since.
            fight::Standing::Roll(roll) => self.fight.dice_of(roll.by) == DiceMode::Real,
            fight::Standing::Auto => false,
            fight::Standing::Acts { must, may } => must.iter().chain(&may).all(is_left),
        }
    }

    fn offers(&self, who: CreatureId, viewer: &Viewer) -> Vec<OfferGroup> {
        self.asked(who, viewer, |state, own| {
            let names = Names::of(self, viewer);
            offers::offers(state, own, |offer| names.secret_in(&offer.words).is_none())
        })
    }

    fn impossible(&self, who: CreatureId, viewer: &Viewer) -> Vec<Impossible> {
        let offered = self.offers(who, viewer);
        if offered.is_empty() {
            return Vec::new();
        }
        self.asked(who, viewer, |state, own| {
            impossible::impossible(state, own, &offered, (&self.known(), viewer))
        })
    }

    fn aimed_at(&self, who: CreatureId, place: Cell, viewer: &Viewer) -> Farther {
        self.farther((who, place), viewer)
    }

    fn sheet(&self, who: CreatureId, viewer: &Viewer) -> Vec<SectionSeen> {
        let mut seen = self.view(viewer).creatures.into_iter();
        let Some(now) = seen.find(|creature| creature.id == who) else {
            return Vec::new();
        };
        if !self.known().allows(viewer, Matter::NumbersOf(&[who])) {
            return Vec::new();
        }
        sheet::sheet::<S>(now, S::sheet(self.fight.state(), who))
    }

    fn settable(&self, who: CreatureId, viewer: &Viewer) -> Vec<SettableSeen> {
        let state = self.fight.state();
        if *viewer != Viewer::GameMaster || !S::knows_creature(state, who) {
            return Vec::new();
        }
        let all = S::settable(state, who).into_iter();
        all.map(SettableSeen::from).collect()
    }

    fn creature(&self, name: &str) -> Result<CreatureId, Declined> {
        let state = self.fight.state();
        let names = || S::creatures(state).map(|who| S::name(state, who));
        S::creature(state, name)
            .or_else(|| {
                S::creatures(state).find(|who| S::name(state, *who).eq_ignore_ascii_case(name))
            })
            .ok_or_else(|| Declined::Nobody {
                name: name.to_owned(),
                near: closest(name, names()),
            })
    }

    fn names(&self) -> Vec<String> {
        let state = self.fight.state();
        let name = |who| S::name(state, who).to_owned();
        S::creatures(state).map(name).collect()
    }

    fn seat(&self) -> &Viewer {
        &self.seat
    }

    fn set_seat(&mut self, seat: Viewer) {
        self.agree(Agreement::Seat(seat));
    }

    fn control(&self, who: CreatureId) -> Control {
        self.controls.get(who.index()).copied().unwrap_or_default()
    }

    fn set_control(&mut self, who: CreatureId, control: Control) {
        self.agree(Agreement::Plays(who, control));
    }

    fn occasions(&self) -> &'static [Occasion] {
        S::OCCASIONS
    }

    fn habit(&self, who: CreatureId, window: &str) -> Habit {
        self.habits.get(who, window)
    }

    fn habits(&self) -> Vec<(CreatureId, String, Habit)> {
        let all = self.habits.all();
        all.map(|(who, window, habit)| (who, window.to_owned(), habit))
            .collect()
    }

    fn set_habit(&mut self, who: CreatureId, window: &str, habit: Habit) {
        if S::OCCASIONS.iter().any(|one| one.kind == window) {
            self.agree(Agreement::Habit(who, window.to_owned(), habit));
        }
    }

    fn act(&mut self, who: CreatureId, words: &str, seen: Option<u64>) -> Result<(), Declined> {
        self.is_fresh(seen)?;
        let act = self.read(who, words)?;
        self.give(who, act)
    }

    fn act_by(
        &mut self,
        by: &Viewer,
        who: CreatureId,
        words: &str,
        seen: Option<u64>,
    ) -> Result<(), Declined> {
        self.act_from(by, who, words, seen)
    }

    fn pass_by(&mut self, by: &Viewer, who: CreatureId, seen: Option<u64>) -> Result<(), Declined> {
        self.is_fresh(seen)?;
        let asks = self.asks_heard(by);
        let ask = asks.iter().find(|ask| ask.who == who);
        let ask = ask.ok_or_else(|| self.not_asked(who, by))?;
        // The question is not repeated: it is not for everybody in the same words.
        let silence = S::silence(self.fight.state(), ask).ok_or_else(|| Declined::Unread {
            message: format!("{} has to answer", self.spoken_of(who)),
        })?;
        self.give(who, silence)
    }

    fn rolled(&mut self, words: &str) -> Result<(), Declined> {
        let fight::Standing::Roll(roll) = self.fight.standing() else {
            return Err(Declined::Dice {
                message: "no dice are awaited".to_owned(),
            });
        };
        let faces =
            fortune::read(&roll.pool, words).map_err(|message| Declined::Dice { message })?;
        self.change(|fight, bots| fight.rolled(faces, bots))?;
        self.go_on();
        Ok(())
    }

    fn advance_by(&mut self, steps_max: usize) -> Result<bool, Declined> {
        let resting = self.resting;
        for _ in 0..steps_max {
            let has_moved = self.change(|fight, bots| {
                if resting {
                    fight.advance(&mut Resting(bots))
                } else {
                    fight.advance(bots)
                }
            })?;
            if !has_moved && (resting || !self.hush()?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn set_flowing(&mut self, flowing: bool) {
        self.flowing = flowing;
    }

    fn has_begun(&self) -> bool {
        self.fight.entries().iter().any(is_done) || self.fight.open().is_some_and(is_somebodys)
    }

    fn is_untouched(&self, viewer: &Viewer) -> bool {
        let entries = self.fight.entries();
        let happened = |entry: &Arc<Entry<S>>| !matches!(entry.deed, Deed::Correction(_));
        let is_under_way = self.fight.open().is_some_and(Open::is_under_way);
        if *viewer == Viewer::GameMaster {
            return !entries.iter().any(happened) && !is_under_way;
        }
        let is_meant = |entry: usize| entries.get(entry).is_some_and(happened);
        let is_told_of = is_under_way && !self.in_progress(0, viewer).is_empty();
        !is_told_of && !self.log.tells(viewer, is_meant)
    }

    fn set_resting(&mut self, resting: bool) {
        self.resting = resting;
    }

    fn undo(&mut self) -> Result<(), Declined> {
        self.take_back()
    }

    fn undo_from(&mut self, line: u64) -> Result<(), Declined> {
        self.take_back_from(line)
    }

    fn undo_all(&mut self) -> Result<(), Declined> {
        self.take_back_all()
    }

    fn redo(&mut self) -> Result<(), Declined> {
        self.do_again()
    }

    fn account(&self, viewer: &Viewer) -> AccountSeen {
        let winner = match self.fight.standing() {
            fight::Standing::Over(winner) => winner,
            _ => None,
        };
        let (start, entries) = (self.fight.start(), self.fight.entries());
        let account =
            affray_kernel::account::account::<S>(start, entries, winner, self.unnamed_to(viewer));
        account::seen::<S>(self.fight.state(), account, (&self.known(), viewer))
    }

    fn branches(&self, viewer: &Viewer) -> Vec<BranchSeen> {
        let seen = self.branches_seen(viewer).into_iter();
        seen.map(|(_, branch)| branch).collect()
    }

    fn take_branch(&mut self, number: usize, viewer: &Viewer) -> Result<(), Declined> {
        self.go_over_to(number, viewer)
    }

    fn withdraw(&mut self) -> Result<(), Declined> {
        self.drop_act()
    }

    fn begins_again(&self) -> bool {
        let begun = self.fight.open().filter(|open| open.bot);
        begun.and_then(|open| open.who).is_some_and(|who| {
            let mut habits = self.habits().into_iter();
            self.bots().plays(who) || habits.any(|(of, ..)| of == who)
        })
    }

    fn correct(&mut self, words: &str) -> Result<(), Declined> {
        let (words, facts) = self.correction(words)?;
        self.correct_to(words, facts)
    }

    fn correct_instead(&mut self, words: &str) -> Result<(), Declined> {
        self.correct_in_its_place(words)
    }

    fn join(
        &mut self,
        entries: &Source,
        library: &Library,
        hidden: bool,
    ) -> Result<Vec<CreatureId>, CannotJoin> {
        let new = self.bring(entries, &library.of(S::ID), hidden)?;
        self.go_on();
        Ok(new)
    }

    fn remove(&mut self, who: CreatureId) -> Result<(), Declined> {
        self.is_here(who)?;
        let facts = S::leaves(self.fight.settled(), who).map_err(unread)?;
        let words = format!("{} leaves", self.name_of(who));
        self.correct_to(&words, facts)
    }

    fn is_removed(&self, who: CreatureId) -> bool {
        let state = self.fight.state();
        S::knows_creature(state, who) && S::removed(state, who)
    }

    fn switches(&self) -> Vec<SwitchSeen> {
        roster::switches::<S>(self.fight.state())
    }

    fn set_switch(&mut self, name: &str, value: &str) -> Result<(), Declined> {
        self.correct(&format!("ruling {name} {value}"))
    }

    fn dice(&self) -> DiceMode {
        self.fight.dice()
    }

    fn set_dice(&mut self, dice: DiceMode) {
        self.fight.set_dice(dice);
        self.go_on();
    }

    fn dice_of(&self, who: CreatureId) -> DiceMode {
        self.fight.dice_of(Some(who))
    }

    fn own_dice(&self, who: CreatureId) -> Option<DiceMode> {
        self.fight.own_dice(who)
    }

    fn set_dice_of(&mut self, who: CreatureId, dice: Option<DiceMode>) {
        if who.index() < self.controls.len() {
            self.fight.set_dice_of(who, dice);
            self.go_on();
        }
    }

    fn numbers(&self) -> Numbers {
        self.kept.now().numbers
    }

    fn set_numbers(&mut self, numbers: Numbers) {
        let kept = self.kept.now();
        if kept.numbers != numbers {
            self.keep(Discretion { numbers, ..kept });
        }
    }

    fn is_hidden(&self, who: CreatureId) -> bool {
        self.kept.now().hidden.contains(&who)
    }

    fn set_hidden(&mut self, who: CreatureId, hidden: bool) {
        let mut kept = self.kept.now();
        if who.index() >= self.controls.len() || kept.hidden.contains(&who) == hidden {
            return;
        }
        let name = self.spoken_of(who);
        kept.hidden.retain(|other| *other != who);
        if hidden {
            kept.hidden.push(who);
        }
        self.keep(kept);
        self.moment += 1;
        if hidden {
            let text = format!("{name} is hidden from the players of other sides");
            self.say_beside(|log, moment| log.aside(prose::sentence(text), moment));
        } else {
            let text = prose::sentence(format!("{name} is revealed"));
            // The rules may hide it still.
            let known = self.known();
            self.say_beside(|log, moment| log.remark_about(who, text, moment, known));
        }
    }

    fn is_paused(&self) -> bool {
        self.paused
    }

    fn set_paused(&mut self, paused: bool) {
        if self.paused == paused {
            return;
        }
        self.agree(Agreement::Paused(paused));
        self.moment += 1;
        let text = if paused {
            "The game is paused."
        } else {
            "The game goes on."
        };
        self.say_beside(|log, moment| log.remark(text.to_owned(), moment));
    }

    fn admits(&self, by: &Viewer, who: CreatureId, words: &str) -> Result<(), Declined> {
        if *by == Viewer::GameMaster {
            return Ok(());
        }
        if self.paused {
            return Err(Declined::Paused);
        }
        if !self.known().allows(by, Matter::Question(who)) {
            return Err(self.not_asked(who, by));
        }
        self.reader(by, who).read(words).map(drop)
    }

    fn log(&self, since: u64, viewer: &Viewer) -> Vec<LogLine> {
        self.log.since(since, viewer)
    }

    fn log_after(&self, heard: Heard, viewer: &Viewer) -> (Vec<LogLine>, Heard) {
        self.log.after(heard, viewer)
    }

    fn in_progress(&self, first: u64, viewer: &Viewer) -> Vec<LogLine> {
        let told = self.told_in_progress();
        told.map_or_else(Vec::new, |told| told.lines(first, viewer))
    }

    fn why(&self, viewer: &Viewer) -> (Vec<LogLine>, Vec<RuleText>) {
        let heard = self.log.after(Heard::default(), viewer).1;
        let mut lines = self.in_progress(heard.lines(), viewer);
        if lines.iter().all(|line| line.depth == Depth::Heading) {
            lines = self.log.last_entry(viewer);
        }
        let mut rules: Vec<RuleText> = Vec::new();
        for id in lines.iter().flat_map(|line| &line.rules) {
            if rules.iter().any(|rule| rule.id == *id) {
                continue;
            }
            let catalogue = S::catalogue();
            let rule = catalogue.find(id).and_then(|rule| catalogue.get(rule));
            rules.extend(rule.map(RuleText::from));
        }
        (lines, rules)
    }

    fn odds_until(
        &self,
        who: CreatureId,
        words: &str,
        viewer: &Viewer,
        budget: &OddsBudget,
        stop: &AtomicBool,
    ) -> Result<ChanceReport, Declined> {
        let fight = &self.as_known_to(viewer, who);
        let act = self.act_known(fight, who, words, viewer)?;
        if *viewer != Viewer::GameMaster && fight.turns_on_guess(&act) {
            return Err(Declined::NoOdds {
                message: "the odds of a guess would tell whether it is right".to_owned(),
            });
        }
        let sight = self.sight(viewer, who, &act);
        let mut bots = self.bots();
        bots.for_all = true;
        bots.stop = stop;
        let report = chances::report(
            &sight,
            who,
            &act,
            &mut bots,
            (viewer, &self.known()),
            budget,
        );
        report.map_err(|error| Declined::NoOdds {
            message: error.to_string(),
        })
    }

    fn knows_of(&self, viewer: &Viewer, who: CreatureId) -> Result<(), Declined> {
        if self.is_known(who, viewer) {
            Ok(())
        } else {
            Err(Declined::NoSuch { number: who.0 })
        }
    }

    fn preview(&self, who: CreatureId, words: &str, viewer: &Viewer) -> Result<Preview, Declined> {
        let act = self.act_known(&self.as_known_to(viewer, who), who, words, viewer)?;
        let sight = self.sight(viewer, who, &act);
        let mut bots = self.bots();
        bots.for_all = true;
        let seat = (viewer, &self.known());
        let told = preview::turning_on(&sight, who, &act, &mut bots, seat);
        let lines = told.map_or_else(Vec::new, |told| {
            Telling::foretold::<S>(sight.state(), told, &self.kept.now()).lines(0, viewer)
        });
        let state = sight.state();
        let covered = S::covered(state, who, &act);
        // Who may not hear what a roll is made of is not told of this part of it either.
        let circumstances = if lines.is_empty() {
            Vec::new()
        } else {
            circumstances::of(&sight, (who, &act), seat)
        };
        Ok(Preview {
            lines,
            circumstances,
            magic: S::magic(state, who, &act),
            area: covered.map(|covered| AreaSeen::of::<S>(state, covered, seat)),
            way: preview::way(&sight, (who, &act)),
        })
    }

    fn advise_until(
        &self,
        who: Option<CreatureId>,
        policy: Policy,
        viewer: &Viewer,
        stop: &AtomicBool,
    ) -> Result<Advice, Declined> {
        if !matches!(policy, Policy::Greedy | Policy::Search(_)) {
            return Err(Declined::NoOdds {
                message: format!(
                    "`{}` weighs nothing: `greedy` and `search` do",
                    policy.name()
                ),
            });
        }
        let known = self.known();
        let asks = self.asks_heard(viewer);
        let mut heard = asks.iter();
        let ask = match who {
            Some(who) => heard.find(|ask| ask.who == who),
            None => heard.next(),
        };
        let Some(ask) = ask else {
            return Err(match (who, self.fight.standing()) {
                (_, fight::Standing::Over(_)) => Declined::Over,
                (Some(who), _) => self.not_asked(who, viewer),
                (None, _) => Declined::NoOdds {
                    message: "nobody is asked to act".to_owned(),
                },
            });
        };
        let mut bots = self.bots();
        bots.stop = stop;
        bots.for_all = true;
        let seat = (viewer, &known);
        Ok(advice::advice(self, ask, policy, &mut bots, seat))
    }

    fn present(&self) -> Box<dyn Session> {
        Box::new(Self::present(self))
    }

    fn rules(&self, query: &str) -> Vec<RuleText> {
        rulebook::search(S::catalogue(), query)
    }

    fn look(&self, path: &str) -> Option<serde_json::Value> {
        S::look(self.fight.state(), path)
    }

    fn journal_changes(&mut self) -> String {
        let mut text = String::new();
        if !self.has_header {
            text = journal::header(&self.fight);
            self.has_header = true;
        }
        text.push_str(&journal::changes(&mut self.fight));
        let agreed = self.agreed.drain(..);
        text.extend(agreed.map(|agreement| agreement.line::<S>()));
        text
    }

    fn journal(&self) -> String {
        let agreements = self.agreements().into_iter();
        let lines = agreements.map(|agreement| agreement.line::<S>());
        journal::whole(&self.fight) + &lines.collect::<String>()
    }

    fn verify(&self) -> Verification {
        Verification::of(&self.fight)
    }

    fn entries(&self) -> usize {
        self.fight.entries().len()
    }

    fn log_bytes(&self) -> usize {
        self.log.bytes()
    }

    fn effort(&self) -> u64 {
        self.fight.effort()
    }

    fn announce(&mut self, text: &str) {
        self.say_beside(|log, moment| log.remark(text.to_owned(), moment));
    }

    fn announce_to(&mut self, who: CreatureId, text: &str) {
        self.say_beside(|log, moment| log.remark_to(who, text.to_owned(), moment));
    }
}
