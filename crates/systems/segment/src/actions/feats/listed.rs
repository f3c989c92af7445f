//! Which uses of the skills that affect initiative are possible (`initiative-skills/common-frame`).

use std::cell::OnceCell;
use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::{Arm, CreatureId, Refusal};
use smallvec::SmallVec;

use super::super::strike;
use super::super::ways::{self, Surroundings};
use super::frames::{Contains, Frame, Order, frame};
use super::{against, check, contained, dives, fits, gait, may_use, most_yards};
use crate::act::{Feat, Location, Strike, With};
use crate::rules::numbers::{active, aloft, is_melee, melee_range_yd};
use crate::rules::ranged::ranges;
use crate::sheet::InitiativeSkill;
use crate::state::{Segment, State};

/// Of the places from which an attack can be made, and of those to go to after it, as many are listed: the nearest and the farthest.
/// Any other can be said.
const PLACES: usize = 8;

/// What somebody wants of skills: no ways are looked for to what nobody wants.
pub(crate) struct Wanted<'w> {
    /// Movements without an attack.
    pub(crate) movements: bool,
    /// Which attacks; asked once for each before any way to it is looked for.
    pub(crate) attacks: &'w mut dyn FnMut(&Strike) -> bool,
    /// Whether the first use with each attack is enough: that over the shortest way.
    pub(crate) first: bool,
}

/// Uses of a creature's skills that are possible in a segment: those with an attack from the nearest places that bring it into reach, and
/// those without for each place.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    segment: Segment,
    found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut all = Wanted {
        movements: true,
        attacks: &mut |_| true,
        first: false,
    };
    wanted(state, who, segment, &mut all, found)
}

