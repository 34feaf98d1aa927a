//! Gaps: code that the analysis knows it does not follow. The report lists each, since nothing is
//! said of what that code would do.

use super::natives::fits;
use super::{Bits, Object, PointsTo, Site};
use crate::ids::{ClassId, InstanceId, MethodId, ObjectId, Reg, Selector};
use crate::ir::{Call, Callee, Statement};
use crate::world::{Origin, access};
use std::collections::BTreeSet;

/// Methods that are called on an exception that is not caught, when it is printed.
const PRINTED: &[(&str, &str)] = &[
    ("getCause", "()Ljava/lang/Throwable;"),
    ("getLocalizedMessage", "()Ljava/lang/String;"),
    ("getMessage", "()Ljava/lang/String;"),
    ("getStackTrace", "()[Ljava/lang/StackTraceElement;"),
    ("printStackTrace", "(Ljava/io/PrintStream;)V"),
    ("toString", "()Ljava/lang/String;"),
];

/// When a call matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// If it names another class than the caller's own.
    OfOthers,
    /// If it is given an object of the application's.
    Given,
}

/// Methods by which the application has its own code executed, classes initialised or objects made
/// that no statement names.
const BY_NAME: &[(&str, &str, When)] = &[
    ("java/beans/EventHandler", "create", When::Always),
    ("java/beans/Expression", "<init>", When::Always),
    ("java/beans/Statement", "<init>", When::Always),
    ("java/io/ObjectStreamClass", "lookup*", When::Always),
    ("java/lang/Class", "componentType", When::Always),
    ("java/lang/Class", "getAnnotation*", When::Always),
    ("java/lang/Class", "getComponentType", When::Always),
    ("java/lang/Class", "getDeclaringClass", When::Always),
    ("java/lang/Class", "getEnclosing*", When::Always),
    ("java/lang/Class", "getModule", When::Always),
    ("java/lang/Class", "getNest*", When::Always),
    ("java/lang/Class", "getSuperclass", When::Always),
    ("java/lang/Class", "getDeclaredAnnotation*", When::Always),
    ("java/lang/Enum", "getDeclaringClass", When::Always),
    ("java/lang/invoke/MethodHandles$Lookup", "findStaticVarHandle", When::OfOthers),
    ("java/lang/invoke/MethodType", "fromMethodDescriptorString", When::Always),
    ("java/lang/reflect/Array", "get*", When::Always),
    ("java/net/URL", "getContent", When::Always),
    ("java/net/URL", "open*", When::Always),
    ("java/util/logging/Logger", "log*", When::Given),
    ("java/util/logging/Logger", "throwing", When::Given),
];

impl PointsTo {
    /// To be called in the end.
    pub fn tell_gaps(&mut self) {
        self.tell_what_is_done_with_nobody();
        self.tell_tests_of_nobody();
        self.tell_calls_by_name();
        self.tell_uncaught();
        self.tell_what_is_installed();
        self.tell_copied_exceptions();
    }

    /// The virtual machine passes uncaught exceptions to the thread, its group, and in the end the
    /// error stream.
    fn tell_uncaught(&mut self) {
        let mut called = BTreeSet::new();
        for entry in self.entries.clone() {
            // What is printed with an exception are its cause and those that it suppressed, too.
            let mut thrown = Bits::default();
            let mut work: Vec<u32> = self.thrown(entry).iter().collect();
            while let Some(object) = work.pop() {
                if self.world.is_throwable(self.objects.get(ObjectId(object)).class)
                    && thrown.insert(object)
                {
                    work.extend(self.held(ObjectId(object)).flat_map(Bits::iter));
                }
            }
            for object in thrown.iter() {
                called.extend(
                    PRINTED.iter().filter_map(|(name, descriptor)| {
                        self.own(ObjectId(object), name, descriptor)
                    }),
                );
            }
        }
        for object in self.graph.objects(self.threads).clone().iter() {
            let descriptor = "()Ljava/lang/Thread$UncaughtExceptionHandler;";
            called.extend(self.own(ObjectId(object), "getUncaughtExceptionHandler", descriptor));
        }
        // Groups are handlers, too.
        if let Some(handlers) =
            self.world.class_if_known("java/lang/Thread$UncaughtExceptionHandler")
        {
            for handler in self.objects_of(handlers) {
                let descriptor = "(Ljava/lang/Thread;Ljava/lang/Throwable;)V";
                called.extend(self.own(handler, "uncaughtException", descriptor));
            }
        }
        for method in called {
            let what = self.world.shown_method(method);
            self.world.gap(format!(
                "{what} is called when nobody catches an exception, which is not followed"
            ));
        }
    }

