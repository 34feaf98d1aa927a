//! The verifier of application classes: types of values, as JVMS 4.10 has it.
//!
//! - Classes of version 50 and later are checked against their `StackMapTable` (4.10.1), in
//!   `checking.rs`.
//! - Older ones, and those of version 50 that fail, have their types inferred (4.10.2), in
//!   `inferring.rs`: the same effects of instructions with a worklist, and a merge where ways join.
//!   Subroutines (`jsr`) are in `subroutines.rs`.
//!
//! What passes can rely on every register holding what its type says: fields are found in the
//! objects they belong to, elements in arrays of their kind. Interfaces are the exception, as in
//! HotSpot: any object passes for one, so calls through an interface check their receiver.
//!
//! HotSpot is the model where it and the specification differ: `new` does not make older unfinished
//! objects of the same instruction unusable, `aastore` takes any reference. Classes of the JDK's
//! image are trusted. The work that a method may cost is limited by its length, so that no class
//! file keeps the verifier busy.
//!
//! Asking a loader written in Java for a class ends verification with a trap; it starts again when
//! the instruction that wanted the class initialised is executed again, with the first method that
//! had not passed yet.

mod assignable;
mod checking;
mod failure;
mod inferring;
mod instructions;
mod invocation;
mod members;
mod method;
mod opcodes;
mod stack_map;
mod subroutines;
mod throwing;
mod types;

use crate::ground::class::{ClassRef, MethodRef};
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::vm::Vm;
use failure::{Check, Failure};
use method::Body;
use raceproof_classfile::descriptor::{Type, field_length, object_name, split_method};
use raceproof_classfile::{ClassFile, Constant};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use types::VType;

/// The first version whose code is checked against a stack map.
const STACK_MAP_VERSION: u16 = 50;
/// The first version whose stack map must hold.
const NO_INFERENCE_VERSION: u16 = 51;
/// Comparisons of types that a method may cost for each byte of its code and its stack map.
const WORK_PER_BYTE: usize = 2_000;

/// And what any method may cost.
const LEAST_WORK: usize = 1_000_000;

/// Methods of a class that have passed, counted in order, while a loader is being asked.
#[derive(Default)]
struct Passed(FxHashMap<u32, usize>);

/// Names the rules speak of.
struct Names {
    object: Symbol,
    throwable: Symbol,
    string: Symbol,
    class: Symbol,
    method_handle: Symbol,
    method_type: Symbol,
    cloneable: Symbol,
    serializable: Symbol,
    init: Symbol,
}

/// The types of a method descriptor.
struct Signature {
    parameters: Vec<VType>,
    result: Option<VType>,
}

/// Verification of one class.
struct Verifier<'v> {
    vm: &'v mut Vm,
    class: ClassRef,
    file: &'static ClassFile<'static>,
    names: Names,
    /// Texts of the constant pool, by index.
    texts: FxHashMap<u16, Symbol>,
    signatures: FxHashMap<Symbol, Rc<Signature>>,
    assignable: FxHashMap<(VType, Symbol), bool>,
    merges: FxHashMap<(Symbol, Symbol), Symbol>,
    /// What the method may still cost.
    work: usize,
}

impl Vm {
    /// Makes sure that a class is verified, as initialising it and listing its members require.
    ///
    /// # Errors
    /// `VerifyError`, `ClassFormatError`, what loading a class throws, or [`crate::Trap::Retry`]
    /// while a loader is asked.
    pub fn ensure_verified(&mut self, class: ClassRef) -> Exec<()> {
        if class.verified.get() { Ok(()) } else { self.verify(class) }
    }

    /// Verifies a class and what it extends, supertypes first, and links their code.
    fn verify(&mut self, class: ClassRef) -> Exec<()> {
        let mut pending = vec![class];
        while let Some(class) = pending.last().copied() {
            let mut parents = class.super_class.iter().chain(&class.interfaces);
            if let Some(parent) = parents.find(|parent| !parent.verified.get()) {
                pending.push(parent);
                continue;
            }
            self.verify_one(class)?;
            class.verified.set(true);
            pending.pop();
        }
        Ok(())
    }

