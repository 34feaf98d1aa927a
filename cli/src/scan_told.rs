//! What a scan has found, in words: variables and whose they are, places, threads, locks.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use raceproof_base::Place;
use raceproof_scan::Scan;
use raceproof_scan::accesses::{self, Variable};
use raceproof_scan::harness;
use raceproof_scan::ids::{InstanceId, MethodId, ObjectId};
use raceproof_scan::ir;
use raceproof_scan::pairs::CandidateRace;
use raceproof_scan::paths::{Paths, Step};
use raceproof_scan::points_to::{Bits, PointsTo, Site};
use raceproof_scan::walk::Lock;
use raceproof_scan::world::access;
use raceproof_vm::tell::hotspot_names::external_type;

/// How many objects of a variable are named.
const NAMED: usize = 2;

/// A pair that may race, as it is told.
pub struct Told {
    pub variable: String,
    /// Whose variable it is: `the HashMap made at A.java:3`; nothing of a static field.
    pub owner: Option<String>,
    pub accesses: [ToldAccess; 2],
    pub rank: Rank,
    /// Whether it is a variable of what clients share, and not of what that has made.
    pub is_shared: bool,
    /// Lines that the baseline does not have, and how many it has.
    pub new: Vec<String>,
    pub known: usize,
    /// Whether it has to do with what has changed.
    pub is_in_change: bool,
}

/// Which of what may race is to be looked at first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// One holds a lock, and the other none or another one: a lock was forgotten somewhere, or is
    /// the wrong one.
    Inconsistent,
    /// Both hold what has the same name, and that does not prove that it is one lock.
    Alike,
    /// Neither holds any.
    Unguarded,
    /// What was done before others knew the object, which a race makes known: that one comes first.
    Consequence,
    /// Of an iterator that no client has been given to share: one thread uses it, as a rule.
    Iterator,
    /// Of a final field, since the constructor hands its object on: whoever comes by it in another
    /// way sees what was set.
    Final,
    /// Both are by the class library, of an object of its own that the application makes or has
    /// made for it.
    Container,
    /// Of an object that clients make to pass it on: they share it, maybe nobody else does.
    Argument,
    /// Of what the class library keeps deep inside others, where it is not known whose it is.
    Deep,
}

impl Rank {
    pub fn words(self) -> &'static str {
        match self {
            Self::Inconsistent => "the locks differ",
            Self::Alike => "the locks have one name, and may be several or held for reading",
            Self::Unguarded => "no lock is held",
            Self::Consequence => "done before others know the object, which a race makes known",
            Self::Iterator => "an iterator, which one thread uses as a rule",
            Self::Final => {
                "a final field, whose object the constructor hands on before it has ended"
            }
            Self::Container => "the class library accesses an object of its own",
            Self::Argument => "an object that clients pass to several calls",
            Self::Deep => "the class library keeps it deep inside some object",
        }
    }
}

pub struct ToldAccess {
    pub writes: bool,
    pub method: String,
    pub place: String,
    /// Where the application calls the library, if the access is in there.
    pub call: Option<String>,
    /// The one of these that is in the program's own code; nothing if clients that were made up are
    /// the only ones that have some.
    pub spot: Option<Place>,
    pub thread: String,
    pub holds: Vec<String>,
    /// The calls that lead there from where the thread begins.
    pub path: Path,
}

/// The application's object to which one belongs inside the library.
pub fn outermost(points_to: &PointsTo, object: ObjectId) -> ObjectId {
    let mut at = object;
    while let Some(owner) =
        points_to.objects.get(at).owner.filter(|_| points_to.objects.get(at).depth != Some(0))
    {
        at = owner;
    }
    at
}

/// A place as the scan names it: `File.java:12`.
pub fn place_of(place: &Place) -> String {
    let file = if place.file.is_empty() { &place.class } else { &place.file };
    if place.line == 0 { file.clone() } else { format!("{file}:{}", place.line) }
}

/// Whether a method is one of the most general client's.
pub fn is_client_method(scan: &Scan, method: MethodId) -> bool {
    let world = &scan.points_to.world;
    world.classes[world.methods[method.index()].class.index()].name.starts_with(harness::CLIENTS)
}

/// Calls, each told once for all the pairs that come that way.
pub type Path = Arc<[Arc<str>]>;
/// One of them, and the application's call of the library in it, if it ends there.
type Way = (Path, Option<Call>);

/// A call of the library, in words, and where it is.
#[derive(Clone)]
struct Call {
    told: String,
    place: Option<Place>,
}

