//! The verdict of a scan, by what is left open, what was accepted, and whether it came to its end.
//!
//! To accept is not to prove: a scan that accepted anything never says that a program is free of
//! races.

/// What there is, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub open: Amount,
    pub in_baseline: Amount,
    pub outside: Amount,
    /// Pairs that comments in the source accept.
    pub in_source: usize,
    /// Whether it was stopped.
    pub is_stopped: bool,
    /// Whether it is held against a baseline.
    pub has_baseline: bool,
    /// Whether only what has changed counts.
    pub has_changes: bool,
    /// Whether clients were made up that share objects: real ones may do more than these.
    pub has_clients: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    pub pairs: usize,
    /// Places where a lock is not held that should be.
    pub unguarded: usize,
    pub gaps: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Pairs are left.
    Candidates,
    /// None is left, but not all was looked at.
    Incomplete,
    /// None is left, all was looked at, and nothing was accepted: a proof for every input, as far
    /// as what is assumed holds.
    RaceFree,
    /// All that is left is accepted by comments in the source.
    Accepted,
    /// All that is left was accepted before, or has to do with nothing that has changed.
    NothingNew,
}

impl Verdict {
    pub fn of(tally: &Tally) -> Self {
        match tally {
            Tally { open: Amount { pairs: 1.., .. } | Amount { unguarded: 1.., .. }, .. } => {
                Self::Candidates
            }
            Tally { is_stopped: true, .. } | Tally { open: Amount { gaps: 1.., .. }, .. } => {
                Self::Incomplete
            }
            Tally { has_baseline: true, .. } | Tally { has_changes: true, .. } => Self::NothingNew,
            Tally { in_source: 1.., .. } => Self::Accepted,
            Tally { has_clients: true, .. } => Self::Incomplete,
            _ => Self::RaceFree,
        }
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Candidates => "candidates",
            Self::Incomplete => "incomplete",
            Self::RaceFree => "race-free",
            Self::Accepted => "accepted",
            Self::NothingNew => "nothing-new",
        }
    }

    /// The exit status.
    pub fn status(self) -> i32 {
        match self {
            Self::Candidates => 1,
            Self::Incomplete => 3,
            Self::RaceFree | Self::Accepted | Self::NothingNew => 0,
        }
    }
}

/// The verdict in a line. `stopped` says why it was.
pub fn headline(tally: &Tally, stopped: Option<&str>) -> String {
    let accepted = tally.accepted();
    let gaps = match tally.open.gaps {
        0 => String::new(),
        gaps => format!(", and {}", counted(gaps, "gap")),
    };
    match (Verdict::of(tally), stopped) {
        (Verdict::Candidates, _) => {
            let stopped =
                stopped.map_or_else(String::new, |stopped| format!("; incomplete: {stopped}"));
            let Amount { pairs, unguarded, .. } = tally.open;
            let pairs =
                (pairs > 0).then(|| format!("{} of accesses may race", counted(pairs, "pair")));
            let unguarded = (unguarded > 0).then(|| unguarded_words(unguarded));
            let found = pairs.into_iter().chain(unguarded).collect::<Vec<String>>().join(", and ");
            format!("{}{found}{gaps}{accepted}{stopped}", tally.which())
        }
        (Verdict::Incomplete, Some(stopped)) => format!("incomplete: {stopped}"),
        (Verdict::Incomplete, None) => {
            let which = tally.which();
            let clients = if tally.has_clients {
                " of what these clients do, and others may do more"
            } else {
                ""
            };
            format!("incomplete: {which}no pair of accesses is left{clients}{gaps}{accepted}")
        }
        (Verdict::RaceFree, _) => "race-free for every input, if what is assumed holds".to_owned(),
        (Verdict::Accepted, _) => format!("no new candidates{accepted}; that is no proof"),
        (Verdict::NothingNew, _) => format!("nothing new{accepted}; that is no proof"),
    }
}

/// `one gap`, `2 gaps`.
pub fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("one {what}") } else { format!("{number} {what}s") }
}

/// `2 places without a lock that should be held`.
pub fn unguarded_words(number: usize) -> String {
    format!("{} without the lock that `@GuardedBy` names", counted(number, "place"))
}

impl Amount {
    /// `2 pairs and one gap`; nothing if there is nothing.
    pub fn words(self) -> Option<String> {
        let Self { pairs, unguarded, gaps } = self;
        let pairs = (pairs > 0).then(|| counted(pairs, "pair"));
        let unguarded = (unguarded > 0).then(|| unguarded_words(unguarded));
        let gaps = (gaps > 0).then(|| counted(gaps, "gap"));
        let words: Vec<String> = [pairs, unguarded, gaps].into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(" and "))
    }

    /// Whether it is one alone.
    pub fn is_one(self) -> bool {
        self.pairs + self.unguarded + self.gaps == 1
    }
}

