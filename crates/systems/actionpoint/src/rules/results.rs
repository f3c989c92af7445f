//! The Combat Roll: attack against defence, what comes of it, and what follows (`attack/*`, `results/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Play, Refusal, RuleId, Scene};

use super::core_rules::{self, Compared, Outcome, Test};
use super::cover::cover_of;
use super::damage::{self, Dice, Rolled};
use super::defend::{self, is_ranged, spell_of};
use super::fighting_style::{self, Choice, Use};
use super::flanking::is_flanked_by_side_of;
use super::luck::Luck;
use super::maneuvers::{self, Victory};
use super::numbers::{able, block_rating};
use super::{conditions, health, hidden, nets, throwing};
use crate::ActionPoint;
use crate::act::{Defence, Maneuver, Manner, Manual, Means, Won};
use crate::fact::{Fact, Harm, Verdict};
use crate::ids::{refuse, rule};
use crate::sheet::{OnHit, Skill, TestedWith, Weapon};
use crate::state::{Arm, Condition, Cover, Location, Place, State};

/// An attack that has been declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attack {
    /// Who attacks.
    pub(crate) by: CreatureId,
    /// Whom (`attack/one-target`).
    pub(crate) on: CreatureId,
    /// With what.
    pub(crate) means: Means,
    /// How a Strike is made.
    pub(crate) manual: Manual,
    /// Whether it is an opportunity attack.
    pub(crate) opportunity: bool,
    /// Whether it is the Strike that its maker had feinted for when it was declared, which no opportunity attack is (`maneuvers/feint`).
    pub(crate) feint: bool,
}

/// What the Fighting Style test of an attack is made with; `None`: it is tested with Sorcery, as the magic of items always is
/// (`attack/spell-attack`, `magic/casting-test`).
fn style_used(state: &State, by: CreatureId, means: Means) -> Option<Use> {
    let arm = match means {
        Means::Melee(arm) => Some(arm),
        Means::Ranged(_) => None,
        Means::Spell(spell) if state.spell(spell).tested == TestedWith::FightingStyle => None,
        Means::Spell(_) | Means::Item(..) => return None,
    };
    let weapon = arm.and_then(|arm| state.weapon(by, arm));
    Some(Use {
        attributes: if is_ranged(state, means) {
            Use::AGILITY
        } else {
            Use::EITHER
        },
        unarmed: weapon.is_some_and(|weapon| weapon.unarmed),
    })
}

/// Whether the style and the attribute that somebody names for an attack are possible.
///
/// # Errors
/// The rule against it.
pub(crate) fn can_choose(
    state: &State,
    (by, means): (CreatureId, Means),
    Manual { style, using, .. }: Manual,
) -> Result<(), Refusal> {
    match style_used(state, by, means) {
        Some(used) => fighting_style::can_choose(state, by, used, style, using),
        None if style.is_some() || using.is_some() => Err(refuse!(
            "attack/spell-attack",
            "attribute and style are chosen for a Fighting Style test, and Sorcery is none"
        )),
        None => Ok(()),
    }
}

/// What places mean for an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Places {
    cover: Cover,
    flanked: bool,
}

impl Attack {
    const fn arm(self) -> Option<Arm> {
        match self.means {
            Means::Melee(arm) | Means::Ranged(arm) => Some(arm),
            Means::Spell(_) | Means::Item(..) => None,
        }
    }

    fn weapon(self, state: &State) -> Option<&Weapon> {
        state.weapon(self.by, self.arm()?)
    }

    /// The style and attribute of a Fighting Style test.
    fn choice(self, state: &State, used: Use, places: Places) -> Choice {
        let Manual { style, using, .. } = self.manual;
        fighting_style::choose(state, self.by, used, (style, using), |tally, luck| {
            self.occasion(state, places, tally, luck);
        })
    }

    /// The parts of the attack test.
    pub(crate) fn parts(self, state: &State, tally: &mut Tally) -> Luck {
        self.prepare(state, self.places(state), tally).1
    }

    /// As [`Attack::parts`], from places that are known, with the style and attribute of a Fighting Style test.
    fn prepare(
        self,
        state: &State,
        places: Places,
        tally: &mut Tally,
    ) -> (Option<(Use, Choice)>, Luck) {
        let (style, mut luck) = match style_used(state, self.by, self.means) {
            None => {
                let luck = core_rules::parts(state, self.by, Skill::Sorcery, tally);
                (None, luck)
            }
            Some(used) => {
                let choice = self.choice(state, used, places);
                let luck = fighting_style::parts(state, self.by, used, choice, tally);
                (Some((used, choice)), luck)
            }
        };
        self.occasion(state, places, tally, &mut luck);
        (style, luck)
    }

