//! Where a worker of a `ForkJoinPool` draws the number that says in which order it looks through
//! the queues: one instruction instead of a generator's shifts ([`Extra::Look`]). And how often an
//! idle one of JDK 25 looks round before it parks.

use super::Lowering;
use crate::ground::class::LoaderId;
use crate::ground::code::{Extra, Insn};
use raceproof_bytecode::Op;

const ILOAD: u8 = 21;
const ISTORE: u8 = 54;
const BIPUSH: u8 = 16;
const SIPUSH: u8 = 17;
const INVOKESTATIC: u8 = 184;
const ICONST_5: u8 = 8;
const ISHL: u8 = 120;
const IUSHR: u8 = 124;
const IXOR: u8 = 130;

/// What `javac` makes of `r ^= r << 13; r ^= r >>> 17; r ^= r << 5`: opcodes, with their operands
/// but for those of loads and stores.
const DRAW: [(u8, Option<i32>); 18] = [
    (ILOAD, None),
    (ILOAD, None),
    (BIPUSH, Some(13)),
    (ISHL, None),
    (IXOR, None),
    (ISTORE, None),
    (ILOAD, None),
    (ILOAD, None),
    (BIPUSH, Some(17)),
    (IUSHR, None),
    (IXOR, None),
    (ISTORE, None),
    (ILOAD, None),
    (ILOAD, None),
    (ICONST_5, None),
    (ISHL, None),
    (IXOR, None),
    (ISTORE, None),
];

/// The least number of slots that an idle worker looks at, `SPIN_WAITS << 1`.
const SPINS: i32 = 256;

impl Lowering<'_> {
    /// Whether operation number `n` says how many slots an idle worker looks at before it parks
    /// (`Math.max(3 * queues, 256)`). Three times round is as good as more: it takes itself back if
    /// it finds tasks three times at most; and before it parks it asks once more whether somebody
    /// has woken it. What comes to a queue later than that could as well have come before.
    pub(super) fn spins_at(&self, n: usize) -> bool {
        let codes =
            self.flow.ops.get(n..n + 2).map(|ops| (ops[0].code, ops[0].operand, ops[1].code));
        codes == Some((SIPUSH, SPINS, INVOKESTATIC)) && self.is_of_pool("deactivate")
    }

    fn is_of_pool(&self, method: &str) -> bool {
        let class = self.method.class();
        self.method.name.text() == method
            && class.loader == LoaderId::BOOT
            && class.name.text() == "java/util/concurrent/ForkJoinPool"
    }

    /// How many operations from number `n` on draw such a number, if they do.
    pub(super) fn draw_at(&self, n: usize) -> Option<usize> {
        let is_worker = self.is_of_pool("runWorker");
        let ops = self.flow.ops.get(n..n + DRAW.len()).filter(|_| is_worker)?;
        let local = ops[0].operand;
        let is_same = |(op, (code, operand)): (&Op, &(u8, Option<i32>))| {
            let is_local = matches!(op.code, ILOAD | ISTORE);
            op.code == *code
                && operand.is_none_or(|operand| op.operand == operand)
                && (!is_local || op.operand == local)
        };
        let is_entered = ops[1..].iter().any(|op| self.flow.leaders[op.at]);
        (!is_entered && ops.iter().zip(&DRAW).all(is_same)).then_some(DRAW.len())
    }

    /// Draws it into the local variable of the first of these operations.
    pub(super) fn draw(&mut self, op: &Op) {
        let register = self.registers.get(false, op.operand as usize, false);
        self.extras.push(Extra::Look);
        let extra = self.extras.len() as u16 - 1;
        self.emit(Insn::Extra { d: register, a: register, extra });
    }
}
