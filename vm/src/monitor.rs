//! Monitors: made when an object is first locked, dropped when nobody holds or awaits it.

use crate::heap::Ref;
use crate::native::{Exec, Trap};
use crate::thread::{Status, Wake};
use crate::vm::Vm;

/// The lock of one object.
#[derive(Clone, Copy, Default, Debug)]
pub struct Monitor {
    /// Owning thread's number plus one; zero is free.
    pub owner: u32,
    /// How often the owner has entered.
    pub count: u32,
    /// Threads blocked on it or waiting in it: while there are any, the monitor is kept.
    pub interested: u32,
}

/// All monitors in use.
#[derive(Default)]
pub struct Monitors {
    list: Vec<Monitor>,
    free: Vec<u32>,
}

impl Monitors {
    fn make(&mut self) -> u32 {
        if let Some(number) = self.free.pop() {
            return number;
        }
        if self.list.is_empty() {
            self.list.push(Monitor::default());
        }
        self.list.push(Monitor::default());
        self.list.len() as u32 - 1
    }
}

impl Vm {
    fn monitor_of(&mut self, object: Ref) -> usize {
        let mut number = self.heap.monitor(object);
        if number == 0 {
            number = self.monitors.make();
            self.heap.set_monitor(object, number);
        }
        number as usize
    }

    /// The monitor of an object, if it has one.
    #[must_use]
    pub fn monitor(&self, object: Ref) -> Option<Monitor> {
        let number = self.heap.monitor(object);
        (number != 0).then(|| self.monitors.list[number as usize])
    }

    /// Whether the running thread could enter the monitor now.
    #[must_use]
    pub fn can_enter(&self, object: Ref, thread: usize) -> bool {
        self.monitor(object).is_none_or(|m| m.owner == 0 || m.owner == thread as u32 + 1)
    }

    /// Whether a thread owns the monitor.
    #[must_use]
    pub fn owns(&self, object: Ref, thread: usize) -> bool {
        self.monitor(object).is_some_and(|m| m.owner == thread as u32 + 1)
    }

    /// Enters a monitor for the running thread.
    ///
    /// # Errors
    /// [`Trap::Block`] if another thread holds it.
    pub fn enter(&mut self, object: Ref) -> Exec<()> {
        self.enter_times(object, 1)
    }

    fn enter_times(&mut self, object: Ref, times: u32) -> Exec<()> {
        let me = self.current as u32 + 1;
        let number = self.monitor_of(object);
        let monitor = &mut self.monitors.list[number];
        if monitor.owner == 0 || monitor.owner == me {
            monitor.owner = me;
            monitor.count += times;
            return Ok(());
        }
        monitor.interested += 1;
        self.threads[self.current].status = Status::Blocked(object);
        Err(Trap::Block)
    }

    /// A thread that was blocked on the monitor is about to try again.
    pub(crate) fn lose_interest(&mut self, object: Ref) {
        let number = self.heap.monitor(object);
        self.monitors.list[number as usize].interested -= 1;
        self.deflate(object, number);
    }

    fn deflate(&mut self, object: Ref, number: u32) {
        let monitor = self.monitors.list[number as usize];
        if monitor.owner == 0 && monitor.interested == 0 {
            self.heap.set_monitor(object, 0);
            self.monitors.list[number as usize] = Monitor::default();
            self.monitors.free.push(number);
        }
    }

    /// Leaves a monitor once.
    ///
    /// # Errors
    /// `IllegalMonitorStateException` if the running thread does not own it.
    pub fn leave(&mut self, object: Ref) -> Exec<()> {
        if !self.owns(object, self.current) {
            return Err(not_owner());
        }
        let number = self.heap.monitor(object);
        let monitor = &mut self.monitors.list[number as usize];
        monitor.count -= 1;
        if monitor.count == 0 {
            monitor.owner = 0;
            self.deflate(object, number);
        }
        Ok(())
    }

    /// `Object.wait`, executed again after each blocking; `nanos` is the longest wait, if limited.
    ///
    /// # Errors
    /// Blocks, or throws `InterruptedException` or `IllegalMonitorStateException`.
    pub fn wait(&mut self, object: Ref, nanos: Option<u64>) -> Exec<()> {
        let me = self.current;
        match self.threads[me].wake {
            Wake::None => self.begin_wait(object, nanos),
            wake => {
                let times = self.threads[me].saved_count;
                self.enter_times(object, times)?;
                self.threads[me].wake = Wake::None;
                if wake == Wake::Interrupted {
                    self.set_interrupted(me, false);
                    return Err(Trap::plain("java/lang/InterruptedException"));
                }
                Ok(())
            }
        }
    }

    fn begin_wait(&mut self, object: Ref, nanos: Option<u64>) -> Exec<()> {
        let me = self.current;
        if !self.owns(object, me) {
            return Err(not_owner());
        }
        if self.threads[me].interrupted {
            self.set_interrupted(me, false);
            return Err(Trap::plain("java/lang/InterruptedException"));
        }
        let number = self.heap.monitor(object) as usize;
        let monitor = &mut self.monitors.list[number];
        let count = monitor.count;
        monitor.owner = 0;
        monitor.count = 0;
        monitor.interested += 1;
        self.wait_counter += 1;
        let deadline = nanos.map(|n| self.clock.saturating_add(n));
        let thread = &mut self.threads[me];
        thread.saved_count = count;
        thread.wait_sequence = self.wait_counter;
        thread.status = Status::Waiting { object, deadline };
        Err(Trap::Block)
    }

    /// `notify` and `notifyAll`.
    ///
    /// # Errors
    /// `IllegalMonitorStateException` if the running thread does not own the monitor.
    pub fn notify(&mut self, object: Ref, all: bool) -> Exec<()> {
        if !self.owns(object, self.current) {
            return Err(not_owner());
        }
        self.wake_waiters(object, all);
        Ok(())
    }

    /// Wakes threads that wait on an object, whoever owns the monitor.
    pub(crate) fn wake_waiters(&mut self, object: Ref, all: bool) {
        let mut waiting: Vec<usize> = (0..self.threads.len())
            .filter(|n| matches!(self.threads[*n].status, Status::Waiting { object: o, .. } if o == object))
            .collect();
        waiting.sort_by_key(|n| self.threads[*n].wait_sequence);
        waiting.truncate(if all { waiting.len() } else { 1 });
        for thread in waiting {
            self.end_wait(thread, Wake::Notified);
        }
    }

    /// Ends a thread's wait; it now competes for the monitor again.
    pub(crate) fn end_wait(&mut self, thread: usize, wake: Wake) {
        if let Status::Waiting { object, .. } = self.threads[thread].status {
            self.threads[thread].wake = wake;
            self.threads[thread].status = Status::Blocked(object);
        }
    }
}

fn not_owner() -> Trap {
    Trap::java("java/lang/IllegalMonitorStateException", "current thread is not owner")
}
