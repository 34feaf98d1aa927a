// check: verdict=race-free weak=true
// A ConcurrentHashMap is filled and then handed on by an opaque access. Its table is its own, and not the program's because the program
// makes the map known; what was put is known to who gets it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;

public class HandedOnMap {
    static final VarHandle HANDED;
    static ConcurrentHashMap<String, String> handed;
    static int data;

    static {
        try {
            HANDED = MethodHandles.lookup().findStaticVarHandle(HandedOnMap.class, "handed", ConcurrentHashMap.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            ConcurrentHashMap<?, ?> map = (ConcurrentHashMap<?, ?>) HANDED.getOpaque();
            if (map != null && map.get("key") != null) {
                data = 2;
            }
        }).start();
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        data = 1;
        map.put("key", "value");
        HANDED.setOpaque(map);
    }
}
