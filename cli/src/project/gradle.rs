//! Gradle: a task of an init script, which the project's own wrapper runs, else `gradle`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Question, unbuilt};
use crate::failure::Failure;
use crate::jdk::Jdk;

const FILES: [&str; 2] = ["build.gradle", "build.gradle.kts"];
/// What the folder of a whole build has, which may be above a project's.
const ROOT_FILES: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];
/// What the jars depend on besides.
const MORE_FILES: [&str; 2] = ["gradle.properties", "gradle/libs.versions.toml"];

/// Below it each language has a folder of its own, such as `java`, with one for `test` in it.
const CLASSES: &str = "build/classes";

pub const HINT: &str = "in a Gradle project: `gradle testClasses` (or `./gradlew testClasses`), then leave --classpath out, \
                        or give --classpath build/classes/java/main:build/classes/java/test and the jars";

/// Writes the class path of the tests of one project into a file.
const SCRIPT: &str = "def into = new File(System.getProperty('raceproof.into'))
def folder = new File(System.getProperty('raceproof.folder')).canonicalFile
allprojects {
    tasks.create('raceproofClassPath').doLast { task ->
        if (task.project.projectDir.canonicalFile == folder) {
            into.text = task.project.sourceSets.test.runtimeClasspath.asPath
        }
    }
}
";

pub fn is_here(folder: &Path) -> bool {
    has_any(folder, &FILES)
}

pub fn class_path(folder: &Path, jdk: &Jdk) -> Result<Vec<PathBuf>, Failure> {
    if !is_built(folder) {
        let missing = folder.join(CLASSES).join("java/test");
        return Err(unbuilt(&missing, "gradle testClasses"));
    }
    let project = env::current_dir().unwrap_or_default().join(folder);
    let root = project.ancestors().find(|above| has_any(above, &ROOT_FILES)).unwrap_or(&project);
    let wrapper = Some(root.join("gradlew")).filter(|wrapper| wrapper.is_file());
    let question = Question {
        folder,
        files: &described(&project, root),
        built: "build",
        told: if wrapper.is_some() { "./gradlew --offline" } else { "gradle --offline" },
        program: wrapper.unwrap_or_else(|| PathBuf::from("gradle")),
        help: [
            "`gradle testClasses` (or `./gradlew testClasses`) fetches what the tests need; then check again",
            "or name the class path by --classpath: build/classes/java/test:build/classes/java/main and the jars \
             (`println sourceSets.test.runtimeClasspath.asPath` in a task names all of it)",
        ],
    };
    let told = question.answer(jdk, |into| arguments(&project, into))?;
    let shorter = |entry: PathBuf| {
        entry.strip_prefix(&project).map(|inside| folder.join(inside)).unwrap_or(entry)
    };
    // A folder of resources need not be there.
    Ok(told.into_iter().filter(|entry| entry.exists()).map(shorter).collect())
}

fn arguments(project: &Path, into: &Path) -> Result<Vec<String>, Failure> {
    let into = project.join(into);
    let script = into.with_extension("gradle");
    fs::write(&script, SCRIPT).map_err(|error| {
        Failure::bad_input(format!("`{}` cannot be written: {error}", script.display()))
            .help("name the class path by --classpath")
    })?;
    Ok(vec![
        "--offline".to_owned(),
        "--quiet".to_owned(),
        "--init-script".to_owned(),
        script.display().to_string(),
        format!("-Draceproof.into={}", into.display()),
        format!("-Draceproof.folder={}", project.display()),
        "raceproofClassPath".to_owned(),
    ])
}

fn has_any(folder: &Path, names: &[&str]) -> bool {
    names.iter().any(|name| folder.join(name).is_file())
}

fn is_built(folder: &Path) -> bool {
    let languages = fs::read_dir(folder.join(CLASSES)).into_iter().flatten().flatten();
    languages.into_iter().any(|language| language.path().join("test").is_dir())
}

/// The files that say what the jars are, from the project's folder up to the whole build's.
fn described(project: &Path, root: &Path) -> Vec<PathBuf> {
    let folders = project.ancestors().take_while(|folder| folder.starts_with(root));
    let names = || FILES.iter().chain(&ROOT_FILES).chain(&MORE_FILES);
    let files = folders.flat_map(|folder| names().map(|name| folder.join(name)));
    files.filter(|file| file.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A build of two projects, as the plugin for Kotlin leaves it.
    #[test]
    fn a_project_in_a_build_depends_on_what_the_whole_says() {
        let folder = env::temp_dir().join(format!("raceproof-gradle-{}", std::process::id()));
        let project = folder.join("till");
        fs::create_dir_all(project.join("build/classes/kotlin/test")).unwrap();
        fs::create_dir_all(folder.join("gradle")).unwrap();
        for file in ["settings.gradle.kts", "gradle/libs.versions.toml", "till/build.gradle.kts"] {
            fs::write(folder.join(file), "").unwrap();
        }
        assert!(is_here(&project) && !is_here(&folder));
        assert!(is_built(&project) && !is_built(&folder));
        let names = ["till/build.gradle.kts", "settings.gradle.kts", "gradle/libs.versions.toml"];
        assert_eq!(described(&project, &folder), names.map(|name| folder.join(name)));
        fs::remove_dir_all(&folder).unwrap();
    }
}
