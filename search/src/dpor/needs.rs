//! Enabledness: the earlier steps without which a step would have been blocked.

use super::names::Thread;
use super::path::{Done, NONE, Path, Way};
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
                Use::Write => return false,
                Use::Read => {}
            }
            at = event.before[slot];
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
        needs
    }

    fn needs_of_join(&self, done: &Done, needs: &mut Needs) {
        let (mut has_ended, mut is_interrupted) = (false, false);
        for (thing, how) in &*done.step.footprint.things {
            match thing {
                Thing::Interrupt(_) => {
                    is_interrupted = *how == Use::Write;
                    self.needs_of_interrupted(done, *thing, needs);
                }
                Thing::Life(_) => {
                    let end = self.last_of_kind(*thing, OperationKind::End);
                    needs.start = self.last_of_kind(*thing, OperationKind::Start).unwrap_or(NONE);
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

    /// The last step of a kind that used a thing.
    fn last_of_kind(&self, thing: Thing, kind: OperationKind) -> Option<u32> {
        let mut at = self.last.get(&thing).copied().unwrap_or(NONE);
        while at != NONE {
            let (event, slot, _) = self.using(at, thing);
            if event.done.step.operation.kind == kind {
                return Some(at);
            }
            at = event.before[slot];
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
