//! The machine: everything linked, and everything a schedule can change.

use crate::dynamic::Forms;
use crate::explore::explored::Explored;
use crate::ground::class::{Class, ClassId, ClassRef, LoaderId, MethodRef};
use crate::ground::heap::{CHECKED, Heap, Ref};
use crate::ground::known::KnownClasses;
use crate::ground::makers;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::linked::Linked;
use crate::state::batches::Batches;
use crate::state::undo::{Scalars, Undo};
use crate::tell::output::Output;
use crate::tell::telling::Noted;
use crate::threads::fairness::Fairness;
use crate::threads::library::LibraryStep;
use crate::threads::pending::Grant;
use crate::threads::signals::Signals;
use crate::threads::thread::{Frame, Thread};
use raceproof_base::{Cancellation, Cause, Effect, Operation, Operations, Recording, Thing, Use};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// What a machine runs, and under which conditions.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The JDK.
    pub java_home: PathBuf,
    /// Folders and jars of the program.
    pub class_path: Vec<PathBuf>,
    /// Binary name of the main class.
    pub main_class: String,
    /// Whether it was compiled from the source file that was named, as by `java Foo.java`.
    pub from_source: bool,
    /// Whether it is a test, whose runner ends the process though idle threads are left.
    pub is_test: bool,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// `Add-Exports` of the program's jar: modules and packages.
    pub add_exports: String,
    /// `Add-Opens` of the program's jar: modules and packages.
    pub add_opens: String,
    /// System properties, those first that tell how the program was started, then those set by the
    /// user.
    pub properties: Vec<(String, String)>,
    /// Size of the heap.
    pub heap_bytes: u64,
    /// Whether assertions of application classes are on.
    pub assertions: bool,
    /// What `availableProcessors` answers.
    pub processors: u32,
    /// Whether features that are a preview may be used.
    pub previews: bool,
    /// Whether code is linked so that its schedules can be explored.
    pub explore: bool,
    /// Tells it to stop on the way.
    pub cancellation: Cancellation,
    /// Where it is kept what the program reaches by reflection, if anybody wants to know.
    pub reflection: Option<Recording>,
}

impl RunOptions {
    /// A main class of some folders, run without arguments, in a small heap.
    #[must_use]
    pub fn new(java_home: &Path, class_path: &[&Path], main_class: &str) -> Self {
        let folders: Vec<String> =
            class_path.iter().map(|path| path.display().to_string()).collect();
        Self {
            java_home: java_home.to_owned(),
            class_path: class_path.iter().map(|path| path.to_path_buf()).collect(),
            main_class: main_class.to_owned(),
            from_source: false,
            is_test: false,
            arguments: Vec::new(),
            add_exports: String::new(),
            add_opens: String::new(),
            properties: vec![("java.class.path".to_owned(), folders.join(":"))],
            heap_bytes: 256 << 20,
            assertions: true,
            processors: 4,
            previews: false,
            explore: false,
            cancellation: Cancellation::default(),
            reflection: None,
        }
    }
}

/// Which events are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Telling {
    /// Where transitions begin, nothing else.
    #[default]
    Operations,
    /// All that bears on races of which a write comes first.
    Writes,
    /// All that bears on races.
    All,
}

/// When timed waits end by their time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimedWaits {
    /// At any moment.
    #[default]
    AtAnyMoment,
    /// Those of idle workers that wait for long where nothing else goes on, others at any moment.
    WorkersLast,
    /// Where nothing else goes on.
    WhenIdle,
}

/// Which steps an exploration takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExploreOptions {
    /// Plain accesses of shared variables are visible too.
    pub accesses: bool,
    /// `wait` and `park` may end for no reason.
    pub spurious_wakeups: bool,
    /// A weak compare-and-set may fail for no reason.
    pub weak_failures: bool,
    /// `java.util.Random` gives every value.
    pub enumerate_random: bool,
    /// What the program prints is shown.
    pub show_output: bool,
    /// Printing on standard streams is the streams' own code, locks and all, see `output.rs`.
    pub prints_itself: bool,
    /// What detectors are told.
    pub telling: Telling,
    /// Accesses of what only one thread knows are told singly.
    pub private: bool,
    /// What accesses by modes weaker than volatile and fences need is told.
    pub weak_modes: bool,
    /// Plain accesses of these variables are visible in any case: `Class.field`, or `int[]` for
    /// elements. Initialisers of the JDK's classes (`Class.<clinit>`) run step by step.
    pub contested: Vec<String>,
    /// Steps are told apart by what they depend on, see `effects.rs`.
    pub dependences: bool,
    /// With that: the end of a thread belongs to its last step, see `ends.rs`.
    pub ends_within: bool,
    /// The end of a thread is a step for all searches.
    pub ends_are_steps: bool,
    /// What the program's own code executes is logged, see `pruning`.
    pub log: bool,
    /// Plain accesses of fields whose races the user accepts are told, too, and visible only if the
    /// field is contested; else they are visible.
    pub watches_accepted: bool,
    /// When timed waits end by time.
    pub timed_waits: TimedWaits,
    /// A loop that does not end goes round so often at least while another thread could go on.
    pub rounds: u32,
    /// Which methods of the class library are one step.
    pub library: Operations,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum RunOutcome {
    /// The program ended.
    Exited {
        /// Its exit status.
        status: i32,
        /// Instructions executed by the machine.
        instructions: u64,
    },
    /// The program needs what is not modelled.
    Unsupported {
        /// What.
        what: String,
        /// The Java stack that reached it.
        stack: Vec<String>,
    },
    /// No thread can ever go on.
    Deadlock {
        /// What each thread waits for.
        threads: Vec<String>,
    },
    /// The program cannot be started.
    BadTarget(String),
    /// It was told to stop.
    Cancelled(Cause),
}

