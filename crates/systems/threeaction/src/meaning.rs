//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::meaning::Meaning;
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Maneuver, Target, Window};
use super::ids::rule;
use super::rules::falling::can_grab;
use super::state::{Mode, Phase, State};

/// The rule by which somebody is asked.
pub(crate) fn asked_by(state: &State, who: CreatureId, window: &Window) -> RuleId {
    match *window {
        Window::Turn => match state.clock.phase {
            Phase::Turn { who: active, .. } if active != who => rule!("command/simultaneous-turn"),
            _ => rule!("turns/three-actions"),
        },
        Window::Enter(_) => rule!("turns/delay-reentry"),
        Window::Readied(_) => rule!("readied-action/window"),
        // Whoever breaks through ice has nothing else to catch hold of.
        Window::Fall { dc } if can_grab(state, who) == Some(dc) => rule!("falling/grab-reaction"),
        Window::Fall { .. } => rule!("thin-ice/breaking"),
        Window::PushDistance { .. } => rule!("push/critical"),
        Window::PushDirection { .. } => rule!("push/direction"),
        Window::DisarmCritical { .. } => rule!("disarm/critical"),
        Window::Lock { .. } => rule!("grappled/arm"),
        Window::Place { by, .. } => by,
    }
}

/// The parts of a Spell that Energy is put into, as they are typed and as they are read.
const ENERGY: &[(&str, &str)] = &[
    (" effect ", " with Energy: Effect "),
    (" range ", ", Range "),
    (" duration ", ", Duration "),
    (" area ", ", Area "),
];

/// How the Energy is read that an act puts into a Spell.
const fn energy_of(act: &Act) -> &'static [(&'static str, &'static str)] {
    match act {
        Act::Cast { .. } => ENERGY,
        _ => &[],
    }
}

/// What strikes that is no weapon, as it is typed and as it is read.
const BARE: &[(&str, &str)] = &[(" with unarmed", " unarmed")];

