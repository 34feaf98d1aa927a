// scan: candidates=FinalLeakedIntoArgument$Holder.value
// races: FinalLeakedIntoArgument$Holder.value
// A constructor stores its object into an argument before it sets the final field.
public class FinalLeakedIntoArgument {
    static final class Place {
        volatile Holder holder;
    }

    static final class Holder {
        final int value;

        Holder(Place place, int value) {
            place.holder = this;
            this.value = value;
        }
    }

    public static void main(String[] args) {
        Place place = new Place();
        new Thread(() -> {
            Holder holder = place.holder;
            if (holder != null) {
                System.exit(holder.value);
            }
        }).start();
        new Holder(place, args.length);
    }
}
