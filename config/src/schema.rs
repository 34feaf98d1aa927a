//! The keys an option can be set by, wherever it is set, as one table: a new option adds a row, and
//! from the row come the command line's option, its help, the line of `config/default.properties`
//! and the check of its values.

use crate::words::{self, Word};

/// A key of a properties file, of `-D` and of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the table says what each is")]
pub enum Key {
    Target,
    Arguments,
    Main,
    Test,
    ClassPath,
    SourcePath,
    Reflection,
    JavaHome,
    Assertions,
    Heap,
    Processors,
    EnablePreview,
    Search,
    Seed,
    Runs,
    Scheduler,
    Heuristic,
    Granularity,
    SwitchAt,
    Library,
    Race,
    Trusted,
    Benign,
    Checked,
    Baseline,
    WriteBaseline,
    SkipProved,
    Changed,
    ChangedSince,
    Explain,
    Pair,
    All,
    ExitStatus,
    Deciders,
    Engine,
    Strategy,
    AllPairs,
    Agent,
    Sample,
    SpuriousWakeups,
    WeakCasFailures,
    Timeouts,
    EnumerateRandom,
    Threads,
    MaxStates,
    MaxDepth,
    Time,
    Memory,
    Format,
    Output,
    SaveTrace,
    SaveTraces,
    Ledger,
    Minimise,
    TraceColumns,
    SaveReflection,
    ProgramOutput,
    Listener,
    Statistics,
    Verbose,
    Quiet,
    Log,
    Color,
}

/// A command that takes options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// One execution.
    Run,
    /// All executions.
    Check,
    /// One execution that `check` has saved.
    Replay,
    /// One execution, and the races of its reorderings.
    Predict,
    /// One execution, as a file.
    Record,
    /// All executions for all inputs, without any.
    Scan,
    /// All of these on each pair that may race.
    Audit,
}

/// The commands.
pub const COMMANDS: [Command; 7] = [
    Command::Run,
    Command::Check,
    Command::Replay,
    Command::Predict,
    Command::Record,
    Command::Scan,
    Command::Audit,
];

impl Command {
    /// As it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Command::Run => "run",
            Command::Check => "check",
            Command::Replay => "replay",
            Command::Predict => "predict",
            Command::Record => "record",
            Command::Scan => "scan",
            Command::Audit => "audit",
        }
    }
}

/// What values a key takes. `value.rs` reads them.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// Any text, called so in help.
    Text(&'static str),
    /// The path of a file or folder.
    Path(&'static str),
    /// A list of paths.
    Paths,
    /// True or false; as an option, without a value.
    Switch,
    /// Bytes, at least so many.
    Size {
        /// The smallest size that is accepted.
        least: u64,
    },
    /// Bytes, or a share of the machine's memory.
    Memory,
    /// A number between these.
    Number {
        /// The smallest that is accepted.
        least: u64,
        /// The largest that is accepted.
        most: u64,
    },
    /// A number greater than zero; no limit unless it is given.
    Limit,
    /// A time, in seconds unless a unit follows; no limit unless it is given.
    Seconds,
    /// A list of names or patterns, separated by commas; as an option, repeatable.
    Patterns(Named),
    /// One of these words.
    Word(&'static [Word]),
    /// Some of these words, separated by commas.
    Words(&'static [Word]),
}

/// What the names of a list stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Classes.
    Classes,
    /// Fields of classes.
    Fields,
    /// Fields of classes, and the elements of arrays, as `int[]`.
    Variables,
    /// Classes, each with or without a method.
    Tests,
}

/// What a key is about: a heading in help and in the file of defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the titles say what each is")]
pub enum Group {
    Program,
    Machine,
    Search,
    Races,
    Choices,
    Limits,
    Report,
    Messages,
}

impl Group {
    /// The heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Group::Program => "The program",
            Group::Machine => "The machine it runs on",
            Group::Search => "The search",
            Group::Races => "Data races",
            Group::Choices => "What else may happen to the program",
            Group::Limits => "Limits",
            Group::Report => "The report",
            Group::Messages => "Our own messages",
        }
    }
}

