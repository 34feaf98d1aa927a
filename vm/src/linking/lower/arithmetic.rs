//! Arithmetic: operations on one or two numbers, some of which have a form for a small constant.

use super::Lowering;
use crate::ground::code::{Insn, Reg};
use raceproof_bytecode::StackType;

type Unary = fn(Reg, Reg) -> Insn;
type Binary = fn(Reg, Reg, Reg) -> Insn;
type WithSmall = fn(Reg, Reg, i16) -> Insn;

impl Lowering<'_> {
    /// Opcodes 96 to 152, `iinc` left out.
    pub(super) fn arithmetic(&mut self, code: u8) {
        if let Some((kind, insn)) = unary(code) {
            return self.unary(kind, insn);
        }
        let (kind, insn, with_small) = binary(code);
        let Some((with_small, k)) = with_small.zip(self.small_operand(code)) else {
            return self.binary(kind, insn);
        };
        self.pop_entry();
        self.unary(kind, |d, a| with_small(d, a, k));
    }

    /// What is added, multiplied with, shifted by. A constant is subtracted by adding its opposite.
    fn small_operand(&self, code: u8) -> Option<i16> {
        let subtracts = matches!(code, 100 | 101);
        self.small_top().and_then(|k| if subtracts { k.checked_neg() } else { Some(k) })
    }
}

fn unary(code: u8) -> Option<(StackType, Unary)> {
    use StackType::{Double as D, Float as F, Int as I, Long as J};
    macro_rules! row {
        ($kind:ident, $insn:ident) => {
            ($kind, |d, a| Insn::$insn { d, a })
        };
    }
    let row: (StackType, Unary) = match code {
        116 => row!(I, NegI),
        117 => row!(J, NegL),
        118 => row!(F, NegF),
        119 => row!(D, NegD),
        133 => row!(J, I2L),
        134 => row!(F, I2F),
        135 => row!(D, I2D),
        136 => row!(I, L2I),
        137 => row!(F, L2F),
        138 => row!(D, L2D),
        139 => row!(I, F2I),
        140 => row!(J, F2L),
        141 => row!(D, F2D),
        142 => row!(I, D2I),
        143 => row!(J, D2L),
        144 => row!(F, D2F),
        145 => row!(I, I2B),
        146 => row!(I, I2C),
        147 => row!(I, I2S),
        _ => return None,
    };
    Some(row)
}

fn binary(code: u8) -> (StackType, Binary, Option<WithSmall>) {
    use StackType::{Double as D, Float as F, Int as I, Long as J};
    macro_rules! row {
        ($kind:ident, $insn:ident) => {
            ($kind, |d, a, b| Insn::$insn { d, a, b }, None)
        };
        ($kind:ident, $insn:ident, $with_small:ident) => {
            (
                $kind,
                |d, a, b| Insn::$insn { d, a, b },
                Some(|d, a, k| Insn::$with_small { d, a, k }),
            )
        };
    }
    match code {
        96 => row!(I, AddI, AddIK),
        97 => row!(J, AddL, AddLK),
        98 => row!(F, AddF),
        99 => row!(D, AddD),
        100 => row!(I, SubI, AddIK),
        101 => row!(J, SubL, AddLK),
        102 => row!(F, SubF),
        103 => row!(D, SubD),
        104 => row!(I, MulI, MulIK),
        105 => row!(J, MulL, MulLK),
        106 => row!(F, MulF),
        107 => row!(D, MulD),
        108 => row!(I, DivI),
        109 => row!(J, DivL),
        110 => row!(F, DivF),
        111 => row!(D, DivD),
        112 => row!(I, RemI),
        113 => row!(J, RemL),
        114 => row!(F, RemF),
        115 => row!(D, RemD),
        120 => row!(I, ShlI, ShlIK),
        121 => row!(J, ShlL, ShlLK),
        122 => row!(I, ShrI, ShrIK),
        123 => row!(J, ShrL, ShrLK),
        124 => row!(I, UshrI, UshrIK),
        125 => row!(J, UshrL, UshrLK),
        126 => row!(I, AndI, AndIK),
        127 => row!(J, AndL, AndLK),
        128 => row!(I, OrI),
        129 => row!(J, OrL),
        130 => row!(I, XorI),
        131 => row!(J, XorL),
        148 => row!(I, CmpL),
        149 => row!(I, CmpF),
        150 => row!(I, CmpFG),
        151 => row!(I, CmpD),
        152 => row!(I, CmpDG),
        _ => unreachable!("opcode {code} is no arithmetic on two numbers"),
    }
}
