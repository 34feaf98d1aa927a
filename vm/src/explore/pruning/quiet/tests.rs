//! What is known of methods of the class library.

use super::*;
use crate::testing::machine;
use crate::vm::{ExploreOptions, Telling};

/// A machine with the program's class `Branches$Racing`, which extends nothing of the library's.
fn with_program(classes: &[&str]) -> Vm {
    let options = ExploreOptions { telling: Telling::All, ..ExploreOptions::default() };
    let mut vm = machine(options);
    for class in classes {
        crate::testing::program(&mut vm, class);
    }
    vm
}

fn method(vm: &mut Vm, class: &str, name: &str, descriptor: &str) -> MethodRef {
    let class = vm.load_boot(class).unwrap();
    vm.method_named(class, name, descriptor).unwrap()
}

fn call(class: &str, name: &str, descriptor: &str) -> Result<LibraryCall, Reason> {
    let mut vm = with_program(&["Cell"]);
    let method = method(&mut vm, class, name, descriptor);
    vm.library_call(method)
}

#[track_caller]
fn comes_to(class: &str, name: &str, descriptor: &str) -> Option<Call> {
    call(class, name, descriptor).ok().map(|called| called.call)
}

#[test]
fn threads_are_started_and_joined() {
    let thread = "java/lang/Thread";
    assert_eq!(comes_to(thread, "start", "()V"), Some(Call::Start));
    assert_eq!(comes_to(thread, "join", "()V"), Some(Call::Join));
    assert_eq!(comes_to(thread, "join", "(J)V"), Some(Call::Quiet), "it may not have ended");
    assert_eq!(comes_to(thread, "yield", "()V"), Some(Call::Quiet));
    assert_eq!(comes_to(thread, "run", "()V"), None);
}

#[test]
fn functions_give_the_same_for_the_same_arguments() {
    assert_eq!(comes_to("java/lang/Math", "abs", "(I)I"), Some(Call::Pure));
    assert_eq!(comes_to("java/lang/String", "length", "()I"), Some(Call::Pure));
    let equals = "(Ljava/lang/Object;)Z";
    assert_eq!(comes_to("java/lang/String", "equals", equals), Some(Call::Pure));
    assert_eq!(comes_to("java/lang/String", "toCharArray", "()[C"), None, "a new array");
    assert_eq!(comes_to("java/lang/String", "valueOf", "([C)Ljava/lang/String;"), None);
    assert_eq!(comes_to("java/lang/Integer", "equals", equals), None, "it may ask who it is");
}

#[test]
fn builders_give_themselves() {
    let builder = "java/lang/StringBuilder";
    let append = "(Ljava/lang/String;)Ljava/lang/StringBuilder;";
    assert_eq!(comes_to(builder, "append", append), Some(Call::Fluent));
    assert_eq!(comes_to(builder, "length", "()I"), Some(Call::Quiet));
    assert_eq!(comes_to(builder, "codePointAt", "(I)I"), None, "it is not listed");
}

#[test]
fn what_is_not_listed_may_do_anything() {
    let reason = call("java/util/Collections", "emptyList", "()Ljava/util/List;").err();
    assert_eq!(reason, Some("a method of the class library may do anything"));
    assert_eq!(comes_to("java/lang/Throwable", "<init>", "()V"), Some(Call::Quiet));
    assert_eq!(comes_to("java/lang/Error", "<init>", "()V"), Some(Call::Quiet));
    assert_eq!(comes_to("java/lang/Throwable", "getCause", "()Ljava/lang/Throwable;"), None);
}

#[test]
fn who_is_given_code_may_call_it() {
    let reason = |class: &str, name: &str, descriptor: &str| call(class, name, descriptor).err();
    let calls = Some("a method of the class library is given what it may call back");
    let sort = "([Ljava/lang/Object;)V";
    assert_eq!(reason("java/util/Arrays", "sort", sort), calls);
    let compare = "(Ljava/util/Comparator;)V";
    assert_eq!(reason("java/util/ArrayList", "sort", compare), calls);
    assert_eq!(reason("java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V"), None);
}

