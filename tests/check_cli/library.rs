//! `--library atomic`: operations of the class library as steps, what is said of that, and where
//! threads are switched inside them all the same.

use super::*;

const LOCKED: &str = "import java.util.concurrent.locks.ReentrantLock;

public class Locked {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;
    static boolean seen;

    static void ask() {
        new Thread(Locked::work).start();
        seen = lock.hasQueuedThreads();
        assert !seen;
    }

    static void work() {
        lock.lock();
        count++;
        lock.unlock();
    }

    public static void main(String[] arguments) {
        new Thread(Locked::work).start();
        if (arguments.length > 0) ask(); else work();
    }
}
";

/// Each takes a lock and waits for the other's.
const CROSSED: &str = "import java.util.concurrent.locks.ReentrantLock;

public class Crossed {
    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
    }

    public static void main(String[] arguments) {
        ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();
        new Thread(() -> both(left, right)).start();
        both(right, left);
    }
}
";

fn states(report: &Value) -> u64 {
    report["statistics"]["states"].as_u64().unwrap()
}

fn assumes(report: &Value, words: &str) -> bool {
    let assumptions = report["assumptions"].as_array().unwrap();
    assumptions.iter().any(|text| text.as_str().unwrap().contains(words))
}

#[test]
fn operations_are_steps_and_the_report_says_so() {
    let sandbox = sandbox("operations");
    sandbox.class("Locked.java", LOCKED);
    let exact = report(&sandbox, 0, &["Locked", "--search", "dfs"]);
    assert_eq!(exact["engine"]["library"], "exact");
    assert!(!assumes(&exact, "operations of the class library"));
    let atomic = report(&sandbox, 0, &["Locked", "--search", "dfs", "--library", "atomic"]);
    assert_eq!(atomic["engine"]["library"], "atomic");
    assert_eq!(atomic["verdict"], "race-free");
    assert!(assumes(&atomic, "that take effect at one instant are one step each"));
    assert!(10 * states(&atomic) < states(&exact), "{} {}", states(&atomic), states(&exact));
}

/// All operations of a lock take effect at one instant, also where others were steps, too; none of a
/// pool for forks does.
#[test]
fn the_first_line_says_what_a_proof_rests_on() {
    let sandbox = sandbox("library_headline");
    sandbox.class("Locked.java", LOCKED);
    let futures = place::java_programs("everyday").join("CombineFutures.java");
    sandbox.class("CombineFutures.java", &fs::read_to_string(futures).unwrap());
    let instants = ", between operations of the class library that take effect at one instant";
    let assumed =
        ", between operations of the class library; that none is needed inside them is assumed";
    for (program, library, between) in [
        ("Locked", "exact", ""),
        ("Locked", "instant", instants),
        ("Locked", "atomic", instants),
        ("CombineFutures", "atomic", assumed),
    ] {
        let check = ["check", "-cp", "classes", "--search", "dfs", "--library", library, program];
        let finished = sandbox.raceproof(&check);
        expect(&finished, 0, &[]);
        let line = format!("race-free: nothing was found. Every schedule was explored{between}.");
        assert_eq!(finished.stdout_text().lines().next(), Some(&*line));
    }
}

#[test]
fn who_asks_what_others_are_in_the_middle_of_gets_all_switches() {
    let sandbox = sandbox("estimate");
    sandbox.class("Locked.java", LOCKED);
    let quiet = |more: &[&'static str]| {
        let search = ["Locked", "--no-assertions", "--search", "dfs"];
        let asked = [&search[..], more, &["--", "ask"]].concat();
        report(&sandbox, 0, &asked)
    };
    let (exact, atomic) = (quiet(&[]), quiet(&["--library", "atomic"]));
    assert_eq!(atomic["engine"]["library"], "exact");
    assert_eq!(states(&atomic), states(&exact));
    assert!(assumes(&atomic, "asks the class library what other threads are in the middle of"));
    // The trace is one of all switches, too.
    let asked = ["Locked", "--library", "atomic", "--save-trace", "asked.trace", "--", "ask"];
    assert_eq!(report(&sandbox, 1, &asked)["findings"][0]["kind"], "assertion");
    expect(&sandbox.raceproof(&["replay", "asked.trace"]), 1, &[]);
}

