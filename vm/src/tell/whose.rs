//! Whose accesses are told: what is looked for in a class, who is doing what the running code does,
//! and on whose behalf.

use crate::ground::bookkeeping::Books;
use crate::ground::class::{ClassRef, FieldRef, LoaderId, Scrutiny, access};
use crate::ground::code::Code;
use crate::ground::heap::{CHECKED, Ref, SHARED};
use crate::vm::{Telling, Vm};

/// By whose methods a program accesses variables in whatever mode it likes.
pub(super) fn is_atomic(class: ClassRef) -> bool {
    class.loader.0 == 0 && class.name.text().starts_with("java/util/concurrent/atomic/Atomic")
}

/// What of the class library hands over, by contract, what it writes plainly to a slot of its own
/// arrays: a task is pushed under a lock whose release comes later. Whoever takes it acquires the
/// slot, or compares and sets it, so the write orders as a release does. (Elsewhere,
/// `java.util.concurrent` writes what it hands over by a mode, or moves it by one from another
/// slot.)
const HANDS_OVER: &[&str] = &["java/util/concurrent/ForkJoinPool$WorkQueue"];

/// Code that accesses arrays and fields for whoever calls it.
const ON_BEHALF: &[&str] = &[
    "java/lang/Object",
    "java/lang/System",
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/util/ArrayPrefixHelpers",
    "java/util/Arrays",
    "java/util/ComparableTimSort",
    "java/util/DualPivotQuicksort",
    "java/util/TimSort",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/reflect/",
    "jdk/internal/util/ArraysSupport",
    "sun/misc/Unsafe",
];

/// Among these, the machinery of method handles and of reflection, which has arrays of its own:
/// caches, and lists of types.
const MACHINERY: &[&str] = &["java/lang/invoke/", "java/lang/reflect/", "jdk/internal/reflect/"];

/// And the part of that machinery that accesses only what it is given. (Of the class `VarHandle`
/// itself, and those nested in it, that is not true.)
const ACCESSORS: &[&str] = &[
    "java/lang/invoke/MethodHandleImpl$ArrayAccessor",
    "java/lang/invoke/VarHandle",
    "java/lang/reflect/Array",
];

/// What of the class library keeps a collection of its own that it hands to nobody, and the classes
/// of that: a pool its workers, by its lock; a `ClassValue` what it has computed, by a monitor. Like
/// their fields, these are trusted.
const KEEP_THEIR_OWN: &[(&str, &[&str])] = &[
    ("java/lang/ClassValue$ClassValueMap", &["java/util/WeakHashMap"]),
    ("java/util/concurrent/ThreadPoolExecutor", &["java/util/HashMap", "java/util/HashSet"]),
];

impl Scrutiny {
    /// Of a class of the boot loader that works on behalf of its callers.
    fn on_behalf(name: &str) -> Option<Self> {
        let is_in = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
        let is_var_handle = || name.split('$').next() == Some("java/lang/invoke/VarHandle");
        // Nested in an accessor, it keeps a table of such.
        let is_table = || name.contains("$ArrayAccessor$");
        match () {
            () if !is_in(ON_BEHALF) => None,
            () if is_in(ACCESSORS) && !is_var_handle() && !is_table() => Some(Self::Accessor),
            () if is_in(MACHINERY) => Some(Self::Machinery),
            () => Some(Self::OnBehalf),
        }
    }

    /// Whether what the class does is its callers' doing.
    pub(super) fn is_on_behalf(self) -> bool {
        matches!(self, Self::OnBehalf | Self::Machinery | Self::Accessor)
    }
}

impl Vm {
    /// Whether a field's accesses order others: it is volatile, or belongs to a class of the
    /// library that orders things by fences around plain accesses. For these the memory model has
    /// no rule: they are taken to order what the class documents. (Not its iterators, which are
    /// used by one thread.)
    pub(crate) fn orders(&self, field: FieldRef) -> bool {
        *field.orders.get_or_init(|| {
            let class = field.class();
            let is_fenced = || {
                let name = class.name.text();
                self.explore.telling != Telling::Operations
                    && class.loader.0 == 0
                    && name.starts_with("java/util/concurrent/ConcurrentSkipList")
                    && !name.contains("Iter")
                    && !name.contains("Spliterator")
            };
            field.is_volatile() || is_fenced()
        })
    }

