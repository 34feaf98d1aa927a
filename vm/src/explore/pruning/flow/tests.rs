use super::*;

/// By definition: whether every way from one node to the end comes through another.
fn is_on_every_way(next: &[Vec<usize>], from: usize, through: usize) -> bool {
    from == through || !leads_to_end(next, from, Some(through))
}

fn leads_to_end(next: &[Vec<usize>], from: usize, without: Option<usize>) -> bool {
    let mut met = vec![false; next.len() + 1];
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if Some(at) != without && !std::mem::replace(&mut met[at], true) && at < next.len() {
            work.extend(&next[at]);
        }
    }
    met[next.len()]
}

/// Where ways meet, on random graphs: the first node that is on every way from each, of all
/// that are.
#[test]
fn ways_meet_where_they_must() {
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut compared = 0;
    for _ in 0..3_000 {
        let end = 2 + random(9);
        let next: Vec<Vec<usize>> = (0..end)
            .map(|pc| match random(4) {
                0 => vec![random(end + 1)],
                1 => vec![random(end + 1), random(end + 1)],
                2 => Vec::new(),
                _ => vec![pc + 1],
            })
            .collect();
        let flow = Flow::from(next.clone(), vec![Vec::new(); end]);
        let (a, b) = (random(end), random(end));
        let both = [a, b].iter().all(|from| leads_to_end(&next, *from, None));
        let on_all =
            |node: &usize| is_on_every_way(&next, a, *node) && is_on_every_way(&next, b, *node);
        let leads = |node: &usize| leads_to_end(&next, *node, None);
        let common: Vec<usize> = (0..=end).filter(|node| leads(node) && on_all(node)).collect();
        let first = common
            .iter()
            .find(|node| common.iter().all(|other| is_on_every_way(&next, **node, *other)));
        assert_eq!(
            flow.where_meet(&[a, b]),
            first.copied().filter(|_| both),
            "{next:?} from {a} and {b}"
        );
        compared += usize::from(both);
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn ways_lead_through_handlers_too() {
    // The second instruction does nothing but throw, and is covered by the third.
    let next = vec![vec![1, 2], vec![], vec![3]];
    let flow = Flow::from(next.clone(), vec![vec![], vec![2], vec![]]);
    assert_eq!(flow.where_meet(&[1, 2]), Some(2));
    let without = Flow::from(next, vec![vec![]; 3]);
    assert_eq!(without.where_meet(&[1, 2]), None, "one of them leads nowhere");
}
