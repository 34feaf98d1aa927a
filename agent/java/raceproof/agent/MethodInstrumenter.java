package raceproof.agent;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * One method. It gets the current thread's log at its start, into a local variable behind all others, which every stack map then has.
 *
 * Exceptions are thrown by the original instructions, at their places. If one leaves an access that had begun, the handler ends it;
 * if there is no handler here, the thread's next event does.
 */
final class MethodInstrumenter extends MethodVisitor {
    static final String HOOKS = Accessors.HOOKS;
    static final String LOG = Accessors.LOG;
    static final String LOG_TYPE = "L" + LOG + ";";
    static final String SYNC = "raceproof/agent/Sync";

    private static final MethodVisitor NOTHING = new MethodVisitor(Opcodes.ASM9) {};

    private final ClassInstrumenter owner;
    private final MethodNode method;
    private final Place place;
    private final LibraryCalls calls;
    private final FieldAccesses fields;
    private final ElementAccesses elements = new ElementAccesses(this);
    private final Set<Label> handlers = new HashSet<>();
    private final int log;
    private final boolean isStatic;
    private final boolean isConstructor;
    private final boolean isInitializer;
    private final boolean isSynchronized;
    /** Of the Java library, only the monitors matter. */
    private final boolean isOfTheLibrary;

    /** The library may call it, and it does something itself. */
    private final boolean isCallBack;

    private boolean isNeeded;
    /** In a constructor, whether `this` is still uninitialised, and how many other objects are. */
    private boolean isBeforeSuper;
    private int uninitialised;
    private boolean isAtHandler;
    private final Label start = new Label();

    MethodInstrumenter(MethodVisitor to, ClassInstrumenter owner, MethodNode method, Place place) {
        super(Opcodes.ASM9, to);
        this.owner = owner;
        this.method = method;
        this.place = place;
        log = method.maxLocals;
        isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        isConstructor = method.name.equals("<init>");
        isInitializer = method.name.equals("<clinit>");
        isBeforeSuper = isConstructor;
        isOfTheLibrary = owner.info.isOfTheJdk;
        boolean hasClassConstants = owner.version >= Opcodes.V1_5;
        isSynchronized = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0 && (hasClassConstants || !isStatic);
        isCallBack = !isOfTheLibrary && CallBacks.mayBe(owner.hierarchy, owner.info, method);
        fields = new FieldAccesses(this, owner, method);
        calls = new LibraryCalls(this, owner.hierarchy, method.maxLocals + 2);
    }

    /** Whether the method has anything to record. */
    boolean isNeeded() {
        return isNeeded;
    }

    // ---- what helpers use

    void loadLog() {
        isNeeded = true;
        super.visitVarInsn(Opcodes.ALOAD, log);
    }

    /** Log and place, as most hooks want them. */
    void loadLogAndPlace(int kind) {
        loadLog();
        loadPlace(kind);
    }

    void loadPlace(int kind) {
        constant(place.constant() | kind);
    }

