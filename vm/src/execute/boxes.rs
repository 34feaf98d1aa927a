//! Boxes: a primitive as an object and back, with the conversions a call makes on the way.

use crate::ground::class::{ClassRef, LoaderId};
use crate::ground::heap::Ref;
use crate::ground::known::primitive_index;
use crate::ground::native::{Exec, Trap};
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;

impl Vm {
    /// Boxes a primitive as `valueOf` does, caches included.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn box_word(&mut self, ty: Type, word: u64) -> Exec<Ref> {
        if ty == Type::Reference {
            return Ok(Ref::of(word));
        }
        if ty == Type::Void {
            return Ok(Ref::NULL);
        }
        let class = self.known.box_of(ty);
        if let Some(cached) = self.cached_box(ty, word) {
            return Ok(cached);
        }
        let object = self.new_object(class)?;
        let stored = match ty {
            Type::Byte => word & 0xFF,
            Type::Short | Type::Char => word & 0xFFFF,
            _ => word,
        };
        self.set_field(object, "value", stored);
        Ok(object)
    }

    fn cached_box(&self, ty: Type, word: u64) -> Option<Ref> {
        let value = word as i32;
        let index = match ty {
            Type::Boolean => {
                let name = if word & 1 == 1 { "TRUE" } else { "FALSE" };
                return self
                    .static_field(self.known.boolean_box.get(), name)
                    .map(Ref::of)
                    .filter(|r| !r.is_null());
            }
            Type::Int if (-128..=127).contains(&value) => value + 128,
            Type::Byte => i32::from(word as i8) + 128,
            Type::Short if (-128..=127).contains(&(word as i16)) => i32::from(word as i16) + 128,
            Type::Char if word & 0xFFFF < 128 => (word & 0xFFFF) as i32,
            Type::Long if (-128..=127).contains(&word.cast_signed()) => word as i32 + 128,
            _ => return None,
        };
        let array = Ref::of(self.static_field(self.box_cache(ty)?, "cache")?);
        (!array.is_null()).then(|| self.heap.element(array, index as usize))
    }

    /// The class that keeps the boxes of small values. Nothing is loaded for it.
    fn box_cache(&self, ty: Type) -> Option<ClassRef> {
        let slot = &self.known.box_caches[primitive_index(ty)];
        if let Some(class) = slot.known() {
            return Some(class);
        }
        let name = match ty {
            Type::Int => "java/lang/Integer$IntegerCache",
            Type::Byte => "java/lang/Byte$ByteCache",
            Type::Short => "java/lang/Short$ShortCache",
            Type::Char => "java/lang/Character$CharacterCache",
            Type::Long => "java/lang/Long$LongCache",
            _ => return None,
        };
        let class = self.loaded(LoaderId::BOOT, name)?;
        slot.set(class);
        Some(class)
    }

    /// The primitive in a box, widened to `ty` as a method call would.
    ///
    /// # Errors
    /// `NullPointerException`, `ClassCastException`.
    pub(crate) fn unbox_word(&mut self, object: Ref, ty: Type) -> Exec<u64> {
        if object.is_null() {
            return Err(Trap::null());
        }
        let class = self.class_of(object);
        let word = self.known.boxed_type(class).and_then(|from| {
            let word = self.field(object, "value");
            widen(from, ty, word)
        });
        match word {
            Some(word) => Ok(word),
            None => Err(self.class_cast(object, self.known.box_of(ty))),
        }
    }
}

/// Converts a stored primitive to a register word of a wider type, if the language allows it (JLS
/// 5.1.2).
#[must_use]
pub fn widen(from: Type, to: Type, word: u64) -> Option<u64> {
    use Type::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let int: i64 = match from {
        Boolean => return (to == Boolean).then_some(word & 1),
        Byte => i64::from(word as i8),
        Short => i64::from(word as i16),
        Char => i64::from(word as u16),
        Int => i64::from(word as i32),
        Long => word.cast_signed(),
        Float => {
            return match to {
                Float => Some(word & 0xFFFF_FFFF),
                Double => Some(f64::from(f32::from_bits(word as u32)).to_bits()),
                _ => None,
            };
        }
        Double => return (to == Double).then_some(word),
        Type::Void | Type::Reference => return None,
    };
    let rank = |ty| match ty {
        Byte => 1,
        Short => 2,
        Char => 2,
        Int => 3,
        Long => 4,
        Float => 5,
        Double => 6,
        _ => 0,
    };
    if rank(to) == 0
        || rank(to) < rank(from)
        || rank(to) == rank(from) && to != from
        || (from == Byte && to == Char)
    {
        return None;
    }
    Some(match to {
        Long => int.cast_unsigned(),
        Float if from == Long => u64::from((int as f32).to_bits()),
        Float => u64::from((int as f32).to_bits()),
        Double => (int as f64).to_bits(),
        _ => u64::from((int as i32).cast_unsigned()),
    })
}