    /// What is looked for in a class.
    pub(crate) fn scrutiny(&self, class: ClassRef) -> Scrutiny {
        *class.scrutiny.get_or_init(|| {
            let name = class.name.text();
            let on_behalf =
                if class.loader == LoaderId::BOOT { Scrutiny::on_behalf(name) } else { None };
            if self.explore.telling == Telling::Operations {
                Scrutiny::Trusted
            } else if let Some(on_behalf) = on_behalf {
                on_behalf
            } else if class.books.are_kept() {
                Scrutiny::Trusted
            } else if self.is_trusted(class) {
                let is_library = self.linked.is_of_jdk(class.loader);
                let is_excepted = !is_library || self.noted.trust.is_excepted(&class.java_name());
                match is_excepted {
                    true => Scrutiny::Excepted,
                    false if HANDS_OVER.contains(&name) => Scrutiny::HandsOver,
                    false => Scrutiny::Trusted,
                }
            } else {
                Scrutiny::Checked
            }
        })
    }

    /// What the program has brought along is not the class library, whatever it is called.
    fn is_trusted(&self, class: ClassRef) -> bool {
        let is_library = self.linked.is_of_jdk(class.loader);
        match !is_library && class.origin.borrow().is_some() {
            true => self.noted.trust.is_trusted_by_user(&class.java_name()),
            false => self.noted.trust.is_trusted(&class.java_name()),
        }
    }

    /// Whether races of a field are looked for.
    pub(crate) fn is_field_checked(&self, field: FieldRef) -> bool {
        *field.checked.get_or_init(|| {
            let class = field.class();
            let constant = field.is_static() && field.access & access::FINAL != 0;
            self.scrutiny(class) == Scrutiny::Checked
                && !constant
                && !self.noted.trust.is_benign(&class.java_name(), field.name.text())
        })
    }

    /// Whether a field was proved to have no races, so that its plain accesses need not be told. The
    /// proof is of the class that the class path has: another loader may define one of the same
    /// name. Threads are switched there as they would be without the proof.
    pub(crate) fn is_field_proved(&self, field: FieldRef) -> bool {
        *field.proved.get_or_init(|| {
            let class = field.class();
            class.loader == self.linked.app_loader()
                && !field.is_volatile()
                && self.noted.trust.is_proved(&class.java_name(), field.name.text())
        })
    }

    /// Whether races of a field are accepted, and anything it may hold because of them is looked
    /// at.
    pub(crate) fn is_field_excepted(&self, field: FieldRef) -> bool {
        *field.excepted.get_or_init(|| {
            let class = field.class();
            let constant = field.is_static() && field.access & access::FINAL != 0;
            let of_program = class.loader != LoaderId::BOOT && !self.is_field_checked(field);
            let named = || {
                !class.books.are_kept()
                    && self.noted.trust.is_field_excepted(&class.java_name(), field.name.text())
            };
            !constant && (of_program || named())
        })
    }

    /// Whether races of a field are accepted, but looked for, to switch threads there if there are
    /// any. Not of volatile fields, whose plain accesses are told of nobody but the program, nor of
    /// final ones, of which only those are told that are known too early.
    pub(crate) fn is_field_accepted(&self, field: FieldRef) -> bool {
        self.explore.watches_accepted
            && !field.is_volatile()
            && field.access & access::FINAL == 0
            && self.is_field_excepted(field)
    }

    /// Whether races of a field are looked for, to be reported or to switch threads there.
    pub(crate) fn is_field_compared(&self, field: FieldRef) -> bool {
        self.is_field_checked(field) || self.is_field_accepted(field)
    }

    /// Whether races of an array's elements are accepted, as those of fields are: one that code has
    /// made which the user trusts, as far as can be told by who accesses it.
    pub(crate) fn is_element_excepted(&self, array: Ref) -> bool {
        self.noted.trust.has_exceptions()
            && self.heap.get(array.index()) & CHECKED == 0
            && self.doing().is_some_and(|class| {
                matches!(self.scrutiny(class), Scrutiny::Checked | Scrutiny::Excepted)
                    && !self.is_done_for_books()
            })
    }

    /// Whether an access of a field is told: those of collections in which the class library keeps
    /// its books are not.
    pub(crate) fn is_field_told(&self, field: FieldRef) -> bool {
        self.is_field_compared(field)
            && (field.class().books != Books::Collection || !self.is_done_for_books())
    }

