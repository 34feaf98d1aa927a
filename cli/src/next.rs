//! What to try after a search that did not come to its end: a table of advice, each with when it
//! applies; and after one that has found what rests on a timeout.

use raceproof_base::{Finding, FindingKind, Step};
use raceproof_config::{CheckOptions, Granularity, Timeouts};
use raceproof_search::{AboutStrategy, Covers, End, Limit};

/// What to try where a wait ended by its time in what was found, though it may be long enough.
const IDLE: &str = "a wait ends by its time in this schedule, as any may at any moment; `--timeouts idle` lets that happen only when nothing \
                    else can go on";

/// The same of sleeps.
const ASLEEP: &str = "a sleep orders nothing: in this schedule it ends before others have done what it may be meant to wait for; \
                      `--timeouts idle` lets it end only when nothing else can go on";

/// Advises whoever takes a time for long enough.
pub fn advise_of_timeouts(finding: &mut Finding) {
    let is_meant = matches!(finding.kind, FindingKind::Assertion | FindingKind::UncaughtException);
    if !is_meant || !finding.advice.is_empty() {
        return;
    }
    let Some(failing) = finding.trace.last().map(|step| step.thread.clone()) else { return };
    let sleeps = |step: &Step| step.operation.contains("sleep");
    let mut timed_out = finding.trace.iter().filter(|step| step.timed_out);
    if timed_out.clone().any(|step| !sleeps(step)) {
        IDLE.clone_into(&mut finding.advice);
    } else if timed_out.any(|step| step.thread == failing) {
        ASLEEP.clone_into(&mut finding.advice);
    }
}

