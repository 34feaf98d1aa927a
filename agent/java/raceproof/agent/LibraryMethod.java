package raceproof.agent;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method of the Java library with its hooks, and with hooks at the accesses of fields that synchronise (see
 * {@link LibraryTable#FIELDS}). Its code never assigns `this`, so that is still there at the end.
 */
final class LibraryMethod extends MethodVisitor {
    private final String owner;
    private final Type result;
    private final List<LibraryHook> hooks;
    /** From `class.field` to the action. */
    private final Map<String, String> fields;
    private final boolean catchesAll;
    private final Label start = new Label();

    LibraryMethod(MethodVisitor to, String owner, String descriptor, List<LibraryHook> hooks, Map<String, String> fields) {
        super(Opcodes.ASM9, to);
        this.owner = owner;
        this.hooks = hooks;
        this.fields = fields;
        result = Type.getReturnType(descriptor);
        catchesAll = hooks.stream().anyMatch(hook -> hook.when() == LibraryHook.When.LEAVE);
    }

    private void write(LibraryHook.When when, String callee) {
        for (LibraryHook hook : hooks) {
            if (hook.when() == when && (callee == null || callee.equals(hook.callee()))) {
                hook.write(mv, owner, result);
            }
        }
    }

    @Override
    public void visitCode() {
        super.visitCode();
        write(LibraryHook.When.ENTRY, null);
        if (catchesAll) {
            super.visitLabel(start);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            write(LibraryHook.When.EXIT, null);
            write(LibraryHook.When.LEAVE, null);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(int opcode, String callee, String name, String descriptor, boolean isInterface) {
        write(LibraryHook.When.BEFORE, name);
        super.visitMethodInsn(opcode, callee, name, descriptor, isInterface);
        write(LibraryHook.When.AFTER, name);
    }

    /** A read is told behind it, with what was read, a write before it: so nothing that happened before is missed. */
    @Override
    public void visitFieldInsn(int opcode, String fieldOwner, String name, String descriptor) {
        String action = fields.get(fieldOwner + "." + name);
        if (action != null && opcode == Opcodes.GETFIELD) {
            super.visitInsn(Opcodes.DUP);
            super.visitFieldInsn(opcode, fieldOwner, name, descriptor);
            super.visitInsn(Opcodes.DUP_X1);
            boolean isReference = descriptor.length() > 1;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "raceproof/agent/Library", action,
                "(Ljava/lang/Object;" + (isReference ? "Ljava/lang/Object;" : descriptor) + ")V", false);
            return;
        }
        if (action != null && opcode == Opcodes.PUTFIELD) {
            super.visitInsn(Opcodes.DUP2);
            super.visitInsn(Opcodes.POP);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "raceproof/agent/Library", "update", "(Ljava/lang/Object;)V", false);
        }
        super.visitFieldInsn(opcode, fieldOwner, name, descriptor);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        if (catchesAll) {
            Label end = new Label();
            super.visitTryCatchBlock(start, end, end, null);
            super.visitLabel(end);
            super.visitFrame(Opcodes.F_NEW, 1, new Object[] {owner}, 1, new Object[] {"java/lang/Throwable"});
            write(LibraryHook.When.LEAVE, null);
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(stack, locals);
    }
}
