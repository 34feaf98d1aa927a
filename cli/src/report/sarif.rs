//! The report for tools that show problems in source code: SARIF 2.1.0 (OASIS, Static Analysis
//! Results Interchange Format). A finding is a result; of a race each of the two threads is a
//! thread flow, up to its access, and the numbers of the recorded steps are the execution order.
//!
//! What is noted and decides nothing (weak races, races inside libraries) has the kind `review`, so
//! that no reader counts it as a failure. A suspicion (predicted, or left by a scan) is a warning: the
//! kind `open` of the standard would leave it without a level, and readers then show it nowhere. What was not explored is a notification of the
//! invocation. Columns are left out: class files have none.
//!
//! Messages are plain text by section 3.11: braces are doubled (3.11.5), and what the program chose
//! can make no link (3.11.6).

use raceproof_base::Place;
use serde_json::{Map, Value, json};

use super::outline::{Flow, Importance, Labelled, Level, Move, Notice, Outline, Problem, Weight};
use super::page::{counted, visible};
use super::whereabouts::Whereabouts;
use crate::explained::{self, Explained, ReportedKind};
use crate::source_lines::SourceLines;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What paths are relative to.
const ROOT: &str = "%SRCROOT%";
/// What those of sources are relative to that were not found.
const UNFOUND: &str = "SOURCES";

/// The name of the fingerprint, with the version of what goes into it.
const FINGERPRINT: &str = "raceproofFinding/v1";

/// Steps that are told of all ways together, and of one way at most and at least: a log has two ways
/// for each finding, and GitHub refuses files of more than ten megabytes.
const MOVES_OF_A_LOG: usize = 10_000;
const MOST_MOVES: usize = 64;
const FEWEST_MOVES: usize = 16;

pub fn as_sarif(outline: &Outline<'_>, sources: &SourceLines) -> Value {
    let flows: usize = outline.problems.iter().map(|problem| problem.flows.len()).sum();
    let most = (MOVES_OF_A_LOG / flows.max(1)).clamp(FEWEST_MOVES, MOST_MOVES);
    let results = outline.named().map(|(name, problem)| result(&name, problem, most, sources));
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver() },
            "automationDetails": { "id": format!("raceproof/{}/{}/", outline.command, visible(outline.target)) },
            "invocations": [invocation(outline)],
            "originalUriBaseIds": {
                ROOT: { "description": message("The folder in which raceproof was started.") },
                UNFOUND: { "description": message("The root of sources that were not found: --sourcepath names it.") },
            },
            "results": results.collect::<Value>(),
            "properties": properties(outline),
        }],
    })
}

fn driver() -> Value {
    json!({
        "name": "raceproof",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": explained::ALL.iter().map(rule).collect::<Value>(),
    })
}

fn rule(explained: &Explained) -> Value {
    let level = match explained.name {
        name if name == ReportedKind::WeakRace.name() => "none",
        name if name == ReportedKind::Unguarded.name() => "warning",
        _ => "error",
    };
    json!({
        "id": explained.name,
        "shortDescription": message(explained.title()),
        "fullDescription": message(&explained.summary()),
        // No arguments are put into it, so the braces of its examples stay as they are.
        "help": { "text": explained.help(), "markdown": explained.help() },
        "defaultConfiguration": { "level": level },
        "properties": { "tags": ["concurrency"] },
    })
}

fn invocation(outline: &Outline<'_>) -> Value {
    let is_whole = outline.notices.iter().all(|notice| notice.level != Level::Error);
    json!({
        "executionSuccessful": is_whole,
        "exitCode": outline.status,
        "exitCodeDescription": visible(&format!("{}: {}", outline.verdict, outline.headline)),
        "toolExecutionNotifications": outline.notices.iter().map(notification).collect::<Value>(),
    })
}

fn notification(notice: &Notice) -> Value {
    let level = match notice.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    json!({ "level": level, "message": message(&visible(&notice.message)) })
}

fn properties(outline: &Outline<'_>) -> Value {
    let mut properties = json!({ "verdict": outline.verdict });
    if let Some(guarantee) = outline.guarantee {
        properties["guarantee"] = json!(visible(guarantee));
        let assumptions = outline.assumptions.iter().map(|text| visible(text));
        properties["assumptions"] = assumptions.collect();
    }
    properties
}

