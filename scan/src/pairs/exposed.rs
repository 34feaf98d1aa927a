//! Objects that may escape by a race: for these the proof that an access comes before the escape
//! ([`crate::fresh`]) is taken back.
//!
//! That proof holds if no variable by which the object gets to another thread is in a race. So the
//! objects that a variable of a candidate may hold are exposed, and those that get to other threads
//! without ordering: by weak access modes, by methods of trusted classes that read plain fields, by
//! plain static fields of the class library, by the collector's queues. A pair whose proof falls is
//! a candidate itself, and exposes what its variable holds; and so on to the fixpoint.

use super::Pairing;
use super::judge::Judged;
use crate::accesses::Variable;
use crate::ids::{FieldId, InstanceId, ObjectId};
use crate::ir::Statement;
use crate::points_to::Bits;
use crate::world::{Origin, access};

/// Methods that read plain fields of trusted classes, and which: those that the class library's
/// methods of that name read, or one more.
const UNORDERED: &[(&str, &str, &str)] = &[
    ("getRawResult", "", ""),
    ("getBlocker", "java/lang/Thread", "parkBlocker"),
    ("getContextClassLoader", "java/lang/Thread", "contextClassLoader"),
    (
        "getExclusiveOwnerThread",
        "java/util/concurrent/locks/AbstractOwnableSynchronizer",
        "exclusiveOwnerThread",
    ),
];

impl Pairing<'_> {
    /// Makes candidates of the pairs whose proof is taken back.
    pub(super) fn reinstate(&self, judged: &mut [Judged]) {
        let mut exposed = Bits::default();
        for field in self.checked.weak_fields().chain(self.unordered_fields()) {
            self.expose(&mut exposed, &self.held_by_all(field));
        }
        self.expose(&mut exposed, &self.held_by(Variable::Elements, self.checked.weak_arrays()));
        self.expose(&mut exposed, &self.kept_by_library());
        self.expose(&mut exposed, &self.points_to.enqueued_by_collector());
        for judged in judged.iter() {
            if let Some(candidate) = &judged.candidate {
                self.expose(&mut exposed, &self.held_by(candidate.variable, &judged.objects));
            }
        }
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            let behind_final = self.with_final_fields(&exposed);
            for judged in judged.iter_mut() {
                for withheld in std::mem::take(&mut judged.withheld) {
                    let known = if withheld.is_kept { &behind_final } else { &exposed };
                    if withheld.objects.meets(known) {
                        let held = self.held_by(withheld.candidate.variable, &withheld.objects);
                        self.expose(&mut exposed, &held);
                        judged.is_candidate(&withheld.objects, withheld.candidate);
                        has_changed = true;
                    } else {
                        judged.withheld.push(withheld);
                    }
                }
            }
        }
    }

    /// These objects may be read by a race, and then what their plain variables hold that are not
    /// checked. For variables that are checked, races on them are candidates of their own.
    fn expose(&self, exposed: &mut Bits, objects: &Bits) {
        let world = &self.points_to.world;
        let mut work: Vec<u32> = objects.iter().collect();
        while let Some(object) = work.pop() {
            if !exposed.insert(object) {
                continue;
            }
            let object = ObjectId(object);
            let class = self.points_to.objects.get(object).class;
            if world.is_array(class) {
                if !self.checked.is_array_checked(object) {
                    work.extend(self.points_to.elements(object).into_iter().flat_map(Bits::iter));
                }
                continue;
            }
            for field in world.instance_fields(class) {
                let found = &world.fields[field.index()];
                let is_plain = !found.is(access::VOLATILE | access::FINAL);
                if is_plain && !self.checked.is_checked(found.class) {
                    work.extend(
                        self.points_to.field(object, field).into_iter().flat_map(Bits::iter),
                    );
                }
            }
        }
    }

    /// Plain fields of trusted classes that the application reads by methods which order nothing.
    fn unordered_fields(&self) -> Vec<FieldId> {
        let world = &self.points_to.world;
        let is_called = |wanted: &str| {
            let calls = self.points_to.instances.iter().enumerate();
            let mut own = calls
                .filter(|(number, _)| self.points_to.is_of_application(InstanceId(*number as u32)));
            own.any(|(_, instance)| {
                instance
                    .body
                    .calls
                    .iter()
                    .any(|call| world.called(call).is_some_and(|(name, _)| name == wanted))
            })
        };
        let called = UNORDERED.iter().filter(|(method, ..)| is_called(method));
        let (read, named): (Vec<_>, Vec<_>) = called.partition(|(_, class, _)| class.is_empty());
        let named = named
            .into_iter()
            .filter_map(|(_, class, field)| world.field_named(world.class_if_known(class)?, field));
        let mut found: Vec<FieldId> = named.collect();
        if read.is_empty() {
            return found;
        }
        found.extend(self.points_to.statements().filter_map(|(instance, _, statement)| {
            let method = &world.methods[self.points_to.instances[instance.index()].method.index()];
            let name = &*world.selectors[method.selector.index()].0;
            let is_library = world.classes[method.class.index()].origin == Origin::Jdk;
            match statement {
                Statement::GetField { field, .. }
                    if is_library && read.iter().any(|(by, ..)| *by == name) =>
                {
                    Some(field)
                }
                _ => None,
            }
        }));
        found
    }

    /// Objects of the application's that plain static fields of the class library hold.
    fn kept_by_library(&self) -> Bits {
        let world = &self.points_to.world;
        let mut kept = Bits::default();
        for (field, held) in self.points_to.static_fields() {
            let field = &world.fields[field.index()];
            if world.classes[field.class.index()].origin == Origin::Jdk
                && !field.is(access::VOLATILE)
            {
                kept.extend(
                    held.iter().filter(|object| self.checked.is_of_application(ObjectId(*object))),
                );
            }
        }
        kept
    }

    /// These objects and what their final fields lead to.
    fn with_final_fields(&self, objects: &Bits) -> Bits {
        let world = &self.points_to.world;
        let (mut found, mut work) = (Bits::default(), objects.iter().collect::<Vec<u32>>());
        while let Some(object) = work.pop() {
            if !found.insert(object) {
                continue;
            }
            let class = self.points_to.objects.get(ObjectId(object)).class;
            for field in world
                .instance_fields(class)
                .filter(|field| world.fields[field.index()].is(access::FINAL))
            {
                work.extend(
                    self.points_to.field(ObjectId(object), field).into_iter().flat_map(Bits::iter),
                );
            }
        }
        found
    }

    /// What a variable of these objects may hold.
    fn held_by(&self, variable: Variable, objects: &Bits) -> Bits {
        let mut held = Bits::default();
        let mut add = |more: Option<&Bits>| {
            if let Some(more) = more {
                held.add_all(more, &mut Bits::default());
            }
        };
        match variable {
            Variable::Field(field)
                if self.points_to.world.fields[field.index()].is(access::STATIC) =>
            {
                add(self.points_to.static_field_if_known(field));
            }
            Variable::Field(field) => {
                objects
                    .iter()
                    .for_each(|object| add(self.points_to.field(ObjectId(object), field)));
            }
            Variable::Elements => {
                objects.iter().for_each(|object| add(self.points_to.elements(ObjectId(object))));
            }
        }
        held
    }

    /// What a field may hold, of whatever object.
    fn held_by_all(&self, field: FieldId) -> Bits {
        let all: Bits = self.points_to.objects.iter().map(|(object, _)| object.0).collect();
        self.held_by(Variable::Field(field), &all)
    }
}
