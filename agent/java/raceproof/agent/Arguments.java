package raceproof.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts the arguments of a call aside, into variables that are free, and back on the stack. */
final class Arguments {
    private final HookWriter to;
    private final Type[] types;
    /** The first free variable; the last argument lies there. */
    private final int free;

    Arguments(HookWriter to, String descriptor, int free) {
        this.to = to;
        this.free = free;
        types = Type.getArgumentTypes(descriptor);
    }

    Type[] types() {
        return types;
    }

    /** The first variable behind those. */
    int end() {
        int at = free;
        for (Type type : types) {
            at += type.getSize();
        }
        return at;
    }

    void store() {
        int at = free;
        for (int number = types.length - 1; number >= 0; number--) {
            to.plainVariable(types[number].getOpcode(Opcodes.ISTORE), at);
            at += types[number].getSize();
        }
    }

    void load() {
        for (int number = 0; number < types.length; number++) {
            load(number);
        }
    }

    void load(int number) {
        int at = free;
        for (int behind = types.length - 1; behind > number; behind--) {
            at += types[behind].getSize();
        }
        to.plainVariable(types[number].getOpcode(Opcodes.ILOAD), at);
    }

    /** The variables keep nothing alive that the program has forgotten. */
    void forget() {
        int at = free;
        for (int number = types.length - 1; number >= 0; number--) {
            if (types[number].getSort() >= Type.ARRAY) {
                to.plain(Opcodes.ACONST_NULL);
                to.plainVariable(Opcodes.ASTORE, at);
            }
            at += types[number].getSize();
        }
    }

    /** The first argument if it is an object, else null. */
    void loadFirstObject() {
        if (types.length > 0 && (types[0].getSort() == Type.OBJECT || types[0].getSort() == Type.ARRAY)) {
            load(0);
        } else {
            to.plain(Opcodes.ACONST_NULL);
        }
    }
}
