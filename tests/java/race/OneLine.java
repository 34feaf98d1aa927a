// check: verdict=violated kind=data-race variable=OneLine.one|OneLine.two findings=3 options=--all every=true
// At one pair of lines three races: each variable of the program's own is told, of the library's one.
import java.util.ArrayList;
public class OneLine {
    static int one;
    static int two;
    static final ArrayList<Integer> list = new ArrayList<>(8);

    public static void main(String[] arguments) throws Exception {
        Thread other = new Thread(() -> { one = 1; two = 1; list.add(1); });
        other.start();
        one = 2; two = 2; list.add(2);
        other.join();
    }
}
