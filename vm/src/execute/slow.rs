//! Instructions that the inner loop leaves to the machine: what allocates, locks, or has a form not
//! linked yet.

use crate::execute::traps::not_implemented;
use crate::ground::class::{ClassRef, Resolved};
use crate::ground::code::{Code, Insn, NO_REG, Reg};
use crate::ground::heap::Ref;
use crate::ground::makers;
use crate::ground::native::{Exec, Trap};
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;

impl Vm {
    /// Executes an instruction that the inner loop left to the machine.
    pub(crate) fn slow(&mut self, code: &'static Code, insn: Insn) -> Exec<()> {
        let class = code.method.class();
        match insn {
            Insn::Ldc { d, cp } => {
                let word = self.load_constant(class, cp)?;
                match class.resolved[usize::from(cp)].get() {
                    Resolved::Object(object) => {
                        self.rewrite(code, Insn::ConstRef { d, r: object.0 });
                    }
                    Resolved::Class(target) => {
                        self.rewrite(code, Insn::ConstRef { d, r: target.mirror.0 });
                    }
                    _ => self.set_reg(d, word),
                }
            }
            Insn::GetField { .. } | Insn::PutField { .. } => self.link_field(code, class, insn)?,
            Insn::CheckedGet { d, o, cp } => self.checked_get(class, d, o, cp)?,
            Insn::CheckedPut { o, v, cp } => self.checked_put(class, o, v, cp)?,
            Insn::PutRef { o, v, w } => {
                let object = self.non_null(o)?;
                let value = Ref::of(self.reg(v));
                self.heap.put(object.index() + usize::from(w), value.word());
                self.share(value);
            }
            Insn::StoreA { a, i, v } if self.watched_elements(code).is_none() => {
                self.publishing_store(a, i, v);
            }
            Insn::LoadB { a, i, .. }
            | Insn::LoadC { a, i, .. }
            | Insn::LoadS { a, i, .. }
            | Insn::LoadI { a, i, .. }
            | Insn::LoadL { a, i, .. }
            | Insn::StoreB { a, i, .. }
            | Insn::StoreH { a, i, .. }
            | Insn::StoreI { a, i, .. }
            | Insn::StoreL { a, i, .. }
            | Insn::StoreA { a, i, .. } => self.watched_element(insn, a, i)?,
            Insn::GetStatic { .. } | Insn::PutStatic { .. } => {
                self.link_static(code, class, insn)?;
            }
            Insn::New { d, cp } => {
                let target = self.resolve_class(class, cp)?;
                if target.is_interface() || target.is_abstract() {
                    return Err(Trap::java("java/lang/InstantiationError", target.java_name()));
                }
                self.ensure_initialized(target)?;
                if self.is_settled(target) && makers::kind(target).is_none() {
                    self.rewrite(code, Insn::NewOf { d, class: target.id.0 });
                } else {
                    self.new_instance(d, target)?;
                }
            }
            Insn::NewOf { d, class } => {
                let target = self.linked.classes()[class as usize];
                self.new_instance(d, target)?;
            }
            Insn::NewArray { d, n, class: code } => {
                let array = self.known.primitive_array(array_type(code));
                self.new_array_slow(d, n, array)?;
            }
            Insn::ANewArray { d, n, cp } => {
                let element = self.resolve_class(class, cp)?;
                let array = self.array_class(element)?;
                self.new_array_slow(d, n, array)?;
            }
            Insn::MultiNewArray { d, site } => self.multi_array(code, class, d, site)?,
            Insn::CheckCast { cp, .. } | Insn::InstanceOf { cp, .. } => {
                self.resolve_class(class, cp)?;
                self.step_back();
            }
            Insn::MonitorEnter { a } => {
                let object = self.non_null(a)?;
                self.enter_in_frame(object)?;
            }
            Insn::MonitorExit { a } => {
                let object = self.non_null(a)?;
                self.leave_in_frame(object)?;
            }
            Insn::CheckMonitors => self.check_monitors()?,
            Insn::Throw { a } => return Err(Trap::Throw(self.non_null(a)?)),
            Insn::Invoke { site } => self.link_call(code, class, site)?,
            Insn::CallInterface { site } => {
                let call = &code.sites[usize::from(site)];
                let object = Ref::of(self.reg(call.arguments[0]));
                let actual = self.class_of(object);
                let method = call.method.get().ok_or_else(Trap::null)?;
                if method.class().is_interface() && !actual.is_subtype_of(method.class()) {
                    return Err(not_implemented(actual, method));
                }
                let selected = self.select(actual, method)?;
                call.remember(actual.id.0, selected);
                self.call_site(selected, code, site)?;
            }
            Insn::EnsureInit { class } => {
                self.ensure_initialized(self.linked.classes()[class as usize])?;
            }
            Insn::InitDone { a } => {
                let exception = if a == NO_REG { Ref::NULL } else { Ref::of(self.reg(a)) };
                let thrown = self.finish_initialization(class, exception)?;
                if a != NO_REG {
                    self.set_reg(a, thrown.word());
                }
            }
            Insn::Extra { d, a, extra } => self.extra(d, a, &code.extras[usize::from(extra)])?,
            other => unreachable!("{other:?} is executed in the inner loop"),
        }
        Ok(())
    }

