package raceproof.agent;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls of the Java library that are synchronisation: what is put around them in the calling method. Those that are accesses stand in
 * {@link AccessCalls}.
 */
final class LibraryCalls {
    private static final String ATOMIC = "java/util/concurrent/atomic/";
    static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String UNSAFE = "sun/misc/Unsafe";
    private static final String UNMODELLED = "raceproof/agent/Unmodelled";
    private static final String LOG_TYPE = MethodInstrumenter.LOG_TYPE;
    private static final String SYNC = MethodInstrumenter.SYNC;
    private static final Set<String> OF_THREADS =
        Set.of("start", "join", "isAlive", "interrupt", "isInterrupted", "interrupted", "getState");
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final Set<String> OF_SYNCHRONIZERS = Set.of("getState", "setState", "compareAndSetState");
    private static final Set<String> HANDLE_MAKERS = Set.of("findVarHandle", "findStaticVarHandle", "newUpdater", "findGetter", "findSetter",
        "findStaticGetter", "findStaticSetter", "unreflectVarHandle", "unreflectGetter", "unreflectSetter");

    private static final Set<String> CALLEE_MAKERS =
        Set.of("findVirtual", "findStatic", "findSpecial", "findConstructor", "bind", "unreflect", "unreflectSpecial", "unreflectConstructor");

    private final MethodInstrumenter to;
    private final Hierarchy hierarchy;
    private final StateUses states;
    private final AccessCalls accesses;
    /** Local variables from here on are free. */
    private final int free;

    LibraryCalls(MethodInstrumenter to, Hierarchy hierarchy, StateUses states, int free) {
        this.to = to;
        this.hierarchy = hierarchy;
        this.states = states;
        this.free = free;
        accesses = new AccessCalls(to, free);
    }

    /** Writes the call and what belongs to it; false if it is an ordinary one, and still to be written. */
    boolean call(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        String declaring = declaring(owner, name + descriptor);
        if (declaring == null) {
            return synchronising(opcode, owner, name, descriptor, isInterface, null);
        }
        states.used(opcode, declaring, name, descriptor);
        if (!synchronising(opcode, owner, name, descriptor, isInterface, declaring)) {
            to.plainMethod(opcode, owner, name, descriptor, isInterface);
        }
        states.given(descriptor);
        if (name.equals("forName") || name.equals("ensureInitialized")) {
            initialising(descriptor);
        }
        return true;
    }

    private boolean synchronising(int opcode, String owner, String name, String descriptor, boolean isInterface, String declaring) {
        if (name.equals("clone") && descriptor.startsWith("()") && opcode != Opcodes.INVOKESTATIC
            && cloneCall(opcode, owner, name, descriptor, isInterface)) {
            return true;
        }
        if (opcode == Opcodes.INVOKEVIRTUAL && monitorCall(owner, name, descriptor)) {
            return true;
        }
        if (OF_THREADS.contains(name) && isThread(owner)) {
            return threadCall(opcode, owner, name, descriptor);
        }
        if (owner.equals(VAR_HANDLE) && opcode == Opcodes.INVOKESTATIC && name.endsWith("Fence")) {
            accesses.fence();
            return false;
        }
        if (owner.equals(UNSAFE) && accesses.unsafeCall(opcode, owner, name, descriptor)) {
            return true;
        }
        if (owner.equals("java/util/concurrent/locks/LockSupport")) {
            return permitCall(opcode, owner, name, descriptor);
        }
        if (HANDLE_MAKERS.contains(name) && owner.startsWith("java/")) {
            return accesses.handleMaker(opcode, owner, name, descriptor);
        }
        if (owner.equals("java/lang/reflect/Field") && Reflected.isAccess(name, descriptor)) {
            return accesses.reflectedCall(opcode, owner, name, descriptor);
        }
        if (owner.equals("java/lang/reflect/Array") && Reflected.isOfElement(name, descriptor)) {
            return accesses.reflectedElementCall(opcode, owner, name, descriptor);
        }
        if (Reflected.derivesHandle(owner, name, descriptor)) {
            return accesses.derivesHandle(opcode, owner, name, descriptor);
        }
        if (CALLEE_MAKERS.contains(name) && owner.equals("java/lang/invoke/MethodHandles$Lookup")) {
            return accesses.calleeMaker(opcode, owner, name, descriptor);
        }
        if (name.equals("asInterfaceInstance") && owner.equals("java/lang/invoke/MethodHandleProxies")) {
            accesses.proxied(descriptor);
            return false;
        }
        if (name.equals("invoke") && owner.equals("java/lang/reflect/Method")) {
            accesses.calling(descriptor, "calling");
            return false;
        }
        if (owner.equals("java/lang/invoke/MethodHandle") && Reflected.isInvocation(name)) {
            return accesses.invokedCall(opcode, owner, name, descriptor);
        }
        if (OF_SYNCHRONIZERS.contains(name) && isSynchronizer(owner)) {
            return accesses.atomicCall(opcode, owner, name, descriptor, AtomicAccess.ofState(name));
        }
        AtomicAccess access = AtomicAccess.of(owner, name, descriptor);
        if (access != null && opcode != Opcodes.INVOKESTATIC && isAtomic(owner)) {
            return accesses.atomicCall(opcode, owner, name, descriptor, access);
        }
        if (declaring == null) {
            return false;
        }
        if (Quiet.isHooked(declaring)) {
            return sitedCall(opcode, owner, name, descriptor, isInterface);
        }
        return !Quiet.isQuiet(declaring) && unknownCall(opcode, owner, name, descriptor, isInterface, declaring);
    }

