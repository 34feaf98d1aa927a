//! The command line, end to end: targets of every kind, options and their layers, and wrong
//! arguments.

use std::process::Command;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process::{self, Finished};
use raceproof_tests::sandbox::{Sandbox, expect};

const HELLO: &str = "public class Hello {
    public static void main(String[] arguments) {
        System.out.println(\"hello \" + String.join(\",\", arguments));
        if (arguments.length > 1) System.exit(arguments.length);
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("cli-{name}"))
}

#[track_caller]
fn prints(sandbox: &Sandbox, arguments: &[&str], status: i32, stdout: &str) {
    let finished = sandbox.raceproof(arguments);
    expect(&finished, status, &[]);
    assert_eq!(finished.stdout_text(), stdout);
    assert_eq!(finished.stderr_text(), "");
}

#[test]
fn a_source_file_is_compiled_and_run() {
    let sandbox = sandbox("source");
    sandbox.file("Hello.java", HELLO);
    prints(&sandbox, &["run", "Hello.java"], 0, "hello \n");
    prints(&sandbox, &["run", "Hello.java", "--", "a", "--heap"], 2, "hello a,--heap\n");
}

#[test]
fn a_changed_source_is_compiled_again_and_so_is_one_it_needs() {
    let sandbox = sandbox("changed");
    let needed =
        |value: u32| format!("class Needed {{ static int value() {{ return {value}; }} }}");
    sandbox.file(
        "Main.java",
        "class Main { public static void main(String[] a) { System.out.println(Needed.value()); } }",
    );
    for value in [1, 2] {
        sandbox.file("Needed.java", needed(value));
        prints(&sandbox, &["run", "Main.java"], 0, &format!("{value}\n"));
        prints(&sandbox, &["run", "Main.java"], 0, &format!("{value}\n"));
    }
}

#[test]
fn a_source_in_a_package_finds_its_neighbours() {
    let sandbox = sandbox("package");
    sandbox.file(
        "src/a/b/Other.java",
        "package a.b; class Other { static String word() { return \"other\"; } }",
    );
    sandbox.file(
        "src/a/b/Main.java",
        "package a.b; public class Main { public static void main(String[] x) { System.out.println(Other.word()); } }",
    );
    prints(&sandbox, &["run", "src/a/b/Main.java"], 0, "other\n");
}

#[test]
fn a_class_on_the_class_path() {
    let sandbox = sandbox("class");
    sandbox.class("Hello.java", HELLO);
    for option in ["-cp", "--classpath"] {
        prints(&sandbox, &["run", option, "classes", "Hello", "--", "x"], 0, "hello x\n");
    }
    prints(&sandbox, &["run", "--main", "Hello", "-cp", "classes:"], 0, "hello \n");
    prints(&sandbox, &["run", "Hello", "-Dclasspath=classes"], 0, "hello \n");
    prints(
        &sandbox,
        &["run", "Hello", "+classpath=classes", "-D", "target.args=a,b,c"],
        3,
        "hello a,b,c\n",
    );
}

#[test]
fn a_jar_runs_its_main_class() {
    let sandbox = sandbox("jar");
    sandbox.class("Hello.java", HELLO);
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "app.jar", "--main-class", "Hello", "-C", "classes", "."],
    );
    prints(&sandbox, &["run", "app.jar", "--", "x"], 0, "hello x\n");
    prints(&sandbox, &["run", "Hello", "-cp", "app.jar"], 0, "hello \n");
    sandbox.jdk_tool("jar", &["--create", "--file", "plain.jar", "-C", "classes", "."]);
    prints(&sandbox, &["run", "plain.jar", "--main", "Hello"], 0, "hello \n");
    expect(&sandbox.raceproof(&["run", "plain.jar"]), 2, &["plain.jar", "Main-Class", "--main"]);
}

