//! `--search auto`, the default: rounds of the other searches in one report.

use super::*;

/// The class of a program in a folder of `java`.
fn class(sandbox: &Sandbox, folder: &str, name: &str) {
    let source = place::java_programs(folder).join(format!("{name}.java"));
    sandbox.class(&format!("{name}.java"), &std::fs::read_to_string(source).unwrap());
}

/// Which searches there were, each with how operations of the class library were executed, and how
/// it ended.
fn rounds(report: &Value) -> Vec<[&str; 3]> {
    report["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|round| ["search", "library", "ended"].map(|key| round[key].as_str().unwrap()))
        .collect()
}

#[test]
fn a_small_program_takes_one_look() {
    let sandbox = sandbox("rounds_small");
    sandbox.class(
        "Small.java",
        "class Small { public static void main(String[] a) { new Thread(() -> {}).start(); } }",
    );
    let told = report(&sandbox, 0, &["Small"]);
    assert_eq!(told["engine"]["search"], "auto");
    assert_eq!(told["engine"]["library"], "exact");
    assert_eq!(rounds(&told), [["dfs", "exact", "complete"]]);
}

/// Each of its operations takes effect at one instant, so that it is complete with them as steps is a
/// proof; a little is tried with switches inside them all the same.
#[test]
fn a_queue_is_proved_by_operations_that_take_effect_at_one_instant() {
    let sandbox = sandbox("rounds_queue");
    class(&sandbox, "everyday", "BlockingQueue");
    let of = |status, more: &[&'static str]| {
        report(&sandbox, status, &[&["BlockingQueue"], more].concat())
    };
    let told = of(0, &[]);
    assert_eq!((&told["verdict"], &told["complete"]), (&"race-free".into(), &true.into()));
    let instants = "that take effect at one instant as single steps (instant), not with switches inside them (exact)";
    let guarantee = told["guarantee"].as_str().unwrap();
    assert!(guarantee.ends_with(instants), "{guarantee}");
    let assumptions = told["assumptions"].to_string();
    assert!(assumptions.contains("that take effect at one instant are one step each"));
    let between = [
        ["dfs", "exact", "the limit of 10000 transitions"],
        ["random", "instant", "the limit of 300 random executions"],
        ["preemptions", "instant", "the limit of preemptions"],
        ["random", "atomic", "the limit of 2000 transitions"],
        ["dfs", "instant", "complete"],
    ];
    assert_eq!(rounds(&told)[..5], between);
    assert_eq!(told["rounds"][2]["preemptions"], 2);
    let inside = rounds(&told)[5..].to_vec();
    assert!(inside.iter().all(|[_, library, ended]| *library == "exact" && *ended != "complete"));
    let searches: Vec<&str> = inside.iter().map(|[search, ..]| *search).collect();
    assert_eq!(searches, ["random", "preemptions", "dfs", "persistent", "dpor", "preemptions"]);
    // Nothing in it depends on the clock.
    let without_time = |mut told: Value| {
        for key in ["elapsed_ms", "peak_memory_bytes"] {
            told["statistics"][key] = Value::Null;
        }
        told
    };
    assert_eq!(without_time(told), without_time(of(0, &[])));

    for library in ["atomic", "instant"] {
        let asked = of(0, &["--library", library]);
        assert_eq!((&asked["verdict"], &asked["complete"]), (&"race-free".into(), &true.into()));
        assert!(rounds(&asked).iter().all(|[_, of, _]| *of == library));
        let guarantee = asked["guarantee"].as_str().unwrap();
        assert!(guarantee.ends_with(instants), "{guarantee}");
    }
    let exact = of(3, &["--library", "exact", "--time", "2"]);
    assert!(rounds(&exact).iter().all(|[_, library, _]| *library == "exact"));
}

/// Its atomics are no operations, and it calls no others: what is complete with operations as steps is
/// what there is with switches inside them, and nothing is begun behind it.
#[test]
fn where_no_operation_is_called_switches_inside_them_are_covered() {
    let sandbox = sandbox("rounds_no_operation");
    class(&sandbox, "reductions", "LastZero");
    let told = report(&sandbox, 0, &["LastZero", "--", "9"]);
    assert_eq!((&told["verdict"], &told["complete"]), (&"race-free".into(), &true.into()));
    assert_eq!(told["engine"]["library"], "exact");
    let (guarantee, assumptions) = (told["guarantee"].to_string(), told["assumptions"].to_string());
    assert!(!guarantee.contains("instant"), "{guarantee}");
    assert!(!assumptions.contains("at one instant"), "{assumptions}");
    let rounds = rounds(&told);
    let between = rounds.iter().position(|[_, library, _]| *library == "instant").unwrap();
    let proof = rounds.iter().rposition(|[_, library, _]| *library == "instant").unwrap() + 1;
    assert!(between < proof, "{rounds:?}");
    assert!(
        rounds[proof..].iter().all(|[_, _, ended]| ended.starts_with("complete")),
        "{rounds:?}"
    );
    let exact = report(&sandbox, 0, &["--library", "exact", "LastZero", "--", "9"]);
    for key in ["verdict", "complete", "guarantee", "assumptions"] {
        assert_eq!(told[key], exact[key]);
    }
}

/// Rounds begin with the steps that a proof may have; then it has none.
#[test]
fn a_map_is_proved_by_operations_of_one_instant_first() {
    let sandbox = sandbox("rounds_map");
    class(&sandbox, "everyday", "ComputeCounts");
    let told = report(&sandbox, 0, &["ComputeCounts"]);
    assert_eq!((&told["verdict"], &told["complete"]), (&"race-free".into(), &true.into()));
    let rounds = rounds(&told);
    let at = |round: [&str; 3]| rounds.iter().position(|other| *other == round);
    let of_instants = at(["dfs", "instant", "complete"]).expect("complete with those");
    assert!(
        rounds[of_instants..]
            .iter()
            .any(|[_, library, ended]| (*library, *ended) == ("exact", "complete"))
    );
    let asked = report(&sandbox, 0, &["ComputeCounts", "--library", "atomic"]);
    let guarantee = asked["guarantee"].as_str().unwrap();
    let atomic = "as single steps (atomic), not with switches inside them (exact)";
    assert!(guarantee.ends_with(atomic), "{guarantee}");
}

/// Operations of pools for forks are one step by an assumption, which the answer names; so these are
/// explored before what has more switches.
#[test]
fn futures_are_complete_between_operations_which_is_said() {
    let sandbox = sandbox("rounds_futures");
    class(&sandbox, "everyday", "CombineFutures");
    let told = report(&sandbox, 0, &["CombineFutures"]);
    assert_eq!((&told["verdict"], &told["complete"]), (&"race-free".into(), &true.into()));
    assert_eq!(told["engine"]["library"], "atomic");
    let rounds = rounds(&told);
    let at = |round: [&str; 3]| rounds.iter().position(|other| *other == round);
    let complete = at(["dfs", "atomic", "complete"]).expect("complete between operations");
    assert!(at(["dfs", "instant", "the limit of 50000 transitions"]) > Some(complete));
    let guarantee = told["guarantee"].as_str().unwrap();
    let atomic = "as single steps (atomic), not with switches inside them (exact)";
    assert!(guarantee.ends_with(atomic), "{guarantee}");
    let assumptions = told["assumptions"].to_string();
    assert!(
        assumptions.contains("ForkJoinPool") && assumptions.contains("too few were small enough")
    );
}

/// Reductions leave out orders that only plain accesses of the class library tell apart, of which the
/// queues of such pools are full. They are taken where states are too many.
#[test]
fn between_operations_states_are_told_apart_first() {
    let sandbox = sandbox("rounds_stream");
    class(&sandbox, "everyday", "ParallelStream");
    let told = report(&sandbox, 0, &["ParallelStream"]);
    let rounds = rounds(&told);
    let between = rounds.iter().filter(|[_, library, _]| *library == "atomic");
    let searches: Vec<&str> = between.map(|[search, ..]| *search).collect();
    assert_eq!(searches, ["random", "dfs", "persistent"]);
    let assumptions = told["assumptions"].to_string();
    assert!(assumptions.contains("an outcome may have been left out"), "{assumptions}");
}

/// What a queue's owner does before it hands a task over belongs to that step, or whoever looks for
/// tasks meanwhile would go round, each time in a new state.
#[test]
fn forks_are_explored_to_the_end_between_operations() {
    let sandbox = sandbox("forks");
    class(&sandbox, "everyday", "ForkJoinSum");
    let how = ["--library", "atomic", "--search", "persistent"];
    let told = report(&sandbox, 0, &[&["ForkJoinSum"], &how[..], &["--", "4"]].concat());
    let states = told["statistics"]["states"].as_u64().unwrap();
    assert!((2_000..25_000).contains(&states), "{states}");
}

/// From JDK 19 on a worker goes on in the queue in which it has found a task, without another look at
/// which: to take the next one is a step, as to take the first. Else main would wait for its end by
/// looking again, each time in a new state. Before, it has three looks that are one step. An idle one
/// of JDK 25 looks at each queue three times before it parks, not at 256 slots.
#[test]
fn streams_are_explored_to_the_end_between_operations() {
    let sandbox = sandbox("streams");
    class(&sandbox, "everyday", "ParallelStream");
    for jdk in Jdk::installed().unwrap() {
        let home = jdk.home.to_str().unwrap();
        let how = ["--java-home", home, "--library", "atomic", "--search", "persistent"];
        let told = report(&sandbox, 0, &[&["ParallelStream", "--time", "40"], &how[..]].concat());
        let figure = |name: &str| told["statistics"][name].as_u64().unwrap();
        let most = if jdk.feature < 19 { 45_000 } else { 60_000 };
        assert!((10_000..most).contains(&figure("states")), "JDK {}: {told:#}", jdk.feature);
        assert!(figure("instructions") < 60_000_000, "JDK {}: {told:#}", jdk.feature);
    }
}

/// Futures that threads complete, each one of its own.
const OWN_FUTURES: &str = "import java.util.concurrent.CompletableFuture;

public class OwnFutures {
    static volatile int begun;

    public static void main(String[] arguments) {
        new Thread(() -> begun = 1).start();
        begun = 2;
        CompletableFuture<?>[] all = new CompletableFuture<?>[4];
        for (int i = 0; i < all.length; i++) all[i] = new CompletableFuture<>();
        for (CompletableFuture<?> one : all) new Thread(() -> one.complete(null)).start();
    }
}
";

/// Objects that were made behind the first state have names by their class: with these alone it were
/// 310 states.
#[test]
fn futures_have_names_by_who_made_them() {
    let sandbox = sandbox("own_futures");
    sandbox.class("OwnFutures.java", OWN_FUTURES);
    let how = ["--library", "atomic", "--search", "persistent"];
    let told = report(&sandbox, 0, &[&["OwnFutures"], &how[..]].concat());
    let states = told["statistics"]["states"].as_u64().unwrap();
    assert!((100..250).contains(&states), "{states}");
}

/// A thread that spins is held back, so what a reduction has come to the end of proves nothing: it is
/// given up, and depth-first search goes on.
#[test]
fn a_reduction_that_may_not_reduce_is_given_up() {
    let sandbox = sandbox("rounds_given_up");
    class(&sandbox, "everyday", "Exchange");
    let told = report(&sandbox, 0, &["Exchange"]);
    let rounds = rounds(&told);
    let given_up = "a reduction's limit: here every order counts";
    assert!(rounds.contains(&["persistent", "instant", given_up]), "{rounds:?}");
    assert!(rounds.contains(&["dfs", "instant", "complete"]), "{rounds:?}");
}

/// Its ticks are as many as one likes, unless time passes only where nothing else goes on.
#[test]
fn a_periodic_task_has_an_end_where_waits_are_long_enough() {
    let sandbox = sandbox("rounds_scheduled");
    class(&sandbox, "everyday", "ScheduledPool");
    let told = report(&sandbox, 3, &["ScheduledPool", "--max-states", "60000"]);
    let idle = told["rounds"].as_array().unwrap().iter().find(|round| round["timeouts"] == "idle");
    assert_eq!(idle.unwrap()["ended"], "complete", "{told:#}");
    let guarantee = told["guarantee"].as_str().unwrap();
    let begins = "of the executions in which a wait ends by its time only when nothing else can go on, every one was explored, \
                  and none has a data race";
    assert!(guarantee.starts_with(begins), "{guarantee}");
    let next = told["next"].as_array().unwrap();
    let advises = |told: &Value| told.as_str().unwrap().starts_with("`--timeouts idle`");
    assert!(next.iter().any(advises), "{next:?}");
    let idle = report(&sandbox, 0, &["ScheduledPool", "--timeouts", "idle"]);
    assert_eq!((&idle["verdict"], &idle["complete"]), (&"race-free".into(), &true.into()));
}

/// Each of its executions fails an assertion. In one of a thousand, a thread does two reads around
/// just so many steps of the other, and sets a priority: then reading one is a step.
const PRIORITIES: &str = "public class Priorities {
    static volatile int ticks, read;

    static void read() {
        for (int i = 0; i < 3; i++) read = Thread.currentThread().getPriority();
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            read();
            if (ticks == 4 && ticks == 9) Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
            read();
        });
        other.start();
        for (int i = 0; i < 12; i++) ticks++;
        read();
        other.join();
        assert ticks != 12;
    }
}";

