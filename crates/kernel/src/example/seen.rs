//! Comparing what a page says with what is seen.

use std::ops::ControlFlow;

use super::page::{Expectation, Step};
use super::run::{Failure, Run};
use crate::content::Located;
use crate::fight::Standing;
use crate::id::RuleId;
use crate::notation::closest;
use crate::refusal::Refusal;
use crate::system::{Ask, System};

/// Everything that a step expects, except its refusal.
pub(super) fn compare<S: System>(run: &mut Run<'_, S>, step: &Step) {
    for expectation in &step.expect {
        value(run, expectation);
    }
    if let Some(expected) = &step.next {
        next(run, expected);
    }
    for expected in &step.facts {
        told(run, expected);
    }
    for expected in &step.cites {
        cited(run, expected);
    }
    for expected in &step.not_cites {
        not_cited(run, expected);
    }
    for expected in &step.offers {
        offered(run, expected);
    }
    for expected in &step.not_offers {
        not_offered(run, expected);
    }
    if let Some(expected) = &step.asked {
        asked(run, expected);
    }
    if let Some(expected) = &step.over {
        over(run, expected);
    }
}

/// A refusal against the rule and the words that are expected.
pub(super) fn refusal<S: System>(
    run: &mut Run<'_, S>,
    expected: &Located<String>,
    because: Option<&Located<String>>,
    refusal: &Refusal,
) {
    let rendered = refusal.render::<S>(run.fight.state());
    let by = run.catalogue().id(refusal.rule);
    match rule(run, expected) {
        Some(rule) if rule == refusal.rule => {
            run.report.cited.insert(rule);
        }
        Some(_) => {
            let message = format!(
                "`{}` should refuse this, but `{by}` does: {rendered}",
                **expected
            );
            miss(run, expected, message, |failure| {
                let wanted = format!("a refusal by `{}`", **expected);
                let came = format!("a refusal by `{by}`: {rendered}");
                failure.compared(wanted, came).about(expected)
            });
        }
        None => {}
    }
    if let Some(because) = because
        && !rendered.contains(because.as_str())
    {
        let message = format!("the refusal says \"{rendered}\", not \"{}\"", **because);
        miss(run, because, message, |failure| {
            failure.compared(&**because, rendered).about(by)
        });
    }
}

fn fail<S: System, T>(run: &mut Run<'_, S>, place: &Located<T>, message: String) {
    let line = run.page.line(&place.span);
    run.fail(line, message);
}

/// As [`fail`], with whatever `more` there is to be said of what was expected.
fn miss<S: System, T>(
    run: &mut Run<'_, S>,
    place: &Located<T>,
    message: String,
    more: impl FnOnce(Failure) -> Failure,
) {
    let line = run.page.line(&place.span);
    run.missed(more(Failure::told(line, message)));
}

/// The rule of an id that the page names.
fn rule<S: System>(run: &mut Run<'_, S>, id: &Located<String>) -> Option<RuleId> {
    let catalogue = run.catalogue();
    let found = catalogue.find(id);
    if found.is_none() {
        let near = closest(id, catalogue.rules.iter().map(|rule| rule.id.as_str()))
            .map(|near| format!(" (did you mean `{near}`?)"))
            .unwrap_or_default();
        fail(run, id, format!("there is no rule `{}`{near}", **id));
    }
    found
}

fn value<S: System>(run: &mut Run<'_, S>, expected: &Expectation) {
    let line = run.page.line(&expected.span);
    let path = &expected.path;
    let Some(seen) = S::look(run.fight.state(), path) else {
        run.fail(line, format!("there is nothing to see at `{path}`"));
        return;
    };
    let is_set = path.ends_with("conditions");
    if !same(&expected.value, &seen, is_set) {
        let message = format!("`{path}` is {seen}, not {}", expected.value);
        let failure = Failure::told(line, message);
        run.missed(failure.compared(&expected.value, seen));
    }
}

