//! Whose the elements of an array are, and when they become the program's.

use super::*;

/// An array of numbers that trusted code has made.
fn numbers(vm: &mut Vm) -> Ref {
    let array = vm.new_bytes(&[0, 5, 0, 6]).unwrap();
    assert!(!has(vm, array, CHECKED));
    array
}

/// The running thread executes code of the program.
fn be_program(vm: &mut Vm, class: ClassRef) {
    crate::testing::stand_before(vm, class, "walk");
}

#[test]
fn an_array_is_adopted_by_whom_it_belongs_to() {
    for (owner, by_program, adopted) in [
        (Owner::Library, true, false),
        (Owner::Internal, true, false),
        (Owner::Kept, false, true),
        (Owner::Program, false, true),
        (Owner::Program, true, true),
        (Owner::Publisher, false, false),
        (Owner::Publisher, true, true),
    ] {
        let (mut vm, class) = telling(false);
        let arrays = [numbers(&mut vm), numbers(&mut vm)];
        if by_program {
            be_program(&mut vm, class);
        }
        arrays.into_iter().for_each(|array| vm.heap.set_shared(array));
        vm.note_publication(arrays[0], owner);
        vm.note_frozen(arrays[1], owner);
        for array in arrays {
            assert_eq!(has(&vm, array, CHECKED), adopted, "{owner:?} {by_program}");
            assert_eq!(vm.noted.events.contains(&published(array)), adopted);
        }
    }
}

#[test]
fn what_is_no_array_is_not_adopted() {
    let (mut vm, class) = telling(false);
    let object = plain(&mut vm, class);
    vm.note_publication(object, Owner::Program);
    assert!(!has(&vm, object, CHECKED));
}

/// With classes that the user trusts, nobody can tell whose an array is that others were given.
#[test]
fn who_trusts_classes_of_his_own_adopts_nothing_on_their_behalf() {
    let (mut vm, _) = telling(false);
    let array = numbers(&mut vm);
    vm.noted.trust.add("Other");
    vm.note_publication(array, Owner::Program);
    assert!(!has(&vm, array, CHECKED));
}

/// Who filled the array before was not told: what is there then counts as written by who makes it
/// known.
#[test]
fn what_an_array_holds_when_it_is_adopted_is_told_where_accesses_are_told_singly() {
    for private in [true, false] {
        let (mut vm, class) = telling(private);
        let array = numbers(&mut vm);
        vm.noted.events.clear();
        vm.heap.set_shared(array);
        be_program(&mut vm, class);
        vm.note_publication(array, Owner::Program);
        let written: Vec<_> = vm
            .noted
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Access { variable, access: AccessKind::Write, .. } => Some(*variable),
                _ => None,
            })
            .collect();
        let expected = [1, 3].map(|index| element_address(array, index, 1));
        assert_eq!(written, if private { expected.to_vec() } else { vec![] });
        vm.noted.events.clear();
        vm.note_publication(array, Owner::Program);
        let is_access = |event: &Event| matches!(event, Event::Access { .. });
        assert!(!vm.noted.events.iter().any(is_access), "it was adopted before");
    }
}

#[test]
fn an_array_that_the_program_accesses_is_its_own() {
    let (mut vm, class) = telling(false);
    let array = numbers(&mut vm);
    vm.claim(array);
    assert!(!has(&vm, array, CHECKED), "nobody runs");
    be_program(&mut vm, class);
    vm.claim(array);
    assert!(has(&vm, array, CHECKED));
    let object = plain(&mut vm, class);
    vm.claim(object);
    assert!(!has(&vm, object, CHECKED));
}

/// Where a field lies, of a class of the JDK or of the program.
fn place(vm: &mut Vm, class: &str, field: &str) -> (Ref, u16) {
    let class = match class.contains('/') {
        true => vm.load_boot(class).unwrap(),
        false => program(vm, class),
    };
    let word = vm.word_of(class, field) as u16;
    (vm.new_object(class).unwrap(), word)
}

#[test]
fn whose_an_array_is_follows_from_the_field_that_holds_it() {
    let (mut vm, _) = telling(false);
    vm.noted.trust.add("Finals$Excepted");
    let array = numbers(&mut vm);
    for (class, field, expected) in [
        ("Cell", "many", Owner::Program),
        ("Cell", "next", Owner::Program),
        ("Finals$Excepted", "array", Owner::Library),
        ("java/util/TimSort", "tmp", Owner::Publisher),
        ("java/util/ArrayList", "elementData", Owner::Library),
        ("java/util/ArrayList$Itr", "this$0", Owner::Kept),
        ("sun/reflect/generics/repository/ClassRepository", "superInterfaces", Owner::Internal),
        ("java/lang/reflect/Method", "parameterTypes", Owner::Library),
        ("java/lang/reflect/Method", "name", Owner::Publisher),
    ] {
        let (holder, word) = place(&mut vm, class, field);
        for holders in [Owner::Program, Owner::Library, Owner::Publisher] {
            let owner = vm.owner_of(array, holder, word, holders);
            assert_eq!(owner, expected, "{class}.{field}");
        }
    }
}

