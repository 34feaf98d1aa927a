//! Which operations of the class library are one step with `--library atomic`:
//! `config/atomic.properties`.

use crate::listed::{self, Listed};

const LIST: &str = include_str!("../atomic.properties");

/// The list, in its order: patterns for classes, or one, `#` and a method; with `!` before those
/// that are no operation.
pub fn operations() -> impl Iterator<Item = Listed> {
    listed::lines(LIST)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_line_has_a_pattern_and_a_reason() {
        crate::listed::is_well_formed(super::LIST);
    }
}
