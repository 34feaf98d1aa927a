//! The class path that a project's own tool tells, and what it tells where it has none.

use super::*;
use raceproof_tests::process;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

const TILL: &str = "shop.TillTest";

impl Shop {
    /// As if there were no Maven.
    fn without_maven(&self, arguments: &[&str]) -> Finished {
        let mut command = self.command(arguments);
        command.env("PATH", "/nowhere");
        self.sandbox.finish(command)
    }

    fn change_pom(&self, from: &str, to: &str) {
        let pom = self.folder.join("pom.xml");
        let text = fs::read_to_string(&pom).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(pom, text.replacen(from, to, 1)).unwrap();
    }
}

#[test]
fn maven_is_asked_once_for_each_pom() {
    let Some(shop) = Shop::open("asked") else { return };
    let shop = shop.built();
    let check = ["check", "--test", TILL];
    let told = shop.without_maven(&check);
    expect(&told, 2, &["the jars of the project are not known: `mvn` cannot be started"]);
    let finished = shop.raceproof(&check);
    expect_lines(&finished, &[("ok", "shop.TillTest#takesAllThatIsHandedIn", "race-free")]);
    assert!(!finished.stdout_text().contains("note:"), "{}", finished.stdout_text());
    expect(&shop.without_maven(&check), 0, &[]);
    // Who replays a trace need not ask.
    let saved = ["check", "--test", "shop.CustomersTest#areCounted", "--save-trace", "t"];
    expect(&shop.without_maven(&saved), 1, &[]);
    shop.change_pom("<version>1</version>", "<version>2</version>");
    expect(&shop.without_maven(&["replay", "t"]), 1, &[]);
    expect(&shop.without_maven(&check), 2, &["`mvn` cannot be started"]);
}

#[test]
fn what_a_maven_project_misses_is_told_with_the_command_that_makes_it() {
    let Some(shop) = Shop::open("missing") else { return };
    let check = ["check", "--test", TILL];
    expect(
        &shop.raceproof(&check),
        2,
        &["`target/test-classes` is missing", "`mvn test-compile` makes it"],
    );
    let elsewhere = shop.raceproof(&["check", "--test", "Nope", "-cp", "src"]);
    expect(&elsewhere, 2, &["in a Maven project: `mvn test-compile`, then"]);
    fs::create_dir_all(shop.folder.join("target/test-classes")).unwrap();
    shop.change_pom("<artifactId>junit-jupiter-engine<", "<artifactId>junit-saturn-engine<");
    let offline = [
        "the jars of the project are not known: `mvn -o dependency:build-classpath` failed",
        "junit-saturn-engine",
        "`mvn dependency:build-classpath` fetches",
        "--classpath",
    ];
    expect(&shop.raceproof(&check), 2, &offline);
    shop.change_pom("</project>", "</projekt>");
    expect(&shop.raceproof(&check), 2, &["Non-parseable POM", "--classpath"]);
}

/// A project of Gradle's, of which the build's root is the folder above.
struct Bank {
    sandbox: Sandbox,
}

const BUILD: &str = "apply plugin: 'java'
repositories { maven { url '/usr/share/maven-repo' } }
dependencies { testCompile 'org.junit.jupiter:junit-jupiter-api:5.9.2' }
";
const BANK_TEST: &str = "package bank; class BankTest {
    @org.junit.jupiter.api.Test void moves() throws Exception {
        Bank bank = new Bank(); Thread other = new Thread(bank::add);
        other.start(); bank.add(); other.join();
    }
}";

impl Bank {
    /// Nothing where Gradle is not installed.
    fn open(name: &str) -> Option<Self> {
        if !std::path::Path::new("/usr/bin/gradle").is_file() {
            eprintln!("*** SKIPPED: what is done with Gradle: apt-get install gradle ***");
            return None;
        }
        let sandbox = Sandbox::new(TEMPORARY, &format!("projects-{name}"));
        sandbox.file("settings.gradle", "include 'bank'\n");
        sandbox.file("gradle.properties", "org.gradle.daemon=false\n");
        sandbox.file("bank/build.gradle", BUILD);
        let source = "package bank; class Bank { int total; void add() { total++; } }";
        sandbox.file("bank/src/main/java/bank/Bank.java", source);
        sandbox.file("bank/src/test/java/bank/BankTest.java", BANK_TEST);
        Some(Self { sandbox })
    }

    fn with_gradle(&self, mut command: Command) -> Finished {
        command.env("GRADLE_USER_HOME", self.sandbox.folder.join("gradle-home"));
        self.sandbox.finish(command)
    }

    fn built(self) -> Self {
        let mut gradle = Command::new("gradle");
        process::plain_environment(&mut gradle);
        gradle.env("JAVA_HOME", &self.sandbox.jdk.home).current_dir(&self.sandbox.folder);
        gradle.args(["--offline", "--quiet", "testClasses"]);
        let finished = self.with_gradle(gradle);
        assert_eq!(finished.status, Some(0), "{}", finished.stderr_text());
        self
    }

    fn check(&self, path: Option<&str>) -> Finished {
        let mut command = self.sandbox.command(&["check", "--test", "*"]);
        path.into_iter().for_each(|path| _ = command.env("PATH", path));
        command.current_dir(self.sandbox.folder.join("bank"));
        self.with_gradle(command)
    }
}

#[test]
fn gradle_is_asked_once_for_each_content_of_its_files() {
    let Some(bank) = Bank::open("gradle") else { return };
    let expected = ["`build/classes/java/test` is missing", "`gradle testClasses` makes it"];
    expect(&bank.check(None), 2, &expected);
    let bank = bank.built();
    let nowhere = Some("/nowhere");
    expect(&bank.check(nowhere), 2, &["`gradle` cannot be started", "runtimeClasspath"]);
    for path in [None, nowhere] {
        let finished = bank.check(path);
        expect_lines(&finished, &[("violated", "bank.BankTest#moves", "data-race")]);
        let text = finished.stdout_text();
        assert!(
            text.contains("src/main/java/bank/Bank.java:1")
                && !text.contains("is not on the class path"),
            "{text}"
        );
    }
    bank.sandbox.file("gradle.properties", "org.gradle.daemon=false\n\n");
    expect(&bank.check(nowhere), 2, &["`gradle` cannot be started"]);
    // A build's own wrapper comes first, and what it says is shown.
    let wrapper = bank.sandbox.file("gradlew", "#!/bin/sh\nexec gradle \"$@\"\n");
    fs::set_permissions(wrapper, fs::Permissions::from_mode(0o755)).unwrap();
    bank.sandbox.file("bank/build.gradle", BUILD.replace("jupiter-api", "saturn-api"));
    let told = ["`./gradlew --offline` failed", "junit-saturn-api", "fetches what the tests need"];
    expect(&bank.check(None), 2, &told);
}
