//! Class paths, as `java -cp` reads them.

mod support;

use raceproof_classfile::{ClassPath, Found, SourceError};
use std::fs;
use std::path::PathBuf;
use support::Scratch;

fn text(found: Option<Found>) -> Option<String> {
    found.map(|found| String::from_utf8(found.bytes).unwrap())
}

#[test]
fn folders_and_jars_are_searched_in_order() {
    let scratch = Scratch::new();
    scratch.file("classes/p/A.class", b"folder");
    let jar = scratch.jar("a.jar", &[("p/A.class", "jar"), ("p/B.class", "jar"), ("r.txt", "jar")]);
    let class_path =
        ClassPath::new(&[scratch.path("classes"), scratch.path("missing"), jar.clone()], 17)
            .unwrap();
    assert_eq!(class_path.entries().collect::<Vec<_>>(), [scratch.path("classes"), jar.clone()]);
    let first = class_path.class("p/A").unwrap().unwrap();
    assert_eq!(
        (&first.bytes[..], first.origin, first.entry),
        (&b"folder"[..], scratch.path("classes"), 0)
    );
    let second = class_path.class("p/B").unwrap().unwrap();
    assert_eq!((&second.bytes[..], second.origin, second.entry), (&b"jar"[..], jar, 1));
    assert_eq!(text(class_path.resource("r.txt").unwrap()).unwrap(), "jar");
    assert_eq!(class_path.resources("p/A.class").unwrap().len(), 2);
    for absent in [
        "p/C",
        "p",
        "",
        "p/A.class",
        "../classes/p/A",
        "p//A",
        "p/./A",
        "/p/A",
        "p/A\0",
        &"x/".repeat(5000),
    ] {
        assert_eq!(class_path.class(absent).unwrap(), None, "{absent:?}");
    }
    assert_eq!(class_path.resource("p").unwrap(), None);
    assert_eq!(class_path.resource("p/A.class/x").unwrap(), None);
}

#[test]
fn a_text_is_split_as_the_launcher_does() {
    let scratch = Scratch::new();
    scratch.file("one/A.class", b"one");
    scratch.file("two/A.class", b"two");
    let entries = [scratch.path("two"), PathBuf::from("/no/such/folder"), scratch.path("one")];
    let joined = std::env::join_paths(entries).unwrap();
    let class_path = ClassPath::parse(joined.to_str().unwrap(), 17).unwrap();
    assert_eq!(text(class_path.class("A").unwrap()).unwrap(), "two");
    assert_eq!(ClassPath::parse("", 17).unwrap().entries().len(), 1);
}

#[test]
fn a_star_stands_for_the_jars_of_a_folder() {
    let scratch = Scratch::new();
    for name in ["lib/b.jar", "lib/a.JAR", "lib/deep/c.jar"] {
        scratch.jar(name, &[("name", name)]);
    }
    scratch.file("lib/readme.txt", b"no jar");
    scratch.file("lib/A.class", b"a star finds no classes");
    let class_path =
        ClassPath::new(&[scratch.path("lib/*"), scratch.path("missing/*")], 17).unwrap();
    assert_eq!(
        class_path.entries().collect::<Vec<_>>(),
        [scratch.path("lib/a.JAR"), scratch.path("lib/b.jar")]
    );
    assert_eq!(class_path.class("A").unwrap(), None);

    // Only the last element is a pattern, and only if no file has that very name.
    assert_eq!(
        ClassPath::new(&[scratch.path("*/b.jar"), scratch.path("lib*")], 17)
            .unwrap()
            .entries()
            .len(),
        0
    );
    #[cfg(unix)]
    {
        scratch.file("odd/*/A.class", b"odd");
        let class_path = ClassPath::new(&[scratch.path("odd/*")], 17).unwrap();
        assert_eq!(text(class_path.class("A").unwrap()).unwrap(), "odd");
    }
}

#[test]
fn what_exists_and_is_no_jar_is_an_error() {
    let scratch = Scratch::new();
    let file = scratch.file("Main.class", b"\xca\xfe\xba\xbe");
    let error = ClassPath::new(std::slice::from_ref(&file), 17).unwrap_err();
    assert!(matches!(&error, SourceError::NotAJar { file: named, .. } if *named == file));
    assert!(error.to_string().contains("the folder that holds the classes"), "{error}");
    #[cfg(unix)]
    assert!(matches!(ClassPath::new(&["/dev/null".into()], 17), Err(SourceError::NotAJar { .. })));
}

