//! Rust source, taken apart into code, comments and texts.

/// A source file.
pub(super) struct SourceFile {
    pub(super) name: String,
    /// As it is written.
    pub(super) text: String,
    /// The same bytes with comments and the insides of texts blanked out, so that places agree.
    pub(super) code: String,
    /// The same bytes with everything but comments blanked out.
    pub(super) comments: String,
}

/// What a byte of Rust source belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Code,
    Comment,
    Text,
}

impl SourceFile {
    pub(super) fn new(text: String, name: String) -> Self {
        let parts = parts(text.as_bytes());
        Self {
            code: only(&text, &parts, Part::Code),
            comments: only(&text, &parts, Part::Comment),
            name,
            text,
        }
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.text[..byte]
            .bytes()
            .filter(|byte| *byte == b'\n')
            .count()
            + 1
    }

    /// Where a piece of code stands as whole words: nothing that could belong to a name touches its ends.
    pub(super) fn places_of(&self, needle: &str) -> Vec<usize> {
        whole_words(&self.code, needle)
    }
}

/// Where a needle stands in a text as whole words.
pub(super) fn whole_words(text: &str, needle: &str) -> Vec<usize> {
    let touches = |neighbour: Option<char>, end: Option<char>| {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        neighbour.is_some_and(is_name) && end.is_some_and(is_name)
    };
    text.match_indices(needle)
        .filter(|(at, found)| {
            let before = text[..*at].chars().next_back();
            let after = text[at + found.len()..].chars().next();
            !touches(before, found.chars().next()) && !touches(after, found.chars().next_back())
        })
        .map(|(at, _)| at)
        .collect()
}

/// Everything but one part turned into blanks, line ends kept.
fn only(text: &str, parts: &[Part], wanted: Part) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        if letter == '\n' || parts[at] == wanted {
            out.push(letter);
        } else {
            out.extend(std::iter::repeat_n(' ', letter.len_utf8()));
        }
    }
    out
}

fn parts(bytes: &[u8]) -> Vec<Part> {
    let mut parts = vec![Part::Code; bytes.len()];
    let mut at = 0;
    while at < bytes.len() {
        let (part, from, end) = match bytes[at] {
            b'/' if bytes[at..].starts_with(b"//") => (Part::Comment, at, line_end(bytes, at)),
            b'/' if bytes[at..].starts_with(b"/*") => (Part::Comment, at, comment_end(bytes, at)),
            b'"' => (Part::Text, at + 1, text_end(bytes, at)),
            b'r' if raw_hashes(bytes, at).is_some() => {
                let hashes = raw_hashes(bytes, at).unwrap_or_default();
                (Part::Text, at + 2 + hashes, raw_end(bytes, at, hashes))
            }
            b'\'' => match letter_end(bytes, at) {
                Some(end) => (Part::Text, at + 1, end),
                None => (Part::Code, at, at + 1),
            },
            _ => (Part::Code, at, at + 1),
        };
        let end = end.min(bytes.len()).max(at + 1);
        for place in parts.iter_mut().take(end).skip(from) {
            *place = part;
        }
        at = end;
        if part == Part::Text {
            // The closing mark is code again, so that a needle can end in it.
            parts[end - 1] = Part::Code;
        }
    }
    parts
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let length = bytes[at..].iter().position(|byte| *byte == b'\n');
    length.map_or(bytes.len(), |length| at + length)
}

/// Comments of this kind stand inside one another.
fn comment_end(bytes: &[u8], at: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = at;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    at
}

fn text_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// How many `#` a raw text at this place begins with, if one begins here.
fn raw_hashes(bytes: &[u8], at: usize) -> Option<usize> {
    // `br"..."` is one too; the r of any other name is not.
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let before = match at.checked_sub(1) {
        Some(b_at) if bytes[b_at] == b'b' => b_at.checked_sub(1),
        other => other,
    };
    if before.is_some_and(|before| is_name(bytes[before])) {
        return None;
    }
    let hashes = bytes[at + 1..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    (bytes.get(at + 1 + hashes) == Some(&b'"')).then_some(hashes)
}

fn raw_end(bytes: &[u8], at: usize, hashes: usize) -> usize {
    let start = at + 2 + hashes;
    let close = [b"\"".as_slice(), &b"#".repeat(hashes)].concat();
    let length = bytes[start..]
        .windows(close.len())
        .position(|window| window == close);
    length.map_or(bytes.len(), |length| start + length + close.len())
}

/// The end of a letter in quotes; `None` for a lifetime.
fn letter_end(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at + 1) == Some(&b'\\') {
        let rest = bytes.get(at + 3..)?;
        let length = rest.iter().position(|byte| *byte == b'\'')?;
        return Some(at + 3 + length + 1);
    }
    let text = std::str::from_utf8(&bytes[at + 1..]).ok()?;
    let letter = text.chars().next()?;
    let close = at + 1 + letter.len_utf8();
    (bytes.get(close) == Some(&b'\'')).then_some(close + 1)
}

#[cfg(test)]
mod tests {
    use super::SourceFile;

    fn source(text: &str) -> SourceFile {
        SourceFile::new(text.to_owned(), "x.rs".to_owned())
    }

    #[test]
    fn texts_and_comments_are_no_code() {
        let file = source(
            "a(\"// b\\\"c\"); // d \"e\nf /* g /* h */ i */ j r#\"k\"l\"# m br\"n\" 'o' '\\'' '\"' p::<'q>",
        );
        let code: Vec<&str> = file.code.split_whitespace().collect();
        assert_eq!(
            code.join(" "),
            "a(\" \"); f j r#\" # m br\" \" ' ' ' ' ' ' p::<'q>"
        );
        let comments: Vec<&str> = file.comments.split_whitespace().collect();
        assert_eq!(comments.join(" "), "// d \"e /* g /* h */ i */");
        assert_eq!(file.line(file.text.len()), 2);
    }

    #[test]
    fn needles_are_found_as_whole_words() {
        let file = source("rand::x; operand::y; rand ::z; std::time::Instant");
        assert_eq!(file.places_of("rand::"), [0]);
        assert_eq!(file.places_of("std::time"), [31]);
    }
}
