package raceproof.agent;

import org.objectweb.asm.Opcodes;

/** Accesses of elements of arrays, and the creation of arrays. */
final class ElementAccesses {
    private static final String HOOKS = MethodInstrumenter.HOOKS;
    private static final String LOG_TYPE = MethodInstrumenter.LOG_TYPE;

    /** Types of arrays, in the order of the instructions for their elements. */
    private static final String[] ARRAYS = {"[I", "[J", "[F", "[D", "[Ljava/lang/Object;", "Ljava/lang/Object;", "[C", "[S"};

    private final MethodInstrumenter to;

    ElementAccesses(MethodInstrumenter to) {
        this.to = to;
    }

    static boolean isLoad(int opcode) {
        return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
    }

    static boolean isStore(int opcode) {
        return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    }

    /** Throws here, if it must; then a hook loads again, inside. A hook could not say of which type an object is. */
    void load(int opcode) {
        to.plain(Opcodes.DUP2);
        if (opcode == Opcodes.AALOAD) {
            beforeElement(ARRAYS[opcode - Opcodes.IALOAD], Kind.READ);
            to.plain(opcode);
            to.done();
            return;
        }
        to.plain(opcode);
        to.plain(opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD ? Opcodes.POP2 : Opcodes.POP);
        to.loadLogAndPlace(Kind.READ);
        String array = ARRAYS[opcode - Opcodes.IALOAD];
        String element = opcode == Opcodes.BALOAD ? "I" : array.substring(1);
        to.hook(HOOKS, "load", "(" + array + "I" + LOG_TYPE + "I)" + element);
    }

    void store(int opcode) {
        boolean isWide = opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE;
        to.plain(isWide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
        to.plain(isWide ? Opcodes.POP2 : Opcodes.POP);
        to.plain(isWide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1);
        beforeElement(ARRAYS[opcode - Opcodes.IASTORE], Kind.WRITE);
        to.plain(opcode);
        to.done();
    }

    private void beforeElement(String array, int kind) {
        to.loadLogAndPlace(kind);
        to.hook(HOOKS, "beforeElement", "(" + array + "I" + LOG_TYPE + "I)V");
    }

    /** A new array is on the stack. */
    void created() {
        to.plain(Opcodes.DUP);
        to.plain(Opcodes.DUP);
        to.plain(Opcodes.ARRAYLENGTH);
        to.loadLog();
        to.hook(HOOKS, "newArray", "(Ljava/lang/Object;I" + LOG_TYPE + ")V");
    }

    /** A new array of arrays is on the stack. */
    void allCreated() {
        to.plain(Opcodes.DUP);
        to.loadLog();
        to.hook(HOOKS, "newArrays", "([Ljava/lang/Object;" + LOG_TYPE + ")V");
    }

    /** A clone of an array is on the stack, of which the verifier knows only that it is an object. */
    void cloned() {
        to.plain(Opcodes.DUP);
        to.loadLog();
        to.hook(HOOKS, "newArray", "(Ljava/lang/Object;" + LOG_TYPE + ")V");
    }
}
