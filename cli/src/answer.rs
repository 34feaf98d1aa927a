//! What the outcome of an exploration means: the verdict, what it guarantees, and what it rests on.

use std::collections::BTreeSet;

use raceproof_base::{Place, variables_alike};
use raceproof_config::{CheckOptions, ExitStatus, Granularity, Library, Timeouts};
use raceproof_listeners::DetectorKind;
use raceproof_search::{Bounded, Covers, End, Exploration, Limit};
use raceproof_vm::ROUNDS;

use crate::interrupt::Interrupt;
use crate::report::{Verdict, counted};

pub fn verdict(exploration: &Exploration, race: DetectorKind) -> Verdict {
    match (&exploration.end, exploration.findings.is_empty()) {
        (_, false) => Verdict::Violated,
        _ if !exploration.unsupported.is_empty() => Verdict::Unsupported,
        (End::Complete, _) if !race.detects() => Verdict::Passed,
        (End::Complete, _) => Verdict::RaceFree,
        (
            End::Found | End::Limit(_) | End::Interrupted | End::TooCoarse(_) | End::Unsupported,
            _,
        ) => Verdict::Incomplete,
    }
}

/// What ended the search before its time, as a noun, with the option that says otherwise.
pub fn limit(end: &End, interrupt: &Interrupt) -> Option<String> {
    let limit = match end {
        End::Interrupted => return Some(interrupt.name().to_owned()),
        End::Limit(limit) => limit,
        End::Complete | End::Found | End::TooCoarse(_) | End::Unsupported => return None,
    };
    Some(match *limit {
        Limit::States(states) => {
            format!("the limit of {} (--max-states)", counted(states, "state"))
        }
        Limit::Depth(depth) => {
            format!("the limit of {} from the start (--max-depth)", counted(depth, "transition"))
        }
        Limit::Time(time) => format!("the limit of {} s (--time)", time.as_secs_f64()),
        Limit::Memory(bytes) => {
            format!("the limit of {} MB of memory (--memory)", bytes / 1_000_000)
        }
        Limit::Transitions(most) => format!("the limit of {}", counted(most, "transition")),
        Limit::Runs(runs) => format!("the limit of {} (--runs)", counted(runs, "random execution")),
        Limit::Own(bound) => format!("{bound} (--search)"),
    })
}

/// How a round ended, in a few words.
pub fn ended(end: &End) -> String {
    match end {
        End::Complete => "complete".to_owned(),
        End::Found => "found".to_owned(),
        End::Interrupted => "interrupted".to_owned(),
        End::Unsupported | End::TooCoarse(_) => "unsupported".to_owned(),
        End::Limit(limit) => limit.to_string(),
    }
}

/// What the verdict means, in a sentence.
pub fn guarantee(
    verdict: Verdict,
    exploration: &Exploration,
    options: &CheckOptions,
    unconfirmed: usize,
) -> String {
    let none = if !exploration.unending.is_empty() { "no fair execution" } else { "no execution" };
    match verdict {
        Verdict::RaceFree
            if exploration.statistics.reduction.is_some_and(|reduction| reduction.skipped > 0) =>
        {
            format!(
                "{none} of the program with this input has {}; deadlocks, failed assertions, exceptions that nobody \
                 catches and exit statuses are not covered: executions that only these could be found in were left out \
                 (--search dpor leaves none out)",
                no_race(options.race).to_owned()
                    + &of_whom(options)
                    + &interleavings(options, exploration)
            )
        }
        Verdict::RaceFree | Verdict::Passed => format!(
            "{none} of the program with this input {}{}{}",
            fails(options),
            if options.race.detects() {
                format!(
                    "; and {} {}{}{}",
                    if exploration.unending.is_empty() { "none has" } else { "none of these has" },
                    no_race(options.race),
                    of_whom(options),
                    interleavings(options, exploration)
                )
            } else {
                String::new()
            },
            if exploration.statistics.executions == 0 {
                "; none ends at all: the program goes on for ever"
            } else {
                ""
            }
        ),
        Verdict::Violated => {
            "each finding is real: its schedule was executed again from the start and showed it"
                .to_owned()
        }
        Verdict::Incomplete if unconfirmed > 0 => format!(
            "none: {} found, but the limit came before the schedule was executed again to confirm it; with more {} it is told",
            if unconfirmed == 1 {
                "a mistake was".to_owned()
            } else {
                format!("{unconfirmed} mistakes were")
            },
            if matches!(exploration.end, End::Limit(Limit::Memory(_))) {
                "--memory"
            } else {
                "--time"
            },
        ),
        Verdict::Incomplete | Verdict::Unsupported => {
            match (exploration.covered_depth, options.search.strategy.about().covers) {
                (Some(depth), _) if depth > 0 => format!(
                    "no schedule of up to {} {}; longer ones may",
                    counted(depth, "transition"),
                    nothing(options)
                ),
                _ if let Some(bounded) = exploration.bounded => within(bounded, &nothing(options)),
                (_, Covers::Samples) if !options.search.auto => {
                    "none: random executions can find a mistake, not prove that there is none"
                        .to_owned()
                }
                _ => "none: a schedule that was not explored may fail".to_owned(),
            }
        }
    }
}

