//! TARGET: a source file, a jar or a class becomes the program to run.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use raceproof_classfile::{ClassFile, ClassPath, Jar};
use raceproof_config::{Command, Key, Layer, Origin, Setting, Settings, read_at_most, suggest};

use crate::companion;
use crate::failure::Failure;
use crate::javac;
use crate::javac::LARGEST_SOURCE;
use crate::jdk::Jdk;
use crate::launcher;
use crate::main_method;
use crate::project;
use crate::report::TargetReport;
use crate::source::outline;
use crate::unit_tests::{LAUNCHER, UnitTest};

/// A program that is ready to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Binary name, with dots.
    pub main_class: String,
    /// Whether it was compiled from the source file that is the target.
    pub from_source: bool,
    /// The source file that it was compiled from.
    pub source: Option<PathBuf>,
    /// Where its classes are looked for.
    pub class_path: Vec<PathBuf>,
    pub arguments: Vec<String>,
    /// System properties that tell it how it was started.
    pub properties: Vec<(String, String)>,
    /// What the manifest of the target opens: modules and packages, as `Add-Exports` and
    /// `Add-Opens` write them.
    pub add_exports: String,
    pub add_opens: String,
    /// The jar whose manifest names the main class.
    pub jar: Option<PathBuf>,
    /// The test that the main class is to run.
    pub test: Option<UnitTest>,
}

/// What a target may be, for those who gave something else.
const TARGETS: &str =
    "a target is a `.java`, `.jar`, `.properties` or `.jpf` file, or the name of a class";

#[derive(Debug, PartialEq, Eq)]
enum TargetKind {
    Source(PathBuf),
    Jar(PathBuf),
    Class(String),
}

/// The source of a class that a properties file names, and that is compiled nowhere: on the source
/// path, beside the file, or on the class path.
fn source_of(
    settings: &Settings,
    name: &str,
    class_path: &[PathBuf],
    jdk: &Jdk,
) -> Option<PathBuf> {
    let Origin::File { path: file, .. } = &settings.get(Key::Target)?.origin else { return None };
    let classes = ClassPath::new(&searched(class_path), jdk.feature).ok()?;
    if classes.class(&name.replace('.', "/")).ok()?.is_some() {
        return None;
    }
    let relative = PathBuf::from(name.replace('.', "/") + ".java");
    let beside = file.parent().unwrap_or(Path::new("")).to_owned();
    let folders = settings
        .paths(Key::SourcePath)
        .into_iter()
        .chain([beside.clone()])
        .chain(class_path.iter().cloned());
    let mut candidates: Vec<PathBuf> = folders.map(|folder| folder.join(&relative)).collect();
    // The file may lie beside a source in its package.
    candidates.extend(relative.file_name().map(|name| beside.join(name)));
    let package = name.rsplit_once('.').map_or("", |(package, _)| package);
    let is_its = |source: &PathBuf| {
        read_at_most(source, LARGEST_SOURCE)
            .is_ok_and(|text| outline(&String::from_utf8_lossy(&text)).package == package)
    };
    candidates.into_iter().find(is_its)
}

/// What a target alone says of its program.
#[derive(Default)]
struct Declared {
    main_class: String,
    from_source: bool,
    source: Option<PathBuf>,
    /// By which `java` would start it.
    words: String,
    /// What comes before the class path that was given.
    entry: Option<PathBuf>,
    add_exports: String,
    add_opens: String,
    jar: Option<PathBuf>,
}

impl Program {
    /// By its main class, or by the jar if that names none.
    pub fn told(&self) -> String {
        match &self.jar {
            Some(jar) if self.main_class.is_empty() => jar.display().to_string(),
            _ => self.main_class.clone(),
        }
    }

