//! The block functions of the message digests (FIPS 180-4, RFC 1321), whose states are arrays of
//! the digest objects.

use crate::args::{int, non_null};
use raceproof_base::AccessKind;
use raceproof_vm::threads::pending::element_address;
use raceproof_vm::{Exec, Peer, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    let peers: [(&str, Peer); 4] = [
        ("sun/security/provider/MD5", |vm, a| block(vm, a, md5)),
        ("sun/security/provider/SHA", |vm, a| block(vm, a, sha1)),
        ("sun/security/provider/SHA2", |vm, a| block(vm, a, sha256)),
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
    digest: fn(&mut [u32; WORDS], &[u8; 64]),
) -> Exec<u64> {
    let bytes = input(vm, a)?;
    let array = state(vm, a, WORDS)?;
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(vm.heap.bytes(array, WORDS * 4).as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    digest(&mut words, &bytes);
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
    sha512(&mut words, &bytes);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    vm.heap.put_bytes(array, 0, &bytes);
    Ok(0)
}

fn add<const WORDS: usize>(state: &mut [u32; WORDS], values: [u32; WORDS]) {
    for (word, value) in state.iter_mut().zip(values) {
        *word = word.wrapping_add(value);
    }
}

fn md5(state: &mut [u32; 4], block: &[u8; 64]) {
    const SHIFTS: [[u32; 4]; 4] =
        [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let words: Vec<u32> =
        block.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let [mut a, mut b, mut c, mut d] = *state;
    for i in 0..64 {
        let (mixed, word) = match i / 16 {
            0 => (b & c | !b & d, i),
            1 => (d & b | !d & c, 5 * i + 1),
            2 => (b ^ c ^ d, 3 * i + 5),
            _ => (c ^ (b | !d), 7 * i),
        };
        // RFC 1321, 3.4: the table is made of sines.
        let constant = (libm::sin((i + 1) as f64).abs() * 4_294_967_296.0) as u32;
        let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(words[word % 16]);
        (a, d, c) = (d, c, b);
        b = b.wrapping_add(sum.rotate_left(SHIFTS[i / 16][i % 4]));
    }
    add(state, [a, b, c, d]);
}

fn sha1(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut words = [0_u32; 80];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..80 {
        words[t] = (words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16]).rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (t, word) in words.iter().enumerate() {
        let (mixed, constant) = match t / 20 {
            0 => (b & c | !b & d, 0x5A82_7999),
            1 => (b ^ c ^ d, 0x6ED9_EBA1),
            2 => (b & c | b & d | c & d, 0x8F1B_BCDC),
            _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
        };
        let sum = a
            .rotate_left(5)
            .wrapping_add(mixed)
            .wrapping_add(e)
            .wrapping_add(constant)
            .wrapping_add(*word);
        (a, b, c, d, e) = (sum, a, b.rotate_left(30), c, d);
    }
    add(state, [a, b, c, d, e]);
}

fn sha256(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..64 {
        let (x, y) = (words[t - 15], words[t - 2]);
        let low = x.rotate_right(7) ^ x.rotate_right(18) ^ x >> 3;
        let high = y.rotate_right(17) ^ y.rotate_right(19) ^ y >> 10;
        words[t] = words[t - 16].wrapping_add(low).wrapping_add(words[t - 7]).wrapping_add(high);
    }
    let mut v = *state;
    for (t, word) in words.iter().enumerate() {
        let [a, b, c, d, e, f, g, h] = v;
        let (choice, majority) = ((e & f) ^ (!e & g), (a & b) ^ (a & c) ^ (b & c));
        let high = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let low = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        // The shorter constants are the upper halves of the longer.
        let constant = (CONSTANTS[t] >> 32) as u32;
        let first =
            h.wrapping_add(high).wrapping_add(choice).wrapping_add(constant).wrapping_add(*word);
        v = [
            first.wrapping_add(low).wrapping_add(majority),
            a,
            b,
            c,
            d.wrapping_add(first),
            e,
            f,
            g,
        ];
    }
    add(state, v);
}

fn sha512(state: &mut [u64; 8], block: &[u8; 128]) {
    let mut words = [0_u64; 80];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u64::from_be_bytes(*bytes);
    }
    for t in 16..80 {
        let (x, y) = (words[t - 15], words[t - 2]);
        let low = x.rotate_right(1) ^ x.rotate_right(8) ^ x >> 7;
        let high = y.rotate_right(19) ^ y.rotate_right(61) ^ y >> 6;
        words[t] = words[t - 16].wrapping_add(low).wrapping_add(words[t - 7]).wrapping_add(high);
    }
    let mut v = *state;
    for (t, word) in words.iter().enumerate() {
        let [a, b, c, d, e, f, g, h] = v;
        let (choice, majority) = ((e & f) ^ (!e & g), (a & b) ^ (a & c) ^ (b & c));
        let high = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
        let low = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
        let first = h
            .wrapping_add(high)
            .wrapping_add(choice)
            .wrapping_add(CONSTANTS[t])
            .wrapping_add(*word);
        v = [
            first.wrapping_add(low).wrapping_add(majority),
            a,
            b,
            c,
            d.wrapping_add(first),
            e,
            f,
            g,
        ];
    }
    for (word, value) in state.iter_mut().zip(v) {
        *word = word.wrapping_add(value);
    }
}

/// FIPS 180-4, 4.2.3.
const CONSTANTS: [u64; 80] = [
    0x428A_2F98_D728_AE22,
    0x7137_4491_23EF_65CD,
    0xB5C0_FBCF_EC4D_3B2F,
    0xE9B5_DBA5_8189_DBBC,
    0x3956_C25B_F348_B538,
    0x59F1_11F1_B605_D019,
    0x923F_82A4_AF19_4F9B,
    0xAB1C_5ED5_DA6D_8118,
    0xD807_AA98_A303_0242,
    0x1283_5B01_4570_6FBE,
    0x2431_85BE_4EE4_B28C,
    0x550C_7DC3_D5FF_B4E2,
    0x72BE_5D74_F27B_896F,
    0x80DE_B1FE_3B16_96B1,
    0x9BDC_06A7_25C7_1235,
    0xC19B_F174_CF69_2694,
    0xE49B_69C1_9EF1_4AD2,
    0xEFBE_4786_384F_25E3,
    0x0FC1_9DC6_8B8C_D5B5,
    0x240C_A1CC_77AC_9C65,
    0x2DE9_2C6F_592B_0275,
    0x4A74_84AA_6EA6_E483,
    0x5CB0_A9DC_BD41_FBD4,
    0x76F9_88DA_8311_53B5,
    0x983E_5152_EE66_DFAB,
    0xA831_C66D_2DB4_3210,
    0xB003_27C8_98FB_213F,
    0xBF59_7FC7_BEEF_0EE4,
    0xC6E0_0BF3_3DA8_8FC2,
    0xD5A7_9147_930A_A725,
    0x06CA_6351_E003_826F,
    0x1429_2967_0A0E_6E70,
    0x27B7_0A85_46D2_2FFC,
    0x2E1B_2138_5C26_C926,
    0x4D2C_6DFC_5AC4_2AED,
    0x5338_0D13_9D95_B3DF,
    0x650A_7354_8BAF_63DE,
    0x766A_0ABB_3C77_B2A8,
    0x81C2_C92E_47ED_AEE6,
    0x9272_2C85_1482_353B,
    0xA2BF_E8A1_4CF1_0364,
    0xA81A_664B_BC42_3001,
    0xC24B_8B70_D0F8_9791,
    0xC76C_51A3_0654_BE30,
    0xD192_E819_D6EF_5218,
    0xD699_0624_5565_A910,
    0xF40E_3585_5771_202A,
    0x106A_A070_32BB_D1B8,
    0x19A4_C116_B8D2_D0C8,
    0x1E37_6C08_5141_AB53,
    0x2748_774C_DF8E_EB99,
    0x34B0_BCB5_E19B_48A8,
    0x391C_0CB3_C5C9_5A63,
    0x4ED8_AA4A_E341_8ACB,
    0x5B9C_CA4F_7763_E373,
    0x682E_6FF3_D6B2_B8A3,
    0x748F_82EE_5DEF_B2FC,
    0x78A5_636F_4317_2F60,
    0x84C8_7814_A1F0_AB72,
    0x8CC7_0208_1A64_39EC,
    0x90BE_FFFA_2363_1E28,
    0xA450_6CEB_DE82_BDE9,
    0xBEF9_A3F7_B2C6_7915,
    0xC671_78F2_E372_532B,
    0xCA27_3ECE_EA26_619C,
    0xD186_B8C7_21C0_C207,
    0xEADA_7DD6_CDE0_EB1E,
    0xF57D_4F7F_EE6E_D178,
    0x06F0_67AA_7217_6FBA,
    0x0A63_7DC5_A2C8_98A6,
    0x113F_9804_BEF9_0DAE,
    0x1B71_0B35_131C_471B,
    0x28DB_77F5_2304_7D84,
    0x32CA_AB7B_40C7_2493,
    0x3C9E_BE0A_15C9_BEBC,
    0x431D_67C4_9C10_0D4C,
    0x4CC5_D4BE_CB3E_42B6,
    0x597F_299C_FC65_7E2A,
    0x5FCB_6FAB_3AD6_FAEC,
    0x6C44_198C_4A47_5817,
];
