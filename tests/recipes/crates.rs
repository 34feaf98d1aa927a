//! Strategies, detectors and listeners: the crates that they are for, copied, with the files and
//! lines that the recipes ask for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use raceproof_tests::place;
use raceproof_tests::process::{self, Finished};

use crate::page::recipe;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// A cold build on a slow machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Programs made at random for each strategy: one goes round in many, and follows each to the end.
const RANDOM_PROGRAMS: &str = "50";

/// What of the workspace is copied.
const CRATES: [&str; 3] = ["base", "listeners", "search"];
const FILES: [&str; 3] = ["Cargo.lock", "rust-toolchain.toml", "rustfmt.toml"];

/// Files by their paths in the workspace.
type Tree = BTreeMap<PathBuf, String>;

/// The crates with all additions.
pub struct Extended {
    folder: PathBuf,
}

impl Extended {
    /// The crates of the workspace, with what the recipes say.
    pub fn new() -> Self {
        let mut tree = Tree::new();
        for name in CRATES {
            read(place::workspace(), Path::new(name), &mut tree);
        }
        for name in FILES {
            let text = fs::read_to_string(place::workspace().join(name)).unwrap();
            tree.insert(name.into(), text);
        }
        tree.insert("Cargo.toml".into(), manifest(&["base", "listeners", "search", "lock-counts"]));
        add_strategy(&mut tree);
        add_detector(&mut tree);
        add_listener(&mut tree);
        let folder = Path::new(TEMPORARY).join("recipes").join("crates");
        write(&folder, &tree);
        Self { folder }
    }

    /// `cargo`, whose warnings are errors, in these crates. What it builds stays for the next time.
    #[track_caller]
    pub fn cargo(&self, arguments: &str) -> Finished {
        let target = Path::new(TEMPORARY).join("recipes").join("target");
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments.split(' ')).current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", target).env("RUSTFLAGS", "-Dwarnings");
        command.env_remove("CARGO_ENCODED_RUSTFLAGS");
        // What is built runs for seconds: to optimise it takes longer than it saves.
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.env("TWIN_COUNT", RANDOM_PROGRAMS);
        process::run(command, b"", PATIENCE).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The tests that `cargo test` has run, all of which must pass.
    #[track_caller]
    pub fn passed(&self, arguments: &str) -> Vec<String> {
        let finished = self.cargo(&format!("test --offline {arguments}"));
        let (stdout, stderr) = (finished.stdout_text(), finished.stderr_text());
        assert_eq!(finished.status, Some(0), "cargo test {arguments}\n{stderr}\n{stdout}");
        let passed = stdout.lines().filter_map(|line| {
            line.strip_prefix("test ")?.strip_suffix(" ... ok").map(str::to_owned)
        });
        passed.collect()
    }
}

/// "A file in `search/src`, its `mod`, and a line of the table in `strategy.rs`".
fn add_strategy(tree: &mut Tree) {
    let recipe = recipe("A strategy");
    let folder = recipe.path("search/src");
    add(tree, &folder.join("bounded_preemptions.rs"));
    line(tree, &folder.join("lib.rs"), "mod bfs;", "mod bounded_preemptions;");
    let row = "    /// Every schedule with few preemptions.\n    BoundedPreemptions => bounded_preemptions,";
    line(tree, &recipe.path("strategy.rs"), "strategies! {", row);
    // Its own test, beside the one that the recipe names.
    let tests = recipe.path("search/tests/all.rs");
    add(tree, &tests.with_file_name("bounded_preemptions.rs"));
}

/// "A file in `listeners/src`, its `mod`, and a line of the table in `detector.rs`".
fn add_detector(tree: &mut Tree) {
    let recipe = recipe("A detector");
    let folder = recipe.path("listeners/src");
    add(tree, &folder.join("writes_only.rs"));
    line(tree, &folder.join("lib.rs"), "mod words;", "mod writes_only;");
    let row = "    /// Vector clocks for writes only.\n    WritesOnly => writes_only,";
    line(tree, &recipe.path("detector.rs"), "detectors! {", row);
}

/// "A file in `listeners/src` with its `mod`, or a crate of its own that depends on `base` alone":
/// one file as both.
fn add_listener(tree: &mut Tree) {
    let recipe = recipe("A listener");
    let file = recipe.path("listeners/src").join("lock_counts.rs");
    add(tree, &file);
    line(tree, &file.with_file_name("lib.rs"), "mod journal;", "pub mod lock_counts;");
    assert!(recipe.spans.iter().any(|span| span == "base"), "{:?}", recipe.spans);
    let own = format!(
        "[package]\nname = \"lock-counts\"\nversion = \"0.0.0\"\nedition.workspace = true\n\n\
         [lib]\npath = \"../{}\"\n\n[dependencies]\nraceproof-base = {{ workspace = true }}\n",
        file.display()
    );
    tree.insert("lock-counts/Cargo.toml".into(), own);
}

/// The manifest of the workspace, of these crates alone.
fn manifest(members: &[&str]) -> String {
    let text = fs::read_to_string(place::workspace().join("Cargo.toml")).unwrap();
    let all = text.lines().find(|line| line.starts_with("members = ")).expect("no members");
    text.replace(all, &format!("members = {members:?}"))
}

/// Puts an example where it would stand in the workspace.
fn add(tree: &mut Tree, path: &Path) {
    let example = place::workspace().join("tests/recipes/examples").join(path);
    let text = fs::read_to_string(&example)
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let before = tree.insert(path.to_owned(), text);
    assert_eq!(before, None, "{} is there already: the example is shipped", path.display());
}

/// Puts a line behind another, which the file must have once.
fn line(tree: &mut Tree, path: &Path, behind: &str, line: &str) {
    let text = tree.get_mut(path).unwrap_or_else(|| panic!("no {}", path.display()));
    let behind = format!("\n{behind}\n");
    assert_eq!(text.matches(&behind).count(), 1, "{}: {behind}", path.display());
    *text = text.replace(&behind, &format!("{behind}{line}\n"));
}

fn read(root: &Path, folder: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => read(root, &path, tree),
            false => {
                tree.insert(path, fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
}

/// Makes a folder this tree. A file that is the same already keeps its time, so that cargo builds
/// nothing again.
fn write(folder: &Path, tree: &Tree) {
    fs::create_dir_all(folder).unwrap();
    let mut there = Tree::new();
    read(folder, Path::new(""), &mut there);
    for path in there.keys().filter(|path| !tree.contains_key(*path)) {
        fs::remove_file(folder.join(path)).unwrap();
    }
    for (path, text) in tree.iter().filter(|(path, text)| there.get(*path) != Some(text)) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}
