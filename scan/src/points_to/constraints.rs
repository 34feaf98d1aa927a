//! The inclusion constraints of an instance's statements.

use super::graph::Node;
use super::{Bits, Instance, Part, PointsTo, Site, Use};
use crate::ids::{ClassId, FieldId, InstanceId, ObjectId, Reg};
use crate::ir::{Body, Statement};
use crate::world::{Origin, access};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

impl PointsTo {
    pub(super) fn add_constraints(&mut self, instance: InstanceId) {
        let body = self.instances[instance.index()].body.clone();
        let node = |analysis: &Self, reg: Reg| analysis.instances[instance.index()].node(reg);
        for (to, from) in &body.phis {
            let (from, to) = (node(self, *from), node(self, *to));
            self.graph.edge(from, to);
        }
        if !body.blocks.is_empty() {
            self.reach(instance, 0);
        }
        self.enqueue_by_collector(instance);
    }

    /// The collector puts a reference into the queue that it was made with.
    pub(super) fn enqueue_by_collector(&mut self, instance: InstanceId) {
        let Some((this, queue)) = self.made_with_queue(instance) else { return };
        let queues = self.world.class("java/lang/ref/ReferenceQueue");
        if let Some(head) = self.world.field_named(queues, "head") {
            let caller = &self.instances[instance.index()];
            let (from, queue) = (caller.node(this), caller.node(queue));
            self.add_use(queue, Use::Store { from, part: Part::Field(head) });
        }
    }

    /// References of the application's classes that the collector enqueues: accesses before that
    /// are not ordered with those of the thread that takes them. The library takes care of its own.
    pub fn enqueued_by_collector(&self) -> Bits {
        let mut found = Bits::default();
        for instance in (0..self.instances.len() as u32).map(InstanceId) {
            let Some((this, queue)) = self.made_with_queue(instance) else { continue };
            let is_queue =
                |object: u32| !matches!(self.objects.get(ObjectId(object)).site, Site::Booted(_));
            if self.register(instance, queue).iter().any(is_queue) {
                let is_own = |object: &u32| {
                    let class = self.objects.get(ObjectId(*object)).class;
                    self.world.classes[class.index()].origin != Origin::Jdk
                };
                found.extend(self.register(instance, this).iter().filter(is_own));
            }
        }
        found
    }

    /// The receiver and the queue of the constructor of `Reference`, if it is that.
    fn made_with_queue(&self, instance: InstanceId) -> Option<(Reg, Reg)> {
        let Instance { method, .. } = self.instances[instance.index()];
        let found = &self.world.methods[method.index()];
        let (name, descriptor) = &self.world.selectors[found.selector.index()];
        let is_made = &*self.world.classes[found.class.index()].name == "java/lang/ref/Reference"
            && &**name == "<init>"
            && descriptor.contains("ReferenceQueue");
        match self.instances[instance.index()].body.parameters[..] {
            [this, _, queue] if is_made => Some((this, queue)),
            _ => None,
        }
    }

    /// A block may be executed, and so may its successors, except one behind a test that a register
    /// is not null: that waits for the first object of the register.
    pub(super) fn reach(&mut self, instance: InstanceId, block: u32) {
        let body = self.instances[instance.index()].body.clone();
        let mut work = vec![block];
        while let Some(number) = work.pop() {
            if std::mem::replace(
                &mut self.instances[instance.index()].reached[number as usize],
                true,
            ) {
                continue;
            }
            let block = &body.blocks[number as usize];
            for at in block.start..block.end {
                self.add_constraint(instance, &body, at, &block.handlers);
            }
            work.extend(&block.handlers);
            for to in &block.next {
                match block.unless_null {
                    Some((reg, only)) if only == *to => {
                        let node = self.instances[instance.index()].node(reg);
                        self.add_use(node, Use::Reach { instance, block: only });
                    }
                    _ => work.push(*to),
                }
            }
        }
    }

