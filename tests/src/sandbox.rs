//! A folder of one end-to-end test, with the tool and a JDK at hand. Whatever is missing fails the
//! test with a message.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::javac;
use crate::jdk::Jdk;
use crate::place;
use crate::process::{self, Finished};

/// A folder of one test, and the command that works in it.
pub struct Sandbox {
    /// Emptied when the sandbox is made, and left behind.
    pub folder: PathBuf,
    /// What `JAVA_HOME` names for the command.
    pub jdk: Jdk,
    binary: PathBuf,
}

impl Sandbox {
    /// An empty folder for the test `name`, below cargo's folder for the files of tests.
    pub fn new(temporary: &str, name: &str) -> Self {
        let jdk = Jdk::any().unwrap_or_else(|error| panic!("{error}"));
        Self::with_jdk(temporary, name, jdk)
    }

    /// The same, on that JDK.
    pub fn with_jdk(temporary: &str, name: &str, jdk: Jdk) -> Self {
        let temporary = Path::new(temporary);
        let binary = place::raceproof(temporary).unwrap_or_else(|error| panic!("{error}"));
        let folder = temporary.join("sandboxes").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        Self { folder, jdk, binary }
    }

    /// Writes a file, and the folders on the way to it.
    pub fn file(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.join(path);
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, content));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }

    /// A tool of the JDK in this folder, which must succeed.
    pub fn jdk_tool(&self, name: &str, arguments: &[&str]) -> Finished {
        let mut command = self.jdk.tool(name);
        command.args(arguments).current_dir(&self.folder);
        let finished = process::run(command, b"", process::patience())
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(finished.status, Some(0), "{name} {arguments:?}:\n{}", finished.stderr_text());
        finished
    }

    /// Compiles `Name.java` with this text into the folder `classes`.
    pub fn class(&self, path: &str, text: &str) {
        let source = self.file(path, text);
        let classes = self.folder.join("classes");
        javac::compile(&self.jdk, &source, &classes, &classes.display().to_string())
            .unwrap_or_else(|messages| panic!("{messages}"));
    }

    /// The command `raceproof` in this folder, with the JDK as JAVA_HOME and a cache of its own.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        process::plain_environment(&mut command);
        command.env("JAVA_HOME", &self.jdk.home).env("RACEPROOF_CACHE", self.folder.join("cache"));
        command.args(arguments).current_dir(&self.folder);
        command
    }

    /// Runs `raceproof` until it ends.
    pub fn raceproof(&self, arguments: &[&str]) -> Finished {
        self.finish(self.command(arguments))
    }

    /// Runs a command, without input, until it ends; one that takes too long fails the test.
    pub fn finish(&self, command: Command) -> Finished {
        process::run(command, b"", process::patience()).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Fails unless the tool ended with `status`, and its standard error contains all of `words`.
#[track_caller]
pub fn expect(finished: &Finished, status: i32, words: &[&str]) {
    let (stdout, stderr) = (finished.stdout_text(), finished.stderr_text());
    let shown = format!("stdout:\n{stdout}\nstderr:\n{stderr}");
    assert_eq!(finished.status, Some(status), "{shown}");
    for word in words {
        assert!(stderr.contains(word), "`{word}` is not said\n{shown}");
    }
}
