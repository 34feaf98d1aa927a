//! Which registers of a method's code still matter at an instruction: only those belong to a
//! state's identity.
//!
//! Backward data flow over the register code, once for each method whose frames are met. A register
//! is live before an instruction if some path from there reads it before writing it; the code's
//! exception handlers are paths from every instruction they cover. `ret` may go back behind any
//! `jsr` of the method.

use crate::ground::code::{Code, Extra, Insn, NO_REG, Reg, Switch};
use crate::threads::structured::MOST_MONITORS;
use raceproof_bytecode::dataflow::stabilise;
use raceproof_bytecode::graph::Graph;

/// Live registers before each instruction, as bits.
pub(crate) struct Liveness {
    words: usize,
    bits: Vec<u64>,
}

impl Liveness {
    /// Computes the liveness of a method's code.
    pub(crate) fn of(code: &Code) -> Self {
        let words = usize::from(code.registers).div_ceil(64).max(1);
        let count = code.insns.len();
        let mut live = Self { words, bits: vec![0; words * (count + 1)] };
        let handlers = handlers_by_instruction(code);
        let mut before = vec![0; words];
        let backwards: Vec<usize> = (0..count).rev().collect();
        stabilise(&ways(code, &handlers).reversed(), &backwards, |pc| {
            let insn = code.insns[pc].get();
            before.fill(0);
            // The monitors held are looked at by whatever leaves the frame.
            let monitors = code.monitors.map_or(0..0, |first| first..first + MOST_MONITORS);
            monitors.for_each(|register| set(&mut before, register));
            successors(code, insn, pc, |next| live.join(next, &mut before));
            // What the instruction defines is not there yet; but if it throws, the handler finds
            // the old value.
            defined(code, insn, |r| clear(&mut before, r));
            used(code, insn, |r| set(&mut before, r));
            for handler in &handlers[pc] {
                let handler = &code.handlers[*handler];
                let mut there = live.at(usize::from(handler.target)).to_vec();
                clear(&mut there, handler.register);
                before.iter_mut().zip(&there).for_each(|(b, t)| *b |= t);
            }
            live.replace(pc, &before)
        });
        live
    }

    fn at(&self, pc: usize) -> &[u64] {
        &self.bits[pc * self.words..(pc + 1) * self.words]
    }

    fn join(&self, pc: usize, into: &mut [u64]) {
        if let Some(bits) = self.bits.get(pc * self.words..(pc + 1) * self.words) {
            into.iter_mut().zip(bits).for_each(|(i, b)| *i |= b);
        }
    }

    fn replace(&mut self, pc: usize, with: &[u64]) -> bool {
        let bits = &mut self.bits[pc * self.words..(pc + 1) * self.words];
        let differs = bits != with;
        bits.copy_from_slice(with);
        differs
    }

    /// The registers that are live before an instruction, in order.
    pub(crate) fn before(&self, pc: usize) -> Vec<Reg> {
        registers(self.at(pc))
    }

    /// The registers that are live while the call before `pc` is under way: its result is yet to
    /// come, its arguments are gone, and it may throw.
    pub(crate) fn across(&self, code: &Code, pc: usize) -> Vec<Reg> {
        let call = pc.saturating_sub(1);
        let mut live = self.at(pc).to_vec();
        defined(code, code.insns[call].get(), |r| clear(&mut live, r));
        for handler in code
            .handlers
            .iter()
            .filter(|h| (usize::from(h.start)..usize::from(h.end)).contains(&call))
        {
            let mut there = self.at(usize::from(handler.target)).to_vec();
            clear(&mut there, handler.register);
            live.iter_mut().zip(&there).for_each(|(l, t)| *l |= t);
        }
        registers(&live)
    }
}

fn registers(bits: &[u64]) -> Vec<Reg> {
    let mut list = Vec::new();
    for (word, bits) in bits.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            list.push((word * 64) as Reg + bits.trailing_zeros() as Reg);
            bits &= bits - 1;
        }
    }
    list
}

fn set(bits: &mut [u64], register: Reg) {
    if let Some(word) = bits.get_mut(usize::from(register) / 64) {
        *word |= 1 << (register % 64);
    }
}

