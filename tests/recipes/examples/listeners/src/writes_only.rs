//! Vector clocks for writes only: a detector that tells two writes of one variable that
//! happens-before does not order, and leaves reads out.
//!
//! **Guarantees** that each race that it tells is one. **Misses** races with reads, and therefore
//! also races of writes behind them: what a racing read sees depends on where threads are switched,
//! and a branch on it may lead to writes that no execution shows which was explored. Up to the
//! first race of an execution there are none of those, so the first one is not missed if it is of
//! two writes.

use crate::VectorClocks;
use crate::detector::{AboutDetector, Hears, Wanted};
use raceproof_base::{AccessKind, Canonical, Event, Finding, Finer, Listener, Names};

/// What holds of this detector.
pub(crate) const ABOUT: AboutDetector = AboutDetector {
    name: "writes-only",
    hears: Hears::Writes,
    finds: "a write-write race that no race with a read comes before; reads are not looked at (--race full tells all races)",
    finds_all: false,
};

/// The listener, whatever is wanted.
pub(crate) fn listener(_wanted: Wanted<'_>) -> WritesOnly {
    WritesOnly::default()
}

/// The detector: the vector clocks, to whom nobody tells reads.
#[derive(Default)]
pub struct WritesOnly(VectorClocks);

impl Listener for WritesOnly {
    type Mark = <VectorClocks as Listener>::Mark;
    type Snapshot = <VectorClocks as Listener>::Snapshot;
    const DETECTS: bool = true;

    /// Reads may be told for the sake of others.
    fn event(&mut self, event: &Event, names: &dyn Names) {
        if !matches!(event, Event::Access { access: AccessKind::Read, .. }) {
            self.0.event(event, names);
        }
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.0.finding()
    }

    fn weak_race(&mut self) -> Option<Box<Finding>> {
        self.0.weak_race()
    }

    fn finer(&mut self) -> Option<Finer> {
        self.0.finer()
    }

    fn summary(&mut self, names: &dyn Canonical, into: &mut Vec<u64>) {
        self.0.summary(names, into);
    }

    fn covers(visited: &[&[u64]], present: &[u64]) -> bool {
        VectorClocks::covers(visited, present)
    }

    fn mark(&mut self) -> Self::Mark {
        self.0.mark()
    }

    fn rollback(&mut self, to: Self::Mark) {
        self.0.rollback(to);
    }

    fn save(&mut self) -> Self::Snapshot {
        self.0.save()
    }

    fn restore(&mut self, from: &Self::Snapshot) {
        self.0.restore(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DetectorKind;
    use crate::testing::{
        BALANCE, Chance, TestNames, access, first_race, first_race_by_definition,
    };
    use raceproof_base::Conflict;

    #[test]
    fn it_is_in_the_table_and_claims_no_more_than_it_finds() {
        let named = |kind: &&DetectorKind| kind.about().name == "writes-only";
        let kind = DetectorKind::ALL.iter().find(named).expect("the detector is not in the table");
        assert!(kind.detects() && !kind.about().finds_all);
        assert_eq!(kind.about().hears, Hears::Writes);
    }

    #[test]
    fn reads_race_with_nothing() {
        let [read, write] = [AccessKind::Read, AccessKind::Write];
        let of = |first, second| {
            let events = [access(1, first, BALANCE), access(2, second, BALANCE)];
            first_race(WritesOnly::default(), &events)
        };
        assert_eq!(of(write, write), Some((1, Conflict::WriteWrite)));
        assert_eq!([of(read, write), of(write, read), of(read, read)], [None; 3]);
    }

    /// Of random executions it tells what the definition calls a race where reads are left out.
    #[test]
    fn of_writes_it_tells_the_races_of_the_definition() {
        let mut chance = Chance(9);
        let mut races = 0;
        for _ in 0..3_000 {
            let events: Vec<Event> = (0..32).map(|_| chance.event()).collect();
            let is_read =
                |event: &&Event| matches!(event, Event::Access { access: AccessKind::Read, .. });
            let writes: Vec<Event> =
                events.iter().filter(|event| !is_read(event)).copied().collect();
            let expected = first_race_by_definition(&writes, |_| true);
            let told = first_race(WritesOnly::default(), &events)
                .map(|(index, _)| index - events[..index].iter().filter(is_read).count());
            assert_eq!(told, expected, "{events:#?}");
            races += usize::from(expected.is_some());
        }
        assert!((300..2_900).contains(&races), "both answers must come often: {races} races");
    }

    #[test]
    fn what_is_taken_back_was_not_written() {
        let write = |thread| access(thread, AccessKind::Write, BALANCE);
        let mut detector = WritesOnly::default();
        let (mark, saved) = (detector.mark(), detector.save());
        detector.event(&write(1), &TestNames::default());
        detector.rollback(mark);
        assert_eq!(first_race(detector, &[write(2), write(1)]), Some((1, Conflict::WriteWrite)));
        let mut detector = WritesOnly::default();
        detector.event(&write(1), &TestNames::default());
        detector.restore(&saved);
        assert_eq!(first_race(detector, &[write(2)]), None);
    }
}
