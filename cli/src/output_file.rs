//! Files that are written for the user: beside the place and then renamed, so that a reader never
//! sees half of one, and a write that fails leaves the old one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Replaces a file, or makes it. What is no file (`/dev/stdout`, a pipe) is written to.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let Some(target) = replaceable(path) else { return fs::write(path, text) };
    let draft = draft_of(&target);
    let mut file = match File::create(&draft) {
        Ok(file) => file,
        // A file may be ours to write where its folder is not.
        Err(_) if target.exists() => return fs::write(&target, text),
        Err(error) => return Err(error),
    };
    let done = file
        .write_all(text.as_bytes())
        .and_then(|()| match fs::metadata(&target) {
            Ok(old) => file.set_permissions(old.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&draft, &target));
    if done.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    done
}

/// Removes a file, behind links: the one that would have been replaced.
pub fn remove(path: &Path) -> io::Result<()> {
    replaceable(path).map_or(Ok(()), fs::remove_file)
}

/// Whether a file could be written, without changing anything.
pub fn probe(path: &Path) -> io::Result<()> {
    match replaceable(path) {
        Some(target) if target.exists() => File::options().append(true).open(target).map(drop),
        Some(target) => {
            let draft = draft_of(&target);
            File::create(&draft).and_then(|_| fs::remove_file(draft))
        }
        None => File::options().append(true).open(path).map(drop),
    }
}

/// Where the file is, behind links; none if what is there cannot be replaced.
fn replaceable(path: &Path) -> Option<PathBuf> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    match fs::symlink_metadata(&target) {
        Ok(found) => found.is_file().then_some(target),
        Err(_) => Some(target),
    }
}

fn draft_of(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    target.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("raceproof-output-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_reader_of_the_old_file_keeps_it_whole() {
        let folder = folder("whole");
        let path = folder.join("report");
        write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let reader = File::open(&path).unwrap();
        let link = folder.join("link");
        symlink("report", &link).unwrap();
        write(&link, "new").unwrap();
        assert_eq!(io::read_to_string(reader).unwrap(), "old");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(names(&folder), ["link", "report"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_told_before_and_leaves_nothing() {
        let folder = folder("refused");
        assert!(probe(&folder.join("missing/report")).is_err());
        assert!(write(&folder.join("missing/report"), "text").is_err());
        assert!(probe(&folder.join("report")).is_ok());
        assert!(write(&folder, "text").is_err());
        write(Path::new("/dev/null"), "text").unwrap();
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(&folder).unwrap();
    }
}
