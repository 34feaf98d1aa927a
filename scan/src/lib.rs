//! Static race detection: the pairs of accesses that may race in some execution for some input,
//! each with a reason why it could not be ruled out.
//!
//! The paper is Chord: Naik and Aiken, "Conditional must not aliasing for static race detection"
//! (POPL 2007).

pub mod accesses;
mod annotations;
pub mod escape;
mod flow;
pub mod fresh;
pub mod guarded;
pub mod handover;
pub mod harness;
pub mod ids;
pub mod ir;
mod joined;
mod order;
pub mod owned;
pub mod pairs;
pub mod paths;
pub mod points_to;
pub mod threads;
pub mod walk;
pub mod world;

/// An analysed program.
pub struct Scan {
    /// Points-to sets and the call graph.
    pub points_to: points_to::PointsTo,
    /// Its threads.
    pub threads: threads::Threads,
    /// What is left of its pairs.
    pub found: pairs::Found,
    /// Of which classes clients share objects, one for each, if there is no `main` ([`harness`]).
    pub clients: Option<Vec<ids::ClassId>>,
    /// What is assumed of this program besides what is assumed of all.
    pub assumptions: Vec<String>,
    /// In which work a limit came, if one did: what was found before that is not all.
    pub stopped: Option<Work>,
}

/// What a scan does, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Work {
    /// Points-to sets and the call graph.
    Reaching,
    /// Threads, may-happen-in-parallel, and held locks.
    Walking,
    /// Which pairs of accesses may race.
    Pairing,
}
