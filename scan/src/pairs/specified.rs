//! Whether the program keeps to what it says of its locks ([`crate::guarded`]): wherever a guarded
//! field is accessed, or a guarded method called, the lock is held.
//!
//! A guarded method has its locks as a precondition, which is checked at its calls. Left out are
//! accesses before an object escapes: constructors at their own object, initialisers at the static
//! fields of their class, and private objects ([`crate::fresh`]).

use super::Pairing;
use crate::fresh::{Fresh, Private};
use crate::guarded::{Guard, Named, Specification};
use crate::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg};
use crate::ir::{Body, Callee, Statement};
use crate::points_to::{Bits, PointsTo};
use crate::walk::{Here, Lock};
use crate::world::access;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is guarded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Member {
    /// A field.
    Field(FieldId),
    /// A method.
    Method(MethodId),
}

/// What is done with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Done {
    /// It is read.
    Read,
    /// It is written.
    Written,
    /// It is called.
    Called,
    /// What it holds is used.
    Used,
}

/// A place where a lock is not held that should be.
#[derive(Clone, Debug)]
pub struct Unguarded {
    /// Of what.
    pub member: Member,
    /// The lock, as it is named.
    pub guard: Rc<str>,
    /// What is done.
    pub done: Done,
    /// Where.
    pub instance: InstanceId,
    /// Its statement.
    pub statement: u32,
    /// By which thread.
    pub thread: usize,
    /// What it holds.
    pub held: BTreeSet<Lock>,
    /// Whether it is known that the lock is not held. It is not known of a read-write lock that is
    /// not single, nor of an object that has a lock inside.
    pub is_known: bool,
}

/// Where an access path begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    Register(Reg),
    Static(FieldId),
    Class(ClassId),
}

/// An access path.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    root: Root,
    fields: Vec<FieldId>,
}

/// A use of what is guarded, and of which object: none of static members.
pub(super) struct Use {
    statement: u32,
    member: Member,
    done: Done,
    base: Reg,
}

/// What kind of lock it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LockKind {
    Monitor,
    Simple,
    ReadWrite,
    /// An object that has a lock of the library's inside.
    Wrapper,
}

/// By instance: the uses of what is guarded, if there are any.
pub(super) type Uses = BTreeMap<InstanceId, Vec<Use>>;

pub(super) fn find_uses(points_to: &PointsTo, specification: &Specification) -> Uses {
    if specification.fields.is_empty() && specification.methods.is_empty() {
        return Uses::new();
    }
    let all = (0..points_to.instances.len() as u32).map(InstanceId);
    let found = all.map(|instance| (instance, uses(points_to, specification, instance)));
    found.filter(|(_, uses)| !uses.is_empty()).collect()
}

fn uses(points_to: &PointsTo, specification: &Specification, instance: InstanceId) -> Vec<Use> {
    let found = &points_to.instances[instance.index()];
    let mut uses = Vec::new();
    for (statement, at) in found.body.statements.iter().zip(0..) {
        let mut add = |member, done, base| uses.push(Use { statement: at, member, done, base });
        match *statement {
            Statement::GetField { to, field, .. } | Statement::GetStatic { to, field }
                if specification.fields.contains_key(&field) =>
            {
                let base = if let Statement::GetField { base, .. } = *statement {
                    base
                } else {
                    Reg::NONE
                };
                add(Member::Field(field), Done::Read, base);
                if specification.fields[&field].iter().any(|guard| guard.lock == Named::Itself) {
                    let used = |at| Use {
                        statement: at,
                        member: Member::Field(field),
                        done: Done::Used,
                        base: to,
                    };
                    uses.extend(used_at(&found.body, to).map(used));
                }
            }
            Statement::PutField { base, field, .. }
                if specification.fields.contains_key(&field) =>
            {
                add(Member::Field(field), Done::Written, base);
            }
            Statement::PutStatic { field, .. } if specification.fields.contains_key(&field) => {
                add(Member::Field(field), Done::Written, Reg::NONE);
            }
            Statement::Call { call } => {
                // A method's declaration in an interface binds the calls by that interface.
                let declared = match found.body.calls[call as usize].callee {
                    Callee::Virtual { class, selector } => points_to.world.method(class, selector),
                    _ => None,
                };
                let called: BTreeSet<MethodId> = found
                    .called_by(call)
                    .map(|callee| points_to.instances[callee.index()].method)
                    .chain(declared)
                    .filter(|method| specification.methods.contains_key(method))
                    .collect();
                for method in called {
                    let is_static = points_to.world.methods[method.index()].is(access::STATIC);
                    let receiver =
                        found.body.calls[call as usize].arguments.first().filter(|_| !is_static);
                    add(
                        Member::Method(method),
                        Done::Called,
                        receiver.copied().unwrap_or(Reg::NONE),
                    );
                }
            }
            _ => {}
        }
    }
    uses
}

