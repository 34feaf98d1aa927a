//! What the analysis knows that it does not follow.

use super::{Object, PointsTo, Site};
use crate::ids::{ClassId, MethodId, ObjectId, Reg};
use crate::ir::{Call, Callee, Statement};
use crate::world::{Origin, access};
use std::collections::BTreeSet;

/// What is called of an exception that nobody catches, by whoever prints it.
const PRINTED: &[(&str, &str)] = &[
    ("getCause", "()Ljava/lang/Throwable;"),
    ("getLocalizedMessage", "()Ljava/lang/String;"),
    ("getMessage", "()Ljava/lang/String;"),
    ("getStackTrace", "()[Ljava/lang/StackTraceElement;"),
    ("printStackTrace", "(Ljava/io/PrintStream;)V"),
    ("toString", "()Ljava/lang/String;"),
];

impl PointsTo {
    /// To be called in the end.
    pub fn tell_gaps(&mut self) {
        self.tell_what_is_done_with_nobody();
        self.tell_uncaught();
        self.tell_copied_exceptions();
    }

    /// The virtual machine tells the thread, its group, and in the end the error stream, of exceptions that nobody catches.
    fn tell_uncaught(&mut self) {
        let mut called = BTreeSet::new();
        for entry in self.entries.clone() {
            let thrown = self.thrown(entry).clone();
            for object in thrown.iter() {
                called.extend(
                    PRINTED.iter().filter_map(|(name, descriptor)| self.own(ObjectId(object), name, descriptor)),
                );
            }
        }
        for object in self.graph.objects(self.threads).clone().iter() {
            let descriptor = "()Ljava/lang/Thread$UncaughtExceptionHandler;";
            called.extend(self.own(ObjectId(object), "getUncaughtExceptionHandler", descriptor));
        }
        if let Some(groups) = self.world.class_if_known("java/lang/ThreadGroup") {
            for group in self.objects_of(groups) {
                let descriptor = "(Ljava/lang/Thread;Ljava/lang/Throwable;)V";
                called.extend(self.own(group, "uncaughtException", descriptor));
            }
        }
        for method in called {
            let what = self.world.shown_method(method);
            self.world.gap(format!("{what} is called when nobody catches an exception, which is not followed"));
        }
    }

    /// `ForkJoinTask` gives to whoever joins a copy of an exception, made by a constructor that it finds by reflection.
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
                    self.world.is_of_application(*method) && self.world.methods[method.index()].is(access::PUBLIC)
                }));
            }
        }
        for method in constructors {
            let what = self.world.shown_method(method);
            self.world.gap(format!("{what} may be called by ForkJoinTask to copy an exception, which is not followed"));
        }
    }

    fn objects_of(&self, class: ClassId) -> Vec<ObjectId> {
        let all = self.objects.iter().filter(|(_, object)| self.world.is_subtype(object.class, class));
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
            let what = format!("{} is called by the collector, which is not followed", self.world.shown_method(method));
            self.world.gap(what);
        }
    }

    /// Calls and accesses by the application, reached, of which no receiver is known: whatever they would call or access is not
    /// followed.
    fn tell_what_is_done_with_nobody(&mut self) {
        let mut found: BTreeSet<(MethodId, u16, &str)> = BTreeSet::new();
        for (number, at, statement) in self.statements() {
            let instance = &self.instances[number.index()];
            if !self.world.is_of_application(instance.method) {
                continue;
            }
            let (receiver, what) = match statement {
                Statement::Call { call } => (self.receiver(&instance.body.calls[call as usize]), "calls a method"),
                Statement::GetField { base, .. } => (Some(base), "reads a field"),
                Statement::PutField { base, .. } => (Some(base), "writes a field"),
                Statement::Load { array, .. } => (Some(array), "reads an element"),
                Statement::Store { array, .. } => (Some(array), "writes an element"),
                _ => continue,
            };
            let Some(receiver) = receiver.filter(|receiver| receiver.is_some()) else { continue };
            let objects = self.register(number, receiver);
            if objects.is_empty() || objects.iter().any(|object| self.is_unknown(ObjectId(object))) {
                found.insert((instance.method, instance.body.positions[at as usize], what));
            }
        }
        for (method, position, what) in found {
            let at = self.world.shown_place(method, position);
            self.world.gap(format!("{at} {what} of an object that comes from where nothing is followed"));
        }
    }

    /// Of what a call calls a method.
    fn receiver(&self, call: &Call) -> Option<Reg> {
        let receives = match call.callee {
            Callee::Virtual { .. } => true,
            Callee::Exactly(method) => !self.world.methods[method.index()].is(access::STATIC),
            _ => false,
        };
        call.arguments.first().copied().filter(|_| receives)
    }

    /// What something that is not followed is declared to give: no object is of such a class itself.
    pub(super) fn is_unknown(&self, object: ObjectId) -> bool {
        let Object { class, site, .. } = *self.objects.get(object);
        let is_array = self.world.is_array(class);
        let class = &self.world.classes[class.index()];
        matches!(site, Site::Merged(_))
            && !is_array
            && (class.access & (access::ABSTRACT | access::INTERFACE) != 0 || &*class.name == "java/lang/Object")
    }
}
