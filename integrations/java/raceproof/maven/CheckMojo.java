package raceproof.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import raceproof.host.Answer;
import raceproof.host.Binary;
import raceproof.host.Check;
import raceproof.host.Unusable;
import raceproof.host.Verdict;

/** {@code raceproof:check}: has the tests of a project checked. Its parameters are those of {@code plugin.xml}. */
public final class CheckMojo extends AbstractMojo {
    private String binary;
    private String tests;
    private String search;
    private int time;
    private String race;
    private String[] trusted = {};
    private String[] checked = {};
    private String[] benign = {};
    private String timeouts;
    private Otherwise incomplete;
    private Otherwise unsupported;
    private boolean skip;
    private File folder;
    private File traces;
    private File testClasses;
    private List<String> classPath;

    /** What a verdict that is none means to the build. */
    public enum Otherwise { fail, warn }

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("no test is checked: raceproof.skip or skipTests says so");
            return;
        }
        if (!testClasses.isDirectory()) {
            getLog().warn("no test is checked: there are none in " + testClasses);
            return;
        }
        try {
            judge(check().run(getLog()::info));
        } catch (Unusable failed) {
            throw new MojoExecutionException(failed.getMessage());
        } catch (IOException failed) {
            throw new MojoExecutionException("counterexamples cannot be kept in " + traces + ": " + failed.getMessage());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("the check was interrupted");
        }
    }

    private Check check() throws Unusable, IOException {
        return new Check(Binary.find(binary), tests)
            .in(folder)
            .classPath(String.join(File.pathSeparator, classPath))
            .set("search", search)
            .time(time)
            .set("race", race)
            .each("trusted", trusted)
            .each("checked", checked)
            .each("benign", benign)
            .set("timeouts", timeouts)
            .trace(emptied(traces.toPath()).resolve("check.trace"));
    }

    /** Each test has a file of its own there, if something was found. */
    private static Path emptied(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (name.startsWith("check.") && name.endsWith(".trace")) {
                    Files.delete(file);
                }
            }
        }
        return folder;
    }

    private void judge(Answer answer) throws MojoExecutionException, MojoFailureException {
        Consumer<CharSequence> put = answer.verdict() == Verdict.FINE ? getLog()::info : getLog()::error;
        answer.report().lines().forEach(put);
        switch (answer.verdict()) {
            case FINE -> { }
            case FOUND -> throw new MojoFailureException("Raceproof has found what is wrong with some tests: the report stands above");
            case WRONG -> throw new MojoExecutionException(answer.text());
            case INCOMPLETE -> otherwise(incomplete, "incomplete", "a limit ended the search of some tests");
            case UNSUPPORTED -> otherwise(unsupported, "unsupported", "some tests need what is not modelled, or could not be checked");
        }
    }

    private void otherwise(Otherwise wanted, String parameter, String what) throws MojoFailureException {
        String text = what + ", and nothing was found in the others: the report stands above";
        if (wanted == Otherwise.fail) {
            throw new MojoFailureException(text + "\n  help: with <" + parameter + ">warn</" + parameter
                + ">, or -Draceproof." + parameter + "=warn, the build goes on");
        }
        getLog().warn(text);
    }
}
