//! What an audit has decided, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use raceproof_scan::pairs::Stage;
use serde_json::{Value, json};

use crate::audit::candidates::{Candidate, Shown};
use crate::audit::deciding::Auditor;
use crate::audit::status::{Reason, Status, Witness};
use crate::commands::check;
use crate::report::{FORMAT_VERSION, finding_as_json, visible};
use crate::scan_advice::one_lock;
use crate::scan_verdict::counted;
use crate::source_lines::SourceLines;

/// How many candidates of a sort are shown as text.
pub(super) const SHOWN: usize = 40;

/// What the scan says beside its candidates.
pub struct Scanned {
    pub target: String,
    /// By stage: how many pairs it rules out; of the last, how many are left.
    pub stages: BTreeMap<Stage, usize>,
    pub gaps: Vec<String>,
    /// Which limit came, if one did.
    pub stopped: Option<String>,
    pub assumptions: Vec<String>,
    /// Variables of which it has proved all pairs: none where it has gaps, or was stopped.
    pub proved: Vec<String>,
    /// The program's own classes that it looked at.
    pub classes: Vec<String>,
}

/// What has become of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A candidate is witnessed and proved, or a race is none of the candidates: we are wrong.
    Contradiction,
    /// A race was executed.
    Violated,
    /// Races were executed, all of which the baseline has.
    NothingNew,
    Unsupported,
    Incomplete,
    /// All pairs are proved, some for this input only.
    Proved,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Contradiction => "contradiction",
            Self::Violated => "violated",
            Self::NothingNew => "nothing-new",
            Self::Unsupported => "unsupported",
            Self::Incomplete => "incomplete",
            Self::Proved => "proved",
        }
    }

    fn status(self) -> i32 {
        match self {
            Self::Contradiction => 101,
            Self::Violated => 1,
            Self::Unsupported => 4,
            Self::Incomplete => 3,
            Self::NothingNew | Self::Proved => 0,
        }
    }
}

/// So many pairs of places each.
#[derive(Default)]
struct Pairs {
    original: usize,
    witnessed: usize,
    proved: usize,
    open: usize,
    accepted: usize,
    left_out: usize,
}

/// The report.
pub struct AuditReport<'a> {
    pub(super) auditor: &'a Auditor<'a>,
    pub(super) scanned: Scanned,
    elapsed: Duration,
}

impl<'a> AuditReport<'a> {
    pub fn of(auditor: &'a Auditor<'a>, scanned: Scanned, elapsed: Duration) -> Self {
        Self { auditor, scanned, elapsed }
    }

    pub fn status(&self) -> i32 {
        self.verdict().status()
    }

    /// Whether the scan says that it knows all pairs.
    fn knows_all(&self) -> bool {
        self.scanned.gaps.is_empty() && self.scanned.stopped.is_none()
    }

    /// Whether nothing is left to decide: of what a gap hides, executions alone know.
    fn is_complete(&self) -> bool {
        let knows = self.knows_all() || self.scanned.stopped.is_none() && self.auditor.is_complete;
        knows && self.count(Candidate::is_open) == 0
    }

    pub(super) fn verdict(&self) -> Verdict {
        let Auditor { candidates, unexpected, contradictions, unsupported, .. } = self.auditor;
        let has = |is: &dyn Fn(&Candidate) -> bool| {
            candidates.iter().any(|candidate| candidate.is_told() && is(candidate))
        };
        let is_open = |candidate: &Candidate| candidate.is_open() && candidate.is_new();
        let is_ambiguous = |candidate: &Candidate| {
            is_open(candidate) && matches!(candidate.status, Status::Open(Reason::Ambiguous))
        };
        match () {
            () if !contradictions.is_empty() => Verdict::Contradiction,
            () if !unexpected.is_empty() && self.knows_all() => Verdict::Contradiction,
            () if !unexpected.is_empty() || has(&|one| one.is_witnessed() && one.is_new()) => {
                Verdict::Violated
            }
            () if has(&is_ambiguous) => Verdict::Violated,
            () if unsupported.is_some() && (has(&is_open) || !self.knows_all()) => {
                Verdict::Unsupported
            }
            () if has(&is_open) || self.scanned.stopped.is_some() => Verdict::Incomplete,
            () if !self.knows_all() && !self.auditor.is_complete => Verdict::Incomplete,
            () if has(&|one| !one.is_new()) => Verdict::NothingNew,
            () => Verdict::Proved,
        }
    }

