//! `@GuardedBy`, whichever library it is from, as a specification: which lock is to be held where a
//! field is accessed or a method called.
//!
//! A lock is named as Java Concurrency in Practice has it: `this`, `itself`, `Name.class`,
//! `Outer.this`, a field of the class or of an enclosing one, a static field of another, or a
//! method without parameters that gives such a field. What follows behind a dot is a field of that.

use crate::annotations;
use crate::ids::{ClassId, FieldId, MethodId};
use crate::ir::Statement;
use crate::world::{Origin, World, access};
use raceproof_classfile::descriptor::object_name;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A lock, as it is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guard {
    /// In the annotation.
    pub text: Rc<str>,
    /// What that means.
    pub lock: Named,
}

impl Guard {
    /// Whether it must be held for writing, even to read.
    #[must_use]
    pub fn is_exclusive(&self) -> bool {
        self.text.ends_with("writeLock()")
    }
}

/// What a name means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// The object whose member is guarded, or what these fields of it lead to.
    Own(Vec<FieldId>),
    /// What a static field holds, or what these fields of that lead to.
    Static(FieldId, Vec<FieldId>),
    /// What stands for a class.
    Class(ClassId),
    /// What the guarded field holds guards itself.
    Itself,
}

/// What a program says of its locks.
#[derive(Default, Debug)]
pub struct Specification {
    /// By field: the locks that are to be held at its accesses.
    pub fields: BTreeMap<FieldId, Vec<Guard>>,
    /// By method: those that are to be held at its calls.
    pub methods: BTreeMap<MethodId, Vec<Guard>>,
}

impl Specification {
    /// Of all classes that the application has brought along so far. What names no lock is told as
    /// a gap.
    #[must_use]
    pub fn new(world: &mut World) -> Self {
        let mut found = Self::default();
        for class in (0..world.classes.len() as u32).map(ClassId) {
            let of_application = world.classes[class.index()].origin == Origin::Application;
            let Some(file) = world.classes[class.index()].file.filter(|_| of_application) else {
                continue;
            };
            for (field, member) in
                world.classes[class.index()].fields.clone().into_iter().zip(&file.fields)
            {
                let shown = format!("{}.{}", world.shown(class), world.fields[field.index()].name);
                let is_static = world.fields[field.index()].is(access::STATIC);
                let guards = guards(
                    world,
                    class,
                    is_static,
                    &annotations::of(file, &member.attributes),
                    &shown,
                );
                found.fields.extend((!guards.is_empty()).then_some((field, guards)));
            }
            for method in world.classes[class.index()].methods.clone() {
                let is_static = world.methods[method.index()].is(access::STATIC);
                let member = &file.methods[world.methods[method.index()].index];
                let shown = world.shown_method(method);
                let guards = guards(
                    world,
                    class,
                    is_static,
                    &annotations::of(file, &member.attributes),
                    &shown,
                );
                found.methods.extend((!guards.is_empty()).then_some((method, guards)));
            }
        }
        found
    }
}

fn guards(
    world: &mut World,
    class: ClassId,
    is_static: bool,
    annotations: &[annotations::Annotation],
    shown: &str,
) -> Vec<Guard> {
    let texts = annotations
        .iter()
        .filter(|annotation| annotation.name == "GuardedBy")
        .flat_map(|found| &found.values);
    let mut guards = Vec::new();
    for text in texts {
        match named(world, class, text).filter(|lock| !is_static || !matches!(lock, Named::Own(_)))
        {
            Some(lock) => guards.push(Guard { text: Rc::from(&**text), lock }),
            None => world.gap(format!(
                "{shown} is declared `@GuardedBy(\"{text}\")`, which names no lock that is known"
            )),
        }
    }
    guards
}

