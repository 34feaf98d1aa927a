//! What is known of methods of the class library: what they use of what they are given (the
//! elements of arrays, the inside of collections and the like), and that they call nothing of the
//! program, but perhaps to ask objects who they are. Of all others nothing is assumed.

use super::{MemoryKind, Reason};
use crate::ground::class::Scrutiny;
use crate::ground::class::{ClassRef, MethodRef};
use crate::vm::Vm;
use raceproof_classfile::descriptor::split_method;

/// What a call of the class library comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// It starts its receiver, a thread.
    Start,
    /// It waits until its receiver, a thread, has ended.
    Join,
    /// The same arguments always give the same result.
    Pure,
    /// It gives its receiver.
    Fluent,
    /// It may give any result.
    Quiet,
}

/// What a call of the class library may do to the program.
pub(super) struct LibraryCall {
    pub(super) call: Call,
    /// Elements that it may use.
    pub(super) elements: Vec<MemoryKind>,
    /// The arguments whose inside it uses, and whether it changes it.
    pub(super) inside: Vec<(usize, bool)>,
    /// Those that it asks who they are, and so perhaps whatever they consist of.
    pub(super) asks: Vec<usize>,
    /// It uses the inside of something that it was not given.
    pub(super) uses_any: bool,
    /// Methods of the program that it may call, of any object.
    pub(super) back: Vec<MethodRef>,
}

/// How a method treats what it is given.
enum Treats {
    /// It calls nothing of it.
    Keeps,
    /// It looks inside.
    Reads,
    /// It may ask it who it is.
    Asks,
    /// It may call anything.
    Calls,
}

/// Classes all of whose methods are functions of their arguments.
const PURE: &[&str] = &[
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
];

/// Quiet methods by class; of those that take objects, the ones that only keep them.
const QUIET: &[(&str, &str)] = &[
    ("java/lang/AbstractStringBuilder", "append length charAt setLength"),
    ("java/lang/Object", "<init> wait notify notifyAll getClass"),
    ("java/lang/Record", "<init>"),
    ("java/lang/Enum", "<init> ordinal name"),
    ("java/lang/StringBuilder", "<init> length charAt setLength toString"),
    ("java/lang/System", "nanoTime currentTimeMillis identityHashCode"),
    (
        "java/lang/Thread",
        "<init> currentThread getName getId threadId isAlive isInterrupted interrupt interrupted join sleep start yield onSpinWait \
         setDaemon isDaemon getPriority",
    ),
    (
        "java/util/ArrayDeque",
        "<init> add addFirst addLast addAll offer offerFirst offerLast push poll pollFirst pollLast pop peek \
      peekFirst peekLast getFirst getLast remove removeFirst removeLast isEmpty size clear",
    ),
    (
        "java/util/ArrayList",
        "<init> add addAll get set size isEmpty clear remove removeFirst removeLast getFirst getLast iterator",
    ),
    ("java/util/ArrayList$Itr", "hasNext next"),
    ("java/util/Arrays", "fill copyOf copyOfRange sort equals hashCode toString"),
    (
        "java/util/LinkedList",
        "<init> add addFirst addLast get set size isEmpty clear remove removeFirst removeLast getFirst \
      getLast offer poll push pop peek",
    ),
    ("java/util/Objects", "requireNonNull"),
    ("java/util/concurrent/atomic/AtomicBoolean", "<init> get set getAndSet compareAndSet"),
    (
        "java/util/concurrent/atomic/AtomicInteger",
        "<init> get set getAndSet compareAndSet getAndIncrement getAndDecrement \
      getAndAdd incrementAndGet decrementAndGet addAndGet intValue",
    ),
    (
        "java/util/concurrent/atomic/AtomicLong",
        "<init> get set getAndSet compareAndSet getAndIncrement getAndDecrement \
      getAndAdd incrementAndGet decrementAndGet addAndGet longValue",
    ),
    ("java/util/concurrent/atomic/AtomicReference", "<init> get set getAndSet compareAndSet"),
    ("java/util/concurrent/locks/LockSupport", "park unpark"),
    ("java/util/concurrent/locks/ReentrantLock", "<init> lock unlock tryLock"),
];

/// Of the methods of what promises no thread safety, those that only look.
const LOOKS: &[&str] = &[
    "charAt",
    "get",
    "getFirst",
    "getLast",
    "isEmpty",
    "iterator",
    "length",
    "peek",
    "peekFirst",
    "peekLast",
    "size",
    "toString",
];

/// Classes whose methods call none that a subclass can override.
const CLOSED: &[&str] =
    &["java/lang/Enum", "java/lang/Object", "java/lang/Record", "java/lang/Thread"];

/// Interfaces that classes of the library in [`QUIET`] implement.
const COLLECTIONS: [&str; 5] = [
    "java/lang/Iterable",
    "java/util/Collection",
    "java/util/Iterator",
    "java/util/List",
    "java/util/Queue",
];

