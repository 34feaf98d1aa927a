//! An inflater as `java.util.zip` has one: zlib's stream, with its checksum and what was wrong.

use flate2::{Decompress, DecompressError, FlushDecompress, Status};
use zlib_rs::adler32::adler32;

/// A stream of compressed data that is taken apart.
pub struct Inflater {
    stream: Decompress,
    /// There is no header.
    pub raw: bool,
    /// The checksum of what came out; the identifier of a dictionary that was asked for.
    pub adler: u32,
    /// The checksum starts over with the bytes after a dictionary was asked for.
    needs_dictionary: bool,
    /// What was wrong with the data, once something was.
    wrong: Option<Option<String>>,
}

/// What a call came to.
#[derive(Clone)]
pub enum Fed {
    More,
    End,
    NoProgress,
    NeedsDictionary,
    /// With zlib's message, if it has one.
    Wrong(Option<String>),
}

/// What a call did.
#[derive(Clone)]
pub struct Inflated {
    /// Bytes of the input.
    pub taken: u64,
    pub output: Vec<u8>,
    pub answer: Fed,
}

impl Inflater {
    pub fn new(raw: bool) -> Self {
        // zlib sums nothing where there is no header, and starts at zero then.
        Self {
            stream: Decompress::new(!raw),
            raw,
            adler: u32::from(!raw),
            needs_dictionary: false,
            wrong: None,
        }
    }

    /// Takes apart what comes next, into so many bytes.
    pub fn feed(&mut self, input: &[u8], room: usize) -> Inflated {
        let (taken, given) = (self.stream.total_in(), self.stream.total_out());
        let mut output = vec![0; room];
        let answer = self.stream.decompress(input, &mut output, FlushDecompress::Sync);
        output.truncate((self.stream.total_out() - given) as usize);
        let asked = answer.as_ref().err().and_then(DecompressError::needs_dictionary);
        if let Some(identifier) = asked {
            self.adler = identifier;
            self.needs_dictionary = true;
        } else if !self.raw {
            if std::mem::take(&mut self.needs_dictionary) {
                self.adler = 1;
            }
            self.adler = adler32(self.adler, &output);
        }
        let answer = match answer {
            Ok(Status::StreamEnd) => Fed::End,
            Ok(Status::Ok) => Fed::More,
            Ok(Status::BufError) => Fed::NoProgress,
            Err(_) if asked.is_some() => Fed::NeedsDictionary,
            // What was wrong first stays wrong, whatever comes after it.
            Err(error) => Fed::Wrong(
                self.wrong.get_or_insert_with(|| error.message().map(str::to_owned)).clone(),
            ),
        };
        Inflated { taken: self.stream.total_in() - taken, output, answer }
    }

    /// Whether the dictionary is one that fits. Asked for, it must be the one that is meant.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
        let is_meant = self.raw || self.needs_dictionary && adler32(1, dictionary) == self.adler;
        is_meant && self.stream.set_dictionary(dictionary).is_ok()
    }
}
