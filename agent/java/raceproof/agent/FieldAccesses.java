package raceproof.agent;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Accesses of fields: what is put in the place of the instruction, or around it. */
final class FieldAccesses {
    /** Takes what the trial run writes. */
    private static final MethodVisitor NOTHING = new MethodVisitor(Opcodes.ASM9) {};

    private final MethodInstrumenter to;
    private final ClassInstrumenter owner;
    private final OwnFields ownFields;
    /** How many field instructions there were. */
    private int number;

    FieldAccesses(MethodInstrumenter to, ClassInstrumenter owner, OwnFields ownFields) {
        this.to = to;
        this.owner = owner;
        this.ownFields = ownFields;
    }

    void access(int opcode, String fieldOwner, String name, String descriptor) {
        int at = number++;
        // Whoever does not know the object cannot race for it, and the thread would own it.
        if (Settings.fast && ownFields.isOfNewborn(at)) {
            to.plainField(opcode, fieldOwner, name, descriptor);
            return;
        }
        FieldUse use = owner.fieldUse(fieldOwner, name, descriptor);
        switch (opcode) {
            case Opcodes.GETSTATIC -> getStatic(use);
            case Opcodes.PUTSTATIC -> putStatic(use);
            case Opcodes.GETFIELD -> getField(use, ownFields.isOfThis(at));
            default -> putField(use, ownFields.isOfThis(at));
        }
    }

    private void original(int opcode, FieldUse use) {
        to.plainField(opcode, use.owner, use.name, use.descriptor);
    }

    private MethodVisitor accessorCalls() {
        return to.isTrial() ? NOTHING : to.plainVisitor();
    }

    private static boolean isWide(FieldUse use) {
        return Type.getType(use.descriptor).getSize() == 2;
    }

    private void pop(FieldUse use) {
        to.plain(isWide(use) ? Opcodes.POP2 : Opcodes.POP);
    }

    /** The class is initialised before the stripe is taken, and if that throws, it throws here. */
    private void initialise(FieldUse use) {
        if (!use.declaring.equals(owner.info.name)) {
            original(Opcodes.GETSTATIC, use);
            pop(use);
            useClass(use);
        }
    }

    private void useClass(FieldUse use) {
        if (use.isInitialised) {
            to.useClass(use.declaring, "classUsed");
        }
    }

    private void getStatic(FieldUse use) {
        if (use.isFinal) {
            original(Opcodes.GETSTATIC, use);
            if (!use.declaring.equals(owner.info.name)) {
                useClass(use);
            }
            return;
        }
        initialise(use);
        to.loadLogAndPlace(use.isVolatile ? Kind.ORDERED_READ : Kind.READ);
        owner.accessors.callStaticRead(accessorCalls(), use);
    }

    private void putStatic(FieldUse use) {
        if (use.isFinal) {
            original(Opcodes.PUTSTATIC, use);
            return;
        }
        initialise(use);
        to.loadLog();
        to.constant(use.slot);
        to.loadPlace(use.isVolatile ? Kind.ORDERED_WRITE : Kind.WRITE);
        to.hook(MethodInstrumenter.HOOKS, "beforeStaticAccess", "(" + MethodInstrumenter.LOG_TYPE + "II)V");
        original(Opcodes.PUTSTATIC, use);
        to.done();
    }

    private void getField(FieldUse use, boolean isOfThis) {
        if (use.isFinal) {
            original(Opcodes.GETFIELD, use);
            return;
        }
        if (!isOfThis) {
            // Throws here if the object is null, with the message that names it.
            to.plain(Opcodes.DUP);
            original(Opcodes.GETFIELD, use);
            pop(use);
        }
        to.loadLogAndPlace(use.isVolatile ? Kind.ORDERED_READ : Kind.READ);
        owner.accessors.callRead(accessorCalls(), use);
    }

    private void putField(FieldUse use, boolean isOfThis) {
        // Before the constructor of the superclass only fields of our own can be written, and a hook cannot be given the object.
        if (use.isFinal || to.isBeforeSuper() && use.owner.equals(owner.info.name)) {
            original(Opcodes.PUTFIELD, use);
            return;
        }
        int kind = use.isVolatile ? Kind.ORDERED_WRITE : Kind.WRITE;
        if (isOfThis) {
            to.loadLogAndPlace(kind);
            owner.accessors.callWrite(accessorCalls(), use);
            return;
        }
        if (isWide(use)) {
            to.plain(Opcodes.DUP2_X1);
            to.plain(Opcodes.POP2);
            to.plain(Opcodes.DUP_X2);
        } else {
            to.plain(Opcodes.DUP2);
            to.plain(Opcodes.POP);
        }
        to.loadLogAndPlace(kind);
        owner.accessors.callBefore(accessorCalls(), use);
        original(Opcodes.PUTFIELD, use);
        to.done();
    }
}
