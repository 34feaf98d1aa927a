//! Determinism of `run`: the same program and command give the same output and the same number of
//! executed instructions, every time and in any environment.

use raceproof_tests::jdk::Jdk;
use raceproof_tests::sandbox::{Sandbox, expect};

/// Prints what differs from run to run under `java`: hash codes, orders of hashed collections,
/// clocks, random numbers, and the interleaving of threads.
const RESTLESS: &str = r#"
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Restless {
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] arguments) throws Exception {
        System.out.println(new Object().hashCode() + " " + System.identityHashCode(log));
        System.out.println(Set.of("a", "b", "c", "d") + " " + Map.of(1, "x", 2, "y", 3, "z"));
        System.out.println(System.currentTimeMillis() + " " + System.nanoTime());
        System.out.println(new Random().nextInt() + " " + Math.random() + " " + UUID.randomUUID());
        System.out.println(ThreadLocalRandom.current().nextLong() + " " + new SplittableRandom().nextInt());
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    log.add(id + ":" + k);
                    if (k % 7 == 0) Thread.yield();
                }
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println(log);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<String>> futures = new ArrayList<>();
        for (int i = 0; i < 12; i++) futures.add(pool.submit(() -> Thread.currentThread().getName()));
        for (Future<String> future : futures) System.out.println(future.get());
        pool.shutdown();
        Map<Object, Integer> byIdentity = new HashMap<>();
        for (int i = 0; i < 20; i++) byIdentity.put(new Object(), i);
        System.out.println(byIdentity.values());
        System.out.println(IntStream.range(0, 1000).parallel().mapToObj(i -> Thread.currentThread().getName())
                .collect(Collectors.toCollection(() -> new TreeSet<String>())).toString());
        Thread.sleep(20);
        System.out.println(System.nanoTime());
    }
}
"#;

#[test]
fn ten_runs_are_one() {
    for jdk in Jdk::installed().unwrap() {
        let name = format!("determinism-{}", jdk.feature);
        let sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &name, jdk);
        sandbox.class("Restless.java", RESTLESS);
        let run = || {
            let finished =
                sandbox.raceproof(&["run", "Restless", "-cp", "classes", "--statistics"]);
            expect(&finished, 0, &["instructions"]);
            let stderr = finished.stderr_text();
            let counts = |line: &&str| !line.contains("elapsed") && !line.contains("peak memory");
            (finished.stdout_text(), stderr.lines().filter(counts).collect::<Vec<_>>().join("\n"))
        };
        let first = run();
        for round in 2..=10 {
            assert_eq!(run(), first, "run {round} on JDK {}", sandbox.jdk.feature);
        }
    }
}

/// Neither the environment nor the folder of a program is part of it.
#[test]
fn the_environment_does_not_count() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "determinism-environment");
    sandbox.class("Restless.java", RESTLESS);
    let arguments =
        ["run", "Restless", "-cp", "classes", "--format", "json", "--output", "report.json"];
    let run = |variables: &[(&str, &str)]| {
        let mut command = sandbox.command(&arguments);
        command.envs(variables.iter().copied());
        let finished = sandbox.finish(command);
        expect(&finished, 0, &[]);
        let text = std::fs::read_to_string(sandbox.folder.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        (finished.stdout_text(), report["statistics"]["instructions"].as_u64().unwrap())
    };
    let plain = run(&[]);
    assert_eq!(
        run(&[("TZ", "Asia/Tokyo"), ("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")]),
        plain
    );
    assert_eq!(
        run(&[("HOME", "/nowhere"), ("USER", "somebody"), ("CLASSPATH", "elsewhere")]),
        plain
    );
}
