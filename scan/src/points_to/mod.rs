//! Which objects each register, field and element may hold, and who calls whom: both at once, from `main` on (Andersen's analysis with a
//! call graph on the fly).

mod bits;
mod booted;
mod calls;
mod closed;
mod export;
mod gaps;
mod graph;
mod natives;
mod objects;

pub use bits::Bits;
pub use export::Export;
pub use graph::Node;
pub use natives::{Handling, Model};
pub use objects::{Object, Objects, Site};

use crate::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg, Selector};
use crate::ir::{Body, Statement};
use crate::world::{Origin, World, access};
use graph::Graph;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A method that is met in more contexts is analysed once for all others.
const MOST_CONTEXTS: u32 = 40;

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// A field.
    Field(FieldId),
    /// The elements of an array, which are not told apart.
    Elements,
    /// What was stored into some field, nobody knows which.
    Any,
    /// What all fields hold.
    All,
}

/// What is done with each object that comes to a node.
#[derive(Clone, Copy, Debug)]
enum Use {
    Load {
        to: Node,
        part: Part,
    },
    Store {
        from: Node,
        part: Part,
    },
    /// It is not null, so this block may be executed.
    Reach {
        instance: InstanceId,
        block: u32,
    },
    /// It is the receiver of a call.
    Call {
        instance: InstanceId,
        call: u32,
    },
    /// It is a thread that a call starts.
    Start {
        instance: InstanceId,
        call: u32,
    },
    /// A native method calls that method of it.
    CallOn {
        instance: InstanceId,
        call: u32,
        selector: Selector,
    },
    /// It is an argument of a call that is left out as long as nothing of the application's comes there.
    Open {
        instance: InstanceId,
        call: u32,
        method: MethodId,
        receiver: Option<ObjectId>,
    },
    /// Some part of it is read, nobody knows which.
    LoadSome {
        to: Node,
    },
    /// Some part of it is written.
    StoreSome {
        from: Node,
    },
    /// It is what a native method clones.
    Clone {
        to: Node,
        method: MethodId,
        statement: u32,
        context: Option<ObjectId>,
    },
    /// Somebody asks for its class.
    ClassOf {
        to: Node,
    },
    /// It is the class of an enum, whose constants a call asks for.
    Constants {
        instance: InstanceId,
        call: u32,
        to: Node,
    },
}

/// A method in a calling context.
pub struct Instance {
    /// The method.
    pub method: MethodId,
    /// For whom.
    pub context: Option<ObjectId>,
    /// Its body, without statements if it has none.
    pub body: Rc<Body>,
    /// The node of its first register; behind the registers are the result and what it throws.
    first: Node,
    /// By block, whether it may be executed.
    pub reached: Vec<bool>,
    /// Whom its calls call: the call, or none for class initialisers, and the instance.
    pub callees: BTreeSet<(Option<u32>, InstanceId)>,
    /// Which of its calls start threads, and which.
    pub starts: BTreeSet<(u32, InstanceId)>,
    /// Which of its calls call methods that are modelled, and which.
    modelled: BTreeSet<(u32, MethodId)>,
    /// Calls that are left out for some receivers.
    left_out: BTreeSet<u32>,
}

impl Instance {
    /// The methods that are modelled which a call calls.
    pub fn modelled_by(&self, call: u32) -> impl Iterator<Item = MethodId> {
        let range = (call, MethodId(0))..=(call, MethodId(u32::MAX));
        self.modelled.range(range).map(|(_, method)| *method)
    }

    /// Whether a call may do something else than its callees do.
    #[must_use]
    pub fn may_do_otherwise(&self, call: u32) -> bool {
        self.left_out.contains(&call) || self.modelled_by(call).next().is_some()
    }

    /// Whom a call calls.
    pub fn called_by(&self, call: u32) -> impl Iterator<Item = InstanceId> {
        let range = (Some(call), InstanceId(0))..=(Some(call), InstanceId(u32::MAX));
        self.callees.range(range).map(|(_, callee)| *callee)
    }