/// What an operation calls may have no visible operation of its own; what follows is another step.
#[test]
fn others_go_on_while_an_operation_calls_other_code() {
    let sandbox = sandbox("called_back");
    sandbox.class(
        "Twice.java",
        "import java.util.concurrent.atomic.AtomicInteger;

        public class Twice {
            static final AtomicInteger number = new AtomicInteger();

            static void work() {
                int[] calls = new int[1];
                number.updateAndGet(value -> value + ++calls[0]);
                assert calls[0] == 1;
            }

            public static void main(String[] arguments) {
                new Thread(Twice::work).start();
                work();
            }
        }",
    );
    for library in ["exact", "atomic"] {
        let told = report(&sandbox, 1, &["Twice", "--library", library]);
        assert_eq!(told["findings"][0]["kind"], "assertion", "{library}");
    }
}

/// Each step begins by looking, and then takes or gives a permit.
#[test]
fn a_step_that_begins_by_looking_works_if_a_later_operation_does() {
    let sandbox = sandbox("server");
    sandbox.class(
        "Server.java",
        "import java.util.concurrent.Semaphore;

        public class Server {
            public static void main(String[] arguments) {
                Semaphore permits = new Semaphore(1);
                for (int i = 0; i < 2; i++) {
                    new Thread(() -> {
                        while (true) {
                            if (permits.tryAcquire()) permits.release();
                        }
                    }).start();
                }
            }
        }",
    );
    let told = |library| report(&sandbox, 0, &["Server", "--library", library]);
    for library in ["exact", "atomic"] {
        assert_eq!(told(library)["findings"].as_array().unwrap().len(), 0, "{library}");
    }
}

#[test]
fn a_deadlock_of_operations_is_found_and_replays() {
    let sandbox = sandbox("crossed");
    sandbox.class("Crossed.java", CROSSED);
    let found =
        report(&sandbox, 1, &["Crossed", "--library", "atomic", "--save-trace", "crossed.trace"]);
    assert_eq!(found["findings"][0]["kind"], "deadlock");
    let replayed = sandbox.raceproof(&["replay", "crossed.trace"]);
    expect(&replayed, 1, &[]);
    assert!(replayed.stdout_text().contains("deadlock"), "{}", replayed.stdout_text());
}

/// A long queue is searched with both its locks held.
#[test]
fn an_operation_that_is_too_long_is_divided_and_the_report_says_where() {
    let sandbox = sandbox("divided");
    sandbox.class(
        "Long.java",
        "import java.util.concurrent.LinkedBlockingQueue;

        public class Long {
            public static void main(String[] arguments) {
                LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
                for (int i = 0; i < 10_000; i++) queue.offer(i);
                new Thread(() -> queue.contains(-1)).start();
                queue.peek();
            }
        }",
    );
    let told = report(&sandbox, 0, &["Long", "--search", "dfs", "--library", "atomic"]);
    assert!(assumes(&told, "too long to be one step"), "{}", told["assumptions"]);
    assert!(assumes(&told, "LinkedBlockingQueue.contains"), "{}", told["assumptions"]);
}

#[test]
fn who_must_know_what_a_step_uses_refuses_such_steps() {
    let sandbox = sandbox("reduced");
    sandbox.class("Locked.java", LOCKED);
    for search in ["lockset", "pdp"] {
        let finished = sandbox.raceproof(&[
            "check",
            "-cp",
            "classes",
            "Locked",
            "--library",
            "atomic",
            "--search",
            search,
        ]);
        expect(&finished, 2, &["does not know what", "--search dpor", "--library exact"]);
    }
}

/// Programs that a pool's odd moments end, each with the first release that has them, and the last.
const POOLS: [(&str, &str, u32, u32); 5] = [
    ("assertion", "PendingBetween", 17, u32::MAX),
    ("assertion", "QueuedTasksAsked", 25, u32::MAX),
    ("assertion", "TakenBack", 17, u32::MAX),
    ("deadlock", "PoolSignalLost", 17, 17),
    ("deadlock", "SubmittedLate", 17, 17),
];

/// Depth-first search finds these by their states (`tests/check.rs`); a reduction goes by what each step
/// tells that it uses.
#[test]
fn reductions_find_what_a_pool_does_at_odd_moments() {
    let sandbox = sandbox("pools_reduced");
    for jdk in Jdk::installed().unwrap() {
        for (folder, name, first, last) in POOLS {
            if !(first..=last).contains(&jdk.feature) {
                continue;
            }
            let source = place::java_programs(folder).join(format!("{name}.java"));
            sandbox.class(&format!("{name}.java"), &std::fs::read_to_string(source).unwrap());
            for search in ["persistent", "dpor"] {
                let how = ["--library", "atomic", "--search", search, "--time", "60"];
                let home = ["--java-home", jdk.home.to_str().unwrap()];
                let told = report(&sandbox, 1, &[&[name], &how[..], &home[..]].concat());
                assert_eq!(told["findings"][0]["kind"], folder, "{name}: {told:#}");
            }
        }
    }
}