/// What an act means that answers in a window.
pub(crate) fn meaning(state: &State, who: CreatureId, window: &Window, act: &Act) -> Meaning {
    let of = Meaning::of;
    match act {
        Act::Strike { target: Target::Ice(_), .. } => of(rule!("thin-ice/hp"), "Strikes at the ice of a square: whoever stands on it falls in when it breaks."),
        Act::Strike { target: Target::Square(_), .. } | Act::Shoot { target: Target::Square(_), .. } => of(rule!("hidden/declare-square"), "Attacks whoever is Hidden to you in a square, with Disadvantage. If nobody is, it misses whatever the dice show, and a miss does not tell which it was.").within(BARE),
        Act::Strike { .. } => of(rule!("melee-attack/definition"), "Strikes at one target within Reach. A d20 and the attack bonus against its Physical Defense: a hit deals the weapon's Damage.").within(BARE),
        Act::Shoot { .. } => of(rule!("ranged-attack/definition"), "Shoots or throws at one target: a d20 and the attack bonus against its Physical Defense. Distance and a foe within 5 ft make it harder; what is thrown lies there afterwards."),
        Act::Volley { .. } => of(rule!("attack/area-single-roll"), "Attacks everybody within 10 ft of a square, friends too, with one roll against each one's Physical Defense."),
        Act::Maneuver { which, .. } => maneuver(*which).within(BARE),
        Act::Move { mode, .. } => by_mode(*mode),
        Act::PassThrough(_) => of(rule!("move/enemy-square"), "Tries to push through the square of a foe next to you during a Move: opposed attack rolls. If it fails, this Move is over.").instead("pass through", "push through the square of"),
        Act::Stand => of(rule!("move/stand-up"), "Gets up from Prone; there is no movement in it.").instead("stand", "stand up"),
        Act::Jump { afresh: false, .. } => of(rule!("foundations/jump"), "Jumps to a square by a Jump check, over what lies between. Within a Move the check has Disadvantage."),
        Act::Jump { afresh: true, .. } => of(rule!("foundations/jump"), "Jumps to a square by a Jump check, as an Action of its own: the Move ends, and the check is without its Disadvantage."),
        Act::PrepareJump => of(rule!("foundations/jump"), "Takes a run-up: a Jump that follows at once has Advantage.").instead("prepare jump", "prepare for a jump"),
        Act::PushOff(..) => of(rule!("zero-g/push-off-only"), "Pushes off from something within 5 ft: you fly in a straight line and drift on until you meet something."),
        Act::Mount(_) => of(rule!("command/mounts"), "Mounts a willing creature next to you that is at least one Size larger."),
        Act::Dismount(_) => of(rule!("command/mounts"), "Gets off the mount, into a free square next to it."),
        Act::Cast { .. } => of(rule!("cast/action"), "Casts a Spell. More Energy in Range, Duration or Area carries it farther, longer or wider; a Spell that attacks rolls a d20 against a Defense of whoever it meets.").within(ENERGY),
        Act::Control(..) => of(rule!("control/action"), "Directs a Spell of yours that was cast on an earlier Turn; each only once a Turn.").instead("control", "direct running Spell"),
        Act::Command(_) => of(rule!("command/action"), "Lets a creature that obeys you take its Turn along with yours: its own Actions, in any order with yours. Once a Round."),
        Act::Focus => of(rule!("focus/amount"), "Regains Energy: a third of ESS plus Level.").instead("focus", "focus: regain Energy"),
        Act::Dodge => of(rule!("dodge/action"), "The next Attack on you has Disadvantage. Dodging twice covers two Attacks."),
        Act::Ready(readied, _) => of(rule!("readied-action/cost"), "Prepares one Action, to be carried out when what you name happens before your next Turn.").within(energy_of(readied)),
        Act::Sneak => of(rule!("foundations/sneak"), "Hides from all who see you badly or around Cover, if your roll reaches their Mental Defense: they then have to guess your square."),
        Act::Investigate => of(rule!("foundations/investigate"), "Looks for creatures that are Hidden from you, by a roll against how well they sneaked.").instead("investigate", "look for the hidden"),
        Act::Medicine(_) => of(rule!("foundations/medicine"), "Stops the Bleeding of somebody within Reach, by a check against 15.").instead("medicine on", "stop the bleeding of"),
        Act::Intimidate(_) => of(rule!("use-skill/intimidate"), "Frightens somebody within 30 ft: a roll against its Mental Defense leaves it Shaken for a Round."),
        Act::Escape(free) if *free == who => of(rule!("entangled/no-move"), "Tries to get out of what holds you fast, by a check with STR.").instead("escape", "break free"),
        Act::Escape(_) => of(rule!("entangled/no-move"), "Tries to get a neighbour out of what holds it fast, by a check with STR.").instead("free", "pull free"),
        Act::Stabilize => of(rule!("zero-g/stabilize"), "Stops tumbling: the Disadvantage on your Attacks ends.").instead("stabilize", "stop tumbling"),
        Act::RollOnGround => of(rule!("on-fire/roll"), "Drops Prone and puts out the fire that burns you."),
        Act::Choke(_) => of(rule!("grappling/choke"), "Keeps whoever you grapple from breathing until your next Turn."),
        Act::Draw(_) => of(rule!("using-actions/draw-weapon"), "Takes something you carry into the hands."),
        Act::Stow(_) => of(rule!("using-actions/interact"), "Puts away what you hold, which frees the hands."),
        Act::PickUp(_) => of(rule!("using-actions/interact"), "Picks up something from your own or a neighbouring square."),
        Act::Reload(_) => of(rule!("ranged-attack/reload"), "Takes one step of loading the weapon; some need several before they shoot again."),
        Act::Give(..) => of(rule!("using-actions/interact"), "Hands something to a neighbour who has a hand free."),
        Act::Door(_, _, true) => of(rule!("using-actions/interact"), "Opens a door next to you.").instead("open door", "open the door between"),
        Act::Door(_, _, false) => of(rule!("using-actions/interact"), "Closes a door next to you.").instead("close door", "close the door between"),
        Act::Light(_, true) => of(rule!("light/sources"), "Lights it: what is around can be seen."),
        Act::Light(_, false) => of(rule!("light/sources"), "Puts the light out."),
        Act::Work(_) => of(rule!("using-actions/longer-tasks"), "Spends an Action on a task of the scene that takes several."),
        Act::Interact(_) => of(rule!("using-actions/interact"), "Handles something in a way that has no effect of its own in the rules."),
        Act::Drop(_) => of(rule!("free-actions/drop-item"), "Lets it fall into your own square."),
        Act::Grip(..) => of(rule!("free-actions/adjust-grip"), "Holds it in one hand or in two: what takes two hands is of use in two alone."),
        Act::DropProne => of(rule!("free-actions/fall-prone"), "Lies down: Ranged Attacks on you have Disadvantage, but Melee Attacks Advantage and your own Disadvantage. Getting up takes an Action."),
        Act::Release(_) => of(rule!("grappling/release"), "Lets go of whoever you grapple."),
        Act::Delay => of(rule!("turns/delay-decision"), "Waits with the whole Turn: you may take it after any other creature's Turn, and keep that place in the order.").instead("delay", "delay the Turn"),
        Act::EndTurn => of(rule!("turns/three-actions"), "Ends the Turn; Actions that are left are lost."),
        Act::Flee => of(rule!("foundations/combat-end"), "Leaves the fight for good at the edge of the map: an Action, unless a Move takes you there and goes on."),
        Act::Surrender => of(rule!("foundations/combat-end"), "Gives up: the fight is over for you."),
        Act::Pass => pass(window),
        Act::Enter => of(rule!("turns/delay-reentry"), "Takes the delayed Turn now, a whole one, and keeps this place in the order.").instead("enter", "take the Turn now"),
        Act::Trigger(readied) => of(rule!("readied-action/timing"), "Carries out what was readied, before what has set it off goes on.").instead("trigger", "carry it out:").within(energy_of(readied)),
        Act::Grab if asked_by(state, who, window) == rule!("thin-ice/breaking") => of(rule!("thin-ice/breaking"), "Tries to climb out onto firm ground at once by a Climb check; takes the Reaction.").instead("grab", "climb out"),
        Act::Grab => of(rule!("falling/grab-reaction"), "Tries to catch hold with a Climb check instead of falling; takes the Reaction.").instead("grab", "catch hold"),
        Act::Feet(_) => of(rule!("push/critical"), "Pushes it so far; you follow and stay next to it.").instead("", "push "),
        Act::Square(_) => square(window),
        Act::Take => of(rule!("disarm/critical"), "Takes it from the foe into a free hand of yours.").instead("take", "take it"),
        Act::Lock(_) => of(rule!("grappled/arm"), "This arm is caught in the grapple: it cannot be used until the grapple ends.").instead("lock", "hold on with"),
        Act::LockHand => of(rule!("grappled/arm"), "The empty hand is caught in the grapple; weapons in the other stay free.").instead("lock hand", "hold on with an empty hand"),
        Act::RollInitiative | Act::NextTurn | Act::AfterTurn => of(rule!("rounds/sequence"), "Happens by itself."),
    }
}

