//! The content and scenarios of the repository, and content files that are refused.

use affray_kernel::content::Source;
use affray_kernel::pool;

use super::*;
use crate::setup::compose;
use crate::sheet::{Damage, DamageType, TestedWith};

/// The scenarios of the repository, by their names, and what they start from.
fn scenarios() -> Vec<(String, State)> {
    let library = files::library::<ActionPoint>();
    let begin = |source: Source| {
        let setup = compose(&source, &library).unwrap_or_else(|found| panic!("{found}"));
        let state = set_up(&setup).unwrap_or_else(|found| panic!("{}: {found:?}", source.name));
        (source.name, state)
    };
    files::scenarios::<ActionPoint>()
        .into_iter()
        .map(begin)
        .collect()
}

#[test]
fn the_scenarios_of_the_repository_can_be_set_up() {
    let scenarios = scenarios();
    assert!(scenarios.len() >= 5, "{} scenarios", scenarios.len());
    for (name, state) in &scenarios {
        let count = |side| {
            let sheets = state.cast.sheets.iter();
            sheets.filter(|sheet| sheet.side == side).count()
        };
        assert_eq!(state.cast.sides.len(), 2, "{name}");
        let least = if name == "ten-a-side.toml" { 10 } else { 1 };
        assert!(count(0) >= least && count(1) >= least, "{name}");
    }
    let under_way = scenarios
        .iter()
        .find(|(name, _)| name == "fight-in-the-gatehouse.toml");
    let (_, state) = under_way.expect("a fight that is under way");
    assert_eq!(turns(state), [3, 1, 0, 0, 2, 0, 0, 0]);
}

