/** Nothing in it that could race, but for what the class below it adds. */
class Finals {
    static int count;
    final int number;
    volatile int flag;

    Finals(int number) {
        this.number = number;
    }

    static class Plain extends Finals {
        int plain;

        Plain() {
            super(1);
        }
    }

    /** Belongs to whom the tests trust by name. */
    static class Excepted {
        Object[] array;
    }
}
