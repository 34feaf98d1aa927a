//! The ledger: what an audit has decided, as lines of JSON, which a later one takes over as far as
//! it still holds.
//!
//! The first line says of what program, input, JDK and version all others are: of these a proof is.
//! A ledger is of one program: of another one nothing in it could hold, and it would be lost.
//! The scan is made anew each time, and so its proofs are; they are written down for `check`
//! ([`skipping`](crate::audit::skipping)). An executed race is executed again, and
//! needs nothing else to hold. The last line counts the others, so that a file that was cut off is
//! noticed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use raceproof_base::{Finding, FindingKind};
use raceproof_classfile::ClassPath;
use raceproof_config::schema::{Group, find};
use raceproof_config::{CheckOptions, Command, CommandLine, Settings, looked_at, read_at_most};
use serde_json::{Value, json};

use crate::audit::candidates::{self, Candidate, Known};
use crate::audit::deciding::Auditor;
use crate::audit::report::Scanned;
use crate::audit::status::{Status, Witness};
use crate::class_digests;
use crate::exploration::Job;
use crate::failure::Failure;
use crate::jdk::Jdk;
use crate::machine::{self, Refusal};
use crate::target::Program;
use crate::trace_file::{self, TraceFile};
use crate::watchdog::Watchdog;
use crate::{guard, output_file};
use raceproof_vm::RunOptions;

const VERSION: u64 = 2;
/// What a proof by the scan holds for, and one by executions.
/// Bytes of the largest ledger that is read.
const LARGEST: u64 = 1 << 30;

const FOR_ALL_INPUTS: &str = "all-inputs";
const FOR_THIS_INPUT: &str = "this-input";
/// How the first line begins.
const BEGINNING: &str = r#"{"ledger":"raceproof""#;

/// Of what a proof is.
pub struct Head(Value);

/// What a proof of executions is of, by key and in words; then what one for all inputs is of.
const OF_THIS_INPUT: &[(&str, &str)] = &[
    ("tool", "the version of raceproof"),
    ("jdk", "the JDK"),
    ("main", "the main class"),
    ("arguments", "the arguments"),
    ("properties", "the system properties"),
    ("options", "the options"),
    ("gaps", "what the scan does not follow"),
];
const OF_ALL_INPUTS: &[(&str, &str)] = &[
    ("tool", "the version of raceproof"),
    ("jdk", "the JDK"),
    ("main", "the main class"),
    // What the class library has started with depends on them.
    ("properties", "the system properties"),
    ("trust", "what is trusted or benign"),
];

impl Head {
    pub fn of(auditor: &Auditor<'_>, scanned: &Scanned) -> Result<Self, Failure> {
        let Auditor { settings, options, jdk, program, .. } = auditor;
        let mut head = Self::of_scan(settings, options, jdk, program, &scanned.classes)?;
        let kept = trace_file::options_of(settings);
        // Where classes are is no matter, and what they are is said.
        let places = ["target", "classpath", "sourcepath"];
        let kept: BTreeMap<String, String> =
            kept.into_iter().filter(|(key, _)| !places.contains(&&**key)).collect();
        head.0["arguments"] = json!(program.arguments);
        head.0["options"] = json!(kept);
        head.0["gaps"] = json!(scanned.gaps);
        Ok(head)
    }

    /// Of what a proof for all inputs is, if those classes are looked at besides what the main class
    /// leads to.
    pub fn of_scan(
        settings: &Settings,
        options: &CheckOptions,
        jdk: &Jdk,
        program: &Program,
        classes: &[String],
    ) -> Result<Self, Failure> {
        let class_path = ClassPath::new(&program.class_path, jdk.feature)
            .map_err(|error| Failure::unreadable(&error))?;
        let roots = program.roots();
        let roots: Vec<&str> =
            roots.into_iter().chain(classes.iter().map(String::as_str)).collect();
        let classes: BTreeMap<String, String> = class_digests::of(&class_path, &roots)?
            .into_iter()
            .map(|(name, digest)| (name, format!("{digest:032x}")))
            .collect();
        let mut trust = trace_file::options_of(settings);
        trust.retain(|key, _| {
            find(key).is_some_and(|row| row.group == Group::Races && row.is_for(Command::Scan))
        });
        Ok(Self(json!({
            "tool": env!("CARGO_PKG_VERSION"),
            "jdk": trace_file::jdk_name(&jdk.release),
            "main": program.main_class,
            "properties": options.machine.properties,
            "trust": trust,
            "classes": classes,
        })))
    }