    fn new_instance(&mut self, d: Reg, class: ClassRef) -> Exec<()> {
        self.collect_if_wanted(class.instance_words)?;
        let object = self.new_object(class)?;
        self.set_reg(d, object.word());
        Ok(())
    }

    fn new_array_slow(&mut self, d: Reg, n: Reg, array: ClassRef) -> Exec<()> {
        let length = self.reg(n) as i32;
        if length < 0 {
            return Err(Trap::java("java/lang/NegativeArraySizeException", length.to_string()));
        }
        let object = self.new_array_collecting(array, length as usize)?;
        self.set_reg(d, object.word());
        Ok(())
    }

    /// Allocates an array, collecting garbage before if that is due.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn new_array_collecting(&mut self, array: ClassRef, length: usize) -> Exec<Ref> {
        let bytes = array.element().map_or(0, |(_, ty)| ty.element_bytes());
        // A length that no array may have is told as such, whatever the heap holds.
        if length <= crate::vm::LONGEST_ARRAY {
            self.collect_if_wanted(length * bytes / 8 + 3)?;
        }
        self.new_array(array, length)
    }

    fn multi_array(&mut self, code: &'static Code, class: ClassRef, d: Reg, site: u16) -> Exec<()> {
        let call = &code.sites[usize::from(site)];
        let array = self.resolve_class(class, call.cp)?;
        let lengths: Vec<i32> = call.arguments.iter().map(|r| self.reg(*r) as i32).collect();
        let dimensions = array.name.text().bytes().take_while(|b| *b == b'[').count();
        if lengths.len() > dimensions {
            return Err(Trap::java(
                "java/lang/VerifyError",
                "multianewarray of too many dimensions",
            ));
        }
        let object = self.new_multi_array(array, &lengths)?;
        self.set_reg(d, object.word());
        Ok(())
    }

    /// An array of arrays; lengths beyond those given stay null.
    ///
    /// # Errors
    /// `NegativeArraySizeException`, `OutOfMemoryError`.
    pub fn new_multi_array(&mut self, array: ClassRef, lengths: &[i32]) -> Exec<Ref> {
        if let Some(negative) = lengths.iter().find(|n| **n < 0) {
            return Err(Trap::java("java/lang/NegativeArraySizeException", negative.to_string()));
        }
        let words: usize =
            lengths.iter().fold(1usize, |product, n| product.saturating_mul(*n as usize + 2));
        self.collect_if_wanted(words)?;
        self.fill_multi_array(array, lengths)
    }

    fn fill_multi_array(&mut self, array: ClassRef, lengths: &[i32]) -> Exec<Ref> {
        let Some((first, rest)) = lengths.split_first() else { return Ok(Ref::NULL) };
        let object = self.new_array(array, *first as usize)?;
        if let (Some((element, Type::Reference)), false) = (array.element(), rest.is_empty()) {
            for index in 0..*first as usize {
                let inner = self.fill_multi_array(element, rest)?;
                self.heap.put_element(object, index, inner);
            }
        }
        Ok(object)
    }
}

/// The element type a `newarray` operand names.
fn array_type(code: u16) -> Type {
    match code {
        4 => Type::Boolean,
        5 => Type::Char,
        6 => Type::Float,
        7 => Type::Double,
        8 => Type::Byte,
        9 => Type::Short,
        10 => Type::Int,
        _ => Type::Long,
    }
}
