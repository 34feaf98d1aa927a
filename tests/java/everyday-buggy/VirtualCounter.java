// everyday-buggy: min=21 kind=data-race variable=VirtualCounter.visits
// Virtual threads increment a plain counter: nothing orders them, in no schedule.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class VirtualCounter {
    static int visits;

    public static void main(String[] args) {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                pool.submit(() -> visits++);
            }
        }
        assert visits == 3;
    }
}
