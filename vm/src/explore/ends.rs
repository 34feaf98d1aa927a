//! The end of a thread, for searches that go by dependences (`effects.rs`).
//!
//! There it is an operation of its own. But with `ExploreOptions::ends_within` it belongs to the
//! thread's last step, as long as nobody **observes ends**: asks whether a thread lives or what it
//! does, joins it for some time only or while interrupted, takes the monitor of a `Thread`, adds a
//! shutdown hook, or starts a daemon (with which the end of others may be that of the program). Who
//! does has the search begin anew without ([`OBSERVED_ENDS`]).
//!
//! Nothing is lost by that. Where ends are steps, take a schedule up to the first operation that
//! observes them, or all of it if there is none. What comes in it between the last operation of a
//! thread and its end is no `join` of that thread, and nothing else is ordered with an end: so the
//! end may as well come at once, and that is a schedule where ends belong to last steps, with the
//! same orders, races and findings. If there was an operation that observes ends, it is the next
//! one here, too (none of these waits for what an early end takes), and the search begins anew.
//!
//! Other searches know no step for it: who looks may still see a thread alive that has done its last
//! action (`looking.rs`). But who looks at all threads at once (dumps of stacks, their number), or
//! at what a thread clears when it ends, has ends be steps for all of them, too.

use crate::ground::heap::Ref;
use crate::ground::native::Exec;
use crate::threads::pending::{Pending, Wait, address_of};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Address, Effect, Finer, OperationKind, Thing};

/// What is contested where ends are steps for all searches.
pub const ENDS: &str = "java.lang.Thread.<end>";
/// What is contested where ends are observed: they belong to no other step then.
pub const OBSERVED_ENDS: &str = "java.lang.Thread.<observed end>";

impl Vm {
    /// The end of the running thread as an operation: it takes its own monitor, to notify those who
    /// wait there.
    ///
    /// # Errors
    /// [`crate::Trap::Pause`].
    pub(crate) fn stop_before_end(&mut self) -> Exec<()> {
        let explore = &self.explore;
        let are_told = explore.dependences || explore.ends_are_steps;
        if self.exploring && (are_told || self.ends_the_program()) {
            let object = self.current_thread();
            if self.explore.ends_within {
                self.note_effect(Effect::Ended(address_of(object)));
            } else {
                let end = Pending::on_object(OperationKind::End, object, Wait::ToEnd(object));
                self.visible(end)?;
            }
        }
        Ok(())
    }

    /// Whether the running step, which has joined one thread, joins this one as well: if all have
    /// ended but the running one.
    pub(crate) fn joins_at_once(&mut self, object: Ref) -> bool {
        let joins = self.explored.joins_on
            && self.explored.has_joined
            && self.grant.is_none()
            && self.explore.ends_within
            && self.thread_of(object).is_some()
            && (0..self.threads.len()).all(|number| {
                number == self.current || self.threads[number].status == Status::Terminated
            });
        if joins {
            self.note_effect(Effect::JoinedOn(address_of(object)));
        }
        joins
    }

    /// Whether what `Thread.exit` clears tells who asks that a thread has ended, as JDK 17's group does
    /// ([`Vm::ask_for_group`]): the end is a step before that, then.
    pub(crate) fn exit_is_seen(&self) -> bool {
        self.explore.ends_are_steps && self.known.thread.get().field_named("group").is_some()
    }

    /// To be called before a thread is asked for its group, or for what it has from it.
    ///
    /// # Errors
    /// [`crate::Trap::Pause`].
    pub fn ask_for_group(&mut self, object: Ref) -> Exec<()> {
        let is_another = object != self.current_thread() && self.thread_of(object).is_some();
        if is_another && self.known.thread.get().field_named("group").is_some() {
            self.look_at_all_threads()?;
        }
        Ok(())
    }

    /// To be called where code goes by whether a thread has ended, or will.
    pub fn note_that_ends_matter(&mut self) {
        if self.exploring && self.explore.ends_within {
            self.noted.finer.get_or_insert_with(|| Finer::Accesses(OBSERVED_ENDS.to_owned()));
        }
    }

    /// Looks at all threads at once. Who has ended is what decides, so ends are steps then for every
    /// search, and so is this.
    ///
    /// # Errors
    /// [`crate::Trap::Pause`].
    pub fn look_at_all_threads(&mut self) -> Exec<()> {
        if self.exploring && !self.explore.ends_are_steps {
            self.noted.finer.get_or_insert_with(|| Finer::Accesses(ENDS.to_owned()));
        }
        self.visible(Pending::new(OperationKind::Inspect, Address::NONE)).map(|_| ())
    }

    /// Whether the program ends with the running thread, though daemons could go on: they may do
    /// more before.
    fn ends_the_program(&self) -> bool {
        let lives = |status: Status| !matches!(status, Status::Terminated | Status::New);
        let mut others = (0..self.threads.len())
            .filter(|n| *n != self.current && lives(self.threads[*n].status));
        let is_daemon = |number: usize| self.threads[number].daemon;
        others.next().is_some_and(is_daemon) && others.all(is_daemon) && !is_daemon(self.current)
    }

    /// Whether a thread may take its own monitor to end: nobody else holds it, but for one that
    /// waits in `join`, which gives it back for as long.
    pub(crate) fn may_end(&self, object: Ref, thread: usize) -> bool {
        let Some(owner) = self.monitor(object).owner.filter(|owner| *owner != thread) else {
            return true;
        };
        let pending = self.threads[owner].pending;
        pending.is_some_and(|p| {
            p.operation.kind == OperationKind::Join && p.operation.on == address_of(object)
        })
    }

    /// After the last action of the running thread, where that was an operation: everybody sees it.
    pub(crate) fn end_at_once(&mut self) {
        if self.explore.ends_within {
            // Nobody waits in its monitor, or takes it.
            self.thread_mut(self.current).end_seen = true;
        } else {
            let object = self.current_thread();
            self.end_is_seen(self.current);
            self.note_effect(Effect::Left(Thing::Monitor(address_of(object))));
        }
    }
}
