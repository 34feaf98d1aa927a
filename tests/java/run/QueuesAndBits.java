// run: min=17
import java.util.*;

/** ArrayDeque, PriorityQueue, BitSet, Stack, TreeSet, StringTokenizer, Iterator adapters and Collections wrappers. */
public class QueuesAndBits {
    record Task(String name, int priority) { }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void deque() {
        ArrayDeque<Integer> d = new ArrayDeque<>(2);
        for (int i = 0; i < 20; i++) { if (i % 3 == 0) d.addFirst(i); else d.addLast(i); if (i % 5 == 4) d.pollFirst(); }
        System.out.println(d + " " + d.size() + " " + d.peekFirst() + d.peekLast() + " " + d.contains(13) + " " + d.removeFirstOccurrence(13) + d.removeLastOccurrence(99));
        Iterator<Integer> it = d.descendingIterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.remove();
        System.out.println(d + " " + d.pop() + d.pollLast() + d);
        d.push(-1);
        d.removeIf(x -> x > 10);
        System.out.println(d + " " + d.stream().mapToInt(x -> x).sum() + " " + Arrays.toString(d.toArray()) + d.clone());
        d.clear();
        System.out.println(d.poll() + " " + d.peek());
        attempt("remove of empty", d::remove);
        attempt("element of empty", d::element);
        attempt("null element", () -> d.add(null));
        long sum = 0;
        for (int i = 0; i < 10000; i++) { d.add(i); if (d.size() > 100) sum += d.remove() * 3L; }
        System.out.println("ring " + sum + " " + d.size() + " " + d.getFirst());
    }

