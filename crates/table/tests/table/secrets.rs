//! What a seat may not see, it does not hear of either: two fights that look the same from a seat also sound the same there.

use affray_kernel::CreatureId;
use affray_kernel::dice::Seeded;
use affray_kernel::fight::DiceMode;
use affray_table::{
    Control, GaugeSeen, Library, Numbers, Session, Standing, Viewer, open_journal, open_scenario,
};
use serde::Serialize;

const GM: Viewer = Viewer::GameMaster;

fn bytes(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("everything that is sent can be written")
}

/// Choices from a seed.
struct Choices {
    stream: Seeded,
    made: u32,
}

impl Choices {
    fn new(seed: u64) -> Self {
        Self {
            stream: Seeded::at(seed, 0, 0),
            made: 0,
        }
    }

    fn below(&mut self, count: usize) -> usize {
        self.made += 1;
        let count = u32::try_from(count).expect("not that many");
        self.stream.pick(7, self.made, count) as usize
    }
}

fn begin(scenario: &str, seed: u64) -> Box<dyn Session> {
    let library = Library::embedded();
    let source = library.scenario(scenario).expect("it is carried");
    let mut session = open_scenario(source, &library, seed).expect("a right scenario");
    for index in 0..session.names().len() {
        session.set_control(CreatureId::at(index), Control::People);
    }
    session.advance().expect("no fault");
    session
}

fn again(session: &dyn Session) -> Box<dyn Session> {
    let resumed = open_journal(&session.journal()).expect("a right journal");
    let mut session = resumed.session;
    session.advance().expect("no fault");
    session
}

/// The creature that has to decide.
fn asked(session: &dyn Session) -> Option<CreatureId> {
    match session.standing(&GM) {
        Standing::Asks { questions } => questions.first().map(|question| question.who),
        _ => None,
    }
}

fn strike(session: &dyn Session, who: CreatureId) -> String {
    let groups = session.offers(who, &GM);
    let strike = groups.iter().find(|group| group.verb == "strike");
    strike.expect("a strike is offered").offers[0].words.clone()
}

/// Leaves everybody with a part of everything: what is full or empty is seen by all.
fn weaken(session: &mut dyn Session) {
    for creature in session.view(&GM).creatures {
        for (gauge, value) in creature.gauges {
            let GaugeSeen::Exact(value) = value else {
                panic!("a game master sees everything");
            };
            let path = format!("{}.{}", creature.name, gauge.to_lowercase());
            let most = value.maximum * 7 / 10;
            session
                .correct(&format!("{path} {most}"))
                .expect("a right correction");
        }
    }
}

/// Two fights that differ in numbers that the seat does not know.
struct Twins {
    one: Box<dyn Session>,
    other: Box<dyn Session>,
    seat: Viewer,
    own: Vec<CreatureId>,
    choices: Choices,
    /// How often what the seat heard was compared.
    compared: usize,
    /// How often the fights were different then.
    different: usize,
    /// The name of an enemy that the game master hides.
    hidden: Option<String>,
}

impl Twins {
    fn new(scenario: &str, side: u8, seed: u64) -> Self {
        let mut one = begin(scenario, seed);
        weaken(one.as_mut());
        let creatures = one.view(&GM).creatures;
        let own = creatures.iter().filter(|creature| creature.side == side);
        let own: Vec<CreatureId> = own.map(|creature| creature.id).collect();
        Self {
            other: again(one.as_ref()),
            one,
            seat: Viewer::Player(own.clone()),
            own,
            choices: Choices::new(seed),
            compared: 0,
            different: 0,
            hidden: None,
        }
    }

    /// Has the game master hide the first enemy whose name tells it from all others.
    fn hiding(mut self) -> Self {
        let creatures = self.one.view(&GM).creatures;
        let alone = |name: &str| {
            let same = creatures.iter().filter(|other| other.name.contains(name));
            same.count() == 1
        };
        let mut enemies = creatures
            .iter()
            .filter(|creature| !self.own.contains(&creature.id) && alone(&creature.name));
        let enemy = enemies.next().expect("an enemy with a name of its own");
        self.one.set_hidden(enemy.id, true);
        self.hidden = Some(enemy.name.clone());
        self.one = again(self.one.as_ref());
        self.other = again(self.one.as_ref());
        self
    }

