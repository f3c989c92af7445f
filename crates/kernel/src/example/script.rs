//! The dice and answers that a step scripts.

use std::iter::Peekable;
use std::slice::Iter;

use super::page::{Page, Spoken, Step, Thrown};
use crate::content::Located;
use crate::dice::Faces;
use crate::story::Roll;
use crate::system::System;

/// A step's dice and answers, taken one by one.
pub(super) struct Script<'p> {
    page: &'p Page,
    step: &'p Step,
    dice: Peekable<Iter<'p, Located<Thrown>>>,
    answers: Peekable<Iter<'p, Located<Spoken>>>,
}

impl<'p> Script<'p> {
    pub(super) fn new(page: &'p Page, step: &'p Step) -> Self {
        Self {
            page,
            step,
            dice: step.dice.iter().peekable(),
            answers: step.answers.iter().peekable(),
        }
    }

    /// The faces of a roll, die by die; or the line and what is wrong there.
    pub(super) fn throw<S: System>(
        &mut self,
        state: &S::State,
        roll: &Roll,
    ) -> Result<Faces, (usize, String)> {
        let wanted = |sides: u16| {
            let who = roll.by.map_or("the game master", |who| S::name(state, who));
            format!("the rules ask {who} for d{sides} ({})", roll.what)
        };
        let mut faces = Faces::new();
        while let Some(sides) = roll.pool.next_die(faces.as_slice()) {
            let Some(die) = self.dice.next() else {
                let message = format!("{} but the script has no die left", wanted(sides));
                return Err((self.step.line, message));
            };
            let Thrown { sides: kind, face } = die.value;
            if kind != sides {
                let message = format!("{} but the script has d{kind}={face}", wanted(sides));
                return Err((self.page.line(&die.span), message));
            }
            if faces.push(face).is_err() {
                let message = format!("{}: more dice than one roll can show", wanted(sides));
                return Err((self.page.line(&die.span), message));
            }
        }
        Ok(faces)
    }

    pub(super) fn answer(&mut self) -> Option<&'p Located<Spoken>> {
        self.answers.next()
    }

    /// What was not used, and its line.
    pub(super) fn left(&mut self) -> Option<(usize, String)> {
        if let Some(die) = self.dice.peek() {
            let line = self.page.line(&die.span);
            let left: Vec<String> = self
                .dice
                .by_ref()
                .map(|die| format!("d{}={}", die.sides, die.face))
                .collect();
            return Some((line, format!("nothing asks for {}", left.join(" "))));
        }
        let answer = self.answers.peek()?;
        let message = format!(
            "nobody asks for the answer `{}: {}`",
            answer.who, answer.words
        );
        Some((self.page.line(&answer.span), message))
    }
}