#[test]
fn content_files_are_checked_as_a_whole() {
    let complaint = files::complaint::<ActionPoint>;
    assert_eq!(
        complaint(
            "home-weapons.toml",
            "[[weapon]]\nname = 'dagger'\n\
             [[weapon]]\nname = 'with'\ndamage = '9d99'\nrange_m = 0\nload = 11\n\
             [[weapon]]\nname = 'air'\ndamage = '1d4'\ntype = 'fire'\ntypes = ['acid', 'acid']\nreach_m = 21\ntwo_handed = '1d6'\nload = 1\n\
             [[weapon]]\nname = 'vapour'\ntype = 'fire'\nthrown_m = 3\n\
             [[weapon]]\nname = 'bow of horn'\ndamage = '1d6'\ntype = 'piercing'\nreach_m = 1\nrange_m = 20\n"
        ),
        "home-weapons.toml:2:8: a hit does something: `damage`, `on_hit` or both\n\
         home-weapons.toml:2:8: a weapon is for melee (`reach_m`), shoots (`range_m`) or is thrown (`thrown_m`)\n\
         home-weapons.toml:2:8: there is a `dagger` already\n\
         home-weapons.toml:4:8: `with` cannot be a name: it means something else in commands\n\
         home-weapons.toml:5:10: 9d99: only plain dice that show at most 400 can be used\n\
         home-weapons.toml:5:10: say of which type this damage is\n\
         home-weapons.toml:6:11: 0 is not from 1 to 1000\n\
         home-weapons.toml:7:8: 11 is not from 0 to 10\n\
         home-weapons.toml:12:9: each type is listed once\n\
         home-weapons.toml:12:9: one type is written as `type`, several of which one is picked as `types`\n\
         home-weapons.toml:13:11: 21 is not from 1 to 20\n\
         home-weapons.toml:14:14: other damage in both hands is for what is `versatile` and does damage\n\
         home-weapons.toml:15:8: only what shoots is loaded\n\
         home-weapons.toml:16:1: the dice of the damage are missing\n\
         home-weapons.toml:17:8: a hit does something: `damage`, `on_hit` or both\n\
         home-weapons.toml:25:11: what shoots (`range_m`) neither strikes (`reach_m`) nor is thrown (`thrown_m`)\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "home-armor.toml",
            "[[armor]]\nname = 'rags'\nlevel = 'partial'\nslows_m = 21\n\
             [[armor]]\nname = 'plate'\nlevel = 'full'\nrating = 101\nmagic_types = ['poison']\n\
             [[shield]]\nname = 'lid'\n"
        ),
        "home-armor.toml:3:9: say what it is made of (`material`), or its `rating`\n\
         home-armor.toml:4:11: 21 is not from 0 to 20\n\
         home-armor.toml:8:10: 101 is not from 0 to 100\n\
         home-armor.toml:9:15: poison damage is not magical\n\
         home-armor.toml:11:8: say what it is made of (`material`), or its `rating`\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "home-gear.toml",
            "[[gear]]\nname = 'rod'\nhands = 3\nspell = 'mennd'\n[[gear]]\nname = 'staff'\nuses = 0\n"
        ),
        "home-gear.toml:3:9: 3 is not from 0 to 2\n\
         home-gear.toml:4:9: there is no spell called `mennd` (did you mean `mend`?)\n\
         home-gear.toml:7:8: 0 is not from 1 to 1000\n\
         home-gear.toml:7:8: it has no magic to use\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "my-spells.toml",
            "[[spell]]\nname = 'nothing'\nap = 0\nmana = -1\n\
             [[spell]]\nname = 'spark'\ndamage = '1d4'\ntype = 'shock'\neffect = { mend = '1d4' }\n\
             [[spell]]\nname = 'hop'\neffect = 'teleport'\ndefences = ['dodge']\n\
             [[spell]]\nname = 'shiver'\ndamage = '1d4'\ntype = 'frost'\nrange_m = 5\ndefences = ['withstand']\n\
             [[spell]]\nname = 'claw'\ndamage = '1d4'\ntypes = ['frost', 'fire']\nrange_m = 1\ntested = 'fighting-style'\n\
             also = [{ damage = '1d4', types = ['acid', 'shock'] }]\n"
        ),
        "my-spells.toml:2:8: a spell does something: `damage`, `effect` or both\n\
         my-spells.toml:3:6: 0 is not from 1 to 3\n\
         my-spells.toml:4:8: -1 is not from 0 to 1000\n\
         my-spells.toml:6:8: an attack has a range: `range_m`\n\
         my-spells.toml:9:10: an attack does its target no good\n\
         my-spells.toml:12:10: say how far it takes its caster: `range_m`\n\
         my-spells.toml:13:12: one defends against attacks only (`what-is-an-attack/no-defence-against-non-attacks`)\n\
         my-spells.toml:19:12: only what targets the mind is withstood (`defend/withstand-only-mind`)\n\
         my-spells.toml:25:10: a spell is tested with Sorcery (`attack/spell-attack`); only an `ability` is not\n\
         my-spells.toml:26:8: one type is picked of the first component of damage, not of further ones (`damage-types/every-source-has-one`)\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "my-styles.toml",
            "[[style]]\nname = 'Classical Knight'\ngear = ['club', 'club']\n"
        ),
        "my-styles.toml:2:8: there is a `Classical Knight` already\n\
         my-styles.toml:3:8: each type of gear is listed once\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "more-creatures.toml",
            "[[creature]]\nname = 'ghost'\nspells = ['mendd']\nitems = ['daggr', { kind = 'dagger', name = 'to' }]\nspeed_m = 201\npresence = 21\n\
             natural = [{ name = 'touch', gear = 'touch', damage = '1d4', type = 'frost', reach_m = 1 }]\n\
             perks = [{ name = 'odd', ability = 'wail' }]\nfighting_style = [61, 3]\nstyles = [{ name = 'own', gear = ['net', 'net'] }]\n"
        ),
        "more-creatures.toml:3:11: there is no spell called `mendd` (did you mean `mend`?)\n\
         more-creatures.toml:4:10: there is no item called `daggr` (did you mean `dagger`?)\n\
         more-creatures.toml:4:45: `to` cannot be a name: it means something else in commands\n\
         more-creatures.toml:5:11: 201 is not from 0 to 200\n\
         more-creatures.toml:6:12: 21 is not from 1 to 20\n\
         more-creatures.toml:7:37: a part of the body takes no training\n\
         more-creatures.toml:8:36: there is no ability called `wail`\n\
         more-creatures.toml:9:18: 61 is not from -20 to 60\n\
         more-creatures.toml:10:10: own, gear: each type of gear is listed once\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "rough-creatures.toml",
            "[[creature]]\nname = 'brute'\nstyles = ['Clasical Knight']\nitems = ['Classical Knight']\n\
             perks = [{ name = 'odd', ability = 'mend' }]\n\
             [[creature]]\nname = 'lout'\nstyles = [{ name = 'own', gear = ['clubb'] }]\n"
        ),
        "rough-creatures.toml:3:11: there is no fighting style called `Clasical Knight` (did you mean `Classical Knight`?)\n\
         rough-creatures.toml:4:10: there is no item called `Classical Knight`\n\
         rough-creatures.toml:5:36: there is no ability called `mend`\n\
         rough-creatures.toml:8:35: there is no type of gear called `clubb` (did you mean `club`?)\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "rough-styles.toml",
            "[[style]]\nname = 'pub'\ngear = ['clubb']\n"
        ),
        "rough-styles.toml:3:9: there is no type of gear called `clubb` (did you mean `club`?)\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    let rating = "only a player character (`player = true`) has a rating, others roll with `perception` (`initiative-structure/npc-initiative-roll`)";
    assert_eq!(
        complaint(
            "my-creatures.toml",
            "[[creature]]\nname = 'errant'\ninitiative = 14\n\
             [[creature]]\nname = 'hero'\nplayer = true\ninitiative = 14\n\
             [[creature]]\nname = 'page'\nplayer = false\ninitiative = 14\nxp = 3001\n"
        ),
        format!(
            "my-creatures.toml:11:14: {rating}\n\
             my-creatures.toml:12:6: 3001 is not from 0 to 3000\n\
             fight.toml:1:1: a fight needs at least one creature"
        )
    );
    let unknown = complaint("things.toml", "");
    assert!(unknown.contains("does not say what is in it"), "{unknown}");
}

