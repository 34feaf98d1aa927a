//! The commands that documents show: read from fenced blocks, in which a line with `$ ` is a
//! command, and what follows it is what it prints. A block `java Name.java` is a file.

use std::fs;
use std::path::PathBuf;

use raceproof_tests::place;

/// What people type. A line of a block that begins so is a command, and must say so by `$ `.
const PROGRAMS: [&str; 11] =
    ["raceproof", "make", "cargo", "mvn", "java", "javac", "git", "sudo", "apt-get", "dpkg", "tar"];

pub enum Part {
    File { name: String, text: String },
    Command(Shown),
}

/// A command as it is shown.
pub struct Shown {
    pub line: usize,
    pub text: String,
    /// Lines that it prints; `…` stands for anything that is left out.
    pub output: Vec<String>,
}

/// README.md and all of `docs/`.
pub fn pages() -> Vec<PathBuf> {
    let root = place::workspace();
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<(usize, &str)> =
            lines.by_ref().take_while(|(_, line)| *line != "```").collect();
        match language.strip_prefix("java ") {
            Some(name) => {
                let text = block.iter().map(|(_, line)| format!("{line}\n")).collect();
                parts.push(Part::File { name: name.to_owned(), text });
            }
            None => parts.extend(commands(&block).into_iter().map(Part::Command)),
        }
    }
    parts
}

fn commands(block: &[(usize, &str)]) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    for (index, line) in block {
        if let Some(text) = line.strip_prefix("$ ") {
            commands.push(Shown { line: index + 1, text: text.to_owned(), output: Vec::new() });
        } else if let Some(command) = commands.last_mut() {
            command.output.push((*line).to_owned());
        }
    }
    commands
}

/// Lines of blocks that look like commands and do not say so: nothing would execute them.
pub fn disguised(text: &str) -> Vec<String> {
    let mut is_block = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_block = !is_block;
        } else if is_block && PROGRAMS.iter().any(|program| line.split(' ').next() == Some(program))
        {
            found.push(line.to_owned());
        }
    }
    found
}

impl Shown {
    /// A line of its output that is not in `printed`, in its place.
    pub fn untrue(&self, printed: &str) -> Option<&str> {
        let mut rest = printed.lines();
        let shown = self.output.iter().filter(|line| !matches!(line.trim(), "" | "…"));
        shown.map(String::as_str).find(|line| !rest.any(|printed| fits(line, printed)))
    }
}

fn fits(shown: &str, printed: &str) -> bool {
    let mut parts = shown.trim_end().split('…');
    let Some(mut rest) = parts.next().and_then(|start| printed.strip_prefix(start)) else {
        return false;
    };
    let mut is_open = false;
    for part in parts {
        is_open = true;
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    is_open && shown.trim_end().ends_with('…') || rest.trim_end().is_empty()
}

#[test]
fn a_line_with_something_left_out_fits_what_has_its_parts() {
    assert!(fits("a … c", "a b c") && fits("a …", "a b c") && fits("a", "a "));
    assert!(!fits("a … d", "a b c") && !fits("a", "a b") && !fits("b", "a b"));
}
