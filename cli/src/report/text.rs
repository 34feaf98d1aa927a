//! The report for people: the verdict first, then each finding with its source, its trace and how
//! all threads stand, then what the verdict rests on and what it took.

use std::cmp::Reverse;

use raceproof_base::{
    AccessKind, Finding, FindingKind, Place, RacingAccess, ThreadReport, Unsupported,
};
use raceproof_listeners::deadlock;
use raceproof_search::{Counted, Reduction};

use super::excerpt::{self, Mark, Spot};
use super::fold;
use super::page::{Page, Style, counted, grouped, visible};
use super::thread_columns::Room;
use super::{CheckReport, RoundReport, Statistics, Verdict, steps, verdict};
use crate::failure::Palette;
use crate::source_lines::SourceLines;

/// Deadlocked threads whose source is shown; all are listed at the end.
const MOST_SPOTS: usize = 12;

/// How the text is wanted.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    pub palette: Palette,
    /// Each step and each frame has its line.
    pub verbose: bool,
    /// Nobody asked to keep what is found: it is said how.
    pub unsaved: bool,
    /// What a trace may be laid out on, with a column for each thread.
    pub room: Option<Room>,
}

impl TextOptions {
    /// Text that goes anywhere.
    pub const PLAIN: Self =
        Self { palette: Palette::Plain, verbose: false, unsaved: false, room: None };
}

pub fn as_text(report: &CheckReport, sources: &SourceLines, options: TextOptions) -> String {
    let mut page = Page::new(options.palette);
    put(&mut page, report, sources, options);
    page.finish()
}

/// How to keep a counterexample.
pub fn put_unsaved(page: &mut Page) {
    page.put(Style::Help, "try").plain(
        ": `--save-trace FILE` keeps the schedule, and `raceproof replay FILE` executes it again",
    );
    page.end();
}

/// The verdict, and what was found, as a part of a page.
pub fn told(page: &mut Page, report: &CheckReport, sources: &SourceLines, options: TextOptions) {
    verdict::put(page, report);
    not_checked(page, report);
    verdict::next(page, &report.next);
    if report.verdict == Verdict::Unsupported {
        verdict::unsupported(page, &report.unsupported);
    }
    for finding in &report.findings {
        page.end();
        self::finding(page, finding, sources, options);
    }
    if !report.exits.is_empty() {
        page.end();
        verdict::exits(page, &report.exits, options.verbose);
    }
    if report.verdict != Verdict::Unsupported && !report.unsupported.is_empty() {
        page.end();
        verdict::unsupported(page, &report.unsupported);
    }
    verdict::weak_races(page, &report.weak_races);
    verdict::in_libraries(page, &report.in_libraries);
}

/// The whole report, as a part of a page.
pub fn put(page: &mut Page, report: &CheckReport, sources: &SourceLines, options: TextOptions) {
    told(page, report, sources, options);
    rests(page, report);
    // What is replayed lies in a file already.
    let is_new = report.command != "replay";
    if options.unsaved && is_new && !report.findings.is_empty() {
        put_unsaved(page);
    }
    // Who comes to the end of a long report has not seen its beginning.
    page.end();
    verdict::put(page, report);
}

/// What the verdict means, rests on and took.
pub(super) fn rests(page: &mut Page, report: &CheckReport) {
    page.end();
    if !report.guarantee.is_empty() {
        page.put(Style::Strong, "guarantee: ").put(Style::Plain, &report.guarantee).end();
    }
    if !report.assumptions.is_empty() {
        page.put(Style::Strong, "assuming:").end();
        for assumption in &report.assumptions {
            page.plain("  - ").put(Style::Plain, assumption).end();
        }
    }
    page.put(Style::Strong, "explored: ").plain(&explored(&report.statistics)).end();
    if let Some(reduction) = &report.statistics.reduction {
        page.put(Style::Strong, "reduced: ").plain(&reduced(reduction)).end();
    }
    if report.rounds.len() > 1 {
        page.put(Style::Strong, "in rounds:").end();
        for round in &report.rounds {
            page.plain("  - ").put(Style::Plain, &self::round(round)).end();
        }
    }
    page.put(Style::Strong, "took: ").plain(&took(&report.statistics)).end();
}

