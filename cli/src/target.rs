//! TARGET: a source file, a jar or a class becomes the program to run.

use std::fs;
use std::path::{Path, PathBuf};

use raceproof_classfile::{ClassFile, Jar};

use crate::failure::Failure;
use crate::javac;
use crate::jdk::Jdk;
use crate::keys::Key;
use crate::settings::{Setting, Settings};
use crate::suggest;

/// A program that is ready to run.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Binary name, with dots.
    pub main_class: String,
    pub class_path: Vec<PathBuf>,
    pub arguments: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Source(PathBuf),
    Jar(PathBuf),
    Class(String),
}

impl Program {
    pub fn find(settings: &Settings, jdk: &Jdk) -> Result<Self, Failure> {
        let main = settings.get(Key::Main).map(class_name).transpose()?;
        let kind = match (settings.get(Key::Target), &main) {
            (Some(target), _) => classify(target)?,
            (None, Some(main)) => Kind::Class(main.clone()),
            (None, None) => return Err(no_target()),
        };
        let class_path = settings.class_path();
        let (declared, class_path) = match kind {
            Kind::Source(source) => from_source(&source, jdk, class_path)?,
            Kind::Jar(jar) => from_jar(&jar, class_path, main.is_some())?,
            Kind::Class(name) => {
                if let Some(main) = main.as_ref().filter(|main| **main != name) {
                    return Err(Failure::bad_input(format!("two main classes: the target `{name}` and --main {main}"))
                        .help("leave one out"));
                }
                (name, if class_path.is_empty() { vec![PathBuf::from(".")] } else { class_path })
            }
        };
        Ok(Self { main_class: main.unwrap_or(declared), class_path, arguments: settings.arguments() })
    }

    /// What may help when the main class cannot be found: judged by what lies on the class path.
    pub fn advice_if_missing(&self) -> Vec<String> {
        let relative = self.main_class.replace('.', "/");
        let folders = || self.class_path.iter().filter(|entry| entry.is_dir());
        if folders().any(|folder| folder.join(format!("{relative}.class")).is_file()) {
            return Vec::new();
        }
        let mut advice = Vec::new();
        let beside = |extension: &str| folders().map(|folder| folder.join(format!("{relative}.{extension}"))).collect();
        let (classes, sources): (Vec<PathBuf>, Vec<PathBuf>) = (beside("class"), beside("java"));
        if let Some(source) = sources.iter().find(|source| source.is_file()) {
            advice.push(format!("the source is here: `raceproof run {}` compiles and runs it", tidy(source)));
        } else if let Some(near) = classes.iter().find_map(|class| suggest::nearest_file(class)) {
            let package = self.main_class.rsplit_once('.').map_or(String::new(), |(package, _)| format!("{package}."));
            let name = near.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            advice.push(format!("did you mean `{package}{name}`?"));
        } else if let Some(near) = sources.iter().find_map(|source| suggest::nearest_file(source)) {
            advice.push(format!("did you mean `raceproof run {}`?", tidy(&near)));
        }
        for entry in self.class_path.iter().filter(|entry| !entry.exists()) {
            advice.push(format!("the class path names `{}`, which does not exist", entry.display()));
        }
        advice
    }
}

fn tidy(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

fn no_target() -> Failure {
    Failure::bad_input("no target: nothing says what to run")
        .help("give a source file, a jar or a class: `raceproof run Foo.java`, `raceproof run app.jar`, `raceproof run pkg.Main --classpath FOLDER`")
}

/// Whether a word on the command line was meant as a target.
pub fn looks_like_a_file(word: &str) -> bool {
    let known = ["java", "jar", "class", "properties", "jpf"];
    let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| known.contains(&extension)) || Path::new(word).is_file()
}

fn classify(target: &Setting) -> Result<Kind, Failure> {
    let path = target.path();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("java") => suggest::existing_file(&path).map(|()| Kind::Source(path)),
        Some("jar") => suggest::existing_file(&path).map(|()| Kind::Jar(path)),
        Some("class") => Err(class_file_given(&path)),
        _ => class_name(target).map(Kind::Class),
    }
}

/// A class file where a class should be named: the file itself tells the name.
fn class_file_given(path: &Path) -> Failure {
    let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (name, folder) = match name_inside(path) {
        Some(name) => {
            let root = parent.ancestors().nth(name.matches('/').count()).unwrap_or(parent);
            let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
            (name.replace('/', "."), root)
        }
        None => (stem, parent),
    };
    Failure::bad_input(format!("`{}` is a class file; the target is the name of a class", path.display())).help(
        format!(
            "give the class, and the folder its package starts in: `raceproof run {name} --classpath {}`",
            folder.display()
        ),
    )
}

