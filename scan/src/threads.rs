//! The abstract threads of a program (entry methods in their contexts: the thread contexts of
//! Chord, section 5.1.1), the instances that each may execute, and what is executed at most once.
//!
//! An abstract object is single if it is at most one object at run time: a class mirror, an object
//! of the heap before the program, or one with a single allocation that is executed at most once. A
//! statement is executed at most once if it is in no loop, and its instance is executed at most
//! once: the main thread's entry, a class initialiser, a method with one call that is executed at
//! most once, or the entry of threads whose object has one allocation that is.

use crate::ids::{ClassId, InstanceId, MethodId, ObjectId, Reg};
use crate::ir::{Block, Body, Statement};
use crate::points_to::{Bits, Instance, PointsTo, Site};
use crate::world::access;
use raceproof_bytecode::dominators::Dominators;
use raceproof_bytecode::loops::Loops;
use rustc_hash::FxHashMap;

/// All threads that begin with one method in one context.
pub struct Thread {
    /// Where it begins.
    pub entry: InstanceId,
    /// The object that is started, if that is one abstract object; none of the main thread.
    pub object: Option<ObjectId>,
    /// The calls that start it.
    pub starts: Vec<(InstanceId, u32)>,
    /// Whether it may start later than the call that registers it (a shutdown hook): then a `join`
    /// before that does not wait.
    pub is_hook: bool,
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
    /// Methods with handlers of nothing but interrupts, and these blocks.
    interrupt_handlers: FxHashMap<MethodId, Vec<usize>>,
    /// By number: whether it may be interrupted.
    interruptible: Vec<bool>,
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
                is_hook: false,
                reached: reached(points_to, *entry),
            })
            .collect();
        for (number, instance) in points_to.instances.iter().enumerate() {
            for (call, entry) in &instance.starts {
                let thread = all.iter_mut().find(|thread| thread.entry == *entry);
                let Some(thread) = thread else { continue };
                thread.starts.push((InstanceId(number as u32), *call));
                let called = points_to.world.called(&instance.body.calls[*call as usize]);
                thread.is_hook |= called.is_some_and(|(name, _)| name == "addShutdownHook");
            }
        }
        let mut loops = FxHashMap::default();
        for instance in &points_to.instances {
            loops.entry(instance.method).or_insert_with(|| blocks_in_loops(&instance.body));
        }
        let mut threads = Self {
            all,
            once: Vec::new(),
            loops,
            interrupt_handlers: interrupt_handlers(points_to),
            interruptible: Vec::new(),
        };
        threads.interruptible = threads.find_interruptible(points_to);
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

    /// The blocks of an instance that a thread may execute: handlers of nothing but interrupts only
    /// if it may be interrupted. The class library throws an `InterruptedException` in a thread
    /// that was interrupted, and nowhere else.
    #[must_use]
    pub fn blocks(&self, points_to: &PointsTo, instance: InstanceId, thread: usize) -> Vec<bool> {
        let found = &points_to.instances[instance.index()];
        let mut reached = found.reached.clone();
        if !self.interruptible[thread] {
            let handlers = self.interrupt_handlers.get(&found.method);
            handlers.into_iter().flatten().for_each(|block| reached[*block] = false);
        }
        reached
    }

    /// By thread: whether `interrupt` may be called on its object, or the application makes such
    /// exceptions itself.
    fn find_interruptible(&self, points_to: &PointsTo) -> Vec<bool> {
        let mut interrupted = Bits::default();
        for (number, instance) in points_to.instances.iter().enumerate() {
            for (call, callee) in &instance.callees {
                let method =
                    &points_to.world.methods[points_to.instances[callee.index()].method.index()];
                let (name, descriptor) = &points_to.world.selectors[method.selector.index()];
                let is_it =
                    (&**name, &**descriptor) == ("interrupt", "()V") && !method.is(access::STATIC);
                let Some(call) = call.filter(|_| is_it) else { continue };
                let thread = instance.body.calls[call as usize].arguments[0];
                if thread.is_some() && !restores_interrupt(points_to, instance, thread) {
                    interrupted.add_all(
                        points_to.register(InstanceId(number as u32), thread),
                        &mut Bits::default(),
                    );
                }
            }
        }
        let made_by_application =
            points_to.statements().any(|(instance, _, statement)| match statement {
                // The class library takes the second for the first.
                Statement::New { class, .. } if points_to.is_of_application(instance) => {
                    is_interrupt(points_to, class)
                        || is_below(points_to, class, "java/io/InterruptedIOException")
                }
                _ => false,
            });
        let unknown =
            |object: &u32| matches!(points_to.objects.get(ObjectId(*object)).site, Site::Merged(_));
        let any = made_by_application || interrupted.iter().any(|object| unknown(&object));
        let objects = |thread: usize| match self.all[thread].object {
            _ if thread == 0 => {
                interrupted.iter().any(|object| is_booted(points_to, ObjectId(object)))
            }
            Some(object) => interrupted.contains(object.0),
            None => !interrupted.is_empty(),
        };
        (0..self.all.len()).map(|thread| any || objects(thread)).collect()
    }

    /// Whether an abstract object is at most one object at run time.
    #[must_use]
    pub fn is_single(&self, points_to: &PointsTo, object: ObjectId) -> bool {
        match points_to.objects.get(object).site {
            Site::Mirror(_) | Site::Booted(_) => true,
            Site::Merged(_) | Site::Call { .. } | Site::Deep => false,
            Site::Allocation { .. } => points_to.allocations(object).is_some_and(|all| {
                let mut all = all.iter();
                let first = all.next();
                all.next().is_none()
                    && first.is_some_and(|(instance, statement)| {
                        self.is_executed_once(points_to, *instance, *statement)
                    })
            }),
        }
    }

    /// The object that a register holds if it is not null, if that is known: one abstract object
    /// that is single.
    #[must_use]
    pub fn only_object(
        &self,
        points_to: &PointsTo,
        instance: InstanceId,
        reg: Reg,
    ) -> Option<ObjectId> {
        let objects = reg.is_some().then(|| points_to.register(instance, reg))?;
        let object = objects.iter().next().filter(|_| objects.len() == 1).map(ObjectId)?;
        self.is_single(points_to, object).then_some(object)
    }

    /// Whether a statement is executed at most once, in all threads together.
    #[must_use]
    pub fn is_executed_once(
        &self,
        points_to: &PointsTo,
        instance: InstanceId,
        statement: u32,
    ) -> bool {
        let body = &points_to.instances[instance.index()].body;
        // `new A[2][3]` makes inner arrays, at the same position.
        let is_repeated = statement > 0
            && body.positions[statement as usize] == body.positions[statement as usize - 1]
            && matches!(
                body.statements[statement as usize - 1],
                Statement::Store { .. } | Statement::New { .. }
            )
            && matches!(body.statements[statement as usize], Statement::New { .. });
        self.once[instance.index()]
            && !is_repeated
            && !self.is_in_loop(points_to, instance, statement)
    }

    /// Whether an instance is executed at most once, in all threads together.
    #[must_use]
    pub fn is_called_once(&self, instance: InstanceId) -> bool {
        self.once[instance.index()]
    }

    fn is_in_loop(&self, points_to: &PointsTo, instance: InstanceId, statement: u32) -> bool {
        let instance = &points_to.instances[instance.index()];
        let block = instance.body.block_of(statement);
        self.loops[&instance.method].get(block).copied().unwrap_or(true)
    }

    /// By instance: whether it is executed at most once, as the header has it. Recursive ones are
    /// not.
    fn find_once(&self, points_to: &PointsTo) -> Vec<bool> {
        let count = points_to.instances.len();
        let callers = points_to.callers();
        // A thread object is started at most once, so an entry that nothing calls is executed once
        // for each of its thread objects.
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
                        let statement = call.map(|call| {
                            points_to.instances[caller.index()].body.calls[call as usize].statement
                        });
                        if statement
                            .is_none_or(|statement| self.is_in_loop(points_to, *caller, statement))
                        {
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

/// Whether the class library only restores the interrupt status of the current thread, which it has
/// found set and thereby cleared: that is no new interrupt.
fn restores_interrupt(points_to: &PointsTo, instance: &Instance, thread: Reg) -> bool {
    let is_own = instance.body.definition(thread).is_some_and(|at| {
        match instance.body.statements[at as usize] {
            Statement::Call { call } => {
                let called = points_to.world.called(&instance.body.calls[call as usize]);
                called == Some(("currentThread", "()Ljava/lang/Thread;"))
            }
            _ => false,
        }
    });
    is_own && !points_to.world.is_of_application(instance.method)
}

fn is_booted(points_to: &PointsTo, object: ObjectId) -> bool {
    matches!(points_to.objects.get(object).site, Site::Booted(_))
}

fn is_interrupt(points_to: &PointsTo, class: ClassId) -> bool {
    is_below(points_to, class, "java/lang/InterruptedException")
}

fn is_below(points_to: &PointsTo, class: ClassId, name: &str) -> bool {
    points_to
        .world
        .class_if_known(name)
        .is_some_and(|above| points_to.world.is_subtype(class, above))
}

/// By method: the blocks that handle interrupts and nothing else.
fn interrupt_handlers(points_to: &PointsTo) -> FxHashMap<MethodId, Vec<usize>> {
    let mut found = FxHashMap::default();
    for instance in &points_to.instances {
        let is_handler = |block: &&(usize, &Block)| {
            let statements =
                &instance.body.statements[block.1.start as usize..block.1.end as usize];
            let mut caught = statements.iter().map_while(|statement| match statement {
                Statement::Catch { class, .. } => Some(*class),
                _ => None,
            });
            let first = caught.next().flatten();
            first.is_some_and(|class| is_interrupt(points_to, class))
                && caught.all(|class| class.is_some_and(|class| is_interrupt(points_to, class)))
        };
        let blocks = instance.body.blocks.iter().enumerate();
        let handlers: Vec<usize> = blocks
            .collect::<Vec<_>>()
            .iter()
            .filter(is_handler)
            .map(|(number, _)| *number)
            .collect();
        if !handlers.is_empty() {
            found.insert(instance.method, handlers);
        }
    }
    found
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
            work.extend(
                points_to.instances[instance.index()].callees.iter().map(|(_, callee)| *callee),
            );
        }
    }
    reached
}

/// By block, whether it may be executed again in the same call.
fn blocks_in_loops(body: &Body) -> Vec<bool> {
    let mut are_in_loops = vec![false; body.blocks.len()];
    if body.blocks.is_empty() {
        return are_in_loops;
    }
    let graph = body.graph();
    let loops = Loops::new(&graph, &Dominators::new(&graph, 0));
    let nodes = loops.all.iter().flat_map(|one| &one.nodes).chain(&loops.irreducible);
    nodes.for_each(|node| are_in_loops[*node] = true);
    are_in_loops
}
