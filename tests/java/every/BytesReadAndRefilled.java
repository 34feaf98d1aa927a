// check: verdict=violated kind=data-race variable=byte[][0]
// Of an array that the class library has made, and that lies in a queue, both accesses are the library's: who has put it there has it filled
// again while who has taken it has it read. It is the program's all the same.
import java.io.ByteArrayInputStream;
import java.util.concurrent.ArrayBlockingQueue;

public class BytesReadAndRefilled {
    static int sum;

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(1);
        Thread taker = new Thread(() -> {
            try {
                sum = new String(queue.take()).length();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        byte[] bytes = "xyz".getBytes();
        queue.put(bytes);
        new ByteArrayInputStream(new byte[3]).read(bytes);
        taker.join();
    }
}
