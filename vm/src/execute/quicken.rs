//! What an instruction becomes when it is first executed: accesses of fields and calls, resolved
//! once and rewritten.

use crate::ground::class::{ClassRef, FieldRef, MethodRef, access};
use crate::ground::code::{Code, Insn, InvokeKind};
use crate::ground::native::{Exec, Trap};
use crate::linking::resolve::abstract_method;
use crate::tell::hotspot_names::external_method;
use crate::vm::Vm;
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::Type;

impl Vm {
    /// Replaces the instruction just fetched by its resolved form and executes that.
    pub(crate) fn rewrite(&mut self, code: &'static Code, insn: Insn) {
        self.step_back();
        let pc = self.frames.last().map_or(0, |f| f.pc as usize);
        code.insns[pc].set(insn);
    }

    pub(crate) fn link_field(
        &mut self,
        code: &'static Code,
        class: ClassRef,
        insn: Insn,
    ) -> Exec<()> {
        let (Insn::GetField { cp, .. } | Insn::PutField { cp, .. }) = insn else { return Ok(()) };
        let field = self.resolve_field(class, cp)?;
        if field.is_static() {
            let message =
                format!("Expected non-static field {}.{}", field.class().java_name(), field.name);
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
        }
        let w = field.word as u16;
        let checked =
            self.options.explore && (self.is_checked(field) || self.is_by_program(class, field));
        let linked = match insn {
            Insn::GetField { d, o, cp } if checked => Insn::CheckedGet { d, o, cp },
            Insn::GetField { d, o, .. } => match field.ty {
                Type::Byte => Insn::GetB { d, o, w },
                Type::Short => Insn::GetS { d, o, w },
                _ => Insn::GetW { d, o, w },
            },
            Insn::PutField { o, v, .. } => {
                self.check_final(code, field, "<init>")?;
                match field.ty {
                    _ if checked => Insn::CheckedPut { o, v, cp },
                    Type::Reference if self.options.explore => Insn::PutRef { o, v, w },
                    Type::Byte => Insn::PutB { o, v, w },
                    Type::Short | Type::Char => Insn::PutH { o, v, w },
                    Type::Boolean => Insn::PutZ { o, v, w },
                    _ => Insn::PutW { o, v, w },
                }
            }
            _ => insn,
        };
        self.rewrite(code, linked);
        Ok(())
    }

    pub(crate) fn link_static(
        &mut self,
        code: &'static Code,
        class: ClassRef,
        insn: Insn,
    ) -> Exec<()> {
        let (Insn::GetStatic { cp, .. } | Insn::PutStatic { cp, .. }) = insn else { return Ok(()) };
        let field = self.resolve_field(class, cp)?;
        if !field.is_static() {
            let message =
                format!("Expected static field {}.{}", field.class().java_name(), field.name);
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
        }
        let holder = field.class();
        self.ensure_initialized(holder)?;
        let at = holder.mirror.0 + field.word as u32;
        let linked = match insn {
            Insn::GetStatic { d, .. } => match field.ty {
                Type::Byte => Insn::StaticB { d, at },
                Type::Short => Insn::StaticS { d, at },
                _ => Insn::StaticW { d, at },
            },
            Insn::PutStatic { v, .. } => {
                self.check_final(code, field, "<clinit>")?;
                match field.ty {
                    Type::Byte => Insn::PutStaticB { v, at },
                    Type::Short | Type::Char => Insn::PutStaticH { v, at },
                    Type::Boolean => Insn::PutStaticZ { v, at },
                    _ => Insn::PutStaticW { v, at },
                }
            }
            _ => insn,
        };
        let is_checked = || self.is_checked(field) || self.is_by_program(class, field);
        if self.options.explore && (field.ty == Type::Reference || is_checked()) {
            return self.checked_static(field, linked);
        }
        // While the initialiser runs, other threads must still find the unresolved form and wait.
        if self.is_settled(holder) {
            self.rewrite(code, linked);
        } else {
            self.static_access_once(linked);
        }
        Ok(())
    }

    pub(crate) fn static_access_once(&mut self, linked: Insn) {
        if let Insn::StaticW { at, .. } | Insn::StaticB { at, .. } | Insn::StaticS { at, .. } =
            linked
        {
            self.heap.note_read(at as usize);
        }
        match linked {
            Insn::StaticW { d, at } => self.set_reg(d, self.heap.get(at as usize)),
            Insn::StaticB { d, at } => self
                .set_reg(d, u64::from(i32::from(self.heap.get(at as usize) as i8).cast_unsigned())),
            Insn::StaticS { d, at } => self.set_reg(
                d,
                u64::from(i32::from(self.heap.get(at as usize) as i16).cast_unsigned()),
            ),
            Insn::PutStaticW { v, at } => self.heap.put(at as usize, self.reg(v)),
            Insn::PutStaticB { v, at } => self.heap.put(at as usize, self.reg(v) & 0xFF),
            Insn::PutStaticH { v, at } => self.heap.put(at as usize, self.reg(v) & 0xFFFF),
            Insn::PutStaticZ { v, at } => self.heap.put(at as usize, self.reg(v) & 1),
            other => unreachable!("{other:?} is no static access"),
        }
    }

