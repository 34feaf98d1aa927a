//! Bad input of `scan`: classes that are missing, damaged or do not fit each other, jars that are
//! none, programs that are large or deep. Each is answered by a report that names what it does not
//! cover, or by a message and the status 2: never by a panic, a signal or a hang, and never by a
//! proof.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use raceproof_search::SplitMix;
use raceproof_tests::assembler::assemble;
use raceproof_tests::process::{self, Finished};
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::{Value, json};

/// In KiB: two gigabytes beside the 2.5 of addresses that the start of the class library reserves.
const MOST_MEMORY: u64 = 4_500_000;
const OBJECT: &str = "java/lang/Object";
/// What both threads of [`racing`] do.
const COUNT: &str = "getstatic Main.count:I\niconst_1\niadd\nputstatic Main.count:I\n";

/// Nothing of it races: there is one thread. Each class is used in another way.
const ALONE: &str = "class Base { }
public class Main extends Base {
    static class Parent { }
    static class Child extends Parent { }
    interface Shape { }
    static class Round implements Shape { }
    interface Task { void go(); }
    static class Made { }
    static class Tool { static void use() { } }
    static class Holder { static int value; }
    static class Held { int value; }
    static class Thrown extends RuntimeException { }
    static class Element { }
    static class Literal { }
    static Held held;

    public static void main(String[] arguments) {
        Object[] all = { new Child(), new Round(), new Made(), new Element[1][2], Literal.class };
        Task task = () -> Holder.value++;
        try { task.go(); Tool.use(); } catch (Thrown thrown) { all[0] = null; }
        if (held != null) held.value = all.length;
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("scan-bad-{name}"))
}

fn assembled(sandbox: &Sandbox, text: &str) {
    let (name, bytes) = assemble(text);
    sandbox.file(&format!("classes/{name}.class"), bytes);
}

/// With a constructor.
fn class(sandbox: &Sandbox, name: &str, parent: &str, members: &str) {
    let constructor =
        method("public <init> ()V", &format!("aload_0\ninvokespecial {parent}.<init>:()V"));
    assembled(
        sandbox,
        &format!("class {name} extends {parent} version 49\n{members}{constructor}"),
    );
}

fn interface(sandbox: &Sandbox, name: &str, members: &str) {
    let head =
        format!("class {name} extends {OBJECT} version 49\nflags public interface abstract\n");
    assembled(sandbox, &(head + members));
}

fn method(head: &str, code: &str) -> String {
    format!("method {head} stack 4000 locals 300\n{code}\nreturn\n")
}

fn new(class: &str) -> String {
    format!("new {class}\ndup\ninvokespecial {class}.<init>:()V\n")
}

/// The class before that of a number in a chain of classes.
fn before(name: &str, number: usize) -> String {
    if number == 0 { OBJECT.to_owned() } else { format!("{name}{}", number - 1) }
}

/// The class `Main`: its main thread starts another, which does `run`, and counts in `Main.count`.
fn racing(sandbox: &Sandbox, run: &str) {
    let fields = "field static count I\nfield static held Ljava/lang/Object;\n";
    let main = format!("{}invokevirtual Main.start:()V\n{COUNT}", new("Main"));
    let main = method("public static main ([Ljava/lang/String;)V", &main);
    class(
        sandbox,
        "Main",
        "java/lang/Thread",
        &[fields, &main, &method("public run ()V", run)].concat(),
    );
}

/// `raceproof scan`, with no more memory than it should need.
fn scan(sandbox: &Sandbox, arguments: &[&str]) -> Finished {
    let command = sandbox.command(&[&["scan"], arguments].concat());
    let mut limited = Command::new("sh");
    process::plain_environment(&mut limited);
    limited
        .args(["-c", &format!("ulimit -v {MOST_MEMORY}; exec \"$@\""), "sh"])
        .arg(command.get_program());
    limited.args(command.get_args()).current_dir(&sandbox.folder);
    limited.envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
    sandbox.finish(limited)
}

