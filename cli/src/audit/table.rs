//! The ledger of an audit as a page for a browser: a row for each candidate, which the page's own
//! script sorts and filters (`table/table.js`), and below it the schedules of the races that were
//! executed. It stands in the page that a check has, with its style and its script.
//!
//! Names are the analysed program's: they get into the page as text by [`text`], and in no other
//! way. Without scripts the table is there all the same, in the order of the report.

use std::fmt::Write as _;

use crate::audit::candidates::{Candidate, Shown};
use crate::audit::report::{AuditReport, SHOWN, told_access, told_decision, why};
use crate::audit::status::{Status, Witness};
use crate::commands::check;
use crate::report::html::{Extra, document, escaped, put_finding, put_rests};
use crate::report::{attribute as text, counted};
use crate::source_lines::SourceLines;

const EXTRA: Extra =
    Extra { style: include_str!("table/table.css"), script: include_str!("table/table.js") };

/// The columns, in their order. Cells have the names as attributes, for narrow windows.
const COLUMNS: [&str; 7] = [
    "number",
    "status",
    "variable",
    "one access",
    "other access",
    "pairs",
    "decided by, or why open",
];

impl AuditReport<'_> {
    pub fn html(&self) -> String {
        let sources = check::sources(self.auditor.options, self.auditor.program);
        let candidates: Vec<(usize, &Candidate)> = (1..)
            .zip(&self.auditor.candidates)
            .filter(|(_, candidate)| candidate.is_told())
            .collect();
        let mut page = Schedules::default();
        let mut before = String::new();
        for what in &self.auditor.contradictions {
            put_message(&mut before, "Contradiction", what);
        }
        for witness in &self.auditor.unexpected {
            put_message(&mut before, "Race", self.which_unexpected());
            page.put(witness, &sources);
        }
        let table = table(&candidates, &mut page, &sources);
        let mut body = before + &table + &page.finish();
        put_rests(&mut body, &self.rests(), candidates.is_empty());
        let headline = format!("audit {}: {}", self.scanned.target, self.headline());
        document(&headline, "", &body, EXTRA)
    }
}

fn put_message(body: &mut String, title: &str, message: &str) {
    let (title, message) = (text(title), text(message));
    _ = writeln!(
        body,
        "<h2><span class=\"kind\">{title}</span></h2>\n<p class=\"message\">{message}</p>"
    );
}

/// The schedules of executed races, as many as a page is to have.
#[derive(Default)]
struct Schedules {
    sections: String,
    shown: usize,
    left_out: usize,
}

impl Schedules {
    /// Puts one below the table; its number, if there is room for it.
    fn put(&mut self, witness: &Witness, sources: &SourceLines) -> Option<usize> {
        if self.shown == SHOWN {
            self.left_out += 1;
            return None;
        }
        self.shown += 1;
        put_finding(&mut self.sections, &witness.finding, self.shown, sources);
        Some(self.shown)
    }

    fn finish(self) -> String {
        let Self { sections, left_out, .. } = self;
        if sections.is_empty() {
            return sections;
        }
        let more = match left_out {
            0 => String::new(),
            more => format!(
                "<p class=\"note\">{} of races are left out of this page: <code>--save-traces \
                 FOLDER</code> keeps all, for <code>raceproof replay</code>.</p>\n",
                counted(more as u64, "schedule")
            ),
        };
        format!("<h2>Races that were executed</h2>\n{more}{sections}")
    }
}

fn table(
    candidates: &[(usize, &Candidate)],
    schedules: &mut Schedules,
    sources: &SourceLines,
) -> String {
    if candidates.is_empty() {
        return String::new();
    }
    let heads: String =
        COLUMNS.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    let mut table = format!(
        "<section class=\"audit\">\n<h2 id=\"ledger\">Pairs of accesses that may race</h2>\n\
         <div class=\"frame\">\n<table class=\"ledger\" aria-labelledby=\"ledger\">\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n"
    );
    for (number, candidate) in candidates {
        let schedule = match &candidate.status {
            Status::Witnessed(witness) => schedules.put(witness, sources),
            Status::Proved { .. } | Status::Open(_) => None,
        };
        put_row(&mut table, *number, candidate, schedule);
    }
    table + "</tbody>\n</table>\n</div>\n</section>\n"
}

/// A row. What a column is sorted by, if not by its text, stands in `data-key`.
fn put_row(table: &mut String, number: usize, candidate: &Candidate, schedule: Option<usize>) {
    let (word, rank, brief) = match &candidate.status {
        Status::Witnessed(witness) => ("witnessed", 0, witness.by.clone()),
        Status::Open(reason) => ("open", 1, why(reason, candidate)),
        Status::Proved { by, .. } => ("proved", 2, by.clone()),
    };
    let known = if candidate.is_new() { "" } else { " (in the baseline)" };
    let [one, other] = candidate.shown.each_ref().map(access);
    let link = schedule.map_or_else(String::new, |schedule| {
        format!(" <a href=\"#finding-{schedule}\">schedule</a>")
    });
    let cells = [
        (None, number.to_string()),
        (Some(rank.to_string()), format!("<span class=\"status\">{word}</span>{known}")),
        (None, format!("<code>{}</code>", text(&candidate.variable))),
        (Some(candidate.shown[0].side.place.clone()), one),
        (Some(candidate.shown[1].side.place.clone()), other),
        (None, candidate.pairs.to_string()),
        (Some(brief.clone()), decision(candidate, &brief) + &link),
    ];
    _ = write!(table, "<tr data-status=\"{word}\">");
    for ((key, content), name) in cells.into_iter().zip(COLUMNS) {
        let key = key.map_or_else(String::new, |key| format!(" data-key=\"{}\"", text(&key)));
        _ = write!(table, "<td data-name=\"{name}\"{key}>{content}</td>");
    }
    table.push_str("</tr>\n");
}

/// `write Foo.java:7 in Foo.hit`.
fn access(shown: &Shown) -> String {
    let verb = if shown.writes { "write" } else { "read" };
    let (place, method) = (text(&shown.side.place), text(&shown.side.method));
    format!("{verb} <code>{place}</code> <span class=\"at\">in {method}</span>")
}

/// In a line, behind which stands all that the report for a terminal says of it.
fn decision(candidate: &Candidate, brief: &str) -> String {
    let accesses: String = candidate.shown.iter().map(|shown| told_access(shown) + "\n").collect();
    let decision = told_decision(candidate);
    let lines = decision.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
    let all = format!("{}\n{accesses}{lines}", candidate.rank.words());
    format!("<details><summary>{}</summary><pre>{}</pre></details>", text(brief), escaped(&all))
}
