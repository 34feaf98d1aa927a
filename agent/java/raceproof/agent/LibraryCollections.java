package raceproof.agent;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The concurrent collections of the Java library: which of their methods are hooked, and how. Only where the program calls the
 * library, since the library's own use of them, as in loading classes, would order what the program does not.
 *
 * A queue, a list or a sorted map is one variable. All public methods read it at their end, and those that may change it update it at
 * their start, before they do so. An update and not a write, so that in a reordering, too, an element is not taken before it was put,
 * whoever put others meanwhile. This orders those who change one collection, also those who change different elements.
 *
 * Methods of the program that such a method calls (a function it is given, a comparator, `equals` of an element) read the variable when
 * they begin, and update it when they end if the collection may be changed: {@link Unmodelled} knows which may be called so.
 *
 * A ConcurrentHashMap is a few variables, by the hash of the key; the function that computes a value runs between a read and an
 * update of the key's, as the library runs one at a time for a key. Who looks at all keys reads all of them.
 */
final class LibraryCollections {
    private static final String J = "java/util/concurrent/";
    private static final String MAP = J + "ConcurrentHashMap";
    private static final String DEQUE = J + "LinkedBlockingDeque";
    private static final String QUEUE = J + "LinkedBlockingQueue";
    private static final String CONSUMER = "Ljava/util/function/Consumer;";

    static final Set<String> WHOLE = Set.of(
        J + "ArrayBlockingQueue", J + "LinkedBlockingQueue", J + "LinkedBlockingDeque", J + "PriorityBlockingQueue", J + "DelayQueue",
        J + "SynchronousQueue", J + "LinkedTransferQueue", J + "ConcurrentLinkedQueue", J + "ConcurrentLinkedDeque",
        J + "CopyOnWriteArrayList", J + "ConcurrentSkipListMap");

    /** Iterators of those, which hand out elements later. */
    static final Set<String> ITERATORS = Set.of(
        J + "ArrayBlockingQueue$Itr", J + "LinkedBlockingQueue$Itr", J + "LinkedBlockingDeque$AbstractItr", J + "LinkedTransferQueue$Itr",
        J + "ConcurrentLinkedQueue$Itr", J + "ConcurrentLinkedDeque$AbstractItr", J + "ConcurrentSkipListMap$KeyIterator",
        J + "ConcurrentSkipListMap$ValueIterator", J + "ConcurrentSkipListMap$EntryIterator");

    /** Methods that change nothing begin so. */
    private static final List<String> READERS = List.of(
        "get", "peek", "contains", "size", "isEmpty", "iterator", "descending", "listIterator", "spliterator", "toString", "hashCode",
        "equals", "forEach", "toArray", "remainingCapacity", "element", "first", "last", "ceiling", "floor", "higher", "lower", "head",
        "tail", "sub", "keySet", "navigable", "values", "entrySet", "indexOf", "comparator", "stream", "parallelStream", "has", "clone");

    /** For {@link LibraryTable#ROWS}. */
    static final String[][] ROWS = {
        // Keys are compared by methods of the program, if they are its own.
        {MAP, "putVal(OOZ)O replaceNode(OOO)O get(O)O containsValue(O)Z compute(OLjava/util/function/BiFunction;)O"
            + " computeIfPresent(OLjava/util/function/BiFunction;)O merge(OOLjava/util/function/BiFunction;)O"
            + " computeIfAbsent(OLjava/util/function/Function;)O", "entry look this", "leave finished this"},
        {MAP, "putVal(OOZ)O replaceNode(OOO)O", "entry putKey this+arg", "exit takeKey this+arg"},
        {MAP, "clear()V", "entry putAll this"},
        {MAP, "merge(OOLjava/util/function/BiFunction;)O", "entry putKey this+arg"},
        {MAP, "compute(OLjava/util/function/BiFunction;)O computeIfPresent(OLjava/util/function/BiFunction;)O"
            + " merge(OOLjava/util/function/BiFunction;)O computeIfAbsent(OLjava/util/function/Function;)O",
            "before:apply takeKey this+arg", "after:apply putKey this+arg", "exit takeKey this+arg"},
        {MAP, "get(O)O", "exit takeKey this+arg"},
        {MAP, "forEach(Ljava/util/function/BiConsumer;)V", "before:accept takeAll this"},
        {MAP, "sumCount()J", "exit takeAll this"},
        {MAP + "$KeyIterator", "next()O", "exit takeAll this.map:L" + MAP + ";"},
        {MAP + "$ValueIterator", "next()O", "exit takeAll this.map:L" + MAP + ";"},
        {MAP + "$EntryIterator", "next()Ljava/util/Map$Entry;", "exit takeAll this.map:L" + MAP + ";"},
        {MAP + "$KeySetView", "forEach(Ljava/util/function/Consumer;)V", "before:accept takeAll this.map:L" + MAP + ";"},
        {MAP + "$ValuesView", "forEach(Ljava/util/function/Consumer;)V", "before:accept takeAll this.map:L" + MAP + ";"},
        {MAP + "$EntrySetView", "forEach(Ljava/util/function/Consumer;)V", "before:accept takeAll this.map:L" + MAP + ";"},
        // Streams come to elements by these.
        {J + "CopyOnWriteArraySet", "spliterator()Ljava/util/Spliterator;", "exit taken this.al:L" + J + "CopyOnWriteArrayList;"},
        {J + "ConcurrentSkipListSet", "spliterator()Ljava/util/Spliterator;", "exit taken this.m:L" + J + "ConcurrentNavigableMap;"},
        {DEQUE + "$LBDSpliterator", "tryAdvance(" + CONSUMER + ")Z", "before:accept taken this.this$0:L" + DEQUE + ";"},
        {DEQUE, "forEachFrom(" + CONSUMER + "L" + DEQUE + "$Node;)V", "before:accept taken this"},
        {QUEUE + "$LBQSpliterator", "tryAdvance(" + CONSUMER + ")Z", "before:accept taken this.this$0:L" + QUEUE + ";"},
        {QUEUE, "forEachFrom(" + CONSUMER + "L" + QUEUE + "$Node;)V", "before:accept taken this"},
        {MAP + "$MapEntry", "setValue(O)O", "entry putAll this.map:L" + MAP + ";"},
    };

    private LibraryCollections() {}

    /** The hooks of a method of one of the classes {@link #WHOLE}. */
    static List<LibraryHook> of(int access, String name) {
        if ((access & Opcodes.ACC_PUBLIC) == 0 || (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) != 0 || name.equals("<init>")) {
            return List.of();
        }
        String begins = READERS.stream().anyMatch(name::startsWith) ? "entry look this" : "entry put this";
        return List.of(LibraryHook.parse(begins), LibraryHook.parse("leave returned this"));
    }

    /** Those of a method of one of the {@link #ITERATORS}, whose outer object has that class. */
    static List<LibraryHook> ofIterator(String owner, String name) {
        String outer = owner.substring(0, owner.indexOf('$'));
        return name.equals("next") ? List.of(LibraryHook.parse("leave taken this.this$0:L" + outer + ";")) : List.of();
    }
}
