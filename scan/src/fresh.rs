//! Flow-sensitive escape analysis: objects that only their allocating thread can reach yet, from
//! the allocation to the first store, call or start by which they may escape.
//!
//! Why an access of such an object is in no race: another thread gets the object by reading a chain
//! of variables, the first of which was written after the access. If none of these variables is in
//! a race, each read is ordered behind the write that it sees, and so the access happens before all
//! accesses of the other thread. In `box = new Box(); box.value = 1; shared = box;` the write of
//! `value` is in no race as long as `shared` is in none. If such a variable may race, the proof is
//! taken back (`pairs/exposed.rs`).
//!
//! A register is private if its object can be reached by registers of this thread alone, or by
//! fields of objects that are private, too (then it is `kept`). An object that is stored elsewhere
//! escapes, and with it every register that may alias it, and all that is kept, since it may be
//! reached from there.

use crate::flow::states;
use crate::ids::{InstanceId, Reg};
use crate::ir::{Body, Callee, Statement};
use crate::order::Waiting;
use crate::points_to::{Bits, Handling, PointsTo};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Private registers, and whether they are kept by other private objects.
pub type Private = BTreeMap<Reg, bool>;

/// What a method may do with the objects of its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Summary {
    /// Parameters whose objects may escape in it, though they were private before.
    leaked: BTreeSet<usize>,
    /// Parameters that it may store into private objects: ones that it allocates, or other
    /// parameters.
    kept: BTreeSet<usize>,
    /// Parameters into which it may store something: what is kept leaks if the argument of one of
    /// these is not private.
    bases: BTreeSet<usize>,
    /// Whether it lets any object escape: what private objects hold may be reachable from that.
    leaks: bool,
    /// Whether its result is private: allocated by it, in no field, and no parameter.
    makes: bool,
}

impl Summary {
    fn new() -> Self {
        Self {
            leaked: BTreeSet::new(),
            kept: BTreeSet::new(),
            bases: BTreeSet::new(),
            leaks: false,
            makes: true,
        }
    }
}

/// The private objects of a program.
pub struct Fresh<'a> {
    points_to: &'a PointsTo,
    /// The distinct ones.
    summaries: Vec<Rc<Summary>>,
    /// By instance: the number of its summary.
    of_instance: Vec<u32>,
    /// By instance: the parameters that are private where it begins, in all of its calls.
    entries: BTreeMap<InstanceId, Private>,
    /// By two registers of an instance: whether they may alias.
    alike: RefCell<FxHashMap<(InstanceId, Reg, Reg), bool>>,
}

/// The transfer functions of one body.
struct Walk<'w, 'a> {
    fresh: &'w Fresh<'a>,
    instance: InstanceId,
    body: &'w Body,
    /// What is recorded, if it is a walk for the summary.
    summary: Option<RefCell<Summary>>,
}

impl<'a> Fresh<'a> {
    /// Looks at all instances.
    #[must_use]
    pub fn new(points_to: &'a PointsTo) -> Self {
        let (summaries, of_instance) =
            (vec![Rc::new(Summary::new())], vec![0; points_to.instances.len()]);
        let mut fresh = Self {
            points_to,
            summaries,
            of_instance,
            entries: BTreeMap::new(),
            alike: RefCell::default(),
        };
        fresh.summarise();
        fresh.enter();
        fresh
    }

    fn summary(&self, instance: InstanceId) -> &Summary {
        &self.summaries[self.of_instance[instance.index()] as usize]
    }

    fn summarise(&mut self) {
        let callers = self.points_to.callers();
        let mut known: FxHashMap<Rc<Summary>, u32> = FxHashMap::default();
        let mut waiting = Waiting::nobody(self.points_to);
        waiting.extend((0..self.of_instance.len() as u32).map(InstanceId));
        while let Some(instance) = waiting.callee() {
            let at = instance.index();
            let body = self.points_to.instances[at].body.clone();
            let begin = body
                .parameters
                .iter()
                .filter(|reg| reg.is_some())
                .map(|reg| (*reg, false))
                .collect();
            let walk =
                Walk { fresh: self, instance, body: &body, summary: Some(Summary::new().into()) };
            walk.all(begin, |at, private| walk.record_made(at, private));
            let Some(summary) = walk.summary.map(RefCell::into_inner) else { continue };
            if summary != *self.summary(instance) {
                let summary = Rc::new(summary);
                let number = *known.entry(summary.clone()).or_insert(self.summaries.len() as u32);
                if number as usize == self.summaries.len() {
                    self.summaries.push(summary);
                }
                self.of_instance[at] = number;
                waiting.extend(callers[at].iter().map(|(caller, _)| *caller));
            }
        }
    }

