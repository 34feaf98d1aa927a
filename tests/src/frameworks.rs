//! The test frameworks that tests of `--test` are compiled against: the jars of Debian's packages
//! where they are installed, else annotations of the same names, which is all that is read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::javac;
use crate::jdk::Jdk;

/// The jars, and what installs them.
const JARS: [&str; 9] = [
    "junit4",
    "hamcrest",
    "junit-jupiter-api",
    "junit-jupiter-params",
    "junit-platform-commons",
    "opentest4j",
    "apiguardian-api",
    "testng",
    "jcommander",
];
/// Those of JUnit's own launcher, besides.
const CONSOLE: [&str; 9] = [
    "junit-platform-console",
    "junit-platform-launcher",
    "junit-platform-engine",
    "junit-platform-reporting",
    "junit-jupiter-engine",
    "junit-vintage-engine",
    "opentest4j-reporting-events",
    "opentest4j-reporting-schema",
    "picocli",
];
const FOLDER: &str = "/usr/share/java";
const PACKAGES: &str = "junit4 junit5 testng libhamcrest-java libopentest4j-java";

/// Annotations, by their package, with their members.
const ANNOTATIONS: [(&str, &[(&str, &str)]); 6] = [
    (
        "org.junit",
        &[
            (
                "Test",
                "Class<? extends Throwable> expected() default Test.None.class; long timeout() default 0; class None extends Throwable { }",
            ),
            ("Before", ""),
            ("After", ""),
            ("BeforeClass", ""),
            ("AfterClass", ""),
            ("Rule", ""),
            ("Ignore", "String value() default \"\";"),
        ],
    ),
    ("org.junit.runner", &[("RunWith", "Class<?> value();")]),
    (
        "org.junit.jupiter.api",
        &[
            ("Test", ""),
            ("BeforeEach", ""),
            ("AfterEach", ""),
            ("BeforeAll", ""),
            ("AfterAll", ""),
            ("Nested", ""),
            ("Disabled", "String value() default \"\";"),
            ("RepeatedTest", "int value();"),
            ("TestFactory", ""),
        ],
    ),
    ("org.junit.jupiter.api.extension", &[("ExtendWith", "Class<?>[] value();")]),
    ("org.junit.jupiter.params", &[("ParameterizedTest", "")]),
    (
        "org.testng.annotations",
        &[
            (
                "Test",
                "boolean enabled() default true; Class[] expectedExceptions() default {}; String dataProvider() default \"\"; int invocationCount() default 1; int threadPoolSize() default 0; String[] dependsOnMethods() default {};",
            ),
            ("BeforeClass", "boolean enabled() default true;"),
            ("BeforeMethod", "boolean enabled() default true;"),
            ("AfterMethod", "boolean enabled() default true;"),
            ("AfterClass", "boolean enabled() default true;"),
            ("DataProvider", "String name() default \"\";"),
        ],
    ),
];

/// The class path of the frameworks.
pub struct Frameworks {
    /// Separated by `:`.
    pub class_path: String,
    /// Whether it is that of the real ones.
    pub are_real: bool,
}

/// JUnit's own launcher, for tests of JUnit 4, too; nothing where it is not installed, which is said.
pub fn junit_console(jdk: &Jdk, class_path: &str) -> Option<Command> {
    let place = |name: &&str| Path::new(FOLDER).join(format!("{name}.jar"));
    if let Some(missing) = CONSOLE.iter().map(place).find(|jar| !jar.is_file()) {
        let missing = missing.display();
        eprintln!(
            "*** SKIPPED: JUnit's own launcher ({missing} is missing): apt-get install {PACKAGES} ***"
        );
        return None;
    }
    let jars: Vec<String> = CONSOLE.iter().map(|name| place(name).display().to_string()).collect();
    let mut java = jdk.tool("java");
    java.args(["-ea", "-cp", &format!("{class_path}:{}", jars.join(":"))]);
    java.args(["org.junit.platform.console.ConsoleLauncher", "--details=tree", "--disable-banner"]);
    java.args(["--disable-ansi-colors", "--details-theme=ascii"]);
    Some(java)
}

/// The frameworks that there are; annotations are compiled below `folder`.
pub fn frameworks(jdk: &Jdk, folder: &Path) -> Frameworks {
    let jars: Vec<PathBuf> =
        JARS.iter().map(|name| Path::new(FOLDER).join(format!("{name}.jar"))).collect();
    if jars.iter().all(|jar| jar.is_file()) {
        let jars: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
        return Frameworks { class_path: jars.join(":"), are_real: true };
    }
    eprintln!(
        "*** the jars of the test frameworks are not installed (apt-get install {PACKAGES}): annotations of the same \
         names stand for them ***"
    );
    let classes = folder.join("frameworks");
    for (package, annotations) in ANNOTATIONS {
        for (name, members) in annotations {
            let text = format!(
                "package {package};\n@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\n\
                 public @interface {name} {{ {members} }}\n"
            );
            // Not beside the classes: `javac` would compile it again into those of the tests.
            let package = package.replace('.', "/");
            let source = folder.join("sources").join(package).join(format!("{name}.java"));
            let written = source
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&source, text));
            written.unwrap_or_else(|error| panic!("{}: {error}", source.display()));
            let class_path = classes.display().to_string();
            javac::compile(jdk, &source, &classes, &class_path)
                .unwrap_or_else(|messages| panic!("{messages}"));
        }
    }
    // In a jar, as the real ones are: what is in folders is taken for a project's own.
    let jar = folder.join("frameworks.jar");
    let mut tool = jdk.tool("jar");
    tool.args(["--create", "--no-manifest", "--file"]).arg(&jar).arg("-C").arg(&classes).arg(".");
    let made = tool.status().unwrap_or_else(|error| panic!("jar: {error}"));
    assert!(made.success(), "jar: {made}");
    Frameworks { class_path: jar.display().to_string(), are_real: false }
}
