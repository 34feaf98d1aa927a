//! Models of native methods, and of methods that are better not followed: a table.

use super::{Node, Part, PointsTo, Site, Use};
use crate::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg, Selector};
use crate::ir::Call;
use crate::world::{Origin, access};

/// What a method does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Nothing with references but to give some object of its result's class, of which there is
    /// one.
    Returns,
    /// The same, and reads the arrays that it is given: what a class says of its members.
    Tells,
    /// `System.arraycopy`.
    CopyElements,
    /// `Object.clone`.
    Clone,
    /// `Object.getClass`.
    ClassOf,
    /// Of an array's class, that of its elements.
    ComponentOf,
    /// A copy of its first argument, an array; the argument of that number is the class of the
    /// copy, or an array of that class.
    CopyOf {
        /// The number of that argument.
        class: usize,
    },
    /// A new array of the class that its first argument is.
    NewArray,
    /// `Thread.currentThread`.
    CurrentThread,
    /// Starts a thread, which runs the `run` of the argument of that number.
    Start(usize),
    /// Gives what the argument of that number is.
    Same(usize),
    /// Stores the second argument into some field of the first, or into an element.
    Put {
        /// The number of the argument whose field or element it is.
        object: usize,
        /// The number of the argument that is stored.
        value: usize,
    },
    /// Reads some field, or an element.
    Get {
        /// The number of the argument whose field or element it is.
        object: usize,
    },
    /// Both.
    Swap {
        /// The number of the argument whose field or element it is.
        object: usize,
        /// The number of the argument that is stored.
        value: usize,
    },
    /// Stores its argument into the static field of that name, of its own class.
    Keeps(&'static str),
    /// Calls the method of that name and descriptor of its first argument.
    Calls(&'static str, &'static str),
    /// `toString` of its argument, if that is an object.
    Text,
    /// The constants of the enum whose class its first argument is, as an array or one of them.
    Constants {
        /// Whether the result is one of them.
        is_one: bool,
    },
    /// An array of all threads.
    Threads,
    /// Makes or calls what its arguments name, which are not followed.
    Reflection,
    /// The same, whatever code calls it.
    Unfollowed,
}

/// What a method that is modelled does with what it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handling {
    /// It keeps nothing.
    Nothing,
    /// Its result is a new object that nothing else refers to.
    Makes,
    /// It stores one argument into another.
    Stores {
        /// Into which.
        base: usize,
        /// What.
        value: usize,
    },
    /// It copies elements from one array to another.
    CopiesElements,
    /// All its arguments may escape.
    Leaks,
}

