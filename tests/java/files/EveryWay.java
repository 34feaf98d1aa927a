// Changes files in every way that the class library has, and prints what it then sees. What `check` shows in memory must be
// what `java` shows on the host. The folder it works in holds `old.txt` ("old content"), `gone.txt`, `folder/inner.txt`, and
// `link` to `old.txt`.
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class EveryWay {
    static int shared;

    interface Action {
        Object run() throws Exception;
    }

    static void say(String what, Action action) {
        Object result;
        try {
            result = action.run();
        } catch (Exception exception) {
            result = exception.getClass().getName() + ": " + exception.getMessage();
        }
        System.out.println(what + ": " + result);
    }

    static String text(String path) throws IOException {
        return Files.readString(Path.of(path));
    }

    static String tree() throws IOException {
        try (Stream<Path> paths = Files.walk(Path.of("."))) {
            return paths.map(Path::toString).filter(name -> !name.contains("classes") && !name.contains("cache"))
                .filter(name -> !name.endsWith(".java")).sorted().collect(Collectors.joining(" "));
        }
    }

    static void streams() {
        say("new stream", () -> {
            try (PrintWriter out = new PrintWriter(new FileWriter("new.txt"))) {
                out.print("first");
            }
            return text("new.txt");
        });
        say("append", () -> {
            try (FileOutputStream out = new FileOutputStream("new.txt", true)) {
                out.write(" second".getBytes());
            }
            return new File("new.txt").length() + " " + text("new.txt");
        });
        say("append to the host's", () -> {
            try (BufferedWriter out = Files.newBufferedWriter(Path.of("old.txt"), StandardOpenOption.APPEND)) {
                out.write(", more");
            }
            return text("old.txt") + " by link: " + text("link");
        });
        say("overwrite by link", () -> {
            try (FileOutputStream out = new FileOutputStream("link")) {
                out.write(33);
            }
            return text("old.txt") + Files.isSymbolicLink(Path.of("link"));
        });
        say("reader sees the writer", () -> {
            try (FileReader in = new FileReader("folder/inner.txt"); FileWriter out = new FileWriter("folder/inner.txt", true)) {
                char[] all = new char[100];
                int before = in.read(all);
                out.write(" and on");
                out.flush();
                return before + new String(all, 0, before) + "|" + in.read(all);
            }
        });
        say("missing", () -> new FileInputStream("nothing"));
        say("missing folder", () -> new FileOutputStream("nothing/file"));
        say("a folder", () -> new FileOutputStream("folder"));
    }

    static void random() {
        say("random", () -> {
            try (RandomAccessFile file = new RandomAccessFile("old.txt", "rw")) {
                file.setLength(0);
                file.writeBytes("0123456789");
                file.seek(3);
                file.write('x');
                file.setLength(6);
                file.seek(0);
                return file.readLine() + file.length() + file.getFilePointer();
            }
        });
        say("channel", () -> {
            try (FileChannel channel = FileChannel.open(Path.of("channel"), StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap("abcdef".getBytes()));
                channel.write(ByteBuffer.wrap("X".getBytes()), 2);
                channel.truncate(5);
                MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, 5);
                map.put(0, (byte) 'M');
                map.force();
                return text("channel") + channel.size() + channel.position();
            }
        });
        say("created already", () -> Files.createFile(Path.of("channel")));
        say("copied", () -> Files.size(Files.copy(Path.of("channel"), Path.of("copy"))));
        say("copied onto", () -> Files.copy(Path.of("channel"), Path.of("copy")));
        say("replaced", () -> {
            Files.copy(Path.of("old.txt"), Path.of("copy"), StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
            return text("copy");
        });
    }

    static void names() {
        say("deleted", () -> new File("gone.txt").delete() + " " + new File("gone.txt").exists());
        say("deleted again", () -> {
            Files.delete(Path.of("gone.txt"));
            return "?";
        });
        say("made again", () -> Files.writeString(Path.of("gone.txt"), "back").toString() + text("gone.txt"));
        say("full folder", () -> {
            Files.delete(Path.of("folder"));
            return "?";
        });
        say("folders", () -> Files.createDirectories(Path.of("a/b/c")).endsWith("c") + " " + new File("a/d").mkdir() + new File("x/y").mkdir());
        say("in folders", () -> Files.writeString(Path.of("a/b/c/file"), "deep") + Arrays.toString(new File("a").list()));
        say("moved", () -> {
            Files.move(Path.of("a/b"), Path.of("folder/b"));
            return text("folder/b/c/file") + Files.exists(Path.of("a/b"));
        });
        say("moved file", () -> {
            Files.move(Path.of("folder/inner.txt"), Path.of("a/inner"), StandardCopyOption.ATOMIC_MOVE);
            return text("a/inner") + Files.notExists(Path.of("folder/inner.txt"));
        });
        say("renamed", () -> new File("copy").renameTo(new File("a/inner")) + text("a/inner"));
        say("into itself", () -> new File("a").renameTo(new File("a/d/e")));
        say("link", () -> Files.createSymbolicLink(Path.of("a/up"), Path.of("../folder/b")) + " " + text("a/up/c/file"));
        say("real", () -> Path.of("").toRealPath().relativize(Path.of("a/up/c").toRealPath()));
        say("canonical", () -> new File("a/up/../../x/../y").getCanonicalPath().endsWith("y"));
        say("read link", () -> Files.readSymbolicLink(Path.of("a/up")));
        say("stream of folder", () -> {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(Path.of("folder"))) {
                StringBuilder names = new StringBuilder();
                stream.forEach(path -> names.append(path).append(' '));
                return names;
            }
        });
        say("emptied", () -> {
            for (String name : new String[] {"folder/b/c/file", "folder/b/c", "folder/b", "folder"}) {
                Files.delete(Path.of(name));
            }
            return new File("folder").isDirectory();
        });
        say("temporary", () -> {
            Path path = Files.createTempFile(Path.of("a"), "pre", ".tmp");
            boolean there = Files.isRegularFile(path);
            Files.delete(path);
            return there + " " + Files.exists(path);
        });
        say("dangling", () -> Files.exists(Path.of("a/up")) + " " + Files.exists(Path.of("a/up"), LinkOption.NOFOLLOW_LINKS));
    }

    static void attributes() {
        say("times", () -> {
            Files.setLastModifiedTime(Path.of("old.txt"), FileTime.fromMillis(1_000_000_000_000L));
            return new File("old.txt").lastModified() + " " + new File("gone.txt").setLastModified(2_000_000_000_000L / 2)
                + Files.getLastModifiedTime(Path.of("gone.txt"));
        });
        say("modes", () -> {
            Files.setPosixFilePermissions(Path.of("old.txt"), PosixFilePermissions.fromString("r-xr-----"));
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of("old.txt")))
                + new File("new.txt").setReadOnly() + PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of("new.txt")))
                + new File("new.txt").canRead() + new File("new.txt").canExecute();
        });
        say("kinds", () -> Files.isDirectory(Path.of("a")) + " " + Files.isRegularFile(Path.of("a/inner")) + " "
            + Files.isSameFile(Path.of("link"), Path.of("old.txt")) + " " + Files.size(Path.of("old.txt")));
        say("null", () -> {
            try (FileOutputStream out = new FileOutputStream("/dev/null")) {
                out.write(1);
            }
            return new File("/dev/null").exists();
        });
    }

    public static void main(String[] arguments) throws Exception {
        say("tree", EveryWay::tree);
        streams();
        random();
        say("tree", EveryWay::tree);
        names();
        attributes();
        say("tree", EveryWay::tree);
        if (arguments.length > 0) {
            Thread thread = new Thread(() -> shared = 1);
            thread.start();
            shared = 2;
            thread.join();
        }
    }
}
