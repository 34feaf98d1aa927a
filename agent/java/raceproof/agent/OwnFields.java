package raceproof.agent;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which instructions of a method access fields of `this`, and in a constructor, which do so before anybody else can know `this`.
 *
 * Both are found in straight-line code only; where a value was computed with branches, the answer is no. Field instructions are
 * counted as they stand in the code, from 0.
 */
final class OwnFields {
    private final BitSet ofThis = new BitSet();
    private final BitSet ofNewborn = new BitSet();

    OwnFields(MethodNode method) {
        if ((method.access & Opcodes.ACC_STATIC) != 0 || assignsThis(method)) {
            return;
        }
        Set<AbstractInsnNode> targets = new HashSet<>();
        Set<AbstractInsnNode> backward = new HashSet<>();
        findTargets(method, targets, backward);
        Set<AbstractInsnNode> onlyForFields = new HashSet<>();
        int number = 0;
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            if (at instanceof FieldInsnNode) {
                AbstractInsnNode producer = at.getOpcode() >= Opcodes.GETFIELD ? objectOf((FieldInsnNode) at, targets) : null;
                if (producer != null && isThis(producer)) {
                    ofThis.set(number);
                    onlyForFields.add(producer);
                }
                number++;
            }
        }
        if (method.name.equals("<init>")) {
            findNewborn(method, onlyForFields, backward);
        }
    }

    /** Whether an instruction's object is `this`: not null, then. */
    boolean isOfThis(int number) {
        return ofThis.get(number);
    }

    /** Whether `this` has been used for nothing but its fields since the constructor of `Object` returned. */
    boolean isOfNewborn(int number) {
        return ofNewborn.get(number);
    }

    private static boolean isThis(AbstractInsnNode at) {
        return at.getOpcode() == Opcodes.ALOAD && ((VarInsnNode) at).var == 0;
    }

    private static boolean assignsThis(MethodNode method) {
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            boolean isStore = at.getOpcode() >= Opcodes.ISTORE && at.getOpcode() <= Opcodes.ASTORE;
            if (isStore && ((VarInsnNode) at).var == 0 || at.getOpcode() == Opcodes.JSR) {
                return true;
            }
        }
        return false;
    }

    /** Labels that are jumped to, and those of them that are reached from behind: by loops and by exceptions. */
    private static void findTargets(MethodNode method, Set<AbstractInsnNode> targets, Set<AbstractInsnNode> backward) {
        Set<AbstractInsnNode> passed = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            targets.add(block.handler);
            backward.add(block.handler);
        }
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            if (at instanceof LabelNode) {
                passed.add(at);
            } else if (at instanceof JumpInsnNode) {
                target(((JumpInsnNode) at).label, passed, targets, backward);
            } else if (at instanceof TableSwitchInsnNode) {
                target(((TableSwitchInsnNode) at).dflt, passed, targets, backward);
                ((TableSwitchInsnNode) at).labels.forEach(label -> target(label, passed, targets, backward));
            } else if (at instanceof LookupSwitchInsnNode) {
                target(((LookupSwitchInsnNode) at).dflt, passed, targets, backward);
                ((LookupSwitchInsnNode) at).labels.forEach(label -> target(label, passed, targets, backward));
            }
        }
    }

    private static void target(
        LabelNode label, Set<AbstractInsnNode> passed, Set<AbstractInsnNode> targets, Set<AbstractInsnNode> backward
    ) {
        targets.add(label);
        if (passed.contains(label)) {
            backward.add(label);
        }
    }

    /** The instruction that has put the object of a field instruction on the stack, or null. */
    private static AbstractInsnNode objectOf(FieldInsnNode field, Set<AbstractInsnNode> targets) {
        // How many slots at the top of the stack are still to be explained, the object being the lowest.
        int wanted = 1 + (field.getOpcode() == Opcodes.PUTFIELD ? Type.getType(field.desc).getSize() : 0);
        for (AbstractInsnNode at = field.getPrevious(); at != null; at = at.getPrevious()) {
            if (targets.contains(at)) {
                return null;
            }
            if (at.getOpcode() >= 0) {
                if (!StackEffect.isStraight(at)) {
                    return null;
                }
                int pushed = StackEffect.pushed(at);
                if (pushed >= wanted) {
                    return pushed == wanted && pushed == 1 ? at : null;
                }
                wanted += StackEffect.popped(at) - pushed;
            }
        }
        return null;
    }

    /**
     * From the call of Object's constructor to the first other use of `this`. Only code behind that use can let others know the
     * object; and nothing up to it is executed later, as there is no label here that is reached from behind.
     */
    private void findNewborn(MethodNode method, Set<AbstractInsnNode> onlyForFields, Set<AbstractInsnNode> backward) {
        boolean isBorn = false;
        int number = 0;
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            if (isBorn && (backward.contains(at) || isThis(at) && !onlyForFields.contains(at))) {
                return;
            }
            if (at instanceof FieldInsnNode) {
                if (isBorn && ofThis.get(number)) {
                    ofNewborn.set(number);
                }
                number++;
            }
            if (at.getOpcode() == Opcodes.INVOKESPECIAL && ((MethodInsnNode) at).name.equals("<init>")) {
                AbstractInsnNode before = at.getPrevious();
                // Right behind `this`: of the other constructors of Object, that of a new object stands behind `new` and `dup`.
                isBorn |= before != null && isThis(before) && ((MethodInsnNode) at).owner.equals("java/lang/Object");
            }
        }
    }
}