    /// They add up to the original ones.
    fn pairs(&self) -> Pairs {
        let left = self.scanned.stages.get(&Stage::Candidate).copied().unwrap_or_default();
        let mut pairs = Pairs { original: self.scanned.stages.values().sum(), ..Pairs::default() };
        let mut told = 0;
        for candidate in &self.auditor.candidates {
            told += candidate.pairs;
            let of = match &candidate.status {
                _ if candidate.is_accepted => &mut pairs.accepted,
                _ if !candidate.is_told() => &mut pairs.left_out,
                Status::Witnessed(_) => &mut pairs.witnessed,
                Status::Proved { .. } => &mut pairs.proved,
                Status::Open(_) => &mut pairs.open,
            };
            *of += candidate.pairs;
        }
        debug_assert!(told == left, "{told} pairs of {left} have a candidate");
        pairs
    }

    pub(super) fn headline(&self) -> String {
        let Pairs { witnessed, proved, open, left_out, .. } = self.pairs();
        let all = self.count(|_| true);
        let what_is_asked = if left_out > 0 { "what --pair asks for is " } else { "" };
        let counts = format!(
            "{} witnessed, {} proved for this input, {} open",
            self.count(Candidate::is_witnessed),
            self.count(|one| matches!(one.status, Status::Proved { .. })),
            self.count(Candidate::is_open),
        );
        let what = format!("{}: {counts}", counted(all, "candidate"));
        let unexpected = self.auditor.unexpected.len();
        match self.verdict() {
            Verdict::Contradiction => format!(
                "contradiction: executed: {} that the scan proves impossible, and {} that executions have proved. This is a defect of raceproof, unless what the scan assumes does not hold here: please report it",
                counted(unexpected, "race"),
                counted(self.auditor.contradictions.len(), "candidate")
            ),
            Verdict::Violated if unexpected > 0 => {
                format!("{what}; {} beyond what the scan follows", counted(unexpected, "race"))
            }
            Verdict::Violated => what,
            Verdict::NothingNew => format!("nothing new; {what}"),
            Verdict::Unsupported => {
                let why = self.auditor.unsupported.as_deref().unwrap_or_default();
                format!("{what}; what is not modelled came first: {}", visible(why))
            }
            Verdict::Incomplete if open == 0 => {
                format!("incomplete: {what}; {}", self.why_incomplete())
            }
            Verdict::Incomplete => format!("incomplete: {what}"),
            // What a gap of the scan hides, the executions with this input decide.
            Verdict::Proved if witnessed + proved == 0 && self.knows_all() => {
                format!("{what_is_asked}race-free for every input, if what is assumed holds")
            }
            Verdict::Proved => {
                format!(
                    "{what_is_asked}race-free for this input, if what is assumed holds ({counts})"
                )
            }
        }
    }

    fn why_incomplete(&self) -> String {
        match &self.scanned.stopped {
            Some(stopped) => format!("the scan was stopped: {stopped}"),
            None => format!(
                "the scan has {}, and not all executions were explored",
                counted(self.scanned.gaps.len(), "gap")
            ),
        }
    }

    fn count(&self, is: impl Fn(&Candidate) -> bool) -> usize {
        let all = self.auditor.candidates.iter().filter(|candidate| candidate.is_told());
        all.filter(|candidate| is(candidate)).count()
    }

