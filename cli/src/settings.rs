//! What was asked for, after the layers are put together: the command line wins over `--config`, which wins over the
//! target's own properties file, which wins over the defaults. Each value knows where it came from, for messages.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use raceproof_classfile::ClassPath;

use crate::arguments::CommonArguments;
use crate::failure::{ColorChoice, Failure};
use crate::keys::{self, Key, Known};
use crate::properties;
use crate::size;
use crate::suggest;

const DEFAULT_HEAP: u64 = 1 << 30;
const SMALLEST_HEAP: u64 = 4 << 20;
const DEFAULT_PROCESSORS: u32 = 4;
const MOST_PROCESSORS: u32 = 1024;

/// Where a value was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    CommandLine(String),
    File { path: PathBuf, line: usize },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::CommandLine(word) => f.write_str(word),
            Origin::File { path, line } => write!(f, "{}, line {line}", path.display()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub text: String,
    pub origin: Origin,
}

impl Setting {
    /// The value as a path. One from a file is relative to that file, or to the current folder if it is only there.
    pub fn path(&self) -> PathBuf {
        self.resolve(&self.text)
    }

    fn resolve(&self, text: &str) -> PathBuf {
        if let Origin::File { path, .. } = &self.origin {
            let beside = path.parent().unwrap_or(Path::new("")).join(text);
            if beside.exists() || !Path::new(text).exists() {
                return beside;
            }
        }
        PathBuf::from(text)
    }

    fn wrong(&self, key: Key, expected: &str) -> Failure {
        Failure::bad_input(format!("`{}` is not a value of `{}` ({})", self.text, key.name(), self.origin))
            .help(format!("give {expected}"))
    }
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
    Sarif,
    Junit,
    Html,
}

const FORMATS: [(&str, Format); 5] = [
    ("text", Format::Text),
    ("json", Format::Json),
    ("sarif", Format::Sarif),
    ("junit", Format::Junit),
    ("html", Format::Html),
];

const COLORS: [(&str, ColorChoice); 3] =
    [("auto", ColorChoice::Auto), ("always", ColorChoice::Always), ("never", ColorChoice::Never)];

#[derive(Debug, Default)]
pub struct Settings {
    values: BTreeMap<Key, Setting>,
    /// System properties of the program.
    pub properties: BTreeMap<String, String>,
    /// What is worth a warning once there is a log.
    pub notes: Vec<String>,
    after_dashes: Option<Vec<String>>,
}

impl Settings {
    /// Puts the layers together. `own` are the options of the command itself.
    pub fn gather(common: &CommonArguments, own: &[(Key, Option<&str>)]) -> Result<Self, Failure> {
        let mut command_line = Settings::default();
        for word in &common.define {
            command_line.define(word)?;
        }
        for (key, value) in common_options(common).into_iter().chain(own.iter().copied()) {
            if let Some(value) = value {
                let origin = Origin::CommandLine(spelling(key));
                command_line.values.insert(key, Setting { text: value.to_owned(), origin });
            }
        }
        let mut configured = Settings::default();
        for file in &common.config {
            configured.read(Path::new(file))?;
        }
        configured.overlay(command_line);

        let mut settings = Settings::default();
        if let Some(file) = configured.properties_target() {
            settings.read(&file)?;
            settings.requires_plain_target(&file)?;
            configured.values.remove(&Key::Target);
        }
        settings.overlay(configured);
        settings.after_dashes.clone_from(&common.program_arguments);
        settings.check()?;
        Ok(settings)
    }

    /// The file to read, when the target is one of properties.
    fn properties_target(&self) -> Option<PathBuf> {
        let target = self.get(Key::Target)?;
        is_properties_file(&target.text).then(|| target.path())
    }

    fn requires_plain_target(&self, file: &Path) -> Result<(), Failure> {
        match self.get(Key::Target) {
            Some(target) if is_properties_file(&target.text) => {
                Err(target.wrong(Key::Target, "a source file, a jar or a class: properties files do not nest"))
            }
            None if self.get(Key::Main).is_none() => {
                Err(Failure::bad_input(format!("`{}` names no target", file.display()))
                    .help("add a line such as `target = pkg.Main`"))
            }
            _ => Ok(()),
        }
    }

    fn define(&mut self, word: &str) -> Result<(), Failure> {
        let origin = Origin::CommandLine(format!("-D {word}"));
        match word.split_once('=') {
            Some((key, value)) => self.set(key.trim(), value, origin),
            None => {
                Err(Failure::bad_input(format!("`-D {word}` has no value")).help(format!("write `-D {word}=VALUE`")))
            }
        }
    }

