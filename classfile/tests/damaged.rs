//! Every truncation and every flipped bit of small jars and images, and a sample of those of a real
//! class library: any error will do, a panic, a hang or an exhausted memory will not.

#[path = "../../fuzz/drivers.rs"]
mod drivers;
mod support;
#[path = "support/tiny_image.rs"]
mod tiny_image;

use raceproof_classfile::{Jar, ModulesFile};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use support::{files_in, jar, jdks};
use tiny_image::{Order, TinyImage};

fn sample_jar() -> Vec<u8> {
    jar(&[
        ("META-INF/MANIFEST.MF", "Multi-Release: true\nClass-Path: a b\n c\n"),
        ("p/A.class", "content of p.A, content of p.A"),
        ("META-INF/versions/9/p/A.class", "newer content"),
        ("r", ""),
    ])
}

/// All prefixes, and all bytes changed in several ways.
fn each_damage(sound: &[u8], mut run: impl FnMut(&[u8])) {
    for length in 0..sound.len() {
        run(&sound[..length]);
    }
    let mut bytes = sound.to_vec();
    for at in 0..bytes.len() {
        let flips = (0..8).map(|bit| sound[at] ^ 1 << bit);
        for value in flips.chain([0, 0x7F, 0xFF]) {
            bytes[at] = value;
            run(&bytes);
        }
        bytes[at] = sound[at];
    }
}

#[test]
fn damaged_jars() {
    each_damage(&sample_jar(), drivers::jar_reader);
}

#[test]
fn damaged_images() {
    for order in [Order::Little, Order::Big] {
        each_damage(&TinyImage::sample(order), drivers::image_reader);
    }
}

#[test]
fn a_jar_cut_anywhere_is_refused() {
    let sound = sample_jar();
    for length in 0..sound.len() {
        assert!(
            Jar::from_bytes(Path::new("cut.jar"), sound[..length].to_vec()).is_err(),
            "length {length}"
        );
    }
}

#[test]
fn a_real_class_library_with_damaged_tables() {
    for home in jdks() {
        let mut sound = Vec::new();
        File::open(home.join("lib/modules"))
            .unwrap()
            .take(4 << 20)
            .read_to_end(&mut sound)
            .unwrap();
        // The header, and a byte in every ten thousand of the tables, which these four megabytes
        // hold whole.
        let places = (0..28).chain((28..sound.len()).step_by(9_973));
        for at in places {
            let mut bytes = sound.clone();
            bytes[at] = !bytes[at];
            let Ok(image) = ModulesFile::from_bytes(Path::new("damaged"), bytes) else { continue };
            for name in [
                "java/lang/Object",
                "java/util/HashMap",
                "java/util/logging/Logger",
                "no/such/Class",
            ] {
                let _ = image.class(name);
                let _ = image.resource("java.base", &format!("{name}.class"));
            }
            if at % 8 == 0 {
                let _ = (image.modules(), image.packages());
            }
        }
        for length in [0, 1, 27, 28, 100, 100_000, 1_000_000] {
            assert!(
                ModulesFile::from_bytes(Path::new("cut"), sound[..length].to_vec()).is_err(),
                "length {length}"
            );
        }
        let cut = ModulesFile::from_bytes(Path::new("cut"), sound).unwrap();
        assert!(cut.class("java/lang/String").is_err());
        let logger =
            cut.resource("java.logging", "java/util/logging/Logger.class").map(|_| "found");
        let error = logger.unwrap_err().to_string();
        assert!(
            error.contains("/java.logging/java/util/logging/Logger.class")
                && error.contains("outside of the file"),
            "{error}"
        );
    }
}

fn fuzz(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz").join(folder)
}

#[test]
fn what_fuzzing_found_stays_found() {
    let targets: [(&str, fn(&[u8])); 3] = [
        ("image_reader", drivers::image_reader),
        ("jar_reader", drivers::jar_reader),
        ("class_reader", drivers::class_reader),
    ];
    for (target, run) in targets {
        let inputs = files_in(&fuzz("corpus-regression").join(target));
        assert!(!inputs.is_empty(), "{target} has no inputs");
        for input in inputs {
            eprintln!("{}", input.display()); // shown if it fails
            run(&fs::read(&input).unwrap());
        }
    }
}

/// Writes the inputs fuzzing starts from: `cargo test -p raceproof-classfile --test damaged --
/// --ignored`.
#[test]
#[ignore = "2026-11-21: writes the seeds into fuzz/corpus-regression, run by hand when they change"]
fn write_seeds() {
    let seeds = [
        ("image_reader/seed-little", TinyImage::sample(Order::Little)),
        ("image_reader/seed-big", TinyImage::sample(Order::Big)),
        ("jar_reader/seed", sample_jar()),
        (
            "jar_reader/seed-after-script",
            [b"#!/bin/sh\n".to_vec(), jar(&[("A", "a"), ("B", "b")])].concat(),
        ),
        (
            "jar_reader/seed-manifest",
            b"Manifest-Version: 1.0\r\nClass-Path: a\r\n  b\r\n\r\nName: x\n".to_vec(),
        ),
    ];
    for (name, bytes) in seeds {
        let path = fuzz("corpus-regression").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}
