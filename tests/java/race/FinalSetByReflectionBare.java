// check: verdict=violated kind=data-race variable=FinalSetByReflectionBare.value conflict=read-write|write-read
// A final field is written by reflection while another thread reads it, which may come first.
import java.lang.reflect.Field;

public class FinalSetByReflectionBare {
    final int value;

    FinalSetByReflectionBare(int value) {
        this.value = value;
    }

    public static void main(String[] args) throws Exception {
        FinalSetByReflectionBare holder = new FinalSetByReflectionBare(1);
        Field field = FinalSetByReflectionBare.class.getDeclaredField("value");
        field.setAccessible(true);
        Thread other = new Thread(() -> set(field, holder));
        other.start();
        int seen = holder.value;
        other.join();
        assert seen == 1 || seen == 2;
    }

    static void set(Field field, Object holder) {
        try {
            field.setInt(holder, 2);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
