//! A Java program for `check` with its expectation beside it: the first line is a comment such as
//! `// check: verdict=violated kind=deadlock min=21 options=--spurious-wakeups`.

use std::path::Path;

use crate::program::{self, Program};

/// A program and what checking it must answer.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program, whose first line has the expectation.
    pub program: Program,
    /// The folder it lies in: `safe`, `deadlock`.
    pub folder: String,
    /// What its first line says.
    pub expected: Expected,
}

/// What the first line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The `verdict` of the report.
    pub verdict: String,
    /// The kind of the first finding; if there are several, the kinds of all findings.
    pub kinds: Vec<String>,
    /// The exit statuses, other than 0, of all findings that have one.
    pub statuses: Vec<i64>,
    /// The class of the uncaught exception that is found.
    pub exception: Option<String>,
    /// Of a data race: the variables that may be reported, `*` standing for anything.
    pub variables: Vec<String>,
    /// Of a data race: the conflicts that may be reported.
    pub conflicts: Vec<String>,
    /// The lines of its two accesses, in ascending order.
    pub lines: Vec<u64>,
    /// The number of findings, where `--all` is given.
    pub findings: Option<u64>,
    /// Options of the command.
    pub options: Vec<String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// Whether it is judged by every search and every detector.
    pub every: bool,
    /// Whether it is so on every JDK, if `RACEPROOF_TESTS=all`.
    pub all_jdks: bool,
    /// Searches and detectors that may run out of time on it.
    pub cut: Vec<String>,
    /// Whether the program needs the classes of `raceproof.jar`.
    pub choose: bool,
    /// The exact number of states, where arithmetic gives it.
    pub states: Option<u64>,
    /// Whether it has a data race, which a check without a detector does not report.
    pub racy: bool,
    /// Whether it has weak races, which leave a program race-free.
    pub weak: bool,
    /// Whether the violation shows at granularity `access` only; at `sync` the program passes.
    pub at_access: bool,
    /// Whether it may be too large to be explored completely: then a bounded search may be
    /// incomplete, never wrong, and random executions find what there is.
    pub large: bool,
    /// The oldest release it compiles on, and the newest one it behaves so on.
    min: u32,
    max: Option<u32>,
}

impl Checked {
    /// The programs of `java/FOLDER`, in the order of their names.
    pub fn in_folder(java: &Path, folder: &str) -> Result<Vec<Self>, String> {
        program::read_folder(&java.join(folder), |mut program, line| {
            let expected = Expected::parse(line)?;
            (program.header.min, program.header.max) = (expected.min, expected.max);
            Ok(Self { program, folder: folder.to_owned(), expected })
        })
    }
}

impl Expected {
    /// What a check with a detector is expected to say of a program that passes and has no race.
    #[must_use]
    pub fn as_race_free(&self) -> Self {
        Self { verdict: "race-free".to_owned(), ..self.clone() }
    }

    /// What is expected at granularity `sync`, or else at `access`.
    pub fn at(&self, sync: bool) -> Self {
        if sync && self.at_access {
            Self {
                verdict: "passed".to_owned(),
                kinds: Vec::new(),
                exception: None,
                ..self.clone()
            }
        } else {
            self.clone()
        }
    }

    fn parse(line: &str) -> Result<Self, String> {
        let mut expected = Self { min: 17, ..Self::default() };
        for (key, value) in program::pairs(line, "check")? {
            let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is no number"));
            let release = || value.parse::<u32>().map_err(|_| format!("`{value}` is no release"));
            match key {
                "verdict" => expected.verdict = value.to_owned(),
                "kind" => expected.kinds = value.split('|').map(str::to_owned).collect(),
                "status" => {
                    let statuses = value.split('|').map(str::parse).collect::<Result<_, _>>();
                    expected.statuses =
                        statuses.map_err(|_| format!("`{value}` are no statuses"))?;
                }
                "exception" => expected.exception = Some(value.to_owned()),
                "variable" => expected.variables = value.split('|').map(str::to_owned).collect(),
                "conflict" => expected.conflicts = value.split('|').map(str::to_owned).collect(),
                "lines" => {
                    let line =
                        |text: &str| text.parse().map_err(|_| format!("`{text}` is no line"));
                    expected.lines = value.split(',').map(line).collect::<Result<_, _>>()?;
                }
                "findings" => expected.findings = Some(number()?),
                "benign" => expected.options.extend(["--benign".to_owned(), value.to_owned()]),
                "options" => {
                    let value = value.replace(",--", ";--");
                    let (choose, options) =
                        value.split(';').partition::<Vec<_>, _>(|word| *word == "choose");
                    expected.choose = !choose.is_empty();
                    expected.options.extend(options.into_iter().map(str::to_owned));
                }
                "args" => expected.arguments = value.split(',').map(str::to_owned).collect(),
                "every" => expected.every = value == "true",
                "jdks" => expected.all_jdks = value == "all",
                "cut" => expected.cut = value.split('|').map(str::to_owned).collect(),
                "states" => expected.states = Some(number()?),
                "at" if value == "access" => expected.at_access = true,
                "racy" => expected.racy = value == "true",
                "weak" => expected.weak = value == "true",
                "large" => expected.large = value == "true",
                "min" => expected.min = release()?,
                "max" => expected.max = Some(release()?),
                _ => {
                    return Err(format!(
                        "`{key}` is not a key: verdict, kind, status, exception, variable, conflict, lines, findings, benign, \
                         options, args, every, jdks, cut, states, at, racy, weak, large, min, max"
                    ));
                }
            }
        }
        match (expected.verdict.as_str(), expected.kinds.as_slice()) {
            ("passed" | "race-free" | "unsupported" | "incomplete", []) | ("violated", [_, ..]) => {
                Ok(expected)
            }
            (verdict, kinds) => {
                Err(format!("the verdict `{verdict}` does not go with the kinds {kinds:?}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_read_or_refused() {
        let line = "// check: verdict=violated kind=uncaught-exception exception=a.B min=21 options=choose;--x states=7";
        let expected = Expected::parse(line).unwrap();
        assert_eq!(
            (expected.verdict.as_str(), expected.kinds),
            ("violated", vec!["uncaught-exception".to_owned()])
        );
        assert_eq!(
            (expected.exception.as_deref(), expected.states, expected.min),
            (Some("a.B"), Some(7), 21)
        );
        assert_eq!((expected.choose, expected.options), (true, vec!["--x".to_owned()]));
        for wrong in [
            "// run:",
            "// check:",
            "// check: verdict=violated",
            "// check: verdict=passed kind=deadlock",
        ] {
            assert!(Expected::parse(wrong).is_err(), "{wrong}");
        }
        assert!(Expected::parse("// check: verdict=passed mni=1").is_err());
    }
}
