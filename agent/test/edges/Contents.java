package edges;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;

/**
 * Objects of the library whose state nobody records, guarded by a lock that is another object. One thread writes `x` and then says so by
 * the state, the other finds it there and writes `x`, too: in no order of the critical sections before.
 */
public final class Contents {
    private static final Object LOCK = new Object();

    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Listed", Listed::run), Map.entry("Mapped", Mapped::run),
            Map.entry("Iterated", Iterated::run), Map.entry("Text", Text::run), Map.entry("Shared", Shared::run),
            Map.entry("Copied", Copied::run), Map.entry("Added", Added::run), Map.entry("Viewed", Viewed::run),
            Map.entry("Concatenated", Concatenated::run), Map.entry("Compared", Compared::run),
            Map.entry("Evicted", Evicted::run), Map.entry("Counted", Counted::run), Map.entry("Waited", Waited::run),
            Map.entry("Nested", Nested::run), Map.entry("Referenced", Referenced::run), Map.entry("Reflected", Reflected::run),
            Map.entry("Made", Made::run), Map.entry("Removed", Removed::run), Map.entry("Two", Two::run));
    }

    /** Both threads in the order in which nothing is left open; the second writes if it finds what the first has left. */
    static void inTurn(boolean isRacy, Runnable write, Runnable leave, BooleanSupplier find) throws Exception {
        Thread first = Cases.start(() -> {
            if (!isRacy) {
                write.run();
            }
            leave.run();
            if (isRacy) {
                write.run();
            }
        });
        Thread second = Cases.start(() -> {
            Cases.pause();
            if (find.getAsBoolean()) {
                write.run();
            }
        });
        first.join();
        second.join();
    }

    static void locked(Runnable work) {
        synchronized (LOCK) {
            work.run();
        }
    }

    static boolean locked(BooleanSupplier find) {
        synchronized (LOCK) {
            return find.getAsBoolean();
        }
    }

    static final class Listed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<Object> list = new ArrayList<>();
            inTurn(isRacy, () -> x++, () -> locked(() -> list.add("done")), () -> locked(() -> !list.isEmpty() && list.remove(0) != null));
        }
    }

    static final class Mapped {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            Map<Object, Object> map = new HashMap<>();
            inTurn(isRacy, () -> x++, () -> {
                lock.lock();
                map.put("done", "");
                lock.unlock();
            }, () -> {
                lock.lock();
                boolean isDone = map.get("done") != null;
                lock.unlock();
                return isDone;
            });
        }
    }

    /** Whoever comes to the end knows that the others have been taken. */
    static final class Iterated {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Iterator<String> iterator = List.of("only").iterator();
            inTurn(isRacy, () -> x++, () -> locked((Runnable) iterator::next), () -> locked(() -> !iterator.hasNext()));
        }
    }

    static final class Text {
        static int x;

        static void run(boolean isRacy) throws Exception {
            StringBuilder text = new StringBuilder();
            inTurn(isRacy, () -> x++, () -> locked(() -> text.append('a')), () -> locked(() -> text.length() > 0));
        }
    }

    static final class Shared {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            ArrayDeque<Object> deque = new ArrayDeque<>();
            inTurn(isRacy, () -> x++, () -> {
                lock.writeLock().lock();
                deque.add("done");
                lock.writeLock().unlock();
            }, () -> {
                lock.readLock().lock();
                boolean isDone = deque.peek() != null;
                lock.readLock().unlock();
                return isDone;
            });
        }
    }

    /** Seen by a constructor and written by a static method. */
    static final class Copied {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<String> list = new ArrayList<>();
            inTurn(isRacy, () -> x++, () -> locked((Runnable) () -> Collections.addAll(list, "done")), () -> {
                synchronized (LOCK) {
                    return !new ArrayList<>(list).isEmpty();
                }
            });
        }
    }

    /** Into a list of the thread's own. */
    static final class Added {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<String> list = new ArrayList<>();
            inTurn(isRacy, () -> x++, () -> locked(() -> list.add("done")), () -> locked(() -> new ArrayList<>().addAll(list)));
        }
    }

    static final class Viewed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Map<String, String> map = new HashMap<>(Map.of("state", ""));
            Map.Entry<String, String> entry = map.entrySet().iterator().next();
            Iterable<String> values = map.values();
            inTurn(isRacy, () -> x++, () -> locked((Runnable) () -> entry.setValue("done")), () -> locked(() -> {
                for (String value : values) {
                    if (value.equals("done")) {
                        return true;
                    }
                }
                return false;
            }));
        }
    }

    static final class Concatenated {
        static int x;

        static void run(boolean isRacy) throws Exception {
            BitSet set = new BitSet();
            inTurn(isRacy, () -> x++, () -> locked(() -> set.set(1)), () -> locked(() -> ("" + set).equals("{1}")));
        }
    }

    /** Records compare what they hold. */
    static final class Compared {
        static int x;

        private record Box(BitSet set) {}

        static void run(boolean isRacy) throws Exception {
            Box box = new Box(new BitSet());
            Box empty = new Box(new BitSet());
            inTurn(isRacy, () -> x++, () -> locked(() -> box.set().set(1)), () -> locked(() -> box.hashCode() != empty.hashCode()));
        }
    }

    /** Asking changes whose turn it is to go. */
    static final class Evicted {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Map<String, String> map = new LinkedHashMap<>(4, 1, true);
            map.put("a", "");
            map.put("b", "");
            inTurn(isRacy, () -> x++, () -> locked((Runnable) () -> map.get("a")),
                () -> locked(() -> map.keySet().iterator().next().equals("b")));
        }
    }

    /** By the static method of a class that knows arrays, and by what is made of the list. */
    static final class Counted {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<Integer> list = Arrays.asList(2, 1);
            inTurn(isRacy, () -> x++, () -> locked(() -> Collections.sort(list)),
                () -> locked(() -> list.stream().limit(1).anyMatch(first -> first == 1)));
        }
    }

    /** The list is looked at again behind the wait, in which others have had the lock. */
    static final class Waited {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<String> list = new ArrayList<>();
            Thread second = Cases.start(() -> {
                synchronized (LOCK) {
                    while (list.isEmpty()) {
                        LOCK.wait(10);
                    }
                }
                x++;
            });
            Cases.pause();
            if (!isRacy) {
                x++;
            }
            synchronized (LOCK) {
                list.add("done");
            }
            if (isRacy) {
                x++;
            }
            second.join();
        }
    }

    /** The state is guarded by the outer lock, and used in the inner one's second section. */
    static final class Nested {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<String> list = new ArrayList<>();
            Object[] others = {new Object(), new Object()};
            inTurn(isRacy, () -> x++, () -> locked(() -> {
                synchronized (LOCK) {
                    list.isEmpty();
                }
                synchronized (others[0]) {
                    list.add("done");
                }
            }), () -> locked(() -> {
                synchronized (others[1]) {
                    return !list.isEmpty();
                }
            }));
        }
    }

    /** By a method reference, which the library calls. */
    static final class Referenced {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<String> list = new ArrayList<>();
            inTurn(isRacy, () -> x++, () -> locked(() -> List.of("done").forEach(list::add)), () -> locked(() -> list.contains("done")));
        }
    }

    /** By reflection, which may stand for any call. */
    static final class Reflected {
        static int x;

        private static boolean add(List<String> list) {
            try {
                return (boolean) List.class.getMethod("add", Object.class).invoke(list, "done");
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        static void run(boolean isRacy) throws Exception {
            List<String> list = new ArrayList<>();
            inTurn(isRacy, () -> x++, () -> locked((Runnable) () -> add(list)), () -> locked(() -> !list.isEmpty()));
        }
    }

    /** A list is its maker's own only in the section in which it was made. */
    static final class Made {
        static int x;
        private static List<String> last = new ArrayList<>();

        static void run(boolean isRacy) throws Exception {
            inTurn(isRacy, () -> {
                synchronized (LOCK) {
                    last = new ArrayList<>(last);
                }
                x++;
            }, () -> locked(() -> last.add("done")), () -> locked(() -> !last.isEmpty()));
        }
    }

    /** An iterator of the thread's own changes what it goes through. */
    static final class Removed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<String> list = new ArrayList<>(List.of("open"));
            inTurn(isRacy, () -> x++, () -> locked(() -> {
                Iterator<String> iterator = list.iterator();
                iterator.next();
                iterator.remove();
            }), () -> locked(list::isEmpty));
        }
    }

    /** Two that only look may change places, and what is behind them. */
    static final class Two {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<String> list = List.of("a");
            List<String> open = new ArrayList<>(list);
            inTurn(isRacy, () -> {
                synchronized (Two.class) {
                    x++;
                }
                if (isRacy) {
                    x++;
                }
            }, () -> locked(() -> open.equals(list)), () -> locked(() -> open.contains("a")));
        }
    }
}
