//! Parsing with a bound: on text that is not a program the parser would try repairs endlessly.

use std::ops::ControlFlow;
use std::time::Instant;
use tree_sitter::{ParseOptions, Parser, Tree};

/// The maximum number of progress reports, besides the part that depends on the text. There is one every hundred
/// steps.
const REPORTS: usize = 2_000;

/// One more report is allowed per this many bytes. Nested type arguments take one report per 54 bytes, random bytes
/// one per 267: a parser near this bound makes repairs without progress.
const BYTES_PER_REPORT: usize = 3;

/// The tree of a text; `None` if the parser gave up. The bound is counted in work, so that the result is the same on
/// every machine.
pub(super) fn parse(parser: &mut Parser, text: &[u8]) -> Option<Tree> {
    parse_until(parser, text, None)
}

/// The same, with a deadline.
pub(super) fn parse_until(parser: &mut Parser, text: &[u8], deadline: Option<Instant>) -> Option<Tree> {
    let most = REPORTS + text.len() / BYTES_PER_REPORT;
    let mut reports = 0;
    let mut progress = |_: &tree_sitter::ParseState| {
        reports += 1;
        let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
        if late || reports > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut read = |at: usize, _| text.get(at..).unwrap_or_default();
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    if tree.is_none() {
        // The parser must not resume the cancelled parse.
        parser.reset();
    }
    tree
}
