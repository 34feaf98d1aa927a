//! Initialisers of the JDK's classes run for all schedules: what they read must be of all.

use super::*;

/// `arguments` is which property a thread sets while main is the first to use what asks for it.
const SET_BESIDE: &str = "import java.security.Security;
import java.util.concurrent.ForkJoinPool;
import javax.crypto.Cipher;

public class SetBeside {
    public static void main(String[] arguments) throws Exception {
        boolean ofSystem = arguments[0].equals(\"system\");
        Thread other = new Thread(() -> {
            if (ofSystem) {
                System.setProperty(\"java.util.concurrent.ForkJoinPool.common.parallelism\", \"7\");
            } else {
                Security.setProperty(\"crypto.policy\", \"limited\");
            }
        });
        other.start();
        int got = ofSystem ? ForkJoinPool.getCommonPoolParallelism() : Cipher.getMaxAllowedKeyLength(\"AES\");
        other.join();
        if (got == 7 || got == 128) {
            throw new IllegalStateException(\"set before\");
        }
    }
}
";

/// Main comes first wherever it can: it runs the initialiser before the other thread has done anything.
/// The properties of `Security` are made by an initialiser within.
#[test]
fn what_an_initialiser_reads_may_be_set_by_another_thread_before() {
    let sandbox = sandbox("set_beside");
    sandbox.class("SetBeside.java", SET_BESIDE);
    let finds = |how: &[&str]| {
        let report = report(&sandbox, 1, &[&["SetBeside"], how].concat());
        let finding = &report["findings"][0];
        assert_eq!(finding["kind"], "uncaught-exception", "{how:?}");
        assert!(finding["message"].as_str().unwrap().contains("set before"), "{how:?}: {finding}");
    };
    finds(&["--", "system"]);
    for search in ["dfs", "dpor", "persistent", "random"] {
        let runs: &[&str] = if search == "random" { &["--runs", "100"] } else { &[] };
        finds(&[&["--search", search][..], runs, &["--", "system"]].concat());
    }
    finds(&["--search", "persistent", "--", "security"]);
}

/// Nobody sets what an initialiser reads: nothing begins anew, though properties are set.
#[test]
fn what_no_initialiser_reads_may_be_set() {
    let sandbox = sandbox("set_apart");
    sandbox.class(
        "SetApart.java",
        &SET_BESIDE
            .replace("SetBeside", "SetApart")
            .replace("ForkJoinPool.common.parallelism", "mine"),
    );
    let search = ["SetApart", "--search", "dfs", "--log", "info", "--", "system"];
    let finished = sandbox.raceproof(&[&["check", "-cp", "classes"], &search[..]].concat());
    expect(&finished, 0, &[]);
    assert!(!finished.stderr_text().contains("anew"), "{}", finished.stderr_text());
}

/// The first who needs the class is told that its initialiser fails, the others that it has failed.
#[test]
fn an_initialiser_that_fails_does_so_for_whoever_comes_first() {
    let sandbox = sandbox("fails");
    sandbox.class(
        "Fails.java",
        "import java.util.jar.JarFile;

        public class Fails {
            static volatile String got;

            public static void main(String[] arguments) throws InterruptedException {
                System.setProperty(\"jdk.util.jar.version\", \"none\");
                Thread one = new Thread(() -> {
                    try {
                        JarFile.runtimeVersion();
                    } catch (LinkageError error) {
                        got = error.getClass().getSimpleName();
                    }
                });
                one.start();
                try {
                    JarFile.runtimeVersion();
                } catch (LinkageError error) {
                }
                one.join();
                if (got.equals(arguments[0])) {
                    throw new IllegalStateException(got);
                }
            }
        }",
    );
    for told in ["ExceptionInInitializerError", "NoClassDefFoundError"] {
        for search in ["auto", "dfs", "dpor"] {
            report(&sandbox, 1, &["Fails", "--search", search, "--", told]);
        }
    }
    report(&sandbox, 0, &["Fails", "--", "another"]);
}

/// The search has the initialiser run by the other thread, which asks for the modules, too, and finds
/// them not asked for yet; main alone, whose schedule is shown, asks first.
#[test]
fn a_schedule_that_needs_a_finer_machine_by_itself_begins_all_anew() {
    let sandbox = sandbox("needs_finer");
    sandbox.class(
        "Layer.java",
        "public class Layer {
            static volatile int asked;
            static int seen;

            public static void main(String[] arguments) throws InterruptedException {
                Thread other = new Thread(() -> {
                    seen = asked;
                    new SecurityManager();
                });
                other.start();
                int before = asked;
                ModuleLayer.boot().modules();
                asked = 1;
                other.join();
                if (seen == 1) {
                    throw new IllegalStateException(\"asked before\");
                }
            }
        }",
    );
    let search = ["check", "-cp", "classes", "Layer", "--search", "persistent", "--race", "off"];
    let finished = sandbox.raceproof(&[&search[..], &["--log", "info"]].concat());
    expect(&finished, 1, &[]);
    assert!(finished.stderr_text().contains("all begins anew"), "{}", finished.stderr_text());
    assert!(finished.stdout_text().contains("asked before"), "{}", finished.stdout_text());
}
