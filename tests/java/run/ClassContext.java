// run: min=17
import java.security.KeyStore;

/** Which classes are on the stack, as a security manager is told; some key stores ask for it. */
public class ClassContext {
    @SuppressWarnings("removal")
    static class Asks extends SecurityManager {
        void tell() {
            for (Class<?> one : getClassContext()) {
                System.out.println(one.getName());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        new Asks().tell();
        ClassContext.class.getMethod("byReflection").invoke(null);
        KeyStore store = KeyStore.getInstance("JCEKS");
        store.load(null, null);
        System.out.println(store.size());
    }

    public static void byReflection() {
        new Asks().tell();
    }
}
