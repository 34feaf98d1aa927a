//! From bytes to class files: where classes come from, and what their bytes say.

mod annotations;
mod byte_order;
mod bytes;
mod classpath;
pub mod descriptor;
mod error;
mod format;
mod image;
mod inflate;
mod jar;
mod jimage;
mod manifest;
mod mapped;
pub mod mutf8;
mod reader;
mod source_error;
mod unpack;

pub use annotations::{Annotation, AnnotationValue, annotations};
pub use bytes::Bytes;
pub use classpath::{ClassPath, Found};
pub use error::ClassFileError;
pub use image::{Image, JdkVersion};
pub use jar::Jar;
pub use jimage::ModulesFile;
pub use manifest::Manifest;
pub use reader::{
    Attribute, BootstrapMethod, ClassFile, Code, Constant, ExceptionRange, Member,
    find as find_attribute,
};
pub use source_error::SourceError;
