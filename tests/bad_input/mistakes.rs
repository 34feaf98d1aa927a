//! Settings, targets, links and files that lead nowhere.

use super::*;

#[test]
fn properties_files_with_mistakes() {
    let (sandbox, _) = compiled("properties");
    let cases = [
        ("heap = lots", "`lots`"),
        ("hepa = 1g", "did you mean `heap`"),
        ("classpath = ${nothing}/x", "`nothing`"),
        ("heap = \\u12", "hexadecimal"),
        ("target = other.properties", "do not nest"),
    ];
    for (line, word) in cases {
        sandbox.file("app.properties", format!("# a comment\ntarget = Main\n{line}\n"));
        expect(
            &sandbox.raceproof(&["run", "app.properties"]),
            2,
            &["app.properties", "line 3", word],
        );
    }
    sandbox.file("none.properties", "heap = 1g\n");
    expect(
        &sandbox.raceproof(&["run", "none.properties"]),
        2,
        &["none.properties", "names no target"],
    );
}

#[test]
fn a_native_method_that_is_not_modelled() {
    for jdk in Jdk::installed().unwrap() {
        let name = format!("bad-native-{}", jdk.feature);
        let sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &name, jdk);
        let text = "public class Main {
    public static void main(String[] arguments) throws Exception {
        System.out.println(\"before\");
        launch();
    }
    static void launch() throws Exception {
        new ProcessBuilder(\"true\").start();
    }
}
";
        sandbox.file("Main.java", text);
        let finished = sandbox.raceproof(&["run", "Main.java"]);
        expect(
            &finished,
            4,
            &[
                "unsupported",
                "java.lang.ProcessImpl",
                "Main.launch(Main.java:7)",
                "Main.main(Main.java:4)",
            ],
        );
        assert_eq!(finished.stdout_text(), "before\n");
    }
}

/// What fuzzing once found in the readers is no trouble for the whole tool either.
#[test]
fn what_fuzzing_found() {
    let sandbox = sandbox("fuzzing");
    for (kind, target, name) in
        [("class_reader", "Main.class", "Main"), ("jar_reader", "Main.jar", "Main.jar")]
    {
        let corpus = place::workspace().join("fuzz/corpus-regression").join(kind);
        for entry in fs::read_dir(corpus).into_iter().flatten().flatten() {
            sandbox.file(target, fs::read(entry.path()).unwrap());
            is_an_answer(&sandbox.raceproof(&["run", name]), &entry.path().display().to_string());
        }
    }
}

/// `java Foo.java` would run it.
#[test]
fn a_source_not_named_after_its_public_class() {
    let sandbox = sandbox("misnamed");
    sandbox.file("Named.java", "public class Other { public static void main(String[] a) { } }");
    expect(
        &sandbox.raceproof(&["run", "Named.java"]),
        2,
        &["does not compile", "call the file `Other.java`"],
    );
}

#[test]
fn a_source_in_a_folder_that_is_not_ascii_is_found_in_any_locale() {
    let sandbox = sandbox("locale");
    sandbox.file("\u{e9}/Main.java", MAIN);
    let mut command = sandbox.command(&["run", "\u{e9}/Main.java"]);
    command.env("LC_ALL", "C").env("LANG", "C");
    let finished = sandbox.finish(command);
    expect(&finished, 0, &[]);
    assert_eq!(finished.stdout_text(), "area 4.0\ndone\n");
}

