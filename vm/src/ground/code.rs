//! Linked register code: what a method's bytecode is decoded into, once.
//!
//! An instruction takes eight bytes: an opcode and up to three 16-bit operands. Operands are
//! registers of the frame; `k` are small constants, `t` branch targets, `site` and `cp` indices
//! into the code's tables and the class's constant pool. Instructions that need resolution rewrite
//! themselves to their resolved form when they first run: rewriting is linking, which no schedule
//! can observe.
//!
//! A register has one kind for the whole method, reference or primitive: `reference_registers`
//! tells the collector which.

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
#[rustfmt::skip]
pub enum Insn {
    Mov { d: Reg, s: Reg },
    ConstI { d: Reg, v: i32 },
    ConstPool { d: Reg, k: u16 },
    ConstRef { d: Reg, r: u32 },
    Ldc { d: Reg, cp: u16 },

    AddI { d: Reg, a: Reg, b: Reg }, SubI { d: Reg, a: Reg, b: Reg }, MulI { d: Reg, a: Reg, b: Reg },
    DivI { d: Reg, a: Reg, b: Reg }, RemI { d: Reg, a: Reg, b: Reg }, NegI { d: Reg, a: Reg },
    AndI { d: Reg, a: Reg, b: Reg }, OrI { d: Reg, a: Reg, b: Reg }, XorI { d: Reg, a: Reg, b: Reg },
    ShlI { d: Reg, a: Reg, b: Reg }, ShrI { d: Reg, a: Reg, b: Reg }, UshrI { d: Reg, a: Reg, b: Reg },
    AddIK { d: Reg, a: Reg, k: i16 }, MulIK { d: Reg, a: Reg, k: i16 }, AndIK { d: Reg, a: Reg, k: i16 },
    ShlIK { d: Reg, a: Reg, k: i16 }, ShrIK { d: Reg, a: Reg, k: i16 }, UshrIK { d: Reg, a: Reg, k: i16 },

    AddL { d: Reg, a: Reg, b: Reg }, SubL { d: Reg, a: Reg, b: Reg }, MulL { d: Reg, a: Reg, b: Reg },
    DivL { d: Reg, a: Reg, b: Reg }, RemL { d: Reg, a: Reg, b: Reg }, NegL { d: Reg, a: Reg },
    AndL { d: Reg, a: Reg, b: Reg }, OrL { d: Reg, a: Reg, b: Reg }, XorL { d: Reg, a: Reg, b: Reg },
    ShlL { d: Reg, a: Reg, b: Reg }, ShrL { d: Reg, a: Reg, b: Reg }, UshrL { d: Reg, a: Reg, b: Reg },
    AddLK { d: Reg, a: Reg, k: i16 }, MulLK { d: Reg, a: Reg, k: i16 }, AndLK { d: Reg, a: Reg, k: i16 },
    ShlLK { d: Reg, a: Reg, k: i16 }, ShrLK { d: Reg, a: Reg, k: i16 }, UshrLK { d: Reg, a: Reg, k: i16 },

    AddF { d: Reg, a: Reg, b: Reg }, SubF { d: Reg, a: Reg, b: Reg }, MulF { d: Reg, a: Reg, b: Reg },
    DivF { d: Reg, a: Reg, b: Reg }, RemF { d: Reg, a: Reg, b: Reg }, NegF { d: Reg, a: Reg },
    AddD { d: Reg, a: Reg, b: Reg }, SubD { d: Reg, a: Reg, b: Reg }, MulD { d: Reg, a: Reg, b: Reg },
    DivD { d: Reg, a: Reg, b: Reg }, RemD { d: Reg, a: Reg, b: Reg }, NegD { d: Reg, a: Reg },

    I2L { d: Reg, a: Reg }, I2F { d: Reg, a: Reg }, I2D { d: Reg, a: Reg },
    L2I { d: Reg, a: Reg }, L2F { d: Reg, a: Reg }, L2D { d: Reg, a: Reg },
    F2I { d: Reg, a: Reg }, F2L { d: Reg, a: Reg }, F2D { d: Reg, a: Reg },
    D2I { d: Reg, a: Reg }, D2L { d: Reg, a: Reg }, D2F { d: Reg, a: Reg },
    I2B { d: Reg, a: Reg }, I2C { d: Reg, a: Reg }, I2S { d: Reg, a: Reg },

    CmpL { d: Reg, a: Reg, b: Reg },
    CmpF { d: Reg, a: Reg, b: Reg }, CmpFG { d: Reg, a: Reg, b: Reg },
    CmpD { d: Reg, a: Reg, b: Reg }, CmpDG { d: Reg, a: Reg, b: Reg },