/// Whose an object is tells states apart for reductions, but not for ever.
#[test]
fn a_program_that_makes_futures_for_ever_comes_round() {
    let sandbox = sandbox("futures_anew");
    let source = place::java_programs("safe").join("FuturesAnew.java");
    sandbox.class("FuturesAnew.java", &std::fs::read_to_string(source).unwrap());
    let how = ["FuturesAnew", "--library", "atomic", "--search", "persistent"];
    let states = states(&report(&sandbox, 0, &how));
    assert!((30..100).contains(&states), "{states} states");
}

/// Of `java/everyday`, those that take less than a second; `make bench-everyday` has all.
#[test]
fn everyday_programs_are_explored_to_the_end() {
    let sandbox = sandbox("everyday");
    for (name, most, arguments) in [
        ("FixedPool", 110_000, &["2", "2", "awaits"][..]),
        ("LockRounds", 150, &[]),
        ("LockRounds", 2_000, &["3"]),
        ("ComputeCounts", 15_000, &[]),
        ("Barrier", 300, &[]),
        ("Phases", 5_000, &[]),
        ("Exchange", 60, &[]),
        ("Permits", 6_000, &[]),
    ] {
        let source = place::java_programs("everyday").join(format!("{name}.java"));
        sandbox.class(&format!("{name}.java"), &std::fs::read_to_string(source).unwrap());
        let told = report(
            &sandbox,
            0,
            &[&[name, "--search", "dfs", "--library", "atomic", "--"], arguments].concat(),
        );
        assert_eq!(told["verdict"], "race-free", "{name}");
        assert!(states(&told) < most, "{name}: {} states", states(&told));
        if name == "FixedPool" {
            // Twice as many if the pool's own set of workers were looked at.
            let transitions = told["statistics"]["transitions"].as_u64().unwrap();
            assert!(transitions < 350_000, "{transitions}");
        }
    }
}

