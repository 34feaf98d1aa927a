//! The compiler of a JDK as a process that stays: `javac` itself, asked by its API, so that a
//! program takes a tenth of a second instead of half of one. There is one for each JDK and process of
//! tests; its input ends when that does.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::jdk::Jdk;
use crate::process;

const SERVER: &str = include_str!("CompileServer.java");

/// Those that run, by the JDK's home.
static RUNNING: Mutex<BTreeMap<String, Server>> = Mutex::new(BTreeMap::new());

struct Server {
    jobs: ChildStdin,
    answers: Receiver<String>,
}

impl Server {
    fn start(jdk: &Jdk) -> io::Result<Self> {
        let name = format!("CompileServer-{}-{}.java", jdk.feature, std::process::id());
        let source = std::env::temp_dir().join(name);
        std::fs::write(&source, SERVER)?;
        let mut java = jdk.tool("java");
        let mut child = java
            .arg("-XX:+UseSerialGC")
            .arg(&source)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (jobs, stdout) = (child.stdin.take(), child.stdout.take());
        let (Some(jobs), Some(stdout)) = (jobs, stdout) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (to, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                // The first answer comes when the source has been read.
                let _ = std::fs::remove_file(&source);
                if to.send(line).is_err() {
                    break;
                }
            }
            let _ = child.wait();
        });
        Ok(Self { jobs, answers })
    }

    /// Nothing, or messages.
    fn ask(&mut self, job: &str) -> Result<String, String> {
        writeln!(self.jobs, "{job}").map_err(|error| error.to_string())?;
        let answer = self.answers.recv_timeout(process::patience());
        Ok(answer.map_err(|error| error.to_string())?.replace('\x0b', "\n"))
    }
}

/// Compiles a source file into a folder, or says what `javac` has against it. All paths are absolute.
pub fn compile(jdk: &Jdk, source: &Path, folder: &Path, class_path: &str) -> Result<(), String> {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let home = jdk.home.display().to_string();
    let job = format!("{}\t{}\t{class_path}", source.display(), folder.display());
    // One that has not answered does not come back: its next answer would be to another question.
    let asked = match running.remove(&home) {
        Some(server) => Ok(server),
        None => Server::start(jdk).map_err(|error| error.to_string()),
    }
    .and_then(|mut server| Ok((server.ask(&job)?, server)));
    let (messages, server) =
        asked.map_err(|error| format!("javac {} does not answer: {error}", jdk.feature))?;
    running.insert(home, server);
    if messages.is_empty() { Ok(()) } else { Err(messages) }
}
