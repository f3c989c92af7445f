//! What a fight came to, as a viewer may know it.

use affray_kernel::account::Account;
use affray_kernel::{CreatureId, System};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::secrecy::{Knowledge, Matter, Viewer};

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
    /// Its name: it need not be in view any longer.
    pub who: String,
    /// Harm done to others.
    pub dealt: i32,
    /// Harm taken.
    pub taken: i32,
    /// What was spent, and how much of it.
    pub spent: Vec<(String, i32)>,
}

/// The account as the viewer may know it: of those whom it knows of, in the fight still or taken out of it.
pub(crate) fn seen<S: System>(
    state: &S::State,
    account: Account,
    (known, viewer): (&Knowledge, &Viewer),
) -> AccountSeen {
    let name = |who: CreatureId| {
        let is_known = known.allows(viewer, Matter::Name(who));
        is_known.then(|| S::name(state, who).to_owned())
    };
    let knows_numbers = |who: CreatureId| known.allows(viewer, Matter::NumbersOf(&[who]));
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
        Some(BlowSeen {
            by: name(blow.by)?,
            on: name(blow.on)?,
            points: knows_numbers(blow.on).then_some(blow.points),
            time: blow.time,
        })
    });
    let ledgers = account.ledgers.into_iter().enumerate();
    let ledgers = ledgers.filter_map(|(index, ledger)| {
        let id = CreatureId::at(index);
        let who = name(id).filter(|_| knows_numbers(id))?;
        Some(LedgerSeen {
            id,
            who,
            dealt: ledger.dealt,
            taken: ledger.taken,
            spent: ledger.spent,
        })
    });
    AccountSeen {
        falls: falls.collect(),
        heaviest,
        ledgers: ledgers.collect(),
    }
}
