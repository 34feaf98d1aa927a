//! Whether the locksets of two accesses have a common lock, or locks that exclude each other if the
//! objects alias.

use super::Pairing;
use crate::accesses::Access;
use crate::ids::{FieldId, InstanceId, ObjectId, Reg};
use crate::ir::Statement;
use crate::points_to::Bits;
use crate::walk::{Here, Lock};
use crate::world::access;

/// Locks that two accesses hold, such that distinct locks imply distinct objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Guard {
    /// By so many loads over owned objects, an object whose monitor is held leads to the one that
    /// is accessed ([`crate::owned`]); 0 if it is that itself.
    Owner(u32),
    /// The value of this final field of the object that is accessed: one object has one value.
    Field(FieldId),
}

/// An access, in a thread, and what holds there.
pub(super) type Side<'a> = (&'a Access, usize, &'a Here);

impl Pairing<'_> {
    /// A lock that both hold and that tells their objects apart.
    pub(super) fn common_guard(
        &self,
        one: Side<'_>,
        other: Side<'_>,
        objects: &Bits,
    ) -> Option<Guard> {
        let ways =
            |(access, thread, here): Side<'_>| self.locked_ways(access, thread, here, objects);
        let also = ways(other);
        let by_owner = ways(one).into_iter().find(|steps| also.contains(steps)).map(Guard::Owner);
        by_owner.or_else(|| {
            let also = self.guards(other.0, other.2);
            self.guards(one.0, one.2)
                .into_iter()
                .find(|guard| also.contains(guard))
                .map(|(field, _)| Guard::Field(field))
        })
    }

    /// By how many loads objects whose monitors are held lead to the one that is accessed; 0 for
    /// its own monitor. Locks of `java.util.concurrent` lead to no object of the application's.
    fn locked_ways(&self, access: &Access, thread: usize, here: &Here, objects: &Bits) -> Vec<u32> {
        if !access.base.is_some() || here.held.is_empty() {
            return Vec::new();
        }
        let ways = self.owned.ways(access.instance, access.base, objects).into_iter();
        let is_locked = |reg: Reg| {
            here.held.iter().any(|lock| match *lock {
                Lock::Register(own) => self.are_same(thread, access.instance, own, reg),
                Lock::Itself(_) | Lock::Single(_) | Lock::Shared(_) => false,
            })
        };
        ways.filter(|(reg, _)| is_locked(*reg)).map(|(_, steps)| steps).collect()
    }

    /// Whether two registers hold the same object when a thread executes an instance: both read the
    /// same field of the same object, which no thread writes as long as the thread lives.
    fn are_same(&self, thread: usize, instance: InstanceId, one: Reg, other: Reg) -> bool {
        let body = &self.points_to.instances[instance.index()].body;
        let read = |reg: Reg| match body.statements[body.definition(reg)? as usize] {
            Statement::GetField { base, field, .. } => Some((base, field)),
            _ => None,
        };
        one == other
            || read(one).zip(read(other)).is_some_and(|((one, field), (other, also))| {
                field == also
                    && self.are_same(thread, instance, one, other)
                    && self.is_never_written(field, self.points_to.register(instance, one), thread)
            })
    }

    /// Whether all writes of a field of these objects are by other threads, before a thread begins
    /// or after its end.
    fn is_never_written(&self, field: FieldId, objects: &Bits, thread: usize) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        // All accesses of the fields of untrusted classes are known.
        let is_known = !found.is(access::VOLATILE)
            && self.checked.is_checked(found.class)
            && !self.checked.is_benign(field);
        let is_apart = |number: usize| {
            let write = &self.accesses[number];
            self.threads.reaching(write.instance).all(|by| match self.here.get(&(number, by)) {
                Some(here) => by != thread && thread != 0 && !here.running.contains(thread as u32),
                // It is not executed; or its instance was not asked for, and nothing is known.
                None => self.met.contains(&write.instance),
            })
        };
        let meets = |number: usize| self.objects[number].meets(objects);
        let of_field = self.by_field.get(&field).into_iter().flatten().copied();
        is_known
            && of_field
                .filter(|number| self.accesses[*number].is_write && meets(*number))
                .all(is_apart)
    }

    /// Final fields of the object that is accessed whose values are locked.
    fn guards(&self, access: &Access, here: &Here) -> Vec<(FieldId, Mutex)> {
        let body = &self.points_to.instances[access.instance.index()].body;
        let mut guards = Vec::new();
        for statement in &body.statements {
            if let Statement::GetField { to, base, field } = *statement
                && base == access.base
                && base.is_some()
                && self.points_to.world.fields[field.index()].is(access::FINAL)
            {
                guards.extend(locked_as(here, to).map(|mutex| (field, mutex)));
            }
        }
        guards
    }
}

/// An object excludes others by its monitor, or as a lock by itself; the two have nothing to do
/// with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mutex {
    Monitor,
    Itself,
}

/// As what the object of a register is held.
fn locked_as(here: &Here, reg: Reg) -> impl Iterator<Item = Mutex> {
    let both = [(Lock::Register(reg), Mutex::Monitor), (Lock::Itself(reg), Mutex::Itself)];
    both.into_iter()
        .filter(move |(lock, _)| reg.is_some() && here.held.contains(lock))
        .map(|(_, mutex)| mutex)
}

/// The lock, of which there is one, that both hold; one of both for writing.
pub(super) fn common_lock(here: &Here, there: &Here) -> Option<ObjectId> {
    here.held.iter().find_map(|lock| match *lock {
        Lock::Single(object) => {
            let is_held = [Lock::Single(object), Lock::Shared(object)]
                .iter()
                .any(|lock| there.held.contains(lock));
            is_held.then_some(object)
        }
        Lock::Shared(object) => there.held.contains(&Lock::Single(object)).then_some(object),
        Lock::Register(_) | Lock::Itself(_) => None,
    })
}
