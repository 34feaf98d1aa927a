//! Each format, held to what reads it.

use raceproof_tests::place;
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::expect;
use raceproof_tests::schemas;
use serde_json::{Value, json};

use super::{check, installed, object, sandbox};

/// The result of a run, each by its rule.
fn results(finished: &Finished) -> Vec<Value> {
    let log = object(finished);
    schemas::sarif(&log).unwrap_or_else(|error| panic!("{error}\n{log:#}"));
    log["runs"][0]["results"].as_array().unwrap().clone()
}

#[test]
fn a_race_as_sarif_has_both_threads_with_the_steps_that_led_there() {
    let sandbox = sandbox("sarif-race");
    let finished = check(&sandbox, "web.Hits", "sarif", &["--sourcepath", "src"]);
    expect(&finished, 1, &[]);
    let results = results(&finished);
    let json = object(&check(&sandbox, "web.Hits", "json", &["--sourcepath", "src"]));
    assert_eq!(results.len(), json["findings"].as_array().unwrap().len());
    for (result, finding) in results.iter().zip(json["findings"].as_array().unwrap()) {
        assert_eq!((&result["ruleId"], &result["level"]), (&json!("data-race"), &json!("error")));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(
            place["artifactLocation"],
            json!({ "uri": "src/web/Hits.java", "uriBaseId": "%SRCROOT%" })
        );
        assert_eq!(place["region"], json!({ "startLine": 7 }));
        assert_eq!(result["relatedLocations"].as_array().unwrap().len(), 2);
        let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
        assert_eq!(flows.len(), 2, "{result:#}");
        for (flow, access) in flows.iter().zip(finding["accesses"].as_array().unwrap()) {
            assert_eq!(flow["id"], access["thread"]);
            let moves = flow["locations"].as_array().unwrap();
            let (last, before) = moves.split_last().unwrap();
            assert_eq!(last["importance"], "essential");
            assert_eq!(last["executionOrder"], access["step"], "{flow:#}");
            assert_eq!(last["location"]["physicalLocation"]["region"]["startLine"], 7);
            // Steps by the trace: those of the thread up to its access, none left out.
            let number = access["step"].as_u64().unwrap();
            let trace = finding["trace"].as_array().unwrap();
            let steps = trace.iter().filter(|step| {
                step["thread"] == access["thread"] && step["step"].as_u64() <= Some(number)
            });
            let steps: Vec<&Value> = steps.map(|step| &step["step"]).collect();
            let orders: Vec<&Value> = before.iter().map(|at| &at["executionOrder"]).collect();
            assert_eq!(orders, steps, "{flow:#}");
        }
    }
}

#[test]
fn every_kind_of_finding_is_a_result_by_the_standard() {
    let sandbox = sandbox("sarif-kinds");
    for (class, rules) in
        [("Forks", vec!["deadlock"]), ("Several", vec!["assertion", "exit-status"])]
    {
        let finished = check(&sandbox, class, "sarif", &["--sourcepath", "src"]);
        expect(&finished, 1, &[]);
        let results = results(&finished);
        let mut told: Vec<&str> =
            results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
        told.sort_unstable();
        assert_eq!(told, rules);
        for result in &results {
            assert!(
                result["codeFlows"][0]["threadFlows"].as_array().unwrap().len() >= 2,
                "{result:#}"
            );
        }
    }
    let finished = check(&sandbox, "Calm", "sarif", &["--max-states", "1"]);
    expect(&finished, 3, &[]);
    assert!(results(&finished).is_empty());
    let log = object(&finished);
    let notified = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert!(notified["message"]["text"].as_str().unwrap().contains("--max-states"), "{log:#}");
    let log = object(&check(&sandbox, "Calm", "sarif", &[]));
    schemas::sarif(&log).unwrap();
    assert_eq!(log["runs"][0]["properties"]["verdict"], "race-free");
}

/// What tools take for one problem from one commit to the next.
#[test]
fn fingerprints_stay_when_lines_move_and_differ_where_code_does() {
    let names = |name: &str, text: &str| {
        let sandbox = sandbox(name);
        sandbox.class("src/web/Hits.java", text);
        let results = results(&check(&sandbox, "web.Hits", "sarif", &[]));
        let mut names: Vec<String> =
            results.iter().map(|result| result["partialFingerprints"].to_string()).collect();
        names.sort_unstable();
        names
    };
    let before = names("names-before", super::HITS);
    assert_eq!(names("names-moved", &format!("// A line.\n\n{}", super::HITS)), before);
    assert_ne!(
        names(
            "names-renamed",
            &super::HITS.replace("hit()", "count()").replace("::hit", "::count")
        ),
        before
    );
    assert!(before.windows(2).all(|pair| pair[0] != pair[1]), "{before:?}");
}

