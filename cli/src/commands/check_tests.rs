//! `raceproof check --test TESTS`: each test is a program of its own, checked on a core of its own.
//! Limits are of each, and nothing of one is seen by another: the report does not depend on how many
//! go side by side.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use raceproof_config::{CheckOptions, Key, Listener, ProgramOutput, Settings};

use crate::commands::check::{Check, Checked, put, sources, text_options};
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::progress::Terminal;
use crate::reflection_log::ReflectionFile;
use crate::report::CheckReport;
use crate::report::unit_tests::{TestOutcome, TestReport, TestsReport, render};
use crate::side_by_side;
use crate::target::Program;
use crate::trace_file::older::refuse_another;
use crate::unit_tests::{self, LAUNCHER, Selected, Skipped, UnitTest};

/// The exit status of the command.
pub fn execute(settings: &Settings, options: &CheckOptions, jdk: &Jdk) -> Result<i32, Failure> {
    let program = Program::of_tests(settings, jdk)?;
    let texts: Vec<String> =
        settings.text(Key::Test).split(',').map(|text| text.trim().to_owned()).collect();
    let selected = unit_tests::select(&texts, &program.class_path, jdk)?;
    let kept = ReflectionFile::wanted(settings)?;
    let tests: Vec<&UnitTest> = selected.iter().filter_map(Selected::test).collect();
    let beside = at_once(settings, options, tests.len());
    let options = &of_tests(options, beside);
    let check =
        Check { settings, options, jdk, interrupt: Interrupt::listen(), is_alone: beside == 1 };
    if beside > 1 {
        log::info!("{beside} tests side by side");
    }
    let several = tests.len() > 1;
    if let Some(file) = &options.save_trace {
        let mut files = tests.iter().map(|test| named_for(file, test, several));
        files.try_for_each(|file| refuse_another(&file, "--save-trace"))?;
    }
    let run = TestRun { check, program: &program, kept: kept.as_ref(), several };
    let Some(outcomes) = run.outcomes(&tests, beside)? else { return Ok(Status::Defect.code()) };
    let mut outcomes = outcomes.into_iter();
    let tests = selected.into_iter().map(|one| match one {
        Selected::Skipped(Skipped { class, method, why, reason }) => {
            let outcome = TestOutcome::Skipped(why, reason);
            Some(TestReport { class, method, notes: Vec::new(), outcome })
        }
        Selected::Test(UnitTest { class, method, notes, .. }) => {
            Some(TestReport { class, method, notes, outcome: outcomes.next()? })
        }
    });
    let report = TestsReport { tests: tests.flatten().collect() };
    let text = text_options(options, settings)?;
    put(&render(&report, options.format, &sources(options, &program), text)?, options)?;
    kept.map_or(Ok(()), ReflectionFile::write)?;
    Ok(report.status())
}

/// How many tests are checked at once. What is told while a search goes on is told of one, and a
/// limit of memory that somebody has set counts for one: what the others take cannot be told apart.
fn at_once(settings: &Settings, options: &CheckOptions, tests: usize) -> usize {
    let is_one = settings.get(Key::SaveReflection).is_some()
        || settings.get(Key::Memory).is_some()
        || options.listeners.contains(&Listener::Print)
        || options.program_output == ProgramOutput::Show;
    if is_one { 1 } else { options.search.threads.get().min(tests).max(1) }
}

/// The launcher is on each stack, and is nobody's own class.
/// Of the threads that are left beside other tests, each has its share.
fn of_tests(options: &CheckOptions, beside: usize) -> CheckOptions {
    let mut options = options.clone();
    let share = options.search.threads.get() / beside;
    options.search.threads = NonZeroUsize::new(share).unwrap_or(NonZeroUsize::MIN);
    if !options.checked.is_empty() {
        options.checked.push(format!("!{LAUNCHER}"));
    }
    options
}

/// All that the tests of one command have in common.
struct TestRun<'a> {
    check: Check<'a>,
    program: &'a Program,
    kept: Option<&'a ReflectionFile>,
    several: bool,
}

/// What a test has come to.
enum Answer {
    Outcome(TestOutcome),
    Checked(Box<Checked>),
}