    /// What places mean for the attack test: cover from afar, flanking in melee (`results/roll`).
    fn places(self, state: &State) -> Places {
        let ranged = is_ranged(state, self.means);
        Places {
            cover: match ranged {
                true => cover_of(state, self.by, self.on),
                false => Cover::None,
            },
            flanked: !ranged && is_flanked_by_side_of(state, self.by, self.on),
        }
    }

    /// What the occasion adds to the attack test: cover, flanking, the game master's word, a feint (`results/roll`).
    fn occasion(self, state: &State, places: Places, tally: &mut Tally, luck: &mut Luck) {
        match places.cover {
            Cover::Low => tally.add("low cover", -2, rule!("cover/low")),
            Cover::High => tally.add("high cover", -5, rule!("cover/high")),
            Cover::None | Cover::Full => {}
        }
        if places.flanked {
            tally.add("flanking", 2, rule!("flanking/bonus"));
        }
        let body = state.body(self.by);
        tally.add(
            "by the game master",
            body.test_modifier,
            rule!("results/roll"),
        );
        if self.feint {
            luck.boon("boon: Feint", rule!("maneuvers/feint"));
        }
    }

    fn rule(self) -> RuleId {
        match self.means {
            Means::Spell(_) | Means::Item(..) => rule!("attack/spell-attack"),
            _ => rule!("attack/weapon-attack"),
        }
    }

    /// The attack test against a defence (`results/roll`).
    fn roll(self, scene: &mut Scene<'_, ActionPoint>, defence: Option<Defence>) -> Play<Outcome> {
        let mut tally = scene.tally();
        let (places, style, tally, luck) = scene.known(|state| {
            let places = self.places(state);
            let (style, luck) = self.prepare(state, places, &mut tally);
            (places, style, tally, luck)
        });
        self.cite(scene, places, style);
        // An obstacle hides the target wholly from an attack from afar.
        if places.cover == Cover::Full {
            scene.cite(rule!("cover/full"));
            scene.cite(rule!("cover/full-requirement"));
            scene.cite(rule!("core-rules/automatic"));
            scene.emit(Fact::Stopped(self.by, self.on));
            defend::use_up(scene, self.by);
            return Ok(Outcome::FAILED);
        }
        let test = Test {
            who: self.by,
            what: "attack",
            rule: self.rule(),
            tally: &tally,
            luck: &luck,
        };
        // Where the die says that it hits is told, and nothing follows from that.
        let compared = defence.is_some_and(|defence| defend::compares(defence.manner));
        let class = |outcome: Outcome| match compared {
            true => outcome.successes as u32,
            false => 0,
        };
        let outcome = core_rules::roll_by(scene, &test, class)?;
        defend::use_up(scene, self.by);
        Ok(outcome)
    }

    fn cite(
        self,
        scene: &mut Scene<'_, ActionPoint>,
        Places { cover, flanked }: Places,
        style: Option<(Use, Choice)>,
    ) {
        if !scene.listened() {
            return;
        }
        scene.cite_all(
            const {
                &[
                    rule!("attacking-and-defending/combat-roll"),
                    rule!("attacking-and-defending/steps"),
                    rule!("attack/one-target"),
                    rule!("core-rules/dice-order"),
                ]
            },
        );
        match self.means {
            Means::Melee(_) => scene.cite(rule!("attack/melee-attribute")),
            Means::Ranged(_) => {
                scene.cite(rule!("attack/ranged-attribute"));
                scene.cite(rule!("attack/ranged-range"));
            }
            Means::Spell(_) | Means::Item(..) => scene.cite(rule!("magic/hands-and-armor")),
        }
        match style {
            Some((used, choice)) => fighting_style::cite(scene, self.by, used, choice),
            None => scene.cite(rule!("character-stats/skills")),
        }
        if flanked {
            scene.cite(rule!("flanking/condition"));
            scene.cite(rule!("misc/sides"));
        }
        if cover > Cover::None {
            scene.cite_all(
                const {
                    &[
                        rule!("cover/definition"),
                        rule!("cover/table"),
                        rule!("cover/determination"),
                    ]
                },
            );
        }
        match cover {
            Cover::Low => scene.cite(rule!("cover/low-requirement")),
            Cover::High => scene.cite(rule!("cover/high-requirement")),
            Cover::None | Cover::Full => {}
        }
    }
}

