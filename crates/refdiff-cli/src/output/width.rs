//! Text that fits a terminal.

use std::io::IsTerminal;
use unicode_width::UnicodeWidthStr;

/// How wide text is where no terminal says so.
const USUAL: usize = 100;
/// A terminal that is narrower than this gets lines that it has to break itself.
const LEAST: usize = 48;

/// How many columns text may have: those of the terminal, or what COLUMNS says.
pub fn of_output(to_file: bool) -> usize {
    let told = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = if to_file {
        None
    } else if std::io::stdout().is_terminal() {
        terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|&w| w > 0).or_else(told)
    } else {
        told()
    };
    width.unwrap_or(USUAL).max(LEAST)
}

/// How many columns a text takes.
pub fn length(text: &str) -> usize {
    text.width()
}

/// The end of a text, where all of it takes too many columns: names and paths end with what matters.
pub fn cut_left(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    let mut from = text.len();
    for (at, _) in text.char_indices().rev() {
        if length(&text[at..]) + 1 > width {
            break;
        }
        from = at;
    }
    format!("…{}", &text[from..])
}

/// The beginning of a text, where all of it takes too many columns: sentences begin with what matters.
pub fn cut_right(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    let mut to = 0;
    for (at, sign) in text.char_indices() {
        let end = at + sign.len_utf8();
        if length(&text[..end]) + 1 > width {
            break;
        }
        to = end;
    }
    format!("{}…", text[..to].trim_end())
}

/// A name without what stands between its brackets, where that takes too many columns.
pub fn fold_parameters(name: &str, width: usize) -> String {
    match (name.find('('), name.rfind(')')) {
        (Some(open), Some(close)) if length(name) > width && close > open + 1 => {
            format!("{}(…){}", &name[..open], &name[close + 1..])
        }
        _ => name.to_owned(),
    }
}

/// A text in lines of at most so many columns; a word that is longer is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut_left(word, width)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(cut_left("org/example/Cart.java:12", 14), "…/Cart.java:12");
        assert_eq!(cut_left("short", 14), "short");
        assert_eq!(cut_left("カート/x", 6), "…ト/x");
        assert_eq!(cut_right("Move the cart", 9), "Move the…");
        assert_eq!(cut_right("short", 14), "short");
        assert_eq!(fold_parameters("Cart.total(int,String)", 14), "Cart.total(…)");
        assert_eq!(fold_parameters("Cart.total()", 4), "Cart.total()");
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("", 8), [""]);
        assert_eq!(wrap("abcdefghij k", 6), ["…fghij", "k"]);
    }
}
