// run: min=22
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Memory outside the heap with a life of its own: shared between threads, confined to one, and closed. */
public class SharedArenas {
    public static void main(String[] args) throws InterruptedException {
        shared();
        confined();
        lifetimes();
        slices();
    }

    private static void shared() throws InterruptedException {
        MemorySegment kept;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment numbers = arena.allocate(ValueLayout.JAVA_LONG, 8);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int index = i;
                Thread thread = new Thread(() -> numbers.setAtIndex(ValueLayout.JAVA_LONG, index, index * index));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            long sum = 0;
            for (int i = 0; i < 8; i++) {
                sum += numbers.getAtIndex(ValueLayout.JAVA_LONG, i);
            }
            System.out.println("sum of squares: " + sum);
            kept = numbers;
        }
        System.out.println("alive: " + kept.scope().isAlive());
        attempt(() -> kept.get(ValueLayout.JAVA_LONG, 0));
    }

    private static void confined() throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom("confined");
            Thread other = new Thread(() -> attempt(() -> text.getString(0)));
            other.setName("other");
            other.start();
            other.join();
            attempt(() -> text.getString(0));
            attempt(() -> text.get(ValueLayout.JAVA_BYTE, 9));
        }
    }

    private static void lifetimes() {
        Arena arena = Arena.ofShared();
        arena.close();
        attempt(() -> {
            arena.close();
            return "closed twice";
        });
        attempt(() -> arena.allocate(4));
        attempt(() -> {
            Arena.global().close();
            return "closed the global arena";
        });
        attempt(() -> {
            Arena.ofAuto().close();
            return "closed an automatic arena";
        });
    }

    private static void slices() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment bytes = arena.allocate(16);
            bytes.fill((byte) 7);
            MemorySegment.copy(MemorySegment.ofArray(new byte[] {1, 2, 3, 4}), 0, bytes, 4, 4);
            MemorySegment middle = bytes.asSlice(3, 6).asReadOnly();
            StringBuilder shown = new StringBuilder();
            for (byte b : middle.toArray(ValueLayout.JAVA_BYTE)) {
                shown.append(b).append(' ');
            }
            System.out.println(shown.append(middle.isReadOnly()));
            System.out.println("mismatch: " + bytes.mismatch(MemorySegment.ofArray(new byte[] {7, 7, 7, 7, 1, 9})));
            attempt(() -> {
                middle.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
                return "written";
            });
        }
    }

    interface Attempt {
        Object run();
    }

    private static void attempt(Attempt attempt) {
        try {
            System.out.println(attempt.run());
        } catch (RuntimeException e) {
            // The address and the thread in some messages differ from run to run.
            String message = String.valueOf(e.getMessage()).replaceAll("0x[0-9a-f]+", "address").replaceAll("#\\d+", "#");
            System.out.println(e.getClass().getSimpleName() + ": " + message);
        }
    }
}
