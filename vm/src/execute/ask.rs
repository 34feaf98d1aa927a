//! Asking Java: the machine calls a Java method while it links, and executes the instruction again
//! with the answer.

use crate::ground::class::MethodRef;
use crate::ground::code::{Extra, Insn, NO_REG};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::linking::generate::Generator;
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;
use rustc_hash::FxHashMap;

/// What tells one question of a thread from its others: who asks, and about what.
pub(crate) type Question = (u32, u32);

/// Kinds of questions to Java, the upper half of a [`Question`]'s first word.
pub(crate) const ASK_TYPE: u32 = 1 << 28;
pub(crate) const ASK_HANDLE: u32 = 2 << 28;
pub(crate) const ASK_DYNAMIC: u32 = 3 << 28;
pub(crate) const ASK_SITE: u32 = 4 << 28;

/// Answers not picked up yet, and the stubs that bring them, by method.
#[derive(Default)]
struct Answers {
    waiting: FxHashMap<(u32, Question), u64>,
    stubs: FxHashMap<u32, MethodRef>,
}

impl Vm {
    /// The result of calling `method` (static, or with its receiver first).
    ///
    /// # Errors
    /// [`Trap::Retry`] at first; when the instruction is executed again the answer is there. What
    /// the method throws is thrown by the instruction.
    pub fn ask(&mut self, question: Question, method: MethodRef, arguments: &[u64]) -> Exec<u64> {
        if self.exploring {
            return self.ask_now(method, arguments);
        }
        let thread = self.current as u32;
        if let Some(word) = self.extension.get::<Answers>().waiting.remove(&(thread, question)) {
            if method.result == Type::Reference {
                self.unpin(Ref::of(word));
            }
            return Ok(word);
        }
        let stub = self.asking_stub(method)?;
        let mut words = arguments.to_vec();
        words.extend([u64::from(question.0), u64::from(question.1)]);
        self.push_call(stub, &words, NO_REG)?;
        Err(Trap::Retry)
    }

    fn asking_stub(&mut self, method: MethodRef) -> Exec<MethodRef> {
        if let Some(stub) = self.extension.get::<Answers>().stubs.get(&method.id) {
            return Ok(stub);
        }
        let mut g = Generator::new(method.class());
        let arguments = g.registers(&method.arguments);
        let (a, b) = (g.register(Type::Int), g.register(Type::Int));
        let result =
            g.register(if method.result == Type::Void { Type::Int } else { method.result });
        g.emit(Insn::EnsureInit { class: method.class().id.0 });
        let wanted = if method.result == Type::Void { NO_REG } else { result };
        if method.is_static() {
            g.call(method, &arguments, wanted);
        } else {
            g.call_virtual(method, &arguments, wanted);
        }
        let store = if method.result == Type::Reference { answer_object } else { answer };
        g.extra(NO_REG, NO_REG, Extra::Native(store, [a, b, result].into()));
        g.emit(Insn::Return);
        let stub = g.finish(self, "<ask>", "()V")?;
        self.extension.get::<Answers>().stubs.insert(method.id, stub);
        Ok(stub)
    }
}

fn answer(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let key = (vm.current as u32, (registers[0] as u32, registers[1] as u32));
    vm.extension.get::<Answers>().waiting.insert(key, registers[2]);
    Ok(0)
}

/// An object waits pinned: another thread may run, and collect, before it is picked up.
fn answer_object(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    vm.pinned.push(Ref::of(registers[2]));
    answer(vm, registers)
}
