//! Whoever aims is told who flanks and who has cover, and of whom it comes.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{CircumstanceSeen, Control, Library, Session, Standing, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
/// They stand in a row: Ann, Ogg, and Cid behind him.
const ANN: CreatureId = CreatureId(0);
const OGG: CreatureId = CreatureId(1);
const CID: CreatureId = CreatureId(2);

/// So many answers it takes at most until it is Ann's turn.
const ANSWERS_MAX: usize = 40;

/// A fight in which Ann may attack Ogg, with words for what Ogg looks like.
fn fight(system: &str, kind: &str, ogg: &str) -> Box<dyn Session> {
    let creature = |name: &str, side: &str, column: u8, more: &str| {
        format!(
            "\n[[creature]]\nname = \"{name}\"\nkind = \"{kind}\"\nside = \"{side}\"\nat = [{column}, 3]\n{more}\n"
        )
    };
    let options = match system {
        "segment" => "[options]\nflanking = true\n\n",
        _ => "",
    };
    let text = format!(
        "system = \"{system}\"\nname = \"A row\"\n\n{options}[map]\nrows = 7\ncolumns = 12\n{}{}{}",
        creature("ann", "us", 3, ""),
        creature("ogg", "them", 4, ogg),
        creature("cid", "us", 5, "")
    );
    opened(&text)
}

fn opened(text: &str) -> Box<dyn Session> {
    let scenario = Source::new("row.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 3)
        .unwrap_or_else(|problems| panic!("{problems}"));
    for who in [ANN, OGG, CID] {
        session.set_control(who, Control::People);
    }
    session.advance().expect("no fault");
    session
}

/// Everything that counts for where everybody is when Ann attacks Ogg, once she may, as the viewer is told.
fn told(session: &mut dyn Session, viewer: &Viewer) -> Vec<CircumstanceSeen> {
    for _ in 0..ANSWERS_MAX {
        let Standing::Asks { questions } = session.standing(&GM) else {
            panic!("{:?}", session.standing(&GM));
        };
        let is_anns = questions.iter().any(|one| one.who == ANN);
        let groups = session.offers(ANN, viewer).into_iter();
        let offers = groups.flat_map(|group| group.offers);
        let at_ogg = offers.filter(|offer| offer.targets.first() == Some(&OGG));
        let found = at_ogg
            .filter_map(|offer| session.preview(ANN, &offer.words, viewer).ok())
            .map(|preview| preview.circumstances)
            .find(|all| !all.is_empty());
        if let Some(found) = found.filter(|_| is_anns) {
            return found;
        }
        // In Segments & Stances whoever wants to attack takes a stance for it first.
        if is_anns && session.act(ANN, "aggressive", None).is_ok() {
            continue;
        }
        let who = questions.first().expect("somebody is asked").who;
        session.pass(who, None).expect("it is let pass");
    }
    Vec::new()
}

fn from(all: &[CircumstanceSeen], what: &str) -> Option<Vec<CreatureId>> {
    let one = all.iter().find(|one| one.what.contains(what));
    one.map(|one| one.from.clone())
}

#[test]
fn whoever_flanks_with_the_one_who_aims_is_told_of() {
    for (system, kind, what) in [
        ("threeaction", "veteran", "Flanked"),
        ("segment", "soldier", "flank"),
        ("timecount", "guard", "flanked"),
        ("actionpoint", "guard", "flanking"),
    ] {
        let mut session = fight(system, kind, "");
        let all = told(session.as_mut(), &GM);
        assert_eq!(from(&all, what), Some(vec![CID]), "{system}: {all:?}");
    }
}

#[test]
fn a_foe_that_looks_away_is_told_of_and_comes_of_nobody_else() {
    let mut session = fight("energy", "guard", "facing = \"east\"");
    let all = told(session.as_mut(), &GM);
    assert_eq!(from(&all, "behind"), Some(Vec::new()), "{all:?}");
}

/// Ann shoots past somebody at Ogg.
const SHOT: &str = r#"
system = "threeaction"
name = "A shot"

[map]
rows = 7
columns = 12

[[creature]]
name = "ann"
kind = "veteran"
side = "us"
at = [1, 3]
items = ["longbow"]

[[creature]]
name = "ogg"
kind = "town guard"
side = "them"
at = [7, 3]

[[creature]]
name = "cid"
kind = "town guard"
side = "them"
at = [4, 3]
"#;

#[test]
fn whoever_stands_in_the_way_is_told_of_only_to_those_who_know_of_them() {
    let own = Viewer::Player(vec![ANN]);
    for (hidden, from_whom) in [(false, Some(vec![CID])), (true, None)] {
        let mut session = opened(SHOT);
        session.set_hidden(CID, hidden);
        let all = told(session.as_mut(), &own);
        assert_eq!(from(&all, "Cover"), from_whom, "{all:?}");
    }
}

/// Ann shoots at Ogg, who is at her throat and may strike before that; Cid stands behind her.
const PRESSED: &str = r#"
system = "segment"
name = "Pressed"

[options]
flanking = true

[map]
rows = 7
columns = 12

[[creature]]
name = "ann"
kind = "archer"
side = "us"
at = [4, 3]

[[creature]]
name = "ogg"
kind = "soldier"
side = "them"
at = [5, 3]

[[creature]]
name = "cid"
kind = "soldier"
side = "them"
at = [3, 3]
"#;

#[test]
fn what_counts_in_a_blow_before_the_act_is_none_of_it() {
    let mut session = opened(PRESSED);
    let all = told(session.as_mut(), &GM);
    assert_eq!(from(&all, "in melee"), Some(Vec::new()), "{all:?}");
    assert_eq!(from(&all, "flank"), None, "{all:?}");
}
