// run: min=17
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.NonWritableChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files in memory: what is stored there is in the file, whichever way it is looked at, until the last moment. */
public class MappedFiles {
    private static final Path FILE = Path.of("mapped.bin");

    public static void main(String[] args) throws Exception {
        sharedBothWays();
        privateChangesStay();
        readOnly();
        growing();
        twoMappingsOfOneFile();
        words();
        lastStores();
    }

    private static FileChannel open() throws IOException {
        return FileChannel.open(
                FILE, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static String content() throws IOException {
        return Files.readString(FILE, StandardCharsets.ISO_8859_1).replace('\0', '.');
    }

    private static void fill(String text) throws IOException {
        Files.writeString(FILE, text, StandardCharsets.ISO_8859_1);
    }

    private static void put(MappedByteBuffer buffer, int index, String text) {
        buffer.put(index, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String text(MappedByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1).replace('\0', '.');
    }

    private static void sharedBothWays() throws IOException {
        fill("0123456789");
        try (FileChannel channel = open()) {
            MappedByteBuffer buffer = channel.map(MapMode.READ_WRITE, 2, 6);
            System.out.println("mapped: " + text(buffer) + " direct=" + buffer.isDirect());
            put(buffer, 0, "ab");
            System.out.println("file after store: " + content());
            channel.write(StandardCharsets.ISO_8859_1.encode("XY"), 6);
            System.out.println("mapped after write: " + text(buffer));
            try (RandomAccessFile other = new RandomAccessFile(FILE.toFile(), "rw")) {
                other.seek(4);
                System.out.println("other sees: " + (char) other.read());
                other.seek(4);
                other.write('#');
                System.out.println("mapped sees: " + (char) buffer.get(2));
            }
            buffer.force();
        }
        System.out.println("after closing: " + content());
    }

    private static void privateChangesStay() throws IOException {
        fill("private---");
        try (FileChannel channel = open()) {
            MappedByteBuffer buffer = channel.map(MapMode.PRIVATE, 0, 10);
            put(buffer, 7, "!!!");
            System.out.println("private: " + text(buffer) + ", file: " + content());
        }
    }

    private static void readOnly() throws IOException {
        fill("read only");
        try (FileChannel channel = FileChannel.open(FILE, StandardOpenOption.READ)) {
            MappedByteBuffer buffer = channel.map(MapMode.READ_ONLY, 0, channel.size());
            System.out.println("read only: " + text(buffer) + " " + buffer.isReadOnly());
            try {
                buffer.put(0, (byte) 1);
            } catch (ReadOnlyBufferException e) {
                System.out.println(e);
            }
            try {
                channel.map(MapMode.READ_WRITE, 0, 4);
            } catch (NonWritableChannelException e) {
                System.out.println(e);
            }
            try {
                channel.map(MapMode.READ_ONLY, -1, 4);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static void growing() throws IOException {
        fill("short");
        try (FileChannel channel = open()) {
            MappedByteBuffer buffer = channel.map(MapMode.READ_WRITE, 3, 9);
            System.out.println("size: " + channel.size() + ", mapped: " + text(buffer));
            put(buffer, 7, "zz");
            System.out.println("grown: " + content());
        }
    }

    private static void twoMappingsOfOneFile() throws IOException {
        fill("................");
        try (FileChannel channel = open()) {
            MappedByteBuffer first = channel.map(MapMode.READ_WRITE, 0, 8);
            MappedByteBuffer second = channel.map(MapMode.READ_WRITE, 8, 8);
            put(first, 6, "12");
            put(second, 0, "34");
            System.out.println("two: " + content());
            MappedByteBuffer whole = channel.map(MapMode.READ_ONLY, 0, 16);
            System.out.println("whole: " + text(whole));
        }
    }

    private static void words() throws IOException {
        fill("");
        try (FileChannel channel = open()) {
            MappedByteBuffer buffer = channel.map(MapMode.READ_WRITE, 0, 64);
            buffer.order(ByteOrder.LITTLE_ENDIAN).putLong(0x0807060504030201L).putInt(0x0C0B0A09).putDouble(1.5);
            buffer.order(ByteOrder.BIG_ENDIAN).putShort((short) 0x1234);
            buffer.duplicate().asIntBuffer().put(0, 0x41424344);
        }
        byte[] bytes = Files.readAllBytes(FILE);
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < 28; i++) {
            hex.append(String.format("%02x", bytes[i]));
        }
        System.out.println(bytes.length + " bytes: " + hex);
    }

    /** The hook runs after main: it finds what main stored last, and stores once more. */
    private static void lastStores() throws IOException {
        fill("last stores");
        MappedByteBuffer buffer;
        try (FileChannel channel = open()) {
            buffer = channel.map(MapMode.READ_WRITE, 0, 11);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                System.out.println("in the hook: " + content());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            put(buffer, 0, "HOOK");
        }));
        put(buffer, 5, "STORES");
    }
}
