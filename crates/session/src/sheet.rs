//! The sheet of a creature as it is sent: how it is now, every figure, and what those that are worked out are made of.

use affray_kernel::System;
use affray_kernel::amend::Settable;
use affray_kernel::prose::signed;
use affray_kernel::sheet::{SheetLine, SheetPart, SheetSection};
use serde::Serialize;
use ts_rs::TS;

use crate::wording::{CreatureSeen, GaugeSeen};

/// A part of a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct SectionSeen {
    /// What it is about.
    pub title: String,
    /// Its figures.
    pub figures: Vec<FigureSeen>,
}

/// A figure of a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct FigureSeen {
    /// What it is called.
    pub name: String,
    /// What it is: `14`, `+6`, `1d8 + 3`, `30 ft`, `longsword`.
    pub value: String,
    /// What it is made of, without dice; nothing where it is written on the sheet.
    pub parts: Vec<PartSeen>,
    /// The id of the rule that makes it.
    pub rule: Option<String>,
}

/// A part of a figure that is worked out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct PartSeen {
    /// What it is: "Level", "shield".
    pub source: String,
    /// What is added, or taken away if negative.
    pub value: i32,
    /// Whether it counts; otherwise another part covers it.
    pub counts: bool,
    /// The id of the rule it comes from.
    pub rule: String,
}

/// A value of a creature's sheet, or of what a thing is that it has, as it can be corrected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct SettableSeen {
    /// What it is a value of: the creature, or the thing in words that mean it.
    pub of: String,
    /// What it is called: `max_hp`, `kind.dice`.
    pub name: String,
    /// What stands before its value in a correction: `garret.max_hp`, `longsword of garret kind.dice`.
    pub words: String,
    /// What it is now, as a correction says it: `14`, `2d6`, `yes`, `none`.
    pub value: String,
}

impl From<Settable> for SettableSeen {
    fn from(settable: Settable) -> Self {
        Self {
            of: settable.of,
            name: settable.name,
            words: settable.words,
            value: settable.value,
        }
    }
}

/// The parts of a sheet in which anything stands, after how the creature is now.
pub(crate) fn sheet<S: System>(now: CreatureSeen, sections: Vec<SheetSection>) -> Vec<SectionSeen> {
    let written = sections.into_iter().map(|section| SectionSeen {
        title: section.title,
        figures: section.lines.into_iter().map(figure::<S>).collect(),
    });
    let all = std::iter::once(present(now)).chain(written);
    all.filter(|section| !section.figures.is_empty()).collect()
}

fn present(creature: CreatureSeen) -> SectionSeen {
    let gauges = creature.gauges.into_iter();
    let gauges = gauges.map(|(name, gauge)| SheetLine::plain(name, in_words(gauge)));
    let conditions = creature.conditions.join(", ");
    let conditions = (!conditions.is_empty()).then(|| SheetLine::plain("conditions", conditions));
    SectionSeen {
        title: "Now".to_owned(),
        figures: gauges.chain(conditions).map(plain).collect(),
    }
}

fn in_words(gauge: GaugeSeen) -> String {
    match gauge {
        GaugeSeen::Roughly(words) => words.to_owned(),
        GaugeSeen::Exact(gauge) => {
            let (current, maximum) = (signed(gauge.current.into()), gauge.maximum);
            match gauge.temporary {
                0 => format!("{current} of {maximum}"),
                more => format!("{current} of {maximum}, and {more} for a time"),
            }
        }
    }
}

/// A figure of which no rule is named.
fn plain(line: SheetLine) -> FigureSeen {
    FigureSeen {
        name: line.name,
        value: line.value,
        parts: Vec::new(),
        rule: None,
    }
}

fn figure<S: System>(mut line: SheetLine) -> FigureSeen {
    let id = |rule| S::catalogue().id(rule).to_owned();
    let part = |part: SheetPart| PartSeen {
        source: part.source.to_owned(),
        value: part.value,
        counts: part.counts,
        rule: id(part.rule),
    };
    let rule = line.rule.map(id);
    let sum = line.sum.take();
    let parts = sum.map_or_else(Vec::new, |sum| sum.parts.into_iter().map(part).collect());
    FigureSeen {
        parts,
        rule,
        ..plain(line)
    }
}
