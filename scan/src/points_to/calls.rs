//! Calls: the edges of the call graph, with arguments and results.

use super::{Instance, PointsTo, Site, Use};
use crate::ids::{InstanceId, MethodId, ObjectId, Reg, Selector};
use crate::ir::Callee;
use crate::world::{Origin, access};

/// The receiver of a call whose method is known.
#[derive(Clone, Copy)]
pub(super) enum Receiver {
    None,
    /// This one of those that the register may hold.
    Object(ObjectId),
}

impl PointsTo {
    pub(super) fn add_call(&mut self, instance: InstanceId, call: u32, statement: u32) {
        let body = self.instances[instance.index()].body.clone();
        let found = &body.calls[call as usize];
        // Who asks later which field it is cannot load classes.
        self.handled(found);
        match &found.callee {
            Callee::Exactly(method) => {
                let method = *method;
                let is_static = self.world.methods[method.index()].is(access::STATIC);
                if is_static && self.model(method).is_none() && self.is_left_out(instance, method) {
                    return self.leave_out(instance, call, method, None);
                }
                if is_static {
                    self.initialise(instance, self.world.methods[method.index()].class);
                }
                if self.model(method).is_some() {
                    self.model_call(instance, call, statement, method);
                } else if is_static {
                    let context = self.static_context(instance, statement, method);
                    self.link(instance, call, method, context, Receiver::None, &found.arguments);
                } else {
                    self.receive_all(instance, call, found.arguments[0]);
                }
            }
            Callee::Virtual { class, selector } => {
                self.reflect_whoever_receives(instance, call, statement, (*class, *selector));
                self.receive_all(instance, call, found.arguments[0]);
            }
            Callee::Polymorphic { class, selector } => {
                self.polymorphic(instance, call, *class, *selector)
            }
            Callee::Missing => {}
        }
    }

    fn receive_all(&mut self, instance: InstanceId, call: u32, receiver: Reg) {
        if receiver.is_some() {
            let node = self.instances[instance.index()].node(receiver);
            self.add_use(node, Use::Call { instance, call });
        }
    }

    /// An object is the receiver of a call.
    pub(super) fn receive(&mut self, instance: InstanceId, call: u32, object: ObjectId) {
        let alike = self.alike(instance, call, None, object);
        let callee = match self.received.get(&alike) {
            Some(known) => *known,
            None => {
                let found = self.receive_first(instance, call, object);
                if let Some(callee) = found {
                    self.received.insert(alike, callee);
                }
                return;
            }
        };
        self.receive_as(callee, object);
    }

    /// An object comes to a callee that is linked already.
    fn receive_as(&mut self, callee: Option<InstanceId>, object: ObjectId) {
        if let Some(callee) = callee {
            let this = self.instances[callee.index()].node(Reg(0));
            self.graph.insert(this, object);
        }
    }

    /// The callee for all receivers that are alike, if there is one. None if each is treated alone.
    fn receive_first(
        &mut self,
        instance: InstanceId,
        call: u32,
        object: ObjectId,
    ) -> Option<Option<InstanceId>> {
        let body = self.instances[instance.index()].body.clone();
        let found = &body.calls[call as usize];
        let class = self.objects.get(object).class;
        let method = match found.callee {
            Callee::Exactly(method) => {
                let declaring = self.world.methods[method.index()].class;
                super::passes(&self.world, self.objects.get(object), declaring).then_some(method)
            }
            Callee::Virtual { class: named, selector } => {
                if !super::passes(&self.world, self.objects.get(object), named) {
                    return Some(None);
                }
                let class = if self.world.is_subtype(class, named) { class } else { named };
                self.world.selected(class, named, selector)
            }
            _ => None,
        };
        let Some(method) = method else {
            if let Callee::Virtual { class, selector } = found.callee
                && self.is_unknown(object)
                && let Some(method) = self.world.method(class, selector)
            {
                self.leave_out(instance, call, method, Some(object));
                return None;
            }
            return Some(None);
        };
        if self.model(method).is_some() {
            self.model_receiver(instance, call, method, object);
            return None;
        }
        if !self.is_business_of_application(object) && self.is_left_out(instance, method) {
            self.leave_out(instance, call, method, Some(object));
            return None;
        }
        let mut context = self.objects.context(object);
        // What the application asks of strings and the like is told apart by the call, as what
        // static methods do.
        if matches!(self.objects.get(object).site, Site::Merged(_)) {
            context = self.static_context(instance, found.statement, method);
        }
        Some(Some(self.link(
            instance,
            call,
            method,
            context,
            Receiver::Object(object),
            &found.arguments,
        )))
    }

