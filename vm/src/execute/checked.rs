//! Accesses that other threads may notice: volatile fields, static references, and, where plain
//! accesses are watched too, every other field and array element that is not final.

use crate::ground::class::{ClassRef, FieldRef, LoaderId, access};
use crate::ground::code::{Insn, Reg};
use crate::ground::heap::{HEADER_BYTES, Ref};
use crate::ground::native::Exec;
use crate::threads::pending::kind_of;
use crate::threads::pending::{Pending, element_address, field_address};
use crate::threads::thread::Frame;
use crate::vm::{Telling, Vm, missing};
use raceproof_base::{AccessKind, Address, Finer, Mode, OperationKind, Sync};
use raceproof_classfile::descriptor::Type;

impl Vm {
    /// Whether accesses of a field must look whether they are visible.
    pub(crate) fn is_checked(&self, field: FieldRef) -> bool {
        let constant = field.is_static() && field.access & access::FINAL != 0;
        self.orders(field)
            || self.is_field_contested(field)
            || !constant
                && (self.explore.accesses
                    || self.is_field_compared(field) && !self.is_field_proved(field))
    }

    fn field_is_visible(&self, field: FieldRef) -> bool {
        field.is_volatile()
            || self.explore.accesses && self.is_watched_field(field)
            || self.is_field_contested(field)
    }

    /// Whether plain accesses of a field are visible in any case: because they are known to race,
    /// or because the program's author says that they may, and nobody looks whether they do.
    #[must_use]
    pub fn is_field_contested(&self, field: FieldRef) -> bool {
        *field.contested.get_or_init(|| {
            self.is_field_listed(field)
                || self.explore.telling != Telling::Operations
                    && self.is_field_excepted(field)
                    && !self.is_field_accepted(field)
        })
    }

    /// Whether a field is among the variables that this search was begun anew for. A final one, as
    /// what a call site leads to, is set all the same.
    pub(crate) fn is_field_listed(&self, field: FieldRef) -> bool {
        *field.listed.get_or_init(|| {
            let name = || format!("{}.{}", field.class().java_name(), field.name.text());
            !self.explore.contested.is_empty() && self.explore.contested.contains(&name())
        })
    }

    /// Whether plain accesses of an array's elements are visible in any case.
    pub(crate) fn is_array_contested(&self, array: Ref) -> bool {
        let is_listed = || {
            let class = crate::tell::naming::readable(self.class_of(array));
            self.explore.contested.contains(&class)
        };
        !self.explore.contested.is_empty() && is_listed()
            || self.explore.telling != Telling::Operations && self.is_element_excepted(array)
    }

    /// Whether plain accesses of a field are steps of their own. Where races are looked for, what
    /// is trusted is taken to be ordered by synchronization, and switching there is enough.
    fn is_watched_field(&self, field: FieldRef) -> bool {
        if self.explore.telling == Telling::Operations {
            self.is_watched_class(field.class())
        } else {
            self.is_field_told(field)
        }
    }

    /// Tells an access of a field, after it.
    fn tell_field(&mut self, field: FieldRef, access: AccessKind, object: Ref) {
        if !self.tells() {
            return;
        }
        let variable = field_address(object, field.word);
        let is_told = self.is_access_told(field);
        if self.is_programs_own(field) {
            self.tell_ordered(access, Mode::Volatile, object, variable, is_told);
        } else if self.orders(field) {
            self.tell_by_mode(access, Mode::Volatile, object, variable, is_told);
        } else if (is_told || self.is_programs_doing(field)) && !self.is_field_proved(field) {
            self.tell_access(access, Mode::Plain, object, variable);
        }
    }

    /// Whether code of the program's accesses a variable of a class of the JDK's itself, as subclasses
    /// do: what the class does with it may be trusted, what the program does is not.
    pub(crate) fn is_by_program(&self, class: ClassRef, field: FieldRef) -> bool {
        field.access & access::FINAL == 0
            && !self.linked.is_of_jdk(class.loader)
            && self.linked.is_of_jdk(field.class().loader)
            && !field.class().books.are_kept()
    }

