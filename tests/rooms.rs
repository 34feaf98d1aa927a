//! Architecture tests over the source text. The large crates are layered in rooms, folders of
//! `src`: no room imports one above it; what all rooms know (`Vm` itself, small helpers) and what
//! starts them stands outside. In the crates and rooms of [`WITHOUT_CIRCLES`], imports form no
//! cycle. And `make` runs every test target of this crate.
//!
//! Imports are found as paths from `crate::`: one by way of `super::super::` would be missed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use raceproof_tests::place;

/// A crate that is layered in rooms.
struct House {
    source: &'static str,
    /// From the lowest layer up.
    rooms: &'static [&'static str],
    /// Files in no room.
    outside: &'static [&'static str],
    /// Known violations, file and room. An entry that is no longer needed fails the test.
    debts: &'static [(&'static str, &'static str)],
}

const HOUSES: [House; 2] = [
    House {
        source: "vm/src",
        rooms: &["ground", "threads", "tell", "linking", "execute", "dynamic", "state", "explore"],
        outside: &["boot.rs", "launch.rs", "lib.rs", "testing.rs", "vm.rs"],
        debts: &[],
    },
    House {
        source: "models/src",
        rooms: &["memory", "numbers", "compress", "io", "reflect", "lang", "explore"],
        outside: &["args.rs", "lib.rs"],
        debts: &[],
    },
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The modules that a text imports from `crate::`, alone or in groups.
fn imported(text: &str) -> BTreeSet<String> {
    behind(text, "crate::")
}

/// The names that follow a path in code, alone or in groups; comments are ignored.
fn behind(text: &str, path: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut names = BTreeSet::new();
    for (_, rest) in code.match_indices(path).map(|(at, path)| (at, &code[at + path.len()..])) {
        let group = rest.strip_prefix('{');
        let mut depth = 0;
        let mut name = String::new();
        for letter in group.unwrap_or(rest).chars() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 && group.is_some() => names.extend([std::mem::take(&mut name)]),
                _ if depth == 0 && (letter.is_alphanumeric() || "_:".contains(letter)) => {
                    name.push(letter);
                }
                // `name as other`
                _ if depth == 0
                    && group.is_some()
                    && letter.is_whitespace()
                    && !name.is_empty() =>
                {
                    name.push(':');
                }
                _ if group.is_none() => break,
                _ => {}
            }
        }
        names.insert(name);
    }
    names.into_iter().filter_map(|path| path.split(':').next().map(str::to_owned)).collect()
}

#[test]
fn no_room_imports_one_above_it() {
    for House { source, rooms, debts, .. } in &HOUSES {
        let source = place::workspace().join(source);
        let mut looks_up = Vec::new();
        for (floor, room) in rooms.iter().enumerate() {
            for file in files(&source.join(room)) {
                let imported = imported(&fs::read_to_string(&file).unwrap());
                let name = file.strip_prefix(&source).unwrap().display().to_string();
                let above = rooms[floor + 1..].iter().filter(|above| imported.contains(**above));
                looks_up.extend(above.map(|above| (name.clone(), (*above).to_owned())));
            }
        }
        looks_up.sort_unstable();
        let debts: Vec<(String, String)> =
            debts.iter().map(|(file, room)| ((*file).to_owned(), (*room).to_owned())).collect();
        assert_eq!(looks_up, debts);
    }
}

#[test]
fn every_file_is_in_a_room_that_says_what_it_is() {
    for House { source, rooms, outside, .. } in &HOUSES {
        let source = place::workspace().join(source);
        for entry in fs::read_dir(&source).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(rooms.contains(&&*name) || outside.contains(&&*name), "{name} is in no room");
        }
        for room in *rooms {
            let text = fs::read_to_string(source.join(room).join("mod.rs")).unwrap();
            let header = text.lines().take_while(|line| line.starts_with("//! ")).count();
            assert!(header >= 2, "{room} does not say what it is");
        }
    }
}

/// The crate's source, or a room of it, and the path by which its files call each other.
const WITHOUT_CIRCLES: [(&str, &str); 12] = [
    ("base/src", "crate::"),
    ("classfile/src", "crate::"),
    ("bytecode/src", "crate::"),
    ("listeners/src", "crate::"),
    ("search/src", "crate::"),
    ("config/src", "crate::"),
    ("models/src/memory", "crate::memory::"),
    ("models/src/numbers", "crate::numbers::"),
    ("models/src/compress", "crate::compress::"),
    ("models/src/io", "crate::io::"),
    ("models/src/reflect", "crate::reflect::"),
    ("models/src/lang", "crate::lang::"),
];

#[test]
fn files_that_import_each_other_form_no_circle() {
    for (source, path) in WITHOUT_CIRCLES {
        let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let source = place::workspace().join(source);
        for entry in fs::read_dir(&source).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.file_stem().unwrap().to_str().unwrap().to_owned();
            let of_tests = |file: &PathBuf| file.ends_with("tests.rs");
            let files = if entry.is_dir() { files(&entry) } else { vec![entry] };
            for file in files.iter().filter(|file| !of_tests(file)) {
                let text = fs::read_to_string(file).unwrap();
                let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                imports.entry(name.clone()).or_default().extend(behind(text, path));
            }
        }
        // The root names all of them, and is named by none.
        imports.retain(|name, _| !["lib", "main", "mod"].contains(&&**name));
        while let Some(free) = imports
            .iter()
            .find(|(name, of)| of.iter().all(|it| it == *name || !imports.contains_key(it)))
            .map(|(name, _)| name.clone())
        {
            imports.remove(&free);
        }
        assert!(imports.is_empty(), "{}: {:?}", source.display(), imports.keys());
    }
}

#[test]
fn make_runs_every_suite() {
    let makefile = fs::read_to_string(place::workspace().join("Makefile")).unwrap();
    let suites = makefile.split("\nSUITES := ").nth(1).unwrap().split("\n\n").next().unwrap();
    let run: BTreeSet<&str> = suites.split_whitespace().filter(|word| *word != "\\").collect();
    let manifest = fs::read_to_string(place::workspace().join("tests").join("Cargo.toml")).unwrap();
    let targets = manifest.split("[[test]]\nname = \"").skip(1);
    let there: BTreeSet<&str> = targets.map(|target| target.split('"').next().unwrap()).collect();
    assert_eq!(run, there);
}

#[test]
fn imports_are_found_wherever_they_are() {
    let text = "use crate::a::B;\nuse crate::{c, d::{e, f}, g as h};\n// crate::i\nfn j() { crate::k::l(); }\nuse std::m;";
    let expected = ["a", "c", "d", "g", "k"].map(str::to_owned);
    assert_eq!(imported(text), expected.into());
}
