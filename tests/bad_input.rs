//! Bad input: each is answered by a message that names the culprit and what to do, with the exit
//! status of the contract, and never by a panic or a hang.

use std::fs;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};

const MAIN: &str = "public class Main {
    interface Shape { double area(); }
    record Square(double side) implements Shape { public double area() { return side * side; } }
    public static void main(String[] arguments) throws Exception {
        Shape shape = new Square(arguments.length + 2);
        try { System.out.println(\"area \" + shape.area()); } finally { System.out.println(\"done\"); }
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("bad-{name}"))
}

/// A sandbox with `Main` compiled into the folder `classes`, and the bytes of its class file.
fn compiled(name: &str) -> (Sandbox, Vec<u8>) {
    let sandbox = sandbox(name);
    sandbox.class("Main.java", MAIN);
    let bytes = fs::read(sandbox.folder.join("classes/Main.class")).unwrap();
    (sandbox, bytes)
}

/// Whatever a broken class leads to, it is an answer: not a defect of the tool, not a signal.
#[track_caller]
fn is_an_answer(finished: &Finished, case: &str) {
    let stderr = finished.stderr_text();
    assert!(matches!(finished.status, Some(0..=4)), "{case}: {:?}\n{stderr}", finished.status);
    assert!(!stderr.contains("panicked") && !stderr.contains("defect:"), "{case}:\n{stderr}");
}

#[test]
fn a_truncated_class_file() {
    let (sandbox, bytes) = compiled("truncated");
    let step = bytes.len() / 60 + 1;
    for length in (0..bytes.len()).step_by(step).chain([bytes.len() - 1]) {
        sandbox.file("classes/Main.class", &bytes[..length]);
        let finished = sandbox.raceproof(&["run", "Main", "-cp", "classes"]);
        expect(&finished, 2, &["Main"]);
        assert_eq!(finished.stdout_text(), "", "{length} bytes");
    }
}

#[test]
fn mutated_class_files() {
    let (sandbox, bytes) = compiled("mutated");
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for round in 0..150 {
        let mut mutant = bytes.clone();
        for _ in 0..=round % 3 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let position = usize::try_from(random >> 33).unwrap() % mutant.len();
            mutant[position] = random.to_be_bytes()[1];
        }
        sandbox.file("classes/Main.class", &mutant);
        is_an_answer(
            &sandbox.raceproof(&["run", "Main", "-cp", "classes"]),
            &format!("mutant {round}"),
        );
    }
}

#[test]
fn a_class_file_that_is_a_text_file() {
    let sandbox = sandbox("text-class");
    sandbox.file("classes/Main.class", "class Main {}");
    expect(&sandbox.raceproof(&["run", "Main", "-cp", "classes"]), 2, &["Main", "class file"]);
}

#[test]
fn a_class_file_of_a_future_release() {
    let (sandbox, mut bytes) = compiled("future");
    bytes[6..8].copy_from_slice(&[0x03, 0xE8]);
    sandbox.file("classes/Main.class", bytes);
    expect(&sandbox.raceproof(&["run", "Main", "-cp", "classes"]), 2, &["Main", "1000"]);
}

#[test]
fn a_class_in_the_folder_of_another_package() {
    let (sandbox, bytes) = compiled("misplaced");
    sandbox.file("classes/pkg/Main.class", bytes);
    expect(&sandbox.raceproof(&["run", "pkg.Main", "-cp", "classes"]), 2, &["pkg.Main", "Main"]);
}

#[test]
fn jars_that_are_none() {
    let (sandbox, _) = compiled("jar");
    sandbox.file("text.jar", "this is no jar\n");
    sandbox.file("empty.jar", "");
    expect(&sandbox.raceproof(&["run", "text.jar"]), 2, &["text.jar"]);
    expect(&sandbox.raceproof(&["run", "empty.jar"]), 2, &["empty.jar"]);
    expect(&sandbox.raceproof(&["run", "no.jar"]), 2, &["no.jar", "does not exist"]);
    expect(&sandbox.raceproof(&["run", "Main", "-cp", "text.jar"]), 2, &["text.jar"]);
}

