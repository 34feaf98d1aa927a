// run: min=17
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

/** StampedLock: optimistic reads checked afterwards, conversions between its modes, stamps that no longer fit. */
public class ConcStampedLock {
    /** A point kept on the line x + y = 0; a torn read would leave the line. */
    static final class Point {
        final StampedLock lock = new StampedLock();
        private int x;
        private int y;

        void move(int dx) {
            long stamp = lock.writeLock();
            try {
                x += dx;
                Thread.yield();
                y -= dx;
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        /** Tries to read without a lock, and takes one if a writer came in between. */
        int offLine() {
            long stamp = lock.tryOptimisticRead();
            int px = x;
            int py = y;
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                try {
                    px = x;
                    py = y;
                } finally {
                    lock.unlockRead(stamp);
                }
            }
            return px + py;
        }

        /** Moves to the origin's right only if it is at the origin, converting the read lock if nobody else has it. */
        boolean leaveOrigin(int to) {
            long stamp = lock.readLock();
            try {
                while (x == 0 && y == 0) {
                    long converted = lock.tryConvertToWriteLock(stamp);
                    if (converted != 0) {
                        stamp = converted;
                        x = to;
                        y = -to;
                        return true;
                    }
                    lock.unlockRead(stamp);
                    stamp = lock.writeLock();
                }
                return false;
            } finally {
                lock.unlock(stamp);
            }
        }
    }

    static void contention() throws InterruptedException {
        Point point = new Point();
        int[] wrong = new int[3];
        List<Thread> team = new ArrayList<>();
        for (int w = 0; w < 3; w++) {
            int step = w + 1;
            team.add(new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    point.move(i % 2 == 0 ? step : -step);
                }
            }, "writer-" + w));
        }
        for (int r = 0; r < wrong.length; r++) {
            int me = r;
            team.add(new Thread(() -> {
                for (int i = 0; i < 300; i++) {
                    wrong[me] += point.offLine() == 0 ? 0 : 1;
                    if (i % 10 == 0) {
                        Thread.yield();
                    }
                }
            }, "reader-" + r));
        }
        for (Thread t : team) {
            t.start();
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println("off the line " + (wrong[0] + wrong[1] + wrong[2]) + " times, ends at "
            + point.x + "," + point.y);

        int[] winners = new int[5];
        team.clear();
        for (int i = 0; i < winners.length; i++) {
            int me = i;
            team.add(new Thread(() -> winners[me] = point.leaveOrigin(me + 10) ? 1 : 0));
        }
        for (Thread t : team) {
            t.start();
        }
        int sum = 0;
        for (int i = 0; i < winners.length; i++) {
            team.get(i).join();
            sum += winners[i];
        }
        System.out.println("left the origin: " + sum + " of 5, on the line " + (point.offLine() == 0));
    }

    static void modes() {
        StampedLock lock = new StampedLock();
        long optimistic = lock.tryOptimisticRead();
        long read = lock.readLock();
        long second = lock.readLock();
        System.out.println("readers " + lock.getReadLockCount() + ", optimism still holds " + lock.validate(optimistic)
            + ", write " + (lock.tryWriteLock() != 0) + ", convert " + (lock.tryConvertToWriteLock(read) != 0));
        lock.unlockRead(second);
        long write = lock.tryConvertToWriteLock(read);
        System.out.println("last reader converts " + StampedLock.isWriteLockStamp(write) + ", locked "
            + lock.isWriteLocked() + ", optimism now " + lock.validate(optimistic) + ", anew "
            + (lock.tryOptimisticRead() != 0));
        System.out.println("not re-entrant: " + (lock.tryWriteLock() != 0) + " " + (lock.tryReadLock() != 0));
        long back = lock.tryConvertToReadLock(write);
        System.out.println("back to reading " + StampedLock.isReadLockStamp(back) + " " + lock.isReadLocked());
        long seen = lock.tryConvertToOptimisticRead(back);
        System.out.println("only looking " + StampedLock.isOptimisticReadStamp(seen) + " valid " + lock.validate(seen)
            + ", locked " + (lock.isReadLocked() || lock.isWriteLocked()));
        for (Runnable wrong : new Runnable[] {
            () -> lock.unlockWrite(write), () -> lock.unlockRead(back), () -> lock.unlock(seen)}) {
            try {
                wrong.run();
                System.out.print("accepted; ");
            } catch (IllegalMonitorStateException e) {
                System.out.print("stale; ");
            }
        }
        System.out.println("try-unlocks " + lock.tryUnlockRead() + " " + lock.tryUnlockWrite());
    }

    /** Another thread finds the lock taken: it gives up after a time, or when it is interrupted. */
    static void refusals() throws InterruptedException {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread patient = new Thread(() -> {
            try {
                log.add("timed read " + (lock.tryReadLock(10, TimeUnit.MILLISECONDS) != 0));
                log.add("timed write " + (lock.tryWriteLock(10, TimeUnit.MILLISECONDS) != 0));
                lock.writeLockInterruptibly();
                log.add("entered");
            } catch (InterruptedException e) {
                log.add("interrupted");
            }
            Lock view = lock.asReadLock();
            view.lock();
            log.add("read through the view " + lock.isReadLocked());
            view.unlock();
        });
        patient.start();
        while (log.size() < 2 || patient.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        patient.interrupt();
        while (log.size() < 3 || patient.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        lock.unlockWrite(stamp);
        patient.join();
        System.out.println(log + ", free " + !(lock.isReadLocked() || lock.isWriteLocked()));
        Lock writer = lock.asReadWriteLock().writeLock();
        System.out.println("writing view " + writer.tryLock() + ", twice " + writer.tryLock());
        writer.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        contention();
        modes();
        refusals();
    }
}
