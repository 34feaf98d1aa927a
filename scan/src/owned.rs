//! Ownership: objects that at most one field or element ever holds. Conditional must-not aliasing
//! rests on it here, instead of on the disjoint reachability of Chord (section 4, Figure 9).
//!
//! An object is owned if each store of it into a field of an object, or into an element, finds it
//! private and in no field ([`crate::fresh`]). Then this store is the first and only one, and every
//! load of the object from a field or an element is from the same field of the same owner. So two
//! access paths that end at one object, have equally many loads, and load nothing but owned objects
//! begin at one object: going back, each object has a single owner.
//!
//! So if two accesses hold locks from which such paths of equal length lead to the objects
//! accessed, either the locks are the same and exclude each other, or the objects are distinct. Let
//! `x.next = new Node()` be the only store of these nodes: then `x.next.value` under the monitor of
//! `x` and `y.next.value` under that of `y` do not race. The same holds with thread objects in the
//! place of locks, since two threads are never the same object.
//!
//! Deviation: the paper's types tell iterations of loops apart instead (Figures 8 and 9), and so
//! prove cases in which an object is stored twice into one other, which this does not.

use crate::fresh::Fresh;
use crate::ids::{InstanceId, ObjectId, Reg};
use crate::ir::{Callee, Statement};
use crate::order::Waiting;
use crate::points_to::{Bits, Handling, PointsTo, Site};
use crate::threads::Threads;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// By parameter of an instance: by how many loads its object is reached from the thread's own.
type Distances = BTreeMap<Reg, u32>;

/// Longer paths are not looked at.
const FARTHEST: u32 = 8;

/// The owned objects.
pub struct Owned<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    owned: Bits,
    /// By thread: the distances of parameters, by instance.
    distances: RefCell<FxHashMap<usize, Rc<BTreeMap<InstanceId, Distances>>>>,
}

impl<'a> Owned<'a> {
    /// Looks at all stores.
    #[must_use]
    pub fn new(points_to: &'a PointsTo, threads: &'a Threads, fresh: &Fresh<'_>) -> Self {
        let mut others = Bits::default();
        for number in 0..points_to.instances.len() {
            find_others(points_to, fresh, InstanceId(number as u32), &mut others);
        }
        let references = points_to.world.class_if_known("java/lang/ref/Reference");
        let is_owned = |(id, object): &(ObjectId, &crate::points_to::Object)| {
            let is_reference =
                references.is_some_and(|class| points_to.world.is_subtype(object.class, class));
            matches!(object.site, Site::Allocation { .. })
                && !is_reference
                && !others.contains(id.0)
        };
        let owned = points_to.objects.iter().filter(is_owned).map(|(id, _)| id.0).collect();
        Self { points_to, threads, owned, distances: RefCell::default() }
    }

    /// The registers from which a register is loaded over owned objects alone, and by how many
    /// loads; itself by 0. `last` are those objects of the register that matter.
    #[must_use]
    pub fn ways(&self, instance: InstanceId, reg: Reg, last: &Bits) -> Vec<(Reg, u32)> {
        let body = &self.points_to.instances[instance.index()].body;
        let (mut at, mut objects, mut steps) = (reg, last.clone(), 0);
        let mut found = vec![(reg, 0)];
        while steps < FARTHEST {
            let definition =
                body.defined_at(at).and_then(|at| match body.statements[at as usize] {
                    Statement::Cast { from, .. } => Some((from, 0)),
                    Statement::GetField { base, .. } | Statement::Load { array: base, .. } => {
                        Some((base, 1))
                    }
                    _ => None,
                });
            let Some((from, step)) = definition.filter(|(from, _)| from.is_some()) else { break };
            if step == 1 && !objects.iter().all(|object| self.owned.contains(object)) {
                break;
            }
            (at, steps) = (from, steps + step);
            objects = self.points_to.register(instance, at).clone();
            found.push((at, steps));
        }
        found
    }

    /// By how many loads, over owned objects alone, a thread gets from its own object to the one
    /// that it accesses; none if that is not known.
    #[must_use]
    pub fn from_thread(
        &self,
        thread: usize,
        instance: InstanceId,
        reg: Reg,
        last: &Bits,
    ) -> Option<u32> {
        let distances = self.distances(thread);
        let known = distances.get(&instance)?;
        self.ways(instance, reg, last)
            .into_iter()
            .find_map(|(reg, steps)| Some(known.get(&reg)? + steps))
    }

