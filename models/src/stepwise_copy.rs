//! `System.arraycopy` where each element's access is a step of its own: as register code that copies one after the other.

use raceproof_classfile::descriptor::Type;
use raceproof_vm::class::MethodRef;
use raceproof_vm::code::Insn;
use raceproof_vm::generate::Generator;
use raceproof_vm::{Exec, Trap, Vm};
use std::collections::HashMap;

/// The copying methods, by the type of the elements and whether the last one comes first.
#[derive(Default)]
struct Copiers(HashMap<(Type, bool), MethodRef>);

/// Goes on with a method that copies `(from, start, to, target, count)`, checked already, element by element.
pub fn copy(vm: &mut Vm, ty: Type, args: &[u64]) -> Exec<u64> {
    let backwards = args[0] == args[2] && args[1] < args[3];
    let known = vm.extension.get::<Copiers>().0.get(&(ty, backwards)).copied();
    let copier = match known {
        Some(copier) => copier,
        None => make_copier(vm, ty, backwards)?,
    };
    Err(Trap::Call(copier, args.to_vec()))
}

fn make_copier(vm: &mut Vm, ty: Type, backwards: bool) -> Exec<MethodRef> {
    let object = vm.known.object.get();
    let mut g = Generator::new(object);
    let (from, start) = (g.reference(), g.register(Type::Int));
    let (to, target) = (g.reference(), g.register(Type::Int));
    let (count, value) = (g.register(Type::Int), g.register(ty));
    let step = if backwards { -1 } else { 1 };
    if backwards {
        for place in [start, target] {
            g.emit(Insn::AddI { d: place, a: place, b: count });
            g.emit(Insn::AddIK { d: place, a: place, k: -1 });
        }
    }
    let next = g.position();
    g.emit(Insn::JLeIK { a: count, k: 0, t: 0 });
    g.emit(load(ty, value, from, start));
    g.emit(store(ty, to, target, value));
    g.emit(Insn::AddIK { d: start, a: start, k: step });
    g.emit(Insn::AddIK { d: target, a: target, k: step });
    g.emit(Insn::AddIK { d: count, a: count, k: -1 });
    g.emit(Insn::Jump { t: next });
    g.land(next);
    g.emit(Insn::Return);
    let copier = g.finish(vm, "<copy>", "(Ljava/lang/Object;ILjava/lang/Object;II)V")?;
    vm.extension.get::<Copiers>().0.insert((ty, backwards), copier);
    Ok(copier)
}

fn load(ty: Type, d: u16, a: u16, i: u16) -> Insn {
    match ty.element_bytes() {
        1 => Insn::LoadB { d, a, i },
        2 => Insn::LoadC { d, a, i },
        8 => Insn::LoadL { d, a, i },
        _ => Insn::LoadI { d, a, i },
    }
}

fn store(ty: Type, a: u16, i: u16, v: u16) -> Insn {
    match ty.element_bytes() {
        1 => Insn::StoreB { a, i, v },
        2 => Insn::StoreH { a, i, v },
        8 => Insn::StoreL { a, i, v },
        _ if ty == Type::Reference => Insn::StoreA { a, i, v },
        _ => Insn::StoreI { a, i, v },
    }
}
