//! `java.util.zip` checksums: CRC-32 and Adler-32, by the library that also unpacks jars.

use crate::args::{int, non_null, reference};
use raceproof_base::AccessKind;
use raceproof_vm::threads::pending::element_address;
use raceproof_vm::{Exec, Registry, Trap, Vm};
use zlib_rs::adler32::adler32;
use zlib_rs::crc32::crc32;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/util/zip/CRC32",
        &[
            ("update", "(II)I", |_, a| Ok(u64::from(crc32(a[0] as u32, &[a[1] as u8])))),
            ("updateBytes0", "(I[BII)I", |vm, a| bytes_of_array(vm, a, crc32)),
            ("updateByteBuffer0", "(IJII)I", |vm, a| bytes_of_buffer(vm, a, crc32)),
        ],
    );
    registry.class(
        "java/util/zip/Adler32",
        &[
            ("update", "(II)I", |_, a| Ok(u64::from(adler32(a[0] as u32, &[a[1] as u8])))),
            ("updateBytes", "(I[BII)I", |vm, a| bytes_of_array(vm, a, adler32)),
            ("updateByteBuffer", "(IJII)I", |vm, a| bytes_of_buffer(vm, a, adler32)),
        ],
    );
}

/// The checksum of what came before, continued by more bytes.
type Checksum = fn(u32, &[u8]) -> u32;

fn bytes_of_array(vm: &mut Vm, a: &[u64], sum: Checksum) -> Exec<u64> {
    let array = non_null(a[1])?;
    let (offset, length) = (int(a[2]), int(a[3]));
    let size = vm.heap.length(array);
    let (Ok(offset), Ok(length)) = (usize::try_from(offset), usize::try_from(length)) else {
        return Err(outside());
    };
    vm.access_elements(AccessKind::Read, array, element_address(array, offset, 1), length)?;
    let bytes =
        vm.heap.bytes(reference(a[1]), size).get(offset..offset + length).ok_or_else(outside)?;
    Ok(u64::from(sum(a[0] as u32, bytes)))
}

fn bytes_of_buffer(vm: &mut Vm, a: &[u64], sum: Checksum) -> Exec<u64> {
    let (Ok(offset), Ok(length)) = (usize::try_from(int(a[2])), usize::try_from(int(a[3]))) else {
        return Err(outside());
    };
    let start = (a[1] as usize).checked_add(offset).ok_or_else(outside)?;
    let bytes = vm.heap.raw(start, length).ok_or_else(outside)?;
    Ok(u64::from(sum(a[0] as u32, bytes)))
}

fn outside() -> Trap {
    Trap::plain("java/lang/ArrayIndexOutOfBoundsException")
}

#[cfg(test)]
mod tests {
    use super::{adler32, crc32};

    #[test]
    fn the_check_values_of_the_standards() {
        assert_eq!(crc32(0, b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(crc32(0, b"1234567"), b"89"), 0xCBF4_3926);
        assert_eq!(adler32(1, b"Wikipedia"), 0x11E6_0398);
    }
}
