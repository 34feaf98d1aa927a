//! What fuzzing found in the readers of traces, replayed; and the traces that fuzzing starts from.

#[path = "support/generated.rs"]
mod generated;
#[path = "../../fuzz/trace_drivers.rs"]
mod trace_drivers;

use raceproof_predict::read::{Reader, StdReader};
use raceproof_predict::rpt::{Codec, RptWriter};
use std::fs;
use std::path::{Path, PathBuf};

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus-regression").join(target)
}

#[test]
fn what_fuzzing_found_stays_found() {
    let targets: [(&str, fn(&[u8])); 8] = [
        ("trace_detect", trace_drivers::trace_detect),
        ("trace_std", trace_drivers::trace_std),
        ("trace_rpt", trace_drivers::trace_rpt),
        ("trace_rapidbin", trace_drivers::trace_rapidbin),
        ("trace_roadrunner", trace_drivers::trace_roadrunner),
        ("trace_rapid_csv", trace_drivers::trace_rapid_csv),
        ("trace_lockframe", trace_drivers::trace_lockframe),
        ("trace_verify_sc", trace_drivers::trace_verify_sc),
    ];
    for (target, run) in targets {
        let mut inputs: Vec<PathBuf> =
            fs::read_dir(corpus(target)).unwrap().map(|entry| entry.unwrap().path()).collect();
        inputs.sort();
        assert!(!inputs.is_empty(), "{target} has no inputs");
        for input in inputs {
            eprintln!("{}", input.display()); // shown if it fails
            run(&fs::read(&input).unwrap());
        }
    }
}

fn own(text: &str) -> Vec<u8> {
    let (mut reader, mut events) = (StdReader::new(text.as_bytes()), Vec::new());
    while reader.next_block(&mut events).unwrap() {}
    let mut writer = RptWriter::new(Vec::new(), Codec::Raw).unwrap();
    writer.append(&events, reader.names()).unwrap();
    writer.finish(reader.names()).unwrap()
}

fn rapid_bin() -> Vec<u8> {
    let mut bytes = [0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9].to_vec();
    for operation in 0..9 {
        bytes.extend(
            ((1_u64 << 48) | (1 << 14) | (operation << 10) | (operation % 2)).to_be_bytes(),
        );
    }
    bytes
}

/// An execution of all operations.
fn verify_sc() -> Vec<u8> {
    let words = [
        (6, 1, 2, 0),
        (4, 2, 0, 0),
        (2, 2, 5, 0),
        (1, 2, 9, 7),
        (0, 2, 9, 7),
        (3, 2, 5, 0),
        (5, 2, 0, 0),
        (7, 1, 2, 0),
    ];
    let word = |(operation, thread, operand, value): (u64, u64, u64, u64)| {
        (operation << 60 | thread << 52 | operand << 32 | value).to_le_bytes()
    };
    words.into_iter().flat_map(word).collect()
}

/// Writes them: `cargo test -p raceproof-predict --test damaged -- --ignored`.
#[test]
#[ignore = "2026-11-24: writes the seeds into fuzz/corpus-regression, run by hand when they change"]
fn write_seeds() {
    let text = generated::any_events(1, 30);
    let road_runner = "@ Start(0,1)\n@ Acquire(1,@07)\n@  ARd(1,@02[3])[5]  Shared  A.java:5\n@ Wait(1,@07)\n@ Join(0,1)\nother\n";
    let csv = "# a comment\nstart(T1),\n,acq(l)\n,w(x)\n,rel(l)\nsync(x),\njoin(T1),\n,exit(f)\n";
    let lock_frame =
        "1,SIG,2\n2,LK,7\n2,WR,7,a.go:5,3\n2,UK,7\n1,NT,3\n2,NTWT,3\n1,ARD,8\n1,WT,2\n";
    // Names of a thread, a variable and a location, then an event: of all, and of the thread at
    // time 9.
    let names = [b'N', 0, 4, 2, 0, 1, 0, b'N', 0, 4, 0, 0, 1, 0, b'N', 0, 4, 4, 0, 1, 0];
    let of_all = [&names[..], &[b'E', 1, 3, 0x60, 0, 0]].concat();
    let of_thread = [&names[..], &[b'T', 1, 4, 0, 0x40, 0, 9, b'W', 0, 1, 9]].concat();
    let seeds = [
        ("trace_std/seed", text.clone().into_bytes()),
        ("trace_rpt/seed", own(&text)),
        ("trace_rpt/seed-of-all", of_all),
        ("trace_rpt/seed-of-thread", of_thread),
        ("trace_rapidbin/seed", rapid_bin()),
        ("trace_roadrunner/seed", road_runner.into()),
        ("trace_rapid_csv/seed", csv.into()),
        ("trace_lockframe/seed", lock_frame.into()),
        ("trace_verify_sc/seed", verify_sc()),
        ("trace_detect/seed-std", text.clone().into_bytes()),
        ("trace_detect/seed-rpt", own(&text)),
        ("trace_detect/seed-rapidbin", rapid_bin()),
        ("trace_detect/seed-roadrunner", road_runner.into()),
        ("trace_detect/seed-rapid-csv", csv.into()),
        ("trace_detect/seed-lockframe", lock_frame.into()),
        ("trace_detect/seed-verify-sc", verify_sc()),
    ];
    for (name, bytes) in seeds {
        let path = corpus(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}
