//! What things are like, in words.

use affray_kernel::notation::word_of;
use affray_kernel::prose::{count, side_by_side, with_sign};

use super::{Armor, Gear, ItemKind, Material, Melee, Ranged, Shield, ShieldSize, Weapon};

impl ItemKind {
    /// What it does for whoever has it, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Weapon(weapon) => weapon.in_words(),
            Self::Armor(armor) => armor.in_words(),
            Self::Shield(shield) => shield.in_words(),
            Self::Gear(gear) => gear.in_words(),
        }
    }
}

impl Weapon {
    fn in_words(&self) -> String {
        let kind = self.kind.name();
        let melee = self.melee.map(|melee| melee.in_words(kind));
        let ranged = self.ranged.map(|ranged| ranged.in_words(kind));
        side_by_side([
            Some(self.class.name().to_owned()),
            hands(self.hands),
            melee,
            ranged,
            strength(self.structural, self.material),
            said(self.surprise, "fit for surprise attacks"),
            said(
                self.carry_over,
                "an attack may go on in later segments and rounds",
            ),
            said(self.siege, "always strains what averts it"),
            self.least_size
                .map(|least| format!("for those of size {} or more", least.name())),
            said(self.mounted, "of the mount"),
        ])
    }
}

impl Melee {
    fn in_words(self, kind: &str) -> String {
        side_by_side([
            Some(format!("hand to hand {} {kind} damage", self.damage)),
            added(self.hit, "to the target score"),
            added(self.reach, "yd of reach"),
            usage(self.usage),
        ])
    }
}

impl Ranged {
    fn in_words(self, kind: &str) -> String {
        let way = if self.thrown { "thrown" } else { "shot" };
        let reload = i32::from(self.reload);
        side_by_side([
            Some(format!("{way} {} {kind} damage", self.damage)),
            added(self.hit, "to the target score"),
            Some(format!("nominal range {} yd", self.range_yd)),
            self.max_yd.map(|yards| format!("at most {yards} yd")),
            usage(self.usage),
            (reload > 0).then(|| format!("{} to reload", count(reload, "action"))),
            said(self.no_melee, "of no use while engaged"),
        ])
    }
}

impl Armor {
    fn in_words(&self) -> String {
        let ratings = self.ratings.in_words();
        side_by_side([
            (!ratings.is_empty()).then(|| format!("ratings of {ratings}")),
            move_rate(self.move_yd),
            added(self.move_skills, "to move-related skills"),
            said(self.full_coverage, "leaves no vitals open"),
        ])
    }
}

impl Shield {
    fn in_words(&self) -> String {
        let size = match self.size {
            ShieldSize::Small => "Small",
            ShieldSize::Medium => "Medium",
            ShieldSize::Large => "Large",
        };
        side_by_side([
            Some(size.to_owned()),
            added(self.size.block(), "to Block"),
            move_rate(self.move_yd),
            strength(self.structural, self.material),
        ])
    }
}

impl Gear {
    fn in_words(&self) -> String {
        let heals = self.heals.as_ref();
        side_by_side([
            hands(self.hands),
            heals.map(|dice| format!("drinking it heals {dice} hits")),
        ])
    }
}

fn said(holds: bool, words: &str) -> Option<String> {
    holds.then(|| words.to_owned())
}

fn hands(hands: u8) -> Option<String> {
    (hands > 0).then(|| count(hands.into(), "hand"))
}

/// The usage time of an attack; one action is usual.
fn usage(actions: u8) -> Option<String> {
    (actions > 1).then(|| format!("usage time {}", count(actions.into(), "action")))
}

fn strength(structural: i16, material: Material) -> Option<String> {
    let material = word_of(&material).unwrap_or_default();
    (structural > 0).then(|| format!("of {material} with structural strength {structural}"))
}

fn move_rate(yards: i16) -> Option<String> {
    added(yards, "yd to the move rate")
}

/// A number that is added somewhere; nothing of 0.
fn added(number: i16, to: &str) -> Option<String> {
    (number != 0).then(|| format!("{} {to}", with_sign(number.into())))
}

#[cfg(test)]
mod tests {
    use crate::notation::sample::fight;

    /// The words for a thing of the sample fight.
    fn thing(name: &str) -> String {
        let state = fight();
        let mut kinds = state.cast.kinds.iter();
        let kind = kinds.find(|kind| kind.name() == name);
        kind.expect("such a thing").in_words()
    }

    #[test]
    fn a_thing_says_what_it_is_good_for() {
        assert_eq!(
            thing("arming sword"),
            "Medium, 1 hand, hand to hand 2d6+5 Impact damage, of steel with structural strength 13"
        );
        assert_eq!(
            thing("medium shield"),
            "Medium, of wood with structural strength 14"
        );
        assert_eq!(
            thing("leather"),
            "ratings of 2 Physical, 3 Impact and 1 Elemental, −1 yd to the move rate, −1 to move-related skills"
        );
        assert_eq!(thing("potion"), "1 hand, drinking it heals 2d6 hits");
        let crossbow = thing("light crossbow");
        for part in [
            "shot 2d8+4 Impact damage",
            "nominal range 25 yd",
            "1 action to reload",
            "fit for surprise attacks",
        ] {
            assert!(crossbow.contains(part), "{crossbow}");
        }
    }
}
