/** A race for what a class's initialisation has created: its thread goes on to use it, when others may know it from the class. */
public final class Initialised {
    private static final class Shared {
        static final int[] BOX = new int[1];
    }

    private static final class Bean {
        int value;
    }

    private static final class Holder {
        static final Bean BEAN = new Bean();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread first = new Thread(() -> {
            Shared.BOX[0]++;
            Holder.BEAN.value++;
        });
        Thread second = new Thread(() -> {
            try {
                // Long enough that the other thread initialises the classes. Orders nothing.
                Thread.sleep(500);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            Shared.BOX[0]++;
            Holder.BEAN.value++;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("done");
    }
}