/// The report on the class `Main`, which is no proof.
#[track_caller]
fn report(sandbox: &Sandbox, case: &str) -> Value {
    let finished = scan(sandbox, &["Main", "-cp", "classes", "--format", "json"]);
    let (status, stderr) = (finished.status, finished.stderr_text());
    assert!(matches!(status, Some(1 | 3)), "{case}: {status:?}\n{stderr}");
    serde_json::from_slice(&finished.stdout)
        .unwrap_or_else(|error| panic!("{case}: {error}\n{stderr}"))
}

fn raced(report: &Value) -> BTreeSet<&str> {
    let candidates = report["candidates"].as_array().into_iter().flatten();
    candidates.filter_map(|candidate| candidate["variable"].as_str()).collect()
}

fn has_gap(report: &Value, words: &str) -> bool {
    report["gaps"]
        .as_array()
        .into_iter()
        .flatten()
        .any(|gap| gap.as_str().is_some_and(|gap| gap.contains(words)))
}

/// All that [`racing`] does is followed, to where its thread counts; nothing else races.
#[track_caller]
fn is_followed(sandbox: &Sandbox, case: &str, run: &str) -> Value {
    racing(sandbox, run);
    let report = report(sandbox, case);
    assert_eq!(
        (raced(&report), &report["gaps"]),
        (BTreeSet::from(["Main.count"]), &json!([])),
        "{case}"
    );
    report
}

/// A report, or a message that names one of these.
#[track_caller]
fn is_an_answer(finished: &Finished, names: &[&str], case: &str) {
    let stderr = finished.stderr_text();
    match finished.status {
        Some(0 | 1 | 3) => {
            assert!(finished.stdout_text().contains("verdict: "), "{case}\n{stderr}");
        }
        Some(2) => assert!(names.iter().any(|name| stderr.contains(name)), "{case}\n{stderr}"),
        other => panic!("{case}: {other:?}\n{stderr}"),
    }
}

#[test]
fn missing_classes() {
    let sandbox = sandbox("missing");
    sandbox.class("Main.java", ALONE);
    let whole = scan(&sandbox, &["Main", "-cp", "classes", "--format", "json"]);
    let whole: Value = serde_json::from_slice(&whole.stdout).unwrap();
    assert_eq!((&whole["candidates"], &whole["gaps"]), (&json!([]), &json!([])));
    let inner = "Parent Shape Task Made Tool Holder Held Thrown Element Literal";
    for name in inner.split(' ').map(|name| format!("Main${name}")).chain(["Base".to_owned()]) {
        let (from, to) = (format!("classes/{name}.class"), sandbox.folder.join("removed"));
        fs::rename(sandbox.folder.join(&from), &to).unwrap();
        let report = report(&sandbox, &name);
        assert!(has_gap(&report, &format!("the class {name} is missing")), "{name}: {report:#}");
        fs::rename(to, sandbox.folder.join(from)).unwrap();
    }
}

/// One class was compiled anew, and those that use it were not.
#[test]
fn missing_members() {
    let sandbox = sandbox("members");
    class(&sandbox, "Anew", OBJECT, "");
    for (run, words) in [
        ("invokestatic Anew.gone:()V", "the method Anew.gone()V is missing"),
        ("new Anew\ninvokevirtual Anew.gone:()V", "the method Anew.gone()V is missing"),
        (
            "new Anew\niconst_1\ninvokespecial Anew.<init>:(I)V",
            "the method Anew.<init>(I)V is missing",
        ),
        ("getstatic Anew.gone:I\npop", "the field Anew.gone is missing"),
        ("new Anew\ngetfield Anew.gone:I\npop", "the field Anew.gone is missing"),
    ] {
        racing(&sandbox, run);
        let report = report(&sandbox, run);
        assert!(has_gap(&report, words), "{run}: {report:#}");
    }
}

