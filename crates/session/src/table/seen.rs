//! What each viewer sees of a table, and hears of what it waits for.

use std::sync::Arc;

use affray_kernel::view::MapView;
use affray_kernel::{Ask, System, fight};

use super::Table;
use crate::secrecy::Viewer;
use crate::session::Standing;
use crate::unseen::is_noticed;
use crate::wording::{InView, TableView};

impl<S: System> Table<S> {
    /// What these viewers see, each as far as they may.
    pub(super) fn seen_by(&self, viewers: &[&Viewer]) -> Vec<TableView> {
        let state = self.fight.state();
        let bots = self.bots();
        let mut asks = self.fight.asks();
        asks.retain(|ask| !bots.plays(ask.who));
        let asked = |asks: &[Ask<S>]| -> Vec<_> { asks.iter().map(|ask| ask.who).collect() };
        let all_asked = asked(&asks);
        asks.retain(|ask| is_noticed(state, ask, &bots.hidden));
        let noticed = asked(&asks);
        let gone = S::creatures(state).filter(|who| S::removed(state, *who));
        let gone: Vec<_> = gone.collect();
        let (view, kept) = (S::view(state), self.kept.now());
        let maps = self.maps_without_hidden(viewers);
        let seen = |(viewer, map): (&&Viewer, Option<Arc<MapView>>)| {
            let mut view = view.clone();
            if map.is_some() {
                view.map = map;
            }
            let all = InView {
                view,
                gone: &gone,
                sides: S::sides(state).to_vec(),
                asked: match viewer {
                    Viewer::GameMaster => all_asked.clone(),
                    _ => noticed.clone(),
                },
                controls: &self.controls,
                kept: &kept,
            };
            all.seen_by(viewer)
        };
        viewers.iter().zip(maps).map(seen).collect()
    }

    /// What a viewer hears of what the fight waits for.
    pub(super) fn standing_for(&self, viewer: &Viewer) -> Standing {
        let state = self.fight.state();
        match self.fight.standing() {
            fight::Standing::Over(side) => Standing::Over {
                winner: side.and_then(|side| S::sides(state).get(usize::from(side)).cloned()),
            },
            fight::Standing::Roll(roll) if !self.hears_of(viewer, &roll) => Standing::Asks {
                questions: Vec::new(),
            },
            fight::Standing::Roll(roll) => Standing::Roll {
                by: roll.by,
                name: roll
                    .by
                    .map_or("the game master", |who| self.name_of(who))
                    .to_owned(),
                pool: roll.pool.to_string(),
                what: roll.what.to_owned(),
                rule: S::catalogue().id(roll.rule).to_owned(),
            },
            fight::Standing::Auto => Standing::Busy,
            fight::Standing::Acts { must, may } => {
                let heard = self.asks_heard(viewer);
                let bots = self.bots();
                let all = must.iter().map(|ask| (ask, true));
                let all = all.chain(may.iter().map(|ask| (ask, false)));
                let questions = all
                    .filter(|(ask, _)| !bots.plays(ask.who) && heard.contains(ask))
                    .map(|(ask, must)| self.question(ask, must, viewer));
                Standing::Asks {
                    questions: questions.collect(),
                }
            }
        }
    }
}
