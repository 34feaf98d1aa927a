//! What `System.arraycopy` and `Object.clone` copy, where other threads may change it meanwhile:
//! each access is a step of its own, in register code that copies one piece after the other.

use raceproof_base::{AccessKind, Mode, OperationKind};
use raceproof_classfile::descriptor::Type;
use raceproof_vm::ground::class::MethodRef;
use raceproof_vm::ground::code::{Extra, Insn, NO_REG};
use raceproof_vm::ground::heap::HEADER_WORDS;
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::threads::pending::field_address;
use raceproof_vm::{Exec, Ref, Trap, Vm};
use std::collections::HashMap;

/// The copying methods, by the type of the elements and whether the last one comes first.
#[derive(Default)]
struct Copiers(HashMap<(Type, bool), MethodRef>);

/// Goes on with a method that copies `(from, start, to, target, count)`, checked already, element
/// by element. It returns the second array.
pub fn elements(vm: &mut Vm, ty: Type, args: &[u64]) -> Exec<u64> {
    let backwards = args[0] == args[2] && args[1] < args[3];
    let known = vm.extension.get::<Copiers>().0.get(&(ty, backwards)).copied();
    let copier = match known {
        Some(copier) => copier,
        None => make_copier(vm, ty, backwards)?,
    };
    Err(Trap::Call(copier, args.to_vec()))
}

fn make_copier(vm: &mut Vm, ty: Type, backwards: bool) -> Exec<MethodRef> {
    let object = vm.known().object.get();
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
    g.emit(Insn::ReturnValue { a: to });
    let copier =
        g.finish(vm, "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)Ljava/lang/Object;")?;
    vm.extension.get::<Copiers>().0.insert((ty, backwards), copier);
    Ok(copier)
}

/// Goes on with a method that copies the fields of an object to another, which it returns, field by
/// field.
pub fn fields(vm: &mut Vm, from: Ref, to: Ref) -> Exec<u64> {
    let count = vm.object_words(from) as u64;
    let cloner = match vm.extension.get::<Cloner>().0 {
        Some(cloner) => cloner,
        None => make_cloner(vm)?,
    };
    Err(Trap::Call(cloner, vec![from.word(), to.word(), HEADER_WORDS as u64, count]))
}

/// The method that copies fields.
#[derive(Default)]
struct Cloner(Option<MethodRef>);

fn make_cloner(vm: &mut Vm) -> Exec<MethodRef> {
    let mut g = Generator::new(vm.known().object.get());
    let (from, to) = (g.reference(), g.reference());
    let (word, count) = (g.register(Type::Int), g.register(Type::Int));
    let next = g.position();
    g.emit(Insn::JGeI { a: word, b: count, t: 0 });
    g.extra(NO_REG, NO_REG, Extra::Native(copy_word, [from, to, word].into()));
    g.emit(Insn::AddIK { d: word, a: word, k: 1 });
    g.emit(Insn::Jump { t: next });
    g.land(next);
    g.emit(Insn::ReturnValue { a: to });
    let cloner =
        g.finish(vm, "clone", "(Ljava/lang/Object;Ljava/lang/Object;II)Ljava/lang/Object;")?;
    vm.extension.get::<Cloner>().0 = Some(cloner);
    Ok(cloner)
}

fn copy_word(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let (from, to, word) = (Ref::of(registers[0]), Ref::of(registers[1]), registers[2] as usize);
    let at = field_address(from, word);
    if vm.field_at(from, word).is_some_and(raceproof_vm::ground::class::Field::is_volatile) {
        vm.visible_access(OperationKind::VolatileRead, from, at)?;
        let is_told = vm.is_offset_told(from, word * 8);
        vm.tell_by_mode(AccessKind::Read, Mode::Volatile, from, at, is_told);
    } else {
        vm.plain_access(AccessKind::Read, from, at)?;
    }
    let value = vm.heap.get(from.index() + word);
    vm.heap.put(to.index() + word, value);
    vm.plain_access(AccessKind::Write, to, field_address(to, word))?;
    Ok(0)
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
