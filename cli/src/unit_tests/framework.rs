//! The words of the test frameworks: which annotations mark what. A framework more is a row more.

/// Whose rules a test follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    Junit3,
    Junit4,
    Junit5,
    TestNg,
}

/// When a method is called that is no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    BeforeAll,
    Before,
    After,
    AfterAll,
}

impl Moment {
    /// The launcher's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::BeforeAll => "before-all",
            Self::Before => "before",
            Self::After => "after",
            Self::AfterAll => "after-all",
        }
    }

    /// In the words of a report.
    pub fn told(self) -> &'static str {
        match self {
            Self::BeforeAll => "before all tests",
            Self::Before => "before each test",
            Self::After => "after each test",
            Self::AfterAll => "after all tests",
        }
    }

    pub fn is_before(self) -> bool {
        matches!(self, Self::BeforeAll | Self::Before)
    }
}

/// The annotation of a test of JUnit 4.
pub const JUNIT4_TEST: &str = "org/junit/Test";
/// The class that tests of JUnit 3 extend.
pub const JUNIT3_CASE: &str = "junit/framework/TestCase";
pub const JUNIT5_TEST: &str = "org/junit/jupiter/api/Test";
pub const REPEATED: &str = "org/junit/jupiter/api/RepeatedTest";
pub const NESTED: &str = "org/junit/jupiter/api/Nested";
pub const TESTNG_TEST: &str = "org/testng/annotations/Test";

/// On the annotation of a test of any engine that JUnit 5 runs.
pub const TESTABLE: &str = "org/junit/platform/commons/annotation/Testable";

/// Tests that are made when it is executed how many there are.
pub const TEMPLATES: [(&str, &str); 3] = [
    ("org/junit/jupiter/params/ParameterizedTest", "is parametrised"),
    ("org/junit/jupiter/api/TestFactory", "makes tests when it is executed (@TestFactory)"),
    ("org/junit/jupiter/api/TestTemplate", "is a template (@TestTemplate)"),
];

/// Runners and extensions that do nothing but what is done here.
pub const PLAIN_TAKERS: [&str; 4] = [
    "org/junit/runners/JUnit4",
    "org/junit/runners/BlockJUnit4ClassRunner",
    "org/junit/internal/runners/JUnit4ClassRunner",
    // It is what has started this very check.
    "raceproof/junit/RaceproofExtension",
];

/// What marks a test.
pub const MARKS: [&str; 3] = [JUNIT4_TEST, JUNIT5_TEST, TESTNG_TEST];

impl Framework {
    pub fn name(self) -> &'static str {
        match self {
            Self::Junit3 => "JUnit 3",
            Self::Junit4 => "JUnit 4",
            Self::Junit5 => "JUnit 5",
            Self::TestNg => "TestNG",
        }
    }

    /// What a test of it is marked by, or extends.
    pub fn annotation(self) -> &'static str {
        match self {
            Self::Junit3 => JUNIT3_CASE,
            Self::Junit4 => JUNIT4_TEST,
            Self::Junit5 => JUNIT5_TEST,
            Self::TestNg => TESTNG_TEST,
        }
    }

    /// Whether it runs the tests of public classes only.
    pub fn wants_public_classes(self) -> bool {
        match self {
            Self::Junit3 | Self::Junit4 => true,
            Self::Junit5 | Self::TestNg => false,
        }
    }

    /// The annotation that switches a test off.
    pub fn off(self) -> Option<&'static str> {
        match self {
            Self::Junit3 | Self::TestNg => None,
            Self::Junit4 => Some("org/junit/Ignore"),
            Self::Junit5 => Some("org/junit/jupiter/api/Disabled"),
        }
    }

    /// The annotations of methods that are called then, in the order in which they are.
    pub fn words(self, moment: Moment) -> &'static [&'static str] {
        use Moment::{After, AfterAll, Before, BeforeAll};
        match (self, moment) {
            (Self::Junit3, _) => &[],
            (Self::Junit4, BeforeAll) => &["org/junit/BeforeClass"],
            (Self::Junit4, Before) => &["org/junit/Before"],
            (Self::Junit4, After) => &["org/junit/After"],
            (Self::Junit4, AfterAll) => &["org/junit/AfterClass"],
            (Self::Junit5, BeforeAll) => &["org/junit/jupiter/api/BeforeAll"],
            (Self::Junit5, Before) => &["org/junit/jupiter/api/BeforeEach"],
            (Self::Junit5, After) => &["org/junit/jupiter/api/AfterEach"],
            (Self::Junit5, AfterAll) => &["org/junit/jupiter/api/AfterAll"],
            (Self::TestNg, BeforeAll) => &[
                "org/testng/annotations/BeforeSuite",
                "org/testng/annotations/BeforeTest",
                "org/testng/annotations/BeforeClass",
            ],
            (Self::TestNg, Before) => &["org/testng/annotations/BeforeMethod"],
            (Self::TestNg, After) => &["org/testng/annotations/AfterMethod"],
            (Self::TestNg, AfterAll) => &[
                "org/testng/annotations/AfterClass",
                "org/testng/annotations/AfterTest",
                "org/testng/annotations/AfterSuite",
            ],
        }
    }

    /// The method that is called then by its name.
    pub fn named(self, moment: Moment) -> Option<&'static str> {
        match (self, moment) {
            (Self::Junit3, Moment::Before) => Some("setUp"),
            (Self::Junit3, Moment::After) => Some("tearDown"),
            _ => None,
        }
    }

    /// Fields and methods that have a part in every test of their class, which they do not have
    /// here.
    pub fn helpers(self) -> &'static [&'static str] {
        match self {
            Self::Junit3 | Self::TestNg => &[],
            Self::Junit4 => &["org/junit/Rule", "org/junit/ClassRule"],
            Self::Junit5 => &[
                "org/junit/jupiter/api/extension/RegisterExtension",
                "org/junit/jupiter/api/io/TempDir",
            ],
        }
    }

    /// Annotations of a class or a test by which others have a part in it, which they do not have
    /// here.
    pub fn takers(self) -> &'static [&'static str] {
        match self {
            Self::Junit3 => &[],
            Self::Junit4 => &["org/junit/runner/RunWith"],
            Self::Junit5 => &["org/junit/jupiter/api/extension/ExtendWith"],
            Self::TestNg => &["org/testng/annotations/Listeners", "org/testng/annotations/Guice"],
        }
    }
}

/// The simple name of an annotation, as the source has it.
pub fn told(class: &str) -> String {
    format!("@{}", class.rsplit(['/', '$']).next().unwrap_or(class))
}
