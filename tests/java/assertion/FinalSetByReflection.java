// check: verdict=violated kind=assertion every=true
// A final field is written by reflection, under the lock under which it is read.
// Schedule: the other sets it first.
import java.lang.reflect.Field;

public class FinalSetByReflection {
    final int value;

    FinalSetByReflection(int value) {
        this.value = value;
    }

    synchronized int get() {
        return value;
    }

    static void set(Field field, Object holder) {
        synchronized (holder) {
            try {
                field.setInt(holder, 2);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        FinalSetByReflection holder = new FinalSetByReflection(1);
        Field field = FinalSetByReflection.class.getDeclaredField("value");
        field.setAccessible(true);
        Thread other = new Thread(() -> set(field, holder));
        other.start();
        int seen = holder.get();
        other.join();
        assert seen == 1;
    }
}