/// A Java virtual machine.
pub struct Vm {
    /// Objects, arrays, and the static fields behind the mirrors of their classes.
    pub heap: Heap,
    /// What is linked.
    pub linked: Linked,
    pub(crate) known: KnownClasses,
    pub(crate) options: RunOptions,
    /// Whether threads stop before visible operations.
    pub(crate) exploring: bool,
    pub(crate) explore: ExploreOptions,
    /// Only one thread is left that has not ended: nobody notices what it does.
    pub(crate) alone: bool,
    /// How the running thread may perform the operation before which it was stopped.
    pub(crate) grant: Option<(Operation, Grant)>,
    /// The method whose own monitor is taken or given away, and the number of its callers' frames.
    pub(crate) callee: Option<(MethodRef, usize)>,
    /// The operation of the class library that the running step is in.
    pub(crate) library: LibraryStep,
    pub(crate) undo: Undo,
    pub(crate) batches: Batches,
    pub(crate) noted: Noted,
    pub(crate) threads: Vec<Thread>,
    /// Index of the running thread; its frames and stack are in `frames` and `stack` meanwhile.
    pub(crate) current: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) stack: Vec<u64>,
    /// Objects the machine itself keeps alive.
    pub(crate) pinned: Vec<Ref>,
    /// Entries of monitors beyond what an object's header counts.
    pub(crate) deep_monitors: FxHashMap<Ref, u32>,
    /// Instructions whose time the clock has counted.
    pub(crate) instructions_timed: u64,
    pub(crate) hash_counter: u32,
    /// Instructions executed.
    pub(crate) instructions: u64,
    /// Instructions left in the running thread's slice.
    pub(crate) fuel: i64,
    pub(crate) output: Output,
    pub(crate) forms: Forms,
    pub(crate) explored: Explored,
    pub(crate) fairness: Fairness,
    /// What belongs to the state, and is neither heap nor threads.
    pub(crate) scalars: Scalars,
    pub(crate) signals: Signals,
    pub(crate) signalled: bool,
    /// State of natives, by the name they choose.
    pub extension: crate::ground::extension::Extensions,
    pub(crate) starts: crate::state::starts::Starts,
    /// First word of what the program itself made: objects are numbered from here on.
    pub(crate) first_of_program: usize,
    /// How often the program asked for a collection of garbage; never taken back.
    pub(crate) collections: u64,
}

/// The most elements HotSpot lets an array have.
pub(crate) const LONGEST_ARRAY: usize = 0x7FFF_FFFD;

/// Shorthand for an error that the machine cannot go on without a class of the JDK.
pub fn missing(what: &str) -> Trap {
    Trap::Unsupported(format!("this JDK has no {what}"))
}

/// What natives may ask; the machine's own rooms read the fields.
impl Vm {
    /// The classes of the JDK that the machine itself knows.
    #[inline]
    #[must_use]
    pub fn known(&self) -> &KnownClasses {
        &self.known
    }

    /// What runs, and under which conditions.
    #[must_use]
    pub fn options(&self) -> &RunOptions {
        &self.options
    }

    /// Whether schedules are explored, so that threads stop before visible operations.
    #[inline]
    #[must_use]
    pub fn is_exploring(&self) -> bool {
        self.exploring
    }

    /// Whether no other thread could do something meanwhile.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Which steps an exploration takes.
    #[must_use]
    pub fn exploration(&self) -> &ExploreOptions {
        &self.explore
    }

    /// All threads, by their numbers.
    #[must_use]
    pub fn threads(&self) -> &[Thread] {
        &self.threads
    }

