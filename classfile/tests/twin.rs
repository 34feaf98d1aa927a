//! The reader against the published one, `classfile-parser`, on the classes of the JDKs installed
//! here: what both can read must be the same, to the byte.
//!
//! The other one knows neither dynamic constants (JVMS 4.4.10) nor those of modules; only classes
//! that have such may be refused by it, and all of them must be. It keeps of flags those that it
//! has names for, and where a text has half a pair of surrogates, each reader has its own stand-in.
//!
//! Every so many-th class is read, all of them with `RACEPROOF_CLASSES=all`.

mod support;

use classfile_parser as twin;
use raceproof_classfile::{Attribute, ClassFile, Code, Constant, Member, ModulesFile};
use std::fmt::Debug;
use std::path::Path;
use support::jdks;
use twin::attribute_info::code_attribute_parser;
use twin::attribute_info::{AttributeInfo, CodeAttribute, bootstrap_methods_attribute_parser};
use twin::constant_info::ConstantInfo;
use twin::field_info::FieldAccessFlags;
use twin::method_info::{MethodAccessFlags, MethodInfo};

/// Unless all are wanted.
const EVERY: usize = 5;

/// Of what is equal, nothing; else where the two differ.
type Compared = Result<(), String>;

fn equal<T: PartialEq + Debug>(what: &str, ours: T, theirs: T) -> Compared {
    if ours == theirs {
        return Ok(());
    }
    Err(differ(what, &ours, &theirs))
}

fn differ(what: &str, ours: &impl Debug, theirs: &impl Debug) -> String {
    let shown = |value: &dyn Debug| format!("{value:?}").chars().take(200).collect::<String>();
    format!("{what}: {}, but {}", shown(ours), shown(theirs))
}

fn compare_constant(at: usize, ours: Constant<'_>, theirs: &ConstantInfo) -> Compared {
    use ConstantInfo as Their;
    let same = match (ours, theirs) {
        (Constant::Unusable, Their::Unusable) => true,
        (Constant::Utf8(bytes), Their::Utf8(utf8)) => {
            let text = raceproof_classfile::mutf8::text(bytes);
            let has_half_pair = text.contains(char::REPLACEMENT_CHARACTER);
            bytes == utf8.bytes && (text == utf8.utf8_string || has_half_pair)
        }
        (Constant::Integer(value), Their::Integer(other)) => value == other.value,
        (Constant::Float(bits), Their::Float(other)) => bits == other.value.to_bits(),
        (Constant::Long(value), Their::Long(other)) => value == other.value,
        (Constant::Double(bits), Their::Double(other)) => bits == other.value.to_bits(),
        (Constant::Class { name }, Their::Class(other)) => name == other.name_index,
        (Constant::String { utf8 }, Their::String(other)) => utf8 == other.string_index,
        (Constant::Field { class, name_and_type }, Their::FieldRef(other)) => {
            (class, name_and_type) == (other.class_index, other.name_and_type_index)
        }
        (Constant::Method { class, name_and_type }, Their::MethodRef(other)) => {
            (class, name_and_type) == (other.class_index, other.name_and_type_index)
        }
        (Constant::InterfaceMethod { class, name_and_type }, Their::InterfaceMethodRef(other)) => {
            (class, name_and_type) == (other.class_index, other.name_and_type_index)
        }
        (Constant::NameAndType { name, descriptor }, Their::NameAndType(other)) => {
            (name, descriptor) == (other.name_index, other.descriptor_index)
        }
        (Constant::MethodHandle { kind, reference }, Their::MethodHandle(other)) => {
            (kind, reference) == (other.reference_kind, other.reference_index)
        }
        (Constant::MethodType { descriptor }, Their::MethodType(other)) => {
            descriptor == other.descriptor_index
        }
        (Constant::InvokeDynamic { bootstrap, name_and_type }, Their::InvokeDynamic(other)) => {
            (bootstrap, name_and_type)
                == (other.bootstrap_method_attr_index, other.name_and_type_index)
        }
        _ => false,
    };
    if same { Ok(()) } else { Err(differ(&format!("constant {at}"), &ours, theirs)) }
}

/// The text at an index, by the other reader.
fn text(pool: &[ConstantInfo], index: u16) -> Result<&[u8], String> {
    match usize::from(index).checked_sub(1).and_then(|at| pool.get(at)) {
        Some(ConstantInfo::Utf8(utf8)) => Ok(&utf8.bytes),
        other => Err(format!("constant {index} is no text but {other:?}")),
    }
}

