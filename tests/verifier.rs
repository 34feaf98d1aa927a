//! The verifier of application classes against the installed `java`: hand-made classes that each
//! break one rule, and tricky ones that break none. `java` and Raceproof must both say what the
//! file of classes (`verifier/*.jasm`) expects.

use std::fs;
use std::path::Path;

use raceproof_bytecode::Flow;
use raceproof_classfile::{ClassFile, Image};
use raceproof_tests::assembler::{assemble, blocks};
use raceproof_tests::jdk::Jdk;
use raceproof_tests::process;
use raceproof_tests::sandbox::{Sandbox, expect};

/// Loads the classes it is told and says what becomes of each.
const MAIN: &str = r#"
public class Main {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            try {
                Class.forName(name);
                System.out.println(name + ": accepted");
            } catch (LinkageError error) {
                String message = String.valueOf(error.getMessage()).split("\n")[0];
                System.out.println(name + ": " + error.getClass().getSimpleName() + ": " + message);
            }
        }
    }
}
"#;

/// Initialises one class and does not catch what comes of it.
const UNCAUGHT: &str = "public class Uncaught {
    public static void main(String[] names) throws Exception { Class.forName(names[0]); }
}
";

/// Calls `f` of each class it is told, once without and once with the argument's monitor, and says
/// what is held behind it.
const LOCKED: &str = r#"
public class Locked {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Object object = new Evenly();
            System.out.println(name + ": " + told(name, object));
            synchronized (object) {
                System.out.println(name + ", held: " + told(name, object));
            }
        }
    }

    static String told(String name, Object object) throws Exception {
        Class<?> of = Class.forName(name);
        String told = "returns";
        try {
            of.getDeclaredMethod("f", Object.class).invoke(null, object);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            told = thrown.getCause().toString() + " at " + thrown.getCause().getStackTrace()[0].getClassName();
        }
        return told + ", " + Thread.holdsLock(object) + " " + Thread.holdsLock(of) + " " + Thread.holdsLock("another");
    }

    static class Evenly {
        public int hashCode() { return 1; }
    }
}
"#;

/// Calls the public static methods of each class it is told with numbers that are too large for what
/// they return.
const NARROWED: &str = r#"
public class Narrowed {
    public static void main(String[] names) throws Throwable {
        java.lang.reflect.Method[] methods = Class.forName(names[0]).getDeclaredMethods();
        java.util.Arrays.sort(methods, java.util.Comparator.comparing(java.lang.reflect.Method::getName));
        for (java.lang.reflect.Method method : methods) {
            if (!java.lang.reflect.Modifier.isPublic(method.getModifiers())) continue;
            for (int value : new int[] {0, 1, 2, -1, 127, 128, 255, 256, 257, 32_768, 65_535, 65_536, -32_769, 1 << 31}) {
                Object handled = java.lang.invoke.MethodHandles.lookup().unreflect(method).invoke(value);
                System.out.println(method.getName() + "(" + value + ") = " + method.invoke(null, value) + " " + handled);
            }
        }
    }
}
"#;

/// Two threads that call `f` of the class they are told; what it calls with the argument counts.
const COUNTED: &str = r#"
public class Counted {
    static int count;

    public int hashCode() { return count++; }