/// What both tests come to together (`results/matrix`).
#[must_use]
pub(crate) fn verdict(attack: Outcome, defence: Option<(Manner, Outcome)>) -> Verdict {
    match (attack.passed, defence.filter(|(_, test)| test.passed)) {
        (false, None) => Verdict::Nothing,
        (true, None) => Verdict::CriticalHit,
        (false, Some(_)) => Verdict::Negated,
        (true, Some((Manner::Block, _))) => Verdict::Blocked,
        (true, Some((_, test))) if attack.successes > test.successes => Verdict::Hit,
        (true, Some((Manner::Parry, _))) => Verdict::Parried,
        (true, Some((Manner::Withstand, _))) => Verdict::Withstood,
        (true, Some((Manner::Dodge, _))) => Verdict::Miss,
    }
}

fn cite_verdict(
    scene: &mut Scene<'_, ActionPoint>,
    verdict: Verdict,
    defence: Option<(Manner, Outcome)>,
    tie: bool,
) {
    if !scene.listened() {
        return;
    }
    scene.cite_all(
        const {
            &[
                rule!("results/roll"),
                rule!("results/matrix"),
                rule!("results/ap-committed"),
            ]
        },
    );
    if defence.is_none() {
        scene.cite(rule!("results/undefended"));
    }
    match verdict {
        Verdict::Nothing => scene.cite(rule!("results/both-fail")),
        Verdict::CriticalHit => {
            scene.cite(rule!("results/critical-win"));
            scene.cite(rule!("results/attacker-critical"));
        }
        Verdict::Negated => {
            scene.cite(rule!("results/critical-win"));
            scene.cite(rule!("results/defender-critical"));
        }
        Verdict::Blocked | Verdict::Hit | Verdict::Miss | Verdict::Parried | Verdict::Withstood => {
            scene.cite(rule!("results/both-pass-no-maneuver"));
            match defence.map(|(manner, _)| manner) {
                Some(Manner::Block) => scene.cite(rule!("results/both-pass-block")),
                Some(Manner::Dodge) => scene.cite(rule!("results/both-pass-dodge")),
                Some(Manner::Parry) => scene.cite(rule!("results/both-pass-parry")),
                Some(Manner::Withstand) => scene.cite(rule!("results/both-pass-withstand")),
                None => {}
            }
            if tie && verdict.is_turned_aside() {
                scene.cite(rule!("results/tie-favours-defender"));
            }
        }
    }
}

/// The Successes of an attack beside those of the defence.
const OF_THE_DEFENCE: Compared = [
    "more than the defence",
    "as many as the defence, which holds",
    "fewer than the defence",
];

/// Both have passed: the Successes are put side by side (`results/both-pass-dodge`, `results/both-pass-parry`).
fn compare(
    scene: &mut Scene<'_, ActionPoint>,
    attack: Attack,
    thrown: Outcome,
    tested: Option<(Manner, Outcome)>,
) {
    let Some((manner, defence)) = tested else {
        return;
    };
    let (rule, theirs) = match manner {
        Manner::Dodge => (
            rule!("results/both-pass-dodge"),
            "the Successes of the Dodge",
        ),
        Manner::Parry => (
            rule!("results/both-pass-parry"),
            "the Successes of the Parry",
        ),
        _ => (
            rule!("results/both-pass-withstand"),
            "the Successes of the Withstand",
        ),
    };
    let (own, theirs) = ((attack.by, thrown), (theirs, attack.on, defence));
    core_rules::compare(scene, own, theirs, OF_THE_DEFENCE, rule);
}

/// The hit location, read from the ones digit of the attack's die (`damage-pipeline/hit-location`).
#[must_use]
pub(crate) const fn location(die: i32) -> Location {
    match die % 10 {
        6 => Location::RightLeg,
        7 => Location::LeftLeg,
        8 => Location::RightArm,
        9 => Location::LeftArm,
        0 => Location::Head,
        _ => Location::Body,
    }
}

