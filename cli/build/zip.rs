//! A zip archive of a folder whose bytes depend on nothing but names and contents: entries in the
//! order of their names, all of one date, none compressed. `jar` writes the times of files, and
//! the order in which the file system lists them.

use std::fs;
use std::io;
use std::path::Path;

/// 1 January 2020, as MS-DOS has it.
const DATE: u16 = (2020 - 1980) << 9 | 1 << 5 | 1;
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;

/// The archive of all files below `folder`. The manifest comes first, where Java looks for it.
pub fn of_folder(folder: &Path) -> io::Result<Vec<u8>> {
    let mut names = Vec::new();
    list(folder, "", &mut names)?;
    names.sort_by_key(|name| (!name.starts_with("META-INF/MANIFEST.MF"), name.clone()));
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for name in &names {
        let content = fs::read(folder.join(name))?;
        let offset = length(archive.len())?;
        let header = header(name, &content)?;
        archive.extend(b"PK\x03\x04");
        archive.extend(&header);
        archive.extend(name.as_bytes());
        archive.extend(&content);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&header);
        // Neither comment nor disk nor attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (count, start) = (short(names.len())?, length(archive.len())?);
    let size = length(directory.len())?;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(size.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

/// What an entry and its line in the directory have in common.
fn header(name: &str, content: &[u8]) -> io::Result<Vec<u8>> {
    let mut header = Vec::new();
    for field in [VERSION, FLAGS, 0, 0, DATE] {
        header.extend(field.to_le_bytes());
    }
    let size = length(content.len())?;
    for field in [checksum(content), size, size] {
        header.extend(field.to_le_bytes());
    }
    header.extend(short(name.len())?.to_le_bytes());
    header.extend([0; 2]);
    Ok(header)
}

/// The names of all files below, from `folder` on.
fn list(folder: &Path, before: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => list(&entry.path(), &format!("{name}/"), names)?,
            false => names.push(name),
        }
    }
    Ok(())
}

/// CRC-32 of ISO-HDLC.
fn checksum(content: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    };
    !content.iter().fold(!0, step)
}

fn length(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(io::Error::other)
}

fn short(length: usize) -> io::Result<u16> {
    u16::try_from(length).map_err(io::Error::other)
}
