//! What is typed while a fight is played: commands and what stands behind them, answers of several, boards and reasons.

mod common;

use common::{affray, affray_in, folder, put};

/// A scenario that the program carries, played with these lines.
fn played(args: &[&str], lines: &str) -> String {
    let folder = folder();
    let args = [&["play"], args].concat();
    affray_in(folder.path(), &args, lines.as_bytes()).expect(0)
}

/// Everybody of the scenario.
fn all(scenario: &str, lines: &str) -> String {
    played(&[scenario, "--seed", "3", "--all"], lines)
}

/// What was told between this line and the next one that was typed.
#[track_caller]
fn after<'o>(out: &'o str, line: &str) -> &'o str {
    let (_, rest) = out
        .split_once(&format!("> {line}\n"))
        .unwrap_or_else(|| panic!("`{line}` was not typed: {out}"));
    let lines = rest.split_inclusive('\n');
    let is_prompt = |line: &&str| !line.starts_with(' ') && line.contains("> ");
    let told = lines.take_while(|line| !is_prompt(line)).map(str::len);
    &rest[..told.sum()]
}

#[test]
fn nothing_behind_a_command_is_passed_over() {
    let out = all(
        "duel",
        "redo 2\nsilent please\nquit now\nundo x\nhelp strike\nhelp undo\nexplain off\nexplain off\nview\nbot\nexplain maybe\n",
    );
    for (line, told) in [
        ("redo 2", "✗ nothing stands behind `redo`: "),
        ("silent please", "✗ nothing stands behind `silent`: "),
        ("quit now", "✗ nothing stands behind `quit`: "),
        ("undo x", "✗ `x` is no number of decisions"),
        (
            "help strike",
            "✗ there is no command `strike`; `? strike` lists acts",
        ),
        ("help undo", "  undo [N]"),
        ("explain off", "dice and sums are not shown"),
        ("view", "✗ it is `view NAME`: "),
        ("bot", "✗ it is `bot NAME [POLICY]`: "),
        ("explain maybe", "✗ `maybe`: it is `explain`, "),
    ] {
        assert!(after(&out, line).starts_with(told), "{line}: {out}");
    }
    assert!(!out.contains("are shown"), "{out}");
}

#[test]
fn several_decisions_are_taken_back_with_all_that_followed() {
    let out = all("duel", "dodge\ndodge\ndodge\nundo 2\nundo 9\n");
    let undone = after(&out, "undo 2");
    assert_eq!(
        undone.matches("— The last decision is taken back").count(),
        2,
        "{out}"
    );
    assert!(undone.contains("  (undone: "), "{out}");
    assert!(
        after(&out, "undo 9").contains("✗ 1 of 9: there is nothing to undo"),
        "{out}"
    );
}

#[test]
fn the_answer_that_came_last_is_taken_back() {
    let lines = "dora: on-guard with dodge\npell: on-guard with block\ncael: on-guard with dodge\nbren: on-guard with block\nundo\nundo\n";
    let out = all("ogre-at-the-mill", lines);
    let all: Vec<&str> = out
        .lines()
        .filter(|line| line.contains("answer is taken back"))
        .collect();
    assert_eq!(
        all,
        [
            "— Bren's answer is taken back. —",
            "— Cael's answer is taken back. —"
        ],
        "{out}"
    );
}

#[test]
fn questions_put_at_once_are_put_once_and_answered_at_once() {
    let out = all(
        "ogre-at-the-mill",
        "dora: silent\npell: on-guard with block\nall: silent\nnobody: pass\n",
    );
    let rest = after(&out, "dora: silent");
    assert_eq!(rest, "", "only a prompt follows: {out}");
    assert!(
        after(&out, "all: silent").contains("Melee segment"),
        "{out}"
    );
    assert!(
        after(&out, "nobody: pass").starts_with("✗ there is no creature `nobody`"),
        "{out}"
    );
}

