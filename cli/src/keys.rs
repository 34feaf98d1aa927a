//! The keys an option can be set by, wherever it is set. One table: a new option adds a row.

/// A key of a properties file, of `-D` and of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Target,
    Arguments,
    ClassPath,
    Main,
    Format,
    Output,
    JavaHome,
    Quiet,
    Log,
    Color,
    Heap,
    Processors,
    Statistics,
}

const KEYS: [(&str, Key); 13] = [
    ("target", Key::Target),
    ("target.args", Key::Arguments),
    ("classpath", Key::ClassPath),
    ("main", Key::Main),
    ("format", Key::Format),
    ("output", Key::Output),
    ("java-home", Key::JavaHome),
    ("quiet", Key::Quiet),
    ("log", Key::Log),
    ("color", Key::Color),
    ("heap", Key::Heap),
    ("processors", Key::Processors),
    ("statistics", Key::Statistics),
];

/// Keys of the commands that a later version brings: a file may hold them already.
const LATER_KEYS: [&str; 13] = [
    "search",
    "heuristic",
    "race",
    "granularity",
    "trusted",
    "benign",
    "all",
    "max-states",
    "max-depth",
    "time",
    "memory",
    "save-trace",
    "program-output",
];

/// Beginnings of keys that JPF and its extensions read.
const JPF_PREFIXES: [&str; 22] = [
    "@",
    "branch_",
    "cg.",
    "choice.",
    "config",
    "et.",
    "event.",
    "jpf",
    "jvm.",
    "listener",
    "log.",
    "native_",
    "peer_",
    "race.",
    "report.",
    "search.",
    "shell",
    "site",
    "sourcepath",
    "symbolic.",
    "test_",
    "vm.",
];

/// System properties of the program are keys that begin so.
pub const PROPERTY_PREFIX: &str = "property.";

/// What a key's name turns out to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Known<'a> {
    Option(Key),
    SystemProperty(&'a str),
    /// An option of a command that is not in this version.
    Later,
    /// A key of JPF's that has no meaning here.
    Jpf,
    Unknown,
}

pub fn classify(name: &str) -> Known<'_> {
    if let Some((_, key)) = KEYS.iter().find(|(known, _)| *known == name) {
        return Known::Option(*key);
    }
    match name.strip_prefix(PROPERTY_PREFIX) {
        Some(property) if !property.is_empty() => return Known::SystemProperty(property),
        _ => {}
    }
    if LATER_KEYS.contains(&name) {
        Known::Later
    } else if JPF_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
        Known::Jpf
    } else {
        Known::Unknown
    }
}

impl Key {
    pub fn name(self) -> &'static str {
        KEYS.iter().find(|(_, key)| *key == self).map_or("", |(name, _)| name)
    }
}

/// All names a user may have meant.
pub fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(name, _)| *name).chain(LATER_KEYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        assert_eq!(classify("heap"), Known::Option(Key::Heap));
        assert_eq!(classify("property.user.name"), Known::SystemProperty("user.name"));
        assert_eq!(classify("search"), Known::Later);
        assert_eq!(classify("search.class"), Known::Jpf);
        assert_eq!(classify("property."), Known::Unknown);
        assert_eq!(classify("hepa"), Known::Unknown);
    }

    #[test]
    fn each_key_has_its_name() {
        for (name, key) in KEYS {
            assert_eq!(key.name(), name);
        }
    }
}
