package raceproof.agent;

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
final class MethodInstrumenter extends HookWriter {
    private final ClassInstrumenter owner;
    private final LibraryCalls calls;
    private final StateUses states;
    private final FieldAccesses fields;
    private final ElementAccesses elements = new ElementAccesses(this);
    private final boolean isStatic;
    private final boolean isConstructor;
    private final boolean isInitializer;
    private final boolean isSynchronized;
    /** Of the Java library, only the monitors matter. */
    private final boolean isOfTheLibrary;

    /** The library may call it, and it does something itself. */
    private final boolean isCallBack;
    private final boolean isEquals;

    /** In a constructor, whether `this` is still uninitialised. */
    private boolean isBeforeSuper;
    /** A `monitorenter` has just been written, and its object is on the stack for the hook. */
    private boolean isEntering;
    private final Label start = new Label();

    MethodInstrumenter(
        MethodVisitor to, ClassInstrumenter owner, MethodNode method, Handlers handlers, OwnFields ownFields, Place place
    ) {
        super(to, method, handlers, place, isSynchronized(owner, method));
        this.owner = owner;
        isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        isConstructor = method.name.equals("<init>");
        isInitializer = method.name.equals("<clinit>");
        isBeforeSuper = isConstructor;
        isOfTheLibrary = owner.info.isOfTheJdk;
        isSynchronized = isSynchronized(owner, method);
        isCallBack = !isOfTheLibrary && CallBacks.mayBe(owner.hierarchy, owner.info, method);
        isEquals = !isOfTheLibrary && CallBacks.isEquals(method);
        fields = new FieldAccesses(this, owner, ownFields);
        states = new StateUses(this);
        calls = new LibraryCalls(this, owner.hierarchy, states, method.maxLocals + 2);
    }

    /** Whether the method takes a monitor that its code can name: there were no constants for classes before version 49. */
    private static boolean isSynchronized(ClassInstrumenter owner, MethodNode method) {
        boolean canNameClass = owner.version >= Opcodes.V1_5 || (method.access & Opcodes.ACC_STATIC) == 0;
        return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0 && canNameClass;
    }

    boolean isBeforeSuper() {
        return isBeforeSuper;
    }

    // ---- the start and the end

    @Override
    public void visitCode() {
        super.visitCode();
        if (isCallBack) {
            callBack("entered");
        } else if (isEquals) {
            callBack("compared");
        }
        if ((isStatic || isConstructor) && !isInitializer && !isOfTheLibrary) {
            for (String initialised : owner.hierarchy.initialisers(owner.info)) {
                useClass(initialised, "classUsed");
            }
        }
        if (isInitializer && !isOfTheLibrary) {
            useClass(owner.info.name, "classInitialising");
        }
        if (isSynchronized) {
            loadMonitor();
            super.visitVarInsn(Opcodes.ASTORE, log + 1);
            monitorHook("acquired");
            super.visitLabel(start);
        }
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

    @Override
    void releasing() {
        monitorCall("releasing");
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
            plainVisitorOrNothing().visitFrame(Opcodes.F_NEW, types.length, types, 1, new Object[] {"java/lang/Throwable"});
            done();
            monitorHook("releasing");
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(stack, locals);
    }

    @Override
    public void visitLabel(Label label) {
        if (!isBehindEnter(label)) {
            entered();
        }
        super.visitLabel(label);
        entered();
    }

    @Override
    public void visitLineNumber(int line, Label label) {
        place.line(line);
        super.visitLineNumber(line, label);
    }

    @Override
    void begin() {
        begin(Opcodes.NOP);
    }

    private void begin(int opcode) {
        entered();
        states.instruction(opcode);
        super.begin();
    }

    /** The hook behind a `monitorenter`, if there was one. */
    private void entered() {
        if (isEntering) {
            isEntering = false;
            loadLogAndPlace(0);
            monitorCall("acquired");
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
        begin(opcode);
        if (isOfTheLibrary && opcode < Opcodes.IRETURN) {
            super.visitInsn(opcode);
        } else if (ElementAccesses.isLoad(opcode)) {
            elements.load(opcode);
        } else if (ElementAccesses.isStore(opcode)) {
            elements.store(opcode);
        } else if (opcode == Opcodes.MONITORENTER) {
            super.visitInsn(Opcodes.DUP);
            super.visitInsn(Opcodes.MONITORENTER);
            isEntering = true;
        } else if (opcode == Opcodes.MONITOREXIT) {
            if (!isHookedElsewhere()) {
                super.visitInsn(Opcodes.DUP);
                loadLogAndPlace(0);
                releasing();
            }
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
            states.allocated();
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
            if (callee.startsWith("java/") && !isOfTheLibrary) {
                states.takes(descriptor);
            }
            super.visitMethodInsn(opcode, callee, name, descriptor, isInterface);
            if (states.hasUninitialised()) {
                states.constructed(callee, descriptor, isOfTheLibrary);
            } else if (isBeforeSuper) {
                isBeforeSuper = false;
                if (!callee.equals(owner.info.name)) {
                    born();
                }
            }
        } else if (isOfTheLibrary || !calls.call(opcode, callee, name, descriptor, isInterface)) {
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
        if (!isOfTheLibrary) {
            states.linked(bootstrap, descriptor);
        }
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
