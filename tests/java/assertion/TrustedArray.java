// check: verdict=violated kind=assertion at=access options=--trusted=TrustedArrayLib every=true jdks=all
// Check-then-act on an array that trusted code made: both may win.
public class TrustedArray {
    static volatile int winners; static synchronized void won() { winners++; }
    public static void main(String[] a) throws Exception {
        TrustedArrayLib l = new TrustedArrayLib();
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) { Integer k = i + 1; t[i] = new Thread(() -> { if (l.claim(k)) won(); }); t[i].start(); }
        for (Thread x : t) x.join();
        if (winners != 1) throw new AssertionError("winners " + winners);
    }
}
class TrustedArrayLib { final Object[] v = new Object[2]; boolean claim(Object k) { if (v[0] == null) { v[0] = k; return true; } return false; } }
