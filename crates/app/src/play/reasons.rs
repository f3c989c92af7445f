//! The reasons for what happens, and the rules.

use affray_table::RuleText;

use super::Game;
use crate::screen::Style;
use crate::telling::{self, Detail};
use crate::trouble::Trouble;

/// The dice and sums of the act in progress, or else of what happened last, with the ids of their rules; `all` the rules as well.
pub(super) fn why(game: &mut Game<'_>, rest: &str) -> Result<(), Trouble> {
    let is_full = match rest {
        "" => false,
        "all" => true,
        other => return game.complain(&format!("`{other}`: it is `why` or `why all`")),
    };
    let (lines, rules) = game.session.why(&game.viewer());
    let detail = Detail {
        explain: true,
        cite: true,
    };
    if is_full {
        for rule in &rules {
            tell_rule(game, rule)?;
        }
    }
    // The sums stand last: they are what is looked for.
    telling::lines(game.screen, &lines, detail)?;
    let told: Vec<String> = rules.into_iter().map(|rule| rule.id).collect();
    let has_rules = !told.is_empty();
    why_asked(game, told, is_full)?;
    if has_rules && !is_full {
        let hint = "  `why all` tells these rules in full, `rules ID` one of them";
        let hint = game.screen.styled(Style::Faint, hint);
        game.screen.wrapped("  ", &hint)?;
    }
    Ok(())
}

/// What is asked now and by which rule, and in full the rules that were not `told`.
fn why_asked(game: &mut Game<'_>, mut told: Vec<String>, is_full: bool) -> Result<(), Trouble> {
    for question in game.questions() {
        let text = format!("{}: {}", question.name, question.question);
        let rule = format!("  [{}]", question.rule);
        let rule = game.screen.styled(Style::Faint, &rule);
        game.screen.wrapped("    ", &format!("  {text}{rule}"))?;
        if !is_full || told.contains(&question.rule) {
            continue;
        }
        let found = game.session.rules(&question.rule);
        if let Some(rule) = found.iter().find(|rule| rule.id == question.rule) {
            tell_rule(game, rule)?;
        }
        told.push(question.rule);
    }
    Ok(())
}

/// A rule with how it is ruled here.
fn tell_rule(game: &mut Game<'_>, rule: &RuleText) -> Result<(), Trouble> {
    let id = game.screen.styled(Style::Heading, &rule.id);
    game.screen
        .wrapped("    ", &format!("{id}: {}", rule.text))?;
    match &rule.ruling {
        Some(ruling) => game
            .screen
            .wrapped("    ", &format!("    Ruling: {ruling}")),
        None => Ok(()),
    }
}

/// How many rules are shown.
const RULES_SHOWN: usize = 10;

pub(super) fn rules(game: &mut Game<'_>, words: &str) -> Result<(), Trouble> {
    let mut found = game.session.rules(words);
    // An id in full means that rule alone.
    if let Some(at) = found.iter().position(|rule| rule.id == words) {
        found = vec![found.swap_remove(at)];
    }
    for rule in found.iter().take(RULES_SHOWN) {
        tell_rule(game, rule)?;
    }
    match found.len() {
        0 => game.complain("no such rule"),
        many if many > RULES_SHOWN => {
            let more = many - RULES_SHOWN;
            game.screen.line(&format!("… and {more} more"))
        }
        _ => Ok(()),
    }
}
