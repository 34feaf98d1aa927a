// run: min=17
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** Piped streams: threads that talk through a small buffer, chains of filters, closed and broken ends. */
public class ConcPipes {
    interface Task {
        void run() throws IOException;
    }

    static Thread start(String name, Task body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (IOException e) {
                System.out.println(name + ": " + e.getMessage());
            }
        }, name);
        t.start();
        return t;
    }

    /** Far more bytes than the buffer holds go through it, in chunks of many sizes. */
    static void bytes() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out, 64);
        CRC32 written = new CRC32();
        CRC32 read = new CRC32();
        Thread writer = start("writer", () -> {
            try (out) {
                byte[] chunk = new byte[150];
                for (int size = 0; size <= chunk.length; size++) {
                    for (int i = 0; i < size; i++) {
                        chunk[i] = (byte) (size * 7 + i);
                    }
                    out.write(chunk, 0, size);
                    written.update(chunk, 0, size);
                }
            }
        });
        int[] total = new int[1];
        Thread reader = start("reader", () -> {
            byte[] buffer = new byte[33];
            try (in) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    read.update(buffer, 0, n);
                    total[0] += n;
                }
            }
        });
        writer.join();
        reader.join();
        System.out.println("bytes " + total[0] + ", same " + (written.getValue() == read.getValue()) + " "
            + Long.toHexString(read.getValue()));
    }

    /** source | grep | number | sink: each stage a thread, each bar a pipe. */
    static void filters() throws Exception {
        PipedWriter sourceOut = new PipedWriter();
        PipedReader grepIn = new PipedReader(sourceOut, 16);
        PipedWriter grepOut = new PipedWriter();
        PipedReader numberIn = new PipedReader(grepOut);
        PipedWriter numberOut = new PipedWriter();
        PipedReader sinkIn = new PipedReader(numberOut, 40);
        List<Thread> stages = new ArrayList<>();
        stages.add(start("source", () -> {
            try (PrintWriter w = new PrintWriter(new BufferedWriter(sourceOut, 10))) {
                for (int i = 1; i <= 60; i++) {
                    w.println("line " + i + (i % 3 == 0 ? " fizz" : "") + (i % 5 == 0 ? " buzz" : ""));
                }
            }
        }));
        stages.add(start("grep", () -> {
            try (BufferedReader r = new BufferedReader(grepIn); PrintWriter w = new PrintWriter(grepOut)) {
                for (String line = r.readLine(); line != null; line = r.readLine()) {
                    if (line.contains("fizz buzz")) {
                        w.println(line);
                    }
                }
            }
        }));
        stages.add(start("number", () -> {
            int n = 0;
            try (BufferedReader r = new BufferedReader(numberIn); PrintWriter w = new PrintWriter(numberOut)) {
                for (String line = r.readLine(); line != null; line = r.readLine()) {
                    w.println(++n + ". " + line.toUpperCase());
                }
            }
        }));
        BufferedReader sink = new BufferedReader(sinkIn);
        StringBuilder all = new StringBuilder();
        for (String line = sink.readLine(); line != null; line = sink.readLine()) {
            all.append(line).append("; ");
        }
        for (Thread t : stages) {
            t.join();
        }
        System.out.println(all);
    }

    /** A server thread that answers typed requests over a pair of pipes. */
    static void dialogue() throws Exception {
        PipedInputStream serverIn = new PipedInputStream();
        PipedInputStream clientIn = new PipedInputStream(8);
        DataOutputStream toServer = new DataOutputStream(new PipedOutputStream(serverIn));
        DataOutputStream toClient = new DataOutputStream(new PipedOutputStream(clientIn));
        Thread server = start("server", () -> {
            try (DataInputStream requests = new DataInputStream(serverIn); toClient) {
                for (;;) {
                    String operation = requests.readUTF();
                    double a = requests.readDouble();
                    double b = requests.readDouble();
                    toClient.writeUTF(switch (operation) {
                        case "add" -> "sum " + (a + b);
                        case "multiply" -> "product " + a * b;
                        default -> "cannot " + operation;
                    });
                    toClient.flush();
                }
            } catch (EOFException e) {
                System.out.println("server: no more requests");
            }
        });
        DataInputStream answers = new DataInputStream(clientIn);
        for (String operation : new String[] {"add", "multiply", "divide"}) {
            toServer.writeUTF(operation);
            toServer.writeDouble(1.5);
            toServer.writeDouble(4);
            toServer.flush();
            System.out.println("client: " + answers.readUTF());
        }
        toServer.close();
        server.join();
    }

    static void ends() throws Exception {
        PipedInputStream in = new PipedInputStream(4);
        try {
            in.read();
        } catch (IOException e) {
            System.out.println("unconnected: " + e.getMessage());
        }
        PipedOutputStream out = new PipedOutputStream(in);
        out.write(new byte[] {1, 2, 3});
        System.out.println("available " + in.available() + ", read " + in.read() + ", then " + in.available());
        try {
            out.connect(new PipedInputStream());
        } catch (IOException e) {
            System.out.println("twice: " + e.getMessage());
        }
        start("leaver", () -> out.write(4)).join();
        byte[] rest = new byte[3];
        System.out.println("rest " + in.readNBytes(rest, 0, 3) + " " + rest[0] + rest[1] + rest[2]);
        in.close();
        try {
            out.write(5);
        } catch (IOException e) {
            System.out.println("reader closed: " + e.getMessage());
        }
        PipedInputStream orphan = new PipedInputStream(4);
        PipedOutputStream lost = new PipedOutputStream(orphan);
        start("dead writer", () -> lost.write(9)).join();
        System.out.print("the last byte " + orphan.read() + ", then ");
        try {
            System.out.println(orphan.read());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        bytes();
        filters();
        dialogue();
        ends();
    }
}
