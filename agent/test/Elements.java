import java.lang.reflect.Array;

/** Two threads write an element by reflection; what is not there, or does not fit, throws as ever. */
public final class Elements {
    private static final int[] ALL = new int[4];

    public static void main(String[] arguments) throws Exception {
        Thread other = new Thread(() -> Array.setInt(ALL, 1, 2));
        other.start();
        Array.set(ALL, 1, 2);
        other.join();
        System.out.println(Array.getInt(ALL, 1));
        try {
            Array.getInt(ALL, 4);
        } catch (ArrayIndexOutOfBoundsException outside) {
            System.out.println("outside");
        }
        try {
            Array.set(ALL, 0, "text");
        } catch (IllegalArgumentException wrong) {
            System.out.println("no number");
        }
    }
}
