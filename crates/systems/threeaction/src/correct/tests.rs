//! Corrections, and how things are afterwards.

use super::correction;
use crate::ThreeAction;
use crate::look::look;
use crate::notation::sample::{GARRET, OGRE, fight};
use crate::state::{Condition, State};
use affray_trial::values;
use serde_json::json;

fn corrected(state: &mut State, text: &str) {
    values::corrected::<ThreeAction>(state, text);
}

#[test]
fn what_is_said_is_so_afterwards() {
    values::are_so_afterwards::<ThreeAction>(
        fight,
        [
            ("garret.hp 7", "garret.hp", json!(7)),
            ("Garret.hp = -3", "garret.hp", json!(-3)),
            ("garret.energy 3", "garret.energy", json!(3)),
            ("ogre chief.energy 3", "ogre chief.energy", json!(3)),
            ("garret at 5,7", "garret.at", json!([5, 7])),
            ("garret.actions +1", "garret.actions", json!(4)),
            ("garret.actions -2", "garret.actions", json!(1)),
            ("garret.actions 2", "garret.actions", json!(2)),
            ("garret.reactions 3", "garret.reactions", json!(3)),
            ("garret.flying yes", "garret.flying", json!(true)),
            ("garret.mount horse", "garret.mount", json!("horse")),
            ("ogre.presence fled", "ogre.presence", json!("fled")),
            ("garret gains on fire", "garret.on_fire", json!(true)),
            (
                "garret gains entangled 2 rounds toward ogre amount 15",
                "garret.entangled.amount",
                json!(15),
            ),
            (
                "garret gains shaken for 2 rounds",
                "garret.shaken.left",
                json!(2),
            ),
            (
                "garret gains grappled toward ogre",
                "ogre.grappling_toward.garret",
                json!(true),
            ),
            (
                "garret gains poisoned level 2 3 rounds",
                "garret.poisons",
                json!([[2, 3]]),
            ),
            (
                "longsword of ogre to ground 3,4",
                "ground.3,4.items",
                json!(["longsword"]),
            ),
            (
                "club held by garret with 2 hands",
                "item.club.holder",
                json!("Garret"),
            ),
            ("ogre's club hp 0", "item.club.hp", json!(0)),
            ("torch lit", "item.torch.lit", json!(true)),
            ("door 3,4 4,4 open", "door.3,4|4,4.open", json!(true)),
            ("ice 3,4 hp 5", "ice.3,4.hp", json!(5)),
            ("turn of ogre", "turn", json!("ogre")),
            ("fight over heroes", "over", json!("heroes")),
            ("fight over nobody", "over", json!("nobody")),
            (
                "order ogre chief garret ogre",
                "order",
                json!(["ogre chief", "Garret", "ogre"]),
            ),
        ],
    );
}

#[test]
fn poisons_run_side_by_side_and_end_together() {
    let mut state = fight();
    for text in [
        "garret gains poisoned level 2 3 rounds",
        "garret gains poisoned level 4 1 round",
        "garret gains poisoned level 1 5 rounds",
    ] {
        corrected(&mut state, text);
    }
    let level = state.conditions.get(GARRET, Condition::Poisoned);
    assert_eq!(level.map(|held| held.amount), Some(4));
    assert_eq!(state.doses.len(), 3);
    corrected(&mut state, "garret loses poisoned");
    assert_eq!((state.doses.len(), state.conditions.iter().count()), (0, 0));
}

#[test]
fn a_rider_carries_nobody() {
    let mut state = fight();
    corrected(&mut state, "garret.mount horse");
    for text in [
        "horse.mount garret",
        "horse.mount ogre",
        "ogre.mount garret",
    ] {
        assert!(correction(&state, text).is_err(), "{text}");
    }
    corrected(&mut state, "garret.mount none");
    corrected(&mut state, "horse.mount ogre");
}

