//! Parts of the class library that are left out of the call graph when the library uses them for
//! itself: locales, text formats, security providers, class loading, reflective data, logging of
//! its own, management. They are half of what the library is, lie behind an error message or a
//! first use almost everywhere, and are none of the application's business.
//!
//! The rule that keeps this sound: a call into a part is left out only if neither its receiver nor
//! an argument may be an object of the application's (`String`, `Integer`, `Long` and `Character`
//! aside, and objects of classes of parts that are closed to all callers), and if its caller is one
//! that the part is closed to: library code outside of all parts, for some also other parts, for
//! management the application ([`library`]). Its result is then some object of the declared class.
//! As soon as an object of the application's comes to the call, it is followed, or is a gap.
//!
//! What remains assumed is that no part keeps an object of the application from an earlier call and
//! calls it in a later one that names none, and that parts which are closed to others guard their
//! own state.

use super::calls::Receiver;
use super::library::{self, Asked};
use super::{Bits, By, PointsTo, Site, Use};
use crate::ids::{ClassId, InstanceId, MethodId, ObjectId};
use crate::world::{Origin, access};

/// Methods that are left out though their classes are followed otherwise; a star stands for all.
const METHODS: &[(&str, &str)] = &[
    ("java/lang/Class", "*"),
    ("java/lang/StackTraceElement", "*"),
    ("java/lang/String", "format"),
    ("java/lang/Throwable", "printStackTrace"),
];

/// A call that is left out for receivers whose methods are analysed alike.
pub(super) struct LeftOut {
    /// The receivers so far: for these it is followed once an argument requires it.
    receivers: Bits,
    is_open: bool,
}

/// Classes whose initialisers are left out, whatever triggers them: this one asks the security
/// providers for a seed.
const INITIALISERS: &[&str] = &["java/util/concurrent/ThreadLocalRandom"];

/// Beginnings of names of classes that the library uses as it uses the parts: text and numbers.
const TEXT: &[&str] = &[
    "java/lang/AbstractStringBuilder",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/lang/String",
    "java/math/",
];

impl PointsTo {
    /// The kind of allocation of an object of a class by a method.
    #[must_use]
    pub fn by(&self, method: MethodId, class: ClassId) -> By {
        if self.world.is_of_application(method) {
            By::Application
        } else if self.is_part(class) || self.is_text(class) {
            By::LibraryForItself
        } else if self.is_within(class, self.world.methods[method.index()].class) {
            By::LibraryWithin
        } else {
            By::Library
        }
    }

    /// Whether objects of a class are a part of those of another (both have one top-level class). A
    /// thread is no part.
    fn is_within(&self, class: ClassId, of: ClassId) -> bool {
        let (inner, outer) =
            (&*self.world.classes[class.index()].name, &*self.world.classes[of.index()].name);
        let top = |name| str::split(name, '$').next();
        let threads = self.world.class_if_known("java/lang/Thread");
        inner.contains('$')
            && top(inner) == top(outer)
            && !threads.is_some_and(|threads| self.world.is_subtype(class, threads))
    }

    pub(crate) fn is_text(&self, class: ClassId) -> bool {
        let class = &self.world.classes[class.index()];
        class.origin == Origin::Jdk && TEXT.iter().any(|part| class.name.starts_with(part))
    }

    /// Whether a static method takes and gives nothing but text and numbers: what it allocates does
    /// not get elsewhere.
    #[must_use]
    pub fn is_about_text(&self, method: MethodId) -> bool {
        let found = &self.world.methods[method.index()];
        let descriptor = &self.world.selectors[found.selector.index()].1;
        let is_text = |name: &str| TEXT.iter().any(|part| name.starts_with(part));
        let is_other = |part: &str| part.split_once('L').is_some_and(|(_, name)| !is_text(name));
        self.is_text(found.class)
            && !descriptor.contains('[')
            && !descriptor.split(';').any(is_other)
    }

    /// Whether the initialiser of a class is left out.
    pub(super) fn is_never_initialised(&self, class: ClassId) -> bool {
        INITIALISERS.contains(&&*self.world.classes[class.index()].name)
    }

    pub(crate) fn is_part(&self, class: ClassId) -> bool {
        self.part_of(class).is_some()
    }

    /// The part of the library that a class belongs to: its number, and which callers it is closed
    /// to.
    pub(super) fn part_of(&self, class: ClassId) -> Option<(usize, Asked)> {
        let class = &self.world.classes[class.index()];
        let found = (class.origin == Origin::Jdk).then(|| library::part_of(&class.name))??;
        Some((found, library::PARTS[found].asked))
    }

    /// Whether a call of that method is left out, as far as its caller goes.
    pub(super) fn is_left_out(&mut self, caller: InstanceId, method: MethodId) -> bool {
        let by = self.instances[caller.index()].method;
        if let Some(known) = self.left_out.get(&(by, method)) {
            return *known;
        }
        let (by_class, class) =
            (self.world.methods[by.index()].class, self.world.methods[method.index()].class);
        let is_by_library = self.world.classes[by_class.index()].origin == Origin::Jdk;
        let is_left_out = by_class != class
            && match (self.part_of(by_class), self.part_of(class)) {
                (None, None) => is_by_library && self.is_single_out(class, method),
                (Some(_), None) => false,
                (None, Some((_, asked))) => is_by_library || asked == Asked::ByAll,
                (Some((from, _)), Some((to, asked))) => from != to && asked >= Asked::ByParts,
            };
        self.left_out.insert((by, method), is_left_out);
        is_left_out
    }

