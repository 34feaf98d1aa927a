package raceproof.host;

/** How a check ended: its report, and what it said beside that. */
public record Answer(Verdict verdict, String report, String said) {
    /** All of it. */
    public String text() {
        return said.isEmpty() || report.isEmpty() ? said + report : said + "\n" + report;
    }
}
