// check: verdict=passed
// A thread writes and reads an object while another counts: the accessors that reading needs are made at run time.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class SerializedInThread {
    static class Point implements Serializable {
        private static final long serialVersionUID = 1;
        final int x = 3;
    }

    static volatile int counted;

    public static void main(String[] args) throws InterruptedException {
        Thread counting = new Thread(() -> counted++);
        counting.start();
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(new Point());
            Object point = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            assert ((Point) point).x == 3;
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        counting.join();
        assert counted == 1;
    }
}
