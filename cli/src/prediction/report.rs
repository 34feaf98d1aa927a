//! What was predicted, as text, as an object, and for build servers.

use std::fmt::Write as _;

use raceproof_base::Finding;
use raceproof_config::Format;
use raceproof_predict::told::ToldDeadlock;
use serde_json::{Map, Value, json};

use crate::failure::{Failure, Palette};
use crate::prediction::telling::{self, Predicted};
use crate::report::{
    self, Level, Notice, Outline, Page, Problem, Style, Verdict, as_github, as_sarif, counted,
    grouped,
};
use crate::source_lines::SourceLines;

/// The outcome of a prediction.
pub struct PredictReport {
    /// The main class, or the file of the trace.
    pub target: String,
    pub arguments: Vec<String>,
    pub engines: Vec<&'static str>,
    /// Whether two places may have several races.
    pub all_pairs: bool,
    /// In the order in which they were found.
    pub races: Vec<Predicted>,
    /// Of what was observed: pairs of accesses that nothing orders, none of them plain, one of them
    /// weaker than volatile.
    pub weak_races: Vec<Finding>,
    /// Without witnesses.
    pub deadlocks: Vec<ToldDeadlock>,
    /// Places between which neither a race nor a proof was found.
    pub open: Vec<[String; 2]>,
    /// Places whose accesses nothing orders in what was recorded, and no other order brings side by
    /// side: by the races, if at all.
    pub explained: Vec<[String; 2]>,
    /// Why not all was seen, as sentences without a full stop.
    pub gaps: Vec<String>,
    /// One of the gaps may be why there seem to be races: what orders their accesses was not seen.
    pub is_doubtful: bool,
    pub assumptions: Vec<String>,
    /// Those of them by which races were not looked for, since the user accepts them.
    pub accepted: Vec<String>,
    /// What was wrong with how executions ended that were observed, races aside.
    pub endings: Vec<Finding>,
    pub statistics: Statistics,
}

#[derive(Default)]
pub struct Statistics {
    pub executions: u64,
    pub events: u64,
    pub threads: usize,
    pub variables: usize,
    pub locks: usize,
    pub dropped: u64,
    /// Pairs of places: unordered as observed, and proved to have no race.
    pub unordered: usize,
    pub infeasible: usize,
    pub elapsed_ms: u64,
    pub peak_memory_bytes: Option<u64>,
}

impl PredictReport {
    pub fn verdict(&self) -> Verdict {
        match () {
            () if !self.races.is_empty() && (!self.is_doubtful || self.executed() > 0) => {
                Verdict::Violated
            }
            () if self.is_complete() => Verdict::Passed,
            () => Verdict::Incomplete,
        }
    }

    /// Notes a gap, if there is one, by which races that are none may have come.
    pub fn doubt(&mut self, gap: Option<String>) {
        self.is_doubtful |= gap.is_some();
        self.gaps.splice(0..0, gap);
    }

    /// Whether all was seen, and all that was seen is decided.
    fn is_complete(&self) -> bool {
        self.open.is_empty() && self.gaps.is_empty() && self.deadlocks.is_empty()
    }

