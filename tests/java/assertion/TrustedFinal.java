// check: verdict=violated kind=assertion at=access options=--trusted=TrustedFinalLib jdks=all
// A trusted class makes itself known before its final field is assigned: both values may be seen.
public class TrustedFinal {
    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            TrustedFinalLib seen = TrustedFinalLib.known;
            if (seen != null) {
                int first = seen.value;
                int second = seen.value;
                assert first == second;
            }
        });
        reader.start();
        new TrustedFinalLib();
        reader.join();
    }
}

class TrustedFinalLib {
    static volatile TrustedFinalLib known;
    final int value;

    TrustedFinalLib() {
        known = this;
        value = 5;
    }
}
