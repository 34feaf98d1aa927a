// check: verdict=race-free every=true jdks=all
// A proxy's interfaces are read from the program's array; a thread that is started then writes to it.
// Another thread asks for a proxy of the same interfaces, and a call without a handler reads none.
// Race-free: the start comes after the array is read, and nothing else reads it.
// Twin: ProxyInterfacesRead.java
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;

public class ProxyInterfacesKept {
    static final Class<?>[] INTERFACES = {Runnable.class, Comparable.class};

    public static void main(String[] args) throws InterruptedException {
        ClassLoader loader = ProxyInterfacesKept.class.getClassLoader();
        Class<?>[] same = INTERFACES.clone();
        Thread other = new Thread(() -> Proxy.newProxyInstance(loader, same, (proxy, method, arguments) -> null));
        other.start();
        Proxy.newProxyInstance(loader, INTERFACES, (proxy, method, arguments) -> null);
        Thread writer = new Thread(() -> INTERFACES[0] = Callable.class);
        writer.start();
        try {
            Proxy.newProxyInstance(loader, INTERFACES, null);
        } catch (NullPointerException expected) {
            // Before anything is read.
        }
        writer.join();
        other.join();
    }
}