/// What is used is there, but of another kind: the JVM throws an `IncompatibleClassChangeError`.
#[test]
fn members_of_another_kind() {
    let sandbox = sandbox("kinds");
    let fields = "field own I\nfield static shared I\n";
    let heads = ["own ()V", "private hidden ()V", "final last ()V", "static shared ()V"];
    class(
        &sandbox,
        "Anew",
        OBJECT,
        &(fields.to_owned() + &heads.map(|head| method(head, "")).concat()),
    );
    for run in [
        "new Anew\ninvokevirtual Anew.shared:()V",
        "new Anew\ninvokespecial Anew.shared:()V",
        "new Anew\ninvokeinterface Anew.own:()V 1",
        "getstatic Anew.own:I\npop",
        "new Anew\ngetfield Anew.shared:I\npop",
        "new java/lang/Runnable\npop",
        "invokestatic java/lang/Object.getClass:()Ljava/lang/Class;\npop",
        "invokestatic Anew.own:()V",
        "invokestatic Anew.hidden:()V",
        "invokestatic Anew.last:()V",
        "invokestatic java/lang/Thread.start:()V",
        "invokestatic java/util/concurrent/locks/ReentrantLock.unlock:()V",
        "invokestatic java/lang/Object.clone:()Ljava/lang/Object;\npop",
    ] {
        racing(&sandbox, &format!("{COUNT}{run}"));
        assert!(raced(&report(&sandbox, run)).contains("Main.count"), "{run}");
    }
}

/// They take no receiver.
#[test]
fn static_methods_named_as_those_of_threads_and_locks() {
    let sandbox = sandbox("names");
    let names = [
        "lock",
        "lockInterruptibly",
        "unlock",
        "join",
        "start",
        "run",
        "interrupt",
        "await",
        "signal",
    ];
    let methods = names.map(|name| method(&format!("static {name} ()V"), ""));
    let given = "method static NAME ()Ljava/lang/Object; stack 1 locals 0\naconst_null\nareturn\n";
    let given = ["clone", "next", "iterator"].map(|name| given.replace("NAME", name));
    class(&sandbox, "Named", OBJECT, &(methods.concat() + &given.concat()));
    let given = ["clone", "next", "iterator"]
        .map(|name| format!("invokestatic Named.{name}:()Ljava/lang/Object;\npop\n"));
    for call in
        names.map(|name| format!("invokestatic Named.{name}:()V\n")).into_iter().chain(given)
    {
        is_followed(&sandbox, &call, &(call.clone() + COUNT));
    }
}

#[test]
fn subroutines() {
    let sandbox = sandbox("jsr");
    racing(&sandbox, "invokestatic Old.f:()V");
    let plain = format!("jsr S\nreturn\nS: astore_0\n{COUNT}ret 0");
    let twice = plain.replacen("jsr S", "jsr S\njsr S", 1);
    let nested = format!("jsr S\nreturn\nS: astore_0\njsr T\nret 0\nT: astore_1\n{COUNT}ret 1");
    let leaving = format!("jsr S\nS: pop\n{COUNT}return");
    let endless = format!("{COUNT}S: jsr S\nreturn");
    for code in [plain, twice, nested, leaving, endless] {
        let method = method("static f ()V", &code);
        let (_, mut bytes) = assemble(&format!("class Old extends {OBJECT} version 45\n{method}"));
        // Java 1.1 wrote 45.3.
        bytes[5] = 3;
        sandbox.file("classes/Old.class", bytes);
        let report = report(&sandbox, &code);
        assert!(
            has_gap(&report, "Old.f()V") || raced(&report).contains("Main.count"),
            "{code}: {report:#}"
        );
    }
}

