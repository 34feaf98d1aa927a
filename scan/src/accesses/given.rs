//! What the application may hold of what the class library has made for nobody in particular: by an object that was there before the program
//! began, or by an initialiser of its own.
//!
//! Such an object is the application's as soon as it has it, with all that it consists of. Not what was there before, and strings, boxes
//! and exceptions of the library, which nobody tells apart: the library takes care of those.

use crate::ids::{ClassId, FieldId, InstanceId, ObjectId, Reg};
use crate::ir::{Body, Statement};
use crate::points_to::{Bits, PointsTo, Site};
use std::collections::BTreeSet;

/// What the class library gives away.
pub(super) struct Given {
    /// Objects of nobody's that the application may hold, or that what it holds consists of.
    pub objects: Bits,
    /// Arrays that the application itself may hold, whoever has made them.
    pub arrays: Bits,
}

impl Given {
    /// Classes that keep to themselves what their objects hold are those that are trusted, and parts of the library.
    pub(super) fn new(points_to: &PointsTo, keeps_to_itself: impl Fn(ClassId) -> bool) -> Self {
        let (mut known, mut arrays, mut objects) = (Bits::default(), Bits::default(), Bits::default());
        let own = (0..points_to.instances.len() as u32).map(InstanceId).filter(|one| points_to.is_of_application(*one));
        for instance in own {
            for register in used(&points_to.instances[instance.index()].body) {
                known.add_all(points_to.register(instance, register), &mut Bits::default());
            }
        }
        let is_array = |object: &u32| points_to.world.is_array(points_to.objects.get(ObjectId(*object)).class);
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

/// What an object holds by a type that says something: what it consists of, not what somebody has put into it. The application that asks
/// for the latter holds it itself.
fn consists_of(points_to: &PointsTo, object: ObjectId) -> Vec<&Bits> {
    let world = &points_to.world;
    let class = points_to.objects.get(object).class;
    if let Some(element) = world.classes[class.index()].element {
        let says_nothing = &*world.classes[element.index()].name == "java/lang/Object";
        return points_to.elements(object).filter(|_| !says_nothing).into_iter().collect();
    }
    let says_something = |field: &FieldId| &*world.fields[field.index()].descriptor != "Ljava/lang/Object;";
    let fields = world.instance_fields(class).filter(says_something);
    fields.filter_map(|field| points_to.field(object, field)).collect()
}

/// The registers with which something is done. What is cast, and nothing else, is held as what it is cast to: generic code gives much
/// that is no such object.
fn used(body: &Body) -> BTreeSet<Reg> {
    let mut used: BTreeSet<Reg> = body.phis.iter().map(|(_, from)| *from).collect();
    for statement in &body.statements {
        match *statement {
            Statement::GetField { base, .. } => used.extend([base]),
            Statement::PutField { base, from, .. } | Statement::Store { array: base, from, .. } => {
                used.extend([base, from])
            }
            Statement::PutStatic { from, .. } | Statement::Return { from } | Statement::Throw { from } => {
                used.extend([from])
            }
            Statement::Load { array, .. } => used.extend([array]),
            Statement::Enter { of } | Statement::Exit { of } => used.extend([of]),
            Statement::Call { call } => used.extend(&body.calls[call as usize].arguments),
            Statement::New { .. }
            | Statement::Constant { .. }
            | Statement::ClassConstant { .. }
            | Statement::Cast { .. }
            | Statement::GetStatic { .. }
            | Statement::Catch { .. } => {}
        }
    }
    used.into_iter().filter(|reg| reg.is_some()).collect()
}
