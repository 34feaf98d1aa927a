//! Compressed resources of `lib/modules`, as `jlink --compress` writes them: a stack of layers,
//! each with a header, either `zip` (zlib) or `compact-cp` (strings of the constant pool moved to
//! the image's table of strings).

use crate::byte_order::ByteOrder;
use crate::inflate::{LARGEST_RESOURCE, Wrapper, inflate};
use std::borrow::Cow;

const LAYER_MAGIC: u32 = 0xCAFE_FAFA;
const LAYER_HEADER_LENGTH: usize = 29;
/// jlink has two kinds of layers and applies each at most once.
const MOST_LAYERS: usize = 4;
/// No string of a class file is longer.
const LONGEST_STRING: usize = 0xFFFF;

/// The strings of an image, each ended by a zero.
pub(crate) struct StringTable<'a>(pub(crate) &'a [u8]);

impl<'a> StringTable<'a> {
    pub(crate) fn get(&self, at: u64) -> Option<&'a [u8]> {
        let rest = self.0.get(usize::try_from(at).ok()?..)?;
        let rest = &rest[..rest.len().min(LONGEST_STRING + 1)];
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(&rest[..end])
    }
}

/// The `size` bytes of a resource stored as `packed`.
pub(crate) fn unpack(
    packed: &[u8],
    size: u64,
    order: ByteOrder,
    strings: &StringTable<'_>,
) -> Result<Vec<u8>, String> {
    let mut content = Cow::Borrowed(packed);
    for _ in 0..MOST_LAYERS {
        if order.u32(&content, 0) != Some(LAYER_MAGIC) {
            break;
        }
        content = Cow::Owned(unpack_layer(&content, order, strings)?);
    }
    match content {
        Cow::Owned(content) if content.len() as u64 == size => Ok(content),
        Cow::Owned(content) => {
            Err(format!("it unpacks to {} bytes and not to the declared {size}", content.len()))
        }
        Cow::Borrowed(_) => Err("it has no compression header".to_owned()),
    }
}

fn unpack_layer(
    layer: &[u8],
    order: ByteOrder,
    strings: &StringTable<'_>,
) -> Result<Vec<u8>, String> {
    let damaged = || "its compression header is damaged".to_owned();
    let packed = order.u64(layer, 4).ok_or_else(damaged)?;
    let size = order.u64(layer, 12).ok_or_else(damaged)?;
    let method =
        order.u32(layer, 20).and_then(|at| strings.get(u64::from(at))).ok_or_else(damaged)?;
    let body = layer.get(LAYER_HEADER_LENGTH..).ok_or_else(damaged)?;
    let body =
        usize::try_from(packed).ok().and_then(|packed| body.get(..packed)).ok_or_else(damaged)?;
    match method {
        b"zip" => inflate(body, size, Wrapper::Zlib),
        b"compact-cp" => SharedStrings { rest: body, output: Vec::new(), size, strings }.expand(),
        other => {
            Err(format!("its compression method '{}' is not known", String::from_utf8_lossy(other)))
        }
    }
}

/// Puts shared strings back into a class's constant pool. Everything else of the class is copied as
/// it is.
struct SharedStrings<'a> {
    rest: &'a [u8],
    output: Vec<u8>,
    size: u64,
    strings: &'a StringTable<'a>,
}

const UTF8: u8 = 1;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
/// A string that stands in the image's table.
const SHARED_STRING: u8 = 23;
/// A descriptor whose class names stand in the image's table, each as package and name.
const SHARED_DESCRIPTOR: u8 = 25;

