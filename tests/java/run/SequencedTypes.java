// run: min=21
import java.util.*;
import java.util.stream.*;

/** Sequenced collections and maps: first, last, reversed views of every kind, and what they refuse. */
public class SequencedTypes {
    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    static void collection(SequencedCollection<Integer> c) {
        String name = c.getClass().getSimpleName();
        System.out.println(name + " " + c + " first " + c.getFirst() + " last " + c.getLast() + " reversed " + c.reversed() + " twice " + c.reversed().reversed() + " stream " + c.reversed().stream().map(String::valueOf).collect(Collectors.joining("<")));
        attempt("  addFirst", () -> { c.addFirst(100); return c; });
        attempt("  addLast", () -> { c.addLast(-100); return c; });
        attempt("  addLast existing", () -> { c.addLast(c.getFirst()); return c; });
        attempt("  addFirst existing", () -> { c.addFirst(3); return c; });
        attempt("  removeFirst", () -> c.removeFirst() + " " + c);
        attempt("  removeLast", () -> c.removeLast() + " " + c);
        attempt("  through the reversed view", () -> { SequencedCollection<Integer> r = c.reversed(); r.addFirst(55); r.remove(2); Iterator<Integer> i = r.iterator(); i.next(); i.next(); i.remove(); return c + " " + r + " " + r.size() + r.contains(55) + " " + Arrays.toString(r.toArray()) + r.equals(c); });
        attempt("  concurrent modification", () -> { for (Integer x : c.reversed()) c.add(x + 1000); return c.size() < 100; });
        c.clear();
        attempt("  first of empty", c::getFirst);
        attempt("  last of empty reversed", () -> c.reversed().getLast());
        attempt("  remove of empty", c::removeLast);
    }

    static void map(SequencedMap<String, Integer> m) {
        for (String s : "one two three four five".split(" ")) m.put(s, s.length());
        System.out.println(m.getClass().getSimpleName() + " " + m + " " + m.firstEntry() + " " + m.lastEntry() + " " + m.reversed() + " " + m.sequencedKeySet().reversed() + " " + m.sequencedValues().getLast() + " " + m.sequencedEntrySet().getFirst() + " " + m.reversed().sequencedValues() + " " + m.reversed().equals(m));
        attempt("  putFirst", () -> m.putFirst("zero", 0) + " " + m);
        attempt("  putFirst existing", () -> m.putFirst("three", 33) + " " + m);
        attempt("  putLast existing", () -> m.putLast("one", 11) + " " + m);
        attempt("  poll", () -> m.pollFirstEntry() + " " + m.pollLastEntry() + " " + m);
        attempt("  reversed put", () -> { m.reversed().put("new", 9); m.reversed().putFirst("tail", 8); return m; });
        attempt("  views", () -> m.sequencedKeySet().removeFirst() + " " + m.reversed().sequencedValues().removeLast() + " " + m);
        attempt("  key set add", () -> m.sequencedKeySet().add("x"));
        attempt("  entry set value", () -> m.firstEntry().setValue(5));
        attempt("  iterate reversed", () -> { StringBuilder b = new StringBuilder(); m.reversed().forEach((k, v) -> b.append(k).append(v)); m.reversed().replaceAll((k, v) -> v + 1); return b + " " + m; });
        m.clear();
        attempt("  empty", () -> m.firstEntry() + " " + m.pollLastEntry());
    }

    public static void main(String[] args) {
        List<Integer> start = List.of(3, 1, 2);
        collection(new ArrayList<>(start));
        collection(new LinkedList<>(start));
        collection(new ArrayDeque<>(start));
        collection(new LinkedHashSet<>(start));
        collection(new TreeSet<>(start));
        collection(new Vector<>(start));
        collection(new java.util.concurrent.ConcurrentLinkedDeque<>(start));
        map(new LinkedHashMap<>());
        map(new TreeMap<>());
        List<Integer> fixed = Arrays.asList(1, 2, 3);
        fixed.reversed().set(0, 30);
        System.out.println(fixed + " " + start.reversed() + " " + Collections.unmodifiableSequencedCollection(new ArrayDeque<>(start)).reversed() + " " + Collections.unmodifiableSequencedMap(new LinkedHashMap<>(Map.of("k", 1))).reversed());
        attempt("immutable removeFirst", start::removeFirst);
        attempt("immutable reversed set", () -> start.reversed().set(0, 1));
        attempt("unmodifiable set", () -> Collections.unmodifiableSequencedSet(new LinkedHashSet<>(start)).removeFirst());
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6)), view = list.reversed();
        view.subList(1, 3).clear();
        ListIterator<Integer> it = view.listIterator();
        it.next();
        it.add(77);
        it.next();
        it.set(88);
        Collections.sort(view);
        System.out.println(list + " " + view + " " + view.indexOf(88) + view.lastIndexOf(1) + " " + view.subList(0, 2) + " " + (view instanceof RandomAccess) + " " + view.reversed().equals(list));
        LinkedHashSet<String> set = new LinkedHashSet<>(List.of("a", "b", "c"));
        set.addFirst("c");
        set.reversed().addFirst("z");
        System.out.println(set + " " + set.reversed() + " " + Collections.newSequencedSetFromMap(new LinkedHashMap<String, Boolean>()).add("x"));
        Deque<Integer> deque = new ArrayDeque<>(start).reversed();
        deque.push(9);
        System.out.println(deque + " " + deque.peekLast() + " " + deque.pollFirst() + deque.descendingIterator().next());
        NavigableMap<Integer, String> tree = new TreeMap<>(Map.of(1, "a", 5, "b", 9, "c"));
        System.out.println(tree.reversed() + " " + tree.reversed().headMap(5, true) + " " + tree.headMap(9, false).lastEntry() + " " + tree.reversed().firstEntry());
    }
}