/// By class and name, which is the whole name or its beginning where a star follows; or by the name
/// and the descriptor.
const TABLE: &[(&str, &str, Model)] = &[
    ("java/lang/System", "arraycopy", Model::CopyElements),
    ("java/lang/Object", "clone", Model::Clone),
    ("java/lang/Object", "getClass", Model::ClassOf),
    (
        "java/util/Arrays",
        "copyOf([Ljava/lang/Object;ILjava/lang/Class;)*",
        Model::CopyOf { class: 2 },
    ),
    (
        "java/util/Arrays",
        "copyOfRange([Ljava/lang/Object;IILjava/lang/Class;)*",
        Model::CopyOf { class: 3 },
    ),
    ("java/util/Arrays", "copyOf*", Model::CopyOf { class: 0 }),
    ("java/lang/reflect/Array", "newInstance(Ljava/lang/Class;I)*", Model::NewArray),
    ("java/lang/Class", "getComponentType", Model::ComponentOf),
    ("java/lang/Class", "componentType", Model::ComponentOf),
    ("java/lang/Thread", "currentThread", Model::CurrentThread),
    ("java/lang/Thread", "currentCarrierThread", Model::CurrentThread),
    ("java/lang/Thread", "start0", Model::Start(0)),
    ("java/lang/Runtime", "addShutdownHook", Model::Start(1)),
    ("java/lang/Thread", "setUncaughtExceptionHandler", Model::Reflection),
    ("java/lang/Thread", "setDefaultUncaughtExceptionHandler", Model::Reflection),
    ("java/lang/ref/Cleaner", "register", Model::Reflection),
    ("java/lang/Thread", "getThreads", Model::Threads),
    ("java/lang/Enum", "valueOf", Model::Constants { is_one: true }),
    ("java/lang/Class", "getEnumConstants", Model::Constants { is_one: false }),
    ("java/lang/Class", "getEnumConstantsShared", Model::Constants { is_one: false }),
    ("java/lang/StackStreamFactory$AbstractStackWalker", "callStackWalk", Model::Unfollowed),
    ("java/io/ObjectOutputStream", "writeObject", Model::Unfollowed),
    ("java/io/ObjectOutputStream", "writeUnshared", Model::Unfollowed),
    ("java/io/ObjectInputStream", "readObject", Model::Unfollowed),
    ("java/io/ObjectInputStream", "readUnshared", Model::Unfollowed),
    ("sun/misc/Signal", "handle", Model::Unfollowed),
    ("java/lang/invoke/MethodHandles$Lookup", "ensureInitialized", Model::Reflection),
    ("java/lang/invoke/MethodHandles$Lookup", "define*", Model::Reflection),
    ("java/lang/invoke/MethodHandleProxies", "*", Model::Reflection),
    ("java/lang/invoke/LambdaMetafactory", "*", Model::Reflection),
    ("java/lang/System", "setIn0", Model::Keeps("in")),
    ("java/lang/System", "setOut0", Model::Keeps("out")),
    ("java/lang/System", "setErr0", Model::Keeps("err")),
    ("java/lang/reflect/Array", "get", Model::Get { object: 0 }),
    ("java/lang/reflect/Array", "set", Model::Put { object: 0, value: 2 }),
    ("java/lang/String", "intern", Model::Same(0)),
    // No native, but called with everything.
    ("java/lang/String", "valueOf", Model::Text),
    ("jdk/internal/misc/Unsafe", "putReference*", Model::Put { object: 1, value: 3 }),
    ("jdk/internal/misc/Unsafe", "getReference*", Model::Get { object: 1 }),
    ("jdk/internal/misc/Unsafe", "compareAndSetReference*", Model::Put { object: 1, value: 4 }),
    ("jdk/internal/misc/Unsafe", "weakCompareAndSetReference*", Model::Put { object: 1, value: 4 }),
    (
        "jdk/internal/misc/Unsafe",
        "compareAndExchangeReference*",
        Model::Swap { object: 1, value: 4 },
    ),
    ("jdk/internal/misc/Unsafe", "getAndSetReference*", Model::Swap { object: 1, value: 3 }),
    ("jdk/internal/misc/Unsafe", "allocateInstance", Model::Reflection),
    ("jdk/internal/vm/Continuation", "enterSpecial", Model::Calls("enter0", "()V")),
    ("java/security/AccessController", "doPrivileged", Model::Calls("run", "()Ljava/lang/Object;")),
    (
        "java/security/AccessController",
        "executePrivileged",
        Model::Calls("run", "()Ljava/lang/Object;"),
    ),
    ("sun/misc/Unsafe", "*", Model::Reflection),
    ("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newUpdater", Model::Reflection),
    ("java/util/concurrent/atomic/AtomicLongFieldUpdater", "newUpdater", Model::Reflection),
    ("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newUpdater", Model::Reflection),
    ("java/lang/Class", "forName*", Model::Reflection),
    ("java/lang/Class", "newInstance", Model::Reflection),
    ("java/lang/Class", "getConstructor*", Model::Tells),
    ("java/lang/Class", "getDeclaredConstructor*", Model::Tells),
    ("java/lang/Class", "getDeclaredField*", Model::Tells),
    ("java/lang/Class", "getDeclaredMethod*", Model::Tells),
    ("java/lang/Class", "getField*", Model::Tells),
    ("java/lang/Class", "getMethod*", Model::Tells),
    ("java/lang/ClassLoader", "loadClass", Model::Reflection),
    ("java/lang/reflect/Method", "invoke", Model::Reflection),
    ("java/lang/reflect/Constructor", "newInstance*", Model::Reflection),
    ("java/lang/reflect/Field", "getModifiers", Model::Returns),
    ("java/lang/reflect/Field", "getName", Model::Returns),
    ("java/lang/reflect/Field", "setAccessible", Model::Returns),
    ("java/lang/reflect/Field", "get*", Model::Reflection),
    ("java/lang/reflect/Field", "set*", Model::Reflection),
    ("java/lang/reflect/Array", "newInstance", Model::Reflection),
    ("java/lang/reflect/Proxy", "newProxyInstance", Model::Reflection),
];

