//! Accesses by class initialisers, which happen before those of other threads.
//!
//! A thread that accesses a static field waits for the initialiser of its class to end, if another
//! thread runs it, and happens after that (JVMS 5.5, JLS 12.4.2). So the initialiser's accesses of
//! these fields are in no race; nor are those of an object that only these fields hold: every other
//! thread that has it has read one of them.

use super::Pairing;
use crate::accesses::{Access, Variable};
use crate::ids::{ClassId, ObjectId};
use crate::points_to::{Bits, PointsTo, Site};
use crate::world::access;
use rustc_hash::FxHashMap;

/// The objects that static fields of one class hold, and nothing else.
pub(super) struct HeldByStatics(FxHashMap<ObjectId, ClassId>);

impl HeldByStatics {
    /// Those of a program.
    pub(super) fn new(points_to: &PointsTo) -> Self {
        let mut otherwise = Bits::default();
        let mut add = |objects: &Bits| {
            otherwise.add_all(objects, &mut Bits::default());
        };
        points_to.objects.iter().for_each(|(object, _)| points_to.held(object).for_each(&mut add));
        for entry in &points_to.entries {
            let parameters = points_to.instances[entry.index()].body.parameters.iter();
            parameters
                .filter(|own| own.is_some())
                .for_each(|own| add(points_to.register(*entry, *own)));
            add(points_to.thrown(*entry));
        }
        let mut found: FxHashMap<ObjectId, ClassId> = FxHashMap::default();
        for (field, objects) in points_to.static_fields() {
            let class = points_to.world.fields[field.index()].class;
            for object in
                objects.iter().filter(|object| !otherwise.contains(*object)).collect::<Vec<u32>>()
            {
                if *found.entry(ObjectId(object)).or_insert(class) != class {
                    otherwise.insert(object);
                }
            }
        }
        let is_allocated = |object: ObjectId| {
            matches!(points_to.objects.get(object).site, Site::Allocation { .. })
        };
        found.retain(|object, _| is_allocated(*object) && !otherwise.contains(object.0));
        Self(found)
    }
}

impl Pairing<'_> {
    /// Whether an access of these objects is by the class initialiser whose end happens before all
    /// accesses by other threads.
    pub(super) fn is_by_initialiser(
        &self,
        variable: Variable,
        access: &Access,
        objects: &Bits,
    ) -> bool {
        let world = &self.points_to.world;
        let method = &world.methods[self.place_of(access).0.index()];
        if &*world.selectors[method.selector.index()].0 != "<clinit>" {
            return false;
        }
        match variable {
            Variable::Field(field) if world.fields[field.index()].is(access::STATIC) => {
                world.fields[field.index()].class == method.class
            }
            _ => {
                !objects.is_empty()
                    && objects.iter().all(|object| {
                        self.held_by_statics.0.get(&ObjectId(object)) == Some(&method.class)
                    })
            }
        }
    }
}
