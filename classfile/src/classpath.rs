//! A class path: folders and jars, searched in order, as the `java` launcher reads `-cp`.

use crate::inflate::LARGEST_RESOURCE;
use crate::{Jar, SourceError};
use std::collections::HashSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf, is_separator};

/// What was found on a class path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The content.
    pub bytes: Vec<u8>,
    /// The folder or jar it is from.
    pub origin: PathBuf,
    /// Which of [`ClassPath::entries`] that is.
    pub entry: usize,
}

/// The folders and jars in which a program's classes are looked for.
#[derive(Debug)]
pub struct ClassPath {
    entries: Vec<PathEntry>,
    jdk_feature: u32,
}

#[derive(Debug)]
enum PathEntry {
    Folder(PathBuf),
    Jar(Jar),
}

impl ClassPath {
    /// Opens a class path as `java -cp` takes it, its entries separated by `:` (on Windows `;`).
    ///
    /// # Errors
    /// If an entry exists and can be read neither as a folder nor as a jar.
    pub fn parse(text: &str, jdk_feature: u32) -> Result<Self, SourceError> {
        Self::new(&Self::split(text), jdk_feature)
    }

    /// The entries of a class path. An empty one is the current folder.
    #[must_use]
    pub fn split(text: &str) -> Vec<PathBuf> {
        let named =
            |path: PathBuf| if path.as_os_str().is_empty() { PathBuf::from(".") } else { path };
        env::split_paths(text).map(named).collect()
    }

    /// Opens these entries for a JDK of this release. `folder/*` stands for all jars in a folder;
    /// entries that do not exist are left out; what a jar's manifest refers to follows the jar;
    /// nothing is opened twice.
    ///
    /// # Errors
    /// If an entry exists and can be read neither as a folder nor as a jar.
    pub fn new(entries: &[PathBuf], jdk_feature: u32) -> Result<Self, SourceError> {
        // A stack, its top first: what a jar refers to goes before what follows the jar, at any
        // depth.
        let given = |path| Wanted { path, kind: EntryKind::Either };
        let mut wanted: Vec<Wanted> = Self::expand(entries)?.into_iter().rev().map(given).collect();
        let mut seen = HashSet::new();
        let mut class_path = Self { entries: Vec::new(), jdk_feature };
        while let Some(next) = wanted.pop() {
            let Some(entry) = next.open(&mut seen)? else { continue };
            if let PathEntry::Jar(jar) = &entry {
                let references =
                    jar.manifest().into_iter().flat_map(|manifest| manifest.class_path().rev());
                wanted.extend(
                    references.filter_map(|reference| Wanted::referred(jar.path(), reference)),
                );
            }
            class_path.entries.push(entry);
        }
        Ok(class_path)
    }

    /// Puts the jars of its folder in the place of each `folder/*`, as the `java` launcher does
    /// before anything else sees the class path. One that stands for no jar is left as it is.
    ///
    /// # Errors
    /// If a folder exists and cannot be listed.
    pub fn expand(entries: &[PathBuf]) -> Result<Vec<PathBuf>, SourceError> {
        let mut expanded = Vec::new();
        for entry in entries {
            match jars_of(entry)? {
                jars if jars.is_empty() => expanded.push(entry.clone()),
                jars => expanded.extend(jars),
            }
        }
        Ok(expanded)
    }

