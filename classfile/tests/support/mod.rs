//! What the tests of this crate share: a scratch folder, jars made in memory, the JDKs of this
//! machine.
#![allow(dead_code)] // no single test uses all of it

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for one test, removed at its end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!(
            "raceproof-classfile-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file, with the folders it is in.
    pub fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub fn jar(&self, name: &str, entries: &[(&str, &str)]) -> PathBuf {
        self.file(name, &jar(entries))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A jar of these files. Every second one is stored, the others are deflated.
pub fn jar(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (index, (name, content)) in entries.iter().enumerate() {
        let method =
            if index % 2 == 0 { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        add(&mut archive, name, content.as_bytes(), method);
    }
    archive.finish().unwrap()
}

pub fn add(
    archive: &mut ZipArchiveWriter<Vec<u8>>,
    name: &str,
    content: &[u8],
    method: CompressionMethod,
) {
    let (mut entry, config) = archive.new_file(name).compression_method(method).start().unwrap();
    let descriptor = if method == CompressionMethod::DEFLATE {
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(content).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        descriptor
    } else {
        let mut writer = config.wrap(&mut entry);
        writer.write_all(content).unwrap();
        writer.finish().unwrap().1
    };
    entry.finish(descriptor).unwrap();
}

/// The JDKs installed here, each once. Without any the caller's test passes, and says that it
/// tested nothing.
pub fn jdks() -> Vec<PathBuf> {
    let listed =
        fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let usable =
        |home: &PathBuf| home.join("lib/modules").is_file() && home.join("release").is_file();
    let mut homes: Vec<_> = named
        .into_iter()
        .chain(listed)
        .filter(usable)
        .filter_map(|home| home.canonicalize().ok())
        .collect();
    homes.sort();
    homes.dedup();
    if homes.is_empty() {
        eprintln!(
            "SKIPPED: no JDK in JAVA_HOME or /usr/lib/jvm, so nothing of a real class library is tested here"
        );
    }
    homes
}

/// The files in a folder beside this crate, sorted.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let listed =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> =
        listed.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}
