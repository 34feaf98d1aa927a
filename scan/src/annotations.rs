//! What a class says of itself by annotations, whichever library they are from: their simple names
//! count.

use raceproof_classfile::{AnnotationValue, Attribute, ClassFile, annotations};

/// The class is meant for several threads at once.
const SHARED: &[&str] = &["ThreadSafe"];
/// The class is not.
const UNSHARED: &[&str] =
    &["NotThreadSafe", "Immutable", "ThreadConfined", "UiThread", "MainThread"];

/// Whether a class says that it is, or is not, meant to be used by several threads at once; none if
/// it says nothing.
#[must_use]
pub fn sharing(file: &ClassFile<'static>) -> Option<bool> {
    let names = names(file);
    let says = |words: &[&str]| names.iter().any(|name| words.contains(&&**name));
    if says(UNSHARED) { Some(false) } else { says(SHARED).then_some(true) }
}

/// The simple names of a class's annotations.
fn names(file: &ClassFile<'static>) -> Vec<String> {
    of(file, &file.attributes).into_iter().map(|annotation| annotation.name).collect()
}

/// An annotation, as far as it is read here.
pub struct Annotation {
    /// Its simple name.
    pub name: String,
    /// The strings that its member `value` is.
    pub values: Vec<String>,
}

/// The annotations among the attributes of a class, a field or a method.
#[must_use]
pub fn of(file: &ClassFile<'static>, attributes: &[Attribute<'static>]) -> Vec<Annotation> {
    annotations(file, attributes).iter().map(read).collect()
}

fn read(annotation: &raceproof_classfile::Annotation) -> Annotation {
    let simple = annotation.class.rsplit(['/', '$']).next().unwrap_or_default();
    let values = annotation.member("value").map_or(&[][..], AnnotationValue::each);
    let texts = values.iter().filter_map(AnnotationValue::text).map(str::to_owned);
    Annotation { name: simple.to_owned(), values: texts.collect() }
}
