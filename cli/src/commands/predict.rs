//! `raceproof predict TARGET | FILE`: the races of other schedules, from one execution that is
//! observed here or was recorded.

use std::path::{Path, PathBuf};
use std::time::Instant;

use raceproof_base::{Cancellation, Finding, FindingKind};
use raceproof_config::{
    CheckOptions, ColorChoice, Detail, Engine, Format, Key, Layer, Settings, words,
};
use raceproof_predict::analysis::{self, Analysed, EngineName, Followed, Reading};
use raceproof_predict::hb::Unordered;
use raceproof_predict::ipa::Strategy;
use raceproof_predict::names::Names;
use raceproof_predict::prediction::{Prediction, Settled};
use raceproof_predict::read::{self, Problem, Reader};
use raceproof_predict::reordering::Reordering;
use raceproof_predict::told;
use raceproof_search::ReplayEnd;
use raceproof_vm::RunOptions;

use crate::arguments::Arguments;
use crate::exploration::Job;
use crate::failure::{Failure, Palette, Status};
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::machine::{self, Refusal};
use crate::prediction::confirm::{self, Executed, NotExecuted};
use crate::prediction::observe::{self, LONGEST, Observed};
use crate::prediction::reading::ReadingLine;
use crate::prediction::report::{PredictReport, Statistics, html_is_for_schedules};
use crate::prediction::telling::{Predicted, are_same};
use crate::report::{self, grouped};
use crate::source_lines::SourceLines;
use crate::statistics::peak_memory;
use crate::target::Program;
use crate::watchdog::{Watchdog, limit_that_came};
use crate::{companion, guard, logging, show_config, trace_file};

/// Words that name a program, whatever such a file contains.
const PROGRAMS: [&str; 5] = ["java", "jar", "class", "properties", "jpf"];

/// How files of traces are often called.
const TRACES: [&str; 9] = ["rpt", "std", "txt", "log", "trace", "csv", "bin", "data", "rr"];

/// What says how a program is executed in the machine, and which of its classes count.
pub const OF_PROGRAMS: [Key; 12] = [
    Key::SaveTrace,
    Key::Runs,
    Key::Seed,
    Key::ClassPath,
    Key::Main,
    Key::JavaHome,
    Key::Trusted,
    Key::Benign,
    Key::Heap,
    Key::Processors,
    Key::EnablePreview,
    Key::Assertions,
];

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    if arguments.show_config {
        return show_config::print(&settings);
    }
    let options = CheckOptions::of(&settings)?;
    for key in [Key::Output, Key::SaveTrace] {
        super::check::can_be_kept(&settings, key)?;
    }
    if let Some(file) = &options.save_trace {
        trace_file::older::refuse_another(file, "--save-trace")?;
    }
    if options.format == Format::Html {
        return Err(html_is_for_schedules());
    }
    let engines = engines(&settings)?;
    let started = Instant::now();
    match trace_file_of(&settings)? {
        Some(file) => of_file(&file, &settings, &options, engines.as_deref(), started),
        None => of_program(&settings, &options, engines.as_deref(), started),
    }
}

/// The number that a key has, which was checked to be one.
pub fn number(settings: &Settings, key: Key) -> u64 {
    settings.text(key).parse().unwrap_or(0)
}

/// Why a program could not be observed.
pub fn refused(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Failed(failure) => failure,
        Refusal::Unsupported(what) => machine::unsupported(&what.what, what.stack),
        Refusal::Cancelled(_) => {
            Failure::bad_input("a limit came before the program's first choice")
                .help("give it more: `--time TIME`, `--memory SIZE`")
        }
    }
}

/// The engines that look at the whole trace; none if happens-before alone was asked for, which is
/// always there.
pub fn engines(settings: &Settings) -> Result<Option<Vec<EngineName>>, Failure> {
    let asked = settings.several(Key::Engine, &words::ENGINES)?;
    let strategy = match settings.word(Key::Strategy, &words::STRATEGIES)? {
        words::Strategy::One => Strategy::One,
        words::Strategy::Two => Strategy::Two,
    };
    let name = |engine: &Engine| match engine {
        Engine::HappensBefore => None,
        Engine::SyncPreserving => Some(EngineName::SyncPreserving),
        Engine::Witness => Some(EngineName::Witness),
        Engine::Ipa => Some(EngineName::Ipa(strategy)),
    };
    let engines: Vec<EngineName> = asked.iter().filter_map(name).collect();
    Ok(Some(engines).filter(|engines| !engines.is_empty()))
}

