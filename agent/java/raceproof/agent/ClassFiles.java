package raceproof.agent;

import org.objectweb.asm.ClassReader;

/** ASM 9.4 knows class files up to those of release 20, and refuses later numbers, though the format is the same up to 25. */
final class ClassFiles {
    private static final int MAJOR = 6;
    private static final int LAST_KNOWN = 64;

    private ClassFiles() {}

    static ClassReader reader(byte[] bytes) {
        if (major(bytes) <= LAST_KNOWN) {
            return new ClassReader(bytes);
        }
        byte[] lowered = bytes.clone();
        lowered[MAJOR] = 0;
        lowered[MAJOR + 1] = LAST_KNOWN;
        return new ClassReader(lowered);
    }

    /** Gives a transformed class the number of the original. */
    static byte[] restore(byte[] transformed, byte[] original) {
        transformed[MAJOR] = original[MAJOR];
        transformed[MAJOR + 1] = original[MAJOR + 1];
        return transformed;
    }

    static int major(byte[] bytes) {
        return (bytes[MAJOR] & 0xFF) << 8 | bytes[MAJOR + 1] & 0xFF;
    }
}
