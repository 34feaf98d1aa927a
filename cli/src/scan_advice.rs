//! What to change where two accesses may race, by the locks that each of the two holds.

/// One lock for both, by its name where they have names.
pub fn one_lock([one, other]: [&[String]; 2]) -> String {
    let named = |locks: &[String]| locks.join(" and ");
    match (one, other) {
        ([], []) => "hold one lock at both".to_owned(),
        ([], held) => format!("hold {} at the first, too: only the second holds it", named(held)),
        (held, []) => format!("hold {} at the second, too: only the first holds it", named(held)),
        _ if one == other => format!(
            "hold one and the same lock at both: what is called {} may be several objects, or is held for reading",
            named(one)
        ),
        _ => format!(
            "hold the same lock at both: the first holds {}, the second {}, and different locks keep nobody apart",
            named(one),
            named(other)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_are_called_by_their_names() {
        let locks = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        for (one, other, wanted) in [
            (&[][..], &[][..], "hold one lock at both"),
            (&["a"], &[], "hold a at the second, too: only the first holds it"),
            (&[], &["a", "b"], "hold a and b at the first, too: only the second holds it"),
            (
                &["a"],
                &["b"],
                "hold the same lock at both: the first holds a, the second b, and different locks keep nobody apart",
            ),
            (
                &["some A"],
                &["some A"],
                "hold one and the same lock at both: what is called some A may be several objects, or is held for reading",
            ),
        ] {
            assert_eq!(one_lock([&locks(one), &locks(other)]), wanted);
        }
    }
}
