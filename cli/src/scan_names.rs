//! Names of what a scan has found that stay when code is moved: no lines, and no numbers that a
//! compiler gives.
//!
//! A compiler numbers lambdas and anonymous classes in the order of the source. A lambda is named
//! by its method alone, and an anonymous class by the method that it stands in.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_classfile::{descriptor::split_method, find_attribute};
use raceproof_scan::Scan;
use raceproof_scan::accesses::Variable;
use raceproof_scan::ids::{ClassId, MethodId, ObjectId};
use raceproof_scan::pairs::{CandidateRace, Place};
use raceproof_scan::points_to::Site;
use raceproof_vm::tell::hotspot_names::external_type;

use crate::scan_baseline::{Accepted, Side, plain};
use crate::scan_told::{is_client_method, outermost};

/// Where an object is made; nothing if it was there before, or is not told apart from others.
pub type Made = Option<Place>;

/// Entries, each with where its objects are made.
pub type Found = BTreeMap<Accepted, BTreeSet<Made>>;

/// The entries that a pair stands for: one for each kind of object that it may be on.
pub fn entries(scan: &Scan, candidate: &CandidateRace) -> Found {
    let mut found = Found::new();
    let sides = candidate.accesses.map(|(access, _)| Side {
        method: method(scan, scan.points_to.instances[access.instance.index()].method),
        writes: access.is_write,
    });
    if candidate.everywhere.is_empty() {
        found
            .entry(Accepted::race(variable(scan, candidate, None), None, sides))
            .or_default()
            .insert(None);
        return found;
    }
    for number in candidate.everywhere.iter() {
        let accessed = ObjectId(number);
        let (of, made) = object(scan, outermost(&scan.points_to, accessed));
        let entry =
            Accepted::race(variable(scan, candidate, Some(accessed)), Some(of), sides.clone());
        found.entry(entry).or_default().insert(made);
    }
    found
}

/// A gap by its words.
pub fn gap(text: &str) -> Accepted {
    // Of what lies deep the report names some pair, and it is not always the same.
    let text = text.split_once(", as of ").map_or(text, |(text, _)| text);
    Accepted::gap(&without_numbers(&without_lines(text)))
}

/// A place where a lock is not held that should be, by its words.
pub fn unguarded(text: &str) -> Accepted {
    Accepted::unguarded(&without_numbers(text))
}

fn variable(scan: &Scan, candidate: &CandidateRace, accessed: Option<ObjectId>) -> String {
    let world = &scan.points_to.world;
    match candidate.variable {
        Variable::Field(field) => {
            let field = &world.fields[field.index()];
            format!("{}.{}", class(scan, field.class), plain(&field.name))
        }
        Variable::Elements => {
            let array = accessed.map(|array| class(scan, scan.points_to.objects.get(array).class));
            array.unwrap_or_else(|| "elements".to_owned())
        }
    }
}

fn object(scan: &Scan, object: ObjectId) -> (String, Made) {
    let found = scan.points_to.objects.get(object);
    let name = class(scan, found.class);
    match found.site {
        Site::Mirror(of) => (format!("the class {}", class(scan, of)), None),
        Site::Allocation { method: by, statement } if is_client_method(scan, by) => {
            (format!("{name} made by clients"), Some((by, statement)))
        }
        Site::Allocation { method: by, statement } => {
            (format!("{name} made in {}", method(scan, by)), Some((by, statement)))
        }
        Site::Call { method: by, statement } => {
            (format!("what a call makes in {}", method(scan, by)), Some((by, statement)))
        }
        Site::Merged(_) | Site::Booted(_) | Site::Deep => (format!("some {name}"), None),
    }
}

fn method(scan: &Scan, method: MethodId) -> String {
    let world = &scan.points_to.world;
    let found = &world.methods[method.index()];
    let (name, descriptor) = &world.selectors[found.selector.index()];
    let parameters = split_method(descriptor).map_or_else(Vec::new, |(parameters, _)| parameters);
    let parameters =
        parameters.into_iter().map(|parameter| plain(&without_numbers(&external_type(parameter))));
    let parameters = parameters.collect::<Vec<String>>().join(",");
    format!("{}.{}({parameters})", class(scan, found.class), plain(&without_numbers(name)))
}

