/** Executions as those of `Branches`, about what depends on the schedule. */
class Decisions {
    static final Guard ONE = new Guard();
    static final Guard TWO = new Guard();

    static class Guard {
        int number;

        synchronized void increase() {
            Branches.value++;
        }

        int answer() {
            return 1;
        }
    }

    static class Writer extends Thread {
        @Override
        public void run() {
            ONE.number++;
        }
    }

    static class Other extends Thread {
        @Override
        public void run() {
            synchronized (Branches.LOCK) {
                Branches.value++;
            }
            Branches.other++;
        }
    }

    /** What somebody writes behind the state decides. */
    static void decidedByWritten() {
        new Other().start();
        int number;
        synchronized (Branches.LOCK) {
            number = Branches.value;
        }
        if (number == 5) {
            Branches.other++;
        }
    }

    static void decidedByUnwritten() {
        new Other().start();
        int number;
        synchronized (Branches.LOCK) {
            number = Branches.array[0];
        }
        if (number == 5) {
            Branches.other++;
        }
    }

    static boolean decides() {
        if (Branches.flag) {
            return true;
        }
        return false;
    }

    /** What a method gives depends on where it returned. */
    static void decidedByReturn() {
        new Branches.Locked().start();
        if (decides()) {
            Branches.value++;
        }
    }

    /** The monitor of a synchronized method depends on its receiver. */
    static void monitorOfReceiver() {
        new Branches.Setter().start();
        Guard guard = ONE;
        if (Branches.flag) {
            guard = TWO;
        }
        guard.increase();
    }

    static void monitorOfCertain() {
        new Branches.Setter().start();
        boolean now = Branches.flag;
        ONE.increase();
    }

    static void writtenFieldThatDepends() {
        new Writer().start();
        Guard guard = TWO;
        if (Branches.flag) {
            guard = ONE;
        }
        guard.number = 1;
    }

    static void readFieldThatDepends() {
        new Writer().start();
        Guard guard = TWO;
        if (Branches.flag) {
            guard = ONE;
        }
        int number = guard.number;
    }

    static void fieldThatDoesNot() {
        new Writer().start();
        boolean now = Branches.flag;
        TWO.number++;
    }

    /** What another receiver would give is not known. */
    static void answerOfReceiver() {
        new Branches.Locked().start();
        Guard guard = ONE;
        if (Branches.flag) {
            guard = TWO;
        }
        if (guard.answer() != 1) {
            Branches.value++;
        }
    }

    static void answerOfCertain() {
        new Branches.Locked().start();
        boolean now = Branches.flag;
        if (ONE.answer() != 1) {
            Branches.value++;
        }
    }

    /** Who joins a thread that was not started does not wait. */
    static void joinsWhatOneWayStarts() throws InterruptedException {
        new Branches.Setter().start();
        Branches.Unlocked thread = new Branches.Unlocked();
        if (!Branches.flag) {
            thread.start();
        }
        thread.join();
        Branches.value++;
    }

    static void joinsWhatIsStarted() throws InterruptedException {
        new Branches.Setter().start();
        Branches.Unlocked thread = new Branches.Unlocked();
        boolean now = Branches.flag;
        thread.start();
        thread.join();
        Branches.value++;
    }

    static void recurs(int depth) {
        if (depth > 0) {
            recurs(depth - 1);
        }
    }

    static void untakenRecursion() {
        new Branches.Locked().start();
        if (Branches.flag) {
            recurs(2);
        }
    }

    static int caught(int number) {
        try {
            return 5 / number;
        } catch (ArithmeticException e) {
            Branches.value++;
            return 0;
        }
    }

    /** The way that was not taken may throw, and what catches it races. */
    static void untakenThrows() {
        new Branches.Locked().start();
        int number = Branches.other;
        try {
            if (Branches.flag) {
                number = 5 / number;
            }
        } catch (ArithmeticException e) {
            Branches.value++;
        }
    }

