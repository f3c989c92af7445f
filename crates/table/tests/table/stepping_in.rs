//! Whoever does not know of somebody is not asked to step in where that one goes: beside somebody hidden all is as beside nobody.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Library, Session, Standing, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
const ALDA: CreatureId = CreatureId(0);
const GORM: CreatureId = CreatureId(2);
const CARL: CreatureId = CreatureId(3);

/// How far away the walk leads that nobody could notice.
const FAR: i32 = 30;

/// What somebody does in whose doing another may step in.
struct Scene {
    system: &'static str,
    kinds: [&'static str; 3],
    /// Where alda and brak are, and gorm.
    at: [(i32, i32); 3],
    /// Who does what, in that order; `COLUMN` is the one that gorm goes to.
    acts: &'static [(CreatureId, &'static str)],
    /// The column that gorm goes to.
    goal: i32,
    /// The kind of the question that alda is asked.
    window: &'static str,
}

/// Of what is readied for something in words people judge in every Turn, be it that of somebody hidden.
const IN_WORDS: &[(CreatureId, &str)] = &[
    (ALDA, "ready dodge when \"the bell rings\""),
    (GORM, "move to COLUMN,4"),
];

const SCENES: &[Scene] = &[
    Scene {
        system: "energy",
        kinds: ["duelist", "orc", "orc"],
        at: [(3, 3), (3, 9), (9, 4)],
        acts: &[(GORM, "run to COLUMN,4")],
        goal: 5,
        window: "answer",
    },
    Scene {
        system: "actionpoint",
        kinds: ["", "", ""],
        at: [(3, 3), (3, 12), (4, 4)],
        acts: &[(GORM, "move to COLUMN,4")],
        goal: 6,
        window: "exposed",
    },
    Scene {
        system: "threeaction",
        kinds: ["", "", ""],
        at: [(3, 3), (3, 12), (7, 4)],
        acts: &[
            (ALDA, "ready dodge when any enemy comes in reach"),
            (GORM, "move to COLUMN,4"),
        ],
        goal: 4,
        window: "readied",
    },
    Scene {
        system: "threeaction",
        kinds: ["", "", ""],
        at: [(3, 3), (3, 12), (7, 4)],
        acts: &[(ALDA, "delay"), (GORM, "move to COLUMN,4")],
        goal: 5,
        window: "enter",
    },
    Scene {
        system: "threeaction",
        kinds: ["", "", ""],
        at: [(3, 3), (3, 12), (7, 4)],
        acts: IN_WORDS,
        goal: 5,
        window: "readied",
    },
    Scene {
        system: "timecount",
        kinds: ["", "", ""],
        at: [(3, 3), (2, 3), (6, 3)],
        acts: &[(GORM, "move to COLUMN,3")],
        goal: 4,
        window: "facing",
    },
];

impl Scene {
    /// The fight, gorm being that many columns farther away, and hidden or not.
    fn begin(&self, away: i32, is_hidden: bool) -> Box<dyn Session> {
        let library = Library::embedded();
        let first = library.creatures(self.system)[0].to_owned();
        let mut text = format!(
            "system = '{}'\nname = 'A walk'\n[map]\nrows = 15\ncolumns = 45\n",
            self.system
        );
        let sides = ["watch", "raiders", "raiders"];
        let all = ["alda", "brak", "gorm"].into_iter().zip(sides);
        for (index, (name, side)) in all.enumerate() {
            let kind = match self.kinds[index] {
                "" => &first,
                kind => kind,
            };
            let (mut column, row) = self.at[index];
            if name == "gorm" {
                column += away;
            }
            text += &format!(
                "[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = [{column}, {row}]\n"
            );
        }
        let opened = open_scenario(&Source::new("walk.toml", text), &library, 3);
        let mut session = opened.unwrap_or_else(|problems| panic!("{problems}"));
        for index in 0..3 {
            session.set_control(CreatureId(index), Control::People);
        }
        session.set_hidden(GORM, is_hidden);
        session.advance().expect("no fault");
        session
    }

    fn words(&self, step: usize, away: i32) -> Option<(CreatureId, String)> {
        let (who, words) = self.acts.get(step)?;
        let column = (self.goal + away).to_string();
        Some((*who, words.replace("COLUMN", &column)))
    }
}

