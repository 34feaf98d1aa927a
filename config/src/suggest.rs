//! "Did you mean": the nearest name among those that would have been right.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::mistake::Mistake;
use crate::reading;

/// Nothing longer is a slip of the finger; comparing it would only take time and memory.
const LONGEST_NAME: usize = 100;

/// The candidate nearest to `wrong`, if it is near enough to be a slip of the finger.
#[must_use]
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = wrong.chars().count();
    if length > LONGEST_NAME {
        return None;
    }
    let lower = wrong.to_lowercase();
    let allowed = (length / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| {
            (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate)
        })
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The file beside a missing `path` whose name is nearest, among files of the same extension.
#[must_use]
pub fn nearest_file(path: &Path) -> Option<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let wrong = path.file_name()?.to_str()?;
    let names: Vec<String> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        // What is no file any more (a link that leads nowhere) is no way out.
        .filter(|name| {
            Path::new(name).extension() == path.extension() && folder.join(name).is_file()
        })
        .collect();
    let name = nearest(wrong, names.iter().map(String::as_str))?;
    Some(path.with_file_name(name))
}

/// Fails unless there is a file at `path`, naming one that may be meant.
///
/// # Errors
/// If there is none.
pub fn existing_file(path: &Path) -> Result<(), Mistake> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) if metadata.is_dir() => {
            Err(Mistake::new(format!("`{shown}` is a folder, not a file"))
                .help("name a file in it"))
        }
        Ok(_) => Err(Mistake::new(format!("`{shown}` is not a file but a device or a pipe"))
            .help("write what it gives into a file, and name that")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(missing(path)),
        Err(error) => Err(Mistake::new(format!("`{shown}` cannot be read: {error}"))
            .help(reading::advice(&error))),
    }
}

fn missing(path: &Path) -> Mistake {
    let shown = path.display();
    if let Ok(target) = fs::read_link(path) {
        let target = target.display();
        return Mistake::new(format!("`{shown}` is a link to `{target}`, which does not exist"))
            .help("name a file that is there, or let the link lead to one");
    }
    let mistake = Mistake::new(format!("`{shown}` does not exist"));
    match nearest_file(path) {
        Some(near) => mistake.help(format!("did you mean `{}`?", near.display())),
        None => mistake.help(where_it_is_not(path)),
    }
}

/// Names are mostly right, and relative to another folder.
fn where_it_is_not(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole.parent().unwrap_or(Path::new("/"));
    let what = if folder.is_dir() { "it was looked for in" } else { "there is no folder" };
    format!("{what} `{}`: name a file that is there", folder.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        let keys = ["classpath", "target", "heap"];
        assert_eq!(nearest("claspath", keys), Some("classpath"));
        assert_eq!(nearest("Traget", keys), Some("target"));
        assert_eq!(nearest("listener", keys), None);
    }
}
