//! What was asked for, after the layers are put together: the command line wins over `--config`,
//! which wins over the target's own properties file, which wins over the table of keys. Each value
//! knows where it came from, for messages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::files::{Assignment, Dialect, Scope};
use crate::jpf::{self, Meaning};
use crate::mistake::Mistake;
use crate::origin::{Layer, Origin, Setting};
use crate::properties::Operation;
use crate::schema::{self, Command, Key, PROPERTY_PREFIX, Row, ValueKind};
use crate::suggest;
use crate::value;
use crate::words::Word;

/// The words of the command line, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// The options of keys, and the target; a switch has the value it is switched to.
    pub options: Vec<(Key, String)>,
    /// The files of `--config`, in order.
    pub config: Vec<PathBuf>,
    /// The assignments of `-D`, in order.
    pub define: Vec<String>,
    /// What follows `--`, if anything may.
    pub arguments: Option<Vec<String>>,
    /// The file that `replay` executes.
    pub trace: Option<PathBuf>,
}

/// Everything that was asked for.
#[derive(Debug)]
pub struct Settings {
    /// The command that is to heed it.
    pub command: Command,
    /// What is worth a warning once there is a log.
    pub notes: Vec<String>,
    /// What a file of JPF's asks for that bears on the verdict, and is not heeded.
    pub not_checked: Vec<String>,
    /// Where a detector of races was asked for by a listener of JPF's.
    detector: Option<Origin>,
    values: BTreeMap<Key, Setting>,
    properties: BTreeMap<String, Setting>,
    after_dashes: Option<Vec<String>>,
    trace: Option<PathBuf>,
    /// The properties files, with those that they include.
    files: Vec<PathBuf>,
}

impl Settings {
    /// Puts the layers together, the weakest first; what contradicts each other is not looked for
    /// yet ([`Settings::gather`]).
    pub(crate) fn layered(command: Command, line: &CommandLine) -> Result<Self, Mistake> {
        let mut settings = Self::empty(command);
        let mut scope = Scope::default();
        let own_file = target_file(command, line);
        if let Some(file) = &own_file {
            settings.read(file, Layer::TargetFile, &mut scope)?;
            settings.refuse_nesting()?;
        }
        let own_target = settings.get(Key::Target).cloned();
        for file in &line.config {
            settings.read(file, Layer::Config, &mut scope)?;
        }
        for word in &line.define {
            settings.define(word, &mut scope)?;
        }
        for (key, value) in &line.options {
            settings.option(*key, value)?;
        }
        if let Some(file) = &own_file {
            // The file has said what it stands for.
            settings.values.remove(&Key::Target);
            settings.values.extend(own_target.map(|target| (Key::Target, target)));
            settings.require_target(file)?;
        }
        settings.after_dashes.clone_from(&line.arguments);
        settings.trace.clone_from(&line.trace);
        settings.files = scope.files;
        settings.check()?;
        Ok(settings)
    }

    /// Notes that a listener of JPF's asks for races, where they are not looked for.
    pub(crate) fn note_detector(&mut self) {
        if let Some(origin) = self.detector.take().filter(|_| self.text(Key::Race) == "off") {
            self.not_checked
                .push(format!("data races, for which `listener` ({origin}) asks: `race` is off"));
        }
    }

    fn empty(command: Command) -> Self {
        let (values, properties) = (BTreeMap::new(), BTreeMap::new());
        Self {
            command,
            notes: Vec::new(),
            not_checked: Vec::new(),
            detector: None,
            values,
            properties,
            after_dashes: None,
            trace: None,
            files: Vec::new(),
        }
    }

    fn read(&mut self, path: &Path, layer: Layer, scope: &mut Scope) -> Result<(), Mistake> {
        for Assignment { key, value, origin, dialect } in scope.read(path)? {
            let known = schema::find(&key).is_some() || jpf::TRANSLATED.contains(&key.as_str());
            // What cannot be expanded in a key of no meaning has no meaning either.
            let value = match value {
                Err(mistake) if known || dialect == Dialect::Ours => return Err(mistake),
                value => value.unwrap_or_default(),
            };
            self.set(&key, &Setting { text: value, origin, layer, written_as: None }, dialect)?;
        }
        Ok(())
    }

