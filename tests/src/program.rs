//! A Java program with its expectation beside it: the first line is a comment such as
//! `// run: min=17 args="a b" exit=3`.

use std::fs;
use std::path::{Path, PathBuf};

/// One program of one file, whose main class has the name of the file.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the file, without `.java`.
    pub name: String,
    /// The path of the file.
    pub source: PathBuf,
    /// What the file contains.
    pub text: String,
    /// What its first line says.
    pub header: Header,
}

/// What the first line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The oldest release the program compiles on.
    pub min: u32,
    /// The newest release the program compiles on, if not all newer ones do.
    pub max: Option<u32>,
    /// The arguments of `main`.
    pub args: Vec<String>,
    /// The exit status both must end with.
    pub exit: i32,
    /// The standard input, `\n` standing for the end of a line.
    pub stdin: String,
    /// The size of the heap, for both.
    pub heap: Option<String>,
}

impl Program {
    /// The programs of a folder, in the order of their names. A wrong header is an error that names
    /// the file.
    pub fn in_folder(folder: &Path) -> Result<Vec<Self>, String> {
        read_folder(folder, |program, line| Ok(Self { header: Header::parse(line)?, ..program }))
    }

    /// The programs of a folder that have no header, since the test that uses them has the
    /// expectations.
    pub fn plain_in_folder(folder: &Path) -> Result<Vec<Self>, String> {
        read_folder(folder, |program, _| Ok(program))
    }

    /// The binary name of the main class: the file's name, in the package the text declares.
    pub fn main_class(&self) -> String {
        let package =
            self.text.lines().find_map(|line| line.strip_prefix("package ")?.strip_suffix(';'));
        package.map_or_else(|| self.name.clone(), |package| format!("{package}.{}", self.name))
    }

    /// Whether its header allows that release.
    pub fn compiles_on(&self, feature: u32) -> bool {
        feature >= self.header.min && self.header.max.is_none_or(|max| feature <= max)
    }
}

/// The programs of a folder, in the order of their names, each as `with_header` makes it of its
/// first line.
pub(crate) fn read_folder<T>(
    folder: &Path,
    with_header: impl Fn(Program, &str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sources: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    sources.sort();
    let read = |source: PathBuf| {
        let shown = source.display().to_string();
        let wrong = |why: &str| format!("{shown}: {why}");
        let text = fs::read_to_string(&source).map_err(|error| wrong(&error.to_string()))?;
        let name = source
            .file_stem()
            .and_then(|stem| stem.to_str())
            .ok_or_else(|| wrong("has no name"))?
            .to_owned();
        let line = text.lines().next().unwrap_or_default().to_owned();
        let program =
            Program { name, source, text, header: Header { min: 17, ..Header::default() } };
        with_header(program, &line).map_err(|why| wrong(&why))
    };
    sources.into_iter().map(read).collect()
}

/// The words `key=value` of a first line that begins with `// WHAT:`. A value with blanks stands in
/// quotation marks.
pub(crate) fn pairs<'a>(line: &'a str, what: &str) -> Result<Vec<(&'a str, &'a str)>, String> {
    let after =
        line.strip_prefix("// ").and_then(|line| line.strip_prefix(what)?.strip_prefix(':'));
    let mut rest =
        after.ok_or_else(|| format!("the first line must begin with `// {what}:`"))?.trim();
    let mut pairs = Vec::new();
    while !rest.is_empty() {
        let (key, after) =
            rest.split_once('=').ok_or_else(|| format!("`{rest}` is no `key=value`"))?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or("a quotation mark is missing")?,
            None => after.split_at(after.find(' ').unwrap_or(after.len())),
        };
        pairs.push((key, value));
        rest = after.trim_start();
    }
    Ok(pairs)
}

impl Header {
    fn parse(line: &str) -> Result<Self, String> {
        let mut header = Self { min: 17, ..Self::default() };
        for (key, value) in pairs(line, "run")? {
            header.set(key, value)?;
        }
        Ok(header)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u32>().map_err(|_| format!("`{value}` is no number"));
        match key {
            "min" => self.min = number()?,
            "max" => self.max = Some(number()?),
            "args" => self.args = value.split_whitespace().map(str::to_owned).collect(),
            "exit" => {
                self.exit =
                    i32::try_from(number()?).map_err(|_| format!("`{value}` is no exit status"))?;
            }
            "stdin" => self.stdin = value.replace("\\n", "\n"),
            "heap" => self.heap = Some(value.to_owned()),
            _ => return Err(format!("`{key}` is not a key: min, max, args, exit, stdin, heap")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_or_refused() {
        let header = Header::parse("// run: min=21 args=\"a b\" exit=3 heap=64m").unwrap();
        assert_eq!((header.min, header.exit, header.heap.as_deref()), (21, 3, Some("64m")));
        assert_eq!(header.args, ["a", "b"]);
        assert_eq!(Header::parse("// run:").unwrap().min, 17);
        for wrong in ["", "// run: exit", "// run: args=\"a", "// run: mni=17", "// run: exit=x"] {
            assert!(Header::parse(wrong).is_err(), "{wrong}");
        }
    }
}