    fn look_alike(&self) -> bool {
        bytes(&self.one.view(&self.seat)) == bytes(&self.other.view(&self.seat))
    }

    /// Changes a number of an enemy in one of the fights, where the seat cannot see it.
    fn set_apart(&mut self) {
        let creatures = self.other.view(&GM).creatures;
        let enemies: Vec<_> = creatures
            .iter()
            .filter(|creature| !self.own.contains(&creature.id))
            .collect();
        let enemy = enemies[self.choices.below(enemies.len())];
        let (gauge, value) = enemy.gauges[self.choices.below(enemy.gauges.len())];
        let GaugeSeen::Exact(value) = value else {
            panic!("a game master sees everything");
        };
        let path = format!("{}.{}", enemy.name, gauge.to_lowercase());
        let now = self.one.look(&path).expect("a number");
        let shifted = value.current + 1 - 2 * self.choices.below(2) as i16;
        let seen = |current| {
            let gauge = affray_kernel::gauge::Gauge { current, ..value };
            GaugeSeen::roughly(gauge)
        };
        let is_secret =
            (0..=value.maximum).contains(&shifted) && seen(shifted) == seen(value.current);
        let shifted = if is_secret { shifted } else { value.current };
        // What the rules make of a gauge has to stay the same: with another one the fight goes another way.
        let words = [(true, now.to_string()), (false, shifted.to_string())];
        for (is_one, number) in words {
            let session = if is_one {
                &mut self.one
            } else {
                &mut self.other
            };
            // While an act is in progress nothing is corrected, in either fight.
            let _ = session.correct(&format!("{path} {number}"));
        }
    }

    /// Has both fights do the same. `false` if they are over.
    fn step(&mut self) -> bool {
        let Some(who) = asked(self.one.as_ref()) else {
            return false;
        };
        assert_eq!(asked(self.other.as_ref()), Some(who));
        if self.own.contains(&who) {
            let offers = |session: &dyn Session| bytes(&session.offers(who, &self.seat));
            assert_eq!(offers(self.one.as_ref()), offers(self.other.as_ref()));
            let others = |session: &dyn Session| bytes(&session.impossible(who, &self.seat));
            assert_eq!(others(self.one.as_ref()), others(self.other.as_ref()));
            if let Some(name) = &self.hidden {
                let told = offers(self.one.as_ref()) + &others(self.one.as_ref());
                assert!(!told.contains(name), "{name} is hidden");
            }
        }
        for _ in 0..20 {
            let groups = self.one.offers(who, &GM);
            if groups.is_empty() {
                return false;
            }
            let group = &groups[self.choices.below(groups.len())];
            let words = &group.offers[self.choices.below(group.offers.len())].words;
            if matches!(words.as_str(), "surrender" | "flee") {
                continue;
            }
            // What the enemy can do may depend on what the seat does not know.
            let Ok(()) = self.other.act(who, words, None) else {
                assert!(!self.own.contains(&who), "{words} was refused");
                continue;
            };
            self.one.act(who, words, None).expect("it was on offer");
            return true;
        }
        false
    }

    /// Compares what the seat has heard since it had heard so many lines.
    fn compare(&mut self, heard: u64) {
        let sent = |session: &dyn Session| {
            let next = session.log(0, &self.seat).len() as u64;
            [
                bytes(&session.log(heard, &self.seat)),
                bytes(&session.in_progress(next, &self.seat)),
                bytes(&session.standing(&self.seat)),
                bytes(&session.why(&self.seat).0),
                bytes(&session.moment()),
            ]
        };
        assert_eq!(sent(self.one.as_ref()), sent(self.other.as_ref()));
        if let Some(name) = &self.hidden {
            let view = bytes(&self.one.view(&self.seat));
            let told = sent(self.one.as_ref()).concat() + &view;
            assert!(!told.contains(name), "{name} is hidden: {told}");
        }
        self.compared += 1;
        let all = |session: &dyn Session| bytes(&session.view(&GM));
        self.different += usize::from(all(self.one.as_ref()) != all(self.other.as_ref()));
    }

