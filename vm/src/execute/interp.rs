//! The inner loop: executes the instructions of one frame until something needs the whole machine.
//!
//! Everything here works on the frame's registers, the heap and read-only tables; whatever calls,
//! returns, resolves, locks or throws leaves the loop with an [`Exit`]. Instructions are counted at
//! taken branches and exits.

use crate::execute::checked::{narrowed, widened};
use crate::execute::frames::Frames;
use crate::ground::class::{ClassId, ClassRef, MethodRef, Resolved};
use crate::ground::code::{Insn, NO_REG, Switch};
use crate::ground::heap::{HEADER_BYTES, HEADER_WORDS, Heap, Ref, SHARED};
use crate::threads::thread::Frame;

/// Why the inner loop was left. The program counter points behind the instruction.
pub(crate) enum Exit {
    /// Calls a method with the arguments of a site.
    Call(MethodRef, u16),
    /// Returns a word (zero from a void method).
    Return(u64),
    /// The instruction needs the machine: resolve, allocate slowly, lock, throw, the machine's own
    /// work.
    Slow(Insn),
    /// The slice is used up; at a backward jump.
    Slice,
    /// One instruction was to be executed, and was.
    Stepped,
    NullPointer,
    DivideByZero,
    Bounds {
        index: i32,
        length: usize,
    },
    ArrayStore {
        value: Ref,
    },
    ClassCast {
        object: Ref,
        class: ClassRef,
    },
}

/// Float comparison with the result for NaN.
fn compare<T: PartialOrd>(a: T, b: T, nan: i32) -> u64 {
    let order = a.partial_cmp(&b).map_or(nan, |o| o as i32);
    u64::from(order.cast_unsigned())
}

