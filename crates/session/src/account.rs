//! What a fight came to, as a viewer may know it.

use affray_kernel::account::{Account, Ledger};
use affray_kernel::{CreatureId, System};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::wording::{CreatureSeen, GaugeSeen, TableView};

/// What a fight came to.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct AccountSeen {
    /// Who fell, in the order in which they did.
    pub falls: Vec<FallSeen>,
    /// The blow of the winners that took most.
    pub heaviest: Option<BlowSeen>,
    /// What creatures did, those whose numbers the viewer knows.
    pub ledgers: Vec<LedgerSeen>,
}

/// How a creature ceased to take part.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct FallSeen {
    /// Its name.
    pub who: String,
    /// Its side, by number.
    pub side: u8,
    /// By whose doing, if by anybody's that the viewer knows of.
    pub by: Option<String>,
    /// What did it in the end, where that was nobody's doing at that moment; empty otherwise.
    pub cause: &'static str,
    /// When.
    pub time: String,
    /// When it was up again, if it was.
    pub rose: Option<String>,
}

/// Harm done at one stroke.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct BlowSeen {
    /// Whose.
    pub by: String,
    /// To whom.
    pub on: String,
    /// How much, if the viewer knows its numbers.
    pub points: Option<i32>,
    /// When.
    pub time: String,
}

/// What one creature did.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct LedgerSeen {
    /// Which.
    #[schemars(with = "u16")]
    pub id: CreatureId,
    /// Harm done to others.
    pub dealt: i32,
    /// Harm taken.
    pub taken: i32,
    /// What was spent, and how much of it.
    pub spent: Vec<(String, i32)>,
}

/// The account as somebody may know it who sees that of the fight.
pub(crate) fn seen<S: System>(state: &S::State, account: Account, view: &TableView) -> AccountSeen {
    let visible = |who: CreatureId| view.creatures.iter().find(|seen| seen.id == who);
    let name = |who: CreatureId| visible(who).map(|seen| seen.name.clone());
    let falls = account.falls.into_iter().filter_map(|fall| {
        Some(FallSeen {
            who: name(fall.who)?,
            side: S::side(state, fall.who),
            by: fall.by.and_then(name),
            cause: fall.cause,
            time: fall.time,
            rose: fall.rose,
        })
    });
    let heaviest = account.heaviest.and_then(|blow| {
        let on = visible(blow.on)?;
        Some(BlowSeen {
            by: name(blow.by)?,
            on: on.name.clone(),
            points: knows_numbers(on).then_some(blow.points),
            time: blow.time,
        })
    });
    let ledger = |(index, ledger): (usize, Ledger)| {
        let id = CreatureId::at(index);
        visible(id)
            .filter(|seen| knows_numbers(seen))
            .map(|_| LedgerSeen {
                id,
                dealt: ledger.dealt,
                taken: ledger.taken,
                spent: ledger.spent,
            })
    };
    AccountSeen {
        falls: falls.collect(),
        heaviest,
        ledgers: account
            .ledgers
            .into_iter()
            .enumerate()
            .filter_map(ledger)
            .collect(),
    }
}

fn knows_numbers(seen: &CreatureSeen) -> bool {
    let exact = |(_, gauge): &(&str, GaugeSeen)| matches!(gauge, GaugeSeen::Exact(_));
    !seen.gauges.is_empty() && seen.gauges.iter().all(exact)
}
