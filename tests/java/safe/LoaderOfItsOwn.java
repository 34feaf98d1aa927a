// check: verdict=passed jdks=all
// A class that a class loader of the program has defined uses classes that the loader's parents find.
import java.net.URL;
import java.net.URLClassLoader;

public class LoaderOfItsOwn {
    public static class Task implements Runnable {
        int runs;

        @Override
        public void run() {
            StringBuilder text = new StringBuilder();
            synchronized (this) {
                text.append(++runs);
            }
            if (text.length() != 1) {
                throw new IllegalStateException();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        URL[] own = {LoaderOfItsOwn.class.getProtectionDomain().getCodeSource().getLocation()};
        URLClassLoader loader = new URLClassLoader(own, ClassLoader.getPlatformClassLoader());
        Class<?> defined = loader.loadClass("LoaderOfItsOwn$Task");
        assert defined != Task.class;
        Runnable task = (Runnable) defined.getDeclaredConstructor().newInstance();
        Thread thread = new Thread(task);
        thread.start();
        task.run();
        thread.join();
    }
}
