//! What the policy `simple` does where nothing that it has promises harm, and where a foe cannot answer.

use affray_actionpoint::ActionPoint;
use affray_actionpoint::act::{
    Act, Action, Defence, Handling, Maneuver, Manner, Means, Strike, Window, Won,
};
use affray_actionpoint::state::{Arm, ItemId, State};
use affray_kernel::content::Source;
use affray_kernel::grid::Cell;
use affray_kernel::{Ask, CreatureId, System};
use affray_trial::repository;

/// Whose turn it is.
const IMP: CreatureId = CreatureId(0);
/// A knight beside it.
const GARRET: CreatureId = CreatureId(1);

/// Ebony from head to foot, which no blow of a club goes through.
const EBONY: &str = "items = [\"longsword\", \"ebony shield\", \"full ebony armor\"]";

fn fight(imp: &str, garret: &str, others: &str) -> State {
    composed(format!(
        r#"
        system = "actionpoint"
        [start]
        round = 1
        turn = "imp"
        [[creature]]
        name = "imp"
        kind = "cave imp"
        side = "monsters"
        at = [6, 5]
        items = ["club"]
        {imp}
        [[creature]]
        name = "garret"
        kind = "knight"
        side = "heroes"
        at = [5, 5]
        {garret}
        {others}
        "#
    ))
}

pub(super) fn composed(text: String) -> State {
    let library = repository::files(&repository::content::<ActionPoint>(), "toml");
    let setup = ActionPoint::compose(&Source::new("fight.toml", text), &library);
    let setup = setup.unwrap_or_else(|problems| panic!("{problems}"));
    ActionPoint::set_up(&setup).unwrap_or_else(|problems| panic!("{problems:?}"))
}

pub(super) fn choice(state: &State) -> Act {
    let ask = Ask::open(IMP, Window::Turn);
    ActionPoint::simple(state, &ask).expect("a choice")
}

#[track_caller]
fn strikes_garret(state: &State) {
    let act = choice(state);
    let strikes = matches!(act, Act::Do(Action::Strike(Strike { target: GARRET, .. })));
    assert!(strikes, "{act:?}");
}

#[test]
fn whoever_is_surprised_is_attacked() {
    strikes_garret(&fight("", "conditions = [\"surprised\"]", ""));
}

#[test]
fn whoever_is_surprised_farther_off_is_gone_for() {
    let mut state = fight("", "conditions = [\"surprised\"]", "");
    state.bodies[IMP.index()].at = Cell::new(12, 5);
    let act = choice(&state);
    assert!(matches!(act, Act::Move(_)), "{act:?}");
}

#[test]
fn where_no_blow_does_harm_it_is_struck_for_a_maneuver() {
    let mut state = fight("", EBONY, "");
    strikes_garret(&state);
    state.bodies[IMP.index()].ap = 2;
    strikes_garret(&state);
}

#[test]
fn the_last_action_point_is_kept_and_nobody_walks_to_and_fro() {
    let mut state = fight("", EBONY, "");
    state.bodies[IMP.index()].ap = 1;
    assert_eq!(choice(&state), Act::EndTurn);
}

#[test]
fn a_foe_that_can_be_harmed_is_gone_for_instead() {
    let sera = r#"
        [[creature]]
        name = "sera"
        kind = "sorcerer"
        side = "heroes"
        at = [9, 5]
    "#;
    let act = choice(&fight("", EBONY, sera));
    let Act::Move(path) = &act else {
        panic!("{act:?}");
    };
    let goal = path.last().copied().unwrap_or_default();
    let beside = (goal.x - 9).abs().max((goal.y - 5).abs()) == 1;
    assert!(beside && goal != Cell::new(5, 5), "{act:?}");
}

/// Berit, an archer, whose only other known foe is an ork far off; a wolf is where it is said.
fn archer(berit: &str, wolf: &str) -> State {
    composed(format!(
        r#"
        system = "actionpoint"
        [start]
        round = 2
        turn = "berit"
        [[creature]]
        name = "berit"
        kind = "hunter"
        side = "heroes"
        at = [3, 3]
        {berit}
        [[creature]]
        name = "wolf"
        kind = "wolf"
        side = "monsters"
        {wolf}
        [[creature]]
        name = "ork"
        kind = "ork bandit"
        side = "monsters"
        at = [18, 3]
        "#
    ))
}

