//! The harness for the Java programs.
