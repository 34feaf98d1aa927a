//! What asks the process to end: handed on to the program, whose shutdown hooks run then, as under
//! `java`.

use std::thread;
use std::time::Duration;

use raceproof_vm::Signals;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator;
use signal_hook::low_level::emulate_default_handler;

/// The machine looks at signals at the end of each slice. One that takes longer does not take them.
const PATIENCE: Duration = Duration::from_secs(2);

/// Listens from now on. Where the system does not let us, such a signal ends the process without a
/// word.
pub fn hand_on() -> Signals {
    let signals = Signals::default();
    let machine = signals.clone();
    match iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        Ok(mut coming) => {
            thread::spawn(move || coming.forever().for_each(|signal| pass(&machine, signal)));
        }
        Err(error) => log::warn!("shutdown hooks will not run at a signal: {error}"),
    }
    signals
}

fn pass(machine: &Signals, signal: i32) {
    machine.notify(signal.unsigned_abs());
    let machine = machine.clone();
    thread::spawn(move || {
        thread::sleep(PATIENCE);
        if machine.waits(signal.unsigned_abs())
            && let Err(error) = emulate_default_handler(signal)
        {
            log::warn!("signal {signal}: {error}");
        }
    });
}
