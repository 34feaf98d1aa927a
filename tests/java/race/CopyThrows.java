// check: verdict=violated kind=data-race variable=java.lang.Object[][0] lines=9,12 findings=1 options=--all every=true jdks=all
// The write of a[0] in main and arraycopy in copy(), which throws at a[1]: told once, at the line of arraycopy.
public class CopyThrows {
    static Object[] a = { 7, "not an Integer" };
    public static void main(String[] x) throws Exception {
        Thread reader = new Thread(() -> copy());
        reader.setUncaughtExceptionHandler((t, e) -> { });
        reader.start();
        a[0] = 8;
        reader.join();
    }
    static void copy() { System.arraycopy(a, 0, new Integer[2], 0, 2); }
}
