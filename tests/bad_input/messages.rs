//! What messages say: names spelled out, and what to do next.

use super::*;

const RED: &str = "\u{1b}[31m";
const SPELLED_OUT: &str = "\\u001b[31m";

/// A terminal must not do what a name of a file, a class or an argument says.
#[test]
fn nothing_that_was_named_reaches_the_terminal_as_it_is() {
    let (sandbox, _) = compiled("escapes");
    let source = format!("{RED}.java");
    sandbox.file(&source, format!("class {{ String s = \"{RED}\"; }}"));
    sandbox.file("app.jpf", format!("target = Main\nclasspath = classes\nno.{RED} = x\n"));
    let (missing, class) = (format!("no{RED}.java"), format!("Main{RED}"));
    let (option, heap, key) =
        (format!("--{RED}"), format!("--heap={RED}"), format!("-D{RED}=x"));
    let cases: [(&[&str], i32); 11] = [
        (&[RED], 2),
        (&["run", &missing], 2),
        (&["run", &class, "-cp", "classes"], 2),
        (&["run", &source], 2),
        (&["run", "app.jpf"], 0),
        (&["check", "Main", &option], 2),
        (&["check", "Main", &heap], 2),
        (&["check", "Main", &key], 2),
        (&["check", "Main", "-cp", "classes", "--output", &format!("{RED}/x")], 2),
        (&["replay", RED], 2),
        (&["explain", RED], 2),
    ];
    for (words, status) in cases {
        let finished = sandbox.raceproof(words);
        expect(&finished, status, &[SPELLED_OUT]);
        let stderr = finished.stderr_text();
        assert!(!stderr.contains('\u{1b}'), "{words:?}: {stderr:?}");
        // What javac quotes stays in its lines.
        assert!(!stderr.contains("\\n"), "{words:?}: {stderr}");
    }
}
