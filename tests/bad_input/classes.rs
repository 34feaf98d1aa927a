//! Class files, jars, names and sources that are not what they should be.

use super::*;

#[test]
fn a_truncated_class_file() {
    let (sandbox, bytes) = compiled("truncated");
    let step = bytes.len() / 60 + 1;
    for length in (0..bytes.len()).step_by(step).chain([bytes.len() - 1]) {
        sandbox.file("classes/Main.class", &bytes[..length]);
        let finished = sandbox.raceproof(&["run", "Main", "-cp", "classes"]);
        expect(&finished, 2, &["Main"]);
        assert_eq!(finished.stdout_text(), "", "{length} bytes");
    }
}

#[test]
fn mutated_class_files() {
    let (sandbox, bytes) = compiled("mutated");
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for round in 0..150 {
        let mut mutant = bytes.clone();
        for _ in 0..=round % 3 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let position = usize::try_from(random >> 33).unwrap() % mutant.len();
            mutant[position] = random.to_be_bytes()[1];
        }
        sandbox.file("classes/Main.class", &mutant);
        is_an_answer(
            &sandbox.raceproof(&["run", "Main", "-cp", "classes"]),
            &format!("mutant {round}"),
        );
    }
}

#[test]
fn a_class_file_that_is_a_text_file() {
    let sandbox = sandbox("text-class");
    sandbox.file("classes/Main.class", "class Main {}");
    expect(&sandbox.raceproof(&["run", "Main", "-cp", "classes"]), 2, &["Main", "class file"]);
}

#[test]
fn a_class_file_of_a_future_release() {
    let (sandbox, mut bytes) = compiled("future");
    bytes[6..8].copy_from_slice(&[0x03, 0xE8]);
    sandbox.file("classes/Main.class", bytes);
    expect(&sandbox.raceproof(&["run", "Main", "-cp", "classes"]), 2, &["Main", "1000"]);
}

#[test]
fn a_class_in_the_folder_of_another_package() {
    let (sandbox, bytes) = compiled("misplaced");
    sandbox.file("classes/pkg/Main.class", bytes);
    expect(&sandbox.raceproof(&["run", "pkg.Main", "-cp", "classes"]), 2, &["pkg.Main", "Main"]);
}

#[test]
fn jars_that_are_none() {
    let (sandbox, _) = compiled("jar");
    sandbox.file("text.jar", "this is no jar\n");
    sandbox.file("empty.jar", "");
    expect(&sandbox.raceproof(&["run", "text.jar"]), 2, &["text.jar"]);
    expect(&sandbox.raceproof(&["run", "empty.jar"]), 2, &["empty.jar"]);
    expect(&sandbox.raceproof(&["run", "no.jar"]), 2, &["no.jar", "does not exist"]);
    expect(&sandbox.raceproof(&["run", "Main", "-cp", "text.jar"]), 2, &["text.jar"]);
}

#[test]
fn truncated_and_mutated_jars() {
    let (sandbox, _) = compiled("broken-jar");
    sandbox.jdk_tool(
        "jar",
        &["--create", "--file", "whole.jar", "--main-class", "Main", "-C", "classes", "."],
    );
    let bytes = fs::read(sandbox.folder.join("whole.jar")).unwrap();
    for part in 1..20 {
        sandbox.file("part.jar", &bytes[..bytes.len() * part / 20]);
        expect(&sandbox.raceproof(&["run", "part.jar"]), 2, &["part.jar"]);
    }
    for position in (0..bytes.len()).step_by(bytes.len() / 80 + 1) {
        let mut mutant = bytes.clone();
        mutant[position] ^= 0xFF;
        sandbox.file("mutant.jar", &mutant);
        is_an_answer(&sandbox.raceproof(&["run", "mutant.jar"]), &format!("byte {position}"));
    }
}

#[test]
fn a_missing_class() {
    let (sandbox, _) = compiled("missing");
    let finished = sandbox.raceproof(&["run", "Mian", "-cp", "classes"]);
    expect(&finished, 2, &["Mian", "did you mean `Main`"]);
    expect(
        &sandbox.raceproof(&["run", "Main", "-cp", "clases"]),
        2,
        &["Main", "`clases`", "does not exist"],
    );
    expect(&sandbox.raceproof(&["run", "Main"]), 2, &["Main", "raceproof run Main.java"]);
}

#[test]
fn names_that_are_no_class_names() {
    let (sandbox, _) = compiled("names");
    sandbox.file("src/a/B.java", "package a; class B {}");
    expect(
        &sandbox.raceproof(&["run", "classes/Main.class"]),
        2,
        &["raceproof run Main --classpath classes"],
    );
    expect(&sandbox.raceproof(&["run", "a\\B", "-cp", "classes"]), 2, &["did you mean `a.B`"]);
    expect(&sandbox.raceproof(&["run", "../a/B", "-cp", "classes"]), 2, &["did you mean `a.B`"]);
    expect(&sandbox.raceproof(&["run", "src/a/B"]), 2, &["raceproof run src/a/B.java"]);
    expect(&sandbox.raceproof(&["run", "./src/a/B"]), 2, &["did you mean `./src/a/B.java`"]);
    expect(&sandbox.raceproof(&["run", "classes"]), 2, &["is a folder", "--classpath classes"]);
}

#[test]
fn a_class_without_main() {
    let sandbox = sandbox("no-main");
    sandbox.file("None.java", "public class None { public static void mian(String[] a) { } }");
    expect(&sandbox.raceproof(&["run", "None.java"]), 2, &["None", "main"]);
    sandbox.class("Face.java", "public interface Face { void main(String[] a); }");
    expect(&sandbox.raceproof(&["run", "Face", "-cp", "classes"]), 2, &["Face", "main"]);
}

#[test]
fn source_that_does_not_compile() {
    let sandbox = sandbox("source");
    sandbox.file("Wrong.java", "public class Wrong {\n    int x = \"text\";\n}\n");
    let finished = sandbox.raceproof(&["run", "Wrong.java"]);
    expect(
        &finished,
        2,
        &["Wrong.java:2: error: incompatible types", "`Wrong.java` does not compile"],
    );
    sandbox.file("Empty.java", "// nothing\n");
    expect(&sandbox.raceproof(&["run", "Empty.java"]), 2, &["Empty.java", "no class"]);
    sandbox.file("Binary.java", [0xFF, 0xFE, 0, 1]);
    expect(&sandbox.raceproof(&["run", "Binary.java"]), 2, &["Binary.java"]);
}
