// run: min=17
import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** A program registers a bean of its own, as pools of connections do. */
public final class Managed {
    public interface CounterMBean {
        int getCount();

        void add(int more);
    }

    public static final class Counter implements CounterMBean {
        private int count;

        @Override
        public int getCount() {
            return count;
        }

        @Override
        public void add(int more) {
            count += more;
        }
    }

    public static void main(String[] arguments) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("example:type=Counter");
        server.registerMBean(new Counter(), name);
        server.invoke(name, "add", new Object[] {2}, new String[] {"int"});
        System.out.println(server.getAttribute(name, "Count") + " " + server.queryNames(new ObjectName("example:*"), null));
        server.unregisterMBean(name);
        System.out.println(server.isRegistered(name));
        System.out.println(ManagementFactory.getRuntimeMXBean().getManagementSpecVersion());
        System.out.println(ManagementFactory.getThreadMXBean().getThreadCount() > 0);
        System.out.println(ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors() > 0);
    }
}
