// check: verdict=race-free jdks=all
// Two threads ask for the handles of an array's elements, which the class library keeps in a table of its own. Race-free: the table
// is read plainly there, and nobody else has it.

import java.lang.invoke.MethodHandles;

public class HandlesOfArraysFirst {
    static void ask() {
        MethodHandles.arrayElementGetter(int[].class);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(HandlesOfArraysFirst::ask);
        other.start();
        ask();
        other.join();
    }
}
