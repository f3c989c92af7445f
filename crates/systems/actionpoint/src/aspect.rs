//! What acts are to a player who looks for them.

use affray_kernel::aspect::{Aspect, Group, counted, measured};
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Action, Aim, Handling};
use super::actions::{moving, stand};
use super::ids::rule;
use super::rules::price::{self, Price};
use super::state::{SpellId, State};

/// An act as a player looks for it.
pub(crate) fn aspect(state: &State, who: CreatureId, act: &Act) -> Aspect {
    match act {
        Act::Do(action) => paid(aimed(state, who, action), price::of(state, action, false)),
        Act::Freely(action) => paid(aimed(state, who, action), price::of(state, action, true)),
        Act::Move(path) => {
            let measured_m = moving::measured_m(state, who, path);
            Aspect::of(Group::Move)
                .place(path.last().copied())
                .going(measured_m.map(|(length, _)| length))
                .falling(measured_m.and_then(|(_, fall)| measured(fall, "m")))
        }
        Act::Stand => {
            let metres = measured(stand::cost_m(state, who), "m of movement");
            Aspect::of(Group::Move).costing([metres])
        }
        Act::DropProne => Aspect::of(Group::Move).priced("free"),
        Act::Release(whom) => Aspect::of(Group::Maneuver).at([*whom]).priced("free"),
        Act::Drop(_) => Aspect::of(Group::Other).priced("free"),
        Act::Save(after) => Aspect::of(Group::Other).at([*after]),
        Act::Defend(_) => Aspect::of(Group::Defend).costing([measured(1, "AP")]),
        Act::Maneuver(_) => Aspect::of(Group::Maneuver),
        _ => Aspect::of(Group::Other),
    }
}

fn paid(aspect: Aspect, price: Price) -> Aspect {
    let free = price.free.then(|| "free action".to_owned());
    let uses = if price.attack { 1 } else { 0 };
    aspect.costing([
        free,
        measured(price.ap, "AP"),
        measured(price.mana, "mana"),
        counted(uses, "attack"),
    ])
}

fn group(action: &Action) -> Group {
    match action {
        Action::Strike(_) => Group::Attack,
        Action::Cast(..) | Action::Activate(..) => Group::Magic,
        Action::Dash | Action::Disengage => Group::Move,
        Action::Grapple(_) | Action::Escape(..) => Group::Maneuver,
        Action::Sneak => Group::Defend,
        Action::Manipulate(_) | Action::Search => Group::Other,
    }
}

/// Whom and where an action is aimed at: oneself as well, where it could be somebody else.
fn aimed(state: &State, who: CreatureId, action: &Action) -> Aspect {
    let aspect = Aspect::of(group(action));
    match action {
        Action::Strike(strike) => aspect.at([strike.target]),
        Action::Cast(spell, aim, _) => cast_at(state, who, aspect, (Some(*spell), *aim)),
        Action::Activate(item, aim, _) => {
            let magic = price::magic_of(state, *item);
            cast_at(state, who, aspect, (magic, *aim))
        }
        Action::Grapple(target) => aspect.at([*target]),
        Action::Escape(from, _) => aspect.at(*from),
        Action::Manipulate(Handling::PickUp(item)) => aspect.place(state.lies_at(*item)),
        Action::Manipulate(Handling::Door(_, beyond, _)) => aspect.place(Some(*beyond)),
        _ => aspect,
    }
}

/// Whom and where magic is aimed at.
fn cast_at(
    state: &State,
    who: CreatureId,
    aspect: Aspect,
    (magic, aim): (Option<SpellId>, Aim),
) -> Aspect {
    let goes_to_others = || magic.is_some_and(|magic| state.spell(magic).goes_to_others());
    match aim {
        Aim::Oneself if goes_to_others() => aspect.at([who]),
        Aim::Oneself => aspect,
        Aim::Creature(whom) => aspect.at([whom]),
        Aim::Place(at) => aspect.place(Some(at)),
    }
}

/// Whether what a rule does to a roll comes of where everybody is.
pub(crate) fn is_of_places(rule: RuleId) -> bool {
    let of_places = [
        rule!("cover/high"),
        rule!("cover/low"),
        rule!("flanking/bonus"),
    ];
    of_places.contains(&rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ActionPoint;
    use affray_kernel::System;

    use crate::notation::sample::{GARRET, HORSE, fight};
    use affray_trial::aspects::are_of_kind;

    #[test]
    fn acts_have_a_kind_and_a_price() {
        are_of_kind::<ActionPoint>(
            &fight(),
            &[
                (
                    "strike ogre with longsword",
                    Group::Attack,
                    "1 AP, 1 attack",
                ),
                ("freely dash", Group::Move, "free action"),
                ("dash", Group::Move, "1 AP"),
                ("move to 3,4", Group::Move, ""),
                ("stand up", Group::Move, "4 m of movement"),
                ("grapple ogre", Group::Maneuver, "1 AP"),
                ("trip", Group::Maneuver, ""),
                ("dodge", Group::Defend, "1 AP"),
                ("cast mend on horse", Group::Magic, "1 AP"),
                ("drop longsword", Group::Other, "free"),
                ("end turn", Group::Other, ""),
            ],
        );
    }

    #[test]
    fn what_can_go_to_others_is_aimed_at_oneself_too() {
        let state = fight();
        let targets = |text: &str| {
            let act = ActionPoint::parse(&state, Some(GARRET), text).expect("an act");
            aspect(&state, GARRET, &act).targets.into_vec()
        };
        assert_eq!(targets("cast mend on oneself"), [GARRET]);
        assert_eq!(targets("cast mend on horse"), [HORSE]);
        assert!(targets("cast stone skin").is_empty());
    }
}