    pub(super) fn is_single_out(&self, class: ClassId, method: MethodId) -> bool {
        let selector = self.world.methods[method.index()].selector;
        let (owner, name) =
            (&*self.world.classes[class.index()].name, &*self.world.selectors[selector.index()].0);
        METHODS
            .iter()
            .any(|(class, pattern)| *class == owner && (*pattern == "*" || *pattern == name))
    }

    /// A call that is left out gives some object of its declared class, until an object of the
    /// application's comes as an argument and it is followed.
    pub(super) fn leave_out(
        &mut self,
        instance: InstanceId,
        call: u32,
        method: MethodId,
        receiver: Option<ObjectId>,
    ) {
        let context = receiver.and_then(|receiver| self.objects.context(receiver));
        let key = (instance, call, method, context);
        if let Some(known) = self.left_out_calls.get_mut(&key) {
            if known.is_open {
                self.open_for(instance, call, method, receiver);
            } else if let Some(receiver) = receiver {
                known.receivers.insert(receiver.0);
            }
            return;
        }
        let receivers = receiver.into_iter().map(|receiver| receiver.0).collect();
        self.left_out_calls.insert(key, LeftOut { receivers, is_open: false });
        let body = self.instances[instance.index()].body.clone();
        self.give_some(instance, call, method);
        let found = &body.calls[call as usize];
        let done = Use::Open { instance, call, method, context };
        for argument in
            found.arguments.iter().skip(usize::from(receiver.is_some())).filter(|reg| reg.is_some())
        {
            let node = self.instances[instance.index()].node(*argument);
            self.add_use(node, done);
        }
    }

    /// A call that is left out gives some object of the class that the method is declared to
    /// return.
    pub(super) fn give_some(&mut self, instance: InstanceId, call: u32, method: MethodId) {
        let by = &mut self.instances[instance.index()];
        by.left_out.insert(call);
        let result = by.body.calls[call as usize].result;
        if result.is_some() {
            let to = by.node(result);
            self.return_some(method, to);
        }
    }

    /// If an object of the application's has come to a call that was left out, it is followed from
    /// now on.
    pub(super) fn open(
        &mut self,
        instance: InstanceId,
        call: u32,
        method: MethodId,
        context: Option<ObjectId>,
        new: &Bits,
    ) {
        let key = (instance, call, method, context);
        let is_open = self.left_out_calls.get(&key).is_none_or(|known| known.is_open);
        if is_open || !self.is_any_business_of_application(new) {
            return;
        }
        let Some(known) = self.left_out_calls.get_mut(&key) else { return };
        known.is_open = true;
        let receivers = std::mem::take(&mut known.receivers);
        if receivers.is_empty() {
            self.open_for(instance, call, method, None);
        }
        receivers
            .iter()
            .for_each(|receiver| self.open_for(instance, call, method, Some(ObjectId(receiver))));
    }

    fn open_for(
        &mut self,
        instance: InstanceId,
        call: u32,
        method: MethodId,
        receiver: Option<ObjectId>,
    ) {
        let body = self.instances[instance.index()].body.clone();
        let found = &body.calls[call as usize];
        if self.world.methods[method.index()].is(access::ABSTRACT) || self.is_closed_to_all(method)
        {
            let what = format!(
                "{} gets an object of the application's, and what it does is not followed",
                self.world.shown_method(method)
            );
            return self.world.gap(what);
        }
        if self.world.methods[method.index()].is(access::STATIC) {
            self.initialise(instance, self.world.methods[method.index()].class);
        }
        let context = receiver.and_then(|receiver| self.objects.context(receiver));
        let receiver = receiver.map_or(Receiver::None, Receiver::Object);
        self.link(instance, call, method, context, receiver, &found.arguments);
    }

    /// Whether a method belongs to a part that is not followed even if it gets something of the
    /// application's.
    fn is_closed_to_all(&self, method: MethodId) -> bool {
        self.part_of(self.world.methods[method.index()].class)
            .is_some_and(|(_, asked)| asked == Asked::ByAll)
    }

    /// Whether a call with that receiver or argument has to be followed.
    pub(super) fn is_business_of_application(&self, object: ObjectId) -> bool {
        let object = self.objects.get(object);
        let class = &self.world.classes[object.class.index()];
        class.origin != Origin::Jdk
            || object.is_of_application()
                && !matches!(
                    &*class.name,
                    "java/lang/String"
                        | "java/lang/Integer"
                        | "java/lang/Long"
                        | "java/lang/Character"
                )
                && self.part_of(object.class).is_none_or(|(_, asked)| asked != Asked::ByAll)
    }

    /// Some object of the library's that was made where nothing is followed: only its class is
    /// known. Of exceptions, their constructors are followed.
    pub(super) fn is_made_by_unknown(&self, object: ObjectId) -> bool {
        let object = self.objects.get(object);
        matches!(object.site, Site::Merged(_))
            && self.world.classes[object.class.index()].origin == Origin::Jdk
            && !self.world.is_throwable(object.class)
    }
}
