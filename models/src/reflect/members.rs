//! Fields, methods, constructors and record components as the objects that `java.lang.reflect`
//! shows.

use crate::args::reference;
use crate::reflect::class_attributes::attribute_bytes;
use crate::reflect::classes::{mirrors, this_class, type_named};
use raceproof_classfile::descriptor::split_method;
use raceproof_classfile::{Attribute, Bytes, find_attribute};
use raceproof_vm::ground::class::{ClassRef, FieldRef, MethodRef, access};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Flags of a field that reflection shows (HotSpot's `JVM_RECOGNIZED_FIELD_MODIFIERS`).
const FIELD_MODIFIERS: u16 = 0x50DF;
/// Flags of a method that reflection shows (HotSpot's `JVM_RECOGNIZED_METHOD_MODIFIERS`).
const METHOD_MODIFIERS: u16 = 0x1DFF;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "java/lang/Class",
        &[
            ("getDeclaredFields0", "", declared_fields),
            ("getDeclaredMethods0", "", declared_methods),
            ("getDeclaredConstructors0", "", declared_constructors),
            ("getRecordComponents0", "", record_components),
        ],
    );
    registry.natives(
        "java/lang/reflect/Field",
        &[("getTypeAnnotationBytes0", "", field_type_annotations)],
    );
    registry.natives(
        "java/lang/reflect/Executable",
        &[
            ("getTypeAnnotationBytes0", "", executable_type_annotations),
            ("getParameters0", "", parameters),
        ],
    );
}

fn reflect_class(vm: &mut Vm, name: &str) -> Exec<ClassRef> {
    let class = vm.load_boot(name)?;
    vm.ensure_initialized(class)?;
    Ok(class)
}

