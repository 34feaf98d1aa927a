// The library gives objects of the program to parts of it that are followed for such objects only, and keeps one of them.
import java.util.Arrays;
import java.util.UUID;

class Closed {
    static String last;

    @Override
    public String toString() {
        last = "printed".intern();
        return last;
    }

    public static void main(String[] arguments) {
        System.setErr(System.out);
        String text = String.valueOf((Object) new Closed()) + Arrays.equals(new byte[1], new byte[2]);
        System.err.println(text);
        last = UUID.nameUUIDFromBytes(new byte[3]).toString();
    }
}
