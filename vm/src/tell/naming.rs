//! Names for people: what an address, a thread, an instruction is called.

use crate::ground::class::MethodRef;
use crate::ground::class::{ClassKind, FieldRef};
use crate::ground::heap::{HEADER_BYTES, Ref};
use crate::vm::Vm;
use raceproof_base::{Address, Among, Names, Place, Site, ThreadId};
use raceproof_classfile::descriptor::Type;

/// The machine, asked for names.
pub(crate) struct Naming<'a>(&'a Vm, Option<&'a [Site]>);

/// What lies at an address.
enum Variable {
    Object(Ref),
    Field(Ref, FieldRef),
    Element(Ref, usize, Type),
    Unknown,
}

impl<'a> Naming<'a> {
    /// Names in the machine's present state.
    #[must_use]
    pub(crate) fn new(vm: &'a Vm) -> Self {
        Self(vm, None)
    }

    /// Names where the running thread's stack was another one.
    pub(crate) fn of_stack(vm: &'a Vm, sites: &'a [Site]) -> Self {
        Self(vm, Some(sites))
    }

    fn variable_at(&self, address: Address) -> Variable {
        let vm = self.0;
        let index = (address.0 / 8) as usize;
        let object = vm.object_containing(index);
        if object.is_null() {
            return Variable::Unknown;
        }
        if object.index() * 8 == address.0 as usize {
            return Variable::Object(object);
        }
        let class = vm.class_of(object);
        let offset = address.0 as usize - object.index() * 8;
        if let ClassKind::Array { element_type, .. } = class.kind {
            let element = offset.saturating_sub(HEADER_BYTES) / element_type.element_bytes();
            return Variable::Element(object, element, element_type);
        }
        match vm.field_at(object, index - object.index()) {
            Some(field) => Variable::Field(object, field),
            None => Variable::Unknown,
        }
    }

    fn show(&self, ty: Type, word: u64) -> String {
        match ty {
            Type::Boolean => (word & 1 != 0).to_string(),
            Type::Byte => (word as i8).to_string(),
            Type::Short => (word as i16).to_string(),
            Type::Char => {
                format!("{:?}", char::from_u32(word as u32 & 0xFFFF).unwrap_or('\u{FFFD}'))
            }
            Type::Int => (word as i32).to_string(),
            Type::Long => word.cast_signed().to_string(),
            Type::Float => f32::from_bits(word as u32).to_string(),
            Type::Double => f64::from_bits(word).to_string(),
            Type::Void => String::new(),
            Type::Reference => self.show_reference(Ref::of(word)),
        }
    }

    fn show_reference(&self, object: Ref) -> String {
        if object.is_null() {
            "null".to_owned()
        } else if self.0.class_of(object).id == self.0.known.string.get().id {
            format!("{:?}", self.0.text(object))
        } else {
            self.0.object_name(object)
        }
    }
}

