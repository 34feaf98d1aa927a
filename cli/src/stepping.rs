//! `replay --step`: a trace gone through by hand, forwards and back, as a debugger does whose time
//! can be turned back.
//!
//! What happens inside a step is what the page of `--format html` draws, recorded while the whole
//! schedule was executed once. How the threads stand is asked of the machine: it goes on from the
//! nearest state that was kept.
//!
//! Commands are lines of standard input, so they can be piped. Its end is the end.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use raceproof_base::{Finding, Machine, Situation, StepOutcome, ThreadReport};
use raceproof_listeners::Hears;
use raceproof_vm::Explorer;

use crate::exploration::Job;
use crate::failure::{Failure, Status};
use crate::machine::{self, Refusal};
use crate::report::{self, Page, TextOptions, visible};
use crate::source_lines::SourceLines;
use crate::width;

mod shown;

/// Steps from one state that is kept to the next.
const INTERVAL: usize = 1_000;

/// A longer line is no command.
const LONGEST_LINE: u64 = 1_000;

const UNTOLD: &str = "\
not all values and monitors are known below: the trace was found by a detector that asks for fewer
(--race off or h)
";

const HELP: &str = "\
  Enter, n  the next step
  b         the step before
  NUMBER    that step; 0 is before the first
  e         the last step
  h         these lines
  q         the end
";

/// Goes through the trace of a finding until nobody wants more.
pub fn go_through(
    job: &Job<'_>,
    finding: &Finding,
    sources: &SourceLines,
    options: TextOptions,
) -> Result<(), Failure> {
    let mut stage = Stage::new(job, finding).map_err(refused)?;
    let last = finding.trace.len();
    if job.options.race.about().hears != Hears::All {
        report::print(UNTOLD)?;
    }
    let asks = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut lines = io::stdin().lock();
    let mut at = 0;
    let mut is_open = show(&mut stage, at, sources, options)?;
    while is_open {
        if asks && !report::print(&format!("step {at} of {last}, h for help> "))? {
            return Ok(());
        }
        let Some(line) = line(&mut lines)? else { return Ok(()) };
        let said = match command(&line, at, last) {
            Command::Go(to) => {
                at = to;
                is_open = show(&mut stage, at, sources, options)?;
                continue;
            }
            Command::End => return Ok(()),
            Command::Help => HELP.to_owned(),
            Command::Wrong(why) => format!("{why}\n"),
        };
        is_open = report::print(&said)?;
    }
    Ok(())
}

fn refused(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Failed(failure) => failure,
        Refusal::Unsupported(what) => machine::unsupported(&what.what, what.stack),
        Refusal::Cancelled(_) => unexpected(),
    }
}

/// The whole schedule was executed just before.
fn unexpected() -> Failure {
    Failure::new(Status::Defect, "a schedule that was executed cannot be executed again").help(
        "this says nothing about your program: please report it, with the program and the trace",
    )
}

/// The next line; none at the end of standard input.
fn line(lines: &mut io::StdinLock<'_>) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    loop {
        let mut part = Vec::new();
        let read = lines.take(LONGEST_LINE).read_until(b'\n', &mut part).map_err(|error| {
            Failure::bad_input(format!("standard input cannot be read: {error}"))
                .help("`replay --step` reads its commands there, a line each")
        })?;
        let is_whole = part.last() == Some(&b'\n') || read == 0;
        if line.is_empty() {
            line = part;
        }
        if is_whole {
            let text = String::from_utf8_lossy(&line).into_owned();
            return Ok((!line.is_empty()).then_some(text));
        }
    }
}

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Command {
    Go(usize),
    Help,
    End,
    /// Nothing, and why.
    Wrong(String),
}

