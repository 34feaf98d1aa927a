//! How verification fails, and what the `VerifyError` says: HotSpot's first line, the place and the
//! reason.

use super::opcodes::OPCODES;
use crate::ground::class::MethodRef;
use crate::ground::native::Trap;

/// Why a method does not pass.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A `VerifyError`: what is wrong, and why if that is known.
    Verify { message: String, reason: Option<String>, at: Option<u16> },
    /// A `ClassFormatError`.
    Format(String),
    /// That of an old class whose exception table is wrong.
    Table(&'static str),
    /// Loading a class needs Java code to run first, or throws.
    Trap(Trap),
}

/// The result of a check.
pub(crate) type Check<T> = Result<T, Failure>;

impl From<Trap> for Failure {
    fn from(trap: Trap) -> Self {
        Self::Trap(trap)
    }
}

impl Failure {
    /// A `VerifyError` with no more to say.
    pub(crate) fn verify(message: impl Into<String>) -> Self {
        Self::Verify { message: message.into(), reason: None, at: None }
    }

    /// A `VerifyError` with its reason.
    pub(crate) fn because(message: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Verify { message: message.into(), reason: Some(reason.into()), at: None }
    }

    /// The stack does not hold what is taken from it.
    pub(crate) fn underflow() -> Self {
        Self::because("Operand stack underflow", "Attempt to pop empty stack.")
    }

    /// A damaged stack map. It is no verdict: an old class does not get a second chance.
    pub(crate) fn stack_map(what: &str) -> Self {
        Self::Trap(Trap::java(
            "java/lang/ClassFormatError",
            format!("StackMapTable format error: {what}"),
        ))
    }

    /// A stack map that contradicts the code, which inferring types may make good.
    pub(crate) fn contradiction(what: &str) -> Self {
        Self::Format(format!("StackMapTable format error: {what}"))
    }

    /// The failure at a position of the code, unless it has one already.
    pub(crate) fn located(self, position: u16) -> Self {
        match self {
            Self::Verify { message, reason, at } => {
                Self::Verify { message, reason, at: at.or(Some(position)) }
            }
            other => other,
        }
    }

    /// Whether the bytes are at fault, and not a class that could not be loaded.
    pub(crate) fn is_verdict(&self) -> bool {
        !matches!(self, Self::Trap(_))
    }

    /// The error to throw for a method whose types could not be inferred either: it is told as a
    /// `VerifyError`.
    pub(crate) fn thrown_at_last(self, method: MethodRef, code: &[u8]) -> Trap {
        match self.thrown(method, code) {
            Trap::Java("java/lang/ClassFormatError", message) => {
                Trap::Java("java/lang/VerifyError", message)
            }
            other => other,
        }
    }

    /// The error to throw for a method that was checked against its stack map.
    pub(crate) fn thrown(self, method: MethodRef, code: &[u8]) -> Trap {
        match self {
            Self::Verify { message, reason, at } => {
                Trap::java("java/lang/VerifyError", details(message, reason, at, method, code))
            }
            other => other.thrown_briefly(method),
        }
    }

    /// The error to throw for a method of an old class, whose types were inferred.
    pub(crate) fn thrown_briefly(self, method: MethodRef) -> Trap {
        match self {
            Self::Verify { message, .. } => {
                Trap::java("java/lang/VerifyError", of_method(method, &message))
            }
            Self::Table(message) => {
                Trap::java("java/lang/ClassFormatError", of_method(method, message))
            }
            Self::Format(message) => {
                let holder = method.class();
                let (name, descriptor) = (method.name.text(), method.descriptor.text());
                let method = crate::tell::hotspot_names::external_method(holder, name, descriptor);
                Trap::java("java/lang/ClassFormatError", format!("{message} in method '{method}'"))
            }
            Self::Trap(trap) => trap,
        }
    }
}

fn of_method(method: MethodRef, message: &str) -> String {
    let (class, name, descriptor) = (method.class().name, method.name, method.descriptor);
    format!("(class: {class}, method: {name} signature: {descriptor}) {message}")
}

fn details(
    message: String,
    reason: Option<String>,
    at: Option<u16>,
    method: MethodRef,
    code: &[u8],
) -> String {
    let Some(at) = at else { return message };
    let opcode = code.get(usize::from(at)).and_then(|code| OPCODES.get(usize::from(*code)));
    let opcode =
        opcode.unwrap_or(if usize::from(at) < code.len() { &"<illegal>" } else { &"<invalid>" });
    let place =
        format!("{}.{}{} @{at}: {opcode}", method.class().name, method.name, method.descriptor);
    let reason = reason.unwrap_or_else(|| "Error exists in the bytecode".to_owned());
    format!("{message}\nException Details:\n  Location:\n    {place}\n  Reason:\n    {reason}\n")
}