impl Names for Naming<'_> {
    fn accepted(&self, variable: Address) -> Option<bool> {
        if !self.0.explore.watches_accepted {
            return None;
        }
        match self.variable_at(variable) {
            Variable::Field(_, field) if self.0.is_field_accepted(field) => {
                Some(self.0.is_field_contested(field))
            }
            _ => None,
        }
    }

    fn thread(&self, thread: ThreadId) -> String {
        self.0.name_of_thread(thread.0 as usize)
    }

    fn object(&self, object: Address) -> String {
        match self.variable_at(object) {
            Variable::Object(object)
            | Variable::Field(object, _)
            | Variable::Element(object, ..) => self.0.object_name(object),
            Variable::Unknown => self.0.object_name(crate::threads::pending::object_at(object)),
        }
    }

    fn variable(&self, variable: Address) -> String {
        match self.variable_at(variable) {
            Variable::Object(object) => self.0.object_name(object),
            Variable::Field(_, field) => format!("{}.{}", field.class().java_name(), field.name),
            Variable::Element(array, index, _) => {
                let element = self
                    .0
                    .class_of(array)
                    .element()
                    .map_or(String::new(), |(class, _)| readable(class));
                format!("{element}[][{index}]")
            }
            Variable::Unknown => format!("the word at {:#x}", variable.0),
        }
    }

    fn value(&self, variable: Address) -> String {
        let heap = &self.0.heap;
        match self.variable_at(variable) {
            Variable::Field(object, field) => {
                // It keeps its truth as a number.
                let is_truth =
                    field.class().name.text() == "java/util/concurrent/atomic/AtomicBoolean";
                let ty = if is_truth { Type::Boolean } else { field.ty };
                self.show(ty, heap.get(object.index() + field.word))
            }
            Variable::Element(array, index, ty) => {
                let at = array.index() * 8 + HEADER_BYTES + index * ty.element_bytes();
                let word = match ty.element_bytes() {
                    1 => u64::from(heap.u8(at)),
                    2 => u64::from(heap.u16(at)),
                    4 => u64::from(heap.u32(at)),
                    _ => heap.u64(at),
                };
                self.show(ty, word)
            }
            Variable::Object(object) => self.0.object_name(object),
            Variable::Unknown => "?".to_owned(),
        }
    }

    fn referred(&self, object: Address, variable: Address) -> Option<Address> {
        let (vm, object) = (self.0, crate::threads::pending::object_at(object));
        let offset = variable.0.checked_sub(object.word() * 8)? as usize;
        let referred = match vm.class_of(object).element() {
            Some((_, Type::Reference)) => {
                let index = offset.checked_sub(HEADER_BYTES)? / Type::Reference.element_bytes();
                vm.heap.element(object, index)
            }
            Some(_) => return None,
            None => {
                let field = vm.field_at(object, offset / 8)?;
                (field.ty == Type::Reference)
                    .then(|| Ref::of(vm.heap.get(object.index() + field.word)))?
            }
        };
        Some(crate::threads::pending::address_of(referred))
    }

    fn place(&self, site: Site) -> Place {
        self.level(site).map_or_else(Place::default, |level| self.0.place_of(&level))
    }

    fn among(&self, site: Site) -> Option<Among> {
        self.0.among(site)
    }

    fn stack(&self, thread: ThreadId) -> Vec<Place> {
        let levels = self.levels(thread);
        levels.iter().filter(|level| !level.method.hidden).map(|l| self.0.place_of(l)).collect()
    }

    fn inner_stack(&self, thread: ThreadId) -> Vec<Place> {
        let levels = self.levels(thread);
        let mut stack = Vec::new();
        for level in levels.iter().filter(|level| !level.method.hidden) {
            stack.push(self.0.place_of(level));
            if stack.last().is_some_and(|place| !place.library) {
                break;
            }
        }
        stack
    }

    fn referring(&self, thread: ThreadId) -> Vec<Place> {
        let made = self.levels(thread).into_iter().filter(|level| level.method.is_made());
        let host = |level: &Level| self.0.nest_host(level.method.class()).java_name();
        made.map(|level| Place { class: host(&level), ..self.0.place_of(&level) }).collect()
    }
}

impl Naming<'_> {
    /// The levels of a thread's stack, hidden ones included, innermost first.
    fn levels(&self, thread: ThreadId) -> Vec<Level> {
        let Some(sites) = self.1 else { return self.0.all_levels(thread.0 as usize) };
        sites.iter().filter_map(|site| self.level(*site)).collect()
    }

    fn level(&self, site: Site) -> Option<Level> {
        let method = self.0.linked.methods().get(site.method as usize)?;
        Some(Level { method, position: site.position })
    }
}

pub(crate) fn readable(class: crate::ground::class::ClassRef) -> String {
    match class.element() {
        Some((element, _)) => readable(element) + "[]",
        None => class.java_name(),
    }
}

/// The name of the last of `0..=number`, told apart from those before it. Who comes later changes
/// no name.
fn unique_name(number: usize, given: impl Fn(usize) -> String) -> String {
    let mine = given(number);
    let earlier: Vec<String> = (0..number).map(&given).collect();
    // Only a name with the sign of ours may be one that was made for an earlier thread.
    if !mine.contains('#') && !earlier.contains(&mine) {
        return mine;
    }
    let mut taken: Vec<String> = Vec::new();
    let mut last = String::new();
    for name in earlier.into_iter().chain([mine]) {
        let numbered = (2..).map(|n| format!("{name}#{n}"));
        last = [name.clone()]
            .into_iter()
            .chain(numbered)
            .find(|name| !taken.contains(name))
            .unwrap_or(name);
        taken.push(last.clone());
    }
    last
}

