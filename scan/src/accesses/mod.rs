//! The accesses that are checked. An access by the application counts; one by the class library
//! counts if it is on the application's behalf: of an object that the application has allocated, or
//! had allocated for it. Which classes are trusted is said by the options, as in `check`.

mod given;
mod natives;
mod weak;

use crate::fresh::Fresh;
use crate::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg};
use crate::ir::{ANY_INDEX, Statement};
use crate::points_to::{Bits, PointsTo, Site};
use crate::world::{Origin, World, access};
use given::Given;
use raceproof_base::Trust;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Beginnings of names of trusted classes, or names of classes above them, whose plain fields are
/// ordered by what their methods do: starting a thread, locks, volatile fields that are written
/// last and read first.
const ORDERED: &[&str] = &[
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/invoke/",
    "java/lang/ref/",
    "java/util/concurrent/",
    "java/util/concurrent/ForkJoinTask",
];

/// Exceptions: views that such a class gives away, to be used by one thread.
const VIEWS: &[&str] = &[
    "java/util/Enumeration",
    "java/util/Iterator",
    "java/util/Map$Entry",
    "java/util/Spliterator",
];

/// What is accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    /// A field, static or not.
    Field(FieldId),
    /// Elements of arrays.
    Elements,
}

/// An access by a statement of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// The instance.
    pub instance: InstanceId,
    /// Its statement.
    pub statement: u32,
    /// What is accessed.
    pub variable: Variable,
    /// Of which object; none of a static field.
    pub base: Reg,
    /// The constant index, if it is an element and that is known.
    pub index: u32,
    /// Whether it is a write.
    pub is_write: bool,
    /// Whether it is not plain: of a volatile field, or by a handle. Two such do not race.
    pub is_atomic: bool,
}

/// Which variables are checked.
pub struct Checked<'a> {
    points_to: &'a PointsTo,
    trust: &'a Trust,
    given: Given,
    classes: RefCell<FxHashMap<ClassId, bool>>,
    /// By trusted class: whether its protocol orders what it keeps.
    ordered: RefCell<FxHashMap<ClassId, bool>>,
    /// Volatile fields that some handle accesses as if they were plain.
    handled_plainly: BTreeSet<FieldId>,
    /// Fields of the library's that the application itself accesses, as one of a class above its
    /// own.
    touched: BTreeSet<FieldId>,
    /// The fields of the library's atomics that are accessed by plain modes.
    plain_atomics: BTreeSet<FieldId>,
    /// Fields that are accessed in modes which order nothing, though they do not race: opaque, or
    /// plain behind a method's name.
    weak: BTreeSet<FieldId>,
    /// Arrays of which elements are.
    weak_arrays: Bits,
    /// Arrays of the library's of which elements are accessed as if plainly, by methods that say
    /// so.
    plain_arrays: Bits,
    /// Objects whose final fields may be read before they are written.
    leaked: Bits,
    /// These fields.
    leaked_fields: BTreeSet<FieldId>,
}

impl<'a> Checked<'a> {
    /// Those that are not trusted.
    #[must_use]
    pub fn new(points_to: &'a PointsTo, trust: &'a Trust, fresh: &Fresh<'_>) -> Self {
        let (handled_plainly, plain_atomics, weak) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (weak_arrays, plain_arrays) = (Bits::default(), Bits::default());
        let (world, leaked) = (&points_to.world, fresh.leaked_by_constructors());
        let is_final = |field: &FieldId| world.fields[field.index()].is(access::FINAL);
        let classes = leaked.iter().map(|object| points_to.objects.get(ObjectId(object)).class);
        let leaked_fields =
            classes.flat_map(|class| world.instance_fields(class)).filter(is_final).collect();
        let (classes, ordered) = (RefCell::default(), RefCell::default());
        let groups = world.class_if_known("java/lang/ThreadGroup");
        let keeps_to_itself = |class| {
            let is_trusted = || is_trusted(world, trust, class);
            let is_group = || groups.is_some_and(|groups| world.is_subtype(class, groups));
            !world.is_array(class)
                && (points_to.is_part(class)
                    || points_to.is_text(class)
                    || is_group()
                    || is_trusted())
        };
        let given = Given::new(points_to, keeps_to_itself);
        Self {
            points_to,
            trust,
            given,
            classes,
            ordered,
            handled_plainly,
            touched: BTreeSet::new(),
            plain_atomics,
            weak,
            weak_arrays,
            plain_arrays,
            leaked,
            leaked_fields,
        }
    }

