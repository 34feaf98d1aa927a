// check: verdict=violated kind=assertion at=access options=--trusted=TrustedFieldLib every=true jdks=all
// As TrustedArray, with a field.
public class TrustedField {
    static volatile int winners; static synchronized void won() { winners++; }
    public static void main(String[] a) throws Exception {
        TrustedFieldLib l = new TrustedFieldLib();
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) { Integer k = i + 1; t[i] = new Thread(() -> { if (l.claim(k)) won(); }); t[i].start(); }
        for (Thread x : t) x.join();
        if (winners != 1) throw new AssertionError("winners " + winners);
    }
}
class TrustedFieldLib { Object v; boolean claim(Object k) { if (v == null) { v = k; return true; } return false; } }
