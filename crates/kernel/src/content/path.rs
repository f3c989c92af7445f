//! Paths of keys and list places, like `creature[2].at`.

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// Into a table.
    Key(String),
    /// Into a list, from 0.
    Index(usize),
}

/// Prints steps as people write them; keys that are not plain words are quoted.
pub(super) fn print(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                if is_bare(key) {
                    text.push_str(key);
                } else {
                    text.push_str(&format!("{key:?}"));
                }
            }
        }
    }
    text
}

fn is_bare(key: &str) -> bool {
    !key.is_empty()
        && key
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

/// Reads what [`print`] prints. What makes no sense as a step ends the path, so that a caller who looks a
/// place up gets the nearest one.
pub(super) fn parse(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        let Some((step, after)) = take_step(rest) else {
            break;
        };
        steps.push(step);
        rest = after;
    }
    steps
}

fn take_step(text: &str) -> Option<(Step, &str)> {
    if let Some(inside) = text.strip_prefix('[') {
        let (index, after) = inside.split_once(']')?;
        return Some((Step::Index(index.parse().ok()?), after));
    }
    if let Some(inside) = text.strip_prefix('"') {
        return take_quoted(inside);
    }
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (key, after) = text.split_at(end);
    (!key.is_empty()).then(|| (Step::Key(key.to_owned()), after))
}

fn take_quoted(inside: &str) -> Option<(Step, &str)> {
    let mut key = String::new();
    let mut letters = inside.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((Step::Key(key), &inside[at + 1..])),
            '\\' => key.push(letters.next()?.1),
            _ => key.push(letter),
        }
    }
    None
}
