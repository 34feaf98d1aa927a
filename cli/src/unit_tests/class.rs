//! What a class file says that matters to tests.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use raceproof_classfile::{
    Annotation, AnnotationValue, Bytes, ClassFile, ClassFileError, ClassPath, Member, annotations,
    find_attribute,
};

use crate::failure::Failure;

const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const STATIC: u16 = 0x0008;
const BRIDGE: u16 = 0x0040;
const INTERFACE: u16 = 0x0200;
const ABSTRACT: u16 = 0x0400;
const SYNTHETIC: u16 = 0x1000;

/// A class of the class path.
#[derive(Clone, Debug, Default)]
pub struct ClassInfo {
    /// With slashes.
    pub name: String,
    access: u16,
    super_class: Option<String>,
    interfaces: Vec<String>,
    pub annotations: Vec<Annotation>,
    /// Those of the source.
    pub methods: Vec<MemberInfo>,
    pub fields: Vec<MemberInfo>,
    /// The class in which it is declared.
    pub outer: Option<String>,
    /// Whether its instances are in others, of `outer`.
    pub is_inner: bool,
    /// As its source has it: of a class in another, the class file's own flags do not say.
    pub is_public: bool,
    /// The file of its source; empty if it does not say.
    pub source: String,
    /// Whether it is declared in a method.
    pub is_local: bool,
}

/// A field or a method.
#[derive(Clone, Debug)]
pub struct MemberInfo {
    pub name: String,
    pub descriptor: String,
    access: u16,
    pub annotations: Vec<Annotation>,
    /// Its first line of a method with code; else zero.
    pub line: u32,
}

impl ClassInfo {
    pub fn is_interface(&self) -> bool {
        self.access & INTERFACE != 0
    }

    /// Whether there are instances of this very class.
    pub fn is_abstract(&self) -> bool {
        self.access & ABSTRACT != 0
    }

    fn parse(bytes: &[u8]) -> Result<Self, ClassFileError> {
        let file = ClassFile::parse(bytes)?;
        let name = |index: u16| file.class_name(index).map(Cow::into_owned);
        let members = |members: &[Member<'_>]| -> Result<Vec<MemberInfo>, ClassFileError> {
            let own = members.iter().filter(|member| member.access & (BRIDGE | SYNTHETIC) == 0);
            own.map(|member| MemberInfo::read(&file, member)).collect()
        };
        let mut info = Self {
            name: name(file.this_class)?,
            access: file.access,
            super_class: if file.super_class == 0 { None } else { Some(name(file.super_class)?) },
            interfaces: file.interfaces.iter().map(|at| name(*at)).collect::<Result<_, _>>()?,
            annotations: annotations(&file, &file.attributes),
            methods: members(&file.methods)?,
            fields: members(&file.fields)?,
            is_public: file.access & PUBLIC != 0,
            source: source(&file).unwrap_or_default(),
            ..Self::default()
        };
        info.read_nesting(&file)?;
        Ok(info)
    }

    /// Where it is declared (JVMS 4.7.6).
    fn read_nesting(&mut self, file: &ClassFile<'_>) -> Result<(), ClassFileError> {
        self.is_local = find_attribute(&file.attributes, "EnclosingMethod").is_some();
        let Some(attribute) = find_attribute(&file.attributes, "InnerClasses") else {
            return Ok(());
        };
        let mut bytes = Bytes::new(attribute.data);
        for _ in 0..bytes.u16()? {
            let (inner, outer) = (bytes.u16()?, bytes.u16()?);
            let (_, flags) = (bytes.u16()?, bytes.u16()?);
            if outer != 0 && file.class_name(inner)? == self.name {
                self.outer = Some(file.class_name(outer)?.into_owned());
                self.is_inner = flags & STATIC == 0;
                self.is_public = flags & PUBLIC != 0;
            }
        }
        Ok(())
    }
}

impl MemberInfo {
    fn read(file: &ClassFile<'_>, member: &Member<'_>) -> Result<Self, ClassFileError> {
        Ok(Self {
            name: file.text(member.name)?.into_owned(),
            descriptor: file.text(member.descriptor)?.into_owned(),
            access: member.access,
            annotations: annotations(file, &member.attributes),
            line: first_line(file, member).unwrap_or_default(),
        })
    }

    pub fn is_public(&self) -> bool {
        self.access & PUBLIC != 0
    }

    pub fn is_private(&self) -> bool {
        self.access & PRIVATE != 0
    }

    pub fn is_static(&self) -> bool {
        self.access & STATIC != 0
    }

    /// Of a method.
    pub fn takes_arguments(&self) -> bool {
        !self.descriptor.starts_with("()")
    }

    /// Of a method.
    pub fn gives_nothing(&self) -> bool {
        self.descriptor.ends_with(")V")
    }

