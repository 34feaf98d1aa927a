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
    let (option, heap, key) = (format!("--{RED}"), format!("--heap={RED}"), format!("-D{RED}=x"));
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

/// Of each mistake, with what is said of it: what, where, and what next.
#[test]
fn each_mistake_has_something_to_do_next() {
    let (sandbox, _) = compiled("next");
    sandbox.file("NoMain.java", "public class NoMain { }");
    sandbox.file("Latin.java", b"class Latin { String s = \"\xe9\"; }");
    sandbox.file("binary", b"\xff\xfe");
    let here = sandbox.folder.display().to_string();
    let looked = format!("it was looked for in `{here}`: name a file that is there");
    let no_folder = format!("there is no folder `{here}/lost`");
    let written = "name a file that `raceproof audit TARGET --ledger FILE` has written";
    let cases: [(&str, &[&str]); 12] = [
        ("run elsewhere.java", &["`elsewhere.java` does not exist", &looked]),
        ("run lost/missing.java", &["`lost/missing.java` does not exist", &no_folder]),
        ("run NoMane.java", &["`NoMane.java` does not exist", "did you mean `NoMain.java`?"]),
        ("check Main --config nofile", &["`nofile` does not exist", &looked]),
        ("check Absent", &["class Absent was not found", "compile it", "`--classpath PATH`"]),
        ("check NoMain.java", &["no main method", "add one", "`--main CLASS`"]),
        ("run Latin.java", &["unmappable", "`Latin.java` does not compile", "save it as that"]),
        ("check Main -cp classes --skip-proved nofile", &["the ledger `nofile`", written]),
        ("check Main -cp classes --skip-proved binary", &["the ledger `binary`", written]),
        ("audit Main -cp classes --baseline nofile", &["the ledger `nofile`", written]),
        ("audit Main -cp classes --ledger binary", &["the ledger `binary`", "or a new one"]),
        ("replay nofile", &["the trace `nofile`", "--save-trace FILE"]),
    ];
    for (line, words) in cases {
        let arguments: Vec<&str> = line.split(' ').collect();
        let finished = sandbox.raceproof(&arguments);
        expect(&finished, 2, words);
        let stderr = finished.stderr_text();
        assert!(stderr.contains("\n  help: "), "{line}: {stderr}");
        let is_made = line.contains("--ledger");
        assert!(is_made || !stderr.contains("a new one"), "{line}: {stderr}");
    }
}

/// No command is advised to take an option that it has not.
#[test]
fn what_cannot_be_printed_is_advised_of_by_what_the_command_has() {
    let (sandbox, _) = compiled("full");
    let cases = [
        ("man", false),
        ("explain data-race", false),
        ("completions bash", false),
        ("jar agent", false),
        ("scan Main -cp classes", true),
    ];
    for (line, has_output) in cases {
        let mut command = sandbox.command(&line.split(' ').collect::<Vec<_>>());
        command.stdout(fs::File::options().write(true).open("/dev/full").unwrap());
        command.stdin(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
        let finished = command.spawn().unwrap().wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&finished.stderr);
        assert!(stderr.contains("cannot be written to standard output"), "{line}: {stderr}");
        assert!(stderr.contains("\n  help: "), "{line}: {stderr}");
        assert_eq!(stderr.contains("--output"), has_output, "{line}: {stderr}");
    }
}

/// Whichever file it is, it is said before the work, in the same words.
#[test]
fn a_file_whose_folder_is_missing_is_told_alike_by_all_commands() {
    let (sandbox, _) = compiled("folders");
    let cases = [
        ("audit", "--ledger"),
        ("audit", "--output"),
        ("check", "--output"),
        ("check", "--save-trace"),
        ("check", "--save-reflection"),
        ("predict", "--output"),
        ("record", "--output"),
        ("scan", "--output"),
        ("scan", "--write-baseline"),
    ];
    for (command, option) in cases {
        let finished =
            sandbox.raceproof(&[command, "Main", "-cp", "classes", option, "nodir/file"]);
        let what = format!("{option} nodir/file: there is no folder `nodir`");
        expect(&finished, 2, &[&what, "make it, or name another"]);
        assert_eq!(finished.stdout_text(), "", "{command} has done its work");
    }
}

/// A trace, a file of options, and a source are as they were.
#[test]
fn what_a_command_reads_it_does_not_write_over() {
    let (sandbox, _) = compiled("overwritten");
    let text = "class Racy { static int x; public static void main(String[] a) { new Thread(() -> x++).start(); x++; } }";
    sandbox.file("Racy.java", text);
    let own = "target = Racy\noutput = own.properties\n";
    sandbox.file("own.properties", own);
    let finished = sandbox.raceproof(&["check", "Racy.java", "--save-trace", "r.trace"]);
    expect(&finished, 1, &[]);
    let read = |name: &str| fs::read(sandbox.folder.join(name)).unwrap();
    let trace = read("r.trace");
    let next = "give each a file of its own";
    let what = "`--output ./r.trace` and the trace `r.trace` name the same file";
    expect(&sandbox.raceproof(&["replay", "r.trace", "--output", "./r.trace"]), 2, &[what, next]);
    let what = "`output = own.properties` (own.properties, line 2)";
    expect(&sandbox.raceproof(&["check", "own.properties"]), 2, &[what, "own.properties`", next]);
    let what = "`--output Racy.java` would be written over";
    expect(&sandbox.raceproof(&["check", "Racy", "--output", "Racy.java"]), 2, &[what]);
    assert!(read("r.trace") == trace && read("own.properties") == own.as_bytes());
    assert_eq!(read("Racy.java"), text.as_bytes());
    expect(&sandbox.raceproof(&["replay", "r.trace", "--output", "report"]), 1, &[]);
}

/// `java` would say nothing: a warning, once, with what to do; and none where nobody wrote it.
#[test]
fn what_is_not_on_a_path_is_warned_of_once() {
    let (sandbox, _) = compiled("absent");
    fs::create_dir(sandbox.folder.join("empty")).unwrap();
    sandbox.file("app.properties", "target = Main\nclasspath = gone:classes\nsourcepath = src\n");
    let count = |words: &[&str], what: &str| {
        let finished = sandbox.raceproof(words);
        expect(&finished, 0, &[]);
        finished.stderr_text().matches(what).count()
    };
    let mend = "leave it out, or mend its name";
    let gone =
        "raceproof: warn: `gone` (--classpath) does not exist: it is passed over, as by `java`; ";
    for command in ["run", "check", "scan", "audit"] {
        let path = "gone:classes::empty/*:*";
        assert_eq!(
            count(&[command, "Main", "-cp", path], &format!("{gone}{mend}")),
            1,
            "{command}"
        );
        assert_eq!(count(&[command, "Main", "-cp", path], "does not exist"), 1, "{command}");
        assert_eq!(count(&[command, "Main", "-cp", path, "--quiet"], "gone"), 0, "{command}");
    }
    let lost = ["run", "Main", "-cp", "classes:lost/*"];
    assert_eq!(count(&lost, "`lost/*` (--classpath) does not exist"), 1);
    let source = "`src` (--sourcepath) does not exist: no source is looked for there";
    assert_eq!(count(&["check", "Main", "-cp", "classes", "--sourcepath", "src"], source), 1);
    assert_eq!(count(&["check", "app.properties"], "(app.properties, line 2) does not exist"), 1);
    assert_eq!(count(&["check", "app.properties"], "(app.properties, line 3) does not exist"), 1);
    // `run` shows no sources.
    assert_eq!(count(&["run", "app.properties"], "line 3"), 0);
}