    fn node(&self, reg: Reg) -> Node {
        Node(self.first.0 + reg.0)
    }

    fn result(&self) -> Node {
        Node(self.first.0 + self.body.registers)
    }

    fn thrown(&self) -> Node {
        Node(self.first.0 + self.body.registers + 1)
    }
}

/// The analysis and what it has found.
pub struct PointsTo {
    /// The classes.
    pub world: World,
    /// The objects.
    pub objects: Objects,
    /// By number.
    pub instances: Vec<Instance>,
    by_key: FxHashMap<(MethodId, Option<ObjectId>), InstanceId>,
    graph: Graph<Use>,
    parts: FxHashMap<(ObjectId, Part), Node>,
    /// By object: the parts that have nodes.
    parts_of: FxHashMap<ObjectId, Vec<Part>>,
    statics: FxHashMap<FieldId, Node>,
    models: FxHashMap<MethodId, Option<natives::Model>>,
    linked: FxHashSet<(InstanceId, u32, InstanceId)>,
    heap: booted::Heap,
    /// By caller and callee: whether the call is left out.
    left_out: FxHashMap<(MethodId, MethodId), bool>,
    todo: Vec<InstanceId>,
    /// By method: in how many contexts it was met.
    contexts: FxHashMap<MethodId, u32>,
    /// By object: where it is allocated.
    allocations: FxHashMap<ObjectId, BTreeSet<(InstanceId, u32)>>,
    /// Threads that may be running when somebody asks for the current one.
    threads: Node,
    /// The methods that threads begin with.
    pub entries: Vec<InstanceId>,
}

impl PointsTo {
    /// Nothing is reached yet.
    #[must_use]
    pub fn new(world: World) -> Self {
        let mut graph = Graph::new();
        let threads = graph.add(1);
        Self {
            world,
            objects: Objects::default(),
            instances: Vec::new(),
            by_key: FxHashMap::default(),
            graph,
            parts: FxHashMap::default(),
            parts_of: FxHashMap::default(),
            statics: FxHashMap::default(),
            models: FxHashMap::default(),
            linked: FxHashSet::default(),
            heap: booted::Heap::default(),
            left_out: FxHashMap::default(),
            todo: Vec::new(),
            contexts: FxHashMap::default(),
            allocations: FxHashMap::default(),
            threads,
            entries: Vec::new(),
        }
    }

    /// A thread begins with a static method, whose arguments are new arrays of strings.
    pub fn begin(&mut self, method: MethodId) -> InstanceId {
        let instance = self.instance(method, None);
        let strings = self.world.class("[Ljava/lang/String;");
        let arguments = self.objects.shared(strings, Site::Merged(strings));
        let string = self.merged("java/lang/String");
        let elements = self.part(arguments, Part::Elements);
        self.graph.insert(elements, string);
        for parameter in self.instances[instance.index()].body.parameters.clone() {
            let node = self.instances[instance.index()].node(parameter);
            self.graph.insert(node, arguments);
        }
        self.initialise(instance, self.world.methods[method.index()].class);
        self.entries.push(instance);
        instance
    }

    /// Goes on until nothing changes.
    pub fn solve(&mut self) {
        loop {
            while let Some(instance) = self.todo.pop() {
                self.add_constraints(instance);
            }
            let (world, objects) = (&self.world, &self.objects);
            let fits = |object: ObjectId, class| passes(world, objects.get(object), class);
            let turns = self.graph.wave(fits);
            if turns.is_empty() && self.todo.is_empty() {
                break;
            }
            for turn in turns {
                for done in turn.uses {
                    self.use_objects(done, &turn.new);
                }
            }
        }
    }

    /// Whether an instance is of a constructor.
    #[must_use]
    pub fn is_constructor(&self, instance: InstanceId) -> bool {
        let method = &self.world.methods[self.instances[instance.index()].method.index()];
        &*self.world.selectors[method.selector.index()].0 == "<init>"
    }

