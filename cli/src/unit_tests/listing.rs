//! The tests of a class, by the rules of their frameworks: which methods are tests, what is called
//! before and after, and what keeps a test from being run here.
//!
//! Deviations: methods of one class that are called at the same moment are called in the order of
//! the source; tests do not depend on each other, and share nothing.

use std::collections::BTreeMap;
use std::rc::Rc;

use raceproof_base::Place;
use raceproof_classfile::{Annotation, AnnotationValue};

use super::class::{ClassInfo, Classes, Mark, MemberInfo};
use super::framework::{
    Framework, JUNIT3_CASE, JUNIT4_TEST, JUNIT5_TEST, Moment, REPEATED, TEMPLATES, TESTABLE,
    TESTNG_TEST, told,
};
use super::hindrance::Hindrance;
use super::{Selected, Skipped, UnitTest, Why};
use crate::failure::Failure;

/// A class with all that has a part in its tests.
pub struct Level {
    pub class: Rc<ClassInfo>,
    /// The class first, then what it inherits from.
    pub lineage: Vec<Rc<ClassInfo>>,
    /// Methods that no other overrides: a place in `lineage`, and one in that class.
    methods: Vec<(usize, usize)>,
}

/// A method, and the class that declares it.
#[derive(Clone, Copy)]
struct Declared<'a> {
    class: &'a ClassInfo,
    method: &'a MemberInfo,
}

/// The tests of a class, its own first.
pub fn tests_of(classes: &Classes, class: &Rc<ClassInfo>) -> Result<Vec<Selected>, Failure> {
    let mut levels = vec![level(classes, class)?];
    while let Some(outer) = levels[0].class.outer.as_deref().filter(|_| levels[0].class.is_inner)
        && let Some(outer) = classes.get(outer)?
    {
        levels.insert(0, level(classes, &outer)?);
    }
    let listing = Listing { classes, class, levels };
    let mut tests = Vec::new();
    for declared in listing.own().methods() {
        if let Some(framework) = listing.framework_of(declared)? {
            tests.push(listing.test(declared, framework)?);
        } else {
            tests.extend(listing.of_other_engine(declared.method)?);
        }
    }
    Ok(tests)
}

fn level(classes: &Classes, class: &Rc<ClassInfo>) -> Result<Level, Failure> {
    let lineage = classes.lineage(class)?;
    let methods = unhidden(&lineage);
    Ok(Level { class: Rc::clone(class), lineage, methods })
}

/// The methods that no other overrides, by the places of their classes and their own. (One that
/// overrides a test of JUnit 4 need not say that it is one.)
fn unhidden(lineage: &[Rc<ClassInfo>]) -> Vec<(usize, usize)> {
    // What a class has wins over what an interface would give.
    let (interfaces, classes): (Vec<usize>, Vec<usize>) =
        (0..lineage.len()).partition(|at| lineage[*at].is_interface());
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut methods: Vec<(usize, usize)> = Vec::new();
    for class in classes.into_iter().chain(interfaces) {
        for (at, method) in lineage[class].methods.iter().enumerate() {
            let name = (method.name.as_str(), method.descriptor.as_str());
            if method.is_private() {
                methods.push((class, at));
                continue;
            }
            let Some(nearer) = seen.get(&name) else {
                seen.insert(name, methods.len());
                methods.push((class, at));
                continue;
            };
            let (by, place) = methods[*nearer];
            let is_test = |method: &MemberInfo| method.annotation(JUNIT4_TEST).is_some();
            if is_test(method) && !is_test(&lineage[by].methods[place]) {
                methods[*nearer] = (class, at);
            }
        }
    }
    methods
}

impl Level {
    /// Its methods, of which none overrides another.
    fn methods(&self) -> impl Iterator<Item = Declared<'_>> {
        self.methods.iter().map(|(class, method)| {
            let class = &self.lineage[*class];
            Declared { class, method: &class.methods[*method] }
        })
    }

    fn extends(&self, name: &str) -> bool {
        self.lineage.iter().any(|class| class.name == name)
    }
}

/// The tests of one class.
pub struct Listing<'a> {
    pub classes: &'a Classes,
    pub class: &'a ClassInfo,
    /// The class, behind those in whose instances its own are.
    pub levels: Vec<Level>,
}

