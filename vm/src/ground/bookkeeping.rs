//! Which of the class library's classes keep its books: of threads, classes, method handles. No
//! program can tell in which order that is done, so it makes no schedules: see
//! [`crate::threads::pending`].

use crate::ground::class::LoaderId;
use crate::ground::symbol::Symbol;

/// Keepers of books, by the beginnings of their names.
const KEEPERS: &[&str] = &[
    "java/lang/Class",
    "java/lang/Module",
    "java/lang/Runtime",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/invoke/",
    "java/lang/ref/",
    "java/lang/reflect/",
    // Whom a parked thread waits for: diagnostics. Parking itself is another sort of operation.
    "java/util/concurrent/locks/LockSupport",
    "jdk/internal/access/",
    "jdk/internal/classfile/",
    "jdk/internal/constant/",
    "jdk/internal/logger/",
    "jdk/internal/misc/CDS",
    "jdk/internal/misc/VM",
    "jdk/internal/org/objectweb/",
    "jdk/internal/perf/",
    "jdk/internal/ref/",
    "jdk/internal/reflect/",
    // Which threads there are.
    "jdk/internal/vm/",
    "sun/invoke/",
    "sun/launcher/",
    "sun/net/ProgressMonitor",
    // What a path or a file's attributes compute when they are first asked.
    "sun/nio/fs/UnixFileAttributes",
    "sun/nio/fs/UnixPath",
    "sun/reflect/",
    // Instances of providers and of generators, made when they are first asked for.
    "sun/security/jca/JCAUtil",
    "sun/security/jca/ProviderConfig",
    "sun/security/jca/ProviderList",
    "sun/security/x509/AlgorithmId",
    // What is known of locales.
    "sun/util/cldr/",
    "sun/util/locale/",
    "sun/util/logging/",
    "sun/util/resources/",
];

/// Those among them, and among [`LINKERS`], that are not: what a program can ask.
const NO_KEEPERS: &[&str] = &[
    "java/lang/ClassValue",
    "java/lang/ThreadBuilders",
    "java/lang/invoke/CallSite",
    "java/lang/invoke/MethodHandleImpl$ArrayAccessor",
    "java/lang/invoke/MutableCallSite",
    "java/lang/invoke/VarHandle",
    "java/lang/invoke/VolatileCallSite",
    "java/lang/ref/PhantomReference",
    "java/lang/ref/Reference",
    "jdk/internal/vm/SharedThreadContainer",
    // What a `Locale.Builder` has inside.
    "sun/util/locale/InternalLocaleBuilder",
];

/// Keepers whose books are kept in collections, which then are books, too. None of them calls a
/// program's code but through other classes.
const LINKERS: &[&str] = &[
    "java/lang/ClassLoader",
    "java/lang/invoke/BoundMethodHandle",
    "java/lang/invoke/ClassSpecializer",
    "java/lang/invoke/MethodHandleImpl",
    "java/lang/invoke/MethodType",
    // Where classes and resources are: which jar is open is asked by nobody else.
    "jdk/internal/loader/",
    "jdk/internal/module/",
    "sun/invoke/util/",
    "sun/net/www/protocol/",
];

/// What books may be kept in.
const COLLECTIONS: &[&str] = &[
    "java/io/RandomAccessFile",
    "java/lang/ClassValue",
    "java/lang/ref/ReferenceQueue",
    "java/util/",
    // Method types are kept in these, and what a program asks for, too: candidate locales.
    "jdk/internal/util/Referenc",
];

/// What a class has to do with books.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Books {
    /// Nothing.
    None,
    /// Books may be kept in its objects.
    Collection,
    /// It keeps books.
    Keeper,
    /// It keeps books, in collections too.
    Linker,
}

impl Books {
    /// What the class of that name has to do with books.
    #[must_use]
    pub(crate) fn of(loader: LoaderId, name: Symbol) -> Self {
        let starts = |list: &[&str]| list.iter().any(|prefix| name.text().starts_with(prefix));
        match loader {
            LoaderId::BOOT if starts(LINKERS) && !starts(NO_KEEPERS) => Self::Linker,
            LoaderId::BOOT if starts(KEEPERS) && !starts(NO_KEEPERS) => Self::Keeper,
            LoaderId::BOOT if starts(COLLECTIONS) => Self::Collection,
            _ => Self::None,
        }
    }

    /// Whether the class keeps books.
    #[must_use]
    pub(crate) fn are_kept(self) -> bool {
        matches!(self, Self::Keeper | Self::Linker)
    }

    /// Whether code on top of such a stack keeps books: a keeper's own, or that of collections that
    /// a linker uses.
    pub(crate) fn are_kept_on(mut stack: impl Iterator<Item = Self>) -> bool {
        match stack.next() {
            Some(Self::Collection) => {
                stack.find(|books| *books != Self::Collection) == Some(Self::Linker)
            }
            top => top.is_some_and(Self::are_kept),
        }
    }
}
