//! The block functions of the message digests (FIPS 180-4, RFC 1321), whose states are arrays of
//! the digest objects. What they do to a state is RustCrypto's.

use crate::args::{int, non_null};
use raceproof_base::AccessKind;
use raceproof_vm::threads::pending::element_address;
use raceproof_vm::{Exec, Peer, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    let peers: [(&str, Peer); 4] = [
        ("sun/security/provider/MD5", |vm, a| block(vm, a, md5::block_api::compress)),
        ("sun/security/provider/SHA", |vm, a| block(vm, a, sha1::block_api::compress)),
        ("sun/security/provider/SHA2", |vm, a| block(vm, a, sha2::block_api::compress256)),
        ("sun/security/provider/SHA5", long_block),
    ];
    for (class, peer) in peers {
        registry.class(class, &[("implCompress0", "([BI)V", peer)]);
    }
}

fn outside() -> Trap {
    Trap::plain("java/lang/ArrayIndexOutOfBoundsException")
}

/// Bytes of a block in the array that is digested: `(this, array, offset)`.
fn input<const BYTES: usize>(vm: &mut Vm, a: &[u64]) -> Exec<[u8; BYTES]> {
    let array = non_null(a[1])?;
    let offset = usize::try_from(int(a[2])).map_err(|_| outside())?;
    vm.access_elements(AccessKind::Read, array, element_address(array, offset, 1), BYTES)?;
    let all = vm.heap.bytes(array, vm.heap.length(array));
    all.get(offset..).and_then(|rest| rest.first_chunk()).copied().ok_or_else(outside)
}

fn state(vm: &Vm, a: &[u64], words: usize) -> Exec<Ref> {
    let state = non_null(vm.field(non_null(a[0])?, "state"))?;
    if vm.heap.length(state) < words { Err(outside()) } else { Ok(state) }
}

/// Digests a block into a state of so many ints.
fn block<const WORDS: usize>(
    vm: &mut Vm,
    a: &[u64],
    compress: fn(&mut [u32; WORDS], &[[u8; 64]]),
) -> Exec<u64> {
    let bytes = input(vm, a)?;
    let array = state(vm, a, WORDS)?;
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(vm.heap.bytes(array, WORDS * 4).as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    compress(&mut words, &[bytes]);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    vm.heap.put_bytes(array, 0, &bytes);
    Ok(0)
}

/// Digests a block into a state of eight longs.
fn long_block(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let bytes = input(vm, a)?;
    let array = state(vm, a, 8)?;
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(vm.heap.bytes(array, 64).as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    sha2::block_api::compress512(&mut words, &[bytes]);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    vm.heap.put_bytes(array, 0, &bytes);
    Ok(0)
}
