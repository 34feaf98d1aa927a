//! The most general client of an open program (classes without `main`): it makes one object by each
//! constructor of each shared class, and any number of threads call any of its methods, in any
//! order and with the same arguments. The arguments are made up, so nothing is proved of all
//! clients.
//!
//! The client is made of classes of its own, with bodies that no class file has:
//! `raceproof.Clients` begins, and for each object there is a `raceproof.Client$N`, a thread whose
//! `run` calls in a loop one method or another.

use crate::annotations;
use crate::ids::{ClassId, FieldId, MethodId, Reg, Selector};
use crate::ir::{Block, Body, Call, Callee, Statement};
use crate::world::{Field, Origin, World, access};
use raceproof_bytecode::Flow;
use raceproof_classfile::Member;
use raceproof_classfile::descriptor::{Type, split_method};
use std::collections::BTreeMap;

/// How the names of the client's classes begin.
pub const CLIENTS: &str = "raceproof/Client";
/// The class of [`launcher`].
pub const LAUNCHER: &str = "raceproof/Launcher";

/// How deep constructors of arguments are called for arguments.
const DEEP: usize = 3;
/// How many classes an argument may be of.
const MANY: usize = 8;

/// What stands for interfaces and abstract classes of the class library of which clients may pass
/// anything.
const INSTEAD: &[(&str, &str)] = &[
    ("java/util/Collection", "java/util/ArrayList"),
    ("java/util/List", "java/util/ArrayList"),
    ("java/lang/Iterable", "java/util/ArrayList"),
    ("java/util/Set", "java/util/HashSet"),
    ("java/util/Map", "java/util/HashMap"),
    ("java/util/Queue", "java/util/ArrayDeque"),
    ("java/util/Deque", "java/util/ArrayDeque"),
    ("java/lang/Number", "java/lang/Integer"),
];

/// Packages whose classes keep something that those below them inherit, and is not thread-safe.
const INHERITED: &[&str] = &["java.io.", "java.nio.", "java.text.", "java.util."];

/// What clients share of a class that claims to be shared, or is named.
struct Shared {
    class: ClassId,
    constructor: Option<MethodId>,
}

struct Harness<'w> {
    world: &'w mut World,
    /// Classes of the application that clients can make.
    instantiable: Vec<ClassId>,
}

/// A body in the making.
#[derive(Default)]
struct Code {
    registers: u32,
    statements: Vec<Statement>,
    calls: Vec<Call>,
    blocks: Vec<Block>,
    start: u32,
    /// By type: the registers of arguments that were made.
    made: BTreeMap<ClassId, Vec<Reg>>,
    phis: Vec<(Reg, Reg)>,
    /// What clients share already, by class.
    shared: Vec<(ClassId, Reg)>,
}

/// The method that clients of these classes begin with, and of which classes they share objects,
/// one for each; none if there is nothing to share. A class that is named counts whatever it says.
pub fn clients(
    world: &mut World,
    names: &[String],
    named: Option<&str>,
) -> Option<(MethodId, Vec<ClassId>)> {
    let all: Vec<ClassId> = names.iter().map(|name| world.class(name)).collect();
    let of_application =
        |class: &&ClassId| world.classes[class.index()].origin == Origin::Application;
    let own: Vec<ClassId> = all.iter().filter(of_application).copied().collect();
    let is_concrete = |class: &&ClassId| {
        let found = &world.classes[class.index()];
        found.access & (access::ABSTRACT | access::INTERFACE) == 0
            && !constructors(world, **class).is_empty()
    };
    let instantiable = own.iter().filter(is_concrete).copied().collect();
    let named = named.map(|name| world.class(name));
    let mut harness = Harness { world, instantiable };
    let meant: Vec<ClassId> = match named {
        Some(class) => vec![class],
        None => {
            let meant =
                own.into_iter().filter(|class| harness.claims_to_be_shared(*class)).collect();
            harness.with_implementations(meant)
        }
    };
    let shared: Vec<Shared> = meant.into_iter().flat_map(|class| harness.shared(class)).collect();
    let is_used =
        |shared: &Shared| !harness.methods(shared).is_empty() || !harness.fields(shared).is_empty();
    let shared: Vec<Shared> = shared.into_iter().filter(is_used).collect();
    shared.iter().for_each(|shared| harness.tell_unused(shared));
    (!shared.is_empty())
        .then(|| (harness.begin(&shared), shared.iter().map(|shared| shared.class).collect()))
}