pub struct Teller<'a> {
    scan: &'a Scan,
    paths: Paths<'a>,
    /// Ways that were told, by thread and where they lead to, and their steps: most pairs share
    /// them.
    told: HashMap<(usize, InstanceId), Way>,
    steps: HashMap<Step, Arc<str>>,
}

impl<'a> Teller<'a> {
    pub fn new(scan: &'a Scan) -> Self {
        let paths = Paths::new(&scan.points_to, &scan.threads);
        Self { scan, paths, told: HashMap::default(), steps: HashMap::default() }
    }

    pub fn told(&mut self, candidate: &CandidateRace) -> Told {
        let held = self.held(candidate);
        let is_own = candidate
            .accesses
            .iter()
            .any(|(access, _)| self.scan.points_to.is_of_application(access.instance));
        let is_held = !held[0].is_empty();
        let rank = match (is_own, held[0] == held[1]) {
            _ if self.are_deep(&candidate.objects) => Rank::Deep,
            _ if self.are_arguments(&candidate.objects) => Rank::Argument,
            _ if self.is_final(candidate.variable) => Rank::Final,
            (true, _)
                if self.are_iterators(&candidate.objects)
                    && !self.are_made_by_clients(&candidate.objects) =>
            {
                Rank::Iterator
            }
            (true, _) if candidate.is_consequence => Rank::Consequence,
            (true, false) => Rank::Inconsistent,
            (true, true) if is_held => Rank::Alike,
            (true, true) => Rank::Unguarded,
            (false, _) => Rank::Container,
        };
        let [one, other] = held;
        let accesses =
            [self.access(candidate.accesses[0], one), self.access(candidate.accesses[1], other)];
        let owner = self.owner(&candidate.objects);
        let is_shared = self.are_made_by_clients(&candidate.objects);
        let variable = self.variable_of(candidate.variable, candidate.array.map(|array| array.0));
        let new = Vec::new();
        Told { variable, owner, accesses, rank, is_shared, new, known: 0, is_in_change: false }
    }

    /// The locks of the two sides. What is made at one line has one name there, and may be two locks
    /// all the same.
    fn held(&self, candidate: &CandidateRace) -> [Vec<String>; 2] {
        let side = |side: usize| (candidate.accesses[side].0.instance, &candidate.held[side]);
        let [one, other] = [side(0), side(1)].map(|(instance, held)| self.locks(instance, held));
        let [first, second] = [side(0), side(1)].map(|(by, held)| self.objects_of(by, held));
        if one != other || !first.is_disjoint(&second) {
            return [one, other];
        }
        let another = |name: String| match name.strip_prefix("the ") {
            Some(rest) => format!("another {rest}"),
            None => name,
        };
        [one, other.into_iter().map(another).collect()]
    }

    fn objects_of(&self, instance: InstanceId, held: &BTreeSet<Lock>) -> BTreeSet<u32> {
        let objects = |lock: &Lock| -> Vec<u32> {
            match lock {
                Lock::Single(object) | Lock::Shared(object) => vec![object.0],
                Lock::Register(reg) | Lock::Itself(reg) => {
                    self.scan.points_to.register(instance, *reg).iter().collect()
                }
            }
        };
        held.iter().flat_map(objects).collect()
    }

    fn is_final(&self, variable: Variable) -> bool {
        matches!(variable, Variable::Field(field) if self.scan.points_to.world.fields[field.index()].is(access::FINAL))
    }

    /// `Account.balance`, or the class of an array whose elements are meant.
    pub fn variable_of(&self, variable: Variable, array: Option<u32>) -> String {
        let world = &self.scan.points_to.world;
        match (variable, array) {
            (Variable::Elements, Some(array)) => external_type(
                &world.classes[self.scan.points_to.objects.get(ObjectId(array)).class.index()].name,
            ),
            _ => self.variable_named(variable),
        }
    }

    pub fn variable_named(&self, variable: Variable) -> String {
        let world = &self.scan.points_to.world;
        match variable {
            Variable::Field(field) => {
                let field = &world.fields[field.index()];
                format!("{}.{}", world.shown(field.class), field.name)
            }
            Variable::Elements => "elements of arrays".to_owned(),
        }
    }

    /// `written at A.java:12 in A.set`.
    pub fn access_named(&self, access: &accesses::Access) -> String {
        let verb = if access.is_write { "written" } else { "read" };
        let place = self.place(access.instance, access.statement);
        format!("{verb} at {place} in {}", self.method(access.instance))
    }