    static void untakenCatches() {
        new Branches.Locked().start();
        if (Branches.flag) {
            caught(1);
        }
    }

    /** A way that was not taken reads what it has set itself. */
    static void untakenKnowsItsLock() {
        new Branches.Locked().start();
        Object lock = Branches.OTHER;
        if (Branches.flag) {
            lock = Branches.LOCK;
            synchronized (lock) {
                Branches.value++;
            }
        }
    }

    static void untakenLoop() {
        new Branches.Locked().start();
        if (Branches.flag) {
            Object lock = Branches.LOCK;
            for (int i = 0; i < 2; i++) {
                synchronized (lock) {
                    Branches.value++;
                }
                lock = Branches.OTHER;
            }
        }
    }

    /** Behind the branch, all is held that was held before it. */
    static void heldBehindTheBranch() {
        new Branches.Locked().start();
        synchronized (Branches.LOCK) {
            if (Branches.flag) {
                Branches.other++;
            }
            Branches.value++;
        }
    }

    static Object lock = Branches.LOCK;

    static class Changer extends Thread {
        @Override
        public void run() {
            synchronized (Branches.OTHER) {
                lock = Branches.LOCK;
            }
        }
    }

    static class Reader extends Thread {
        @Override
        public void run() {
            int number = Branches.value;
        }
    }

    /** The monitor is one that somebody changes. */
    static void untakenWithChangedLock() {
        new Branches.Locked().start();
        new Changer().start();
        if (Branches.flag) {
            increaseByField();
        }
    }

    static void untakenWithKeptLock() {
        new Branches.Locked().start();
        if (Branches.flag) {
            increaseByField();
        }
    }

    static void increaseByField() {
        Object held;
        synchronized (Branches.OTHER) {
            held = lock;
        }
        synchronized (held) {
            Branches.value++;
        }
    }

    static void untakenWrite() {
        new Reader().start();
        if (Branches.flag) {
            Branches.value = 1;
        }
    }

    /** What was executed before is linked otherwise than what was not. */
    static void untakenWriteThatWasLinked() {
        write();
        new Reader().start();
        if (Branches.flag) {
            write();
        }
    }

    static void write() {
        Branches.value = 1;
    }

    /** Which monitor it is was decided before. */
    static void untakenWithLockThatDepends() {
        new Branches.Locked().start();
        Object held = Branches.LOCK;
        if (Branches.flag) {
            held = Branches.OTHER;
        }
        if (Branches.flag) {
            synchronized (held) {
                Branches.value++;
            }
        }
    }

    static int risky() {
        int number = Branches.other;
        if (Branches.flag) {
            return 5 / number;
        }
        return number;
    }

    static int riskyInLock() {
        int number = Branches.other;
        synchronized (Branches.LOCK) {
            if (Branches.flag) {
                number = 5 / number;
            }
        }
        return number;
    }

    /** A method may throw on the way that it did not take, and its caller catches it. */
    static void callerCatches() {
        new Branches.Locked().start();
        try {
            risky();
        } catch (ArithmeticException e) {
            Branches.value++;
        }
    }

    static void callerDoesNotCatch() {
        new Branches.Locked().start();
        risky();
    }

    /** By then the method has left its monitor. */
    static void callerCatchesWithoutLock() {
        new Branches.Locked().start();
        try {
            riskyInLock();
        } catch (ArithmeticException e) {
            Branches.value++;
        }
    }

    /** What was held before the method that catches was called is held where it does. */
    static void callerCatchesInLock() {
        new Branches.Locked().start();
        synchronized (Branches.LOCK) {
            catches();
        }
    }

    static void catches() {
        try {
            riskyInLock();
        } catch (ArithmeticException e) {
            Branches.value++;
        }
    }

    static void untakenElement() {
        new Branches.Writer().start();
        if (Branches.flag) {
            Branches.array[1]++;
        }
    }

    static void untakenSort() {
        new Branches.Writer().start();
        if (Branches.flag) {
            java.util.Arrays.fill(Branches.array, 7);
        }
    }
}
