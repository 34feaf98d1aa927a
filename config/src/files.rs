//! Properties files, read with all they `@include`: from paths to assignments whose `${key}` are
//! expanded.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::mistake::Mistake;
use crate::origin::Origin;
use crate::properties::{self, Line, Operation, Unexpanded};
use crate::reading::{self, read_at_most};
use crate::schema;
use crate::suggest;

/// Files beyond this are no configuration; reading one would only fill memory.
const LARGEST_FILE: u64 = 1 << 20;
/// Files that include each other twice over would be read without end.
const MOST_FILES: usize = 1000;
/// All values together; beyond it, they use each other too often.
const MOST_BYTES: usize = 16 << 20;

/// In whose language a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Ours: an unknown key is a mistake.
    Ours,
    /// That of JPF, which has many keys more.
    Jpf,
}

/// One assignment of a file. Its value may lack something, which only matters if the key does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub key: String,
    pub value: Result<String, Mistake>,
    pub origin: Origin,
    pub dialect: Dialect,
}

/// What has been read so far: the values that `${key}` and `+=` refer to.
#[derive(Debug, Default)]
pub struct Scope {
    values: BTreeMap<String, String>,
    bytes: usize,
    /// The files, as they are named.
    pub files: Vec<PathBuf>,
}

impl Scope {
    /// The value of a key with this assignment, which becomes its value from now on.
    pub fn assign(&mut self, key: &str, operation: Operation, value: String) -> String {
        let earlier = || self.values.get(key).map_or("", String::as_str);
        let value = match operation {
            Operation::Set => value,
            Operation::Append => format!("{}{value}", earlier()),
            Operation::Prepend => format!("{value}{}", earlier()),
        };
        self.bytes += value.len();
        self.values.insert(key.to_owned(), value.clone());
        value
    }

    fn value_of(&self, name: &str, folder: &str) -> Option<String> {
        let default =
            || schema::find(name).map(|row| row.default).filter(|default| !default.is_empty());
        match name {
            "config_path" => Some(folder.to_owned()),
            _ => self
                .values
                .get(name)
                .cloned()
                .or_else(|| default().map(str::to_owned))
                .or_else(|| of_the_user(name)),
        }
    }

    /// The assignments of a file and of those it includes, in order.
    pub fn read(&mut self, path: &Path) -> Result<Vec<Assignment>, Mistake> {
        let mut reader = Reader {
            scope: self,
            dialect: dialect(path),
            open: Vec::new(),
            assignments: Vec::new(),
        };
        reader.read(path, None)?;
        Ok(reader.assignments)
    }
}

fn of_the_user(name: &str) -> Option<String> {
    (name == "user.home").then(|| std::env::var("HOME").ok()).flatten()
}

fn dialect(path: &Path) -> Dialect {
    let is_jpf = path.extension().is_some_and(|extension| extension == "jpf")
        || path.file_name().is_some_and(|name| name == "jpf.properties");
    if is_jpf { Dialect::Jpf } else { Dialect::Ours }
}

/// The reading of one file and what it includes.
struct Reader<'a> {
    scope: &'a mut Scope,
    dialect: Dialect,
    /// The files that are being read, each included by the one before: as they were named, and as
    /// they are.
    open: Vec<(PathBuf, PathBuf)>,
    assignments: Vec<Assignment>,
}