/// The target, if it is a file that can be no program.
fn trace_file_of(settings: &Settings) -> Result<Option<PathBuf>, Failure> {
    let Some(target) = settings.get(Key::Target).map(raceproof_config::Setting::path) else {
        return Ok(None);
    };
    let has_one_of = |names: &[&str]| {
        target.extension().is_some_and(|own| names.iter().any(|name| own == *name))
    };
    let is_file = target.is_file();
    if has_one_of(&PROGRAMS) || !is_file && !has_one_of(&TRACES) && !target.is_absolute() {
        return Ok(None);
    }
    if !is_file {
        let what = match () {
            () if target.is_dir() => "this is a folder, and no trace:",
            () if target.exists() => "this is no plain file:",
            () => "there is no file",
        };
        return Err(Failure::bad_input(format!("{what} `{}`", target.display())).help(
            "name a trace, as `raceproof record TARGET -o app.rpt` writes it; or a program: a class, a jar, or a source file",
        ));
    }
    let superfluous = of_program_given(settings);
    let arguments = (!settings.arguments().is_empty()).then(|| "-- ARGUMENTS".to_owned());
    match superfluous.or(arguments) {
        None => Ok(Some(target)),
        Some(option) => Err(Failure::bad_input(format!(
            "`{option}` is about executing a program, and `{}` is a trace, of which nothing is executed",
            target.display()
        ))
        .help("leave it out, or name the program that was recorded in place of its trace")),
    }
}

/// An option of the command line that is about executing a program.
pub fn of_program_given(settings: &Settings) -> Option<String> {
    let given = |key: &&Key| settings.layer(**key) == Layer::CommandLine;
    OF_PROGRAMS.iter().find(given).map(|key| key.row().option())
}

fn wrong_trace(file: &Path, problem: &Problem) -> Failure {
    Failure::bad_input(format!("{}: {problem}", file.display())).help(problem.help.clone())
}

fn of_file(
    file: &Path,
    settings: &Settings,
    options: &CheckOptions,
    engines: Option<&[EngineName]>,
    started: Instant,
) -> Result<i32, Failure> {
    let wrong = |problem: Problem| wrong_trace(file, &problem);
    let opened = read::open(file).map_err(wrong)?;
    let lacking = lacking(&*opened.reader);
    let engines = match &lacking {
        Some(option) if settings.layer(Key::Engine) != Layer::Default && engines.is_some() => {
            return Err(Failure::bad_input(format!(
                "{} was recorded with `{option}`, and may lack what reads saw: only `--engine hb` is right about it",
                file.display()
            ))
            .help(format!("leave `--engine` out, or record without `{option}`")));
        }
        Some(_) => None,
        None => engines,
    };
    let mut reading = ReadingLine::of(&opened, options.detail == Detail::Quiet);
    let mut reader = opened.reader;
    let watchdog = Watchdog::start(&options.limits, Interrupt::listen());
    let cancellation = watchdog.cancellation();
    let goes_on = || cancellation.cause().is_none();
    let reads_on = |events| {
        reading.note(events);
        goes_on()
    };
    let mut report = new_report(file.display().to_string(), engines, settings.is_on(Key::AllPairs));
    match engines {
        None => {
            let followed = analysis::follow(&mut *reader, reads_on).map_err(wrong)?;
            add_followed(&mut report, &followed, reader.names(), &cancellation, engines);
        }
        Some(whole) => match analysis::read(&mut *reader, reads_on).map_err(wrong)? {
            Reading::Cut(followed) => {
                add_followed(&mut report, &followed, reader.names(), &cancellation, engines);
            }
            Reading::Whole(analysed) => {
                let prediction = analysed.predict(whole, report.all_pairs, &|bytes| {
                    goes_on() && cancellation.allows(bytes)
                });
                if prediction.is_cut {
                    report.gaps.push(limit(&cancellation, BEFORE_ALL, engines));
                }
                add(&mut report, &analysed, prediction, |_| {
                    Ok::<_, Failure>(Err(NotExecuted::Because(String::new())))
                })?;
                add_unordered(&mut report, &analysed.unordered, &analysed.names);
            }
        },
    }
    report.assumptions = vec![
        "the trace is that of an execution in which every read saw the last write before it, and has all accesses and all that orders them"
            .to_owned(),
        "what a thread does depends on what it reads, and on nothing else that the schedule decides".to_owned(),
    ];
    if let Some(option) = lacking {
        report.assumptions = vec!["the trace has all that orders the accesses in it".to_owned()];
        report.gaps.retain(|gap| gap != ONE_ORDER);
        report.gaps.push(format!(
            "the trace lacks accesses ({option}): so no order but the observed one was looked at, and races of what it lacks are missed"
        ));
    }
    add_reader(&mut report, &*reader);
    conclude(report, settings, options, &[], None, started)
}

