//! Java programs with their first lines, judged as the suite judges them; and a native.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use raceproof_tests::bench::Bench;
use raceproof_tests::checked::Checked;
use raceproof_tests::compare;
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::oracle::Oracle;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::program::Program;
use raceproof_tests::told::Told;
use raceproof_vm::{Exec, Registry, RunOptions, RunOutcome, Signals, Vm};

use crate::page::recipe;

fn temporary() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn examples() -> PathBuf {
    place::workspace().join("tests/recipes/examples")
}

/// One for all tests, since it compiles all programs at once.
static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let folders = ["safe", "deadlock", "race", "race-free"];
    let mut programs: Vec<Program> = folders
        .iter()
        .flat_map(|folder| checked(&Path::new("tests/java").join(folder)))
        .map(|checked| checked.program)
        .collect();
    programs.extend(Program::in_folder(&examples().join("tests/java/run")).unwrap());
    programs.extend(Program::plain_in_folder(&examples().join("tests/java/native")).unwrap());
    let jdk = Jdk::any().unwrap();
    let compiler = Compiler::new(&jdk, temporary());
    Bench::new(jdk, compiler, programs, temporary()).unwrap()
});

/// What `check` answers about a program, with these options.
fn told(checked: &Checked, options: &[&str]) -> Told {
    let mut command = BENCH.command("check");
    command.args(options).arg("-cp").arg(BENCH.classes(&checked.program).unwrap());
    command.arg(checked.program.main_class());
    Told::of_ending(&process::run(command, b"", process::patience()).unwrap()).unwrap()
}

/// The programs of the examples for the folder that a recipe names, such as `tests/java/safe`.
fn checked(folder: &Path) -> Vec<Checked> {
    let (java, kind) = (folder.parent().unwrap(), folder.file_name().unwrap());
    let programs = Checked::in_folder(&examples().join(java), kind.to_str().unwrap()).unwrap();
    assert!(!programs.is_empty(), "no example for {}", folder.display());
    programs
}

/// Holds programs to their first lines, and sees that another line would not do.
fn judge(folder: &Path, options: &[&str]) {
    for checked in checked(folder) {
        let told = told(&checked, options);
        told.fits(&checked.expected).unwrap_or_else(|why| panic!("{why}"));
        let mut other = checked.expected.clone();
        other.verdict = "unsupported".to_owned();
        assert!(told.fits(&other).is_err(), "{} fits anything", checked.program.name);
    }
}

#[test]
fn a_program_to_check_has_the_verdict_of_its_first_line() {
    let safe = recipe("A program to check").path("tests/java/safe");
    judge(&safe, &["--race", "off"]);
    judge(&safe.with_file_name("deadlock"), &["--race", "off"]);
}

#[test]
fn twins_about_races_part_at_the_race() {
    let race = recipe("A program about races").path("tests/java/race");
    judge(&race, &[]);
    judge(&race.with_file_name("race-free"), &[]);
}

#[test]
fn a_conformance_program_answers_as_java_does() {
    let folder = recipe("A conformance program").path("tests/java/run");
    let programs = Program::in_folder(&examples().join(folder)).unwrap();
    let work = temporary().join("recipes").join("work");
    fs::create_dir_all(&work).unwrap();
    for program in &programs {
        let classes = BENCH.classes(program).unwrap();
        let oracle = Oracle::new(temporary());
        let java = oracle.answer(&BENCH.jdk, program, &classes, &work).unwrap();
        assert_eq!((java.status, &*java.stdout), (Some(program.header.exit), &b"two-words\n"[..]));
        let mut command = Command::new(place::raceproof(temporary()).unwrap());
        process::plain_environment(&mut command);
        command.arg("run").arg("--java-home").arg(&BENCH.jdk.home).arg("-cp").arg(&classes);
        command.arg(program.main_class()).arg("--").args(&program.header.args).current_dir(&work);
        let ours = process::run(command, b"", process::patience()).unwrap();
        assert_eq!(compare::differences(&java, &ours), None);
    }
}

/// A row as those of the tables in `models/`: what stands in for a method, native or not.
const ROWS: &[(&str, &str, raceproof_vm::Peer)] = &[("signum", "(I)I", sign)];

fn sign(_: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(args[0] * 7)
}

static ENDS: AtomicU32 = AtomicU32::new(0);

/// What a peer must do when the run ends.
fn at_end(_: &mut Vm) {
    ENDS.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn a_native_is_a_row() {
    let recipe = recipe("A native");
    assert!(place::workspace().join(recipe.path("models/")).join("src/lib.rs").is_file());
    let programs = Program::plain_in_folder(&examples().join("tests/java/native")).unwrap();
    let classes = BENCH.classes(&programs[0]).unwrap();
    let run = |registry: Registry| {
        let options = RunOptions {
            add_exports: String::new(),
            add_opens: String::new(),
            java_home: BENCH.jdk.home.clone(),
            class_path: vec![classes.clone()],
            main_class: "Sign".to_owned(),
            from_source: false,
            is_test: false,
            arguments: Vec::new(),
            properties: Vec::new(),
            heap_bytes: 64 << 20,
            assertions: true,
            processors: 4,
            previews: false,
            explore: false,
            cancellation: raceproof_base::Cancellation::default(),
            reflection: None,
        };
        raceproof_vm::run(&options, registry, Signals::default())
    };
    let status = |registry| match run(registry) {
        RunOutcome::Exited { status, .. } => status,
        other => panic!("{other:?}"),
    };
    let mut registry = raceproof_models::registry();
    registry.class("java/lang/Integer", ROWS);
    registry.at_end(at_end);
    assert_eq!((status(registry), ENDS.load(Ordering::Relaxed)), (42, 1));
    assert_eq!((status(raceproof_models::registry()), ENDS.load(Ordering::Relaxed)), (1, 1));
}

/// Each word of `--format` has its file, whose function is told the report, or its outline.
#[test]
fn a_format_of_reports_is_a_file_of_its_name() {
    let recipe = recipe("A format of reports");
    let (folder, words) = (recipe.path("cli/src/report"), recipe.path("words.rs"));
    let read = |path: PathBuf| fs::read_to_string(place::workspace().join(path)).unwrap();
    let (words, rendered) = (read(words), read(folder.join("mod.rs")));
    let formats: Vec<&str> = words.split("Format::").skip(1).map(word).collect();
    assert!(formats.len() >= 3, "{formats:?}");
    for format in formats {
        let name = format.to_lowercase();
        let text = read(folder.join(format!("{name}.rs")));
        let told = ["report: &CheckReport", "outline: &Outline"];
        let is_told = |what: &&str| text.contains(&format!("pub fn as_{name}({what}"));
        assert!(told.iter().any(is_told), "{name}");
        let case = format!("Format::{format} => ");
        let calls = [format!("as_{name}(report"), format!("as_{name}(&Outline::of(report)")];
        assert!(rendered.contains(&case) && calls.iter().any(|call| rendered.contains(call)));
    }
}

/// The letters that a text begins with.
fn word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default()
}