    pub(super) fn add_constraint(
        &mut self,
        instance: InstanceId,
        body: &Rc<Body>,
        at: u32,
        handlers: &[u32],
    ) {
        let node = |analysis: &Self, reg: Reg| analysis.instances[instance.index()].node(reg);
        match body.statements[at as usize] {
            Statement::New { class, .. } => self.initialise(instance, class),
            Statement::GetStatic { field, .. } | Statement::PutStatic { field, .. } => {
                self.initialise(instance, self.world.fields[field.index()].class);
            }
            _ => {}
        }
        match body.statements[at as usize] {
            Statement::New { to, class } => {
                let object = self.allocate(instance, at, class);
                self.graph.insert(node(self, to), object);
            }
            Statement::Constant { to, class } => {
                let object = self.objects.shared(class, Site::Merged(class));
                self.graph.insert(node(self, to), object);
            }
            Statement::ClassConstant { to, class } => {
                let object = self.mirror(class);
                self.graph.insert(node(self, to), object);
            }
            Statement::Cast { to, from, class } => {
                let (from, to) = (node(self, from), node(self, to));
                self.filter(from, to, class);
            }
            // Nobody writes what a string holds: one array stands for that of all strings.
            Statement::GetField { to, field, .. } if to.is_some() && self.holds_text(field) => {
                let object = self.merged("[B");
                self.graph.insert(node(self, to), object);
            }
            Statement::PutField { field, .. } if self.holds_text(field) => {}
            Statement::GetField { to, base, field } if to.is_some() && base.is_some() => {
                let done = Use::Load { to: node(self, to), part: Part::Field(field) };
                self.add_use(node(self, base), done);
            }
            Statement::PutField { base, from, field } if from.is_some() && base.is_some() => {
                let done = Use::Store { from: node(self, from), part: Part::Field(field) };
                self.add_use(node(self, base), done);
            }
            Statement::Load { to, array, .. } if to.is_some() && array.is_some() => {
                let done = Use::Load { to: node(self, to), part: Part::Elements };
                self.add_use(node(self, array), done);
            }
            Statement::Store { array, from, .. } if from.is_some() && array.is_some() => {
                let done = Use::Store { from: node(self, from), part: Part::Elements };
                self.add_use(node(self, array), done);
            }
            Statement::GetStatic { to, field } if to.is_some() => {
                let from = self.static_field(field);
                self.graph.edge(from, node(self, to));
            }
            Statement::PutStatic { from, field } if from.is_some() => {
                let to = self.static_field(field);
                self.graph.edge(node(self, from), to);
            }
            Statement::Return { from } if from.is_some() => {
                let to = self.instances[instance.index()].result();
                self.graph.edge(node(self, from), to);
            }
            Statement::Throw { from } if from.is_some() => {
                let from = node(self, from);
                self.throw(instance, body, from, handlers);
            }
            Statement::Catch { to, class } => {
                let class = class.unwrap_or_else(|| self.world.class("java/lang/Throwable"));
                let object = self.objects.shared(class, Site::Merged(class));
                self.graph.insert(node(self, to), object);
            }
            Statement::Call { call } => self.add_call(instance, call, at),
            _ => {}
        }
    }

    /// Objects are stored into a part of an object. What is no element of an array's class is not
    /// (JVMS aastore).
    pub(super) fn put(&mut self, from: Node, object: ObjectId, part: Part) {
        let to = self.part(object, part);
        let element = self.world.classes[self.objects.get(object).class.index()].element;
        match element.filter(|element| part == Part::Elements && *element != self.world.object()) {
            Some(element) => self.filter(from, to, element),
            None => self.graph.edge(from, to),
        }
    }

    pub(super) fn holds_text(&self, field: FieldId) -> bool {
        let field = &self.world.fields[field.index()];
        &*field.name == "value"
            && &*self.world.classes[field.class.index()].name == "java/lang/String"
    }

