//! `raceproof scan` on classes without `main`, which are analysed under the most general client;
//! and what a report says of that client.

use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::schemas;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const COUNTER: &str = "package lib; public class Counter {
    private final Object lock = new Object();
    private int count, total;
    public void add() { synchronized (lock) { count++; } }
    public int get() { synchronized (lock) { return count; } }
    public int peek() { return count; }
    public void sum(int n) { total += n; }
    private void reset() { hidden = 0; }
    private int hidden;
}
";

/// It says nothing, and keeps what it is given unguarded.
const ITEMS: &str = "package lib; import java.util.*; public class Items {
    private final List<String> list = new ArrayList<>();
    public void add(String item) { list.add(item); }
    public synchronized int size() { return list.size(); }
    public void visit(Runnable visitor) { visitor.run(); }
}
";

fn sandbox(name: &str, classes: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("clients-{name}"));
    for (path, text) in classes {
        sandbox.class(path, text);
    }
    sandbox
}

fn report(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let finished = sandbox.raceproof(&[&["scan", "--format", "json"], arguments].concat());
    schemas::read(&finished.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", finished.stderr_text()))
}

fn variables(report: &Value) -> BTreeSet<&str> {
    let candidates = report["candidates"].as_array().unwrap();
    candidates.iter().map(|candidate| candidate["variable"].as_str().unwrap()).collect()
}

fn jar(sandbox: &Sandbox) {
    sandbox.jdk_tool("jar", &["--create", "--file", "lib.jar", "-C", "classes", "."]);
}

/// Private methods are nobody's, and what both sides guard is left out.
#[test]
fn a_class_is_shared_by_clients() {
    let sandbox = sandbox("class", &[("lib/Counter.java", COUNTER)]);
    let report = report(&sandbox, &["lib.Counter", "-cp", "classes"]);
    assert_eq!(variables(&report), BTreeSet::from(["lib.Counter.count", "lib.Counter.total"]));
    let of_count = &report["candidates"][0];
    assert_eq!(
        (&of_count["variable"], &of_count["rank"]),
        (&json!("lib.Counter.count"), &json!("the locks differ"))
    );
    assert_eq!(of_count["object"], "the client's Counter");
    let accesses = of_count["accesses"].as_array().unwrap();
    let holds: BTreeSet<String> =
        accesses.iter().map(|access| access["holds"].to_string()).collect();
    assert_eq!(
        holds,
        BTreeSet::from(["[]".to_owned(), "[\"the Object made at Counter.java:2\"]".to_owned()])
    );
    assert!(accesses.iter().all(|access| access["thread"] == "a client"), "{accesses:?}");
    assert!(report["assumptions"].to_string().contains("clients make one object"));
}

/// Of what the library does with its own objects, the application's call is told, and what is
/// passed is a gap if it is called.
#[test]
fn containers_are_told_by_who_calls_them() {
    let sandbox = sandbox("items", &[("lib/Items.java", ITEMS)]);
    let report = report(&sandbox, &["lib.Items", "-cp", "classes"]);
    let of_size = report["candidates"].as_array().unwrap().iter();
    let of_size: Vec<&Value> =
        of_size.filter(|one| one["variable"] == "java.util.ArrayList.size").collect();
    assert!(
        of_size.iter().all(|one| one["object"] == "the ArrayList made at Items.java:2"),
        "{of_size:?}"
    );
    let calls: BTreeSet<&str> = of_size
        .iter()
        .flat_map(|one| [0, 1].map(|side| one["accesses"][side]["call"].as_str().unwrap()))
        .collect();
    assert_eq!(
        calls,
        BTreeSet::from(["Items.java:3 in lib.Items.add", "Items.java:4 in lib.Items.size"])
    );
    assert!(report["gaps"].to_string().contains("lib.Items.visit"), "{}", report["gaps"]);
}

/// What a method gives is only read and written by clients if it is an array; and of fields what
/// they see.
#[test]
fn clients_access_what_they_see() {
    let open = "package lib; public class Open {
        public int open; protected static int shared; public final int set = 1; int own; public volatile int seen; public static final long[] all = {1};
        private final int[] kept = {1};
        public int[] kept() { return kept; }
        public byte[] copy() { return new byte[1]; }
    }";
    let sandbox = sandbox("fields", &[("lib/Open.java", open)]);
    let report = report(&sandbox, &["lib.Open", "-cp", "classes"]);
    assert_eq!(
        variables(&report),
        BTreeSet::from(["int[]", "lib.Open.open", "lib.Open.shared", "long[]"])
    );
    let access = &report["candidates"][0]["accesses"][0];
    assert_eq!(
        (&access["place"], &access["method"]),
        (&json!("the client's own code"), &access["place"])
    );
    let told = sandbox.raceproof(&["scan", "lib.Open", "-cp", "classes"]).stdout_text();
    assert!(
        told.contains(" at the client's own code\n           by a client, holding nothing"),
        "{told}"
    );
}