    /// `-D KEY=VALUE`. As with JPF, `KEY+=VALUE` appends, and a switch needs no value.
    fn define(&mut self, word: &str, scope: &mut Scope) -> Result<(), Mistake> {
        let is_switch = |row: &Row| matches!(row.kind, ValueKind::Switch);
        let (key, value) = match word.split_once('=') {
            Some((key, _)) if key.trim().trim_end_matches('+').trim_end().is_empty() => {
                return Err(without_key(word));
            }
            Some(pair) => pair,
            None if word.trim().is_empty() => return Err(without_key(word)),
            None if schema::find(word).is_some_and(is_switch)
                || jpf::TRANSLATED.contains(&word) =>
            {
                (word, "true")
            }
            None => {
                return Err(Mistake::new(format!("`-D {word}` has no value"))
                    .help(format!("write `-D {word}=VALUE` or `+{word}=VALUE`")));
            }
        };
        let (key, operation) = match key.trim().strip_suffix('+') {
            Some(key) => (key, Operation::Append),
            None => (key.trim(), Operation::Set),
        };
        let value = scope.assign(key, operation, value.to_owned());
        self.set(key, &Setting::typed(&value, &format!("-D {word}")), Dialect::Ours)
    }

    fn option(&mut self, key: Key, value: &str) -> Result<(), Mistake> {
        let word = if key == Key::Target { "the target".to_owned() } else { key.row().option() };
        if value.is_empty() {
            return Err(
                Mistake::new(format!("{word} is empty")).help("give a value, or leave it out")
            );
        }
        self.values.insert(key, Setting::typed(value, &word));
        Ok(())
    }

    fn set(&mut self, name: &str, setting: &Setting, dialect: Dialect) -> Result<(), Mistake> {
        if let Some(property) =
            name.strip_prefix(PROPERTY_PREFIX).filter(|property| !property.is_empty())
        {
            self.properties.insert(property.to_owned(), setting.clone());
            return Ok(());
        }
        match jpf::translate(name, &setting.text) {
            Some(Meaning::Ours(key, value)) => {
                return self.set_translated(key.row(), value, name, setting);
            }
            Some(Meaning::Partly(key, value, why)) => {
                self.note_what_is_not_checked(name, setting, dialect);
                self.note_or_refuse(name, setting, dialect, &why)?;
                return self.set_translated(key.row(), value, name, setting);
            }
            Some(Meaning::Nothing(why)) => {
                self.note_what_is_not_checked(name, setting, dialect);
                return self.note_or_refuse(name, setting, dialect, &why);
            }
            None => {}
        }
        match schema::find(name) {
            Some(row) => self.set_row(row, setting.clone()),
            None => self.unknown(name, setting, dialect),
        }
    }

    fn set_translated(
        &mut self,
        row: &Row,
        text: String,
        name: &str,
        setting: &Setting,
    ) -> Result<(), Mistake> {
        let written_as = (name != row.name).then(|| name.to_owned());
        self.set_row(row, Setting { text, written_as, ..setting.clone() })
    }

    /// An empty value takes back what a weaker layer gave.
    fn set_row(&mut self, row: &Row, setting: Setting) -> Result<(), Mistake> {
        if !row.is_for(self.command) {
            self.of_another_command(row, &setting)?;
        }
        if setting.text.is_empty() {
            self.values.remove(&row.key);
        } else {
            self.values.insert(row.key, setting);
        }
        Ok(())
    }

    /// A file serves all commands; on the command line such a key is a misunderstanding.
    fn of_another_command(&self, row: &Row, setting: &Setting) -> Result<(), Mistake> {
        let (name, origin) = (row.name, &setting.origin);
        match row.commands.first() {
            Some(other) if setting.layer == Layer::CommandLine => {
                let (command, other) = (self.command.name(), other.name());
                Err(Mistake::new(format!(
                    "`{name}` ({origin}) is an option of `{other}`, not of `{command}`"
                ))
                .help(format!("leave it out, or use it with `raceproof {other}`")))
            }
            _ => Ok(()),
        }
    }

