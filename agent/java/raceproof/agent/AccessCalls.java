package raceproof.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Calls of the Java library that access variables: by atomic classes, handles, reflection and `sun.misc.Unsafe`. See {@link Atomics}. */
final class AccessCalls {
    private static final String ATOMICS = "raceproof/agent/Atomics";
    private static final String CALLEES = "raceproof/agent/Callees";
    private static final String UNSAFE_FIELDS = "raceproof/agent/UnsafeFields";
    private static final String VAR_HANDLE = LibraryCalls.VAR_HANDLE;
    private static final String SYNC = MethodInstrumenter.SYNC;
    private static final String LOG_TYPE = MethodInstrumenter.LOG_TYPE;

    private final MethodInstrumenter to;
    /** Local variables from here on are free. */
    private final int free;

    AccessCalls(MethodInstrumenter to, int free) {
        this.to = to;
        this.free = free;
    }

    boolean atomicCall(int opcode, String owner, String name, String descriptor, AtomicAccess access) {
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        to.plain(Opcodes.DUP);
        boolean isHandle = owner.equals(VAR_HANDLE) || owner.endsWith("FieldUpdater");
        if (isHandle) {
            arguments.loadFirstObject();
        } else {
            to.plain(Opcodes.ACONST_NULL);
        }
        int index = isHandle ? 1 : 0;
        boolean hasIndex = owner.endsWith("Array") || owner.equals(VAR_HANDLE);
        if (hasIndex && arguments.types().length > index && arguments.types()[index] == Type.INT_TYPE) {
            arguments.load(index);
        } else {
            to.constant(0);
        }
        to.loadLogAndPlace(access.kind());
        to.hook(ATOMICS, isHandle ? "beforeHandle" : owner.endsWith("Array") ? "beforeElement" : "before",
            "(Ljava/lang/Object;Ljava/lang/Object;I" + LOG_TYPE + "I)V");
        if (access.callsProgram()) {
            to.done();
        }
        arguments.load();
        to.plainMethod(opcode, owner, name, descriptor, false);
        endAccess(access);
        return true;
    }

    /** See {@link UnsafeFields}. */
    boolean unsafeCall(int opcode, String owner, String name, String descriptor) {
        if (name.endsWith("Fence")) {
            fence();
            return false;
        }
        if (descriptor.equals("(Ljava/lang/reflect/Field;)J")) {
            to.plain(Opcodes.DUP);
            to.plainVariable(Opcodes.ASTORE, free);
            to.plainMethod(opcode, owner, name, descriptor, false);
            to.plain(Opcodes.DUP2);
            to.plainVariable(Opcodes.ALOAD, free);
            to.hook(UNSAFE_FIELDS, "remember", "(JLjava/lang/reflect/Field;)V");
            return true;
        }
        AtomicAccess access = AtomicAccess.ofUnsafe(name, descriptor);
        if (access == null) {
            return false;
        }
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        to.plain(Opcodes.DUP);
        arguments.load(0);
        arguments.load(1);
        to.loadLogAndPlace(access.kind());
        to.hook(UNSAFE_FIELDS, "before", "(Ljava/lang/Object;Ljava/lang/Object;J" + LOG_TYPE + "I)V");
        arguments.load();
        to.plainMethod(opcode, owner, name, descriptor, false);
        endAccess(access);
        return true;
    }

    private void endAccess(AtomicAccess access) {
        if (access.mayFail()) {
            to.loadLog();
            to.hook(ATOMICS, "after", "(Z" + LOG_TYPE + ")Z");
        } else if (!access.callsProgram()) {
            to.done();
        }
    }

    /** `Field.get(object)`, `Field.set(object, value)` and the like. */
    boolean reflectedCall(int opcode, String owner, String name, String descriptor) {
        aroundAccess(opcode, owner, name, descriptor, "beforeReflection", Reflected.kind(name));
        return true;
    }

    /** `Array.get(array, index)`, `Array.setInt(array, index, value)` and the like. */
    boolean reflectedElementCall(int opcode, String owner, String name, String descriptor) {
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        arguments.load(0);
        arguments.load(1);
        to.loadLogAndPlace(Reflected.kind(name));
        to.hook(MethodInstrumenter.HOOKS, "beforeReflectedElement", "(Ljava/lang/Object;I" + LOG_TYPE + "I)V");
        arguments.load();
        to.plainMethod(opcode, owner, name, descriptor, false);
        to.done();
        return true;
    }

