//! A report as other programs take it: a list of problems with their places, and of notices. What
//! `sarif` and `github` write are functions of an [`Outline`], whichever command has found what is
//! in it.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_base::{
    Finding, FindingKind, Place, Race, RacingAccess, Step, ThreadReport, programs_own,
    variables_alike,
};

use super::text::{spots, verb};
use super::unit_tests::{TestOutcome, TestReport, TestsReport};
use super::{CheckReport, Verdict, verdict};
use crate::explained::ReportedKind;
use crate::unit_tests::Why;

/// A report of any command.
pub struct Outline<'a> {
    pub command: &'a str,
    /// What was looked at: a main class, a trace.
    pub target: &'a str,
    /// The verdict, and the sentence that goes with it.
    pub verdict: &'a str,
    pub headline: String,
    pub status: i32,
    pub problems: Vec<Problem<'a>>,
    pub notices: Vec<Notice>,
    /// What the verdict means, and what it rests on.
    pub guarantee: Option<&'a str>,
    pub assumptions: &'a [String],
}

/// What a problem decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// It is a finding.
    Finding,
    /// It was predicted, or a scan leaves it, and nobody has executed it.
    Suspected,
    /// It is noted, and decides nothing.
    Noted,
}

/// A finding, or what is told like one.
pub struct Problem<'a> {
    /// As reports name it.
    pub kind: ReportedKind,
    pub weight: Weight,
    /// One or two sentences; then what exactly is the matter, and what to do about it.
    pub message: String,
    pub detail: String,
    pub advice: String,
    /// The test in which it was found.
    pub test: Option<String>,
    /// What it is about, if it is about a variable.
    pub variable: Option<String>,
    pub conflict: Option<&'static str>,
    /// Why it is suspected, if a scan leaves it.
    pub rank: Option<&'static str>,
    /// Why it does not count, if it does not.
    pub accepted: Option<&'static str>,
    /// Where it is: the first place is the main one.
    pub spots: Vec<Labelled>,
    /// What threads do until then, each for itself.
    pub flows: Vec<Flow<'a>>,
    pub stacks: Vec<(String, &'a [Place])>,
    /// What it is known by even when lines have moved.
    pub identity: Vec<String>,
}

/// A place, and what happens there.
pub struct Labelled {
    pub place: Place,
    pub label: String,
}

/// What one thread does.
pub struct Flow<'a> {
    pub thread: &'a str,
    pub moves: Vec<Move<'a>>,
}

/// A step of one thread, or an access that is told of one.
pub struct Move<'a> {
    /// Which step of all it is in, from one; none if that is not known.
    pub step: Option<usize>,
    pub place: &'a Place,
    pub what: String,
    pub importance: Importance,
}

/// How much of a thread's steps is to be seen at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Importance {
    /// It is the problem.
    Essential,
    Important,
    /// Inside the class library.
    Unimportant,
}

/// What is to be said besides.
#[derive(Debug)]
pub struct Notice {
    pub level: Level,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    Error,
    Warning,
    Note,
}

impl Notice {
    pub fn new(level: Level, message: impl Into<String>) -> Self {
        Self { level, message: message.into() }
    }
}

impl<'a> Outline<'a> {
    /// Of a check or a replay.
    pub fn of(report: &'a CheckReport) -> Self {
        Self {
            command: report.command,
            target: report.target.test.as_ref().unwrap_or(&report.target.main),
            verdict: report.verdict.name(),
            headline: verdict::headline(report),
            status: report.verdict.status(),
            problems: problems(report, None),
            notices: notices(report, None).into_iter().chain(accepted([report])).collect(),
            guarantee: Some(&report.guarantee).filter(|text| !text.is_empty()).map(|text| &**text),
            assumptions: &report.assumptions,
        }
    }

    /// Of a check of tests.
    pub fn of_tests(report: &'a TestsReport) -> Self {
        let (mut problems, mut notices) = (Vec::new(), Vec::new());
        for test in &report.tests {
            let name = test.name();
            let about = |level, why: &str| Notice::new(level, format!("{name}: {why}"));
            notices.extend(test.notes.iter().map(|note| about(Level::Note, note)));
            match &test.outcome {
                TestOutcome::Checked { report, .. } => {
                    problems.extend(self::problems(report, Some(&name)));
                    notices.extend(self::notices(report, Some(&name)));
                }
                TestOutcome::Skipped(why, reason) => {
                    let level = match why {
                        Why::NotDone => Level::Warning,
                        _ => Level::Note,
                    };
                    notices.push(about(level, &format!("skipped: {reason}")));
                }
                TestOutcome::NotBegun(reason) => {
                    notices.push(about(Level::Warning, &format!("not begun: {reason}")));
                }
                TestOutcome::Refused(reason) => notices.push(about(Level::Error, reason)),
            }
        }
        notices.extend(accepted(report.tests.iter().filter_map(TestReport::checked)));
        let counts = report.counts().into_iter().map(|(count, word)| format!("{count} {word}"));
        Self {
            command: "check",
            target: "tests",
            verdict: report.verdict(),
            headline: format!("{} tests, {}.", report.tests.len(), join(counts.collect())),
            status: report.status(),
            problems,
            notices,
            guarantee: None,
            assumptions: &[],
        }
    }