    /** Whether a call is of the library, and not just {@link Quiet}. */
    boolean isOfLibrary(String owner, String nameAndDescriptor) {
        String declaring = owner.startsWith("[") ? null : declaring(owner, nameAndDescriptor);
        return declaring != null && (Quiet.isHooked(declaring) || !Quiet.isQuiet(declaring));
    }

    /** Behind `Class.forName`, and `ensureInitialized` of a lookup. */
    private void initialising(String descriptor) {
        if (Type.getReturnType(descriptor).getClassName().equals("java.lang.Class")) {
            to.plain(Opcodes.DUP);
            to.loadLogAndPlace(0);
            to.hook(MethodInstrumenter.HOOKS, "classGot", "(Ljava/lang/Class;" + LOG_TYPE + "I)V");
        }
    }

    /** The class of the Java library whose method is called, or null. */
    private String declaring(String owner, String nameAndDescriptor) {
        Hierarchy.Info info = owner.startsWith("java/") ? null : hierarchy.info(owner);
        if (owner.startsWith("java/") || info != null && info.isOfTheJdk) {
            return owner;
        }
        Hierarchy.Info declaring = info == null ? null : hierarchy.declaredInLibrary(owner, nameAndDescriptor);
        return declaring == null ? null : declaring.name;
    }

    private boolean isThread(String owner) {
        return owner.equals("java/lang/Thread") || !owner.startsWith("java/") && hierarchy.extendsClass(owner, "java/lang/Thread");
    }

    /** The program's own, built on those of the library by reading and writing their state. */
    private boolean isSynchronizer(String owner) {
        return hierarchy.extendsClass(owner, LOCKS + "AbstractQueuedSynchronizer")
            || hierarchy.extendsClass(owner, LOCKS + "AbstractQueuedLongSynchronizer");
    }

    private boolean isAtomic(String owner) {
        if (owner.startsWith("java/")) {
            return owner.startsWith(ATOMIC) || owner.equals(VAR_HANDLE);
        }
        for (Hierarchy.Info at = hierarchy.info(owner); at != null && at.superName != null; at = hierarchy.info(at.superName)) {
            if (at.superName.startsWith(ATOMIC)) {
                return true;
            }
        }
        return false;
    }

    private boolean cloneCall(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (owner.startsWith("[")) {
            states.looks();
            to.plainMethod(opcode, owner, name, descriptor, isInterface);
            to.newClone();
            return true;
        }
        if (hierarchy.declaredInLibrary(owner, name + descriptor) == null) {
            return false;
        }
        to.plain(Opcodes.DUP);
        to.plain(Opcodes.DUP);
        to.loadLogAndPlace(0);
        to.hook("raceproof/agent/Clones", "cloning", "(Ljava/lang/Object;" + LOG_TYPE + "I)V");
        to.plainMethod(opcode, owner, name, descriptor, isInterface);
        to.plain(Opcodes.DUP_X1);
        to.loadLog();
        to.hook("raceproof/agent/Clones", "cloned", "(Ljava/lang/Object;Ljava/lang/Object;" + LOG_TYPE + ")V");
        return true;
    }

