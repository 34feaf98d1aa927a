//! Round trips, and any bytes.

use super::*;
use raceproof_base::{Moments, Place};

/// Chance, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    fn text(&mut self) -> String {
        const CHARACTERS: [char; 16] = [
            'a', ' ', '"', '\\', '\n', '\r', '\t', '#', '\0', '\u{1b}', 'é', '\u{2028}', '😀', '=',
            ':', '\u{ffff}',
        ];
        (0..self.below(9)).map(|_| CHARACTERS[self.below(CHARACTERS.len())]).collect()
    }

    fn map<V>(&mut self, mut value: impl FnMut(&mut Self) -> V) -> BTreeMap<String, V> {
        (0..self.below(4)).map(|_| (self.text(), value(self))).collect()
    }

    fn choice(&mut self) -> Choice {
        let thread = ThreadId(if self.below(9) == 0 {
            u32::MAX
        } else {
            u32::try_from(self.below(5)).unwrap()
        });
        let number = u32::try_from(self.below(1 << 32)).unwrap();
        match self.below(5) {
            0 => Choice::Run(thread),
            1 => Choice::TimeOut(thread),
            2 => Choice::Spurious(thread),
            3 => Choice::Value(thread, number),
            _ => Choice::Notify(thread, number),
        }
    }

    fn trace(&mut self) -> (TraceFile, Vec<Step>) {
        let choices: Vec<Choice> = (0..self.below(20)).map(|_| self.choice()).collect();
        let step = |chance: &mut Self| Step {
            thread: chance.text(),
            operation: chance.text(),
            place: Place { file: chance.text(), ..Place::default() },
            library: false,
            called: None,
            timed_out: false,
            ending: None,
            value: None,
            moments: Moments::default(),
        };
        let steps = if self.below(2) == 0 {
            Vec::new()
        } else {
            choices.iter().map(|_| step(self)).collect()
        };
        let trace = TraceFile {
            tool: self.text(),
            jdk: self.text(),
            java_home: (self.below(2) == 0).then(|| self.text()),
            options: (0..self.below(5))
                .map(|_| (KEYS[self.below(KEYS.len())].to_owned(), self.text()))
                .collect(),
            properties: self.map(Self::text),
            arguments: (0..self.below(4)).map(|_| self.text()).collect(),
            classes: self
                .map(|chance| u128::from(chance.0) << 64 | u128::from(chance.0.rotate_left(7))),
            kind: FindingKind::ALL[self.below(4)],
            message: self.text(),
            accesses: (0..self.below(3)).map(|_| self.text()).collect(),
            schedule: Schedule { choices },
        };
        (trace, steps)
    }
}

