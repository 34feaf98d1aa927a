//! What a scan leaves, as other programs take it: each pair a problem with its two places.
//!
//! A pair is a suspicion, and nobody has executed it. What comments, a baseline or `--changed`
//! accept is no problem and is left out; what the scan does not follow is a notice.

use raceproof_base::FindingKind;

use crate::explained::ReportedKind;
use crate::report::{Labelled, Level, Notice, Outline, Problem, Weight, as_sarif};
use crate::scan_advice::one_lock;
use crate::scan_names::steady;
use crate::scan_report::ScanReport;
use crate::scan_specified::Broken;
use crate::scan_told::{Rank, Told, ToldAccess};
use crate::source_lines::SourceLines;

/// What decides a suspicion.
const DECIDES: &str = "`raceproof audit` looks for an execution that has the race, and for a proof that none with this input has; what is meant to be is accepted by the comment `// raceproof: benign REASON`";

impl ScanReport {
    pub fn sarif(&self, sources: &SourceLines) -> String {
        let assumptions = self.assumptions();
        let candidates = self.sifted.groups.iter().flatten().map(as_problem);
        let broken = self.sifted.broken.iter().map(broken);
        let outline = Outline {
            command: "scan",
            target: &self.target,
            verdict: self.verdict().name(),
            headline: self.headline(),
            status: self.status(),
            problems: candidates.chain(broken).collect(),
            notices: self.notices(),
            guarantee: None,
            assumptions: &assumptions,
        };
        format!("{:#}\n", as_sarif(&outline, sources))
    }

    fn notices(&self) -> Vec<Notice> {
        let warning = |text: String| Notice::new(Level::Warning, text);
        let stopped = self.stopped.iter();
        let stopped = stopped.map(|why| warning(format!("not everything was looked at: {why}")));
        let gaps = self.sifted.gaps.iter().map(|gap| warning(format!("not covered: {gap}")));
        let warnings = self.sifted.warnings.iter().cloned().map(warning);
        stopped.chain(gaps).chain(warnings).collect()
    }
}

fn as_problem(told: &Told) -> Problem<'_> {
    let of = told.owner.as_ref().map_or_else(String::new, |owner| format!(" of {owner}"));
    let [one, other] = told.accesses.each_ref().map(side);
    let lock = one_lock(told.accesses.each_ref().map(|access| &*access.holds));
    let text = [
        format!("{}{of} may race: it is {one}, and {other}", told.variable),
        format!("Suspected, since nothing was found that orders the two: {}", told.rank.words()),
        format!("{lock}{}; {DECIDES}", instead(told.rank)),
    ];
    let spots = told.accesses.iter().filter_map(|access| {
        let place = access.spot.clone()?;
        Some(Labelled { place, label: label(access, &told.variable) })
    });
    let mut sides = told.accesses.each_ref().map(|access| {
        let call = access.call.as_deref().map_or_else(String::new, steady);
        format!("{} in {} {call}", verb(access), steady(&access.method))
    });
    sides.sort_unstable();
    let owner = told.owner.as_deref().map(steady);
    Problem {
        variable: Some(told.variable.clone()),
        rank: Some(told.rank.words()),
        identity: [steady(&told.variable)].into_iter().chain(owner).chain(sides).collect(),
        ..Problem::not_executed(FindingKind::DataRace, Weight::Suspected, text, spots)
    }
}

/// What else may be changed.
fn instead(rank: Rank) -> &'static str {
    match rank {
        Rank::Inconsistent | Rank::Alike | Rank::Unguarded => {
            ", or make the variable volatile if each access stands for itself"
        }
        Rank::Container => ", or use a class that promises thread safety in its place",
        Rank::Consequence | Rank::Iterator | Rank::Final | Rank::Argument | Rank::Deep => "",
    }
}

fn verb(access: &ToldAccess) -> &'static str {
    if access.writes { "written" } else { "read" }
}

fn side(access: &ToldAccess) -> String {
    let ToldAccess { method, place, call, thread, holds, .. } = access;
    let call = call.as_ref().map_or_else(String::new, |call| format!(", called at {call}"));
    let holds = if holds.is_empty() { "nothing".to_owned() } else { holds.join(" and ") };
    format!("{} at {place} in {method}{call}, by {thread}, holding {holds}", verb(access))
}

fn label(access: &ToldAccess, variable: &str) -> String {
    let what = if access.writes { "writes" } else { "reads" };
    match &access.call {
        Some(_) => format!("{} calls {}, which {what} {variable}", access.thread, access.method),
        None => format!("{} {what} {variable}", access.thread),
    }
}

fn broken(broken: &Broken) -> Problem<'_> {
    let text = [
        broken.line(),
        String::new(),
        format!("hold `{}` there, or mend the annotation", broken.guard()),
    ];
    let spot = broken.spot.clone().map(|place| Labelled { place, label: String::new() });
    Problem {
        identity: vec![broken.entry.line(1)],
        ..Problem::not_executed(ReportedKind::Unguarded, Weight::Suspected, text, spot)
    }
}
