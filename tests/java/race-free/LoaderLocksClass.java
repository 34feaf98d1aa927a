// check: verdict=race-free jdks=all
// A class loader of the program's own that is parallel capable holds a lock of a class, whichever
// object that is, while it looks for the class.
public class LoaderLocksClass extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private int asked;

    LoaderLocksClass() {
        super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        asked++;
        throw new ClassNotFoundException(name);
    }

    public static void main(String[] args) throws InterruptedException {
        LoaderLocksClass loader = new LoaderLocksClass();
        Thread other = new Thread(() -> load(loader));
        other.start();
        load(loader);
        other.join();
        assert loader.asked == 2;
    }

    private static void load(ClassLoader loader) {
        try {
            loader.loadClass("Missing");
        } catch (ClassNotFoundException expected) {
            // Nobody has it.
        }
    }
}
