//! The report of `run`: what the run took. Goes to standard error, since standard output is the
//! program's.

use std::fs;
use std::time::Instant;

use raceproof_base::visible_lines;
use raceproof_config::{Format, Key, Layer, Settings};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::logging;
use crate::report;
use crate::target::Program;

/// Where and how the report is wanted.
pub struct Report {
    format: Format,
    output: Option<std::path::PathBuf>,
    started: Instant,
}

/// How a run ended, in the words of the report.
pub enum Ending<'a> {
    Exited { status: i32, instructions: u64 },
    Unsupported { what: &'a str, stack: &'a [String] },
    Deadlock { threads: &'a [String] },
}

impl Report {
    /// The report that was asked for: by `--statistics`, `--output`, or `--format json`.
    pub fn wanted(settings: &Settings) -> Result<Option<Self>, Failure> {
        let output = settings.path(Key::Output);
        let format = match settings.text(Key::Format) {
            "json" => Format::Json,
            "text" => Format::Text,
            _ if settings.layer(Key::Format) != Layer::CommandLine => Format::Text,
            _ => {
                return Err(Failure::bad_input(
                    "`run` has no findings: its report is `--format text` or `--format json`",
                ));
            }
        };
        let asked = settings.is_on(Key::Statistics) || output.is_some() || format == Format::Json;
        Ok(asked.then(|| Self { format, output, started: Instant::now() }))
    }

    /// A file that cannot be made is told before the program does anything.
    pub fn prepare(&self) -> Result<(), Failure> {
        self.output.as_deref().map_or(Ok(()), report::can_be_written)
    }

    pub fn write(&self, program: &Program, ending: &Ending<'_>) -> Result<(), Failure> {
        let elapsed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let text = match self.format {
            Format::Json => format!("{:#}\n", as_json(program, ending, elapsed, peak_memory())),
            _ => as_text(ending, elapsed, peak_memory()),
        };
        match &self.output {
            None => {
                logging::put(&visible_lines(&text));
                Ok(())
            }
            Some(path) => report::write_file(path, &text),
        }
    }
}

fn as_text(ending: &Ending<'_>, elapsed_ms: u64, peak: Option<u64>) -> String {
    let mut lines = Vec::new();
    match ending {
        Ending::Exited { status, instructions } => {
            lines.push(format!("exit status   {status}"));
            lines.push(format!("instructions  {instructions}"));
        }
        Ending::Unsupported { what, .. } => lines.push(format!("unsupported   {what}")),
        Ending::Deadlock { threads } => {
            lines.push(format!("deadlock      of {} threads", threads.len()));
        }
    }
    lines.push(format!("elapsed       {elapsed_ms} ms"));
    lines.extend(peak.map(|bytes| format!("peak memory   {:.1} MB", bytes as f64 / 1e6)));
    lines.iter().map(|line| format!("raceproof: {line}\n")).collect()
}

fn as_json(program: &Program, ending: &Ending<'_>, elapsed_ms: u64, peak: Option<u64>) -> Value {
    let mut report = json!({
        "tool": "raceproof",
        "version": env!("CARGO_PKG_VERSION"),
        "format_version": report::FORMAT_VERSION,
        "command": "run",
        "target": { "main": program.main_class, "arguments": program.arguments },
        "statistics": { "elapsed_ms": elapsed_ms, "peak_memory_bytes": peak },
    });
    match ending {
        Ending::Exited { status, instructions } => {
            report["outcome"] = json!("exited");
            report["exit_status"] = json!(status);
            report["statistics"]["instructions"] = json!(instructions);
        }
        Ending::Unsupported { what, stack } => {
            report["outcome"] = json!("unsupported");
            report["unsupported"] = json!({ "what": what, "stack": stack });
        }
        Ending::Deadlock { threads } => {
            report["outcome"] = json!("deadlock");
            report["deadlock"] = json!({ "threads": threads });
        }
    }
    report
}

/// The most memory this process ever had, where the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_tell_the_same() {
        let ending = Ending::Exited { status: 3, instructions: 1042 };
        assert_eq!(
            as_text(&ending, 31, Some(2_500_000)),
            "raceproof: exit status   3\nraceproof: instructions  1042\nraceproof: elapsed       31 ms\n\
             raceproof: peak memory   2.5 MB\n"
        );
        let program = Program { main_class: "Main".to_owned(), ..Program::default() };
        let report = as_json(&program, &ending, 31, None);
        assert_eq!(report["statistics"]["instructions"], 1042);
        assert_eq!(report["exit_status"], 3);
    }
}
