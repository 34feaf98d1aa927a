//! What initialisers of the JDK's classes may read.
//!
//! One that runs for all schedules ([`crate::linking::kept`]) must find the same in all of them. So
//! what it reads is noted: a word that a step has changed, or an object that a step has made, is of
//! this schedule. And a step that changes later what it has read could have come first. Either way
//! the search begins anew, with that initialiser executed step by step. (A property of the system, or
//! of `java.security.Security`, is set by one thread while another is the first to use what asks for
//! it.)
//!
//! It makes no difference
//! * what an initialiser has written, and left as it was: a lock that it took. Where somebody holds
//!   that, it waits, which is seen;
//! * what a thread keeps of itself, but a loader of classes other than the usual one;
//! * what is computed at its first use, from what never changes ([`COMPUTED`]);
//! * how many there are, for who counts one more ([`COUNTS`]).

use crate::vm::Vm;

/// Fields that are filled at their first use, by whoever comes there, with what never changes. (Where a
/// map counts its entries says nothing of how many there are.)
const COMPUTED: &[(&str, &str)] = &[
    ("java/lang/Class", "reflectionFactory"),
    ("java/lang/String", "hash"),
    ("java/lang/String", "hashIsZero"),
    ("java/util/Locale", "hashCodeValue"),
    ("java/util/concurrent/ConcurrentHashMap", "counterCells"),
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
type Read = Vec<(usize, u64, bool)>;

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
