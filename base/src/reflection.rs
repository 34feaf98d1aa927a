//! Reflection logs: the classes, methods and fields that a program reaches by reflection, with the
//! calling place and the method of the class library. An execution observes these; a static
//! analysis cannot.
//!
//! The text is the log of TamiFlex (Bodden and others, Taming Reflection, ICSE 2011), which other
//! recorders write and other analyses read: a line for each call and what it reached,
//!
//! ```text
//! Class.forName;pkg.Target;pkg.Caller.method;12;;
//! Method.invoke;<pkg.Target: int get(java.lang.String,int[])>;pkg.Caller.method;13;isAccessible=true;
//! ```
//!
//! The last field may hold a count, which is not kept. What `ClassLoader.loadClass` finds is
//! written as `Class.forName`, since the format has no word for it.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

/// A method of the class library by which a program reaches what no instruction names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table of labels says what each is")]
pub enum Reflector {
    ArrayNewInstance,
    ClassForName,
    ClassNewInstance,
    ConstructorNewInstance,
    FieldGet,
    FieldSet,
    MethodInvoke,
}

/// What each is called.
const LABELS: [(Reflector, &str); 7] = [
    (Reflector::ArrayNewInstance, "Array.newInstance"),
    (Reflector::ClassForName, "Class.forName"),
    (Reflector::ClassNewInstance, "Class.newInstance"),
    (Reflector::ConstructorNewInstance, "Constructor.newInstance"),
    (Reflector::FieldGet, "Field.get*"),
    (Reflector::FieldSet, "Field.set*"),
    (Reflector::MethodInvoke, "Method.invoke"),
];

/// Beginnings of what else recorders write: calls that ask about a member and reach nothing, and
/// those of other recorders.
const OTHERS: [&str; 15] = [
    "Class.getDeclaredField",
    "Class.getDeclaredMethod",
    "Class.getField",
    "Class.getMethod",
    "Class.getModifiers",
    "Constructor.getModifiers",
    "Constructor.to",
    "Field.getDeclaringClass",
    "Field.getModifiers",
    "Field.getName",
    "Field.to",
    "Method.get",
    "Method.to",
    "MethodHandles.Lookup.",
    "Proxy.newProxyInstance",
];

impl Reflector {
    /// As it stands in a log.
    #[must_use]
    pub fn label(self) -> &'static str {
        LABELS.iter().find(|(reflector, _)| *reflector == self).map_or("", |(_, label)| label)
    }
}

/// What is reached. Types are written as in Java: `int[]`, `pkg.Outer$Inner`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reached {
    /// A class.
    Class(String),
    /// A method; a constructor is called `<init>` and gives `void`.
    Method {
        /// The declaring class.
        class: String,
        /// The type of what it gives.
        result: String,
        /// Its name.
        name: String,
        /// The types of its parameters.
        parameters: Vec<String>,
    },
    /// A field.
    Field {
        /// The declaring class.
        class: String,
        /// Its type.
        ty: String,
        /// Its name.
        name: String,
    },
}

impl fmt::Display for Reached {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Class(class) => to.write_str(class),
            Self::Method { class, result, name, parameters } => {
                write!(to, "<{class}: {result} {name}({})>", parameters.join(","))
            }
            Self::Field { class, ty, name } => write!(to, "<{class}: {ty} {name}>"),
        }
    }
}

impl Reached {
    fn parse(text: &str, by: Reflector) -> Option<Self> {
        let is_method = matches!(by, Reflector::ConstructorNewInstance | Reflector::MethodInvoke);
        if !is_method && !matches!(by, Reflector::FieldGet | Reflector::FieldSet) {
            return is_type(text).then(|| Self::Class(text.to_owned()));
        }
        let (class, rest) = text.strip_prefix('<')?.strip_suffix('>')?.split_once(": ")?;
        let (ty, rest) = rest.split_once(' ')?;
        if !is_type(class) || !is_type(ty) {
            return None;
        }
        let (class, ty) = (class.to_owned(), ty.to_owned());
        if !is_method {
            return is_name(rest).then(|| Self::Field { class, ty, name: rest.to_owned() });
        }
        let (name, parameters) = rest.strip_suffix(')')?.split_once('(')?;
        let is_constructor = name == "<init>";
        if is_constructor != (by == Reflector::ConstructorNewInstance)
            || !is_constructor && !is_name(name)
        {
            return None;
        }
        let parameters: Vec<String> =
            parameters.split(',').filter(|_| !parameters.is_empty()).map(str::to_owned).collect();
        let is_right = parameters.iter().all(|ty| is_type(ty));
        is_right.then(|| Self::Method { class, result: ty, name: name.to_owned(), parameters })
    }
}

