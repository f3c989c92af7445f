//! Defences: who can defend, how, and the test (`defend/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::core_rules::{self, Outcome, Test};
use super::cover::cover_of;
use super::fighting_style::{self, Choice, Use};
use super::hands::{has_melee_weapon, has_shield};
use super::luck::Luck;
use super::numbers::{acts, free_hands};
use crate::ActionPoint;
use crate::act::{Defence, Manner, Means};
use crate::fact::{Fact, Flag, Number};
use crate::ids::{refuse, rule};
use crate::sheet::{Skill, Spell};
use crate::state::{Condition, Cover, SpellId, State};

/// The spell of an attack, if it is made with one.
pub(crate) const fn spell_of(means: Means) -> Option<SpellId> {
    match means {
        Means::Spell(spell) | Means::Item(_, spell) => Some(spell),
        Means::Melee(_) | Means::Ranged(_) => None,
    }
}

/// Whether an attack is one from afar: cover counts against it (`cover/definition`, `attack/thrown-counts-as-ranged`).
pub(crate) fn is_ranged(state: &State, means: Means) -> bool {
    match means {
        Means::Melee(_) => false,
        Means::Ranged(_) => true,
        Means::Spell(spell) | Means::Item(_, spell) => !state.spell(spell).traits.melee,
    }
}

/// Whether a creature knows of what another does: everyone who can act does, but of what is hidden from it (`defend/awareness`).
#[must_use]
pub(crate) fn is_aware(state: &State, who: CreatureId, of: CreatureId) -> bool {
    acts(state, who) && !state.conditions.has_toward(of, Condition::Hidden, who)
}

/// Whether a creature can defend in that way.
///
/// # Errors
/// The rule against it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    means: Means,
    defence: Defence,
) -> Result<(), Refusal> {
    if !is_aware(state, who, by) {
        return Err(refuse!(
            "defend/awareness",
            "{} is not aware of the attack",
            Figure::Creature(who)
        ));
    }
    if state.body(who).ap < 1 {
        return Err(refuse!(
            "defend/ap",
            "{} has no Action Point left",
            Figure::Creature(who)
        ));
    }
    suits(state, means, defence.manner)?;
    match defence.manner {
        Manner::Block if !has_shield(state, who) => {
            return Err(refuse!(
                "defend/block",
                "{} wields no shield",
                Figure::Creature(who)
            ));
        }
        Manner::Parry if !can_parry(state, who) => {
            return Err(refuse!(
                "defend/parry",
                "{} has neither a melee weapon nor a shield nor a free hand",
                Figure::Creature(who)
            ));
        }
        _ => {}
    }
    if !tests_style(defence.manner) {
        return plain(defence);
    }
    let used = used(state, who, defence.manner);
    fighting_style::can_choose(state, who, used, defence.style, defence.using)
}

/// Whether a defence is a Fighting Style test (`defend/options`).
const fn tests_style(manner: Manner) -> bool {
    matches!(manner, Manner::Block | Manner::Parry)
}

/// Neither attribute nor style is chosen for a test of another skill (`defend/dodge`, `defend/withstand`).
fn plain(defence: Defence) -> Result<(), Refusal> {
    if defence.using.is_none() && defence.style.is_none() {
        return Ok(());
    }
    Err(if defence.manner == Manner::Dodge {
        refuse!(
            "defend/dodge",
            "attribute and style are chosen for a Fighting Style test, and Dodge is none"
        )
    } else {
        refuse!(
            "defend/withstand",
            "attribute and style are chosen for a Fighting Style test, and Focus is none"
        )
    })
}

/// Whether one can defend against magic in that manner: that of an item is used like a spell, and no blow to be parried
/// (`magic/casting-test`, `defend/spells-block-or-dodge`).
fn allows(means: Means, spell: &Spell, manner: Manner) -> bool {
    match means {
        Means::Item(..) => spell.allows_through_item(manner),
        _ => spell.allows(manner),
    }
}

/// Whether a manner of defence is possible against such an attack (`defend/options`).
fn suits(state: &State, means: Means, manner: Manner) -> Result<(), Refusal> {
    let spell: Option<&Spell> = spell_of(means).map(|spell| state.spell(spell));
    let of_item = matches!(means, Means::Item(..));
    match (spell, manner) {
        (Some(spell), manner) if allows(means, spell, manner) => Ok(()),
        (Some(_), Manner::Withstand) | (None, Manner::Withstand) => Err(refuse!(
            "defend/withstand-only-mind",
            "only what targets the mind can be withstood"
        )),
        (Some(spell), Manner::Parry) if spell.ability && spell.traits.melee && !of_item => {
            Err(refuse!(
                "defend/parry-not-vs-ranged",
                "its description does not allow to parry it"
            ))
        }
        (Some(_), Manner::Parry) => Err(refuse!(
            "defend/parry-not-vs-ranged",
            "neither spells nor what comes from afar can be parried"
        )),
        (Some(spell), _) if spell.traits.mind => Err(refuse!(
            "defend/withstand-only-mind",
            "what targets the mind can only be withstood"
        )),
        (Some(_), _) => Err(refuse!(
            "defend/spells-block-or-dodge",
            "one cannot defend against that like this"
        )),
        (None, Manner::Parry) if matches!(means, Means::Ranged(_)) => Err(refuse!(
            "defend/parry-not-vs-ranged",
            "ranged and thrown attacks cannot be parried"
        )),
        (None, _) => Ok(()),
    }
}

