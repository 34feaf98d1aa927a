//! The oracle: the answers of the installed `java`, cached under a hash of what they depend on.

use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_128;

use crate::jdk::Jdk;
use crate::process::{self, Finished};
use crate::program::Program;

/// Part of the hash: to be changed when the question put to `java` changes.
const VERSION: &str = "1";

/// Options under which HotSpot answers as our virtual machine is told to: assertions, and the
/// default `--processors`. The other two only make it start sooner.
const OPTIONS: [&str; 4] =
    ["-ea", "-XX:ActiveProcessorCount=4", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/// A cache of answers that outlives the test run.
pub struct Oracle {
    folder: PathBuf,
}

impl Oracle {
    /// Answers are kept below `temporary`.
    pub fn new(temporary: &Path) -> Self {
        Self { folder: temporary.join("oracle") }
    }

    /// The answer of `java`, from memory or from a run in the folder `work`.
    pub fn answer(
        &self,
        jdk: &Jdk,
        program: &Program,
        classes: &Path,
        work: &Path,
    ) -> Result<Finished, String> {
        let question =
            [VERSION, &jdk.release, &program.main_class(), &program.text, &OPTIONS.join(" ")]
                .join("\0");
        let key = format!("{}-{:032x}", program.name, xxh3_128(question.as_bytes()));
        let remembered = self.folder.join(jdk.feature.to_string()).join(key);
        if let Some(answer) = recall(&remembered) {
            return Ok(answer);
        }
        let answer = ask(jdk, program, classes, work)?;
        remember(&remembered, &answer)
            .map_err(|error| format!("{}: {error}", remembered.display()))?;
        Ok(answer)
    }
}

fn ask(jdk: &Jdk, program: &Program, classes: &Path, work: &Path) -> Result<Finished, String> {
    let mut java = jdk.tool("java");
    java.args(OPTIONS).args(program.header.heap.iter().map(|size| format!("-Xmx{size}")));
    java.arg("-cp")
        .arg(classes)
        .arg(program.main_class())
        .args(&program.header.args)
        .current_dir(work);
    process::run(java, program.header.stdin.as_bytes(), process::patience())
}

fn recall(folder: &Path) -> Option<Finished> {
    let status = fs::read_to_string(folder.join("status")).ok()?;
    Some(Finished {
        status: status.trim().parse().ok(),
        stdout: fs::read(folder.join("stdout")).ok()?,
        stderr: fs::read(folder.join("stderr")).ok()?,
    })
}

/// The status is written last: an answer that was interrupted is not recalled.
fn remember(folder: &Path, answer: &Finished) -> std::io::Result<()> {
    let Some(status) = answer.status else { return Ok(()) };
    fs::create_dir_all(folder)?;
    fs::write(folder.join("stdout"), &answer.stdout)?;
    fs::write(folder.join("stderr"), &answer.stderr)?;
    fs::write(folder.join("status"), status.to_string())
}
