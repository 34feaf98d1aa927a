//! `explain`, `completions` and `man`, with the shells and the formatter that read them.

use std::fs;

use raceproof_base::FindingKind;
use raceproof_tests::sandbox::{Sandbox, expect};

use super::installed;

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("questions-{name}"))
}

fn told(sandbox: &Sandbox, words: &[&str]) -> String {
    let finished = sandbox.raceproof(words);
    expect(&finished, 0, &[]);
    assert_eq!(finished.stderr_text(), "");
    finished.stdout_text()
}

#[test]
fn every_kind_is_explained_and_an_unknown_one_gets_the_nearest() {
    let sandbox = sandbox("explain");
    let list = told(&sandbox, &["explain"]);
    for kind in FindingKind::ALL.map(FindingKind::name).into_iter().chain(["weak-race"]) {
        assert!(list.lines().any(|line| line.starts_with(kind)), "{list}");
        let text = told(&sandbox, &["explain", kind]);
        for part in ["# ", "\n## Why it matters\n", "\n## How to mend it\n", "\n## Example\n"] {
            assert!(text.contains(part), "{kind}: {part}");
        }
    }
    expect(&sandbox.raceproof(&["explain", "dead-lock"]), 2, &["did you mean `deadlock`?"]);
    expect(&sandbox.raceproof(&["explain", "race"]), 2, &["`data-race` or `weak-race`"]);
    expect(
        &sandbox.raceproof(&["explain", "x\u{1b}[2J"]),
        2,
        &["`x\\u001b[2J`", "there are data-race,"],
    );
    expect(&sandbox.raceproof(&["explain", "a", "b"]), 2, &["`b`", "raceproof explain KIND"]);
    expect(&sandbox.raceproof(&["explain", "--all"]), 2, &["`--all`", "no option"]);
    expect(&sandbox.raceproof(&["explian"]), 2, &["did you mean `raceproof explain`?"]);
}

/// Its own words, as somebody types them.
#[test]
fn each_shell_takes_its_completions() {
    let sandbox = sandbox("completions");
    for shell in ["bash", "zsh", "fish"] {
        let script = told(&sandbox, &["completions", shell]);
        let file = sandbox.file(&format!("raceproof.{shell}"), &script).display().to_string();
        installed::accepts(shell, &["-n", &file], b"");
        // The oracle can say no.
        let broken = sandbox.file(&format!("broken.{shell}"), "if then (").display().to_string();
        if let Some(refused) = installed::run(shell, &["-n", &broken], b"") {
            assert_ne!(refused.status, Some(0), "{shell}");
        }
    }
    expect(&sandbox.raceproof(&["completions", "csh"]), 2, &["bash, zsh, fish"]);
}

#[test]
fn bash_completes_commands_options_and_words() {
    let sandbox = sandbox("bash");
    let script = sandbox.file("raceproof.bash", told(&sandbox, &["completions", "bash"]));
    let complete = |words: &str| {
        let count = words.split(' ').count() - 1;
        let last = words.rsplit(' ').next().unwrap();
        let before = words.split(' ').rev().nth(1).unwrap();
        let lines = format!(
            "source '{}'; COMP_WORDS=({}); COMP_CWORD={count}; _raceproof raceproof '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            script.display(),
            words.split(' ').map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ")
        );
        installed::accepts("bash", &["-c", &lines], b"")
    };
    for (words, wanted) in [
        ("raceproof expl", "explain"),
        ("raceproof check --save-t", "--save-trace"),
        ("raceproof check --format sa", "sarif"),
        ("raceproof explain weak", "weak-race"),
    ] {
        if let Some(told) = complete(words) {
            assert_eq!(told.trim(), wanted, "{words}");
        }
    }
}

#[test]
fn fish_completes_words() {
    let sandbox = sandbox("fish");
    let script = sandbox.file("raceproof.fish", told(&sandbox, &["completions", "fish"]));
    for (words, wanted) in [
        ("raceproof check --format sa", "sarif"),
        ("raceproof explain weak", "weak-race"),
        ("raceproof expl", "explain"),
    ] {
        let line = format!("source '{}'; complete -C '{words}'", script.display());
        if let Some(told) = installed::accepts("fish", &["--no-config", "-c", &line], b"") {
            assert!(told.contains(wanted), "{words}: {told}");
        }
    }
}

#[test]
fn zsh_knows_whose_completions_they_are() {
    let sandbox = sandbox("zsh");
    let script = told(&sandbox, &["completions", "zsh"]);
    sandbox.file("functions/_raceproof", script);
    let folder = sandbox.folder.join("functions").display().to_string();
    let line = format!(
        "fpath=('{folder}' $fpath); autoload -U compinit; compinit -u -D; print $_comps[raceproof]"
    );
    if let Some(told) = installed::accepts("zsh", &["-f", "-c", &line], b"") {
        assert_eq!(told.trim(), "_raceproof");
    }
}

#[test]
fn pages_of_the_manual_are_formatted_without_complaint() {
    let sandbox = sandbox("man");
    for words in [&["man"][..], &["man", "check"], &["man", "explain"]] {
        let page = told(&sandbox, words);
        let file = sandbox.folder.join("page.1");
        fs::write(&file, &page).unwrap();
        let arguments = ["-Tutf8", "-Werror", file.to_str().unwrap()];
        if let Some(shown) = installed::accepts("mandoc", &arguments, b"") {
            assert!(shown.contains("raceproof"), "{shown}");
        }
    }
    let check = told(&sandbox, &["man", "check"]);
    assert!(check.contains("sarif") && check.contains("\\-\\-save\\-trace"), "{check}");
    expect(&sandbox.raceproof(&["man", "chekc"]), 2, &["did you mean `check`?"]);
}
