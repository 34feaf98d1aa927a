//! Writes a trace that is the same each time, of any length: `generate SHAPE THREADS EVENTS FORMAT
//! FILE`.
//!
//! The shape is `recorded`, such as a recorder writes, or `contended`, nothing but critical
//! sections; the format `std` or `rpt`. A few events more are written than were asked for. Memory
//! does not grow with them.

use raceproof_predict::read::{Reader, StdReader};
use raceproof_predict::rpt::{Codec, RptWriter};
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

#[path = "../tests/support/generated.rs"]
mod generated;

use generated::{Pieces, contended, recorded};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match generate(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("generate: {error}");
            ExitCode::from(2)
        }
    }
}

fn generate(words: &[&str]) -> Result<(), Box<dyn Error>> {
    let [shape, threads, events, format, file] = *words else {
        return Err("call it as `generate recorded|contended THREADS EVENTS std|rpt FILE`".into());
    };
    let (threads, events) = (threads.parse()?, events.parse()?);
    let mut text: Box<dyn Read> = match shape {
        "recorded" => Box::new(Pieces::new(recorded(threads, events))),
        "contended" => Box::new(Pieces::new(contended(threads, events))),
        _ => return Err(format!("there is no shape `{shape}`").into()),
    };
    let mut out = BufWriter::new(File::create(file).map_err(|error| format!("{file}: {error}"))?);
    match format {
        "std" => {
            io::copy(&mut text, &mut out)?;
        }
        "rpt" => {
            let (mut reader, mut events) = (StdReader::new(text), Vec::new());
            let mut writer = RptWriter::new(&mut out, Codec::Zstd)?;
            loop {
                let has_more =
                    reader.next_block(&mut events).map_err(|problem| problem.to_string())?;
                writer.append(&events, reader.names())?;
                events.clear();
                if !has_more {
                    break;
                }
            }
            writer.finish(reader.names())?;
        }
        _ => return Err(format!("there is no format `{format}`").into()),
    }
    Ok(out.flush()?)
}
