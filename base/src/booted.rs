//! The heap of a class library that has started, as plain data: objects by number, what leads to
//! what, and no word of memory. An analysis of the program takes it for its first heap, so that it
//! need not analyse how the library starts.
//!
//! **Contents.** Every object that a static field of an initialised class or a root leads to. Left
//! out are primitive fields, the elements of arrays of primitives, and `String.value`, so a string
//! is an object without fields. Weak references lead to their referents as any field does.
//!
//! **Order.** A function of the JDK and the options: two machines that start alike give equal data.
//! Classes are in the order in which they were linked. Objects are in the order in which a
//! breadth-first walk meets them, which begins with the static fields, class by class, and goes on
//! with the roots.
//!
//! **Limits.** It is the heap of this machine. Where a native peer stands in for Java code of the
//! library, the fields that this code alone would have set are null here.

/// A heap. All numbers of classes, fields and objects are positions in these lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Booted {
    /// Every class that is linked, those of arrays and the primitive types among them.
    pub classes: Vec<BootedClass>,
    /// The fields of a reference type of those classes that have objects or initialised static
    /// fields.
    pub fields: Vec<BootedField>,
    /// The objects, mirrors of classes (`java.lang.Class`) among them.
    pub objects: Vec<BootedObject>,
    /// What running code reaches without a static field, ascending: threads and what their frames
    /// hold, class loaders, modules.
    pub roots: Vec<u32>,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootedClass {
    /// The internal name: `java/util/HashMap`, `[Ljava/lang/Object;`, and `int` for a primitive
    /// type. A plus sign marks a hidden class, which has no class file under that name; no object
    /// here is of one.
    pub name: String,
    /// Whether its initialiser need not run any more. Of a class that is not initialised no static
    /// field is told.
    pub is_initialised: bool,
    /// Its static fields that hold an object, in their order in the class file: the field, and the
    /// object.
    pub statics: Vec<(u32, u32)>,
}

/// A field of a reference type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootedField {
    /// The class that declares it.
    pub class: u32,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootedObject {
    /// Its class.
    pub class: u32,
    /// Its fields that hold an object, those of the superclass first: the field, and the object.
    pub fields: Vec<(u32, u32)>,
    /// Of an array of references: the objects among its elements, each once, ascending.
    pub elements: Vec<u32>,
    /// Of a mirror: the class it stands for.
    pub stands_for: Option<u32>,
}