fn float(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

fn double(word: u64) -> f64 {
    f64::from_bits(word)
}

/// Executes the last frame. With `WATCH`, loads and stores of the elements of arrays that have all
/// the bits of `watched` in their header are left to the machine. With `STEP`, one instruction
/// only. With `PLAIN`, what it calls plainly, and what it returns to, as well. With `READS`, what it
/// reads of memory is noted.
#[allow(clippy::too_many_lines, clippy::cognitive_complexity)] // one arm per instruction: a table
pub(crate) fn execute<const WATCH: bool, const STEP: bool, const PLAIN: bool, const READS: bool>(
    mut frames: Frames<'_>,
    heap: &mut Heap,
    classes: &[ClassRef],
    fuel: &mut i64,
    watched: [u64; 2],
) -> Exit {
    let Some(&Frame { mut code, base, pc, .. }) = frames.last() else { return Exit::Slice };
    let (mut insns, mut base) = (&*code.insns, base as usize);
    let mut regs = &mut frames.registers[base..][..usize::from(code.registers)];
    let mut pc = pc as usize;
    let mut mark = pc;
    let mut left = *fuel;

    macro_rules! leave {
        ($exit:expr) => {{
            let exit = $exit;
            frames.stop_at(pc);
            *fuel = left - (pc as i64 - mark as i64);
            return exit;
        }};
    }
    /// Goes on in another frame.
    macro_rules! go_on {
        ($place:expr) => {{
            let (next, start, at) = $place;
            left -= pc as i64 - mark as i64;
            (pc, mark) = (at, at);
            (code, base) = (next, start);
            insns = &*code.insns;
            regs = &mut frames.registers[base..][..usize::from(code.registers)];
        }};
    }
    macro_rules! call {
        ($method:expr, $site:expr) => {{
            let (method, site) = ($method, $site);
            let call = &code.sites[site as usize];
            match frames.plain(method).filter(|_| PLAIN) {
                Some(callee) => {
                    let brief = callee.brief.get();
                    let after = left - brief.insns();
                    let has_share = after - (pc as i64 - mark as i64) >= 0;
                    match frames
                        .word_of(brief, callee, call, heap)
                        .filter(|_| has_share && !(READS && brief.reads()))
                    {
                        Some(word) => {
                            left = after;
                            regs = &mut frames.registers[base..][..usize::from(code.registers)];
                            if call.result != NO_REG {
                                regs[call.result as usize] = word;
                            }
                        }
                        None => {
                            frames.stop_at(pc);
                            go_on!(frames.push(callee, call));
                        }
                    }
                }
                None => leave!(Exit::Call(method, site)),
            }
        }};
    }
    macro_rules! give {
        ($word:expr) => {{
            let word = $word;
            let is_left = left - (pc as i64 - mark as i64) >= 0;
            match if PLAIN && is_left { frames.pop(word) } else { None } {
                Some(place) => go_on!(place),
                None => leave!(Exit::Return(word)),
            }
        }};
    }
    macro_rules! int {
        ($r:expr) => {
            regs[$r as usize] as i32
        };
    }
    macro_rules! long {
        ($r:expr) => {
            regs[$r as usize] as i64
        };
    }
    macro_rules! set_int {
        ($d:expr, $v:expr) => {
            regs[$d as usize] = u64::from(($v) as u32)
        };
    }
    macro_rules! set_long {
        ($d:expr, $v:expr) => {
            regs[$d as usize] = ($v) as u64
        };
    }
    macro_rules! set_float {
        ($d:expr, $v:expr) => {
            regs[$d as usize] = u64::from(f32::to_bits($v))
        };
    }
    macro_rules! set_double {
        ($d:expr, $v:expr) => {
            regs[$d as usize] = f64::to_bits($v)
        };
    }
    macro_rules! jump {
        ($t:expr) => {{
            let target = usize::from($t);
            left -= pc as i64 - mark as i64;
            mark = target;
            let back = target < pc;
            pc = target;
            if back && left < 0 {
                leave!(Exit::Slice);
            }
        }};
    }
    macro_rules! jump_if {
        ($cond:expr, $t:expr) => {
            if $cond {
                jump!($t);
            }
        };
    }
    /// The object in a register, or a null pointer exception.
    macro_rules! object {
        ($r:expr) => {{
            let object = regs[$r as usize] as usize;
            if object == 0 {
                leave!(Exit::NullPointer);
            }
            object
        }};
    }
    /// Array and index, checked.
    macro_rules! slot {
        ($insn:expr, $a:expr, $i:expr, $access:expr) => {{
            let array = object!($a);
            if WATCH && heap.words[array] & watched[$access] == watched[$access] {
                leave!(Exit::Slow($insn));
            }
            let index = int!($i);
            let length = heap.words[array + 1] as u32;
            if index.cast_unsigned() >= length {
                leave!(Exit::Bounds { index, length: length as usize });
            }
            (array, index as usize)
        }};
    }
    /// A word is read.
    macro_rules! noted {
        ($index:expr) => {
            if READS {
                heap.journal.note_read($index, heap.words[$index]);
            }
        };
    }

    let mut is_done = false;
    loop {
        if STEP && std::mem::replace(&mut is_done, true) {
            leave!(Exit::Stepped);
        }
        let insn = insns[pc].get();
        pc += 1;
        match insn {
            Insn::Mov { d, s } => regs[d as usize] = regs[s as usize],
            Insn::ConstI { d, v } => set_int!(d, v),
            Insn::ConstPool { d, k } => regs[d as usize] = code.constants[k as usize],
            Insn::ConstRef { d, r } => regs[d as usize] = u64::from(r),

            Insn::AddI { d, a, b } => set_int!(d, int!(a).wrapping_add(int!(b))),
            Insn::SubI { d, a, b } => set_int!(d, int!(a).wrapping_sub(int!(b))),
            Insn::MulI { d, a, b } => set_int!(d, int!(a).wrapping_mul(int!(b))),
            Insn::DivI { d, a, b } => {
                if int!(b) == 0 {
                    leave!(Exit::DivideByZero);
                }
                set_int!(d, int!(a).wrapping_div(int!(b)));
            }
            Insn::RemI { d, a, b } => {
                if int!(b) == 0 {
                    leave!(Exit::DivideByZero);
                }
                set_int!(d, int!(a).wrapping_rem(int!(b)));
            }
            Insn::NegI { d, a } => set_int!(d, int!(a).wrapping_neg()),
            Insn::AndI { d, a, b } => regs[d as usize] = regs[a as usize] & regs[b as usize],
            Insn::OrI { d, a, b } => regs[d as usize] = regs[a as usize] | regs[b as usize],
            Insn::XorI { d, a, b } => regs[d as usize] = regs[a as usize] ^ regs[b as usize],
            Insn::ShlI { d, a, b } => set_int!(d, int!(a).wrapping_shl(int!(b) as u32)),
            Insn::ShrI { d, a, b } => set_int!(d, int!(a).wrapping_shr(int!(b) as u32)),
            Insn::UshrI { d, a, b } => set_int!(d, (int!(a) as u32).wrapping_shr(int!(b) as u32)),
            Insn::AddIK { d, a, k } => set_int!(d, int!(a).wrapping_add(i32::from(k))),
            Insn::MulIK { d, a, k } => set_int!(d, int!(a).wrapping_mul(i32::from(k))),
            Insn::AndIK { d, a, k } => set_int!(d, int!(a) & i32::from(k)),
            Insn::ShlIK { d, a, k } => set_int!(d, int!(a).wrapping_shl(k as u32)),
            Insn::ShrIK { d, a, k } => set_int!(d, int!(a).wrapping_shr(k as u32)),
            Insn::UshrIK { d, a, k } => set_int!(d, (int!(a) as u32).wrapping_shr(k as u32)),

            Insn::AddL { d, a, b } => set_long!(d, long!(a).wrapping_add(long!(b))),
            Insn::SubL { d, a, b } => set_long!(d, long!(a).wrapping_sub(long!(b))),
            Insn::MulL { d, a, b } => set_long!(d, long!(a).wrapping_mul(long!(b))),
            Insn::DivL { d, a, b } => {
                if long!(b) == 0 {
                    leave!(Exit::DivideByZero);
                }
                set_long!(d, long!(a).wrapping_div(long!(b)));
            }
            Insn::RemL { d, a, b } => {
                if long!(b) == 0 {
                    leave!(Exit::DivideByZero);
                }
                set_long!(d, long!(a).wrapping_rem(long!(b)));
            }
            Insn::NegL { d, a } => set_long!(d, long!(a).wrapping_neg()),
            Insn::AndL { d, a, b } => regs[d as usize] = regs[a as usize] & regs[b as usize],
            Insn::OrL { d, a, b } => regs[d as usize] = regs[a as usize] | regs[b as usize],
            Insn::XorL { d, a, b } => regs[d as usize] = regs[a as usize] ^ regs[b as usize],
            Insn::ShlL { d, a, b } => set_long!(d, long!(a).wrapping_shl(int!(b) as u32)),
            Insn::ShrL { d, a, b } => set_long!(d, long!(a).wrapping_shr(int!(b) as u32)),
            Insn::UshrL { d, a, b } => {
                regs[d as usize] = regs[a as usize].wrapping_shr(int!(b) as u32);
            }
            Insn::AddLK { d, a, k } => set_long!(d, long!(a).wrapping_add(i64::from(k))),
            Insn::MulLK { d, a, k } => set_long!(d, long!(a).wrapping_mul(i64::from(k))),
            Insn::AndLK { d, a, k } => set_long!(d, long!(a) & i64::from(k)),
            Insn::ShlLK { d, a, k } => set_long!(d, long!(a).wrapping_shl(k as u32)),
            Insn::ShrLK { d, a, k } => set_long!(d, long!(a).wrapping_shr(k as u32)),
            Insn::UshrLK { d, a, k } => regs[d as usize] = regs[a as usize].wrapping_shr(k as u32),

            Insn::AddF { d, a, b } => {
                set_float!(d, float(regs[a as usize]) + float(regs[b as usize]));
            }
            Insn::SubF { d, a, b } => {
                set_float!(d, float(regs[a as usize]) - float(regs[b as usize]));
            }
            Insn::MulF { d, a, b } => {
                set_float!(d, float(regs[a as usize]) * float(regs[b as usize]));
            }
            Insn::DivF { d, a, b } => {
                set_float!(d, float(regs[a as usize]) / float(regs[b as usize]));
            }
            Insn::RemF { d, a, b } => {
                set_float!(d, float(regs[a as usize]) % float(regs[b as usize]));
            }
            Insn::NegF { d, a } => set_float!(d, -float(regs[a as usize])),
            Insn::AddD { d, a, b } => {
                set_double!(d, double(regs[a as usize]) + double(regs[b as usize]));
            }
            Insn::SubD { d, a, b } => {
                set_double!(d, double(regs[a as usize]) - double(regs[b as usize]));
            }
            Insn::MulD { d, a, b } => {
                set_double!(d, double(regs[a as usize]) * double(regs[b as usize]));
            }
            Insn::DivD { d, a, b } => {
                set_double!(d, double(regs[a as usize]) / double(regs[b as usize]));
            }
            Insn::RemD { d, a, b } => {
                set_double!(d, double(regs[a as usize]) % double(regs[b as usize]));
            }
            Insn::NegD { d, a } => set_double!(d, -double(regs[a as usize])),

            Insn::I2L { d, a } => set_long!(d, i64::from(int!(a))),
            Insn::I2F { d, a } => set_float!(d, int!(a) as f32),
            Insn::I2D { d, a } => set_double!(d, f64::from(int!(a))),
            Insn::L2I { d, a } => set_int!(d, long!(a) as i32),
            Insn::L2F { d, a } => set_float!(d, long!(a) as f32),
            Insn::L2D { d, a } => set_double!(d, long!(a) as f64),
            Insn::F2I { d, a } => set_int!(d, float(regs[a as usize]) as i32),
            Insn::F2L { d, a } => set_long!(d, float(regs[a as usize]) as i64),
            Insn::F2D { d, a } => set_double!(d, f64::from(float(regs[a as usize]))),
            Insn::D2I { d, a } => set_int!(d, double(regs[a as usize]) as i32),
            Insn::D2L { d, a } => set_long!(d, double(regs[a as usize]) as i64),
            Insn::D2F { d, a } => set_float!(d, double(regs[a as usize]) as f32),
            Insn::I2B { d, a } => set_int!(d, i32::from(int!(a) as i8)),
            Insn::I2C { d, a } => set_int!(d, i32::from(int!(a) as u16)),
            Insn::I2S { d, a } => set_int!(d, i32::from(int!(a) as i16)),

            Insn::CmpL { d, a, b } => set_int!(d, long!(a).cmp(&long!(b)) as i32),
            Insn::CmpF { d, a, b } => {
                regs[d as usize] = compare(float(regs[a as usize]), float(regs[b as usize]), -1);
            }
            Insn::CmpFG { d, a, b } => {
                regs[d as usize] = compare(float(regs[a as usize]), float(regs[b as usize]), 1);
            }
            Insn::CmpD { d, a, b } => {
                regs[d as usize] = compare(double(regs[a as usize]), double(regs[b as usize]), -1);
            }
            Insn::CmpDG { d, a, b } => {
                regs[d as usize] = compare(double(regs[a as usize]), double(regs[b as usize]), 1);
            }

            Insn::Jump { t } => jump!(t),
            Insn::JEq { a, b, t } => jump_if!(regs[a as usize] == regs[b as usize], t),
            Insn::JNe { a, b, t } => jump_if!(regs[a as usize] != regs[b as usize], t),
            Insn::JLtI { a, b, t } => jump_if!(int!(a) < int!(b), t),
            Insn::JGeI { a, b, t } => jump_if!(int!(a) >= int!(b), t),
            Insn::JGtI { a, b, t } => jump_if!(int!(a) > int!(b), t),
            Insn::JLeI { a, b, t } => jump_if!(int!(a) <= int!(b), t),
            Insn::JEqIK { a, k, t } => jump_if!(int!(a) == i32::from(k), t),
            Insn::JNeIK { a, k, t } => jump_if!(int!(a) != i32::from(k), t),
            Insn::JLtIK { a, k, t } => jump_if!(int!(a) < i32::from(k), t),
            Insn::JGeIK { a, k, t } => jump_if!(int!(a) >= i32::from(k), t),
            Insn::JGtIK { a, k, t } => jump_if!(int!(a) > i32::from(k), t),
            Insn::JLeIK { a, k, t } => jump_if!(int!(a) <= i32::from(k), t),
            Insn::JLtL { a, b, t } => jump_if!(long!(a) < long!(b), t),
            Insn::JGeL { a, b, t } => jump_if!(long!(a) >= long!(b), t),
            Insn::JGtL { a, b, t } => jump_if!(long!(a) > long!(b), t),
            Insn::JLeL { a, b, t } => jump_if!(long!(a) <= long!(b), t),
            Insn::JNull { a, t } => jump_if!(regs[a as usize] == 0, t),
            Insn::JNonNull { a, t } => jump_if!(regs[a as usize] != 0, t),
            Insn::TableSwitch { a, table } | Insn::LookupSwitch { a, table } => {
                let target = switch_target(&code.switches[table as usize], int!(a));
                jump!(target);
            }
            Insn::Jsr { d, t } => {
                regs[d as usize] = pc as u64;
                jump!(t);
            }
            Insn::Ret { a } => {
                let target = (regs[a as usize] as usize).min(insns.len() - 1);
                jump!(target as u16);
            }

            Insn::LoadB { d, a, i } => {
                let (array, index) = slot!(insn, a, i, 0);
                noted!(array + HEADER_WORDS + index / 8);
                set_int!(d, i32::from(heap.u8(array * 8 + HEADER_BYTES + index).cast_signed()));
            }
            Insn::LoadC { d, a, i } => {
                let (array, index) = slot!(insn, a, i, 0);
                noted!(array + HEADER_WORDS + index / 4);
                set_int!(d, i32::from(heap.u16(array * 8 + HEADER_BYTES + index * 2)));
            }
            Insn::LoadS { d, a, i } => {
                let (array, index) = slot!(insn, a, i, 0);
                noted!(array + HEADER_WORDS + index / 4);
                set_int!(
                    d,
                    i32::from(heap.u16(array * 8 + HEADER_BYTES + index * 2).cast_signed())
                );
            }
            Insn::LoadI { d, a, i } => {
                let (array, index) = slot!(insn, a, i, 0);
                noted!(array + HEADER_WORDS + index / 2);
                regs[d as usize] = u64::from(heap.u32(array * 8 + HEADER_BYTES + index * 4));
            }
            Insn::LoadL { d, a, i } => {
                let (array, index) = slot!(insn, a, i, 0);
                noted!(array + HEADER_WORDS + index);
                regs[d as usize] = heap.words[array + HEADER_WORDS + index];
            }
            Insn::StoreB { a, i, v } => {
                let (array, index) = slot!(insn, a, i, 1);
                let mut value = int!(v) as u8;
                if heap.words[array] & 0x00FF_FFFF == heap.boolean_array {
                    value &= 1;
                }
                heap.put_u8(array * 8 + HEADER_BYTES + index, value);
            }
            Insn::StoreH { a, i, v } => {
                let (array, index) = slot!(insn, a, i, 1);
                heap.put_u16(array * 8 + HEADER_BYTES + index * 2, int!(v) as u16);
            }
            Insn::StoreI { a, i, v } => {
                let (array, index) = slot!(insn, a, i, 1);
                heap.put_u32(array * 8 + HEADER_BYTES + index * 4, regs[v as usize] as u32);
            }
            Insn::StoreL { a, i, v } => {
                let (array, index) = slot!(insn, a, i, 1);
                heap.put(array + HEADER_WORDS + index, regs[v as usize]);
            }
            Insn::StoreA { a, i, v } => {
                let (array, index) = slot!(insn, a, i, 1);
                let value = Ref::of(regs[v as usize]);
                if !value.is_null() && !fits(heap, classes, Ref(array as u32), value) {
                    leave!(Exit::ArrayStore { value });
                }
                if heap.words[array] & SHARED != 0 && !value.is_null() && !heap.is_shared(value) {
                    leave!(Exit::Slow(insn));
                }
                heap.put_u32(array * 8 + HEADER_BYTES + index * 4, value.0);
            }
            Insn::ArrayLength { d, a } => {
                let array = object!(a);
                regs[d as usize] = heap.words[array + 1] & 0xFFFF_FFFF;
            }

            Insn::GetW { d, o, w } => {
                let object = object!(o);
                noted!(object + w as usize);
                regs[d as usize] = heap.words[object + w as usize];
            }
            Insn::GetB { d, o, w } => {
                let object = object!(o);
                noted!(object + w as usize);
                set_int!(d, i32::from(heap.words[object + w as usize] as i8));
            }
            Insn::GetS { d, o, w } => {
                let object = object!(o);
                noted!(object + w as usize);
                set_int!(d, i32::from(heap.words[object + w as usize] as i16));
            }
            Insn::PutW { o, v, w } => {
                let object = object!(o);
                heap.put(object + w as usize, regs[v as usize]);
            }
            Insn::PutRef { o, v, w } => {
                let object = object!(o);
                let value = Ref::of(regs[v as usize]);
                if heap.words[object] & SHARED != 0 && !value.is_null() && !heap.is_shared(value) {
                    leave!(Exit::Slow(insn));
                }
                heap.put(object + w as usize, value.word());
            }
            Insn::PutB { o, v, w } => {
                let object = object!(o);
                heap.put(object + w as usize, regs[v as usize] & 0xFF);
            }
            Insn::PutH { o, v, w } => {
                let object = object!(o);
                heap.put(object + w as usize, regs[v as usize] & 0xFFFF);
            }
            Insn::PutZ { o, v, w } => {
                let object = object!(o);
                heap.put(object + w as usize, regs[v as usize] & 1);
            }
            Insn::StaticW { d, at } => {
                noted!(at as usize);
                regs[d as usize] = heap.words[at as usize];
            }
            Insn::StaticB { d, at } => {
                noted!(at as usize);
                set_int!(d, i32::from(heap.words[at as usize] as i8));
            }
            Insn::StaticS { d, at } => {
                noted!(at as usize);
                set_int!(d, i32::from(heap.words[at as usize] as i16));
            }
            Insn::PutStaticW { v, at } => heap.put(at as usize, regs[v as usize]),
            Insn::PutStaticB { v, at } => heap.put(at as usize, regs[v as usize] & 0xFF),
            Insn::PutStaticH { v, at } => heap.put(at as usize, regs[v as usize] & 0xFFFF),
            Insn::PutStaticZ { v, at } => heap.put(at as usize, regs[v as usize] & 1),

            // A field of what nobody else knows, in its checked form.
            Insn::CheckedGet { d, o, cp } => {
                let object = object!(o);
                let Resolved::Field(field) = code.method.class().resolved[cp as usize].get() else {
                    leave!(Exit::Slow(insn));
                };
                if heap.words[object] & SHARED != 0 || heap.private_reads {
                    leave!(Exit::Slow(insn));
                }
                noted!(object + field.word);
                regs[d as usize] = widened(field.ty, heap.words[object + field.word]);
            }
            Insn::CheckedPut { o, v, cp } => {
                let object = object!(o);
                let Resolved::Field(field) = code.method.class().resolved[cp as usize].get() else {
                    leave!(Exit::Slow(insn));
                };
                let orders = || heap.private_releases && field.orders.get() == Some(&true);
                if heap.words[object] & SHARED != 0 || heap.private_writes || orders() {
                    leave!(Exit::Slow(insn));
                }
                heap.put(object + field.word, narrowed(field.ty, regs[v as usize]));
            }

            Insn::NewOf { d, class } => {
                if heap.wants_collection() {
                    leave!(Exit::Slow(insn));
                }
                let size = classes[class as usize].instance_words;
                let Some(at) = heap.allocate(size) else { leave!(Exit::Slow(insn)) };
                heap.set_header(at, ClassId(class), 0);
                regs[d as usize] = at as u64;
            }
            Insn::CheckCast { r, cp } => {
                let object = Ref::of(regs[r as usize]);
                if !object.is_null() {
                    let Resolved::Class(class) = code.method.class().resolved[cp as usize].get()
                    else {
                        leave!(Exit::Slow(insn));
                    };
                    let actual = heap.class_id(object);
                    if actual != class.id && !classes[actual.0 as usize].is_subtype_of(class) {
                        leave!(Exit::ClassCast { object, class });
                    }
                }
            }
            Insn::InstanceOf { d, a, cp } => {
                let object = Ref::of(regs[a as usize]);
                if object.is_null() {
                    regs[d as usize] = 0;
                } else {
                    let Resolved::Class(class) = code.method.class().resolved[cp as usize].get()
                    else {
                        leave!(Exit::Slow(insn));
                    };
                    let actual = heap.class_id(object);
                    regs[d as usize] = u64::from(
                        actual == class.id || classes[actual.0 as usize].is_subtype_of(class),
                    );
                }
            }

            Insn::CallStatic { site } | Insn::CallDirect { site } => {
                match code.sites[site as usize].method.get() {
                    Some(method) => call!(method, site),
                    None => leave!(Exit::Slow(insn)),
                }
            }
            Insn::CallSpecial { site } => {
                let call = &code.sites[site as usize];
                object!(call.arguments[0]);
                match call.method.get() {
                    Some(method) => call!(method, site),
                    None => leave!(Exit::Slow(insn)),
                }
            }
            Insn::CallVirtual { site } => {
                let call = &code.sites[site as usize];
                let object = object!(call.arguments[0]);
                let class = classes[(heap.words[object] & 0x00FF_FFFF) as usize];
                call!(class.vtable[call.vtable_index.get() as usize], site);
            }
            Insn::CallInterface { site } => {
                let call = &code.sites[site as usize];
                let object = object!(call.arguments[0]);
                let class = (heap.words[object] & 0x00FF_FFFF) as u32;
                match call.on(class) {
                    Some(method) => call!(method, site),
                    None => leave!(Exit::Slow(insn)),
                }
            }
            Insn::Return => give!(0),
            Insn::ReturnValue { a } => give!(regs[a as usize]),

            Insn::Ldc { .. }
            | Insn::GetField { .. }
            | Insn::PutField { .. }
            | Insn::GetStatic { .. }
            | Insn::PutStatic { .. }
            | Insn::New { .. }
            | Insn::NewArray { .. }
            | Insn::ANewArray { .. }
            | Insn::MultiNewArray { .. }
            | Insn::MonitorEnter { .. }
            | Insn::MonitorExit { .. }
            | Insn::CheckMonitors
            | Insn::Throw { .. }
            | Insn::Invoke { .. }
            | Insn::EnsureInit { .. }
            | Insn::InitDone { .. }
            | Insn::Extra { .. } => leave!(Exit::Slow(insn)),
        }
    }
}

fn switch_target(switch: &Switch, key: i32) -> u16 {
    match switch {
        Switch::Table { low, targets, default } => {
            let index = key.wrapping_sub(*low).cast_unsigned() as usize;
            targets.get(index).unwrap_or(default).get()
        }
        Switch::Lookup { keys, targets, default } => match keys.binary_search(&key) {
            Ok(index) => targets[index].get(),
            Err(_) => default.get(),
        },
    }
}

/// Whether an object may be stored into a reference array.
pub(crate) fn fits(heap: &Heap, classes: &[ClassRef], array: Ref, value: Ref) -> bool {
    let array_class = classes[heap.class_id(array).0 as usize];
    let Some((element, _)) = array_class.element() else { return false };
    element.display.len() == 1 && !element.is_interface()
        || classes[heap.class_id(value).0 as usize].is_subtype_of(element)
}
