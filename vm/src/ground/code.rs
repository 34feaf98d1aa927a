//! Linked register code: what a method's bytecode is decoded into, once.
//!
//! An instruction takes eight bytes: an opcode and up to three 16-bit operands. Operands are
//! registers of the frame: `d` receives the result, `o` is an object, `a` with an `i` an array and
//! its index, `v` what is stored. `k` and the `v` of a constant are constants, `t` branch targets,
//! `site`, `table`, `extra` and `cp` indices into the code's tables and the class's constant pool,
//! `w` the word offset of a field in its object, `at` the word of the heap where a static field
//! is. Instructions that need resolution rewrite themselves to their resolved form when they first
//! run: rewriting is linking, which no schedule can observe.
//!
//! A register has one kind for the whole method, reference or primitive: `reference_registers`
//! tells the collector which.

use crate::ground::brief::Brief;
use crate::ground::class::{ClassRef, MethodRef};
use raceproof_classfile::descriptor::Type;
use std::cell::Cell;

/// A register: an index into the frame.
pub(crate) type Reg = u16;
/// "No register": a call whose result nobody wants.
pub const NO_REG: Reg = u16::MAX;

/// Comparison of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cond {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// A register instruction.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the module says what the operands are")]
pub enum Insn {
    /// `d = s`, of any kind.
    Mov { d: Reg, s: Reg },
    /// `d = v`.
    ConstI { d: Reg, v: i32 },
    /// `d` is the `k`th of `Code::constants`.
    ConstPool { d: Reg, k: u16 },
    /// `d` is the object `r`, which lives as long as the process; null if zero.
    ConstRef { d: Reg, r: u32 },
    /// `ldc`, not resolved yet.
    Ldc { d: Reg, cp: u16 },

    /// `d = a + b`, as `iadd`.
    AddI { d: Reg, a: Reg, b: Reg },
    /// `d = a - b`, as `isub`.
    SubI { d: Reg, a: Reg, b: Reg },
    /// `d = a * b`, as `imul`.
    MulI { d: Reg, a: Reg, b: Reg },
    /// `d = a / b`, as `idiv`.
    DivI { d: Reg, a: Reg, b: Reg },
    /// `d = a % b`, as `irem`.
    RemI { d: Reg, a: Reg, b: Reg },
    /// `d = -a`, as `ineg`.
    NegI { d: Reg, a: Reg },
    /// `d = a & b`, as `iand`.
    AndI { d: Reg, a: Reg, b: Reg },
    /// `d = a | b`, as `ior`.
    OrI { d: Reg, a: Reg, b: Reg },
    /// `d = a ^ b`, as `ixor`.
    XorI { d: Reg, a: Reg, b: Reg },
    /// `d = a << b`, as `ishl`.
    ShlI { d: Reg, a: Reg, b: Reg },
    /// `d = a >> b`, as `ishr`.
    ShrI { d: Reg, a: Reg, b: Reg },
    /// `d = a >>> b`, as `iushr`.
    UshrI { d: Reg, a: Reg, b: Reg },
    /// `d = a + k` of `int`.
    AddIK { d: Reg, a: Reg, k: i16 },
    /// `d = a * k` of `int`.
    MulIK { d: Reg, a: Reg, k: i16 },
    /// `d = a & k` of `int`.
    AndIK { d: Reg, a: Reg, k: i16 },
    /// `d = a << k` of `int`.
    ShlIK { d: Reg, a: Reg, k: i16 },
    /// `d = a >> k` of `int`.
    ShrIK { d: Reg, a: Reg, k: i16 },
    /// `d = a >>> k` of `int`.
    UshrIK { d: Reg, a: Reg, k: i16 },