    fn access(
        &mut self,
        (access, thread): (accesses::Access, usize),
        holds: Vec<String>,
    ) -> ToldAccess {
        let (path, call) = self.way(thread, access.instance);
        let (call, called) = call.map(|call| (call.told, call.place)).unzip();
        let itself = self.spot(access.instance, access.statement);
        ToldAccess {
            writes: access.is_write,
            method: self.method(access.instance),
            place: self.place(access.instance, access.statement),
            call,
            spot: called.flatten().or(itself),
            thread: self.thread(thread),
            holds,
            path,
        }
    }

    /// The calls that lead a thread to an instance, and which of them is the application's call of
    /// the library, if it ends there.
    fn way(&mut self, thread: usize, instance: InstanceId) -> Way {
        if let Some(told) = self.told.get(&(thread, instance)) {
            return told.clone();
        }
        let points_to = &self.scan.points_to;
        let steps = self.paths.to(thread, instance);
        let last_own = steps.iter().rev().find(|(by, _)| points_to.is_of_application(*by));
        let call = last_own
            .filter(|(by, _)| !points_to.is_of_application(instance) && !self.is_client(*by))
            .copied();
        let call = call.map(|(by, statement)| Call {
            told: self.step((by, statement)).to_string(),
            place: statement.and_then(|statement| self.spot(by, statement)),
        });
        let path = steps.into_iter().filter(|(by, _)| !self.is_made(*by)).collect::<Vec<Step>>();
        let told = (path.into_iter().map(|step| self.step(step)).collect(), call);
        self.told.insert((thread, instance), told.clone());
        told
    }

    fn step(&mut self, step: Step) -> Arc<str> {
        if let Some(told) = self.steps.get(&step) {
            return told.clone();
        }
        let (by, statement) = step;
        let told: Arc<str> = match statement {
            Some(statement) => {
                format!("{} in {}", self.place(by, statement), self.method(by)).into()
            }
            None => format!("the initialiser of a class, for {}", self.method(by)).into(),
        };
        self.steps.insert(step, told.clone());
        told
    }

    pub fn method(&self, instance: InstanceId) -> String {
        if self.is_client(instance) {
            return "the client's own code".to_owned();
        }
        let world = &self.scan.points_to.world;
        let found = &world.methods[self.method_of(instance).index()];
        format!("{}.{}", world.shown(found.class), world.selectors[found.selector.index()].0)
    }

    fn method_of(&self, instance: InstanceId) -> MethodId {
        self.scan.points_to.instances[instance.index()].method
    }

    /// That pairs on what lies deep are not looked at.
    pub fn deep(&self, accesses: &[accesses::Access; 2]) -> String {
        let [one, other] = accesses.map(|access| self.method(access.instance));
        format!(
            "what the class library keeps deep inside its objects is not told apart, and pairs on that are not looked at, as of {one} and {other}"
        )
    }

    pub fn place(&self, instance: InstanceId, statement: u32) -> String {
        let spot = self.spot(instance, statement);
        spot.map_or_else(|| "the client's own code".to_owned(), |spot| place_of(&spot))
    }

    /// The same, not in words; nothing of a client.
    pub fn spot(&self, instance: InstanceId, statement: u32) -> Option<Place> {
        if self.is_client(instance) {
            return None;
        }
        let world = &self.scan.points_to.world;
        let method = self.method_of(instance);
        let found = &world.methods[method.index()];
        let position =
            self.scan.points_to.instances[instance.index()].body.positions[statement as usize];
        Some(Place {
            class: world.shown(found.class),
            method: world.selectors[found.selector.index()].0.to_string(),
            file: ir::source_file(world, found.class).unwrap_or_default(),
            line: ir::line(world, method, position).map_or(0, u32::from),
            library: !self.scan.points_to.is_of_application(instance),
        })
    }

    /// Whether a method is no code of the program's: it calls where others do, or for clients.
    fn is_made(&self, instance: InstanceId) -> bool {
        self.is_client(instance) || self.scan.points_to.is_stand_in(self.method_of(instance))
    }

    fn is_client(&self, instance: InstanceId) -> bool {
        is_client_method(self.scan, self.method_of(instance))
    }

    fn is_launcher(&self, instance: InstanceId) -> bool {
        let world = &self.scan.points_to.world;
        let class = world.methods[self.method_of(instance).index()].class;
        &*world.classes[class.index()].name == harness::LAUNCHER
    }

    /// By where its object is made, if that is one place; else by where it is started.
    pub fn thread(&self, thread: usize) -> String {
        if thread == 0 {
            return "the main thread".to_owned();
        }
        let thread = &self.scan.threads.all[thread];
        if self.is_client(thread.entry) {
            return "a client".to_owned();
        }
        let made = thread
            .object
            .and_then(|object| self.scan.points_to.allocations(object))
            .and_then(BTreeSet::first);
        if let Some((instance, statement)) = made {
            return format!("a thread made at {}", self.place(*instance, *statement));
        }
        let Some((instance, call)) = thread.starts.first() else { return "a thread".to_owned() };
        let statement =
            self.scan.points_to.instances[instance.index()].body.calls[*call as usize].statement;
        format!("a thread started at {}", self.place(*instance, statement))
    }

