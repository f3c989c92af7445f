//! Worked examples run: those that hold, and what is said of those that do not.

use affray_kernel::content::Source;
use affray_kernel::example::{Page, covered, run_case, run_pages};

use crate::brawl::Brawl;

const SETUP: &str = r#"# Brawls

```toml setup
system = "brawl"
[[fighter]]
name = "ann"
side = "heroes"
hp = 12
might = 3
[[fighter]]
name = "orc"
side = "rogues"
hp = 15
brave = true
[[fighter]]
name = "elf"
side = "rogues"
like = "sprite"
```
"#;

const BEGIN: &str = r#"
[[step]]
auto = true
dice = "d6=2"
answers = ["ann: guard high", "orc: guard low", "elf: guard low"]
next = "ann"
"#;

fn library() -> Vec<Source> {
    vec![Source::new(
        "sprite.toml",
        "name = 'sprite'\nhp = 7\nmight = 0\n",
    )]
}

/// What is wrong with a case of these steps after the round has begun, each with the line counted from its first.
fn failures(steps: &str) -> Vec<(usize, String)> {
    let head = format!("{SETUP}\n## A case\n\n```toml{BEGIN}");
    let lines = head.lines().count();
    let text = format!("{head}{steps}```\n");
    let page = Page::parse(Source::new("page.md", text)).expect("a right page");
    let report = run_case::<Brawl>(&page, &page.cases[0], &library());
    report
        .failures
        .into_iter()
        .map(|failure| (failure.line.saturating_sub(lines), failure.message))
        .collect()
}

fn failure(steps: &str) -> (usize, String) {
    let mut all = failures(steps);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn a_case_that_holds() {
    let steps = r#"
[[step]]
do = "ann: strike orc"
dice = "d20=6 2d6=3,4"
answers = ["orc: pass"]
expect = { "orc.hp" = 8, "orc.conditions" = ["ready"], "ann.guard" = "high", round = 1 }
next = ["orc"]
facts = ["ann hits orc", "orc loses 7"]
cites = ["brawl/strike", "brawl/guard"]
not_cites = ["brawl/parry"]
asked = ["orc: struck"]
offers = ["strike ann", "wait"]
not_offers = ["strike elf"]

[[step]]
do = "orc: strike elf"
refused = "brawl/strike"
because = "elf is no standing enemy (7 hit points)"
next = "orc"

[[step]]
undo = true
asked = []
next = "orc"
offers = ["parry"]

[[step]]
do = "orc: parry"
dice = "d6=4"
facts = ["orc parries ann"]
expect.orc.hp = 15

[[step]]
undo = true
next = "orc"

[[step]]
redo = true
next = "orc"
expect = { "orc.conditions" = [], "elf.hp" = 7 }

[[step]]
override = "set ann.hp 1"
facts = ["ann now has 1 hit points"]

[[step]]
do = "orc: strike ann"
dice = "d20=20 2d6=1,1"
answers = ["ann: pass"]
over = "rogues"
next = []
"#;
    assert_eq!(failures(steps), []);
}

#[test]
fn wrong_dice_are_told_apart() {
    let steps = |dice: &str| {
        format!(
            "\n[[step]]\ndo = \"ann: strike orc\"\nanswers = [\"orc: pass\"]\ndice = \"{dice}\"\n"
        )
    };
    let said = |dice: &str| failure(&steps(dice));
    assert_eq!(
        said("d20=15 d8=3 d6=1"),
        (
            5,
            "the rules ask ann for d6 (damage) but the script has d8=3".to_owned()
        )
    );
    assert_eq!(
        said("d20=15 d6=3"),
        (
            2,
            "the rules ask ann for d6 (damage) but the script has no die left".to_owned()
        )
    );
    assert_eq!(
        said("d20=15 2d6=3,3 d20=1"),
        (5, "nothing asks for d20=1".to_owned())
    );
}

#[test]
fn wrong_answers_are_told_apart() {
    let steps = |answers: &str| {
        format!(
            "\n[[step]]\ndo = \"ann: strike orc\"\ndice = \"d20=15 2d6=1,1\"\nanswers = [{answers}]\n"
        )
    };
    let said = |answers: &str| failures(&steps(answers)).remove(0);
    assert_eq!(
        said(""),
        (
            2,
            "orc must answer (ann strikes you: parry?), but the script has no answer left"
                .to_owned()
        )
    );
    assert_eq!(
        said("\"elf: pass\""),
        (5, "`elf` is not asked now; asked: orc".to_owned())
    );
    assert_eq!(
        said("\"orc: flee\""),
        (
            5,
            "`brawl/strike` refuses it: that is no answer here".to_owned()
        )
    );
    assert_eq!(
        said("\"orc: pas\""),
        (
            5,
            "`pas`: `pas` is no act here; did you mean `pass`?".to_owned()
        )
    );
    assert_eq!(
        said("\"orc: pass\", \"elf: pass\""),
        (5, "nobody asks for the answer `elf: pass`".to_owned())
    );
    assert_eq!(
        said("\"ork: pass\""),
        (
            5,
            "there is no creature `ork` (did you mean `orc`?)".to_owned()
        )
    );
}

#[test]
fn every_expectation_that_does_not_hold_is_said() {
    let steps = r#"
[[step]]
do = "ann: wait"
expect = { "orc.hp" = 1, "orc.hips" = 2, "orc.conditions" = ["cheered"], "ann.guard" = "none" }
next = "elf"
facts = ["ann dances"]
cites = ["brawl/strike", "brawl/strice"]
offers = ["juggle"]
not_offers = ["wait"]
asked = ["orc: struck"]
over = "heroes"
"#;
    let said = failures(steps);
    let lines: Vec<usize> = said.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [4, 4, 4, 4, 5, 6, 7, 7, 8, 9, 10, 11], "{said:?}");
    let messages: Vec<&str> = said.iter().map(|(_, message)| message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`orc.hp` is 15, not 1",
            "there is nothing to see at `orc.hips`",
            "`orc.conditions` is [\"ready\"], not [\"cheered\"]",
            "`ann.guard` is \"high\", not \"none\"",
            "next is orc (and, if they like, elf), not elf",
            "nothing says \"ann dances\"; the log says: ",
            "`brawl/strike` is not cited; cited: nobody and nothing",
            "there is no rule `brawl/strice` (did you mean `brawl/strike`?)",
            "nothing beginning with `juggle` is offered; offered: strike ann, frenzy ann, sweep, yell, wait, cheer, pass",
            "`wait` is offered",
            "asked were: nobody and nothing",
            "the fight is not over",
        ]
    );
}