/// Both roll: the die of the attack, and what they come to together (`results/roll`, `results/matrix`).
fn contest(
    scene: &mut Scene<'_, ActionPoint>,
    attack: Attack,
    defence: Option<Defence>,
) -> Play<(Outcome, Verdict)> {
    let Attack { by, on, means, .. } = attack;
    let thrown = attack.roll(scene, defence)?;
    let tested = match defence {
        Some(defence) => {
            let outcome = defend::roll(scene, on, (by, means, thrown), defence)?;
            Some((defence.manner, outcome))
        }
        None => {
            scene.cite(rule!("defend/no-defence-auto-fails"));
            None
        }
    };
    let verdict = verdict(thrown, tested);
    let tie = tested.is_some_and(|(_, test)| test.successes == thrown.successes);
    cite_verdict(scene, verdict, tested, tie);
    if verdict == Verdict::Hit || verdict.is_turned_aside() {
        compare(scene, attack, thrown, tested);
    }
    scene.emit(Fact::Came(by, means, on, verdict));
    spent(scene, attack);
    Ok((thrown, verdict))
}

/// Both roll; then the winner's maneuver, damage, what the hit itself brings, and the maneuver's test, in this order
/// (`maneuvers/timing`, `core-rules/dice-order`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn combat_roll(
    scene: &mut Scene<'_, ActionPoint>,
    attack: Attack,
    defence: Option<Defence>,
) -> Play {
    let Attack { by, on, means, .. } = attack;
    // Where it hits is told, and nothing follows from it.
    let (thrown, verdict) = scene.stage(
        |scene| contest(scene, attack, defence),
        |(_, verdict)| *verdict,
    )?;
    let victory = match verdict {
        Verdict::CriticalHit => Some(Victory {
            winner: by,
            loser: on,
            how: Won::Attacking(means),
        }),
        Verdict::Negated => Some(Victory {
            winner: on,
            loser: by,
            how: Won::Defending,
        }),
        _ => None,
    };
    let maneuver = match victory {
        Some(victory) => maneuvers::choose(scene, victory)?,
        None => None,
    };
    let hurt = Hurt {
        attack,
        verdict,
        maneuver: maneuver.filter(|_| verdict == Verdict::CriticalHit),
        die: thrown.die,
    };
    let was_able = able(scene.state(), on);
    scene.stage(|scene| hurt.apply(scene), |()| ())?;
    if let Some((victory, maneuver)) = victory.zip(maneuver) {
        let felled = was_able && !able(scene.state(), on);
        maneuvers::carry_out(scene, victory, maneuver, felled)?;
    }
    hidden::revealed(scene, by);
    Ok(())
}

/// What the attack leaves behind: a thrown weapon lies in the target's space or before what hides it, one that has to be loaded is not
/// loaded any more (`attack/thrown-counts-as-ranged`, `equipment/weapon-data`).
fn spent(scene: &mut Scene<'_, ActionPoint>, attack: Attack) {
    let Means::Ranged(Arm::Item(item)) = attack.means else {
        return;
    };
    let state = scene.state();
    let Some(weapon) = attack.weapon(state) else {
        return;
    };
    if weapon.range_m.is_none() {
        let at = throwing::lands(state, state.space(attack.by), state.space(attack.on));
        scene.cite(rule!("attack/thrown-counts-as-ranged"));
        scene.emit(Fact::Item(item, Place::Ground(at)));
    } else if weapon.load > 0 {
        let load = weapon.load;
        scene.emit(Fact::Unloaded(item, load));
    }
}

/// What an attack does to its target.
struct Hurt {
    attack: Attack,
    verdict: Verdict,
    /// The maneuver of an attacker that has won critically.
    maneuver: Option<Maneuver>,
    /// The die of the attack.
    die: i32,
}

impl Hurt {
    fn apply(&self, scene: &mut Scene<'_, ActionPoint>) -> Play {
        let on = self.attack.on;
        let blocked = self.verdict == Verdict::Blocked;
        if !self.verdict.hits() && !blocked {
            return Ok(());
        }
        let dice = self.dice(scene.state());
        if !dice.is_empty() {
            let precise = match self.maneuver {
                Some(Maneuver::Precision(location)) => Some(location),
                _ => None,
            };
            let rolled = damage::roll(scene, Some(self.attack.by), &dice, precise.is_some())?;
            let block = block_rating(scene.state(), on).filter(|_| blocked);
            self.harm(scene, &rolled, block, precise);
        }
        if self.verdict.hits() {
            self.riders(scene)?;
        }
        Ok(())
    }