    // ---- objects

    pub fn owner(&self, objects: &Bits) -> Option<String> {
        let names: BTreeSet<String> =
            objects.iter().map(|object| self.object(ObjectId(object))).collect();
        let mut named: Vec<String> = names.iter().take(NAMED).cloned().collect();
        if names.len() > NAMED {
            named.push(format!("{} more", names.len() - NAMED));
        }
        (!named.is_empty()).then(|| named.join(", "))
    }

    fn outermost(&self, object: ObjectId) -> ObjectId {
        outermost(&self.scan.points_to, object)
    }

    fn are_deep(&self, objects: &Bits) -> bool {
        let objects_of = &self.scan.points_to.objects;
        let is_deep =
            |object: u32| objects_of.get(self.outermost(ObjectId(object))).site == Site::Deep;
        objects.iter().any(is_deep)
    }

    /// Whether the most general client has made these objects, or those to which they belong, as
    /// arguments.
    fn are_arguments(&self, objects: &Bits) -> bool {
        let all = &self.scan.points_to.objects;
        let class = |object: u32| all.get(self.outermost(ObjectId(object))).class;
        let is_shared = |object: u32| {
            self.scan.clients.as_ref().is_some_and(|shared| shared.contains(&class(object)))
        };
        self.are_made_by_clients(objects) && !objects.iter().any(is_shared)
    }

    fn are_iterators(&self, objects: &Bits) -> bool {
        let world = &self.scan.points_to.world;
        let class = |object: u32| self.scan.points_to.objects.get(ObjectId(object)).class;
        let above = ["java/util/Iterator", "java/util/Enumeration", "java/util/Spliterator"];
        let above = || above.iter().filter_map(|name| world.class_if_known(name));
        !objects.is_empty()
            && objects
                .iter()
                .all(|object| above().any(|above| world.is_subtype(class(object), above)))
    }

    fn are_made_by_clients(&self, objects: &Bits) -> bool {
        let made = |object: u32| self.scan.points_to.allocations(self.outermost(ObjectId(object)));
        let is_by_client = |object: u32| {
            made(object)
                .and_then(BTreeSet::first)
                .is_some_and(|(instance, _)| self.is_client(*instance))
        };
        !objects.is_empty() && objects.iter().all(is_by_client)
    }

    /// What the application makes is named by where; what belongs to it inside the library, by
    /// that.
    pub fn object(&self, object: ObjectId) -> String {
        let (points_to, world) = (&self.scan.points_to, &self.scan.points_to.world);
        let at = self.outermost(object);
        let found = points_to.objects.get(at);
        let class = world.shown(found.class);
        let simple = external_type(&class);
        let simple = simple.rsplit('.').next().unwrap_or(&class);
        let made = points_to.allocations(at).and_then(BTreeSet::first);
        match (found.site, made) {
            (Site::Mirror(class), _) => format!("the class {}", world.shown(class)),
            (_, Some((instance, _))) if self.is_client(*instance) => {
                format!("the client's {simple}")
            }
            (_, Some((instance, _))) if self.is_launcher(*instance) => {
                format!("the {simple} that `main` is called on")
            }
            (_, Some((instance, statement))) => {
                format!("the {simple} made at {}", self.place(*instance, *statement))
            }
            (Site::Call { method, statement }, None) => {
                let instance =
                    points_to.instances.iter().position(|instance| instance.method == method);
                let at =
                    instance.map(|instance| self.place(InstanceId(instance as u32), statement));
                at.map_or_else(
                    || "what a call makes".to_owned(),
                    |at| format!("what the call at {at} makes"),
                )
            }
            _ => format!("some {simple}"),
        }
    }

    pub fn locks(&self, instance: InstanceId, held: &BTreeSet<Lock>) -> Vec<String> {
        let of_register = |reg| {
            let objects = self.scan.points_to.register(instance, reg);
            self.owner(objects).unwrap_or_else(|| "something".to_owned())
        };
        let named = |lock: &Lock| match lock {
            Lock::Single(object) => self.object(*object),
            Lock::Shared(object) => format!("{} for reading", self.object(*object)),
            Lock::Register(reg) | Lock::Itself(reg) => of_register(*reg),
        };
        held.iter().map(named).collect::<BTreeSet<String>>().into_iter().collect()
    }
}