/// The statements that access what a register holds, or call a method of it.
fn used_at(body: &Body, reg: Reg) -> impl Iterator<Item = u32> {
    let is_it = move |other: Reg| reg.is_some() && other == reg;
    body.statements
        .iter()
        .zip(0..)
        .filter(move |(statement, _)| match **statement {
            Statement::GetField { base, .. } | Statement::PutField { base, .. } => is_it(base),
            Statement::Load { array, .. } | Statement::Store { array, .. } => is_it(array),
            Statement::Call { call } => {
                body.calls[call as usize].arguments.first().is_some_and(|first| is_it(*first))
            }
            _ => false,
        })
        .map(|(_, at)| at)
}

impl Pairing<'_> {
    /// All places where a lock is not held that should be, each once.
    pub(super) fn unguarded(
        &self,
        specification: &Specification,
        uses: Uses,
        fresh: &Fresh<'_>,
    ) -> Vec<Unguarded> {
        if uses.is_empty() {
            return Vec::new();
        }
        let reassigned = self.reassigned();
        let mut found: BTreeMap<(Member, MethodId, u32, Rc<str>), Unguarded> = BTreeMap::new();
        for (instance, uses) in uses {
            if !self.points_to.goes_on() {
                break;
            }
            let mut by_statement: BTreeMap<u32, Vec<Use>> = BTreeMap::new();
            for one in uses {
                by_statement.entry(one.statement).or_default().push(one);
            }
            let mut private: BTreeMap<u32, Private> = BTreeMap::new();
            fresh.tell(instance, |at, known| {
                if by_statement.contains_key(&at) {
                    private.insert(at, known.clone());
                }
            });
            for thread in self.threads.reaching(instance) {
                self.walks.tell(thread, instance, |at, here| {
                    for one in by_statement.get(&at).into_iter().flatten() {
                        let is_private =
                            private.get(&at).is_some_and(|private| private.contains_key(&one.base));
                        if is_private || self.is_under_construction(instance, one) {
                            continue;
                        }
                        for guard in self.guards_of(specification, one) {
                            let own = specification.methods.get(&self.method_of(instance));
                            let own = own.map_or(&[][..], |guards| &guards[..]);
                            if let Some(is_known) =
                                self.misses(instance, here, one, guard, (own, &reassigned))
                            {
                                let key =
                                    (one.member, self.method_of(instance), at, guard.text.clone());
                                found.entry(key).or_insert_with(|| Unguarded {
                                    member: one.member,
                                    guard: guard.text.clone(),
                                    done: one.done,
                                    instance,
                                    statement: at,
                                    thread,
                                    held: here.held.clone(),
                                    is_known,
                                });
                            }
                        }
                    }
                });
            }
        }
        found.into_values().collect()
    }

    fn method_of(&self, instance: InstanceId) -> MethodId {
        self.points_to.instances[instance.index()].method
    }

    fn guards_of<'s>(
        &self,
        specification: &'s Specification,
        one: &Use,
    ) -> impl Iterator<Item = &'s Guard> {
        let all = match one.member {
            Member::Field(field) => specification.fields.get(&field),
            Member::Method(method) => specification.methods.get(&method),
        };
        let is_used = one.done == Done::Used;
        all.into_iter().flatten().filter(move |guard| (guard.lock == Named::Itself) == is_used)
    }

    /// A constructor at its own object, an initialiser at the static members of its class.
    fn is_under_construction(&self, instance: InstanceId, one: &Use) -> bool {
        let world = &self.points_to.world;
        let method = &world.methods[self.method_of(instance).index()];
        let of = match one.member {
            Member::Field(field) => world.fields[field.index()].class,
            Member::Method(method) => world.methods[method.index()].class,
        };
        match &*world.selectors[method.selector.index()].0 {
            "<init>" => self.way_of(instance, one.base).root == Root::Register(Reg(0)),
            "<clinit>" => !one.base.is_some() && method.class == of,
            _ => false,
        }
    }

    /// None if the lock is held; else whether it is known that it is not.
    fn misses(
        &self,
        instance: InstanceId,
        here: &Here,
        one: &Use,
        guard: &Guard,
        (own, reassigned): (&[Guard], &BTreeSet<FieldId>),
    ) -> Option<bool> {
        let wanted = self.way(instance, one.base, &guard.lock);
        let is_stable = !wanted.fields.iter().any(|field| reassigned.contains(field))
            && !matches!(wanted.root, Root::Static(field) if reassigned.contains(&field));
        let given = |guard: &Guard| self.way(instance, Reg(0), &guard.lock) == wanted;
        if is_stable && own.iter().any(given) {
            return None;
        }
        let kind = self.kind_of(&wanted);
        let objects = self.objects_at(instance, &wanted);
        let only = objects.iter().next().filter(|_| objects.len() == 1).map(ObjectId);
        let only = only.filter(|only| self.threads.is_single(self.points_to, *only));
        let part = only.map(|lock| self.walks.common_parts(lock));
        let is_part = |object: ObjectId| part.as_ref().is_some_and(|part| part.contains(object.0));
        let is_it = |lock: &Lock| match *lock {
            Lock::Register(reg) => {
                kind == LockKind::Monitor && is_stable && self.way_of(instance, reg) == wanted
            }
            Lock::Itself(reg) => {
                kind == LockKind::Simple && is_stable && self.way_of(instance, reg) == wanted
            }
            Lock::Single(object) if kind == LockKind::Monitor => Some(object) == only,
            Lock::Single(object) => is_part(object),
            Lock::Shared(object) => {
                kind == LockKind::ReadWrite
                    && one.done != Done::Written
                    && !guard.is_exclusive()
                    && is_part(object)
            }
        };
        if here.held.iter().any(is_it) {
            return None;
        }
        Some(match kind {
            LockKind::Monitor | LockKind::Simple => true,
            LockKind::ReadWrite => only.is_some(),
            LockKind::Wrapper => false,
        })
    }

    /// The access path of the lock that guards a use.
    fn way(&self, instance: InstanceId, base: Reg, lock: &Named) -> Way {
        match lock {
            Named::Itself => self.way_of(instance, base),
            Named::Class(class) => Way { root: Root::Class(*class), fields: Vec::new() },
            Named::Static(field, fields) => {
                Way { root: Root::Static(*field), fields: fields.clone() }
            }
            Named::Own(fields) => {
                let mut way = self.way_of(instance, base);
                way.fields.extend(fields);
                way
            }
        }
    }

    /// The access path of a register, as far as it was loaded from fields.
    fn way_of(&self, instance: InstanceId, reg: Reg) -> Way {
        let body = &self.points_to.instances[instance.index()].body;
        let (mut at, mut fields) = (reg, Vec::new());
        let root = loop {
            match body.defined_at(at).map(|at| body.statements[at as usize]) {
                Some(Statement::Cast { from, .. }) => at = from,
                Some(Statement::GetField { base, field, .. }) if base.is_some() => {
                    fields.push(field);
                    at = base;
                }
                Some(Statement::GetStatic { field, .. }) => break Root::Static(field),
                _ => break self.constant(instance, at).map_or(Root::Register(at), Root::Class),
            }
        };
        fields.reverse();
        Way { root, fields }
    }

    /// The class whose constant a register holds.
    fn constant(&self, instance: InstanceId, reg: Reg) -> Option<ClassId> {
        let body = &self.points_to.instances[instance.index()].body;
        body.statements.iter().find_map(|statement| match *statement {
            Statement::ClassConstant { to, class } if to == reg => Some(class),
            _ => None,
        })
    }

    /// The objects that an access path may lead to.
    fn objects_at(&self, instance: InstanceId, way: &Way) -> Bits {
        let mut objects = match way.root {
            Root::Register(reg) if reg.is_some() => self.points_to.register(instance, reg).clone(),
            Root::Register(_) => Bits::default(),
            Root::Static(field) => {
                self.points_to.static_field_if_known(field).cloned().unwrap_or_default()
            }
            Root::Class(class) => {
                self.points_to.mirror_of(class).map(|mirror| mirror.0).into_iter().collect()
            }
        };
        for field in &way.fields {
            let held =
                objects.iter().filter_map(|object| self.points_to.field(ObjectId(object), *field));
            objects = held.flat_map(Bits::iter).collect();
        }
        objects
    }

    fn kind_of(&self, way: &Way) -> LockKind {
        let world = &self.points_to.world;
        let last = way.fields.last().copied().or(if let Root::Static(field) = way.root {
            Some(field)
        } else {
            None
        });
        let Some(last) = last else { return LockKind::Monitor };
        let name =
            raceproof_classfile::descriptor::object_name(&world.fields[last.index()].descriptor);
        let Some(class) = world.class_if_known(name) else { return LockKind::Monitor };
        let is_below = |above: &str| {
            world.class_if_known(above).is_some_and(|above| world.is_subtype(class, above))
        };
        let has_lock = |field: FieldId| {
            world.fields[field.index()].descriptor.starts_with("Ljava/util/concurrent/locks/")
        };
        match name {
            _ if is_below("java/util/concurrent/locks/ReadWriteLock") => LockKind::ReadWrite,
            "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock"
            | "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock" => LockKind::ReadWrite,
            _ if is_below("java/util/concurrent/locks/Lock") => LockKind::Simple,
            _ if name.starts_with("java/util/concurrent/")
                || world.instance_fields(class).any(has_lock) =>
            {
                LockKind::Wrapper
            }
            _ => LockKind::Monitor,
        }
    }

    /// Fields that other code than a constructor or the initialiser of their class writes: two
    /// reads may give different objects.
    fn reassigned(&self) -> BTreeSet<FieldId> {
        let world = &self.points_to.world;
        let by_another = |instance: InstanceId, field: FieldId, base: Reg| {
            let method = &world.methods[self.method_of(instance).index()];
            let is_own = method.class == world.fields[field.index()].class;
            match &*world.selectors[method.selector.index()].0 {
                "<init>" => !is_own || base != Reg(0),
                "<clinit>" => !is_own,
                _ => true,
            }
        };
        let written =
            self.points_to.statements().filter_map(|(instance, _, statement)| match statement {
                Statement::PutField { base, field, .. } => {
                    by_another(instance, field, base).then_some(field)
                }
                Statement::PutStatic { field, .. } => {
                    by_another(instance, field, Reg::NONE).then_some(field)
                }
                _ => None,
            });
        written.collect()
    }
}
