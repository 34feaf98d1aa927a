package raceproof.agent;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The small static methods that a transformed class gets for the fields that it accesses: what would make each place too long, and
 * what needs branches, which would need stack maps.
 */
final class Accessors {
    /** What the names of methods begin with that are added to a class. */
    static final String PREFIX = "raceproof$";

    static final String HOOKS = "raceproof/agent/Hooks";
    static final String LOG = "raceproof/agent/Log";
    /** In bytes: the JVM's FreqInlineSize is 325. */
    private static final int TOO_LONG_TO_INLINE = 330;
    private static final String LOG_TYPE = "L" + LOG + ";";
    private static final String NO_FIELD = "java/lang/NoSuchFieldError";
    private static final String WORD_DESCRIPTOR = "(Ljava/lang/Object;)J";
    private static final Map<String, Integer> FIELDS = new java.util.HashMap<>();
    private static final Map<String, Integer> CLASSES = new java.util.HashMap<>();

    private record Accessor(String name, String descriptor, BiConsumer<MethodVisitor, String> body) {}

    private final ClassWriter writer;
    private final Hierarchy hierarchy;
    private final Hierarchy.Info self;
    private final Map<String, Accessor> accessors = new LinkedHashMap<>();

    Accessors(ClassWriter writer, Hierarchy hierarchy, Hierarchy.Info self) {
        this.writer = writer;
        this.hierarchy = hierarchy;
        this.self = self;
    }

    /** The number of a field of which no layout knows. */
    static int fieldNumber(String name) {
        synchronized (FIELDS) {
            return FIELDS.computeIfAbsent(name, Names::fieldNumber);
        }
    }

    /** The number of a class whose initialisation is a message. */
    static int classNumber(String owner) {
        synchronized (CLASSES) {
            return CLASSES.computeIfAbsent(owner, new_ -> CLASSES.size());
        }
    }

    // ---- calls at a place

    /** Object, log, access on the stack: reads the plain field. */
    void callRead(MethodVisitor to, FieldUse use) {
        call(to, "r", use, "(" + use.objectType + LOG_TYPE + "I)" + use.descriptor, this::writeRead);
    }

    /** Object, log, access on the stack: what stands before another access of the field. */
    void callBefore(MethodVisitor to, FieldUse use) {
        call(to, "b", use, "(" + use.objectType + LOG_TYPE + "I)V", this::writeBefore);
    }

    /** Object that is not null, value, log, access on the stack: writes the field. */
    void callWrite(MethodVisitor to, FieldUse use) {
        call(to, "p", use, writeDescriptor(use), this::writeWrite);
    }

    private static String writeDescriptor(FieldUse use) {
        return "(" + use.objectType + use.descriptor + LOG_TYPE + "I)V";
    }

    /** Log, access on the stack: reads the plain static field. */
    void callStaticRead(MethodVisitor to, FieldUse use) {
        call(to, "s", use, "(" + LOG_TYPE + "I)" + use.descriptor, this::writeStaticRead);
    }

    private void call(MethodVisitor to, String sort, FieldUse use, String descriptor, Body body) {
        String key = sort + use.owner + "." + use.name + use.descriptor;
        Accessor accessor = accessors.get(key);
        if (accessor == null) {
            accessor = add(key, descriptor, (method, name) -> body.write(method, use));
        }
        to.visitMethodInsn(Opcodes.INVOKESTATIC, self.name, accessor.name, descriptor, self.isInterface());
    }

    private interface Body {
        void write(MethodVisitor method, FieldUse use);
    }

    private Accessor add(String key, String descriptor, BiConsumer<MethodVisitor, String> body) {
        Accessor made = new Accessor(PREFIX + accessors.size(), descriptor, body);
        accessors.put(key, made);
        return made;
    }

    // ---- their bodies

