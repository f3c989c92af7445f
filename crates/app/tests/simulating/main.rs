//! Batches of fights as people ask for them: `affray sim`, `affray merge` and `affray balance`.

mod balancing;
mod columns;
#[path = "../common/mod.rs"]
mod common;
mod kinds;
mod knobs;
mod parts;
mod sweeping;

use std::fs;
use std::path::Path;

use common::{affray, affray_in, folder, put};
use serde_json::Value;

pub(crate) fn results(args: &[&str]) -> Value {
    let out = affray(args).expect(0);
    let value: Value = serde_json::from_str(&out).expect("JSON");
    value["results"].clone()
}

#[test]
fn a_batch_says_what_came_of_it() {
    let out = affray(&["sim", "duel", "--fights", "200", "--seed", "7"]).expect(0);
    for part in [
        "200 fights, seed 7",
        "95% interval",
        "Rounds: ",
        "strike",
        "HP ",
        "closest: the ",
        "--seed 7 --number ",
    ] {
        assert!(out.contains(part), "{part} in\n{out}");
    }
    let again = [
        "sim",
        "duel",
        "--fights",
        "200",
        "--seed",
        "7",
        "--threads",
        "1",
    ];
    assert_eq!(affray(&again).expect(0), out);
    let other = ["sim", "duel", "--fights", "200", "--seed", "8"];
    assert_ne!(affray(&other).expect(0), out);
}

#[test]
fn the_fight_that_is_named_is_the_one_that_is_shown() {
    let found = results(&["sim", "duel", "--fights", "100", "--seed", "7", "--json"]);
    let closest = &found["arms"][0]["closest"];
    let number = closest["fight"].to_string();
    let told = affray(&[
        "fight", "duel", "--seed", "7", "--number", &number, "--json",
    ])
    .expect(0);
    let end: Value = told
        .lines()
        .last()
        .and_then(|line| serde_json::from_str(line).ok())
        .expect("an end");
    assert_eq!(end["end"]["winner"], closest["winner"]);
    let plain = affray(&["fight", "duel", "--seed", "7", "--number", &number]).expect(0);
    assert!(plain.contains(&format!("--number {number}")), "{plain}");
}

#[test]
fn two_scenarios_are_compared() {
    let folder = folder();
    let text = include_str!("../../../../content/threeaction/scenarios/duel.toml");
    let weak = put(
        folder.path(),
        "weak.toml",
        &text.replacen("max_hp = 30", "max_hp = 10", 1),
    );
    let args = [
        "sim",
        "duel",
        "--against",
        &weak,
        "--fights",
        "300",
        "--seed",
        "5",
    ];
    let out = affray(&args).expect(0);
    assert!(out.contains("clearer than chance"), "{out}");
    assert!(out.contains("second against first: −"), "{out}");
    let json: Vec<&str> = args.iter().chain(&["--json"]).copied().collect();
    let found = results(&json);
    assert_eq!(found["arms"][0]["comparison"], serde_json::json!([]));
    let first = &found["arms"][1]["comparison"][0];
    assert_eq!(first["side"], "first");
    assert!(first["p"].as_f64().expect("a number") < 1e-6);
    assert!(first["difference"]["high"].as_f64().expect("a number") < 0.0);
    let other = affray(&["sim", "duel", "--against", "gatehouse"]);
    assert!(
        other.err.contains("no side of the same name"),
        "{}",
        other.err
    );
    other.expect(2);
}

#[test]
fn results_say_the_same_thing_by_the_same_name() {
    let found = results(&["sim", "duel", "--fights", "100", "--seed", "7", "--json"]);
    let arm = &found["arms"][0];
    let is_counted = |chance: &Value| {
        let number = |key: &str| chance[key].as_f64().expect("a number");
        chance["count"].is_u64()
            && number("low") <= number("value")
            && number("value") <= number("high")
    };
    let creature = &arm["creatures"][0];
    for chance in [
        &arm["sides"][0]["wins"],
        &arm["draws"],
        &arm["unfinished"],
        &arm["failed"],
        &creature["stands"],
        &creature["fell"],
        &creature["felled_by"][0],
        &creature["deeds"][0]["chance"],
    ] {
        assert!(is_counted(chance), "{chance}");
    }
    assert_eq!(creature["side"], "first");
    assert_eq!(creature["felled_by"][0]["name"], "second");
    let left = &creature["left"][0];
    assert_eq!(left["gauge"], "HP");
    for spread in [&left["spread"], &creature["dealt"], &arm["time"]["spread"]] {
        let number = |value: &Value| value.as_f64().expect("a number");
        let (mean, interval) = (number(&spread["mean"]), &spread["interval"]);
        assert!(number(&interval["low"]) < mean && mean < number(&interval["high"]));
        for key in ["tenth", "median", "ninetieth", "most"] {
            assert!(spread[key].is_i64(), "{key}: {spread}");
        }
    }
    let closest = arm["closest"]["margin"].as_f64().expect("a part");
    assert!((0.0..1.0).contains(&closest));
    let none = [
        "sim", "duel", "--fights", "3", "--seed", "7", "--limit", "1",
    ];
    let found = results(&[&none[..], &["--json"]].concat());
    assert_eq!(found["arms"][0]["time"]["spread"], Value::Null);
    assert_eq!(found["arms"][0]["time"]["seconds"], Value::Null);
}

