//! The dependence relation of partial-order reduction, as a table: what each visible operation
//! uses, and how. Two steps of different threads are dependent if they use one thing in conflicting
//! ways, or if one of them is global (depends on all). Otherwise they commute.

use crate::End;
use crate::things::Things;
use raceproof_base::{
    Address, Choice, Effect, Machine, Operation, OperationKind, Thing, ThreadId, Use,
};

/// What an operation uses.
pub(crate) enum Uses {
    /// These things; most use one.
    Of([Option<(Thing, Use)>; 3]),
    /// Everything: it is dependent on every other step.
    World,
}

fn one(thing: Thing, how: Use) -> Uses {
    Uses::Of([Some((thing, how)), None, None])
}

fn two(first: (Thing, Use), second: (Thing, Use)) -> Uses {
    Uses::Of([Some(first), Some(second), None])
}

/// The table, of what an operation may use before it is executed: a compare-and-set that fails only
/// reads ([`Step::told`]). Effects beside the operation are the machine's to say.
pub(crate) fn uses(operation: &Operation) -> Uses {
    use OperationKind as Kind;
    let on = operation.on;
    match operation.kind {
        Kind::Lock | Kind::WaitAgain => one(Thing::Monitor(on), Use::Write),
        // It notifies in the thread's own monitor.
        Kind::End => two((Thing::Monitor(on), Use::Write), (Thing::Life(on), Use::Write)),
        Kind::StopWaiting => one(Thing::Waiters(on), Use::Set),
        Kind::Notify | Kind::NotifyAll => one(Thing::Waiters(on), Use::Write),
        Kind::VolatileRead | Kind::Read => one(Thing::Variable(on), Use::Read),
        Kind::VolatileWrite | Kind::Write | Kind::Update => one(Thing::Variable(on), Use::Write),
        Kind::Start => two((Thing::Life(on), Use::Write), (Thing::Interrupt(on), Use::Read)),
        Kind::Join | Kind::Observe => one(Thing::Life(on), Use::Read),
        Kind::Park => one(Thing::Permit(on), Use::Write),
        // A permit is a permit, and so is an interrupt: another one adds nothing.
        Kind::Unpark => two((Thing::Permit(on), Use::Set), (Thing::Life(on), Use::Read)),
        Kind::Interrupt => two((Thing::Interrupt(on), Use::Set), (Thing::Life(on), Use::Read)),
        // That it clears the status is an effect.
        Kind::Interrupted => one(Thing::Interrupt(on), Use::Read),
        Kind::Initialize => one(Thing::Class(on), Use::Write),
        // A fence orders plain accesses, which are no steps; the state of a thread depends on what
        // all threads do.
        Kind::Fence | Kind::Inspect | Kind::Exit => Uses::World,
        Kind::Begin
        | Kind::Wait
        | Kind::Yield
        | Kind::Sleep
        | Kind::Choose
        | Kind::GoOn
        | Kind::ReadClock => Uses::Of([None; 3]),
    }
}

/// Whether an operation may have more than one choice.
pub(crate) fn has_ways(kind: OperationKind) -> bool {
    matches!(kind, OperationKind::Choose | OperationKind::Notify | OperationKind::StopWaiting)
}

/// Whether a thing is used exclusively: its user blocks until the one before has left it.
pub(crate) fn is_handed_over(thing: Thing) -> bool {
    matches!(thing, Thing::Monitor(_) | Thing::Class(_))
}

/// What a step uses.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    /// Each thing once.
    pub(crate) things: Things,
    /// It is dependent on every other step.
    pub(crate) world: bool,
}

impl Footprint {
    /// Each thing once: two ways of using it make a write.
    pub(crate) fn of(uses: impl IntoIterator<Item = (Thing, Use)>, world: bool) -> Self {
        Self { things: Things::of(uses), world }
    }

    /// Whether two steps of different threads are dependent.
    pub(crate) fn conflicts(&self, other: &Footprint) -> bool {
        let alike = |(thing, how): &(Thing, Use)| {
            other.things.iter().any(|(t, h)| t == thing && how.conflicts(*h))
        };
        self.world || other.world || self.things.iter().any(alike)
    }
}

