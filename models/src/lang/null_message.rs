//! `NullPointerException.getExtendedNPEMessage`: what was null, in the words of HotSpot (JEP 358).

use crate::args::reference;
use crate::lang::operand_stack::{Analysis, Stack, argument_slots};
use raceproof_classfile::descriptor::{Type, split_method};
use raceproof_classfile::{Bytes, find_attribute};
use raceproof_vm::ground::class::MethodRef;
use raceproof_vm::tell::hotspot_names::external_type;
use raceproof_vm::tell::naming::Level;
use raceproof_vm::{Exec, Registry, Vm};

/// How deep an expression is told.
const MOST_DETAIL: u32 = 5;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/NullPointerException",
        &[("getExtendedNPEMessage", "", extended_message)],
    );
}

fn extended_message(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let top = vm.backtrace(reference(args[0])).first().copied();
    match top.and_then(|level| message_at(&level)) {
        Some(text) => Ok(vm.new_string(&text)?.word()),
        None => Ok(0),
    }
}

/// The message for a null met at that place; `None` if nothing there meets one.
fn message_at(level: &Level) -> Option<String> {
    let method = level.method;
    let file = method.class().file?;
    if method.is_native() {
        return None;
    }
    let member = file.methods.get(usize::from(method.slot))?;
    let code = file.code(member).ok()??;
    let analysis = Analysis::new(file, &code, level.position);
    let teller = Teller { method, analysis: &analysis };
    let slot = teller.null_slot(level.position)?;
    let mut text = teller.failed_action(level.position)?;
    text.push_str(&teller.cause(level.position, slot).unwrap_or_default());
    Some(text)
}

/// Tells where values come from.
struct Teller<'a> {
    method: MethodRef,
    analysis: &'a Analysis<'a>,
}

