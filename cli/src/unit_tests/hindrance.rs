//! What keeps a test from being run: it says so itself, its framework would not run it, or somebody
//! has a part in it (a runner, an extension, a rule, arguments) who has none here.

use raceproof_classfile::AnnotationValue;

use super::Why;
use super::class::{Mark, MemberInfo};
use super::framework::{Framework, JUNIT5_TEST, NESTED, PLAIN_TAKERS, REPEATED, TEMPLATES, told};
use super::listing::{Level, Listing, testng};
use crate::failure::Failure;

/// Why a test is not run, as far as it is known.
pub type Hindrance = (Why, String);

impl Listing<'_> {
    /// What keeps a test from being run, the most telling first.
    pub fn hindrance(
        &self,
        method: &MemberInfo,
        framework: Framework,
        marks: &[Mark],
    ) -> Result<Option<Hindrance>, Failure> {
        let own = self.classes.marks(&method.annotations)?;
        let found = self
            .switched_off(method, framework)
            .or_else(|| is_template(method, framework, &own))
            .or_else(|| refused(method, framework))
            .or_else(|| taken(framework, marks))
            .or_else(|| self.unmade(framework));
        match found {
            Some(found) => Ok(Some(found)),
            None => self.helped(framework),
        }
    }

    fn switched_off(&self, method: &MemberInfo, framework: Framework) -> Option<Hindrance> {
        if framework == Framework::TestNg {
            let switch = testng(method, "enabled").or_else(|| {
                self.of_testng_class().and_then(|annotation| annotation.member("enabled"))
            });
            let is_off = switch == Some(&AnnotationValue::Whole(0));
            return is_off.then(|| (Why::Disabled, "enabled = false".to_owned()));
        }
        let off = framework.off()?;
        let mut on_classes = self.levels.iter().flat_map(|level| &level.class.annotations);
        let switch = method.annotation(off).or_else(|| on_classes.rfind(|one| one.class == off))?;
        let why = switch.member("value").and_then(AnnotationValue::text).unwrap_or_default();
        let colon = if why.is_empty() { "" } else { ": " };
        Some((Why::Disabled, format!("{}{colon}{why}", told(off))))
    }

    /// Whether there is no instance of the class to be had.
    fn unmade(&self, framework: Framework) -> Option<Hindrance> {
        let is_stray =
            self.class.is_inner && !self.class.annotations.iter().any(|one| one.class == NESTED);
        if is_stray {
            let advice = if framework == Framework::Junit5 { " (or @Nested)" } else { "" };
            return Some((
                Why::Mistake,
                format!("its class is an inner class: it must be static{advice}"),
            ));
        }
        if framework.wants_public_classes() && !self.class.is_public {
            let name = framework.name();
            return Some((
                Why::Mistake,
                format!("its class is not public, so {name} does not run it"),
            ));
        }
        self.levels.iter().find_map(|Level { class, .. }| {
            let outer = class.outer.as_deref().filter(|_| class.is_inner);
            let wanted = outer.map_or("()V".to_owned(), |outer| format!("(L{outer};)V"));
            let is_made = class
                .methods
                .iter()
                .any(|method| method.name == "<init>" && method.descriptor == wanted);
            (!is_made)
                .then(|| (Why::NotDone, "the constructor of its class takes arguments".to_owned()))
        })
    }

    /// Whether a field or a method has a part in it.
    fn helped(&self, framework: Framework) -> Result<Option<Hindrance>, Failure> {
        let classes = self.levels.iter().flat_map(|level| &level.lineage);
        for member in classes.flat_map(|class| class.fields.iter().chain(&class.methods)) {
            // What it limits is no matter here.
            if member.descriptor.ends_with("Lorg/junit/rules/Timeout;") {
                continue;
            }
            let marks = self.classes.marks(&member.annotations)?;
            let is_helper = |mark: &&Mark| framework.helpers().contains(&&*mark.annotation.class);
            if let Some(mark) = marks.iter().find(is_helper) {
                let (name, word) = (&member.name, told(&mark.by));
                return Ok(Some((Why::NotDone, format!("{word} `{name}` is not heeded here"))));
            }
        }
        Ok(None)
    }
}

/// Whether how many tests it is depends on what is executed.
fn is_template(method: &MemberInfo, framework: Framework, own: &[Mark]) -> Option<Hindrance> {
    let is_marked = |name: &str| own.iter().any(|mark| mark.annotation.class == name);
    let by_testng = framework == Framework::TestNg
        && (testng(method, "dataProvider").is_some()
            || testng(method, "dataProviderClass").is_some());
    if by_testng {
        return Some((Why::NotDone, "it is parametrised (dataProvider)".to_owned()));
    }
    if framework != Framework::Junit5 || is_marked(JUNIT5_TEST) || is_marked(REPEATED) {
        return None;
    }
    let template = TEMPLATES.iter().find(|(name, _)| is_marked(name));
    template.map(|(_, what)| (Why::NotDone, format!("it {what}")))
}

/// Whether its framework does not run such a method, or only by arguments that it finds.
fn refused(method: &MemberInfo, framework: Framework) -> Option<Hindrance> {
    let name = framework.name();
    let must = match framework {
        Framework::Junit5 if method.is_private() => "it is private",
        Framework::Junit3 | Framework::Junit4 | Framework::TestNg if !method.is_public() => {
            "it is not public"
        }
        Framework::Junit3 | Framework::Junit4 | Framework::Junit5 if method.is_static() => {
            "it is static"
        }
        _ if !method.gives_nothing() => "it returns a value",
        Framework::Junit4 if method.takes_arguments() => "it takes arguments",
        Framework::Junit5 | Framework::TestNg if method.takes_arguments() => {
            return Some((Why::NotDone, "it takes arguments".to_owned()));
        }
        _ => return None,
    };
    Some((Why::Mistake, format!("{must}, so {name} does not run it")))
}

/// Whether a runner or an extension has a part in it.
fn taken(framework: Framework, marks: &[Mark]) -> Option<Hindrance> {
    let takers = marks.iter().filter(|mark| framework.takers().contains(&&*mark.annotation.class));
    takers.into_iter().find_map(|mark| {
        let classes = mark.annotation.members.iter().flat_map(|(_, value)| value.each());
        let names: Vec<&str> = classes.filter_map(AnnotationValue::class_name).collect();
        if !names.is_empty() && names.iter().all(|name| PLAIN_TAKERS.contains(name)) {
            return None;
        }
        let names: Vec<String> = names.iter().map(|name| name.replace('/', ".")).collect();
        let word = told(&mark.annotation.class);
        let by = if mark.by == mark.annotation.class {
            String::new()
        } else {
            format!("{} brings ", told(&mark.by))
        };
        Some((Why::NotDone, format!("{by}{word}({}), which is not run here", names.join(", "))))
    })
}
