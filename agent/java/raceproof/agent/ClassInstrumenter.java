package raceproof.agent;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/** One class: the word of its objects, if it is the first in the hierarchy to have one, and its methods. */
final class ClassInstrumenter extends ClassVisitor {
    static final String WORD = "raceproof$word";
    private static final String TRACKED = "raceproof/agent/Tracked";

    final Hierarchy hierarchy;
    final Hierarchy.Info info;
    final Accessors accessors;
    final References references = new References(this);
    /** To find out about a field once, and not at each of its uses. */
    private final Map<String, FieldUse> fieldUses = new HashMap<>();
    private final Set<String> leftAlone;
    private String source;
    int version;

    ClassInstrumenter(ClassWriter writer, Hierarchy hierarchy, Hierarchy.Info info, Set<String> leftAlone) {
        super(Opcodes.ASM9, writer);
        this.hierarchy = hierarchy;
        this.info = info;
        this.leftAlone = leftAlone;
        accessors = new Accessors(writer, hierarchy, info);
    }

    /** Only the monitors of a class of the library that is loaded already, and to which nothing may be added. */
    static ClassInstrumenter ofMonitors(ClassWriter writer, ClassReader reader) {
        Hierarchy hierarchy = new Hierarchy(null);
        return new ClassInstrumenter(writer, hierarchy, hierarchy.info(reader.getClassName()), Set.of());
    }

    /** Whether objects of a class have a word, so far as can be said before it is loaded. */
    static boolean hasWord(Hierarchy hierarchy, Hierarchy.Info info) {
        return info != null && !info.isOfTheJdk && !info.isInterface() && Transformer.isOurs(info.name)
            && !info.superName.equals("java/lang/Record")
            && (isFirst(hierarchy, info) || hasWord(hierarchy, hierarchy.info(info.superName)));
    }

    /** Whether it has a word and its superclass has none. */
    static boolean isFirst(Hierarchy hierarchy, Hierarchy.Info info) {
        if (info.isOfTheJdk || info.isInterface() || info.superName == null || info.superName.equals("java/lang/Record")) {
            return false;
        }
        Hierarchy.Info parent = hierarchy.info(info.superName);
        return parent != null && !hasWord(hierarchy, parent);
    }

    FieldUse fieldUse(String owner, String name, String descriptor) {
        return fieldUses.computeIfAbsent(owner + '.' + name + descriptor, new_ -> new FieldUse(hierarchy, info, owner, name, descriptor));
    }

    boolean isFirst() {
        return isFirst(hierarchy, info);
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        this.version = version & 0xFFFF;
        String[] all = interfaces;
        if (isFirst()) {
            all = Arrays.copyOf(interfaces == null ? new String[0] : interfaces, (interfaces == null ? 0 : interfaces.length) + 1);
            all[all.length - 1] = TRACKED;
        }
        // Not in the signature, which is for reflection alone.
        super.visit(version, access, name, signature, superName, all);
    }

    @Override
    public void visitSource(String source, String debug) {
        this.source = source;
        super.visitSource(source, debug);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0 || leftAlone.contains(name + descriptor)
            || name.equals("getId") && descriptor.equals("()J")) {
            // A thread's getId is called by the recorder itself.
            return super.visitMethod(access, name, descriptor, signature, thrown);
        }
        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, thrown);
        return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, thrown) {
            @Override
            public void visitEnd() {
                // Once without writing, to see whether there is anything to record, unless that is
                // seen at a glance.
                Handlers handlers = new Handlers(this);
                OwnFields ownFields = new OwnFields(this);
                Place place = new Place(ClassInstrumenter.this, this, source);
                boolean isNeeded = hasAccess(instructions, ownFields);
                if (!isNeeded) {
                    MethodInstrumenter trial = instrumenter(null, handlers, ownFields, place);
                    accept(trial);
                    isNeeded = trial.isNeeded();
                }
                accept(isNeeded ? instrumenter(to, handlers, ownFields, place) : to);
            }

            private MethodInstrumenter instrumenter(MethodVisitor to, Handlers handlers, OwnFields ownFields, Place place) {
                return new MethodInstrumenter(to, ClassInstrumenter.this, this, handlers, ownFields, place);
            }
        };
    }

    /** Whether an element is accessed, or a field read, as is recorded: then the log is needed. */
    private boolean hasAccess(InsnList instructions, OwnFields ownFields) {
        int number = 0;
        AbstractInsnNode first = info.isOfTheJdk ? null : instructions.getFirst();
        for (AbstractInsnNode at = first; at != null; at = at.getNext()) {
            if (ElementAccesses.isLoad(at.getOpcode()) || ElementAccesses.isStore(at.getOpcode())) {
                return true;
            }
            if (at.getOpcode() == Opcodes.GETFIELD && !ownFields.isOfNewborn(number)) {
                FieldInsnNode field = (FieldInsnNode) at;
                if (!fieldUse(field.owner, field.name, field.desc).isFinal) {
                    return true;
                }
            }
            number += at instanceof FieldInsnNode ? 1 : 0;
        }
        return false;
    }

    @Override
    public void visitEnd() {
        if (isFirst()) {
            addWord();
        }
        if (hasWord(hierarchy, info)) {
            addLayout();
        }
        references.write();
        accessors.write();
        super.visitEnd();
    }

    private void addLayout() {
        MethodVisitor get = super.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, "raceproof$layout", "()I", null, null);
        get.visitCode();
        get.visitLdcInsn(Layouts.add(hierarchy.layout(info)));
        get.visitInsn(Opcodes.IRETURN);
        get.visitMaxs(0, 0);
        get.visitEnd();
    }

    private void addWord() {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        super.visitField(access, WORD, "J", null, null).visitEnd();
        MethodVisitor get = super.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, WORD, "()J", null, null);
        get.visitCode();
        get.visitVarInsn(Opcodes.ALOAD, 0);
        get.visitFieldInsn(Opcodes.GETFIELD, info.name, WORD, "J");
        get.visitInsn(Opcodes.LRETURN);
        get.visitMaxs(0, 0);
        get.visitEnd();
        MethodVisitor set = super.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, WORD, "(J)V", null, null);
        set.visitCode();
        set.visitVarInsn(Opcodes.ALOAD, 0);
        set.visitVarInsn(Opcodes.LLOAD, 1);
        set.visitFieldInsn(Opcodes.PUTFIELD, info.name, WORD, "J");
        set.visitInsn(Opcodes.RETURN);
        set.visitMaxs(0, 0);
        set.visitEnd();
    }
}
