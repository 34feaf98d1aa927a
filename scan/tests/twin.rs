//! Points-to sets and call graph against a slow twin in Datalog, on small programs: equal, object
//! by object.
//!
//! The twin ([`rules`]) is written from what statements, calls and models mean. It looks at nothing
//! that the solver finds by its fixpoint, and knows no waves, merged circles and differences.
//!
//! **Compared:** what each register of each instance may hold, what it returns and throws; each
//! part of each object, each static field, the running threads; the blocks that are reached; the
//! instances, who calls and initialises whom, which models are applied, which threads begin where,
//! where objects are allocated.
//!
//! **Taken over** ([`facts`]): what is decided by looking at one class, method or object alone.
//! Those are the bodies; subtypes, dispatch, the fields of handles; which model a method has, and
//! what of the class library is closed; how an object is named in its context. Whether a method has
//! too many contexts is taken over, too: that depends on their order.

#[path = "twin/code.rs"]
mod code;
#[path = "twin/facts.rs"]
mod facts;
#[path = "twin/heap.rs"]
mod heap;
#[path = "twin/rules.rs"]
mod rules;

use facts::{Facts, Var};
use raceproof_base::booted::Booted;
use raceproof_classfile::{ClassPath, Image};
use raceproof_scan::ids::{InstanceId, ObjectId, Reg};
use raceproof_scan::points_to::{Bits, Export, PointsTo};
use raceproof_scan::world::{Files, World};
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::parallel::in_parallel;
use raceproof_tests::place;
use raceproof_tests::program::Program;
use raceproof_tests::scanned;
use raceproof_vm::RunOptions;
use rules::Consequences;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

fn started(jdk: &Jdk) -> Booted {
    let run = RunOptions::new(&jdk.home, &[], "Nowhere");
    raceproof_vm::booted(&run, raceproof_models::registry())
        .map_err(|outcome| format!("{outcome:?}"))
        .unwrap()
}

fn solved(jdk: &Jdk, classes: &Path, program: &Program, booted: &Booted) -> PointsTo {
    let image = Image::open(&jdk.home).unwrap();
    let class_path = ClassPath::new(&[classes.to_owned()], image.version().feature).unwrap();
    let mut world = World::new(Box::new(Files::new(image, class_path)));
    let class = world.class(&program.main_class().replace('.', "/"));
    let selector = world.selector("main", "([Ljava/lang/String;)V");
    let main = world.method(class, selector).unwrap();
    let mut points_to = PointsTo::new(world, raceproof_base::Cancellation::default());
    points_to.start_with(booted);
    points_to.begin(main);
    points_to.solve();
    points_to
}

/// The facts that one of both has and the other lacks.
fn difference<T: Ord>(
    what: &str,
    solver: impl IntoIterator<Item = T>,
    twin: impl IntoIterator<Item = T>,
    shown: impl Fn(&T) -> String,
) -> String {
    let (solver, twin): (BTreeSet<T>, BTreeSet<T>) =
        (solver.into_iter().collect(), twin.into_iter().collect());
    let mut told = String::new();
    for (whose, one, other) in
        [("the solver lacks", &twin, &solver), ("nothing gives the solver's", &solver, &twin)]
    {
        let only: Vec<&T> = one.difference(other).collect();
        if !only.is_empty() {
            let few: Vec<String> = only.iter().take(3).map(|fact| shown(fact)).collect();
            told += &format!("\n  {what}: {whose} {}, such as {}", only.len(), few.join(", "));
        }
    }
    told
}

fn plain<T: Debug>(fact: &T) -> String {
    format!("{fact:?}")
}

/// All sets of the solver's, as pairs.
fn points(solved: &PointsTo, export: &Export) -> Vec<(Var, ObjectId)> {
    let mut sets: Vec<(Var, &Bits)> = vec![(Var::Threads, &export.threads)];
    for (number, instance) in solved.instances.iter().enumerate() {
        let id = InstanceId(number as u32);
        let registers = (0..instance.body.registers).map(Reg);
        sets.extend(registers.map(|reg| (Var::Register(id, reg), solved.register(id, reg))));
        sets.push((Var::Result(id), &export.results[number]));
        sets.push((Var::Thrown(id), solved.thrown(id)));
    }
    sets.extend(export.parts.iter().map(|(object, part, held)| (Var::Part(*object, *part), held)));
    sets.extend(solved.static_fields().map(|(field, held)| (Var::Static(field), held)));
    sets.into_iter()
        .flat_map(|(var, set)| set.iter().map(move |object| (var, ObjectId(object))))
        .collect()
}

