//! The class path of a project of Maven's or Gradle's, for whoever runs its tests and gives none.
//!
//! Nothing is built here, and nothing fetched: what is missing is told with the command that makes
//! it. The project's own tool is asked for the jars once for each content of the files that describe
//! the project, without the network; the answer is kept below the folder of what is built.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use raceproof_classfile::ClassPath;
use raceproof_config::read_at_most;
use xxhash_rust::xxh3::xxh3_128;

use crate::failure::Failure;
use crate::jdk::Jdk;

mod gradle;
mod maven;

/// More than any file that a project is described by.
const LARGEST: u64 = 16 << 20;
/// Of what a tool says, the end.
const LAST_LINES: usize = 12;

/// The class path of the tests of the project in a folder; nothing if there is no project.
pub fn class_path(folder: &Path, jdk: &Jdk) -> Result<Option<Vec<PathBuf>>, Failure> {
    if folder.join(maven::FILE).is_file() {
        return maven::class_path(folder, jdk).map(Some);
    }
    if gradle::is_here(folder) { gradle::class_path(folder, jdk).map(Some) } else { Ok(None) }
}

/// What to give, if a project is here.
pub fn hint(folder: &Path) -> Option<&'static str> {
    if folder.join(maven::FILE).is_file() {
        return Some(maven::HINT);
    }
    gradle::is_here(folder).then_some(gradle::HINT)
}

/// How a project's tool is asked for a class path.
struct Question<'a> {
    /// Of the project.
    folder: &'a Path,
    /// What the answer depends on.
    files: &'a [PathBuf],
    /// The folder of what is built, below `folder`.
    built: &'static str,
    /// The program, and how it is called in messages.
    program: PathBuf,
    told: &'static str,
    /// What to do if it gives none.
    help: [&'static str; 2],
}

impl Question<'_> {
    /// The answer that is kept, or a new one; `arguments` has the tool write it into a file.
    fn answer(
        &self,
        jdk: &Jdk,
        arguments: impl Fn(&Path) -> Result<Vec<String>, Failure>,
    ) -> Result<Vec<PathBuf>, Failure> {
        let name = format!("raceproof-classpath-{:032x}", digest(self.files)?);
        let kept = self.folder.join(self.built).join(name);
        if let Ok(text) = fs::read_to_string(&kept) {
            return Ok(entries(&text));
        }
        let draft = kept.with_extension("part");
        // A tool takes a relative path from the project.
        let into = draft.strip_prefix(self.folder).unwrap_or(&draft);
        self.ask(&draft, arguments(into)?, jdk)?;
        let unkept = |error: &io::Error| {
            Failure::bad_input(format!(
                "the class path cannot be kept in `{}`: {error}",
                kept.display()
            ))
            .help("name the class path by --classpath")
        };
        let text = fs::read_to_string(&draft).map_err(|error| unkept(&error))?;
        fs::rename(&draft, &kept).map_err(|error| unkept(&error))?;
        Ok(entries(&text))
    }

    fn ask(&self, draft: &Path, arguments: Vec<String>, jdk: &Jdk) -> Result<(), Failure> {
        let unknown = |why: String| {
            let what = format!("the jars of the project are not known: {why}");
            self.help.iter().fold(Failure::bad_input(what), |failure, help| failure.help(*help))
        };
        let here = Path::new(".");
        let output = Command::new(&self.program)
            .args(arguments)
            .current_dir(if self.folder.as_os_str().is_empty() { here } else { self.folder })
            .env("JAVA_HOME", &jdk.home)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| {
                unknown(format!("`{}` cannot be started: {error}", self.program.display()))
            })?;
        if output.status.success() && draft.is_file() {
            return Ok(());
        }
        let said =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        let mut failure = unknown(format!("`{}` failed", self.told));
        let first = lines.len().saturating_sub(LAST_LINES);
        failure.details = lines[first..].iter().map(|line| crate::report::visible(line)).collect();
        Err(failure)
    }
}

/// Of the contents of files.
fn digest(files: &[PathBuf]) -> Result<u128, Failure> {
    let mut all = Vec::new();
    for file in files {
        let text = read_at_most(file, LARGEST).map_err(|error| {
            Failure::bad_input(format!("`{}` cannot be read: {error}", file.display()))
                .help(raceproof_config::reading_advice(&error))
        })?;
        all.extend(text.len().to_le_bytes());
        all.extend(text);
    }
    Ok(xxh3_128(&all))
}

fn entries(text: &str) -> Vec<PathBuf> {
    if text.trim().is_empty() { Vec::new() } else { ClassPath::split(text.trim()) }
}

/// There are no compiled tests.
fn unbuilt(missing: &Path, command: &str) -> Failure {
    let missing = missing.display();
    Failure::bad_input(format!("there are no compiled tests: `{missing}` is missing"))
        .help(format!("`{command}` makes it, or name the class path by --classpath"))
}
