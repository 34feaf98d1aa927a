//! Stacks of tests as their authors know them: without the launcher below a test, and without the
//! assertion methods of test frameworks above the line that asserts.

use raceproof_base::{Finding, Place};

use super::{LAUNCHER, UnitTest};

/// Where the launcher's calls go through.
const CALLS: [&str; 4] =
    ["java.lang.reflect.", "jdk.internal.reflect.", "java.lang.invoke.", "java.lang.Class"];

/// Where assertions are made.
const ASSERTIONS: [&str; 6] = [
    "org.junit.",
    "junit.framework.",
    "org.opentest4j.",
    "org.testng.",
    "org.hamcrest.",
    "org.assertj.core.",
];

/// Takes out of a finding of a test what is not the test's.
pub fn cut(finding: &mut Finding, test: &UnitTest) {
    if finding.exception.is_some() {
        below(&mut finding.stack);
        above(&mut finding.stack);
        if finding.stack.is_empty() {
            finding.stack.push(test.place.clone());
        }
        let thrown = finding.trace.last_mut().and_then(|step| step.ending.as_mut());
        if let Some(ending) = thrown.filter(|ending| is_framework(&ending.place)) {
            ending.place = finding.stack[0].clone();
        }
    }
    below(&mut finding.stack);
    finding.threads.iter_mut().for_each(|thread| below(&mut thread.stack));
    for access in finding.race.iter_mut().flat_map(|race| &mut race.accesses) {
        below(&mut access.stack);
    }
}

fn below(stack: &mut Vec<Place>) {
    let Some(mut end) = stack.iter().position(|place| place.class == LAUNCHER) else { return };
    let is_call = |place: &Place| {
        place.library && CALLS.iter().any(|package| place.class.starts_with(package))
    };
    while end > 0 && is_call(&stack[end - 1]) {
        end -= 1;
    }
    stack.truncate(end);
}

fn above(stack: &mut Vec<Place>) {
    let own = stack.iter().position(|place| !is_framework(place));
    stack.drain(..own.unwrap_or(0));
}

fn is_framework(place: &Place) -> bool {
    let is_assertion = ASSERTIONS.iter().any(|package| place.class.starts_with(package));
    is_assertion || place.class == LAUNCHER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::place;
    use raceproof_base::FindingKind;

    fn library(class: &str) -> Place {
        Place { library: true, ..place(class, "invoke", 1) }
    }

    #[test]
    fn only_the_test_is_left() {
        let mut finding = Finding::new(FindingKind::Assertion, "an assertion failed");
        finding.exception = Some("java.lang.AssertionError".to_owned());
        finding.stack = vec![
            place("org.junit.Assert", "fail", 1),
            place("BankTest", "transfers", 7),
            library("java.lang.reflect.Method"),
            place(LAUNCHER, "call", 9),
            place(LAUNCHER, "main", 5),
        ];
        cut(&mut finding, &UnitTest::default());
        assert_eq!(finding.stack, [place("BankTest", "transfers", 7)]);
    }

    #[test]
    fn what_the_launcher_says_is_said_of_the_test() {
        let mut finding = Finding::new(FindingKind::Assertion, "expected exception: X");
        finding.exception = Some("java.lang.AssertionError".to_owned());
        finding.stack = vec![place(LAUNCHER, "test", 9), place(LAUNCHER, "main", 5)];
        let test = UnitTest { place: place("BankTest", "fails", 3), ..UnitTest::default() };
        cut(&mut finding, &test);
        assert_eq!(finding.stack, [test.place]);
    }

    #[test]
    fn reflection_of_the_test_itself_stays() {
        let mut finding = Finding::new(FindingKind::UncaughtException, "nobody caught");
        let own = vec![library("java.lang.reflect.Method"), place("BankTest", "calls", 7)];
        finding.stack = own.clone();
        finding.stack.extend([library("java.lang.reflect.Method"), place(LAUNCHER, "main", 5)]);
        cut(&mut finding, &UnitTest::default());
        assert_eq!(finding.stack, own);
    }
}