    fn note_or_refuse(
        &mut self,
        name: &str,
        at: &Setting,
        dialect: Dialect,
        why: &str,
    ) -> Result<(), Mistake> {
        let message = format!("`{name}` ({}): {why}", at.origin);
        if dialect == Dialect::Jpf {
            self.notes.push(message);
            Ok(())
        } else {
            Err(Mistake::new(message)
                .help("leave it out; `raceproof check --help` lists what there is"))
        }
    }

    /// What JPF would check by a setting that has no meaning here belongs into the verdict, not
    /// only among warnings.
    fn note_what_is_not_checked(&mut self, name: &str, setting: &Setting, dialect: Dialect) {
        if dialect != Dialect::Jpf {
            return;
        }
        let origin = &setting.origin;
        for what in jpf::not_checked(name, &setting.text) {
            self.not_checked.push(format!("{what} ({origin})"));
        }
        if jpf::asks_for_races(name, &setting.text) {
            self.detector = Some(origin.clone());
        }
    }

    fn unknown(&mut self, name: &str, setting: &Setting, dialect: Dialect) -> Result<(), Mistake> {
        let origin = &setting.origin;
        let names =
            schema::TABLE.iter().map(|row| row.name).chain(jpf::TRANSLATED).chain(["@include"]);
        let near = suggest::nearest(name, names).map(|near| format!("did you mean `{near}`?"));
        if dialect == Dialect::Jpf {
            self.note_what_is_not_checked(name, setting, dialect);
            self.notes.push(match near {
                Some(near) => format!("`{name}` ({origin}) has no meaning here: {near}"),
                None => format!("`{name}` ({origin}) has no meaning here"),
            });
            return Ok(());
        }
        let mistake = Mistake::new(format!("`{name}` is not a key ({origin})"));
        Err(match near {
            Some(near) => mistake.help(near),
            None if jpf::is_known(name) => mistake.help(
                "this may be a key of JPF's, which has no meaning here: leave it out (in a .jpf file it is only warned about)",
            ),
            None => mistake.help(format!(
                "a system property of the program is set by the key `{PROPERTY_PREFIX}{name}`; \
                 `raceproof {} --show-config` lists the keys",
                self.command.name()
            )),
        })
    }

    fn refuse_nesting(&self) -> Result<(), Mistake> {
        match self.get(Key::Target) {
            Some(target) if is_properties_file(&target.text) => {
                Err(Self::wrong(Key::Target, target)
                    .help("give a source file, a jar or a class: properties files do not nest"))
            }
            _ => Ok(()),
        }
    }

    fn require_target(&self, file: &Path) -> Result<(), Mistake> {
        if self.get(Key::Target).or(self.get(Key::Main)).is_some() {
            return Ok(());
        }
        Err(Mistake::new(format!("`{}` names no target", file.display()))
            .help("add a line such as `target = pkg.Main`"))
    }

    /// Reports a wrong value even if this command would not look at it.
    fn check(&self) -> Result<(), Mistake> {
        for (key, setting) in &self.values {
            if let Err(help) = value::check(key.row().kind, &setting.text) {
                return Err(Mistake { help, ..Self::wrong(*key, setting) });
            }
        }
        Ok(())
    }

    fn wrong(key: Key, setting: &Setting) -> Mistake {
        let name = setting.written_as.as_deref().unwrap_or(key.name());
        Mistake::new(format!("`{}` is not a value of `{name}` ({})", setting.text, setting.origin))
    }

