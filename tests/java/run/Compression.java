// run: min=17
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

/** Checksums, deflating and inflating, gzip, zip and jar streams: round trips, dictionaries, small buffers, corrupted input. */
public class Compression {
    static byte[] sample(int kind, int n) {
        byte[] b = new byte[n];
        Random r = new Random(kind);
        for (int i = 0; i < n; i++) b[i] = (byte) switch (kind) { case 0 -> 0; case 1 -> i; case 2 -> "the quick brown fox ".charAt(i % 20); case 3 -> r.nextInt(); default -> r.nextInt(4) == 0 ? r.nextInt(256) : 'a'; };
        return b;
    }

    static byte[] deflate(byte[] in, int level, int strategy, boolean raw, int buffer) {
        Deflater d = new Deflater(level, raw);
        d.setStrategy(strategy);
        d.setInput(in);
        d.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] chunk = new byte[buffer];
        while (!d.finished()) out.write(chunk, 0, d.deflate(chunk));
        if (d.getBytesRead() != in.length || d.getTotalOut() != out.size()) throw new AssertionError();
        d.end();
        return out.toByteArray();
    }

    static byte[] inflate(byte[] in, boolean raw, int piece) throws DataFormatException {
        Inflater inf = new Inflater(raw);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] chunk = new byte[77];
        int at = 0;
        while (!inf.finished()) {
            int got = inf.inflate(chunk), n = Math.min(piece, in.length - at);
            out.write(chunk, 0, got);
            if (got > 0 || inf.finished()) continue;
            if (n == 0) throw new DataFormatException("short");
            inf.setInput(in, at, n);
            at += n;
        }
        inf.end();
        return out.toByteArray();
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        for (int kind = 0; kind < 5; kind++) {
            for (int n : new int[] {0, 1, 100, 5000}) {
                byte[] data = sample(kind, n);
                CRC32 crc = new CRC32();
                CRC32C crcc = new CRC32C();
                Adler32 adler = new Adler32();
                crc.update(data); crcc.update(data, 0, n); adler.update(java.nio.ByteBuffer.wrap(data));
                StringBuilder line = new StringBuilder("kind " + kind + " n " + n + " crc " + Long.toHexString(crc.getValue()) + " c " + Long.toHexString(crcc.getValue()) + " adler " + Long.toHexString(adler.getValue()));
                for (int level : new int[] {0, 1, 6, 9}) {
                    for (boolean raw : new boolean[] {false, true}) {
                        byte[] packed = deflate(data, level, Deflater.DEFAULT_STRATEGY, raw, 100);
                        if (!Arrays.equals(inflate(packed, raw, 33), data)) throw new AssertionError("level " + level);
                        line.append(packed.length < n + 30 ? " ok" : " long");
                    }
                }
                byte[] huffman = deflate(data, 6, Deflater.HUFFMAN_ONLY, false, 50), filtered = deflate(data, 6, Deflater.FILTERED, false, 5000);
                line.append(' ').append(Arrays.equals(inflate(huffman, false, 7), data)).append(Arrays.equals(inflate(filtered, false, 5000), data));
                System.out.println(line);
            }
        }
        byte[] text = sample(2, 2000), dictionary = "brown fox the quick".getBytes();
        Deflater d = new Deflater();
        d.setDictionary(dictionary);
        d.setInput(text);
        d.finish();
        byte[] packed = new byte[500];
        int size = d.deflate(packed);
        Inflater inf = new Inflater();
        inf.setInput(packed, 0, size);
        byte[] back = new byte[3000];
        System.out.println(inf.inflate(back) + " needs dictionary " + inf.needsDictionary() + " " + (inf.getAdler() == d.getAdler()));
        inf.setDictionary(dictionary);
        System.out.println(inf.inflate(back) + " " + inf.finished() + " " + inf.getRemaining() + " " + (inf.getBytesRead() == size) + " " + new String(back, 0, 20) + " " + (size < 100));
        d.reset();
        d.setInput("sync".getBytes());
        int flushed = d.deflate(packed, 0, 500, Deflater.SYNC_FLUSH);
        inf.reset();
        inf.setInput(packed, 0, flushed);
        System.out.println(inf.inflate(back) + new String(back, 0, 4) + inf.finished() + HexFormat.of().formatHex(deflate(new byte[0], 6, 0, false, 10)) + " " + HexFormat.of().formatHex(deflate("a".getBytes(), 6, 0, true, 10)));
        d.end();
        inf.end();
        attempt("ended", () -> d.deflate(packed));
        attempt("bad header", () -> inflate("not zlib at all".getBytes(), false, 100));
        attempt("bad block", () -> inflate(new byte[] {7, 7, 7}, true, 100));
        attempt("bad check", () -> { byte[] b = deflate(text, 6, 0, false, 100); b[b.length - 1] ^= 1; return inflate(b, false, 1000).length; });

        ByteArrayOutputStream gz = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gz, 64)) { out.write(text, 0, 1000); out.write('!'); }
        byte[] gzip = gz.toByteArray();
        System.out.println(new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes().length + " " + (gzip[0] & 0xff) + (gzip[1] & 0xff) + " " + new String(new GZIPInputStream(new ByteArrayInputStream(gzip)).readNBytes(9)));
        attempt("not gzip", () -> new GZIPInputStream(new ByteArrayInputStream(text)));
        attempt("empty gzip", () -> new GZIPInputStream(new ByteArrayInputStream(new byte[0])));
        attempt("truncated gzip", () -> new GZIPInputStream(new ByteArrayInputStream(gzip, 0, gzip.length - 4)).readAllBytes().length);
        attempt("corrupt gzip", () -> { byte[] b = gzip.clone(); b[b.length - 6] ^= 5; return new GZIPInputStream(new ByteArrayInputStream(b)).readAllBytes().length; });
        System.out.println(new InflaterInputStream(new DeflaterInputStream(new ByteArrayInputStream(text))).readAllBytes().length + " " + new CheckedInputStream(new ByteArrayInputStream(text), new CRC32()).skip(50));
        CheckedOutputStream checked = new CheckedOutputStream(OutputStream.nullOutputStream(), new Adler32());
        checked.write(text);
        System.out.println(Long.toHexString(checked.getChecksum().getValue()));

        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(zipped)) {
            zip.setComment("archive comment");
            for (String name : List.of("a.txt", "dir/", "dir/größe.txt", "stored.bin")) {
                ZipEntry entry = new ZipEntry(name);
                entry.setTime(1_000_000_000_000L);
                entry.setComment("about " + name);
                if (name.startsWith("stored")) { entry.setMethod(ZipEntry.STORED); entry.setSize(10); CRC32 c = new CRC32(); c.update(text, 0, 10); entry.setCrc(c.getValue()); }
                zip.putNextEntry(entry);
                if (!entry.isDirectory()) zip.write(text, 0, name.startsWith("stored") ? 10 : 300 + name.length());
                zip.closeEntry();
            }
            attempt("duplicate entry", () -> { zip.putNextEntry(new ZipEntry("a.txt")); return 0; });
            attempt("stored without size", () -> { ZipEntry e = new ZipEntry("s"); e.setMethod(ZipEntry.STORED); zip.putNextEntry(e); return 0; });
        }
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(zipped.toByteArray()), StandardCharsets.UTF_8)) {
            for (ZipEntry e; (e = zip.getNextEntry()) != null; ) {
                byte[] content = zip.readAllBytes();
                System.out.println(e + " " + e.isDirectory() + " " + content.length + " " + e.getMethod() + " " + (e.getCrc() & 0xffff) + " " + e.getTime() + " " + Arrays.hashCode(content));
            }
        }
        File file = File.createTempFile("conformance", ".jar");
        try {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "some.Main");
            manifest.getMainAttributes().putValue("X-Long", "v".repeat(100));
            try (JarOutputStream jar = new JarOutputStream(new FileOutputStream(file), manifest)) { jar.putNextEntry(new JarEntry("x/y.txt")); jar.write("jar content".getBytes()); jar.closeEntry(); }
            try (JarFile jar = new JarFile(file)) {
                System.out.println(jar.size() + " " + jar.stream().map(ZipEntry::getName).toList() + " " + jar.getManifest().getMainAttributes().getValue("Main-Class") + " " + jar.getManifest().getMainAttributes().getValue("x-long").length() + " " + new String(jar.getInputStream(jar.getEntry("x/y.txt")).readAllBytes()) + " " + jar.getEntry("nope") + " " + jar.getComment());
            }
            attempt("not a zip", () -> { File f = File.createTempFile("conformance", ".zip"); try (FileOutputStream o = new FileOutputStream(f)) { o.write(text); } try { return new ZipFile(f); } finally { f.delete(); } });
        } finally {
            System.out.println(file.delete());
        }
    }
}
