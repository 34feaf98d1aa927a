//! `raceproof check TARGET`: every schedule of the program, within the chosen search.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::Instant;

use raceproof_base::Finding;
use raceproof_classfile::ClassPath;
use raceproof_config::words::{HEURISTICS, TraceColumns};
use raceproof_config::{
    CheckOptions, Detail, Format, Granularity, Key, Library, ProgramOutput, Settings,
};
use raceproof_search::{Counted, End};
use raceproof_vm::RunOptions;

use crate::answer;
use crate::arguments::Arguments;
use crate::audit::skipping::Skipping;
use crate::class_digests;
use crate::commands::check_tests;
use crate::companion;
use crate::detectors::Explored;
use crate::exploration::Job;
use crate::failure::{Failure, Palette, Status};
use crate::guard;
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::logging;
use crate::machine::{self, Fineness, Refusal};
use crate::next;
use crate::output_file;
use crate::progress::Watch;
use crate::reflection_log::ReflectionFile;
use crate::report::{self, CheckReport, EngineReport, Room, Statistics, TextOptions, Verdict};
use crate::show_config;
use crate::source_lines::SourceLines;
use crate::statistics::peak_memory;
use crate::target::Program;
use crate::trace_file::{self, TraceFile};
use crate::watchdog::Watchdog;
use crate::width;

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    let options = CheckOptions::of(&settings)?;
    if arguments.show_config {
        return show_config::print(&settings);
    }
    refuse_a_mixture(&options)?;
    for key in [Key::Output, Key::SaveTrace] {
        can_be_kept(&settings, key)?;
    }
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    if settings.get(Key::Test).is_some_and(|tests| !tests.text.is_empty()) {
        refuse_a_ledger_of_tests(&settings)?;
        return check_tests::execute(&settings, &options, &jdk);
    }
    if let Some(file) = &options.save_trace {
        trace_file::older::refuse_another(file, "--save-trace")?;
    }
    let program = Program::find(&settings, &jdk)?;
    let skipping = Skipping::asked(&settings, &options, &jdk, &program)?;
    let kept = ReflectionFile::wanted(&settings)?;
    let interrupt = Interrupt::listen();
    let mut check =
        Check { settings: &settings, options: &options, jdk: &jdk, interrupt, is_alone: true };
    let fewer = skipping.as_ref().map(|skipping| skipping.options(&options));
    if let (Some(skipping), Some(fewer)) = (&skipping, &fewer) {
        if !skipping.look(&check, &program)? {
            return Ok(Status::Defect.code());
        }
        check.options = fewer;
    }
    let Some(mut checked) = check.explore(&program, kept.as_ref())? else {
        return Ok(Status::Defect.code());
    };
    skipping.iter().for_each(|skipping| skipping.tell(&mut checked.report));
    let delivered = deliver(&checked.report, &options, &settings, &program);
    if let Some(path) = &options.save_trace {
        check.save_trace(path, &checked, &program)?;
    }
    delivered?;
    kept.map_or(Ok(()), ReflectionFile::write)?;
    Ok(checked.report.verdict.status())
}

/// A ledger is of a program that has a `main`.
fn refuse_a_ledger_of_tests(settings: &Settings) -> Result<(), Failure> {
    if settings.path(Key::SkipProved).is_none() {
        return Ok(());
    }
    Err(Failure::bad_input(
        "`--skip-proved` needs a ledger of what is checked, and `audit` makes none of tests",
    )
    .help("leave it out, or check a class with a `main`"))
}

/// What all programs of a command line are checked by.
pub struct Check<'a> {
    pub settings: &'a Settings,
    pub options: &'a CheckOptions,
    pub jdk: &'a Jdk,
    pub interrupt: Interrupt,
    /// Whether no other goes on beside it, so that the terminal is its own.
    pub is_alone: bool,
}

/// A check that came to its end.
pub struct Checked {
    pub report: CheckReport,
    /// What a counterexample depends on.
    searched: Option<CheckOptions>,
    fineness: Fineness,
    /// The same of each finding, if there were rounds.
    pub shown_by: Vec<(CheckOptions, Fineness)>,
    /// What else a proof rests on: also told where there are findings, of which the report says
    /// less.
    pub assumed_by_proofs: Vec<String>,
}