    /** Writes all; bodies may ask for more of them. */
    void write() {
        for (int at = 0; at < accessors.size(); at++) {
            Accessor accessor = accessors.values().stream().skip(at).findFirst().orElseThrow();
            MethodVisitor method = writer.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                accessor.name, accessor.descriptor, null, null);
            method.visitCode();
            accessor.body.accept(method, accessor.name);
            method.visitMaxs(0, 0);
            method.visitEnd();
        }
    }

    /** Of an object that the thread owns, the field is just read. */
    private void writeRead(MethodVisitor method, FieldUse use) {
        Type type = Type.getType(use.descriptor);
        if (!use.isVolatile) {
            OwnerTest test = new OwnerTest(method, use, 1);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitFieldInsn(Opcodes.GETFIELD, use.owner, use.name, use.descriptor);
            method.visitInsn(type.getOpcode(Opcodes.IRETURN));
            test.otherwise(locals(use, false));
        }
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        call(method, "R", use, "(" + use.objectType + LOG_TYPE + "I)" + use.descriptor, this::writeReadInside);
        method.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    /** Or just written. */
    private void writeWrite(MethodVisitor method, FieldUse use) {
        int log = 1 + Type.getType(use.descriptor).getSize();
        if (!use.isVolatile) {
            OwnerTest test = new OwnerTest(method, use, log);
            loadObjectAndValue(method, use);
            method.visitFieldInsn(Opcodes.PUTFIELD, use.owner, use.name, use.descriptor);
            method.visitInsn(Opcodes.RETURN);
            test.otherwise(locals(use, true));
        }
        loadObjectAndValue(method, use);
        method.visitVarInsn(Opcodes.ALOAD, log);
        method.visitVarInsn(Opcodes.ILOAD, log + 1);
        call(method, "W", use, writeDescriptor(use), this::writeWriteInside);
        method.visitInsn(Opcodes.RETURN);
    }

    /** Of null, the instruction that follows throws. */
    private void writeBefore(MethodVisitor method, FieldUse use) {
        Label end = new Label();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitJumpInsn(Opcodes.IFNULL, end);
        if (!use.isVolatile) {
            OwnerTest test = new OwnerTest(method, use, 1);
            method.visitInsn(Opcodes.RETURN);
            test.otherwise(locals(use, false));
        }
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        call(method, "B", use, "(" + use.objectType + LOG_TYPE + "I)V", this::writeBeforeInside);
        method.visitLabel(end);
        frame(method, locals(use, false));
        method.visitInsn(Opcodes.RETURN);
    }

    private static void loadObjectAndValue(MethodVisitor method, FieldUse use) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Type.getType(use.descriptor).getOpcode(Opcodes.ILOAD), 1);
    }

    private static Object[] locals(FieldUse use, boolean hasValue) {
        String object = Type.getType(use.objectType).getInternalName();
        return hasValue
            ? new Object[] {object, frameType(Type.getType(use.descriptor)), LOG, Opcodes.INTEGER}
            : new Object[] {object, LOG, Opcodes.INTEGER};
    }

    private static Object[] and(Object[] locals, Object more) {
        Object[] all = Arrays.copyOf(locals, locals.length + 1);
        all[locals.length] = more;
        return all;
    }

    private static void frame(MethodVisitor method, Object[] locals, Object... stack) {
        method.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
    }

    private boolean hasWord(FieldUse use) {
        return ClassInstrumenter.hasWord(hierarchy, hierarchy.info(use.owner));
    }

    /**
     * The word of the first parameter, on the stack. The field is missing if the class was loaded without being transformed, after
     * all: then control is at `missing`, with the error on the stack.
     */
    private void loadWord(MethodVisitor method, FieldUse use, Label missing) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        if (hasWord(use)) {
            Label start = new Label();
            Label end = new Label();
            method.visitTryCatchBlock(start, end, missing, NO_FIELD);
            method.visitLabel(start);
            method.visitFieldInsn(Opcodes.GETFIELD, use.owner, ClassInstrumenter.WORD, "J");
            method.visitLabel(end);
        } else {
            method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "word", WORD_DESCRIPTOR, false);
        }
    }

    /** What follows is done if the thread owns the first parameter. Kept so short that both compilers copy it to its callers. */
    private final class OwnerTest {
        private final MethodVisitor method;
        private final FieldUse use;
        private final Label isNotOwned = new Label();
        private final Label missing = new Label();

        OwnerTest(MethodVisitor method, FieldUse use, int log) {
            this.method = method;
            this.use = use;
            loadWord(method, use, missing);
            method.visitInsn(Opcodes.L2I);
            method.visitVarInsn(Opcodes.ALOAD, log);
            method.visitFieldInsn(Opcodes.GETFIELD, LOG, "tag", "I");
            method.visitJumpInsn(Opcodes.IF_ICMPNE, isNotOwned);
        }

        void otherwise(Object[] locals) {
            if (hasWord(use)) {
                method.visitLabel(missing);
                frame(method, locals, NO_FIELD);
                method.visitInsn(Opcodes.POP);
            }
            method.visitLabel(isNotOwned);
            frame(method, locals);
        }
    }

    // ---- accesses that are recorded

    private void writeReadInside(MethodVisitor method, FieldUse use) {
        Type type = Type.getType(use.descriptor);
        int word = start(method, use, 1, locals(use, false));
        int value = word + 2;
        Label stable = new Label();
        before(method, use, "beforeRead", 1);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, use.owner, use.name, use.descriptor);
        method.visitVarInsn(type.getOpcode(Opcodes.ISTORE), value);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "isStable", "()Z", false);
        method.visitJumpInsn(Opcodes.IFNE, stable);
        before(method, use, "beforeAccess", 1);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, use.owner, use.name, use.descriptor);
        method.visitVarInsn(type.getOpcode(Opcodes.ISTORE), value);
        done(method, 1);
        method.visitLabel(stable);
        frame(method, and(and(locals(use, false), Opcodes.LONG), frameType(type)));
        method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), value);
        method.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    private void writeWriteInside(MethodVisitor method, FieldUse use) {
        int log = 1 + Type.getType(use.descriptor).getSize();
        start(method, use, log, locals(use, true));
        before(method, use, "beforeAccess", log);
        loadObjectAndValue(method, use);
        method.visitFieldInsn(Opcodes.PUTFIELD, use.owner, use.name, use.descriptor);
        done(method, log);
        method.visitInsn(Opcodes.RETURN);
    }

    private void writeBeforeInside(MethodVisitor method, FieldUse use) {
        start(method, use, 1, locals(use, false));
        before(method, use, "beforeAccess", 1);
        method.visitInsn(Opcodes.RETURN);
    }

    /** Makes the method long, and stores the object's word in the variable behind the parameters, which is the answer. */
    private int start(MethodVisitor method, FieldUse use, int log, Object[] locals) {
        Label start = new Label();
        Label missing = new Label();
        Label known = new Label();
        int word = log + 2;
        method.visitVarInsn(Opcodes.ILOAD, log + 1);
        pad(method, start);
        frame(method, locals);
        loadWord(method, use, missing);
        method.visitVarInsn(Opcodes.LSTORE, word);
        if (hasWord(use)) {
            method.visitJumpInsn(Opcodes.GOTO, known);
            method.visitLabel(missing);
            frame(method, locals, NO_FIELD);
            method.visitInsn(Opcodes.POP);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "word", WORD_DESCRIPTOR, false);
            method.visitVarInsn(Opcodes.LSTORE, word);
            method.visitLabel(known);
            frame(method, and(locals, Opcodes.LONG));
        }
        return word;
    }

    /**
     * Jumps over instructions that do nothing, always: an access is not negative. They make the method so long that the JVM does
     * not copy it to all its callers, which would cost far more to compile than it saves.
     */
    private static void pad(MethodVisitor method, Label start) {
        method.visitJumpInsn(Opcodes.IFGE, start);
        for (int at = 0; at < TOO_LONG_TO_INLINE; at++) {
            method.visitInsn(Opcodes.NOP);
        }
        method.visitLabel(start);
    }

    private static void before(MethodVisitor method, FieldUse use, String hook, int log) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.LLOAD, log + 2);
        method.visitVarInsn(Opcodes.ALOAD, log);
        method.visitLdcInsn(use.slot);
        method.visitVarInsn(Opcodes.ILOAD, log + 1);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, hook, "(Ljava/lang/Object;J" + LOG_TYPE + "II)V", false);
    }

    private static void done(MethodVisitor method, int log) {
        method.visitVarInsn(Opcodes.ALOAD, log);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "done", "()V", false);
    }

    private void writeStaticRead(MethodVisitor method, FieldUse use) {
        Type type = Type.getType(use.descriptor);
        Label stable = new Label();
        Label start = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 1);
        pad(method, start);
        method.visitFrame(Opcodes.F_NEW, 2, new Object[] {LOG, Opcodes.INTEGER}, 0, null);
        beforeStatic(method, use, "beforeStaticRead");
        method.visitFieldInsn(Opcodes.GETSTATIC, use.owner, use.name, use.descriptor);
        method.visitVarInsn(type.getOpcode(Opcodes.ISTORE), 2);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "isStable", "()Z", false);
        method.visitJumpInsn(Opcodes.IFNE, stable);
        beforeStatic(method, use, "beforeStaticAccess");
        method.visitFieldInsn(Opcodes.GETSTATIC, use.owner, use.name, use.descriptor);
        method.visitVarInsn(type.getOpcode(Opcodes.ISTORE), 2);
        done(method, 0);
        method.visitLabel(stable);
        Object[] locals = {LOG, Opcodes.INTEGER, frameType(type)};
        method.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, null);
        method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), 2);
        method.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    private static void beforeStatic(MethodVisitor method, FieldUse use, String hook) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitLdcInsn(use.slot);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, hook, "(" + LOG_TYPE + "II)V", false);
    }

    private static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.ARRAY, Type.OBJECT -> type.getInternalName();
            default -> Opcodes.INTEGER;
        };
    }
}