    /// What differs of these, or of the classes, in words; nothing if nothing does.
    fn difference(&self, now: &Self, names: &[(&str, &str)]) -> Option<String> {
        let (was, now) = (&self.0, &now.0);
        if let Some((_, name)) = names.iter().find(|(key, _)| was[key] != now[key]) {
            return Some(format!("{name} changed"));
        }
        if was["classes"] == now["classes"] {
            return None;
        }
        let digests = |value: &Value| -> class_digests::ClassDigests {
            let entries = value["classes"].as_object().into_iter().flatten();
            let digest = |text: &Value| u128::from_str_radix(text.as_str()?, 16).ok();
            entries.filter_map(|(name, text)| Some((name.clone(), digest(text)?))).collect()
        };
        class_digests::difference(&digests(was), &digests(now))
            .or(Some("the classes changed".to_owned()))
    }

    fn has_gaps(&self) -> bool {
        // Where they are not told nobody knows.
        self.0["gaps"].as_array().is_none_or(|gaps| !gaps.is_empty())
    }
}

/// What a ledger says.
pub struct Ledger {
    head: Head,
    /// What the proofs rest on.
    assumptions: Vec<String>,
    /// By candidate.
    entries: BTreeMap<String, Value>,
    /// What the scan assumes, and the variables of which it has proved all pairs for all inputs.
    pub scan_assumptions: Vec<String>,
    proved: BTreeSet<String>,
    /// The classes that all of it is of.
    classes: Vec<String>,
    /// Why it has not all that was written.
    is_cut: bool,
}

impl Ledger {
    /// Reads one that must be there.
    pub fn read_whole(path: &Path) -> Result<Self, Failure> {
        let text = text_of(path).map_err(|error| unreadable(path, &error, For::Reading))?;
        match Self::parse(path, &text, For::Reading)? {
            Some(ledger) if !ledger.is_cut => Ok(ledger),
            _ => Err(Failure::bad_input(format!("the ledger `{}` was cut off", path.display()))
                .help("write it again: `raceproof audit TARGET --ledger FILE`")),
        }
    }

    /// Nothing if not even its head was written whole.
    fn parse(path: &Path, text: &str, is_for: For) -> Result<Option<Self>, Failure> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        if !first.starts_with(BEGINNING) {
            return Err(Failure::bad_input(format!("`{}` is no ledger", path.display()))
                .help(is_for.advice()));
        }
        let Ok(head) = serde_json::from_str::<Value>(first) else { return Ok(None) };
        if head["format_version"] != json!(VERSION) {
            return Err(Failure::bad_input(format!(
                "the ledger `{}` has version {} of the format; this raceproof reads version {VERSION}",
                path.display(),
                head["format_version"]
            ))
            .help(is_for.advice()));
        }
        let texts = |value: &Value| -> Vec<String> {
            let all = value.as_array().into_iter().flatten();
            all.filter_map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let classes = head["of"]["classes"].as_object().into_iter().flatten();
        let mut ledger = Self {
            assumptions: texts(&head["assumptions"]),
            classes: classes.map(|(name, _)| name.clone()).collect(),
            head: Head(head["of"].clone()),
            entries: BTreeMap::new(),
            scan_assumptions: texts(&head["scan_assumptions"]),
            proved: BTreeSet::new(),
            is_cut: true,
        };
        for line in lines {
            let Ok(entry) = serde_json::from_str::<Value>(line) else { continue };
            if let Some(key) = entry["candidate"].as_str() {
                ledger.entries.insert(key.to_owned(), entry);
            } else if let Some(variable) = entry["variable"].as_str() {
                let holds = entry["status"] == "proved" && entry["scope"] == FOR_ALL_INPUTS;
                ledger.proved.extend(holds.then(|| variable.to_owned()));
            } else if let Some(count) = entry["end"].as_u64() {
                ledger.is_cut = count != (ledger.entries.len() + ledger.proved.len()) as u64;
            }
        }
        Ok(Some(ledger))
    }

