#![no_main]

#[path = "../log_drivers.rs"]
mod log_drivers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| log_drivers::reflection_log(bytes));
