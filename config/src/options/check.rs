//! The options of `raceproof check`.

use std::collections::BTreeSet;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::contradictions;
use crate::memory;
use crate::mistake::Mistake;
use crate::origin::Layer;
use crate::schema::{Command, Key};
use crate::settings::Settings;
use crate::trusted;
use crate::value::{self, Memory};
use raceproof_listeners::DetectorKind;
use raceproof_search::{Scheduler, StrategyKind};

use crate::words::{
    self, ExitStatus, Format, Granularity, Heuristic, Library, Listener, ProgramOutput, Searching,
    Timeouts, TraceColumns,
};

use super::machine::{self, MachineOptions};

/// Everything an exploration is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// The machine the program runs on.
    pub machine: MachineOptions,
    /// How its schedules are walked through.
    pub search: Search,
    /// Where threads may be switched.
    pub granularity: Granularity,
    /// Variables at whose plain accesses threads are switched.
    pub switch_at: Vec<String>,
    /// How operations of the class library are executed.
    pub library: Library,
    /// Whether that was asked for. Rounds begin with operations as steps otherwise, but rest no
    /// proof on them.
    pub is_library_asked: bool,
    /// The detector of data races.
    pub race: DetectorKind,
    /// Classes whose own variables are not checked, besides those of the list unless that is
    /// cleared.
    pub trusted: Vec<String>,
    /// Whether the list of what is trusted by default is.
    pub trusts_library: bool,
    /// Variables whose races are accepted.
    pub benign: Vec<String>,
    /// One's own classes: other races decide nothing. All, if there is none.
    pub checked: Vec<String>,
    /// Variables that were proved to have no races, by class and name: no option, but what
    /// `skip-proved` comes to.
    pub proved: BTreeSet<(String, String)>,
    /// The file of what was accepted before.
    pub baseline: Option<PathBuf>,
    /// The file to write that is accepted from now on.
    pub write_baseline: Option<PathBuf>,
    /// Two lines of which is asked why they cannot race.
    pub explain: Option<String>,
    /// Files that have changed; empty if that does not matter.
    pub changed: Vec<PathBuf>,
    /// The revision since which others have.
    pub changed_since: Option<String>,
    /// When timed waits end by time.
    pub timeouts: Timeouts,
    /// How many findings are wanted.
    pub findings: Findings,
    /// What an end by a status other than 0 is.
    pub exit_status: ExitStatus,
    /// When to stop.
    pub limits: Limits,
    /// What may happen to the program besides its schedule.
    pub nondeterminism: Nondeterminism,
    /// Who listens.
    pub listeners: Vec<Listener>,
    /// What becomes of the program's output.
    pub program_output: ProgramOutput,
    /// How much is told.
    pub detail: Detail,
    /// The format of the report.
    pub format: Format,
    /// The file of the report; without one, standard output.
    pub output: Option<PathBuf>,
    /// The file of the counterexample.
    pub save_trace: Option<PathBuf>,
    /// Whether a counterexample is made simpler before it is told.
    pub minimises: bool,
    /// When it has a column for each thread.
    pub trace_columns: TraceColumns,
    /// Where sources are looked for, besides where the program's own lie.
    pub source_path: Vec<PathBuf>,
}

/// How the schedules are walked through, with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Whether rounds of several strategies are wanted; `strategy` is then the one on whose
    /// guarantees a proof rests.
    pub auto: bool,
    /// Which of them, in what order.
    pub strategy: StrategyKind,
    /// Where chance starts, if that chooses them.
    pub seed: u64,
    /// How many executions it chooses.
    pub runs: NonZeroU64,
    /// How it chooses.
    pub scheduler: Scheduler,
    /// How many searches may go side by side.
    pub threads: NonZeroUsize,
    /// What is promising, if that comes first.
    pub heuristics: Vec<Heuristic>,
}

/// Random executions of a round, unless others are asked for.
const AUTO_RUNS: u64 = 300;

/// How many findings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Findings {
    /// The first.
    First,
    /// Every distinct one.
    All,
}

/// When to stop; nothing where there is no such limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Visited states.
    pub states: Option<NonZeroU64>,
    /// Transitions from the start.
    pub depth: Option<NonZeroU64>,
    /// Time of the whole search.
    pub time: Option<Duration>,
    /// Bytes of memory; nothing only where the system does not tell what it has.
    pub memory: Option<u64>,
}

/// What may happen to the program besides its schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nondeterminism {
    /// `wait` and `park` may return for no reason.
    pub spurious_wakeups: bool,
    /// Weak compare-and-set may fail for no reason.
    pub weak_cas_failures: bool,
    /// `java.util.Random` gives every value.
    pub enumerate_random: bool,
}

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The report only.
    Quiet,
    /// The program's own steps.
    Normal,
    /// The steps of the class library, too.
    Verbose,
}

