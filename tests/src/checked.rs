//! A Java program for `check` with its expectation beside it: the first line is a comment such as
//! `// check: verdict=violated kind=deadlock min=21 options=--spurious-wakeups`.

use std::path::Path;

use crate::program::{self, Program};

/// A program and what checking it must answer.
#[derive(Clone, Debug)]
pub struct Checked {
    pub program: Program,
    /// The folder it lies in: `safe`, `deadlock`.
    pub folder: String,
    pub expected: Expected,
}

/// What the first line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    pub verdict: String,
    /// Of the finding.
    pub kind: Option<String>,
    pub exception: Option<String>,
    /// Of a data race: the variables and the conflicts that may be told, `*` in a variable standing for anything.
    pub variables: Vec<String>,
    pub conflicts: Vec<String>,
    /// Options of the command.
    pub options: Vec<String>,
    /// Whether the program needs the classes of `raceproof.jar`.
    pub choose: bool,
    /// The exact number of states, where arithmetic gives it.
    pub states: Option<u64>,
    /// Whether it has a data race, which a check without a detector does not tell.
    pub racy: bool,
    /// Whether it is found at plain accesses only: no schedule of synchronization shows it.
    pub at_access: bool,
    /// The oldest release it compiles on.
    min: u32,
}

impl Checked {
    /// The programs of `java/FOLDER`, in the order of their names.
    pub fn in_folder(java: &Path, folder: &str) -> Result<Vec<Self>, String> {
        program::read_folder(&java.join(folder), |mut program, line| {
            let expected = Expected::parse(line)?;
            program.header.min = expected.min;
            Ok(Self { program, folder: folder.to_owned(), expected })
        })
    }
}

impl Expected {
    /// What is expected where races are looked for, too, of a program that has none.
    #[must_use]
    pub fn as_race_free(&self) -> Self {
        Self { verdict: "race-free".to_owned(), ..self.clone() }
    }

    /// What is expected at synchronization, or at plain accesses.
    pub fn at(&self, sync: bool) -> Self {
        if sync && self.at_access {
            Self { verdict: "passed".to_owned(), kind: None, exception: None, ..self.clone() }
        } else {
            self.clone()
        }
    }

    fn parse(line: &str) -> Result<Self, String> {
        let mut expected = Self { min: 17, ..Self::default() };
        for (key, value) in program::pairs(line, "check")? {
            let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is no number"));
            match key {
                "verdict" => expected.verdict = value.to_owned(),
                "kind" => expected.kind = Some(value.to_owned()),
                "exception" => expected.exception = Some(value.to_owned()),
                "variable" => expected.variables = value.split('|').map(str::to_owned).collect(),
                "conflict" => expected.conflicts = value.split('|').map(str::to_owned).collect(),
                "benign" => expected.options.extend(["--benign".to_owned(), value.to_owned()]),
                "options" => {
                    let (choose, options) = value.split(';').partition::<Vec<_>, _>(|word| *word == "choose");
                    expected.choose = !choose.is_empty();
                    expected.options.extend(options.into_iter().map(str::to_owned));
                }
                "states" => expected.states = Some(number()?),
                "at" if value == "access" => expected.at_access = true,
                "racy" => expected.racy = value == "true",
                "min" => expected.min = u32::try_from(number()?).map_err(|_| format!("`{value}` is no release"))?,
                _ => {
                    return Err(format!(
                        "`{key}` is not a key: verdict, kind, exception, variable, conflict, benign, options, states, at, \
                         racy, min"
                    ));
                }
            }
        }
        match (expected.verdict.as_str(), &expected.kind) {
            ("passed" | "race-free" | "unsupported", None) | ("violated", Some(_)) => Ok(expected),
            (verdict, kind) => Err(format!("the verdict `{verdict}` does not go with the kind {kind:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_read_or_refused() {
        let line =
            "// check: verdict=violated kind=uncaught-exception exception=a.B min=21 options=choose;--x states=7";
        let expected = Expected::parse(line).unwrap();
        assert_eq!((expected.verdict.as_str(), expected.kind.as_deref()), ("violated", Some("uncaught-exception")));
        assert_eq!((expected.exception.as_deref(), expected.states, expected.min), (Some("a.B"), Some(7), 21));
        assert_eq!((expected.choose, expected.options), (true, vec!["--x".to_owned()]));
        for wrong in ["// run:", "// check:", "// check: verdict=violated", "// check: verdict=passed kind=deadlock"] {
            assert!(Expected::parse(wrong).is_err(), "{wrong}");
        }
        assert!(Expected::parse("// check: verdict=passed mni=1").is_err());
    }
}
