//! `make dist`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{VERSION, binary, files_below, finds_the_race, has, sandbox, script, succeeded};

#[test]
fn an_archive_has_the_tool_its_documents_and_all_licences() {
    let sandbox = sandbox("dist");
    let mut dist = script("dist.sh");
    dist.arg(binary()).arg(VERSION).arg(sandbox.folder.join("to"));
    let archive = PathBuf::from(succeeded(&sandbox, dist).stdout_text().trim_end());
    let name = archive.file_name().unwrap().to_str().unwrap().to_owned();
    let name = name.strip_suffix(".tar.gz").unwrap();
    assert!(name.starts_with(&format!("raceproof-{VERSION}-")), "{name}");
    assert_eq!(files_below(&sandbox.folder.join("to")).len(), 1, "nothing half-made is left");

    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(&archive).arg("-C").arg(&sandbox.folder);
    succeeded(&sandbox, tar);
    let folder = sandbox.folder.join(name);
    let files = files_below(&folder);
    has(
        &files,
        &[
            "bin/raceproof",
            "README.md",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            "docs/limits.md",
            "examples/Transfers.java",
            "share/man/man1/raceproof-scan.1",
            "share/zsh/site-functions/_raceproof",
            "licences/index.txt",
        ],
    );
    every_dependency_has_its_text(
        &fs::read_to_string(folder.join("licences/index.txt")).unwrap(),
        &files,
    );
    finds_the_race(&sandbox, &folder.join("bin/raceproof"));
}

fn every_dependency_has_its_text(index: &str, files: &[String]) {
    let crates: Vec<&str> = index.lines().filter(|line| line.contains("crates.io")).collect();
    assert!(crates.len() > 40, "{index}");
    for line in crates {
        let mut words = line.split(' ');
        let (name, version) = (words.next().unwrap(), words.next().unwrap());
        let folder = format!("licences/{name}-{version}/");
        assert!(files.iter().any(|file| file.starts_with(&folder)), "{folder}");
    }
}
