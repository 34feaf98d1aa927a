//! The report for programs: one object, by the contract of `interface.md`. Keys stand in the order
//! in which they are put in, so equal reports are equal texts.

use raceproof_base::{
    AccessKind, Ending, Finding, Place, Race, RacingAccess, Step, ThreadReport, Unsupported,
};
use raceproof_search::Counted;
use serde_json::{Map, Value, json};

use super::whereabouts::path;
use super::{CheckReport, FORMAT_VERSION, RoundReport, SkippedReport, Statistics, TargetReport};
use crate::source_lines::SourceLines;

pub fn as_json(report: &CheckReport, sources: &SourceLines) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("tool", json!("raceproof"));
    put("version", json!(env!("CARGO_PKG_VERSION")));
    put("format_version", json!(FORMAT_VERSION));
    put("command", json!(report.command));
    put("target", target(&report.target));
    let engine = &report.engine;
    put(
        "engine",
        json!({
            "search": engine.search,
            "heuristic": engine.heuristic,
            "race": engine.race,
            "granularity": engine.granularity,
            "library": engine.library,
        }),
    );
    put("verdict", json!(report.verdict.name()));
    put("complete", json!(report.complete));
    put("guarantee", json!(report.guarantee));
    put("assumptions", json!(report.assumptions));
    if !report.not_checked.is_empty() {
        put("not_checked", json!(report.not_checked));
    }
    if let Some(SkippedReport { ledger, variables, why_none }) = &report.skipped {
        put("skipped", json!({ "ledger": ledger, "variables": variables, "why_none": why_none }));
    }
    if let Some(limit) = &report.limit {
        put("limit", json!(limit));
    }
    if !report.next.is_empty() {
        put("next", json!(report.next));
    }
    put("unsupported", report.unsupported.iter().map(unsupported).collect());
    if !report.exits.is_empty() {
        put("exit_statuses", report.exits.iter().map(exit).collect());
    }
    let finding = |finding| self::finding(finding, sources);
    put("findings", report.findings.iter().map(finding).collect());
    if !report.in_libraries.is_empty() {
        put("in_libraries", report.in_libraries.iter().map(finding).collect());
    }
    put("weak_races", weak_races(report.weak_races.iter().chain(&report.findings), sources));
    put("statistics", statistics(&report.statistics));
    if !report.rounds.is_empty() {
        put("rounds", report.rounds.iter().map(round).collect());
    }
    Value::Object(object)
}

fn target(target: &TargetReport) -> Value {
    let mut object = json!({ "main": target.main, "arguments": target.arguments });
    if let Some(test) = &target.test {
        object["test"] = json!(test);
    }
    object
}

/// A finding as an object; also what `replay` shows.
pub fn finding(finding: &Finding, sources: &SourceLines) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("kind", json!(finding.kind.name()));
    if let Some(race) = &finding.race {
        let Race { variable, conflict, accesses, .. } = &**race;
        put("variable", json!(variable));
        put("conflict", json!(conflict.name()));
        let in_trace = |access: &RacingAccess| {
            let mut object = self::access(access, sources);
            access.step.iter().for_each(|step| object["step"] = json!(step));
            object
        };
        put("accesses", accesses.iter().map(in_trace).collect());
    }
    if let Some(exception) = &finding.exception {
        put("exception", json!(exception));
    }
    if let Some(status) = finding.status {
        put("status", json!(status));
    }
    put("message", json!(finding.message));
    if !finding.detail.is_empty() {
        put("detail", json!(finding.detail));
    }
    put("advice", json!(finding.advice));
    put("stack", stack(&finding.stack));
    put("threads", finding.threads.iter().map(thread).collect());
    put("length", json!(finding.schedule.len()));
    put(
        "trace",
        finding
            .trace
            .iter()
            .enumerate()
            .map(|(number, step)| self::step(number + 1, step, sources))
            .collect(),
    );
    Value::Object(object)
}

fn round(round: &RoundReport) -> Value {
    let mut object = json!({
        "search": round.search,
        "library": round.library,
        "states": round.states,
        "transitions": round.transitions,
        "executions": round.executions,
        "findings": round.findings,
        "ended": round.ended,
    });
    if round.is_idle {
        object["timeouts"] = json!("idle");
    }
    if let Some(bounded) = round.bounded {
        object["preemptions"] = json!(bounded.preemptions);
    }
    object
}

/// Weak races; the data races among them are told there as well.
pub fn weak_races<'a>(findings: impl Iterator<Item = &'a Finding>, sources: &SourceLines) -> Value {
    let races = findings.filter_map(|finding| finding.race.as_deref());
    races.map(|race| weak_race(race, sources)).collect()
}

fn weak_race(race: &Race, sources: &SourceLines) -> Value {
    json!({
        "variable": race.variable,
        "conflict": race.conflict.name(),
        "accesses": race.accesses.iter().map(|side| access(side, sources)).collect::<Value>(),
    })
}

