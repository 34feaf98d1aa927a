//! The input of the twin (`scan/tests/twin`), which solves the same constraints in another way, as
//! plain data: what is decided by one class, method or object alone; and the sets to compare.

use super::natives::Model;
use super::{Asked, Bits, Part, PointsTo};
use crate::ids::{ClassId, InstanceId, MethodId, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Decisions that are no fixpoint's, and sets.
pub struct Export {
    /// Which instance stands for a method in a context; the same one for many contexts of a method
    /// that has too many.
    pub instances: FxHashMap<(MethodId, Option<ObjectId>), InstanceId>,
    /// Of the methods that are called: what they do, if they are not followed.
    pub models: FxHashMap<MethodId, Option<Model>>,
    /// Classes of the closed parts of the class library: the part's number, and which callers it is
    /// closed to.
    pub closed: FxHashMap<ClassId, (usize, Asked)>,
    /// Methods of other classes that are as closed.
    pub closed_methods: FxHashSet<MethodId>,
    /// Classes whose initialisers are left out.
    pub never_initialised: FxHashSet<ClassId>,
    /// Objects whose methods are followed even into closed parts.
    pub followed: Bits,
    /// Objects that stand for what is not followed, of a class of which there are none.
    pub unknown: Bits,
    /// By instance: what it returns.
    pub results: Vec<Bits>,
    /// The parts of objects that have nodes, and what they hold.
    pub parts: Vec<(ObjectId, Part, Bits)>,
    /// Threads that may be running.
    pub threads: Bits,
}

impl PointsTo {
    /// All of it, of a solved program.
    #[must_use]
    pub fn export(&self) -> Export {
        let classes = || (0..self.world.classes.len() as u32).map(ClassId);
        let methods = self.world.methods.iter().enumerate();
        let those = |is_one: &dyn Fn(ObjectId) -> bool| -> Bits {
            self.objects.iter().filter(|(id, _)| is_one(*id)).map(|(id, _)| id.0).collect()
        };
        let parts = self
            .parts
            .iter()
            .map(|((object, part), node)| (*object, *part, self.graph.objects(*node).clone()));
        Export {
            instances: self.by_key.clone(),
            models: self.models.clone(),
            closed: classes().filter_map(|class| Some((class, self.part_of(class)?))).collect(),
            closed_methods: methods
                .map(|(number, method)| (MethodId(number as u32), method.class))
                .filter(|(method, class)| self.is_single_out(*class, *method))
                .map(|(method, _)| method)
                .collect(),
            never_initialised: classes()
                .filter(|class| self.is_never_initialised(*class))
                .collect(),
            followed: those(&|object| self.is_business_of_application(object)),
            unknown: those(&|object| self.is_unknown(object)),
            results: self
                .instances
                .iter()
                .map(|instance| self.graph.objects(instance.result()).clone())
                .collect(),
            parts: parts.collect(),
            threads: self.graph.objects(self.threads).clone(),
        }
    }
}
