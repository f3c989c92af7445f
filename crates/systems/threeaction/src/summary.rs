//! What follows from the rest of the state and is asked for so often that it is kept: facts keep it true.

use affray_kernel::CreatureId;
use affray_kernel::grid::Space;

use super::rules::numbers::{bearer, takes_part};
use super::sheet::ItemKind;
use super::state::{Body, Item, ItemId, Place, State};

/// What the things come to that a creature holds and wears and that are not Destroyed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Equipped {
    /// What the best shield held adds to Physical Defense (`foundations/armour-table`).
    pub defense: i16,
    /// The Durability of the best armour worn (`foundations/armour-table`).
    pub durability: i16,
    /// How they change Speed together, in feet (`foundations/armour-table`).
    pub speed_ft: i16,
    /// Hands that hold something, Destroyed or not (`foundations/hands`).
    pub hands: u8,
}

impl Equipped {
    /// What the things of `who` come to among all items.
    #[must_use]
    pub fn of(who: CreatureId, items: &[Item], kinds: &[ItemKind]) -> Self {
        let mut all = Self::default();
        for item in items {
            let whole = item.hp > 0;
            match (item.place, &kinds[usize::from(item.kind)]) {
                (Place::Held(holder, hands), kind) if holder == who => {
                    all.hands += hands;
                    if let (ItemKind::Shield(shield), true) = (kind, whole) {
                        all.defense = all.defense.max(shield.defense);
                        all.speed_ft += shield.speed_ft;
                    }
                }
                (Place::Worn(wearer), ItemKind::Armour(armour)) if wearer == who && whole => {
                    all.durability = all.durability.max(armour.durability);
                    all.speed_ft += armour.speed_ft;
                }
                _ => {}
            }
        }
        all
    }
}

impl State {
    /// Sums everything up, for a state that was put together and not come by through facts.
    #[must_use]
    pub fn summed_up(mut self) -> Self {
        for who in self.creatures() {
            self.equip(who);
            self.take_room(who);
        }
        self.waiting = Waiting::of(&self.bodies);
        self.count_sides();
        self.see_calm();
        self
    }

    /// Puts an item somewhere, and sums up the things of those that have or had it.
    pub(super) fn put_item(&mut self, item: ItemId, place: Place) {
        let old = std::mem::replace(&mut self.items[usize::from(item.0)].place, place);
        for who in [bearer(old), bearer(place)].into_iter().flatten() {
            self.equip(who);
        }
    }

    /// Sets an item's hit points, and sums up the things of the creature that has it.
    pub(super) fn set_item_hp(&mut self, item: ItemId, hp: i16) {
        self.items[usize::from(item.0)].hp = hp;
        if let Some(who) = bearer(self.item(item).place) {
            self.equip(who);
        }
    }

    /// The room that a creature takes up where it is: half as wide while it squeezes (`squeezing/space`).
    #[must_use]
    pub fn room(&self, who: CreatureId) -> Space {
        let (body, side) = (self.body(who), self.sheet(who).size.side());
        let width = if body.squeezing {
            side.div_ceil(2)
        } else {
            side
        };
        Space::new(body.at, width, side)
    }

    /// Gives a creature its room, after it moved or began or ceased to squeeze.
    pub(super) fn take_room(&mut self, who: CreatureId) {
        self.bodies[who.index()].room = self.room(who);
    }

    /// Whether nothing is afoot but Turns and blows: a plain scene, nothing that runs, drifts, waits or lies on anybody, and everybody on
    /// their feet. What asks after such things need not be asked then.
    #[must_use]
    pub fn is_calm(&self) -> bool {
        self.cast.plain
            && self.waiting == Waiting::default()
            && self.conditions.is_empty()
            && self.doses.is_empty()
            && self.spells.is_empty()
            && self.altered.is_empty()
            && self.bodies.iter().all(Body::is_calm)
            && self.items.iter().all(|item| item.drift.is_none())
    }

    /// Sees whether all is calm, after something that may have stirred or stilled it; what was possible before may no longer be.
    pub(super) fn see_calm(&mut self) {
        self.calm = self.is_calm();
        for aimed in &mut self.aimed {
            aimed.forget();
        }
    }

    /// Sees which sides are left, after something that may have taken a creature out of the fight or brought it back.
    #[cold]
    pub(super) fn count_sides(&mut self) {
        self.sides_left = SidesLeft::of(self);
    }

    fn equip(&mut self, who: CreatureId) {
        if let Some(body) = self.bodies.get_mut(who.index()) {
            body.equipped = Equipped::of(who, &self.items, &self.cast.kinds);
        }
    }
}

impl Body {
    /// Whether it is on level ground, neither moves, climbs, flies, falls, rides, dodges nor works, and has had its breath and its warning.
    fn is_calm(&self) -> bool {
        let stirred = self.squeezing
            || self.flying
            || self.hanging
            || self.jump_prepared
            || self.began_airless
            || self.at.z != 0
            || self.unaware;
        let busy = self.moving.is_some()
            || self.falling_ft.is_some()
            || self.task.is_some()
            || self.drift.is_some()
            || self.mount.is_some();
        !stirred && !busy && self.dodges == 0 && self.airless == 0
    }
}

/// The sides of which somebody still fights; neutral creatures count for none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SidesLeft {
    /// Two or more.
    #[default]
    Several,
    /// That one alone.
    One(u8),
    /// None.
    None,
}

impl SidesLeft {
    /// Those that are left among all creatures.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let mut left = Self::None;
        for (index, sheet) in state.cast.sheets.iter().enumerate() {
            if sheet.neutral || !takes_part(state, CreatureId(index as u16)) {
                continue;
            }
            match left {
                Self::One(side) if side != sheet.side => return Self::Several,
                _ => left = Self::One(sheet.side),
            }
        }
        left
    }
}

/// How many creatures wait for something; mostly none, and then nobody needs to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Waiting {
    /// Those that hold a readied Action.
    pub readied: u16,
    /// Those that were commanded since their last start of Turn.
    pub commanded: u16,
    /// Those that delay their Turn.
    pub delaying: u16,
}

impl Waiting {
    /// Counts one more or one less of them, as `was` and `is` say.
    pub(super) fn count(number: &mut u16, was: bool, is: bool) {
        *number = *number + u16::from(is) - u16::from(was);
    }

    /// How many of these creatures wait.
    #[must_use]
    pub fn of(bodies: &[Body]) -> Self {
        let count =
            |waits: fn(&Body) -> bool| bodies.iter().filter(|body| waits(body)).count() as u16;
        Self {
            readied: count(|body| body.readied.is_some()),
            commanded: count(|body| body.commanded),
            delaying: count(|body| body.delaying),
        }
    }
}
