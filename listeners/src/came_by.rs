//! Races of what an object holds, where the object itself was handed over by a race: the advice is
//! to mend that one first, which may mend the others.

use raceproof_base::Finding;

/// Advises of each race whose object came by the variable of another one.
pub fn complete(findings: &mut [Finding]) {
    let advice: Vec<Option<String>> =
        (0..findings.len()).map(|number| advice(findings, number)).collect();
    for (finding, advice) in findings.iter_mut().zip(advice) {
        if let Some(advice) = advice {
            finding.advice = format!("{advice}; if this races still, {}", finding.advice);
        }
    }
}

/// The variables by which the object came, up to the first that was handed over otherwise.
fn advice(findings: &[Finding], number: usize) -> Option<String> {
    let mut way = vec![number];
    while let Some(next) = by_which_race(findings, way[way.len() - 1])
        && !way.contains(&next)
    {
        way.push(next);
    }
    let (_, through) = way.split_first().filter(|(_, through)| !through.is_empty())?;
    let names = through.iter().filter_map(|at| findings[*at].race.as_ref());
    let names: Vec<&str> = names.map(|race| race.variable.as_str()).collect();
    let first = through[through.len() - 1];
    let side = if first < number { "above" } else { "below" };
    Some(format!(
        "the object came by {}, which races, too ({side}): mend that first",
        names.join(", and that by ")
    ))
}

/// The race of the variable by which the object of a race came.
fn by_which_race(findings: &[Finding], number: usize) -> Option<usize> {
    let came_by = findings[number].race.as_ref()?.came_by.as_ref()?;
    findings
        .iter()
        .position(|other| other.race.as_ref().is_some_and(|race| race.variable == *came_by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VectorClocks;
    use crate::testing::{BALANCE, TestNames, access};
    use raceproof_base::{AccessKind, Listener as _};

    fn race(variable: &str, came_by: Option<&str>) -> Finding {
        let mut detector = VectorClocks::default();
        for thread in [1, 2] {
            detector.event(&access(thread, AccessKind::Write, BALANCE), &TestNames::default());
        }
        let mut finding = *detector.finding().unwrap();
        let race = finding.race.as_mut().unwrap();
        race.variable = variable.to_owned();
        race.came_by = came_by.map(str::to_owned);
        "lock it".clone_into(&mut finding.advice);
        finding
    }

    fn told(mut findings: Vec<Finding>) -> Vec<String> {
        complete(&mut findings);
        findings.into_iter().map(|finding| finding.advice).collect()
    }

    #[test]
    fn the_race_by_which_an_object_came_is_to_be_mended_first() {
        let told = told(vec![
            race("Box.early", Some("Box.it")),
            race("Box.it", None),
            race("int[][1]", Some("Box.array")),
            race("Box.array", Some("Box.it")),
            race("Box.other", Some("Box.safe")),
        ]);
        let still = "mend that first; if this races still, lock it";
        assert_eq!(
            told,
            [
                format!("the object came by Box.it, which races, too (below): {still}"),
                "lock it".to_owned(),
                format!(
                    "the object came by Box.array, and that by Box.it, which races, too (above): {still}"
                ),
                format!("the object came by Box.it, which races, too (above): {still}"),
                "lock it".to_owned(),
            ]
        );
    }

    #[test]
    fn objects_that_came_by_each_other_end_somewhere() {
        let told = told(vec![
            race("Node.next", Some("Node.next")),
            race("Node.left", Some("Node.right")),
            race("Node.right", Some("Node.left")),
        ]);
        assert_eq!(told[0], "lock it");
        assert!(told[1].starts_with("the object came by Node.right, which"), "{told:?}");
        assert!(told[2].starts_with("the object came by Node.left, which"), "{told:?}");
    }
}