    /// That a ledger is of another program, by its main class: most likely the wrong file was named.
    pub fn refuse_another_program(
        &self,
        path: &Path,
        program: &Program,
        option: &str,
    ) -> Result<(), Failure> {
        let main = self.head.0["main"].as_str().unwrap_or_default();
        if main == program.main_class {
            return Ok(());
        }
        Err(Failure::bad_input(format!(
            "the ledger `{}` ({option}) was made of the program `{main}`, and this is `{}`",
            path.display(),
            program.main_class
        ))
        .help(format!(
            "name the ledger of `{}`; `audit --ledger FILE` makes a new one",
            program.main_class
        )))
    }

    /// The classes that its proofs are of.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// What the scan has proved of all inputs, by class and field.
    pub fn proved_fields(&self) -> impl Iterator<Item = (String, String)> {
        let split = |variable: &String| {
            let (class, field) = variable.rsplit_once('.')?;
            Some((class.to_owned(), field.to_owned()))
        };
        self.proved.iter().filter_map(split)
    }

    /// Whether the scan did not follow some code.
    pub fn has_gaps(&self) -> bool {
        self.head.has_gaps()
    }

    /// What has changed of what a proof for all inputs is of, in words; nothing if nothing has.
    pub fn difference_for_all_inputs(&self, now: &Head) -> Option<String> {
        self.head.difference(now, OF_ALL_INPUTS)
    }

    /// Says of candidates that they were not proved before.
    pub fn mark(&self, candidates: &mut [Candidate]) {
        for candidate in candidates {
            let status =
                self.entries.get(&candidate.key).and_then(|entry| entry["status"].as_str());
            candidate.known = match status {
                Some("witnessed") => Some(Known::Witnessed),
                Some("open") => Some(Known::Open),
                _ => None,
            };
        }
    }
}

/// What a ledger is opened for.
#[derive(Clone, Copy)]
enum For {
    /// It must be there.
    Reading,
    /// It is made if it is not there.
    Keeping,
}

impl For {
    /// What to do where it is none.
    fn advice(self) -> &'static str {
        match self {
            Self::Reading => "name a file that `raceproof audit TARGET --ledger FILE` has written",
            Self::Keeping => "name a file that `audit --ledger` has written, or a new one",
        }
    }
}

fn text_of(path: &Path) -> io::Result<String> {
    let bytes = read_at_most(path, LARGEST)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no text"))
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display, is_for: For) -> Failure {
    Failure::bad_input(format!("the ledger `{}` cannot be read: {error}", path.display()))
        .help(is_for.advice())
}

/// A ledger that no other audit works on meanwhile.
pub struct Locked {
    path: PathBuf,
    /// Locked until it is closed.
    _file: File,
    /// Nothing if it is new.
    old: Option<Ledger>,
    warning: Option<String>,
}

