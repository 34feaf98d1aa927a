//! What both looks at the program share: what executed code does, and what other code would.

use super::flow::Flow;
use super::insns::is_fixed;
use super::quiet::LibraryCall;
use super::untaken::THROWN;
use super::{MemoryKind, PossibleAccess, Reason, Stand, Subspace, Written};
use crate::ground::class::Scrutiny;
use crate::ground::class::{ClassRef, FieldRef, LoaderId, MethodRef, access};
use crate::ground::code::{Code, InvokeKind};
use crate::ground::heap::Ref;
use crate::linking::init::INITIALIZED;
use crate::vm::Vm;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// So many instructions are looked at for one answer.
const MOST: usize = 400_000;

/// What walks need of the whole.
pub(super) struct Ground<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) written: &'a Written,
    pub(super) subspace: Subspace,
    flows: FxHashMap<u32, Rc<Flow>>,
    /// The static fields of the program's classes, by place.
    pub(super) statics: FxHashMap<u32, FieldRef>,
    pub(super) left: usize,
}

impl<'a> Ground<'a> {
    pub(super) fn new(vm: &'a mut Vm, written: &'a Written) -> Self {
        let fields =
            |class: ClassRef| class.fields.iter().copied().filter(|field| field.is_static());
        let place = |field: FieldRef| (field.class().mirror.0 + field.word as u32, field);
        let statics = vm.programs_classes().flat_map(fields).map(place).collect();
        Self {
            vm,
            written,
            subspace: Subspace::default(),
            flows: FxHashMap::default(),
            statics,
            left: MOST,
        }
    }

    pub(super) fn flow(&mut self, code: &'static Code) -> Rc<Flow> {
        Rc::clone(self.flows.entry(code.method.id).or_insert_with(|| Rc::new(Flow::of(code))))
    }

    pub(super) fn add(
        &mut self,
        kind: MemoryKind,
        address: Option<u64>,
        is_write: bool,
        stand: &Stand,
    ) {
        self.subspace.add(kind, PossibleAccess { address, is_write, stand: stand.clone() });
    }

    /// Whom a call may run: the method itself, or what the receiver's class makes of it.
    pub(super) fn targets(
        &self,
        kind: InvokeKind,
        method: MethodRef,
        receiver: Option<Ref>,
    ) -> Result<Vec<MethodRef>, Reason> {
        if is_fixed(kind) || method.is_private() || method.is_initializer() {
            return Ok(vec![method]);
        }
        let select = |class: ClassRef| {
            self.vm.select(class, method).map_err(|_| "a method that is not there")
        };
        if let Some(receiver) = receiver.filter(|receiver| !receiver.is_null()) {
            return Ok(vec![select(self.vm.class_of(receiver))?]);
        }
        let mut targets: Vec<MethodRef> = Vec::new();
        for class in self.vm.linked.classes() {
            if !class.is_interface()
                && !class.is_abstract()
                && !class.is_array()
                && class.is_subtype_of(method.class())
            {
                let target = select(class)?;
                if targets.iter().all(|known| known.id != target.id) {
                    targets.push(target);
                }
            }
        }
        Ok(targets)
    }

    /// What a method of the class library uses, called with these arguments as far as they are
    /// known.
    pub(super) fn use_by_library(
        &mut self,
        called: &LibraryCall,
        arguments: &[Option<u64>],
        stand: &Stand,
    ) {
        for kind in &called.elements {
            self.add(*kind, None, false, stand);
            self.add(*kind, None, true, stand);
        }
        let given = |index: usize| arguments.get(index).copied().flatten();
        for (index, is_write) in &called.inside {
            self.add(MemoryKind::Inside, given(*index), *is_write, stand);
        }
        if called.uses_any || called.asks.iter().any(|index| !self.has_no_inside(given(*index))) {
            self.add(MemoryKind::Inside, None, false, stand);
        }
    }

    /// Whether an object says who it is without looking inside of others.
    fn has_no_inside(&self, object: Option<u64>) -> bool {
        let Some(object) = object else { return false };
        object == THROWN || object == 0 || {
            let class = self.vm.class_of(Ref::of(object));
            let is_plain =
                class.loader == LoaderId::BOOT && class.name.text().starts_with("java/lang/");
            is_plain && self.vm.scrutiny(class) == Scrutiny::Trusted
        }
    }

    /// Whether a class may be used without running any code of the program first.
    pub(super) fn is_ready(&self, class: ClassRef) -> bool {
        class.trivial_initializer
            || !self.vm.is_of_program(class)
            || self.vm.init_status(class) == INITIALIZED
    }

    /// Whether a field of the program has one value for good.
    pub(super) fn is_programs_constant(&self, field: FieldRef) -> bool {
        field.is_static()
            && field.access & access::FINAL != 0
            && self.vm.is_of_program(field.class())
    }

    /// Where a field is in memory: of an object, if it is not static.
    pub(super) fn address(field: FieldRef, object: Option<u64>) -> Option<u64> {
        let holder =
            if field.is_static() { Some(u64::from(field.class().mirror.0)) } else { object };
        holder.map(|object| (object + field.word as u64) * 8)
    }
}

#[cfg(test)]
mod tests;
