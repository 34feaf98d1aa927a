//! What lies where a trace is to be written. A trace of an earlier search is replaced by that of this
//! one; where this one finds nothing, it is removed, or `replay` would show a finding that is mended.
//! That is done when the answer is known: who only gave a wrong option loses nothing. What is no trace
//! is somebody's own, and is refused before the search.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::HEADER;
use crate::failure::Failure;
use crate::output_file;

/// Fails if what is no trace would be overwritten. A new file may be there already, without a word.
pub fn refuse_another(path: &Path, option: &str) -> Result<(), Failure> {
    if !path.is_file() || matches!(beginning(path).as_deref(), Ok(b"" | HEADER_BYTES)) {
        return Ok(());
    }
    Err(Failure::bad_input(format!(
        "{option} {}: that file is no trace of raceproof, and would be overwritten",
        path.display()
    ))
    .help("name a new file, or remove that one"))
}

/// Removes the trace of an earlier search, if there is one.
pub fn remove(path: &Path) -> Result<(), Failure> {
    if !path.is_file() || !matches!(beginning(path).as_deref(), Ok(HEADER_BYTES)) {
        return Ok(());
    }
    output_file::remove(path).map_err(|error| {
        Failure::bad_input(format!(
            "the trace `{}` is of an earlier search, shows what this one did not find, and cannot be removed: {error}",
            path.display()
        ))
        .help("remove it yourself")
    })?;
    log::warn!(
        "the trace `{}` was removed: it was of an earlier search, and this one did not find what it showed",
        path.display()
    );
    Ok(())
}

const HEADER_BYTES: &[u8] = HEADER.as_bytes();

/// As much of a file as tells a trace.
fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(HEADER_BYTES.len() as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_traces_are_removed_and_nothing_else_is_overwritten() {
        let folder = std::env::temp_dir().join(format!("raceproof-older-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("t");
        for (text, may_be_replaced, is_removed) in [
            ("raceproof trace 1\n", true, true),
            ("raceproof trace 99\nof a later version", true, true),
            ("", true, false),
            ("raceproof tra", false, false),
            ("# notes on a raceproof trace 1\n", false, false),
        ] {
            fs::write(&path, text).unwrap();
            let link = folder.join("link");
            let _ = fs::remove_file(&link);
            symlink("t", &link).unwrap();
            for path in [&path, &link] {
                let refused = refuse_another(path, "--save-trace");
                assert_eq!(refused.is_ok(), may_be_replaced, "{text:?}");
            }
            remove(&link).unwrap();
            assert_eq!(!path.exists(), is_removed, "{text:?}");
        }
        refuse_another(&folder.join("none"), "--save-trace").unwrap();
        remove(&folder.join("none")).unwrap();
        refuse_another(Path::new("/dev/null"), "--save-trace").unwrap();
        remove(Path::new("/dev/null")).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
