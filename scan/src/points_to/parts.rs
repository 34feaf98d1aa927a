//! Points-to sets of objects' fields and elements, and of static fields.

use super::{Part, PointsTo, Site};
use crate::ids::{FieldId, ObjectId};
use crate::points_to::Node;

/// Fields that natives and the virtual machine set, by classes.
const SET_BY_NATIVES: &[(&str, &[&str])] = &[
    ("java/lang/Class", &["classLoader", "module", "name"]),
    ("java/lang/ProcessHandleImpl$Info", &["arguments", "command", "commandLine", "user"]),
    ("java/lang/Throwable", &["detailMessage"]),
    (
        "java/lang/StackTraceElement",
        &[
            "classLoaderName",
            "declaringClass",
            "declaringClassObject",
            "fileName",
            "methodName",
            "moduleName",
            "moduleVersion",
        ],
    ),
];

impl PointsTo {
    /// The node of an object's part. Each field includes what was stored into an unknown one
    /// ([`Part::Any`]), and [`Part::All`] includes each field.
    pub(super) fn part(&mut self, object: ObjectId, part: Part) -> Node {
        if let Some(known) = self.parts.get(&(object, part)) {
            return *known;
        }
        let node = self.graph.add(1);
        self.parts.insert((object, part), node);
        self.fill_booted(object, part, node);
        if let Part::Field(field) = part
            && (self.is_made_by_unknown(object) || self.is_set_by_natives(object, field))
        {
            self.insert_some(field, node);
        }
        let others = self.parts_of.entry(object).or_default();
        others.push(part);
        let others = others.clone();
        for other in others {
            let edge = match (part, other) {
                (Part::Any, Part::Field(_) | Part::Elements | Part::All) => Some((node, other)),
                (Part::Field(_) | Part::Elements, Part::All) => Some((node, other)),
                _ => None,
            };
            if let Some((from, to)) = edge {
                let to = self.parts[&(object, to)];
                self.graph.edge(from, to);
            }
            let edge = match (other, part) {
                (Part::Any, Part::Field(_) | Part::Elements | Part::All)
                | (Part::Field(_) | Part::Elements, Part::All) => {
                    Some(self.parts[&(object, other)])
                }
                _ => None,
            };
            if let Some(from) = edge {
                self.graph.edge(from, node);
            }
        }
        node
    }

    /// Whether a native or the virtual machine sets a field of an object.
    #[must_use]
    pub fn is_set_by_natives(&self, object: ObjectId, field: FieldId) -> bool {
        let found = &self.world.fields[field.index()];
        let class = &*self.world.classes[found.class.index()].name;
        let fields = SET_BY_NATIVES.iter().find(|(name, _)| *name == class);
        // What the application makes of such a class, its constructor sets.
        let site = self.objects.get(object).site;
        let is_own = matches!(site, Site::Booted(_))
            || class == "java/lang/Throwable" && !matches!(site, Site::Merged(_));
        fields.is_some_and(|(_, fields)| fields.contains(&&*found.name)) && !is_own
    }

    pub(super) fn static_field(&mut self, field: FieldId) -> Node {
        if let Some(known) = self.statics.get(&field) {
            return *known;
        }
        let node = self.graph.add(1);
        self.statics.insert(field, node);
        if let Some(object) = self.heap.static_field(field) {
            let object = self.booted(object);
            self.graph.insert(node, object);
        }
        let found = &self.world.fields[field.index()];
        if found.is_reference()
            && (self.is_part(found.class) || self.is_never_initialised(found.class))
            && !self.heap.is_initialised(found.class)
        {
            self.insert_some(field, node);
        }
        node
    }

    /// Of a field of which nothing else is known: some object of its class.
    pub(super) fn insert_some(&mut self, field: FieldId, node: Node) {
        let descriptor = self.world.fields[field.index()].descriptor.clone();
        if self.world.fields[field.index()].is_reference() {
            let class = self.world.class(raceproof_classfile::descriptor::object_name(&descriptor));
            let object = self.objects.shared(class, Site::Merged(class));
            self.graph.insert(node, object);
        }
    }
}
