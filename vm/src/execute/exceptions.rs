//! Exceptions the machine throws itself, and stack traces.

use crate::ground::class::MethodRef;
use crate::ground::heap::Ref;
use crate::ground::native::Exec;
use crate::tell::naming::Level;
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;

/// HotSpot's `MaxJavaStackTraceDepth`.
const MAX_DEPTH: usize = 1024;

impl Vm {
    /// A new exception as the machine throws it: no constructor runs.
    ///
    /// # Errors
    /// If the class cannot be loaded or the heap is full.
    pub fn new_exception(&mut self, class: &str, message: Option<&str>) -> Exec<Ref> {
        self.new_exception_in(None, class, message)
    }

    /// A new exception that a native method throws, which has no frame but is shown on top of the
    /// stack.
    ///
    /// # Errors
    /// If the class cannot be loaded or the heap is full.
    pub(crate) fn new_exception_in(
        &mut self,
        native: Option<MethodRef>,
        class: &str,
        message: Option<&str>,
    ) -> Exec<Ref> {
        let class = self.load_boot(class)?;
        let exception = self.new_object(class)?;
        let throwable = self.known.throwable.get();
        if let Some(message) = message {
            let text = self.new_string(message)?;
            self.set_field(exception, "detailMessage", text.word());
        }
        self.set_field(exception, "cause", exception.word());
        for (field, constant) in
            [("stackTrace", "UNASSIGNED_STACK"), ("suppressedExceptions", "SUPPRESSED_SENTINEL")]
        {
            if let Some(value) = self.static_field(throwable, constant) {
                self.set_field(exception, field, value);
            }
        }
        if self.class_of(exception).field_named("extendedMessageState").is_some() {
            // The stack was filled in once: the message of a NullPointerException can be found from
            // it, unless it has not the frame that threw; then there is none.
            let is_hidden = self.frames.last().is_some_and(|frame| frame.code.method.hidden);
            let state = if native.is_none() && is_hidden { 2 } else { 1 };
            self.set_field(exception, "extendedMessageState", state);
        }
        let mut levels = self.levels(usize::MAX);
        levels.splice(0..0, native.map(|method| Level { method, position: 0 }));
        self.set_backtrace(exception, &levels)?;
        Ok(exception)
    }

    /// The visible levels of the running thread's stack, innermost first.
    #[must_use]
    pub(crate) fn levels(&self, limit: usize) -> Vec<Level> {
        let visible = self.frames.iter().rev().filter(|f| !f.code.method.hidden);
        visible.take(limit).map(level_of).collect()
    }

    /// All levels of a thread's stack, hidden ones included, innermost first.
    #[must_use]
    pub fn all_levels(&self, thread: usize) -> Vec<Level> {
        let (frames, _) = self.stack_of(thread);
        let mut levels: Vec<Level> = frames.iter().rev().map(level_of).collect();
        // A thread that is blocked stands before the instruction that it will execute again, not
        // behind it.
        let blocked = thread != self.current && self.threads[thread].status != Status::Runnable;
        if let (true, Some(top), Some(frame)) = (blocked, levels.first_mut(), frames.last()) {
            top.position =
                frame.code.positions.get(frame.pc as usize).copied().unwrap_or(top.position);
        }
        levels
    }

    /// Remembers a stack in an exception.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn set_backtrace(&mut self, exception: Ref, levels: &[Level]) -> Exec<()> {
        let depth = levels.len().min(MAX_DEPTH);
        let array = self.new_array(self.known.primitive_array(Type::Long), depth)?;
        for (index, level) in levels.iter().take(depth).enumerate() {
            let word = u64::from(level.method.id) << 16 | u64::from(level.position);
            self.heap.put(array.index() + crate::ground::heap::HEADER_WORDS + index, word);
        }
        self.set_field(exception, "backtrace", array.word());
        self.set_field(exception, "depth", depth as u64);
        Ok(())
    }

    /// The stack remembered in an exception.
    #[must_use]
    pub fn backtrace(&self, exception: Ref) -> Vec<Level> {
        let array = self.field_ref(exception, "backtrace");
        if array.is_null() { Vec::new() } else { self.levels_in(array) }
    }

    /// The stack in a backtrace.
    #[must_use]
    pub fn levels_in(&self, array: Ref) -> Vec<Level> {
        let words = (0..self.heap.length(array))
            .map(|n| self.heap.get(array.index() + crate::ground::heap::HEADER_WORDS + n));
        words
            .map(|w| Level {
                method: self.linked.methods()[(w >> 16) as usize],
                position: w as u16,
            })
            .collect()
    }

    /// What `fillInStackTrace` sees: the stack without itself and the constructors of the
    /// exception.
    #[must_use]
    pub fn levels_for(&self, exception: Ref) -> Vec<Level> {
        let class = self.class_of(exception);
        let mut levels = self.levels(usize::MAX);
        let filling =
            levels.iter().take_while(|l| l.method.name.text() == "fillInStackTrace").count();
        levels.drain(..filling);
        let constructing = levels
            .iter()
            .take_while(|l| {
                l.method.name.text() == "<init>" && class.is_subtype_of(l.method.class())
            })
            .count();
        levels.drain(..constructing);
        levels
    }
}

fn level_of(frame: &crate::threads::thread::Frame) -> Level {
    let pc = (frame.pc as usize).saturating_sub(1);
    Level {
        method: frame.code.method,
        position: frame.code.positions.get(pc).copied().unwrap_or(0),
    }
}