    /// The value of a key, if one was given.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<&Setting> {
        self.values.get(&key)
    }

    /// The value of a key as text, its default if none was given.
    #[must_use]
    pub fn text(&self, key: Key) -> &str {
        self.get(key).map_or(key.row().default, |setting| &setting.text)
    }

    /// The layer that gave a key its value.
    #[must_use]
    pub fn layer(&self, key: Key) -> Layer {
        self.get(key).map_or(Layer::Default, |setting| setting.layer)
    }

    /// The value of a key as a path, if one was given.
    #[must_use]
    pub fn path(&self, key: Key) -> Option<PathBuf> {
        self.get(key).map(Setting::path)
    }

    /// The value of a key as a list of paths, as given: an empty one is the current folder, and
    /// wildcards are not expanded.
    #[must_use]
    pub fn paths(&self, key: Key) -> Vec<PathBuf> {
        let Some(setting) = self.get(key) else { return Vec::new() };
        match setting.origin {
            Origin::CommandLine(_) => std::env::split_paths(&setting.text).collect(),
            Origin::File { .. } => {
                let entries = setting
                    .text
                    .split([':', ';', ','])
                    .map(str::trim)
                    .filter(|entry| !entry.is_empty());
                entries.map(|entry| setting.resolve(entry)).collect()
            }
        }
    }

    /// The program's arguments: what follows `--`, else the comma list of `target.args`.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        match (&self.after_dashes, self.get(Key::Arguments)) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(setting)) if !setting.text.trim().is_empty() => {
                setting.text.split(',').map(|argument| argument.trim().to_owned()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What follows `--`, if anything does.
    pub(crate) fn after_dashes(&self) -> Option<&[String]> {
        self.after_dashes.as_deref()
    }

    /// The trace that is executed.
    pub(crate) fn trace(&self) -> Option<&Path> {
        self.trace.as_deref()
    }

    /// The properties files that were read.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The system properties of the program, with where they were given.
    pub(crate) fn properties(&self) -> &BTreeMap<String, Setting> {
        &self.properties
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, key: Key) -> bool {
        self.text(key) == "true"
    }

    /// The value of a key that takes a word.
    ///
    /// # Errors
    /// If the word comes with a later version.
    pub fn word<T: Copy>(&self, key: Key, words: &[Word<T>]) -> Result<T, Mistake> {
        self.understood(key, words, self.text(key))
    }

    /// The values of a key that takes several words, each once, in the order given.
    ///
    /// # Errors
    /// If one of them comes with a later version.
    pub fn several<T: Copy + PartialEq>(
        &self,
        key: Key,
        words: &[Word<T>],
    ) -> Result<Vec<T>, Mistake> {
        let mut values = Vec::new();
        for part in value::split(self.text(key)) {
            let value = self.understood(key, words, part)?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Ok(values)
    }

    fn understood<T: Copy>(&self, key: Key, words: &[Word<T>], text: &str) -> Result<T, Mistake> {
        match value::word(words, text) {
            Some(word) => Ok(word.value),
            // Only a wrong default could lead here, and a test looks at them.
            None => Err(Mistake::new(format!("`{text}` is not a value of `{}`", key.name()))),
        }
    }

    /// A setting as the user wrote it, and where, for messages.
    #[must_use]
    pub fn describe(&self, key: Key) -> String {
        let Some(Setting { text, origin, written_as, .. }) = self.get(key) else {
            return format!("`{} = {}` (default)", key.name(), key.row().default);
        };
        match origin {
            Origin::CommandLine(word)
                if word.starts_with("--") && !matches!(key.row().kind, ValueKind::Switch) =>
            {
                format!("`{word} {text}`")
            }
            Origin::CommandLine(word) => format!("`{word}`"),
            Origin::File { .. } => {
                format!("`{} = {text}` ({origin})", written_as.as_deref().unwrap_or(key.name()))
            }
        }
    }
}

fn without_key(word: &str) -> Mistake {
    Mistake::new(format!("`-D \"{word}\"` names no key")).help(
        "write `-D KEY=VALUE` or `+KEY=VALUE`, as in `-D heap=64m`; `-D property.NAME=VALUE` sets a system property",
    )
}

/// The properties file that is the target, whoever names it.
fn target_file(command: Command, line: &CommandLine) -> Option<PathBuf> {
    let mut named = Settings::empty(command);
    let mut scope = Scope::default();
    // What is wrong is reported when the layers are read in their order.
    for file in &line.config {
        let _ = named.read(file, Layer::Config, &mut scope);
    }
    for word in &line.define {
        let _ = named.define(word, &mut scope);
    }
    for (key, value) in &line.options {
        let _ = named.option(*key, value);
    }
    let target = named.get(Key::Target)?;
    is_properties_file(&target.text).then(|| target.path())
}

fn is_properties_file(target: &str) -> bool {
    let extension = Path::new(target).extension();
    extension.is_some_and(|extension| extension == "properties" || extension == "jpf")
}