    pub fn find(settings: &Settings, jdk: &Jdk) -> Result<Self, Failure> {
        let command = settings.command;
        let main = settings.get(Key::Main).map(|main| class_name(main, command)).transpose()?;
        let kind = match (settings.get(Key::Target), &main) {
            (Some(target), _) => classify(target, command)?,
            (None, Some(main)) => TargetKind::Class(main.clone()),
            (None, None) => return Err(no_target(command)),
        };
        let given = ClassPath::expand(&settings.paths(Key::ClassPath))
            .map_err(|error| Failure::unreadable(&error))?;
        let declared = match kind {
            TargetKind::Source(source) => Declared::by_source(&source, jdk, &given, settings)?,
            TargetKind::Jar(jar) => Declared::by_jar(jar, main.is_some(), command)?,
            TargetKind::Class(name) => {
                if let Some(main) = main.as_ref().filter(|main| **main != name) {
                    return Err(Failure::bad_input(format!(
                        "two main classes: the target `{name}` and --main {main}"
                    ))
                    .help("leave one out"));
                }
                if let Some(source) = source_of(settings, &name, &given, jdk) {
                    let compiled = Declared::by_source(&source, jdk, &given, settings)?;
                    return Self::of(
                        Declared { from_source: false, ..compiled },
                        settings,
                        main,
                        given,
                        jdk,
                    );
                }
                let words = settings.get(Key::Target).map_or(&name, |target| &target.text).clone();
                let entry = given.is_empty().then(|| PathBuf::from("."));
                Declared { main_class: name, words, entry, ..Declared::default() }
            }
        };
        Self::of(declared, settings, main, given, jdk)
    }

    /// The classes of tests (`--test`), none of which it runs yet. A target may bring some: a source
    /// file or a jar.
    pub fn of_tests(settings: &Settings, jdk: &Jdk) -> Result<Self, Failure> {
        refuse_a_second_program(settings)?;
        let given = settings.paths(Key::ClassPath);
        let is_open = given.is_empty() && settings.get(Key::Target).is_none();
        let own = if is_open { project::class_path(Path::new(""), jdk)? } else { None };
        let given = own.unwrap_or(given);
        let given = ClassPath::expand(&given).map_err(|error| Failure::unreadable(&error))?;
        let target = settings.get(Key::Target).map(|target| classify(target, settings.command));
        let declared = match target.transpose()? {
            Some(TargetKind::Source(source)) => {
                Declared::by_source(&source, jdk, &given, settings)?
            }
            Some(TargetKind::Jar(jar)) => Declared::by_jar(jar, true, settings.command)?,
            // A file that says more than is asked for.
            Some(TargetKind::Class(_)) | None => Declared {
                entry: given.is_empty().then(|| PathBuf::from(".")),
                ..Declared::default()
            },
        };
        let main = Some(LAUNCHER.to_owned());
        Self::of(declared, settings, main, given, jdk)
    }

    /// The program that is one of its tests.
    pub fn of_test(self, test: UnitTest) -> Self {
        Self { arguments: test.steps.clone(), test: Some(test), ..self }
    }

    /// The classes from which all others of it are named.
    pub fn roots(&self) -> Vec<&str> {
        let test = self.test.as_ref().map(|test| test.class.as_str());
        [self.main_class.as_str()].into_iter().chain(test).collect()
    }

    /// What a report calls it.
    pub fn target(&self) -> TargetReport {
        match &self.test {
            Some(test) => TargetReport {
                main: test.class.clone(),
                arguments: Vec::new(),
                test: Some(test.name()),
            },
            None => TargetReport {
                main: self.main_class.clone(),
                arguments: self.arguments.clone(),
                test: None,
            },
        }
    }

    fn of(
        declared: Declared,
        settings: &Settings,
        main: Option<String>,
        given: Vec<PathBuf>,
        jdk: &Jdk,
    ) -> Result<Self, Failure> {
        let shown: Vec<PathBuf> = declared.entry.into_iter().chain(given).collect();
        let words = settings.get(Key::Main).map_or(declared.words, |main| main.text.clone());
        let arguments = settings.arguments();
        Ok(Self {
            class_path: companion::complete(searched(&shown))?,
            properties: launcher::properties(&shown, &words, &arguments, jdk),
            from_source: declared.from_source && main.is_none(),
            source: declared.source,
            arguments,
            add_exports: declared.add_exports,
            add_opens: declared.add_opens,
            jar: declared.jar.filter(|_| main.is_none()),
            test: None,
            main_class: main.unwrap_or(declared.main_class),
        })
    }

