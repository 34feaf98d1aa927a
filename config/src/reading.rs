//! Reading files that a user names: looked at before they are opened, because a pipe would be
//! waited for, and a device or a huge file would fill the memory.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

/// The content of a file of at most so many bytes.
///
/// # Errors
/// If it cannot be read, is no file, or is larger.
pub fn read_at_most(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let found = looked_at(path)?;
    let too_large = |bytes: u64| {
        Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it has {bytes} bytes or more, and may have {largest} at most"),
        ))
    };
    if found.len() > largest {
        return too_large(found.len());
    }
    let mut bytes = Vec::new();
    // It may grow meanwhile, and files of `/proc` do not say how long they are.
    File::open(path)?.take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest { too_large(bytes.len() as u64) } else { Ok(bytes) }
}

/// That something is a file.
///
/// # Errors
/// If it is not there, or is none.
pub fn looked_at(path: &Path) -> io::Result<Metadata> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, not a file"));
    }
    if !found.is_file() {
        return Err(io::Error::other("it is a pipe or a device, not a file"));
    }
    Ok(found)
}

/// What to do about a file that is there and cannot be read, for that reason.
#[must_use]
pub fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "name a file that is there",
        io::ErrorKind::PermissionDenied => {
            "give yourself the right to read it, as by `chmod u+r FILE`, or name another file"
        }
        io::ErrorKind::IsADirectory => "name a file in it",
        _ => "name another file",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_its_advice() {
        let advice = |kind: io::ErrorKind| advice(&io::Error::from(kind));
        assert!(advice(io::ErrorKind::PermissionDenied).contains("chmod u+r"));
        assert!(advice(io::ErrorKind::NotFound).contains("that is there"));
        assert_eq!(advice(io::ErrorKind::IsADirectory), "name a file in it");
        assert_eq!(advice(io::ErrorKind::FileTooLarge), "name another file");
    }

    #[test]
    fn only_files_of_a_reasonable_size_are_read() {
        let path = std::env::temp_dir().join(format!("raceproof-reading-{}", std::process::id()));
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_at_most(&path, 5).unwrap(), b"12345");
        assert_eq!(read_at_most(&path, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read_at_most(&path, 5).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        fs::remove_file(&path).unwrap();
        assert!(
            read_at_most(Path::new("/dev/zero"), 5).unwrap_err().to_string().contains("not a file")
        );
        assert_eq!(
            read_at_most(&std::env::temp_dir(), 5).unwrap_err().kind(),
            io::ErrorKind::IsADirectory
        );
        #[cfg(target_os = "linux")]
        assert_eq!(
            read_at_most(Path::new("/proc/self/status"), 5).unwrap_err().kind(),
            io::ErrorKind::FileTooLarge
        );
    }
}