    /// Whether an instance is of a method of the application.
    #[must_use]
    pub fn is_of_application(&self, instance: InstanceId) -> bool {
        self.world.is_of_application(self.instances[instance.index()].method)
    }

    /// All statements that may be executed, by instance.
    pub fn statements(&self) -> impl Iterator<Item = (InstanceId, u32, Statement)> {
        self.instances.iter().enumerate().flat_map(|(number, instance)| {
            let reached = instance.body.blocks.iter().zip(&instance.reached).filter(|(_, reached)| **reached);
            let all = reached.flat_map(|(block, _)| block.start..block.end);
            all.map(move |at| (InstanceId(number as u32), at, instance.body.statements[at as usize]))
        })
    }

    /// By instance: who calls it, and by which call; none as a class initialiser.
    #[must_use]
    pub fn callers(&self) -> Vec<Vec<(InstanceId, Option<u32>)>> {
        let mut callers = vec![Vec::new(); self.instances.len()];
        for (number, instance) in self.instances.iter().enumerate() {
            for (call, callee) in &instance.callees {
                callers[callee.index()].push((InstanceId(number as u32), *call));
            }
        }
        callers
    }

    /// What a register may hold.
    #[must_use]
    pub fn register(&self, instance: InstanceId, reg: Reg) -> &Bits {
        self.graph.objects(self.instances[instance.index()].node(reg))
    }

    /// What may leave an instance by an exception.
    #[must_use]
    pub fn thrown(&self, instance: InstanceId) -> &Bits {
        self.graph.objects(self.instances[instance.index()].thrown())
    }

    /// What a field of an object may hold.
    #[must_use]
    pub fn field(&self, object: ObjectId, field: FieldId) -> Option<&Bits> {
        self.parts.get(&(object, Part::Field(field))).map(|node| self.graph.objects(*node))
    }

    /// What the elements of an array may hold.
    #[must_use]
    pub fn elements(&self, array: ObjectId) -> Option<&Bits> {
        self.parts.get(&(array, Part::Elements)).map(|node| self.graph.objects(*node))
    }

    /// What a static field may hold, if anybody has asked for it.
    #[must_use]
    pub fn static_field_if_known(&self, field: FieldId) -> Option<&Bits> {
        self.statics.get(&field).map(|node| self.graph.objects(*node))
    }

    /// What the parts of an object may hold.
    pub fn held(&self, object: ObjectId) -> impl Iterator<Item = &Bits> {
        let parts = self.parts_of.get(&object).into_iter().flatten();
        parts.filter_map(move |part| self.parts.get(&(object, *part)).map(|node| self.graph.objects(*node)))
    }

    /// What static fields may hold.
    pub fn static_fields(&self) -> impl Iterator<Item = (FieldId, &Bits)> {
        let mut all: Vec<(FieldId, Node)> = self.statics.iter().map(|(field, node)| (*field, *node)).collect();
        all.sort_unstable();
        all.into_iter().map(|(field, node)| (field, self.graph.objects(node)))
    }

    /// The object that stands for all of a class.
    fn merged(&mut self, class: &str) -> ObjectId {
        let class = self.world.class(class);
        self.objects.shared(class, Site::Merged(class))
    }

    /// The `Class` object of a class, if anybody has asked for it.
    #[must_use]
    pub fn mirror_of(&self, class: ClassId) -> Option<ObjectId> {
        let mirrors = self.world.class_if_known("java/lang/Class")?;
        self.objects.find(mirrors, Site::Mirror(class))
    }

    fn mirror(&mut self, class: ClassId) -> ObjectId {
        let mirrors = self.world.class("java/lang/Class");
        self.objects.shared(mirrors, Site::Mirror(class))
    }

