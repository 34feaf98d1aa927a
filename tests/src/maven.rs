//! The real Maven, without the network: on what Debian's packages have in `/usr/share/maven-repo`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::place;
use crate::process::{self, Finished};
use crate::sandbox::Sandbox;

const PACKAGES: &str = "maven junit5 libsurefire-java libmaven-compiler-plugin-java libmaven-resources-plugin-java \
                        libmaven-jar-plugin-java libmaven-dependency-plugin-java";
/// A file of each package that Maven takes what a build needs from.
const NEEDED: [&str; 7] = [
    "/usr/bin/mvn",
    "/usr/share/maven-repo/org/junit/jupiter/junit-jupiter-engine/5.9.2",
    "/usr/share/maven-repo/org/apache/maven/surefire/surefire-junit-platform",
    "/usr/share/maven-repo/org/apache/maven/plugins/maven-compiler-plugin",
    "/usr/share/maven-repo/org/apache/maven/plugins/maven-resources-plugin",
    "/usr/share/maven-repo/org/apache/maven/plugins/maven-jar-plugin",
    "/usr/share/maven-repo/org/apache/maven/plugins/maven-dependency-plugin",
];

/// Two at once may tear each other's files in the repository that they share.
static ALONE: Mutex<()> = Mutex::new(());

/// Maven, with a local repository of the tests.
pub struct Maven {
    options: OsString,
    _alone: MutexGuard<'static, ()>,
}

impl Maven {
    /// Nothing where it is not installed, which is said.
    pub fn find(temporary: &str) -> Option<Self> {
        if let Some(missing) = NEEDED.iter().find(|path| !Path::new(path).exists()) {
            eprintln!(
                "*** SKIPPED: what is done with Maven ({missing} is missing): apt-get install {PACKAGES} ***"
            );
            return None;
        }
        let local = Path::new(temporary).join("maven-local");
        let mut options = OsString::from("-Dmaven.repo.local=");
        options.push(&local);
        // Half of what it does is starting.
        options.push(" -XX:TieredStopAtLevel=1 -XX:-UsePerfData");
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        // Maven takes what it has once taken, of however old a build it is.
        let _ = fs::remove_dir_all(local.join("raceproof"));
        Some(Self { options, _alone: alone })
    }

    /// A command that starts Maven, or one that is to.
    pub fn given_to(&self, mut command: Command) -> Command {
        command.env("MAVEN_OPTS", &self.options);
        command
    }

    /// Runs Maven in a folder of the sandbox until it ends.
    pub fn run(&self, sandbox: &Sandbox, folder: &str, arguments: &[&str]) -> Finished {
        let mut command = Command::new("mvn");
        process::plain_environment(&mut command);
        command.env("JAVA_HOME", &sandbox.jdk.home);
        command.args(["-o", "-B"]).args(arguments).current_dir(sandbox.folder.join(folder));
        sandbox.finish(self.given_to(command))
    }
}

/// A copy of a project of `examples` in the sandbox, without what was built in it.
pub fn example(sandbox: &Sandbox, name: &str) -> PathBuf {
    let copy = sandbox.folder.join(name);
    copy_folder(&place::workspace().join("examples").join(name), &copy);
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    let failed = |error: std::io::Error| -> ! { panic!("{}: {error}", from.display()) };
    fs::create_dir_all(to).unwrap_or_else(|error| failed(error));
    for entry in fs::read_dir(from).unwrap_or_else(|error| failed(error)) {
        let entry = entry.unwrap_or_else(|error| failed(error));
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() && entry.file_name() != "target" {
            copy_folder(&path, &copy);
        } else if path.is_file() {
            fs::copy(&path, &copy).unwrap_or_else(|error| failed(error));
        }
    }
}