#[test]
fn junit_is_what_build_servers_take() {
    let sandbox = sandbox("junit");
    let schema = place::workspace().join("tests/schemas/junit-10.xsd").display().to_string();
    for class in ["web.Hits", "Forks", "Several", "Calm"] {
        let finished = check(&sandbox, class, "junit", &[]);
        installed::accepts("xmllint", &["--noout", "--schema", &schema, "-"], &finished.stdout);
    }
    // The oracle can say no.
    let wrong = b"<testsuites skipped=\"1\"><testsuite name=\"a\"/></testsuites>";
    if let Some(refused) = installed::run("xmllint", &["--noout", "--schema", &schema, "-"], wrong)
    {
        assert_ne!(refused.status, Some(0));
    }
}

#[test]
fn github_takes_an_error_at_a_line_of_the_repository() {
    let sandbox = sandbox("github");
    let finished = check(&sandbox, "Forks", "github", &["--sourcepath", "src"]);
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("::error file=src/Forks.java,line=6,title=deadlock%3A "),
        "{text}"
    );
    assert!(
        lines[1].starts_with("::notice title=raceproof check Forks::violated: 1 deadlock."),
        "{text}"
    );
    assert_eq!(lines.len(), 2, "{text}");
    let quiet = check(&sandbox, "Calm", "github", &[]);
    expect(&quiet, 0, &[]);
    assert!(
        quiet.stdout_text().contains("::race-free: nothing was found"),
        "{}",
        quiet.stdout_text()
    );
}

/// A notice of its own: nobody is to take a proof for more than it is.
#[test]
fn github_is_told_whose_races_were_accepted() {
    let sandbox = sandbox("github-accepted");
    let accepted = "::notice title=raceproof::races of web.Hits.hits were accepted";
    let trusted = "::notice title=raceproof::trusted, so that races of their own variables were not looked for: web.Hits";
    let proved = "::notice title=raceproof check web.Hits::race-free: nothing was found. ";
    for (options, told) in [
        (&["--benign", "web.Hits.hits"][..], &[accepted][..]),
        (&["--trusted", "web.Hits"], &[trusted]),
        (&["--benign", "web.Hits.hits", "--trusted", "web.Hits"], &[accepted, trusted]),
    ] {
        let finished = check(&sandbox, "web.Hits", "github", options);
        expect(&finished, 0, &[]);
        let text = finished.stdout_text();
        let lines: Vec<&str> = text.lines().collect();
        let (verdict, before) = lines.split_last().unwrap();
        assert_eq!(before, told, "{text}");
        assert!(verdict.starts_with(proved), "{text}");
    }
    // What is not looked for at all is not accepted.
    let text = check(&sandbox, "web.Hits", "github", &["--race", "off", "--benign", "web.Hits.x"]);
    assert!(!text.stdout_text().contains("accepted"), "{}", text.stdout_text());
    let predict = ["predict", "web.Hits", "-cp", "classes", "--benign", "web.Hits.hits"];
    let finished = sandbox.raceproof(&[&predict[..], &["--format", "github"]].concat());
    let text = finished.stdout_text();
    assert!(text.starts_with(&format!("{accepted}\n")), "{text}");
}

/// Ways through `..` mean nothing to who reads a report elsewhere.
#[test]
fn sources_beside_the_working_folder_have_a_whole_path_and_others_one_from_there() {
    let sandbox = sandbox("beside");
    sandbox.file("a work/src/web/Hits.java", super::HITS);
    let told = |words: &[&str], format: &str, sources: &str| {
        let saved = ["web.Hits", "-cp", "../classes", "--sourcepath", sources];
        let target: &[&str] = if words[0] == "replay" { &["hits.trace"] } else { &saved };
        let mut command = sandbox.command(&[words, target, &["--format", format]].concat());
        command.current_dir(sandbox.folder.join("a work"));
        let finished = sandbox.finish(command);
        expect(&finished, 1, &[]);
        finished
    };
    let beside = json!({ "uri": format!("file://{}/src/web/Hits.java", sandbox.folder.display()) });
    let below = json!({ "uri": "src/web/Hits.java", "uriBaseId": "%SRCROOT%" });
    // The trace knows where the sources are.
    let saving: &[&str] = &["check", "--save-trace", "hits.trace"];
    let (replay, predict, scan, audit): (&[&str], &[&str], &[&str], &[&str]) =
        (&["replay"], &["predict"], &["scan"], &["audit"]);
    for (sources, artifact) in
        [("../src", &beside), ("src", &below), ("../a work/./src", &below), ("src/../src", &below)]
    {
        for words in [saving, replay, predict, scan, audit] {
            let results = results(&told(words, "sarif", sources));
            let place = &results[0]["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"], *artifact, "{words:?} {sources}");
            assert_eq!(place["region"]["startLine"], 7, "{words:?} {sources}");
            assert!(!Value::Array(results).to_string().contains("/../"), "{words:?} {sources}");
        }
        for words in [saving, replay, predict] {
            let text = told(words, "github", sources).stdout_text();
            let file = if artifact == &below { "file=src/web/Hits.java,line=7," } else { "" };
            assert!(text.starts_with(&format!("::error {file}title=data-race%3A ")), "{text}");
            assert!(text.contains("Hits.java:7: ") && !text.contains(".."), "{text}");
        }
    }
    let report = object(&told(saving, "json", "../src"));
    let path = format!("{}/src/web/Hits.java", sandbox.folder.display());
    assert_eq!(report["findings"][0]["accesses"][0]["path"], json!(path));
}

