// run: min=17
/** tableswitch, lookupswitch, string and enum switches, switch expressions, fall-through, labels. */
public class SwitchForms {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    static String dense(int n) {
        switch (n) {
            case -2: return "minus two";
            case -1: return "minus one";
            case 0: return "zero";
            case 1:
            case 2: return "one or two";
            case 3: break;
            case 4: n = 40;
            case 5: return "four fell, five: " + n;
            default: return "default " + n;
        }
        return "broke out at " + n;
    }

    static int sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return 1;
            case -1000: return 2;
            case 0: return 3;
            case 1_000_000: return 4;
            case Integer.MAX_VALUE: return 5;
        }
        return -1;
    }

    static String table(int n) {
        switch (n) {
            case Integer.MAX_VALUE - 2: return "a";
            case Integer.MAX_VALUE - 1: return "b";
            case Integer.MAX_VALUE: return "c";
            default: return "-";
        }
    }

    static int score(String s) {
        switch (s) {
            case "Aa": return 1;           // "Aa" and "BB" share a hash
            case "BB": return 2;
            case "AaAa": case "BBBB": return 3;
            case "": return 4;
            case "\u0000": return 5;
            case "one": s = "fell";
            case "two": return s.length();
            default: return -s.length();
        }
    }

    static String kind(Day day) {
        return switch (day) {
            case SAT, SUN -> "rest";
            case FRI -> {
                String half = "half";
                yield half + " day " + day.ordinal();
            }
            default -> day.name().toLowerCase(java.util.Locale.ROOT);
        };
    }

    static int exhaustive(Day day) {
        return switch (day) {
            case MON -> 1; case TUE -> 2; case WED -> 3; case THU -> 4; case FRI -> 5; case SAT -> 6; case SUN -> 7;
        };
    }

    static String oldStyleYield(char c) {
        int value = switch (c) {
            case 'a', 'e', 'i', 'o', 'u': yield 1;
            case 'y': System.out.print("[y]");
            case 'w': yield 2;
            default: if (Character.isDigit(c)) yield c - '0';
                yield -1;
        };
        return c + "=" + value;
    }

    static String nested(int a, int b) {
        outer:
        switch (a) {
            case 1:
                switch (b) {
                    case 1: break outer;
                    case 2: break;
                    default: return "inner default";
                }
                return "inner break";
            case 2:
                for (int i = 0; ; i++) {
                    switch (i) {
                        case 3: continue;
                        case 5: break outer;
                        default: b += i;
                    }
                }
            default:
                return "outer default";
        }
        return "outer break b=" + b;
    }

    static int boxed(Integer n) {
        switch (n) { case 1: return 10; case 2: return 20; default: return 0; }
    }

    public static void main(String[] args) {
        for (int n = -4; n <= 7; n++) System.out.println(n + ": " + dense(n));
        System.out.println(dense(Integer.MIN_VALUE) + ", " + dense(Integer.MAX_VALUE));
        for (int n : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1000, -999, 0, 1_000_000, 999_999, Integer.MAX_VALUE}) {
            System.out.println(n + " sparse " + sparse(n) + " table " + table(n));
        }
        System.out.println(table(Integer.MAX_VALUE - 1) + table(Integer.MAX_VALUE - 2) + table(Integer.MAX_VALUE - 3));
        for (String s : new String[] {"Aa", "BB", "AaBB", "AaAa", "BBBB", "", "\u0000", "one", "two", "three", new String("Aa")}) {
            System.out.println("score of '" + s.replace('\0', '0') + "' " + score(s));
        }
        try {
            score(null);
        } catch (NullPointerException e) {
            System.out.println("null string: NullPointerException");
        }
        for (Day day : Day.values()) System.out.println(day + " " + kind(day) + " " + exhaustive(day));
        try {
            kind(null);
        } catch (NullPointerException e) {
            System.out.println("null enum: NullPointerException");
        }
        for (char c : "aeywx7".toCharArray()) System.out.println(oldStyleYield(c));
        System.out.println(nested(1, 1) + "; " + nested(1, 2) + "; " + nested(1, 3) + "; " + nested(2, 0) + "; " + nested(3, 0));
        System.out.println(boxed(1) + " " + boxed(2) + " " + boxed(300));
        byte small = -3;
        switch (small) { case -3 -> System.out.println("byte -3"); case 100 -> System.out.println("byte 100"); default -> System.out.println("other"); }
        long histogram = 0;
        for (int i = 0; i < 1000; i++) {
            histogram += switch (i * 7919 % 13) {
                case 0 -> 1L; case 1 -> 20L; case 2 -> 300L; case 5 -> 4000L; case 7 -> 50000L; case 12 -> 600000L; default -> 0;
            };
        }
        System.out.println("histogram " + histogram);
        int total = 0;
        search:
        for (int i = 0; i < 10; i++) {
            int j = 0;
            do {
                if (j == i) continue search;
                if (i * j == 42) break search;
                total += i ^ j;
            } while (j++ < 20);
        }
        System.out.println("labelled loops " + total);
        switch (args.length) { }
        switch (args.length) { default: System.out.println("only a default"); }
    }
}
