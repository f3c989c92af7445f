//! What a fight came to.

use affray_kernel::account::{Account, Fall, Ledger, account};
use affray_kernel::fight::DiceMode;
use affray_kernel::tape::Simple;
use affray_kernel::{CreatureId, System};

use crate::brawl::{Act, Brawl};
use crate::{ANN, ORC, fight, first_turn, rolled, submit};

#[test]
fn harm_is_put_down_to_whoever_does_it() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    rolled(&mut fight, &[15]);
    submit(&mut fight, ORC, Act::Parry);
    rolled(&mut fight, &[3]);
    rolled(&mut fight, &[4, 5]);
    let Account {
        falls,
        heaviest,
        ledgers,
    } = account::<Brawl>(fight.start(), fight.entries(), None, Vec::new());
    assert_eq!(falls, []);
    let blow = heaviest.expect("a blow");
    assert_eq!((blow.by, blow.on, blow.points), (ANN, ORC, 9));
    let of = |who: CreatureId| &ledgers[who.index()];
    assert_eq!((of(ANN).dealt, of(ANN).taken), (9, 0));
    assert_eq!((of(ORC).dealt, of(ORC).taken), (0, 9));
    for unknown in [ANN, ORC] {
        let seen = account::<Brawl>(fight.start(), fight.entries(), None, vec![unknown]);
        assert_eq!(seen.heaviest, None);
        assert_eq!(seen.ledgers[ANN.index()].dealt, 0);
    }
}

#[test]
fn everybody_who_is_down_at_the_end_has_fallen() {
    let mut fight = fight(4);
    fight.set_dice(DiceMode::Virtual);
    while fight.advance(&mut Simple).expect("a fight that goes on") {}
    let came = account::<Brawl>(fight.start(), fight.entries(), None, Vec::new());
    let down = (0..Brawl::count(fight.state()))
        .filter(|index| !Brawl::takes_part(fight.state(), CreatureId::at(*index)));
    let fallen = |fall: &&Fall| fall.rose.is_none();
    assert_eq!(came.falls.iter().filter(fallen).count(), down.count());
    let sum = |of: fn(&Ledger) -> i32| -> i32 { came.ledgers.iter().map(of).sum() };
    assert!(sum(|ledger| ledger.dealt) > 0);
    assert!(sum(|ledger| ledger.dealt) <= sum(|ledger| ledger.taken));
    let heaviest = came.heaviest.expect("a blow");
    assert!(!heaviest.time.is_empty() && heaviest.by != heaviest.on);
}
