//! Figure 1 with Table II, and the shape of Tables V and VI, of "Efficient Data Race Prediction
//! with Incremental Reasoning on Time-Stamped Lock History" (ASE 2013), as Markdown: `make
//! paper-ipa` writes tests/papers/ipa.md. The same each time.

#[path = "../../tests/common/figure.rs"]
mod figure;
mod machine;
mod programs;

use programs::Program;
use raceproof_predict::checker::Checker;
use raceproof_predict::event::Subject;
use raceproof_predict::ipa::{Counts, Options, Pair, PairwiseReachability, Strategy, Verdict};
use raceproof_predict::model::Model;
use raceproof_predict::trace::Trace;
use std::collections::BTreeSet;

fn main() {
    println!("# iPA (2013), repeated\n\nWritten by `make paper-ipa`.\n");
    figure_1();
    let measured: Vec<(Program, Measured)> = programs::ALL.into_iter().map(measure).collect();
    table_5(&measured);
    table_6(&measured);
}

fn engine(model: &Model, strategy: Strategy, incremental: bool) -> PairwiseReachability<'_> {
    PairwiseReachability::new(model, Options { strategy, incremental })
}

fn shown([first, second]: Pair) -> String {
    format!("(a{}, b{})", first + 1, second + 1)
}

/// The targets of the figure as items.
fn targets(trace: &Trace, model: &Model) -> Vec<[u32; 2]> {
    let access = |location| figure::access(trace, model, location).unwrap_or_default();
    figure::TARGETS.iter().map(|target| target.map(access)).collect()
}

fn figure_1() {
    let trace = figure::trace();
    let model = Model::new(&trace);
    let targets = targets(&trace, &model);
    let (mut again, mut fresh) =
        (engine(&model, Strategy::Two, true), engine(&model, Strategy::Two, false));
    println!("## Figure 1 and Table II: the search for (a10, b10)\n");
    println!("| visited | next | check | the paper's |\n| --- | --- | --- | --- |");
    again.check_reach(targets[0][0], targets[0][1]);
    for (step, (pair, check)) in again.steps().iter().zip(figure::TABLE_2) {
        let paper = format!("{} {check}", shown(pair.map(|location| location - 1)));
        println!(
            "| {} | {} | {} | {paper} |",
            shown(step.pair),
            step.next.map_or("-".into(), shown),
            step.check.label()
        );
    }
    println!("\n## Its four targets, one after the other\n");
    println!(
        "The paper counts 8 calls for the first and 13 for the others, 71 without incremental search and 446 without"
    );
    println!(
        "pruning. We count 9 for the first, as Table II has ten pairs, and no call to a pair that was visited.\n"
    );
    println!(
        "| target | reachable | calls | without incremental search | without pruning |\n| --- | --- | --- | --- | --- |"
    );
    let mut again = engine(&model, Strategy::Two, true);
    for ([one, other], locations) in targets.into_iter().zip(figure::TARGETS) {
        let before = [again.counts(), fresh.counts()];
        let verdict = again.check_reach(one, other);
        fresh.check_reach(one, other);
        let calls =
            [again.counts().calls - before[0].calls, fresh.counts().calls - before[1].calls];
        let potential = again.counts().potential - before[0].potential;
        let [first, second] = locations.map(|location| location % 100);
        let is_reachable = if verdict == Verdict::Reachable { "yes" } else { "no" };
        println!(
            "| (a{first}, b{second}) | {is_reachable} | {} | {} | {potential} |",
            calls[0], calls[1]
        );
    }
    let (again, fresh) = (again.counts(), fresh.counts());
    println!("| all | | {} | {} | {} |\n", again.calls, fresh.calls, again.potential);
}

/// What was found out of a program.
struct Measured {
    threads: usize,
    accesses: usize,
    locks: usize,
    communications: usize,
    /// By strategy I and II, incremental and not.
    counts: [[Counts; 2]; 2],
    /// Pairs of places that strategy I reaches, that II reaches, of which a checked witness was
    /// made.
    lines: [usize; 3],
    deadlocks: usize,
}

/// The engines of a program: by strategy, incremental and not.
type Engines<'a> = [[PairwiseReachability<'a>; 2]; 2];

