//! What the executable carries inside: the classes by which programs make choices, the recording
//! agent, the annotation for JUnit 5 and the plugin of Maven. They are Java, compiled here by the
//! JDK's compiler; what `companion.rs` unpacks is a table of files, written into `OUT_DIR`.
//!
//! No crate is used, so that a test can compile this script by itself and see what it says.
//!
//! Without a compiler there is nothing to build. What only the agent and the integrations are
//! compiled against (ASM, JUnit, Maven) may be missing: they are left out then, cargo warns, and
//! the executable says so when it is asked for them.

mod zip;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Variables that decide what is compiled, by what and against what.
const VARIABLES: [&str; 3] = ["JAVA_HOME", "ASM_JARS", "JARS"];

/// Where Debian's packages put jars.
const SYSTEM_JARS: &str = "/usr/share/java";

/// A compiler that runs for a second is better not optimised itself.
const QUICK: [&str; 2] = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];

/// `build.sh` ends so where jars are missing to compile against.
const LACKING: i32 = 3;

fn main() -> ExitCode {
    match Build::from_environment().and_then(|build| build.all()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={}", message.replace('\n', " | "));
            ExitCode::FAILURE
        }
    }
}

struct Build {
    workspace: PathBuf,
    out: PathBuf,
    javac: PathBuf,
}

/// A companion: its word, and its files, or why it is left out.
type Companion = (&'static str, Result<Vec<String>, String>);

impl Build {
    fn from_environment() -> Result<Self, String> {
        let folder = |name: &str| {
            env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("cargo sets no {name}"))
        };
        let workspace = folder("CARGO_MANIFEST_DIR")?.join("..");
        Ok(Self { workspace, out: folder("OUT_DIR")?, javac: javac()? })
    }

    fn all(&self) -> Result<(), String> {
        self.watch();
        let made = self.folder("made")?;
        let companions = [
            ("choose", self.choose(&made).map(Ok)?),
            ("agent", self.agent(&made)?),
            ("junit", self.integration(&made, "raceproof-junit")?),
            ("maven", self.integration(&made, "raceproof-maven-plugin")?),
        ];
        for (word, companion) in &companions {
            if let Err(why) = companion {
                println!("cargo::warning=left out: `raceproof jar {word}`: {why}");
            }
        }
        write(&self.out.join("companions.rs"), table(&companions).as_bytes())
    }

    /// Cargo builds again when one of these changes.
    fn watch(&self) {
        for variable in VARIABLES {
            println!("cargo::rerun-if-env-changed={variable}");
        }
        for part in
            ["cli/build", "cli/java", "agent/build", "agent/build.sh", "agent/java", "integrations"]
        {
            println!("cargo::rerun-if-changed={}", self.workspace.join(part).display());
        }
        // A folder that is not there would have everything built each time.
        if Path::new(SYSTEM_JARS).is_dir() {
            println!("cargo::rerun-if-changed={SYSTEM_JARS}");
        }
    }

    /// Without a manifest: a program must not see that the jar is there.
    fn choose(&self, made: &Path) -> Result<Vec<String>, String> {
        let classes = self.folder("choose")?;
        let sources = self.workspace.join("cli/java");
        let mut command = Command::new(&self.javac);
        command.args(QUICK).args(["--release", "17", "-d"]).arg(&classes);
        command.args(java_files(&sources)?);
        run(&mut command)?.map_err(|(_, text)| format!("cli/java is not compiled: {text}"))?;
        pack(&classes, made, "raceproof.jar").map(|name| vec![name])
    }

    fn agent(&self, made: &Path) -> Result<Result<Vec<String>, String>, String> {
        let classes = self.folder("agent")?;
        Ok(match self.script("agent/build.sh", &classes)? {
            Ok(()) => Ok(vec![pack(&classes, made, "raceproof-agent.jar")?]),
            Err(why) => Err(why),
        })
    }

    /// The files of a Maven repository that has it.
    fn integration(&self, made: &Path, name: &str) -> Result<Result<Vec<String>, String>, String> {
        let folder = self.folder(name)?;
        let version = env::var("CARGO_PKG_VERSION").map_err(|error| error.to_string())?;
        let words = format!("integrations/build.sh {name} {version}");
        if let Err(why) = self.script(&words, &folder)? {
            return Ok(Err(why));
        }
        let place = format!("maven/raceproof/{name}/{version}/{name}-{version}");
        let pom = format!("{place}.pom");
        let packed = pack(&folder.join("classes"), made, &format!("{place}.jar"))?;
        write(&made.join(&pom), &read(&folder.join("pom.xml"))?)?;
        Ok(Ok(vec![packed, pom]))
    }

    /// Runs a script of the workspace, with its words and the folder. What it lacks is told by the
    /// inner error; anything else that goes wrong is the outer one.
    fn script(&self, words: &str, folder: &Path) -> Result<Result<(), String>, String> {
        let mut words = words.split(' ');
        let script = words.next().unwrap_or_default();
        let mut command = Command::new("sh");
        command.arg(self.workspace.join(script)).args(words).arg(folder);
        match run(&mut command)? {
            Ok(()) => Ok(Ok(())),
            Err((Some(LACKING), text)) => Ok(Err(text)),
            Err((_, text)) => Err(format!("{script} failed: {text}")),
        }
    }

    /// An empty folder.
    fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.out.join(name);
        let _ = fs::remove_dir_all(&folder);
        make(&folder)?;
        Ok(folder)
    }
}