/// A problem, with so many steps of each way at most.
fn result(name: &str, problem: &Problem<'_>, most: usize, sources: &SourceLines) -> Value {
    let (kind, level) = match problem.weight {
        Weight::Finding => ("fail", "error"),
        Weight::Suspected => ("fail", "warning"),
        Weight::Noted => ("review", "none"),
    };
    let mut result = Map::new();
    let mut put = |key: &str, value: Value| result.insert(key.to_owned(), value);
    put("ruleId", json!(problem.kind.name()));
    let rule = explained::names().position(|rule| rule == problem.kind.name());
    rule.into_iter().for_each(|rule| drop(put("ruleIndex", json!(rule))));
    put("kind", json!(kind));
    put("level", json!(level));
    put("message", message(&told(problem)));
    if let Some(first) = problem.spots.first() {
        put("locations", json!([location(&first.place, None, sources)]));
    }
    if problem.spots.len() > 1 {
        let related = (1..).zip(&problem.spots).map(|(id, spot)| related(id, spot, sources));
        put("relatedLocations", related.collect());
    }
    put("partialFingerprints", json!({ FINGERPRINT: name }));
    if let Some(why) = problem.accepted {
        let accepted = json!({ "kind": "external", "status": "accepted", "justification": why });
        put("suppressions", json!([accepted]));
    }
    let flows: Vec<Value> =
        problem.flows.iter().map(|flow| thread_flow(flow, most, sources)).collect();
    if !flows.is_empty() {
        put("codeFlows", json!([{ "threadFlows": flows }]));
    }
    let stacks = problem.stacks.iter().map(|(whose, stack)| {
        let frames =
            stack.iter().map(|place| json!({ "location": location(place, None, sources) }));
        json!({ "message": message(&visible(whose)), "frames": frames.collect::<Value>() })
    });
    put("stacks", stacks.collect());
    put("properties", about(problem));
    Value::Object(result)
}

/// What is said of a problem, in paragraphs.
fn told(problem: &Problem<'_>) -> String {
    let test = problem.test.as_ref().map(|test| format!("In the test {test}: "));
    let first = test.unwrap_or_default() + &problem.message;
    let help = Some(&problem.advice).filter(|text| !text.is_empty());
    let parts = [first, problem.detail.clone()].into_iter();
    let parts = parts.chain(help.map(|advice| format!("Help: {advice}")));
    let parts: Vec<String> =
        parts.filter(|part| !part.is_empty()).map(|part| visible(&part)).collect();
    parts.join("\n\n")
}

fn about(problem: &Problem<'_>) -> Value {
    let mut about = Map::new();
    let texts = [
        ("variable", problem.variable.as_deref()),
        ("conflict", problem.conflict),
        ("rank", problem.rank),
        ("test", problem.test.as_deref()),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            about.insert(key.to_owned(), json!(visible(text)));
        }
    }
    Value::Object(about)
}

fn related(id: usize, spot: &Labelled, sources: &SourceLines) -> Value {
    let mut location = location(&spot.place, Some(&spot.label), sources);
    location["id"] = json!(id);
    location
}

/// A way, of which the end says most.
fn thread_flow(flow: &Flow<'_>, most: usize, sources: &SourceLines) -> Value {
    let thread = visible(flow.thread);
    let left_out = flow.moves.len().saturating_sub(most);
    let (first, rest) = flow.moves.split_at(flow.moves.len().min(most / 4));
    let shown = first.iter().chain(&rest[left_out..]);
    let told = match left_out {
        0 => thread.clone(),
        steps => format!(
            "{thread}: {} in the middle {} left out, `--format json` has them all",
            counted(steps as u64, "step"),
            if steps == 1 { "is" } else { "are" }
        ),
    };
    json!({
        "id": thread,
        "message": message(&told),
        "locations": shown.map(|step| flow_location(step, sources)).collect::<Value>(),
    })
}

fn flow_location(step: &Move<'_>, sources: &SourceLines) -> Value {
    let importance = match step.importance {
        Importance::Essential => "essential",
        Importance::Important => "important",
        Importance::Unimportant => "unimportant",
    };
    let mut location = json!({
        "location": location(step.place, Some(&step.what), sources),
        "importance": importance,
    });
    if let Some(order) = step.step {
        location["executionOrder"] = json!(order);
    }
    location
}

/// A place, with what happens there.
fn location(place: &Place, label: Option<&str>, sources: &SourceLines) -> Value {
    let mut location = Map::new();
    if let Some(physical) = physical(place, sources) {
        location.insert("physicalLocation".to_owned(), physical);
    }
    if !place.class.is_empty() {
        let name = visible(&format!("{}.{}", place.class, place.method));
        let method = json!([{ "fullyQualifiedName": name, "kind": "function" }]);
        location.insert("logicalLocations".to_owned(), method);
    }
    if let Some(label) = label.filter(|label| !label.is_empty()) {
        location.insert("message".to_owned(), message(&visible(label)));
    }
    Value::Object(location)
}

