//! Places of a class file as files of somebody's machine.
//!
//! A class file names its source without the folder and its lines without columns. Where the source
//! is found, a place has a path, from the working folder if it is below it; where it is not, only
//! what the class file says is told, and nothing is made up.

use std::path::Path;

use raceproof_base::Place;

use crate::source_lines::{SourceLines, package_of};

/// Where a place is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// In a file below the working folder, by its path from there.
    Here(String),
    /// In a file elsewhere, by its whole path.
    Elsewhere(String),
    /// In a file that was not found: the folder of its package, and its name.
    Unfound(Vec<String>),
    /// In no file that the class names.
    Nowhere,
}

impl Whereabouts {
    pub fn of(place: &Place, sources: &SourceLines) -> Self {
        if let Some(path) = path(place, sources) {
            return match Path::new(&path).is_absolute() {
                true => Self::Elsewhere(path),
                false => Self::Here(path),
            };
        }
        if place.file.is_empty() {
            return Self::Nowhere;
        }
        let package = package_of(&place.class).split('.').filter(|part| !part.is_empty());
        Self::Unfound(package.chain([place.file.as_str()]).map(str::to_owned).collect())
    }
}

/// The path of the source of a place, if it was found.
pub fn path(place: &Place, sources: &SourceLines) -> Option<String> {
    if place.library {
        return None;
    }
    let source = sources.of_class(&place.class, &place.file)?;
    Some(from_here(&source.file))
}

/// From the working folder, if the file is below it: that is the root of a project, as a rule.
fn from_here(file: &str) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| Path::new(file).strip_prefix(here).ok().map(Path::to_owned));
    below.map_or_else(|| file.to_owned(), |path| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{FORKS, library, place};

    #[test]
    fn what_was_not_found_has_no_path() {
        let sources = SourceLines::of_text("Forks.java", FORKS);
        let of = |place: &Place| Whereabouts::of(place, &sources);
        assert_eq!(of(&place("Forks", "main", 3)), Whereabouts::Here("Forks.java".to_owned()));
        let parts =
            |parts: &[&str]| Whereabouts::Unfound(parts.iter().map(|&p| p.into()).collect());
        assert_eq!(of(&place("a.b.Gone", "main", 3)), parts(&["a", "b", "Gone.java"]));
        assert_eq!(of(&library("java.util.List", "of", 3)), parts(&["java", "util", "List.java"]));
        assert_eq!(of(&Place::default()), Whereabouts::Nowhere);
    }

    #[test]
    fn paths_below_the_working_folder_are_from_there() {
        let here = std::env::current_dir().unwrap();
        let file = here.join("src/Foo.java").display().to_string();
        assert_eq!(from_here(&file), "src/Foo.java");
        assert_eq!(from_here("/elsewhere/Foo.java"), "/elsewhere/Foo.java");
        assert_eq!(from_here("src/Foo.java"), "src/Foo.java");
    }
}
