// check: verdict=violated kind=assertion at=access options=--trusted=TrustedByHandleLib every=true jdks=all
// A trusted class writes its volatile field plainly, by a handle: each value may be seen.
public class TrustedByHandle {
    static final TrustedByHandleLib lib = new TrustedByHandleLib();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> lib.write());
        other.start();
        int seen = lib.value;
        assert seen != 1;
        other.join();
    }
}

class TrustedByHandleLib {
    private static final java.lang.invoke.VarHandle VALUE;

    static {
        try {
            VALUE = java.lang.invoke.MethodHandles.lookup()
                    .findVarHandle(TrustedByHandleLib.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    volatile int value;

    void write() {
        VALUE.set(this, 1);
        VALUE.set(this, 2);
    }
}
