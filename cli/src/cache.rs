//! The folder for what is costly to make again. An entry is a folder named by what it was made of,
//! so it is never changed once it is there, and two processes that make the same one at once do no
//! harm.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use xxhash_rust::xxh3::Xxh3;

use crate::failure::Failure;

const UNUSED_ENTRIES_LAST: Duration = Duration::from_secs(30 * 24 * 3600);

/// Collects what an entry is made of. Each part is preceded by its length, so that parts cannot run
/// into each other.
#[derive(Clone, Default)]
pub struct KeyBuilder(Xxh3);

impl KeyBuilder {
    pub fn part(mut self, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub fn path(self, path: &Path) -> Self {
        self.part(path.as_os_str().as_encoded_bytes())
    }

    pub fn finish(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of `kind`, a folder of its own in the user's cache.
    pub fn open(kind: &str) -> Result<Self, Failure> {
        let Some(root) = root() else { return Self::temporary(kind) };
        let cache = Self { folder: root.join(kind) };
        fs::create_dir_all(&cache.folder).map_err(|error| cache.unwritable(&error))?;
        Ok(cache)
    }

    /// A cache among temporary files, where there is no other. Anybody may put things there, and
    /// what is in a cache is executed: so its folder is this user's alone, or not taken.
    pub fn temporary(kind: &str) -> Result<Self, Failure> {
        let user = rustix::process::getuid().as_raw();
        let root = std::env::temp_dir().join(format!("raceproof-cache-{user}"));
        let cache = Self { folder: root.join(kind) };
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&root);
        made.and_then(|()| is_alone(&root, user))
            .and_then(|()| fs::create_dir_all(&cache.folder))
            .map_err(|error| cache.unwritable(&error))?;
        Ok(cache)
    }

    /// What is told if nothing can be put there.
    pub fn unwritable(&self, error: &io::Error) -> Failure {
        let folder = self.folder.display();
        Failure::bad_input(format!("the cache folder `{folder}` cannot be written to: {error}"))
            .help("name a folder that can be written to: RACEPROOF_CACHE=/some/folder")
    }

    /// The entry of this key, if it is there; being asked for keeps it alive.
    pub fn get(&self, key: &str) -> Option<PathBuf> {
        let entry = self.folder.join(key);
        if !entry.is_dir() {
            return None;
        }
        // Only the age of the entry is at stake.
        let _ = File::open(&entry).and_then(|file| file.set_modified(SystemTime::now()));
        Some(entry)
    }

    /// An empty folder to make an entry in.
    pub fn workshop(&self) -> io::Result<PathBuf> {
        let nanos =
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let folder = self.folder.join(format!("making-{}-{nanos}", std::process::id()));
        fs::create_dir(&folder)?;
        Ok(folder)
    }

    /// Makes the folder `made` the entry of `key`.
    pub fn put(&self, key: &str, made: &Path) -> io::Result<PathBuf> {
        self.forget_unused();
        let entry = self.folder.join(key);
        match fs::rename(made, &entry) {
            Ok(()) => Ok(entry),
            // Somebody else was faster, with the same content.
            Err(_) if entry.is_dir() => fs::remove_dir_all(made).map(|()| entry),
            Err(error) => Err(error),
        }
    }

    /// The entry of this key with these files. One that is not there, or not whole, is written
    /// under another name first, so nobody ever reads a part of it.
    pub fn with_files(&self, key: &str, files: &[(&str, &[u8])]) -> io::Result<PathBuf> {
        let entry = self.get(key).unwrap_or_else(|| self.folder.join(key));
        for (name, content) in files {
            let file = entry.join(name);
            if fs::read(&file).is_ok_and(|found| found == *content) {
                continue;
            }
            fs::create_dir_all(file.parent().unwrap_or(&entry))?;
            self.forget_unused();
            let workshop = self.workshop()?;
            let draft = workshop.join("draft");
            let written = fs::write(&draft, content).and_then(|()| fs::rename(&draft, &file));
            fs::remove_dir_all(&workshop)?;
            written?;
        }
        Ok(entry)
    }

    pub fn note(&self, key: &str) -> Option<String> {
        fs::read_to_string(self.note_path(key)).ok()
    }

    /// A small text under a key, replaced in one step.
    pub fn put_note(&self, key: &str, text: &str) -> io::Result<()> {
        let draft = self.folder.join(format!("{key}.{}.draft", std::process::id()));
        fs::write(&draft, text)?;
        fs::rename(draft, self.note_path(key))
    }

    fn note_path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.note"))
    }

    fn forget_unused(&self) {
        let Some(oldest) = SystemTime::now().checked_sub(UNUSED_ENTRIES_LAST) else { return };
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.modified().is_ok_and(|time| time < oldest) {
                // An entry that stays is asked about again next time.
                let _ = if metadata.is_dir() {
                    fs::remove_dir_all(entry.path())
                } else {
                    fs::remove_file(entry.path())
                };
            }
        }
    }
}

/// Whether nobody but the user can change what is in a folder.
fn is_alone(folder: &Path, user: u32) -> io::Result<()> {
    let found = fs::symlink_metadata(folder)?;
    if found.is_dir() && found.uid() == user && found.mode() & 0o022 == 0 {
        return Ok(());
    }
    Err(io::Error::other(format!("others than this user may change `{}`", folder.display())))
}

/// The user's cache, if there is a place for it.
fn root() -> Option<PathBuf> {
    let variable =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable("RACEPROOF_CACHE")
        .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("raceproof")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache").join("raceproof")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(name: &str) -> Cache {
        let name = format!("raceproof-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Cache { folder }
    }

    #[test]
    fn files_are_whole_whatever_was_there() {
        let cache = cache("whole");
        let files: [(&str, &[u8]); 2] = [("a.jar", b"first"), ("b/c.jar", b"second")];
        let whole = |entry: &Path| {
            files.iter().all(|(name, content)| fs::read(entry.join(name)).unwrap() == *content)
        };
        let entry = cache.with_files("key", &files).unwrap();
        assert!(whole(&entry));
        fs::write(entry.join("a.jar"), "fir").unwrap();
        fs::remove_dir_all(entry.join("b")).unwrap();
        let reader = File::open(entry.join("a.jar")).unwrap();
        assert!(whole(&cache.with_files("key", &files).unwrap()));
        // Who reads it meanwhile goes on with what was there: nothing is written over.
        assert_eq!(io::read_to_string(reader).unwrap(), "fir");
        assert_eq!(fs::read_dir(&cache.folder).unwrap().count(), 1, "nothing else is left");
        fs::remove_dir_all(&cache.folder).unwrap();
    }

    #[test]
    fn what_nobody_has_used_for_long_goes_when_something_comes() {
        let cache = cache("unused");
        let old = SystemTime::now() - UNUSED_ENTRIES_LAST - Duration::from_secs(60);
        for (name, time) in [("old", old), ("new", SystemTime::now())] {
            let entry = cache.with_files(name, &[("a.jar", b"a")]).unwrap();
            File::open(&entry).unwrap().set_modified(time).unwrap();
        }
        cache.with_files("other", &[("a.jar", b"a")]).unwrap();
        let left = |name: &str| cache.folder.join(name).exists();
        assert_eq!(["old", "new", "other"].map(left), [false, true, true]);
        fs::remove_dir_all(&cache.folder).unwrap();
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        let key = |a: &str, b: &str| KeyBuilder::default().part(a).part(b).finish();
        assert_ne!(key("ab", "c"), key("a", "bc"));
        assert_eq!(key("ab", "c"), key("ab", "c"));
    }
}