#[test]
fn a_batch_stops_when_its_interval_is_narrow() {
    let args = ["sim", "duel", "--until", "3%", "--seed", "5", "--json"];
    let found = results(&args);
    let wins = &found["arms"][0]["sides"][0]["wins"];
    let width = |end: &str| wins[end].as_f64().expect("a number");
    assert!(width("high") - width("low") <= 0.06);
    assert_eq!(found["arms"][0]["fights"], 2_000);
    let threads: Vec<&str> = args.iter().chain(&["--threads", "1"]).copied().collect();
    assert_eq!(results(&threads), found);
    let few = [&args[..5], &["5", "--fights", "100"]].concat();
    let out = affray(&few).expect(0);
    assert!(out.contains("±3% was not reached in 100 fights"), "{out}");
}

#[test]
fn files_hold_rows_counts_and_reports() {
    let folder = folder();
    let run = |out: &str, more: &[&str]| {
        let mut args = vec!["sim", "duel", "--fights", "25", "--seed", "5", "--out", out];
        args.extend(more);
        affray_in(folder.path(), &args, b"").expect(0);
        fs::read_to_string(folder.path().join(out)).expect("a file")
    };
    let csv = run("rows.csv", &["--plot", "report.html"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 26);
    assert!(
        lines[0].starts_with(
            "scenario,fight,ending,winner,time,seconds,entries,standstill,first stands"
        )
    );
    let cells = |line: &str| line.split(',').count();
    assert!(
        lines.iter().all(|line| cells(line) == cells(lines[0])),
        "{csv}"
    );
    assert!(lines[25].contains(",24,"), "{csv}");
    assert_eq!(run("other.csv", &["--threads", "1"]), csv);
    let rows = run("rows.jsonl", &["--vary", "first.max_hp=10,30"]);
    let values: Vec<Value> = rows
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(values.len(), 50);
    assert_eq!(values[30]["knobs"]["first.max_hp"], "30");
    assert_eq!(values[30]["fight"], 5);
    let report = fs::read_to_string(folder.path().join("report.html")).expect("a report");
    assert!(report.starts_with("<!doctype html>"));
    assert!(report.matches("<svg role=\"img\"").count() >= 4);
    assert_eq!(
        report.matches("<svg").count(),
        report.matches("<desc>").count()
    );
    for outside in ["http://", "https://", "<script", "@import", "<link"] {
        let found = report.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(outside), "{outside}");
    }
    run(
        "a.json",
        &["--plot", "plot.svg", "--vary", "first.max_hp=10,30"],
    );
    let plot = fs::read_to_string(folder.path().join("plot.svg")).expect("a plot");
    assert!(plot.starts_with("<svg ") && plot.contains("</svg>"));
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 6, "nothing is left beside the files");
}

/// What a PNG says of itself: how wide and high it is, and whether it ends as it should.
fn size_of_png(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&bytes[bytes.len() - 8..bytes.len() - 4], b"IEND");
    let number = |at: usize| {
        let four = bytes[at..at + 4].try_into().expect("four bytes");
        u32::from_be_bytes(four)
    };
    (number(16), number(20))
}

#[test]
fn plots_are_pictures_as_well() {
    let folder = folder();
    let args = ["sim", "duel", "--fights", "20", "--seed", "5", "--plot"];
    let wins = [&args[..], &["wins.png"]].concat();
    affray_in(folder.path(), &wins, b"").expect(0);
    let wins = fs::read(folder.path().join("wins.png")).expect("a picture");
    let (width, height) = size_of_png(&wins);
    assert!(width > height && height > 200, "{width} by {height}");
    assert!(wins.windows(13).any(|part| part == b"Chance to win"));
    let sweep = [&args[..], &["sweep.png", "--vary", "first.max_hp=10,30"]].concat();
    affray_in(folder.path(), &sweep, b"").expect(0);
    let sweep = fs::read(folder.path().join("sweep.png")).expect("a picture");
    assert_ne!(size_of_png(&sweep), (width, height));
}

