// run: min=17
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;

/** What a program sees of a machine without processes, finalizers and signals from outside. */
public class ProcessesMissing {
    static void start(ProcessBuilder builder) {
        try {
            builder.start();
            System.out.println("started");
        } catch (IOException e) {
            System.out.println(e.getMessage());
            System.out.println(e.getCause());
        }
    }

    @SuppressWarnings("removal")
    public static void main(String[] arguments) throws Exception {
        start(new ProcessBuilder("/no/such/program"));
        start(new ProcessBuilder("no-such-program-anywhere", "a"));
        start(new ProcessBuilder(List.of("/")));
        try {
            Runtime.getRuntime().exec(new String[] {"/no/such/program"});
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }

        System.runFinalization();

        Object proxy = Proxy.newProxyInstance(ProcessesMissing.class.getClassLoader(), new Class<?>[] {Runnable.class},
                (self, method, values) -> {
                    throw new IllegalStateException(method.getName());
                });
        System.out.println(proxy.getClass().getModule().getName() + " " + proxy.getClass().getModule().isNamed());
        try {
            ((Runnable) proxy).run();
        } catch (IllegalStateException e) {
            System.out.println(e.getStackTrace()[1]);
        }

        Thread main = Thread.currentThread();
        sun.misc.Signal.handle(new sun.misc.Signal("WINCH"), signal -> {
            System.out.println(signal + " " + signal.getNumber() + " in " + Thread.currentThread().getName());
            main.interrupt();
        });
        sun.misc.Signal.raise(new sun.misc.Signal("WINCH"));
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
        for (String name : new String[] {"NONSENSE", "SIGINT", "KILL", "SEGV"}) {
            try {
                sun.misc.Signal.handle(new sun.misc.Signal(name), sun.misc.SignalHandler.SIG_IGN);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
