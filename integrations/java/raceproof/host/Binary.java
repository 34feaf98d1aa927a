package raceproof.host;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the executable is: {@code raceproof.binary}, {@code RACEPROOF_BIN}, or on the {@code PATH}. */
public final class Binary {
    public static final String PROPERTY = "raceproof.binary";
    private static final String VARIABLE = "RACEPROOF_BIN";

    private Binary() {
    }

    /** By a value that was given for {@link #PROPERTY}, which may be null; else by the surroundings. */
    public static Path find(String given) throws Unusable {
        if (isSet(given)) {
            return recognized(existing(given, PROPERTY));
        }
        String variable = System.getenv(VARIABLE);
        if (isSet(variable)) {
            return recognized(existing(variable, VARIABLE));
        }
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            Path file = Path.of(folder, "raceproof");
            if (!folder.isEmpty() && isProgram(file)) {
                return recognized(file);
            }
        }
        throw new Unusable("the program `raceproof` is not there: neither the property " + PROPERTY + " nor the variable "
            + VARIABLE + " names it, and no folder of the PATH has it\n  help: build it (make build), then -D" + PROPERTY
            + "=/path/to/target/release/raceproof, or put that folder on the PATH");
    }

    private static Path existing(String name, String by) throws Unusable {
        Path file = Path.of(name);
        if (!isProgram(file)) {
            throw new Unusable("the program `raceproof` is not there: " + by + " names `" + name + "`, which is "
                + (Files.exists(file) ? "no program" : "missing")
                + "\n  help: let it name the executable, such as /path/to/target/release/raceproof");
        }
        return file;
    }

    /** The end of another program would be taken for a verdict. */
    private static Path recognized(Path file) throws Unusable {
        String said;
        try {
            Process child = new ProcessBuilder(file.toString(), "--version").redirectErrorStream(true).start();
            child.getOutputStream().close();
            said = new String(child.getInputStream().readAllBytes()).strip();
        } catch (IOException failed) {
            throw new Unusable("`" + file + "` cannot be started: " + failed.getMessage());
        }
        if (!said.startsWith("raceproof ")) {
            throw new Unusable("`" + file + "` is not Raceproof: to --version it answers `" + said.lines().findFirst().orElse("")
                + "`\n  help: let " + PROPERTY + " or " + VARIABLE + " name the executable");
        }
        return file;
    }

    private static boolean isSet(String text) {
        return text != null && !text.isEmpty();
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
