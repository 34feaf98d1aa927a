//! A report on a terminal: one of forty columns, and one that is to have no colours. The terminal is a
//! real one, which `script` makes.

use std::process::Command;

use raceproof_tests::process;
use raceproof_tests::sandbox::Sandbox;

/// Has more schedules than are explored in a few seconds.
const CROWD: &str = "public class Crowd {
    static volatile int turn;

    public static void main(String[] arguments) {
        for (int number = 0; number < 6; number++) {
            int own = number;
            new Thread(() -> { for (int at = 0; at < 9; at++) turn = 10 * at + own; }).start();
        }
    }
}
";

/// What a terminal of forty columns is sent.
fn sent(sandbox: &Sandbox, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let told = sandbox.command(arguments);
    let words = std::iter::once(told.get_program()).chain(told.get_args());
    let words: Vec<String> = words.map(|word| format!("'{}'", word.to_string_lossy())).collect();
    let line = format!("stty cols 40; exec {}", words.join(" "));
    let mut command = Command::new("script");
    process::plain_environment(&mut command);
    let given = told.get_envs().filter_map(|(name, value)| Some((name, value?)));
    command.envs(given);
    command.env("TERM", "xterm").envs(variables.iter().copied());
    command.args(["-qec", &line, "/dev/null"]).current_dir(&sandbox.folder);
    let finished = process::run(command, b"", process::patience())
        .unwrap_or_else(|error| panic!("script, of util-linux, is missing: {error}"));
    finished.stdout_text()
}

#[test]
fn progress_is_one_line_of_a_narrow_terminal() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "reports-narrow");
    sandbox.class("Crowd.java", CROWD);
    let check = ["check", "Crowd", "-cp", "classes", "--search", "dfs", "--time", "3s"];
    let text = sent(&sandbox, &check, &[]);
    let lines: Vec<&str> = text
        .split('\r')
        .filter_map(|part| part.split_once("\u{1b}[K"))
        .map(|(line, _)| line)
        .collect();
    assert!(lines.iter().any(|line| line.contains(" states, ")), "{text:?}");
    for line in lines {
        assert!(line.chars().count() < 40, "{line:?}");
    }
}

#[test]
fn a_terminal_has_colours_unless_they_are_not_wanted() {
    let sandbox = super::sandbox("terminal-colours");
    let check = ["check", "Forks", "-cp", "classes"];
    let bad = "\u{1b}[1;31mviolated";
    assert!(sent(&sandbox, &check, &[]).contains(bad));
    let coloured = |text: &str| text.contains("\u{1b}[1") || text.contains("\u{1b}[3");
    for plain in [
        sent(&sandbox, &check, &[("NO_COLOR", "1")]),
        sent(&sandbox, &check, &[("TERM", "dumb")]),
        sent(&sandbox, &[&check[..], &["--color", "never"]].concat(), &[]),
    ] {
        assert!(plain.contains("violated: 1 deadlock") && !coloured(&plain), "{plain:?}");
    }
    // Who asks for colours has them, also there; messages of errors are no different from reports.
    let always = [&check[..], &["--color", "always"]].concat();
    assert!(sent(&sandbox, &always, &[("TERM", "dumb"), ("NO_COLOR", "1")]).contains(bad));
    let wrong = ["check", "Missing", "-cp", "classes"];
    assert!(sent(&sandbox, &wrong, &[]).contains("\u{1b}[1;31merror"));
    for variable in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let plain = sent(&sandbox, &wrong, &[variable]);
        assert!(plain.contains("error: ") && !coloured(&plain), "{plain:?}");
    }
    // An empty one is none, by its own rules.
    assert!(sent(&sandbox, &check, &[("NO_COLOR", "")]).contains(bad));
}
