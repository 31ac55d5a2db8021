//! Where code went: which statements of one body correspond to which of another.
//!
//! Nothing here depends on a relationship or a language: a body is a list of statements, each with its words. The
//! rules use the correspondence to determine what stayed, what left and what was replaced.

mod align;
mod body;
mod mapping;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use body::{Body, Renames, Statement, Word};
pub(crate) use mapping::{Correspondence, Likeness, StatementPair, places};
pub(crate) use words::{Fit, align};