fn physical(place: &Place, sources: &SourceLines) -> Option<Value> {
    let artifact = match Whereabouts::of(place, sources) {
        Whereabouts::Here(path) => json!({ "uri": uri(path.split('/')), "uriBaseId": ROOT }),
        Whereabouts::Elsewhere(path) => {
            json!({ "uri": format!("file://{}", uri(path.split('/'))) })
        }
        Whereabouts::Unfound(parts) => {
            json!({ "uri": uri(parts.iter().map(String::as_str)), "uriBaseId": UNFOUND })
        }
        Whereabouts::Nowhere => return None,
    };
    let mut physical = json!({ "artifactLocation": artifact });
    if place.line > 0 {
        physical["region"] = json!({ "startLine": place.line });
    }
    Some(physical)
}

/// A path as a reference by RFC 3986, whatever stands in its parts.
fn uri<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~$!&'()*+,;=@".contains(byte);
    let encoded = |part: &str| -> String {
        // A part of these alone would lead elsewhere.
        let is_plain = |byte: &u8| is_plain(byte) && part != "." && part != "..";
        let bytes = part.bytes();
        bytes
            .map(|byte| match byte {
                plain if is_plain(&plain) => char::from(plain).to_string(),
                other => format!("%{other:02X}"),
            })
            .collect()
    };
    parts.map(encoded).collect::<Vec<_>>().join("/")
}

fn message(text: &str) -> Value {
    json!({ "text": sentence(text) })
}

