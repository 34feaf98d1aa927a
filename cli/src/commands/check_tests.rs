//! `raceproof check --test TESTS`: each test is a program of its own, checked one after the other.
//! Limits are of each, and nothing of one is seen by the next.

use std::path::{Path, PathBuf};

use raceproof_config::{CheckOptions, Key, Settings};

use crate::commands::check::{Check, put, sources, text_options};
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::reflection_log::ReflectionFile;
use crate::report::CheckReport;
use crate::report::unit_tests::{TestOutcome, TestReport, TestsReport, render};
use crate::target::Program;
use crate::unit_tests::{self, LAUNCHER, Selected, Skipped, UnitTest};

/// The exit status of the command.
pub fn execute(settings: &Settings, options: &CheckOptions, jdk: &Jdk) -> Result<i32, Failure> {
    let program = Program::of_tests(settings, jdk)?;
    let texts: Vec<String> =
        settings.text(Key::Test).split(',').map(|text| text.trim().to_owned()).collect();
    let selected = unit_tests::select(&texts, &program.class_path, jdk)?;
    let kept = ReflectionFile::wanted(settings)?;
    let options = &of_tests(options);
    let check = Check { settings, options, jdk, interrupt: Interrupt::listen() };
    let several = selected.iter().filter(|test| matches!(test, Selected::Test(_))).count() > 1;
    let mut tests = Vec::new();
    for one in selected {
        let report = match one {
            Selected::Skipped(Skipped { class, method, why, reason }) => {
                let outcome = TestOutcome::Skipped(why, reason);
                TestReport { class, method, notes: Vec::new(), outcome }
            }
            Selected::Test(test) => {
                let outcome = checked(&check, &program, &test, kept.as_ref(), several)?;
                let Some(outcome) = outcome else { return Ok(Status::Defect.code()) };
                let UnitTest { class, method, notes, .. } = test;
                TestReport { class, method, notes, outcome }
            }
        };
        tests.push(report);
    }
    let report = TestsReport { tests };
    let text = text_options(options, settings)?;
    put(&render(&report, options.format, &sources(options, &program), text)?, options)?;
    kept.map_or(Ok(()), ReflectionFile::write)?;
    Ok(report.status())
}

/// The launcher is on each stack, and is nobody's own class.
fn of_tests(options: &CheckOptions) -> CheckOptions {
    let mut options = options.clone();
    if !options.checked.is_empty() {
        options.checked.push(format!("!{LAUNCHER}"));
    }
    options
}

/// What becomes of a test; nothing if that is a defect of ours.
fn checked(
    check: &Check<'_>,
    program: &Program,
    test: &UnitTest,
    kept: Option<&ReflectionFile>,
    several: bool,
) -> Result<Option<TestOutcome>, Failure> {
    if check.interrupt.is_asked() {
        let by = check.interrupt.name();
        return Ok(Some(TestOutcome::NotBegun(format!("{by} came before it"))));
    }
    log::info!("the test {}", test.name());
    let program = program.clone().of_test(test.clone());
    let mut checked = match check.explore(&program, kept) {
        Ok(Some(checked)) => checked,
        Ok(None) => return Ok(None),
        Err(failure) if several && failure.status == Status::BadInput => {
            return Ok(Some(TestOutcome::Refused(failure.message)));
        }
        Err(failure) => return Err(failure),
    };
    let path = check.options.save_trace.as_deref().map(|file| named_for(file, test, several));
    let trace = match path {
        Some(path) if check.save_trace(&path, &checked, &program)? => Some(path),
        _ => None,
    };
    cut(&mut checked.report, test);
    Ok(Some(TestOutcome::Checked { report: Box::new(checked.report), trace }))
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