fn compare_attributes(
    pool: &[ConstantInfo],
    ours: &[Attribute<'_>],
    theirs: &[AttributeInfo],
) -> Compared {
    equal("number of attributes", ours.len(), theirs.len())?;
    ours.iter().zip(theirs).try_for_each(|(ours, theirs)| {
        equal("name of attribute", ours.name, text(pool, theirs.attribute_name_index)?)?;
        equal("length of attribute", ours.data.len(), theirs.attribute_length as usize)?;
        equal("attribute", ours.data, &theirs.info[..])
    })
}

fn compare_code(pool: &[ConstantInfo], ours: &Code<'_>, theirs: &CodeAttribute) -> Compared {
    equal("stack", ours.max_stack, theirs.max_stack)?;
    equal("locals", ours.max_locals, theirs.max_locals)?;
    equal("bytecode", ours.bytecode, &theirs.code[..])?;
    let own = ours.exceptions.iter().map(|e| (e.start, e.end, e.handler, e.catch_type));
    let other =
        theirs.exception_table.iter().map(|e| (e.start_pc, e.end_pc, e.handler_pc, e.catch_type));
    equal("handlers", own.collect::<Vec<_>>(), other.collect())?;
    compare_attributes(pool, &ours.attributes, &theirs.attributes)
}

fn compare_method(
    pool: &[ConstantInfo],
    file: &ClassFile<'_>,
    ours: &Member<'_>,
    theirs: &MethodInfo,
) -> Compared {
    let flags = MethodAccessFlags::all().bits();
    equal("flags", ours.access & flags, theirs.access_flags.bits())?;
    equal("name", ours.name, theirs.name_index)?;
    equal("descriptor", ours.descriptor, theirs.descriptor_index)?;
    compare_attributes(pool, &ours.attributes, &theirs.attributes)?;
    let mut codes =
        theirs.attributes.iter().filter(|a| text(pool, a.attribute_name_index) == Ok(b"Code"));
    let own = file.code(ours).map_err(|error| error.to_string())?;
    let Some(code) = codes.next() else { return equal("code", own.is_some(), false) };
    let (rest, code) = code_attribute_parser(&code.info).map_err(|error| error.to_string())?;
    equal("bytes after the code", 0, rest.len())?;
    let own = own.ok_or("no code, but the other has some")?;
    compare_code(pool, &own, &code)
}

fn compare_bootstraps(
    pool: &[ConstantInfo],
    ours: &ClassFile<'_>,
    theirs: &[AttributeInfo],
) -> Compared {
    let mut methods = Vec::new();
    for attribute in theirs {
        if text(pool, attribute.attribute_name_index)? == b"BootstrapMethods" {
            let (_, list) = bootstrap_methods_attribute_parser(&attribute.info)
                .map_err(|error| error.to_string())?;
            let rows = list.bootstrap_methods.into_iter();
            methods.extend(rows.map(|row| (row.bootstrap_method_ref, row.bootstrap_arguments)));
        }
    }
    let own = ours.bootstrap_methods().map_err(|error| error.to_string())?;
    equal(
        "bootstrap methods",
        own.into_iter().map(|row| (row.method, row.arguments)).collect(),
        methods,
    )
}

fn compare(ours: &ClassFile<'_>, theirs: &twin::ClassFile) -> Compared {
    let pool = &theirs.const_pool;
    equal("version", (ours.major, ours.minor), (theirs.major_version, theirs.minor_version))?;
    equal("number of constants", ours.constants.len(), usize::from(theirs.const_pool_size))?;
    equal("constants that are kept", ours.constants.len(), pool.len() + 1)?;
    for (at, (own, other)) in ours.constants.iter().skip(1).zip(pool).enumerate() {
        compare_constant(at + 1, *own, other)?;
    }
    let flags = twin::ClassAccessFlags::all().bits();
    equal("flags", ours.access & flags, theirs.access_flags.bits())?;
    equal(
        "this and super",
        (ours.this_class, ours.super_class),
        (theirs.this_class, theirs.super_class),
    )?;
    equal("interfaces", &ours.interfaces, &theirs.interfaces)?;
    equal("number of fields", ours.fields.len(), theirs.fields.len())?;
    for (at, (own, other)) in ours.fields.iter().zip(&theirs.fields).enumerate() {
        let flags = FieldAccessFlags::all().bits();
        equal("flags", own.access & flags, other.access_flags.bits())
            .and_then(|()| equal("name", own.name, other.name_index))
            .and_then(|()| equal("descriptor", own.descriptor, other.descriptor_index))
            .and_then(|()| compare_attributes(pool, &own.attributes, &other.attributes))
            .map_err(|what| format!("field {at}: {what}"))?;
    }
    equal("number of methods", ours.methods.len(), theirs.methods.len())?;
    for (at, (own, other)) in ours.methods.iter().zip(&theirs.methods).enumerate() {
        compare_method(pool, ours, own, other).map_err(|what| format!("method {at}: {what}"))?;
    }
    compare_attributes(pool, &ours.attributes, &theirs.attributes)?;
    compare_bootstraps(pool, ours, &theirs.attributes)
}

/// Whether the other reader has no word for a constant.
fn is_unknown_to_twin(constant: &Constant<'_>) -> bool {
    matches!(
        constant,
        Constant::Dynamic { .. } | Constant::Module { .. } | Constant::Package { .. }
    )
}

fn modules(home: &Path) -> ModulesFile {
    ModulesFile::open(&home.join("lib/modules")).unwrap()
}

#[test]
fn both_readers_read_the_same_in_the_classes_of_real_jdks() {
    let every = match std::env::var("RACEPROOF_CLASSES").as_deref() {
        Ok("all") => 1,
        _ => EVERY,
    };
    for home in jdks() {
        let image = modules(&home);
        let (mut alike, mut refused) = (0, 0);
        let classes = image.classes().unwrap();
        assert!(classes.len() > 5000, "{} has {} classes", home.display(), classes.len());
        for (module, name) in classes.iter().step_by(every) {
            let bytes = image.resource(module, &format!("{name}.class")).unwrap().unwrap();
            let ours = ClassFile::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(ours.class_name(ours.this_class).unwrap(), name[..]);
            let unknown = ours.constants.iter().any(is_unknown_to_twin);
            match twin::class_parser(&bytes) {
                Ok((rest, theirs)) => {
                    assert!(!unknown && rest.is_empty(), "{name}: {} bytes left", rest.len());
                    compare(&ours, &theirs).unwrap_or_else(|what| panic!("{name}: {what}"));
                    alike += 1;
                }
                Err(error) => {
                    assert!(unknown, "{name} is refused without a reason: {error}");
                    refused += 1;
                }
            }
        }
        println!("{}: {alike} classes alike, {refused} with dynamic constants", home.display());
        assert!(alike > 100 * refused, "{alike} alike, {refused} refused");
    }
}

/// What the other reader would have read, were it wrong in one place.
type Change = fn(&mut twin::ClassFile);

#[test]
fn whatever_is_read_otherwise_is_told() {
    let changes: [(&str, Change); 10] = [
        ("version", |file| file.minor_version += 1),
        ("constant", |file| file.const_pool.swap(0, 1)),
        ("flags", |file| file.access_flags.toggle(twin::ClassAccessFlags::FINAL)),
        ("super", |file| file.super_class += 1),
        ("interfaces", |file| file.interfaces.push(1)),
        ("fields", |file| _ = file.fields.pop()),
        ("field 0: flags", |file| {
            file.fields[0].access_flags.toggle(FieldAccessFlags::STATIC);
        }),
        ("method 0: name", |file| file.methods[0].name_index += 1),
        ("attribute", |file| file.attributes.truncate(1)),
        // The last byte of a method's code attribute belongs to a table of its own.
        ("method 0: attribute", |file| {
            *file.methods[0].attributes[0].info.last_mut().unwrap() ^= 1;
        }),
    ];
    for home in jdks() {
        let image = modules(&home);
        let (_, bytes) = image.class("java/lang/String").unwrap().unwrap();
        let ours = ClassFile::parse(&bytes).unwrap();
        let (_, theirs) = twin::class_parser(&bytes).unwrap();
        assert_eq!(compare(&ours, &theirs), Ok(()));
        for (what, change) in &changes {
            let mut changed = theirs.clone();
            change(&mut changed);
            let told = compare(&ours, &changed).unwrap_err();
            assert!(told.contains(what), "{what}: {told}");
        }
    }
}