/// Everything in which both differ.
fn differences(solved: &PointsTo, export: &Export, twin: Consequences) -> String {
    let instances = || (0..solved.instances.len() as u32).map(InstanceId).zip(&solved.instances);
    let named = |(var, object): &(Var, ObjectId)| {
        let class = solved.world.shown(solved.objects.get(*object).class);
        let of = match var {
            Var::Register(id, _) | Var::Result(id) | Var::Thrown(id) => {
                solved.world.shown_method(solved.instances[id.index()].method)
            }
            _ => String::new(),
        };
        format!("{var:?} {of} -> {object:?} {class}")
    };
    let held = twin
        .points
        .into_iter()
        .filter(|(var, _)| !matches!(var, Var::Between(..) | Var::Failure(..)));
    let mut told = difference("objects", points(solved, export), held, named);
    told += &difference(
        "parts",
        export.parts.iter().map(|(object, part, _)| (*object, *part)),
        twin.parts,
        plain,
    );
    told += &difference(
        "static fields",
        solved.static_fields().map(|(field, _)| (field,)),
        twin.statics,
        plain,
    );
    told += &difference("instances", instances().map(|(id, _)| (id,)), twin.instances, plain);
    let reached = instances().flat_map(|(id, instance)| {
        let blocks = instance.reached.iter().enumerate().filter(|(_, reached)| **reached);
        blocks.map(move |(block, _)| (id, block as u32))
    });
    told += &difference("blocks", reached, twin.reached, plain);
    let calls = instances()
        .flat_map(|(id, instance)| instance.callees.iter().map(move |(call, to)| (id, *call, *to)));
    let twin_calls =
        twin.calls.into_iter().chain(twin.asks).map(|(id, call, to)| (id, Some(call), to));
    let twin_initialisers = twin.initialisers.into_iter().map(|(id, to)| (id, None, to));
    told += &difference("calls", calls, twin_calls.chain(twin_initialisers), plain);
    let modelled = instances().flat_map(|(id, instance)| {
        let calls = 0..instance.body.calls.len() as u32;
        calls.flat_map(move |call| instance.modelled_by(call).map(move |method| (id, call, method)))
    });
    told += &difference("models", modelled, twin.modelled, plain);
    let starts = instances()
        .flat_map(|(id, instance)| instance.starts.iter().map(move |(call, to)| (id, *call, *to)));
    let entries =
        twin.starts.iter().map(|(_, _, entry)| *entry).chain(solved.entries.first().copied());
    told += &difference("entries", solved.entries.iter().copied(), entries, plain);
    told += &difference("starts", starts, twin.starts, plain);
    let objects = solved.objects.iter().map(|(object, _)| object);
    let allocations = objects.flat_map(|object| {
        solved
            .allocations(object)
            .into_iter()
            .flatten()
            .map(move |(id, statement)| (object, *id, *statement))
    });
    told + &difference("allocations", allocations, twin.allocations, plain)
}

/// Larger programs are left out.
const MOST_INSTANCES: usize = 2_000;

/// What is wrong with a program's sets; none if it is too large.
fn compared(solved: &mut PointsTo, booted: &Booted) -> Option<String> {
    if solved.instances.len() > MOST_INSTANCES {
        return None;
    }
    let (export, main) = (solved.export(), solved.entries[0]);
    let twin = rules::consequences(&Facts::new(solved, &export, booted), main);
    Some(differences(solved, &export, twin))
}

/// Those that `scan` answers, but for every second one, since neighbours in the list are alike; and
/// those that are made for the twin.
fn programs() -> [Vec<Program>; 2] {
    let answered = scanned::programs().unwrap().into_iter().step_by(2).map(|(_, program)| program);
    let own = Program::plain_in_folder(&place::workspace().join("scan/tests/twin/java"));
    [answered.collect(), own.unwrap()]
}

#[test]
fn datalog_finds_the_same() {
    let jdk = Jdk::installed()
        .unwrap()
        .into_iter()
        .find(|jdk| jdk.feature == 17)
        .unwrap_or(Jdk::any().unwrap());
    let [answered, own] = programs();
    let programs = [&answered[..], &own].concat();
    let compiler = Compiler::new(&jdk, Path::new(env!("CARGO_TARGET_TMPDIR")));
    compiler.compile(&programs).unwrap();
    let booted = started(&jdk);
    let answers = in_parallel(&programs, |program| {
        let mut solved = solved(&jdk, &compiler.classes(program).unwrap(), program, &booted);
        // The twin panics where it meets an instance that the solver has not.
        let found = catch_unwind(AssertUnwindSafe(|| compared(&mut solved, &booted)));
        let found = found.unwrap_or_else(|why| {
            Some(why.downcast_ref().cloned().unwrap_or("it panics".to_owned()))
        });
        found.map(|told| (program.name.clone(), told))
    });
    let answers: Vec<(String, String)> = answers.into_iter().flatten().collect();
    assert!(answers.len() >= 150, "{} programs are small enough", answers.len());
    assert!(
        own.iter().all(|own| answers.iter().any(|(name, _)| *name == own.name)),
        "all of {own:?} are small"
    );
    let complaints = answers.iter().filter(|(_, told)| !told.is_empty());
    let complaints: Vec<String> =
        complaints.map(|(name, told)| format!("{name}: {told}")).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
