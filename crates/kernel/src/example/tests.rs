use super::page::{Action, Page, Spoken, Thrown};
use crate::content::Source;

const PAGE: &str = r#"# Attacks

Prose, and a block of prose:

```text
[[step]]
```

```toml setup
system = "threeaction"
[[creature]]
name = "ogre"
hp = 80
[[creature]]
name = "garret"
hp = 20
```

## A hit takes *hit points*

The ogre is struck.

```toml setup
[[creature]]
name = "ogre"
hp = 8
```

```toml
[[step]]
do = "garret: strike ogre with longsword"
dice = "d20=12 2d6=3,4"
answers = ["ogre: pass"]
expect = { "ogre.hp" = 1, "garret.conditions" = ["prone"] }
next = "ogre"
facts = ["Garret strikes"]
cites = ["attack/action"]
```

Then:

```toml
[[step]]
auto = true
asked = ["ogre: attacked"]
next = ["ogre", "garret"]
[step.expect]
round = 2
garret.hp = 20
garret.bruised = true
```

## The dead do nothing

```toml
[[step]]
do = "ogre: strike garret"
refused = "death/acts"
because = "dead"
over = "heroes"
```
"#;

fn parse(text: &str) -> Result<Page, Vec<String>> {
    Page::parse(Source::new("page.md", text))
        .map_err(|problems| problems.to_string().lines().map(str::to_owned).collect())
}

fn faults(text: &str) -> Vec<String> {
    parse(text).expect_err("should be refused")
}

#[test]
fn a_page_is_read_in_full() {
    let page = parse(PAGE).expect("a right page");
    assert_eq!(page.title, "Attacks");
    assert_eq!(page.system.as_ref().expect("a system").value, "threeaction");
    assert_eq!(page.cases.len(), 2);

    let case = &page.cases[0];
    assert_eq!(
        (case.title.as_str(), case.line),
        ("A hit takes hit points", 19)
    );
    let creatures = &case.setup.to_table()["creature"];
    assert_eq!(creatures[0]["hp"].as_integer(), Some(8));
    assert_eq!(creatures[1]["hp"].as_integer(), Some(20));

    let step = &case.steps[0];
    assert_eq!(step.line, 30);
    let Action::Do(act) = &step.action else {
        panic!("an act: {:?}", step.action)
    };
    assert_eq!(act.who, "garret");
    assert_eq!(act.words, "strike ogre with longsword");
    let dice: Vec<Thrown> = step.dice.iter().map(|die| die.value).collect();
    let die = |sides, face| Thrown { sides, face };
    assert_eq!(dice, [die(20, 12), die(6, 3), die(6, 4)]);
    assert_eq!(&PAGE[step.dice[1].span.clone()], "2d6=3,4");
    assert_eq!(step.next.as_ref().expect("next").value, ["ogre"]);
    let paths: Vec<&str> = step.expect.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["ogre.hp", "garret.conditions"]);
    assert_eq!(step.expect[0].value, 1.into());
    assert_eq!(page.line(&step.expect[0].span), 34);

    let step = &case.steps[1];
    assert_eq!(step.action, Action::Auto);
    let paths: Vec<&str> = step.expect.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["round", "garret.hp", "garret.bruised"]);
    let asked = Spoken {
        who: "ogre".to_owned(),
        words: "attacked".to_owned(),
    };
    assert_eq!(step.asked.as_ref().expect("asked").value, [asked]);

    let untouched = &page.cases[1].setup.to_table()["creature"];
    assert_eq!(untouched[0]["hp"].as_integer(), Some(80));
    let refused = page.cases[1].steps[0].refused.as_ref().expect("a refusal");
    assert_eq!(refused.value, "death/acts");
    assert_eq!(page.line(&refused.span), 58);
}

