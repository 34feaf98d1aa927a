//! Bad input: each is answered by a message that names the culprit and what to do, with the exit
//! status of the contract, and never by a panic or a hang.
mod classes;
mod jdks;
mod memory;
mod messages;
mod mistakes;

use std::fs;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};

const MAIN: &str = "public class Main {
    interface Shape { double area(); }
    record Square(double side) implements Shape { public double area() { return side * side; } }
    public static void main(String[] arguments) throws Exception {
        Shape shape = new Square(arguments.length + 2);
        try { System.out.println(\"area \" + shape.area()); } finally { System.out.println(\"done\"); }
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("bad-{name}"))
}

/// A sandbox with `Main` compiled into the folder `classes`, and the bytes of its class file.
fn compiled(name: &str) -> (Sandbox, Vec<u8>) {
    let sandbox = sandbox(name);
    sandbox.class("Main.java", MAIN);
    let bytes = fs::read(sandbox.folder.join("classes/Main.class")).unwrap();
    (sandbox, bytes)
}

/// Whatever a broken class leads to, it is an answer: not a defect of the tool, not a signal.
#[track_caller]
fn is_an_answer(finished: &Finished, case: &str) {
    let stderr = finished.stderr_text();
    assert!(matches!(finished.status, Some(0..=4)), "{case}: {:?}\n{stderr}", finished.status);
    assert!(!stderr.contains("panicked") && !stderr.contains("defect:"), "{case}:\n{stderr}");
}