impl Listing<'_> {
    fn own(&self) -> &Level {
        // There is the class itself.
        &self.levels[self.levels.len() - 1]
    }

    /// Whose test a method is, if it is one.
    fn framework_of(&self, declared: Declared<'_>) -> Result<Option<Framework>, Failure> {
        let Declared { class, method } = declared;
        if method.annotation(JUNIT4_TEST).is_some() {
            return Ok(Some(Framework::Junit4));
        }
        let marks = self.classes.marks(&method.annotations)?;
        let is_marked = |name: &str| marks.iter().any(|mark| mark.annotation.class == name);
        let templates = TEMPLATES.iter().map(|(name, _)| *name);
        if [JUNIT5_TEST, REPEATED].into_iter().chain(templates).any(is_marked) {
            return Ok(Some(Framework::Junit5));
        }
        let is_plain = method.is_public() && !method.is_static() && method.name != "<init>";
        let is_called = || {
            use Moment::{After, AfterAll, Before, BeforeAll};
            let mut moments = [BeforeAll, Before, After, AfterAll].into_iter();
            moments.any(|moment| self.is_called_at(method, Framework::TestNg, moment))
        };
        if method.annotation(TESTNG_TEST).is_some()
            || self.of_testng_class().is_some() && is_plain && !is_called()
        {
            return Ok(Some(Framework::TestNg));
        }
        let is_case = self.own().extends(JUNIT3_CASE) && class.name != JUNIT3_CASE;
        let is_named = method.name.starts_with("test") && is_plain && !method.takes_arguments();
        Ok((is_case && is_named).then_some(Framework::Junit3))
    }

    /// A test of an engine that is not known here, but to JUnit 5.
    fn of_other_engine(&self, method: &MemberInfo) -> Result<Option<Selected>, Failure> {
        let marks = self.classes.marks(&method.annotations)?;
        Ok(marks.iter().find(|mark| mark.annotation.class == TESTABLE).map(|mark| {
            let (word, name) = (told(&mark.by), mark.by.replace('/', "."));
            let package = name.rsplit_once('.').map_or("no package", |(package, _)| package);
            Selected::Skipped(Skipped {
                class: self.class.name.replace('/', "."),
                method: method.name.clone(),
                why: Why::NotDone,
                reason: format!("{word} is of an engine that is not run here ({package})"),
            })
        }))
    }

    /// The annotation by which all public methods are tests.
    pub fn of_testng_class(&self) -> Option<&Annotation> {
        let lineage = self.own().lineage.iter();
        lineage.flat_map(|class| &class.annotations).find(|one| one.class == TESTNG_TEST)
    }

    fn is_called_at(&self, method: &MemberInfo, framework: Framework, moment: Moment) -> bool {
        let words = framework.words(moment);
        let is_named = framework.named(moment) == Some(&method.name) && !method.takes_arguments();
        is_named || words.iter().any(|word| method.annotation(word).is_some())
    }

    fn test(&self, declared: Declared<'_>, framework: Framework) -> Result<Selected, Failure> {
        let class = self.class.name.replace('/', ".");
        let method = declared.method.name.clone();
        let marks = self.marks(declared.method)?;
        let steps = match self.hindrance(declared.method, framework, &marks)? {
            Some(hindrance) => Err(hindrance),
            None => self.steps(declared, framework),
        };
        Ok(match steps {
            Ok(steps) => {
                let mut notes = self.notes(declared.method, framework, &marks);
                if self.classes.get(framework.annotation())?.is_none() {
                    let name = framework.name();
                    notes.push(format!(
                        "{name} is not on the class path: what its annotations bring is not seen"
                    ));
                }
                let place = place_of(declared);
                Selected::Test(UnitTest { class, method, place, steps, notes })
            }
            Err((why, reason)) => Selected::Skipped(Skipped { class, method, why, reason }),
        })
    }

    /// What stands on a method and on the classes around it.
    fn marks(&self, method: &MemberInfo) -> Result<Vec<Mark>, Failure> {
        let classes = self.levels.iter().rev().flat_map(|level| &level.lineage);
        let all = method.annotations.iter().chain(classes.flat_map(|class| &class.annotations));
        self.classes.marks(&all.cloned().collect::<Vec<_>>())
    }

    /// What of its annotations means nothing here.
    fn notes(&self, method: &MemberInfo, framework: Framework, marks: &[Mark]) -> Vec<String> {
        let mut notes = Vec::new();
        let mut note = |applies: bool, text: &str| {
            if applies {
                notes.push(text.to_owned());
            }
        };
        let is_marked = |name: &str| marks.iter().any(|mark| mark.annotation.class == name);
        let is_given = |name: &str| testng(method, name).is_some();
        let timeout = method.annotation(JUNIT4_TEST).and_then(|test| test.member("timeout"));
        let rule = self.levels.iter().flat_map(|level| &level.lineage).any(|class| {
            let mut fields = class.fields.iter();
            framework == Framework::Junit4
                && fields.any(|field| field.descriptor == "Lorg/junit/rules/Timeout;")
        });
        note(
            timeout.is_some()
                || rule
                || is_given("timeOut")
                || is_marked("org/junit/jupiter/api/Timeout"),
            "its timeout is not heeded: time is virtual, and what never ends is found as such",
        );
        note(
            is_marked(REPEATED) || is_given("invocationCount"),
            "it is run once, not repeatedly: every schedule of it is explored",
        );
        note(is_given("threadPoolSize"), "it is run in one thread: threadPoolSize is not heeded");
        note(
            is_given("dependsOnMethods") || is_given("dependsOnGroups"),
            "it is run by itself: what it depends on is not run before it",
        );
        note(
            is_given("expectedExceptionsMessageRegExp"),
            "the message of its expected exception is not compared",
        );
        notes
    }

    /// What the launcher is to do.
    fn steps(
        &self,
        declared: Declared<'_>,
        framework: Framework,
    ) -> Result<Vec<String>, Hindrance> {
        let at = |moment| self.called(framework, moment);
        let (before_all, before) = (at(Moment::BeforeAll)?, at(Moment::Before)?);
        let (after, after_all) = (at(Moment::After)?, at(Moment::AfterAll)?);
        let made: Vec<String> =
            self.levels.iter().map(|level| step("make", &level.class.name, None)).collect();
        let needs_instance =
            before_all.iter().chain(&after_all).any(|called| !called.method.is_static());
        let told = |moment: Moment, called: &[Declared<'_>]| -> Vec<String> {
            let steps = called.iter();
            steps
                .map(|called| step(moment.word(), &called.class.name, Some(&called.method.name)))
                .collect()
        };
        let mut steps = Vec::new();
        let all = told(Moment::BeforeAll, &before_all);
        let (first, second) = if needs_instance { (made, all) } else { (all, made) };
        steps.extend(first.into_iter().chain(second));
        steps.extend(told(Moment::Before, &before));
        steps.extend(expected(declared.method).map(|class| step("expect", &class, None)));
        steps.push(step("test", &declared.class.name, Some(&declared.method.name)));
        steps.extend(told(Moment::After, &after));
        steps.extend(told(Moment::AfterAll, &after_all));
        Ok(steps)
    }

    /// Methods that are called at a moment: what is inherited first, and last behind the test.
    fn called(&self, framework: Framework, moment: Moment) -> Result<Vec<Declared<'_>>, Hindrance> {
        let mut called = Vec::new();
        let words = framework.words(moment).len().max(1);
        // Of several words each has its turn: what is before all is before each class.
        for word in 0..words {
            let is_called = |declared: &Declared<'_>| {
                let Declared { class, method } = declared;
                let word = framework.words(moment).get(word);
                word.is_some_and(|word| method.annotation(word).is_some())
                    || framework.named(moment) == Some(&method.name)
                        && !method.takes_arguments()
                        && class.name != JUNIT3_CASE
            };
            for level in &self.levels {
                for class in level.lineage.iter().rev() {
                    let of_class = |one: &Declared<'_>| one.class.name == class.name;
                    let methods = level.methods().filter(of_class).filter(is_called);
                    let methods: Vec<Declared<'_>> = methods.collect();
                    if moment.is_before() {
                        called.extend(methods);
                    } else {
                        called.splice(0..0, methods);
                    }
                }
            }
        }
        called.retain(|one| !is_off(one.method));
        for Declared { class, method } in &called {
            let name = format!("`{}` of {}", method.name, class.name.replace('/', "."));
            if method.takes_arguments() {
                return Err((
                    Why::NotDone,
                    format!("{name}, called {}, takes arguments", moment.told()),
                ));
            }
            if method.is_private() && framework != Framework::TestNg {
                return Err((
                    Why::Mistake,
                    format!("{name}, called {}, is private", moment.told()),
                ));
            }
        }
        Ok(called)
    }
}