    fn dice(&self, state: &State) -> Dice {
        if let Some(spell) = spell_of(self.attack.means) {
            return damage::dice(&state.spell(spell).damage, None, self.attack.manual.kind);
        }
        let Some(weapon) = self.attack.weapon(state) else {
            return Dice::new();
        };
        let both_hands = match self.attack.means {
            Means::Melee(Arm::Item(item)) => {
                matches!(state.item(item).place, Place::Held(_, 2..))
            }
            _ => false,
        };
        let two_handed = weapon.two_handed.filter(|_| both_hands);
        damage::dice(&weapon.damage, two_handed, self.attack.manual.kind)
    }

    fn harm(
        &self,
        scene: &mut Scene<'_, ActionPoint>,
        rolled: &Rolled,
        block: Option<i16>,
        precise: Option<Location>,
    ) {
        let on = self.attack.on;
        let taken = damage::taken(scene, on, rolled, block);
        let place = Some(precise.unwrap_or(location(self.die)));
        scene.cite(rule!("damage-pipeline/hit-location"));
        health::harm(scene, on, taken, Harm::Attack(self.attack.by, place));
    }

    /// What a hit brings besides damage: a net, a bola, a spell's effect (`equipment/special-weapons`).
    fn riders(&self, scene: &mut Scene<'_, ActionPoint>) -> Play {
        let (by, on) = (self.attack.by, self.attack.on);
        let state = scene.state();
        let of_weapon = self.attack.weapon(state).and_then(|weapon| weapon.on_hit);
        match of_weapon {
            Some(OnHit::Entangle) => nets::entangle(scene, on, nets::thrown(self.attack.means)),
            Some(OnHit::Topple) => {
                let rule = rule!("equipment/special-weapons");
                let test = core_rules::skill(scene, on, Skill::Acrobatics, rule, |_| {})?;
                scene.emit(Fact::Tested(on, Skill::Acrobatics, test.passed));
                if !test.passed {
                    conditions::begin(scene, conditions::plain(on, Condition::Prone));
                }
            }
            None => {}
        }
        let spell = spell_of(self.attack.means);
        let effect = spell.and_then(|spell| scene.state().spell(spell).effect.clone());
        match effect {
            Some(effect) => super::effects::take_effect(scene, by, on, spell, &effect),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Options;

    fn test(passed: bool, successes: i32) -> Outcome {
        Outcome {
            passed,
            successes,
            die: successes.max(1),
        }
    }

    #[test]
    fn the_matrix_of_results() {
        let (pass, fail) = (test(true, 9), Outcome::FAILED);
        assert_eq!(verdict(fail, None), Verdict::Nothing);
        assert_eq!(verdict(pass, None), Verdict::CriticalHit);
        for manner in Manner::ALL {
            assert_eq!(verdict(fail, Some((manner, fail))), Verdict::Nothing);
            assert_eq!(verdict(pass, Some((manner, fail))), Verdict::CriticalHit);
            assert_eq!(verdict(fail, Some((manner, pass))), Verdict::Negated);
        }
        let against = |manner, successes| verdict(pass, Some((manner, test(true, successes))));
        assert_eq!(against(Manner::Block, 1), Verdict::Blocked);
        assert_eq!(against(Manner::Parry, 8), Verdict::Hit);
        assert_eq!(against(Manner::Dodge, 9), Verdict::Miss);
        assert_eq!(against(Manner::Parry, 9), Verdict::Parried);
        assert_eq!(against(Manner::Withstand, 10), Verdict::Withstood);
    }

    #[test]
    fn a_strike_with_14_against_a_parry_with_12() {
        let options = Options::default();
        let read = |value, die| core_rules::read(&options, value, die);
        let mut counts = [0; 3];
        for (die, other) in (1..=20).flat_map(|die| (1..=20).map(move |other| (die, other))) {
            match verdict(read(14, die), Some((Manner::Parry, read(12, other)))) {
                Verdict::CriticalHit => counts[0] += 1,
                Verdict::Hit => counts[1] += 1,
                Verdict::Negated => counts[2] += 1,
                _ => {}
            }
        }
        assert_eq!(counts, [112, 90, 72]);
    }

    #[test]
    fn the_ones_digit_says_where_it_hits() {
        assert_eq!([1, 6, 7, 8].map(location)[0], Location::Body);
        assert_eq!(location(16), Location::RightLeg);
        assert_eq!(location(7), Location::LeftLeg);
        assert_eq!(location(18), Location::RightArm);
        assert_eq!(location(19), Location::LeftArm);
        assert_eq!(location(10), Location::Head);
        assert_eq!(location(13), Location::Body);
    }
}
