//! Casting a prepared spell, and reading a scroll (`preparing/step-7-*`, `actions/read-scroll`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Frozen, Play, Refusal, Scene};

use super::super::{delay, wrestling};
use super::prepare::{has_free_hand, prepared, spell_failure};
use super::work::{self, Work};
use super::{items, targets};
use crate::TimeCount;
use crate::act::{Act, Aim, Charges};
use crate::fact::{Fact, Flag, Harm, When};
use crate::ids::{refuse, rule};
use crate::rules::attack::Moment;
use crate::rules::checks::{self, Check};
use crate::rules::effects::{Effect, Thrown};
use crate::sheet::{Attribute, Skill};
use crate::state::{Condition, ItemId, Prepared, SpellId, State, Underway};

/// Whether the prepared spell can be cast so: components, charges and targets.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    aim: &Aim,
    charges: Charges,
) -> Result<Prepared, Refusal> {
    let prepared = prepared(state, who)?;
    let spell = state.spell(prepared.spell);
    if charges.attack > prepared.charges || (charges.attack > 0 && spell.against.is_none()) {
        return Err(refuse!(
            "preparing/step-6-charge",
            "there are not so many charges to put into an attack roll"
        ));
    }
    let effect = prepared.charges - charges.attack;
    if effect > 0 && spell.charge.is_none() {
        return Err(refuse!(
            "preparing/step-6-charge",
            "the effect of that spell takes no charges"
        ));
    }
    if spell.somatic && !has_free_hand(state, who) {
        return Err(refuse!(
            "preparing/step-1-dc",
            "the spell takes a free hand"
        ));
    }
    if spell.somatic && wrestling::held_fast(state, who) {
        return Err(refuse!(
            "wrestling/grab-critical-success",
            "held so fast one casts no spell that takes a hand"
        ));
    }
    targets::of(state, who, spell, aim, effect)?;
    Ok(prepared)
}

/// What makes up the casting DC (`preparing/step-1-dc`, `preparing/step-2-repeat`).
pub(crate) fn difficulty(state: &State, who: CreatureId, prepared: Prepared) -> Tally {
    let mut tally = Tally::new();
    let spell = state.spell(prepared.spell);
    let first = rule!("preparing/step-1-dc");
    tally.add("fatigue cost", spell.fatigue, first);
    let failure = prepared.failure;
    let failure = failure.unwrap_or_else(|| spell_failure(state, who));
    tally.add("armor", failure, first);
    let earlier = state
        .body(who)
        .castings
        .iter()
        .find(|(other, _)| *other == prepared.spell)
        .map_or(0, |(_, times)| i16::from(*times));
    tally.add(
        "earlier castings",
        3 * earlier,
        rule!("preparing/step-2-repeat"),
    );
    tally.add(
        "damage, fatigue and walking",
        prepared.hindered,
        rule!("preparing/step-3-damage"),
    );
    tally.add(
        "charges",
        i16::from(prepared.charges),
        rule!("preparing/step-6-charge"),
    );
    tally
}

/// The fatigue that casting costs, whether it succeeds or not: that of the spell and of its charges (`preparing/step-7-cost`).
pub(crate) fn fatigue(state: &State, prepared: Prepared) -> i16 {
    state.spell(prepared.spell).fatigue + i16::from(prepared.charges)
}

/// Casts: the checks, then what the spell does, and what it costs either way (`preparing/step-7-cast`, `preparing/step-7-cost`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (aimed, charges, take_ten): (&Aim, Charges, bool),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(prepared) = aim(scene.state(), who, aimed, charges) else {
        return Ok(thrown);
    };
    scene.cite(rule!("actions/cast"));
    let reached = checks(scene, who, prepared, take_ten)?;
    thrown.push(Effect::Casts(prepared.spell, reached.is_some()));
    if let Some(over) = reached {
        let work = Work {
            caster: who,
            spell: prepared.spell,
            attack: charges.attack,
            effect: prepared.charges - charges.attack,
            over: Some(over),
        };
        work::spell(scene, work, aimed, moment, &mut thrown)?;
    }
    let fatigue = fatigue(scene.state(), prepared);
    thrown.cite(scene, rule!("preparing/step-7-cost"));
    thrown.push(Effect::Fatigue(who, fatigue, Harm::Cost));
    thrown.push(Effect::Spent(who, prepared.spell));
    Ok(thrown)
}

