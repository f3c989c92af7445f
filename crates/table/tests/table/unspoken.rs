//! Words are read at a seat as if there were nobody of whom it does not know, and nothing that only those have: spells, things and names.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Library, Session, Viewer, open_scenario};

const GARRET: CreatureId = CreatureId(0);
const ZORN: CreatureId = CreatureId(2);

/// A fight of garret and bob in which somebody lurks.
struct Lurk {
    system: &'static str,
    /// What stands above the creatures.
    head: &'static str,
    garret: &'static str,
    bob: &'static str,
    /// What hides zorn, whoever that is.
    hidden: &'static str,
    /// Those who may hide: their kinds, and what they carry.
    lurkers: &'static [(&'static str, &'static str)],
    /// What bob may carry, to be told apart by nobody of another side.
    bags: &'static [&'static str],
    /// With what acts begin.
    verbs: &'static [&'static str],
    /// What garret's own side is answered to these words.
    told: &'static [(&'static str, &'static str)],
}

const LURKS: &[Lurk] = &[
    Lurk {
        system: "threeaction",
        head: "start = { turn = 'garret' }",
        garret: "kind = 'veteran'\ninitiative = 20",
        bob: "kind = 'town guard'\ninitiative = 12",
        hidden: "initiative = 10\nsneak = 30\nundetected_by = ['garret']",
        lurkers: &[
            ("fire adept", "'key', 'rope'"),
            ("ogre", ""),
            ("town guard", "'torch'"),
        ],
        bags: &["", "'rope', 'key'", "'torch', 'torch'", "'dagger'"],
        verbs: &[
            "cast",
            "ready",
            "disarm",
            "drop",
            "break",
            "strike bob with",
        ],
        told: &[
            ("ready zorn", "`zorn` is no act here"),
            ("strike zorn", "`zorn` is no target here"),
        ],
    },
    Lurk {
        system: "actionpoint",
        head: "sides = ['h', 'm']\nstart = { round = 1, turn = 'garret' }\n\
            [[fixture]]\nname = 'oak lever'\nat = [0, 0]\nhidden = true",
        garret: "kind = 'knight'\ninitiative_result = 20",
        bob: "kind = 'guard'\ninitiative_result = 12",
        hidden: "initiative_result = 5\nconditions = [{ kind = 'hidden', toward = 'garret' }]",
        lurkers: &[
            ("sorcerer", "'longsword'"),
            ("ork bandit", "'dagger'"),
            ("skeleton", "'wand of fire'"),
        ],
        bags: &["'dagger'", "", "'dagger', 'dagger'", "'longsword'"],
        verbs: &[
            "cast",
            "use",
            "drop",
            "strike bob with",
            "pull",
            "disarm",
            "widen Classical Knight with",
        ],
        told: &[
            ("cast fire bold", "`fire` is no spell here"),
            ("cast mend", "`mend` is no spell here"),
            ("pull oak leve", "`oak` is no lever or the like here"),
            ("strike zorn", "`zorn` is no creature here"),
        ],
    },
    Lurk {
        system: "segment",
        head: "sides = ['h', 'm']",
        garret: "kind = 'soldier'",
        bob: "kind = 'bandit'",
        hidden: "conditions = ['concealed']",
        lurkers: &[("mage", "'mace'"), ("goblin", ""), ("bandit", "'dagger'")],
        bags: &["", "'mace'", "'mace', 'mace'", "'dagger'"],
        verbs: &[
            "use",
            "attack",
            "throw",
            "attack bob with",
            "drop",
            "release",
        ],
        told: &[("use arcane bol", "`arcane` is no power here")],
    },
    Lurk {
        system: "energy",
        head: "sides = ['h', 'm']",
        garret: "kind = 'fighter'\nconditions = [{ kind = 'unaware', toward = 'zorn' }]",
        bob: "kind = 'guard'",
        hidden: "",
        lurkers: &[("adept", "'longsword'"), ("wolf", ""), ("imp", "")],
        bags: &["", "'dagger', 'dagger'", "'longsword'"],
        verbs: &["use", "drop", "attack bob with"],
        told: &[("use aura lanc", "`aura` is no power here")],
    },
    Lurk {
        system: "timecount",
        head: "sides = ['h', 'm']",
        garret: "kind = 'guard'\nsurprised = false\nnext = 2",
        bob: "kind = 'guard'\nnext = 20",
        hidden: "next = 30",
        lurkers: &[
            ("mage", ""),
            ("troll", "'long sword'"),
            ("ghoul", "'dagger'"),
        ],
        bags: &["", "'dagger'", "'dagger', 'long sword'"],
        verbs: &["prepare", "drop", "attack bob with"],
        told: &[("prepare dreat", "`dreat` is no spell here")],
    },
];

impl Lurk {
    /// The fight with one of those who may hide.
    fn with(&self, lurker: (&str, &str)) -> Box<dyn Session> {
        self.with_bag(lurker, (4, self.bags[0]))
    }