#[test]
fn whose_an_array_is_matters_for_arrays_alone() {
    let (mut vm, class) = telling(false);
    let object = plain(&mut vm, class);
    let (holder, word) = place(&mut vm, "Cell", "next");
    assert_eq!(vm.owner_of(object, holder, word, Owner::Program), Owner::Publisher);
    assert_eq!(vm.owner_of(Ref::NULL, holder, word, Owner::Program), Owner::Publisher);
    let array = numbers(&mut vm);
    assert_eq!(vm.owner_of(array, class.mirror, 0, Owner::Program), Owner::Publisher, "static");
}

#[test]
fn an_array_in_an_array_belongs_to_whom_that_does() {
    let (mut vm, class) = telling(false);
    let array = numbers(&mut vm);
    let bytes = vm.class_of(array);
    let objects = vm.known.object.get();
    let of_objects = vm.new_references(objects, &[array]).unwrap();
    let of_arrays = vm.new_references(bytes, &[array]).unwrap();
    for holders in [Owner::Program, Owner::Library, Owner::Publisher] {
        let given = if holders == Owner::Library { Owner::Kept } else { holders };
        assert_eq!(vm.owner_of(array, of_objects, 0, holders), given, "may hold anything");
        assert_eq!(vm.owner_of(array, of_arrays, 0, holders), holders, "holds arrays alone");
    }
    vm.adopt(of_arrays);
    assert_eq!(vm.owner_of(array, of_arrays, 0, Owner::Library), Owner::Program);
    assert!(!has(&vm, class.mirror, CHECKED));
}

#[test]
fn where_an_array_was_stored_is_looked_up() {
    let (mut vm, _) = telling(false);
    let array = numbers(&mut vm);
    let (list, word) = place(&mut vm, "java/util/ArrayList$Itr", "this$0");
    assert_eq!(vm.owner_where_stored(array, list), Owner::Publisher, "it does not lie there");
    vm.heap.put(list.index() + usize::from(word), array.word());
    assert_eq!(vm.owner_where_stored(array, list), Owner::Kept);
    let (list, word) = place(&mut vm, "java/util/ArrayList", "elementData");
    vm.heap.put(list.index() + usize::from(word), array.word());
    assert_eq!(vm.owner_where_stored(array, list), Owner::Library);
    let bytes = vm.class_of(array);
    let of_arrays = vm.new_references(bytes, &[array]).unwrap();
    assert_eq!(vm.owner_where_stored(array, of_arrays), Owner::Library, "as the class library's");
}

/// By an atomic reference the program makes known what it gives it.
#[test]
fn a_publisher_is_who_runs_but_for_atomic_references() {
    let (mut vm, class) = telling(false);
    assert!(!vm.is_published_by_program(), "nobody runs");
    be_program(&mut vm, class);
    assert!(vm.is_published_by_program());
    let atomic = vm.load_boot("java/util/concurrent/atomic/AtomicReference").unwrap();
    let list = vm.load_boot("java/util/ArrayList").unwrap();
    for (class, method, descriptor, expected) in
        [(atomic, "get", "()Ljava/lang/Object;", true), (list, "size", "()I", false)]
    {
        let method = vm.method_named(class, method, descriptor).unwrap();
        vm.push_frame(method, &[0], NO_REG, Ref::NULL, false).unwrap();
        assert_eq!(vm.is_published_by_program(), expected, "{method}");
        vm.frames.pop();
    }
}

/// An array that is stored into a list is the list's, whoever calls it.
#[test]
fn whose_a_stored_array_is_follows_from_where_it_was_stored() {
    for (class, field, adopted) in
        [("java/util/ArrayList", "elementData", false), ("java/util/ArrayList$Itr", "this$0", true)]
    {
        let (mut vm, program) = telling(false);
        let array = numbers(&mut vm);
        let (holder, word) = place(&mut vm, class, field);
        vm.heap.put(holder.index() + usize::from(word), array.word());
        vm.heap.set_shared(holder);
        be_program(&mut vm, program);
        vm.publish(holder, array);
        assert!(vm.heap.is_shared(array));
        assert_eq!(has(&vm, array, CHECKED), adopted, "{class}");
    }
}
