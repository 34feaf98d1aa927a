//! Parts of the class library, by the names of their classes.

/// A part of the class library, and the callers whose calls into it are left out.
pub(super) struct Part {
    pub asked: Asked,
    /// Beginnings of names of classes.
    classes: &'static [&'static str],
}

/// The callers that a part is closed to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Asked {
    /// The class library outside of all parts. Objects of the part have a state, and may be the
    /// application's.
    ByLibrary,
    /// Other parts as well: what state it has, it guards.
    ByParts,
    /// The application as well: objects of its classes are of no interest, whoever has made them,
    /// and what it is given is told as a gap.
    ByAll,
}

/// A class belongs to the first that fits.
pub(super) const PARTS: &[Part] = &[
    // Reflective data.
    Part {
        asked: Asked::ByParts,
        classes: &[
            "java/lang/Class$",
            "java/lang/annotation/",
            "java/lang/reflect/",
            "jdk/internal/reflect/",
            "sun/reflect/",
        ],
    },
    // Loading of classes, and of what lies beside them.
    Part {
        asked: Asked::ByParts,
        classes: &[
            "java/lang/ClassLoader",
            "java/lang/Module",
            "java/lang/NamedPackage",
            "java/lang/Package",
            "java/lang/module/",
            "java/util/ServiceLoader",
            "java/util/jar/",
            "jdk/internal/jimage/",
            "jdk/internal/jrtfs/",
            "jdk/internal/loader/",
            "jdk/internal/module/",
            "jdk/internal/org/",
            "jdk/internal/perf/",
            "sun/launcher/",
        ],
    },
    // Formats, and all that has to do with time; providers of locales make them.
    Part {
        asked: Asked::ByLibrary,
        classes: &[
            "java/text/",
            "java/time/",
            "java/util/Calendar",
            "java/util/Date",
            "java/util/Formatter",
            "java/util/GregorianCalendar",
            "java/util/JapaneseImperialCalendar",
            "java/util/SimpleTimeZone",
            "java/util/TimeZone",
            "java/util/regex/",
            "sun/util/calendar/",
            "sun/util/locale/provider/",
            "sun/util/spi/",
        ],
    },
    // Languages and countries.
    Part {
        asked: Asked::ByParts,
        classes: &[
            "java/util/Currency",
            "java/util/Locale",
            "java/util/ResourceBundle",
            "jdk/internal/icu/",
            "sun/util/cldr/",
            "sun/util/locale/",
            "sun/util/resources/",
        ],
    },
    // Security.
    Part {
        asked: Asked::ByParts,
        classes: &["java/security/", "javax/crypto/", "javax/security/", "sun/security/"],
    },
    // Logging of the library's own.
    Part {
        asked: Asked::ByParts,
        classes: &["java/lang/System$Logger", "jdk/internal/logger/", "sun/util/logging/"],
    },
    // Management: what the application registers there is told as a gap.
    Part {
        asked: Asked::ByAll,
        classes: &[
            "com/sun/jmx/",
            "com/sun/management/",
            "java/lang/management/",
            "javax/management/",
            "sun/management/",
        ],
    },
    // The net, and files.
    Part {
        asked: Asked::ByLibrary,
        classes: &[
            "java/net/",
            "java/nio/charset/",
            "java/nio/file/",
            "sun/net/",
            "sun/nio/ch/",
            "sun/nio/fs/",
        ],
    },
    Part {
        asked: Asked::ByLibrary,
        classes: &[
            "java/util/Properties",
            "java/util/zip/",
            "javax/",
            "jdk/internal/util/",
            "sun/invoke/",
            "sun/util/",
        ],
    },
];

/// Which part a class belongs to: its number.
pub(super) fn part_of(class: &str) -> Option<usize> {
    PARTS.iter().position(|part| part.classes.iter().any(|beginning| class.starts_with(beginning)))
}
