//! The overlay itself: what was made, changed and removed, by path, over the host's files, which
//! are only read.
//!
//! An entry hides whatever the host has at its path and below. Files lie in memory (`memfd`), so an
//! open one is a file like any other to whoever reads, writes, maps or measures it. Paths are kept
//! without links and dots; they are resolved here, since the host knows nothing of ours.

use super::{NoAnswer, errors, not_modelled};
use crate::io::open_files::{flags, open_host};
use rustix::fs::{Access, MemfdFlags, Mode, OFlags, Stat, Timestamps};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The host follows no more links on a path.
const MOST_LINKS: u32 = 40;
/// The number of the device `/dev/null`, which swallows what is written.
const NULL_DEVICE: u64 = 1 << 8 | 3;
/// When everything happens that happens in the overlay: the time at which the machine's clock
/// starts.
const EPOCH_SECONDS: i64 = 1_704_067_200;
const TYPE_FOLDER: u32 = 0o040_000;
const TYPE_LINK: u32 = 0o120_000;

enum OverlayEntry {
    File(File),
    /// With its mode and its number.
    Folder(u32, u64),
    Link(PathBuf, u64),
    /// It was there on the host.
    Gone,
}

/// What is at a path.
enum FileKind {
    Absent,
    File,
    Folder,
    Link(PathBuf),
    /// A device, a pipe, a socket.
    Other,
}

/// Where what is at a path comes from.
enum Layer<'a> {
    Changed(&'a OverlayEntry),
    Host,
    Nothing,
}

/// The program's view of the files of the host.
pub struct Overlay {
    entries: BTreeMap<PathBuf, OverlayEntry>,
    numbers: u64,
    began: SystemTime,
    /// Files of the host that are now in memory: device and number, and the path of the entry.
    pub(super) copied: Vec<((u64, u64), PathBuf)>,
}

impl Default for Overlay {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
            numbers: 1 << 48,
            began: SystemTime::now(),
            copied: Vec::new(),
        }
    }
}

fn error<T>(number: i32) -> Result<T, NoAnswer> {
    Err(io::Error::from_raw_os_error(number).into())
}