/// As [`candidates`], those alone that are wanted.
pub(crate) fn wanted(
    state: &State,
    who: CreatureId,
    segment: Segment,
    wanted: &mut Wanted<'_>,
    found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (skill, frame) in usable(state, who, segment) {
        let moves_alone = frame.contains == Contains::Nothing;
        if wanted.movements || !moves_alone {
            let open = Open::of(state, who, segment, (skill, frame), wanted.first);
            open.uses(wanted, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// The skills that a creature may use in a segment.
fn usable(
    state: &State,
    who: CreatureId,
    segment: Segment,
) -> impl Iterator<Item = (InitiativeSkill, Frame)> + '_ {
    let has_any = state.sheet(who).skills != 0;
    let all = InitiativeSkill::ALL.into_iter().filter(move |_| has_any);
    all.filter_map(move |skill| {
        let frame = frame(skill)?;
        let usable = may_use(state, who, (skill, &frame), segment);
        usable.is_ok().then_some((skill, frame))
    })
}

/// Where a creature could drag somebody to on foot whom it strikes; nowhere where it may not (`initiative-skills/drag`).
#[must_use]
pub(crate) fn places_to_drag_to(state: &State, who: CreatureId, segment: Segment) -> Vec<Cell> {
    let drags = usable(state, who, segment).find(|(skill, _)| *skill == InitiativeSkill::Drag);
    let Some((_, frame)) = drags else {
        return Vec::new();
    };
    let most = most_yards(state, who, &frame, frame.gait);
    let places = sorted(ways::reachable(state, who, most, frame.gait));
    places.into_iter().map(|(cell, _)| cell).collect()
}

/// A skill that is open to a creature in a segment, and the places that it leads to.
struct Open<'a> {
    state: &'a State,
    who: CreatureId,
    segment: Segment,
    skill: InitiativeSkill,
    frame: Frame,
    /// The most yards that it covers.
    most: i16,
    gait: ways::Gait,
    /// Whether the first use with each attack is enough.
    first: bool,
    /// Whether few attacks are asked about, so that places near their targets are looked for, and not all that there are.
    few: bool,
    places: OnceCell<Vec<(Cell, i16)>>,
}

impl<'a> Open<'a> {
    fn of(
        state: &'a State,
        who: CreatureId,
        segment: Segment,
        (skill, frame): (InitiativeSkill, Frame),
        first: bool,
    ) -> Self {
        let gait = gait(state, who, (skill, &frame), []);
        Self {
            state,
            who,
            segment,
            skill,
            frame,
            most: most_yards(state, who, &frame, gait),
            gait,
            first,
            few: false,
            places: OnceCell::new(),
        }
    }

    fn uses(
        &self,
        wanted: &mut Wanted<'_>,
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.frame.contains == Contains::Nothing {
            return self.movements(found);
        }
        for strike in self.strikes() {
            if (wanted.attacks)(&strike) {
                self.attacks(&strike, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The attacks that it contains.
    fn strikes(&self) -> impl Iterator<Item = Strike> + use<'a> {
        let (state, who, contains) = (self.state, self.who, self.frame.contains);
        strike::targets(state, who).flat_map(move |target| {
            let means = means(state, who).filter(move |with| fits(state, who, *with, contains));
            means.map(move |with| Strike {
                target,
                with,
                location: Location::Torso,
                step: None,
                kill_shot: false,
            })
        })
    }

    /// Its uses with an attack.
    fn attacks(
        &self,
        strike: &Strike,
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let enough = self.attacks_from_here(strike, found)? && self.first;
        if self.frame.order != Order::First && !enough {
            self.attacks_on_the_way(strike, found)?;
        }
        ControlFlow::Continue(())
    }

    /// How many uses with an attack there are at most.
    fn most_uses(&self, strike: &Strike) -> usize {
        let standing = usize::from(self.may_stand());
        let after = if self.frame.order == Order::Last {
            0
        } else {
            PLACES
        };
        let reach = reach(self.state, self.who, strike.with);
        let out_of_reach = self.budgets(strike, reach).is_empty();
        let before = match self.frame.order {
            Order::First => 0,
            _ if out_of_reach && !self.gait.flies => 0,
            _ if self.gait.flies => 2 * PLACES,
            _ => PLACES,
        };
        standing + after + before
    }

    /// Whether it may be used without going anywhere.
    const fn may_stand(&self) -> bool {
        self.frame.least == 0 && !self.frame.gait.straight
    }

    /// Where it leads to, the nearest first, with how far that is.
    fn places(&self) -> &[(Cell, i16)] {
        let reachable = || ways::reachable(self.state, self.who, self.most, self.gait);
        self.places.get_or_init(|| sorted(reachable()))
    }

    /// Its uses without an attack.
    fn movements(&self, found: &mut dyn FnMut(Feat) -> ControlFlow<()>) -> ControlFlow<()> {
        for place in self.places() {
            self.offer(movement(self.skill, place.0), *place, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Its uses with an attack made from where the creature is, before it goes anywhere. Whether there are any.
    fn attacks_from_here(
        &self,
        strike: &Strike,
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let start = self.state.body(self.who).at;
        if strike::aim(self.state, self.who, strike, start).is_err() {
            return ControlFlow::Continue(false);
        }
        let feat = |after: Box<[Cell]>| Feat {
            skill: self.skill,
            before: Box::default(),
            strike: Some(*strike),
            after,
        };
        let mut offered = false;
        if self.may_stand() {
            offered |= self.offer(feat(Box::default()), (start, 0), found)?;
        }
        if self.frame.order != Order::Last && !(offered && self.first) {
            for (cell, yards) in self.places().iter().rev().take(PLACES) {
                offered |= self.offer(feat(Box::new([*cell])), (start, *yards), found)?;
            }
        }
        ControlFlow::Continue(offered)
    }

    /// Its uses with an attack made where the way ends: in the air where the target is, or where nothing on the ground serves.
    fn attacks_on_the_way(
        &self,
        strike: &Strike,
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let high = aloft(self.state, strike.target) > 0;
        if high && self.attacks_in_the_air(strike, found)? && self.first {
            return ControlFlow::Continue(());
        }
        let offered = self.attacks_at_the_end(strike, found)?;
        if !high && !offered {
            self.attacks_in_the_air(strike, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Its uses with an attack made at one of the places that it leads to. Whether there are any.
    fn attacks_at_the_end(
        &self,
        strike: &Strike,
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let reach = reach(self.state, self.who, strike.with);
        let mut offered = false;
        for budget in self.budgets(strike, reach) {
            let near = reach.filter(|_| budget < self.most || self.few);
            let near = near.map(|reach| self.places_near(strike.target, budget, reach));
            let places = near.as_deref().unwrap_or_else(|| self.places());
            let reaching = |(cell, _): &&(Cell, i16)| self.serves(strike, *cell);
            for place in places.iter().filter(reaching).take(PLACES) {
                offered |= self.attack_at(strike, *place, found)?;
            }
            if offered && self.first {
                break;
            }
        }
        ControlFlow::Continue(offered)
    }

    /// Its uses with an attack hand to hand made in the air. Whether there are any.
    fn attacks_in_the_air(
        &self,
        strike: &Strike,
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let Self { state, who, .. } = *self;
        if !self.gait.flies || !is_melee(state, strike.with) {
            return ControlFlow::Continue(false);
        }
        let goal = (
            state.space(strike.target),
            melee_range_yd(state, who, strike.with),
        );
        let serves = |cell: Cell| {
            self.serves(strike, cell) && dives(state, who, (self.skill, Some(strike)), cell).is_ok()
        };
        let enough = if self.first { 1 } else { PLACES };
        let way = (self.most, self.gait);
        let mut offered = false;
        for place in ways::aerial(state, who, way, goal, (serves, enough)) {
            offered |= self.attack_at(strike, place, found)?;
        }
        ControlFlow::Continue(offered)
    }

    /// Whether an attack can be made from a place that is as far away as the skill demands.
    fn serves(&self, strike: &Strike, at: Cell) -> bool {
        self.is_far_enough(at) && strike::aim(self.state, self.who, strike, at).is_ok()
    }

    /// Its use with an attack made at a place. Whether it is possible.
    fn attack_at(
        &self,
        strike: &Strike,
        place: (Cell, i16),
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let feat = Feat {
            skill: self.skill,
            before: self.way(strike.target, place.0),
            strike: Some(*strike),
            after: Box::default(),
        };
        self.offer(feat, place, found)
    }

    /// Whether the shortest line to a place is as long as the skill demands.
    fn is_far_enough(&self, to: Cell) -> bool {
        let start = self.state.body(self.who).at;
        let spaces = self.state.grid().cells_between(start, to);
        spaces >= u32::try_from(self.frame.least).unwrap_or(0)
    }

    /// For how many yards places are looked for from which an attack can be made, one after the other.
    fn budgets(&self, strike: &Strike, reach: Option<i16>) -> SmallVec<[i16; 3]> {
        let Some(reach) = reach else {
            return SmallVec::from_slice(&[self.most]);
        };
        let start = self.state.body(self.who).at;
        let gap = ways::gap(self.state, self.who, start, self.state.space(strike.target));
        budgets(gap, reach, self.most, self.first)
    }

    /// Places within so many yards from which somebody is in reach, the nearest first.
    fn places_near(&self, target: CreatureId, yards: i16, reach: i16) -> Vec<(Cell, i16)> {
        let (way, goal) = ((yards, self.gait), (self.state.space(target), reach));
        sorted(ways::reachable_near(self.state, self.who, way, goal))
    }

    /// The way to a place, as it is said: over whoever is trampled.
    fn way(&self, target: CreatureId, to: Cell) -> Box<[Cell]> {
        if self.tramples() {
            Box::new([self.state.body(target).at, to])
        } else {
            Box::new([to])
        }
    }

    fn tramples(&self) -> bool {
        self.skill == InitiativeSkill::Trample
    }

    /// Tells of a use that is possible, with the place of its attack and the length of its way. Whether it is.
    fn offer(
        &self,
        feat: Feat,
        (from, yards): (Cell, i16),
        found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let Self {
            state,
            who,
            segment,
            ref frame,
            ..
        } = *self;
        // A way that was found is not looked for again, unless it has to be straight, or over somebody.
        let legal = if frame.gait.straight || self.tramples() {
            check(state, who, &feat, segment)
        } else {
            of_known_way(state, who, (&feat, frame), (from, yards, segment))
        };
        if legal.is_ok() {
            found(feat)?;
        }
        ControlFlow::Continue(legal.is_ok())
    }
}

/// A use of a skill without an attack.
fn movement(skill: InitiativeSkill, to: Cell) -> Feat {
    Feat {
        skill,
        before: Box::new([to]),
        strike: None,
        after: Box::default(),
    }
}

/// Uses of a creature's skills of which each is looked for when it is drawn: those with an attack in rows, one for each attack, and those
/// without in a row for each skill.
pub(crate) struct Rows<'a> {
    open: Vec<Open<'a>>,
    /// Which of them, with which attack, and its uses once they were looked for.
    attacks: Vec<(usize, Strike, OnceCell<Vec<Feat>>)>,
    movements: Vec<(InitiativeSkill, Surroundings<'a>)>,
    /// Uses without an attack that are no matter of the ways alone.
    searched: Vec<Feat>,
}

/// A row of [`Rows`], and the number of it.
#[derive(Clone, Copy)]
pub(crate) enum Row {
    Attack(usize),
    Movement(usize),
    Searched,
}

impl<'a> Rows<'a> {
    pub(crate) fn of(state: &'a State, who: CreatureId, segment: Segment) -> Self {
        let mut rows = Self {
            open: Vec::new(),
            attacks: Vec::new(),
            movements: Vec::new(),
            searched: Vec::new(),
        };
        for (skill, frame) in usable(state, who, segment) {
            let open = Open::of(state, who, segment, (skill, frame), false);
            if open.frame.contains == Contains::Nothing {
                rows.add_movements(&open);
                continue;
            }
            let (place, strikes) = (rows.open.len(), open.strikes());
            rows.attacks
                .extend(strikes.map(|strike| (place, strike, OnceCell::new())));
            rows.open.push(Open { few: true, ..open });
        }
        rows
    }

    fn add_movements(&mut self, open: &Open<'a>) {
        let around = Surroundings::of(open.state, open.who, open.most, open.gait);
        if let Some(around) = around.filter(|_| open.may_stand()) {
            self.movements.push((open.skill, around));
            return;
        }
        let _ = open.movements(&mut |feat| {
            self.searched.push(feat);
            ControlFlow::Continue(())
        });
    }

    /// Each row with how many places it has.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Row, u32)> + '_ {
        let attacks = self.attacks.iter().enumerate();
        let attacks = attacks.map(|(number, (open, strike, _))| {
            let most = self.open[*open].most_uses(strike);
            (Row::Attack(number), most as u32)
        });
        let movements = self.movements.iter().enumerate();
        let movements =
            movements.map(|(number, (_, around))| (Row::Movement(number), around.count()));
        let searched = (Row::Searched, self.searched.len() as u32);
        attacks.chain(movements).chain([searched])
    }

    /// The use at a place of a row, if there is one.
    pub(crate) fn feat(&self, row: Row, place: u32) -> Option<Feat> {
        match row {
            Row::Movement(number) => {
                let (skill, around) = &self.movements[number];
                Some(movement(*skill, around.place(place)?))
            }
            Row::Searched => self.searched.get(place as usize).cloned(),
            Row::Attack(number) => {
                let (open, strike, uses) = &self.attacks[number];
                let open = &self.open[*open];
                let uses = uses.get_or_init(|| {
                    let mut uses = Vec::new();
                    let _ = open.attacks(strike, &mut |feat| {
                        uses.push(feat);
                        ControlFlow::Continue(())
                    });
                    debug_assert!(uses.len() <= open.most_uses(strike));
                    uses
                });
                uses.get(place as usize).cloned()
            }
        }
    }
}

/// Places, the nearest first.
fn sorted(mut places: Vec<(Cell, i16)>) -> Vec<(Cell, i16)> {
    places.sort_unstable_by_key(|(cell, yards)| (*yards, *cell));
    places
}

/// How far an attack reaches; none where there is no most.
fn reach(state: &State, who: CreatureId, with: With) -> Option<i16> {
    if is_melee(state, with) {
        Some(melee_range_yd(state, who, with))
    } else {
        ranges(state, who, with).1
    }
}

/// For how many yards places are looked for that bring somebody into reach: where one use is enough, for hardly more than the way must be
/// long before for all that there are; none where no way may be long enough, whatever lies in it.
fn budgets(gap: i16, reach: i16, most: i16, first: bool) -> SmallVec<[i16; 3]> {
    let least = gap.saturating_sub(reach).max(1);
    if least > most {
        return SmallVec::new();
    }
    let sparing = [least, least.saturating_add(least / 4 + 2)].into_iter();
    let sparing = sparing.filter(|some| first && *some < most);
    sparing.chain([most]).collect()
}

/// As [`check`] where it is known that the way is open and how long it is.
fn of_known_way(
    state: &State,
    who: CreatureId,
    (feat, frame): (&Feat, &Frame),
    (from, yards, segment): (Cell, i16, Segment),
) -> Result<(), Refusal> {
    if yards < frame.least {
        return Err(against(feat.skill, "{} covers more than that"));
    }
    contained(state, who, (feat, frame), (from, segment))?;
    dives(state, who, (feat.skill, feat.strike.as_ref()), from)
}

/// What a skill's attack could be made with, the mount's attacks included.
fn means(state: &State, who: CreatureId) -> impl Iterator<Item = With> + '_ {
    let mounts = state.sheet(who).natural.iter().enumerate();
    let mounts = mounts
        .filter(|(_, weapon)| weapon.mounted && weapon.melee.is_some())
        .map(|(index, _)| With::Melee(Arm::Natural(index as u8)));
    strike::means_of(state, who).chain(mounts)
}

/// Whether any skill can be used in a segment (`round/applicable-segment`).
#[must_use]
pub(crate) fn any(state: &State, who: CreatureId, segment: Segment) -> bool {
    let mut all = Wanted {
        movements: true,
        attacks: &mut |_| true,
        first: true,
    };
    wanted(state, who, segment, &mut all, &mut |_| {
        ControlFlow::Break(())
    })
    .is_break()
}

/// Whether any skill can be used in a segment that does not attack those alone who fight no more (`round/applicable-segment`).
#[must_use]
pub(crate) fn any_but_on_fallen(state: &State, who: CreatureId, segment: Segment) -> bool {
    let mut all = Wanted {
        movements: true,
        attacks: &mut |strike| active(state, strike.target),
        first: true,
    };
    wanted(state, who, segment, &mut all, &mut |_| {
        ControlFlow::Break(())
    })
    .is_break()
}

/// Whether any skill with an attack on somebody who still fights can be used in a segment (`segments/selection-commits`).
#[must_use]
pub(crate) fn any_attack(state: &State, who: CreatureId, segment: Segment) -> bool {
    let mut attacks = Wanted {
        movements: false,
        attacks: &mut |strike| active(state, strike.target),
        first: true,
    };
    wanted(state, who, segment, &mut attacks, &mut |_| {
        ControlFlow::Break(())
    })
    .is_break()
}
