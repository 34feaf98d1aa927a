// scan: candidates=GlobalStaticAndInstance.count
// races: GlobalStaticAndInstance.count
// One thread counts in a synchronized static method, the other in a synchronized method of an object.
// Racy: the one holds the monitor of the class, the other that of the object.
// Twin: GlobalSynchronizedStatic.java
public class GlobalStaticAndInstance {
    static int count;

    static synchronized void increment() {
        count++;
    }

    synchronized void incrementToo() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(GlobalStaticAndInstance::increment).start();
        new GlobalStaticAndInstance().incrementToo();
    }
}
