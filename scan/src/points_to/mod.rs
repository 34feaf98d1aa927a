//! Points-to sets of registers, fields and elements, and the call graph on the fly, from `main` on:
//! inclusion-based (Andersen, "Program analysis and specialization for the C programming language",
//! 1994), with object-sensitive contexts (`objects.rs`).
//!
//! Reachability is predicated: a block behind a test that a register is not null is analysed once
//! its points-to set is not empty.

mod bits;
mod booted;
mod calls;
mod closed;
mod constraints;
mod export;
mod gaps;
mod graph;
mod kinds;
mod library;
mod natives;
mod objects;
mod parts;
mod reflected;
mod stand_ins;

pub use bits::Bits;
pub use export::Export;
pub use graph::Node;
pub use library::Asked;
pub use natives::{Handling, Model};
pub use objects::{By, Object, Objects, Site, passes};

use crate::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg, Selector};
use crate::ir::{Body, Statement};
use crate::order::Order;
use crate::world::{World, access};
use graph::Graph;
use raceproof_base::Cancellation;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A method that is reached in more contexts is analysed in one for all others.
const MOST_CONTEXTS: u32 = 40;

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// A field.
    Field(FieldId),
    /// The elements of an array, which are not told apart.
    Elements,
    /// What was stored into an unknown field.
    Any,
    /// What all fields hold.
    All,
}

