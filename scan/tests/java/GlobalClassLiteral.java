// scan: candidates=none
// races: none
// Two threads count under the monitor of a class.
// Proved by the global lock: there is one object for GlobalClassLiteral.class.
// Twin: GlobalClassesDiffer.java
public class GlobalClassLiteral {
    static int count;

    static void increment() {
        synchronized (GlobalClassLiteral.class) {
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(GlobalClassLiteral::increment).start();
        increment();
    }
}
