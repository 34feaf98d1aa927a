//! The class path of a project of Maven's or Gradle's, for whoever runs its tests and gives none.
//!
//! Nothing is built here, and nothing fetched: what is missing is told with the command that makes
//! it. Maven is asked for the jars once for each content of `pom.xml`, without the network; the
//! answer is kept below `target`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use raceproof_classfile::ClassPath;
use raceproof_config::read_at_most;
use xxhash_rust::xxh3::xxh3_128;

use crate::failure::Failure;
use crate::jdk::Jdk;

/// More than any file that a project is described by.
const LARGEST: u64 = 16 << 20;
/// Of what Maven says, the end.
const LAST_LINES: usize = 8;

const MAVEN: &str = "pom.xml";
const GRADLE: [&str; 2] = ["build.gradle", "build.gradle.kts"];

/// The class path of the tests of the project in a folder; nothing if there is no project.
pub fn class_path(folder: &Path, jdk: &Jdk) -> Result<Option<Vec<PathBuf>>, Failure> {
    if folder.join(MAVEN).is_file() {
        let mut entries =
            built(folder, ["target/test-classes", "target/classes"], "mvn test-compile")?;
        entries.extend(jars_of_maven(folder, jdk)?);
        return Ok(Some(entries));
    }
    let Some(name) = GRADLE.into_iter().find(|name| folder.join(name).is_file()) else {
        return Ok(None);
    };
    let folders = ["build/classes/java/test", "build/classes/java/main"];
    built(folder, folders, "gradle testClasses")?;
    Err(Failure::bad_input(format!(
        "`{name}` is here, but of a Gradle project the jars are not found without --classpath"
    ))
    .help(format!(
        "give them: --classpath {}:JARS (a task of `{name}` that does `println sourceSets.test.runtimeClasspath.asPath` \
         names all of it)",
        folders.join(":")
    )))
}

/// What to give, if a project is here.
pub fn hint(folder: &Path) -> Option<&'static str> {
    if folder.join(MAVEN).is_file() {
        return Some(
            "in a Maven project: `mvn test-compile`, then leave --classpath out, or give \
             --classpath target/classes:target/test-classes and the jars",
        );
    }
    GRADLE.into_iter().any(|name| folder.join(name).is_file()).then_some(
        "in a Gradle project: `gradle testClasses`, then give --classpath \
         build/classes/java/main:build/classes/java/test and the jars",
    )
}

/// The folders of compiled classes, of which the first has the tests.
fn built(folder: &Path, folders: [&str; 2], command: &str) -> Result<Vec<PathBuf>, Failure> {
    let entries = folders.map(|name| folder.join(name));
    if !entries[0].is_dir() {
        return Err(Failure::bad_input(format!(
            "there are no compiled tests: `{}` is missing",
            entries[0].display()
        ))
        .help(format!("`{command}` makes it, or name the class path by --classpath")));
    }
    Ok(entries.into_iter().filter(|entry| entry.is_dir()).collect())
}

/// The jars of the dependencies, from what is kept, or from Maven.
fn jars_of_maven(folder: &Path, jdk: &Jdk) -> Result<Vec<PathBuf>, Failure> {
    let pom = folder.join(MAVEN);
    let text = read_at_most(&pom, LARGEST).map_err(|error| {
        Failure::bad_input(format!("`{}` cannot be read: {error}", pom.display()))
    })?;
    let kept = folder.join(format!("target/raceproof-classpath-{:032x}", xxh3_128(&text)));
    if let Ok(text) = fs::read_to_string(&kept) {
        return Ok(entries(&text));
    }
    let draft = kept.with_extension("part");
    ask_maven(folder, &draft, jdk)?;
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

fn entries(text: &str) -> Vec<PathBuf> {
    if text.trim().is_empty() { Vec::new() } else { ClassPath::split(text.trim()) }
}

fn ask_maven(folder: &Path, into: &Path, jdk: &Jdk) -> Result<(), Failure> {
    // Maven takes a relative path from the project.
    let file = into.strip_prefix(folder).unwrap_or(into).display().to_string();
    let words = [
        "dependency:build-classpath",
        "-Dmdep.includeScope=test",
        &format!("-Dmdep.outputFile={file}"),
    ];
    let command = format!("mvn {}", words[0]);
    let unknown = |why: String| {
        Failure::bad_input(format!("the jars of the project are not known: {why}"))
            .help(format!("`{command}` fetches what Maven needs to name them; then check again"))
            .help("or name the class path by --classpath: target/test-classes:target/classes and the jars")
    };
    let output = Command::new("mvn")
        .args(["-o", "-q", "-B"])
        .args(words)
        .current_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
        .env("JAVA_HOME", &jdk.home)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| unknown(format!("`mvn` cannot be started: {error}")))?;
    if output.status.success() && into.is_file() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut failure = unknown(format!("`mvn -o {}` failed", words[0]));
    let first = lines.len().saturating_sub(LAST_LINES);
    failure.details = lines[first..].iter().map(|line| crate::report::visible(line)).collect();
    Err(failure)
}
