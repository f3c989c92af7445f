//! The page format of worked examples: what stands in a page, and reading it.
//!
//! `docs/worked-examples.md` describes the format for those who write pages.

use std::ops::Range;

use super::markdown::{self, Part};
pub use super::step::{Action, Expectation, Spoken, Step, Thrown};
use crate::content::{Located, Problems, Source, Tree};
use crate::notation::closest;

/// The worked examples of one section of a rulebook.
#[derive(Clone, Debug)]
pub struct Page {
    /// The first heading.
    pub title: String,
    /// The text of the page; every place in the page is one of this text.
    pub source: Source,
    /// The combat system, where the page's own setup names one under `system`. The key stays in the setup.
    pub system: Option<Located<String>>,
    /// The scenario from which every case starts.
    pub base: Option<Tree>,
    /// The cases, in the order of the page. Never empty.
    pub cases: Vec<Case>,
}

/// One worked example: a scenario and what happens in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The heading: a sentence that says what the case shows. No two of a page are the same.
    pub title: String,
    /// The line of the heading, from 1.
    pub line: usize,
    /// The place of the heading.
    pub span: Range<usize>,
    /// The page's scenario with the case's own laid over it.
    pub setup: Tree,
    /// What is done and what must come of it. Never empty.
    pub steps: Vec<Step>,
}

impl Page {
    /// Reads a page.
    ///
    /// # Errors
    /// Everything that is wrong in the page: bad TOML, unknown keys, steps that do nothing, cases without a
    /// scenario or without steps, and headings given twice.
    pub fn parse(source: Source) -> Result<Self, Problems> {
        let mut reading = Reading::new(&source);
        for part in markdown::parts(&source.text) {
            reading.part(part);
        }
        let (page, problems) = reading.finish();
        problems.or(page)
    }

    /// The line of a place in the page, from 1.
    #[must_use]
    pub fn line(&self, span: &Range<usize>) -> usize {
        self.source.line_column(span.start).0
    }
}

struct Reading<'s> {
    source: &'s Source,
    problems: Problems,
    title: Option<String>,
    base: Option<Tree>,
    cases: Vec<Draft>,
}

/// A case while its page is being read.
struct Draft {
    title: String,
    span: Range<usize>,
    setup: Option<Tree>,
    steps: Vec<Step>,
    /// A step or setup of it could not be read, so that what it lacks is no news.
    is_broken: bool,
}

impl<'s> Reading<'s> {
    fn new(source: &'s Source) -> Self {
        Self {
            source,
            problems: Problems::none(source),
            title: None,
            base: None,
            cases: Vec::new(),
        }
    }

    fn part(&mut self, part: Part) {
        match part {
            Part::Title { text, span } => self.title(text, span),
            Part::Case { title, span } => self.case(title, span),
            Part::Block { info, span, text } => self.block(&info, span, text),
        }
    }

    fn title(&mut self, text: String, span: Range<usize>) {
        if self.title.is_some() {
            let hint = "a case begins with `## `".to_owned();
            self.problems
                .add(span, "the page has a title already", Some(hint));
        } else {
            self.title = Some(text);
        }
    }

    fn case(&mut self, title: String, span: Range<usize>) {
        if let Some(first) = self.cases.iter().find(|case| case.title == title) {
            let line = self.source.line_column(first.span.start).0;
            self.problems.add(
                span.clone(),
                format!("the case of line {line} has this title already"),
                Some("say what is different here".to_owned()),
            );
        }
        self.cases.push(Draft {
            title,
            span,
            setup: None,
            steps: Vec::new(),
            is_broken: false,
        });
    }

