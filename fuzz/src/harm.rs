//! Changes of a text that leave most of it as it was written: words, numbers and lines are moved, not letters.

/// A small generator of choices.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Choices that follow from a number.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self(number)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, or 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn of<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> Option<&'t T> {
        list.get(self.below(list.len())).copied()
    }
}

/// Numbers at which something may turn.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "-1",
    "-2",
    "99",
    "100",
    "127",
    "128",
    "255",
    "256",
    "-128",
    "999",
    "4095",
    "30000",
    "-30000",
    "32767",
    "32768",
    "-32768",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e9",
    "0.5",
    "nan",
];

/// Signs that mean something in files or acts.
const SIGNS: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    ",",
    ":",
    "=",
    "#",
    ".",
    "-",
    "+",
    "(",
    ")",
    "\n",
    " ",
    "null",
    "true",
    "\u{e9}",
    "\u{1F409}",
];

/// How many bytes before the text of a target choose a fight.
fn head(target: &str) -> usize {
    if target == "notation" { 2 } else { 0 }
}

/// What a target is given, with its text changed; `other` is another such thing, of which parts may be taken.
#[must_use]
pub fn changed(target: &str, bytes: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let (before, text) = bytes.split_at(head(target).min(bytes.len()));
    let (_, other) = other.split_at(head(target).min(other.len()));
    let (text, other) = (
        String::from_utf8_lossy(text),
        String::from_utf8_lossy(other),
    );
    [before, harmed(&text, &other, chance).as_bytes()].concat()
}

/// The text with one to four changes; `other` is a text of the same kind.
fn harmed(text: &str, other: &str, chance: &mut Chance) -> String {
    let mut text = text.to_owned();
    for _ in 0..=chance.below(4) {
        text = match chance.below(12) {
            0..=2 => with_number(&text, chance),
            3..=5 => with_word(&text, other, chance),
            6 => with_lines(&text, other, chance),
            7 => without(&text, chance),
            8 => with_sign(&text, chance),
            9 => doubled(&text, chance),
            10 => swapped(&text, chance),
            _ => with_brackets(&text, other, chance),
        };
    }
    text
}

/// The parts of a text: words, numbers, single signs.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '-';
        let length = if is_word(sign) {
            rest.find(|sign| !is_word(sign)).unwrap_or(rest.len())
        } else {
            sign.len_utf8()
        };
        let (part, behind) = rest.split_at(length);
        parts.push(part);
        rest = behind;
    }
    parts
}

fn is_number(part: &str) -> bool {
    part.trim_start_matches('-')
        .bytes()
        .next()
        .is_some_and(|first| first.is_ascii_digit())
}

fn is_word(part: &str) -> bool {
    part.starts_with(char::is_alphabetic)
}

/// The text with one of the parts that are wanted given as something else.
fn replaced(text: &str, wanted: fn(&str) -> bool, by: &str, chance: &mut Chance) -> String {
    let mut parts = parts(text);
    let places: Vec<usize> = (0..parts.len())
        .filter(|place| wanted(parts[*place]))
        .collect();
    if let Some(place) = places.get(chance.below(places.len())) {
        parts[*place] = by;
    }
    parts.concat()
}

fn with_number(text: &str, chance: &mut Chance) -> String {
    let small = chance.below(24).to_string();
    let number = match chance.below(3) {
        0 => chance.of(NUMBERS).unwrap_or("0"),
        _ => small.as_str(),
    };
    replaced(text, is_number, number, chance)
}

fn with_word(text: &str, other: &str, chance: &mut Chance) -> String {
    let source = if chance.below(2) == 0 { text } else { other };
    let words: Vec<&str> = parts(source)
        .into_iter()
        .filter(|part| is_word(part))
        .collect();
    let word = chance.of(&words).unwrap_or("x");
    replaced(text, is_word, word, chance)
}

fn with_sign(text: &str, chance: &mut Chance) -> String {
    let mut parts = parts(text);
    let place = chance.below(parts.len() + 1);
    parts.insert(place, chance.of(SIGNS).unwrap_or(" "));
    parts.concat()
}

/// Without some parts that follow each other.
fn without(text: &str, chance: &mut Chance) -> String {
    let mut parts = parts(text);
    let first = chance.below(parts.len());
    let last = (first + 1 + chance.below(6)).min(parts.len());
    parts.drain(first.min(last)..last);
    parts.concat()
}

/// With lines of another text at some place.
fn with_lines(text: &str, other: &str, chance: &mut Chance) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    let first = chance.below(others.len());
    let last = (first + 1 + chance.below(4)).min(others.len());
    let place = chance.below(lines.len() + 1);
    lines.splice(place..place, others[first.min(last)..last].iter().copied());
    lines.concat()
}

/// With a line, or some parts of it, twice.
fn doubled(text: &str, chance: &mut Chance) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if let Some(line) = lines.get(chance.below(lines.len())).copied() {
        lines.insert(chance.below(lines.len() + 1), line);
    }
    lines.concat()
}

/// With two lines in each other's places.
fn swapped(text: &str, chance: &mut Chance) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if !lines.is_empty() {
        let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
        lines.swap(one, other);
    }
    lines.concat()
}

/// With what stands between brackets replaced by such a thing of this text or the other.
fn with_brackets(text: &str, other: &str, chance: &mut Chance) -> String {
    let here = brackets(text);
    let source = if chance.below(2) == 0 { text } else { other };
    let there = brackets(source);
    let (Some(old), Some(new)) = (
        here.get(chance.below(here.len())),
        there.get(chance.below(there.len())),
    ) else {
        return text.to_owned();
    };
    [&text[..old.0], &source[new.0..new.1], &text[old.1..]].concat()
}

/// Where brackets open and close.
fn brackets(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => open.push(place),
            b']' | b'}' => found.extend(open.pop().map(|begin| (begin, place + 1))),
            _ => {}
        }
    }
    found
}