    /// Said of no other execution than those that were observed, and their reorderings.
    pub fn guarantee(&self) -> &'static str {
        match self.verdict() {
            Verdict::Violated
                if self.races.iter().any(|race| matches!(race, Predicted::Unordered(_))) =>
            {
                "the two accesses of each race are in what was recorded, and nothing orders them there, whether or not another order brings them \
                 side by side"
            }
            Verdict::Violated => {
                "each race has a witness: a reordering of what was observed in which nothing comes between the two accesses, and every read \
                 before them sees what it saw; those called executed were executed so, and can be replayed"
            }
            Verdict::Passed => {
                "no correct reordering of what was observed has a data race; other executions of the program may have one"
            }
            _ => {
                "none: a pair of accesses that was not decided, or an event that was not seen, may be part of a race"
            }
        }
    }

    fn executed(&self) -> usize {
        self.races.iter().filter(|race| race.executed().is_some()).count()
    }

    /// How the races are known.
    fn how(&self) -> String {
        let recorded =
            self.races.iter().filter(|race| matches!(race, Predicted::Unordered(_))).count();
        let executed = self.executed();
        match self.races.len() - executed - recorded {
            0 if recorded == 0 => "executed".to_owned(),
            0 if executed == 0 => "as recorded".to_owned(),
            1 if executed + recorded == 0 => "predicted, and was not executed".to_owned(),
            _ if executed + recorded == 0 => "predicted, and were not executed".to_owned(),
            predicted => {
                let parts =
                    [(executed, "executed"), (recorded, "as recorded"), (predicted, "predicted")];
                let told = parts
                    .iter()
                    .filter(|(count, _)| *count > 0)
                    .map(|(count, how)| format!("{count} {how}"));
                told.collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn headline(&self) -> String {
        let races = counted(self.races.len() as u64, "data race");
        match self.verdict() {
            Verdict::Violated => format!("{races}: {}.", self.how()),
            Verdict::Incomplete if !self.races.is_empty() => {
                format!("{races}, which may be none: {}.", self.gaps[0])
            }
            Verdict::Passed => {
                "no reordering of what was observed has a data race. Other executions may."
                    .to_owned()
            }
            _ if !self.deadlocks.is_empty() => {
                format!(
                    "{} without a witness.",
                    counted(self.deadlocks.len() as u64, "possible deadlock")
                )
            }
            _ if self.open.is_empty() => {
                format!("nothing was found. {}.", capitalized(&self.gaps[0]))
            }
            _ => match self.open.len() as u64 {
                1 => "nothing was found so far. 1 pair of places is left open.".to_owned(),
                open => format!(
                    "nothing was found so far. {} pairs of places are left open.",
                    grouped(open)
                ),
            },
        }
    }

    /// The report in a format.
    pub fn render(
        &self,
        format: Format,
        sources: &SourceLines,
        palette: Palette,
    ) -> Result<String, Failure> {
        match format {
            Format::Text => Ok(self.as_text(sources, palette)),
            Format::Json => Ok(format!("{:#}\n", self.as_json(sources))),
            Format::Junit => Ok(self.as_junit(sources)),
            Format::Html => Err(html_is_for_schedules()),
            Format::Github => Ok(as_github(&self.outline(), sources)),
            Format::Sarif => Ok(format!("{:#}\n", as_sarif(&self.outline(), sources))),
        }
    }

    fn outline(&self) -> Outline<'_> {
        let open = self.open.iter().map(|[one, other]| {
            format!("open: neither a race nor a proof was found between {one} and {other}")
        });
        let unordered = self.explained.iter().map(|[one, other]| {
            format!("as recorded, nothing orders these either: {one} and {other}")
        });
        let warnings = self.gaps.iter().cloned().chain(open).chain(unordered);
        let warnings = warnings.map(|text| Notice::new(Level::Warning, text));
        let accepted = self.accepted.iter().map(|text| Notice::new(Level::Note, text));
        let deadlocks = self.deadlocks.iter().map(telling::deadlock_as_problem);
        let races = self.races.iter().map(telling::as_problem);
        let weak = self.weak_races.iter().map(Problem::weak);
        Outline {
            command: "predict",
            target: &self.target,
            verdict: self.verdict().name(),
            headline: self.headline(),
            status: self.verdict().status(),
            problems: races.chain(deadlocks).chain(weak).collect(),
            notices: warnings.chain(accepted).collect(),
            guarantee: Some(self.guarantee()),
            assumptions: &self.assumptions,
        }
    }

    fn as_text(&self, sources: &SourceLines, palette: Palette) -> String {
        let mut page = Page::new(palette);
        self.put_verdict(&mut page);
        for predicted in &self.races {
            page.end();
            telling::put_race(&mut page, predicted, sources);
        }
        for deadlock in &self.deadlocks {
            telling::put_deadlock(&mut page, deadlock);
        }
        if !self.open.is_empty() {
            page.end()
                .put(Style::Doubtful, "open")
                .put(Style::Strong, ": neither a race nor a proof was found between")
                .end();
            for [one, other] in &self.open {
                page.plain(&format!("  - {one} and {other}")).end();
            }
        }
        if !self.explained.is_empty() {
            page.end().put(Style::Doubtful, "unordered").put(
                Style::Strong,
                ": as recorded, nothing orders these either, which may come of the races above: look again when they are mended",
            );
            page.end();
            for [one, other] in &self.explained {
                page.plain(&format!("  - {one} and {other}")).end();
            }
        }
        report::put_weak_races(&mut page, &self.weak_races);
        page.end().put(Style::Strong, "guarantee: ").put(Style::Plain, self.guarantee()).end();
        page.put(Style::Strong, "assuming:").end();
        for assumption in &self.assumptions {
            page.plain("  - ").put(Style::Plain, assumption).end();
        }
        for gap in &self.gaps {
            page.put(Style::Doubtful, "note").plain(&format!(": {gap}")).end();
        }
        let figures = &self.statistics;
        let observed = format!(
            "{} of {}, {}, {}; {}",
            counted(figures.events, "event"),
            counted(figures.threads as u64, "thread"),
            counted(figures.variables as u64, "variable"),
            counted(figures.locks as u64, "lock"),
            counted(figures.infeasible as u64, "pair") + " of places proved to have no race"
        );
        page.put(Style::Strong, "observed: ").plain(&observed).end();
        let seconds = figures.elapsed_ms as f64 / 1000.0;
        page.put(Style::Strong, "took: ").plain(&format!("{seconds:.1} s")).end();
        page.end();
        self.put_verdict(&mut page);
        page.finish()
    }

    fn put_verdict(&self, page: &mut Page) {
        let verdict = self.verdict();
        let style = match verdict {
            Verdict::Passed => Style::Good,
            Verdict::Violated => Style::Bad,
            _ => Style::Doubtful,
        };
        page.put(style, verdict.name())
            .put(Style::Strong, ": ")
            .put(Style::Strong, &self.headline())
            .end();
    }

    fn as_json(&self, sources: &SourceLines) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("tool", json!("raceproof"));
        put("version", json!(env!("CARGO_PKG_VERSION")));
        put("format_version", json!(report::FORMAT_VERSION));
        put("command", json!("predict"));
        put("target", json!({ "main": self.target, "arguments": self.arguments }));
        put("engine", json!({ "engines": self.engines }));
        put("verdict", json!(self.verdict().name()));
        put("complete", json!(self.is_complete()));
        put("guarantee", json!(self.guarantee()));
        put("assumptions", json!(self.assumptions));
        put("gaps", json!(self.gaps));
        put("findings", self.races.iter().map(|race| telling::as_object(race, sources)).collect());
        put("deadlocks", self.deadlocks.iter().map(telling::deadlock_as_object).collect());
        put("open", json!(self.open));
        put("unordered", json!(self.explained));
        let executed = self.races.iter().filter_map(Predicted::executed);
        let weak = self.weak_races.iter().chain(executed);
        put("weak_races", report::weak_races_as_json(weak, sources));
        let figures = &self.statistics;
        put(
            "statistics",
            json!({
                "executions": figures.executions,
                "events": figures.events,
                "threads": figures.threads,
                "variables": figures.variables,
                "locks": figures.locks,
                "dropped": figures.dropped,
                "unordered": figures.unordered,
                "infeasible": figures.infeasible,
                "elapsed_ms": figures.elapsed_ms,
                "peak_memory_bytes": figures.peak_memory_bytes,
            }),
        );
        Value::Object(object)
    }

    /// One test case for each race; where there is none, one that passed, or was skipped if
    /// something is open.
    fn as_junit(&self, sources: &SourceLines) -> String {
        let target = report::attribute(&self.target);
        let verdict = self.verdict();
        let (tests, failures) = (self.races.len().max(1), self.races.len());
        let skipped = usize::from(verdict == Verdict::Incomplete);
        let seconds = format!(
            "{}.{:03}",
            self.statistics.elapsed_ms / 1000,
            self.statistics.elapsed_ms % 1000
        );
        let counts = format!(
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{seconds}\""
        );
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        // Writing to a `String` cannot fail.
        let _ = writeln!(xml, "<testsuites name=\"raceproof\" {}>", report::of_all(&counts));
        let _ = writeln!(xml, "  <testsuite name=\"raceproof predict {target}\" {counts}>");
        for (number, predicted) in self.races.iter().enumerate() {
            let mut page = Page::new(Palette::Plain);
            telling::put_race(&mut page, predicted, sources);
            let _ = writeln!(
                xml,
                "    <testcase classname=\"{target}\" name=\"data-race ({})\">",
                number + 1
            );
            let message = report::attribute(&predicted.message());
            let body = report::escaped(&page.finish());
            let _ = writeln!(
                xml,
                "      <failure type=\"data-race\" message=\"{message}\">\n{body}</failure>"
            );
            xml.push_str("    </testcase>\n");
        }
        if self.races.is_empty() {
            let _ = write!(xml, "    <testcase classname=\"{target}\" name=\"data-race\"");
            let _ = match verdict {
                Verdict::Passed => writeln!(xml, "/>"),
                _ => {
                    let why = report::attribute(&self.headline());
                    writeln!(xml, ">\n      <skipped message=\"{why}\"/>\n    </testcase>")
                }
            };
        }
        xml.push_str("  </testsuite>\n</testsuites>\n");
        xml
    }
}

/// A page shows schedules, which a prediction has none of until it is executed.
pub fn html_is_for_schedules() -> Failure {
    Failure::bad_input("`predict` has no report as `html`, which shows schedules")
        .help("use `--format text`, `json` or `junit`; what `--save-trace FILE` saves is shown by `raceproof replay FILE --format html`")
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
