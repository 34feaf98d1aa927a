//! JDKs: real ones, made-up ones, and folders that are none.

mod support;
#[path = "support/tiny_image.rs"]
mod tiny_image;

use raceproof_classfile::{Image, ModulesFile, SourceError};
use std::path::Path;
use support::{Scratch, jdks};
use tiny_image::{Order, TinyImage, class};

const OBJECT: &str = "java/lang/Object";

#[test]
fn real_jdks_give_their_classes() {
    for home in jdks() {
        let image = Image::open(&home).unwrap();
        assert!(
            home.to_string_lossy().contains(&image.version().feature.to_string()),
            "{:?}",
            image.version()
        );
        assert_eq!(image.java_home(), home);
        for (name, module) in [
            (OBJECT, "java.base"),
            ("java/util/logging/Logger", "java.logging"),
            ("java/lang/Thread$State", "java.base"),
        ] {
            let (found, bytes) = image.class(name).unwrap().unwrap();
            assert_eq!(found, module);
            assert_eq!(bytes[..4], [0xCA, 0xFE, 0xBA, 0xBE]);
            assert_eq!(image.resource(module, &format!("{name}.class")).unwrap().unwrap(), bytes);
        }
        for absent in [
            "",
            "/",
            "Object",
            "java/lang/Objec",
            "java/lang/Objectt",
            "java.lang/Object",
            "java/lang/",
            "java",
            "/java/lang/Object",
            "no/such/Class",
        ] {
            assert_eq!(image.class(absent).unwrap(), None, "{absent:?}");
        }
        for (module, path) in [
            ("java.base", "java/lang"),
            ("packages", "java.lang"),
            ("modules", "java.base"),
            ("", "modules"),
            ("java.base/java", "lang/Object.class"),
        ] {
            assert_eq!(image.resource(module, path).unwrap(), None, "{module} {path}");
        }
    }
}

#[test]
fn the_index_of_a_real_jdk_names_exactly_its_modules_and_packages() {
    for home in jdks() {
        let image = Image::open(&home).unwrap();
        let release = std::fs::read_to_string(home.join("release")).unwrap();
        let listed = release.lines().find_map(|line| line.strip_prefix("MODULES=")).unwrap();
        let mut listed: Vec<&str> = listed.trim_matches('"').split(' ').collect();
        listed.sort_unstable();
        assert_eq!(image.modules().unwrap(), listed);
        let packages = image.packages().unwrap();
        assert!(packages.is_sorted());
        assert!(
            packages.contains(&("java/lang", "java.base"))
                && packages.contains(&("java/util/logging", "java.logging"))
        );
        assert!(!packages.iter().any(|(package, _)| *package == "java"));
    }
}

#[test]
fn every_kind_of_content_is_read_in_both_byte_orders() {
    for order in [Order::Little, Order::Big] {
        let image = ModulesFile::from_bytes(Path::new("tiny"), TinyImage::sample(order)).unwrap();
        assert_eq!(image.modules().unwrap(), ["java.base", "more"]);
        assert_eq!(image.packages().unwrap(), [("a/b", "more"), ("java/lang", "java.base")]);
        let (module, object) = image.class(OBJECT).unwrap().unwrap();
        assert_eq!((module, &object[..]), ("java.base", &class(61, b"Object")[..]));
        assert_eq!(image.class("a/b/Zipped").unwrap().unwrap().1[..], [0; 500]);
        assert_eq!(image.class("a/b/text").unwrap(), None);
        assert_eq!(image.resource("more", "a/b/text.txt").unwrap().unwrap()[..], *b"some text");
        let shared = image.class("a/b/Shared").unwrap().unwrap().1;
        let expected = b"\x01\x00\x0aa/b/Shared\x01\x00\x29(Ljava/lang/String;[Ljava/lang/String;I)V\x05\0\0\0\0\0\0\0\x07\x07\x00\x01the rest of the class";
        assert_eq!(&shared[10..], &expected[..]);
        assert_eq!(image.class("a/b/Both").unwrap().unwrap().1, shared);
    }
}

#[test]
fn a_huge_declared_size_is_an_error_and_no_allocation() {
    for (layer, message) in
        [("zip", "cannot hold"), ("compact-cp", "accepted"), ("lz4", "method 'lz4' is not known")]
    {
        let mut image = TinyImage::new(Order::Little);
        image.add_packed("m", "p", "C", "class", &[7; 64], &[layer]);
        image.package("p", &[(0, "m")]);
        let mut bytes = image.finish();
        let header =
            bytes.windows(4).position(|window| window == 0xCAFE_FAFA_u32.to_le_bytes()).unwrap();
        bytes[header + 12..header + 20]
            .copy_from_slice(&(1_u64 << if layer == "zip" { 27 } else { 60 }).to_le_bytes());
        let image = ModulesFile::from_bytes(Path::new("tiny"), bytes).unwrap();
        let error = image.class("p/C").unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("/m/p/C.class"), "{error}");
    }
}

