//! A method's body in SSA form: statements over registers, each of which has one definition (Braun
//! and others, "Simple and efficient construction of static single assignment form", CC 2013,
//! 10.1007/978-3-642-37051-9_6). Only references have registers. Primitive values are not followed,
//! but for constants.
//!
//! Two uses of a register see the same object, as long as its definition was not executed again in
//! between.

mod build;
mod dynamic;
mod handles;
mod rounds;
mod ssa;

use crate::ids::{ClassId, FieldId, MethodId, Reg, Selector};
use crate::world::{World, access};
use raceproof_bytecode::Flow;
use raceproof_bytecode::graph::Graph;
use raceproof_classfile::find_attribute;
use std::cell::OnceCell;
use std::rc::Rc;

/// No constant index is known.
pub const ANY_INDEX: u32 = u32::MAX;

pub use rounds::{Over, Round, rounds};

/// What a method does, as far as references go.
///
/// The result goes to `to`; what is stored, returned or thrown is in `from`; `base`, `array` and
/// `of` are the object accessed or locked; `index` is a constant, or [`ANY_INDEX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operands are described once for all statements")]
pub enum Statement {
    /// A new object or array.
    New { to: Reg, class: ClassId },
    /// Some object of that class that was there before: a string, a method type.
    Constant { to: Reg, class: ClassId },
    /// The `Class` object of a class.
    ClassConstant { to: Reg, class: ClassId },
    /// The same object, if it is one of that class.
    Cast { to: Reg, from: Reg, class: ClassId },
    /// Reads a field, of primitive type if there is no register.
    GetField { to: Reg, base: Reg, field: FieldId },
    /// Writes one.
    PutField { base: Reg, from: Reg, field: FieldId },
    /// Reads a static field.
    GetStatic { to: Reg, field: FieldId },
    /// Writes one.
    PutStatic { from: Reg, field: FieldId },
    /// Reads an element of an array.
    Load { to: Reg, array: Reg, index: u32 },
    /// Writes one.
    Store { array: Reg, from: Reg, index: u32 },
    /// Calls one of [`Body::calls`].
    Call { call: u32 },
    /// Ends the method.
    Return { from: Reg },
    /// Throws.
    Throw { from: Reg },
    /// The exception at the start of a handler; of any class if there is none.
    Catch { to: Reg, class: Option<ClassId> },
    /// Enters a monitor.
    Enter { of: Reg },
    /// Leaves it.
    Exit { of: Reg },
}

/// The method that a call names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// This method, whatever the object.
    Exactly(MethodId),
    /// What the object's class has.
    Virtual {
        /// The class that the call names.
        class: ClassId,
        /// The name and descriptor that the call names.
        selector: Selector,
    },
    /// A method handle or variable handle (JVMS 2.9.3), by its method's name.
    Polymorphic {
        /// The class that the call names.
        class: ClassId,
        /// The name and descriptor that the call names.
        selector: Selector,
    },
    /// No such method.
    Missing,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The receiver, if there is one, and the arguments; those of primitive types are none.
    pub arguments: Vec<Reg>,
    /// Where the result goes.
    pub result: Reg,
    /// The statement that it is.
    pub statement: u32,
    /// The static field that says which field is accessed, if it is by a variable handle or an
    /// offset that was loaded from there.
    pub through: Option<FieldId>,
}

/// Where a block goes on, by the primitive value that a statement gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZeroTest {
    /// The statement.
    pub statement: u32,
    /// The block where it goes only if the value is not zero.
    pub unless: u32,
    /// The block where it goes only if it is, if there is one.
    pub only_if: Option<u32>,
}

/// Statements that are executed one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The first of them.
    pub start: u32,
    /// Behind the last.
    pub end: u32,
    /// Where it goes on.
    pub next: Vec<u32>,
    /// Where an exception leads that is thrown inside, the first that fits.
    pub handlers: Vec<u32>,
    /// If it ends by asking whether a register is null: the register, and where it goes only if it
    /// is not.
    pub unless_null: Option<(Reg, u32)>,
    /// If it ends by asking whether the primitive value of a statement is zero.
    pub zero_test: Option<ZeroTest>,
}

/// The body of a method.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// How many registers there are.
    pub registers: u32,
    /// The receiver, if there is one, and the parameters; those of primitive types are none.
    pub parameters: Vec<Reg>,
    /// In the order of the bytecode.
    pub statements: Vec<Statement>,
    /// By statement: the position of its instruction.
    pub positions: Vec<u16>,
    /// In the order of the bytecode; the first is where the method begins.
    pub blocks: Vec<Block>,
    /// Phi functions: pairs of a phi's register and one of its operands.
    pub phis: Vec<(Reg, Reg)>,
    /// Of its statements.
    pub calls: Vec<Call>,
    /// Statements that write a field, or call with one argument, and what they write or pass, if
    /// that is a constant; null is 0.
    pub constants: Vec<(u32, i32)>,
    /// Registers that hold a constant string, and which.
    pub texts: Vec<(Reg, Rc<str>)>,
    /// Of the application's own methods: what is known of indices.
    pub counting: Counting,
    /// By register: the statement that defines it, found on demand; too large a number if none
    /// does.
    pub(crate) definitions: OnceCell<Vec<u32>>,
}

