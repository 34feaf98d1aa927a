//! Loops that join all threads of an array or a list: `for (Thread t : threads) t.join()`.
//!
//! Where such a loop ends, all threads of an abstract thread object that it joins have ended, not
//! only those of the last iteration, if
//! - the loop visits each element and joins it in every iteration, by `join` without a limit, and
//!   no handler inside the loop can catch what `join` throws;
//! - the array or the list is single, and keeps for good what was put there: each element of the
//!   array is written once, by constant indices or by those of a loop that counts up; of the list
//!   only such methods are called that remove nothing;
//! - the thread that executes the loop, which is one, has put each of them there, before it started
//!   it or right behind that, or has taken it from there to start it; and none is started in the
//!   loop.
//!
//! So each of them that was started before the loop began was there when its element was read. The
//! paper has no such rule.

use crate::ids::{InstanceId, ObjectId, Reg};
use crate::ir::{ANY_INDEX, Body, Callee, Over, Round, Statement, rounds};
use crate::points_to::{Bits, Handling, PointsTo};
use crate::threads::Threads;
use crate::world::{Origin, access};
use raceproof_bytecode::dominators::Dominators;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Lists that keep what is added, as long as only [`KEEPING`] are called.
const LISTS: &[&str] = &[
    "java/util/ArrayList",
    "java/util/LinkedList",
    "java/util/ArrayDeque",
    "java/util/Vector",
    "java/util/concurrent/CopyOnWriteArrayList",
    "java/util/concurrent/ConcurrentLinkedQueue",
];

/// Methods that remove nothing.
const KEEPING: &[&str] = &["<init>", "add", "addLast", "get", "iterator", "size", "isEmpty"];

/// Methods of iterators that change nothing.
const LOOKING: &[&str] = &["<init>", "hasNext", "next", "checkForComodification"];

/// A statement, and the register that it is about.
type Use = (InstanceId, u32, Reg);

/// By instance, head and exit of a loop: the numbers of threads that have ended.
pub struct JoinLoops {
    ended: BTreeMap<(InstanceId, usize, u32), Vec<usize>>,
}

struct Finder<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    callers: Vec<Vec<(InstanceId, Option<u32>)>>,
    rounds: FxHashMap<InstanceId, Vec<Round>>,
}

impl JoinLoops {
    /// Of a program.
    #[must_use]
    pub fn new(points_to: &PointsTo, threads: &Threads) -> Self {
        let mut finder = Finder {
            points_to,
            threads,
            callers: points_to.callers(),
            rounds: FxHashMap::default(),
        };
        let mut ended = BTreeMap::new();
        for number in 0..points_to.instances.len() {
            let instance = InstanceId(number as u32);
            let body = points_to.instances[number].body.clone();
            if !points_to.is_of_application(instance) {
                continue;
            }
            for call in &body.calls {
                if let Some((joined, "join", "()V")) = points_to.world.called_on(call) {
                    finder.find(instance, &body, call.statement, joined, &mut ended);
                }
            }
        }
        Self { ended }
    }

    /// The threads that have ended when control goes from a block to another.
    pub fn ended(&self, instance: InstanceId, block: usize, to: u32) -> &[usize] {
        self.ended.get(&(instance, block, to)).map_or(&[], |ended| ended)
    }
}

