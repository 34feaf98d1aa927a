//! The heuristic values of JRF (Kim, Yavuz-Kahveci, Sanders, "Precise data race detection in a
//! relaxed memory model"), section 4 and Figure 6: how likely it is that a state leads to a data
//! race.
//!
//! A state has the value of the transition to it: of the operation with which that began, and
//! (deviation) where threads are switched at synchronization only, also of its accesses of
//! variables that another thread has written.

use crate::journal::{Journal, Journaled, Saved};
use raceproof_base::{
    AccessKind, Address, Event, LARGEST_VALUE, Listener, Mode, Names, Operation, OperationKind,
    Sync, ThreadId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A write of what another thread wrote last.
const WRITE_WRITTEN_BY_OTHER: u32 = LARGEST_VALUE;
/// A write of what no other thread wrote last.
const WRITE_WRITTEN_BY_SELF: u32 = 7;
/// A read of what another thread wrote last.
const READ_WRITTEN_BY_OTHER: u32 = 6;
/// A read of what the thread itself wrote last. A read of what was never written, which the figure
/// leaves open, is OTHER: by section 4 the heuristics are about what was written.
const READ_WRITTEN_BY_SELF: u32 = 5;
/// An acquire of what was never released.
const ACQUIRE_WITHOUT_PRIOR_RELEASE: u32 = 4;
/// All else, and what no chosen heuristic values.
const OTHER: u32 = 3;
/// An acquire of what was released before.
const ACQUIRE_WITH_PRIOR_RELEASE: u32 = 2;
/// A release.
const RELEASE: u32 = 1;

/// The heuristics that are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// WF: writes before other operations, since any race needs one.
    pub writes_first: bool,
    /// WW: what another thread has written of late.
    pub watch_written: bool,
    /// ARA: not operations that order: acquires of what was released, and releases.
    pub avoid_release_acquire: bool,
    /// AF: acquires before the release that they would be ordered by.
    pub acquire_first: bool,
}

impl Chosen {
    /// A value, if a chosen heuristic gives it.
    fn grants(self, value: u32) -> u32 {
        let is_given = match value {
            WRITE_WRITTEN_BY_OTHER => self.writes_first || self.watch_written,
            WRITE_WRITTEN_BY_SELF => self.writes_first,
            READ_WRITTEN_BY_OTHER => self.watch_written,
            READ_WRITTEN_BY_SELF => self.writes_first && self.watch_written,
            ACQUIRE_WITHOUT_PRIOR_RELEASE => self.acquire_first,
            ACQUIRE_WITH_PRIOR_RELEASE => self.acquire_first || self.avoid_release_acquire,
            RELEASE => self.avoid_release_acquire,
            _ => true,
        };
        if is_given { value } else { OTHER }
    }
}

/// What the values depend on.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct WriterTable {
    written_by: FxHashMap<Address, ThreadId>,
    prior_release: FxHashSet<Sync>,
}

pub(crate) enum OldValue {
    Writer(Address, Option<ThreadId>),
    NeverReleased(Sync),
    Released(Sync),
}

/// Values the last transition.
pub struct Values {
    chosen: Chosen,
    /// Whether plain accesses of shared variables begin transitions.
    accesses_are_steps: bool,
    known: Journal<Rc<WriterTable>>,
    value: u32,
}

impl Values {
    /// Values by the chosen heuristics.
    #[must_use]
    pub fn new(chosen: Chosen, accesses_are_steps: bool) -> Self {
        Self { chosen, accesses_are_steps, known: Journal::default(), value: OTHER }
    }

    fn access_value(&self, thread: ThreadId, variable: Address, access: AccessKind) -> u32 {
        let by_other = self.known.written_by.get(&variable).map(|writer| *writer != thread);
        match (access, by_other) {
            (AccessKind::Write, Some(true)) => WRITE_WRITTEN_BY_OTHER,
            (AccessKind::Write, _) => WRITE_WRITTEN_BY_SELF,
            (AccessKind::Read, Some(true)) => READ_WRITTEN_BY_OTHER,
            (AccessKind::Read, Some(false)) => READ_WRITTEN_BY_SELF,
            (AccessKind::Read, None) => OTHER,
        }
    }

    fn acquire_value(&self, from: Sync) -> u32 {
        match self.known.prior_release.contains(&from) {
            true => ACQUIRE_WITH_PRIOR_RELEASE,
            false => ACQUIRE_WITHOUT_PRIOR_RELEASE,
        }
    }

