//! A jar: a zip archive with a manifest, read entry by entry.
//!
//! A jar is read through `pread` and never mapped: a build that rewrites it while it is open then
//! shows as a checksum that does not match, an error, where a mapping would end the process.
//! `rawzip` reads the structure; sizes that an archive declares are checked against the file before
//! anything is allocated for them.

use crate::inflate::{LARGEST_RESOURCE, Wrapper, inflate};
use crate::{Manifest, SourceError};
use flate2::Crc;
use rawzip::{
    CompressionMethod, FileReader, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ReaderAt, ZipArchive,
    ZipLocator,
};
use rawzip::{ZipArchiveEntryWayfinder, ZipFileHeaderRecord};
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";
/// A signed jar of a hundred thousand classes has a manifest of this size.
const LARGEST_MANIFEST: u64 = 16 << 20;
/// `META-INF/versions` starts with this release, the first that looks into it.
const OLDEST_VERSIONED: u32 = 9;

/// An open jar. Its directory is in memory, its content is read when asked for.
#[derive(Debug)]
pub struct Jar {
    path: PathBuf,
    archive: ZipArchive<Source>,
    length: u64,
    /// Sorted by name; no two have one.
    entries: Vec<JarEntry>,
    /// The releases under `META-INF/versions`, newest first; empty if the manifest does not say
    /// `Multi-Release`.
    versions: Vec<u32>,
    manifest: Option<Manifest>,
}

#[derive(Debug)]
struct JarEntry {
    name: Box<str>,
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    encrypted: bool,
    checksum: u32,
}

#[derive(Debug)]
enum Source {
    File(FileReader),
    Memory(Vec<u8>),
}

impl ReaderAt for Source {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read_at(buffer, offset),
            Self::Memory(bytes) => bytes.read_at(buffer, offset),
        }
    }
}

impl Jar {
    /// Opens a jar and reads its directory and manifest.
    ///
    /// # Errors
    /// If the file cannot be read, is not a jar, or is damaged.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let unreadable = |error| SourceError::unreadable(path, &error);
        // Asked for before opening, because opening a pipe would wait for someone to write to it.
        let found = std::fs::metadata(path).map_err(unreadable)?;
        if !found.is_file() && !found.is_dir() {
            return Err(unreadable(io::Error::other("it is a pipe or a device, not a file")));
        }
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        Self::new(path, Source::File(FileReader::from(file)), length)
    }

    /// The same from bytes in memory; `path` is for messages.
    ///
    /// # Errors
    /// If they are not a jar, or a damaged one.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, SourceError> {
        let length = bytes.len() as u64;
        Self::new(path, Source::Memory(bytes), length)
    }

    fn new(path: &Path, source: Source, length: u64) -> Result<Self, SourceError> {
        let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
        let archive = ZipLocator::new()
            .locate_in_reader(source, &mut buffer, length)
            .map_err(|(source, error)| not_a_jar(path, &source, length, &error))?;
        let entries = read_directory(&archive, &mut buffer)
            .map_err(|what| SourceError::DamagedJar { file: path.to_owned(), what })?;
        let mut jar = Self {
            path: path.to_owned(),
            archive,
            length,
            entries,
            versions: Vec::new(),
            manifest: None,
        };
        if let Some(entry) = jar.manifest_entry() {
            jar.manifest = Some(Manifest::parse(&jar.content(entry, LARGEST_MANIFEST)?));
        }
        if jar.manifest.as_ref().is_some_and(Manifest::multi_release) {
            jar.versions = jar.releases();
        }
        Ok(jar)
    }

    /// Where the jar is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The manifest, if there is one.
    #[must_use]
    pub fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref()
    }

    /// The names of all files in the jar, sorted; folders are left out.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|entry| &*entry.name)
    }

    /// The content of the file with exactly this name.
    ///
    /// # Errors
    /// If it is damaged, encrypted or larger than any class or resource is.
    pub fn entry(&self, name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        self.find(name).map(|entry| self.content(entry, LARGEST_RESOURCE)).transpose()
    }

    /// The content of a file as a JDK of this release sees it: in a multi-release jar the newest
    /// version that is not newer than the JDK.
    ///
    /// # Errors
    /// If it is damaged, encrypted or larger than any class or resource is.
    pub fn versioned_entry(
        &self,
        name: &str,
        jdk_feature: u32,
    ) -> Result<Option<Vec<u8>>, SourceError> {
        if !name.starts_with("META-INF/") {
            for version in self.versions.iter().filter(|version| **version <= jdk_feature) {
                if let Some(entry) = self.find(&format!("{VERSIONS}{version}/{name}")) {
                    return self.content(entry, LARGEST_RESOURCE).map(Some);
                }
            }
        }
        self.entry(name)
    }

    fn find(&self, name: &str) -> Option<&JarEntry> {
        let index = self.entries.binary_search_by(|entry| (*entry.name).cmp(name)).ok()?;
        self.entries.get(index)
    }

    /// The manifest's entry. The JDK accepts its name in any case, and prefers none.
    fn manifest_entry(&self) -> Option<&JarEntry> {
        self.find(MANIFEST)
            .or_else(|| self.entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(MANIFEST)))
    }

    fn releases(&self) -> Vec<u32> {
        let start = self.entries.partition_point(|entry| &*entry.name < VERSIONS);
        let versions =
            self.entries[start..].iter().map_while(|entry| entry.name.strip_prefix(VERSIONS));
        let numbers = versions.filter_map(|rest| rest.split_once('/')?.0.parse().ok());
        let distinct: BTreeSet<u32> =
            numbers.filter(|version| *version >= OLDEST_VERSIONED).collect();
        distinct.into_iter().rev().collect()
    }

    /// Reads, unpacks and checks an entry of at most `limit` bytes.
    fn content(&self, entry: &JarEntry, limit: u64) -> Result<Vec<u8>, SourceError> {
        let damaged = |what: String| SourceError::DamagedJar {
            file: self.path.clone(),
            what: format!("entry '{}': {what}", entry.name),
        };
        let size = entry.place.uncompressed_size_hint();
        if size.max(entry.place.compressed_size_hint()) > limit {
            return Err(SourceError::TooLarge { file: self.path.join(&*entry.name), limit });
        }
        if entry.encrypted {
            let what =
                format!("its entry '{}' is encrypted; make the jar without a password", entry.name);
            return Err(SourceError::Unsupported { file: self.path.clone(), what });
        }
        let packed = self.packed(entry).map_err(damaged)?;
        let content = match entry.method {
            CompressionMethod::STORE if packed.len() as u64 == size => packed,
            CompressionMethod::STORE => {
                return Err(damaged(format!(
                    "it is stored in {} bytes and declares {size}",
                    packed.len()
                )));
            }
            CompressionMethod::DEFLATE => inflate(&packed, size, Wrapper::Bare).map_err(damaged)?,
            method => {
                let what = format!(
                    "its entry '{}' is compressed by the method {method}, which Java does not read either; make the jar with 'jar'",
                    entry.name
                );
                return Err(SourceError::Unsupported { file: self.path.clone(), what });
            }
        };
        let mut checksum = Crc::new();
        checksum.update(&content);
        if checksum.sum() != entry.checksum {
            return Err(damaged(
                "its checksum does not match (was the jar rewritten meanwhile?)".to_owned(),
            ));
        }
        Ok(content)
    }

    /// The bytes of an entry as they are in the file.
    fn packed(&self, entry: &JarEntry) -> Result<Vec<u8>, String> {
        let place = self
            .archive
            .get_entry(entry.place)
            .map_err(|error| format!("its header is damaged ({error})"))?;
        let (start, end) = place.compressed_data_range();
        if end > self.length {
            return Err("it lies outside of the file".to_owned());
        }
        let length =
            usize::try_from(end - start).map_err(|_| "it does not fit into memory".to_owned())?;
        let mut packed = vec![0; length];
        self.archive
            .get_ref()
            .read_exact_at(&mut packed, start)
            .map_err(|error| format!("it cannot be read ({error})"))?;
        Ok(packed)
    }
}

