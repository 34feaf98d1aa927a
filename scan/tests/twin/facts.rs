//! What the rules take for granted: what is said by looking at one class, field or object alone.

use crate::heap::{Heap, is_text_or_box};
use raceproof_base::booted::Booted;
use raceproof_classfile::descriptor::object_name;
use raceproof_scan::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg};
use raceproof_scan::ir::{Body, Call};
use raceproof_scan::points_to::{Export, Object, Part, PointsTo, Site, passes};
use raceproof_scan::world::{Class, World};
use std::cell::RefCell;
use std::rc::Rc;

/// What may point to objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Var {
    /// A register of an instance.
    Register(InstanceId, Reg),
    /// What an instance returns.
    Result(InstanceId),
    /// What leaves it by an exception.
    Thrown(InstanceId),
    /// A part of an object.
    Part(ObjectId, Part),
    /// A static field.
    Static(FieldId),
    /// What a call of `System.arraycopy` carries, or one that asks for the constants of an enum.
    Between(InstanceId, u32),
    /// What comes to the first of both if the initialiser that it runs, the second, fails.
    Failure(InstanceId, InstanceId),
    /// Threads that may be running.
    Threads,
}

/// A solved program to be asked. None of what the solver found by a fixpoint is looked at.
pub struct Facts<'a> {
    pub solved: RefCell<&'a mut PointsTo>,
    pub export: &'a Export,
    /// By instance.
    pub methods: Vec<(MethodId, Option<ObjectId>)>,
    pub bodies: Vec<Rc<Body>>,
    pub heap: Heap<'a>,
}

impl<'a> Facts<'a> {
    pub fn new(solved: &'a mut PointsTo, export: &'a Export, booted: &'a Booted) -> Self {
        let methods =
            solved.instances.iter().map(|instance| (instance.method, instance.context)).collect();
        let bodies = solved.instances.iter().map(|instance| instance.body.clone()).collect();
        let heap = Heap::new(solved, booted);
        Self { solved: RefCell::new(solved), export, methods, bodies, heap }
    }

    pub fn world<T>(&self, ask: impl FnOnce(&mut World) -> T) -> T {
        ask(&mut self.solved.borrow_mut().world)
    }

    pub fn class<T>(&self, class: ClassId, ask: impl FnOnce(&Class) -> T) -> T {
        ask(&self.solved.borrow().world.classes[class.index()])
    }

    pub fn named(&self, class: &str) -> ClassId {
        self.world(|world| world.class(class))
    }

    // ---- objects

    pub fn object(&self, object: ObjectId) -> Object {
        *self.solved.borrow().objects.get(object)
    }

    pub fn class_of(&self, object: ObjectId) -> ClassId {
        self.object(object).class
    }

    pub fn is_of(&self, object: ObjectId, class: ClassId) -> bool {
        let object = self.object(object);
        self.world(|world| passes(world, &object, class))
    }

    fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        self.world(|world| world.is_subtype(class, of))
    }

    fn is_array(&self, class: ClassId) -> bool {
        self.class(class, |class| class.name.starts_with('['))
    }

    /// Strings, what a handler catches, and others that are not told apart.
    pub fn merged(&self, class: ClassId) -> ObjectId {
        self.solved.borrow_mut().objects.shared(class, Site::Merged(class))
    }

    pub fn merged_of(&self, class: &str) -> ObjectId {
        self.merged(self.named(class))
    }

    /// What the machine throws, if a handler is for some class.
    pub fn caught(&self, class: Option<ClassId>) -> ObjectId {
        class.map_or_else(|| self.merged_of("java/lang/Throwable"), |class| self.merged(class))
    }

    pub fn mirror(&self, class: ClassId) -> ObjectId {
        let mirrors = self.named("java/lang/Class");
        self.solved.borrow_mut().objects.shared(mirrors, Site::Mirror(class))
    }

    /// The class that an object stands for, if it is known.
    fn meant(&self, object: ObjectId) -> Option<ClassId> {
        match self.object(object).site {
            Site::Mirror(class) => Some(class),
            _ => None,
        }
    }

    pub fn has_component(&self, class: ObjectId) -> bool {
        self.meant(class).is_none_or(|class| self.element(class).is_some())
    }

    pub fn component_of(&self, class: ObjectId) -> ObjectId {
        let element = self.meant(class).and_then(|class| self.element(class));
        element.map_or(class, |element| self.mirror(element))
    }

    /// The class of the array that is made by a class object of its own.
    pub fn class_meant(&self, class: ObjectId) -> ClassId {
        let itself = self.class_of(class);
        let unknown =
            || if self.is_array(itself) { itself } else { self.named("[Ljava/lang/Object;") };
        self.meant(class).unwrap_or_else(unknown)
    }

    /// The class of the array that is made by a class object of its elements'.
    pub fn array_of_class_meant(&self, class: ObjectId) -> ClassId {
        let Some(element) = self.meant(class) else { return self.named("[Ljava/lang/Object;") };
        self.world(|world| world.array_of(element))
    }

    /// What a statement allocates, and whether it is told apart from what others do.
    pub fn allocated(&self, instance: InstanceId, at: u32, class: ClassId) -> (ObjectId, bool) {
        let throwable = self.named("java/lang/Throwable");
        let is_text_or_box = self.class(class, |class| is_text_or_box(&class.name));
        let (method, context) = self.methods[instance.index()];
        let by_formatter =
            self.class(self.owner(method), |class| class.name.starts_with("java/util/Formatter"));
        let is_builder = self.class(class, |class| &*class.name == "java/lang/StringBuilder");
        let is_alike = is_text_or_box
            || self.is_subtype(class, throwable)
            || is_builder && context.is_none() && !by_formatter;
        if is_alike && !self.is_of_application(method) {
            return (self.merged(class), false);
        }
        (self.made(instance, at, class), true)
    }

    /// What a statement or a call makes, in the context of its instance.
    pub fn made(&self, instance: InstanceId, statement: u32, class: ClassId) -> ObjectId {
        let (method, context) = self.methods[instance.index()];
        let site = Site::Allocation { method, statement };
        let by = self.solved.borrow().by(method, class);
        self.solved.borrow_mut().objects.allocated(class, site, context, by)
    }

    /// The part of an object that an instruction means by a part; none of objects that it cannot
    /// meet.
    pub fn part_of(&self, object: ObjectId, part: Part) -> Option<Part> {
        let class = self.class_of(object);
        let is_array = self.is_array(class);
        match part {
            Part::Field(field) => self.is_of(object, self.declaring(field)).then_some(part),
            Part::Elements => is_array.then_some(part),
            Part::Any | Part::All => Some(if is_array { Part::Elements } else { part }),
        }
    }

    /// The class of an array's elements, if it is not that of all objects.
    pub fn only_elements(&self, object: ObjectId, wanted: Part) -> Option<ClassId> {
        let element = self.class(self.class_of(object), |class| class.element)?;
        (wanted == Part::Elements && element != self.named("java/lang/Object")).then_some(element)
    }

    /// The parts that hold references.
    pub fn parts(&self, object: ObjectId) -> Vec<Part> {
        let class = self.class_of(object);
        if self.is_array(class) {
            return vec![Part::Elements];
        }
        self.world(|world| {
            let fields = world.instance_fields(class);
            fields
                .filter(|field| world.fields[field.index()].is_reference())
                .map(Part::Field)
                .collect()
        })
    }

    /// What a part holds before anybody writes it: something, if natives set it, or if only its
    /// object's class is known.
    pub fn held_at_first(&self, object: ObjectId, part: Part) -> Vec<ObjectId> {
        let mut held = self.heap.held(*self.solved.borrow_mut(), object, part);
        let Object { class, site, .. } = self.object(object);
        let throwable = self.named("java/lang/Throwable");
        if let Part::Field(field) = part
            && (matches!(site, Site::Merged(_))
                && self.is_of_library(class)
                && !self.is_subtype(class, throwable)
                || self.solved.borrow().is_set_by_natives(object, field))
        {
            held.extend(self.some_in(field));
        }
        held
    }

    pub fn static_at_first(&self, field: FieldId) -> Vec<ObjectId> {
        let class = self.declaring(field);
        let mut held = Vec::from_iter(self.heap.static_field(*self.solved.borrow_mut(), field));
        let is_unfollowed = self.export.closed.contains_key(&class)
            || self.export.never_initialised.contains(&class);
        if is_unfollowed && !self.heap.is_initialised(class) {
            held.extend(self.some_in(field));
        }
        held
    }

    pub fn threads_at_first(&self) -> Vec<ObjectId> {
        self.heap.threads(*self.solved.borrow_mut())
    }

    fn some_in(&self, field: FieldId) -> Option<ObjectId> {
        let (is_reference, descriptor) = self.world(|world| {
            let field = &world.fields[field.index()];
            (field.is_reference(), field.descriptor.clone())
        });
        is_reference.then(|| self.merged_of(object_name(&descriptor)))
    }

    /// The class that a method is declared to give.
    pub fn class_of_result(&self, method: MethodId) -> ClassId {
        let (_, descriptor) = self
            .world(|world| world.selectors[world.methods[method.index()].selector.index()].clone());
        let (_, result) = descriptor.rsplit_once(')').expect("a method's descriptor");
        self.named(object_name(result))
    }

    /// Of an array class whose elements are references.
    pub fn element(&self, class: ClassId) -> Option<ClassId> {
        self.class(class, |class| class.element)
    }

    // ---- fields

    /// The field of that name that a class declares.
    pub fn field_of(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let fields = self.class(class, |class| class.fields.clone());
        self.world(|world| {
            fields.into_iter().find(|field| &*world.fields[field.index()].name == name)
        })
    }

    pub fn declaring(&self, field: FieldId) -> ClassId {
        self.solved.borrow().world.fields[field.index()].class
    }

    /// `String.value`: nobody writes what a string holds.
    pub fn is_text(&self, field: FieldId) -> bool {
        let name = self.solved.borrow().world.fields[field.index()].name.clone();
        &*name == "value"
            && self.class(self.declaring(field), |class| &*class.name == "java/lang/String")
    }
}

/// A register, if it may hold a reference.
pub fn some(reg: Reg) -> Option<Reg> {
    reg.is_some().then_some(reg)
}

/// An argument of a call, the receiver counted, if it may hold a reference.
pub fn argument(call: &Call, number: usize) -> Option<Reg> {
    call.arguments.get(number).copied().and_then(some)
}
