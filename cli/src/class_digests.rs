//! Which class files a program is made of, so that a trace of another program, or of another
//! version, is noticed.
//!
//! The classes are those that can be reached from the main class (and from the class of a test, which
//! the launcher finds by its name) by what class files name, as far
//! as they lie on the class path. Classes that a program finds by reflection alone are not among
//! them; a schedule that no longer fits because of such a class is noticed when it is executed.

use std::collections::BTreeMap;

use raceproof_classfile::{ClassFile, ClassPath, Constant};
use xxhash_rust::xxh3::xxh3_128;

use crate::failure::Failure;

/// Each class's binary name, and the digest of its file.
pub type ClassDigests = BTreeMap<String, u128>;

/// The digests of a program, from the classes that name all others of it.
pub fn of(class_path: &ClassPath, roots: &[&str]) -> Result<ClassDigests, Failure> {
    let mut digests = ClassDigests::new();
    let mut wanted: Vec<String> = roots.iter().map(|root| root.replace('.', "/")).collect();
    while let Some(name) = wanted.pop() {
        let binary = name.replace('/', ".");
        if digests.contains_key(&binary) {
            continue;
        }
        let Some(found) = class_path.class(&name).map_err(|error| Failure::unreadable(&error))?
        else {
            continue;
        };
        digests.insert(binary, xxh3_128(&found.bytes));
        // A damaged class file names nothing more; the machine will say what is wrong with it.
        if let Ok(class) = ClassFile::parse(&found.bytes) {
            wanted.extend(named_in(&class));
        }
    }
    Ok(digests)
}

fn named_in(class: &ClassFile<'_>) -> Vec<String> {
    let name = |constant: &Constant<'_>| match constant {
        Constant::Class { name } => class.text(*name).ok().map(std::borrow::Cow::into_owned),
        _ => None,
    };
    let element = |name: String| match name.trim_start_matches('[') {
        inner if inner.len() == name.len() => Some(name),
        inner => {
            inner.strip_prefix('L').and_then(|inner| inner.strip_suffix(';')).map(str::to_owned)
        }
    };
    class.constants.iter().filter_map(name).filter_map(element).collect()
}

/// How a program differs from what it was, in words; nothing if it does not.
pub fn difference(was: &ClassDigests, is: &ClassDigests) -> Option<String> {
    let changed = was.iter().find_map(|(name, digest)| match is.get(name) {
        None => Some(format!("the class `{name}` is not there any more")),
        Some(now) if now != digest => Some(format!("the class `{name}` has changed")),
        Some(_) => None,
    });
    let added = || {
        let name = is.keys().find(|name| !was.contains_key(*name))?;
        Some(format!("the class `{name}` is new"))
    };
    changed.or_else(added)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    #[test]
    fn differences_are_named() {
        let digests = |pairs: &[(&str, u128)]| -> ClassDigests {
            pairs.iter().map(|(name, digest)| ((*name).to_owned(), *digest)).collect()
        };
        let was = digests(&[("A", 1), ("B", 2)]);
        assert_eq!(difference(&was, &was), None);
        assert_eq!(
            difference(&was, &digests(&[("A", 1)])).unwrap(),
            "the class `B` is not there any more"
        );
        assert_eq!(
            difference(&was, &digests(&[("A", 3), ("B", 2)])).unwrap(),
            "the class `A` has changed"
        );
        assert_eq!(
            difference(&was, &digests(&[("A", 1), ("A$1", 5), ("B", 2)])).unwrap(),
            "the class `A$1` is new"
        );
    }

    #[test]
    fn what_the_main_class_needs_is_found_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("raceproof-digests-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let compile = |text: &str| {
            let source = folder.join("Main.java");
            std::fs::write(&source, text).unwrap();
            let home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
            let javac = home.map_or(PathBuf::from("javac"), |home| home.join("bin/javac"));
            assert!(
                Command::new(javac).arg("-d").arg(&folder).arg(&source).status().unwrap().success()
            );
        };
        let digests = |folder: &Path| {
            of(&ClassPath::new(&[folder.to_owned()], 17).unwrap(), &["Main"]).unwrap()
        };
        compile(
            "class Main { Deep[] deep; public static void main(String[] a) { new Near(); Object o = new Deep[1][1]; } }
             class Near { static Far far() { return new Far(); } } class Far {} class Deep {} class Stranger {}",
        );
        let first = digests(&folder);
        assert_eq!(first.keys().collect::<Vec<_>>(), ["Deep", "Far", "Main", "Near"]);
        assert_eq!(first, digests(&folder));
        compile("class Far { int added; }");
        assert_eq!(difference(&first, &digests(&folder)).unwrap(), "the class `Far` has changed");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
