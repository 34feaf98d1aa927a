//! Static race detection: the pairs of accesses that may race in some execution for some input,
//! each with a reason why it could not be ruled out.
//!
//! The contract: unless the scan is stopped, a pair of checked accesses that is not reported is in
//! no race, in any execution for any input, under the assumptions that the report lists, and apart
//! from its gaps (code that is not followed). So points-to sets, the call graph, running threads
//! and escaping objects are may-information; held locks, and flags found set, are must-information.
//!
//! The paper is Chord: Naik and Aiken, "Conditional must not aliasing for static race detection"
//! (POPL 2007, 10.1145/1190216.1190265). `pairs/mod.rs` has its stages, and says where they
//! deviate.

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
    /// Without a `main`: the class of each object that threads of the most general client share
    /// ([`harness`]).
    pub clients: Option<Vec<ids::ClassId>>,
    /// What is assumed of this program besides what is assumed of all.
    pub assumptions: Vec<String>,
    /// The phase in which a limit was reached, if one was: what was found is then incomplete.
    pub stopped: Option<Work>,
}

/// The phases of a scan, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Work {
    /// Points-to sets and the call graph.
    Reaching,
    /// Threads, may-happen-in-parallel, and held locks.
    Walking,
    /// Which pairs of accesses may race.
    Pairing,
}
