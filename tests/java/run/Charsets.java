// run: min=17
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

/** Charsets: encoding and decoding with malformed and unmappable input, coder results, byte order marks, and the NIO buffers beneath. */
public class Charsets {
    static String hex(byte[] b) {
        return HexFormat.ofDelimiter(" ").formatHex(b);
    }

    static String points(String s) {
        StringBuilder out = new StringBuilder();
        s.chars().forEach(c -> out.append(Integer.toHexString(c)).append(' '));
        return out.toString().trim();
    }

    static byte[] bytes(int... values) {
        byte[] b = new byte[values.length];
        for (int i = 0; i < b.length; i++) b[i] = (byte) values[i];
        return b;
    }

    static String strictly(Charset cs, byte[] b) {
        try {
            return points(cs.newDecoder().decode(ByteBuffer.wrap(b)).toString());
        } catch (CharacterCodingException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    static String strictly(Charset cs, String s) {
        try {
            ByteBuffer b = cs.newEncoder().encode(CharBuffer.wrap(s));
            byte[] out = new byte[b.remaining()];
            b.get(out);
            return hex(out);
        } catch (CharacterCodingException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void buffers() {
        ByteBuffer b = ByteBuffer.allocate(32);
        b.put((byte) 1).putShort((short) 0x0203).putInt(0x04050607).putLong(-2L).putFloat(1.5f).putChar('€').putDouble(2, 3.25);
        System.out.println(b + " " + b.flip() + " " + b.get() + b.getShort() + " " + b.remaining() + " " + b.slice() + " " + b.duplicate().rewind() + " " + b.order() + " " + b.order(ByteOrder.LITTLE_ENDIAN).getInt(0) + " " + hex(Arrays.copyOf(b.array(), 12)) + b.hasArray() + b.arrayOffset());
        b.compact();
        System.out.println(b + " " + b.mark().position(20).reset() + " " + ByteBuffer.wrap(new byte[5], 1, 3) + " " + ByteBuffer.wrap(bytes(1, 2)).equals(ByteBuffer.wrap(bytes(0, 1, 2), 1, 2)) + ByteBuffer.wrap(bytes(1, 2)).compareTo(ByteBuffer.wrap(bytes(1, 3))) + " " + ByteBuffer.wrap(bytes(1, 2)).hashCode() + " " + ByteBuffer.wrap(bytes(5, 6)).mismatch(ByteBuffer.wrap(bytes(5, 7))));
        IntBuffer ints = ByteBuffer.allocateDirect(20).order(ByteOrder.nativeOrder()).asIntBuffer();
        ints.put(new int[] {1, 2, 3}).put(4, 9).flip();
        System.out.println(ints + " " + ints.get(2) + " " + ints.slice(1, 2).get(1) + " " + CharBuffer.wrap("chars").subSequence(1, 3) + " " + CharBuffer.allocate(3).put(0, 'x').length());
    }

    public static void main(String[] args) throws Exception {
        List<Charset> sets = List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII, Charset.forName("UTF-32"), Charset.forName("windows-1252"), Charset.forName("ISO-8859-15"), Charset.forName("IBM437"), Charset.forName("KOI8-R"));
        String[] texts = {"", "plain", "café", "€", "\uD83D\uDE00", "\uD83D", "a\uDE00b", "Ж", "\0\u007f\u0080", "\ufeffx", "\u0100\u07ff\u0800\uffff"};
        for (Charset cs : sets) {
            System.out.println(cs + " " + cs.canEncode() + " " + cs.newEncoder().maxBytesPerChar() + " " + cs.newEncoder().averageBytesPerChar() + " " + cs.newDecoder().maxCharsPerByte() + " " + hex(cs.newEncoder().replacement()) + " " + points(cs.newDecoder().replacement()) + " " + new TreeSet<>(cs.aliases()).size() + " " + cs.contains(StandardCharsets.US_ASCII));
            for (String t : texts) {
                byte[] b = t.getBytes(cs);
                System.out.println("  " + points(t) + ": " + hex(b) + " -> " + points(new String(b, cs)) + " | " + strictly(cs, t) + " | " + cs.newEncoder().canEncode(t));
            }
        }
        byte[][] bad = {bytes(0x80), bytes(0xC3), bytes(0xC3, 0x28), bytes(0xC0, 0x80), bytes(0xE2, 0x82), bytes(0xE2, 0x82, 0x41), bytes(0xED, 0xA0, 0x80), bytes(0xF0, 0x9F, 0x98, 0x80), bytes(0xF0, 0x9F, 0x98), bytes(0xF5, 0x80, 0x80, 0x80), bytes(0xF0, 0x80, 0x80, 0x80), bytes(0xFF, 0xFE, 0x41), bytes(0x41, 0xE2, 0x28, 0xA1, 0x42),
            bytes(0xEF, 0xBB, 0xBF, 0x41), bytes(0xFE, 0xFF, 0x20, 0xAC), bytes(0xFF, 0xFE, 0xAC, 0x20), bytes(0xD8, 0x3D), bytes(0xD8, 0x3D, 0x00, 0x41), bytes(0, 0, 0, 0x41), bytes(0, 0x11, 0, 0)};
        for (byte[] b : bad) {
            StringBuilder line = new StringBuilder(hex(b)).append(':');
            for (Charset cs : sets) if (cs.name().startsWith("U")) line.append(' ').append(cs.name()).append(" [").append(points(new String(b, cs))).append("] ").append(strictly(cs, b)).append(';');
            System.out.println(line);
        }
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith("?");
        System.out.println(d.decode(ByteBuffer.wrap(bytes(0x41, 0xFF, 0xC3, 0x42))) + " " + StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.IGNORE).decode(ByteBuffer.wrap(bytes(0x41, 0xFF, 0x42))));
        CharsetEncoder e = StandardCharsets.US_ASCII.newEncoder().onUnmappableCharacter(CodingErrorAction.REPLACE).replaceWith(bytes('#'));
        System.out.println(StandardCharsets.US_ASCII.decode(e.encode(CharBuffer.wrap("a€b\uD83D\uDE00c"))) + " " + e.isLegalReplacement(bytes(0x80)) + " " + e.canEncode('€') + e.canEncode('x'));
        CharsetDecoder step = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap("aé€\uD83D\uDE00".getBytes(StandardCharsets.UTF_8));
        CharBuffer out = CharBuffer.allocate(2);
        StringBuilder whole = new StringBuilder();
        in.limit(2);
        for (int round = 0; round < 8; round++) {
            CoderResult r = step.decode(in, out, in.limit() == in.capacity());
            whole.append(out.flip());
            out.clear();
            System.out.print(r + "@" + in.position() + " ");
            if (in.limit() < in.capacity()) in.limit(Math.min(in.limit() + 3, in.capacity()));
            else if (r.isUnderflow()) break;
            else out = CharBuffer.allocate(4);
        }
        System.out.println(step.flush(out) + " " + whole.length());
        CharBuffer small = CharBuffer.wrap("x€y");
        ByteBuffer tiny = ByteBuffer.allocate(2);
        CharsetEncoder enc = StandardCharsets.UTF_8.newEncoder();
        System.out.println(enc.encode(small, tiny, true) + " " + small.position() + tiny.position() + " " + StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap("a€"), ByteBuffer.allocate(9), true) + " " + CoderResult.malformedForLength(3) + CoderResult.unmappableForLength(2).isUnmappable());
        attempt("unsupported", () -> Charset.forName("no-such-charset"));
        attempt("illegal", () -> Charset.forName("not a name"));
        attempt("null", () -> { try { Charset.forName(null); } catch (IllegalArgumentException x) { throw new RuntimeException(x.getClass().getSimpleName()); } });
        attempt("encoder state", () -> { CharsetEncoder x = StandardCharsets.UTF_8.newEncoder(); x.encode(CharBuffer.wrap("a"), ByteBuffer.allocate(4), true); x.encode(CharBuffer.wrap("a"), ByteBuffer.allocate(4), false); });
        attempt("overflow", () -> ByteBuffer.allocate(1).putInt(1));
        attempt("underflow", () -> ByteBuffer.allocate(3).getInt());
        attempt("limit", () -> ByteBuffer.allocate(3).limit(4));
        attempt("read only", () -> ByteBuffer.allocate(3).asReadOnlyBuffer().put((byte) 1));
        attempt("mark", () -> ByteBuffer.allocate(3).reset());
        System.out.println(Charset.isSupported("utf8") + " " + Charset.forName("latin1") + " " + Charset.forName("ascii").equals(StandardCharsets.US_ASCII) + " " + StandardCharsets.UTF_8.compareTo(StandardCharsets.US_ASCII) + " " + Charset.defaultCharset());
        buffers();
    }
}
