// run: min=17
// Subclasses of Throwable and Thread with fields that are called as those of the JDK's own classes, which are others.
public class FieldsHidden {
    static class Failure extends RuntimeException {
        int depth; String backtrace; int cause; int detailMessage; Object stackTrace; Object suppressedExceptions;
        Failure(String message) { super(message); }
    }
    static class Worker extends Thread {
        int name; long tid; int target; boolean holder; Object interrupted; int threadLocals; int daemon; int threadStatus; int eetop; int priority; Object group; Object contextClassLoader; int parkBlocker; Object uncaughtExceptionHandler;
        @Override public void run() {
            ThreadLocal<Integer> l = ThreadLocal.withInitial(() -> 3);
            if (l.get() != 3) throw new AssertionError();
            try { throw new Failure("m"); }
            catch (Failure f) {
                assert f.depth == 0 && f.backtrace == null && f.cause == 0 && f.getMessage().equals("m") && f.getCause() == null : f;
                assert f.getStackTrace().length == 1 : f.getStackTrace().length;
            }
            assert name == 0 && tid == 0 && target == 0 && !holder && interrupted == null && threadLocals == 0 && daemon == 0 && threadStatus == 0 && eetop == 0 && priority == 0 : "x";
            assert getName().equals("w");
        }
    }
    public static void main(String[] a) throws Exception {
        Worker w = new Worker(); w.setName("w"); w.setDaemon(true); w.start(); w.join();
        assert w.name == 0 && w.daemon == 0 && w.isDaemon();
        System.out.println("ok");
    }
}
