package raceproof.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** Starts all parts, in an order in which none needs one that is not there. */
public final class Recorder {
    private static Transformer transformer;

    private static String libraryLeftAlone = "";

    private Recorder() {}

    public static void start(String options, Instrumentation instrumentation) throws IOException {
        Settings.parse(options);
        TraceFile.open(Settings.out);
        Map<String, String> about = new LinkedHashMap<>();
        about.put("recorder", "raceproof-agent");
        about.put("options", Settings.text);
        if (Settings.sample > 0 || Settings.ownedUntilTouched) {
            about.put("lacks-accesses", Settings.sample > 0 ? "sample=" + Settings.sample : "owner=touch");
        }
        about.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        about.put("command", System.getProperty("sun.java.command", ""));
        about.put("not-recorded", Limits.TEXT);
        writeMeta(about);
        warmUp();
        transformer = new Transformer(instrumentation);
        instrumentation.addTransformer(transformer, true);
        TreeSet<String> failed = new LibraryHooks(instrumentation).install();
        Shape.isHidden = failed.stream().noneMatch(name -> name.contains("Reflection") || name.endsWith("lang/Class") || name.endsWith("lang.Class"));
        Flusher.begin(!failed.contains("java.lang.ApplicationShutdownHooks") && !failed.contains("java/lang/ApplicationShutdownHooks"));
        libraryLeftAlone = String.join(" ", failed);
    }

    /**
     * One event of each way, so that what they need of the Java library is loaded and linked before that library calls them. The
     * main thread's first event comes from here too.
     */
    private static void warmUp() {
        Log log = Log.current();
        Object lock = new Object();
        Sync.acquired(lock, log, 0);
        Sync.releasing(lock, log, 0);
        Library.send(lock);
        Library.receive(lock);
        Library.update(lock);
        // Carriers of virtual threads call it, and its initialisation takes a lock of the recorder.
        LibraryPools.idle(lock);
        Ids.infoOf(new int[1], log);
        log.isForeign = false;
        log.startAnew();
    }

    /** The last block. */
    static void writeEnd() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("end", "exit");
        about.put("threads", Integer.toString(Threads.count()));
        about.put("stripes-taken-over", Long.toString(Stripes.TAKEN_OVER.get()));
        long lost = 0;
        for (Log log : Threads.all()) {
            lost += log.lost;
        }
        about.put("events-lost", Long.toString(lost));
        about.put("classes-transformed", Integer.toString(transformer.transformed()));
        String leftAlone = (transformer.leftAlone() + " " + libraryLeftAlone).strip();
        about.put("classes-left-alone", leftAlone);
        if (!leftAlone.isEmpty()) {
            System.err.println("raceproof agent: not recorded, since they could not be instrumented: " + leftAlone);
        }
        writeMeta(about);
    }

    static void writeMeta(Map<String, String> about) {
        Bytes bytes = new Bytes();
        bytes.varint(about.size());
        about.forEach((key, value) -> {
            bytes.text(key);
            bytes.text(value);
        });
        TraceFile.writeAbout('M', bytes);
    }
}