/// What is known if all was explored but for waits that end by their time though something else can
/// go on.
pub fn when_idle(exploration: &Exploration, options: &CheckOptions) -> String {
    let nothing = nothing(options);
    let also = exploration
        .bounded
        .map_or(String::new(), |bounded| format!("; of all, {}", within(bounded, &nothing)));
    format!(
        "of the executions in which a wait ends by its time only when nothing else can go on, every one was explored, and none \
         {nothing}; of those in which one ends sooner not every one was, so one may{also}"
    )
}

/// Which of the ways to execute operations of the class library the guarantee is of.
pub fn which_library(verdict: Verdict, library: &str, happened: &Happened) -> &'static str {
    match verdict {
        Verdict::RaceFree | Verdict::Passed if library == "exact" => "",
        Verdict::RaceFree | Verdict::Passed if happened.unargued.is_none() => {
            "; complete with operations of the class library that take effect at one instant as single steps (instant), not with \
             switches inside them (exact)"
        }
        Verdict::RaceFree | Verdict::Passed => {
            "; complete with operations of the class library as single steps (atomic), not with switches inside them (exact)"
        }
        Verdict::Violated | Verdict::Incomplete | Verdict::Unsupported => "",
    }
}

/// What is said of all schedules with few preemptions.
fn within(Bounded { preemptions, executions }: Bounded, nothing: &str) -> String {
    let few = match preemptions {
        0 => "without a preemption".to_owned(),
        most => format!("with at most {}", counted(most, "preemption")),
    };
    format!(
        "no schedule {few} (a switch away from a thread that could go on) {nothing}: all of these were explored, {}; \
         others may, and whether the program can go on for ever was not looked at",
        counted(executions, "execution")
    )
}

/// What none of the executions that were explored has or does.
fn nothing(options: &CheckOptions) -> String {
    let races = if options.race.detects() { "has a data race, " } else { "" };
    races.to_owned() + fails(options)
}

/// What no execution does if nothing is found, races aside.
fn fails(options: &CheckOptions) -> &'static str {
    match options.exit_status {
        ExitStatus::Finding => {
            "ends in a deadlock, fails an assertion, ends a thread by an exception that nobody catches, or exits with \
             another status than 0"
        }
        ExitStatus::Note => {
            "ends in a deadlock, fails an assertion, or ends a thread by an exception that nobody catches"
        }
    }
}

/// What no execution has if the detector finds nothing.
fn no_race(race: DetectorKind) -> &'static str {
    race.about().finds
}

/// Whose races are meant.
fn of_whom(options: &CheckOptions) -> String {
    let mut said = String::new();
    for (what, names) in [
        (", but for those with no access by, or on behalf of, ", &options.checked),
        (", but for those that were accepted, of ", &options.benign),
        (", but for those that were not looked for, of the own variables of ", &options.trusted),
    ] {
        if !names.is_empty() {
            said += &(what.to_owned() + &names.join(", "));
        }
    }
    said
}

