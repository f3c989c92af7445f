//! Content files say which schema they follow, so that editors can complete and check them.

use super::Finding;
use crate::project::Project;

pub(super) fn check(project: &Project) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for name in project.files("content", ".toml") {
        findings.extend(finding(&name, &project.text(&name)?));
    }
    Ok(findings)
}

/// What is wrong with the first line of a file such as `content/<system>/scenarios/duel.toml`.
fn finding(name: &str, text: &str) -> Option<Finding> {
    let below = name.strip_prefix("content/")?.strip_suffix(".toml")?;
    let (system, rest) = below.split_once('/')?;
    let (way, kind) = if rest.starts_with("scenarios/") {
        ("../../schema", "scenario")
    } else {
        // `my-weapons.toml` holds weapons.
        ("../schema", rest.rsplit('-').next().unwrap_or(rest))
    };
    let wanted = format!("#:schema {way}/{system}/{kind}.schema.json");
    (text.lines().next() != Some(&*wanted)).then(|| Finding {
        file: name.to_owned(),
        line: 1,
        message: format!("editors find no schema; begin with `{wanted}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::finding;

    #[test]
    fn files_begin_with_their_schema() {
        let scenario = "content/chess/scenarios/opening.toml";
        let right = "#:schema ../../schema/chess/scenario.schema.json\nsystem = \"chess\"\n";
        assert!(finding(scenario, right).is_none());
        assert!(finding("content/chess/pieces.toml", right).is_some());
        assert!(
            finding(
                "content/chess/pieces.toml",
                "#:schema ../schema/chess/pieces.schema.json\n"
            )
            .is_none()
        );
        assert!(
            finding(
                "content/chess/my-pieces.toml",
                "#:schema ../schema/chess/pieces.schema.json\n"
            )
            .is_none()
        );
        assert!(finding(scenario, "").is_some());
    }
}