    /// A method in a context; its constraints follow.
    fn instance(&mut self, method: MethodId, context: Option<ObjectId>) -> InstanceId {
        if let Some(known) = self.by_key.get(&(method, context)) {
            return *known;
        }
        let contexts = self.contexts.entry(method).or_default();
        *contexts += 1;
        let is_deep = context.is_some_and(|context| self.objects.get(context).site == Site::Deep);
        if *contexts > MOST_CONTEXTS && context.is_some() && !is_deep {
            let deep = self.objects.deep();
            let instance = self.instance(method, Some(deep));
            self.by_key.insert((method, context), instance);
            return instance;
        }
        let body = match self.world.body(method) {
            Some(body) => body,
            None => Rc::new(self.empty_body(method)),
        };
        let found = &self.world.methods[method.index()];
        if found.is(access::STATIC) && found.is(access::SYNCHRONIZED) {
            self.mirror(found.class);
        }
        let id = InstanceId(self.instances.len() as u32);
        let first = self.graph.add(body.registers + 2);
        let (callees, starts, modelled, left_out) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let reached = vec![false; body.blocks.len()];
        self.instances.push(Instance { method, context, body, first, reached, callees, starts, modelled, left_out });
        self.by_key.insert((method, context), id);
        self.todo.push(id);
        id
    }

    /// Of a method without code: its parameters.
    fn empty_body(&self, method: MethodId) -> Body {
        let found = &self.world.methods[method.index()];
        let (types, _) = self.world.types(found.selector);
        let receiver = (!found.is(access::STATIC)).then_some(raceproof_classfile::descriptor::Type::Reference);
        let mut registers = 0;
        let mut parameters = Vec::new();
        for ty in receiver.into_iter().chain(types) {
            let is_reference = ty == raceproof_classfile::descriptor::Type::Reference;
            parameters.push(if is_reference { Reg(registers) } else { Reg::NONE });
            registers += u32::from(is_reference);
        }
        Body {
            counting: crate::ir::Counting::default(),
            registers,
            parameters,
            statements: Vec::new(),
            positions: Vec::new(),
            blocks: Vec::new(),
            phis: Vec::new(),
            calls: Vec::new(),
            constants: Vec::new(),
            texts: Vec::new(),
        }
    }

    // ---- nodes of fields

    /// The node of an object's part. What was stored into any field may be in each; what all hold is in that.
    fn part(&mut self, object: ObjectId, part: Part) -> Node {
        if let Some(known) = self.parts.get(&(object, part)) {
            return *known;
        }
        let node = self.graph.add(1);
        self.parts.insert((object, part), node);
        self.fill_booted(object, part, node);
        if let Part::Field(field) = part
            && self.is_made_by_part(object)
        {
            self.insert_some(field, node);
        }
        let others = self.parts_of.entry(object).or_default();
        others.push(part);
        let others = others.clone();
        for other in others {
            let edge = match (part, other) {
                (Part::Any, Part::Field(_) | Part::Elements | Part::All) => Some((node, other)),
                (Part::Field(_) | Part::Elements, Part::All) => Some((node, other)),
                _ => None,
            };
            if let Some((from, to)) = edge {
                let to = self.parts[&(object, to)];
                self.graph.edge(from, to);
            }
            let edge = match (other, part) {
                (Part::Any, Part::Field(_) | Part::Elements | Part::All)
                | (Part::Field(_) | Part::Elements, Part::All) => Some(self.parts[&(object, other)]),
                _ => None,
            };
            if let Some(from) = edge {
                self.graph.edge(from, node);
            }
        }
        node
    }

    fn static_field(&mut self, field: FieldId) -> Node {
        if let Some(known) = self.statics.get(&field) {
            return *known;
        }
        let node = self.graph.add(1);
        self.statics.insert(field, node);
        if let Some(object) = self.heap.static_field(field) {
            let object = self.booted(object);
            self.graph.insert(node, object);
        }
        let found = &self.world.fields[field.index()];
        if found.is_reference()
            && (self.is_part(found.class) || self.is_never_initialised(found.class))
            && !self.heap.is_initialised(found.class)
        {
            self.insert_some(field, node);
        }
        node
    }

