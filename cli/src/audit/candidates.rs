//! What the scan leaves, as candidates to decide, and how an executed race is told to be one.
//!
//! The scan names pairs by statement, and knows the objects; an executed race is known by the two
//! places in the program's own code, and by its variable if the program accesses that itself. So a
//! candidate is what an executed race can be told to be:
//!
//! - accesses by the program itself: the variable and the two places, whoever reads or writes there;
//! - one by the class library: the variable, the program's place, and the library;
//! - both by the class library: the object that the library accesses, by where it is made.
//!
//! A coarser candidate is never proved wrongly: it is proved if none of its pairs was executed.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_base::{Place, Race, RacingAccess, is_source, variables_alike};
use raceproof_scan::Scan;
use raceproof_scan::accesses::Variable;
use raceproof_scan::pairs::CandidateRace;
use raceproof_scan::pairs::explain::Line;

use crate::audit::status::{Reason, Status};
use crate::scan_explain::Lines;
use crate::scan_told::{Rank, Teller, Told, ToldAccess, place_of};

/// One thing to decide.
pub struct Candidate {
    /// What it is, the same in each audit.
    pub key: String,
    /// `Account.balance`, or the object that the class library accesses.
    pub variable: String,
    pub rank: Rank,
    /// The two accesses of the pair that stands for all of it.
    pub shown: [Shown; 2],
    /// All of its pairs.
    pub members: Vec<Member>,
    /// So many pairs of places the scan counts for it.
    pub pairs: usize,
    /// Whether a comment in the source accepts it: then it is not to be decided.
    pub is_accepted: bool,
    /// Whether others alone are asked for (`--pair`).
    pub is_left_out: bool,
    pub status: Status,
    /// What directed search spent on it.
    pub spent: Spent,
    /// How the baseline has it, if it does.
    pub known: Option<Known>,
}

/// What a baseline says of a candidate that it does not call proved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Known {
    Open,
    Witnessed,
}

/// How much directed search has executed.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    pub executions: u64,
    pub transitions: u64,
}

/// An access as the report tells it.
pub struct Shown {
    pub writes: bool,
    pub side: Side,
    pub call: Option<String>,
    /// Where it is in the program's own code.
    pub spot: Option<Place>,
    pub thread: String,
    /// The locks that are held there.
    pub holds: Vec<String>,
}

/// A pair of statements and the variables on which they meet.
#[derive(Clone, PartialEq, Eq)]
pub struct Member {
    /// Names at which threads are switched: the field, or the types of arrays.
    pub variables: BTreeSet<String>,
    pub is_of_elements: bool,
    pub sides: [Side; 2],
}

/// Where an access is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Side {
    /// `pkg.Class.method`.
    pub method: String,
    /// `File.java:12`.
    pub place: String,
    /// Whether it is the program's own code.
    pub is_own: bool,
}

impl Side {
    /// Whether code stands there.
    pub fn is_at(&self, place: &Place) -> bool {
        let own = self.method.strip_prefix(&*place.class).and_then(|rest| rest.strip_prefix('.'));
        own == Some(&*place.method) && self.place == place_of(place)
    }

    /// Whether an access is by it: by its own code, or by what it calls that is no code of its own.
    fn does(&self, access: &RacingAccess) -> bool {
        let own = access.stack.iter().position(|place| !place.library);
        let innermost = own.map_or(access.stack.len(), |own| own + 1);
        access.stack[..innermost].iter().any(|place| self.is_at(place))
    }

    fn is_of(&self, line: &Line) -> bool {
        let class = self.method.rsplit_once('.').map_or("", |(class, _)| class);
        is_in(class, &self.place, line)
    }

    fn key(&self) -> String {
        if self.is_own {
            format!("{}({})", self.method, self.place)
        } else {
            "the class library".to_owned()
        }
    }
}

impl Shown {
    /// Whether it is at a line, or the program's own code that calls it is.
    fn is_of(&self, line: &Line) -> bool {
        let spot = self.spot.as_ref();
        self.side.is_of(line) || spot.is_some_and(|spot| is_in(&spot.class, &place_of(spot), line))
    }
}

