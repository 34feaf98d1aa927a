//! How fast traces are read, and how fast happens-before goes through what is read: two million
//! events such as a recorder writes. Ends with status 1 if a bar is missed.

use raceproof_predict::event::Event;
use raceproof_predict::hb::HappensBefore;
use raceproof_predict::normal::Normal;
use raceproof_predict::read::{Reader, StdReader};
use raceproof_predict::rpt::{Codec, RptReader, RptWriter};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

#[path = "../tests/support/generated.rs"]
mod generated;

const EVENTS: u64 = 2_000_000;
/// Million events a second, with happens-before.
const STD: f64 = 20.0;
const RPT: f64 = 40.0;
const MEASUREMENTS: u32 = 20;

/// Million events a second, if each block takes the least time that it took: others use the
/// machine, too.
fn speed(
    reader: impl Fn() -> Box<dyn Reader>,
    consumer: impl Fn() -> Box<dyn FnMut(&[Event])>,
) -> f64 {
    let (mut least, mut read) = (Vec::new(), 0);
    for _ in 0..MEASUREMENTS {
        let (mut reader, mut consumer) = (reader(), consumer());
        let mut events = Vec::new();
        read = 0;
        for block in 0.. {
            let started = Instant::now();
            let is_more = reader.next_block(&mut events).expect("the trace is sound");
            consumer(&events);
            let time = started.elapsed().as_secs_f64();
            match least.get_mut(block) {
                None => least.push(time),
                Some(least) => *least = time.min(*least),
            }
            read += events.len();
            events.clear();
            if !is_more {
                break;
            }
        }
        assert!(reader.truncated().is_none());
    }
    read as f64 / least.iter().sum::<f64>() / 1e6
}

/// Takes no time.
fn nothing() -> Box<dyn FnMut(&[Event])> {
    Box::new(|events| _ = black_box(events))
}

fn happens_before() -> Box<dyn FnMut(&[Event])> {
    let (mut normal, mut engine) = (Normal::default(), HappensBefore::default());
    Box::new(move |events| {
        for event in events {
            if let Some(event) = normal.event(*event) {
                engine.event(event);
            }
        }
        assert!(black_box(engine.races()).is_empty(), "what is shared is locked");
    })
}

fn main() -> ExitCode {
    let text: &'static str = generated::whole(generated::recorded(4, EVENTS)).leak();
    let (mut reader, mut events) = (StdReader::new(text.as_bytes()), Vec::new());
    while reader.next_block(&mut events).expect("the trace is sound") {}
    let mut writer = RptWriter::new(Vec::new(), Codec::Zstd).expect("memory takes all");
    let started = Instant::now();
    writer.append(&events, reader.names()).expect("memory takes all");
    let packed: &'static [u8] = writer.finish(reader.names()).expect("memory takes all").leak();
    let written = events.len() as f64 / started.elapsed().as_secs_f64() / 1e6;
    println!("{} events; million events a second:", events.len());
    println!("          bytes/event   read    with happens-before");
    let std = || Box::new(StdReader::new(text.as_bytes())) as Box<dyn Reader>;
    let rpt = || Box::new(RptReader::new(packed).expect("the trace is sound")) as Box<dyn Reader>;
    let std = [speed(std, nothing), speed(std, happens_before)];
    let rpt = [speed(rpt, nothing), speed(rpt, happens_before)];
    let per_event = |bytes: usize| bytes as f64 / events.len() as f64;
    println!(
        "STD       {:8.2} {:9.1} {:9.1}  (at least {STD})",
        per_event(text.len()),
        std[0],
        std[1]
    );
    println!(
        ".rpt      {:8.2} {:9.1} {:9.1}  (at least {RPT})",
        per_event(packed.len()),
        rpt[0],
        rpt[1]
    );
    println!("written   {written:18.1}");
    if std[1] >= STD && rpt[1] >= RPT { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