    /// Passes private arguments on to parameters, from the entry methods of threads on, whose own
    /// parameters are not private.
    fn enter(&mut self) {
        let mut waiting = Waiting::nobody(self.points_to);
        waiting.extend(self.points_to.entries.iter().copied());
        let mut entries: BTreeMap<InstanceId, Private> =
            self.points_to.entries.iter().map(|entry| (*entry, Private::new())).collect();
        while let Some(instance) = waiting.caller() {
            let body = self.points_to.instances[instance.index()].body.clone();
            let walk = Walk { fresh: self, instance, body: &body, summary: None };
            let mut passed: Vec<(InstanceId, Private)> = Vec::new();
            walk.all(entries[&instance].clone(), |at, private| {
                let Statement::Call { call } = body.statements[at as usize] else { return };
                for callee in walk.callees(call) {
                    let parameters = &self.points_to.instances[callee.index()].body.parameters;
                    let pairs = body.calls[call as usize].arguments.iter().zip(parameters);
                    let known =
                        pairs.filter_map(|(argument, own)| Some((*own, *private.get(argument)?)));
                    passed.push((callee, known.filter(|(own, _)| own.is_some()).collect()));
                }
            });
            for (call, callee) in &self.points_to.instances[instance.index()].callees {
                if call.is_none() {
                    passed.push((*callee, Private::new()));
                }
            }
            for (callee, private) in passed {
                let changed = match entries.entry(callee) {
                    Entry::Vacant(entry) => {
                        entry.insert(private);
                        true
                    }
                    Entry::Occupied(mut entry) => meet(entry.get_mut(), &private),
                };
                if changed {
                    waiting.add(callee);
                }
            }
        }
        self.entries = entries;
    }

    /// Tells of each statement of an instance that is executed: the registers that are private
    /// before it, and whether they are kept.
    pub fn tell(&self, instance: InstanceId, at_statement: impl FnMut(u32, &Private)) {
        let body = self.points_to.instances[instance.index()].body.clone();
        if let Some(begin) = self.entries.get(&instance) {
            let walk = Walk { fresh: self, instance, body: &body, summary: None };
            walk.all(begin.clone(), at_statement);
        }
    }
}

impl Fresh<'_> {
    /// Objects that may escape before their constructors have ended: their final fields may be read
    /// before they are written, and give none of the guarantees of JLS 17.5.
    #[must_use]
    pub fn leaked_by_constructors(&self) -> Bits {
        let mut leaked = self.points_to.enqueued_by_collector();
        for instance in (0..self.of_instance.len() as u32).map(InstanceId) {
            let summary = self.summary(instance);
            let is_known = summary.leaked.contains(&0)
                || summary.kept.contains(&0) && summary.bases.iter().any(|base| *base != 0);
            if is_known && self.points_to.is_constructor(instance) {
                leaked.add_all(self.points_to.register(instance, Reg(0)), &mut Bits::default());
            }
        }
        leaked
    }
}

impl Walk<'_, '_> {
    /// What is private before each statement.
    fn all(&self, begin: Private, mut at_statement: impl FnMut(u32, &Private)) {
        let reached = &self.fresh.points_to.instances[self.instance.index()].reached;
        let flow = |state: &mut Private, at: u32| self.behind(state, at);
        // An exception leaves a statement that may have been executed, or not: what is private
        // behind it was so before.
        let thrown = |state: &Private, at: u32| {
            let mut state = state.clone();
            self.behind(&mut state, at);
            state
        };
        for (block, mut state) in
            states(self.body, reached, begin, flow, thrown, |state, _, _| state.clone(), meet)
        {
            let block = &self.body.blocks[block];
            for at in block.start..block.end {
                at_statement(at, &state);
                self.behind(&mut state, at);
            }
        }
    }

    fn behind(&self, private: &mut Private, at: u32) {
        match self.body.statements[at as usize] {
            Statement::New { to, .. } => drop(private.insert(to, false)),
            Statement::Cast { to, from, .. } => match private.get(&from) {
                Some(is_kept) => drop(private.insert(to, *is_kept)),
                None => drop(private.remove(&to)),
            },
            Statement::PutField { base, from, .. } | Statement::Store { array: base, from, .. } => {
                self.store(private, base, from);
            }
            Statement::PutStatic { from, .. } => self.leak(private, from),
            Statement::Call { call } => self.call(private, call),
            _ => {}
        }
    }

    fn callees(&self, call: u32) -> impl Iterator<Item = InstanceId> {
        self.fresh.points_to.instances[self.instance.index()].called_by(call)
    }

