//! Pools of fork and join: their idle workers, and what they come to between operations.

use super::*;
use std::collections::BTreeSet;

/// The minute after which an idle worker ends is over when nothing else goes on, or by others'
/// waits; with `any` at any moment. By each search: a reduction that finds both kinds of waits
/// explores all orders.
#[test]
fn an_idle_worker_is_kept_while_anything_else_goes_on() {
    let sandbox = sandbox("idle_workers");
    sandbox.class(
        "Workers.java",
        "import java.util.concurrent.*;

        public class Workers {
            static final CountDownLatch ended = new CountDownLatch(1);

            static class Worker extends ForkJoinWorkerThread {
                Worker(ForkJoinPool pool) { super(pool); }
                @Override protected void onTermination(Throwable thrown) { ended.countDown(); }
            }

            public static void main(String[] args) throws Exception {
                ForkJoinPool pool = args[0].equals(\"briefly\")
                    ? new ForkJoinPool(1, Worker::new, null, false, 0, 1, 1, null, 100, TimeUnit.MILLISECONDS)
                    : new ForkJoinPool(1, Worker::new, null, false);
                Thread first = pool.submit(Thread::currentThread).get();
                switch (args[0]) {
                    case \"waits\":
                        while (first.isAlive()) Thread.onSpinWait();
                        return;
                    case \"longer\":
                        assert !ended.await(2, TimeUnit.MINUTES);
                        return;
                    case \"sleeps\":
                        Thread.sleep(120_000);
                        break;
                    case \"naps\":
                        Thread.sleep(1_000);
                        break;
                }
                assert pool.submit(Thread::currentThread).get() == first;
            }
        }",
    );
    let cases = [
        ("usual", "again", 0),
        ("any", "again", 1),
        ("usual", "sleeps", 1),
        ("usual", "naps", 0),
        ("any", "naps", 1),
        ("usual", "longer", 1),
        ("usual", "briefly", 1),
        ("idle", "sleeps", 1),
        ("usual", "waits", 0),
    ];
    by_each_search(&sandbox, "Workers", &cases);
    let assumes = |program: &str, text: &str| {
        let how = ["--library", "atomic", "--search", "persistent", "--", program];
        let told = report(&sandbox, 0, &[&["Workers"], &how[..]].concat());
        let assumptions = told["assumptions"].as_array().unwrap();
        assumptions.iter().any(|assumption| assumption.as_str().unwrap().contains(text))
    };
    assert!(assumes("again", "idle worker of a pool"));
    assert!(assumes("naps", "breadth first") && !assumes("again", "breadth first"));
}

/// The same of a worker that waits in a queue of the JDK's, for a second or longer.
#[test]
fn an_idle_worker_is_kept_in_its_queue() {
    let sandbox = sandbox("idle_in_queues");
    sandbox.class(
        "Queued.java",
        "import java.util.concurrent.*;

        public class Queued {
            static class Own extends SynchronousQueue<Runnable> {
                @Override public Runnable poll(long time, TimeUnit unit) throws InterruptedException {
                    return super.poll(time, unit);
                }
            }

            public static void main(String[] args) throws Exception {
                boolean own = args[0].equals(\"own\");
                long keptAlive = args[0].equals(\"briefly\") ? 999 : 2_000;
                BlockingQueue<Runnable> queue = own ? new Own() : new SynchronousQueue<>();
                ExecutorService pool =
                    new ThreadPoolExecutor(0, 2, keptAlive, TimeUnit.MILLISECONDS, queue);
                Thread first = pool.submit(Thread::currentThread).get();
                Thread.sleep(args[0].equals(\"sleeps\") ? 120_000 : 1);
                if (first.isAlive()) return;
                throw new IllegalStateException(\"has ended\");
            }
        }",
    );
    let cases = [
        ("usual", "again", 0),
        ("any", "again", 1),
        ("usual", "sleeps", 1),
        ("usual", "briefly", 1),
        ("usual", "own", 1),
    ];
    by_each_search(&sandbox, "Queued", &cases);
}

/// What `--timeouts` comes to with an argument of the program: the exit status.
fn by_each_search(sandbox: &Sandbox, class: &str, cases: &[(&str, &str, i32)]) {
    for search in ["dfs", "persistent", "dpor"] {
        for (timeouts, argument, status) in cases {
            let how = ["--library", "atomic", "--search", search, "--timeouts", timeouts];
            report(sandbox, *status, &[&[class], &how[..], &["--", argument]].concat());
        }
    }
}

/// What random executions with switches inside a pool's operations come to is come to between them,
/// too: in which order tasks begin, and by which threads. (To explore all with such switches takes
/// too long.)
#[test]
fn pools_come_between_operations_to_what_they_come_to_inside() {
    let sandbox = sandbox("orders");
    let source = place::java_programs("library").join("Orders.java");
    sandbox.class("Orders.java", &std::fs::read_to_string(source).unwrap());
    let ends = |how: &[&str], program: &str| {
        let told = report(&sandbox, 1, &[&["Orders", "--all"], how, &["--", program]].concat());
        let findings = told["findings"].as_array().unwrap().iter();
        let ends: BTreeSet<String> =
            findings.map(|finding| finding["message"].as_str().unwrap().to_owned()).collect();
        (ends, told["complete"] == true)
    };
    for (program, least) in [("after", 4), ("forks", 4), ("stream", 12)] {
        let (between, is_complete) =
            ends(&["--library", "atomic", "--search", "persistent"], program);
        assert!(is_complete && between.len() >= least, "{program}: {between:?}");
        for scheduler in ["uniform", "pos"] {
            let random = ["--library", "exact", "--search", "random", "--runs", "1000"];
            let how = [&random[..], &["--scheduler", scheduler]].concat();
            let (inside, _) = ends(&how, program);
            let missed: Vec<&String> = inside.difference(&between).collect();
            assert!(inside.len() > 1 && missed.is_empty(), "{program}: {missed:?}");
        }
    }
}