impl Vm {
    /// The name of a thread: that of its Java object, with a number behind it where an earlier
    /// thread has the same.
    ///
    /// Reports, traces and the explanation of deadlocks know threads by their names alone, so no
    /// two may share one.
    #[must_use]
    pub(crate) fn name_of_thread(&self, number: usize) -> String {
        unique_name(number, |other| self.given_name(other))
    }

    /// The name that the program gave; one without a name is known by the number that schedules
    /// have, too.
    fn given_name(&self, number: usize) -> String {
        let name = self.threads.get(number).map_or(Ref::NULL, |_| self.thread_name(number));
        let name = if name.is_null() { String::new() } else { self.text(name) };
        if name.is_empty() { format!("unnamed-{number}") } else { name }
    }

    /// An object as `Account@2`: the second of its class in the order of allocation, among those in
    /// memory.
    #[must_use]
    pub(crate) fn object_name(&self, object: Ref) -> String {
        if object.is_null() {
            return "null".to_owned();
        }
        let class = self.class_of(object);
        if class.id == self.known.class.get().id {
            return format!("class {}", readable(self.mirrored(object)));
        }
        if class.is_subtype_of(self.known.thread.get())
            && let Some(number) = self.thread_of(object)
        {
            return format!("thread {}", self.name_of_thread(number));
        }
        let mut number = 0;
        let mut count = |other: Ref| number += usize::from(self.class_of(other).id == class.id);
        let first = if object.index() < self.first_of_program {
            self.heap.program_start()
        } else {
            self.first_of_program
        };
        self.each_object(first, object.index() + 1, &mut count);
        format!("{}@{number}", readable(class))
    }

    /// A level of a stack as a place in the source.
    #[must_use]
    pub(crate) fn place_of(&self, level: &Level) -> Place {
        let class = level.method.class();
        Place {
            class: class.java_name(),
            method: level.method.name.text().to_owned(),
            file: class.source.unwrap_or("").to_owned(),
            line: level.line().map_or(0, u32::from),
            library: class.loader != self.linked.app_loader(),
        }
    }

    /// The stack of a thread, innermost first.
    #[must_use]
    pub(crate) fn places_of_thread(&self, number: usize) -> Vec<Place> {
        self.all_levels(number)
            .iter()
            .filter(|l| !l.method.hidden)
            .map(|l| self.place_of(l))
            .collect()
    }
}

/// One level of a stack: a method and a bytecode position.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The method executed there.
    pub method: MethodRef,
    /// The position in its bytecode; of a caller, that of the call.
    pub position: u16,
}

impl Level {
    /// The source line.
    #[must_use]
    pub fn line(&self) -> Option<u16> {
        let code = self.method.code.get()?.as_ref().ok()?;
        code.line_at(self.position)
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let class = self.method.class();
        let file = class.source.unwrap_or("Unknown Source");
        write!(f, "{}.{}({file}", class.java_name(), self.method.name)?;
        match self.line() {
            Some(line) => write!(f, ":{line})"),
            None => write!(f, ")"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unique_name;

    #[test]
    fn threads_of_one_name_are_numbered_in_their_order() {
        let names = |given: &[&str]| -> Vec<String> {
            (0..given.len())
                .map(|number| unique_name(number, |other| given[other].to_owned()))
                .collect()
        };
        assert_eq!(names(&["main", "w", "w", "v", "w"]), ["main", "w", "w#2", "v", "w#3"]);
        assert_eq!(names(&["w", "w#2", "w", "w#2"]), ["w", "w#2", "w#3", "w#2#2"]);
        assert_eq!(names(&["w", "w", "w#2"]), ["w", "w#2", "w#2#2"]);
    }
}
