//! `raceproof jar NAME`: where a jar is that the executable carries inside, unpacked if it was not.

use raceproof_config::suggest;

use crate::companion::{ALL, Which};
use crate::failure::Failure;
use crate::report;

/// The exit status of the command.
pub fn execute(word: Option<&str>) -> Result<i32, Failure> {
    let text = match word {
        None => ALL.map(|which| format!("{:6}  {}\n", which.word(), which.about())).concat(),
        Some(word) => format!("{}\n", absolute(chosen(word)?)?),
    };
    report::print(&text)?;
    Ok(0)
}

/// What is printed is used from other folders, too.
fn absolute(which: Which) -> Result<String, Failure> {
    let path = which.unpacked()?;
    Ok(std::path::absolute(&path).unwrap_or(path).display().to_string())
}

fn chosen(word: &str) -> Result<Which, Failure> {
    ALL.into_iter().find(|which| which.word() == word).ok_or_else(|| {
        let word = report::visible(word);
        let failure = Failure::bad_input(format!("there is no jar `{word}`"));
        let names = ALL.map(Which::word);
        let near = suggest::nearest(&word, names);
        let failure = near
            .into_iter()
            .fold(failure, |failure, near| failure.help(format!("did you mean `{near}`?")));
        failure.help(format!("give one of {}", names.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_word_is_refused_with_those_there_are() {
        let failure = chosen("agnet").unwrap_err();
        assert_eq!(
            failure.help,
            ["did you mean `agent`?", "give one of choose, agent, junit, maven"]
        );
    }
}
