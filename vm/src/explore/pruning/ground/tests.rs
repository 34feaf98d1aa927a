//! Whom a call may run, and what is sure without looking.

use super::*;
use crate::testing::{machine, program};
use crate::vm::{ExploreOptions, Telling};

fn with<T>(work: impl FnOnce(&mut Ground<'_>, ClassRef, ClassRef) -> T) -> T {
    let options = ExploreOptions { telling: Telling::All, ..ExploreOptions::default() };
    let mut vm = machine(options);
    program(&mut vm, "Branches");
    let plain = program(&mut vm, "Branches$Plain");
    let racing = program(&mut vm, "Branches$Racing");
    let written = Written::default();
    work(&mut Ground::new(&mut vm, &written), plain, racing)
}

fn ids(methods: &[MethodRef]) -> Vec<u32> {
    methods.iter().map(|method| method.id).collect()
}

#[test]
fn a_call_runs_what_the_receivers_class_makes_of_it() {
    with(|ground, plain, racing| {
        let act = ground.vm.method_named(plain, "act", "()V").unwrap();
        let other = ground.vm.method_named(racing, "act", "()V").unwrap();
        let answer = ground.vm.method_named(plain, "answer", "()I").unwrap();
        let receiver = ground.vm.new_object(racing).unwrap();
        let of = |kind, method, receiver| {
            let targets = ground.targets(kind, method, receiver);
            ids(&targets.unwrap())
        };
        let virtually = InvokeKind::Virtual;
        assert_eq!(of(virtually, act, Some(receiver)), [other.id]);
        assert_eq!(of(virtually, act, None), [act.id, other.id], "any");
        assert_eq!(of(virtually, act, Some(Ref::NULL)), [act.id, other.id]);
        assert_eq!(of(virtually, answer, None), [answer.id], "once");
        assert_eq!(of(InvokeKind::Special, act, Some(receiver)), [act.id]);
        assert_eq!(of(virtually, other, None), [other.id], "its subclasses alone");
    });
}

#[test]
fn a_field_has_an_address_if_its_object_is_known() {
    with(|ground, _, _| {
        let class = ground.vm.programs_classes().find(|c| c.name.text() == "Branches").unwrap();
        let statics = class.field_named("value").unwrap();
        let address = (u64::from(class.mirror.0) + statics.word as u64) * 8;
        assert_eq!(Ground::address(statics, None), Some(address));
        assert_eq!(Ground::address(statics, Some(1)), Some(address), "it has no object");
        let found = ground.statics[&(class.mirror.0 + statics.word as u32)];
        assert!(std::ptr::eq(found, statics));
        let list = ground.vm.load_boot("java/util/ArrayList").unwrap();
        let size = list.field_named("size").unwrap();
        assert_eq!(Ground::address(size, None), None);
        assert_eq!(Ground::address(size, Some(10)), Some((10 + size.word as u64) * 8));
        assert!(ground.statics.values().all(|field| ground.vm.is_of_program(field.class())));
    });
}

#[test]
fn constants_are_static_and_final_and_the_programs() {
    with(|ground, _, _| {
        let class = ground.vm.programs_classes().find(|c| c.name.text() == "Branches").unwrap();
        let is_constant =
            |name: &str| ground.is_programs_constant(class.field_named(name).expect("it is there"));
        assert!(is_constant("LOCK"));
        assert!(!is_constant("value"));
        let cell = program(ground.vm, "Cell");
        let kept = cell.field_named("kept").unwrap();
        assert!(!ground.is_programs_constant(kept), "each object has one");
        let integer = ground.vm.known.int_box.get();
        let most = integer.field_named("MAX_VALUE").unwrap();
        assert!(!ground.is_programs_constant(most));
        let string = integer.field_named("value").unwrap();
        assert!(!ground.is_programs_constant(string));
    });
}

#[test]
fn a_class_is_ready_if_using_it_runs_no_code_of_the_program() {
    with(|ground, plain, _| {
        assert!(ground.is_ready(plain));
        let class = ground.vm.programs_classes().find(|c| c.name.text() == "Branches").unwrap();
        assert!(!class.trivial_initializer && ground.is_ready(class), "it is initialised");
        let status = class.mirror.index() + ground.vm.known.mirror_status;
        ground.vm.heap.put(status, 0);
        assert!(!ground.is_ready(class));
        ground.vm.heap.put(plain.mirror.index() + ground.vm.known.mirror_status, 0);
        assert!(ground.is_ready(plain), "nothing runs");
        let library = ground.vm.load_boot("java/util/Collections").unwrap();
        assert!(!library.trivial_initializer && ground.is_ready(library));
    });
}

#[test]
fn objects_say_who_they_are_without_looking_inside_of_others_or_not() {
    with(|ground, plain, _| {
        let mut object = |name: &str| {
            let class = ground.vm.load_boot(name).unwrap();
            ground.vm.new_object(class).unwrap().word()
        };
        let (integer, list) = (object("java/lang/Integer"), object("java/util/ArrayList"));
        let own = ground.vm.new_object(plain).unwrap().word();
        assert!(ground.has_no_inside(Some(integer)) && ground.has_no_inside(Some(0)));
        assert!(ground.has_no_inside(Some(THROWN)));
        assert!(!ground.has_no_inside(None));
        assert!(!ground.has_no_inside(Some(list)) && !ground.has_no_inside(Some(own)));
    });
}

#[test]
fn what_the_class_library_uses_is_noted() {
    let stand =
        Stand { thread: 1, locks: Rc::from([7]), joined: Rc::from([]), started: 0, is_past: false };
    let called =
        |elements: &[MemoryKind], inside: &[(usize, bool)], asks: &[usize], uses_any| LibraryCall {
            call: super::super::quiet::Call::Quiet,
            elements: elements.to_vec(),
            inside: inside.to_vec(),
            asks: asks.to_vec(),
            uses_any,
            back: Vec::new(),
        };
    let noted = |called: LibraryCall, arguments: &[Option<u64>], kind: MemoryKind| {
        with(|ground, _, _| {
            ground.use_by_library(&called, arguments, &stand);
            let accesses = ground.subspace.accesses.get(&kind).into_iter().flatten();
            let mut noted: Vec<_> = accesses
                .inspect(|access| assert_eq!(access.stand, stand))
                .map(|access| (access.address, access.is_write))
                .collect();
            noted.sort_unstable();
            noted
        })
    };
    let bytes = MemoryKind::Elements(1);
    let both = [(None, false), (None, true)];
    assert_eq!(noted(called(&[bytes], &[], &[], false), &[None], bytes), both);
    let given = called(&[], &[(0, true), (1, false)], &[], false);
    let noted_inside = noted(given, &[Some(5), None], MemoryKind::Inside);
    assert_eq!(noted_inside, [(None, false), (Some(5), true)]);
    assert_eq!(noted(called(&[], &[], &[0], false), &[Some(0)], MemoryKind::Inside), []);
    let any = [(None, false)];
    assert_eq!(noted(called(&[], &[], &[0], false), &[None], MemoryKind::Inside), any);
    assert_eq!(noted(called(&[], &[], &[], true), &[], MemoryKind::Inside), any);
}
