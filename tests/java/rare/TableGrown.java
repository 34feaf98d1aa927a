// A table of counts is under its lock, but the one that finds it full replaces it first.
public class TableGrown {
    int[] counts = new int[4];
    int used;

    void add(int value) {
        if (isFull()) counts = new int[64];
        synchronized (this) {
            if (used < counts.length) counts[used++] = value;
        }
    }

    synchronized boolean isFull() {
        return used == 4;
    }

    public static void main(String[] args) {
        TableGrown table = new TableGrown();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                table.add(1);
                table.add(2);
            }).start();
        }
    }
}
