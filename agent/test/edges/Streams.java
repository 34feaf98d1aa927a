package edges;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.StreamHandler;

/** Streams of the program's own behind those of the library, which call them with a lock held; racy is to use them without. */
public final class Streams {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Printed", Printed::run), Map.entry("Written", Written::run), Map.entry("Buffered", Buffered::run),
            Map.entry("Logged", Logged::run));
    }

    private interface Use {
        void use() throws IOException;
    }

    private static void inTwoThreads(Use one, Use other) throws Exception {
        Thread thread = Cases.start(() -> {
            for (int n = 0; n < 10; n++) {
                one.use();
            }
        });
        for (int n = 0; n < 10; n++) {
            other.use();
        }
        thread.join();
    }

    private abstract static class Unbuffered extends Writer {
        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    static final class Printed extends Unbuffered {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Printed to = new Printed();
            Writer printed = new PrintWriter(to);
            Writer other = isRacy ? to : printed;
            inTwoThreads(() -> printed.write("one"), () -> other.write("other"));
        }

        @Override
        public void write(char[] text, int from, int count) {
            x += count;
        }

        @Override
        public void write(String text, int from, int count) {
            x += count;
        }
    }

    static final class Written extends Unbuffered {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Written to = new Written();
            Writer buffered = new BufferedWriter(to, 1);
            Writer other = isRacy ? to : buffered;
            inTwoThreads(() -> buffered.write("one"), () -> other.write("other"));
        }

        @Override
        public void write(char[] text, int from, int count) {
            x += count;
        }
    }

    static final class Buffered extends OutputStream {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Buffered to = new Buffered();
            OutputStream buffered = new BufferedOutputStream(to, 1);
            OutputStream other = isRacy ? new BufferedOutputStream(to, 1) : buffered;
            inTwoThreads(() -> buffered.write(new byte[2]), () -> other.write(new byte[2]));
        }

        @Override
        public void write(int bits) {
            x++;
        }
    }

    static final class Logged extends OutputStream {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Logged to = new Logged();
            StreamHandler handler = new StreamHandler(to, new Same());
            inTwoThreads(() -> log(handler), isRacy ? () -> to.write(1) : () -> log(handler));
        }

        private static final class Same extends Formatter {
            @Override
            public String format(LogRecord logged) {
                return "same";
            }
        }

        private static void log(StreamHandler handler) {
            handler.publish(new LogRecord(Level.INFO, "text"));
            handler.flush();
        }

        @Override
        public void write(int bits) {
            x++;
        }
    }
}
