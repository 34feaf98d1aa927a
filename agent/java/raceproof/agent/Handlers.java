package raceproof.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The handlers of a method's exceptions, and the ranges that they cover, arranged so that HotSpot's compilers take the method with its
 * hooks. They refuse some methods, which the interpreter would then run for ever:
 *
 * 1. C2 wants each call that is made while a monitor is held to be covered by a handler, which releases the monitor. The range that
 *    `synchronized` compiles to starts behind `monitorenter`; here it starts before the hook that stands there.
 * 2. C1 gives up if a handler's first basic block calls anything and is covered by that handler. What javac makes of `finally` and of
 *    `synchronized` covers its own beginning, where a hook stands. Such a range starts behind the hook.
 * 3. Where a handler releases a monitor, both of its hooks go to a block of their own. Exceptions come there first, and are thrown from there
 *    to the handler as it was, as is whatever the hooks may throw.
 *
 * It changes the method, once, for all who visit it later.
 */
final class Handlers {
    private final MethodNode method;
    private final Set<LabelNode> starts = new HashSet<>();
    private final Set<LabelNode> behindEnter = new HashSet<>();
    private final Set<LabelNode> behindCaught = new HashSet<>();
    private final List<Release> releases = new ArrayList<>();

    /** A handler that releases the monitor in a variable, and the place at the end of the method for the block before it. */
    private record Release(LabelNode handler, LabelNode block, int variable) {}

    Handlers(MethodNode method) {
        this.method = method;
        if (method.tryCatchBlocks.isEmpty()) {
            return;
        }
        for (AbstractInsnNode at : method.instructions.toArray()) {
            if (at.getOpcode() == Opcodes.MONITORENTER) {
                coverHook(at);
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            starts.add(block.handler);
        }
        for (LabelNode handler : new ArrayList<>(starts)) {
            int variable = released(handler);
            if (variable >= 0) {
                precede(handler, variable);
            }
        }
        List<TryCatchBlockNode> blocks = new ArrayList<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            uncoverItself(block, blocks);
        }
        method.tryCatchBlocks = blocks;
    }

    // ---- 1

