package raceproof.agent;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * One hook of {@link LibraryTable}, which says what the words mean. With `before` and `after`, `callee` is the method whose calls are
 * meant.
 */
record LibraryHook(When when, String callee, String action, boolean wantsResult, boolean givesResult, String subject) {
    enum When { ENTRY, EXIT, LEAVE, BEFORE, AFTER }

    /** Where actions are that are not methods of {@link Library}. */
    private static final Map<String, String> CLASSES = new HashMap<>();

    static {
        for (String action : new String[] {"toWrite", "fromWrite", "toRead", "toOptimistic", "releaseAny"}) {
            CLASSES.put(action, "raceproof/agent/LibraryStamps");
        }
        for (String action : new String[] {"put", "look", "finished", "returned", "taken", "putKey", "takeKey", "putAll", "takeAll"}) {
            CLASSES.put(action, "raceproof/agent/LibraryStores");
        }
        for (String action : new String[] {"idle", "quiet"}) {
            CLASSES.put(action, "raceproof/agent/LibraryPools");
        }
    }

    static LibraryHook parse(String text) {
        String[] words = text.split(" ");
        String[] when = words[0].split(":");
        boolean wantsResult = words[1].endsWith("?") || words[1].endsWith("=");
        String action = wantsResult ? words[1].substring(0, words[1].length() - 1) : words[1];
        return new LibraryHook(When.valueOf(when[0].toUpperCase(Locale.ROOT)), when.length > 1 ? when[1] : null, action, wantsResult,
            words[1].endsWith("="), words[2]);
    }

    /** Writes the call. If the hook wants the result, that is on the stack, and stays there. */
    void write(MethodVisitor to, String owner, Type result) {
        if (givesResult) {
            String type = result.getDescriptor();
            to.visitMethodInsn(Opcodes.INVOKESTATIC, "raceproof/agent/Shape", action, "(" + type + ")" + type, false);
            return;
        }
        StringBuilder descriptor = new StringBuilder("(");
        if (wantsResult) {
            to.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
            boolean isReference = result.getSort() == Type.OBJECT || result.getSort() == Type.ARRAY;
            descriptor.append(isReference ? "Ljava/lang/Object;" : result.getDescriptor());
        }
        for (String part : subject.split("\\+")) {
            descriptor.append(load(to, owner, part));
        }
        to.visitMethodInsn(Opcodes.INVOKESTATIC, CLASSES.getOrDefault(action, "raceproof/agent/Library"), action, descriptor.append(")V").toString(), false);
    }

    private static String load(MethodVisitor to, String owner, String part) {
        switch (part) {
            case "arg" -> to.visitVarInsn(Opcodes.ALOAD, 1);
            case "arg2" -> to.visitVarInsn(Opcodes.ALOAD, 2);
            case "top" -> to.visitInsn(Opcodes.DUP);
            case "stamp" -> {
                to.visitVarInsn(Opcodes.LLOAD, 1);
                return "J";
            }
            default -> to.visitVarInsn(Opcodes.ALOAD, 0);
        }
        int colon = part.indexOf(':');
        if (colon > 0) {
            to.visitFieldInsn(Opcodes.GETFIELD, owner, part.substring("this.".length(), colon), part.substring(colon + 1));
        }
        return "Ljava/lang/Object;";
    }
}
