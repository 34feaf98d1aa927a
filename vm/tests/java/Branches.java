/**
 * Executions from which other schedules are told. The state from which they are begins where the
 * flag is read first.
 */
class Branches {
    static final Object LOCK = new Object();
    static final Object OTHER = new Object();
    static final Box BOX = new Box();

    static volatile boolean flag;
    static int value;
    static int other;
    static int[] array = new int[4];
    static Plain plain = new Plain();

    static class Box {
        int number;
        Object[] objects = new Object[2];
    }

    static class Plain {
        void act() {
        }

        int answer() {
            return 1;
        }
    }

    static class Racing extends Plain {
        @Override
        void act() {
            value++;
        }
    }

    static class Setter extends Thread {
        @Override
        public void run() {
            flag = true;
        }
    }

    static class Locked extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                value++;
            }
        }
    }

    static class Unlocked extends Thread {
        @Override
        public void run() {
            value++;
        }
    }

    static class Writer extends Thread {
        @Override
        public void run() {
            array[1]++;
            BOX.number++;
        }
    }

    static void bothLock() {
        new Locked().start();
        boolean now = flag;
        synchronized (LOCK) {
            value++;
        }
    }

    static void oneLocks() {
        new Locked().start();
        boolean now = flag;
        value++;
    }

    static void bothRead() {
        new Locked().start();
        boolean now = flag;
        synchronized (LOCK) {
            value++;
        }
        other = 1;
    }

    static void locksAnother() {
        new Locked().start();
        boolean now = flag;
        synchronized (OTHER) {
            value++;
        }
    }

    static synchronized void increase() {
        value++;
    }

    static void lockedByMethod() {
        new ByMethod().start();
        boolean now = flag;
        increase();
    }

    static class ByMethod extends Thread {
        @Override
        public void run() {
            increase();
        }
    }

    static void behindTheLock() {
        new Locked().start();
        boolean now = flag;
        synchronized (LOCK) {
            other++;
        }
        value++;
    }

    static void nested() {
        new Locked().start();
        boolean now = flag;
        synchronized (LOCK) {
            synchronized (LOCK) {
                other++;
            }
            value++;
        }
    }

    static void joined() throws InterruptedException {
        Unlocked thread = new Unlocked();
        thread.start();
        boolean now = flag;
        thread.join();
        value++;
    }

    static void notJoined() throws InterruptedException {
        Unlocked thread = new Unlocked();
        thread.start();
        boolean now = flag;
        value++;
        thread.join();
    }

    static void joinedOnOneWay() throws InterruptedException {
        Unlocked thread = new Unlocked();
        thread.start();
        if (!flag) {
            thread.join();
        }
        value++;
    }

    static void beforeTheStart() {
        new Setter().start();
        boolean now = flag;
        value++;
        new Unlocked().start();
    }

    static void behindTheStart() {
        new Setter().start();
        boolean now = flag;
        new Unlocked().start();
        value++;
    }

    /** What was done before the state races with what others do behind it. */
    static void inThePast() {
        new Waiter().start();
        value++;
        boolean now = flag;
    }

    static class Waiter extends Thread {
        @Override
        public void run() {
            boolean now = flag;
            value++;
        }
    }

    static void untakenWithLock() {
        new Locked().start();
        if (flag) {
            synchronized (LOCK) {
                value++;
            }
        }
    }

    static void untakenWithout() {
        new Locked().start();
        if (flag) {
            value++;
        }
    }

    static void untakenBehindTheLock() {
        new Locked().start();
        if (flag) {
            synchronized (LOCK) {
                other++;
            }
            value++;
        }
    }

    static void untakenInTheLock() {
        new Locked().start();
        synchronized (LOCK) {
            if (flag) {
                value++;
            }
        }
    }

    static void untakenByCall() {
        new Locked().start();
        if (flag) {
            direct();
        }
    }

    static void direct() {
        value++;
    }

    static void untakenByLockedCall() {
        new ByMethod().start();
        if (flag) {
            increase();
        }
    }

    /** Nobody decides anew what was decided by what does not depend on the schedule. */
    static void certain() {
        new Locked().start();
        boolean now = flag;
        int number = other;
        if (number != 0) {
            value++;
        }
    }

    /** What a branch has decided decides the next. */
    static void decidedByDecided() {
        new Locked().start();
        int number = 0;
        if (flag) {
            number = 1;
        }
        if (number != 0) {
            value++;
        }
    }

    static void lockThatDepends() {
        new Locked().start();
        Object lock = OTHER;
        if (!flag) {
            lock = LOCK;
        }
        synchronized (lock) {
            value++;
        }
    }

    static void elementThatDepends() {
        new Writer().start();
        int index = 0;
        if (flag) {
            index = 1;
        }
        array[index]++;
    }

    static void elementThatDoesNot() {
        new Writer().start();
        boolean now = flag;
        array[0]++;
    }

    static void sameElement() {
        new Writer().start();
        boolean now = flag;
        array[1]++;
    }

    static void receiverThatDepends() {
        new Locked().start();
        Plain receiver = plain;
        if (flag) {
            receiver = null;
        }
        if (receiver != null) {
            receiver.act();
        }
    }

    static void receiverThatDoesNot() {
        new Locked().start();
        boolean now = flag;
        plain.act();
    }

    static void startThatDepends() {
        new Locked().start();
        if (flag) {
            new Unlocked().start();
        }
    }

    /** The call gives what depends on the schedule. */
    static boolean asks() {
        return flag;
    }

    static void resultThatDepends() {
        new Locked().start();
        if (asks()) {
            value++;
        }
    }

    static void resultThatDoesNot() {
        new Locked().start();
        boolean now = flag;
        if (plain.answer() != 1) {
            value++;
        }
    }

    /** One way returns and leaves the monitor, the other goes on in it. */
    static void leavesOnOneWay() {
        new Locked().start();
        synchronized (LOCK) {
            if (flag) {
                return;
            }
            value++;
        }
    }

    static void loops() {
        new Locked().start();
        while (flag) {
            value++;
        }
    }

    static void divides() {
        new Locked().start();
        int number = flag ? 0 : 1;
        try {
            other = 5 / number;
        } catch (ArithmeticException e) {
            value++;
        }
    }

    static void dividesByCertain() {
        new Locked().start();
        boolean now = flag;
        int number = array.length;
        try {
            other = 5 / number;
        } catch (ArithmeticException e) {
            value++;
        }
    }

    static boolean asksNothing() {
        return false;
    }

    /** What the first call gave is not what the second one gives. */
    static void resultsInTurn() {
        new Locked().start();
        boolean first = asks();
        boolean second = asksNothing();
        if (second) {
            value++;
        }
    }

    static void referencesInArrays() {
        new Locked().start();
        boolean now = flag;
        BOX.objects[0] = LOCK;
        BOX.objects[1] = BOX.objects[0];
    }
}
