package raceproof.agent;

import java.util.Arrays;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Writes a method with one more local variable, behind all others, which holds the current thread's log and is in every stack map.
 * Helpers write by it their calls of hooks, and instructions as they are. At the start of each handler stands a call that ends what an
 * exception has left.
 */
abstract class HookWriter extends MethodVisitor {
    static final String HOOKS = Accessors.HOOKS;
    static final String LOG = Accessors.LOG;
    static final String LOG_TYPE = "L" + LOG + ";";
    static final String SYNC = "raceproof/agent/Sync";

    private static final MethodVisitor NOTHING = new MethodVisitor(Opcodes.ASM9) {};

    final Place place;
    /** The variable that holds the log. */
    final int log;
    private final Handlers handlers;
    private final boolean hasMonitorVariable;
    private Handlers.Labels labels;
    private boolean isNeeded;

    /** At the start of a handler, before its first instruction. */
    private boolean isAtHandler;
    /** In a handler whose hooks stand in another block, before its `monitorexit`. */
    private Handlers.HookBlock handled;

    /** With `hasMonitorVariable`, the variable behind the log holds an object. */
    HookWriter(MethodVisitor to, MethodNode method, Handlers handlers, Place place, boolean hasMonitorVariable) {
        super(Opcodes.ASM9, to);
        this.handlers = handlers;
        this.place = place;
        this.hasMonitorVariable = hasMonitorVariable;
        log = method.maxLocals;
    }

    /** Whether the method has anything to record. */
    boolean isNeeded() {
        return isNeeded;
    }

    /** Whether nothing is written. */
    boolean isTrial() {
        return mv == null;
    }

    // ---- hooks

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
        isNeeded = true;
        super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    /** Ends the access, if one has begun: by itself nothing to record. */
    void done() {
        logCall("done");
    }

    private void logCall(String name) {
        super.visitVarInsn(Opcodes.ALOAD, log);
        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, name, "()V", false);
    }

    // ---- instructions as they are

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

    // ---- handlers and stack maps

    @Override
    public void visitCode() {
        labels = handlers.labels();
        super.visitCode();
        super.visitMethodInsn(Opcodes.INVOKESTATIC, LOG, "current", "()" + LOG_TYPE, false);
        super.visitVarInsn(Opcodes.ASTORE, log);
    }

    /** Whether the hook of the `monitorenter` before belongs behind the label: see {@link Handlers}. */
    boolean isBehindEnter(Label label) {
        return labels.behindEnter().contains(label);
    }

    @Override
    public void visitLabel(Label label) {
        if (labels.behindCaught().contains(label)) {
            begin();
        }
        super.visitLabel(label);
        isAtHandler |= labels.starts().contains(label);
        handled = labels.byHandler().getOrDefault(label, handled);
        Handlers.HookBlock block = labels.byBlock().get(label);
        if (block != null) {
            write(block);
        }
    }

    /** Before each instruction. */
    void begin() {
        if (isAtHandler) {
            isAtHandler = false;
            logCall("caught");
        }
    }

    /** At a `monitorexit`: whether its hook stands in another block. */
    boolean isHookedElsewhere() {
        if (handled == null) {
            return false;
        }
        handled.place = place.constant();
        handled = null;
        return true;
    }

    /** The exception, which is on the stack, is put aside meanwhile, and thrown to the handler (C1 lets nobody jump there). */
    private void write(Handlers.HookBlock block) {
        if (block.locals != null) {
            super.visitFrame(Opcodes.F_NEW, block.locals.length, block.locals, block.stack.length, block.stack);
        }
        super.visitVarInsn(Opcodes.ASTORE, log + 2);
        logCall("caught");
        super.visitVarInsn(Opcodes.ALOAD, block.variable);
        loadLog();
        constant(block.place);
        releasing();
        super.visitVarInsn(Opcodes.ALOAD, log + 2);
        super.visitInsn(Opcodes.ATHROW);
    }

    /** Monitor, log and place on the stack: the hook before the monitor is released. */
    abstract void releasing();

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
        if (hasMonitorVariable) {
            all[count++] = "java/lang/Object";
        }
        if (handled != null && handled.locals == null) {
            handled.locals = Arrays.copyOf(all, count);
            handled.stack = Arrays.copyOf(stack, stackCount);
        }
        super.visitFrame(type, count, all, stackCount, stack);
    }
}
