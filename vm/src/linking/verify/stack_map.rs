//! The `StackMapTable` attribute (JVMS 4.7.4): from its deltas to whole frames.

use super::Verifier;
use super::failure::{Check, Failure};
use super::method::Body;
use super::types::{Frame, VType};
use raceproof_classfile::{Bytes, Constant};
use std::rc::Rc;

/// A type state that the attribute declares.
#[derive(Clone)]
pub(crate) struct MapFrame {
    pub(crate) at: usize,
    /// Shared by the frames that say the locals are those of the frame before.
    pub(crate) locals: Rc<Vec<VType>>,
    pub(crate) stack: Vec<VType>,
    pub(crate) this_uninitialized: bool,
}

/// The declared type states of a method, in the order of their positions.
pub(crate) struct StackMap {
    pub(crate) frames: Vec<MapFrame>,
    /// The frame at each position of the code, as an index plus one.
    index: Vec<u16>,
}

impl StackMap {
    /// The frame declared at a position.
    pub(crate) fn at(&self, position: usize) -> Option<&MapFrame> {
        let index = usize::from(*self.index.get(position)?);
        self.frames.get(index.checked_sub(1)?)
    }
}

/// Types that are kept cost more than types that are compared.
const KEPT: usize = 16;

struct Reader<'a, 'v> {
    bytes: Bytes<'static>,
    verifier: &'a mut Verifier<'v>,
    body: &'a Body<'a>,
}

/// Reads the stack map of a method that starts with the state `initial`.
pub(crate) fn read(
    verifier: &mut Verifier<'_>,
    body: &Body<'_>,
    initial: &Frame,
) -> Check<StackMap> {
    let mut map = StackMap { frames: Vec::new(), index: Vec::new() };
    let Some(attribute) = body.code.attributes.iter().find(|a| a.name == b"StackMapTable") else {
        return Ok(map);
    };
    let length = body.code.bytecode.len();
    map.index = vec![0; length];
    let mut reader = Reader { bytes: Bytes::new(attribute.data), verifier, body };
    let mut last = MapFrame {
        at: 0,
        locals: initial.shared_locals(),
        stack: Vec::new(),
        this_uninitialized: initial.this_uninitialized,
    };
    for n in 0..reader.u16()? {
        let delta;
        (delta, last) = reader.frame(last)?;
        // The first frame's offset is its position, later ones lie at least one behind the frame
        // before.
        last.at = if n == 0 { delta } else { last.at + delta + 1 };
        if last.at >= length || !body.starts_instruction(last.at) {
            return Err(Failure::because(
                "StackMapTable error: bad offset",
                "Invalid stackmap specification.",
            )
            .located(last.at.min(length) as u16));
        }
        map.frames.push(last.clone());
        map.index[last.at] = map.frames.len() as u16;
    }
    if reader.bytes.is_empty() { Ok(map) } else { Err(Failure::stack_map("wrong attribute size")) }
}

impl Reader<'_, '_> {
    fn u8(&mut self) -> Check<u8> {
        self.bytes.u8().map_err(|_| Failure::stack_map("access beyond the end of attribute"))
    }

    fn u16(&mut self) -> Check<u16> {
        self.bytes.u16().map_err(|_| Failure::stack_map("access beyond the end of attribute"))
    }

    /// One entry: its delta, and the frame that follows from the one before. The position is still
    /// to be set.
    fn frame(&mut self, before: MapFrame) -> Check<(usize, MapFrame)> {
        let mut frame = before;
        frame.stack = Vec::new();
        let kind = self.u8()?;
        let delta = match kind {
            0..=63 => usize::from(kind),
            64..=127 => usize::from(kind) - 64,
            _ => usize::from(self.u16()?),
        };
        match kind {
            0..=63 | 251 => {}
            64..=127 | 247 => frame.stack = self.types(1, self.body.max_stack())?.0,
            248..=250 => self.chop(&mut frame, usize::from(251 - kind))?,
            252..=254 => self.append(&mut frame, usize::from(kind - 251))?,
            255 => {
                let count = usize::from(self.u16()?);
                let (locals, this_uninitialized) = self.types(count, self.body.max_locals())?;
                frame.locals = Rc::new(locals);
                frame.this_uninitialized = this_uninitialized;
                let count = usize::from(self.u16()?);
                frame.stack = self.types(count, self.body.max_stack())?.0;
            }
            _ => return Err(Failure::stack_map("reserved frame type")),
        }
        Ok((delta, frame))
    }

    fn chop(&mut self, frame: &mut MapFrame, count: usize) -> Check<()> {
        self.verifier.spend(frame.locals.len() * KEPT)?;
        let mut locals = frame.locals.to_vec();
        for _ in 0..count {
            match locals.pop() {
                None => return Err(bad_size()),
                Some(ty) if ty.is_second() => drop(locals.pop()),
                Some(_) => {}
            }
        }
        frame.this_uninitialized = locals.contains(&VType::UninitializedThis);
        frame.locals = Rc::new(locals);
        Ok(())
    }

    fn append(&mut self, frame: &mut MapFrame, count: usize) -> Check<()> {
        self.verifier.spend(frame.locals.len() * KEPT)?;
        let (more, this_uninitialized) = self.types(count, self.body.max_locals())?;
        if frame.locals.len() + more.len() > self.body.max_locals() {
            return Err(bad_size());
        }
        frame.this_uninitialized |= this_uninitialized;
        frame.locals = Rc::new(frame.locals.iter().chain(&more).copied().collect());
        Ok(())
    }

    /// So many types, which may take at most `most` slots; and whether `uninitializedThis` is among
    /// them.
    fn types(&mut self, count: usize, most: usize) -> Check<(Vec<VType>, bool)> {
        let mut types = Vec::new();
        for _ in 0..count {
            let ty = self.verification_type()?;
            types.push(ty);
            types.extend(ty.second());
        }
        let this_uninitialized = types.contains(&VType::UninitializedThis);
        if types.len() <= most { Ok((types, this_uninitialized)) } else { Err(bad_size()) }
    }

    fn verification_type(&mut self) -> Check<VType> {
        Ok(match self.u8()? {
            0 => VType::Top,
            1 => VType::Int,
            2 => VType::Float,
            3 => VType::Double,
            4 => VType::Long,
            5 => VType::Null,
            6 => VType::UninitializedThis,
            7 => {
                let index = self.u16()?;
                if !matches!(self.verifier.file.constant(index), Ok(Constant::Class { .. })) {
                    return Err(Failure::stack_map("bad class index"));
                }
                self.verifier.class_type(index)?
            }
            8 => {
                let at = self.u16()?;
                if self.body.opcode_at(usize::from(at)) != Some(187) {
                    return Err(Failure::contradiction("bad offset for Uninitialized"));
                }
                VType::Uninitialized(at)
            }
            _ => return Err(Failure::stack_map("bad verification type")),
        })
    }
}

fn bad_size() -> Failure {
    Failure::contradiction("bad type array size")
}