/// A folder that looks like a JDK with this class library and `release` file.
fn jdk(modules: &[u8], release: Option<&str>) -> Scratch {
    let folder = Scratch::new();
    folder.file("lib/modules", modules);
    if let Some(release) = release {
        folder.file("release", release.as_bytes());
    }
    folder
}

fn refusal(home: &Path) -> (SourceError, String) {
    let error = Image::open(home).unwrap_err();
    let text = error.to_string();
    assert!(text.contains(&*home.to_string_lossy()), "{text}");
    (error, text)
}

#[test]
fn the_version_is_from_the_release_file_or_from_the_classes() {
    let sample = TinyImage::sample(Order::Little);
    let version =
        |release| Image::open(&jdk(&sample, release).path("")).map(|image| image.version().clone());
    assert_eq!(version(Some("JAVA_VERSION=\"21.0.2\"\n")).unwrap().full, "21.0.2");
    assert_eq!(version(Some("JAVA_VERSION=\"11\"\n")).unwrap().feature, 11);
    assert_eq!(version(None).unwrap().feature, 17);
    assert_eq!(version(Some("garbage")).unwrap().feature, 17);
    let mut empty = TinyImage::new(Order::Little);
    empty.add("m", "p", "C", "class", b"");
    assert!(matches!(
        Image::open(&jdk(&empty.finish(), None).path("")),
        Err(SourceError::DamagedImage { .. })
    ));
}

#[test]
fn old_jdks_are_named_and_what_is_needed() {
    let sample = TinyImage::sample(Order::Little);
    let nine = jdk(&sample, Some("JAVA_VERSION=\"9.0.4\""));
    let eight = Scratch::new();
    eight.file("jre/lib/rt.jar", b"");
    eight.file("release", b"JAVA_VERSION=\"1.8.0_402\"");
    let eight_jre = Scratch::new();
    eight_jre.file("lib/rt.jar", b"");
    for (folder, found) in [(nine, "9.0.4"), (eight, "1.8.0_402"), (eight_jre, "rt.jar")] {
        let (error, text) = refusal(&folder.path(""));
        assert!(matches!(error, SourceError::JdkTooOld { .. }));
        assert!(text.contains(found) && text.contains("a JDK 17 or newer is needed"), "{text}");
    }
}

#[test]
fn what_is_no_jdk_is_told_apart() {
    let folder = Scratch::new();
    let (error, text) = refusal(&folder.path("missing"));
    assert!(
        matches!(error, SourceError::NoSuchDirectory { .. }) && text.contains("JAVA_HOME"),
        "{text}"
    );
    let (_, text) = refusal(&folder.file("file", b""));
    assert!(text.contains("it is a file"), "{text}");
    let (error, text) = refusal(&folder.path(""));
    assert!(
        matches!(error, SourceError::NotAJdk { .. }) && text.contains("no lib/modules"),
        "{text}"
    );

    let home = jdk(&TinyImage::sample(Order::Little), None);
    home.file("bin/java", b"");
    let (_, text) = refusal(&home.path("bin"));
    assert!(text.contains("set JAVA_HOME to that folder"), "{text}");
    let mac = Scratch::new();
    mac.file("Contents/Home/lib/modules", b"");
    assert!(refusal(&mac.path("")).1.contains("Contents/Home"));
    let build = Scratch::new();
    build.file("modules/java.base/module-info.class", b"");
    assert!(refusal(&build.path("")).1.contains("jlink"));
}

#[test]
fn a_damaged_library_is_refused_when_opened() {
    let sample = TinyImage::sample(Order::Big);
    let mut other_version = sample.clone();
    other_version[5] = 2;
    for (bytes, what) in [
        (&b""[..], "does not start"),
        (b"PK\x03\x04", "does not start"),
        (&sample[..15], "header"),
        (&sample[..60], "tables"),
        (&other_version, "version"),
    ] {
        let folder = jdk(bytes, None);
        let error = Image::open(&folder.path("")).unwrap_err();
        assert!(
            matches!(&error, SourceError::DamagedImage { file, .. } if file.ends_with("lib/modules"))
        );
        assert!(
            error.to_string().contains(what)
                && error.to_string().contains("install this JDK again"),
            "{error}"
        );
    }
}