#[test]
fn truncated_and_mutated_jars() {
    let (sandbox, _) = compiled("broken-jar");
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "whole.jar", "--main-class", "Main", "-C", "classes", "."],
    );
    let bytes = fs::read(sandbox.folder.join("whole.jar")).unwrap();
    for part in 1..20 {
        sandbox.file("part.jar", &bytes[..bytes.len() * part / 20]);
        expect(&sandbox.raceproof(&["run", "part.jar"]), 2, &["part.jar"]);
    }
    for position in (0..bytes.len()).step_by(bytes.len() / 80 + 1) {
        let mut mutant = bytes.clone();
        mutant[position] ^= 0xFF;
        sandbox.file("mutant.jar", &mutant);
        is_an_answer(&sandbox.raceproof(&["run", "mutant.jar"]), &format!("byte {position}"));
    }
}

#[test]
fn a_missing_class() {
    let (sandbox, _) = compiled("missing");
    let finished = sandbox.raceproof(&["run", "Mian", "-cp", "classes"]);
    expect(&finished, 2, &["Mian", "did you mean `Main`"]);
    expect(
        &sandbox.raceproof(&["run", "Main", "-cp", "clases"]),
        2,
        &["Main", "`clases`", "does not exist"],
    );
    expect(&sandbox.raceproof(&["run", "Main"]), 2, &["Main", "raceproof run Main.java"]);
}

#[test]
fn names_that_are_no_class_names() {
    let (sandbox, _) = compiled("names");
    sandbox.file("src/a/B.java", "package a; class B {}");
    expect(
        &sandbox.raceproof(&["run", "classes/Main.class"]),
        2,
        &["raceproof run Main --classpath classes"],
    );
    expect(&sandbox.raceproof(&["run", "a\\B", "-cp", "classes"]), 2, &["did you mean `a.B`"]);
    expect(&sandbox.raceproof(&["run", "../a/B", "-cp", "classes"]), 2, &["did you mean `a.B`"]);
    expect(&sandbox.raceproof(&["run", "src/a/B"]), 2, &["raceproof run src/a/B.java"]);
    expect(&sandbox.raceproof(&["run", "./src/a/B"]), 2, &["did you mean `./src/a/B.java`"]);
    expect(&sandbox.raceproof(&["run", "classes"]), 2, &["is a folder", "--classpath classes"]);
}

#[test]
fn a_class_without_main() {
    let sandbox = sandbox("no-main");
    sandbox.file("None.java", "public class None { public static void mian(String[] a) { } }");
    expect(&sandbox.raceproof(&["run", "None.java"]), 2, &["None", "main"]);
    sandbox.class("Face.java", "public interface Face { void main(String[] a); }");
    expect(&sandbox.raceproof(&["run", "Face", "-cp", "classes"]), 2, &["Face", "main"]);
}

#[test]
fn source_that_does_not_compile() {
    let sandbox = sandbox("source");
    sandbox.file("Wrong.java", "public class Wrong {\n    int x = \"text\";\n}\n");
    let finished = sandbox.raceproof(&["run", "Wrong.java"]);
    expect(
        &finished,
        2,
        &["Wrong.java:2: error: incompatible types", "`Wrong.java` does not compile"],
    );
    sandbox.file("Empty.java", "// nothing\n");
    expect(&sandbox.raceproof(&["run", "Empty.java"]), 2, &["Empty.java", "no class"]);
    sandbox.file("Binary.java", [0xFF, 0xFE, 0, 1]);
    expect(&sandbox.raceproof(&["run", "Binary.java"]), 2, &["Binary.java"]);
}

#[test]
fn homes_that_are_none() {
    let (sandbox, _) = compiled("home");
    let run =
        |home: &str| sandbox.raceproof(&["run", "Main", "-cp", "classes", "--java-home", home]);
    expect(&run("nowhere"), 2, &["`nowhere`", "no such folder", "--java-home"]);
    expect(&run("Main.java"), 2, &["`Main.java`", "it is a file"]);
    expect(&run("classes"), 2, &["`classes`", "`release`"]);
    let bin = sandbox.jdk.home.join("bin");
    let help = format!("did you mean `{}`", sandbox.jdk.home.display());
    expect(&run(&bin.display().to_string()), 2, &[&help]);
    sandbox.file("hollow/release", "JAVA_VERSION=\"21.0.1\"\n");
    expect(&run("hollow"), 2, &["`hollow`", "lib/modules"]);
    sandbox.file("damaged/release", "JAVA_VERSION=\"21.0.1\"\n");
    sandbox.file("damaged/lib/modules", "no image");
    expect(&run("damaged"), 2, &["damaged"]);

    let mut command = sandbox.command(&["run", "Main", "-cp", "classes"]);
    command.env("JAVA_HOME", "/nowhere");
    expect(&sandbox.finish(command), 2, &["`/nowhere`", "JAVA_HOME"]);
    let mut command = sandbox.command(&["run", "Main", "-cp", "classes"]);
    command.env_remove("JAVA_HOME").env("PATH", "/nowhere");
    expect(&sandbox.finish(command), 2, &["no JDK", "--java-home"]);
}