impl Check<'_> {
    /// Whether a terminal is to show nothing meanwhile.
    pub fn is_quiet(&self) -> bool {
        self.options.detail == Detail::Quiet
    }

    /// Explores a program; nothing comes back from a defect, which is announced.
    pub fn explore(
        &self,
        program: &Program,
        kept: Option<&ReflectionFile>,
    ) -> Result<Option<Checked>, Failure> {
        let Self { settings, options, jdk, interrupt, is_alone } = self;
        let started = Instant::now();
        let run = machine::run_options(&options.machine, jdk, program);
        let run = kept.into_iter().fold(run, |run, kept| kept.told_by(run));
        let watchdog = Watchdog::start(&options.limits, interrupt.clone());
        let cancellation = watchdog.cancellation();
        let job =
            Job { options, program, run: RunOptions { cancellation: cancellation.clone(), ..run } };
        let explored = guard::on_a_large_stack(|| {
            let is_hidden = self.is_quiet() || !is_alone;
            let mut watch = Watch::new(interrupt.clone(), cancellation, is_hidden);
            job.explore(&mut watch, &watchdog)
        })?;
        let explored = match explored {
            None => return Ok(None),
            Some(Err(Refusal::Failed(failure))) => return Err(failure),
            Some(Err(Refusal::Unsupported(what))) => {
                let mut explored = Explored::without_a_search(End::Unsupported);
                explored.exploration.unsupported = vec![Counted { what, executions: 1 }];
                explored
            }
            Some(Err(Refusal::Cancelled(cause))) => {
                Explored::without_a_search(job.cancelled(cause))
            }
            Some(Ok(explored)) => explored,
        };
        let (decided, shown_by) = (explored.options.clone(), explored.shown_by.clone());
        let first = shown_by.first().cloned();
        let fineness = explored.fineness.clone();
        let searched = decided.as_ref().unwrap_or(options);
        let (mut report, assumed_by_proofs) =
            report_of(explored, settings, searched, program, jdk, interrupt);
        report.statistics.elapsed_ms =
            u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        if options.detail == Detail::Quiet {
            // A proof must not be taken for more than it is, whatever else is left unsaid.
            report
                .not_checked
                .iter()
                .for_each(|what| crate::logging::insist(&format!("not checked: {what}")));
        }
        let (searched, fineness) =
            first.map_or((decided, fineness), |(options, fineness)| (Some(options), fineness));
        Ok(Some(Checked { report, searched, fineness, shown_by, assumed_by_proofs }))
    }

    /// Writes the first finding for `replay`; false if there is none, and no older one any more.
    pub fn save_trace(
        &self,
        path: &Path,
        checked: &Checked,
        program: &Program,
    ) -> Result<bool, Failure> {
        let Some(finding) = checked.report.findings.first() else {
            return trace_file::older::remove(path).map(|()| false);
        };
        let options = checked.searched.as_ref().unwrap_or(self.options);
        let fineness = &checked.fineness;
        let trace = trace_of(finding, fineness, self.settings, options, program, self.jdk)?;
        trace_file::write(path, &trace, &finding.trace)?;
        Ok(true)
    }
}

/// A finding with all that is needed to execute it again.
pub fn trace_of(
    finding: &Finding,
    fineness: &Fineness,
    settings: &Settings,
    options: &CheckOptions,
    program: &Program,
    jdk: &Jdk,
) -> Result<TraceFile, Failure> {
    let class_path = ClassPath::new(&program.class_path, jdk.feature)
        .map_err(|error| Failure::unreadable(&error))?;
    let mut kept = trace_file::options_of(settings);
    // Some searches have a granularity of their own.
    kept.insert(Key::Granularity.name().to_owned(), granularity(options).to_owned());
    if !fineness.contested.is_empty() {
        kept.insert(Key::SwitchAt.name().to_owned(), fineness.contested.join(","));
    }
    kept.insert(Key::Library.name().to_owned(), library(options, fineness).to_owned());
    let strategy = fineness.strategy(options.search.strategy);
    // Whoever replays switches where that strategy does.
    if strategy.reduces() || fineness.unreduced {
        kept.insert(Key::Search.name().to_owned(), strategy.about().name.to_owned());
    }
    if let Some(test) = &program.test {
        kept.insert(Key::Test.name().to_owned(), test.name());
        kept.remove(Key::Main.name());
        if program.source.is_none() && program.jar.is_none() {
            kept.remove(Key::Target.name());
            // A project may have given what nobody has typed.
            let own = companion::own(&program.class_path);
            kept.insert(Key::ClassPath.name().to_owned(), trace_file::joined(&own));
        }
    }
    if let Some(source) = &program.source {
        // A properties file may have named the class alone.
        kept.insert(Key::Target.name().to_owned(), source.display().to_string());
    }
    let home = jdk.home.canonicalize().unwrap_or_else(|_| jdk.home.clone());
    Ok(TraceFile {
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        jdk: trace_file::jdk_name(&jdk.release),
        java_home: home.to_str().map(str::to_owned),
        options: kept,
        properties: options.machine.properties.clone(),
        arguments: settings.arguments(),
        classes: class_digests::of(&class_path, &program.roots())?,
        kind: finding.kind,
        message: finding.message.clone(),
        accesses: finding.places(),
        schedule: finding.schedule.clone(),
    })
}

