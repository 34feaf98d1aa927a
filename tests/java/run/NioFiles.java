// run: min=17
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

/** Files in a temporary directory by java.nio.file and java.io: creating, writing, reading, walking, copying, channels, attributes, deleting, failing. */
public class NioFiles {
    static Path root;

    static String relative(Object path) {
        return String.valueOf(path).replace(root.toString(), "ROOT");
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + relative(action.call()));
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + relative(e.getMessage()));
        }
    }

    static void paths() {
        Path p = Path.of("a/b/../c/./d.txt");
        System.out.println(p + " " + p.normalize() + " " + p.getFileName() + " " + p.getParent() + " " + p.getNameCount() + " " + p.getName(1) + " " + p.subpath(1, 3) + " " + p.isAbsolute() + " " + p.getRoot() + " " + p.resolve("e") + " " + p.resolve("/abs") + " " + p.resolveSibling("x") + " " + p.startsWith("a") + p.endsWith("d.txt") + p.startsWith("a/bb"));
        System.out.println(Path.of("/x/y").relativize(Path.of("/x/z/w")) + " " + Path.of("").toString().isEmpty() + " " + Path.of("/").getFileName() + " " + Path.of("/a", "b", "c") + " " + Path.of("a//b/").equals(Path.of("a/b")) + " " + Path.of("a").compareTo(Path.of("b")) + " " + Path.of("/../x").normalize() + " " + Paths.get("q").hashCode());
        StringJoiner names = new StringJoiner("|");
        for (Path name : p) names.add(name.toString());
        System.out.println(names + " " + new File("x/../y.txt").getName() + " " + new File("x", "y").getPath() + " " + new File("/a/b").getParent() + " " + new File("rel").isAbsolute() + " " + FileSystems.getDefault().getPathMatcher("glob:*.{java,txt}").matches(Path.of("A.java")) + FileSystems.getDefault().getPathMatcher("glob:**/x?").matches(Path.of("a/b/x1")) + FileSystems.getDefault().getPathMatcher("regex:.*b").matches(Path.of("ab")));
    }

    static void contents() throws IOException {
        Path text = root.resolve("text.txt");
        Files.writeString(text, "first line\nzweite Zeile: größe\n\u20ac\n");
        System.out.println(Files.size(text) + " " + Files.readString(text).length() + " " + Files.readAllLines(text) + " " + Files.exists(text) + Files.notExists(text) + Files.isRegularFile(text) + Files.isDirectory(text) + Files.isHidden(text) + Files.isReadable(text));
        Files.write(text, List.of("appended", "two"), StandardOpenOption.APPEND);
        try (Stream<String> lines = Files.lines(text)) { System.out.println(lines.map(String::length).toList()); }
        try (BufferedWriter w = Files.newBufferedWriter(root.resolve("latin.txt"), StandardCharsets.ISO_8859_1)) { w.write("caf\u00e9"); w.newLine(); }
        System.out.println(Arrays.toString(Files.readAllBytes(root.resolve("latin.txt"))));
        attempt("wrong charset", () -> Files.readString(root.resolve("latin.txt")));
        attempt("wrong charset lines", () -> Files.readAllLines(root.resolve("latin.txt")));
        attempt("unmappable", () -> Files.writeString(root.resolve("latin.txt"), "\u20ac", StandardCharsets.ISO_8859_1));
        attempt("create existing", () -> Files.createFile(text));
        attempt("create new", () -> Files.newOutputStream(text, StandardOpenOption.CREATE_NEW));
        attempt("missing", () -> Files.readString(root.resolve("missing")));
        attempt("missing lines", () -> Files.lines(root.resolve("missing")));
        attempt("missing size", () -> Files.size(root.resolve("missing")));
        attempt("directory as file", () -> Files.readString(root));
        attempt("file as directory", () -> Files.list(text));
        attempt("under a file", () -> Files.createFile(text.resolve("x")));
        attempt("without a parent", () -> Files.createDirectory(root.resolve("no/such")));
        attempt("invalid", () -> Path.of("a\0b"));
        Path binary = root.resolve("binary");
        byte[] data = new byte[10000];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * i);
        Files.write(binary, data);
        System.out.println(Arrays.hashCode(Files.readAllBytes(binary)) + " " + Files.mismatch(binary, text) + " " + Files.mismatch(binary, binary));
    }

    static void channels() throws IOException {
        Path p = root.resolve("channel");
        try (FileChannel c = FileChannel.open(p, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer b = ByteBuffer.allocateDirect(64);
            for (int i = 0; i < 8; i++) b.putLong(i * 1000L);
            b.flip();
            System.out.println(c.write(b) + " " + c.position() + " " + c.size());
            c.write(ByteBuffer.wrap("hole".getBytes()), 100);
            System.out.println(c.size() + " " + c.position() + " " + c.truncate(102).size());
            ByteBuffer r = ByteBuffer.allocate(16);
            System.out.println(c.read(r, 8) + " " + r.flip().getLong() + r.getLong() + " " + c.position(90).position() + " " + c.read(new ByteBuffer[] {ByteBuffer.allocate(5), ByteBuffer.allocate(50)}) + " " + c.read(ByteBuffer.allocate(1)));
            MappedByteBuffer m = c.map(FileChannel.MapMode.READ_WRITE, 0, 64);
            System.out.println(m.getLong(56) + " " + m.putInt(0, 77).getInt(0) + " " + m.capacity() + m.isDirect());
            m.force();
            c.position(0);
            r.clear().limit(4);
            c.read(r);
            System.out.println(r.getInt(0));
        }
        attempt("closed channel", () -> { FileChannel c = FileChannel.open(p); c.close(); return c.size(); });
        attempt("read only channel", () -> { try (FileChannel c = FileChannel.open(p)) { return c.write(ByteBuffer.allocate(1)); } catch (java.nio.channels.NonWritableChannelException e) { return "NonWritableChannelException"; } });
        try (RandomAccessFile f = new RandomAccessFile(p.toFile(), "rw")) {
            f.seek(8);
            System.out.println(f.readLong() + " " + f.getFilePointer() + " " + f.length());
            f.setLength(20);
            f.seek(18);
            f.writeUTF("end");
            f.seek(18);
            System.out.println(f.readUTF() + f.length() + " " + f.read());
        }
        Path q = root.resolve("transfer");
        try (FileChannel in = FileChannel.open(p); FileChannel out = FileChannel.open(q, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))) { System.out.println(in.transferTo(4, 10, out) + " " + out.size()); }
        try (FileOutputStream o = new FileOutputStream(q.toFile(), true)) { o.write("append".getBytes()); }
        try (InputStream i = new BufferedInputStream(Files.newInputStream(q)); FileInputStream j = new FileInputStream(q.toFile())) { System.out.println(i.skip(10) + new String(i.readAllBytes()) + j.available() + j.skip(14) + (char) j.read()); }
    }

    static void tree() throws IOException {
        for (String d : List.of("tree/a/deep/er", "tree/b", "tree/c")) Files.createDirectories(root.resolve(d));
        for (String f : List.of("tree/one.txt", "tree/a/two.java", "tree/a/deep/three.txt", "tree/b/four.md", "tree/a/deep/er/five.txt")) Files.writeString(root.resolve(f), f);
        Path tree = root.resolve("tree");
        try (Stream<Path> s = Files.walk(tree)) { System.out.println(s.map(tree::relativize).map(Path::toString).sorted().toList()); }
        try (Stream<Path> s = Files.walk(tree, 1)) { System.out.println(s.count()); }
        try (Stream<Path> s = Files.find(tree, 9, (p, a) -> a.isRegularFile() && p.toString().endsWith(".txt"))) { System.out.println(s.map(p -> p.getFileName().toString()).sorted().toList()); }
        try (DirectoryStream<Path> s = Files.newDirectoryStream(tree.resolve("a"), "*.java")) { for (Path p : s) System.out.println(relative(p)); }
        System.out.println(Arrays.stream(tree.toFile().list()).sorted().toList() + " " + tree.resolve("a").toFile().listFiles(File::isDirectory).length + " " + tree.toFile().isDirectory() + " " + new File(tree.toFile(), "one.txt").length() + " " + new File("nope").list());
        List<String> visit = new ArrayList<>();
        Files.walkFileTree(tree.resolve("a"), new SimpleFileVisitor<>() {
            @Override public FileVisitResult preVisitDirectory(Path d, BasicFileAttributes a) { visit.add("+" + d.getFileName()); return d.endsWith("er") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE; }
            @Override public FileVisitResult visitFile(Path f, BasicFileAttributes a) { visit.add(f.getFileName() + ":" + a.size()); return FileVisitResult.CONTINUE; }
            @Override public FileVisitResult postVisitDirectory(Path d, IOException e) { visit.add("-" + d.getFileName()); return FileVisitResult.CONTINUE; }
        });
        Collections.sort(visit);
        System.out.println(visit);
        Files.copy(tree.resolve("one.txt"), tree.resolve("copy.txt"));
        attempt("copy over", () -> Files.copy(tree.resolve("one.txt"), tree.resolve("copy.txt")));
        Files.copy(tree.resolve("b/four.md"), tree.resolve("copy.txt"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(tree.resolve("copy.txt"), tree.resolve("c/moved.txt"), StandardCopyOption.ATOMIC_MOVE);
        System.out.println(Files.readString(tree.resolve("c/moved.txt")) + " " + Files.exists(tree.resolve("copy.txt")) + " " + Files.copy(new ByteArrayInputStream(new byte[7]), tree.resolve("seven")) + " " + Files.copy(tree.resolve("seven"), new ByteArrayOutputStream()));
        Path link = Files.createSymbolicLink(tree.resolve("link"), Path.of("one.txt"));
        System.out.println(Files.isSymbolicLink(link) + " " + Files.readSymbolicLink(link) + " " + Files.readString(link) + " " + Files.isSameFile(link, tree.resolve("one.txt")) + " " + relative(link.toRealPath()) + " " + Files.readAttributes(link, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isSymbolicLink());
        attempt("delete a full directory", () -> { Files.delete(tree.resolve("a")); return 0; });
        attempt("delete missing", () -> { Files.delete(tree.resolve("nope")); return 0; });
        System.out.println(Files.deleteIfExists(tree.resolve("nope")) + " " + Files.deleteIfExists(link) + " " + new File(tree.toFile(), "seven").delete() + new File(tree.toFile(), "seven").delete() + new File(tree.toFile(), "mk/dirs").mkdirs() + new File(tree.toFile(), "mk").mkdir());
        Path p = tree.resolve("one.txt");
        Files.setLastModifiedTime(p, FileTime.fromMillis(1_000_000_000_000L));
        Files.setPosixFilePermissions(p, PosixFilePermissions.fromString("rw-r-----"));
        System.out.println(Files.getLastModifiedTime(p) + " " + p.toFile().lastModified() + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(p)) + " " + Files.getAttribute(p, "size") + " " + Files.readAttributes(p, "size,isDirectory").size() + " " + Files.isExecutable(p) + p.toFile().canRead());
    }

    public static void main(String[] args) throws IOException {
        root = Files.createTempDirectory("conformance").toRealPath();
        try {
            paths();
            contents();
            channels();
            tree();
            Path made = Files.createTempFile(root, "pre", ".suf");
            System.out.println(made.getFileName().toString().startsWith("pre") + " " + made.toString().endsWith(".suf") + " " + Files.size(made));
        } finally {
            List<Path> all;
            try (Stream<Path> s = Files.walk(root)) { all = s.sorted(Comparator.reverseOrder()).collect(Collectors.toList()); }
            for (Path p : all) Files.delete(p);
            System.out.println("deleted " + all.size() + " " + Files.exists(root));
        }
    }
}