/// A name that tells where it ends. The machine would allow more.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text
            .contains(|c: char| c.is_whitespace() || c.is_control() || "<>()[].,:;/".contains(c))
}

fn is_type(text: &str) -> bool {
    let mut element = text;
    while let Some(inner) = element.strip_suffix("[]") {
        element = inner;
    }
    element.split('.').all(is_name)
}

/// What one call has reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReflectiveCall {
    /// By what.
    pub by: Reflector,
    /// What.
    pub reached: Reached,
    /// The class of the method that calls.
    pub class: String,
    /// Its name. Methods of one name are not told apart.
    pub method: String,
    /// Where it calls; anywhere in the method if that is not known.
    pub line: Option<u32>,
    /// What else is known, as `isAccessible=true`.
    pub metadata: String,
}

impl fmt::Display for ReflectiveCall {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map_or_else(String::new, |line| line.to_string());
        let Self { by, reached, class, method, metadata, .. } = self;
        write!(to, "{};{reached};{class}.{method};{line};{metadata};", by.label())
    }
}

impl FromStr for ReflectiveCall {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match LogLine::parse(text)? {
            LogLine::Call(call) => Ok(call),
            LogLine::Other => {
                Err(format!("nobody follows `{}`", text.split(';').next().unwrap_or(text)))
            }
        }
    }
}

enum LogLine {
    Call(ReflectiveCall),
    /// Of a kind that others follow.
    Other,
}

impl LogLine {
    fn parse(text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split(';').collect();
        let [kind, reached, caller, line, rest @ ..] = &fields[..] else {
            return Err(format!("{} fields, where there are six", fields.len()));
        };
        let metadata = match rest {
            [metadata, _count] => *metadata,
            // Older logs have no metadata.
            [_] | [] => "",
            _ => return Err(format!("{} fields, where there are six", fields.len())),
        };
        let known = LABELS.iter().find(|(_, label)| label == kind);
        if known.is_none() && !OTHERS.iter().any(|start| kind.starts_with(start)) {
            return Err(format!("`{kind}` is no kind of reflection"));
        }
        let (class, method) =
            caller.rsplit_once('.').ok_or_else(|| format!("`{caller}` is no class and method"))?;
        let line: Option<i64> = match *line {
            "" => None,
            line => Some(line.parse().map_err(|_| format!("`{line}` is no line number"))?),
        };
        let Some((by, _)) = known else { return Ok(Self::Other) };
        let wrong = || format!("`{reached}` is not what {kind} reaches");
        Ok(Self::Call(ReflectiveCall {
            by: *by,
            reached: Reached::parse(reached, *by).ok_or_else(wrong)?,
            class: class.to_owned(),
            method: method.to_owned(),
            line: line.and_then(|line| u32::try_from(line).ok()).filter(|line| *line > 0),
            metadata: metadata.to_owned(),
        }))
    }
}

/// A log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReflectionLog {
    /// What it tells.
    pub calls: BTreeSet<ReflectiveCall>,
    /// Lines of other kinds, as they are.
    pub others: BTreeSet<String>,
}

/// What is wrong with a text that should be a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// Counted from one.
    pub line: usize,
    /// What.
    pub what: String,
}

impl ReflectionLog {
    /// Reads a log. Empty lines mean nothing.
    ///
    /// # Errors
    /// The first line that is damaged.
    pub fn parse(bytes: &[u8]) -> Result<Self, WrongLine> {
        let mut log = Self::default();
        for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let wrong = |what: String| WrongLine { line: at + 1, what };
            let line =
                std::str::from_utf8(line).map_err(|_| wrong("it is not UTF-8 text".to_owned()))?;
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.is_empty() {
                continue;
            }
            match LogLine::parse(line).map_err(wrong)? {
                LogLine::Call(call) => log.calls.insert(call),
                LogLine::Other => log.others.insert(line.to_owned()),
            };
        }
        Ok(log)
    }

    /// As text, sorted.
    #[must_use]
    pub fn text(&self) -> String {
        let lines: BTreeSet<String> = self
            .calls
            .iter()
            .map(ReflectiveCall::to_string)
            .chain(self.others.iter().cloned())
            .collect();
        lines.into_iter().map(|line| line + "\n").collect()
    }
}

