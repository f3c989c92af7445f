//! Those who answer in the middle of an act may look back on it: at what it began with and what it has had of dice and answers.

use affray_kernel::fight::Fight;
use affray_kernel::silent::play_out;
use affray_kernel::tape::{Answers, Beyond, Need, People, Simple, Stop, Tape, UnderWay};
use affray_kernel::{Ask, CreatureId, Scene, System};

use crate::brawl::{Act, Brawl, State};
use crate::fight;

/// A bot that looks at the act under way, and what it has seen: whose act it was and how many draws it had had.
#[derive(Default)]
struct Looking {
    seen: Vec<(Option<CreatureId>, usize)>,
}

impl Answers<Brawl> for Looking {
    fn answer(&mut self, state: &State, ask: &Ask<Brawl>) -> Option<Act> {
        Brawl::simple(state, ask)
    }

    fn looks_back(&self) -> bool {
        true
    }

    fn answer_within(
        &mut self,
        state: &State,
        ask: &Ask<Brawl>,
        under_way: &UnderWay<'_, Brawl>,
    ) -> Option<Act> {
        leads_to(under_way, state, ask);
        self.seen.push((under_way.who, under_way.draws.len()));
        self.answer(state, ask)
    }
}

/// The act under way comes to the question and the state in which it is asked, and has no draw that is not needed for that.
fn leads_to(under_way: &UnderWay<'_, Brawl>, state: &State, ask: &Ask<Brawl>) {
    let mut before = under_way.state.clone();
    let mut nobody = People;
    let mut tape = Tape::new(under_way.draws.to_vec(), Beyond::Nothing, &mut nobody);
    let mut scene = Scene::new(&mut before, &mut tape, None);
    let stopped = Brawl::resolve(&mut scene, under_way.who, under_way.act);
    assert_eq!(stopped, Err(Stop::Need));
    assert!(!tape.left_over());
    let Some(Need::Acts(asks)) = tape.need() else {
        panic!("an answer is missing");
    };
    assert!(asks.contains(ask));
    assert_eq!(&before, state);
}

#[test]
fn a_fight_that_is_played_out_goes_the_same_way_for_who_looks_back() {
    for number in 0..20 {
        let mut looking = Looking::default();
        let (mut seen, mut unseen) = (fight(5).state().clone(), fight(5).state().clone());
        let end = play_out::<Brawl>(&mut seen, 5, number, &mut looking, 400);
        assert_eq!(
            end,
            play_out::<Brawl>(&mut unseen, 5, number, &mut Simple, 400)
        );
        assert_eq!(seen, unseen);
        let of_nobody = looking.seen.iter().filter(|(who, _)| who.is_none());
        let later = looking.seen.iter().filter(|(_, draws)| *draws > 0);
        assert!(of_nobody.count() > 0 && later.count() > 0);
    }
}

#[test]
fn so_does_one_with_a_journal() {
    let played = |answers: &mut dyn Answers<Brawl>| {
        let mut fight: Fight<Brawl> = fight(31);
        for _ in 0..60 {
            if !fight.advance(answers).expect("it goes on") {
                break;
            }
        }
        fight.entries().to_vec()
    };
    let mut looking = Looking::default();
    assert_eq!(played(&mut looking), played(&mut Simple));
    assert!(looking.seen.iter().any(|(who, _)| who.is_some()));
}
