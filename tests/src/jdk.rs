//! The JDKs to test on: one for each feature release that is installed with a compiler.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process;

/// The oldest release that is supported.
const OLDEST: u32 = 17;

/// An installed JDK.
#[derive(Clone, Debug)]
pub struct Jdk {
    /// The number of its release: 17, 21.
    pub feature: u32,
    /// The folder that `JAVA_HOME` would name.
    pub home: PathBuf,
    /// The text of its `release` file.
    pub release: String,
}

impl Jdk {
    /// The JDK at `home`, if it is one we can test on.
    fn at(home: &Path) -> Option<Self> {
        let home = home.canonicalize().ok()?;
        let release = fs::read_to_string(home.join("release")).ok()?;
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
        let feature =
            version.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()?;
        let usable = feature >= OLDEST
            && home.join("lib/modules").is_file()
            && home.join("bin/javac").is_file();
        usable.then_some(Self { feature, home, release })
    }

    /// `bin/NAME`, in the plain environment.
    ///
    /// Without the file of counters that HotSpot shares with `jps`: it is named after the process
    /// number alone, and where two of one number meet in `/tmp` (containers), JDK 25 prints a
    /// warning among the program's output. With the first compiler alone, which takes a third off
    /// what runs for a second.
    pub fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.home.join("bin").join(name));
        let for_tool = if name == "java" { "" } else { "-J" };
        command.args(
            ["-XX:-UsePerfData", "-XX:TieredStopAtLevel=1"]
                .map(|option| format!("{for_tool}{option}")),
        );
        process::plain_environment(&mut command);
        command
    }

    /// All of them, oldest first; an error if there is none.
    pub fn installed() -> Result<Vec<Self>, String> {
        let mut found = BTreeMap::new();
        for jdk in candidates().iter().filter_map(|home| Self::at(home)) {
            found.entry(jdk.feature).or_insert(jdk);
        }
        if found.is_empty() {
            return Err(format!(
                "no JDK from {OLDEST} on with `javac`: install one (`apt-get install default-jdk-headless`), \
                 or name some with RACEPROOF_TEST_JDKS=HOME:HOME"
            ));
        }
        Ok(found.into_values().collect())
    }

    /// The one to use where one is enough.
    pub fn any() -> Result<Self, String> {
        Self::installed()?.into_iter().next().ok_or_else(|| "no JDK".to_owned())
    }
}

fn candidates() -> Vec<PathBuf> {
    if let Some(list) = std::env::var_os("RACEPROOF_TEST_JDKS") {
        return std::env::split_paths(&list).collect();
    }
    let mut homes: Vec<PathBuf> =
        std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect();
    let mut usual: Vec<PathBuf> = ["/usr/lib/jvm", "/usr/java", "/opt/java"]
        .iter()
        .filter_map(|place| fs::read_dir(place).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .collect();
    usual.sort();
    homes.extend(usual);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java =
        std::env::split_paths(&path).find_map(|folder| folder.join("java").canonicalize().ok());
    homes.extend(java.and_then(|java| Some(java.parent()?.parent()?.to_owned())));
    homes
}