fn clear(bits: &mut [u64], register: Reg) {
    if let Some(word) = bits.get_mut(usize::from(register) / 64) {
        *word &= !(1 << (register % 64));
    }
}

/// Where each instruction may lead within the code, also by what it throws.
fn ways(code: &Code, handlers: &[Vec<usize>]) -> Graph {
    let of = |pc: usize| {
        let mut next: Vec<usize> = handlers[pc]
            .iter()
            .map(|handler| usize::from(code.handlers[*handler].target))
            .collect();
        successors(code, code.insns[pc].get(), pc, |to| {
            next.extend((to < code.insns.len()).then_some(to));
        });
        next
    };
    Graph::new((0..code.insns.len()).map(of).collect())
}

pub(crate) fn handlers_by_instruction(code: &Code) -> Vec<Vec<usize>> {
    let mut covering = vec![Vec::new(); code.insns.len()];
    for (number, handler) in code.handlers.iter().enumerate() {
        for covered in
            covering.iter_mut().take(usize::from(handler.end)).skip(usize::from(handler.start))
        {
            covered.push(number);
        }
    }
    covering
}

pub(crate) fn successors(code: &Code, mut insn: Insn, pc: usize, mut tell: impl FnMut(usize)) {
    match insn {
        Insn::Throw { .. } => {}
        _ if insn.returns() => {}
        Insn::Jump { t } | Insn::Jsr { t, .. } => tell(usize::from(t)),
        Insn::Ret { .. } => {
            let calls = (0..code.insns.len())
                .filter(|pc| matches!(code.insns[*pc].get(), Insn::Jsr { .. }));
            calls.for_each(|call| tell(call + 1));
        }
        Insn::TableSwitch { table, .. } | Insn::LookupSwitch { table, .. } => {
            let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) =
                &code.switches[usize::from(table)];
            targets.iter().chain([default]).for_each(|target| tell(usize::from(target.get())));
        }
        _ => {
            if let Some(target) = insn.target_mut() {
                tell(usize::from(*target));
            }
            tell(pc + 1);
        }
    }
}

/// The register an instruction writes.
pub(crate) fn defined(code: &Code, insn: Insn, mut tell: impl FnMut(Reg)) {
    use Insn as I;
    match insn {
        I::CallStatic { site }
        | I::CallSpecial { site }
        | I::CallVirtual { site }
        | I::CallInterface { site }
        | I::CallDirect { site }
        | I::Invoke { site } => {
            let result = code.sites[usize::from(site)].result;
            if result != NO_REG {
                tell(result);
            }
        }
        I::Extra { d, .. } if d != NO_REG => tell(d),
        _ => {
            if let Some(d) = destination(insn) {
                tell(d);
            }
        }
    }
}