    /// Of a field of which nothing else is known: some object of its class.
    fn insert_some(&mut self, field: FieldId, node: Node) {
        let descriptor = self.world.fields[field.index()].descriptor.clone();
        if self.world.fields[field.index()].is_reference() {
            let class = self.world.class(raceproof_classfile::descriptor::object_name(&descriptor));
            let object = self.objects.shared(class, Site::Merged(class));
            self.graph.insert(node, object);
        }
    }

    // ---- constraints

    fn add_constraints(&mut self, instance: InstanceId) {
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
    fn enqueue_by_collector(&mut self, instance: InstanceId) {
        let Instance { method, .. } = self.instances[instance.index()];
        let found = &self.world.methods[method.index()];
        let (name, descriptor) = &self.world.selectors[found.selector.index()];
        let is_made = &*self.world.classes[found.class.index()].name == "java/lang/ref/Reference"
            && &**name == "<init>"
            && descriptor.contains("ReferenceQueue");
        let [this, _, queue] = self.instances[instance.index()].body.parameters[..] else { return };
        let queues = self.world.class("java/lang/ref/ReferenceQueue");
        let head = self.world.field_named(queues, "head");
        if let Some(head) = head.filter(|_| is_made) {
            let caller = &self.instances[instance.index()];
            let (from, queue) = (caller.node(this), caller.node(queue));
            self.add_use(queue, Use::Store { from, part: Part::Field(head) });
        }
    }

    /// A block may be executed, and so may those to which it leads; but for those behind a test that a register is not null, of which
    /// nothing is known that it may hold.
    fn reach(&mut self, instance: InstanceId, block: u32) {
        let body = self.instances[instance.index()].body.clone();
        let mut work = vec![block];
        while let Some(number) = work.pop() {
            if std::mem::replace(&mut self.instances[instance.index()].reached[number as usize], true) {
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

    fn add_constraint(&mut self, instance: InstanceId, body: &Rc<Body>, at: u32, handlers: &[u32]) {
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
            Statement::GetField { to, field, .. } if to.is_some() && self.is_text(field) => {
                let object = self.merged("[B");
                self.graph.insert(node(self, to), object);
            }
            Statement::PutField { field, .. } if self.is_text(field) => {}
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

    fn is_text(&self, field: FieldId) -> bool {
        let field = &self.world.fields[field.index()];
        &*field.name == "value" && &*self.world.classes[field.class.index()].name == "java/lang/String"
    }

    /// An exception comes to the handlers that fit, and to who called.
    fn throw(&mut self, instance: InstanceId, body: &Body, from: Node, handlers: &[u32]) {
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

    fn filter(&mut self, from: Node, to: Node, class: ClassId) {
        let (world, objects) = (&self.world, &self.objects);
        let fits = |object: ObjectId| passes(world, objects.get(object), class);
        self.graph.filtered_edge(from, to, class, fits);
    }

    /// What is allocated by a statement. Strings, boxes and exceptions of the library are not told apart: nobody locks or changes them.
    fn allocate(&mut self, instance: InstanceId, statement: u32, class: ClassId) -> ObjectId {
        let Instance { method, context, .. } = self.instances[instance.index()];
        let is_application = self.world.is_of_application(method);
        let name = &*self.world.classes[class.index()].name;
        let throwable = self.world.class_if_known("java/lang/Throwable");
        let is_alike =
            matches!(name, "java/lang/String" | "java/lang/Integer" | "java/lang/Long" | "java/lang/Character")
                || throwable.is_some_and(|throwable| self.world.is_subtype(class, throwable));
        if is_alike && !is_application {
            return self.objects.shared(class, Site::Merged(class));
        }
        self.tell_finalizer(class);
        let object = self.objects.allocated(class, Site::Allocation { method, statement }, context, is_application);
        self.allocations.entry(object).or_default().insert((instance, statement));
        object
    }

    /// Where an object is allocated; nothing is known of those that were there before, are merged, or cloned.
    #[must_use]
    pub fn allocations(&self, object: ObjectId) -> Option<&BTreeSet<(InstanceId, u32)>> {
        self.allocations.get(&object)
    }

    /// Whoever comes first runs the initialisers of a class, of its superclasses, and of those of its interfaces that have methods with
    /// code (JVMS 5.5).
    fn initialise(&mut self, instance: InstanceId, class: ClassId) {
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
                let mut methods = found.methods.iter().map(|method| &self.world.methods[method.index()]);
                methods.any(|method| !method.is(access::ABSTRACT | access::STATIC))
            };
            work.extend(found.interfaces.iter().chain(&found.superclass));
            if !is_interface || has_code() {
                self.initialise_one(instance, above);
            }
        }
    }

    fn initialise_one(&mut self, instance: InstanceId, class: ClassId) {
        let selector = self.world.selector("<clinit>", "()V");
        let initialiser = self.world.declared(class, selector).filter(|_| !self.heap.is_initialised(class));
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

    /// What an initialiser throws comes to whoever runs it, and if it is no error, as the cause of one.
    fn fail(&mut self, instance: InstanceId, initialiser: InstanceId) {
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
        let handlers: BTreeSet<u32> = body.blocks.iter().flat_map(|block| block.handlers.iter().copied()).collect();
        self.throw(instance, &body, failure, &handlers.into_iter().collect::<Vec<u32>>());
    }

    fn add_use(&mut self, node: Node, done: Use) {
        let there = self.graph.add_use(node, done);
        self.use_objects(done, &there);
    }

    fn use_objects(&mut self, done: Use, objects: &Bits) {
        for object in objects.iter().map(ObjectId) {
            match done {
                Use::Load { to, part } => {
                    if self.has_part(object, part) {
                        let from = self.part(object, part);
                        self.graph.edge(from, to);
                    }
                }
                Use::Store { from, part } => {
                    if self.has_part(object, part) {
                        let to = self.part(object, part);
                        self.graph.edge(from, to);
                    }
                }
                Use::Reach { instance, block } => self.reach(instance, block),
                Use::Call { instance, call } => self.receive(instance, call, object),
                Use::CallOn { instance, call, selector } => self.call_on(instance, call, selector, object),
                Use::LoadSome { to } => {
                    let part = if self.is_array(object) { Part::Elements } else { Part::All };
                    let from = self.part(object, part);
                    self.graph.edge(from, to);
                }
                Use::StoreSome { from } => {
                    let part = if self.is_array(object) { Part::Elements } else { Part::Any };
                    let to = self.part(object, part);
                    self.graph.edge(from, to);
                }
                Use::Open { instance, call, method, receiver } => {
                    if self.is_business_of_application(object) {
                        self.open(instance, call, method, receiver);
                    }
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
            }
        }
    }

    /// A register may hold objects that the instruction cannot meet, since filters follow casts alone.
    fn has_part(&self, object: ObjectId, part: Part) -> bool {
        let found = self.objects.get(object);
        match part {
            Part::Field(field) => passes(&self.world, found, self.world.fields[field.index()].class),
            Part::Elements => self.is_array(object),
            _ => true,
        }
    }

    fn is_array(&self, object: ObjectId) -> bool {
        self.world.is_array(self.objects.get(object).class)
    }
}

/// Whether an object may be one of a class. Of what is merged it is only known which class it is declared to be of: it may be one of the
/// application's below that, or an exception.
#[must_use]
pub fn passes(world: &World, object: &Object, class: ClassId) -> bool {
    let is_merged = matches!(object.site, Site::Merged(_));
    world.is_subtype(object.class, class)
        || is_merged
            && world.is_subtype(class, object.class)
            && (world.classes[class.index()].origin != Origin::Jdk || world.is_throwable(class))
}