    fn block(&mut self, info: &str, span: Range<usize>, text: Option<Range<usize>>) {
        let words: Vec<&str> = info.split_whitespace().collect();
        let known = match words.as_slice() {
            ["toml"] => Some(false),
            ["toml", "setup"] => Some(true),
            ["toml", ..] => None,
            _ => return,
        };
        let Some(is_setup) = known else {
            let hint = "write `toml setup` for a scenario, `toml` for steps".to_owned();
            self.problems
                .add(span, format!("unknown kind of block `{info}`"), Some(hint));
            return;
        };
        let Some(text) = text else {
            let hint = "put it at the left margin, outside of lists and quotations".to_owned();
            self.problems
                .add(span, "this block would not be run", Some(hint));
            return;
        };
        let read = match Tree::parse_part(self.source, text) {
            Ok(tree) if is_setup => self.setup(tree, span),
            Ok(tree) => self.steps(&tree, span),
            Err(problems) => Err(problems),
        };
        if let Err(problems) = read {
            self.problems.list.extend(problems.list);
            if let Some(case) = self.cases.last_mut() {
                case.is_broken = true;
            }
        }
    }

    fn setup(&mut self, tree: Tree, span: Range<usize>) -> Result<(), Problems> {
        let place = match self.cases.last_mut() {
            None => &mut self.base,
            Some(case) if case.steps.is_empty() => &mut case.setup,
            Some(_) => {
                let mut problems = Problems::none(self.source);
                let hint = "a case has one scenario, before its steps".to_owned();
                problems.add(span, "this setup comes after steps", Some(hint));
                return Err(problems);
            }
        };
        *place = Some(match place.take() {
            Some(before) => before.merge(tree),
            None => tree,
        });
        Ok(())
    }

    fn steps(&mut self, tree: &Tree, span: Range<usize>) -> Result<(), Problems> {
        let steps = super::step::read(tree, self.source, &span)?;
        match self.cases.last_mut() {
            Some(case) => {
                case.steps.extend(steps);
                Ok(())
            }
            None => {
                let mut problems = Problems::none(self.source);
                let hint = "begin one with a line `## What it shows`".to_owned();
                problems.add(span, "these steps belong to no case", Some(hint));
                Err(problems)
            }
        }
    }

    fn finish(mut self) -> (Page, Problems) {
        if self.title.is_none() {
            let hint = "begin the page with `# ` and the section's name".to_owned();
            self.problems.add(0..0, "the page has no title", Some(hint));
        }
        if self.cases.is_empty() {
            let hint = "begin one with a line `## What it shows`".to_owned();
            self.problems.add(0..0, "the page has no case", Some(hint));
        }
        let system = self.system();
        let base = self.base;
        let mut cases = Vec::new();
        for draft in self.cases {
            let setup = match (&base, draft.setup) {
                (Some(base), Some(own)) => base.clone().merge(own),
                (Some(base), None) => base.clone(),
                (None, Some(own)) => own,
                (None, None) => {
                    if !draft.is_broken {
                        let hint = "give the case or the page a block `toml setup`".to_owned();
                        self.problems.add(
                            draft.span.clone(),
                            "the case has no scenario",
                            Some(hint),
                        );
                    }
                    Tree::empty()
                }
            };
            if draft.steps.is_empty() && !draft.is_broken {
                let hint = "give it a block `toml` with a `[[step]]`".to_owned();
                self.problems
                    .add(draft.span.clone(), "the case shows nothing", Some(hint));
            }
            cases.push(Case {
                line: self.source.line_column(draft.span.start).0,
                title: draft.title,
                span: draft.span,
                setup,
                steps: draft.steps,
            });
        }
        let page = Page {
            title: self.title.unwrap_or_default(),
            source: self.source.clone(),
            system,
            base,
            cases,
        };
        (page, self.problems)
    }

    fn system(&mut self) -> Option<Located<String>> {
        let named = self.base.clone()?.remove("system")?;
        match named.read(self.source) {
            Ok(system) => Some(system),
            Err(problems) => {
                self.problems.list.extend(problems.list);
                None
            }
        }
    }
}

impl Page {
    /// The case of this title.
    ///
    /// # Errors
    /// The nearest title there is, if any is near.
    pub fn case(&self, title: &str) -> Result<&Case, Option<String>> {
        let titles = || self.cases.iter().map(|case| case.title.as_str());
        self.cases
            .iter()
            .find(|case| case.title == title)
            .ok_or_else(|| closest(title, titles()))
    }
}