#[test]
fn one_hides_from_each_enemy() {
    let mut state = fight();
    corrected(&mut state, "garret gains hidden");
    for (path, hidden) in [
        ("garret.hidden_from.ogre", true),
        ("garret.hidden_from.ogre chief", true),
        ("garret.hidden_from.horse", false),
    ] {
        assert_eq!(look(&state, path), Some(json!(hidden)), "{path}");
    }
}

#[test]
fn conditions_are_replaced_and_taken_away() {
    let mut state = fight();
    for text in [
        "garret gains slowed",
        "garret gains slowed 2 rounds",
        "garret gains grappling toward ogre",
        "ogre loses grappled",
        "garret gains bleeding",
        "garret.bleed_penalty 3",
        "garret loses bleeding",
    ] {
        corrected(&mut state, text);
    }
    assert_eq!(state.conditions.iter().count(), 1);
    assert_eq!(state.body(GARRET).bleed_penalty, 0);
    assert!(!state.has(OGRE, Condition::Grappled));
    corrected(&mut state, "garret loses slowed");
    assert_eq!(state.conditions.iter().count(), 0);
}

#[test]
fn what_cannot_be_so_is_refused() {
    values::cannot_be_so::<ThreeAction>(
        &fight(),
        &[
            (
                "garret.hq 7",
                "`hq` is no value that can be set here; did you mean `hp`?",
            ),
            (
                "garret.energy +1",
                "write the new value, not what is added to it",
            ),
            ("garret.energy -1", "-1 is less than 0"),
            ("garret.hp many", "`many` is no number"),
            (
                "garret.?",
                "what can be set: gains or loses a condition, leaves, one of hp, energy, initiative, bleed_penalty, airless, dodges, attacks, flying, hanging, squeezing, jump_prepared, commanded, delaying, unaware, actions, reactions, at, presence, mount, commander, readied or sneak; of its sheet breath, dex, ess, feats.airless, feats.battle_trance, feats.burrow, feats.climbs, feats.extra_reactions, feats.flight, feats.improved_flight, feats.invisible_in_darkness, feats.no_attacks, feats.quick_draw, feats.spell_casting, feats.swims, feats.volley, feats.weapon_specialization, feats.wrath, hands, hide, level, max_energy, max_hp, mental_defense, mnd, natural.unarmed.adds_str, natural.unarmed.ammunition, natural.unarmed.bulk, natural.unarmed.damage, natural.unarmed.dice, natural.unarmed.durability, natural.unarmed.hands, natural.unarmed.hp, natural.unarmed.increment_ft, natural.unarmed.reach_ft, natural.unarmed.reload, neutral, physical_defense, reach_ft, senses.darkvision, senses.exact_ft, senses.sightless, size, speed_ft, spells, str, vulnerable",
            ),
            (
                "garret.presence ?",
                "one of here, elsewhere, fled or surrendered",
            ),
            (
                "garret.presence",
                "a presence is missing at the end: one of here, elsewhere, fled or surrendered",
            ),
            (
                "longsword of ogre ?",
                "one of hp, lit, out, loaded, ammunition, to ground, to nowhere, held by, worn by or carried by; of what it is kind.adds_str, kind.ammunition, kind.bulk, kind.damage, kind.dice, kind.durability, kind.hands, kind.hp, kind.increment_ft, kind.reach_ft, kind.reload",
            ),
            ("garret at 50,50", "that square is not on the map"),
            (
                "garret gains pron",
                "`pron` is no condition here; did you mean `prone`?",
            ),
            ("garret loses prone", "Garret does not have that condition"),
            (
                "garret gains grappled",
                "`toward` and a creature are missing",
            ),
            (
                "garret gains sees-through",
                "what is seen through? (`amount 2`: the thing of that number, counted from 0)",
            ),
            (
                "garret gains sees-through amount 99",
                "what is seen through? (`amount 2`: the thing of that number, counted from 0)",
            ),
            ("fight over villains", "`villains` is no side here"),
            ("order ogre garret", "ogre chief is left out"),
            ("spell 3 ends", "no Spell 3 is running"),
            ("longsword of horse hp 3", "horse has no longsword"),
            ("garret.hp 7 please", "`please` was not understood"),
            (
                "garret gain prone",
                "`gain` is no correction here; did you mean `gains`?",
            ),
            (
                "",
                "what can be set: `NAME.?` tells it for a creature and `THING ?` for a thing; of the fight it is ruling, fight over, fight goes on, turn of, order, door, ice, spell",
            ),
        ],
    );
}

