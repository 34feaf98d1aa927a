//! `Foo.java` as a target: compiled by the JDK's own compiler, once for each content.
//!
//! What a source needs from other sources is only known after compiling. So the cache is asked in
//! two steps: a note under the source's path, JDK and class path lists the sources that went in
//! last time; the key of the entry is made of their contents.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use raceproof_classfile::ClassPath;
use raceproof_config::{read_at_most, reading_advice};

use crate::cache::{Cache, KeyBuilder};
use crate::failure::Failure;
use crate::jdk::Jdk;
use crate::source::{self, Outline};

/// The result of compiling one source file and those it needs.
#[derive(Debug)]
pub struct Compiled {
    /// The folder of the classes.
    pub folder: PathBuf,
    /// Binary name of the class that the file is named for, else of its first.
    pub main_class: String,
}

/// More than any source file has.
pub const LARGEST_SOURCE: u64 = 64 << 20;

/// The options that decide what comes out, besides paths. Neither `-g` nor anything else that
/// `javac Foo.java` would not do: the program must print what it prints under `java`.
const OPTIONS: [&str; 4] = ["-encoding", "UTF-8", "-proc:none", "-implicit:class"];

/// A quicker start of the compiler's own virtual machine, none of its warnings about the file of
/// counters for `jps`, and messages in the language in which they are read here.
const LAUNCH_OPTIONS: [&str; 4] = [
    "-J-XX:TieredStopAtLevel=1",
    "-J-XX:+UseSerialGC",
    "-J-XX:-UsePerfData",
    "-J-Duser.language=en",
];

/// With `previews`, the source may use features that are a preview.
pub fn compile(
    source: &Path,
    jdk: &Jdk,
    class_path: &[PathBuf],
    previews: bool,
) -> Result<Compiled, Failure> {
    // Wildcards stand for jars, and what is no jar is reported before javac passes over it.
    let class_path =
        ClassPath::new(class_path, jdk.feature).map_err(|error| Failure::unreadable(&error))?;
    let class_path: Vec<PathBuf> = class_path.entries().map(Path::to_owned).collect();
    let text = read_at_most(source, LARGEST_SOURCE).map_err(|error| {
        Failure::bad_input(format!("`{}` cannot be read: {error}", source.display()))
            .help(reading_advice(&error))
    })?;
    let outline = source::outline(&String::from_utf8_lossy(&text));
    let job = Job::new(source, jdk, &class_path, &outline, previews);
    let folder = job.classes(jdk)?;
    let main_class = main_class(source, &outline, &folder)?;
    Ok(Compiled { folder, main_class })
}

struct Job<'a> {
    source: &'a Path,
    /// The folder that the package of the source starts in.
    root: PathBuf,
    class_path: &'a [PathBuf],
    /// [`OPTIONS`], and those of this job.
    options: Vec<String>,
    /// Stands for everything but the contents of sources.
    circumstances: KeyBuilder,
}

impl<'a> Job<'a> {
    fn new(
        source: &'a Path,
        jdk: &Jdk,
        class_path: &'a [PathBuf],
        outline: &Outline,
        previews: bool,
    ) -> Self {
        let mut options: Vec<String> = OPTIONS.map(str::to_owned).into();
        if previews {
            let release = jdk.feature.to_string();
            options.extend(["--enable-preview".to_owned(), "--release".to_owned(), release]);
        }
        let place = source.canonicalize().unwrap_or_else(|_| source.to_owned());
        let mut circumstances = KeyBuilder::default()
            .path(&place)
            .path(&jdk.home)
            .part(&jdk.release)
            .part(options.join(" "));
        for entry in class_path {
            circumstances = stamp(
                entry,
                circumstances.path(&entry.canonicalize().unwrap_or_else(|_| entry.clone())),
            );
        }
        let root = source_root(source, &outline.package);
        Self { source, root, class_path, options, circumstances }
    }

    /// The folder of the compiled classes, from the cache if they are there.
    fn classes(&self, jdk: &Jdk) -> Result<PathBuf, Failure> {
        let cache = Cache::open("classes")?;
        let note_key = self.circumstances.finish();
        if let Some(inputs) = cache.note(&note_key)
            && let Some(entry) = self.content_key(inputs.lines()).and_then(|key| cache.get(&key))
        {
            return Ok(entry);
        }
        let javac = jdk.javac()?;
        let folder = cache.workshop().map_err(|error| no_room(&error))?;
        self.run(&javac, &folder).inspect_err(|_| {
            // The folder holds nothing that anyone will look for.
            let _ = fs::remove_dir_all(&folder);
        })?;
        let inputs = self.inputs(&folder);
        match self.content_key(inputs.iter().map(String::as_str)) {
            Some(key) => {
                cache.put_note(&note_key, &inputs.join("\n")).map_err(|error| no_room(&error))?;
                cache.put(&key, &folder).map_err(|error| no_room(&error))
            }
            // A source vanished meanwhile: what was compiled is good for this once.
            None => Ok(folder),
        }
    }