#[test]
fn targets_that_are_no_programs() {
    let (sandbox, _) = compiled("targets");
    sandbox.file("folder.java/x", "");
    sandbox.file("Empty.java", "");
    sandbox.file("Garbage.class", "garbage");
    sandbox.file("script", "");
    let what =
        "a target is a `.java`, `.jar`, `.properties` or `.jpf` file, or the name of a class";
    let cases: [(&str, &[&str]); 13] = [
        ("folder.java", &["`folder.java` is a folder", "name a file in it"]),
        ("classes", &["`classes` is a folder", "--classpath classes"]),
        ("/dev/null", &["`/dev/null` is a device", what]),
        ("-", &["`-` is no program", "standard input", what]),
        (" ", &["` ` is neither a file nor the name of a class", what]),
        ("", &["the target is empty"]),
        ("Empty.java", &["`Empty.java` declares no class", "public static void main"]),
        ("Garbage.class", &["`Garbage.class` is no class file", "compile it again"]),
        (
            "Main.class",
            &[
                "`Main.class` does not exist",
                "without `.class`",
                "raceproof run Main --classpath FOLDER",
            ],
        ),
        ("classes/Main.class", &["is a class file", "raceproof run Main --classpath classes"]),
        ("classes/Main", &["holds the class Main", "`Main --classpath ./classes`"]),
        ("classes.Main", &["holds the class Main", "`Main --classpath ./classes`"]),
        ("script", &["class script was not found", "`script` is a file, but no target"]),
    ];
    for (target, words) in cases {
        expect(&sandbox.raceproof(&["run", target]), 2, words);
        expect(&sandbox.raceproof(&["check", target]), 2, &words[..1]);
    }
}

#[test]
#[cfg(unix)]
fn links_that_lead_nowhere() {
    let (sandbox, _) = compiled("links");
    for name in ["Lost.java", "lost.jar", "lost.properties"] {
        std::os::unix::fs::symlink("gone", sandbox.folder.join(name)).unwrap();
        let finished = sandbox.raceproof(&["run", name]);
        expect(&finished, 2, &[&format!("`{name}` is a link to `gone`, which does not exist")]);
        assert!(!finished.stderr_text().contains("did you mean"), "{}", finished.stderr_text());
    }
}

/// The superuser may read everything.
#[test]
#[cfg(unix)]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let (sandbox, _) = compiled("unreadable");
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "app.jar", "--main-class", "Main", "-C", "classes", "."],
    );
    sandbox.file("app.properties", "target = Main\n");
    let files = ["Main.java", "app.jar", "app.properties", "classes/Main.class"];
    for file in files {
        fs::set_permissions(sandbox.folder.join(file), fs::Permissions::from_mode(0o000)).unwrap();
    }
    if fs::read(sandbox.folder.join("Main.java")).is_ok() {
        return;
    }
    for file in &files[..3] {
        expect(&sandbox.raceproof(&["run", file]), 2, &[file, "Permission denied"]);
    }
    expect(
        &sandbox.raceproof(&["run", "Main", "-cp", "classes"]),
        2,
        &["classes/Main.class", "Permission denied"],
    );
}

#[test]
fn jars_that_lead_to_no_class() {
    let (sandbox, _) = compiled("odd-jars");
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "lost.jar", "--main-class", "Gone", "-C", "classes", "."],
    );
    expect(
        &sandbox.raceproof(&["run", "lost.jar"]),
        2,
        &["class Gone was not found", "`lost.jar` names it", "--main"],
    );
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "app.jar", "--main-class", "Main", "-C", "classes", "."],
    );
    for name in ["app.zip", "app"] {
        fs::copy(sandbox.folder.join("app.jar"), sandbox.folder.join(name)).unwrap();
        let advice = format!("raceproof run Main --classpath {name}`");
        expect(
            &sandbox.raceproof(&["run", name]),
            2,
            &["does not end in `.jar`", "call it `app.jar`", &advice],
        );
        expect(&sandbox.raceproof(&["run", "Main", "-cp", name]), 0, &[]);
    }
}

