//! Sessions at the table.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_kernel::story::Depth;
use affray_table::{
    Control, Declined, GaugeSeen, Group, Habit, Heard, Kind, Library, LogLine, Policy, Question,
    Session, Standing, Viewer, open_journal, open_scenario,
};

const GM: Viewer = Viewer::GameMaster;
const FIRST: CreatureId = CreatureId(0);
const SECOND: CreatureId = CreatureId(1);

/// Two people, sword against sword.
fn duel(seed: u64) -> Box<dyn Session> {
    let library = Library::embedded();
    let scenario = library.scenario("duel").expect("the duel is carried");
    let scenario = Source::new(
        "duel.toml",
        scenario.text.replace("policy = \"simple\"\n", ""),
    );
    let mut session = open_scenario(&scenario, &library, seed).expect("a right scenario");
    session.advance().expect("it goes on");
    session
}

fn questions(session: &dyn Session, viewer: &Viewer) -> Vec<Question> {
    match session.standing(viewer) {
        Standing::Asks { questions } => questions,
        other => panic!("somebody is asked, but {other:?}"),
    }
}

/// The creature whose turn it is, and the other one.
fn turn(session: &dyn Session) -> (CreatureId, CreatureId) {
    let who = questions(session, &GM)[0].who;
    (who, if who == FIRST { SECOND } else { FIRST })
}

fn strike(session: &dyn Session) -> String {
    let (who, _) = turn(session);
    let groups = session.offers(who, &GM);
    let group = groups.iter().find(|group| group.verb == "strike");
    group.expect("a strike is offered").offers[0].words.clone()
}

#[test]
fn the_one_whose_turn_it_is_is_asked_and_offered_acts() {
    let session = duel(1);
    let (who, other) = turn(session.as_ref());
    assert!(strike(session.as_ref()).starts_with("strike "));
    assert!(session.offers(other, &GM).is_empty());
    assert!(session.offers(who, &Viewer::Watcher).is_empty());
    let asked = &questions(session.as_ref(), &GM)[0];
    assert!(asked.must && !asked.secret && asked.silence.is_some());
    assert!(!questions(session.as_ref(), &Viewer::Player(vec![who])).is_empty());
    assert!(questions(session.as_ref(), &Viewer::Player(vec![other])).is_empty());
    assert!(questions(session.as_ref(), &Viewer::Watcher).is_empty());
}

#[test]
fn what_was_seen_too_long_ago_is_refused_with_what_changed() {
    let mut session = duel(1);
    let seen = session.moment();
    let (who, _) = turn(session.as_ref());
    let words = strike(session.as_ref());
    session.act(who, &words, Some(seen)).expect("fresh");
    let stale = session.act(who, &words, Some(seen));
    let Err(Declined::Stale { moment, changed }) = stale else {
        panic!("{stale:?}");
    };
    assert_eq!(moment, session.moment());
    assert!(moment > seen && !changed.is_empty());
    session.undo().expect("undo");
    let stale = session.act(who, &words, Some(moment));
    assert!(
        matches!(stale, Err(Declined::Stale { .. })),
        "an undo is a change too"
    );
    session
        .act(who, &words, None)
        .expect("whoever does not say is not asked");
}

#[test]
fn what_is_not_taken_says_why_and_changes_nothing() {
    let mut session = duel(1);
    let (who, other) = turn(session.as_ref());
    let moment = session.moment();
    assert!(matches!(
        session.act(who, "strke second", None),
        Err(Declined::Unread { .. })
    ));
    assert!(matches!(
        session.act(other, "end turn", None),
        Err(Declined::NotAsked { .. })
    ));
    assert!(matches!(
        session.act(CreatureId(99), "end turn", None),
        Err(Declined::NoSuch { number: 99 })
    ));
    assert!(matches!(session.rolled("3"), Err(Declined::Dice { .. })));
    assert!(matches!(session.redo(), Err(Declined::Nothing { .. })));
    assert!(matches!(session.withdraw(), Err(Declined::Nothing { .. })));
    assert!(matches!(
        session.correct("nobody.hp 3"),
        Err(Declined::Unread { .. })
    ));
    assert!(matches!(
        session.pass(other, None),
        Err(Declined::NotAsked { .. })
    ));
    let nobody = session.creature("sekond").expect_err("nobody");
    assert_eq!(
        nobody.to_string(),
        "there is no creature `sekond`; did you mean `second`?"
    );
    assert_eq!(session.creature("Second"), Ok(SECOND));
    assert_eq!(session.moment(), moment);
}

