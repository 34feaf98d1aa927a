//! Abstract objects (allocation sites with contexts), and object sensitivity: the context of a
//! method is its receiver.
//!
//! Deviation from k-object-sensitivity: contexts are rooted in objects that the application
//! allocates. One of these has one owner of the application as its context, and objects that the
//! library allocates on its behalf have theirs, to [`DEPTH`]. Deeper ones share one context
//! ([`Site::Deep`]), as do those of text and numbers, which are many and meet no others. Parts of
//! an object, as the nodes of a map, have its context. The library without such an owner is
//! context-insensitive: contexts for the heap before the program cost far more than they save
//! (measured).
//!
//! Objects allocated in the deep context are not told apart well enough to judge their pairs: the
//! report lists them as a gap, unless locks rule out all of them.

use crate::ids::{ClassId, MethodId, ObjectId};
use crate::world::{Origin, World};
use rustc_hash::FxHashMap;

/// The depth of contexts of the library's objects below one of the application's.
const DEPTH: u8 = 2;
/// Deeper than that.
const DEEP: u8 = DEPTH + 1;

/// Where an object is from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Site {
    /// A statement of a method that allocates, or a call of a native method that does.
    Allocation {
        /// The method in whose body it stands.
        method: MethodId,
        /// The number of the statement in that body.
        statement: u32,
    },
    /// No object, but the calling context of a static method of the library that the application
    /// calls here.
    Call {
        /// The method in whose body it stands.
        method: MethodId,
        /// The number of the statement in that body.
        statement: u32,
    },
    /// All objects of a class that are not told apart, as strings.
    Merged(ClassId),
    /// The mirror of a class.
    Mirror(ClassId),
    /// One that was there before the program began: an index of the booted heap.
    Booted(u32),
    /// No object, but the context that all objects share which lie deeper than `DEPTH` in objects
    /// of the application.
    Deep,
}

/// The allocating code, which decides in which contexts the methods of the objects are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The application.
    Application,
    /// The class library: each in its own, if it has an owner of the application's.
    Library,
    /// The class library, as a part of the object that allocates them (a map its nodes): in the
    /// context of that object.
    LibraryWithin,
    /// The class library, text and the like: in the deep context ([`Site::Deep`]).
    LibraryForItself,
}

/// An abstract object: all objects that the analysis does not tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// Their class.
    pub class: ClassId,
    /// Where they are from.
    pub site: Site,
    /// Their heap context: on whose behalf they were allocated.
    pub owner: Option<ObjectId>,
    /// Their distance from one that the application allocates; none without such an owner.
    pub depth: Option<u8>,
    /// The allocating code.
    pub by: By,
}

impl Object {
    /// Whether the application has made them, or had them made.
    #[must_use]
    pub fn is_of_application(&self) -> bool {
        self.depth.is_some()
    }

    /// Whether the class library has allocated them in the deep context, where owners are not told
    /// apart any more.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        self.depth.is_some_and(|depth| depth > DEEP)
    }
}

/// All abstract objects.
#[derive(Default)]
pub struct Objects {
    all: Vec<Object>,
    by_key: FxHashMap<(ClassId, Site, Option<ObjectId>), ObjectId>,
}

impl Objects {
    /// The object of that number.
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.all[id.index()]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.all.iter().enumerate().map(|(number, object)| (ObjectId(number as u32), object))
    }

    /// One without an owner, if it was met.
    pub fn find(&self, class: ClassId, site: Site) -> Option<ObjectId> {
        self.by_key.get(&(class, site, None)).copied()
    }

    fn intern(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.all.len() as u32);
        let known = *self.by_key.entry((object.class, object.site, object.owner)).or_insert(id);
        if known == id {
            self.all.push(object);
        }
        known
    }

    /// One without an owner: merged, a mirror, booted.
    pub fn shared(&mut self, class: ClassId, site: Site) -> ObjectId {
        self.intern(Object { class, site, owner: None, depth: None, by: By::Library })
    }

    /// The context of a call of the application.
    pub fn call(&mut self, class: ClassId, site: Site, context: Option<ObjectId>) -> ObjectId {
        let owner = self.outermost(context);
        self.intern(Object { class, site, owner, depth: Some(0), by: By::Application })
    }

    /// What is allocated there in a context, by the application or by the library.
    pub fn allocated(
        &mut self,
        class: ClassId,
        site: Site,
        context: Option<ObjectId>,
        by: By,
    ) -> ObjectId {
        if by == By::Application {
            return self.call(class, site, context);
        }
        let depth = context.and_then(|context| self.get(context).depth).map(|depth| depth + 1);
        self.intern(Object { class, site, owner: context, depth, by })
    }

    /// Of objects that the application allocates inside others, one level is kept.
    fn outermost(&mut self, context: Option<ObjectId>) -> Option<ObjectId> {
        let object = *self.get(context?);
        (object.depth == Some(0)).then(|| self.intern(Object { owner: None, ..object }))
    }

    /// The context in which an object's methods are analysed.
    pub fn context(&mut self, receiver: ObjectId) -> Option<ObjectId> {
        let found = self.get(receiver);
        match found.depth? {
            _ if found.by == By::LibraryWithin => found.owner,
            0..=DEPTH if found.by != By::LibraryForItself => Some(receiver),
            _ => Some(self.deep()),
        }
    }

    /// The deep context ([`Site::Deep`]).
    pub fn deep(&mut self) -> ObjectId {
        self.intern(Object {
            class: ClassId(0),
            site: Site::Deep,
            owner: None,
            depth: Some(DEEP),
            by: By::Library,
        })
    }
}

/// Whether an object may be one of a class. Of what is merged it is only known which class it is
/// declared to be of: it may be one of the application's below that, or an exception.
#[must_use]
pub fn passes(world: &World, object: &Object, class: ClassId) -> bool {
    let is_merged = matches!(object.site, Site::Merged(_));
    world.is_subtype(object.class, class)
        || is_merged
            && world.is_subtype(class, object.class)
            && (world.classes[class.index()].origin != Origin::Jdk || world.is_throwable(class))
}