/// What a method that is given an object may call of it.
const CALLED_BACK: &[&str] =
    &["compareTo", "equals", "getLocalizedMessage", "getMessage", "hashCode", "toString"];

impl Vm {
    /// What a call of a method of the class library comes to.
    pub(super) fn library_call(&self, method: MethodRef) -> Result<LibraryCall, Reason> {
        let (class, name) = (method.class().name.text(), method.name.text());
        let (parameters, result) =
            split_method(method.descriptor.text()).ok_or("a malformed descriptor")?;
        let (mut elements, mut inside, mut asks) = (Vec::new(), Vec::new(), Vec::new());
        let receivers = usize::from(!method.is_static());
        if receivers == 1
            && self.scrutiny(method.class()) != Scrutiny::Trusted
            && !CLOSED.contains(&class)
        {
            inside.push((0, !LOOKS.contains(&name)));
        }
        let is_open =
            receivers == 1 && !CLOSED.contains(&class) && !self.is_throwable(method.class());
        if is_open && self.programs_classes().any(|other| other.is_subtype_of(method.class())) {
            return Err("a class of the program extends one of the class library's");
        }
        for (index, parameter) in parameters.iter().enumerate() {
            match self.treats(class, name, parameter) {
                Treats::Keeps => elements.extend(MemoryKind::of_array(parameter)),
                Treats::Reads => inside.push((index + receivers, false)),
                Treats::Asks => asks.push(index + receivers),
                Treats::Calls => {
                    return Err("a method of the class library is given what it may call back");
                }
            }
        }
        let back = if asks.is_empty() { Vec::new() } else { self.programs_answers() };
        let uses_any = class.contains("$Itr");
        let listed =
            QUIET.iter().find(|(known, _)| *known == class).map_or("", |(_, methods)| methods);
        let call = match (class, name) {
            ("java/lang/Thread", "start") => Call::Start,
            ("java/lang/Thread", "join") if method.descriptor.text() == "()V" => Call::Join,
            ("java/lang/StringBuilder", "append" | "deleteCharAt" | "insert" | "reverse") => {
                Call::Fluent
            }
            _ if PURE.contains(&class)
                && elements.is_empty()
                && asks.is_empty()
                && !result.starts_with('[') =>
            {
                Call::Pure
            }
            _ if listed.split_whitespace().any(|known| known == name) => Call::Quiet,
            (_, "<init>") if self.is_throwable(method.class()) => Call::Quiet,
            ("java/io/PrintStream", "println" | "print") => Call::Quiet,
            _ => return Err("a method of the class library may do anything"),
        };
        Ok(LibraryCall { call, elements, inside, asks, uses_any, back })
    }

    pub(super) fn is_throwable(&self, class: ClassRef) -> bool {
        std::iter::successors(Some(class), |class| class.super_class)
            .any(|class| class.name.text() == "java/lang/Throwable")
    }

    fn treats(&self, class: &str, name: &str, parameter: &str) -> Treats {
        let is_kept = match parameter {
            "Ljava/lang/Object;" | "Ljava/lang/Throwable;" => {
                let only_keeps =
                    class.starts_with("java/util/") && !matches!(name, "equals" | "remove");
                if !only_keeps
                    && class != "java/lang/Object"
                    && !matches!(name, "park" | "identityHashCode")
                    && (class, name) != ("java/lang/String", "equals")
                {
                    return Treats::Asks;
                }
                true
            }
            "Ljava/lang/CharSequence;" if !self.has_programs_class(&["java/lang/CharSequence"]) => {
                return Treats::Reads;
            }
            "Ljava/util/Collection;" if !self.has_programs_class(&COLLECTIONS) => {
                return Treats::Reads;
            }
            "Ljava/lang/Runnable;" => class == "java/lang/Thread" && name == "<init>",
            "Ljava/lang/Thread;" | "Ljava/lang/String;" => true,
            _ => {
                !parameter.starts_with('L')
                    && !parameter.starts_with("[L")
                    && !parameter.starts_with("[[")
            }
        };
        if is_kept { Treats::Keeps } else { Treats::Calls }
    }

    /// The program's methods by which objects say who they are.
    fn programs_answers(&self) -> Vec<MethodRef> {
        let methods = self.programs_classes().flat_map(|class| class.methods.iter().copied());
        methods
            .filter(|method| CALLED_BACK.contains(&method.name.text()) && !method.is_abstract())
            .collect()
    }

    /// Whether the program declares a class that implements one of these interfaces.
    fn has_programs_class(&self, interfaces: &[&str]) -> bool {
        let implements = |class: ClassRef| {
            class.all_interfaces.iter().any(|id| interfaces.contains(&self.class(*id).name.text()))
        };
        self.programs_classes().any(implements)
    }

    /// The classes that came with the program or were made for it.
    pub(super) fn programs_classes(&self) -> impl Iterator<Item = ClassRef> {
        self.linked
            .classes()
            .iter()
            .copied()
            .filter(|class| self.is_of_program(class) && !class.is_array())
    }
}

#[cfg(test)]
mod tests;
