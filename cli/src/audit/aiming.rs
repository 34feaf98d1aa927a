//! The choices of one execution of directed search: which thread goes on, and which is held before
//! an access of the pair.
//!
//! After Koushik Sen, "Race directed random testing of concurrent programs" (PLDI 2008,
//! 10.1145/1375581.1375584), algorithm 1. Deviations: the pair is one of places, of which several
//! may stand for one candidate; a thread is also let go when others come to nothing new, since they
//! may wait for it; of the two that meet, the one that goes first is drawn once, and a detector judges what
//! comes of it. Some executions hold one side alone, or neither: an access that leads to the other
//! one must be let through, and the detector knows the race though they do not meet. Proves nothing.

use std::collections::{HashMap, HashSet};

use raceproof_base::{Address, Choice, Machine as _, Operation, OperationKind, Site, ThreadId};
use raceproof_search::SplitMix;
use raceproof_vm::Explorer;

use crate::audit::candidates::Member;

/// An execution that goes on for longer is given up, at first: a thread may spin.
const LONG: usize = 500;
/// After so many executions, they may go on for twice as long.
const PATIENT_AFTER: u64 = 8;
const LONGEST: usize = 20_000;
/// By execution: for so many steps threads are held while others come to nothing new. Short where
/// others spin until the one that is held goes on; long where they must go round a loop often.
const PATIENCE: [usize; 4] = [12, 100, 12, 400];
/// Of so many steps about one lets a held thread go.
const LET_GO: u64 = 100;
/// Of so many steps about one changes to another thread, where one thread is to stay.
const STAY: u64 = 16;
/// Where there are choices that were never made in a state, one of so many is made of all.
const AGAIN: u64 = 4;
/// Of so many steps about one puts a thread behind all others, where threads have ranks.
const DEMOTE: u64 = 24;

/// What was seen of a pair.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    /// By side: a thread was about to do it.
    pub reached: [bool; 2],
    /// Two threads were about to do both, on one object.
    pub at_once: bool,
}

impl Seen {
    /// What another execution has seen, too.
    pub fn add(&mut self, other: Self) {
        for side in [0, 1] {
            self.reached[side] |= other.reached[side];
        }
        self.at_once |= other.at_once;
    }
}

/// Who goes on, of the threads that may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// Mostly the one that did before.
    Stays,
    /// Any.
    Random,
    /// The one of the highest rank; ranks are drawn, and now and then one is lost.
    Ranks,
}

/// How an execution is made.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// By side, whether threads are held before it.
    holds: [bool; 2],
    pace: Pace,
    patience: usize,
    pub longest: usize,
}

impl Plan {
    /// Of a short one, on a machine that does not switch at the variables: common races need no aim.
    pub const SCOUT: Self = Self { holds: [false; 2], pace: Pace::Stays, patience: 0, longest: 8 };

    /// Of the execution of that number, if all that it comes to is looked at.
    pub fn without_an_aim(run: u64) -> Self {
        Self { holds: [false; 2], ..Self::of(run) }
    }

    /// Of the execution of that number.
    pub fn of(run: u64) -> Self {
        let paces = [Pace::Random, Pace::Stays, Pace::Ranks];
        let holds = match run % 5 {
            0 | 1 => [true, true],
            2 => [true, false],
            3 => [false, true],
            _ => [false, false],
        };
        let doubled = u32::try_from(run / PATIENT_AFTER).unwrap_or(u32::MAX).min(6);
        Self {
            holds,
            pace: paces[(run % paces.len() as u64) as usize],
            patience: PATIENCE[(run % PATIENCE.len() as u64) as usize],
            longest: (LONG << doubled).min(LONGEST),
        }
    }
}

/// The choices of executions.
pub struct Aim<'a> {
    members: &'a [Member],
    pub plan: Plan,
    pub random: SplitMix,
    /// By instruction: by pair and side, whether it is that.
    sites: HashMap<Site, Vec<[bool; 2]>>,
    news: News,
    ranks: HashMap<ThreadId, u64>,
    /// Who comes next, of two that have met.
    second: Option<Choice>,
    last: Option<ThreadId>,
    pub seen: Seen,
}

/// What may be chosen in a state.
pub struct Offer<'a> {
    /// What is enabled.
    pub all: &'a [Choice],
    /// Of these, what may lead to anything new.
    pub open: &'a [Choice],
    /// Of these, what was never chosen there.
    pub fresh: &'a [Choice],
    /// Whether the execution was in this state a short while ago.
    pub comes_back: bool,
}

/// What threads have come to while others are held.
#[derive(Default)]
struct News {
    known: HashSet<(ThreadId, Operation)>,
    /// For so many steps nothing was new.
    none_for: usize,
}

impl News {
    fn note(&mut self, thread: ThreadId, operation: Operation) {
        let is_new = self.known.insert((thread, operation));
        self.none_for = if is_new { 0 } else { self.none_for + 1 };
    }
}

/// A choice that begins with one of the accesses.
struct Near {
    choice: Choice,
    on: Address,
    is: Vec<[bool; 2]>,
}

impl<'a> Aim<'a> {
    pub fn new(members: &'a [Member], plan: Plan, random: SplitMix) -> Self {
        Self {
            members,
            plan,
            random,
            sites: HashMap::new(),
            news: News::default(),
            ranks: HashMap::new(),
            second: None,
            last: None,
            seen: Seen::default(),
        }
    }

    /// Another execution goes on from a state of the last one.
    pub fn part(&mut self, plan: Plan) {
        (self.plan, self.second, self.last, self.news) = (plan, None, None, News::default());
    }

