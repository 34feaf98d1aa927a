// check: verdict=violated kind=data-race variable=StandardStreamShared$Counting.lines conflict=write-write|write-read|read-write
// Two threads print to a stream of the program's own, which only System.setOut has made known to both.
// Racy: both count the lines, and nothing orders them.
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class StandardStreamShared {
    static class Counting extends PrintStream {
        int lines;

        Counting() {
            super(new ByteArrayOutputStream());
        }

        @Override
        public void println(String line) {
            lines++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.setOut(new Counting());
        Thread printer = new Thread(() -> System.out.println("a"));
        printer.start();
        System.out.println("b");
        printer.join();
    }
}
