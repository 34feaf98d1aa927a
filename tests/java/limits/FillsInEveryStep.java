// check: verdict=incomplete options=--memory=120m,--time=4
// Each step fills a megabyte and keeps it: states grow with the depth, and a snapshot holds them twice.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class FillsInEveryStep {
    static volatile int steps;

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                List<Object> kept = new ArrayList<>();
                while (true) {
                    byte[] filled = new byte[1 << 20];
                    Arrays.fill(filled, (byte) 1);
                    kept.add(filled);
                    steps++;
                }
            }).start();
        }
    }
}
