//! Differential test of what a program can observe about its start, its class path and broken or
//! changed classes, against the installed `java`, on every JDK.

use std::fs;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::sandbox::Sandbox;

/// A sandbox for each installed JDK.
fn sandboxes(name: &str) -> impl Iterator<Item = Sandbox> {
    let installed = Jdk::installed().unwrap_or_else(|error| panic!("{error}"));
    let name = name.to_owned();
    installed.into_iter().map(move |jdk| {
        let name = format!("as-java-{name}-{}", jdk.feature);
        Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &name, jdk)
    })
}

/// What a program can read of how it was started.
const STARTED: &str = "package p; public class Started { public static void main(String[] a) throws Exception {
        for (String name : new String[] {\"java.class.path\", \"sun.java.command\", \"sun.java.launcher\",
            \"java.library.path\", \"sun.management.compiler\"}) System.out.println(System.getProperty(name));
        ClassLoader loader = Started.class.getClassLoader();
        System.out.println(java.util.Collections.list(loader.getResources(\"p/Started.class\")));
        System.out.println(loader.getResource(\"word.txt\") != null);
        try { System.loadLibrary(\"nowhere\"); } catch (UnsatisfiedLinkError e) { System.out.println(e.getMessage()); }
    } }";

#[test]
fn a_program_sees_the_class_path_and_the_command_that_java_would_show() {
    for sandbox in sandboxes("started") {
        sandbox.class("Started.java", STARTED);
        sandbox.file("lib/word.txt", "word");
        sandbox.jdk_tool("jar", &["--create", "--file", "lib/a.jar", "-C", "lib", "word.txt"]);
        sandbox.file("none/readme", "no jar");
        sandbox.jdk_tool(
            "jar",
            &[
                "-c",
                "-f",
                "app.jar",
                "-e",
                "p.Started",
                "-C",
                "classes",
                ".",
                "-C",
                "lib",
                "word.txt",
            ],
        );
        let same = |java: &[&str], ours: &[&str]| {
            let finished = sandbox.raceproof(ours);
            let expected = sandbox.jdk_tool("java", java).stdout_text();
            assert_eq!(finished.stdout_text(), expected, "{ours:?}\n{}", finished.stderr_text());
        };
        for class_path in [
            "classes",
            ":classes::",
            "classes:lib/*",
            "none/*:lib/*:missing/*:classes",
            "classes:./lib//*",
        ] {
            let ours = ["run", "-cp", class_path, "p.Started", "--", "a", "b c"];
            same(&["-cp", class_path, "p.Started", "a", "b c"], &ours);
        }
        // A class may be named by its path.
        same(&["-cp", "classes", "p/Started"], &["run", "-cp", "classes", "p/Started"]);
        same(
            &["-cp", "app.jar", "p/Started", "x"],
            &["run", "-cp", "app.jar", "p/Started", "--", "x"],
        );
        same(&["-jar", "app.jar", "x"], &["run", "app.jar", "--", "x"]);
    }
}

/// A program that loads broken classes while it runs, and prints the errors that it gets.
const MEETS: &str = "public class Meets { public static void main(String[] names) {
        for (String name : names) {
            try { Class.forName(name); } catch (Throwable e) { System.out.println(e); }
        }
        try { System.out.println(new Other()); } catch (Throwable e) { System.out.println(e); }
    } }
    class Other { }";

#[test]
fn what_is_wrong_with_a_class_file_is_told_as_by_java() {
    for sandbox in sandboxes("told") {
        let version = u8::try_from(sandbox.jdk.feature + 44).unwrap();
        sandbox.class("Meets.java", MEETS);
        let bytes = fs::read(sandbox.folder.join("classes/Other.class")).unwrap();
        let of_version = |major: u8, minor: u16| {
            let [high, low] = minor.to_be_bytes();
            [&bytes[..4], &[high, low, 0, major], &bytes[8..]].concat()
        };
        sandbox.file("classes/Preview.class", of_version(version, 0xFFFF));
        sandbox.file("classes/OldPreview.class", of_version(version - 1, 0xFFFF));
        sandbox.file("classes/Minor.class", of_version(version, 3));
        sandbox.file("classes/OldMinor.class", of_version(50, 3));
        sandbox.file("classes/p/Newer.class", of_version(200, 0));
        sandbox.file("classes/p/Elsewhere.class", &bytes);
        sandbox.file("classes/p/Text.class", "class Text { }");
        sandbox.file("classes/p/Short.class", &bytes[..40]);
        sandbox.file("classes/Other.class", of_version(200, 1));
        let names = [
            "Preview",
            "OldPreview",
            "Minor",
            "OldMinor",
            "p.Newer",
            "p.Elsewhere",
            "p.Text",
            "p.Short",
        ];
        let expected =
            sandbox.jdk_tool("java", &[&["-cp", "classes", "Meets"], &names[..]].concat());
        let finished =
            sandbox.raceproof(&[&["run", "-cp", "classes", "Meets", "--"], &names[..]].concat());
        assert_eq!(finished.stdout_text(), expected.stdout_text());
    }
}

/// Classes compiled against others that are gone or have changed: `Base.call` has become abstract,
/// `Gone` is missing.
const CHANGED: &str = "public class Changed {
        abstract static class Base { void call() { } }
        static class Middle extends Base { }
        static class Last extends Middle { }
        static class Gone { }
        public static void main(String[] a) {
            Object object = \"\";
            Base[] all = {new Middle(), new Last()};
            for (int round = 0; round < 2; round++) {
                for (Base base : all) try { base.call(); } catch (Throwable e) { e.printStackTrace(System.out); }
                try { object = (Gone[]) object; } catch (Throwable e) { e.printStackTrace(System.out); }
                try { object = new Gone[2][2]; } catch (Throwable e) { e.printStackTrace(System.out); }
            }
        }
    }";

#[test]
fn classes_that_changed_since_are_told_as_by_java() {
    for sandbox in sandboxes("changed") {
        sandbox.file(
            "new/Changed.java",
            CHANGED
                .replace("void call() { }", "abstract void call();")
                .replace("extends Base { }", "extends Base { void call() { } }"),
        );
        sandbox.jdk_tool("javac", &["-d", "new", "new/Changed.java"]);
        sandbox.class("Changed.java", CHANGED);
        fs::copy(
            sandbox.folder.join("new/Changed$Base.class"),
            sandbox.folder.join("classes/Changed$Base.class"),
        )
        .unwrap();
        fs::remove_file(sandbox.folder.join("classes/Changed$Gone.class")).unwrap();
        let expected = sandbox.jdk_tool("java", &["-cp", "classes", "Changed"]);
        let finished = sandbox.raceproof(&["run", "-cp", "classes", "Changed"]);
        assert_eq!(finished.stdout_text(), expected.stdout_text());
    }
}
