// check: verdict=violated kind=data-race variable=jdk.random.L64X128MixRandom.s|jdk.internal.random.L64X128MixRandom.s jdks=all
// Generators of a name are of `jdk.random`, or, where they belong to the base, of `jdk.internal.random`.
import java.util.random.RandomGenerator;

public class GeneratorByName {
    public static void main(String[] arguments) {
        RandomGenerator generator = RandomGenerator.of("L64X128MixRandom");
        new Thread(generator::nextInt).start();
        generator.nextInt();
    }
}