    pub(super) fn assumptions(&self) -> Vec<String> {
        let mut all = self.scanned.assumptions.clone();
        let new = self.auditor.assumptions.iter().filter(|one| !all.contains(one));
        let new: Vec<String> = new.cloned().collect();
        all.extend(new);
        let races = self.count(Candidate::is_witnessed) > 0 || !self.auditor.unexpected.is_empty();
        if races && self.count(|one| matches!(one.status, Status::Proved { .. })) > 0 {
            all.push(
                "what is proved for this input is proved of interleavings: there, the two accesses never come one after the other; what else the executed races may lead to, where memory is weaker, was not looked at"
                    .to_owned(),
            );
        }
        all
    }

    // ---- text

    pub fn text(&self) -> String {
        let mut text = format!("raceproof audit {}: {}\n", self.scanned.target, self.headline());
        for what in &self.auditor.contradictions {
            text += &format!("\ncontradiction: {}\n", visible(what));
        }
        for witness in &self.auditor.unexpected {
            text += &format!("\nrace, {}:\n{}", self.which_unexpected(), told_witness(witness));
        }
        for sort in [Candidate::is_witnessed, Candidate::is_open, is_proved] {
            self.put_all(&mut text, sort);
        }
        text += &self.rests();
        text + &format!("\nverdict: {}\n", self.headline())
    }

    /// What is told besides the candidates, and what the verdict rests on.
    pub(super) fn rests(&self) -> String {
        let mut text = String::new();
        put_list(&mut text, "Found beside races (`raceproof check` tells how):", &self.beside());
        let visible_all = |all: &[String]| all.iter().map(|one| visible(one)).collect::<Vec<_>>();
        put_list(&mut text, "Not covered by the scan:", &visible_all(&self.scanned.gaps));
        put_list(&mut text, "Warnings:", &visible_all(&self.auditor.warnings));
        text += "\nPairs of places:\n";
        for (name, count) in self.sums() {
            text += &format!("  {count:>8}  {name}\n");
        }
        put_list(&mut text, "Assumed:", &self.assumptions());
        // Writing to a `String` cannot fail.
        let _ = write!(text, "\n{:.2} s", self.elapsed.as_secs_f64());
        text
    }

