//! String concatenation in one step: strings and primitives joined by a recipe.

use crate::ground::code::Reg;
use crate::ground::code::{Piece, Recipe};
use crate::ground::heap::Ref;
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;

impl Recipe {
    /// The registers it reads.
    pub(crate) fn registers(&self) -> impl Iterator<Item = Reg> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Value(register, _) => Some(*register),
            Piece::Text(_) => None,
        })
    }

    /// The joined text.
    #[must_use]
    pub(crate) fn join(&self, vm: &Vm, regs: &[u64]) -> Vec<u16> {
        let mut units = Vec::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => units.extend_from_slice(text),
                Piece::Value(register, ty) => {
                    append(vm, &mut units, *ty, regs[usize::from(*register)]);
                }
            }
        }
        units
    }
}

fn append(vm: &Vm, units: &mut Vec<u16>, ty: Type, word: u64) {
    let mut text = |s: &str| units.extend(s.encode_utf16());
    match ty {
        Type::Boolean => text(if word & 1 == 1 { "true" } else { "false" }),
        Type::Char => units.push(word as u16),
        Type::Byte => text(&(word as i8).to_string()),
        Type::Short => text(&(word as i16).to_string()),
        Type::Int => text(&(word as i32).to_string()),
        Type::Long => text(&word.cast_signed().to_string()),
        _ => {
            let string = Ref::of(word);
            if string.is_null() {
                text("null");
                return;
            }
            let (bytes, wide) = vm.string_bytes(string);
            if wide {
                units.extend(
                    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])),
                );
            } else {
                units.extend(bytes.iter().map(|b| u16::from(*b)));
            }
        }
    }
}