    fn operation_value(&self, thread: ThreadId, operation: Operation) -> u32 {
        use OperationKind as Kind;
        match operation.kind {
            Kind::Write => self.access_value(thread, operation.on, AccessKind::Write),
            Kind::Read => self.access_value(thread, operation.on, AccessKind::Read),
            Kind::Lock | Kind::WaitAgain | Kind::StopWaiting => {
                self.acquire_value(Sync::Monitor(operation.on))
            }
            Kind::VolatileRead | Kind::Update => self.acquire_value(Sync::Variable(operation.on)),
            Kind::Initialize => self.acquire_value(Sync::Class(operation.on)),
            Kind::Interrupted => self.acquire_value(Sync::Interrupt(operation.on)),
            // The end of a thread, once it can be seen, was a release.
            Kind::Join | Kind::Observe => ACQUIRE_WITH_PRIOR_RELEASE,
            Kind::VolatileWrite | Kind::Start | Kind::Interrupt => RELEASE,
            _ => OTHER,
        }
    }

    fn forget(&mut self, object: Address, bytes: u64) {
        let inside = object.0..object.0 + bytes;
        let at = |sync: &Sync| {
            crate::summary::Owner::Sync(*sync).address().is_some_and(|at| inside.contains(&at.0))
        };
        let (known, old) = self.known.change();
        let known = Rc::make_mut(known);
        for variable in
            known.written_by.keys().copied().filter(|v| inside.contains(&v.0)).collect::<Vec<_>>()
        {
            old.push(OldValue::Writer(variable, known.written_by.remove(&variable)));
        }
        for sync in known.prior_release.iter().copied().filter(at).collect::<Vec<_>>() {
            known.prior_release.remove(&sync);
            old.push(OldValue::Released(sync));
        }
    }
}

impl Journaled for Rc<WriterTable> {
    type Old = OldValue;

    fn put_back(&mut self, old: OldValue) {
        let known = Rc::make_mut(self);
        match old {
            OldValue::Writer(variable, Some(thread)) => {
                known.written_by.insert(variable, thread);
            }
            OldValue::Writer(variable, None) => {
                known.written_by.remove(&variable);
            }
            OldValue::NeverReleased(sync) => {
                known.prior_release.remove(&sync);
            }
            OldValue::Released(sync) => {
                known.prior_release.insert(sync);
            }
        }
    }
}

impl Listener for Values {
    type Mark = usize;
    type Snapshot = Saved<Rc<WriterTable>>;

    fn event(&mut self, event: &Event, _names: &dyn Names) {
        match *event {
            Event::Operation { thread, operation } => {
                self.value = self.chosen.grants(self.operation_value(thread, operation));
            }
            Event::Access { thread, variable, access, mode: Mode::Plain, .. } => {
                let value = self.access_value(thread, variable, access);
                if !self.accesses_are_steps
                    && matches!(value, WRITE_WRITTEN_BY_OTHER | READ_WRITTEN_BY_OTHER)
                {
                    self.value = self.value.max(self.chosen.grants(value));
                }
                if access == AccessKind::Write
                    && self.known.written_by.get(&variable) != Some(&thread)
                {
                    let (known, old) = self.known.change();
                    let before = Rc::make_mut(known).written_by.insert(variable, thread);
                    old.push(OldValue::Writer(variable, before));
                }
            }
            Event::Release { to, .. } => {
                if !self.known.prior_release.contains(&to) {
                    let (known, old) = self.known.change();
                    Rc::make_mut(known).prior_release.insert(to);
                    old.push(OldValue::NeverReleased(to));
                }
            }
            Event::Allocated { object, bytes, .. } => self.forget(object, bytes),
            Event::Access { .. }
            | Event::Published { .. }
            | Event::Frozen { .. }
            | Event::Acquire { .. }
            | Event::Passed { .. } => {}
        }
    }

    fn value(&self) -> u32 {
        self.value
    }

    fn mark(&mut self) -> usize {
        self.known.mark()
    }

    fn rollback(&mut self, to: usize) {
        self.known.rollback(to);
    }

    fn save(&mut self) -> Self::Snapshot {
        self.known.save()
    }

