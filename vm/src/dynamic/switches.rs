//! Pattern switches: what `SwitchBootstraps.typeSwitch` and `enumSwitch` compute, natively.

use crate::ground::code::{Label, Labels};
use crate::ground::heap::Ref;
use crate::ground::native::Exec;
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;

impl Labels {
    /// The index of the first case from `restart` on that matches; -1 for null; the number of cases
    /// for none.
    ///
    /// # Errors
    /// `IndexOutOfBoundsException` if `restart` is out of range.
    pub(crate) fn choose(&self, vm: &Vm, subject: Ref, restart: i32) -> Exec<u64> {
        let count = self.0.len();
        let start = usize::try_from(restart).ok().filter(|s| *s <= count).ok_or_else(|| {
            crate::ground::native::Trap::java(
                "java/lang/IndexOutOfBoundsException",
                format!("Index {restart} out of bounds for length {}", count + 1),
            )
        })?;
        if subject.is_null() {
            return Ok(u64::from((-1i32).cast_unsigned()));
        }
        let found = (start..count).find(|n| matches(vm, &self.0[*n], subject)).unwrap_or(count);
        Ok(found as u64)
    }
}

fn matches(vm: &Vm, label: &Label, subject: Ref) -> bool {
    let class = vm.class_of(subject);
    match label {
        Label::Class(pattern) => class.is_subtype_of(pattern),
        Label::Text(text) => class.id == vm.known.string.get().id && vm.units(subject) == **text,
        Label::Int(value) => match vm.known.boxed_type(class) {
            Some(Type::Char) => vm.field(subject, "value") == u64::from(value.cast_unsigned()),
            Some(ty @ (Type::Int | Type::Short | Type::Byte)) => {
                crate::execute::boxes::widen(ty, Type::Int, vm.field(subject, "value"))
                    == Some(u64::from(value.cast_unsigned()))
            }
            _ => false,
        },
        Label::Enum(owner, name) => {
            class.is_subtype_of(owner) && vm.text(vm.field_ref(subject, "name")) == **name
        }
    }
}
