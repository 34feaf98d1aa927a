//! What a report on tests (`check --test`) says of each, a line a test.

use crate::process::Finished;

/// The first lines of a report: a word, a test, and what is said of it.
pub fn lines(finished: &Finished) -> Vec<(String, String, String)> {
    let text = finished.stdout_text();
    let lines = text.lines().take_while(|line| !line.is_empty());
    let words = lines.map(|line| {
        let mut words = line.splitn(2, ' ').map(str::trim_start);
        let word = words.next().unwrap_or_default().to_owned();
        let rest = words.next().unwrap_or_default();
        let (test, what) = rest.split_once("  ").unwrap_or((rest, ""));
        (word, test.to_owned(), what.to_owned())
    });
    words.collect()
}

/// Each test has this word, and its line says that of it.
#[track_caller]
pub fn expect_lines(finished: &Finished, expected: &[(&str, &str, &str)]) {
    let told = lines(finished);
    let is_as = |(told, expected): (&(String, String, String), &(&str, &str, &str))| {
        told.0 == expected.0 && told.1 == expected.1 && told.2.contains(expected.2)
    };
    let all = told.len() == expected.len() && told.iter().zip(expected).all(is_as);
    assert!(all, "{told:#?}\nexpected: {expected:#?}\n{}", finished.stderr_text());
}