fn class(scan: &Scan, class: ClassId) -> String {
    let world = &scan.points_to.world;
    let shown = external_type(&world.shown(class));
    plain(&without_numbers(&anonymous(scan, class).unwrap_or(shown)))
}

/// `Foo$(start)` of the class `Foo$1` in a method `start`. The class that it stands in may be
/// anonymous, too.
fn anonymous(scan: &Scan, class: ClassId) -> Option<String> {
    let world = &scan.points_to.world;
    let found = &world.classes[class.index()];
    let (_, number) = found.name.rsplit_once('$')?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let file = found.file?;
    let &[high, low, method_high, method_low] =
        find_attribute(&file.attributes, "EnclosingMethod")?.data
    else {
        return None;
    };
    let outer = file.class_name(u16::from_be_bytes([high, low])).ok()?;
    // Only names that become shorter lead to an end.
    let outer = world.class_if_known(&outer).filter(|_| outer.len() < found.name.len())?;
    let (name, _) = file.name_and_type(u16::from_be_bytes([method_high, method_low])).ok()?;
    let outer = anonymous(scan, outer).unwrap_or_else(|| world.shown(outer));
    Some(format!("{outer}$({name})"))
}

/// Words of a report without what changes when code is moved.
pub fn steady(text: &str) -> String {
    let parts = text.split(", ").map(|part| without_numbers(&without_lines(part)));
    parts.collect::<Vec<String>>().join(", ")
}

/// `Foo$1.run` and `lambda$main$7` with `_` instead of the numbers.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split('$');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let ends =
            part[digits..].chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '_');
        plain.push('$');
        plain +=
            &if digits > 0 && ends { format!("_{}", &part[digits..]) } else { part.to_owned() };
    }
    plain
}

/// Without `:12` behind a word.
fn without_lines(text: &str) -> String {
    let is_line = |tail: &str| !tail.is_empty() && tail.bytes().all(|byte| byte.is_ascii_digit());
    let without = |word: &str| match word.rsplit_once(':') {
        Some((word, line)) if is_line(line) => word.to_owned(),
        _ => word.to_owned(),
    };
    text.split(' ').map(without).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_compilers_go_and_others_stay() {
        for (text, wanted) in [
            ("Foo$1.run", "Foo$_.run"),
            ("Foo$12$3", "Foo$_$_"),
            ("Foo.lambda$main$7(I)V", "Foo.lambda$main$_(I)V"),
            ("Foo$$Lambda$123", "Foo$$Lambda$_"),
            ("Foo$1Local.x", "Foo$1Local.x"),
            ("$x$", "$x$"),
            ("Foo1.x2", "Foo1.x2"),
        ] {
            assert_eq!(without_numbers(text), wanted);
        }
    }

    #[test]
    fn words_are_steady_without_lines_and_numbers() {
        let owners = "the Map$1 made at A.java:3, the Map made at B.java:14, 2 more";
        assert_eq!(steady(owners), "the Map$_ made at A.java, the Map made at B.java, 2 more");
        assert_eq!(steady("A.java:7 in A.lambda$main$1"), "A.java in A.lambda$main$_");
    }

    #[test]
    fn gaps_are_named_without_their_lines() {
        let words = |text: &str| gap(text).line(1);
        assert_eq!(
            words("A.lambda$f$0(I)V:12 calls B.c, so"),
            "gap A.lambda$f$_(I)V calls B.c, so"
        );
        assert_eq!(words("A.f()V:x reads 3:45"), "gap A.f()V:x reads 3");
        assert_eq!(
            words("pairs are not looked at, as of A.f and B.g"),
            "gap pairs are not looked at"
        );
    }
}
