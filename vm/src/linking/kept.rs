//! What initialisers of the JDK's classes may keep.
//!
//! They run at once and for all schedules ([`Vm::linking`]), so what they keep must be of none. Most
//! read nothing that a step has changed. Where one has (a class makes a logger, and is entered in
//! tables that the program has filled), or waits for what another thread holds, or calls code of the
//! program (its handler of a log), or fails, it is no bookkeeping: the search begins anew, with that
//! initialiser executed step by step like one of the program's own.

use crate::ground::class::ClassRef;
use crate::ground::heap::Ref;
use crate::threads::sched::Stop;
use crate::vm::Vm;
use raceproof_base::Finer;
use rustc_hash::FxHashSet;

impl Vm {
    /// Whether a class of the JDK is initialised step by step.
    pub(crate) fn is_initialized_by_steps(&self, class: ClassRef) -> bool {
        let contested = &self.explore.contested;
        !contested.is_empty() && contested.contains(&initializer(class))
    }

    /// Initialises a class of the JDK for all schedules, and loads what it is the first to use.
    /// Linking goes on.
    pub(crate) fn initialize_for_all(&mut self, class: ClassRef) -> Result<(), Stop> {
        // Where there is no other thread yet, it happens before all that others do.
        let is_first = !self.heap.journal.is_frozen() && self.alone;
        self.doing_for_all(initializer(class), !is_first, |vm| vm.initialize_class_now(class))?;
        if self.heap.journal.is_frozen() { self.load_first_uses() } else { Ok(()) }
    }

    /// Does work of linking for all schedules, under that name; unless it turns out to be of this one.
    /// With `is_early`, what it reads may be written later that would have come before.
    pub(super) fn doing_for_all(
        &mut self,
        name: String,
        is_early: bool,
        work: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let first = self.heap.top;
        let ((done, calls_back), mut read) = self.noting_reads(|vm| vm.noting_calls_back(work));
        let acts = self.acts_in_this_schedule(&read, &name);
        if !is_early {
            read.clear();
        }
        let waits = matches!(done, Err(Stop::Switch));
        // Who loads it may not be who needs it.
        let is_another = self.linked.is_loading && self.asks_for_loader(&read);
        if waits
            || calls_back
            || acts
            || is_another
            || self.keeps_of_this_schedule(first)
            || self.has_read_of_this_schedule(read, &name)
        {
            self.is_of_this_schedule(name);
        }
        done
    }

    /// What goes by that name is no longer to be done for all schedules.
    pub(super) fn is_of_this_schedule(&mut self, name: String) {
        self.linked.spoil();
        self.noted.finer.get_or_insert(Finer::Accesses(name));
    }

    /// Does work, and says whether code of the program was called in it.
    fn noting_calls_back<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let outer = self.library.calls_back.replace(false);
        let done = work(self);
        let inner = std::mem::replace(&mut self.library.calls_back, outer);
        (done, inner == Some(true))
    }

    /// Whether linking has written by now what going back would undo, or what leads to an object that
    /// a step has made, over objects that it has made itself, from `first` on.
    fn keeps_of_this_schedule(&self, first: usize) -> bool {
        if !self.heap.journal.is_frozen() {
            return false;
        }
        let frozen = self.heap.journal.frozen_end;
        let (mut written, mut met) = (FxHashSet::default(), FxHashSet::default());
        let mut open = Vec::new();
        for (index, before) in &self.heap.journal.rewritten {
            if !written.insert(*index) || self.heap.get(*index) == *before {
                continue;
            }
            if self.heap.journal.is_of_a_step(*index) {
                return true;
            }
            open.extend(self.reference_at(*index).filter(|target| met.insert(*target)));
        }
        while let Some(object) = open.pop() {
            if object.index() >= frozen {
                return true;
            }
            if (first..self.heap.top).contains(&object.index()) {
                self.for_each_reference(object, |target| {
                    if !target.is_null() && met.insert(target) {
                        open.push(target);
                    }
                });
            }
        }
        false
    }

    /// The object that a word of another one refers to.
    fn reference_at(&self, index: usize) -> Option<Ref> {
        let (object, word) = (self.object_containing(index), self.heap.get(index));
        let mut found = None;
        self.for_each_reference(object, |target| {
            if !target.is_null() && target.word() == word {
                found = Some(target);
            }
        });
        found
    }
}

/// The name under which an initialiser is told to be no bookkeeping.
pub(super) fn initializer(class: ClassRef) -> String {
    format!("{}.<clinit>", class.java_name())
}