fn measure(program: Program) -> (Program, Measured) {
    let trace = (program.make)();
    let model = Model::new(&trace);
    let mut engines = [Strategy::One, Strategy::Two]
        .map(|strategy| [true, false].map(|again| engine(&model, strategy, again)));
    let lines = ask(&trace, &model, &mut engines);
    let of = |subject| trace.events().filter(|event| event.kind.subject() == subject).count();
    let measured = Measured {
        threads: model.threads.len(),
        accesses: of(Subject::Variable),
        locks: of(Subject::Lock),
        communications: of(Subject::Thread) + of(Subject::Message),
        counts: engines.each_ref().map(|pair| pair.each_ref().map(PairwiseReachability::counts)),
        lines: lines.map(|set| set.len()),
        deadlocks: engines[1][0].deadlocks().len(),
    };
    (program, measured)
}

/// Pairs each access with those before it that it conflicts with, as it is observed. The answer is
/// [`Measured::lines`].
fn ask(trace: &Trace, model: &Model, engines: &mut Engines) -> [BTreeSet<[u32; 2]>; 3] {
    let checker = Checker::new(trace);
    let mut lines = [const { BTreeSet::new() }; 3];
    for (at, other) in model.items.iter().enumerate() {
        for (before, one) in model.items[..at].iter().enumerate() {
            if one.thread == other.thread
                || one.object != other.object
                || !one.kind.conflicts(other.kind)
            {
                continue;
            }
            let (first, second) = (before as u32, at as u32);
            let verdicts = engines
                .each_mut()
                .map(|pair| pair.each_mut().map(|ipa| ipa.check_reach(first, second)));
            let mut places = [one, other].map(|item| trace.event(item.at).location);
            places.sort_unstable();
            for (strategy, verdict) in verdicts.iter().enumerate() {
                if verdict[0] == Verdict::Reachable {
                    lines[strategy].insert(places);
                }
            }
            if verdicts[1][0] == Verdict::Reachable && !lines[2].contains(&places) {
                let witness = engines[1][0].witness(first, second);
                if witness.is_some_and(|witness| checker.check(&witness.positions(trace)).is_ok()) {
                    lines[2].insert(places);
                }
            }
        }
    }
    lines
}

fn table_5(measured: &[(Program, Measured)]) {
    println!("## Table V: pairs that are reachable\n");
    println!(
        "**These are not the paper's programs**, but generated traces of programs of the same shapes, much"
    );
    println!(
        "shorter; so the figures can be compared in kind only. On the right the paper's, of its first run of each."
    );
    println!(
        "Lines are pairs of places: by strategy II, of which a witness was made that the checker accepts (in the"
    );
    println!("paper: replayed), by I.\n");
    print!(
        "| program | threads | accesses | lock events | communication | pairs | HB | HB, lockset | I | II "
    );
    println!("| lines | deadlocks | HB, lockset / I / II | lines |");
    println!("|{}", " --- |".repeat(14));
    for (program, measured) in measured {
        let Measured { threads, accesses, locks, communications, counts, lines, deadlocks } =
            measured;
        let [[one, _], [two, _]] = counts;
        print!("| {} | {threads} | {accesses} | {locks} | {communications} ", program.name);
        print!(
            "| {} | {} | {} | {} | {} ",
            one.pairs, one.unordered, one.unlocked, one.reachable, two.reachable
        );
        print!("| {} / {} / {} | {deadlocks} ", lines[1], lines[2], lines[0]);
        println!("| {} | {} |", program.pairs, program.lines);
    }
    println!();
}

fn table_6(measured: &[(Program, Measured)]) {
    println!("## Table VI: incremental search or not\n");
    println!(
        "Potential calls, calls, these in per cent of the potential ones, how often both orders were tried, how"
    );
    println!(
        "often lock consistency left one, how often the other was redundant; incremental, then not. On the right"
    );
    println!("the paper's calls, by strategy II.\n");
    print!("| program | strategy | potential | calls | % | both | LCC | RC ");
    println!("| calls | % | both | LCC | RC | the paper's |");
    println!("|{}", " --- |".repeat(14));
    for (program, measured) in measured {
        for (strategy, counts) in ["I", "II"].into_iter().zip(&measured.counts) {
            let [again, fresh] = counts.map(|counts| {
                let percent = 100.0 * counts.calls as f64 / counts.potential.max(1) as f64;
                let Counts { calls, both, lock_consistency, redundancy, .. } = counts;
                format!("{calls} | {percent:.2} | {both} | {lock_consistency} | {redundancy}")
            });
            let paper = if strategy == "II" { program.calls } else { "" };
            println!(
                "| {} | {strategy} | {} | {again} | {fresh} | {paper} |",
                program.name, counts[0].potential
            );
        }
    }
}
