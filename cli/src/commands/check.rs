//! `raceproof check TARGET`: every schedule of the program, within the chosen search.

use std::path::Path;
use std::time::Instant;

use raceproof_base::Finding;
use raceproof_classfile::ClassPath;
use raceproof_config::words::HEURISTICS;
use raceproof_config::{
    CheckOptions, Detail, Format, Granularity, Key, Library, ProgramOutput, Settings,
};
use raceproof_search::{Counted, End};
use raceproof_vm::RunOptions;

use crate::answer;
use crate::arguments::Arguments;
use crate::class_digests;
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
use crate::progress::Watch;
use crate::reflection_log::ReflectionFile;
use crate::report::{
    self, CheckReport, EngineReport, Statistics, TargetReport, TextOptions, Verdict,
};
use crate::show_config;
use crate::source_lines::SourceLines;
use crate::statistics::peak_memory;
use crate::target::Program;
use crate::trace_file::{self, TraceFile};
use crate::watchdog::Watchdog;

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    let options = CheckOptions::of(&settings)?;
    if arguments.show_config {
        return show_config::print(&settings);
    }
    refuse_a_mixture(&options)?;
    for (file, option) in [(&options.output, "--output"), (&options.save_trace, "--save-trace")] {
        file.as_deref().map_or(Ok(()), |file| can_be_made(file, option))?;
    }
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(&settings, &jdk)?;
    let kept = ReflectionFile::wanted(&settings)?;
    let run = machine::run_options(&options.machine, &jdk, &program);
    let run = kept.iter().fold(run, |run, kept| kept.told_by(run));
    let status = explore(&settings, &options, &program, &jdk, run)?;
    kept.map_or(Ok(()), ReflectionFile::write)?;
    Ok(status)
}

fn explore(
    settings: &Settings,
    options: &CheckOptions,
    program: &Program,
    jdk: &Jdk,
    run: RunOptions,
) -> Result<i32, Failure> {
    let started = Instant::now();
    let interrupt = Interrupt::listen();
    let watchdog = Watchdog::start(&options.limits, interrupt.clone());
    let cancellation = watchdog.cancellation();
    let job =
        Job { options, program, run: RunOptions { cancellation: cancellation.clone(), ..run } };
    let explored = guard::on_a_large_stack(|| {
        let mut watch =
            Watch::new(interrupt.clone(), cancellation, options.detail == Detail::Quiet);
        job.explore(&mut watch, &watchdog)
    })?;
    let explored = match explored {
        None => return Ok(Status::Defect.code()),
        Some(Err(Refusal::Failed(failure))) => return Err(failure),
        Some(Err(Refusal::Unsupported(what))) => {
            let mut explored = Explored::without_a_search(End::Unsupported);
            explored.exploration.unsupported = vec![Counted { what, executions: 1 }];
            explored
        }
        Some(Err(Refusal::Cancelled(cause))) => Explored::without_a_search(job.cancelled(cause)),
        Some(Ok(explored)) => explored,
    };
    let fineness = explored.fineness.clone();
    let (decided, first) = (explored.options.clone(), explored.first.clone());
    let searched = decided.as_ref().unwrap_or(options);
    let mut report = report_of(explored, settings, searched, program, jdk, &interrupt);
    report.statistics.elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    if options.detail == Detail::Quiet {
        // A proof must not be taken for more than it is, whatever else is left unsaid.
        report
            .not_checked
            .iter()
            .for_each(|what| eprintln!("raceproof: warn: not checked: {what}"));
    }
    let delivered = deliver(&report, options, settings, program);
    if let (Some(path), Some(finding)) = (&options.save_trace, report.findings.first()) {
        let (searched, fineness) = first.as_ref().map_or((searched, &fineness), |(o, f)| (o, f));
        let trace = trace_of(finding, fineness, settings, searched, program, jdk)?;
        trace_file::write(path, &trace, &finding.trace)?;
    }
    delivered?;
    Ok(report.verdict.status())
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
        arguments: program.arguments.clone(),
        classes: class_digests::of(&class_path, &program.main_class)?,
        kind: finding.kind,
        message: finding.message.clone(),
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

/// Said before a long search, not after it.
pub fn can_be_made(file: &Path, option: &str) -> Result<(), Failure> {
    let wrong = |why: &str| Failure::bad_input(format!("{option} {}: {why}", file.display()));
    if file.is_dir() {
        return Err(wrong("it is a folder").help("name a file in it"));
    }
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => {
            Err(wrong(&format!("there is no folder `{}`", folder.display()))
                .help("make it, or name another"))
        }
        _ => Ok(()),
    }
}

fn report_of(
    Explored {
        exploration,
        detector_size,
        unconfirmed,
        fineness,
        rounds,
        is_complete_between,
        are_all_orders_told,
        ..
    }: Explored,
    settings: &Settings,
    options: &CheckOptions,
    program: &Program,
    jdk: &Jdk,
    interrupt: &Interrupt,
) -> CheckReport {
    let verdict = answer::verdict(&exploration, options.race);
    let figures = &exploration.statistics;
    let happened = answer::Happened {
        unending: exploration.unending.clone(),
        divided: exploration.divided.clone(),
        uncompared: exploration.uncompared.clone(),
        unargued: exploration.unargued.clone(),
        unreduced: fineness.unreduced,
        are_all_orders_told,
        inside_operations: fineness.inside_operations,
        printed: figures.work.prints > 0,
    };
    CheckReport {
        command: "check",
        target: TargetReport {
            main: program.main_class.clone(),
            arguments: program.arguments.clone(),
        },
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
        guarantee: match (verdict, is_complete_between) {
            (Verdict::Incomplete, true) => answer::between(&exploration, options),
            _ => {
                let which = answer::which_library(verdict, library(options, &fineness), &happened);
                answer::guarantee(verdict, &exploration, options, unconfirmed) + which
            }
        },
        assumptions: answer::assumptions(
            verdict,
            &happened,
            options,
            &trace_file::jdk_name(&jdk.release),
        ),
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
        limit: answer::limit(&exploration.end, interrupt),
        next: if exploration.findings.is_empty() {
            next::steps(&exploration.end, options, is_complete_between)
        } else {
            Vec::new()
        },
        rounds,
        unsupported: exploration.unsupported,
        findings: exploration.findings,
        exits: exploration.noted,
        weak_races: exploration.weak_races,
        in_libraries: exploration.apart,
    }
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
        Library::Atomic if !fineness.inside_operations => "atomic",
        Library::Instant if !fineness.inside_operations => "instant",
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
    let sources = SourceLines::new(
        program.source.as_deref(),
        &options.source_path,
        &companion::own(&program.class_path),
    );
    let color = settings.word(Key::Color, &raceproof_config::words::COLORS)?;
    let palette = match options.output {
        // A file has no colours of its own accord.
        Some(_) if color == raceproof_config::ColorChoice::Auto => Palette::Plain,
        _ => Palette::for_standard_output(color),
    };
    let text = TextOptions { palette, verbose: options.detail == Detail::Verbose };
    let text = report::render(report, options.format, &sources, text)?;
    report::deliver(&text, options.output.as_deref()).inspect_err(|_| {
        // A long search is not lost because the file it should go to cannot be written.
        if options.output.is_some() {
            let _ = report::deliver(&text, None);
        }
    })
}
