// check: verdict=race-free
// A program's class in a package that is called as one of the class library's; two threads count under its monitor.
// Race-free: it is checked, and nothing is found.
// Twin: NamedAsLibrary.java
package javax.naming.own;

public class NamedAsLibraryGuarded {
    static int hits;

    static synchronized void hit() {
        hits++;
    }

    public static void main(String[] args) {
        new Thread(NamedAsLibraryGuarded::hit).start();
        hit();
    }
}
