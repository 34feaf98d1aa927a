//! The largest program at hand: `javac` itself, run from the JDK's image inside `raceproof run`,
//! writes the class files that the host's `javac` writes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::sandbox::{Sandbox, expect};

const PATIENCE: Duration = Duration::from_secs(300);

#[test]
fn javac_compiles_as_the_host_does() {
    let source = place::java_programs("torture").join("Inventory.java");
    let source = source.to_str().unwrap();
    for jdk in Jdk::installed().unwrap() {
        let name = format!("torture-{}", jdk.feature);
        let sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &name, jdk);
        sandbox.jdk_tool("javac", &["-d", "host", source]);

        let command =
            sandbox.command(&["run", "com.sun.tools.javac.Main", "--", "-d", "ours", source]);
        let finished =
            process::run(command, b"", PATIENCE).unwrap_or_else(|error| panic!("{error}"));
        expect(&finished, 0, &[]);
        assert_eq!(finished.stderr_text(), "", "javac on JDK {}", sandbox.jdk.feature);

        let (host, ours) =
            (files(&sandbox.folder.join("host")), files(&sandbox.folder.join("ours")));
        assert_eq!(host.keys().collect::<Vec<_>>(), ours.keys().collect::<Vec<_>>());
        for (file, bytes) in &host {
            assert!(ours[file] == *bytes, "{file} is not the same on JDK {}", sandbox.jdk.feature);
        }
        assert!(!host.is_empty());
    }
}

/// `javac`'s complaints go where they belong, and its exit status is the command's.
#[test]
fn javac_complains_as_the_host_does() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "torture-complaint");
    sandbox.file("Wrong.java", "class Wrong { int x = \"text\"; Missing y; }\n");
    let mut javac = sandbox.jdk.tool("javac");
    javac.args(["-d", "host", "Wrong.java"]).current_dir(&sandbox.folder);
    let host = sandbox.finish(javac);
    let command =
        sandbox.command(&["run", "com.sun.tools.javac.Main", "--", "-d", "ours", "Wrong.java"]);
    let ours = process::run(command, b"", PATIENCE).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ours, host);
}

/// The files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
        })
        .collect()
}
