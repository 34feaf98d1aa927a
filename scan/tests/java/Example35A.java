// scan: candidates=none
// races: none
// Example 3.5 (A) of Naik and Aiken: an outer object controls objects made in an inner loop.
// Proved by the local lock x: the effect <1,0> Owner -> <1,1> Item has a 1 on the right wherever it has one on
// the left, so that owners of different iterations lead to different items.
// Twin: Example35B.java
public class Example35A {
    static final class Item {
        int g;
    }

    static final class Owner {
        Item f;

        void touch() {
            synchronized (this) {
                f.g++;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Owner x = new Owner();
            for (int j = 0; j < 2; j++) {
                Item y = new Item();
                x.f = y;
            }
            new Thread(x::touch).start();
            new Thread(x::touch).start();
        }
    }
}
