//! What changes the overlay: opening a file, which may make it or bring it into memory; making,
//! removing and renaming; attributes. What the host would refuse fails with the host's error.

use super::{FileKind, Layer, Overlay, OverlayEntry, descriptor_path, error, is_root, reopen};
use crate::io::open_files::{flags, open_host};
use crate::io::overlay::{NoAnswer, errors, not_modelled};
use rustix::fs::{Access, MemfdFlags, Mode, OFlags, Timestamps};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// The number of the device `/dev/null`, which swallows what is written.
const NULL_DEVICE: u64 = 1 << 8 | 3;

impl Overlay {
    pub(in crate::io::overlay) fn open(
        &mut self,
        path: &Path,
        flags: i32,
        mode: u32,
    ) -> Result<File, NoAnswer> {
        let bits = OFlags::from_bits_retain(flags.cast_unsigned());
        let exclusive = bits.contains(OFlags::CREATE | OFlags::EXCL);
        let real = self.resolve(path, !(exclusive || bits.contains(OFlags::NOFOLLOW)))?;
        let kind = self.kind(&real)?;
        let writes = flags & flags::ACCESS_MODE != 0 || bits.contains(OFlags::TRUNC);
        match kind {
            FileKind::Absent if !bits.contains(OFlags::CREATE) => return error(errors::NO_ENTRY),
            FileKind::Absent => {
                self.may_change_folder_of(&real)?;
                self.entries.insert(real.clone(), OverlayEntry::File(new_file(mode & !umask())?));
            }
            _ if exclusive => return error(errors::EXISTS),
            FileKind::Link(_) => return error(errors::LOOP),
            FileKind::Folder if writes => return error(errors::IS_FOLDER),
            FileKind::File if bits.contains(OFlags::DIRECTORY) => return error(errors::NO_FOLDER),
            _ => {}
        }
        // What is left of the flags is for a file that is there.
        let left = (bits - OFlags::CREATE - OFlags::EXCL - OFlags::NOFOLLOW).bits().cast_signed();
        match self.layer(&real) {
            Layer::Host if writes => match self.kind(&real)? {
                FileKind::File => {
                    let needed = if flags & flags::ACCESS_MODE == flags::READ_WRITE {
                        Access::READ_OK | Access::WRITE_OK
                    } else {
                        Access::WRITE_OK
                    };
                    rustix::fs::access(&real, needed).map_err(io::Error::from)?;
                    Ok(reopen(self.own(&real)?, left)?)
                }
                _ if fs::metadata(&real)?.rdev() == NULL_DEVICE => Ok(open_host(&real, left, 0)?),
                _ => {
                    not_modelled(format!("opening the device or pipe {} to write", real.display()))
                }
            },
            Layer::Host => Ok(open_host(&real, left, 0)?),
            Layer::Changed(OverlayEntry::File(file)) => Ok(reopen(file, left)?),
            _ => not_modelled(format!(
                "opening the folder {}, which the program made",
                real.display()
            )),
        }
    }

    /// The file at a path without links, in memory from now on.
    fn own(&mut self, real: &Path) -> Result<&File, NoAnswer> {
        if matches!(self.layer(real), Layer::Host) {
            let found = fs::metadata(real)?;
            let copy = new_file(found.permissions().mode() & 0o7777)?;
            let copied = fs::File::open(real).and_then(|mut source| copy_all(&mut source, &copy));
            if let Err(error) = copied {
                return not_modelled(format!(
                    "changing {}, which cannot be read ({error})",
                    real.display()
                ));
            }
            let time = |seconds: i64, nanoseconds: i64| rustix::fs::Timespec {
                tv_sec: seconds,
                tv_nsec: nanoseconds,
            };
            let times = Timestamps {
                last_access: time(found.atime(), found.atime_nsec()),
                last_modification: time(found.mtime(), found.mtime_nsec()),
            };
            rustix::fs::futimens(&copy, &times).map_err(io::Error::from)?;
            self.copied.push(((found.dev(), found.ino()), real.to_path_buf()));
            self.entries.insert(real.to_path_buf(), OverlayEntry::File(copy));
        }
        match self.entries.get(real) {
            Some(OverlayEntry::File(file)) => Ok(file),
            _ => not_modelled(format!("changing {}, which is no file", real.display())),
        }
    }

