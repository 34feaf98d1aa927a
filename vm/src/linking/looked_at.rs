//! What initialisers of the JDK's classes may read, and do.
//!
//! One that runs for all schedules ([`crate::linking::kept`]) must find the same in all of them. So
//! what it reads is noted: a word that a step has changed, or an object that a step has made, is of
//! this schedule. And a step that changes later what it has read could have come first. Either way
//! the search begins anew, with that initialiser executed step by step. (A property of the system, or
//! of `java.security.Security`, is set by one thread while another is the first to use what asks for
//! it.)
//!
//! Nor may code of the program take a monitor that it takes, nor may it print. What is loaded though
//! nobody has asked for it ([`crate::linking::first_use`]) may change nothing outside, and ask the
//! running thread for no loader of classes: who needs it may be another.
//!
//! It makes no difference
//! * what an initialiser has written, and left as it was: a lock that it took. Where somebody holds
//!   that, it waits, which is seen;
//! * what a thread keeps of itself, but a loader of classes other than the usual one;
//! * what is computed at its first use, from what never changes ([`COMPUTED`]);
//! * how many there are, for who counts one more ([`COUNTS`]).

use crate::ground::class::LoaderId;
use crate::ground::heap::Ref;
use crate::vm::Vm;

/// Fields that are filled at their first use, by whoever comes there, with what never changes. (Where a
/// map counts its entries says nothing of how many there are, and that the machine ends is no matter.)
const COMPUTED: &[(&str, &str)] = &[
    ("java/lang/Class", "reflectionFactory"),
    ("java/lang/String", "hash"),
    ("java/lang/String", "hashIsZero"),
    ("java/util/Locale", "hashCodeValue"),
    ("java/util/concurrent/ConcurrentHashMap", "counterCells"),
    ("jdk/internal/misc/VM", "initLevel"),
    ("jdk/internal/reflect/ReflectionFactory", "initted"),
    ("sun/util/locale/BaseLocale", "hash"),
];
/// Fields that are read to be counted up: entries of maps, memory that is reserved.
const COUNTS: &[(&str, &str)] = &[
    ("java/util/concurrent/ConcurrentHashMap", "baseCount"),
    ("java/util/concurrent/atomic/AtomicLong", "value"),
];
/// What initialisers ask a thread for.
const LOADERS: &[(&str, &str)] = &[("java/lang/Thread", "contextClassLoader")];

/// Words that were read: where, what was found there first, and whether they were written then.
pub(super) type Read = Vec<(usize, u64, bool)>;

impl Vm {
    /// Does work of linking, and says what it has read that it has not made itself.
    pub(super) fn noting_reads<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Read) {
        self.heap.journal.reads.begin();
        let done = work(self);
        (done, self.heap.journal.reads.end())
    }

    /// Whether what the initialiser of a class has read is of this schedule. If not, it must stay so.
    pub(super) fn has_read_of_this_schedule(&mut self, read: Read, reader: &str) -> bool {
        let matters = |index: usize, found: u64, is_written: bool| {
            !is_written || self.heap.get(index) != found && !self.is_among(index, COUNTS)
        };
        let read =
            read.into_iter().filter(|(index, found, written)| matters(*index, *found, *written));
        let read: Vec<usize> = read.map(|(index, ..)| index).collect();
        let of_steps = read.iter().filter(|index| self.heap.journal.is_of_a_step(**index));
        if of_steps.copied().any(|index| self.is_of_schedules(index)) {
            return true;
        }
        self.heap.journal.reads.keep(reader, read);
        false
    }

    /// Whether the monitors that it has taken are of this schedule, or it has done what is seen outside
    /// of what it makes. If not, these monitors are none that the program may take.
    pub(super) fn acts_in_this_schedule(&mut self, read: &Read, name: &str) -> bool {
        let locked = self.heap.journal.reads.take_locked();
        let is_taken_by_steps = |object: &usize| self.heap.journal.is_of_a_step(*object + 1);
        if locked.iter().any(is_taken_by_steps) || self.has_printed(read) {
            return true;
        }
        self.heap.journal.reads.keep_locked(name, locked);
        false
    }

    /// Whether it has gone by what a standard stream prints to.
    fn has_printed(&mut self, read: &Read) -> bool {
        let name = self.symbol("java/lang/System");
        let Some(system) = self.linked.class_named(LoaderId::BOOT, name) else { return false };
        let streams = ["out", "err"].map(|name| self.static_field(system, name).map(Ref::of));
        let words: Vec<usize> = streams
            .into_iter()
            .flatten()
            .filter(|s| !s.is_null())
            .flat_map(|stream| {
                let class = self.class_of(stream);
                let fields = ["out", "charOut", "textOut"].map(|name| class.field_named(name));
                fields.into_iter().flatten().map(move |field| stream.index() + field.word)
            })
            .collect();
        read.iter().any(|(index, ..)| words.contains(index))
    }

    /// Whether it goes by the loader of classes of the running thread.
    pub(super) fn asks_for_loader(&self, read: &Read) -> bool {
        let thread = self.current_thread();
        let field = self.class_of(thread).field_named("contextClassLoader");
        field.is_some_and(|field| {
            read.iter().any(|(index, ..)| *index == thread.index() + field.word)
        })
    }

    /// To be called before a monitor is taken: by code of the program's, it must be none that an
    /// initialiser takes for all schedules.
    pub(crate) fn note_monitor(&mut self, object: Ref) {
        if !self.exploring {
            self.heap.note_locked(object);
        } else if let Some(name) = self.heap.journal.reads.locker(object.index())
            && self.is_in_program()
        {
            let name = name.to_owned();
            self.is_of_this_schedule(name);
        }
    }

    /// Whether it is code of the program's that the running thread executes.
    pub(crate) fn is_in_program(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| !self.linked.is_of_jdk(frame.code.method.class().loader))
    }

    /// To be called after a step, which may have written what an initialiser has read.
    pub(crate) fn look_for_overtaken_initializers(&mut self) {
        while let Some(index) = self.heap.journal.reads.take_overtaken() {
            let reader = self.heap.journal.reads.reader(index).map(str::to_owned);
            if let Some(reader) = reader.filter(|_| self.is_of_schedules(index)) {
                self.is_of_this_schedule(reader);
            }
        }
    }

    /// Whether a word that a step writes differs between schedules, as far as initialisers can tell.
    fn is_of_schedules(&self, index: usize) -> bool {
        let object = self.object_containing(index);
        if self.class_of(object).is_subtype_of(self.known.thread.get()) {
            let usual = self.static_field(self.known.class_loader.get(), "scl");
            return self.is_among(index, LOADERS) && usual != Some(self.heap.get(index));
        }
        !self.is_among(index, COMPUTED)
    }

    /// Whether a word is a field with one of these names.
    fn is_among(&self, index: usize, names: &[(&str, &str)]) -> bool {
        let object = self.object_containing(index);
        self.field_at(object, index - object.index())
            .is_some_and(|field| names.contains(&(field.class().name.text(), field.name.text())))
    }
}