#[test]
fn everything_wrong_is_reported_at_its_place_in_the_page() {
    let text = r#"# Attacks

```toml
[[step]]
auto = true
```

## One

```toml setup
[[creature]]
name = "ogre"
```

```toml
[[step]]
do = "strike ogre"
dices = "d20=12"
[[step]]
dice = "d20=21 2d6=3 x"
because = "far"
auto = true
[[step]]
facts = ["x"]
undo = false
```

```toml setup
x = 1
```

## One

```toml step
```

## Two

```toml
[[step]
auto = true
```
"#;
    let about_the_steps = [
        "page.md:17:6: \"strike ogre\" is not a creature, a colon and words, as in `ogre: pass`",
        "page.md:18:1: unknown key `dices` (did you mean `dice`?)",
        "page.md:20:8: a d20 has no face 21; 2 dice, but 1 faces in `2d6=3`; \
         `x` is no die and face such as `d20=12` or `2d6=3,4`",
    ];
    let about_the_page = [
        "page.md:3:1: these steps belong to no case (begin one with a line `## What it shows`)",
        "page.md:32:1: the case of line 8 has this title already (say what is different here)",
        "page.md:32:1: the case has no scenario (give the case or the page a block `toml setup`)",
        "page.md:32:1: the case shows nothing (give it a block `toml` with a `[[step]]`)",
        "page.md:34:1: unknown kind of block `toml step` (write `toml setup` for a scenario, `toml` for steps)",
        "page.md:40:8: unclosed array table, expected `]`",
    ];
    let mut expected = about_the_page.to_vec();
    expected.splice(1..1, about_the_steps);
    assert_eq!(faults(text), expected);
}

#[test]
fn steps_that_make_no_sense_are_refused() {
    let text = "# T\n```toml setup\n```\n## One\n```toml\n[[step]]\nbecause = 'far'\nauto = true\nundo = true\n\
                [[step]]\nfacts = ['x']\nundo = false\n[[step]]\nauto = true\nexpect.ogre = {}\n\
                [[step]]\noverride = 'count 3'\nrefused = 'a/b'\n```\n\
                ```toml setup\n```\n## Two\n```toml\n[[step]]\nauto = true\n```\n```toml setup\n```\n";
    let one_thing = "(a step has exactly one of `do`, `auto`, `override`, `joins`, `undo`, `redo`)";
    assert_eq!(
        faults(text),
        [
            format!("page.md:6:1: the step does several things {one_thing}"),
            "page.md:7:11: a reason without a refusal (say also by which rule: `refused = \"...\"`)".to_owned(),
            format!("page.md:10:1: the step does nothing {one_thing}"),
            "page.md:12:8: `false` does nothing here (write `true` or leave the key out)".to_owned(),
            "page.md:15:15: nothing is expected of `ogre`".to_owned(),
            "page.md:18:11: nothing here can be refused (only what somebody does with `do` is refused by a rule)".to_owned(),
            "page.md:27:1: this setup comes after steps (a case has one scenario, before its steps)".to_owned(),
        ]
    );
}

#[test]
fn a_page_without_anything_is_refused() {
    assert_eq!(
        faults("Only prose.\n"),
        [
            "page.md:1:1: the page has no title (begin the page with `# ` and the section's name)",
            "page.md:1:1: the page has no case (begin one with a line `## What it shows`)",
        ]
    );
}

#[test]
fn blocks_that_could_not_be_placed_are_refused() {
    let text = "# T\n```toml setup\n```\n## A\n> ```toml\n> [[step]]\n> auto = true\n> ```\n";
    assert_eq!(
        faults(text)[0],
        "page.md:4:1: the case shows nothing (give it a block `toml` with a `[[step]]`)"
    );
    assert!(faults(text)[1].starts_with("page.md:5:3: this block would not be run"));
}

#[test]
fn lines_may_end_in_the_way_of_windows() {
    let page = parse(&PAGE.replace('\n', "\r\n")).expect("a right page");
    assert_eq!(page.cases[0].steps[0].line, 30);
    assert_eq!(page.cases[1].steps.len(), 1);
}

#[test]
fn a_case_is_found_by_its_title_or_the_nearest_one() {
    let page = parse(PAGE).expect("a right page");
    assert_eq!(
        page.case("The dead do nothing").map(|case| case.line).ok(),
        Some(53)
    );
    let near = page.case("The dad do nothing").map(|case| case.line);
    assert_eq!(near, Err(Some("The dead do nothing".to_owned())));
}

#[test]
fn the_example_of_the_guide_is_a_right_page() {
    let guide = include_str!("../../../../docs/worked-examples.md");
    let after = guide.split("````markdown\n").nth(1).expect("an example");
    let example = after.split("````").next().expect("an end");
    let page = parse(example).expect("a right page");
    assert_eq!(page.cases.len(), 2);
    assert_eq!(page.cases[0].steps[0].dice.len(), 2);
    let moved = &page.cases[1].setup.to_table()["creature"][1];
    assert_eq!(moved["at"][0].as_integer(), Some(9));
    assert_eq!(moved["side"].as_str(), Some("monsters"));
}
