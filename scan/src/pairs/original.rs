//! Chord's stage `original`: the number of pairs if all code of the application's classes were
//! executed.

use super::{Place, Stage};
use crate::accesses::{Access, Checked, Variable};
use crate::ids::MethodId;
use crate::points_to::PointsTo;
use crate::world::Origin;
use raceproof_bytecode::{Flow, Op};
use raceproof_classfile::Constant;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// How many places access a variable.
#[derive(Clone, Copy, Default)]
struct Count {
    reads: usize,
    writes: usize,
}

impl Count {
    /// Of which one writes; a place that writes is one with itself.
    fn pairs(self) -> usize {
        self.writes * (self.writes + 1) / 2 + self.writes * self.reads
    }

    fn add(&mut self, is_write: bool) {
        if is_write {
            self.writes += 1;
        } else {
            self.reads += 1;
        }
    }
}

/// Adds the pairs that are ruled out since one of both is not reached.
pub(super) fn count(
    points_to: &PointsTo,
    accesses: &[Access],
    checked: &Checked<'_>,
    counts: &mut BTreeMap<Stage, usize>,
) {
    let mut reached: FxHashMap<Variable, Count> = FxHashMap::default();
    let mut places: FxHashSet<(Place, Variable, bool)> = FxHashSet::default();
    for access in accesses.iter().filter(|access| checked.is_told(access.variable)) {
        let place = (points_to.instances[access.instance.index()].method, access.statement);
        if places.insert((place, access.variable, access.is_write)) {
            reached.entry(access.variable).or_default().add(access.is_write);
        }
    }
    let mut all = reached.clone();
    for (variable, is_write) in unreached(points_to, checked) {
        all.entry(variable).or_default().add(is_write);
    }
    let pairs =
        |of: &FxHashMap<Variable, Count>| -> usize { of.values().map(|count| count.pairs()).sum() };
    let difference = pairs(&all) - pairs(&reached);
    if difference > 0 {
        counts.insert(Stage::Reachable, difference);
    }
}

/// What the application's classes access where no thread comes.
fn unreached(points_to: &PointsTo, checked: &Checked<'_>) -> Vec<(Variable, bool)> {
    let executed = points_to.statements().map(|(instance, at, _)| {
        let found = &points_to.instances[instance.index()];
        (found.method, found.body.positions[at as usize])
    });
    let executed: FxHashSet<(MethodId, u16)> = executed.collect();
    let world = &points_to.world;
    let mut all = Vec::new();
    for (number, method) in world.methods.iter().enumerate() {
        let class = &world.classes[method.class.index()];
        let Some(file) = class.file.filter(|_| class.origin == Origin::Application) else {
            continue;
        };
        // What cannot be read is told elsewhere.
        let Ok(Some(code)) = file.code(&file.methods[method.index]) else { continue };
        let Ok(flow) = Flow::decoded(file, &code) else { continue };
        let is_executed = |op: &&Op| executed.contains(&(MethodId(number as u32), op.at as u16));
        let ops = flow.ops.iter().filter(|op| !is_executed(op));
        all.extend(ops.filter_map(|op| accessed(points_to, checked, &flow, op)));
    }
    all
}

fn accessed(
    points_to: &PointsTo,
    checked: &Checked<'_>,
    flow: &Flow<'_>,
    op: &Op,
) -> Option<(Variable, bool)> {
    match op.code {
        46..=53 => Some((Variable::Elements, false)),
        79..=86 => Some((Variable::Elements, true)),
        178..=181 => {
            let Ok(Constant::Field { class, .. }) = flow.file.constant(op.operand as u16) else {
                return None;
            };
            let class = points_to.world.class_if_known(&flow.file.class_name(class).ok()?)?;
            let (name, descriptor) = flow.member(op.operand).ok()?;
            let field = points_to.world.field(class, &name, &descriptor)?;
            checked
                .is_field_checked(field)
                .then_some((Variable::Field(field), matches!(op.code, 179 | 181)))
        }
        _ => None,
    }
}
