//! What cleaners would clean, while schedules are explored: cleaners are not run, so the lists in
//! which they keep everything are not kept.
//!
//! A list would make known to all threads what one has for itself (a file, an inflater), and each of
//! its uses a step. Only whether an object is still to be cleaned is asked, by `clean` and `clear`: it
//! says so itself, in a field that otherwise leads to the list.

use crate::args::{non_null, reference};
use raceproof_base::OperationKind;
use raceproof_vm::threads::pending::{Pending, field_address};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Where releases up to 21 have a list of neighbours.
const NEXT: &str = "next";
/// Where later ones have arrays, and the place in one.
const INDEX: &str = "index";
const NODE: &str = "node";
/// No place in an array: to be cleaned, and in none.
const KEPT: u64 = 0xFFFF_FFFE;
const NOWHERE: u64 = 0xFFFF_FFFF;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.exploring(
        "jdk/internal/ref/PhantomCleanable",
        &[("insert", "()V", |vm, a| keep(vm, a[0])), ("remove", "()Z", |vm, a| forget(vm, a[0]))],
    );
    registry.exploring(
        "jdk/internal/ref/CleanerImpl$CleanableList",
        &[("insert", "", |vm, a| keep(vm, a[1])), ("remove", "", |vm, a| forget(vm, a[1]))],
    );
    // Those of direct buffers, in a list of their own.
    registry.exploring(
        "jdk/internal/ref/Cleaner",
        &[
            ("add", "", |vm, a| keep(vm, a[0]).map(|_| a[0])),
            ("remove", "", |vm, a| forget(vm, a[0])),
        ],
    );
}

fn is_ours(vm: &Vm, cleanable: Ref) -> bool {
    let class = vm.class_of(cleanable);
    (vm.is_exploring() || vm.is_linking())
        && (class.field_named(NEXT).is_some() || class.field_named(INDEX).is_some())
}

fn keep(vm: &mut Vm, cleanable: u64) -> Exec<u64> {
    let cleanable = reference(cleanable);
    if cleanable.is_null() || !is_ours(vm, cleanable) {
        return Err(Trap::Body);
    }
    match vm.class_of(cleanable).field_named(INDEX) {
        Some(_) => vm.set_field(cleanable, INDEX, KEPT),
        // What leads to itself is in no list.
        None => vm.set_field(cleanable, NEXT, 0),
    }
    Ok(0)
}

/// Whether it was still to be cleaned; no longer then. One thread alone is told so.
fn forget(vm: &mut Vm, cleanable: u64) -> Exec<u64> {
    let cleanable = non_null(cleanable)?;
    if !is_ours(vm, cleanable) {
        return Err(Trap::Body);
    }
    let index = vm.class_of(cleanable).field_named(INDEX);
    let field = index.or_else(|| vm.class_of(cleanable).field_named(NEXT));
    if let Some(field) = field.filter(|_| vm.heap.is_shared(cleanable)) {
        let on = field_address(cleanable, field.word);
        vm.visible(Pending::new(OperationKind::Update, on))?;
    }
    if index.is_none() {
        let was_kept = vm.field_ref(cleanable, NEXT) != cleanable;
        vm.set_field(cleanable, NEXT, cleanable.word());
        return Ok(u64::from(was_kept));
    }
    let was_kept = !vm.field_ref(cleanable, NODE).is_null() || vm.field(cleanable, INDEX) == KEPT;
    vm.set_field(cleanable, NODE, 0);
    vm.set_field(cleanable, INDEX, NOWHERE);
    Ok(u64::from(was_kept))
}