/// Operations that are several steps, each with what others see between two of them.
const BETWEEN: &str = "import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Between {
    interface Waits { boolean ends() throws InterruptedException; }

    static boolean ends(Waits waits) {
        try { return waits.ends(); } catch (InterruptedException e) { throw new RuntimeException(e); }
    }

    static void with(Runnable first, Runnable second) throws InterruptedException {
        Thread other = new Thread(first);
        other.start();
        second.run();
        other.join();
    }

    public static void main(String[] which) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2));
        switch (which[0]) {
            case \"counted\" -> with(() -> map.put(1, 1), () -> { assert map.get(1) == null || map.size() == 1; });
            case \"empty\" -> with(() -> map.put(1, 1), () -> { assert map.get(1) == null || !map.isEmpty(); });
            case \"iterated\" -> {
                map.put(0, 0);
                with(() -> { map.put(1, 1); map.put(9, 9); },
                    () -> { List<Integer> seen = new ArrayList<>(map.values()); assert !seen.contains(9) || seen.contains(1); });
            }
            case \"removed\" -> {
                map.put(1, 1);
                map.put(2, 2);
                with(() -> map.keySet().removeAll(Set.of(1, 2)), () -> { assert map.containsKey(1) == map.containsKey(2); });
            }
            case \"size\" -> with(() -> { queue.poll(); queue.offer(3); }, () -> { assert queue.size() <= 2; });
            case \"copied\" -> with(() -> { queue.poll(); queue.offer(3); }, () -> { assert new ArrayList<>(queue).size() <= 2; });
            case \"drained\" -> {
                ArrayBlockingQueue<Integer> from = new ArrayBlockingQueue<>(2, false, List.of(1, 2));
                ConcurrentLinkedQueue<Integer> to = new ConcurrentLinkedQueue<>();
                with(() -> from.drainTo(to), () -> { assert to.peek() == null || to.contains(2); });
            }
            case \"dependant\" -> {
                CompletableFuture<Integer> source = new CompletableFuture<>();
                CompletableFuture<Integer> copy = source.copy();
                with(() -> source.complete(1), () -> { assert !source.isDone() || copy.isDone(); });
            }
            case \"registered\" -> {
                Phaser parent = new Phaser(), child = new Phaser(parent);
                with(child::register, () -> { assert parent.getRegisteredParties() == 0 || child.getRegisteredParties() == 1; });
            }
            case \"advanced\" -> {
                Phaser phaser = new Phaser(1);
                with(phaser::arrive, phaser::arrive);
            }
            case \"terminated\" -> {
                ExecutorService pool = Executors.newFixedThreadPool(1);
                with(pool::shutdown, () -> { assert !pool.isShutdown() || pool.isTerminated(); });
            }
            case \"marked\" -> {
                AtomicMarkableReference<String> it = new AtomicMarkableReference<>(\"it\", false);
                with(() -> it.attemptMark(\"it\", true), () -> { assert it.attemptMark(\"it\", true); });
            }
            case \"equal\" -> {
                CopyOnWriteArrayList<Integer> left = new CopyOnWriteArrayList<>(List.of(1));
                CopyOnWriteArrayList<Integer> right = new CopyOnWriteArrayList<>(List.of(2));
                with(() -> { left.set(0, 3); right.set(0, 1); }, () -> { assert !right.equals(left); });
            }
            case \"retained\" -> {
                CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2));
                Set<Integer> set = new ConcurrentSkipListSet<>(List.of(1));
                with(() -> { set.remove(1); set.add(2); }, () -> { list.retainAll(set); assert list.size() < 2; });
            }
            case \"awaited\" -> {
                Lock lock = new ReentrantLock();
                Condition never = lock.newCondition();
                int[] count = new int[1];
                with(() -> { lock.lock(); count[0]++; lock.unlock(); }, () -> {
                    lock.lock();
                    int before = count[0];
                    ends(() -> never.await(0, TimeUnit.SECONDS));
                    assert before == count[0];
                    lock.unlock();
                });
            }
            case \"until\" -> {
                Lock lock = new ReentrantLock();
                Condition never = lock.newCondition();
                int[] count = new int[1];
                with(() -> { lock.lock(); count[0]++; lock.unlock(); }, () -> {
                    lock.lock();
                    int before = count[0];
                    ends(() -> never.awaitUntil(new Date(0)));
                    assert before == count[0];
                    lock.unlock();
                });
            }
            case \"parked\" -> {
                Lock lock = new ReentrantLock();
                lock.lock();
                Thread other = new Thread(() -> {
                    lock.lock();
                    lock.unlock();
                    LockSupport.park();
                    assert false;
                });
                other.setDaemon(true);
                other.start();
                lock.unlock();
            }
            case \"fairly\" -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
                lock.writeLock().lock();
                with(() -> lock.readLock().lock(), () -> {
                    lock.writeLock().unlock();
                    int readers = lock.getReadLockCount();
                    assert ends(() -> lock.readLock().tryLock(0, TimeUnit.SECONDS)) || readers != 1;
                });
            }
            case \"either\" -> {
                CompletableFuture<Integer> one = new CompletableFuture<>(), other = new CompletableFuture<>();
                with(() -> { one.complete(1); other.complete(2); },
                    () -> { assert one.applyToEither(other, first -> first).join() == 1; });
            }
            case \"fair\" -> {
                Semaphore permits = new Semaphore(0, true);
                with(permits::acquireUninterruptibly, () -> {
                    permits.release(2);
                    int left = permits.availablePermits();
                    assert ends(() -> permits.tryAcquire(0, TimeUnit.SECONDS)) || left != 1;
                    permits.release(2);
                });
            }
            case \"read\" -> {
                StampedLock lock = new StampedLock();
                long held = lock.readLock();
                new Thread(() -> lock.unlockWrite(lock.writeLock())).start();
                with(() -> { long stamp = lock.tryReadLock(); if (stamp != 0) lock.unlockRead(stamp); },
                    () -> { lock.unlockRead(lock.readLock()); lock.unlockRead(held); });
            }
            case \"told\" -> {
                AtomicIntegerArray array = new AtomicIntegerArray(2);
                with(() -> { array.set(0, 1); array.set(1, 1); }, () -> { assert !array.toString().equals(\"[0, 1]\"); });
            }
        }
    }
}
";