    /// `d = a + b`, as `ladd`.
    AddL { d: Reg, a: Reg, b: Reg },
    /// `d = a - b`, as `lsub`.
    SubL { d: Reg, a: Reg, b: Reg },
    /// `d = a * b`, as `lmul`.
    MulL { d: Reg, a: Reg, b: Reg },
    /// `d = a / b`, as `ldiv`.
    DivL { d: Reg, a: Reg, b: Reg },
    /// `d = a % b`, as `lrem`.
    RemL { d: Reg, a: Reg, b: Reg },
    /// `d = -a`, as `lneg`.
    NegL { d: Reg, a: Reg },
    /// `d = a & b`, as `land`.
    AndL { d: Reg, a: Reg, b: Reg },
    /// `d = a | b`, as `lor`.
    OrL { d: Reg, a: Reg, b: Reg },
    /// `d = a ^ b`, as `lxor`.
    XorL { d: Reg, a: Reg, b: Reg },
    /// `d = a << b`, as `lshl`.
    ShlL { d: Reg, a: Reg, b: Reg },
    /// `d = a >> b`, as `lshr`.
    ShrL { d: Reg, a: Reg, b: Reg },
    /// `d = a >>> b`, as `lushr`.
    UshrL { d: Reg, a: Reg, b: Reg },
    /// `d = a + k` of `long`.
    AddLK { d: Reg, a: Reg, k: i16 },
    /// `d = a * k` of `long`.
    MulLK { d: Reg, a: Reg, k: i16 },
    /// `d = a & k` of `long`.
    AndLK { d: Reg, a: Reg, k: i16 },
    /// `d = a << k` of `long`.
    ShlLK { d: Reg, a: Reg, k: i16 },
    /// `d = a >> k` of `long`.
    ShrLK { d: Reg, a: Reg, k: i16 },
    /// `d = a >>> k` of `long`.
    UshrLK { d: Reg, a: Reg, k: i16 },

    /// `d = a + b`, as `fadd`.
    AddF { d: Reg, a: Reg, b: Reg },
    /// `d = a - b`, as `fsub`.
    SubF { d: Reg, a: Reg, b: Reg },
    /// `d = a * b`, as `fmul`.
    MulF { d: Reg, a: Reg, b: Reg },
    /// `d = a / b`, as `fdiv`.
    DivF { d: Reg, a: Reg, b: Reg },
    /// `d = a % b`, as `frem`.
    RemF { d: Reg, a: Reg, b: Reg },
    /// `d = -a`, as `fneg`.
    NegF { d: Reg, a: Reg },
    /// `d = a + b`, as `dadd`.
    AddD { d: Reg, a: Reg, b: Reg },
    /// `d = a - b`, as `dsub`.
    SubD { d: Reg, a: Reg, b: Reg },
    /// `d = a * b`, as `dmul`.
    MulD { d: Reg, a: Reg, b: Reg },
    /// `d = a / b`, as `ddiv`.
    DivD { d: Reg, a: Reg, b: Reg },
    /// `d = a % b`, as `drem`.
    RemD { d: Reg, a: Reg, b: Reg },
    /// `d = -a`, as `dneg`.
    NegD { d: Reg, a: Reg },

    /// `d = (long) a`, as `i2l`.
    I2L { d: Reg, a: Reg },
    /// `d = (float) a`, as `i2f`.
    I2F { d: Reg, a: Reg },
    /// `d = (double) a`, as `i2d`.
    I2D { d: Reg, a: Reg },
    /// `d = (int) a`, as `l2i`.
    L2I { d: Reg, a: Reg },
    /// `d = (float) a`, as `l2f`.
    L2F { d: Reg, a: Reg },
    /// `d = (double) a`, as `l2d`.
    L2D { d: Reg, a: Reg },
    /// `d = (int) a`, as `f2i`.
    F2I { d: Reg, a: Reg },
    /// `d = (long) a`, as `f2l`.
    F2L { d: Reg, a: Reg },
    /// `d = (double) a`, as `f2d`.
    F2D { d: Reg, a: Reg },
    /// `d = (int) a`, as `d2i`.
    D2I { d: Reg, a: Reg },
    /// `d = (long) a`, as `d2l`.
    D2L { d: Reg, a: Reg },
    /// `d = (float) a`, as `d2f`.
    D2F { d: Reg, a: Reg },
    /// `d = (byte) a`, as `i2b`.
    I2B { d: Reg, a: Reg },
    /// `d = (char) a`, as `i2c`.
    I2C { d: Reg, a: Reg },
    /// `d = (short) a`, as `i2s`.
    I2S { d: Reg, a: Reg },

