//! Methods whose calls are executed without a frame: those that do nothing, give a constant, or
//! give a field of their first argument. (`Object.<init>` is called for each object that is made.)
//!
//! Such a call counts as many instructions as with a frame, and is made with one wherever the
//! thread's share of them, or the room on its stack, might end in it: nothing tells the two apart.

use crate::ground::code::{Code, Insn};

/// Constructors that call each other, and nothing else, are not so many.
const MOST_INSNS: u8 = 64;

/// What a call of a method comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Brief {
    /// More than the others.
    No,
    /// Perhaps less, which its linked form will tell.
    Unlinked,
    /// Nothing.
    Nothing {
        /// How many instructions that takes.
        insns: u8,
        /// What it needs on the stack beyond its own frame.
        words: u16,
    },
    /// An integer.
    Constant(i32),
    /// A field of the first argument: the word, and how it is read.
    Field(u16, Read),
}

/// How a field becomes a register's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Read {
    Word,
    Byte,
    Short,
}

impl Read {
    #[inline]
    pub(crate) fn word(self, word: u64) -> u64 {
        let int = |value: i32| u64::from(value.cast_unsigned());
        match self {
            Self::Word => word,
            Self::Byte => int(i32::from(word as i8)),
            Self::Short => int(i32::from(word as i16)),
        }
    }
}

impl Brief {
    /// Whether it reads a field.
    #[inline]
    pub(crate) fn reads(self) -> bool {
        matches!(self, Self::Field(..))
    }

    /// How many instructions it takes.
    #[inline]
    pub(crate) fn insns(self) -> i64 {
        match self {
            Self::Nothing { insns, .. } => i64::from(insns),
            _ => 2,
        }
    }

    /// What the code comes to as it is linked now. `called` answers for the method of a site of its
    /// own, with the words of its frame.
    pub(crate) fn of(code: &Code, called: impl FnOnce(u16) -> Option<(Self, u16)>) -> Self {
        match &*code.insns {
            [end] if matches!(end.get(), Insn::Return) => Self::Nothing { insns: 1, words: 0 },
            [first, end] => match (first.get(), end.get()) {
                (Insn::ConstI { d, v }, Insn::ReturnValue { a }) if d == a => Self::Constant(v),
                (Insn::GetW { d, o: 0, w }, Insn::ReturnValue { a }) if d == a => {
                    Self::Field(w, Read::Word)
                }
                (Insn::GetB { d, o: 0, w }, Insn::ReturnValue { a }) if d == a => {
                    Self::Field(w, Read::Byte)
                }
                (Insn::GetS { d, o: 0, w }, Insn::ReturnValue { a }) if d == a => {
                    Self::Field(w, Read::Short)
                }
                (Insn::GetField { o: 0, .. }, Insn::ReturnValue { .. })
                | (Insn::Invoke { .. }, Insn::Return) => Self::Unlinked,
                (Insn::CallSpecial { site }, Insn::Return)
                    if code.sites[usize::from(site)].arguments[..] == [0] =>
                {
                    match called(site) {
                        Some((Self::Nothing { insns, words }, frame)) if insns < MOST_INSNS => {
                            Self::Nothing { insns: insns + 2, words: words + frame }
                        }
                        None | Some((Self::Unlinked, _)) => Self::Unlinked,
                        _ => Self::No,
                    }
                }
                _ => Self::No,
            },
            _ => Self::No,
        }
    }
}