#[test]
fn the_board_is_drawn_where_others_have_moved() {
    let scenario = ["ambush-at-the-ford", "--seed", "4", "--player", "tilda"];
    let out = played(&scenario, "end turn\nend turn\nend turn\n");
    let boards = out.matches("\n  0 ").count();
    assert!(boards >= 3, "{boards} boards: {out}");
    let lines = "dora: silent\npell: silent\ncael: silent\nbren: silent\n";
    let out = all("ogre-at-the-mill", lines);
    let (asked, _) = out.split_once("bren: silent").expect("it was typed");
    assert_eq!(asked.matches("\n  0 ").count(), 1, "{out}");
}

#[test]
fn reasons_are_sums_first_and_those_of_the_act_in_progress() {
    let out = all(
        "duel",
        "strike second with longsword\nwhy\nwhy all\nwhy not\n",
    );
    let short = after(&out, "why");
    assert!(short.contains("attack d20"), "{short}");
    assert!(!short.contains("Ruling:"), "{short}");
    assert!(short.contains("`why all` tells these rules"), "{short}");
    assert!(after(&out, "why all").len() > short.len(), "{out}");
    assert!(
        after(&out, "why not").starts_with("✗ `not`: it is "),
        "{out}"
    );
    let args = ["segment/duel-at-the-ford", "--seed", "7", "--dice", "real"];
    let out = played(&args, "pass\nhold\n10\nwhy\n");
    let why = after(&out, "why");
    assert!(why.contains("[10]") || why.contains(" 10"), "{why}");
    assert!(!why.contains("Initiative"), "{why}");
}

#[test]
fn a_correction_alone_is_told_with_its_numbers() {
    let out = played(
        &["ambush-at-the-ford", "--seed", "4"],
        "set tilda.initiative 30\nset turn of grumm\n",
    );
    let told = after(&out, "set turn of grumm");
    assert!(told.contains("Grumm"), "{told}");
    assert!(!told.contains("d20"), "{told}");
}

/// Garret's turn before Bob, and an ogre of whom he knows nothing.
const LURKING: &str = "system = 'threeaction'
name = 'Lurking'
start = { turn = 'garret' }

[[creature]]
name = 'garret'
kind = 'veteran'
side = 'watch'
at = [3, 3]
initiative = 20

[[creature]]
name = 'bob'
kind = 'town guard'
side = 'lurkers'
at = [8, 3]
initiative = 12

[[creature]]
name = 'grumbold'
kind = 'ogre'
side = 'lurkers'
at = [9, 9]
initiative = 10
sneak = 30
undetected_by = ['garret']
";

#[test]
fn a_seat_hears_of_nobody_whom_it_does_not_see() {
    let folder = folder();
    let lurking = put(folder.path(), "lurking.toml", LURKING);
    let args = ["play", &lurking, "--seed", "4", "--player", "garret"];
    let lines = [
        "strike NAME",
        "odds strike NAME",
        "NAME: dodge",
        "advise NAME",
    ];
    let typed = |name: &str| lines.map(|line| line.replace("NAME", name) + "\n").concat();
    // Words of a game master are obeyed, but suggest nobody unseen.
    let nearly = [
        "bot grumbolt",
        "remove grumbolt",
        "view grumbolt",
        "set grumbolt.hp 3",
    ];
    let typed = typed("grumbold") + &typed("nobody") + &nearly.join("\n") + "\nend turn\n";
    let out = affray_in(folder.path(), &args, typed.as_bytes()).expect(0);
    for line in lines {
        let told = |name: &str| after(&out, &line.replace("NAME", name));
        let nobody = told("nobody");
        assert!(nobody.starts_with('✗'), "{nobody}");
        assert_eq!(told("grumbold"), nobody.replace("nobody", "grumbold"));
    }
    for line in nearly {
        let told = after(&out, line);
        assert!(
            told.starts_with('✗') && !told.contains("grumbold"),
            "{told}"
        );
    }
    assert!(!after(&out, "end turn").starts_with('✗'), "{out}");
}

