package raceproof.agent;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which calls of the Java library use an object whose state is not recorded: plain collections, iterators, text being built, buffers,
 * formats, documents. {@link Sections} says what is assumed of them.
 *
 * Values that never change, what synchronises (that is recorded otherwise), loggers, and the classes themselves have no such state.
 * A call looks at the state, or may change it; what is not known to look only, changes.
 */
final class Unrecorded {
    enum Use { NONE, LOOKS, CHANGES }

    private static final String J = "java/util/concurrent/";

    /** Without state of their own, or recorded. What stands in {@link #STATEFUL} is excepted. */
    private static final List<String> STATELESS = List.of("java/lang/", J, "java/util/function/", "java/util/Optional", "java/util/Objects",
        "java/util/UUID", "java/util/Locale", "java/util/Timer", "java/util/logging/", "java/util/regex/Pattern", "java/math/", "java/time/",
        "java/net/UR", "java/net/Inet", "java/nio/charset/Charset", "java/nio/charset/StandardCharsets", "java/nio/file/Path",
        "java/security/AccessControl", "java/util/Base64", "java/util/Currency", "java/io/Serializable", "java/io/Closeable",
        "java/util/Comparator", "[");

    private static final Set<String> STATEFUL = Set.of("java/lang/StringBuilder", "java/lang/Appendable", "java/lang/CharSequence",
        "java/lang/Iterable", "java/lang/Object", "java/lang/Readable", "java/lang/ref/Reference", "java/lang/ref/SoftReference",
        "java/lang/ref/WeakReference");

    /** What only looks begins so: in packages whose names say what they do. */
    private static final List<String> READERS = List.of(
        "get", "peek", "contains", "size", "isEmpty", "iterator", "descending", "listIterator", "spliterator", "toString", "hashCode",
        "equals", "forEach", "toArray", "element", "first", "last", "ceiling", "floor", "higher", "lower", "head", "tail", "sub", "keySet",
        "navigable", "values", "entrySet", "indexOf", "comparator", "stream", "parallelStream", "has", "clone", "key", "length", "char",
        "compare", "is", "can", "exists", "codePoint", "max", "min", "frequency", "disjoint", "unmodifiable", "synchronized", "empty",
        "singleton", "checked", "nCopies", "enumeration", "cardinality", "intersects", "copyOf", "asList", "of", "deep", "value");

    /** Methods of classes without a state in objects, by which there is one nevertheless: properties, defaults, threads' names. */
    private static final Set<String> GLOBAL_CHANGERS = Set.of("setProperty", "clearProperty", "setProperties", "setOut", "setErr", "setIn",
        "setDefault", "setDefaultUncaughtExceptionHandler", "setName", "setPriority", "setDaemon", "setContextClassLoader",
        "setUncaughtExceptionHandler", "start", "setLevel", "initCause", "addSuppressed", "setStackTrace", "fillInStackTrace");
    private static final Set<String> GLOBAL_READERS = Set.of("getProperty", "getProperties", "getBoolean", "getInteger", "getLong",
        "getDefault", "getDefaultUncaughtExceptionHandler", "getName", "getPriority", "isDaemon", "getContextClassLoader",
        "getUncaughtExceptionHandler", "getState", "isAlive", "getLevel", "isLoggable", "getCause", "getSuppressed", "getStackTrace");
    private static final List<String> WITH_GLOBALS = List.of("java/lang/System", "java/lang/Thread", "java/lang/Boolean",
        "java/lang/Integer", "java/lang/Long", "java/util/Locale", "java/util/TimeZone", "java/util/logging/");

    /** What these say of themselves, or refuse, is not recorded, though they synchronise. */
    private static final List<String> ASKED = List.of(J + "locks/", J + "Semaphore", J + "Phaser", J + "CyclicBarrier");
    private static final Set<String> POOLS = Set.of(J + "ExecutorService", J + "ThreadPoolExecutor", J + "ForkJoinPool",
        J + "ScheduledExecutorService", J + "ScheduledThreadPoolExecutor", J + "AbstractExecutorService", J + "CompletableFuture");

    private static final Set<String> STATELESS_METHODS = Set.of("getClass", "requireNonNull", "isNull", "nonNull", "identityHashCode");

    private static final Set<String> CURSORS = Set.of("java/util/Iterator", "java/util/ListIterator", "java/util/Enumeration");
    /** Classes that copy what they are made of. */
    private static final List<String> COPIES = List.of("List", "Set", "Map", "Deque", "Queue", "StringBuilder");
    /** Of these types, arguments are values nearly always; elements are compared, which their own classes do. */
    private static final Set<String> VALUES = Set.of("java/lang/Object", "java/lang/CharSequence");

    private static final List<String> WITH_READERS = List.of("java/util/", "java/lang/", "java/io/File");
    /** In which a method called `get` or `next` moves on. */
    private static final Set<String> WITHOUT_READERS = Set.of("java/util/Scanner", "java/util/StringTokenizer", "java/util/Calendar");

    private Unrecorded() {}