#[rustfmt::skip]
fn destination(insn: Insn) -> Option<Reg> {
    use Insn as I;
    match insn {
        I::Mov { d, .. } | I::ConstI { d, .. } | I::ConstPool { d, .. } | I::ConstRef { d, .. } | I::Ldc { d, .. }
        | I::AddI { d, .. } | I::SubI { d, .. } | I::MulI { d, .. } | I::DivI { d, .. } | I::RemI { d, .. } | I::NegI { d, .. }
        | I::AndI { d, .. } | I::OrI { d, .. } | I::XorI { d, .. } | I::ShlI { d, .. } | I::ShrI { d, .. } | I::UshrI { d, .. }
        | I::AddIK { d, .. } | I::MulIK { d, .. } | I::AndIK { d, .. } | I::ShlIK { d, .. } | I::ShrIK { d, .. } | I::UshrIK { d, .. }
        | I::AddL { d, .. } | I::SubL { d, .. } | I::MulL { d, .. } | I::DivL { d, .. } | I::RemL { d, .. } | I::NegL { d, .. }
        | I::AndL { d, .. } | I::OrL { d, .. } | I::XorL { d, .. } | I::ShlL { d, .. } | I::ShrL { d, .. } | I::UshrL { d, .. }
        | I::AddLK { d, .. } | I::MulLK { d, .. } | I::AndLK { d, .. } | I::ShlLK { d, .. } | I::ShrLK { d, .. } | I::UshrLK { d, .. }
        | I::AddF { d, .. } | I::SubF { d, .. } | I::MulF { d, .. } | I::DivF { d, .. } | I::RemF { d, .. } | I::NegF { d, .. }
        | I::AddD { d, .. } | I::SubD { d, .. } | I::MulD { d, .. } | I::DivD { d, .. } | I::RemD { d, .. } | I::NegD { d, .. }
        | I::I2L { d, .. } | I::I2F { d, .. } | I::I2D { d, .. } | I::L2I { d, .. } | I::L2F { d, .. } | I::L2D { d, .. }
        | I::F2I { d, .. } | I::F2L { d, .. } | I::F2D { d, .. } | I::D2I { d, .. } | I::D2L { d, .. } | I::D2F { d, .. }
        | I::I2B { d, .. } | I::I2C { d, .. } | I::I2S { d, .. }
        | I::CmpL { d, .. } | I::CmpF { d, .. } | I::CmpFG { d, .. } | I::CmpD { d, .. } | I::CmpDG { d, .. }
        | I::Jsr { d, .. }
        | I::LoadB { d, .. } | I::LoadC { d, .. } | I::LoadS { d, .. } | I::LoadI { d, .. } | I::LoadL { d, .. } | I::ArrayLength { d, .. }
        | I::GetField { d, .. } | I::GetW { d, .. } | I::GetB { d, .. } | I::GetS { d, .. } | I::CheckedGet { d, .. }
        | I::GetStatic { d, .. } | I::StaticW { d, .. } | I::StaticB { d, .. } | I::StaticS { d, .. }
        | I::New { d, .. } | I::NewOf { d, .. } | I::NewArray { d, .. } | I::ANewArray { d, .. } | I::MultiNewArray { d, .. }
        | I::InstanceOf { d, .. } => Some(d),
        I::InitDone { a } if a != NO_REG => Some(a),
        _ => None,
    }
}

