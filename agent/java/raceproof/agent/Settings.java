package raceproof.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The options of the agent: `key=value`, with commas between them. Read once, before anything else of the runtime is initialised. */
public final class Settings {
    /** Where the trace goes. */
    static String out = "trace.rpt";
    /** Whether accesses are left out that add nothing: of objects no other thread can know, and repetitions. */
    static boolean fast = true;
    /** Whether an object is its creator's until another thread touches it, which is faster, or only until the creator releases anything. */
    static boolean ownedUntilTouched = false;
    /** One lock for all events, to compare with. */
    static boolean oneLock;
    /** Of a place that is executed often, so many accesses at a time are recorded ({@link Samples}); 0: all. */
    static int sample;
    /** Says on the error output which classes could not be transformed, and why. */
    static boolean debug;
    /** Beginnings of class names that are left alone, in the JVM's spelling. */
    static final List<String> EXCLUDED = new ArrayList<>();
    /** If there are any, only classes with these beginnings are transformed. */
    static final List<String> INCLUDED = new ArrayList<>();
    /** As they were given. */
    static String text = "";

    private static final Set<String> KEYS = Set.of("out", "file", "fast", "owner", "debug", "lock", "sample", "exclude", "include");

    private Settings() {}

    static void parse(String options) {
        text = options == null ? "" : options;
        for (String option : split(text)) {
            int equals = option.indexOf('=');
            String value = equals < 0 ? "on" : option.substring(equals + 1);
            switch (equals < 0 ? option : option.substring(0, equals)) {
                case "out", "file" -> out = value;
                case "fast" -> fast = isOn(option, value);
                case "owner" -> {
                    ownedUntilTouched = value.equals("touch");
                    if (!ownedUntilTouched && !value.equals("release")) {
                        throw new IllegalArgumentException(option + ": owner is touch or release");
                    }
                }
                case "debug" -> debug = isOn(option, value);
                case "lock" -> {
                    oneLock = value.equals("global");
                    if (!oneLock && !value.equals("stripes")) {
                        throw new IllegalArgumentException(option + ": lock is stripes or global");
                    }
                }
                case "sample" -> sample = number(option, value);
                case "exclude" -> addPrefixes(EXCLUDED, value);
                case "include" -> addPrefixes(INCLUDED, value);
                default -> throw new IllegalArgumentException(
                    option + ": options are out=FILE, file=FILE (the last one: a name with commas), fast=on|off, owner=touch|release, lock=stripes|global, sample=K, include=P:P..., exclude=P:P..., debug");
            }
        }
    }

    /** Parts between commas; but what follows `file=` is all one name, and a part behind `out=` that is no option belongs to that. */
    private static List<String> split(String text) {
        List<String> options = new ArrayList<>();
        int file = text.startsWith("file=") ? 0 : text.indexOf(",file=") + 1;
        boolean hasFile = file > 0 || text.startsWith("file=");
        for (String part : (hasFile ? text.substring(0, file) : text).split(",")) {
            int last = options.size() - 1;
            boolean isOption = KEYS.contains(part.contains("=") ? part.substring(0, part.indexOf('=')) : part);
            if (last >= 0 && !isOption && options.get(last).startsWith("out=")) {
                options.set(last, options.get(last) + "," + part);
            } else if (!part.isBlank()) {
                options.add(part);
            }
        }
        if (hasFile) {
            options.add(text.substring(file));
        }
        return options;
    }

    private static int number(String option, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notOne) {
            // Said below.
        }
        throw new IllegalArgumentException(option + ": how many accesses of a place at a time, such as 16; 0: all");
    }

    private static boolean isOn(String option, String value) {
        if (!value.equals("on") && !value.equals("off")) {
            throw new IllegalArgumentException(option + ": on or off");
        }
        return value.equals("on");
    }

    private static void addPrefixes(List<String> to, String value) {
        for (String prefix : value.split(":")) {
            to.add(prefix.replace('.', '/'));
        }
    }
}
