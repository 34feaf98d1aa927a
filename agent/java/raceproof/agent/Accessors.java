package raceproof.agent;

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
    static final String HOOKS = "raceproof/agent/Hooks";
    static final String LOG = "raceproof/agent/Log";
    /** In bytes: the JVM's FreqInlineSize is 325. */
    private static final int TOO_LONG_TO_INLINE = 330;
    private static final String LOG_TYPE = "L" + LOG + ";";
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
        Accessor made = new Accessor("raceproof$" + accessors.size(), descriptor, body);
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
            Label isNotOwned = new Label();
            jumpIfNotOwned(method, use, isNotOwned);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitFieldInsn(Opcodes.GETFIELD, use.owner, use.name, use.descriptor);
            method.visitInsn(type.getOpcode(Opcodes.IRETURN));
            method.visitLabel(isNotOwned);
            objectFrame(method, use);
        }
        loadParameters(method);
        call(method, "R", use, "(" + use.objectType + LOG_TYPE + "I)" + use.descriptor, this::writeReadInside);
        method.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    private static void loadParameters(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ILOAD, 2);
    }

    private static void objectFrame(MethodVisitor method, FieldUse use) {
        Object[] locals = {Type.getType(use.objectType).getInternalName(), LOG, Opcodes.INTEGER};
        method.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, null);
    }

    private void jumpIfNotOwned(MethodVisitor method, FieldUse use, Label isNotOwned) {
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        callWord(method, use);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "owns", "(J)Z", false);
        method.visitJumpInsn(Opcodes.IFEQ, isNotOwned);
    }

    private void writeReadInside(MethodVisitor method, FieldUse use) {
        Type type = Type.getType(use.descriptor);
        Label stable = new Label();
        Label start = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 2);
        pad(method, start);
        objectFrame(method, use);
        before(method, use, "beforeRead");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, use.owner, use.name, use.descriptor);
        method.visitVarInsn(type.getOpcode(Opcodes.ISTORE), 3);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "isStable", "()Z", false);
        method.visitJumpInsn(Opcodes.IFNE, stable);
        before(method, use, "beforeAccess");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, use.owner, use.name, use.descriptor);
        method.visitVarInsn(type.getOpcode(Opcodes.ISTORE), 3);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "done", "()V", false);
        method.visitLabel(stable);
        Object[] locals = {Type.getType(use.objectType).getInternalName(), LOG, Opcodes.INTEGER, frameType(type)};
        method.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, null);
        method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), 3);
        method.visitInsn(type.getOpcode(Opcodes.IRETURN));
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

    private void writeBefore(MethodVisitor method, FieldUse use) {
        if (!use.isVolatile) {
            Label isNotOwned = new Label();
            jumpIfNotOwned(method, use, isNotOwned);
            method.visitInsn(Opcodes.RETURN);
            method.visitLabel(isNotOwned);
            objectFrame(method, use);
        }
        before(method, use, "beforeAccess");
        method.visitInsn(Opcodes.RETURN);
    }

    private void before(MethodVisitor method, FieldUse use, String hook) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        callWord(method, use);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitLdcInsn(use.slot);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, hook, "(Ljava/lang/Object;J" + LOG_TYPE + "II)V", false);
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
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOG, "done", "()V", false);
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

    /** Object on the stack: its word. */
    private void callWord(MethodVisitor method, FieldUse use) {
        if (!ClassInstrumenter.hasWord(hierarchy, hierarchy.info(use.owner))) {
            method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "word", "(Ljava/lang/Object;)J", false);
            return;
        }
        String descriptor = "(" + use.objectType + ")J";
        String key = "w" + use.owner + use.objectType;
        Accessor accessor = accessors.get(key);
        if (accessor == null) {
            accessor = add(key, descriptor, (to, name) -> writeWord(to, use));
        }
        method.visitMethodInsn(Opcodes.INVOKESTATIC, self.name, accessor.name, descriptor, self.isInterface());
    }

    /** The field is missing if the class was loaded without being transformed, after all. */
    private static void writeWord(MethodVisitor method, FieldUse use) {
        Label start = new Label();
        Label end = new Label();
        Label missing = new Label();
        Label isNull = new Label();
        Object[] locals = {Type.getType(use.objectType).getInternalName()};
        method.visitTryCatchBlock(start, end, missing, "java/lang/NoSuchFieldError");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitJumpInsn(Opcodes.IFNULL, isNull);
        method.visitLabel(start);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, use.owner, ClassInstrumenter.WORD, "J");
        method.visitInsn(Opcodes.LRETURN);
        method.visitLabel(end);
        method.visitLabel(missing);
        method.visitFrame(Opcodes.F_NEW, 1, locals, 1, new Object[] {"java/lang/NoSuchFieldError"});
        method.visitInsn(Opcodes.POP);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "word", "(Ljava/lang/Object;)J", false);
        method.visitInsn(Opcodes.LRETURN);
        method.visitLabel(isNull);
        method.visitFrame(Opcodes.F_NEW, 1, locals, 0, null);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LRETURN);
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