    fn restore(&mut self, from: &Self::Snapshot) {
        self.known.restore(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ACCOUNT, BALANCE, TestNames, access, operation, release};

    fn values(chosen: Chosen) -> Values {
        Values::new(chosen, true)
    }

    impl Default for Values {
        fn default() -> Self {
            values(ALL)
        }
    }

    fn tell(values: &mut Values, event: &Event) -> u32 {
        values.event(event, &TestNames::default());
        values.value()
    }

    const ALL: Chosen = Chosen {
        writes_first: true,
        watch_written: true,
        avoid_release_acquire: true,
        acquire_first: true,
    };

    #[test]
    fn the_values_of_figure_6() {
        let mut all = values(ALL);
        let (read, write) = (
            operation(1, OperationKind::Read, BALANCE),
            operation(1, OperationKind::Write, BALANCE),
        );
        assert_eq!(
            (tell(&mut all, &read), tell(&mut all, &write)),
            (3, 7),
            "nobody has written it"
        );
        tell(&mut all, &access(1, AccessKind::Write, BALANCE));
        assert_eq!((tell(&mut all, &read), tell(&mut all, &write)), (5, 7));
        tell(&mut all, &access(2, AccessKind::Write, BALANCE));
        assert_eq!((tell(&mut all, &read), tell(&mut all, &write)), (6, 8));
        let lock = operation(1, OperationKind::Lock, ACCOUNT);
        assert_eq!(tell(&mut all, &lock), 4);
        tell(&mut all, &release(2, Sync::Monitor(ACCOUNT)));
        assert_eq!(tell(&mut all, &lock), 2);
        assert_eq!(tell(&mut all, &operation(1, OperationKind::VolatileWrite, ACCOUNT)), 1);
        assert_eq!(tell(&mut all, &operation(1, OperationKind::Yield, Address::NONE)), 3);
    }

    #[test]
    fn what_an_operation_acquires_decides_its_value() {
        use OperationKind as Kind;
        for (kind, from) in [
            (Kind::Lock, Sync::Monitor(ACCOUNT)),
            (Kind::WaitAgain, Sync::Monitor(ACCOUNT)),
            (Kind::VolatileRead, Sync::Variable(ACCOUNT)),
            (Kind::Update, Sync::Variable(ACCOUNT)),
            (Kind::Initialize, Sync::Class(ACCOUNT)),
            (Kind::Interrupted, Sync::Interrupt(ACCOUNT)),
        ] {
            let mut all = values(ALL);
            let acquires = operation(1, kind, ACCOUNT);
            assert_eq!(tell(&mut all, &acquires), 4, "{kind:?}");
            tell(&mut all, &release(2, from));
            assert_eq!(tell(&mut all, &acquires), 2, "{kind:?}");
        }
        for kind in [Kind::Join, Kind::Observe] {
            assert_eq!(tell(&mut values(ALL), &operation(1, kind, ACCOUNT)), 2);
        }
        for kind in [Kind::VolatileWrite, Kind::Start, Kind::Interrupt] {
            assert_eq!(tell(&mut values(ALL), &operation(1, kind, ACCOUNT)), 1);
        }
    }

    #[test]
    fn new_memory_was_neither_written_nor_released() {
        let read_and_lock = |object, bytes| {
            let mut all = values(ALL);
            tell(&mut all, &access(2, AccessKind::Write, BALANCE));
            tell(&mut all, &release(2, Sync::Monitor(BALANCE)));
            tell(&mut all, &Event::Allocated { thread: ThreadId(1), object, bytes });
            [OperationKind::Read, OperationKind::Lock]
                .map(|kind| tell(&mut all, &operation(1, kind, BALANCE)))
        };
        assert_eq!(read_and_lock(ACCOUNT, 16), [3, 4]);
        assert_eq!(read_and_lock(Address(8), 16), [6, 2]);
        assert_eq!(read_and_lock(Address(32), 16), [6, 2]);
    }

    #[test]
    fn where_accesses_are_no_steps_they_raise_the_value_of_theirs() {
        let [read, write] = [AccessKind::Read, AccessKind::Write];
        for (are_steps, expected) in [(true, [3, 3, 3]), (false, [3, 6, 8])] {
            let mut values = Values::new(ALL, are_steps);
            tell(&mut values, &access(2, write, BALANCE));
            tell(&mut values, &operation(1, OperationKind::Yield, Address::NONE));
            // Of a variable that nobody else has written.
            let own = tell(&mut values, &access(1, write, ACCOUNT));
            let raised = [read, write].map(|kind| tell(&mut values, &access(1, kind, BALANCE)));
            assert_eq!([own, raised[0], raised[1]], expected);
            // A read makes nobody the writer.
            tell(&mut values, &access(2, read, BALANCE));
            assert_eq!(tell(&mut values, &operation(1, OperationKind::Read, BALANCE)), 5);
        }
    }

    #[test]
    fn what_is_not_chosen_is_other() {
        let given = |chosen: Chosen| {
            (1..=8).filter(|value| chosen.grants(*value) != OTHER).collect::<Vec<_>>()
        };
        assert_eq!(given(Chosen { writes_first: true, ..Chosen::default() }), [7, 8]);
        assert_eq!(given(Chosen { watch_written: true, ..Chosen::default() }), [6, 8]);
        assert_eq!(
            given(Chosen { writes_first: true, watch_written: true, ..Chosen::default() }),
            [5, 6, 7, 8]
        );
        assert_eq!(given(Chosen { avoid_release_acquire: true, ..Chosen::default() }), [1, 2]);
        assert_eq!(given(Chosen { acquire_first: true, ..Chosen::default() }), [2, 4]);
        assert_eq!(given(ALL), [1, 2, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn going_back_and_restoring_know_again_what_was_known() {
        crate::testing::knows_again::<Values, _>(5, |values| WriterTable::clone(&**values.known));
    }
}