/// What was not modelled alone, as build servers show it.
pub fn unsupported_as_text(unsupported: &[Counted<Unsupported>]) -> String {
    let mut page = Page::new(Palette::Plain);
    page.end();
    verdict::unsupported(&mut page, unsupported);
    page.finish()
}

/// A finding alone, as build servers show it.
pub fn finding_as_text(finding: &Finding, sources: &SourceLines) -> String {
    let mut page = Page::new(Palette::Plain);
    self::finding(&mut page, finding, sources, TextOptions::PLAIN);
    page.finish()
}

/// A finding, as a part of a page.
pub fn finding(page: &mut Page, finding: &Finding, sources: &SourceLines, options: TextOptions) {
    page.put(Style::Bad, &format!("error[{}]", finding.kind.name())).put(Style::Strong, ": ");
    message(page, finding, 4);
    self::places(page, finding, sources);
    if !finding.detail.is_empty() {
        page.remark(Style::Strong, "note", &finding.detail);
    }
    if !finding.advice.is_empty() {
        page.remark(Style::Help, "help", &finding.advice);
    }
    if let Some(race) = finding.race.as_ref().filter(|_| !finding.stack.is_empty()) {
        let whose = format!(": of {}, at the second access", race.accesses[1].thread);
        page.put(Style::Frame, "  = ").put(Style::Strong, "stack").plain(&whose).end();
    }
    for line in fold::stack(&finding.stack, options.verbose) {
        page.plain("    ").plain(&line).end();
    }
    steps::put(page, finding, sources, options);
    threads(page, &finding.threads, options.verbose);
}

/// What is found. What an exception says has the lines that the program gave it, if more than one;
/// all else is a line, whatever names are in it.
pub fn message(page: &mut Page, finding: &Finding, indent: usize) {
    let text = match &finding.exception {
        Some(_) => with_names_spelled_out(finding),
        None => visible(&finding.message),
    };
    page.paragraph(Style::Strong, &text, indent);
}

fn with_names_spelled_out(finding: &Finding) -> String {
    let threads = finding.threads.iter().map(|thread| &thread.name);
    let acting = finding.trace.iter().map(|step| &step.thread);
    let mut names: Vec<&String> = threads.chain(acting).chain(&finding.exception).collect();
    names.retain(|name| visible(name) != **name);
    // A name may be the beginning of another one.
    names.sort_by_key(|name| Reverse(name.len()));
    names.iter().fold(finding.message.clone(), |text, name| text.replace(*name, &visible(name)))
}

/// The places of a finding, and of how many threads they are left out.
fn places(page: &mut Page, finding: &Finding, sources: &SourceLines) {
    let spots = spots(finding);
    excerpt::show(page, &spots[..spots.len().min(MOST_SPOTS)], sources);
    let more = spots.len().saturating_sub(MOST_SPOTS) as u64;
    if more > 0 {
        let threads = counted(more, "more thread");
        page.plain(&format!("  … and {threads}: `threads at the end` has all")).end();
    }
}

/// How a finding is reached, and how all threads stand then.
pub(super) fn schedule(page: &mut Page, finding: &Finding, sources: &SourceLines) {
    steps::put(page, finding, sources, TextOptions::PLAIN);
    threads(page, &finding.threads, false);
}

/// What a report says besides the verdict and the findings.
pub(super) fn beside(page: &mut Page, report: &CheckReport) {
    not_checked(page, report);
    verdict::next(page, &report.next);
    if !report.exits.is_empty() {
        verdict::exits(page, &report.exits, false);
    }
    if !report.unsupported.is_empty() {
        verdict::unsupported(page, &report.unsupported);
    }
    verdict::weak_races(page, &report.weak_races);
}

fn not_checked(page: &mut Page, report: &CheckReport) {
    if let Some(skipped) = &report.skipped {
        page.plain("  ").put(Style::Doubtful, "skipped").plain(": ");
        page.put(Style::Plain, &skipped.in_words()).end();
    }
    for what in &report.not_checked {
        page.plain("  ").put(Style::Doubtful, "not checked").plain(": ").plain(what).end();
    }
}

