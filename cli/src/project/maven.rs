//! Maven: `mvn dependency:build-classpath`.

use std::path::{Path, PathBuf};

use super::{Question, unbuilt};
use crate::failure::Failure;
use crate::jdk::Jdk;

pub const FILE: &str = "pom.xml";

pub const HINT: &str = "in a Maven project: `mvn test-compile`, then leave --classpath out, or give --classpath \
                        target/classes:target/test-classes and the jars";

pub fn class_path(folder: &Path, jdk: &Jdk) -> Result<Vec<PathBuf>, Failure> {
    let own = ["target/test-classes", "target/classes"].map(|name| folder.join(name));
    if !own[0].is_dir() {
        return Err(unbuilt(&own[0], "mvn test-compile"));
    }
    let question = Question {
        folder,
        files: &[folder.join(FILE)],
        built: "target",
        program: PathBuf::from("mvn"),
        told: "mvn -o dependency:build-classpath",
        help: [
            "`mvn dependency:build-classpath` fetches what Maven needs to name them; then check again",
            "or name the class path by --classpath: target/test-classes:target/classes and the jars",
        ],
    };
    let jars = question.answer(jdk, |into| {
        let goal = ["-o", "-q", "-B", "dependency:build-classpath", "-Dmdep.includeScope=test"];
        let into = format!("-Dmdep.outputFile={}", into.display());
        Ok(goal.into_iter().map(str::to_owned).chain([into]).collect())
    })?;
    Ok(own.into_iter().filter(|entry| entry.is_dir()).chain(jars).collect())
}
