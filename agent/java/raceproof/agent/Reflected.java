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

    /** Of a method handle, whatever it stands for. */
    static boolean isInvocation(String name) {
        return name.equals("invokeExact") || name.equals("invoke") || name.equals("invokeWithArguments");
    }

    /** Of a method handle, a variable handle, or the class of their makers: with another handle, of which one is made. */
    static boolean derivesHandle(String owner, String name, String descriptor) {
        return descriptor.endsWith(")Ljava/lang/invoke/MethodHandle;")
            && (owner.equals("java/lang/invoke/MethodHandle") || owner.equals("java/lang/invoke/VarHandle")
                || owner.equals("java/lang/invoke/MethodHandles") && (descriptor.lastIndexOf("MethodHandle;") != descriptor.indexOf("MethodHandle;") || name.startsWith("varHandle")));
    }
}