    /// What the application puts where the class library finds it by itself.
    fn tell_what_is_installed(&mut self) {
        let system = self.world.class_if_known("java/lang/System");
        let err = system.and_then(|system| self.world.field_named(system, "err"));
        let held = err.and_then(|err| self.static_field_if_known(err)).cloned();
        if held.is_some_and(|held| self.is_any_business_of_application(&held)) {
            let what = "what the class library prints to `System.err`, which the application has replaced, is not followed";
            self.world.gap(what.to_owned());
        }
        let Some(providers) = self.world.class_if_known("java/security/Provider") else { return };
        for provider in self.objects_of(providers) {
            let class = self.objects.get(provider).class;
            if self.world.classes[class.index()].origin == Origin::Application {
                let what = format!(
                    "what the provider {} names is made and called",
                    self.world.shown(class)
                );
                self.world.gap(format!("{what} by the class library, which is not followed"));
            }
        }
    }

    /// `ForkJoinTask` gives to whoever joins a copy of an exception, made by a constructor that it
    /// finds by reflection.
    fn tell_copied_exceptions(&mut self) {
        let is_copying = |method: MethodId| {
            let method = &self.world.methods[method.index()];
            &*self.world.classes[method.class.index()].name == "java/util/concurrent/ForkJoinTask"
                && &*self.world.selectors[method.selector.index()].0 == "getThrowableException"
        };
        if !self.instances.iter().any(|instance| is_copying(instance.method)) {
            return;
        }
        let throwables = self.world.class("java/lang/Throwable");
        let mut constructors = BTreeSet::new();
        for exception in self.objects_of(throwables) {
            for descriptor in ["()V", "(Ljava/lang/Throwable;)V"] {
                let class = self.objects.get(exception).class;
                let selector = self.world.selector("<init>", descriptor);
                let found = self.world.declared(class, selector);
                constructors.extend(found.filter(|method| {
                    self.world.is_of_application(*method)
                        && self.world.methods[method.index()].is(access::PUBLIC)
                }));
            }
        }
        for method in constructors {
            let what = self.world.shown_method(method);
            self.world.gap(format!(
                "{what} may be called by ForkJoinTask to copy an exception, which is not followed"
            ));
        }
    }

    /// Blocks of the application behind a test for null are taken for dead if the points-to set of
    /// the register is empty. If a library has given the value, or a cast has filtered all its
    /// objects, it may be an object all the same.
    fn tell_tests_of_nobody(&mut self) {
        let mut found: BTreeSet<(MethodId, u16)> = BTreeSet::new();
        for (number, instance) in self.instances.iter().enumerate() {
            let number = InstanceId(number as u32);
            if !self.is_of_application(number) {
                continue;
            }
            for (block, _) in
                instance.body.blocks.iter().zip(&instance.reached).filter(|(_, reached)| **reached)
            {
                let is_dead = |(_, to): &(Reg, u32)| !instance.reached[*to as usize];
                let Some((reg, _)) = block.unless_null.filter(is_dead) else { continue };
                if let Some(at) = self.given_by_library(number, reg) {
                    found.insert((instance.method, instance.body.positions[at as usize]));
                }
            }
        }
        for (method, position) in found {
            let at = self.world.shown_place(method, position);
            self.world.gap(format!(
                "{at} tests what a library gives, of which nothing is known but null"
            ));
        }
    }

