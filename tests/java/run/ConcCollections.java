// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;

/** Skip lists, linked queues and deques without locks, and copies on write, under several threads. */
public class ConcCollections {
    interface Task {
        void run(int me);
    }

    static void team(int size, Task body) throws InterruptedException {
        Thread[] team = new Thread[size];
        for (int i = 0; i < size; i++) {
            int me = i;
            team[i] = new Thread(() -> body.run(me), "member-" + i);
            team[i].start();
        }
        for (Thread t : team) {
            t.join();
        }
    }

    static void skipLists() throws InterruptedException {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        AtomicInteger fresh = new AtomicInteger();
        team(4, me -> {
            for (int i = 0; i < 200; i++) {
                int key = (i * 53 + me * 17) % 300;
                if (map.putIfAbsent(key, "k" + key) == null) {
                    fresh.incrementAndGet();
                }
            }
        });
        boolean sorted = true;
        int last = -1;
        for (int key : map.keySet()) {
            sorted &= key > last;
            last = key;
        }
        System.out.println("fresh " + fresh + " of " + map.size() + ", sorted " + sorted + ", ends " + map.firstKey()
            + " " + map.lastEntry());
        System.out.println("around 100: " + map.lowerKey(100) + " " + map.floorKey(100) + " " + map.ceilingKey(100)
            + " " + map.higherKey(100) + ", above the end " + map.higherEntry(299));
        System.out.println("window " + map.subMap(10, true, 14, false) + ", backwards "
            + map.headMap(5).descendingMap() + ", tail size " + map.tailMap(290).size());
        List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
        team(3, me -> {
            for (int i = 0; i < 20; i++) {
                taken.add(me == 0 ? map.pollLastEntry().getKey() : map.pollFirstEntry().getKey());
            }
        });
        System.out.println("polled from both ends " + new TreeSet<>(taken).size() + ", left " + map.firstKey() + ".."
            + map.lastKey());
        ConcurrentSkipListMap<String, Integer> tally = new ConcurrentSkipListMap<>(Collections.reverseOrder());
        team(4, me -> {
            for (int i = 0; i < 100; i++) {
                tally.merge("abc".substring(i % 3, i % 3 + 1), me, Integer::sum);
            }
        });
        ConcurrentSkipListSet<String> names = new ConcurrentSkipListSet<>(List.of("pear", "fig", "apple", "fig2"));
        System.out.println("tally " + tally + ", names " + names + " below g " + names.headSet("g") + " last first "
            + names.descendingSet().first() + ", polled " + names.pollFirst());
    }

    static void linked() throws InterruptedException {
        ConcurrentLinkedQueue<int[]> queue = new ConcurrentLinkedQueue<>();
        List<List<int[]>> got = new ArrayList<>();
        AtomicInteger left = new AtomicInteger(3 * 150);
        for (int i = 0; i < 5; i++) {
            got.add(new ArrayList<>());
        }
        team(5, me -> {
            for (int n = 0; me < 3 && n < 150; n++) {
                queue.add(new int[] {me, n});
            }
            while (left.get() > 0) {
                int[] item = queue.poll();
                if (item != null) {
                    got.get(me).add(item);
                    left.decrementAndGet();
                } else {
                    Thread.yield();
                }
            }
        });
        boolean ordered = true;
        long sum = 0;
        for (List<int[]> mine : got) {
            int[] last = {-1, -1, -1};
            for (int[] item : mine) {
                ordered &= item[1] > last[item[0]];
                last[item[0]] = item[1];
                sum += item[0] * 1000 + item[1];
            }
        }
        System.out.println("queue passed on a sum of " + sum + ", in order " + ordered + ", empty " + queue.isEmpty());
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        team(4, me -> {
            for (int i = 0; i < 50; i++) {
                if (me % 2 == 0) {
                    deque.addFirst(-(me * 100 + i) - 1);
                } else {
                    deque.addLast(me * 100 + i);
                }
            }
        });
        int switches = 0;
        int previous = -1;
        for (int n : deque) {
            switches += (n < 0) == (previous < 0) ? 0 : 1;
            previous = n;
        }
        AtomicInteger total = new AtomicInteger();
        team(4, me -> {
            for (Integer n = me % 2 == 0 ? deque.pollFirst() : deque.pollLast(); n != null; n = deque.poll()) {
                total.addAndGet(n);
            }
        });
        System.out.println("deque: negatives first, then positives " + (switches == 1) + ", total " + total + ", peek "
            + deque.peekFirst());
        ConcurrentLinkedDeque<String> line = new ConcurrentLinkedDeque<>(List.of("a", "b", "c", "b", "d"));
        line.removeLastOccurrence("b");
        Iterator<String> weak = line.iterator();
        weak.next();
        line.addLast("seen");
        weak.remove();
        StringBuilder rest = new StringBuilder();
        weak.forEachRemaining(rest::append);
        System.out.println("a weak iterator removes and sees additions: " + rest + " of " + line);
    }

    /** Listeners may come and go while an event is being told to those that were there at its start. */
    static void copies() throws InterruptedException {
        CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
        AtomicInteger told = new AtomicInteger();
        Runnable once = new Runnable() {
            @Override
            public void run() {
                told.incrementAndGet();
                listeners.remove(this);
                listeners.add(() -> told.addAndGet(100));
            }
        };
        listeners.add(once);
        listeners.add(() -> told.addAndGet(10));
        listeners.forEach(Runnable::run);
        System.out.println("first event " + told + ", listeners " + listeners.size());
        for (Runnable listener : listeners) {
            listener.run();
        }
        System.out.println("second event " + told);
        CopyOnWriteArrayList<Integer> numbers = new CopyOnWriteArrayList<>();
        CopyOnWriteArraySet<Integer> digits = new CopyOnWriteArraySet<>();
        AtomicInteger absent = new AtomicInteger();
        team(4, me -> {
            for (int i = 0; i < 40; i++) {
                numbers.add(me);
                digits.add((i * 7 + me) % 10);
                absent.addAndGet(numbers.addIfAbsent(1000 + i) ? 1 : 0);
            }
        });
        Iterator<Integer> snapshot = numbers.iterator();
        numbers.removeIf(n -> n < 1000);
        int old = 0;
        while (snapshot.hasNext()) {
            old += snapshot.next() < 1000 ? 1 : 0;
        }
        Object[] sorted = digits.toArray();
        Arrays.sort(sorted);
        System.out.println("added " + absent + ", old ones still in the snapshot " + old + ", now " + numbers.size()
            + ", digits " + Arrays.toString(sorted));
        try {
            Iterator<Integer> it = numbers.iterator();
            it.next();
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("a snapshot can't be changed");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        skipLists();
        linked();
        copies();
    }
}