impl Locked {
    /// Opens a file, or makes it.
    pub fn open(path: &Path, program: &Program) -> Result<Self, Failure> {
        if path.exists() {
            looked_at(path).map_err(|error| unreadable(path, &error, For::Keeping))?;
        }
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| {
                Failure::bad_input(format!(
                    "the ledger `{}` cannot be written: {error}",
                    path.display()
                ))
                .help("name a file that can be written: `--ledger FILE`")
            })?;
        let taken = || {
            Failure::bad_input(format!("another audit works on the ledger `{}`", path.display()))
                .help("wait until it has ended, or name another file")
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(taken()),
            Err(TryLockError::Error(error)) => {
                log::warn!("{} cannot be locked: {error}", path.display());
            }
        }
        let mut text = String::new();
        let unread = |error: io::Error| unreadable(path, &error, For::Keeping);
        file.read_to_string(&mut text).map_err(unread)?;
        // The one that was just written may stand in its place.
        let now = text_of(path).map_err(unread)?;
        if now != text {
            return Err(taken());
        }
        let old =
            if text.is_empty() { None } else { Some(Ledger::parse(path, &text, For::Keeping)?) };
        if let Some(Some(ledger)) = &old {
            ledger.refuse_another_program(path, program, "--ledger")?;
        }
        let what = match &old {
            Some(None) => Some("was cut off in its first line: nothing of it is used".to_owned()),
            Some(Some(ledger)) if ledger.is_cut => Some(format!(
                "was cut off, or lines of it cannot be read: the {} that can are used",
                ledger.entries.len()
            )),
            _ => None,
        };
        let warning = what.map(|what| format!("the ledger `{}` {what}", path.display()));
        Ok(Self { path: path.to_owned(), _file: file, old: old.flatten(), warning })
    }

    /// Takes over what holds: proofs if nothing they are of has changed, executed races if they are
    /// executed again.
    pub fn reuse(&self, now: &Head, auditor: &mut Auditor<'_>) -> Result<(), Failure> {
        auditor.warnings.extend(self.warning.clone());
        let Some(old) = &self.old else { return Ok(()) };
        let difference = old.head.difference(now, OF_THIS_INPUT);
        // A gap hides what else they may be of.
        let has_gaps = now.has_gaps();
        let mut stale = 0;
        let mut gone = 0;
        for number in 0..auditor.candidates.len() {
            let candidate = &mut auditor.candidates[number];
            let Some(entry) = old.entries.get(&candidate.key).filter(|_| candidate.is_told())
            else {
                continue;
            };
            match (entry["status"].as_str(), entry["by"].as_str()) {
                (Some("proved"), Some(by)) if difference.is_none() && !has_gaps => {
                    candidate.status = Status::Proved { by: by.to_owned(), is_known: true };
                    auditor.assumptions.clone_from(&old.assumptions);
                }
                (Some("proved"), _) => stale += 1,
                (Some("witnessed"), Some(by)) => {
                    let trace = entry["trace"].as_str().unwrap_or_default();
                    match executed_again(auditor, trace, number)? {
                        Some((finding, trace)) => {
                            let (by, file, is_known) = (by.to_owned(), None, true);
                            let witness = Witness { by, finding, trace, file, is_known };
                            auditor.candidates[number].status =
                                Status::Witnessed(Box::new(witness));
                        }
                        None => gone += 1,
                    }
                }
                _ => {}
            }
        }
        if stale > 0 {
            let why = difference.unwrap_or_else(|| "the scan has gaps".to_owned());
            auditor.warnings.push(format!(
                "proofs in the ledger that do not hold any more: {stale}, since {why}; they are decided again"
            ));
        }
        if gone > 0 {
            auditor.warnings.push(format!(
                "races in the ledger that were not shown again by their schedules: {gone}; they are decided again"
            ));
        }
        Ok(())
    }

    /// Replaces the file.
    pub fn write(
        self,
        head: Head,
        auditor: &Auditor<'_>,
        scanned: &Scanned,
    ) -> Result<(), Failure> {
        let rest = json!({
            "format_version": VERSION,
            "assumptions": auditor.assumptions,
            "scan_assumptions": scanned.assumptions,
            "of": head.0,
        });
        // A reader knows it by its beginning.
        let mut text = format!("{BEGINNING},{}\n", rest.to_string().trim_start_matches('{'));
        let decided = || auditor.candidates.iter().filter(|candidate| candidate.is_told());
        for candidate in decided() {
            text += &format!("{}\n", entry(candidate));
        }
        // What was executed is not kept as proved, whoever is wrong.
        let proved = scanned.proved.iter().filter(|variable| !auditor.has_raced(variable));
        let proved: Vec<&String> = proved.collect();
        for variable in &proved {
            let proof = json!({
                "variable": variable, "status": "proved", "by": "scan", "scope": FOR_ALL_INPUTS,
            });
            text += &format!("{proof}\n");
        }
        let end = decided().count() + proved.len();
        text += &format!("{}\n", json!({ "end": end }));
        output_file::write(&self.path, &text).map_err(|error| {
            Failure::bad_input(format!(
                "the ledger `{}` cannot be written: {error}",
                self.path.display()
            ))
            .help("audit again, and name a file that can be written: `--ledger FILE`")
        })
    }
}

