// run: min=25
import java.lang.classfile.*;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.*;
import java.lang.invoke.*;
import java.lang.reflect.AccessFlag;
import java.util.*;
import static java.lang.constant.ConstantDescs.*;

/** Classes made at run time with the class-file library: hidden classes, dynamic constants, odd instructions, and classes that the verifier refuses. */
public class ClassFileApi {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static final ClassDesc OUT = ClassDesc.of("java.io.PrintStream"), SELF = ClassDesc.of("ClassFileApi");

    static int bootstraps;

    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type, Object... extra) {
        bootstraps++;
        return name + extra.length + type.getSimpleName();
    }

    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type, int by) throws ReflectiveOperationException {
        bootstraps++;
        return new ConstantCallSite(MethodHandles.insertArguments(lookup.findStatic(Math.class, name, MethodType.methodType(int.class, int.class, int.class)), 1, by));
    }

    static Class<?> define(String name, java.util.function.Consumer<ClassBuilder> body) throws IllegalAccessException {
        return LOOKUP.defineHiddenClass(ClassFile.of().build(ClassDesc.of(name), body), true).lookupClass();
    }

    static Object call(Class<?> c, String name, Object... args) throws ReflectiveOperationException {
        for (var m : c.getDeclaredMethods()) if (m.getName().equals(name)) return m.invoke(null, args);
        throw new NoSuchMethodException(name);
    }

    static void method(ClassBuilder b, String name, MethodTypeDesc type, java.util.function.Consumer<CodeBuilder> code) {
        b.withMethodBody(name, type, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code);
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(what + ": target " + e.getCause().getClass().getSimpleName());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        MethodTypeDesc intInt = MethodTypeDesc.of(CD_int, CD_int), longs = MethodTypeDesc.of(CD_long, CD_long, CD_long);
        DynamicConstantDesc<Object> condy = DynamicConstantDesc.ofNamed(ofConstantBootstrap(SELF, "constant", CD_Object, CD_Object.arrayType()), "dyn", CD_Object, "x", 5);
        Class<?> made = define("Made", b -> {
            b.withFlags(AccessFlag.PUBLIC, AccessFlag.FINAL).with(SourceFileAttribute.of("Made.src"));
            b.withField("count", CD_int, ClassFile.ACC_STATIC | ClassFile.ACC_PUBLIC);
            method(b, "loop", intInt, c -> {
                Label top = c.newLabel(), end = c.newLabel();
                c.iconst_0().istore(1).labelBinding(top).iload(0).ifle(end).iload(1).iload(0).iadd().istore(1).iinc(0, -1).goto_(top).labelBinding(end).iload(1).ireturn();
            });
            method(b, "stack", longs, c -> c.lload(0).dup2().lload(2).dup2_x2().pop2().ladd().lmul().lload(2).dup2().lxor().ladd().lreturn());
            method(b, "shuffle", MethodTypeDesc.of(CD_int, CD_int, CD_int), c -> c.iload(0).iload(1).dup_x1().isub().swap().imul().iload(0).iload(1).iload(0).dup_x2().iadd().iadd().iadd().ineg().swap().pop().ireturn());
            method(b, "constant", MethodTypeDesc.of(CD_Object), c -> c.ldc(condy).areturn());
            method(b, "indy", intInt, c -> c.iload(0).invokedynamic(DynamicCallSiteDesc.of(MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, SELF, "link", MethodTypeDesc.of(CD_CallSite, CD_MethodHandles_Lookup, CD_String, CD_MethodType, CD_int)), "floorMod", intInt, 7)).ireturn());
            method(b, "tables", intInt, c -> {
                Label d = c.newLabel(), x = c.newLabel(), y = c.newLabel();
                c.iload(0).tableswitch(-1, 1, d, List.of(java.lang.classfile.instruction.SwitchCase.of(-1, x), java.lang.classfile.instruction.SwitchCase.of(1, y))).labelBinding(x).loadConstant(100).ireturn().labelBinding(y).loadConstant(200000).ireturn().labelBinding(d).loadConstant(-1).ireturn();
            });
            method(b, "kinds", MethodTypeDesc.of(CD_Object), c -> c.ldc(ClassDesc.of("java.util.List")).invokevirtual(CD_Class, "getSimpleName", MethodTypeDesc.of(CD_String)).ldc(MethodTypeDesc.of(CD_void, CD_int)).invokevirtual(CD_MethodType, "toString", MethodTypeDesc.of(CD_String)).invokevirtual(CD_String, "concat", MethodTypeDesc.of(CD_String, CD_String)).areturn());
            method(b, "caught", MethodTypeDesc.of(CD_String, CD_Object), c -> c.trying(t -> t.aload(0).checkcast(CD_String).areturn(), k -> k.catching(ClassDesc.of("java.lang.ClassCastException"), h -> h.pop().ldc("caught").areturn())));
            method(b, "arrays", MethodTypeDesc.of(CD_int), c -> c.loadConstant(3).loadConstant(4).multianewarray(CD_int.arrayType(3), 2).dup().iconst_1().aaload().arraylength().swap().arraylength().iadd().ireturn());
            method(b, "deep", MethodTypeDesc.of(CD_void), c -> c.new_(ClassDesc.of("java.lang.IllegalStateException")).dup().ldc("made").invokespecial(ClassDesc.of("java.lang.IllegalStateException"), INIT_NAME, MethodTypeDesc.of(CD_void, CD_String)).lineNumber(77).athrow());
            method(b, "wide", intInt, c -> { c.iload(0).istore(300).iinc(300, 1000).iload(300).i2l().lstore(301).lload(301).l2i().ireturn(); });
        });
        System.out.println(made.isHidden() + " " + made.getSimpleName().startsWith("Made") + " " + made.getModifiers() + " " + made.getDeclaredField("count").getInt(null) + " " + made.getNestHost().getSimpleName().startsWith("Made") + " " + made.getCanonicalName());
        System.out.println(call(made, "loop", 100) + " " + call(made, "stack", 5L, 7L) + " " + call(made, "shuffle", 10, 3) + " " + call(made, "constant") + " " + (call(made, "constant") == call(made, "constant")) + " " + call(made, "indy", -3) + call(made, "indy", 20) + " " + bootstraps);
        System.out.println(call(made, "tables", -1) + " " + call(made, "tables", 0) + " " + call(made, "tables", 1) + " " + call(made, "tables", 9) + " " + call(made, "kinds") + " " + call(made, "caught", "str") + call(made, "caught", 5) + " " + call(made, "arrays") + " " + call(made, "wide", 7));
        try {
            call(made, "deep");
        } catch (java.lang.reflect.InvocationTargetException e) {
            StackTraceElement top = new ArrayList<>(List.of(e.getCause().getStackTrace())).get(0);
            System.out.println(e.getCause().getMessage() + " " + top.getMethodName().startsWith("deep"));
        }
        attempt("verifier: wrong type returned", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_int), 9, c -> c.ldc("text").invokestatic(SELF, "nothing", MethodTypeDesc.of(CD_Object, CD_String)).checkcast(CD_String).areturn())), "f"));
        attempt("no such method", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_void), 9, c -> c.invokestatic(SELF, "missing", MethodTypeDesc.of(CD_void)).return_())), "f"));
        attempt("no such field", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_int), 9, c -> c.getstatic(SELF, "missing", CD_int).ireturn())), "f"));
        attempt("no such class", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_Object), 9, c -> c.ldc(ClassDesc.of("no.such.Thing")).areturn())), "f"));
        attempt("static as virtual", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_int), 9, c -> c.ldc("s").invokestatic(CD_String, "length", MethodTypeDesc.of(CD_int)).pop2().iconst_0().ireturn())), "f"));
        attempt("instance method as static", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_int), 9, c -> c.invokestatic(CD_String, "length", MethodTypeDesc.of(CD_int)).ireturn())), "f"));
        attempt("abstract instantiated", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_Object), 9, c -> c.new_(CD_Number).pop().aconst_null().areturn())), "f"));
        attempt("interface instantiated", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_void), 9, c -> c.new_(CD_List).pop().return_())), "f"));
        attempt("final superclass", () -> define("Bad", b -> b.withSuperclass(CD_String)));
        attempt("interface as superclass", () -> define("Bad", b -> b.withSuperclass(CD_List)));
        attempt("class as interface", () -> define("Bad", b -> b.withInterfaceSymbols(CD_Number)));
        attempt("duplicate field", () -> define("Bad", b -> b.withField("f", CD_int, 0).withField("f", CD_int, 0)));
        attempt("foreign private", () -> call(define("Bad", b -> b.withMethodBody("f", MethodTypeDesc.of(CD_int), 9, c -> c.ldc("s").getfield(CD_String, "hash", CD_int).ireturn())), "f"));
        ClassModel model;
        try (var in = ClassFileApi.class.getResourceAsStream("ClassFileApi.class")) {
            model = ClassFile.of().parse(in.readAllBytes());
        }
        System.out.println(model.thisClass().asInternalName() + " " + model.methods().size() + " " + model.fields().stream().map(f -> f.fieldName().stringValue()).toList() + " " + model.majorVersion() + " " + model.methods().stream().filter(m -> m.methodName().equalsString("link")).findFirst().get().code().isPresent());
        byte[] transformed = ClassFile.of().transformClass(ClassFile.of().parse(ClassFile.of().build(ClassDesc.of("Twice"), b -> method(b, "f", intInt, c -> c.iload(0).loadConstant(2).imul().ireturn()))), ClassTransform.transformingMethodBodies((c, e) -> c.with(e instanceof java.lang.classfile.instruction.OperatorInstruction o && o.opcode() == Opcode.IMUL ? java.lang.classfile.instruction.OperatorInstruction.of(Opcode.ISHL) : e)));
        System.out.println(call(LOOKUP.defineHiddenClass(transformed, true).lookupClass(), "f", 5) + " " + OUT.displayName());
    }
}