    /// The problems, each with a name that stays when lines move: the second of one name has
    /// another.
    pub fn named(&self) -> impl Iterator<Item = (String, &Problem<'a>)> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        self.problems.iter().map(move |problem| {
            let name = problem.fingerprint();
            let times = seen.entry(name.clone()).or_default();
            *times += 1;
            (format!("{name}:{times}"), problem)
        })
    }
}

fn join(words: Vec<String>) -> String {
    words.join(", ")
}

fn problems<'a>(report: &'a CheckReport, test: Option<&str>) -> Vec<Problem<'a>> {
    let findings = report.findings.iter().map(|finding| (Weight::Finding, finding));
    let apart = report.in_libraries.iter().chain(report.exits.iter().map(|counted| &counted.what));
    let noted = apart.map(|finding| (Weight::Noted, finding));
    let weak = report.weak_races.iter().map(Problem::weak);
    findings
        .chain(noted)
        .map(|(weight, finding)| Problem::of(finding, weight))
        .chain(weak)
        .map(|problem| Problem { test: test.map(str::to_owned), ..problem })
        .collect()
}

/// Whose races were not looked for: that was asked of all at once, so it is said once.
fn accepted<'a>(reports: impl IntoIterator<Item = &'a CheckReport>) -> Vec<Notice> {
    let all: BTreeSet<&String> = reports.into_iter().flat_map(|report| &report.accepted).collect();
    all.into_iter().map(|what| Notice::new(Level::Note, what)).collect()
}

/// What a report says besides findings, so that none is taken for more than it is.
fn notices(report: &CheckReport, test: Option<&str>) -> Vec<Notice> {
    let level = match report.verdict {
        Verdict::Unsupported => Level::Error,
        _ => Level::Warning,
    };
    let of = |text: String| test.map_or(text.clone(), |test| format!("{test}: {text}"));
    let unsupported = report.unsupported.iter().map(|counted| {
        let stack: String = counted.what.stack.iter().map(|at| format!(" {at}")).collect();
        let why = format!("not modelled, so what follows was not explored: {}", counted.what.what);
        Notice::new(level, of(format!("{why}{stack}")))
    });
    let limit = report.limit.iter().map(|limit| {
        let next: String = report.next.iter().map(|next| format!("; try {next}")).collect();
        let why = format!("not everything was explored: {limit} ended the search{next}");
        Notice::new(Level::Warning, of(why))
    });
    let unchecked = report
        .not_checked
        .iter()
        .map(|what| Notice::new(Level::Warning, of(format!("not checked: {what}"))));
    unsupported.chain(limit).chain(unchecked).collect()
}

impl<'a> Problem<'a> {
    /// Of a weak race.
    pub fn weak(race: &'a Finding) -> Self {
        Self { kind: ReportedKind::WeakRace, ..Self::of(race, Weight::Noted) }
    }

    /// Of a finding.
    pub fn of(finding: &'a Finding, weight: Weight) -> Self {
        let race = finding.race.as_deref();
        let spots = spots(finding).into_iter();
        Self {
            kind: finding.kind.into(),
            weight,
            message: finding.message.clone(),
            detail: finding.detail.clone(),
            advice: finding.advice.clone(),
            test: None,
            variable: race.map(|race| race.variable.clone()),
            conflict: race.map(|race| race.conflict.name()),
            rank: None,
            accepted: None,
            spots: spots
                .map(|spot| Labelled { place: spot.place.clone(), label: spot.label })
                .filter(|spot| spot.place != Place::default())
                .collect(),
            flows: flows(finding),
            stacks: stacks(finding),
            identity: identity(finding),
        }
    }

