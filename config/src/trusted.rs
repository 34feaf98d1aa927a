//! What is trusted and benign unless the user says otherwise: `config/trusted.properties`.

use crate::listed::{self, Listed};

/// The value of `trusted` that clears the list.
pub const NONE: &str = "none";

const LIST: &str = include_str!("../trusted.properties");

/// The list, in its order: patterns for classes, with `!` before those that are checked after all;
/// or a class, `#` and a field.
pub fn defaults() -> impl Iterator<Item = Listed> {
    listed::lines(LIST)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_line_has_a_pattern_and_a_reason() {
        crate::listed::is_well_formed(super::LIST);
    }
}
