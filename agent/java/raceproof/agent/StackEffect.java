package raceproof.agent;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/** How many slots an instruction takes from the stack and puts on it (JVMS 6.5); a long or double fills two. */
final class StackEffect {
    /** By opcode, ten a row: popped and pushed; `?` if the operand decides, `-` if it jumps, ends the method or is none. */
    private static final String[] ROWS = {
        "00 01 01 01 01 01 01 01 01 02",
        "02 01 01 01 02 02 01 01 ?? --",
        "-- 01 02 01 02 01 -- -- -- --",
        "-- -- -- -- -- -- -- -- -- --",
        "-- -- -- -- -- -- 21 22 21 22",
        "21 21 21 21 10 20 10 20 10 --",
        "-- -- -- -- -- -- -- -- -- --",
        "-- -- -- -- -- -- -- -- -- 30",
        "40 30 40 30 30 30 30 10 20 12",
        "23 34 24 35 46 22 21 42 21 42",
        "21 42 21 42 21 42 21 42 21 42",
        "21 42 21 42 21 42 11 22 11 22",
        "21 32 21 32 21 32 21 42 21 42",
        "21 42 00 12 11 12 21 21 22 11",
        "12 12 21 22 21 11 11 11 41 21",
        "21 41 41 -- -- -- -- -- -- --",
        "-- -- -- -- -- -- -- -- -- --",
        "-- -- -- -- -- -- -- -- ?? ??",
        "?? ?? ?? ?? ?? ?? ?? 01 11 11",
        "11 -- 11 11 10 10 -- ?? -- --",
    };

    private StackEffect() {}

    /** Whether control goes on behind the instruction and nowhere else. */
    static boolean isStraight(AbstractInsnNode at) {
        return symbol(at, 0) != '-';
    }

    static int popped(AbstractInsnNode at) {
        char digit = symbol(at, 0);
        return digit == '?' ? byOperand(at, true) : digit - '0';
    }

    static int pushed(AbstractInsnNode at) {
        char digit = symbol(at, 1);
        return digit == '?' ? byOperand(at, false) : digit - '0';
    }

    private static char symbol(AbstractInsnNode at, int which) {
        return ROWS[at.getOpcode() / 10].charAt(at.getOpcode() % 10 * 3 + which);
    }

    private static int byOperand(AbstractInsnNode at, boolean popped) {
        if (at instanceof LdcInsnNode) {
            Object value = ((LdcInsnNode) at).cst;
            boolean isWide = value instanceof Long || value instanceof Double
                || value instanceof ConstantDynamic && ((ConstantDynamic) value).getSize() == 2;
            return popped ? 0 : isWide ? 2 : 1;
        }
        if (at instanceof FieldInsnNode) {
            boolean isPut = at.getOpcode() == Opcodes.PUTSTATIC || at.getOpcode() == Opcodes.PUTFIELD;
            int object = at.getOpcode() >= Opcodes.GETFIELD ? 1 : 0;
            int value = Type.getType(((FieldInsnNode) at).desc).getSize();
            return popped ? object + (isPut ? value : 0) : isPut ? 0 : value;
        }
        if (at instanceof MultiANewArrayInsnNode) {
            return popped ? ((MultiANewArrayInsnNode) at).dims : 1;
        }
        boolean isDynamic = at instanceof InvokeDynamicInsnNode;
        String descriptor = isDynamic ? ((InvokeDynamicInsnNode) at).desc : ((MethodInsnNode) at).desc;
        // ASM's one number: the size of the arguments, an object among them, and in the two lowest bits that of the result.
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        boolean hasObject = !isDynamic && at.getOpcode() != Opcodes.INVOKESTATIC;
        return popped ? (sizes >> 2) - (hasObject ? 0 : 1) : sizes & 3;
    }
}