#[test]
fn what_others_see_between_two_steps_of_an_operation_is_not_lost() {
    let sandbox = sandbox("between");
    sandbox.class("Between.java", BETWEEN);
    for which in [
        "counted",
        "empty",
        "iterated",
        "removed",
        "size",
        "copied",
        "drained",
        "dependant",
        "registered",
        "advanced",
        "terminated",
        "told",
        "marked",
        "equal",
        "retained",
        "awaited",
        "until",
        "parked",
        "fairly",
        "either",
        "fair",
        "read",
    ] {
        for (search, library) in [("dfs", "atomic"), ("dpor", "atomic"), ("dfs", "instant")] {
            let asked = ["Between", "--search", search, "--library", library, "--", which];
            let told = report(&sandbox, 1, &asked);
            let findings = told["findings"].as_array().unwrap();
            assert_eq!(findings.len(), 1, "{which} by {search}, {library}");
        }
    }
}

/// Whoever takes a time for long enough can say so, and is told how.
#[test]
fn an_assertion_that_a_timeout_fails_says_how_to_leave_that_out() {
    let sandbox = sandbox("timed_out");
    sandbox.class(
        "Late.java",
        "import java.util.concurrent.CountDownLatch;
        import java.util.concurrent.TimeUnit;

        public class Late {
            static volatile boolean done;

            public static void main(String[] which) throws InterruptedException {
                CountDownLatch latch = new CountDownLatch(1);
                new Thread(() -> { done = true; latch.countDown(); }).start();
                if (which.length > 0) Thread.sleep(60_000);
                else latch.await(1, TimeUnit.MINUTES);
                assert done;
            }
        }",
    );
    let advice = |arguments: &[&str]| {
        let told = report(&sandbox, 1, arguments);
        told["findings"][0]["advice"].as_str().unwrap_or_default().to_owned()
    };
    assert!(advice(&["Late"]).contains("`--timeouts idle`"));
    assert!(advice(&["Late", "--", "sleeps"]).starts_with("a sleep orders nothing"));
    report(&sandbox, 0, &["Late", "--timeouts", "idle"]);
}

/// A pool that counts what it has done; with an argument, somebody asks.
const COUNTED: &str = "import java.util.concurrent.*;

public class Counted {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.submit(() -> 1);
        pool.submit(() -> 2).get();
        pool.shutdown();
        if (args.length > 0) {
            assert pool.getCompletedTaskCount() == 2 : \"counted behind the result\";
        }
    }
}
";

/// Nor does a node that an empty queue keeps.
#[test]
fn counts_that_nobody_asks_for_tell_no_states_apart() {
    let sandbox = sandbox("unobserved");
    sandbox.class("Counted.java", COUNTED);
    let instant = ["Counted", "--search", "dfs", "--library", "instant"];
    let asked = report(&sandbox, 1, &[&instant[..], &["--", "ask"]].concat());
    assert_eq!(asked["engine"]["library"], "exact");
    assert_eq!(asked["findings"][0]["kind"], "assertion");
    let of = |name: &str, more: &[&str]| {
        let source = place::java_programs("everyday").join(name).with_extension("java");
        sandbox.class(&format!("{name}.java"), &std::fs::read_to_string(source).unwrap());
        let check = [name, "--search", "dfs", "--library", "instant"];
        report(&sandbox, 0, &[&check, more].concat())
    };
    // Who of two has done how many of three tasks.
    let pool = states(&of("FixedPool", &["--", "2", "3"]));
    assert!(pool < 120_000, "{pool} states");
    let locked = of("LockRounds", &[]);
    assert_eq!(locked["statistics"]["executions"], 1, "all ends are one");
}

