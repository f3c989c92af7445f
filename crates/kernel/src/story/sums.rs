//! Dice and sums as sentences.

use super::{Note, Rolled, Sentence, Sum};
use crate::prose::{capital, signed};
use crate::system::System;

/// Dice that were thrown, and why so.
pub(super) fn thrown<S: System>(state: &S::State, rolled: &Rolled, reasons: &[&str]) -> Sentence {
    let reading = rolled.roll.pool.read(rolled.faces.as_slice());
    let shown: Vec<String> = rolled
        .faces
        .as_slice()
        .iter()
        .map(ToString::to_string)
        .collect();
    let who = rolled
        .roll
        .by
        .map(|who| format!("{}: ", capital(S::spoken(state, who))))
        .unwrap_or_default();
    let one = shown.len() == 1 && shown[0] == reading.total.to_string();
    let total = if one || !rolled.added {
        String::new()
    } else {
        format!(" = {}", signed(reading.total))
    };
    let reasons = in_brackets(reasons);
    let mut sentence = Sentence::number(format!(
        "{who}{} {} [{}]{total}{reasons}",
        rolled.roll.what,
        rolled.roll.pool,
        shown.join(", ")
    ));
    sentence.about.extend(rolled.roll.by);
    sentence
}

/// Reasons behind what they are for.
pub(super) fn in_brackets(reasons: &[&str]) -> String {
    if reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", reasons.join("; "))
    }
}

/// A sum and its parts, in one line.
pub(super) fn unfold<S: System>(
    state: &S::State,
    sum: &Sum,
    parts: &[Note<S>],
    reasons: &[&str],
) -> Sentence {
    // A value that no die stands at the beginning of begins with its first part.
    let begins = sum.dice == 0 && !parts.is_empty();
    let dice = if begins {
        String::new()
    } else {
        signed(sum.dice)
    };
    let mut text = in_parts::<S>(state, sum, parts, &dice);
    if !parts.is_empty() {
        text.push_str(&format!(" = {}", signed(sum.total)));
    }
    let verdict = if sum.verdict.is_empty() {
        String::new()
    } else {
        format!(": {}", sum.verdict)
    };
    compared(sum, text, verdict + &in_brackets(reasons))
}

/// Whose sum it is, what it is, and what it is made of.
pub(super) fn in_parts<S: System>(
    state: &S::State,
    sum: &Sum,
    parts: &[Note<S>],
    dice: &str,
) -> String {
    let mut text = sum
        .by
        .map(|who| format!("{}: ", capital(S::spoken(state, who))))
        .unwrap_or_default();
    text.push_str(sum.what);
    let mut begins = dice.is_empty();
    if !begins {
        text.push_str(&format!(" {dice}"));
    }
    for part in parts {
        if let Note::Part(part, counts) = part {
            let sign = match part.value {
                ..0 => "− ",
                _ if begins => "",
                _ => "+ ",
            };
            begins = false;
            let covered = if *counts { "" } else { ", covered" };
            text.push_str(&format!(
                " {sign}{} ({}{covered})",
                part.value.unsigned_abs(),
                part.source
            ));
        }
    }
    text
}

/// A sum that is compared with what dice have yet to decide.
pub(super) fn open(sum: &Sum, text: String, rest: &str) -> Sentence {
    let against = sum
        .against
        .map_or_else(String::new, |against| format!(" against {}", against.what));
    let mut sentence = Sentence::number(text + &against + rest);
    sentence.about.extend(sum.by);
    sentence
}

/// What a sum is compared with, between what it is and what else there is to say; not for those who may not know that number.
pub(super) fn compared(sum: &Sum, text: String, rest: String) -> Sentence {
    let against = sum.against.map_or_else(String::new, |against| {
        format!(" against {} {}", against.what, signed(against.value))
    });
    let mut sentence = Sentence::number(format!("{text}{against}{rest}"));
    sentence.about.extend(sum.by);
    sentence.numbers_of = sum.against.and_then(|against| against.of);
    if sentence.numbers_of.is_some() {
        sentence.without_numbers = Some(text + &rest);
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::super::Against;
    use super::*;
    use crate::id::RuleId;

    #[test]
    fn numbers_below_nothing_have_a_real_minus_sign() {
        let sum = Sum {
            by: None,
            what: "check",
            dice: 1,
            total: -3,
            against: Some(Against::number("DC", -2)),
            verdict: "failure",
            rule: RuleId(0),
        };
        let sentence = compared(&sum, "check".to_owned(), ": failure".to_owned());
        assert_eq!(sentence.text, "check against DC −2: failure");
    }
}