#[test]
fn manifests_lead_to_other_jars_and_folders() {
    let scratch = Scratch::new();
    let refers = |to: &str| format!("Manifest-Version: 1.0\nClass-Path: {to}\n");
    let manifest = "META-INF/MANIFEST.MF";
    // Everything at once: circles, repetition, a space in a name, folders with and without a slash,
    // an absolute URL, what does not exist, and what is elsewhere.
    let absolute = scratch.jar("far/absolute.jar", &[("n", "absolute")]);
    let to = format!(
        "lib/first.jar lib/sp%20ace.jar classes/ ignored lib/missing.jar http://x/y.jar file://{} main.jar",
        absolute.display()
    );
    // A manifest's lines are at most 72 bytes long, and longer values continue.
    let folded: Vec<String> =
        to.as_bytes().chunks(50).map(|piece| String::from_utf8_lossy(piece).into_owned()).collect();
    let main = scratch.jar("main.jar", &[(manifest, &refers(&folded.join("\n "))), ("n", "main")]);
    scratch.jar(
        "lib/first.jar",
        &[(manifest, &refers("nested.jar ../main.jar first.jar")), ("n", "first")],
    );
    scratch.jar("lib/nested.jar", &[(manifest, &refers("first.jar")), ("n", "nested")]);
    scratch.jar("lib/sp ace.jar", &[("n", "space")]);
    scratch.file("classes/n", b"classes");
    scratch.file("ignored/n", b"ignored");
    let after = scratch.jar("after.jar", &[("n", "after")]);

    let class_path = ClassPath::new(&[main.clone(), after, main], 17).unwrap();
    let found: Vec<_> = class_path
        .resources("n")
        .unwrap()
        .into_iter()
        .map(|found| text(Some(found)).unwrap())
        .collect();
    assert_eq!(found, ["main", "first", "nested", "space", "classes", "absolute", "after"]);
}

#[test]
fn a_relative_jar_refers_to_its_own_folder() {
    // Tests share the current folder, so it is not changed: this one is the crate's.
    let scratch = Scratch::new();
    scratch.jar("b.jar", &[("n", "b")]);
    let jar = scratch.jar("a.jar", &[("META-INF/MANIFEST.MF", "Class-Path: b.jar\n")]);
    let up: PathBuf = std::env::current_dir().unwrap().components().skip(1).map(|_| "..").collect();
    let relative = up.join(jar.strip_prefix("/").unwrap_or(&jar));
    let class_path = ClassPath::new(&[relative], 17).unwrap();
    assert_eq!(text(class_path.resource("n").unwrap()).unwrap(), "b");
}

#[test]
fn a_multi_release_jar_is_read_for_the_jdk_at_hand() {
    let scratch = Scratch::new();
    let jar = scratch.jar(
        "m.jar",
        &[
            ("META-INF/MANIFEST.MF", "Multi-Release: true\n"),
            ("A.class", "8"),
            ("META-INF/versions/21/A.class", "21"),
        ],
    );
    for (feature, expected) in [(17, "8"), (21, "21"), (25, "21")] {
        let class_path = ClassPath::new(std::slice::from_ref(&jar), feature).unwrap();
        assert_eq!(text(class_path.class("A").unwrap()).unwrap(), expected);
    }
}

#[test]
fn an_entry_that_cannot_be_read_is_an_error_and_not_passed_over() {
    let scratch = Scratch::new();
    let path = scratch.jar("a.jar", &[("A.class", "aaaa")]);
    let mut bytes = fs::read(&path).unwrap();
    let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes[directory + 16] ^= 1;
    fs::write(&path, bytes).unwrap();
    let sound = scratch.jar("b.jar", &[("A.class", "b")]);
    let class_path = ClassPath::new(&[path, sound], 17).unwrap();
    assert!(matches!(class_path.class("A"), Err(SourceError::DamagedJar { .. })));
    assert!(class_path.resources("A.class").is_err());
}
