//! No file is written over that is read, or that something else is written to, by whatever name.

use std::path::{Path, PathBuf};

use crate::mistake::Mistake;
use crate::schema::{Command, Key};
use crate::settings::Settings;

/// Keys that name a file to write.
const WRITTEN: [Key; 5] =
    [Key::Output, Key::SaveTrace, Key::SaveReflection, Key::WriteBaseline, Key::Ledger];
/// Keys that name a file to read.
const READ: [Key; 3] = [Key::Baseline, Key::SkipProved, Key::Target];
/// Keys that name several; of folders it is what lies in them ([`is_of_a_program`]).
const READ_LISTS: [Key; 4] = [Key::Reflection, Key::Changed, Key::ClassPath, Key::SourcePath];

/// A file, and how it was named.
struct Named {
    path: PathBuf,
    told: String,
    /// None of a file that no key names.
    key: Option<Key>,
}

/// Refuses to write a file that is read, or that something else is written to; but for a baseline or
/// ledger that is compared with and written again.
pub fn refuse(settings: &Settings) -> Result<(), Mistake> {
    let mut written = of_keys(settings, &WRITTEN);
    // That is another mistake.
    written.retain(|one| !one.path.is_dir());
    let read = read(settings);
    for (at, one) in written.iter().enumerate() {
        let same = |other: &&Named| !is_again(one, other) && is_same_file(&one.path, &other.path);
        if let Some(other) = written[at + 1..].iter().chain(&read).find(same) {
            let what = format!("{} and {} name the same file", one.told, other.told);
            return Err(Mistake::new(what).help("give each a file of its own"));
        }
        if is_of_a_program(&one.path) {
            let what = format!("{} would be written over what a program is made of", one.told);
            return Err(Mistake::new(what)
                .help("give it a file of its own, or take the one that is there away"));
        }
        if is_a_trace_in(settings, &one.path) {
            let folder = settings.describe(Key::SaveTraces);
            let what = format!("{} may be one of the traces that {folder} writes", one.told);
            return Err(Mistake::new(what).help("give it another name, or another folder"));
        }
    }
    Ok(())
}

fn is_again(one: &Named, other: &Named) -> bool {
    other.key == Some(Key::Baseline) && matches!(one.key, Some(Key::WriteBaseline | Key::Ledger))
}

/// The files of those keys that the command heeds: a properties file serves others, too.
fn of_keys(settings: &Settings, keys: &[Key]) -> Vec<Named> {
    let heeded = keys.iter().filter(|key| is_heeded(settings, **key));
    let file = |key: &Key| {
        let (path, told) = (settings.path(*key)?, settings.describe(*key));
        Some(Named { path, told, key: Some(*key) })
    };
    heeded.filter_map(file).collect()
}

/// What `replay` does not heed it takes from the trace, but for what is written.
fn is_heeded(settings: &Settings, key: Key) -> bool {
    match settings.trace() {
        Some(_) => key.row().is_for(Command::Replay) || !WRITTEN.contains(&key),
        None => key.row().is_for(settings.command),
    }
}

/// All that is read.
fn read(settings: &Settings) -> Vec<Named> {
    let mut read = of_keys(settings, &READ);
    for key in READ_LISTS.into_iter().filter(|key| is_heeded(settings, *key)) {
        let file = |path| Named { path, told: settings.describe(key), key: Some(key) };
        read.extend(settings.paths(key).into_iter().map(file));
    }
    let beyond = |what: &str, path: &Path| Named {
        path: path.to_owned(),
        told: format!("{what} `{}`", path.display()),
        key: None,
    };
    read.extend(settings.trace().map(|path| beyond("the trace", path)));
    read.extend(settings.files().iter().map(|path| beyond("the file of options", path)));
    read
}

/// A source that a class is compiled from, a class in a folder, a jar in another's manifest: nobody
/// wants a report there.
fn is_of_a_program(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("java" | "class" | "jar")) && path.is_file()
}

/// Traces are named by numbers that are not known yet.
fn is_a_trace_in(settings: &Settings, path: &Path) -> bool {
    let is_trace = path.extension().is_some_and(|extension| extension == "trace");
    let folder = settings.path(Key::SaveTraces).filter(|_| is_heeded(settings, Key::SaveTraces));
    is_trace && folder.is_some_and(|folder| is_same_file(&folder_of(path), &folder))
}

fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// By whatever name: through links, and relative to the same folder.
fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}

/// Where a file is, or will be.
fn real(path: &Path) -> Option<PathBuf> {
    let there = path.canonicalize().ok();
    there.or_else(|| Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{TABLE, ValueKind};

    #[test]
    fn each_key_of_a_path_is_read_or_written() {
        // A JDK, which nobody writes to, and a folder that is looked at by itself.
        let others = [Key::JavaHome, Key::SaveTraces];
        let known = [&WRITTEN[..], &READ, &READ_LISTS, &others].concat();
        for row in &TABLE {
            if matches!(row.kind, ValueKind::Path(_) | ValueKind::Paths) {
                assert!(known.contains(&row.key), "{}: is it read, or written?", row.name);
            }
        }
    }
}
