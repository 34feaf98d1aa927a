//! Homes of JDKs that are none, too old, or not whole.

use super::*;

#[test]
fn homes_that_are_none() {
    let (sandbox, _) = compiled("home");
    let run =
        |home: &str| sandbox.raceproof(&["run", "Main", "-cp", "classes", "--java-home", home]);
    expect(&run("nowhere"), 2, &["`nowhere`", "no such folder", "--java-home"]);
    expect(&run("Main.java"), 2, &["`Main.java`", "it is a file"]);
    expect(&run("classes"), 2, &["`classes`", "`release`"]);
    let bin = sandbox.jdk.home.join("bin");
    let help = format!("did you mean `{}`", sandbox.jdk.home.display());
    expect(&run(&bin.display().to_string()), 2, &[&help]);
    sandbox.file("hollow/release", "JAVA_VERSION=\"21.0.1\"\n");
    expect(&run("hollow"), 2, &["`hollow`", "lib/modules"]);
    sandbox.file("damaged/release", "JAVA_VERSION=\"21.0.1\"\n");
    sandbox.file("damaged/lib/modules", "no image");
    expect(&run("damaged"), 2, &["damaged"]);

    let mut command = sandbox.command(&["run", "Main", "-cp", "classes"]);
    command.env("JAVA_HOME", "/nowhere");
    expect(&sandbox.finish(command), 2, &["`/nowhere`", "JAVA_HOME"]);
    let mut command = sandbox.command(&["run", "Main", "-cp", "classes"]);
    command.env_remove("JAVA_HOME").env("PATH", "/nowhere");
    expect(&sandbox.finish(command), 2, &["no JDK", "--java-home"]);
}

#[test]
fn a_truncated_image() {
    let (sandbox, _) = compiled("image");
    let mut head = vec![0; 1 << 20];
    let mut image = fs::File::open(sandbox.jdk.home.join("lib/modules")).unwrap();
    std::io::Read::read_exact(&mut image, &mut head).unwrap();
    sandbox.file("cut/release", &sandbox.jdk.release);
    for length in [10, 100, 5000, 1 << 20] {
        sandbox.file("cut/lib/modules", &head[..length]);
        expect(
            &sandbox.raceproof(&["run", "Main", "-cp", "classes", "--java-home", "cut"]),
            2,
            &["cut"],
        );
    }
}

#[test]
fn a_jdk_too_old() {
    let (sandbox, _) = compiled("old");
    for version in ["1.8.0_402", "11.0.22", "16"] {
        sandbox.file("old/release", format!("JAVA_VERSION=\"{version}\"\n"));
        let finished = sandbox.raceproof(&["run", "Main", "-cp", "classes", "--java-home", "old"]);
        expect(&finished, 2, &["too old", version, "17"]);
    }
}

#[test]
fn a_jdk_without_compiler() {
    let (sandbox, _) = compiled("no-javac");
    sandbox.file("jre/release", &sandbox.jdk.release);
    sandbox.file("jre/lib/modules", "");
    let finished = sandbox.raceproof(&["run", "Main.java", "--java-home", "jre"]);
    let package = format!("openjdk-{}-jdk-headless", sandbox.jdk.feature);
    expect(&finished, 2, &["javac", &package]);
}
