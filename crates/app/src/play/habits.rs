//! What creatures answer of themselves, and when.

use affray_kernel::CreatureId;
use affray_kernel::occasion::Occasion;
use affray_table::{Declined, Habit};

use super::Game;
use super::acting::speaker;
use super::commands::unread;
use crate::trouble::Trouble;

/// `habit WHEN never`: of the one who is asked now. Nothing behind it: how all stands.
pub(super) fn habit(game: &mut Game<'_>, rest: &str) -> Result<Result<(), Declined>, Trouble> {
    let (who, rest) = match speaker(game, rest) {
        Ok(said) => said,
        Err(declined) => return Ok(Err(declined)),
    };
    if rest.is_empty() {
        return list(game, who).map(Ok);
    }
    match read(game, rest) {
        Ok((occasion, habit)) => set(game, who, occasion, habit).map(Ok),
        Err(declined) => Ok(Err(declined)),
    }
}

/// When, and what is done then.
fn read(game: &Game<'_>, words: &str) -> Result<(&'static Occasion, Habit), Declined> {
    let (when, habit) = words
        .rsplit_once(char::is_whitespace)
        .unwrap_or(("", words));
    let habit = Habit::named(habit).ok_or_else(|| {
        unread(format!(
            "`{words}`: it is `habit WHEN never`, `always`, `ask` or `every`; `habit` alone says when somebody is asked"
        ))
    })?;
    Ok((game.session.occasion(when)?, habit))
}

fn list(game: &mut Game<'_>, who: CreatureId) -> Result<(), Trouble> {
    let name = name(game, who);
    game.screen.line(&format!("when {name} is asked:"))?;
    for occasion in game.session.occasions() {
        let does = does(game.session.habit(who, occasion.kind));
        game.screen.line(&format!("  {}: {does}", occasion.when))?;
    }
    Ok(())
}

fn set(
    game: &mut Game<'_>,
    who: CreatureId,
    occasion: &Occasion,
    habit: Habit,
) -> Result<(), Trouble> {
    game.session.set_habit(who, occasion.kind, habit);
    let (name, when) = (name(game, who), occasion.when);
    let says = match habit {
        Habit::Every => format!("{name} {}", does(habit)),
        _ => format!("{name} {} {when}", does(habit)),
    };
    game.screen.line(&says)
}

const fn does(habit: Habit) -> &'static str {
    match habit {
        Habit::Ask => "is asked where it matters",
        Habit::Every => "is asked every time, even for what can wait",
        Habit::Never => "is silent of itself",
        Habit::Always => "does what a sensible creature does",
    }
}

fn name(game: &Game<'_>, who: CreatureId) -> String {
    let names = game.session.names();
    names.get(who.index()).cloned().unwrap_or_default()
}
