//! Schedules executed again.

mod toys;

use raceproof_base::{Cause, Choice, Event, Finding, FindingKind, Listener, Names, Schedule};
use raceproof_search::{ReplayEnd, ReplayOutcome, explore, replay};
use toys::{Attentive, DFS, Edge, Graph, Grid, Toy, finding, options, run, value};

fn replayed(model: &dyn toys::Model, choices: &[Choice]) -> ReplayOutcome {
    replay(
        &mut Toy::new(model),
        &mut Attentive::default(),
        &Schedule { choices: choices.to_vec() },
        None,
    )
}

#[test]
fn stops_where_the_schedule_does() {
    let grid = Grid { threads: 2, steps: 1, stuck: false };
    assert_eq!(replayed(&grid, &[]).end, ReplayEnd::Open(vec![run(0), run(1)]));
    assert_eq!(replayed(&grid, &[run(1)]).end, ReplayEnd::Open(vec![run(0)]));
    assert_eq!(replayed(&grid, &[run(1), run(0)]).end, ReplayEnd::Ended);
}

#[test]
fn says_where_they_part() {
    let grid = Grid { threads: 2, steps: 1, stuck: true };
    let parted = |choices: &[Choice]| match replayed(&grid, choices).end {
        ReplayEnd::Parted { at, offered } => (at, offered),
        other => panic!("{other:?}"),
    };
    assert_eq!(parted(&[run(2)]), (0, vec![run(0), run(1)]));
    assert_eq!(parted(&[run(1), run(1), run(0)]), (1, vec![run(0)]));
    assert_eq!(parted(&[run(1), value(0)]), (1, vec![run(0)]));
    assert_eq!(parted(&[run(1), run(0), run(0)]), (2, vec![]));

    let graph = Graph { edges: vec![vec![Edge::Violated(7), Edge::Ignored]], stuck: vec![] };
    for ended_by in [value(0), value(1)] {
        let outcome = replayed(&graph, &[ended_by, value(0)]);
        assert_eq!(outcome.end, ReplayEnd::Parted { at: 1, offered: vec![] });
        assert!(!outcome.confirms(&finding(FindingKind::Assertion, 7)));
    }
}

#[test]
fn shows_what_there_is_to_find() {
    let deadlock = replayed(&Grid { threads: 1, steps: 2, stuck: true }, &[run(0), run(0)]);
    assert_eq!(deadlock.end, ReplayEnd::Deadlock);
    assert_eq!(
        (deadlock.findings[0].kind, deadlock.findings[0].schedule.len()),
        (FindingKind::Deadlock, 2)
    );

    let edges =
        vec![vec![Edge::Race(1, 3), Edge::Ignored, Edge::Unsupported], vec![Edge::Violated(4)]];
    let graph = Graph { edges, stuck: vec![] };
    let both = replayed(&graph, &[value(0), value(0)]);
    assert_eq!(both.end, ReplayEnd::Violated);
    let found: Vec<_> =
        both.findings.iter().map(|f| (f.kind, f.stack[0].line, f.schedule.len())).collect();
    assert_eq!(found, [(FindingKind::DataRace, 3, 1), (FindingKind::Assertion, 4, 2)]);
    assert!(both.findings.iter().all(|found| both.confirms(found)));
    assert!(!both.confirms(&finding(FindingKind::Assertion, 5)), "another finding");

    assert_eq!(replayed(&graph, &[value(1)]).end, ReplayEnd::Ignored);
    assert!(matches!(replayed(&graph, &[value(2)]).end, ReplayEnd::Unsupported(_)));
}

#[test]
fn a_livelock_is_looked_for_only_if_it_is_sought() {
    let of = |edges: &[&[u64]]| Graph::of(edges);
    // From 1 nothing ends; from 3 there is a way out.
    let graph = of(&[&[1, 3], &[2], &[1], &[4, 3], &[]]);
    let schedule = |to| Schedule { choices: vec![value(to)] };
    let ended = |to, shows| {
        let mut toy = Toy::new(&graph);
        let outcome = replay(&mut toy, &mut Attentive::default(), &schedule(to), shows);
        let told = outcome.findings.iter().map(|found| (found.kind, found.schedule.clone()));
        (outcome.end == ReplayEnd::Livelock, told.collect::<Vec<_>>())
    };
    let sought = Some(FindingKind::Livelock);
    assert_eq!(ended(0, sought), (true, vec![(FindingKind::Livelock, schedule(0))]));
    assert_eq!(ended(0, None), (false, vec![]));
    assert_eq!(ended(0, Some(FindingKind::Deadlock)), (false, vec![]));
    assert_eq!(ended(1, sought), (false, vec![]));
    // Whether it can end is unknown where the machine is told to stop.
    let graph = Graph { edges: vec![vec![Edge::To(1)], vec![Edge::Cancelled]], stuck: vec![] };
    let outcome = replay(&mut Toy::new(&graph), &mut (), &schedule(0), sought);
    assert_eq!(outcome.end, ReplayEnd::Cancelled(Cause::Memory));
}

/// Reports every access it hears of, under a number of its own.
#[derive(Default)]
struct Eager(u32, Option<Box<Finding>>);

impl Listener for Eager {
    type Mark = ();
    type Snapshot = ();
    fn event(&mut self, event: &Event, _names: &dyn Names) {
        if let Event::Access { .. } = event {
            self.1 = Some(finding(FindingKind::DataRace, self.0));
        }
    }
    fn finding(&mut self) -> Option<Box<Finding>> {
        self.1.take()
    }
    fn mark(&mut self) {}
    fn rollback(&mut self, (): ()) {}
    fn save(&mut self) {}
    fn restore(&mut self, (): &()) {}
}

#[test]
fn of_two_listeners_both_are_asked() {
    let graph =
        Graph { edges: vec![vec![Edge::Race(1, 0)], vec![Edge::To(2)], vec![]], stuck: vec![] };
    let mut listener = (Eager(1, None), Eager(2, None));
    let answer = explore(&mut Toy::new(&graph), &mut listener, &options(DFS), &mut ());
    let found: Vec<_> =
        answer.findings.iter().map(|f| (f.stack[0].line, f.schedule.len())).collect();
    assert_eq!(found, [(1, 1), (2, 1)]);
    let again = replay(&mut Toy::new(&graph), &mut listener, &answer.findings[1].schedule, None);
    assert_eq!(again.findings.len(), 2);
}
