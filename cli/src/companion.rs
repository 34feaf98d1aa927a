//! What the executable carries inside, and unpacks into the cache when it is needed: jars for Java
//! machines and build tools, made by `build/main.rs`. Nothing that lies beside the executable
//! counts, so a copy of it is the whole tool, and an old jar is never taken for a new one.
//!
//! `raceproof.jar` has the classes by which a program makes choices of data. It is the last entry of
//! every class path, so that a program's own class of the same name wins.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::cache::{Cache, KeyBuilder};
use crate::failure::Failure;

/// A part of the tool that is not Rust.
pub struct Companion {
    word: &'static str,
    /// Names below one folder, and contents; or why it was not built.
    files: Result<&'static [(&'static str, &'static [u8])], &'static str>,
}

include!(concat!(env!("OUT_DIR"), "/companions.rs"));

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// `raceproof.jar`, with `raceproof.Choose`.
    Choose,
    /// The agent of `record --agent`.
    Agent,
    /// The annotation for JUnit 5.
    Junit,
    /// The plugin, as a Maven repository, which has the annotation, too.
    Maven,
}

/// All of them.
pub const ALL: [Which; 4] = [Which::Choose, Which::Agent, Which::Junit, Which::Maven];

impl Which {
    /// As `raceproof jar` takes it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Choose => "choose",
            Self::Agent => "agent",
            Self::Junit => "junit",
            Self::Maven => "maven",
        }
    }

    /// What it is for.
    pub fn about(self) -> &'static str {
        match self {
            Self::Choose => "raceproof.Choose and Verify, to compile against",
            Self::Agent => "the recording agent, for -javaagent:",
            Self::Junit => "@RaceproofTest for JUnit 5",
            Self::Maven => "a Maven repository with the plugin and @RaceproofTest",
        }
    }

    /// Where it is, unpacked if it was not: a jar, or the folder of the repository.
    pub fn unpacked(self) -> Result<PathBuf, Failure> {
        self.unpacked_in(&Cache::open(KIND)?)
    }

    fn unpacked_in(self, cache: &Cache) -> Result<PathBuf, Failure> {
        let own = self.files()?;
        let shared: Vec<_> = match self {
            Self::Choose | Self::Agent => own.to_vec(),
            Self::Junit | Self::Maven => [Self::Junit, Self::Maven]
                .into_iter()
                .filter_map(|which| which.files().ok())
                .flatten()
                .copied()
                .collect(),
        };
        let folder = unpack(&shared, cache)?;
        Ok(match self {
            Self::Maven => folder.join("maven"),
            _ => folder.join(own[0].0),
        })
    }

    fn files(self) -> Result<&'static [(&'static str, &'static [u8])], Failure> {
        let word = self.word();
        let companion = COMPANIONS.iter().find(|companion| companion.word == word);
        let files = companion.map_or(Err("it is in no table"), |companion| companion.files);
        files.map_err(|why| {
            Failure::bad_input(format!(
                "this executable was built without `{word}`, {}",
                self.about()
            ))
            .help(format!("when it was built: {why}"))
        })
    }
}

/// The folder with these files, an entry of the cache.
fn unpack(files: &[(&str, &[u8])], cache: &Cache) -> Result<PathBuf, Failure> {
    let key = files
        .iter()
        .fold(KeyBuilder::default(), |key, (name, content)| key.part(name).part(content))
        .finish();
    cache.with_files(&key, files).map_err(|error| cache.unwritable(&error))
}

/// Of the cache.
const KIND: &str = "jars";

/// `raceproof.jar`, once it was asked for.
static JAR: OnceLock<PathBuf> = OnceLock::new();

/// Adds `raceproof.jar` to a class path. Few programs need it, but without it those would end by a
/// `NoClassDefFoundError`, which is no mistake of theirs. So where the cache cannot be written to,
/// it goes among temporary files; where these cannot either, nothing is checked.
pub fn complete(mut class_path: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let jar = match JAR.get() {
        Some(jar) => jar,
        None => {
            let jar = Which::Choose.unpacked().or_else(|failure| {
                let elsewhere = Cache::temporary(KIND);
                elsewhere.and_then(|cache| Which::Choose.unpacked_in(&cache)).map_err(|second| {
                    failure.help(format!("nor was there another place: {}", second.message))
                })
            })?;
            JAR.get_or_init(|| jar)
        }
    };
    class_path.push(jar.clone());
    Ok(class_path)
}

/// The class path without the jar: what is the program's own.
pub fn own(class_path: &[PathBuf]) -> Vec<PathBuf> {
    class_path.iter().filter(|entry| Some(*entry) != JAR.get()).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_classfile::Jar;
    use std::fs;

    #[test]
    fn the_jar_ends_a_class_path_and_is_not_the_programs_own() {
        let own_path = vec![PathBuf::from("classes"), PathBuf::from("lib/a.jar")];
        let path = complete(own_path.clone()).unwrap();
        assert_eq!(path[..2], own_path[..]);
        assert!(path[2].ends_with("raceproof.jar"), "{path:?}");
        assert_eq!(own(&path), own_path);
        let jar = Jar::open(&path[2]).unwrap();
        assert!(jar.manifest().is_none(), "a program would see it");
    }

    /// Executables of two builds take turns, and neither writes over the other's.
    #[test]
    fn other_contents_and_other_names_are_other_folders() {
        let cache = Cache::open(KIND).unwrap();
        let files: [&[(&str, &[u8])]; 3] = [&[("a", b"1")], &[("a", b"2")], &[("b", b"1")]];
        let folders = files.map(|files| unpack(files, &cache).unwrap());
        for (at, folder) in folders.iter().enumerate() {
            assert!(!folders[..at].contains(folder), "{folders:?}");
            assert!(fs::read(folder.join(files[at][0].0)).unwrap() == files[at][0].1);
        }
        for folder in folders {
            fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn every_companion_is_in_the_table_under_its_word() {
        let words: Vec<&str> = COMPANIONS.iter().map(|companion| companion.word).collect();
        assert_eq!(words, ALL.map(Which::word));
    }
}