    fn play(&mut self, steps: usize) {
        for _ in 0..steps {
            self.set_apart();
            if !self.look_alike() {
                self.other = again(self.one.as_ref());
            }
            let heard = self.one.log(0, &self.seat).len() as u64;
            if !self.step() {
                return;
            }
            if self.look_alike() {
                self.compare(heard);
            } else {
                self.other = again(self.one.as_ref());
            }
        }
    }
}

#[test]
fn what_looks_the_same_sounds_the_same() {
    let (mut compared, mut different) = (0, 0);
    for (number, scenario) in ["ambush-at-the-ford", "barrow-of-the-shade", "hex-glade"]
        .into_iter()
        .enumerate()
    {
        for (side, hides) in [(0, false), (1, false), (0, true), (1, true)] {
            let mut twins = Twins::new(scenario, side, 11 + number as u64);
            if hides {
                twins = twins.hiding();
            }
            twins.play(60);
            compared += twins.compared;
            different += twins.different;
        }
    }
    assert!(compared > 300, "{compared} steps were compared");
    assert!(different > 200, "{different} of them in different fights");
}

#[test]
fn numbers_that_rolls_are_compared_with_are_kept() {
    let mut session = begin("duel", 5);
    let who = asked(session.as_ref()).expect("somebody begins");
    let strike = strike(session.as_ref(), who);
    session.act(who, &strike, None).expect("legal");
    let sums = |viewer: &Viewer| -> Vec<String> {
        let log = session.log(0, viewer).into_iter().map(|line| line.text);
        log.filter(|text| text.contains("melee attack")).collect()
    };
    assert!(sums(&GM)[0].contains(" against Physical Defense 15: "));
    let own = sums(&Viewer::Player(vec![who]));
    assert_eq!(
        own[0],
        sums(&GM)[0].replace(" against Physical Defense 15", "")
    );
    assert!(sums(&Viewer::Watcher).is_empty());
}

#[test]
fn what_an_act_turns_on_is_told_without_the_numbers_of_others() {
    let session = begin("duel", 5);
    let who = asked(session.as_ref()).expect("somebody begins");
    let strike = strike(session.as_ref(), who);
    let sum = |viewer: &Viewer| -> Vec<String> {
        let preview = session.preview(who, &strike, viewer).expect("legal");
        preview.lines.into_iter().map(|line| line.text).collect()
    };
    let whole = sum(&GM);
    assert_eq!(whole.len(), 1, "{whole:?}");
    assert!(whole[0].contains("melee attack d20 + "), "{whole:?}");
    assert!(
        whole[0].ends_with(" against Physical Defense 15"),
        "{whole:?}"
    );
    let own = sum(&Viewer::Player(vec![who]));
    assert_eq!(own[0], whole[0].replace(" against Physical Defense 15", ""));
    assert!(session.preview(who, &strike, &Viewer::Watcher).is_err());
    assert_eq!(
        session.log(0, &GM).len(),
        begin("duel", 5).log(0, &GM).len()
    );
}

#[test]
fn odds_keep_what_becomes_of_the_others() {
    let session = begin("duel", 5);
    let who = asked(session.as_ref()).expect("somebody begins");
    let strike = strike(session.as_ref(), who);
    let odds = |viewer: &Viewer| session.odds(who, &strike, viewer).expect("odds");
    assert!(!odds(&GM).changes.is_empty());
    let own = odds(&Viewer::Player(vec![who]));
    assert!(own.changes.is_empty() && own.effects.is_empty());
    assert!(!own.verdicts.is_empty(), "one's own rolls are one's own");
}

