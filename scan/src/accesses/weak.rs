//! Accesses by modes weaker than volatile: plain and opaque ones of atomics and handles, and those
//! that only acquire or release.

use super::Checked;
use crate::ids::{FieldId, InstanceId, ObjectId};
use crate::ir::Callee;
use crate::points_to::Bits;
use crate::world::access;
use std::collections::BTreeSet;

impl Checked<'_> {
    /// Fields of the library's atomics are not checked, unless they are accessed by a method that
    /// orders nothing.
    pub(super) fn note_plain_atomics(&mut self, instance: InstanceId) {
        let world = &self.points_to.world;
        let method = &world.methods[self.points_to.instances[instance.index()].method.index()];
        let name = &*world.selectors[method.selector.index()].0;
        let class = &world.classes[method.class.index()];
        let is_plain = matches!(
            name,
            "getPlain" | "setPlain" | "weakCompareAndSet" | "weakCompareAndSetPlain"
        );
        if is_plain && class.name.starts_with("java/util/concurrent/atomic/") {
            self.plain_atomics.extend(world.field_named(method.class, "value"));
        }
    }

    /// Arrays whose elements are accessed in modes which order nothing.
    #[must_use]
    pub fn weak_arrays(&self) -> &Bits {
        &self.weak_arrays
    }

    /// Fields that are accessed in modes which order nothing.
    pub fn weak_fields(&self) -> impl Iterator<Item = FieldId> {
        self.weak.iter().copied()
    }

    pub(super) fn note_weak_mode(&mut self, instance: InstanceId, call: u32) {
        let world = &self.points_to.world;
        let found = &self.points_to.instances[instance.index()];
        let call = &found.body.calls[call as usize];
        let Callee::Polymorphic { selector, .. } = call.callee else { return };
        let name = &*world.selectors[selector.index()].0;
        let is_plain = is_plain(name);
        // What the library does in its own modes is behind methods that are named alike, or does
        // not order by that alone.
        let method = &world.methods[found.method.index()];
        let by = &*world.selectors[method.selector.index()].0;
        // Those of `java.util.concurrent.atomic` that are named so are plain; the handles' are not.
        let counts =
            self.points_to.is_of_application(instance) || is_weak(by) || by == "weakCompareAndSet";
        if !counts || !is_plain && !is_weak(name) {
            return;
        }
        if let (None, Some(base)) =
            (world.handled(call), call.arguments.get(1).filter(|base| base.is_some()))
        {
            let objects = self.points_to.register(instance, *base).iter();
            let arrays = objects.filter(|object| {
                world.is_array(self.points_to.objects.get(ObjectId(*object)).class)
            });
            let arrays: Bits = arrays.collect();
            self.weak_arrays.add_all(&arrays, &mut Bits::default());
            if is_plain {
                self.plain_arrays.add_all(&arrays, &mut Bits::default());
            }
        }
        let fields = match (world.handled(call), call.arguments.get(1)) {
            (Some(field), _) => BTreeSet::from([field]),
            (None, Some(base)) if base.is_some() => self.fields_of(instance, *base),
            _ => BTreeSet::new(),
        };
        if is_plain {
            let is_volatile = |field: &&FieldId| world.fields[field.index()].is(access::VOLATILE);
            self.handled_plainly.extend(fields.iter().filter(is_volatile));
        }
        self.weak.extend(fields);
    }
}

/// By its name, whether a variable handle's method accesses as plain code does.
pub(super) fn is_plain(name: &str) -> bool {
    matches!(name, "get" | "set" | "weakCompareAndSetPlain")
}

/// By its name, whether a method accesses in a mode that orders nothing, or only in one direction
/// of two.
fn is_weak(name: &str) -> bool {
    let is_halved = does_both(name) && (name.ends_with("Acquire") || name.ends_with("Release"));
    name.contains("Opaque") || name.contains("Plain") || is_halved
}

/// By its name, whether a method that reads and writes at once reads as plain code does.
pub(super) fn reads_plainly_too(name: &str) -> bool {
    does_both(name) && name.ends_with("Release")
}

fn does_both(name: &str) -> bool {
    ["getAnd", "compareAndExchange", "weakCompareAndSet"]
        .iter()
        .any(|begin| name.starts_with(begin))
}
