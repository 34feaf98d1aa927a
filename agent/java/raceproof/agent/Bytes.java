package raceproof.agent;

import java.util.Arrays;

/** Bytes that grow, and the format's numbers: little-endian, or of variable length. */
final class Bytes {
    private byte[] bytes = new byte[64];
    private int length;

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

    void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    void text(String text) {
        byte[] encoded = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        varint(encoded.length);
        add(encoded, encoded.length);
    }

    private void need(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