    /// One of the choices that are open, of which there must be one.
    pub fn choose(&mut self, explorer: &Explorer, offer: &Offer<'_>) -> Choice {
        if offer.comes_back {
            // Nothing comes of waiting for those who go round.
            self.news.none_for += self.plan.patience / 4;
        }
        let chosen = match self.second.take().filter(|second| offer.open.contains(second)) {
            Some(second) => second,
            None => self.look(explorer, offer),
        };
        self.news.note(chosen.thread(), explorer.operation(chosen));
        self.last = Some(chosen.thread());
        chosen
    }

    fn look(&mut self, explorer: &Explorer, offer: &Offer<'_>) -> Choice {
        let near: Vec<Near> =
            offer.all.iter().filter_map(|choice| self.near(explorer, *choice)).collect();
        if let Some((first, second)) = met(&near) {
            self.seen.at_once = true;
            let (first, second) =
                if self.random.below(2) == 0 { (first, second) } else { (second, first) };
            if offer.open.contains(&first) {
                self.second = Some(second);
                return first;
            }
        }
        let holds = self.plan.holds;
        let is_held = |near: &&Near| {
            offer.open.contains(&near.choice)
                && near.is.iter().any(|is| is[0] && holds[0] || is[1] && holds[1])
        };
        let held: Vec<Choice> = near.iter().filter(is_held).map(|near| near.choice).collect();
        let lets_go = self.random.below(LET_GO) == 0;
        if held.is_empty() {
            self.news = News::default();
        } else if lets_go || self.news.none_for >= self.plan.patience {
            self.news = News::default();
            return self.any_of(&held, offer);
        }
        let free: Vec<Choice> =
            offer.open.iter().copied().filter(|choice| !held.contains(choice)).collect();
        // If all are held, any of them goes on.
        let among = if free.is_empty() { offer.open } else { &free };
        self.one_of(among, offer)
    }

    fn one_of(&mut self, among: &[Choice], offer: &Offer<'_>) -> Choice {
        match self.plan.pace {
            Pace::Stays if !offer.comes_back && self.random.below(STAY) > 0 => {
                let same = among.iter().find(|choice| {
                    Some(choice.thread()) == self.last && matches!(choice, Choice::Run(_))
                });
                same.copied().unwrap_or_else(|| self.any_of(among, offer))
            }
            Pace::Stays | Pace::Random => self.any_of(among, offer),
            Pace::Ranks => self.highest_of(among, offer),
        }
    }

    /// Mostly one that was never chosen there.
    fn any_of(&mut self, among: &[Choice], offer: &Offer<'_>) -> Choice {
        let is_fresh = |choice: &Choice| offer.fresh.contains(choice);
        let fresh: Vec<Choice> = among.iter().copied().filter(is_fresh).collect();
        let among = if fresh.is_empty() || self.random.below(AGAIN) == 0 { among } else { &fresh };
        among[self.random.below(among.len() as u64) as usize]
    }

    /// The lowest ranks are those that were lost, the last one lowest.
    fn highest_of(&mut self, among: &[Choice], offer: &Offer<'_>) -> Choice {
        let lost = self.ranks.values().copied().min().unwrap_or(u64::MAX / 2);
        if let Some(last) = self.last
            && self.random.below(DEMOTE) == 0
        {
            self.ranks.insert(last, lost.min(u64::MAX / 2) - 1);
        }
        let mut rank = |thread| {
            let drawn = || u64::MAX / 2 + self.random.below(u64::MAX / 2);
            *self.ranks.entry(thread).or_insert_with(drawn)
        };
        let ranks: Vec<u64> = among.iter().map(|choice| rank(choice.thread())).collect();
        let highest = ranks.iter().copied().max();
        let all = among.iter().zip(&ranks).filter(|(_, rank)| Some(**rank) == highest);
        // One thread may have several choices.
        let all: Vec<Choice> = all.map(|(choice, _)| *choice).collect();
        self.any_of(&all, offer)
    }

    /// What a choice begins with, if that is one of the accesses.
    fn near(&mut self, explorer: &Explorer, choice: Choice) -> Option<Near> {
        use OperationKind::{Read, Update, VolatileRead, VolatileWrite, Write};
        let operation = explorer.operation(choice);
        if !matches!(operation.kind, Read | Write | VolatileRead | VolatileWrite | Update) {
            return None;
        }
        let members = self.members;
        let is = self.sites.entry(operation.site).or_insert_with(|| {
            let place = explorer.place(operation.site);
            members.iter().map(|member| member.sides.each_ref().map(|s| s.is_at(&place))).collect()
        });
        if !is.iter().any(|is| is[0] || is[1]) {
            return None;
        }
        // A line may have other accesses.
        let variable = explorer.variable_name(operation.on);
        let is = is.iter().zip(members).map(
            |(is, member)| {
                if member.is_at(&variable) { *is } else { [false; 2] }
            },
        );
        let is: Vec<[bool; 2]> = is.collect();
        for side in [0, 1] {
            self.seen.reached[side] |= is.iter().any(|is| is[side]);
        }
        let is_any = is.iter().any(|is| is[0] || is[1]);
        is_any.then_some(Near { choice, on: operation.on, is })
    }
}

/// Two threads that could both be next, with the two accesses of one pair, on one object.
fn met(near: &[Near]) -> Option<(Choice, Choice)> {
    let is_pair = |one: &Near, other: &Near| {
        let pairs = one.is.iter().zip(&other.is);
        let mut is = pairs.map(|(one, other)| one[0] && other[1] || one[1] && other[0]);
        one.choice.thread() != other.choice.thread() && one.on == other.on && is.any(|is| is)
    };
    near.iter().enumerate().find_map(|(number, one)| {
        let other = near[number + 1..].iter().find(|other| is_pair(one, other))?;
        Some((one.choice, other.choice))
    })
}
