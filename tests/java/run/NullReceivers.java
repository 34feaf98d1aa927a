// run: min=17
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Method references called on null: their frames are hidden, so nothing is said of what was null there. */
public class NullReceivers {
    final int number = 1;

    int number() {
        return number;
    }

    static int numberOf(NullReceivers receiver) {
        return receiver.number;
    }

    static void tell(String what, Runnable runs) {
        try {
            runs.run();
            System.out.println(what + ": nothing");
        } catch (NullPointerException e) {
            System.out.println(what + ": " + e.getMessage() + " at " + e.getStackTrace()[0].getMethodName());
        }
    }

    public static void main(String[] args) {
        ToIntFunction<NullReceivers> unbound = NullReceivers::number;
        ToIntFunction<NullReceivers> ofStatic = NullReceivers::numberOf;
        ToIntFunction<NullReceivers> lambda = receiver -> receiver.number();
        Function<int[], Object> clones = int[]::clone;
        NullReceivers none = null;
        for (int i = 0; i < 3; i++) {
            tell("unbound", () -> unbound.applyAsInt(null));
            tell("static", () -> ofStatic.applyAsInt(null));
            tell("lambda", () -> lambda.applyAsInt(null));
            tell("array", () -> clones.apply(null));
            tell("bound", () -> {
                Supplier<Integer> bound = none::number;
            });
            tell("stream", () -> Stream.of(none, none).mapToInt(NullReceivers::number).sum());
            tell("sorted", () -> java.util.Arrays.asList(3, null).sort(Integer::compareTo));
            tell("list", () -> List.of(1).forEach((Integer one) -> none.number()));
        }
    }
}
