// scan: candidates=GlobalClassesDiffer$Counter.count
// races: GlobalClassesDiffer$Counter.count
// Counters of two classes increment an inherited static variable under the monitor of their own class.
// Racy: getClass gives the class of the object, which differs between the two threads.
// Twin: GlobalClassLiteral.java
public class GlobalClassesDiffer {
    static class Counter implements Runnable {
        static int count;

        @Override
        public void run() {
            synchronized (getClass()) {
                count++;
            }
        }
    }

    static final class Special extends Counter {
    }

    public static void main(String[] args) {
        new Thread(new Counter()).start();
        new Thread(new Special()).start();
    }
}
