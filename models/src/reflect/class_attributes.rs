//! `java.lang.Class`: what the attributes of the class file say: nesting, sealing, annotations.

use crate::reflect::classes::{mirrors, this_class};
use raceproof_classfile::{Bytes, ClassFile};
use raceproof_vm::ground::class::{ClassRef, access};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "java/lang/Class",
        &[
            ("getDeclaringClass0", "", declaring_class),
            ("getDeclaredClasses0", "", declared_classes),
            ("getEnclosingMethod0", "", enclosing_method),
            ("getSimpleBinaryName0", "", simple_binary_name),
            ("getNestHost0", "", nest_host),
            ("getNestMembers0", "", nest_members),
            ("getPermittedSubclasses0", "", permitted_subclasses),
            ("getGenericSignature0", "", generic_signature),
            ("getRawAnnotations", "", raw_annotations),
            ("getRawTypeAnnotations", "", raw_type_annotations),
            ("getConstantPool", "", constant_pool),
            ("getSigners", "", crate::args::nothing),
            ("setSigners", "", crate::args::nothing),
        ],
    );
}

/// A row of the `InnerClasses` attribute, as constant-pool indices.
struct InnerClass {
    inner: u16,
    outer: u16,
    name: u16,
}

fn inner_classes(class: ClassRef) -> Vec<InnerClass> {
    let data = class.attribute("InnerClasses").unwrap_or(&[]);
    let mut bytes = Bytes::new(data.get(2..).unwrap_or(&[]));
    let mut rows = Vec::new();
    while let (Ok(inner), Ok(outer), Ok(name), Ok(_)) =
        (bytes.u16(), bytes.u16(), bytes.u16(), bytes.u16())
    {
        rows.push(InnerClass { inner, outer, name });
    }
    let name = |index: u16| class.file.and_then(|file| file.class_name(index).ok());
    let nesting: Vec<_> = rows.iter().map(|row| (name(row.inner), name(row.outer))).collect();
    if is_circular(&nesting) { Vec::new() } else { rows }
}

/// Whether a class is, by way of others, inside itself: then nothing of the attribute counts. Pairs
/// of an inner class and the one it is in, if it is a member of one; the first row of a class is
/// the one that says so.
fn is_circular<T: PartialEq>(nesting: &[(Option<T>, Option<T>)]) -> bool {
    let around = |row: &usize| {
        let outer = nesting[*row].1.as_ref()?;
        nesting.iter().position(|(inner, _)| inner.as_ref() == Some(outer))
    };
    (0..nesting.len())
        .any(|row| std::iter::successors(Some(row), around).nth(nesting.len()).is_some())
}

/// A list of constant-pool indices behind their count, as several attributes have it.
fn index_list(data: &[u8]) -> Vec<u16> {
    data.get(2..)
        .unwrap_or(&[])
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        .collect()
}

/// The row on the class itself.
fn own_row(class: ClassRef) -> Option<(&'static ClassFile<'static>, InnerClass)> {
    let file = class.file?;
    // A hidden class is in no table under the name it runs by, but is under the name in its file.
    let own = file.class_name(file.this_class).ok()?;
    let row = inner_classes(class)
        .into_iter()
        .find(|row| file.class_name(row.inner).is_ok_and(|name| name == own))?;
    Some((file, row))
}

fn declaring_class(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    match own_row(class) {
        Some((_, row)) if row.outer != 0 => {
            let outer = vm.resolve_class(class, row.outer)?;
            check_nesting(class, outer)?;
            Ok(outer.mirror.word())
        }
        _ => Ok(0),
    }
}

/// Outer and inner class must agree on their relation.
fn check_nesting(inner: ClassRef, outer: ClassRef) -> Exec<()> {
    let agrees = |row: &InnerClass| {
        outer.file.is_some_and(|file| {
            file.class_name(row.outer).is_ok_and(|name| name == outer.name.text())
                && file.class_name(row.inner).is_ok_and(|name| name == inner.name.text())
        })
    };
    if inner_classes(outer).iter().any(agrees) {
        return Ok(());
    }
    let message = format!(
        "{} and {} disagree on InnerClasses attribute",
        outer.java_name(),
        inner.java_name()
    );
    Err(Trap::java("java/lang/IncompatibleClassChangeError", message))
}

fn declared_classes(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let mut members = Vec::new();
    if let Some(file) = class.file {
        for row in inner_classes(class) {
            if row.inner != 0
                && file.class_name(row.outer).is_ok_and(|name| name == class.name.text())
            {
                members.push(vm.resolve_class(class, row.inner)?);
            }
        }
    }
    Ok(mirrors(vm, &members)?.word())
}