    /// An exception comes to the handlers that fit, and to the callers.
    pub(super) fn throw(
        &mut self,
        instance: InstanceId,
        body: &Body,
        from: Node,
        handlers: &[u32],
    ) {
        for handler in handlers {
            let start = body.blocks[*handler as usize].start as usize;
            for statement in &body.statements[start..] {
                let Statement::Catch { to, class } = *statement else { break };
                let to = self.instances[instance.index()].node(to);
                match class {
                    Some(class) => self.filter(from, to, class),
                    None => self.graph.edge(from, to),
                }
            }
        }
        let thrown = self.instances[instance.index()].thrown();
        self.graph.edge(from, thrown);
    }

    pub(super) fn filter(&mut self, from: Node, to: Node, class: ClassId) {
        let passing = self.kinds.passing(&self.world, &self.objects, class);
        self.graph.filtered_edge(from, to, class, passing);
    }

    /// What is allocated by a statement. Strings, boxes and exceptions of the library are not told
    /// apart: nobody locks or changes them; nor is what it builds strings with for nobody in
    /// particular.
    pub(super) fn allocate(
        &mut self,
        instance: InstanceId,
        statement: u32,
        class: ClassId,
    ) -> ObjectId {
        let Instance { method, context, .. } = self.instances[instance.index()];
        let is_application = self.world.is_of_application(method);
        let name = &*self.world.classes[class.index()].name;
        let throwable = self.world.class_if_known("java/lang/Throwable");
        let is_alike = matches!(
            name,
            "java/lang/String" | "java/lang/Integer" | "java/lang/Long" | "java/lang/Character"
        ) || throwable
            .is_some_and(|throwable| self.world.is_subtype(class, throwable));
        // What a formatter writes to may be read from it.
        let maker = self.world.methods[method.index()].class;
        let by_formatter =
            || self.world.classes[maker.index()].name.starts_with("java/util/Formatter");
        let is_builder = name == "java/lang/StringBuilder" && context.is_none() && !by_formatter();
        if (is_alike || is_builder) && !is_application {
            return self.objects.shared(class, Site::Merged(class));
        }
        self.tell_finalizer(class);
        let by = self.by(method, class);
        let object =
            self.objects.allocated(class, Site::Allocation { method, statement }, context, by);
        self.allocations.entry(object).or_default().insert((instance, statement));
        object
    }

    /// Where an object is allocated; nothing is known of those that were there before, are merged,
    /// or cloned.
    #[must_use]
    pub fn allocations(&self, object: ObjectId) -> Option<&BTreeSet<(InstanceId, u32)>> {
        self.allocations.get(&object)
    }

    /// Any use may be the first, and run the initialisers of a class, of its superclasses, and of
    /// those of its interfaces that have methods with code (JVMS 5.5).
    pub(super) fn initialise(&mut self, instance: InstanceId, class: ClassId) {
        self.initialise_one(instance, class);
        if self.world.classes[class.index()].access & access::INTERFACE != 0 {
            return;
        }
        let mut work = self.world.classes[class.index()].interfaces.clone();
        work.extend(self.world.classes[class.index()].superclass);
        let mut met = FxHashSet::default();
        while let Some(above) = work.pop() {
            if !met.insert(above) {
                continue;
            }
            let found = &self.world.classes[above.index()];
            let is_interface = found.access & access::INTERFACE != 0;
            let has_code = || {
                let mut methods =
                    found.methods.iter().map(|method| &self.world.methods[method.index()]);
                methods.any(|method| !method.is(access::ABSTRACT | access::STATIC))
            };
            work.extend(found.interfaces.iter().chain(&found.superclass));
            if !is_interface || has_code() {
                self.initialise_one(instance, above);
            }
        }
    }

