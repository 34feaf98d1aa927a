//! The words that options take, each vocabulary one table.

use log::LevelFilter;
use raceproof_listeners::DetectorKind;
use raceproof_search::{Scheduler, StrategyKind};

/// A word and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<T = ()> {
    /// As it is typed.
    pub name: &'static str,
    /// What it stands for.
    pub value: T,
}

const fn here<T>(name: &'static str, value: T) -> Word<T> {
    Word { name, value }
}

/// The word that stands for a value; empty if nobody can type it.
pub(crate) fn name_of<T: PartialEq>(words: &[Word<T>], value: T) -> &'static str {
    words.iter().find(|word| word.value == value).map_or("", |word| word.name)
}

/// The names alone, for the table of keys.
pub(crate) const fn names<T, const N: usize>(words: &[Word<T>; N]) -> [Word; N] {
    let mut names = [here("", ()); N];
    let mut index = 0;
    while index < N {
        names[index] = Word { name: words[index].name, value: () };
        index += 1;
    }
    names
}

/// Which search is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searching {
    /// Rounds of several, under one budget.
    Auto,
    /// One strategy.
    By(StrategyKind),
}

impl Searching {
    /// The strategy; of several, the one on whose guarantees a proof rests.
    #[must_use]
    pub const fn strategy(self) -> StrategyKind {
        match self {
            Self::Auto => StrategyKind::DepthFirst,
            Self::By(strategy) => strategy,
        }
    }
}

/// The searches: rounds, and the table of the search engine.
pub const SEARCHES: [Word<Searching>; StrategyKind::ALL.len() + 1] = {
    let mut words = [here("auto", Searching::Auto); StrategyKind::ALL.len() + 1];
    let mut index = 1;
    while index < words.len() {
        let strategy = StrategyKind::ALL[index - 1];
        words[index] = here(strategy.about().name, Searching::By(strategy));
        index += 1;
    }
    words
};

/// How random executions choose.
pub const SCHEDULERS: [Word<Scheduler>; 3] =
    [here("uniform", Scheduler::Uniform), here("pct", Scheduler::Pct), here("pos", Scheduler::Pos)];

/// What `--search heuristic` goes after: the four heuristics of the JRF paper, section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heuristic {
    /// Writes before other operations.
    WritesFirst,
    /// Operations on what another thread has written of late.
    WatchWritten,
    /// Threads that have not acquired what was released.
    AvoidReleaseAcquire,
    /// Acquires without a matching release before them.
    AcquireFirst,
}

/// The heuristics.
pub const HEURISTICS: [Word<Heuristic>; 4] = [
    here("wf", Heuristic::WritesFirst),
    here("ww", Heuristic::WatchWritten),
    here("ara", Heuristic::AvoidReleaseAcquire),
    here("af", Heuristic::AcquireFirst),
];

/// How operations of the class library are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// Each visible operation inside is a step.
    Exact,
    /// One of the list ([`crate::atomic`]) is one step.
    Atomic,
    /// One of which the list says why it takes effect at one instant is one step.
    Instant,
}

/// How the class library's operations are executed.
pub const LIBRARIES: [Word<Library>; 3] = [
    here("atomic", Library::Atomic),
    here("instant", Library::Instant),
    here("exact", Library::Exact),
];

/// When a timed wait ends by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeouts {
    /// At any moment: a machine may be slow, and a timeout short.
    Any,
    /// Likewise, but those of idle workers of pools where nothing else goes on.
    Usual,
    /// Where nothing else goes on.
    Idle,
}

/// When timed waits end.
pub const TIMEOUTS: [Word<Timeouts>; 3] =
    [here("any", Timeouts::Any), here("usual", Timeouts::Usual), here("idle", Timeouts::Idle)];

/// The detectors of data races: the table of the listeners.
pub const RACES: [Word<DetectorKind>; DetectorKind::ALL.len()] = {
    let mut words = [here("", DetectorKind::Off); DetectorKind::ALL.len()];
    let mut index = 0;
    while index < words.len() {
        let detector = DetectorKind::ALL[index];
        words[index] = here(detector.about().name, detector);
        index += 1;
    }
    words
};

/// What it is if the program ends itself with a status other than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// A finding.
    Finding,
    /// Counted and named in the report.
    Note,
}

