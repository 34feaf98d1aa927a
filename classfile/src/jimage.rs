//! The file `lib/modules` of a JDK, the "jimage" format (OpenJDK,
//! `src/java.base/share/native/libjimage/imageFile.hpp`): a header, a perfect hash table over
//! names, the locations it points to, the strings these are made of, the resources.
//!
//! Why not the crate `jimage-rs` 0.0.5: it indexes the mapped bytes unchecked wherever the file
//! says, divides by the table's declared length, allocates whatever size a resource declares, and
//! reads one layer of `zip` compression only. A damaged image panics or exhausts memory in it, and
//! no check in front of it short of decoding everything first could prevent that. This reader
//! checks each access, maps the same bytes and copies none of them.

use crate::SourceError;
use crate::byte_order::ByteOrder;
use crate::mapped::Mapped;
use crate::unpack::{StringTable, unpack};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_LENGTH: usize = 28;
/// Version 1.0 is that of JDK 9 to 25; 1.1 adds an attribute for preview classes, which are not
/// wanted here.
const MAJOR_VERSION: u32 = 1;
const HASH_SEED: u32 = 0x0100_0193;
/// A location has eight attributes, each once; a longer row of them is damage, and not worth a long
/// search for its end.
const MOST_ATTRIBUTES: usize = 16;
/// As many modules as one package is believed to spread over.
const MOST_MODULES: usize = 4096;
/// Names that are no modules: the tree of directories an image holds for the `jrt` file system.
const TREE: [&str; 3] = ["", "modules", "packages"];

/// The classes and resources of a JDK's modules, in one file. Look-ups search nothing and keep
/// nothing: each hashes a name and follows the file's own tables.
#[derive(Debug)]
pub struct ModulesFile {
    path: PathBuf,
    bytes: Mapped,
    layout: Layout,
}

/// Where the tables are; all of them end within the file.
#[derive(Debug)]
struct Layout {
    order: ByteOrder,
    slots: usize,
    redirects: usize,
    offsets: usize,
    locations: usize,
    strings: usize,
    data: usize,
}

/// One resource: its name in four pieces (offsets of strings), its place and size.
#[derive(Debug, Default)]
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    offset: u64,
    packed: u64,
    size: u64,
}

