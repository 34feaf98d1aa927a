//! Comments in the source, and an option, that accept what is told at a place.

use super::*;

#[test]
fn a_comment_at_an_access_accepts_it() {
    let sandbox = sandbox("comments");
    let text_of = |first: &str, second: &str| {
        format!(
            "package lib; public class Hits {{ private int hits, seen;
            public void hit() {{ hits++; }} {first}
            {second}
            public void see() {{ seen = 1; }} }}"
        )
    };
    let (first, second) =
        ("// raceproof: benign  a guess is enough ", "// raceproof: benign it is always 1");
    sandbox.class("lib/Hits.java", &text_of(first, second));
    let now = report(&sandbox, "Hits", 0, &[]);
    assert_eq!(
        (&now["verdict"], &now["candidates"], &now["warnings"]),
        (&json!("accepted"), &json!([]), &json!([]))
    );
    let by = json!([
        { "place": "lib/Hits.java:2", "reason": "a guess is enough", "pairs": 2 },
        { "place": "lib/Hits.java:3", "reason": "it is always 1", "pairs": 1 },
    ]);
    assert_eq!(now["suppressed"], json!({ "pairs": 3, "by": by }));
    let told = text(&sandbox, "Hits", 0, &["--write-baseline", "base.txt"]);
    has(
        &told,
        &[
            "   2 pairs by the comment at lib/Hits.java:2: a guess is enough\n   one pair by the comment at lib/Hits.java:3: it",
            "verdict: no new candidates; 3 pairs are accepted by comments in the source; that is no proof",
        ],
    );
    // What a comment accepts needs no entry, and an entry of it is not fixed.
    assert_eq!(entries(&read(&sandbox, "base.txt")), [""; 0]);
    sandbox.file("lib/Hits.java", text_of("", ""));
    report(&sandbox, "Hits", 1, &["--write-baseline", "base.txt"]);
    sandbox.file("lib/Hits.java", text_of(first, second));
    assert_eq!(
        report(&sandbox, "Hits", 0, &["--baseline", "base.txt"])["baseline"]["fixed"],
        json!([])
    );
    // Only one of the two.
    sandbox.file("lib/Hits.java", text_of(first, ""));
    let one = report(&sandbox, "Hits", 1, &[]);
    assert_eq!((variables(&one), &one["suppressed"]["pairs"]), (vec!["lib.Hits.seen"], &json!(2)));
    // Found elsewhere, if it is said where.
    fs::create_dir(sandbox.folder.join("away")).unwrap();
    fs::rename(sandbox.folder.join("lib"), sandbox.folder.join("away/lib")).unwrap();
    report(&sandbox, "Hits", 1, &[]);
    assert_eq!(
        report(&sandbox, "Hits", 1, &["--sourcepath", "away"])["suppressed"]["pairs"],
        json!(2)
    );
}

#[test]
fn comments_that_accept_nothing_are_told() {
    let sandbox = sandbox("unused");
    let text_of = "package lib; public class Hits { private int hits;
        // raceproof: benign nothing is here

        public void hit() { hits++; } // raceproof: benign
        // raceproof: bening it is a guess
        String said = \"// raceproof: benign x\"; /* // raceproof: benign y */ }";
    sandbox.class("lib/Hits.java", text_of);
    let now = report(&sandbox, "Hits", 1, &[]);
    assert_eq!(
        (variables(&now), &now["suppressed"]),
        (vec!["lib.Hits.hits"], &json!({ "pairs": 0, "by": [] }))
    );
    let warnings: Vec<&str> =
        now["warnings"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    let wanted = [
        "lib/Hits.java:2: unused: no pair has an access at line 3",
        "lib/Hits.java:4: a comment gives no reason",
        "lib/Hits.java:5: a comment begins with `raceproof:` and is not understood",
    ];
    assert_eq!(warnings.len(), wanted.len(), "{warnings:?}");
    assert!(
        warnings.iter().zip(wanted).all(|(warning, wanted)| warning.starts_with(wanted)),
        "{warnings:?}"
    );
    has(&text(&sandbox, "Hits", 1, &[]), &["Warnings:\n   lib/Hits.java:2: unused"]);
}

/// What the library does is one pair for all who call it.
#[test]
fn calls_of_the_library_are_accepted_where_they_all_are() {
    let sandbox = sandbox("calls");
    let text_of = |second: &str| {
        format!(
            "package lib; import java.util.*; public class Names {{ private final List<String> names = new ArrayList<>();
            public void add(String name) {{ names.add(name); }} // raceproof: benign only a log
            public void twice(String name) {{ names.add(name); }} {second}
            }}"
        )
    };
    sandbox.class("lib/Names.java", &text_of(""));
    let one = report(&sandbox, "Names", 1, &[]);
    assert_eq!(one["suppressed"]["pairs"], json!(0));
    has(
        &one["warnings"].to_string(),
        &[
            "lib/Names.java:2: unused: what is called at line 2 accesses the same from Names.java:3, too",
        ],
    );
    sandbox.file("lib/Names.java", text_of("// raceproof: benign also a log"));
    let both = report(&sandbox, "Names", 0, &[]);
    // What a method reference calls, no line calls.
    let third = "public void third(String name) { java.util.function.Consumer<String> c = names::add; c.accept(name); }";
    let whole = text_of("// raceproof: benign also a log");
    sandbox
        .class("lib/Names.java", &format!("{}{third} }}", whole.trim_end().trim_end_matches('}')));
    let now = report(&sandbox, "Names", 1, &[]);
    has(
        &now["warnings"].to_string(),
        &["lib/Names.java:3: unused: ", "from a place without a line, too"],
    );
    let reasons: Vec<&str> = both["suppressed"]["by"]
        .as_array()
        .unwrap()
        .iter()
        .map(|by| by["reason"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["only a log", "also a log"]);
}