/// What machines have seen, all that were made with this one. It only grows, since what was reached
/// in one schedule is not unseen when another is tried.
#[derive(Clone, Debug, Default)]
pub struct Recording(Arc<Mutex<BTreeSet<ReflectiveCall>>>);

impl Recording {
    /// Something was reached.
    pub fn add(&self, call: ReflectiveCall) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(call);
    }

    /// All that was.
    #[must_use]
    pub fn calls(&self) -> BTreeSet<ReflectiveCall> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
Array.newInstance;int[][];a.B.m;;;
Class.forName;java.lang.String[];a.B$C.<init>;12;;
Constructor.newInstance;<a.B: void <init>(int,a.C[])>;a.B.lambda$m$0;4;isAccessible=true;
Field.get*;<a.B: int x>;Main.main;5;isAccessible=false;
Method.getName;<a.B: int x()>;Main.main;5;;
Method.invoke;<a.B: a.C m(int[])>;Main.main;5;isAccessible=false;
";

    fn wrong(text: &[u8]) -> (usize, String) {
        let wrong = ReflectionLog::parse(text).unwrap_err();
        (wrong.line, wrong.what)
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        let log = ReflectionLog::parse(LOG.as_bytes()).unwrap();
        assert_eq!((log.calls.len(), log.others.len()), (5, 1));
        assert_eq!(log.text(), LOG);
        let invoke = log.calls.iter().find(|call| call.by == Reflector::MethodInvoke).unwrap();
        let (class, method) = (&*invoke.class, &*invoke.method);
        assert_eq!(
            (class, method, invoke.line, &*invoke.metadata),
            ("Main", "main", Some(5), "isAccessible=false")
        );
        let parameters = vec!["int[]".to_owned()];
        let (class, result, name) = ("a.B".to_owned(), "a.C".to_owned(), "m".to_owned());
        assert_eq!(invoke.reached, Reached::Method { class, result, name, parameters });
    }

    #[test]
    fn order_repetition_and_counts_do_not_matter() {
        let text =
            "Class.forName;B;a.C.m;2;;7\r\n\nClass.forName;A;a.C.m;0;\nClass.forName;B;a.C.m;2\n";
        let log = ReflectionLog::parse(text.as_bytes()).unwrap();
        assert_eq!(log.text(), "Class.forName;A;a.C.m;;;\nClass.forName;B;a.C.m;2;;\n");
    }

    #[test]
    fn damaged_lines_are_told_by_number() {
        assert_eq!(wrong(b"\nClass.forName;A;a.C.m").0, 2);
        assert_eq!(wrong(b"Class.forName;A;a.C.m;1;;;").1, "7 fields, where there are six");
        assert_eq!(
            wrong(b"Class.forname;A;a.C.m;1;;").1,
            "`Class.forname` is no kind of reflection"
        );
        assert_eq!(wrong(b"Class.forName;A;m;1;;").1, "`m` is no class and method");
        assert_eq!(wrong(b"Class.forName;A;a.C.m;one;;").1, "`one` is no line number");
        assert_eq!(wrong(b"Class.forName;A;a.C.m;1;;\n\xff;").0, 2);
    }

    #[test]
    fn targets_have_the_form_of_their_kind() {
        let is_right = |kind: &str, target: &str| {
            format!("{kind};{target};C.m;1;;").parse::<ReflectiveCall>().is_ok()
        };
        assert!(is_right("Field.set*", "<a.B: int[] x>") && !is_right("Field.set*", "a.B"));
        assert!(!is_right("Class.forName", "<a.B: int x>") && !is_right("Class.forName", "a..B"));
        assert!(
            is_right("Method.invoke", "<a.B: void m()>")
                && !is_right("Method.invoke", "<a.B: void m>")
        );
        assert!(!is_right("Method.invoke", "<a.B: void <init>()>"));
        assert!(!is_right("Constructor.newInstance", "<a.B: void m()>"));
        assert!(
            !is_right("Method.invoke", "<a.B: void m(int,)>")
                && !is_right("Method.invoke", "<a.B: m()>")
        );
    }

    #[test]
    fn a_recording_is_shared_and_keeps_each_call_once() {
        let (recording, call) =
            (Recording::default(), "Class.forName;A;a.C.m;1;;".parse::<ReflectiveCall>().unwrap());
        recording.clone().add(call.clone());
        recording.add(call);
        assert_eq!(recording.calls().len(), 1);
    }
}