fn sample() -> String {
    let trace = TraceFile {
        tool: "0.1.0".to_owned(),
        jdk: "17.0.15+6".to_owned(),
        java_home: None,
        options: [("granularity", "sync"), ("target", "Forks.java")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
        properties: [("user.name".to_owned(), "m e".to_owned())].into(),
        arguments: vec!["2".to_owned()],
        classes: [("Forks".to_owned(), 0xabc)].into(),
        kind: FindingKind::Deadlock,
        message: "two threads wait for \"each other\"".to_owned(),
        accesses: Vec::new(),
        schedule: Schedule {
            choices: vec![Choice::Run(ThreadId(0)), Choice::Notify(ThreadId(1), 0)],
        },
    };
    let step = |operation: &str| Step {
        thread: "main".to_owned(),
        operation: operation.to_owned(),
        place: Place { file: "Forks.java".to_owned(), line: 5, ..Place::default() },
        library: false,
        called: None,
        timed_out: false,
        ending: None,
        value: None,
        moments: Moments::default(),
    };
    render(&trace, &[step("start Thread-0"), step("notify\nrun 7")])
}

#[test]
fn the_keys_of_a_trace_are_keys() {
    for key in KEYS {
        assert!(raceproof_config::schema::find(key).is_some(), "`{key}` is no key of the table");
    }
}

#[test]
fn the_format_is_this() {
    assert_eq!(
        sample().lines().collect::<Vec<_>>(),
        [
            "raceproof trace 1",
            "# A counterexample: `raceproof replay FILE` executes it, and says if it still ends the same.",
            "tool \"0.1.0\"",
            "jdk \"17.0.15+6\"",
            "option granularity \"sync\"",
            "option target \"Forks.java\"",
            "property \"user.name\" \"m e\"",
            "argument \"2\"",
            "class \"Forks\" 00000000000000000000000000000abc",
            "finding deadlock \"two threads wait for \\\"each other\\\"\"",
            "run 0  # main: start Thread-0 (Forks.java:5)",
            "notify 1 0  # main: notify run 7 (Forks.java:5)",
            "end 2",
        ]
    );
}

#[test]
fn what_is_written_is_read_again() {
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2_000 {
        let (trace, steps) = chance.trace();
        let text = render(&trace, &steps);
        assert_eq!(parse(text.as_bytes()), Ok(trace), "{text}");
        // A file that went through Windows, with comments and empty lines.
        let altered = text.replace('\n', "\r\n") + "\r\n  # the end\r\n";
        assert!(parse(altered.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn any_bytes_are_read_or_refused_with_a_line() {
    let original = sample().into_bytes();
    let mut chance = Chance(88_172_645_463_325_252);
    for _ in 0..20_000 {
        let mut bytes = original.clone();
        for _ in 0..=chance.below(4) {
            let at = chance.below(bytes.len() + 1);
            match chance.below(5) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, u8::try_from(chance.below(256)).unwrap()),
                2 => bytes.extend_from_within(at..),
                3 if at < bytes.len() => bytes[at] = b"\n \"#\\0\xff9-"[chance.below(9)],
                _ => drop(bytes.drain(at..(at + chance.below(9)).min(bytes.len()))),
            }
        }
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
        if let Err(Wrong { line, what }) = parse(&bytes) {
            assert!((1..=lines).contains(&line), "{line} of {lines}: {what}");
            assert!(!what.contains(char::is_control), "{what:?}");
        }
    }
}

#[test]
fn mistakes_are_named_with_their_line() {
    let told = |text: &str| parse(text.as_bytes()).map(drop).unwrap_err();
    let wrong = |line: usize, what: &str| Wrong { line, what: what.to_owned() };
    let altered = |from: &str, to: &str| told(&sample().replace(from, to));
    assert_eq!(told(""), wrong(1, "it is no trace: the first line should be `raceproof trace 1`"));
    assert_eq!(
        altered("trace 1", "trace 2"),
        wrong(1, "it has version 2 of the format; this raceproof reads version 1")
    );
    assert_eq!(altered("end 2\n", ""), wrong(12, "the end is missing: the file was cut off"));
    assert_eq!(altered("end 2", "end 3"), wrong(13, "3 choices were written, 2 are there"));
    assert_eq!(altered("run 0", "rum 0"), wrong(11, "a line of an unknown kind"));
    assert_eq!(altered("run 0", "run 4294967296"), wrong(11, "a number is missing or too large"));
    assert_eq!(altered("run 0", "run +0"), wrong(11, "a number is missing or too large"));
    assert_eq!(altered("run 0", "run 0 1"), wrong(11, "something follows the line's `run`"));
    assert_eq!(
        altered("\"sync\"", "\"sync"),
        wrong(5, "a text in quotes is missing, or is not closed")
    );
    assert_eq!(
        altered("granularity", "granularty"),
        wrong(5, "the key of an option is missing or unknown")
    );
    assert_eq!(
        altered("deadlock", "headlock"),
        wrong(10, "the kind of the finding is missing or unknown")
    );
    assert_eq!(altered("tool \"0.1.0\"\n", ""), wrong(12, "there is no line `tool`"));
    assert_eq!(altered("tool", "jdk"), wrong(4, "a second line `jdk`"));
    assert_eq!(parse(b"raceproof trace 1\n\n\xff").unwrap_err(), wrong(3, "it is not text"));
}

#[test]
fn files_that_are_none_are_refused() {
    for path in ["/", "/dev/zero", "/nowhere/trace"] {
        assert!(read(Path::new(path)).is_err(), "{path}");
    }
    let path = std::env::temp_dir().join(format!("raceproof-trace-{}", std::process::id()));
    std::fs::write(&path, sample().replace("run 0", "rum 0")).unwrap();
    let failure = read(&path).unwrap_err();
    assert_eq!(
        failure.message,
        format!("`{}`, line 11: a line of an unknown kind", path.display())
    );
    write(&path, &parse(sample().as_bytes()).unwrap(), &[]).unwrap();
    assert!(read(&path).is_ok());
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_jdk_is_told_by_its_release() {
    let release = "IMPLEMENTOR=\"Debian\"\nJAVA_RUNTIME_VERSION=\"17.0.15+6-Debian\"\nJAVA_VERSION=\"17.0.15\"\n";
    assert_eq!(jdk_name(release), "17.0.15+6-Debian");
    assert_eq!(jdk_name("JAVA_VERSION=\"21\""), "21");
    assert_eq!(jdk_name(""), "");
}
