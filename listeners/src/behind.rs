//! Explains an exception that ends a thread: which other threads had not done their part then.
//!
//! A schedule shows that a program fails, and not what it has taken for granted. Where another
//! thread could have gone on, the usual mistake is that nothing waits for it; where nothing had been
//! chosen yet, no schedule is to blame.

use raceproof_base::{Finding, FindingKind, ThreadReport};

/// How many threads are named.
const NAMED: usize = 3;

/// Advises where an exception or assertion has no advice yet.
pub fn complete(finding: &mut Finding) {
    let is_meant = matches!(finding.kind, FindingKind::Assertion | FindingKind::UncaughtException);
    if !is_meant || !finding.advice.is_empty() {
        return;
    }
    let Some(last) = finding.trace.last() else {
        if finding.schedule.choices.is_empty() {
            "it comes before any choice between threads, so it comes in every schedule: look at the input and at this code"
                .clone_into(&mut finding.advice);
        }
        return;
    };
    let failing = last.thread.clone();
    let behind: Vec<&ThreadReport> =
        finding.threads.iter().filter(|thread| is_behind(thread, &failing)).collect();
    if behind.is_empty() {
        return;
    }
    let mut named: Vec<String> = behind.iter().take(NAMED).map(|thread| told(thread)).collect();
    if behind.len() > NAMED {
        named.push(format!("{} more", behind.len() - NAMED));
    }
    let (had, they) = match behind.as_slice() {
        [only] => ("had", format!("what {} does", only.name)),
        _ => ("have", "what these do".to_owned()),
    };
    finding.advice = format!(
        "nothing makes {failing} wait for {}, which still {had} something to do: if {failing} needs {they}, let it \
         wait for that (Thread.join, Future.get, CountDownLatch.await), or manage without",
        named.join(", ")
    );
}

/// Whether a thread could have gone on in code of the program's, or begun.
fn is_behind(thread: &ThreadReport, failing: &str) -> bool {
    let is_own = thread.stack.iter().any(|place| !place.library);
    thread.name != failing && thread.state == "can run" && (is_own || thread.stack.is_empty())
}

fn told(thread: &ThreadReport) -> String {
    let own = thread.stack.iter().find(|place| !place.library);
    match own.filter(|place| place.line > 0) {
        Some(place) => format!("{} (at {}:{})", thread.name, place.file, place.line),
        None => thread.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{library, program};
    use raceproof_base::{Choice, Moments, Place, Schedule, Step, ThreadId};

    fn thread(name: &str, state: &str, stack: Vec<Place>) -> ThreadReport {
        ThreadReport { name: name.to_owned(), state: state.to_owned(), stack }
    }

    fn step(thread: &str) -> Step {
        Step {
            thread: thread.to_owned(),
            operation: "begin".to_owned(),
            place: program(),
            library: false,
            called: None,
            timed_out: false,
            ending: None,
            value: None,
            moments: Moments::default(),
        }
    }

    fn advice(kind: FindingKind, threads: Vec<ThreadReport>) -> String {
        let mut finding = Finding::new(kind, "");
        finding.schedule = Schedule { choices: vec![Choice::Run(ThreadId(0))] };
        finding.trace = vec![step("loader"), step("main")];
        finding.threads = threads;
        complete(&mut finding);
        finding.advice
    }

    #[test]
    fn who_could_have_gone_on_is_named() {
        let loader = thread("loader", "can run", vec![library("java.util.Map", "put"), program()]);
        let threads = vec![thread("main", "can run", vec![program()]), loader.clone()];
        let told = advice(FindingKind::UncaughtException, threads);
        assert!(
            told.starts_with(
                "nothing makes main wait for loader (at Account.java:7), which still had"
            ),
            "{told}"
        );
        let fresh = ["a", "b", "c"].map(|name| thread(name, "can run", Vec::new()));
        let several = [vec![loader], fresh.to_vec()].concat();
        let told = advice(FindingKind::Assertion, several);
        assert!(
            told.contains("loader (at Account.java:7), a, b, 1 more, which still have"),
            "{told}"
        );
    }

    #[test]
    fn nobody_is_named_who_could_do_nothing() {
        let threads = vec![
            thread("main", "can run", vec![program()]),
            thread("pool", "is parked, without a permit", vec![library("java.util.Map", "put")]),
            thread("other", "waits for thread main to end", vec![program()]),
            thread("ticker", "can run", vec![library("java.util.Map", "put")]),
        ];
        assert_eq!(advice(FindingKind::UncaughtException, threads), "");
        let runs = vec![thread("other", "can run", vec![program()])];
        assert_eq!(advice(FindingKind::ExitStatus, runs), "");
    }

    #[test]
    fn what_comes_before_any_choice_comes_always() {
        let mut finding = Finding::new(FindingKind::UncaughtException, "");
        complete(&mut finding);
        assert!(finding.advice.contains("in every schedule"), "{}", finding.advice);
        finding.advice = "known".to_owned();
        complete(&mut finding);
        assert_eq!(finding.advice, "known");
    }
}