    fn call(&self, private: &mut Private, call: u32) {
        let found = &self.body.calls[call as usize];
        let argument = |number: usize| found.arguments.get(number).copied().unwrap_or(Reg::NONE);
        let before = private.clone();
        let mut makes = None;
        // One after the other leaves at most what each alone would; and those that do the same need
        // one turn.
        let mut numbers: Vec<u32> =
            self.callees(call).map(|callee| self.fresh.of_instance[callee.index()]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let summary = &self.fresh.summaries[number as usize];
            let is_kept = summary.bases.iter().all(|base| before.contains_key(&argument(*base)));
            summary.bases.iter().for_each(|base| self.record_base(argument(*base)));
            summary.kept.iter().for_each(|number| self.keep(private, argument(*number)));
            summary.leaked.iter().for_each(|number| self.leak(private, argument(*number)));
            if summary.leaks || !is_kept {
                self.leak_kept(private);
            }
            makes = Some(makes.unwrap_or(true) && summary.makes);
        }
        for method in self.fresh.points_to.instances[self.instance.index()].modelled_by(call) {
            let handling = self.fresh.points_to.handling(method);
            match handling {
                Handling::Nothing | Handling::Makes => {}
                Handling::Stores { base, value } => {
                    self.store(private, argument(base), argument(value))
                }
                Handling::CopiesElements => self.leak_kept(private),
                Handling::Leaks => {
                    found.arguments.iter().for_each(|argument| self.leak(private, *argument))
                }
            }
            makes = Some(makes.unwrap_or(true) && handling == Handling::Makes);
        }
        if let Callee::Polymorphic { .. } = found.callee {
            found.arguments.iter().skip(1).for_each(|argument| self.leak(private, *argument));
        }
        if found.result.is_some() {
            private.remove(&found.result);
            if makes == Some(true) {
                private.insert(found.result, false);
            }
        }
    }

    fn store(&self, private: &mut Private, base: Reg, from: Reg) {
        if !from.is_some() {
            return;
        }
        if private.contains_key(&base) {
            self.keep(private, from);
            self.record_base(base);
        } else {
            self.leak(private, from);
        }
    }

    /// The private registers that may alias a register.
    fn alike(&self, private: &Private, reg: Reg) -> Vec<Reg> {
        if !reg.is_some() {
            return Vec::new();
        }
        private.keys().copied().filter(|other| self.are_alike(*other, reg)).collect()
    }

    fn are_alike(&self, one: Reg, other: Reg) -> bool {
        if one == other {
            return true;
        }
        let points_to = self.fresh.points_to;
        let meets = || {
            points_to.register(self.instance, one).meets(points_to.register(self.instance, other))
        };
        let key = (self.instance, one.min(other), one.max(other));
        *self.fresh.alike.borrow_mut().entry(key).or_insert_with(meets)
    }

    fn keep(&self, private: &mut Private, reg: Reg) {
        for reg in self.alike(private, reg) {
            private.insert(reg, true);
            self.record(reg, |summary| &mut summary.kept);
        }
    }

    fn leak(&self, private: &mut Private, reg: Reg) {
        if !reg.is_some() {
            return;
        }
        for reg in self.alike(private, reg) {
            private.remove(&reg);
            self.record(reg, |summary| &mut summary.leaked);
        }
        self.leak_kept(private);
    }

    fn leak_kept(&self, private: &mut Private) {
        if let Some(summary) = &self.summary {
            summary.borrow_mut().leaks = true;
        }
        let kept: Vec<Reg> =
            private.iter().filter(|(_, is_kept)| **is_kept).map(|(reg, _)| *reg).collect();
        for reg in kept {
            private.remove(&reg);
            self.record(reg, |summary| &mut summary.leaked);
        }
    }

    /// Something was stored into what may be a parameter.
    fn record_base(&self, base: Reg) {
        let Some(summary) = &self.summary else { return };
        for (number, own) in self.body.parameters.iter().enumerate() {
            if own.is_some() && !self.alike(&Private::from([(*own, false)]), base).is_empty() {
                summary.borrow_mut().bases.insert(number);
            }
        }
    }

    /// What is given is private, is nowhere kept, and was no parameter.
    fn record_made(&self, at: u32, private: &Private) {
        let Statement::Return { from } = self.body.statements[at as usize] else { return };
        let Some(summary) = &self.summary else { return };
        let parameters: Private = self
            .body
            .parameters
            .iter()
            .filter(|own| own.is_some())
            .map(|own| (*own, false))
            .collect();
        if private.get(&from) != Some(&false) || !self.alike(&parameters, from).is_empty() {
            summary.borrow_mut().makes = false;
        }
    }

    fn record(&self, reg: Reg, of: impl Fn(&mut Summary) -> &mut BTreeSet<usize>) {
        if let (Some(summary), Some(number)) = (&self.summary, self.parameter(reg)) {
            of(&mut summary.borrow_mut()).insert(number);
        }
    }

    fn parameter(&self, reg: Reg) -> Option<usize> {
        self.body.parameters.iter().position(|own| *own == reg && reg.is_some())
    }
}

/// What is private on both paths, and kept on either. Says whether anything changed.
fn meet(private: &mut Private, other: &Private) -> bool {
    let before = private.len();
    private.retain(|reg, _| other.contains_key(reg));
    let mut changed = private.len() != before;
    for (reg, is_kept) in private.iter_mut() {
        if !*is_kept && other[reg] {
            (*is_kept, changed) = (true, true);
        }
    }
    changed
}
