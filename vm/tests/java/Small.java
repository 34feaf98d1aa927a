/** Methods that are called without a frame, and others beside them. */
class Small {
    boolean flag = true;
    byte eight = -3;
    short sixteen = -300;
    char letter = '\uFFFE';
    int number = -70_000;
    long wide = -5_000_000_000L;
    double real = -0.5;
    Small next;

    boolean flag() {
        return flag;
    }

    byte eight() {
        return eight;
    }

    short sixteen() {
        return sixteen;
    }

    char letter() {
        return letter;
    }

    int number() {
        return number;
    }

    long wide() {
        return wide;
    }

    double real() {
        return real;
    }

    Small next() {
        return next;
    }

    static Small nextOf(Small small) {
        return small.next;
    }

    int seven() {
        return -7;
    }

    void nothing() {
    }

    static class Root {
    }

    static class Stem extends Root {
    }

    static class Leaf extends Stem {
    }

    static long all() {
        Small small = new Small();
        small.next = small;
        long sum = 0;
        for (int i = 0; i < 12; i++) {
            small = nextOf(small.next());
            sum = sum * 31 + (small.flag() ? 5 : 3) + small.eight() + small.sixteen() + small.letter();
            new Leaf();
            sum = sum * 31 + small.number() + small.wide() + (long) (small.real() * 8) + small.seven();
            small.nothing();
            small.number += i;
        }
        return sum;
    }

    static long ofNull() {
        Small small = new Small();
        for (int i = 0; i < 4; i++) {
            nextOf(i < 3 ? small : null);
        }
        return 0;
    }

    static int depth;

    static long deep() {
        new Leaf();
        depth++;
        return deep() + 1;
    }
}
