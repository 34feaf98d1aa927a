//! `raceproof.jar`, which lies beside the executable: the classes by which a program makes choices
//! of data. It is the last entry of every class path, so that a program's own class of the same
//! name wins.

use std::path::{Path, PathBuf};

const NAME: &str = "raceproof.jar";

/// The jar, if it is there; without it only programs that use its classes miss something.
pub fn jar() -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    let executable = executable.canonicalize().unwrap_or(executable);
    beside(&executable)
}

fn beside(executable: &Path) -> Option<PathBuf> {
    Some(executable.parent()?.join(NAME)).filter(|jar| jar.is_file())
}

/// Adds the jar to a class path.
pub fn complete(mut class_path: Vec<PathBuf>) -> Vec<PathBuf> {
    class_path.extend(jar());
    class_path
}

/// The class path without the jar: what is the program's own.
pub fn own(class_path: &[PathBuf]) -> Vec<PathBuf> {
    let jar = jar();
    class_path.iter().filter(|entry| Some(*entry) != jar.as_ref()).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jar_lies_beside_the_executable_or_nowhere() {
        let folder =
            std::env::temp_dir().join(format!("raceproof-companion-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let executable = folder.join("raceproof");
        assert_eq!(beside(&executable), None);
        std::fs::write(folder.join(NAME), "").unwrap();
        assert_eq!(beside(&executable), Some(folder.join(NAME)));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