    /// The statement by which a library gives a value, or by which a value is cast that is no such
    /// object as far as is known.
    fn given_by_library(&self, instance: InstanceId, reg: Reg) -> Option<u32> {
        let found = &self.instances[instance.index()];
        let cast = found.body.statements.iter().position(|statement| {
            matches!(*statement, Statement::Cast { to, from, .. }
                if to == reg && !self.register(instance, from).is_empty())
        });
        let at = cast.map(|at| at as u32).or_else(|| found.body.definition(reg))?;
        match found.body.statements[at as usize] {
            Statement::Call { call } => {
                let mut callees = found.called_by(call);
                let is_own = callees.next().is_some_and(|callee| self.is_of_application(callee))
                    && callees.all(|callee| self.is_of_application(callee));
                (!is_own).then_some(at)
            }
            Statement::Cast { .. } => Some(at),
            _ => None,
        }
    }

    /// Methods of the library that run the application's code by reflection, or in ways that no
    /// model has.
    fn tell_calls_by_name(&mut self) {
        let mut found: BTreeSet<(MethodId, u16, String)> = BTreeSet::new();
        let may_be_static = self.finds_static_handles();
        for (number, at, statement) in self.statements() {
            let instance = &self.instances[number.index()];
            let Statement::Call { call } = statement else { continue };
            let call = &instance.body.calls[call as usize];
            if !self.world.is_of_application(instance.method) {
                continue;
            }
            let (class, selector) = match call.callee {
                Callee::Exactly(method) => {
                    let method = &self.world.methods[method.index()];
                    (method.class, method.selector)
                }
                Callee::Virtual { class, selector } | Callee::Polymorphic { class, selector } => {
                    (class, selector)
                }
                Callee::Missing => continue,
            };
            let is_strange =
                || self.is_strange_handle(number, call, (class, selector), may_be_static);
            if self.is_listed(number, call, class, selector) || is_strange() {
                let what = format!(
                    "{}.{}",
                    self.world.shown(class),
                    self.world.selectors[selector.index()].0
                );
                found.insert((instance.method, instance.body.positions[at as usize], what));
            }
        }
        for (method, position, what) in found {
            let at = self.world.shown_place(method, position);
            self.world.gap(format!("{at} calls {what}, and what that leads to is not followed"));
        }
    }

    fn is_listed(
        &self,
        instance: InstanceId,
        call: &Call,
        class: ClassId,
        selector: Selector,
    ) -> bool {
        let (name, owner) =
            (&*self.world.selectors[selector.index()].0, &*self.world.classes[class.index()].name);
        let row = BY_NAME.iter().find(|(class, pattern, _)| *class == owner && fits(name, pattern));
        let mut given = call.arguments.iter().skip(1).filter(|reg| reg.is_some());
        match row.map(|(.., when)| *when) {
            None => false,
            Some(When::Always) => true,
            Some(When::OfOthers) => {
                let method = self.instances[instance.index()].method;
                let own = self.mirror_of(self.world.methods[method.index()].class);
                given
                    .next()
                    .is_none_or(|reg| self.holds(instance, *reg, |class| Some(class) != own))
            }
            Some(When::Given) => given.any(|reg| {
                self.holds(instance, *reg, |object| self.is_business_of_application(object))
            }),
        }
    }

    /// Whether the application has handles of static fields.
    fn finds_static_handles(&self) -> bool {
        let finds = |call: &Call| {
            let called = self.world.called(call);
            called.is_some_and(|(name, _)| {
                matches!(name, "findStaticVarHandle" | "unreflectVarHandle")
            })
        };
        let mut all =
            self.instances.iter().filter(|instance| self.world.is_of_application(instance.method));
        all.any(|instance| instance.body.calls.iter().any(finds))
    }

