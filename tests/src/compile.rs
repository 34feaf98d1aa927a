//! Class files of the Java programs: all programs of one JDK compiled in one virtual machine, each
//! into a folder named by its content, so that only what changed is compiled again.

use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_128;

use crate::jdk::Jdk;
use crate::process;
use crate::program::Program;

const DRIVER: &str = include_str!("CompileAll.java");

/// The `javac` of a JDK, whose results are kept for the next run.
pub struct Compiler {
    jdk: Jdk,
    folder: PathBuf,
    /// A jar that the programs may use besides the class library.
    library: Option<PathBuf>,
}

impl Compiler {
    /// Results are kept below `temporary`, in a folder for each release.
    pub fn new(jdk: &Jdk, temporary: &Path) -> Self {
        let folder = temporary.join("java-classes").join(jdk.feature.to_string());
        Self { jdk: jdk.clone(), folder, library: None }
    }

    /// With a jar on the class path.
    pub fn with_library(self, jar: &Path) -> Self {
        Self { library: Some(jar.to_owned()), ..self }
    }

    /// The folder of the classes of a program that [`Self::compile`] was given, or javac's
    /// messages.
    pub fn classes(&self, program: &Program) -> Result<PathBuf, String> {
        let folder = self.place(program);
        if folder.is_dir() {
            return Ok(folder);
        }
        let errors = fs::read_to_string(errors_of(&folder))
            .unwrap_or_else(|_| "no class files were written".to_owned());
        Err(format!("does not compile with javac {}:\n{errors}", self.jdk.feature))
    }

    /// Compiles those of the programs whose classes are not there.
    pub fn compile(&self, programs: &[Program]) -> Result<(), String> {
        let missing: Vec<&Program> = programs
            .iter()
            .filter(|program| {
                program.compiles_on(self.jdk.feature) && !self.place(program).is_dir()
            })
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let list = self
            .prepare(&missing)
            .map_err(|error| format!("{}: {error}", self.folder.display()))?;
        let mut java = self.jdk.tool("java");
        java.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
            .arg(self.folder.join("CompileAll.java"))
            .arg(&list);
        let finished = process::run(java, b"", process::patience() * 10)?;
        let _ = fs::remove_file(list);
        match finished.status {
            Some(0) => Ok(()),
            _ => Err(format!("compiling the programs failed:\n{}", finished.stderr_text())),
        }
    }

    /// Writes the driver and its list of jobs.
    fn prepare(&self, programs: &[&Program]) -> std::io::Result<PathBuf> {
        fs::create_dir_all(&self.folder)?;
        fs::write(self.folder.join("CompileAll.java"), DRIVER)?;
        let mut jobs = String::new();
        let library = self.library.as_deref().unwrap_or(Path::new("")).display();
        for program in programs {
            let folder = self.place(program);
            let _ = fs::remove_file(errors_of(&folder));
            jobs += &format!("{}\t{}\t{library}\n", program.source.display(), folder.display());
        }
        let list = self.folder.join(format!("jobs-{}.txt", std::process::id()));
        fs::write(&list, jobs)?;
        Ok(list)
    }

    fn place(&self, program: &Program) -> PathBuf {
        let content = [DRIVER, &self.jdk.release, &program.text].join("\0");
        self.folder.join(format!("{}-{:032x}", program.name, xxh3_128(content.as_bytes())))
    }
}

fn errors_of(folder: &Path) -> PathBuf {
    folder.with_extension("errors")
}