fn enclosing_method(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    // HotSpot keeps it beside the rows of the other attribute, and does not look for it where there
    // are none.
    let enclosing = class.attribute("InnerClasses").and(class.attribute("EnclosingMethod"));
    let Some(data) = enclosing else { return Ok(0) };
    let mut bytes = Bytes::new(data);
    let (Ok(outer), Ok(method)) = (bytes.u16(), bytes.u16()) else { return Ok(0) };
    let outer = vm.resolve_class(class, outer)?;
    let mut parts = [outer.mirror, Ref::NULL, Ref::NULL];
    if method != 0 {
        let (name, descriptor) = vm.name_and_type(class, method)?;
        parts[1] = vm.intern(name.text())?;
        parts[2] = vm.intern(descriptor.text())?;
    }
    let object = vm.known().object.get();
    Ok(vm.new_references(object, &parts)?.word())
}

fn simple_binary_name(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    match own_row(class) {
        Some((file, row)) if row.name != 0 => match file.text(row.name) {
            Ok(name) => Ok(vm.intern(&name)?.word()),
            Err(_) => Ok(0),
        },
        _ => Ok(0),
    }
}

fn nest_host(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    Ok(vm.loaded_nest_host(class)?.mirror.word())
}

fn nest_members(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let host = vm.loaded_nest_host(class)?;
    let mut members = vec![host];
    for index in index_list(host.attribute("NestMembers").unwrap_or(&[])) {
        let Some(member) = loadable(vm, host, index)? else { continue };
        if vm.nest_host(member).id == host.id {
            members.push(member);
        }
    }
    if class.hidden && members.iter().all(|member| member.id != class.id) {
        members.push(class);
    }
    Ok(mirrors(vm, &members)?.word())
}

/// The class at that index, or `None` if it cannot be loaded.
fn loadable(vm: &mut Vm, class: ClassRef, index: u16) -> Exec<Option<ClassRef>> {
    match vm.resolve_class(class, index) {
        Ok(found) => Ok(Some(found)),
        Err(trap) if trap.is_exception() => Ok(None),
        Err(other) => Err(other),
    }
}

fn permitted_subclasses(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let Some(data) =
        class.attribute("PermittedSubclasses").filter(|_| class.access & access::FINAL == 0)
    else {
        return Ok(0);
    };
    let mut subclasses = Vec::new();
    for index in index_list(data) {
        subclasses.extend(loadable(vm, class, index)?);
    }
    Ok(mirrors(vm, &subclasses)?.word())
}

fn generic_signature(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let text = class.file.zip(class.attribute("Signature")).and_then(|(file, data)| {
        let index = Bytes::new(data).u16().ok()?;
        file.text(index).ok()
    });
    match text {
        Some(text) => Ok(vm.intern(&text)?.word()),
        None => Ok(0),
    }
}

/// The bytes of an attribute as a Java array, or null.
pub fn attribute_bytes(vm: &mut Vm, data: Option<&[u8]>) -> Exec<u64> {
    match data {
        Some(data) => Ok(vm.new_bytes(data)?.word()),
        None => Ok(0),
    }
}

fn raw_annotations(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let data = this_class(vm, args).attribute("RuntimeVisibleAnnotations");
    attribute_bytes(vm, data)
}

fn raw_type_annotations(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let data = this_class(vm, args).attribute("RuntimeVisibleTypeAnnotations");
    attribute_bytes(vm, data)
}

/// The JDK's `ConstantPool` object; the mirror serves as its handle.
fn constant_pool(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    if class.file.is_none() {
        return Ok(0);
    }
    let pool_class = vm.load_boot("jdk/internal/reflect/ConstantPool")?;
    vm.ensure_initialized(pool_class)?;
    let pool = vm.new_object(pool_class)?;
    vm.set_field(pool, "constantPoolOop", class.mirror.word());
    Ok(pool.word())
}

#[cfg(test)]
mod tests {
    use super::is_circular;

    #[test]
    fn a_class_inside_itself_is_a_circle() {
        let nesting = |pairs: &[(char, Option<char>)]| {
            let pairs: Vec<_> = pairs.iter().map(|(inner, outer)| (Some(*inner), *outer)).collect();
            is_circular(&pairs)
        };
        assert!(!nesting(&[]));
        assert!(!nesting(&[('b', Some('a')), ('c', Some('b')), ('d', None)]));
        assert!(nesting(&[('a', Some('a'))]));
        assert!(nesting(&[('d', Some('a')), ('b', Some('a')), ('c', Some('b')), ('a', Some('c'))]));
        // Rows without a name of a class.
        assert!(!is_circular::<char>(&[(None, None), (None, None)]));
    }
}
