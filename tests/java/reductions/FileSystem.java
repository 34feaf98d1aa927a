/** Flanagan and Godefroid, POPL 2005: n threads allocate blocks to inodes; up to 13 threads none meets another. */
public class FileSystem {
    static final int BLOCKS = 26;
    static final int INODES = 32;
    static final Object[] lockInode = locks(INODES);
    static final Object[] lockBlock = locks(BLOCKS);
    static final int[] inode = new int[INODES];
    static final boolean[] busy = new boolean[BLOCKS];

    static Object[] locks(int count) {
        Object[] locks = new Object[count];
        for (int i = 0; i < count; i++) {
            locks[i] = new Object();
        }
        return locks;
    }

    static void allocate(int thread) {
        int i = thread % INODES;
        synchronized (lockInode[i]) {
            if (inode[i] == 0) {
                int b = i * 2 % BLOCKS;
                while (true) {
                    synchronized (lockBlock[b]) {
                        if (!busy[b]) {
                            busy[b] = true;
                            inode[i] = b + 1;
                            break;
                        }
                    }
                    b = (b + 1) % BLOCKS;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int id = i;
            threads[i] = new Thread(() -> allocate(id));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
