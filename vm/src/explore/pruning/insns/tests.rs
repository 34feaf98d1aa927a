//! What single instructions are.

use super::*;
use crate::testing::{machine, program};
use crate::vm::ExploreOptions;

#[test]
fn elements_are_of_a_size_and_read_or_written() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    let walk = vm.method_named(class, "walk", "()V").unwrap();
    let code = vm.code(walk).unwrap();
    let registers = 0..code.registers;
    let reference = registers.clone().find(|r| code.is_reference(usize::from(*r))).unwrap();
    let number = registers.clone().find(|r| !code.is_reference(usize::from(*r))).unwrap();
    let (d, a, i, v) = (number, 11, 12, 13);
    for (insn, bytes, is_write) in [
        (Insn::LoadB { d, a, i }, 1, false),
        (Insn::LoadC { d, a, i }, 2, false),
        (Insn::LoadS { d, a, i }, 2, false),
        (Insn::LoadI { d, a, i }, 4, false),
        (Insn::LoadI { d: reference, a, i }, 0, false),
        (Insn::LoadL { d, a, i }, 8, false),
        (Insn::StoreB { a, i, v }, 1, true),
        (Insn::StoreH { a, i, v }, 2, true),
        (Insn::StoreI { a, i, v }, 4, true),
        (Insn::StoreL { a, i, v }, 8, true),
        (Insn::StoreA { a, i, v }, 0, true),
    ] {
        let expected = Some((MemoryKind::Elements(bytes), 11, 12, is_write));
        assert_eq!(element_of(code, insn), expected, "{insn:?}");
        assert!(may_throw(insn), "{insn:?}");
    }
    assert_eq!(element_of(code, Insn::ArrayLength { d, a }), None);
}

#[test]
fn what_needs_no_operand_throws_nothing() {
    assert!(!may_throw(Insn::Mov { d: 0, s: 1 }));
    assert!(!may_throw(Insn::AddI { d: 0, a: 1, b: 2 }));
    assert!(may_throw(Insn::DivI { d: 0, a: 1, b: 2 }));
    assert!(may_throw(Insn::MonitorEnter { a: 0 }));
    assert!(!may_throw(Insn::MonitorExit { a: 0 }), "it is structured");
    assert!(may_throw(Insn::CheckCast { r: 0, cp: 1 }));
}

#[test]
fn calls_have_a_site_and_some_a_fixed_target() {
    let site = 7;
    for insn in [
        Insn::CallStatic { site },
        Insn::CallDirect { site },
        Insn::CallSpecial { site },
        Insn::CallVirtual { site },
        Insn::CallInterface { site },
        Insn::Invoke { site },
    ] {
        assert_eq!(call_of(insn), Some(7), "{insn:?}");
    }
    assert_eq!(call_of(Insn::Return), None);
    assert!(is_fixed(InvokeKind::Static) && is_fixed(InvokeKind::Special));
    assert!(is_fixed(InvokeKind::Dynamic));
    assert!(!is_fixed(InvokeKind::Virtual) && !is_fixed(InvokeKind::Interface));
}