/// All there is to know about a key.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which.
    pub key: Key,
    /// Its name in files; the option is `--NAME`, or `--no-NAME` for a switch that is on by
    /// default.
    pub name: &'static str,
    /// Its values.
    pub kind: ValueKind,
    /// The value it has unless one is given; empty for none.
    pub default: &'static str,
    /// The commands that heed it. `replay` takes from the trace what it does not heed.
    pub commands: &'static [Command],
    /// Where it stands in help.
    pub group: Group,
    /// What it is for, in a line.
    pub doc: &'static str,
}

const ALL: &[Command] = &COMMANDS;
const EXECUTING: &[Command] =
    &[Command::Run, Command::Check, Command::Predict, Command::Record, Command::Audit];
const ANALYSING: &[Command] = &[
    Command::Run,
    Command::Check,
    Command::Predict,
    Command::Record,
    Command::Scan,
    Command::Audit,
];
const RANDOM: &[Command] = &[Command::Check, Command::Predict, Command::Record, Command::Audit];
const RACING: &[Command] =
    &[Command::Check, Command::Predict, Command::Record, Command::Scan, Command::Audit];
const LIMITED: &[Command] =
    &[Command::Check, Command::Predict, Command::Record, Command::Scan, Command::Audit];
const FINDING: &[Command] = &[Command::Check, Command::Predict];
const SHOWING: &[Command] = &[Command::Check, Command::Predict, Command::Scan, Command::Audit];
const SEARCHING: &[Command] = &[Command::Check, Command::Audit];
const STATIC: &[Command] = &[Command::Scan, Command::Audit];
const AUDIT: &[Command] = &[Command::Audit];
const PREDICT: &[Command] = &[Command::Predict];
const RECORD: &[Command] = &[Command::Record];
const RUN: &[Command] = &[Command::Run];
const ONCE_OR_ALL: &[Command] = &[Command::Run, Command::Check];
const CHECK: &[Command] = &[Command::Check];
const SCAN: &[Command] = &[Command::Scan];
const TOLD: &[Command] = &[Command::Check, Command::Replay];

const SEARCHES: &[Word] = &words::names(&words::SEARCHES);
const HEURISTICS: &[Word] = &words::names(&words::HEURISTICS);
const GRANULARITIES: &[Word] = &words::names(&words::GRANULARITIES);
const SCHEDULERS: &[Word] = &words::names(&words::SCHEDULERS);
const LIBRARIES: &[Word] = &words::names(&words::LIBRARIES);
const TIMEOUTS: &[Word] = &words::names(&words::TIMEOUTS);
const RACES: &[Word] = &words::names(&words::RACES);
const EXIT_STATUSES: &[Word] = &words::names(&words::EXIT_STATUSES);
const FORMATS: &[Word] = &words::names(&words::FORMATS);
const SCAN_FORMATS: &[Word] = &[FORMATS[0], FORMATS[1], FORMATS[4]];
const AUDIT_FORMATS: &[Word] = &[FORMATS[0], FORMATS[1], FORMATS[3], FORMATS[4]];
const PROGRAM_OUTPUTS: &[Word] = &words::names(&words::PROGRAM_OUTPUTS);
const LISTENERS: &[Word] = &words::names(&words::LISTENERS);
const ENGINES: &[Word] = &words::names(&words::ENGINES);
const DECIDERS: &[Word] = &words::names(&words::DECIDERS);
const STRATEGIES: &[Word] = &words::names(&words::STRATEGIES);
const LEVELS: &[Word] = &words::names(&words::LEVELS);
const COLORS: &[Word] = &words::names(&words::COLORS);
const ON_OFF: &[Word] = &words::names(&words::ON_OFF);
const TRACE_COLUMNS: &[Word] = &words::names(&words::TRACE_COLUMNS);

