package raceproof.agent;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hides from reflection what transformed classes have in addition, so that a program sees the classes that were written: also when it
 * computes the number by which it knows serialised objects. What it can still find: our names in a class file that it gets from
 * another agent, and by `instanceof` the interface.
 */
public final class Shape {
    private static final String OURS = "raceproof$";
    /** Whether all of that works: else numbers of serialised objects are written into the classes. */
    static boolean isHidden;

    private Shape() {}

    public static Field[] hide(Field[] fields) {
        return hasOurs(fields) ? kept(fields).toArray(new Field[0]) : fields;
    }

    public static Method[] hide(Method[] methods) {
        return hasOurs(methods) ? kept(methods).toArray(new Method[0]) : methods;
    }

    public static Class<?>[] hide(Class<?>[] interfaces) {
        int last = interfaces.length - 1;
        return last >= 0 && interfaces[last] == Tracked.class ? Arrays.copyOf(interfaces, last) : interfaces;
    }

    private static boolean hasOurs(Member[] members) {
        for (Member member : members) {
            if (member.getName().startsWith(OURS)) {
                return true;
            }
        }
        return false;
    }

    private static <T extends Member> List<T> kept(T[] members) {
        List<T> kept = new ArrayList<>();
        for (T member : members) {
            if (!member.getName().startsWith(OURS)) {
                kept.add(member);
            }
        }
        return kept;
    }
}
