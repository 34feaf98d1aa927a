//! The accesses that may race: of which variables, and on whose behalf, as `check` has it.

use crate::fresh::Fresh;
use crate::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg, Selector};
use crate::ir::{ANY_INDEX, Call, Callee, Statement};
use crate::points_to::{Bits, PointsTo, Site};
use crate::world::{Origin, access};
use raceproof_base::Trust;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Beginnings of names of trusted classes, or names of classes above them, whose plain fields are ordered by what their methods do: starting
/// a thread, locks, volatile fields that are written last and read first.
const ORDERED: &[&str] = &[
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/invoke/",
    "java/lang/ref/",
    "java/util/concurrent/",
    "java/util/concurrent/ForkJoinTask",
];

/// Not so what such a class gives away to be used by one thread.
const VIEWS: &[&str] = &["java/util/Enumeration", "java/util/Iterator", "java/util/Map$Entry", "java/util/Spliterator"];

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
    classes: RefCell<FxHashMap<ClassId, bool>>,
    /// By trusted class: whether its protocol orders what it keeps.
    ordered: RefCell<FxHashMap<ClassId, bool>>,
    /// Volatile fields that some handle accesses as if they were plain.
    handled_plainly: BTreeSet<FieldId>,
    /// Of atomics of the library: those that somebody accesses as if they were plain.
    plain_atomics: BTreeSet<FieldId>,
    /// Fields that are accessed in modes which order nothing, though they do not race: opaque, or plain behind a method's name.
    weak: BTreeSet<FieldId>,
    /// Arrays of which elements are.
    weak_arrays: Bits,
    /// Arrays of the library's of which elements are accessed as if plainly, by methods that say so.
    plain_arrays: Bits,
    /// Objects whose final fields may be seen before they are set.
    leaked: Bits,
    /// These fields.
    leaked_fields: BTreeSet<FieldId>,
}

impl<'a> Checked<'a> {
    /// Those that are not trusted.
    #[must_use]
    pub fn new(points_to: &'a PointsTo, trust: &'a Trust, fresh: &Fresh<'_>) -> Self {
        let (handled_plainly, plain_atomics, weak) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (weak_arrays, plain_arrays) = (Bits::default(), Bits::default());
        let (world, leaked) = (&points_to.world, fresh.leaked_by_constructors());
        let is_final = |field: &FieldId| world.fields[field.index()].is(access::FINAL);
        let classes = leaked.iter().map(|object| points_to.objects.get(ObjectId(object)).class);
        let leaked_fields = classes.flat_map(|class| world.instance_fields(class)).filter(is_final).collect();
        let (classes, ordered) = (RefCell::default(), RefCell::default());
        Self {
            points_to,
            trust,
            classes,
            ordered,
            handled_plainly,
            plain_atomics,
            weak,
            weak_arrays,
            plain_arrays,
            leaked,
            leaked_fields,
        }
    }

    /// Whether an object has the variable, and that may be accessed by others than whoever makes it.
    #[must_use]
    pub fn has(&self, object: ObjectId, variable: Variable) -> bool {
        let world = &self.points_to.world;
        let class = self.points_to.objects.get(object).class;
        match variable {
            Variable::Field(field) => {
                let found = &world.fields[field.index()];
                world.is_subtype(class, found.class) && (!found.is(access::FINAL) || self.leaked.contains(object.0))
            }
            Variable::Elements => world.is_array(class),
        }
    }

    /// Whether variables of a class are checked at all.
    #[must_use]
    pub fn is_checked(&self, class: ClassId) -> bool {
        let is_checked = || !self.trust.is_trusted(&self.points_to.world.shown(class));
        *self.classes.borrow_mut().entry(class).or_insert_with(is_checked)
    }

