//! Exit codes, and how errors are told.

use std::io::{ErrorKind, Write};

/// How a run ended; the numbers are part of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All was done.
    Done,
    /// With `--exit-code`: something was found.
    Found,
    /// All was done, but something could not be analysed.
    Incomplete,
    /// The user stopped it.
    Interrupted,
}

impl Status {
    pub fn number(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Found => 1,
            Status::Incomplete => 3,
            Status::Interrupted => 130,
        }
    }
}

/// 128 and the number of the signal that ends other programs then.
const CLOSED: u8 = 141;

/// Tells an error and gives the exit code for it. Where the reader of our output has simply gone away that is 0, but for a
/// command that judges: it had not come to a verdict.
pub fn report(error: &anyhow::Error, judges: bool) -> u8 {
    let closed = error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe);
    if closed {
        return if judges { CLOSED } else { 0 };
    }
    note(&format!("error: {}", told(error)));
    2
}

/// An error with its causes in one line, each once: some say themselves what caused them.
pub fn told(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// A line on standard error.
pub fn note(text: &str) {
    // Nothing can be done where standard error is closed.
    let _ = writeln!(anstream::stderr(), "refdiff: {text}");
}
