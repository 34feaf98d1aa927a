//! Entries of a class path or a source path that are not there. `java` passes over them without a
//! word, so they are no mistake; but most are slips, and then what is missing is told of only much
//! later. They are warned of where somebody wrote them: what is found by itself (a project's class
//! path) is not looked at. A folder whose jars are wanted (`lib/*`) may be empty.

use std::path::Path;

use crate::schema::Key;
use crate::settings::Settings;

/// Notes them. What a trace names was told when it was written.
pub fn note(settings: &mut Settings) {
    if settings.trace().is_some() {
        return;
    }
    for (key, passed_over) in [
        (Key::ClassPath, "it is passed over, as by `java`"),
        (Key::SourcePath, "no source is looked for there"),
    ] {
        let Some(given) = settings.get(key).filter(|_| key.row().is_for(settings.command)) else {
            continue;
        };
        let origin = given.origin.clone();
        let absent = settings.paths(key).into_iter().filter(|entry| is_absent(entry));
        let told = absent.map(|entry| {
            let entry = entry.display();
            format!(
                "`{entry}` ({origin}) does not exist: {passed_over}; leave it out, or mend its name"
            )
        });
        let told: Vec<String> = told.collect();
        settings.notes.extend(told);
    }
}

/// An empty entry is the current folder, and one that cannot be looked at may be there.
fn is_absent(entry: &Path) -> bool {
    let text = entry.to_string_lossy();
    let folder = match text.strip_suffix('*') {
        Some("") => return false,
        Some(folder) if folder.ends_with('/') => Path::new(folder),
        _ => entry,
    };
    !folder.as_os_str().is_empty() && !folder.try_exists().unwrap_or(true)
}
