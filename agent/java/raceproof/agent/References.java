package raceproof.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * References to methods of the Java library, as `counter::incrementAndGet`: the library itself calls what they name, where nothing
 * could be recorded. So the class gets a method that calls it instead, which is transformed as all others are.
 *
 * Lambda expressions that may be serialised keep theirs, as its name is part of what is written.
 */
final class References {
    private final ClassInstrumenter owner;
    /** By the method and the type of its object. */
    private final Map<Replaced, Handle> replaced = new LinkedHashMap<>();

    private record Replaced(Handle to, String object) {}

    References(ClassInstrumenter owner) {
        this.owner = owner;
    }

    Object[] replace(String descriptor, Handle bootstrap, Object[] arguments, LibraryCalls calls) {
        boolean isLambda = bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory") && bootstrap.getName().equals("metafactory");
        if (!isLambda || !(arguments[1] instanceof Handle) || !isCall((Handle) arguments[1], calls)) {
            return arguments;
        }
        Object[] changed = arguments.clone();
        // An object that is bound keeps its type, which may be a subclass of the method's: the library insists.
        Type[] bound = Type.getArgumentTypes(descriptor);
        Handle to = (Handle) arguments[1];
        String object = bound.length > 0 ? bound[0].getDescriptor() : "L" + to.getOwner() + ";";
        changed[1] = replaced.computeIfAbsent(new Replaced(to, object), this::made);
        return changed;
    }

    private static boolean isCall(Handle to, LibraryCalls calls) {
        boolean isMethod = to.getTag() == Opcodes.H_INVOKEVIRTUAL || to.getTag() == Opcodes.H_INVOKEINTERFACE
            || to.getTag() == Opcodes.H_INVOKESTATIC;
        return isMethod && calls.isOfLibrary(to.getOwner(), to.getName() + to.getDesc());
    }

    private Handle made(Replaced reference) {
        Handle to = reference.to;
        boolean isStatic = to.getTag() == Opcodes.H_INVOKESTATIC;
        String descriptor = isStatic ? to.getDesc() : "(" + reference.object + to.getDesc().substring(1);
        return new Handle(Opcodes.H_INVOKESTATIC, owner.info.name, "raceproof$call" + replaced.size(), descriptor, owner.info.isInterface());
    }

    /** Writes the methods. They may hold no further references. */
    void write() {
        replaced.forEach((reference, by) -> {
            Handle to = reference.to;
            MethodVisitor method = owner.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, by.getName(),
                by.getDesc(), null, null);
            method.visitCode();
            int variable = 0;
            for (Type argument : Type.getArgumentTypes(by.getDesc())) {
                method.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), variable);
                variable += argument.getSize();
            }
            int opcode = to.getTag() == Opcodes.H_INVOKESTATIC ? Opcodes.INVOKESTATIC
                : to.getTag() == Opcodes.H_INVOKEINTERFACE ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
            method.visitMethodInsn(opcode, to.getOwner(), to.getName(), to.getDesc(), to.isInterface());
            Type result = Type.getReturnType(by.getDesc());
            method.visitInsn(result.getOpcode(Opcodes.IRETURN));
            method.visitMaxs(variable + 2, variable);
            method.visitEnd();
        });
    }
}
