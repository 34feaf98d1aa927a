//! Which tests are meant: `Class`, `Class#method`, and both with `*` for any part.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use raceproof_classfile::ClassPath;
use raceproof_config::suggest;

use super::Selected;
use super::class::{ClassInfo, Classes};
use super::framework::NESTED;
use super::listing::tests_of;
use crate::companion;
use crate::failure::Failure;
use crate::jdk::Jdk;
use crate::project;

/// Of more candidates only the first are named.
const MOST_NAMED: usize = 5;

/// What one of the texts asks for.
struct Wanted<'a> {
    text: &'a str,
    /// With dots; as a class is named or with stars.
    class: String,
    method: &'a str,
}

impl<'a> Wanted<'a> {
    fn parse(text: &'a str) -> Self {
        let (class, method) = text.split_once('#').unwrap_or((text, "*"));
        Self { text, class: class.replace('/', "."), method: method.trim_end_matches("()") }
    }

    fn is_pattern(&self) -> bool {
        self.class.contains('*')
    }

    /// A class by its name with dots. Without a package, any is meant.
    fn means(&self, name: &str) -> bool {
        let simple = name.rsplit('.').next().unwrap_or(name);
        matches(&self.class, name) || !self.class.contains('.') && matches(&self.class, simple)
    }
}

/// Whether a text is a pattern's, in which `*` stands for any part.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            ends.into_iter().any(|at| matches(rest, &text[at..]))
        }),
    }
}

/// The tests that the texts ask for, each once, in the order of the texts, of the names of classes,
/// and of the source.
pub fn select(
    texts: &[String],
    class_path: &[PathBuf],
    jdk: &Jdk,
) -> Result<Vec<Selected>, Failure> {
    let open = |entries: &[PathBuf]| {
        ClassPath::new(entries, jdk.feature).map_err(|error| Failure::unreadable(&error))
    };
    let own = own(class_path);
    let mut names = Vec::new();
    for entry in &own {
        let opened = open(std::slice::from_ref(entry))?;
        let listed = opened.class_names().map_err(|error| Failure::unreadable(&error))?;
        names.extend(listed.iter().map(|name| name.replace('/', ".")));
    }
    names.sort_unstable();
    names.dedup();
    let selection = Selection { classes: Classes::new(open(class_path)?), names, own, class_path };
    let mut selected: Vec<Selected> = Vec::new();
    for text in texts {
        for test in selection.tests(&Wanted::parse(text))? {
            if selected.iter().all(|known| known.name() != test.name()) {
                selected.push(test);
            }
        }
    }
    Ok(selected)
}

impl Selected {
    pub fn name(&self) -> String {
        match self {
            Self::Test(test) => test.name(),
            Self::Skipped(skipped) => skipped.name(),
        }
    }

    fn method(&self) -> &str {
        match self {
            Self::Test(test) => &test.method,
            Self::Skipped(skipped) => &skipped.method,
        }
    }
}

/// Where a project's own classes are: folders; jars, if there are no others.
fn own(class_path: &[PathBuf]) -> Vec<PathBuf> {
    let own = companion::own(class_path);
    let folders: Vec<PathBuf> = own.iter().filter(|entry| entry.is_dir()).cloned().collect();
    if folders.is_empty() { own } else { folders }
}

struct Selection<'a> {
    classes: Classes,
    /// Of the project's own classes, with dots.
    names: Vec<String>,
    own: Vec<PathBuf>,
    class_path: &'a [PathBuf],
}

