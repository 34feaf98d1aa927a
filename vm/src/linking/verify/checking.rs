//! Checking against the stack map (JVMS 4.10.1): one pass over the code, in the order of positions.

use super::Verifier;
use super::failure::{Check, Failure};
use super::instructions::Next;
use super::method::Body;
use super::stack_map::{self, MapFrame, StackMap};
use super::types::{Frame, VType, Wanted};
use crate::ground::native::Trap;
use raceproof_bytecode::Op;
use raceproof_classfile::{Bytes, Constant, ExceptionRange};
use std::rc::Rc;

/// What the exception table asks for at the instructions it covers.
struct Handlers {
    /// Positions where a range starts: there the handlers are other ones than before.
    starts: Vec<bool>,
    /// From the first covered position to behind the last.
    covered: std::ops::Range<usize>,
    /// The state of the locals that the handlers were checked with last.
    checked: Option<(u64, bool)>,
}

impl Verifier<'_> {
    /// Checks a method's code against its stack map.
    pub(crate) fn check(&mut self, body: &Body<'_>) -> Check<()> {
        let mut frame = body.initial_frame(self)?;
        let mut handlers = self.check_exception_table(body)?;
        check_local_variables(body)?;
        let map = stack_map::read(self, body, &frame)?;
        let mut declared = map.frames.iter().peekable();
        let mut reached = true;
        for op in body.ops() {
            let here = |failure: Failure| failure.located(op.at as u16);
            self.spend(1)?;
            match declared.next_if(|frame| frame.at == op.at) {
                Some(state) => {
                    if reached
                        && let Some(reason) =
                            self.mismatch(&frame, &frame.stack, state).map_err(here)?
                    {
                        return Err(here(Failure::because(
                            "Instruction type does not match stack map",
                            reason,
                        )));
                    }
                    enter(&mut frame, state);
                }
                None if reached => {}
                None => {
                    let reason = "Expected stackmap frame at this location.";
                    let reason = if declared.peek().is_some() {
                        reason
                    } else {
                        "Error exists in the bytecode"
                    };
                    return Err(here(Failure::because("Expecting a stack map frame", reason)));
                }
            }
            reached = self.check_one(body, op, &mut frame, &map, &mut handlers).map_err(here)?;
        }
        if reached {
            let end = body.code.bytecode.len() as u16;
            return Err(Failure::verify("Control flow falls through code end").located(end));
        }
        Ok(())
    }

    /// One instruction; says whether control goes on to the next.
    fn check_one(
        &mut self,
        body: &Body<'_>,
        op: &Op,
        frame: &mut Frame,
        map: &StackMap,
        handlers: &mut Handlers,
    ) -> Check<bool> {
        let covered = handlers.covered.contains(&op.at);
        // What an instruction stores is not there yet when it throws; what it calls a constructor
        // on is not finished.
        let store = matches!(op.code, 54..=58);
        if covered && store {
            self.check_handlers(body, op, frame, frame.this_uninitialized, map, handlers)?;
        }
        let before = (covered && op.code == 183).then(|| frame.clone());
        let next = self.step(body, op, frame)?;
        let reached = match next {
            Next::Fall => true,
            Next::Branch(target) => {
                self.check_target(frame, target, map)?;
                true
            }
            Next::Jump(target) => {
                self.check_target(frame, target, map)?;
                false
            }
            Next::Switch(targets) => {
                targets.into_iter().try_for_each(|target| self.check_target(frame, target, map))?;
                false
            }
            Next::End => false,
            Next::Subroutine(_) | Next::Return(_) => {
                return Err(Failure::verify("Bad instruction"));
            }
        };
        let mut this_uninitialized = frame.this_uninitialized;
        if let Some(before) = before.filter(|before| before.generation != frame.generation) {
            self.check_handlers(body, op, &before, before.this_uninitialized, map, handlers)?;
            this_uninitialized |= before.this_uninitialized;
        }
        if covered && !store {
            self.check_handlers(body, op, frame, this_uninitialized, map, handlers)?;
        }
        Ok(reached)
    }

    fn check_target(&mut self, frame: &Frame, target: i64, map: &StackMap) -> Check<()> {
        let Some(state) = usize::try_from(target).ok().and_then(|target| map.at(target)) else {
            let message = format!("Expecting a stackmap frame at branch target {target}");
            return Err(Failure::because(message, "Expected stackmap frame at this location."));
        };
        match self.mismatch(frame, &frame.stack, state)? {
            None => Ok(()),
            Some(reason) => Err(Failure::because(
                format!("Inconsistent stackmap frames at branch target {target}"),
                reason,
            )),
        }
    }

    /// Why the current state does not fit a declared one, if it does not.
    fn mismatch(
        &mut self,
        frame: &Frame,
        stack: &[VType],
        state: &MapFrame,
    ) -> Check<Option<String>> {
        if stack.len() != state.stack.len() {
            return Ok(Some("Current frame's stack size doesn't match stackmap.".to_owned()));
        }
        if !Rc::ptr_eq(&frame.shared_locals(), &state.locals) {
            self.spend(state.locals.len())?;
            for (n, wanted) in state.locals.iter().enumerate() {
                if !self.is_assignable(frame.local(n), *wanted)? {
                    return Ok(Some(difference(frame.local(n), *wanted, "locals", n)));
                }
            }
        }
        for (n, (found, wanted)) in stack.iter().zip(&state.stack).enumerate() {
            if !self.is_assignable(*found, *wanted)? {
                return Ok(Some(difference(*found, *wanted, "stack", n)));
            }
        }
        if frame.this_uninitialized && !state.this_uninitialized {
            return Ok(Some(
                "Current frame's flags are not assignable to stack map frame's.".to_owned(),
            ));
        }
        Ok(None)
    }

    fn check_exception_table(&mut self, body: &Body<'_>) -> Check<Handlers> {
        let length = body.code.bytecode.len();
        let mut handlers =
            Handlers { starts: vec![false; length + 1], covered: length..0, checked: None };
        for range in &body.code.exceptions {
            for (what, at) in
                [("start_pc", range.start), ("end_pc", range.end), ("handler_pc", range.handler)]
            {
                let end = what == "end_pc" && usize::from(at) == length;
                if !end && !body.starts_instruction(usize::from(at)) {
                    return Err(Failure::Format(format!("Illegal exception table {what} {at}")));
                }
            }
            self.check_catch_type(range)?;
            handlers.starts[usize::from(range.start)] = true;
            handlers.covered.start = handlers.covered.start.min(usize::from(range.start));
            handlers.covered.end = handlers.covered.end.max(usize::from(range.end));
        }
        Ok(handlers)
    }

    /// What a handler catches is a throwable.
    pub(crate) fn check_catch_type(&mut self, range: &ExceptionRange) -> Check<VType> {
        let throwable = VType::Class(self.names.throwable);
        if range.catch_type == 0 {
            return Ok(throwable);
        }
        if !matches!(self.file.constant(range.catch_type), Ok(Constant::Class { .. })) {
            let what = "Catch type in exception table has bad constant type";
            let message = format!("{what} in class file {}", self.class.name);
            return Err(Trap::java("java/lang/ClassFormatError", message).into());
        }
        let caught = self.class_type(range.catch_type)?;
        if self.is_assignable(caught, throwable)? {
            return Ok(caught);
        }
        let handler = range.handler;
        let message =
            format!("Catch type is not a subclass of Throwable in exception handler {handler}");
        let reason = format!(
            "Type {caught} (constant pool {}) is not assignable to {throwable}",
            range.catch_type
        );
        Err(Failure::because(message, reason).located(handler))
    }

    /// An instruction may throw: its handlers must take the locals as they are.
    fn check_handlers(
        &mut self,
        body: &Body<'_>,
        op: &Op,
        frame: &Frame,
        this_uninitialized: bool,
        map: &StackMap,
        handlers: &mut Handlers,
    ) -> Check<()> {
        let state = Some((frame.generation, this_uninitialized));
        if handlers.checked == state && !handlers.starts[op.at] {
            return Ok(());
        }
        self.spend(body.code.exceptions.len())?;
        let mut thrown = frame.in_handler(this_uninitialized);
        for range in &body.code.exceptions {
            if !(usize::from(range.start)..usize::from(range.end)).contains(&op.at) {
                continue;
            }
            let caught = match range.catch_type {
                0 => VType::Class(self.names.throwable),
                index => self.class_type(index)?,
            };
            thrown.stack.clear();
            thrown.push(caught)?;
            let handler = range.handler;
            let Some(state) = map.at(usize::from(handler)) else {
                let message = format!("Expecting a stackmap frame at branch target {handler}");
                return Err(Failure::because(message, "Expected stackmap frame at this location."));
            };
            if let Some(reason) = self.mismatch(&thrown, &thrown.stack, state)? {
                let message =
                    format!("Stack map does not match the one at exception handler {handler}");
                return Err(Failure::because(message, reason));
            }
        }
        handlers.checked = state;
        Ok(())
    }
}

