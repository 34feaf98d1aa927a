//! How wide the terminal is that a text is put on.

use std::env;
use std::io;
use std::os::fd::AsFd;

/// The columns of standard output: as the variable `COLUMNS` says, else as the terminal does; none
/// where it goes to a file or a pipe.
pub fn of_standard_output() -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|columns| given(&columns));
    said.or_else(|| of(io::stdout()))
}

/// The columns of the terminal that standard error is, if it is one.
pub fn of_standard_error() -> Option<usize> {
    of(io::stderr())
}

fn of(terminal: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(terminal).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// What is no number of columns says nothing.
fn given(columns: &str) -> Option<usize> {
    columns.trim().parse().ok().filter(|columns| *columns > 0)
}

#[cfg(test)]
mod tests {
    use super::given;

    #[test]
    fn only_a_number_is_a_width() {
        assert_eq!(given("40"), Some(40));
        for wrong in ["", "0", "-4", "wide", "4.5"] {
            assert_eq!(given(wrong), None, "{wrong}");
        }
    }
}