/// The method that does what the launcher of release 25 does where `main` is an object's, or takes no
/// arguments (JEP 512); none if there is no such `main`.
pub fn launcher(world: &mut World, class: ClassId) -> Option<MethodId> {
    let descriptors = ["([Ljava/lang/String;)V", "()V"];
    let (number, main) = descriptors.into_iter().enumerate().find_map(|(number, descriptor)| {
        let selector = world.selector("main", descriptor);
        let main = world.method(class, selector)?;
        let found = &world.methods[main.index()];
        (!found.is(access::PRIVATE) && !found.is(access::ABSTRACT)).then_some((number, main))
    })?;
    let mut code = Code { registers: 1, ..Code::default() };
    let mut passed = Vec::new();
    if !world.methods[main.index()].is(access::STATIC) {
        let takes_nothing = |constructor: &MethodId| {
            let selector = world.methods[constructor.index()].selector;
            &*world.selectors[selector.index()].1 == "()V"
        };
        let constructor = constructors(world, class).into_iter().find(takes_nothing)?;
        let this = code.new_object(class);
        code.call(Callee::Exactly(constructor), vec![this]);
        passed.push(this);
    }
    if number == 0 {
        passed.push(Reg(0));
    }
    code.call(Callee::Exactly(main), passed);
    code.statements.push(Statement::Return { from: Reg::NONE });
    code.end_block(Vec::new());
    let object = world.object();
    let (_, launcher) = world.add_class(LAUNCHER, object, &[], "main", descriptors[0], true);
    world.set_body(launcher, code.body(vec![Reg(0)]));
    Some(launcher)
}

fn constructors(world: &World, class: ClassId) -> Vec<MethodId> {
    let methods = world.classes[class.index()].methods.iter().copied();
    let is_constructor = |method: &MethodId| {
        let found = &world.methods[method.index()];
        &*world.selectors[found.selector.index()].0 == "<init>" && !found.is(access::PRIVATE)
    };
    methods.filter(is_constructor).collect()
}