    /// What a race is that is none of the candidates.
    pub(super) fn which_unexpected(&self) -> &'static str {
        match self.knows_all() {
            true => "executed, though the scan proves it",
            false => "executed, beyond what the scan follows",
        }
    }

    fn put_all(&self, text: &mut String, is: fn(&Candidate) -> bool) {
        let all = self.auditor.candidates.iter().enumerate();
        let all: Vec<(usize, &Candidate)> =
            all.filter(|(_, one)| one.is_told() && is(one)).collect();
        for (number, candidate) in all.iter().take(SHOWN) {
            *text += &told(number + 1, candidate);
        }
        if all.len() > SHOWN {
            *text +=
                &format!("\nand {} more of these (`--format json` has all)\n", all.len() - SHOWN);
        }
    }

    fn beside(&self) -> Vec<String> {
        let all = self.auditor.beside.iter();
        all.map(|(what, _)| visible(what)).collect()
    }

    /// Whose sum is the first.
    fn sums(&self) -> Vec<(String, usize)> {
        let pairs = self.pairs();
        let stages = self.scanned.stages.iter().filter(|(stage, _)| **stage != Stage::Candidate);
        let stages = stages.map(|(stage, count)| {
            (format!("proved for all inputs by the scan: {}", stage.name()), *count)
        });
        let left_out = ("not asked for (--pair)".to_owned(), pairs.left_out);
        std::iter::once(("in all; of these".to_owned(), pairs.original))
            .chain(stages)
            .chain([
                ("witnessed".to_owned(), pairs.witnessed),
                ("proved for this input".to_owned(), pairs.proved),
                ("open".to_owned(), pairs.open),
                ("accepted by comments in the source".to_owned(), pairs.accepted),
            ])
            .chain(Some(left_out).filter(|(_, count)| *count > 0))
            .collect()
    }

    // ---- JSON

    pub fn json(&self) -> String {
        let pairs = self.pairs();
        let stages = self.scanned.stages.iter().filter(|(stage, _)| **stage != Stage::Candidate);
        let stages: serde_json::Map<String, Value> =
            stages.map(|(stage, count)| (stage.name().to_owned(), json!(count))).collect();
        let sources = check::sources(self.auditor.options, self.auditor.program);
        let candidates = self.auditor.candidates.iter().enumerate();
        let candidates: Vec<Value> = candidates
            .filter(|(_, candidate)| candidate.is_told())
            .map(|(number, candidate)| {
                let mut object = candidate_as_json(number + 1, candidate, &sources);
                // Without a baseline there is nothing that it could be new against.
                if self.auditor.options.baseline.is_some() {
                    object["new"] = json!(candidate.is_new());
                }
                object
            })
            .collect();
        let unexpected = self.auditor.unexpected.iter();
        let unexpected: Vec<Value> =
            unexpected.map(|witness| witness_as_json(witness, &sources)).collect();
        let report = json!({
            "tool": "raceproof",
            "version": env!("CARGO_PKG_VERSION"),
            "format_version": FORMAT_VERSION,
            "command": "audit",
            "target": self.scanned.target,
            "verdict": self.verdict().name(),
            "complete": self.is_complete(),
            "explored": self.auditor.is_complete,
            "pairs": {
                "original": pairs.original,
                "proved_for_all_inputs": stages,
                "witnessed": pairs.witnessed,
                "proved_for_this_input": pairs.proved,
                "open": pairs.open,
                "accepted": pairs.accepted,
                "not_asked_for": pairs.left_out,
            },
            "candidates": candidates,
            "unexpected": unexpected,
            "contradictions": self.auditor.contradictions,
            "beside": self.auditor.beside.keys().collect::<Vec<&String>>(),
            "gaps": self.scanned.gaps,
            "stopped": self.scanned.stopped,
            "limit": self.auditor.limit,
            "unsupported": self.auditor.unsupported,
            "warnings": self.auditor.warnings,
            "assumptions": self.assumptions(),
            "elapsed_ms": u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX),
        });
        format!("{report:#}\n")
    }
}

fn is_proved(candidate: &Candidate) -> bool {
    matches!(candidate.status, Status::Proved { .. })
}

fn put_list(text: &mut String, title: &str, lines: &[String]) {
    if !lines.is_empty() {
        *text += &format!("\n{title}\n");
        lines.iter().for_each(|line| *text += &format!("  - {line}\n"));
    }
}

fn told(number: usize, candidate: &Candidate) -> String {
    let word = match &candidate.status {
        Status::Witnessed(_) => "witnessed",
        Status::Proved { .. } => "proved for this input",
        Status::Open(_) => "open",
    };
    let pairs = counted(candidate.pairs, "pair");
    let mut text = format!("\n{number}. {word}: {} ({pairs})\n", visible(&candidate.variable));
    for shown in &candidate.shown {
        text += &format!("     {}\n", told_access(shown));
    }
    text + &told_decision(candidate)
}

/// What has become of it, and what is to be done next.
pub(super) fn told_decision(candidate: &Candidate) -> String {
    match &candidate.status {
        Status::Witnessed(witness) => told_witness(witness),
        Status::Proved { by, is_known } => {
            let known = if *is_known { ", and nothing has changed since" } else { "" };
            format!("   by {by}{known}\n")
        }
        Status::Open(reason) => format!(
            "   why: {}\n   what would decide it: {}\n",
            why(reason, candidate),
            what_decides(reason, candidate)
        ),
    }
}

pub(super) fn told_access(shown: &Shown) -> String {
    let verb = if shown.writes { "write" } else { "read" };
    let call = shown.call.as_ref().map_or(String::new(), |call| format!(", called at {call}"));
    let Shown { side, thread, .. } = shown;
    visible(&format!("{verb} at {} in {}{call}, by {thread}", side.place, side.method))
}

