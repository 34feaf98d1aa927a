//! `java.util.zip.Inflater` and `Deflater`.

use crate::args::{int, non_null};
use crate::compress::deflate::{Answer, Buffers, Deflate};
use crate::compress::inflate::{Fed, Inflater};
use crate::compress::inflated::{self, closed};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};
use std::collections::BTreeMap;

const WRITTEN_SHIFT: u32 = 31;
const FINISHED: u64 = 1 << 62;
/// Of an inflater: a dictionary is needed. Of a deflater: the parameters are not set yet.
const UNFINISHED_BUSINESS: u64 = 1 << 63;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/util/zip/Inflater",
        &[
            ("init", "(Z)J", new_inflater),
            ("setDictionary", "(J[BII)V", |vm, a| {
                inflater_dictionary(vm, a[0], Place::array(&a[1..]))
            }),
            ("setDictionaryBuffer", "(JJI)V", |vm, a| {
                inflater_dictionary(vm, a[0], Place::memory(&a[1..]))
            }),
            ("inflateBytesBytes", "", |vm, a| {
                inflate(vm, a, Place::array(&a[2..]), Place::array(&a[5..]))
            }),
            ("inflateBytesBuffer", "", |vm, a| {
                inflate(vm, a, Place::array(&a[2..]), Place::memory(&a[5..]))
            }),
            ("inflateBufferBytes", "", |vm, a| {
                inflate(vm, a, Place::memory(&a[2..]), Place::array(&a[4..]))
            }),
            ("inflateBufferBuffer", "", |vm, a| {
                inflate(vm, a, Place::memory(&a[2..]), Place::memory(&a[4..]))
            }),
            ("getAdler", "(J)I", checksum),
            ("reset", "(J)V", reset_inflater),
            ("end", "(J)V", end),
        ],
    );
    registry.exploring(
        "java/util/zip/Inflater",
        &[
            ("inflate", "([BII)I", inflated::own_input),
            ("inflate", "(Ljava/nio/ByteBuffer;)I", inflated::own_input),
        ],
    );
    registry.class(
        "java/util/zip/Inflater$InflaterZStreamRef",
        &[("address", "()J", inflated::address)],
    );
    registry.class(
        "java/util/zip/Deflater",
        &[
            ("init", "(IIZ)J", new_deflater),
            ("setDictionary", "(J[BII)V", |vm, a| {
                deflater_dictionary(vm, a[0], Place::array(&a[1..]))
            }),
            ("setDictionaryBuffer", "(JJI)V", |vm, a| {
                deflater_dictionary(vm, a[0], Place::memory(&a[1..]))
            }),
            ("deflateBytesBytes", "", |vm, a| {
                deflate(vm, a, Place::array(&a[2..]), Place::array(&a[5..]), &a[8..])
            }),
            ("deflateBytesBuffer", "", |vm, a| {
                deflate(vm, a, Place::array(&a[2..]), Place::memory(&a[5..]), &a[7..])
            }),
            ("deflateBufferBytes", "", |vm, a| {
                deflate(vm, a, Place::memory(&a[2..]), Place::array(&a[4..]), &a[7..])
            }),
            ("deflateBufferBuffer", "", |vm, a| {
                deflate(vm, a, Place::memory(&a[2..]), Place::memory(&a[4..]), &a[6..])
            }),
            ("getAdler", "(J)I", |vm, a| Ok(u64::from(deflater(vm, a[0])?.adler))),
            ("reset", "(J)V", |vm, a| deflater(vm, a[0]).map(Deflate::reset).map(|()| 0)),
            ("end", "(J)V", end),
        ],
    );
}

/// The open streams, by the number that stands for their address.
#[derive(Default)]
struct Streams {
    last: u64,
    inflaters: BTreeMap<u64, Inflater>,
    deflaters: BTreeMap<u64, Deflate>,
}

/// A run of bytes of the program: of a byte array, or anywhere in its memory.
#[derive(Clone, Copy)]
enum Place {
    Array(u64, i32, i32),
    Memory(u64, i32),
}

impl Place {
    fn array(a: &[u64]) -> Self {
        Self::Array(a[0], int(a[1]), int(a[2]))
    }

    fn memory(a: &[u64]) -> Self {
        Self::Memory(a[0], int(a[1]))
    }

    /// Byte address and length in the machine's memory.
    fn range(self, vm: &Vm) -> Exec<(usize, usize)> {
        let outside = || Trap::plain("java/lang/ArrayIndexOutOfBoundsException");
        match self {
            Self::Array(array, offset, length) => {
                let array: Ref = non_null(array)?;
                let (Ok(offset), Ok(length)) = (usize::try_from(offset), usize::try_from(length))
                else {
                    return Err(outside());
                };
                if offset + length > vm.heap.length(array) {
                    return Err(outside());
                }
                Ok((array.index() * 8 + raceproof_vm::ground::heap::HEADER_BYTES + offset, length))
            }
            Self::Memory(address, length) => {
                let length = usize::try_from(length).map_err(|_| outside())?;
                vm.heap.raw(address as usize, length).ok_or_else(outside)?;
                Ok((address as usize, length))
            }
        }
    }
}

fn inflater(vm: &mut Vm, number: u64) -> Exec<&mut Inflater> {
    vm.extension.get::<Streams>().inflaters.get_mut(&number).ok_or_else(closed)
}

