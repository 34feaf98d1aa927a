// A buffer is filled while another one is emptied; at the eighth exchange a thread keeps its own.
public class TwoRolesSwapped {
    static class Buffer {
        int content;
    }

    static Buffer front = new Buffer();
    static int exchanges;

    static synchronized Buffer exchange(Buffer own) {
        if (++exchanges == 8) return front;
        Buffer other = front;
        front = own;
        return other;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                Buffer mine = new Buffer();
                for (int n = 0; n < 4; n++) {
                    mine.content++;
                    mine = exchange(mine);
                }
            }).start();
        }
    }
}