#[test]
fn a_truncated_image() {
    let (sandbox, _) = compiled("image");
    let mut head = vec![0; 1 << 20];
    let mut image = fs::File::open(sandbox.jdk.home.join("lib/modules")).unwrap();
    std::io::Read::read_exact(&mut image, &mut head).unwrap();
    sandbox.file("cut/release", &sandbox.jdk.release);
    for length in [10, 100, 5000, 1 << 20] {
        sandbox.file("cut/lib/modules", &head[..length]);
        expect(
            &sandbox.raceproof(&["run", "Main", "-cp", "classes", "--java-home", "cut"]),
            2,
            &["cut"],
        );
    }
}

#[test]
fn a_jdk_too_old() {
    let (sandbox, _) = compiled("old");
    for version in ["1.8.0_402", "11.0.22", "16"] {
        sandbox.file("old/release", format!("JAVA_VERSION=\"{version}\"\n"));
        let finished = sandbox.raceproof(&["run", "Main", "-cp", "classes", "--java-home", "old"]);
        expect(&finished, 2, &["too old", version, "17"]);
    }
}

#[test]
fn a_jdk_without_compiler() {
    let (sandbox, _) = compiled("no-javac");
    sandbox.file("jre/release", &sandbox.jdk.release);
    sandbox.file("jre/lib/modules", "");
    let finished = sandbox.raceproof(&["run", "Main.java", "--java-home", "jre"]);
    let package = format!("openjdk-{}-jdk-headless", sandbox.jdk.feature);
    expect(&finished, 2, &["javac", &package]);
}

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

