//! A cursor over big-endian bytes that never reads past the end.

use crate::ClassFileError;

/// Reads big-endian numbers from a slice; running out of bytes is an error that names what was
/// being read.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    /// A cursor at the start of `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0 }
    }

    /// How many bytes have been read.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Whether all has been read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at >= self.data.len()
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], ClassFileError> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.data.len());
        let end = end.ok_or(ClassFileError::Truncated { at: self.at, wanted: count })?;
        let slice = &self.data[self.at..end];
        self.at = end;
        Ok(slice)
    }

    /// One byte.
    ///
    /// # Errors
    /// At the end of the data.
    pub fn u8(&mut self) -> Result<u8, ClassFileError> {
        Ok(self.take(1)?[0])
    }

    /// Two bytes.
    ///
    /// # Errors
    /// At the end of the data.
    pub fn u16(&mut self) -> Result<u16, ClassFileError> {
        let b = self.take(2)?;
        Ok(u16::from_be_bytes([b[0], b[1]]))
    }

    /// Four bytes.
    ///
    /// # Errors
    /// At the end of the data.
    pub fn u32(&mut self) -> Result<u32, ClassFileError> {
        let b = self.take(4)?;
        Ok(u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }

    /// Eight bytes.
    ///
    /// # Errors
    /// At the end of the data.
    pub fn u64(&mut self) -> Result<u64, ClassFileError> {
        Ok(u64::from(self.u32()?) << 32 | u64::from(self.u32()?))
    }
}
