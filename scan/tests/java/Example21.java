// scan: candidates=none
// races: none
// Example 2.1 of Naik and Aiken: x and y are made and linked in the same iteration.
// Proved by the local lock x with disjoint reachability: an Item is reached from at most one Owner.
// Twin: Example21Hoisted.java
public class Example21 {
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
            Item y = new Item();
            x.f = y;
            new Thread(x::touch).start();
            new Thread(x::touch).start();
        }
    }
}