/// By which option of the recorder's the trace lacks accesses of variables that others have read.
/// The agent's readers know that before the first event.
fn lacking(reader: &dyn Reader) -> Option<String> {
    let lacking = reader.meta().iter().find(|(key, _)| key == "lacks-accesses");
    lacking.map(|(_, option)| option.clone())
}

/// Of what happens-before finds nothing in, nothing is known.
const ONE_ORDER: &str =
    "happens-before was asked alone, and looks at no order but the observed one (--engine)";

/// When a limit came that ended the engines.
const BEFORE_ALL: &str = "before all pairs of places were looked at";

/// Which limit came when, and what to try.
fn limit(cancellation: &Cancellation, when: &str, engines: Option<&[EngineName]>) -> String {
    let cheaper = if engines.is_some() {
        ", or try `--engine hb`, which does not keep the trace"
    } else {
        ""
    };
    match (limit_that_came(cancellation), cancellation.cause()) {
        (Some(limit), _) => format!("{limit} came {when}: give it more{cheaper}"),
        (None, Some(_)) => format!("it was interrupted {when}"),
        (None, None) => {
            format!("the reading ended {when}: there are more than can be kept{cheaper}")
        }
    }
}

/// Adds what happens-before tells by itself: a race, and others that may come of it.
fn add_followed(
    report: &mut PredictReport,
    followed: &Followed,
    names: &Names,
    cancellation: &Cancellation,
    engines: Option<&[EngineName]>,
) {
    add_unordered(report, &followed.unordered, names);
    let figures = &mut report.statistics;
    figures.executions += 1;
    figures.events += followed.read;
    figures.threads = names.threads.len();
    figures.variables = names.variables.len();
    figures.locks = names.locks.len();
    figures.dropped += followed.dropped.all();
    figures.unordered += followed.unordered.len();
    report.doubt(dropped(followed.dropped.all()));
    if followed.is_cut {
        let covered = format!("after the first {} events", grouped(followed.read));
        report.gaps.push(limit(cancellation, &covered, engines));
    }
    report.gaps.extend(engines.is_none().then(|| ONE_ORDER.to_owned()));
}

/// Adds the races of the very execution that was recorded. Where others have a witness, these may
/// come of them.
fn add_unordered(report: &mut PredictReport, unordered: &[Unordered], names: &Names) {
    let has_witnesses = !report.races.is_empty();
    for race in unordered {
        let named = race.places().map(|place| names.locations.name(place));
        if report.races.iter().any(|known| are_same(&known.places(), &named)) {
            continue;
        }
        report.open.retain(|open| !are_same(open, &named));
        match has_witnesses {
            true => report.explained.push(named),
            false => {
                report.races.push(Predicted::Unordered(Box::new(told::unordered(race, names))));
            }
        }
    }
}

fn dropped(events: u64) -> Option<String> {
    (events > 0).then(|| format!("{} events contradict others and were left out", grouped(events)))
}

/// Why a trace is not all that happened, by what its recorder says of it.
fn gap_of(key: &str, value: &str) -> Option<String> {
    match (key, value) {
        (_, "" | "0") => None,
        ("classes-left-alone", classes) => Some(format!(
            "these classes could not be instrumented, so what they do was not seen: {classes}"
        )),
        ("events-lost", count) => {
            Some(format!("{count} events were lost while they were recorded"))
        }
        ("unseen-calls", _) => Some(
            "handles or reflection called methods of which it was not seen what they do: what they order is missing".to_owned(),
        ),
        ("stripes-taken-over", count) => Some(format!(
            "the order of accesses was not certain {count} times while they were recorded"
        )),
        _ => None,
    }
}