    fn read(&mut self, path: &Path) -> Result<(), Failure> {
        for entry in properties::read(path)? {
            self.set(&entry.key, &entry.value, Origin::File { path: path.to_owned(), line: entry.line })?;
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str, origin: Origin) -> Result<(), Failure> {
        match keys::classify(name) {
            Known::Option(key) => {
                self.values.insert(key, Setting { text: value.to_owned(), origin });
            }
            Known::SystemProperty(property) => {
                self.properties.insert(property.to_owned(), value.to_owned());
            }
            // A file serves all commands; on the command line such a key is a misunderstanding.
            Known::Later if matches!(origin, Origin::File { .. }) => {}
            Known::Later => return Err(later_key(name, &origin)),
            Known::Jpf if is_jpf(&origin) => self.notes.push(format!("`{name}` ({origin}) has no meaning here")),
            Known::Jpf | Known::Unknown => return Err(unknown_key(name, &origin)),
        }
        Ok(())
    }

    fn overlay(&mut self, stronger: Settings) {
        self.values.extend(stronger.values);
        self.properties.extend(stronger.properties);
        self.notes.extend(stronger.notes);
    }

    /// Reports a wrong value even if this command would not look at it.
    fn check(&self) -> Result<(), Failure> {
        self.heap()?;
        self.processors()?;
        self.format()?;
        self.choice(Key::Color, &COLORS)?;
        self.log()?;
        self.flag(Key::Quiet)?;
        self.flag(Key::Statistics)?;
        Ok(())
    }

    pub fn get(&self, key: Key) -> Option<&Setting> {
        self.values.get(&key)
    }

    pub fn path(&self, key: Key) -> Option<PathBuf> {
        self.get(key).map(Setting::path)
    }

    /// The entries of the class path, wildcards not yet expanded.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let Some(setting) = self.get(Key::ClassPath) else { return Vec::new() };
        match setting.origin {
            Origin::CommandLine(_) => ClassPath::split(&setting.text),
            Origin::File { .. } => {
                let entries = setting.text.split([':', ';', ',']).map(str::trim).filter(|entry| !entry.is_empty());
                entries.map(|entry| setting.resolve(entry)).collect()
            }
        }
    }

