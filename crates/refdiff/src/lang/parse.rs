//! Parsing with a bound: text that is no program makes the parser try one repair after the other, without end.

use std::ops::ControlFlow;
use std::time::Instant;
use tree_sitter::{ParseOptions, Parser, Tree};

/// How often the parser may report, beyond what depends on the length of the text. It does so every hundred steps.
const REPORTS: usize = 2_000;

/// For so many bytes it may report once more. Type arguments inside each other take one report for 54 bytes, random bytes one
/// for 267: what comes near this bound repairs without getting on.
const BYTES_PER_REPORT: usize = 3;

/// The tree of a text; `None` where the parser gave up. How much it tries is counted, so that the answer is the same on every
/// machine.
pub(super) fn parse(parser: &mut Parser, text: &[u8]) -> Option<Tree> {
    parse_until(parser, text, None)
}

/// The same, at most until some time.
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
        // What it had begun is not gone on with.
        parser.reset();
    }
    tree
}