#[test]
fn what_cannot_be_set_is_said() {
    let refused = |args: &[&str], what: &str| {
        let run = affray(args);
        assert!(run.err.contains(what), "{args:?}: {}", run.err);
        run.expect(2);
    };
    let shape = "write CREATURE.KEY=VALUE, such as `ogre.max_hp=40`";
    refused(&["fight", "duel", "--set", "first.max_hp"], shape);
    refused(
        &["fight", "duel", "--set", "first.max_hp=1..5"],
        "one thing",
    );
    refused(
        &["duel", "duel", "--set", "frist.max_hp=9"],
        "did you mean `first`?",
    );
    refused(
        &["duel", "duel", "--set", "first.max_hp=-9"],
        "with first.max_hp = -9: ",
    );
    let twice = ["--set", "first.str=1", "--set", "first.str=2"];
    refused(&[&["fight", "duel"], &twice[..]].concat(), "set twice");
    let odds = ["odds", "--after", "none.jsonl", "--command", "pass"];
    refused(
        &[&odds[..], &["--set", "first.str=2"]].concat(),
        "a journal holds its own",
    );
}

#[test]
fn odd_numbers_of_fights_are_told_to_be_even() {
    let args = ["tournament", "duel", "--match", "random/random", "--fights"];
    let odd = affray(&[&args[..], &["3"]].concat()).expect(0);
    assert!(
        odd.contains("3 fights cannot be halved: each match has 4."),
        "{odd}"
    );
    let even = affray(&[&args[..], &["4"]].concat()).expect(0);
    assert!(!even.contains("halved"), "{even}");
    let counts = |out: &str| {
        let row = out.lines().nth(2).expect("a row").to_owned();
        row.split('|').nth(3).map(str::to_owned)
    };
    assert_eq!(counts(&odd), counts(&even));
}

/// How many files are begun in a folder.
#[cfg(unix)]
fn hidden(folder: &Path) -> usize {
    let files = fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name());
    names
        .filter(|name| name.to_string_lossy().starts_with('.'))
        .count()
}

#[test]
fn times_are_told_of_the_fights_that_were_over() {
    let args = ["sim", "duel", "--fights", "200", "--seed", "1"];
    let plain = affray(&args).expect(0);
    assert!(plain.contains("\nRounds: "), "{plain}");
    let timed = affray(&[&args[..], &["--longest", "24"]].concat()).expect(0);
    let heading = timed
        .lines()
        .find(|line| line.starts_with("Rounds of the "));
    let heading = heading.expect("those that were over");
    assert!(heading.contains(" fights that were over: "), "{heading}");
}

/// Runs the program, sends it Ctrl-C a moment after it has begun, and gives what it wrote.
#[cfg(unix)]
fn interrupted(args: &[&str]) -> String {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let child = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_secs(3));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("a signal").success());
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8(output.stdout).expect("plain text");
    assert_eq!(output.status.code(), Some(130), "{out}");
    out
}

#[cfg(unix)]
#[test]
fn what_was_played_until_it_was_interrupted_is_told() {
    let by = "first.max_hp=20..40";
    let balance = [
        "balance", "duel", "--target", "65%", "--by", by, "--seed", "1",
    ];
    let balance = [&balance[..], &["--fights", "100000000", "--threads", "1"]].concat();
    let out = interrupted(&balance);
    assert!(out.contains("first.max_hp"), "{out}");
    assert!(out.contains("Stopped before the value was found."), "{out}");
    let json = interrupted(&[&balance[..], &["--json"]].concat());
    let value: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["balance"]["stopped"], true);
    assert!(
        value["balance"]["points"][0]["fights"].as_u64() > Some(0),
        "{json}"
    );
    let matches = ["--match", "random/random", "--match", "simple/random"];
    let tournament = [
        "tournament",
        "duel",
        "--fights",
        "1000000",
        "--threads",
        "1",
    ];
    let out = interrupted(&[&tournament[..], &matches].concat());
    assert!(out.contains("\n| duel | random against random | "), "{out}");
    assert!(out.contains("\nStopped after "), "{out}");
    let duel = ["duel", "duel", "--sample", "--fights", "100000000"];
    let out = interrupted(&[&duel[..], &["--policy", "random"]].concat());
    assert!(out.contains("Stopped before it was through."), "{out}");
    assert!(out.contains("a sample of "), "{out}");
    // The first act alone has minutes of courses: for everybody it is rolled who acts when.
    let out = interrupted(&["duel", "gatehouse", "--memory", "100000"]);
    assert!(out.contains("Stopped before it was through."), "{out}");
    assert!(out.contains("the bound was not reached: 100.00% "), "{out}");
}

