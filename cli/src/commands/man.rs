//! `raceproof man [COMMAND]`: pages of the manual, made of the same tables as the command line
//! itself.

use raceproof_config::schema::COMMANDS;
use raceproof_config::{Command, suggest};

use crate::arguments;
use crate::failure::Failure;
use crate::questions::{QUESTIONS, Question};
use crate::report;

/// The exit status of the command.
pub fn execute(command: Option<&str>) -> Result<i32, Failure> {
    report::print(&page(command)?)?;
    Ok(0)
}

/// The commands that have a page of their own.
pub fn pages() -> impl Iterator<Item = &'static str> {
    COMMANDS.into_iter().map(Command::name).chain(QUESTIONS.into_iter().map(Question::name))
}

fn page(command: Option<&str>) -> Result<String, Failure> {
    let all = arguments::command();
    let definition = match command {
        None => all,
        Some(name) => {
            let one = all.find_subcommand(name).cloned().ok_or_else(|| unknown(name))?;
            let (title, usage) = (format!("raceproof-{name}"), format!("raceproof {name}"));
            one.name(title).bin_name(usage).version(env!("CARGO_PKG_VERSION"))
        }
    };
    let mut page = Vec::new();
    // Writing into a `Vec` cannot fail.
    let _ = clap_mangen::Man::new(definition.disable_help_subcommand(true)).render(&mut page);
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn unknown(name: &str) -> Failure {
    let name = report::visible(name);
    let failure = Failure::bad_input(format!("there is no page of `{name}`"));
    let near = suggest::nearest(&name, pages());
    let failure = near
        .into_iter()
        .fold(failure, |failure, near| failure.help(format!("did you mean `{near}`?")));
    failure.help(format!("give one of {}", pages().collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use raceproof_config::Key;
    use raceproof_config::schema::TABLE;

    use super::*;

    #[test]
    fn a_page_has_every_option_of_its_command() {
        for command in COMMANDS {
            let page = page(Some(command.name())).unwrap().replace("\\-", "-");
            assert!(page.contains(&format!("raceproof-{}", command.name())), "{page}");
            let options = TABLE.iter().filter(|row| row.is_for(command));
            for row in options.filter(|row| !matches!(row.key, Key::Target | Key::Arguments)) {
                assert!(page.contains(&row.option()), "{}: {}", command.name(), row.option());
            }
        }
        let main = page(None).unwrap();
        assert!(pages().all(|command| main.contains(command)), "{main}");
        assert!(main.contains("Exit status"), "{main}");
    }

    #[test]
    fn an_unknown_page_is_refused() {
        let failure = page(Some("chekc")).unwrap_err();
        assert_eq!(failure.help[0], "did you mean `check`?");
    }
}