    pub fn annotation(&self, class: &str) -> Option<&Annotation> {
        self.annotations.iter().find(|annotation| annotation.class == class)
    }
}

/// The file that a class was compiled from (JVMS 4.7.10).
fn source(file: &ClassFile<'_>) -> Option<String> {
    let attribute = find_attribute(&file.attributes, "SourceFile")?;
    let name = Bytes::new(attribute.data).u16().ok()?;
    file.text(name).ok().map(Cow::into_owned)
}

/// The line of a method's first instruction (JVMS 4.7.12).
fn first_line(file: &ClassFile<'_>, method: &Member<'_>) -> Option<u32> {
    let code =
        find_attribute(&method.attributes, "Code").and_then(|_| file.code(method).ok()?)?;
    let attribute = find_attribute(&code.attributes, "LineNumberTable")?;
    let mut rows = Bytes::new(attribute.data);
    let (_, _) = (rows.u16().ok()?, rows.u16().ok()?);
    rows.u16().ok().map(u32::from)
}

/// An annotation, by itself or on the type of another.
#[derive(Clone, Debug)]
pub struct Mark {
    pub annotation: Annotation,
    /// The annotation that the source has.
    pub by: String,
}

/// The classes of a class path, each read once.
pub struct Classes {
    path: ClassPath,
    read: RefCell<BTreeMap<String, Option<Rc<ClassInfo>>>>,
}

impl Classes {
    pub fn new(path: ClassPath) -> Self {
        Self { path, read: RefCell::default() }
    }

    /// A class by its name with slashes; none if the class path has none, or a damaged one: whoever
    /// executes it says what is wrong.
    pub fn get(&self, name: &str) -> Result<Option<Rc<ClassInfo>>, Failure> {
        if let Some(known) = self.read.borrow().get(name) {
            return Ok(known.clone());
        }
        let found = self.path.class(name).map_err(|error| Failure::unreadable(&error))?;
        let info = found.and_then(|found| ClassInfo::parse(&found.bytes).ok());
        // A folder has files at places that are not those of their classes.
        let info = info.filter(|info| info.name == name).map(Rc::new);
        self.read.borrow_mut().insert(name.to_owned(), info.clone());
        Ok(info)
    }

    /// What is wrong with the file of a class that is not to be had; nothing if there is none.
    pub fn damage(&self, name: &str) -> Result<Option<String>, Failure> {
        let found = self.path.class(name).map_err(|error| Failure::unreadable(&error))?;
        Ok(found.map(|found| {
            let file = found.origin.display();
            match ClassInfo::parse(&found.bytes) {
                Ok(info) => format!("in `{file}` its file holds the class `{}`", info.name),
                Err(error) => format!("its file in `{file}` is damaged: {error}"),
            }
        }))
    }

    /// A class, its interfaces, then those that it inherits from in the same manner, as far as the
    /// class path has them: what comes later is called before, where all are.
    pub fn lineage(&self, class: &Rc<ClassInfo>) -> Result<Vec<Rc<ClassInfo>>, Failure> {
        let mut lineage: Vec<Rc<ClassInfo>> = Vec::new();
        // A stack, its top first. What is there already may be a circle of damaged files.
        let mut waiting = vec![Rc::clone(class)];
        while let Some(class) = waiting.pop() {
            if lineage.iter().any(|known| known.name == class.name) {
                continue;
            }
            for name in class.super_class.iter().chain(&class.interfaces) {
                waiting.extend(self.get(name)?);
            }
            lineage.push(class);
        }
        Ok(lineage)
    }

    /// Annotations, and those on the types of these, as JUnit 5 understands them.
    pub fn marks(&self, annotations: &[Annotation]) -> Result<Vec<Mark>, Failure> {
        let own = |annotation: &Annotation| Mark {
            annotation: annotation.clone(),
            by: annotation.class.clone(),
        };
        let mut marks: Vec<Mark> = annotations.iter().map(own).collect();
        let mut at = 0;
        while let Some(Mark { annotation, by }) = marks.get(at).cloned() {
            let inside = annotation.members.iter().flat_map(|(_, value)| value.each());
            let mut more: Vec<Annotation> = inside
                .filter_map(|value| match value {
                    AnnotationValue::Annotation(inner) => Some(inner),
                    _ => None,
                })
                .map(|inner| (**inner).clone())
                .collect();
            if !annotation.class.starts_with("java/")
                && let Some(class) = self.get(&annotation.class)?
            {
                more.extend(class.annotations.iter().cloned());
            }
            for annotation in more {
                if marks.iter().all(|mark| mark.annotation != annotation) {
                    marks.push(Mark { annotation, by: by.clone() });
                }
            }
            at += 1;
        }
        Ok(marks)
    }
}
