// run: min=21
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads: starting, joining, parking, interrupting, executors, thread locals, uncaught exceptions, many at once. */
public class VirtualThreads {
    static void attempt(String what, Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static int depth(int n) {
        if (n == 0) {
            Thread.yield();
            return 0;
        }
        return depth(n - 1) + 1;
    }

    public static void main(String[] args) throws Exception {
        Thread t = Thread.ofVirtual().name("virtual-one").unstarted(() -> System.out.println("running as " + Thread.currentThread().getName() + " virtual " + Thread.currentThread().isVirtual() + " daemon " + Thread.currentThread().isDaemon() + " priority " + Thread.currentThread().getPriority() + " group " + Thread.currentThread().getThreadGroup().getName()));
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.getName());
        t.start();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.join(java.time.Duration.ofMillis(1)));
        attempt("not a daemon", () -> { t.setDaemon(false); return 0; });
        attempt("priority stays", () -> { t.setPriority(10); return t.getPriority(); });
        Thread named = Thread.ofVirtual().name("worker-", 5).factory().newThread(() -> { });
        System.out.println(named.getName() + " [" + Thread.startVirtualThread(() -> { }).getName() + "] " + Thread.ofPlatform().name("p").daemon(true).unstarted(() -> { }).isVirtual());

        AtomicInteger counter = new AtomicInteger();
        List<Thread> many = new ArrayList<>();
        for (int i = 0; i < 2000; i++) { int n = i; many.add(Thread.ofVirtual().start(() -> { if (n % 3 == 0) Thread.yield(); counter.addAndGet(n); })); }
        for (Thread v : many) v.join();
        System.out.println("sum " + counter.get());
        try (ExecutorService e = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 50; i++) { int n = i; futures.add(e.submit(() -> { Thread.sleep(n % 5); return n * n; })); }
            int sum = 0;
            for (Future<Integer> f : futures) sum += f.get();
            System.out.println("squares " + sum + " " + e.submit(() -> Thread.currentThread().isVirtual()).get() + " " + futures.get(3).state() + " " + futures.get(4).resultNow());
            Future<Object> failing = e.submit(() -> { throw new IllegalStateException("inside"); });
            attempt("failing", failing::get);
            System.out.println(failing.state() + " " + failing.exceptionNow());
            System.out.println(e.invokeAll(List.of(() -> "a", () -> "b")).stream().map(Future::resultNow).toList());
        }

        Thread sleeper = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                System.out.println("interrupted, flag " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.interrupt();
        sleeper.join();
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        List<Integer> got = new ArrayList<>();
        Thread producer = Thread.ofVirtual().start(() -> { try { for (int i = 0; i < 20; i++) queue.put(i); queue.put(-1); } catch (InterruptedException e) { throw new AssertionError(e); } });
        Thread consumer = Thread.ofVirtual().start(() -> { try { for (int x; (x = queue.take()) >= 0; ) got.add(x); } catch (InterruptedException e) { throw new AssertionError(e); } });
        producer.join();
        consumer.join();
        System.out.println(got);
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        int[] shared = new int[2];
        List<Thread> contenders = new ArrayList<>();
        for (int i = 0; i < 20; i++) contenders.add(Thread.startVirtualThread(() -> {
            for (int k = 0; k < 50; k++) {
                lock.lock();
                try { shared[0]++; if (k % 10 == 0) Thread.yield(); } finally { lock.unlock(); }
                synchronized (monitor) { shared[1]++; }
            }
        }));
        for (Thread c : contenders) c.join();
        System.out.println(Arrays.toString(shared));
        Thread waiter = Thread.startVirtualThread(() -> { synchronized (monitor) { while (shared[1] > 0) try { monitor.wait(); } catch (InterruptedException e) { return; } shared[0] = -7; } });
        synchronized (monitor) { shared[1] = 0; monitor.notifyAll(); }
        waiter.join();
        System.out.println("notified " + shared[0]);

        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "initial");
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
        local.set("main");
        inherited.set("from main");
        Thread.ofVirtual().start(() -> { String before = local.get(); local.set("mine"); System.out.println(before + " " + local.get() + " " + inherited.get()); }).join();
        Thread.ofVirtual().inheritInheritableThreadLocals(false).start(() -> System.out.println(inherited.get())).join();
        System.out.println(local.get());
        Thread.ofVirtual().uncaughtExceptionHandler((thread, e) -> System.out.println("handler got " + e + " in " + thread.getName())).name("failing").start(() -> { throw new IllegalArgumentException("uncaught"); }).join();
        int[] reached = new int[1];
        Thread.startVirtualThread(() -> reached[0] = depth(500)).join();
        System.out.println("depth " + reached[0]);
        Thread parked = Thread.ofVirtual().start(() -> { java.util.concurrent.locks.LockSupport.park(); System.out.println("unparked"); });
        java.util.concurrent.locks.LockSupport.unpark(parked);
        parked.join();
        CompletableFuture<String> future = new CompletableFuture<>();
        Thread.startVirtualThread(() -> future.complete("completed"));
        System.out.println(future.get(10, TimeUnit.SECONDS) + " " + future.thenApplyAsync(String::length, Thread::startVirtualThread).get());
        StringBuilder ping = new StringBuilder();
        SynchronousQueue<String> a = new SynchronousQueue<>(), b = new SynchronousQueue<>();
        Thread echo = Thread.startVirtualThread(() -> { try { for (int i = 0; i < 5; i++) b.put(a.take() + "!"); } catch (InterruptedException e) { return; } });
        for (int i = 0; i < 5; i++) { a.put("p" + i); ping.append(b.take()).append(' '); }
        echo.join();
        System.out.println(ping);
        List<String> frames = new ArrayList<>();
        Thread.startVirtualThread(() -> { for (StackTraceElement f : new Throwable().getStackTrace()) frames.add(f.getMethodName().replaceAll("lambda\\$main\\$\\d+", "lambda")); }).join();
        System.out.println(frames.get(0) + " " + frames.contains("main"));
    }
}