    public static void main(String[] names) throws Exception {
        java.lang.reflect.Method f = Class.forName(names[0]).getDeclaredMethod("f", Object.class);
        Object counted = new Counted();
        Thread[] threads = new Thread[2];
        for (int n = 0; n < 2; n++) {
            threads[n] = new Thread(() -> {
                try {
                    f.invoke(null, counted);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            });
            threads[n].start();
        }
        for (Thread thread : threads) thread.join();
    }
}
"#;

/// A class, and the answer that its file expects.
struct Case {
    name: String,
    bytes: Vec<u8>,
    expected: String,
}

fn cases(file: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("verifier").join(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cases = Vec::new();
    for lines in blocks(&text) {
        let expected =
            lines.iter().find_map(|line| line.strip_prefix("expect ")).unwrap_or("accepted");
        let class: Vec<&str> =
            lines.iter().copied().filter(|line| !line.starts_with("expect ")).collect();
        let (name, bytes) = assemble(&class.join("\n"));
        cases.push(Case { name, bytes, expected: expected.to_owned() });
    }
    assert!(cases.len() >= 10, "{} has but {} classes", path.display(), cases.len());
    cases
}

fn prepared(name: &str, jdk: Jdk, cases: &[Case]) -> Sandbox {
    let sandbox = Sandbox::with_jdk(
        env!("CARGO_TARGET_TMPDIR"),
        &format!("verifier-{name}-{}", jdk.feature),
        jdk,
    );
    sandbox.class("Main.java", MAIN);
    sandbox.class("Uncaught.java", UNCAUGHT);
    for case in cases {
        sandbox.file(&format!("classes/{}.class", case.name), &case.bytes);
    }
    sandbox
}

fn java(sandbox: &Sandbox, arguments: &[&str]) -> process::Finished {
    let mut command = sandbox.jdk.tool("java");
    command.args(["-cp", "classes"]).args(arguments).current_dir(&sandbox.folder);
    process::run(command, b"", process::patience()).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares the answers of `java` and Raceproof with those that the file expects, for each class.
fn compare(file: &str) {
    let cases = cases(file);
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared(file.trim_end_matches(".jasm"), jdk, &cases);
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let expected = java(&sandbox, &[&["Main"], &names[..]].concat()).stdout_text();
        let finished =
            sandbox.raceproof(&[&["run", "Main", "-cp", "classes", "--"], &names[..]].concat());
        let found = finished.stdout_text();
        let mut wrong = Vec::new();
        for (n, case) in cases.iter().enumerate() {
            let (java, ours) =
                (expected.lines().nth(n).unwrap_or(""), found.lines().nth(n).unwrap_or(""));
            let said = format!("{}: {}", case.name, case.expected);
            // The messages of the old verifier are its own: only their beginning is compared.
            let old = case.expected.starts_with("VerifyError: (class");
            let same = java == ours || old && ours.starts_with(&said);
            if !same || !java.starts_with(&said) {
                wrong.push(format!("expected {said}\n    java {java}\n    ours {ours}"));
            }
        }
        assert!(
            wrong.is_empty(),
            "JDK {}:\n{}\n{}",
            sandbox.jdk.feature,
            wrong.join("\n"),
            finished.stderr_text()
        );
    }
}

#[test]
fn rejected_classes() {
    compare("rejected.jasm");
}

#[test]
fn accepted_classes() {
    compare("accepted.jasm");
}

/// Names, descriptors and flags: what is said before any code is looked at.
#[test]
fn the_format_of_class_files() {
    compare("format.jasm");
}

/// Old code with subroutines: it is accepted, does what it does under `java`, and is explored.
#[test]
fn subroutines() {
    compare("subroutines.jasm");
    let cases = cases("subroutines.jasm");
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared("run-subroutines", jdk, &cases);
        for case in &cases {
            let expected = java(&sandbox, &[&case.name]);
            let finished = sandbox.raceproof(&["run", &case.name, "-cp", "classes"]);
            let stderr = finished.stderr_text();
            let (ours, theirs) =
                ((finished.status, finished.stdout), (expected.status, expected.stdout));
            assert_eq!(ours, theirs, "{}:\n{stderr}", case.name);
            let checked = sandbox.raceproof(&["check", &case.name, "-cp", "classes"]);
            expect(&checked, 0, &[]);
        }
    }
}

/// A method with a subroutine on a thread's stack, in every kind of search.
#[test]
fn subroutines_are_explored_in_every_way() {
    let cases = cases("subroutines.jasm");
    let sandbox = prepared("explored-subroutines", Jdk::any().unwrap(), &cases);
    for search in ["dfs", "bfs", "heuristic", "random", "persistent", "dpor", "pdp", "lockset"] {
        for granularity in ["sync", "access"] {
            for race in ["h", "goldilocks", "vector-clock"] {
                let options = [
                    "--search",
                    search,
                    "--granularity",
                    granularity,
                    "--race",
                    race,
                    "--runs",
                    "20",
                ];
                let options = &options[..if search == "random" { 8 } else { 6 }];
                let words = [&["check", "OldSynchronized", "-cp", "classes"], options].concat();
                // Executions at random prove nothing.
                expect(&sandbox.raceproof(&words), if search == "random" { 3 } else { 0 }, &[]);
            }
        }
    }
}

/// What holds a monitor in what compilers do not write, and what is thrown then.
#[test]
fn locking_that_is_not_structured() {
    compare("monitors.jasm");
    let cases = cases("monitors.jasm");
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared("run-monitors", jdk, &cases);
        sandbox.class("Locked.java", LOCKED);
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let expected = java(&sandbox, &[&["Locked"], &names[..]].concat());
        let finished =
            sandbox.raceproof(&[&["run", "Locked", "-cp", "classes", "--"], &names[..]].concat());
        assert_eq!(finished.stdout_text(), expected.stdout_text(), "{}", finished.stderr_text());
        let checked =
            sandbox.raceproof(&[&["check", "Locked", "-cp", "classes", "--"], &names[..]].concat());
        expect(&checked, 0, &[]);
    }
}

