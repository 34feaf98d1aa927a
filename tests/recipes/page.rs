//! What CONTRIBUTING.md says: its recipes, and what they name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use raceproof_tests::place;

/// Extensions of what is a file, though its folder is not said.
const EXTENSIONS: [&str; 7] = ["rs", "py", "sh", "jasm", "txt", "md", "properties"];

/// A paragraph of the page, and its code spans in their order.
pub struct Recipe {
    /// What it is for, such as "A native"; nothing for what is no recipe.
    pub name: String,
    pub spans: Vec<String>,
}

/// The page in paragraphs: what comes before the recipes, and each of them.
pub fn recipes() -> Vec<Recipe> {
    let page = place::workspace().join("CONTRIBUTING.md");
    let text = fs::read_to_string(&page).unwrap();
    let mut paragraphs: Vec<String> = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("- ") || line.starts_with('#') {
            paragraphs.push(String::new());
        }
        let last = paragraphs.last_mut().unwrap();
        last.push_str(line.trim_start_matches("- ").trim());
        last.push(' ');
    }
    paragraphs.iter().map(|text| Recipe::of(text)).collect()
}

/// The recipe of that name.
pub fn recipe(name: &str) -> Recipe {
    let found = recipes().into_iter().find(|recipe| recipe.name == name);
    found.unwrap_or_else(|| panic!("CONTRIBUTING.md has no recipe for `{name}`"))
}

impl Recipe {
    fn of(text: &str) -> Self {
        let name = text.strip_prefix("**").and_then(|rest| rest.split_once("**"));
        let spans = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        Self { name: name.map_or_else(String::new, |(name, _)| name.to_owned()), spans }
    }

    /// Where the paths are that it names, and those that are nowhere. One without a folder stands
    /// beside a path that was named before, or above it.
    pub fn paths(&self) -> (Vec<PathBuf>, Vec<String>) {
        let (mut found, mut missing) = (Vec::<PathBuf>::new(), Vec::new());
        for span in self.spans.iter().filter(|span| is_path(span)) {
            let beside =
                found.iter().rev().flat_map(|path| path.ancestors()).map(|at| at.join(span));
            let wanted = std::iter::once(PathBuf::from(span)).chain(beside);
            match wanted.into_iter().find(|path| place::workspace().join(path).exists()) {
                Some(path) => found.push(path),
                None => missing.push(span.clone()),
            }
        }
        (found, missing)
    }

    /// The path that it names by these words.
    #[track_caller]
    pub fn path(&self, named: &str) -> PathBuf {
        let is_it = |path: &&PathBuf| path.ends_with(named);
        let (paths, _) = self.paths();
        let found = paths.iter().find(is_it);
        found.unwrap_or_else(|| panic!("`{}` does not name {named}", self.name)).clone()
    }

    /// What it names that is not there.
    pub fn stale(&self, sources: &Sources) -> Vec<String> {
        let (_, mut stale) = self.paths();
        let others = self.spans.iter().filter(|span| !is_path(span));
        stale.extend(others.filter(|span| !sources.have(span)).cloned());
        stale
    }
}

fn is_path(span: &str) -> bool {
    let extension = Path::new(span).extension().and_then(|extension| extension.to_str());
    let is_file = extension.is_some_and(|extension| EXTENSIONS.contains(&extension));
    !span.contains([' ', '=', '(']) && (is_file || span.contains('/'))
}

/// What there is to be named, but for paths.
pub struct Sources {
    /// All of the workspace's Rust, scripts and programs, without the tests of this folder.
    code: String,
    makefile: String,
    tests: String,
}

impl Sources {
    pub fn read() -> Self {
        let root = place::workspace();
        let mut code = String::new();
        let mut open = vec![root.to_owned()];
        while let Some(folder) = open.pop() {
            for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                if name == "target" || name.starts_with('.') || path.ends_with("tests/recipes") {
                    continue;
                }
                let is_code = ["rs", "py", "sh", "jasm"]
                    .contains(&path.extension().and_then(|e| e.to_str()).unwrap_or_default());
                match path.is_dir() {
                    true => open.push(path),
                    false if is_code => code.push_str(&fs::read_to_string(&path).unwrap()),
                    false => {}
                }
            }
        }
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        Self { code, makefile: read("Makefile"), tests: read("tests/Cargo.toml") }
    }

    /// Whether what a code span names is there: a target of `make`, the parts of a command, an item
    /// of Rust; of anything else, each word.
    fn have(&self, span: &str) -> bool {
        if let Some(target) = span.strip_prefix("make ") {
            return self.makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
        }
        if let Some((variables, command)) = span.split_once("cargo ") {
            return words(variables).all(|word| word == "1" || self.has_word(word))
                && self.has_command(command);
        }
        if let Some((owner, item)) = span.split_once("::") {
            // A case of an enumeration is no definition.
            return self.defines(item) || self.defines(owner) && self.has_word(item);
        }
        if !span.contains([' ', '=']) && span.starts_with(char::is_uppercase) {
            return self.defines(span);
        }
        // What stands behind `=` may be an example.
        let keys = span.split(' ').map(|part| part.split('=').next().unwrap_or_default());
        keys.flat_map(words).all(|word| self.has_word(word))
    }

    /// `test -p PACKAGE --test FILE -- FEATURE/Program`.
    fn has_command(&self, command: &str) -> bool {
        let mut arguments = command.split(' ');
        while let Some(argument) = arguments.next() {
            let is_there = match (argument, &mut arguments) {
                ("-p", rest) => rest.next().is_some_and(|package| {
                    let folder = package.strip_prefix("raceproof-").unwrap_or(package);
                    place::workspace().join(folder).join("Cargo.toml").is_file()
                }),
                ("--test", rest) => rest
                    .next()
                    .is_some_and(|test| self.tests.contains(&format!("\nname = \"{test}\"\n"))),
                ("--", rest) => {
                    rest.next().and_then(|trial| trial.split_once('/')).is_some_and(|(_, name)| {
                        place::java_programs("run").join(format!("{name}.java")).is_file()
                    })
                }
                _ => true,
            };
            if !is_there {
                return false;
            }
        }
        true
    }

    fn has_word(&self, word: &str) -> bool {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        self.code.match_indices(word).any(|(at, _)| {
            !self.code[..at].ends_with(is_part)
                && !self.code[at + word.len()..].starts_with(is_part)
        })
    }

    fn defines(&self, item: &str) -> bool {
        let kinds = ["struct", "enum", "trait", "const", "static", "fn", "type", "mod"];
        kinds.iter().any(|kind| self.has_word(&format!("{kind} {item}")))
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}

/// Pages that are linked, each once.
pub fn linked() -> BTreeSet<String> {
    let text = fs::read_to_string(place::workspace().join("CONTRIBUTING.md")).unwrap();
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains("://")).map(str::to_owned).collect()
}
