//! Going back: marks, and what must be kept between them.
//!
//! The heap's words are kept in its journal; here are the threads. A thread's small state is kept
//! when it is first changed after a mark ([`Vm::thread_mut`]), its stack when it is first run after
//! a mark ([`Vm::keep_stack`]): between two marks a stack changes only while its thread runs.
//! Memory handed out since a mark is cleared instead of logged.

use crate::ground::heap::Heap;
use crate::ground::heap::journal::Mode;
use crate::ground::native::{Exec, Trap};
use crate::state::clock::ClockUse;
use crate::threads::thread::{Frame, Status, Thread, ThreadState, Version};
use crate::vm::Vm;
use raceproof_base::Mark;

/// Words that a path may allocate before its garbage is collected.
const COLLECT_AFTER: usize = 2 << 20;

/// What was kept, last in first out.
enum UndoRecord {
    State {
        thread: usize,
        state: ThreadState,
    },
    /// The stack's frames and words are the last so many of `frames` and `words`.
    Stack {
        thread: usize,
        frames: usize,
        words: usize,
    },
    NewThread,
}

/// The state of allocation, which a mark keeps whole.
#[derive(Clone, Copy)]
struct Room {
    top: usize,
    chunk_end: usize,
    frontier: usize,
    allocated: usize,
    threshold: usize,
    free_lists: usize,
}

/// The scalars of the machine that belong to the state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scalars {
    /// Nanoseconds of the virtual clock.
    pub(crate) clock: u64,
    /// What it was read for: then the time is part of a state's identity.
    pub(crate) clock_use: ClockUse,
    pub(crate) wait_counter: u64,
    /// The status the program has exited with, while exploring.
    pub(crate) ended: Option<i32>,
    /// Steps of the execution so far.
    pub(crate) steps: u32,
    /// The only thread that is left does nothing but wait, for ever.
    pub(crate) spins: bool,
}

impl Scalars {
    /// Before anything has happened, at a time.
    pub(crate) fn at(clock: u64) -> Self {
        let clock_use = ClockUse::default();
        Self { clock, clock_use, wait_counter: 0, ended: None, steps: 0, spins: false }
    }
}

struct Point {
    heap_log: usize,
    room: Room,
    kept: usize,
    scalars: Scalars,
    printed: usize,
}

/// The undo log of the threads, and the marks.
#[derive(Default)]
pub(crate) struct Undo {
    on: bool,
    /// Counts marks and returns to them: what was kept in this epoch need not be kept again.
    epoch: u32,
    /// Counts what threads have been: [`crate::threads::thread::Version`].
    versions: u64,
    kept: Vec<UndoRecord>,
    frames: Vec<Frame>,
    words: Vec<u64>,
    points: Vec<Point>,
}

impl Undo {
    /// Before what no part of a state's identity is made of, but can be had back.
    pub(crate) fn keep_aside(&mut self, number: usize, thread: &mut Thread) {
        if self.on && thread.state_kept != self.epoch {
            thread.state_kept = self.epoch;
            self.kept.push(UndoRecord::State { thread: number, state: **thread });
        }
    }

    pub(crate) fn keep_state(&mut self, number: usize, thread: &mut Thread) {
        self.keep_aside(number, thread);
        self.versions += 1;
        thread.state_mut().version = Version(self.versions);
    }

    pub(crate) fn new_thread(&mut self) {
        if self.on {
            self.kept.push(UndoRecord::NewThread);
        }
    }

    fn clear(&mut self) {
        self.kept.clear();
        self.frames.clear();
        self.words.clear();
        self.points.clear();
    }

    /// How many marks are set.
    pub(crate) fn marks(&self) -> usize {
        self.points.len()
    }

    /// Bytes the log takes.
    pub(crate) fn bytes(&self) -> usize {
        self.kept.capacity() * size_of::<UndoRecord>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.words.capacity() * 8
            + self.points.capacity() * size_of::<Point>()
    }
}

impl Heap {
    /// What is there now is logged when it is overwritten, though going back may clear it.
    pub(crate) fn log_from_here(&mut self) {
        self.journal.floor = self.floor();
    }

    /// Words from here on were never used as long as memory is handed out behind everything; where
    /// it is recycled, no word is such.
    fn floor(&self) -> usize {
        if self.top >= self.frontier { self.top } else { usize::MAX }
    }

    fn room(&self) -> Room {
        Room {
            top: self.top,
            chunk_end: self.chunk_end,
            frontier: self.frontier,
            allocated: self.allocated,
            threshold: self.threshold,
            free_lists: self.journal.free_lists.len(),
        }
    }

    /// Makes it again what it was when its log was so long and allocation stood there.
    fn go_back(&mut self, log: usize, room: &Room) {
        for (index, word) in self.journal.log.drain(log..).rev() {
            self.words[index as usize] = word;
        }
        if let Some(free) = self.journal.free_lists.drain(room.free_lists..).next() {
            self.free = free;
        }
        let used = self.top.max(self.frontier);
        (self.top, self.chunk_end, self.frontier) = (room.top, room.chunk_end, room.frontier);
        (self.allocated, self.threshold) = (room.allocated, room.threshold);
        // What lies before was logged, whatever floors there were since: from here on nothing had
        // been used.
        let unused = self.top.max(self.frontier);
        if used > unused {
            self.words[unused..used].fill(0);
        }
        self.journal.floor = self.floor();
    }
}

impl Vm {
    /// From here on the past is kept: marks may be set.
    pub(crate) fn start_undo(&mut self) {
        let epoch = self.undo.epoch + 1;
        self.undo = Undo { on: true, epoch, ..std::mem::take(&mut self.undo) };
        self.undo.clear();
        self.heap.journal.mode = Mode::Undo;
        self.heap.journal.log.clear();
        self.heap.journal.free_lists.clear();
        self.heap.log_from_here();
        self.batches.clear(self.heap.journal.frozen_end);
    }

