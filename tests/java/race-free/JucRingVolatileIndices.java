// check: verdict=race-free
// A ring buffer for one producer and one consumer with volatile indices; one offer, one poll.
// Race-free: a place is written before the tail that uncovers it, and read before the head that gives it back.
// Twin: JucRingPlainIndices.java
public class JucRingVolatileIndices {
    static final int[] BUFFER = new int[2];
    static volatile int head;
    static volatile int tail;

    static boolean offer(int x) {
        int end = tail;
        if (end - head == BUFFER.length) {
            return false;
        }
        BUFFER[end % BUFFER.length] = x;
        tail = end + 1;
        return true;
    }

    static int poll() {
        int begin = head;
        if (begin == tail) {
            return 0;
        }
        int x = BUFFER[begin % BUFFER.length];
        head = begin + 1;
        return x;
    }

    public static void main(String[] args) {
        new Thread(JucRingVolatileIndices::poll).start();
        offer(7);
    }
}
