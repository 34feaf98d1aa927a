//! Enabledness: the earlier steps without which a step would have been blocked.

use super::names::Thread;
use super::path::{Done, NONE, Path, Way};
use crate::dependence::Step;
use raceproof_base::{OperationKind, Thing, Use};

/// What a step needs to be enabled.
pub(super) struct Needs {
    /// One of these steps, if there are any.
    enablers: Vec<u32>,
    /// Or the absence of this one: `join` of a thread that was not started does not block.
    pub(super) start: u32,
    /// Whether nothing else can have enabled the step.
    pub(super) sure: bool,
    /// It needs nothing.
    is_free: bool,
}

impl Path {
    /// The last steps that set a thing, back to the one that took it. Answers whether there is no
    /// such one.
    fn setters(&self, thing: Thing, into: &mut Vec<u32>) -> bool {
        let mut at = self.last.get(&thing).copied().unwrap_or(NONE);
        while at != NONE {
            let (event, slot, how) = self.using(at, thing);
            match how {
                Use::Set => into.push(at),
                // One that does so among others may have set it.
                Use::Write if !event.done.step.is_whole => into.push(at),
                Use::Write => return false,
                Use::Read => {}
            }
            at = self.before(event, slot);
        }
        true
    }

    /// The interrupts of a step's thread. It may have been interrupted before the first state: then
    /// it needs none.
    fn needs_of_interrupted(&self, done: &Done, thing: Thing, needs: &mut Needs) {
        let mut interrupts = Vec::new();
        let ever_since = self.setters(thing, &mut interrupts) && done.step.interrupted;
        needs.is_free |= ever_since && interrupts.is_empty();
        needs.sure &= !ever_since || interrupts.is_empty();
        needs.enablers.extend(interrupts);
    }

    /// What a step needs to be enabled.
    pub(super) fn needs(&self, done: &Done) -> Needs {
        let standing = self.standing_of(done.thread);
        let mut needs = Needs { enablers: Vec::new(), start: NONE, sure: true, is_free: false };
        if done.step.otherwise || Way::of(done.step.choice) != Way::Run {
            return needs;
        }
        let things = done.step.footprint.things.iter().map(|(thing, _)| *thing);
        match done.step.operation.kind {
            OperationKind::WaitAgain => {
                needs.enablers.extend((standing.woken_by != NONE).then_some(standing.woken_by));
            }
            OperationKind::Park | OperationKind::StopWaiting => {
                // A thread of before the first state may have been given a permit then.
                needs.sure = standing.steps > 0 && self.was_started(done.thread);
                for thing in things {
                    match thing {
                        Thing::Permit(_) => {
                            self.setters(thing, &mut needs.enablers);
                        }
                        Thing::Interrupt(_) => self.needs_of_interrupted(done, thing, &mut needs),
                        _ => {}
                    }
                }
            }
            OperationKind::Join => self.needs_of_join(done, &mut needs),
            _ => {}
        }
        // What the operations behind it do with interrupts is not told apart.
        needs.sure &= done.step.is_whole;
        needs
    }

    fn needs_of_join(&self, done: &Done, needs: &mut Needs) {
        let (mut has_ended, mut is_interrupted) = (false, false);
        let life = self.names.thing(Thing::Life(done.step.operation.on));
        for (thing, how) in &*done.step.footprint.things {
            match thing {
                Thing::Interrupt(_) => {
                    is_interrupted |= *how == Use::Write;
                    self.needs_of_interrupted(done, *thing, needs);
                }
                Thing::Life(_) if *thing == life => {
                    let end = self.last_that(*thing, |step| step.ended == Some(*thing));
                    let start = self.last_that(*thing, |step| step.lives.contains(thing));
                    needs.start = start.unwrap_or(NONE);
                    needs.enablers.extend(end);
                    has_ended = end.is_some();
                }
                _ => {}
            }
        }
        // `join` of a thread that was not started does not block, interrupted or not.
        if !has_ended && !is_interrupted {
            needs.enablers.clear();
        }
    }

    /// The last step like this that used a thing.
    pub(super) fn last_that(&self, thing: Thing, is_it: impl Fn(&Step) -> bool) -> Option<u32> {
        let mut at = self.last.get(&thing).copied().unwrap_or(NONE);
        while at != NONE {
            let (event, slot, _) = self.using(at, thing);
            if is_it(&event.done.step) {
                return Some(at);
            }
            at = self.before(event, slot);
        }
        None
    }

    fn was_started(&self, thread: Thread) -> bool {
        self.events.iter().any(|event| event.done.started.contains(&thread))
    }