impl Overlay {
    fn layer(&self, path: &Path) -> Layer<'_> {
        match self.entries.get(path) {
            Some(OverlayEntry::Gone) => Layer::Nothing,
            Some(entry) => Layer::Changed(entry),
            None if path.ancestors().skip(1).any(|above| self.entries.contains_key(above)) => {
                Layer::Nothing
            }
            None => Layer::Host,
        }
    }

    fn kind(&self, path: &Path) -> io::Result<FileKind> {
        Ok(match self.layer(path) {
            Layer::Nothing => FileKind::Absent,
            Layer::Changed(OverlayEntry::File(_)) => FileKind::File,
            Layer::Changed(OverlayEntry::Folder(..)) => FileKind::Folder,
            Layer::Changed(OverlayEntry::Link(target, _)) => FileKind::Link(target.clone()),
            Layer::Changed(OverlayEntry::Gone) => FileKind::Absent,
            Layer::Host => match fs::symlink_metadata(path) {
                Err(error)
                    if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory]
                        .contains(&error.kind()) =>
                {
                    FileKind::Absent
                }
                Err(error) => return Err(error),
                Ok(found) if found.is_file() => FileKind::File,
                Ok(found) if found.is_dir() => FileKind::Folder,
                Ok(found) if found.is_symlink() => FileKind::Link(fs::read_link(path)?),
                Ok(_) => FileKind::Other,
            },
        })
    }

    /// The path without links and dots. Only its last name may be of nothing that is there.
    pub(super) fn resolve(&self, path: &Path, follow: bool) -> Result<PathBuf, NoAnswer> {
        if path.as_os_str().is_empty() {
            return error(errors::NO_ENTRY);
        }
        let whole = if path.is_absolute() {
            path.to_path_buf()
        } else {
            std::env::current_dir()?.join(path)
        };
        let mut rest: VecDeque<OsString> = names_of(&whole).collect();
        let mut real = PathBuf::from("/");
        let mut links = 0;
        while let Some(name) = rest.pop_front() {
            if name == ".." {
                real.pop();
                continue;
            }
            let next = real.join(&name);
            match self.kind(&next)? {
                FileKind::Link(target) if follow || !rest.is_empty() => {
                    links += 1;
                    if links > MOST_LINKS {
                        return error(errors::LOOP);
                    }
                    if target.is_absolute() {
                        real = PathBuf::from("/");
                    }
                    names_of(&target)
                        .collect::<Vec<_>>()
                        .into_iter()
                        .rev()
                        .for_each(|name| rest.push_front(name));
                }
                FileKind::Absent if !rest.is_empty() => return error(errors::NO_ENTRY),
                FileKind::File | FileKind::Other if !rest.is_empty() => {
                    return error(errors::NO_FOLDER);
                }
                _ => real = next,
            }
        }
        Ok(real)
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

    pub(super) fn open(&mut self, path: &Path, flags: i32, mode: u32) -> Result<File, NoAnswer> {
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
    pub(super) fn own(&mut self, real: &Path) -> Result<&File, NoAnswer> {
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
    pub(super) fn own_opened(&mut self, file: &File) -> Result<&File, NoAnswer> {
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

    pub(super) fn entry_file(&self, path: &Path) -> Option<&File> {
        match self.entries.get(path) {
            Some(OverlayEntry::File(file)) => Some(file),
            _ => None,
        }
    }

    /// Bytes that the files in memory take.
    pub(super) fn bytes(&self) -> u64 {
        let of = |entry: &OverlayEntry| match entry {
            OverlayEntry::File(file) => file.metadata().map_or(0, |found| found.blocks() * 512),
            _ => 0,
        };
        self.entries.values().map(of).sum()
    }

    pub(super) fn status(&self, path: &Path, follow: bool) -> Result<Stat, NoAnswer> {
        let real = self.resolve(path, follow)?;
        let mut status = match self.layer(&real) {
            Layer::Host => return Ok(rustix::fs::lstat(&real).map_err(io::Error::from)?),
            Layer::Nothing | Layer::Changed(OverlayEntry::Gone) => return error(errors::NO_ENTRY),
            Layer::Changed(OverlayEntry::File(file)) => {
                let mut status = rustix::fs::fstat(file).map_err(io::Error::from)?;
                status.st_nlink = 1;
                status
            }
            Layer::Changed(OverlayEntry::Folder(mode, number)) => {
                made_up(TYPE_FOLDER | *mode, *number, 4096)?
            }
            Layer::Changed(OverlayEntry::Link(target, number)) => {
                made_up(TYPE_LINK | 0o777, *number, target.as_os_str().len() as i64)?
            }
        };
        self.hide_time(&mut status);
        Ok(status)
    }

    /// What was changed since the overlay is there was changed at no time that a program could tell
    /// from another: no clock of the host reaches a program whose schedules are explored.
    pub(super) fn hide_time(&self, status: &mut Stat) {
        let began = self.began.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
        for (seconds, nanoseconds) in [
            (&mut status.st_atime, &mut status.st_atime_nsec),
            (&mut status.st_mtime, &mut status.st_mtime_nsec),
            (&mut status.st_ctime, &mut status.st_ctime_nsec),
        ] {
            if *seconds >= began {
                (*seconds, *nanoseconds) = (EPOCH_SECONDS, 0);
            }
        }
    }

    pub(super) fn access(&self, path: &Path, wanted: Access) -> Result<(), NoAnswer> {
        let real = self.resolve(path, true)?;
        match self.layer(&real) {
            Layer::Host => Ok(rustix::fs::access(&real, wanted).map_err(io::Error::from)?),
            Layer::Changed(OverlayEntry::File(file)) => {
                Ok(rustix::fs::access(descriptor_path(file), wanted).map_err(io::Error::from)?)
            }
            Layer::Changed(OverlayEntry::Folder(mode, _))
                if is_root() || mode >> 6 & wanted.bits() == wanted.bits() =>
            {
                Ok(())
            }
            Layer::Changed(OverlayEntry::Folder(..)) => error(errors::DENIED),
            _ => error(errors::NO_ENTRY),
        }
    }

    /// The names in a folder, sorted: the host's order differs from machine to machine.
    pub(super) fn names(&self, path: &Path) -> Result<BTreeSet<OsString>, NoAnswer> {
        let real = self.resolve(path, true)?;
        match self.kind(&real)? {
            FileKind::Folder => {}
            FileKind::Absent => return error(errors::NO_ENTRY),
            _ => return error(errors::NO_FOLDER),
        }
        let mut names = BTreeSet::new();
        if matches!(self.layer(&real), Layer::Host) {
            for entry in fs::read_dir(&real)? {
                names.insert(entry?.file_name());
            }
        }
        for (path, entry) in self.entries.iter().filter(|(path, _)| path.parent() == Some(&real)) {
            let name = path.file_name().map(OsStr::to_os_string).unwrap_or_default();
            match entry {
                OverlayEntry::Gone => names.remove(&name),
                _ => names.insert(name),
            };
        }
        Ok(names)
    }

    pub(super) fn read_link(&self, path: &Path) -> Result<PathBuf, NoAnswer> {
        match self.kind(&self.resolve(path, false)?)? {
            FileKind::Link(target) => Ok(target),
            FileKind::Absent => error(errors::NO_ENTRY),
            _ => error(errors::INVALID),
        }
    }

    pub(super) fn real_path(&self, path: &Path) -> Result<PathBuf, NoAnswer> {
        let real = self.resolve(path, true)?;
        match self.kind(&real)? {
            FileKind::Absent => error(errors::NO_ENTRY),
            _ => Ok(real),
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

    pub(super) fn make_folder(&mut self, path: &Path, mode: u32) -> Result<(), NoAnswer> {
        self.add(path, |number| OverlayEntry::Folder(mode & 0o7777 & !umask(), number))
    }

    pub(super) fn make_link(&mut self, target: &Path, path: &Path) -> Result<(), NoAnswer> {
        self.add(path, |number| OverlayEntry::Link(target.to_path_buf(), number))
    }

    /// Takes a name away, and whatever is below it.
    fn vanish(&mut self, real: &Path) {
        self.entries.retain(|path, _| !path.starts_with(real));
        if matches!(self.layer(real), Layer::Host) && fs::symlink_metadata(real).is_ok() {
            self.entries.insert(real.to_path_buf(), OverlayEntry::Gone);
        }
    }

    pub(super) fn remove_file(&mut self, path: &Path) -> Result<(), NoAnswer> {
        let real = self.resolve(path, false)?;
        match self.kind(&real)? {
            FileKind::Absent => return error(errors::NO_ENTRY),
            FileKind::Folder => return error(errors::IS_FOLDER),
            _ => self.may_change_folder_of(&real)?,
        }
        self.vanish(&real);
        Ok(())
    }

    pub(super) fn remove_folder(&mut self, path: &Path) -> Result<(), NoAnswer> {
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

    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> Result<(), NoAnswer> {
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

    pub(super) fn change_mode(&mut self, path: &Path, mode: u32) -> Result<(), NoAnswer> {
        let real = self.resolve(path, true)?;
        if let Some(OverlayEntry::Folder(folder, _)) = self.entries.get_mut(&real) {
            *folder = mode & 0o7777;
            return Ok(());
        }
        let file = self.owned_by_us(&real)?;
        Ok(rustix::fs::fchmod(file, Mode::from_raw_mode(mode)).map_err(io::Error::from)?)
    }

    pub(super) fn change_times(
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

    /// The nearest folder of the host: whose file system it would lie in.
    pub(super) fn host_folder(&self, path: &Path) -> Result<PathBuf, NoAnswer> {
        let real = self.resolve(path, true)?;
        let on_host = |path: &&Path| matches!(self.layer(path), Layer::Host);
        Ok(real.ancestors().find(on_host).unwrap_or(Path::new("/")).to_path_buf())
    }
}

fn names_of(path: &Path) -> impl Iterator<Item = OsString> + '_ {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_os_string()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    })
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

fn descriptor_path(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// The same file, with a position and a way of access of its own.
pub(super) fn reopen(file: &File, flags: i32) -> io::Result<File> {
    open_host(descriptor_path(file), flags, 0)
}

/// The status of what lies in no file system.
fn made_up(mode: u32, number: u64, size: i64) -> io::Result<Stat> {
    let mut status = rustix::fs::stat("/")?;
    let ours = rustix::fs::stat("/proc/self")?;
    (status.st_mode, status.st_ino, status.st_size, status.st_nlink) = (mode, number, size, 1);
    (status.st_uid, status.st_gid) = (ours.st_uid, ours.st_gid);
    for seconds in [&mut status.st_atime, &mut status.st_mtime, &mut status.st_ctime] {
        *seconds = EPOCH_SECONDS;
    }
    (status.st_atime_nsec, status.st_mtime_nsec, status.st_ctime_nsec) = (0, 0, 0);
    Ok(status)
}

fn is_root() -> bool {
    rustix::fs::stat("/proc/self").is_ok_and(|status| status.st_uid == 0)
}

/// The bits that new files do not get.
fn umask() -> u32 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    line.and_then(|digits| u32::from_str_radix(digits.trim(), 8).ok()).unwrap_or(0o022)
}