/// The program's output and the report's one object cannot both be all of standard output.
pub fn refuse_a_mixture(options: &CheckOptions) -> Result<(), Failure> {
    let is_shown = options.program_output == ProgramOutput::Show;
    if is_shown && options.format != Format::Text && options.output.is_none() {
        return Err(Failure::bad_input(
            "what the program prints would stand in the middle of the report",
        )
        .help("give the report a file: `--output FILE`, or leave `--program-output show` out"));
    }
    Ok(())
}

/// That the file of a key, if there is one, can be written.
pub fn can_be_kept(settings: &Settings, key: Key) -> Result<(), Failure> {
    settings.path(key).map_or(Ok(()), |file| can_be_made(&file, &key.row().option()))
}

/// Said before a long search, not after it.
fn can_be_made(file: &Path, option: &str) -> Result<(), Failure> {
    let wrong = |why: &str| Failure::bad_input(format!("{option} {}: {why}", file.display()));
    if file.is_dir() {
        return Err(wrong("it is a folder").help("name a file in it"));
    }
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => {
            Err(wrong(&format!("there is no folder `{}`", folder.display()))
                .help("make it, or name another"))
        }
        // What is no file, a pipe for instance, is not opened twice.
        _ if file.exists() && !file.is_file() => Ok(()),
        _ => output_file::probe(file).map_err(|error| {
            wrong(&format!("it cannot be written: {error}")).help("name a file that can be written")
        }),
    }
}

fn report_of(
    Explored {
        exploration,
        detector_size,
        unconfirmed,
        fineness,
        rounds,
        is_complete_when_idle,
        are_all_orders_told,
        ..
    }: Explored,
    settings: &Settings,
    options: &CheckOptions,
    program: &Program,
    jdk: &Jdk,
    interrupt: &Interrupt,
) -> (CheckReport, Vec<String>) {
    let verdict = answer::verdict(&exploration, options.race);
    let figures = &exploration.statistics;
    let happened = answer::Happened {
        unending: exploration.unending.clone(),
        divided: exploration.divided.clone(),
        uncompared: exploration.uncompared.clone(),
        unargued: exploration.unargued.clone(),
        untold: exploration.untold.clone().filter(|place| !place.library),
        unreduced: fineness.unreduced,
        are_all_orders_told,
        inside_operations: options.library != Library::Exact && fineness.is_inside(options.library),
        printed: figures.work.prints > 0,
        is_test: program.test.is_some(),
    };
    let assumptions = |verdict| {
        answer::assumptions(verdict, &happened, options, &trace_file::jdk_name(&jdk.release))
    };
    let assumed_by_proofs = assumptions(Verdict::RaceFree);
    let report = CheckReport {
        command: "check",
        target: program.target(),
        engine: EngineReport {
            search: settings.text(Key::Search).to_owned(),
            heuristic: heuristic(options),
            race: settings.text(Key::Race).to_owned(),
            granularity: granularity(options).to_owned(),
            library: library(options, &fineness),
        },
        verdict,
        complete: exploration.is_complete(),
        held_back: !exploration.unending.is_empty(),
        assumes_steps: exploration.unargued.is_some(),
        guarantee: match verdict {
            Verdict::Incomplete if is_complete_when_idle && unconfirmed == 0 => {
                answer::when_idle(&exploration, options)
            }
            _ => {
                let which = answer::which_library(verdict, library(options, &fineness), &happened);
                answer::guarantee(verdict, &exploration, options, unconfirmed) + which
            }
        },
        assumptions: assumptions(verdict),
        accepted: answer::accepted(verdict, options),
        statistics: Statistics {
            states: figures.states,
            revisited: figures.revisited,
            transitions: figures.transitions,
            executions: figures.executions,
            max_depth: figures.max_depth,
            instructions: figures.work.instructions,
            elapsed_ms: 0,
            peak_memory_bytes: peak_memory(),
            detector_size,
            reduction: figures.reduction,
        },
        not_checked: settings.not_checked.clone(),
        skipped: None,
        limit: answer::limit(&exploration.end, interrupt),
        next: if exploration.findings.is_empty() {
            next::steps(&exploration.end, options, exploration.timed_out)
        } else {
            Vec::new()
        },
        rounds,
        unsupported: exploration.unsupported,
        findings: exploration.findings,
        exits: exploration.noted,
        weak_races: exploration.weak_races,
        in_libraries: exploration.apart,
    };
    (report, assumed_by_proofs)
}