/// What such an end may be.
pub const EXIT_STATUSES: [Word<ExitStatus>; 2] =
    [here("finding", ExitStatus::Finding), here("note", ExitStatus::Note)];

/// Where threads may be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// At synchronization actions.
    Sync,
    /// At accesses of shared data, too.
    Access,
}

/// The granularities.
pub const GRANULARITIES: [Word<Granularity>; 2] =
    [here("sync", Granularity::Sync), here("access", Granularity::Access)];

/// What becomes of the program's own output while it is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramOutput {
    /// Kept out of the way.
    Hide,
    /// Shown for one execution.
    Show,
}

/// The fates of the program's output.
pub const PROGRAM_OUTPUTS: [Word<ProgramOutput>; 2] =
    [here("hide", ProgramOutput::Hide), here("show", ProgramOutput::Show)];

/// Who listens to the events of an exploration, besides the detectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listener {
    /// Prints the execution.
    Print,
}

/// The listeners.
pub const LISTENERS: [Word<Listener>; 1] = [here("print", Listener::Print)];

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// One object.
    Json,
    /// For servers of continuous integration.
    Junit,
    /// A page for a browser.
    Html,
    /// For what shows problems in source code.
    Sarif,
    /// Commands that GitHub Actions makes annotations of.
    Github,
}

/// The formats.
pub const FORMATS: [Word<Format>; 6] = [
    here("text", Format::Text),
    here("json", Format::Json),
    here("junit", Format::Junit),
    here("html", Format::Html),
    here("sarif", Format::Sarif),
    here("github", Format::Github),
];

/// Who predicts races of other schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// By happens-before, in the order that was observed alone.
    HappensBefore,
    /// Sync-preserving races.
    SyncPreserving,
    /// Exactly, within a budget.
    Witness,
    /// By lock histories.
    Ipa,
}

/// The engines of `predict`.
pub const ENGINES: [Word<Engine>; 4] = [
    here("hb", Engine::HappensBefore),
    here("syncp", Engine::SyncPreserving),
    here("witness", Engine::Witness),
    here("ipa", Engine::Ipa),
];

/// Who decides what a scan leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decider {
    /// One execution, and its reorderings.
    Predict,
    /// Executions that hold threads before the pair.
    Directed,
    /// All executions, in rounds.
    Check,
}

/// The deciders of `audit`.
pub const DECIDERS: [Word<Decider>; 3] = [
    here("predict", Decider::Predict),
    here("directed", Decider::Directed),
    here("check", Decider::Check),
];

/// What `--engine ipa` does about threads other than the two whose accesses it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// It ignores them.
    One,
    /// It leaves them where they were observed.
    Two,
}

/// The strategies.
pub const STRATEGIES: [Word<Strategy>; 2] = [here("1", Strategy::One), here("2", Strategy::Two)];

/// Whether our own messages are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The choices of colour.
pub const COLORS: [Word<ColorChoice>; 3] = [
    here("auto", ColorChoice::Auto),
    here("always", ColorChoice::Always),
    here("never", ColorChoice::Never),
];

/// When a counterexample has a column for each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceColumns {
    /// On a terminal that is wide enough.
    Auto,
    /// Wherever the text goes, if the width allows it.
    Always,
    /// A list, however wide the terminal is.
    Never,
}

/// The choices of columns.
pub const TRACE_COLUMNS: [Word<TraceColumns>; 3] = [
    here("auto", TraceColumns::Auto),
    here("always", TraceColumns::Always),
    here("never", TraceColumns::Never),
];

/// What is on or off, where a switch would hide what is usual.
pub const ON_OFF: [Word<bool>; 2] = [here("on", true), here("off", false)];

/// The levels of the log.
pub const LEVELS: [Word<LevelFilter>; 6] = [
    here("off", LevelFilter::Off),
    here("error", LevelFilter::Error),
    here("warn", LevelFilter::Warn),
    here("info", LevelFilter::Info),
    here("debug", LevelFilter::Debug),
    here("trace", LevelFilter::Trace),
];

/// The values of a switch.
pub const SWITCH: [Word<bool>; 2] = [here("true", true), here("false", false)];

/// The names, for messages: `dfs, bfs, random, heuristic`.
#[must_use]
pub fn list<T>(words: &[Word<T>]) -> String {
    let names: Vec<&str> = words.iter().map(|word| word.name).collect();
    names.join(", ")
}
