//! What a change takes part in: `--changed FILES`, and `--changed-since REV`, which asks git for
//! them.
//!
//! A source file is a class's if it declares the class's package and has the name that the class
//! file gives its source. Of one that cannot be read, since it was removed, the end of its path
//! decides, as it does of class files.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use raceproof_config::suggest::existing_file;
use raceproof_config::{CheckOptions, read_at_most};
use raceproof_scan::Scan;
use raceproof_scan::accesses::Variable;
use raceproof_scan::ids::{ClassId, InstanceId, ObjectId};
use raceproof_scan::ir;
use raceproof_scan::pairs::CandidateRace;
use raceproof_scan::paths::Paths;
use raceproof_scan::world::{Origin, World};

use crate::failure::Failure;
use crate::javac::LARGEST_SOURCE;
use crate::scan_told::outermost;
use crate::source::outline;
use crate::source_lines::package_of;

/// How many files of no class are named.
const NAMED: usize = 5;

/// The files that have changed.
pub struct Changed {
    /// As they were named, or as git names them.
    files: Vec<File>,
    /// In words: `since main`.
    words: String,
}

struct File {
    shown: String,
    path: PathBuf,
    /// Whether the user named it: what git names may have been removed.
    is_named: bool,
}

impl Changed {
    /// Nothing if it was not asked for.
    pub fn find(options: &CheckOptions) -> Result<Option<Self>, Failure> {
        let named = options.changed.iter().map(|path| File {
            shown: path.display().to_string(),
            path: path.clone(),
            is_named: true,
        });
        let mut files: Vec<File> = named.collect();
        let words = match &options.changed_since {
            Some(revision) => {
                files.extend(since(revision)?);
                format!("what has changed since {revision}")
            }
            None if files.is_empty() => return Ok(None),
            None => "the files of `--changed`".to_owned(),
        };
        Ok(Some(Self { files, words }))
    }

    /// Fails for files that are not there, and of which no analysed class can be told to have been
    /// made: a slip would pass for a change of nothing. Where the work was stopped, a class may lack
    /// only since nobody came to it.
    pub fn refuse_strangers(&self, scan: &Scan) -> Result<(), Failure> {
        let sources = sources(scan);
        let is_strange = |file: &&File| {
            file.is_named && scan.stopped.is_none() && file.classes(&sources).is_empty()
        };
        for file in self.files.iter().filter(is_strange) {
            existing_file(&file.path).map_err(|missing| {
                let mistake = Failure::from(missing);
                let message =
                    format!("{} (--changed), and no class was made of it", mistake.message);
                Failure { message, ..mistake }
                    .help("leave it out if it was removed; `--changed-since REV` asks git instead")
            })?;
        }
        Ok(())
    }

    /// What lies outside of what.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The classes that have changed, and a note of files that are none's.
    pub fn classes(&self, scan: &Scan) -> (BTreeSet<ClassId>, Option<String>) {
        let sources = sources(scan);
        let (mut changed, mut of_none) = (BTreeSet::new(), Vec::new());
        for file in &self.files {
            let classes = file.classes(&sources);
            if classes.is_empty() {
                of_none.push(&*file.shown);
            }
            changed.extend(classes);
        }
        (changed, note(&of_none))
    }
}

/// That these may matter to nobody.
fn note(of_none: &[&str]) -> Option<String> {
    let named = of_none.iter().take(NAMED).copied().collect::<Vec<&str>>().join(", ");
    let more = match of_none.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (what, it) = match of_none.len() {
        0 => return None,
        1 => (
            "a changed file belongs",
            "it is not Java, is not reached, or was compiled to another folder",
        ),
        _ => (
            "changed files belong",
            "they are not Java, are not reached, or were compiled to another folder",
        ),
    };
    Some(format!("{what} to no class that was analysed: {named}{more}; {it}"))
}

/// An analysed class, as files may name it.
struct Source {
    class: ClassId,
    /// With dots; empty for the unnamed package.
    package: String,
    /// `Name.java`
    name: String,
    /// `pkg/Name.java` and `pkg/Name$Inner.class`.
    ends: [PathBuf; 2],
}

