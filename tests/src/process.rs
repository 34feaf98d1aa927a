//! Running a command to its end, within a time limit.

use std::io::{self, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// More than any test prints; a program that prints for ever is stopped by it.
const MOST_OUTPUT: u64 = 64 << 20;

/// What is left of a command that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The exit status, or none if a signal ended it.
    pub status: Option<i32>,
    /// What it has written to its standard output.
    pub stdout: Vec<u8>,
    /// What it has written to its standard error.
    pub stderr: Vec<u8>,
}

impl Finished {
    /// Its standard output; what is not UTF-8 is replaced.
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Its standard error; what is not UTF-8 is replaced.
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// The seconds one program may take.
pub fn patience() -> Duration {
    let seconds = std::env::var("RACEPROOF_TEST_TIMEOUT").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(60))
}

/// Gives the command an environment in which every machine answers alike.
pub fn plain_environment(command: &mut Command) {
    command.env_clear().env("LANG", "C.UTF-8").env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
    for kept in ["PATH", "HOME"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
}

/// The command as one would type it.
pub fn spelled(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs `command` with `input` to its end, or kills it when `patience` is over: then the result is
/// an error.
pub fn run(mut command: Command, input: &[u8], patience: Duration) -> Result<Finished, String> {
    let shown = format!("{command:?}");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {shown}: {error}"))?;
    let stdin = child.stdin.take();
    let input = input.to_owned();
    let feeder = thread::spawn(move || {
        // A program need not read its input.
        let _ = stdin.map(|mut pipe| pipe.write_all(&input));
    });
    let (closes, closed) = channel();
    let tell = move || _ = closes.send(());
    let stdout = child.stdout.take().map(|pipe| collect(pipe, tell));
    let stderr = child.stderr.take().map(|pipe| collect(pipe, || ()));
    let status = wait(&mut child, &closed, patience);
    // After the end, or the kill, the pipes are closed and the threads end.
    let gather = |thread: Option<JoinHandle<Vec<u8>>>| {
        thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
    };
    let (stdout, stderr) = (gather(stdout), gather(stderr));
    let _ = feeder.join();
    match status {
        Ok(Some(status)) => Ok(Finished { status, stdout, stderr }),
        Ok(None) => Err(format!(
            "did not end within {} s and was killed: {shown}\n{}",
            patience.as_secs(),
            last_lines(&stdout, &stderr)
        )),
        Err(error) => Err(format!("cannot wait for {shown}: {error}")),
    }
}

/// The exit status; none if the time limit came first, and the process was killed.
///
/// Hardly anything lives on that has closed its output, or closes it long before it ends.
fn wait(
    child: &mut Child,
    closed: &Receiver<()>,
    patience: Duration,
) -> io::Result<Option<Option<i32>>> {
    let started = Instant::now();
    let _ = closed.recv_timeout(patience);
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.code()));
        }
        if started.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// What comes from a pipe until it is closed, and then `closed` is told.
fn collect(
    pipe: impl Read + Send + 'static,
    closed: impl FnOnce() + Send + 'static,
) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // Dropping the pipe at the limit ends the program that fills it.
        let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut bytes);
        closed();
        bytes
    })
}

fn last_lines(stdout: &[u8], stderr: &[u8]) -> String {
    let tail = |name: &str, bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let last = lines[lines.len().saturating_sub(5)..].join("\n    ");
        format!("  end of {name}:\n    {last}\n")
    };
    tail("stdout", stdout) + &tail("stderr", stderr)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_and_status_are_collected() {
        let finished = run(shell("cat; echo no >&2; exit 3"), b"yes", patience()).unwrap();
        assert_eq!(
            finished,
            Finished { status: Some(3), stdout: b"yes".to_vec(), stderr: b"no\n".to_vec() }
        );
    }

    #[test]
    fn patience_ends() {
        let error =
            run(shell("echo begun; exec sleep 30"), b"", Duration::from_millis(200)).unwrap_err();
        assert!(error.contains("was killed") && error.contains("begun"), "{error}");
    }
}