/// What a reader says of what it has not read.
fn add_reader(report: &mut PredictReport, reader: &dyn Reader) {
    if let Some(problem) = reader.truncated() {
        report.gaps.push(format!(
            "the trace was cut after {} events: {problem}",
            grouped(report.statistics.events)
        ));
    } else if report.statistics.variables == 0 {
        report.gaps.push(
            "the trace has no access of any variable: it seems that no program was recorded"
                .to_owned(),
        );
    }
    for (key, value) in reader.meta() {
        report.doubt(gap_of(key, value));
        if key == "not-recorded" {
            report.accepted.push(format!("not recorded: {value}"));
            report.assumptions.extend(report.accepted.last().cloned());
        }
    }
    for (what, count) in reader.ignored().iter().filter(|(_, count)| *count > 0) {
        report.assumptions.push(format!("{} of `{what}` order nothing", grouped(*count)));
    }
}

fn of_program(
    settings: &Settings,
    options: &CheckOptions,
    engines: Option<&[EngineName]>,
    started: Instant,
) -> Result<i32, Failure> {
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(settings, &jdk)?;
    let watchdog = Watchdog::start(&options.limits, Interrupt::listen());
    let run = machine::run_options(&options.machine, &jdk, &program);
    let job = Job {
        options,
        program: &program,
        run: RunOptions { cancellation: watchdog.cancellation(), ..run },
    };
    let runs =
        if settings.layer(Key::Runs) == Layer::Default { 1 } else { number(settings, Key::Runs) };
    let seed = number(settings, Key::Seed);
    let predicted = guard::on_a_large_stack(|| {
        predict_runs(&job, engines, seed, runs, settings.is_on(Key::AllPairs))
    })?;
    let Some(predicted) = predicted else { return Ok(Status::Defect.code()) };
    let (mut report, executed) = predicted.map_err(refused)?;
    let endings = std::mem::take(&mut report.assumptions);
    report.arguments.clone_from(&program.arguments);
    report.assumptions = vec![
        "the program gets this input: arguments, files and system properties".to_owned(),
        format!("its class library is that of JDK {}", trace_file::jdk_name(&jdk.release)),
        "what a thread does depends on what it reads, and not on whether others are found alive or on the time"
            .to_owned(),
    ];
    if options.trusts_library {
        report.assumptions.push(
            "the class library's classes are trusted: their own variables have no races, or benign ones".to_owned(),
        );
    }
    report.accepted.extend(not_recorded(options));
    report.assumptions.extend(report.accepted.clone());
    report.assumptions.extend(endings);
    match (&options.save_trace, executed.first()) {
        (Some(path), Some(executed)) => {
            let Executed { finding, fineness } = executed;
            let trace =
                super::check::trace_of(finding, fineness, settings, options, &program, &jdk)?;
            trace_file::write(path, &trace, &finding.trace)?;
        }
        (Some(path), None) => trace_file::older::remove(path)?,
        (None, _) => {}
    }
    let class_path = companion::own(&program.class_path);
    conclude(report, settings, options, &class_path, program.source.as_deref(), started)
}

