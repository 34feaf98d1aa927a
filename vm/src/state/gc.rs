//! Garbage collection: mark from the roots, then turn what is dead into free chunks. Nothing moves.

use crate::ground::class::ClassKind;
use crate::ground::heap::{HEADER_WORDS, Ref};
use crate::ground::native::{Exec, Trap};
use crate::vm::{Vm, no_room_for_linking, out_of_memory};
use raceproof_classfile::descriptor::Type;

/// Free runs shorter than this are left to their neighbours' next death.
const SMALLEST_CHUNK: usize = 16;

/// Words that are left for the exception that says that the heap is full, and for what its handler
/// does.
const FOR_EXCEPTIONS: usize = 8192;

/// One bit per word of the program's region.
struct Marks {
    start: usize,
    bits: Vec<u64>,
}

impl Marks {
    fn new(start: usize, end: usize) -> Self {
        Self { start, bits: vec![0; (end - start) / 64 + 1] }
    }

    fn is_set(&self, index: usize) -> bool {
        let n = index - self.start;
        self.bits[n / 64] >> (n % 64) & 1 != 0
    }

    /// Sets the bit; says whether it was clear.
    fn set(&mut self, index: usize) -> bool {
        let n = index - self.start;
        let bit = 1 << (n % 64);
        let fresh = self.bits[n / 64] & bit == 0;
        self.bits[n / 64] |= bit;
        fresh
    }
}

/// There is room, but in pieces that are too small, since nothing is moved; under `java` the
/// program would go on. Which pieces there are depends on the way on which the search came here.
fn scattered() -> Trap {
    Trap::Unsupported("a heap whose free memory is in pieces: give it more by --heap".to_owned())
}

impl Vm {
    /// Collects if enough was allocated since the last time, or if `words` more would not fit.
    ///
    /// # Errors
    /// `OutOfMemoryError` if even then they do not fit.
    pub fn collect_if_wanted(&mut self, words: usize) -> Exec<()> {
        let capacity = (self.heap.capacity_bytes() / 8) as usize;
        if words > capacity {
            return Err(out_of_memory());
        }
        let full = !self.heap.has_room(words);
        if self.heap.is_linking() {
            return if full { Err(no_room_for_linking()) } else { Ok(()) };
        }
        if self.heap.wants_collection() || full {
            let live = self.collect();
            let is_spent = live + words + FOR_EXCEPTIONS > capacity;
            if is_spent || !self.heap.has_room(words) {
                return Err(match self.no_room() {
                    Trap::Cancelled(cause) => Trap::Cancelled(cause),
                    _ if self.exploring && !is_spent => scattered(),
                    full => full,
                });
            }
        }
        Ok(())
    }

    /// Collects if enough was allocated since the last time.
    #[inline]
    pub(crate) fn collect_if_due(&mut self) -> Exec<()> {
        if self.heap.wants_collection() { self.collect_if_wanted(0) } else { Ok(()) }
    }

    /// Collects garbage. Where going back must be possible, what is overwritten is kept, and frozen
    /// objects stay. Gives the number of words that live.
    pub(crate) fn collect(&mut self) -> usize {
        if self.is_undoable() {
            self.keep_room();
        }
        self.heap.retire_chunk();
        let start = self.heap.program_start().max(self.heap.journal.frozen_end);
        let mut marks = Marks::new(start, self.heap.frontier);
        let mut work = Vec::new();
        if self.is_undoable() {
            self.mark_changed(&mut marks, &mut work);
            self.batches.all().for_each(|object| self.mark(object, &mut marks, &mut work));
            self.mark_threads(&mut marks, &mut work);
        } else {
            self.mark_roots(&mut marks, &mut work);
        }
        while let Some(object) = work.pop() {
            self.scan(object, &mut marks, &mut work);
        }
        self.sweep(&marks)
    }

    fn mark(&self, object: Ref, marks: &mut Marks, work: &mut Vec<Ref>) {
        if object.index() >= marks.start && marks.set(object.index()) {
            work.push(object);
        }
    }

    fn mark_roots(&self, marks: &mut Marks, work: &mut Vec<Ref>) {
        // Permanent objects are all roots: mirrors with their statics, interned strings.
        let mut at = HEADER_WORDS;
        while at < self.heap.permanent_top {
            self.scan(Ref(at as u32), marks, work);
            at += self.object_words(Ref(at as u32));
        }
        self.for_each_kept(|object| self.mark(object, marks, work));
    }

    /// What frozen words lead to: only those that were overwritten can lead to anything newer. Any
    /// half of such a word that could be a reference is taken for one.
    fn mark_changed(&self, marks: &mut Marks, work: &mut Vec<Ref>) {
        let mut starts = Marks::new(marks.start, self.heap.frontier);
        self.each_object(marks.start, self.heap.frontier, |object| {
            starts.set(object.index());
        });
        for (index, _) in &self.heap.journal.changed {
            let word = self.heap.get(*index as usize);
            for half in [Ref(word as u32), Ref((word >> 32) as u32)] {
                if (marks.start..self.heap.frontier).contains(&half.index())
                    && starts.is_set(half.index())
                {
                    self.mark(half, marks, work);
                }
            }
        }
    }

