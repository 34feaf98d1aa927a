//! The heap before the program: each of its objects is an abstract object with one concrete object,
//! with the fields that it had. They are numbered when they are reached: most never are.

use super::{Node, Part, PointsTo, Site};
use crate::ids::{ClassId, FieldId, ObjectId};
use raceproof_base::booted::Booted;
use rustc_hash::{FxHashMap, FxHashSet};

const PRIMITIVES: [&str; 9] =
    ["boolean", "byte", "char", "short", "int", "long", "float", "double", "void"];

/// The heap, by the numbers of the world.
#[derive(Default)]
pub(super) struct Heap {
    classes: Vec<ClassId>,
    initialised: FxHashSet<ClassId>,
    statics: FxHashMap<FieldId, u32>,
    fields: FxHashMap<FieldId, u32>,
    objects: Vec<raceproof_base::booted::BootedObject>,
}

impl Heap {
    /// Whether a class's initialiser has run.
    pub fn is_initialised(&self, class: ClassId) -> bool {
        self.initialised.contains(&class)
    }

    /// What a static field holds.
    pub fn static_field(&self, field: FieldId) -> Option<u32> {
        self.statics.get(&field).copied()
    }
}

impl PointsTo {
    /// The program begins with this heap. To be called before anything is reached.
    pub fn start_with(&mut self, booted: &Booted) {
        let named = |class: &raceproof_base::booted::BootedClass, analysis: &mut Self| {
            let has_no_file = class.name.contains('+') || PRIMITIVES.contains(&&*class.name);
            if has_no_file {
                analysis.world.placeholder(&class.name)
            } else {
                analysis.world.class(&class.name)
            }
        };
        let classes: Vec<ClassId> = booted.classes.iter().map(|class| named(class, self)).collect();
        let fields: Vec<Option<FieldId>> = booted
            .fields
            .iter()
            .map(|field| {
                self.world.field(classes[field.class as usize], &field.name, &field.descriptor)
            })
            .collect();
        let mut heap = Heap::default();
        for (class, id) in booted.classes.iter().zip(&classes) {
            if class.is_initialised {
                heap.initialised.insert(*id);
            }
            for (field, object) in &class.statics {
                heap.statics.extend(fields[*field as usize].map(|field| (field, *object)));
            }
        }
        heap.fields = fields
            .iter()
            .enumerate()
            .filter_map(|(number, field)| Some(((*field)?, number as u32)))
            .collect();
        heap.objects = booted.objects.clone();
        heap.classes = classes;
        self.heap = heap;
        let threads = self.world.class("java/lang/Thread");
        for root in &booted.roots {
            let class = self.heap.classes[booted.objects[*root as usize].class as usize];
            if self.world.is_subtype(class, threads) {
                let thread = self.booted(*root);
                self.graph.insert(self.threads, thread);
            }
        }
    }

    /// An object of the heap. Strings and numbers are those of the program.
    pub(super) fn booted(&mut self, number: u32) -> ObjectId {
        let object = &self.heap.objects[number as usize];
        let class = self.heap.classes[object.class as usize];
        if let Some(of) = object.stands_for {
            return self.mirror(self.heap.classes[of as usize]);
        }
        let name = &*self.world.classes[class.index()].name;
        if matches!(
            name,
            "java/lang/String" | "java/lang/Integer" | "java/lang/Long" | "java/lang/Character"
        ) {
            return self.objects.shared(class, Site::Merged(class));
        }
        self.objects.shared(class, Site::Booted(number))
    }

    /// What a part of an object held before the program began.
    pub(super) fn fill_booted(&mut self, object: ObjectId, part: Part, node: Node) {
        let Site::Booted(number) = self.objects.get(object).site else { return };
        let found = &self.heap.objects[number as usize];
        let held: Vec<u32> = match part {
            Part::Field(field) => {
                let wanted = self.heap.fields.get(&field).copied();
                found
                    .fields
                    .iter()
                    .filter(|(field, _)| Some(*field) == wanted)
                    .map(|(_, held)| *held)
                    .collect()
            }
            Part::Elements => found.elements.clone(),
            Part::All => found.fields.iter().map(|(_, held)| *held).collect(),
            Part::Any => Vec::new(),
        };
        for held in held {
            let object = self.booted(held);
            self.graph.insert(node, object);
        }
    }
}
