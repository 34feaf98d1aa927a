//! Calls by reflection of which a log says what they have reached.
//!
//! In the place of each such call stands a method of the caller's class that no class file has
//! ([`super::stand_ins`]).
//!
//! What makes that sound is the log alone: that the call never reaches anything else is an
//! assumption of the report. A call stays a gap if the log does not know it, or if something that
//! it reaches is not in this program.

use super::PointsTo;
use super::calls::Receiver;
use super::stand_ins::Code;
use crate::ids::{ClassId, InstanceId, MethodId, Reg, Selector};
use crate::ir;
use crate::world::World;
use raceproof_base::{ReflectiveCall, Reflector};
use std::collections::{BTreeMap, BTreeSet};

/// What logs have recorded, and what came of it.
#[derive(Default)]
pub(super) struct Reflected {
    /// By class and name of the method that calls.
    told: BTreeMap<(String, String), BTreeSet<ReflectiveCall>>,
    /// By caller, statement, and the method of the library that is called: what stands in, if a log
    /// tells.
    known: BTreeMap<(MethodId, u32, MethodId), Option<StandIn>>,
    stand_ins: BTreeSet<MethodId>,
    met: BTreeSet<ReflectiveCall>,
    missing: BTreeSet<ReflectiveCall>,
    /// Of what is called or accessed by whom: the register of the receivers that fit.
    receivers: Vec<(ReflectiveCall, MethodId, Reg)>,
}

#[derive(Clone)]
struct StandIn {
    method: MethodId,
    initialised: Vec<ClassId>,
    /// Whether it does all that the log tells.
    is_complete: bool,
}

impl PointsTo {
    /// What reflection reaches. To be called before anything is reached.
    pub fn follow_reflection(&mut self, calls: impl IntoIterator<Item = ReflectiveCall>) {
        for call in calls {
            self.reflected
                .told
                .entry((call.class.clone(), call.method.clone()))
                .or_default()
                .insert(call);
        }
    }

    /// At how many calls only what was recorded is followed.
    #[must_use]
    pub fn reflective_sites(&self) -> usize {
        let complete = self
            .reflected
            .known
            .iter()
            .filter(|(_, found)| found.as_ref().is_some_and(|one| one.is_complete));
        complete.map(|((by, statement, _), _)| (*by, *statement)).collect::<BTreeSet<_>>().len()
    }

    /// What was recorded and could not be followed, and why.
    pub fn not_followed(&self) -> impl Iterator<Item = (&ReflectiveCall, &'static str)> {
        let told = self.reflected.told.values().flatten();
        told.filter_map(|call| match call {
            call if self.reflected.missing.contains(call) => {
                Some((call, "there is no such class or member"))
            }
            call if !self.reflected.met.contains(call) => Some((call, "no such call is reached")),
            _ => None,
        })
    }

    /// Whether a method stands in for a call.
    #[must_use]
    pub fn is_stand_in(&self, method: MethodId) -> bool {
        self.reflected.stand_ins.contains(&method)
    }

    /// Whether all is known and followed that a statement reaches by reflection, whatever is known
    /// of its receiver.
    pub(super) fn is_followed(&self, method: MethodId, statement: u32) -> bool {
        let key = |called| (method, statement, MethodId(called));
        let mut known = self.reflected.known.range(key(0)..=key(u32::MAX));
        known.any(|(_, found)| found.as_ref().is_some_and(|found| found.is_complete))
    }

    /// Calls on one line, and in all contexts, have one record: of those, some have receivers that
    /// fit what was reached, and others need not. Whether this is such a register, and some have.
    pub(super) fn is_met(&self, method: MethodId, receiver: Reg) -> bool {
        let all = &self.reflected.receivers;
        let Some((call, ..)) = all.iter().find(|(_, by, reg)| (*by, *reg) == (method, receiver))
        else {
            return false;
        };
        let alike: Vec<_> = all.iter().filter(|(other, ..)| other == call).collect();
        self.instances.iter().enumerate().any(|(number, instance)| {
            let mut regs = alike.iter().filter(|(_, by, _)| *by == instance.method);
            regs.any(|(_, _, reg)| !self.register(InstanceId(number as u32), *reg).is_empty())
        })
    }