    /// The file in memory that another is opened on; of one of the host, a copy.
    pub(in crate::io::overlay) fn own_opened(&mut self, file: &File) -> Result<&File, NoAnswer> {
        let identity = |file: &File| file.metadata().map(|m| (m.dev(), m.ino()));
        let wanted = identity(file)?;
        let known = self.entries.iter().find_map(|(path, entry)| match entry {
            OverlayEntry::File(known) => {
                identity(known).is_ok_and(|found| found == wanted).then(|| path.clone())
            }
            _ => None,
        });
        match known {
            Some(path) => self.own(&path),
            None if file.metadata()?.is_file() => {
                let path = fs::read_link(descriptor_path(file))?;
                if !fs::metadata(&path).is_ok_and(|found| (found.dev(), found.ino()) == wanted) {
                    return not_modelled(format!(
                        "changing {}, which is not there any more",
                        path.display()
                    ));
                }
                self.own(&path)
            }
            None => {
                not_modelled("changing attributes of a folder or a device of the host".to_owned())
            }
        }
    }

    fn add(
        &mut self,
        path: &Path,
        entry: impl FnOnce(u64) -> OverlayEntry,
    ) -> Result<(), NoAnswer> {
        let real = self.resolve(path, false)?;
        if !matches!(self.kind(&real)?, FileKind::Absent) {
            return error(errors::EXISTS);
        }
        self.may_change_folder_of(&real)?;
        let number = self.number();
        self.entries.insert(real, entry(number));
        Ok(())
    }

    pub(in crate::io::overlay) fn make_folder(
        &mut self,
        path: &Path,
        mode: u32,
    ) -> Result<(), NoAnswer> {
        self.add(path, |number| OverlayEntry::Folder(mode & 0o7777 & !umask(), number))
    }

    pub(in crate::io::overlay) fn make_link(
        &mut self,
        target: &Path,
        path: &Path,
    ) -> Result<(), NoAnswer> {
        self.add(path, |number| OverlayEntry::Link(target.to_path_buf(), number))
    }

    /// Takes a name away, and whatever is below it.
    fn vanish(&mut self, real: &Path) {
        self.entries.retain(|path, _| !path.starts_with(real));
        if matches!(self.layer(real), Layer::Host) && fs::symlink_metadata(real).is_ok() {
            self.entries.insert(real.to_path_buf(), OverlayEntry::Gone);
        }
    }

    pub(in crate::io::overlay) fn remove_file(&mut self, path: &Path) -> Result<(), NoAnswer> {
        let real = self.resolve(path, false)?;
        match self.kind(&real)? {
            FileKind::Absent => return error(errors::NO_ENTRY),
            FileKind::Folder => return error(errors::IS_FOLDER),
            _ => self.may_change_folder_of(&real)?,
        }
        self.vanish(&real);
        Ok(())
    }

    pub(in crate::io::overlay) fn remove_folder(&mut self, path: &Path) -> Result<(), NoAnswer> {
        let real = self.resolve(path, false)?;
        match self.kind(&real)? {
            FileKind::Absent => return error(errors::NO_ENTRY),
            FileKind::Folder if !self.names(&real)?.is_empty() => return error(errors::NOT_EMPTY),
            FileKind::Folder => self.may_change_folder_of(&real)?,
            _ => return error(errors::NO_FOLDER),
        }
        self.vanish(&real);
        Ok(())
    }

    pub(in crate::io::overlay) fn rename(
        &mut self,
        from: &Path,
        to: &Path,
    ) -> Result<(), NoAnswer> {
        let (from, to) = (self.resolve(from, false)?, self.resolve(to, false)?);
        let is_folder = match (self.kind(&from)?, self.kind(&to)?) {
            (FileKind::Absent, _) => return error(errors::NO_ENTRY),
            _ if from == to => return Ok(()),
            (FileKind::Folder, _) if to.starts_with(&from) => return error(errors::INVALID),
            (FileKind::Folder, FileKind::Absent) => true,
            (FileKind::Folder, FileKind::Folder) if self.names(&to)?.is_empty() => true,
            (_, FileKind::Folder) if from.starts_with(&to) || !self.names(&to)?.is_empty() => {
                return error(errors::NOT_EMPTY);
            }
            (FileKind::Folder, _) => return error(errors::NO_FOLDER),
            (_, FileKind::Folder) => return error(errors::IS_FOLDER),
            _ => false,
        };
        self.may_change_folder_of(&from)?;
        self.may_change_folder_of(&to)?;
        if is_folder && matches!(self.layer(&from), Layer::Host) {
            return not_modelled(format!("renaming {}, a folder of the host", from.display()));
        }
        let moved = self.take(&from)?;
        self.vanish(&from);
        self.vanish(&to);
        for (below, entry) in moved {
            // An empty path would add a slash.
            let path = if below.as_os_str().is_empty() { to.clone() } else { to.join(below) };
            self.entries.insert(path, entry);
        }
        Ok(())
    }