#[rustfmt::skip]
/// The keys, grouped, in the order of help.
pub const TABLE: [Row; 63] = [
    row(Key::Target, "target", ValueKind::Text("TARGET"), "", ANALYSING, Group::Program,
        "Foo.java, a .jar, a main class with --classpath, or a .properties or .jpf file that names one"),
    row(Key::Arguments, "target.args", ValueKind::Text("A,B"), "", EXECUTING, Group::Program,
        "Arguments of the program, separated by commas; on the command line they follow `--`"),
    row(Key::Main, "main", ValueKind::Text("CLASS"), "", ANALYSING, Group::Program,
        "The class whose `main` is run, when the target does not say"),
    row(Key::Test, "test", ValueKind::Patterns(Named::Tests), "", CHECK, Group::Program,
        "Tests instead of a main class: Class, Class#method, com.acme.*Test, or * for all of one's own"),
    row(Key::ClassPath, "classpath", ValueKind::Paths, "", ANALYSING, Group::Program,
        "Folders and jars of the program's classes, separated by `:` (also -cp); what is absent is warned of"),
    row(Key::SourcePath, "sourcepath", ValueKind::Paths, "", SHOWING, Group::Program,
        "Folders of the program's sources, whose lines a counterexample shows, and comments accept races"),
    row(Key::Reflection, "reflection", ValueKind::Paths, "", STATIC, Group::Program,
        "Files that --save-reflection has written, or TamiFlex: what reflection reaches, separated by `:`"),
    row(Key::JavaHome, "java-home", ValueKind::Path("DIR"), "", ALL, Group::Program,
        "The home of the JDK; unless given, JAVA_HOME or that of the `java` on the PATH"),
    row(Key::Agent, "agent", ValueKind::Switch, "false", RECORD, Group::Program,
        "Record the java command that follows `--`, in its own Java machine, by an agent"),
    row(Key::Sample, "sample", ValueKind::Number { least: 0, most: 1 << 30 }, "0", RECORD, Group::Program,
        "With --agent: of a place that is executed often, record so many accesses at a time; 0: all"),

    row(Key::Assertions, "assertions", ValueKind::Switch, "true", EXECUTING, Group::Machine,
        "`assert` statements are executed, as by `java -ea`, unless --no-assertions is given"),
    row(Key::Heap, "heap", ValueKind::Size { least: 4 << 20 }, "1g", EXECUTING, Group::Machine,
        "The largest size of the Java heap, such as 64m or 2g"),
    row(Key::Processors, "processors", ValueKind::Number { least: 1, most: 1024 }, "4", EXECUTING, Group::Machine,
        "The number of processors the program is told of"),
    row(Key::EnablePreview, "enable-preview", ValueKind::Switch, "false", ANALYSING, Group::Machine,
        "Features of the JDK's that are a preview may be used, as by `java --enable-preview`"),

    row(Key::Search, "search", ValueKind::Word(SEARCHES), "auto", CHECK, Group::Search,
        "Which schedules, in what order: auto: rounds; persistent, lockset, dpor, pdp: one of those alike"),
    row(Key::Seed, "seed", ValueKind::Number { least: 0, most: u64::MAX }, "0", RANDOM, Group::Search,
        "Where the chance of random executions starts; the same seed gives the same executions"),
    row(Key::Runs, "runs", ValueKind::Number { least: 1, most: u64::MAX }, "1000", FINDING, Group::Search,
        "The number of random executions; auto tries 300 and predict looks at one unless it is given"),
    row(Key::Scheduler, "scheduler", ValueKind::Word(SCHEDULERS), "uniform", CHECK, Group::Search,
        "How random executions choose; auto takes each in turn"),
    row(Key::Threads, "threads", ValueKind::Number { least: 1, most: 1024 }, "", SEARCHING, Group::Search,
        "How many long searches, or tests, go side by side; unless given, as many as there are cores"),
    row(Key::Heuristic, "heuristic", ValueKind::Words(HEURISTICS), "wf,ww,ara,af", CHECK, Group::Search,
        "What --search heuristic goes after first, separated by commas"),
    row(Key::Granularity, "granularity", ValueKind::Word(GRANULARITIES), "sync", CHECK, Group::Search,
        "Switch threads at synchronization only (sync), or at accesses of shared data, too (access)"),
    row(Key::SwitchAt, "switch-at", ValueKind::Patterns(Named::Variables), "", CHECK, Group::Search,
        "Variables at whose plain accesses threads are switched, too; the search adds those that need it"),
    row(Key::Library, "library", ValueKind::Word(LIBRARIES), "atomic", CHECK, Group::Search,
        "Operations of the class library as steps (atomic, instant), or not (exact), as but auto does"),
    row(Key::All, "all", ValueKind::Switch, "false", CHECK, Group::Search,
        "Go on after the first finding, and report every distinct one"),
    row(Key::ExitStatus, "exit-status", ValueKind::Word(EXIT_STATUSES), "finding", CHECK, Group::Search,
        "What an end of the program by another status than 0 is: a finding, or only counted (note)"),

    row(Key::Race, "race", ValueKind::Word(RACES), "full", CHECK, Group::Races,
        "The detector of data races; h: without those of which the read comes first"),
    row(Key::Trusted, "trusted", ValueKind::Patterns(Named::Classes), "", RACING, Group::Races,
        "Classes whose own variables are not checked, besides the class library's; none: not even those"),
    row(Key::Benign, "benign", ValueKind::Patterns(Named::Fields), "", RACING, Group::Races,
        "A variable whose races are accepted"),
    row(Key::Checked, "checked", ValueKind::Patterns(Named::Classes), "", CHECK, Group::Races,
        "Races with no access by these classes, or on their behalf, are told apart and decide nothing"),
    row(Key::Baseline, "baseline", ValueKind::Path("FILE"), "", STATIC, Group::Races,
        "Only what is not in this file fails: one of --write-baseline (scan) or --ledger (audit)"),
    row(Key::WriteBaseline, "write-baseline", ValueKind::Path("FILE"), "", SCAN, Group::Races,
        "Write all pairs and gaps into this file; the comments above those that stay are kept"),
    row(Key::SkipProved, "skip-proved", ValueKind::Path("LEDGER"), "", CHECK, Group::Races,
        "Look for no races of what scan has proved for all inputs, as this ledger of audit says"),
    row(Key::Changed, "changed", ValueKind::Paths, "", SCAN, Group::Races,
        "Tell only what these .java or .class files take part in, separated by `:`"),
    row(Key::ChangedSince, "changed-since", ValueKind::Text("REV"), "", SCAN, Group::Races,
        "The same of the files that differ from this revision of git, or that git does not know"),
    row(Key::Explain, "explain", ValueKind::Text("A.java:12,B.java:40"), "", SCAN, Group::Races,
        "Say why these two lines cannot race, or where the proof fails and what would complete it"),
    row(Key::Pair, "pair", ValueKind::Text("A.java:12,B.java:40"), "", AUDIT, Group::Races,
        "Decide only what may race at these two lines"),

    row(Key::Deciders, "deciders", ValueKind::Words(DECIDERS), "predict,directed,check", AUDIT, Group::Races,
        "Who may decide the pairs that the scan leaves, separated by commas"),
    row(Key::Engine, "engine", ValueKind::Words(ENGINES), "syncp,witness", PREDICT, Group::Races,
        "Who predicts races of other schedules, the cheapest first, separated by commas"),
    row(Key::Strategy, "strategy", ValueKind::Word(STRATEGIES), "1", PREDICT, Group::Races,
        "Of --engine ipa: ignore threads other than the two (1), or leave them where they were seen (2)"),
    row(Key::AllPairs, "all-pairs", ValueKind::Switch, "false", PREDICT, Group::Races,
        "Tell a race of each pair of accesses that differ in thread, variable or locks, not one of two places"),
    row(Key::SpuriousWakeups, "spurious-wakeups", ValueKind::Switch, "false", CHECK, Group::Choices,
        "Let `wait` and `park` also return for no reason, as their specification allows"),
    row(Key::WeakCasFailures, "weak-cas-failures", ValueKind::Switch, "false", CHECK, Group::Choices,
        "Let weak compare-and-set also fail for no reason, as its specification allows"),
    row(Key::Timeouts, "timeouts", ValueKind::Word(TIMEOUTS), "usual", SEARCHING, Group::Choices,
        "Timed waits end at any moment (any), an idle worker's (usual) or each (idle) if nothing else goes on"),
    row(Key::EnumerateRandom, "enumerate-random", ValueKind::Switch, "false", CHECK, Group::Choices,
        "Try every value that java.util.Random could give, instead of one fixed sequence"),

    row(Key::MaxStates, "max-states", ValueKind::Limit, "", CHECK, Group::Limits,
        "Stop after so many states"),
    row(Key::MaxDepth, "max-depth", ValueKind::Limit, "", CHECK, Group::Limits,
        "Do not follow an execution beyond so many transitions"),
    row(Key::Time, "time", ValueKind::Seconds, "", LIMITED, Group::Limits,
        "Stop after so long: seconds, such as 90, or with a unit, such as 90s, 5m, 2h"),
    row(Key::Memory, "memory", ValueKind::Memory, "80%", LIMITED, Group::Limits,
        "Stop when so much memory is taken: a size such as 2g, or a share of what the machine has"),

    row(Key::Format, "format", ValueKind::Word(FORMATS), "text", ALL, Group::Report,
        "The format of the report; scan has text, json and sarif, audit html, too"),
    row(Key::Output, "output", ValueKind::Path("FILE"), "", ALL, Group::Report,
        "The file the report goes to"),
    row(Key::SaveTrace, "save-trace", ValueKind::Path("FILE"), "", FINDING, Group::Report,
        "The file a counterexample is saved to; if none is found, an older trace there is removed"),
    row(Key::SaveTraces, "save-traces", ValueKind::Path("DIR"), "", AUDIT, Group::Report,
        "The folder for a trace of each executed race; those of an earlier audit there are removed"),
    row(Key::Ledger, "ledger", ValueKind::Path("FILE"), "", AUDIT, Group::Report,
        "The file that keeps what was decided: a later audit decides only what it does not hold for"),
    row(Key::Minimise, "minimise", ValueKind::Word(ON_OFF), "on", FINDING, Group::Report,
        "Whether a counterexample is made simpler, with fewer switches of threads, before it is told"),
    row(Key::TraceColumns, "trace-columns", ValueKind::Word(TRACE_COLUMNS), "auto", TOLD, Group::Report,
        "A column for each thread in text: auto: on a terminal that is wide enough; always, never"),
    row(Key::SaveReflection, "save-reflection", ValueKind::Path("FILE"), "", ONCE_OR_ALL, Group::Report,
        "The file that is told what reflection reaches, for `raceproof scan --reflection`"),
    row(Key::ProgramOutput, "program-output", ValueKind::Word(PROGRAM_OUTPUTS), "hide", TOLD, Group::Report,
        "What becomes of what the program prints; show: it is shown for one execution"),
    row(Key::Listener, "listener", ValueKind::Words(LISTENERS), "", TOLD, Group::Report,
        "Who else follows the exploration; print: prints every execution, step by step"),
    row(Key::Statistics, "statistics", ValueKind::Switch, "false", RUN, Group::Report,
        "Print instructions, time and memory at the end, on standard error"),
    row(Key::Verbose, "verbose", ValueKind::Switch, "false", TOLD, Group::Report,
        "Show the steps inside the class library, too"),

    row(Key::Quiet, "quiet", ValueKind::Switch, "false", ALL, Group::Messages,
        "Nothing of our own but errors and the report"),
    row(Key::Log, "log", ValueKind::Word(LEVELS), "", ALL, Group::Messages,
        "How much to log; unless given, as RACEPROOF_LOG says, else warn"),
    row(Key::Color, "color", ValueKind::Word(COLORS), "auto", ALL, Group::Messages,
        "Colours in our own messages"),
];