impl Harness<'_> {
    /// Whether a class is meant for several threads: by an annotation, or since it has a lock, a
    /// volatile or atomic field, a synchronized method or block, or a member with `@GuardedBy`.
    fn claims_to_be_shared(&self, class: ClassId) -> bool {
        let found = &self.world.classes[class.index()];
        let Some(file) = found.file.filter(|_| found.access & access::PUBLIC != 0) else {
            return false;
        };
        if found.access & access::INTERFACE != 0 {
            return annotations::sharing(file) == Some(true);
        }
        let is_lock = |field: &FieldId| {
            let field = &self.world.fields[field.index()];
            let is_tool = ["Ljava/util/concurrent/locks/", "Ljava/util/concurrent/atomic/"];
            field.is(access::VOLATILE)
                || is_tool.iter().any(|start| field.descriptor.starts_with(start))
        };
        let locks = |method: &MethodId| {
            let method = &self.world.methods[method.index()];
            let enters = || {
                let code = file.code(&file.methods[method.index]).ok().flatten();
                let flow = code.as_ref().and_then(|code| Flow::decoded(file, code).ok());
                flow.is_some_and(|flow| flow.ops.iter().any(|op| op.code == 194))
            };
            method.is(access::SYNCHRONIZED) || enters()
        };
        let is_guarded = |member: &Member<'static>| {
            annotations::of(file, &member.attributes)
                .iter()
                .any(|annotation| annotation.name == "GuardedBy")
        };
        match annotations::sharing(file) {
            Some(says) => says,
            None => {
                found.fields.iter().any(is_lock)
                    || found.methods.iter().any(locks)
                    || file.fields.iter().chain(&file.methods).any(is_guarded)
            }
        }
    }

    /// What an abstract class or an interface says of itself by an annotation, it says of the
    /// classes below it. If there is none, that is a gap.
    fn with_implementations(&mut self, meant: Vec<ClassId>) -> Vec<ClassId> {
        let mut all = meant.clone();
        for class in meant {
            let found = &self.world.classes[class.index()];
            let is_said = found.file.and_then(annotations::sharing) == Some(true);
            if !is_said || found.access & (access::ABSTRACT | access::INTERFACE) == 0 {
                continue;
            }
            let below: Vec<ClassId> = self
                .instantiable
                .iter()
                .copied()
                .filter(|other| self.world.is_subtype(*other, class))
                .collect();
            if below.is_empty() {
                let what = self.world.shown(class);
                self.world
                    .gap(format!("{what} is abstract, and there is no class below it: clients share no object of it"));
            }
            let new: Vec<ClassId> =
                below.into_iter().filter(|other| !all.contains(other)).collect();
            all.extend(new);
        }
        all
    }

    /// Variables that clients may access themselves: public and protected ones, with those that are
    /// inherited from the application's classes.
    fn fields(&self, shared: &Shared) -> Vec<FieldId> {
        let own = |class: &ClassId| self.world.classes[class.index()].origin == Origin::Application;
        let above = std::iter::successors(Some(shared.class), |class| {
            self.world.classes[class.index()].superclass
        });
        let fields = above
            .take_while(own)
            .flat_map(|class| self.world.classes[class.index()].fields.iter().copied());
        let is_meant = |field: &FieldId| {
            let field = &self.world.fields[field.index()];
            field.is(access::PUBLIC | access::PROTECTED)
                && !field.is(SYNTHETIC)
                && (!field.is(access::FINAL) || field.descriptor.starts_with('['))
                && (field.is(access::STATIC) || shared.constructor.is_some())
        };
        fields.filter(is_meant).collect()
    }

    /// Of each constructor an object; of a class without one, or an abstract one, what its static
    /// methods share.
    fn shared(&self, class: ClassId) -> Vec<Shared> {
        let is_abstract = self.world.classes[class.index()].access & access::ABSTRACT != 0;
        let all = if is_abstract { Vec::new() } else { constructors(self.world, class) };
        if all.is_empty() {
            return vec![Shared { class, constructor: None }];
        }
        all.into_iter()
            .map(|constructor| Shared { class, constructor: Some(constructor) })
            .collect()
    }

    /// Methods that clients may call: public and protected ones, with those that are inherited from
    /// the application's classes. What the compiler makes of these are ways to those of a class
    /// that clients do not see.
    fn methods(&self, shared: &Shared) -> Vec<MethodId> {
        let mut found = Vec::new();
        let mut met: Vec<Selector> = Vec::new();
        let mut at = Some(shared.class);
        while let Some(class) =
            at.filter(|class| self.world.classes[class.index()].origin == Origin::Application)
        {
            for method in self.world.classes[class.index()].methods.iter().copied() {
                let row = &self.world.methods[method.index()];
                let name = &*self.world.selectors[row.selector.index()].0;
                let is_static = row.is(access::STATIC);
                let is_meant = row.is(access::PUBLIC | access::PROTECTED)
                    && !name.starts_with('<')
                    && !met.contains(&row.selector)
                    && (is_static || shared.constructor.is_some());
                met.push(row.selector);
                found.extend(is_meant.then_some(method));
            }
            at = self.world.classes[class.index()].superclass;
        }
        found
    }

    /// What clients of a shared class do that is not followed.
    fn tell_unused(&mut self, shared: &Shared) {
        let world = &*self.world;
        let found = &world.classes[shared.class.index()];
        let has_own = found.methods.iter().any(|method| {
            let method = &world.methods[method.index()];
            method.is(access::PUBLIC)
                && !method.is(access::STATIC)
                && &*world.selectors[method.selector.index()].0 != "<init>"
        });
        let what = world.shown(shared.class);
        if shared.constructor.is_none()
            && has_own
            && found.access & (access::ABSTRACT | access::INTERFACE) == 0
        {
            return self
                .world
                .gap(format!("clients cannot make a {what}, and share no object of it"));
        }
        let mut above = std::iter::successors(Some(shared.class), |class| {
            world.classes[class.index()].superclass
        });
        let library = above.find(|class| world.classes[class.index()].origin == Origin::Jdk);
        let has_state = |name: &str| INHERITED.iter().any(|package| name.starts_with(package));
        let library = library.map(|class| world.shown(class)).filter(|name| has_state(name));
        if let Some(library) = library.filter(|_| shared.constructor.is_some()) {
            self.world.gap(format!("clients do not call what {what} inherits from {library}"));
        }
    }

    // ---- bodies

    fn begin(&mut self, shared: &[Shared]) -> MethodId {
        let object = self.world.object();
        let (_, main) = self.world.add_class(
            "raceproof/Clients",
            object,
            &[],
            "main",
            "([Ljava/lang/String;)V",
            true,
        );
        let mut code = Code { registers: 1, ..Code::default() };
        let mut started = Vec::new();
        let mut objects = Vec::new();
        for shared in shared {
            objects.push(shared.constructor.map(|constructor| {
                let this = code.new_object(shared.class);
                let arguments = self.arguments(&mut code, constructor, 0);
                code.call(Callee::Exactly(constructor), [vec![this], arguments].concat());
                this
            }));
        }
        // What is shared may be an argument, too.
        code.shared = shared
            .iter()
            .zip(&objects)
            .filter_map(|(shared, this)| Some((shared.class, (*this)?)))
            .collect();
        for ((number, shared), this) in shared.iter().enumerate().zip(objects) {
            let methods = self.methods(shared);
            let passed: Vec<Vec<Reg>> =
                methods.iter().map(|method| self.arguments(&mut code, *method, 0)).collect();
            started.push(self.client(number, shared, this, &methods, &passed));
        }
        let threads = self.world.class("java/lang/Thread");
        let constructor = self.named(threads, "<init>", "()V");
        let start = self.world.selector("start", "()V");
        code.end_block(vec![1]);
        for (client, fields) in started {
            let thread = code.new_object(client);
            constructor
                .into_iter()
                .for_each(|method| code.call(Callee::Exactly(method), vec![thread]));
            for (field, from) in fields {
                code.statements.push(Statement::PutField { base: thread, from, field });
            }
            code.call(Callee::Virtual { class: client, selector: start }, vec![thread]);
        }
        code.end_block(vec![1, 2]);
        code.statements.push(Statement::Return { from: Reg::NONE });
        code.end_block(Vec::new());
        self.world.set_body(main, code.body(vec![Reg(0)]));
        main
    }

    /// The thread that calls the methods of one object: its class, and what its fields are to hold.
    fn client(
        &mut self,
        number: usize,
        shared: &Shared,
        this: Option<Reg>,
        methods: &[MethodId],
        passed: &[Vec<Reg>],
    ) -> (ClassId, Vec<(FieldId, Reg)>) {
        let mut registers: Vec<Reg> = this.into_iter().collect();
        registers.extend(passed.iter().flatten().filter(|reg| reg.is_some()));
        registers.sort_unstable();
        registers.dedup();
        let threads = self.world.class("java/lang/Thread");
        let name = format!("{CLIENTS}${number}");
        let descriptors = vec!["Ljava/lang/Object;"; registers.len()];
        let (client, run) = self.world.add_class(&name, threads, &descriptors, "run", "()V", false);
        let fields: Vec<(FieldId, Reg)> =
            self.world.classes[client.index()].fields.iter().copied().zip(registers).collect();
        let mut code = Code { registers: 1, ..Code::default() };
        let mut own: BTreeMap<Reg, Reg> = BTreeMap::new();
        for (field, from) in &fields {
            let to = code.fresh();
            code.statements.push(Statement::GetField { to, base: Reg(0), field: *field });
            own.insert(*from, to);
        }
        let count = methods.len() as u32;
        code.end_block(vec![1]);
        for field in self.fields(shared) {
            code.access(&self.world.fields[field.index()], field, this.map(|this| own[&this]));
        }
        code.end_block((2..2 + count).chain([2 + 2 * count]).collect());
        for (at, (method, passed)) in methods.iter().zip(passed).enumerate() {
            let mut arguments: Vec<Reg> =
                passed.iter().map(|reg| own.get(reg).copied().unwrap_or(Reg::NONE)).collect();
            let found = &self.world.methods[method.index()];
            let callee = if found.is(access::STATIC) {
                Callee::Exactly(*method)
            } else {
                arguments.insert(0, this.map_or(Reg::NONE, |this| own[&this]));
                Callee::Virtual { class: shared.class, selector: found.selector }
            };
            let gives = &self.world.selectors[found.selector.index()].1;
            let gives_array =
                gives.rsplit(')').next().is_some_and(|result| result.starts_with('['));
            code.call(callee, arguments);
            if gives_array && let Some(call) = code.calls.len().checked_sub(1) {
                let array = code.fresh();
                code.calls[call].result = array;
                code.access_elements(array);
            }
            code.end_block(vec![1]);
            // Whatever it throws, other calls follow.
            if let Some(block) = code.blocks.last_mut() {
                block.handlers = vec![2 + count + at as u32];
            }
        }
        for _ in methods {
            let to = code.fresh();
            code.statements.push(Statement::Catch { to, class: None });
            code.end_block(vec![1]);
        }
        code.statements.push(Statement::Return { from: Reg::NONE });
        code.end_block(Vec::new());
        self.world.set_body(run, code.body(vec![Reg(0)]));
        (client, fields)
    }

    // ---- arguments

    fn arguments(&mut self, code: &mut Code, method: MethodId, depth: usize) -> Vec<Reg> {
        let selector = self.world.methods[method.index()].selector;
        let descriptor = self.world.selectors[selector.index()].1.clone();
        let (parameters, _) = split_method(&descriptor).unwrap_or_default();
        parameters.iter().map(|parameter| self.argument(code, parameter, depth)).collect()
    }

    fn argument(&mut self, code: &mut Code, descriptor: &str, depth: usize) -> Reg {
        if Type::of(descriptor) != Some(Type::Reference) {
            return Reg::NONE;
        }
        let class = self.world.class(raceproof_classfile::descriptor::object_name(descriptor));
        let known = code.made.get(&class).cloned();
        let all = known.unwrap_or_else(|| {
            code.made.insert(class, Vec::new());
            let all = self.make(code, class, descriptor, depth);
            code.made.insert(class, all.clone());
            all
        });
        let is_own = self.world.classes[class.index()].origin == Origin::Application;
        let fits = |(other, _): &&(ClassId, Reg)| is_own && self.world.is_subtype(*other, class);
        let shared = code.shared.iter().filter(fits).map(|(_, this)| *this);
        let all: Vec<Reg> = all.into_iter().chain(shared).collect();
        code.any_of(&all)
    }

    /// Objects that a client may pass for a type, each of one class.
    fn make(
        &mut self,
        code: &mut Code,
        class: ClassId,
        descriptor: &str,
        depth: usize,
    ) -> Vec<Reg> {
        if let Some(element) = descriptor.strip_prefix('[') {
            let array = code.new_object(class);
            let from = self.argument(code, element, depth);
            code.statements.push(Statement::Store { array, from, index: crate::ir::ANY_INDEX });
            return vec![array];
        }
        let name = self.world.classes[class.index()].name.clone();
        let instead =
            INSTEAD.iter().find(|(other, _)| **other == *name).map(|(_, instead)| *instead);
        let candidates = match instead {
            Some(instead) => vec![self.world.class(instead)],
            None if self.world.classes[class.index()].origin == Origin::Application => {
                let fits = |other: &ClassId| self.world.is_subtype(*other, class);
                self.instantiable.iter().copied().filter(fits).take(MANY).collect()
            }
            None => vec![class],
        };
        let mut made: Vec<Reg> = candidates
            .into_iter()
            .filter_map(|candidate| self.instance(code, candidate, depth))
            .collect();
        if made.is_empty() {
            let to = code.fresh();
            code.statements.push(Statement::Constant { to, class });
            made.push(to);
        }
        made
    }

    /// A new object by its constructor of the fewest parameters.
    fn instance(&mut self, code: &mut Code, class: ClassId, depth: usize) -> Option<Reg> {
        let found = &self.world.classes[class.index()];
        let is_made = found.access & (access::ABSTRACT | access::INTERFACE) == 0 && depth < DEEP;
        let is_value = found.origin == Origin::Jdk
            && found.name.starts_with("java/lang/")
            && &*found.name != "java/lang/Object";
        let is_library = found.origin == Origin::Jdk;
        let fewest = |method: &MethodId| {
            self.world.types(self.world.methods[method.index()].selector).0.len()
        };
        let constructor = constructors(self.world, class).into_iter().min_by_key(fewest)?;
        let has_parameters = fewest(&constructor) > 0;
        if !is_made || is_value || is_library && has_parameters {
            return None;
        }
        let this = code.new_object(class);
        let arguments = self.arguments(code, constructor, depth + 1);
        code.call(Callee::Exactly(constructor), [vec![this], arguments].concat());
        Some(this)
    }

    fn named(&mut self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let selector = self.world.selector(name, descriptor);
        self.world.declared(class, selector)
    }
}