    fn distances(&self, thread: usize) -> Rc<BTreeMap<InstanceId, Distances>> {
        if let Some(known) = self.distances.borrow().get(&thread) {
            return known.clone();
        }
        let found = Rc::new(self.find_distances(thread));
        self.distances.borrow_mut().insert(thread, found.clone());
        found
    }

    /// From the entry method of the thread on, whose receiver is its object; the main thread has
    /// none.
    fn find_distances(&self, thread: usize) -> BTreeMap<InstanceId, Distances> {
        let entry = self.threads.all[thread].entry;
        if thread == 0 {
            return BTreeMap::new();
        }
        let mut found = BTreeMap::from([(entry, Distances::from([(Reg(0), 0)]))]);
        let mut waiting = Waiting::nobody(self.points_to);
        waiting.add(entry);
        while let Some(instance) = waiting.caller() {
            let here = &self.points_to.instances[instance.index()];
            for (call, callee) in &here.callees {
                let mut passed = Distances::new();
                if let Some(call) = call {
                    let arguments = &here.body.calls[*call as usize].arguments;
                    let parameters = &self.points_to.instances[callee.index()].body.parameters;
                    for (argument, own) in arguments
                        .iter()
                        .zip(parameters)
                        .filter(|(reg, own)| reg.is_some() && own.is_some())
                    {
                        let objects = self.points_to.register(instance, *argument);
                        let known = self.ways(instance, *argument, objects).into_iter();
                        let distance = known
                            .filter_map(|(reg, steps)| Some(found[&instance].get(&reg)? + steps))
                            .next();
                        passed.extend(distance.map(|distance| (*own, distance)));
                    }
                }
                let before = found.get(callee).cloned();
                let own = found.entry(*callee).or_insert_with(|| passed.clone());
                own.retain(|reg, distance| passed.get(reg) == Some(distance));
                if before.as_ref() != Some(own) {
                    waiting.add(*callee);
                }
            }
        }
        found
    }
}

/// Adds the objects that an instance may store a second time, or an unknown number of times: they
/// are not owned.
fn find_others(points_to: &PointsTo, fresh: &Fresh<'_>, instance: InstanceId, others: &mut Bits) {
    let here = &points_to.instances[instance.index()];
    let mut stores: Vec<(u32, Reg)> = Vec::new();
    let mut add = |objects: &Bits| {
        others.add_all(objects, &mut Bits::default());
    };
    let reached = here.body.blocks.iter().zip(&here.reached).filter(|(_, reached)| **reached);
    for at in reached.flat_map(|(block, _)| block.start..block.end) {
        match here.body.statements[at as usize] {
            Statement::PutField { base, from, .. } | Statement::Store { array: base, from, .. }
                if from.is_some() && base.is_some() =>
            {
                stores.push((at, from));
            }
            Statement::Call { call } => {
                let found = &here.body.calls[call as usize];
                let given = found.arguments.iter().copied().filter(|reg| reg.is_some());
                if let Callee::Polymorphic { .. } = found.callee {
                    given.clone().for_each(|reg| add(points_to.register(instance, reg)));
                }
                for method in here.modelled_by(call) {
                    match points_to.handling(method) {
                        Handling::Nothing => {}
                        Handling::Stores { .. } | Handling::Leaks => {
                            given.clone().for_each(|reg| add(points_to.register(instance, reg)));
                        }
                        // What the source holds, the copy holds, too.
                        Handling::Makes | Handling::CopiesElements => {
                            let sources = found.arguments.first().filter(|reg| reg.is_some());
                            let sources = sources
                                .into_iter()
                                .flat_map(|reg| points_to.register(instance, *reg).iter());
                            sources.for_each(|source| {
                                points_to.held(ObjectId(source)).for_each(&mut add)
                            });
                        }
                    }
                }
            }
            _ => {}
        }
    }
    if stores.is_empty() {
        return;
    }
    let mut first: BTreeSet<u32> = BTreeSet::new();
    fresh.tell(instance, |at, private| {
        if let Ok(found) = stores.binary_search_by_key(&at, |(at, _)| *at)
            && private.get(&stores[found].1) == Some(&false)
        {
            first.insert(at);
        }
    });
    for (_, from) in stores.iter().filter(|(at, _)| !first.contains(at)) {
        add(points_to.register(instance, *from));
    }
}
