//! Objects of a kind: those that pass for a class, that are the application's business
//! (`closed.rs`), and those that a call treats alike. Such properties never change, so they are
//! kept as sets, and a points-to set is filtered by one intersection.

use super::{Bits, Objects, Part, PointsTo, Site, passes};
use crate::ids::{ClassId, InstanceId, ObjectId, Selector};
use crate::world::World;
use rustc_hash::FxHashMap;

/// The objects of which something is true that never changes, as far as they were looked at.
#[derive(Default)]
struct Those {
    members: Bits,
    looked_at: usize,
}

impl Those {
    fn all(&mut self, objects: &Objects, is_one: impl Fn(ObjectId) -> bool) -> &Bits {
        for number in self.looked_at..objects.count() {
            if is_one(ObjectId(number as u32)) {
                self.members.insert(number as u32);
            }
        }
        self.looked_at = objects.count();
        &self.members
    }
}

/// By what they are asked for.
#[derive(Default)]
pub(super) struct Kinds {
    of_class: FxHashMap<ClassId, Those>,
    arrays: Those,
    business: Those,
}

impl Kinds {
    /// Those that pass for a class.
    pub(super) fn passing(&mut self, world: &World, objects: &Objects, class: ClassId) -> &Bits {
        let those = self.of_class.entry(class).or_default();
        those.all(objects, |object| passes(world, objects.get(object), class))
    }
}

/// Receivers that a call treats alike: by what they are, and the context in which their methods are
/// analysed.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Alike {
    instance: InstanceId,
    call: u32,
    selector: Option<Selector>,
    class: ClassId,
    is_merged: bool,
    context: Option<ObjectId>,
}

impl PointsTo {
    /// Of some objects, those that have a part. A register may hold others, since filters follow
    /// casts alone.
    pub(super) fn with_part(&mut self, objects: &Bits, part: Part) -> Bits {
        let (world, all) = (&self.world, &self.objects);
        match part {
            Part::Field(field) => {
                let class = world.fields[field.index()].class;
                objects.common(self.kinds.passing(world, all, class))
            }
            Part::Elements => {
                let arrays =
                    self.kinds.arrays.all(all, |object| world.is_array(all.get(object).class));
                objects.common(arrays)
            }
            Part::Any | Part::All => objects.clone(),
        }
    }

    /// Whether one of some objects is the application's business.
    pub(super) fn is_any_business_of_application(&mut self, objects: &Bits) -> bool {
        let mut those = std::mem::take(&mut self.kinds.business);
        let is_any = objects
            .meets(those.all(&self.objects, |object| self.is_business_of_application(object)));
        self.kinds.business = those;
        is_any
    }

    /// What an object is for a call, or for a native method that calls that method of it.
    pub(super) fn alike(
        &mut self,
        instance: InstanceId,
        call: u32,
        selector: Option<Selector>,
        object: ObjectId,
    ) -> Alike {
        let found = *self.objects.get(object);
        let is_merged = matches!(found.site, Site::Merged(_));
        Alike {
            instance,
            call,
            selector,
            class: found.class,
            is_merged,
            context: self.objects.context(object),
        }
    }
}
