//! Classes as objects: what `Class`, `java.lang.reflect` and `java.lang.invoke` say of them,
//! loading and calling by name. Enters what makes members of linked classes, or calls them.

pub(crate) mod callers;
pub(crate) mod class_attributes;
pub(crate) mod class_loading;
pub(crate) mod classes;
pub(crate) mod constant_pool;
pub(crate) mod invoke;
pub(crate) mod lang_class;
pub(crate) mod members;
pub(crate) mod protection;
pub(crate) mod reflect_array;
pub(crate) mod reflected;
pub(crate) mod reflection;
pub(crate) mod reflection_arguments;