/// What is wrong, the address and the Java code: `java` would crash, or go on with damaged memory.
#[test]
fn wild_accesses_by_unsafe() {
    let sandbox = sandbox("wild");
    sandbox.class(
        "Wild.java",
        "import java.lang.reflect.Field;
public class Wild {
    int number; Object other; static int shared; static Object kept;
    public static void main(String[] a) throws Exception {
        Field f = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");
        f.setAccessible(true);
        sun.misc.Unsafe u = (sun.misc.Unsafe) f.get(null);
        Wild w = new Wild();
        long number = u.objectFieldOffset(Wild.class.getDeclaredField(\"number\"));
        long other = u.objectFieldOffset(Wild.class.getDeclaredField(\"other\"));
        long block = u.allocateMemory(64);
        switch (a[0]) {
            case \"fine\" -> {
                Field kept = Wild.class.getDeclaredField(\"kept\");
                u.putLong(block + 56, 7);
                u.putInt(w, number, 5);
                u.putObject(w, other, \"x\");
                u.putObject(u.staticFieldBase(kept), u.staticFieldOffset(kept), \"y\");
                u.setMemory(block, 64, (byte) 1);
                u.copyMemory(block, block + 8, 56);
                long more = u.reallocateMemory(block, 128);
                u.putByte(more + 127, (byte) 3);
                boolean swapped = u.compareAndSwapObject(w, other, w.other, null);
                System.out.println(u.getLong(more) + \" \" + w.number + w.other + Wild.kept + u.getByte(more + 127) + swapped);
                u.freeMemory(more);
            }
            case \"low\" -> u.putLong(8, 1);
            case \"far\" -> u.putLong(0x7fff_0000_0000L, 1);
            case \"negative\" -> u.putLong(-8, 1);
            case \"heap\" -> u.putLong(1 << 20, 1);
            case \"read\" -> u.getInt(1 << 20);
            case \"behind\" -> u.putLong(block + 64, 1);
            case \"freed\" -> { u.putLong(block, 1); u.freeMemory(block); u.putLong(block, 1); }
            case \"header\" -> u.putInt(w, 8L, 0);
            case \"offset\" -> u.putInt(w, 400L, 1);
            case \"array\" -> u.putLong(new long[2], u.arrayBaseOffset(long[].class) + 16, 1);
            case \"reference\" -> u.putInt(w, other, 77);
            case \"object\" -> u.putObject(w, number, \"text\");
            case \"element\" -> u.putInt(new Object[2], u.arrayBaseOffset(Object[].class) + 4L, 77);
            case \"copy\" -> u.copyMemory(block, 1 << 21, 32);
            case \"set\" -> u.setMemory(1 << 21, 4096, (byte) 0x55);
            case \"swap\" -> u.compareAndSwapLong(null, 1 << 21, 0, 1);
        }
        Thread thread = new Thread(() -> { shared++; });
        thread.start();
        thread.join();
    }
}
",
    );
    let cases = [
        ("low", "writes 8 byte(s) at the address 0x8, where nothing was allocated", "putLong"),
        ("far", "writes 8 byte(s) at the address 0x7fff00000000", "putLong"),
        (
            "negative",
            "writes 8 byte(s) at the address 0xfffffffffffffff8, beyond all memory",
            "putLong",
        ),
        (
            "heap",
            "writes 8 byte(s) at the address 0x100000, where nothing was allocated",
            "putLong",
        ),
        ("read", "reads 4 byte(s) at the address 0x100000, where nothing was allocated", "getInt"),
        ("behind", "where nothing was allocated", "putLong"),
        ("freed", "where nothing was allocated", "putLong"),
        ("header", "offset 8 of an object of Wild", "putInt"),
        ("offset", "offset 400 of an object of Wild", "putInt"),
        ("array", "offset 32 of an object of [J", "putLong"),
        ("reference", "writes 4 byte(s)", "putInt"),
        ("object", "as a reference, where none lies", "putObject"),
        ("element", "where a reference lies", "putInt"),
        ("copy", "writes 32 byte(s) at the address 0x200000", "copyMemory"),
        ("set", "writes 4096 byte(s) at the address 0x200000", "setMemory"),
        ("swap", "writes 8 byte(s) at the address 0x200000", "compareAndSwapLong"),
    ];
    for command in ["run", "check"] {
        let run = |case: &str| sandbox.raceproof(&[command, "Wild", "-cp", "classes", "--", case]);
        let fine = run("fine");
        expect(&fine, 0, &[]);
        if command == "run" {
            assert_eq!(fine.stdout_text(), "72340172838076673 5nully3true\n");
        }
        for (case, words, call) in cases {
            let finished = run(case);
            let said = finished.stdout_text() + &finished.stderr_text();
            assert_eq!(finished.status, Some(4), "{command} {case}: {said}");
            for word in ["Unsafe ", words, &format!("Unsafe.{call}("), "at Wild.main(Wild.java:"] {
                assert!(said.contains(word), "{command} {case}: `{word}` is not said\n{said}");
            }
        }
    }
}

/// Nothing grows for ever: neither the heap, nor what is linked, which is never collected.
#[test]
fn memory_that_is_used_up() {
    let sandbox = sandbox("used-up");
    sandbox.class(
        "Full.java",
        "public class Full {
    static String last;
    public static void main(String[] a) throws Throwable {
        switch (a[0]) {
            case \"garbage\" -> {
                for (int n = 0; n < 1_500_000; n++) last = \"a text that nobody keeps, its number is \" + n;
                System.out.println(last);
            }
            case \"heap\" -> {
                java.util.List<Object> kept = new java.util.ArrayList<>();
                try { for (;;) kept.add(new int[10]); } catch (OutOfMemoryError full) { kept = null; System.out.println(full); }
                kept = new java.util.LinkedList<>();
                for (;;) kept.add(new byte[1]);
            }
            case \"interned\" -> { for (int n = 0; ; n++) (\"a text that is kept, its number is \" + n).intern(); }
            case \"defined\" -> {
                byte[] file = Full.class.getResourceAsStream(\"Large.class\").readAllBytes();
                for (;;) java.lang.invoke.MethodHandles.lookup().defineHiddenClass(file, false);
            }
        }
    }
}
",
    );
    let text = "x".repeat(60_000);
    sandbox.class("Large.java", &format!("public class Large {{ String text = \"{text}\"; }}"));
    let run = |command: &str, case: &str| {
        sandbox.raceproof(&[command, "Full", "-cp", "classes", "--heap", "64m", "--", case])
    };
    expect(&run("run", "garbage"), 0, &[]);
    let full = run("run", "heap");
    expect(&full, 1, &["java.lang.OutOfMemoryError: Java heap space"]);
    assert_eq!(full.stdout_text(), "java.lang.OutOfMemoryError: Java heap space\n");
    for (command, case) in [("run", "interned"), ("check", "interned"), ("run", "defined")] {
        let finished = run(command, case);
        let said = finished.stdout_text() + &finished.stderr_text();
        assert_eq!(finished.status, Some(4), "{command} {case}: {said}");
        assert!(
            said.contains("than fit into the memory for what is linked"),
            "{command} {case}: {said}"
        );
    }
}