impl<'a> SharedStrings<'a> {
    fn expand(mut self) -> Result<Vec<u8>, String> {
        if self.size > LARGEST_RESOURCE {
            return Err(format!(
                "it declares {} unpacked bytes, more than the {LARGEST_RESOURCE} accepted",
                self.size
            ));
        }
        let head = self.take(10)?; // magic, versions, size of the constant pool
        self.put(head)?;
        let constants = u16::from_be_bytes([head[8], head[9]]);
        let mut index = 1;
        while index < constants {
            // Long and double take two places of the pool.
            index = index.saturating_add(if self.constant()? { 2 } else { 1 });
        }
        let rest = self.rest;
        self.put(rest)?;
        if self.output.len() as u64 == self.size {
            return Ok(self.output);
        }
        Err(format!(
            "its shared strings make {} bytes and not the declared {}",
            self.output.len(),
            self.size
        ))
    }

    /// Copies or expands one constant and tells whether it takes two places.
    fn constant(&mut self) -> Result<bool, String> {
        let tag = self.take(1)?[0];
        match tag {
            SHARED_STRING => {
                let string = self.shared()?;
                self.put_string(string)?;
            }
            SHARED_DESCRIPTOR => self.descriptor()?,
            _ => {
                let length = match tag {
                    UTF8 => {
                        let length = *self.rest.first_chunk().ok_or_else(ends_early)?;
                        2 + usize::from(u16::from_be_bytes(length))
                    }
                    3 | 4 | 9..=12 | 17 | 18 => 4,
                    LONG | DOUBLE => 8,
                    7 | 8 | 16 | 19 | 20 => 2,
                    15 => 3,
                    _ => {
                        return Err(format!(
                            "its constant pool has an entry of unknown kind {tag}"
                        ));
                    }
                };
                let body = self.take(length)?;
                self.put(&[tag])?;
                self.put(body)?;
            }
        }
        Ok(matches!(tag, LONG | DOUBLE))
    }

    /// `(L;I)V` with the pairs (`java/lang`, `String`) becomes `(Ljava/lang/String;I)V`.
    fn descriptor(&mut self) -> Result<(), String> {
        let shape = self.shared()?;
        let length = usize::try_from(self.number()?).map_err(|_| ends_early())?;
        if length == 0 {
            return self.put_string(shape);
        }
        let mut names = Self {
            rest: self.take(length)?,
            output: Vec::new(),
            size: LONGEST_STRING as u64,
            strings: self.strings,
        };
        for byte in shape {
            names.put(&[*byte])?;
            if *byte == b'L' {
                let (package, class) = (names.shared()?, names.shared()?);
                if !package.is_empty() {
                    names.put(package)?;
                    names.put(b"/")?;
                }
                names.put(class)?;
            }
        }
        self.put_string(&names.output)
    }

    fn shared(&mut self) -> Result<&'a [u8], String> {
        let at = self.number()?;
        self.strings
            .get(u64::from(at))
            .ok_or_else(|| format!("it shares a string at {at}, where none is"))
    }

    /// A number of one to four bytes; the first byte's upper bits tell how many.
    fn number(&mut self) -> Result<u32, String> {
        let first = *self.rest.first().ok_or_else(ends_early)?;
        if first & 0x80 == 0 {
            let bytes = self.take(4)?;
            return Ok(bytes.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)));
        }
        let bytes = self.take(usize::from(first >> 5 & 3))?;
        let (first, others) =
            bytes.split_first().ok_or_else(|| "it holds a number of no length".to_owned())?;
        Ok(others.iter().fold(u32::from(first & 0x1F), |sum, byte| sum << 8 | u32::from(*byte)))
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or_else(ends_early)?;
        self.rest = rest;
        Ok(taken)
    }

    fn put_string(&mut self, string: &[u8]) -> Result<(), String> {
        let length = u16::try_from(string.len())
            .map_err(|_| "it shares a string that is too long".to_owned())?;
        self.put(&[UTF8])?;
        self.put(&length.to_be_bytes())?;
        self.put(string)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), String> {
        if (self.output.len() + bytes.len()) as u64 > self.size {
            return Err(format!(
                "its shared strings make more than the declared {} bytes",
                self.size
            ));
        }
        self.output.extend_from_slice(bytes);
        Ok(())
    }
}

fn ends_early() -> String {
    "its compressed data ends early".to_owned()
}
