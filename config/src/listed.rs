//! Lists that come with the tool: a line each, what it names and why.

/// A line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What it names.
    pub what: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// The lines of a list, in its order; those that begin with `#` are for readers.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = Listed> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(what, reason)| Listed { what, reason })
}

/// Holds a list to its form: a name and a reason in each line, and no name twice.
#[cfg(test)]
pub(crate) fn is_well_formed(text: &'static str) {
    let written = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    assert_eq!(written.count(), lines(text).count());
    let seen: Vec<&str> = lines(text).map(|line| line.what).collect();
    for (index, line) in lines(text).enumerate() {
        assert!(!line.what.contains(' ') && line.reason.len() > 3, "{line:?}");
        assert!(!seen[..index].contains(&line.what), "{} twice", line.what);
    }
}