    /// A native method calls a method of an object, and gives what that gives.
    pub(super) fn call_on(
        &mut self,
        instance: InstanceId,
        call: u32,
        selector: Selector,
        object: ObjectId,
    ) {
        let alike = self.alike(instance, call, Some(selector), object);
        if let Some(known) = self.received.get(&alike) {
            return self.receive_as(*known, object);
        }
        let method = self.world.dispatch(self.objects.get(object).class, selector);
        let callee = method.and_then(|method| {
            if !self.is_business_of_application(object) && self.is_left_out(instance, method) {
                self.give_some(instance, call, self.world.behind_bridge(method));
                return None;
            }
            let context = self.objects.context(object);
            Some(self.link(instance, call, method, context, Receiver::Object(object), &[]))
        });
        self.received.insert(alike, callee);
    }

    /// The context of a static method: the caller's; for one of the library's that the application
    /// calls, the call itself, or the deep context if it is about text alone.
    fn static_context(
        &mut self,
        instance: InstanceId,
        statement: u32,
        callee: MethodId,
    ) -> Option<ObjectId> {
        let Instance { method, context, .. } = self.instances[instance.index()];
        let class = self.world.methods[callee.index()].class;
        let is_of_library = self.world.classes[class.index()].origin == Origin::Jdk;
        if !self.world.is_of_application(method) || !is_of_library {
            return context;
        }
        if self.is_about_text(callee) {
            return Some(self.objects.deep());
        }
        Some(self.objects.call(self.world.object(), Site::Call { method, statement }, context))
    }

    /// Arguments flow to parameters, the result and what is thrown come back.
    pub(super) fn link(
        &mut self,
        instance: InstanceId,
        call: u32,
        method: MethodId,
        context: Option<ObjectId>,
        receiver: Receiver,
        arguments: &[Reg],
    ) -> InstanceId {
        let callee = self.instance(method, context);
        self.instances[instance.index()].callees.insert((Some(call), callee));
        let body = self.instances[callee.index()].body.clone();
        if let Receiver::Object(object) = receiver {
            let this = self.instances[callee.index()].node(Reg(0));
            self.graph.insert(this, object);
        }
        if !self.linked.insert((instance, call, callee)) {
            return callee;
        }
        let skipped = usize::from(matches!(receiver, Receiver::Object(_)));
        for (argument, parameter) in arguments.iter().zip(&body.parameters).skip(skipped) {
            if argument.is_some() && parameter.is_some() {
                let from = self.instances[instance.index()].node(*argument);
                let to = self.instances[callee.index()].node(*parameter);
                self.graph.edge(from, to);
            }
        }
        self.link_result(instance, call, callee);
        callee
    }

    fn link_result(&mut self, instance: InstanceId, call: u32, callee: InstanceId) {
        let body = self.instances[instance.index()].body.clone();
        let result = body.calls[call as usize].result;
        let from = self.instances[callee.index()].result();
        if result.is_some() {
            let to = self.instances[instance.index()].node(result);
            self.graph.edge(from, to);
        }
        let thrown = self.instances[callee.index()].thrown();
        let statement = body.calls[call as usize].statement;
        let block = body.blocks.iter().find(|block| (block.start..block.end).contains(&statement));
        let handlers = block.map(|block| block.handlers.clone()).unwrap_or_default();
        self.throw(instance, &body, thrown, &handlers);
    }
}
