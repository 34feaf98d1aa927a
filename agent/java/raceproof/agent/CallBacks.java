package raceproof.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods of the program the Java library may call: bodies of lambda expressions, and what overrides a method of the library. */
final class CallBacks {
    private CallBacks() {}

    static boolean mayBe(Hierarchy hierarchy, Hierarchy.Info owner, MethodNode method) {
        return (isLambda(method) || overridesLibrary(hierarchy, owner, method)) && doesAnything(method);
    }

    /** Whether it is `equals`, by which collections find what they have. */
    static boolean isEquals(MethodNode method) {
        boolean isOne = method.name.equals("equals") && method.desc.equals("(Ljava/lang/Object;)Z");
        return isOne && (method.access & Opcodes.ACC_STATIC) == 0 && doesAnything(method);
    }

    private static boolean isLambda(MethodNode method) {
        return (method.access & Opcodes.ACC_SYNTHETIC) != 0 && method.name.startsWith("lambda$");
    }

    private static boolean overridesLibrary(Hierarchy hierarchy, Hierarchy.Info owner, MethodNode method) {
        if ((method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) != 0 || method.name.startsWith("<")) {
            return false;
        }
        Hierarchy.Info declaring = hierarchy.declaredAbove(owner, method.name + method.desc);
        return declaring != null && !declaring.name.equals("java/lang/Object");
    }

    /** Whether it accesses anything or calls anybody: else nothing that it does needs an order. */
    private static boolean doesAnything(MethodNode method) {
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            boolean isElement = at.getOpcode() >= Opcodes.IALOAD && at.getOpcode() <= Opcodes.SALOAD
                || at.getOpcode() >= Opcodes.IASTORE && at.getOpcode() <= Opcodes.SASTORE;
            if (isElement || at instanceof FieldInsnNode || at instanceof MethodInsnNode || at instanceof InvokeDynamicInsnNode) {
                return true;
            }
        }
        return false;
    }
}
