//! Programs that read what we write, as they are installed: `.ci/ensure-readers` installs them.

use std::process::Command;

use raceproof_tests::process::{self, Finished};

/// Runs it, if it is there; where it is not, that is said aloud.
pub fn run(program: &str, arguments: &[&str], input: &[u8]) -> Option<Finished> {
    let found = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .any(|folder| folder.join(program).is_file());
    if !found {
        // A build server has them: `.ci/run` installs them.
        assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
        eprintln!("*** SKIPPED: what {program} says of it: bash .ci/ensure-readers ***");
        return None;
    }
    let mut command = Command::new(program);
    command.args(arguments);
    Some(process::run(command, input, process::patience()).unwrap())
}

/// The same, which must succeed without a word of complaint.
#[track_caller]
pub fn accepts(program: &str, arguments: &[&str], input: &[u8]) -> Option<String> {
    let finished = run(program, arguments, input)?;
    let (told, complaints) = (finished.stdout_text(), finished.stderr_text());
    assert_eq!(finished.status, Some(0), "{program} {arguments:?}\n{told}{complaints}");
    Some(told)
}