#[cfg(unix)]
#[test]
fn a_sweep_that_is_stopped_says_nothing_of_what_was_not_played() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = folder();
    let child = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args(["sim", "duel", "--vary", "first.max_hp=10,20,30"])
        .args(["--fights", "100000000", "--seed", "1", "--threads", "1"])
        .args(["--json", "--out", "counts.json"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while hidden(folder.path()) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it has begun");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(1));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("a signal").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["stopped"], true);
    assert_eq!(value["planned"], 100_000_000);
    let arms = value["results"]["arms"].as_array().expect("a list");
    assert_eq!(arms.len(), 1);
    assert!(arms[0]["fights"].as_u64() > Some(0));
    // The file counts what was played of each, so that it can be joined with what was not.
    let counts = fs::read_to_string(folder.path().join("counts.json")).expect("a file");
    let counts: Value = serde_json::from_str(&counts).expect("JSON");
    assert_eq!(counts["arms"].as_array().map(Vec::len), Some(3));
}

#[cfg(unix)]
#[test]
fn nothing_is_left_behind_by_whoever_is_interrupted() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = folder();
    let mut child = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args([
            "sim",
            "ambush-at-the-ford",
            "--fights",
            "1000000",
            "--seed",
            "1",
        ])
        .args(["--threads", "1", "--out", "rows.csv", "--plot", "plot.png"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while hidden(folder.path()) < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it has begun");
        std::thread::sleep(Duration::from_millis(20));
    }
    // The second one comes before what was asked for by the first is done, or after all is done.
    for _ in 0..2 {
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("a signal").success() || child.try_wait().is_ok());
        std::thread::sleep(Duration::from_millis(10));
    }
    let code = child.wait().expect("it ends").code();
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    assert_eq!(hidden(folder.path()), 0);
}

#[test]
fn what_cannot_be_asked_for_is_said() {
    let refused = |args: &[&str], code: i32, what: &str| {
        let run = affray(&[&["sim", "duel", "--seed", "1"], args].concat());
        assert!(run.err.contains(what), "{args:?}: {}", run.err);
        run.expect(code);
    };
    refused(&["--fights", "0"], 2, "whole number from 1 to");
    refused(&["--fights", "many"], 2, "invalid");
    refused(&["--threads", "0"], 2, "whole number from 1 to 1,024");
    refused(&["--until", "0%"], 2, "percentage");
    refused(&["--until", "0.5"], 2, "write 50% or 0.5%, whichever");
    refused(&["--until", "2"], 2, "write 2% with its sign");
    refused(&["--shard", "9/8"], 2, "there is no part 9 of 8");
    refused(&["--shard", "0/8"], 2, "there is no part 0 of 8");
    refused(
        &["--shard", "1/2", "--until", "1%"],
        2,
        "cannot be used with",
    );
    refused(&["--vary", "first.hp"], 2, "is no knob");
    refused(&["--vary", "first.max_hp=9..1"], 2, "empty range");
    let large = "first.max_hp=1..99999999999999/1";
    refused(&["--vary", large], 2, "`99999999999999` in `");
    refused(&["--vary", "first.count=0,1"], 2, "at least one member");
    refused(&["--vary", "first.max_hp=1..9/0"], 2, "step");
    refused(&["--vary", "frist.max_hp=9"], 2, "did you mean `first`?");
    refused(&["--vary", "first.max_hpp=9"], 2, "did you mean `max_hp`?");
    refused(
        &["--vary", "first.max_hp=-9"],
        2,
        "with first.max_hp = -9: ",
    );
    refused(
        &["--vary", "first.max_hp=fire"],
        2,
        "with first.max_hp = fire: ",
    );
    refused(
        &["--vary", "first.count=1000"],
        2,
        "with first.count = 1000: ",
    );
    refused(&["--out", "/nowhere/at/all.csv"], 3, "/nowhere/at/all.csv");
    refused(
        &["--plot", "/nowhere/at/all.html"],
        3,
        "/nowhere/at/all.html",
    );
    refused(&["--out", "/tmp"], 2, "results are written as");
    refused(&["--out", "a.arrow"], 2, "results are written as");
    refused(&["--plot", "a.gif"], 2, "reports are written as");
    refused(&["--against", "duell"], 2, "did you mean `duel`?");
    refused(
        &["--against", "duel", "--vary", "first.max_hp=9"],
        2,
        "cannot be used with",
    );
    let unsown = affray(&["sim", "duel", "--shard", "1/2"]);
    assert!(unsown.err.contains("--seed"), "{}", unsown.err);
    unsown.expect(2);
}