#[test]
fn nobody_runs_from_a_foe_it_has_not_noticed() {
    let seen = choice(&archer("", "at = [4, 3]"));
    assert_eq!(seen, Act::Do(Action::Disengage));
    let hidden = "at = [4, 3]\nconditions = [{ kind = \"hidden\", toward = \"berit\" }]";
    let unseen = choice(&archer("", hidden));
    let far_off = "at = [4, 18]\nconditions = [{ kind = \"hidden\", toward = \"berit\" }]";
    assert_eq!(unseen, choice(&archer("", far_off)));
    assert!(matches!(unseen, Act::Do(Action::Strike(_))), "{unseen:?}");
}

#[test]
fn nobody_fights_on_in_a_net_for_a_foe_it_has_not_noticed() {
    let netted = "items = [\"hatchet\"]\nconditions = [\"grappled\"]";
    let hidden = "at = [4, 3]\nconditions = [{ kind = \"hidden\", toward = \"berit\" }]";
    let act = choice(&archer(netted, hidden));
    assert_eq!(act, Act::Do(Action::Escape(None, None)));
    assert_ne!(act, choice(&archer(netted, "at = [4, 3]")));
}

/// What Berit, who is braced already, chooses after she has got the better of the wolf from afar.
fn maneuver(berit: &str) -> Act {
    let state = archer(&format!("braced = true\n{berit}"), "at = [12, 3]");
    let window = Window::Won {
        over: GARRET,
        how: Won::Defending,
    };
    ActionPoint::simple(&state, &Ask::open(IMP, window)).expect("a choice")
}

#[test]
fn whoever_casts_instead_of_striking_does_not_feint() {
    assert_eq!(maneuver(""), Act::Maneuver(Maneuver::Feint));
    let casts = "spells = [\"fire bolt\"]\nsorcery = 12";
    assert_eq!(maneuver(casts), Act::Pass);
    assert_eq!(maneuver("items = [\"hatchet\"]"), Act::Pass);
}

/// A guard at 5,5 with these things, and an ork.
fn guard_and_ork(map: &str, items: &str, ork: &str, others: &str) -> State {
    composed(format!(
        r#"
        system = "actionpoint"
        [start]
        round = 1
        turn = "guard"
        {map}
        [[creature]]
        name = "guard"
        kind = "guard"
        side = "heroes"
        at = [5, 5]
        items = {items}
        [[creature]]
        name = "ork"
        kind = "ork bandit"
        side = "monsters"
        ap = 0
        {ork}
        {others}
        "#
    ))
}

const SORCERER: &str = r#"
    [[creature]]
    name = "sorcerer"
    kind = "sorcerer"
    side = "monsters"
    at = [12, 5]
    ap = 0
"#;

fn throws(state: &State) -> bool {
    matches!(
        choice(state),
        Act::Do(Action::Strike(Strike { thrown: true, .. }))
    )
}

#[test]
fn the_only_weapon_is_not_thrown() {
    let (near, far) = ("at = [6, 5]", "at = [5, 12]");
    let one = r#"["spear", "leather shield"]"#;
    assert!(!throws(&guard_and_ork("", one, near, SORCERER)));
    assert!(!throws(&guard_and_ork("", one, far, SORCERER)));
    let two = r#"["spear", "shortsword"]"#;
    assert!(throws(&guard_and_ork("", two, far, SORCERER)));
    let nearly_down = "at = [5, 12]\nhealth_left = 1";
    assert!(throws(&guard_and_ork("", one, nearly_down, "")));
    assert!(!throws(&guard_and_ork("", one, nearly_down, SORCERER)));
}

#[test]
fn the_only_weapon_is_thrown_where_no_way_leads() {
    let gap = r#"
        [map]
        rows = ["......~....", "......~....", "......~....", "......~....", "......~....", "......~....", "......~...."]
        legend."~" = { elevation = -40 }
    "#;
    let one = r#"["spear", "leather shield"]"#;
    assert!(throws(&guard_and_ork(gap, one, "at = [9, 5]", "")));
    assert!(!throws(&guard_and_ork("", one, "at = [9, 5]", "")));
}