/// By reflection, handles and calls.
#[test]
fn what_is_returned_becomes_what_the_method_says() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("verifier/narrow.jasm"))
            .unwrap();
    let class = blocks(&text).into_iter().next().unwrap();
    let (name, bytes) = assemble(&class.join("\n"));
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared("narrowed", jdk, &[]);
        sandbox.file(&format!("classes/{name}.class"), &bytes);
        sandbox.class("Narrowed.java", NARROWED);
        let expected = java(&sandbox, &["Narrowed", &name]).stdout_text();
        assert!(expected.contains("bki(0) = -125 -125"), "{expected}");
        let finished = sandbox.raceproof(&["run", "Narrowed", "-cp", "classes", "--", &name]);
        assert_eq!(finished.stdout_text(), expected, "{}", finished.stderr_text());
    }
}

/// The monitors that a frame keeps come back with its state.
#[test]
fn locking_that_is_not_structured_is_explored_in_every_way() {
    let cases = cases("monitors.jasm");
    let sandbox = prepared("explored-monitors", Jdk::any().unwrap(), &cases);
    sandbox.class("Counted.java", COUNTED);
    for search in ["dfs", "bfs", "heuristic", "persistent", "dpor", "pdp", "lockset"] {
        for (name, status) in [("CallsWithin", 0), ("CallsBehind", 1)] {
            let words = ["check", "Counted", "-cp", "classes", "--search", search, "--", name];
            expect(&sandbox.raceproof(&words), status, &[]);
        }
    }
}

/// Which frame entered a monitor is part of the state: these two states of a call in a call differ
/// in nothing else, and what follows does. Each program fails behind the one that the other goes on
/// from.
#[test]
fn whose_monitor_it_is_tells_states_apart() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("verifier/frames.jasm"))
            .unwrap();
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "verifier-frames");
    for class in blocks(&text) {
        let (name, bytes) = assemble(&class.join("\n"));
        sandbox.file(&format!("classes/{name}.class"), bytes);
        for search in ["dfs", "bfs", "heuristic", "persistent", "lockset"] {
            let finished =
                sandbox.raceproof(&["check", &name, "-cp", "classes", "--search", search]);
            expect(&finished, 1, &[]);
            assert!(
                finished.stdout_text().contains("IllegalMonitorStateException"),
                "{name} {search}"
            );
        }
    }
}

/// All of the JDK's code is seen to be structured: that of `ConcurrentHashMap` has handlers in
/// handlers and long variables.
#[test]
fn locking_of_compilers_is_structured() {
    for jdk in Jdk::installed().unwrap() {
        let image = Image::open(&jdk.home).unwrap();
        let names = fs::read_to_string(jdk.home.join("lib/classlist")).unwrap();
        let (mut locking, mut others) = (0, Vec::new());
        for name in names
            .lines()
            .filter(|line| !line.starts_with(['#', '@']))
            .filter_map(|line| line.split(' ').next())
        {
            let Some((_, bytes)) = image.class(name).unwrap() else { continue };
            let file: &'static ClassFile<'static> = Box::leak(Box::new(
                ClassFile::parse(Box::leak(bytes.into_owned().into_boxed_slice())).unwrap(),
            ));
            for method in &file.methods {
                let Some(code) = file.code(method).unwrap() else { continue };
                let code = Box::leak(Box::new(code));
                let flow = Flow::new(file, code).unwrap();
                locking += usize::from(flow.ops.iter().any(|op| op.code == 194));
                if !flow.is_structured() {
                    others.push(format!("{name}.{}", file.text(method.name).unwrap()));
                }
            }
        }
        assert!(locking > 200, "JDK {}: only {locking} methods enter monitors", jdk.feature);
        assert!(others.is_empty(), "JDK {}: {}", jdk.feature, others.join(", "));
    }
}

#[test]
fn an_uncaught_verify_error() {
    let cases = cases("rejected.jasm");
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared("uncaught", jdk, &cases);
        for name in ["ObjectAsString", "UseBeforeInit", "MissingClass"] {
            let expected = java(&sandbox, &["Uncaught", name]);
            let finished = sandbox.raceproof(&["run", "Uncaught", "-cp", "classes", "--", name]);
            assert_eq!(finished.status, expected.status, "{name}:\n{}", finished.stderr_text());
            let first = |text: String| text.lines().take(5).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(first(finished.stderr_text()), first(expected.stderr_text()), "{name}");
        }
    }
}

/// The main class is looked at before anything runs.
#[test]
fn a_main_class_that_does_not_verify() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "verifier-main");
    let (_, bytes) = assemble(
        "class Main extends java/lang/Object version 52
        method public static main ([Ljava/lang/String;)V stack 1 locals 1
          aload_0
          athrow",
    );
    sandbox.file("classes/Main.class", bytes);
    let finished = sandbox.raceproof(&["run", "Main", "-cp", "classes"]);
    expect(
        &finished,
        2,
        &[
            "class Main is broken: Bad type on operand stack",
            "Main.main([Ljava/lang/String;)V @1: athrow",
        ],
    );
}
