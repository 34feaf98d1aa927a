// check: verdict=violated kind=assertion every=true
// A switch point is invalidated while what it guards is called.
// Schedule: the other sets it first.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SwitchPoint;

public class SwitchPointAsked {
    public static void main(String[] args) throws Throwable {
        MethodHandle before = MethodHandles.constant(int.class, 1);
        MethodHandle after = MethodHandles.constant(int.class, 2);
        SwitchPoint point = new SwitchPoint();
        MethodHandle guarded = point.guardWithTest(before, after);
        Thread other = new Thread(() -> SwitchPoint.invalidateAll(new SwitchPoint[] {point}));
        other.start();
        int seen = (int) guarded.invokeExact();
        other.join();
        assert seen == 1;
    }
}
