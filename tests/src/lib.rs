//! The harness of the end-to-end tests: JDKs, Java programs and their compilation, the installed
//! `java` as the oracle, and the `raceproof` binary under test.
//!
//! The binary is the release build, named by `RACEPROOF_BIN` or found beside the folder for
//! temporary files; `make test` builds it first. `RACEPROOF_TEST_JDKS` lists the homes of the JDKs
//! to test on, `RACEPROOF_TEST_TIMEOUT` the seconds one program may take.

pub mod assembler;
pub mod bench;
pub mod checked;
pub mod compare;
pub mod compile;
pub mod frameworks;
pub mod generated;
pub mod hostile;
pub mod javac;
pub mod jdk;
pub mod maven;
pub mod oracle;
pub mod outcomes;
pub mod parallel;
pub mod place;
pub mod process;
pub mod program;
pub mod sandbox;
pub mod scanned;
pub mod schemas;
pub mod test_lines;
pub mod thorough;
pub mod told;