fn command(line: &str, at: usize, last: usize) -> Command {
    match line.trim() {
        "" | "n" if at == last => Command::Wrong(format!(
            "step {last} is the last one: b goes back, a number goes there, q ends"
        )),
        "" | "n" => Command::Go(at + 1),
        "b" if at == 0 => Command::Wrong("nothing is before the first step: n goes on".to_owned()),
        "b" => Command::Go(at - 1),
        "e" => Command::Go(last),
        "h" | "?" => Command::Help,
        "q" => Command::End,
        word if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            let number = word.parse().ok().filter(|number| *number <= last);
            number.map_or_else(
                || Command::Wrong(format!("there is no step {}: they go to {last}", cut(word))),
                Command::Go,
            )
        }
        word => Command::Wrong(format!("`{}` is no command: h lists them", visible(cut(word)))),
    }
}

/// The beginning of what somebody has typed.
fn cut(word: &str) -> &str {
    word.char_indices().nth(40).map_or(word, |(end, _)| &word[..end])
}

/// Shows the state behind so many steps; false if nobody looks.
fn show(
    stage: &mut Stage<'_>,
    at: usize,
    sources: &SourceLines,
    options: TextOptions,
) -> Result<bool, Failure> {
    let threads = stage.threads(at).ok_or_else(unexpected)?;
    let mut page = Page::new(options.palette);
    shown::put(&mut page, stage.finding, at, &threads, (sources, width::of_standard_output()));
    report::print(&page.finish())
}

/// The machine, brought to where one looks.
struct Stage<'a> {
    explorer: Explorer,
    finding: &'a Finding,
    /// States behind so many steps, in their order.
    kept: Vec<(usize, <Explorer as Machine>::Snapshot)>,
}

impl<'a> Stage<'a> {
    fn new(job: &Job<'_>, finding: &'a Finding) -> Result<Self, Refusal> {
        let mut explorer = job.start(job.replayed_as())?;
        explorer.be_fair(false);
        let kept = vec![(0, explorer.save())];
        Ok(Self { explorer, finding, kept })
    }

    /// How the threads stand behind so many steps; none if the machine does not come there.
    fn threads(&mut self, at: usize) -> Option<Vec<ThreadReport>> {
        let Self { explorer, finding, .. } = self;
        // The last step may end the execution.
        if at == finding.trace.len() && !finding.threads.is_empty() {
            return Some(finding.threads.clone());
        }
        let (from, state) = self.kept.iter().rfind(|(step, _)| *step <= at)?;
        explorer.restore(state);
        for step in *from..at {
            let choice = *finding.schedule.choices.get(step)?;
            match explorer.situation() {
                Situation::Open(offered) if offered.contains(&choice) => {}
                _ => return None,
            }
            let is_state = matches!(explorer.step(choice, &mut ()), StepOutcome::Done);
            if !is_state && step + 1 < finding.trace.len() {
                return None;
            }
            let done = step + 1;
            if is_state && done % INTERVAL == 0 && self.kept.iter().all(|(kept, _)| *kept < done) {
                self.kept.push((done, explorer.save()));
            }
        }
        Some(explorer.standing())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_or_numbers() {
        let go = |line, at| match command(line, at, 7) {
            Command::Go(to) => to,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!([go("\n", 0), go("n", 3), go(" b\r\n", 3), go("e", 0)], [1, 4, 2, 7]);
        assert_eq!([go("0", 3), go("7\n", 3), go("007", 1)], [0, 7, 7]);
        assert_eq!([command("q", 0, 7), command("h", 0, 7)], [Command::End, Command::Help]);
    }

    #[test]
    fn what_leads_nowhere_says_why() {
        let why = |line: &str, at| match command(line, at, 7) {
            Command::Wrong(why) => why,
            other => panic!("{line}: {other:?}"),
        };
        assert!(why("", 7).contains("step 7 is the last one"));
        assert!(why("b", 0).contains("nothing is before"));
        assert_eq!(why("8", 0), "there is no step 8: they go to 7");
        assert!(why(&"9".repeat(400), 0).len() < 90);
        assert_eq!(why("-1", 0), "`-1` is no command: h lists them");
        assert_eq!(why("\u{1b}[2J", 0), "`\\u001b[2J` is no command: h lists them");
    }
}