#[test]
fn nobody_holds_more_than_its_hands_do() {
    let mut state = fight();
    let full = correction(&state, "torch held by garret").expect_err("longsword and shield");
    let says = "the torch does not fit into the 2 hands of Garret";
    assert!(full.message.contains(says), "{}", full.message);
    corrected(&mut state, "longsword of garret to ground 3,4");
    corrected(&mut state, "torch held by garret");
}

#[test]
fn a_fight_goes_on_where_it_was_broken_off() {
    let mut state = fight();
    let before = state.clone();
    let goes_on = "fight goes on";
    values::cannot_be_so::<ThreeAction>(
        &state,
        &[(goes_on, "the game master has not ended the fight")],
    );
    for text in ["fight over heroes", "fight over nobody", goes_on] {
        corrected(&mut state, text);
    }
    assert_eq!(state.clock, before.clock);
}

#[test]
fn nobody_is_put_into_a_wall_over_the_edge_or_into_another() {
    let map = "[map]\nrows = ['#.......', '........', '........']\n";
    let state = affray_trial::files::state::<ThreeAction>(&format!(
        "{map}[[creature]]\nname = 'a'\nkind = 'town guard'\nside = 'x'\nat = [1, 1]
[[creature]]\nname = 'b'\nkind = 'ogre'\nside = 'y'\nat = [5, 1]
[[creature]]\nname = 'c'\nkind = 'wolf'\nside = 'y'\nat = [5, 1]\npresence = 'elsewhere'\n"
    ));
    for (said, refused) in [
        ("a.at 0,0", "a, at: a takes up 0,0, which is solid"),
        ("a.at 5,1", "a, at: a and b take up the same square"),
        ("b.at 7,1", "b, at: b takes up 8,1, which is off the map"),
        ("b.at 0,0", "b, at: b takes up 0,0, which is solid"),
        ("b.at 1,0", "b, at: b and a take up the same square"),
        ("c.presence here", "c, at: c and b take up the same square"),
        ("b.size huge", "b, at: b takes up 5,3, which is off the map"),
    ] {
        let found = correction(&state, said).map_err(|unread| unread.message);
        assert_eq!(found, Err(refused.to_owned()), "{said}");
    }
    for said in ["a.at 3,2", "b.at 6,1", "b.at 4,0", "a.at 1,1,4"] {
        assert!(correction(&state, said).is_ok(), "{said}");
    }
}

