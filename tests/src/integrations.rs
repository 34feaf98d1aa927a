//! The jars of `integrations`, built beside the tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::jdk::Jdk;
use crate::place;
use crate::process;

/// The folder with `raceproof-junit.jar`, `raceproof-maven-plugin.jar` and the repository `maven`.
pub fn folder(temporary: &str, jdk: &Jdk) -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(temporary).join("integrations");
        let mut build = Command::new("sh");
        process::plain_environment(&mut build);
        build.env("JAVA_HOME", &jdk.home);
        build.arg(place::workspace().join("integrations/build.sh"));
        build.arg(&folder).arg(env!("CARGO_PKG_VERSION"));
        let built =
            process::run(build, b"", process::patience()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(built.status, Some(0), "integrations/build.sh: {}", built.stderr_text());
        eprint!("{}", built.stderr_text());
        folder
    })
}