    fn check_final(&self, code: &Code, field: FieldRef, initializer: &str) -> Exec<()> {
        let method = code.method;
        if field.access & access::FINAL == 0
            || method.class().id == field.class().id
                && (method.name.text() == initializer
                    || method.class().file.is_some_and(|f| f.major < 53))
        {
            return Ok(());
        }
        let kind = if field.is_static() { "static final" } else { "final" };
        let message = if method.class().id == field.class().id {
            format!(
                "Update to {}{kind} field {}.{} attempted from a different method ({}) than the initializer method {initializer} ",
                if field.is_static() { "" } else { "non-static " },
                field.class().java_name(),
                field.name,
                method.name
            )
        } else {
            format!(
                "Update to {}{kind} field {}.{} attempted from a different class ({}) than the field's declaring class",
                if field.is_static() { "" } else { "non-static " },
                field.class().java_name(),
                field.name,
                method.class().java_name()
            )
        };
        Err(Trap::java("java/lang/IllegalAccessError", message))
    }

    /// Links a call when it is first executed.
    pub(crate) fn link_call(
        &mut self,
        code: &'static Code,
        class: ClassRef,
        site: u16,
    ) -> Exec<()> {
        let call = &code.sites[usize::from(site)];
        if call.kind == InvokeKind::Dynamic {
            return self.link_dynamic(code, class, site);
        }
        let method = self.resolve_method(class, call.cp)?;
        if method.signature_polymorphic {
            return self.link_polymorphic(code, class, method, site);
        }
        if method.is_static() != (call.kind == InvokeKind::Static) {
            let expected = match call.kind {
                InvokeKind::Static => "Expected static",
                InvokeKind::Interface => "Expected instance not static",
                _ => "Expecting non-static",
            };
            let what =
                external_method(method.class(), method.name.text(), method.descriptor.text());
            return Err(Trap::java(
                "java/lang/IncompatibleClassChangeError",
                format!("{expected} method '{what}'"),
            ));
        }
        match call.kind {
            InvokeKind::Static => {
                self.ensure_initialized(method.class())?;
                call.method.set(Some(method));
                if self.is_settled(method.class()) {
                    self.rewrite(code, Insn::CallStatic { site });
                } else {
                    self.call_site(method, code, site)?;
                }
            }
            InvokeKind::Special => {
                let target = self.special_target(class, call.cp, method)?;
                call.method.set(Some(target));
                self.rewrite(code, Insn::CallSpecial { site });
            }
            _ => self.link_virtual(code, site, method),
        }
        Ok(())
    }

    fn link_virtual(&mut self, code: &'static Code, site: u16, method: MethodRef) {
        let call = &code.sites[usize::from(site)];
        call.method.set(Some(method));
        let insn = match method.vtable_index.get() {
            // Any object passes for an interface: even a private method of one checks its receiver.
            _ if method.is_private() && !method.class().is_interface() => {
                Insn::CallSpecial { site }
            }
            _ if method.is_initializer() => Insn::CallSpecial { site },
            Some(index) if !method.class().is_interface() => {
                call.vtable_index.set(index);
                Insn::CallVirtual { site }
            }
            _ => Insn::CallInterface { site },
        };
        self.rewrite(code, insn);
    }

    /// `invokespecial`: a superclass's method, found from the direct superclass of the calling
    /// class (JVMS 6.5).
    fn special_target(&mut self, class: ClassRef, cp: u16, method: MethodRef) -> Exec<MethodRef> {
        let holder = match self.constant(class, cp)? {
            Constant::Method { class: c, .. } | Constant::InterfaceMethod { class: c, .. } => {
                self.resolve_class(class, c)?
            }
            _ => method.class(),
        };
        if method.is_initializer()
            || method.is_private()
            || holder.id == class.id
            || class.access & access::SUPER == 0
        {
            return if method.is_abstract() {
                Err(abstract_method(class, method))
            } else {
                Ok(method)
            };
        }
        let target = if holder.is_interface() || class.is_interface() {
            if method.is_abstract() { None } else { Some(method) }
        } else {
            let parent = class.super_class.unwrap_or(class);
            self.find_method(parent, method.name, method.descriptor)
        };
        target.filter(|m| !m.is_abstract()).ok_or_else(|| abstract_method(class, method))
    }

    /// Links a site to a fixed method with an optional extra argument, and calls it.
    pub(crate) fn bind_site(
        &mut self,
        code: &'static Code,
        site: u16,
        method: MethodRef,
    ) -> Exec<()> {
        code.sites[usize::from(site)].method.set(Some(method));
        self.rewrite(code, Insn::CallDirect { site });
        Ok(())
    }
}
