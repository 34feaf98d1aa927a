// check: verdict=violated kind=uncaught-exception exception=java.lang.NoClassDefFoundError
// An initialiser throws. Both threads use the class; the other thread is prepared only for the error of the one who runs the initialiser.
// Schedule: main runs the initialiser; the other thread then finds the class unusable.
public class NoClassDefFound {
    static final class Broken {
        static final Object VALUE = fail();

        static Object fail() {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                Object value = Broken.VALUE;
            } catch (ExceptionInInitializerError expected) {
                assert expected.getCause() instanceof IllegalStateException;
            }
        }).start();
        Thread.sleep(50);
        try {
            Object value = Broken.VALUE;
        } catch (ExceptionInInitializerError | NoClassDefFoundError expected) {
            return;
        }
    }
}
