//! Small helpers that the peers share.

use raceproof_vm::{Exec, Ref, Trap, Vm};

/// The reference in an argument.
pub fn reference(word: u64) -> Ref {
    Ref::of(word)
}

/// The int in an argument.
pub fn int(word: u64) -> i32 {
    word as i32
}

/// The long in an argument.
pub fn long(word: u64) -> i64 {
    word as i64
}

/// An int as a result.
pub fn from_int(value: i32) -> u64 {
    u64::from(value as u32)
}

/// An argument that must not be null.
pub fn non_null(word: u64) -> Exec<Ref> {
    let object = Ref::of(word);
    if object.is_null() { Err(Trap::null()) } else { Ok(object) }
}

/// A peer that does nothing and answers zero, false, null or nothing.
pub fn nothing(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(0)
}

/// A peer that answers one or true.
pub fn one(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(1)
}