/// Who is asked, and in which kind of window.
fn asked(session: &dyn Session) -> Vec<(CreatureId, String)> {
    match session.standing(&GM) {
        Standing::Asks { questions } => {
            let questions = questions.into_iter();
            questions.map(|one| (one.who, one.window)).collect()
        }
        other => panic!("nobody is asked: {other:?}"),
    }
}

/// All that the one who plays alda is told.
fn told(session: &dyn Session) -> String {
    let seat = Viewer::Player(vec![ALDA]);
    let sent = (
        session.view(&seat),
        session.standing(&seat),
        session.log(0, &seat),
        session.in_progress(0, &seat),
        session.offers(ALDA, &seat),
    );
    serde_json::to_string(&sent).expect("everything that is sent can be written")
}

/// Where two texts begin to differ.
fn differ_at(one: &str, other: &str) -> Option<usize> {
    let is_same = |(one, other): (u8, u8)| one == other;
    let same = one.bytes().zip(other.bytes());
    let same = same.take_while(|pair| is_same(*pair)).count();
    (one != other).then_some(same)
}

/// What stands around a place in a text.
fn around(text: &str, at: usize) -> String {
    let text: Vec<char> = text.chars().collect();
    let from = at.saturating_sub(200).min(text.len());
    text[from..(at + 200).min(text.len())].iter().collect()
}

/// A fight in which the acts of a scene are done one by one.
struct Course<'s> {
    scene: &'s Scene,
    session: Box<dyn Session>,
    away: i32,
    done: usize,
}

impl<'s> Course<'s> {
    fn new(scene: &'s Scene, away: i32, is_hidden: bool) -> Self {
        Self {
            scene,
            session: scene.begin(away, is_hidden),
            away,
            done: 0,
        }
    }

    /// Whoever is to act does, as soon as the moment has come; all others let it pass.
    fn go_on(&mut self) {
        let all = asked(self.session.as_ref());
        let own = self.scene.words(self.done, self.away);
        if let Some((who, words)) = own.filter(|(who, _)| all.iter().any(|one| one.0 == *who)) {
            match self.session.act(who, &words, None) {
                Ok(()) => {
                    self.done += 1;
                    return;
                }
                Err(why) => assert_ne!(all[0].0, who, "{}: {words}: {why}", self.scene.system),
            }
        }
        self.session.pass(all[0].0, None).expect("it may be passed");
    }

    fn is_done(&self) -> bool {
        self.done == self.scene.acts.len()
    }
}

#[test]
fn whoever_sees_somebody_is_asked_to_step_in() {
    for scene in SCENES {
        let mut course = Course::new(scene, 0, false);
        let is_asked = |session: &dyn Session| {
            let mut all = asked(session).into_iter();
            all.any(|(who, window)| who == ALDA && window == scene.window)
        };
        let steps = (0..60).take_while(|_| {
            course.go_on();
            !is_asked(course.session.as_ref())
        });
        assert!(steps.count() < 60, "{}: {}", scene.system, scene.window);
    }
}

#[test]
fn beside_somebody_hidden_all_is_as_beside_nobody() {
    for scene in SCENES {
        let mut near = Course::new(scene, 0, true);
        let mut far = Course::new(scene, FAR, true);
        for step in 0..30 {
            let (one, other) = (told(near.session.as_ref()), told(far.session.as_ref()));
            if let Some(at) = differ_at(&one, &other) {
                let (one, other) = (around(&one, at), around(&other, at));
                panic!("{} {step}:\n{one}\n{other}", scene.system);
            }
            assert!(!one.contains("gorm") && !one.contains("unseen"), "{one}");
            near.go_on();
            far.go_on();
        }
        assert!(near.is_done() && far.is_done(), "{}", scene.system);
    }
}