    /// The class file of the main class, if it lies in a folder.
    pub fn class_file(&self) -> Option<PathBuf> {
        let relative = self.main_class.replace('.', "/") + ".class";
        let files = self
            .class_path
            .iter()
            .filter(|entry| entry.is_dir())
            .map(|folder| folder.join(&relative));
        files.into_iter().find(|file| file.is_file())
    }

    /// What may help when the main class cannot be found: judged by what lies on the class path.
    pub fn advice_if_missing(&self, command: Command) -> Vec<String> {
        let command = command.name();
        let relative = self.main_class.replace('.', "/");
        let folders = || self.class_path.iter().filter(|entry| entry.is_dir());
        if let Some(file) = self.class_file() {
            return main_method::name_advice(&file, &self.main_class).into_iter().collect();
        }
        let mut advice = Vec::new();
        if let Some(jar) = &self.jar {
            let jar = jar.display();
            advice.push(format!(
                "the manifest of `{jar}` names it as Main-Class: say another by `--main CLASS`"
            ));
        }
        if Path::new(&self.main_class).is_file() {
            advice.push(format!("`{}` is a file, but no target: {TARGETS}", self.main_class));
        }
        let beside = |extension: &str| {
            folders().map(|folder| folder.join(format!("{relative}.{extension}"))).collect()
        };
        let (classes, sources): (Vec<PathBuf>, Vec<PathBuf>) = (beside("class"), beside("java"));
        if let Some(source) = sources.iter().find(|source| source.is_file()) {
            advice.push(format!(
                "the source is here: `raceproof {command} {}` compiles it first",
                tidy(source)
            ));
        } else if let Some(near) = classes.iter().find_map(|class| suggest::nearest_file(class)) {
            let package = self
                .main_class
                .rsplit_once('.')
                .map_or(String::new(), |(package, _)| format!("{package}."));
            let name = near.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            advice.push(format!("did you mean `{package}{name}`?"));
        } else if let Some(near) = sources.iter().find_map(|source| suggest::nearest_file(source)) {
            advice.push(format!("did you mean `raceproof {command} {}`?", tidy(&near)));
        }
        for entry in self.class_path.iter().filter(|entry| !entry.exists()) {
            advice
                .push(format!("the class path names `{}`, which does not exist", entry.display()));
        }
        advice
    }
}

/// What is typed beside `--test` and names another program than a test.
fn refuse_a_second_program(settings: &Settings) -> Result<(), Failure> {
    let is_typed = |key: &Key| settings.layer(*key) == Layer::CommandLine;
    let what = if is_typed(&Key::Main) {
        "--main".to_owned()
    } else if let Some(target) = settings.get(Key::Target).filter(|_| is_typed(&Key::Target))
        && let TargetKind::Class(name) = classify(target, settings.command)?
    {
        format!("the target `{name}`")
    } else if !settings.arguments().is_empty() {
        "arguments behind `--`".to_owned()
    } else {
        return Ok(());
    };
    Err(Failure::bad_input(format!("{what} and --test: a test is run without them"))
        .help("leave one out"))
}

fn tidy(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

fn no_target(command: Command) -> Failure {
    let command = format!("raceproof {}", command.name());
    Failure::bad_input("no target: nothing names the program").help(format!(
        "give a source file, a jar or a class: `{command} Foo.java`, `{command} app.jar`, \
         `{command} pkg.Main --classpath FOLDER`"
    ))
}

/// Whether a word on the command line was meant as a target.
pub fn looks_like_a_file(word: &str) -> bool {
    let known = ["java", "jar", "class", "properties", "jpf"];
    let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| known.contains(&extension)) || Path::new(word).is_file()
}

fn classify(target: &Setting, command: Command) -> Result<TargetKind, Failure> {
    let path = target.path();
    let extension = path.extension().and_then(|extension| extension.to_str());
    if matches!(extension, Some("java" | "jar")) {
        suggest::existing_file(&path)?;
    }
    match extension {
        Some("java") => Ok(TargetKind::Source(path)),
        Some("jar") => Ok(TargetKind::Jar(path)),
        Some("class") => Err(class_file_given(&path, command)),
        _ if is_archive(&path) => Err(jar_of_another_name(&path, command)),
        _ => class_name(target, command).map(TargetKind::Class),
    }
}