impl TestRun<'_> {
    /// What becomes of the tests, in their order; nothing from a defect of ours.
    fn outcomes(
        &self,
        tests: &[&UnitTest],
        beside: usize,
    ) -> Result<Option<Vec<TestOutcome>>, Failure> {
        let mut terminal = Terminal::new(self.check.is_quiet() || beside == 1);
        let mut answers: Vec<Answer> = Vec::new();
        let take = |answer: Result<Option<Answer>, Failure>| {
            if let Ok(Some(answer)) = answer {
                answers.push(answer);
                return Ok(());
            }
            // The others are to end, too: nobody hears of them.
            self.check.interrupt.ask();
            Err(answer.err())
        };
        let waiting = |done: usize| terminal.show(&format!("{done} of {} tests", tests.len()));
        let work = |at: usize| self.answer(tests[at]);
        match side_by_side::in_order((beside, tests.len()), work, take, waiting) {
            Ok(()) => {}
            Err(None) => return Ok(None),
            Err(Some(failure)) => return Err(failure),
        }
        drop(terminal);
        let answers = tests.iter().zip(answers);
        answers.map(|(test, answer)| self.outcome(test, answer)).collect::<Result<_, _>>().map(Some)
    }

    fn answer(&self, test: &UnitTest) -> Result<Option<Answer>, Failure> {
        let Self { check, program, kept, several } = self;
        if check.interrupt.is_asked() {
            let by = check.interrupt.name();
            let outcome = TestOutcome::NotBegun(format!("{by} came before it"));
            return Ok(Some(Answer::Outcome(outcome)));
        }
        log::info!("the test {}", test.name());
        match check.explore(&(*program).clone().of_test(test.clone()), *kept) {
            Ok(checked) => Ok(checked.map(|checked| Answer::Checked(Box::new(checked)))),
            Err(failure) if *several && failure.status == Status::BadInput => {
                Ok(Some(Answer::Outcome(TestOutcome::Refused(failure.message))))
            }
            Err(failure) => Err(failure),
        }
    }

    /// What an answer comes to, with the file of its counterexample.
    fn outcome(&self, test: &UnitTest, answer: Answer) -> Result<TestOutcome, Failure> {
        let checked = match answer {
            Answer::Outcome(outcome) => return Ok(outcome),
            Answer::Checked(checked) => checked,
        };
        let (check, program) = (&self.check, self.program.clone().of_test(test.clone()));
        let file = check.options.save_trace.as_deref();
        let trace = match file.map(|file| named_for(file, test, self.several)) {
            Some(path) if check.save_trace(&path, &checked, &program)? => Some(path),
            _ => None,
        };
        let mut report = checked.report;
        cut(&mut report, test);
        Ok(TestOutcome::Checked { report: Box::new(report), trace })
    }
}

fn cut(report: &mut CheckReport, test: &UnitTest) {
    let exits = report.exits.iter_mut().map(|counted| &mut counted.what);
    let findings = report.findings.iter_mut().chain(&mut report.weak_races);
    let findings = findings.chain(&mut report.in_libraries).chain(exits);
    findings.for_each(|finding| unit_tests::cut(finding, test));
}

/// The file of a test's counterexample: of several tests, each has its name in it.
fn named_for(file: &Path, test: &UnitTest, several: bool) -> PathBuf {
    if !several {
        return file.to_owned();
    }
    let name = format!("{}.{}", test.class, test.method);
    let is_kept =
        |letter: &char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '$' | '-');
    let name: String =
        name.chars().map(|letter| if is_kept(&letter) { letter } else { '_' }).collect();
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let end = file.extension().map(|end| format!(".{}", end.to_string_lossy()));
    file.with_file_name(format!("{stem}.{name}{}", end.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_tests_each_has_a_file_of_its_own() {
        let test = UnitTest {
            class: "pkg.BankTest".to_owned(),
            method: "moves money/twice".to_owned(),
            ..UnitTest::default()
        };
        let named = |file: &str, several| named_for(Path::new(file), &test, several);
        assert_eq!(named("out/bank.trace", false), Path::new("out/bank.trace"));
        assert_eq!(
            named("out/bank.trace", true),
            Path::new("out/bank.pkg.BankTest.moves_money_twice.trace")
        );
        assert_eq!(named("bank", true), Path::new("bank.pkg.BankTest.moves_money_twice"));
    }
}