    /// The folders and jars that are searched, in order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Path> {
        self.entries.iter().map(PathEntry::path)
    }

    /// The first class of this name (`java/lang/String`).
    ///
    /// # Errors
    /// If an entry before it, or the class itself, cannot be read.
    pub fn class(&self, name: &str) -> Result<Option<Found>, SourceError> {
        self.resource(&format!("{name}.class"))
    }

    /// The first resource of this name, a path with `/`. Names that could lead out of a folder
    /// (`..`) find nothing.
    ///
    /// # Errors
    /// If an entry before it, or the resource itself, cannot be read.
    pub fn resource(&self, name: &str) -> Result<Option<Found>, SourceError> {
        (0..self.entries.len()).find_map(|entry| self.in_entry(entry, name).transpose()).transpose()
    }

    /// All resources of this name, one for each entry that has it.
    ///
    /// # Errors
    /// If an entry or one of the resources cannot be read.
    pub fn resources(&self, name: &str) -> Result<Vec<Found>, SourceError> {
        (0..self.entries.len()).filter_map(|entry| self.in_entry(entry, name).transpose()).collect()
    }

    /// The internal names of all classes in the first folder or jar, sorted; not those of other
    /// releases, modules and packages. Links in folders are not followed.
    ///
    /// # Errors
    /// If a folder cannot be listed.
    pub fn class_names(&self) -> Result<Vec<String>, SourceError> {
        let mut names = match self.entries.first() {
            None => Vec::new(),
            Some(PathEntry::Jar(jar)) => jar.names().filter_map(class_name).collect(),
            Some(PathEntry::Folder(folder)) => classes_in(folder)?,
        };
        names.sort_unstable();
        Ok(names)
    }

    fn in_entry(&self, index: usize, name: &str) -> Result<Option<Found>, SourceError> {
        let entry = &self.entries[index];
        let bytes = match entry {
            PathEntry::Folder(folder) => read_in(folder, name)?,
            PathEntry::Jar(jar) => jar.versioned_entry(name, self.jdk_feature)?,
        };
        Ok(bytes.map(|bytes| Found { bytes, origin: entry.path().to_owned(), entry: index }))
    }
}

impl PathEntry {
    fn path(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder,
            Self::Jar(jar) => jar.path(),
        }
    }
}

/// An entry that is yet to be opened.
struct Wanted {
    path: PathBuf,
    kind: EntryKind,
}

/// What an entry may be. A manifest tells it by a slash at the end, and the JDK passes over what is
/// otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    Either,
    Folder,
    Jar,
}

impl Wanted {
    /// What a jar's manifest refers to: a URL relative to the jar, or an absolute one of a file.
    fn referred(jar: &Path, reference: &str) -> Option<Self> {
        let path = match reference.split_once(':') {
            None => reference,
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
                rest.strip_prefix("//").unwrap_or(rest)
            }
            Some(_) => return None, // the JDK fetches nothing either
        };
        let kind = if path.ends_with('/') { EntryKind::Folder } else { EntryKind::Jar };
        let folder = jar.parent().unwrap_or(Path::new(""));
        Some(Self { path: folder.join(percent_decoded(path)?), kind })
    }

    /// Opens what is there, if something is and `seen` does not have it; the set ends circles of
    /// manifests.
    fn open(self, seen: &mut HashSet<PathBuf>) -> Result<Option<PathEntry>, SourceError> {
        let found = fs::canonicalize(&self.path).and_then(|real| Ok((fs::metadata(&real)?, real)));
        let (metadata, real) = match found {
            Ok(found) => found,
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(SourceError::unreadable(&self.path, &error)),
        };
        if !metadata.is_file() && !metadata.is_dir() {
            let why = "it is neither a file nor a folder".to_owned();
            return Err(SourceError::NotAJar { file: self.path, why });
        }
        let is_wanted =
            self.kind == EntryKind::Either || metadata.is_dir() == (self.kind == EntryKind::Folder);
        if !is_wanted || !seen.insert(real) {
            return Ok(None);
        }
        let entry = if metadata.is_dir() {
            PathEntry::Folder(self.path)
        } else {
            PathEntry::Jar(Jar::open(&self.path)?)
        };
        Ok(Some(entry))
    }
}

/// The jars that `folder/*` or `*` stands for: all files named `.jar` or `.JAR` in the folder,
/// unless there is a file of that very name. The launcher takes them in the order of the file
/// system; sorted, every machine runs the same program.
fn jars_of(entry: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let Some(prefix) = entry.to_str().and_then(|text| text.strip_suffix('*')) else {
        return Ok(Vec::new());
    };
    if !(prefix.is_empty() || prefix.ends_with(is_separator)) || entry.symlink_metadata().is_ok() {
        return Ok(Vec::new());
    }
    let listed = Path::new(if prefix.is_empty() { "." } else { prefix });
    let files = match fs::read_dir(listed) {
        Ok(files) => files.collect::<io::Result<Vec<_>>>(),
        Err(error) if is_absent(&error) => return Ok(Vec::new()),
        Err(error) => Err(error),
    };
    let files = files.map_err(|error| SourceError::unreadable(listed, &error))?;
    let mut names: Vec<_> = files.into_iter().map(|file| file.file_name()).collect();
    // A name that would separate entries cannot stand on a class path.
    names.retain(|name| {
        let name = name.as_encoded_bytes();
        (name.ends_with(b".jar") || name.ends_with(b".JAR")) && !name.contains(&b':')
    });
    names.sort_unstable();
    // What stands before the star stays as it was written: the program can read it.
    let named = |name| PathBuf::from([OsStr::new(prefix), name].into_iter().collect::<OsString>());
    Ok(names.iter().map(|name| named(name.as_os_str())).collect())
}

