//! What a report says first and last: the verdict in two short sentences; and what was counted or
//! cut off besides what was found.

use std::collections::BTreeMap;

use raceproof_base::{Finding, FindingKind, Race, RacingAccess, Unsupported};
use raceproof_search::Counted;

use super::page::{Page, Style, counted};
use super::{CheckReport, Verdict};
use super::{excerpt, fold};

/// The verdict, as a line.
pub fn put(page: &mut Page, report: &CheckReport) {
    let style = match report.verdict {
        Verdict::RaceFree | Verdict::Passed => Style::Good,
        Verdict::Violated => Style::Bad,
        Verdict::Incomplete | Verdict::Unsupported => Style::Doubtful,
    };
    page.put(style, report.verdict.name())
        .put(Style::Strong, ": ")
        .put(Style::Strong, &headline(report))
        .end();
}

/// What was found, and what that is not said of.
pub(super) fn headline(report: &CheckReport) -> String {
    found(report) + &skipped(report)
}

/// That a proof is not of all variables.
fn skipped(report: &CheckReport) -> String {
    let skipped = report.skipped.as_ref().filter(|skipped| !skipped.variables.is_empty());
    let Some(skipped) = skipped.filter(|_| report.verdict == Verdict::RaceFree) else {
        return String::new();
    };
    let variables = counted(skipped.variables.len() as u64, "variable");
    format!(" Races of {variables} were not looked for: `scan` has proved that there are none.")
}

fn found(report: &CheckReport) -> String {
    let is_pruned = report.statistics.reduction.is_some_and(|reduction| reduction.skipped > 0);
    match report.verdict {
        Verdict::RaceFree if is_pruned => {
            "no schedule has a data race. Schedules were left out that may fail otherwise."
                .to_owned()
        }
        Verdict::RaceFree | Verdict::Passed if !report.not_checked.is_empty() => {
            "nothing was found in any schedule. Not everything that was asked for was checked."
                .to_owned()
        }
        Verdict::RaceFree if report.statistics.executions == 0 => {
            format!("nothing was found, but the program never ends. {}", every(report))
        }
        Verdict::RaceFree if !report.in_libraries.is_empty() => {
            format!("nothing was found in what is checked (--checked). {}", every(report))
        }
        Verdict::RaceFree => format!("nothing was found. {}", every(report)),
        Verdict::Passed if report.held_back => {
            "nothing was found in any fair schedule. Races were not looked for.".to_owned()
        }
        Verdict::Passed => {
            "nothing was found in any schedule. Races were not looked for.".to_owned()
        }
        Verdict::Violated => format!("{}. {}", kinds(&report.findings), rest(report)),
        Verdict::Incomplete => {
            let before = match report.statistics.executions {
                0 => " before any execution came to its end",
                _ => "",
            };
            let limit = capitalized(report.limit.as_deref());
            format!("nothing was found so far. {limit} ended the search{before}.")
        }
        Verdict::Unsupported => {
            let what = report
                .unsupported
                .first()
                .map_or("something that is not modelled", |u| u.what.what.as_str());
            format!("{what}. What follows it was not explored.")
        }
    }
}

fn every(report: &CheckReport) -> String {
    let fair = if report.held_back { "fair " } else { "" };
    let inside = match report.engine.library {
        "exact" => "",
        _ if report.assumes_steps => {
            ", between operations of the class library; that none is needed inside them is assumed"
        }
        _ => ", between operations of the class library that take effect at one instant",
    };
    format!("Every {fair}schedule was explored{inside}.")
}

/// What is to be said of what was not found.
fn rest(report: &CheckReport) -> String {
    match &report.limit {
        _ if report.command == "replay" => "It is shown again as in the trace.".to_owned(),
        _ if report.complete => every(report),
        Some(limit) => {
            format!("{} ended the search, so there may be more.", capitalized(Some(limit)))
        }
        None if !report.unsupported.is_empty() => {
            "Not everything could be explored, so there may be more.".to_owned()
        }
        None => "The search ended there, so there may be more.".to_owned(),
    }
}

