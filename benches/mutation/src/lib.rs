//! Synthetic programs, and refactorings of them with known answers. The accompanying program checks that refdiff
//! finds them; the fuzzers use them as a starting point.
// Not published: names are sufficient here.
#![allow(missing_docs)]

pub mod adversary;
pub mod program;
pub mod random;
pub mod real;
pub mod refactor;
