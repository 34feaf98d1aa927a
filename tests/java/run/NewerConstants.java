// run: min=17
import java.io.InputStream;

/** Class files of versions this JDK does not know: refused for that before anything else that is wrong with them. */
public class NewerConstants {
    static class Victim {
    }

    static class Defining extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static void attempt(String what, String name, byte[] bytes) {
        try {
            System.out.println(what + ": " + new Defining().define(name, bytes));
        } catch (LinkageError e) {
            System.out.println(what + ": " + e.toString().replaceAll("up to [0-9.]+", "up to this one"));
        }
    }

    /** A copy with a byte set: the major version ends at 7, the first constant's tag is at 10. */
    static byte[] with(byte[] bytes, int... places) {
        byte[] copy = bytes.clone();
        for (int i = 0; i < places.length; i += 2) {
            copy[places[i]] = (byte) places[i + 1];
        }
        return copy;
    }

    public static void main(String[] args) throws Exception {
        String name = "NewerConstants$Victim";
        byte[] bytes;
        try (InputStream file = NewerConstants.class.getResourceAsStream(name + ".class")) {
            bytes = file.readAllBytes();
        }
        attempt("as it is", name, bytes);
        attempt("tag", name, with(bytes, 10, 105));
        attempt("tag", null, with(bytes, 10, 105));
        attempt("magic", null, with(bytes, 1, 1));
        for (String asked : new String[] {name, null}) {
            attempt("version", asked, with(bytes, 7, 99));
            attempt("version and tag", asked, with(bytes, 7, 99, 10, 105));
            attempt("minor version", asked, with(bytes, 5, 3));
            attempt("minor version and tag", asked, with(bytes, 5, 3, 10, 105));
            attempt("old version", asked, with(bytes, 7, 44, 10, 105));
        }
    }
}