impl Tally {
    /// Of which pairs alone it is spoken.
    fn which(&self) -> &'static str {
        match (self.has_baseline, self.has_changes) {
            (true, _) => "not in the baseline: ",
            (false, true) => "in what has changed: ",
            (false, false) => "",
        }
    }

    /// Who accepts how many.
    fn accepted(&self) -> String {
        let is = |amount: Amount| if amount.is_one() { "is" } else { "are" };
        let in_source = Amount { pairs: self.in_source, ..Amount::default() };
        [
            self.in_baseline
                .words()
                .map(|words| format!("; {words} {} in the baseline", is(self.in_baseline))),
            in_source.words().map(|words| {
                format!("; {words} {} accepted by comments in the source", is(in_source))
            }),
            self.outside.words().map(|words| {
                format!(
                    "; {words} {} outside of what has changed",
                    if self.outside.is_one() { "lies" } else { "lie" }
                )
            }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(pairs: usize, gaps: usize) -> Amount {
        Amount { pairs, unguarded: 0, gaps }
    }

    #[track_caller]
    fn check(tally: Tally, verdict: Verdict, line: &str) {
        let stopped = tally.is_stopped.then_some("the limit came");
        assert_eq!((Verdict::of(&tally), &*headline(&tally, stopped)), (verdict, line));
    }

    #[test]
    fn without_anything_accepted_it_is_as_ever() {
        let tally = Tally::default();
        check(tally, Verdict::RaceFree, "race-free for every input, if what is assumed holds");
        let gap = Tally { open: amount(0, 1), ..tally };
        check(gap, Verdict::Incomplete, "incomplete: no pair of accesses is left, and one gap");
        let clients = Tally { has_clients: true, ..tally };
        let words = "incomplete: no pair of accesses is left of what these clients do, and others may do more";
        check(clients, Verdict::Incomplete, words);
        let pairs = Tally { open: amount(2, 2), ..tally };
        check(pairs, Verdict::Candidates, "2 pairs of accesses may race, and 2 gaps");
        let stopped = Tally { is_stopped: true, ..tally };
        check(stopped, Verdict::Incomplete, "incomplete: the limit came");
        let found = Tally { open: amount(1, 0), ..stopped };
        check(
            found,
            Verdict::Candidates,
            "one pair of accesses may race; incomplete: the limit came",
        );
    }

    #[test]
    fn what_breaks_its_own_rules_is_told() {
        let broken =
            Tally { open: Amount { unguarded: 1, ..Amount::default() }, ..Tally::default() };
        check(broken, Verdict::Candidates, "one place without the lock that `@GuardedBy` names");
        let both = Tally {
            open: Amount { pairs: 1, unguarded: 2, gaps: 1 },
            in_baseline: broken.open,
            ..broken
        };
        check(
            both,
            Verdict::Candidates,
            "one pair of accesses may race, and 2 places without the lock that `@GuardedBy` names, and one gap; one place without the lock that `@GuardedBy` names is in the baseline",
        );
    }

    #[test]
    fn accepted_is_no_proof() {
        let source = Tally { in_source: 1, ..Tally::default() };
        let words = "; one pair is accepted by comments in the source";
        check(source, Verdict::Accepted, &format!("no new candidates{words}; that is no proof"));
        let gap = Tally { open: amount(0, 1), ..source };
        check(
            gap,
            Verdict::Incomplete,
            &format!("incomplete: no pair of accesses is left, and one gap{words}"),
        );
        assert_eq!(Verdict::of(&Tally { open: amount(1, 0), ..source }), Verdict::Candidates);
        assert_eq!(Verdict::of(&Tally { is_stopped: true, ..source }), Verdict::Incomplete);
    }

    #[test]
    fn only_what_is_new_counts() {
        let baseline = Tally { has_baseline: true, in_baseline: amount(3, 1), ..Tally::default() };
        check(
            baseline,
            Verdict::NothingNew,
            "nothing new; 3 pairs and one gap are in the baseline; that is no proof",
        );
        assert_eq!(Verdict::of(&Tally { is_stopped: true, ..baseline }), Verdict::Incomplete);
        assert_eq!(Verdict::of(&Tally { open: amount(0, 1), ..baseline }), Verdict::Incomplete);
        check(
            Tally { open: amount(1, 1), ..baseline },
            Verdict::Candidates,
            "not in the baseline: one pair of accesses may race, and one gap; 3 pairs and one gap are in the baseline",
        );
        let changed = Tally { has_changes: true, outside: amount(1, 0), ..Tally::default() };
        check(
            changed,
            Verdict::NothingNew,
            "nothing new; one pair lies outside of what has changed; that is no proof",
        );
        let none = Tally { has_baseline: true, has_changes: true, ..Tally::default() };
        check(none, Verdict::NothingNew, "nothing new; that is no proof");
    }

    #[test]
    fn statuses_are_those_of_the_contract() {
        let all = [
            Verdict::Candidates,
            Verdict::Incomplete,
            Verdict::RaceFree,
            Verdict::Accepted,
            Verdict::NothingNew,
        ];
        assert_eq!(all.map(Verdict::status), [1, 3, 0, 0, 0]);
        let named: Vec<&Verdict> =
            all.iter().filter(|verdict| verdict.name() == "race-free").collect();
        assert_eq!(named, [&Verdict::RaceFree]);
    }
}
