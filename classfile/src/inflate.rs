//! Unpacking deflated bytes without trusting the size they declare.

use flate2::{Decompress, FlushDecompress, Status};

/// No class and no resource is larger; what declares more is an error and not an allocation.
pub(crate) const LARGEST_RESOURCE: u64 = 256 << 20;

/// Deflate cannot grow further than this: 258 bytes out of two bits.
const HIGHEST_RATIO: u64 = 1032;

/// What surrounds the deflated bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    /// Nothing, as in jars.
    Bare,
    /// A zlib header and checksum, as in `lib/modules`.
    Zlib,
}

/// The `size` bytes that `packed` unpacks to. Memory use is bounded by the declared size, by what
/// `packed` could possibly unpack to and by [`LARGEST_RESOURCE`]; any disagreement is an error.
pub(crate) fn inflate(packed: &[u8], size: u64, wrapper: Wrapper) -> Result<Vec<u8>, String> {
    if size > LARGEST_RESOURCE {
        return Err(format!(
            "it declares {size} unpacked bytes, more than the {LARGEST_RESOURCE} accepted"
        ));
    }
    let possible = (packed.len() as u64 + 1).saturating_mul(HIGHEST_RATIO);
    if size > possible {
        return Err(format!("{} packed bytes cannot hold the declared {size}", packed.len()));
    }
    let size = usize::try_from(size).map_err(|_| format!("{size} bytes do not fit into memory"))?;
    // One byte more than declared: an inflater with no room left does not look for the end of its
    // stream, and data that unpacks to more than declared shows itself.
    let mut unpacked = Vec::with_capacity(size + 1);
    let status = Decompress::new(wrapper == Wrapper::Zlib)
        .decompress_vec(packed, &mut unpacked, FlushDecompress::Finish)
        .map_err(|error| format!("its compressed data is damaged ({error})"))?;
    if unpacked.len() > size {
        return Err(format!("it unpacks to more than the declared {size} bytes"));
    }
    if status != Status::StreamEnd {
        return Err("its compressed data ends early".to_owned());
    }
    if unpacked.len() < size {
        return Err(format!(
            "it unpacks to {} bytes and not to the declared {size}",
            unpacked.len()
        ));
    }
    unpacked.shrink_to_fit();
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, ZlibEncoder};
    use std::io::Write;

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn unpacks_both_wrappings() {
        let text = b"abcabcabcabcabc".repeat(100);
        assert_eq!(inflate(&deflate(&text), text.len() as u64, Wrapper::Bare).unwrap(), text);
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&text).unwrap();
        assert_eq!(
            inflate(&encoder.finish().unwrap(), text.len() as u64, Wrapper::Zlib).unwrap(),
            text
        );
        assert_eq!(inflate(&deflate(b""), 0, Wrapper::Bare).unwrap(), b"");
    }

    #[test]
    fn a_wrong_size_is_an_error_in_both_directions() {
        let packed = deflate(&[7; 1000]);
        assert!(
            inflate(&packed, 999, Wrapper::Bare)
                .unwrap_err()
                .contains("more than the declared 999")
        );
        assert!(
            inflate(&packed, 998, Wrapper::Bare)
                .unwrap_err()
                .contains("more than the declared 998")
        );
        assert!(
            inflate(&packed, 1001, Wrapper::Bare)
                .unwrap_err()
                .contains("and not to the declared 1001")
        );
    }

    #[test]
    fn impossible_and_huge_sizes_allocate_nothing() {
        assert!(inflate(&[1, 2, 3], 1 << 20, Wrapper::Bare).unwrap_err().contains("cannot hold"));
        assert!(inflate(&[0; 100], u64::MAX, Wrapper::Bare).unwrap_err().contains("accepted"));
    }

    #[test]
    fn the_highest_ratio_is_reached_and_not_exceeded() {
        let zeros = vec![0; 8 << 20];
        let packed = deflate(&zeros);
        assert_eq!(inflate(&packed, zeros.len() as u64, Wrapper::Bare).unwrap().len(), zeros.len());
    }

    #[test]
    fn truncated_data_is_an_error_at_every_length() {
        let text: Vec<u8> = (0..2000_u32).flat_map(u32::to_be_bytes).collect();
        let packed = deflate(&text);
        for length in 0..packed.len() {
            assert!(
                inflate(&packed[..length], text.len() as u64, Wrapper::Bare).is_err(),
                "length {length}"
            );
        }
    }
}