    /// `d` is the sign of `a - b`, as `lcmp`.
    CmpL { d: Reg, a: Reg, b: Reg },
    /// As `fcmpl`: -1 for a NaN.
    CmpF { d: Reg, a: Reg, b: Reg },
    /// As `fcmpg`: 1 for a NaN.
    CmpFG { d: Reg, a: Reg, b: Reg },
    /// As `dcmpl`: -1 for a NaN.
    CmpD { d: Reg, a: Reg, b: Reg },
    /// As `dcmpg`: 1 for a NaN.
    CmpDG { d: Reg, a: Reg, b: Reg },

    /// Goes to `t`.
    Jump { t: u16 },
    // Equality compares whole words: ints are zero-extended, so one form serves int, long and
    // references.
    /// Goes to `t` if `a == b`.
    JEq { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a != b`.
    JNe { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a < b` of `int`.
    JLtI { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a >= b` of `int`.
    JGeI { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a > b` of `int`.
    JGtI { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a <= b` of `int`.
    JLeI { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a == k` of `int`.
    JEqIK { a: Reg, k: i16, t: u16 },
    /// Goes to `t` if `a != k` of `int`.
    JNeIK { a: Reg, k: i16, t: u16 },
    /// Goes to `t` if `a < k` of `int`.
    JLtIK { a: Reg, k: i16, t: u16 },
    /// Goes to `t` if `a >= k` of `int`.
    JGeIK { a: Reg, k: i16, t: u16 },
    /// Goes to `t` if `a > k` of `int`.
    JGtIK { a: Reg, k: i16, t: u16 },
    /// Goes to `t` if `a <= k` of `int`.
    JLeIK { a: Reg, k: i16, t: u16 },
    /// Goes to `t` if `a < b` of `long`.
    JLtL { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a >= b` of `long`.
    JGeL { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a > b` of `long`.
    JGtL { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a <= b` of `long`.
    JLeL { a: Reg, b: Reg, t: u16 },
    /// Goes to `t` if `a` is null.
    JNull { a: Reg, t: u16 },
    /// Goes to `t` unless `a` is null.
    JNonNull { a: Reg, t: u16 },
    /// Goes where the table of `Code::switches` has `a`, as `tableswitch`.
    TableSwitch { a: Reg, table: u16 },
    /// Goes where the table of `Code::switches` has `a`, as `lookupswitch`.
    LookupSwitch { a: Reg, table: u16 },
    /// Goes to `t`, the number of the next instruction in `d`.
    Jsr { d: Reg, t: u16 },
    /// Goes to the instruction whose number is in `a`.
    Ret { a: Reg },

    /// `d = a[i]`, a `byte` or `boolean`.
    LoadB { d: Reg, a: Reg, i: Reg },
    /// `d = a[i]`, a `char`.
    LoadC { d: Reg, a: Reg, i: Reg },
    /// `d = a[i]`, a `short`.
    LoadS { d: Reg, a: Reg, i: Reg },
    /// `d = a[i]`, an `int` or `float`.
    LoadI { d: Reg, a: Reg, i: Reg },
    /// `d = a[i]`, a `long`, `double` or reference.
    LoadL { d: Reg, a: Reg, i: Reg },
    /// `a[i] = v`, a `byte` or `boolean`.
    StoreB { a: Reg, i: Reg, v: Reg },
    /// `a[i] = v`, a `short` or `char`.
    StoreH { a: Reg, i: Reg, v: Reg },
    /// `a[i] = v`, an `int` or `float`.
    StoreI { a: Reg, i: Reg, v: Reg },
    /// `a[i] = v`, a `long` or `double`.
    StoreL { a: Reg, i: Reg, v: Reg },
    /// `a[i] = v`, a reference, whose class is checked.
    StoreA { a: Reg, i: Reg, v: Reg },
    /// `d` is the length of `a`.
    ArrayLength { d: Reg, a: Reg },

    /// `getfield` of `o`, not resolved yet.
    GetField { d: Reg, o: Reg, cp: u16 },
    /// `putfield` of `o`, not resolved yet.
    PutField { o: Reg, v: Reg, cp: u16 },
    /// Reads a field of `o`, as it is kept: a whole word.
    GetW { d: Reg, o: Reg, w: u16 },
    /// Reads a field of `o`, a `byte`.
    GetB { d: Reg, o: Reg, w: u16 },
    /// Reads a field of `o`, a `short`.
    GetS { d: Reg, o: Reg, w: u16 },
    /// Writes a field of `o`, a whole word.
    PutW { o: Reg, v: Reg, w: u16 },
    /// Writes a field of `o`, a `byte`.
    PutB { o: Reg, v: Reg, w: u16 },
    /// Writes a field of `o`, a `short` or `char`.
    PutH { o: Reg, v: Reg, w: u16 },
    /// Writes a field of `o`, a `boolean`.
    PutZ { o: Reg, v: Reg, w: u16 },
    /// While schedules are explored: writes a field of `o`, a reference, which may become shared by
    /// that.
    PutRef { o: Reg, v: Reg, w: u16 },
    /// While schedules are explored: reads a volatile or watched field of `o`.
    CheckedGet { d: Reg, o: Reg, cp: u16 },
    /// While schedules are explored: writes a volatile or watched field of `o`.
    CheckedPut { o: Reg, v: Reg, cp: u16 },
    /// `getstatic`, not resolved yet.
    GetStatic { d: Reg, cp: u16 },
    /// `putstatic`, not resolved yet.
    PutStatic { v: Reg, cp: u16 },
    /// Reads a static field, a whole word.
    StaticW { d: Reg, at: u32 },
    /// Reads a static field, a `byte`.
    StaticB { d: Reg, at: u32 },
    /// Reads a static field, a `short`.
    StaticS { d: Reg, at: u32 },
    /// Writes a static field, a whole word.
    PutStaticW { v: Reg, at: u32 },
    /// Writes a static field, a `byte`.
    PutStaticB { v: Reg, at: u32 },
    /// Writes a static field, a `short` or `char`.
    PutStaticH { v: Reg, at: u32 },
    /// Writes a static field, a `boolean`.
    PutStaticZ { v: Reg, at: u32 },

    /// `new`, of a class that is not resolved or not initialised yet.
    New { d: Reg, cp: u16 },
    /// `new`, of the class of that number.
    NewOf { d: Reg, class: u32 },
    /// `newarray`, `n` long; `class` is the code of the element type (JVMS, `newarray`).
    NewArray { d: Reg, n: Reg, class: u16 },
    /// `anewarray`, `n` long.
    ANewArray { d: Reg, n: Reg, cp: u16 },
    /// `multianewarray`; the lengths are the arguments of the site.
    MultiNewArray { d: Reg, site: u16 },
    /// `checkcast` of `r`.
    CheckCast { r: Reg, cp: u16 },
    /// `d` is whether `a` is an instance, as `instanceof`.
    InstanceOf { d: Reg, a: Reg, cp: u16 },
    /// `monitorenter`.
    MonitorEnter { a: Reg },
    /// `monitorexit`.
    MonitorExit { a: Reg },
    /// Before a return of code whose locking is not seen to be structured.
    CheckMonitors,
    /// Throws the exception in `a`, as `athrow`.
    Throw { a: Reg },

    /// Any call that is not linked yet.
    Invoke { site: u16 },
    /// `invokestatic`, linked.
    CallStatic { site: u16 },
    /// `invokespecial`, linked: the receiver must not be null.
    CallSpecial { site: u16 },
    /// `invokevirtual`, linked: by the vtable of the receiver.
    CallVirtual { site: u16 },
    /// `invokeinterface`, linked.
    CallInterface { site: u16 },
    /// Ends a method without result.
    Return,
    /// Ends a method, whose result is `a`.
    ReturnValue { a: Reg },

    /// Initialises a class, which code of the machine's own names directly.
    EnsureInit { class: u32 },
    /// The end of a class initialisation: `a` is the exception, or [`NO_REG`].
    InitDone { a: Reg },
    /// Calls the method of a site that code of the machine's own names directly.
    CallDirect { site: u16 },
    /// Any other work of the machine itself: see `Code::extras`.
    Extra { d: Reg, a: Reg, extra: u16 },
}

impl Insn {
    /// Whether it ends a method.
    pub(crate) fn returns(self) -> bool {
        matches!(self, Self::Return | Self::ReturnValue { .. })
    }

    /// Where a branch goes, if this is one.
    pub(crate) fn target_mut(&mut self) -> Option<&mut u16> {
        use Insn::*;
        match self {
            Jump { t }
            | JEq { t, .. }
            | JNe { t, .. }
            | JLtI { t, .. }
            | JGeI { t, .. }
            | JGtI { t, .. }
            | JLeI { t, .. }
            | JEqIK { t, .. }
            | JNeIK { t, .. }
            | JLtIK { t, .. }
            | JGeIK { t, .. }
            | JGtIK { t, .. }
            | JLeIK { t, .. }
            | JLtL { t, .. }
            | JGeL { t, .. }
            | JGtL { t, .. }
            | JLeL { t, .. }
            | JNull { t, .. }
            | JNonNull { t, .. }
            | Jsr { t, .. } => Some(t),
            _ => None,
        }
    }
}

/// The sort of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
    Dynamic,
}

/// One call in a method's code, with what linking and the inline cache found.
pub(crate) struct CallSite {
    pub(crate) kind: InvokeKind,
    pub(crate) cp: u16,
    pub(crate) arguments: Box<[Reg]>,
    pub(crate) result: Reg,
    pub(crate) method: Cell<Option<MethodRef>>,
    pub(crate) vtable_index: Cell<u32>,
    /// Of a call through an interface: classes of receivers, and what it calls there.
    pub(crate) receivers: [Cell<Option<(u32, MethodRef)>>; RECEIVERS],
}

/// Most calls through interfaces meet no more classes.
const RECEIVERS: usize = 6;

impl CallSite {
    /// A call that is not linked yet.
    pub(crate) fn new(kind: InvokeKind, cp: u16, arguments: &[Reg], result: Reg) -> Self {
        Self {
            kind,
            cp,
            arguments: arguments.into(),
            result,
            method: Cell::new(None),
            vtable_index: Cell::new(0),
            receivers: [const { Cell::new(None) }; RECEIVERS],
        }
    }

    /// What it calls on an object of a class, if that is known.
    #[inline]
    pub(crate) fn on(&self, class: u32) -> Option<MethodRef> {
        for receiver in &self.receivers {
            match receiver.get() {
                Some((known, method)) if known == class => return Some(method),
                Some(_) => {}
                None => return None,
            }
        }
        None
    }

    pub(crate) fn remember(&self, class: u32, method: MethodRef) {
        let free = self.receivers.iter().position(|known| known.get().is_none());
        self.receivers[free.unwrap_or(class as usize % RECEIVERS)].set(Some((class, method)));
    }
}

/// Work of the machine inside code it generated itself.
#[derive(Clone)]
pub enum Extra {
    /// Boxes `a` of that type into `d`.
    Box(Type),
    /// Unboxes `a` to that type, with primitive widening, into `d`; a wrong class is a
    /// `ClassCastException`.
    Unbox(Type),
    /// Fails unless `a` is null or an instance of the class.
    Cast(ClassRef),
    /// Joins strings and primitives by a recipe.
    Concat(Recipe),
    /// Makes an instance of a class, fields set from registers `(word, register)`.
    Capture {
        /// The class of the instance.
        class: ClassRef,
        /// The word offset of each field, and the register with its value.
        fields: Box<[(u16, Reg)]>,
    },
    /// A new array of the class, `a` long.
    NewArray(ClassRef),
    /// Wraps the exception in `a` in a new exception of the class, with the exception as its cause,
    /// and throws it.
    Wrap(&'static str),
    /// What `typeSwitch` and `enumSwitch` compute; `a` is the subject, the register after it the
    /// restart index.
    Switch(Labels, Reg),
    /// `d` is whether the class of `a` is the given one.
    IsExactly(ClassRef),
    /// The order in which a worker of a `ForkJoinPool` looks through the queues, from the one
    /// before in `a`, into `d`.
    Look,
    /// Runs a native routine on registers.
    Native(crate::ground::native::Peer, Box<[Reg]>),
}

/// A `tableswitch` or `lookupswitch`.
pub(crate) enum Switch {
    Table { low: i32, targets: Box<[Cell<u16>]>, default: Cell<u16> },
    Lookup { keys: Box<[i32]>, targets: Box<[Cell<u16>]>, default: Cell<u16> },
}

/// A row of the exception table, in instruction numbers.
pub(crate) struct Handler {
    pub(crate) start: u16,
    pub(crate) end: u16,
    pub(crate) target: u16,
    /// Constant-pool index of the caught class; 0 for all.
    pub(crate) catch_type: u16,
    /// Register that receives the exception.
    pub(crate) register: Reg,
}

/// A method's linked code.
pub struct Code {
    /// What it is the code of.
    pub method: MethodRef,
    pub(crate) insns: Box<[Cell<Insn>]>,
    /// Bytecode position of each instruction.
    pub(crate) positions: Box<[u16]>,
    pub(crate) registers: u16,
    /// What a call of it comes to, once that was looked at.
    pub(crate) brief: Cell<Brief>,
    /// Registers that hold references, as bits.
    pub(crate) reference_registers: Box<[u64]>,
    pub(crate) constants: Box<[u64]>,
    pub(crate) sites: Box<[CallSite]>,
    pub(crate) switches: Box<[Switch]>,
    pub(crate) handlers: Box<[Handler]>,
    pub(crate) extras: Box<[Extra]>,
    /// Where locking is not seen to be structured, the first of the registers that keep the
    /// monitors held.
    pub(crate) monitors: Option<Reg>,
    /// Start position and line, sorted by position.
    pub(crate) lines: Box<[(u16, u16)]>,
}

impl Code {
    /// The source line of an instruction.
    #[must_use]
    pub fn line(&self, pc: usize) -> Option<u16> {
        let position = *self.positions.get(pc)?;
        self.line_at(position)
    }

    /// The source line of a bytecode position.
    #[must_use]
    pub(crate) fn line_at(&self, position: u16) -> Option<u16> {
        let after = self.lines.partition_point(|(start, _)| *start <= position);
        after.checked_sub(1).map(|index| self.lines[index].1)
    }

    /// Whether a register holds references.
    #[must_use]
    pub(crate) fn is_reference(&self, register: usize) -> bool {
        self.reference_registers[register / 64] >> (register % 64) & 1 != 0
    }
}

/// Bits for the registers that hold references.
pub(crate) fn reference_bits(is_reference: &[bool]) -> Box<[u64]> {
    let mut bits = vec![0u64; is_reference.len() / 64 + 1];
    for (register, _) in is_reference.iter().enumerate().filter(|(_, r)| **r) {
        bits[register / 64] |= 1 << (register % 64);
    }
    bits.into()
}

const _: () = assert!(std::mem::size_of::<Insn>() == 8);

/// A piece of a concatenation.
#[derive(Clone)]
pub(crate) enum Piece {
    /// Fixed text.
    Text(Box<[u16]>),
    /// A register with a primitive, or a string (never another object).
    Value(Reg, Type),
}

/// The pieces in order.
#[derive(Clone)]
pub struct Recipe(pub(crate) Box<[Piece]>);

/// One case of a pattern switch.
#[derive(Clone)]
pub(crate) enum Label {
    /// A type pattern.
    Class(ClassRef),
    /// A string constant.
    Text(Box<[u16]>),
    /// An integral constant: matches boxes of `int`, `short`, `byte` and `char`.
    Int(i32),
    /// An enum constant, by its class and name.
    Enum(ClassRef, Box<str>),
}

/// The cases in order.
#[derive(Clone)]
pub struct Labels(pub(crate) Box<[Label]>);
