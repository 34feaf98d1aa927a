//! Source files as people name them.

/// Whether a source file, by its path from the root of its packages, is the one that is named: by
/// the end of that path, or by a longer one that leads there.
#[must_use]
pub fn is_source(path: &str, named: &str) -> bool {
    let (path, named) = (format!("/{path}"), format!("/{named}"));
    path.ends_with(&named) || named.ends_with(&path)
}

#[cfg(test)]
mod tests {
    use super::is_source;

    #[test]
    fn a_source_file_is_named_by_the_end_of_its_path_or_by_more_than_it() {
        for named in ["Foo.java", "b/Foo.java", "a/b/Foo.java", "src/a/b/Foo.java"] {
            assert!(is_source("a/b/Foo.java", named), "{named}");
        }
        for named in ["oo.java", "c/Foo.java", "src/b/Foo.java", "Bar.java"] {
            assert!(!is_source("a/b/Foo.java", named), "{named}");
        }
    }
}
