// check: verdict=violated kind=data-race variable=HooksBesideEachOther.value
// Hooks run beside each other, also of a program that has had one thread.
public class HooksBesideEachOther {
    static int value;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> value++));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> value++));
    }
}
