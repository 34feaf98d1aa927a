//! Differential test of `run`: each conformance program of `java/run`, on every JDK, must end with
//! the exit status and, byte for byte, the standard output and standard error of the installed
//! `java`. One schedule of each is compared, so what a program prints must not depend on the
//! schedule.
//!
//! `cargo test -p raceproof-tests --test run -- 17/Name` runs one.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, OnceLock};
use std::{fs, io};

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::oracle::Oracle;
use raceproof_tests::process;
use raceproof_tests::program::Program;
use raceproof_tests::{compare, place};

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        trials().unwrap_or_else(|error| vec![Trial::test("run", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let programs = Arc::new(Program::in_folder(&place::java_programs("run"))?);
    let mut trials = Vec::new();
    for jdk in Jdk::installed()? {
        let bench = Arc::new(Bench::new(jdk, Arc::clone(&programs)));
        for program in programs.iter().filter(|program| program.compiles_on(bench.jdk.feature)) {
            let (bench, program) = (Arc::clone(&bench), program.clone());
            let name = format!("run/{}/{}", bench.jdk.feature, program.name);
            trials.push(Trial::test(name, move || bench.judge(&program).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

/// One JDK with what the trials on it share.
struct Bench {
    jdk: Jdk,
    programs: Arc<Vec<Program>>,
    compiler: Compiler,
    compiled: OnceLock<Result<(), String>>,
    oracle: Oracle,
}

impl Bench {
    fn new(jdk: Jdk, programs: Arc<Vec<Program>>) -> Self {
        let temporary = Path::new(TEMPORARY);
        let compiler = Compiler::new(&jdk, temporary);
        Self { jdk, programs, compiler, compiled: OnceLock::new(), oracle: Oracle::new(temporary) }
    }

    /// Runs the program under both; an error says where they differ.
    fn judge(&self, program: &Program) -> Result<(), String> {
        self.compiled.get_or_init(|| self.compiler.compile(&self.programs)).clone()?;
        let classes = self.compiler.classes(program)?;
        let java =
            self.oracle.answer(&self.jdk, program, &classes, &self.clean_folder(program)?)?;
        if java.status != Some(program.header.exit) {
            return Err(format!(
                "java ends with {:?}, but the first line of the program says exit={}\n{}",
                java.status,
                program.header.exit,
                java.stderr_text()
            ));
        }
        let command = self.command(program, &classes)?;
        let shown = process::spelled(&command);
        let raceproof =
            process::run(command, program.header.stdin.as_bytes(), process::patience())?;
        match compare::differences(&java, &raceproof) {
            None => Ok(()),
            Some(differences) => Err(format!("{differences}\n{shown}")),
        }
    }

    /// The folder a program runs in: the same for both, and empty.
    fn clean_folder(&self, program: &Program) -> Result<PathBuf, String> {
        let folder = Path::new(TEMPORARY)
            .join("work")
            .join(self.jdk.feature.to_string())
            .join(&program.name);
        let cleaned = match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::create_dir_all(&folder),
        };
        cleaned.map(|()| folder.clone()).map_err(|error| format!("{}: {error}", folder.display()))
    }

    fn command(&self, program: &Program, classes: &Path) -> Result<Command, String> {
        let mut command = Command::new(place::raceproof(Path::new(TEMPORARY))?);
        process::plain_environment(&mut command);
        command.arg("run").arg("--java-home").arg(&self.jdk.home).arg("-cp").arg(classes);
        if let Some(heap) = &program.header.heap {
            command.args(["--heap", heap]);
        }
        command
            .arg(program.main_class())
            .arg("--")
            .args(&program.header.args)
            .current_dir(self.clean_folder(program)?);
        Ok(command)
    }
}