/// Adds what an operation uses, all of it in one way if that is given. Answers whether it uses
/// everything.
fn add_uses(
    operation: &Operation,
    how: Option<Use>,
    into: &mut Vec<(Thing, Use)>,
    name: impl Fn(Thing) -> Thing,
) -> bool {
    let Uses::Of(things) = uses(operation) else { return true };
    into.extend(things.into_iter().flatten().map(|(thing, its)| (name(thing), how.unwrap_or(its))));
    false
}

/// The life that an operation starts, if it does.
fn lives_of(operation: &Operation, name: impl Fn(Thing) -> Thing) -> impl Iterator<Item = Thing> {
    let starts = operation.kind == OperationKind::Start;
    starts.then(|| name(Thing::Life(operation.on))).into_iter()
}

/// What an operation will use, as far as can be told before it is executed.
pub(crate) fn potential(operation: &Operation, name: impl Fn(Thing) -> Thing) -> Footprint {
    match uses(operation) {
        Uses::World => Footprint::of([], true),
        Uses::Of(things) => Footprint::of(
            things.into_iter().flatten().map(|(thing, how)| (name(thing), how)),
            false,
        ),
    }
}

/// A choice before it is taken.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) choice: Choice,
    pub(crate) operation: Operation,
    /// What the variable of the operation holds.
    pub(crate) found: u64,
    /// Whether its step has no other operation, in whatever order it is taken
    /// ([`Machine::is_whole`]).
    pub(crate) is_whole: bool,
}

impl Chosen {
    pub(crate) fn of<M: Machine>(machine: &M, choice: Choice) -> Self {
        let operation = machine.operation(choice);
        let (found, is_whole) = (machine.value(operation.on), machine.is_whole(choice));
        Self { choice, operation, found, is_whole }
    }
}

/// An executed step, as far as others depend on it.
pub(crate) struct Step {
    pub(crate) choice: Choice,
    pub(crate) operation: Operation,
    pub(crate) footprint: Footprint,
    /// What the variable of the operation held before.
    pub(crate) found: u64,
    /// If it compares: with what, and which bits.
    pub(crate) compared: Option<(u64, u64)>,
    /// Its blocking operation could also have ended without its condition.
    pub(crate) otherwise: bool,
    /// See [`Chosen::is_whole`].
    pub(crate) is_whole: bool,
    /// The thread was interrupted before.
    pub(crate) interrupted: bool,
    /// What it released.
    pub(crate) left: Vec<Thing>,
    /// The threads whose waiting it ended, each with the object in whose monitor.
    pub(crate) woke: Vec<(ThreadId, Address)>,
    /// The threads it started.
    pub(crate) started: Vec<ThreadId>,
    /// Their lives, as things.
    pub(crate) lives: Vec<Thing>,
    /// The life of its thread, if that ends with it.
    pub(crate) ended: Option<Thing>,
    /// The lives of the threads that it joined beside that of its operation.
    pub(crate) joined_on: Vec<Thing>,
}

/// Why a partial-order reduction stops before it is done.
pub(crate) enum Stop {
    End(End),
    /// The dependence relation is too small for this program: the search is to begin anew.
    Finer(Matters),
}

/// Dependence that most programs do not need.
#[derive(Clone, Copy)]
pub(crate) enum Matters {
    /// Of steps that let time pass: the program reads the clock.
    Clock,
    /// Of global steps: there are some.
    World,
    /// Of what a step releases: some steps are several operations, which go on or stop at what
    /// others have released or not.
    Released,
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Self::End(end)
    }
}

/// Uses of the clock. In programs that never read it, as most, these do not depend on each other.
#[derive(Clone, Copy, Default)]
pub(crate) struct Clock {
    matters: bool,
    read: bool,
    moved: bool,
}

impl Clock {
    pub(crate) fn new(matters: bool) -> Self {
        Self { matters, ..Self::default() }
    }

    fn is_used(&mut self, how: Use, uses: &mut Vec<(Thing, Use)>) -> Result<(), Stop> {
        self.moved |= how == Use::Set;
        if self.matters {
            uses.push((Thing::Clock, how));
        } else if self.read && self.moved {
            return Err(Stop::Finer(Matters::Clock));
        }
        Ok(())
    }
}