    /// Before a collection: keeps where there was room, and from now on every word that is
    /// overwritten.
    pub(crate) fn keep_room(&mut self) {
        self.heap.keep_free_list();
        self.heap.journal.floor = usize::MAX;
    }

    /// Makes the present state the one that all others are compared with, and the earliest to come
    /// back to.
    pub(crate) fn freeze(&mut self) {
        self.heap.journal.frozen_end = self.heap.top;
        self.note_frozen_starts();
        self.note_frozen_times();
        (self.heap.allocated, self.heap.threshold) = (0, COLLECT_AFTER);
        self.start_undo();
    }

    /// Whether going back must be possible.
    #[must_use]
    pub fn is_undoable(&self) -> bool {
        self.undo.on
    }

    /// To be called before something is read or changed that is no part of a state.
    ///
    /// # Errors
    /// [`Trap::Unsupported`] while schedules are explored.
    pub fn leaves_state(&self, what: impl FnOnce() -> String) -> Exec<()> {
        let is_refused = self.exploring && self.is_undoable()
            || self.linked.is_loading && !self.reads_image_of_modules();
        if is_refused {
            let why = "while schedules are explored, where it could not be undone: do this before the first thread is started";
            return Err(Trap::Unsupported(format!("{} {why}", what())));
        }
        Ok(())
    }

    /// Whether what is done now is to open the JDK's own image of modules, as its loaders do.
    fn reads_image_of_modules(&self) -> bool {
        let is_image = |frame: &Frame| {
            frame.code.method.class().name.text().starts_with("jdk/internal/jimage/")
        };
        self.frames.iter().any(is_image)
    }

    /// Notes whether the running thread is the only one that has not ended.
    pub(crate) fn count_threads(&mut self) {
        let alive = |t: &&Thread| !matches!(t.status, Status::Terminated | Status::New);
        let all_count = self.explore.dependences;
        self.alone = !self.explored.is_watched()
            && self.threads.iter().filter(|t| all_count || alive(t)).count() <= 1;
    }

    /// Bytes that the state and the way back from it take.
    pub(crate) fn state_bytes(&self) -> usize {
        let journal = &self.heap.journal;
        (self.heap.top.max(self.heap.frontier) - journal.frozen_end) * 8
            + journal.log.capacity() * 16
            + self.undo.bytes()
            + self.batches.bytes()
    }

    /// Notes the present state as one to come back to.
    pub(crate) fn set_mark(&mut self) -> Mark {
        self.undo.epoch += 1;
        let room = self.heap.room();
        let point = Point {
            heap_log: self.heap.journal.log.len(),
            room,
            kept: self.undo.kept.len(),
            scalars: self.scalars,
            printed: self.printed(),
        };
        self.heap.log_from_here();
        self.undo.points.push(point);
        Mark(self.undo.points.len() - 1)
    }

    /// Keeps the stack of a thread that is about to run: [`Vm::stack_of`], spelled out because the
    /// log is borrowed as well.
    pub(crate) fn keep_stack(&mut self, number: usize) {
        let (undo, thread) = (&mut self.undo, &mut self.threads[number]);
        if !undo.on || thread.stack_kept == undo.epoch {
            return;
        }
        thread.stack_kept = undo.epoch;
        let (frames, stack) = if number == self.current {
            (&self.frames, &self.stack)
        } else {
            (&thread.frames, &thread.stack)
        };
        let words = frames.last().map_or(0, Frame::end);
        undo.frames.extend_from_slice(frames);
        undo.words.extend_from_slice(&stack[..words]);
        undo.kept.push(UndoRecord::Stack { thread: number, frames: frames.len(), words });
    }

    /// Goes back to a mark, which stays valid.
    pub(crate) fn go_back(&mut self, to: Mark) {
        self.undo.points.truncate(to.0 + 1);
        let Some(point) = self.undo.points.pop() else { return };
        self.go_back_in_batches(to, point.heap_log);
        self.heap.go_back(point.heap_log, &point.room);
        self.go_back_in_threads(point.kept);
        self.scalars = point.scalars;
        self.unprint(point.printed);
        self.undo.epoch += 1;
        self.undo.points.push(point);
    }

    fn go_back_in_threads(&mut self, kept: usize) {
        self.swap_current();
        while self.undo.kept.len() > kept {
            match self.undo.kept.pop() {
                Some(UndoRecord::State { thread, state }) => {
                    *self.threads[thread].state_mut() = state;
                }
                Some(UndoRecord::Stack { thread, frames, words }) => {
                    let thread = &mut self.threads[thread];
                    thread.frames.clear();
                    thread.frames.extend(self.undo.frames.drain(self.undo.frames.len() - frames..));
                    let from = self.undo.words.len() - words;
                    if thread.stack.len() < words {
                        thread.stack.resize(words.next_power_of_two(), 0);
                    }
                    thread.stack[..words].copy_from_slice(&self.undo.words[from..]);
                    self.undo.words.truncate(from);
                }
                Some(UndoRecord::NewThread) => {
                    self.threads.pop();
                }
                None => break,
            }
        }
        self.current = self.current.min(self.threads.len() - 1);
        self.swap_current();
    }

    /// Puts the running thread's frames and stack where the others' are; and, once `current` names
    /// the thread to run, the other way round.
    pub(crate) fn swap_current(&mut self) {
        let thread = &mut self.threads[self.current];
        std::mem::swap(&mut self.frames, &mut thread.frames);
        std::mem::swap(&mut self.stack, &mut thread.stack);
    }
}

#[cfg(test)]
mod tests;
