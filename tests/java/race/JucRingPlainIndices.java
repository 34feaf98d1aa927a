// check: verdict=violated kind=data-race variable=JucRingPlainIndices.tail|JucRingPlainIndices.head|int[][0] conflict=write-read|read-write
// A ring buffer for one producer and one consumer with plain indices; one offer, one poll.
// Racy: the consumer reads the tail that the producer writes (and the place in the buffer), and nothing orders them.
// Twin: JucRingVolatileIndices.java
public class JucRingPlainIndices {
    static final int[] BUFFER = new int[2];
    static int head;
    static int tail;

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
        new Thread(JucRingPlainIndices::poll).start();
        offer(7);
    }
}