    void constant(int value) {
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            super.visitLdcInsn(value);
        }
    }

    void hook(String owner, String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    /** Ends the access, if one has begun: by itself nothing to record. */
    void done() {
        super.visitVarInsn(Opcodes.ALOAD, log);
        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "done", "()V", false);
    }

    /** Whether nothing is written. */
    boolean isTrial() {
        return mv == null;
    }

    boolean isBeforeSuper() {
        return isBeforeSuper;
    }

    /** Where instructions are written as they are. */
    MethodVisitor plainVisitor() {
        return mv;
    }

    /** The same, or in the trial nothing that writes. */
    MethodVisitor plainVisitorOrNothing() {
        return isTrial() ? NOTHING : mv;
    }

    /** The instruction as it was. */
    void plainMethod(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    void plain(int opcode) {
        super.visitInsn(opcode);
    }

    void plainVariable(int opcode, int variable) {
        super.visitVarInsn(opcode, variable);
    }

    void plainField(int opcode, String owner, String name, String descriptor) {
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    // ---- the start and the end

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitMethodInsn(Opcodes.INVOKESTATIC, LOG, "current", "()" + LOG_TYPE, false);
        super.visitVarInsn(Opcodes.ASTORE, log);
        if (isCallBack) {
            callBack("entered");
        }
        boolean usesClass = (isStatic || isConstructor) && !isInitializer && !isOfTheLibrary
            && owner.info.hasInitializer;
        if (usesClass) {
            useClass(owner.info.name, "classUsed");
        }
        if (isInitializer && !isOfTheLibrary) {
            useClass(owner.info.name, "classInitialising");
        }
        if (isSynchronized) {
            isNeeded = true;
            loadMonitor();
            super.visitVarInsn(Opcodes.ASTORE, log + 1);
            monitorHook("acquired");
            super.visitLabel(start);
        }
    }

    @Override
    public void visitTryCatchBlock(Label from, Label to, Label handler, String type) {
        handlers.add(handler);
        super.visitTryCatchBlock(from, to, handler, type);
    }

    private void loadMonitor() {
        if (isStatic) {
            super.visitLdcInsn(Type.getObjectType(owner.info.name));
        } else {
            super.visitVarInsn(Opcodes.ALOAD, 0);
        }
    }

    private void monitorHook(String name) {
        super.visitVarInsn(Opcodes.ALOAD, log + 1);
        loadLogAndPlace(0);
        monitorCall(name);
    }

    private void monitorCall(String name) {
        boolean isCollection = isOfTheLibrary && !owner.info.name.startsWith("java/util/T");
        hook(SYNC, isCollection ? name + "Inside" : name, "(Ljava/lang/Object;" + LOG_TYPE + "I)V");
    }

    void useClass(String name, String hook) {
        loadLog();
        constant(Accessors.classNumber(name));
        constant(Names.message(name.replace('/', '.') + ".<clinit>"));
        constant(place.constant());
        hook(HOOKS, hook, "(" + LOG_TYPE + "III)V");
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        if (isSynchronized) {
            Label end = new Label();
            super.visitTryCatchBlock(start, end, end, null);
            super.visitLabel(end);
            Object[] types = new Object[log + 2];
            java.util.Arrays.fill(types, 0, log, Opcodes.TOP);
            types[log] = LOG;
            types[log + 1] = "java/lang/Object";
            super.visitFrame(Opcodes.F_NEW, types.length, types, 1, new Object[] {"java/lang/Throwable"});
            done();
            monitorHook("releasing");
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(stack, locals);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        Object[] all = new Object[log + 2];
        int count = 0;
        int slot = 0;
        for (int at = 0; at < localCount; at++) {
            all[count++] = locals[at];
            slot += locals[at] == Opcodes.LONG || locals[at] == Opcodes.DOUBLE ? 2 : 1;
        }
        for (; slot < log; slot++) {
            all[count++] = Opcodes.TOP;
        }
        all[count++] = LOG;
        if (isSynchronized) {
            all[count++] = "java/lang/Object";
        }
        super.visitFrame(type, count, all, stackCount, stack);
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        isAtHandler |= handlers.contains(label);
    }

    @Override
    public void visitLineNumber(int line, Label label) {
        place.line(line);
        super.visitLineNumber(line, label);
    }

    /** Before each instruction. */
    private void begin() {
        if (isAtHandler) {
            isAtHandler = false;
            super.visitVarInsn(Opcodes.ALOAD, log);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "caught", "()V", false);
        }
    }

    // ---- fields, elements, monitors, returns

    @Override
    public void visitFieldInsn(int opcode, String fieldOwner, String name, String descriptor) {
        begin();
        if (isOfTheLibrary) {
            super.visitFieldInsn(opcode, fieldOwner, name, descriptor);
        } else {
            fields.access(opcode, fieldOwner, name, descriptor);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        begin();
        if (isOfTheLibrary && opcode < Opcodes.IRETURN) {
            super.visitInsn(opcode);
        } else if (ElementAccesses.isLoad(opcode)) {
            elements.load(opcode);
        } else if (ElementAccesses.isStore(opcode)) {
            elements.store(opcode);
        } else if (opcode == Opcodes.MONITORENTER) {
            super.visitInsn(Opcodes.DUP);
            super.visitInsn(Opcodes.MONITORENTER);
            loadLogAndPlace(0);
            monitorCall("acquired");
        } else if (opcode == Opcodes.MONITOREXIT) {
            super.visitInsn(Opcodes.DUP);
            loadLogAndPlace(0);
            monitorCall("releasing");
            super.visitInsn(Opcodes.MONITOREXIT);
        } else {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                beforeReturn();
            }
            super.visitInsn(opcode);
        }
    }

    private void callBack(String hook) {
        loadLogAndPlace(0);
        hook("raceproof/agent/Unmodelled", hook, "(" + LOG_TYPE + "I)V");
    }

    private void beforeReturn() {
        if (isCallBack) {
            callBack("left");
        }
        if (isInitializer && !isOfTheLibrary) {
            useClass(owner.info.name, "classInitialised");
        }
        if (isSynchronized) {
            monitorHook("releasing");
        }
    }

    // ---- creation and calls

    @Override
    public void visitTypeInsn(int opcode, String type) {
        begin();
        super.visitTypeInsn(opcode, type);
        if (opcode == Opcodes.NEW) {
            uninitialised++;
        } else if (opcode == Opcodes.ANEWARRAY) {
            newArray();
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        begin();
        super.visitIntInsn(opcode, operand);
        if (opcode == Opcodes.NEWARRAY) {
            newArray();
        }
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        begin();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
        if (!isOfTheLibrary) {
            if (dimensions > 1) {
                elements.allCreated();
            } else {
                elements.created();
            }
        }
    }

    private void newArray() {
        if (!isOfTheLibrary) {
            elements.created();
        }
    }

    /** The array on the stack is a clone. */
    void newClone() {
        if (!isOfTheLibrary) {
            elements.cloned();
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String callee, String name, String descriptor, boolean isInterface) {
        begin();
        if (name.equals("<init>")) {
            super.visitMethodInsn(opcode, callee, name, descriptor, isInterface);
            if (uninitialised > 0) {
                uninitialised--;
            } else if (isBeforeSuper) {
                isBeforeSuper = false;
                if (!callee.equals(owner.info.name)) {
                    born();
                }
            }
        } else if (!calls.call(opcode, callee, name, descriptor, isInterface)) {
            super.visitMethodInsn(opcode, callee, name, descriptor, isInterface);
        }
    }

    /** The object is initialised as far as the superclass goes, and gets the number of its birth. */
    private void born() {
        if (owner.isFirst()) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            if (owner.info.superName.equals("java/lang/Object")) {
                // Whose constructor lets nobody know the object, which so has no word yet.
                loadLog();
                super.visitFieldInsn(Opcodes.GETFIELD, LOG, "birth", "J");
            } else {
                super.visitInsn(Opcodes.DUP);
                super.visitFieldInsn(Opcodes.GETFIELD, owner.info.name, ClassInstrumenter.WORD, "J");
                loadLog();
                hook(HOOKS, "born", "(J" + LOG_TYPE + ")J");
            }
            super.visitFieldInsn(Opcodes.PUTFIELD, owner.info.name, ClassInstrumenter.WORD, "J");
        }
    }

    // ---- the rest only ends what a handler must end

    @Override
    public void visitVarInsn(int opcode, int variable) {
        begin();
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        begin();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        begin();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        begin();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        begin();
        boolean isPlain = isOfTheLibrary || arguments.length < 2;
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap,
            isPlain ? arguments : owner.references.replace(descriptor, bootstrap, arguments, calls));
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
        begin();
        super.visitTableSwitchInsn(min, max, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
        begin();
        super.visitLookupSwitchInsn(other, keys, labels);
    }
}