/// `ACC_SYNTHETIC`.
const SYNTHETIC: u16 = 0x1000;

impl Code {
    fn fresh(&mut self) -> Reg {
        self.registers += 1;
        Reg(self.registers - 1)
    }

    fn new_object(&mut self, class: ClassId) -> Reg {
        let to = self.fresh();
        self.statements.push(Statement::New { to, class });
        to
    }

    fn call(&mut self, callee: Callee, arguments: Vec<Reg>) {
        let (statement, call) = (self.statements.len() as u32, self.calls.len() as u32);
        self.calls.push(Call { callee, arguments, result: Reg::NONE, statement, through: None });
        self.statements.push(Statement::Call { call });
    }

    /// A variable is read, and written unless it is final, and so are the elements of an array that
    /// it holds.
    fn access(&mut self, found: &Field, field: FieldId, this: Option<Reg>) {
        let to = if found.is_reference() { self.fresh() } else { Reg::NONE };
        let base = this.unwrap_or(Reg::NONE);
        let (read, written) = match found.is(access::STATIC) {
            true => (Statement::GetStatic { to, field }, Statement::PutStatic { from: to, field }),
            false => (
                Statement::GetField { to, base, field },
                Statement::PutField { base, from: to, field },
            ),
        };
        self.statements.push(read);
        self.statements.extend((!found.is(access::FINAL)).then_some(written));
        if found.descriptor.starts_with('[') {
            self.access_elements(to);
        }
    }

    fn access_elements(&mut self, array: Reg) {
        let index = crate::ir::ANY_INDEX;
        self.statements.push(Statement::Load { to: Reg::NONE, array, index });
        self.statements.push(Statement::Store { array, from: Reg::NONE, index });
    }

    /// A register that may hold any of these.
    fn any_of(&mut self, all: &[Reg]) -> Reg {
        match all {
            [] => Reg::NONE,
            [one] => *one,
            _ => {
                let to = self.fresh();
                self.phis.extend(all.iter().map(|from| (to, *from)));
                to
            }
        }
    }

    fn end_block(&mut self, next: Vec<u32>) {
        let (start, end) = (self.start, self.statements.len() as u32);
        self.blocks.push(Block {
            start,
            end,
            next,
            handlers: Vec::new(),
            unless_null: None,
            zero_test: None,
        });
        self.start = end;
    }

    fn body(self, parameters: Vec<Reg>) -> Body {
        Body {
            registers: self.registers,
            parameters,
            positions: (0..self.statements.len()).map(|at| at as u16).collect(),
            statements: self.statements,
            blocks: self.blocks,
            phis: self.phis,
            calls: self.calls,
            ..Body::default()
        }
    }
}