/// Properties of the program's own, which initialisers of the JDK's ask: those are executed by steps,
/// whoever comes to them, and where a thread is followed ahead, too.
#[test]
fn what_initialisers_call_of_the_program_is_explored() {
    let sandbox = sandbox("asked");
    let asked = "import java.util.Properties;
    class Asked {
        static class Counting extends Properties {
            int asked;
            @Override public String getProperty(String key) {
                if (key.equals(\"java.locale.providers\")) asked++;
                return super.getProperty(key);
            }
        }
        public static void main(String[] arguments) {
            Counting counting = new Counting();
            counting.putAll(System.getProperties());
            System.setProperties(counting);
            new Thread(() -> String.format(\"%d\", 1)).start();
            counting.asked++;
        }
    }";
    sandbox.class("Asked.java", asked);
    for search in ["auto", "dpor"] {
        let check = ["check", "Asked", "-cp", "classes", "--library", "exact", "--search", search];
        expect(&sandbox.raceproof(&check), 1, &[]);
    }
}

/// The names of a time zone are kept in arrays of the class library's own, in which whoever asks
/// fills in what is missing, to the same end.
#[test]
fn arrays_that_internal_code_keeps_in_a_collection_are_not_the_programs() {
    let sandbox = sandbox("dates");
    let dates = "import java.util.Date;
    class Dates {
        public static void main(String[] arguments) throws InterruptedException {
            Thread other = new Thread(() -> new Date(5).toString());
            other.start();
            new Date(7).toString();
            other.join();
        }
    }";
    sandbox.class("Dates.java", dates);
    let check = ["check", "Dates", "-cp", "classes", "--search", "random", "--runs", "5"];
    expect(&sandbox.raceproof(&check), 3, &[]);
}

/// Patterns of a `switch` were a preview of JDK 17's, which later ones have for good.
#[test]
fn previews_are_used_if_that_is_asked_for() {
    let sandbox = sandbox("previews");
    let chooses = "class Chooses { static int x;
        static int of(Object o) { return switch (o) { case Integer i -> i; default -> 0; }; }
        public static void main(String[] a) { new Thread(() -> x = of(1)).start(); x = of(2); } }";
    sandbox.file("Chooses.java", chooses);
    let jdk = Jdk::any().unwrap();
    if jdk.feature != 17 {
        return;
    }
    let check = ["check", "Chooses.java", "--save-trace", "trace"];
    expect(&sandbox.raceproof(&check), 2, &["--enable-preview"]);
    expect(&sandbox.raceproof(&[&check[..], &["--enable-preview"]].concat()), 1, &[]);
    expect(&sandbox.raceproof(&["replay", "trace"]), 1, &[]);
    let preview = ["-d", "classes", "--enable-preview", "--release", "17", "Chooses.java"];
    assert_eq!(sandbox.jdk_tool("javac", &preview).status, Some(0));
    let check = ["check", "Chooses", "-cp", "classes"];
    expect(&sandbox.raceproof(&check), 2, &["Preview features are not enabled"]);
    expect(&sandbox.raceproof(&[&check[..], &["--enable-preview"]].concat()), 1, &[]);
}

#[test]
fn what_is_set_where_no_thread_is_switched_is_told() {
    let sandbox = sandbox("untold");
    let sets = |order: &str| {
        format!(
            "class Sets {{ public static void main(String[] a) throws InterruptedException {{
                ClassLoader loader = Sets.class.getClassLoader();
                Thread other = new Thread(() -> loader.setDefaultAssertionStatus(false));
                {order} }} }}"
        )
    };
    for (order, is_told) in [("other.start(); other.join();", true), ("", false)] {
        sandbox.class("Sets.java", &sets(order));
        let finished = sandbox.raceproof(&["check", "Sets", "-cp", "classes"]);
        expect(&finished, 0, &[]);
        let text = finished.stdout_text();
        assert_eq!(text.contains("what the program sets at Sets."), is_told, "{text}");
    }
}

/// A task is rejected, and the exception says how many workers the pool had then, and what they did.
const REJECTED: &str = "import java.util.concurrent.*;

public class Rejected {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        CountDownLatch ran = new CountDownLatch(1);
        pool.execute(ran::countDown);
        ran.await();
        pool.shutdown();
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            if (arguments.length > 0
                    && e.getMessage().contains(\"active threads = 0\")
                    && e.getMessage().contains(\"completed tasks = 0\")) {
                throw new IllegalStateException();
            }
        }
    }
}
";

/// The worker has ended its task, and not counted it: that is inside an operation. Who only catches the
/// exception does not ask for that, and what is between operations is enough.
#[test]
fn the_message_of_a_rejection_is_asked_for_by_who_reads_it() {
    let sandbox = sandbox("rejected");
    sandbox.class("Rejected.java", REJECTED);
    for search in ["dfs", "persistent"] {
        let how = ["Rejected", "--library", "atomic", "--search", search];
        let caught = report(&sandbox, 0, &how);
        assert!(states(&caught) < 2_000, "{search}: {} states", states(&caught));
        let read = report(&sandbox, 1, &[&how[..], &["--", "reads"]].concat());
        assert_eq!(read["findings"][0]["kind"], "uncaught-exception", "{search}");
    }
}