/// What an abstract class or an interface says of itself by an annotation holds for those below, if
/// there are any.
#[test]
fn abstract_classes_speak_for_those_below() {
    let annotation = "package lib; public @interface ThreadSafe {}";
    let shape =
        "package lib; @ThreadSafe public interface Shape { void grow(); static Shape make() { return new Square(); } }
        class Square implements Shape { private int side; public void grow() { side++; } }";
    let base = "package lib; @ThreadSafe public abstract class Base { int n; public void run() { n += hook(); } abstract int hook(); }";
    let below = "package lib; class Below extends Base { int hook() { return 1; } }";
    let texts =
        [("lib/ThreadSafe.java", annotation), ("lib/Shape.java", shape), ("lib/Base.java", base)];
    let alone = sandbox("abstract", &texts);
    jar(&alone);
    let found = report(&alone, &["lib.jar"]);
    assert_eq!(variables(&found), BTreeSet::from(["lib.Square.side"]));
    let gap = "lib.Base is abstract, and there is no class below it: clients share no object of it";
    assert_eq!(found["gaps"], json!([gap]));
    let with = sandbox("abstract-below", &[&texts[..], &[("lib/Below.java", below)]].concat());
    jar(&with);
    let found = report(&with, &["lib.jar"]);
    assert_eq!(
        (variables(&found), &found["gaps"]),
        (BTreeSet::from(["lib.Base.n", "lib.Square.side"]), &json!([]))
    );
}

/// A public class shows what it inherits from one that clients do not see; what it takes of its own
/// class may be the shared object.
#[test]
fn clients_call_what_is_inherited_and_pass_what_they_share() {
    let base = "package lib; class Base { int x; public int get() { return x; } }";
    let below = "package lib; public class Below extends Base {
        int n;
        public synchronized void set(int to) { x = to; }
        public synchronized void count() { n++; }
        public static int peek(Below... all) { return all[0].n; }
    }";
    let sandbox = sandbox("inherited", &[("lib/Base.java", base), ("lib/Below.java", below)]);
    let found = report(&sandbox, &["lib.Below", "-cp", "classes"]);
    assert_eq!(
        (variables(&found), &found["gaps"]),
        (BTreeSet::from(["lib.Base.x", "lib.Below.n"]), &json!([]))
    );
}

/// What clients leave out is a gap; and if nothing is left, that is no proof, since others may do
/// more.
#[test]
fn what_clients_do_not_do_is_told() {
    let made =
        "package lib; public class Made { private Made() {} int n; public static Made make() { return new Made(); }
        public synchronized void add() { n++; } public int get() { return n; } }";
    let map = "package lib; public class Map extends java.util.HashMap<String, String> {
        public synchronized String put(String key, String value) { return super.put(key, value); } }";
    let good =
        "package lib; public class Good { private int n; public synchronized void add() { n++; } }";
    let sandbox = sandbox(
        "left-out",
        &[("lib/Made.java", made), ("lib/Map.java", map), ("lib/Good.java", good)],
    );
    for (class, gaps) in [
        ("lib.Made", json!(["clients cannot make a lib.Made, and share no object of it"])),
        ("lib.Map", json!(["clients do not call what lib.Map inherits from java.util.HashMap"])),
        ("lib.Good", json!([])),
    ] {
        let finished = sandbox.raceproof(&["scan", class, "-cp", "classes", "--format", "json"]);
        let report: Value = schemas::read(&finished.stdout).unwrap();
        assert_eq!(
            (&report["gaps"], &report["verdict"], finished.status),
            (&gaps, &json!("incomplete"), Some(3))
        );
    }
    let told = sandbox.raceproof(&["scan", "lib.Good", "-cp", "classes"]).stdout_text();
    let words = "verdict: incomplete: no pair of accesses is left of what these clients do, and others may do more";
    assert!(told.contains(words), "{told}");
}