#[test]
fn refusals_are_compared() {
    let said = |keys: &str| {
        let steps = format!("\n[[step]]\ndo = \"ann: strike ann\"\n{keys}\n");
        failure(&steps).1
    };
    assert_eq!(
        said("refused = \"brawl/yell\""),
        "`brawl/yell` should refuse this, but `brawl/strike` does: ann is no standing enemy (12 hit points)"
    );
    assert_eq!(
        said("refused = \"brawl/strike\"\nbecause = \"too far\""),
        "the refusal says \"ann is no standing enemy (12 hit points)\", not \"too far\""
    );
    assert_eq!(
        said(""),
        "`brawl/strike` refuses it: ann is no standing enemy (12 hit points)"
    );
    let done = failure("\n[[step]]\ndo = \"ann: wait\"\nrefused = \"brawl/strike\"\n");
    assert_eq!(
        done.1,
        "`brawl/strike` should have refused this, but it was done"
    );
    let other = failure("\n[[step]]\ndo = \"elf: wait\"\nrefused = \"brawl/strike\"\n");
    assert_eq!(
        other.1,
        "a refusal by `brawl/strike` was expected, but it is not elf's moment; asked: ann"
    );
}

#[test]
fn a_scenario_that_cannot_be_is_shown_in_the_page() {
    let case = "\n## A case\n```toml setup\n[[fighter]]\nname = \"elf\"\nlike = \"imp\"\n```\n```toml\n[[step]]\nauto = true\n```\n";
    let text = format!("{SETUP}{case}");
    let line = text
        .lines()
        .position(|line| line.contains("imp"))
        .map(|line| line + 1);
    let said = |text: &str, library: &[Source]| {
        let page = Page::parse(Source::new("page.md", text)).expect("a right page");
        let failures = run_case::<Brawl>(&page, &page.cases[0], library).failures;
        failures
            .into_iter()
            .map(|one| (Some(one.line), one.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        said(&text, &library()),
        [(
            line,
            "`fighter[2].like`: there is no breed `imp`".to_owned()
        )]
    );
    let wrong = text.replace("like = \"imp\"", "hp = 0\nsize = 3");
    let line = wrong
        .lines()
        .position(|line| line.contains("size"))
        .map(|line| line + 1);
    assert_eq!(said(&wrong, &library())[0].0, line);
    let impossible = text.replace("like = \"imp\"", "hp = 0");
    assert_eq!(
        said(&impossible, &library())[0].1,
        "the scenario is impossible: elf has no hit points"
    );
    let broken = [Source::new(
        "breeds/sprite.toml",
        "name = 3\nhp = 7\nmight = 0\n",
    )];
    assert!(
        said(&impossible, &broken)[0]
            .1
            .starts_with("breeds/sprite.toml:1:8: ")
    );
}

#[test]
fn a_book_lists_its_failures_and_what_it_covers() {
    let case = |title: &str, hp: i16| {
        format!(
            "\n## {title}\n```toml{BEGIN}\n[[step]]\ndo = \"ann: frenzy elf\"\ndice = \"d6=6 d6=1\"\nexpect.elf.hp = {hp}\n\
             [[step]]\ndo = \"orc: strike elf\"\nrefused = \"brawl/strike\"\n```\n"
        )
    };
    let good = format!("{SETUP}{}", case("Right", 0));
    let bad = format!("{SETUP}{}{}", case("Right", 0), case("Wrong", 5));
    let pages = [
        Source::new("good.md", good),
        Source::new("bad.md", bad),
        Source::new("worse.md", "# Nothing\n"),
    ];
    let book = run_pages::<Brawl>(&pages, &library());
    assert_eq!(book.cases, 3);
    assert_eq!(book.failures.len(), 2, "{}", book.complaint());
    assert!(book.failures[0].ends_with("[Wrong] `elf.hp` is 0, not 5"));
    assert!(book.failures[1].starts_with("worse.md:1:1: the page has no case"));
    let coverage = covered::<Brawl>(&book.cited);
    assert_eq!(
        (
            coverage.binding,
            coverage.cited.len(),
            coverage.missing.len()
        ),
        (9, 4, 5)
    );
}