    fn is_programs_doing(&self, field: FieldRef) -> bool {
        let frame = self.frames.last();
        frame.is_some_and(|frame| self.is_by_program(frame.code.method.class(), field))
    }

    /// What the program writes there, the class may read without a step.
    fn note_programs_write(&mut self, class: ClassRef, field: FieldRef, object: Ref) {
        if self.exploring
            && self.heap.is_shared(object)
            && self.is_by_program(class, field)
            && !self.is_field_contested(field)
            && !self.is_field_checked(field)
        {
            let name = format!("{}.{}", field.class().java_name(), field.name.text());
            self.noted.finer.get_or_insert(Finer::Accesses(name));
        }
    }

    /// Whether another thread is in a constructor of the object: as long as none is, nobody will
    /// write its final fields, and reading them is no step of its own.
    fn is_being_constructed(&self, object: Ref) -> bool {
        let constructs = |thread: usize| {
            let (frames, stack) = self.stack_of(thread);
            let is_its = |frame: &Frame| {
                frame.code.method.name.text() == "<init>"
                    && stack[frame.base as usize] == object.word()
            };
            frames.iter().any(is_its)
        };
        self.heap.is_shared(object)
            && (0..self.threads.len()).any(|n| n != self.current && constructs(n))
    }

    /// Whether plain accesses of a class's fields may be noticed: those of the class library's
    /// bookkeeping are not.
    fn is_watched_class(&self, class: ClassRef) -> bool {
        !class.books.are_kept()
    }

    fn kinds(field: FieldRef) -> (OperationKind, OperationKind) {
        if field.is_volatile() {
            (OperationKind::VolatileRead, OperationKind::VolatileWrite)
        } else {
            (OperationKind::Read, OperationKind::Write)
        }
    }

    /// The volatile reading of a static field, by a peer.
    ///
    /// # Errors
    /// [`Trap::Pause`](crate::ground::native::Trap::Pause).
    pub fn visible_static(&mut self, class: ClassRef, name: &str) -> Exec<u64> {
        let field = class
            .fields
            .iter()
            .copied()
            .find(|field| field.is_static() && field.name.text() == name);
        let field = field.ok_or_else(|| missing(name))?;
        self.visible_field(field, OperationKind::VolatileRead, class.mirror)?;
        Ok(self.heap.get(class.mirror.index() + field.word))
    }

    fn visible_field(&mut self, field: FieldRef, kind: OperationKind, object: Ref) -> Exec<()> {
        if kind == OperationKind::VolatileRead && self.is_its_owners(field, object) {
            return Ok(());
        }
        let access = Pending::new(kind, field_address(object, field.word));
        if self.is_programs_own(field) || self.is_field_listed(field) {
            self.visible_on_thread(object, access)?;
        } else {
            self.visible_on(object, access)?;
        }
        Ok(())
    }

    /// Whether a field is the state of a lock of the JDK's that the running thread holds for
    /// itself. As long as it does no other thread changes that state: their compare-and-sets fail.
    /// So reading it can be moved back to the step that took the lock. Who holds it is noted after
    /// it was taken, and taken back before it is given away.
    fn is_its_owners(&self, field: FieldRef, object: Ref) -> bool {
        field.name.text() == "state"
            && field.class().name.text() == "java/util/concurrent/locks/AbstractQueuedSynchronizer"
            && self.class_of(object).loader == LoaderId::BOOT
            && self.field_ref(object, "exclusiveOwnerThread") == self.current_thread()
    }

    /// The names of threads and the handlers of their exceptions are the program's, though threads
    /// themselves are the class library's bookkeeping. Nobody can tell when a thread that has ended
    /// lets go of them.
    fn is_programs_own(&self, field: FieldRef) -> bool {
        const PROGRAMS: &[&str] =
            &["name", "uncaughtExceptionHandler", "defaultUncaughtExceptionHandler"];
        const LEAVING: &[&str] = &["exit", "clearReferences"];
        let threads = self.known.thread.get().id;
        let leaving = |frame: &Frame| {
            frame.code.method.class().id == threads
                && LEAVING.contains(&frame.code.method.name.text())
        };
        field.class().id == threads
            && PROGRAMS.contains(&field.name.text())
            && !self.frames.last().is_some_and(leaving)
    }

