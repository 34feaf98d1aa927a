// check: verdict=violated kind=data-race variable=javax.naming.own.NamedAsLibrary.hits conflict=write-write|write-read|read-write
// A program's class in a package that is called as one of the class library's; two threads count without a lock.
// Racy: the class library is trusted, not whoever is called like it.
// Twin: NamedAsLibraryGuarded.java
package javax.naming.own;

public class NamedAsLibrary {
    static int hits;

    public static void main(String[] args) {
        new Thread(() -> hits++).start();
        hits++;
    }
}
