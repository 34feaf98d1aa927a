//! Paths: the workspace, the Java programs, the binary under test.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process;

/// The folder of the workspace.
pub fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The Java programs of one kind, such as `run`.
pub fn java_programs(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("java").join(kind)
}

/// The binary under test. `temporary` is cargo's folder for the files of tests, which lies in the
/// target folder.
pub fn raceproof(temporary: &Path) -> Result<PathBuf, String> {
    let binary = match std::env::var_os("RACEPROOF_BIN") {
        // Cargo starts tests in the folder of their package, people name files from the workspace.
        Some(path) => workspace().join(path),
        None => temporary.join("../release/raceproof"),
    };
    if binary.is_file() {
        return Ok(binary);
    }
    Err(format!(
        "there is no binary `{}` to test: `make test` builds it, or `cargo build --release -p raceproof-cli`",
        binary.display()
    ))
}

/// `raceproof.jar`, as the binary under test unpacks it.
pub fn raceproof_jar(temporary: &Path) -> Result<PathBuf, String> {
    unpacked(temporary, "choose")
}

/// A jar that the binary under test carries inside, by its word.
pub fn unpacked(temporary: &Path, word: &str) -> Result<PathBuf, String> {
    let mut command = Command::new(raceproof(temporary)?);
    command.args(["jar", word]).env("RACEPROOF_CACHE", temporary.join("unpacked"));
    let finished = process::run(command, b"", process::patience())?;
    match finished.status {
        Some(0) => Ok(PathBuf::from(finished.stdout_text().trim_end())),
        _ => Err(finished.stderr_text()),
    }
}
