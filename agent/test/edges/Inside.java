package edges;

import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** What methods of the program do that a collection or a phaser of the library calls, meanwhile. */
public final class Inside {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Found", Found::run), Map.entry("Keyed", Keyed::run), Map.entry("Visited", Visited::run),
            Map.entry("Replaced", Replaced::run), Map.entry("Sorted", Sorted::run), Map.entry("Streamed", Streamed::run),
            Map.entry("Advanced", Advanced::run), Map.entry("Monitored", Monitored::run), Map.entry("Elements", Elements::run),
            Map.entry("Fenced", Fenced::run));
    }

    /** An element that is changed after it was made, by whoever puts it. */
    private static final class Element {
        int number;

        static Element of(int number) {
            Element made = new Element();
            Cases.join(Cases.start(() -> made.number = 1));
            made.number = number;
            return made;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Element && ((Element) other).number == number;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private static List<Collection<Element>> collections() {
        return List.of(new ArrayBlockingQueue<>(9), new LinkedBlockingQueue<>(), new LinkedBlockingDeque<>(), new ConcurrentLinkedQueue<>(),
            new PriorityBlockingQueue<>(9, Comparator.comparingInt((Element each) -> each.number)), new CopyOnWriteArrayList<>(),
            new ConcurrentSkipListSet<>(Comparator.comparingInt((Element each) -> each.number)));
    }

    private interface Look {
        int at(Collection<Element> all) throws Exception;
    }

    /** One puts elements, one looks meanwhile. */
    private static void look(List<Collection<Element>> several, Look look, Cases.Work race) throws Exception {
        for (Collection<Element> all : several) {
            Thread putting = Cases.start(() -> {
                for (int each = 0; each < 3; each++) {
                    all.add(Element.of(each));
                    Thread.sleep(3);
                }
                race.run();
            });
            for (int round = 0; round < 6; round++) {
                look.at(all);
                Thread.sleep(2);
            }
            race.run();
            putting.join();
        }
    }

    /** By `equals`. */
    static final class Found {
        static int x;

        private static void race(boolean isRacy) throws Exception {
            if (isRacy) {
                Cases.pause();
                x++;
            }
        }

        static void run(boolean isRacy) throws Exception {
            look(collections(), all -> all.contains(new Element()) ? 1 : 0, () -> race(isRacy));
        }
    }

    /** By a function that is given each, and one that asks of each. */
    static final class Visited {
        static int x;

        private static void race(boolean isRacy) throws Exception {
            if (isRacy) {
                Cases.pause();
                x++;
            }
        }

        static void run(boolean isRacy) throws Exception {
            look(collections(), all -> {
                int[] sum = new int[1];
                all.forEach(each -> sum[0] += each.number);
                all.removeIf(each -> each.number < 0);
                return sum[0];
            }, () -> race(isRacy));
        }
    }

    /** Elements that come to a stream while it goes on. */
    static final class Streamed {
        static int x;

        private static void race(boolean isRacy) throws Exception {
            if (isRacy) {
                Cases.pause();
                x++;
            }
        }

        static void run(boolean isRacy) throws Exception {
            look(List.of(new LinkedBlockingQueue<>(), new LinkedBlockingDeque<>(), new CopyOnWriteArrayList<>()),
                all -> all.stream().mapToInt(each -> each.number).sum(), () -> race(isRacy));
        }
    }

    /** Keys are compared while another puts equal hashes. */
    static final class Keyed {
        static int x;

        private static void race(boolean isRacy) throws Exception {
            if (isRacy) {
                Cases.pause();
                x++;
            }
        }

        static void run(boolean isRacy) throws Exception {
            Map<Element, String> map = new ConcurrentHashMap<>();
            Thread putting = Cases.start(() -> {
                for (int each = 0; each < 4; each++) {
                    map.put(Element.of(each), "");
                }
                race(isRacy);
            });
            for (int round = 0; round < 6; round++) {
                map.get(new Element());
                map.containsKey(new Element());
                Thread.sleep(2);
            }
            race(isRacy);
            putting.join();
        }
    }

    /** What a change does to elements is done when it is. */
    static final class Replaced {
        static int x;

        private static void race(boolean isRacy) throws Exception {
            if (isRacy) {
                Cases.pause();
                x++;
            }
        }

        static void run(boolean isRacy) throws Exception {
            List<Element> list = new CopyOnWriteArrayList<>(List.of(new Element(), new Element()));
            Thread changing = Cases.start(() -> {
                for (int round = 0; round < 3; round++) {
                    int number = round;
                    list.replaceAll(each -> {
                        Element changed = new Element();
                        Cases.join(Cases.start(() -> changed.number = number));
                        changed.number++;
                        return changed;
                    });
                }
                race(isRacy);
            });
            int sum = 0;
            for (int round = 0; round < 6; round++) {
                sum += list.get(0).number;
                Thread.sleep(2);
            }
            race(isRacy);
            changing.join();
        }
    }

    /** A comparator looks at what several have put. */
    static final class Sorted {
        static int x;

        private static void race(boolean isRacy) throws Exception {
            if (isRacy) {
                Cases.pause();
                x++;
            }
        }

        static void run(boolean isRacy) throws Exception {
            PriorityBlockingQueue<Element> queue =
                new PriorityBlockingQueue<>(9, Comparator.comparingInt((Element each) -> each.number));
            Cases.Work putting = () -> {
                for (int each = 0; each < 4; each++) {
                    queue.put(Element.of(each));
                }
                race(isRacy);
            };
            Thread one = Cases.start(putting);
            putting.run();
            one.join();
        }
    }

    /** Who arrives last runs `onAdvance`, and looks at what all have done. */
    static final class Advanced {
        static int x;

        private static void race(boolean isRacy) throws Exception {
            if (isRacy) {
                Cases.pause();
                x++;
            }
        }

        static void run(boolean isRacy) throws Exception {
            int[] parts = new int[2];
            Phaser phaser = new Phaser(2) {
                @Override
                protected boolean onAdvance(int phase, int parties) {
                    parts[0] += parts[1];
                    return false;
                }
            };
            Thread[] threads = new Thread[2];
            for (int each = 0; each < 2; each++) {
                int number = each;
                threads[each] = Cases.start(() -> {
                    for (int round = 0; round < 40; round++) {
                        parts[number]++;
                        phaser.arriveAndAwaitAdvance();
                    }
                    race(isRacy);
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** Collections whose monitor is held meanwhile. */
    static final class Monitored {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Vector<Element> vector = new Vector<>(List.of(new Element()));
            Map<String, Element> map = Collections.synchronizedMap(new HashMap<>(Map.of("", new Element())));
            Cases.Work changing = () -> {
                for (int round = 0; round < 20; round++) {
                    vector.replaceAll(each -> {
                        each.number++;
                        return each;
                    });
                    map.compute("", (key, each) -> {
                        each.number++;
                        return each;
                    });
                }
                if (isRacy) {
                    Cases.pause();
                    x++;
                }
            };
            Thread other = Cases.start(changing);
            changing.run();
            other.join();
        }
    }

    /** Each element of an atomic array hands over by itself. */
    static final class Elements {
        static int x;

        static void run(boolean isRacy) throws Exception {
            AtomicIntegerArray flags = new AtomicIntegerArray(2);
            Thread other = Cases.start(() -> {
                if (!isRacy) {
                    x++;
                }
                flags.set(0, 1);
                if (isRacy) {
                    x++;
                }
            });
            Cases.pause();
            flags.set(1, 1);
            while (flags.get(0) == 0) {
                Thread.onSpinWait();
            }
            x++;
            other.join();
        }
    }

    /** What stands before a fence and behind another. */
    static final class Fenced {
        static int x;

        static void run(boolean isRacy) throws Exception {
            AtomicInteger flag = new AtomicInteger();
            Thread other = Cases.start(() -> {
                if (!isRacy) {
                    x++;
                }
                VarHandle.releaseFence();
                flag.setOpaque(1);
                if (isRacy) {
                    x++;
                }
            });
            while (flag.getOpaque() == 0) {
                Thread.onSpinWait();
            }
            VarHandle.acquireFence();
            x++;
            other.join();
        }
    }
}