/// Whether a place of a class is a line of a file that is named by the end of its path.
fn is_in(class: &str, place: &str, line: &Line) -> bool {
    let folder = class
        .rsplit_once('.')
        .map_or(String::new(), |(package, _)| package.replace('.', "/") + "/");
    is_source(&(folder + place), &format!("{}:{}", line.file, line.number))
}

impl Member {
    /// Whether it is about a variable of that name.
    pub fn is_at(&self, variable: &str) -> bool {
        let alike = variables_alike(variable);
        self.variables.contains(alike) || self.is_of_elements && alike.ends_with("[]")
    }

    fn is_of(&self, race: &Race) -> bool {
        self.is_at(&race.variable)
    }

    fn is_shown_by(&self, race: &Race) -> bool {
        let [one, other] = &self.sides;
        let [first, second] = &race.accesses;
        self.is_of(race)
            && (one.does(first) && other.does(second) || one.does(second) && other.does(first))
    }

    /// The same, if what the class library does in the place of its method is not asked.
    fn is_alike(&self, race: &Race) -> bool {
        let does = |side: &Side, access: &RacingAccess| {
            if side.is_own {
                return side.does(access);
            }
            access.stack.first().is_some_and(|place| place.library)
        };
        let [one, other] = &self.sides;
        let [first, second] = &race.accesses;
        self.is_of(race)
            && (does(one, first) && does(other, second) || does(one, second) && does(other, first))
    }
}

impl Candidate {
    /// The write of a final field is told where its object becomes known, and not where it is.
    fn is_told_elsewhere(&self, race: &Race) -> bool {
        let does = |member: &Member| {
            let sides = member.sides.iter();
            let all = sides.flat_map(|side| race.accesses.iter().map(|access| side.does(access)));
            member.is_of(race) && all.into_iter().any(|does| does)
        };
        self.rank == Rank::Final && self.members.iter().any(does)
    }

    /// Whether it is in the report: a race that was executed is, whoever was asked for.
    pub fn is_told(&self) -> bool {
        !self.is_accepted && (!self.is_left_out || self.is_witnessed())
    }

    /// Whether the two accesses of a pair of its, or what calls them, are at these lines; of one line
    /// alone, whether one of them is.
    pub fn is_at(&self, Lines { lines: [first, second], is_one, .. }: &Lines) -> bool {
        let are_at = |one: [&dyn Fn(&Line) -> bool; 2]| match is_one {
            true => one[0](first) || one[1](first),
            false => one[0](first) && one[1](second) || one[0](second) && one[1](first),
        };
        let is_member = |member: &Member| {
            let [one, other] = &member.sides;
            are_at([&|line| one.is_of(line), &|line| other.is_of(line)])
        };
        let [one, other] = &self.shown;
        self.members.iter().any(is_member)
            || are_at([&|line| one.is_of(line), &|line| other.is_of(line)])
    }

    pub fn is_open(&self) -> bool {
        self.is_told() && matches!(self.status, Status::Open(_))
    }

    pub fn is_witnessed(&self) -> bool {
        matches!(self.status, Status::Witnessed(_))
    }

    /// Whether it is worse than the baseline has it.
    pub fn is_new(&self) -> bool {
        match self.known {
            Some(Known::Witnessed) => false,
            Some(Known::Open) => self.is_witnessed(),
            None => true,
        }
    }

    /// All variables at which threads are to be switched.
    pub fn variables(&self) -> Vec<String> {
        let all: BTreeSet<&String> =
            self.members.iter().flat_map(|member| &member.variables).collect();
        all.into_iter().cloned().collect()
    }

    /// Whether the class library makes both accesses where the race has them, for the same call.
    fn is_called_by(&self, race: &Race) -> bool {
        let calls: Vec<&String> =
            self.shown.iter().filter_map(|shown| shown.call.as_ref()).collect();
        race.places().iter().all(|place| {
            let name = format!("{} in {}.{}", place_of(place), place.class, place.method);
            calls.contains(&&name)
        })
    }
}