fn data(attributes: &[Attribute<'static>], name: &str) -> Option<&'static [u8]> {
    find_attribute(attributes, name).map(|attribute| attribute.data)
}

/// The signature for generics, or null.
fn signature(vm: &mut Vm, class: ClassRef, attributes: &[Attribute<'static>]) -> Exec<u64> {
    match data(attributes, "Signature").and_then(|bytes| Bytes::new(bytes).u16().ok()) {
        Some(index) => {
            let text = vm.utf8(class, index)?;
            Ok(vm.intern(text.text())?.word())
        }
        None => Ok(0),
    }
}

fn declared_fields(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let public_only = args[1] & 1 != 0;
    vm.ensure_verified(class)?;
    let element = reflect_class(vm, "java/lang/reflect/Field")?;
    let mut objects = Vec::new();
    for field in &class.fields {
        // The machine's own fields start with a character that no field of the JDK starts with.
        let injected = field.index == u16::MAX;
        if !injected && (!public_only || field.access & access::PUBLIC != 0) {
            objects.push(field_object(vm, field)?);
        }
    }
    Ok(vm.new_references(element, &objects)?.word())
}

/// The `Field` object of a field.
pub fn field_object(vm: &mut Vm, field: FieldRef) -> Exec<Ref> {
    let class = field.class();
    let ty = type_named(vm, class, field.descriptor.text())?;
    let object_class = reflect_class(vm, "java/lang/reflect/Field")?;
    let object = vm.new_object(object_class)?;
    let name = vm.intern(field.name.text())?;
    let is_record =
        class.super_class.is_some_and(|parent| parent.name.text() == "java/lang/Record");
    let trusted =
        field.access & access::FINAL != 0 && (field.is_static() || class.hidden || is_record);
    vm.set_field(object, "clazz", class.mirror.word());
    vm.set_field(object, "slot", u64::from(field.index));
    vm.set_field(object, "name", name.word());
    vm.set_field(object, "type", ty.mirror.word());
    vm.set_field(object, "modifiers", u64::from(field.access & FIELD_MODIFIERS));
    vm.set_field(object, "trustedFinal", u64::from(trusted));
    let generic = signature(vm, class, field.attributes)?;
    vm.set_field(object, "signature", generic);
    let annotations = attribute_bytes(vm, data(field.attributes, "RuntimeVisibleAnnotations"))?;
    vm.set_field(object, "annotations", annotations);
    Ok(object)
}

fn declared_methods(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let public_only = args[1] & 1 != 0;
    vm.ensure_verified(class)?;
    let element = reflect_class(vm, "java/lang/reflect/Method")?;
    let mut objects = Vec::new();
    for method in &class.methods {
        if !method.is_initializer() && (!public_only || method.is_public()) {
            objects.push(method_object(vm, method)?);
        }
    }
    Ok(vm.new_references(element, &objects)?.word())
}

fn declared_constructors(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let public_only = args[1] & 1 != 0;
    vm.ensure_verified(class)?;
    let element = reflect_class(vm, "java/lang/reflect/Constructor")?;
    let mut objects = Vec::new();
    for method in &class.methods {
        if method.name.text() == "<init>" && (!public_only || method.is_public()) {
            objects.push(constructor_object(vm, method)?);
        }
    }
    Ok(vm.new_references(element, &objects)?.word())
}

/// The `Method` object of a method.
pub fn method_object(vm: &mut Vm, method: MethodRef) -> Exec<Ref> {
    let object = executable_object(vm, method, "java/lang/reflect/Method")?;
    let name = vm.intern(method.name.text())?;
    vm.set_field(object, "name", name.word());
    let (_, result) = split(method)?;
    let result = type_named(vm, method.class(), result)?;
    vm.set_field(object, "returnType", result.mirror.word());
    let default = attribute_bytes(vm, data(method.attributes, "AnnotationDefault"))?;
    vm.set_field(object, "annotationDefault", default);
    Ok(object)
}

/// The `Constructor` object of a constructor.
pub fn constructor_object(vm: &mut Vm, method: MethodRef) -> Exec<Ref> {
    executable_object(vm, method, "java/lang/reflect/Constructor")
}

fn split(method: MethodRef) -> Exec<(Vec<&'static str>, &'static str)> {
    split_method(method.descriptor.text()).ok_or_else(|| {
        Trap::java("java/lang/ClassFormatError", format!("invalid signature of {method}"))
    })
}

/// The classes of a method's parameters.
pub fn parameter_classes(vm: &mut Vm, method: MethodRef) -> Exec<Vec<ClassRef>> {
    let (parameters, _) = split(method)?;
    parameters.into_iter().map(|descriptor| type_named(vm, method.class(), descriptor)).collect()
}

fn exception_classes(vm: &mut Vm, method: MethodRef) -> Exec<Vec<ClassRef>> {
    let bytes = data(method.attributes, "Exceptions").unwrap_or(&[]);
    let indices = bytes.get(2..).unwrap_or(&[]).chunks_exact(2);
    indices
        .map(|pair| vm.resolve_class(method.class(), u16::from_be_bytes([pair[0], pair[1]])))
        .collect()
}

/// What methods and constructors have in common.
fn executable_object(vm: &mut Vm, method: MethodRef, class: &str) -> Exec<Ref> {
    let parameters = parameter_classes(vm, method)?;
    let parameters = mirrors(vm, &parameters)?;
    let exceptions = exception_classes(vm, method)?;
    let exceptions = mirrors(vm, &exceptions)?;
    let object_class = reflect_class(vm, class)?;
    let object = vm.new_object(object_class)?;
    vm.set_field(object, "clazz", method.class().mirror.word());
    vm.set_field(object, "slot", u64::from(method.slot));
    vm.set_field(object, "parameterTypes", parameters.word());
    vm.set_field(object, "exceptionTypes", exceptions.word());
    vm.set_field(object, "modifiers", u64::from(method.access & METHOD_MODIFIERS));
    let generic = signature(vm, method.class(), method.attributes)?;
    vm.set_field(object, "signature", generic);
    for (field, attribute) in [
        ("annotations", "RuntimeVisibleAnnotations"),
        ("parameterAnnotations", "RuntimeVisibleParameterAnnotations"),
    ] {
        let bytes = attribute_bytes(vm, data(method.attributes, attribute))?;
        vm.set_field(object, field, bytes);
    }
    Ok(object)
}

/// The method or constructor that an `Executable` object stands for.
pub fn method_of(vm: &Vm, executable: Ref) -> Exec<MethodRef> {
    let class = vm.mirrored(vm.field_ref(executable, "clazz"));
    let slot = vm.field(executable, "slot") as usize;
    let method = class.methods.get(slot).copied();
    method.ok_or_else(|| {
        Trap::java("java/lang/InternalError", format!("{} has no method {slot}", class.java_name()))
    })
}

/// The field that a `Field` object stands for.
pub fn field_of(vm: &Vm, object: Ref) -> Exec<FieldRef> {
    let class = vm.mirrored(vm.field_ref(object, "clazz"));
    let slot = vm.field(object, "slot") as usize;
    let field = class.fields.get(slot).copied();
    field.ok_or_else(|| {
        Trap::java("java/lang/InternalError", format!("{} has no field {slot}", class.java_name()))
    })
}

fn field_type_annotations(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let field = field_of(vm, reference(args[0]))?;
    attribute_bytes(vm, data(field.attributes, "RuntimeVisibleTypeAnnotations"))
}

fn executable_type_annotations(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let method = method_of(vm, reference(args[0]))?;
    attribute_bytes(vm, data(method.attributes, "RuntimeVisibleTypeAnnotations"))
}

/// `Executable.getParameters0`: null if the class file says nothing of the parameters' names.
fn parameters(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let executable = reference(args[0]);
    let method = method_of(vm, executable)?;
    let Some(bytes) = data(method.attributes, "MethodParameters") else { return Ok(0) };
    let rows: Vec<(u16, u16)> = bytes
        .get(1..)
        .unwrap_or(&[])
        .chunks_exact(4)
        .map(|row| (u16::from_be_bytes([row[0], row[1]]), u16::from_be_bytes([row[2], row[3]])))
        .collect();
    let (expected, _) = split(method)?;
    if rows.len() != expected.len() {
        return Err(Trap::java(
            "java/lang/IllegalArgumentException",
            "Wrong number of parameters in MethodParameters attribute",
        ));
    }
    let element = reflect_class(vm, "java/lang/reflect/Parameter")?;
    let mut objects = Vec::new();
    for (index, (name, flags)) in rows.into_iter().enumerate() {
        let parameter = vm.new_object(element)?;
        if name != 0 {
            let text = vm.utf8(method.class(), name)?;
            let text = vm.intern(text.text())?;
            vm.set_field(parameter, "name", text.word());
        }
        vm.set_field(parameter, "modifiers", u64::from(flags));
        vm.set_field(parameter, "executable", executable.word());
        vm.set_field(parameter, "index", index as u64);
        objects.push(parameter);
    }
    Ok(vm.new_references(element, &objects)?.word())
}

/// A row of the `Record` attribute.
struct Component {
    name: u16,
    descriptor: u16,
    attributes: Vec<Attribute<'static>>,
}

fn components(class: ClassRef) -> Option<Vec<Component>> {
    let file = class.file?;
    let mut bytes = Bytes::new(class.attribute("Record")?);
    let mut rows = Vec::new();
    for _ in 0..bytes.u16().ok()? {
        let (name, descriptor) = (bytes.u16().ok()?, bytes.u16().ok()?);
        let mut attributes = Vec::new();
        for _ in 0..bytes.u16().ok()? {
            let name = file.utf8(bytes.u16().ok()?).ok()?;
            let length = bytes.u32().ok()? as usize;
            attributes.push(Attribute { name, data: bytes.take(length).ok()? });
        }
        rows.push(Component { name, descriptor, attributes });
    }
    Some(rows)
}

fn record_components(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let element = reflect_class(vm, "java/lang/reflect/RecordComponent")?;
    let mut objects = Vec::new();
    for component in components(class).unwrap_or_default() {
        objects.push(component_object(vm, class, element, &component)?);
    }
    Ok(vm.new_references(element, &objects)?.word())
}

fn component_object(
    vm: &mut Vm,
    class: ClassRef,
    element: ClassRef,
    component: &Component,
) -> Exec<Ref> {
    let (name, descriptor) =
        (vm.utf8(class, component.name)?, vm.utf8(class, component.descriptor)?);
    let ty = type_named(vm, class, descriptor.text())?;
    let accessor_descriptor = vm.symbol(&format!("(){descriptor}"));
    let accessor =
        match class.declared_method(name, accessor_descriptor).filter(|method| !method.is_static())
        {
            Some(method) => method_object(vm, method)?.word(),
            None => 0,
        };
    let text = vm.intern(name.text())?;
    let object = vm.new_object(element)?;
    vm.set_field(object, "clazz", class.mirror.word());
    vm.set_field(object, "name", text.word());
    vm.set_field(object, "type", ty.mirror.word());
    vm.set_field(object, "accessor", accessor);
    let generic = signature(vm, class, &component.attributes)?;
    vm.set_field(object, "signature", generic);
    for (field, attribute) in [
        ("annotations", "RuntimeVisibleAnnotations"),
        ("typeAnnotations", "RuntimeVisibleTypeAnnotations"),
    ] {
        let bytes = attribute_bytes(vm, data(&component.attributes, attribute))?;
        vm.set_field(object, field, bytes);
    }
    Ok(object)
}
