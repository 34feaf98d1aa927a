//! Text for people, into which nothing gets but by [`Page`]: what the analysed program chose (names
//! of threads, messages, source lines) can neither colour the report nor add a line to it that
//! looks like the tool's own.

use crate::failure::Palette;
pub use raceproof_base::visible;

/// How a piece of text is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Strong,
    Good,
    Bad,
    Doubtful,
    Help,
    Frame,
    Dim,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Strong => "1",
            Style::Good => "1;32",
            Style::Bad => "1;31",
            Style::Doubtful => "1;33",
            Style::Help => "1;36",
            Style::Frame => "1;34",
            Style::Dim => "2",
        }
    }
}

/// A text that grows line by line.
#[derive(Debug)]
pub struct Page {
    text: String,
    palette: Palette,
}

impl Page {
    pub fn new(palette: Palette) -> Self {
        Self { text: String::new(), palette }
    }

    pub fn put(&mut self, style: Style, text: &str) -> &mut Self {
        let text = visible(text);
        if style == Style::Plain || text.is_empty() {
            self.text.push_str(&text);
        } else {
            self.text.push_str(&self.palette.paint(style.code(), &text));
        }
        self
    }

    pub fn plain(&mut self, text: &str) -> &mut Self {
        self.put(Style::Plain, text)
    }

    /// Ends the line, without leaving blanks at its end.
    pub fn end(&mut self) -> &mut Self {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self
    }

    /// A text that may have lines of its own; those after the first stand behind a bar, since what
    /// reads a log takes a line for a command also behind blanks.
    pub fn paragraph(&mut self, style: Style, text: &str, indent: usize) -> &mut Self {
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                self.end().plain(&" ".repeat(indent)).put(Style::Frame, "| ");
            }
            self.put(style, line);
        }
        self.end()
    }

    /// What is to be said below a finding, in a line.
    pub fn remark(&mut self, style: Style, word: &str, text: &str) -> &mut Self {
        self.put(Style::Frame, "  = ").put(style, word).plain(": ").plain(text).end()
    }

    pub fn finish(self) -> String {
        self.text
    }
}

/// A number as people read it: `81,199`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 step", "7 steps".
pub fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_programs_acts_on_the_terminal() {
        let mut page = Page::new(Palette::Plain);
        page.plain("Thread \u{1b}[2K\r\nrace-free\u{202e}").end();
        assert_eq!(page.finish(), "Thread \\u001b[2K\\r\\nrace-free\\u202e\n");
    }

    #[test]
    fn lines_are_indented_and_end_without_blanks() {
        let mut page = Page::new(Palette::Ansi);
        page.paragraph(Style::Plain, "one  \ntwo", 4)
            .put(Style::Bad, "x")
            .put(Style::Bad, "")
            .end();
        assert_eq!(page.finish(), "one\n    \x1b[1;34m| \x1b[0mtwo\n\x1b[1;31mx\x1b[0m\n");
    }

    #[test]
    fn numbers() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([counted(1, "step"), counted(1200, "step")], ["1 step", "1,200 steps"]);
    }
}