/// What is left of a casting that comes to nothing before its check: an attempt it was, so the spell is gone, and its fatigue is due.
pub(crate) fn attempted(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    thrown: &mut Thrown,
) {
    let Ok(prepared) = prepared(scene.state(), who) else {
        return;
    };
    let fatigue = fatigue(scene.state(), prepared);
    thrown.cite(scene, rule!("preparing/step-7-cost"));
    thrown.push(Effect::Fatigue(who, fatigue, Harm::Cost));
    thrown.push(Effect::Spent(who, prepared.spell));
}

/// Whether somebody can cast a spell or read it from a scroll in spite of any grab: an Arcana (Con) check (`wrestling/grab`).
fn in_spite_of_grabs(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    spell: SpellId,
) -> Play<bool> {
    let state = scene.state();
    if !state.has(who, Condition::Grabbed) && state.body(who).let_go().is_empty() {
        return Ok(true);
    }
    let check = Check {
        skill: Skill::Arcana,
        attribute: Attribute::Constitution,
        difficulty: 10 + i32::from(state.spell(spell).level),
        own: Tally::new(),
    };
    scene.cite(rule!("wrestling/grab"));
    Ok(checks::check(scene, who, &check)?.success)
}

/// The casting check, after a check against any grab; by how much the casting DC was reached, if it was
/// (`wrestling/grab`, `preparing/step-7-cast`, `preparing/step-7-take-ten`).
fn checks(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    prepared: Prepared,
    take_ten: bool,
) -> Play<Option<i32>> {
    if !in_spite_of_grabs(scene, who, prepared.spell)? {
        return Ok(None);
    }
    let tally = difficulty(scene.state(), who, prepared);
    let difficulty = 10 + tally.total();
    scene.explain(
        || affray_kernel::story::Sum {
            by: Some(who),
            what: "casting DC",
            dice: 10,
            total: difficulty,
            against: None,
            verdict: "",
            rule: rule!("preparing/step-1-dc"),
        },
        &tally,
    );
    let check = Check {
        skill: Skill::Arcana,
        attribute: Attribute::Intelligence,
        difficulty,
        own: Tally::new(),
    };
    scene.cite(rule!("preparing/step-7-cast"));
    let checked = if take_ten {
        scene.cite(rule!("preparing/step-7-take-ten"));
        checks::take_ten(scene, who, &check)
    } else {
        checks::check(scene, who, &check)?
    };
    Ok(checked.success.then(|| (checked.total - difficulty).max(0)))
}

/// Whether a scroll in hand can be read at that.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_scroll(
    state: &State,
    who: CreatureId,
    item: ItemId,
    aim: &Aim,
) -> Result<SpellId, Refusal> {
    super::super::handling::held(state, who, item, rule!("actions/read-scroll"))?;
    let Some(spell) = items::scroll(state, item) else {
        return Err(refuse!("actions/read-scroll", "that is no scroll"));
    };
    targets::of(state, who, state.spell(spell), aim, 0)?;
    Ok(spell)
}

/// Begins to read a scroll that works at the end of its casting time (`actions/read-scroll`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn begin_scroll(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    item: ItemId,
    aim: &Aim,
) -> Play {
    scene.cite(rule!("actions/read-scroll"));
    let act = Act::ReadScroll(item, aim.clone());
    let factor = delay(scene.state(), who, &act).roll(scene, who)?;
    let now = scene.state().clock.count;
    let ready = now.saturating_add(u32::from(factor.max(1).unsigned_abs()));
    let aim = aim.clone();
    scene.emit(Fact::Underway(who, Underway::Scroll { item, aim, ready }));
    scene.emit(Fact::Flag(who, Flag::Asked, true));
    scene.emit(Fact::At(who, When::Next, ready));
    Ok(())
}

/// Reads a scroll: no casting check, no fatigue, no charges; it is used up, in somebody's grip perhaps for nothing
/// (`actions/read-scroll`, `wrestling/grab`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_scroll(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (item, aim): (ItemId, &Aim),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(spell) = aim_scroll(scene.state(), who, item, aim) else {
        return Ok(thrown);
    };
    scene.cite(rule!("actions/read-scroll"));
    let succeeds = in_spite_of_grabs(scene, who, spell)?;
    thrown.push(Effect::Casts(spell, succeeds));
    if succeeds {
        let work = Work {
            caster: who,
            spell,
            attack: 0,
            effect: 0,
            over: None,
        };
        work::spell(scene, work, aim, moment, &mut thrown)?;
    }
    thrown.push(Effect::UseUp(item));
    Ok(thrown)
}