/// A text as plain text of a message.
fn sentence(text: &str) -> String {
    text.replace("](", "] (").replace('{', "{{").replace('}', "}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CheckReport, samples};

    fn log(report: &CheckReport) -> Value {
        let sources = SourceLines::of_text("Forks.java", samples::FORKS);
        as_sarif(&Outline::of(report), &sources)
    }

    fn fingerprints(log: &Value) -> Vec<&str> {
        let results = log["runs"][0]["results"].as_array().unwrap();
        results
            .iter()
            .map(|result| result["partialFingerprints"][FINGERPRINT].as_str().unwrap())
            .collect()
    }

    #[test]
    fn golden_logs() {
        for (name, report) in
            [("deadlock.sarif", samples::deadlock()), ("race.sarif", samples::race())]
        {
            let text = format!("{:#}\n", log(&report));
            // The rules are texts of their own.
            let (before, rules) = text.split_once("\"rules\"").unwrap();
            let after = &rules[rules.find("\"automationDetails\"").unwrap()..];
            let text = format!("{before}\"rules\": …\n      {after}");
            samples::golden(name, &text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
        }
    }

    #[test]
    fn every_report_is_a_log_by_the_standard() {
        let mut noted = samples::race();
        noted.weak_races = noted.findings.clone();
        noted.in_libraries = noted.findings.clone();
        for report in [
            samples::passed(),
            samples::incomplete(),
            samples::unsupported(),
            samples::deadlock(),
            samples::exceptions(),
            noted.clone(),
        ] {
            raceproof_tests::schemas::sarif(&log(&report)).unwrap();
        }
        let log = log(&noted);
        let told: Vec<(&Value, &Value)> = (0..3)
            .map(|at| &log["runs"][0]["results"][at])
            .map(|result| (&result["ruleId"], &result["kind"]))
            .collect();
        let told = json!(told);
        let expected =
            json!([["data-race", "fail"], ["data-race", "review"], ["weak-race", "review"]]);
        assert_eq!(told, expected);
    }

    #[test]
    fn every_kind_that_a_report_can_name_is_a_rule_with_help() {
        let driver = driver();
        let rules = driver["rules"].as_array().unwrap();
        for kind in ReportedKind::all() {
            let rule = rules.iter().find(|rule| rule["id"] == kind.name());
            let rule = rule.unwrap_or_else(|| panic!("{} is no rule", kind.name()));
            for part in ["text", "markdown"] {
                let help = rule["help"][part].as_str().unwrap();
                assert!(help.contains("## How to mend it"), "{}: {help}", kind.name());
            }
        }
    }

    #[test]
    fn a_race_has_a_flow_for_each_of_its_two_threads() {
        let mut report = samples::race();
        let race = report.findings[0].race.as_mut().unwrap();
        race.accesses[0].step = Some(1);
        report.findings[0].trace = vec![
            samples::step("Thread-0", "begin", 11),
            samples::step("Thread-1", "begin", 11),
            samples::step("Thread-0", "lock right", 11),
            samples::step("main", "lock left", 6),
        ];
        let log = log(&report);
        let flows = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
        let orders = |flow: usize| -> Vec<(Value, &str)> {
            let locations = flows[flow]["locations"].as_array().unwrap().iter();
            locations
                .map(|at| (at["executionOrder"].clone(), at["importance"].as_str().unwrap()))
                .collect()
        };
        assert_eq!(flows.as_array().unwrap().len(), 2);
        // What a thread does behind its access is no part of how it came there.
        assert_eq!(orders(0), [(json!(1), "important"), (json!(1), "essential")]);
        assert_eq!(orders(1), [(json!(4), "important"), (Value::Null, "essential")]);
        assert_eq!([&flows[0]["id"], &flows[1]["id"]], ["Thread-0", "main"]);
    }

    #[test]
    fn of_a_very_long_way_the_beginning_and_the_end_are_told() {
        let mut report = samples::deadlock();
        let steps = |count: usize| vec![samples::step("main", "lock left", 6); count];
        for (count, told, words) in [
            (64, 64, "main"),
            (65, 64, "main: 1 step in the middle is left out, `--format json` has them all"),
            (67, 64, "main: 3 steps in the middle are left out, `--format json` has them all"),
        ] {
            report.findings[0].trace = steps(count);
            let log = log(&report);
            let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0];
            let order = |at: usize| flow["locations"][at]["executionOrder"].as_u64().unwrap();
            assert_eq!(flow["locations"].as_array().unwrap().len(), told);
            assert_eq!((order(15), order(16), order(63)), (16, count as u64 - 47, count as u64));
            assert_eq!(flow["message"]["text"], words);
        }
    }

    #[test]
    fn the_ways_of_many_findings_are_shorter() {
        let mut report = samples::deadlock();
        report.findings[0].trace = vec![samples::step("main", "lock left", 6); 100];
        let finding = report.findings[0].clone();
        for (findings, told) in [(1, 64), (156, 64), (200, 50), (1000, 16)] {
            report.findings = vec![finding.clone(); findings];
            let log = log(&report);
            let results = log["runs"][0]["results"].as_array().unwrap();
            let flow = |result: &Value| result["codeFlows"][0]["threadFlows"][0].clone();
            let moves = |result| flow(result)["locations"].as_array().unwrap().len();
            assert_eq!(results.len(), findings);
            assert!(results.iter().all(|result| moves(result) == told), "{findings} findings");
        }
    }

    #[test]
    fn a_fingerprint_stays_when_lines_move_and_no_two_are_one() {
        let mut moved = samples::race();
        let [first, second] = &mut moved.findings[0].race.as_mut().unwrap().accesses;
        let before = log(&samples::race());
        first.stack[0].line += 7;
        "lambda$main$3".clone_into(&mut second.stack[0].method);
        let after = log(&moved);
        assert_ne!(fingerprints(&before), fingerprints(&after));
        let [_, second] = &mut moved.findings[0].race.as_mut().unwrap().accesses;
        "lambda$main$4".clone_into(&mut second.stack[0].method);
        second.thread = "Thread-9".to_owned();
        assert_eq!(fingerprints(&after), fingerprints(&log(&moved)));
        let twice = log(&samples::exceptions());
        let names = fingerprints(&twice);
        assert!(names[0].ends_with(":1") && names[1].ends_with(":2"), "{names:?}");
        assert_eq!(names[0].split(':').next(), names[1].split(':').next());
        assert_ne!(names[0].split(':').next(), names[2].split(':').next());
    }

    #[test]
    fn nothing_of_the_programs_makes_a_link_a_placeholder_or_a_path() {
        assert_eq!(sentence("see [this](http://x) {0}"), "see [this] (http://x) {{0}}");
        assert_eq!(
            uri(["a b", "..", "<x>/é.java"].into_iter()),
            "a%20b/%2E%2E/%3Cx%3E%2F%C3%A9.java"
        );
        let log = log(&samples::exceptions());
        let message = log["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
        assert!(!message.contains(char::is_control) && message.contains("\\u001b"), "{message}");
    }

    #[test]
    fn what_was_not_explored_is_a_notification_and_no_result() {
        let incomplete = log(&samples::incomplete());
        let run = &incomplete["runs"][0];
        assert_eq!(run["results"], json!([]));
        assert_eq!(run["invocations"][0]["exitCode"], 3);
        assert_eq!(run["invocations"][0]["toolExecutionNotifications"][0]["level"], "warning");
        let unsupported = log(&samples::unsupported());
        let invocation = &unsupported["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "error");
    }
}