/// One behind a line and one above it: neither is unused.
#[test]
fn two_comments_may_speak_of_one_line() {
    let sandbox = sandbox("two");
    let text = "package lib; public class Two { int x;
        // raceproof: benign above
        public void set() { x = 1; } // raceproof: benign behind
        }";
    sandbox.class("lib/Two.java", text);
    let now = report(&sandbox, "Two", 0, &[]);
    assert_eq!(
        (&now["warnings"], now["suppressed"]["by"].as_array().unwrap().len()),
        (&json!([]), 2)
    );
}

/// Threads that a call starts inside the library are that call's.
#[test]
fn calls_that_start_threads_are_accepted_like_others() {
    let sandbox = sandbox("workers");
    let text_of = |at_sum: &str, at_also: &str| {
        format!(
            "package lib; import java.util.*; public class Sums {{ private final long[] data = new long[9999];
            public void sum() {{ Arrays.parallelPrefix(data, (a, b) -> a + b); }} {at_sum}
            public void also() {{ Arrays.parallelPrefix(data, (a, b) -> a + b); }} {at_also}
            }}"
        )
    };
    let (one, other) =
        ("// raceproof: benign they are summed up", "// raceproof: benign they are, too");
    sandbox.class("lib/Sums.java", &text_of(one, other));
    assert_eq!(report(&sandbox, "Sums", 0, &[])["verdict"], "accepted");
    sandbox.file("lib/Sums.java", text_of(one, ""));
    assert!(variables(&report(&sandbox, "Sums", 1, &[])).contains(&"long[]"));
}

/// Gaps are not accepted by what accepts pairs.
#[test]
fn what_is_not_followed_stays_open() {
    let sandbox = sandbox("comment-gap");
    sandbox.class(
        "lib/Visit.java",
        "package lib; public class Visit { int x; public void visit(Runnable r) { r.run();
         x = 1; // raceproof: benign always 1
         } }",
    );
    let now = report(&sandbox, "Visit", 3, &[]);
    assert_eq!((&now["verdict"], &now["suppressed"]["pairs"]), (&json!("incomplete"), &json!(1)));
    report(&sandbox, "Visit", 3, &["--write-baseline", "base.txt"]);
    assert_eq!(report(&sandbox, "Visit", 0, &["--baseline", "base.txt"])["verdict"], "nothing-new");
}

#[test]
fn an_option_accepts_variables_and_says_so() {
    let sandbox = counts("benign");
    let now = report(
        &sandbox,
        "Counts",
        1,
        &["--benign", "lib.Counts.count", "--benign", "lib.Counts.coutn"],
    );
    assert_eq!(variables(&now), ["lib.Counts.total"]);
    has(&now["warnings"].to_string(), &["`benign = lib.Counts.coutn` stands for no variable"]);
    has(
        &now["assumptions"].to_string(),
        &["races of lib.Counts.count, lib.Counts.coutn were accepted"],
    );
    assert_eq!(now["warnings"].as_array().unwrap().len(), 1);
}
