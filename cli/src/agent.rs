//! Recording a program that a Java machine of the host's executes: the agent's jar is put in front
//! of its other options.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Command;

use crate::companion::Which;
use crate::failure::Failure;
use crate::logging;

/// Instrumented methods grow, and HotSpot would only interpret the largest of them. What it says of
/// archives of classes, which it does not use beside an agent that the class library calls, is
/// nothing to anybody.
const BEFORE: [&str; 2] = ["-XX:-DontCompileHugeMethods", "-Xlog:cds=off"];

/// What Java machines take options from that others start.
const OPTIONS: &str = "JAVA_TOOL_OPTIONS";

const USAGE: &str = "say which: `raceproof record --agent -o app.rpt -- java -jar app.jar`";

/// Starts a command with the agent, and answers its exit status. A command that is not `java`
/// itself, such as a build tool, hands the agent on to the Java machines that it starts.
pub fn record(
    command: &[String],
    output: &Path,
    sample: u64,
    is_quiet: bool,
) -> Result<i32, Failure> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(Failure::bad_input("no command to record").help(USAGE));
    };
    let output = std::path::absolute(output).unwrap_or_else(|_| output.to_owned());
    // Whatever is there is of an earlier command.
    if output.is_file() {
        let _ = std::fs::remove_file(&output);
    }
    let sample = if sample > 0 { format!("sample={sample},") } else { String::new() };
    let option = format!(
        "-javaagent:{}={sample}file={}",
        Which::Agent.unpacked()?.display(),
        output.display()
    );
    if !is_quiet {
        logging::tell(&format!("recording with {} {option}", BEFORE.join(" ")));
    }
    let mut command = Command::new(program);
    if Path::new(program).file_stem().is_some_and(|name| name == "java") {
        command.args(BEFORE).arg(&option);
    } else {
        let others = std::env::var(OPTIONS).unwrap_or_default();
        command.env(OPTIONS, format!("{others} {} {option}", BEFORE.join(" ")).trim_start());
    }
    let status = command.args(arguments).status().map_err(|error| {
        Failure::bad_input(format!("`{program}` cannot be started: {error}")).help(USAGE)
    })?;
    if !output.is_file() {
        return Err(Failure::bad_input(format!("no trace was written to `{}`", output.display())).help(
            "see what the command prints above: it may have started no Java machine, or one that takes no agents",
        ));
    }
    // Ended by a signal, it has no status of its own; shells answer this one then.
    Ok(status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)))
}
