//! `java.util.zip`: inflating, deflating as zlib does it, checksums.
//! Enters what a compressed stream is made of.

pub(crate) mod checksums;
pub(crate) mod deflate;
pub(crate) mod deflate_codes;
pub(crate) mod inflate;
pub(crate) mod inflated;
pub(crate) mod zip;