#[test]
fn undo_and_redo_are_told() {
    let mut session = duel(2);
    let (who, _) = turn(session.as_ref());
    let before = session.view(&GM);
    session
        .act(who, &strike(session.as_ref()), None)
        .expect("legal");
    let (after, lines) = (session.view(&GM), session.log(0, &GM));
    session.undo().expect("undo");
    assert_eq!(session.view(&GM), before);
    let log = session.log(0, &GM);
    assert_eq!(
        log.len(),
        lines.len() + 1,
        "nothing is taken out of the log"
    );
    assert!(log.iter().any(|line| line.kind == Kind::Undone));
    assert_eq!(log.last().map(|line| line.kind), Some(Kind::Remark));
    session.redo().expect("redo");
    assert_eq!(session.view(&GM), after);
    let log = session.log(0, &GM);
    let told: Vec<&str> = log
        .iter()
        .filter(|line| line.kind == Kind::Told)
        .map(|line| line.text.as_str())
        .collect();
    let first: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        told, first,
        "what is in force reads as if nothing had been undone"
    );
    assert!(
        log.iter()
            .enumerate()
            .all(|(index, line)| line.number == index as u64)
    );
}

#[test]
fn dice_can_be_typed() {
    let mut session = duel(3);
    session.set_dice(DiceMode::Real);
    let (who, _) = turn(session.as_ref());
    session
        .act(who, &strike(session.as_ref()), None)
        .expect("legal");
    let Standing::Roll { by, pool, rule, .. } = session.standing(&GM) else {
        panic!("dice are awaited");
    };
    assert_eq!((by, pool.as_str()), (Some(who), "d20"));
    assert!(!rule.is_empty());
    assert!(matches!(session.rolled("21"), Err(Declined::Dice { .. })));
    session.rolled("20").expect("a face");
    let texts = |lines: Vec<LogLine>| lines.into_iter().map(|line| line.text).collect::<Vec<_>>();
    let so_far = session.in_progress(0, &GM);
    assert!(!so_far.is_empty());
    assert_eq!(texts(session.why(&GM).0), texts(so_far));
    if let Standing::Roll { .. } = session.standing(&GM) {
        session.rolled("=8").expect("a total");
    }
    while let Standing::Roll { .. } = session.standing(&GM) {
        session.rolled("=1").expect("a total");
    }
    session.set_dice(DiceMode::Virtual);
    session
        .act(who, &strike(session.as_ref()), None)
        .expect("legal");
    assert!(session.in_progress(0, &GM).is_empty());
}

#[test]
fn a_fight_waits_where_only_people_can_bring_it_forward() {
    let mut session = duel(3);
    assert!(session.waits(), "two people fight");
    let (who, _) = turn(session.as_ref());
    session.set_control(who, Control::Bot(Policy::Simple));
    assert!(!session.waits(), "a bot is asked");
    session.set_control(who, Control::People);
    session.set_flowing(false);
    session.set_dice(DiceMode::Real);
    session
        .act(who, &strike(session.as_ref()), None)
        .expect("legal");
    assert!(session.waits(), "dice are to be typed");
    session.set_dice(DiceMode::Virtual);
    assert!(!session.waits(), "they are virtual now");
    while session.advance_by(1).expect("no fault") {}
    assert!(session.waits());
    let asked = questions(session.as_ref(), &GM).remove(0);
    session.set_habit(asked.who, &asked.window, Habit::Always);
    assert!(!session.waits(), "it answers by itself");
}

#[test]
fn what_is_new_in_the_log_is_what_follows_on_what_was_heard() {
    let mut session = duel(5);
    for viewer in [GM, Viewer::Watcher, Viewer::Player(vec![SECOND])] {
        let (first, heard) = session.log_after(Heard::default(), &viewer);
        assert_eq!(first, session.log(0, &viewer));
        let (who, _) = turn(session.as_ref());
        session
            .act(who, &strike(session.as_ref()), None)
            .expect("legal");
        session.correct("second.hp 17").expect("right");
        let (new, further) = session.log_after(heard, &viewer);
        assert_eq!(new, session.log(first.len() as u64, &viewer));
        assert!(!new.is_empty());
        assert!(session.log_after(further, &viewer).0.is_empty());
        session.undo().expect("undo");
    }
    let viewers = [&GM, &Viewer::Watcher];
    assert_eq!(
        session.views(&viewers),
        viewers.map(|viewer| session.view(viewer))
    );
}

#[test]
fn corrections_are_made_and_told() {
    let mut session = duel(3);
    session.correct("second.hp 3").expect("a right correction");
    assert_eq!(session.look("second.hp"), Some(3.into()));
    assert!(
        session
            .log(0, &GM)
            .iter()
            .any(|line| line.text.contains('3'))
    );
    session.undo().expect("undo");
    assert_eq!(session.look("second.hp"), Some(30.into()));
}

