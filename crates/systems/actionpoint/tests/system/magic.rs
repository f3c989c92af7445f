//! Magic that no content file of the repository has.

use affray_actionpoint::ActionPoint;
use affray_kernel::content::Source;
use affray_kernel::example::{Page, run_case};
use affray_trial::repository::{content, files};

const SPELLS: &str = r#"
[[spell]]
name = "storm"
traits = { attack = true }
range_m = 20
damage = "1d8"
types = ["fire", "frost"]

[[spell]]
name = "roots"
traits = { attack = true }
range_m = 10
effect = "entangle"

[[spell]]
name = "fist of stone"
ability = true
traits = { melee = true }
tested = "fighting-style"
range_m = 1
damage = "1d8"
type = "crushing"
"#;

const GEAR: &str = r#"
[[gear]]
name = "stone glove"
hands = 1
spell = "fist of stone"
"#;

const PAGE: &str = r#"# Magic

```toml setup
system = "actionpoint"

[start]
round = 2
turn = "sera"

[[creature]]
name = "sera"
kind = "sorcerer"
side = "heroes"
at = [5, 5]
spells = ["storm", "roots"]
held = ["stone glove"]

[[creature]]
name = "ork"
kind = "ork bandit"
side = "monsters"
at = [6, 5]
items = ["club"]
resistances = { frost = 2 }
```

## Of a spell with several types the caster picks one

```toml
[[step]]
do = "sera: cast storm on ork dealing acid"
refused = "damage-types/every-source-has-one"

[[step]]
do = "sera: cast storm on ork dealing frost"
dice = "d20=10 d8=5"
answers = ["ork: pass", "ork: pass", "sera: pass"]
facts = ["frost damage"]
offers = ["cast storm on ork", "cast storm on ork dealing frost"]
expect = { "ork.health" = 15 }
```

## What magic holds no loose net goes along with

```toml setup
[[item]]
kind = "net"
at = [6, 5]
```

```toml
[[step]]
do = "sera: cast roots on ork"
dice = "d20=10 d20=20"
answers = ["ork: pass", "ork: pass", "sera: push"]
expect = { "ork.grappled_by" = "none", "ork.at" = [7, 5], "item.net.at" = [6, 5] }

[[step]]
do = "sera: drop stone glove"

[[step]]
do = "sera: pick up net"
expect = { "item.net.bearer" = "sera" }
```

## The magic of an item is tested with Sorcery and cannot be parried

```toml
[[step]]
do = "sera: use stone glove on ork using strength"
refused = "attack/spell-attack"

[[step]]
do = "sera: use stone glove on ork"
next = "ork"
not_offers = ["parry"]

[[step]]
do = "ork: pass"
dice = "d20=10 d8=5"
answers = ["sera: pass"]
cites = ["attack/spell-attack"]
expect = { "ork.health" = 13 }
```
"#;

#[test]
fn cases_with_magic_of_their_own() {
    let mut library = files(&content::<ActionPoint>(), "toml");
    library.push(Source::new("own-spells.toml", SPELLS));
    library.push(Source::new("own-gear.toml", GEAR));
    let page = Page::parse(Source::new("magic.md", PAGE)).expect("a page");
    for case in &page.cases {
        let report = run_case::<ActionPoint>(&page, case, &library);
        let told: Vec<&str> = report
            .log
            .iter()
            .map(|told| told.sentence.text.as_str())
            .collect();
        assert!(
            report.failures.is_empty(),
            "{:?}\n{told:#?}",
            report.failures
        );
    }
}
