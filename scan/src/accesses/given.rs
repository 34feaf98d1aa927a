//! Objects that the class library allocates without an owner of the application's (for an object of
//! the heap before the program, or in an initialiser of its own) and that the application may
//! reach.
//!
//! Such an object counts as the application's if the application may hold it, and so do the objects
//! that it consists of. Objects of the heap before the program, and strings, boxes and exceptions
//! of the library, which are merged, do not count: the library takes care of those.

use crate::ids::{ClassId, FieldId, InstanceId, ObjectId, Reg};
use crate::ir::{Body, Callee, Statement};
use crate::points_to::{Bits, PointsTo, Site};
use crate::world::{Method, World};
use raceproof_classfile::descriptor::split_method;
use std::collections::BTreeSet;

/// The type that says nothing of an object.
const ANYTHING: &str = "Ljava/lang/Object;";

/// What the class library gives away.
pub(super) struct Given {
    /// Objects without an owner that the application may hold, or that what it holds consists of.
    pub objects: Bits,
    /// Arrays that the application itself may hold, wherever they are allocated.
    pub arrays: Bits,
}

impl Given {
    /// Classes that keep to themselves what their objects hold are those that are trusted, and
    /// parts of the library.
    pub(super) fn new(points_to: &PointsTo, keeps_to_itself: impl Fn(ClassId) -> bool) -> Self {
        let (mut known, mut arrays, mut objects) =
            (Bits::default(), Bits::default(), Bits::default());
        let own = (0..points_to.instances.len() as u32)
            .map(InstanceId)
            .filter(|one| points_to.is_of_application(*one));
        for instance in own {
            let found = &points_to.instances[instance.index()];
            for register in
                used(&points_to.world, &points_to.world.methods[found.method.index()], &found.body)
            {
                known.add_all(points_to.register(instance, register), &mut Bits::default());
            }
        }
        let is_array =
            |object: &u32| points_to.world.is_array(points_to.objects.get(ObjectId(*object)).class);
        arrays.extend(known.iter().filter(is_array));
        let held_itself = known.clone();
        let mut work: Vec<u32> = known.iter().collect();
        while let Some(object) = work.pop() {
            let found = points_to.objects.get(ObjectId(object));
            if !matches!(found.site, Site::Allocation { .. }) {
                continue;
            }
            let keeps_to_itself = keeps_to_itself(found.class);
            if !found.is_of_application() && (!keeps_to_itself || held_itself.contains(object)) {
                objects.insert(object);
            }
            if keeps_to_itself {
                continue;
            }
            for held in consists_of(points_to, ObjectId(object)) {
                work.extend(held.iter().filter(|object| known.insert(*object)));
            }
        }
        Self { objects, arrays }
    }
}

/// What an object consists of: what its fields and elements of other types than `Object` hold. What
/// is declared as `Object` was put into it; if the application asks for that, it holds it itself.
fn consists_of(points_to: &PointsTo, object: ObjectId) -> Vec<&Bits> {
    let world = &points_to.world;
    let class = points_to.objects.get(object).class;
    if let Some(element) = world.classes[class.index()].element {
        let says_nothing = &*world.classes[element.index()].name == "java/lang/Object";
        return points_to.elements(object).filter(|_| !says_nothing).into_iter().collect();
    }
    let says_something = |field: &FieldId| &*world.fields[field.index()].descriptor != ANYTHING;
    let fields = world.instance_fields(class).filter(says_something);
    fields.filter_map(|field| points_to.field(object, field)).collect()
}

/// The registers that are used as more than an `Object`. The results of generic code have many
/// objects in their points-to sets that its user never gets: a use as what it is follows a cast, is
/// a call of its method, or passes it on by its type.
fn used(world: &World, method: &Method, body: &Body) -> BTreeSet<Reg> {
    let mut used = BTreeSet::new();
    let mut passed =
        |from: Reg, descriptor: &str| used.extend((descriptor != ANYTHING).then_some(from));
    for statement in &body.statements {
        match *statement {
            Statement::GetField { base: of, .. } | Statement::Load { array: of, .. } => {
                passed(of, "")
            }
            Statement::Store { array: of, .. } => passed(of, ""),
            Statement::PutField { base, from, field } => {
                passed(base, "");
                passed(from, &world.fields[field.index()].descriptor);
            }
            Statement::PutStatic { from, field } => {
                passed(from, &world.fields[field.index()].descriptor)
            }
            Statement::Return { from } => {
                let descriptor = &world.selectors[method.selector.index()].1;
                passed(from, descriptor.rsplit(')').next().unwrap_or_default());
            }
            Statement::Call { call } => {
                let call = &body.calls[call as usize];
                let Some((_, descriptor)) = world.called(call) else { continue };
                let parameters =
                    split_method(descriptor).map_or(Vec::new(), |(parameters, _)| parameters);
                let receivers = call.arguments.len().saturating_sub(parameters.len());
                let of = match call.callee {
                    Callee::Exactly(method) => world.methods[method.index()].class,
                    Callee::Virtual { class, .. } | Callee::Polymorphic { class, .. } => class,
                    Callee::Missing => continue,
                };
                let receiver =
                    call.arguments.iter().take(receivers).filter(|_| of != world.object());
                receiver.for_each(|reg| passed(*reg, ""));
                call.arguments
                    .iter()
                    .skip(receivers)
                    .zip(parameters)
                    .for_each(|(reg, ty)| passed(*reg, ty));
            }
            _ => {}
        }
    }
    used.into_iter().filter(|reg| reg.is_some()).collect()
}