#[test]
fn numbers_of_others_are_told_as_the_game_master_likes() {
    let mut session = begin("duel", 5);
    let who = asked(session.as_ref()).expect("somebody begins");
    let own = Viewer::Player(vec![who]);
    let gauges = |session: &dyn Session| -> Vec<usize> {
        let creatures = session.view(&own).creatures.into_iter();
        let exact = |gauge: &GaugeSeen| matches!(gauge, GaugeSeen::Exact(_));
        let count = creatures.map(|creature| {
            assert!(creature.id != who || creature.gauges.iter().all(|(_, gauge)| exact(gauge)));
            let known = creature.gauges.iter().filter(|(_, gauge)| exact(gauge));
            creature.gauges.len() * 10 + known.count()
        });
        count.collect()
    };
    let order = |mut counts: Vec<usize>| {
        counts.sort_unstable();
        counts
    };
    assert_eq!(order(gauges(session.as_ref())), [20, 22]);
    session.set_numbers(Numbers::Nothing);
    assert_eq!(order(gauges(session.as_ref())), [0, 22]);
    session.set_numbers(Numbers::Numbers);
    assert_eq!(order(gauges(session.as_ref())), [22, 22]);
    let strike = strike(session.as_ref(), who);
    session.act(who, &strike, None).expect("legal");
    let told = bytes(&session.log(0, &own));
    assert!(told.contains(" against Physical Defense 15: "));
}

#[test]
fn the_hidden_are_not_found_by_any_words() {
    let mut session = begin("duel", 5);
    let who = asked(session.as_ref()).expect("somebody begins");
    let other = CreatureId(1 - who.0);
    let seat = Viewer::Player(vec![who]);
    session.set_hidden(other, true);
    let session = session.as_ref();
    let name = &session.names()[other.index()];
    let number = format!("@0{}", other.0);
    let told = |words: &str| {
        let admitted = session.admits(&seat, who, words);
        // What is nearly like a word depends on the word.
        let told = format!("{:?}", admitted.expect_err(words));
        let told = told.split("; did you mean").next().expect("a text");
        told.trim_end_matches("\" }").to_owned()
    };
    let nobody = "Zxqvw";
    for words in [
        "WHO",
        "frobnicate WHO",
        "strike WHO",
        "strike WHO with WHO",
        "move to WHO",
        "stow WHO",
        "take WHO's longsword",
        "disarm WHO of WHO's longsword with unarmed",
        "strike WHO's with longsword",
    ] {
        let like = told(&words.replace("WHO", nobody)).replace(nobody, name);
        assert_eq!(told(&words.replace("WHO", name)), like, "{words}");
        let like = told(&words.replace("WHO", "@0771")).replace("@0771", &number);
        assert_eq!(told(&words.replace("WHO", &number)), like, "{words}");
    }
    let things = (0..40).map(|number| format!("#{number}"));
    let answers = things.map(|thing| session.admits(&seat, who, &format!("pick up {thing}")));
    for declined in answers.filter_map(Result::err) {
        let words = declined.to_string();
        assert!(!words.contains(name.as_str()), "{words}");
        assert!(!words.contains("no creature"), "{words}");
    }
    let free = format!("interact shout for {name}");
    assert_eq!(
        session.admits(&seat, who, &free),
        Ok(()),
        "it is said, not seen"
    );
}