fn access(access: &RacingAccess, sources: &SourceLines) -> Value {
    let kind = match access.access {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    let place = raceproof_base::programs_own(&access.stack);
    let mut object = json!({
        "thread": access.thread,
        "kind": kind,
        "mode": access.mode.name(access.access),
        "class": place.class,
        "method": place.method,
        "file": place.file,
        "line": place.line,
        "stack": stack(&access.stack),
    });
    put_path(&mut object, place, sources);
    object
}

/// Where the file is, if it was found.
pub fn put_path(object: &mut Value, place: &Place, sources: &SourceLines) {
    if let Some(path) = path(place, sources) {
        object["path"] = json!(path);
    }
}

/// An end that is no finding.
fn exit(counted: &Counted<Finding>) -> Value {
    let Counted { what: exit, executions } = counted;
    json!({ "status": exit.status, "executions": executions, "message": exit.message, "stack": stack(&exit.stack) })
}

/// What ended executions without being modelled.
fn unsupported(counted: &Counted<Unsupported>) -> Value {
    let Counted { what: Unsupported { what, stack }, executions } = counted;
    json!({ "what": what, "executions": executions, "stack": stack })
}

fn thread(thread: &ThreadReport) -> Value {
    json!({ "name": thread.name, "state": thread.state, "stack": stack(&thread.stack) })
}

fn stack(stack: &[Place]) -> Value {
    stack.iter().map(ToString::to_string).collect()
}

fn step(number: usize, step: &Step, sources: &SourceLines) -> Value {
    let mut object = json!({
        "step": number,
        "thread": step.thread,
        "operation": step.operation,
        "file": step.place.file,
        "line": step.place.line,
    });
    put_path(&mut object, &step.place, sources);
    if let Some(Ending { what, place }) = &step.ending {
        object["ends_in"] = json!({ "what": what, "file": place.file, "line": place.line });
        put_path(&mut object["ends_in"], place, sources);
    }
    if let Some(called) = &step.called {
        object["inside"] = json!(called);
    }
    object
}

fn statistics(statistics: &Statistics) -> Value {
    let mut object = json!({
        "states": statistics.states,
        "revisited": statistics.revisited,
        "transitions": statistics.transitions,
        "executions": statistics.executions,
        "max_depth": statistics.max_depth,
        "instructions": statistics.instructions,
        "elapsed_ms": statistics.elapsed_ms,
        "peak_memory_bytes": statistics.peak_memory_bytes,
    });
    if let Some((rows, columns)) = statistics.detector_size {
        object["h"] = json!({ "rows": rows, "columns": columns });
    }
    if let Some(reduction) = &statistics.reduction {
        object["reduction"] = json!({
            "backtrack_added": reduction.added,
            "backtrack_skipped": reduction.skipped,
            "race_free_checks": reduction.checks,
            "race_free": reduction.race_free,
            "endless": reduction.endless,
            "sleep_blocked": reduction.sleep_blocked,
        });
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    fn told(report: &CheckReport) -> String {
        let sources = SourceLines::of_text("Forks.java", samples::FORKS);
        format!("{:#}\n", as_json(report, &sources)).replace(env!("CARGO_PKG_VERSION"), "VERSION")
    }

    #[test]
    fn golden_objects() {
        samples::golden("deadlock.json", &told(&samples::deadlock()));
        samples::golden("race.json", &told(&samples::race()));
    }

    #[test]
    fn what_is_always_there_is_there_in_this_order() {
        let keys = [
            "tool",
            "version",
            "format_version",
            "command",
            "target",
            "engine",
            "verdict",
            "complete",
            "guarantee",
            "assumptions",
        ];
        for report in [
            samples::passed(),
            samples::incomplete(),
            samples::unsupported(),
            samples::exceptions(),
        ] {
            let Value::Object(object) = as_json(&report, &SourceLines::none()) else {
                unreachable!()
            };
            raceproof_tests::schemas::report(&Value::Object(object.clone())).unwrap();
            let told: Vec<&str> = object.keys().map(String::as_str).collect();
            assert_eq!(told[..keys.len()], keys);
            assert_eq!(told[told.len() - 2..], ["weak_races", "statistics"]);
        }
        assert_eq!(
            as_json(&samples::incomplete(), &SourceLines::none())["limit"],
            "the limit of 1,000 states (--max-states)"
        );
        assert_eq!(
            as_json(&samples::unsupported(), &SourceLines::none())["unsupported"][0]["what"],
            "java.lang.Foo.bar()V is native"
        );
        assert_eq!(
            as_json(&samples::exceptions(), &SourceLines::none())["findings"][0]["exception"],
            "java.lang.IllegalStateException"
        );
    }
}