/// What is done with each object that is new in a node's points-to set.
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
    /// It is an argument of a call that is left out as long as nothing of the application's comes
    /// there.
    Open {
        instance: InstanceId,
        call: u32,
        method: MethodId,
        context: Option<ObjectId>,
    },
    /// Some part of it is read, it is not known which.
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
    /// Its class is asked for.
    ClassOf {
        to: Node,
    },
    /// It is an array's class, and that of the elements is asked for.
    ComponentOf {
        to: Node,
    },
    /// It is the class of an array that is made, with those elements, or that of what such an array
    /// holds.
    NewArray {
        instance: InstanceId,
        call: u32,
        to: Node,
        elements: Option<Node>,
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
    /// Its calling context: the abstract receiver, or a call ([`Site::Call`]); none if there is
    /// none.
    pub context: Option<ObjectId>,
    /// Its body, without statements if it has none.
    pub body: Rc<Body>,
    /// The node of its first register; behind the registers are the result and what it throws.
    first: Node,
    /// By block, whether it may be executed.
    pub reached: Vec<bool>,
    /// Its edges in the call graph: the call, or none for class initialisers, and the callee.
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

    /// The callees of a call.
    pub fn called_by(&self, call: u32) -> impl Iterator<Item = InstanceId> {
        let range = (Some(call), InstanceId(0))..=(Some(call), InstanceId(u32::MAX));
        self.callees.range(range).map(|(_, callee)| *callee)
    }

    /// Whether it may run initialisers of classes.
    #[must_use]
    pub fn initialises(&self) -> bool {
        self.callees.first().is_some_and(|(call, _)| call.is_none())
    }

    /// The entries of the threads that a call starts.
    pub fn starts_by(&self, call: u32) -> impl Iterator<Item = InstanceId> {
        let range = (call, InstanceId(0))..=(call, InstanceId(u32::MAX));
        self.starts.range(range).map(|(_, entry)| *entry)
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
    cancellation: Cancellation,
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
    kinds: kinds::Kinds,
    /// By receivers that a call treats alike: the callee; none if there is none.
    received: FxHashMap<kinds::Alike, Option<InstanceId>>,
    heap: booted::Heap,
    /// By caller and callee: whether the call is left out.
    left_out: FxHashMap<(MethodId, MethodId), bool>,
    left_out_calls: FxHashMap<(InstanceId, u32, MethodId, Option<ObjectId>), closed::LeftOut>,
    todo: Vec<InstanceId>,
    /// By method: in how many contexts it was met.
    contexts: FxHashMap<MethodId, u32>,
    /// By object: where it is allocated.
    allocations: FxHashMap<ObjectId, BTreeSet<(InstanceId, u32)>>,
    /// Threads that may be running: what `currentThread` may give.
    threads: Node,
    /// The methods that threads begin with.
    pub entries: Vec<InstanceId>,
    order: OnceCell<Order>,
    reflected: reflected::Reflected,
}

impl PointsTo {
    /// Nothing is reached yet. All work on the program stops when it is cancelled, and then has no
    /// result.
    #[must_use]
    pub fn new(world: World, cancellation: Cancellation) -> Self {
        let mut graph = Graph::new();
        let threads = graph.add(1);
        Self {
            world,
            cancellation,
            objects: Objects::default(),
            instances: Vec::new(),
            by_key: FxHashMap::default(),
            graph,
            parts: FxHashMap::default(),
            parts_of: FxHashMap::default(),
            statics: FxHashMap::default(),
            models: FxHashMap::default(),
            linked: FxHashSet::default(),
            kinds: kinds::Kinds::default(),
            received: FxHashMap::default(),
            heap: booted::Heap::default(),
            left_out: FxHashMap::default(),
            left_out_calls: FxHashMap::default(),
            todo: Vec::new(),
            contexts: FxHashMap::default(),
            allocations: FxHashMap::default(),
            threads,
            entries: Vec::new(),
            order: OnceCell::new(),
            reflected: reflected::Reflected::default(),
        }
    }

    /// A static method is the entry of a thread; its arguments are new arrays of strings.
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

    /// Whether the work is to go on.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.cancellation.cause().is_none()
    }

    /// Goes on until nothing changes.
    pub fn solve(&mut self) {
        while self.goes_on() {
            while let Some(instance) = self.todo.pop().filter(|_| self.goes_on()) {
                self.add_constraints(instance);
            }
            let (world, objects, kinds) = (&self.world, &self.objects, &mut self.kinds);
            let goes_on = || self.cancellation.cause().is_none();
            let turns = self
                .graph
                .wave(|new, class| new.common(kinds.passing(world, objects, class)), goes_on);
            if turns.is_empty() && self.todo.is_empty() {
                break;
            }
            for turn in turns {
                if !self.goes_on() {
                    return;
                }
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
            let reached =
                instance.body.blocks.iter().zip(&instance.reached).filter(|(_, reached)| **reached);
            let all = reached.flat_map(|(block, _)| block.start..block.end);
            all.map(move |at| {
                (InstanceId(number as u32), at, instance.body.statements[at as usize])
            })
        })
    }

    /// In which order a solved program is looked at.
    #[must_use]
    pub fn order(&self) -> &Order {
        self.order.get_or_init(|| Order::new(self))
    }

    /// By instance: the callers, and by which call; none as a class initialiser.
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

    /// What a static field may hold, if it has a node: some access of it was analysed.
    #[must_use]
    pub fn static_field_if_known(&self, field: FieldId) -> Option<&Bits> {
        self.statics.get(&field).map(|node| self.graph.objects(*node))
    }

    /// What the parts of an object may hold.
    pub fn held(&self, object: ObjectId) -> impl Iterator<Item = &Bits> {
        let parts = self.parts_of.get(&object).into_iter().flatten();
        parts.filter_map(move |part| {
            self.parts.get(&(object, *part)).map(|node| self.graph.objects(*node))
        })
    }

    /// What static fields may hold.
    pub fn static_fields(&self) -> impl Iterator<Item = (FieldId, &Bits)> {
        let mut all: Vec<(FieldId, Node)> =
            self.statics.iter().map(|(field, node)| (*field, *node)).collect();
        all.sort_unstable();
        all.into_iter().map(|(field, node)| (field, self.graph.objects(node)))
    }

    /// The object that stands for all of a class.
    fn merged(&mut self, class: &str) -> ObjectId {
        let class = self.world.class(class);
        self.objects.shared(class, Site::Merged(class))
    }

    /// The `Class` object of a class, if it was met.
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
        self.instances.push(Instance {
            method,
            context,
            body,
            first,
            reached,
            callees,
            starts,
            modelled,
            left_out,
        });
        self.by_key.insert((method, context), id);
        self.todo.push(id);
        id
    }

    /// Of a method without code: its parameters.
    fn empty_body(&self, method: MethodId) -> Body {
        let found = &self.world.methods[method.index()];
        let (types, _) = self.world.types(found.selector);
        let receiver =
            (!found.is(access::STATIC)).then_some(raceproof_classfile::descriptor::Type::Reference);
        let mut registers = 0;
        let mut parameters = Vec::new();
        for ty in receiver.into_iter().chain(types) {
            let is_reference = ty == raceproof_classfile::descriptor::Type::Reference;
            parameters.push(if is_reference { Reg(registers) } else { Reg::NONE });
            registers += u32::from(is_reference);
        }
        Body { registers, parameters, ..Body::default() }
    }
}