#[test]
fn what_is_wrong_with_a_kind_is_told_where_it_is_written_alone() {
    let mut library = files::library::<ActionPoint>();
    let kinds = "[[creature]]\nname = 'brute'\nstyles = ['Knigt']\nitems = ['clubb']\nspeed_m = 201\n\
                 resistances = { fire = 0 }\n";
    library.push(Source::new("rough-creatures.toml", kinds));
    let scenario = "system = 'actionpoint'\n[map]\nrows = 9\ncolumns = 9\n\
                    [[creature]]\nname = 'it'\nkind = 'brute'\nside = 'a'\nat = [5, 5]\nmana = -1\n\
                    items = ['swrd']\n";
    let found = compose(&Source::new("fight.toml", scenario), &library).expect_err("mistakes");
    assert!(found.hide_others, "what follows from the kind is left out");
    let told = found.to_string();
    let of_kind = told
        .lines()
        .filter(|line| line.starts_with("rough-creatures.toml:"));
    assert_eq!(of_kind.count(), 4, "{told}");
    let of_scenario: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("fight.toml:"))
        .collect();
    assert_eq!(of_scenario.len(), 2, "{told}");
    for (problem, line) in of_scenario.iter().zip(["10", "11"]) {
        let place = format!("fight.toml:{line}:");
        assert!(problem.starts_with(&place), "{told}");
    }
}

#[test]
fn a_kept_fight_may_have_magic_that_content_may_not() {
    let mut setup =
        composed("[[creature]]\nname = 'it'\nside = 'a'\nat = [5, 5]\nspells = ['fire bolt']\n");
    let bolt = &mut setup.spells[0];
    bolt.tested = TestedWith::FightingStyle;
    bolt.damage.push(Damage {
        dice: pool!("1d4"),
        types: vec![DamageType::Acid, DamageType::Shock],
    });
    let state = set_up(&setup).expect("a fight as it was kept");
    assert_eq!(state.cast.spells[0].damage.len(), 2);
}