    Jump { t: u16 },
    // Equality compares whole words: ints are zero-extended, so one form serves int, long and
    // references.
    JEq { a: Reg, b: Reg, t: u16 }, JNe { a: Reg, b: Reg, t: u16 },
    JLtI { a: Reg, b: Reg, t: u16 }, JGeI { a: Reg, b: Reg, t: u16 },
    JGtI { a: Reg, b: Reg, t: u16 }, JLeI { a: Reg, b: Reg, t: u16 },
    JEqIK { a: Reg, k: i16, t: u16 }, JNeIK { a: Reg, k: i16, t: u16 },
    JLtIK { a: Reg, k: i16, t: u16 }, JGeIK { a: Reg, k: i16, t: u16 },
    JGtIK { a: Reg, k: i16, t: u16 }, JLeIK { a: Reg, k: i16, t: u16 },
    JLtL { a: Reg, b: Reg, t: u16 }, JGeL { a: Reg, b: Reg, t: u16 },
    JGtL { a: Reg, b: Reg, t: u16 }, JLeL { a: Reg, b: Reg, t: u16 },
    JNull { a: Reg, t: u16 }, JNonNull { a: Reg, t: u16 },
    TableSwitch { a: Reg, table: u16 }, LookupSwitch { a: Reg, table: u16 },
    Jsr { d: Reg, t: u16 }, Ret { a: Reg },

    LoadB { d: Reg, a: Reg, i: Reg }, LoadC { d: Reg, a: Reg, i: Reg }, LoadS { d: Reg, a: Reg, i: Reg },
    LoadI { d: Reg, a: Reg, i: Reg }, LoadL { d: Reg, a: Reg, i: Reg },
    StoreB { a: Reg, i: Reg, v: Reg }, StoreH { a: Reg, i: Reg, v: Reg }, StoreI { a: Reg, i: Reg, v: Reg },
    StoreL { a: Reg, i: Reg, v: Reg }, StoreA { a: Reg, i: Reg, v: Reg },
    ArrayLength { d: Reg, a: Reg },

    GetField { d: Reg, o: Reg, cp: u16 }, PutField { o: Reg, v: Reg, cp: u16 },
    GetW { d: Reg, o: Reg, w: u16 }, GetB { d: Reg, o: Reg, w: u16 }, GetS { d: Reg, o: Reg, w: u16 },
    PutW { o: Reg, v: Reg, w: u16 }, PutB { o: Reg, v: Reg, w: u16 }, PutH { o: Reg, v: Reg, w: u16 }, PutZ { o: Reg, v: Reg, w: u16 },
    // For exploration: a reference that may become shared by the store; a volatile or watched
    // field.
    PutRef { o: Reg, v: Reg, w: u16 },
    CheckedGet { d: Reg, o: Reg, cp: u16 }, CheckedPut { o: Reg, v: Reg, cp: u16 },
    GetStatic { d: Reg, cp: u16 }, PutStatic { v: Reg, cp: u16 },
    StaticW { d: Reg, at: u32 }, StaticB { d: Reg, at: u32 }, StaticS { d: Reg, at: u32 },
    PutStaticW { v: Reg, at: u32 }, PutStaticB { v: Reg, at: u32 }, PutStaticH { v: Reg, at: u32 }, PutStaticZ { v: Reg, at: u32 },

    New { d: Reg, cp: u16 }, NewOf { d: Reg, class: u32 },
    NewArray { d: Reg, n: Reg, class: u16 }, ANewArray { d: Reg, n: Reg, cp: u16 },
    MultiNewArray { d: Reg, site: u16 },
    CheckCast { r: Reg, cp: u16 }, InstanceOf { d: Reg, a: Reg, cp: u16 },
    MonitorEnter { a: Reg }, MonitorExit { a: Reg },
    /// Before a return of code whose locking is not seen to be structured.
    CheckMonitors,
    Throw { a: Reg },

    Invoke { site: u16 },
    CallStatic { site: u16 }, CallSpecial { site: u16 }, CallVirtual { site: u16 }, CallInterface { site: u16 },
    Return, ReturnValue { a: Reg },

    /// Initialises a class, which code of the machine's own names directly.
    EnsureInit { class: u32 },
    /// The end of a class initialisation: `a` is the exception, or [`NO_REG`].
    InitDone { a: Reg },
    /// Calls the method of a site that code of the machine's own names directly.
    CallDirect { site: u16 },
    /// Any other work of the machine itself: see [`Code::extras`].
    Extra { d: Reg, a: Reg, extra: u16 },
}

impl Insn {
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
    pub(crate) cached_class: Cell<u32>,
    pub(crate) cached_method: Cell<Option<MethodRef>>,
}

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
            cached_class: Cell::new(0),
            cached_method: Cell::new(None),
        }
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
    Capture { class: ClassRef, fields: Box<[(u16, Reg)]> },
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
    pub method: MethodRef,
    pub(crate) insns: Box<[Cell<Insn>]>,
    /// Bytecode position of each instruction.
    pub(crate) positions: Box<[u16]>,
    pub(crate) registers: u16,
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