    pub(crate) fn checked_get(&mut self, class: ClassRef, d: Reg, o: Reg, cp: u16) -> Exec<()> {
        let field = self.resolve_field(class, cp)?;
        let object = self.non_null(o)?;
        let is_final = field.access & access::FINAL != 0;
        let is_known_to_change =
            !is_final || self.is_field_listed(field) || self.has_escaped(object);
        if self.field_is_visible(field) && (is_known_to_change || self.is_being_constructed(object))
        {
            self.visible_field(field, Self::kinds(field).0, object)?;
        }
        self.heap.note_read(object.index() + field.word);
        let word = self.heap.get(object.index() + field.word);
        self.set_reg(d, widened(field.ty, word));
        if is_known_to_change {
            self.tell_field(field, AccessKind::Read, object);
        }
        Ok(())
    }

    pub(crate) fn checked_put(&mut self, class: ClassRef, o: Reg, v: Reg, cp: u16) -> Exec<()> {
        let field = self.resolve_field(class, cp)?;
        let object = self.non_null(o)?;
        if self.field_is_visible(field) {
            self.visible_field(field, Self::kinds(field).1, object)?;
        }
        self.note_programs_write(class, field, object);
        let word = self.reg(v);
        self.heap.put(object.index() + field.word, narrowed(field.ty, word));
        if field.ty == Type::Reference {
            self.publish(object, Ref::of(word));
        }
        if field.access & access::FINAL == 0 || self.has_escaped(object) {
            self.tell_field(field, AccessKind::Write, object);
        }
        Ok(())
    }

    /// A static field's access in its linked form, which is not kept: the check is due each time.
    pub(crate) fn checked_static(&mut self, field: FieldRef, linked: Insn) -> Exec<()> {
        let mirror = field.class().mirror;
        let kinds = Self::kinds(field);
        let read =
            matches!(linked, Insn::StaticW { .. } | Insn::StaticB { .. } | Insn::StaticS { .. });
        let constant = field.access & access::FINAL != 0;
        let access = if read { AccessKind::Read } else { AccessKind::Write };
        // A standard stream is constant, and set all the same.
        if self.is_field_contested(field) || self.field_is_visible(field) && !constant {
            let kind = if read { kinds.0 } else { kinds.1 };
            self.visible_field(field, kind, mirror)?;
        }
        if let (false, Some(frame)) = (read, self.frames.last()) {
            self.note_programs_write(frame.code.method.class(), field, mirror);
        }
        self.static_access_once(linked);
        if !read && field.ty == Type::Reference {
            self.share(Ref::of(self.heap.get(mirror.index() + field.word)));
        }
        if !constant {
            self.tell_field(field, access, mirror);
        }
        Ok(())
    }

    /// Stores a reference, checked already, into a shared array.
    pub(crate) fn publishing_store(&mut self, a: Reg, i: Reg, v: Reg) {
        let (array, index, value) =
            (Ref::of(self.reg(a)), self.reg(i) as u32, Ref::of(self.reg(v)));
        self.heap.put_element(array, index as usize, value);
        self.publish(array, value);
    }