#[test]
fn the_hidden_are_not_asked_about_by_name() {
    let mut session = begin("duel", 5);
    let who = asked(session.as_ref()).expect("somebody begins");
    let other = CreatureId(1 - who.0);
    let seat = Viewer::Player(vec![who]);
    let strike = strike(session.as_ref(), who);
    assert_eq!(session.admits(&seat, who, &strike), Ok(()));
    session.set_hidden(other, true);
    assert!(session.is_hidden(other));
    assert!(session.admits(&seat, who, &strike).is_err());
    assert_eq!(session.admits(&GM, who, &strike), Ok(()));
    // Nor in other letters, by number, by a name that is nearly theirs, or by asking what would come of it.
    let name = session.names()[other.index()].clone();
    let nearly = &name[..name.len() - 1];
    for typed in [
        name.clone(),
        name.to_uppercase(),
        nearly.to_owned(),
        format!("@{}", other.0),
    ] {
        let told = |typed: &str| {
            let words = strike.replace(&name, typed);
            let session = session.as_ref();
            let answers = (
                session.admits(&seat, who, &words),
                session.preview(who, &words, &seat).map(drop),
                session.odds(who, &words, &seat).map(drop),
            );
            format!("{answers:?}")
        };
        let nobody = "Zxqvw";
        assert_eq!(
            told(nobody).replace(nobody, &typed),
            told(&typed),
            "{typed}"
        );
        assert!(
            told(&typed).contains("is no target here"),
            "{}",
            told(&typed)
        );
    }
    assert!(
        session
            .offers(who, &seat)
            .iter()
            .all(|group| group.verb != "strike")
    );
    let seen = |session: &dyn Session, viewer: &Viewer| session.view(viewer).creatures.len();
    assert_eq!(seen(session.as_ref(), &seat), 1);
    let theirs = Viewer::Player(vec![other]);
    assert_eq!(seen(session.as_ref(), &theirs), 2);
    let heard = session.log(0, &seat).len();
    session.set_hidden(other, false);
    assert_eq!(seen(session.as_ref(), &seat), 2);
    let log = session.log(0, &seat);
    assert_eq!(log.len(), heard + 1, "that it is revealed is told");
    assert!(
        session.log(0, &GM).len() > log.len(),
        "that it was hidden is not"
    );
}

#[test]
fn sheets_are_for_those_who_know_the_numbers() {
    let mut session = begin("duel", 5);
    let (one, other) = (CreatureId(0), CreatureId(1));
    let own = Viewer::Player(vec![one]);
    let sheet = session.sheet(one, &own);
    let mut figures = sheet.iter().flat_map(|section| &section.figures);
    let defense = figures.find(|figure| figure.name == "Physical Defense");
    let defense = defense.expect("it is on the sheet");
    let rule = "foundations/physical-defense";
    assert_eq!(defense.rule.as_deref(), Some(rule));
    let parts: i32 = defense.parts.iter().map(|part| part.value).sum();
    assert_eq!(defense.value, parts.to_string());
    assert_eq!(sheet[0].figures[0].name, "HP");
    for viewer in [&own, &Viewer::Watcher] {
        assert!(session.sheet(other, viewer).is_empty());
    }
    assert!(!session.sheet(other, &GM).is_empty());
    assert!(session.sheet(CreatureId(7), &GM).is_empty());
    session.set_numbers(Numbers::Numbers);
    assert_eq!(session.sheet(other, &own), session.sheet(other, &GM));
    session.set_hidden(other, true);
    assert!(session.sheet(other, &own).is_empty());
}

/// The sheets that a player may see are the same whatever those do that are hidden from it.
#[test]
fn sheets_say_nothing_of_the_hidden() {
    let sheets = |correction: &str| {
        let mut session = begin("ambush-at-the-ford", 3);
        if !correction.is_empty() {
            session.correct(correction).expect("a right correction");
        }
        let hero = CreatureId(0);
        let player = Viewer::Player(vec![hero]);
        let seen: Vec<CreatureId> = (0..session.names().len()).map(CreatureId::at).collect();
        let sheets = seen.iter().map(|who| session.sheet(*who, &player));
        let sheets: Vec<_> = sheets.collect();
        assert!(!sheets[0].is_empty(), "one's own sheet is there");
        (bytes(&sheets), session.names())
    };
    let (alone, names) = sheets("");
    assert!(names.contains(&"grumm".to_owned()));
    assert!(!alone.contains("grumm"));
    assert_eq!(sheets("grumm.hp 3").0, alone);
}