impl ModulesFile {
    /// Maps the file and checks that its tables are where the header says.
    ///
    /// # Errors
    /// If the file cannot be read or is no image.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let bytes = Mapped::open(path).map_err(|error| SourceError::unreadable(path, &error))?;
        Self::new(path, bytes)
    }

    /// The same from bytes in memory; `path` is for messages.
    ///
    /// # Errors
    /// If they are no image.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, SourceError> {
        Self::new(path, Mapped::Memory(bytes))
    }

    fn new(path: &Path, bytes: Mapped) -> Result<Self, SourceError> {
        let layout = Layout::read(&bytes).map_err(|what| SourceError::DamagedImage {
            file: path.to_owned(),
            what: what.to_owned(),
        })?;
        Ok(Self { path: path.to_owned(), bytes, layout })
    }

    /// The module that holds a class (`java/lang/String`), and the class's bytes.
    ///
    /// # Errors
    /// If what the file says about it is inconsistent.
    pub fn class(&self, name: &str) -> Result<Option<(&str, Cow<'_, [u8]>)>, SourceError> {
        let Some((package, _)) = name.rsplit_once('/') else {
            return Ok(None); // every class of a module is in a package
        };
        let Some(package) = self.find(&format!("/packages/{}", package.replace('/', ".")))? else {
            return Ok(None);
        };
        let modules = self.content(&package)?;
        if modules.len() / 8 > MOST_MODULES {
            return Err(
                self.damaged(format!("the package of {name} is in {} modules", modules.len() / 8))
            );
        }
        // Of the modules that know a package at most one has classes in it. The first number of a
        // pair tells which, but differently from version to version; looking the class up in each
        // is as quick and always right.
        for pair in modules.chunks_exact(8) {
            let module = self.layout.order.u32(pair, 4).unwrap_or_default();
            let module = self.string(u64::from(module))?;
            if let Some(location) = self.find(&format!("/{module}/{name}.class"))? {
                return Ok(Some((module, self.content(&location)?)));
            }
        }
        Ok(None)
    }

    /// A file of a module, by its path in it.
    ///
    /// # Errors
    /// If what the file says about it is inconsistent.
    pub fn resource(&self, module: &str, path: &str) -> Result<Option<Cow<'_, [u8]>>, SourceError> {
        if TREE.contains(&module) || module.contains('/') {
            return Ok(None);
        }
        match self.find(&format!("/{module}/{path}"))? {
            Some(location) => Ok(Some(self.content(&location)?)),
            None => Ok(None),
        }
    }

    /// The names of all modules, sorted.
    ///
    /// # Errors
    /// If the tables are inconsistent.
    pub fn modules(&self) -> Result<Vec<&str>, SourceError> {
        let mut modules = BTreeSet::new();
        self.each_location(|location| {
            modules.insert(location.module);
            Ok(())
        })?;
        let mut names =
            modules.into_iter().map(|at| self.string(at)).collect::<Result<Vec<_>, _>>()?;
        names.retain(|name| !TREE.contains(name));
        names.sort_unstable();
        Ok(names)
    }

    /// Every package that holds classes (`java/lang`) with its module, sorted.
    ///
    /// # Errors
    /// If the tables are inconsistent.
    pub fn packages(&self) -> Result<Vec<(&str, &str)>, SourceError> {
        let mut pairs = BTreeSet::new();
        let mut last = None;
        self.each_location(|location| {
            let pair = (location.parent, location.module);
            // The hash scatters names, so equal neighbours are rare; asking the set first is what
            // saves reading strings.
            if last != Some(pair)
                && !pairs.contains(&pair)
                && self.string(location.extension)? == "class"
            {
                pairs.insert(pair);
                last = Some(pair);
            }
            Ok(())
        })?;
        let mut packages = Vec::with_capacity(pairs.len());
        for (parent, module) in pairs {
            let (package, module) = (self.string(parent)?, self.string(module)?);
            if !package.is_empty() && !TREE.contains(&module) {
                packages.push((package, module));
            }
        }
        packages.sort_unstable();
        Ok(packages)
    }

    /// Every class, `java/lang/String`, with its module, sorted. A module's own description is
    /// none.
    ///
    /// # Errors
    /// If the tables are inconsistent.
    pub fn classes(&self) -> Result<Vec<(&str, String)>, SourceError> {
        let mut classes = Vec::new();
        self.each_location(|location| {
            if self.string(location.extension)? == "class" {
                let (module, package) =
                    (self.string(location.module)?, self.string(location.parent)?);
                if !package.is_empty() && !TREE.contains(&module) {
                    let name = format!("{package}/{}", self.string(location.base)?);
                    classes.push((module, name));
                }
            }
            Ok(())
        })?;
        classes.sort_unstable();
        Ok(classes)
    }

    fn each_location(
        &self,
        mut visit: impl FnMut(&Location) -> Result<(), SourceError>,
    ) -> Result<(), SourceError> {
        for slot in 0..self.layout.slots {
            visit(&self.location(slot)?)?;
        }
        Ok(())
    }

    /// The location with this full name, `/java.base/java/lang/String.class`.
    fn find(&self, name: &str) -> Result<Option<Location>, SourceError> {
        let layout = &self.layout;
        if layout.slots == 0 {
            return Ok(None);
        }
        let slot = hash(name, HASH_SEED) as usize % layout.slots;
        let redirect =
            layout.order.u32(&self.bytes, layout.redirects + 4 * slot).unwrap_or_default();
        // The redirect table holds a seed that spreads the names of this slot, or the slot itself,
        // as -1 - slot.
        let slot = match redirect.cast_signed() {
            0 => return Ok(None),
            direct @ ..0 => usize::try_from(!direct).unwrap_or(usize::MAX),
            _ => hash(name, redirect) as usize % layout.slots,
        };
        if slot >= layout.slots {
            return Err(self.damaged(format!("its hash table leads outside of itself for {name}")));
        }
        let location = self.location(slot)?;
        Ok(if self.is_named(&location, name)? { Some(location) } else { None })
    }

    /// Whether a location has this name: every name has a slot in the table, also those that are
    /// not in the image.
    fn is_named(&self, location: &Location, name: &str) -> Result<bool, SourceError> {
        let (module, parent) = (self.string(location.module)?, self.string(location.parent)?);
        let (base, extension) = (self.string(location.base)?, self.string(location.extension)?);
        let mut rest = Some(name);
        if !module.is_empty() {
            rest = rest
                .and_then(|rest| rest.strip_prefix('/')?.strip_prefix(module)?.strip_prefix('/'));
        }
        if !parent.is_empty() {
            rest = rest.and_then(|rest| rest.strip_prefix(parent)?.strip_prefix('/'));
        }
        rest = rest.and_then(|rest| rest.strip_prefix(base));
        if !extension.is_empty() {
            rest = rest.and_then(|rest| rest.strip_prefix('.')?.strip_prefix(extension));
        }
        Ok(rest == Some(""))
    }

    /// Decodes the attributes of the location in a slot: a byte with kind and length each, then a
    /// big-endian number.
    fn location(&self, slot: usize) -> Result<Location, SourceError> {
        let layout = &self.layout;
        let at = layout.order.u32(&self.bytes, layout.offsets + 4 * slot).unwrap_or_default();
        let table = &self.bytes[layout.locations..layout.strings];
        let mut rest = table.get(at as usize..).unwrap_or_default();
        let mut location = Location::default();
        for _ in 0..MOST_ATTRIBUTES {
            let Some((&head, after)) = rest.split_first() else { break };
            let kind = head >> 3;
            if kind == 0 {
                return Ok(location);
            }
            let Some((value, after)) = after.split_at_checked(usize::from(head & 7) + 1) else {
                break;
            };
            let value = value.iter().fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte));
            rest = after;
            match kind {
                1 => location.module = value,
                2 => location.parent = value,
                3 => location.base = value,
                4 => location.extension = value,
                5 => location.offset = value,
                6 => location.packed = value,
                7 => location.size = value,
                _ => {} // of a later version, and about preview classes
            }
        }
        Err(self.damaged(format!("the location of resource {slot} has no end")))
    }

    fn content(&self, location: &Location) -> Result<Cow<'_, [u8]>, SourceError> {
        let length = if location.packed == 0 { location.size } else { location.packed };
        let bytes = usize::try_from(location.offset).ok().and_then(|start| {
            let end = start.checked_add(usize::try_from(length).ok()?)?;
            self.bytes[self.layout.data..].get(start..end)
        });
        let bytes =
            bytes.ok_or_else(|| self.damaged_resource(location, "it lies outside of the file"))?;
        if location.packed == 0 {
            return Ok(Cow::Borrowed(bytes));
        }
        let unpacked = unpack(bytes, location.size, self.layout.order, &self.strings());
        Ok(Cow::Owned(unpacked.map_err(|what| self.damaged_resource(location, &what))?))
    }

    fn string(&self, at: u64) -> Result<&str, SourceError> {
        let bytes = self
            .strings()
            .get(at)
            .ok_or_else(|| self.damaged(format!("there is no string at {at}")))?;
        std::str::from_utf8(bytes)
            .map_err(|_| self.damaged(format!("the string at {at} is no UTF-8")))
    }

    fn strings(&self) -> StringTable<'_> {
        StringTable(&self.bytes[self.layout.strings..self.layout.data])
    }

    fn damaged(&self, what: String) -> SourceError {
        SourceError::DamagedImage { file: self.path.clone(), what }
    }

    fn damaged_resource(&self, location: &Location, what: &str) -> SourceError {
        let piece = |at, before: &str, after: &str| match self.string(at) {
            Ok("") => String::new(),
            piece => format!("{before}{}{after}", piece.unwrap_or("?")),
        };
        let (module, parent) = (piece(location.module, "/", "/"), piece(location.parent, "", "/"));
        let (base, extension) = (piece(location.base, "", ""), piece(location.extension, ".", ""));
        self.damaged(format!("resource {module}{parent}{base}{extension}: {what}"))
    }
}

