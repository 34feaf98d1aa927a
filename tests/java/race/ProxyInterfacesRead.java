// check: verdict=violated kind=data-race variable=java.lang.Class[][0] every=true jdks=all
// A proxy's interfaces are read from the program's array, to which another thread writes: the class behind it is made apart.
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;

public class ProxyInterfacesRead {
    static final Class<?>[] INTERFACES = {Runnable.class};

    public static void main(String[] args) throws InterruptedException {
        ClassLoader loader = ProxyInterfacesRead.class.getClassLoader();
        Thread writer = new Thread(() -> INTERFACES[0] = Callable.class);
        writer.start();
        Proxy.newProxyInstance(loader, INTERFACES, (proxy, method, arguments) -> null);
        writer.join();
    }
}
