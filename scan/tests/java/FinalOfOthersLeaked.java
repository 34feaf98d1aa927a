// scan: candidates=FinalOfOthersLeaked.shared
// races: FinalOfOthersLeaked.shared
// One constructor lets its object out, but not that of the object that races: what is final there is safe.
public class FinalOfOthersLeaked {
    static Holder shared;
    static Holder own;

    static final class Holder {
        final int value;

        Holder(int value) {
            this.value = value;
        }

        Holder() {
            own = this;
            this.value = 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Holder holder = shared;
            if (holder != null) {
                System.exit(holder.value);
            }
        }).start();
        new Holder();
        shared = new Holder(2);
    }
}