    /// The entries at a path and below it, by what follows it.
    fn take(&mut self, from: &Path) -> Result<Vec<(PathBuf, OverlayEntry)>, NoAnswer> {
        if matches!(self.layer(from), Layer::Host) {
            return Ok(vec![match self.kind(from)? {
                FileKind::Link(target) => {
                    (PathBuf::new(), OverlayEntry::Link(target, self.number()))
                }
                FileKind::File => {
                    (PathBuf::new(), OverlayEntry::File(self.own(from)?.try_clone()?))
                }
                _ => return not_modelled(format!("renaming {}, which is no file", from.display())),
            }]);
        }
        let below = |path: &PathBuf| path.strip_prefix(from).ok().map(Path::to_path_buf);
        let paths: Vec<PathBuf> =
            self.entries.keys().filter(|path| path.starts_with(from)).cloned().collect();
        let taken =
            paths.iter().filter_map(|path| Some((below(path)?, self.entries.remove(path)?)));
        Ok(taken.collect())
    }

    pub(in crate::io::overlay) fn change_mode(
        &mut self,
        path: &Path,
        mode: u32,
    ) -> Result<(), NoAnswer> {
        let real = self.resolve(path, true)?;
        if let Some(OverlayEntry::Folder(folder, _)) = self.entries.get_mut(&real) {
            *folder = mode & 0o7777;
            return Ok(());
        }
        let file = self.owned_by_us(&real)?;
        Ok(rustix::fs::fchmod(file, Mode::from_raw_mode(mode)).map_err(io::Error::from)?)
    }

    pub(in crate::io::overlay) fn change_times(
        &mut self,
        path: &Path,
        times: &Timestamps,
        follow: bool,
    ) -> Result<(), NoAnswer> {
        let real = self.resolve(path, follow)?;
        let file = self.owned_by_us(&real)?;
        Ok(rustix::fs::futimens(file, times).map_err(io::Error::from)?)
    }

    /// The file, in memory from now on, if its attributes are ours to change.
    fn owned_by_us(&mut self, real: &Path) -> Result<&File, NoAnswer> {
        match self.kind(real)? {
            FileKind::Absent => return error(errors::NO_ENTRY),
            FileKind::File => {}
            _ => {
                return not_modelled(format!(
                    "changing the attributes of {}, which is no file",
                    real.display()
                ));
            }
        }
        let owner = fs::metadata(real)
            .ok()
            .filter(|_| matches!(self.layer(real), Layer::Host))
            .map(|found| found.uid());
        let file = self.own(real)?;
        let ours = file.metadata()?.uid();
        if owner.is_some_and(|owner| owner != ours) && ours != 0 {
            return error(errors::NOT_PERMITTED);
        }
        Ok(file)
    }

    /// Whether names may be added to and taken from the folder of a path.
    fn may_change_folder_of(&self, path: &Path) -> Result<(), NoAnswer> {
        let Some(folder) = path.parent() else { return error(errors::BUSY) };
        match self.layer(folder) {
            Layer::Host => Ok(rustix::fs::access(folder, Access::WRITE_OK | Access::EXEC_OK)
                .map_err(io::Error::from)?),
            Layer::Changed(OverlayEntry::Folder(mode, _)) if mode & 0o200 == 0 && !is_root() => {
                error(errors::DENIED)
            }
            _ => Ok(()),
        }
    }

    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }
}

fn new_file(mode: u32) -> Result<File, NoAnswer> {
    let file = File::from(
        rustix::fs::memfd_create("raceproof", MemfdFlags::CLOEXEC).map_err(io::Error::from)?,
    );
    rustix::fs::fchmod(&file, Mode::from_raw_mode(mode & 0o7777)).map_err(io::Error::from)?;
    Ok(file)
}

fn copy_all(source: &mut File, mut target: &File) -> io::Result<()> {
    let mut piece = vec![0; 1 << 16];
    loop {
        match source.read(&mut piece)? {
            0 => return Ok(()),
            count => target.write_all(&piece[..count])?,
        }
    }
}

/// The bits that new files do not get.
fn umask() -> u32 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    line.and_then(|digits| u32::from_str_radix(digits.trim(), 8).ok()).unwrap_or(0o022)
}