#[test]
fn elements_of_arrays_are_used_by_whom_they_are_given_to() {
    let called = call("java/util/Arrays", "fill", "([JJ)V").unwrap();
    assert_eq!((called.elements, called.call), (vec![MemoryKind::Elements(8)], Call::Quiet));
    assert!(called.inside.is_empty(), "it has no receiver");
}

#[test]
fn a_collection_keeps_objects_and_asks_those_that_it_looks_for() {
    let list = "java/util/ArrayList";
    assert_eq!(call(list, "add", "(Ljava/lang/Object;)Z").unwrap().asks, []);
    assert_eq!(call(list, "remove", "(Ljava/lang/Object;)Z").unwrap().asks, [1]);
}

/// A trusted class promises that nobody sees what it has inside.
#[test]
fn collections_are_read_or_changed_inside() {
    let mut vm = with_program(&["Cell"]);
    vm.noted.trust = raceproof_base::Trust::default();
    let list = "java/util/ArrayList";
    for (name, descriptor, expected) in [
        ("size", "()I", vec![(0, false)]),
        ("clear", "()V", vec![(0, true)]),
        ("addAll", "(Ljava/util/Collection;)Z", vec![(0, true), (1, false)]),
        ("add", "(Ljava/lang/Object;)Z", vec![(0, true)]),
    ] {
        let method = method(&mut vm, list, name, descriptor);
        let called = vm.library_call(method).unwrap();
        assert_eq!((called.inside, called.uses_any), (expected, false), "{name}");
    }
    let next = method(&mut vm, "java/util/ArrayList$Itr", "next", "()Ljava/lang/Object;");
    assert!(vm.library_call(next).unwrap().uses_any, "a list that it was not given");
    let append = "(Ljava/lang/CharSequence;)Ljava/lang/StringBuilder;";
    let append = method(&mut vm, "java/lang/StringBuilder", "append", append);
    assert_eq!(vm.library_call(append).unwrap().inside, [(0, true), (1, false)]);
}

#[test]
fn who_is_trusted_is_not_looked_into() {
    let called = call("java/util/ArrayList", "size", "()I").unwrap();
    assert!(called.inside.is_empty());
}

/// `String.valueOf` asks the object, whose class may be the program's.
#[test]
fn objects_that_are_asked_answer_by_methods_of_the_program() {
    let mut vm = with_program(&["Cell", "Branches$Plain"]);
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/StringBuilder;";
    let append = method(&mut vm, "java/lang/StringBuilder", "append", descriptor);
    let called = vm.library_call(append).unwrap();
    assert_eq!((called.asks, called.back.len()), (vec![1], 0), "nobody answers for himself");
    crate::testing::program(&mut vm, "Answers");
    crate::testing::program(&mut vm, "Answers$Abstract");
    let called = vm.library_call(append).unwrap();
    let names: Vec<&str> = called.back.iter().map(|method| method.name.text()).collect();
    assert_eq!(names, ["toString"], "not what is abstract, and nothing else");
    let length = method(&mut vm, "java/lang/StringBuilder", "length", "()I");
    assert!(vm.library_call(length).unwrap().back.is_empty(), "it asks nobody");
}

#[test]
fn a_class_that_the_program_extends_may_do_anything() {
    let mut vm = with_program(&["Answers$List"]);
    let size = method(&mut vm, "java/util/ArrayList", "size", "()I");
    let reason = vm.library_call(size).err();
    assert_eq!(reason, Some("a class of the program extends one of the class library's"));
    let add_all = method(&mut vm, "java/util/LinkedList", "addAll", "(Ljava/util/Collection;)Z");
    let reason = vm.library_call(add_all).err();
    assert_eq!(reason, Some("a method of the class library is given what it may call back"));
    let mut vm = with_program(&["Branches$Setter"]);
    let start = method(&mut vm, "java/lang/Thread", "start", "()V");
    assert!(vm.library_call(start).is_ok(), "it calls none that can be overridden");
}

#[test]
fn arrays_of_the_program_are_none_of_its_classes() {
    let mut vm = with_program(&["Cell"]);
    let cell = vm.programs_classes().next().unwrap();
    vm.array_class(cell).unwrap();
    let names: Vec<&str> = vm.programs_classes().map(|class| class.name.text()).collect();
    assert_eq!(names, ["Cell"]);
}
