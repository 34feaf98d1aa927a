package raceproof.agent;

/** Which methods of `java.lang.reflect` and of method handles access fields or elements. */
final class Reflected {
    private Reflected() {}

    /** Of a Field: with an object, and of a write the value. */
    static boolean isAccess(String name, String descriptor) {
        return name.startsWith("get") && descriptor.startsWith("(Ljava/lang/Object;)")
            || name.startsWith("set") && descriptor.startsWith("(Ljava/lang/Object;") && descriptor.endsWith(")V")
                && !descriptor.startsWith("(Ljava/lang/Object;)");
    }

    /** Of `java.lang.reflect.Array`: with an array and an index. */
    static boolean isOfElement(String name, String descriptor) {
        return descriptor.startsWith("(Ljava/lang/Object;I") && (name.startsWith("get") || name.startsWith("set"));
    }

    static int kind(String name) {
        return name.startsWith("get") ? Kind.READ : Kind.WRITE;
    }

    /** Of a method handle: by the number of arguments, and that only a read has a result. */
    static boolean mayBeAccess(String name, String descriptor) {
        if (!name.equals("invokeExact") && !name.equals("invoke")) {
            return false;
        }
        // A call that throws its result away may be a read as well.
        return org.objectweb.asm.Type.getArgumentTypes(descriptor).length <= 2;
    }
}