/// The words of our message, if it is one, beside the status that `java` has.
#[test]
fn a_main_that_java_would_not_start() {
    let cases = [
        ("public void main(String[] a) { }", "is not static"),
        ("private static void main(String[] a) { }", "is private"),
        ("static void main(String[] a) { }", "is not public"),
        ("public static void main(String a) { }", "takes other arguments"),
        ("public static int main(String[] a) { return 0; }", "returns a value"),
        ("public static void main() { }", "takes no arguments"),
        ("private void main() { }", "takes no arguments and is private and is not static"),
    ];
    for jdk in Jdk::installed().unwrap() {
        let sandbox = Sandbox::with_jdk(
            env!("CARGO_TARGET_TMPDIR"),
            &format!("bad-mains-{}", jdk.feature),
            jdk.clone(),
        );
        for (main, words) in cases {
            sandbox.class("Main.java", &format!("public class Main {{ {main} }}"));
            let mut java = jdk.tool("java");
            java.args(["-cp", "classes", "Main"]).current_dir(&sandbox.folder);
            let starts = sandbox.finish(java).status == Some(0);
            let finished = sandbox.raceproof(&["run", "Main", "-cp", "classes"]);
            if starts {
                expect(&finished, 0, &[]);
            } else {
                expect(
                    &finished,
                    2,
                    &[
                        "class Main has no main method",
                        words,
                        "public static void main(String[] args)",
                    ],
                );
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn words_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let (sandbox, _) = compiled("bytes");
    let odd = OsStr::from_bytes(b"b\xff.java");
    for command in ["run", "check", "replay"] {
        let mut command = sandbox.command(&[command]);
        command.arg(odd);
        expect(
            &sandbox.finish(command),
            2,
            &["`b\u{FFFD}.java` is not UTF-8 text", "another name"],
        );
    }
    let mut command = sandbox.command(&["run", "Main", "-cp", "classes", "--"]);
    command.arg(odd);
    let finished = sandbox.finish(command);
    expect(&finished, 0, &[]);
    assert_eq!(finished.stdout_text(), "area 9.0\ndone\n");
}

#[test]
#[cfg(target_os = "linux")]
fn what_has_no_end_or_is_waited_for_is_refused() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "bad-endless");
    let huge = |name: &str| {
        let file = std::fs::File::create(sandbox.folder.join(name)).unwrap();
        // Nothing of it lies on the disk.
        file.set_len(10 << 30).unwrap();
    };
    for extension in ["properties", "jpf", "java", "class", "trace", "jar"] {
        let name = |kind: &str| format!("{kind}.{extension}");
        huge(&name("Huge"));
        std::os::unix::fs::symlink("/dev/zero", sandbox.folder.join(name("Zero"))).unwrap();
        let pipe = std::process::Command::new("mkfifo")
            .arg(sandbox.folder.join(name("Pipe")))
            .status()
            .unwrap();
        assert!(pipe.success());
        for kind in ["Huge", "Zero", "Pipe"] {
            let target = name(kind);
            let command = if extension == "trace" { "replay" } else { "check" };
            expect(&sandbox.raceproof(&[command, &target]), 2, &["error: ", &target]);
        }
    }
    // Jars and classes on the class path, and files that options name.
    for words in [
        ["check", "Foo", "-cp", "Pipe.jar"],
        ["check", "Foo", "-cp", "Zero.jar"],
        ["check", "Foo", "-cp", "Huge.jar"],
        ["check", "Foo", "--config", "Pipe.properties"],
        ["check", "Foo", "--config", "Zero.properties"],
        ["check", "Foo", "--config", "Huge.properties"],
    ] {
        expect(&sandbox.raceproof(&words), 2, &["error: ", words[3]]);
    }
}

#[test]
fn a_report_replaces_the_old_one_in_one_step_or_not_at_all() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "bad-output");
    sandbox.class("Quick.java", "class Quick { public static void main(String[] a) { } }");
    let report = sandbox.file("report", "old");
    let reader = std::fs::File::open(&report).unwrap();
    for command in ["check", "run"] {
        expect(
            &sandbox.raceproof(&[command, "Quick", "-cp", "classes", "--output", "report"]),
            0,
            &[],
        );
        // Whoever had it open reads the old one to its end.
        let mut old = String::new();
        std::io::Read::read_to_string(&mut &reader, &mut old).unwrap();
        assert!(old == "old" || command == "run", "{old}");
        assert_ne!(std::fs::read_to_string(&report).unwrap(), "old");
    }
    assert!(
        std::fs::read_dir(&sandbox.folder)
            .unwrap()
            .all(|entry| !entry.unwrap().path().ends_with(".part"))
    );
    // A refused command leaves it alone.
    let before = std::fs::read_to_string(&report).unwrap();
    expect(
        &sandbox.raceproof(&["run", "Nothing", "-cp", "classes", "--output", "report"]),
        2,
        &["Nothing"],
    );
    assert_eq!(std::fs::read_to_string(&report).unwrap(), before);
}
