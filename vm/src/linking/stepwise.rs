//! Linking while schedules are explored.
//!
//! Linking is no part of a state, so what it makes must outlive every going back: its objects lie
//! in the permanent region and its writes are not logged. Java code that linking needs (bootstrap
//! methods, method types, the initialisers of the JDK's own classes) runs to its end inside the
//! instruction that needs it, invisible to the other threads: it is the same whenever it runs.

use crate::ground::class::{ClassRef, MethodRef};
use crate::ground::heap::Ref;
use crate::ground::heap::journal::Mode;
use crate::ground::native::{Exec, Trap};
use crate::tell::naming::Naming;
use crate::threads::sched::Stop;
use crate::vm::Vm;
use raceproof_base::{Address, Cause, Names};

/// More instructions than any bootstrap method or initialiser of the JDK takes.
const PATIENCE: i64 = 2_000_000_000;

impl Vm {
    /// Does work whose effects belong to no state.
    pub fn linking<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        if !self.exploring || self.heap.is_linking() {
            return work(self);
        }
        let linking =
            Mode::Linking { fresh: self.heap.permanent_top, old: self.heap.program_start() };
        let before = self.heap.journal.mode;
        self.heap.journal.mode = linking;
        let fuel = std::mem::replace(&mut self.fuel, PATIENCE);
        let (scalars, instructions) = (self.scalars, self.instructions);
        // What the running thread keeps for itself is not for linking.
        let locals = self.current_thread().index() + self.known.thread_locals;
        let set_aside = std::mem::take(&mut self.heap.words[locals]);
        self.exploring = false;
        let first = self.heap.permanent_top;
        self.heap.journal.rewritten.clear();
        self.heap.journal.reads.forget_order();
        self.heap.begin_linking();
        let result = work(self);
        self.heap.end_linking();
        self.heap.words[locals] = set_aside;
        self.share_between(first, self.heap.permanent_top);
        self.exploring = true;
        self.scalars = scalars;
        // Nor does it count as the program's work, which is the same on a machine that has linked
        // before.
        self.instructions = instructions;
        self.fuel = fuel;
        self.heap.journal.mode = before;
        result
    }

    /// Whether what happens now belongs to no state, while schedules are explored.
    #[must_use]
    pub fn is_linking(&self) -> bool {
        self.heap.is_linking()
    }

    /// Calls a method as linking does, while exploring: the answer at once.
    ///
    /// # Errors
    /// What the method throws; that it waits for another thread.
    pub fn ask_now(&mut self, method: MethodRef, arguments: &[u64]) -> Exec<u64> {
        self.linking(|vm| {
            let class = method.class();
            let done = vm.initialize_class_now(class).and_then(|()| {
                let target =
                    if method.is_static() { method } else { vm.selected_for(method, arguments) };
                vm.call_now(target, arguments)
            });
            done.map_err(|stop| vm.linking_failed(stop, &format!("linking by {method}")))
        })
    }

    fn selected_for(&mut self, method: MethodRef, arguments: &[u64]) -> MethodRef {
        let class = self.class_of(Ref::of(arguments[0]));
        self.select(class, method).unwrap_or(method)
    }

    /// Initialises a class of the JDK at once.
    pub(crate) fn initialize_apart(&mut self, class: ClassRef) -> Exec<()> {
        self.linking(|vm| {
            let done = vm.initialize_for_all(class);
            done.map_err(|stop| {
                vm.linking_failed(stop, &format!("initialising {}", class.java_name()))
            })
        })
    }

    /// What classes that are initialised are the first to use, before the first choice.
    ///
    /// # Errors
    /// A limit came.
    pub(crate) fn load_before_first_choice(&mut self) -> Result<(), Cause> {
        match self.linking(Self::load_first_uses) {
            Err(Stop::Cancelled(cause)) => Err(cause),
            _ => Ok(()),
        }
    }

    /// What linking has overwritten that steps overwrite, too, or that is theirs alone; for tests:
    /// there must be none.
    #[must_use]
    pub fn contested_words(&self) -> Vec<String> {
        let journal = &self.heap.journal;
        let name = |index: usize| {
            let object = self.object_containing(index);
            let variable = Naming::new(self).variable(Address(index as u64 * 8));
            format!("{variable}, word {} of {}", index - object.index(), self.object_name(object))
        };
        journal.contested().chain(journal.strayed()).map(name).collect()
    }

    fn linking_failed(&mut self, stop: Stop, doing: &str) -> Trap {
        // What linking has done halfway is not undone.
        self.linked.is_spoilt |= !matches!(stop, Stop::Threw(_));
        match stop {
            Stop::Threw(exception) => Trap::Throw(exception),
            Stop::Unsupported(what) => Trap::Unsupported(what),
            Stop::Exit(status) => Trap::Exit(status),
            Stop::Cancelled(cause) => Trap::Cancelled(cause),
            Stop::Switch | Stop::Returned(_) | Stop::Ignored => {
                Trap::Unsupported(format!("{doing} waits for another thread, or takes too long"))
            }
        }
    }
}