impl CheckOptions {
    /// The options these settings come to.
    ///
    /// # Errors
    /// If something comes with a later version.
    pub fn of(settings: &Settings) -> Result<Self, Mistake> {
        let search = search(settings)?;
        Ok(Self {
            machine: MachineOptions::of(settings)?,
            granularity: granularity(settings, &search)?,
            search,
            switch_at: patterns(settings, Key::SwitchAt).collect(),
            library: library(settings)?,
            is_library_asked: settings.layer(Key::Library) > Layer::Default,
            race: settings.word(Key::Race, &words::RACES)?,
            trusted: patterns(settings, Key::Trusted)
                .filter(|pattern| pattern != trusted::NONE)
                .collect(),
            trusts_library: !patterns(settings, Key::Trusted)
                .any(|pattern| pattern == trusted::NONE),
            benign: patterns(settings, Key::Benign).collect(),
            checked: patterns(settings, Key::Checked).collect(),
            proved: BTreeSet::new(),
            baseline: settings.path(Key::Baseline),
            write_baseline: settings.path(Key::WriteBaseline),
            explain: settings.get(Key::Explain).map(|setting| setting.text.clone()),
            changed: settings.paths(Key::Changed),
            changed_since: settings.get(Key::ChangedSince).map(|setting| setting.text.clone()),
            timeouts: settings.word(Key::Timeouts, &words::TIMEOUTS)?,
            findings: if settings.is_on(Key::All) { Findings::All } else { Findings::First },
            exit_status: settings.word(Key::ExitStatus, &words::EXIT_STATUSES)?,
            limits: Limits {
                states: limit(settings, Key::MaxStates),
                depth: limit(settings, Key::MaxDepth),
                time: settings.get(Key::Time).and_then(|setting| value::seconds(&setting.text)),
                memory: memory_limit(settings, memory::total()),
            },
            nondeterminism: Nondeterminism {
                spurious_wakeups: settings.is_on(Key::SpuriousWakeups),
                weak_cas_failures: settings.is_on(Key::WeakCasFailures),
                enumerate_random: settings.is_on(Key::EnumerateRandom),
            },
            listeners: settings.several(Key::Listener, &words::LISTENERS)?,
            program_output: settings.word(Key::ProgramOutput, &words::PROGRAM_OUTPUTS)?,
            detail: detail(settings),
            format: settings.word(Key::Format, &words::FORMATS)?,
            output: settings.path(Key::Output),
            save_trace: settings.path(Key::SaveTrace),
            minimises: settings.word(Key::Minimise, &words::ON_OFF)?,
            trace_columns: settings.word(Key::TraceColumns, &words::TRACE_COLUMNS)?,
            source_path: settings.paths(Key::SourcePath),
        })
    }
}

fn patterns(settings: &Settings, key: Key) -> impl Iterator<Item = String> {
    value::split(settings.text(key)).map(str::to_owned)
}

fn search(settings: &Settings) -> Result<Search, Mistake> {
    let searching = settings.word(Key::Search, &words::SEARCHES)?;
    let (auto, strategy) = (goes_in_rounds(settings)?, searching.strategy());
    let heuristics = if strategy.about().goes_by_value {
        settings.several(Key::Heuristic, &words::HEURISTICS)?
    } else {
        Vec::new()
    };
    let runs = match settings.layer(Key::Runs) {
        Layer::Default if auto => AUTO_RUNS,
        _ => machine::number(settings, Key::Runs)?,
    };
    let scheduler = match settings.layer(Key::Scheduler) {
        Layer::Default if auto => Scheduler::InTurns,
        _ => settings.word(Key::Scheduler, &words::SCHEDULERS)?,
    };
    Ok(Search {
        auto,
        strategy,
        seed: machine::number(settings, Key::Seed)?,
        runs: NonZeroU64::new(runs).unwrap_or(NonZeroU64::MIN),
        scheduler,
        threads: threads(settings),
        heuristics,
    })
}

fn threads(settings: &Settings) -> NonZeroUsize {
    let asked = settings.get(Key::Threads).and_then(|setting| setting.text.parse().ok());
    asked.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

fn goes_in_rounds(settings: &Settings) -> Result<bool, Mistake> {
    let is_auto = settings.word(Key::Search, &words::SEARCHES)? == Searching::Auto;
    Ok(is_auto && matches!(settings.command, Command::Check | Command::Audit))
}

/// What the default of a key comes to by the search, if that is not what the table of keys says.
pub(crate) fn by_search(settings: &Settings, key: Key) -> Option<String> {
    let search = search(settings).ok()?;
    let text = match key {
        Key::Library => words::name_of(&words::LIBRARIES, library(settings).ok()?),
        Key::Granularity => {
            words::name_of(&words::GRANULARITIES, granularity(settings, &search).ok()?)
        }
        _ => return None,
    };
    (text != key.row().default).then(|| text.to_owned())
}

/// A search that was chosen explores what there is, unless told otherwise; rounds come to that in
/// the end.
fn library(settings: &Settings) -> Result<Library, Mistake> {
    match settings.layer(Key::Library) {
        Layer::Default if !goes_in_rounds(settings)? => Ok(Library::Exact),
        _ => settings.word(Key::Library, &words::LIBRARIES),
    }
}

/// The heuristics rank accesses, so their search switches threads there unless told otherwise.
fn granularity(settings: &Settings, search: &Search) -> Result<Granularity, Mistake> {
    match settings.layer(Key::Granularity) {
        Layer::Default if search.strategy.about().goes_by_value => Ok(Granularity::Access),
        _ => settings.word(Key::Granularity, &words::GRANULARITIES),
    }
}

fn limit(settings: &Settings, key: Key) -> Option<NonZeroU64> {
    settings.get(key).and_then(|setting| setting.text.parse().ok())
}

fn memory_limit(settings: &Settings, machine: Option<u64>) -> Option<u64> {
    match value::memory(settings.text(Key::Memory))? {
        Memory::Bytes(bytes) => Some(bytes),
        Memory::Share(share) => machine.map(|machine| machine / 100 * share),
    }
}

fn detail(settings: &Settings) -> Detail {
    if contradictions::stronger(settings, Key::Verbose, Key::Quiet) {
        Detail::Verbose
    } else if settings.is_on(Key::Quiet) {
        Detail::Quiet
    } else {
        Detail::Normal
    }
}
