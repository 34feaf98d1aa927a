//! A folder of properties files, and what a command line comes to in it.

use std::fs;
use std::path::PathBuf;

use raceproof_config::{Command, CommandLine, Key, Mistake, Settings};

pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// What `check` makes of a target file with this text.
    #[allow(dead_code, reason = "not every test needs it")]
    pub fn check(&self, name: &str, text: &str) -> Result<Settings, Mistake> {
        let path = self.file(name, text).display().to_string();
        gather(Command::Check, line(&[(Key::Target, &path)]))
    }
}

pub fn line(options: &[(Key, &str)]) -> CommandLine {
    let options = options.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
    CommandLine { options, ..CommandLine::default() }
}

pub fn gather(command: Command, line: CommandLine) -> Result<Settings, Mistake> {
    Settings::gather(command, &line)
}
