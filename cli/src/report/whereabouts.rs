//! Places of a class file as files of somebody's machine.
//!
//! A class file names its source without the folder and its lines without columns. Where the source
//! is found, a place has a path, from the working folder if it is below it; where it is not, only
//! what the class file says is told, and nothing is made up.

use std::env;
use std::path::{Component, Path, PathBuf};

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
    Some(source.path.to_string())
}

/// From the working folder, if the file is below it: that is the root of a project, as a rule. Else
/// from the root, which means the same to whoever reads it elsewhere.
pub fn from_here(file: &Path) -> String {
    let Ok(here) = env::current_dir() else { return file.display().to_string() };
    let whole = normal(&here.join(file));
    let below = |path: &Path| path.strip_prefix(&here).ok().map(Path::to_owned);
    // The working folder is known by its real name.
    let found = below(&whole).or_else(|| below(&whole.canonicalize().ok()?));
    found.unwrap_or(whole).display().to_string()
}

/// Without `.` and `..`. Behind a link `..` is the folder above what it leads to, so such a link is
/// followed.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if normal.is_symlink() {
                    normal = normal.canonicalize().unwrap_or(normal);
                }
                normal.pop();
            }
            _ => normal.push(part),
        }
    }
    normal
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
        let here = env::current_dir().unwrap();
        let name = here.file_name().unwrap().to_str().unwrap();
        for (file, path) in [
            (here.join("src/Foo.java"), "src/Foo.java"),
            (PathBuf::from("src/./Foo.java"), "src/Foo.java"),
            (PathBuf::from("gone/../src/Foo.java"), "src/Foo.java"),
            (Path::new("..").join(name).join("Foo.java"), "Foo.java"),
            (PathBuf::from("/elsewhere/../other/Foo.java"), "/other/Foo.java"),
        ] {
            assert_eq!(from_here(&file), path, "{}", file.display());
        }
        let above = here.parent().unwrap().join("Foo.java");
        assert_eq!(from_here(Path::new("../Foo.java")), above.display().to_string());
    }

    #[test]
    fn a_link_is_followed_only_where_the_way_goes_back() {
        let root = env::temp_dir().join(format!("raceproof-whereabouts-{}", std::process::id()));
        std::fs::create_dir_all(root.join("real/deep")).unwrap();
        let root = root.canonicalize().unwrap();
        std::os::unix::fs::symlink("real/deep", root.join("link")).unwrap();
        assert_eq!(normal(&root.join("link/../Foo.java")), root.join("real/Foo.java"));
        assert_eq!(normal(&root.join("link/Foo.java")), root.join("link/Foo.java"));
        std::fs::remove_dir_all(root).unwrap();
    }
}
