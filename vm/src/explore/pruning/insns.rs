//! What the analysis asks of single instructions.

use super::MemoryKind;
use crate::ground::class::{FieldRef, Resolved};
use crate::ground::code::{Code, Insn, InvokeKind, Reg};

/// The kind of element that an instruction uses, the registers of array and index, and whether it
/// writes.
pub(super) fn element_of(code: &Code, insn: Insn) -> Option<(MemoryKind, Reg, Reg, bool)> {
    Some(match insn {
        Insn::LoadB { a, i, .. } => (MemoryKind::Elements(1), a, i, false),
        Insn::LoadC { a, i, .. } | Insn::LoadS { a, i, .. } => {
            (MemoryKind::Elements(2), a, i, false)
        }
        Insn::LoadI { d, a, i } if code.is_reference(usize::from(d)) => {
            (MemoryKind::Elements(0), a, i, false)
        }
        Insn::LoadI { a, i, .. } => (MemoryKind::Elements(4), a, i, false),
        Insn::LoadL { a, i, .. } => (MemoryKind::Elements(8), a, i, false),
        Insn::StoreB { a, i, .. } => (MemoryKind::Elements(1), a, i, true),
        Insn::StoreH { a, i, .. } => (MemoryKind::Elements(2), a, i, true),
        Insn::StoreI { a, i, .. } => (MemoryKind::Elements(4), a, i, true),
        Insn::StoreL { a, i, .. } => (MemoryKind::Elements(8), a, i, true),
        Insn::StoreA { a, i, .. } => (MemoryKind::Elements(0), a, i, true),
        _ => return None,
    })
}

/// Whether a call runs the method that it names, whatever its receiver is.
pub(super) fn is_fixed(kind: InvokeKind) -> bool {
    matches!(kind, InvokeKind::Static | InvokeKind::Special | InvokeKind::Dynamic)
}

/// The site of a call.
pub(super) fn call_of(insn: Insn) -> Option<u16> {
    match insn {
        Insn::CallStatic { site }
        | Insn::CallDirect { site }
        | Insn::CallSpecial { site }
        | Insn::CallVirtual { site }
        | Insn::CallInterface { site }
        | Insn::Invoke { site } => Some(site),
        _ => None,
    }
}

/// The field that an instruction of executed code names.
pub(super) fn field_at(code: &Code, cp: u16) -> Option<FieldRef> {
    match code.method.class().resolved[usize::from(cp)].get() {
        Resolved::Field(field) => Some(field),
        _ => None,
    }
}

/// Whether an instruction may throw, for some operands.
pub(super) fn may_throw(insn: Insn) -> bool {
    use Insn as I;
    matches!(
        insn,
        I::DivI { .. }
            | I::RemI { .. }
            | I::DivL { .. }
            | I::RemL { .. }
            | I::ArrayLength { .. }
            | I::LoadB { .. }
            | I::LoadC { .. }
            | I::LoadS { .. }
            | I::LoadI { .. }
            | I::LoadL { .. }
            | I::StoreB { .. }
            | I::StoreH { .. }
            | I::StoreI { .. }
            | I::StoreL { .. }
            | I::StoreA { .. }
            | I::GetField { .. }
            | I::GetW { .. }
            | I::GetB { .. }
            | I::GetS { .. }
            | I::PutField { .. }
            | I::PutW { .. }
            | I::PutB { .. }
            | I::PutH { .. }
            | I::PutZ { .. }
            | I::PutRef { .. }
            | I::CheckedGet { .. }
            | I::CheckedPut { .. }
            | I::NewArray { .. }
            | I::ANewArray { .. }
            | I::MultiNewArray { .. }
            | I::CheckCast { .. }
            | I::MonitorEnter { .. }
            | I::Throw { .. }
    )
}

#[cfg(test)]
mod tests;