/// Observes so many executions, and predicts from each; with the races that were executed.
pub fn predict_runs(
    job: &Job<'_>,
    engines: Option<&[EngineName]>,
    seed: u64,
    runs: u64,
    all_pairs: bool,
) -> Result<(PredictReport, Vec<Executed>), Refusal> {
    let target = job.program.main_class.clone();
    let mut report = new_report(target, engines, all_pairs);
    let mut all = Vec::new();
    for run in 0..runs {
        let observed = match observe::observe(job, seed, run) {
            Err(Refusal::Cancelled(_)) => {
                report.gaps.push(format!(
                    "a limit came before execution {} was observed",
                    grouped(run + 1)
                ));
                break;
            }
            observed => observed?,
        };
        report.gaps.extend(gap(&observed));
        report.assumptions.extend(ending(&observed, run));
        report.endings.extend(observed.ending.clone());
        let analysed = analysis::of_events(&observed.events, observed.names.clone());
        let cancellation = &job.run.cancellation;
        let may = |bytes| cancellation.cause().is_none() && cancellation.allows(bytes);
        let prediction = analysed.predict(engines.unwrap_or_default(), report.all_pairs, &may);
        if prediction.is_cut {
            report.gaps.push(limit(cancellation, BEFORE_ALL, None));
        }
        if engines.is_none() {
            report.gaps.push(ONE_ORDER.to_owned());
        }
        let known = report.races.len();
        for weak in &observed.weak_races {
            if !report.weak_races.iter().any(|known| known.is_same(weak)) {
                report.weak_races.push(weak.clone());
            }
        }
        for race in &observed.races {
            let predicted = Predicted::Observed(Box::new(race.clone()));
            if !report.races.iter().any(|known| are_same(&known.places(), &predicted.places())) {
                report.races.push(predicted);
                all.push(Executed { finding: race.clone(), fineness: observed.fineness.clone() });
            }
        }
        add(&mut report, &analysed, prediction, |witness| {
            let too_late = || NotExecuted::Because("a limit came before".to_owned());
            // There may be thousands, and each machine takes a while to start, whatever came.
            if cancellation.cause().is_some() {
                return Ok(Err(too_late()));
            }
            let executed = match confirm::execute(job, &observed, &analysed, witness) {
                Err(Refusal::Cancelled(_)) => Err(too_late()),
                executed => executed?,
            };
            Ok::<_, Refusal>(executed.map(|executed| {
                let finding = Box::new(executed.finding.clone());
                all.push(executed);
                finding
            }))
        })?;
        log::info!("execution {run}: {} races", report.races.len() - known);
    }
    report.gaps.dedup();
    Ok((report, all))
}

/// Whose accesses are not told, since the user accepts their races.
pub fn not_recorded(options: &CheckOptions) -> Option<String> {
    let accepted = (!options.benign.is_empty())
        .then(|| format!("races of {} were accepted", options.benign.join(", ")));
    let trusted = (!options.trusted.is_empty()).then(|| {
        format!("races of the own variables of {} were not looked for", options.trusted.join(", "))
    });
    match (accepted, trusted) {
        (Some(accepted), Some(trusted)) => Some(format!("{accepted}, {trusted}")),
        (accepted, trusted) => accepted.or(trusted),
    }
}

/// That an execution did not end as programs should, or had one thread only: less was observed than
/// the program does.
fn ending(observed: &Observed, run: u64) -> Option<String> {
    let number = grouped(run + 1);
    let how = match observed.ending.as_ref().map(|ending| ending.kind) {
        Some(FindingKind::Deadlock) => "in a deadlock",
        Some(FindingKind::Livelock) => "in a livelock",
        Some(FindingKind::Assertion) => "with a failed assertion",
        Some(FindingKind::UncaughtException) => "with an exception that nobody caught",
        Some(FindingKind::ExitStatus) => "with another status than 0",
        Some(FindingKind::DataRace) | None if observed.names.threads.len() < 2 => {
            return Some(format!(
                "in the observed execution {number} no two threads did anything that can race: does the program need arguments?"
            ));
        }
        Some(FindingKind::DataRace) | None => return None,
    };
    Some(format!(
        "the observed execution {number} ended {how} (`check` shows it): what the program does otherwise was not observed"
    ))
}

/// Why an execution was not seen whole.
fn gap(observed: &Observed) -> Option<String> {
    Some(match &observed.end {
        ReplayEnd::Unsupported(what) => {
            format!("an execution ended at what is not modelled: {}", what.what)
        }
        ReplayEnd::Cancelled(_) => "a limit ended an execution".to_owned(),
        ReplayEnd::Open(_) => {
            format!("an execution was cut after {} steps", grouped(LONGEST as u64))
        }
        ReplayEnd::TooCoarse(_) => {
            "an execution was not observed as finely as it should".to_owned()
        }
        _ => return None,
    })
}

