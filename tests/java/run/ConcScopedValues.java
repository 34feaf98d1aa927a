// run: min=25
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Scoped values: bound for the time of a call, bound again inside it, seen by its thread only, gone afterwards. */
public class ConcScopedValues {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();
    static final ScopedValue<List<String>> LOG = ScopedValue.newInstance();

    record Request(String user, String path) { }

    static final class Denied extends Exception {
        private static final long serialVersionUID = 1;

        Denied(String message) {
            super(message);
        }
    }

    static void log(String line) {
        LOG.get().add(USER.orElse("nobody") + ": " + line);
    }

    /** Nothing on the way down passes the user as a parameter. */
    static String handle(Request request) throws Denied {
        return ScopedValue.where(USER, request.user()).call(() -> {
            log("asks for " + request.path());
            if (request.path().startsWith("/admin") && !USER.get().equals("root")) {
                throw new Denied(USER.get() + " may not see " + request.path());
            }
            return asRoot(() -> "content of " + request.path() + " for " + request.user());
        });
    }

    static String asRoot(ScopedValue.CallableOp<String, RuntimeException> body) {
        String answer = ScopedValue.where(USER, "root").call(() -> {
            log("reads the file");
            return body.call();
        });
        log("has the answer");
        return answer;
    }

    static void requests() {
        List<String> lines = new ArrayList<>();
        ScopedValue.where(LOG, lines).run(() -> {
            for (Request r : List.of(new Request("alice", "/home"), new Request("bob", "/admin/keys"),
                new Request("root", "/admin/keys"))) {
                try {
                    System.out.println(handle(r));
                } catch (Denied e) {
                    System.out.println("denied: " + e.getMessage() + ", user bound now: " + USER.isBound());
                }
            }
            log("all done");
        });
        System.out.println(lines);
    }

    static int countDown() {
        int depth = DEPTH.get();
        return depth == 0 ? 0 : depth + ScopedValue.where(DEPTH, depth - 1).call(ConcScopedValues::countDown);
    }

    static void bindings() {
        System.out.println("unbound " + USER.isBound() + ", or else " + USER.orElse("a guest"));
        try {
            USER.get();
        } catch (NoSuchElementException e) {
            System.out.println("no value to get");
        }
        try {
            USER.orElseThrow(() -> new IllegalStateException("who are you?"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        int sum = ScopedValue.where(DEPTH, 60).call(ConcScopedValues::countDown);
        System.out.println("bound again sixty times " + sum + ", bound after " + DEPTH.isBound());
        ScopedValue.Carrier carrier = ScopedValue.where(USER, "carried").where(DEPTH, 5).where(USER, "carried later");
        System.out.println("carrier has " + carrier.get(USER) + " " + carrier.get(DEPTH));
        carrier.run(() -> System.out.println("and binds " + USER.get() + " " + DEPTH.get() + ", a third "
            + LOG.isBound()));
        ScopedValue.where(USER, null).run(() -> System.out.println("null bound " + USER.isBound() + " " + USER.get()));
        try {
            carrier.get(LOG);
        } catch (NoSuchElementException e) {
            System.out.println("the carrier knows only its own");
        }
    }

    /** Each thread has its own bindings; a thread started inside a scope does not inherit them. */
    static void threads() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        CyclicBarrier together = new CyclicBarrier(4);
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = "user-" + i;
            Thread.Builder builder = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
            team.add(builder.start(() -> ScopedValue.where(USER, name).run(() -> {
                try {
                    together.await();
                    String first = USER.get();
                    together.await();
                    seen.add(first.equals(USER.get()) && first.equals(name) ? name : "mixed up");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            })));
        }
        for (Thread t : team) {
            t.join();
        }
        Collections.sort(seen);
        System.out.println(seen);
        ScopedValue.where(USER, "parent").call(() -> {
            List<String> children = Collections.synchronizedList(new ArrayList<>());
            Thread.ofVirtual().start(() -> children.add("virtual " + USER.isBound())).join();
            Thread.ofPlatform().start(() -> children.add("platform " + USER.isBound())).join();
            try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
                String captured = USER.get();
                Future<String> task = pool.submit(() -> USER.orElse("unbound") + ", handed over "
                    + ScopedValue.where(USER, captured).call(USER::get));
                children.add("pool " + task.get());
            }
            System.out.println(children + " while the parent has " + USER.get());
            return null;
        });
    }

    public static void main(String[] args) throws Exception {
        bindings();
        requests();
        threads();
        try {
            ScopedValue.where(USER, "thrower").run(() -> {
                throw new UnsupportedOperationException("out of the scope");
            });
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage() + ", bound " + USER.isBound());
        }
    }
}