/// A wielded melee weapon, a shield or a free hand; who has no hands has none free (`defend/parry`).
pub(crate) fn can_parry(state: &State, who: CreatureId) -> bool {
    let has_free_hand = || state.sheet(who).hands > 0 && free_hands(state, who) > 0;
    has_melee_weapon(state, who) || has_shield(state, who) || has_free_hand()
}

/// What a Fighting Style test of a defence is made with.
fn used(state: &State, who: CreatureId, manner: Manner) -> Use {
    let bare = manner == Manner::Parry && !has_melee_weapon(state, who) && !has_shield(state, who);
    Use {
        attributes: match manner {
            Manner::Block => Use::STRENGTH,
            _ => Use::EITHER,
        },
        unarmed: bare,
    }
}

/// The skill of a defence (`defend/options`).
pub(crate) const fn skill(manner: Manner) -> Skill {
    match manner {
        Manner::Block | Manner::Parry => Skill::FightingStyle,
        Manner::Dodge => Skill::Dodge,
        Manner::Withstand => Skill::Focus,
    }
}

/// Whether Successes are put side by side where attack and defence have both passed (`results/both-pass-dodge`, `results/both-pass-parry`,
/// `results/both-pass-withstand`).
pub(crate) const fn compares(manner: Manner) -> bool {
    !matches!(manner, Manner::Block)
}

/// The parts of a defence test.
pub(crate) fn parts(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    means: Means,
    defence: Defence,
    tally: &mut Tally,
) -> Luck {
    prepare(state, who, (by, means), defence, tally).1
}

/// As [`parts`], with the style and attribute of a Fighting Style test.
fn prepare(
    state: &State,
    who: CreatureId,
    (by, means): (CreatureId, Means),
    defence: Defence,
    tally: &mut Tally,
) -> (Option<(Use, Choice)>, Luck) {
    let (style, mut luck) = match defence.manner {
        Manner::Block | Manner::Parry => {
            let used = used(state, who, defence.manner);
            let choice = choice(state, who, used, defence);
            let luck = fighting_style::parts(state, who, used, choice, tally);
            (Some((used, choice)), luck)
        }
        manner => (None, core_rules::parts(state, who, skill(manner), tally)),
    };
    if defence.manner == Manner::Dodge && is_ranged(state, means) {
        match cover_of(state, by, who) {
            Cover::Low => tally.add("low cover", 2, rule!("cover/low")),
            Cover::High => tally.add("high cover", 5, rule!("cover/high")),
            Cover::None | Cover::Full => {}
        }
    }
    occasion(state, who, tally, &mut luck);
    (style, luck)
}

/// What the occasion adds to a defence test of whatever manner (`results/roll`, `maneuvers/brace`).
fn occasion(state: &State, who: CreatureId, tally: &mut Tally, luck: &mut Luck) {
    let body = state.body(who);
    tally.add(
        "by the game master",
        body.test_modifier,
        rule!("results/roll"),
    );
    if body.braced {
        luck.boon("boon: Brace", rule!("maneuvers/brace"));
    }
}

/// The style and attribute of a Block or a Parry.
fn choice(state: &State, who: CreatureId, used: Use, defence: Defence) -> Choice {
    let named = (defence.style, defence.using);
    fighting_style::choose(state, who, used, named, |tally, luck| {
        occasion(state, who, tally, luck);
    })
}

/// The defence test: it uses up a Brace and what the game master has added (`maneuvers/brace`, `results/roll`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    (by, means, attack): (CreatureId, Means, Outcome),
    defence: Defence,
) -> Play<Outcome> {
    let mut tally = scene.tally();
    let (style, tally, luck) = scene.known(|state| {
        let (style, luck) = prepare(state, who, (by, means), defence, &mut tally);
        (style, tally, luck)
    });
    cite(scene, who, means, style);
    let test = Test {
        who,
        what: defence.manner.name(),
        rule: match defence.manner {
            Manner::Block => rule!("defend/block"),
            Manner::Dodge => rule!("defend/dodge"),
            Manner::Parry => rule!("defend/parry"),
            Manner::Withstand => rule!("defend/withstand"),
        },
        tally: &tally,
        luck: &luck,
    };
    let compared = attack.passed && compares(defence.manner);
    let beside = core_rules::beside(attack);
    let class = |own: Outcome| match compared {
        true => beside(own),
        false => 0,
    };
    let outcome = core_rules::roll_by(scene, &test, class)?;
    use_up(scene, who);
    if scene.state().body(who).braced {
        scene.emit(Fact::Flag(who, Flag::Braced, false));
    }
    Ok(outcome)
}

fn cite(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    means: Means,
    style: Option<(Use, Choice)>,
) {
    if !scene.listened() {
        return;
    }
    scene.cite(rule!("defend/options"));
    if spell_of(means).is_some() {
        scene.cite(rule!("defend/spells-block-or-dodge"));
    }
    match style {
        Some((used, choice)) => fighting_style::cite(scene, who, used, choice),
        None => scene.cite(rule!("character-stats/skills")),
    }
}

/// What the game master has added to a creature's next test is used up (`results/roll`).
pub(crate) fn use_up(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    if scene.state().body(who).test_modifier != 0 {
        scene.emit(Fact::Set(who, Number::TestModifier, 0));
    }
}