/// What to point at.
pub(super) fn spots(finding: &Finding) -> Vec<Spot<'_>> {
    if let Some(race) = &finding.race {
        return race
            .accesses
            .iter()
            .filter_map(|access| spot_of_access(access, &race.variable))
            .collect();
    }
    match finding.kind {
        FindingKind::Deadlock | FindingKind::Livelock => {
            in_their_order(&finding.threads).filter_map(spot_of_thread).collect()
        }
        FindingKind::Assertion => {
            spot(&finding.stack, String::new(), "assert").into_iter().collect()
        }
        FindingKind::ExitStatus => {
            spot(&finding.stack, String::new(), "exit").into_iter().collect()
        }
        _ => spot(&finding.stack, String::new(), "throw").into_iter().collect(),
    }
}

/// First those that are the matter, then those that wait for them.
fn in_their_order(threads: &[ThreadReport]) -> impl Iterator<Item = &ThreadReport> {
    let stuck = deadlock::stuck(threads);
    let others = (0..threads.len()).filter(|n| !stuck.threads().contains(n)).collect::<Vec<_>>();
    let order: Vec<usize> = stuck.threads().iter().copied().chain(others).collect();
    order.into_iter().map(|n| &threads[n])
}

pub(super) fn verb(access: AccessKind) -> &'static str {
    match access {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
    }
}

fn spot_of_access<'a>(access: &'a RacingAccess, variable: &str) -> Option<Spot<'a>> {
    let verb = verb(access.access);
    let name = variable.rsplit('.').next().unwrap_or_default();
    let mut spot = spot(&access.stack, format!("{} {verb} {variable}", access.thread), name)?;
    if let Some(among) = &access.among {
        spot.mark = Mark::Access(among, access.access);
    }
    Some(spot)
}

fn spot_of_thread(thread: &ThreadReport) -> Option<Spot<'_>> {
    spot(&thread.stack, format!("{} {}", thread.name, thread.state), "synchronized")
}

/// The program's innermost place of a stack. What it called there is the first word to look for,
/// then `word`.
fn spot<'a>(stack: &'a [Place], label: String, word: &str) -> Option<Spot<'a>> {
    let program = stack.iter().position(|place| !place.library);
    let place = stack.get(program.unwrap_or(0))?;
    let called =
        program.and_then(|at| at.checked_sub(1)).map(|called| stack[called].method.clone());
    Some(Spot {
        place,
        label,
        mark: Mark::Words(called.into_iter().chain([word.to_owned()]).collect()),
    })
}

fn threads(page: &mut Page, threads: &[ThreadReport], verbose: bool) {
    if threads.is_empty() {
        return;
    }
    page.end().put(Style::Strong, "threads at the end:").end();
    for thread in threads {
        page.plain("  ").put(Style::Strong, &thread.name).plain(" ").plain(&thread.state).end();
        for line in fold::stack(&thread.stack, verbose) {
            page.plain("      ").plain(&line).end();
        }
    }
}

fn explored(statistics: &Statistics) -> String {
    let Statistics { states, revisited, transitions, executions, max_depth, .. } = *statistics;
    // A search that keeps no states has none to count.
    let states = match states {
        0 => String::new(),
        _ => format!("{}, {} met again, ", counted(states, "state"), grouped(revisited)),
    };
    format!(
        "{states}{}, {}, depth {}",
        counted(transitions, "transition"),
        counted(executions, "complete execution"),
        grouped(max_depth)
    )
}

fn round(round: &RoundReport) -> String {
    let RoundReport { search, library, transitions, ended, is_idle, .. } = round;
    let inside = match *library {
        "atomic" => ", operations of the class library as steps",
        "instant" => ", those as steps that take effect at one instant",
        _ => "",
    };
    let idle = if *is_idle { ", waits ended when nothing else can go on" } else { "" };
    let covered = round.bounded.map_or(String::new(), |bounded| {
        format!("; all schedules with at most {}", counted(bounded.preemptions, "preemption"))
    });
    format!("{search}{inside}{idle}: {}, {ended}{covered}", counted(*transitions, "transition"))
}