/// The registers an instruction reads.
#[rustfmt::skip]
pub(crate) fn used(code: &Code, insn: Insn, mut tell: impl FnMut(Reg)) {
    use Insn as I;
    match insn {
        I::Mov { s, .. } => tell(s),
        I::AddI { a, b, .. } | I::SubI { a, b, .. } | I::MulI { a, b, .. } | I::DivI { a, b, .. } | I::RemI { a, b, .. }
        | I::AndI { a, b, .. } | I::OrI { a, b, .. } | I::XorI { a, b, .. } | I::ShlI { a, b, .. } | I::ShrI { a, b, .. } | I::UshrI { a, b, .. }
        | I::AddL { a, b, .. } | I::SubL { a, b, .. } | I::MulL { a, b, .. } | I::DivL { a, b, .. } | I::RemL { a, b, .. }
        | I::AndL { a, b, .. } | I::OrL { a, b, .. } | I::XorL { a, b, .. } | I::ShlL { a, b, .. } | I::ShrL { a, b, .. } | I::UshrL { a, b, .. }
        | I::AddF { a, b, .. } | I::SubF { a, b, .. } | I::MulF { a, b, .. } | I::DivF { a, b, .. } | I::RemF { a, b, .. }
        | I::AddD { a, b, .. } | I::SubD { a, b, .. } | I::MulD { a, b, .. } | I::DivD { a, b, .. } | I::RemD { a, b, .. }
        | I::CmpL { a, b, .. } | I::CmpF { a, b, .. } | I::CmpFG { a, b, .. } | I::CmpD { a, b, .. } | I::CmpDG { a, b, .. }
        | I::JEq { a, b, .. } | I::JNe { a, b, .. } | I::JLtI { a, b, .. } | I::JGeI { a, b, .. } | I::JGtI { a, b, .. } | I::JLeI { a, b, .. }
        | I::JLtL { a, b, .. } | I::JGeL { a, b, .. } | I::JGtL { a, b, .. } | I::JLeL { a, b, .. } => { tell(a); tell(b); }
        I::NegI { a, .. } | I::NegL { a, .. } | I::NegF { a, .. } | I::NegD { a, .. }
        | I::AddIK { a, .. } | I::MulIK { a, .. } | I::AndIK { a, .. } | I::ShlIK { a, .. } | I::ShrIK { a, .. } | I::UshrIK { a, .. }
        | I::AddLK { a, .. } | I::MulLK { a, .. } | I::AndLK { a, .. } | I::ShlLK { a, .. } | I::ShrLK { a, .. } | I::UshrLK { a, .. }
        | I::I2L { a, .. } | I::I2F { a, .. } | I::I2D { a, .. } | I::L2I { a, .. } | I::L2F { a, .. } | I::L2D { a, .. }
        | I::F2I { a, .. } | I::F2L { a, .. } | I::F2D { a, .. } | I::D2I { a, .. } | I::D2L { a, .. } | I::D2F { a, .. }
        | I::I2B { a, .. } | I::I2C { a, .. } | I::I2S { a, .. }
        | I::JEqIK { a, .. } | I::JNeIK { a, .. } | I::JLtIK { a, .. } | I::JGeIK { a, .. } | I::JGtIK { a, .. } | I::JLeIK { a, .. }
        | I::JNull { a, .. } | I::JNonNull { a, .. } | I::TableSwitch { a, .. } | I::LookupSwitch { a, .. } | I::Ret { a }
        | I::ArrayLength { a, .. } | I::InstanceOf { a, .. } | I::MonitorEnter { a } | I::MonitorExit { a } | I::Throw { a }
        | I::ReturnValue { a } => tell(a),
        I::InitDone { a } => { if a != NO_REG { tell(a); } }
        I::LoadB { a, i, .. } | I::LoadC { a, i, .. } | I::LoadS { a, i, .. } | I::LoadI { a, i, .. } | I::LoadL { a, i, .. } => { tell(a); tell(i); }
        I::StoreB { a, i, v } | I::StoreH { a, i, v } | I::StoreI { a, i, v } | I::StoreL { a, i, v } | I::StoreA { a, i, v } => { tell(a); tell(i); tell(v); }
        I::GetField { o, .. } | I::GetW { o, .. } | I::GetB { o, .. } | I::GetS { o, .. } | I::CheckedGet { o, .. } => tell(o),
        I::PutField { o, v, .. } | I::PutW { o, v, .. } | I::PutB { o, v, .. } | I::PutH { o, v, .. } | I::PutZ { o, v, .. }
        | I::PutRef { o, v, .. } | I::CheckedPut { o, v, .. } => { tell(o); tell(v); }
        I::PutStatic { v, .. } | I::PutStaticW { v, .. } | I::PutStaticB { v, .. } | I::PutStaticH { v, .. } | I::PutStaticZ { v, .. } => tell(v),
        I::NewArray { n, .. } | I::ANewArray { n, .. } => tell(n),
        I::CheckCast { r, .. } => tell(r),
        I::MultiNewArray { site, .. } | I::Invoke { site } | I::CallStatic { site } | I::CallSpecial { site }
        | I::CallVirtual { site } | I::CallInterface { site } | I::CallDirect { site } => {
            code.sites[usize::from(site)].arguments.iter().for_each(|r| tell(*r));
        }
        I::Extra { a, extra, .. } => extra_uses(&code.extras[usize::from(extra)], a, tell),
        I::ConstI { .. } | I::ConstPool { .. } | I::ConstRef { .. } | I::Ldc { .. } | I::Jump { .. } | I::Jsr { .. }
        | I::GetStatic { .. } | I::StaticW { .. } | I::StaticB { .. } | I::StaticS { .. } | I::New { .. } | I::NewOf { .. }
        | I::Return | I::CheckMonitors | I::EnsureInit { .. } => {}
    }
}

fn extra_uses(extra: &Extra, a: Reg, mut tell: impl FnMut(Reg)) {
    if a != NO_REG {
        tell(a);
    }
    match extra {
        Extra::Concat(recipe) => recipe.registers().for_each(tell),
        Extra::Capture { fields, .. } => fields.iter().for_each(|(_, r)| tell(*r)),
        Extra::Switch(_, restart) => tell(*restart),
        Extra::Native(_, registers) => registers.iter().for_each(|r| tell(*r)),
        Extra::Box(_)
        | Extra::Unbox(_)
        | Extra::Cast(_)
        | Extra::NewArray(_)
        | Extra::Wrap(_)
        | Extra::IsExactly(_)
        | Extra::Look => {}
    }
}
