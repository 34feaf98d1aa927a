//! Lines of the program's Java source, for reports.
//!
//! A class file names its source without the folder, so a source is looked for by the class's
//! package: in the folders of the source path, beside what is on the class path, and where build
//! tools keep sources. A file counts only if it declares that very package. Source that is not
//! found is no error: reports then name the file and the line alone.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use raceproof_base::Place;
use raceproof_config::read_at_most;

use crate::report::whereabouts;
use crate::source;

/// Larger files are not Java that somebody wrote.
const LARGEST_SOURCE: u64 = 16 << 20;

/// Where build tools keep sources, seen from the root of a project.
const USUAL_FOLDERS: [&str; 4] = ["", "src", "src/main/java", "src/test/java"];

/// How many folders above an entry of the class path the root of its project may be:
/// `target/classes`, `build/libs/app.jar`, `build/classes/java/test`.
const LEVELS: usize = 5;

/// A line that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine {
    /// The file, as it is to be shown.
    pub file: Rc<str>,
    pub text: String,
}

/// Finds source lines, and reads each file once.
pub struct SourceLines {
    /// The target, if it is a source file.
    target: Option<PathBuf>,
    folders: Vec<PathBuf>,
    /// By package and file name; nothing if it was not found.
    read: RefCell<BTreeMap<(String, String), Option<Rc<Source>>>>,
}

/// A file that was found.
pub struct Source {
    /// As it is to be shown.
    pub file: Rc<str>,
    /// For other programs: from the working folder if it is below it, else from the root.
    pub path: Rc<str>,
    pub lines: Vec<String>,
}

impl SourceLines {
    /// `target` is the source file that was given as target, `source_path` the folders of the key
    /// `sourcepath`.
    pub fn new(target: Option<&Path>, source_path: &[PathBuf], class_path: &[PathBuf]) -> Self {
        let mut folders = source_path.to_vec();
        let mut add = |folder: PathBuf| {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        };
        USUAL_FOLDERS.iter().for_each(|usual| add(PathBuf::from(usual)));
        for entry in class_path {
            let start = if entry.is_dir() {
                entry.as_path()
            } else {
                entry.parent().unwrap_or(Path::new(""))
            };
            for above in start.ancestors().take(LEVELS) {
                USUAL_FOLDERS.iter().for_each(|usual| add(above.join(usual)));
            }
        }
        Self { target: target.map(Path::to_owned), folders, read: RefCell::default() }
    }

    /// Finds nothing.
    #[cfg(test)]
    pub fn none() -> Self {
        Self { target: None, folders: Vec::new(), read: RefCell::default() }
    }

    /// Knows one file, in no package.
    #[cfg(test)]
    pub fn of_text(file: &str, text: &str) -> Self {
        let sources = Self::none();
        let lines = text.lines().map(str::to_owned).collect();
        let source = Source { file: file.into(), path: file.into(), lines };
        sources.read.borrow_mut().insert((String::new(), file.to_owned()), Some(Rc::new(source)));
        sources
    }

    /// The line a place of the program is at. The class library's own source is not looked for.
    pub fn line(&self, place: &Place) -> Option<FoundLine> {
        let number = usize::try_from(place.line).ok()?.checked_sub(1)?;
        if place.library {
            return None;
        }
        let source = self.of_class(&place.class, &place.file)?;
        let text = source.lines.get(number)?;
        Some(FoundLine { file: Rc::clone(&source.file), text: text.clone() })
    }

    /// The source of a class of the program, which names the file.
    pub fn of_class(&self, class: &str, file: &str) -> Option<Rc<Source>> {
        if is_file_name(file) { self.source(package_of(class), file) } else { None }
    }

    fn source(&self, package: &str, file: &str) -> Option<Rc<Source>> {
        let key = (package.to_owned(), file.to_owned());
        if let Some(known) = self.read.borrow().get(&key) {
            return known.clone();
        }
        let found =
            self.candidates(package, file).find_map(|path| read(&path, package)).map(Rc::new);
        self.read.borrow_mut().insert(key, found.clone());
        found
    }