/// In time count alda stands beside brak; carl comes up from the other side, and gorm, who is hidden, stands in that column.
fn between_two(column: i32) -> Box<dyn Session> {
    let library = Library::embedded();
    let kind = library.creatures("timecount")[0].to_owned();
    let mut text =
        "system = 'timecount'\nname = 'Two'\n[map]\nrows = 15\ncolumns = 45\n".to_owned();
    let all = [
        ("alda", "watch", [3, 3]),
        ("brak", "raiders", [2, 3]),
        ("gorm", "raiders", [column, 4]),
        ("carl", "raiders", [6, 3]),
    ];
    for (name, side, at) in all {
        text += &format!(
            "[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = {at:?}\n"
        );
    }
    let opened = open_scenario(&Source::new("two.toml", text), &library, 3);
    let mut session = opened.unwrap_or_else(|problems| panic!("{problems}"));
    for index in 0..4 {
        session.set_control(CreatureId(index), Control::People);
    }
    session.set_hidden(GORM, true);
    session.advance().expect("no fault");
    session
}

#[test]
fn whoever_sees_those_who_flank_it_is_asked_beside_somebody_hidden() {
    let mut both = [3, 3 + FAR].map(between_two);
    let mut is_asked = false;
    let mut has_come = false;
    for step in 0..30 {
        let [one, other] = [&both[0], &both[1]].map(|session| told(session.as_ref()));
        if let Some(at) = differ_at(&one, &other) {
            let (one, other) = (around(&one, at), around(&other, at));
            panic!("{step}:\n{one}\n{other}");
        }
        if let Standing::Asks { questions } = both[0].standing(&Viewer::Player(vec![ALDA])) {
            is_asked |= questions.iter().any(|one| one.window == "facing");
        }
        let comes = !has_come && asked(both[0].as_ref()).iter().any(|one| one.0 == CARL);
        has_come |= comes;
        for session in &mut both {
            if comes {
                session
                    .act(CARL, "move to 4,3", None)
                    .expect("the way is free");
            } else {
                let who = asked(session.as_ref())[0].0;
                session.pass(who, None).expect("it may be passed");
            }
        }
    }
    assert!(is_asked, "alda sees brak and carl");
}

#[test]
fn whoever_is_attacked_by_somebody_hidden_is_asked() {
    let scene = Scene {
        acts: &[(GORM, "attack alda with battle axe")],
        at: [(3, 3), (3, 9), (4, 4)],
        ..SCENES[0]
    };
    let mut course = Course::new(&scene, 0, true);
    while !course.is_done() {
        course.go_on();
    }
    let seat = Viewer::Player(vec![ALDA]);
    let Standing::Asks { questions } = course.session.standing(&seat) else {
        panic!("alda answers");
    };
    assert_eq!(questions[0].window, "answer");
    assert!(!questions[0].question.contains("gorm"), "{questions:?}");
    assert_eq!(asked(course.session.as_ref())[0].0, ALDA);
}

#[test]
fn whoever_sees_somebody_attacked_is_asked_though_it_is_by_somebody_hidden() {
    let scene = Scene {
        kinds: ["", "", "sorcerer"],
        acts: &[(GORM, "cast fire bolt at brak")],
        at: [(3, 3), (3, 9), (4, 4)],
        ..SCENES[1]
    };
    let mut course = Course::new(&scene, 0, true);
    while !course.is_done() {
        course.go_on();
    }
    let seat = Viewer::Player(vec![ALDA]);
    let Standing::Asks { questions } = course.session.standing(&seat) else {
        panic!("alda may strike");
    };
    assert_eq!(questions[0].window, scene.window);
    let question = questions[0].question.to_lowercase();
    assert!(!question.contains("gorm"), "{question}");
}

#[test]
fn whoever_waits_for_something_in_words_is_asked_while_somebody_hidden_acts() {
    let scenes = SCENES.iter().filter(|scene| scene.acts == IN_WORDS);
    for scene in scenes {
        let mut course = Course::new(scene, 0, true);
        let acts = |session: &dyn Session, one: CreatureId| {
            let mut all = asked(session).into_iter();
            all.any(|(who, window)| who == one && window != scene.window)
        };
        while !acts(course.session.as_ref(), GORM) || course.done == 0 {
            course.go_on();
        }
        let Standing::Asks { questions } = course.session.standing(&Viewer::Player(vec![ALDA]))
        else {
            panic!("alda is asked");
        };
        assert_eq!(questions[0].window, scene.window);
        assert!(
            questions[0].question.contains("the bell rings"),
            "{questions:?}"
        );
    }
}
