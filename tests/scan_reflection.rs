//! What reflection reaches: `check` and `run` record it, `scan` follows what was recorded.
//!
//! Names are turned round by the programs, so that no analysis of the code knows them.

use raceproof_tests::jdk::Jdk;
use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::schemas;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// Before each `main`.
const HEAD: &str = "import java.lang.reflect.*;
public class Main {
    static String turned(String text) { return new StringBuilder(text).reverse().toString(); }
    interface Task { void run() throws Exception; }
    static Thread start(Task task) {
        Thread thread = new Thread(() -> { try { task.run(); } catch (Exception e) { throw new RuntimeException(e); } });
        thread.start();
        return thread;
    }
";

/// The line of what follows it.
const FIRST: u32 = 10;

/// A class, its constructor and a method of it have names that only an execution knows.
const ACCOUNT: &str = "    public static void main(String[] arguments) throws Exception {
        Class<?> type = Class.forName(turned(\"tnuoccA\"));
        Object account = type.getDeclaredConstructor().newInstance();
        Method deposit = type.getMethod(turned(\"tisoped\"), int.class);
        Thread other = start(() -> deposit.invoke(account, 1));
        deposit.invoke(account, 2);
        other.join();
    }
}
class Account {
    int balance;
    public Account() { }
    public void deposit(int amount) { balance += amount; }
}
";

/// What is recorded of [`ACCOUNT`].
const ACCOUNT_LOG: &str = "\
Class.forName;Account;Main.main;11;;
Constructor.newInstance;<Account: void <init>()>;Main.main;12;isAccessible=false;
Method.invoke;<Account: void deposit(int)>;Main.lambda$main$1;14;isAccessible=false;
Method.invoke;<Account: void deposit(int)>;Main.main;15;isAccessible=false;
";

fn sandbox(name: &str, rest: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("reflection-{name}"));
    compiled(&sandbox, rest);
    sandbox
}

fn compiled(sandbox: &Sandbox, rest: &str) {
    assert_eq!(HEAD.lines().count() as u32 + 1, FIRST);
    sandbox.class("Main.java", &format!("{HEAD}{rest}"));
}

/// `raceproof COMMAND Main -cp classes OPTIONS`.
fn raceproof(
    sandbox: &Sandbox,
    command: &str,
    options: &[&str],
) -> raceproof_tests::process::Finished {
    sandbox.raceproof(&[&[command, "Main", "-cp", "classes"], options].concat())
}

/// Records one run, and gives the log.
fn recorded(sandbox: &Sandbox) -> String {
    expect(
        &raceproof(sandbox, "run", &["--save-reflection", "refl.log"]),
        0,
        &["was written to `refl.log`"],
    );
    log(sandbox)
}

fn log(sandbox: &Sandbox) -> String {
    fs::read_to_string(sandbox.folder.join("refl.log")).unwrap()
}

fn scanned(sandbox: &Sandbox, options: &[&str]) -> (Value, String) {
    let finished = raceproof(sandbox, "scan", &[&["--format", "json"], options].concat());
    let report = schemas::read(&finished.stdout);
    (
        report.unwrap_or_else(|error| panic!("{error}: {}", finished.stderr_text())),
        finished.stderr_text(),
    )
}

/// With the log.
fn followed(sandbox: &Sandbox) -> Value {
    scanned(sandbox, &["--reflection", "refl.log"]).0
}

fn variables(report: &Value) -> BTreeSet<&str> {
    let candidates = report["candidates"].as_array().unwrap();
    candidates.iter().map(|candidate| candidate["variable"].as_str().unwrap()).collect()
}

/// Those that a call of reflection leaves.
fn gaps(report: &Value) -> Vec<&str> {
    let gaps = report["gaps"].as_array().unwrap().iter().map(|gap| gap.as_str().unwrap());
    gaps.filter(|gap| gap.contains("Main.")).collect()
}

fn assumes(report: &Value, what: &str) -> bool {
    report["assumptions"].as_array().unwrap().iter().any(|one| one.as_str().unwrap().contains(what))
}

/// Records, scans, and looks for exactly these candidates, without a gap; gives the log.
#[track_caller]
fn leads_to(name: &str, rest: &str, wanted: &[&str]) -> String {
    let sandbox = sandbox(name, rest);
    let log = recorded(&sandbox);
    let report = followed(&sandbox);
    let shown = format!("{log}\n{report:#}");
    assert_eq!(variables(&report), wanted.iter().copied().collect(), "{shown}");
    assert!(gaps(&report).is_empty(), "{shown}");
    log
}

#[test]
fn what_is_recorded_is_no_gap_and_what_races_behind_it_is_told() {
    let sandbox = sandbox("account", ACCOUNT);
    let (report, _) = scanned(&sandbox, &[]);
    assert!(variables(&report).is_empty() && gaps(&report).len() >= 4, "{report:#}");
    let check = raceproof(&sandbox, "check", &["--save-reflection", "refl.log"]);
    expect(&check, 1, &["reaches at 4 call sites was written to `refl.log`"]);
    assert!(check.stdout_text().contains("Account.balance"), "{}", check.stdout_text());
    assert_eq!(log(&sandbox), ACCOUNT_LOG);
    let report = followed(&sandbox);
    assert_eq!(
        (variables(&report), gaps(&report)),
        (BTreeSet::from(["Account.balance"]), vec![]),
        "{report:#}"
    );
    let path = &report["candidates"][0]["accesses"][0]["path"];
    assert_eq!(path.to_string(), "[\"Main.java:15 in Main.main\"]");
    let assumed =
        "reflection at 4 call sites reaches what was recorded in refl.log, and nothing else";
    assert!(assumes(&report, assumed), "{report:#}");
}

#[test]
fn every_jdk_shows_the_same() {
    for jdk in Jdk::installed().unwrap() {
        let name = format!("reflection-jdk-{}", jdk.feature);
        let sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &name, jdk);
        compiled(&sandbox, ACCOUNT);
        // Compilers number lambdas as they like.
        assert_eq!(recorded(&sandbox).replace("main$0", "main$1"), ACCOUNT_LOG);
    }
}

/// What one schedule reaches stays when another is tried; and a search that is stopped has seen
/// something, too.
#[test]
fn all_schedules_are_recorded_and_none_is_changed() {
    let rest = "    static volatile String name = \"A\";
    public static void main(String[] arguments) throws Exception {
        Thread other = start(() -> { name = \"B\"; });
        Class.forName(name).newInstance();
        other.join();
    }
}
class A { }
class B { }
";
    let sandbox = sandbox("schedules", rest);
    let both = "\
Class.forName;A;Main.main;13;;
Class.forName;B;Main.main;13;;
Class.newInstance;A;Main.main;13;;
Class.newInstance;B;Main.main;13;;
";
    let explored = |options: &[&str]| {
        let finished = raceproof(&sandbox, "check", &[&["--format", "json"], options].concat());
        let report: Value = schemas::read(&finished.stdout).unwrap();
        let figures = ["states", "transitions", "executions", "instructions"];
        (finished.status, figures.map(|figure| report["statistics"][figure].clone()))
    };
    for search in ["dfs", "dpor", "random"] {
        let _ = fs::remove_file(sandbox.folder.join("refl.log"));
        let without = explored(&["--search", search]);
        assert_eq!(explored(&["--search", search, "--save-reflection", "refl.log"]), without);
        assert_eq!(log(&sandbox), both, "{search}");
    }
    fs::remove_file(sandbox.folder.join("refl.log")).unwrap();
    let (status, _) = explored(&["--max-states", "1", "--save-reflection", "refl.log"]);
    assert_eq!((status, log(&sandbox).lines().count() % 2), (Some(3), 0));
}

/// Who passes what: a lock that is an argument is that of whoever holds it.
#[test]
fn arguments_and_receivers_are_those_of_the_call() {
    let rest = "    static int one, two;
    public static class Lock { }
    static final Lock FIRST = new Lock(), SECOND = new Lock();
    public static void same(int n, Lock lock) { synchronized (lock) { one += n; } }
    public static void other(int n, Lock lock) { synchronized (lock) { two += n; } }
    public static void main(String[] arguments) throws Exception {
        Method same = Main.class.getMethod(turned(\"emas\"), int.class, Lock.class);
        Method other = Main.class.getMethod(turned(\"rehto\"), int.class, Lock.class);
        start(() -> { same.invoke(null, 1, FIRST); other.invoke(null, 1, FIRST); });
        same.invoke(null, 1, FIRST);
        other.invoke(null, 1, SECOND);
    }
}
";
    leads_to("arguments", rest, &["Main.two"]);
}

/// The lock is the receiver; what is called is what the receiver's class has.
#[test]
fn receivers_select_what_is_called() {
    let rest = "    public static void main(String[] arguments) throws Exception {
        Method add = Base.class.getMethod(turned(\"dda\"));
        Base quiet = new Quiet(), loud = new Loud();
        start(() -> { add.invoke(quiet); add.invoke(loud); });
        add.invoke(quiet);
        add.invoke(loud);
    }
}
class Base { public void add() { } }
class Quiet extends Base { int held; public synchronized void add() { held++; } }
class Loud extends Base { int free; public void add() { free++; } }
";
    let log = leads_to("receivers", rest, &["Loud.free"]);
    assert!(log.contains("<Quiet: void add()>") && !log.contains("Base"), "{log}");
}

#[test]
fn constructors_keep_what_they_are_given() {
    let rest = "    static class Box { int n; }
    public static class Holder { Box box; public Holder(Box box) { this.box = box; } }
    public static void main(String[] arguments) throws Exception {
        Box box = new Box();
        Holder holder = (Holder) Class.forName(turned(\"redloH$niaM\")).getConstructor(Box.class).newInstance(box);
        start(() -> holder.box.n++);
        box.n++;
    }
}
";
    leads_to("constructors", rest, &["Main$Box.n"]);
}

/// `forName` initialises, which starts a thread here; `loadClass` does not.
#[test]
fn a_class_that_is_found_by_its_name_is_initialised() {
    let rest = |call: &str| {
        format!(
            "    static int n;
    public static void main(String[] arguments) throws Exception {{
        {call};
        n++;
    }}
}}
class Made {{ static {{ Main.start(() -> Main.n++); }} }}
"
        )
    };
    leads_to("for-name", &rest("Class.forName(turned(\"edaM\"))"), &["Main.n"]);
    leads_to("load-class", &rest("Main.class.getClassLoader().loadClass(turned(\"edaM\"))"), &[]);
}

#[test]
fn fields_are_accessed() {
    let rest = "    static int n;
    Object held;
    static Crate crate;
    public static class Box { int n; }
    public static class Crate { int n; }
    public static void main(String[] arguments) throws Exception {
        Field number = Main.class.getDeclaredField(turned(\"n\")), held = Main.class.getDeclaredField(turned(\"dleh\"));
        Main main = new Main();
        held.set(main, new Box());
        Box box = (Box) held.get(main);
        Main.class.getDeclaredField(turned(\"etarc\")).set(null, new Crate());
        start(() -> { n++; box.n++; crate.n++; });
        crate.n++;
        number.setInt(null, number.getInt(null) + 1);
        ((Box) main.held).n += ((Integer) number.get(null)).intValue();
    }
}
";
    leads_to("fields", rest, &["Main$Box.n", "Main$Crate.n", "Main.n"]);
}

#[test]
fn arrays_are_made() {
    let rest = "    public static void main(String[] arguments) throws Exception {
        Object[] array = (Object[]) Array.newInstance(Class.forName(turned(\"niaM\")), 1);
        Object[][] arrays = (Object[][]) Array.newInstance(Class.forName(turned(\"niaM\")), 1, 1);
        start(() -> { array[0] = null; arrays[0][0] = null; });
        array[0] = null;
        arrays[0][0] = null;
    }
}
";
    leads_to("arrays", rest, &["Main[]"]);
}

/// Whoever catches finds the exception inside another.
#[test]
fn what_is_thrown_is_wrapped() {
    let rest = "    static class Bad extends RuntimeException { int n; }
    static final Bad BAD = new Bad();
    public static void fail() { throw BAD; }
    static void call() throws Exception {
        try {
            Main.class.getMethod(turned(\"liaf\")).invoke(null);
        } catch (InvocationTargetException wrapped) {
            ((Bad) wrapped.getTargetException()).n++;
        }
    }
    public static void main(String[] arguments) throws Exception {
        start(Main::call);
        call();
    }
}
";
    leads_to("thrown", rest, &["Main$Bad.n"]);
}

/// What reflection itself reaches by reflection is on no record: that stays a gap, and ends.
#[test]
fn reflection_by_reflection_is_a_gap() {
    let rest = "    public static void run() { }
    public static void main(String[] arguments) throws Exception {
        Method run = Main.class.getMethod(turned(\"nur\"));
        Method.class.getMethod(turned(\"ekovni\"), Object.class, Object[].class).invoke(run, null, null);
    }
}
";
    let sandbox = sandbox("twice", rest);
    assert_eq!(recorded(&sandbox).lines().count(), 1);
    let report = followed(&sandbox);
    assert!(
        gaps(&report).iter().any(|gap| gap.contains(":13 calls java.lang.reflect.Method.invoke")),
        "{report:#}"
    );
}

/// Whoever asks a loader asks those that it asks. What the class library reaches for itself is
/// nobody's: constants of an enum, here.
#[test]
fn loaders_ask_each_other() {
    let rest = "    static class Own extends ClassLoader {
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return super.loadClass(name, resolve);
        }
    }
    public static void main(String[] arguments) throws Exception {
        Thread.State.valueOf(\"NEW\");
        new Own().loadClass(turned(\"niaM\"));
        Class.forName(turned(\"niaM\"), true, new Own());
    }
}
";
    let sandbox = sandbox("loaders", rest);
    let wanted = "\
Class.forName;Main;Main$Own.loadClass;12;;
Class.forName;Main;Main.main;17;;
Class.forName;Main;Main.main;18;;
";
    assert_eq!(recorded(&sandbox), wanted);
}

/// A user records several inputs; what stands in the file stays. What is no log is not ours to
/// write.
#[test]
fn runs_are_merged() {
    let rest = "    public static void main(String[] arguments) throws Exception {
        Class.forName(arguments[0]);
    }
}
class A { }
class B { }
";
    let sandbox = sandbox("merged", rest);
    let run =
        |class: &str| raceproof(&sandbox, "run", &["--save-reflection", "refl.log", "--", class]);
    let other = "Class.getMethod;<A: void m()>;Main.main;11;;\n";
    sandbox.file("refl.log", other);
    for class in ["B", "A", "B"] {
        expect(&run(class), 0, &["at 1 call site was written"]);
    }
    assert_eq!(
        log(&sandbox),
        format!("Class.forName;A;Main.main;11;;\nClass.forName;B;Main.main;11;;\n{other}")
    );
    // What is not found is not reached.
    assert_eq!(run("C").status, Some(1));
    assert!(!log(&sandbox).contains("forName;C;"));
    sandbox.file("refl.log", "mine\n");
    expect(&run("A"), 2, &["`refl.log`, line 1", "it was not changed"]);
    assert_eq!(log(&sandbox), "mine\n");
    expect(
        &raceproof(&sandbox, "run", &["--save-reflection", "no/refl.log", "--", "A"]),
        2,
        &["no folder `no`"],
    );
}

/// Of a call of which something is missing, or that the log does not know, nothing is assumed.
#[test]
fn what_is_not_recorded_stays_a_gap() {
    let sandbox = sandbox("partly", ACCOUNT);
    let known = ACCOUNT_LOG.lines().take(2).collect::<Vec<_>>().join("\n");
    sandbox.file("refl.log", &known);
    let report = followed(&sandbox);
    assert!(gaps(&report).iter().all(|gap| gap.contains("Method.invoke")), "{report:#}");
    assert!(!gaps(&report).is_empty() && assumes(&report, "at 2 call sites"), "{report:#}");
    let more = "\nClass.forName;Gone;Main.main;11;;\nClass.forName;Account;Main.main;99;;\nClass.newInstance;A;Gone.m;;;\n";
    sandbox.file("refl.log", known + more);
    let (report, notes) = scanned(&sandbox, &["--reflection", "refl.log"]);
    assert!(gaps(&report).iter().any(|gap| gap.contains("Class.forName")), "{report:#}");
    assert!(assumes(&report, "at one call site"), "{report:#}");
    let unknown = [
        "Class.forName;Gone;Main.main;11;; (there is no such class or member)",
        "Class.forName;Account;Main.main;99;; (no such call is reached)",
        "Class.newInstance;A;Gone.m;;; (no such call is reached)",
    ];
    for note in unknown {
        assert!(notes.contains(&format!("recorded, but not in this program: {note}")), "{notes}");
    }
}

/// Other recorders do not know lines, and count.
#[test]
fn logs_without_lines_are_followed() {
    let sandbox = sandbox("lines", ACCOUNT);
    let bare: Vec<String> = ACCOUNT_LOG
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(';').collect();
            format!(
                "{};{};{};{};;3",
                fields[0],
                fields[1],
                fields[2],
                if fields[0] == "Class.forName" { "0" } else { "" }
            )
        })
        .collect();
    sandbox.file("a.log", bare[..2].join("\n"));
    sandbox.file(
        "b.log",
        bare[2..].join("\n") + "\nField.getName;<Account: int balance>;Main.main;1;;\n",
    );
    let (report, notes) = scanned(&sandbox, &["--reflection", "a.log:b.log"]);
    assert_eq!(
        (variables(&report), gaps(&report)),
        (BTreeSet::from(["Account.balance"]), vec![]),
        "{report:#}"
    );
    assert!(assumes(&report, "recorded in a.log and b.log"), "{report:#}");
    assert!(notes.contains("lines of `b.log` that nobody follows: 1 (Field.getName)"), "{notes}");
}

#[test]
fn damaged_logs_are_refused() {
    let sandbox = sandbox("damaged", ACCOUNT);
    for damage in [
        &b"Class.forName;A\n"[..],
        b"Class.fromName;A;Main.main;1;;\n",
        b"Class.forName;\xff;Main.main;1;;\n",
    ] {
        sandbox.file("refl.log", [ACCOUNT_LOG.as_bytes(), damage].concat());
        expect(
            &raceproof(&sandbox, "scan", &["--reflection", "refl.log"]),
            2,
            &["`refl.log`, line 5: "],
        );
    }
    expect(
        &raceproof(&sandbox, "scan", &["--reflection", "no.log"]),
        2,
        &["the log `no.log` cannot be read"],
    );
}