    fn mark_threads(&self, marks: &mut Marks, work: &mut Vec<Ref>) {
        self.for_each_of_threads(|object| self.mark(object, marks, work));
    }

    /// Tells what lives whatever the heap leads to: what the machine itself and its threads keep.
    /// Null ones included.
    pub(crate) fn for_each_kept(&self, mut tell: impl FnMut(Ref)) {
        self.pinned.iter().chain(self.linked.loaders()).for_each(|object| tell(*object));
        self.linked.modules().for_each(&mut tell);
        self.for_each_of_threads(tell);
    }

    fn for_each_of_threads(&self, mut tell: impl FnMut(Ref)) {
        for (number, thread) in self.threads.iter().enumerate() {
            if thread.status == crate::threads::thread::Status::Terminated && number != self.current
            {
                continue;
            }
            tell(thread.object);
            tell(thread.scoped_cache);
            let (frames, stack) = self.stack_of(number);
            for frame in frames {
                tell(frame.lock);
                for register in 0..usize::from(frame.code.registers) {
                    if frame.code.is_reference(register) {
                        tell(Ref::of(stack[frame.base as usize + register]));
                    }
                }
            }
        }
    }

    fn scan(&self, object: Ref, marks: &mut Marks, work: &mut Vec<Ref>) {
        self.for_each_reference(object, |target| self.mark(target, marks, work));
    }

    /// Tells every reference in an object, null ones included; of a mirror, those in static fields
    /// too.
    pub(crate) fn for_each_reference(&self, object: Ref, mut tell: impl FnMut(Ref)) {
        self.for_each_reference_with_word(object, |target, _| tell(target));
    }

    /// [`Vm::for_each_reference`], with the word of the instance field that holds it; zero for
    /// elements and static fields.
    pub(crate) fn for_each_reference_with_word(&self, object: Ref, mut tell: impl FnMut(Ref, u16)) {
        let class = self.class_of(object);
        if let ClassKind::Array { element_type, .. } = class.kind {
            if element_type == Type::Reference {
                (0..self.heap.length(object))
                    .for_each(|index| tell(self.heap.element(object, index), 0));
            }
            return;
        }
        for word in &class.reference_words {
            tell(Ref::of(self.heap.get(object.index() + usize::from(*word))), *word);
        }
        if class.id == self.known.class.get().id {
            for word in &self.mirrored(object).static_reference_words {
                tell(Ref::of(self.heap.get(object.index() + *word as usize)), 0);
            }
        }
    }

    /// Words an object takes.
    #[must_use]
    pub fn object_words(&self, object: Ref) -> usize {
        let class = self.class_of(object);
        match class.kind {
            ClassKind::Array { element_type, .. } => {
                HEADER_WORDS + (self.heap.length(object) * element_type.element_bytes()).div_ceil(8)
            }
            _ if class.id == self.known.class.get().id => {
                let statics = self.mirrored(object).fields.iter().filter(|f| f.is_static()).count();
                self.known.mirror_words + statics
            }
            _ => class.instance_words,
        }
    }

    fn sweep(&mut self, marks: &Marks) -> usize {
        let frontier = self.heap.frontier;
        let mut chunks: Vec<(usize, usize)> = Vec::new();
        let mut live = 0;
        let mut at = marks.start;
        let mut free_from = None;
        while at < frontier {
            let header = self.heap.get(at);
            let is_filler = header & 0x00FF_FFFF == 0;
            let size =
                if is_filler { (header >> 32) as usize } else { self.object_words(Ref(at as u32)) };
            if !is_filler && marks.is_set(at) {
                live += size;
                self.end_free_run(free_from.take(), at, &mut chunks);
            } else {
                free_from.get_or_insert(at);
            }
            at += size.max(1);
        }
        let end = self.heap.end;
        let tail = free_from.unwrap_or(frontier);
        self.tell_freed(tail, frontier);
        if tail < frontier {
            self.heap.put(tail, crate::ground::heap::filler(frontier - tail));
        }
        if tail < end {
            // Everything behind the last live object, used before or not.
            chunks.push((tail, end));
        }
        chunks.reverse();
        self.heap.restart(chunks, live);
        live
    }

    fn end_free_run(&mut self, start: Option<usize>, end: usize, chunks: &mut Vec<(usize, usize)>) {
        let Some(start) = start else { return };
        self.heap.put(start, crate::ground::heap::filler(end - start));
        self.tell_freed(start, end);
        if end - start >= SMALLEST_CHUNK {
            chunks.push((start, end));
        }
    }
}