/// Whether a file begins as zip archives do.
fn is_archive(path: &Path) -> bool {
    let mut head = [0; 4];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && &head == b"PK\x03\x04"
}

fn jar_of_another_name(path: &Path, command: Command) -> Failure {
    let main = Jar::open(path).ok().and_then(|jar| jar.manifest()?.main_class().map(dotted));
    let main = main.unwrap_or_else(|| "pkg.Main".to_owned());
    let (shown, command) = (path.display(), command.name());
    Failure::bad_input(format!("`{shown}` is an archive whose name does not end in `.jar`")).help(format!(
        "call it `{}`, or name its main class: `raceproof {command} {main} --classpath {shown}`",
        path.with_extension("jar").display()
    ))
}

/// A class file where a class should be named: the file itself tells the name.
fn class_file_given(path: &Path, command: Command) -> Failure {
    let shown = path.display();
    let mut what = format!("`{shown}` is a class file; the target is the name of a class");
    if !path.exists() {
        what = format!(
            "`{shown}` does not exist; the target is the name of a class, without `.class`"
        );
    } else if !path.is_file()
        || read_at_most(path, main_method::LARGEST_CLASS)
            .is_ok_and(|bytes| ClassFile::parse(&bytes).is_err())
    {
        return Failure::bad_input(format!("`{shown}` is no class file, or a damaged one"))
            .help(format!("compile it again; {TARGETS}"));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_none() && !path.exists() {
        let command = command.name();
        return Failure::bad_input(what)
            .help(format!("give the class, and the folder it is in: `raceproof {command} {stem} --classpath FOLDER`"));
    }
    let parent = folder.unwrap_or(Path::new("."));
    let (name, folder) = match name_inside(path) {
        Some(name) => {
            let root = parent.ancestors().nth(name.matches('/').count()).unwrap_or(parent);
            let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
            (name.replace('/', "."), root)
        }
        None => (stem, parent),
    };
    Failure::bad_input(what).help(format!(
        "give the class, and the folder its package starts in: `raceproof {} {name} --classpath {}`",
        command.name(),
        folder.display()
    ))
}

/// The name, with slashes, that a class file gives itself, if its place fits it.
fn name_inside(path: &Path) -> Option<String> {
    let name = main_method::own_name(&read_at_most(path, main_method::LARGEST_CLASS).ok()?)?;
    path.with_extension("").ends_with(&name).then_some(name)
}

/// The text of a setting as the binary name of a class.
fn class_name(setting: &Setting, command: Command) -> Result<String, Failure> {
    let text = setting.text.as_str();
    let path = setting.path();
    let failure = |why: &str| Failure::bad_input(format!("`{text}` {why}"));
    if text == "-" {
        return Err(failure("is no program: none is read from standard input").help(TARGETS));
    }
    if path.exists() && !path.is_dir() && !path.is_file() {
        return Err(failure("is a device or a pipe, not a program").help(TARGETS));
    }
    if path.is_dir() {
        let (command, folder) = (command.name(), path.display());
        return Err(failure("is a folder, not a program").help(format!(
            "name its main class: `raceproof {command} Main --classpath {folder}`"
        )));
    }
    // Slashes are dots, as `java` has it; what then is not found is explained when it is looked
    // for.
    let name = text.replace('/', ".");
    if text.contains(['/', '\\']) && (!is_class_name(&name) || names_a_module(text)) {
        let (source, class) = (path.with_extension("java"), path.with_extension("class"));
        return Err(if source.is_file() {
            failure("is no class name").help(format!("did you mean `{}`?", source.display()))
        } else if class.is_file() {
            Failure {
                message: failure("is no class name").message,
                ..class_file_given(&class, command)
            }
        } else if let Some((_, class)) = text.split_once('/').filter(|_| names_a_module(text)) {
            failure("names a module; the target is a class")
                .help(format!("give the class alone: `{}`", dotted(class)))
        } else {
            failure("is no class name: packages are separated by dots")
                .help(format!("did you mean `{}`?", dotted(text)))
        });
    }
    if path.is_file() && path.extension().is_some() {
        return Err(failure("is a file that is no target").help(TARGETS));
    }
    if !is_class_name(&name) {
        return Err(failure("is neither a file nor the name of a class").help(TARGETS));
    }
    Ok(name)
}

fn dotted(text: &str) -> String {
    text.trim_matches(['/', '\\', '.']).replace(['/', '\\'], ".")
}

fn is_class_name(text: &str) -> bool {
    text.split('.').all(|part| {
        !part.is_empty() && !part.contains([';', '[', ' ', '\t', '\n', '<', '>', ':', '\\'])
    })
}

/// `java.base/java.lang.Object`: what comes before the slash has dots itself.
fn names_a_module(text: &str) -> bool {
    text.split_once('/').is_some_and(|(module, _)| module.contains('.') && is_class_name(module))
}

/// Where classes are looked for: an empty entry is the current folder.
fn searched(class_path: &[PathBuf]) -> Vec<PathBuf> {
    let named = |entry: &PathBuf| {
        if entry.as_os_str().is_empty() { PathBuf::from(".") } else { entry.clone() }
    };
    class_path.iter().map(named).collect()
}

impl Declared {
    fn by_source(
        source: &Path,
        jdk: &Jdk,
        class_path: &[PathBuf],
        settings: &Settings,
    ) -> Result<Self, Failure> {
        let class_path = companion::complete(searched(class_path))?;
        let previews = settings.is_on(Key::EnablePreview);
        let compiled = javac::compile(source, jdk, &class_path, previews)?;
        let (words, entry) = (compiled.main_class.clone(), Some(compiled.folder));
        let source = Some(source.to_owned());
        Ok(Self {
            main_class: compiled.main_class,
            from_source: true,
            source,
            words,
            entry,
            ..Self::default()
        })
    }

    /// What the manifest's `Class-Path` names is found from the jar by whoever opens the class
    /// path.
    fn by_jar(jar: PathBuf, main_is_given: bool, command: Command) -> Result<Self, Failure> {
        let opened = Jar::open(&jar).map_err(|error| Failure::unreadable(&error))?;
        let value = |name| {
            opened.manifest().and_then(|manifest| manifest.get(name)).unwrap_or_default().to_owned()
        };
        let main_class = match opened.manifest().and_then(|manifest| manifest.main_class()) {
            Some(name) => dotted(name),
            // `scan` needs none: it looks at the jar as a library.
            None if main_is_given || command == Command::Scan => String::new(),
            None => {
                let (command, jar) = (command.name(), jar.display());
                return Err(Failure::bad_input(format!(
                    "the manifest of `{jar}` names no Main-Class"
                ))
                .help(format!(
                    "say which class to run: `raceproof {command} {jar} --main pkg.Main`"
                )));
            }
        };
        Ok(Self {
            main_class,
            from_source: false,
            source: None,
            words: jar.display().to_string(),
            entry: Some(jar.clone()),
            add_exports: value("Add-Exports"),
            add_opens: value("Add-Opens"),
            jar: Some(jar),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Result<TargetKind, Failure> {
        classify(&Setting::typed(text, "the target"), Command::Check)
    }

    #[test]
    fn names_of_classes() {
        assert_eq!(kind("pkg.Main$Inner").unwrap(), TargetKind::Class("pkg.Main$Inner".to_owned()));
        assert_eq!(kind("pkg/Main").unwrap(), TargetKind::Class("pkg.Main".to_owned()));
        assert_eq!(kind("/pkg/Main").unwrap_err().help, ["did you mean `pkg.Main`?"]);
        assert_eq!(
            kind("jdk.compiler/com.sun.tools.javac.Main").unwrap_err().help,
            ["give the class alone: `com.sun.tools.javac.Main`"]
        );
        for wrong in ["", "a..b", ".a", "a b", "[I"] {
            assert!(kind(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn class_files_and_folders_are_explained() {
        let failure = kind("build/Foo.class").unwrap_err();
        assert!(failure.help[0].contains("raceproof check Foo --classpath build"), "{failure:?}");
        assert!(kind("src").unwrap_err().message.contains("is a folder"));
    }
}