/// Goes on with a declared state.
fn enter(frame: &mut Frame, state: &MapFrame) {
    if !Rc::ptr_eq(&frame.shared_locals(), &state.locals)
        || frame.this_uninitialized != state.this_uninitialized
    {
        frame.replace_locals(Rc::clone(&state.locals), state.this_uninitialized);
    }
    frame.stack.clone_from(&state.stack);
}

fn difference(found: VType, wanted: VType, place: &str, n: usize) -> String {
    let wanted = Wanted::Type(wanted);
    format!(
        "Type {found} (current frame, {place}[{n}]) is not assignable to {wanted} (stack map, {place}[{n}])"
    )
}

/// The debugger's table of variables must speak of instructions.
fn check_local_variables(body: &Body<'_>) -> Check<()> {
    let length = body.code.bytecode.len();
    for attribute in body.code.attributes.iter().filter(|a| a.name == b"LocalVariableTable") {
        let mut bytes = Bytes::new(attribute.data);
        let count = bytes.u16().unwrap_or(0);
        for _ in 0..count {
            let (Ok(start), Ok(covered), Ok(_)) = (bytes.u16(), bytes.u16(), bytes.take(6)) else {
                break;
            };
            if !body.starts_instruction(usize::from(start)) {
                return Err(Failure::Format(format!(
                    "Illegal local variable table start_pc {start}"
                )));
            }
            let end = usize::from(start) + usize::from(covered);
            if end != length && !body.starts_instruction(end) {
                return Err(Failure::Format(format!(
                    "Illegal local variable table length {covered}"
                )));
            }
        }
    }
    Ok(())
}
