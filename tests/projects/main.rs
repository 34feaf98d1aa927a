//! Whole projects, built by their own tools: `check --test` in them, the annotation for JUnit 5 and
//! the plugin of Maven.

mod class_path;
mod junit;
mod maven_plugin;
mod shop;

use std::path::PathBuf;
use std::process::Command;

use raceproof_tests::maven::{Maven, example};
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::test_lines::expect_lines;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// A copy of `examples/shop`.
struct Shop {
    sandbox: Sandbox,
    maven: Maven,
    folder: PathBuf,
}

impl Shop {
    /// Nothing where Maven is not installed.
    fn open(name: &str) -> Option<Self> {
        let maven = Maven::find(TEMPORARY)?;
        let sandbox = Sandbox::new(TEMPORARY, &format!("projects-{name}"));
        let folder = example(&sandbox, "shop");
        Some(Self { sandbox, maven, folder })
    }

    fn mvn(&self, arguments: &[&str]) -> Finished {
        self.maven.run(&self.sandbox, "shop", arguments)
    }

    /// Compiles it with its tests.
    fn built(self) -> Self {
        let finished = self.mvn(&["-q", "test-compile"]);
        assert_eq!(finished.status, Some(0), "{}", finished.stdout_text());
        self
    }

    /// The mistakes are mended, in the sources alone.
    fn mended(self) -> Self {
        let mut git = Command::new("git");
        git.args(["apply", "mended.patch"]).current_dir(&self.folder);
        // As if it lay in no repository.
        git.env("GIT_CEILING_DIRECTORIES", &self.sandbox.folder);
        let finished = self.sandbox.finish(git);
        assert_eq!(finished.status, Some(0), "{}", finished.stderr_text());
        self
    }

    fn raceproof(&self, arguments: &[&str]) -> Finished {
        self.sandbox.finish(self.command(arguments))
    }

    /// The tool in its folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.maven.given_to(self.sandbox.command(arguments));
        command.current_dir(&self.folder);
        command
    }
}