/// Which candidates an executed race may be; of one that is not among them, none.
pub fn which(candidates: &[Candidate], race: &Race) -> Vec<usize> {
    let fits = |fits: fn(&Member, &Race) -> bool| -> Vec<usize> {
        let has = |candidate: &Candidate| candidate.members.iter().any(|m| fits(m, race));
        candidates.iter().enumerate().filter(|(_, one)| has(one)).map(|(at, _)| at).collect()
    };
    let exact = fits(Member::is_shown_by);
    let alike = || Some(fits(Member::is_alike)).filter(|alike| !alike.is_empty());
    let elsewhere = || {
        let all = candidates.iter().enumerate();
        all.filter(|(_, one)| one.is_told_elsewhere(race)).map(|(at, _)| at).collect()
    };
    let exact = Some(exact).filter(|exact| !exact.is_empty());
    let all: Vec<usize> = exact.or_else(alike).unwrap_or_else(elsewhere);
    let called: Vec<usize> =
        all.iter().copied().filter(|at| candidates[*at].is_called_by(race)).collect();
    if called.is_empty() { all } else { called }
}

/// All candidates; those that a comment accepts, too.
pub fn of(scan: &Scan, open: &[Vec<Told>]) -> Vec<Candidate> {
    let mut teller = Teller::new(scan);
    let mut found: BTreeMap<String, Candidate> = BTreeMap::new();
    for candidate in &scan.found.candidates {
        let told = teller.told(candidate);
        let new = one_of(scan, &teller, candidate, told);
        match found.get_mut(&new.key) {
            Some(known) => known.absorb(new),
            None => {
                found.insert(new.key.clone(), new);
            }
        }
    }
    let mut ranked = Vec::new();
    for told in open.iter().flatten() {
        let keys: Vec<String> =
            found.values().filter(|one| one.is_told_as(told)).map(|one| one.key.clone()).collect();
        ranked.extend(keys.iter().filter_map(|key| found.remove(key)));
    }
    ranked.extend(found.into_values().map(|rest| Candidate { is_accepted: true, ..rest }));
    ranked
}

fn one_of(scan: &Scan, teller: &Teller<'_>, candidate: &CandidateRace, told: Told) -> Candidate {
    let is_own = candidate
        .accesses
        .each_ref()
        .map(|(access, _)| scan.points_to.is_of_application(access.instance));
    let is_of_elements = candidate.variable == Variable::Elements;
    let variables = if is_of_elements {
        let of_array = |array| teller.variable_of(candidate.variable, Some(array));
        candidate.objects.iter().map(of_array).collect()
    } else {
        BTreeSet::from([told.variable.clone()])
    };
    let [one, other] = told.accesses;
    let mut shown = [shown(one, is_own[0]), shown(other, is_own[1])];
    shown.sort_by(|one, other| {
        (!one.side.is_own, &one.side).cmp(&(!other.side.is_own, &other.side))
    });
    let variable = match &told.owner {
        Some(owner) if !is_own.contains(&true) => owner.clone(),
        _ => told.variable,
    };
    let key = format!("{variable}: {}, {}", shown[0].side.key(), shown[1].side.key());
    let sides = shown.each_ref().map(|shown| shown.side.clone());
    Candidate {
        key,
        variable,
        rank: told.rank,
        shown,
        members: vec![Member { variables, is_of_elements, sides }],
        pairs: 1,
        is_accepted: false,
        is_left_out: false,
        status: Status::Open(Reason::Untried),
        spent: Spent::default(),
        known: None,
    }
}

fn shown(access: ToldAccess, is_own: bool) -> Shown {
    let ToldAccess { writes, method, place, call, spot, thread, holds, .. } = access;
    Shown { writes, side: Side { method, place, is_own }, call, spot, thread, holds }
}

impl Candidate {
    fn absorb(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.rank = self.rank.min(other.rank);
        for member in other.members {
            match self.members.iter_mut().find(|known| known.sides == member.sides) {
                Some(known) => known.variables.extend(member.variables),
                None => self.members.push(member),
            }
        }
    }

    /// Whether one of its pairs is told so.
    fn is_told_as(&self, told: &Told) -> bool {
        let is_side = |side: &Side, access: &ToldAccess| {
            (&side.method, &side.place) == (&access.method, &access.place)
        };
        let [one, other] = &told.accesses;
        self.members.iter().any(|Member { variables, is_of_elements, sides: [first, second] }| {
            let is_its = variables.contains(&told.variable) || *is_of_elements;
            is_its
                && (is_side(first, one) && is_side(second, other)
                    || is_side(first, other) && is_side(second, one))
        })
    }
}
