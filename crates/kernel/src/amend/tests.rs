use serde::Deserialize;
use serde_json::json;

use super::*;
use crate::dice::Pool;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Weapon {
    name: String,
    dice: Option<Pool>,
    ranges: [i16; 2],
    uses: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Size {
    Small,
    VeryLarge,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Sheet {
    name: String,
    max_hp: i16,
    attributes: [u8; 2],
    size: Size,
    flies: bool,
    natural: Vec<Weapon>,
    dodge: Skill,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    armour: Option<Armour>,
    scores: Vec<Option<i16>>,
    spells: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<Size>,
    breath: Option<Armour>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wards: Vec<Ward>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Ward {
    against: String,
    value: i16,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Skill {
    Rank(Size),
    Finished(u8),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Armour {
    rating: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Weapon(Weapon),
}

fn sheet() -> Sheet {
    let weapon = |name: &str| Weapon {
        name: name.to_owned(),
        dice: Pool::new(1, 6).ok(),
        ranges: [10, 20],
        uses: vec!["melee".to_owned()],
    };
    Sheet {
        name: "ogre".to_owned(),
        max_hp: 30,
        attributes: [3, 4],
        size: Size::Small,
        flies: false,
        natural: vec![weapon("war bite"), weapon("claw"), weapon("claw")],
        dodge: Skill::Rank(Size::Small),
        armour: None,
        scores: vec![Some(5)],
        spells: vec![1],
        sizes: Vec::new(),
        breath: None,
        wards: vec![ward("fire", 2), ward("cold", 1)],
    }
}

fn ward(against: &str, value: i16) -> Ward {
    let against = against.to_owned();
    Ward { against, value }
}

fn names() -> Names {
    let names = Names {
        fixed: &["name", "spells"],
        either: &["rank", "finished"],
        ..Names::default()
    };
    let names = names.listed("/attributes", ["strength", "Wit and Will"]);
    let names = names.listed("/scores", ["swords", "bows", "slings"]);
    let names = names.call("/sizes", "sizes");
    let names = names.call("/wards", "wards");
    let names = names.keyed("/wards", "against", Some("value"));
    let names = names.mean("/spells", ["Fire Bolt", "aid", "fog"]);
    names.call("/armour/rating", "armour.rating")
}

fn set(name: &str, words: &str) -> Result<Sheet, String> {
    amended(&sheet(), &names(), name, words).map_err(|error| error.message)
}

#[test]
fn every_value_has_a_name_of_its_own() {
    let found = amendable(&sheet(), &names());
    let found: Vec<&str> = found.iter().map(|one| &*one.name).collect();
    let mut expected = vec![
        "strength",
        "wit_and_will",
        "armour.rating",
        "breath",
        "dodge",
        "flies",
        "max_hp",
        "natural.war_bite.dice",
        "natural.war_bite.ranges.1",
        "natural.war_bite.ranges.2",
        "natural.war_bite.uses",
        "natural.claw.dice",
        "natural.claw.ranges.1",
        "natural.claw.ranges.2",
        "natural.claw.uses",
        "natural.claw_2.dice",
        "natural.claw_2.ranges.1",
        "natural.claw_2.ranges.2",
        "natural.claw_2.uses",
        "sizes",
        "spells",
        "swords",
        "bows",
        "slings",
        "size",
        "wards",
        "wards.fire",
        "wards.cold",
    ];
    let mut found = found;
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn what_is_set_is_so_and_nothing_else() {
    let is = |name, words, change: fn(&mut Sheet)| {
        let mut expected = sheet();
        change(&mut expected);
        assert_eq!(set(name, words), Ok(expected));
    };
    is("max_hp", "-3", |sheet| sheet.max_hp = -3);
    is("wit_and_will", "255", |sheet| sheet.attributes[1] = 255);
    is("size", "very large", |sheet| sheet.size = Size::VeryLarge);
    is("flies", "yes", |sheet| sheet.flies = true);
    is("natural.claw_2.dice", "2d8+1", |sheet| {
        sheet.natural[2].dice = "2d8+1".parse().ok();
    });
    is("natural.war_bite.dice", "none", |sheet| {
        sheet.natural[0].dice = None;
    });
    is("dodge", "9", |sheet| sheet.dodge = Skill::Finished(9));
    is("dodge", "very large", |sheet| {
        sheet.dodge = Skill::Rank(Size::VeryLarge);
    });
    is("armour.rating", "4", |sheet| {
        sheet.armour = Some(Armour { rating: 4 });
    });
    is("slings", "12", |sheet| {
        sheet.scores = vec![Some(5), None, Some(12)];
    });
    is("bows", "none", |_| {});
    is("natural.claw.ranges.2", "40", |sheet| {
        sheet.natural[1].ranges[1] = 40;
    });
}

#[test]
fn lists_are_set_as_wholes() {
    let is = |name, words, change: fn(&mut Sheet)| {
        let mut expected = sheet();
        change(&mut expected);
        assert_eq!(set(name, words), Ok(expected));
    };
    is("natural.claw.uses", "melee, Long Reach", |sheet| {
        sheet.natural[1].uses = vec!["melee".to_owned(), "long-reach".to_owned()];
    });
    is("natural.claw.uses", "none", |sheet| {
        sheet.natural[1].uses.clear();
    });
    is("sizes", "small, very large", |sheet| {
        sheet.sizes = vec![Size::Small, Size::VeryLarge];
    });
    is("sizes", "small", |sheet| sheet.sizes = vec![Size::Small]);
    is("sizes", "none", |_| {});
    is("spells", "fog, fire bolt", |sheet| {
        sheet.spells = vec![2, 0]
    });
    is("spells", "none", |sheet| sheet.spells.clear());
    let of = |name| {
        let all = amendable(&sheet(), &names());
        let value = all.into_iter().find(|one| one.name == name);
        shown(&value.expect("it can be set").value)
    };
    assert_eq!(of("natural.claw.uses"), "melee");
    assert_eq!(of("sizes"), "none");
    assert_eq!(of("spells"), "aid");
    assert_eq!(
        set("spells", "aid, fire blot"),
        Err("`fire blot` is no name in `spells` here".to_owned())
    );
    let reason = set("sizes", "small, huge").expect_err("no size");
    assert!(reason.contains("unknown variant `huge`"), "{reason}");
}

#[test]
fn of_a_list_whose_members_have_names_some_are_kept_or_all_are_said_anew() {
    let wards = |words| set("wards", words).map(|sheet| sheet.wards);
    assert_eq!(wards("fire, cold"), Ok(sheet().wards));
    assert_eq!(wards("Cold"), Ok(vec![ward("cold", 1)]));
    assert_eq!(wards("none"), Ok(Vec::new()));
    let anew = "[{ against = \"acid\", value = 3 }]";
    assert_eq!(wards(anew), Ok(vec![ward("acid", 3)]));
    assert_eq!(
        wards("acid"),
        Err("`acid` is no name in `wards` here".to_owned())
    );
    let reason = wards("[{ against = \"acid\" }]").expect_err("a field is missing");
    assert!(reason.contains("missing field `value`"), "{reason}");
    assert!(wards("[{ against = ").is_err());
    let one = set("wards.cold", "4").map(|sheet| sheet.wards);
    assert_eq!(one, Ok(vec![ward("fire", 2), ward("cold", 4)]));
    let mut bare = sheet();
    bare.wards.clear();
    let gains = amended(&bare, &names(), "wards", anew).map(|sheet| sheet.wards);
    assert_eq!(gains, Ok(vec![ward("acid", 3)]));
    assert_eq!(amended(&bare, &names(), "wards", "none"), Ok(bare));
}

#[test]
fn what_belongs_together_is_set_at_once() {
    let mut expected = sheet();
    expected.breath = Some(Armour { rating: 4 });
    assert_eq!(set("breath", "{ rating = 4 }"), Ok(expected));
    let reason = set("breath", "{ ratting = 4 }").expect_err("a field is missing");
    assert!(reason.contains("missing field `rating`"), "{reason}");
    assert!(set("breath", "{ rating = ").is_err());
    assert!(set("max_hp", "{ rating = 4 }").is_err());
}

#[test]
fn what_belongs_together_can_be_taken_away_at_once_where_it_has_a_name() {
    let names = names().call("/breath", "breath");
    let mut breathing = sheet();
    breathing.breath = Some(Armour { rating: 4 });
    assert!(has(&breathing, &names, "breath") && !has(&breathing, &names, "breast"));
    let again = amended(&breathing, &names, "breath", "{ rating = 5 }");
    assert_eq!(again.map(|one| one.breath), Ok(Some(Armour { rating: 5 })));
    let bare = amended(&breathing, &names, "breath", "none");
    assert_eq!(bare, Ok(sheet()));
    let told = told(&breathing, &sheet(), &names);
    assert_eq!(told.as_deref(), Some("breath is none now"));
}

#[test]
fn what_cannot_be_is_refused() {
    for (name, words, reason) in [
        ("wisdom", "3", "`wisdom` is no value that can be set here"),
        ("name", "x", "`name` is no value that can be set here"),
        ("max_hp", "", "what is `max_hp` now? It was 30"),
        (
            "max_hp",
            "many",
            "`many` is no value for `max_hp`, which was 30",
        ),
        (
            "max_hp",
            "+3",
            "write the new value, not what is added to it",
        ),
        ("flies", "7", "`7` is no value for `flies`, which was no"),
    ] {
        assert_eq!(set(name, words), Err(reason.to_owned()), "{name} {words}");
    }
    for (name, words) in [
        ("strength", "256"),
        ("strength", "none"),
        ("max_hp", "40000"),
        ("size", "huge"),
        ("natural.claw.dice", "d"),
    ] {
        let reason = set(name, words).expect_err(name);
        let start = format!("`{words}` is no value for `{name}`: ");
        assert!(reason.starts_with(&start), "{reason}");
    }
}

#[test]
fn what_is_another_value_is_told() {
    let changed = set("natural.claw.ranges.2", "40").expect("a range");
    let told = |after| told(&sheet(), after, &names());
    let words = "natural claw ranges 2 is 40 now, and was 20";
    assert_eq!(told(&changed).as_deref(), Some(words));
    assert_eq!(told(&sheet()), None);
}

#[test]
fn what_comes_and_goes_is_told() {
    let told = |change: fn(&mut Sheet)| {
        let mut after = sheet();
        change(&mut after);
        told(&sheet(), &after, &names()).unwrap_or_default()
    };
    let acid = told(|sheet| sheet.wards = vec![ward("acid", 3), ward("cold", 1)]);
    assert_eq!(
        acid,
        "wards acid is 3 now, and was none; wards fire is none now, and was 2"
    );
    let bare = told(|sheet| sheet.wards.clear());
    assert_eq!(
        bare,
        "wards fire is none now, and was 2; wards cold is none now, and was 1"
    );
    let armoured = told(|sheet| sheet.breath = Some(Armour { rating: 4 }));
    assert_eq!(armoured, "breath rating is 4 now, and was none");
    let disarmed = told(|sheet| drop(sheet.natural.remove(0)));
    assert!(
        disarmed.contains("natural war bite dice is none now, and was"),
        "{disarmed}"
    );
}

#[test]
fn the_only_member_of_a_kind_is_looked_into() {
    let kind = Kind::Weapon(sheet().natural.remove(0));
    let changed = amended(&kind, &names(), "ranges.1", "15").expect("a range");
    let Kind::Weapon(weapon) = changed;
    assert_eq!(weapon.ranges, [15, 20]);
    assert_eq!(shown(&json!(null)), "none");
}
