//! The heap of a machine that has started the class library, as plain data for those who run
//! nothing.
//!
//! A walk from the static fields and the roots, breadth first, which numbers objects as it meets
//! them. So a number says how an object was come to, and nothing of where it lies.

use crate::ground::class::{Class, ClassId, ClassKind, ClassRef, FieldRef};
use crate::ground::heap::Ref;
use crate::ground::native::Registry;
use crate::linking::init::INITIALIZED;
use crate::vm::{RunOptions, RunOutcome, Vm};
use raceproof_base::booted::{Booted, BootedClass, BootedField, BootedObject};
use raceproof_classfile::descriptor::Type;
use rustc_hash::FxHashMap;

/// Starts the class library and hands its heap over. Of the program nothing is loaded. What linking
/// makes is leaked, as it always is.
///
/// # Errors
/// If the class library cannot be started, in the words of [`RunOutcome`].
pub fn booted(options: &RunOptions, registry: Registry) -> Result<Booted, RunOutcome> {
    let mut vm = Vm::create(options, registry).map_err(RunOutcome::BadTarget)?;
    vm.boot_or_refuse()?;
    Ok(Walk::new(&vm).walk())
}

/// The number of a class. The machine's first one stands for free memory.
fn number(class: ClassId) -> u32 {
    class.0 - 1
}

/// The reference fields of a class's objects, each as the word where it lies and its number.
type Layout = Vec<(usize, u32)>;

struct Walk<'a> {
    vm: &'a Vm,
    numbers: FxHashMap<Ref, u32>,
    /// The objects that were met, by their numbers.
    met: Vec<Ref>,
    layouts: FxHashMap<ClassId, Layout>,
    field_numbers: FxHashMap<(ClassId, u16), u32>,
    fields: Vec<BootedField>,
}

impl<'a> Walk<'a> {
    fn new(vm: &'a Vm) -> Self {
        Self {
            vm,
            numbers: FxHashMap::default(),
            met: Vec::new(),
            layouts: FxHashMap::default(),
            field_numbers: FxHashMap::default(),
            fields: Vec::new(),
        }
    }

    fn walk(mut self) -> Booted {
        let classes =
            self.vm.linked.classes().iter().skip(1).map(|class| self.class(class)).collect();
        let roots = self.roots();
        let mut objects = Vec::new();
        while let Some(object) = self.met.get(objects.len()) {
            objects.push(self.object(*object));
        }
        Booted { classes, fields: self.fields, objects, roots }
    }

    /// The number of an object, a new one if it was not met before; none for null.
    fn meet(&mut self, object: Ref) -> Option<u32> {
        if object.is_null() {
            return None;
        }
        let next = self.met.len() as u32;
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.met.push(object);
        }
        Some(number)
    }

    fn class(&mut self, class: ClassRef) -> BootedClass {
        let is_initialised = self.vm.init_status(class) == INITIALIZED;
        let mut statics = Vec::new();
        let of_class =
            class.fields.iter().filter(|field| field.is_static() && field.ty == Type::Reference);
        for field in of_class.filter(|_| is_initialised) {
            let field_number = self.field(field);
            statics
                .extend(self.word(class.mirror, field.word).map(|object| (field_number, object)));
        }
        BootedClass { name: class.name.text().to_owned(), is_initialised, statics }
    }

    /// What the machine and its threads keep. It lies in tables that hash: the heap's order is a
    /// better one.
    fn roots(&mut self) -> Vec<u32> {
        let mut kept = Vec::new();
        self.vm.for_each_kept(|object| kept.push(object));
        kept.sort_unstable_by_key(|object| object.index());
        let mut roots: Vec<u32> = kept.into_iter().filter_map(|object| self.meet(object)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    fn object(&mut self, object: Ref) -> BootedObject {
        let class = self.vm.class_of(object);
        let mut elements = Vec::new();
        if let ClassKind::Array { element_type: Type::Reference, .. } = class.kind {
            let length = self.vm.heap.length(object);
            elements.extend(
                (0..length).filter_map(|index| self.meet(self.vm.heap.element(object, index))),
            );
            elements.sort_unstable();
            elements.dedup();
        }
        let layout = self.layouts.remove(&class.id).unwrap_or_else(|| self.layout(class));
        let held =
            layout.iter().filter_map(|(word, field)| Some((*field, self.word(object, *word)?)));
        let fields = held.collect();
        self.layouts.insert(class.id, layout);
        let is_mirror = class.id == self.vm.known.class.get().id;
        let stands_for = is_mirror.then(|| number(self.vm.mirrored(object).id));
        BootedObject { class: number(class.id), fields, elements, stands_for }
    }

    fn word(&mut self, object: Ref, word: usize) -> Option<u32> {
        self.meet(Ref::of(self.vm.heap.get(object.index() + word)))
    }

    fn layout(&mut self, class: &Class) -> Layout {
        let mut layout = Vec::new();
        for class in class.display.iter().map(|id| self.vm.class(*id)) {
            let own = class
                .fields
                .iter()
                .filter(|field| !field.is_static() && self.is_told(class, field));
            let own: Vec<FieldRef> = own.copied().collect();
            layout.extend(own.into_iter().map(|field| (field.word, self.field(field))));
        }
        layout
    }

    /// The machine's own fields are in no class file. The characters of strings would be a fifth of
    /// all objects.
    fn is_told(&self, class: &Class, field: FieldRef) -> bool {
        let is_text =
            class.id == self.vm.known.string.get().id && field.word == self.vm.known.string_value;
        field.ty == Type::Reference && field.index != u16::MAX && !is_text
    }

    fn field(&mut self, field: FieldRef) -> u32 {
        let next = self.fields.len() as u32;
        let class = field.class().id;
        let known = *self.field_numbers.entry((class, field.index)).or_insert(next);
        if known == next {
            let (name, descriptor) =
                (field.name.text().to_owned(), field.descriptor.text().to_owned());
            self.fields.push(BootedField { class: number(class), name, descriptor });
        }
        known
    }
}
