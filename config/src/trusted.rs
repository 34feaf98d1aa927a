//! What is trusted and benign unless the user says otherwise: `config/trusted.properties`.

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// A pattern for classes, with `!` before it if they are checked after all; or a class, `#` and
    /// a field.
    pub what: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// The value of `trusted` that clears the list.
pub const NONE: &str = "none";

/// The list, in its order.
pub fn defaults() -> impl Iterator<Item = Trusted> {
    let lines = include_str!("../trusted.properties").lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.filter_map(|line| line.split_once(" = ")).map(|(what, reason)| Trusted { what, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_pattern_and_a_reason() {
        let lines = include_str!("../trusted.properties").lines();
        let lines = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        assert_eq!(lines.count(), defaults().count());
        let seen: Vec<&str> = defaults().map(|trusted| trusted.what).collect();
        for (index, trusted) in defaults().enumerate() {
            assert!(!trusted.what.contains(' ') && trusted.reason.len() > 3, "{trusted:?}");
            assert!(!seen[..index].contains(&trusted.what), "{} twice", trusted.what);
        }
    }
}