const fn maneuver(which: Maneuver) -> Meaning {
    let of = Meaning::of;
    match which {
        Maneuver::Break(_) => of(
            rule!("break/success"),
            "Attacks something the foe holds or wears instead of the foe: opposed attack rolls, and the Damage goes to that thing.",
        ),
        Maneuver::Disarm(_) => of(
            rule!("disarm/success"),
            "Makes the foe drop it: opposed attack rolls. With a Critical Success you may take it or fling it away.",
        ),
        Maneuver::Feint => of(
            rule!("feint/success"),
            "Misleads the foe: an attack roll against its Mental Defense leaves it Flat Footed against you for the rest of the Turn, so your Attacks have Advantage.",
        ),
        Maneuver::Grapple => of(
            rule!("grapple/success"),
            "Takes hold of the foe: opposed attack rolls. It can hardly move and is Flat Footed to you, and each of you has an arm less.",
        ),
        Maneuver::Push => of(
            rule!("push/success"),
            "Drives the foe 5 ft back, up to 15 ft with a Critical Success: opposed attack rolls. Walls hurt, and ledges let it fall.",
        ),
        Maneuver::Trip => of(
            rule!("trip/success"),
            "Throws the foe down: opposed attack rolls. Prone, it fights badly and needs an Action to get up.",
        ),
    }
}

const fn by_mode(mode: Mode) -> Meaning {
    let of = Meaning::of;
    match mode {
        Mode::Run => of(
            rule!("move/action"),
            "Goes up to Speed, at once or bit by bit; what is left of a Move is lost when you do something else. Difficult ground costs double.",
        ),
        Mode::Crawl => of(rule!("crawling/distance"), "Creeps 5 ft and stays Prone."),
        Mode::Swim => of(
            rule!("swimming/skill"),
            "Swims half your Speed by a Swim check; whoever fails sinks.",
        ),
        Mode::Climb => of(
            rule!("climbing/skill"),
            "Climbs half your Speed by a Climb check; whoever fails falls.",
        ),
        Mode::Fly => of(
            rule!("flying/speed"),
            "Flies up to twice your Speed; whoever stays in the air has to go on flying each Turn.",
        ),
        Mode::Burrow => of(
            rule!("burrowing/move"),
            "Digs through soft ground and leaves a tunnel for a Round.",
        ),
    }
}

const fn pass(window: &Window) -> Meaning {
    let of = Meaning::of;
    match window {
        Window::Enter(_) => of(
            rule!("turns/delay-past-round"),
            "Goes on waiting with the Turn.",
        )
        .instead("pass", "go on waiting"),
        Window::Readied(_) => of(
            rule!("readied-action/decline"),
            "Does not carry it out now; it stays ready for the next occasion.",
        )
        .instead("pass", "keep it ready"),
        Window::Fall { .. } => of(
            rule!("falling/grab-reaction"),
            "Does nothing against the fall, and keeps the Reaction.",
        )
        .instead("pass", "fall"),
        _ => of(rule!("reactions/trigger"), "Does nothing.").instead("pass", "do nothing"),
    }
}

const fn square(window: &Window) -> Meaning {
    let of = Meaning::of;
    match window {
        Window::PushDirection { .. } => {
            of(rule!("push/direction"), "Pushes it this way.").instead("square", "push toward")
        }
        Window::DisarmCritical { .. } => of(
            rule!("disarm/critical"),
            "Flings it away to that square; in the foe's own square it is left where it falls.",
        )
        .instead("square", "let it land at"),
        _ => of(rule!("move/end-in-occupied-square"), "Goes to that square.")
            .instead("square", "step to"),
    }
}

/// What the Spell does that an act casts or controls.
pub(crate) fn magic(state: &State, act: &Act) -> Option<String> {
    let spell = match act {
        Act::Cast { spell, .. } => *spell,
        Act::Control(number, _) => {
            let mut running = state.spells.iter();
            running.find(|running| running.number == *number)?.spell
        }
        Act::Ready(readied, _) => return magic(state, readied),
        _ => return None,
    };
    let spell = state.cast.spells.get(usize::from(spell.0))?;
    Some(spell.in_words())
}