    static void heap() {
        PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingInt(Task::priority).thenComparing(Task::name));
        String[] names = {"wash", "cook", "sleep", "read", "walk", "code", "rest"};
        for (int i = 0; i < names.length; i++) tasks.offer(new Task(names[i], i * 5 % 4));
        System.out.println(tasks.peek() + " " + tasks.size() + " " + tasks.contains(new Task("read", 3)) + " " + tasks.remove(new Task("sleep", 2)));
        StringBuilder out = new StringBuilder();
        while (!tasks.isEmpty()) { Task t = tasks.poll(); out.append(t.priority()).append(t.name()).append(' '); }
        System.out.println(out + "" + tasks.poll());
        PriorityQueue<Integer> heap = new PriorityQueue<>(Collections.reverseOrder());
        Random r = new Random(3);
        for (int i = 0; i < 2000; i++) heap.add(r.nextInt(10000));
        heap.removeIf(x -> x % 2 == 1);
        int last = Integer.MAX_VALUE, count = 0;
        boolean ordered = true;
        while (!heap.isEmpty()) { int x = heap.poll(); ordered &= x <= last; last = x; count++; }
        System.out.println("heap " + count + " ordered " + ordered + " last " + last);
        System.out.println(new PriorityQueue<>(List.of(5, 3, 8, 1, 9, 2)));
        attempt("incomparable", () -> { PriorityQueue<Object> q = new PriorityQueue<>(); q.add("a"); q.add(1); });
    }

    static void bits() {
        BitSet a = new BitSet(), b = new BitSet(200);
        for (int i = 2; i < 100; i++) a.set(i);
        for (int i = 2; i < 100; i++) if (a.get(i)) for (int j = i * i; j < 100; j += i) a.clear(j);
        System.out.println("primes " + a + " " + a.cardinality() + " length " + a.length() + " next clear " + a.nextClearBit(2) + " next set " + a.nextSetBit(90)
            + " previous " + a.previousSetBit(88) + " none " + a.nextSetBit(98));
        b.set(60, 70);
        b.flip(65, 75);
        b.set(150);
        System.out.println(b + " " + Arrays.toString(b.toLongArray()) + " " + Arrays.toString(BitSet.valueOf(new byte[] {5, -1}).toByteArray()) + " " + b.size());
        BitSet c = (BitSet) a.clone();
        c.and(b);
        BitSet d = (BitSet) a.clone();
        d.xor(b);
        BitSet e = (BitSet) a.clone();
        e.andNot(b);
        BitSet f = (BitSet) a.clone();
        f.or(b);
        System.out.println(c + " " + d.cardinality() + " " + e.cardinality() + " " + f.cardinality() + " " + a.intersects(b) + " " + a.hashCode() + " " + a.equals(f) + " " + f.get(60, 80) + " "
            + b.stream().sum());
        attempt("negative bit", () -> a.set(-1));
        attempt("bad range", () -> a.clear(5, 2));
    }

    static void sets() {
        TreeSet<String> names = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        names.addAll(List.of("pear", "fig", "apple", "kiwi", "plum", "date", "fig"));
        System.out.println(names + " " + names.first() + names.last() + names.floor("lime") + names.higher("fig") + names.headSet("kiwi") + names.pollFirst() + names.descendingSet());
        NavigableSet<Integer> numbers = new TreeSet<>();
        for (int i = 0; i < 30; i += 3) numbers.add(i);
        numbers.subSet(5, 20).clear();
        System.out.println(numbers + " " + numbers.ceiling(4) + numbers.lower(0) + numbers.tailSet(21, false) + numbers.contains(6) + numbers.removeAll(Set.of(0, 3)) + numbers.retainAll(Set.of(21, 24)) + numbers);
        Set<Integer> odd = new LinkedHashSet<>();
        for (int i = 9; i > 0; i -= 2) odd.add(i);
        System.out.println(odd + " " + odd.add(5) + odd.remove(7) + odd.add(7) + odd + odd.equals(new HashSet<>(List.of(1, 3, 5, 7, 9))) + odd.hashCode());
        attempt("set of duplicates", () -> Set.of(1, 1));
        attempt("modified set", () -> { for (int x : odd) odd.add(x + 100); });
    }

    static void oldies() {
        Stack<String> stack = new Stack<>();
        for (String token : "3 4 + 2 * 7 /".split(" ")) {
            if (Character.isDigit(token.charAt(0))) { stack.push(token); continue; }
            int right = Integer.parseInt(stack.pop()), left = Integer.parseInt(stack.pop());
            stack.push("" + switch (token) { case "+" -> left + right; case "*" -> left * right; default -> left / right; });
        }
        System.out.println(stack + " " + stack.search("2") + " " + stack.peek() + stack.empty());
        attempt("empty stack", () -> new Stack<Integer>().pop());
        StringTokenizer tokens = new StringTokenizer("a=1; b=2;;c", "=;", true);
        StringBuilder out = new StringBuilder().append(tokens.countTokens());
        while (tokens.hasMoreTokens()) out.append('|').append(tokens.nextToken());
        System.out.println(out);
        Enumeration<Integer> old = new Vector<>(List.of(1, 2, 3)).elements();
        int sum = 0;
        for (Iterator<Integer> i = old.asIterator(); i.hasNext();) sum += i.next();
        System.out.println(sum + " " + Collections.list(Collections.enumeration(List.of("p", "q"))));
        Map<String, List<Integer>> sync = Collections.synchronizedMap(new TreeMap<>());
        sync.computeIfAbsent("k", k -> Collections.synchronizedList(new ArrayList<>())).add(1);
        System.out.println(sync + " " + Collections.unmodifiableCollection(sync.values()) + Collections.emptyMap() + Collections.singleton(1) + Collections.asLifoQueue(new ArrayDeque<>(List.of(2, 1))));
        List<Integer> deal = new ArrayList<>(Collections.nCopies(3, 0));
        ListIterator<Integer> it = deal.listIterator(3);
        while (it.hasPrevious()) it.set(it.previousIndex() + 1 + it.previous());
        System.out.println(deal + " " + Objects.hash(1, "a", null) + Objects.equals(null, null) + Objects.requireNonNullElse(null, "else") + Objects.toString(null, "none") + Objects.compare(1, 2, Integer::compare));
        String grid = "";
        int[][] life = new int[8][8];
        for (int[] cell : new int[][] {{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}}) life[cell[0]][cell[1]] = 1;
        for (int g = 0; g < 8; g++) {
            int[][] next = new int[8][8];
            for (int y = 0; y < 8; y++) for (int x = 0; x < 8; x++) {
                int n = 0;
                for (int k = 0; k < 9; k++) if (k != 4) n += life[(y + k / 3 + 7) % 8][(x + k % 3 + 7) % 8];
                next[y][x] = n == 3 || n == 2 && life[y][x] == 1 ? 1 : 0;
            }
            life = next;
        }
        for (int[] row : life) for (int c : row) grid += c;
        System.out.println(grid);
    }

    public static void main(String[] args) {
        deque();
        heap();
        bits();
        sets();
        oldies();
    }
}