/// The application's classes of which something is reached.
fn sources(scan: &Scan) -> Vec<Source> {
    let world = &scan.points_to.world;
    let source = |class: ClassId| {
        let binary = &world.classes[class.index()].name;
        let folder = binary.rsplit_once('/').map_or("", |(folder, _)| folder);
        let name = source_name(world, class);
        let package = package_of(&world.shown(class)).to_owned();
        let ends = [Path::new(folder).join(&name), PathBuf::from(format!("{binary}.class"))];
        Source { class, package, name, ends }
    };
    analysed(scan).into_iter().map(source).collect()
}

/// The application's classes of which some method is reached, and a class file is there.
pub fn analysed(scan: &Scan) -> BTreeSet<ClassId> {
    let world = &scan.points_to.world;
    let classes = scan
        .points_to
        .instances
        .iter()
        .map(|instance| world.methods[instance.method.index()].class);
    let is_own = |class: &ClassId| {
        let found = &world.classes[class.index()];
        found.origin == Origin::Application && found.file.is_some()
    };
    classes.filter(is_own).collect()
}

/// As the class file says; if it does not, by the name of the class.
pub fn source_name(world: &World, class: ClassId) -> String {
    ir::source_file(world, class).unwrap_or_else(|| {
        let shown = world.shown(class);
        let simple = shown.rsplit('.').next().unwrap_or(&shown);
        format!("{}.java", simple.split('$').next().unwrap_or(simple))
    })
}

impl File {
    fn classes(&self, sources: &[Source]) -> Vec<ClassId> {
        let declared = self.declared_package();
        let name = self
            .path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        if let Some(package) = declared {
            let is_its = |source: &&Source| source.name == name && source.package == package;
            return sources.iter().filter(is_its).map(|source| source.class).collect();
        }
        // `lib/Main.java` is no file of the class `Main` if there is a class `lib.Main`.
        let longest = |source: &Source| {
            let ends = source.ends.iter().filter(|end| self.path.ends_with(end));
            ends.map(|end| end.components().count()).max()
        };
        let best = sources.iter().filter_map(longest).max();
        let is_its = |source: &&Source| best.is_some() && longest(source) == best;
        sources.iter().filter(is_its).map(|source| source.class).collect()
    }

    /// Of a file of Java that can be read.
    fn declared_package(&self) -> Option<String> {
        if self.path.extension()? != "java" {
            return None;
        }
        let bytes = read_at_most(&self.path, LARGEST_SOURCE).ok()?;
        Some(outline(&String::from_utf8_lossy(&bytes)).package)
    }
}

// ---- git

/// The files of the whole repository that differ, and those that git does not know yet.
fn since(revision: &str) -> Result<Vec<File>, Failure> {
    if revision.starts_with('-') {
        return Err(Failure::bad_input(format!(
            "`{revision}` is no revision of git, but an option"
        ))
        .help("give a branch, a tag or a commit: `--changed-since main`"));
    }
    let top = git(Path::new("."), &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(top.trim_end_matches(['\n', '\r']));
    let differ =
        git(&top, &["diff", "--name-only", "--no-ext-diff", "--no-renames", "-z", revision, "--"])?;
    let unknown = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let names: BTreeSet<&str> =
        differ.split('\0').chain(unknown.split('\0')).filter(|name| !name.is_empty()).collect();
    Ok(names
        .into_iter()
        .map(|name| File { shown: name.to_owned(), path: top.join(name), is_named: false })
        .collect())
}

/// What git prints, or what it complains of.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let mut command = Command::new("git");
    // It only looks, also where somebody else works.
    command
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .stdin(Stdio::null());
    let output = command.output().map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no `git` on the PATH".to_owned(),
            _ => format!("`git` cannot be started: {error}"),
        };
        Failure::bad_input(format!("`--changed-since` asks git, and {why}"))
            .help("install git, or name the files yourself: `--changed FILES`")
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Failure::bad_input(format!("`--changed-since` asks git, and `git {}` failed", arguments.join(" ")))
        .quoting(said)
        .help("give a revision of the repository that the current folder is in; a shallow clone may lack it: fetch it first")
        .help("or name the files yourself: `--changed FILES`"))
}

// ---- what takes part

/// Whether a pair has to do with some classes: its accesses, the calls on the way to them, the
/// class that declares the variable, and where the objects and threads are made.
pub struct Parts<'a> {
    scan: &'a Scan,
    paths: Paths<'a>,
    changed: BTreeSet<ClassId>,
}

impl<'a> Parts<'a> {
    pub fn new(scan: &'a Scan, changed: BTreeSet<ClassId>) -> Self {
        Self { scan, paths: Paths::new(&scan.points_to, &scan.threads), changed }
    }

