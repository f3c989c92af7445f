//! Creatures that join a fight which is under way.

use affray_kernel::Shared;
use affray_kernel::condition::Held;
use affray_kernel::grid::MapSetup;

use super::compose::Composer;
use super::{CreatureSetup, ItemSetup, Setup, body, is_open_ground, is_plain, item, poisoned};
use crate::ThreeAction;
use crate::content;
use crate::rules::initiative::NOT_ROLLED;
use crate::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::sheet::{ItemKind, Sheet, Spell};
use crate::state::{Body, Cast, Condition, Dose, Item, Presence, State};

affray_layout::newcomers! {
    /// Kinds of items that nobody had.
    kinds: ItemKind as "kind",
    /// Items.
    items: ItemSetup as "item",
    /// Spells that nobody had.
    spells: Spell as "spell",
    /// Conditions that hold for them.
    conditions: Held<Condition> as "condition",
    /// Poisons at work in them.
    doses: Dose as "poison",
}

affray_layout::joining! { ThreeAction }

impl Composer<'_> {
    fn join(&mut self, _: &State) {
        for who in self.draft.creatures() {
            self.creature(who);
        }
        self.pair_grapples();
        self.lock_grapples();
        self.summons();
    }
}

/// The fight as it stands, as a setup: all that newcomers find.
fn standing(state: &State) -> Setup {
    let creatures = state.cast.sheets.iter().zip(&state.bodies);
    Setup {
        name: String::new(),
        about: None,
        options: state.cast.options,
        scene: state.cast.scene,
        map: MapSetup {
            grid: state.grid(),
            ..MapSetup::default()
        },
        sides: state.cast.sides.clone(),
        creatures: creatures.map(creature).collect(),
        kinds: state.cast.kinds.clone(),
        items: state.items.iter().map(item_setup).collect(),
        spells: state.cast.spells.clone(),
        conditions: state.conditions.iter().copied().collect(),
        doses: state.doses.clone(),
        running: state.spells.clone(),
        tasks: state.cast.tasks.clone(),
        start: None,
    }
}

fn creature((sheet, body): (&Sheet, &Body)) -> CreatureSetup {
    CreatureSetup {
        sheet: sheet.clone(),
        at: body.at,
        presence: body.presence,
        hp: body.hp,
        energy: body.energy,
        initiative: (body.initiative != NOT_ROLLED).then_some(body.initiative),
        actions_used: body.actions_used,
        reactions_used: body.reactions_used,
        reaction_ready: body.reaction_ready,
        bleed_penalty: body.bleed_penalty,
        airless: body.airless,
        began_airless: body.began_airless,
        dodges: body.dodges,
        attacks: body.attacks,
        flown_ft: body.flown_ft,
        flying: body.flying,
        heading: body.heading,
        hanging: body.hanging,
        falling_ft: body.falling_ft,
        jump_prepared: body.jump_prepared,
        task: body.task,
        sneak: body.sneak,
        mount: body.mount,
        commanded: body.commanded,
        commander: body.commander,
        drift: body.drift,
        delaying: body.delaying,
        unaware: body.unaware,
    }
}

fn item_setup(item: &Item) -> ItemSetup {
    ItemSetup {
        kind: item.kind,
        place: item.place,
        hp: item.hp,
        unloaded: item.unloaded,
        ammunition: item.ammunition,
        lit: item.lit,
    }
}

fn presence(creature: &CreatureSetup) -> Presence {
    creature.presence
}

/// They are there, without a Reaction before their first Turn (`reactions/refresh`).
pub(crate) fn join(state: &mut State, newcomers: &Newcomers) {
    let setup = newcomers.within(standing(state));
    let first = state.bodies.len();
    let mut cast = Cast::clone(&state.cast);
    for creature in &newcomers.creatures {
        cast.sheets.push(creature.sheet.clone());
        state.bodies.push(body(creature, false));
    }
    cast.kinds.extend_from_slice(&newcomers.kinds);
    cast.spells.extend_from_slice(&newcomers.spells);
    state.cast = Shared::new(cast);
    state.items.extend(newcomers.items.iter().map(item));
    let poisoned = poisoned(&setup).filter(|held| held.on.index() >= first);
    for held in newcomers.conditions.iter().copied().chain(poisoned) {
        state.conditions.add(held);
    }
    state.doses.extend_from_slice(&newcomers.doses);
    state.doses.sort_unstable();
    settle(state);
}

/// Sees anew what the scene has in store for anybody, and sums up what follows from the rest.
fn settle(state: &mut State) {
    let setup = standing(state);
    let mut cast = Cast::clone(&state.cast);
    cast.open_ground &= is_open_ground(&setup, &cast.map);
    cast.nobody_owned = cast.sheets.iter().all(|sheet| sheet.owner.is_none());
    cast.plain = cast.open_ground && cast.nobody_owned && is_plain(&setup);
    state.cast = Shared::new(cast);
    *state = state.clone().summed_up();
}