fn told_witness(witness: &Witness) -> String {
    let again = if witness.is_known { ", known before and executed again" } else { "" };
    let mut text = format!(
        "   {}\n   found by {}{again}, in {}\n",
        visible(&witness.finding.message),
        witness.by,
        counted(witness.finding.schedule.len(), "step")
    );
    if let Some(file) = &witness.file {
        text += &format!("   show it: raceproof replay {}\n", visible(file));
    }
    text
}

pub(super) fn why(reason: &Reason, candidate: &Candidate) -> String {
    match reason {
        Reason::Untried => "a limit came before it was decided".to_owned(),
        Reason::Unasked => "one execution and its reorderings (`predict`) did not show it, and no other decider was asked".to_owned(),
        Reason::NotReached(side) => format!(
            "no execution with this input came to {}, on an object that threads share",
            visible(&candidate.shown[*side].side.place)
        ),
        Reason::NeverAtOnce => {
            "executions came to both, but never at once on one object".to_owned()
        }
        Reason::Ordered => "executions came to both at once, but one was ordered before the other, or had happened then"
            .to_owned(),
        Reason::Ambiguous => {
            "a race was executed that may be this one or that of another candidate".to_owned()
        }
        Reason::Unsupported(what) => format!("the program needs what is not modelled: {}", visible(what)),
    }
}

/// What decides for this input.
const EXPLORED: &str = "that the decider `check` explores all executions, in more time (--time)";

pub(super) fn what_decides(reason: &Reason, candidate: &Candidate) -> String {
    match reason {
        Reason::Untried => "more time (--time)".to_owned(),
        Reason::Unasked => "other deciders, too: leave `--deciders` out".to_owned(),
        Reason::NotReached(_) => {
            format!("an input that leads there (arguments behind `--`), or {EXPLORED}")
        }
        Reason::NeverAtOnce | Reason::Ordered => {
            let locks = one_lock(candidate.shown.each_ref().map(|shown| &*shown.holds));
            let locks = visible(&locks);
            format!("{EXPLORED}; or a change: {locks}")
        }
        Reason::Ambiguous => "mend the race that was executed, and audit again".to_owned(),
        Reason::Unsupported(_) => {
            "a smaller program without that, or only its part with the pair".to_owned()
        }
    }
}

fn witness_as_json(witness: &Witness, sources: &SourceLines) -> Value {
    json!({
        "by": witness.by,
        "known": witness.is_known,
        "trace": witness.file,
        "finding": finding_as_json(&witness.finding, sources),
    })
}

fn candidate_as_json(number: usize, candidate: &Candidate, sources: &SourceLines) -> Value {
    let access = |shown: &Shown| {
        json!({
            "kind": if shown.writes { "write" } else { "read" },
            "method": shown.side.method,
            "place": shown.side.place,
            "call": shown.call,
            "thread": shown.thread,
        })
    };
    let (status, rest) = match &candidate.status {
        Status::Witnessed(witness) => {
            ("witnessed", json!({ "witness": witness_as_json(witness, sources) }))
        }
        Status::Proved { by, is_known } => {
            ("proved", json!({ "proof": { "by": by, "scope": "this-input", "known": is_known } }))
        }
        Status::Open(reason) => (
            "open",
            json!({
                "reason": reason.word(),
                "why": why(reason, candidate),
                "what_decides": what_decides(reason, candidate),
            }),
        ),
    };
    let mut object = json!({
        "number": number,
        "candidate": candidate.key,
        "variable": candidate.variable,
        "rank": candidate.rank.words(),
        "accesses": candidate.shown.each_ref().map(access),
        "pairs": candidate.pairs,
        "status": status,
        "directed": {
            "executions": candidate.spent.executions,
            "transitions": candidate.spent.transitions,
        },
    });
    if let (Value::Object(object), Value::Object(rest)) = (&mut object, rest) {
        object.extend(rest);
    }
    object
}