#[test]
fn jars_that_are_damaged_or_lead_nowhere() {
    let sandbox = sandbox("jars");
    sandbox.class("Main.java", ALONE);
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "whole.jar", "--main-class", "Main", "-C", "classes", "."],
    );
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "lost.jar", "--main-class", "Gone", "-C", "classes", "."],
    );
    sandbox.jdk_tool("jar", &["--create", "--file", "none.jar", "-C", "classes", "."]);
    let bytes = fs::read(sandbox.folder.join("whole.jar")).unwrap();
    let parts = (1..5).map(|part| bytes[..bytes.len() * part / 5].to_vec());
    for broken in parts.chain([Vec::new(), b"this is no jar\n".to_vec()]) {
        sandbox.file("broken.jar", broken);
        expect(&scan(&sandbox, &["broken.jar"]), 2, &["broken.jar"]);
        expect(&scan(&sandbox, &["Main", "-cp", "classes:broken.jar"]), 2, &["broken.jar"]);
    }
    expect(
        &scan(&sandbox, &["lost.jar"]),
        2,
        &["no class `Gone`", "`lost.jar` names it", "--main"],
    );
    expect(
        &scan(&sandbox, &["none.jar"]),
        2,
        &["`none.jar` names no Main-Class", "--main CLASS", "@ThreadSafe"],
    );
    let mut random = SplitMix::new(3);
    for round in 0..24 {
        let mut mutant = bytes.clone();
        mutant[random.below(bytes.len() as u64) as usize] ^= 0xFF;
        sandbox.file("mutant.jar", mutant);
        is_an_answer(
            &scan(&sandbox, &["mutant.jar"]),
            &["Main", "mutant.jar"],
            &format!("mutant {round}"),
        );
    }
}

#[test]
fn mutated_class_files() {
    let sandbox = sandbox("mutated");
    sandbox.class("Main.java", ALONE);
    let bytes = fs::read(sandbox.folder.join("classes/Main.class")).unwrap();
    let mut random = SplitMix::new(2);
    for round in 0..48 {
        let mut mutant = bytes.clone();
        for _ in 0..=round % 3 {
            mutant[random.below(bytes.len() as u64) as usize] = random.next_u64() as u8;
        }
        sandbox.file("classes/Main.class", mutant);
        is_an_answer(
            &scan(&sandbox, &["Main", "-cp", "classes"]),
            &["Main"],
            &format!("mutant {round}"),
        );
    }
}

/// Of a class that the program uses.
#[test]
fn damaged_class_files() {
    let sandbox = sandbox("damaged");
    class(&sandbox, "Used", OBJECT, "");
    is_followed(&sandbox, "whole", &(new("Used") + "pop\n" + COUNT));
    let used = fs::read(sandbox.folder.join("classes/Used.class")).unwrap();
    let parts = (0..used.len())
        .step_by(used.len() / 12)
        .chain([used.len() - 1])
        .map(|end| used[..end].to_vec());
    for broken in parts.chain([b"class Used {}".to_vec(), [&used[..], b"more"].concat()]) {
        sandbox.file("classes/Used.class", &broken);
        let report = report(&sandbox, "damaged");
        assert!(has_gap(&report, "the class Used is damaged"), "{broken:?}: {report:#}");
    }
    let later = [&used[..6], &128_u16.to_be_bytes(), &used[8..]].concat();
    sandbox.file("classes/Used.class", &later);
    let report = report(&sandbox, "later");
    assert!(has_gap(&report, "the class Used cannot be read: class file version"), "{report:#}");
}

/// It is not missing.
#[test]
fn a_damaged_main_class() {
    let sandbox = sandbox("damaged-main");
    racing(&sandbox, COUNT);
    let main = fs::read(sandbox.folder.join("classes/Main.class")).unwrap();
    for end in [0, 4, 8, 100, main.len() - 1] {
        sandbox.file("classes/Main.class", &main[..end]);
        expect(&scan(&sandbox, &["Main", "-cp", "classes"]), 2, &["Main", "damaged"]);
    }
}

/// The JVM throws a `NoClassDefFoundError` that tells both names.
#[test]
fn a_class_in_the_file_of_another() {
    let sandbox = sandbox("misplaced");
    class(&sandbox, "Other", OBJECT, "");
    fs::rename(
        sandbox.folder.join("classes/Other.class"),
        sandbox.folder.join("classes/Used.class"),
    )
    .unwrap();
    racing(&sandbox, &format!("{}pop\n{COUNT}", new("Used")));
    let report = report(&sandbox, "a class that is used");
    assert!(has_gap(&report, "Used"), "{report:#}");
    sandbox.file(
        "classes/pkg/Main.class",
        fs::read(sandbox.folder.join("classes/Main.class")).unwrap(),
    );
    expect(&scan(&sandbox, &["pkg.Main", "-cp", "classes"]), 2, &["pkg.Main"]);
}