impl PointsTo {
    /// The model of a method, if it has one. Natives of which nothing is said give an object of the
    /// class that they are declared to.
    pub(super) fn model(&mut self, method: MethodId) -> Option<Model> {
        if let Some(known) = self.models.get(&method) {
            return *known;
        }
        let found = &self.world.methods[method.index()];
        let class = &self.world.classes[found.class.index()];
        let (name, descriptor) = &self.world.selectors[found.selector.index()];
        let fits = |pattern: &str| match pattern.contains('(') {
            true => fits(&format!("{name}{descriptor}"), pattern),
            false => fits(name, pattern),
        };
        let row = TABLE.iter().find(|(owner, pattern, _)| **owner == *class.name && fits(pattern));
        // The effects of handles are modelled at their uses; how they are made does not matter.
        let is_unfollowed = found.is(access::NATIVE) || class.name.starts_with("java/lang/invoke/");
        let model = row.map(|(_, _, model)| *model).or(is_unfollowed.then_some(Model::Returns));
        if model == Some(Model::Returns) && class.origin == Origin::Application {
            let what =
                format!("{} is native: nothing is known of it", self.world.shown_method(method));
            self.world.gap(what);
        }
        self.models.insert(method, model);
        model
    }

    /// Whether one of its parameters is an array.
    #[must_use]
    pub fn takes_array(&self, method: MethodId) -> bool {
        let selector = self.world.methods[method.index()].selector;
        let descriptor = &self.world.selectors[selector.index()].1;
        descriptor.split(')').next().is_some_and(|parameters| parameters.contains('['))
    }

    /// Whether it makes a copy of an array.
    #[must_use]
    pub fn is_new_copy(&self, method: MethodId) -> bool {
        matches!(self.models.get(&method), Some(Some(Model::CopyOf { .. })))
    }

    /// What a method that is modelled does with what it is given.
    #[must_use]
    pub fn handling(&self, method: MethodId) -> Handling {
        match self.models.get(&method).copied().flatten() {
            Some(Model::Clone | Model::CopyOf { .. } | Model::NewArray) => Handling::Makes,
            Some(Model::CopyElements) => Handling::CopiesElements,
            Some(Model::Put { object, value } | Model::Swap { object, value }) => {
                Handling::Stores { base: object, value }
            }
            Some(Model::Start(_) | Model::Keeps(_) | Model::Reflection | Model::Unfollowed)
            | None => Handling::Leaks,
            Some(Model::Returns) if self.takes_array(method) => Handling::Leaks,
            Some(
                Model::Returns
                | Model::Tells
                | Model::ClassOf
                | Model::ComponentOf
                | Model::CurrentThread
                | Model::Same(_)
                | Model::Get { .. }
                | Model::Calls(..)
                | Model::Constants { .. }
                | Model::Threads
                | Model::Text,
            ) => Handling::Nothing,
        }
    }