/// All files of the central directory, sorted by name. Of two with one name the last counts, as in
/// the JDK.
fn read_directory(
    archive: &ZipArchive<Source>,
    buffer: &mut [u8],
) -> Result<Vec<JarEntry>, String> {
    let expected = archive.entries_hint();
    let mut entries = Vec::new();
    let mut count: u64 = 0;
    let mut records = archive.entries(buffer);
    loop {
        match records.next_entry() {
            Ok(None) => break,
            // Some tools leave a gap behind the last entry.
            Err(_) if count > 0 && count == expected => break,
            Err(error) => {
                return Err(format!("entry {count} of its directory cannot be read ({error})"));
            }
            Ok(Some(record)) => {
                count += 1;
                if !record.is_dir() {
                    entries.push(JarEntry::new(&record));
                }
            }
        }
    }
    // The field has sixteen bits, and tools without the 64-bit format wrote what fitted.
    if count & 0xFFFF != expected & 0xFFFF {
        return Err(format!("its directory has {count} entries and declares {expected}"));
    }
    entries.reverse();
    entries.sort_by(|one, other| one.name.cmp(&other.name)); // stable: the last of two is now their first
    entries.dedup_by(|later, kept| later.name == kept.name);
    entries.shrink_to_fit();
    Ok(entries)
}

impl JarEntry {
    fn new(record: &ZipFileHeaderRecord<'_>) -> Self {
        // A name that is no UTF-8 is none of a class; the entry stays, under a name that shows it.
        let name = String::from_utf8_lossy(record.file_path().as_ref()).into();
        Self {
            name,
            place: record.wayfinder(),
            method: record.compression_method(),
            encrypted: record.flags().is_encrypted(),
            checksum: record.crc32(),
        }
    }
}

fn not_a_jar(path: &Path, source: &Source, length: u64, error: &rawzip::Error) -> SourceError {
    let file = path.to_owned();
    if let rawzip::ErrorKind::IO(error) = error.kind() {
        return SourceError::unreadable(path, error);
    }
    let mut magic = [0; 4];
    let magic = source.read_exact_at(&mut magic, 0).ok().map(|()| magic);
    let why = match magic {
        Some([b'P', b'K', 3, 4]) => {
            return SourceError::DamagedJar {
                file,
                what: "it has no directory at its end, so its end is missing".to_owned(),
            };
        }
        Some([0xCA, 0xFE, 0xBA, 0xBE]) => "it is a class file".to_owned(),
        _ if length == 0 => "it is empty".to_owned(),
        _ => "it is no zip archive".to_owned(),
    };
    SourceError::NotAJar { file, why }
}