#[test]
fn a_jar_brings_the_jars_of_its_manifest() {
    let sandbox = sandbox("jar-path");
    sandbox.class("Needed.java", "public class Needed { public static int value() { return 7; } }");
    sandbox.file(
        "lib/README",
        "where the jar goes: some releases of the jar tool do not make the folder",
    );
    sandbox.jdk_tool("jar", &["--create", "--file", "lib/needed.jar", "-C", "classes", "."]);
    sandbox.file(
        "Main.java",
        "class Main { public static void main(String[] a) { System.out.println(Needed.value()); } }",
    );
    sandbox.jdk_tool("javac", &["-d", "main", "-cp", "classes", "Main.java"]);
    sandbox.file("manifest", "Main-Class: Main\nClass-Path: lib/needed.jar\n");
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "app.jar", "--manifest", "manifest", "-C", "main", "."],
    );
    prints(&sandbox, &["run", "app.jar"], 0, "7\n");
    prints(&sandbox, &["run", "Main", "-cp", "main:lib/*"], 0, "7\n");
}

#[test]
fn a_report_that_cannot_be_written_is_told_before_the_program_runs() {
    let sandbox = sandbox("unwritable");
    sandbox.class("Hello.java", HELLO);
    for file in ["no/such/folder/report", "classes"] {
        let finished = sandbox.raceproof(&["run", "-cp", "classes", "--output", file, "Hello"]);
        expect(&finished, 2, &[file, "--output FILE"]);
        assert_eq!(finished.stdout_text(), "", "the program has run");
    }
}

#[test]
fn a_properties_file_names_the_target() {
    let sandbox = sandbox("properties");
    sandbox.class("Hello.java", HELLO);
    sandbox.file(
        "app.properties",
        "target = Hello\nclasspath = ${config_path}/classes\ntarget.args = a\n",
    );
    sandbox.file("app.jpf", "target=Hello\nclasspath=classes\nvm.class=.vm.SingleProcessVM\n");
    prints(&sandbox, &["run", "app.properties"], 0, "hello a\n");
    prints(&sandbox, &["run", "app.properties", "--", "b"], 0, "hello b\n");
    prints(&sandbox, &["run", "--quiet", "app.jpf"], 0, "hello \n");
    expect(&sandbox.raceproof(&["run", "app.jpf"]), 0, &["vm.class", "line 3", "no meaning"]);
}

#[test]
fn system_properties_reach_the_program() {
    let sandbox = sandbox("system-properties");
    let text = "class Main { public static void main(String[] a) { System.out.println(System.getProperty(\"x.y\")); } }";
    sandbox.file("Main.java", text);
    prints(&sandbox, &["run", "Main.java", "-Dproperty.x.y=z"], 0, "z\n");
    prints(&sandbox, &["run", "Main.java"], 0, "null\n");
}

#[test]
fn processors_and_heap_are_what_the_options_say() {
    let sandbox = sandbox("machine");
    let text = "class Main { public static void main(String[] a) {
        System.out.println(Runtime.getRuntime().availableProcessors() + \" \" + Runtime.getRuntime().maxMemory());
    } }";
    sandbox.file("Main.java", text);
    prints(&sandbox, &["run", "Main.java"], 0, &format!("4 {}\n", 1_u64 << 30));
    prints(
        &sandbox,
        &["run", "Main.java", "--processors", "2", "--heap=64m"],
        0,
        &format!("2 {}\n", 64 << 20),
    );
}

#[test]
fn assertions_are_enabled() {
    let sandbox = sandbox("assertions");
    sandbox.file(
        "Main.java",
        "class Main { public static void main(String[] a) { assert a.length > 0 : \"none\"; } }",
    );
    expect(&sandbox.raceproof(&["run", "Main.java"]), 1, &["java.lang.AssertionError: none"]);
    prints(&sandbox, &["run", "Main.java", "--no-assertions"], 0, "");
    prints(&sandbox, &["run", "Main.java", "+vm.enable_assertions=false"], 0, "");
}

