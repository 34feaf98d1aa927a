//! Images that `jlink` makes: whatever modules they have, a program on the class path is found and
//! runs as under the image's own `java`, and is checked as on the whole JDK.

use std::fs;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::process;
use raceproof_tests::sandbox::{Sandbox, expect};

/// Says which loader has what, then counts in two threads: guarded, or not if there is an argument.
const PROGRAM: &str = r#"
import java.lang.reflect.Proxy;

public class Main {
    static int count;

    record Pair(int left, String right) {}

    interface Plug { String word(); }

    static class Own extends ClassLoader {
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            throw new ClassNotFoundException("my own " + name);
        }
    }

    static void find(ClassLoader loader, String name) {
        String found;
        try {
            Class<?> type = Class.forName(name, false, loader);
            found = type.getModule().getName() + " " + (type.getClassLoader() == loader);
        } catch (ClassNotFoundException exception) {
            found = exception.toString();
        }
        System.out.println(loader.getClass().getName() + " " + name + ": " + found);
    }

    static void count(boolean guarded) {
        if (guarded) {
            synchronized (Main.class) { count++; }
        } else {
            count++;
        }
    }

    public static void main(String[] arguments) throws Exception {
        ClassLoader app = Main.class.getClassLoader();
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        System.out.println(app.getName() + " " + platform.getName());
        System.out.println(app == ClassLoader.getSystemClassLoader());
        System.out.println(app == Thread.currentThread().getContextClassLoader());
        System.out.println(app.getParent() == platform);
        System.out.println(app.getUnnamedModule() == Main.class.getModule());
        for (ClassLoader loader : new ClassLoader[] {app, platform, new Own()}) {
            for (String name : new String[] {"Main", "Nowhere", "java.util.List", "java.util.logging.Logger",
                    "java.sql.Connection", "com.sun.tools.attach.VirtualMachine", "com.sun.tools.javac.Main"}) {
                find(loader, name);
            }
        }
        ModuleLayer.boot().modules().stream().map(Module::getName).sorted().forEach(System.out::println);
        System.out.println(app.getResource("Main.class") != null);
        System.out.println(new Pair(1, "two"));
        Plug plug = (Plug) Proxy.newProxyInstance(app, new Class<?>[] {Plug.class}, (self, method, with) -> "plugged");
        System.out.println(plug.word());
        try {
            System.out.println((Plug) (Object) 1);
        } catch (ClassCastException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            Missing.go();
        } catch (NoClassDefFoundError error) {
            System.out.println(error + ", because of " + error.getCause());
        }
        boolean guarded = arguments.length == 0;
        Thread other = new Thread(() -> count(guarded));
        other.start();
        count(guarded);
        other.join();
        System.out.println(count);
    }
}

class Missing {
    static void go() {}
}
"#;

/// Whether this JDK's `jlink` has modules to link: in a folder, or since 24 those of the JDK's own
/// image.
fn can_link(sandbox: &Sandbox) -> bool {
    sandbox.jdk.home.join("jmods").is_dir()
        || sandbox
            .jdk_tool("jlink", &["--help"])
            .stdout_text()
            .contains("Linking from run-time image enabled")
}

/// The program on an image of `modules`, for each JDK that can link one.
fn runs_and_is_checked_on(modules: &str) {
    let mut linked = 0;
    for jdk in Jdk::installed().unwrap() {
        let name = format!("image-{}-{}", modules.replace(',', "-"), jdk.feature);
        let mut sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &name, jdk);
        if !can_link(&sandbox) {
            eprintln!("*** SKIPPED: {} has no modules to link ***", sandbox.jdk.home.display());
            continue;
        }
        linked += 1;
        sandbox.class("Main.java", PROGRAM);
        fs::remove_file(sandbox.folder.join("classes/Missing.class")).unwrap();
        sandbox.jdk_tool("jlink", &["--add-modules", modules, "--output", "image"]);
        sandbox.jdk.home = sandbox.folder.join("image");
        assert!(!sandbox.jdk.home.join("bin/javac").exists());

        let mut java = sandbox.jdk.tool("java");
        java.args(["-cp", "classes", "Main"]).current_dir(&sandbox.folder);
        let java = process::run(java, b"", process::patience()).unwrap();
        expect(&java, 0, &[]);
        let run = sandbox.raceproof(&["run", "-cp", "classes", "Main"]);
        expect(&run, 0, &[]);
        assert_eq!(run.stdout_text(), java.stdout_text(), "{name}");

        let checked = sandbox.raceproof(&["check", "-cp", "classes", "Main"]);
        expect(&checked, 0, &[]);
        assert!(
            checked.stdout_text().starts_with("race-free"),
            "{name}: {}",
            checked.stdout_text()
        );
        let checked = sandbox.raceproof(&[
            "check",
            "-cp",
            "classes",
            "--save-trace",
            "race.trace",
            "Main",
            "--",
            "race",
        ]);
        let replayed = sandbox.raceproof(&["replay", "race.trace"]);
        for finished in [checked, replayed] {
            expect(&finished, 1, &[]);
            assert!(
                finished.stdout_text().contains("Main.count"),
                "{name}: {}",
                finished.stdout_text()
            );
        }
        expect(&sandbox.raceproof(&["run", "Main.java"]), 2, &["has no `javac`"]);
        fs::remove_dir_all(&sandbox.jdk.home).unwrap();
    }
    assert!(linked > 0, "no installed JDK has modules to link");
}

#[test]
fn of_the_boot_loader_alone() {
    runs_and_is_checked_on("java.base");
}

#[test]
fn of_the_boot_loader_with_more_than_one() {
    runs_and_is_checked_on("java.base,java.logging");
}

#[test]
fn of_the_platform_loader_without_one_of_the_application_loader() {
    runs_and_is_checked_on("java.sql");
}

#[test]
fn of_the_application_loader_without_the_compiler() {
    runs_and_is_checked_on("jdk.attach");
}
