package raceproof.agent;

import java.util.Arrays;

/** Bytes that grow, and the format's numbers: little-endian, or of variable length. */
final class Bytes {
    private byte[] bytes;
    private int length;

    Bytes() {
        this(64);
    }

    Bytes(int size) {
        bytes = new byte[size];
    }

    int length() {
        return length;
    }

    byte[] array() {
        return bytes;
    }

    void add(int one) {
        need(1);
        bytes[length++] = (byte) one;
    }

    void add(byte[] more, int count) {
        need(count);
        System.arraycopy(more, 0, bytes, length, count);
        length += count;
    }

    void add(Bytes more) {
        add(more.bytes, more.length);
    }

    void littleEndian(long value, int count) {
        need(count);
        for (int at = 0; at < count; at++) {
            bytes[length++] = (byte) (value >>> 8 * at);
        }
    }

    void varint(long value) {
        need(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    // ---- the same where there is room for it

    void put(int one) {
        bytes[length++] = (byte) one;
    }

    void putVarint(long value) {
        byte[] to = bytes;
        int at = length;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[at++] = (byte) rest;
        length = at;
    }

    void putZigzag(long value) {
        putVarint(value << 1 ^ value >> 63);
    }

    // ---- larger pieces

    void text(String text) {
        byte[] encoded = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        varint(encoded.length);
        add(encoded, encoded.length);
    }

    void clear() {
        length = 0;
    }

    /** A text without its length. Nearly all names are ASCII. */
    void text8(String text) {
        int count = text.length();
        need(count);
        for (int at = 0; at < count; at++) {
            char letter = text.charAt(at);
            if (letter >= 0x80) {
                byte[] encoded = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
                add(encoded, encoded.length);
                return;
            }
            bytes[length + at] = (byte) letter;
        }
        length += count;
    }

    void decimal(int number) {
        int digits = 1;
        for (long limit = 10; number >= limit; limit *= 10) {
            digits++;
        }
        need(digits);
        int rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    private void need(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