    private boolean monitorCall(String owner, String name, String descriptor) {
        if (name.equals("wait") && (descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V"))) {
            to.loadLogAndPlace(0);
            to.hook(SYNC, "await", "(Ljava/lang/Object;" + descriptor.substring(1, descriptor.length() - 2) + LOG_TYPE + "I)V");
            return true;
        }
        if ((name.equals("notify") || name.equals("notifyAll")) && descriptor.equals("()V")) {
            to.plain(Opcodes.DUP);
            to.loadLogAndPlace(0);
            to.hook(SYNC, "notifying", "(Ljava/lang/Object;" + LOG_TYPE + "I)V");
            to.plainMethod(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
            return true;
        }
        return false;
    }

    private boolean threadCall(int opcode, String owner, String name, String descriptor) {
        switch (name + descriptor) {
            case "isAlive()Z", "isInterrupted()Z" -> {
                to.plain(Opcodes.DUP);
                to.plainMethod(opcode, owner, name, descriptor, false);
                to.plain(Opcodes.DUP_X1);
                to.loadLogAndPlace(0);
                String hook = name.equals("isAlive") ? "alive" : "interrupted";
                to.hook(SYNC, hook, "(Ljava/lang/Thread;Z" + LOG_TYPE + "I)V");
            }
            case "interrupted()Z" -> {
                to.plainMethod(opcode, owner, name, descriptor, false);
                to.plain(Opcodes.DUP);
                to.loadLogAndPlace(0);
                to.hook(SYNC, "interrupted", "(Z" + LOG_TYPE + "I)V");
            }
            default -> {
                return sitedCall(opcode, owner, name, descriptor, false);
            }
        }
        return true;
    }

    private boolean permitCall(int opcode, String owner, String name, String descriptor) {
        if (name.equals("unpark")) {
            to.plain(Opcodes.DUP);
            to.loadLogAndPlace(0);
            to.hook(SYNC, "unparking", "(Ljava/lang/Thread;" + LOG_TYPE + "I)V");
            to.plainMethod(opcode, owner, name, descriptor, false);
            return true;
        }
        if (name.startsWith("park")) {
            to.plainMethod(opcode, owner, name, descriptor, false);
            to.loadLogAndPlace(0);
            to.hook(SYNC, "parked", "(" + LOG_TYPE + "I)V");
            return true;
        }
        return false;
    }

    /** The methods of the library are hooked themselves; they learn from here for which place of the program they act. */
    private boolean sitedCall(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (name.startsWith("start") && (owner.startsWith("java/lang/Thread") || isThread(owner))) {
            to.loadLog();
            to.plain(Opcodes.ICONST_1);
            to.plainField(Opcodes.PUTFIELD, MethodInstrumenter.LOG, "isStarting", "Z");
        }
        // What the program does in a call-back has sites of its own; behind it, this one counts again.
        to.loadLog();
        to.plainField(Opcodes.GETFIELD, MethodInstrumenter.LOG, "site", "I");
        to.plainVariable(Opcodes.ISTORE, free);
        to.loadLogAndPlace(0);
        to.plainField(Opcodes.PUTFIELD, MethodInstrumenter.LOG, "site", "I");
        to.plainMethod(opcode, owner, name, descriptor, isInterface);
        to.loadLog();
        to.plainVariable(Opcodes.ILOAD, free);
        to.plainField(Opcodes.PUTFIELD, MethodInstrumenter.LOG, "site", "I");
        return true;
    }

    /** See {@link Unmodelled}. */
    private boolean unknownCall(int opcode, String owner, String name, String descriptor, boolean isInterface, String declaring) {
        Arguments arguments = new Arguments(to, descriptor, free);
        int site = free + Type.getArgumentsAndReturnSizes(descriptor) / 4;
        int receiver = site + 1;
        arguments.store();
        if (opcode == Opcodes.INVOKESTATIC) {
            to.plainVisitorOrNothing().visitLdcInsn(declaring);
        } else {
            to.plain(Opcodes.DUP);
        }
        to.plainVariable(Opcodes.ASTORE, receiver);
        aboutUnknown(arguments, receiver, "before", "argument");
        arguments.load();
        to.loadLog();
        to.plainField(Opcodes.GETFIELD, MethodInstrumenter.LOG, "site", "I");
        to.plainVariable(Opcodes.ISTORE, site);
        to.loadLogAndPlace(0);
        to.plainField(Opcodes.PUTFIELD, MethodInstrumenter.LOG, "site", "I");
        to.plainMethod(opcode, owner, name, descriptor, isInterface);
        to.loadLog();
        to.plainVariable(Opcodes.ILOAD, site);
        to.plainField(Opcodes.PUTFIELD, MethodInstrumenter.LOG, "site", "I");
        aboutUnknown(arguments, receiver, "after", "afterArgument");
        arguments.forget();
        to.plain(Opcodes.ACONST_NULL);
        to.plainVariable(Opcodes.ASTORE, receiver);
        return true;
    }

    private void aboutUnknown(Arguments arguments, int receiver, String hook, String argumentHook) {
        String type = "(Ljava/lang/Object;" + LOG_TYPE + "I)V";
        to.plainVariable(Opcodes.ALOAD, receiver);
        to.loadLogAndPlace(0);
        to.hook(UNMODELLED, hook, type);
        Type[] types = arguments.types();
        for (int number = 0; number < types.length; number++) {
            if (types[number].getSort() == Type.OBJECT && isLoud(types[number].getInternalName())) {
                arguments.load(number);
                to.loadLogAndPlace(0);
                to.hook(UNMODELLED, argumentHook, type);
            }
        }
    }

    private boolean isLoud(String type) {
        Hierarchy.Info info = hierarchy.info(type);
        return info != null && info.isOfTheJdk && !Quiet.isQuiet(type) && !Quiet.isHooked(type) && !type.startsWith("java/util/function/");
    }
}