/// Whether the interleavings that were explored are all executions there are.
fn interleavings(options: &CheckOptions, exploration: &Exploration) -> String {
    let races = exploration.apart.iter().filter_map(|finding| finding.race.as_deref());
    let apart: BTreeSet<&str> = races.map(|race| variables_alike(&race.variable)).collect();
    if !apart.is_empty() {
        let apart: Vec<&str> = apart.into_iter().collect();
        return format!(
            "; this is said of interleavings only: there are races of {} (in_libraries), so there may be executions that are none",
            apart.join(", ")
        );
    }
    let races = exploration.weak_races.iter().filter_map(|weak| weak.race.as_deref());
    let variables: BTreeSet<&str> = races.map(|race| variables_alike(&race.variable)).collect();
    if !variables.is_empty() {
        let variables: Vec<&str> = variables.into_iter().collect();
        return format!(
            "; this is said of interleavings only: nothing orders accesses of {} of which one is weaker than volatile \
             (weak_races), so there may be executions that are none",
            variables.join(", ")
        );
    }
    // What only unfair ones have may be seen in others, where memory is weak.
    let all = options.race.about().finds_all && exploration.unending.is_empty();
    if all && options.benign.is_empty() && options.trusted.is_empty() {
        ", so every execution is sequentially consistent".to_owned()
    } else {
        String::new()
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

/// What executions did that a verdict then rests on.
#[derive(Clone, Default)]
pub struct Happened {
    /// Where threads that went round for ever were held back.
    pub unending: Vec<Place>,
    /// Where an operation of the class library was too long to be one step.
    pub divided: Option<Place>,
    /// An operation that was one step, of which too few clients were ever compared.
    pub uncompared: Option<Place>,
    /// An operation that was one step, though nothing says why it takes effect at one instant.
    pub unargued: Option<Place>,
    /// Where the program changes something that no thread is switched at which asks for it.
    pub untold: Option<Place>,
    /// So it was explored again by a search that leaves out no order of steps.
    pub unreduced: bool,
    /// No order was left out that only plain accesses of the class library tell apart.
    pub are_all_orders_told: bool,
    /// Threads were switched inside operations of the class library, since the program asks for
    /// what others are in the middle of.
    pub inside_operations: bool,
    /// The program printed on a standard stream.
    pub printed: bool,
    /// It is a test.
    pub is_test: bool,
}

/// Whose races do not count, if any do not.
pub fn accepting(benign: &[String]) -> Option<String> {
    (!benign.is_empty()).then(|| format!("races of {} were accepted", benign.join(", ")))
}

/// Whose own variables are not looked at, if any are not.
pub fn trusting(trusted: &[String]) -> Option<String> {
    (!trusted.is_empty()).then(|| {
        let names = trusted.join(", ");
        format!("trusted, so that races of their own variables were not looked for: {names}")
    })
}

/// The assumptions by which races were not looked for, since the user accepts them.
pub fn accepted(verdict: Verdict, options: &CheckOptions) -> Vec<String> {
    let both = [trusting(&options.trusted), accepting(&options.benign)];
    let applies = options.race.detects() && verdict != Verdict::Violated;
    both.into_iter().flatten().filter(|_| applies).collect()
}

/// What the verdict rests on; only what applies under these options.
pub fn assumptions(
    verdict: Verdict,
    happened: &Happened,
    options: &CheckOptions,
    jdk: &str,
) -> Vec<String> {
    use Rests::{Always, OnCompleteness};
    let other = &options.nondeterminism;
    let covers = options.search.strategy.about().covers;
    let is_stateful = covers != Covers::Samples;
    let prunes = covers == Covers::RacingOrders;
    let reduces = options.search.strategy.reduces() && !happened.unreduced;
    let looked_for = options.race.detects();
    let is_atomic = options.library != Library::Exact && !happened.inside_operations;
    let table = [
        (Always, true, "the program gets this input: arguments, files and system properties".to_owned()),
        (
            Always,
            happened.is_test,
            "the test is run by itself, on an instance of its own, with what is called before and after it; if an assumption of it \
             does not hold, it passes; idle timers and workers of pools that it leaves are ended by its runner"
                .to_owned(),
        ),
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
            "its executions are sequentially consistent, as they are unless accesses race of which one is weaker than volatile; \
             races were not looked for"
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
            reduces
                && options.trusts_library
                && options.granularity == Granularity::Sync
                && !happened.are_all_orders_told,
            "plain accesses of the class library's own variables tell no orders apart, unless they are accessed by modes, too: where \
             others race by design, an outcome may have been left out (--search dfs goes by states)"
                .to_owned(),
        ),
        (
            OnCompleteness,
            looked_for && !options.trusted.is_empty(),
            trusting(&options.trusted).unwrap_or_default(),
        ),
        (
            OnCompleteness,
            looked_for && !options.benign.is_empty(),
            accepting(&options.benign).unwrap_or_default(),
        ),
        (
            Always,
            looked_for,
            "memory fences order as documented for opaque and stronger accesses between them; those of loads or of stores alone, and \
             what is accessed plainly between two, order nothing"
                .to_owned(),
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
            options.granularity == Granularity::Access,
            "what a native method accesses at once makes no schedules".to_owned(),
        ),
        (
            Always,
            happened.printed,
            "printing on System.out and System.err orders nothing: the locks inside are no part of what a PrintStream \
             documents, and no thread waits while it has one"
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
            "what the JDK draws at random is fixed: hash codes of objects, the order of Set.of and Map.of, what each thread's \
             ThreadLocalRandom draws, and the sequence of java.util.Random (--enumerate-random tries every value)"
                .to_owned(),
        ),
        (
            Always,
            options.timeouts != Timeouts::Idle,
            format!(
                "time is virtual: a timed wait or sleep may end at any moment{}; otherwise no time passes, but for a thread that \
                 reads the clock again and again",
                match options.timeouts {
                    Timeouts::Usual => ", but that of an idle worker of a pool only where nothing else can go on (--timeouts any)",
                    _ => "",
                }
            ),
        ),
        (
            OnCompleteness,
            options.timeouts == Timeouts::Idle,
            "timeouts are long: a timed wait or sleep ends by time only where nothing else can go on, the earliest first \
             (--timeouts any lets it end at any moment)"
                .to_owned(),
        ),
        (
            OnCompleteness,
            !happened.unending.is_empty(),
            format!(
                "schedules are fair: a loop without end, as far as it was followed, goes round at most {ROUNDS} times while another thread \
                 that can go on does not, and more often as long as it still came to code that it had not executed before, or comes to some seldom (the loop at {})",
                happened.unending.iter().map(ToString::to_string).collect::<Vec<_>>().join("; the loop at ")
            ),
        ),
        (
            OnCompleteness,
            happened.unreduced && happened.unending.is_empty(),
            "which wait ends first by its time depends on what all threads do, so one order of steps does not stand for others: all was \
             explored again breadth first (bfs)"
                .to_owned(),
        ),
        (
            OnCompleteness,
            happened.unreduced && !happened.unending.is_empty(),
            "where threads are held back for that, one order of steps does not stand for others: all was explored again breadth first (bfs)"
                .to_owned(),
        ),
        (
            OnCompleteness,
            is_atomic && happened.unargued.is_none(),
            "operations of the class library that take effect at one instant are one step each: threads are switched between them, where \
             they wait and where they call other code (config/atomic.properties says why, line by line, and small clients come to the \
             same ends with and without switches inside; --library exact switches inside, too)"
                .to_owned(),
        ),
        (
            OnCompleteness,
            is_atomic && happened.unargued.is_some(),
            format!(
                "operations of the class library are one step each: threads are switched between them, where they wait and where they \
                 call other code (config/atomic.properties names them; small clients come to the same ends with and without switches \
                 inside{}; --library exact switches inside, too)",
                happened.uncompared.as_ref().map_or(String::new(), |operation| format!(
                    ", but of {}.{} too few were small enough to be compared",
                    operation.class, operation.method
                ))
            ),
        ),
        (
            OnCompleteness,
            happened.divided.is_some(),
            format!(
                "an operation of the class library was too long to be one step, so threads were switched inside it ({})",
                happened.divided.as_ref().map(ToString::to_string).unwrap_or_default()
            ),
        ),
        (
            Always,
            happened.inside_operations,
            "the program interrupts threads, or asks the class library what other threads are in the middle of (how many wait, and the \
             like): threads were switched inside its operations, too, as by --library exact"
                .to_owned(),
        ),
        (
            OnCompleteness,
            happened.untold.is_some(),
            format!(
                "what the program sets at {} is asked for by other threads in one order alone: no thread is switched there \
                 (docs/limits.md)",
                happened.untold.as_ref().map(ToString::to_string).unwrap_or_default()
            ),
        ),
        (OnCompleteness, true, "weak references are kept, finalizers and cleaners are not run".to_owned()),
        (
            OnCompleteness,
            true,
            "the class library's own bookkeeping (default names and numbers of threads, reflection, linking, what is \
             known of locales) is the same in any order"
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
    table
        .into_iter()
        .filter(|(rests, applies, _)| *applies && wanted(*rests))
        .map(|(_, _, text)| text)
        .collect()
}
