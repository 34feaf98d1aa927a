//! The table of native peers against the class libraries of the installed JDKs: each row must be
//! chosen for some method of some supported release. A row that no release asks for is dead, and
//! mostly a mistake in its name or descriptor. Not tested unless both [`ENDS`] are installed.

use raceproof_classfile::{ClassFile, Image};
use raceproof_models::{record_reflection, registry};
use raceproof_tests::jdk::Jdk;
use raceproof_vm::Registry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// The flag of a native method.
const NATIVE: u16 = 0x0100;
/// The oldest and the newest supported release: a row that neither uses is in [`BETWEEN`], or dead.
const ENDS: [u32; 2] = [17, 25];

/// Rows for releases between the oldest and the newest: class, name and descriptor as in the table,
/// and a release that uses it.
const BETWEEN: [(&str, &str, &str, u32); 2] = [
    // Took milliseconds until 18, nanoseconds since; renamed `sleepNanos0` in 24.
    ("java/lang/Thread", "sleep0", "(J)V", 21),
    // Got its zero in 21 and went away in 24, for `futimens0` is everywhere.
    ("sun/nio/fs/UnixNativeDispatcher", "futimes0", "(IJJ)V", 21),
];

/// A row: class, name and descriptor, and whether it stands in for native methods only.
type Key = (&'static str, &'static str, &'static str, bool);

#[test]
fn every_row_stands_in_for_a_method_of_a_supported_release() {
    let registry = all();
    let mut used = BTreeMap::new();
    for jdk in Jdk::installed().unwrap() {
        let image = Image::open(&jdk.home).unwrap();
        used.insert(jdk.feature, rows_used(&registry, &image));
    }
    if let Some(missing) = ENDS.iter().find(|feature| !used.contains_key(feature)) {
        // Not by `eprintln`, which the test runner captures: the skip must be visible.
        writeln!(
            std::io::stderr(),
            "SKIPPED: the registry is not checked, for JDK {missing} is not installed"
        )
        .ok();
        return;
    }
    let all_used: BTreeSet<Key> = used.values().flatten().copied().collect();
    let mut wrong = Vec::new();
    for key in keys(&registry) {
        let (class, name, descriptor, native) = key;
        let between = BETWEEN.iter().find(|row| (row.0, row.1, row.2) == (class, name, descriptor));
        let what = format!("{class}.{name}{descriptor}{}", if native { " (native)" } else { "" });
        match between {
            None if all_used.contains(&key) => {}
            None => wrong.push(format!("{what}: no supported release has such a method")),
            Some((.., release)) if used.get(release).is_some_and(|rows| !rows.contains(&key)) => {
                wrong.push(format!("{what}: not in JDK {release}, although said to be"));
            }
            Some(_) if ENDS.iter().any(|end| used[end].contains(&key)) => {
                wrong.push(format!("{what}: need not be excused"));
            }
            Some(_) => {}
        }
    }
    let stale = BETWEEN
        .iter()
        .filter(|row| !keys(&registry).any(|key| (key.0, key.1, key.2) == (row.0, row.1, row.2)));
    wrong.extend(
        stale.map(|row| format!("{}.{}{}: excused, but not in the table", row.0, row.1, row.2)),
    );
    assert!(wrong.is_empty(), "{} wrong rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_row_is_registered_twice() {
    let registry = all();
    let mut seen = BTreeSet::new();
    let every: Vec<_> = registry.of(EVERY).iter().map(|row| (row.0, row.1)).collect();
    let twice: Vec<Key> = keys(&registry)
        .filter(|key| !seen.insert(*key) || key.0 != EVERY && every.contains(&(key.1, key.2)))
        .collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// All rows, including those of a machine that records reflection.
fn all() -> Registry {
    let mut registry = registry();
    record_reflection(&mut registry);
    registry
}

fn keys(registry: &Registry) -> impl Iterator<Item = Key> {
    let names: BTreeSet<_> = registry.rows().into_iter().map(|(class, _)| class).collect();
    names.into_iter().flat_map(|class| {
        let rows = registry.of(class).iter().map(move |row| (class, row.0, row.1, class == EVERY));
        rows.chain(registry.natives_of(class).iter().map(move |row| (class, row.0, row.1, true)))
    })
}

/// Modules that the boot loader defines, of those that have classes with rows.
const OF_THE_BOOT_LOADER: [&str; 3] = ["java.base", "java.management", "jdk.management"];

/// The class name under which rows for natives of all classes stand.
const EVERY: &str = "*";

/// The rows that the loader would choose for some method of a class that the table names.
fn rows_used(registry: &Registry, image: &Image) -> BTreeSet<Key> {
    let keys: Vec<Key> = keys(registry).collect();
    let classes: BTreeSet<_> = keys.iter().map(|key| key.0).collect();
    let mut used = BTreeSet::new();
    for class in classes {
        let Some((module, bytes)) = image.class(class).unwrap() else { continue };
        assert!(
            OF_THE_BOOT_LOADER.contains(&module),
            "{class}: the boot loader, which peers are for, does not define it"
        );
        let file = ClassFile::parse(&bytes).unwrap();
        for method in &file.methods {
            let (name, descriptor) =
                (file.text(method.name).unwrap(), file.text(method.descriptor).unwrap());
            let fits = |key: &&Key| {
                (key.0 == class || key.0 == EVERY)
                    && (!key.3 || method.access & NATIVE != 0)
                    && key.1 == name
                    && (key.2.is_empty() || key.2 == descriptor)
            };
            // As `Vm::make_method`: rows of the class, then those of its natives, then those of all
            // natives.
            let rank = |key: &&Key| (key.0 == EVERY, key.3);
            used.extend(keys.iter().filter(fits).min_by_key(rank));
        }
    }
    used
}
