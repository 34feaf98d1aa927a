// check: verdict=violated kind=uncaught-exception exception=java.lang.ArithmeticException
// Main divides by a volatile that it has just found not to be zero.
// Schedule: the other thread sets it to zero between the test and the division.
// No data race: the field is volatile.
public class DivideByZero {
    static volatile int parts = 2;

    public static void main(String[] args) {
        new Thread(() -> parts = 0).start();
        if (parts != 0) {
            int share = 100 / parts;
            assert share == 50;
        }
    }
}
