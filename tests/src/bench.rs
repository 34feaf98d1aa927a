//! What the trials on one JDK share: the binary under test, and the classes of all programs,
//! compiled together when the first is asked for.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::compile::Compiler;
use crate::jdk::Jdk;
use crate::place;
use crate::process;
use crate::program::Program;
use crate::told::Told;

/// Programs for the tool on one JDK, compiled together when the first of them is needed.
pub struct Bench {
    /// What `--java-home` names.
    pub jdk: Jdk,
    binary: PathBuf,
    programs: Vec<Program>,
    compiler: Compiler,
    compiled: OnceLock<Result<(), String>>,
}

impl Bench {
    /// `temporary` is cargo's folder for the files of tests. The compiler is one of this JDK.
    pub fn new(
        jdk: Jdk,
        compiler: Compiler,
        programs: Vec<Program>,
        temporary: &Path,
    ) -> Result<Self, String> {
        Ok(Self {
            jdk,
            binary: place::raceproof(temporary)?,
            programs,
            compiler,
            compiled: OnceLock::new(),
        })
    }

    /// Where the classes of one of the programs are.
    pub fn classes(&self, program: &Program) -> Result<PathBuf, String> {
        self.compiled.get_or_init(|| self.compiler.compile(&self.programs)).clone()?;
        self.compiler.classes(program)
    }

    /// A command of the tool that answers in JSON, but for its options and target.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.binary);
        process::plain_environment(&mut command);
        command.arg(name).args(["--format", "json"]).arg("--java-home").arg(&self.jdk.home);
        command
    }

    /// Replays a trace in a new process, which must report the same first finding as `told`.
    pub fn replay(&self, trace: &Path, told: &Told) -> Result<(), String> {
        let mut command = self.command("replay");
        command.arg(trace);
        let shown = process::spelled(&command);
        let again = Told::of(&process::run(command, b"", process::patience())?)
            .map_err(|why| format!("{shown}\n{why}"))?;
        let finding = |told: &Told| told.report["findings"][0].clone();
        match (again.status, finding(told) == finding(&again)) {
            (1, true) => Ok(()),
            (1, false) => Err(format!(
                "{shown}\nthe finding is another:\n{:#}\n{:#}",
                finding(told),
                finding(&again)
            )),
            (status, _) => Err(format!("{shown}\nends with {status}")),
        }
    }
}
