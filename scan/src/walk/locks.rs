//! Locksets: the locks that are held after a statement, on all paths.

use super::{Here, Lock, Walks};
use crate::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg};
use crate::ir::{Block, Body, Call, Statement};
use crate::points_to::Bits;
use crate::world::Origin;
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LockKind {
    Simple,
    Read,
    Write,
}

/// What a call does with a lock that is no monitor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Locking {
    Takes,
    /// It takes it if its result is true.
    Tries,
    Releases,
}

impl Walks<'_> {
    /// What an initialiser releases is held nowhere in an instance that may run it.
    pub(super) fn forget_unlocked_any_time(&self, instance: InstanceId, here: &mut Here) {
        if !here.held.is_empty() {
            self.effects_of_initialisers(instance)
                .for_each(|effects| self.forget(instance, &effects.unlocked, here));
        }
    }

    /// Whatever a call may release is no longer held behind it, even if the call has acquired it
    /// before that.
    pub(super) fn forget(&self, instance: InstanceId, unlocked: &Bits, here: &mut Here) {
        if unlocked.is_empty() || here.held.is_empty() {
            return;
        }
        here.keep(|lock| match lock {
            Lock::Single(object) | Lock::Shared(object) => !unlocked.contains(object.0),
            Lock::Register(reg) | Lock::Itself(reg) => {
                !unlocked.meets(self.points_to.register(instance, *reg))
            }
        });
    }

    /// What a call does with a lock that is no monitor, by its name.
    pub(super) fn locking(&self, call: &Call) -> Option<Locking> {
        match self.points_to.world.called_on(call)? {
            (_, "lock" | "lockInterruptibly", "()V") => Some(Locking::Takes),
            (_, "tryLock", "()Z" | "(JLjava/util/concurrent/TimeUnit;)Z") => Some(Locking::Tries),
            (_, "unlock", "()V") => Some(Locking::Releases),
            _ => None,
        }
    }

    /// The call of `tryLock` whose lock is held along the edge from a block to another: the block
    /// ends by testing its result.
    pub(super) fn tried_along<'b>(
        &self,
        body: &'b Body,
        block: &Block,
        to: u32,
    ) -> Option<&'b Call> {
        let test =
            block.zero_test.filter(|test| test.unless == to && test.statement >= block.start)?;
        // Nothing between the call and the test may release it.
        let since = &body.statements[test.statement as usize + 1..block.end as usize];
        let may_release = since
            .iter()
            .any(|statement| matches!(statement, Statement::Call { .. } | Statement::Exit { .. }));
        match body.statements[test.statement as usize] {
            Statement::Call { call } if !may_release => {
                let call = &body.calls[call as usize];
                (self.locking(call) == Some(Locking::Tries)).then_some(call)
            }
            _ => None,
        }
    }

    /// What a lock's field `sync` holds: the same of one for reading and one for writing that
    /// belong together.
    pub(crate) fn common_parts(&self, lock: ObjectId) -> Bits {
        let class = self.points_to.objects.get(lock).class;
        let world = &self.points_to.world;
        let of_library = |field: &FieldId| {
            let field = &world.fields[field.index()];
            &*field.name == "sync" && world.classes[field.class.index()].origin == Origin::Jdk
        };
        let sync = world.instance_fields(class).find(of_library);
        sync.and_then(|sync| self.points_to.field(lock, sync)).cloned().unwrap_or_default()
    }

    /// What kind of lock the objects of a class are: that of the library's class, also for a
    /// subclass that overrides none of its methods which acquire or release. A `StampedLock` is
    /// none: it has no owner, and a thread may release what another has acquired.
    fn kind(&self, class: ClassId) -> Option<LockKind> {
        let world = &self.points_to.world;
        let mut at = Some(class);
        while let Some(class) = at {
            let found = &world.classes[class.index()];
            match &*found.name {
                "java/util/concurrent/locks/ReentrantLock" => return Some(LockKind::Simple),
                "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock" => {
                    return Some(LockKind::Write);
                }
                "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock" => {
                    return Some(LockKind::Read);
                }
                _ => {}
            }
            let selector = |method: &MethodId| world.methods[method.index()].selector;
            let name = |method: &MethodId| &*world.selectors[selector(method).index()].0;
            let is_other = |method: &MethodId| {
                matches!(name(method), "lock" | "lockInterruptibly" | "tryLock" | "unlock")
            };
            at = found.superclass.filter(|_| !found.methods.iter().any(is_other));
        }
        None
    }

    pub(super) fn take(&self, instance: InstanceId, reg: Reg, here: &mut Here) {
        let body = &self.points_to.instances[instance.index()].body;
        if reg.is_some() && body.phis.iter().all(|(phi, _)| *phi != reg) {
            here.hold(Lock::Register(reg));
        }
        self.threads
            .only_object(self.points_to, instance, reg)
            .into_iter()
            .for_each(|only| here.hold(Lock::Single(only)));
    }

    pub(super) fn leave(&self, instance: InstanceId, reg: Reg, here: &mut Here) {
        // This release matches the acquisition by that register: other locks were acquired besides,
        // and stay held even if one is the same object.
        if here.held.contains(&Lock::Register(reg)) {
            here.release(Lock::Register(reg));
            let only = self.threads.only_object(self.points_to, instance, reg);
            return only.into_iter().for_each(|only| here.release(Lock::Single(only)));
        }
        let objects = reg.is_some().then(|| self.points_to.register(instance, reg));
        here.keep(|lock| match lock {
            Lock::Single(object) | Lock::Shared(object) => {
                objects.is_none_or(|objects| !objects.contains(object.0))
            }
            // Another register may hold the same object.
            Lock::Register(other) => {
                *other != reg
                    && objects.is_none_or(|objects| {
                        !objects.meets(self.points_to.register(instance, *other))
                    })
            }
            Lock::Itself(_) => true,
        });
    }

    /// `lock` and `unlock` of the locks of `java.util.concurrent`. Of one for reading and one for
    /// writing, their common part is the lock.
    pub(super) fn call_lock(&self, instance: InstanceId, call: &Call, here: &mut Here) {
        match self.locking(call) {
            Some(Locking::Takes) => self.take_lock(instance, call, here),
            Some(Locking::Releases) => self.release_lock(instance, call, here),
            Some(Locking::Tries) | None => {}
        }
    }

    fn release_lock(&self, instance: InstanceId, call: &Call, here: &mut Here) {
        let Some(reg) = call.arguments.first().copied().filter(|reg| reg.is_some()) else { return };
        let objects = self.points_to.register(instance, reg);
        let mut parts = objects.clone();
        for object in objects.iter() {
            parts.add_all(&self.common_parts(ObjectId(object)), &mut Bits::default());
        }
        let only = self.common_part(instance, reg);
        if let Some(lock) = only.map(Lock::Single).filter(|lock| here.again.contains_key(lock)) {
            return here.release(lock);
        }
        here.keep(|lock| match lock {
            Lock::Single(object) | Lock::Shared(object) => !parts.contains(object.0),
            Lock::Itself(other) => {
                *other != reg && !objects.meets(self.points_to.register(instance, *other))
            }
            Lock::Register(_) => true,
        });
    }

    pub(super) fn take_lock(&self, instance: InstanceId, call: &Call, here: &mut Here) {
        let Some(reg) = call.arguments.first().copied().filter(|reg| reg.is_some()) else { return };
        let objects = self.points_to.register(instance, reg);
        let kind = |object: u32| self.kind(self.points_to.objects.get(ObjectId(object)).class);
        let kinds: BTreeSet<Option<LockKind>> = objects.iter().map(kind).collect();
        let Some(Some(kind)) = kinds.iter().next().filter(|_| kinds.len() == 1) else { return };
        let common = self.common_part(instance, reg);
        match kind {
            LockKind::Simple => {
                let body = &self.points_to.instances[instance.index()].body;
                if body.phis.iter().all(|(phi, _)| *phi != reg) {
                    here.held.insert(Lock::Itself(reg));
                }
                common.into_iter().for_each(|part| here.hold(Lock::Single(part)));
            }
            LockKind::Write => common.into_iter().for_each(|part| here.hold(Lock::Single(part))),
            LockKind::Read => here.held.extend(common.map(Lock::Shared)),
        }
    }

    /// The object that stands for a lock of which there is one: what its field `sync` holds. A
    /// constructor that makes one of two makes one.
    pub(super) fn common_part(&self, instance: InstanceId, reg: Reg) -> Option<ObjectId> {
        let mut parts = Bits::default();
        for object in self.points_to.register(instance, reg).iter() {
            parts.add_all(&self.common_parts(ObjectId(object)), &mut Bits::default());
        }
        let part = parts.iter().next().map(ObjectId)?;
        let is_only = || parts.len() == 1 && self.threads.is_single(self.points_to, part);
        let owner = self.points_to.objects.get(part).owner;
        let is_of_only = |owner| {
            self.threads.is_single(self.points_to, owner) && self.common_parts(owner) == parts
        };
        (is_only() || owner.is_some_and(is_of_only)).then_some(part)
    }
}
