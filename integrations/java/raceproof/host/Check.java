package raceproof.host;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One {@code raceproof check --test}, as a child of this process. */
public final class Check {
    /** Seconds after which whoever waits hears that it goes on. */
    private static final long PATIENCE = 10;

    private final String tests;
    private final List<String> words = new ArrayList<>();
    private final ProcessBuilder builder = new ProcessBuilder(words);

    public Check(Path binary, String tests) {
        this.tests = tests;
        words.addAll(List.of(binary.toString(), "check", "--color", "never", "--test", tests));
        // What is checked is what would run here.
        set("java-home", System.getProperty("java.home"));
    }

    /** An option of the command line; without a value it stays as it is there. */
    public Check set(String option, String value) {
        if (value != null && !value.isEmpty()) {
            words.add("--" + option);
            words.add(value);
        }
        return this;
    }

    /** A class path, without what is not there: nobody wrote it, so nobody is to be warned of it. */
    public Check classPath(String entries) {
        String there = Stream.of(entries.split(File.pathSeparator))
            .filter(entry -> entry.isEmpty() || new File(entry).exists())
            .collect(Collectors.joining(File.pathSeparator));
        // Without any it would be asked of the project.
        return set("classpath", there.isEmpty() ? entries : there);
    }

    /** An option that may be given several times. */
    public Check each(String option, String... values) {
        for (String value : values) {
            set(option, value);
        }
        return this;
    }

    /** Seconds for each test; zero for as many as it takes. */
    public Check time(int seconds) {
        return set("time", seconds == 0 ? null : String.valueOf(seconds));
    }

    /** The file of a counterexample; what lies there of another check is deleted. */
    public Check trace(Path file) throws IOException {
        Path whole = file.toAbsolutePath();
        Files.createDirectories(whole.getParent());
        Files.deleteIfExists(whole);
        return set("save-trace", whole.toString());
    }

    /** Where it works; else where this process does. */
    public Check in(File folder) {
        builder.directory(folder);
        return this;
    }

    /** Runs it to its end. What it says meanwhile goes to {@code progress}, line by line. */
    public Answer run(Consumer<String> progress) throws Unusable, InterruptedException {
        progress.accept("raceproof checks " + tests);
        Process child = start();
        Thread end = new Thread(child::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            List<String> report = new ArrayList<>();
            List<String> said = new ArrayList<>();
            Thread reader = reading(child.getInputStream(), report::add);
            Thread listener = reading(child.getErrorStream(), line -> {
                said.add(line);
                progress.accept(line);
            });
            long waited = 0;
            while (!child.waitFor(PATIENCE, TimeUnit.SECONDS)) {
                waited += PATIENCE;
                progress.accept("raceproof checks " + tests + " still, after " + waited + " s");
            }
            reader.join();
            listener.join();
            return answer(child.exitValue(), String.join("\n", report), String.join("\n", said));
        } finally {
            child.destroy();
            unhook(end);
        }
    }

    private Process start() throws Unusable {
        try {
            Process child = builder.start();
            child.getOutputStream().close();
            return child;
        } catch (IOException failed) {
            throw new Unusable("`" + words.get(0) + "` cannot be started: " + failed.getMessage());
        }
    }

    private static void unhook(Thread end) {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException ending) {
            // The machine ends, and the child with it.
        }
    }

    private static Thread reading(InputStream stream, Consumer<String> to) {
        Thread thread = new Thread(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                reader.lines().forEach(to);
            } catch (IOException | java.io.UncheckedIOException closed) {
                // With the child.
            }
        }, "raceproof");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private Answer answer(int status, String report, String said) throws Unusable {
        Verdict verdict = Verdict.of(status);
        if (verdict == null) {
            throw new Unusable("`" + words.get(0) + "` has ended with status " + status + ", without a verdict of " + tests
                + ":\n" + said);
        }
        return new Answer(verdict, report, said);
    }
}
