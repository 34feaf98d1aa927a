//! Options that do not go together. A value that only a weaker layer gives is no contradiction,
//! since a stronger one was meant to win: it has no effect then, which is noted.

use crate::absent;
use crate::mistake::Mistake;
use crate::origin::Layer;
use crate::overwritten;
use crate::schema::{Command, Key};
use crate::settings::{CommandLine, Settings};
use crate::words::{LIBRARIES, Library, RACES, SEARCHES};
use raceproof_search::Covers;

/// Keys that mean something under one value of another key only.
const ONLY_WITH: [(Key, Key, &[&str]); 4] = [
    (Key::Seed, Key::Search, &["random", "auto"]),
    (Key::Runs, Key::Search, &["random", "auto"]),
    (Key::Scheduler, Key::Search, &["random", "auto"]),
    (Key::Heuristic, Key::Search, &["heuristic"]),
];

impl Settings {
    /// Puts the layers together, the weakest first, and finds what contradicts each other.
    ///
    /// # Errors
    /// For whatever is wrong in the words of the command line or in a file.
    pub fn gather(command: Command, line: &CommandLine) -> Result<Self, Mistake> {
        let mut settings = Self::layered(command, line)?;
        check(&mut settings)?;
        absent::note(&mut settings);
        settings.note_detector();
        Ok(settings)
    }
}

/// Finds what contradicts each other.
fn check(settings: &mut Settings) -> Result<(), Mistake> {
    if settings.command == Command::Check {
        for (key, other, words) in ONLY_WITH {
            only_with(settings, key, other, words)?;
        }
        without_states(settings)?;
        races_only(settings)?;
        woken_for_no_reason(settings)?;
        operations_in_part(settings)?;
        loud_or_quiet(settings)?;
    }
    whole_ledger(settings)?;
    overwritten::refuse(settings)
}

fn only_with(settings: &mut Settings, key: Key, other: Key, words: &[&str]) -> Result<(), Mistake> {
    let in_a_file = settings.layer(key) < Layer::CommandLine;
    // A file that spells out a default asks for nothing.
    let asks_nothing = in_a_file && settings.text(key) == key.row().default;
    if settings.get(key).is_none() || asks_nothing || words.contains(&settings.text(other)) {
        return Ok(());
    }
    let word = words[0];
    let message = format!(
        "{} means something only with `{} {word}`, and here it is {}",
        settings.describe(key),
        other.row().option(),
        settings.describe(other)
    );
    if settings.layer(key) < settings.layer(other) {
        settings.notes.push(format!("{message}: it has no effect"));
        return Ok(());
    }
    Err(Mistake::new(message).help(format!(
        "leave `{}` out, or say `{} {word}`",
        key.name(),
        other.row().option()
    )))
}

/// A limit of states is none for a search that keeps none.
fn without_states(settings: &mut Settings) -> Result<(), Mistake> {
    if settings.get(Key::MaxStates).is_none()
        || settings.word(Key::Search, &SEARCHES)?.strategy().about().keeps_states
    {
        return Ok(());
    }
    let message = format!(
        "{} means nothing with {}, which keeps no states",
        settings.describe(Key::MaxStates),
        settings.describe(Key::Search)
    );
    if settings.layer(Key::MaxStates) < settings.layer(Key::Search) {
        settings.notes.push(format!("{message}: it has no effect"));
        return Ok(());
    }
    Err(Mistake::new(message).help("limit it by `--max-depth` or `--time`"))
}

/// A search that leaves out what has no race finds nothing without a detector of races.
fn races_only(settings: &Settings) -> Result<(), Mistake> {
    let covers = settings.word(Key::Search, &SEARCHES)?.strategy().about().covers;
    let detects = settings.word(Key::Race, &RACES)?.detects();
    if covers != Covers::RacingOrders || detects {
        return Ok(());
    }
    let (search, race) = (settings.describe(Key::Search), settings.describe(Key::Race));
    Err(Mistake::new(format!(
        "{search} explores only what may have data races, and with {race} nobody looks for them"
    ))
    .help("choose a detector, or `--search dpor`, which leaves nothing out"))
}

/// A wake-up for no reason need not come: whether it does depends on all that others do, of which
/// these searches leave out orders.
fn woken_for_no_reason(settings: &Settings) -> Result<(), Mistake> {
    if !settings.is_on(Key::SpuriousWakeups)
        || !settings.word(Key::Search, &SEARCHES)?.strategy().reduces()
    {
        return Ok(());
    }
    let (search, wakeups) =
        (settings.describe(Key::Search), settings.describe(Key::SpuriousWakeups));
    Err(Mistake::new(format!(
        "{search} would miss schedules with {wakeups}: it leaves out orders that such wake-ups see"
    ))
    .help("choose `--search dfs` or `bfs`, which leave nothing out, or do without such wake-ups"))
}

/// These go by what a step uses before it is executed, which is known of one visible operation, not
/// of several.
fn operations_in_part(settings: &Settings) -> Result<(), Mistake> {
    let is_atomic = settings.word(Key::Library, &LIBRARIES)? != Library::Exact;
    let is_asked = settings.layer(Key::Library) > Layer::Default;
    let strategy = settings.word(Key::Search, &SEARCHES)?.strategy();
    if !is_atomic || !is_asked || !strategy.about().foresees {
        return Ok(());
    }
    let (search, library) = (settings.describe(Key::Search), settings.describe(Key::Library));
    Err(Mistake::new(format!(
        "{search} does not know what {library} makes one step of, so it could miss schedules"
    ))
    .help("choose `--search dpor` or `dfs`, or `--library exact`"))
}

/// A ledger of one pair would say of all others that nobody has decided them.
fn whole_ledger(settings: &Settings) -> Result<(), Mistake> {
    if settings.command != Command::Audit
        || settings.get(Key::Pair).is_none()
        || settings.get(Key::Ledger).is_none()
    {
        return Ok(());
    }
    let (pair, ledger) = (settings.describe(Key::Pair), settings.describe(Key::Ledger));
    Err(Mistake::new(format!("{ledger} is of all pairs, and {pair} decides only one"))
        .help("audit all for the ledger, or one pair without it"))
}

fn loud_or_quiet(settings: &Settings) -> Result<(), Mistake> {
    let both = settings.is_on(Key::Verbose) && settings.is_on(Key::Quiet);
    if both && settings.layer(Key::Verbose) == settings.layer(Key::Quiet) {
        let (verbose, quiet) = (settings.describe(Key::Verbose), settings.describe(Key::Quiet));
        return Err(Mistake::new(format!("{verbose} and {quiet} contradict each other"))
            .help("leave one out"));
    }
    Ok(())
}

/// Which of two switches wins when both are on: the one of the stronger layer.
pub fn stronger(settings: &Settings, one: Key, other: Key) -> bool {
    let layer = |key| if settings.is_on(key) { settings.layer(key) } else { Layer::Default };
    settings.is_on(one) && (!settings.is_on(other) || layer(one) > layer(other))
}
