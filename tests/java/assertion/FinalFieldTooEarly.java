// check: verdict=violated kind=assertion at=access racy=true
// An object is given away by its own constructor, before its final field is written.
// Schedule: the field is read before it is written.
// Racy: nothing orders the constructor and the reading.
public class FinalFieldTooEarly {
    static FinalFieldTooEarly given;
    final int value;

    FinalFieldTooEarly(int value) {
        given = this;
        this.value = value;
    }

    public static void main(String[] args) {
        new Thread(() -> new FinalFieldTooEarly(1)).start();
        FinalFieldTooEarly seen = given;
        if (seen != null) {
            int value = seen.value;
            assert value == 1;
        }
    }
}