fn place_of(Declared { class, method }: Declared<'_>) -> Place {
    Place {
        class: class.name.replace('/', "."),
        method: method.name.clone(),
        file: class.source.clone(),
        line: method.line,
        library: false,
    }
}

fn step(word: &str, class: &str, method: Option<&str>) -> String {
    let class = class.replace('/', ".");
    method.map_or(format!("{word} {class}"), |method| format!("{word} {class} {method}"))
}

/// Whether a method of TestNG's that is called around tests is switched off.
fn is_off(method: &MemberInfo) -> bool {
    let enabled = method.annotations.iter().filter_map(|one| one.member("enabled"));
    enabled.into_iter().any(|value| *value == AnnotationValue::Whole(0))
}

/// A member of TestNG's annotation of a test.
pub fn testng<'a>(method: &'a MemberInfo, name: &str) -> Option<&'a AnnotationValue> {
    method.annotation(TESTNG_TEST)?.member(name)
}

/// Exceptions of which a test is to throw one.
fn expected(method: &MemberInfo) -> impl Iterator<Item = String> {
    let junit = method.annotation(JUNIT4_TEST).and_then(|test| test.member("expected"));
    let named = junit.or_else(|| testng(method, "expectedExceptions"));
    let classes = named.map_or(&[][..], AnnotationValue::each).iter();
    let classes = classes.filter_map(AnnotationValue::class_name);
    classes.filter(|class| *class != "org/junit/Test$None").map(str::to_owned)
}