impl Reader<'_> {
    fn read(&mut self, path: &Path, included_at: Option<&Origin>) -> Result<(), Mistake> {
        let at = |mistake: Mistake| match included_at {
            Some(origin) => {
                Mistake { message: format!("{origin}: {}", mistake.message), ..mistake }
            }
            None => mistake,
        };
        suggest::existing_file(path).map_err(|mistake| match included_at {
            Some(_) => at(mistake.help("the name is relative to the folder of the including file")),
            None => mistake,
        })?;
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if self.open.iter().any(|(_, open)| *open == real) {
            return Err(at(self.circle(path, &real)));
        }
        self.scope.files.push(path.to_owned());
        if self.scope.files.len() > MOST_FILES {
            return Err(at(Mistake::new(format!("more than {MOST_FILES} files are included"))
                .help("include each file once, from the file that is given")));
        }
        let text = text_of(path).map_err(at)?;
        let origin = |line| Origin::File { path: path.to_owned(), line };
        let lines = properties::parse(&text)
            .map_err(|(line, why)| Mistake::new(format!("{}: {why}", origin(line))))?;
        self.open.push((path.to_owned(), real));
        for line in lines {
            self.line(path, line)?;
        }
        self.open.pop();
        Ok(())
    }

    fn line(&mut self, path: &Path, line: Line) -> Result<(), Mistake> {
        let Line { number, key, operation, value } = line;
        let origin = Origin::File { path: path.to_owned(), line: number };
        let folder = folder_of(path);
        let expanded = properties::expand(&value, |name| self.scope.value_of(name, &folder));
        let expanded = expanded.map_err(|why| self.unexpanded(&why, &origin));
        if key == "@include" {
            return self.include(path, &expanded?, &origin);
        }
        let value = expanded.map(|value| self.scope.assign(&key, operation, value));
        if self.scope.bytes > MOST_BYTES {
            return Err(Mistake::new(format!(
                "{origin}: the values are too long, {} MB in all",
                MOST_BYTES >> 20
            ))
            .help("a value that uses itself by `${key}` or `+=` grows with each line"));
        }
        self.assignments.push(Assignment { key, value, origin, dialect: self.dialect });
        Ok(())
    }

    fn include(&mut self, path: &Path, value: &str, origin: &Origin) -> Result<(), Mistake> {
        if value.is_empty() {
            return Err(Mistake::new(format!("{origin}: `@include` names no file"))
                .help("write `@include FILE`; the name is relative to the including file"));
        }
        let beside = path.parent().unwrap_or(Path::new("")).join(value);
        self.read(&beside, Some(origin))
    }

    fn circle(&self, path: &Path, real: &Path) -> Mistake {
        let start = self.open.iter().position(|(_, open)| open == real).unwrap_or(0);
        let names = self.open[start..].iter().map(|(named, _)| named.as_path()).chain([path]);
        let names: Vec<String> = names.map(|name| format!("`{}`", name.display())).collect();
        Mistake::new(format!("`{}` includes itself: {}", path.display(), names.join(" includes ")))
            .help("take one `@include` out of this circle")
    }

    fn unexpanded(&self, why: &Unexpanded, origin: &Origin) -> Mistake {
        match why {
            Unexpanded::Unclosed(text) => Mistake::new(format!("{origin}: `{text}` lacks a `}}`"))
                .help("a value given earlier is written `${key}`; a plain `${` is not possible"),
            Unexpanded::TooLong => {
                Mistake::new(format!("{origin}: the value is longer than a megabyte"))
                    .help("a value that uses itself by `${key}` or `+=` grows with each line")
            }
            Unexpanded::Unknown(name) => {
                let names = self
                    .scope
                    .values
                    .keys()
                    .map(String::as_str)
                    .chain(["config_path", "user.home"]);
                let near = suggest::nearest(name, names)
                    .map(|near| format!("did you mean `${{{near}}}`?"));
                Mistake::new(format!("{origin}: `${{{name}}}`: no value of `{name}` stands above"))
                    .maybe_help(near)
                    .help(format!("give it before it is used: `{name} = VALUE`"))
            }
        }
    }
}

fn text_of(path: &Path) -> Result<String, Mistake> {
    let shown = path.display();
    match read_at_most(path, LARGEST_FILE) {
        Ok(bytes) => Ok(properties::decode(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Err(Mistake::new(format!(
            "`{shown}` is no properties file: it has more than a megabyte"
        ))
        .help(reading::advice(&error))),
        Err(error) => Err(Mistake::new(format!("`{shown}` cannot be read: {error}"))
            .help(reading::advice(&error))),
    }
}

/// The folder of the file, from the root: what is made of it stays right wherever it is used.
fn folder_of(path: &Path) -> String {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    absolute.display().to_string()
}