    /// Whether a step would still be enabled without another one and all that happens after that.
    pub(super) fn is_possible_without(&self, first: u32, needs: &Needs) -> bool {
        let stays = |enabler: &u32| !self.happens_before(first, *enabler);
        let not_started = needs.start != NONE && self.happens_before(first, needs.start);
        needs.is_free
            || not_started
            || needs.enablers.is_empty()
            || needs.enablers.iter().any(stays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependence::Footprint;
    use raceproof_base::{Address, Choice, Operation, Site, ThreadId};

    const PERMIT: Thing = Thing::Permit(Address(8));
    const INTERRUPT: Thing = Thing::Interrupt(Address(8));
    const LIFE: Thing = Thing::Life(Address(8));
    const OTHER: Thing = Thing::Variable(Address(16));

    /// A step that uses things. Threads 0 and 1 are of before the first state.
    fn step(path: &Path, thread: Thread, kind: OperationKind, things: &[(Thing, Use)]) -> Done {
        let choice = Choice::Run(ThreadId(thread));
        let step = Step {
            choice,
            operation: Operation { kind, on: Address(8), site: Site::NOWHERE },
            footprint: Footprint::of(things.iter().copied(), false),
            found: 0,
            compared: None,
            otherwise: false,
            is_whole: true,
            interrupted: false,
            left: Vec::new(),
            woke: Vec::new(),
            started: Vec::new(),
            lives: if kind == OperationKind::Start { vec![LIFE] } else { Vec::new() },
            ended: (kind == OperationKind::End).then_some(LIFE),
            joined_on: Vec::new(),
        };
        let point = path.names.point();
        Done { thread, step, woke: Vec::new(), started: Vec::new(), point, waits: None }
    }

    /// A path of these steps.
    fn path(steps: &[(Thread, OperationKind, &[(Thing, Use)])]) -> Path {
        let mut path = Path::new();
        for (thread, kind, things) in steps {
            let step = step(&path, *thread, *kind, things);
            path.push(step);
        }
        path
    }

    /// The same, where the first step of thread 0 starts thread 2, which begins.
    fn started(steps: &[(Thread, OperationKind, &[(Thing, Use)])]) -> Path {
        let mut path = Path::new();
        let mut start = step(&path, 0, OperationKind::Start, &[(LIFE, Use::Write)]);
        start.started = vec![2];
        path.push(start);
        let all = [&[(2, OperationKind::Begin, &[][..])], steps].concat();
        for (thread, kind, things) in all {
            let step = step(&path, thread, kind, things);
            path.push(step);
        }
        path
    }

    /// The steps that enable one, whether nothing else can have, and without which single steps of
    /// the path it would still be enabled.
    fn needs(path: &Path, done: &Done) -> (Vec<u32>, bool, Vec<u32>) {
        let needs = path.needs(done);
        let without = (0..path.len() as u32).filter(|at| path.is_possible_without(*at, &needs));
        let without = without.collect();
        (needs.enablers, needs.sure, without)
    }

    use OperationKind::{End, Interrupt, Interrupted, Join, Park, Read, StopWaiting, WaitAgain};
    use OperationKind::{Start, Unpark};
    use Use::{Set, Write};

    #[test]
    fn park_needs_one_of_the_permits_since_the_last_was_taken() {
        let permit = &[(PERMIT, Set)][..];
        let taken = &[(PERMIT, Write)][..];
        let path = started(&[
            (1, Unpark, permit),
            (2, Park, taken),
            (0, Unpark, permit),
            (1, Unpark, permit),
        ]);
        let park = step(&path, 2, Park, &[(OTHER, Write), (PERMIT, Write)]);
        // Either is enough; both come after all that was before the last park.
        assert_eq!(needs(&path, &park), (vec![5, 4], true, vec![4, 5]));
        // One alone is needed, and what it comes after.
        let path = started(&[(0, Read, &[]), (0, Unpark, permit), (1, Read, &[])]);
        let park = step(&path, 2, Park, taken);
        assert_eq!(needs(&path, &park), (vec![3], true, vec![1, 4]));
        // Without any, something else gave it.
        let path = started(&[(1, Read, &[])]);
        assert_eq!(needs(&path, &step(&path, 2, Park, taken)), (vec![], true, vec![0, 1, 2]));
    }

    /// What happened before the first state is not on the path: a thread of then may have had a
    /// permit.
    #[test]
    fn who_parks_first_or_was_not_started_may_have_had_a_permit() {
        let is_sure = |path: &Path, thread| {
            let park = step(path, thread, Park, &[(PERMIT, Write)]);
            needs(path, &park).1
        };
        let permit = (1, Unpark, &[(PERMIT, Set)][..]);
        assert!(!is_sure(&path(&[permit]), 0));
        assert!(!is_sure(&path(&[permit, (0, Read, &[])]), 0));
        assert!(is_sure(&started(&[permit]), 2));
        // It has not begun.
        let mut path = Path::new();
        let mut start = step(&path, 0, Start, &[(LIFE, Write)]);
        start.started = vec![2];
        path.push(start);
        assert!(!is_sure(&path, 2));
    }

    #[test]
    fn who_stops_waiting_for_an_interrupt_needs_one_of_them() {
        let set = &[(INTERRUPT, Set)][..];
        let path = |steps: &[_]| started(&[&[(1, Interrupt, set)], steps].concat());
        let stops = |path: &Path, kind, interrupted| {
            let mut done = step(path, 2, kind, &[(OTHER, Set), (INTERRUPT, Write)]);
            done.step.interrupted = interrupted;
            needs(path, &done)
        };
        // Since the status was not cleared, this interrupt, or one of before the first state, is
        // it.
        assert_eq!(stops(&path(&[]), StopWaiting, true), (vec![2], false, vec![0, 1]));
        assert_eq!(stops(&path(&[]), Park, true), (vec![2], false, vec![0, 1]));
        // Cleared in between: these interrupts are all there are.
        let cleared = (2, Interrupted, &[(INTERRUPT, Write)][..]);
        let later = path(&[cleared, (0, Interrupt, set)]);
        assert_eq!(stops(&later, StopWaiting, true), (vec![4], true, vec![]));
        // It was not interrupted: a permit will have ended it.
        assert_eq!(stops(&path(&[]), Park, false), (vec![2], true, vec![0, 1]));
        // It was interrupted before the first state.
        let none = started(&[]);
        assert_eq!(stops(&none, StopWaiting, true), (vec![], true, vec![0, 1]));
        let permit = started(&[(1, Unpark, &[(PERMIT, Set)])]);
        let both = |interrupted| {
            let mut done = step(&permit, 2, Park, &[(PERMIT, Write), (INTERRUPT, Write)]);
            done.step.interrupted = interrupted;
            needs(&permit, &done)
        };
        assert_eq!(both(true), (vec![2], true, vec![0, 1, 2]), "free without the permit");
        assert_eq!(both(false), (vec![2], true, vec![0, 1]));
    }

    #[test]
    fn who_waits_needs_who_woke_it_unless_it_could_have_gone_on_otherwise() {
        let mut path = Path::new();
        path.push(step(&path, 0, Read, &[]));
        let mut notify = step(&path, 1, OperationKind::Notify, &[]);
        notify.woke = vec![0];
        path.push(notify);
        let again = |path: &Path| step(path, 0, WaitAgain, &[(OTHER, Write)]);
        assert_eq!(needs(&path, &again(&path)), (vec![1], true, vec![0]));
        let of_other = step(&path, 1, WaitAgain, &[(OTHER, Write)]);
        assert_eq!(needs(&path, &of_other), (vec![], true, vec![0, 1]));
        // Nothing is needed by who could have gone on, or whose time has passed.
        let mut otherwise = again(&path);
        otherwise.step.otherwise = true;
        assert_eq!(needs(&path, &otherwise), (vec![], true, vec![0, 1]));
        let mut in_time = again(&path);
        in_time.step.choice = Choice::TimeOut(ThreadId(0));
        assert_eq!(needs(&path, &in_time), (vec![], true, vec![0, 1]));
        // Its next step does not need it again.
        let first = again(&path);
        path.push(first);
        assert_eq!(needs(&path, &again(&path)), (vec![], true, vec![0, 1, 2]));
    }

    #[test]
    fn join_needs_the_end_or_no_start() {
        let life = &[(LIFE, Write)][..];
        let path = started(&[(2, End, life), (1, OperationKind::Observe, &[(LIFE, Use::Read)])]);
        let join = step(&path, 1, Join, &[(LIFE, Use::Read)]);
        // Without the end it would block; without the start it would not.
        assert_eq!(needs(&path, &join), (vec![2], true, vec![0, 3]));
        assert_eq!(path.needs(&join).start, 0);
        // It went on since the thread was not started.
        let path = started(&[(2, Read, &[])]);
        let join = step(&path, 1, Join, &[(LIFE, Use::Read)]);
        assert_eq!(needs(&path, &join), (vec![], true, vec![0, 1, 2]));
    }

    #[test]
    fn join_that_is_interrupted_needs_the_interrupt() {
        let path = started(&[(0, Interrupt, &[(INTERRUPT, Set)])]);
        let joins = |how| {
            let things = [(INTERRUPT, how), (LIFE, Use::Read)];
            let mut join = step(&path, 1, Join, &things);
            join.step.interrupted = true;
            needs(&path, &join)
        };
        assert_eq!(joins(Write), (vec![2], false, vec![0, 1]));
        // It only looked, and the thread has not ended: it was not started then.
        assert_eq!(joins(Use::Read), (vec![], false, vec![0, 1, 2]));
    }
}