#[test]
fn a_fight_is_not_taken_up_that_was_not_ended() {
    let folder = folder();
    let duel = include_str!("../../../content/threeaction/scenarios/duel.toml");
    let duel = put(folder.path(), "duel.toml", duel);
    let args = ["play", &duel, "--seed", "3", "--all"];
    let lines = "set fight goes on\nset fight over first\nset fight goes on\n";
    let out = affray_in(folder.path(), &args, lines.as_bytes()).expect(0);
    assert!(
        after(&out, "set fight goes on").contains("✗ the game master has not ended the fight"),
        "{out}"
    );
    let (_, rest) = out.split_once("set fight over first").expect("typed");
    assert!(rest.contains("The fight goes on."), "{out}");
    assert!(!out.contains("The second's Turn"), "{out}");
}

#[test]
fn what_begins_so_is_found_anywhere_and_what_is_typed_badly_is_told() {
    let out = all(
        "duel",
        "? seco\n? fly\nsheet FIRST\nUNDO\nzed: dodge\nfirst: habit fall never\n",
    );
    assert!(after(&out, "? seco").contains("strike second"), "{out}");
    assert!(
        after(&out, "? fly").contains("✗ nothing that may be done now"),
        "{out}"
    );
    assert!(after(&out, "sheet FIRST").contains("Melee Attack"), "{out}");
    assert!(
        after(&out, "UNDO").starts_with("✗ there is nothing to undo"),
        "{out}"
    );
    assert_eq!(after(&out, "zed: dodge"), "✗ there is no creature `zed`\n");
    assert!(
        after(&out, "first: habit fall never").contains("first is silent of itself"),
        "{out}"
    );
    let dice = played(&["duel", "--dice", "real"], "?\n25\n");
    assert!(dice.contains("type what each die shows"), "{dice}");
    assert!(dice.contains("die 1 shows 25: it is a d20\n"), "{dice}");
}

#[test]
fn a_system_is_named_before_rules_in_whatever_way() {
    let plain = affray(&["rules", "threeaction", "bleeding"]).expect(0);
    assert!(plain.contains("Bleeding"), "{plain}");
    assert_eq!(
        affray(&["rules", "THREEACTION", "bleeding"]).expect(0),
        plain
    );
    assert_eq!(affray(&["rules", "threeaction/bleeding"]).expect(0), plain);
    let none = affray(&["rules", "threeaction", "bleeding", "zzz"]).expect(1);
    assert_eq!(none, "no such rule\n");
    let none = affray(&["rules", "zzz", "--json"]);
    assert!(none.out.is_empty(), "no values stand for nothing");
    assert!(none.err.contains("no such rule"), "{}", none.err);
    none.expect(1);
}

#[test]
fn what_acts_do_is_told_with_their_names_where_several_are_asked_for() {
    let out = all(
        "watch-on-the-bridge",
        "brak: run to 8,4\n? pass\nall: pass on\n",
    );
    let told = after(&out, "? pass");
    assert!(told.contains("pass · pass on"), "{told}");
    assert!(told.contains(": You are not asked again"), "{told}");
    let done = after(&out, "all: pass on");
    assert!(!done.contains("does Guard 2 step in?"), "{done}");
}

#[test]
fn what_bots_did_first_is_taken_back_and_they_wait_until_they_go_on() {
    let lines = "undo\nwho\nredo\nundo 2\nresume\nresume now\n";
    let out = played(&["ambush-at-the-ford", "--seed", "4"], lines);
    let undone = after(&out, "undo");
    assert!(
        undone.contains("(undone: ") && undone.contains("is paused"),
        "{out}"
    );
    assert!(out.contains("\nbots wait for `resume`> redo\n"), "{out}");
    assert!(after(&out, "redo").contains("Grumm hits Maren."), "{out}");
    assert!(
        after(&out, "undo 2").contains("✗ 1 of 2: there is nothing to undo"),
        "{out}"
    );
    let on = after(&out, "resume");
    assert!(
        on.contains("The game goes on.") && on.contains("Grumm hits Maren."),
        "{out}"
    );
    assert!(
        after(&out, "resume now").starts_with("✗ nothing stands behind `resume`"),
        "{out}"
    );
    let none = all("duel", "undo\nresume\n");
    assert!(
        after(&none, "undo").starts_with("✗ there is nothing to undo"),
        "{none}"
    );
    assert!(
        after(&none, "resume").starts_with("✗ nobody waits"),
        "{none}"
    );
}

