//! The difference of two outputs, in readable form.

use crate::process::Finished;

const LONGEST_LINE: usize = 300;
const FIRST_LINES: usize = 30;

/// What differs between the answers of `java` and of `raceproof`; nothing if they are the same.
pub fn differences(java: &Finished, raceproof: &Finished) -> Option<String> {
    let mut parts = Vec::new();
    if java.status != raceproof.status {
        let show = |status: Option<i32>| {
            status.map_or("ended by a signal".to_owned(), |status| status.to_string())
        };
        parts.push(format!(
            "exit status\n  java:      {}\n  raceproof: {}",
            show(java.status),
            show(raceproof.status)
        ));
    }
    parts.extend(first_difference("stdout", &java.stdout, &raceproof.stdout));
    if java.status == raceproof.status {
        parts.extend(first_difference("stderr", &java.stderr, &raceproof.stderr));
    } else {
        // Mostly it names what is not supported, or has the trace of a wrong exception.
        parts.push(format!("stderr of raceproof\n  {}", beginning(&raceproof.stderr)));
    }
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// The first line in which the two differ, with the line before it.
pub fn first_difference(name: &str, java: &[u8], raceproof: &[u8]) -> Option<String> {
    if java == raceproof {
        return None;
    }
    let ours: Vec<&[u8]> = raceproof.split_inclusive(|byte| *byte == b'\n').collect();
    let theirs: Vec<&[u8]> = java.split_inclusive(|byte| *byte == b'\n').collect();
    let index = (0..).find(|index| ours.get(*index) != theirs.get(*index))?;
    let show = |lines: &[&[u8]], index: usize| {
        lines.get(index).map_or("(nothing more)".to_owned(), |line| shown(line))
    };
    let before = match index.checked_sub(1) {
        Some(previous) => format!("\n  both:      {}", show(&theirs, previous)),
        None => String::new(),
    };
    Some(format!(
        "{name}, line {} (java has {} lines, raceproof {}){before}\n  java:      {}\n  raceproof: {}",
        index + 1,
        theirs.len(),
        ours.len(),
        show(&theirs, index),
        show(&ours, index),
    ))
}

fn beginning(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().take(FIRST_LINES).collect::<Vec<_>>().join("\n  ")
}

/// A line with its invisible characters made visible.
fn shown(line: &[u8]) -> String {
    let text = match std::str::from_utf8(line) {
        Ok(text) => text.replace('\r', "\\r").replace('\t', "\\t"),
        Err(_) => line.escape_ascii().to_string(),
    };
    let text =
        text.strip_suffix('\n').map_or_else(|| format!("{text}(no end of line)"), str::to_owned);
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_differing_line_is_shown() {
        let shown = first_difference("stdout", b"a\nb\nc\n", b"a\nx\n").unwrap();
        assert_eq!(
            shown,
            "stdout, line 2 (java has 3 lines, raceproof 2)\n  both:      a\n  java:      b\n  raceproof: x"
        );
        assert!(first_difference("stdout", b"a\n", b"a").unwrap().contains("(no end of line)"));
        assert_eq!(first_difference("stdout", b"a\n", b"a\n"), None);
    }
}
