// run: min=17
import java.util.*;

/** ArrayList, LinkedList, Arrays.asList, immutable lists, views, iterators and their failure modes. */
public class ListsAndIterators {
    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void exercise(String name, List<Integer> list) {
        for (int i = 0; i < 12; i++) list.add(i * i % 7);
        list.add(3, 100);
        list.add(0, -1);
        list.add(list.size(), 99);
        System.out.println(name + " " + list + " size " + list.size());
        System.out.println("  remove index " + list.remove(2) + " object " + list.remove((Integer) 4) + " absent " + list.remove((Object) "x")
            + " indexOf " + list.indexOf(2) + " last " + list.lastIndexOf(2) + " none " + list.indexOf(55) + " contains " + list.contains(100));
        list.set(1, 77);
        list.replaceAll(x -> x * 10);
        list.removeIf(x -> x % 20 == 10 && x > 10);
        System.out.println("  " + list);
        list.addAll(2, List.of(5, 6, 7));
        list.addAll(List.of(8));
        list.retainAll(Set.of(5, 6, 7, 8, 20, 40, 990, 0));
        list.removeAll(Set.of(6));
        System.out.println("  " + list + " hash " + list.hashCode());
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int at = it.nextIndex();
            int value = it.next();
            if (value == 0) it.remove();
            else if (value == 5) it.add(55);
            else if (at % 2 == 0) it.set(-value);
        }
        System.out.println("  forward " + list);
        StringBuilder back = new StringBuilder();
        while (it.hasPrevious()) back.append(it.previous()).append(it.hasPrevious() ? "," : "");
        System.out.println("  backward " + back + " next " + it.nextIndex() + " previous " + it.previousIndex());
        List<Integer> part = list.subList(1, 4);
        part.set(0, 1000);
        part.add(2000);
        Collections.reverse(part);
        System.out.println("  sublist " + part + " of " + list);
        part.clear();
        list.sort(Comparator.reverseOrder());
        System.out.println("  cleared and sorted " + list + " " + list.equals(new ArrayList<>(list)) + " " + Arrays.toString(list.toArray(new Integer[0])));
        attempt("  modified during iteration", () -> { for (Integer x : list) if (x == 8 || x > 0) list.add(1); });
        attempt("  removed while iterating", () -> { for (Integer x : list) list.remove(x); });
        attempt("  stale sublist", () -> { List<Integer> view = list.subList(0, 1); list.add(1); view.get(0); });
        attempt("  get(-1)", () -> list.get(-1));
        attempt("  get(size)", () -> list.get(list.size()));
        attempt("  add past the end", () -> list.add(100, 1));
        attempt("  iterator remove twice", () -> { Iterator<Integer> i = list.iterator(); i.next(); i.remove(); i.remove(); });
        attempt("  iterator exhausted", () -> { Iterator<Integer> i = list.iterator(); while (true) i.next(); });
        attempt("  subList(2, 1)", () -> list.subList(2, 1));
        System.out.println("  left " + list);
    }

    public static void main(String[] args) {
        exercise("ArrayList", new ArrayList<>());
        exercise("LinkedList", new LinkedList<>());
        exercise("Vector", new Vector<>(2, 3));

        LinkedList<String> deque = new LinkedList<>(List.of("b", "c"));
        deque.addFirst("a");
        deque.offerLast("d");
        deque.push("z");
        System.out.println(deque + " " + deque.peek() + deque.pollLast() + deque.pop() + deque.getFirst() + deque.getLast() + " " + deque
            + deque.removeFirstOccurrence("b") + deque + deque.descendingIterator().next());
        deque.clear();
        System.out.println(deque.poll() + " " + deque.peekLast());
        attempt("getFirst of empty", deque::getFirst);
        attempt("pop of empty", deque::pop);

        Integer[] backing = {3, 1, 2};
        List<Integer> fixed = Arrays.asList(backing);
        fixed.set(0, 30);
        Collections.sort(fixed);
        System.out.println(fixed + Arrays.toString(backing));
        attempt("asList add", () -> fixed.add(1));
        attempt("asList remove", () -> fixed.remove(0));
        List<Integer> immutable = List.of(1, 2, 3);
        attempt("List.of set", () -> immutable.set(0, 1));
        attempt("List.of contains null", () -> immutable.contains(null));
        attempt("List.of(null)", () -> List.of((Object) null));
        attempt("unmodifiable", () -> Collections.unmodifiableList(fixed).set(0, 0));
        System.out.println(List.of() + " " + List.of(1, 2, 3).equals(Arrays.asList(1, 2, 3)) + " " + List.copyOf(immutable).equals(immutable)
            + " " + (List.copyOf(immutable) == immutable) + " " + List.of(1, 2, 3).hashCode());

        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 10; i++) numbers.add(i);
        Collections.rotate(numbers, 3);
        System.out.println("rotate " + numbers);
        Collections.swap(numbers, 0, 9);
        System.out.println("swap " + numbers + " min " + Collections.min(numbers) + " max " + Collections.max(numbers));
        Collections.shuffle(numbers, new Random(42));
        System.out.println("shuffle " + numbers);
        Collections.sort(numbers);
        System.out.println("search " + Collections.binarySearch(numbers, 7) + " " + Collections.binarySearch(numbers, 70) + " frequency "
            + Collections.frequency(numbers, 3) + " disjoint " + Collections.disjoint(numbers, List.of(10, 11)));
        System.out.println(Collections.nCopies(3, "n") + " " + Collections.emptyList() + " " + Collections.singletonList(1) + " "
            + Collections.indexOfSubList(numbers, List.of(3, 4)) + " " + Collections.lastIndexOfSubList(numbers, List.of(9)));
        Collections.fill(numbers.subList(0, 5), 0);
        Collections.addAll(numbers, 1, 2);
        Collections.replaceAll(numbers, 0, -1);
        System.out.println(numbers);
        List<Object> checked = Collections.checkedList(new ArrayList<>(), (Class<Object>) (Class<?>) String.class);
        attempt("checked list", () -> checked.add(5));
        ArrayList<Integer> big = new ArrayList<>(4);
        for (int i = 0; i < 20000; i++) big.add(i ^ 0x55);
        big.ensureCapacity(50000);
        big.trimToSize();
        long sum = 0;
        for (int x : big) sum += x;
        for (int i = big.size() - 1; i >= 0; i -= 2) big.remove(i);
        System.out.println("big " + sum + " " + big.size() + " " + big.get(5000) + " " + big.hashCode());
        Object clone = ((ArrayList<Integer>) big).clone();
        System.out.println(clone.equals(big) + " " + (clone == big));
        PriorityQueue<Integer> heap = new PriorityQueue<>(big.subList(0, 20));
        StringBuilder drained = new StringBuilder();
        while (heap.size() > 10) drained.append(heap.poll()).append(' ');
        System.out.println(drained + "then " + heap);
    }
}
