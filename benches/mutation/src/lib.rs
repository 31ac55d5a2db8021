//! Made-up programs, and refactorings of them whose answers are known. The program beside it checks that refdiff finds
//! them; the fuzzers take them to begin with.
// Not published: here names are enough.
#![allow(missing_docs)]

pub mod adversary;
pub mod program;
pub mod random;
pub mod real;
pub mod refactor;