/// What to try next, the likeliest help first; nothing if the search came to its end.
pub fn steps(end: &End, options: &CheckOptions, timed_out: bool) -> Vec<String> {
    let limit = match end {
        End::Limit(limit) => Some(*limit),
        End::Interrupted => None,
        End::Complete | End::Found | End::TooCoarse(_) | End::Unsupported => return Vec::new(),
    };
    let AboutStrategy { covers, keeps_states, .. } = *options.search.strategy.about();
    // Rounds have tried the others.
    let is_chosen = !options.search.auto;
    let is_random = is_chosen && covers == Covers::Samples;
    let keeps_orders = is_chosen && !keeps_states;
    let explores_all = is_chosen && covers == Covers::Schedules;
    let other = &options.nondeterminism;
    let multiplies = other.spurious_wakeups || other.weak_cas_failures || other.enumerate_random;
    let looked_for = options.race.detects();
    let is_time = matches!(limit, Some(Limit::Time(_)) | None);
    let is_depth = matches!(limit, Some(Limit::Depth(_)));
    let is_size = matches!(limit, Some(Limit::States(_) | Limit::Memory(_)));
    let table = [
        (
            is_random,
            "random executions prove nothing, however many: `--search dfs` or `--search dpor` may, on an input that is small \
             enough; a higher `--runs` or another `--seed` tries other executions",
        ),
        (
            is_depth && options.limits.depth.is_some(),
            "a higher `--max-depth`, or none: an execution that comes back to its states ends by itself",
        ),
        (
            is_depth && options.limits.depth.is_none(),
            "a program with an end: what takes more steps than these mostly goes on for ever; if it does end, a higher `--max-depth` \
             follows it further",
        ),
        (matches!(limit, Some(Limit::Time(_))), "a longer `--time`"),
        (limit.is_none(), "more time: nothing found so far is no answer yet"),
        (matches!(limit, Some(Limit::States(_))), "a higher `--max-states`, or none"),
        (matches!(limit, Some(Limit::Memory(_))), "a higher `--memory`, if the machine has it"),
        (
            timed_out && options.timeouts != Timeouts::Idle,
            "`--timeouts idle`, if waits for a time are long enough: they end by it only when nothing else can go on, which leaves fewer \
             schedules, and often an end where a wait that is repeated (a periodic task, an idle worker) has none",
        ),
        (
            (explores_all || options.search.auto)
                && options.granularity == Granularity::Access
                && looked_for,
            "`--granularity sync`: far fewer schedules, and it misses no race",
        ),
        (
            explores_all && !other.spurious_wakeups && !is_depth,
            "`--search persistent` or `--search dpor`: of orders of steps that do not depend on each other they take one; the second \
             keeps no states",
        ),
        (
            keeps_orders && (is_time || is_size),
            "`--search persistent` or `--search dfs`: they leave out states that were explored, where many orders lead to the same",
        ),
        (
            keeps_orders && covers == Covers::Orders && looked_for,
            "`--search pdp`, if only data races matter: it leaves out what cannot have one",
        ),
        (
            multiplies,
            "leave out `--spurious-wakeups`, `--weak-cas-failures` and `--enumerate-random`: each multiplies the schedules",
        ),
        (
            !is_random,
            "a smaller program: fewer threads, rounds and elements by its arguments, and no loop that never ends; most mistakes \
             show with two threads and two of each thing",
        ),
        (
            !is_random && options.machine.processors > 2,
            "`--processors 2`, if the program has parallel streams or asynchronous `CompletableFuture`s: the common pool has one worker \
             less than there are processors, and with two, each such future has a thread of its own instead",
        ),
        (
            is_chosen && !is_random,
            "`--search random`, which proves nothing, but finds what is frequent, however large the program is",
        ),
    ];
    table.into_iter().filter(|(applies, _)| *applies).map(|(_, advice)| advice.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_config::{Command, CommandLine, Key, Settings};
    use std::time::Duration;

    fn told(options: &[(Key, &str)], end: &End) -> String {
        let options = options.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        let line = CommandLine { options, ..CommandLine::default() };
        let settings = Settings::gather(Command::Check, &line).unwrap();
        steps(end, &CheckOptions::of(&settings).unwrap(), false).join("\n")
    }

    #[test]
    fn whoever_waits_for_a_time_may_take_it_for_long_enough() {
        let end = End::Limit(Limit::Time(Duration::from_secs(1)));
        let is_advised = |timeouts: &str, timed_out| {
            let options = [(Key::Timeouts, timeouts.to_owned())].into();
            let line = CommandLine { options, ..CommandLine::default() };
            let settings = Settings::gather(Command::Check, &line).unwrap();
            let told = steps(&end, &CheckOptions::of(&settings).unwrap(), timed_out);
            told.iter().any(|advice| advice.starts_with("`--timeouts idle`"))
        };
        assert!(is_advised("any", true));
        assert!(!is_advised("any", false) && !is_advised("idle", true));
    }

    #[test]
    fn what_helps_depends_on_the_limit_and_on_the_search() {
        let time = End::Limit(Limit::Time(Duration::from_secs(1)));
        let rounds = told(&[], &time);
        assert!(
            rounds.starts_with("a longer `--time`") && !rounds.contains("--search"),
            "{rounds}"
        );
        assert!(rounds.contains("a smaller program"), "{rounds}");
        assert!(rounds.contains("`--processors 2`"), "{rounds}");
        assert!(!told(&[(Key::Processors, "2")], &time).contains("--processors"));
        let depth_first = told(&[(Key::Search, "dfs")], &time);
        assert!(
            depth_first.starts_with("a longer `--time`") && depth_first.contains("`--search dpor`"),
            "{depth_first}"
        );
        assert!(!depth_first.contains("--granularity"), "{depth_first}");
        assert!(told(&[(Key::Granularity, "access")], &time).contains("--granularity sync"));
        assert!(told(&[(Key::Search, "dpor")], &time).contains("`--search dfs`"));
        assert!(!told(&[(Key::Search, "dpor")], &time).contains("`--search dpor`"));
        assert!(
            told(&[(Key::MaxDepth, "7")], &End::Limit(Limit::Depth(7)))
                .starts_with("a higher `--max-depth`")
        );
        assert!(told(&[], &End::Limit(Limit::Depth(7))).starts_with("a program with an end"));
        assert!(told(&[], &End::Limit(Limit::Memory(7))).starts_with("a higher `--memory`"));
        let random = told(&[(Key::Search, "random")], &End::Limit(Limit::Runs(7)));
        assert!(
            random.starts_with("random executions prove nothing")
                && !random.contains("`--search random`"),
            "{random}"
        );
        let spurious =
            told(&[(Key::SpuriousWakeups, "true"), (Key::Search, "dfs")], &End::Interrupted);
        assert!(
            spurious.contains("leave out `--spurious-wakeups`") && !spurious.contains("dpor"),
            "{spurious}"
        );
        assert_eq!(told(&[], &End::Complete), "");
    }
}
