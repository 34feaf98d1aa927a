package raceproof.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes what {@link Sections} is told where a method of the program uses state that is not recorded: see {@link Unrecorded}. */
final class StateUses {
    private static final String SECTIONS = "raceproof/agent/Sections";
    private static final String LOG_TYPE = HookWriter.LOG_TYPE;

    private final HookWriter to;
    /** The objects that are not initialised yet, the innermost last: whether a second copy is on the stack. */
    private final Deque<Boolean> uninitialised = new ArrayDeque<>();
    private boolean isBehindNew;

    StateUses(HookWriter to) {
        this.to = to;
    }

    /** Before a call of the library, with its arguments on the stack. */
    void used(int opcode, String declaring, String name, String descriptor) {
        Unrecorded.Use use = Unrecorded.of(opcode, declaring, name, descriptor);
        if (use == Unrecorded.Use.NONE) {
            return;
        }
        int slots = Type.getArgumentsAndReturnSizes(descriptor) / 4 - 1;
        boolean isOfReceiver = opcode != Opcodes.INVOKESTATIC && slots <= 2 && Unrecorded.isOfReceiverAlone(declaring, name, descriptor);
        if (isOfReceiver) {
            copyReceiver(slots);
        } else {
            to.plain(Opcodes.ACONST_NULL);
        }
        boolean isGet = isOfReceiver && slots == 1 && name.equals("get");
        tell(use == Unrecorded.Use.CHANGES ? "changes" : isGet ? "gets" : "looks");
    }

    private void tell(String hook) {
        to.loadLogAndPlace(0);
        to.hook(SECTIONS, hook, "(Ljava/lang/Object;" + LOG_TYPE + "I)V");
    }

    /** From below so many slots of arguments to the top. */
    private void copyReceiver(int slots) {
        switch (slots) {
            case 0 -> to.plain(Opcodes.DUP);
            case 1 -> {
                to.plain(Opcodes.DUP2);
                to.plain(Opcodes.POP);
            }
            default -> {
                to.plain(Opcodes.DUP2_X1);
                to.plain(Opcodes.POP2);
                to.plain(Opcodes.DUP_X2);
            }
        }
    }

    /** Behind a call of the library: what it gives may be new. */
    void given(String descriptor) {
        if (Unrecorded.makesCursor(descriptor)) {
            made();
        }
    }

    private void made() {
        to.plain(Opcodes.DUP);
        to.loadLog();
        to.hook(SECTIONS, "made", "(Ljava/lang/Object;" + LOG_TYPE + ")V");
    }

    // ---- new objects

    /** Before each instruction but `new`: which one, of those without operands. */
    void instruction(int opcode) {
        if (isBehindNew) {
            isBehindNew = false;
            uninitialised.addLast(opcode == Opcodes.DUP);
        }
    }

    void allocated() {
        isBehindNew = true;
    }

    boolean hasUninitialised() {
        return !uninitialised.isEmpty();
    }

    /** Before a constructor of the library is called. */
    void takes(String descriptor) {
        if (Unrecorded.takesState(descriptor)) {
            looks();
        }
    }

    /** Before an `invokedynamic`: text may be made of collections, and records compare theirs. */
    void linked(Handle bootstrap, String descriptor) {
        boolean isOfRecord = bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods");
        boolean isLambda = bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory");
        if (isOfRecord || !isLambda && Unrecorded.takesState(descriptor)) {
            looks();
        }
    }

    void looks() {
        to.plain(Opcodes.ACONST_NULL);
        tell("looks");
    }

    /** The object allocated last has been initialised. */
    void constructed(String type, String descriptor, boolean isInTheLibrary) {
        if (uninitialised.removeLast() && !isInTheLibrary && Unrecorded.isWhole(type, descriptor)) {
            made();
        }
    }
}
