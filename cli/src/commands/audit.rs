//! `raceproof audit TARGET`: for each pair of accesses that may race, an executed race, a proof, or
//! why it is open.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use raceproof_config::{CheckOptions, Command, Format, Key, Settings, words};
use raceproof_scan::Scan;
use raceproof_scan::accesses::Variable;

use crate::arguments::Arguments;
use crate::audit::been::Been;
use crate::audit::candidates::{self, Candidate};
use crate::audit::deciding::Auditor;
use crate::audit::ledger::{Head, Ledger, Locked};
use crate::audit::plainly::Plainly;
use crate::audit::report::{AuditReport, Scanned};
use crate::audit::status::Status as Decided;
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::progress::Terminal;
use crate::scan_accepted::Asked;
use crate::scan_explain::Lines;
use crate::scan_recorded::Recorded;
use crate::scan_report::{self, ScanReport};
use crate::scan_told::Teller;
use crate::target::Program;
use crate::trace_file::older;
use crate::watchdog::Watchdog;
use crate::{booted, guard, logging, machine, output_file, report, show_config};

/// How the traces of races are called that are none of the candidates; their number follows.
const UNEXPECTED: &str = "unexpected-";

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    if arguments.show_config {
        return show_config::print(&settings);
    }
    let options = CheckOptions::of(&settings)?;
    super::scan::is_told_as(&settings, arguments.command)?;
    let started = Instant::now();
    for key in [Key::Output, Key::Ledger] {
        super::check::can_be_kept(&settings, key)?;
    }
    let traces = settings.path(Key::SaveTraces);
    traces.as_deref().map_or(Ok(()), |folder| {
        make_folder(folder)?;
        let there = named_as_ours(folder);
        there.iter().try_for_each(|file| older::refuse_another(file, "--save-traces"))
    })?;
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(&settings, &jdk)?;
    let baseline = options.baseline.as_deref().map(|path| baseline(path, &program)).transpose()?;
    let ledger =
        settings.path(Key::Ledger).map(|path| Locked::open(&path, &program)).transpose()?;
    let pair = settings.get(Key::Pair).map(|pair| Lines::named("pair", &pair.text)).transpose()?;
    let interrupt = Interrupt::listen();
    let Some((mut found, scanned)) =
        scan(&settings, &options, &jdk, &program, (&interrupt, pair.as_ref()))?
    else {
        return Ok(Status::Defect.code());
    };
    if let Some(pair) = &pair {
        found.iter_mut().for_each(|candidate| candidate.is_left_out = !candidate.is_at(pair));
    }
    let seen = vec![None; found.len()];
    let been = found.iter().map(|_| Been::default()).collect();
    let mut auditor = Auditor {
        settings: &settings,
        options: &options,
        jdk: &jdk,
        program: &program,
        interrupt,
        started,
        terminal: Terminal::new(Auditor::is_quiet(&options)),
        deciders: settings.several(Key::Deciders, &words::DECIDERS)?,
        candidates: found,
        unexpected: Vec::new(),
        contradictions: Vec::new(),
        beside: Default::default(),
        is_complete: false,
        assumptions: Vec::new(),
        warnings: Vec::new(),
        unsupported: None,
        limit: None,
        seen,
        plainly: Plainly::new(),
        met: Vec::new(),
        been,
    };
    if let Some(baseline) = &baseline {
        baseline.mark(&mut auditor.candidates);
    }
    let this = Head::of(&auditor, &scanned)?;
    if let Some(ledger) = &ledger {
        ledger.reuse(&this, &mut auditor)?;
    }
    // Of what a gap hides, executions alone know.
    let must_explore = !scanned.gaps.is_empty();
    if !auditor.decide(must_explore)? {
        return Ok(Status::Defect.code());
    }
    drop(std::mem::replace(&mut auditor.terminal, Terminal::new(true)));
    if let Some(folder) = &traces {
        save_traces(folder, &mut auditor)?;
    }
    if let Some(ledger) = ledger {
        ledger.write(this, &auditor, &scanned)?;
    }
    let report = AuditReport::of(&auditor, scanned, started.elapsed());
    let text = match options.format {
        Format::Json => report.json(),
        Format::Html => report.html(),
        Format::Sarif => report.sarif(),
        _ => report.text(),
    };
    report::deliver(&text, options.output.as_deref())?;
    Ok(report.status())
}

/// What an earlier audit of the same program has decided.
fn baseline(path: &Path, program: &Program) -> Result<Ledger, Failure> {
    let ledger = Ledger::read_whole(path)?;
    ledger.refuse_another_program(path, program, "--baseline")?;
    Ok(ledger)
}

