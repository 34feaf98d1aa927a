//! The Java programs that `scan` answers within seconds: those of `scan/tests/programs.txt`.

use std::collections::BTreeSet;
use std::fs;

use crate::place;
use crate::program::Program;

/// The programs, each with the kind that stands before its name. It is an error if the list cannot
/// be read, or names a program that does not exist.
pub fn programs() -> Result<Vec<(String, Program)>, String> {
    let list = place::workspace().join("scan/tests/programs.txt");
    let list = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let mut wanted: BTreeSet<&str> =
        list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let mut found = Vec::new();
    for kind in ["race", "race-free", "scan"] {
        let folder = if kind == "scan" {
            place::workspace().join("scan/tests/java")
        } else {
            place::java_programs(kind)
        };
        for program in Program::plain_in_folder(&folder)? {
            if wanted.remove(&*format!("{kind}/{}", program.name)) {
                found.push((kind.to_owned(), program));
            }
        }
    }
    if wanted.is_empty() { Ok(found) } else { Err(format!("there is no {wanted:?}")) }
}
