//! JSON schemas to which reports are held: our own, and that of SARIF. Each is read and compiled
//! once in a process, and nothing is fetched.

use std::fs;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::place;

/// Of `--format json`.
static REPORT: LazyLock<Validator> =
    LazyLock::new(|| compiled("docs/report.schema.json", |text| text));
/// Of SARIF 2.1.0; `schemas/README.md` says where it is from.
static SARIF: LazyLock<Validator> =
    LazyLock::new(|| compiled("tests/schemas/sarif-schema-2.1.0.json", without_a_stray_bracket));

/// How many mistakes are told.
const TOLD: usize = 5;

/// The standard's pattern for languages, of which we write none, is no regular expression by the
/// letter.
fn without_a_stray_bracket(text: String) -> String {
    text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$")
}

fn compiled(path: &str, mended: fn(String) -> String) -> Validator {
    let path = place::workspace().join(path);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let schema: Value = serde_json::from_str(&mended(text))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether it is a report of ours; else what is wrong with it, and where.
pub fn report(report: &Value) -> Result<(), String> {
    validate(&REPORT, report)
}

/// A report as `--format json` writes it, held to its schema.
pub fn read(text: &[u8]) -> Result<Value, String> {
    let value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    report(&value).map(|()| value)
}

/// Whether it is a log by the standard; else what is wrong with it, and where.
pub fn sarif(log: &Value) -> Result<(), String> {
    validate(&SARIF, log)
}

fn validate(schema: &Validator, value: &Value) -> Result<(), String> {
    if schema.is_valid(value) {
        return Ok(());
    }
    let mistakes: Vec<String> = schema
        .iter_errors(value)
        .take(TOLD)
        .map(|mistake| format!("{}: {mistake}", mistake.instance_path()))
        .collect();
    Err(format!("it does not fit its schema:\n{}", mistakes.join("\n")))
}