/// What was found before has other steps then, so these executions begin anew.
#[test]
fn random_executions_begin_anew_where_a_later_one_needs_finer_steps() {
    let sandbox = sandbox("random_refined");
    sandbox.class("Priorities.java", PRIORITIES);
    for seed in ["1", "2"] {
        let random = ["--search", "random", "--all", "--runs", "5000", "--seed", seed];
        let told = report(&sandbox, 1, &[&["Priorities"], &random[..]].concat());
        assert_eq!(told["findings"].as_array().unwrap().len(), 1, "{told:#}");
        assert_eq!(told["statistics"]["executions"], 5_000);
    }
}

/// Threads that have little to do with each other: too many states, and one order of steps. With an
/// argument, two of them ask a map for the view that it keeps plainly; or one changes what a class
/// loader asserts.
const APART: &str = "import java.util.*;
import java.util.concurrent.atomic.*;

public class Apart {
    static final Map<Integer, Integer> map = new HashMap<>();
    static final Set<?>[] views = new Set<?>[2];

    static void count(AtomicInteger own) {
        for (int i = 0; i < 8; i++) own.incrementAndGet();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            AtomicInteger own = new AtomicInteger();
            int number = i;
            threads[i] = new Thread(() -> {
                count(own);
                if (arguments.length == 0) return;
                switch (arguments[0] + number) {
                    case \"views0\", \"views1\" -> views[number] = map.keySet();
                    case \"asserts0\" ->
                        Apart.class.getClassLoader().setDefaultAssertionStatus(false);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        assert views[0] == views[1];
    }
}
";

/// A reduction proves if it is told of the class library's own variables, and none races; where one
/// does, threads are switched there.
#[test]
fn a_reduction_proves_what_the_class_library_does_not_tell_apart() {
    let sandbox = sandbox("rounds_apart");
    sandbox.class("Apart.java", APART);
    let told = report(&sandbox, 0, &["Apart"]);
    let complete = ["persistent", "exact", "complete"];
    let told_all = ["persistent", "exact", "complete, told of the class library's own variables"];
    assert_eq!(rounds(&told)[rounds(&told).len() - 2..], [complete, told_all]);
    assert_eq!((&told["verdict"], &told["complete"]), (&"race-free".into(), &true.into()));
    let assumptions = told["assumptions"].to_string();
    assert!(!assumptions.contains("tell no orders apart"), "{assumptions}");
    assert!(assumptions.contains("the class library's classes are trusted"), "{assumptions}");
    let seen = report(&sandbox, 1, &["Apart", "--save-trace", "apart.trace", "--", "views"]);
    assert_eq!(seen["findings"][0]["kind"], "assertion");
    assert_eq!(rounds(&seen).last(), Some(&["persistent", "instant", "found"]));
    expect(&sandbox.raceproof(&["replay", "apart.trace"]), 1, &[]);
    // What neither a step nor an event tells of.
    let untold = report(&sandbox, 3, &["Apart", "--time", "8", "--", "asserts"]);
    let is_told = |round: &[&str; 3]| round[2] == told_all[2];
    assert!(rounds(&untold).iter().any(is_told), "{:?}", untold["rounds"]);
}

/// A lock of the program's own on what the class library's locks are made of: of that, where threads park
/// is in the list.
const OWN: &str = r"
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

class Own {
    static class Mutex extends AbstractQueuedSynchronizer {
        protected boolean tryAcquire(int one) {
            return compareAndSetState(0, 1);
        }

        protected boolean tryRelease(int one) {
            setState(0);
            return true;
        }
    }

    static final Mutex MUTEX = new Mutex();
    static int count;

    public static void main(String[] arguments) {
        for (int number = 0; number < 3; number++) {
            new Thread(() -> {
                MUTEX.acquire(1);
                count++;
                MUTEX.release(1);
            }).start();
        }
    }
}
";

/// What nobody observes of a synchronizer's queue is no part of a state, so that is not exact.
#[test]
fn what_identities_leave_out_is_explored_with_switches_inside() {
    let sandbox = sandbox("rounds_own");
    sandbox.class("Own.java", OWN);
    let told = report(&sandbox, 0, &["Own"]);
    assert_eq!(told["engine"]["library"], "instant");
    assert!(rounds(&told).contains(&["dfs", "instant", "complete"]), "{told:#}");
    assert_eq!(rounds(&told).last().unwrap()[1], "exact");
}

/// Ten who take their forks in order, and a latch that one of them looks at.
const TABLE: &str = r"
import java.util.concurrent.CountDownLatch;

class Table {
    static final CountDownLatch OPENED = new CountDownLatch(1);

    public static void main(String[] arguments) {
        Object[] forks = new Object[10];
        java.util.Arrays.setAll(forks, number -> new Object());
        for (int number = 0; number < forks.length; number++) {
            int one = number;
            int other = (number + 1) % forks.length;
            new Thread(() -> {
                synchronized (forks[Math.min(one, other)]) {
                    synchronized (forks[Math.max(one, other)]) {
                        if (one == 0) OPENED.getCount();
                    }
                }
            }).start();
        }
        OPENED.countDown();
    }
}
";

/// With switches inside operations there are no fewer states than without.
#[test]
fn depth_first_search_that_was_cut_off_is_not_begun_with_finer_steps() {
    let sandbox = sandbox("rounds_cut_off");
    sandbox.class("Table.java", TABLE);
    let told = report(&sandbox, 0, &["Table"]);
    let rounds = rounds(&told);
    let cut_off = ["dfs", "instant", "the limit of 190000 transitions"];
    assert!(rounds.contains(&cut_off), "{rounds:?}");
    let inside = rounds.iter().rposition(|[_, library, _]| *library == "instant").unwrap() + 1;
    assert!(rounds[inside..].iter().any(|[search, ..]| *search == "persistent"), "{rounds:?}");
    assert!(rounds[inside..].iter().all(|[search, ..]| *search != "dfs"), "{rounds:?}");
}

/// Reports name an operation of which nothing was compared.
#[test]
fn what_nothing_was_compared_of_is_named() {
    let sandbox = sandbox("rounds_uncompared");
    for (name, is_named) in [("CombineFutures", true), ("BlockingQueue", false)] {
        class(&sandbox, "everyday", name);
        let told = report(&sandbox, 0, &[name, "--library", "atomic"]);
        let assumptions = told["assumptions"].to_string();
        let names = assumptions.contains("but of java.util.concurrent.ForkJoinPool");
        assert_eq!(names, is_named, "{name}: {assumptions}");
    }
}

#[test]
fn what_was_covered_is_said_in_preemptions() {
    let sandbox = sandbox("rounds_covered");
    class(&sandbox, "everyday", "ForkJoinSum");
    let told = report(&sandbox, 3, &["ForkJoinSum", "--time", "4", "--", "32"]);
    assert_eq!(told["verdict"], "incomplete");
    let guarantee = told["guarantee"].as_str().unwrap();
    assert!(guarantee.starts_with("no schedule with"), "{guarantee}");
    assert!(guarantee.contains("preemption") && guarantee.contains("execution"), "{guarantee}");
    assert_eq!(told["limit"], "the limit of 4 s (--time)");
    let next = told["next"].to_string();
    assert!(!next.contains("--search"), "rounds have tried the others: {next}");
}

/// The counterexample is one of the round that has found it.
#[test]
fn what_random_executions_find_replays() {
    let sandbox = sandbox("rounds_random");
    class(&sandbox, "everyday-buggy", "LocksCrossed");
    let told = report(&sandbox, 1, &["LocksCrossed", "--save-trace", "crossed.trace"]);
    assert_eq!(told["findings"][0]["kind"], "deadlock");
    assert_eq!(rounds(&told).last(), Some(&["random", "instant", "found"]));
    assert_eq!(told["engine"]["library"], "instant");
    expect(&sandbox.raceproof(&["replay", "crossed.trace"]), 1, &[]);
    // Other executions by another scheduler, and no more than are asked for.
    for scheduler in ["uniform", "pct", "pos"] {
        let more = ["LocksCrossed", "--scheduler", scheduler, "--seed", "7", "--runs", "400"];
        report(&sandbox, 1, &more);
    }
    class(&sandbox, "everyday", "FixedPool");
    let few = report(&sandbox, 0, &["FixedPool", "--runs", "5", "--", "2", "2"]);
    assert_eq!(rounds(&few)[1], ["random", "instant", "the limit of 5 random executions"]);
}

/// What is found in one round does not make the others' completeness its own.
#[test]
fn all_findings_of_all_rounds_and_which_round_was_complete() {
    let sandbox = sandbox("rounds_all");
    class(&sandbox, "everyday-buggy", "PhaserJoinedLate");
    let trace = ["PhaserJoinedLate", "--all", "--save-trace", "late.trace"];
    let told = report(&sandbox, 1, &trace);
    assert!(rounds(&told).contains(&["dfs", "instant", "complete"]), "{:?}", rounds(&told));
    assert_eq!((&told["complete"], &told["engine"]["library"]), (&true.into(), &"instant".into()));
    assert!(rounds(&told).iter().any(|[_, library, _]| *library == "exact"));
    expect(&sandbox.raceproof(&["replay", "late.trace"]), 1, &[]);
    let told = report(&sandbox, 1, &[&trace[..], &["--library", "atomic"]].concat());
    assert_eq!((&told["complete"], &told["engine"]["library"]), (&true.into(), &"atomic".into()));
}

/// A round that begins anew with more switches may end before it has found again what the one before
/// had: each race is shown by the schedule of its own.
#[test]
fn what_is_found_is_shown_by_the_switches_under_which_it_was() {
    let sandbox = sandbox("rounds_anew");
    class(&sandbox, "race", "WeakBesideStrong");
    let told = report(&sandbox, 1, &["WeakBesideStrong", "--all"]);
    assert_eq!(told["findings"].as_array().unwrap().len(), 11);
}

#[test]
fn a_limit_of_the_users_ends_all_rounds() {
    let sandbox = sandbox("rounds_limits");
    class(&sandbox, "everyday", "FixedPool");
    let told = report(&sandbox, 3, &["FixedPool", "--max-states", "50", "--", "2", "2"]);
    assert_eq!(told["limit"], "the limit of 50 states (--max-states)");
    assert_eq!(rounds(&told).len(), 1);
    let told = report(&sandbox, 3, &["FixedPool", "--max-depth", "9", "--", "2", "2"]);
    assert_eq!(told["limit"], "the limit of 9 transitions from the start (--max-depth)");
    assert!(told["guarantee"].as_str().unwrap().starts_with("no schedule of up to 9"));
}

/// `make bench-buggy` has the figures.
#[test]
fn everyday_mistakes_are_found() {
    let sandbox = sandbox("rounds_buggy");
    let folder = place::java_programs("everyday-buggy");
    let mut tried = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let header = text.lines().next().unwrap_or_default();
        if header.contains("min=21") {
            continue;
        }
        let asked = header.split_once("kind=").map(|(_, kinds)| kinds).unwrap();
        let kinds = asked.split(' ').next().unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        sandbox.class(&format!("{name}.java"), &text);
        let told = report(&sandbox, 1, &[name]);
        let finding = &told["findings"][0];
        let kind = finding["kind"].as_str().unwrap();
        assert!(kinds.split('|').any(|wanted| wanted == kind), "{name}: {kind}");
        if let Some((_, variable)) = header.split_once("variable=")
            && kind == "data-race"
        {
            let (told, variable) = (finding["variable"].as_str().unwrap(), variable.trim());
            assert!(variable.split('|').any(|wanted| wanted == told), "{name}: {told}");
        }
        tried += 1;
    }
    assert!(tried >= 19, "{tried}");
}

/// A search that is begun anew, to switch at what races, has cost what it has cost; and where no round
/// has decided, the figures are of all of them.
#[test]
fn figures_count_all_rounds_and_what_was_begun_anew() {
    let sandbox = sandbox("rounds_figures");
    sandbox.class(
        "Racy.java",
        "class Racy {
            static int x;
            public static void main(String[] a) { new Thread(() -> x++).start(); x++; }
        }",
    );
    let instructions = |told: &Value| told["statistics"]["instructions"].as_u64().unwrap();
    let once = instructions(&report(&sandbox, 1, &["Racy"]));
    for search in ["auto", "dfs"] {
        let all = instructions(&report(&sandbox, 1, &["Racy", "--all", "--search", search]));
        assert!(all > once, "{search}: {all} with what was begun anew, {once} without");
    }

    class(&sandbox, "everyday", "BlockingQueue");
    let told = report(&sandbox, 3, &["BlockingQueue", "--library", "exact", "--time", "5"]);
    let rounds = told["rounds"].as_array().unwrap();
    let of = |round: &Value, key: &str| round[key].as_u64().unwrap();
    let figures = &told["statistics"];
    for key in ["transitions", "executions"] {
        let sum: u64 = rounds.iter().map(|round| of(round, key)).sum();
        assert_eq!(of(figures, key), sum, "{key}: {told}");
    }
    let largest = rounds.iter().max_by_key(|round| of(round, "states")).unwrap();
    assert_eq!(of(figures, "states"), of(largest, "states"));
    // The last one may keep no states.
    assert!(of(figures, "revisited") > 0, "{told}");
}
