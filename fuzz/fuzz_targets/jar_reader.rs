#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code)] // each target runs one of them
mod drivers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drivers::jar_reader(bytes));
