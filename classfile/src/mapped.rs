//! A file seen as a slice of bytes: the only place of this crate that needs `unsafe`.
#![allow(unsafe_code)]

use memmap2::Mmap;
use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

/// The bytes of a file, mapped where there is a file and owned where there is none (tests,
/// fuzzing).
pub(crate) enum Mapped {
    File(Mmap),
    Memory(Vec<u8>),
}

impl Mapped {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Self::Memory(Vec::new())); // not every system maps an empty file
        }
        // SAFETY: only the `lib/modules` of an installed JDK is mapped, opened read-only.
        // Installers replace that file by renaming, and a running JVM maps it on the same
        // assumption; nothing in this process writes to it. Files that a build may rewrite under us
        // (jars) are read through `pread` instead and never mapped.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self::File(map))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::File(map) => map,
            Self::Memory(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Mapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mapped({} bytes)", self.len())
    }
}