impl Teller<'_> {
    fn member_at(&self, position: u16) -> Option<(String, String, String)> {
        self.analysis.member(self.analysis.half(usize::from(position) + 1))
    }

    /// How far below the top of the stack the null is that the instruction fails at.
    fn null_slot(&self, position: u16) -> Option<usize> {
        Some(match self.analysis.opcode(position) {
            0x2E..=0x35 => 1,
            0x4F | 0x51 | 0x53..=0x56 => 2,
            0x50 | 0x52 => 3,
            0xB4 | 0xBE | 0xBF | 0xC2 | 0xC3 => 0,
            0xB5 => {
                let (_, _, descriptor) = self.member_at(position)?;
                if Type::of(&descriptor)?.is_wide() { 2 } else { 1 }
            }
            0xB6 | 0xB7 | 0xB9 => {
                let (_, name, descriptor) = self.member_at(position)?;
                // No constructor is called on null: the exception was made by `new`, and says what
                // it was told to.
                if name == "<init>" {
                    return None;
                }
                argument_slots(&descriptor)
            }
            _ => return None,
        })
    }

    fn failed_action(&self, position: u16) -> Option<String> {
        let opcode = self.analysis.opcode(position);
        Some(match opcode {
            0x2E..=0x35 => {
                format!("Cannot load from {} array", ELEMENTS[usize::from(opcode - 0x2E)])
            }
            0x4F..=0x56 => {
                format!("Cannot store to {} array", ELEMENTS[usize::from(opcode - 0x4F)])
            }
            0xBE => "Cannot read the array length".to_owned(),
            0xBF => "Cannot throw exception".to_owned(),
            0xC2 => "Cannot enter synchronized block".to_owned(),
            0xC3 => "Cannot exit synchronized block".to_owned(),
            0xB4 => format!("Cannot read field \"{}\"", self.member_at(position)?.1),
            0xB5 => format!("Cannot assign field \"{}\"", self.member_at(position)?.1),
            0xB6 | 0xB7 | 0xB9 => format!("Cannot invoke \"{}\"", self.method_name(position)?),
            _ => return None,
        })
    }

    fn cause(&self, position: u16, slot: usize) -> Option<String> {
        let source = self.source(position, slot)?;
        let text = self.expression(position, slot, MOST_DETAIL)?;
        let start = if is_call(self.analysis.opcode(source)) {
            "because the return value of"
        } else {
            "because"
        };
        Some(format!(" {start} \"{text}\" is null"))
    }

    /// The instruction that pushed a value.
    fn source(&self, position: u16, slot: usize) -> Option<u16> {
        self.analysis.stack(position)?.slot(slot)?.source
    }

    /// The expression whose value lies in a slot of the stack before an instruction.
    fn expression(&self, position: u16, slot: usize, detail: u32) -> Option<String> {
        if detail == 0 {
            return None;
        }
        let source = self.source(position, slot)?;
        let stack = self.analysis.stack(position)?;
        let at = usize::from(source);
        let opcode = self.analysis.opcode(source);
        Some(match opcode {
            0x01 => "null".to_owned(),
            0x02..=0x08 => (i32::from(opcode) - 3).to_string(),
            0x10 => (self.analysis.byte(at + 1) as i8).to_string(),
            0x11 => (self.analysis.half(at + 1) as i16).to_string(),
            0x1A..=0x1D => self.local(source, u16::from(opcode - 0x1A), stack),
            0x2A..=0x2D => self.local(source, u16::from(opcode - 0x2A), stack),
            0x15 | 0x19 => self.local(source, u16::from(self.analysis.byte(at + 1)), stack),
            0xC4 if matches!(self.analysis.byte(at + 1), 0x15 | 0x19) => {
                self.local(source, self.analysis.half(at + 2), stack)
            }
            0xB2 => {
                let (class, name, _) = self.member_at(source)?;
                format!("{}.{name}", class_name(&class))
            }
            0xB4 => {
                let (_, name, _) = self.member_at(source)?;
                match self.expression(source, 0, detail - 1) {
                    Some(object) => format!("{object}.{name}"),
                    None => name,
                }
            }
            0x2E | 0x32 => {
                let array =
                    self.expression(source, 1, detail - 1).unwrap_or_else(|| "<array>".to_owned());
                let index = self.expression(source, 0, detail).unwrap_or_else(|| "...".to_owned());
                format!("{array}[{index}]")
            }
            _ if is_call(opcode) => self.method_name(source)?,
            _ => return None,
        })
    }

    fn method_name(&self, position: u16) -> Option<String> {
        let (class, name, descriptor) = self.member_at(position)?;
        let (parameters, _) = split_method(&descriptor)?;
        let list: Vec<String> = parameters.into_iter().map(type_name).collect();
        Some(format!("{}.{name}({})", class_name(&class), list.join(", ")))
    }

    /// The name of a local variable as it is known at a place.
    fn local(&self, position: u16, slot: u16, stack: &Stack) -> String {
        if let Some(name) = self.named_local(position, slot) {
            return name;
        }
        let parameter = !stack.was_written(slot);
        if parameter && slot == 0 && !self.method.is_static() {
            return "this".to_owned();
        }
        match self.parameter_number(slot).filter(|_| parameter) {
            Some(number) => format!("<parameter{number}>"),
            None => format!("<local{slot}>"),
        }
    }

    fn named_local(&self, position: u16, slot: u16) -> Option<String> {
        let table = find_attribute(&self.analysis.code.attributes, "LocalVariableTable")?;
        let mut bytes = Bytes::new(table.data);
        for _ in 0..bytes.u16().ok()? {
            let (start, length) = (bytes.u16().ok()?, bytes.u16().ok()?);
            let (name, _, index) = (bytes.u16().ok()?, bytes.u16().ok()?, bytes.u16().ok()?);
            let covered = u32::from(start)..u32::from(start) + u32::from(length);
            if index == slot && covered.contains(&u32::from(position)) {
                return self.analysis.file.text(name).ok().map(std::borrow::Cow::into_owned);
            }
        }
        None
    }

    /// The number of the parameter that lies in a local variable.
    fn parameter_number(&self, slot: u16) -> Option<usize> {
        let (parameters, _) = split_method(self.method.descriptor.text())?;
        let mut at = u16::from(!self.method.is_static());
        for (index, parameter) in parameters.into_iter().enumerate() {
            let size = 1 + u16::from(Type::of(parameter).is_some_and(Type::is_wide));
            if (at..at + size).contains(&slot) {
                return Some(index + 1);
            }
            at += size;
        }
        None
    }
}

/// What arrays hold, in the order of the instructions that load from them.
const ELEMENTS: [&str; 8] =
    ["int", "long", "float", "double", "object", "byte/boolean", "char", "short"];

fn is_call(opcode: u8) -> bool {
    matches!(opcode, 0xB6..=0xB9)
}

fn class_name(internal: &str) -> String {
    shortened(internal.replace('/', "."))
}

fn type_name(descriptor: &str) -> String {
    let name = external_type(descriptor);
    let (base, dimensions) = name.split_at(name.find('[').unwrap_or(name.len()));
    shortened(base.to_owned()) + dimensions
}

/// The two best-known classes go without their package.
fn shortened(name: String) -> String {
    match name.as_str() {
        "java.lang.Object" => "Object".to_owned(),
        "java.lang.String" => "String".to_owned(),
        _ => name,
    }
}