fn reduced(reduction: &Reduction) -> String {
    let Reduction { added, skipped, checks, race_free, endless, sleep_blocked } = *reduction;
    let pruned = match checks {
        0 => String::new(),
        _ => format!(
            " and {} skipped; {}, {} succeeded",
            grouped(skipped),
            counted(checks, "race-free check"),
            grouped(race_free)
        ),
    };
    let endless = match endless {
        0 => String::new(),
        _ => format!("; {} went round and round, and need not end", counted(endless, "execution")),
    };
    format!(
        "{} added{pruned}; {} blocked by sleep sets{endless}",
        counted(added, "backtrack point"),
        counted(sleep_blocked, "execution")
    )
}

fn took(statistics: &Statistics) -> String {
    let time = match statistics.elapsed_ms {
        milliseconds @ 0..1000 => format!("{milliseconds} ms"),
        milliseconds => format!("{}.{} s", grouped(milliseconds / 1000), milliseconds % 1000 / 100),
    };
    let memory = statistics.peak_memory_bytes.map_or(String::new(), |bytes| {
        let tenths = bytes / 100_000;
        format!(", {}.{} MB", grouped(tenths / 10), tenths % 10)
    });
    format!("{time}, {}{memory}", counted(statistics.instructions, "instruction"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    const PLAIN: TextOptions = TextOptions::PLAIN;

    fn told(report: &CheckReport) -> String {
        as_text(report, &SourceLines::of_text("Forks.java", samples::FORKS), PLAIN)
    }

    #[test]
    fn golden_texts() {
        samples::golden("deadlock.txt", &told(&samples::deadlock()));
        samples::golden("race.txt", &told(&samples::race()));
        // Hostile words stay words.
        samples::golden("exceptions.txt", &told(&samples::exceptions()));
    }

    #[test]
    fn every_place_of_a_deadlock_is_told_or_counted() {
        let mut report = samples::deadlock();
        let threads = &mut report.findings[0].threads;
        for number in 3..=MOST_SPOTS {
            let mut waits = threads[1].clone();
            waits.name = format!("Waiting-{number}");
            threads.push(waits);
        }
        let text = told(&report);
        let shown = |text: &str| text.matches("^ Waiting-").count();
        assert_eq!((shown(&text), text.contains("more thread")), (MOST_SPOTS - 2, false), "{text}");
        for (more, words) in [(1, "… and 1 more thread:"), (2, "… and 2 more threads:")] {
            let threads = &mut report.findings[0].threads;
            let mut waits = threads[1].clone();
            waits.name = format!("Waiting-{}", MOST_SPOTS + more);
            threads.push(waits);
            let text = told(&report);
            assert_eq!(shown(&text), MOST_SPOTS - 2, "{text}");
            assert!(text.contains(&format!("  {words} `threads at the end` has all\n")), "{text}");
        }
    }

    #[test]
    fn answers_without_findings() {
        let reports = [
            samples::passed(),
            samples::race_free(),
            samples::incomplete(),
            samples::unsupported(),
        ];
        let told: Vec<String> = reports.iter().map(told).collect();
        samples::golden("answers.txt", &told.join("----\n"));
    }

    #[test]
    fn verbose_shows_each_step_and_colours_change_nothing_else() {
        let report = samples::deadlock();
        let none = SourceLines::none();
        let verbose = as_text(&report, &none, TextOptions { verbose: true, ..PLAIN });
        assert!(verbose.contains("write Thread.state = 2"), "{verbose}");
        assert!(
            verbose.contains(" --> Forks.java:7 in Forks.main: main waits to lock"),
            "{verbose}"
        );
        let coloured =
            as_text(&report, &none, TextOptions { palette: Palette::Ansi, verbose: true, ..PLAIN });
        let mut stripped = String::new();
        for (number, piece) in coloured.split('\u{1b}').enumerate() {
            stripped.push_str(if number == 0 { piece } else { piece.split_once('m').unwrap().1 });
        }
        let lines =
            |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(&stripped), lines(&verbose));
    }

    #[test]
    fn quantities() {
        let mut statistics =
            Statistics { elapsed_ms: 999, instructions: 1, ..Statistics::default() };
        assert_eq!(took(&statistics), "999 ms, 1 instruction");
        statistics.elapsed_ms = 61_250;
        statistics.peak_memory_bytes = Some(1_234_567_890);
        assert_eq!(took(&statistics), "61.2 s, 1 instruction, 1,234.5 MB");
    }
}