/// Whether a value of the page is the value seen. Nothing at all (`null`) is written `"none"`.
fn same(expected: &toml::Value, seen: &serde_json::Value, is_set: bool) -> bool {
    use serde_json::Value as Seen;
    use toml::Value as Expected;
    match (expected, seen) {
        (Expected::Boolean(expected), Seen::Bool(seen)) => expected == seen,
        (Expected::Integer(expected), Seen::Number(seen)) => {
            seen.as_i64() == Some(*expected) || seen.as_f64() == Some(*expected as f64)
        }
        (Expected::Float(expected), Seen::Number(seen)) => seen.as_f64() == Some(*expected),
        (Expected::String(expected), Seen::String(seen)) => expected == seen,
        (Expected::String(expected), Seen::Null) => expected == "none",
        (Expected::Array(expected), Seen::Array(seen)) if is_set => {
            let mut left: Vec<&Seen> = seen.iter().collect();
            expected.len() == seen.len()
                && expected.iter().all(|one| {
                    let place = left.iter().position(|seen| same(one, seen, false));
                    place.map(|place| left.swap_remove(place)).is_some()
                })
        }
        (Expected::Array(expected), Seen::Array(seen)) => {
            expected.len() == seen.len()
                && expected
                    .iter()
                    .zip(seen)
                    .all(|(one, seen)| same(one, seen, false))
        }
        _ => false,
    }
}

fn next<S: System>(run: &mut Run<'_, S>, expected: &Located<Vec<String>>) {
    let state = run.fight.state();
    let names = |asks: &[Ask<S>]| {
        let mut names: Vec<String> = asks
            .iter()
            .map(|ask| S::name(state, ask.who).to_owned())
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let (must, all) = match run.fight.standing() {
        Standing::Acts { must, may } => {
            let forced = names(&must);
            (forced, names(&[must, may].concat()))
        }
        _ => (Vec::new(), Vec::new()),
    };
    let mut wanted = expected.value.clone();
    wanted.sort();
    if wanted != must && wanted != all {
        let may: Vec<&String> = all.iter().filter(|name| !must.contains(name)).collect();
        let mut seen = list(must.iter().map(String::as_str));
        if !may.is_empty() {
            let may = list(may.into_iter().map(String::as_str));
            seen.push_str(&format!(" (and, if they like, {may})"));
        }
        let wanted = list(wanted.iter().map(String::as_str));
        let message = format!("next is {seen}, not {wanted}");
        miss(run, expected, message, |failure| {
            failure.compared(wanted, seen)
        });
    }
}

fn told<S: System>(run: &mut Run<'_, S>, expected: &Located<String>) {
    let sentences = || run.seen.told.iter().map(|told| told.sentence.text.as_str());
    if !sentences().any(|sentence| sentence.contains(expected.as_str())) {
        let said: Vec<&str> = sentences().collect();
        let said = said.join(" | ");
        let message = format!("nothing says \"{}\"; the log says: {said}", **expected);
        miss(run, expected, message, |failure| {
            failure.compared(&**expected, said)
        });
    }
}

fn cited<S: System>(run: &mut Run<'_, S>, expected: &Located<String>) {
    let Some(rule) = rule(run, expected) else {
        return;
    };
    if !run.seen.rules.contains(&rule) {
        let cited = list(run.seen.rules.iter().map(|rule| run.catalogue().id(*rule)));
        let message = format!("`{}` is not cited; cited: {cited}", **expected);
        miss(run, expected, message, |failure| {
            let wanted = format!("`{}` is cited", **expected);
            failure
                .compared(wanted, format!("cited: {cited}"))
                .about(expected)
        });
    }
}

fn not_cited<S: System>(run: &mut Run<'_, S>, expected: &Located<String>) {
    let Some(rule) = rule(run, expected) else {
        return;
    };
    if run.seen.rules.contains(&rule) {
        let message = format!("`{}` is cited", **expected);
        miss(run, expected, message, |failure| {
            let wanted = format!("`{}` is not cited", **expected);
            let came = failure.message.clone();
            failure.compared(wanted, came).about(expected)
        });
    }
}

fn offered<S: System>(run: &mut Run<'_, S>, expected: &Located<String>) {
    let offers = offers(run, expected);
    if beginning_with(&offers, expected).is_none() {
        let some = list(offers.iter().map(String::as_str));
        let message = format!(
            "nothing beginning with `{}` is offered; offered: {some}",
            **expected
        );
        miss(run, expected, message, |failure| {
            failure.compared(&**expected, some)
        });
    }
}

fn not_offered<S: System>(run: &mut Run<'_, S>, expected: &Located<String>) {
    let offers = offers(run, expected);
    if let Some(offer) = beginning_with(&offers, expected) {
        let message = format!("`{offer}` is offered");
        miss(run, expected, message, |failure| {
            failure.compared(format!("nothing beginning with `{}`", **expected), offer)
        });
    }
}

fn beginning_with<'o>(offers: &'o [String], beginning: &str) -> Option<&'o String> {
    offers.iter().find(|offer| offer.starts_with(beginning))
}

