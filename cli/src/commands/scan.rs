//! `raceproof scan TARGET`: the data races of all executions for all inputs, without executing the
//! program.

use std::time::Instant;

use raceproof_base::Cancellation;
use raceproof_classfile::{ClassPath, Image};
use raceproof_config::{CheckOptions, Command, Format, Key, MachineOptions, Settings};
use raceproof_scan::guarded::Specification;
use raceproof_scan::ids::{ClassId, MethodId};
use raceproof_scan::pairs::explain::Question;
use raceproof_scan::points_to::PointsTo;
use raceproof_scan::threads::Threads;
use raceproof_scan::world::{Files, World, access};
use raceproof_scan::{Scan, Work, harness, pairs};

use crate::arguments::Arguments;
use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::machine;
use crate::scan_accepted::Asked;
use crate::scan_explain::Lines;
use crate::scan_recorded::Recorded;
use crate::scan_report::{self, ScanReport};
use crate::target::Program;
use crate::watchdog::Watchdog;
use crate::{booted, guard, logging, report, show_config};

/// Refuses forms of reports that a command does not have.
pub(super) fn is_told_as(settings: &Settings, command: Command) -> Result<(), Failure> {
    let (words, asked) = (Key::Format.row().words(command), settings.text(Key::Format));
    if words.iter().any(|word| word.name == asked) {
        return Ok(());
    }
    let names: Vec<String> = words.iter().map(|word| format!("`--format {}`", word.name)).collect();
    let command = command.name();
    Err(Failure::bad_input(format!("`{command}` has no report as `{asked}`"))
        .help(format!("use {}", names.join(" or "))))
}

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    if arguments.show_config {
        return show_config::print(&settings);
    }
    let options = CheckOptions::of(&settings)?;
    is_told_as(&settings, arguments.command)?;
    for key in [Key::Output, Key::WriteBaseline] {
        super::check::can_be_kept(&settings, key)?;
    }
    let started = Instant::now();
    let watchdog = Watchdog::start(&options.limits, Interrupt::listen());
    let cancellation = watchdog.cancellation();
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(&settings, &jdk)?;
    let lines = Lines::asked(&options)?;
    let asked = Asked::prepare(&options, &program)?;
    let recorded = Recorded::read(&settings)?;
    let run = machine::run_options(&MachineOptions::of(&settings)?, &jdk, &program);
    let report: Option<Result<ScanReport, Failure>> = guard::on_a_large_stack(|| {
        let booted =
            booted::before_main(&run, &program, Command::Scan).map_err(super::predict::refused)?;
        let (scan, question) =
            analyse(&jdk, &program, &booted, &options, (lines.as_ref(), &recorded), &cancellation)?;
        asked.refuse_strangers(&scan)?;
        let mut report =
            scan_report::of(&scan, &program, &asked, &options, &cancellation, started.elapsed());
        report.explained = lines.as_ref().map(|lines| lines.explanation(&scan, question.as_ref()));
        Ok(report)
    })?;
    let Some(report) = report else { return Ok(Status::Defect.code()) };
    let report = report?;
    report.write_baseline()?;
    let text = match options.format {
        Format::Json => report.json()?,
        Format::Sarif => report.sarif(&super::check::sources(&options, &program)),
        _ => report.text(),
    };
    report::deliver(&text, options.output.as_deref())?;
    Ok(report.status())
}

/// All that is found of a program, and what was asked of two lines.
pub fn analyse(
    jdk: &Jdk,
    program: &Program,
    booted: &raceproof_base::booted::Booted,
    options: &CheckOptions,
    (lines, recorded): (Option<&Lines>, &Recorded),
    cancellation: &Cancellation,
) -> Result<(Scan, Option<Question>), Failure> {
    let image = Image::open(&jdk.home).map_err(|error| Failure::unreadable(&error))?;
    let feature = image.version().feature;
    let class_path = || {
        ClassPath::new(&program.class_path, feature).map_err(|error| Failure::unreadable(&error))
    };
    let names = || class_path()?.class_names().map_err(|error| Failure::unreadable(&error));
    let mut world = World::new(Box::new(Files::new(image, class_path()?)));
    let (main, clients) = beginning(&mut world, program, feature, names)?;
    let mut points_to = PointsTo::new(world, cancellation.clone());
    points_to.start_with(booted);
    points_to.follow_reflection(recorded.calls.iter().cloned());
    points_to.begin(main);
    points_to.solve();
    let is_reached = points_to.goes_on();
    if is_reached {
        points_to.tell_gaps();
        recorded.tell_unfollowed(&points_to);
    }
    let assumptions = recorded.assumption(&points_to).into_iter().collect();
    let specification = Specification::new(&mut points_to.world);
    let threads = Threads::new(&points_to);
    let question =
        lines.filter(|_| is_reached).map(|lines| lines.question(&points_to)).transpose()?;
    let (found, last) = match is_reached {
        true => pairs::find(
            &points_to,
            &threads,
            &machine::trust(options),
            (&specification, question.as_ref()),
        ),
        false => (pairs::Found::default(), Work::Reaching),
    };
    let stopped = (!points_to.goes_on()).then_some(last);
    Ok((Scan { points_to, threads, found, clients, assumptions, stopped }, question))
}

/// The method that is executed first: `main`, or if there is none, that of the most general client,
/// and of which classes that shares objects. Only that asks for the names of all classes.
fn beginning(
    world: &mut World,
    program: &Program,
    feature: u32,
    names: impl FnOnce() -> Result<Vec<String>, Failure>,
) -> Result<(MethodId, Option<Vec<ClassId>>), Failure> {
    if program.main_class.is_empty() {
        let nothing = Failure::bad_input(format!(
            "the manifest of `{}` names no Main-Class, and no class in it says that threads may share it",
            program.told()
        ))
            .help("name one by `--main CLASS`; else a public class counts that has a lock, a volatile or atomic field, a synchronized method or block, or the annotation `@ThreadSafe`");
        let (main, shared) = harness::clients(world, &names()?, None).ok_or(nothing)?;
        return Ok((main, Some(shared)));
    }
    let class = world.class(&program.main_class.replace('.', "/"));
    if world.classes[class.index()].file.is_none() {
        let why = match world.gaps.iter().find(|gap| !gap.ends_with(" is missing")) {
            Some(gap) => gap.clone(),
            None => format!("there is no class `{}` on the class path", program.main_class),
        };
        let failure = Failure::bad_input(why);
        return Err(program
            .advice_if_missing(Command::Scan)
            .into_iter()
            .fold(failure, Failure::help));
    }
    let selector = world.selector("main", "([Ljava/lang/String;)V");
    if let Some(main) =
        world.method(class, selector).filter(|main| world.methods[main.index()].is(access::STATIC))
    {
        return Ok((main, None));
    }
    let launched = if feature >= 25 { harness::launcher(world, class) } else { None };
    if let Some(launcher) = launched {
        return Ok((launcher, None));
    }
    let name = program.main_class.replace('.', "/");
    let nothing = Failure::bad_input(format!(
        "the class `{}` has no static `main(String[])`, and no method that a client may call",
        program.main_class
    ));
    let (main, shared) = harness::clients(world, &names()?, Some(&name)).ok_or(nothing)?;
    Ok((main, Some(shared)))
}
