#![no_main]

#[path = "../trace_drivers.rs"]
#[allow(dead_code)] // each target runs one of them
mod trace_drivers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trace_drivers::trace_verify_sc(bytes));