impl Step {
    /// Of an operation taken by a choice, and its effects; `name` gives things their names.
    pub(crate) fn told(
        Chosen { choice, operation, found, is_whole }: Chosen,
        effects: &[Effect],
        clock: &mut Clock,
        name: impl Fn(Thing) -> Thing,
    ) -> Result<Self, Stop> {
        let footprint = potential(&operation, &name);
        let (compared, otherwise, interrupted) = (None, false, false);
        let (left, woke, started) = (Vec::new(), Vec::new(), Vec::new());
        let lives = lives_of(&operation, &name).collect();
        let ends = operation.kind == OperationKind::End;
        let ended = ends.then(|| name(Thing::Life(operation.on)));
        let mut step = Self {
            choice,
            operation,
            footprint,
            found,
            compared,
            otherwise,
            is_whole,
            interrupted,
            left,
            woke,
            started,
            lives,
            ended,
            joined_on: Vec::new(),
        };
        let mut uses = Vec::new();
        for effect in effects {
            match *effect {
                Effect::Uses(thing, how) => uses.push((name(thing), how)),
                Effect::Inner(inner) => {
                    step.footprint.world |= add_uses(&inner, None, &mut uses, &name);
                    step.lives.extend(lives_of(&inner, &name));
                }
                Effect::Ended(thread) => {
                    let life = name(Thing::Life(thread));
                    uses.push((life, Use::Write));
                    step.ended = Some(life);
                }
                // Whether it could have gone on is what others decide.
                Effect::Stopped(next) => {
                    step.footprint.world |= add_uses(&next, Some(Use::Read), &mut uses, &name);
                }
                Effect::JoinedOn(thread) => step.joined_on.push(name(Thing::Life(thread))),
                Effect::Left(thing) => step.left.push(name(thing)),
                Effect::Woke { thread, object } => step.woke.push((thread, object)),
                Effect::Started(thread) => step.started.push(thread),
                Effect::Compared { variable, expected, bytes } if variable == operation.on => {
                    let mask = u64::MAX >> (64 - 8 * u32::from(bytes.clamp(1, 8)));
                    step.compared = step.compared.or(Some((expected, mask)));
                }
                Effect::Otherwise => step.otherwise = true,
                Effect::Interrupted => step.interrupted = true,
                Effect::TimePassed => clock.is_used(Use::Set, &mut uses)?,
                Effect::SetDeadline => clock.is_used(Use::Read, &mut uses)?,
                Effect::ReadClock => {
                    clock.read = true;
                    clock.is_used(Use::Read, &mut uses)?;
                }
                Effect::Compared { .. } | Effect::Allocated { .. } => {}
            }
        }
        step.correct(uses);
        Ok(step)
    }

    /// Adds what it released to its footprint, as a permit for one who stopped before taking it.
    pub(crate) fn add_released(&mut self) {
        let things = self.footprint.things.iter().copied();
        let released = self.left.iter().map(|thing| (*thing, Use::Set));
        self.footprint = Footprint::of(things.chain(released), self.footprint.world);
    }

