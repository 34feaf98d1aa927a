//! Names of variables that follow from those of objects: a recorder that names each field of each
//! object by a text writes more of those than of events. So it tells an object's type, whose fields
//! have consecutive numbers, and no text is made until somebody asks for one.
//!
//! An object is called by its type and the number of its first variable plus one.

use std::io::Write;

/// The variables that an object of a type has: what stands behind its name in theirs. An array has
/// none, and names its elements in pieces.
#[derive(Clone)]
struct Type {
    name: Box<[u8]>,
    fields: Box<[Box<[u8]>]>,
}

/// Neighbouring elements of an array, which may have been named before, by the others' numbers.
#[derive(Clone, Copy)]
struct Piece {
    object: u32,
    first_element: u32,
    of_type: u32,
}

/// What the variables are from a number on.
#[derive(Clone, Copy)]
enum Run {
    /// Texts, from the one of that number on.
    Texts(u32),
    /// The fields of an object, by its type.
    Object(u32),
    /// Elements of an array, by the number of the piece.
    Piece(u32),
}

/// The first number of a run, and what it is, in eight bytes: a trace may have hardly anything else.
#[derive(Clone, Copy)]
struct Packed {
    first: u32,
    /// The sort of run in the two highest bits.
    run: u32,
}

const SORT_BITS: u32 = 2;
const SORT_AT: u32 = u32::BITS - SORT_BITS;

/// The numbers of texts, types and pieces are below.
const MOST: u32 = 1 << SORT_AT;

impl Packed {
    fn new(first: u32, run: Run) -> Option<Self> {
        let (sort, number) = match run {
            Run::Texts(number) => (0, number),
            Run::Object(number) => (1, number),
            Run::Piece(number) => (2, number),
        };
        (number < MOST).then_some(Self { first, run: sort << SORT_AT | number })
    }

    fn run(self) -> Run {
        let number = self.run & (MOST - 1);
        match self.run >> SORT_AT {
            0 => Run::Texts(number),
            1 => Run::Object(number),
            _ => Run::Piece(number),
        }
    }
}

/// What a variable is called: by a text of that number, or as was appended.
pub(crate) enum Found {
    Text(u32),
    Told,
}

/// The names of variables, some of which are texts that somebody else keeps.
#[derive(Clone, Default)]
pub(crate) struct Objects {
    types: Vec<Type>,
    pieces: Vec<Piece>,
    runs: Vec<Packed>,
    /// How many variables there are.
    end: u32,
    /// How many bytes the types take.
    types_size: u64,
}

impl Objects {
    /// Behind so many texts.
    pub(crate) fn behind(texts: u32) -> Option<Self> {
        let mut objects = Self::default();
        if texts > 0 {
            objects.push(Run::Texts(0), texts)?;
        }
        Some(objects)
    }

    pub(crate) fn len(&self) -> u32 {
        self.end
    }

    pub(crate) fn size(&self) -> u64 {
        let runs = self.runs.len() * size_of::<Packed>();
        let pieces = self.pieces.len() * size_of::<Piece>();
        (runs + pieces) as u64 + self.types_size
    }

    /// How many types there are.
    pub(crate) fn types(&self) -> u32 {
        self.types.len() as u32
    }

    pub(crate) fn add_type(&mut self, name: &[u8], fields: &[&[u8]]) {
        let texts: usize = fields.iter().map(|field| field.len() + size_of::<Box<[u8]>>()).sum();
        self.types_size += (size_of::<Type>() + name.len() + texts) as u64;
        let fields = fields.iter().map(|field| Box::from(*field)).collect();
        self.types.push(Type { name: name.into(), fields });
    }

    /// The text of that number is the next variable's name. Nothing if there is no room.
    pub(crate) fn add_text(&mut self, text: u32) -> Option<()> {
        if matches!(self.runs.last().map(|run| run.run()), Some(Run::Texts(_))) {
            self.end = self.end.checked_add(1)?;
            return Some(());
        }
        self.push(Run::Texts(text), 1)
    }

    /// The next variables are the fields of an object. Nothing if there is no such type, or none
    /// with fields, or no room.
    pub(crate) fn add_object(&mut self, of_type: u32) -> Option<()> {
        let fields = self.types.get(of_type as usize)?.fields.len();
        let fields = u32::try_from(fields).ok().filter(|fields| *fields > 0)?;
        self.push(Run::Object(of_type), fields)
    }

    /// The next variables are so many elements of an array, whose number is so far before that which
    /// it would have if it had none yet.
    pub(crate) fn add_piece(
        &mut self,
        of_type: u32,
        back: u32,
        first_element: u32,
        count: u32,
    ) -> Option<()> {
        let object = self.end.checked_add(1)?.checked_sub(back)?;
        first_element.checked_add(count)?;
        if of_type >= self.types() || count == 0 {
            return None;
        }
        let piece = u32::try_from(self.pieces.len()).ok()?;
        self.push(Run::Piece(piece), count)?;
        self.pieces.push(Piece { object, first_element, of_type });
        Some(())
    }

    fn push(&mut self, run: Run, count: u32) -> Option<()> {
        let run = Packed::new(self.end, run)?;
        self.end = self.end.checked_add(count)?;
        self.runs.push(run);
        Some(())
    }

    /// Appends the name of a variable, unless that is a text or there is none.
    pub(crate) fn append_name(&self, variable: u32, out: &mut Vec<u8>) -> Option<Found> {
        if variable >= self.end {
            return None;
        }
        let run = *self.runs.get(self.runs.partition_point(|run| run.first <= variable) - 1)?;
        let offset = variable - run.first;
        // Writing to memory does not fail.
        let _ = match run.run() {
            Run::Texts(text) => return Some(Found::Text(text + offset)),
            Run::Object(of_type) => {
                let of_type = &self.types[of_type as usize];
                out.extend_from_slice(&of_type.name);
                write!(out, "@{}", run.first + 1)
                    .map(|()| out.extend_from_slice(&of_type.fields[offset as usize]))
            }
            Run::Piece(piece) => {
                let Piece { object, first_element, of_type } = self.pieces[piece as usize];
                out.extend_from_slice(&self.types[of_type as usize].name);
                write!(out, "@{object}[{}]", first_element + offset)
            }
        };
        Some(Found::Told)
    }
}
