//! The rows of Table III by name, and what of Tables V and VI is counted.

use super::Pair;

/// The rows of Table III by their names there. `Before` and `Behind` are rows 3 and 4, and `Third`
/// is row 7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "they are the paper's")]
pub enum Check {
    Terminal,
    Before,
    Behind,
    Deadlock,
    Stall,
    Third,
    LockConsistency3,
    LockConsistency4,
    Redundancy1,
    Redundancy2,
    Redundancy3,
    Redundancy4,
    Redundancy5,
    Redundancy6,
    Redundancy7,
    Default,
}

impl Check {
    /// The paper's abbreviation.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Terminal => "TC",
            Self::Before | Self::Behind => "HB",
            Self::Deadlock => "LCC1",
            Self::Stall => "LCC2",
            Self::Third => "Strategy-II",
            Self::LockConsistency3 => "LCC3",
            Self::LockConsistency4 => "LCC4",
            Self::Redundancy1 => "RC1",
            Self::Redundancy2 => "RC2",
            Self::Redundancy3 => "RC3",
            Self::Redundancy4 => "RC4",
            Self::Redundancy5 => "RC5",
            Self::Redundancy6 => "RC6",
            Self::Redundancy7 => "RC7",
            Self::Default => "Default",
        }
    }

    /// Whether the row depends on the target, so that the pair is stored for later searches. The
    /// paper's table has stars at the terminal check and at RC4 to RC7 only, its text and Table II
    /// at these.
    #[must_use]
    pub fn is_starred(self) -> bool {
        match self {
            Self::Terminal | Self::Stall | Self::LockConsistency3 | Self::LockConsistency4 => true,
            Self::Redundancy4 | Self::Redundancy5 | Self::Redundancy6 | Self::Redundancy7 => true,
            Self::Before | Self::Behind | Self::Deadlock | Self::Third | Self::Default => false,
            Self::Redundancy1 | Self::Redundancy2 | Self::Redundancy3 => false,
        }
    }
}

/// A pair that a search has visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pair.
    pub pair: Pair,
    /// The row that applied.
    pub check: Check,
    /// The pair that is tried next, unless it was visited.
    pub next: Option<Pair>,
}

/// What was asked and done, as the columns of Tables V and VI.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Pairs of accesses.
    pub pairs: u64,
    /// Of these, those that must-happens-before leaves.
    pub unordered: u64,
    /// Of these, those that the locks held leave.
    pub unlocked: u64,
    /// Of these, those that are reachable.
    pub reachable: u64,
    /// Recursive calls, those to a pair that was visited left out.
    pub calls: u64,
    /// How many there would be without pruning: the edges of each pair's lock graph.
    pub potential: u64,
    /// How often both orders had to be tried.
    pub both: u64,
    /// How often lock consistency left one (LCC3, LCC4).
    pub lock_consistency: u64,
    /// How often the other was redundant (RC1 to RC7).
    pub redundancy: u64,
    /// Reachable pairs of which no witness could be made.
    pub unwitnessed: u64,
}

impl Counts {
    pub(super) fn count(&mut self, check: Check) {
        let counter = match check {
            Check::Default => &mut self.both,
            Check::LockConsistency3 | Check::LockConsistency4 => &mut self.lock_consistency,
            Check::Redundancy1 | Check::Redundancy2 | Check::Redundancy3 => &mut self.redundancy,
            Check::Redundancy4 | Check::Redundancy5 | Check::Redundancy6 | Check::Redundancy7 => {
                &mut self.redundancy
            }
            Check::Terminal
            | Check::Before
            | Check::Behind
            | Check::Deadlock
            | Check::Stall
            | Check::Third => return,
        };
        *counter += 1;
    }

    /// Counts the edges of the lock graph between two pairs.
    pub(super) fn add_potential(&mut self, from: Pair, to: Pair) {
        let [first, second] = [0, 1].map(|side| u64::from(to[side] - from[side]));
        self.potential += first * (second + 1) + (first + 1) * second;
    }
}
