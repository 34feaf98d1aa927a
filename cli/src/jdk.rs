//! The JDK whose class library programs run on: found, and known to be one we can use.

use std::fs;
use std::path::{Path, PathBuf};

use raceproof_classfile::JdkVersion;
use raceproof_config::{Setting, read_at_most};

use crate::failure::Failure;

/// More than the file `release` of any JDK has.
const LARGEST_RELEASE: u64 = 1 << 20;

/// The oldest release whose class library the virtual machine boots.
const OLDEST: u32 = 17;
/// The newest release this version was tested on.
const NEWEST: u32 = 25;

/// Folders in which installers put JDKs, one folder each.
const USUAL_PLACES: [&str; 4] =
    ["/usr/lib/jvm", "/usr/java", "/opt/java", "/Library/Java/JavaVirtualMachines"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    pub home: PathBuf,
    /// The feature release: 17, 21, 25.
    pub feature: u32,
    /// The text of the `release` file: it tells one JDK from another.
    pub release: String,
}

impl Jdk {
    /// The JDK of `--java-home`, else of `JAVA_HOME`, else of the `java` on the `PATH`.
    pub fn find(setting: Option<&Setting>) -> Result<Self, Failure> {
        if let Some(setting) = setting {
            return Self::at(&setting.path(), &setting.origin.to_string());
        }
        if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            return Self::at(Path::new(&home), "JAVA_HOME");
        }
        match java_on_path() {
            Some(java) => {
                Self::at(&home_of(&java), &format!("of `{}` on the PATH", java.display()))
            }
            None => Err(nowhere()),
        }
    }

    /// The JDK in a folder, if there is one that can be used.
    pub fn in_folder(home: &Path) -> Option<Self> {
        Self::at(home, "").ok()
    }

    /// The JDK at `home`; `origin` tells the user who said so.
    fn at(home: &Path, origin: &str) -> Result<Self, Failure> {
        let shown = home.display();
        let not_a_jdk = |why: &str| {
            Failure::bad_input(format!("`{shown}` is not the home of a JDK: {why} ({origin})"))
                .help(better_home(home).unwrap_or_else(installed_or_advice))
        };
        if !home.exists() {
            return Err(not_a_jdk("there is no such folder"));
        }
        if !home.is_dir() {
            return Err(not_a_jdk("it is a file"));
        }
        let release = read_at_most(&home.join("release"), LARGEST_RELEASE)
            .map_err(|_| not_a_jdk("it has no file `release`"))?;
        let release = String::from_utf8_lossy(&release).into_owned();
        let version = version(&release)
            .ok_or_else(|| not_a_jdk("its file `release` names no JAVA_VERSION"))?;
        let JdkVersion { feature, full } = version;
        if feature < OLDEST {
            return Err(Failure::bad_input(format!(
                "the JDK at `{shown}` is too old: version {full} ({origin})"
            ))
            .help(format!("use a JDK from {OLDEST} on; {}", installed_or_advice())));
        }
        if feature > NEWEST {
            log::warn!(
                "JDK {full} at {shown} is newer than {NEWEST}, the newest this version was tested on"
            );
        }
        if !home.join("lib/modules").is_file() {
            return Err(not_a_jdk("it has no class library `lib/modules`"));
        }
        Ok(Self { home: home.to_owned(), feature, release })
    }

    /// The compiler, or what to install to have one.
    pub fn javac(&self) -> Result<PathBuf, Failure> {
        let javac = self.home.join("bin").join("javac");
        if javac.is_file() {
            return Ok(javac);
        }
        let feature = self.feature;
        Err(Failure::bad_input(format!(
            "`{}` has no `javac`: it runs programs, but cannot compile them",
            self.home.display()
        ))
        .help(format!(
            "install the JDK: `apt-get install openjdk-{feature}-jdk-headless` on Debian and Ubuntu, \
                 `dnf install java-{feature}-openjdk-devel` on Fedora"
        ))
        .help("or compile elsewhere and give the class: `raceproof run Main --classpath FOLDER`"))
    }
}

fn java_on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file())
}

/// `java` on the path is usually a link, and then another, to `HOME/bin/java`.
fn home_of(java: &Path) -> PathBuf {
    let real = java.canonicalize().unwrap_or_else(|_| java.to_owned());
    real.parent().and_then(Path::parent).unwrap_or(Path::new("/")).to_owned()
}

fn version(release: &str) -> Option<JdkVersion> {
    let value = release.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    JdkVersion::parse(value.trim().trim_matches('"'))
}

/// A path near the wrong one that is a home: people give `HOME/bin`, `HOME/bin/java`, or a folder
/// of homes.
fn better_home(wrong: &Path) -> Option<String> {
    let is_home = |folder: &Path| folder.join("lib/modules").is_file();
    let above =
        wrong.ancestors().skip(1).take(2).find(|folder| is_home(folder)).map(Path::to_owned);
    let linked = || wrong.is_file().then(|| home_of(wrong)).filter(|home| is_home(home));
    let bundle = || Some(wrong.join("Contents/Home")).filter(|home| is_home(home));
    let home = above.or_else(linked).or_else(bundle)?;
    Some(format!("did you mean `{}`?", home.display()))
}

fn nowhere() -> Failure {
    Failure::bad_input(
        "no JDK: neither --java-home nor JAVA_HOME is given, and there is no `java` on the PATH",
    )
    .help(installed_or_advice())
}

/// Names the JDKs of the usual places; without any, says what to install.
fn installed_or_advice() -> String {
    let homes = installed();
    match homes.as_slice() {
        [] => "install one: `apt-get install default-jdk-headless` on Debian and Ubuntu".to_owned(),
        homes => {
            let list: Vec<String> =
                homes.iter().map(|home| format!("--java-home {}", home.display())).collect();
            format!("installed here: {}", list.join(" or "))
        }
    }
}

fn installed() -> Vec<PathBuf> {
    let entries =
        USUAL_PLACES.iter().filter_map(|place| fs::read_dir(place).ok()).flatten().flatten();
    let mut homes: Vec<PathBuf> = entries
        .filter_map(|entry| entry.path().canonicalize().ok())
        .filter(|home| home.join("lib/modules").is_file())
        .filter(|home| {
            let release = fs::read_to_string(home.join("release")).unwrap_or_default();
            version(&release).is_some_and(|version| version.feature >= OLDEST)
        })
        .collect();
    homes.sort();
    homes.dedup();
    homes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_stands_in_the_release_file() {
        let feature = |release: &str| version(release).map(|version| version.feature);
        assert_eq!(feature("A=\"1\"\nJAVA_VERSION=\"21.0.2\"\nX=\"y\"\n"), Some(21));
        assert_eq!(feature("JAVA_VERSION=\"1.8.0_402\""), Some(8));
        assert_eq!(feature("JAVA_VERSION=\"new\""), None);
        assert_eq!(feature("A=1"), None);
    }
}
