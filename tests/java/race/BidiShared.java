// check: verdict=violated kind=data-race variable=jdk.internal.icu.text.BidiBase.runCount conflict=write-read|read-write|write-write jdks=all
// Whoever only looks at the runs of a text is the one who computes them.
import java.text.Bidi;

public class BidiShared {
    public static void main(String[] arguments) {
        Bidi bidi = new Bidi("left \u05d0\u05d1 left", Bidi.DIRECTION_LEFT_TO_RIGHT);
        new Thread(bidi::getRunCount).start();
        bidi.getRunCount();
    }
}
