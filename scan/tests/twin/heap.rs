//! The heap that the program begins with, as the rules see it: read once more from its plain data.

use raceproof_base::booted::Booted;
use raceproof_scan::ids::{ClassId, FieldId, ObjectId};
use raceproof_scan::points_to::{Part, PointsTo, Site};
use std::collections::{HashMap, HashSet};

/// It, by the numbers of the world.
pub struct Heap<'a> {
    booted: &'a Booted,
    classes: Vec<ClassId>,
    fields: Vec<Option<FieldId>>,
    initialised: HashSet<ClassId>,
    statics: HashMap<FieldId, u32>,
}

impl<'a> Heap<'a> {
    /// The solver has named all of the heap's classes before.
    pub fn new(solved: &PointsTo, booted: &'a Booted) -> Self {
        let world = &solved.world;
        let named = |name: &str| {
            world.class_if_known(name).unwrap_or_else(|| panic!("{name} was not named"))
        };
        let classes: Vec<ClassId> = booted.classes.iter().map(|class| named(&class.name)).collect();
        let fields = booted.fields.iter();
        let fields = fields.map(|field| {
            world.field(classes[field.class as usize], &field.name, &field.descriptor)
        });
        let fields: Vec<Option<FieldId>> = fields.collect();
        let initialised =
            booted.classes.iter().zip(&classes).filter(|(class, _)| class.is_initialised);
        let initialised = initialised.map(|(_, id)| *id).collect();
        let statics = booted.classes.iter().flat_map(|class| &class.statics);
        let statics =
            statics.filter_map(|(field, held)| Some((fields[*field as usize]?, *held))).collect();
        Self { booted, classes, fields, initialised, statics }
    }

    pub fn is_initialised(&self, class: ClassId) -> bool {
        self.initialised.contains(&class)
    }

    /// Strings and numbers are those of the program.
    fn object(&self, solved: &mut PointsTo, number: u32) -> ObjectId {
        let object = &self.booted.objects[number as usize];
        let class = self.classes[object.class as usize];
        let site = match object.stands_for {
            Some(of) => Site::Mirror(self.classes[of as usize]),
            None if is_text_or_box(&solved.world.classes[class.index()].name) => {
                Site::Merged(class)
            }
            None => Site::Booted(number),
        };
        solved.objects.shared(class, site)
    }

    fn is_field(&self, number: u32, field: FieldId) -> bool {
        self.fields[number as usize] == Some(field)
    }

    pub fn static_field(&self, solved: &mut PointsTo, field: FieldId) -> Option<ObjectId> {
        let held = self.statics.get(&field)?;
        Some(self.object(solved, *held))
    }

    pub fn held(&self, solved: &mut PointsTo, object: ObjectId, part: Part) -> Vec<ObjectId> {
        let Site::Booted(number) = solved.objects.get(object).site else { return Vec::new() };
        let found = &self.booted.objects[number as usize];
        let held: Vec<u32> = match part {
            Part::Elements => found.elements.clone(),
            Part::Any => Vec::new(),
            Part::All => found.fields.iter().map(|(_, held)| *held).collect(),
            Part::Field(field) => found
                .fields
                .iter()
                .filter(|(number, _)| self.is_field(*number, field))
                .map(|(_, held)| *held)
                .collect(),
        };
        held.into_iter().map(|held| self.object(solved, held)).collect()
    }

    pub fn threads(&self, solved: &mut PointsTo) -> Vec<ObjectId> {
        let threads = solved.world.class("java/lang/Thread");
        let mut found = self.booted.roots.clone();
        found.retain(|root| {
            let class = self.classes[self.booted.objects[*root as usize].class as usize];
            solved.world.is_subtype(class, threads)
        });
        found.into_iter().map(|root| self.object(solved, root)).collect()
    }
}

/// Strings and numbers, which nobody tells apart.
pub fn is_text_or_box(name: &str) -> bool {
    let name = name.strip_prefix("java/lang/");
    name.is_some_and(|name| ["String", "Integer", "Long", "Character"].contains(&name))
}