/// What no rule has a sentence for stands in the game master's log all the same, after a restart as well.
#[test]
fn every_correction_is_told_to_the_game_master() {
    let mut session = duel(3);
    let watcher = session.log(0, &Viewer::Watcher).len();
    session.correct("first.initiative 5").expect("right");
    let told = |session: &dyn Session| {
        let log = session.log(0, &GM);
        let event = log.iter().rfind(|line| line.depth == Depth::Event);
        event.map(|line| line.text.clone())
    };
    let words = Some("The game master sets first.initiative 5.".to_owned());
    assert_eq!(told(session.as_ref()), words);
    let heard = session.log(0, &Viewer::Watcher);
    assert!(
        heard[watcher..]
            .iter()
            .all(|line| line.depth != Depth::Event)
    );
    let resumed = open_journal(&session.journal()).expect("a whole journal");
    assert_eq!(told(resumed.session.as_ref()), words);
}

#[test]
fn walls_between_all_sides_are_noticed() {
    let library = Library::embedded();
    let text = |rows: &str| {
        format!(
            "system = 'threeaction'\nname = 'walled'\n[map]\nrows = {rows}\n\
             [[creature]]\nname = 'one'\nkind = 'town guard'\nside = 'a'\nat = [0, 0]\n\
             [[creature]]\nname = 'two'\nkind = 'ogre'\nside = 'b'\nat = [3, 0]\n"
        )
    };
    let is_parted = |rows: &str| {
        let scenario = Source::new("walled.toml", text(rows));
        let session = open_scenario(&scenario, &library, 1).expect("a right scenario");
        session.view(&GM).sides_are_parted()
    };
    assert!(is_parted("['..#..', '..#..']"));
    assert!(!is_parted("['..#..', '..#..', '.....']"));
    assert!(!is_parted("['.....', '.....']"));
}

#[test]
fn numbers_of_the_other_side_are_hidden_from_players() {
    let session = duel(4);
    let gauges = |viewer: &Viewer| {
        let view = session.view(viewer);
        let first = |index: usize| view.creatures[index].gauges[0].1;
        (first(0), first(1))
    };
    let is_exact = |gauge| matches!(gauge, GaugeSeen::Exact(_));
    let (own, other) = gauges(&Viewer::Player(vec![FIRST]));
    assert!(is_exact(own) && !is_exact(other));
    let (one, other) = gauges(&GM);
    assert!(is_exact(one) && is_exact(other));
    let (one, other) = gauges(&Viewer::Watcher);
    assert!(!is_exact(one) && !is_exact(other));
    let whole = session.log(0, &GM);
    assert!(whole.iter().any(|line| line.depth == Depth::Number));
    let watched = session.log(0, &Viewer::Watcher);
    assert!(watched.iter().all(|line| line.depth != Depth::Number));
}

#[test]
fn sentences_leave_out_numbers_that_are_not_for_the_listener() {
    let mut session = duel(4);
    for who in [FIRST, SECOND] {
        session.set_control(who, Control::Bot(Policy::Simple));
    }
    session.advance().expect("no fault");
    let damage = |viewer: &Viewer| -> Vec<String> {
        let log = session.log(0, viewer);
        let texts = log.into_iter().map(|line| line.text);
        texts
            .filter(|text| text.starts_with("The second takes "))
            .collect()
    };
    assert!(damage(&GM).iter().all(|text| text.contains("of 30 HP")));
    assert!(
        damage(&Viewer::Player(vec![SECOND]))
            .iter()
            .all(|text| text.contains("HP"))
    );
    for viewer in [Viewer::Player(vec![FIRST]), Viewer::Watcher] {
        assert_eq!(damage(&viewer).len(), damage(&GM).len());
        assert!(damage(&viewer).iter().all(|text| text.ends_with("damage.")));
    }
}

#[test]
fn what_is_not_possible_is_said_once_and_why() {
    let session = duel(1);
    let (who, other) = turn(session.as_ref());
    let impossible = session.impossible(who, &GM);
    let groups = session.offers(who, &GM);
    for line in &impossible {
        let same = |label: &str| label == line.label;
        let mut offers = groups.iter().flat_map(|group| &group.offers);
        assert!(!offers.any(|offer| same(&offer.label)), "{line:?}");
        assert_eq!(impossible.iter().filter(|one| same(&one.label)).count(), 1);
        assert!(!session.rules(&line.rule).is_empty(), "{line:?}");
    }
    let stand = impossible.iter().find(|line| line.label == "stand up");
    let stand = stand.expect("nobody lies on the ground");
    assert_eq!(stand.group, Group::Move);
    assert!(session.impossible(other, &GM).is_empty());
    assert!(session.impossible(who, &Viewer::Watcher).is_empty());
}

