//! The parts of a Markdown text that matter to a page of worked examples.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

/// A part of a page that is not prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A heading of the first level.
    Title { text: String, span: Range<usize> },
    /// A heading of the second level.
    Case { title: String, span: Range<usize> },
    /// A fenced block.
    Block {
        /// The words behind the fence.
        info: String,
        /// The whole block with its fences.
        span: Range<usize>,
        /// The text between the fences; `None` where it is not one piece of the page, as in a quotation.
        text: Option<Range<usize>>,
    },
}

/// The parts of a page in their order.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut heading: Option<(HeadingLevel, String)> = None;
    let mut block: Option<(String, Range<usize>)> = None;
    let mut depth = 0_usize;
    for (event, span) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => heading = Some((level, String::new())),
            Event::End(TagEnd::Heading(_)) => {
                parts.extend(heading.take().and_then(|(level, text)| match level {
                    HeadingLevel::H1 => Some(Part::Title { text, span }),
                    HeadingLevel::H2 => Some(Part::Case { title: text, span }),
                    _ => None,
                }));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                block = Some((info.to_string(), span.end..span.start));
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some((info, inside)) = block.take() {
                    let inside = if inside.start > inside.end {
                        span.end..span.end
                    } else {
                        inside
                    };
                    let is_one_piece = depth == 0 && is_at_margin(text, &span);
                    parts.push(Part::Block {
                        info,
                        text: is_one_piece.then_some(inside),
                        span,
                    });
                }
            }
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => depth -= 1,
            Event::Text(words) | Event::Code(words) => match (&mut heading, &mut block) {
                (Some((_, title)), _) => title.push_str(&words),
                (None, Some((_, inside))) => {
                    inside.start = inside.start.min(span.start);
                    inside.end = inside.end.max(span.end);
                }
                (None, None) => {}
            },
            Event::SoftBreak | Event::HardBreak => {
                if let Some((_, title)) = &mut heading {
                    title.push(' ');
                }
            }
            _ => {}
        }
    }
    parts
}

/// An indented fence takes the indentation out of its lines, so that they are no one piece of the page.
fn is_at_margin(text: &str, block: &Range<usize>) -> bool {
    block.start == 0 || text.as_bytes().get(block.start - 1) == Some(&b'\n')
}