fn new_report(target: String, engines: Option<&[EngineName]>, all_pairs: bool) -> PredictReport {
    PredictReport {
        target,
        arguments: Vec::new(),
        engines: engines
            .map_or(vec!["hb"], |engines| engines.iter().map(|engine| engine.name()).collect()),
        all_pairs,
        races: Vec::new(),
        weak_races: Vec::new(),
        deadlocks: Vec::new(),
        open: Vec::new(),
        explained: Vec::new(),
        gaps: Vec::new(),
        is_doubtful: false,
        assumptions: Vec::new(),
        accepted: Vec::new(),
        endings: Vec::new(),
        statistics: Statistics::default(),
    }
}

/// Adds what one execution predicts, without what is known already.
fn add<E>(
    report: &mut PredictReport,
    analysed: &Analysed,
    prediction: Prediction,
    mut execute: impl FnMut(&Reordering) -> Result<Result<Box<Finding>, NotExecuted>, E>,
) -> Result<(), E> {
    let names = &analysed.names;
    let known = if report.all_pairs { report.races.len() } else { usize::MAX };
    for places in prediction.places {
        let named = places.places.map(|place| names.locations.name(place));
        let is_known =
            report.races.iter().take(known).any(|predicted| are_same(&predicted.places(), &named));
        match places.known {
            _ if is_known => {}
            Settled::Race { witness, engine } => {
                let race = Box::new(told::tell(&analysed.trace, names, &witness));
                let executed = execute(&witness)?;
                report.open.retain(|open| *open != named);
                match executed {
                    Err(NotExecuted::NoRace) => report.open.push(named),
                    Err(NotExecuted::Because(why)) => {
                        report.races.push(Predicted::Witnessed {
                            race,
                            engine,
                            executed: Err(why),
                        });
                    }
                    Ok(finding) => report.races.push(Predicted::Witnessed {
                        race,
                        engine,
                        executed: Ok(finding),
                    }),
                }
            }
            Settled::Open if !report.open.contains(&named) => report.open.push(named),
            Settled::Open => {}
            Settled::Infeasible => report.statistics.infeasible += 1,
        }
    }
    for pair in prediction.deadlocks {
        let deadlock = told::deadlock(&analysed.trace, names, pair);
        if !report.deadlocks.contains(&deadlock) {
            report.deadlocks.push(deadlock);
        }
    }
    for (engine, pair, flaw) in prediction.refused {
        log::warn!(
            "a witness of `{engine}` for the events {pair:?} was refused: {flaw:?}; please report it"
        );
    }
    let figures = &mut report.statistics;
    figures.executions += 1;
    figures.events += analysed.read;
    figures.threads = figures.threads.max(names.threads.len());
    figures.variables = figures.variables.max(names.variables.len());
    figures.locks = figures.locks.max(names.locks.len());
    figures.dropped += analysed.dropped.all();
    figures.unordered += analysed.unordered.len();
    report.doubt(dropped(analysed.dropped.all()));
    Ok(())
}

fn conclude(
    mut report: PredictReport,
    settings: &Settings,
    options: &CheckOptions,
    class_path: &[PathBuf],
    source: Option<&Path>,
    started: Instant,
) -> Result<i32, Failure> {
    report.statistics.elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    report.statistics.peak_memory_bytes = peak_memory();
    let sources = SourceLines::new(source, &options.source_path, class_path);
    let color = settings.word(Key::Color, &words::COLORS)?;
    let palette = match options.output {
        // A file has no colours of its own accord.
        Some(_) if color == ColorChoice::Auto => Palette::Plain,
        _ => Palette::for_standard_output(color),
    };
    if options.detail == Detail::Quiet {
        report.gaps.iter().for_each(|gap| crate::logging::insist(gap));
    }
    let text = report.render(options.format, &sources, palette)?;
    report::deliver(&text, options.output.as_deref())?;
    Ok(report.verdict().status())
}

#[cfg(test)]
mod tests {
    use super::gap_of;

    #[test]
    fn what_a_recorder_has_missed_is_a_gap() {
        for (key, value, said) in [
            ("classes-left-alone", "a.Huge b.Odd", "a.Huge b.Odd"),
            ("events-lost", "3", "3 events were lost"),
            ("stripes-taken-over", "2", "not certain 2 times"),
        ] {
            assert!(gap_of(key, value).is_some_and(|gap| gap.contains(said)), "{key}");
            assert_eq!(gap_of(key, ""), None);
            assert_eq!(gap_of(key, "0"), None);
        }
        assert_eq!(gap_of("threads", "12"), None);
    }
}
