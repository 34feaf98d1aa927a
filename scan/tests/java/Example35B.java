// scan: candidates=Example35B$Root.g
// races: Example35B$Root.g
// Example 3.5 (B) of Naik and Aiken: many objects of the inner loop point to one of the outer loop.
// Racy: two children of one root lock themselves and write the root. The effect <1,1> Child -> <1,0> Root lacks a 1.
// Twin: Example35A.java
public class Example35B {
    static final class Root {
        int g;
    }

    static final class Child {
        Root f;

        void touch() {
            synchronized (this) {
                f.g++;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Root x = new Root();
            for (int j = 0; j < 2; j++) {
                Child y = new Child();
                y.f = x;
                new Thread(y::touch).start();
            }
        }
    }
}
