// check: verdict=violated kind=deadlock
// A class whose initialiser creates an instance of its subclass; two threads begin with the class and with the subclass.
// Schedule: main has begun the class and waits for the subclass, which the other thread has begun; that one waits for the class.
// No data race: the counters are volatile.
public class ClassInitSubclass {
    static volatile int begun;

    static class Shape {
        static final Shape DEFAULT;

        static {
            begun = 1;
            DEFAULT = new Circle();
        }
    }

    static class Circle extends Shape {
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Object circle = new Circle();
        }).start();
        Object seen = Shape.DEFAULT;
    }
}