fn deflater(vm: &mut Vm, number: u64) -> Exec<&mut Deflate> {
    vm.extension.get::<Streams>().deflaters.get_mut(&number).ok_or_else(closed)
}

fn new_inflater(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let raw = int(a[0]) != 0;
    if vm.options().explore {
        return Ok(inflated::fresh(raw));
    }
    let streams = vm.extension.get::<Streams>();
    streams.last += 1;
    streams.inflaters.insert(streams.last, Inflater::new(raw));
    Ok(streams.last)
}

fn new_deflater(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let streams = vm.extension.get::<Streams>();
    streams.last += 1;
    streams.deflaters.insert(streams.last, Deflate::new(int(a[0]), int(a[1]), int(a[2]) != 0));
    Ok(streams.last)
}

fn end(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let streams = vm.extension.get::<Streams>();
    streams.inflaters.remove(&a[0]);
    streams.deflaters.remove(&a[0]);
    Ok(0)
}

fn reset_inflater(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    if vm.options().explore {
        return inflated::reset(vm, a[0]);
    }
    let inflater = inflater(vm, a[0])?;
    *inflater = Inflater::new(inflater.raw);
    Ok(0)
}

fn checksum(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    if vm.options().explore {
        return inflated::checksum(vm, a[0]).map(u64::from);
    }
    Ok(u64::from(inflater(vm, a[0])?.adler))
}

fn dictionary(vm: &Vm, place: Place) -> Exec<Vec<u8>> {
    let (at, length) = place.range(vm)?;
    Ok(vm.heap.raw(at, length).unwrap_or_default().to_vec())
}

fn inflater_dictionary(vm: &mut Vm, number: u64, place: Place) -> Exec<u64> {
    let dictionary = dictionary(vm, place)?;
    let taken = if vm.options().explore {
        inflated::set_dictionary(vm, number, dictionary)?
    } else {
        inflater(vm, number)?.set_dictionary(&dictionary)
    };
    if taken { Ok(0) } else { Err(Trap::plain("java/lang/IllegalArgumentException")) }
}

fn deflater_dictionary(vm: &mut Vm, number: u64, place: Place) -> Exec<u64> {
    let dictionary = dictionary(vm, place)?;
    match deflater(vm, number)?.set_dictionary(&dictionary) {
        Answer::Okay => Ok(0),
        _ => Err(Trap::plain("java/lang/IllegalArgumentException")),
    }
}

/// `(this, address, input …, output …)`
fn inflate(vm: &mut Vm, a: &[u64], input: Place, output: Place) -> Exec<u64> {
    let (from, length) = input.range(vm)?;
    let (to, room) = output.range(vm)?;
    let done = if vm.options().explore {
        let input = vm.heap.raw(from, length).unwrap_or_default().to_vec();
        inflated::feed(vm, a[1], input, room)?
    } else {
        let Vm { heap, extension, .. } = vm;
        let inflater = extension.get::<Streams>().inflaters.get_mut(&a[1]).ok_or_else(closed)?;
        inflater.feed(heap.raw(from, length).unwrap_or_default(), room)
    };
    vm.heap.put_raw(to, &done.output);
    let written = done.output.len() as u64;
    let counts = done.taken | written << WRITTEN_SHIFT;
    match done.answer {
        Fed::End => Ok(counts | FINISHED),
        Fed::More => Ok(counts),
        Fed::NoProgress => Ok(0),
        Fed::NeedsDictionary => Ok(counts | UNFINISHED_BUSINESS),
        Fed::Wrong(message) => {
            let this = non_null(a[0])?;
            vm.set_field(this, "inputConsumed", done.taken);
            vm.set_field(this, "outputConsumed", written);
            Err(Trap::Java("java/util/zip/DataFormatException", message))
        }
    }
}

/// `(this, address, input …, output …)`, then flush mode and parameters: one if they changed,
/// strategy, level.
fn deflate(vm: &mut Vm, a: &[u64], input: Place, output: Place, rest: &[u64]) -> Exec<u64> {
    let (from, length) = input.range(vm)?;
    let (to, room) = output.range(vm)?;
    let (flush, parameters) = (int(rest[0]), int(rest[1]));
    let Vm { heap, extension, .. } = vm;
    let deflater = extension.get::<Streams>().deflaters.get_mut(&a[1]).ok_or_else(closed)?;
    let mut produced = vec![0; room];
    let mut buffers = Buffers::new(heap.raw(from, length).unwrap_or_default(), &mut produced);
    let answer = if parameters & 1 != 0 {
        deflater.set_parameters(&mut buffers, parameters >> 3, parameters >> 1 & 3)
    } else {
        deflater.compress(&mut buffers, flush)
    };
    let (taken, given) = (buffers.taken as u64, buffers.given);
    heap.put_raw(to, &produced[..given]);
    let counts = taken | (given as u64) << WRITTEN_SHIFT;
    match (parameters & 1 != 0, answer) {
        (_, Answer::Okay) => Ok(counts),
        (true, Answer::NoProgress) => Ok(counts | UNFINISHED_BUSINESS),
        (false, Answer::End) => Ok(counts | FINISHED),
        (false, Answer::NoProgress) => Ok(0),
        _ => Err(Trap::plain("java/lang/InternalError")),
    }
}