#[test]
fn to_go_on_is_an_act_of_those_who_walk() {
    let out = all("sword-and-rapier", "walk to 13,9\ngo on\n");
    assert!(after(&out, "go on").contains("Count 6"), "{out}");
    assert!(!out.contains("✗"), "{out}");
}

#[test]
fn the_prompt_tells_that_bots_wait_where_others_are_asked() {
    let lines = "undo\nwithdraw\nresume\nwithdraw\n";
    let out = played(&["watch-on-the-bridge", "--seed", "4"], lines);
    assert!(out.contains("\n(bots wait) alda> withdraw\n"), "{out}");
    assert!(out.contains("\nalda> withdraw\n"), "{out}");
    let (_, later) = out.split_once("> resume\n").expect("they go on");
    assert!(
        after(later, "withdraw").starts_with("✗ a bot has begun it"),
        "{out}"
    );
}

#[test]
fn what_a_bot_decides_within_what_happens_by_itself_is_taken_back() {
    let lines = "undo\nundo\nredo\nresume\n";
    let args = ["ambush-in-the-bracken", "--seed", "5", "--dice", "real"];
    let out = played(&args, lines);
    assert!(after(&out, "undo").contains("The game is paused."), "{out}");
    let (_, later) = out.split_once("> undo\n").expect("it is taken back");
    assert!(
        after(later, "undo").starts_with("✗ there is nothing to undo"),
        "{out}"
    );
    assert!(
        after(&out, "redo").contains("What was taken back is done again."),
        "{out}"
    );
    assert!(after(&out, "resume").contains("The game goes on."), "{out}");
}

#[test]
fn guesses_are_told_apart_from_what_is_seen() {
    let out = played(
        &["ambush-at-the-ford", "--seed", "4"],
        "?\n? trip\nadvise greedy\n",
    );
    assert!(out.contains("strike (27 guesses)"), "{out}");
    let offered = after(&out, "?");
    assert!(
        offered.contains("shoot grumm with longbow (1 action)"),
        "{offered}"
    );
    assert!(
        offered.contains("    guesses at where somebody may be (1 action): 429, such as `shoot "),
        "{offered}"
    );
    assert!(!offered.contains("· trip cutthroat 1 at"), "{offered}");
    assert!(
        after(&out, "? trip").contains("    guesses: trip cutthroat 1 at"),
        "{out}"
    );
    let advised = after(&out, "advise greedy");
    assert!(
        advised.contains("shoot grumm") && !advised.contains("cutthroat 1 at"),
        "{advised}"
    );
}

#[test]
fn what_is_the_same_is_advised_once_and_held_as_one() {
    let folder = folder();
    let duel = include_str!("../../../content/threeaction/scenarios/duel.toml");
    let twins = duel
        .replace("\"longsword\"", "\"dagger\", \"dagger\"")
        .replace("name = \"second\"", "name = \"second\"\ncount = 2")
        .replace("at = [10, 9]", "at = [[10, 9], [10, 8]]");
    let twins = put(folder.path(), "twins.toml", &twins);
    let args = ["play", &twins, "--seed", "4", "--all"];
    let out = affray_in(folder.path(), &args, b"advise greedy\n").expect(0);
    assert!(out.contains("holds two daggers"), "{out}");
    let advised = after(&out, "advise greedy");
    assert!(
        advised.contains("(or just as well strike first with second dagger"),
        "{advised}"
    );
    let strikes = advised
        .lines()
        .filter(|line| line.contains("  strike first with first dagger"));
    assert_eq!(strikes.count(), 1, "{advised}");
}

#[test]
fn a_side_that_there_is_not_is_answered_with_those_that_there_are() {
    let wolf = |side: &str| {
        format!("join {{ name = \"wolf\", kind = \"wolf\", side = \"{side}\", at = [3, 4] }}\n")
    };
    let out = all("ambush-at-the-ford", &(wolf("beasts") + &wolf("patrols")));
    let sides = "he sides of this fight are `patrol` and `ambushers`; one that nobody is of";
    assert_eq!(out.matches(sides).count(), 2, "{out}");
    assert!(out.contains("did you mean `patrol`? The sides"), "{out}");
}