#[test]
fn json_names_files_that_were_found_and_the_steps_of_accesses() {
    let sandbox = sandbox("json");
    let report = object(&check(&sandbox, "web.Hits", "json", &["--sourcepath", "src"]));
    schemas::report(&report).unwrap();
    assert_eq!(report["format_version"], 1);
    let access = &report["findings"][0]["accesses"][1];
    assert_eq!(
        (&access["file"], &access["path"]),
        (&json!("Hits.java"), &json!("src/web/Hits.java"))
    );
    assert_eq!(access["step"], report["findings"][0]["length"]);
    let run = sandbox
        .raceproof(&["run", "Calm", "-cp", "classes", "--format", "json", "--output", "run.json"]);
    expect(&run, 0, &[]);
    let text = std::fs::read(sandbox.folder.join("run.json")).unwrap();
    schemas::read(&text).unwrap();
}

/// A validator that takes everything would hold nothing.
#[test]
fn the_schemas_refuse_what_is_no_report() {
    let sandbox = sandbox("refused");
    let report = object(&check(&sandbox, "Forks", "json", &[]));
    for (key, value) in [
        ("verdict", json!("fine")),
        ("format_version", json!(2)),
        ("findings", json!([{ "kind": "deadlock" }])),
        ("something", json!(1)),
    ] {
        let mut wrong = report.clone();
        wrong[key] = value;
        assert!(schemas::report(&wrong).is_err(), "{key}");
    }
    let mut race = report.clone();
    race["findings"][0]["kind"] = json!("data-race");
    assert!(schemas::report(&race).unwrap_err().contains("variable"));
    let mut log = object(&check(&sandbox, "Forks", "sarif", &[]));
    log["runs"][0]["results"][0]["level"] = json!("bad");
    assert!(schemas::sarif(&log).is_err());
}

#[test]
fn a_prediction_has_these_formats_too() {
    let sandbox = sandbox("predict");
    let predict = |format: &str| {
        let words =
            ["predict", "web.Hits", "-cp", "classes", "--format", format, "--sourcepath", "src"];
        let finished = sandbox.raceproof(&words);
        expect(&finished, 1, &[]);
        finished
    };
    let results = results(&predict("sarif"));
    assert_eq!(results[0]["ruleId"], "data-race");
    assert_eq!(results[0]["codeFlows"][0]["threadFlows"].as_array().unwrap().len(), 2);
    schemas::read(&predict("json").stdout).unwrap();
    let text = predict("github").stdout_text();
    assert!(text.starts_with("::error file=src/web/Hits.java,line=7,"), "{text}");
}

#[test]
fn a_report_of_people_says_how_to_keep_a_schedule() {
    let sandbox = sandbox("unsaved");
    let hint = "try: `--save-trace FILE` keeps the schedule";
    let told = |more: &[&str]| check(&sandbox, "Forks", "text", more).stdout_text();
    assert!(told(&[]).contains(hint));
    assert!(!told(&["--save-trace", "forks.trace"]).contains(hint));
    assert!(!told(&["--quiet"]).contains(hint));
    assert!(!sandbox.raceproof(&["replay", "forks.trace"]).stdout_text().contains(hint));
    assert!(!check(&sandbox, "Calm", "text", &[]).stdout_text().contains(hint));
}

#[test]
fn a_time_has_a_unit() {
    let sandbox = sandbox("time");
    expect(&check(&sandbox, "Calm", "json", &["--time", "1m"]), 0, &[]);
    expect(&check(&sandbox, "Calm", "json", &["--time", "1 minute"]), 2, &["90s, 5m, 2h"]);
}
