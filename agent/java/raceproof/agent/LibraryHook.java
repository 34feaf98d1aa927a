package raceproof.agent;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** One hook of {@link LibraryTable}. */
record LibraryHook(When when, String action, boolean wantsResult, String subject) {
    enum When { ENTRY, EXIT, LEAVE }

    static LibraryHook parse(String text) {
        String[] words = text.split(" ");
        boolean wantsResult = words[1].endsWith("?");
        String action = wantsResult ? words[1].substring(0, words[1].length() - 1) : words[1];
        return new LibraryHook(When.valueOf(words[0].toUpperCase(java.util.Locale.ROOT)), action, wantsResult, words[2]);
    }

    /** Writes the call. If the hook wants the result, that is on the stack, and stays there. */
    void write(MethodVisitor to, String owner, Type result) {
        String descriptor = "(Ljava/lang/Object;)V";
        if (wantsResult) {
            to.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
            boolean isReference = result.getSort() == Type.OBJECT || result.getSort() == Type.ARRAY;
            descriptor = "(" + (isReference ? "Ljava/lang/Object;" : result.getDescriptor()) + "Ljava/lang/Object;)V";
        }
        switch (subject) {
            case "arg" -> to.visitVarInsn(Opcodes.ALOAD, 1);
            case "arg2" -> to.visitVarInsn(Opcodes.ALOAD, 2);
            default -> to.visitVarInsn(Opcodes.ALOAD, 0);
        }
        int colon = subject.indexOf(':');
        if (colon > 0) {
            to.visitFieldInsn(Opcodes.GETFIELD, owner, subject.substring("this.".length(), colon), subject.substring(colon + 1));
        }
        to.visitMethodInsn(Opcodes.INVOKESTATIC, "raceproof/agent/Library", action, descriptor, false);
    }
}