/// The compiler of `JAVA_HOME`, else the one on the `PATH`.
fn javac() -> Result<PathBuf, String> {
    let advice = "install one (Debian, Ubuntu: apt-get install default-jdk-headless; Fedora: dnf install \
                  java-latest-openjdk-devel), or let JAVA_HOME name one";
    if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        let javac = Path::new(&home).join("bin/javac");
        return javac.is_file().then_some(javac).ok_or_else(|| {
            let home = Path::new(&home).display();
            format!("javac is missing: JAVA_HOME is `{home}`, which has no bin/javac. The Java parts of raceproof are compiled by a JDK, 17 or later: {advice}, or unset JAVA_HOME")
        });
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join("javac"));
    found.into_iter().find(|javac| javac.is_file()).ok_or_else(|| {
        format!("javac is missing: JAVA_HOME is not set, and the PATH has none. The Java parts of raceproof are compiled by a JDK, 17 or later: {advice}")
    })
}

/// In the order of their names: a file system lists them in any.
fn java_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| told(&folder, &error))?;
        for entry in entries {
            let path = entry.map_err(|error| told(&folder, &error))?.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|extension| extension == "java") => {
                    found.push(path)
                }
                false => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A command that ended badly: its status and what it printed.
type Bad = (Option<i32>, String);

fn run(command: &mut Command) -> Result<Result<(), Bad>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output =
        command.output().map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(Err((output.status.code(), text.trim().to_owned())))
}

/// Writes the archive of a folder below `made`, and answers its name there.
fn pack(classes: &Path, made: &Path, name: &str) -> Result<String, String> {
    let archive = zip::of_folder(classes).map_err(|error| told(classes, &error))?;
    write(&made.join(name), &archive)?;
    Ok(name.to_owned())
}

/// The table as Rust: `COMPANIONS`.
fn table(companions: &[Companion]) -> String {
    let mut text = "pub static COMPANIONS: &[Companion] = &[\n".to_owned();
    for (word, companion) in companions {
        let parts = match companion {
            Ok(names) => {
                let part = |name: &String| {
                    format!(
                        "({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/made/{name}\")))"
                    )
                };
                format!("Ok(&[{}])", names.iter().map(part).collect::<Vec<_>>().join(", "))
            }
            Err(why) => format!("Err({why:?})"),
        };
        text += &format!("    Companion {{ word: {word:?}, files: {parts} }},\n");
    }
    text + "];\n"
}

fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| told(folder, &error))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| told(path, &error))
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    path.parent().map_or(Ok(()), make)?;
    fs::write(path, content).map_err(|error| told(path, &error))
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
