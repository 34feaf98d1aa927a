//! The heap of the booted class library, as an analysis is given it: on each JDK, against the JDK's
//! class files and well-known facts of the class library. Two starts must give equal heaps.

use raceproof_base::booted::{Booted, BootedObject};
use raceproof_classfile::{ClassFile, Image};
use raceproof_tests::jdk::Jdk;
use raceproof_vm::RunOptions;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The flag of a static field.
const STATIC: u16 = 0x0008;

/// Made once for all tests: two of each JDK.
static BOOTED: LazyLock<Vec<(Jdk, [Booted; 2])>> = LazyLock::new(|| {
    let jdks = Jdk::installed().unwrap();
    jdks.into_iter().map(|jdk| (jdk.clone(), [start(&jdk), start(&jdk)])).collect()
});

/// No program is needed.
fn start(jdk: &Jdk) -> Booted {
    let run = RunOptions::new(&jdk.home, &[], "Nowhere");
    raceproof_vm::booted(&run, raceproof_models::registry())
        .map_err(|outcome| format!("{outcome:?}"))
        .unwrap()
}

/// Calls `check` with the heap of each JDK.
fn for_each_jdk(check: impl Fn(&Heap<'_>)) {
    for (jdk, [booted, _]) in BOOTED.iter() {
        check(&Heap { jdk, booted });
    }
}

/// A heap, with queries by name.
struct Heap<'a> {
    jdk: &'a Jdk,
    booted: &'a Booted,
}

impl Heap<'_> {
    fn class_of(&self, object: u32) -> &str {
        &self.booted.classes[self.object(object).class as usize].name
    }

    fn object(&self, number: u32) -> &BootedObject {
        &self.booted.objects[number as usize]
    }

    fn named(&self, links: &[(u32, u32)], class: &str, name: &str) -> Option<u32> {
        let is_meant = |field: u32| {
            let field = &self.booted.fields[field as usize];
            field.name == name && self.booted.classes[field.class as usize].name == class
        };
        links.iter().find(|(field, _)| is_meant(*field)).map(|(_, object)| *object)
    }

    fn static_of(&self, class: &str, name: &str) -> u32 {
        let known = self.booted.classes.iter().find(|known| known.name == class);
        let known = known.unwrap_or_else(|| panic!("{class} is not linked"));
        self.named(&known.statics, class, name).unwrap_or_else(|| panic!("{class}.{name} is null"))
    }

    /// An instance field, of the class that declares it.
    fn field(&self, object: u32, class: &str, name: &str) -> u32 {
        let found = self.named(&self.object(object).fields, class, name);
        found.unwrap_or_else(|| {
            panic!("{class}.{name} is null in {} {object}", self.class_of(object))
        })
    }

    /// The objects that something other than an array refers to.
    fn without_arrays(&self) -> BTreeSet<u32> {
        let classes = self.booted.classes.iter().flat_map(|class| &class.statics);
        let fields = classes.chain(self.booted.objects.iter().flat_map(|object| &object.fields));
        fields.map(|(_, object)| *object).chain(self.booted.roots.iter().copied()).collect()
    }
}

#[test]
fn two_machines_have_equal_heaps() {
    for (jdk, [one, other]) in BOOTED.iter() {
        assert!(one == other, "JDK {}", jdk.feature);
    }
}

#[test]
fn every_number_is_in_range_and_the_order_is_that_of_a_walk() {
    for_each_jdk(|heap| {
        let Booted { classes, fields, objects, roots } = heap.booted;
        assert!(fields.iter().all(|field| (field.class as usize) < classes.len()));
        assert!(roots.is_sorted() && !roots.is_empty());
        let links = classes.iter().flat_map(|class| &class.statics);
        let links = links.chain(objects.iter().flat_map(|object| &object.fields));
        assert!(links.into_iter().all(|(field, _)| (*field as usize) < fields.len()));
        // The first mention of an object is in something before it, and after the first mention of
        // those before it.
        let mut met: BTreeSet<u32> =
            classes.iter().flat_map(|class| &class.statics).map(|(_, object)| *object).collect();
        met.extend(roots);
        assert!(met.iter().copied().eq(0..met.len() as u32));
        for (number, object) in objects.iter().enumerate() {
            assert!((object.class as usize) < classes.len());
            assert!(object.stands_for.is_none_or(|class| (class as usize) < classes.len()));
            assert!(
                number < met.len(),
                "nothing leads to {} {number}",
                heap.class_of(number as u32)
            );
            met.extend(object.fields.iter().map(|(_, object)| object).chain(&object.elements));
            assert!(met.last().is_some_and(|last| *last as usize + 1 == met.len()));
            assert!(object.elements.is_sorted_by(|one, next| one < next));
        }
        assert_eq!(met.len(), objects.len());
    });
}

#[test]
fn standard_output_leads_to_its_streams() {
    for_each_jdk(|heap| {
        let out = heap.static_of("java/lang/System", "out");
        assert_eq!(heap.class_of(out), "java/io/PrintStream");
        // Through fields of its superclass, from stream to stream.
        let buffered = heap.field(out, "java/io/FilterOutputStream", "out");
        assert_eq!(heap.class_of(buffered), "java/io/BufferedOutputStream");
        let file = heap.field(buffered, "java/io/FilterOutputStream", "out");
        // Since some release a subclass.
        assert!(
            ["java/io/FileOutputStream", "java/lang/System$Out"].contains(&heap.class_of(file))
        );
        assert_ne!(out, heap.static_of("java/lang/System", "err"));
    });
}