impl Finder<'_> {
    fn find(
        &mut self,
        instance: InstanceId,
        body: &Body,
        join: u32,
        joined: Reg,
        ended: &mut BTreeMap<(InstanceId, usize, u32), Vec<usize>>,
    ) {
        let Some(waiting) = self.only_thread(instance) else { return };
        let Some(element) = body.definition(joined) else { return };
        let block = body.block_of(join);
        let live = self.threads.blocks(self.points_to, instance, waiting);
        for round in self.rounds_of(instance) {
            let is_caught = body.blocks[block].handlers.iter().any(|handler| {
                live[*handler as usize] && round.blocks.contains(&(*handler as usize))
            });
            if is_caught || !round.always.contains(&block) || !round.elements.contains(&element) {
                continue;
            }
            let Some(keeper) = self.gone_over(instance, body, &round, element) else { continue };
            let Some(puts) = self.puts(keeper, waiting) else { continue };
            let objects = self.points_to.register(instance, joined);
            let all = (0..self.threads.all.len()).filter(|thread| {
                self.threads.all[*thread].object.is_some_and(|object| objects.contains(object.0))
                    && self.are_kept(*thread, keeper, &puts, waiting, (instance, &round))
            });
            ended.entry((instance, round.head, round.exit)).or_default().extend(all);
        }
    }

    fn rounds_of(&mut self, instance: InstanceId) -> Vec<Round> {
        let found = &self.points_to.instances[instance.index()];
        let find = || rounds(&self.points_to.world, found.method, &found.body);
        self.rounds.entry(instance).or_insert_with(find).clone()
    }

    /// The one thread that may execute an instance, if that is one, and there is one of it.
    fn only_thread(&self, instance: InstanceId) -> Option<usize> {
        let mut reaching = self.threads.reaching(instance);
        let thread = reaching.next().filter(|_| reaching.next().is_none())?;
        self.threads.is_called_once(self.threads.all[thread].entry).then_some(thread)
    }

    /// The array or list whose elements a loop goes over, all of them.
    fn gone_over(
        &self,
        instance: InstanceId,
        body: &Body,
        round: &Round,
        element: u32,
    ) -> Option<ObjectId> {
        let of = match (body.statements[element as usize], round.over) {
            (Statement::Load { array, .. }, Over::Array(bound)) => {
                (array == bound).then_some(array)?
            }
            (Statement::Load { array, .. }, Over::Count(number)) => {
                let is_size = |size: &(Reg, crate::ir::Number)| *size == (array, number);
                body.counting.sizes.iter().any(is_size).then_some(array)?
            }
            (Statement::Call { .. }, Over::Iterable(list)) => list,
            _ => return None,
        };
        self.threads.only_object(self.points_to, instance, of)
    }

    // ---- what is kept

    /// Where elements are put into an array or a list that keeps them all; none if it may lose
    /// some.
    fn puts(&mut self, keeper: ObjectId, by: usize) -> Option<Vec<Use>> {
        let class = self.points_to.objects.get(keeper).class;
        let puts = if self.points_to.world.is_array(class) {
            self.stores(keeper)?
        } else {
            self.additions(keeper)?
        };
        puts.iter().all(|(instance, ..)| self.only_thread(*instance) == Some(by)).then_some(puts)
    }

    fn stores(&mut self, array: ObjectId) -> Option<Vec<Use>> {
        let points_to = self.points_to;
        let (mut puts, mut indices) = (Vec::new(), Vec::new());
        let mut is_sure = true;
        for (instance, at, statement) in points_to.statements() {
            match statement {
                Statement::Store { array: base, from, index }
                    if base.is_some() && points_to.register(instance, base).contains(array.0) =>
                {
                    is_sure &=
                        self.threads.only_object(self.points_to, instance, base) == Some(array);
                    puts.push((instance, at, from));
                    indices.push(index);
                }
                Statement::Call { call } if self.is_given_away(instance, call, array) => {
                    return None;
                }
                _ => {}
            }
        }
        is_sure.then_some(())?;
        let is_once =
            |(instance, at, _): &Use| self.threads.is_executed_once(points_to, *instance, *at);
        indices.sort_unstable();
        let are_constant =
            !indices.contains(&ANY_INDEX) && indices.windows(2).all(|two| two[0] != two[1]);
        if are_constant && puts.iter().all(is_once) {
            return Some(puts);
        }
        let [(instance, at, _)] = puts[..] else { return None };
        let counts = |round: &Round| round.is_outermost && round.writes.contains(&at);
        let is_counted =
            self.threads.is_called_once(instance) && self.rounds_of(instance).iter().any(counts);
        is_counted.then_some(puts)
    }

    /// Whether a call passes an array to code that is not followed and may write it.
    fn is_given_away(&self, instance: InstanceId, call: u32, array: ObjectId) -> bool {
        let found = &self.points_to.instances[instance.index()];
        let call_of = &found.body.calls[call as usize];
        let mut given = call_of.arguments.iter().filter(|reg| reg.is_some());
        let is_given = given.any(|reg| self.points_to.register(instance, *reg).contains(array.0));
        let is_modelled = || {
            let mut methods = found.modelled_by(call);
            methods.any(|method| self.points_to.handling(method) != Handling::Nothing)
        };
        is_given && (matches!(call_of.callee, Callee::Polymorphic { .. }) || is_modelled())
    }

    fn additions(&self, list: ObjectId) -> Option<Vec<Use>> {
        let points_to = self.points_to;
        let class = points_to.objects.get(list).class;
        let name = &*points_to.world.classes[class.index()].name;
        LISTS.contains(&name).then_some(())?;
        let mut puts = Vec::new();
        for (instance, at, statement) in points_to.statements() {
            let Statement::Call { call } = statement else { continue };
            let body = &points_to.instances[instance.index()].body;
            let call = &body.calls[call as usize];
            let holds =
                |reg: &Reg| reg.is_some() && points_to.register(instance, *reg).contains(list.0);
            let Some(place) = call.arguments.iter().position(holds) else { continue };
            if self.is_own_code(instance, class) {
                continue;
            }
            let (name, descriptor) = points_to.world.called(call)?;
            let declaring = match call.callee {
                Callee::Exactly(method) => points_to.world.methods[method.index()].class,
                Callee::Virtual { class, .. } => class,
                _ => return None,
            };
            let is_followed = points_to.world.classes[declaring.index()].origin != Origin::Jdk;
            if is_followed {
                continue;
            }
            let keeps = points_to.is_of_application(instance)
                && place == 0
                && call.arguments[1..].iter().all(|reg| !holds(reg))
                && KEEPING.contains(&name)
                && (name != "<init>" || !descriptor.contains(';'));
            keeps.then_some(())?;
            if name.starts_with("add") {
                let [of, added] = call.arguments[..] else { return None };
                (self.threads.only_object(self.points_to, instance, of) == Some(list))
                    .then_some(())?;
                puts.push((instance, at, added));
            }
        }
        (0..points_to.instances.len())
            .all(|number| self.only_looks(InstanceId(number as u32), list))
            .then_some(puts)
    }

    /// Whether an instance is no method of an iterator over a list, or one that changes nothing.
    fn only_looks(&self, instance: InstanceId, list: ObjectId) -> bool {
        let (points_to, world) = (self.points_to, &self.points_to.world);
        let method = &world.methods[points_to.instances[instance.index()].method.index()];
        let class = world.classes[method.class.index()].name.clone();
        let name = &*world.selectors[method.selector.index()].0;
        let is_inside = LISTS
            .iter()
            .any(|list| class.strip_prefix(list).is_some_and(|rest| rest.starts_with('$')));
        if !is_inside || method.is(access::STATIC) || LOOKING.contains(&name) {
            return true;
        }
        let this = points_to.register(instance, Reg(0));
        !this
            .iter()
            .any(|object| points_to.held(ObjectId(object)).any(|held| held.contains(list.0)))
    }

    /// Whether an instance is of the list's own code, which is called by methods that are looked
    /// at.
    fn is_own_code(&self, instance: InstanceId, list: crate::ids::ClassId) -> bool {
        let world = &self.points_to.world;
        let class = world.methods[self.points_to.instances[instance.index()].method.index()].class;
        let (own, list_name) =
            (&*world.classes[class.index()].name, &*world.classes[list.index()].name);
        world.classes[class.index()].origin == Origin::Jdk
            && (world.is_subtype(list, class)
                || own.strip_prefix(list_name).is_some_and(|rest| rest.starts_with('$')))
    }

    // ---- what is started

    /// Whether each of these threads was put there by the thread that waits, and none is started in
    /// the loop.
    fn are_kept(
        &self,
        thread: usize,
        keeper: ObjectId,
        puts: &[Use],
        waiting: usize,
        (instance, round): (InstanceId, &Round),
    ) -> bool {
        // Of a shutdown hook, the receiver is the runtime, which no list keeps.
        let Some(starts) = self.starts(thread) else { return false };
        let is_inside = |at: u32, other: InstanceId| {
            let body = &self.points_to.instances[other.index()].body;
            other == instance && round.blocks.contains(&body.block_of(at))
        };
        starts.iter().all(|(by, at, started)| {
            self.only_thread(*by) == Some(waiting)
                && !is_inside(*at, *by)
                && !self.is_reached_in(instance, round, *by)
                && (self.is_taken_from(*by, *started, keeper)
                    || self.is_put(*by, *at, *started, puts))
        })
    }

    /// Whether a call in the loop leads to an instance.
    fn is_reached_in(&self, instance: InstanceId, round: &Round, wanted: InstanceId) -> bool {
        let found = &self.points_to.instances[instance.index()];
        let in_loop = found.callees.iter().filter(|(call, _)| {
            call.is_none_or(|call| {
                let at = found.body.calls[call as usize].statement;
                round.blocks.contains(&found.body.block_of(at))
            })
        });
        let mut work: Vec<InstanceId> = in_loop.map(|(_, callee)| *callee).collect();
        let mut met = Bits::default();
        while let Some(at) = work.pop() {
            if at == wanted {
                return true;
            }
            if met.insert(at.0) {
                work.extend(
                    self.points_to.instances[at.index()].callees.iter().map(|(_, callee)| *callee),
                );
            }
        }
        false
    }

    /// The calls by which the application starts a thread: the statement, and the register that
    /// holds it.
    fn starts(&self, thread: usize) -> Option<Vec<Use>> {
        let mut work: Vec<(InstanceId, u32)> = self.threads.all[thread].starts.clone();
        let (mut found, mut met) = (Vec::new(), Vec::new());
        while let Some((instance, call)) = work.pop() {
            if met.contains(&(instance, call)) {
                continue;
            }
            met.push((instance, call));
            let call = &self.points_to.instances[instance.index()].body.calls[call as usize];
            let receiver = *call.arguments.first()?;
            if self.points_to.is_of_application(instance) {
                found.push((instance, call.statement, receiver));
            } else if receiver == Reg(0) {
                // `Thread.start` starts the thread of which it is called.
                for (caller, call) in &self.callers[instance.index()] {
                    work.push((*caller, (*call)?));
                }
            } else {
                return None;
            }
        }
        Some(found)
    }

    fn is_taken_from(&self, instance: InstanceId, reg: Reg, keeper: ObjectId) -> bool {
        let body = &self.points_to.instances[instance.index()].body;
        let Some(at) = body.definition(reg) else { return false };
        let of = match body.statements[at as usize] {
            Statement::Load { array, .. } => array,
            Statement::Call { call } => {
                let call = &body.calls[call as usize];
                match self.points_to.world.called_on(call) {
                    Some((list, "get", "(I)Ljava/lang/Object;")) => list,
                    Some((iterator, "next", "()Ljava/lang/Object;")) => {
                        let Some(made) = body.definition(iterator) else { return false };
                        let Statement::Call { call: made } = body.statements[made as usize] else {
                            return false;
                        };
                        match self.points_to.world.called_on(&body.calls[made as usize]) {
                            Some((list, "iterator", "()Ljava/util/Iterator;")) => list,
                            _ => return false,
                        }
                    }
                    _ => return false,
                }
            }
            _ => return false,
        };
        self.threads.only_object(self.points_to, instance, of) == Some(keeper)
    }

    /// Whether the same register was put there before, or is added right behind, where nothing can
    /// come in between.
    fn is_put(&self, instance: InstanceId, start: u32, started: Reg, puts: &[Use]) -> bool {
        let body = &self.points_to.instances[instance.index()].body;
        let dominators = Dominators::new(&body.graph(), 0);
        puts.iter().any(|(by, at, put)| {
            if *by != instance || uncast(body, *put) != uncast(body, started) {
                return false;
            }
            let (before, behind) = (body.block_of(*at), body.block_of(start));
            let catches = !body.blocks[before].handlers.is_empty();
            let is_before = if before == behind {
                *at < start
            } else {
                !catches && dominators.dominates(before, behind)
            };
            let between = body.statements.get(start as usize + 1..*at as usize).unwrap_or_default();
            // Into an array it might not fit.
            let is_added = matches!(body.statements[*at as usize], Statement::Call { .. });
            is_before || before == behind && start < *at && between.is_empty() && is_added
        })
    }
}

/// The register that a cast was of.
fn uncast(body: &Body, reg: Reg) -> Reg {
    let cast = body.statements.iter().find_map(|statement| match *statement {
        Statement::Cast { to, from, .. } if to == reg => Some(from),
        _ => None,
    });
    cast.map_or(reg, |from| uncast(body, from))
}
