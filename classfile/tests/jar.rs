//! Jars: their entries, manifests and versions, and what is wrong with bad ones.

mod support;

use raceproof_classfile::{Jar, SourceError};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::path::Path;
use support::{Scratch, add, jar, jdks};

const MANIFEST: &str = "META-INF/MANIFEST.MF";

fn open(bytes: Vec<u8>) -> Result<Jar, SourceError> {
    Jar::from_bytes(Path::new("test.jar"), bytes)
}

fn text(content: Option<Vec<u8>>) -> Option<String> {
    content.map(|content| String::from_utf8(content).unwrap())
}

#[test]
fn entries_are_found_by_their_exact_names() {
    let scratch = Scratch::new();
    let long = "x".repeat(100_000);
    let path =
        scratch.jar("a.jar", &[("p/A.class", "stored or not"), ("B.class", &long), ("empty", "")]);
    let jar = Jar::open(&path).unwrap();
    assert_eq!(jar.path(), path);
    assert_eq!(jar.names().collect::<Vec<_>>(), ["B.class", "empty", "p/A.class"]);
    assert_eq!(text(jar.entry("p/A.class").unwrap()).unwrap(), "stored or not");
    assert_eq!(text(jar.entry("B.class").unwrap()).unwrap(), long);
    assert_eq!(jar.entry("empty").unwrap().unwrap(), b"");
    for absent in ["", "p", "p/", "/B.class", "b.class", "B.clas", "B.class/"] {
        assert_eq!(jar.entry(absent).unwrap(), None, "{absent:?}");
    }
    assert_eq!(jar.manifest(), None);
}

#[test]
fn folders_are_no_entries_and_the_last_of_two_counts() {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    archive.new_dir("p/").create().unwrap();
    for content in ["first", "second", "third"] {
        add(&mut archive, "p/A", content.as_bytes(), CompressionMethod::STORE);
    }
    let jar = open(archive.finish().unwrap()).unwrap();
    assert_eq!(jar.names().collect::<Vec<_>>(), ["p/A"]);
    assert_eq!(text(jar.entry("p/A").unwrap()).unwrap(), "third");
}

#[test]
fn an_archive_may_be_empty_or_follow_something_else() {
    assert_eq!(open(jar(&[])).unwrap().names().len(), 0);
    let script = [b"#!/bin/sh\nexec java -jar $0\n".to_vec(), jar(&[("A", "content")])].concat();
    assert_eq!(text(open(script).unwrap().entry("A").unwrap()).unwrap(), "content");
}

#[test]
fn the_manifest_is_read_whatever_the_case_of_its_name() {
    for name in [MANIFEST, "meta-inf/Manifest.mf"] {
        let jar =
            open(jar(&[("A", ""), (name, "Manifest-Version: 1.0\r\nMain-Class: a.Main\r\n")]))
                .unwrap();
        assert_eq!(jar.manifest().unwrap().main_class(), Some("a.Main"));
    }
}

#[test]
fn a_multi_release_jar_gives_the_newest_version_not_newer_than_the_jdk() {
    let entries = [
        ("p/A", "8"),
        ("META-INF/versions/9/p/A", "9"),
        ("META-INF/versions/17/p/A", "17"),
        ("META-INF/versions/8/p/A", "never: versions start at 9"),
        ("META-INF/versions/x/p/A", "never"),
        ("META-INF/versions/010/p/A", "never"),
        ("META-INF/versions/99999999999/p/A", "never"),
        ("META-INF/versions/21/p/New", "21"),
        ("META-INF/services/p", "services"),
        ("META-INF/versions/9/META-INF/services/p", "never"),
        (MANIFEST, "Multi-Release: true\n"),
    ];
    let versioned = open(jar(&entries)).unwrap();
    let of = |name, feature| text(versioned.versioned_entry(name, feature).unwrap());
    for (feature, expected) in
        [(8, "8"), (9, "9"), (11, "9"), (16, "9"), (17, "17"), (25, "17"), (u32::MAX, "17")]
    {
        assert_eq!(of("p/A", feature).unwrap(), expected, "JDK {feature}");
    }
    assert_eq!(of("p/New", 20), None);
    assert_eq!(of("p/New", 21).unwrap(), "21");
    assert_eq!(of("META-INF/services/p", 21).unwrap(), "services");
    assert_eq!(text(versioned.entry("p/A").unwrap()).unwrap(), "8");

    for manifest in ["Multi-Release: false\n", "Main-Class: A\n\nMulti-Release: true\n", ""] {
        let mut entries = entries;
        entries[10].1 = manifest;
        let plain = open(jar(&entries)).unwrap();
        assert_eq!(text(plain.versioned_entry("p/A", 17).unwrap()).unwrap(), "8", "{manifest:?}");
    }
}