impl Drop for Locked {
    /// Nothing was written into a new one.
    fn drop(&mut self) {
        if fs::metadata(&self.path).is_ok_and(|found| found.is_file() && found.len() == 0) {
            // It is empty in any case.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn entry(candidate: &Candidate) -> Value {
    let places = candidate
        .shown
        .each_ref()
        .map(|shown| format!("{} {}", shown.side.method, shown.side.place));
    let mut entry = json!({
        "candidate": candidate.key,
        "places": places,
        "pairs": candidate.pairs,
    });
    let rest = match &candidate.status {
        Status::Witnessed(witness) => {
            json!({ "status": "witnessed", "by": witness.by, "trace": witness.trace })
        }
        Status::Proved { by, .. } => {
            json!({ "status": "proved", "by": by, "scope": FOR_THIS_INPUT })
        }
        Status::Open(reason) => json!({ "status": "open", "reason": reason.word() }),
    };
    if let (Value::Object(entry), Value::Object(rest)) = (&mut entry, rest) {
        entry.extend(rest);
    }
    entry
}

/// Executes the trace of a candidate's race again; nothing if that does not show it.
fn executed_again(
    auditor: &Auditor<'_>,
    text: &str,
    number: usize,
) -> Result<Option<(Finding, String)>, Failure> {
    let Ok(trace) = trace_file::parse(text.as_bytes()) else { return Ok(None) };
    let given = trace_file::command_line(&trace, CommandLine::default());
    let Ok(settings) = Settings::gather(Command::Check, &given) else { return Ok(None) };
    let mut options = CheckOptions::of(&settings)?;
    options.machine.properties.clone_from(&trace.properties);
    let limits = raceproof_config::Limits { time: auditor.left(), ..auditor.options.limits };
    let watchdog = Watchdog::start(&limits, auditor.interrupt.clone());
    let run = machine::run_options(&options.machine, auditor.jdk, auditor.program);
    let run = RunOptions { cancellation: watchdog.cancellation(), ..run };
    let job = Job { options: &options, program: auditor.program, run };
    let replayed = guard::on_a_large_stack(|| {
        job.replay(&trace.schedule, Some(FindingKind::DataRace), false)
    })?;
    let outcome = match replayed {
        Some(Ok((outcome, _))) => outcome,
        Some(Err(Refusal::Failed(failure))) => return Err(failure),
        // The searches will meet the same, and say so.
        Some(Err(Refusal::Unsupported(_) | Refusal::Cancelled(_))) | None => return Ok(None),
    };
    let is_its = |finding: &Finding| {
        finding
            .race
            .as_ref()
            .is_some_and(|race| candidates::which(&auditor.candidates, race).contains(&number))
    };
    let Some(mut finding) = outcome.findings.into_iter().find(is_its) else { return Ok(None) };
    // What comes behind the race does not belong to it.
    if finding.schedule.is_empty() {
        finding.schedule = trace.schedule.clone();
    }
    let class_path = ClassPath::new(&auditor.program.class_path, auditor.jdk.feature)
        .map_err(|error| Failure::unreadable(&error))?;
    let trace = TraceFile {
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        jdk: trace_file::jdk_name(&auditor.jdk.release),
        java_home: auditor.jdk.home.to_str().map(str::to_owned),
        classes: class_digests::of(&class_path, &auditor.program.roots())?,
        message: finding.message.clone(),
        accesses: finding.places(),
        schedule: finding.schedule.clone(),
        ..trace
    };
    let text = trace_file::render(&trace, &finding.trace);
    Ok(Some((finding, text)))
}
