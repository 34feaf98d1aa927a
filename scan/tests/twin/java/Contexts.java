// Too many objects for their methods to be analysed for each of them: some are analysed for all that are left.
class Contexts {
    static class Box {
        Object content;
        Box inner;

        void put(Object object, int depth) {
            content = object;
            if (depth > 0) {
                inner = new Box();
                inner.put(content, depth - 1);
            }
        }
    }

    public static void main(String[] arguments) {
        new Box().put(new Object(), 0);
        new Box().put(new Object(), 1);
        new Box().put(new Object(), 2);
        new Box().put(new Object(), 3);
        new Box().put(new Object(), 4);
        new Box().put(new Object(), 5);
        new Box().put(new Object(), 6);
        new Box().put(new Object(), 7);
        new Box().put(new Object(), 8);
        new Box().put(new Object(), 9);
        new Box().put(new Object(), 10);
        new Box().put(new Object(), 11);
        new Box().put(new Object(), 12);
        new Box().put(new Object(), 13);
        new Box().put(new Object(), 14);
        new Box().put(new Object(), 15);
        new Box().put(new Object(), 16);
        new Box().put(new Object(), 17);
        new Box().put(new Object(), 18);
        new Box().put(new Object(), 19);
        new Box().put(new Object(), 20);
        new Box().put(new Object(), 21);
        new Box().put(new Object(), 22);
        new Box().put(new Object(), 23);
        new Box().put(new Object(), 24);
        new Box().put(new Object(), 25);
        new Box().put(new Object(), 26);
        new Box().put(new Object(), 27);
        new Box().put(new Object(), 28);
        new Box().put(new Object(), 29);
        new Box().put(new Object(), 30);
        new Box().put(new Object(), 31);
        new Box().put(new Object(), 32);
        new Box().put(new Object(), 33);
        new Box().put(new Object(), 34);
        new Box().put(new Object(), 35);
        new Box().put(new Object(), 36);
        new Box().put(new Object(), 37);
        new Box().put(new Object(), 38);
        new Box().put(new Object(), 39);
        new Box().put(new Object(), 40);
        new Box().put(new Object(), 41);
        new Box().put(new Object(), 42);
        new Box().put(new Object(), 43);
        new Box().put(new Object(), 44);
    }
}
