//! What `scan` suspects and `audit` decides, as SARIF.

use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::{hostile, schemas};
use serde_json::{Value, json};

use super::object;

/// Two accesses with different locks, one without any on a map, and one that nobody comes to.
const DESK: &str = "package web;

import java.util.*;

public class Desk {
    static final Object drawer = new Object(), door = new Object();
    static final Map<String, Integer> books = new HashMap<>();
    static int cents, visits;

    static void pay() {
        synchronized (drawer) {
            cents++;
        }
        books.put(\"a\", 1);
    }

    public static void main(String[] arguments) {
        Thread clerk = new Thread(Desk::pay);
        clerk.start();
        synchronized (door) {
            cents--;
        }
        books.put(\"b\", 2);
        if (arguments.length > 0) {
            visits++;
            new Thread(() -> visits--).start();
            visits++;
        }
    }
}
";

fn desk(name: &str, text: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("reports-desk-{name}"));
    sandbox.class("src/web/Desk.java", text);
    sandbox
}

fn told(sandbox: &Sandbox, command: &str, class: &str, format: &str, more: &[&str]) -> Finished {
    let words = [command, class, "-cp", "classes", "--format", format, "--sourcepath", "src"];
    sandbox.raceproof(&[&words[..], more].concat())
}

/// The run of a log that is one by the standard.
fn run(finished: &Finished) -> Value {
    let log = object(finished);
    schemas::sarif(&log).unwrap_or_else(|error| panic!("{error}\n{log:#}"));
    log["runs"][0].clone()
}

fn results(finished: &Finished) -> Vec<Value> {
    run(finished)["results"].as_array().unwrap().clone()
}

fn of<'a>(results: &'a [Value], variable: &str) -> Vec<&'a Value> {
    results.iter().filter(|result| result["properties"]["variable"] == variable).collect()
}

fn message(result: &Value) -> &str {
    result["message"]["text"].as_str().unwrap()
}

/// The file and the line of each place of a result.
fn places(result: &Value) -> Vec<(String, u64)> {
    let all = result["relatedLocations"].as_array().unwrap().iter();
    all.map(|at| {
        let place = &at["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%", "{result:#}");
        let uri = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
        (uri, place["region"]["startLine"].as_u64().unwrap())
    })
    .collect()
}

#[test]
fn each_pair_that_a_scan_leaves_is_a_warning_at_its_two_places() {
    let sandbox = desk("scan", DESK);
    let finished = told(&sandbox, "scan", "web.Desk", "sarif", &[]);
    expect(&finished, 1, &[]);
    let results = results(&finished);
    let json = object(&told(&sandbox, "scan", "web.Desk", "json", &[]));
    let candidates = json["candidates"].as_array().unwrap();
    assert_eq!(results.len(), candidates.len());
    for (result, candidate) in results.iter().zip(candidates) {
        let told = ["ruleId", "kind", "level"].map(|key| result[key].as_str().unwrap());
        assert_eq!(told, ["data-race", "fail", "warning"]);
        assert_eq!(result["properties"]["variable"], candidate["variable"]);
        assert_eq!(result["properties"]["rank"], candidate["rank"]);
        assert!(result.get("codeFlows").is_none(), "nobody has executed it");
        // Where the library makes the access, its place is that of the program's call.
        for (place, access) in places(result).iter().zip(candidate["accesses"].as_array().unwrap())
        {
            let at = access["call"].as_str().or(access["place"].as_str()).unwrap();
            let (uri, line) = place;
            assert_eq!(uri, "src/web/Desk.java");
            assert!(at.starts_with(&format!("Desk.java:{line}")), "{at}: {place:?}");
        }
    }
    let cents = of(&results, "web.Desk.cents");
    // Two locks that are made at one line are two.
    let words = "hold the same lock at both: the first holds the Object made at Desk.java:6, the second another Object made at Desk.java:6, and";
    assert!(cents.iter().all(|one| one["properties"]["rank"] == "the locks differ"));
    assert!(
        !cents.is_empty() && cents.iter().all(|one| message(one).contains(words)),
        "{cents:#?}"
    );
    assert!(
        cents.iter().any(|one| places(one).iter().map(|at| at.1).collect::<Vec<_>>() == [12, 21])
    );
}

