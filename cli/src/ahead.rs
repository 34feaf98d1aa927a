//! Searches side by side (`--threads`): tasks that are to be done one after the other, some of
//! which others have begun, or done, when their turn comes.
//!
//! Whoever asks takes the answers in order, and what one has taught serves those behind it
//! ([`Fineness`]): what was begun without knowing that is begun again. So the answers are those of
//! one search after the other, however many go at once. Each thread has machines of its own, since
//! machines share nothing.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use raceproof_base::Cancellation;
use raceproof_config::CheckOptions;
use raceproof_search::{Monitor, Signal, Statistics};

use crate::detectors::Explored;
use crate::exploration::{Budget, Job, Machines};
use crate::guard;
use crate::machine::{Fineness, Refusal};

/// How long whoever waits for an answer leaves the user without a sign of life.
const PATIENCE: Duration = Duration::from_millis(100);

/// So many answers may lie there at most that nobody has taken, for each thread.
const FURTHEST: usize = 4;

/// A search to be made.
pub struct Task {
    pub options: CheckOptions,
    pub budget: Budget,
}

/// What is done ahead of whoever takes the answers.
pub struct Ahead<'a> {
    job: &'a Job<'a>,
    /// The tasks by number, as many as there are.
    tasks: &'a (dyn Fn(usize) -> Option<Task> + Sync),
    started: Instant,
    threads: usize,
    /// Whether the work of starting a machine is counted already.
    is_started: bool,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    workers: usize,
    /// The first task that nobody has begun, and the one that is asked for.
    next: usize,
    wanted: usize,
    /// What is known, for those that begin now.
    fineness: Fineness,
    begun: BTreeMap<usize, Begun>,
    is_over: bool,
}

impl State {
    fn stop_all(&mut self) {
        self.begun.values().for_each(|begun| begun.stop.store(true, Ordering::Relaxed));
        self.begun.clear();
    }
}

struct Begun {
    stop: Arc<AtomicBool>,
    seen: Arc<Mutex<Statistics>>,
    answer: Answer,
}

enum Answer {
    Open,
    There(Result<Box<Explored>, Refusal>),
    /// By a defect of ours, which is told already.
    Lost,
}

impl<'a> Ahead<'a> {
    pub fn new(
        job: &'a Job<'a>,
        tasks: &'a (dyn Fn(usize) -> Option<Task> + Sync),
        (started, threads): (Instant, usize),
        (fineness, is_started): (&Fineness, bool),
    ) -> Self {
        let fineness = fineness.clone();
        let state = State {
            workers: 0,
            next: 0,
            wanted: 0,
            fineness,
            begun: BTreeMap::new(),
            is_over: false,
        };
        Self {
            job,
            tasks,
            started,
            threads,
            is_started,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Begins, until what this answers is dropped. Where one thread is all there is to be, whoever
    /// asks does the work.
    pub fn begin<'scope>(&'a self, scope: &'scope Scope<'scope, 'a>) -> Stop<'a> {
        for _ in (0..self.threads).filter(|_| self.threads > 1) {
            let thread = thread::Builder::new().name("vm".to_owned());
            let begun = thread.stack_size(guard::STACK_BYTES).spawn_scoped(scope, || self.work());
            match begun {
                Ok(_) => self.state().workers += 1,
                Err(error) => {
                    log::warn!("fewer searches go side by side than --threads says: {error}");
                }
            }
        }
        Stop(self)
    }

    /// The answer to a task, the next one behind those taken before; nothing if whoever asks has to
    /// find it.
    pub fn take(
        &self,
        number: usize,
        fineness: &Fineness,
        monitor: &mut dyn Monitor,
    ) -> Option<Result<Explored, Refusal>> {
        let mut state = self.state();
        if state.workers == 0 {
            return None;
        }
        state.wanted = number;
        if state.fineness != *fineness {
            state.fineness.clone_from(fineness);
            state.stop_all();
            state.next = number;
        }
        self.changed.notify_all();
        loop {
            let begun = state.begun.get(&number);
            if begun.is_some_and(|begun| !matches!(begun.answer, Answer::Open)) {
                break;
            }
            let watched = begun.map(|begun| (Arc::clone(&begun.stop), Arc::clone(&begun.seen)));
            let waited = self.changed.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let Some((stop, seen)) = watched {
                let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if monitor.progress(&seen) == Signal::Stop {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        match state.begun.remove(&number)?.answer {
            Answer::Open => None,
            Answer::There(answer) => Some(answer.map(|explored| *explored)),
            Answer::Lost => panic::resume_unwind(Box::new("a search beside this one failed")),
        }
    }

    fn work(&self) {
        let mut machines = Machines::more();
        while let Some((number, task, fineness, mut aside)) = self.claim() {
            machines.have_started(number > 0 || self.is_started);
            let (program, run) = (self.job.program, self.job.run.clone());
            let job = Job { options: &task.options, program, run };
            let answer = panic::catch_unwind(AssertUnwindSafe(|| {
                job.search(fineness, task.budget, self.started, &mut aside, &mut machines)
            }));
            let answer = match answer {
                Ok(answer) => Answer::There(answer.map(Box::new)),
                Err(_) => Answer::Lost,
            };
            let mut state = self.state();
            let asked = state.begun.get_mut(&number);
            // It may have been begun again since.
            if let Some(begun) = asked.filter(|begun| Arc::ptr_eq(&begun.stop, &aside.stop)) {
                begun.answer = answer;
                self.changed.notify_all();
            }
        }
    }

    /// The next task, once there is one that may be begun.
    fn claim(&self) -> Option<(usize, Task, Fineness, Aside)> {
        let mut state = self.state();
        loop {
            if state.is_over {
                return None;
            }
            let number = state.next;
            if number - state.wanted <= self.threads * FURTHEST
                && let Some(task) = (self.tasks)(number)
            {
                let stop = Arc::new(AtomicBool::new(false));
                let seen = Arc::new(Mutex::new(Statistics::default()));
                let aside = Aside {
                    stop: Arc::clone(&stop),
                    seen: Arc::clone(&seen),
                    cancellation: self.job.run.cancellation.clone(),
                };
                let begun = Begun { stop, seen, answer: Answer::Open };
                state.begun.insert(number, begun);
                state.next += 1;
                return Some((number, task, state.fineness.clone(), aside));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends all that goes on ahead.
pub struct Stop<'a>(&'a Ahead<'a>);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_over = true;
        state.stop_all();
        self.0.changed.notify_all();
    }
}

/// Looks on while a search goes on that nobody watches yet.
struct Aside {
    stop: Arc<AtomicBool>,
    seen: Arc<Mutex<Statistics>>,
    cancellation: Cancellation,
}

impl Monitor for Aside {
    fn progress(&mut self, statistics: &Statistics) -> Signal {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone_from(statistics);
        if self.stop.load(Ordering::Relaxed) { Signal::Stop } else { Signal::GoOn }
    }

    fn memory(&mut self) -> Option<u64> {
        self.cancellation.used()
    }
}