    fn verify_one(&mut self, class: ClassRef) -> Exec<()> {
        let trusted = self.linked.is_of_jdk(class.loader);
        let Some(file) = class.file.filter(|_| !trusted) else { return Ok(()) };
        let is_magic = crate::linking::access_checks::is_magic(class);
        if !is_magic {
            let first = self.extension.get::<Passed>().0.get(&class.id.0).copied().unwrap_or(0);
            let mut verifier = Verifier::new(self, class, file);
            for (number, method) in class.methods.iter().enumerate().skip(first) {
                if let Err(trap) = verifier.method(method) {
                    self.extension.get::<Passed>().0.insert(class.id.0, number);
                    return Err(trap);
                }
            }
            self.extension.get::<Passed>().0.remove(&class.id.0);
        }
        for method in class.methods.iter().filter(|m| !m.is_native() && !m.is_abstract()) {
            // What the verifier accepts, `java` runs: that it cannot be linked is our limit.
            self.code(method).map_err(|trap| match trap {
                Trap::Java("java/lang/VerifyError", what) if !is_magic => Trap::Unsupported(
                    format!("code that is verified, but not linked: {}", what.unwrap_or_default()),
                ),
                other => other,
            })?;
        }
        Ok(())
    }
}

impl<'v> Verifier<'v> {
    fn new(vm: &'v mut Vm, class: ClassRef, file: &'static ClassFile<'static>) -> Self {
        let names = Names {
            object: vm.symbol("java/lang/Object"),
            throwable: vm.symbol("java/lang/Throwable"),
            string: vm.symbol("java/lang/String"),
            class: vm.symbol("java/lang/Class"),
            method_handle: vm.symbol("java/lang/invoke/MethodHandle"),
            method_type: vm.symbol("java/lang/invoke/MethodType"),
            cloneable: vm.symbol("java/lang/Cloneable"),
            serializable: vm.symbol("java/io/Serializable"),
            init: vm.symbol("<init>"),
        };
        Self {
            vm,
            class,
            file,
            names,
            texts: FxHashMap::default(),
            signatures: FxHashMap::default(),
            assignable: FxHashMap::default(),
            merges: FxHashMap::default(),
            work: 0,
        }
    }

    fn method(&mut self, method: MethodRef) -> Exec<()> {
        if method.is_native() || method.is_abstract() {
            return Ok(());
        }
        let member = self.file.methods.get(usize::from(method.slot));
        let code = match member.map(|member| self.file.code(member)) {
            Some(Ok(Some(code))) => code,
            Some(Err(error)) => {
                return Err(Failure::Format(error.to_string()).thrown_briefly(method));
            }
            _ => {
                let what =
                    "Absent Code attribute in method that is not native or abstract".to_owned();
                return Err(Failure::Format(what).thrown_briefly(method));
            }
        };
        let maps: usize = code.attributes.iter().map(|a| a.data.len()).sum();
        let work = LEAST_WORK + (code.bytecode.len() + maps) * WORK_PER_BYTE;
        if self.file.major >= STACK_MAP_VERSION {
            self.work = work;
            let checked = Body::new(self, method, &code).and_then(|body| self.check(&body));
            match checked {
                Ok(()) => return Ok(()),
                Err(failure)
                    if self.file.major >= NO_INFERENCE_VERSION || !failure.is_verdict() =>
                {
                    return Err(failure.thrown(method, code.bytecode));
                }
                Err(failure) => {
                    self.work = work;
                    return match self.infer_types(method, &code) {
                        Ok(()) => Ok(()),
                        // The first verdict is the one that is told.
                        Err(second) if second.is_verdict() => {
                            Err(failure.thrown_at_last(method, code.bytecode))
                        }
                        Err(second) => Err(second.thrown_briefly(method)),
                    };
                }
            }
        }
        self.work = work;
        self.infer_types(method, &code).map_err(|failure| failure.thrown_briefly(method))
    }