    /// Whether races on a field are accepted.
    #[must_use]
    pub fn is_benign(&self, field: FieldId) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        self.trust.is_benign(&self.points_to.world.shown(found.class), &found.name)
    }

    /// Plain fields of classes that are not trusted, and whose races are not accepted. The class library's static ones are its own.
    /// A final field is written once, before its object is known (JLS 17.5), unless a constructor tells of it before.
    pub fn is_field_checked(&self, field: FieldId) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        let is_of_nobody =
            found.is(access::STATIC) && self.points_to.world.classes[found.class.index()].origin == Origin::Jdk;
        self.plain_atomics.contains(&field)
            || (!found.is(access::FINAL) || self.leaked_fields.contains(&field))
                && (!found.is(access::VOLATILE) || self.handled_plainly.contains(&field))
                && !is_of_nobody
                && self.is_checked(found.class)
                && !self.is_benign(field)
    }

    /// Whether races on a variable are told. Those on others only count for what such a variable hands on.
    pub fn is_told(&self, variable: Variable) -> bool {
        match variable {
            Variable::Field(field) => self.is_field_checked(field),
            Variable::Elements => true,
        }
    }

    /// Whether a field hands on what it holds to others, and nothing orders that: a plain one, of a class that is trusted, and not because
    /// it takes care of the order itself. Its own races are not told, but what it gives away counts.
    pub fn hands_on(&self, field: FieldId) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        !found.is(access::STATIC | access::FINAL | access::VOLATILE)
            && found.is_reference()
            && self.points_to.world.classes[found.class.index()].origin == Origin::Jdk
            && !self.is_checked(found.class)
            && !*self.ordered.borrow_mut().entry(found.class).or_insert_with(|| self.keeps_order(found.class))
    }

    /// Whether what a trusted class keeps in plain fields is ordered by its protocol.
    fn keeps_order(&self, class: ClassId) -> bool {
        let world = &self.points_to.world;
        let is_below = |name: &&str| world.class_if_known(name).is_some_and(|above| world.is_subtype(class, above));
        let name = &*world.classes[class.index()].name;
        let is_view = name.starts_with("java/util/concurrent/") && VIEWS.iter().any(is_below);
        !is_view && (ORDERED.iter().any(|beginning| name.starts_with(beginning)) || ORDERED.iter().any(is_below))
    }

    /// Arrays are of whoever has made them.
    pub fn is_array_checked(&self, array: ObjectId) -> bool {
        let object = *self.points_to.objects.get(array);
        if !object.is_of_application() || !self.points_to.world.is_array(object.class) {
            return false;
        }
        if self.plain_arrays.contains(array.0) {
            return true;
        }
        match object.site {
            Site::Allocation { method, .. } => {
                let world = &self.points_to.world;
                let maker = world.methods[method.index()].class;
                // What the library keeps in arrays of references is its own; bytes and letters it makes to be given away.
                let Some(element) = world.classes[object.class.index()].element else { return true };
                if &*world.classes[maker.index()].name == "java/util/Arrays" {
                    return self.is_copy_checked(element, object.owner);
                }
                self.is_checked(maker)
            }
            _ => false,
        }
    }

    /// A copy is of whoever has asked for it; where that is not known, of those who can name what it holds.
    fn is_copy_checked(&self, element: ClassId, owner: Option<ObjectId>) -> bool {
        let owner = owner.map(|owner| self.points_to.objects.get(owner));
        match owner.filter(|owner| matches!(owner.site, Site::Allocation { .. })) {
            Some(owner) => self.is_checked(owner.class),
            None => {
                let element = &self.points_to.world.classes[element.index()];
                element.file.is_none() || element.origin != Origin::Jdk || element.access & access::PUBLIC != 0
            }
        }
    }

    /// Whether an access is by the application, of a static field, or of an object that the application has made or had made for it.
    fn is_on_behalf(&self, instance: InstanceId, base: Reg) -> bool {
        !base.is_some()
            || self.points_to.is_of_application(instance)
            || self
                .points_to
                .register(instance, base)
                .iter()
                .any(|object| self.points_to.objects.get(ObjectId(object)).is_of_application())
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
        (0..self.points_to.instances.len()).for_each(|number| self.note_plain_atomics(InstanceId(number as u32)));
        for (instance, _, statement) in &statements {
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

    /// Atomics of the library are its own, until somebody accesses them by a method that orders nothing.
    fn note_plain_atomics(&mut self, instance: InstanceId) {
        let world = &self.points_to.world;
        let method = &world.methods[self.points_to.instances[instance.index()].method.index()];
        let name = &*world.selectors[method.selector.index()].0;
        let class = &world.classes[method.class.index()];
        let is_plain = matches!(name, "getPlain" | "setPlain" | "weakCompareAndSet" | "weakCompareAndSetPlain");
        if is_plain && class.name.starts_with("java/util/concurrent/atomic/") {
            self.plain_atomics.extend(world.field_named(method.class, "value"));
        }
    }

    /// Arrays whose elements are accessed in modes which order nothing.
    #[must_use]
    pub fn weak_arrays(&self) -> &Bits {
        &self.weak_arrays
    }

    /// Fields that are accessed in modes which order nothing.
    pub fn weak_fields(&self) -> impl Iterator<Item = FieldId> {
        self.weak.iter().copied()
    }

    fn note_weak_mode(&mut self, instance: InstanceId, call: u32) {
        let world = &self.points_to.world;
        let found = &self.points_to.instances[instance.index()];
        let call = &found.body.calls[call as usize];
        let Callee::Polymorphic { selector, .. } = call.callee else { return };
        let name = &*world.selectors[selector.index()].0;
        let is_plain = is_plain(name);
        // What the library does in its own modes is behind methods that are named alike, or does not order by that alone.
        let method = &world.methods[found.method.index()];
        let by = &*world.selectors[method.selector.index()].0;
        // Those of `java.util.concurrent.atomic` that are named so are plain; the handles' are not.
        let counts = self.points_to.is_of_application(instance) || is_weak(by) || by == "weakCompareAndSet";
        if !counts || !is_plain && !is_weak(name) {
            return;
        }
        if let (None, Some(base)) = (world.handled(call), call.arguments.get(1).filter(|base| base.is_some())) {
            let objects = self.points_to.register(instance, *base).iter();
            let arrays = objects.filter(|object| world.is_array(self.points_to.objects.get(ObjectId(*object)).class));
            let arrays: Bits = arrays.collect();
            self.weak_arrays.add_all(&arrays, &mut Bits::default());
            if is_plain {
                self.plain_arrays.add_all(&arrays, &mut Bits::default());
            }
        }
        let fields = match (world.handled(call), call.arguments.get(1)) {
            (Some(field), _) => BTreeSet::from([field]),
            (None, Some(base)) if base.is_some() => self.fields_of(instance, *base),
            _ => BTreeSet::new(),
        };
        if is_plain {
            let is_volatile = |field: &&FieldId| world.fields[field.index()].is(access::VOLATILE);
            self.handled_plainly.extend(fields.iter().filter(is_volatile));
        }
        self.weak.extend(fields);
    }

    fn add(&self, instance: InstanceId, statement: u32, found: Statement, all: &mut Vec<Access>) {
        let (variable, base, index, is_write) = match found {
            Statement::GetField { base, field, .. } => (Variable::Field(field), base, ANY_INDEX, false),
            Statement::PutField { base, field, .. } => (Variable::Field(field), base, ANY_INDEX, true),
            Statement::GetStatic { field, .. } => (Variable::Field(field), Reg::NONE, ANY_INDEX, false),
            Statement::PutStatic { field, .. } => (Variable::Field(field), Reg::NONE, ANY_INDEX, true),
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
                Variable::Field(field) => self.points_to.world.fields[field.index()].is(access::VOLATILE),
                Variable::Elements => false,
            };
            all.push(Access { instance, statement, variable, base, index, is_write, is_atomic });
        }
    }

    /// Whether a statement reads, or writes an object of the application's.
    fn gives_something(&self, instance: InstanceId, found: Statement) -> bool {
        let Statement::PutField { from, .. } = found else { return true };
        let mut given = from.is_some().then(|| self.points_to.register(instance, from).iter()).into_iter().flatten();
        given.any(|object| self.points_to.objects.get(ObjectId(object)).is_of_application())
    }

    /// What `arraycopy` and `clone` access, by who calls them.
    fn add_native(&self, instance: InstanceId, statement: u32, call: u32, all: &mut Vec<Access>) {
        let body = &self.points_to.instances[instance.index()].body;
        let (number, call) = (call, body.calls[call as usize].clone());
        if let Callee::Polymorphic { selector, .. } = call.callee {
            return self.add_handle(instance, statement, &call, selector, all);
        }
        self.add_given_arrays(instance, statement, number, all);
        self.add_elements_of_natives(instance, statement, number, all);
        self.add_field_by_offset(instance, statement, &call, all);
        let mut modelled = self.points_to.instances[instance.index()].modelled_by(number);
        if modelled.any(|method| self.is_named(method, "java/lang/Object", "clone")) {
            self.add_clone(instance, statement, &call, all);
        }
    }

    /// What is not followed reads the arrays that it is given. Natives that the library calls write them, too, but for those that are named
    /// after giving something away.
    fn add_given_arrays(&self, instance: InstanceId, statement: u32, call: u32, all: &mut Vec<Access>) {
        let caller = &self.points_to.instances[instance.index()];
        let method = caller.modelled_by(call).next();
        let is_of_application = self.points_to.is_of_application(instance);
        let is_followed = caller.called_by(call).next().is_some();
        let is_copy = method.is_some_and(|method| self.is_named(method, "java/lang/System", "arraycopy"));
        let is_new_copy = method.is_some_and(|method| self.points_to.is_new_copy(method));
        let takes_array = method.map_or(!is_followed, |method| self.points_to.takes_array(method));
        if !is_copy && !takes_array {
            return;
        }
        let name = self.points_to.world.called(&caller.body.calls[call as usize]).map_or("", |(name, _)| name);
        let name = name.strip_prefix("engine").map_or(name.to_owned(), str::to_lowercase);
        let gives = ["write", "update", "set", "put"].iter().any(|start| name.starts_with(start));
        let fills = !gives && !is_of_application;
        for (number, base) in caller.body.calls[call as usize].arguments.iter().copied().enumerate() {
            let is_array =
                |object: u32| self.points_to.world.is_array(self.points_to.objects.get(ObjectId(object)).class);
            if !base.is_some() || !self.points_to.register(instance, base).iter().any(is_array) {
                continue;
            }
            if !self.has_checked_array(instance, base) {
                continue;
            }
            let (variable, index, is_atomic) = (Variable::Elements, ANY_INDEX, false);
            let mut add =
                |is_write| all.push(Access { instance, statement, variable, base, index, is_write, is_atomic });
            if !is_copy || number == 0 {
                add(false);
            }
            if is_copy && number == 2 || !is_copy && !is_new_copy && fills {
                add(true);
            }
        }
    }

    /// `Unsafe` accesses elements by an offset, `java.lang.reflect.Array` by an index: nobody knows which.
    fn add_elements_of_natives(&self, instance: InstanceId, statement: u32, call: u32, all: &mut Vec<Access>) {
        let caller = &self.points_to.instances[instance.index()];
        let call_of = caller.body.calls[call as usize].clone();
        let Some(method) = caller.modelled_by(call).next() else { return };
        let world = &self.points_to.world;
        let found = &world.methods[method.index()];
        let name = &*world.selectors[found.selector.index()].0;
        let ordered = ["Volatile", "Acquire", "Release", "Opaque", "compareAnd", "getAnd", "weakCompare"];
        let is_atomic = ordered.iter().any(|word| name.contains(word));
        // By the numbers of arguments: what is read, and what is written.
        let (read, written): (Option<usize>, Option<usize>) = match (&*world.classes[found.class.index()].name, name) {
            ("java/lang/reflect/Array", name) if name.starts_with("get") => (Some(0), None),
            ("java/lang/reflect/Array", name) if name.starts_with("set") => (None, Some(0)),
            ("jdk/internal/misc/Unsafe", name) if name.starts_with("copy") => (Some(1), Some(3)),
            ("jdk/internal/misc/Unsafe", name) if name.starts_with("get") && !name.starts_with("getAnd") => {
                (Some(1), None)
            }
            ("jdk/internal/misc/Unsafe", name) if is_atomic || name.starts_with("put") || name.starts_with("set") => {
                (None, Some(1))
            }
            _ => return,
        };
        for (number, is_write) in [(read, false), (written, true)] {
            let base = number.and_then(|number| call_of.arguments.get(number)).copied().filter(|base| base.is_some());
            let Some(base) = base.filter(|base| self.has_checked_array(instance, *base)) else { continue };
            let (variable, index) = (Variable::Elements, ANY_INDEX);
            all.push(Access { instance, statement, variable, base, index, is_write, is_atomic });
        }
    }

    /// `Unsafe` accesses a field by an offset that is known.
    fn add_field_by_offset(&self, instance: InstanceId, statement: u32, call: &Call, all: &mut Vec<Access>) {
        let world = &self.points_to.world;
        let Some((_, name, _)) = world.called_on(call) else { return };
        let field = world.handled(call).filter(|field| self.plain_atomics.contains(field));
        let (Some(field), Some(base)) = (field, call.arguments.get(1).copied().filter(|base| base.is_some())) else {
            return;
        };
        let (variable, index) = (Variable::Field(field), ANY_INDEX);
        let (is_read, is_put) = (name.starts_with("get") && !name.starts_with("getAnd"), name.starts_with("put"));
        let is_ordered = ["Volatile", "Acquire", "Release", "Opaque"].iter().any(|word| name.ends_with(word));
        let is_atomic = is_ordered || !is_read && !is_put && !name.ends_with("Plain");
        all.push(Access { instance, statement, variable, base, index, is_write: !is_read, is_atomic });
    }

    /// A clone reads all that it copies, and writes the copy.
    fn add_clone(&self, instance: InstanceId, statement: u32, call: &Call, all: &mut Vec<Access>) {
        let Some((base, "clone", "()Ljava/lang/Object;")) = self.points_to.world.called_on(call) else { return };
        let index = ANY_INDEX;
        for (base, is_write) in [(base, false), (call.result, true)] {
            if !base.is_some() {
                continue;
            }
            if self.has_checked_array(instance, base) {
                let variable = Variable::Elements;
                all.push(Access { instance, statement, variable, base, index, is_write, is_atomic: false });
            }
            for field in self.fields_of(instance, base) {
                if self.is_field_checked(field) {
                    let variable = Variable::Field(field);
                    all.push(Access { instance, statement, variable, base, index, is_write, is_atomic: false });
                }
            }
        }
    }

    /// A variable handle accesses elements, or a field of its first argument: if it is not known which, it is all of them.
    fn add_handle(&self, instance: InstanceId, statement: u32, call: &Call, selector: Selector, all: &mut Vec<Access>) {
        let world = &self.points_to.world;
        let name = &*world.selectors[selector.index()].0;
        let is_write = !name.starts_with("get") || name.starts_with("getAnd");
        let (index, is_atomic) = (ANY_INDEX, !is_plain(name));
        let mut add = |variable, base| {
            all.push(Access { instance, statement, variable, base, index, is_write, is_atomic });
        };
        let named = world.handled(call);
        if let Some(field) = named.filter(|field| world.fields[field.index()].is(access::STATIC)) {
            if self.is_field_checked(field) {
                add(Variable::Field(field), Reg::NONE);
            }
            return;
        }
        let Some(base) = call.arguments.get(1).copied().filter(|base| base.is_some()) else { return };
        if named.is_none() && self.has_checked_array(instance, base) {
            add(Variable::Elements, base);
        }
        let fields = named.map_or_else(|| self.fields_of(instance, base), |field| BTreeSet::from([field]));
        for field in fields {
            if self.is_field_checked(field) {
                add(Variable::Field(field), base);
            }
        }
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

/// By its name, whether a variable handle's method accesses as plain code does.
fn is_plain(name: &str) -> bool {
    matches!(name, "get" | "set" | "weakCompareAndSetPlain")
}

/// By its name, whether a method accesses in a mode that orders nothing, or only in one direction of two.
fn is_weak(name: &str) -> bool {
    let does_both = ["getAnd", "compareAndExchange", "weakCompareAndSet"].iter().any(|begin| name.starts_with(begin));
    let is_halved = does_both && (name.ends_with("Acquire") || name.ends_with("Release"));
    name.contains("Opaque") || name.contains("Plain") || is_halved
}
