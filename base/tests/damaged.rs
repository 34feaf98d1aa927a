//! What fuzzing found in the reader of logs, replayed.

#[path = "../../fuzz/log_drivers.rs"]
mod log_drivers;

use std::fs;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus-regression/reflection_log")
}

#[test]
fn what_fuzzing_found_stays_found() {
    let mut inputs: Vec<_> =
        fs::read_dir(corpus()).unwrap().map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    assert!(!inputs.is_empty());
    for input in inputs {
        eprintln!("{}", input.display()); // shown if it fails
        log_drivers::reflection_log(&fs::read(&input).unwrap());
    }
}

/// Each byte of the seed becomes what ends a field, a line, a name or a text.
#[test]
fn a_changed_byte_harms_nobody() {
    let seed = fs::read(corpus().join("seed")).unwrap();
    for at in 0..seed.len() {
        for byte in *b";\n\r<>().,: []-0\xff" {
            let mut bytes = seed.clone();
            bytes[at] = byte;
            log_drivers::reflection_log(&bytes);
        }
    }
}