/// The acts offered to those who are asked, in words.
fn offers<S: System>(run: &mut Run<'_, S>, place: &Located<String>) -> Vec<String> {
    let state = run.fight.state();
    let mut words = Vec::new();
    let asks = run.fight.asks();
    for ask in &asks {
        S::offers(state, ask, &mut |act| {
            words.push(S::print(state, Some(ask.who), &act));
            ControlFlow::Continue(())
        });
    }
    if asks.is_empty() {
        fail(
            run,
            place,
            "nobody is asked, so nothing is offered".to_owned(),
        );
    }
    words
}

fn asked<S: System>(run: &mut Run<'_, S>, expected: &Located<Vec<super::page::Spoken>>) {
    let seen = &run.seen.asked;
    let agrees = seen.len() == expected.len()
        && expected
            .iter()
            .zip(seen)
            .all(|(spoken, (who, question, window))| {
                spoken.who == *who
                    && (window.eq_ignore_ascii_case(&spoken.words)
                        || question
                            .to_lowercase()
                            .contains(&spoken.words.to_lowercase()))
            });
    if !agrees {
        let seen: Vec<String> = seen
            .iter()
            .map(|(who, question, window)| format!("{who}: {window} ({question})"))
            .collect();
        let seen = list(seen.iter().map(String::as_str));
        let wanted: Vec<String> = expected
            .iter()
            .map(|spoken| format!("{}: {}", spoken.who, spoken.words))
            .collect();
        let message = format!("asked were: {seen}");
        miss(run, expected, message, |failure| {
            failure.compared(list(wanted.iter().map(String::as_str)), seen)
        });
    }
}

fn over<S: System>(run: &mut Run<'_, S>, expected: &Located<String>) {
    let sides = S::sides(run.fight.state());
    let name = |side: Option<u8>| match side {
        Some(side) => sides.get(usize::from(side)).map_or("?", String::as_str),
        None => "nobody",
    };
    let (message, came) = match run.fight.standing() {
        Standing::Over(winner) if name(winner) == expected.as_str() => return,
        Standing::Over(winner) => {
            let winner = name(winner).to_owned();
            (format!("{winner} has won, not {}", **expected), winner)
        }
        _ => {
            let told = "the fight is not over".to_owned();
            (told.clone(), told)
        }
    };
    miss(run, expected, message, |failure| {
        failure.compared(&**expected, came)
    });
}

fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    const SHOWN: usize = 60;
    let names: Vec<&str> = names.collect();
    match names.len() {
        0 => "nobody and nothing".to_owned(),
        many if many > SHOWN => {
            format!("{} and {} more", names[..SHOWN].join(", "), many - SHOWN)
        }
        _ => names.join(", "),
    }
}