    /// The same, bob standing in such a column and carrying that.
    fn with_bag(
        &self,
        (kind, carried): (&str, &str),
        (column, bag): (u8, &str),
    ) -> Box<dyn Session> {
        let Self {
            system,
            head,
            garret,
            bob,
            hidden,
            ..
        } = self;
        let text = format!(
            "system = '{system}'\nname = 'Lurk'\n{head}\n[map]\nrows = 12\ncolumns = 14\n\
             [[creature]]\nname = 'garret'\nside = 'h'\nat = [3, 3]\n{garret}\n\
             [[creature]]\nname = 'bob'\nside = 'm'\nat = [{column}, 3]\n{bob}\ncarried = [{bag}]\n\
             [[creature]]\nname = 'zorn'\nside = 'm'\nat = [9, 9]\nkind = '{kind}'\n{hidden}\ncarried = [{carried}]\n"
        );
        let scenario = Source::new("lurk.toml", text);
        let mut session = open_scenario(&scenario, &Library::embedded(), 4)
            .unwrap_or_else(|problems| panic!("{system}: {problems}"));
        for index in 0..3 {
            session.set_control(CreatureId(index), Control::People);
        }
        session.advance().expect("it goes on");
        // Of Time Count nobody hides by the rules alone whom everybody had seen.
        session.set_hidden(ZORN, *system == "timecount");
        session
    }
}

const REST: &[&str] = &[
    "?",
    "#3",
    "zorn",
    "zorm",
    "zorn's dagger",
    "@2",
    "bob with dagger",
    "bob of dagger",
    "fire bold",
    "arcane bol",
    "aura lanc",
    "mend",
    "dark veil",
    "dark veil on bob",
    "snare",
    "dreat",
    "oak leve",
    "rope",
    "dagger",
    "longsword",
    "mace",
];

/// Out of the reach of whoever could knock anything away from bob or break it, and is offered that.
const FAR: u8 = 10;

/// Of these fights nothing is told apart at garret's seat by any words.
fn are_told_alike(lurk: &Lurk, sessions: &[(&str, Box<dyn Session>)]) {
    let seat = Viewer::Player(vec![GARRET]);
    let told = |session: &dyn Session, words: &str| {
        let answer = session.admits(&seat, GARRET, words);
        answer.map_or_else(|declined| declined.to_string(), |()| "it may".to_owned())
    };
    let Some(((_, first), others)) = sessions.split_first() else {
        return;
    };
    let words = lurk.verbs.iter().flat_map(|verb| {
        let rest = REST.iter();
        rest.map(move |rest| format!("{verb} {rest}"))
    });
    for words in words {
        let expected = told(first.as_ref(), &words);
        for (what, other) in others {
            let other = told(other.as_ref(), &words);
            assert_eq!(expected, other, "{}, {what}: {words}", lurk.system);
        }
    }
    for (words, begins) in lurk.told {
        let answer = told(first.as_ref(), words);
        assert!(answer.starts_with(begins), "{words}: {answer}");
    }
}

#[test]
fn words_mean_nothing_that_only_the_unseen_have() {
    for lurk in LURKS {
        let sessions = lurk.lurkers.iter();
        let sessions: Vec<_> = sessions
            .map(|lurker| (lurker.0, lurk.with(*lurker)))
            .collect();
        are_told_alike(lurk, &sessions);
    }
}

#[test]
fn words_mean_nothing_that_is_carried_unseen() {
    for lurk in LURKS {
        let sessions = lurk.bags.iter();
        let sessions: Vec<_> = sessions
            .map(|bag| (*bag, lurk.with_bag(lurk.lurkers[0], (FAR, bag))))
            .collect();
        are_told_alike(lurk, &sessions);
        let seat = Viewer::Player(vec![GARRET]);
        let listed = sessions.iter().map(|(_, session)| {
            let offers = session.offers(GARRET, &seat);
            format!("{offers:?} {:?}", session.impossible(GARRET, &seat))
        });
        let listed: Vec<String> = listed.collect();
        for other in &listed[1..] {
            assert_eq!(&listed[0], other, "{}", lurk.system);
        }
    }
}

/// Ways are the same whoever lurks on them unseen: one comes upon them there.
#[test]
fn nobody_asks_places_who_lurks_there() {
    let seat = Viewer::Player(vec![GARRET]);
    let lurk = |at: &str| {
        let text = format!(
            "system = 'energy'\nname = 'Lurk'\nsides = ['h', 'm']\n[map]\nrows = 12\ncolumns = 14\n\
             [[creature]]\nname = 'garret'\nside = 'h'\nat = [3, 3]\nkind = 'fighter'\n\
             conditions = [{{ kind = 'unaware', toward = 'zorn' }}]\n\
             [[creature]]\nname = 'zorn'\nside = 'm'\nat = [{at}]\nkind = 'wolf'\nfacing = 'east'\n"
        );
        let scenario = Source::new("lurk.toml", text);
        let mut session = open_scenario(&scenario, &Library::embedded(), 4)
            .unwrap_or_else(|problems| panic!("{problems}"));
        for index in 0..2 {
            session.set_control(CreatureId(index), Control::People);
        }
        session.advance().expect("it goes on");
        session
    };
    let (near, far) = (lurk("5, 3"), lurk("12, 11"));
    let told = |session: &dyn Session| {
        let ways = ["run to 5,3", "run to 6,3", "shift to 4,3", "jump to 5,3"];
        let answers = ways.map(|words| {
            let odds = session.odds(GARRET, words, &seat);
            format!("{:?} {odds:?}", session.admits(&seat, GARRET, words))
        });
        format!("{answers:?} {:?}", session.offers(GARRET, &seat))
    };
    assert_eq!(told(near.as_ref()), told(far.as_ref()));
}