    /** What a call does that names a method of a class of the library. */
    static Use of(int opcode, String owner, String name, String descriptor) {
        if (STATELESS_METHODS.contains(name)) {
            return Use.NONE;
        }
        if (WITH_GLOBALS.stream().anyMatch(owner::startsWith) || owner.endsWith("Exception") || owner.endsWith("Error")) {
            if (GLOBAL_CHANGERS.contains(name)) {
                return Use.CHANGES;
            }
            if (GLOBAL_READERS.contains(name)) {
                return Use.LOOKS;
            }
        }
        if (name.startsWith("invoke") && (owner.equals("java/lang/reflect/Method") || owner.equals("java/lang/invoke/MethodHandle"))) {
            // It may stand for any call.
            return Use.CHANGES;
        }
        boolean isQuestion = name.startsWith("is") || name.startsWith("get") || name.startsWith("has");
        if (ASKED.stream().anyMatch(owner::startsWith) && !owner.endsWith("LockSupport")) {
            return isQuestion ? Use.LOOKS : Use.CHANGES;
        }
        if (POOLS.contains(owner) && (isQuestion || name.startsWith("shutdown") || name.startsWith("set"))) {
            return isQuestion ? Use.LOOKS : Use.CHANGES;
        }
        if (opcode == Opcodes.INVOKESTATIC) {
            return !takesState(descriptor) ? Use.NONE : changesArguments(owner, name) ? Use.CHANGES : Use.LOOKS;
        }
        if (!isStateful(owner)) {
            return ofArguments(owner, name, descriptor);
        }
        return isReader(owner, name, descriptor) ? Use.LOOKS : Use.CHANGES;
    }

    /** Whether a new object is one of the library that has a state, and all of it: a stream that wraps another has not. */
    static boolean isWhole(String type, String descriptor) {
        return type.startsWith("java/") && isStateful(type) && (!takesState(descriptor) || COPIES.stream().anyMatch(type::endsWith));
    }

    /** Whether a call is about no more than its receiver. */
    static boolean isOfReceiverAlone(String owner, String name, String descriptor) {
        if (!isStateful(owner)) {
            return false;
        }
        if (isCursor(owner)) {
            return name.startsWith("next") || name.startsWith("has") || name.startsWith("previous");
        }
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (mayHaveState(type) && !VALUES.contains(type.getInternalName())) {
                return false;
            }
        }
        return true;
    }

    /** Whether what a call of that name gives is a new object with a state of its own. */
    static boolean makesCursor(String descriptor) {
        Type type = Type.getReturnType(descriptor);
        return type.getSort() == Type.OBJECT && isCursor(type.getInternalName());
    }

    private static boolean isCursor(String type) {
        return CURSORS.contains(type);
    }

    /** Whether objects of a class of the library have such state. */
    private static boolean isStateful(String type) {
        if (STATEFUL.contains(type)) {
            return true;
        }
        for (String monitor : LibraryTable.MONITORS) {
            // Their streams may be anybody's.
            if (monitor.equals(type) && monitor.startsWith("java/util/")) {
                return false;
            }
        }
        return STATELESS.stream().noneMatch(type::startsWith);
    }

    /** A call on what has no state itself. */
    private static Use ofArguments(String owner, String name, String descriptor) {
        if (fillsArray(name, descriptor) || name.equals("drainTo")) {
            return name.startsWith("get") && owner.endsWith("VarHandle") ? Use.LOOKS : Use.CHANGES;
        }
        Use use = Use.NONE;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            boolean isState = type.getSort() == Type.OBJECT && mayHaveState(type) && !type.getInternalName().equals("java/lang/Object");
            use = isState ? Use.LOOKS : use;
        }
        return use;
    }

    /** Whether a call may write to an array that it is given: of objects, those are mostly arguments. */
    private static boolean fillsArray(String name, String descriptor) {
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (type.getSort() == Type.ARRAY && (type.getElementType().getSort() != Type.OBJECT || name.equals("toArray"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isReader(String owner, String name, String descriptor) {
        if (isCursor(owner)) {
            return name.startsWith("has");
        }
        return !WITHOUT_READERS.contains(owner) && WITH_READERS.stream().anyMatch(owner::startsWith)
            && READERS.stream().anyMatch(name::startsWith)
            && !fillsArray(name, descriptor) && !(name.equals("get") && descriptor.endsWith(")V"));
    }

    /** Static methods: of these classes many are there to change what they get. */
    private static boolean changesArguments(String owner, String name) {
        boolean isChanger = owner.equals("java/util/Collections") || owner.equals("java/util/Arrays") || name.equals("arraycopy")
            || owner.equals("java/lang/reflect/Array");
        return isChanger && READERS.stream().noneMatch(name::startsWith);
    }

    /** Whether an argument may be such an object. */
    static boolean takesState(String descriptor) {
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (mayHaveState(type)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayHaveState(Type type) {
        return type.getSort() == Type.ARRAY || type.getSort() == Type.OBJECT && type.getInternalName().startsWith("java/")
            && isStateful(type.getInternalName());
    }
}
