//! Laws that hold for every fight, checked after every case and step.

use std::ops::ControlFlow;

use super::page::Step;
use super::run::Run;
use crate::fight::Fight;
use crate::journal;
use crate::story::Note;
use crate::system::System;

/// The facts among the notes.
pub(super) fn facts<S: System>(notes: &[Note<S>]) -> Vec<S::Fact> {
    notes
        .iter()
        .filter_map(|note| match note {
            Note::Fact(fact) => Some(fact.clone()),
            _ => None,
        })
        .collect()
}

/// Whoever is asked is asked by a binding rule. What is offered passes the check, and its words read back as the same act.
pub(super) fn after_step<S: System>(run: &mut Run<'_, S>, step: &Step) {
    let mut broken = None;
    let state = run.fight.state();
    for ask in run.fight.asks() {
        let rule = S::catalogue().get(S::asked_by(state, &ask));
        if !rule.is_some_and(|rule| rule.kind.binding()) {
            let question = S::question(state, &ask);
            broken = Some(format!("no binding rule asks: {question}"));
            break;
        }
        S::offers(state, &ask, &mut |act| {
            let words = S::print(state, Some(ask.who), &act);
            let who = S::name(state, ask.who);
            if let Err(refusal) = S::check(state, &ask, &act) {
                let rule = S::catalogue().id(refusal.rule);
                let why = refusal.render::<S>(state);
                broken = Some(format!(
                    "{who} is offered `{words}`, but `{rule}` refuses it: {why}"
                ));
                return ControlFlow::Break(());
            }
            match S::parse(state, Some(ask.who), &words) {
                Ok(read) if read == act => ControlFlow::Continue(()),
                Ok(read) => {
                    broken = Some(format!(
                        "`{words}` is printed for {act:?} but read as {read:?}"
                    ));
                    ControlFlow::Break(())
                }
                Err(unread) => {
                    broken = Some(format!(
                        "`{words}` is printed for {act:?} but cannot be read: {unread}"
                    ));
                    ControlFlow::Break(())
                }
            }
        });
        if broken.is_some() {
            break;
        }
    }
    if let Some(message) = broken {
        run.fail(step.line, message);
    }
}

/// Replay, fold, and the journal written and read back. `grown` is the journal as it was written line by line.
pub(super) fn after_case<S: System>(fight: &Fight<S>, grown: &str) -> Vec<String> {
    let mut broken = Vec::new();
    let mut replayed = fight.start().clone();
    let mut folded = fight.start().clone();
    for (number, entry) in fight.entries().iter().enumerate() {
        if let Err(difference) = Fight::verify(entry, &mut replayed) {
            broken.push(format!("entry {number}, replayed: {difference}"));
            return broken;
        }
        for fact in &entry.facts {
            S::apply(&mut folded, fact);
        }
    }
    if replayed != *fight.settled() {
        broken.push("replaying the entries gives another state".to_owned());
    }
    if folded != *fight.settled() {
        broken.push("applying the recorded facts gives another state".to_owned());
    }
    for (what, text) in [
        ("as a whole", &journal::whole(fight)),
        ("line by line", &grown.to_owned()),
    ] {
        match journal::read::<S>(text) {
            Ok(read) => {
                let same = read.fight.entries() == fight.entries()
                    && read.fight.settled() == fight.settled()
                    && read.fight.open() == fight.open()
                    && read.fight.dice() == fight.dice();
                if !same || read.cut.is_some() {
                    broken.push(format!(
                        "the journal, written {what} and read back, is another fight"
                    ));
                }
            }
            Err(error) => broken.push(format!(
                "the journal, written {what}, cannot be read: {error}"
            )),
        }
    }
    broken
}