#[test]
fn elements_of_arrays_are_there_each_once() {
    for_each_jdk(|heap| {
        let cache = heap.static_of("java/lang/Integer$IntegerCache", "cache");
        assert_eq!(heap.class_of(cache), "[Ljava/lang/Integer;");
        let array = heap.object(cache);
        // From -128 to 127; the objects of few are also elsewhere.
        assert_eq!(array.elements.len(), 256);
        assert!(
            array.elements.iter().all(|element| heap.class_of(*element) == "java/lang/Integer")
        );
        let otherwise = heap.without_arrays();
        assert!(array.elements.iter().filter(|element| !otherwise.contains(element)).count() > 200);
    });
}

#[test]
fn the_main_thread_is_a_root() {
    for_each_jdk(|heap| {
        let roots = &heap.booted.roots;
        let threads: Vec<u32> = roots
            .iter()
            .copied()
            .filter(|root| heap.class_of(*root) == "java/lang/Thread")
            .collect();
        let [main] = threads[..] else { panic!("{} threads", threads.len()) };
        let loader = heap.field(main, "java/lang/Thread", "contextClassLoader");
        assert_eq!(heap.class_of(loader), "jdk/internal/loader/ClassLoaders$AppClassLoader");
        assert!(roots.contains(&loader));
        let group = if heap.jdk.feature < 19 {
            heap.field(main, "java/lang/Thread", "group")
        } else {
            heap.field(
                heap.field(main, "java/lang/Thread", "holder"),
                "java/lang/Thread$FieldHolder",
                "group",
            )
        };
        let system = heap.field(group, "java/lang/ThreadGroup", "parent");
        assert!(roots.contains(&group) && roots.contains(&system) && group != system);
    });
}

#[test]
fn mirrors_say_what_they_stand_for() {
    for_each_jdk(|heap| {
        let int = heap.object(heap.static_of("java/lang/Integer", "TYPE"));
        assert_eq!(
            int.stands_for.map(|class| heap.booted.classes[class as usize].name.as_str()),
            Some("int")
        );
        let mut stand = BTreeSet::new();
        for (number, object) in heap.booted.objects.iter().enumerate() {
            assert_eq!(
                object.stands_for.is_some(),
                heap.class_of(number as u32) == "java/lang/Class"
            );
            assert!(
                object.stands_for.is_none_or(|class| stand.insert(class)),
                "two mirrors of one class"
            );
        }
    });
}

#[test]
fn strings_are_objects_without_characters() {
    for_each_jdk(|heap| {
        let root = heap.static_of("java/io/File", "separator");
        assert_eq!((heap.class_of(root), heap.object(root).fields.len()), ("java/lang/String", 0));
        let is_text = |array: &BootedObject| heap.booted.classes[array.class as usize].name == "[B";
        let arrays = heap.booted.objects.iter().filter(|object| is_text(object)).count();
        assert!((1..100).contains(&arrays), "{arrays} arrays of bytes");
    });
}

#[test]
fn of_a_class_that_is_not_initialised_nothing_is_told() {
    for_each_jdk(|heap| {
        // A constant of it is there before it is initialised.
        let throwable =
            heap.booted.classes.iter().find(|class| class.name == "java/lang/Throwable").unwrap();
        assert!(!throwable.is_initialised, "the test needs another class");
        let mut uninitialised = heap.booted.classes.iter().filter(|class| !class.is_initialised);
        assert!(uninitialised.all(|class| class.statics.is_empty()));
    });
}

/// What a class file says: the superclass, and the fields with their flags.
type Declared = (Option<String>, BTreeMap<(String, String), u16>);

fn declared(image: &Image, class: &str) -> Declared {
    let (_, bytes) =
        image.class(class).unwrap().unwrap_or_else(|| panic!("{class} is not in the image"));
    let file = ClassFile::parse(&bytes).unwrap();
    let super_class =
        (file.super_class != 0).then(|| file.class_name(file.super_class).unwrap().to_string());
    let text = |index| file.text(index).unwrap().to_string();
    let fields =
        file.fields.iter().map(|field| ((text(field.name), text(field.descriptor)), field.access));
    (super_class, fields.collect())
}

/// So there are no classes or fields that the machine has added: an analysis could not read them.
#[test]
fn classes_and_fields_are_those_of_class_files() {
    for_each_jdk(|heap| {
        let Booted { classes, fields, objects, .. } = heap.booted;
        let image = Image::open(&heap.jdk.home).unwrap();
        let mut files: BTreeMap<String, Declared> = BTreeMap::new();
        let mut file_of = |class: &str| {
            files.entry(class.to_owned()).or_insert_with(|| declared(&image, class)).clone()
        };
        for field in fields {
            let is_static = classes[field.class as usize]
                .statics
                .iter()
                .any(|(of, _)| fields[*of as usize] == *field);
            let (_, own) = file_of(&classes[field.class as usize].name);
            let flags = own.get(&(field.name.clone(), field.descriptor.clone()));
            let flags = flags.unwrap_or_else(|| panic!("there is no {field:?}"));
            assert!(
                field.descriptor.starts_with(['L', '[']) && (!is_static || flags & STATIC != 0),
                "{field:?}"
            );
        }
        let mut told: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for object in objects {
            told.entry(object.class)
                .or_default()
                .extend(object.fields.iter().map(|(field, _)| *field));
        }
        for (class, told) in
            told.into_iter().filter(|(class, _)| !classes[*class as usize].name.starts_with('['))
        {
            let mut above = BTreeSet::new();
            let mut next = Some(classes[class as usize].name.clone());
            while let Some(name) = next {
                next = file_of(&name).0;
                above.insert(name);
            }
            assert!(told.iter().all(|field| {
                above.contains(&classes[fields[*field as usize].class as usize].name)
            }));
        }
    });
}
