//! Writes the classes of a file for the assembler into a folder: `assemble FILE FOLDER`.

use std::path::Path;
use std::{env, fs, process};

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let [file, folder] = words.as_slice() else { end("usage: assemble FILE FOLDER") };
    let text = fs::read_to_string(file).unwrap_or_else(|error| end(&format!("{file}: {error}")));
    for class in raceproof_tests::assembler::blocks(&text) {
        let (name, bytes) = raceproof_tests::assembler::assemble(&class.join("\n"));
        let place = Path::new(folder).join(format!("{name}.class"));
        fs::write(&place, bytes)
            .unwrap_or_else(|error| end(&format!("{}: {error}", place.display())));
    }
}

fn end(message: &str) -> ! {
    eprintln!("{message}");
    process::exit(2)
}
