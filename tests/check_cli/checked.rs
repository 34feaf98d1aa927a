//! `--checked`: races of others are told apart, decide nothing, and hide nothing.

use super::*;

/// A library whose two threads race, with methods that promise no thread safety.
const LIBRARY: &str = "package lib;

public class Pool {
    static int checks;
    int uses;
    final Thread keeper = new Thread(this::keep, \"keeper\");
    final Thread cleaner = new Thread(this::keep, \"cleaner\");

    public void start() { keeper.start(); cleaner.start(); }
    public void keep() { checks++; }
    public void use() { uses++; }
    public static void check() { checks++; }
    // What waits for both is never first, and the count, being opaque, orders nothing.
    static final java.lang.invoke.VarHandle COUNT = count();
    int count;
    int touched;

    static java.lang.invoke.VarHandle count() {
        try {
            return java.lang.invoke.MethodHandles.lookup()
                .findVarHandle(Pool.class, \"count\", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    public void touch() {
        synchronized (this) {
            touched++;
            COUNT.setOpaque(this, (int) COUNT.getOpaque(this) + 1);
        }
    }
    public void startWaiting() {
        new Thread(this::touch, \"toucher\").start();
        new Thread(() -> {
            while ((int) COUNT.getOpaque(this) < 2) Thread.onSpinWait();
            int seen = touched;
        }, \"waiter\").start();
    }
    public int end() throws InterruptedException { keeper.join(); cleaner.join(); return checks; }
}
";

/// Its user, who does what the argument says.
const OWN: &str = "import lib.Pool;

public class Own {
    static int own;

    public static void main(String[] arguments) throws InterruptedException {
        String what = arguments[0];
        Pool pool = new Pool();
        if (what.equals(\"first\")) pool.startWaiting(); else pool.start();
        Thread thread = new Thread(() -> {
            if (what.equals(\"own\")) own++;
            if (what.equals(\"misuse\")) pool.use();
            if (what.equals(\"call\")) Pool.check();
            if (what.equals(\"first\")) pool.touch();
        });
        if (what.equals(\"refer\")) thread = new Thread(pool::use);
        thread.start();
        if (what.equals(\"own\")) own++;
        if (what.equals(\"misuse\")) pool.use();
        if (what.equals(\"refer\")) new Thread(pool::use, \"referring\").start();
        thread.join();
        int checks = pool.end();
        assert !what.equals(\"look\") || checks == 2;
        if (what.equals(\"later\")) {
            new Thread(() -> pool.keep()).start();
            pool.keep();
        }
    }
}
";

const SEARCHES: [&str; 8] =
    ["auto", "dfs", "bfs", "heuristic", "preemptions", "dpor", "pdp", "lockset"];

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), name);
    sandbox.file("source/lib/Pool.java", LIBRARY);
    sandbox.file("source/Own.java", OWN);
    let compiled = sandbox
        .jdk_tool("javac", &["-g", "-d", "classes", "source/lib/Pool.java", "source/Own.java"]);
    expect(&compiled, 0, &[]);
    sandbox
}

fn report(sandbox: &Sandbox, search: &str, what: &str, status: i32, more: &[&str]) -> Value {
    let check = ["check", "--format", "json", "--search", search, "-cp", "classes"];
    let finished = sandbox.raceproof(&[&check, more, &["Own", "--", what]].concat());
    expect(&finished, status, &[]);
    object(&finished.stdout_text())
}

const CHECKED: [&str; 2] = ["--checked", "Own"];

#[test]
fn races_of_others_decide_nothing() {
    let sandbox = sandbox("checked_others");
    for search in SEARCHES {
        let all = report(&sandbox, search, "none", 1, &[]);
        assert_eq!(all["findings"][0]["variable"], "lib.Pool.checks", "{search}");
        assert!(all.get("in_libraries").is_none(), "{search}");
        let own = report(&sandbox, search, "none", 0, &CHECKED);
        assert_eq!((&own["verdict"], &own["complete"]), (&"race-free".into(), &true.into()));
        assert_eq!(own["in_libraries"][0]["variable"], "lib.Pool.checks", "{search}");
        assert_eq!(own["in_libraries"].as_array().unwrap().len(), 1, "{search}");
        let guarantee = own["guarantee"].as_str().unwrap();
        assert!(guarantee.contains("on behalf of, Own"), "{search}: {guarantee}");
        assert!(!guarantee.contains("sequentially consistent"), "{search}: {guarantee}");
    }
}

/// By one's own code, by a library's that it calls, and beside a library's thread at a place where
/// that races with another of its own.
#[test]
fn races_on_behalf_of_what_is_checked_are_found() {
    let sandbox = sandbox("checked_own");
    for search in SEARCHES {
        for (what, variable) in
            [("own", "Own.own"), ("misuse", "lib.Pool.uses"), ("call", "lib.Pool.checks")]
        {
            let told = report(&sandbox, search, what, 1, &CHECKED);
            assert_eq!(told["findings"][0]["variable"], variable, "{search} {what}");
            let stacks = told["findings"][0]["accesses"].to_string();
            assert!(stacks.contains("Own."), "{search} {what}: {stacks}");
        }
    }
}

/// No place of either stack is in one's own class: its method references are what is executed.
#[test]
fn races_of_method_references_are_found() {
    let sandbox = sandbox("checked_refer");
    for search in SEARCHES {
        for more in [&CHECKED[..], &["--checked", "!lib.**"]] {
            let told = report(&sandbox, search, "refer", 1, more);
            let race = &told["findings"][0];
            assert_eq!(race["variable"], "lib.Pool.uses", "{search}: {race:#}");
            let detail = race["detail"].as_str().unwrap();
            let stacks = race["accesses"].to_string();
            assert!(!stacks.contains("Own."), "{search}: {stacks}");
            assert_eq!(detail.matches("by a method reference in Own").count(), 2, "{detail}");
        }
    }
}

/// At the places, and of the variable, of a race that two of the library's threads had before.
#[test]
fn races_at_the_places_of_others_are_found() {
    let sandbox = sandbox("checked_later");
    for search in SEARCHES {
        for more in [&CHECKED[..], &["--checked", "Own", "--all"]] {
            let told = report(&sandbox, search, "later", 1, more);
            let accesses = &told["findings"][0]["accesses"];
            assert!(accesses.to_string().contains("Own."), "{search}: {accesses:#}");
        }
    }
}

/// The first access alone is made on behalf of one's own class; of it a search knows only its place,
/// which is the library's, as in the race of two of its threads.
#[test]
fn what_a_first_access_was_made_for_is_found_out() {
    let sandbox = sandbox("checked_first");
    for search in SEARCHES {
        let told = report(&sandbox, search, "first", 1, &CHECKED);
        let accesses = &told["findings"][0]["accesses"];
        assert!(accesses[0].to_string().contains("Own."), "{search}: {accesses:#}");
        assert_eq!(accesses[1]["thread"], "waiter", "{search}: {accesses:#}");
    }
}

/// That a race is another's matter does not make what it leads to one: `pdp` alone, which promises
/// no assertions, may leave it out.
#[test]
fn what_races_of_others_lead_to_is_explored() {
    let sandbox = sandbox("checked_leads");
    for search in SEARCHES.into_iter().filter(|search| *search != "pdp") {
        let told = report(&sandbox, search, "look", 1, &CHECKED);
        assert_eq!(told["findings"][0]["kind"], "assertion", "{search}");
    }
}

#[test]
fn people_read_of_both() {
    let sandbox = sandbox("checked_text");
    let check = ["check", "-cp", "classes", "--checked", "Own", "Own", "--", "none"];
    let finished = sandbox.raceproof(&check);
    expect(&finished, 0, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "race-free: nothing was found in what is checked (--checked).",
            "in libraries: data races of which no access is made by a class that is checked",
            "- lib.Pool.checks: ",
        ],
    );
    let check = ["check", "-cp", "classes", "--checked", "Owm", "Own", "--", "own"];
    let finished = sandbox.raceproof(&check);
    let no_answer =
        "no class of the program or of what it uses is one of those that are checked (Owm)";
    expect(&finished, 2, &["`checked = Owm` stands for no class", "mean `Own`?", no_answer]);
}

/// Whoever is told of a race inside of a jar cannot mend it there.
#[test]
fn a_race_inside_a_jar_is_told_with_what_accepts_it() {
    let sandbox = sandbox("checked_jar");
    let jar =
        sandbox.jdk_tool("jar", &["--create", "--file", "pool-1.2.jar", "-C", "classes", "lib"]);
    expect(&jar, 0, &[]);
    std::fs::remove_dir_all(sandbox.file("classes/lib/x", "").parent().unwrap()).unwrap();
    let advice = |more: &[&str]| {
        let check = ["check", "-cp", "classes:pool-1.2.jar", "Own", "--format", "json"];
        let finished = sandbox.raceproof(&[&check, more].concat());
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        report["findings"][0]["advice"].as_str().unwrap().to_owned()
    };
    let told = advice(&["--", "none"]);
    let accepts = "if pool-1.2.jar is right to do so, `--trusted 'lib.**'` accepts";
    assert!(told.contains(accepts), "{told}");
    let own = advice(&["--checked", "Own", "--", "own"]);
    assert!(!own.contains("pool-1.2.jar"), "{own}");
}