    /// An object is the receiver of a method that has a model.
    pub(super) fn model_receiver(
        &mut self,
        instance: InstanceId,
        call: u32,
        method: MethodId,
        object: ObjectId,
    ) {
        let body = self.instances[instance.index()].body.clone();
        let result = body.calls[call as usize].result;
        let statement = body.calls[call as usize].statement;
        match self.model(method) {
            Some(Model::Clone) if result.is_some() => {
                self.instances[instance.index()].modelled.insert((call, method));
                let to = self.instances[instance.index()].node(result);
                let super::Instance { method, context, .. } = self.instances[instance.index()];
                self.clone_object(object, to, Site::Allocation { method, statement }, context);
            }
            Some(Model::ClassOf) if result.is_some() => {
                self.instances[instance.index()].modelled.insert((call, method));
                let to = self.instances[instance.index()].node(result);
                let mirror = self.mirror(self.objects.get(object).class);
                self.graph.insert(to, mirror);
            }
            Some(Model::Start(0)) => {
                self.instances[instance.index()].modelled.insert((call, method));
                self.start(instance, call, object);
            }
            Some(_) => self.model_call(instance, call, statement, method),
            None => {}
        }
    }

    /// A thread is started.
    pub(super) fn start(&mut self, instance: InstanceId, call: u32, thread: ObjectId) {
        self.graph.insert(self.threads, thread);
        let run = self.world.selector("run", "()V");
        let Some(method) = self.world.dispatch(self.objects.get(thread).class, run) else { return };
        let context = self.objects.context(thread);
        let entry = self.instance(method, context);
        self.instances[instance.index()].starts.insert((call, entry));
        let this = self.instances[entry.index()].node(Reg(0));
        self.graph.insert(this, thread);
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    /// A method that has a model is called, whatever its receiver.
    pub(super) fn model_call(
        &mut self,
        instance: InstanceId,
        call: u32,
        statement: u32,
        method: MethodId,
    ) {
        let is_reflection = self.model(method) == Some(Model::Reflection);
        if is_reflection && self.reflect(instance, call, statement, method) {
            return;
        }
        let body = self.instances[instance.index()].body.clone();
        if !self.instances[instance.index()].modelled.insert((call, method)) {
            return;
        }
        let found = &body.calls[call as usize];
        let argument =
            |number: usize| found.arguments.get(number).copied().filter(|reg| reg.is_some());
        let node = |analysis: &Self, reg: Reg| analysis.instances[instance.index()].node(reg);
        let super::Instance { method: caller, context, .. } = self.instances[instance.index()];
        let to = found.result.is_some().then(|| node(self, found.result));
        match self.model(method) {
            Some(model @ (Model::Returns | Model::Tells)) => {
                if let Some(to) = to {
                    self.return_some(method, to);
                }
                if model == Model::Returns
                    && self.takes_array(method)
                    && self.is_of_application(instance)
                {
                    self.tell_unfollowed(instance, statement, method);
                }
            }
            Some(Model::CopyElements) => {
                if let (Some(from), Some(to)) = (argument(0), argument(2)) {
                    let between = self.graph.add(1);
                    self.add_use(node(self, from), Use::Load { to: between, part: Part::Elements });
                    self.add_use(
                        node(self, to),
                        Use::Store { from: between, part: Part::Elements },
                    );
                }
            }
            Some(Model::CurrentThread) => {
                if let Some(to) = to {
                    self.graph.edge(self.threads, to);
                }
            }
            Some(Model::Same(number)) => {
                if let (Some(from), Some(to)) = (argument(number), to) {
                    self.graph.edge(node(self, from), to);
                }
            }
            Some(Model::Clone) => {
                if let (Some(from), Some(to)) = (argument(0), to) {
                    let done = Use::Clone { to, method: caller, statement, context };
                    self.add_use(node(self, from), done);
                }
            }
            Some(Model::ClassOf) => {
                if let (Some(from), Some(to)) = (argument(0), to) {
                    self.add_use(node(self, from), Use::ClassOf { to });
                }
            }
            Some(Model::ComponentOf) => {
                if let (Some(from), Some(to)) = (argument(0), to) {
                    self.add_use(node(self, from), Use::ComponentOf { to });
                }
            }
            Some(Model::CopyOf { class }) => {
                if let (Some(from), Some(class), Some(to)) = (argument(0), argument(class), to) {
                    let copied = self.graph.add(1);
                    self.add_use(node(self, from), Use::Load { to: copied, part: Part::Elements });
                    self.add_use(
                        node(self, class),
                        Use::NewArray { instance, call, to, elements: Some(copied) },
                    );
                }
            }
            Some(Model::NewArray) => {
                if let (Some(class), Some(to)) = (argument(0), to) {
                    self.add_use(
                        node(self, class),
                        Use::NewArray { instance, call, to, elements: None },
                    );
                }
            }
            Some(Model::Start(number)) => {
                if let Some(thread) = argument(number) {
                    self.add_use(node(self, thread), Use::Start { instance, call });
                }
            }
            Some(Model::Put { object, value }) => {
                self.access_some(instance, found, argument(object), argument(value), Reg::NONE);
            }
            Some(Model::Get { object }) => {
                self.access_some(instance, found, argument(object), None, found.result)
            }
            Some(Model::Swap { object, value }) => {
                self.access_some(instance, found, argument(object), argument(value), found.result);
            }
            Some(Model::Text) => {
                if let Some(to) = to {
                    let string = self.merged("java/lang/String");
                    self.graph.insert(to, string);
                }
                if let Some(argument) = argument(0) {
                    let selector = self.world.selector("toString", "()Ljava/lang/String;");
                    self.add_use(node(self, argument), Use::CallOn { instance, call, selector });
                }
            }
            Some(Model::Keeps(name)) => {
                let class = self.world.methods[method.index()].class;
                if let (Some(from), Some(field)) =
                    (argument(0), self.world.field_named(class, name))
                {
                    let to = self.static_field(field);
                    self.graph.edge(node(self, from), to);
                }
            }
            Some(Model::Calls(name, descriptor)) => {
                if let Some(receiver) = argument(0) {
                    let selector = self.world.selector(name, descriptor);
                    self.add_use(node(self, receiver), Use::CallOn { instance, call, selector });
                }
            }
            Some(Model::Constants { is_one }) => {
                if let Some(class) = argument(0) {
                    let of = self.graph.add(1);
                    self.add_use(node(self, class), Use::Constants { instance, call, to: of });
                    match to {
                        Some(to) if is_one => {
                            self.add_use(of, Use::Load { to, part: Part::Elements })
                        }
                        Some(to) => self.graph.edge(of, to),
                        None => {}
                    }
                }
            }
            Some(Model::Threads) => {
                if let Some(to) = to {
                    self.return_some(method, to);
                    let threads = self.merged("[Ljava/lang/Thread;");
                    let elements = self.part(threads, Part::Elements);
                    self.graph.edge(self.threads, elements);
                }
            }
            Some(Model::Reflection)
                if let Some(class) = self.world.class_asked_for(&body, found) =>
            {
                self.initialise(instance, class);
                if let Some(to) = to {
                    let mirror = self.mirror(class);
                    self.graph.insert(to, mirror);
                }
            }
            Some(model @ (Model::Reflection | Model::Unfollowed)) => {
                if let Some(to) = to {
                    self.return_some(method, to);
                }
                if model == Model::Unfollowed || self.is_of_application(instance) {
                    self.tell_unfollowed(instance, statement, method);
                }
            }
            None => {}
        }
    }

    /// A value into a field of an object, and what the field holds into a result: which field, the
    /// handle or the offset says, if it is known. An array's elements are not told apart.
    fn access_some(
        &mut self,
        instance: InstanceId,
        call: &Call,
        base: Option<Reg>,
        value: Option<Reg>,
        result: Reg,
    ) {
        let field = self.handled(call);
        let node = |analysis: &Self, reg: Reg| analysis.instances[instance.index()].node(reg);
        if let Some(field) =
            field.filter(|field| self.world.fields[field.index()].is(access::STATIC))
        {
            let held = self.static_field(field);
            if let Some(value) = value {
                self.graph.edge(node(self, value), held);
            }
            if result.is_some() {
                self.graph.edge(held, node(self, result));
            }
            return;
        }
        let Some(base) = base.map(|base| node(self, base)) else { return };
        let part = field.map(Part::Field);
        if let Some(from) = value.map(|value| node(self, value)) {
            self.add_use(
                base,
                part.map_or(Use::StoreSome { from }, |part| Use::Store { from, part }),
            );
        }
        if result.is_some() {
            let to = node(self, result);
            self.add_use(base, part.map_or(Use::LoadSome { to }, |part| Use::Load { to, part }));
        }
    }

    /// The field that a call accesses by a handle or an offset, if it is known.
    pub(super) fn handled(&mut self, call: &Call) -> Option<FieldId> {
        call.through.and_then(|handle| self.world.named_by(handle))
    }

    /// An object of the class that a method is declared to give: it is not null, whatever else is
    /// known of it.
    pub(super) fn return_some(&mut self, method: MethodId, to: Node) {
        let selector = self.world.methods[method.index()].selector;
        let descriptor = self.world.selectors[selector.index()].1.clone();
        let Some((_, result)) = descriptor.rsplit_once(')') else { return };
        let class = self.world.class(raceproof_classfile::descriptor::object_name(result));
        self.insert_of_class(class, to);
    }

    /// An array holds some objects, too.
    fn insert_of_class(&mut self, class: ClassId, to: Node) {
        let object = self.objects.shared(class, Site::Merged(class));
        self.graph.insert(to, object);
        if let Some(element) = self.world.classes[class.index()].element {
            let elements = self.part(object, Part::Elements);
            self.insert_of_class(element, elements);
        }
    }

    /// The constants of an enum: the call that asks for them may initialise it.
    pub(super) fn constants(&mut self, instance: InstanceId, call: u32, to: Node, class: ObjectId) {
        let Site::Mirror(class) = self.objects.get(class).site else { return };
        let name = self.world.classes[class.index()].name.clone();
        let values = self.world.selector("values", &format!("()[L{name};"));
        let Some(method) = self.world.declared(class, values) else { return };
        self.initialise(instance, class);
        let values = self.instance(method, None);
        self.instances[instance.index()].callees.insert((Some(call), values));
        let from = self.instances[values.index()].result();
        self.graph.edge(from, to);
    }

    /// Reflection is a gap only in the application's own calls: the library's finds what was there
    /// when it was booted, or what the application names.
    fn tell_unfollowed(&mut self, instance: InstanceId, statement: u32, method: MethodId) {
        let caller = &self.instances[instance.index()];
        let (by, position) =
            (caller.method, caller.body.positions.get(statement as usize).copied().unwrap_or(0));
        let (at, called) = (self.world.shown_place(by, position), self.world.shown_method(method));
        self.world.gap(format!("{at} calls {called}, and what that leads to is not followed"));
    }

    /// Variable handles: values go into some field of the first argument, and come from there. Of
    /// method handles nothing is known.
    pub(super) fn polymorphic(
        &mut self,
        instance: InstanceId,
        call: u32,
        class: ClassId,
        selector: Selector,
    ) {
        let body = self.instances[instance.index()].body.clone();
        let found = &body.calls[call as usize];
        let name = self.world.selectors[selector.index()].0.clone();
        let is_variable = &*self.world.classes[class.index()].name == "java/lang/invoke/VarHandle";
        let fewest = if name.starts_with("get") && !name.starts_with("getAnd") { 2 } else { 3 };
        let base = found.arguments.get(1).copied().filter(|reg| reg.is_some());
        let is_static = self
            .handled(found)
            .is_some_and(|field| self.world.fields[field.index()].is(access::STATIC));
        if !is_variable || !is_static && (found.arguments.len() < fewest || base.is_none()) {
            let statement = body.calls[call as usize].statement;
            let caller = &self.instances[instance.index()];
            let (by, position) = (caller.method, body.positions[statement as usize]);
            if self.world.is_of_application(by) {
                let at = self.world.shown_place(by, position);
                self.world.gap(format!("{at} uses a handle by {name}, which is not followed"));
            }
            return;
        }
        let values = found.arguments.get(if is_static { 1 } else { 2 }..).unwrap_or_default();
        for value in values.iter().copied().filter(|reg| reg.is_some()) {
            self.access_some(instance, found, base, Some(value), Reg::NONE);
        }
        self.access_some(instance, found, base, None, found.result);
    }

    /// A copy of an object holds what that holds.
    pub(super) fn clone_object(
        &mut self,
        of: ObjectId,
        to: Node,
        site: Site,
        context: Option<ObjectId>,
    ) {
        let class = self.objects.get(of).class;
        let Site::Allocation { method, .. } = site else { return };
        let by = self.by(method, class);
        let copy = self.objects.allocated(class, site, context, by);
        self.graph.insert(to, copy);
        if copy == of {
            return;
        }
        for part in self.parts_of_class(class) {
            let (from, to) = (self.part(of, part), self.part(copy, part));
            self.graph.edge(from, to);
        }
    }

    /// An array is made of a class that is known by an object only: of that itself, with what is
    /// copied into it, or of its elements.
    pub(super) fn make_array(
        &mut self,
        instance: InstanceId,
        call: u32,
        class: ObjectId,
        elements: Option<Node>,
        to: Node,
    ) {
        let super::Instance { method, context, .. } = self.instances[instance.index()];
        let statement = self.instances[instance.index()].body.calls[call as usize].statement;
        let class = match (self.objects.get(class).site, elements) {
            (Site::Mirror(class), Some(_)) => class,
            (Site::Mirror(element), None) => self.world.array_of(element),
            _ if self.is_array(class) => self.objects.get(class).class,
            _ => {
                if self.is_of_application(instance) {
                    let by =
                        self.instances[instance.index()].modelled_by(call).next().unwrap_or(method);
                    self.tell_unfollowed(instance, statement, by);
                }
                self.world.class("[Ljava/lang/Object;")
            }
        };
        let by = self.by(method, class);
        let array =
            self.objects.allocated(class, Site::Allocation { method, statement }, context, by);
        self.graph.insert(to, array);
        if let Some(elements) = elements {
            self.put(elements, array, Part::Elements);
        }
    }

    /// The class of the elements of an array's.
    pub(super) fn component_of(&mut self, class: ObjectId, to: Node) {
        let Site::Mirror(class) = self.objects.get(class).site else {
            return self.graph.insert(to, class);
        };
        if let Some(element) = self.world.classes[class.index()].element {
            let mirror = self.mirror(element);
            self.graph.insert(to, mirror);
        }
    }

    /// The parts of an object of that class that hold references.
    fn parts_of_class(&self, class: ClassId) -> Vec<Part> {
        if self.world.is_array(class) {
            return vec![Part::Elements];
        }
        let fields = self.world.instance_fields(class);
        fields
            .filter(|field| self.world.fields[field.index()].is_reference())
            .map(Part::Field)
            .collect()
    }
}

/// A star stands for any end.
pub(super) fn fits(name: &str, pattern: &str) -> bool {
    pattern.strip_suffix('*').map_or(name == pattern, |start| name.starts_with(start))
}