/// The content of a file below a folder.
/// The class that a file of that name holds.
fn class_name(file: &str) -> Option<String> {
    let name = file.strip_suffix(".class").filter(|name| !name.starts_with("META-INF/"))?;
    let is_class = !matches!(name.rsplit('/').next(), Some("module-info" | "package-info"));
    is_class.then(|| name.to_owned())
}

fn classes_in(folder: &Path) -> Result<Vec<String>, SourceError> {
    let (mut names, mut work) = (Vec::new(), vec![(folder.to_owned(), String::new())]);
    while let Some((path, prefix)) = work.pop() {
        let files = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        for file in files.map_err(|error| SourceError::unreadable(&path, &error))? {
            let Ok(name) = file.file_name().into_string() else { continue };
            let kind =
                file.file_type().map_err(|error| SourceError::unreadable(&file.path(), &error))?;
            let name = format!("{prefix}{name}");
            if kind.is_dir() {
                work.push((file.path(), format!("{name}/")));
            } else {
                names.extend(class_name(&name));
            }
        }
    }
    Ok(names)
}

fn read_in(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, SourceError> {
    if !is_plain(name) {
        return Ok(None);
    }
    let path = folder.join(name);
    let unless_absent = |error: io::Error| match error {
        error if is_absent(&error) => Ok(None),
        error => Err(SourceError::unreadable(&path, &error)),
    };
    // Asked for before opening, because opening a pipe would wait for someone to write to it.
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Ok(None),
        Err(error) => return unless_absent(error),
    }
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) => return unless_absent(error),
    };
    let mut bytes = Vec::new();
    file.take(LARGEST_RESOURCE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| SourceError::unreadable(&path, &error))?;
    if bytes.len() as u64 > LARGEST_RESOURCE {
        return Err(SourceError::TooLarge { file: path, limit: LARGEST_RESOURCE });
    }
    Ok(Some(bytes))
}

/// Whether a name stays below the folder it is joined to, whatever a class file made up.
fn is_plain(name: &str) -> bool {
    let is_name = |segment: &str| {
        let mut components = Path::new(segment).components();
        matches!((components.next(), components.next()), (Some(Component::Normal(_)), None))
    };
    !name.contains('\0') && name.split('/').all(is_name)
}

/// Whether an error says that no such file can be.
fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
}

/// Undoes `%20` and the like; nothing if the result is no text.
fn percent_decoded(url: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        let digit = |digit: u8| char::from(digit).to_digit(16);
        bytes.push(u8::try_from(digit(digits[0])? << 4 | digit(digits[1])?).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_and_names_the_current_folder() {
        if cfg!(windows) {
            return;
        }
        assert_eq!(
            ClassPath::split("a:b.jar::/c/*"),
            ["a", "b.jar", ".", "/c/*"].map(PathBuf::from)
        );
        assert_eq!(ClassPath::split(""), [PathBuf::from(".")]);
    }

    #[test]
    fn names_that_lead_elsewhere_are_not_plain() {
        assert!(is_plain("a/b/C$1.class"));
        for name in ["", "/etc/passwd", "a//b", "../a", "a/../b", "a/..", "./a", "a/", "a\0b"] {
            assert!(!is_plain(name), "{name:?}");
        }
    }

    #[test]
    fn references_are_urls() {
        let of = |reference| {
            Wanted::referred(Path::new("/x/app.jar"), reference)
                .map(|wanted| (wanted.path, wanted.kind == EntryKind::Folder))
        };
        assert_eq!(of("lib/a%20b.jar"), Some(("/x/lib/a b.jar".into(), false)));
        assert_eq!(of("classes/"), Some(("/x/classes/".into(), true)));
        assert_eq!(of("file:///y/z.jar"), Some(("/y/z.jar".into(), false)));
        assert_eq!(of("FILE:z.jar"), Some(("/x/z.jar".into(), false)));
        for nothing in ["http://x/a.jar", "a%2", "a%zz.jar", "a%ff.jar", "%", "C:\\x.jar"] {
            assert_eq!(of(nothing), None, "{nothing}");
        }
    }
}