    /// In a folder by the package, as `javac` wants it, or directly in one, as single files often
    /// are.
    fn candidates<'a>(
        &'a self,
        package: &'a str,
        file: &'a str,
    ) -> impl Iterator<Item = PathBuf> + 'a {
        let below: PathBuf = package.split('.').filter(|part| is_file_name(part)).collect();
        let target = self
            .target
            .iter()
            .filter(move |target| target.file_name().is_some_and(|name| name == file));
        let beside = self
            .target
            .iter()
            .filter_map(|target| target.parent())
            .map(move |folder| folder.join(file));
        let in_folders = self.folders.iter().flat_map(move |folder| {
            let by_package = folder.join(&below).join(file);
            let directly = (!package.is_empty()).then(|| folder.join(file));
            std::iter::once(by_package).chain(directly)
        });
        target.cloned().chain(beside).chain(in_folders)
    }
}

/// Of a class, by its name with dots.
pub fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// Names in class files are whatever somebody wrote there.
fn is_file_name(name: &str) -> bool {
    !name.is_empty() && name != ".." && name != "." && !name.contains(['/', '\\', '\0', ':'])
}

fn read(path: &Path, package: &str) -> Option<Source> {
    let bytes = read_at_most(path, LARGEST_SOURCE).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    if source::outline(&text).package != package {
        return None;
    }
    let shown = path.strip_prefix(".").unwrap_or(path).display().to_string();
    let lines = text.lines().map(str::to_owned).collect();
    Some(Source { file: shown.into(), path: whereabouts::from_here(path).into(), lines })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir()
                .join(format!("raceproof-sources-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn file(&self, name: &str, text: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn at(class: &str, file: &str, line: u32) -> Place {
        Place { class: class.to_owned(), file: file.to_owned(), line, ..Place::default() }
    }

    fn text(sources: &SourceLines, class: &str, file: &str, line: u32) -> Option<String> {
        sources.line(&at(class, file, line)).map(|found| found.text)
    }

    #[test]
    fn the_package_decides_between_files_of_one_name() {
        let folder = Folder::new("package");
        folder.file("src/main/java/a/b/Foo.java", "package a.b;\r\n  one");
        folder.file("src/main/java/Foo.java", "two");
        folder.file("lone/Bar.java", "package lone.some; x");
        let classes = folder.0.join("target/classes");
        fs::create_dir_all(&classes).unwrap();
        let sources = SourceLines::new(None, &[folder.0.join("lone")], &[classes]);
        assert_eq!(text(&sources, "a.b.Foo$Inner", "Foo.java", 2).unwrap(), "  one");
        assert_eq!(text(&sources, "Foo", "Foo.java", 1).unwrap(), "two");
        assert_eq!(text(&sources, "c.Foo", "Foo.java", 1), None);
        assert_eq!(text(&sources, "lone.some.Bar", "Bar.java", 1).unwrap(), "package lone.some; x");
        assert_eq!(text(&sources, "lone.Bar", "Bar.java", 1), None);
        assert_eq!(text(&sources, "a.b.Foo", "Foo.java", 3), None);
        assert_eq!(text(&sources, "a.b.Foo", "Foo.java", 0), None);
    }

    #[test]
    fn the_target_comes_first_and_is_read_once() {
        let folder = Folder::new("target");
        let target = folder.file("Foo.java", "package p;\nclass Foo {}");
        let sources = SourceLines::new(Some(&target), &[], &[]);
        let found = sources.line(&at("p.Foo", "Foo.java", 2)).unwrap();
        assert_eq!((&*found.file, found.text.as_str()), (target.to_str().unwrap(), "class Foo {}"));
        fs::remove_file(&target).unwrap();
        assert!(sources.line(&at("p.Foo", "Foo.java", 1)).is_some());
    }

    #[test]
    fn names_in_class_files_lead_nowhere_else() {
        let folder = Folder::new("names");
        let target = folder.file("in/Foo.java", "class Foo {}");
        folder.file("Secret.java", "class Secret {}");
        let sources =
            SourceLines::new(Some(&target), &[folder.0.join("in")], &[folder.0.join("in")]);
        for name in ["../Secret.java", "..", ".", "", "/etc/passwd", "in/Foo.java"] {
            assert_eq!(text(&sources, "Foo", name, 1), None, "{name}");
        }
        assert_eq!(text(&sources, "...Foo", "Foo.java", 1), None);
        let library = Place { library: true, ..at("Foo", "Foo.java", 1) };
        assert_eq!(sources.line(&library), None);
    }
}
