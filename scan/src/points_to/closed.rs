//! Parts of the class library that are not followed when the library asks them for itself: locales, text formats, security providers,
//! class loading, reflective data, logging of its own. They are half of what the library is, lie behind an error message or a first use
//! almost everywhere, and are none of the application's business.
//!
//! The rule that keeps this sound: a call into a part is left out only if neither its receiver nor an argument may be an object of the
//! application's, and if it comes from library code outside of the parts. It then gives some object of its result's class. What remains
//! assumed is that no part keeps an object of the application from an earlier call and calls it in a later one that names none.

use super::calls::Receiver;
use super::{PointsTo, Site, Use};
use crate::ids::{ClassId, InstanceId, MethodId, ObjectId};
use crate::world::{Origin, access};

/// Beginnings of names of classes.
const PARTS: &[&str] = &[
    "java/lang/Class$",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/NamedPackage",
    "java/lang/Package",
    "java/lang/System$Logger",
    "java/lang/annotation/",
    "java/lang/module/",
    "java/lang/reflect/",
    "java/net/",
    "java/nio/charset/",
    "java/nio/file/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/Calendar",
    "java/util/Currency",
    "java/util/Date",
    "java/util/Formatter",
    "java/util/Locale",
    "java/util/Properties",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/TimeZone",
    "java/util/jar/",
    "java/util/regex/",
    "java/util/zip/",
    "javax/",
    "jdk/internal/icu/",
    "jdk/internal/jimage/",
    "jdk/internal/jrtfs/",
    "jdk/internal/loader/",
    "jdk/internal/logger/",
    "jdk/internal/module/",
    "jdk/internal/org/",
    "jdk/internal/perf/",
    "jdk/internal/reflect/",
    "jdk/internal/util/",
    "sun/invoke/",
    "sun/launcher/",
    "sun/net/",
    "sun/nio/ch/",
    "sun/nio/fs/",
    "sun/reflect/",
    "sun/security/",
    "sun/util/",
];

/// Methods of classes that are followed otherwise.
const METHODS: &[(&str, &str)] = &[
    ("java/lang/Class", "*"),
    ("java/lang/StackTraceElement", "*"),
    ("java/lang/String", "format"),
    ("java/lang/Throwable", "printStackTrace"),
];

/// Classes whose initialisers are left out, whoever comes first: this one asks the security providers for a seed.
const INITIALISERS: &[&str] = &["java/util/concurrent/ThreadLocalRandom"];

impl PointsTo {
    /// Whether nobody runs the initialiser of a class.
    pub(super) fn is_never_initialised(&self, class: ClassId) -> bool {
        INITIALISERS.contains(&&*self.world.classes[class.index()].name)
    }

    pub(super) fn is_part(&self, class: ClassId) -> bool {
        let class = &self.world.classes[class.index()];
        class.origin == Origin::Jdk && PARTS.iter().any(|part| class.name.starts_with(part))
    }

    /// Whether a call of that method is left out, as far as its caller goes.
    pub(super) fn is_left_out(&mut self, caller: InstanceId, method: MethodId) -> bool {
        let by = self.instances[caller.index()].method;
        if let Some(known) = self.left_out.get(&(by, method)) {
            return *known;
        }
        let (by_class, class) = (self.world.methods[by.index()].class, self.world.methods[method.index()].class);
        let is_left_out = self.world.classes[by_class.index()].origin == Origin::Jdk
            && by_class != class
            && !self.is_part(by_class)
            && (self.is_part(class) || self.is_single_out(class, method));
        self.left_out.insert((by, method), is_left_out);
        is_left_out
    }

    pub(super) fn is_single_out(&self, class: ClassId, method: MethodId) -> bool {
        let selector = self.world.methods[method.index()].selector;
        let (owner, name) = (&*self.world.classes[class.index()].name, &*self.world.selectors[selector.index()].0);
        METHODS.iter().any(|(class, pattern)| *class == owner && (*pattern == "*" || *pattern == name))
    }

    /// A call that is left out gives some object, until an object of the application's comes as an argument.
    pub(super) fn leave_out(&mut self, instance: InstanceId, call: u32, method: MethodId, receiver: Option<ObjectId>) {
        let body = self.instances[instance.index()].body.clone();
        self.instances[instance.index()].left_out.insert(call);
        let found = &body.calls[call as usize];
        if found.result.is_some() {
            let to = self.instances[instance.index()].node(found.result);
            self.return_some(method, to);
        }
        let done = Use::Open { instance, call, method, receiver };
        for argument in found.arguments.iter().skip(usize::from(receiver.is_some())).filter(|reg| reg.is_some()) {
            let node = self.instances[instance.index()].node(*argument);
            self.add_use(node, done);
        }
    }

    /// An object of the application's came to a call that was left out.
    pub(super) fn open(&mut self, instance: InstanceId, call: u32, method: MethodId, receiver: Option<ObjectId>) {
        let body = self.instances[instance.index()].body.clone();
        let found = &body.calls[call as usize];
        if self.world.methods[method.index()].is(access::ABSTRACT) {
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

    /// Whether a call with that receiver or argument has to be followed.
    pub(super) fn is_business_of_application(&self, object: ObjectId) -> bool {
        let object = self.objects.get(object);
        let class = &self.world.classes[object.class.index()];
        class.origin != Origin::Jdk
            || object.is_of_application()
                && !matches!(
                    &*class.name,
                    "java/lang/String" | "java/lang/Integer" | "java/lang/Long" | "java/lang/Character"
                )
    }

    /// Some object that a part has made: only its class is known.
    pub(super) fn is_made_by_part(&self, object: ObjectId) -> bool {
        let object = self.objects.get(object);
        matches!(object.site, Site::Merged(_)) && self.is_part(object.class)
    }
}
