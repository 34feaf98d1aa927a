//! Trace files: a counterexample that anyone can execute again, as text that a person can read.
//!
//! ```text
//! raceproof trace 1
//! tool "0.1.0"
//! jdk "17.0.15+6-Debian-1deb12u1"
//! java-home "/usr/lib/jvm/java-17-openjdk-amd64"
//! option target "Philosophers.java"
//! option granularity "sync"
//! property "user.name" "me"
//! argument "2"
//! class "Philosophers" 8f0c…
//! finding data-race "Thread-0 writes Counter.value, and main reads it. …"
//! access "Counter.add(Counter.java:7)"
//! access "Counter.main(Counter.java:12)"
//! run 0  # main: start Thread-0 (Philosophers.java:20)
//! notify 1 0
//! end 2
//! ```
//!
//! The first line names the format and its version. Then comes what has to be the same for the
//! choices to mean the same: the JDK, the options by their keys (those of [`KEYS`]), the program's
//! properties, arguments and class files. Then what the choices lead to (of a race, where its two
//! accesses are, as one step may show several; it may be missing), and the choices: `run`,
//! `time-out` and `spurious` with a thread, `value` and `notify` with a thread and a number. The
//! last line counts them, so that a file that was cut off is noticed. Texts are quoted as in JSON;
//! empty lines, and what follows ` #`, mean nothing. `java-home` only says where to look for the
//! JDK; it may be missing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use raceproof_base::{Choice, Finding, FindingKind, Schedule, Step, ThreadId};
use raceproof_config::read_at_most;

use crate::class_digests::ClassDigests;
use crate::failure::Failure;
use crate::output_file;
use crate::report::short;

pub mod older;
mod settings;
#[cfg(test)]
mod tests;

pub use settings::{command_line, joined, options_of};

const HEADER: &str = "raceproof trace ";
const VERSION: u32 = 1;
/// Ten million steps; what is larger was not written by us.
const LARGEST: u64 = 1 << 30;

/// The keys of options on which it depends what a choice means and what is found.
pub const KEYS: [&str; 20] = [
    "target",
    "main",
    "test",
    "classpath",
    "sourcepath",
    "heap",
    "processors",
    "enable-preview",
    "assertions",
    "granularity",
    "switch-at",
    "library",
    "race",
    "trusted",
    "benign",
    "timeouts",
    "spurious-wakeups",
    "weak-cas-failures",
    "enumerate-random",
    "search",
];

/// A counterexample, with all that is needed to execute it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFile {
    /// The version of the tool that wrote it.
    pub tool: String,
    /// The JDK, as [`jdk_name`] has it.
    pub jdk: String,
    /// Where that JDK was.
    pub java_home: Option<String>,
    /// Values of [`KEYS`].
    pub options: BTreeMap<String, String>,
    /// System properties of the program.
    pub properties: BTreeMap<String, String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    pub classes: ClassDigests,
    /// What the schedule leads to.
    pub kind: FindingKind,
    pub message: String,
    /// Where the two accesses of a race are; empty if that is not told, or for what is no race.
    pub accesses: Vec<String>,
    pub schedule: Schedule,
}

impl TraceFile {
    /// Whether a finding is what it tells of.
    pub fn is_of(&self, finding: &Finding) -> bool {
        (self.kind, &self.message) == (finding.kind, &finding.message)
            && (self.accesses.is_empty() || self.accesses == finding.places())
    }
}

/// What is wrong with a text that should be a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Counted from one.
    pub line: usize,
    pub what: String,
}

/// What tells one JDK from another, from its file `release`.
pub fn jdk_name(release: &str) -> String {
    let value = |key: &str| {
        let line =
            release.lines().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix('='));
        line.map(|value| value.trim().trim_matches('"').to_owned())
    };
    value("JAVA_RUNTIME_VERSION").or_else(|| value("JAVA_VERSION")).unwrap_or_default()
}

/// Reads a file, or says what is wrong and in which line.
pub fn read(path: &Path) -> Result<TraceFile, Failure> {
    let shown = path.display();
    let unreadable = |error: &dyn std::fmt::Display| {
        Failure::bad_input(format!("the trace `{shown}` cannot be read: {error}"))
            .help("a trace is written by `raceproof check TARGET --save-trace FILE`")
    };
    let bytes = read_at_most(path, LARGEST).map_err(|error| unreadable(&error))?;
    parse(&bytes).map_err(|Wrong { line, what }| {
        Failure::bad_input(format!("`{shown}`, line {line}: {what}")).help(
            "a trace is written by `raceproof check TARGET --save-trace FILE`; write it again",
        )
    })
}