    fn infer_types(
        &mut self,
        method: MethodRef,
        code: &raceproof_classfile::Code<'static>,
    ) -> Check<()> {
        let mut body = Body::new(self, method, code)?;
        body.inferring = true;
        self.infer(&body)
    }

    /// Takes from the work that the method may cost.
    fn spend(&mut self, amount: usize) -> Check<()> {
        self.work = self.work.checked_sub(amount + 1).ok_or_else(|| {
            Failure::verify(
                "The types of the method are too many to check: it needs more work than any compiler's code",
            )
        })?;
        Ok(())
    }

    /// The text of a `Utf8` constant.
    fn text(&mut self, index: u16) -> Check<Symbol> {
        if let Some(symbol) = self.texts.get(&index) {
            return Ok(*symbol);
        }
        let text = self.file.text(index).map_err(|error| Failure::Format(error.to_string()))?;
        let symbol = self.vm.symbol(&text);
        self.texts.insert(index, symbol);
        Ok(symbol)
    }

    /// The type in a `Class` constant. A hidden class goes by its own name, not by the one in the
    /// file.
    fn class_type(&mut self, index: u16) -> Check<VType> {
        if index == self.file.this_class {
            return Ok(VType::Class(self.class.name));
        }
        match self.file.constant(index) {
            Ok(Constant::Class { name }) => {
                let name = self.text(name)?;
                Ok(self.named_type(name))
            }
            _ => Err(self.wrong_constant(index)),
        }
    }

    /// The class or array class of that internal name. What only looks like an array is a class
    /// that is not found.
    fn named_type(&mut self, name: Symbol) -> VType {
        let text = name.text();
        if text.starts_with('[') && field_length(text) == Some(text.len()) {
            return self.field_type(text).unwrap_or(VType::Class(name));
        }
        VType::Class(name)
    }

    /// The error for a constant that does not exist or is of the wrong kind.
    fn wrong_constant(&self, index: u16) -> Failure {
        let count = self.file.constants.len();
        let what = if index == 0 || usize::from(index) >= count {
            "Illegal constant pool index"
        } else {
            "Illegal type at constant pool entry"
        };
        let message = format!("{what} {index} in class {}", self.class.java_name());
        Failure::because(message, format!("Constant pool index {index} is invalid"))
    }

    /// The types in a method descriptor.
    fn signature(&mut self, descriptor: Symbol) -> Check<Rc<Signature>> {
        if let Some(signature) = self.signatures.get(&descriptor) {
            return Ok(Rc::clone(signature));
        }
        let Some((parameters, result)) = split_method(descriptor.text()) else {
            return Err(Failure::Format(format!("Method has invalid signature \"{descriptor}\"")));
        };
        let parameters = parameters.into_iter().filter_map(|p| self.field_type(p)).collect();
        let signature = Rc::new(Signature { parameters, result: self.field_type(result) });
        self.signatures.insert(descriptor, Rc::clone(&signature));
        Ok(signature)
    }

    /// The type of values of a field descriptor; `None` for `V`.
    fn field_type(&mut self, descriptor: &str) -> Option<VType> {
        Some(match Type::of(descriptor)? {
            Type::Void => return None,
            Type::Long => VType::Long,
            Type::Float => VType::Float,
            Type::Double => VType::Double,
            Type::Reference => {
                let dimensions = descriptor.bytes().take_while(|b| *b == b'[').count() as u8;
                let element = &descriptor[usize::from(dimensions)..];
                match (dimensions, Type::of(element)?) {
                    (0, _) => VType::Class(self.vm.symbol(object_name(element))),
                    (_, Type::Reference) => {
                        VType::ClassArray(dimensions, self.vm.symbol(object_name(element)))
                    }
                    _ => VType::PrimitiveArray(dimensions, *element.as_bytes().first()?),
                }
            }
            _ => VType::Int,
        })
    }
}