#[test]
fn an_audit_has_errors_with_their_steps_and_warnings_and_nothing_that_is_proved() {
    let sandbox = desk("audit", DESK);
    let options = ["--deciders", "predict,directed", "--save-traces", "races"];
    let finished = told(&sandbox, "audit", "web.Desk", "sarif", &options);
    expect(&finished, 1, &[]);
    let executed = results(&finished);
    let [cents, visits] = ["web.Desk.cents", "web.Desk.visits"].map(|name| of(&executed, name));
    assert!(!cents.is_empty() && !visits.is_empty(), "{executed:#?}");
    for result in cents {
        assert_eq!((&result["level"], &result["kind"]), (&json!("error"), &json!("fail")));
        let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
        assert_eq!(flows.len(), 2, "{result:#}");
        assert!(message(result).contains("show it: `raceproof replay races/"), "{result:#}");
    }
    for result in visits {
        assert_eq!((&result["level"], &result["kind"]), (&json!("warning"), &json!("fail")));
        let told = message(result);
        assert!(told.contains("no execution with this input came to"), "{told}");
        assert!(told.contains("an input that leads there"), "{told}");
    }
    // All executions have neither: that is proved, and no problem.
    let whole = run(&told(&sandbox, "audit", "web.Desk", "sarif", &[]));
    assert_eq!(of(whole["results"].as_array().unwrap(), "web.Desk.visits"), Vec::<&Value>::new());
    assert!(whole["invocations"][0]["exitCodeDescription"].as_str().unwrap().contains("proved"));
}

#[test]
fn what_a_baseline_has_is_suppressed() {
    let sandbox = desk("baseline", DESK);
    let quick = ["--deciders", "predict,directed"];
    let first = [&quick[..], &["--ledger", "audit.ledger"]].concat();
    let before = results(&told(&sandbox, "audit", "web.Desk", "sarif", &first));
    assert!(before.iter().all(|result| result.get("suppressions").is_none()));
    let second = [&quick[..], &["--baseline", "audit.ledger"]].concat();
    let finished = told(&sandbox, "audit", "web.Desk", "sarif", &second);
    expect(&finished, 0, &[]);
    let after = results(&finished);
    assert_eq!(after.len(), before.len());
    for result in after {
        let suppressed = &result["suppressions"][0];
        assert_eq!(
            (&suppressed["kind"], &suppressed["status"]),
            (&json!("external"), &json!("accepted"))
        );
        assert!(suppressed["justification"].as_str().unwrap().contains("--baseline"));
    }
}

/// What tools take for one problem from one commit to the next.
#[test]
fn fingerprints_of_suspicions_stay_when_lines_move() {
    let names = |name: &str, command: &str, text: &str| {
        let sandbox = desk(&format!("{name}-{command}"), text);
        let options =
            if command == "audit" { &["--deciders", "predict,directed"][..] } else { &[] };
        let results = results(&told(&sandbox, command, "web.Desk", "sarif", options));
        let names = results.iter().map(|result| result["partialFingerprints"].to_string());
        names.collect::<std::collections::BTreeSet<String>>()
    };
    let moved = DESK.replace("import java", "// A line.\n\nimport java");
    let renamed = DESK.replace("pay()", "take()").replace("::pay", "::take");
    for command in ["scan", "audit"] {
        let before = names("before", command, DESK);
        assert_eq!(names("moved", command, &moved), before, "{command}");
        assert_ne!(names("renamed", command, &renamed), before, "{command}");
    }
}

#[test]
fn suspicions_of_names_that_are_meant_to_do_harm_are_only_names() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "reports-suspicions-hostile");
    hostile::plant(&sandbox);
    for command in ["scan", "audit"] {
        for format in ["text", "json", "sarif"] {
            let finished = told(&sandbox, command, hostile::CLASS, format, &[]);
            expect(&finished, 1, &[]);
            let text = finished.stdout_text();
            let harmful = |letter: char| letter.is_control() && letter != '\n';
            assert!(!text.contains(harmful), "{command} as {format}:\n{text}");
            assert!(!text.lines().any(|line| line.starts_with("::")), "{text}");
        }
        for result in results(&told(&sandbox, command, hostile::CLASS, "sarif", &[])) {
            let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            assert!(uri.as_str().unwrap().starts_with("..%2F%3Cb%3E%1B"), "{uri}");
            assert!(!message(&result).contains("]("), "it makes no link: {result:#}");
        }
    }
}

#[test]
fn what_a_scan_does_not_follow_is_a_notification() {
    let text = "public class Gap {
        public static void main(String[] arguments) throws Exception {
            Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
        }
    }";
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "reports-suspicions-gap");
    sandbox.class("src/Gap.java", text);
    let finished = told(&sandbox, "scan", "Gap", "sarif", &[]);
    expect(&finished, 3, &[]);
    let run = run(&finished);
    let notified = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let words: Vec<&str> =
        notified.iter().map(|one| one["message"]["text"].as_str().unwrap()).collect();
    assert!(words.iter().any(|text| text.starts_with("not covered: ")), "{words:?}");
    assert_eq!(run["results"], json!([]));
}