/// Half of them a tree of calls, half a chain that its leaves come to. Some write the field of
/// their class, all others read it.
#[test]
fn sixty_thousand_methods() {
    let sandbox = sandbox("many");
    for class_number in 0..60 {
        let mut members = "field static own I\n".to_owned();
        for number in class_number * 1000..class_number * 1000 + 1000 {
            let is_write = number % 100 == 0;
            let access = if is_write { "iconst_1\nputstatic" } else { "getstatic" };
            let mut code = format!(
                "{access} Many{class_number}.own:I\n{}",
                if is_write { "" } else { "pop\n" }
            );
            let next = if number < 30_000 {
                number * 2 + 1..number * 2 + 3
            } else {
                number + 1..number + 2
            };
            for next in next.filter(|next| *next < 60_000) {
                code += &format!("invokestatic Many{}.f{}:()V\n", next / 1000, next % 1000);
            }
            code += if number == 59_999 { COUNT } else { "" };
            members += &method(&format!("static f{} ()V", number % 1000), &code);
        }
        class(&sandbox, &format!("Many{class_number}"), OBJECT, &members);
    }
    let report = is_followed(&sandbox, "60,000 methods", "invokestatic Many0.f0:()V");
    assert!(report["methods"].as_u64() > Some(60_000), "{}", report["methods"]);
    limits_hold(&sandbox);
}

/// Wherever a limit comes, it is said where, and the status is 3, unless there are candidates
/// already; a report that is whole is the same as without.
#[track_caller]
fn limits_hold(sandbox: &Sandbox) {
    let whole = report(sandbox, "no limit");
    let mut stopped: BTreeSet<&str> = BTreeSet::new();
    let limits = ["--time=0.05", "--time=0.2", "--time=0.4", "--time=0.8", "--time=100"];
    for limit in
        limits.into_iter().chain(["--memory=48m", "--memory=64m", "--memory=96m", "--memory=2g"])
    {
        let started = Instant::now();
        let finished = scan(sandbox, &["Main", "-cp", "classes", "--format", "json", limit]);
        let report: Value = serde_json::from_slice(&finished.stdout).unwrap();
        let (option, _) = limit.split_once('=').unwrap();
        if report["stopped"].is_null() {
            assert_eq!((&report, finished.status), (&whole, Some(1)), "{limit}");
            continue;
        }
        let why = report["stopped"].as_str().unwrap();
        assert!(why.contains(option) && why.contains("give it more"), "{limit}: {why}");
        let meant =
            if report["candidates"] == json!([]) { ("incomplete", 3) } else { ("candidates", 1) };
        assert_eq!(
            (&report["verdict"], finished.status),
            (&json!(meant.0), Some(meant.1)),
            "{limit}"
        );
        assert!(started.elapsed() < Duration::from_secs(5), "{limit}: {:?}", started.elapsed());
        stopped.insert(option);
    }
    assert_eq!(stopped, BTreeSet::from(["--time", "--memory"]));
}

/// There is memory for them, but not for all their pairs.
#[test]
fn many_accesses_of_one_variable() {
    let sandbox = sandbox("accesses");
    class(&sandbox, "Other", OBJECT, "field static count I\n");
    is_followed(&sandbox, "3,000 times", &(COUNT.replace("Main", "Other").repeat(3000) + COUNT));
}

#[test]
fn deep_hierarchies() {
    let sandbox = sandbox("deep");
    for number in 0..1000 {
        let parent = before("Deep", number);
        let up = if number == 0 {
            COUNT.to_owned()
        } else {
            format!("aload_0\ninvokespecial {parent}.up:()V")
        };
        let down = if number == 999 { COUNT } else { "" };
        class(
            &sandbox,
            &format!("Deep{number}"),
            &parent,
            &(method("up ()V", &up) + &method("down ()V", down)),
        );
        let above = if number == 0 {
            String::new()
        } else {
            format!("implements {}\n", before("Face", number))
        };
        interface(
            &sandbox,
            &format!("Face{number}"),
            &(above + "method public abstract f ()V stack 0 locals 0\n"),
        );
    }
    class(
        &sandbox,
        "Faced",
        OBJECT,
        &("implements Face999\n".to_owned() + &method("public f ()V", COUNT)),
    );
    for (class, call) in [
        ("Deep999", "invokevirtual Deep0.up:()V"),
        ("Deep999", "invokevirtual Deep0.down:()V"),
        ("Faced", "checkcast Face0\ninvokeinterface Face0.f:()V 1"),
    ] {
        is_followed(&sandbox, call, &(new(class) + call));
    }
}