#[test]
fn journals_are_taken_up_where_they_end() {
    let mut session = duel(5);
    let mut journal = session.journal_changes();
    for _ in 0..4 {
        let (who, _) = turn(session.as_ref());
        session
            .act(who, &strike(session.as_ref()), None)
            .expect("legal");
        if session
            .offers(who, &GM)
            .iter()
            .all(|group| group.verb != "strike")
        {
            break;
        }
        journal.push_str(&session.journal_changes());
    }
    session.undo().expect("undo");
    journal.push_str(&session.journal_changes());
    assert_eq!(session.journal_changes(), "", "everything is written");
    let resumed = open_journal(&journal).expect("a right journal");
    assert_eq!((resumed.cut, resumed.whole), (None, journal.len()));
    let again = resumed.session;
    assert_eq!(again.view(&GM), session.view(&GM));
    assert_eq!(again.standing(&GM), session.standing(&GM));
    assert_eq!(again.journal(), session.journal());
    assert_eq!(again.verify().difference, None);
    let in_force = |session: &dyn Session| -> Vec<String> {
        let log = session.log(0, &GM);
        let told = log.into_iter().filter(|line| line.kind == Kind::Told);
        told.map(|line| line.text).collect()
    };
    assert_eq!(in_force(again.as_ref()), in_force(session.as_ref()));
    let cut = open_journal(&journal[..journal.len() - 3]).expect("the rest is right");
    assert!(cut.cut.is_some());
    assert!(journal[..cut.whole].ends_with('\n'));
    assert_eq!(
        cut.whole,
        journal.trim_end().rfind('\n').map_or(0, |at| at + 1)
    );
}

#[test]
fn bots_play_alone_and_the_same_way_every_time() {
    let play = |control: Control, seed: u64| {
        let mut session = duel(seed);
        for who in [FIRST, SECOND] {
            session.set_control(who, control);
        }
        for _ in 0..20 {
            if !session.advance().expect("no fault") {
                break;
            }
        }
        session
    };
    let session = play(Control::Bot(Policy::Simple), 6);
    assert!(matches!(
        session.standing(&GM),
        Standing::Over { winner: Some(_) }
    ));
    assert_eq!(
        session.journal(),
        play(Control::Bot(Policy::Simple), 6).journal()
    );
    assert_ne!(
        session.journal(),
        play(Control::Bot(Policy::Simple), 7).journal()
    );
    let random = play(Control::Bot(Policy::Random), 6);
    assert!(random.entries() > 3 && !matches!(random.standing(&GM), Standing::Busy));
    assert_eq!(
        random.journal(),
        play(Control::Bot(Policy::Random), 6).journal()
    );
    assert_eq!(random.verify().difference, None);
}

#[test]
fn habits_answer_of_themselves_and_are_no_decisions() {
    let mut session = duel(6);
    let (who, other) = turn(session.as_ref());
    assert_eq!(questions(session.as_ref(), &GM)[0].window, "turn");
    session.set_habit(other, "turn", Habit::Never);
    session.act(who, "end turn", None).expect("legal");
    assert_eq!(
        turn(session.as_ref()).0,
        who,
        "the other one ended its turn of itself"
    );
    session.undo().expect("undo");
    assert_eq!(turn(session.as_ref()).0, who);
    let before = session.entries();
    session.set_habit(other, "turn", Habit::Ask);
    session.act(who, "end turn", None).expect("legal");
    assert!(session.entries() > before);
    assert_eq!(turn(session.as_ref()).0, other);
    assert_eq!(session.habit(other, "turn"), Habit::Ask);
    session.set_habit(other, "turn", Habit::Always);
    session.advance().expect("no fault");
    assert_eq!(
        turn(session.as_ref()).0,
        who,
        "it did what it does when a bot plays it"
    );
}

