//! What the program prints on standard output, and when it is seen.
//!
//! It is gathered, and handed on when much of it waits, before anything that could be seen in the
//! wrong order (standard error, input, another way to the same file), at the end, and so often that
//! nobody waits for it. A terminal, like any device, gets it at once. The host's clock decides
//! here, which no program can tell.
//!
//! While schedules are explored, it is kept to the end of the execution that is to be shown: steps
//! are tried and taken back, and what they have printed with them.
//!
//! Nor does printing on the standard streams take a lock, while that can make no difference. It can if
//! a thread waits, or spins, while it has a stream's monitor (`synchronized (System.out)`; a `toString`
//! that `printf` calls): who prints then waits for it. Where a thread could do so, the search begins
//! anew, with printing by the stream's own code ([`PRINTING`]). That is seen in some execution if any
//! schedule has it: until a print waits, the steps of each thread are the same with locks and without,
//! and a search explores all of these, though perhaps in other orders. So nothing is made of what
//! others do meanwhile, or whether there are any. Likewise where somebody asks what others wait for.

use crate::ground::heap::Ref;
use crate::threads::pending::address_of;
use crate::vm::Vm;
use raceproof_base::{Address, Finer, Operation, OperationKind};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::time::{Duration, Instant};

/// Printing takes the stream's lock, among what is visible though it was not asked for.
pub const PRINTING: &str = "java.io.PrintStream.<print>";
/// This much is handed on at once.
const LIMIT: usize = 64 << 10;
/// What was printed is seen after this time at the latest, but for a slice.
const PATIENCE: Duration = Duration::from_millis(50);

/// What the program prints.
#[derive(Default)]
pub(crate) struct Output {
    /// What nobody has seen yet.
    waiting: Vec<u8>,
    /// `System.out` and `System.err` as they were when exploration began.
    standard_streams: [Ref; 2],
    /// Whether the monitor of one of them was taken since; never taken back.
    is_locked: bool,
    /// How often the program printed on them while schedules were explored; never taken back.
    prints: u64,
    /// What was printed while schedules were explored, if that is to be shown.
    explored: Vec<u8>,
    shown: Option<Instant>,
    device: Option<bool>,
    /// The error number of the last attempt.
    failed: Option<i32>,
}

impl Vm {
    /// Prints on standard output.
    ///
    /// # Errors
    /// If nobody takes what was printed, now or since the last time.
    pub fn print(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.waiting.extend_from_slice(bytes);
        let device = *self.output.device.get_or_insert_with(is_device);
        if self.output.waiting.len() >= LIMIT || self.output.failed.is_some() || device {
            self.flush();
        }
        self.output.failed.map_or(Ok(()), |number| Err(io::Error::from_raw_os_error(number)))
    }

    /// Whether the program has printed what nobody has seen yet.
    #[must_use]
    pub fn has_unseen_output(&self) -> bool {
        !self.output.waiting.is_empty()
    }

    /// Notes what the standard streams are.
    pub(crate) fn set_standard_streams(&mut self, streams: [Ref; 2]) {
        self.output.standard_streams = streams;
    }

    /// To be called before a monitor is taken.
    pub(crate) fn note_locked_stream(&mut self, object: Ref) {
        self.output.is_locked |= self.is_standard_stream(object);
    }

    /// Whether an object is one of the streams that were standard when exploration began.
    #[must_use]
    pub fn is_standard_stream(&self, object: Ref) -> bool {
        self.output.standard_streams.contains(&object)
    }

    /// To be called before a visible operation: who waits with a stream's monitor keeps others from
    /// printing.
    pub(crate) fn note_operation_in_stream(&mut self, Operation { kind, on, .. }: Operation) {
        use OperationKind::{Initialize, Inspect, Join, Lock, Park, Wait, WaitAgain};
        let waits = matches!(kind, Lock | Wait | WaitAgain | Join | Park | Initialize);
        if kind == Inspect || self.has_a_stream_but(on) && (waits || self.is_in_program()) {
            self.note_that_printing_waits();
        }
    }

    /// To be called before something is printed on a standard stream without its lock.
    pub fn note_print(&mut self, stream: Ref) {
        if self.has_a_stream_but(address_of(stream)) {
            self.note_that_printing_waits();
        }
    }

    /// Whether the running thread has the monitor of a standard stream that is not at an address.
    fn has_a_stream_but(&self, address: Address) -> bool {
        let is_another =
            |stream: &Ref| address_of(*stream) != address && self.owns(*stream, self.current);
        self.output.is_locked
            && self.output.standard_streams.iter().filter(|s| !s.is_null()).any(is_another)
    }

    fn note_that_printing_waits(&mut self) {
        if !self.explore.prints_itself {
            self.noted.finer.get_or_insert_with(|| Finer::Accesses(PRINTING.to_owned()));
        }
    }

    /// What is printed while schedules are explored is kept, if anybody wants to see it.
    pub fn print_exploring(&mut self, bytes: impl FnOnce(&Self) -> Vec<u8>) {
        self.output.prints += 1;
        if self.explore.show_output {
            let bytes = bytes(self);
            self.output.explored.extend_from_slice(&bytes);
        }
    }

    /// How much has been printed by now on the way that is explored.
    pub(crate) fn printed(&self) -> usize {
        self.output.explored.len()
    }

    /// Goes back to where so much had been printed.
    pub(crate) fn unprint(&mut self, printed: usize) {
        self.output.explored.truncate(printed);
    }

    /// Hands on what the execution that ends here has printed; no other is shown.
    pub(crate) fn show_explored(&mut self) {
        self.explore.show_output = false;
        self.output.waiting.append(&mut self.output.explored);
        self.flush();
    }

    /// How often the program printed while schedules were explored.
    pub(crate) fn prints(&self) -> u64 {
        self.output.prints
    }

    /// Hands on what the program has printed so far.
    pub fn flush(&mut self) {
        if self.output.waiting.is_empty() {
            return;
        }
        let mut stdout = io::stdout().lock();
        let done = stdout.write_all(&self.output.waiting).and_then(|()| stdout.flush());
        self.output.failed = done.err().and_then(|error| error.raw_os_error());
        self.output.waiting.clear();
        self.output.shown = Some(Instant::now());
    }

    /// Hands on what has waited long enough.
    pub(crate) fn show_output(&mut self) {
        if !self.output.waiting.is_empty()
            && self.output.shown.is_none_or(|shown| shown.elapsed() > PATIENCE)
        {
            self.flush();
        }
    }
}

fn is_device() -> bool {
    let stdout = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    stdout
        .and_then(|file| file.metadata())
        .is_ok_and(|metadata| metadata.file_type().is_char_device())
}
