//! Class files of the Java programs, each compiled into a folder named by its content, so that only
//! what changed is compiled again.

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use xxhash_rust::xxh3::xxh3_128;

use crate::javac;
use crate::jdk::Jdk;
use crate::program::Program;

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
        let mut missing = programs.iter().filter(|program| {
            program.compiles_on(self.jdk.feature) && !self.place(program).is_dir()
        });
        let written = missing.try_for_each(|program| self.compile_one(program));
        written.map_err(|error| format!("{}: {error}", self.folder.display()))
    }

    /// Leaves the classes in their place, or javac's messages beside it.
    fn compile_one(&self, program: &Program) -> io::Result<()> {
        let folder = self.place(program);
        let draft = folder.with_extension(format!("{}.draft", process::id()));
        fs::create_dir_all(&draft)?;
        let library = self.library.iter().map(PathBuf::as_path);
        let class_path = env::join_paths([draft.as_path()].into_iter().chain(library));
        let class_path = class_path.map_err(io::Error::other)?;
        match javac::compile(&self.jdk, &program.source, &draft, &class_path.to_string_lossy()) {
            Err(messages) => fs::write(errors_of(&folder), messages),
            Ok(()) => {
                let _ = fs::remove_file(errors_of(&folder));
                match fs::rename(&draft, &folder) {
                    // Another process has been quicker.
                    Err(_) if folder.is_dir() => fs::remove_dir_all(draft),
                    renamed => renamed,
                }
            }
        }
    }

    fn place(&self, program: &Program) -> PathBuf {
        let content = [self.jdk.release.as_str(), &program.text].join("\0");
        self.folder.join(format!("{}-{:032x}", program.name, xxh3_128(content.as_bytes())))
    }
}

fn errors_of(folder: &Path) -> PathBuf {
    folder.with_extension("errors")
}
