// Initialisers that fail, those of interfaces, and constants of enums that the library asks for.
class Initialisers {
    enum Colour {
        RED,
        BLUE {
            @Override
            Object paint() {
                return new Initialisers();
            }
        };

        Object paint() {
            return this;
        }
    }

    interface Inherited {
        Object MADE = new int[1];

        default Object made() {
            return MADE;
        }
    }

    interface Bare {
        Object MADE = new int[2];

        Object made();
    }

    static class Both implements Inherited, Bare {
        @Override
        public Object made() {
            return Inherited.super.made();
        }
    }

    static class Failing {
        static final Object HELD = held();

        static Object held() {
            if (System.nanoTime() > 0) {
                throw new IllegalStateException();
            }
            throw new AssertionError(new Both().made());
        }
    }

    public static void main(String[] arguments) {
        Object painted = Colour.valueOf("RED").paint();
        for (Colour colour : Colour.class.getEnumConstants()) {
            painted = colour.paint();
        }
        try {
            painted = Failing.HELD;
        } catch (AssertionError | ExceptionInInitializerError error) {
            painted = error.getCause();
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            painted = thread;
        }
        System.identityHashCode(painted);
    }
}