    /// An element of a shared array, where plain accesses are visible or told.
    pub(crate) fn watched_element(&mut self, insn: Insn, a: Reg, i: Reg) -> Exec<()> {
        let array = self.non_null(a)?;
        let index = self.reg(i) as i32;
        let length = self.heap.length(array);
        if index.cast_unsigned() as usize >= length {
            return Err(crate::execute::traps::out_of_bounds(index, length));
        }
        let index = index.cast_unsigned() as usize;
        let ty = self.class_of(array).element().map_or(Type::Byte, |(_, ty)| ty);
        let at = element_address(array, index, ty.element_bytes());
        let store = match insn {
            Insn::StoreB { v, .. }
            | Insn::StoreH { v, .. }
            | Insn::StoreI { v, .. }
            | Insn::StoreL { v, .. }
            | Insn::StoreA { v, .. } => Some(v),
            _ => None,
        };
        // What does not fit is not written (JLS 15.26.1).
        if let (Some(v), Type::Reference) = (store, ty) {
            self.check_fits(array, Ref::of(self.reg(v)))?;
        }
        let access = if store.is_some() { AccessKind::Write } else { AccessKind::Read };
        let hands_over = store.is_some() && self.hands_over(array);
        if hands_over {
            self.visible_access(OperationKind::VolatileWrite, array, at)?;
        } else {
            self.element_access(access, array, at)?;
        }
        match store {
            Some(v) => {
                self.store_element(array, index, ty, self.reg(v));
                // After what becomes known by it.
                if hands_over {
                    self.tell_release(Sync::Variable(at));
                }
                Ok(())
            }
            None => {
                let word = self.load_element(array, index, ty);
                if let Insn::LoadB { d, .. }
                | Insn::LoadC { d, .. }
                | Insn::LoadS { d, .. }
                | Insn::LoadI { d, .. }
                | Insn::LoadL { d, .. } = insn
                {
                    self.set_reg(d, word);
                }
                Ok(())
            }
        }
    }

    /// Stops before a plain access of an array's element where that is a step of its own, and tells
    /// it.
    fn element_access(&mut self, access: AccessKind, array: Ref, at: Address) -> Exec<()> {
        self.note_element(access, array, at);
        let is_told =
            self.explore.telling != Telling::Operations && self.is_weaker_element_told(array);
        let is_watched = match self.explore.telling {
            Telling::Operations => {
                self.frames.last().is_some_and(|f| self.is_watched_class(f.code.method.class()))
            }
            _ => is_told,
        };
        if self.explore.accesses && is_watched || self.is_array_contested(array) {
            self.visible_access(kind_of(access), array, at)?;
        }
        if is_told {
            self.tell_access(access, Mode::Plain, array, at);
        }
        Ok(())
    }

    fn check_fits(&mut self, array: Ref, value: Ref) -> Exec<()> {
        let fits = value.is_null()
            || crate::execute::interp::fits(&self.heap, self.linked.classes(), array, value);
        if fits { Ok(()) } else { Err(crate::execute::traps::array_store(self, value)) }
    }

    fn store_element(&mut self, array: Ref, index: usize, ty: Type, word: u64) {
        let at = array.index() * 8 + HEADER_BYTES + index * ty.element_bytes();
        match ty.element_bytes() {
            1 if ty == Type::Boolean => self.heap.put_u8(at, word as u8 & 1),
            1 => self.heap.put_u8(at, word as u8),
            2 => self.heap.put_u16(at, word as u16),
            8 => self.heap.put_u64(at, word),
            _ if ty == Type::Reference => {
                let value = Ref::of(word);
                self.heap.put_element(array, index, value);
                self.publish(array, value);
            }
            _ => self.heap.put_u32(at, word as u32),
        }
    }

    pub(crate) fn load_element(&self, array: Ref, index: usize, ty: Type) -> u64 {
        let at = array.index() * 8 + HEADER_BYTES + index * ty.element_bytes();
        match (ty, ty.element_bytes()) {
            (_, 1) => int(i32::from(self.heap.u8(at).cast_signed())),
            (Type::Short, _) => int(i32::from(self.heap.u16(at).cast_signed())),
            (_, 2) => u64::from(self.heap.u16(at)),
            (_, 8) => self.heap.u64(at),
            _ => u64::from(self.heap.u32(at)),
        }
    }
}

fn int(value: i32) -> u64 {
    u64::from(value.cast_unsigned())
}

/// A field's word as a register holds it.
pub(crate) fn widened(ty: Type, word: u64) -> u64 {
    match ty {
        Type::Byte => int(i32::from(word as i8)),
        Type::Short => int(i32::from(word as i16)),
        _ => word,
    }
}

/// A register as a field's word holds it.
pub(crate) fn narrowed(ty: Type, word: u64) -> u64 {
    match ty {
        Type::Byte => word & 0xFF,
        Type::Short | Type::Char => word & 0xFFFF,
        Type::Boolean => word & 1,
        _ => word,
    }
}
