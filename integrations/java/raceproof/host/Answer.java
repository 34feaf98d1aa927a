package raceproof.host;

import java.nio.file.Path;

/** How a check ended: its report, what it said beside that, and the file of its counterexample, or null. */
public record Answer(Verdict verdict, String report, String said, Path trace) {
    /** All that it has to say. */
    public String text() {
        StringBuilder text = new StringBuilder(said);
        if (!said.isEmpty() && !report.isEmpty()) {
            text.append('\n');
        }
        text.append(report);
        if (trace != null) {
            text.append("\n\nthe counterexample: ").append(trace).append("\n  again: raceproof replay ").append(trace);
        }
        return text.toString();
    }
}