/// In a jar those count that say so: by a lock, or by an annotation, which has the last word.
#[test]
fn classes_of_a_jar_say_whether_they_are_shared() {
    let annotation = |name: &str| {
        format!(
            "package lib; import java.lang.annotation.*; @Retention(RetentionPolicy.CLASS) public @interface {name} {{ String value() default \"\"; }}"
        )
    };
    let class = |name: &str, before: &str, method: &str| {
        format!(
            "package lib; {before} public class {name} {{ int n; public {method} {{ n++; }} public void up() {{ n++; }} }}"
        )
    };
    let texts = [
        ("lib/ThreadSafe.java", annotation("ThreadSafe")),
        ("lib/NotThreadSafe.java", annotation("NotThreadSafe")),
        ("lib/Plain.java", class("Plain", "", "void add()")),
        ("lib/Locking.java", class("Locking", "", "synchronized void add()")),
        (
            "lib/Blocking.java",
            class(
                "Blocking",
                "",
                "void block() { synchronized (this) { n++; } } public void add()",
            ),
        ),
        ("lib/Said.java", class("Said", "@ThreadSafe(\"yes\")", "void add()")),
        ("lib/Denied.java", class("Denied", "@NotThreadSafe", "synchronized void add()")),
        ("lib/Inner.java", class("Inner", "", "volatile boolean closed; public void add()")),
    ];
    let texts: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (*path, &**text)).collect();
    let sandbox = sandbox("jar", &texts);
    jar(&sandbox);
    let report = report(&sandbox, &["lib.jar"]);
    let wanted = ["lib.Blocking.n", "lib.Inner.n", "lib.Locking.n", "lib.Said.n"];
    assert_eq!(variables(&report), BTreeSet::from(wanted));
    assert_eq!(report["target"], "lib.jar");
}

/// Arguments are the same for all threads; objects come from each constructor, and interfaces from
/// whoever implements them.
#[test]
fn arguments_are_shared() {
    let box_text = "package lib; public class Box { int held; }";
    let shape = "package lib; public interface Shape { void grow(); }";
    let circle = "package lib; public class Circle implements Shape { int radius; public void grow() { radius++; } }";
    let user = "package lib; public class User {
        private final Box own; public User() { own = new Box(); } public User(Box given) { own = given; }
        public synchronized void touch() { own.held++; }
        public void put(Box box) { box.held++; }
        public void grow(Shape shape) { shape.grow(); }
        public static int calls; public static void call() { calls++; } }";
    let classes = [
        ("lib/Box.java", box_text),
        ("lib/Shape.java", shape),
        ("lib/Circle.java", circle),
        ("lib/User.java", user),
    ];
    let sandbox = sandbox("arguments", &classes);
    let report = report(&sandbox, &["lib.User", "-cp", "classes"]);
    assert_eq!(
        variables(&report),
        BTreeSet::from(["lib.Box.held", "lib.Circle.radius", "lib.User.calls"])
    );
    assert!(report["assumptions"].to_string().contains("2 objects"));
}

#[test]
fn the_text_shows_both_sides() {
    let sandbox = sandbox("text", &[("lib/Counter.java", COUNTER)]);
    let finished = sandbox.raceproof(&["scan", "lib.Counter", "-cp", "classes"]);
    expect(&finished, 1, &[]);
    for told in [
        "1. lib.Counter.count of the client's Counter: the locks differ",
        "by a client, holding nothing",
    ] {
        assert!(finished.stdout_text().contains(told), "{}", finished.stdout_text());
    }
}

/// What is done before others know an object comes behind the race that makes it known, and what an
/// iterator keeps behind that, unless clients make it to be shared.
#[test]
fn causes_come_before_what_follows_from_them() {
    const BOXES: &str = "package lib; import java.util.*; public class Boxes {
    public volatile int version;
    private Box latest;
    static class Box { int value; }
    public void put(int value) { Box box = new Box(); box.value = value; latest = box; }
    public int get() { return latest.value; }
    private Steps steps = new Steps();
    public int step() { return steps.next(); }
    static class Steps implements Iterator<Integer> {
        private int at;
        public boolean hasNext() { return true; }
        public Integer next() { return at++; }
    }
}
";
    let sandbox = sandbox("causes", &[("lib/Boxes.java", BOXES)]);
    let report = report(&sandbox, &["lib.Boxes", "-cp", "classes"]);
    let candidates = report["candidates"].as_array().unwrap().iter();
    let mut ranks: Vec<(&str, &str)> = candidates
        .map(|one| (one["variable"].as_str().unwrap(), one["rank"].as_str().unwrap()))
        .collect();
    ranks.dedup();
    let expected = [
        ("lib.Boxes.latest", "no lock is held"),
        ("lib.Boxes$Box.value", "done before others know the object, which a race makes known"),
        ("lib.Boxes$Steps.at", "an iterator, which one thread uses as a rule"),
    ];
    assert_eq!(ranks, expected);
}
