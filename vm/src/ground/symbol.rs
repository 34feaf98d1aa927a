//! Interned names: comparing and hashing a name costs as much as a number.

use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

struct Interned {
    id: u32,
    text: &'static str,
}

/// An interned name or descriptor of one machine.
///
/// Names live as long as the process, as linked code does: linking is not part of the state.
#[derive(Clone, Copy)]
pub struct Symbol(&'static Interned);

impl Symbol {
    /// The name's text.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.0.text
    }

    /// A number that tells this symbol from the others of its table, in order of first appearance.
    #[must_use]
    pub(crate) fn id(self) -> u32 {
        self.0.id
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Symbol {}
impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}
impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text)
    }
}
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text)
    }
}

/// All symbols of a machine.
#[derive(Default)]
pub(crate) struct Symbols {
    table: FxHashMap<&'static str, Symbol>,
}

impl Symbols {
    /// The symbol for `text`.
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.table.get(text) {
            return *symbol;
        }
        let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
        let id = u32::try_from(self.table.len()).expect("fewer than 2^32 names fit in memory");
        let symbol = Symbol(Box::leak(Box::new(Interned { id, text })));
        self.table.insert(text, symbol);
        symbol
    }

    /// The symbol for `text`, if there is one already.
    pub(crate) fn known(&self, text: &str) -> Option<Symbol> {
        self.table.get(text).copied()
    }
}