/// `java` would hang: the tool knows that nothing can wake the threads.
#[test]
fn a_deadlock_ends_with_the_names_of_its_threads() {
    let sandbox = sandbox("deadlock");
    let text = "class Main { public static void main(String[] a) throws Exception {
        Object lock = new Object();
        Thread other = new Thread(() -> { synchronized (lock) { System.out.println(\"never\"); } }, \"other\");
        synchronized (lock) { other.start(); other.join(); }
    } }";
    sandbox.file("Main.java", text);
    let finished = sandbox.raceproof(&["run", "Main.java"]);
    expect(&finished, 1, &["deadlock", "main", "other"]);
    assert_eq!(finished.stdout_text(), "");
}

#[test]
fn statistics_go_to_standard_error_or_a_file() {
    let sandbox = sandbox("statistics");
    sandbox.file("Hello.java", HELLO);
    let finished = sandbox.raceproof(&["run", "Hello.java", "--statistics"]);
    expect(&finished, 0, &["instructions", "elapsed", "exit status   0"]);
    assert_eq!(finished.stdout_text(), "hello \n");

    prints(
        &sandbox,
        &["run", "Hello.java", "--format", "json", "--output", "report.json", "--", "a", "b"],
        2,
        "hello a,b\n",
    );
    let text = std::fs::read_to_string(sandbox.folder.join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["tool"], "raceproof");
    assert_eq!(report["target"]["main"], "Hello");
    assert_eq!(report["exit_status"], 2);
    assert!(report["statistics"]["instructions"].as_u64().unwrap() > 0, "{report}");
}

#[test]
fn wrong_words_are_named() {
    let sandbox = sandbox("words");
    sandbox.file("Hello.java", HELLO);
    let cases: [(&[&str], &[&str]); 39] = [
        (&[], &["Usage", "run"]),
        (&["run"], &["no target"]),
        (&["audit"], &["no target"]),
        (
            &["audit", "Hello.java", "--max-states", "5"],
            &["`--max-states`", "an option of `check`"],
        ),
        (&["scan"], &["no target"]),
        (&["scan", "Hello.java", "--max-states", "5"], &["`--max-states`", "an option of `check`"]),
        (&["replay", "x.trace"], &["`x.trace`", "--save-trace"]),
        (&["replay"], &["TRACE"]),
        (&["runn", "Hello.java"], &["`runn`", "did you mean"]),
        (&["Hello.java"], &["raceproof run Hello.java"]),
        (&["run", "Hello.java", "--heep", "1g"], &["--heep", "did you mean `--heap`"]),
        (&["run", "Hello.java", "a"], &["`a`", "-- a"]),
        (&["run", "Hello.java", "--heap", "lots"], &["`lots`", "--heap", "64m"]),
        (&["run", "Hello.java", "--processors", "0"], &["`0`", "--processors"]),
        (&["run", "Hello.java", "--format", "junit"], &["no findings"]),
        (&["run", "Hello.java", "-Dhepa=1g"], &["`hepa`", "did you mean `heap`"]),
        (&["run", "Hello.java", "+search=dfs"], &["`search`", "an option of `check`"]),
        (&["run", "Hello.java", "--search", "dfs"], &["`--search`", "an option of `check`"]),
        (&["run", "Hello.java", "-Xmx1g"], &["-Xmx1g", "--heap"]),
        (&["run", "Hello.java", "--config", "no.properties"], &["no.properties"]),
        (&["run", "Hello.java", "--heap", "-5"], &["`-5`", "--heap", "64m"]),
        (&["run", "Hello.java", "--heap", "0"], &["`0`", "--heap", "at least 4m"]),
        (&["run", "Hello.java", "--heap", ""], &["--heap is empty"]),
        (&["run", "-5"], &["`-5`", "not negative"]),
        (
            &["run", "Hello.java", "--heap", "64m", "--heap", "64m"],
            &["`--heap` is given twice", "leave one out"],
        ),
        (
            &["run", "Hello.java", "-cp", "a", "-cp", "b"],
            &["`--classpath` is given twice", "joined by `:`"],
        ),
        (&["run", "Hello.java", "--quiet", "--quiet"], &["`--quiet` is given twice"]),
        (&["run", "Hello.java", "--heap"], &["`--heap` lacks its value", "--heap SIZE"]),
        (&["run", "Hello.java", "--no-assertions=1"], &["`--no-assertions` takes no value"]),
        (&["run", "Hello.java", "-D", ""], &["names no key", "-D heap=64m"]),
        (&["run", "Hello.java", "+=1"], &["names no key", "+KEY=VALUE"]),
        (&["run", "Hello.java", "-D", "x"], &["`-D x` has no value", "-D x=VALUE"]),
        (&["run", "Hello.java", "+bogus"], &["`-D bogus` has no value", "+bogus=VALUE"]),
        (&["check", "Hello.java", "--format", "xml"], &["`xml`", "--format", "text, json, junit"]),
        (
            &["check", "Hello.java", "--search", "nosuch"],
            &["`nosuch`", "--search", "auto, dfs, bfs"],
        ),
        (
            &["check", "Hello.java", "--max-states", "0"],
            &["`0`", "--max-states", "greater than zero"],
        ),
        (
            &["check", "Hello.java", "--quiet", "--verbose"],
            &["`--verbose`", "`--quiet`", "contradict"],
        ),
        (&["run", "Helo.java"], &["`Helo.java`", "did you mean `Hello.java`"]),
        (&["run", "Hello"], &["Hello", "raceproof run Hello.java"]),
    ];
    for (arguments, words) in cases {
        let finished = sandbox.raceproof(arguments);
        expect(&finished, 2, words);
        assert_eq!(finished.stdout_text(), "", "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_answers() {
    let sandbox = sandbox("help");
    for (arguments, word) in
        [(["--help"], "Exit status"), (["--version"], env!("CARGO_PKG_VERSION"))]
    {
        let finished = sandbox.raceproof(&arguments);
        expect(&finished, 0, &[]);
        assert!(finished.stdout_text().contains(word), "{}", finished.stdout_text());
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_no_success() {
    let sandbox = sandbox("full");
    for arguments in ["--help", "check --help", "--version", "run --show-config", "man", "explain"]
    {
        let finished = shell(&sandbox, &format!("raceproof {arguments} >/dev/full"));
        expect(&finished, 2, &["cannot be written to standard output: No space left on device"]);
        let finished = shell(&sandbox, &format!("(raceproof {arguments}; echo $? >&2) | true"));
        expect(&finished, 0, &["0"]);
    }
}

#[test]
fn colour_is_only_where_it_is_wanted() {
    let sandbox = sandbox("colour");
    assert!(!sandbox.raceproof(&["run"]).stderr_text().contains('\x1b'));
    assert!(!sandbox.raceproof(&["run", "--color", "never"]).stderr_text().contains('\x1b'));
    assert!(sandbox.raceproof(&["run", "--color", "always"]).stderr_text().contains('\x1b'));
}

/// Runs a shell script, for which `raceproof` is this tool.
fn shell(sandbox: &Sandbox, script: &str) -> Finished {
    let tool = sandbox.command(&[]);
    let mut command = std::process::Command::new("sh");
    let script = format!("raceproof() {{ {} \"$@\"; }}\n{script}", tool.get_program().display());
    command.args(["-c", &script]).current_dir(&sandbox.folder);
    command.envs(tool.get_envs().filter_map(|(key, value)| Some((key, value?))));
    sandbox.finish(command)
}

const SPIN: &str = "public class Spin {
    public static void main(String[] arguments) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(\"hook\")));
        System.out.println(\"begun\");
        if (arguments.length == 1) System.in.read();
        if (arguments.length == 3) {
            new Thread(() -> { while (true); }).start();
            return;
        }
        for (long x = 0; ; x++) if (arguments.length > 1) Thread.sleep(100);
    }
}
";

#[test]
fn what_was_printed_is_seen_while_the_program_goes_on() {
    let sandbox = sandbox("prompt-output");
    sandbox.class("Spin.java", SPIN);
    let binary = sandbox.command(&[]).get_program().display().to_string();
    let script = format!(
        "{binary} run Spin -cp classes > out & tool=$!
        until grep -q begun out; do sleep 0.05; done
        kill -KILL $tool; wait $tool 2>/dev/null; echo $?; cat out"
    );
    assert_eq!(shell(&sandbox, &script).stdout_text(), "137\nbegun\n");
}

#[test]
fn a_signal_runs_the_shutdown_hooks() {
    let sandbox = sandbox("signals");
    sandbox.class("Spin.java", SPIN);
    let binary = sandbox.command(&[]).get_program().display().to_string();
    // Computing, waiting for input that does not come, sleeping, and computing when `main` has ended.
    for (arguments, signal, status) in [
        ("", "TERM", 143),
        ("in", "HUP", 129),
        ("for long", "TERM", 143),
        ("by another thread", "INT", 130),
    ] {
        let script = format!(
            "rm -f in; mkfifo in; sleep 60 > in & holder=$!
            {binary} run Spin -cp classes -- {arguments} < in > out & tool=$!
            until grep -q begun out; do sleep 0.05; done
            sleep 0.2; kill -{signal} $tool; wait $tool; echo $?; cat out; kill $holder"
        );
        let seen = shell(&sandbox, &script).stdout_text();
        assert_eq!(seen, format!("{status}\nbegun\nhook\n"), "{arguments} {signal}");
    }
}

#[test]
fn output_keeps_its_order_whichever_way_it_takes() {
    let sandbox = sandbox("output-order");
    let text =
        "import java.io.*; import java.nio.*; class Main { public static void main(String[] a) throws Exception {
        for (int i = 0; i < 3; i++) {
            System.out.print(\"out\" + i + \" \");
            System.err.print(\"err\" + i + \" \");
            try (FileOutputStream file = new FileOutputStream(a[0], true)) { file.write(\"file \".getBytes()); }
            FileOutputStream direct = new FileOutputStream(FileDescriptor.out);
            direct.getChannel().size();
            direct.getChannel().write(ByteBuffer.wrap(\"channel \".getBytes()));
            direct.write(\"descriptor\\n\".getBytes());
        }
    } }";
    sandbox.file("Main.java", text);
    let line = |i: u32| format!("out{i} err{i} file channel descriptor\n");
    let expected: String = (0..3).map(line).collect();
    assert_eq!(
        shell(&sandbox, "raceproof run Main.java -- /dev/stdout 2>&1 | cat").stdout_text(),
        expected
    );
    assert_eq!(
        shell(&sandbox, "raceproof run Main.java -- out >> out 2>&1; cat out").stdout_text(),
        expected
    );
}

#[test]
fn a_program_learns_that_nobody_reads_its_output() {
    let sandbox = sandbox("broken-pipe");
    let text = "class Main { public static void main(String[] a) throws Exception {
        for (int i = 0; !System.out.checkError(); i++) System.out.println(\"line \" + i);
        try {
            new java.io.FileOutputStream(java.io.FileDescriptor.out).write(65);
        } catch (java.io.IOException e) {
            System.err.println(e);
        }
    } }";
    sandbox.file("Main.java", text);
    let finished = shell(&sandbox, "{ raceproof run Main.java; echo $? >&2; } | head -n 1");
    assert_eq!(finished.stdout_text(), "line 0\n");
    assert_eq!(finished.stderr_text(), "java.io.IOException: Broken pipe\n0\n");
    let finished = shell(&sandbox, "raceproof run Main.java > /dev/full");
    assert_eq!(finished.stderr_text(), "java.io.IOException: No space left on device\n");
}

#[test]
fn a_jar_tells_of_its_packages_and_opens_those_of_the_jdk() {
    for jdk in Jdk::installed().unwrap() {
        let sandbox = Sandbox::with_jdk(
            env!("CARGO_TARGET_TMPDIR"),
            &format!("cli-manifest-{}", jdk.feature),
            jdk,
        );
        sandbox.file("pkg/Other.java", "package pkg; public class Other { }");
        sandbox.file(
            "Main.java",
            "public class Main { public static void main(String[] a) throws Exception {
                ClassLoader loader = Main.class.getClassLoader();
                System.out.println(loader.getDefinedPackage(\"pkg\"));
                Package other = new pkg.Other().getClass().getPackage();
                System.out.println(other + \" \" + (other == loader.getDefinedPackage(\"pkg\")) + \" \" + other.isSealed());
                System.out.println(other.getSpecificationTitle() + \" \" + other.getImplementationVersion());
                System.out.println(Main.class.getPackage().getImplementationVersion());
                System.out.println(loader.getDefinedPackages().length);
                try {
                    String.class.getDeclaredField(\"value\").setAccessible(true);
                    System.out.println(\"open\");
                } catch (RuntimeException e) {
                    System.out.println(\"closed\");
                }
                try {
                    System.out.println(sun.security.util.KnownOIDs.class.getName());
                } catch (IllegalAccessError e) {
                    System.out.println(e.getMessage().replaceAll(\"0x[0-9a-f]+\", \"0x\"));
                }
            } }",
        );
        let exports = "java.base/sun.security.util=ALL-UNNAMED";
        let sources = ["pkg/Other.java", "Main.java"];
        sandbox.jdk_tool(
            "javac",
            &[&["-d", "classes", "--add-exports", exports][..], &sources].concat(),
        );
        let about = "Main-Class: Main\nSpecification-Title: A title\nImplementation-Version: 1.2\n";
        let opening =
            "Add-Opens: java.base/java.lang none/none\nAdd-Exports: java.base/sun.security.util\n";
        let section = "Sealed: false\n\nName: pkg/\nSealed: true\nImplementation-Version: 3.4\n";
        sandbox.file("manifest", format!("{about}{opening}{section}"));
        sandbox.jdk_tool(
            "jar",
            &["--create", "--file", "app.jar", "--manifest", "manifest", "-C", "classes", "."],
        );
        let told = "null\npackage pkg, A title true true\nA title 3.4\nnull\n2\n";
        let opened = format!("{told}open\nsun.security.util.KnownOIDs\n");
        prints(&sandbox, &["run", "app.jar"], 0, &opened);
        // As a part of a class path the same jar opens nothing.
        let refused = "class Main (in unnamed module @0x) cannot access class sun.security.util.KnownOIDs (in module java.base) \
                       because module java.base does not export sun.security.util to unnamed module @0x";
        prints(
            &sandbox,
            &["run", "Main", "-cp", "app.jar"],
            0,
            &format!("{told}closed\n{refused}\n"),
        );
        let folder = "null\npackage pkg true false\nnull null\nnull\n2\n";
        prints(
            &sandbox,
            &["run", "Main", "-cp", "classes"],
            0,
            &format!("{folder}closed\n{refused}\n"),
        );
        let java = sandbox.jdk_tool("java", &["-jar", "app.jar"]);
        assert_eq!(java.stdout_text(), opened);
    }
}

#[test]
fn an_instance_main_needs_an_instance() {
    let modern = Jdk::installed().unwrap().into_iter().filter(|jdk| jdk.feature >= 25);
    for jdk in modern {
        let sandbox = Sandbox::with_jdk(
            env!("CARGO_TARGET_TMPDIR"),
            &format!("cli-main-{}", jdk.feature),
            jdk,
        );
        sandbox.file(
            "Private.java",
            "class Private { private Private() { } void main() { System.out.println(\"made\"); } }",
        );
        prints(&sandbox, &["run", "Private.java"], 0, "made\n");
        let cases = [
            (
                "class Main { Main(int x) { } void main() { } }",
                "no non-private zero argument constructor",
            ),
            ("class Main { private Main() { } void main() { } }", "public Main()"),
            (
                "abstract class Main { void main() { } }",
                "abstract class Main can not be instantiated",
            ),
            ("class Main { private void main() { } }", "no main method"),
        ];
        for (text, words) in cases {
            sandbox.class("Main.java", text);
            expect(&sandbox.raceproof(&["run", "Main", "-cp", "classes"]), 2, &[words]);
        }
        sandbox.class(
            "Main.java",
            "class Main { void main() { System.out.println(\"an instance\"); } }",
        );
        prints(&sandbox, &["run", "Main", "-cp", "classes"], 0, "an instance\n");
    }
}

#[test]
fn the_status_of_run_is_that_of_the_program() {
    let sandbox = sandbox("statuses");
    let text = "class Main { public static void main(String[] a) throws Exception {
        Runnable fails = () -> { throw new IllegalStateException(); };
        switch (a[0]) {
            case \"throw\": fails.run();
            case \"other\": Thread other = new Thread(fails); other.start(); other.join(); break;
            case \"halt\": Runtime.getRuntime().halt(7);
            default: System.exit(Integer.parseInt(a[0]));
        }
    } }";
    sandbox.class("Main.java", text);
    for (argument, status) in
        [("throw", 1), ("other", 0), ("halt", 7), ("0", 0), ("3", 3), ("-1", 255), ("256", 0)]
    {
        let mut java = sandbox.jdk.tool("java");
        java.args(["-cp", "classes", "Main", argument]).current_dir(&sandbox.folder);
        assert_eq!(sandbox.finish(java).status, Some(status), "java {argument}");
        expect(&sandbox.raceproof(&["run", "Main", "-cp", "classes", "--", argument]), status, &[]);
    }
}

/// The list of docs/limits.md, in its order: what needs the host is named, and what the host would
/// give is fixed.
#[test]
fn what_needs_the_host_is_named() {
    let cases = [
        ("new java.net.Socket(\"localhost\", 1)", "at java.net.Socket.<init>"),
        ("new java.net.ServerSocket(0)", "at java.net.ServerSocket.<init>"),
        ("new java.net.DatagramSocket()", "at java.net.DatagramSocket.<init>"),
        ("java.nio.channels.SocketChannel.open()", "at java.nio.channels.SocketChannel.open"),
        ("java.net.http.HttpClient.newHttpClient()", "at java.net.http.HttpClient.newHttpClient"),
        (
            "java.rmi.registry.LocateRegistry.createRegistry(0)",
            "at java.rmi.registry.LocateRegistry.createRegistry",
        ),
        (
            "java.net.NetworkInterface.getNetworkInterfaces()",
            "native method java.net.NetworkInterface.getAll",
        ),
        ("java.nio.channels.Selector.open()", "at java.nio.channels.Selector.open"),
        ("java.nio.channels.Pipe.open()", "native method sun.nio.ch.IOUtil.makePipe"),
        (
            "java.nio.channels.AsynchronousSocketChannel.open()",
            "at java.nio.channels.AsynchronousSocketChannel.open",
        ),
        (
            "java.nio.file.FileSystems.getDefault().newWatchService()",
            "native method sun.nio.fs.LinuxWatchService",
        ),
        ("Runtime.getRuntime().exec(new String[] {\"true\"})", "another process: "),
        (
            "java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime()",
            "native method sun.management.VMManagementImpl",
        ),
        (
            "java.lang.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage()",
            "native method sun.management.MemoryImpl",
        ),
        ("jdk.jfr.FlightRecorder.isAvailable()", "native method jdk.jfr."),
        ("new java.awt.image.BufferedImage(4, 4, 1)", "libawt.so"),
        ("new javax.swing.JFrame()", "libawt.so"),
        (
            "java.util.prefs.Preferences.userRoot().get(\"a\", \"b\")",
            "native method java.util.prefs.FileSystemPreferences.",
        ),
    ];
    let branches: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(n, (code, _))| format!("case {n}: use({code}); break;"))
        .collect();
    let text = format!(
        "class Main {{
            static void use(Object o) {{ }}
            public static void main(String[] a) throws Exception {{ switch (Integer.parseInt(a[0])) {{ {} }} }}
        }}",
        branches.join("\n")
    );
    for jdk in Jdk::installed().unwrap() {
        let sandbox = Sandbox::with_jdk(
            env!("CARGO_TARGET_TMPDIR"),
            &format!("cli-host-{}", jdk.feature),
            jdk,
        );
        sandbox.class("Main.java", &text);
        for (number, (_, words)) in cases.iter().enumerate() {
            let mut command = sandbox.command(&["run", "Main", "-cp", "classes"]);
            // Preferences make their folder when they are first read.
            command
                .arg(format!("-Dproperty.java.util.prefs.userRoot={}", sandbox.folder.display()));
            command.args(["--", &number.to_string()]);
            expect(&sandbox.finish(command), 4, &["unsupported: ", words]);
        }
    }
}

#[test]
fn what_the_host_would_give_is_fixed() {
    let sandbox = sandbox("host");
    let text = "class Main { public static void main(String[] a) throws Exception {
        System.out.println(System.getenv(\"HOME\") + \" \" + System.getenv());
        System.out.println(System.getProperty(\"user.home\") + \" \" + ProcessHandle.current().pid());
        System.out.println(java.net.InetAddress.getLocalHost().getHostName());
        try { java.net.InetAddress.getByName(\"example.org\"); } catch (java.net.UnknownHostException e) { System.out.println(\"unknown\"); }
        var weak = new java.lang.ref.WeakReference<>(new Object());
        System.gc();
        System.out.println(weak.get() != null);
    } }";
    sandbox.file("Main.java", text);
    prints(&sandbox, &["run", "Main.java"], 0, "null {}\n/home/user 1\nlocalhost\nunknown\ntrue\n");
}

/// What `make` needs is named, and not installed, if that is not wanted.
#[test]
fn nothing_is_installed_unasked() {
    let sandbox = sandbox("not-installed");
    let bin = sandbox.folder.join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    // `cargo` is there, and no compiler.
    std::os::unix::fs::symlink("/bin/true", bin.join("cargo")).unwrap();
    let mut command = Command::new("/bin/bash");
    command.arg(place::workspace().join(".ci/ensure-tools")).env_clear();
    command.env("PATH", &bin).env("RACEPROOF_NO_INSTALL", "1");
    let finished = process::run(command, b"", process::patience()).unwrap();
    expect(&finished, 1, &["a C compiler is missing", "apt-get install gcc"]);
}