impl Selection<'_> {
    fn tests(&self, wanted: &Wanted<'_>) -> Result<Vec<Selected>, Failure> {
        let classes = self.meant(wanted)?;
        let mut tests = Vec::new();
        for class in classes.iter().filter(|class| !class.is_abstract() && !class.is_local) {
            tests.extend(tests_of(&self.classes, class)?);
        }
        if tests.is_empty() {
            return Err(self.without_tests(wanted, &classes));
        }
        let mut meant: Vec<Selected> = Vec::new();
        meant.extend(tests.iter().filter(|test| matches(wanted.method, test.method())).cloned());
        if meant.is_empty() {
            return Err(no_method(wanted, &classes, &tests));
        }
        Ok(meant)
    }

    /// The classes of a name or a pattern, with those nested in them for JUnit 5.
    fn meant(&self, wanted: &Wanted<'_>) -> Result<Vec<Rc<ClassInfo>>, Failure> {
        let exact = self.classes.get(&wanted.class.replace('.', "/"))?;
        let names: Vec<String> = match &exact {
            Some(class) => vec![class.name.replace('/', ".")],
            None => self.names.iter().filter(|name| wanted.means(name)).cloned().collect(),
        };
        if names.is_empty() {
            return Err(self.nobody(wanted));
        }
        if names.len() > 1 && !wanted.is_pattern() {
            let named = named(names.iter().map(String::as_str));
            return Err(Failure::bad_input(format!(
                "--test {}: several classes have that name: {named}",
                wanted.text
            ))
            .help("give the name with its package"));
        }
        let listed = self.names.iter();
        let inside: Vec<String> = listed
            .filter(|name| {
                let is_in = |outer: &String| {
                    name.strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with('$'))
                };
                !names.contains(name) && names.iter().any(is_in)
            })
            .cloned()
            .collect();
        let mut classes = Vec::new();
        for name in &names {
            classes.extend(self.classes.get(&name.replace('.', "/"))?);
        }
        if let (true, Some(name)) = (classes.is_empty(), names.first())
            && let Some(why) = self.classes.damage(&name.replace('.', "/"))?
        {
            let what = format!("--test {}: {why}", wanted.text);
            return Err(Failure::bad_input(what).help("compile it again"));
        }
        for name in &inside {
            let class = self.classes.get(&name.replace('.', "/"))?;
            let is_nested = |class: &Rc<ClassInfo>| {
                class.annotations.iter().any(|annotation| annotation.class == NESTED)
            };
            classes.extend(class.filter(is_nested));
        }
        classes.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(classes)
    }

    /// No class has the name.
    fn nobody(&self, wanted: &Wanted<'_>) -> Failure {
        let text = wanted.text;
        let places = named(self.own.iter().filter_map(|entry| entry.to_str()));
        let mut failure = if wanted.is_pattern() {
            Failure::bad_input(format!("--test {text}: no class has such a name in {places}"))
        } else {
            Failure::bad_input(format!(
                "--test {text}: there is no class `{}` on the class path",
                wanted.class
            ))
        };
        let simple = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let near = suggest::nearest(&wanted.class, self.names.iter().map(String::as_str));
        let near = near.map(str::to_owned).or_else(|| {
            let simples: Vec<String> = self.names.iter().map(|name| simple(name)).collect();
            let near =
                suggest::nearest(&simple(&wanted.class), simples.iter().map(String::as_str))?;
            self.names.iter().find(|name| simple(name) == near).cloned()
        });
        if let Some(near) = near.filter(|_| !wanted.is_pattern()) {
            failure = failure.help(format!("did you mean `{near}`?"));
        }
        for entry in self.class_path.iter().filter(|entry| !entry.exists()) {
            let shown = entry.display();
            failure = failure.help(format!("the class path names `{shown}`, which does not exist"));
        }
        failure.help(
            project::hint(Path::new("")).unwrap_or(
                "name the folders of the compiled tests, and their jars, by --classpath",
            ),
        )
    }

    /// There are classes, but no test in any.
    fn without_tests(&self, wanted: &Wanted<'_>, classes: &[Rc<ClassInfo>]) -> Failure {
        let text = wanted.text;
        let (what, help) = match classes {
            [class] if class.is_abstract() => (
                format!("`{}` is abstract: there are no tests of it alone", dotted(class)),
                "name a class that extends it",
            ),
            [class] => (
                format!("`{}` has no tests", dotted(class)),
                "a test is a method with @Test of JUnit 4, JUnit 5 or TestNG",
            ),
            several => (
                format!("none of {} classes has a test", several.len()),
                "a test is a method with @Test of JUnit 4, JUnit 5 or TestNG",
            ),
        };
        Failure::bad_input(format!("--test {text}: {what}")).help(help)
    }
}

/// The classes have tests, but none of the name.
fn no_method(wanted: &Wanted<'_>, classes: &[Rc<ClassInfo>], tests: &[Selected]) -> Failure {
    let method = wanted.method;
    let is_there =
        classes.iter().any(|class| class.methods.iter().any(|declared| declared.name == method));
    let why = if is_there { "is no test: it has no @Test" } else { "is not there" };
    let failure =
        Failure::bad_input(format!("--test {}: the method `{method}` {why}", wanted.text));
    let names = tests.iter().map(Selected::method);
    match suggest::nearest(method, names.clone()) {
        Some(near) => failure.help(format!("did you mean `{}#{near}`?", wanted.class)),
        None => failure.help(format!("its tests are {}", named(names))),
    }
}

fn dotted(class: &ClassInfo) -> String {
    class.name.replace('/', ".")
}

/// Names in a sentence.
fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    let mut text = names.into_iter().take(MOST_NAMED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_part() {
        for (pattern, text) in [
            ("*", ""),
            ("com.acme.*Test", "com.acme.deep.BankTest"),
            ("a*b*c", "aXbYbZc"),
            ("transfers", "transfers"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("a*b", "ab1"), ("com.*", "org.com.A"), ("a", "ab")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn without_a_package_any_is_meant() {
        assert!(Wanted::parse("BankTest#x").means("com.acme.BankTest"));
        assert!(Wanted::parse("*Test").means("com.acme.BankTest"));
        assert!(!Wanted::parse("acme.BankTest").means("com.acme.BankTest"));
        assert!(!Wanted::parse("Bank").means("com.acme.BankTest"));
    }
}
