// check: verdict=violated kind=data-race variable=FinalBehindComplete.late conflict=write-read|read-write jdks=all
// A complete object makes one known that is still being constructed: a final field that is written
// then is not covered by the freeze of the other.
public class FinalBehindComplete {
    static final class Box {
        final FinalBehindComplete held;

        Box(FinalBehindComplete held) {
            this.held = held;
        }
    }

    static volatile Box box;
    final int late;

    FinalBehindComplete() {
        box = new Box(this);
        late = 5;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            Box seen = box;
            int read = seen == null ? 0 : seen.held.late;
        });
        reader.start();
        new FinalBehindComplete();
        reader.join();
    }
}