    /// Whose doing it is what the running code does to arrays: an array that is not the program's
    /// belongs to whoever comes to it without an accessor.
    pub(super) fn doing(&self) -> Option<ClassRef> {
        self.doing_to_arrays(|_| false)
    }

    /// [`Vm::doing`], some classes being means to it.
    pub(crate) fn doing_to_arrays(&self, is_means: impl Fn(ClassRef) -> bool) -> Option<ClassRef> {
        let mut is_given = false;
        let mut methods = self.frames.iter().rev().map(|frame| frame.code.method);
        let doer = methods.find(|method| {
            let scrutiny = self.scrutiny(method.class());
            // Code made of a lambda form does what a program asked of a method handle.
            is_given |= scrutiny == Scrutiny::Accessor
                || scrutiny == Scrutiny::Machinery && method.is_made();
            let is_its_own =
                !scrutiny.is_on_behalf() || scrutiny == Scrutiny::Machinery && !is_given;
            is_its_own && !is_means(method.class())
        });
        doer.map(super::super::ground::class::Method::class)
    }

    /// Whose doing it is what the running code does, some classes being means to it as those are
    /// that work on behalf of others.
    pub(crate) fn doing_by(&self, is_means: impl Fn(ClassRef) -> bool) -> Option<ClassRef> {
        let mut classes = self.frames.iter().rev().map(|frame| frame.code.method.class());
        classes.find(|class| !self.scrutiny(class).is_on_behalf() && !is_means(class))
    }

    /// Whether what the running code does to arrays is checked.
    pub(crate) fn is_doing_checked(&self) -> bool {
        self.doing().is_some_and(|class| self.scrutiny(class) == Scrutiny::Checked)
    }

    /// Whether races of an array's elements are looked for: if checked code has made it, or
    /// accesses it now.
    pub(crate) fn is_element_told(&self, array: Ref) -> bool {
        let is_checked = self.heap.get(array.index()) & CHECKED != 0;
        self.doing().is_some_and(|class| {
            (is_checked || self.scrutiny(class) == Scrutiny::Checked)
                && (class.books != Books::Collection || !self.is_done_for_books())
        })
    }

    /// Whether what the running code writes plainly to an array's elements is handed over to
    /// whoever acquires it.
    #[must_use]
    pub fn hands_over(&self, array: Ref) -> bool {
        self.exploring
            && self.explore.telling != Telling::Operations
            && !array.is_null()
            && self.heap.get(array.index()) & CHECKED == 0
            && self.doing().is_some_and(|class| self.scrutiny(class) == Scrutiny::HandsOver)
    }

    /// Which loads and which stores of elements are left to the machine: those of arrays with these
    /// bits in their header.
    #[inline]
    pub(crate) fn watched_elements(&self, code: &Code) -> Option<[u64; 2]> {
        let goes_by_elements = self.goes_by_elements(code.method.class());
        if !self.noted.on {
            return (self.explore.accesses || goes_by_elements).then_some([SHARED; 2]);
        }
        let scrutiny = self.scrutiny(code.method.class());
        let is_trusted = matches!(scrutiny, Scrutiny::Trusted | Scrutiny::HandsOver);
        if is_trusted && goes_by_elements {
            return Some([SHARED; 2]);
        }
        let checked = if is_trusted { CHECKED } else { 0 };
        let bits = |is_private_told| if is_private_told { checked } else { SHARED | checked };
        let stores =
            if scrutiny == Scrutiny::HandsOver { 0 } else { bits(self.heap.private_writes) };
        Some([bits(self.heap.private_reads), stores])
    }

    /// Whether a collection is used by the class library's bookkeeping, whose locks order nothing,
    /// or belongs to the class that uses it.
    pub(super) fn is_done_for_books(&self) -> bool {
        self.doing_by(|class| class.books == Books::Collection)
            .is_some_and(|class| class.books.are_kept())
            || KEEP_THEIR_OWN.iter().any(|(keeper, kept)| self.is_done_by_keeper(keeper, kept))
    }

    /// Whether these classes are used by a class of the class library's of that name.
    fn is_done_by_keeper(&self, keeper: &str, kept: &[&str]) -> bool {
        let mut classes = self.frames.iter().rev().map(|frame| frame.code.method.class());
        let user = classes.find(|class| {
            let name = class.name.text();
            !kept.iter().any(|kept| name.starts_with(kept))
        });
        user.is_some_and(|class| class.name.text() == keeper && class.loader == LoaderId::BOOT)
    }
}
