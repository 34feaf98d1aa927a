package raceproof.agent;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A method of the Java library with its hooks. Its code never assigns `this`, so that is still there at the end. */
final class LibraryMethod extends MethodVisitor {
    private final String owner;
    private final Type result;
    private final List<LibraryHook> hooks;
    private final boolean catchesAll;
    private final Label start = new Label();

    LibraryMethod(MethodVisitor to, String owner, String descriptor, List<LibraryHook> hooks) {
        super(Opcodes.ASM9, to);
        this.owner = owner;
        this.hooks = hooks;
        result = Type.getReturnType(descriptor);
        catchesAll = hooks.stream().anyMatch(hook -> hook.when() == LibraryHook.When.LEAVE);
    }

    private void write(LibraryHook.When when) {
        for (LibraryHook hook : hooks) {
            if (hook.when() == when) {
                hook.write(mv, owner, result);
            }
        }
    }

    @Override
    public void visitCode() {
        super.visitCode();
        write(LibraryHook.When.ENTRY);
        if (catchesAll) {
            super.visitLabel(start);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            write(LibraryHook.When.EXIT);
            write(LibraryHook.When.LEAVE);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        if (catchesAll) {
            Label end = new Label();
            super.visitTryCatchBlock(start, end, end, null);
            super.visitLabel(end);
            super.visitFrame(Opcodes.F_NEW, 1, new Object[] {owner}, 1, new Object[] {"java/lang/Throwable"});
            write(LibraryHook.When.LEAVE);
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(stack, locals);
    }
}