    /// Corrects the table's footprint by the outcome, and adds the effects.
    fn correct(&mut self, mut uses: Vec<(Thing, Use)>) {
        let is_corrected =
            matches!(self.operation.kind, OperationKind::Update | OperationKind::Initialize);
        if uses.is_empty() && !is_corrected {
            return;
        }
        let mut things = self.footprint.things.to_vec();
        let fails =
            self.compared.is_some_and(|(expected, mask)| self.found & mask != expected & mask);
        let is_update = self.operation.kind == OperationKind::Update;
        if is_update && (fails || matches!(self.choice, Choice::Spurious(_))) {
            things.iter_mut().for_each(|(_, how)| *how = Use::Read);
        }
        if self.operation.kind == OperationKind::Initialize {
            let class = things[0].0;
            // Another thread had initialised it.
            if uses.contains(&(class, Use::Read)) && !self.left.contains(&class) {
                things[0].1 = Use::Read;
            }
            uses.retain(|(thing, _)| *thing != class);
        }
        self.footprint = Footprint::of(things.into_iter().chain(uses), self.footprint.world);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::Site;

    const X: Thing = Thing::Variable(Address(8));
    const Y: Thing = Thing::Variable(Address(16));
    const CLASS: Thing = Thing::Class(Address(8));

    #[test]
    fn two_ways_of_using_a_thing_make_a_write() {
        use Use::{Read, Set, Write};
        for (ways, how) in [
            (&[Read][..], Read),
            (&[Read, Read], Read),
            (&[Set, Set], Set),
            (&[Read, Set], Write),
            (&[Set, Read], Write),
            (&[Read, Write], Write),
        ] {
            let uses = ways.iter().map(|how| (X, *how)).chain([(Y, Read)]);
            assert_eq!(Footprint::of(uses, false).things[..], [(X, how), (Y, Read)]);
        }
    }

    #[test]
    fn choices_of_data_and_of_who_is_woken_are_several() {
        use OperationKind::{Choose, Join, Lock, Notify, NotifyAll, Park, StopWaiting};
        assert!([Choose, Notify, StopWaiting].into_iter().all(has_ways));
        assert!(![Join, Lock, NotifyAll, Park].into_iter().any(has_ways));
    }

    #[test]
    fn a_global_step_conflicts_with_every_other() {
        let of = |things: &[Thing], world| {
            Footprint::of(things.iter().map(|thing| (*thing, Use::Write)), world)
        };
        let (x, y, world) = (of(&[X], false), of(&[Y], false), of(&[], true));
        assert!(x.conflicts(&x) && !x.conflicts(&y));
        assert!(world.conflicts(&x) && x.conflicts(&world) && world.conflicts(&world));
    }

    /// The footprint of a step on what lies at 8, where five was found, with its effects.
    fn told(
        kind: OperationKind,
        effects: &[Effect],
        clock: &mut Clock,
    ) -> Result<Vec<(Thing, Use)>, Stop> {
        let operation = Operation { kind, on: Address(8), site: Site::NOWHERE };
        let choice = Choice::Run(ThreadId(0));
        let chosen = Chosen { choice, operation, found: 5, is_whole: true };
        let step = Step::told(chosen, effects, clock, |thing| thing)?;
        Ok(step.footprint.things.to_vec())
    }

    #[test]
    fn a_compare_and_set_that_fails_only_reads() {
        let compared = |variable, expected, bytes| {
            let effect = Effect::Compared { variable: Address(variable), expected, bytes };
            let told = told(OperationKind::Update, &[effect], &mut Clock::default());
            told.ok().and_then(|things| things.first().copied())
        };
        let (reads, writes) = (Some((X, Use::Read)), Some((X, Use::Write)));
        assert_eq!([compared(8, 5, 4), compared(8, 6, 4)], [writes, reads]);
        // It is of so many bytes; and another variable's value says nothing of this one.
        assert_eq!([compared(8, 5 + (1 << 32), 4), compared(8, 5 + (1 << 32), 8)], [writes, reads]);
        assert_eq!([compared(8, 5 + (1 << 8), 1), compared(8, 5 + (1 << 8), 2)], [writes, reads]);
        assert_eq!(compared(16, 6, 4), writes);
    }

    #[test]
    fn who_finds_a_class_initialised_only_reads_it() {
        let read = Effect::Uses(CLASS, Use::Read);
        let other = Effect::Uses(Y, Use::Read);
        for (effects, how) in [
            (&[][..], Use::Write),
            (&[read], Use::Read),
            (&[read, Effect::Left(CLASS)], Use::Write),
            (&[read, Effect::Left(Thing::Class(Address(16)))], Use::Read),
            (&[Effect::Left(CLASS)], Use::Write),
        ] {
            let effects = [effects, &[other]].concat();
            let things = told(OperationKind::Initialize, &effects, &mut Clock::default());
            assert_eq!(things.ok(), Some(vec![(CLASS, how), (Y, Use::Read)]));
        }
    }

    #[test]
    fn time_matters_to_those_who_read_the_clock() {
        use Effect::{ReadClock, SetDeadline, TimePassed};
        let told = |effects: &[Effect], matters| {
            told(OperationKind::Sleep, effects, &mut Clock::new(matters)).map_err(|stop| match stop
            {
                Stop::Finer(Matters::Clock) => "begin anew",
                _ => "another reason",
            })
        };
        for effects in [&[TimePassed, SetDeadline][..], &[ReadClock, SetDeadline], &[]] {
            assert_eq!(told(effects, false), Ok(vec![]), "{effects:?}");
        }
        for effects in [[TimePassed, ReadClock], [ReadClock, TimePassed]] {
            assert_eq!(told(&effects, false), Err("begin anew"));
            assert_eq!(told(&effects, true), Ok(vec![(Thing::Clock, Use::Write)]));
        }
        assert_eq!(told(&[TimePassed], true), Ok(vec![(Thing::Clock, Use::Set)]));
        assert_eq!(told(&[SetDeadline], true), Ok(vec![(Thing::Clock, Use::Read)]));
    }
}