#[test]
fn receivers_of_a_thousand_classes() {
    let sandbox = sandbox("receivers");
    let mut run = String::new();
    for number in 0..1000 {
        let (name, count) = (format!("Deep{number}"), if number == 500 { COUNT } else { "" });
        class(&sandbox, &name, &before("Deep", number), &method("f ()V", count));
        run += &(new(&name) + "putstatic Main.held:Ljava/lang/Object;\n");
    }
    run += "getstatic Main.held:Ljava/lang/Object;\ncheckcast Deep0\ninvokevirtual Deep0.f:()V";
    is_followed(&sandbox, "a thousand receivers", &run);
}

/// Each interface has two, which have the same two: there are few of them, and many ways.
#[test]
fn ladders_of_interfaces() {
    let sandbox = sandbox("ladder");
    interface(&sandbox, "Apart", "");
    for number in 0..60 {
        let above = if number == 0 {
            String::new()
        } else {
            format!("implements Left{0} Right{0}\n", number - 1)
        };
        interface(&sandbox, &format!("Left{number}"), &above);
        interface(
            &sandbox,
            &format!("Right{number}"),
            &(above + "method public abstract f ()V stack 0 locals 0\n"),
        );
    }
    class(
        &sandbox,
        "Faced",
        OBJECT,
        &("implements Left59 Right59\n".to_owned() + &method("public f ()V", COUNT)),
    );
    let call = "checkcast Right0\ninvokeinterface Right0.f:()V 1\n";
    is_followed(&sandbox, "a call", &(new("Faced") + call));
    is_followed(
        &sandbox,
        "a cast that fails",
        &format!("{}checkcast Apart\npop\n{COUNT}", new("Faced")),
    );
    racing(&sandbox, "getstatic Faced.gone:I\npop");
    assert!(has_gap(&report(&sandbox, "a field"), "the field Faced.gone is missing"));
}

/// The JVM throws a `ClassCircularityError`.
#[test]
fn circles_of_supertypes() {
    for (case, parent) in [("itself", "Round"), ("two classes", "Other"), ("interfaces", OBJECT)] {
        let sandbox = sandbox("circle");
        interface(&sandbox, "Apart", "");
        interface(&sandbox, "Face", "implements Back\n");
        interface(&sandbox, "Back", "implements Face\n");
        class(&sandbox, "Other", "Round", "");
        class(&sandbox, "Round", parent, if parent == OBJECT { "implements Face\n" } else { "" });
        racing(&sandbox, &format!("{COUNT}new Round\ncheckcast Apart\npop"));
        let report = report(&sandbox, case);
        assert!(
            ["Round", "Other", "Face", "Back"].iter().any(|name| has_gap(&report, name)),
            "{case}: {report:#}"
        );
    }
}

#[test]
fn deep_recursion() {
    let sandbox = sandbox("recursion");
    let mut members = String::new();
    for number in 0..1000 {
        let count = if number == 999 { COUNT } else { "" };
        let call = format!("aload_0\ninvokestatic Again.f{}:(LMain;)V", (number + 1) % 1000);
        members += &method(&format!("static f{number} (LMain;)V"), &(count.to_owned() + &call));
    }
    class(&sandbox, "Again", OBJECT, &members);
    is_followed(&sandbox, "a thousand methods", "aload_0\ninvokestatic Again.f0:(LMain;)V");
}

