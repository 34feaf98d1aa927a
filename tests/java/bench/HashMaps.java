import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The library's hash maps: insertion, look-up, merging, removal and iteration, with numbers and words as keys. */
public class HashMaps {
    static long numbers(int size, int seed) {
        HashMap<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(i * 7 + seed, i);
        }
        long found = 0;
        for (int i = 0; i < 2 * size; i++) {
            Integer value = map.get(i * 5 + seed);
            if (value != null) {
                found += value;
            }
        }
        for (int i = 0; i < size; i += 3) {
            map.remove(i * 7 + seed);
        }
        for (Map.Entry<Integer, Integer> e : map.entrySet()) {
            found = found * 3 + e.getKey() - e.getValue();
        }
        return found;
    }

    static long words(String[] words, int rounds) {
        LinkedHashMap<String, Integer> counts = new LinkedHashMap<>();
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < words.length; i += 1 + r % 3) {
                counts.merge(words[i], 1, Integer::sum);
            }
        }
        long sum = 0;
        for (String word : words) {
            sum = sum * 5 + counts.getOrDefault(word, -1);
        }
        for (int count : counts.values()) {
            sum += count;
        }
        return sum + counts.size();
    }

    public static void main(String[] args) {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 130;
        String[] words = new String[600];
        for (int i = 0; i < words.length; i++) {
            words[i] = "word" + i * i % 389;
        }
        long checksum = 0;
        for (int r = 0; r < repetitions; r++) {
            checksum = checksum * 31 + numbers(5_000, r) + words(words, 12);
        }
        System.out.println("HashMaps " + checksum);
    }
}