    /// A handle of a view of a buffer, one that boxes what it gives, or of which it is not known
    /// what it accesses: an element of its first argument, if that is an array, unless it may be of
    /// a static field.
    fn is_strange_handle(
        &self,
        instance: InstanceId,
        call: &Call,
        (class, selector): (ClassId, Selector),
        may_be_static: bool,
    ) -> bool {
        if &*self.world.classes[class.index()].name != "java/lang/invoke/VarHandle" {
            return false;
        }
        let descriptor = &self.world.selectors[selector.index()].1;
        let field = self.world.handled(call).map(|field| &self.world.fields[field.index()]);
        let is_boxed = descriptor.ends_with(")Ljava/lang/Object;")
            && field.is_none_or(|field| !field.is_reference());
        let is_no_array = |object: ObjectId| !self.is_array(object);
        let base = call.arguments.get(1).filter(|base| base.is_some());
        let is_no_element = || base.is_none_or(|base| self.holds(instance, *base, is_no_array));
        let is_unknown = field.is_none() && (may_be_static || is_no_element());
        descriptor.contains("Ljava/nio/ByteBuffer;") || is_boxed || is_unknown
    }

    fn holds(&self, instance: InstanceId, reg: Reg, is_meant: impl Fn(ObjectId) -> bool) -> bool {
        self.register(instance, reg).iter().any(|object| is_meant(ObjectId(object)))
    }

    fn objects_of(&self, class: ClassId) -> Vec<ObjectId> {
        let all =
            self.objects.iter().filter(|(_, object)| self.world.is_subtype(object.class, class));
        all.map(|(id, _)| id).collect()
    }

    /// The application's method that an object has for a name.
    fn own(&mut self, object: ObjectId, name: &str, descriptor: &str) -> Option<MethodId> {
        let class = self.objects.get(object).class;
        if self.world.classes[class.index()].origin == Origin::Jdk {
            return None;
        }
        let selector = self.world.selector(name, descriptor);
        self.world.dispatch(class, selector).filter(|method| self.world.is_of_application(*method))
    }

    pub(super) fn tell_finalizer(&mut self, class: ClassId) {
        let selector = self.world.selector("finalize", "()V");
        let finalizer = self.world.dispatch(class, selector);
        if let Some(method) = finalizer.filter(|method| self.world.is_of_application(*method)) {
            let what = format!(
                "{} is called by the collector, which is not followed",
                self.world.shown_method(method)
            );
            self.world.gap(what);
        }
    }

    /// Calls and accesses by the application, reached, of which no receiver is known: whatever they
    /// would call or access is not followed.
    fn tell_what_is_done_with_nobody(&mut self) {
        let mut found: BTreeSet<(MethodId, u16, &str)> = BTreeSet::new();
        for (number, at, statement) in self.statements() {
            let instance = &self.instances[number.index()];
            if !self.world.is_of_application(instance.method) {
                continue;
            }
            let (receiver, what) = match statement {
                Statement::Call { call } => {
                    match self.world.called_on(&instance.body.calls[call as usize]) {
                        Some((receiver, ..)) => (receiver, "calls a method"),
                        None => continue,
                    }
                }
                Statement::GetField { base, .. } => (base, "reads a field"),
                Statement::PutField { base, .. } => (base, "writes a field"),
                Statement::Load { array, .. } => (array, "reads an element"),
                Statement::Store { array, .. } => (array, "writes an element"),
                _ => continue,
            };
            if !receiver.is_some() {
                continue;
            }
            let objects = self.register(number, receiver);
            if self.is_followed(instance.method, at)
                || objects.is_empty() && self.is_met(instance.method, receiver)
            {
                continue;
            }
            if objects.is_empty() || objects.iter().any(|object| self.is_unknown(ObjectId(object)))
            {
                found.insert((instance.method, instance.body.positions[at as usize], what));
            }
        }
        for (method, position, what) in found {
            let at = self.world.shown_place(method, position);
            self.world
                .gap(format!("{at} {what} of an object that comes from where nothing is followed"));
        }
    }

    /// What something that is not followed is declared to give: no object is of such a class
    /// itself.
    pub(super) fn is_unknown(&self, object: ObjectId) -> bool {
        let Object { class, site, .. } = *self.objects.get(object);
        let is_array = self.world.is_array(class);
        let class = &self.world.classes[class.index()];
        matches!(site, Site::Merged(_))
            && !is_array
            && (class.access & (access::ABSTRACT | access::INTERFACE) != 0
                || &*class.name == "java/lang/Object")
    }
}
