//! The kernel on its own, proved with a tiny combat system.

mod accounts;
mod brawl;
mod chances;
mod corrections;
mod examples;
mod fights;
mod journals;
mod looking_back;
mod undoing;

use affray_kernel::content::Source;
use affray_kernel::dice::Faces;
use affray_kernel::fight::{DiceMode, Fight, Rejected, Standing};
use affray_kernel::tape::People;
use affray_kernel::{CreatureId, System};
use brawl::{Act, Brawl, Guard, Setup};

const ANN: CreatureId = CreatureId(0);
const BOB: CreatureId = CreatureId(1);
const ORC: CreatureId = CreatureId(2);
const ELF: CreatureId = CreatureId(3);

const SCENARIO: &str = "
[[fighter]]
name = 'ann'
side = 'heroes'
hp = 12
might = 3
[[fighter]]
name = 'bob'
side = 'heroes'
hp = 9
[[fighter]]
name = 'orc'
side = 'rogues'
hp = 15
might = 1
brave = true
[[fighter]]
name = 'elf'
side = 'rogues'
hp = 7
";

fn setup() -> Setup {
    Brawl::compose(&Source::new("brawl.toml", SCENARIO), &[]).expect("a right scenario")
}

fn fight(seed: u64) -> Fight<Brawl> {
    Fight::new(setup(), seed, 0).expect("a possible fight")
}

/// A fight whose dice people roll, up to the first turn: everybody's guard is high, and the heroes go first.
fn first_turn() -> Fight<Brawl> {
    let mut fight = fight(1);
    fight.set_dice(DiceMode::Real);
    fight.settle(&mut People).expect("it goes on");
    for who in [ANN, BOB, ORC, ELF] {
        submit(&mut fight, who, Act::Guard(Guard::High));
    }
    rolled(&mut fight, &[2]);
    fight
}

fn submit(fight: &mut Fight<Brawl>, who: CreatureId, act: Act) {
    fight.submit(who, act, &mut People).expect("it is legal");
    fight.settle(&mut People).expect("it goes on");
}

fn rolled(fight: &mut Fight<Brawl>, faces: &[u16]) {
    let faces = Faces::try_from(faces).expect("few faces");
    fight.rolled(faces, &mut People).expect("they fit");
    fight.settle(&mut People).expect("it goes on");
}

fn asked(fight: &Fight<Brawl>) -> Vec<CreatureId> {
    match fight.standing() {
        Standing::Acts { must, .. } => must.iter().map(|ask| ask.who).collect(),
        _ => Vec::new(),
    }
}

fn rule_of(rejected: Rejected) -> String {
    match rejected {
        Rejected::Refused(refusal) => Brawl::catalogue().id(refusal.rule).to_owned(),
        other => other.to_string(),
    }
}