    pub fn concern(&mut self, candidate: &CandidateRace) -> bool {
        self.is_declared(candidate.variable)
            || candidate.everywhere.iter().any(|object| self.is_made(ObjectId(object)))
            || candidate.accesses.iter().any(|(access, thread)| {
                self.is_by(access.instance)
                    || self.is_thread(*thread)
                    || self.is_on_the_way(*thread, access.instance)
            })
    }

    fn is_declared(&self, variable: Variable) -> bool {
        let world = &self.scan.points_to.world;
        matches!(variable, Variable::Field(field) if self.changed.contains(&world.fields[field.index()].class))
    }

    fn is_by(&self, instance: InstanceId) -> bool {
        let points_to = &self.scan.points_to;
        let method = points_to.instances[instance.index()].method;
        self.changed.contains(&points_to.world.methods[method.index()].class)
    }

    fn is_on_the_way(&mut self, thread: usize, instance: InstanceId) -> bool {
        let steps = self.paths.to(thread, instance);
        steps.iter().any(|(by, _)| self.is_by(*by))
    }

    fn is_made(&self, object: ObjectId) -> bool {
        let points_to = &self.scan.points_to;
        let made =
            [object, outermost(points_to, object)].map(|object| points_to.allocations(object));
        made.into_iter().flatten().flatten().any(|(by, _)| self.is_by(*by))
    }

    fn is_thread(&self, thread: usize) -> bool {
        let thread = &self.scan.threads.all[thread];
        thread.object.is_some_and(|object| self.is_made(object))
            || thread.starts.iter().any(|(by, _)| self.is_by(*by))
    }

    /// Whether a gap is at, or about, one of the classes: it is told in words.
    pub fn concern_gap(&self, gap: &str) -> bool {
        self.changed.iter().any(|class| names(gap, &self.scan.points_to.world.shown(*class)))
    }
}

/// Whether a text names a class, or a member of it, and not one whose name only begins or ends the
/// same.
fn names(text: &str, class: &str) -> bool {
    let is_part =
        |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    text.match_indices(class).any(|(at, _)| {
        let before =
            text[..at].chars().next_back().is_none_or(|before| !is_part(before) && before != '.');
        before && text[at + class.len()..].chars().next().is_none_or(|after| !is_part(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(number: u32, package: &str, name: &str, binary: &str) -> Source {
        let folder = package.replace('.', "/");
        let ends = [Path::new(&folder).join(name), PathBuf::from(format!("{binary}.class"))];
        Source { class: ClassId(number), package: package.to_owned(), name: name.to_owned(), ends }
    }

    #[test]
    fn the_longest_end_of_a_path_decides() {
        let sources = [
            source(0, "", "Main.java", "Main"),
            source(1, "lib", "Main.java", "lib/Main"),
            source(2, "lib", "Main.java", "lib/Main$Inner"),
            source(3, "other", "Else.java", "other/Else"),
        ];
        let found = |path: &str| {
            let file = File { shown: path.to_owned(), path: PathBuf::from(path), is_named: true };
            file.classes(&sources).iter().map(|class| class.0).collect::<Vec<u32>>()
        };
        assert_eq!(found("gone/src/lib/Main.java"), [1, 2]);
        assert_eq!(found("gone/src/Main.java"), [0]);
        assert_eq!(found("out/lib/Main$Inner.class"), [2]);
        assert_eq!(found("out/xlib/Else.java"), [0; 0]);
        assert_eq!(found("Else.java"), [0; 0]);
        assert_eq!(found("README.md"), [0; 0]);
    }

    #[test]
    fn gaps_name_whole_classes() {
        for (text, is_named) in [
            ("lib.Foo.bar()V:3 calls a method", true),
            ("the class lib.Foo is missing", true),
            ("lib.Foo", true),
            ("lib.Foo$1.bar()V", false),
            ("lib.Foobar.f()V", false),
            ("my.lib.Foo.f()V", false),
            ("xlib.Foo.f()V", false),
        ] {
            assert_eq!(names(text, "lib.Foo"), is_named, "{text}");
        }
    }

    #[test]
    fn many_files_of_no_class_are_counted() {
        assert_eq!(note(&[]), None);
        let many = note(&["a", "b", "c", "d", "e", "f", "g"]).unwrap();
        assert!(many.contains("a, b, c, d, e and 2 more"), "{many}");
    }
}