    /** The ranges that start behind a `monitorenter`, with no instruction between, start right there. */
    private void coverHook(AbstractInsnNode enter) {
        LabelNode made = new LabelNode();
        for (AbstractInsnNode at = enter.getNext(); at != null && at.getOpcode() < 0; at = at.getNext()) {
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                if (block.start == at) {
                    block.start = made;
                    behindEnter.add(made);
                }
            }
        }
        if (behindEnter.contains(made)) {
            method.instructions.insert(enter, made);
        }
    }

    // ---- 2

    /** Adds the range, or what takes its place. */
    private void uncoverItself(TryCatchBlockNode block, List<TryCatchBlockNode> to) {
        if (!starts.contains(block.handler) || !covers(block, block.handler)) {
            to.add(block);
            return;
        }
        boolean hasBefore = false;
        for (AbstractInsnNode at = block.start; at != block.handler; at = at.getNext()) {
            hasBefore |= at.getOpcode() >= 0;
        }
        AbstractInsnNode first = null;
        for (AbstractInsnNode at = block.handler; at != block.end; at = at.getNext()) {
            if (at.getOpcode() == Opcodes.MONITOREXIT) {
                // Not as javac does it: then the hook has to be covered.
                to.add(block);
                return;
            }
            first = first == null && at.getOpcode() >= 0 ? at : first;
        }
        if (hasBefore) {
            to.add(new TryCatchBlockNode(block.start, block.handler, block.handler, block.type));
        }
        if (first != null) {
            LabelNode made = new LabelNode();
            behindCaught.add(made);
            method.instructions.insertBefore(first, made);
            block.start = made;
            to.add(block);
        }
    }

    private boolean covers(TryCatchBlockNode block, LabelNode label) {
        int at = method.instructions.indexOf(label);
        return at >= method.instructions.indexOf(block.start) && at < method.instructions.indexOf(block.end);
    }

    // ---- 3

    /**
     * The variable with the monitor that is all that a handler releases, at once, as javac writes it; or -1. Only exceptions come to the
     * handler, each of any kind.
     */
    private int released(LabelNode handler) {
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.handler == handler && block.type != null) {
                return -1;
            }
        }
        AbstractInsnNode at = instructionFrom(handler);
        if (at != null && at.getOpcode() == Opcodes.ASTORE) {
            at = instructionFrom(at.getNext());
        }
        if (at == null || at.getOpcode() != Opcodes.ALOAD || isReachedOtherwise(handler)) {
            return -1;
        }
        AbstractInsnNode exit = instructionFrom(at.getNext());
        return exit != null && exit.getOpcode() == Opcodes.MONITOREXIT ? ((VarInsnNode) at).var : -1;
    }

    private static AbstractInsnNode instructionFrom(AbstractInsnNode from) {
        AbstractInsnNode at = from;
        while (at != null && at.getOpcode() < 0) {
            at = at.getNext();
        }
        return at;
    }

    private boolean isReachedOtherwise(LabelNode handler) {
        AbstractInsnNode before = handler.getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        int opcode = before == null ? -1 : before.getOpcode();
        boolean isEnd = opcode == Opcodes.GOTO || opcode == Opcodes.ATHROW || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        if (!isEnd) {
            return true;
        }
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            boolean isTarget = at instanceof JumpInsnNode && ((JumpInsnNode) at).label == handler
                || at instanceof TableSwitchInsnNode && (((TableSwitchInsnNode) at).dflt == handler || ((TableSwitchInsnNode) at).labels.contains(handler))
                || at instanceof LookupSwitchInsnNode && (((LookupSwitchInsnNode) at).dflt == handler || ((LookupSwitchInsnNode) at).labels.contains(handler));
            if (isTarget) {
                return true;
            }
        }
        return false;
    }

    /** Exceptions that came to the handler now come to a block before it, which the handler covers. */
    private void precede(LabelNode handler, int variable) {
        LabelNode block = new LabelNode();
        LabelNode end = new LabelNode();
        method.instructions.add(block);
        method.instructions.add(end);
        for (TryCatchBlockNode range : new ArrayList<>(method.tryCatchBlocks)) {
            if (range.handler != handler || range.start == handler) {
                continue;
            }
            range.handler = block;
            if (covers(range, handler)) {
                // The handler covers itself from its start on.
                int behind = method.tryCatchBlocks.indexOf(range) + 1;
                method.tryCatchBlocks.add(behind, new TryCatchBlockNode(handler, range.end, handler, null));
                range.end = handler;
            }
        }
        method.tryCatchBlocks.add(new TryCatchBlockNode(block, end, handler, null));
        starts.remove(handler);
        releases.add(new Release(handler, block, variable));
    }

    // ---- for visitors

    /** These, as the labels of one visit, which has begun. */
    Labels labels() {
        Map<Label, HookBlock> byHandler = new HashMap<>();
        Map<Label, HookBlock> byBlock = new HashMap<>();
        for (Release release : releases) {
            HookBlock block = new HookBlock(release.variable);
            byHandler.put(release.handler.getLabel(), block);
            byBlock.put(release.block.getLabel(), block);
        }
        return new Labels(labels(starts), labels(behindEnter), labels(behindCaught), byHandler, byBlock);
    }

    private static Set<Label> labels(Set<LabelNode> nodes) {
        Set<Label> labels = new HashSet<>();
        for (LabelNode node : nodes) {
            labels.add(node.getLabel());
        }
        return labels;
    }

    /**
     * Where handlers start that have a hook; where the hook of the `monitorenter` before stands, behind the label; the ranges that start
     * behind the hook of their handler; and the blocks with the hooks of handlers that release a monitor, by those handlers, which have
     * none, and by where such a block stands, which is known after its handler.
     */
    record Labels(
        Set<Label> starts, Set<Label> behindEnter, Set<Label> behindCaught, Map<Label, HookBlock> byHandler, Map<Label, HookBlock> byBlock
    ) {}

    /** What the block with the hooks of such a handler needs. */
    static final class HookBlock {
        final int variable;
        /** Where the handler releases the monitor, and the handler's stack map. Known when it has been visited. */
        int place;
        Object[] locals;
        Object[] stack;

        HookBlock(int variable) {
            this.variable = variable;
        }
    }
}
