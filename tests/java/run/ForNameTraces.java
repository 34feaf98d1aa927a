// run: min=17
/** What Class.forName and newInstance show on the stack when the class's initializer fails, looks around or asks for its own class. */
public class ForNameTraces {
    static class Throwing {
        static {
            if (true) throw new IllegalStateException("no luck");
        }
    }

    static class Dereferencing {
        static {
            Object nothing = null;
            nothing.toString();
        }
    }

    static class Looking {
        static final String CALLER;
        static {
            StackTraceElement[] trace = new Throwable().getStackTrace();
            CALLER = trace[0] + " < " + trace[1] + " < " + trace[2].getMethodName();
        }
    }

    static class Recursive {
        static int times;
        static {
            try {
                times++;
                System.out.println("again " + Class.forName("ForNameTraces$Recursive").getSimpleName());
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Parent {
        static {
            if (true) throw new ArithmeticException("parent");
        }
    }

    static class Child extends Parent {
        static int unused = 1;
    }

    static void attempt(String name, boolean whole) {
        try {
            Class<?> found = whole ? Class.forName(name, true, ForNameTraces.class.getClassLoader()) : Class.forName(name);
            System.out.println("found " + found);
        } catch (Throwable e) {
            e.printStackTrace(System.out);
        }
    }

    public static void main(String[] args) throws Exception {
        attempt("ForNameTraces$Throwing", false);
        attempt("ForNameTraces$Throwing", false);
        attempt("ForNameTraces$Dereferencing", true);
        attempt("ForNameTraces$Child", false);
        attempt("ForNameTraces$Child", true);
        attempt("ForNameTraces$Recursive", false);
        System.out.println(Recursive.times);
        Class.forName("ForNameTraces$Looking");
        System.out.println(Looking.CALLER);
        attempt("ForNameTraces$Missing", false);
    }
}