/// Writes a file. The steps, where there is one for each choice, become comments.
pub fn write(path: &Path, trace: &TraceFile, steps: &[Step]) -> Result<(), Failure> {
    output_file::write(path, &render(trace, steps)).map_err(|error| {
        Failure::bad_input(format!("the trace cannot be written to `{}`: {error}", path.display()))
            .help("the finding stands above; for the trace, check again and name a file that can be written: `--save-trace FILE`")
    })
}

pub fn render(trace: &TraceFile, steps: &[Step]) -> String {
    let mut text = format!("{HEADER}{VERSION}\n");
    text += "# A counterexample: `raceproof replay FILE` executes it, and says if it still ends the same.\n";
    // Writing to a `String` cannot fail.
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("tool {}", quoted(&trace.tool)));
    line(format_args!("jdk {}", quoted(&trace.jdk)));
    trace.java_home.iter().for_each(|home| line(format_args!("java-home {}", quoted(home))));
    trace
        .options
        .iter()
        .for_each(|(key, value)| line(format_args!("option {key} {}", quoted(value))));
    trace.properties.iter().for_each(|(name, value)| {
        line(format_args!("property {} {}", quoted(name), quoted(value)));
    });
    trace.arguments.iter().for_each(|argument| line(format_args!("argument {}", quoted(argument))));
    trace
        .classes
        .iter()
        .for_each(|(name, digest)| line(format_args!("class {} {digest:032x}", quoted(name))));
    line(format_args!("finding {} {}", trace.kind.name(), quoted(&trace.message)));
    trace.accesses.iter().for_each(|place| line(format_args!("access {}", quoted(place))));
    let choices = &trace.schedule.choices;
    let steps = if steps.len() == choices.len() { steps } else { &[] };
    for (number, choice) in choices.iter().enumerate() {
        let comment = steps.get(number).map_or(String::new(), comment);
        line(format_args!("{}{comment}", self::choice(*choice)));
    }
    line(format_args!("end {}", choices.len()));
    text
}

/// A choice, as a line has it.
pub fn choice(choice: Choice) -> String {
    match choice {
        Choice::Run(thread) => format!("run {}", thread.0),
        Choice::TimeOut(thread) => format!("time-out {}", thread.0),
        Choice::Spurious(thread) => format!("spurious {}", thread.0),
        Choice::Value(thread, value) => format!("value {} {value}", thread.0),
        Choice::Notify(thread, waiter) => format!("notify {} {waiter}", thread.0),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What a step does, kept in its line whatever it says.
fn comment(step: &Step) -> String {
    let place = if step.place.file.is_empty() {
        String::new()
    } else {
        format!(" ({})", short(&step.place))
    };
    let text = format!("{}: {}{place}", step.thread, step.operation);
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("  # {text}")
}

/// Reads any bytes.
pub fn parse(bytes: &[u8]) -> Result<TraceFile, Wrong> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Wrong { line, what: "it is not text".to_owned() }
    })?;
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let wrong = |line: usize, what: String| Wrong { line, what };
    let header = lines.next().map_or("", |(_, line)| line);
    match header.strip_prefix(HEADER).map(|version| version.trim().parse::<u32>()) {
        Some(Ok(VERSION)) => {}
        Some(Ok(other)) => {
            return Err(wrong(
                1,
                format!(
                    "it has version {other} of the format; this raceproof reads version {VERSION}"
                ),
            ));
        }
        _ => {
            return Err(wrong(
                1,
                format!("it is no trace: the first line should be `{HEADER}{VERSION}`"),
            ));
        }
    }
    let mut draft = Draft::default();
    let mut last = 1;
    for (number, line) in lines {
        last = number;
        draft.line(line).map_err(|what| wrong(number, what))?;
    }
    draft.finish().map_err(|what| wrong(last, what))
}

/// A trace of which some lines are read.
#[derive(Default)]
struct Draft {
    tool: Option<String>,
    jdk: Option<String>,
    java_home: Option<String>,
    options: BTreeMap<String, String>,
    properties: BTreeMap<String, String>,
    arguments: Vec<String>,
    classes: ClassDigests,
    finding: Option<(FindingKind, String)>,
    accesses: Vec<String>,
    choices: Vec<Choice>,
    is_ended: bool,
}

