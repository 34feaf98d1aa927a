//! Decoding: where each instruction of a method's bytecode begins, its operands, the targets of its
//! branches.

use crate::{Flow, NONE, Op, SwitchTargets};

impl Flow<'_> {
    pub(super) fn decode(&mut self) -> Result<(), String> {
        let mut at = 0;
        while at < self.code.bytecode.len() {
            let op = self.decode_one(at)?;
            if at + op.length > self.code.bytecode.len() {
                return Err("the code ends inside an instruction".to_owned());
            }
            self.index[at] = self.ops.len() as u32;
            self.ops.push(op);
            at += op.length;
        }
        Ok(())
    }

    fn decode_one(&self, at: usize) -> Result<Op, String> {
        let code = self.byte(at)?;
        let op = |length, operand, second| Op { at, code, length, operand, second };
        let signed = |at| Ok::<i32, String>(i32::from(self.u16(at)?.cast_signed()));
        Ok(match code {
            16 => op(2, i32::from(self.byte(at + 1)?.cast_signed()), 0),
            17 => op(3, signed(at + 1)?, 0),
            18 | 21..=25 | 54..=58 | 169 | 188 => op(2, i32::from(self.byte(at + 1)?), 0),
            19 | 20 | 178..=184 | 187 | 189 | 192 | 193 => op(3, i32::from(self.u16(at + 1)?), 0),
            132 => {
                op(3, i32::from(self.byte(at + 1)?), i32::from(self.byte(at + 2)?.cast_signed()))
            }
            153..=168 | 198 | 199 => op(3, signed(at + 1)?, 0),
            185 | 186 => op(5, i32::from(self.u16(at + 1)?), 0),
            197 => op(4, i32::from(self.u16(at + 1)?), i32::from(self.byte(at + 3)?)),
            200 | 201 => op(5, self.i32(at + 1)?, 0),
            170 | 171 => op(self.switch_length(at, code)?, 0, 0),
            196 => {
                let inner = self.byte(at + 1)?;
                let index = i32::from(self.u16(at + 2)?);
                match inner {
                    132 => {
                        Op { at, code: inner, length: 6, operand: index, second: signed(at + 4)? }
                    }
                    21..=25 | 54..=58 | 169 => {
                        Op { at, code: inner, length: 4, operand: index, second: 0 }
                    }
                    _ => return Err(format!("wide before opcode {inner}")),
                }
            }
            26..=45 => {
                // iload_0 … aload_3
                Op {
                    at,
                    code: 21 + (code - 26) / 4,
                    length: 1,
                    operand: i32::from((code - 26) % 4),
                    second: 0,
                }
            }
            59..=78 => Op {
                at,
                code: 54 + (code - 59) / 4,
                length: 1,
                operand: i32::from((code - 59) % 4),
                second: 0,
            },
            0..=201 => op(1, 0, 0),
            _ => return Err(format!("unknown opcode {code} at position {at}")),
        })
    }

    fn switch_length(&self, at: usize, code: u8) -> Result<usize, String> {
        let base = (at + 4) & !3;
        let count = if code == 170 {
            let (low, high) = (i64::from(self.i32(base + 4)?), i64::from(self.i32(base + 8)?));
            if low > high {
                return Err("a tableswitch with low > high".to_owned());
            }
            12 + (high - low + 1) * 4
        } else {
            let pairs = i64::from(self.i32(base + 4)?);
            if pairs < 0 {
                return Err("a lookupswitch with a negative number of pairs".to_owned());
            }
            8 + pairs * 8
        };
        usize::try_from(count)
            .ok()
            .filter(|c| *c <= 65536)
            .map(|c| base + c - at)
            .ok_or("a switch longer than a method".to_owned())
    }

    /// The targets of the switch at `op`.
    pub fn switch_targets(&self, op: &Op) -> Result<SwitchTargets, String> {
        let base = (op.at + 4) & !3;
        let default = self.target(op.at, self.i32(base)?)?;
        let (mut keys, mut targets) = (Vec::new(), Vec::new());
        if op.code == 170 {
            let (low, high) = (self.i32(base + 4)?, self.i32(base + 8)?);
            for (n, key) in (low..=high).enumerate() {
                keys.push(key);
                targets.push(self.target(op.at, self.i32(base + 12 + n * 4)?)?);
            }
        } else {
            for n in 0..self.i32(base + 4)? as usize {
                keys.push(self.i32(base + 8 + n * 8)?);
                targets.push(self.target(op.at, self.i32(base + 12 + n * 8)?)?);
            }
        }
        Ok(SwitchTargets { default, keys, targets })
    }

    /// The position a branch at `at` by `offset` goes to.
    pub fn target(&self, at: usize, offset: i32) -> Result<usize, String> {
        usize::try_from(at as i64 + i64::from(offset))
            .ok()
            .filter(|target| *target < self.code.bytecode.len() && self.index[*target] != NONE)
            .ok_or_else(|| format!("the branch at position {at} goes to no instruction"))
    }

    fn byte(&self, at: usize) -> Result<u8, String> {
        self.code
            .bytecode
            .get(at)
            .copied()
            .ok_or_else(|| "the code ends inside an instruction".to_owned())
    }

    fn u16(&self, at: usize) -> Result<u16, String> {
        Ok(u16::from_be_bytes([self.byte(at)?, self.byte(at + 1)?]))
    }

    fn i32(&self, at: usize) -> Result<i32, String> {
        Ok(i32::from_be_bytes([
            self.byte(at)?,
            self.byte(at + 1)?,
            self.byte(at + 2)?,
            self.byte(at + 3)?,
        ]))
    }
}