/// A number that two places may have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// This one.
    Constant(i32),
    /// What that local holds.
    Local(u16),
}

/// Where a method counts, and by what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counting {
    /// Statements that access an element, and the local that was its index.
    pub indices: Vec<(u32, u16)>,
    /// Positions at which the length of an array is asked for, and which.
    pub lengths: Vec<(u16, Reg)>,
    /// Arrays that are made, and their lengths.
    pub sizes: Vec<(Reg, Number)>,
}

impl Body {
    /// The statement that defines a register, casts left out; none of a parameter or a phi.
    #[must_use]
    pub fn definition(&self, reg: Reg) -> Option<u32> {
        let mut wanted = reg;
        loop {
            let at = self.defined_at(wanted)?;
            match self.statements[at as usize] {
                Statement::Cast { from, .. } => wanted = from,
                _ => return Some(at),
            }
        }
    }

    /// The cast, load or call that defines a register.
    #[must_use]
    pub fn defined_at(&self, reg: Reg) -> Option<u32> {
        let definitions = self.definitions.get_or_init(|| {
            let mut found = vec![u32::MAX; self.registers as usize];
            for (at, statement) in self.statements.iter().enumerate() {
                let to = match *statement {
                    Statement::Cast { to, .. }
                    | Statement::GetField { to, .. }
                    | Statement::GetStatic { to, .. }
                    | Statement::Load { to, .. } => to,
                    Statement::Call { call } => self.calls[call as usize].result,
                    _ => continue,
                };
                if let Some(definition) = found.get_mut(to.0 as usize) {
                    *definition = at as u32;
                }
            }
            found
        });
        definitions.get(reg.0 as usize).copied().filter(|at| *at != u32::MAX)
    }

    /// The block that a statement is in.
    #[must_use]
    pub fn block_of(&self, statement: u32) -> usize {
        self.blocks.partition_point(|block| block.end <= statement)
    }

    /// Where control may go from each block, by an exception, too.
    #[must_use]
    pub fn graph(&self) -> Graph {
        let edges = |block: &Block| {
            block.next.iter().chain(&block.handlers).map(|to| *to as usize).collect()
        };
        Graph::new(self.blocks.iter().map(edges).collect())
    }

    /// The body of a method; none if it is abstract, native, or of a class that is missing.
    ///
    /// # Errors
    /// What is wrong with its code, or what is in it that is not followed.
    pub fn of(world: &mut World, method: MethodId) -> Result<Option<Self>, String> {
        let found = &world.methods[method.index()];
        let (class, index) = (found.class, found.index);
        let Some(file) = world.classes[class.index()].file else { return Ok(None) };
        if found.is(access::ABSTRACT | access::NATIVE) {
            return Ok(None);
        }
        let code = file.code(&file.methods[index]).map_err(|error| error.to_string())?;
        let Some(code) = code else { return Ok(None) };
        let flow = Flow::new(file, &code)?;
        build::Builder::new(world, method, &flow)?.build().map(Some)
    }
}

/// The line of a position in a method's code, if the class file has lines.
#[must_use]
pub fn line(world: &World, method: MethodId, position: u16) -> Option<u16> {
    let found = &world.methods[method.index()];
    let file = world.classes[found.class.index()].file?;
    let code = file.code(&file.methods[found.index]).ok()??;
    let mut best: Option<(u16, u16)> = None;
    for attribute in code.attributes.iter().filter(|attribute| attribute.name == b"LineNumberTable")
    {
        for row in attribute.data.get(2..)?.chunks_exact(4) {
            let (start, line) =
                (u16::from_be_bytes([row[0], row[1]]), u16::from_be_bytes([row[2], row[3]]));
            if start <= position && best.is_none_or(|(known, _)| known <= start) {
                best = Some((start, line));
            }
        }
    }
    best.map(|(_, line)| line)
}

/// The source file that a class file names.
#[must_use]
pub fn source_file(world: &World, class: ClassId) -> Option<String> {
    let file = world.classes[class.index()].file?;
    let [high, low] = find_attribute(&file.attributes, "SourceFile")?.data else { return None };
    file.text(u16::from_be_bytes([*high, *low])).ok().map(std::borrow::Cow::into_owned)
}