impl Draft {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut rest = Rest(line);
        let Some(word) = rest.word() else { return Ok(()) };
        if self.is_ended {
            return Err("something follows the line `end`".to_owned());
        }
        match word {
            "tool" => once(&mut self.tool, rest.text()?, word)?,
            "jdk" => once(&mut self.jdk, rest.text()?, word)?,
            "java-home" => once(&mut self.java_home, rest.text()?, word)?,
            "option" => {
                let key = rest
                    .word()
                    .filter(|key| KEYS.contains(key))
                    .ok_or("the key of an option is missing or unknown")?;
                insert(&mut self.options, key.to_owned(), rest.text()?)?;
            }
            "property" => insert(&mut self.properties, rest.text()?, rest.text()?)?,
            "argument" => self.arguments.push(rest.text()?),
            "class" => insert(&mut self.classes, rest.text()?, rest.digest()?)?,
            "finding" => {
                let kind = rest
                    .word()
                    .and_then(|name| FindingKind::ALL.into_iter().find(|kind| kind.name() == name));
                let kind = kind.ok_or("the kind of the finding is missing or unknown")?;
                once(&mut self.finding, (kind, rest.text()?), word)?;
            }
            "access" => self.accesses.push(rest.text()?),
            "run" => self.choices.push(Choice::Run(rest.thread()?)),
            "time-out" => self.choices.push(Choice::TimeOut(rest.thread()?)),
            "spurious" => self.choices.push(Choice::Spurious(rest.thread()?)),
            "value" => self.choices.push(Choice::Value(rest.thread()?, rest.number()?)),
            "notify" => self.choices.push(Choice::Notify(rest.thread()?, rest.number()?)),
            "end" => {
                let count: usize = rest.number()?;
                if count != self.choices.len() {
                    return Err(format!(
                        "{count} choices were written, {} are there",
                        self.choices.len()
                    ));
                }
                self.is_ended = true;
            }
            _ => return Err("a line of an unknown kind".to_owned()),
        }
        match rest.word() {
            None => Ok(()),
            Some(_) => Err(format!("something follows the line's `{word}`")),
        }
    }

    fn finish(self) -> Result<TraceFile, String> {
        if !self.is_ended {
            return Err("the end is missing: the file was cut off".to_owned());
        }
        let missing = |what: &str| format!("there is no line `{what}`");
        let (kind, message) = self.finding.ok_or_else(|| missing("finding"))?;
        Ok(TraceFile {
            tool: self.tool.ok_or_else(|| missing("tool"))?,
            jdk: self.jdk.ok_or_else(|| missing("jdk"))?,
            java_home: self.java_home,
            options: self.options,
            properties: self.properties,
            arguments: self.arguments,
            classes: self.classes,
            kind,
            message,
            accesses: self.accesses,
            schedule: Schedule { choices: self.choices },
        })
    }
}

fn once<T>(place: &mut Option<T>, value: T, word: &str) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("a second line `{word}`")),
    }
}

fn insert<V>(map: &mut BTreeMap<String, V>, key: String, value: V) -> Result<(), String> {
    let what = format!("`{}` is there twice", crate::report::visible(&key));
    map.insert(key, value).map_or(Ok(()), |_| Err(what))
}

/// What is left of a line.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// The next word, unless a comment or the end of the line comes first.
    fn word(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start_matches([' ', '\t', '\r']);
        let (word, rest) = text.split_at(text.find([' ', '\t', '\r']).unwrap_or(text.len()));
        if word.is_empty() || word.starts_with('#') {
            return None;
        }
        self.0 = rest;
        Some(word)
    }

    fn text(&mut self) -> Result<String, String> {
        let mut texts = serde_json::Deserializer::from_str(self.0).into_iter::<String>();
        match texts.next() {
            Some(Ok(text)) => {
                self.0 = &self.0[texts.byte_offset()..];
                Ok(text)
            }
            _ => Err("a text in quotes is missing, or is not closed".to_owned()),
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        // `+1` is a number to Rust.
        let digits = self.word().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        digits
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| "a number is missing or too large".to_owned())
    }

    fn thread(&mut self) -> Result<ThreadId, String> {
        self.number().map(ThreadId)
    }

    fn digest(&mut self) -> Result<u128, String> {
        let digits = self
            .word()
            .filter(|word| word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let digest = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
        digest.ok_or_else(|| "a digest of 32 hexadecimal digits is missing".to_owned())
    }
}
