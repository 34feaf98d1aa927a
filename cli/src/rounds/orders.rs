//! What a reduction has completed is a proof where no order was left out that plain accesses of the
//! class library tell apart: so it is explored again, being told of these, or without a reduction.

use raceproof_config::{Findings, Granularity};
use raceproof_listeners::DetectorKind;
use raceproof_search::{End, Exploration, StrategyKind};

use super::turns::{GROWTH, HARDLY_REDUCED, NEARLY_SMALL, SMALL, Turn};
use super::{Rounds, executed, round_report, up_to, with};
use crate::detectors::Explored;
use crate::exploration::{Budget, Job, Machines};
use crate::machine::Refusal;

impl Rounds<'_, '_> {
    /// All states, if these are likely to be few.
    pub(super) fn without_reduction(
        &mut self,
        reduced: &Explored,
        turn: &Turn,
    ) -> Result<Option<Explored>, Refusal> {
        let is_nearly_small = HARDLY_REDUCED..=SMALL;
        if !is_nearly_small.contains(&reduced.exploration.statistics.transitions)
            || self.are_too_few(turn.library, NEARLY_SMALL)
        {
            return Ok(None);
        }
        let time = self.time_left().map(|left| left / 3);
        let budget = Budget { time, ..up_to(NEARLY_SMALL) };
        let explored = self.round(StrategyKind::DepthFirst, turn.library, budget)?;
        Ok((!matches!(explored.exploration.end, End::Limit(_))).then_some(explored))
    }

    /// What a reduction has completed, if no order was left out that plain accesses of the class
    /// library tell apart: where none of its variables races but those at whose accesses threads
    /// are switched, every execution has the accesses and the results of one that was explored.
    pub(super) fn with_all_orders(
        &mut self,
        mut explored: Explored,
        strategy: StrategyKind,
        turn: &Turn,
    ) -> Result<Option<Explored>, Refusal> {
        let known = explored.fineness.contested.len();
        let (has_told_all, has_operations) = self.has_told_all_orders(strategy, turn)?;
        let all = self.fineness.contested.len();
        if all > known {
            let time = self.time_left();
            let budget = Budget { time, must_reduce: true, ..up_to(GROWTH * turn.transitions) };
            explored = self.round(strategy, turn.library, budget)?;
        }
        if let Some(options) = explored.options.as_mut().filter(|_| has_operations) {
            options.library = turn.library;
        }
        explored.are_all_orders_told = has_told_all
            && explored.fineness.contested.len() == all
            && explored.fineness.strategy(strategy).reduces();
        Ok(match explored.exploration.end {
            End::Complete if explored.are_all_orders_told => Some(explored),
            End::Found | End::Unsupported => Some(explored),
            _ => None,
        })
    }

    /// Explores by a reduction which is told of the class library's own variables, until it switches
    /// threads at all that race. Whether that is complete, has found nothing but such races, and
    /// nothing was changed of which it is not told; and whether there were operations that are steps.
    fn has_told_all_orders(
        &mut self,
        strategy: StrategyKind,
        turn: &Turn,
    ) -> Result<(bool, bool), Refusal> {
        let mut options = with(self.job.options, strategy, turn.library);
        options.findings = Findings::All;
        options.race = DetectorKind::Full;
        options.granularity = Granularity::Sync;
        options.trusts_library = false;
        options.checked.clear();
        let job = Job { options: &options, program: self.job.program, run: self.job.run.clone() };
        let time = self.time_left();
        let budget = Budget { time, must_reduce: true, ..up_to(GROWTH * turn.transitions) };
        self.monitor.round(options.search.strategy.about().name);
        // Machines that were kept trust the class library.
        let mut machines = Machines::more();
        let fineness = self.fineness.clone();
        let told = job.search(fineness, budget, self.started, self.monitor, &mut machines)?;
        let Exploration { end, findings, untold, has_operations, .. } = &told.exploration;
        if let Some(place) = untold {
            log::info!("the reduction proves nothing: nothing tells of what is changed at {place}");
        }
        let is_complete = untold.is_none() && *end == End::Complete && !told.fineness.unreduced;
        let are_races = findings.iter().all(|finding| finding.race.is_some());
        self.fineness.contested.clone_from(&told.fineness.contested);
        options.library = executed(&options, &told.exploration);
        let mut report = round_report(&told, &options);
        report.findings = 0;
        report.ended += ", told of the class library's own variables";
        self.told.push(report);
        Ok((is_complete && are_races, *has_operations))
    }
}
