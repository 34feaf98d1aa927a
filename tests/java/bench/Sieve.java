/** Array loads, stores and loops: the sieve of Eratosthenes up to half a million. The argument is how often. */
public class Sieve {
    static final int LIMIT = 500_000;

    static long sieve(boolean[] composite, int limit) {
        for (int i = 0; i <= limit; i++) {
            composite[i] = false;
        }
        for (int i = 2; i * i <= limit; i++) {
            if (!composite[i]) {
                for (int j = i * i; j <= limit; j += i) {
                    composite[j] = true;
                }
            }
        }
        long sum = 0;
        for (int i = 2; i <= limit; i++) {
            if (!composite[i]) {
                sum += i;
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 140;
        boolean[] composite = new boolean[LIMIT + 1];
        long checksum = 0;
        for (int r = 0; r < repetitions; r++) {
            checksum = checksum * 31 + sieve(composite, LIMIT - 1000 * (r % 10));
        }
        System.out.println("Sieve " + checksum);
    }
}