#[test]
fn without_a_height_one_is_put_onto_the_ground_or_the_water() {
    let map = "[map]\nrows = ['..333~~~o', '..333~~~o', '..333~~~o']\n[map.legend]
3 = { elevation = 3 }\n'~' = { elevation = 1, water = 4 }\no = { elevation = -2 }\n";
    let fight = || {
        affray_trial::files::state::<ThreeAction>(&format!(
            "{map}[[creature]]\nname = 'a'\nkind = 'town guard'\nside = 'x'\nat = [0, 2]
[[creature]]\nname = 'b'\nkind = 'ogre'\nside = 'y'\nat = [0, 0]\n"
        ))
    };
    for (said, path, at) in [
        ("a.at 3,2", "a.at", json!([3, 2, 3])),
        ("a.at 3,2,5", "a.at", json!([3, 2, 5])),
        ("a.at 7,0", "a.at", json!([7, 0, 5])),
        ("a.at 7,0,2", "a.at", json!([7, 0, 2])),
        ("b.at 3,1", "b.at", json!([3, 1, 3])),
        ("b.at 1,0", "b.at", json!([1, 0, 3])),
        ("b.at 4,1", "b.at", json!([4, 1, 5])),
        ("a.at 8,1", "a.at", json!([8, 1, -2])),
    ] {
        let mut state = fight();
        corrected(&mut state, said);
        assert_eq!(look(&state, path), Some(at), "{said}");
    }
    for (said, refused) in [
        ("a.at 3,2,0", "a, at: a takes up 3,2, which is solid"),
        ("a.at 7,0,0", "a, at: a takes up 7,0, which is solid"),
        ("b.at 1,0,2", "b, at: b takes up 2,0,2, which is solid"),
        ("a.at 1,1,3000", "a, at: heights go from -2000 to 2000"),
    ] {
        let found = correction(&fight(), said).map_err(|unread| unread.message);
        assert_eq!(found, Err(refused.to_owned()), "{said}");
    }
}

#[test]
fn a_fall_ends_where_something_holds_one_up() {
    let fight = affray_trial::files::state::<ThreeAction>(
        "[map]\nrows = ['.......o', '.......o', '.......o']\n[map.legend]\no = { elevation = -2 }
[[creature]]\nname = 'a'\nkind = 'town guard'\nside = 'x'\nat = [0, 2]
[[creature]]\nname = 'b'\nkind = 'riding horse'\nside = 'x'\nat = [0, 0]\n",
    );
    let faller = affray_kernel::CreatureId(0);
    for said in ["a.at 7,1", "a.at 6,1", "a.mount b", "a.flying yes"] {
        let mut state = fight.clone();
        corrected(&mut state, "a.at 7,1,0");
        let falling = state.body(faller).falling_ft;
        assert_eq!(falling, Some(0), "nothing holds it up there");
        corrected(&mut state, said);
        assert_eq!(state.body(faller).falling_ft, None, "{said}");
    }
    let mut state = fight.clone();
    for said in ["a.at 7,1,0", "a.at 6,1,4", "a.hanging yes"] {
        corrected(&mut state, said);
        assert_eq!(state.body(faller).falling_ft, Some(0), "{said}");
    }
}

#[test]
fn wings_carry_whoever_is_put_into_the_air() {
    let fight = affray_trial::files::state::<ThreeAction>(
        "[map]\nrows = ['.......', '.......', '.......', '.......', '.......']
[[creature]]\nname = 'a'\nkind = 'shade'\nside = 'x'\nat = [0, 0]
[[creature]]\nname = 'b'\nkind = 'hawk'\nside = 'x'\nat = [0, 2]
[[creature]]\nname = 'c'\nkind = 'town guard'\nside = 'x'\nat = [0, 3]
[[creature]]\nname = 'd'\nkind = 'young drake'\nside = 'x'\nat = [1, 0]\n",
    );
    for (index, said) in ["a.at 3,3,4", "b.at 3,3,4"].into_iter().enumerate() {
        let mut state = fight.clone();
        corrected(&mut state, said);
        let body = state.body(affray_kernel::CreatureId::at(index));
        assert_eq!((body.flying, body.falling_ft), (true, None), "{said}");
    }
    let mut state = fight.clone();
    for said in ["b gains unconscious", "b.at 3,3,4"] {
        corrected(&mut state, said);
    }
    let body = state.body(affray_kernel::CreatureId(1));
    assert_eq!((body.flying, body.falling_ft), (false, Some(0)));
    let mut state = fight.clone();
    for said in ["c.mount d", "d.at 3,3,4"] {
        corrected(&mut state, said);
    }
    let bodies = [2, 3].map(|who| state.body(affray_kernel::CreatureId(who)));
    assert_eq!(bodies.map(|body| body.flying), [false, true]);
    assert_eq!(bodies.map(|body| body.falling_ft), [None, None]);
}