    /// Of what there is no schedule of.
    pub fn not_executed(
        kind: impl Into<ReportedKind>,
        weight: Weight,
        [message, detail, advice]: [String; 3],
        spots: impl IntoIterator<Item = Labelled>,
    ) -> Self {
        Self {
            kind: kind.into(),
            weight,
            message,
            detail,
            advice,
            test: None,
            variable: None,
            conflict: None,
            rank: None,
            accepted: None,
            spots: spots.into_iter().filter(|spot| spot.place != Place::default()).collect(),
            flows: Vec::new(),
            stacks: Vec::new(),
            identity: Vec::new(),
        }
    }

    /// The same for the same mistake, wherever its lines have moved.
    fn fingerprint(&self) -> String {
        let test = self.test.as_deref().unwrap_or_default();
        let parts =
            [self.kind.name(), test].into_iter().chain(self.identity.iter().map(String::as_str));
        let text = parts.collect::<Vec<_>>().join("\n");
        format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
    }
}

/// Of a race, the two threads, each up to its access; else every thread that did something.
fn flows(finding: &Finding) -> Vec<Flow<'_>> {
    if let Some(race) = &finding.race {
        return race.accesses.iter().map(|access| up_to(access, race, &finding.trace)).collect();
    }
    let mut flows: Vec<Flow<'_>> = Vec::new();
    for (number, step) in (1..).zip(&finding.trace) {
        let at = flows.iter().position(|flow| flow.thread == step.thread);
        let at = at.unwrap_or_else(|| {
            flows.push(Flow { thread: &step.thread, moves: Vec::new() });
            flows.len() - 1
        });
        flows[at].moves.push(a_step(number, step));
        flows[at].moves.extend(step.ending.iter().map(|ending| Move {
            step: Some(number),
            place: &ending.place,
            what: ending.what.clone(),
            importance: Importance::Essential,
        }));
    }
    flows
}

fn up_to<'a>(access: &'a RacingAccess, race: &Race, trace: &'a [Step]) -> Flow<'a> {
    let last = access.step.unwrap_or(trace.len());
    let steps = (1..).zip(trace).take(last).filter(|(_, step)| step.thread == access.thread);
    let moves = steps.map(|(number, step)| a_step(number, step));
    let itself = Move {
        step: access.step,
        place: programs_own(&access.stack),
        what: format!("{} {} {}", access.thread, verb(access.access), race.variable),
        importance: Importance::Essential,
    };
    Flow { thread: &access.thread, moves: moves.chain([itself]).collect() }
}

fn a_step(number: usize, step: &Step) -> Move<'_> {
    Move {
        step: Some(number),
        place: &step.place,
        what: step.operation.clone(),
        importance: if step.library { Importance::Unimportant } else { Importance::Important },
    }
}

fn stacks(finding: &Finding) -> Vec<(String, &[Place])> {
    let of_race = finding.race.iter().flat_map(|race| &race.accesses);
    let of_race = of_race.map(|access| (access.thread.clone(), &*access.stack));
    let of_threads = finding
        .threads
        .iter()
        .map(|thread| (format!("{} {}", thread.name, thread.state), &*thread.stack));
    let own = (finding.kind.name().to_owned(), &*finding.stack);
    let stacks: Vec<_> = match finding.kind {
        FindingKind::DataRace => of_race.collect(),
        _ if finding.kind.is_hang() => of_threads.collect(),
        _ => vec![own],
    };
    stacks.into_iter().filter(|(_, stack)| !stack.is_empty()).collect()
}

/// What stays when lines move: of a race the variable, and who accesses it; of a hang where threads
/// wait; of others what is thrown where. Neither lines nor numbers of objects or threads.
fn identity(finding: &Finding) -> Vec<String> {
    if let Some(race) = &finding.race {
        let mut accesses: Vec<String> = race
            .accesses
            .iter()
            .map(|access| {
                format!("{} {}", verb(access.access), method(programs_own(&access.stack)))
            })
            .collect();
        accesses.sort_unstable();
        return [variables_alike(&race.variable).to_owned()].into_iter().chain(accesses).collect();
    }
    if finding.kind.is_hang() {
        let waits = |thread: &ThreadReport| method(programs_own(&thread.stack));
        let mut waits: Vec<String> = finding.threads.iter().map(waits).collect();
        waits.sort_unstable();
        return waits;
    }
    let thrown = finding.exception.clone();
    let status = finding.status.map(|status| status.to_string());
    thrown.into_iter().chain(status).chain([method(programs_own(&finding.stack))]).collect()
}

/// A method by its name. Lambdas are numbered in the order in which they stand in their class, so
/// the number is left out.
pub fn method(place: &Place) -> String {
    let name = match place.method.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$')) {
        Some((of, _)) => format!("lambda${of}"),
        None => place.method.clone(),
    };
    format!("{}.{name}", place.class)
}