#[test]
fn a_preview_says_what_the_spell_does_that_is_cast() {
    let creature = |name: &str, side: &str, column: u8| {
        format!(
            "\n[[creature]]\nname = \"{name}\"\nkind = \"fire adept\"\nside = \"{side}\"\nat = [{column}, 2]\n"
        )
    };
    let head = "system = \"threeaction\"\nname = \"Two adepts\"\nabout = \"Fire against fire.\"\nsides = [\"left\", \"right\"]\n\n[map]\nrows = 5\ncolumns = 8\n";
    let text = format!(
        "{head}{}{}",
        creature("ash", "left", 2),
        creature("cinder", "right", 5)
    );
    let scenario = Source::new("adepts.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 3)
        .unwrap_or_else(|problems| panic!("{problems}"));
    session.advance().expect("it goes on");
    let who = questions(session.as_ref(), &GM)[0].who;
    let offers = session.offers(who, &GM).into_iter();
    let mut casts = offers.flat_map(|group| group.offers);
    let fire = casts.find(|offer| offer.words.starts_with("cast evoke fire "));
    let fire = fire.expect("a Spell is offered").words;
    let magic = |words: &str| {
        let preview = session.preview(who, words, &GM);
        preview.expect("legal").magic
    };
    assert_eq!(
        magic(&fire).as_deref(),
        Some(
            "Does 2d6 fire damage for each Energy put into the Effect; a critical sets the target On Fire. \
             Spell Attack against Physical Defense. Over at once."
        )
    );
    assert_eq!(magic("dodge"), None);
}

#[test]
fn odds_are_exact_and_sum_to_one() {
    let session = duel(8);
    let (who, other) = turn(session.as_ref());
    let report = session
        .odds(who, &strike(session.as_ref()), &GM)
        .expect("odds");
    let sum: f64 = report.rows.iter().map(|row| row.chance.value).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert_eq!(report.tail.fraction, "0");
    let hurt = report
        .changes
        .iter()
        .find(|change| change.gauge == "HP")
        .expect("it hurts");
    assert_eq!(hurt.name, session.names()[other.index()]);
    assert!(hurt.mean < 0.0);
    assert!(!report.verdicts.is_empty());
    assert!(matches!(
        session.odds(other, "end turn", &GM),
        Err(Declined::NotAsked { .. })
    ));
    let own = format!("strike {} with longsword", session.names()[who.index()]);
    let refused = session.odds(who, &own, &GM);
    assert!(matches!(refused, Err(Declined::Refused { .. })));
}

#[test]
fn the_log_can_be_asked_why() {
    let mut session = duel(9);
    let (who, _) = turn(session.as_ref());
    session
        .act(who, &strike(session.as_ref()), None)
        .expect("legal");
    let (lines, rules) = session.why(&GM);
    assert!(lines.iter().any(|line| line.depth == Depth::Number));
    assert!(!rules.is_empty() && rules.iter().all(|rule| !rule.text.is_empty()));
    let found = session.rules("initiative");
    assert!(found.iter().any(|rule| rule.id.contains("initiative")));
    assert!(session.rules("no such words anywhere").is_empty());
}

#[test]
fn odds_of_what_is_only_declared_leave_out_those_who_have_yet_to_decide() {
    let creature = |name: &str, kind: &str, side: &str, at: &str| {
        format!("[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = {at}\n")
    };
    let text = "system = 'timecount'\nname = 'At once'\nstart = { count = 10 }\n".to_owned()
        + &creature("ilya", "duelist", "heroes", "[4, 4]")
        + &creature("brann", "guard", "heroes", "[5, 5]")
        + &creature("ulf", "guard", "foes", "[5, 4]\nnext = 30");
    let scenario = Source::new("at-once.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 1).expect("a right scenario");
    session.advance().expect("it goes on");
    let odds = |session: &dyn Session, who| {
        let report = session.odds(who, "attack ulf", &GM).expect("odds");
        assert!(
            report.verdicts.iter().any(|one| one.verdict == "hit"),
            "{:?}",
            report.verdicts
        );
        report.left_out
    };
    assert_eq!(odds(session.as_ref(), FIRST), ["brann"]);
    session.act(FIRST, "wait", None).expect("declared");
    assert!(odds(session.as_ref(), SECOND).is_empty());
}

#[test]
fn a_thing_is_out_of_the_fight_when_it_breaks() {
    let text = "system = 'energy'\nname = 'A crate'\n[map]\ncolumns = 9\nrows = 9\n".to_owned()
        + "[[creature]]\nname = 'alda'\nside = 'a'\nat = [4, 5]\n"
        + "[[creature]]\nname = 'crate'\nside = 'b'\nat = [5, 5]\ntraits = { object = true }\naura_strength = 10\n"
        + "[[creature]]\nname = 'durn'\nside = 'b'\nat = [7, 7]\n";
    let scenario = Source::new("crate.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 3)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let active = |session: &dyn Session| session.view(&GM).creatures[1].active;
    assert!(active(session.as_ref()));
    session.correct("crate gains dead").expect("it breaks");
    assert!(!active(session.as_ref()));
}