/// An object comes into the innermost array, and out of it.
#[test]
fn arrays_of_255_dimensions() {
    let sandbox = sandbox("arrays");
    class(&sandbox, "Held", OBJECT, &method("f ()V", COUNT));
    let (name, down) = (format!("{}LHeld;", "[".repeat(255)), "iconst_0\naaload\n");
    let make = format!(
        "{}multianewarray {name} 255\ndup\nputstatic Main.held:Ljava/lang/Object;\n",
        "iconst_1\n".repeat(255)
    );
    let put = format!("{}iconst_0\n{}aastore\n", down.repeat(254), new("Held"));
    let get =
        format!("getstatic Main.held:Ljava/lang/Object;\ncheckcast {name}\n{}", down.repeat(255));
    is_followed(&sandbox, "arrays", &(make + &put + &get + "invokevirtual Held.f:()V"));
}

/// Almost as long as methods may be.
#[test]
fn large_methods() {
    let sandbox = sandbox("large");
    let all = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let branches =
        all(6000, &|n| format!("iload_0\nifeq L{n}\naconst_null\nastore {}\nL{n}:\n", 1 + n % 200));
    let reads = all(200, &|n| format!("aload {}\npop\n", 1 + n));
    // Forwards to one place, and all back to the beginning.
    let loops = all(8000, &|_| "iload_0\nifeq 399\n".to_owned())
        + &all(7900, &|n| format!("iload_0\nifeq {}\n", -1 - 4 * n as i32));
    let nested = all(2000, &|n| {
        format!("iload_0\niload_0\nifeq L{n}\niconst_1\ngoto M{n}\nL{n}: iconst_2\nM{n}:\n")
    });
    let pushed = format!("{}{}", "iload_0\n".repeat(4000), "pop\n".repeat(4000)).repeat(8);
    let (targets, end) = (15_000, 4 + 12 + 4 * 15_000 - 1);
    let words = [end, 0, targets - 1].into_iter().chain((0..targets).map(|n| end + n % 2000));
    let bytes: String =
        words.flat_map(i32::to_be_bytes).map(|byte| format!("byte {byte}\n")).collect();
    let switch = format!("iload_0\nbyte 170\nbyte 0\nbyte 0\n{bytes}{}", "nop\n".repeat(2000));
    for (case, code) in [
        ("branches", branches + &reads),
        ("loops", loops),
        ("nested expressions", nested + &"iadd\n".repeat(3999) + "pop\n"),
        ("a deep stack", pushed),
        ("a switch", switch),
    ] {
        class(&sandbox, "Large", OBJECT, &method("static f (I)V", &(code + COUNT)));
        is_followed(&sandbox, case, "iconst_1\ninvokestatic Large.f:(I)V");
    }
}

#[test]
fn words_that_make_no_command() {
    let sandbox = sandbox("words");
    class(&sandbox, "Main", OBJECT, &method("private static mian ([Ljava/lang/String;)V", ""));
    let cases: [(&[&str], &[&str]); 13] = [
        (&[], &["no target", "raceproof scan Foo.java"]),
        (&["--frobnicate", "Main"], &["`--frobnicate` is not an option", "raceproof scan --help"]),
        (&["--cores", "3", "Main"], &["`--cores` is not an option"]),
        (&["Main", "--format", "xml"], &["`xml` is not a value", "--format", "text, json"]),
        (&["Main", "--format"], &["`--format` lacks its value"]),
        (
            &["Main", "-cp", "classes"],
            &["class `Main` has no static `main(String[])`", "no method that a client may call"],
        ),
        (&["Main", "Other", "-cp", "classes"], &["`Other` is one word too many"]),
        (
            &["Main", "-cp", "classes", "--", "a"],
            &["`a` is one word too many", "executes no program"],
        ),
        (&["Nowhere", "-cp", "classes"], &["no class `Nowhere`"]),
        (&["Main", "-cp", "nowhere"], &["no class `Main`", "`nowhere`, which does not exist"]),
        (&["Nowhere.java"], &["`Nowhere.java` does not exist"]),
        (&["nowhere.jar"], &["`nowhere.jar` does not exist"]),
        (&["classes"], &["`classes` is a folder", "raceproof scan Main --classpath classes"]),
    ];
    for (arguments, words) in cases {
        let finished = scan(&sandbox, arguments);
        expect(&finished, 2, words);
        assert_eq!(finished.stdout_text(), "", "{arguments:?}");
    }
}