#[test]
fn a_foe_is_pushed_over_an_edge_and_not_on_level_ground() {
    let pushes = |height: u8| {
        let row = r#""....hhhhhhh""#;
        let rows = [row; 8].join(", ");
        let map = format!("[map]\nrows = [{rows}]\nlegend.h = {{ elevation = {height} }}");
        let state = guard_and_ork(&map, r#"["spear"]"#, "at = [4, 5]", "");
        let window = Window::Won {
            over: CreatureId(1),
            how: Won::Defending,
        };
        let act = ActionPoint::simple(&state, &Ask::open(CreatureId(0), window));
        act == Some(Act::Maneuver(Maneuver::Push))
    };
    assert!(!pushes(0));
    assert!(pushes(15));
}

#[test]
fn a_foe_that_watches_is_gone_round() {
    let state = composed(
        r#"
        system = "actionpoint"
        [start]
        round = 1
        turn = "wolf"
        [map]
        rows = 9
        columns = 12
        [[creature]]
        name = "wolf"
        kind = "wolf"
        side = "monsters"
        at = [2, 4]
        [[creature]]
        name = "berit"
        kind = "hunter"
        side = "heroes"
        at = [9, 4]
        health_left = 1
        [[creature]]
        name = "knight"
        kind = "knight"
        side = "heroes"
        at = [6, 4]
        items = ["longsword", "ebony shield", "full ebony armor"]
        "#
        .to_owned(),
    );
    let act = choice(&state);
    let Act::Move(path) = &act else {
        panic!("{act:?}");
    };
    let near = |cell: &Cell| (cell.x - 6).abs().max((cell.y - 4).abs()) <= 1;
    assert!(path.len() > 1 && !path.iter().any(near), "{act:?}");
}

#[test]
fn blows_that_do_little_are_not_worth_the_attacks_of_the_own_turn() {
    let answer = |wolf: String| {
        let state = archer("health_left = 5\nap = 2", &wolf);
        let blow = Window::Attacked {
            by: GARRET,
            with: Means::Melee(Arm::Natural(0)),
            feint: false,
        };
        ActionPoint::simple(&state, &Ask::open(IMP, blow)).expect("a choice")
    };
    let dodge = Act::Defend(Defence {
        manner: Manner::Dodge,
        using: None,
        style: None,
    });
    let bites = |damage: &str| {
        format!(
            "at = [4, 3]\nnatural = [{{ name = \"bite\", damage = \"{damage}\", type = \"piercing\", reach_m = 1 }}]"
        )
    };
    assert_eq!(answer(bites("1d6+1")), dodge);
    assert_eq!(answer(bites("1d2+1")), Act::Pass);
}

#[test]
fn nobody_runs_past_a_line_of_swords_to_get_at_an_archer() {
    let goal = |knights: &str| {
        let state = composed(format!(
            r#"
            system = "actionpoint"
            [start]
            round = 1
            turn = "wolf"
            [map]
            rows = 5
            columns = 18
            [[creature]]
            name = "wolf"
            kind = "wolf"
            side = "monsters"
            at = [15, 2]
            [[creature]]
            name = "berit"
            kind = "hunter"
            side = "heroes"
            at = [5, 2]
            [[creature]]
            name = "knight"
            kind = "knight"
            count = 4
            side = "heroes"
            at = [[8, 2], [9, 2], [10, 2], [11, 2]]
            {knights}
            "#
        ));
        let act = choice(&state);
        let Act::Move(path) = &act else {
            panic!("{act:?}");
        };
        path.last().copied().unwrap_or_default()
    };
    let beside_the_archer = |goal: Cell| (goal.x - 5).abs().max((goal.y - 2).abs()) == 1;
    assert!(!beside_the_archer(goal("")));
    assert!(beside_the_archer(goal("ap = 0")));
}

#[test]
fn an_empty_hand_draws_a_weapon_or_takes_that_of_somebody_who_lies_there() {
    let rolf = r#"
        [[creature]]
        name = "rolf"
        kind = "guard"
        side = "heroes"
        at = [5, 6]
        health_left = 0
        items = []
        held = ["spear"]
    "#;
    let handles = |items| match choice(&guard_and_ork("", items, "at = [6, 5]", rolf)) {
        Act::Do(Action::Manipulate(handling)) => Some(handling),
        _ => None,
    };
    let own = handles("[]\ncarried = [\"club\"]");
    assert!(matches!(own, Some(Handling::Draw(_))), "{own:?}");
    let other = handles("[]");
    assert!(matches!(other, Some(Handling::PickUp(_))), "{other:?}");
    assert_eq!(handles("[\"club\"]"), None);
}

#[test]
fn an_action_point_that_the_round_would_take_draws_a_weapon() {
    let answer = |items: &str, has_had_its_turn: bool| {
        let ork = format!("at = [9, 5]\nturn_taken = {has_had_its_turn}");
        let state = guard_and_ork("", items, &ork, "");
        let (of, last) = (GARRET, has_had_its_turn);
        let ask = Ask::open(IMP, Window::TurnEnds { of, last });
        ActionPoint::simple(&state, &ask).expect("an answer")
    };
    let bare = "[]\ncarried = [\"club\"]";
    let draws = |act| matches!(act, Act::Do(Action::Manipulate(Handling::Draw(_))));
    assert!(draws(answer(bare, true)));
    assert_eq!(answer(bare, false), Act::Pass);
    assert_eq!(answer("[\"club\"]", true), Act::Pass);
}

#[test]
fn a_longsword_is_taken_in_both_hands_where_one_is_free() {
    let grip = |items: &str| {
        let garret = r#"
            [[creature]]
            name = "garret"
            kind = "knight"
            side = "heroes"
            at = [5, 6]
            ap = 0
        "#;
        let state = guard_and_ork("", &format!("[]\n{items}"), "at = [6, 5]", garret);
        match choice(&state) {
            Act::Do(Action::Strike(strike)) => strike.manual.grip,
            act => panic!("{act:?}"),
        }
    };
    let one = r#"held = [{ kind = "longsword", hands = 1 }]"#;
    assert_eq!(grip(one), Some(2));
    let both = r#"held = [{ kind = "longsword", hands = 2 }]"#;
    assert_eq!(grip(both), None);
    let shield = r#"held = [{ kind = "longsword", hands = 1 }, "leather shield"]"#;
    assert_eq!(grip(shield), None);
}

/// Mirel, who can mend, and a friend; a bandit with these things is where it is said.
fn healer(friend: &str, bandit: &str) -> State {
    composed(format!(
        r#"
        system = "actionpoint"
        [start]
        round = 2
        turn = "mirel"
        [[creature]]
        name = "mirel"
        kind = "sorcerer"
        side = "heroes"
        at = [2, 3]
        spells = ["mend"]
        [[creature]]
        name = "garret"
        kind = "knight"
        side = "heroes"
        {friend}
        [[creature]]
        name = "ork"
        kind = "ork bandit"
        side = "monsters"
        {bandit}
        "#
    ))
}

#[test]
fn whoever_mends_goes_to_a_friend_who_is_down() {
    let goes = |friend: &str, bandit: &str| {
        let act = choice(&healer(friend, bandit));
        let Act::Move(path) = &act else { return false };
        let goal = path.last().copied().unwrap_or_default();
        goal.x == 5 && (goal.y - 3).abs() <= 1
    };
    let archer = "at = [18, 3]\nitems = [\"shortbow\"]";
    assert!(goes("at = [6, 3]\nhealth_left = 0", archer));
    assert!(!goes("at = [6, 3]", archer));
    // Wherever Mirel could touch Garret, the ork could strike.
    let beside = "at = [7, 3]\nitems = [\"longsword\"]";
    assert!(!goes("at = [6, 3]\nhealth_left = 0", beside));
    let near = choice(&healer("at = [3, 3]\nhealth_left = 0", archer));
    assert!(matches!(near, Act::Do(Action::Cast(..))), "{near:?}");
}

#[test]
fn the_last_action_point_is_not_spent_on_an_unlikely_blow() {
    let answer = |berit: &str, modifier: i16| {
        let wolf = format!("at = [4, 3]\ntest_modifier = {modifier}");
        let state = archer(&format!("health_left = 2\n{berit}"), &wolf);
        let blow = Window::Attacked {
            by: GARRET,
            with: Means::Melee(Arm::Natural(0)),
            feint: false,
        };
        ActionPoint::simple(&state, &Ask::open(IMP, blow)).expect("a choice")
    };
    let defends = |act| matches!(act, Act::Defend(_));
    assert!(defends(answer("ap = 1", 0)));
    assert!(!defends(answer("ap = 1", -8)));
    assert!(defends(answer("ap = 2", -8)));
}

#[test]
fn at_the_end_of_the_round_nothing_can_wait() {
    let waits = |window, handling| {
        let act = Act::Do(Action::Manipulate(handling));
        ActionPoint::can_wait(&Ask::open(IMP, window), &act)
    };
    let ends = |last| Window::TurnEnds { of: GARRET, last };
    let (here, there) = (Cell::new(3, 4), Cell::new(4, 4));
    for handling in [
        Handling::Draw(ItemId(0)),
        Handling::Stow(ItemId(0)),
        Handling::Door(here, there, true),
    ] {
        assert!(waits(ends(false), handling), "{handling:?}");
        assert!(!waits(ends(true), handling), "{handling:?}");
        assert!(!waits(Window::Turn, handling), "{handling:?}");
    }
    assert!(!waits(ends(false), Handling::PickUp(ItemId(0))));
    assert!(!waits(ends(false), Handling::Door(here, there, false)));
}

/// A fight of two, whose turn it is named first.
pub(super) fn duel(map: &str, first: &str, second: &str) -> State {
    composed(format!(
        r#"
        system = "actionpoint"
        [start]
        round = 2
        turn = "first"
        {map}
        [[creature]]
        name = "first"
        side = "a"
        {first}
        [[creature]]
        name = "second"
        side = "b"
        {second}
        "#
    ))
}

#[test]
fn a_closed_door_is_gone_to_and_opened() {
    let map = r#"
        [map]
        rows = ["..........", "..........", "..........", ".........."]
        edges = [{ between = [[4, 0], [5, 0]], until = [4, 2], kind = "wall" }, { between = [[4, 3], [5, 3]], kind = "door" }]
    "#;
    let ork = |at: &str| format!("kind = \"ork bandit\"\nat = {at}\nitems = [\"club\"]");
    let knight = "kind = \"knight\"\nat = [8, 1]";
    let goes = choice(&duel(map, &ork("[1, 1]"), knight));
    assert_eq!(goes, Act::Move([Cell::new(4, 2)].into()));
    let opens = choice(&duel(map, &ork("[4, 2]"), knight));
    let door = Handling::Door(Cell::new(4, 3), Cell::new(5, 3), true);
    assert_eq!(opens, Act::Do(Action::Manipulate(door)));
}

#[test]
fn nobody_leaps_to_a_sure_death() {
    let leaps = |height: u8, health: u8| {
        let rows = r#"["..........", "..hh......", "..hh......", ".........."]"#;
        let map = format!("[map]\nrows = {rows}\nlegend.h = {{ elevation = {height} }}");
        let skeleton = format!("kind = \"skeleton\"\nat = [2, 1]\nhealth_left = {health}");
        let act = choice(&duel(&map, &skeleton, "kind = \"wolf\"\nat = [8, 1]"));
        matches!(act, Act::Move(path) if path.last().is_some_and(|at| !(2..=3).contains(&at.x)))
    };
    assert!(!leaps(12, 2));
    assert!(!leaps(6, 2));
    assert!(leaps(6, 14));
}

#[test]
fn what_a_perk_grants_is_done_freely() {
    let free = "perks = [{ name = \"quick blade\", free_action = \"strike\" }]";
    let knight = |more: &str| format!("kind = \"knight\"\nat = [1, 1]\n{free}\n{more}");
    let ork = "kind = \"ork bandit\"\nat = [3, 1]";
    for more in ["", "ap = 0"] {
        let act = choice(&duel("", &knight(more), ork));
        assert!(
            matches!(act, Act::Freely(Action::Strike(_))),
            "{more}: {act:?}"
        );
    }
    let act = choice(&duel("", &knight("free_used = true"), ork));
    assert!(matches!(act, Act::Do(Action::Strike(_))), "{act:?}");
}

#[test]
fn a_wand_is_used_rather_than_a_dagger_drawn() {
    let caster = "kind = \"sorcerer\"\nat = [1, 1]\nspells = [\"mend\", \"blink\"]\nheld = [\"wand of fire\"]\ncarried = [\"dagger\"]";
    for at in ["[18, 1]", "[6, 1]"] {
        let ork = format!("kind = \"ork bandit\"\nat = {at}");
        let act = choice(&duel("", caster, &ork));
        let draws = matches!(act, Act::Do(Action::Manipulate(Handling::Draw(_))));
        assert!(!draws, "{act:?}");
    }
}
