//! The threads of a program: with which method each begins, what it reaches, and what happens at most once.

use crate::ids::{InstanceId, MethodId, ObjectId};
use crate::ir::Body;
use crate::points_to::{Bits, PointsTo, Site};
use rustc_hash::FxHashMap;

/// All threads that begin with one method in one context.
pub struct Thread {
    /// Where it begins.
    pub entry: InstanceId,
    /// The object that is started, if that is one abstract object; none of the main thread.
    pub object: Option<ObjectId>,
    /// The calls that start it.
    pub starts: Vec<(InstanceId, u32)>,
    /// The instances that it may execute.
    pub reached: Bits,
}

/// All threads, the main thread first.
pub struct Threads {
    /// By number.
    pub all: Vec<Thread>,
    /// By instance, whether it is executed at most once.
    once: Vec<bool>,
    loops: FxHashMap<MethodId, Vec<bool>>,
}

impl Threads {
    /// Those of a program.
    #[must_use]
    pub fn new(points_to: &PointsTo) -> Self {
        let mut all: Vec<Thread> = points_to
            .entries
            .iter()
            .map(|entry| Thread {
                entry: *entry,
                object: receiver(points_to, *entry),
                starts: Vec::new(),
                reached: reached(points_to, *entry),
            })
            .collect();
        for (number, instance) in points_to.instances.iter().enumerate() {
            for (call, entry) in &instance.starts {
                let thread = all.iter_mut().find(|thread| thread.entry == *entry);
                thread.into_iter().for_each(|thread| thread.starts.push((InstanceId(number as u32), *call)));
            }
        }
        let mut loops = FxHashMap::default();
        for instance in &points_to.instances {
            loops.entry(instance.method).or_insert_with(|| blocks_in_loops(&instance.body));
        }
        let mut threads = Self { all, once: Vec::new(), loops };
        threads.once = threads.find_once(points_to);
        threads
    }

    /// The threads that may execute an instance.
    pub fn reaching(&self, instance: InstanceId) -> impl Iterator<Item = usize> {
        self.all
            .iter()
            .enumerate()
            .filter(move |(_, thread)| thread.reached.contains(instance.0))
            .map(|(number, _)| number)
    }

    /// Whether there is at most one such object.
    #[must_use]
    pub fn is_single(&self, points_to: &PointsTo, object: ObjectId) -> bool {
        match points_to.objects.get(object).site {
            Site::Mirror(_) | Site::Booted(_) => true,
            Site::Merged(_) | Site::Call { .. } | Site::Deep => false,
            Site::Allocation { .. } => points_to.allocations(object).is_some_and(|all| {
                let mut all = all.iter();
                let first = all.next();
                all.next().is_none()
                    && first
                        .is_some_and(|(instance, statement)| self.is_executed_once(points_to, *instance, *statement))
            }),
        }
    }

    /// Whether a statement is executed at most once, in all threads together.
    #[must_use]
    pub fn is_executed_once(&self, points_to: &PointsTo, instance: InstanceId, statement: u32) -> bool {
        self.once[instance.index()] && !self.is_in_loop(points_to, instance, statement)
    }

    fn is_in_loop(&self, points_to: &PointsTo, instance: InstanceId, statement: u32) -> bool {
        let instance = &points_to.instances[instance.index()];
        let block = instance.body.blocks.partition_point(|block| block.end <= statement);
        self.loops[&instance.method].get(block).copied().unwrap_or(true)
    }

    /// An instance is executed at most once if one statement calls it, which is; class initialisers are. Recursion is not.
    fn find_once(&self, points_to: &PointsTo) -> Vec<bool> {
        let count = points_to.instances.len();
        let callers = points_to.callers();
        // A thread object is started once; who is started as a thread of that object, and called by nobody, runs once for each.
        let mut starts = vec![None; count];
        for (number, thread) in self.all.iter().enumerate() {
            starts[thread.entry.index()] = Some(number);
        }
        let mut known: Vec<Option<bool>> = vec![None; count];
        for start in 0..count {
            let mut path = Vec::new();
            let mut at = start;
            let answer = loop {
                if let Some(known) = known[at] {
                    break known;
                }
                if path.contains(&at) {
                    break false;
                }
                path.push(at);
                let calls: Vec<&(InstanceId, Option<u32>)> =
                    callers[at].iter().filter(|(_, call)| call.is_some()).collect();
                let is_initialiser = calls.len() < callers[at].len();
                match (calls.len(), is_initialiser, starts[at]) {
                    (0, true, None) => break true,
                    (0, false, Some(0)) => break true,
                    (0, false, Some(thread)) => {
                        let thread = &self.all[thread];
                        let object = thread.object.and_then(|object| points_to.allocations(object));
                        let mut sites = object.into_iter().flatten();
                        match (sites.next(), sites.next()) {
                            (Some((instance, statement)), None)
                                if !self.is_in_loop(points_to, *instance, *statement) =>
                            {
                                at = instance.index();
                            }
                            _ => break false,
                        }
                    }
                    (1, false, None) => {
                        let (caller, call) = calls[0];
                        let statement =
                            call.map(|call| points_to.instances[caller.index()].body.calls[call as usize].statement);
                        if statement.is_none_or(|statement| self.is_in_loop(points_to, *caller, statement)) {
                            break false;
                        }
                        at = caller.index();
                    }
                    _ => break false,
                }
            };
            path.into_iter().for_each(|instance| known[instance] = Some(answer));
        }
        known.into_iter().map(|known| known.unwrap_or(false)).collect()
    }
}

fn receiver(points_to: &PointsTo, entry: InstanceId) -> Option<ObjectId> {
    let this = *points_to.instances[entry.index()].body.parameters.first()?;
    let objects = points_to.register(entry, this);
    let is_thread = points_to.instances[entry.index()].context.is_some();
    objects.iter().next().filter(|_| objects.len() == 1 && is_thread).map(ObjectId)
}

fn reached(points_to: &PointsTo, entry: InstanceId) -> Bits {
    let mut reached = Bits::default();
    let mut work = vec![entry];
    while let Some(instance) = work.pop() {
        if reached.insert(instance.0) {
            work.extend(points_to.instances[instance.index()].callees.iter().map(|(_, callee)| *callee));
        }
    }
    reached
}

/// By block, whether it may be executed again in the same call.
fn blocks_in_loops(body: &Body) -> Vec<bool> {
    let next = |block: usize| body.blocks[block].next.iter().chain(&body.blocks[block].handlers).map(|to| *to as usize);
    (0..body.blocks.len())
        .map(|block| {
            let mut met = vec![false; body.blocks.len()];
            let mut work: Vec<usize> = next(block).collect();
            while let Some(at) = work.pop() {
                if !std::mem::replace(&mut met[at], true) {
                    work.extend(next(at));
                }
            }
            met[block]
        })
        .collect()
}