    pub(super) fn initialise_one(&mut self, instance: InstanceId, class: ClassId) {
        let selector = self.world.selector("<clinit>", "()V");
        let initialiser =
            self.world.declared(class, selector).filter(|_| !self.heap.is_initialised(class));
        let Some(method) = initialiser else { return };
        if self.is_never_initialised(class) || self.is_left_out(instance, method) {
            return;
        }
        let initialiser = self.instance(method, None);
        let is_new = self.instances[instance.index()].callees.insert((None, initialiser));
        if is_new && self.world.classes[class.index()].origin != Origin::Jdk {
            self.fail(instance, initialiser);
        }
    }

    /// What an initialiser throws comes to the instance that runs it; if it is no error, as the
    /// cause of one.
    pub(super) fn fail(&mut self, instance: InstanceId, initialiser: InstanceId) {
        let wrapped = self.merged("java/lang/ExceptionInInitializerError");
        let throwable = self.world.class("java/lang/Throwable");
        let thrown = self.instances[initialiser.index()].thrown();
        if let Some(cause) = self.world.field_named(throwable, "cause") {
            let cause = self.part(wrapped, Part::Field(cause));
            self.graph.edge(thrown, cause);
        }
        let failure = self.graph.add(1);
        self.graph.insert(failure, wrapped);
        let errors = self.world.class("java/lang/Error");
        self.filter(thrown, failure, errors);
        let body = self.instances[instance.index()].body.clone();
        let handlers: BTreeSet<u32> =
            body.blocks.iter().flat_map(|block| block.handlers.iter().copied()).collect();
        self.throw(instance, &body, failure, &handlers.into_iter().collect::<Vec<u32>>());
    }

    pub(super) fn add_use(&mut self, node: Node, done: Use) {
        let there = self.graph.add_use(node, done);
        self.use_objects(done, &there);
    }

    pub(super) fn use_objects(&mut self, done: Use, objects: &Bits) {
        match done {
            Use::Load { to, part } => {
                for object in self.with_part(objects, part).iter() {
                    let from = self.part(ObjectId(object), part);
                    self.graph.edge(from, to);
                }
            }
            Use::Store { from, part } => {
                for object in self.with_part(objects, part).iter() {
                    self.put(from, ObjectId(object), part);
                }
            }
            Use::Reach { .. } | Use::Open { .. } if objects.is_empty() => {}
            Use::Reach { instance, block } => self.reach(instance, block),
            Use::Open { instance, call, method, context } => {
                self.open(instance, call, method, context, objects)
            }
            _ => objects.iter().for_each(|object| self.use_object(done, ObjectId(object))),
        }
    }

    fn use_object(&mut self, done: Use, object: ObjectId) {
        match done {
            Use::Call { instance, call } => self.receive(instance, call, object),
            Use::CallOn { instance, call, selector } => {
                self.call_on(instance, call, selector, object)
            }
            Use::LoadSome { to } => {
                let part = if self.is_array(object) { Part::Elements } else { Part::All };
                let from = self.part(object, part);
                self.graph.edge(from, to);
            }
            Use::StoreSome { from } => {
                let part = if self.is_array(object) { Part::Elements } else { Part::Any };
                self.put(from, object, part);
            }
            Use::Start { instance, call } => self.start(instance, call, object),
            Use::Clone { to, method, statement, context } => {
                self.clone_object(object, to, Site::Allocation { method, statement }, context);
            }
            Use::Constants { instance, call, to } => self.constants(instance, call, to, object),
            Use::ClassOf { to } => {
                let mirror = self.mirror(self.objects.get(object).class);
                self.graph.insert(to, mirror);
            }
            Use::ComponentOf { to } => self.component_of(object, to),
            Use::NewArray { instance, call, to, elements } => {
                self.make_array(instance, call, object, elements, to)
            }
            Use::Load { .. } | Use::Store { .. } | Use::Reach { .. } | Use::Open { .. } => {}
        }
    }

    pub(super) fn is_array(&self, object: ObjectId) -> bool {
        self.world.is_array(self.objects.get(object).class)
    }
}