    /** `MethodHandle.invokeExact` and its like, which may stand for a field. */
    boolean invokedCall(int opcode, String owner, String name, String descriptor) {
        if (name.equals("invokeWithArguments")) {
            // What it accesses stands in an array.
            calling(descriptor, "invoking");
            fence();
            to.plainMethod(opcode, owner, name, descriptor, false);
            fence();
            return true;
        }
        Arguments arguments = new Arguments(to, descriptor, free);
        int handle = arguments.end();
        arguments.store();
        to.plain(Opcodes.DUP);
        to.plain(Opcodes.DUP);
        to.plainVariable(Opcodes.ASTORE, handle);
        arguments.loadFirstObject();
        to.loadLogAndPlace(0);
        to.hook(ATOMICS, "beforeInvoke", "(Ljava/lang/Object;Ljava/lang/Object;" + LOG_TYPE + "I)V");
        arguments.load();
        to.plainMethod(opcode, owner, name, descriptor, false);
        to.done();
        to.plainVariable(Opcodes.ALOAD, handle);
        to.loadLogAndPlace(0);
        to.hook(ATOMICS, "afterInvoke", "(Ljava/lang/Object;" + LOG_TYPE + "I)V");
        return true;
    }

    /** See {@link Sync#fence}. */
    void fence() {
        to.loadLogAndPlace(0);
        to.hook(SYNC, "fence", "(" + LOG_TYPE + "I)V");
    }

    /** A call by a handle or by reflection, which is the receiver. */
    void calling(String descriptor, String hook) {
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        to.plain(Opcodes.DUP);
        to.loadLog();
        to.hook(CALLEES, hook, "(Ljava/lang/Object;" + LOG_TYPE + ")V");
        arguments.load();
    }

    /** The library will invoke a handle, the second argument. */
    void proxied(String descriptor) {
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        arguments.load(1);
        to.loadLog();
        to.hook(CALLEES, "invoking", "(Ljava/lang/Object;" + LOG_TYPE + ")V");
        arguments.load();
    }

    /** A handle is made for a method of what the first argument says. */
    boolean calleeMaker(int opcode, String owner, String name, String descriptor) {
        maker(opcode, owner, name, descriptor);
        to.hook(CALLEES, "made", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        return true;
    }

    /** One handle is made of another, which is the receiver, if there is one. */
    boolean derivesHandle(int opcode, String owner, String name, String descriptor) {
        to.hook(ATOMICS, "derivesHandle", "()V");
        if (opcode == Opcodes.INVOKESTATIC) {
            return false;
        }
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        to.plain(Opcodes.DUP);
        to.plainVariable(Opcodes.ASTORE, arguments.end());
        arguments.load();
        to.plainMethod(opcode, owner, name, descriptor, false);
        to.plain(Opcodes.DUP);
        to.plainVariable(Opcodes.ALOAD, arguments.end());
        to.hook(CALLEES, "derived", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        return true;
    }

    private void aroundAccess(int opcode, String owner, String name, String descriptor, String hook, int kind) {
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        to.plain(Opcodes.DUP);
        arguments.loadFirstObject();
        to.loadLogAndPlace(kind);
        to.hook(ATOMICS, hook, "(Ljava/lang/Object;Ljava/lang/Object;" + LOG_TYPE + "I)V");
        arguments.load();
        to.plainMethod(opcode, owner, name, descriptor, false);
        to.done();
    }

    /** The call, and behind it what was made, once more, and the first argument. */
    private Arguments maker(int opcode, String owner, String name, String descriptor) {
        Arguments arguments = new Arguments(to, descriptor, free);
        arguments.store();
        arguments.load();
        to.plainMethod(opcode, owner, name, descriptor, false);
        to.plain(Opcodes.DUP);
        arguments.load(0);
        return arguments;
    }

    /** Which field a handle is for is learnt where it is made. The first class and the string among the arguments say it. */
    boolean handleMaker(int opcode, String owner, String name, String descriptor) {
        Arguments arguments = maker(opcode, owner, name, descriptor);
        if (arguments.types().length == 1) {
            to.hook(ATOMICS, "remember", "(Ljava/lang/Object;Ljava/lang/Object;)V");
            return true;
        }
        for (int number = 0; number < arguments.types().length; number++) {
            if (arguments.types()[number].getClassName().equals("java.lang.String")) {
                arguments.load(number);
            }
        }
        to.hook(ATOMICS, "remember", "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;)V");
        return true;
    }
}