    /// The number of the running thread.
    #[inline]
    #[must_use]
    pub fn current(&self) -> usize {
        self.current
    }

    /// The frames of the running thread, the innermost last.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The registers of the running thread's frames.
    #[must_use]
    pub fn stack(&self) -> &[u64] {
        &self.stack
    }

    /// Keeps an object alive, until it is let go.
    pub fn pin(&mut self, object: Ref) {
        self.pinned.push(object);
    }

    /// Lets an object go that was kept alive, once.
    pub fn unpin(&mut self, object: Ref) {
        if let Some(at) = self.pinned.iter().rposition(|pinned| *pinned == object) {
            self.pinned.swap_remove(at);
        }
    }

    /// Notes that the program has asked for a collection of garbage.
    pub fn note_collection(&mut self) {
        self.collections += 1;
    }

    /// The symbol for a name.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        self.linked.symbol(text)
    }

    /// The class of an object.
    #[inline]
    #[must_use]
    pub fn class_of(&self, object: Ref) -> ClassRef {
        self.linked.classes()[self.heap.class_id(object).0 as usize]
    }

    /// The names of all fields linked so far, each with that of its class.
    pub fn fields(&self) -> impl Iterator<Item = (String, String)> {
        let fields = self.linked.classes().iter().flat_map(|class| class.fields.iter());
        fields.map(|field| (field.class().java_name(), field.name.text().to_owned()))
    }

    /// The class with that number.
    #[inline]
    #[must_use]
    pub(crate) fn class(&self, id: ClassId) -> ClassRef {
        self.linked.classes()[id.0 as usize]
    }

    /// The class a mirror stands for.
    #[must_use]
    pub fn mirrored(&self, mirror: Ref) -> ClassRef {
        self.linked.classes()[self.heap.get(mirror.index() + self.known.mirror_class) as usize]
    }

    /// Allocates an instance.
    ///
    /// # Errors
    /// `OutOfMemoryError` if the heap is full.
    pub fn new_object(&mut self, class: ClassRef) -> Exec<Ref> {
        let at = self.heap.allocate(class.instance_words).ok_or_else(|| self.no_room())?;
        let maker = if self.explore.dependences && self.exploring { self.maker(class) } else { 0 };
        self.heap.set_header(at, class.id, maker);
        Ok(Ref(at as u32))
    }

    /// What stands for the running thread in an object of a class that it makes, if it carries that.
    fn maker(&mut self, class: ClassRef) -> u32 {
        let Some(kind) = makers::kind(class) else { return 0 };
        let thread = self.thread_mut(self.current);
        let made = &mut thread.made[kind];
        *made = (*made + 1).min(makers::MOST);
        makers::maker(thread.key, thread.made[kind])
    }

    /// Allocates an array of the given array class.
    ///
    /// # Errors
    /// `OutOfMemoryError` if the heap is full or the length beyond what HotSpot allows.
    pub fn new_array(&mut self, class: ClassRef, length: usize) -> Exec<Ref> {
        let (_, element) = class.element().expect("an array class has elements");
        if length > LONGEST_ARRAY {
            return Err(Trap::java(
                "java/lang/OutOfMemoryError",
                "Requested array size exceeds VM limit",
            ));
        }
        let words =
            crate::ground::heap::HEADER_WORDS + (length * element.element_bytes()).div_ceil(8);
        let at = self.heap.allocate(words).ok_or_else(|| self.no_room())?;
        self.heap.set_header(at, class.id, length as u32);
        // What linking makes is the machinery's, whoever's code is linked.
        if self.explore.telling != Telling::Operations
            && !self.is_linking()
            && self.is_doing_checked()
        {
            self.heap.words[at] |= CHECKED;
        }
        Ok(Ref(at as u32))
    }

    /// Allocates a byte array with content.
    ///
    /// # Errors
    /// `OutOfMemoryError` if the heap is full.
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Exec<Ref> {
        let class = self.known.byte_array();
        let array = self.new_array(class, bytes.len())?;
        self.heap.put_bytes(array, 0, bytes);
        Ok(array)
    }

    /// Allocates an array of references with content.
    ///
    /// # Errors
    /// If the class cannot be loaded or the heap is full.
    pub fn new_references(&mut self, element: ClassRef, values: &[Ref]) -> Exec<Ref> {
        let class = self.array_class(element)?;
        let array = self.new_array(class, values.len())?;
        for (index, value) in values.iter().enumerate() {
            self.heap.put_element(array, index, *value);
        }
        Ok(array)
    }

    /// The elements of a reference array.
    #[must_use]
    pub fn references(&self, array: Ref) -> Vec<Ref> {
        (0..self.heap.length(array)).map(|n| self.heap.element(array, n)).collect()
    }

    /// Word offset of an instance field, by name.
    ///
    /// # Panics
    /// If the class has no such field: the callers name fields of the JDK's own classes.
    #[must_use]
    pub(crate) fn word_of(&self, class: &Class, field: &str) -> usize {
        class
            .inherited_field(field)
            .unwrap_or_else(|| panic!("{} has no field {field}", class.name))
            .word
    }

    /// An instance field's word, by name.
    #[must_use]
    pub fn field(&self, object: Ref, name: &str) -> u64 {
        let word = self.word_of(self.class_of(object), name);
        self.heap.get(object.index() + word)
    }

    /// An instance field's reference, by name.
    #[must_use]
    pub fn field_ref(&self, object: Ref, name: &str) -> Ref {
        Ref::of(self.field(object, name))
    }

    /// Sets an instance field by name.
    pub fn set_field(&mut self, object: Ref, name: &str, value: u64) {
        let class = self.class_of(object);
        let word = self.word_of(class, name);
        self.heap.put(object.index() + word, value);
        if self.heap.is_shared(object) && class.reference_words.contains(&(word as u16)) {
            self.share(Ref::of(value));
        }
    }

    /// Sets a static field by name.
    pub fn set_static(&mut self, class: ClassRef, name: &str, value: u64) {
        if let Some(field) = class.fields.iter().find(|f| f.name.text() == name && f.is_static()) {
            self.heap.put(class.mirror.index() + field.word, value);
        }
    }

    /// A static field by name.
    #[must_use]
    pub fn static_field(&self, class: ClassRef, name: &str) -> Option<u64> {
        let field = class.fields.iter().find(|f| f.name.text() == name && f.is_static())?;
        Some(self.heap.get(class.mirror.index() + field.word))
    }

    /// The identity hash of an object, given on first request.
    pub fn identity_hash(&mut self, object: Ref) -> u32 {
        let known = self.heap.hash(object);
        if known != 0 {
            self.note_hash(object, Use::Read);
            return known;
        }
        // Spread like a random number, but a function of how many hashes were asked for before: by
        // the thread while exploring, so that the others' doings do not change it.
        let number = if self.exploring {
            let thread = self.thread_mut(self.current);
            thread.hashes += 1;
            thread.hashes.wrapping_add(thread.key as u32)
        } else {
            self.hash_counter += 1;
            self.hash_counter
        };
        let hash = (number.wrapping_mul(0x9E37_79B1) >> 1).max(1);
        self.heap.set_hash(object, hash);
        self.note_hash(object, Use::Write);
        hash
    }

    /// Who asks first for the hash of an object decides what it is.
    fn note_hash(&mut self, object: Ref, how: Use) {
        if self.exploring && self.heap.is_shared(object) {
            self.note_effect(Effect::Uses(
                Thing::Variable(crate::threads::pending::address_of(object)),
                how,
            ));
        }
    }

    /// Whether what lies there may be an object: a reference that going back has outlived leads to
    /// anything.
    #[must_use]
    pub fn is_object_at(&self, object: Ref) -> bool {
        let id = self.heap.class_id(object).0 as usize;
        id != 0 && id < self.linked.classes().len()
    }

    /// The loader of that object, registering it if it is new.
    pub fn loader_of(&mut self, object: Ref) -> LoaderId {
        self.linked.loader_of(object)
    }
}

