//! What the outcome of an exploration means: the verdict, what it guarantees, and what it rests on.

use raceproof_config::{CheckOptions, Granularity, Race, Search};
use raceproof_search::{End, Exploration, Limit};

use crate::report::{Verdict, counted};

pub fn verdict(exploration: &Exploration, race: Race) -> Verdict {
    match (&exploration.end, exploration.findings.is_empty()) {
        (_, false) => Verdict::Violated,
        (End::Unsupported { .. }, _) => Verdict::Unsupported,
        (End::Complete, _) if race == Race::Off => Verdict::Passed,
        (End::Complete, _) => Verdict::RaceFree,
        (End::Found | End::Limit(_) | End::Interrupted | End::TooCoarse(_), _) => Verdict::Incomplete,
    }
}

/// What ended the search before its time, as a noun, with the option that says otherwise.
pub fn limit(end: &End) -> Option<String> {
    let limit = match end {
        End::Interrupted => return Some("Ctrl-C".to_owned()),
        End::Limit(limit) => limit,
        End::Complete | End::Found | End::TooCoarse(_) | End::Unsupported { .. } => return None,
    };
    Some(match *limit {
        Limit::States(states) => format!("the limit of {} (--max-states)", counted(states, "state")),
        Limit::Depth(depth) => format!("the limit of {} from the start (--max-depth)", counted(depth, "transition")),
        Limit::Time(time) => format!("the limit of {} s (--time)", time.as_secs_f64()),
        Limit::Memory(bytes) => format!("the limit of {} MB of memory (--memory)", bytes / 1_000_000),
        Limit::Runs(runs) => format!("the limit of {} (--runs)", counted(runs, "random execution")),
    })
}

/// What the verdict means, in a sentence.
pub fn guarantee(verdict: Verdict, exploration: &Exploration, options: &CheckOptions) -> String {
    match verdict {
        Verdict::RaceFree if exploration.statistics.reduction.is_some_and(|reduction| reduction.skipped > 0) => {
            format!(
                "no execution of the program with this input has {}; deadlocks, failed assertions and exceptions that nobody \
             catches are not covered: executions that only these could be found in were left out (--search dpor leaves none \
             out)",
                no_race(options.race)
            )
        }
        Verdict::RaceFree | Verdict::Passed => format!(
            "no execution of the program with this input ends in a deadlock, fails an assertion, or ends a thread by an \
             exception that nobody catches{}",
            match options.race {
                Race::Off => String::new(),
                race => format!("; and none has {}", no_race(race)),
            }
        ),
        Verdict::Violated => {
            "each finding is real: its schedule was executed again from the start and showed it".to_owned()
        }
        Verdict::Incomplete | Verdict::Unsupported => match (exploration.covered_depth, &options.search) {
            (Some(depth), _) if depth > 0 => format!(
                "no schedule of up to {} {}ends in a deadlock, fails an assertion, or ends a thread by an exception that \
                 nobody catches; longer ones may",
                counted(depth, "transition"),
                if options.race == Race::Off { "" } else { "has a data race, " }
            ),
            (_, Search::Random { .. }) => {
                "none: random executions can find a mistake, not prove that there is none".to_owned()
            }
            _ => "none: a schedule that was not explored may fail".to_owned(),
        },
    }
}

/// What no execution has if the detector finds nothing.
fn no_race(race: Race) -> &'static str {
    match race {
        Race::H => {
            "a data race of which a write comes first (write-write or write-read), so every execution is sequentially \
             consistent; read-write races are not tracked"
        }
        Race::Off | Race::Goldilocks | Race::VectorClock => {
            "a data race of any kind, so every execution is sequentially consistent"
        }
    }
}

/// When a verdict rests on an assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rests {
    /// Whatever it is: other circumstances, another program.
    Always,
    /// If it says that nothing was missed. A finding is real in any case.
    OnCompleteness,
}