/// What an act covers is told to everybody alike, who is in it only as far as one knows that they are there.
#[test]
fn areas_do_not_tell_of_the_hidden() {
    let mut session = begin("ambush-at-the-ford", 3);
    let shooter = session.creature("tilda").expect("she is there");
    let hidden = session.creature("grumm").expect("he is there");
    for _ in 0..60 {
        match asked(session.as_ref()) {
            Some(who) if who == shooter => break,
            Some(who) if session.pass(who, None).is_ok() => {}
            Some(who) => {
                let words = session.offers(who, &GM)[0].offers[0].words.clone();
                session.act(who, &words, None).expect("it was offered");
            }
            None => panic!("nobody is asked: {:?}", session.standing(&GM)),
        }
    }
    session
        .correct("grumm.at 10,8")
        .expect("a right correction");
    let volley = "volley at 9,7 with longbow";
    let covered = |viewer: &Viewer| {
        let preview = session.preview(shooter, volley, viewer);
        preview.expect("legal").area.expect("it covers something")
    };
    let (all, own) = (covered(&GM), covered(&Viewer::Player(vec![shooter])));
    assert!(all.creatures.contains(&hidden) && !own.creatures.contains(&hidden));
    assert_eq!(all.cells, own.cells);
    assert!(!own.cells.is_empty());
    let nothing = session.preview(shooter, "dodge", &GM);
    assert_eq!(nothing.expect("legal").area, None);
    let watcher = session.preview(shooter, volley, &Viewer::Watcher);
    assert!(watcher.is_err());
}

#[test]
fn dice_of_the_hidden_are_not_said_to_be_awaited() {
    let mut session = begin("threeaction/duel", 3);
    session.set_dice(DiceMode::Real);
    let who = asked(session.as_ref()).expect("somebody has the turn");
    let other = CreatureId(1 - who.0);
    session.set_hidden(who, true);
    let seat = Viewer::Player(vec![other]);
    let answer = |session: &mut dyn Session| {
        let refused = session.act_by(&seat, other, "end turn", None);
        refused.expect_err("it is not its turn").to_string()
    };
    let before = answer(session.as_mut());
    let words = strike(session.as_ref(), who);
    session.act(who, &words, None).expect("legal");
    assert!(matches!(session.standing(&GM), Standing::Roll { .. }));
    assert_eq!(answer(session.as_mut()), before);
}

#[test]
fn dice_against_the_hidden_are_not_seen_by_others() {
    let mut session = begin("threeaction/duel", 3);
    session.set_dice(DiceMode::Real);
    let who = asked(session.as_ref()).expect("somebody has the turn");
    let other = CreatureId(1 - who.0);
    let words = strike(session.as_ref(), who);
    session.act(who, &words, None).expect("legal");
    let sees = |session: &dyn Session, viewer: &Viewer| {
        matches!(session.standing(viewer), Standing::Roll { .. })
    };
    assert!(sees(session.as_ref(), &Viewer::Watcher));
    session.set_hidden(other, true);
    assert!(!sees(session.as_ref(), &Viewer::Watcher));
    for viewer in [GM, Viewer::Player(vec![who]), Viewer::Player(vec![other])] {
        assert!(sees(session.as_ref(), &viewer), "{viewer:?}");
    }
}

#[test]
fn what_the_hidden_take_back_others_do_not_hear_of() {
    let mut session = begin("threeaction/duel", 3);
    let who = asked(session.as_ref()).expect("somebody has the turn");
    let other = CreatureId(1 - who.0);
    session.set_hidden(who, true);
    let heard = |session: &dyn Session, viewer: &Viewer| bytes(&session.log(0, viewer));
    let (seat, own) = (Viewer::Player(vec![other]), Viewer::Player(vec![who]));
    let before = [&seat, &Viewer::Watcher].map(|viewer| heard(session.as_ref(), viewer));
    session.act(who, "dodge", None).expect("legal");
    for step in [Session::undo, Session::redo, Session::undo] {
        let told = heard(session.as_ref(), &own);
        step(session.as_mut()).expect("it can be taken back");
        assert_ne!(heard(session.as_ref(), &own), told, "its own player hears");
        let now = [&seat, &Viewer::Watcher].map(|viewer| heard(session.as_ref(), viewer));
        assert_eq!(now, before);
    }
    session.set_hidden(who, false);
    session.act(who, "dodge", None).expect("legal");
    let told = heard(session.as_ref(), &seat);
    session.undo().expect("it can be taken back");
    assert_ne!(heard(session.as_ref(), &seat), told, "who sees it hears");
}
