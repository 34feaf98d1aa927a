import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** Commons Compress: two threads pack and unpack. Hardly anything but accesses of arrays. */
public final class Archive {
    public static void main(String[] arguments) throws Exception {
        int size = Integer.parseInt(arguments[0]);
        long[] sums = new long[2];
        Thread[] threads = new Thread[2];
        for (int at = 0; at < threads.length; at++) {
            int number = at;
            threads[at] = new Thread(() -> {
                try {
                    sums[number] = pack(number, size);
                } catch (java.io.IOException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            threads[at].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + " " + sums[1]);
    }

    private static long pack(int seed, int size) throws java.io.IOException {
        byte[] original = new byte[size];
        Random random = new Random(seed);
        for (int at = 0; at < size; at++) {
            original[at] = (byte) (random.nextGaussian() * 12);
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream to = new BZip2CompressorOutputStream(packed)) {
            to.write(original);
        }
        long sum = packed.size();
        try (BZip2CompressorInputStream from = new BZip2CompressorInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
            for (byte each : from.readAllBytes()) {
                sum += each;
            }
        }
        return sum;
    }
}