fn named(world: &mut World, class: ClassId, text: &str) -> Option<Named> {
    let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    if let Some(name) = text.strip_suffix(".class") {
        return class_named(world, class, name).map(Named::Class);
    }
    let text = ["readLock()", "writeLock()"]
        .iter()
        .find_map(|part| text.strip_suffix(part)?.strip_suffix('.'))
        .unwrap_or(&text);
    match text {
        "itself" => return Some(Named::Itself),
        "this" => return Some(Named::Own(Vec::new())),
        _ => {}
    }
    let of_outer = text.strip_suffix(".this").map(|outer| (outer, None));
    let of_outer =
        of_outer.or_else(|| text.split_once(".this.").map(|(outer, rest)| (outer, Some(rest))));
    if let Some((outer, rest)) = of_outer {
        let outer = class_named(world, class, outer)?;
        let way = enclosing(world, class, outer)?;
        return match rest.map(|rest| named(world, outer, rest)) {
            None => Some(Named::Own(way)),
            Some(Some(Named::Own(fields))) => {
                Some(Named::Own(way.into_iter().chain(fields).collect()))
            }
            Some(_) => None,
        };
    }
    let mut names = text.strip_prefix("this.").unwrap_or(text).split('.').peekable();
    let mut lock = match member(world, class, names.peek()?) {
        Some(lock) => {
            names.next();
            lock
        }
        None => {
            let other = class_named(world, class, names.next()?)?;
            let lock = member(world, other, names.next()?)?;
            matches!(lock, Named::Static(..)).then_some(lock)?
        }
    };
    for name in names {
        let (Named::Own(fields) | Named::Static(_, fields)) = &lock else { return None };
        let last = fields.last().copied().or(if let Named::Static(field, _) = lock {
            Some(field)
        } else {
            None
        })?;
        let descriptor = world.fields[last.index()].descriptor.clone();
        let class = world.class(object_name(&descriptor));
        let Named::Own(more) = member(world, class, name)? else { return None };
        let (Named::Own(fields) | Named::Static(_, fields)) = &mut lock else { return None };
        fields.extend(more);
    }
    Some(lock)
}

/// A field of a class, or of one that encloses it; or a method that gives one.
fn member(world: &mut World, class: ClassId, name: &str) -> Option<Named> {
    if let Some(name) = name.strip_suffix("()") {
        return given_by(world, class, name);
    }
    if let Some(field) = world.field_named(class, name) {
        return Some(match world.fields[field.index()].is(access::STATIC) {
            true => Named::Static(field, Vec::new()),
            false => Named::Own(vec![field]),
        });
    }
    let own = world.classes[class.index()].name.clone();
    let (outer, _) = own.rsplit_once('$')?;
    let outer = world.class_if_there(outer)?;
    match member(world, outer, name)? {
        Named::Own(fields) => {
            let to_outer = enclosing(world, class, outer)?;
            Some(Named::Own(to_outer.into_iter().chain(fields).collect()))
        }
        lock => Some(lock),
    }
}

/// The fields that lead from an inner class's object to that of an enclosing one.
fn enclosing(world: &mut World, class: ClassId, outer: ClassId) -> Option<Vec<FieldId>> {
    let (mut at, mut fields) = (class, Vec::new());
    while !world.is_subtype(at, outer) {
        let is_outer = |field: &FieldId| world.fields[field.index()].name.starts_with("this$");
        let field = world.classes[at.index()].fields.iter().copied().find(is_outer)?;
        fields.push(field);
        let descriptor = world.fields[field.index()].descriptor.clone();
        at = world.class(object_name(&descriptor));
    }
    Some(fields)
}

/// The field that a method returns, if it does nothing else.
fn given_by(world: &mut World, class: ClassId, name: &str) -> Option<Named> {
    let method = world.classes[class.index()].methods.iter().copied().find(|method| {
        let (found, descriptor) = &world.selectors[world.methods[method.index()].selector.index()];
        &**found == name && descriptor.starts_with("()")
    })?;
    let body = world.body(method)?;
    match body.statements[..] {
        [Statement::GetField { to, base, field }, Statement::Return { from }]
            if to == from && body.parameters.first() == Some(&base) =>
        {
            Some(Named::Own(vec![field]))
        }
        [Statement::GetStatic { to, field }, Statement::Return { from }] if to == from => {
            Some(Named::Static(field, Vec::new()))
        }
        _ => None,
    }
}

/// By its simple name: the class itself, one inside it or inside one that encloses it, one beside
/// it; or by its whole name.
fn class_named(world: &mut World, class: ClassId, name: &str) -> Option<ClassId> {
    let own = world.classes[class.index()].name.clone();
    let mut at = &*own;
    loop {
        if at.rsplit(['$', '/']).next() == Some(name) {
            return world.class_if_there(at);
        }
        if let Some(inner) = world.class_if_there(&format!("{at}${name}")) {
            return Some(inner);
        }
        match at.rsplit_once('$') {
            Some((outer, _)) => at = outer,
            None => break,
        }
    }
    let beside =
        at.rsplit_once('/').map_or(name.to_owned(), |(package, _)| format!("{package}/{name}"));
    let whole = name.replace('.', "/");
    [beside, whole].iter().find_map(|name| world.class_if_there(name))
}