impl Layout {
    fn read(bytes: &[u8]) -> Result<Self, &'static str> {
        let order = match bytes.first_chunk() {
            Some(magic) if u32::from_le_bytes(*magic) == MAGIC => ByteOrder::Little,
            Some(magic) if u32::from_be_bytes(*magic) == MAGIC => ByteOrder::Big,
            _ => return Err("it does not start as a class library does"),
        };
        let field = |index: usize| order.u32(bytes, 4 * index).ok_or("it ends within its header");
        let length = |index: usize| field(index).map(|length| length as usize);
        if field(1)? >> 16 != MAJOR_VERSION {
            return Err("its format has a version that is not known");
        }
        let slots = length(4)?;
        if i32::try_from(slots).is_err() {
            return Err("its hash table is too large");
        }
        let table = slots.checked_mul(4).ok_or("its hash table is too large")?;
        let mut end = HEADER_LENGTH;
        let mut next = |length: usize| {
            let start = end;
            end = start
                .checked_add(length)
                .filter(|end| *end <= bytes.len())
                .ok_or("it ends within its tables")?;
            Ok::<usize, &'static str>(start)
        };
        let (redirects, offsets) = (next(table)?, next(table)?);
        let (locations, strings) = (next(length(5)?)?, next(length(6)?)?);
        Ok(Self { order, slots, redirects, offsets, locations, strings, data: end })
    }
}

/// The hash of the format, a variant of FNV-1a; the sign bit is left out.
fn hash(name: &str, seed: u32) -> u32 {
    name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_SEED) ^ u32::from(byte))
        & 0x7FFF_FFFF
}