    /// A log may know what a call reaches of whose receiver nothing is known.
    pub(super) fn reflect_whoever_receives(
        &mut self,
        instance: InstanceId,
        call: u32,
        statement: u32,
        (class, selector): (ClassId, Selector),
    ) {
        if self.reflected.told.is_empty() {
            return;
        }
        if let Some(method) = self.world.method(class, selector) {
            self.reflect(instance, call, statement, method);
        }
    }

    /// The application calls by reflection. Whether that is all known, and followed.
    pub(super) fn reflect(
        &mut self,
        instance: InstanceId,
        call: u32,
        statement: u32,
        method: MethodId,
    ) -> bool {
        if self.reflected.told.is_empty() || !self.is_of_application(instance) {
            return false;
        }
        let Some(reflector) = reflector(&self.world, method) else { return false };
        let (by, context) =
            (self.instances[instance.index()].method, self.instances[instance.index()].context);
        // What reflection reaches by reflection is on no record.
        if self.is_stand_in(by) {
            return false;
        }
        let body = self.instances[instance.index()].body.clone();
        let key = (by, statement, method);
        let found = match self.reflected.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let found =
                    self.stand_in(by, body.positions[statement as usize], method, reflector);
                self.reflected.known.insert(key, found.clone());
                found
            }
        };
        let Some(StandIn { method, initialised, is_complete }) = found else { return false };
        let arguments = &body.calls[call as usize].arguments;
        let callee = self.link(instance, call, method, context, Receiver::None, arguments);
        initialised.into_iter().for_each(|class| self.initialise(callee, class));
        is_complete
    }

    fn stand_in(
        &mut self,
        by: MethodId,
        position: u16,
        method: MethodId,
        reflector: Reflector,
    ) -> Option<StandIn> {
        let found = &self.world.methods[by.index()];
        let name = self.world.selectors[found.selector.index()].0.to_string();
        let line = ir::line(&self.world, by, position).map(u32::from);
        let told = self.reflected.told.get(&(self.world.shown(found.class), name))?;
        let is_here = |call: &&ReflectiveCall| {
            call.by == reflector && (call.line.is_none() || line.is_none() || call.line == line)
        };
        let told: Vec<ReflectiveCall> = told.iter().filter(is_here).cloned().collect();
        let mut code = Code::new(&mut self.world, method, position);
        for call in &told {
            let those =
                if code.add(call) { &mut self.reflected.met } else { &mut self.reflected.missing };
            those.insert(call.clone());
        }
        let (initialised, receivers) =
            (std::mem::take(&mut code.initialised), std::mem::take(&mut code.receivers));
        let body = code.body();
        let is_complete = !told.iter().any(|call| self.reflected.missing.contains(call));
        if !told.iter().any(|call| self.reflected.met.contains(call)) {
            return None;
        }
        let method = self.world.add_stand_in(by, method, body);
        self.reflected.stand_ins.insert(method);
        self.reflected
            .receivers
            .extend(receivers.into_iter().map(|(call, reg)| (call, method, reg)));
        Some(StandIn { method, initialised, is_complete })
    }
}

/// What a method of the class library does, as logs have it.
fn reflector(world: &World, method: MethodId) -> Option<Reflector> {
    let found = &world.methods[method.index()];
    let name = &*world.selectors[found.selector.index()].0;
    let is_access = |verb: &str| {
        let kinds = ["", "Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Short"];
        name.strip_prefix(verb).is_some_and(|kind| kinds.contains(&kind))
    };
    Some(match (&*world.classes[found.class.index()].name, name) {
        ("java/lang/Class", "forName") | ("java/lang/ClassLoader", "loadClass") => {
            Reflector::ClassForName
        }
        ("java/lang/Class", "newInstance") => Reflector::ClassNewInstance,
        ("java/lang/reflect/Array", "newInstance") => Reflector::ArrayNewInstance,
        ("java/lang/reflect/Constructor", "newInstance") => Reflector::ConstructorNewInstance,
        ("java/lang/reflect/Method", "invoke") => Reflector::MethodInvoke,
        ("java/lang/reflect/Field", _) if is_access("get") => Reflector::FieldGet,
        ("java/lang/reflect/Field", _) if is_access("set") => Reflector::FieldSet,
        _ => return None,
    })
}
