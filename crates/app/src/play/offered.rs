//! What whoever is asked may do, in words.

use affray_table::{Explained, Offer, OfferGroup, Standing};

use super::Game;
use crate::screen::Style;
use crate::trouble::Trouble;

/// How many offers of one kind are listed before only their number is said.
const OFFERS_SHOWN: usize = 6;

pub(super) fn offers(game: &mut Game<'_>, beginning: &str) -> Result<(), Trouble> {
    if let Standing::Roll { name, pool, .. } = game.session.standing(&game.viewer()) {
        let what = format!(
            "{name} rolls {pool}: type what each die shows, such as `4 3`, or the total with all that is added, such as `=7`"
        );
        return game.screen.wrapped("  ", &what);
    }
    let mut is_found = false;
    for question in game.questions() {
        let name = game.screen.styled(Style::Heading, &question.name);
        game.screen
            .line(&format!("{name}: {}", question.question))?;
        let mut kind = None;
        let mut told: Vec<String> = Vec::new();
        let groups = game.session.offers(question.who, &game.viewer());
        let fits = fitting(&groups, beginning);
        for group in groups {
            let offers = group.offers.iter().filter(|offer| fits(&offer.words));
            let (guesses, sure): (Vec<&Offer>, Vec<&Offer>) = offers.partition(|offer| offer.guess);
            let limit = beginning.is_empty().then_some(&*group.verb);
            let cost = price(&group.offers).map_or_else(String::new, |cost| format!(" ({cost})"));
            let lines = [listed(&sure, limit, &cost), guessed(&guesses, limit, &cost)];
            let lines: Vec<String> = lines.into_iter().flatten().collect();
            is_found |= !lines.is_empty();
            if lines.is_empty() {
                continue;
            }
            let other = group.group().filter(|other| kind != Some(*other));
            if let Some(other) = other {
                kind = Some(other);
                let heading = game.screen.styled(Style::Faint, other.word());
                game.screen.line(&format!("  {heading}"))?;
            }
            for line in lines {
                game.screen.wrapped("      ", &format!("    {line}"))?;
            }
            for does in meanings(&group, !beginning.is_empty()) {
                // The same is not told of one act after the other.
                if told.contains(&does) {
                    continue;
                }
                told.push(does.clone());
                let does = game.screen.styled(Style::Faint, &format!("      {does}"));
                game.screen.wrapped("      ", &does)?;
            }
        }
    }
    if !is_found && !beginning.is_empty() {
        return game.complain(&format!(
            "nothing that may be done now has a word that begins with `{beginning}`"
        ));
    }
    Ok(())
}

/// Offers in a line with what each costs, if there are any: those that come first, where a verb is given that shows all of them.
fn listed(offers: &[&Offer], verb: Option<&str>, cost: &str) -> Option<String> {
    let words: Vec<&str> = offers.iter().map(|offer| &*offer.words).collect();
    let all = by_place(&words);
    let limit = verb.map_or(all.len(), |_| OFFERS_SHOWN.min(all.len()));
    let (shown, left) = all.split_at(limit);
    let texts: Vec<String> = shown.iter().map(Places::told).collect();
    if texts.is_empty() {
        return None;
    }
    let mut line = texts.join(" · ") + cost;
    let more: usize = left.iter().map(|places| places.count).sum();
    if let (Some(verb), 1..) = (verb, more) {
        line.push_str(&format!(" … and {more} more: `? {verb}`"));
    }
    Some(line)
}

/// Guesses at where somebody may be who is not seen, in a line of their own: how many, or with what is asked for all of them.
fn guessed(guesses: &[&Offer], verb: Option<&str>, cost: &str) -> Option<String> {
    let first = guesses.first()?;
    Some(match verb {
        Some(verb) => format!(
            "guesses at where somebody may be{cost}: {}, such as `{}`; all: `? {verb}`",
            guesses.len(),
            first.words
        ),
        None => format!("guesses: {}", listed(guesses, None, cost)?),
    })
}

/// Which acts are meant by their beginning; where none begins so, those of which another word does.
fn fitting(groups: &[OfferGroup], beginning: &str) -> impl Fn(&str) -> bool + use<> {
    let beginning = beginning.to_lowercase();
    let within = format!(" {beginning}");
    let mut all = groups.iter().flat_map(|group| &group.offers);
    let is_first = all.any(|offer| offer.words.starts_with(&beginning));
    move |words: &str| words.starts_with(&beginning) || !is_first && words.contains(&within)
}

/// What the acts of a group do, each kind once, with its name where there are several; only where all do the same, unless the group is
/// what is asked for.
fn meanings(group: &OfferGroup, all: bool) -> Vec<String> {
    let mut kinds: Vec<&Explained> = Vec::new();
    for meaning in &group.meanings {
        if kinds.iter().all(|known| known.does != meaning.does) {
            kinds.push(meaning);
        }
    }
    match kinds[..] {
        [only] => vec![only.does.clone()],
        _ if !all => Vec::new(),
        _ => {
            let told = |kind: &&Explained| format!("{}: {}", kind.label, kind.does);
            kinds.iter().map(told).collect()
        }
    }
}

/// What offers cost, where all of them cost the same.
fn price(offers: &[Offer]) -> Option<&str> {
    let first = offers.first()?.cost.as_deref();
    let same = offers.iter().all(|offer| offer.cost.as_deref() == first);
    first.filter(|_| same)
}

/// From so many places on one stands for all.
const PLACES_MIN: usize = 12;

/// Acts that differ in nothing but a place.
struct Places<'w> {
    first: &'w str,
    count: usize,
}

impl Places<'_> {
    fn told(&self) -> String {
        match self.count {
            1 => self.first.to_owned(),
            count => format!("{} and {} places more", self.first, count - 1),
        }
    }
}

/// Acts, those that can be aimed at many places as one.
fn by_place<'w>(words: &[&'w str]) -> Vec<Places<'w>> {
    let aims: Vec<String> = words.iter().map(|words| without_places(words)).collect();
    let many = |aim: &String| aims.iter().filter(|other| *other == aim).count() >= PLACES_MIN;
    let mut told: Vec<(&String, Places<'w>)> = Vec::new();
    for (aim, words) in aims.iter().zip(words) {
        let known = told.iter_mut().find(|(known, _)| *known == aim);
        match known {
            Some((_, places)) if many(aim) => places.count += 1,
            _ => told.push((
                aim,
                Places {
                    first: words,
                    count: 1,
                },
            )),
        }
    }
    told.into_iter().map(|(_, places)| places).collect()
}

fn without_places(words: &str) -> String {
    let is_place = |word: &str| {
        let numbers: Vec<&str> = word.split(',').collect();
        numbers.len() > 1 && numbers.iter().all(|number| number.parse::<i32>().is_ok())
    };
    let blanked = words
        .split(' ')
        .map(|word| if is_place(word) { "…" } else { word });
    blanked.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_places_are_told_as_one() {
        let far: Vec<String> = (0..20)
            .map(|row| format!("shoot bowman at {row},-1 with longbow"))
            .collect();
        let mut words: Vec<&str> = far.iter().map(String::as_str).collect();
        words.extend(["move to 1,2", "move to 2,2,1", "shoot grumm with longbow"]);
        let told: Vec<String> = by_place(&words).iter().map(Places::told).collect();
        assert_eq!(
            told,
            [
                "shoot bowman at 0,-1 with longbow and 19 places more",
                "move to 1,2",
                "move to 2,2,1",
                "shoot grumm with longbow"
            ]
        );
    }
}