/// The name, with slashes, that a class file gives itself, if its place fits it.
fn name_inside(path: &Path) -> Option<String> {
    let bytes = fs::read(path).ok()?;
    let class = ClassFile::parse(&bytes).ok()?;
    let name = class.class_name(class.this_class).ok()?.into_owned();
    path.with_extension("").ends_with(&name).then_some(name)
}

/// The text of a setting as the binary name of a class.
fn class_name(setting: &Setting) -> Result<String, Failure> {
    let text = setting.text.as_str();
    let path = setting.path();
    let failure = |why: &str| Failure::bad_input(format!("`{text}` {why}"));
    if path.is_dir() {
        return Err(failure("is a folder, not a program")
            .help(format!("name its main class: `raceproof run Main --classpath {}`", path.display())));
    }
    if text.contains(['/', '\\']) {
        let source = path.with_extension("java");
        return Err(if source.is_file() {
            failure("is no class name").help(format!("did you mean `{}`?", source.display()))
        } else if let Some((_, class)) = text.split_once('/').filter(|(module, _)| module.contains('.')) {
            failure("names a module; the target is a class").help(format!("give the class alone: `{}`", dotted(class)))
        } else {
            failure("is no class name: packages are separated by dots")
                .help(format!("did you mean `{}`?", dotted(text)))
        });
    }
    if path.is_file() && path.extension().is_some() {
        return Err(failure("is a file that is no target")
            .help("a target is a `.java`, `.jar`, `.properties` or `.jpf` file, or the name of a class"));
    }
    if !is_class_name(text) {
        return Err(failure("is neither a file nor the name of a class"));
    }
    Ok(text.to_owned())
}

fn dotted(text: &str) -> String {
    text.trim_matches(['/', '\\', '.']).replace(['/', '\\'], ".")
}

fn is_class_name(text: &str) -> bool {
    text.split('.').all(|part| !part.is_empty() && !part.contains([';', '[', ' ', '\t', '\n', '<', '>', ':']))
}

fn from_source(source: &Path, jdk: &Jdk, class_path: Vec<PathBuf>) -> Result<(String, Vec<PathBuf>), Failure> {
    let compiled = javac::compile(source, jdk, &class_path)?;
    let mut entries = vec![compiled.folder];
    entries.extend(class_path);
    Ok((compiled.main_class, entries))
}

fn from_jar(jar: &Path, class_path: Vec<PathBuf>, main_is_given: bool) -> Result<(String, Vec<PathBuf>), Failure> {
    let opened = Jar::open(jar).map_err(|error| Failure::unreadable(&error))?;
    let declared = match opened.manifest().and_then(|manifest| manifest.main_class()) {
        Some(name) => dotted(name),
        None if main_is_given => String::new(),
        None => {
            return Err(Failure::bad_input(format!("the manifest of `{}` names no Main-Class", jar.display()))
                .help(format!("say which class to run: `raceproof run {} --main pkg.Main`", jar.display())));
        }
    };
    // What the manifest's Class-Path names is found from the jar by whoever opens the class path.
    let mut entries = vec![jar.to_owned()];
    entries.extend(class_path);
    Ok((declared, entries))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Origin;

    fn given(text: &str) -> Setting {
        Setting { text: text.to_owned(), origin: Origin::CommandLine("the target".to_owned()) }
    }

    #[test]
    fn names_of_classes() {
        assert_eq!(classify(&given("pkg.Main$Inner")).unwrap(), Kind::Class("pkg.Main$Inner".to_owned()));
        assert_eq!(classify(&given("pkg/Main")).unwrap_err().help, ["did you mean `pkg.Main`?"]);
        assert_eq!(
            classify(&given("jdk.compiler/com.sun.tools.javac.Main")).unwrap_err().help,
            ["give the class alone: `com.sun.tools.javac.Main`"]
        );
        for wrong in ["", "a..b", ".a", "a b", "[I"] {
            assert!(classify(&given(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn class_files_and_folders_are_explained() {
        let failure = classify(&given("build/Foo.class")).unwrap_err();
        assert!(failure.help[0].contains("raceproof run Foo --classpath build"), "{failure:?}");
        assert!(classify(&given("src")).unwrap_err().message.contains("is a folder"));
    }
}