/// The heuristics in force, in the order of their table.
fn heuristic(options: &CheckOptions) -> Vec<String> {
    let words = HEURISTICS.iter().filter(|word| options.search.heuristics.contains(&word.value));
    words.map(|word| word.name.to_owned()).collect()
}

pub fn granularity(options: &CheckOptions) -> &'static str {
    match options.granularity {
        Granularity::Sync => "sync",
        Granularity::Access => "access",
    }
}

/// Whether operations of the class library were one step.
pub fn library(options: &CheckOptions, fineness: &Fineness) -> &'static str {
    match options.library {
        Library::Atomic if !fineness.is_inside(Library::Atomic) => "atomic",
        Library::Instant if !fineness.is_inside(Library::Instant) => "instant",
        Library::Atomic | Library::Instant | Library::Exact => "exact",
    }
}

/// Puts the report where it is wanted.
pub fn deliver(
    report: &CheckReport,
    options: &CheckOptions,
    settings: &Settings,
    program: &Program,
) -> Result<(), Failure> {
    let text = text_options(options, settings)?;
    put(&report::render(report, options.format, &sources(options, program), text)?, options)
}

/// The sources of a program.
pub fn sources(options: &CheckOptions, program: &Program) -> SourceLines {
    let own = companion::own(&program.class_path);
    SourceLines::new(program.source.as_deref(), &options.source_path, &own)
}

/// Columns of a text of which nobody knows where it will be read.
const USUAL_WIDTH: usize = 100;

/// How a report for people is wanted.
pub fn text_options(options: &CheckOptions, settings: &Settings) -> Result<TextOptions, Failure> {
    let color = settings.word(Key::Color, &raceproof_config::words::COLORS)?;
    let palette = match options.output {
        // A file has no colours of its own accord.
        Some(_) if color == raceproof_config::ColorChoice::Auto => Palette::Plain,
        _ => Palette::for_standard_output(color),
    };
    let unsaved = options.save_trace.is_none() && options.detail != Detail::Quiet;
    let is_asked = options.trace_columns == TraceColumns::Always;
    let width = match (options.trace_columns, &options.output) {
        (TraceColumns::Never, _) | (TraceColumns::Auto, Some(_)) => None,
        (TraceColumns::Auto, None) if !io::stdout().is_terminal() => None,
        (TraceColumns::Auto, None) => width::of_standard_output(),
        (TraceColumns::Always, _) => Some(width::of_standard_output().unwrap_or(USUAL_WIDTH)),
    };
    let room = width.map(|width| Room { width, is_asked });
    let verbose = options.detail == Detail::Verbose;
    Ok(TextOptions { palette, verbose, unsaved, room })
}

/// Puts a text where the report is wanted.
pub fn put(text: &str, options: &CheckOptions) -> Result<(), Failure> {
    report::deliver(text, options.output.as_deref()).inspect_err(|_| {
        // A long search is not lost because the file it should go to cannot be written.
        if options.output.is_some() {
            let _ = report::deliver(text, None);
        }
    })
}