fn capitalized(limit: Option<&str>) -> String {
    let mut characters = limit.unwrap_or("a limit").chars();
    characters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

/// "2 data races, 1 deadlock".
fn kinds(findings: &[Finding]) -> String {
    let mut counts: BTreeMap<FindingKind, u64> = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.kind).or_default() += 1;
    }
    let name = |kind: FindingKind| match kind {
        FindingKind::DataRace => "data race",
        FindingKind::Deadlock => "deadlock",
        FindingKind::Livelock => "livelock",
        FindingKind::Assertion => "failed assertion",
        FindingKind::UncaughtException => "uncaught exception",
        FindingKind::ExitStatus => "failing exit",
    };
    let counts: Vec<String> =
        counts.into_iter().map(|(kind, count)| counted(count, name(kind))).collect();
    counts.join(", ")
}

/// What to try next.
pub fn next(page: &mut Page, next: &[String]) {
    for advice in next {
        page.plain("  ").put(Style::Help, "try").plain(": ").plain(advice).end();
    }
}

/// Ends by another status than 0 that are no findings.
pub fn exits(page: &mut Page, exits: &[Counted<Finding>], verbose: bool) {
    for Counted { what: exit, executions } in exits {
        let times = counted(*executions, "execution");
        page.put(Style::Doubtful, "note").plain(&format!(": {}, in {times}", exit.message)).end();
        for line in fold::stack(&exit.stack, verbose) {
            page.plain("    ").plain(&line).end();
        }
    }
}

/// What ended executions without being modelled.
pub fn unsupported(page: &mut Page, unsupported: &[Counted<Unsupported>]) {
    for Counted { what: Unsupported { what, stack }, executions } in unsupported {
        let times = counted(*executions, "execution");
        page.put(Style::Doubtful, "not modelled")
            .plain(&format!(": {what}, which ended {times}"))
            .end();
        for line in stack {
            page.plain("    ").plain(line).end();
        }
    }
    if !unsupported.is_empty() {
        page.plain("  ").put(Style::Help, "help").plain(": leave this out of what you check, ");
        page.plain("or report it with the stack above").end();
    }
}

/// Notes: what was explored is not all that may happen there.
pub fn weak_races(page: &mut Page, races: &[Finding]) {
    let pairs: Vec<&Race> = races.iter().filter_map(|weak| weak.race.as_deref()).collect();
    if pairs.is_empty() {
        return;
    }
    page.end().put(Style::Doubtful, "note").put(Style::Strong, ": ");
    let text = "nothing orders these accesses, and one of each pair is weaker than volatile: there may be executions that are no \
                interleaving of the threads";
    page.put(Style::Strong, text).end();
    pairs.into_iter().for_each(|race| pair(page, race));
    page.remark(
        Style::Help,
        "help",
        "make both accesses volatile where you reason by interleavings",
    );
}

/// The two accesses of a race in a line.
fn pair(page: &mut Page, race: &Race) {
    let told = |access: &RacingAccess| {
        let verb = super::text::verb(access.access);
        let place = excerpt::short(raceproof_base::programs_own(&access.stack));
        format!("{} {verb} it ({}) at {place}", access.thread, access.mode.name(access.access))
    };
    let [first, second] = &race.accesses;
    let line = format!("{}: {}, {}", race.variable, told(first), told(second));
    page.plain("  - ").put(Style::Plain, &line).end();
}

/// Races that are others' matter, as `--checked` has it.
pub(super) fn in_libraries(page: &mut Page, races: &[Finding]) {
    if races.is_empty() {
        return;
    }
    page.end().put(Style::Doubtful, "in libraries").put(Style::Strong, ": ");
    let text = "data races of which no access is made by a class that is checked, or on its behalf \
                (--checked); they do not change the verdict";
    page.put(Style::Strong, text).end();
    races.iter().filter_map(|finding| finding.race.as_deref()).for_each(|race| pair(page, race));
    let text = "tell the library's authors; without --checked each is shown with its schedule";
    page.remark(Style::Help, "help", text);
}
