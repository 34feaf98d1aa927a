//! What an audit has decided, as other programs take it.
//!
//! An executed race is a finding, with the steps of both threads; what is open is a suspicion, as it
//! is in a scan. What is proved is no result: readers that know nothing of the kind `pass` would
//! show it as a problem. A candidate keeps its fingerprint when it goes from open to witnessed.

use raceproof_base::FindingKind;

use crate::audit::candidates::Candidate;
use crate::audit::report::{AuditReport, told_access, what_decides, why};
use crate::audit::status::{Reason, Status, Witness};
use crate::commands::check;
use crate::report::{Labelled, Level, Notice, Outline, Problem, Weight, as_sarif};
use crate::scan_names::steady;

/// Why what a baseline has is no failure.
const IN_BASELINE: &str = "the baseline of this audit has it (--baseline)";

impl AuditReport<'_> {
    pub fn sarif(&self) -> String {
        let sources = check::sources(self.auditor.options, self.auditor.program);
        let candidates = self.auditor.candidates.iter().filter(|one| one.is_told());
        let unexpected = self.auditor.unexpected.iter().map(|witness| Problem {
            detail: format!("this race was {}", self.which_unexpected()),
            ..Problem::of(&witness.finding, Weight::Finding)
        });
        let assumptions = self.assumptions();
        let outline = Outline {
            command: "audit",
            target: &self.scanned.target,
            verdict: self.verdict().name(),
            headline: self.headline(),
            status: self.status(),
            problems: candidates.filter_map(as_problem).chain(unexpected).collect(),
            notices: self.notices(),
            guarantee: None,
            assumptions: &assumptions,
        };
        format!("{:#}\n", as_sarif(&outline, &sources))
    }

    fn notices(&self) -> Vec<Notice> {
        let told = |level| move |text: &String| Notice::new(level, text.clone());
        let contradictions = self.auditor.contradictions.iter().map(told(Level::Error));
        let unsupported = self.auditor.unsupported.iter().map(|what| {
            Notice::new(
                Level::Error,
                format!("not modelled, so not everything was decided: {what}"),
            )
        });
        let stopped =
            self.scanned.stopped.iter().map(|why| {
                Notice::new(Level::Warning, format!("not everything was scanned: {why}"))
            });
        let gaps = self
            .scanned
            .gaps
            .iter()
            .map(|gap| Notice::new(Level::Warning, format!("not covered by the scan: {gap}")));
        let beside = self.auditor.beside.keys().map(|what| {
            Notice::new(
                Level::Warning,
                format!("found beside races: {what}; `raceproof check` tells how"),
            )
        });
        let warnings = self.auditor.warnings.iter().map(told(Level::Warning));
        contradictions
            .chain(unsupported)
            .chain(stopped)
            .chain(gaps)
            .chain(beside)
            .chain(warnings)
            .collect()
    }
}

/// Nothing of what is proved.
fn as_problem(candidate: &Candidate) -> Option<Problem<'_>> {
    let problem = match &candidate.status {
        Status::Witnessed(witness) => witnessed(witness),
        Status::Open(reason) => open(candidate, reason),
        Status::Proved { .. } => return None,
    };
    let sides = candidate.shown.each_ref().map(|shown| steady(&shown.side.method));
    Some(Problem {
        rank: Some(candidate.rank.words()),
        accepted: (!candidate.is_new()).then_some(IN_BASELINE),
        identity: [steady(&candidate.variable)].into_iter().chain(sides).collect(),
        ..problem
    })
}

fn witnessed(witness: &Witness) -> Problem<'_> {
    let problem = Problem::of(&witness.finding, Weight::Finding);
    let file = witness.file.iter();
    let replay = file.map(|file| format!("show it: `raceproof replay {file}`"));
    let detail = [problem.detail.clone()].into_iter().chain(replay);
    let detail: Vec<String> = detail.filter(|part| !part.is_empty()).collect();
    Problem { detail: detail.join("; "), ..problem }
}

fn open<'a>(candidate: &'a Candidate, reason: &Reason) -> Problem<'a> {
    let [one, other] = candidate.shown.each_ref().map(told_access);
    let text = [
        format!("{} may race, which is open: {one}; {other}", candidate.variable),
        why(reason, candidate),
        format!("what would decide it is {}", what_decides(reason, candidate)),
    ];
    let spots = candidate.shown.iter().filter_map(|shown| {
        Some(Labelled { place: shown.spot.clone()?, label: told_access(shown) })
    });
    Problem {
        variable: Some(candidate.variable.clone()),
        ..Problem::not_executed(FindingKind::DataRace, Weight::Suspected, text, spots)
    }
}