#[test]
fn fights_that_do_not_end_are_counted() {
    let out = affray(&[
        "sim", "duel", "--fights", "10", "--seed", "1", "--limit", "5",
    ])
    .expect(0);
    assert!(
        out.contains("10 of 10 fights were not over at their limit"),
        "{out}"
    );
    let out = affray(&[
        "sim",
        "duel",
        "--fights",
        "10",
        "--seed",
        "1",
        "--longest",
        "7",
    ])
    .expect(0);
    assert!(out.contains("were not over at their limit"), "{out}");
}

/// Two who cannot come to each other: a wall stands between them from one edge of the map to the other.
fn walled_off(system: &str, [one, other]: [&str; 2]) -> String {
    format!(
        r##"
system = "{system}"

[map]
rows = ["....#....", "....#....", "....#....", "....#...."]

[[creature]]
name = "one"
kind = "{one}"
side = "a"
policy = "simple"
at = [1, 1]

[[creature]]
name = "other"
kind = "{other}"
side = "b"
policy = "simple"
at = [7, 2]
"##
    )
}

#[test]
fn fights_in_which_nothing_happens_any_more_are_given_up() {
    for (system, unit, kinds) in [
        ("actionpoint", "round", ["guard", "wolf"]),
        ("energy", "round", ["fighter", "duelist"]),
        ("segment", "round", ["soldier", "soldier"]),
        ("threeaction", "round", ["town guard", "town guard"]),
        ("timecount", "count", ["guard", "duelist"]),
    ] {
        let folder = folder();
        let path = put(folder.path(), "walled-off.toml", &walled_off(system, kinds));
        let sim = ["sim", &path, "--fights", "3", "--seed", "1"];
        let told = affray(&sim).expect(0);
        let since = format!("nothing new has happened since {unit} ");
        assert!(told.contains("3 of 3 fights would never be over"), "{told}");
        assert!(told.contains(&since), "{told}");
        let json = affray(&[&sim[..], &["--json"]].concat()).expect(0);
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let arm = &json["results"]["arms"][0];
        assert_eq!(arm["unfinished"]["count"], 3);
        assert_eq!(arm["standstills"]["fights"], 3);
        assert_eq!(arm["standstills"]["first"], 0);
        let since = format!("{since}{}", arm["standstills"]["since"]);
        let alone = affray(&["fight", &path, "--seed", "1"]);
        assert!(alone.out.contains(&since), "{}", alone.out);
        alone.expect(1);
        // A limit that comes first is one.
        let told = affray(&[&sim[..], &["--limit", "100"]].concat()).expect(0);
        assert!(told.contains("were not over at their limit"), "{told}");
    }
}

/// The scenario of each system in which the fewest fight.
fn small_scenarios() -> Vec<String> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let systems = fs::read_dir(content).expect("content");
    let mut found = Vec::new();
    for system in systems {
        let folder = system.expect("a folder").path().join("scenarios");
        let Ok(files) = fs::read_dir(folder) else {
            continue;
        };
        let crowd = |file: fs::DirEntry| {
            let text = fs::read_to_string(file.path()).expect("a scenario");
            let fighters = text.matches("[[creature]]").count();
            (fighters, file.path().display().to_string())
        };
        let smallest = files.map(|file| crowd(file.expect("a file"))).min();
        found.push(smallest.expect("every system has scenarios").1);
    }
    found
}

#[test]
fn every_system_is_played() {
    let scenarios = small_scenarios();
    assert!(scenarios.len() >= 5);
    for scenario in scenarios {
        let found = results(&["sim", &scenario, "--fights", "20", "--seed", "2", "--json"]);
        let arm = &found["arms"][0];
        assert_eq!(arm["failed"]["count"], 0, "{scenario}");
        assert!(
            arm["time"]["spread"]["mean"].as_f64() > Some(0.0),
            "{scenario}"
        );
        for side in arm["sides"].as_array().expect("a list") {
            assert_ne!(
                side["deeds"].as_array().map(Vec::len),
                Some(0),
                "{scenario}"
            );
        }
    }
}
