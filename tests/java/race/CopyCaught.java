// check: verdict=violated kind=data-race variable=java.lang.Object[][0] lines=8,13 findings=1 options=--all every=true jdks=all
// As CopyThrows, caught in the same method: told at the line of arraycopy, not at that of the catch.
public class CopyCaught {
    static Object[] a = { 7, "not an Integer" };
    public static void main(String[] x) throws Exception {
        Thread reader = new Thread(() -> copy());
        reader.start();
        a[0] = 8;
        reader.join();
    }
    static void copy() {
        try {
            System.arraycopy(a, 0, new Integer[2], 0, 2);
        } catch (ArrayStoreException e) {
            int here = 1;
            System.out.println("caught");
        }
    }
}
