package edges;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** What a program may see of itself: its output must be what it is without the agent, and no event contradict another. */
public final class Unchanged {
    private static class Shaped<T> extends ArrayList<T> implements Serializable, Comparable<T> {
        int number;
        private volatile transient long stamp;

        synchronized long add() {
            return stamp += number++;
        }

        @Override
        public int compareTo(T other) {
            return 0;
        }
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(new Shaped<String>().add() + Arrays.toString(Shaped.class.getDeclaredFields())
            + Arrays.toString(Shaped.class.getMethods()).length() + Arrays.toString(Shaped.class.getDeclaredMethods()).length()
            + Arrays.toString(Shaped.class.getInterfaces()) + Arrays.toString(Shaped.class.getGenericInterfaces())
            + ObjectStreamClass.lookup(Shaped.class).getSerialVersionUID());
        Object object = new Object();
        print(object::wait);
        print(() -> object.wait(1));
        print(() -> object.wait(1, 1));
        print(object::notify);
        print(object::notifyAll);
        print(() -> new ReentrantLock().unlock());
        synchronized (object) {
            print(() -> object.wait(-1));
            Thread.currentThread().interrupt();
            print(object::wait);
        }
    }

    private static void print(Cases.Work work) {
        try {
            work.run();
        } catch (Exception failure) {
            System.out.println(failure);
            for (StackTraceElement each : failure.getStackTrace()) {
                if (!each.getMethodName().contains("unlock") && !each.getMethodName().contains("elease")) {
                    System.out.println("    " + each);
                }
            }
        }
    }
}
