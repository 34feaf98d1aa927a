// run: min=17
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Byte and character streams: data streams, buffering, filtering, piping in memory, sequences, print streams, readers and writers. */
public class StreamsOfBytes {
    /** Records what reaches it, so that buffering becomes visible. */
    static class Spy extends OutputStream {
        final List<String> calls = new ArrayList<>();
        boolean failing;
        @Override public void write(int b) throws IOException { check(); calls.add("w" + (b & 0xff)); }
        @Override public void write(byte[] b, int off, int len) throws IOException { check(); calls.add("a" + len); }
        @Override public void flush() { calls.add("flush"); }
        @Override public void close() { calls.add("close"); }
        void check() throws IOException { if (failing) throw new IOException("disk full"); }
    }

    static class Upper extends FilterReader {
        Upper(Reader in) { super(in); }
        @Override public int read() throws IOException { int c = in.read(); return c < 0 ? c : Character.toUpperCase(c); }
        @Override public int read(char[] b, int off, int len) throws IOException { int n = in.read(b, off, len); for (int i = off; i < off + n; i++) b[i] = Character.toUpperCase(b[i]); return n; }
    }

    static class Xor extends FilterInputStream {
        Xor(InputStream in) { super(in); }
        @Override public int read() throws IOException { int b = in.read(); return b < 0 ? b : b ^ 0x20; }
        @Override public int read(byte[] b, int off, int len) throws IOException { int n = in.read(b, off, len); for (int i = off; i < off + n; i++) b[i] ^= 0x20; return n; }
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeBoolean(true); out.writeByte(-1); out.writeShort(-2); out.writeChar('€'); out.writeInt(0xCAFEBABE); out.writeLong(Long.MIN_VALUE + 5); out.writeFloat(1.1f); out.writeDouble(-1.1);
            out.writeUTF("a\0é€\uD83D\uDE00"); out.writeBytes("lo€"); out.writeChars("hi"); out.write(new byte[] {1, 2, 3}, 1, 2);
            System.out.println(out.size() + " bytes");
        }
        byte[] data = bytes.toByteArray();
        System.out.println(HexFormat.of().formatHex(data));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(data));
        System.out.println(in.readBoolean() + " " + in.readUnsignedByte() + " " + in.readUnsignedShort() + " " + in.readChar() + " " + Integer.toHexString(in.readInt()) + " " + in.readLong() + " " + in.readFloat() + " " + in.readDouble() + " " + in.readUTF().length() + " " + in.available() + " " + in.skipBytes(3) + " " + in.readChar() + in.readChar());
        attempt("short read", () -> { in.readInt(); return 0; });
        attempt("bad utf", () -> new DataInputStream(new ByteArrayInputStream(new byte[] {0, 2, (byte) 0xC3, 0x28})).readUTF());
        attempt("long utf", () -> { new DataOutputStream(new ByteArrayOutputStream()).writeUTF("x".repeat(65536)); return 0; });

        Spy spy = new Spy();
        BufferedOutputStream buffered = new BufferedOutputStream(spy, 4);
        buffered.write(1); buffered.write(2); buffered.write(new byte[] {3, 4, 5}); buffered.write(new byte[9]); buffered.write(6); buffered.close();
        System.out.println(spy.calls);
        Spy direct = new Spy();
        PrintStream print = new PrintStream(direct, true, StandardCharsets.UTF_8);
        print.print("a"); print.println("bc"); print.write('\n'); print.printf(Locale.ROOT, "%d\n", 5); print.append("x").append('y'); print.close();
        System.out.println(direct.calls);
        Spy failing = new Spy();
        failing.failing = true;
        PrintStream quiet = new PrintStream(failing);
        quiet.println("lost");
        System.out.println("error flag " + quiet.checkError());
        attempt("failing buffer", () -> { try (OutputStream o = new BufferedOutputStream(failing)) { o.write(1); } return 0; });
        PrintWriter writer = new PrintWriter(new StringWriter());
        writer.write("x");
        System.out.println(writer.checkError());

        ByteArrayInputStream source = new ByteArrayInputStream("hello world".getBytes(StandardCharsets.US_ASCII), 2, 7);
        System.out.println(source.available() + " " + (char) source.read() + source.markSupported());
        source.mark(0);
        byte[] some = new byte[10];
        System.out.println(source.read(some, 2, 3) + new String(some, 2, 3) + source.skip(100) + source.read() + source.read(some));
        source.reset();
        System.out.println(new String(source.readAllBytes()) + " " + new String(new ByteArrayInputStream(data).readNBytes(2)).length() + " " + new SequenceInputStream(new ByteArrayInputStream(new byte[] {1, 2}), new ByteArrayInputStream(new byte[] {3})).readAllBytes().length + " " + InputStream.nullInputStream().read());
        attempt("skipNBytes", () -> { new ByteArrayInputStream(data).skipNBytes(1000); return 0; });
        System.out.println(new String(new Xor(new BufferedInputStream(new ByteArrayInputStream("Swap CASE".getBytes()), 3)).readAllBytes()) + " " + new BufferedReader(new Upper(new StringReader("loud\nline"))).readLine());
        PushbackInputStream push = new PushbackInputStream(new ByteArrayInputStream(new byte[] {10, 20}), 3);
        push.unread(new byte[] {7, 8, 9}, 1, 2);
        System.out.println(push.read() + " " + push.read() + " " + push.read() + " " + push.available());
        BufferedInputStream marked = new BufferedInputStream(new ByteArrayInputStream(new byte[20]), 4);
        marked.mark(2);
        marked.readNBytes(10);
        attempt("mark lost", () -> { marked.reset(); return 0; });
        ByteArrayOutputStream copy = new ByteArrayOutputStream(1);
        System.out.println(new ByteArrayInputStream(data).transferTo(copy) + " " + Arrays.equals(copy.toByteArray(), data) + " " + copy.size());
        copy.reset();
        copy.writeBytes("café".getBytes(StandardCharsets.ISO_8859_1));
        System.out.println(copy.toString(StandardCharsets.ISO_8859_1) + " " + copy.toString(StandardCharsets.UTF_8).length());

        StringWriter text = new StringWriter();
        try (BufferedWriter bw = new BufferedWriter(text, 3)) { bw.write("line one"); bw.newLine(); bw.write("xyz", 1, 2); bw.append('!').append("seq", 0, 2); }
        System.out.println(text.toString().replace(System.lineSeparator(), "|") + " " + text.getBuffer().length());
        CharArrayWriter chars = new CharArrayWriter();
        chars.write("chars"); chars.append('+');
        CharArrayReader back = new CharArrayReader(chars.toCharArray(), 1, 4);
        System.out.println(chars + " " + (char) back.read() + back.skip(1) + (char) back.read() + " " + chars.size());
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        OutputStreamWriter osw = new OutputStreamWriter(encoded, StandardCharsets.UTF_8);
        osw.write("\uD83D");
        osw.write("\uDE00 split pair € ");
        osw.write(new char[] {'\uD83D', 'x'});
        System.out.println(encoded.size() + " before flush " + osw.getEncoding());
        osw.close();
        System.out.println(HexFormat.of().formatHex(encoded.toByteArray()));
        InputStreamReader isr = new InputStreamReader(new ByteArrayInputStream(encoded.toByteArray()), StandardCharsets.UTF_8);
        int count = 0, mix = 0;
        for (int c; (c = isr.read()) >= 0; count++) mix = mix * 31 + c;
        System.out.println(count + " " + mix);
        PipedInputStream pipe = new PipedInputStream(64);
        PipedOutputStream feed = new PipedOutputStream(pipe);
        feed.write("through a pipe".getBytes());
        feed.close();
        System.out.println(new String(pipe.readAllBytes()));
        RandomAccessFile none = null;
        attempt("missing file", () -> new FileInputStream("no/such/file/here"));
        attempt("null path", () -> { try { return new FileReader((String) null); } catch (NullPointerException e) { return "NullPointerException"; } });
        attempt("directory", () -> new FileOutputStream("/"));
        PrintStream old = System.out;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        System.out.println("captured €");
        System.setOut(old);
        System.out.println(captured.size() + " " + captured.toString(StandardCharsets.UTF_8).trim() + none);
        System.err.println("to standard error");
        System.out.write(new byte[] {'r', 'a', 'w', '\n'});
        System.out.flush();
    }
}