    /// Whether an object has the variable, and that is not final (or may be read before it is
    /// written).
    #[must_use]
    pub fn has(&self, object: ObjectId, variable: Variable) -> bool {
        let world = &self.points_to.world;
        let class = self.points_to.objects.get(object).class;
        match variable {
            Variable::Field(field) => {
                let found = &world.fields[field.index()];
                world.is_subtype(class, found.class)
                    && (!found.is(access::FINAL) || self.leaked.contains(object.0))
            }
            Variable::Elements => world.is_array(class),
        }
    }

    /// Whether variables of a class are checked at all.
    #[must_use]
    pub fn is_checked(&self, class: ClassId) -> bool {
        let is_checked = || !is_trusted(&self.points_to.world, self.trust, class);
        *self.classes.borrow_mut().entry(class).or_insert_with(is_checked)
    }

    /// Whether races on a field are accepted.
    #[must_use]
    pub fn is_benign(&self, field: FieldId) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        self.trust.is_benign(&self.points_to.world.shown(found.class), &found.name)
    }

    /// Plain fields of classes that are not trusted, and whose races are not accepted. The class
    /// library's static ones are its own. A final field is written once, before its object is known
    /// (JLS 17.5), unless a constructor tells of it before.
    pub fn is_field_checked(&self, field: FieldId) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        let is_of_nobody = found.is(access::STATIC)
            && self.points_to.world.classes[found.class.index()].origin == Origin::Jdk;
        let is_of_application =
            || !is_of_nobody && self.is_checked(found.class) || self.touched.contains(&field);
        self.plain_atomics.contains(&field)
            || (!found.is(access::FINAL) || self.leaked_fields.contains(&field))
                && (!found.is(access::VOLATILE) || self.handled_plainly.contains(&field))
                && is_of_application()
                && !self.is_benign(field)
    }

    /// Whether races on a variable are told. Those on others only count for the objects that they
    /// expose.
    pub fn is_told(&self, variable: Variable) -> bool {
        match variable {
            Variable::Field(field) => self.is_field_checked(field),
            Variable::Elements => true,
        }
    }

    /// Whether a field may pass objects to other threads without ordering: a plain one whose races
    /// are accepted, because options say so, or because its class is the library's and orders
    /// nothing by its protocol. Its own races are not told, but its accesses are judged: a race on
    /// it exposes what it holds (`pairs/exposed.rs`).
    pub fn hands_on(&self, field: FieldId) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        if found.is(access::FINAL | access::VOLATILE) || !found.is_reference() {
            return false;
        }
        if self.points_to.world.classes[found.class.index()].origin != Origin::Jdk {
            return !self.is_field_checked(field);
        }
        !found.is(access::STATIC)
            && !self.is_checked(found.class)
            && !*self
                .ordered
                .borrow_mut()
                .entry(found.class)
                .or_insert_with(|| self.keeps_order(found.class))
    }

    /// Whether what a trusted class keeps in plain fields is ordered by its protocol.
    fn keeps_order(&self, class: ClassId) -> bool {
        let world = &self.points_to.world;
        let is_below = |name: &&str| {
            world.class_if_known(name).is_some_and(|above| world.is_subtype(class, above))
        };
        let name = &*world.classes[class.index()].name;
        let is_view = name.starts_with("java/util/concurrent/") && VIEWS.iter().any(is_below);
        !is_view
            && (ORDERED.iter().any(|beginning| name.starts_with(beginning))
                || ORDERED.iter().any(is_below))
    }

    /// Whether the application has made an object, or had it made, or is given it.
    pub fn is_of_application(&self, object: ObjectId) -> bool {
        self.points_to.objects.get(object).is_of_application()
            || self.given.objects.contains(object.0)
    }

    /// Whether accesses of an array by the class library are checked: an array of the application's
    /// that was allocated by code which is not trusted, or has primitive elements, or that the
    /// application may hold itself.
    pub fn is_array_checked(&self, array: ObjectId) -> bool {
        let object = *self.points_to.objects.get(array);
        if !self.is_of_application(array) || !self.points_to.world.is_array(object.class) {
            return false;
        }
        if self.plain_arrays.contains(array.0) || self.given.arrays.contains(array.0) {
            return true;
        }
        match object.site {
            Site::Allocation { method, .. } => {
                let world = &self.points_to.world;
                let maker = world.methods[method.index()].class;
                // What the library keeps in arrays of references is its own; bytes and letters it
                // makes to be given away.
                world.classes[object.class.index()].element.is_none() || self.is_checked(maker)
            }
            _ => false,
        }
    }

    /// Whether an access is by the application, of a static field, or of an object that the
    /// application has made or had made for it.
    fn is_on_behalf(&self, instance: InstanceId, base: Reg) -> bool {
        !base.is_some()
            || self.points_to.is_of_application(instance)
            || self
                .points_to
                .register(instance, base)
                .iter()
                .any(|object| self.is_of_application(ObjectId(object)))
    }

    fn has_checked_array(&self, instance: InstanceId, array: Reg) -> bool {
        // Whatever the application itself reads or writes.
        if self.points_to.is_of_application(instance) {
            return true;
        }
        let arrays: Vec<u32> = self.points_to.register(instance, array).iter().collect();
        arrays.into_iter().any(|array| self.is_array_checked(ObjectId(array)))
    }

    /// All accesses of what was reached.
    #[must_use]
    pub fn accesses(&mut self) -> Vec<Access> {
        let statements: Vec<(InstanceId, u32, Statement)> = self.points_to.statements().collect();
        (0..self.points_to.instances.len())
            .for_each(|number| self.note_plain_atomics(InstanceId(number as u32)));
        for (instance, _, statement) in &statements {
            self.note_touched(*instance, *statement);
            if let Statement::Call { call } = *statement {
                self.note_weak_mode(*instance, call);
            }
        }
        let mut all = Vec::new();
        for (instance, at, statement) in statements {
            self.add(instance, at, statement, &mut all);
        }
        all
    }

    /// Fields of the class library that the application accesses itself: the library's promises do
    /// not cover these accesses.
    fn note_touched(&mut self, instance: InstanceId, statement: Statement) {
        let field = match statement {
            Statement::GetField { field, .. }
            | Statement::PutField { field, .. }
            | Statement::GetStatic { field, .. }
            | Statement::PutStatic { field, .. } => field,
            _ => return,
        };
        let class = self.points_to.world.fields[field.index()].class;
        let is_library = self.points_to.world.classes[class.index()].origin == Origin::Jdk;
        if is_library && self.points_to.is_of_application(instance) {
            self.touched.insert(field);
        }
    }

    fn add(&self, instance: InstanceId, statement: u32, found: Statement, all: &mut Vec<Access>) {
        let (variable, base, index, is_write) = match found {
            Statement::GetField { base, field, .. } => {
                (Variable::Field(field), base, ANY_INDEX, false)
            }
            Statement::PutField { base, field, .. } => {
                (Variable::Field(field), base, ANY_INDEX, true)
            }
            Statement::GetStatic { field, .. } => {
                (Variable::Field(field), Reg::NONE, ANY_INDEX, false)
            }
            Statement::PutStatic { field, .. } => {
                (Variable::Field(field), Reg::NONE, ANY_INDEX, true)
            }
            Statement::Load { array, index, .. } => (Variable::Elements, array, index, false),
            Statement::Store { array, index, .. } => (Variable::Elements, array, index, true),
            Statement::Call { call } => return self.add_native(instance, statement, call, all),
            _ => return,
        };
        let counts = match variable {
            Variable::Field(field) => {
                let is_told = self.is_field_checked(field);
                (is_told || self.hands_on(field) && self.gives_something(instance, found))
                    && self.is_on_behalf(instance, base)
            }
            Variable::Elements => base.is_some() && self.has_checked_array(instance, base),
        };
        if counts {
            let is_atomic = match variable {
                Variable::Field(field) => {
                    self.points_to.world.fields[field.index()].is(access::VOLATILE)
                }
                Variable::Elements => false,
            };
            all.push(Access { instance, statement, variable, base, index, is_write, is_atomic });
        }
    }

    /// Whether a statement reads, or writes an object of the application's.
    fn gives_something(&self, instance: InstanceId, found: Statement) -> bool {
        let (Statement::PutField { from, .. } | Statement::PutStatic { from, .. }) = found else {
            return true;
        };
        let mut given = from
            .is_some()
            .then(|| self.points_to.register(instance, from).iter())
            .into_iter()
            .flatten();
        given.any(|object| self.is_of_application(ObjectId(object)))
    }

    /// The fields of what a register may hold.
    fn fields_of(&self, instance: InstanceId, base: Reg) -> BTreeSet<FieldId> {
        let objects = self.points_to.register(instance, base).iter().map(ObjectId);
        let classes = objects.map(|object| self.points_to.objects.get(object).class);
        classes.flat_map(|class| self.points_to.world.instance_fields(class)).collect()
    }

    fn is_named(&self, method: MethodId, class: &str, name: &str) -> bool {
        let found = &self.points_to.world.methods[method.index()];
        *self.points_to.world.classes[found.class.index()].name == *class
            && *self.points_to.world.selectors[found.selector.index()].0 == *name
    }
}

/// What the program has brought along is not the class library, whatever it is called.
fn is_trusted(world: &World, trust: &Trust, class: ClassId) -> bool {
    match world.classes[class.index()].origin {
        Origin::Jdk => trust.is_trusted(&world.shown(class)),
        _ => trust.is_trusted_by_user(&world.shown(class)),
    }
}