impl Vm {
    /// What the program meets when there is no room left: the end of its heap, or our limit of
    /// memory, which is none of its business.
    pub(crate) fn no_room(&self) -> Trap {
        if self.heap.is_linking() {
            return out_of_memory();
        }
        if self.heap.is_cut_off() {
            self.options.cancellation.cancel(Cause::Memory);
        }
        self.options.cancellation.cause().map_or_else(out_of_memory, Trap::Cancelled)
    }

    /// To be called before so many bytes from a byte address on are overwritten at once: while
    /// schedules are explored each word is kept, in a log that grows by doubling.
    ///
    /// # Errors
    /// [`Trap::Cancelled`] if there is no memory for that.
    pub fn reserve_undo(&self, at: usize, bytes: usize) -> Exec<()> {
        if self.heap.may_keep(at / 8, bytes) { Ok(()) } else { Err(self.no_room()) }
    }
}

pub(crate) fn out_of_memory() -> Trap {
    Trap::java("java/lang/OutOfMemoryError", "Java heap space")
}

/// What linking makes is never collected, as under `java` it would be where nothing leads to it any
/// more: so whether the program would go on there is not known.
pub(crate) fn no_room_for_linking() -> Trap {
    let what = "more classes, interned strings and method types than fit into the memory for what is linked, which is not collected";
    Trap::Unsupported(format!("{what}: make fewer of them"))
}