const fn row(
    key: Key,
    name: &'static str,
    kind: ValueKind,
    default: &'static str,
    commands: &'static [Command],
    group: Group,
    doc: &'static str,
) -> Row {
    Row { key, name, kind, default, commands, group, doc }
}

/// System properties of the program are keys that begin so.
pub const PROPERTY_PREFIX: &str = "property.";

/// The row of a name, if it is one of a key.
#[must_use]
pub fn find(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.name == name)
}

impl Key {
    /// All there is to know about it.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[TABLE.iter().position(|row| row.key == self).unwrap_or(0)]
    }

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

impl Row {
    /// Its option on the command line.
    #[must_use]
    pub fn option(&self) -> String {
        match (self.kind, self.default) {
            (ValueKind::Switch, "true") => format!("--no-{}", self.name),
            _ => format!("--{}", self.name),
        }
    }

    /// Whether a command heeds it.
    #[must_use]
    pub fn is_for(&self, command: Command) -> bool {
        self.commands.contains(&command)
    }

    /// The words that a command takes; none if its values are no words.
    #[must_use]
    pub fn words(&self, command: Command) -> &'static [Word] {
        match (self.kind, self.key, command) {
            (_, Key::Format, Command::Scan) => SCAN_FORMATS,
            (_, Key::Format, Command::Audit) => AUDIT_FORMATS,
            (ValueKind::Word(words) | ValueKind::Words(words), _, _) => words,
            _ => &[],
        }
    }

    /// How a value of it is called in help; none for a switch.
    #[must_use]
    pub fn placeholder(&self) -> Option<&'static str> {
        match self.kind {
            ValueKind::Text(name) | ValueKind::Path(name) => Some(name),
            ValueKind::Patterns(Named::Classes) => Some("PATTERN"),
            ValueKind::Patterns(Named::Fields) => Some("CLASS.FIELD"),
            ValueKind::Patterns(Named::Variables) => Some("VARIABLE"),
            ValueKind::Patterns(Named::Tests) => Some("CLASS#METHOD"),
            ValueKind::Paths => Some("PATH"),
            ValueKind::Switch => None,
            ValueKind::Size { .. } | ValueKind::Memory => Some("SIZE"),
            ValueKind::Number { .. } | ValueKind::Limit => Some("N"),
            ValueKind::Seconds => Some("TIME"),
            ValueKind::Word(_) => Some("WORD"),
            ValueKind::Words(_) => Some("WORDS"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_offer_the_formats_that_they_have() {
        let offered = |command| words::list(Key::Format.row().words(command));
        for command in COMMANDS {
            match command {
                Command::Scan => assert_eq!(offered(command), "text, json, sarif"),
                Command::Audit => assert_eq!(offered(command), "text, json, html, sarif"),
                _ => assert_eq!(offered(command), words::list(FORMATS)),
            }
        }
        assert!(Key::Time.row().words(Command::Check).is_empty());
    }

    #[test]
    fn each_key_has_one_row_and_one_name() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.key.row().name, row.name, "{:?} has two rows", row.key);
            assert!(
                TABLE[index + 1..].iter().all(|other| other.name != row.name),
                "{} twice",
                row.name
            );
            assert!(
                row.doc.len() <= 100 && !row.doc.ends_with('.'),
                "{}: one line without a full stop",
                row.name
            );
        }
        let groups: Vec<Group> = TABLE.iter().map(|row| row.group).collect();
        let mut headings = groups.clone();
        headings.dedup();
        assert!(
            headings
                .iter()
                .all(|group| headings.iter().filter(|other| *other == group).count() == 1),
            "{headings:?}"
        );
    }

    #[test]
    fn the_option_of_a_switch_changes_it() {
        assert_eq!(Key::Assertions.row().option(), "--no-assertions");
        assert_eq!(Key::All.row().option(), "--all");
        assert_eq!(Key::Heap.row().option(), "--heap");
    }
}