/// What the verdict rests on; only what applies under these options.
pub fn assumptions(verdict: Verdict, options: &CheckOptions, jdk: &str) -> Vec<String> {
    use Rests::{Always, OnCompleteness};
    let other = &options.nondeterminism;
    let is_stateful = !matches!(options.search, Search::Random { .. });
    let prunes = options.search == Search::Pdp;
    let looked_for = options.race != Race::Off;
    let table = [
        (Always, true, "the program gets this input: arguments, files and system properties".to_owned()),
        (Always, true, format!("its class library is that of JDK {jdk}")),
        (
            OnCompleteness,
            !looked_for && options.granularity == Granularity::Sync,
            "it has no data races, which were not looked for: threads are switched at synchronization only \
             (--granularity access switches them at plain accesses, too)"
                .to_owned(),
        ),
        (
            OnCompleteness,
            !looked_for && options.granularity == Granularity::Access,
            "its executions are sequentially consistent, as they are unless it has a data race; races were not looked for"
                .to_owned(),
        ),
        (
            OnCompleteness,
            looked_for && options.trusts_library,
            "the class library's classes are trusted (but not its collections, StringBuilder and the like, which promise no \
             thread safety): their own variables have no races, or benign ones; what they do orders others all the same"
                .to_owned(),
        ),
        (
            OnCompleteness,
            looked_for && !options.trusted.is_empty(),
            format!("trusted, so that races of their own variables were not looked for: {}", options.trusted.join(", ")),
        ),
        (
            OnCompleteness,
            looked_for && !options.benign.is_empty(),
            format!("races of {} were accepted", options.benign.join(", ")),
        ),
        (
            Always,
            looked_for,
            "memory fences alone order nothing, since the Java memory model has no rule for them".to_owned(),
        ),
        (
            Always,
            looked_for,
            "what a final field leads to counts as seen complete if only the constructing thread knew it at the end of the \
             constructor, and as unordered otherwise"
                .to_owned(),
        ),
        (
            OnCompleteness,
            looked_for && options.granularity == Granularity::Sync,
            "final fields are not written by reflection while other threads read them".to_owned(),
        ),
        (
            OnCompleteness,
            options.granularity == Granularity::Access,
            "what a native method accesses at once, references that are cleared, System.out that is replaced, and final \
             fields by reflection make no schedules"
                .to_owned(),
        ),
        (
            OnCompleteness,
            !other.spurious_wakeups,
            "`wait` and `park` do not return for no reason (--spurious-wakeups lets them)".to_owned(),
        ),
        (
            OnCompleteness,
            !other.weak_cas_failures,
            "a weak compare-and-set does not fail for no reason (--weak-cas-failures lets it)".to_owned(),
        ),
        (
            OnCompleteness,
            !other.enumerate_random,
            "java.util.Random gives one fixed sequence (--enumerate-random tries every value)".to_owned(),
        ),
        (Always, true, "time is virtual: a timed wait or sleep may end at any moment; otherwise no time passes, but for a thread that \
             reads the clock again and again".to_owned()),
        (OnCompleteness, true, "weak references are kept, finalizers and cleaners are not run".to_owned()),
        (
            OnCompleteness,
            true,
            "the class library's own bookkeeping (default names and numbers of threads, priorities, reflection, linking) is \
             the same in any order"
                .to_owned(),
        ),
        (OnCompleteness, true, "threads that the class library keeps for itself are not scheduled".to_owned()),
        (
            OnCompleteness,
            prunes,
            "code of the program that was not executed throws no StackOverflowError or OutOfMemoryError".to_owned(),
        ),
        (OnCompleteness, is_stateful, "states with the same 128-bit fingerprint are the same".to_owned()),
    ];
    let wanted = |rests: Rests| rests == Always || verdict != Verdict::Violated;
    table.into_iter().filter(|(rests, applies, _)| *applies && wanted(*rests)).map(|(_, _, text)| text).collect()
}