#[test]
fn what_is_no_jar_is_told_apart() {
    let scratch = Scratch::new();
    let sound = jar(&[("A", "content"), ("B", "content")]);
    let cases: [(&[u8], &str); 4] = [
        (b"", "it is empty"),
        (b"\xca\xfe\xba\xbe\0\0\0\x3d", "it is a class file"),
        (b"just text, and enough of it to hold a directory", "it is no zip archive"),
        (&sound[..sound.len() - 30], "its end is missing"),
    ];
    for (bytes, message) in cases {
        let path = scratch.file("bad.jar", bytes);
        let error = Jar::open(&path).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains(&*path.to_string_lossy()), "{error}");
    }
    assert!(matches!(Jar::open(&scratch.path("missing.jar")), Err(SourceError::Unreadable { .. })));
    assert!(matches!(
        Jar::open(&scratch.path("")),
        Err(SourceError::Unreadable { .. } | SourceError::NotAJar { .. })
    ));
}

/// The place of an entry's fields in the central directory of a jar that has only this one.
fn directory(bytes: &[u8]) -> usize {
    bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap()
}

#[test]
fn each_kind_of_damage_to_an_entry_is_named() {
    let sound = jar(&[("A", "some content, again content, again content")]);
    let at = directory(&sound);
    let cases: [(usize, &[u8], &str); 6] = [
        (at + 16, &[1, 2, 3, 4], "checksum"),
        (at + 24, &[1, 0, 0, 0], "more than the declared 1 bytes"),
        (at + 24, &[0, 0, 0, 8], "cannot hold the declared"),
        (at + 24, &[0, 0, 0, 0xF0], "larger than"),
        (at + 42, &[9, 0, 0, 0], "header is damaged"),
        (at + 20, &[0, 0, 1, 0], "outside of the file"),
    ];
    for (place, bytes, message) in cases {
        let mut damaged = sound.clone();
        damaged[place..place + bytes.len()].copy_from_slice(bytes);
        let error = open(damaged).unwrap().entry("A").unwrap_err().to_string();
        assert!(
            error.contains(message) && error.contains("test.jar") && error.contains('A'),
            "{message}: {error}"
        );
    }
    for (place, byte, message) in [(at + 8, 1, "is encrypted"), (at + 10, 93, "ZSTD")] {
        let mut unsupported = sound.clone();
        unsupported[place] = byte;
        let error = open(unsupported).unwrap().entry("A").unwrap_err();
        assert!(
            matches!(error, SourceError::Unsupported { .. }) && error.to_string().contains(message),
            "{error}"
        );
    }
}

#[test]
fn a_damaged_directory_or_manifest_is_refused_when_opened() {
    let sound = jar(&[(MANIFEST, "Main-Class: A\n")]);
    let at = directory(&sound);
    let end = sound.len() - 22;
    for (place, byte) in [(at + 16, 0), (end + 8, 3), (end + 10, 3), (at + 28, 200)] {
        let mut damaged = sound.clone();
        damaged[place] = damaged[place].wrapping_add(1).max(byte);
        let result = open(damaged);
        // The first of the two counts of entries is of one disk of several, and nobody looks at it.
        assert!(
            place == end + 8 || matches!(result, Err(SourceError::DamagedJar { .. })),
            "{place} {result:?}"
        );
    }
}

#[test]
fn a_zip_bomb_is_refused_before_it_is_unpacked() {
    // An entry of 300 MiB of zeros, deflated to 300 kB.
    let mut archive = ZipArchiveWriter::new(Vec::new());
    add(&mut archive, "bomb", &vec![0; 300 << 20], CompressionMethod::DEFLATE);
    let bytes = archive.finish().unwrap();
    assert!(bytes.len() < 1 << 20);
    assert!(matches!(open(bytes).unwrap().entry("bomb"), Err(SourceError::TooLarge { .. })));
}

#[test]
fn a_jar_rewritten_while_it_is_open_is_an_error() {
    let scratch = Scratch::new();
    let path = scratch.jar("a.jar", &[("A", "before"), ("B", "before")]);
    let jar = Jar::open(&path).unwrap();
    scratch.jar("a.jar", &[("A", "later!"), ("B", "later!")]);
    let error = jar.entry("B").unwrap_err().to_string();
    assert!(error.contains("rewritten"), "{error}");
    scratch.file("a.jar", b"");
    assert!(jar.entry("A").is_err());
}

#[test]
fn all_entries_of_the_jars_of_a_real_jdk_are_read() {
    for home in jdks() {
        let jar = Jar::open(&home.join("lib/jrt-fs.jar")).unwrap();
        assert!(jar.manifest().is_some());
        for name in jar.names() {
            let content = jar.entry(name).unwrap().unwrap();
            assert!(
                !name.ends_with(".class") || content.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]),
                "{name}"
            );
        }
    }
}
