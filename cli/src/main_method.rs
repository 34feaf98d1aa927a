//! Why a class that was found cannot be started: advice from its class file, in the words of its
//! source.

use std::path::Path;

use raceproof_classfile::{Annotation, ClassFile, annotations};
use raceproof_config::read_at_most;

use crate::unit_tests::MARKS;

const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const STATIC: u16 = 0x0008;

/// How the program is started on every release.
const MAIN: &str = "public static void main(String[] args)";
const ARGUMENTS: &str = "([Ljava/lang/String;)";

/// More than any class file has.
pub const LARGEST_CLASS: u64 = 64 << 20;

/// The name, with slashes, that a class file gives itself.
pub fn own_name(bytes: &[u8]) -> Option<String> {
    let class = ClassFile::parse(bytes).ok()?;
    let name = class.class_name(class.this_class).ok()?.into_owned();
    Some(name)
}

/// What to do about a class file that holds another class than the one that was looked for there.
pub fn name_advice(file: &Path, main_class: &str) -> Option<String> {
    let path = own_name(&read_at_most(file, LARGEST_CLASS).ok()?)?;
    let name = path.replace('/', ".");
    if name == main_class {
        return None;
    }
    let root = file.parent()?.ancestors().nth(path.matches('/').count())?;
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    Some(format!(
        "call it by that name, and name the folder its package starts in: `{name} --classpath {}`",
        root.display()
    ))
}

/// What keeps the methods called `main` from being the one, if that can be seen from this class
/// alone.
pub fn main_advice(file: &Path) -> Option<String> {
    what_is_wrong(&read_at_most(file, LARGEST_CLASS).ok()?)
}

/// How a class of tests is checked.
pub fn test_advice(file: &Path, main_class: &str) -> Option<String> {
    let bytes = read_at_most(file, LARGEST_CLASS).ok()?;
    let class = ClassFile::parse(&bytes).ok()?;
    let is_test = |annotation: &Annotation| MARKS.contains(&annotation.class.as_str());
    let mut methods = class.methods.iter();
    methods
        .any(|method| annotations(&class, &method.attributes).iter().any(is_test))
        .then(|| format!("it has tests: `raceproof check --test {main_class}` checks each"))
}

fn what_is_wrong(bytes: &[u8]) -> Option<String> {
    let class = ClassFile::parse(bytes).ok()?;
    let named = |method: &&raceproof_classfile::Member<'_>| {
        class.text(method.name).is_ok_and(|name| name == "main")
    };
    let mains: Vec<(u16, String)> = class
        .methods
        .iter()
        .filter(named)
        .filter_map(|method| {
            Some((method.access, class.text(method.descriptor).ok()?.into_owned()))
        })
        .collect();
    let of_arguments = mains.iter().find(|(_, descriptor)| descriptor.starts_with(ARGUMENTS));
    let (access, descriptor) = of_arguments.or(mains.first())?;
    let is = |flag: u16| access & flag != 0;
    let mut wrong = Vec::new();
    if of_arguments.is_none() {
        wrong.push(if descriptor.starts_with("()") {
            "takes no arguments"
        } else {
            "takes other arguments"
        });
    }
    if !descriptor.ends_with(")V") {
        wrong.push("returns a value");
    }
    if is(PRIVATE) {
        wrong.push("is private");
    } else if !is(PUBLIC) {
        wrong.push("is not public");
    }
    if !is(STATIC) {
        wrong.push("is not static");
    }
    (!wrong.is_empty()).then(|| format!("its `main` {}: write `{MAIN}`", wrong.join(" and ")))
}
