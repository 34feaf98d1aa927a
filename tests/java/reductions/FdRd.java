/**
 * Figure 1 of Wang, Yang, Gupta and Gopalakrishnan (ATVA 2008), as their text describes it, n times one after the
 * other (2 unless the argument says otherwise), each instance with its own x, y, z and locks f1, f2. If the second
 * thread reads x before the first has incremented it, it increments y under f1 while the first does so under f2: a
 * data race on y, the only one. x and z are always accessed under f1.
 */
public class FdRd {
    static class Instance {
        final Object f1 = new Object();
        final Object f2 = new Object();
        int x;
        int y;
        int z;

        void first() {
            synchronized (f1) {
                x++;
            }
            synchronized (f2) {
                y++;
            }
            synchronized (f1) {
                z++;
            }
        }

        void second() {
            int c;
            synchronized (f1) {
                synchronized (f2) {
                    z++;
                    c = x;
                }
            }
            synchronized (f1) {
                if (c == 0) {
                    y++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Instance[] instances = new Instance[n];
        for (int i = 0; i < n; i++) {
            instances[i] = new Instance();
        }
        Thread first = new Thread(() -> {
            for (Instance instance : instances) {
                instance.first();
            }
        });
        Thread second = new Thread(() -> {
            for (Instance instance : instances) {
                instance.second();
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
        for (Instance instance : instances) {
            assert instance.x == 1 && instance.z == 2;
        }
    }
}
