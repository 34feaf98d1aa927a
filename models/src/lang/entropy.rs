//! Secure random numbers: a fixed sequence, so that a run can be repeated.
//!
//! `NativePRNG` stays what it is to the program, but its bytes come from a counter, kept in a field
//! of the JDK's own generator object: it is part of the state like everything a schedule can
//! change.

use crate::args::{int, non_null};
use raceproof_base::{AccessKind, GOLDEN, mix};
use raceproof_vm::{Exec, Ref, Registry, Vm};

const GENERATOR: &str = "sun/security/provider/NativePRNG$RandomIO";
const CLASSES: [&str; 3] = [
    "sun/security/provider/NativePRNG",
    "sun/security/provider/NativePRNG$Blocking",
    "sun/security/provider/NativePRNG$NonBlocking",
];
/// The field of the generator object that holds the counter.
const COUNTER: &str = "lastRead";

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    for class in CLASSES {
        registry.class(
            class,
            &[
                ("engineSetSeed", "([B)V", set_seed),
                ("engineNextBytes", "([B)V", next_bytes),
                ("engineGenerateSeed", "(I)[B", generate_seed),
            ],
        );
    }
    registry.class(CLASSES[0], &[("initIO", "", new_generator)]);
    registry.class(
        "sun/security/provider/SeedGenerator",
        &[
            ("generateSeed", "([B)V", fill_seed),
            ("getSystemEntropy", "()[B", |vm, _| Ok(vm.new_bytes(&[0x5E; 20])?.word())),
        ],
    );
}

/// A generator object that its constructor, which opens `/dev/random`, never saw.
fn new_generator(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.load_boot(GENERATOR)?;
    Ok(vm.new_object(class)?.word())
}

/// The generator that all secure random numbers share, if the provider has made it.
fn generator(vm: &mut Vm) -> Exec<Ref> {
    let class = vm.load_boot(CLASSES[0])?;
    Ok(Ref::of(vm.static_field(class, "INSTANCE").unwrap_or(0)))
}

fn draw(vm: &mut Vm, count: usize) -> Exec<Vec<u8>> {
    let generator = generator(vm)?;
    let mut counter = if generator.is_null() { 0 } else { vm.field(generator, COUNTER) };
    let mut bytes = Vec::with_capacity(count + 8);
    while bytes.len() < count {
        counter = counter.wrapping_add(1);
        bytes.extend_from_slice(&mixed(counter).to_le_bytes());
    }
    bytes.truncate(count);
    if !generator.is_null() {
        vm.set_field(generator, COUNTER, counter);
    }
    Ok(bytes)
}

/// Neighbouring numbers come out unlike.
fn mixed(counter: u64) -> u64 {
    mix(counter.wrapping_mul(GOLDEN))
}

fn fill(vm: &mut Vm, array: u64) -> Exec<u64> {
    let array = non_null(array)?;
    vm.access_all(AccessKind::Write, array)?;
    let bytes = draw(vm, vm.heap.length(array))?;
    vm.heap.put_bytes(array, 0, &bytes);
    Ok(0)
}

fn next_bytes(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    fill(vm, a[1])
}

/// A seed only adds to what is random already.
fn set_seed(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    vm.access_all(AccessKind::Read, Ref::of(a[1]))?;
    Ok(0)
}

fn fill_seed(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    fill(vm, a[0])
}

fn generate_seed(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let bytes = draw(vm, int(a[1]).max(0) as usize)?;
    Ok(vm.new_bytes(&bytes)?.word())
}