/// What the scan leaves, and what it says of the rest; nothing after a defect, which is announced.
fn scan(
    settings: &Settings,
    options: &CheckOptions,
    jdk: &Jdk,
    program: &Program,
    (interrupt, pair): (&Interrupt, Option<&Lines>),
) -> Result<Option<(Vec<Candidate>, Scanned)>, Failure> {
    // The baseline of an audit is another file.
    let options = &CheckOptions { baseline: None, ..options.clone() };
    let watchdog = Watchdog::start(&options.limits, interrupt.clone());
    let cancellation = watchdog.cancellation();
    let asked = Asked::prepare(options, program)?;
    let recorded = Recorded::read(settings)?;
    let run = machine::run_options(&options.machine, jdk, program);
    let started = Instant::now();
    let found = guard::on_a_large_stack(|| {
        let booted =
            booted::before_main(&run, program, Command::Audit).map_err(super::predict::refused)?;
        let (scan, _) =
            super::scan::analyse(jdk, program, &booted, options, (None, &recorded), &cancellation)?;
        if scan.clients.is_some() {
            return Err(Failure::bad_input(format!(
                "the class `{}` has no static `main(String[])`, and `audit` executes what it decides",
                program.main_class
            ))
            .help(
                "name a class with a `main` by `--main CLASS`; `raceproof scan` alone needs none",
            ));
        }
        pair.map_or(Ok(()), |pair| pair.refuse_if_nothing_is_there(&scan.points_to))?;
        let report =
            scan_report::of(&scan, program, &asked, options, &cancellation, started.elapsed());
        let candidates = candidates::of(&scan, &report.sifted.groups);
        let scanned = Scanned {
            stages: report.stages.clone(),
            gaps: report.sifted.gaps.clone(),
            stopped: report.stopped.clone(),
            assumptions: report.assumptions(),
            target: report.target.clone(),
            proved: proved(&scan, &report),
            classes: scan.points_to.world.own_classes(),
        };
        Ok((candidates, scanned))
    })?;
    found.transpose()
}

/// Variables of which the scan has proved all pairs. A gap may hide accesses of any; a name counts
/// only if all fields of it do.
fn proved(scan: &Scan, report: &ScanReport) -> Vec<String> {
    if !report.sifted.gaps.is_empty() || report.stopped.is_some() {
        return Vec::new();
    }
    let teller = Teller::new(scan);
    let left = scan.found.candidates.iter().map(|one| teller.variable_named(one.variable));
    let left: BTreeSet<String> = left.collect();
    let proved = scan.found.proved.iter();
    let proved = proved.map(|field| teller.variable_named(Variable::Field(*field)));
    proved.filter(|name| !left.contains(name)).collect()
}

/// Said before the work, not after it.
fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::bad_input(format!(
            "--save-traces {}: the folder cannot be made: {error}",
            folder.display()
        ))
        .help("name a folder that can be made and written")
    })
}

/// The files of a folder whose names an audit gives: `1.trace`, `unexpected-1.trace`.
fn named_as_ours(folder: &Path) -> Vec<PathBuf> {
    let is_number = |text: &str| text.parse::<usize>().is_ok_and(|number| number > 0);
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.and_then(|name| name.strip_suffix(".trace"))
            .is_some_and(|stem| is_number(stem.strip_prefix(UNEXPECTED).unwrap_or(stem)))
    };
    let there = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = there.map(|entry| entry.path()).filter(is_ours).collect();
    files.sort();
    files
}

/// A file for each race, by the number of its candidate. Those of an earlier audit go: they may show
/// what is mended.
fn save_traces(folder: &Path, auditor: &mut Auditor<'_>) -> Result<(), Failure> {
    let mut older = named_as_ours(folder);
    let witnesses = auditor.candidates.iter_mut().enumerate().filter_map(|(number, candidate)| {
        match &mut candidate.status {
            Decided::Witnessed(witness) => Some((format!("{}.trace", number + 1), &mut **witness)),
            Decided::Proved { .. } | Decided::Open(_) => None,
        }
    });
    let unexpected = auditor.unexpected.iter_mut().enumerate();
    let unexpected =
        unexpected.map(|(number, witness)| (format!("{UNEXPECTED}{}.trace", number + 1), witness));
    for (name, witness) in witnesses.chain(unexpected) {
        let path: PathBuf = folder.join(name);
        output_file::write(&path, &witness.trace).map_err(|error| {
            Failure::bad_input(format!("{} cannot be written: {error}", path.display()))
                .help("audit again with `--save-traces` and a folder that can be written")
        })?;
        older.retain(|older| *older != path);
        witness.file = Some(path.display().to_string());
    }
    older.iter().try_for_each(|path| older::remove(path))
}