    fn run(&self, javac: &Path, folder: &Path) -> Result<(), Failure> {
        let class_path = if self.class_path.is_empty() {
            folder.as_os_str().to_owned()
        } else {
            std::env::join_paths(self.class_path)
                .map_err(|error| Failure::bad_input(format!("--classpath: {error}")))?
        };
        let output = Command::new(javac)
            .args(LAUNCH_OPTIONS)
            .args(&self.options)
            .arg("-d")
            .arg(folder)
            .arg("-sourcepath")
            .arg(&self.root)
            .arg("-cp")
            .arg(class_path)
            .arg(self.source)
            // Without this javac would find no file whose name is not ASCII, where the user's own
            // locale is `C`.
            .env("LC_ALL", "C.UTF-8")
            .env_remove("JDK_JAVAC_OPTIONS")
            .env_remove("JAVA_TOOL_OPTIONS")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| {
                Failure::bad_input(format!("`{}` cannot be started: {error}", javac.display()))
            })?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        if output.status.success() {
            log::info!("javac {}: {}", self.source.display(), messages.trim());
            return Ok(());
        }
        let mut failure = Failure::bad_input(format!(
            "`{}` does not compile; javac's messages stand above",
            self.source.display()
        ));
        // `java Foo.java` would not mind; compiled by itself the file must have the name of its
        // public class.
        let misnamed = messages.split_once("should be declared in a file named ");
        if let Some(name) = misnamed.and_then(|(_, rest)| rest.split_whitespace().next()) {
            failure =
                failure.help(format!("call the file `{name}`, or take `public` off the class"));
        }
        if messages.contains("unmappable character") {
            failure = failure.help(
                "a source is read as UTF-8: save it as that; or compile it by `javac -encoding NAME -d classes`, and name the class \
                 and `--classpath classes`",
            );
        }
        Err(failure.quoting(messages))
    }

    /// The sources that went in, relative to the root. Those that were compiled because the first
    /// one needs them were found by the name of their class, so that name leads back to them.
    fn inputs(&self, folder: &Path) -> Vec<String> {
        let mut inputs = vec![self.relative(self.source)];
        for class in files_below(folder) {
            let Ok(relative) = class.strip_prefix(folder) else { continue };
            let candidate = relative.with_extension("java");
            if self.root.join(&candidate).is_file() {
                inputs.push(candidate.display().to_string());
            }
        }
        inputs.sort();
        inputs.dedup();
        inputs
    }

    fn relative(&self, source: &Path) -> String {
        let real = source.canonicalize().unwrap_or_else(|_| source.to_owned());
        let below = source.strip_prefix(&self.root).or_else(|_| real.strip_prefix(&self.root));
        below.unwrap_or(&real).display().to_string()
    }

    /// The key of the entry made of these sources; none if one cannot be read.
    fn content_key<'b>(&self, inputs: impl Iterator<Item = &'b str>) -> Option<String> {
        let mut key = self.circumstances.clone();
        for input in inputs {
            key = key.part(input).part(read_at_most(&self.root.join(input), LARGEST_SOURCE).ok()?);
        }
        Some(key.finish())
    }
}

fn no_room(error: &io::Error) -> Failure {
    Failure::bad_input(format!("the cache of compiled classes cannot be written: {error}"))
        .help("name a folder that can be written to: RACEPROOF_CACHE=/some/folder")
}

/// The folder below which `a.b.Foo` is `a/b/Foo.java`; the file's own folder, if it does not lie in
/// such folders.
fn source_root(source: &Path, package: &str) -> PathBuf {
    let parent = source.parent().unwrap_or(Path::new(""));
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    if package.is_empty() {
        return parent.to_owned();
    }
    let absolute = parent.canonicalize().unwrap_or_else(|_| parent.to_owned());
    let folders = Path::new(&package.replace('.', "/")).to_owned();
    if absolute.ends_with(&folders) {
        let depth = folders.components().count();
        absolute.ancestors().nth(depth).unwrap_or(&absolute).to_owned()
    } else {
        parent.to_owned()
    }
}

fn main_class(source: &Path, outline: &Outline, folder: &Path) -> Result<String, Failure> {
    let place = folder.join(outline.package.replace('.', "/"));
    let stem = source.file_stem().and_then(|stem| stem.to_str());
    let candidates = stem.into_iter().chain(outline.types.first().map(String::as_str));
    for name in candidates {
        if place.join(format!("{name}.class")).is_file() {
            let dot = if outline.package.is_empty() { "" } else { "." };
            return Ok(format!("{}{dot}{name}", outline.package));
        }
    }
    Err(Failure::bad_input(format!("`{}` declares no class", source.display()))
        .help("it needs a class with `public static void main(String[] args)`"))
}

/// Adds what tells one state of a class path entry from another.
fn stamp(entry: &Path, mut key: KeyBuilder) -> KeyBuilder {
    let files = if entry.is_dir() { files_below(entry) } else { vec![entry.to_owned()] };
    for file in files {
        let Ok(metadata) = fs::metadata(&file) else { continue };
        let modified = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let nanos = modified.unwrap_or_default().as_nanos();
        key = key.path(&file).part(metadata.len().to_le_bytes()).part(nanos.to_le_bytes());
    }
    key
}

/// The class files below a folder, in a fixed order. Links to folders are not followed: they may
/// lead in circles.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => pending.push(path),
                Ok(_) if path.extension().is_some_and(|extension| extension == "class") => {
                    found.push(path);
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_root_is_above_the_package() {
        let base = std::env::temp_dir().join(format!("raceproof-root-{}", std::process::id()));
        let folder = base.join("a/b");
        fs::create_dir_all(&folder).unwrap();
        let source = folder.join("Foo.java");
        assert_eq!(source_root(&source, "a.b"), base.canonicalize().unwrap());
        assert_eq!(source_root(&source, ""), folder);
        assert_eq!(source_root(&source, "other"), folder);
        assert_eq!(source_root(Path::new("Foo.java"), ""), Path::new("."));
    }
}