    /// The program's arguments: what follows `--`, else the comma list of `target.args`.
    pub fn arguments(&self) -> Vec<String> {
        match (&self.after_dashes, self.get(Key::Arguments)) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(setting)) if !setting.text.trim().is_empty() => {
                setting.text.split(',').map(|argument| argument.trim().to_owned()).collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn heap(&self) -> Result<u64, Failure> {
        let Some(setting) = self.get(Key::Heap) else { return Ok(DEFAULT_HEAP) };
        size::parse(&setting.text)
            .filter(|bytes| *bytes >= SMALLEST_HEAP)
            .ok_or_else(|| setting.wrong(Key::Heap, "a size of at least 4m, such as 64m or 2g"))
    }

    pub fn processors(&self) -> Result<u32, Failure> {
        let Some(setting) = self.get(Key::Processors) else { return Ok(DEFAULT_PROCESSORS) };
        let number = setting.text.parse().ok().filter(|number| (1..=MOST_PROCESSORS).contains(number));
        number.ok_or_else(|| setting.wrong(Key::Processors, &format!("a number from 1 to {MOST_PROCESSORS}")))
    }

    pub fn format(&self) -> Result<Option<Format>, Failure> {
        self.choice(Key::Format, &FORMATS)
    }

    /// The level of `--log`, if one was given.
    pub fn log(&self) -> Result<Option<log::LevelFilter>, Failure> {
        let Some(setting) = self.get(Key::Log) else { return Ok(None) };
        let level = setting.text.parse().map(Some);
        level.map_err(|_| setting.wrong(Key::Log, "one of off, error, warn, info, debug, trace"))
    }

    pub fn flag(&self, key: Key) -> Result<bool, Failure> {
        Ok(self.choice(key, &[("true", true), ("false", false)])?.unwrap_or(false))
    }

    fn choice<T: Copy>(&self, key: Key, values: &[(&str, T)]) -> Result<Option<T>, Failure> {
        let Some(setting) = self.get(key) else { return Ok(None) };
        match values.iter().find(|(name, _)| *name == setting.text) {
            Some((_, value)) => Ok(Some(*value)),
            None => {
                let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
                Err(setting.wrong(key, &format!("one of {}", names.join(", "))))
            }
        }
    }
}

fn common_options(common: &CommonArguments) -> Vec<(Key, Option<&str>)> {
    vec![
        (Key::Target, common.target.as_deref()),
        (Key::ClassPath, common.classpath.as_deref()),
        (Key::Main, common.main.as_deref()),
        (Key::Format, common.format.as_deref()),
        (Key::Output, common.output.as_deref()),
        (Key::JavaHome, common.java_home.as_deref()),
        (Key::Quiet, common.quiet.then_some("true")),
        (Key::Log, common.log.as_deref()),
        (Key::Color, common.color.as_deref()),
    ]
}

fn spelling(key: Key) -> String {
    match key {
        Key::Target => "the target".to_owned(),
        _ => format!("--{}", key.name()),
    }
}

fn is_properties_file(target: &str) -> bool {
    let extension = Path::new(target).extension();
    extension.is_some_and(|extension| extension == "properties" || extension == "jpf")
}

fn is_jpf(origin: &Origin) -> bool {
    matches!(origin, Origin::File { path, .. } if path.extension().is_some_and(|extension| extension == "jpf"))
}

fn later_key(name: &str, origin: &Origin) -> Failure {
    Failure::bad_input(format!("`{name}` ({origin}) is an option of commands that are not in this version"))
        .help("leave it out: this version has `run` only")
}

fn unknown_key(name: &str, origin: &Origin) -> Failure {
    let failure = Failure::bad_input(format!("`{name}` is not a key ({origin})"));
    match suggest::nearest(name, keys::names()) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help(format!(
            "a system property of the program is set by the key `{}{name}`; `raceproof run --help` lists the options",
            keys::PROPERTY_PREFIX
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{Arguments, Command};
    use clap::Parser as _;

    fn gather(line: &str) -> Result<Settings, Failure> {
        let words = ["raceproof", "run"].into_iter().chain(line.split_whitespace());
        let Command::Run(run) = Arguments::try_parse_from(words).unwrap().command;
        Settings::gather(&run.common, &[(Key::Heap, run.heap.as_deref())])
    }

    fn file(name: &str, text: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("raceproof-settings-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn an_option_is_a_key_and_a_key_an_option() {
        assert_eq!(gather("Foo --heap 64m").unwrap().heap().unwrap(), 64 << 20);
        assert_eq!(gather("Foo -Dheap=64m").unwrap().heap().unwrap(), 64 << 20);
        assert_eq!(gather("Foo -D property.a=b").unwrap().properties["a"], "b");
        assert_eq!(gather("Foo").unwrap().heap().unwrap(), 1 << 30);
    }

    #[test]
    fn layers_win_in_order() {
        let own = file("own.properties", "target = pkg.Main\nheap = 11m\nprocessors = 2\nformat = json\n");
        let config = file("config.properties", "heap = 12m\nprocessors = 3\n");
        let settings = gather(&format!("{} --config {} --heap 13m", own.display(), config.display())).unwrap();
        assert_eq!(settings.get(Key::Target).unwrap().text, "pkg.Main");
        assert_eq!(settings.heap().unwrap(), 13 << 20);
        assert_eq!(settings.processors().unwrap(), 3);
        assert_eq!(settings.format().unwrap(), Some(Format::Json));
    }

    #[test]
    fn arguments_come_from_the_dashes_or_the_file() {
        let own = file("arguments.jpf", "target = Main\ntarget.args = a, b\nvm.class = Other\n");
        assert_eq!(gather(&own.display().to_string()).unwrap().arguments(), ["a", "b"]);
        assert_eq!(gather(&format!("{} -- c", own.display())).unwrap().arguments(), ["c"]);
    }

    #[test]
    fn mistakes_name_the_nearest_key_and_the_place() {
        let failure = gather("Foo -D hepa=1g").unwrap_err();
        assert_eq!(failure.help, ["did you mean `heap`?"]);
        let own = file("wrong.properties", "target = Main\n\nheap = lots\n");
        let failure = gather(&own.display().to_string()).unwrap_err();
        assert!(failure.message.contains("wrong.properties, line 3"), "{failure:?}");
    }

    #[test]
    fn wrong_values_are_refused() {
        for line in
            ["Foo --heap 1x", "Foo --heap 1k", "Foo -Dprocessors=0", "Foo --format xml", "Foo --log loud", "Foo -Dx"]
        {
            assert!(gather(line).is_err(), "{line}");
        }
    }
}
